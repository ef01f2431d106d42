// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Costs of lanes are carried over to what lies around: sides, 16 lanes at once, and corners.
#ifndef LF_NO_CELLS // absent.c
#include "lanes.h"

/// 16 lanes along a side, of a cell or of an expanse, narrow.
typedef struct side_lanes {
    uint32_t *costs;
    const uint32_t *bounds;
    const uint16_t *weights; ///< what each weighs; NULL: all the same, `even`
    uint16_t even;
    unsigned open;
    uint32_t owner; ///< in the queue
    uint64_t *dirty;
    unsigned shift; ///< of the first lane, in `dirty`
} side_lanes;

/// 16 lanes of an expanse, from the first on.
static side_lanes expanse_lanes(const lfi_cells *cells, uint32_t expanse, int side, unsigned first) {
    const unsigned lane = (unsigned)(LFI_EXPANSE_SIDE * side) + first;
    return (side_lanes){.costs = cells->expanses[expanse].costs + lane,
                        .bounds = cells->expanses[expanse].bounds + lane,
                        .even = cells->cells[cells->count + expanse].even,
                        .open = 0xffff,
                        .owner = cells->count + expanse,
                        .dirty = &cells->expanses[expanse].dirty[side],
                        .shift = first};
}

/// Makes the cell ready for the query that has a place, or the expanse; whether that is an expanse. (A cell that the
/// query came to is not part of one: asked first, because it is where most is carried to.)
static inline bool place_touch(lf_search *search, uint32_t number, lf_point point) {
    const lfi_cells *cells = lfi_cells_of(search);
    if (cells->cells[number].stamp == cells->stamp) return false;
    if (lfi_expanse_touch(search, lfi_expanse_of_point(cells, point))) return true;
    lfi_cell_touch(search, number);
    return false;
}

/// The side of a cell whose corner is given, made ready for the query.
static side_lanes side_meet(lf_search *search, uint32_t number, lf_point corner, int side) {
    const lfi_cells *cells = lfi_cells_of(search);
    if (place_touch(search, number, corner)) {
        const unsigned first =
            (unsigned)(side < 2 ? corner.x : corner.y) & (LFI_EXPANSE_SIDE - LFI_CELL_SIDE);
        return expanse_lanes(cells, lfi_expanse_of_point(cells, corner), side, first);
    }
    lfi_cell *cell = &cells->cells[number];
    const unsigned lane = (unsigned)(LFI_SIDE_LANES * side);
    return (side_lanes){.costs = cells->lanes32[number].costs + lane,
                        .bounds = cells->lanes32[number].bounds + lane,
                        .weights = LFI_EXPANSES != 0 && cell->even != 0
                                       ? NULL
                                       : search->query.weights->rims + (size_t)number * LFI_LANES + lane,
                        .even = cell->even,
                        .open = (unsigned)(cell->open >> lane) & 0xffff,
                        .owner = number,
                        .dirty = &cell->dirty,
                        .shift = lane};
}

/// What is carried over a side.
typedef struct side_crossing {
    unsigned later, sooner; ///< lanes that a diagonal leads to, from the lane before and from the one after
    unsigned open;          ///< lanes that are open
} side_crossing;

/// Lanes that became cheaper get their cell, or their expanse, into the queue.
static void lanes_fell(lfi_cells *cells, uint32_t owner, uint64_t lanes, uint64_t *dirty, uint64_t key) {
    if (lanes == 0) return;
    *dirty |= lanes;
    cells->enqueued += lfi_count_bits(lanes);
    lfi_cells_put(cells, owner, key);
}

