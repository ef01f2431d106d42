// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The way back from the target by the written rule of lf_search_find, which compares costs only: a sweep gives the costs
// of all tiles of each cell and each expanse on the way.
#ifndef LF_NO_CELLS // absent.c
#include "lanes.h"

/// Fills a view in 16 bits. The way to a tile enters the cell at a lane that costs less, by at most what the cell weighs; in
/// a cell of one weight by two sides at most.
static void view_fill_narrow(const lf_search *search, uint32_t number, lfi_cell_view *view) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *cell = &cells->cells[number];
    const bool even =
        LFI_EXPANSES != 0 && cell->even != 0 && cell->even <= LFI_EXPANSE_WEIGHT && !cell->has_sources;
    const uint64_t to = view->to, reach = even ? LFI_EXPANSE_REACH : LFI_NARROW_NONE - 1;
    const uint32_t *costs = cells->lanes32[number].costs;
    const uint64_t low = to > reach ? to - reach : 0;
    uint64_t taken = 0, base = low == 0 && cell->has_sources ? 0 : to;
    bool all = low == 0 || !cell->has_sources;
    for (int i = 0; i < LFI_LANES; i++) {
        if (costs[i] < low) all = false;
        if (costs[i] < low || costs[i] > to) continue;
        taken |= UINT64_C(1) << i;
        if (costs[i] < base) base = costs[i];
    }
    view->base = base;
    const uint64_t most =
        even ? UINT64_C(2) * LFI_CELL_SIDE * cell->even : search->query.weights->cells[number].sum;
    view->from = all ? 0 : low + most;
#if LFI_EXPANSES
    if (even) {
        lfi_even_fill(costs, taken, (uint32_t)base, cell->even, search->map->moves, view->narrow);
        return;
    }
#endif
    lfi_cell_costs_narrow(search, number, taken, (uint32_t)base, view->narrow);
}

/// Costs of all tiles of a cell, right for tiles that cost `to` and lie on a cheapest way.
static const lfi_cell_view *view_of_cell(const lf_search *search, uint32_t number, uint64_t to) {
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

/// The same for an expanse.
static const lfi_expanse_view *view_of_expanse(const lf_search *search, uint32_t number, uint64_t to) {
    lfi_cells *cells = lfi_cells_of(search);
    for (int i = 0; i < LFI_EXPANSE_VIEWS; i++) {
        const lfi_expanse_view *view = &cells->expanse_views[i];
        if (view->expanse == number && to >= view->from && to <= view->to) return view;
    }
    lfi_expanse_view *view = &cells->expanse_views[cells->expanse_view_next];
    cells->expanse_view_next = (cells->expanse_view_next + 1) % LFI_EXPANSE_VIEWS;
    view->expanse = number;
    view->to = to;
    view->base = to > LFI_EXPANSE_REACH ? to - LFI_EXPANSE_REACH : 0;
    // A way to a tile comes from a lane that costs less by two sides at most.
    const uint16_t even = cells->cells[cells->count + number].even;
    view->from = view->base > 0 ? view->base + UINT64_C(2) * LFI_EXPANSE_SIDE * even : 0;
#if LFI_EXPANSES
    lfi_expanse_fill(cells->expanses[number].costs, (uint32_t)view->base, (uint32_t)to, even,
                     search->map->moves, view->tiles);
#endif
    return view;
}

/// A walk back from the target, and the costs of the tiles around it.
typedef struct cells_walk {
    lf_tile tile;
    lf_point point;
    uint64_t cost;
    lf_point corner;         ///< of the cell, or of the expanse
    int32_t side;            ///< of it; 0: not yet known
    uint64_t from;           ///< costs are right from here on
    uint64_t base;           ///< narrow: what they are counted from
    const uint16_t *narrow;  ///< row by row
    const uint64_t *wide;    ///< the same, if numbers are wide
    int offsets[LFI_AROUND]; ///< from a tile to those beside it
} cells_walk;

/// Whether a place is where the costs are.
static inline bool walk_has(const cells_walk *walk, lf_point point) {
    return (uint32_t)(point.x - walk->corner.x) < (uint32_t)walk->side &&
           (uint32_t)(point.y - walk->corner.y) < (uint32_t)walk->side;
}

/// Looks at the costs of the cell, or of the expanse, where the walk is now.
static void walk_look(const lf_search *search, cells_walk *walk) {
    const lfi_cells *cells = lfi_cells_of(search);
    if (lfi_expanse_has(cells, walk->point)) {
        const lfi_expanse_view *view =
            view_of_expanse(search, lfi_expanse_of_point(cells, walk->point), walk->cost);
        walk->side = LFI_EXPANSE_SIDE;
        walk->from = view->from;
        walk->base = view->base;
        walk->narrow = view->tiles;
    } else {
        const lfi_cell_view *view = view_of_cell(search, lfi_cell_of_point(cells, walk->point), walk->cost);
        walk->side = LFI_CELL_SIDE;
        walk->from = view->from;
        walk->base = view->base;
        walk->narrow = view->narrow;
        walk->wide = view->wide;
    }
    walk->corner = (lf_point){walk->point.x & -walk->side, walk->point.y & -walk->side};
    for (int k = 0; k < LFI_AROUND; k++) walk->offsets[k] = lfi_move_dy(k) * walk->side + lfi_move_dx(k);
}

/// The move back where the costs around are narrow and all in one place: most of a route. None: LFI_CENTRE.
static int walk_inside(const cells_walk *walk, unsigned moves, uint64_t wanted) {
    const int x = walk->point.x - walk->corner.x, y = walk->point.y - walk->corner.y;
    const uint16_t *here = walk->narrow + y * walk->side + x;
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((moves >> k & 1) != 0 && walk->base + here[walk->offsets[k]] == wanted) return k;
    }
    return LFI_CENTRE;
}

