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

/// A word of a row: the tiles from 64 * word on that flip. Any row, any word.
static inline uint64_t lfi_flips_word(const lfi_flips *flips, int32_t y, uint64_t word) {
    if (y < flips->box.y0 || y > flips->box.y1 || word < flips->word) return 0;
    return word - flips->word < flips->words ? lfi_flips_row(flips, y)[word - flips->word] : 0;
}

/// Flips the tiles of a map: its rows, its blocks and its number of open tiles. The bodies are those of before
/// until lfi_bodies_edit.
void lfi_map_flip(lf_map *map, const lfi_flips *flips);

/// Makes the tiles of a box what they are on another map of the same size: rows, blocks, number of open tiles;
/// not the bodies.
void lfi_map_follow(lf_map *to, const lf_map *from, lfi_box box);

/// Makes bodies follow flips that the map has taken already (lfi_map_flip). What is connected is then as on a map
/// made anew; the numbers follow from those before by one rule:
///
/// 1. Blocked tiles are taken away. Of each body, the largest part that is left keeps the number, of several
///    the one with the first tile in row order. The other parts have no number yet.
/// 2. Opened tiles are added. What is connected now has the lowest number of its parts.
/// 3. What has none, parts that came off first and then new water, each in row order, takes the lowest number
///    that is free.
///
/// So a lower number counts as older, and numbers that fall free are used again. Nothing is done for a map whose
/// bodies were not found. Time: as long as nothing has come apart near the edit, about that of moving the runs
/// behind the edit in memory; otherwise as long as finding the bodies.
/// @param joined, split  receive how many bodies became part of another one, and how many parts came off.
/// @return LF_OK or LF_E_NOMEM: the bodies are then good for nothing but lfi_bodies_follow and being freed.
lf_status lfi_bodies_edit(lf_map *map, const lfi_flips *flips, int64_t *joined, int64_t *split);

/// Makes the bodies of a map those of another one with the same tiles, numbers included. LF_OK or LF_E_NOMEM.
lf_status lfi_bodies_follow(lf_map *to, const lf_map *from);

#endif // LANDFALL_FLIPS_H
