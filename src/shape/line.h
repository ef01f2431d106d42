// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Straight lines over tiles: what they run over, and whether all of it is legal.
#ifndef LANDFALL_LINE_H
#define LANDFALL_LINE_H

#include "../map/map.h"

/// A walk along the straight line from one tile to another, a move at a time.
typedef struct lfi_sight_line {
    lf_point at;
    int64_t left;         ///< moves to go
    int sx, sy;           ///< direction of each axis
    bool x_leads;         ///< whether x changes with every move
    int64_t lead, follow; ///< the longer side and the shorter one, both >= 0
    int64_t error; ///< where the line is between two tiles of the shorter side, in 1/(2 lead) of a tile
} lfi_sight_line;

lfi_sight_line lfi_sight_begin(lf_point from, lf_point to);
/// Goes on to the next tile. False at the end.
bool lfi_sight_next(lfi_sight_line *line);

/// Whether every move of the line between two tiles is legal, the last one included. Both must be inside the
/// map; a tile sees itself if it is open.
bool lfi_line_clear(const lf_map *map, lf_point from, lf_point to);

/// Whether one move of a line may lead from an open tile to a neighbour of it, both inside the map: a legal
/// move, or with orthogonal moves, where both tiles beside it are open, a diagonal as well.
bool lfi_move_clear(const lf_map *map, lf_point from, lf_point to);

/// The square root, rounded down.
uint64_t lfi_square_root(uint64_t number);

#endif // LANDFALL_LINE_H