/// Ways over a side lower the lanes that they lead to. (Most are no cheaper than what is there, so that comes first,
/// and in 16 bits.)
static void side_lower(lfi_cells *cells, lfi_v16 ways, uint32_t base, const side_lanes *to) {
    const unsigned lower = lfi_v16_lower(ways, lfi_v16_near(to->costs, base));
    if (lower == 0) return;
    const lfi_v4 none = lfi_v4_splat(LFI_LANE_NONE), limit = lfi_v4_splat((uint32_t)cells->best + 1);
    const lfi_v4 from = lfi_v4_splat(base);
    uint16_t each[LFI_SIDE_LANES];
    unsigned fell = 0;
    lfi_v4 least = none;
    lfi_v16_store(each, ways);
    for (int i = 0; i < LFI_SIDE_LANES; i += 4) {
        if ((lower >> i & 15) == 0) continue;
        const lfi_v4 way = lfi_v4_add(lfi_v4_widen(each + i), from);
        const lfi_v4 total = lfi_v4_add(way, lfi_v4_load(to->bounds + i));
        const lfi_v4 better = lfi_v4_and(lfi_v4_less(total, limit), lfi_v4_mask(lower >> i));
        fell |= lfi_v4_bits(better) << i;
        least = lfi_v4_min(least, lfi_v4_pick(better, total, none));
        lfi_v4_store(to->costs + i, lfi_v4_pick(better, way, lfi_v4_load(to->costs + i)));
    }
    lanes_fell(cells, to->owner, (uint64_t)fell << to->shift, to->dirty, lfi_v4_least(least));
}

/// The cheapest ways to the lanes of a side, from what lies straight across and beside that. Sums do not saturate
/// (turn_limit).
static inline lfi_v16 side_ways_over(const side_lanes *to, lfi_v16 from, lfi_v16 later, lfi_v16 sooner) {
    const lfi_v16 weights = to->weights != NULL ? lfi_v16_load(to->weights) : lfi_v16_splat(to->even);
    return lfi_v16_add(lfi_v16_min(from, lfi_v16_min(later, sooner)), weights);
}

static void side_cross_wide(lf_search *search, uint32_t number, uint32_t to, int side,
                            const side_crossing *crossing) {
    lfi_cells *cells = lfi_cells_of(search);
    const int in = 16 * side, out = 16 * (side ^ 1);
    const uint16_t *weights = search->query.weights->rims + (size_t)to * LFI_LANES + out;
    const uint64_t *from = cells->lanes64[number].costs + in, *bounds = cells->lanes64[to].bounds + out;
    uint64_t *costs = cells->lanes64[to].costs + out, key = LFI_WIDE_NONE;
    uint64_t fell = 0;
    for (unsigned open = crossing->open; open != 0; open &= open - 1) {
        const int i = lfi_lowest_bit(open);
        uint64_t way = from[i] + weights[i] * cells->straight;
        const uint64_t across = weights[i] * cells->diagonal;
        if ((crossing->later >> i & 1) != 0 && from[i - 1] + across < way) way = from[i - 1] + across;
        if ((crossing->sooner >> i & 1) != 0 && from[i + 1] + across < way) way = from[i + 1] + across;
        if (way >= costs[i] || way + bounds[i] > cells->best) continue;
        costs[i] = way;
        fell |= UINT64_C(1) << i;
        if (way + bounds[i] < key) key = way + bounds[i];
    }
    lanes_fell(cells, to, fell << out, &cells->cells[to].dirty, key);
}

/// What may be carried over between two sides whose open lanes are given.
static side_crossing crossing_make(unsigned here, unsigned there, lf_moves moves) {
    side_crossing crossing = {.open = there};
    if (moves == LF_MOVES_ORTHOGONAL) return crossing;
    crossing.later = here << 1 & there;
    crossing.sooner = here >> 1 & there;
    if (moves == LF_MOVES_KING_CUT) return crossing;
    crossing.later &= here & there << 1;
    crossing.sooner &= here & there >> 1;
    return crossing;
}

