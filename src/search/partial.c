// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Partial routes: if no target can be reached, the way to the reachable tile that is nearest to a target.
//
// It takes other questions, one after the other, and each is an ordinary one:
//
//     reach     which tiles can be reached? Where bodies are known and neither a gate nor obstacles are in
//               force: the bodies of the sources. Otherwise a flood from the sources with no target. Where the query itself was
//               flooded, its flood has met them all.
//     nearest   rows around each target, outwards: of each run that can be reached, the tile nearest to the
//               target. No row is looked at that is farther away than the best tile so far. All tiles as near
//               as the nearest are then listed, in the order of their numbers.
//     route     the query once more, with these tiles as targets, by its own strategy
//
// The lowest of several tiles that are as near by way, too, is what a flood gives. Other exact strategies
// give any of them. They are asked once more for the tiles with lower numbers, until these are farther (about
// as often as the logarithm of the list is long). If there are more tiles than room, they are asked for part
// by part. If the last answer was not the best one, the best tile is asked for once more, alone.
//
// Rejected: to let the flood look for the nearest tile itself. It would have to compare distances in its
// loop, and would have to flood a whole ocean where an index knows the way in microseconds.
//
// Time: O(rows around the targets * runs in them), and two to four queries; with bodies and an index no
// flood. Memory: part of the berths.
#include "search.h"

#include "../base/cost.h"
#include "../base/metric.h"

#include <string.h>

#define PARTIAL_FAR UINT64_MAX

void lfi_partial_begin(lf_search *search) {
    search->partial = (lfi_partial){.targets = search->query.targets,
                                    .target_count = search->query.target_count,
                                    .cost = search->query.options.cost,
                                    .weights = search->query.weights,
                                    .after = LF_NO_TILE,
                                    .distance = PARTIAL_FAR};
}

static lfi_metric partial_metric(const lf_search *search) {
    return lfi_metric_make(search->base->moves, search->partial.cost);
}

// ---- Reach ----------------------------------------------------------------------------------------

/// Whether bodies tell which tiles can be reached.
static bool reach_by_bodies(const lf_search *search) {
    return search->body_stamp != NULL && !lfi_query_closes(search);
}

/// Whether a run of open tiles can be reached: then all of it can.
static bool reach_has(const lf_search *search, lf_point first) {
    const lf_tile tile = lfi_map_tile(search->map, first);
    if (reach_by_bodies(search)) return search->body_stamp[lf_map_body(search->base, tile)] == search->stamp;
    return search->guardrail->has_met(search, tile);
}

/// Marks the bodies of the sources instead of those of targets.
static void reach_mark(lf_search *search) {
    lfi_search_new_stamp(search);
    for (int64_t i = 0; lfi_bodies_count(search) && i < search->query.source_count; i++)
        search->body_stamp[lf_map_body(search->base, search->query.sources[i].tile)] = search->stamp;
}

/// Begins a query of its own, with these targets or none. What the queries cost adds up.
static void partial_ask(lf_search *search, lfi_partial_stage stage, const lf_tile *targets, int64_t count) {
    lfi_route_forget(&search->route);
    search->partial.stage = stage;
    search->query.targets = targets;
    search->query.target_count = count;
    search->query.options.cost = stage == LFI_PARTIAL_REACH ? LF_COST_UNIFORM : search->partial.cost;
    search->query.weights = stage == LFI_PARTIAL_REACH ? NULL : search->partial.weights;
    search->stage = LFI_STAGE_REFINE;
    search->runner = stage == LFI_PARTIAL_REACH ? search->guardrail : search->strategy;
    search->begun = true;
    lfi_search_start(search);
}

/// Asks for the way to the best of some of the nearest tiles.
static lf_status route_ask(lf_search *search, const lf_tile *targets, int64_t count) {
    lfi_search_new_stamp(search);
    search->query.targets = targets;
    search->query.target_count = count;
    lfi_search_mark_bodies(search);
    partial_ask(search, LFI_PARTIAL_ROUTE, targets, count);
    return LF_PAUSED;
}

// ---- Rows around a target -------------------------------------------------------------------------

