// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A search for keys that is watched: in slices, with every state that it takes off its queue. One instance of the module watches
// one query, and goes with it.
#include "words.h"

/// More states than a step takes off the queue, unless it has a large budget: then the last ones are left out.
enum { MOST_STATES = 1 << 16, STATE_WORDS = 4 };

static struct {
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    lf_source from;
    lf_tile to;
    int64_t count;          ///< of `states`
    lfjs_room states, room; ///< of the last step; the tiles of the answer
} hunt;

/// A state is four words: tile, keys held (the first 32 kinds), moves, whether it is of `keys-plain`.
static void hunt_note(const lf_keys_state *state, void *user) {
    (void)user;
    if (hunt.count == MOST_STATES) return;
    uint32_t *words = (uint32_t *)hunt.states.at + STATE_WORDS * hunt.count++;
    words[0] = state->tile;
    words[1] = (uint32_t)state->held;
    words[2] = (uint32_t)state->length;
    words[3] = state->strategy == LF_KEYS_PLAIN;
}

/// Begins. Words: width, height, source, target, strategy, number of keys and doors, and where they are (three words each:
/// tile, kind, type).
LFJS(int32_t, page_keys_begin)(const uint8_t *tiles) {
    const int32_t *w = lfjs_words;
    const uint32_t *words = (const uint32_t *)(uintptr_t)(uint32_t)w[6];
    const double bytes = (double)w[5] * (double)sizeof(lf_fixture) + 1;
    if (!lfjs_room_for(&hunt.states, (double)MOST_STATES * STATE_WORDS * sizeof(uint32_t))) return LF_E_NOMEM;
    if (!lfjs_room_for(&hunt.room, bytes)) return LF_E_NOMEM;
    lf_fixture *fixtures = hunt.room.at;
    for (int32_t i = 0; i < w[5]; i++)
        fixtures[i] =
            (lf_fixture){words[3 * i], (uint8_t)words[3 * i + 1], (lf_fixture_type)words[3 * i + 2]};
    const lf_map_desc map = {
        .width = w[0], .height = w[1], .tiles = tiles, .tiles_size = (size_t)w[0] * (size_t)w[1]};
    lf_status status = lf_map_create(&map, &hunt.map);
    const lf_fixtures_desc desc = {.fixtures = fixtures, .fixture_count = w[5]};
    if (status == LF_OK) status = lf_fixtures_create(hunt.map, &desc, &hunt.fixtures);
    if (status == LF_OK) status = lf_keys_search_create(hunt.fixtures, NULL, &hunt.search);
    if (status != LF_OK) return status;
    hunt.from = (lf_source){.tile = (lf_tile)w[2]};
    hunt.to = (lf_tile)w[3];
    const lf_keys_query query = {.sources = &hunt.from,
                                 .source_count = 1,
                                 .targets = &hunt.to,
                                 .target_count = 1,
                                 .strategy = (lf_keys_strategy)w[4],
                                 .watch = {.state = hunt_note}};
    return lf_keys_search_begin(hunt.search, &query);
}

/// Goes on. Answers: whether it is not done yet; where the states are that it took off its queue, and how many.
LFJS(int32_t, page_keys_step)(double budget) {
    hunt.count = 0;
    const lf_status status = lf_keys_search_step(hunt.search, lfjs_number(budget));
    lfjs_answer[0] = status == LF_PAUSED;
    lfjs_answer[1] = (double)(uintptr_t)hunt.states.at;
    lfjs_answer[2] = (double)hunt.count;
    return status;
}

/// The answer, or the best so far. Answers: whether there is a route; where its tiles are, and how many; the bound; states;
/// whether that is proven.
LFJS(int32_t, page_keys_finish)(void) {
    lf_keys_route route;
    const lf_status status = lf_keys_search_finish(hunt.search, NULL, 0, &route);
    if (status < 0 && status != LF_E_BUFFER_TOO_SMALL) return status;
    if (!lfjs_room_for(&hunt.room, (double)route.tile_count * (double)sizeof(lf_tile) + 1)) return LF_E_NOMEM;
    lf_keys_search_tiles(hunt.search, hunt.room.at, route.tile_count);
    const double answers[] = {route.found,
                              (double)(uintptr_t)hunt.room.at,
                              (double)route.tile_count,
                              (double)route.lower_bound,
                              (double)route.stats.states,
                              status != LF_LIMIT};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) lfjs_answer[i] = answers[i];
    return LF_OK;
}
