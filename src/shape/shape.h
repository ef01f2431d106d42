// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the shapes of a route (path smoothing) share.
#ifndef LANDFALL_SHAPE_H
#define LANDFALL_SHAPE_H

#include "line.h"

/// Checks the arguments of a shape. LF_OK with the map that the shape has to keep to: what the depth gate of
/// a search leaves open; LF_BROKEN if a tile is outside the map; or an error.
lf_status lfi_shape_check(const lf_map *map, const lf_shape *shape, const lf_tile *tiles, int64_t count,
                          const lf_map **out);

bool lfi_shape_sees(const lf_map *map, lf_tile from, lf_tile to);

/// The length of (dx, dy) in 1/2^shift of its unit, rounded down, shift <= 16; less exact from 2^31 upwards.
int64_t lfi_stretch_distance(int64_t dx, int64_t dy, int shift);

#endif // LANDFALL_SHAPE_H
