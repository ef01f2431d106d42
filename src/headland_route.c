// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The route of `headland`: from the headland at which the two sides meet back to the source, and on to the
// target, leg by leg. Arcs of a hierarchy are unfolded on the way: an arc over a lower headland is the two
// arcs of that headland, until nothing but legs is left.
//
// Time: O(legs + tiles), with a hierarchy times the length of a list of arcs. Memory: the room that the
// search has for unfolding.
#include "headland_route.h"

#include "search.h"

/// A walk along one side, from the meeting outwards: counts moves, and writes tiles if there is room for
/// them.
typedef struct route_walk {
    const lf_search *search;
    int side;
    lf_point here;
    int64_t at; ///< index of the tile of `here` in the route
    int64_t length, diagonal;
    lf_tile *tiles; ///< NULL: only count
    int64_t capacity;
} route_walk;

/// Writes a leg backwards, without its first tile: tiles[at] is `to`. The leg runs along the keel first as
/// seen from `from`, or, if `late`, as seen from `to`.
static void leg_write(const route_walk *walk, lf_point from, lf_point to, bool late, int64_t at) {
    const lf_map *map = walk->search->map;
    const bool orthogonal = walk->search->headland.metric.orthogonal;
    const uint32_t dx = lfi_gap(from.x, to.x), dy = lfi_gap(from.y, to.y);
    const int64_t width = map->width;
    const int64_t across = to.x < from.x ? 1 : -1, along = to.y < from.y ? width : -width; // steps back
    const uint32_t keel = orthogonal ? dx : dx < dy ? dx : dy;
    const uint32_t ray = orthogonal ? dy : dx < dy ? dy - dx : dx - dy;
    const int64_t keel_step = orthogonal ? across : across + along;
    const int64_t ray_step = orthogonal || dx < dy ? along : across;
    const uint32_t counts[2] = {late ? keel : ray, late ? ray : keel};
    const int64_t steps[2] = {late ? keel_step : ray_step, late ? ray_step : keel_step};
    int64_t tile = lfi_point_tile(map, to);
    for (int i = 0; i < 2; i++) {
        int64_t left = counts[i];
        const int64_t over = at - walk->capacity + 1; // tiles that there is no room for
        const int64_t skip = over < 0 ? 0 : over < left ? over : left;
        tile += skip * steps[i];
        at -= skip;
        for (left -= skip; left > 0; left--, tile += steps[i], at--) walk->tiles[at] = (lf_tile)tile;
    }
}

/// Goes on to a place by one leg. The leg of an end runs along the keel first as seen from the end.
static void walk_to(route_walk *walk, lf_point next, bool end) {
    const uint32_t dx = lfi_gap(walk->here.x, next.x), dy = lfi_gap(walk->here.y, next.y);
    const uint32_t diagonals = lfi_metric_diagonals(&walk->search->headland.metric, dx, dy);
    const int64_t moves = (int64_t)dx + dy - diagonals;
    walk->length += moves;
    walk->diagonal += diagonals;
    const bool back = walk->side == LFI_FORTH; // the side of the sources is walked towards the source
    if (walk->tiles != NULL && back) leg_write(walk, next, walk->here, false, walk->at);
    if (walk->tiles != NULL && !back) leg_write(walk, walk->here, next, end, walk->at + moves);
    walk->at += back ? -moves : moves;
    walk->here = next;
}

/// Goes down an arc, by its legs, to the headland before.
static void walk_unfold(route_walk *walk, uint32_t arc, uint32_t end) {
    const lf_index *index = walk->search->index;
    lfi_fold *folds = walk->search->headland.folds;
    uint32_t count = 0;
    folds[count++] = (lfi_fold){arc, end, false};
    while (count > 0) {
        const lfi_fold fold = folds[--count];
        const uint32_t via = index->up[fold.arc].via;
        if (via == LFI_ARC_LEG) {
            walk_to(walk, index->points[fold.end], false);
            continue;
        }
        const lfi_halves halves = index->halves[fold.arc];
        folds[count++] = (lfi_fold){fold.up ? halves.high : halves.low, fold.end, true};
        folds[count++] = (lfi_fold){fold.up ? halves.low : halves.high, via, false};
    }
}

/// Walks one side from the meeting to its end, whose tile it returns.
static lf_tile walk_side(route_walk *walk) {
    const lf_search *search = walk->search;
    const lfi_trail *trail = search->headland.trail;
    uint32_t number = search->headland.best_meeting;
    walk->here = search->index->points[number];
    for (;;) {
        const uint32_t from = trail[number].from[walk->side];
        if (from == LFI_FROM_END) break;
        if (search->index->up_first != NULL)
            walk_unfold(walk, trail[number].by[walk->side], from);
        else
            walk_to(walk, search->index->points[from], false);
        number = from;
    }
    const lf_tile end = trail[number].by[walk->side];
    walk_to(walk, lf_map_point(search->map, end), true);
    return end;
}

void lfi_headland_settle(lf_search *search) {
    lfi_headland *headland = &search->headland;
    lf_route *route = &search->route;
    route_walk forth = {.search = search, .side = LFI_FORTH}, back = {.search = search, .side = LFI_BACK};
    if (headland->best_direct) {
        route->source = headland->best_source;
        route->target = headland->best_target;
        back.here = lf_map_point(search->map, route->source);
        walk_to(&back, lf_map_point(search->map, route->target), false);
    } else {
        route->source = walk_side(&forth);
        route->target = walk_side(&back);
    }
    headland->best_meeting_at = forth.length;
    route->length = forth.length + back.length;
    route->diagonal = forth.diagonal + back.diagonal;
}

void lfi_headland_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    const lfi_headland *headland = &search->headland;
    if (capacity == 0) return;
    route_walk forth = {.search = search,
                        .side = LFI_FORTH,
                        .at = headland->best_meeting_at,
                        .tiles = tiles,
                        .capacity = capacity};
    route_walk back = forth;
    back.side = LFI_BACK;
    if (headland->best_direct) {
        back.here = lf_map_point(search->map, search->route.source);
        walk_to(&back, lf_map_point(search->map, search->route.target), false);
    } else {
        walk_side(&forth);
        walk_side(&back);
    }
    tiles[0] = search->route.source;
}
