// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Flips: tiles of a map that change from open to blocked or back, in one edit.
#ifndef LANDFALL_FLIPS_H
#define LANDFALL_FLIPS_H

#include "../base/geometry.h"

/// Which tiles flip, as bits in the words of some rows. Each set bit is a tile that really changes.
typedef struct lfi_flips {
    lfi_box box;          ///< around the tiles that flip
    uint64_t word, words; ///< of each row: its first word (box.x0 / 64), and how many words
    uint64_t *bits;       ///< `words` words for each row from box.y0 to box.y1, laid out as the map's
    int64_t opened, blocked;
    uint64_t others; ///< how many other flips the same edit has
} lfi_flips;

/// The bits of a row of the box.
static inline const uint64_t *lfi_flips_row(const lfi_flips *flips, int32_t y) {
    return flips->bits + (uint64_t)(y - flips->box.y0) * flips->words;
}

/// Which of the 64 tiles from 64 * word on flip in a row. Any row and any word will do.
static inline uint64_t lfi_flips_word(const lfi_flips *flips, int32_t y, uint64_t word) {
    if (y < flips->box.y0 || y > flips->box.y1 || word < flips->word) return 0;
    return word - flips->word < flips->words ? lfi_flips_row(flips, y)[word - flips->word] : 0;
}

/// Flips the tiles of a map: its rows, its blocks and its number of open tiles. The bodies stay as they were
/// until lfi_bodies_edit.
void lfi_map_flip(lf_map *map, const lfi_flips *flips);

/// Copies the tiles of a box from another map of the same size: rows, blocks, number of open tiles; not the
/// bodies.
void lfi_map_follow(lf_map *to, const lf_map *from, lfi_box box);

/// Updates the bodies for flips that the map has taken already (lfi_map_flip). The bodies are then those of a
/// map made anew; their numbers follow from the old ones by one rule:
///
/// 1. Blocked tiles are taken away. The largest part that is left of each body keeps the number; of equal
///    parts, the one with the first tile in row order. The other parts have no number yet.
/// 2. Opened tiles are added. Parts that are connected now get the lowest of their numbers.
/// 3. A part without a number takes the lowest free one: first parts that came off, then new water, each in
///    row order.
///
/// So a lower number counts as older, and freed numbers are used again. Does nothing for a map whose bodies
/// were not found. Time: if nothing came apart near the edit, about as long as moving the runs behind it in
/// memory; otherwise as long as finding the bodies.
/// @param joined, split  receive how many bodies became part of another one, and how many parts came off.
/// @return LF_OK or LF_E_NOMEM: the bodies may then only be given to lfi_bodies_follow or be freed.
lf_status lfi_bodies_edit(lf_map *map, const lfi_flips *flips, int64_t *joined, int64_t *split);

/// Copies the bodies of another map with the same tiles, numbers included. LF_OK or LF_E_NOMEM.
lf_status lfi_bodies_follow(lf_map *to, const lf_map *from);

#endif // LANDFALL_FLIPS_H
