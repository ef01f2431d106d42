// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The turn of a cell, or of an expanse: its dirty lanes lower the costs of all its lanes, and those that changed are
// carried over.
#ifndef LF_NO_CELLS // absent.c
#include "lanes.h"

#include "../base/metric.h"

#include <string.h>

/// What a turn of a cell is about.
typedef struct cell_turn {
    uint64_t taken; ///< lanes that are spread: all dirty ones that are not too dear by now
    uint64_t later; ///< those of them that have to wait
    uint64_t base;  ///< the least cost
} cell_turn;

/// Takes the dirty lanes that may lead to a route that is good enough: all, as long as none is known, because no other
/// becomes dirty.
static cell_turn turn_select_narrow(const lfi_cells *cells, const uint32_t *costs, const uint32_t *bounds,
                                    uint64_t lanes) {
    const bool all = cells->best == LFI_LANE_NONE - 1;
    const lfi_v4 none = lfi_v4_splat(LFI_LANE_NONE), best = lfi_v4_splat((uint32_t)cells->best + 1);
    lfi_v4 least = none;
    cell_turn turn = {0};
    for (int i = 0; i < LFI_LANES; i += 4) {
        const unsigned dirty = (unsigned)(lanes >> i) & 15;
        if (dirty == 0) continue;
        const lfi_v4 cost = lfi_v4_load(costs + i);
        lfi_v4 taken = lfi_v4_mask(dirty);
        if (!all) {
            taken = lfi_v4_and(taken, lfi_v4_less(lfi_v4_add(cost, lfi_v4_load(bounds + i)), best));
            turn.taken |= (uint64_t)lfi_v4_bits(taken) << i;
        }
        least = lfi_v4_min(least, lfi_v4_pick(taken, cost, none));
    }
    if (all) turn.taken = lanes;
    turn.base = lfi_v4_least(least);
    return turn;
}

static cell_turn turn_select_wide(const lfi_cells *cells, uint32_t number) {
    cell_turn turn = {.base = LFI_WIDE_NONE};
    for (uint64_t dirty = cells->cells[number].dirty; dirty != 0; dirty &= dirty - 1) {
        const int lane = lfi_lowest_bit(dirty);
        const uint64_t cost = cells->lanes64[number].costs[lane];
        if (cost + cells->lanes64[number].bounds[lane] > cells->best) continue;
        turn.taken |= dirty & (~dirty + 1);
        if (cost < turn.base) turn.base = cost;
    }
    return turn;
}

/// Leaves lanes to a later turn that are dearer than the cheapest by more than `reach`: sums could saturate. A way
/// within a cell costs at most what all of its tiles weigh but the first, and then it enters one tile more. `near` are
/// the costs, counted from the base on.
static void turn_limit(const uint16_t *near, uint32_t reach, cell_turn *turn) {
    const lfi_v16 most = lfi_v16_splat((uint16_t)reach);
    for (int i = 0; i < LFI_LANES; i += LFI_SIDE_LANES)
        turn->later |= (uint64_t)lfi_v16_lower(most, lfi_v16_load(near + i)) << i;
    turn->later &= turn->taken;
    turn->taken &= ~turn->later;
}

/// Lowers the costs of 64 lanes to those given, counted from a base on, as `near` are that stand there; returns the lanes
/// that fell.
static uint64_t lanes_lower_narrow(uint32_t *costs, const uint16_t *near, const uint16_t *given,
                                   uint32_t base) {
    const lfi_v4 from = lfi_v4_splat(base);
    uint64_t fell = 0;
    for (int side = 0; side < LFI_LANES; side += LFI_SIDE_LANES) {
        unsigned lower = lfi_v16_lower(lfi_v16_load(given + side), lfi_v16_load(near + side));
        fell |= (uint64_t)lower << side;
        for (int i = side; lower != 0; i += 4, lower >>= 4) {
            const lfi_v4 way = lfi_v4_add(lfi_v4_widen(given + i), from);
            lfi_v4_store(costs + i, lfi_v4_pick(lfi_v4_mask(lower), way, lfi_v4_load(costs + i)));
        }
    }
    return fell;
}