/// A walk over the runs of a row, cut off at x0 and x1.
typedef struct row_walk {
    const uint64_t *open;
    uint64_t row, bit, end;
    int32_t y;
} row_walk;

static row_walk row_begin(const lf_map *map, int64_t y, int64_t x0, int64_t x1) {
    const uint64_t row = lfi_map_row(map, y);
    const int64_t begin = x0 < 0 ? 0 : x0, end = x1 < map->width ? x1 + 1 : map->width;
    return (row_walk){map->open, row, row + (uint64_t)begin, row + (uint64_t)end, (int32_t)y};
}

/// The next run, from its first to its last tile; false if there is none.
static bool row_next(row_walk *walk, lf_point *first, int32_t *last) {
    if (walk->bit >= walk->end) return false;
    const uint64_t begin = lfi_run_edge(walk->open, walk->bit, 0, walk->end);
    if (begin >= walk->end) return false;
    const uint64_t stop = lfi_run_edge(walk->open, begin, UINT64_MAX, walk->end);
    walk->bit = stop;
    *first = (lf_point){(int32_t)(begin - walk->row), walk->y};
    *last = (int32_t)((stop < walk->end ? stop : walk->end) - walk->row) - 1;
    return true;
}

/// How far to the left and right of a target a row is of interest: the tiles that are no farther than
/// `distance`. The row itself is no farther.
static int64_t row_reach(const lf_map *map, const lfi_metric *metric, uint32_t dy, uint64_t distance) {
    if (distance == PARTIAL_FAR) return map->width;
    int64_t near = 0, far = map->width; // the reach is at least `near`, and less than `far`
    while (far - near > 1) {
        const int64_t middle = near + (far - near) / 2;
        if (lfi_metric_length(metric, (uint32_t)middle, dy) <= distance)
            near = middle;
        else
            far = middle;
    }
    return near;
}

/// The nearest tile of a row that can be reached, if it is nearer than all so far.
static void row_find(const lf_search *search, const lfi_metric *metric, lf_point target, int64_t y,
                     uint64_t *best) {
    const uint32_t dy = lfi_gap(target.y, (int32_t)y);
    const int64_t reach = row_reach(search->map, metric, dy, *best);
    row_walk walk = row_begin(search->map, y, target.x - reach, target.x + reach);
    lf_point first;
    int32_t last;
    while (row_next(&walk, &first, &last)) {
        const uint64_t distance = lfi_metric_length(metric, lfi_gap_outside(target.x, first.x, last), dy);
        if (distance < *best && reach_has(search, first)) *best = distance;
    }
}

/// The distance of the nearest tile that can be reached; PARTIAL_FAR if none can.
static uint64_t nearest_distance(const lf_search *search) {
    const lf_map *map = search->map;
    const lfi_metric metric = partial_metric(search);
    uint64_t best = PARTIAL_FAR;
    for (int64_t i = 0; i < search->partial.target_count; i++) {
        const lf_point target = lfi_map_point(map, search->partial.targets[i]);
        for (int64_t dy = 0; dy < map->height; dy++) {
            if (lfi_metric_length(&metric, 0, (uint32_t)dy) >= best) break;
            if (target.y - dy >= 0) row_find(search, &metric, target, target.y - dy, &best);
            if (dy > 0 && target.y + dy < map->height)
                row_find(search, &metric, target, target.y + dy, &best);
        }
    }
    return best;
}

// ---- The list of nearest tiles --------------------------------------------------------------------

