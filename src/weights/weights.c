// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Weights: a plane of bytes, depths, or both, become one number of 16 bits per tile. A search reads it once
// per tile that it meets, with no table between. (Rejected: to keep the bytes and look up the table in the
// search. It saves one byte per tile, but two planes would need two lookups, and a sum has more than 256
// values.)
//
// A weight of 0 blocks. Where it closes open tiles, the weights hold a copy of the map's bits without them,
// which takes the place of the map in a query. So ends, gates, obstacles and strategies see blocked tiles and
// nothing else, and no loop asks whether a weight is 0.
//
// Time: O(tiles). Memory: 2 bytes per tile, and 2 bits if open tiles are closed.
#include "weights.h"

#include "../depth/depth.h"

#include <string.h>

enum { WEIGHT_VALUES = 256 };

// ---- What a tile weighs ---------------------------------------------------------------------------

static bool table_fits(const uint32_t *table) {
    for (int i = 0; table != NULL && i < WEIGHT_VALUES; i++) {
        if (table[i] > LF_WEIGHT_MAX) return false;
    }
    return true;
}

static lf_status weights_desc_check(const lf_map *map, const lf_weights_desc *desc) {
    if (desc->plane == NULL && desc->depth == NULL) return LF_E_NULL;
    if (desc->depth != NULL && desc->depth_table == NULL) return LF_E_NULL;
    if (desc->plane != NULL && desc->plane_size < map->tile_count) return LF_E_WEIGHTS_SIZE;
    if (desc->depth != NULL && desc->depth->map != map) return LF_E_FOREIGN_DEPTH;
    return table_fits(desc->table) && table_fits(desc->depth_table) ? LF_OK : LF_E_WEIGHT;
}

/// What a byte and a depth weigh together.
static uint32_t weight_of(const lf_weights_desc *desc, uint8_t byte, uint8_t depth) {
    if (desc->plane == NULL) return desc->depth_table[depth];
    const uint32_t weight = desc->table != NULL ? desc->table[byte] : byte;
    return weight == 0 || desc->depth == NULL ? weight : weight + desc->depth_table[depth];
}

static bool weights_fill_row(lf_weights *weights, const lf_weights_desc *desc, int32_t y) {
    const lf_map *map = weights->given;
    const uint64_t row = lfi_map_row(map, y);
    lf_tile tile = lfi_map_tile(map, (lf_point){0, y});
    for (int32_t x = 0; x < map->width; x++, tile++) {
        const bool open = lfi_bit(map->open, (lfi_spot){row + (uint64_t)x});
        const uint8_t byte = desc->plane != NULL ? desc->plane[tile] : 0;
        const uint8_t depth = desc->depth != NULL && open ? desc->depth->plane[tile] : 0;
        const uint32_t weight = weight_of(desc, byte, depth);
        if (weight > LF_WEIGHT_MAX) return false;
        weights->costs[tile] = (uint16_t)weight;
        if (weight > weights->most) weights->most = weight;
        if (open) weights->sum += weight;
    }
    return true;
}

static lf_status weights_fill(lf_weights *weights, const lf_weights_desc *desc) {
    for (int32_t y = 0; y < weights->given->height; y++) {
        if (!weights_fill_row(weights, desc, y)) return LF_E_WEIGHT;
    }
    return LF_OK;
}

// ---- Tiles that cannot be entered -----------------------------------------------------------------

uint64_t lfi_weights_passable(const lf_weights *weights, uint64_t word, uint64_t tiles) {
    const lf_map *map = weights->given;
    const uint64_t y = (word - 1) / map->stride - 1, x = 64 * ((word - 1) % map->stride);
    uint64_t passable = 0;
    for (uint64_t left = tiles; left != 0; left &= left - 1) {
        const uint64_t column = x + (uint64_t)lfi_lowest_bit(left);
        if (weights->costs[(size_t)(y * (uint64_t)map->width + column)] != 0) passable |= left & (~left + 1);
    }
    return passable;
}

