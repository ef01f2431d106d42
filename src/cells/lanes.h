// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of the strategy `cells`: where lanes are and what they cost, and what its files do for each other.
#ifndef LANDFALL_LANES_H
#define LANDFALL_LANES_H

#include "cells.h"

enum {
    LFI_CELLS_RING = 4096, ///< buckets; keys beyond them wait in the last one
    LFI_SIDE_LANES = 16,
    LFI_WIDE_SLOTS = 2,                                   ///< slots that a table of pairs takes
    LFI_TABLE_WORDS = LFI_LANES * LFI_LANES / 4,          ///< 64 bits of a table of 16 bits
    LFI_EXPANSE_CELLS = LFI_EXPANSE_SIDE / LFI_CELL_SIDE, ///< along a side
};

static inline uint64_t lfi_cost_none(const lfi_cells *cells) {
    return cells->wide ? LFI_WIDE_NONE : LFI_LANE_NONE;
}

/// The expanse that a place would be part of.
static inline uint32_t lfi_expanse_of_point(const lfi_cells *cells, lf_point point) {
    return (uint32_t)point.y / LFI_EXPANSE_SIDE * cells->expanse_columns +
           (uint32_t)point.x / LFI_EXPANSE_SIDE;
}

/// A lane: of a cell, or of an expanse.
typedef struct lfi_lane_place {
    uint32_t owner;
    int lane;
    bool merged; ///< of an expanse
} lfi_lane_place;

static inline uint64_t lfi_lane_cost(const lfi_cells *cells, lfi_lane_place at) {
    if (LFI_EXPANSES != 0 && at.merged) return cells->expanses[at.owner].costs[at.lane];
    return cells->wide ? cells->lanes64[at.owner].costs[at.lane] : cells->lanes32[at.owner].costs[at.lane];
}

static inline uint64_t lfi_lane_bound(const lfi_cells *cells, lfi_lane_place at) {
    if (LFI_EXPANSES != 0 && at.merged) return cells->expanses[at.owner].bounds[at.lane];
    return cells->wide ? cells->lanes64[at.owner].bounds[at.lane] : cells->lanes32[at.owner].bounds[at.lane];
}

static inline void lfi_lane_set(lfi_cells *cells, lfi_lane_place at, uint64_t cost) {
    if (LFI_EXPANSES != 0 && at.merged)
        cells->expanses[at.owner].costs[at.lane] = (uint32_t)cost;
    else if (cells->wide)
        cells->lanes64[at.owner].costs[at.lane] = cost;
    else
        cells->lanes32[at.owner].costs[at.lane] = (uint32_t)cost;
}

/// Costs of 64 lanes in 16 bits, counted from a base on: those that are less as the base, those too far as none.
static inline void lfi_lanes_near(const uint32_t *costs, uint32_t base, uint16_t *near) {
    for (int i = 0; i < LFI_LANES; i += LFI_SIDE_LANES)
        lfi_v16_store(near + i, lfi_v16_near(costs + i, base));
}

/// The cell of a place, and the number of the place in it.
static inline uint32_t lfi_cell_of_point(const lfi_cells *cells, lf_point point) {
    return (uint32_t)point.y / LFI_CELL_SIDE * cells->columns + (uint32_t)point.x / LFI_CELL_SIDE;
}

static inline int lfi_cell_tile(lf_point point) {
    return (point.y & 15) * LFI_CELL_SIDE + (point.x & 15);
}

static inline int lfi_lane_tile(int lane) {
    return LFI_CELL_SIDE * lfi_lane_y(lane) + lfi_lane_x(lane);
}
/// The number of the cell of an expanse, so many cells to the right of its first one and below it.
static inline uint32_t lfi_expanse_cell(const lfi_cells *cells, const lfi_cell *whole, int x, int y) {
    return ((uint32_t)whole->corner.y / LFI_CELL_SIDE + (uint32_t)y) * cells->columns +
           (uint32_t)whole->corner.x / LFI_CELL_SIDE + (uint32_t)x;
}