/// Whether all tiles beside the one where the walk is are in the same place.
static inline bool walk_is_inside(const cells_walk *walk) {
    const unsigned x = (unsigned)(walk->point.x - walk->corner.x),
                   y = (unsigned)(walk->point.y - walk->corner.y);
    return x - 1 < (unsigned)walk->side - 2 && y - 1 < (unsigned)walk->side - 2;
}

/// The cost of a tile beside the one where the walk is.
static uint64_t walk_cost(const lfi_cells *cells, const cells_walk *walk, lf_point point) {
    if (!walk_has(walk, point)) return rim_cost(cells, point);
    const int tile = (point.y - walk->corner.y) * walk->side + point.x - walk->corner.x;
    if (cells->wide) return walk->wide[tile];
    return walk->narrow[tile] == LFI_NARROW_NONE ? LFI_LANE_NONE : walk->base + walk->narrow[tile];
}

/// The move back anywhere.
static int walk_beside(const lfi_cells *cells, const cells_walk *walk, unsigned moves, uint64_t weight) {
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((moves >> k & 1) == 0) continue;
        const lf_point next = {walk->point.x + lfi_move_dx(k), walk->point.y + lfi_move_dy(k)};
        const uint64_t unit = lfi_move_is_diagonal(k) ? cells->diagonal : cells->straight;
        if (walk_cost(cells, walk, next) + weight * unit == walk->cost) return k;
    }
    return LFI_CENTRE;
}

/// Takes one move back by the written rule; returns the move.
static int cells_back(const lf_search *search, uint64_t weight, cells_walk *walk) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lf_map *map = search->map;
    if (!walk_has(walk, walk->point) || walk->cost < walk->from) walk_look(search, walk);
    const lfi_spot spot = {lfi_map_row(map, walk->point.y) + (uint64_t)walk->point.x};
    const unsigned from = map->allowed[lfi_bits_around(map->open, spot, map->stride)];
    const int k = !cells->wide && walk_is_inside(walk) ? walk_inside(walk, from, walk->cost - weight)
                                                       : walk_beside(cells, walk, from, weight);
    LFI_ASSERT(k != LFI_CENTRE);
    walk->tile = (lf_tile)(walk->tile + map->tile_offset[k]);
    walk->point = (lf_point){walk->point.x + lfi_move_dx(k), walk->point.y + lfi_move_dy(k)};
    walk->cost -= weight * (lfi_move_is_diagonal(k) ? cells->diagonal : cells->straight);
    return k;
}

/// Whether a target has the cost of the best route.
static bool target_is_best(const lf_search *search, lf_tile target) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lf_point point = lfi_map_point(search->map, target);
    const uint32_t number = lfi_cell_of_point(cells, point);
    if (!lfi_cells_end_inside(search, target) || cells->tiles[number].nearest != cells->best) return false;
    return view_cost(cells, view_of_cell(search, number, cells->best), lfi_cell_tile(point)) == cells->best;
}

void lfi_cells_settle(lf_search *search) {
    lfi_cells *cells = lfi_cells_of(search);
    lf_route *route = &search->route;
    for (int i = 0; i < LFI_CELL_VIEWS; i++) cells->views[i].cell = LFI_NO_SLOT;
    for (int i = 0; i < LFI_EXPANSES * LFI_EXPANSE_VIEWS; i++) cells->expanse_views[i].expanse = LFI_NO_SLOT;
    cells->view_next = cells->expanse_view_next = 0;
    int64_t first = 0;
    while (!target_is_best(search, search->query.targets[first])) first++;
    route->target = search->query.targets[first];
    cells_walk walk = {
        .tile = route->target, .point = lfi_map_point(search->map, route->target), .cost = cells->best};
    route->length = route->diagonal = route->straight_cost = route->diagonal_cost = 0;
    while (walk.cost > 0) {
        const int64_t weight = search->query.weights->costs[walk.tile];
        const int move = cells_back(search, (uint64_t)weight, &walk);
        cells->moves[route->length++] = (uint8_t)move;
        const bool diagonal = lfi_move_is_diagonal(move);
        route->diagonal += diagonal;
        *(diagonal ? &route->diagonal_cost : &route->straight_cost) += weight;
    }
    route->source = walk.tile;
}
#endif // LF_NO_CELLS
