// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ways back within a cell that has a table, remembered: the next route by the same passage needs no sweep.
//
//     + - - - - +     A walk back meets the cell at t. The lanes that cheapest ways to t may come from are *tight*: their
//     a . . . . |     cost and the way from there make up the cost of t. The table says which; here a and b, and t itself.
//     b . . . . |
//     | . . . . t     A move back from a tile v of such a way to a tile beside it, in the same cell, is right if that one
//     + - - - - +     lies on a way within the cell from a tight lane to t.
//
// Why the set of tight lanes is all that counts. Let d be the cost of the cheapest way within the cell, c the cost of t,
// and let the walk have come to v within the cell: c(v) = c - d(v, t). A tile u beside it that costs what is asked for has
// c(u) = c - d(u, t), and costs of such tiles are exact. If u is a lane, it is tight. If not, a cheapest way to u enters
// the cell at a lane l (or came from there: ways that leave the cell and come back count from where they came back last),
// with c(l) + d(l, u) = c(u), so c(l) + d(l, t) <= c, and less than c is none: l is tight, and u is on its way to t. The
// other way round, a tile on a cheapest way within the cell from a tight lane to t costs c - d(u, t). So moves within the
// cell follow from the tiles of the cell, t, and the set, and by the written rule the first of them does. A corner is
// two lanes of one cost, and one tile.
//
// Moves out of the cell depend on more. They are possible only at tiles along the sides, so there the walk looks at them
// (back.c); what is remembered is a way that never leaves the cell, as far as it goes.
//
// Ways belong to a table and go with it: it is that of the cell's tiles, or it would not be used. Cells with sources have
// costs that no lane tells, so there is none.
#ifndef LF_NO_CELLS // absent.c
#include "lanes.h"

#include "../map/moves.h"

enum { LFI_NO_LANE = -1 };

/// The lane that a tile is, the first of two at a corner; or none.
static int way_lane(lf_point point) {
    const int last = LFI_CELL_SIDE - 1, x = point.x & last, y = point.y & last;
    if (y == 0 || y == last) return (y == 0 ? 0 : LFI_SIDE_LANES) + x;
    if (x == 0 || x == last) return (x == 0 ? 2 : 3) * LFI_SIDE_LANES + y;
    return LFI_NO_LANE;
}

/// Lanes that cheapest ways to a lane may come from. A way there costs what the way back does, but for the first tile of
/// each, which is not paid for. Other lanes lead there at a greater cost, or not at all.
static uint64_t lanes_tight(const uint32_t *costs, const uint16_t *table, const uint16_t *weights,
                            uint32_t sum, int to) {
    const uint16_t *back = table + LFI_LANES * to;
    const uint32_t far = costs[to] < sum ? costs[to] : sum; // no way within the cell costs more
    const lfi_v16 own = lfi_v16_splat(weights[to]), limit = lfi_v16_splat((uint16_t)(far + 1));
    uint16_t near[LFI_LANES];
    uint64_t tight = 0;
    lfi_lanes_near(costs, costs[to] - far, near);
    for (int i = 0; i < LFI_LANES; i += LFI_SIDE_LANES) {
        const lfi_v16 way = lfi_v16_add(lfi_v16_load(near + i), lfi_v16_add(lfi_v16_load(back + i), own));
        const lfi_v16 more = lfi_v16_add(limit, lfi_v16_load(weights + i));
        tight |= (uint64_t)lfi_v16_lower(way, more) << i;
    }
    return tight;
}

/// The place of a way among those of its table.
static uint32_t way_place(uint64_t tight, int lane) {
    return (uint32_t)((tight ^ (uint64_t)lane) * UINT64_C(0x9e3779b97f4a7c15) >> 32) % LFI_CELL_WAYS;
}

/// The moves back from a tile that stay in its cell, as bits.
static unsigned moves_within(const lf_map *map, lf_point point) {
    static const unsigned left = 0x49, right = 0x124, up = 0x7, down = 0x1c0;
    const lfi_spot spot = {lfi_map_row(map, point.y) + (uint64_t)point.x};
    const int last = LFI_CELL_SIDE - 1, x = point.x & last, y = point.y & last;
    return map->allowed[lfi_bits_around(map->open, spot, map->stride)] & ~(x == 0 ? left : 0) &
           ~(x == last ? right : 0) & ~(y == 0 ? up : 0) & ~(y == last ? down : 0);
}

/// Finds a way by the costs of all tiles; false: it is too long to be remembered, or costs are not known far enough.
static bool way_find(const lf_search *search, const lfi_cell_view *view, lf_point point, uint64_t cost,
                     lfi_cell_way *way) {
    const lf_map *map = search->map;
    way->length = 0;
    for (;;) {
        const uint64_t weight = search->query.weights->costs[lfi_map_tile(search->base, point)];
        if (cost < view->from || way->length == LFI_WAY_MOVES) return false;
        const int k = cost < weight ? LFI_CENTRE
                                    : lfi_view_move(view->narrow, view->base, point, moves_within(map, point),
                                                    cost - weight);
        if (k == LFI_CENTRE) return true;
        way->moves[way->length++] = (uint8_t)k;
        point = (lf_point){point.x + lfi_move_dx(k), point.y + lfi_move_dy(k)};
        cost -= weight;
    }
}

const lfi_cell_way *lfi_way_back(const lf_search *search, uint32_t number, lf_point point, uint64_t cost) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *cell = &cells->cells[number];
    const uint32_t sum = search->query.weights->cells[number].sum;
    const int lane = way_lane(point);
    if (lane == LFI_NO_LANE || cells->wide || cell->has_sources) return NULL;
    if (cell->slot == LFI_NO_SLOT || !cell->fits) return NULL;
    if (sum + 1 + search->query.weights->most >= LFI_NARROW_NONE) return NULL;
    const uint16_t *table = (const uint16_t *)(cells->tables + (size_t)cell->slot * LFI_TABLE_WORDS);
    const uint64_t tight = lanes_tight(cells->lanes32[number].costs, table,
                                       search->query.weights->rims + (size_t)number * LFI_LANES, sum, lane);
    lfi_cell_way *way = cells->ways + (size_t)cell->slot * LFI_CELL_WAYS + way_place(tight, lane);
    if (way->known && way->tight == tight && way->lane == lane) return way;
    way->tight = tight;
    way->lane = (uint8_t)lane;
    way->known = way_find(search, lfi_view_of_cell(search, number, cost), point, cost, way);
    return way->known ? way : NULL;
}

void lfi_ways_forget(const lfi_cells *cells, uint32_t slot) {
    for (int i = 0; i < LFI_CELL_WAYS; i++)
        cells->ways[(size_t)slot * LFI_CELL_WAYS + (size_t)i].known = false;
}
#endif // LF_NO_CELLS
