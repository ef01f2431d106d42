// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The three move rules, each as a lookup table of 512 entries. A search looks up the nine bits around a tile
// and has all legal moves at once, so no search knows the rules. All rules are symmetric: if a move is legal,
// so is its reverse.
#include "moves.h"

const uint8_t lfi_move_order[8] = {1, 3, 5, 7, 0, 2, 6, 8};

bool lfi_moves_valid(lf_moves moves) {
    return moves == LF_MOVES_KING || moves == LF_MOVES_KING_CUT || moves == LF_MOVES_ORTHOGONAL;
}

static bool move_legal(lf_moves moves, int open, int k) {
    const int dx = lfi_move_dx(k), dy = lfi_move_dy(k);
    if (k == LFI_CENTRE || (open >> k & 1) == 0) return false;
    if (dx == 0 || dy == 0) return true;
    if (moves == LF_MOVES_ORTHOGONAL) return false;
    if (moves == LF_MOVES_KING_CUT) return true;
    const int beside = LFI_CENTRE + dx, above = LFI_CENTRE + 3 * dy;
    return (open >> beside & 1) != 0 && (open >> above & 1) != 0;
}

void lfi_moves_fill(lf_moves moves, uint16_t allowed[LFI_AROUND_SETS]) {
    for (int open = 0; open < LFI_AROUND_SETS; open++) {
        unsigned set = 0;
        for (int k = 0; k < LFI_AROUND; k++) {
            if (move_legal(moves, open, k)) set |= 1u << k;
        }
        allowed[open] = (uint16_t)set;
    }
}