/// Carries 16 lanes, of which some are open, over to the neighbour of a cell.
static void lanes_cross(lf_search *search, lfi_turn_costs costs, unsigned here, uint32_t number,
                        lf_point corner, int side) {
    const lf_moves moves = search->map->moves;
    const side_lanes to = side_meet(search, number, corner, side ^ 1);
    if (to.open == 0 || here == 0) return;
    const lfi_v16 from = lfi_v16_load(costs.given);
    lfi_v16 later = LFI_V16_LATER(from, 1), sooner = LFI_V16_SOONER(from, 1), ways;
    if ((here & to.open) == 0xffff && moves != LF_MOVES_ORTHOGONAL) { // no lane is an exception
        ways = side_ways_over(&to, from, later, sooner);
    } else {
        const side_crossing crossing = crossing_make(here, to.open, moves);
        later = lfi_v16_or(later, lfi_v16_closed(crossing.later));
        sooner = lfi_v16_or(sooner, lfi_v16_closed(crossing.sooner));
        ways = lfi_v16_or(side_ways_over(&to, from, later, sooner), lfi_v16_closed(to.open));
    }
    side_lower(lfi_cells_of(search), ways, costs.base, &to);
}

/// Carries a side of a cell over to the neighbour, whose corner is given. Wide numbers are those of the lanes.
static void side_cross(lf_search *search, uint32_t from, lfi_turn_costs costs, uint32_t to, lf_point corner,
                       int side) {
    lfi_cells *cells = lfi_cells_of(search);
    const unsigned here = (unsigned)(cells->cells[from].open >> 16 * side) & 0xffff;
    if (!cells->wide) {
        costs.given += LFI_SIDE_LANES * side;
        lanes_cross(search, costs, here, to, corner, side);
        return;
    }
    const unsigned there = (unsigned)(lfi_cell_touch(search, to)->open >> 16 * (side ^ 1)) & 0xffff;
    const side_crossing crossing = crossing_make(here, there, search->map->moves);
    if (there != 0 && here != 0) side_cross_wide(search, from, to, side, &crossing);
}

/// The corners of a cell: its two lanes, the tile, where it leads, and the lane there.
typedef struct corner_move {
    int lane, twin, x, y, dx, dy, to;
} corner_move;

static const corner_move corner_moves[4] = {{0, 32, 0, 0, -1, -1, 31},
                                            {15, 48, 15, 0, 1, -1, 16},
                                            {16, 47, 0, 15, -1, 1, 15},
                                            {31, 63, 15, 15, 1, 1, 0}};

/// The lane of a tile, given as that of its cell, made ready for the query.
static lfi_lane_place lane_meet(lf_search *search, uint32_t number, lf_point point, int lane) {
    const lfi_cells *cells = lfi_cells_of(search);
    if (place_touch(search, number, point))
        return (lfi_lane_place){lfi_expanse_of_point(cells, point), lfi_expanse_lane(point), true};
    return (lfi_lane_place){number, lane, false};
}

/// Carries a corner of a cell, which is at `corner`, over; `here` is its cost.
static void corner_cross(lf_search *search, uint32_t number, lf_point corner, uint64_t here,
                         const corner_move *move) {
    lfi_cells *cells = lfi_cells_of(search);
    const lf_map *map = search->map;
    const lf_point from = {corner.x + move->x, corner.y + move->y};
    const lf_point point = {from.x + move->dx, from.y + move->dy};
    if (!lfi_cells_have(cells, point)) return;
    const uint32_t beside = number + (uint32_t)move->dx + (uint32_t)move->dy * cells->columns;
    const lfi_lane_place to = lane_meet(search, beside, point, move->to);
    if (!to.merged && cells->cells[to.owner].open == 0) return;
    const uint64_t old = lfi_lane_cost(cells, to);
    if (here >= old) return;
    const uint16_t weight = search->query.weights->rims[(size_t)beside * LFI_LANES + (size_t)move->to];
    const uint64_t way = here + weight * cells->diagonal;
    const uint64_t whole = way + lfi_lane_bound(cells, to);
    if (way >= old || whole > cells->best) return;
    const lfi_spot spot = {lfi_map_row(map, from.y) + (uint64_t)from.x};
    const unsigned moves = map->allowed[lfi_bits_around(map->open, spot, map->stride)];
    if ((moves >> (LFI_CENTRE + move->dx + 3 * move->dy) & 1) == 0) return;
    lfi_lane_set(cells, to, way);
    if (LFI_EXPANSES != 0 && to.merged)
        lanes_fell(cells, cells->count + to.owner, UINT64_C(1) << to.lane % LFI_EXPANSE_SIDE,
                   &cells->expanses[to.owner].dirty[to.lane / LFI_EXPANSE_SIDE], whole);
    else
        lanes_fell(cells, to.owner, UINT64_C(1) << to.lane, &cells->cells[to.owner].dirty, whole);
}

