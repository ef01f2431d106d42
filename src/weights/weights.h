// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of weights: what it costs to enter each tile, and the map without the tiles that cannot be
// entered.
#ifndef LANDFALL_WEIGHTS_H
#define LANDFALL_WEIGHTS_H

#include "../map/map.h"

struct lf_weights {
    lf_allocator allocator;
    const lf_map *given; ///< the map that they were made for
    const lf_map *map;   ///< `given`, or `own` if weights close open tiles
    bool closes;         ///< whether a weight of 0 closes an open tile
    lf_map own;          ///< closes: the map without such tiles; only its bits are its own
    uint16_t *costs;     ///< for each tile, blocked ones too
    uint32_t most;       ///< the greatest of them
    uint64_t sum;        ///< of all open tiles
};

/// Which of the tiles of a word of the map's rows, given as bits, have a weight above 0.
uint64_t lfi_weights_passable(const lf_weights *weights, uint64_t word, uint64_t tiles);

#endif // LANDFALL_WEIGHTS_H
