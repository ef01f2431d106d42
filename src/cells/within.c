// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The cheapest ways within a cell, by sweeps: row by row down and up again, until a sweep changes nothing.
//
//     . . . . .      a row takes costs from the row before it: straight, and by diagonals where they are
//     v\v/v\v/v      allowed;
//     > > < < .      then from itself, to the right and to the left
//
// To take costs along a row of 16 tiles, numbers move by 1, 2, 4 and 8 places, and each time what lies between
// comes on top: four steps instead of 15. So a row is some 50 instructions on 16 numbers of 16 bits. Without vector
// instructions, and in 64 bits, the same is done tile by tile.
//
// In 16 bits a sweep passes by rows that have nothing to take: it is known which of them have a neighbour that changed
// since they took from it. A row that changes is taken along itself at once; so when no row is left, every move has
// been tried with the costs that stand there. (In 64 bits a sweep that changes nothing says the same.)
//
// A table: lane after lane, around the cell. Each begins with the costs of the one beside it, and what that one weighs
// on top, since to go there first is one way. What this leaves to be lowered are the tiles ahead. Costs of real ways,
// lowered until no move lowers any, are the least, whatever they were at first.
//
// Time: O(sweeps * tiles). A maze may need a sweep for each of its turns, at most 256.
#include "within.h"

#include "../base/metric.h"

#include <string.h>

// ---- The tiles of a cell --------------------------------------------------------------------------

/// The first tile of a cell.
static lf_point patch_corner(const lf_weights *weights, uint32_t cell) {
    return (lf_point){(int32_t)(cell % weights->columns * LFI_CELL_SIDE),
                      (int32_t)(cell / weights->columns * LFI_CELL_SIDE)};
}

/// What the tiles of a row weigh, open or not, where rows of the map are `wide` tiles from there on.
static inline lfi_v16 row_load(const uint16_t *weights, int32_t wide) {
    uint16_t some[LFI_CELL_SIDE] = {0};
    if (wide >= LFI_CELL_SIDE) return lfi_v16_load(weights);
    memcpy(some, weights, (size_t)wide * sizeof *some);
    return lfi_v16_load(some);
}

void lfi_patch_load(lfi_patch *patch, const lf_weights *weights, uint32_t cell) {
    const lf_map *map = weights->given;
    const lf_point corner = patch_corner(weights, cell);
    const lfi_v16 none = lfi_v16_splat(LFI_NARROW_NONE);
    size_t first = (size_t)lfi_map_tile(map, corner);
    for (int y = 0; y < LFI_CELL_SIDE; y++, first += (size_t)map->width) {
        lfi_v16 row = none; // below the map there is no tile
        if (patch->rows[y] != 0)
            row = lfi_v16_or(row_load(weights->costs + first, map->width - corner.x),
                             lfi_v16_closed(patch->rows[y]));
        lfi_v16_store(patch->weights + LFI_CELL_SIDE * y, row);
    }
}

bool lfi_patch_fits(const lfi_patch *patch, const uint16_t *rows, const lf_weights *weights, uint32_t cell) {
    const lf_map *map = weights->given;
    const lf_point corner = patch_corner(weights, cell);
    size_t first = (size_t)lfi_map_tile(map, corner);
    unsigned changed = 0;
    if (!lfi_v16_same(lfi_v16_load(patch->rows), lfi_v16_load(rows))) return false;
    for (int y = 0; y < LFI_CELL_SIDE; y++, first += (size_t)map->width) {
        if (rows[y] == 0) continue;
        const lfi_v16 now = row_load(weights->costs + first, map->width - corner.x);
        changed |= lfi_v16_unlike(now, lfi_v16_load(patch->weights + LFI_CELL_SIDE * y)) & rows[y];
    }
    return changed == 0;
}

