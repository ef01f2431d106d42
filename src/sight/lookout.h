// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The lookout: which headlands and which wanted tiles a tile reaches by one leg (an edge of a visibility
// graph). Here, an open tile that was added to the stops (lfi_stops_add: a key, a tile beside a door, a
// source) is a headland like any other.
#ifndef LANDFALL_LOOKOUT_H
#define LANDFALL_LOOKOUT_H

#include "stops.h"

/// Tiles to watch for besides headlands: targets that are not headlands. They are sorted. Each row and column
/// that has one has its bit set, so that one bit nearly always tells a ray that there is none.
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
    bool every; ///< whether to report also legs that others replace at the same length; needs `wanted` NULL
    bool later; ///< whether to leave out most legs that lead up, or left along the row
    void *user; ///< passed to both functions
    void (*headland)(void *user, uint32_t number);
    void (*target)(void *user, int32_t x, int32_t y); ///< may be NULL without `wanted`
} lfi_lookout;

/// One keel of a lookout in progress.
typedef struct lfi_keel {
    int32_t x, y; ///< the tile that it has reached
    int32_t dx, dy;
    uint32_t done;      ///< tiles walked since its beginning
    uint32_t limits[2]; ///< of the rays to its two sides: along the row and the column, or up and down
    uint32_t wait;      ///< tiles to walk before the next check for a clear patch
    uint32_t met[2];    ///< in a glance: `done` at the tiles whose rays gave the limits
} lfi_keel;

enum { LFI_KEELS = 4 };

/// Calls `headland` for each headland that a leg from the open tile (x, y) reaches first, and `target` for
/// each wanted tile on the way. The tile itself is not looked at. With `every`, a leg ends at the first stop
/// on its keel or its ray, whatever the rays beside it have met.
void lfi_lookout_scan(const lfi_lookout *lookout, int32_t x, int32_t y);

/// Begins the same scan in parts: looks along the straight lines from the tile, and makes the keels that are
/// left to walk. Returns the number of keels.
int lfi_lookout_begin(const lfi_lookout *lookout, int32_t x, int32_t y, lfi_keel keels[LFI_KEELS]);

/// Goes on along a keel for at least `tiles` tiles and at most a patch more; false when the keel has ended.
bool lfi_keel_advance(const lfi_lookout *lookout, lfi_keel *keel, uint32_t tiles);

/// Whether a leg can be walked, keel first. All tiles are inside the map, and both ends are open.
bool lfi_leg_walkable(const lf_map *map, const lfi_stops *stops, lf_point from, lf_point to);

#endif // LANDFALL_LOOKOUT_H