/// The cell of an expanse that has part of a side, from the first on.
static inline uint32_t lfi_expanse_side_cell(const lfi_cells *cells, const lfi_cell *whole, int side,
                                             int part) {
    const int across = side % 2 * (LFI_EXPANSE_CELLS - 1);
    return side < 2 ? lfi_expanse_cell(cells, whole, part, across)
                    : lfi_expanse_cell(cells, whole, across, part);
}

/// And its corner.
static inline lf_point lfi_expanse_side_corner(const lfi_cell *whole, int side, int part) {
    const int across = side % 2 * (LFI_EXPANSE_SIDE - LFI_CELL_SIDE), along = LFI_CELL_SIDE * part;
    return side < 2 ? (lf_point){whole->corner.x + along, whole->corner.y + across}
                    : (lf_point){whole->corner.x + across, whole->corner.y + along};
}

/// Whether a place is in an expanse that the search came to.
static inline bool lfi_expanse_has(const lfi_cells *cells, lf_point point) {
    if (LFI_EXPANSES == 0 || !cells->merges) return false;
    const lfi_cell *whole = &cells->cells[cells->count + lfi_expanse_of_point(cells, point)];
    return whole->stamp == cells->stamp && whole->even != 0;
}

/// The lane of an expanse that a tile at its rim is; the first of two at a corner.
static inline int lfi_expanse_lane(lf_point point) {
    const int last = LFI_EXPANSE_SIDE - 1, x = point.x & last, y = point.y & last;
    return y == 0      ? x
           : y == last ? LFI_EXPANSE_SIDE + x
           : x == 0    ? 2 * LFI_EXPANSE_SIDE + y
                       : 3 * LFI_EXPANSE_SIDE + y;
}

/// Whether a place is in a cell of the map.
static inline bool lfi_cells_have(const lfi_cells *cells, lf_point point) {
    return (uint32_t)point.x < cells->columns * LFI_CELL_SIDE &&
           (uint32_t)point.y < cells->rows * LFI_CELL_SIDE;
}

/// The corner of a cell's neighbour.
static inline lf_point lfi_corner_beside(lf_point corner, int dx, int dy) {
    return (lf_point){corner.x + dx * LFI_CELL_SIDE, corner.y + dy * LFI_CELL_SIDE};
}

// room.c

/// Expanses that a map has room for.
uint64_t lfi_expanses_count(const lf_map *map);
/// No cell has a table any more.
void lfi_slots_forget(lfi_cells *cells);

// queue.c

void lfi_cells_reset(lfi_cells *cells);
void lfi_cells_remove(lfi_cells *cells, uint32_t number);
/// Puts a cell into the queue, or nearer to its head. A key beyond the ring waits in its last bucket.
void lfi_cells_put(lfi_cells *cells, uint32_t number, uint64_t key);
/// The next bucket that is not empty, from the one under way on; there must be one.
uint64_t lfi_cells_next(const lfi_cells *cells);

// bounds.c

/// What a route from a place to a target costs at least.
uint64_t lfi_bound_from(const lfi_cells *cells, lf_point point, lf_moves moves);
/// The same for all lanes of a cell, and of an expanse.
void lfi_lanes_bound(const lf_search *search, uint32_t number);
void lfi_expanse_bound(const lf_search *search, const lfi_cell *whole, uint32_t *bounds);

// meet.c

/// The open tiles of a cell, whose corner is given.
void lfi_rows_read(const lf_map *map, lf_point corner, uint16_t *rows);
/// Makes an expanse ready for the query; whether it is one.
bool lfi_expanse_touch(const lf_search *search, uint32_t number);
/// Where there are ends, cells stay apart.
void lfi_expanse_part(lfi_cells *cells, lf_point point);
/// Makes a cell ready for the query.
lfi_cell *lfi_cell_touch(lf_search *search, uint32_t number);

// tables.c

/// Costs of all tiles of a cell, counted from `base` on, by lanes of a set; from base 0 on, by its sources too.
void lfi_cell_costs_narrow(const lf_search *search, uint32_t number, uint64_t lanes, uint32_t base,
                           uint16_t *costs);
