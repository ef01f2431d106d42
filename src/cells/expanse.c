// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Expanses, 64 x 64 tiles that are open and of one weight: what the lanes around one lead to. It is even.c for 16 cells at
// once: their inner lanes need no costs, because within an expanse every cheapest way is known without them (ground.c).
// More than half of what a query goes over at sea are such cells.
//
// A side is 64 numbers, four vectors; what a scan of one vector ends with goes into the next.
//
// Numbers: costs of lanes are at most LFI_EXPANSE_REACH, counted from the cheapest; the longest way within an expanse is
// 126 moves of LFI_EXPANSE_WEIGHT. What a scan makes of "no way" is greater than the sum of both and never wins.
#include "cells.h"

#if LFI_EXPANSES

enum { PARTS = LFI_EXPANSE_SIDE / LFI_CELL_SIDE, EXPANSE_LAST = LFI_EXPANSE_SIDE - 1 };

_Static_assert(LFI_EXPANSE_REACH + 3 * EXPANSE_LAST * LFI_EXPANSE_WEIGHT < LFI_NARROW_NONE,
               "no way is dearer than any");

/// The numbers of a side, or of a row.
typedef struct long_side {
    lfi_v16 part[PARTS];
} long_side;

/// The least number up to each.
static long_side long_before(long_side a) {
    for (int k = 0; k < PARTS; k++) {
        a.part[k] = lfi_v16_before(a.part[k]);
        if (k > 0) a.part[k] = lfi_v16_min(a.part[k], lfi_v16_splat(lfi_v16_at(a.part[k - 1], 15)));
    }
    return a;
}

/// The least number from each on.
static long_side long_after(long_side a) {
    for (int k = PARTS; k-- > 0;) {
        a.part[k] = lfi_v16_after(a.part[k]);
        if (k + 1 < PARTS) a.part[k] = lfi_v16_min(a.part[k], lfi_v16_splat(lfi_v16_at(a.part[k + 1], 0)));
    }
    return a;
}

static long_side long_add(long_side a, long_side b) {
    for (int k = 0; k < PARTS; k++) a.part[k] = lfi_v16_add(a.part[k], b.part[k]);
    return a;
}

static long_side long_take(long_side a, long_side b) {
    for (int k = 0; k < PARTS; k++) a.part[k] = lfi_v16_take(a.part[k], b.part[k]);
    return a;
}

static long_side long_min(long_side a, long_side b) {
    for (int k = 0; k < PARTS; k++) a.part[k] = lfi_v16_min(a.part[k], b.part[k]);
    return a;
}

static long_side long_splat(uint16_t number) {
    long_side a;
    for (int k = 0; k < PARTS; k++) a.part[k] = lfi_v16_splat(number);
    return a;
}

static long_side long_reverse(long_side a) {
    long_side reversed;
    for (int k = 0; k < PARTS; k++) reversed.part[k] = lfi_v16_reverse(a.part[PARTS - 1 - k]);
    return reversed;
}

static long_side long_load(const uint16_t *from) {
    long_side a;
    for (int k = 0; k < PARTS; k++) a.part[k] = lfi_v16_load(from + LFI_CELL_SIDE * k);
    return a;
}

static void long_store(uint16_t *to, long_side a) {
    for (int k = 0; k < PARTS; k++) lfi_v16_store(to + LFI_CELL_SIDE * k, a.part[k]);
}

/// What it costs to go from the first place of a side to each.
static long_side long_far(uint16_t weight) {
    uint16_t each[LFI_EXPANSE_SIDE];
    for (int i = 0; i < LFI_EXPANSE_SIDE; i++) each[i] = (uint16_t)(i * weight);
    return long_load(each);
}

/// The costs of a side; none where a lane is not in the set.
static long_side long_costs(const uint16_t *costs, uint64_t lanes) {
    long_side a;
    for (int k = 0; k < PARTS; k++)
        a.part[k] = lfi_v16_or(lfi_v16_load(costs + LFI_CELL_SIDE * k),
                               lfi_v16_closed((unsigned)(lanes >> LFI_CELL_SIDE * k) & 0xffff));
    return a;
}

/// What a side leads to; as in even.c.
typedef struct long_ways {
    long_side own, across, low, high;
} long_ways;

static long_ways long_lead(long_side costs, long_side far, uint16_t weight, lf_moves moves) {
    const long_side near = long_reverse(far), whole = long_splat((uint16_t)(EXPANSE_LAST * weight));
    const long_side after = long_after(long_add(costs, far)), before = long_before(long_add(costs, near));
    long_ways ways = {.own = long_min(long_take(after, far), long_take(before, near))};
    if (moves == LF_MOVES_ORTHOGONAL) {
        ways.across = long_add(ways.own, whole);
        ways.low = long_add(long_splat(lfi_v16_at(after.part[0], 0)), far);
        ways.high = long_add(long_splat(lfi_v16_at(before.part[PARTS - 1], 15)), near);
        return ways;
    }
    const long_side up = long_before(costs), down = long_after(costs);
    ways.across = long_add(long_splat(lfi_v16_at(up.part[PARTS - 1], 15)), whole);
    ways.low = long_min(long_add(up, far), after);
    ways.high = long_min(long_add(down, near), before);
    return ways;
}

void lfi_expanse_spread(const uint16_t *costs, const uint64_t *lanes, uint16_t weight, lf_moves moves,
                        uint16_t *given) {
    const long_side far = long_far(weight);
    long_side best[4];
    for (int k = 0; k < 4; k++) best[k] = long_splat(LFI_NARROW_NONE);
    for (int side = 0; side < 4; side++) {
        if (lanes[side] == 0) continue;
        const long_ways ways =
            long_lead(long_costs(costs + LFI_EXPANSE_SIDE * side, lanes[side]), far, weight, moves);
        const int beside = side < 2 ? 2 : 0;
        const bool late = side % 2 != 0;
        best[side] = long_min(best[side], ways.own);
        best[side ^ 1] = long_min(best[side ^ 1], ways.across);
        best[beside] = long_min(best[beside], late ? long_reverse(ways.low) : ways.low);
        best[beside + 1] = long_min(best[beside + 1], late ? ways.high : long_reverse(ways.high));
    }
    for (int k = 0; k < 4; k++) long_store(given + LFI_EXPANSE_SIDE * k, best[k]);
}

#endif