/// The lanes of a set without those that a neighbour at their side leads to at no greater cost: all that they lead to,
/// it does too. Bounds are admissible, so the neighbour is in the set itself, or was spread before, or can be on no
/// route that is good enough. (What costs less than the base counts as the base: then more lanes lead.)
static uint64_t lanes_leading(const uint16_t *near, const uint16_t *weights, uint64_t lanes) {
    uint64_t leading = 0;
    for (int side = 0; side < LFI_LANES; side += LFI_SIDE_LANES) {
        if ((lanes >> side & 0xffff) == 0) continue;
        const lfi_v16 here = lfi_v16_load(near + side);
        const lfi_v16 beside = lfi_v16_min(LFI_V16_LATER(here, 1), LFI_V16_SOONER(here, 1));
        const lfi_v16 way = lfi_v16_add(beside, lfi_v16_load(weights + side));
        leading |= (uint64_t)lfi_v16_lower(here, way) << side;
    }
    return lanes & leading;
}

/// Tells the processor which rows of a table will be read.
static void table_expect(const uint16_t *table, uint64_t lanes) {
    for (; lanes != 0; lanes &= lanes - 1) {
        const uint16_t *row = table + LFI_LANES * lfi_lowest_bit(lanes);
        lfi_prefetch(row);
        lfi_prefetch(row + LFI_LANES / 2);
    }
}

/// What lanes of a set lead to, by a table.
static void table_spread(const uint16_t *table, const uint16_t *near, uint64_t lanes, uint16_t *given) {
    lfi_v16 best[4];
    for (int k = 0; k < 4; k++) best[k] = lfi_v16_splat(LFI_NARROW_NONE);
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = lfi_lowest_bit(lanes);
        const lfi_v16 here = lfi_v16_splat(near[lane]);
        const uint16_t *row = table + LFI_LANES * lane;
        for (int k = 0; k < 4; k++)
            best[k] = lfi_v16_min(best[k], lfi_v16_add(lfi_v16_load(row + 16 * k), here));
    }
    for (int k = 0; k < 4; k++) lfi_v16_store(given + 16 * k, best[k]);
}

/// Returns the lanes that fell; `near` are costs of all lanes, counted from the base of the turn on, and `given` those by
/// its lanes.
static uint64_t turn_spread_narrow(lf_search *search, uint32_t number, const cell_turn *turn,
                                   const uint16_t *near, uint16_t *given) {
    lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *cell = &cells->cells[number];
    uint32_t *costs = cells->lanes32[number].costs;
    const uint32_t base = (uint32_t)turn->base;
    const bool even = cell->even != 0 && !cell->fresh;
    const uint16_t *table = even || cell->fresh ? NULL : (const uint16_t *)lfi_cell_table(search, number);
    const uint16_t *weights = search->query.weights->rims + (size_t)number * LFI_LANES;
    const uint64_t leading = table != NULL ? lanes_leading(near, weights, turn->taken) : 0;
    if (table != NULL) table_expect(table, leading);
    lfi_cell_expect(search, number); // while the table comes
    if (even) {
        lfi_even_spread(near, turn->taken, cell->even, search->map->moves, given);
    } else if (table != NULL) {
        table_spread(table, near, leading, given);
    } else {
        uint16_t tiles[LFI_CELL_TILES];
        lfi_cell_costs_narrow(search, number, turn->taken, base, tiles);
        for (int i = 0; i < LFI_LANES; i++) given[i] = tiles[lfi_lane_tile(i)];
    }
    return lanes_lower_narrow(costs, near, given, base);
}

/// What a lane leads to, by a row of pairs.
static void pairs_lower(const lfi_cells *cells, const uint32_t *row, uint64_t here, uint64_t *given) {
    for (int i = 0; i < LFI_LANES; i++) {
        const uint64_t way = here + (row[i] >> 16) * cells->straight + (row[i] & 0xffff) * cells->diagonal;
        if (row[i] != LFI_PAIR_NONE && way < given[i]) given[i] = way;
    }
}

/// The same in a cell where all tiles are open and weigh the same.
static void even_lower(const lfi_metric *metric, int lane, uint64_t even, uint64_t here, uint64_t *given) {
    const lf_point from = {lfi_lane_x(lane), lfi_lane_y(lane)};
    for (int i = 0; i < LFI_LANES; i++) {
        const uint64_t way =
            here + even * lfi_metric_between(metric, from, (lf_point){lfi_lane_x(i), lfi_lane_y(i)});
        if (way < given[i]) given[i] = way;
    }
}

