// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Creates a map and answers simple questions about it. The layout is drawn in map.h.
//
// Whatever the caller's format, tiles become words of 64 bits, row by row. The caller's buffers are not kept.
//
// Time: O(tiles). Memory: two bits per tile: rows, rounded up to a word, and blocks (blocks.h).
#include "map.h"

#include <string.h>

#define MAP_MAX_TILES (UINT32_MAX - 1)

/// Bytes that a row takes in the caller's buffer.
static size_t desc_row_size(const lf_map_desc *desc) {
    const size_t width = (size_t)desc->width;
    return desc->format == LF_TILES_BITS ? width / 8 + (width % 8 != 0) : width;
}

static lf_status map_desc_check_buffer(const lf_map_desc *desc) {
    const size_t row = desc_row_size(desc), stride = desc->row_stride != 0 ? desc->row_stride : row;
    if (stride < row) return LF_E_ROW_STRIDE;
    // The last row need not be followed by a gap. Division, because a product may overflow.
    if (desc->tiles_size < row) return LF_E_TILES_SIZE;
    const uint64_t whole_rows = (desc->tiles_size - row) / stride;
    return whole_rows < (uint64_t)desc->height - 1 ? LF_E_TILES_SIZE : LF_OK;
}

static lf_status map_desc_check(const lf_map_desc *desc) {
    if (desc->width < 1 || desc->height < 1) return LF_E_SIZE;
    if ((uint64_t)desc->width * (uint64_t)desc->height > MAP_MAX_TILES) return LF_E_TOO_MANY_TILES;
    if (!lfi_moves_valid(desc->moves)) return LF_E_MOVES;
    if (desc->tiles == NULL) return LF_E_NULL;
    if (desc->format != LF_TILES_BYTES && desc->format != LF_TILES_BITS && desc->format != LF_TILES_MASKED) {
        return LF_E_FORMAT;
    }
    return map_desc_check_buffer(desc);
}

/// Packs up to 64 bytes into bits: 1 where (byte & mask) == value, or, with `negate`, where not.
static uint64_t bytes_pack(const uint8_t *bytes, int count, unsigned mask, unsigned value, bool negate) {
    uint64_t word = 0;
    for (int i = 0; i < count; i++) word |= (uint64_t)((bytes[i] & mask) == value) << i;
    const uint64_t all = count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
    return negate ? ~word & all : word;
}

/// Packs up to 64 bits, lowest first, whatever the byte order of the machine.
static uint64_t bits_pack(const uint8_t *bytes, int count) {
    uint64_t word = 0;
    for (int i = 0; i < count; i += 8) word |= (uint64_t)bytes[i / 8] << i;
    return count == 64 ? word : word & ((UINT64_C(1) << count) - 1);
}

static void map_fill_row(lf_map *map, const lf_map_desc *desc, const uint8_t *row, uint64_t *words) {
    const bool is_bytes = desc->format == LF_TILES_BYTES; // open = not 0
    const unsigned mask = is_bytes ? 0xff : desc->mask, value = is_bytes ? 0 : desc->value;
    for (int64_t x = 0; x < map->width; x += 64) {
        const int count = map->width - x < 64 ? (int)(map->width - x) : 64;
        const uint64_t word = desc->format == LF_TILES_BITS
                                  ? bits_pack(row + x / 8, count)
                                  : bytes_pack(row + x, count, mask, value, is_bytes);
        words[x >> 6] = word;
        map->open_count += lfi_count_bits(word);
    }
}

/// The bits of the tiles, which every map has.
static void map_bit_arrays(lfi_arrays *run, lf_map *map) {
    LFI_ARRAY_ZEROED(run, map->open, map->word_count);
    lfi_blocks_arrays(run, map);
}

static void map_depth_array(lfi_arrays *run, lf_map *map) {
    LFI_ARRAY(run, map->depth, map->tile_count);
}

/// All memory of a finished map.
static void map_arrays(lfi_arrays *run, lf_map *map) {
    if (!map->lent) map_bit_arrays(run, map);
    if (!map->lent && map->depth != NULL) map_depth_array(run, map);
    if (!map->lent_bodies && map->bodies.row_runs != NULL) lfi_bodies_arrays(run, map, &map->bodies);
}

static lf_status map_fill(lf_map *map, const lf_map_desc *desc) {
    lfi_arrays run = {.allocator = &map->allocator, .mode = LFI_ARRAYS_MAKE};
    map_bit_arrays(&run, map);
    if (desc->depth != NULL) map_depth_array(&run, map);
    if (run.failed) return LF_E_NOMEM;
    const size_t stride = desc->row_stride != 0 ? desc->row_stride : desc_row_size(desc);
    const uint8_t *row = desc->tiles;
    for (int32_t y = 0; y < map->height; y++, row += y < map->height ? stride : 0) {
        map_fill_row(map, desc, row, map->open + (lfi_map_row(map, y) >> 6));
    }
    lfi_blocks_fill(map);
    if (desc->depth != NULL) memcpy(map->depth, desc->depth, map->tile_count);
    return desc->skip_bodies ? LF_OK : lf_map_find_bodies(map);
}

