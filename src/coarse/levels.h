// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Levels: the map's bits, halved in size again and again (an image pyramid).
#ifndef LANDFALL_LEVELS_H
#define LANDFALL_LEVELS_H

#include "../map/map.h"

/// One level as bits: each word holds 64 cells of a row, and rows are rounded up to whole words.
typedef struct lfi_level {
    int32_t width, height; ///< in cells
    uint64_t stride;       ///< words from row to row
    uint64_t *any;         ///< 1 = some tile of the cell is open
    uint64_t *full;        ///< 1 = the cell has all its 4^level tiles, and all are open
} lfi_level;

/// Makes level 1 or a higher one; false = no memory. Free it with lfi_level_free.
bool lfi_level_make(const lf_map *map, int32_t level, const lf_allocator *allocator, lfi_level *out);
void lfi_level_free(const lf_allocator *allocator, lfi_level *level);

#endif // LANDFALL_LEVELS_H
