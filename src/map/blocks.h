// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A second bitmap of a map's open tiles, in blocks of 16 x 8, for searches that move whole blocks at once
// (bit-parallel BFS).
//
//     x                      a spare block, so that the frame's first block has a left neighbour
//     the frame above        a row of closed blocks
//     row 0  b b b ... 0     every row ends with a closed block, which is also the left neighbour of the next
//     row 1  b b b ... 0     row's first one
//     ...
//     the frame below        a row of closed blocks
//
// So every block of the map has eight neighbours that can be read, and those outside the map are closed.
#ifndef LANDFALL_BLOCKS_H
#define LANDFALL_BLOCKS_H

#include "../base/arrays.h"
#include "../base/geometry.h"
#include "word128.h"

typedef struct lfi_blocks {
    lfi_wide *frame; ///< the bits, frame included
    lfi_wide *open;  ///< the bits from the block of tile 0 on; block numbers begin there
    uint32_t stride; ///< blocks from row to row
    uint32_t count;  ///< blocks up to the last of the map, the closed ends of rows included
} lfi_blocks;

/// Where a tile is: its block, and its place in the block.
typedef struct lfi_place {
    uint32_t block;
    unsigned x, y;
} lfi_place;

/// Sets the sizes, which follow from the size of the map.
void lfi_blocks_size(lf_map *map);
/// The memory of the blocks. Once it is made, it must be placed (lfi_blocks_place or lfi_blocks_fill).
void lfi_blocks_arrays(lfi_arrays *run, lf_map *map);
/// Places the blocks and fills them from the rows of the map.
void lfi_blocks_fill(lf_map *map);
/// The number of blocks, frame included: two rows more than the map has, and the spare block.
uint64_t lfi_blocks_in_all(const lf_map *map);
/// Sets where the bits are: lfi_blocks_in_all words.
void lfi_blocks_place(lfi_blocks *blocks, lfi_wide *frame);
/// Copies a changed word of the map's rows into the blocks; not a word of the frame.
void lfi_blocks_take_word(lf_map *map, uint64_t word);

static inline lfi_place lfi_blocks_at(const lfi_blocks *blocks, uint32_t x, uint32_t y) {
    return (lfi_place){y / LFI_WIDE_ROWS * blocks->stride + x / LFI_WIDE_COLUMNS, x % LFI_WIDE_COLUMNS,
                       y % LFI_WIDE_ROWS};
}

/// The tiles of a block; some of them may lie outside the map.
static inline lfi_box lfi_blocks_box(const lfi_blocks *blocks, uint32_t block) {
    const uint32_t row = block / blocks->stride, column = block - row * blocks->stride;
    const int32_t x = (int32_t)(column * LFI_WIDE_COLUMNS), y = (int32_t)(row * LFI_WIDE_ROWS);
    return (lfi_box){x, y, x + (LFI_WIDE_COLUMNS - 1), y + (LFI_WIDE_ROWS - 1)};
}

#endif // LANDFALL_BLOCKS_H
