// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The lookout: which headlands, and which wanted tiles, a tile reaches by one leg.
#ifndef LANDFALL_LOOKOUT_H
#define LANDFALL_LOOKOUT_H

#include "stops.h"

/// Tiles to watch for besides headlands: targets that are no headlands. Sorted, with a bit for each row and
/// column that has one, so that a ray nearly always learns from one bit that there is nothing.
typedef struct lfi_wanted {
    uint64_t *rows, *columns;     ///< bits
    uint64_t *by_row, *by_column; ///< (y, x) and (x, y) in one number each, ascending
    uint32_t count;
} lfi_wanted;

typedef struct lfi_lookout {
    const lf_map *map;
    const lfi_stops *stops;
    const lfi_wanted *wanted; ///< NULL = none
    uint32_t limit;           ///< legs of more moves than this may be left out; UINT32_MAX = none
    void *user;               ///< handed to both
    void (*headland)(void *user, uint32_t number);
    void (*target)(void *user, int32_t x, int32_t y); ///< may be NULL without `wanted`
} lfi_lookout;

/// Calls `headland` for each headland that a leg from the open tile (x, y) reaches first, and `target` for
/// each wanted tile on the way. The tile itself is not looked at.
void lfi_lookout_scan(const lfi_lookout *lookout, int32_t x, int32_t y);

#endif // LANDFALL_LOOKOUT_H
