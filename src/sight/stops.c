// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Finding the headlands of a map, 64 tiles at a time, and turning rows of bits into columns of bits.
//
// A headland is an open tile at which some shortest route may have to bend: a vertex of a visibility graph,
// or subgoal (docs/exact.md has the proof):
//
//     . #     king, orthogonal: a blocked diagonal      # .     king-cut: a blocked orthogonal neighbour
//     H .     neighbour, both tiles between open        H       with an open tile beside it
//
// (and everything mirrored and turned). Outside the map everything is blocked, but the map's edge makes no
// headland.
//
// Time: a few instructions per word for the headlands, and some 400 to turn each square of 64 x 64 tiles.
// Memory: four bits per tile.
#include "stops.h"

#include <string.h>

uint64_t lfi_stops_row_patch_words(const lf_map *map, const lfi_stops *stops) {
    return (uint64_t)lfi_patches(map->height) * stops->row_patch_stride;
}

uint64_t lfi_stops_column_patch_words(const lf_map *map, const lfi_stops *stops) {
    return (uint64_t)lfi_patches(map->width) * stops->column_patch_stride;
}

void lfi_stops_arrays(lfi_arrays *run, const lf_map *map, lfi_stops *stops) {
    LFI_ARRAY(run, stops->rows, map->word_count);
    LFI_ARRAY(run, stops->columns, stops->column_words);
    LFI_ARRAY_ZEROED(run, stops->heads, map->word_count);
    LFI_ARRAY(run, stops->row_patches, lfi_stops_row_patch_words(map, stops));
    LFI_ARRAY(run, stops->column_patches, lfi_stops_column_patch_words(map, stops));
}

void lfi_stops_size(const lf_map *map, lfi_stops *stops) {
    stops->column_stride = (uint64_t)map->height / 64 + 1;
    stops->column_words = ((uint64_t)map->width + 2) * stops->column_stride + 2;
    stops->row_patch_stride = (uint64_t)lfi_patches(map->width) / 64 + 1;
    stops->column_patch_stride = (uint64_t)lfi_patches(map->height) / 64 + 1;
}

