// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Cells that are open and of one weight: what lanes lead to, a side at a time and without a table.
//
//     a side with costs d0 .. d15, each tile of weight w, king moves:
//     its own lane k       min over j of dj + w |j - k|
//     across               the least d, plus 15 w
//     around its corner    min over j of dj + w max(j, k), where j and k count from that corner
//
// Each of them is the least of some numbers up to a lane, or from it on: of the costs, or of costs with w times their
// distance from a corner on top. So four scans of a side say all, whatever number of its lanes is spread; a table
// takes a row for each. Most of a sea is such cells.
//
// Under orthogonal moves a way around the corner costs w (j + k), and across what the own lane costs, plus 15 w.
//
// Numbers: costs of lanes are so far below LFI_NARROW_NONE that a cell more does not saturate (turn_limit). Of the two
// scans that meet at a lane one has a lane that is spread, so that what is none in the other never wins.
//
// Without vector instructions the walks are long, and so is their code; there each lane that is spread goes to all
// others.
#include "cells.h"

#ifdef LFI_VECTORS_NONE

#include "../base/metric.h"

void lfi_even_spread(const uint16_t *costs, uint64_t lanes, uint16_t weight, lf_moves moves,
                     uint16_t *given) {
    const lfi_metric metric = lfi_metric_make(moves, LF_COST_UNIFORM);
    for (int to = 0; to < LFI_LANES; to++) given[to] = LFI_NARROW_NONE;
    for (; lanes != 0; lanes &= lanes - 1) {
        const int from = lfi_lowest_bit(lanes);
        const lf_point here = {lfi_lane_x(from), lfi_lane_y(from)};
        for (int to = 0; to < LFI_LANES; to++) {
            const lf_point there = {lfi_lane_x(to), lfi_lane_y(to)};
            const uint64_t way = costs[from] + weight * lfi_metric_between(&metric, here, there);
            if (way < given[to]) given[to] = (uint16_t)way;
        }
    }
}

#else

/// The costs of a side; none where a lane is not in the set.
static lfi_v16 side_costs(const uint16_t *costs, unsigned lanes) {
    return lfi_v16_or(lfi_v16_load(costs), lfi_v16_closed(lanes));
}

/// What a side leads to.
typedef struct even_ways {
    lfi_v16 own, across;
    lfi_v16 low;  ///< around the corner of its first lane, counted from there
    lfi_v16 high; ///< around the corner of its last lane, counted towards it
} even_ways;

static even_ways side_ways(lfi_v16 costs, uint16_t weight, lf_moves moves) {
    static const uint16_t counts[LFI_CELL_SIDE] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const lfi_v16 far = lfi_v16_times(lfi_v16_load(counts), lfi_v16_splat(weight)); // from the first lane
    const lfi_v16 near = lfi_v16_reverse(far);                                      // from the last one
    const lfi_v16 whole = lfi_v16_splat((uint16_t)(15 * weight));
    const lfi_v16 after = lfi_v16_after(lfi_v16_add(costs, far)),
                  before = lfi_v16_before(lfi_v16_add(costs, near));
    even_ways ways = {.own = lfi_v16_min(lfi_v16_take(after, far), lfi_v16_take(before, near))};
    if (moves == LF_MOVES_ORTHOGONAL) {
        ways.across = lfi_v16_add(ways.own, whole);
        ways.low = lfi_v16_add(lfi_v16_splat(lfi_v16_at(after, 0)), far);
        ways.high = lfi_v16_add(lfi_v16_splat(lfi_v16_at(before, 15)), near);
        return ways;
    }
    const lfi_v16 up = lfi_v16_before(costs), down = lfi_v16_after(costs);
    ways.across = lfi_v16_add(lfi_v16_splat(lfi_v16_at(up, 15)), whole);
    ways.low = lfi_v16_min(lfi_v16_add(up, far), after);
    ways.high = lfi_v16_min(lfi_v16_add(down, near), before);
    return ways;
}

void lfi_even_spread(const uint16_t *costs, uint64_t lanes, uint16_t weight, lf_moves moves,
                     uint16_t *given) {
    lfi_v16 best[4];
    for (int k = 0; k < 4; k++) best[k] = lfi_v16_splat(LFI_NARROW_NONE);
    for (int side = 0; side < 4; side++) {
        const unsigned spread = (unsigned)(lanes >> 16 * side) & 0xffff;
        if (spread == 0) continue;
        const even_ways ways = side_ways(side_costs(costs + 16 * side, spread), weight, moves);
        // Sides are top, bottom, left, right, and their lanes count from the left or from the top. So what leads
        // around a corner counts from the wrong end on one side of each pair.
        const int beside = side < 2 ? 2 : 0;
        const bool late = side % 2 != 0;
        const lfi_v16 low = late ? lfi_v16_reverse(ways.low) : ways.low;
        const lfi_v16 high = late ? ways.high : lfi_v16_reverse(ways.high);
        best[side] = lfi_v16_min(best[side], ways.own);
        best[side ^ 1] = lfi_v16_min(best[side ^ 1], ways.across);
        best[beside] = lfi_v16_min(best[beside], low);
        best[beside + 1] = lfi_v16_min(best[beside + 1], high);
    }
    for (int k = 0; k < 4; k++) lfi_v16_store(given + 16 * k, best[k]);
}

#endif
