// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ways on which every move gains: of all that are as long as the straight distance, one that is open.
#ifndef LANDFALL_FORWARD_H
#define LANDFALL_FORWARD_H

#include "../base/arrays.h"
#include "../map/map.h"

/// The most words of tiles beside each other that are looked at.
enum { LFI_FORWARD_WIDE = 16 };

/// Lines of tiles that ways cross one after the other, rows or columns, and which tiles of each are reached.
typedef struct lfi_forward {
    uint64_t *reached; ///< words for each line
    uint64_t room;     ///< of `reached`
    const lf_map *map;
    lf_point from, to;
    bool rows;        ///< whether lines are rows
    int step;         ///< from line to line
    int32_t count;    ///< of moves, one line less than there are
    int32_t word;     ///< the first word of each line that is looked at
    int32_t words;    ///< and how many
    int32_t square;   ///< which 64 columns are mirrored; -1: none
    uint64_t *mirror; ///< they, each with its words
} lfi_forward;

/// Its memory.
void lfi_forward_arrays(lfi_arrays *run, lfi_forward *forward, const lf_map *map);

/// Looks for a way from an open tile to another one on which each move leads to the next row, or to the next column, under
/// move rules with diagonals. False if there is none among the tiles that there is room for.
bool lfi_forward_find(lfi_forward *forward, const lf_map *map, lf_point from, lf_point to, bool rows);

/// Takes one move back from line `line` > 0 on a way that was found, in the direction of the last move if it can.
/// `aside`: by how much the last move led aside, from -1 to 1; the same for this move afterwards.
lf_point lfi_forward_back(const lfi_forward *forward, lf_point at, int32_t line, int *aside);

#endif // LANDFALL_FORWARD_H