/// Where diagonals lead to a tile of a row from the row above it: from the left (falls) and from the right.
static void patch_diagonals(const lfi_patch *patch, int y, unsigned *falls, unsigned *rises) {
    const unsigned here = patch->rows[y], above = y > 0 ? patch->rows[y - 1] : 0;
    *falls = *rises = 0;
    if (patch->moves == LF_MOVES_ORTHOGONAL) return;
    *falls = here & above << 1;
    *rises = here & above >> 1;
    if (patch->moves == LF_MOVES_KING_CUT) return;
    *falls &= here << 1 & above;
    *rises &= here >> 1 & above;
}

#define ROWS_ALL 0xffffu

// ---- In 16 bits -----------------------------------------------------------------------------------

#ifdef LFI_VECTORS_NONE

void lfi_patch_add_up(const lfi_patch *patch, lfi_patch_sums *sums) {
    sums->weights = patch->weights;
    for (int y = 0; y < LFI_CELL_SIDE; y++) {
        unsigned falls, rises;
        patch_diagonals(patch, y, &falls, &rises);
        sums->falls[y] = (uint16_t)falls;
        sums->rises[y] = (uint16_t)rises;
    }
}

/// Whether a way by another tile is cheaper; then it is taken.
static bool tile_take(uint16_t *cost, uint32_t from, uint16_t weight) {
    if (from + weight >= *cost) return false;
    *cost = (uint16_t)(from + weight);
    return true;
}

/// Takes costs along a row.
static void row_close(const lfi_patch_sums *sums, uint16_t *costs, int y) {
    const uint16_t *weights = sums->weights + LFI_CELL_SIDE * y;
    uint16_t *row = costs + LFI_CELL_SIDE * y;
    for (int x = 1; x < LFI_CELL_SIDE; x++) tile_take(row + x, row[x - 1], weights[x]);
    for (int x = LFI_CELL_SIDE - 1; x-- > 0;) tile_take(row + x, row[x + 1], weights[x]);
}

/// Takes costs from the row above, or from the one below; whether any fell.
static bool row_take(const lfi_patch_sums *sums, uint16_t *costs, int y, bool up) {
    const uint16_t *weights = sums->weights + LFI_CELL_SIDE * y;
    const uint16_t *next = costs + LFI_CELL_SIDE * (up ? y + 1 : y - 1);
    // Diagonals from the left, and from the right. What leads up to this row is what leads down to the row below.
    const unsigned left = up ? (unsigned)sums->rises[y + 1] << 1 : sums->falls[y];
    const unsigned right = up ? sums->falls[y + 1] >> 1 : sums->rises[y];
    bool fell = false;
    for (int x = 0; x < LFI_CELL_SIDE; x++) {
        uint16_t *cost = costs + LFI_CELL_SIDE * y + x, from = next[x];
        if ((left >> x & 1) != 0 && next[x - 1] < from) from = next[x - 1];
        if ((right >> x & 1) != 0 && next[x + 1] < from) from = next[x + 1];
        fell |= tile_take(cost, from, weights[x]);
    }
    if (fell) row_close(sums, costs, y);
    return fell;
}

/// All rows, from the first on, take costs from the row above and from themselves.
static void rows_down(const lfi_patch_sums *sums, uint16_t *costs) {
    for (int y = 0; y < LFI_CELL_SIDE; y++) {
        if (y == 0 || !row_take(sums, costs, y, false)) row_close(sums, costs, y);
    }
}

#else

void lfi_patch_add_up(const lfi_patch *patch, lfi_patch_sums *sums) {
    for (int y = 0; y < LFI_CELL_SIDE; y++) {
        unsigned falls, rises;
        const lfi_v16 one = lfi_v16_load(patch->weights + LFI_CELL_SIDE * y);
        patch_diagonals(patch, y, &falls, &rises);
        sums->one[y] = one;
        sums->right[0][y] = lfi_v16_add(one, LFI_V16_LATER(one, 1));
        sums->right[1][y] = lfi_v16_add(sums->right[0][y], LFI_V16_LATER(sums->right[0][y], 2));
        sums->right[2][y] = lfi_v16_add(sums->right[1][y], LFI_V16_LATER(sums->right[1][y], 4));
        sums->left[0][y] = lfi_v16_add(one, LFI_V16_SOONER(one, 1));
        sums->left[1][y] = lfi_v16_add(sums->left[0][y], LFI_V16_SOONER(sums->left[0][y], 2));
        sums->left[2][y] = lfi_v16_add(sums->left[1][y], LFI_V16_SOONER(sums->left[1][y], 4));
        sums->falls[y] = lfi_v16_closed(falls);
        sums->rises[y] = lfi_v16_closed(rises);
    }
}

