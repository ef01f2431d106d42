// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Straight lines over tiles (Bresenham): which tiles they run over, and whether all moves are legal.
#ifndef LANDFALL_LINE_H
#define LANDFALL_LINE_H

#include "../map/map.h"

/// Whether every move of the line between two tiles is legal, the last one included. Both must be inside the
/// map; a tile sees itself if it is open.
bool lfi_line_clear(const lf_map *map, lf_point from, lf_point to);

/// Whether a line may move from an open tile to a neighbour, both inside the map: by a legal move or, with
/// orthogonal moves, also by a diagonal one if both tiles beside it are open.
bool lfi_move_clear(const lf_map *map, lf_point from, lf_point to);

/// The square root, rounded down.
uint64_t lfi_square_root(uint64_t number);

#endif // LANDFALL_LINE_H