/// The neighbours at the sides.
static const int side_steps[4][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};

/// Carries lanes over to all neighbours.
void lfi_cell_cross(lf_search *search, uint32_t number, uint64_t lanes, lfi_turn_costs costs) {
    lfi_cells *cells = lfi_cells_of(search);
    const lf_point corner = cells->cells[number].corner;
    for (int side = 0; side < 4; side++) {
        const int dx = side_steps[side][0], dy = side_steps[side][1];
        const lf_point next = lfi_corner_beside(corner, dx, dy);
        if ((lanes >> 16 * side & 0xffff) == 0 || !lfi_cells_have(cells, next)) continue;
        side_cross(search, number, costs, number + (uint32_t)dx + (uint32_t)dy * cells->columns, next, side);
    }
    for (int i = 0; search->map->moves != LF_MOVES_ORTHOGONAL && i < 4; i++) {
        const corner_move *move = &corner_moves[i];
        if (((lanes >> move->lane | lanes >> move->twin) & 1) == 0) continue;
        corner_cross(search, number, corner,
                     lfi_lane_cost(cells, (lfi_lane_place){number, move->lane, false}), move);
    }
}

/// Tells the processor what carrying lanes over to a cell will read: most of the time goes into waiting for it.
static void side_expect(const lf_search *search, uint32_t number, lf_point corner, int side) {
    const lfi_cells *cells = lfi_cells_of(search);
    if (!lfi_cells_have(cells, corner) || lfi_expanse_has(cells, corner)) return;
    lfi_prefetch(&cells->cells[number]);
    lfi_prefetch(&cells->lanes32[number].costs[LFI_SIDE_LANES * side]);
    lfi_prefetch(&cells->lanes32[number].bounds[LFI_SIDE_LANES * side]);
    lfi_prefetch(search->query.weights->rims + (size_t)number * LFI_LANES + LFI_SIDE_LANES * side);
}

/// The same for all neighbours of a cell. Corners are mostly reached by sides before: their cell says so.
void lfi_cell_expect(const lf_search *search, uint32_t number) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lf_point corner = cells->cells[number].corner;
    for (int side = 0; side < 4; side++) {
        const int dx = side_steps[side][0], dy = side_steps[side][1];
        side_expect(search, number + (uint32_t)dx + (uint32_t)dy * cells->columns,
                    lfi_corner_beside(corner, dx, dy), side ^ 1);
    }
    for (int i = 0; i < 4; i++) {
        const uint32_t to =
            number + (uint32_t)corner_moves[i].dx + (uint32_t)corner_moves[i].dy * cells->columns;
        if (to >= cells->count) continue;
        lfi_prefetch(&cells->cells[to]);
        lfi_prefetch(&cells->lanes32[to].costs[corner_moves[i].to]);
    }
}

/// Where a side of an expanse ends: lanes, and the corners of cells that they are.
static const int side_ends[4][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}};

