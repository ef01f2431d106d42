// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The way back from the target by the written rule of lf_search_find, which compares costs only: over open ground of
// one weight in straight runs (ground.c), through cells with a table by ways that were found before (passages.c),
// elsewhere a sweep gives the costs of all tiles of each cell on the way.
#ifndef LF_NO_CELLS // absent.c
#include "lanes.h"

#include <string.h>

/// Fills a view in 16 bits. The way to a tile enters the cell at a lane that costs less, by at most what the cell weighs.
static void view_fill_narrow(const lf_search *search, uint32_t number, lfi_cell_view *view) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *cell = &cells->cells[number];
    const uint64_t to = view->to, low = to > LFI_NARROW_NONE - 1 ? to - (LFI_NARROW_NONE - 1) : 0;
    const uint32_t *costs = cells->lanes32[number].costs;
    uint64_t taken = 0, base = low == 0 && cell->has_sources ? 0 : to;
    bool all = low == 0 || !cell->has_sources;
    for (int i = 0; i < LFI_LANES; i++) {
        if (costs[i] < low) all = false;
        if (costs[i] < low || costs[i] > to) continue;
        taken |= UINT64_C(1) << i;
        if (costs[i] < base) base = costs[i];
    }
    view->base = base;
    view->from = all ? 0 : low + search->query.weights->cells[number].sum;
    lfi_cell_costs_narrow(search, number, taken, (uint32_t)base, view->narrow);
}

const lfi_cell_view *lfi_view_of_cell(const lf_search *search, uint32_t number, uint64_t to) {
    lfi_cells *cells = lfi_cells_of(search);
    for (int i = 0; i < LFI_CELL_VIEWS; i++) {
        const lfi_cell_view *view = &cells->views[i];
        if (view->cell == number && to >= view->from && to <= view->to) return view;
    }
    lfi_cell_view *view = &cells->views[cells->view_next];
    cells->view_next = (cells->view_next + 1) % LFI_CELL_VIEWS;
    view->cell = number;
    view->to = to;
    view->from = 0;
    if (cells->wide) {
        lfi_cell_costs_wide(search, number, UINT64_MAX, view->wide);
        view->to = LFI_WIDE_NONE;
        return view;
    }
    view_fill_narrow(search, number, view);
    return view;
}

/// The cost of a tile of a cell.
static uint64_t view_cost(const lfi_cells *cells, const lfi_cell_view *view, int tile) {
    if (cells->wide) return view->wide[tile];
    return view->narrow[tile] == LFI_NARROW_NONE ? LFI_LANE_NONE : view->base + view->narrow[tile];
}

/// The cost of a tile at the side of another cell, or expanse.
static uint64_t rim_cost(const lfi_cells *cells, lf_point point) {
    const uint32_t number = lfi_cell_of_point(cells, point);
    const int x = point.x & 15, y = point.y & 15;
    uint64_t best = lfi_cost_none(cells);
    if (lfi_expanse_has(cells, point))
        return cells->expanses[lfi_expanse_of_point(cells, point)].costs[lfi_expanse_lane(point)];
    if (cells->cells[number].stamp != cells->stamp || cells->cells[number].open == 0) return best;
    const int lanes[4] = {y == 0 ? x : -1, y == 15 ? 16 + x : -1, x == 0 ? 32 + y : -1,
                          x == 15 ? 48 + y : -1};
    for (int i = 0; i < 4; i++) {
        if (lanes[i] < 0) continue;
        const uint64_t cost = lfi_lane_cost(cells, (lfi_lane_place){number, lanes[i], false});
        if (cost < best) best = cost;
    }
    return best;
}

/// A walk back from the target, and what is known of the tiles around it: their costs, or that they are open ground.
typedef struct cells_walk {
    lf_tile tile;
    lf_point point;
    uint64_t cost;
    lf_point corner;         ///< of the cell, or of the expanse
    int32_t side;            ///< of it; 0: not yet known
    bool even;               ///< whether it is open ground
    uint64_t from;           ///< what is known is right from this cost on
    uint64_t base;           ///< narrow: what costs are counted from
    const uint16_t *narrow;  ///< row by row
    const uint64_t *wide;    ///< the same, if numbers are wide
    const lfi_cell_way *way; ///< NULL, or the way through the cell that is known already
    int taken;               ///< moves of it
    lfi_ground ground;
} cells_walk;