void lfi_cell_costs_wide(const lf_search *search, uint32_t number, uint64_t lanes, uint64_t *costs);
/// The table of a cell, which may be made now; NULL: it has none yet.
const uint64_t *lfi_cell_table(lf_search *search, uint32_t number);
/// The cost of the cheapest of some tiles of a cell, by the costs of its lanes and its sources (NULL: none).
uint64_t lfi_patch_price(const lfi_patch *patch, uint32_t sum, const uint32_t *from, const uint16_t *sources,
                         const uint16_t *targets);
/// The same for the targets of a cell of the query.
uint64_t lfi_cell_price(const lf_search *search, uint32_t number);

// cross.c

/// What lanes of a turn cost at the end of it, in 16 bits.
typedef struct lfi_turn_costs {
    const uint16_t *given; ///< none, or no less than it costs, where a lane is not to be carried over
    uint32_t base;         ///< counted from here on
} lfi_turn_costs;

/// Tells the processor what carrying the lanes of a cell over will read.
void lfi_cell_expect(const lf_search *search, uint32_t number);
/// Carries lanes over to all neighbours.
void lfi_cell_cross(lf_search *search, uint32_t number, uint64_t lanes, lfi_turn_costs costs);
/// Carries lanes of an expanse over to what lies around it.
void lfi_expanse_cross(lf_search *search, uint32_t number, const uint64_t *lanes, lfi_turn_costs costs);

// turn.c

/// A turn of a cell, or of an expanse; returns the number of lanes that were spread.
int lfi_cell_spread(lf_search *search, uint32_t number);
int lfi_expanse_turn(lf_search *search, uint32_t number);

// ground.c

/// A place in open ground, counted from its corner.
typedef struct lfi_ground_lane {
    int8_t x, y;
} lfi_ground_lane;

/// The lanes that a cheapest way to a tile of open ground, a cell or an expanse, may come from.
typedef struct lfi_ground {
    bool orthogonal;
    int count;
    lfi_ground_lane lanes[LFI_EXPANSE_LANES];
} lfi_ground;

/// Lists them, for a tile with its cost. `orthogonal` must be set, `at` is counted from the corner.
void lfi_ground_enter(lfi_ground *ground, const uint32_t *costs, int32_t side, uint16_t weight, lf_point at,
                      uint64_t cost);
/// Whether a cheapest way goes by the tile that a move back leads to.
bool lfi_ground_leads(const lfi_ground *ground, lf_point at, int k);
/// Takes such a move.
void lfi_ground_keep(lfi_ground *ground, lf_point at, int k);
/// Takes the first of such moves by the written rule, as often as it is that and no side comes before; returns it.
/// The tile must not lie along a side.
int lfi_ground_run(lfi_ground *ground, int32_t side, lf_point at, int32_t *length);

// passages.c

/// The way back within a cell from a tile along a side, that has such a cost; NULL: there is no table, or no room.
const lfi_cell_way *lfi_way_back(const lf_search *search, uint32_t number, lf_point point, uint64_t cost);
/// Forgets the ways of a slot whose table is made anew.
void lfi_ways_forget(const lfi_cells *cells, uint32_t slot);

// back.c

/// Costs of all tiles of a cell, right for tiles that cost `to` and lie on a cheapest way.
const lfi_cell_view *lfi_view_of_cell(const lf_search *search, uint32_t number, uint64_t to);
/// The first of some moves within a cell, by the written rule, to a tile that costs so much; LFI_CENTRE: none. `costs`: of
/// its tiles, narrow, counted from `base`.
int lfi_view_move(const uint16_t *costs, uint64_t base, lf_point from, unsigned moves, uint64_t wanted);
/// Finds the way back from the first of the best targets.
void lfi_cells_settle(lf_search *search);

// cells.c

/// Whether an end is open and inside the corridor.
bool lfi_cells_end_inside(const lf_search *search, lf_tile tile);

#endif // LANDFALL_LANES_H
