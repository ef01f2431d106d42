// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The lookout: which headlands, and which wanted tiles, a tile reaches by one leg. An open tile that was added
// to the stops (lfi_stops_add: a key, a tile beside a door, a source) is a headland like any other here.
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
    bool every; ///< whether legs that others replace at the same length are reported too; takes no `wanted`
    void *user; ///< handed to both
    void (*headland)(void *user, uint32_t number);
    void (*target)(void *user, int32_t x, int32_t y); ///< may be NULL without `wanted`
} lfi_lookout;

/// One keel of a lookout under way.
typedef struct lfi_keel {
    int32_t x, y; ///< the tile it has come to
    int32_t dx, dy;
    uint32_t done;      ///< tiles from where it began
    uint32_t limits[2]; ///< of the rays to its two sides: along the row and the column, or up and down
    uint32_t wait;      ///< tiles to walk before asking for a clear patch again
} lfi_keel;

enum { LFI_KEELS = 4 };

/// Calls `headland` for each headland that a leg from the open tile (x, y) reaches first, and `target` for
/// each wanted tile on the way. The tile itself is not looked at. A leg of `every` ends at the first stop on
/// its keel or its ray, whatever the rays beside it have met.
void lfi_lookout_scan(const lfi_lookout *lookout, int32_t x, int32_t y);

/// The same piece by piece: looks along the straight lines from the tile, and makes the keels that are left
/// to go along. Returns how many.
int lfi_lookout_begin(const lfi_lookout *lookout, int32_t x, int32_t y, lfi_keel keels[LFI_KEELS]);

/// Goes on along a keel for at least `tiles` tiles, and a patch more at most; false when it has ended.
bool lfi_keel_advance(const lfi_lookout *lookout, lfi_keel *keel, uint32_t tiles);

/// Whether a leg can be walked, keel first. All tiles are inside the map, and both ends are open.
bool lfi_leg_walkable(const lf_map *map, const lfi_stops *stops, lf_point from, lf_point to);

#endif // LANDFALL_LOOKOUT_H
