// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Straight lines over tiles: what they run over, and whether all of it is legal.
#ifndef LANDFALL_LINE_H
#define LANDFALL_LINE_H

#include "../map/map.h"

/// Whether every move of the line between two tiles is legal, the last one included. Both must be inside the
/// map; a tile sees itself if it is open.
bool lfi_line_clear(const lf_map *map, lf_point from, lf_point to);

/// Whether one move of a line may lead from an open tile to a neighbour of it, both inside the map: a legal
/// move, or with orthogonal moves, where both tiles beside it are open, a diagonal as well.
bool lfi_move_clear(const lf_map *map, lf_point from, lf_point to);

/// The square root, rounded down.
uint64_t lfi_square_root(uint64_t number);

#endif // LANDFALL_LINE_H
