// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A straight way: a way between two tiles that is as short as their places allow, on open tiles only.
#ifndef LANDFALL_STRAIGHT_H
#define LANDFALL_STRAIGHT_H

#include "../map/map.h"

/// The least number of moves between two places, whatever lies between them.
int64_t lfi_map_apart(const lf_map *map, lf_tile from, lf_tile to);

/// Looks for a straight way of a few simple shapes. Writes its lfi_map_apart moves (directions of
/// lfi_direction_dx), which must fit. If there is none, `moves` may have changed nonetheless. Adds the
/// number of tiles looked at to *looked.
bool lfi_straight_find(const lf_map *map, lf_tile from, lf_tile to, uint8_t *moves, int64_t *looked);

#endif // LANDFALL_STRAIGHT_H
