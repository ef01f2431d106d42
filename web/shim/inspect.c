// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A query that is watched step by step, and what the index of the map holds. The page has one such query at a
// time, on the state that its map had when it began, with a coarse map of its own.
#include "shim.h"

#include <stdlib.h>

static struct {
    const lf_snapshot *state; ///< held
    const lf_map *map;
    lf_coarse *coarse;
    lf_search *search;
    lf_source from;
    lf_tile to;
    lfjs_room room; ///< what was asked for last
} watch;

LFJS(void, page_watch_end)(void) {
    lf_search_destroy(watch.search);
    lf_coarse_destroy(watch.coarse);
    lf_snapshot_release(watch.state);
    watch.search = NULL;
    watch.coarse = NULL;
    watch.state = NULL;
}

static lf_status watch_make(lf_strategy strategy, bool optimistic) {
    watch.state = lf_world_acquire(lfjs_here.world);
    watch.map = lf_snapshot_map(watch.state);
    const lf_coarse_desc coarse = {.level = strategy == LF_STRATEGY_SPINE ? lf_spine_level(watch.map) : 0,
                                   .kind = optimistic ? LF_COARSE_CELLS : LF_COARSE_HONEST};
    lf_status status = lf_coarse_create(watch.map, &coarse, &watch.coarse);
    const lf_search_desc desc = {.coarse = watch.coarse, .index = lf_snapshot_index(watch.state)};
    if (status == LF_OK) status = lf_search_create(watch.map, &desc, &watch.search);
    return status;
}

/// Begins, and gives up the query before. Words: strategy, source, target, radius (as in lf_options), whether
/// the coarse map is optimistic.
LFJS(int32_t, page_watch_begin)(void) {
    const int32_t *w = lfjs_words;
    const lf_strategy strategy = (lf_strategy)w[0];
    page_watch_end();
    lf_status status = watch_make(strategy, w[4] != 0);
    if (status == LF_OK) {
        watch.from = (lf_source){.tile = (lf_tile)w[1]};
        watch.to = (lf_tile)w[2];
        status = lf_search_begin(watch.search, &(lf_query){.sources = &watch.from,
                                                           .source_count = 1,
                                                           .targets = &watch.to,
                                                           .target_count = 1,
                                                           .strategy = strategy,
                                                           .options = {.radius = w[3]}});
    }
    if (status < 0) page_watch_end();
    return status;
}

/// Goes on for so much work, or to the next phase.
LFJS(int32_t, page_watch_step)(double budget) {
    return lf_search_step_phase(watch.search, lfjs_number(budget));
}

/// Answers: whether it runs, plans, and has a guardrail; expanded, phases, segments, deferred; the level of
/// the coarse map, and its width and height.
LFJS(int32_t, page_watch_moment)(void) {
    lf_moment now;
    const lf_status status = lf_search_moment(watch.search, &now);
    const int32_t level = lf_coarse_level(watch.coarse), side = 1 << level;
    const double answers[] = {now.running,
                              now.planning,
                              now.guardrail,
                              (double)now.stats.expanded,
                              (double)now.stats.phases,
                              (double)now.stats.segments,
                              (double)now.stats.deferred,
                              level,
                              (lf_map_width(watch.map) + side - 1) / side,
                              (lf_map_height(watch.map) + side - 1) / side};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) lfjs_answer[i] = answers[i];
    return status;
}

/// The room for so many elements; NULL if there is no memory.
static void *watch_room(int64_t count, size_t size) {
    return lfjs_room_for(&watch.room, (double)count * (double)size + 1) ? watch.room.at : NULL;
}

/// Answers a list: where it is, and how many elements it has.
static int32_t watch_list(int64_t count) {
    lfjs_answer[0] = (double)(uintptr_t)watch.room.at;
    lfjs_answer[1] = (double)count;
    return LF_OK;
}

/// A byte per tile: met or not.
LFJS(int32_t, page_watch_marks)(void) {
    const int32_t width = lf_map_width(watch.map), height = lf_map_height(watch.map);
    const int64_t count = (int64_t)width * height;
    uint8_t *marks = watch_room(count, 1);
    if (marks == NULL) return LF_E_NOMEM;
    lf_search_marks(watch.search, (lf_point){0, 0}, width, height, marks, count);
    return watch_list(count);
}

/// A byte per cell: the phase in which it joined the corridor or a window, 0 if it did not.
LFJS(int32_t, page_watch_cells)(void) {
    page_watch_moment();
    const int32_t across = (int32_t)lfjs_answer[8], down = (int32_t)lfjs_answer[9];
    uint8_t *phases = watch_room((int64_t)across * down, 1);
    if (phases == NULL) return LF_E_NOMEM;
    for (int32_t y = 0; y < down; y++) {
        for (int32_t x = 0; x < across; x++) {
            const int32_t phase = lf_search_cell_phase(watch.search, x, y);
            phases[(int64_t)y * across + x] = (uint8_t)(phase < 255 ? phase : 255);
        }
    }
    return watch_list((int64_t)across * down);
}