/// The first place in the list that is not below a tile.
static int64_t nearest_place(const lf_search *search, lf_tile tile) {
    int64_t low = 0, high = search->partial.count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (search->berths.nearest[middle] < tile)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Puts a tile into the list, which keeps its order and the lowest numbers.
static void nearest_add(lf_search *search, lf_tile tile) {
    lfi_partial *partial = &search->partial;
    lf_tile *nearest = search->berths.nearest;
    if (partial->after != LF_NO_TILE && tile <= partial->after) return;
    const int64_t at = nearest_place(search, tile);
    if (at < partial->count && nearest[at] == tile) return;
    if (partial->count == search->berths.room) {
        partial->more = true;
        if (at == partial->count) return;
        partial->count--;
    }
    memmove(nearest + at + 1, nearest + at, (size_t)(partial->count - at) * sizeof *nearest);
    nearest[at] = tile;
    partial->count++;
}

/// Adds the tiles of a row that are as near to a target as any tile. None is nearer.
static void row_list(lf_search *search, const lfi_metric *metric, lf_point target, int64_t y) {
    const int64_t reach =
        row_reach(search->map, metric, lfi_gap(target.y, (int32_t)y), search->partial.distance);
    row_walk walk = row_begin(search->map, y, target.x - reach, target.x + reach);
    lf_point at;
    int32_t last;
    while (row_next(&walk, &at, &last)) {
        if (!reach_has(search, at)) continue;
        for (; at.x <= last; at.x++) nearest_add(search, lfi_map_tile(search->map, at));
    }
}

static void nearest_list(lf_search *search) {
    const lf_map *map = search->map;
    const lfi_metric metric = partial_metric(search);
    const int64_t rows = (int64_t)(search->partial.distance / metric.straight);
    search->partial.count = 0;
    search->partial.more = false;
    for (int64_t i = 0; i < search->partial.target_count; i++) {
        const lf_point target = lfi_map_point(map, search->partial.targets[i]);
        const int64_t top = target.y > rows ? target.y - rows : 0;
        for (int64_t y = top; y <= target.y + rows && y < map->height; y++)
            row_list(search, &metric, target, y);
    }
}

// ---- From question to question --------------------------------------------------------------------

/// It is known which tiles can be reached: lists the nearest, and asks for the way.
static lf_status reach_known(lf_search *search) {
    lfi_partial *partial = &search->partial;
    if (partial->distance == PARTIAL_FAR) partial->distance = nearest_distance(search);
    if (partial->distance == PARTIAL_FAR) return LF_NO_ROUTE;
    nearest_list(search);
    return route_ask(search, search->berths.nearest, partial->count);
}

/// Finds out which tiles can be reached. `flooded`: whether the guardrail has just flooded the map. It has
/// left out the sources of bodies without a target, so it has met all tiles only if bodies are unknown.
static lf_status reach_ask(lf_search *search, bool flooded) {
    if (!lfi_depth_gate_on(search) || search->harboured)
        search->map = search->now; // headland may have turned to another one
    if (flooded && !lfi_bodies_count(search)) return reach_known(search);
    reach_mark(search);
    if (reach_by_bodies(search)) return reach_known(search);
    partial_ask(search, LFI_PARTIAL_REACH, NULL, 0);
    return LF_PAUSED;
}

/// What the tiles of a way weigh, under weights.
static int64_t way_weight(const lf_route *route) {
    return route->straight_cost + route->diagonal_cost;
}

/// Whether one way costs less than another: -1, or 1 if it costs more, 0 if they cost the same.
static int way_compare(const lf_search *search, const lf_route *a, const lf_route *b) {
    const bool weighted = search->query.weights != NULL;
    const int64_t length = weighted ? way_weight(a) - way_weight(b) : a->length - b->length;
    if (!lfi_search_is_octile(search)) return (length > 0) - (length < 0);
    const int64_t diagonal = weighted ? a->diagonal_cost - b->diagonal_cost : a->diagonal - b->diagonal;
    return lfi_cost_sign(length - diagonal, diagonal);
}

/// A way to one of the tiles that were asked for was found: keeps it if it is the best, and goes on if
/// another tile may have a better one, or one that is as good with a lower number.
static lf_status route_found(lf_search *search) {
    lfi_partial *partial = &search->partial;
    const lf_route *route = &search->route;
    const lf_tile *nearest = search->berths.nearest;
    if (partial->last) return LF_PARTIAL;
    const int than_best =
        partial->best.target == LF_NO_TILE ? -1 : way_compare(search, route, &partial->best);
    if (than_best < 0 || (than_best == 0 && route->target < partial->best.target)) partial->best = *route;
    const bool is_best = route->target == partial->best.target;
    const int64_t lower = nearest_place(search, route->target);
    if (is_best && lower > 0 && search->runner->exact && !search->runner->first_wins)
        return route_ask(search, nearest, lower);
    if (partial->more) {
        partial->after = nearest[partial->count - 1];
        return reach_ask(search, false);
    }
    if (is_best) return LF_PARTIAL;
    partial->last = true;
    return route_ask(search, &partial->best.target, 1);
}

lf_status lfi_partial_go_on(lf_search *search, lf_status answer) {
    switch (search->partial.stage) {
    case LFI_PARTIAL_NONE:
        if (answer == LF_OK) return LF_OK;
        search->partial.best.target = LF_NO_TILE;
        return reach_ask(search, search->begun && search->runner == search->guardrail);
    case LFI_PARTIAL_REACH: return reach_known(search);
    default: return answer == LF_OK ? route_found(search) : LF_E_INTERNAL;
    }
}

// ---- How far it is --------------------------------------------------------------------------------

void lfi_partial_settle(const lf_search *search, lf_route *route) {
    const lfi_partial *partial = &search->partial;
    const lfi_metric metric = partial_metric(search);
    const lf_point end = lfi_map_point(search->base, route->target);
    uint64_t best = PARTIAL_FAR;
    for (int64_t i = 0; i < partial->target_count; i++) {
        const lf_point target = lfi_map_point(search->base, partial->targets[i]);
        const uint64_t distance = lfi_metric_between(&metric, end, target);
        if (distance >= best) continue;
        best = distance;
        route->target_index = i;
    }
    const lf_point target = lfi_map_point(search->base, partial->targets[route->target_index]);
    const uint32_t dx = lfi_gap(end.x, target.x), dy = lfi_gap(end.y, target.y);
    route->target_diagonal = lfi_metric_diagonals(&metric, dx, dy);
    route->target_distance = (int64_t)dx + dy - route->target_diagonal;
}

// ---- Best so far ----------------------------------------------------------------------------------

/// The nearest tile that was shown so far.
typedef struct near_view {
    const lf_search *search;
    lfi_metric metric;
    uint64_t distance;
    lf_tile tile;
} near_view;

/// The distance of the tiles of a box from the nearest target, at least.
static uint64_t view_distance(const near_view *view, lfi_box box) {
    const lfi_partial *partial = &view->search->partial;
    uint64_t best = PARTIAL_FAR;
    for (int64_t i = 0; i < partial->target_count; i++) {
        const lf_point target = lfi_map_point(view->search->base, partial->targets[i]);
        const uint64_t distance = lfi_metric_length(&view->metric, lfi_gap_outside(target.x, box.x0, box.x1),
                                                    lfi_gap_outside(target.y, box.y0, box.y1));
        if (distance < best) best = distance;
    }
    return best;
}

static bool view_wants(void *user, lfi_box box) {
    const near_view *view = user;
    return view_distance(view, box) <= view->distance;
}

static void view_see(void *user, lf_point point) {
    near_view *view = user;
    const uint64_t distance = view_distance(view, (lfi_box){point.x, point.y, point.x, point.y});
    const lf_tile tile = lfi_map_tile(view->search->base, point);
    if (distance > view->distance || (distance == view->distance && tile >= view->tile)) return;
    view->distance = distance;
    view->tile = tile;
}

/// Before anything is met, the search has reached its sources.
static void view_sources(near_view *view) {
    const lf_query *query = &view->search->query;
    for (int64_t i = 0; i < query->source_count; i++) {
        const lf_tile tile = query->sources[i].tile;
        if (lfi_search_source_useful(view->search, tile))
            view_see(view, lfi_map_point(view->search->base, tile));
    }
}

bool lfi_partial_so_far(const lf_search *search, lf_route *route) {
    near_view view = {search, partial_metric(search), PARTIAL_FAR, LF_NO_TILE};
    const lfi_viewer viewer = {view_wants, view_see, &view};
    if (!search->begun || search->runner->show == NULL) return false;
    search->runner->show(search, &viewer);
    route->target = view.tile;
    if (view.tile != LF_NO_TILE) {
        search->runner->measure(search, view.tile, route);
        return true;
    }
    view_sources(&view);
    route->target = route->source = view.tile;
    route->length = route->diagonal = 0;
    return view.tile != LF_NO_TILE;
}
