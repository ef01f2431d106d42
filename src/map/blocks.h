// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A map's open tiles once more, in blocks of 16 x 8, for searches that move whole blocks at once.
//
//     x                      a spare block, so that the frame's first block has a left neighbour
//     the frame above        a row of closed blocks
//     row 0  b b b ... 0     every row ends with a closed block, which is also the left neighbour of the next
//     row 1  b b b ... 0     row's first one
//     ...
//     the frame below        a row of closed blocks
//
// So every block of the map has eight neighbours that can be read, and those outside are closed.
#ifndef LANDFALL_BLOCKS_H
#define LANDFALL_BLOCKS_H

#include "../base/arrays.h"
#include "word128.h"

typedef struct lfi_blocks {
    lfi_wide *frame; ///< the bits, frame included
    lfi_wide *open;  ///< the bits from the block of tile 0 on; blocks are numbered from there
    uint32_t stride; ///< blocks from row to row
    uint32_t count;  ///< blocks up to the last of the map, the closed ends of rows included
} lfi_blocks;

/// Where a tile is: its block, and its place in it.
typedef struct lfi_place {
    uint32_t block;
    unsigned x, y;
} lfi_place;

/// Sets the sizes, which follow from those of the map.
void lfi_blocks_size(lf_map *map);
/// Their memory. Once it is made, it has to be placed.
void lfi_blocks_arrays(lfi_arrays *run, lf_map *map);
/// Takes the bits of a map that has its rows already.
void lfi_blocks_fill(lf_map *map);
/// All blocks, frame included: two rows more than the map has, and the spare one.
uint64_t lfi_blocks_in_all(const lf_map *map);
/// Says where the bits are: lfi_blocks_in_all words.
void lfi_blocks_place(lfi_blocks *blocks, lfi_wide *frame);
/// Takes a word of the map's rows over that has changed; not one of the frame.
void lfi_blocks_take_word(lf_map *map, uint64_t word);

static inline lfi_place lfi_blocks_at(const lfi_blocks *blocks, uint32_t x, uint32_t y) {
    return (lfi_place){y / LFI_WIDE_ROWS * blocks->stride + x / LFI_WIDE_COLUMNS, x % LFI_WIDE_COLUMNS,
                       y % LFI_WIDE_ROWS};
}

#endif // LANDFALL_BLOCKS_H