void lfi_map_set_size(lf_map *map, int32_t width, int32_t height, lf_moves moves) {
    map->width = width;
    map->height = height;
    map->moves = moves;
    map->tile_count = (uint32_t)width * (uint32_t)height;
    map->by_width = lfi_divider_make((uint32_t)width);
    lfi_map_size(map);
    lfi_blocks_size(map);
    lfi_moves_fill(moves, map->allowed);
    for (int k = 0; k < LFI_AROUND; k++) {
        map->tile_offset[k] = (int64_t)lfi_move_dy(k) * map->width + lfi_move_dx(k);
        map->spot_offset[k] = (int64_t)lfi_move_dy(k) * (int64_t)(64 * map->stride) + lfi_move_dx(k);
    }
}

lf_status lf_map_create(const lf_map_desc *desc, lf_map **out) {
    if (out != NULL) *out = NULL;
    if (desc == NULL || out == NULL) return LF_E_NULL;
    lf_status status = map_desc_check(desc);
    if (status != LF_OK) return status;
    lf_allocator allocator = desc->allocator;
    status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    lf_map *map = lfi_alloc(&allocator, 1, sizeof *map);
    if (map == NULL) return LF_E_NOMEM;
    *map = (lf_map){.allocator = allocator};
    lfi_map_set_size(map, desc->width, desc->height, desc->moves);
    status = map_fill(map, desc);
    if (status != LF_OK) {
        lf_map_destroy(map);
        return status;
    }
    *out = map;
    return LF_OK;
}

lf_status lfi_map_blank(const lf_map *like, const lf_allocator *allocator, lf_map **out) {
    *out = NULL;
    lf_map *map = lfi_alloc(allocator, 1, sizeof *map);
    if (map == NULL) return LF_E_NOMEM;
    *map = *like;
    map->allocator = *allocator;
    map->open_count = 0;
    map->depth = NULL;
    map->bodies = (lfi_bodies){0};
    map->lent = map->lent_bodies = false;
    lfi_arrays run = {.allocator = allocator, .mode = LFI_ARRAYS_MAKE};
    map_bit_arrays(&run, map);
    if (run.failed) {
        lf_map_destroy(map);
        return LF_E_NOMEM;
    }
    lfi_blocks_place(&map->blocks, map->blocks.frame);
    *out = map;
    return LF_OK;
}

lf_status lfi_map_copy(const lf_map *from, lf_map **out) {
    *out = NULL;
    lf_map *map = lfi_alloc(&from->allocator, 1, sizeof *map);
    if (map == NULL) return LF_E_NOMEM;
    *map = *from;
    map->lent = map->lent_bodies = false;
    lfi_arrays run = {.allocator = &from->allocator, .mode = LFI_ARRAYS_COPY};
    map_arrays(&run, map);
    if (run.failed) {
        lf_map_destroy(map);
        return LF_E_NOMEM;
    }
    lfi_blocks_place(&map->blocks, map->blocks.frame);
    *out = map;
    return LF_OK;
}

void lf_map_destroy(lf_map *map) {
    if (map == NULL) return;
    const lf_allocator allocator = map->allocator;
    map_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, map);
    lfi_free(&allocator, map, 1, sizeof *map);
}

int32_t lf_map_width(const lf_map *map) {
    return map == NULL ? 0 : map->width;
}

int32_t lf_map_height(const lf_map *map) {
    return map == NULL ? 0 : map->height;
}

lf_moves lf_map_moves(const lf_map *map) {
    return map == NULL ? LF_MOVES_KING : map->moves;
}

int64_t lf_map_open_count(const lf_map *map) {
    return map == NULL ? 0 : map->open_count;
}

size_t lf_map_bytes(const lf_map *map) {
    if (map == NULL) return 0;
    lf_map copy = *map;
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    map_arrays(&run, &copy);
    return (size_t)run.bytes;
}

lf_tile lf_map_tile(const lf_map *map, int32_t x, int32_t y) {
    if (map == NULL || x < 0 || y < 0 || x >= map->width || y >= map->height) return LF_NO_TILE;
    return (uint32_t)y * (uint32_t)map->width + (uint32_t)x;
}

lf_point lf_map_point(const lf_map *map, lf_tile tile) {
    if (map == NULL || tile >= map->tile_count) return (lf_point){-1, -1};
    return lfi_map_point(map, tile);
}

bool lf_map_is_open(const lf_map *map, lf_tile tile) {
    return map != NULL && tile < map->tile_count && lfi_bit(map->open, lfi_map_spot(map, tile));
}

bool lf_map_has_depth(const lf_map *map) {
    return map != NULL && map->depth != NULL;
}

uint8_t lf_map_depth(const lf_map *map, lf_tile tile) {
    return lf_map_has_depth(map) && tile < map->tile_count ? map->depth[tile] : 0;
}
