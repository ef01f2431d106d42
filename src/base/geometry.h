// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Places and lines in whole numbers.
#ifndef LANDFALL_GEOMETRY_H
#define LANDFALL_GEOMETRY_H

#include "core.h"

/// A rectangle of tiles.
typedef struct lfi_box {
    int32_t x0, y0, x1, y1; ///< the first and the last column and row, all included
} lfi_box;

/// How far apart two places of a row or column are.
static inline uint32_t lfi_gap(int32_t a, int32_t b) {
    return a < b ? (uint32_t)b - (uint32_t)a : (uint32_t)a - (uint32_t)b;
}

/// How far a place lies outside a range.
static inline uint32_t lfi_gap_outside(int32_t place, int32_t low, int32_t high) {
    return place < low ? lfi_gap(place, low) : place > high ? lfi_gap(place, high) : 0;
}

/// The number of moves of the straight line between two places, each to a neighbour.
static inline int64_t lfi_line_moves(lf_point a, lf_point b) {
    const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    const int64_t x = dx < 0 ? -dx : dx, y = dy < 0 ? -dy : dy;
    return x > y ? x : y;
}

/// a / b rounded to the nearest whole number, halves up; b > 0.
static inline int64_t lfi_divide_round(int64_t a, int64_t b) {
    const int64_t top = 2 * a + b, bottom = 2 * b;
    return top / bottom - (top % bottom < 0);
}

/// The place after `i` of the line's moves.
static inline lf_point lfi_line_point(lf_point a, lf_point b, int64_t i, int64_t moves) {
    if (moves == 0) return a;
    const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    return (lf_point){(int32_t)(a.x + lfi_divide_round(dx * i, moves)),
                      (int32_t)(a.y + lfi_divide_round(dy * i, moves))};
}

/// Whether something is seen at a distance.
typedef bool lfi_sees(const void *job, int64_t distance);

/// The edge of sight between a distance at which something is seen and a greater one at which it is not: the
/// last distance at which it is, by halving. (If sight comes and goes, the last before some gap.)
static inline int64_t lfi_sight_edge(int64_t seen, int64_t hidden, lfi_sees *sees, const void *job) {
    while (hidden - seen > 1) {
        const int64_t middle = seen + (hidden - seen) / 2;
        if (sees(job, middle))
            seen = middle;
        else
            hidden = middle;
    }
    return seen;
}

#endif // LANDFALL_GEOMETRY_H