lf_status lfi_stops_create(const lf_map *map, const lf_allocator *allocator, lfi_stops *stops) {
    stops->extras = NULL;
    lfi_stops_size(map, stops);
    lfi_arrays run = {.allocator = allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_stops_arrays(&run, map, stops);
    if (run.failed) return LF_E_NOMEM;
    memset(stops->rows, 0xff, (size_t)map->word_count * sizeof *stops->rows);
    memset(stops->columns, 0xff, (size_t)stops->column_words * sizeof *stops->columns);
    return LF_OK;
}

int64_t lfi_stops_bands(const lf_map *map) {
    return ((int64_t)map->height + 63) / 64;
}

static int64_t band_end(const lf_map *map, int64_t band) {
    const int64_t end = 64 * (band + 1);
    return end < map->height ? end : map->height;
}

/// A word of open tiles with its neighbours: bit i of `left` is the tile to the left of bit i of `here`.
typedef struct word_view {
    uint64_t left, here, right;
} word_view;

static word_view word_look(const uint64_t *open) {
    return (word_view){open[0] << 1 | open[-1] >> 63, open[0], open[0] >> 1 | open[1] << 63};
}

/// The headlands of a word, given the word itself and the words above and below.
static uint64_t word_headlands(lf_moves moves, word_view up, word_view at, word_view down) {
    if (moves == LF_MOVES_KING_CUT) {
        return at.here & ((~up.here & (up.left | up.right)) | (~down.here & (down.left | down.right)) |
                          (~at.left & (up.left | down.left)) | (~at.right & (up.right | down.right)));
    }
    return at.here & ((at.left & ((up.here & ~up.left) | (down.here & ~down.left))) |
                      (at.right & ((up.here & ~up.right) | (down.here & ~down.right))));
}

/// The headlands among the 64 tiles of a word of the map.
static uint64_t stops_headlands(const lf_map *map, const uint64_t *open) {
    return word_headlands(map->moves, word_look(open - map->stride), word_look(open),
                          word_look(open + map->stride));
}

/// Fills `heads` and `rows` from some words of the map.
static void stops_take_words(const lf_map *map, lfi_stops *stops, uint64_t first, uint64_t count) {
    for (uint64_t word = first; word < first + count; word++) {
        const uint64_t *open = map->open + word;
        const uint64_t bits = stops_headlands(map, open);
        stops->heads[word].bits = bits;
        stops->rows[word] = ~*open | bits;
    }
}

void lfi_stops_fill_rows(const lf_map *map, lfi_stops *stops, int64_t band) {
    for (int64_t y = 64 * band; y < band_end(map, band); y++)
        stops_take_words(map, stops, lfi_map_row(map, y) >> 6, map->stride);
}

/// Whether all bits of a square are the same: the open sea and the inland.
static bool square_is_plain(const uint64_t square[64]) {
    uint64_t any = 0, all = UINT64_MAX;
    for (int i = 0; i < 64; i++) {
        any |= square[i];
        all &= square[i];
    }
    return any == 0 || all == UINT64_MAX;
}

// Six rounds swap ever smaller squares. A plain square is its own mirror.
void lfi_square_mirror(uint64_t square[64]) {
    uint64_t mask = UINT32_MAX;
    if (square_is_plain(square)) return;
    for (unsigned size = 32; size != 0; size >>= 1, mask ^= mask << size) {
        for (unsigned i = 0; i < 64; i = (i + size + 1) & ~size) {
            const uint64_t swap = ((square[i] >> size) ^ square[i + size]) & mask;
            square[i] ^= swap << size;
            square[i + size] ^= swap;
        }
    }
}

/// Fills `columns` for the 64 x 64 tiles in a word of columns and a band of rows.
static void stops_take_square(const lf_map *map, lfi_stops *stops, int64_t word, int64_t band) {
    const int64_t x = 64 * word, begin = 64 * band, end = band_end(map, band);
    uint64_t square[64];
    memset(square, 0xff, sizeof square);
    for (int64_t y = begin; y < end; y++)
        square[y - begin] = stops->rows[(lfi_map_row(map, y) >> 6) + (uint64_t)word];
    lfi_square_mirror(square);
    for (int64_t i = 0; i < 64 && x + i < map->width; i++)
        stops->columns[(lfi_stops_column_bit(stops, (int32_t)(x + i), (int32_t)begin)) >> 6] = square[i];
}

void lfi_stops_fill_columns(const lf_map *map, lfi_stops *stops, int64_t band) {
    for (int64_t word = 0; 64 * word < map->width; word++) stops_take_square(map, stops, word, band);
}

static void patch_put(uint64_t *patches, int64_t place, bool has_stop) {
    const uint64_t bit = UINT64_C(1) << (place & 63);
    patches[place >> 6] = has_stop ? patches[place >> 6] | bit : patches[place >> 6] & ~bit;
}

/// Fills the patches in a word of columns and a row of patches.
static void stops_take_patches(const lf_map *map, lfi_stops *stops, int64_t word, int64_t patch_y) {
    const int64_t y = patch_y << LFI_PATCH_SHIFT, x = 64 * word;
    const int64_t end = y + LFI_PATCH < map->height ? y + LFI_PATCH : map->height;
    uint64_t bits = 0;
    for (int64_t row = y; row < end; row++)
        bits |= stops->rows[(lfi_map_row(map, row) >> 6) + (uint64_t)word];
    if (map->width - x < 64) bits &= (UINT64_C(1) << (map->width - x)) - 1; // not the bits beyond the map
    int64_t patch_x = x >> LFI_PATCH_SHIFT;
    const int64_t past = patch_x + 4 < lfi_patches(map->width) ? patch_x + 4 : lfi_patches(map->width);
    for (; patch_x < past; patch_x++, bits >>= LFI_PATCH) {
        const bool has_stop = (bits & ((1u << LFI_PATCH) - 1)) != 0;
        patch_put(stops->row_patches + (uint64_t)patch_y * stops->row_patch_stride, patch_x, has_stop);
        patch_put(stops->column_patches + (uint64_t)patch_x * stops->column_patch_stride, patch_y, has_stop);
    }
}

void lfi_stops_fill_patches(const lf_map *map, lfi_stops *stops) {
    memset(stops->row_patches, 0, (size_t)lfi_stops_row_patch_words(map, stops) * sizeof(uint64_t));
    memset(stops->column_patches, 0, (size_t)lfi_stops_column_patch_words(map, stops) * sizeof(uint64_t));
    for (int64_t patch_y = 0; patch_y < lfi_patches(map->height); patch_y++) {
        for (int64_t word = 0; 64 * word < map->width; word++) stops_take_patches(map, stops, word, patch_y);
    }
}

uint64_t lfi_stops_count(const lf_map *map, lfi_stops *stops) {
    uint64_t count = 0;
    for (uint64_t word = 0; word < map->word_count; word++) {
        stops->heads[word].before = (uint32_t)count;
        count += (uint64_t)lfi_count_bits(stops->heads[word].bits);
    }
    return count;
}

// ---- Edits ----------------------------------------------------------------------------------------

lfi_box lfi_stops_around(const lf_map *map, lfi_box box) {
    return lfi_box_grow(box, 1, map->width, map->height);
}

/// The first word of row y of a box. (Each row has the same number of words: lfi_stops_row_words.)
static uint64_t box_first_word(const lf_map *map, lfi_box box, int32_t y) {
    return (lfi_map_row(map, y) + (uint64_t)box.x0) >> 6;
}

uint64_t lfi_stops_row_words(lfi_box box) {
    return (uint64_t)box.x1 / 64 - (uint64_t)box.x0 / 64 + 1;
}

void lfi_stops_save(const lf_map *map, const lfi_stops *stops, lfi_box around, uint64_t *bits) {
    for (int32_t y = around.y0; y <= around.y1; y++) {
        const lfi_heads *heads = stops->heads + box_first_word(map, around, y);
        for (uint64_t i = 0; i < lfi_stops_row_words(around); i++) *bits++ = heads[i].bits;
    }
}

/// Updates the columns and patches of a box from its rows.
static void stops_turn(const lf_map *map, lfi_stops *stops, lfi_box around) {
    for (int32_t word = around.x0 / 64; word <= around.x1 / 64; word++) {
        for (int32_t band = around.y0 / 64; band <= around.y1 / 64; band++)
            stops_take_square(map, stops, word, band);
        for (int32_t y = around.y0 >> LFI_PATCH_SHIFT; y <= around.y1 >> LFI_PATCH_SHIFT; y++)
            stops_take_patches(map, stops, word, y);
    }
}

void lfi_stops_edit(const lf_map *map, lfi_stops *stops, lfi_box box) {
    const lfi_box around = lfi_stops_around(map, box);
    for (int32_t y = around.y0; y <= around.y1; y++)
        stops_take_words(map, stops, box_first_word(map, around, y), lfi_stops_row_words(around));
    stops_turn(map, stops, around);
}

void lfi_stops_follow(const lf_map *map, lfi_stops *to, const lfi_stops *from, lfi_box box) {
    const lfi_box around = lfi_stops_around(map, box);
    for (int32_t y = around.y0; y <= around.y1; y++) {
        const uint64_t first = box_first_word(map, around, y), end = first + lfi_stops_row_words(around);
        for (uint64_t word = first; word < end; word++) {
            to->rows[word] = from->rows[word];
            to->heads[word].bits = from->heads[word].bits;
        }
    }
    stops_turn(map, to, around);
}

lf_status lfi_stops_copy(const lf_map *map, const lf_allocator *allocator, const lfi_stops *from,
                         lfi_stops *out) {
    *out = *from;
    lfi_arrays run = {.allocator = allocator, .mode = LFI_ARRAYS_COPY};
    lfi_stops_arrays(&run, map, out);
    return run.failed ? LF_E_NOMEM : LF_OK;
}

void lfi_stops_take(const lf_map *map, lfi_stops *to, const lfi_stops *from) {
    memcpy(to->rows, from->rows, lfi_bytes(map->word_count, sizeof *to->rows));
    memcpy(to->columns, from->columns, lfi_bytes(from->column_words, sizeof *to->columns));
    memcpy(to->heads, from->heads, lfi_bytes(map->word_count, sizeof *to->heads));
    memcpy(to->row_patches, from->row_patches,
           lfi_bytes(lfi_stops_row_patch_words(map, from), sizeof(uint64_t)));
    memcpy(to->column_patches, from->column_patches,
           lfi_bytes(lfi_stops_column_patch_words(map, from), sizeof(uint64_t)));
}

// ---- Long rays ------------------------------------------------------------------------------------

uint32_t lfi_ray_far_up(const lfi_line *line, int32_t place, uint32_t limit) {
    const int64_t end = (int64_t)place + limit < line->size ? (int64_t)place + limit + 1 : line->size;
    int64_t at = ((int64_t)place + 64) / 64 * 64; // the first tile of the next word
    while (at < end) {
        const uint64_t patch = (uint64_t)at >> LFI_PATCH_SHIFT,
                       patches = line->patches[patch >> 6] >> (patch & 63);
        if (patches == 0) { // nothing in the rest of this word of patches
            at = (int64_t)((patch | 63) + 1) << LFI_PATCH_SHIFT;
            continue;
        }
        at = (int64_t)(patch + (uint64_t)lfi_lowest_bit(patches)) << LFI_PATCH_SHIFT;
        const uint64_t bits = line->stops[(line->begin + (uint64_t)at) >> 6] >> (at & 63);
        if (bits != 0 && at < end) return (uint32_t)(at - place) + (uint32_t)lfi_lowest_bit(bits);
        at = (at | 63) + 1;
    }
    return (uint32_t)(end - place); // the edge of the map, or beyond the limit
}

uint32_t lfi_ray_far_down(const lfi_line *line, int32_t place, uint32_t limit) {
    const int64_t end = (int64_t)place - limit > 0 ? (int64_t)place - limit - 1 : -1;
    int64_t at = ((int64_t)place - 1) / 64 * 64 - 1; // the last tile of the word before
    while (at > end) {
        const uint64_t patch = (uint64_t)at >> LFI_PATCH_SHIFT,
                       patches = line->patches[patch >> 6] << (63 - (patch & 63));
        if (patches == 0) {
            at = ((int64_t)(patch & ~UINT64_C(63)) << LFI_PATCH_SHIFT) - 1;
            continue;
        }
        at = (((int64_t)patch - 63 + lfi_highest_bit(patches) + 1) << LFI_PATCH_SHIFT) - 1;
        const uint64_t bits = line->stops[(line->begin + (uint64_t)at) >> 6] << (63 - (at & 63));
        if (bits != 0 && at > end) return (uint32_t)(place - at) + 63 - (uint32_t)lfi_highest_bit(bits);
        at = (at & ~INT64_C(63)) - 1;
    }
    return (uint32_t)(place - end);
}
