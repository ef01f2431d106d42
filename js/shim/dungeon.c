// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Keys and doors: a module of its own. A set of kinds crosses the border as two words.
#include "words.h"

/// The instance's dungeon. One instance serves one.
typedef struct lfjs_dungeon {
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_ways *ways; ///< NULL, or those that all queries share
    lf_keys_search *search;
} lfjs_dungeon;

static lfjs_dungeon here;
static lfjs_room sources_room, targets_room, tiles_room, events_room;

static uint64_t kinds_of(uint32_t low, uint32_t high) {
    return (uint64_t)high << 32 | low;
}

static void answer_kinds(uint64_t kinds, double *to) {
    to[0] = (double)(uint32_t)kinds;
    to[1] = (double)(uint32_t)(kinds >> 32);
}

static void dungeon_close(lfjs_dungeon *dungeon) {
    lf_keys_search_destroy(dungeon->search);
    lf_keys_ways_destroy(dungeon->ways);
    lf_fixtures_destroy(dungeon->fixtures);
    lf_map_destroy(dungeon->map);
}

static lf_fixture fixture_read(const uint32_t *words) {
    return (lf_fixture){.tile = words[0], .kind = (uint8_t)words[1], .type = (lf_fixture_type)words[2]};
}

// The words of lfjs_dungeon_open.
enum {
    DUNGEON_WIDTH,
    DUNGEON_HEIGHT,
    DUNGEON_FORMAT,
    DUNGEON_MASK,
    DUNGEON_VALUE,
    DUNGEON_MOVES,
    DUNGEON_FIXTURES, // where they are, three words each, tile, kind and type, which are overwritten
    DUNGEON_FIXTURE_COUNT,
    DUNGEON_KEEPS_WAYS,
};

/// Turns the words of keys and doors into those of the library, in place.
static lf_fixtures_desc fixtures_read(void) {
    uint32_t *words = (uint32_t *)(uintptr_t)(uint32_t)lfjs_words[DUNGEON_FIXTURES];
    const uint32_t count = (uint32_t)lfjs_words[DUNGEON_FIXTURE_COUNT];
    lf_fixture *fixtures = (lf_fixture *)(void *)words;
    for (uint32_t i = 0; i < count; i++) fixtures[i] = fixture_read(words + 3 * i);
    return (lf_fixtures_desc){.fixtures = fixtures, .fixture_count = count};
}
_Static_assert(sizeof(lf_fixture) == 3 * sizeof(uint32_t), "fixtures and locks are rewritten in place");

/// Makes the dungeon, or makes it anew for other tiles; if that fails, the old one stays.
LFJS(int32_t, lfjs_dungeon_open)(const void *tiles, size_t size, double max_states, double max_bytes) {
    const int32_t *w = lfjs_words;
    const lf_map_desc desc = {.width = w[DUNGEON_WIDTH],
                              .height = w[DUNGEON_HEIGHT],
                              .tiles = tiles,
                              .tiles_size = size,
                              .format = (lf_tile_format)w[DUNGEON_FORMAT],
                              .mask = (uint8_t)w[DUNGEON_MASK],
                              .value = (uint8_t)w[DUNGEON_VALUE],
                              .moves = (lf_moves)w[DUNGEON_MOVES]};
    const lf_fixtures_desc fixtures = fixtures_read();
    lf_keys_search_desc search = {.max_states = lfjs_number(max_states), .max_bytes = lfjs_number(max_bytes)};
    const lf_keys_ways_desc ways = {.max_bytes = search.max_bytes};
    lfjs_dungeon made = {0};
    lf_status status = lf_map_create(&desc, &made.map);
    if (status == LF_OK) status = lf_fixtures_create(made.map, &fixtures, &made.fixtures);
    if (status == LF_OK && w[DUNGEON_KEEPS_WAYS])
        status = lf_keys_ways_create(made.fixtures, &ways, &made.ways);
    search.ways = made.ways;
    if (status == LF_OK) status = lf_keys_search_create(made.fixtures, &search, &made.search);
    dungeon_close(status == LF_OK ? &here : &made);
    if (status == LF_OK) here = made;
    return status;
}

LFJS(lf_source *, lfjs_dungeon_sources)(uint32_t count) {
    return lfjs_room_for(&sources_room, count * (double)sizeof(lf_source)) ? sources_room.at : NULL;
}

LFJS(lf_tile *, lfjs_dungeon_targets)(uint32_t count) {
    return lfjs_room_for(&targets_room, count * (double)sizeof(lf_tile)) ? targets_room.at : NULL;
}

