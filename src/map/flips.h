// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Flips: tiles of a map that change from open to blocked or back, in one edit.
#ifndef LANDFALL_FLIPS_H
#define LANDFALL_FLIPS_H

#include "../base/geometry.h"

/// Which tiles flip, as bits over the words of some rows. Each bit is a tile of the map that really changes.
typedef struct lfi_flips {
    lfi_box box;          ///< around the tiles that flip
    uint64_t word, words; ///< of each row: the first word (box.x0 / 64), and how many
    uint64_t *bits;       ///< `words` words for each row from box.y0 to box.y1, laid out as the map's
    int64_t opened, blocked;
} lfi_flips;

/// The bits of a row of the box.
static inline const uint64_t *lfi_flips_row(const lfi_flips *flips, int32_t y) {
    return flips->bits + (uint64_t)(y - flips->box.y0) * flips->words;
}

/// Flips the tiles of a map: its rows, its blocks and its number of open tiles. The bodies are those of before
/// until lfi_bodies_edit.
void lfi_map_flip(lf_map *map, const lfi_flips *flips);

/// Makes the tiles of a box what they are on another map of the same size: rows, blocks, number of open tiles;
/// not the bodies.
void lfi_map_follow(lf_map *to, const lf_map *from, lfi_box box);

#endif // LANDFALL_FLIPS_H
