// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The glance: a lookout of an end that leaves out headlands at which no route from the end can bend.
#ifndef LANDFALL_GLANCE_H
#define LANDFALL_GLANCE_H

#include "lookout.h"

/// The tiles at which the rays of glances end: blocked ones, and open ones where a route that comes along the ray may
/// bend. Of each pair the first is for rays to lower places, the second for rays to higher ones.
typedef struct lfi_halts {
    uint64_t *rows[2];    ///< in the layout of the map
    uint64_t *columns[2]; ///< in the layout of stops->columns
} lfi_halts;

void lfi_halts_arrays(lfi_arrays *run, const lf_map *map, const lfi_stops *stops, lfi_halts *halts);
/// Makes everything outside the map a halt. Then each band (lfi_stops_bands) is filled by itself.
void lfi_halts_begin(const lf_map *map, const lfi_stops *stops, lfi_halts *halts);
void lfi_halts_fill(const lf_map *map, const lfi_stops *stops, lfi_halts *halts, int64_t band);

/// Begins a glance from an open tile: looks along the straight lines, and makes the keels that are left to walk. It is
/// for king moves that cut no corners, and for no wanted tiles. Returns the number of keels.
///
/// What is seen can be walked keel first, and there may be stops beside the way (lfi_leg_walkable).
int lfi_glance_begin(const lfi_lookout *lookout, const lfi_halts *halts, int32_t x, int32_t y,
                     lfi_keel keels[LFI_KEELS]);

/// Goes on along a keel for `tiles` tiles; false when the keel has ended.
bool lfi_glance_advance(const lfi_lookout *lookout, const lfi_halts *halts, lfi_keel *keel, uint32_t tiles);

#endif // LANDFALL_GLANCE_H
