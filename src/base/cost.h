// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Exact octile costs: a cost is a pair of whole numbers and stands for straight + diagonal * sqrt 2.
//
// To compare two costs, take their difference a + b sqrt 2. If a and b do not have opposite signs, the sign
// is obvious. Otherwise the larger of |a| and |b| sqrt 2 decides; compare their squares, a * a and 2 * b * b.
// The squares are equal only for a = b = 0, because sqrt 2 is irrational; so equal costs are equal pairs.
//
//     |a|, |b| <= 2^32 - 1                                             asked of every comparison
//     a * a    <= (2^32 - 1)^2 < 2^64                                  always fits
//     2 * b * b < 2^64             for |b| <= 3037000499               fits
//     2 * b * b > 2^64 > a * a     for |b| >= 3037000500               needs no multiplication
//
// The costs of any two routes are in this range, because a route visits no tile twice and a map has at most
// 2^32 - 2 tiles. Sums of a cost and a lower bound are in it on maps of up to 2^31 tiles: such a sum is at
// most the cost of a route, hence below 2^31 * sqrt 2, and so are its two numbers.
#ifndef LANDFALL_COST_H
#define LANDFALL_COST_H

#include "core.h"

/// Whether a < b * sqrt 2, for numbers of at most 32 bits.
static inline bool lfi_cost_root_exceeds(uint64_t a, uint64_t b) {
    LFI_ASSERT(a <= UINT32_MAX && b <= UINT32_MAX);
    return b > 3037000499u || a * a < 2 * b * b;
}

/// The sign of straight + diagonal * sqrt 2: -1, 0 or 1.
static inline int lfi_cost_sign(int64_t straight, int64_t diagonal) {
    if (straight >= 0 && diagonal >= 0) return (straight | diagonal) != 0;
    if (straight <= 0 && diagonal <= 0) return -1;
    if (straight < 0) return lfi_cost_root_exceeds((uint64_t)-straight, (uint64_t)diagonal) ? 1 : -1;
    return lfi_cost_root_exceeds((uint64_t)straight, (uint64_t)-diagonal) ? -1 : 1;
}

#endif // LANDFALL_COST_H