static uint64_t turn_spread_wide(lf_search *search, uint32_t number, const cell_turn *turn) {
    lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *cell = &cells->cells[number];
    uint64_t *costs = cells->lanes64[number].costs, given[LFI_LANES], fell = 0;
    const bool even = cell->even != 0 && !cell->fresh;
    const uint32_t *table = cell->fresh || even ? NULL : (const uint32_t *)lfi_cell_table(search, number);
    const lfi_metric metric = lfi_metric_make(search->map->moves, search->query.options.cost);
    if (table == NULL && !even) {
        uint64_t tiles[LFI_CELL_TILES];
        lfi_cell_costs_wide(search, number, turn->taken, tiles);
        for (int i = 0; i < LFI_LANES; i++) given[i] = tiles[lfi_lane_tile(i)];
    } else {
        for (int i = 0; i < LFI_LANES; i++) given[i] = LFI_WIDE_NONE;
        for (uint64_t lanes = turn->taken; lanes != 0; lanes &= lanes - 1) {
            const int lane = lfi_lowest_bit(lanes);
            if (even)
                even_lower(&metric, lane, cell->even, costs[lane], given);
            else
                pairs_lower(cells, table + LFI_LANES * lane, costs[lane], given);
        }
    }
    for (int i = 0; i < LFI_LANES; i++) {
        if (given[i] >= costs[i]) continue;
        costs[i] = given[i];
        fell |= UINT64_C(1) << i;
    }
    return fell;
}

/// The least cost of a route by a lane of a set, at least; of 64 lanes.
static uint64_t lanes_key_narrow(const uint32_t *costs, const uint32_t *bounds, uint64_t lanes) {
    const lfi_v4 none = lfi_v4_splat(LFI_LANE_NONE);
    lfi_v4 least = none;
    for (int i = 0; i < LFI_LANES; i += 4) {
        const unsigned some = (unsigned)(lanes >> i) & 15;
        if (some == 0) continue;
        const lfi_v4 whole = lfi_v4_add(lfi_v4_load(costs + i), lfi_v4_load(bounds + i));
        least = lfi_v4_min(least, lfi_v4_pick(lfi_v4_mask(some), whole, none));
    }
    return lfi_v4_least(least);
}

static uint64_t lanes_key(const lfi_cells *cells, uint32_t number, uint64_t lanes) {
    uint64_t key = lfi_cost_none(cells);
    if (!cells->wide)
        return lanes_key_narrow(cells->lanes32[number].costs, cells->lanes32[number].bounds, lanes);
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = lfi_lowest_bit(lanes);
        const uint64_t whole = cells->lanes64[number].costs[lane] + cells->lanes64[number].bounds[lane];
        if (whole < key) key = whole;
    }
    return key;
}

/// Takes dirty lanes of a cell that are not too far from each other, if numbers are narrow: then `near` are costs of all
/// lanes, counted from the base of the turn on.
static cell_turn cell_select(const lf_search *search, uint32_t number, uint16_t *near) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *cell = &cells->cells[number];
    if (cells->wide) return turn_select_wide(cells, number);
    const lfi_lanes32 *lanes = &cells->lanes32[number];
    cell_turn turn = turn_select_narrow(cells, lanes->costs, lanes->bounds, cell->dirty);
    if (cell->fresh) turn.base = 0;
    lfi_lanes_near(lanes->costs, (uint32_t)turn.base, near);
    turn_limit(near, LFI_NARROW_NONE - 1 - search->query.weights->cells[number].sum - cells->spare, &turn);
    return turn;
}