/// Takes costs along a row.
static inline lfi_v16 sweep_along(const lfi_patch_sums *sums, int y, lfi_v16 a) {
    a = lfi_v16_min(a, lfi_v16_add(LFI_V16_LATER(a, 1), sums->one[y]));
    a = lfi_v16_min(a, lfi_v16_add(LFI_V16_LATER(a, 2), sums->right[0][y]));
    a = lfi_v16_min(a, lfi_v16_add(LFI_V16_LATER(a, 4), sums->right[1][y]));
    a = lfi_v16_min(a, lfi_v16_add(lfi_v16_later8(a), sums->right[2][y]));
    a = lfi_v16_min(a, lfi_v16_add(LFI_V16_SOONER(a, 1), sums->one[y]));
    a = lfi_v16_min(a, lfi_v16_add(LFI_V16_SOONER(a, 2), sums->left[0][y]));
    a = lfi_v16_min(a, lfi_v16_add(LFI_V16_SOONER(a, 4), sums->left[1][y]));
    return lfi_v16_min(a, lfi_v16_add(lfi_v16_sooner8(a), sums->left[2][y]));
}

/// What a row costs with what comes from the row above, or from the one below.
static inline lfi_v16 row_from(const lfi_patch_sums *sums, const uint16_t *costs, int y, bool up,
                               lfi_v16 old) {
    const lfi_v16 next = lfi_v16_load(costs + LFI_CELL_SIDE * (up ? y + 1 : y - 1));
    lfi_v16 from = next;
    if (up) { // what leads up to this row is what leads down to the row below
        from = lfi_v16_min(from, LFI_V16_SOONER(lfi_v16_or(next, sums->falls[y + 1]), 1));
        from = lfi_v16_min(from, LFI_V16_LATER(lfi_v16_or(next, sums->rises[y + 1]), 1));
    } else {
        from = lfi_v16_min(from, lfi_v16_or(LFI_V16_LATER(next, 1), sums->falls[y]));
        from = lfi_v16_min(from, lfi_v16_or(LFI_V16_SOONER(next, 1), sums->rises[y]));
    }
    return lfi_v16_min(old, lfi_v16_add(from, sums->one[y]));
}

/// Takes costs from the row above, or from the one below; whether any fell.
static inline bool row_take(const lfi_patch_sums *sums, uint16_t *costs, int y, bool up) {
    const lfi_v16 old = lfi_v16_load(costs + LFI_CELL_SIDE * y);
    const lfi_v16 some = row_from(sums, costs, y, up, old);
    if (lfi_v16_same(old, some)) return false;
    lfi_v16_store(costs + LFI_CELL_SIDE * y, sweep_along(sums, y, some));
    return true;
}

static void row_close(const lfi_patch_sums *sums, uint16_t *costs, int y) {
    uint16_t *row = costs + LFI_CELL_SIDE * y;
    lfi_v16_store(row, sweep_along(sums, y, lfi_v16_load(row)));
}

/// All rows, from the first on, take costs from the row above and from themselves.
static void rows_down(const lfi_patch_sums *sums, uint16_t *costs) {
    row_close(sums, costs, 0);
    for (int y = 1; y < LFI_CELL_SIDE; y++) {
        uint16_t *row = costs + LFI_CELL_SIDE * y;
        lfi_v16_store(row, sweep_along(sums, y, row_from(sums, costs, y, false, lfi_v16_load(row))));
    }
}

#endif