/// The bits of the map without tiles of weight 0.
static void own_arrays(lfi_arrays *run, lf_weights *weights) {
    LFI_ARRAY(run, weights->own.open, weights->given->word_count);
    lfi_blocks_arrays(run, &weights->own);
}

/// Whether all open tiles can be entered.
static bool weights_all_pass(const lf_weights *weights) {
    const lf_map *map = weights->given;
    for (uint64_t word = 1 + map->stride; word < 1 + map->stride * ((uint64_t)map->height + 1); word++) {
        if (lfi_weights_passable(weights, word, map->open[word]) != map->open[word]) return false;
    }
    return true;
}

static lf_status weights_close(lf_weights *weights) {
    const lf_map *map = weights->map = weights->given;
    lf_map *own = &weights->own;
    if (weights_all_pass(weights)) return LF_OK;
    *own = *map;
    own->open = NULL;
    own->blocks.frame = NULL;
    own->bodies = (lfi_bodies){0};
    weights->map = own;
    weights->closes = true; // from here on lf_weights_destroy frees the bits
    lfi_arrays run = {.allocator = &weights->allocator, .mode = LFI_ARRAYS_MAKE};
    own_arrays(&run, weights);
    if (run.failed) return LF_E_NOMEM;
    memcpy(own->open, map->open, lfi_bytes(map->word_count, sizeof *map->open));
    own->open_count = 0;
    for (uint64_t word = 1 + map->stride; word < 1 + map->stride * ((uint64_t)map->height + 1); word++) {
        own->open[word] = lfi_weights_passable(weights, word, map->open[word]);
        own->open_count += lfi_count_bits(own->open[word]);
    }
    lfi_blocks_fill(own);
    return LF_OK;
}

// ---- Creating and asking --------------------------------------------------------------------------

static void weights_arrays(lfi_arrays *run, lf_weights *weights) {
    LFI_ARRAY(run, weights->costs, weights->given->tile_count);
    if (weights->closes) own_arrays(run, weights);
}

static lf_status weights_make(lf_weights *weights, const lf_weights_desc *desc) {
    lfi_arrays run = {.allocator = &weights->allocator, .mode = LFI_ARRAYS_MAKE};
    weights_arrays(&run, weights);
    if (run.failed) return LF_E_NOMEM;
    const lf_status status = weights_fill(weights, desc);
    return status != LF_OK ? status : weights_close(weights);
}

lf_status lf_weights_create(const lf_map *map, const lf_weights_desc *desc, lf_weights **out) {
    if (out != NULL) *out = NULL;
    if (map == NULL || desc == NULL || out == NULL) return LF_E_NULL;
    lf_allocator allocator = desc->allocator;
    lf_status status = weights_desc_check(map, desc);
    if (status == LF_OK) status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    lf_weights *weights = lfi_alloc(&allocator, 1, sizeof *weights);
    if (weights == NULL) return LF_E_NOMEM;
    *weights = (lf_weights){.allocator = allocator, .given = map};
    status = weights_make(weights, desc);
    if (status != LF_OK) {
        lf_weights_destroy(weights);
        return status;
    }
    *out = weights;
    return LF_OK;
}

void lf_weights_destroy(lf_weights *weights) {
    if (weights == NULL) return;
    const lf_allocator allocator = weights->allocator;
    weights_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, weights);
    lfi_free(&allocator, weights, 1, sizeof *weights);
}

int32_t lf_weights_at(const lf_weights *weights, lf_tile tile) {
    return weights != NULL && lf_map_is_open(weights->given, tile) ? weights->costs[tile] : 0;
}

const lf_map *lf_weights_map(const lf_weights *weights) {
    return weights == NULL ? NULL : weights->given;
}

size_t lf_weights_bytes(const lf_weights *weights) {
    if (weights == NULL) return 0;
    lf_weights copy = *weights;
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    weights_arrays(&run, &copy);
    return (size_t)run.bytes;
}
