// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The move rules as a lookup table, from the open tiles around a tile to its legal moves.
//
// The nine tiles around and including a tile are numbered row by row, and a set of them is a 9-bit number:
//
//     0 1 2        bit k is the tile at dx = k % 3 - 1, dy = k / 3 - 1
//     3 4 5
//     6 7 8
#ifndef LANDFALL_MOVES_H
#define LANDFALL_MOVES_H

#include "../base/core.h"

enum { LFI_AROUND = 9, LFI_CENTRE = 4, LFI_AROUND_SETS = 512 };

static inline int lfi_move_dx(int k) {
    return k % 3 - 1;
}

static inline int lfi_move_dy(int k) {
    return k / 3 - 1;
}

/// Whether a move is diagonal: in this numbering the corners are the even ones.
static inline bool lfi_move_is_diagonal(int k) {
    return k % 2 == 0 && k != LFI_CENTRE;
}

// Moves without the centre are directions, 0 to 7; direction 7 - i is the opposite of i.

/// The move of a direction, and the direction of a move by dx, dy from -1 to 1, not both 0.
static inline int lfi_direction_move(int direction) {
    return direction < LFI_CENTRE ? direction : direction + 1;
}

static inline int lfi_direction_of(int dx, int dy) {
    const int k = LFI_CENTRE + dx + 3 * dy;
    return k < LFI_CENTRE ? k : k - 1;
}

/// How far a move in a direction goes.
static inline int lfi_direction_dx(int direction) {
    return lfi_move_dx(lfi_direction_move(direction));
}

static inline int lfi_direction_dy(int direction) {
    return lfi_move_dy(lfi_direction_move(direction));
}

/// The order that decides between equal routes (see lf_search_find): straight moves before diagonal ones, so
/// that routes run straight as long as they can, and within each kind the lower tile index first.
extern const uint8_t lfi_move_order[8];

/// Whether the value is one of the move rules.
bool lfi_moves_valid(lf_moves moves);

/// Fills the table: allowed[open tiles around] = tiles that one move leads to.
void lfi_moves_fill(lf_moves moves, uint16_t allowed[LFI_AROUND_SETS]);

#endif // LANDFALL_MOVES_H