/// Sweeps until no row has anything to take: `down` are rows that have yet to take from the one above, `up` from the
/// one below. Each row must have been taken along itself. Returns how often a row was looked at.
static uint32_t rows_sweep(const lfi_patch_sums *sums, uint16_t *costs, unsigned down, unsigned up) {
    for (uint32_t looks = 0;;) {
        down &= ROWS_ALL;
        for (; down != 0; looks++) {
            const int y = lfi_lowest_bit(down);
            down &= down - 1;
            if (!row_take(sums, costs, y, false)) continue;
            down |= 2u << y & ROWS_ALL;
            up |= 1u << y >> 1;
        }
        if (up == 0) return looks;
        for (; up != 0; looks++) {
            const int y = lfi_highest_bit(up);
            up &= ~(1u << y);
            if (!row_take(sums, costs, y, true)) continue;
            up |= 1u << y >> 1;
            down |= 2u << y;
        }
    }
}

void lfi_within_narrow(const lfi_patch_sums *sums, uint16_t *costs) {
    rows_down(sums, costs);
    rows_sweep(sums, costs, 0, ROWS_ALL >> 1);
}

/// Costs from a tile to all tiles. `beside`: those that are there are of the tile beside it, which weighs that much; to
/// go there first is one way. Returns how often a row was looked at.
static uint32_t within_from(const lfi_patch_sums *sums, int tile, bool beside, uint16_t weight,
                            uint16_t *costs) {
    const int y = tile / LFI_CELL_SIDE;
    const lfi_v16 more = lfi_v16_splat(beside ? weight : LFI_NARROW_NONE);
    for (int i = 0; i < LFI_CELL_TILES; i += LFI_CELL_SIDE)
        lfi_v16_store(costs + i, lfi_v16_add(lfi_v16_load(costs + i), more));
    costs[tile] = 0;
    row_close(sums, costs, y);
    return rows_sweep(sums, costs, 2u << y, 1u << y >> 1);
}

/// The lanes around a cell, each beside the one before, or on the same tile.
static int lane_around(int i) {
    static const int first[4] = {0, 48, 31, 47};
    return i < 32 ? first[i / LFI_CELL_SIDE] + i % LFI_CELL_SIDE
                  : first[i / LFI_CELL_SIDE] - i % LFI_CELL_SIDE;
}

uint32_t lfi_within_table_narrow(const lfi_patch *patch, uint16_t *table) {
    uint32_t looks = 0;
    lfi_patch_sums sums;
    uint16_t costs[LFI_CELL_TILES] = {0};
    uint16_t before = LFI_NARROW_NONE; // what the tile of the lane before weighs
    lfi_patch_add_up(patch, &sums);
    for (int i = 0; i < LFI_LANES; i++) {
        const int from = lane_around(i), tile = LFI_CELL_SIDE * lfi_lane_y(from) + lfi_lane_x(from);
        const bool again = i > 0 && i % LFI_CELL_SIDE == 0; // the same tile as before
        uint16_t *row = table + (size_t)from * LFI_LANES;
        if (patch->weights[tile] == LFI_NARROW_NONE)
            memset(costs, 0xff, sizeof costs);
        else if (!again)
            looks += within_from(&sums, tile, before != LFI_NARROW_NONE, before, costs);
        for (int to = 0; to < LFI_LANES; to++)
            row[to] = costs[LFI_CELL_SIDE * lfi_lane_y(to) + lfi_lane_x(to)];
        before = patch->weights[tile];
    }
    return looks;
}

// ---- In 64 bits -----------------------------------------------------------------------------------

static inline bool cost_lower(uint64_t *cost, uint64_t way) {
    if (way >= *cost) return false;
    *cost = way;
    return true;
}

/// What straight and diagonal moves cost per unit of weight.
typedef struct sweep_units {
    uint64_t straight, diagonal;
} sweep_units;

