// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file grounds.h
/// Classes of square maps on which strategies and indexes behave differently, for the tests and the
/// benchmarks. (The scenes of scenes.h are the program's as well.) Made from numbers and a seed, with
/// integers only.
#ifndef LANDFALL_GROUNDS_H
#define LANDFALL_GROUNDS_H

#include "scenes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A square map: side * side bytes, row by row, 1 open and 0 blocked.
typedef struct lf_square {
    int32_t side;
    uint8_t *open;
} lf_square;

/// Fills a square. `grain`, at least 1, says how coarse the map is; each kind has its own meaning of it.
/// @return false if there is no memory.
typedef bool lf_square_fill(lf_square square, int32_t grain, uint64_t seed);

lf_square_fill lf_square_noise; ///< grain: how many tiles of a hundred are blocked
lf_square_fill lf_square_rooms; ///< grain, at least 2: from wall to wall; one door in six is missing
lf_square_fill
    lf_square_islands; ///< grain, at least 2: the largest radius; the sea between islands is much wider
lf_square_fill lf_square_city;   ///< grain, at least 4: the mean side of a block of houses
lf_square_fill lf_square_caves;  ///< grain: how often noise is smoothed
lf_square_fill lf_square_canals; ///< grain: the greatest width of a canal

#ifdef __cplusplus
}
#endif

#endif // LANDFALL_GROUNDS_H