/// Carries a side of an expanse over to another one, 64 lanes at once.
static void expanse_cross_whole(lf_search *search, lfi_turn_costs costs, uint32_t to, int side) {
    lfi_cells *cells = lfi_cells_of(search);
    const bool diagonals = search->map->moves != LF_MOVES_ORTHOGONAL;
    const lfi_v16 none = lfi_v16_splat(LFI_NARROW_NONE);
    for (unsigned first = 0; first < LFI_EXPANSE_SIDE; first += LFI_SIDE_LANES) {
        const uint16_t *given = costs.given + first;
        const side_lanes lanes = expanse_lanes(cells, to, side ^ 1, first);
        const lfi_v16 from = lfi_v16_load(given);
        lfi_v16 later = none, sooner = none;
        if (diagonals) {
            const uint16_t before = first > 0 ? given[-1] : LFI_NARROW_NONE;
            const uint16_t after =
                first + LFI_SIDE_LANES < LFI_EXPANSE_SIDE ? given[LFI_SIDE_LANES] : LFI_NARROW_NONE;
            later = lfi_v16_min(LFI_V16_LATER(from, 1), lfi_v16_or(lfi_v16_splat(before), lfi_v16_closed(1)));
            sooner = lfi_v16_min(LFI_V16_SOONER(from, 1),
                                 lfi_v16_or(lfi_v16_splat(after), lfi_v16_closed(0x8000)));
        }
        side_lower(cells, side_ways_over(&lanes, from, later, sooner), costs.base, &lanes);
    }
}

/// Carries 16 lanes of an expanse over to a cell, and both ends diagonally.
static void expanse_cross_part(lf_search *search, const lfi_cell *whole, lfi_turn_costs costs, int side,
                               int part, unsigned lanes) {
    const lfi_cells *cells = lfi_cells_of(search);
    const int dx = side_steps[side][0], dy = side_steps[side][1];
    const lf_point corner = lfi_expanse_side_corner(whole, side, part),
                   next = lfi_corner_beside(corner, dx, dy);
    const uint32_t number = lfi_cell_of_point(cells, corner);
    const uint32_t to = number + (uint32_t)dx + (uint32_t)dy * cells->columns;
    costs.given += LFI_SIDE_LANES * part;
    if (lfi_cells_have(cells, next)) lanes_cross(search, costs, 0xffff, to, next, side);
    for (int end = 0; search->map->moves != LF_MOVES_ORTHOGONAL && end < 2; end++) {
        const int lane = end * (LFI_SIDE_LANES - 1);
        if ((lanes >> lane & 1) != 0)
            corner_cross(search, number, corner, costs.base + costs.given[lane],
                         &corner_moves[side_ends[side][end]]);
    }
}

/// Carries lanes of an expanse over to what lies around it.
void lfi_expanse_cross(lf_search *search, uint32_t number, const uint64_t *lanes, lfi_turn_costs costs) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *whole = &cells->cells[cells->count + number];
    for (int side = 0; side < 4; side++, costs.given += LFI_EXPANSE_SIDE) {
        if (lanes[side] == 0) continue;
        const lf_point corner = lfi_expanse_side_corner(whole, side, 0);
        const lf_point next = lfi_corner_beside(corner, side_steps[side][0], side_steps[side][1]);
        const bool beside =
            lfi_cells_have(cells, next) && lfi_expanse_touch(search, lfi_expanse_of_point(cells, next));
        if (beside) expanse_cross_whole(search, costs, lfi_expanse_of_point(cells, next), side);
        for (int part = 0; part < LFI_EXPANSE_CELLS; part++) {
            const unsigned some = (unsigned)(lanes[side] >> LFI_SIDE_LANES * part) & 0xffff;
            if (!beside && some != 0) expanse_cross_part(search, whole, costs, side, part, some);
        }
        for (int end = 0; beside && search->map->moves != LF_MOVES_ORTHOGONAL && end < 2; end++) {
            const int lane = end * (LFI_EXPANSE_SIDE - 1), part = end * (LFI_EXPANSE_CELLS - 1);
            if ((lanes[side] >> lane & 1) != 0)
                corner_cross(search, lfi_expanse_side_cell(cells, whole, side, part),
                             lfi_expanse_side_corner(whole, side, part), costs.base + costs.given[lane],
                             &corner_moves[side_ends[side][end]]);
        }
    }
}
#endif // LF_NO_CELLS