/// A row takes costs from the row before it and from itself; whether any fell.
static bool sweep_row_wide(const lfi_patch *patch, sweep_units units, uint64_t *costs, int y, int before) {
    const uint16_t *weights = patch->weights + LFI_CELL_SIDE * y;
    uint64_t *row = costs + LFI_CELL_SIDE * y;
    bool changed = false;
    if (before >= 0 && before < LFI_CELL_SIDE) {
        const uint64_t *from = costs + LFI_CELL_SIDE * before;
        unsigned left, right; // where a diagonal comes from the row before, from the left and from the right
        patch_diagonals(patch, y > before ? y : before, &left, &right);
        if (y < before) {
            const unsigned falls = left;
            left = right << 1 & 0xffff;
            right = falls >> 1;
        }
        for (unsigned open = patch->rows[y]; open != 0; open &= open - 1) {
            const int x = lfi_lowest_bit(open);
            changed |= cost_lower(&row[x], from[x] + weights[x] * units.straight);
            if ((left >> x & 1) != 0)
                changed |= cost_lower(&row[x], from[x - 1] + weights[x] * units.diagonal);
            if ((right >> x & 1) != 0)
                changed |= cost_lower(&row[x], from[x + 1] + weights[x] * units.diagonal);
        }
    }
    for (int x = 1; x < LFI_CELL_SIDE; x++) {
        if ((patch->rows[y] >> x & 1) != 0)
            changed |= cost_lower(&row[x], row[x - 1] + weights[x] * units.straight);
    }
    for (int x = LFI_CELL_SIDE - 2; x >= 0; x--) {
        if ((patch->rows[y] >> x & 1) != 0)
            changed |= cost_lower(&row[x], row[x + 1] + weights[x] * units.straight);
    }
    return changed;
}

static bool sweep_wide(const lfi_patch *patch, sweep_units units, uint64_t *costs, bool up) {
    bool changed = false;
    for (int i = 0; i < LFI_CELL_SIDE; i++) {
        const int y = up ? LFI_CELL_SIDE - 1 - i : i;
        changed |= sweep_row_wide(patch, units, costs, y, up ? y + 1 : y - 1);
    }
    return changed;
}

void lfi_within_wide(const lfi_patch *patch, uint64_t straight, uint64_t diagonal, uint64_t *costs) {
    const sweep_units units = {straight, diagonal};
    sweep_wide(patch, units, costs, false);
    while (sweep_wide(patch, units, costs, true) && sweep_wide(patch, units, costs, false)) {
    }
}

/// The weights of straight and of diagonal moves that a cost is made of. Under octile costs, a Q + b P modulo Q is
/// b P, and P P = 2 Q Q - 1 is -1, so b is the cost times -P.
static uint32_t cost_pair(uint64_t cost, uint64_t straight) {
    if (straight == 1) return (uint32_t)cost << 16; // uniform costs: any pair of this sum
    const uint64_t b = cost % LFI_METRIC_Q * (2 * LFI_METRIC_Q - LFI_METRIC_P) % LFI_METRIC_Q;
    const uint64_t a = (cost - b * LFI_METRIC_P) / LFI_METRIC_Q;
    LFI_ASSERT(a + b < LFI_NARROW_NONE);
    return (uint32_t)(a << 16 | b);
}

void lfi_within_table_wide(const lfi_patch *patch, uint64_t straight, uint64_t diagonal, uint32_t *table) {
    uint64_t costs[LFI_CELL_TILES];
    for (int from = 0; from < LFI_LANES; from++) {
        const int x = lfi_lane_x(from), y = lfi_lane_y(from);
        uint32_t *row = table + (size_t)from * LFI_LANES;
        for (int i = 0; i < LFI_CELL_TILES; i++) costs[i] = LFI_WIDE_NONE;
        if ((patch->rows[y] >> x & 1) != 0) {
            costs[LFI_CELL_SIDE * y + x] = 0;
            lfi_within_wide(patch, straight, diagonal, costs);
        }
        for (int to = 0; to < LFI_LANES; to++) {
            const uint64_t cost = costs[LFI_CELL_SIDE * lfi_lane_y(to) + lfi_lane_x(to)];
            row[to] = cost < LFI_WIDE_NONE ? cost_pair(cost, straight) : LFI_PAIR_NONE;
        }
    }
}