/// An event is four words: index of the tile in the route, tile, kind, type.
static lf_status dungeon_events(int64_t count) {
    const double bytes = (double)count * (double)sizeof(lf_keys_event);
    if (!lfjs_room_for(&events_room, bytes)) return LF_E_NOMEM;
    lf_keys_event *events = events_room.at;
    lf_keys_search_events(here.search, events, count);
    uint32_t *words = events_room.at;
    for (int64_t i = 0; i < count; i++) {
        const lf_keys_event event = events[i];
        words[4 * i] = (uint32_t)event.at;
        words[4 * i + 1] = event.fixture.tile;
        words[4 * i + 2] = event.fixture.kind;
        words[4 * i + 3] = event.fixture.type;
    }
    return LF_OK;
}
_Static_assert(sizeof(lf_keys_event) >= 4 * sizeof(uint32_t), "events are rewritten in place, front to back");

static lf_status dungeon_tiles(int64_t count) {
    if (!lfjs_room_for(&tiles_room, (double)count * (double)sizeof(lf_tile))) return LF_E_NOMEM;
    lf_keys_search_tiles(here.search, tiles_room.at, count);
    return LF_OK;
}

static void answer_keys(const lf_keys_route *route) {
    const double fields[] = {
        (double)(uintptr_t)tiles_room.at, (double)route->tile_count,         (double)route->source_index,
        (double)route->target_index,      (double)(uintptr_t)events_room.at, (double)route->event_count,
        (double)route->lower_bound,       (double)route->stats.states,       route->found};
    enum { FIELDS = sizeof fields / sizeof *fields };
    for (int i = 0; i < FIELDS; i++) lfjs_answer[i] = fields[i];
    answer_kinds(route->held, lfjs_answer + FIELDS);
}

/// Words: goal, strategy, kinds held from the beginning. The ends stay where they are until the query has ended.
LFJS(int32_t, lfjs_dungeon_begin)(uint32_t source_count, uint32_t target_count) {
    const int32_t *w = lfjs_words;
    const lf_keys_query query = {.sources = sources_room.at,
                                 .source_count = source_count,
                                 .targets = targets_room.at,
                                 .target_count = target_count,
                                 .goal = (lf_goal)w[0],
                                 .strategy = (lf_keys_strategy)w[1],
                                 .held = kinds_of((uint32_t)w[2], (uint32_t)w[3])};
    return lf_keys_search_begin(here.search, &query);
}

LFJS(int32_t, lfjs_dungeon_step)(double budget) {
    return lf_keys_search_step(here.search, lfjs_number(budget));
}

/// The answer; of a query that is paused the best so far. With LF_LIMIT there may be a route nevertheless.
LFJS(int32_t, lfjs_dungeon_finish)(void) {
    lf_keys_route route;
    const lf_status status = lf_keys_search_finish(here.search, NULL, 0, &route);
    if (status < 0) return status;
    lf_status copied = dungeon_tiles(route.tile_count);
    if (copied == LF_OK) copied = dungeon_events(route.event_count);
    if (copied == LF_OK) answer_keys(&route);
    return copied == LF_OK ? status : copied;
}

/// Why the last answer was LF_NO_ROUTE. Answers: walled, number of locked doors, where they are (three words
/// each), kinds reached, unreachable, missing.
LFJS(int32_t, lfjs_dungeon_explain)(void) {
    lf_keys_why why;
    const lf_status status = lf_keys_search_explain(here.search, &why, NULL, 0);
    if (status != LF_OK) return status;
    const double bytes = (double)why.lock_count * (double)sizeof(lf_fixture);
    if (!lfjs_room_for(&events_room, bytes)) return LF_E_NOMEM;
    lf_fixture *locks = events_room.at;
    lf_keys_search_explain(here.search, &why, locks, why.lock_count);
    uint32_t *words = events_room.at;
    for (int64_t i = 0; i < why.lock_count; i++) {
        const lf_fixture lock = locks[i];
        words[3 * i] = lock.tile;
        words[3 * i + 1] = lock.kind;
        words[3 * i + 2] = lock.type;
    }
    lfjs_answer[0] = why.walled;
    lfjs_answer[1] = (double)why.lock_count;
    lfjs_answer[2] = (double)(uintptr_t)words;
    answer_kinds(why.reached, lfjs_answer + 3);
    answer_kinds(why.unreachable, lfjs_answer + 5);
    answer_kinds(why.missing, lfjs_answer + 7);
    return LF_OK;
}