/// Two words per cell.
LFJS(int32_t, page_watch_plan)(void) {
    const int64_t count = lf_search_plan(watch.search, NULL, 0);
    lf_point *cells = watch_room(count, sizeof *cells);
    if (cells == NULL) return LF_E_NOMEM;
    lf_search_plan(watch.search, cells, count);
    return watch_list(2 * count);
}

LFJS(int32_t, page_watch_deferred)(void) {
    const int64_t count = lf_search_deferred(watch.search, NULL, 0);
    lf_tile *tiles = watch_room(count, sizeof *tiles);
    if (tiles == NULL) return LF_E_NOMEM;
    lf_search_deferred(watch.search, tiles, count);
    return watch_list(count);
}

/// Three words per cell: x, y and whether it is a knot.
LFJS(int32_t, page_watch_spine)(void) {
    const int64_t count = lf_search_spine(watch.search, NULL, 0);
    lf_spine_cell *cells = malloc((size_t)(count + 1) * sizeof *cells);
    int32_t *words = watch_room(3 * count, sizeof *words);
    if (cells == NULL || words == NULL) {
        free(cells);
        return LF_E_NOMEM;
    }
    lf_search_spine(watch.search, cells, count);
    for (int64_t i = 0; i < count; i++) {
        words[3 * i] = cells[i].x;
        words[3 * i + 1] = cells[i].y;
        words[3 * i + 2] = cells[i].knot;
    }
    free(cells);
    return watch_list(3 * count);
}

/// The tiles of all portals.
LFJS(int32_t, page_watch_portals)(void) {
    const int64_t cells = lf_search_spine(watch.search, NULL, 0);
    int64_t count = 0;
    for (int64_t i = 0; i < cells; i++) count += lf_search_portal(watch.search, i, NULL, 0);
    lf_tile *tiles = watch_room(count, sizeof *tiles);
    if (tiles == NULL) return LF_E_NOMEM;
    for (int64_t i = 0, filled = 0; i < cells; i++)
        filled += lf_search_portal(watch.search, i, tiles + filled, count - filled);
    return watch_list(count);
}

/// The tiles of the route, once there is one.
LFJS(int32_t, page_watch_route)(void) {
    lf_route route;
    const lf_status status = lf_search_finish(watch.search, NULL, 0, &route);
    if (status < 0 && status != LF_E_BUFFER_TOO_SMALL) return watch_list(0);
    lf_tile *tiles = watch_room(route.tile_count, sizeof *tiles);
    if (tiles == NULL) return LF_E_NOMEM;
    lf_search_finish(watch.search, tiles, route.tile_count, &route);
    return watch_list(route.tile_count);
}

// ---- The index ------------------------------------------------------------------------------------

typedef int64_t index_list(const lf_index *index, lf_tile *tiles, int64_t capacity);

/// The index of the map as it is now; NULL if there is none. The world holds it.
static const lf_index *index_of_now(void) {
    const lf_snapshot *state = lf_world_acquire(lfjs_here.world);
    lf_snapshot_release(state);
    return lf_snapshot_index(state);
}

/// A list of tiles: 0 headlands, 1 landmarks, 2 buoys, 3 headlands in the order of the hierarchy.
LFJS(int32_t, page_index_tiles)(int32_t which) {
    static index_list *const lists[] = {lf_index_headlands, lf_index_landmarks, lf_index_buoys,
                                        lf_index_order};
    const lf_index *index = index_of_now();
    const int64_t count = index == NULL ? 0 : lists[which](index, NULL, 0);
    lf_tile *tiles = watch_room(count, sizeof *tiles);
    if (tiles == NULL) return LF_E_NOMEM;
    if (count > 0) lists[which](index, tiles, count);
    return watch_list(count);
}

/// The legs as pairs of tiles, each leg once.
LFJS(int32_t, page_index_legs)(void) {
    enum { MOST = 4096 };
    const lf_index *index = index_of_now();
    const int64_t headlands = index == NULL ? 0 : lf_index_headland_count(index);
    const int64_t legs = index == NULL ? 0 : lf_index_leg_count(index);
    lf_tile *pairs = watch_room(2 * legs, sizeof *pairs);
    lf_tile *own = malloc((size_t)(headlands + 1) * sizeof *own), *others = malloc(MOST * sizeof *others);
    int64_t filled = 0;
    if (pairs != NULL && own != NULL && others != NULL && index != NULL) {
        lf_index_headlands(index, own, headlands);
        for (int64_t i = 0; i < headlands; i++) {
            const int64_t count = lf_index_legs(index, i, others, MOST);
            for (int64_t j = 0; j < count && j < MOST && filled + 2 <= 2 * legs; j++) {
                if (others[j] < own[i]) continue;
                pairs[filled++] = own[i];
                pairs[filled++] = others[j];
            }
        }
    }
    const bool enough = pairs != NULL && own != NULL && others != NULL;
    free(own);
    free(others);
    return enough ? watch_list(filled) : LF_E_NOMEM;
}
