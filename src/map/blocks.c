// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The blocks of a map, drawn in blocks.h: a word of a row becomes four rows of 16 tiles in four neighbouring
// blocks.
//
// Time: O(tiles / 16). Memory: one bit per tile, sides rounded up to 16 and 8 tiles, and the frame.
#include "map.h"

uint64_t lfi_blocks_in_all(const lf_map *map) {
    const uint64_t rows = ((uint64_t)map->height + LFI_WIDE_ROWS - 1) / LFI_WIDE_ROWS;
    return (rows + 2) * map->blocks.stride + 1;
}

void lfi_blocks_place(lfi_blocks *blocks, lfi_wide *frame) {
    blocks->frame = frame;
    blocks->open = frame + blocks->stride + 1;
}

void lfi_blocks_take_word(lf_map *map, uint64_t word) {
    const uint64_t row = (word - 1) / map->stride - 1, first = 4 * ((word - 1) % map->stride);
    const lfi_place place = lfi_blocks_at(&map->blocks, 0, (uint32_t)row);
    for (uint64_t i = 0; i < 4 && first + i + 1 < map->blocks.stride; i++) {
        lfi_wide_set_row(&map->blocks.open[place.block + first + i], place.y,
                         (unsigned)(map->open[word] >> (16 * i) & 0xffff));
    }
}

static void blocks_fill_row(lf_map *map, int32_t y) {
    const uint64_t first = lfi_map_row(map, y) >> 6;
    for (uint64_t i = 0; i < map->stride; i++) lfi_blocks_take_word(map, first + i);
}

void lfi_blocks_size(lf_map *map) {
    lfi_blocks *blocks = &map->blocks;
    const uint32_t columns = ((uint32_t)map->width + LFI_WIDE_COLUMNS - 1) / LFI_WIDE_COLUMNS;
    const uint32_t rows = ((uint32_t)map->height + LFI_WIDE_ROWS - 1) / LFI_WIDE_ROWS;
    blocks->stride = columns + 1;
    blocks->count = rows * blocks->stride;
}

void lfi_blocks_arrays(lfi_arrays *run, lf_map *map) {
    LFI_ARRAY_ZEROED(run, map->blocks.frame, lfi_blocks_in_all(map));
}

void lfi_blocks_fill(lf_map *map) {
    lfi_blocks_place(&map->blocks, map->blocks.frame);
    for (int32_t y = 0; y < map->height; y++) blocks_fill_row(map, y);
}