/// Whether a place is where the walk is.
static inline bool walk_has(const cells_walk *walk, lf_point point) {
    return (uint32_t)(point.x - walk->corner.x) < (uint32_t)walk->side &&
           (uint32_t)(point.y - walk->corner.y) < (uint32_t)walk->side;
}

static inline lf_point walk_at(const cells_walk *walk) {
    return (lf_point){walk->point.x - walk->corner.x, walk->point.y - walk->corner.y};
}

/// Whether it is open ground: never in builds without expanses, which are small.
static inline bool walk_is_even(const cells_walk *walk) {
    return LFI_EXPANSES != 0 && walk->even;
}

/// Begins with open ground, by the costs of its lanes.
static void walk_enter(const uint32_t *costs, int32_t side, uint16_t even, cells_walk *walk) {
    walk->side = side;
    walk->even = true;
    walk->way = NULL;
    walk->from = 0;
    walk->corner = (lf_point){walk->point.x & -side, walk->point.y & -side};
    lfi_ground_enter(&walk->ground, costs, side, even, walk_at(walk), walk->cost);
}

/// Looks at the cell, or the expanse, where the walk is now.
static void walk_look(const lf_search *search, cells_walk *walk) {
    const lfi_cells *cells = lfi_cells_of(search);
    const uint32_t number = lfi_cell_of_point(cells, walk->point);
    const lfi_cell *cell = &cells->cells[number];
    if (lfi_expanse_has(cells, walk->point)) {
        const uint32_t expanse = lfi_expanse_of_point(cells, walk->point);
        walk_enter(cells->expanses[expanse].costs, LFI_EXPANSE_SIDE,
                   cells->cells[cells->count + expanse].even, walk);
        return;
    }
    if (LFI_EXPANSES != 0 && !cells->wide && cell->even != 0 && !cell->has_sources) {
        walk_enter(cells->lanes32[number].costs, LFI_CELL_SIDE, cell->even, walk);
        return;
    }
    walk->side = LFI_CELL_SIDE;
    walk->even = false;
    walk->corner = (lf_point){walk->point.x & -walk->side, walk->point.y & -walk->side};
    walk->way = lfi_way_back(search, number, walk->point, walk->cost);
    walk->taken = 0;
    walk->from = 0;
    if (walk->way != NULL) return;
    const lfi_cell_view *view = lfi_view_of_cell(search, number, walk->cost);
    walk->from = view->from;
    walk->base = view->base;
    walk->narrow = view->narrow;
    walk->wide = view->wide;
}

int lfi_view_move(const uint16_t *costs, uint64_t base, lf_point from, unsigned moves, uint64_t wanted) {
    const uint16_t *here = costs + lfi_cell_tile(from);
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((moves >> k & 1) != 0 && base + here[lfi_move_dy(k) * LFI_CELL_SIDE + lfi_move_dx(k)] == wanted)
            return k;
    }
    return LFI_CENTRE;
}

/// Whether all tiles beside the one where the walk is are in the same place.
static inline bool walk_is_inside(const cells_walk *walk) {
    const unsigned x = (unsigned)(walk->point.x - walk->corner.x),
                   y = (unsigned)(walk->point.y - walk->corner.y);
    return x - 1 < (unsigned)walk->side - 2 && y - 1 < (unsigned)walk->side - 2;
}

/// Whether a tile beside the one where the walk is costs so much.
static bool walk_costs(const lfi_cells *cells, const cells_walk *walk, int k, uint64_t wanted) {
    const lf_point point = {walk->point.x + lfi_move_dx(k), walk->point.y + lfi_move_dy(k)};
    if (!walk_has(walk, point)) return rim_cost(cells, point) == wanted;
    if (walk->way != NULL) return walk->taken < walk->way->length && walk->way->moves[walk->taken] == k;
    if (walk_is_even(walk)) return lfi_ground_leads(&walk->ground, walk_at(walk), k);
    const int tile = (point.y - walk->corner.y) * walk->side + point.x - walk->corner.x;
    if (cells->wide) return walk->wide[tile] == wanted;
    return walk->narrow[tile] != LFI_NARROW_NONE && walk->base + walk->narrow[tile] == wanted;
}

