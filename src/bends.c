// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Bends: the tiles at which a shortest way may have to turn.
//
// Take a shortest way and rewrite it without making it longer until nothing changes: for king moves
// "straight, then diagonal of the same heading" becomes "diagonal, then straight", and two mirrored diagonals
// become two straight moves; for orthogonal moves "vertical, then horizontal" becomes "horizontal, then
// vertical". What is left of the wrong order is there only because a blocked tile forbids the swap, and the
// tile where it happens is a bend:
//
//     king without cutting, and orthogonal      king with cutting
//         b t     b blocked, diagonal to t,         . t .    b blocked, beside t, and a tile
//         . .     both tiles between open           . b o    o next to b open, diagonal to t
//
// So between two tiles there is a shortest way from bend to bend whose legs are "some moves of the first
// kind, then some of the second" (ways.c walks them). Bends are few: the corners of walls, not their length.
//
// Time: about 25 operations for 64 tiles.
#include "gates.h"

static inline uint64_t bend_left(const uint64_t *words) {
    return words[0] << 1 | words[-1] >> 63;
}

static inline uint64_t bend_right(const uint64_t *words) {
    return words[0] >> 1 | words[1] << 63;
}

static uint64_t bend_word(const uint64_t *here, uint64_t stride) {
    const uint64_t *above = here - stride, *below = here + stride;
    const uint64_t west = bend_left(here), east = bend_right(here), north = *above, south = *below;
    const uint64_t nw = bend_left(above), ne = bend_right(above);
    const uint64_t sw = bend_left(below), se = bend_right(below);
    return *here &
           ((~nw & north & west) | (~ne & north & east) | (~sw & south & west) | (~se & south & east));
}

static uint64_t bend_word_cut(const uint64_t *here, uint64_t stride) {
    const uint64_t *above = here - stride, *below = here + stride;
    const uint64_t west = bend_left(here), east = bend_right(here), north = *above, south = *below;
    const uint64_t nw = bend_left(above), ne = bend_right(above);
    const uint64_t sw = bend_left(below), se = bend_right(below);
    return *here & ((~north & (nw | ne)) | (~south & (sw | se)) | (~west & (nw | sw)) | (~east & (ne | se)));
}

void lfi_bends_fill(const lf_map *map, uint64_t *bends) {
    const uint64_t first = lfi_map_row(map, 0) >> 6, end = lfi_map_row(map, map->height) >> 6;
    const bool cut = map->moves == LF_MOVES_KING_CUT;
    for (uint64_t i = 0; i < map->word_count; i++) {
        const bool inside = i >= first && i < end && map->open[i] != 0;
        bends[i] = !inside ? 0
                   : cut   ? bend_word_cut(map->open + i, map->stride)
                           : bend_word(map->open + i, map->stride);
    }
}
