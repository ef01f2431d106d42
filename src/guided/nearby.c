// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The near flood: a small flood around the sources, before a plan is made for several ends.
//
// A plan counts cells. With many ends, several pairs of them are often a cell or two apart, and to a plan they
// are all alike: it took any of them, and routes were up to 20 times as long as the shortest. (With one source
// and one target there is nothing to choose.) So guided strategies first look for ends that are near each
// other. The horizon of the flood is 4 moves at first, then 8, 16 and so on. Only those sources are flooded that have a
// target within the horizon as the crow flies, so the flood is mostly that of one or two sources.
//
//     s1 . . . . t1          horizon 4: no source has a target so near
//      .                     horizon 8: s1 and s2 have; the wave of s2 reaches t2 first
//       .     s2 . . t2
//         .                  s3 is never flooded
//     s3
//
// All sources with a target within the horizon take part, and a wave is one move. So the first target reached
// is the nearest of all, and the route is the shortest: no plan is needed. If no horizon shows a target, or
// the flood has had its share of tiles, the query goes on as if there had been no flood.
//
// Time: O(ends + tiles flooded). Memory: a window (window.c).
#include "nearby.h"

#include "../coarse/coarse.h"
#include "plan.h"
#include "window.h"

enum {
    NEARBY_FIRST = 4,
    NEARBY_LAST = 64,
    NEARBY_TILES = 1 << 14, ///< the most to expand, over all horizons
    NEARBY_SHARE = 16,      ///< nor more than this part of the map, where it would be most of the query
};

lfi_nearby *lfi_nearby_of(const lf_search *search) {
    return &lfi_plan_of(search)->nearby;
}

bool lfi_nearby_looks(const lf_search *search) {
    return lfi_nearby_of(search)->state == LFI_NEARBY_LOOKING;
}

bool lfi_nearby_found(const lf_search *search) {
    return lfi_nearby_of(search)->state == LFI_NEARBY_FOUND;
}

// ---- Which sources are near -----------------------------------------------------------------------

/// The box around the targets.
static lfi_box targets_box(const lf_search *search) {
    lfi_box box = {INT32_MAX, INT32_MAX, -1, -1};
    for (int64_t i = 0; i < search->query.target_count; i++) {
        const lf_point point = lfi_map_point(search->map, search->query.targets[i]);
        if (point.x < box.x0) box.x0 = point.x;
        if (point.y < box.y0) box.y0 = point.y;
        if (point.x > box.x1) box.x1 = point.x;
        if (point.y > box.y1) box.y1 = point.y;
    }
    return box;
}

/// The least number of moves from a tile to a box.
static uint32_t box_apart(lfi_box box, lf_point point) {
    const uint32_t dx = lfi_gap_outside(point.x, box.x0, box.x1),
                   dy = lfi_gap_outside(point.y, box.y0, box.y1);
    return dx > dy ? dx : dy;
}

/// How far the nearest source is from the box around the targets.
static uint32_t sources_apart(const lf_search *search) {
    const lfi_box box = targets_box(search);
    uint32_t least = UINT32_MAX;
    for (int64_t i = 0; i < search->query.source_count; i++) {
        const lf_tile tile = search->query.sources[i].tile;
        const uint32_t apart = box_apart(box, lfi_map_point(search->map, tile));
        if (apart < least && lfi_search_source_useful(search, tile)) least = apart;
    }
    return least;
}

/// Puts the sources that have a target within the horizon into the window, which has the targets already.
/// Returns whether there are any.
static bool sources_add(lf_search *search) {
    lfi_nearby *near = lfi_nearby_of(search);
    bool any = false;
    near->left_sources = false;
    for (int64_t i = 0; i < search->query.source_count; i++) {
        const lf_tile tile = search->query.sources[i].tile;
        if (!lfi_search_source_useful(search, tile)) continue;
        if (lfi_window_wants_within(search, tile, near->horizon)) {
            lfi_window_add_source(search, tile);
            any = true;
        } else {
            near->left_sources = true;
        }
    }
    return any;
}

// ---- Horizons -------------------------------------------------------------------------------------

/// Begins a flood up to the next horizon that some source has a target within. False if there is none.
static bool horizon_next(lf_search *search) {
    lfi_nearby *near = lfi_nearby_of(search);
    do {
        near->horizon *= 2;
        if (near->horizon > NEARBY_LAST || near->tiles <= 0) return false;
        lfi_window_rewind(search, near->horizon);
    } while (!sources_add(search));
    return true;
}

/// Gives the query to the planner.
static void nearby_leave(lf_search *search) {
    lfi_nearby_of(search)->state = LFI_NEARBY_OFF;
    lfi_plan_begin(search);
}

/// Sets the window up, with all targets. False if there is no choice of ends, or none are near enough.
static bool nearby_set_up(lf_search *search) {
    const lf_query *query = &search->query;
    if (query->source_count == 1 && query->target_count == 1) return false;
    lfi_nearby *near = lfi_nearby_of(search);
    const int64_t apart = sources_apart(search);
    while (2 * near->horizon < apart && near->horizon < NEARBY_LAST) near->horizon *= 2;
    if (2 * near->horizon < apart) return false;
    if (!lfi_window_begin_anywhere(search, query->source_count + query->target_count)) return false;
    for (int64_t i = 0; i < query->target_count; i++) lfi_window_add_target(search, query->targets[i]);
    return horizon_next(search);
}

void lfi_nearby_begin(lf_search *search) {
    const int64_t share = search->base->open_count / NEARBY_SHARE;
    *lfi_nearby_of(search) = (lfi_nearby){.state = LFI_NEARBY_LOOKING,
                                          .horizon = NEARBY_FIRST / 2,
                                          .tiles = share < NEARBY_TILES ? share : NEARBY_TILES};
    search->stage = LFI_STAGE_PLAN;
    if (!nearby_set_up(search)) nearby_leave(search);
}

/// A target was reached: sets the route's ends and lengths.
static lf_status nearby_settle(lf_search *search) {
    lf_route *route = &search->route;
    lfi_nearby_of(search)->state = LFI_NEARBY_FOUND;
    lfi_window_measure(search, route);
    route->exact = true;
    return LF_OK;
}

lf_status lfi_nearby_step(lf_search *search, int64_t *budget) {
    lfi_nearby *near = lfi_nearby_of(search);
    const int64_t most = *budget < near->tiles ? *budget : near->tiles;
    int64_t left = most;
    const lf_status status = lfi_window_run(search, &left);
    *budget -= most - left;
    near->tiles -= most - left;
    if (status == LF_OK) return nearby_settle(search);
    if (status == LF_PAUSED && near->tiles > 0) return LF_PAUSED;
    if (status == LF_NO_ROUTE && lfi_window_is_spent(lfi_window_of(search)) && !near->left_sources) {
        near->state = LFI_NEARBY_OFF;
        return LF_NO_ROUTE;
    }
    if (!horizon_next(search)) nearby_leave(search);
    return LF_PAUSED;
}