/// The move back anywhere.
static int walk_beside(const lfi_cells *cells, const cells_walk *walk, unsigned moves, uint64_t weight) {
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        const uint64_t way = weight * (lfi_move_is_diagonal(k) ? cells->diagonal : cells->straight);
        if ((moves >> k & 1) != 0 && way <= walk->cost && walk_costs(cells, walk, k, walk->cost - way))
            return k;
    }
    return LFI_CENTRE;
}

/// The move back by the written rule.
static int walk_move(const lf_search *search, uint64_t weight, cells_walk *walk) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lf_map *map = search->map;
    const lfi_spot spot = {lfi_map_row(map, walk->point.y) + (uint64_t)walk->point.x};
    const unsigned moves = map->allowed[lfi_bits_around(map->open, spot, map->stride)];
    if (!cells->wide && !walk_is_even(walk) && walk_is_inside(walk))
        return lfi_view_move(walk->narrow, walk->base, walk->point, moves, walk->cost - weight);
    const int k = walk_beside(cells, walk, moves, weight);
    if (walk_is_even(walk)) lfi_ground_keep(&walk->ground, walk_at(walk), k);
    walk->taken++;
    return k;
}

/// Takes a move back, over and over, from tiles that weigh as much.
static inline void walk_moves(lf_search *search, cells_walk *walk, int k, int32_t times, int64_t weight) {
    lfi_cells *cells = lfi_cells_of(search);
    lf_route *route = &search->route;
    const bool diagonal = lfi_move_is_diagonal(k);
    for (int32_t i = 0; i < times; i++) cells->moves[route->length + i] = (uint8_t)k;
    route->length += times;
    route->diagonal += diagonal ? times : 0;
    *(diagonal ? &route->diagonal_cost : &route->straight_cost) += times * weight;
    walk->tile = (lf_tile)(walk->tile + times * search->map->tile_offset[k]);
    walk->point = (lf_point){walk->point.x + times * lfi_move_dx(k), walk->point.y + times * lfi_move_dy(k)};
    walk->cost -= (uint64_t)(times * weight) * (diagonal ? cells->diagonal : cells->straight);
}

/// Follows a way that is known until a side comes.
static void walk_follow(lf_search *search, cells_walk *walk) {
    const uint16_t *weights = search->query.weights->costs;
    do walk_moves(search, walk, walk->way->moves[walk->taken++], 1, weights[walk->tile]);
    while (walk_is_inside(walk));
}

/// Takes a move back, or some.
static void walk_back(lf_search *search, cells_walk *walk) {
    const int64_t weight = search->query.weights->costs[walk->tile];
    if (!walk_has(walk, walk->point) || walk->cost < walk->from) walk_look(search, walk);
    if (walk->way != NULL && walk_is_inside(walk)) {
        walk_follow(search, walk);
        return;
    }
    int32_t times = 1;
    const int k = walk_is_even(walk) && walk_is_inside(walk)
                      ? lfi_ground_run(&walk->ground, walk->side, walk_at(walk), &times)
                      : walk_move(search, (uint64_t)weight, walk);
    LFI_ASSERT(k != LFI_CENTRE);
    walk_moves(search, walk, k, times, weight);
}

/// Whether a target has the cost of the best route.
static bool target_is_best(const lf_search *search, lf_tile target) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lf_point point = lfi_map_point(search->map, target);
    const uint32_t number = lfi_cell_of_point(cells, point);
    if (!lfi_cells_end_inside(search, target) || cells->tiles[number].nearest != cells->best) return false;
    return view_cost(cells, lfi_view_of_cell(search, number, cells->best), lfi_cell_tile(point)) ==
           cells->best;
}

void lfi_cells_settle(lf_search *search) {
    lfi_cells *cells = lfi_cells_of(search);
    lf_route *route = &search->route;
    for (int i = 0; i < LFI_CELL_VIEWS; i++) cells->views[i].cell = LFI_NO_SLOT;
    cells->view_next = 0;
    int64_t first = 0;
    while (!target_is_best(search, search->query.targets[first])) first++;
    route->target = search->query.targets[first];
    cells_walk walk = {
        .tile = route->target, .point = lfi_map_point(search->map, route->target), .cost = cells->best};
    walk.ground.orthogonal = search->map->moves == LF_MOVES_ORTHOGONAL;
    route->length = route->diagonal = route->straight_cost = route->diagonal_cost = 0;
    while (walk.cost > 0) walk_back(search, &walk);
    route->source = walk.tile;
}
#endif // LF_NO_CELLS
