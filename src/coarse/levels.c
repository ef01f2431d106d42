// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Making levels by halving bits (an image pyramid of the map).
//
// A cell of the next level is the OR (for "any") and the AND (for "full") of four cells. Two rows are
// combined word by word, neighbouring bits are combined by a shift, and the even bits are squeezed together,
// so that 128 cells of a row become 64 in a handful of instructions. Cells that stick out over the map's edge
// are never full: everything outside counts as blocked.
//
// Time: O(tiles / 64). Memory: two bits per cell, and as much again while a level is made.
#include "levels.h"

/// The even bits of a word, moved together into its low half.
static uint64_t bits_squeeze(uint64_t word) {
    word &= UINT64_C(0x5555555555555555);
    word = (word | word >> 1) & UINT64_C(0x3333333333333333);
    word = (word | word >> 2) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    word = (word | word >> 4) & UINT64_C(0x00FF00FF00FF00FF);
    word = (word | word >> 8) & UINT64_C(0x0000FFFF0000FFFF);
    return (word | word >> 16) & UINT64_C(0x00000000FFFFFFFF);
}

/// Word i of a row; 0 past the row's end, or if there is no row.
static uint64_t row_word(const uint64_t *row, uint64_t count, uint64_t i) {
    return row != NULL && i < count ? row[i] : 0;
}

static void row_halve_any(const uint64_t *above, const uint64_t *below, uint64_t count, uint64_t *out,
                          uint64_t out_count) {
    for (uint64_t i = 0; i < out_count; i++) {
        const uint64_t low = row_word(above, count, 2 * i) | row_word(below, count, 2 * i);
        const uint64_t high = row_word(above, count, 2 * i + 1) | row_word(below, count, 2 * i + 1);
        out[i] = bits_squeeze(low | low >> 1) | bits_squeeze(high | high >> 1) << 32;
    }
}

static void row_halve_full(const uint64_t *above, const uint64_t *below, uint64_t count, uint64_t *out,
                           uint64_t out_count) {
    for (uint64_t i = 0; i < out_count; i++) {
        const uint64_t low = row_word(above, count, 2 * i) & row_word(below, count, 2 * i);
        const uint64_t high = row_word(above, count, 2 * i + 1) & row_word(below, count, 2 * i + 1);
        out[i] = bits_squeeze(low & low >> 1) | bits_squeeze(high & high >> 1) << 32;
    }
}

static void level_arrays(lfi_arrays *run, lfi_level *level) {
    LFI_ARRAY(run, level->any, level->stride * (uint64_t)level->height);
    LFI_ARRAY(run, level->full, level->stride * (uint64_t)level->height);
}

static bool level_create(const lf_allocator *allocator, int32_t width, int32_t height, lfi_level *out) {
    *out = (lfi_level){.width = width, .height = height, .stride = ((uint64_t)width + 63) / 64};
    lfi_arrays run = {.allocator = allocator, .mode = LFI_ARRAYS_MAKE};
    level_arrays(&run, out);
    if (run.failed) lfi_level_free(allocator, out);
    return !run.failed;
}

void lfi_level_free(const lf_allocator *allocator, lfi_level *level) {
    level_arrays(&(lfi_arrays){.allocator = allocator, .mode = LFI_ARRAYS_FREE}, level);
}

/// Makes the next level, of half the size.
static bool level_halve(const lf_allocator *allocator, const lfi_level *from, lfi_level *out) {
    if (!level_create(allocator, from->width / 2 + from->width % 2, from->height / 2 + from->height % 2, out))
        return false;
    for (int32_t y = 0; y < out->height; y++) {
        const uint64_t first = 2 * (uint64_t)y * from->stride;
        const bool has_below = 2 * (int64_t)y + 1 < from->height;
        const uint64_t *any = from->any + first, *full = from->full + first;
        row_halve_any(any, has_below ? any + from->stride : NULL, from->stride,
                      out->any + (uint64_t)y * out->stride, out->stride);
        row_halve_full(full, has_below ? full + from->stride : NULL, from->stride,
                       out->full + (uint64_t)y * out->stride, out->stride);
    }
    return true;
}

bool lfi_level_make(const lf_map *map, int32_t level, const lf_allocator *allocator, lfi_level *out) {
    // Level 0 is the map itself: a cell is a tile, open and full at once.
    uint64_t *bits = map->open + (lfi_map_row(map, 0) >> 6);
    lfi_level current = {
        .width = map->width, .height = map->height, .stride = map->stride, .any = bits, .full = bits};
    for (int32_t i = 0; i < level; i++) {
        lfi_level next;
        const bool ok = level_halve(allocator, &current, &next);
        if (i > 0) lfi_level_free(allocator, &current);
        if (!ok) return false;
        current = next;
    }
    *out = current;
    return true;
}
