// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Stops, halts and diagonals that come from bytes which nobody vouches for.
//
// They follow from the map, but to make them anew, or to turn rows into columns for a comparison, takes longer than all
// other checks of a file with a mark. So what is always checked is only what keeps rays and keels in their memory, whatever
// the other bits say:
//
//   - Before the first tile of each row and column, and behind its last one, there is a stop, and a halt. So a ray from a
//     tile of the map ends inside the map, or one tile outside of it. (A lookout has rays that begin with their far end:
//     their limit grows with no step, and the way to the edge falls by one at most, so that they see this stop.)
//   - A tile that says it is a headland gets a number that there is. Rays report no other tiles.
//   - A diagonal ends before its first row and behind its last one, and before and behind the tile of frame between the
//     right and the left edge of the map. So a glance goes from a tile of the map to tiles of the map. (The keel of a
//     lookout asks the map itself, or compares with its edges.)
//
// Each step leads on along a keel or a ray, so all of it ends. Patches may say anything: a ray that skips some goes no
// farther than to the edge. What other bits can do: rays and keels pass blocked tiles or headlands, and routes are illegal
// or too long.
//
// Without a mark all is made once more and compared.
//
// Time: a word for each 64 tiles, two for each row and diagonal. Memory: none.
#include "glance.h"

#include <string.h>

/// Whether lines of `size` bits end with set bits, from the line before the first one on. Each has a bit more than its size
/// at least.
static bool lines_end(const uint64_t *words, uint64_t stride, int32_t count, int32_t size) {
    const uint64_t behind = UINT64_MAX << (size & 63);
    uint64_t all = UINT64_MAX;
    for (int64_t i = 0; i <= count; i++) all &= words[(uint64_t)(i + 1) * stride];
    return (all & behind) == behind;
}

static bool rows_end(const lf_map *map, const uint64_t *rows) {
    return lines_end(rows, map->stride, map->height, map->width);
}

static bool columns_end(const lf_map *map, const lfi_stops *stops, const uint64_t *columns) {
    return lines_end(columns, stops->column_stride, map->width, map->height);
}

/// Whether each headland has a number below `count`. (Most words need no counting of bits.)
static bool heads_numbered(const lfi_heads *heads, uint64_t words, uint32_t count) {
    bool fine = true;
    for (uint64_t i = 0; i < words; i++) {
        if ((uint64_t)heads[i].before + 64 <= count || heads[i].bits == 0) continue;
        fine &= (uint64_t)heads[i].before + (uint64_t)lfi_count_bits(heads[i].bits) <= count;
    }
    return fine;
}

bool lfi_stops_safe(const lf_map *map, const lfi_stops *stops, uint32_t count) {
    return rows_end(map, stops->rows) && columns_end(map, stops, stops->columns) &&
           heads_numbered(stops->heads, map->word_count, count);
}

/// Whether a diagonal move to row y, which may be the one behind the last, is illegal.
static bool slant_ends(const uint64_t *slant, uint64_t y) {
    return (slant[LFI_SLANT_WORDS * (y >> 6) + LFI_SLANT_ENDS] >> (y & 63) & 1) != 0;
}

/// Whether all diagonals of a kind end where they leave the map. The frame to the right of row y is on diagonal width - y
/// (falling) or width + y, modulo the ring.
static bool slants_end(const lf_map *map, const lfi_stops *stops, const uint64_t *slants, bool falls) {
    const uint64_t ring = lfi_slants_ring(map), words = stops->column_stride * LFI_SLANT_WORDS;
    const uint64_t height = (uint64_t)map->height;
    bool end = true;
    for (uint64_t i = 0; i < ring; i++)
        end &= slant_ends(slants + i * words, 0) & slant_ends(slants + i * words, height);
    uint64_t frame = ring - 1;
    for (uint64_t y = 0; y < height; y++) {
        end &= slant_ends(slants + frame * words, y) & slant_ends(slants + frame * words, y + 1);
        if (falls)
            frame = frame == 0 ? ring - 1 : frame - 1;
        else
            frame = frame == ring - 1 ? 0 : frame + 1;
    }
    return end;
}

bool lfi_halts_safe(const lf_map *map, const lfi_stops *stops, const lfi_halts *halts) {
    for (int i = 0; i < 2; i++) {
        if (!rows_end(map, halts->rows[i]) || !columns_end(map, stops, halts->columns[i])) return false;
    }
    return slants_end(map, stops, halts->fall, true) && slants_end(map, stops, halts->rise, false);
}

// ---- The same as others ---------------------------------------------------------------------------

static bool words_same(const uint64_t *a, const uint64_t *b, uint64_t count) {
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

bool lfi_stops_same(const lf_map *map, const lfi_stops *a, const lfi_stops *b) {
    return words_same(a->rows, b->rows, map->word_count) &&
           words_same(a->columns, b->columns, a->column_words) &&
           memcmp(a->heads, b->heads, (size_t)map->word_count * sizeof *a->heads) == 0 &&
           words_same(a->row_patches, b->row_patches, lfi_stops_row_patch_words(map, a)) &&
           words_same(a->column_patches, b->column_patches, lfi_stops_column_patch_words(map, a));
}

bool lfi_halts_same(const lf_map *map, const lfi_stops *stops, const lfi_halts *a, const lfi_halts *b) {
    const uint64_t slants = lfi_slants_words(map, stops);
    bool same = words_same(a->fall, b->fall, slants) && words_same(a->rise, b->rise, slants);
    for (int i = 0; i < 2; i++)
        same = same && words_same(a->rows[i], b->rows[i], map->word_count) &&
               words_same(a->columns[i], b->columns[i], stops->column_words);
    return same;
}