/// A turn of a cell; returns the number of lanes that were spread.
int lfi_cell_spread(lf_search *search, uint32_t number) {
    lfi_cells *cells = lfi_cells_of(search);
    lfi_cell *cell = &cells->cells[number];
    uint16_t near[LFI_LANES], given[LFI_LANES];
    const cell_turn turn = cell_select(search, number, near);
    if (turn.taken == 0 && !cell->fresh) return 1;
    const uint64_t fell = cells->wide ? turn_spread_wide(search, number, &turn)
                                      : turn_spread_narrow(search, number, &turn, near, given);
    cell->fresh = false;
    cell->dirty = turn.later & ~fell;
    if (cell->has_targets) {
        const uint64_t price = lfi_cell_price(search, number);
        cells->tiles[number].nearest = price;
        if (price < cells->best) cells->best = price;
    }
    if (cell->dirty != 0) lfi_cells_put(cells, number, lanes_key(cells, number, cell->dirty));
    lfi_cell_cross(search, number, turn.taken | fell, (lfi_turn_costs){given, (uint32_t)turn.base});
    const int spread = lfi_count_bits(turn.taken);
    cells->expanded += spread > 0 ? spread : 1;
    return spread > 0 ? spread : 1;
}

/// What a turn of an expanse is about: a turn for each side, from the same base.
typedef struct expanse_turn {
    cell_turn sides[4];
    uint64_t taken[4];
    uint32_t base;
    uint16_t near[LFI_EXPANSE_LANES]; ///< costs of all lanes, counted from the base on
} expanse_turn;

/// Takes dirty lanes that are not too far from each other; returns how many.
static int expanse_select(const lfi_cells *cells, const lfi_expanse *expanse, expanse_turn *turn) {
    int count = 0;
    turn->base = LFI_LANE_NONE;
    for (int side = 0; side < 4; side++) {
        const int first = LFI_EXPANSE_SIDE * side;
        turn->sides[side] =
            turn_select_narrow(cells, expanse->costs + first, expanse->bounds + first, expanse->dirty[side]);
        if (turn->sides[side].base < turn->base) turn->base = (uint32_t)turn->sides[side].base;
    }
    for (int side = 0; side < 4; side++) {
        const int first = LFI_EXPANSE_SIDE * side;
        lfi_lanes_near(expanse->costs + first, turn->base, turn->near + first);
        turn_limit(turn->near + first, LFI_EXPANSE_REACH, &turn->sides[side]);
        turn->taken[side] = turn->sides[side].taken;
        count += lfi_count_bits(turn->taken[side]);
    }
    return count;
}

/// Lowers what lanes lead to, given from the base of the turn on; tells what has to be carried over.
static void expanse_lower(const lf_search *search, lfi_expanse *expanse, uint16_t even,
                          const expanse_turn *turn, uint64_t *changed, uint16_t *given) {
#if !LFI_EXPANSES
    (void)search, (void)expanse, (void)even, (void)turn, (void)changed, (void)given; // there are none
#else
    lfi_expanse_spread(turn->near, turn->taken, even, search->map->moves, given);
    for (int side = 0; side < 4; side++) {
        const int first = LFI_EXPANSE_SIDE * side;
        const uint64_t fell =
            lanes_lower_narrow(expanse->costs + first, turn->near + first, given + first, turn->base);
        expanse->dirty[side] = turn->sides[side].later & ~fell;
        changed[side] = turn->taken[side] | fell;
    }
#endif
}

/// A turn of an expanse; returns the number of lanes that were spread.
int lfi_expanse_turn(lf_search *search, uint32_t number) {
    lfi_cells *cells = lfi_cells_of(search);
    lfi_cell *whole = &cells->cells[number];
    lfi_expanse *expanse = &cells->expanses[number - cells->count];
    expanse_turn turn;
    uint64_t changed[4] = {0}, key = LFI_LANE_NONE;
    const int spread = expanse_select(cells, expanse, &turn);
    if (spread == 0) return 1;
    uint16_t given[LFI_EXPANSE_LANES];
    expanse_lower(search, expanse, whole->even, &turn, changed, given);
    for (int side = 0; side < 4; side++) {
        const int first = LFI_EXPANSE_SIDE * side;
        const uint64_t left =
            lanes_key_narrow(expanse->costs + first, expanse->bounds + first, expanse->dirty[side]);
        if (left < key) key = left;
    }
    if (key < LFI_LANE_NONE) lfi_cells_put(cells, number, key);
    lfi_expanse_cross(search, number - cells->count, changed, (lfi_turn_costs){given, turn.base});
    cells->expanded += spread;
    return spread;
}
#endif // LF_NO_CELLS
