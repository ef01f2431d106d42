// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Stops: the tiles at which a straight line of sight ends (blocked tiles, and vertices of a visibility
// graph). They are bits by rows and by columns, so that a ray in any of the four directions looks at 64 tiles
// with one instruction.
#ifndef LANDFALL_STOPS_H
#define LANDFALL_STOPS_H

#include "../map/map.h"

/// The headlands of a word of the map, and how many lie in the words before it. The two are together because
/// they are always needed together.
typedef struct lfi_heads {
    uint64_t bits;
    uint32_t before, spare; ///< `spare` is 0: the same size on every machine, for index files
} lfi_heads;

/// Numbers of headlands that outlive edits (extras.h).
typedef struct lfi_extras lfi_extras;
LFI_RARE uint32_t lfi_extras_ask(const lfi_extras *extras, lfi_spot spot);

/// A stop is a blocked tile or a headland; an open stop is a headland. `rows` has the layout of the map,
/// `columns` the layout of the transposed map. The frames of both are stops, so every ray ends.
typedef struct lfi_stops {
    uint64_t *rows, *columns;
    lfi_heads *heads;      ///< for each word of `rows`
    uint64_t *row_patches; ///< by rows of patches of 16 x 16 tiles, one bit per patch: whether it has a stop
    uint64_t *column_patches;                       ///< the same by columns of patches
    uint64_t row_patch_stride, column_patch_stride; ///< words from row to row, and from column to column
    uint64_t column_stride;                         ///< words from column to column
    uint64_t column_words;                          ///< words of `columns`, frame and spares included
    const lfi_extras *extras; ///< NULL = headlands are numbered in row order; else it has their numbers
} lfi_stops;

/// Sets the sizes, which follow from the size of the map.
void lfi_stops_size(const lf_map *map, lfi_stops *stops);
/// Sets the sizes and allocates the memory.
lf_status lfi_stops_create(const lf_map *map, const lf_allocator *allocator, lfi_stops *stops);
/// The memory of stops, created or partly created, to free or to count.
void lfi_stops_arrays(lfi_arrays *run, const lf_map *map, lfi_stops *stops);

/// The words of the patches by rows, and by columns.
uint64_t lfi_stops_row_patch_words(const lf_map *map, const lfi_stops *stops);
uint64_t lfi_stops_column_patch_words(const lf_map *map, const lfi_stops *stops);

/// Number of bands of 64 rows. Each band is filled by itself, in any order and by any thread. The first pass
/// makes `rows`. The second pass makes `columns`; it begins when all of the first pass is done.
int64_t lfi_stops_bands(const lf_map *map);
void lfi_stops_fill_rows(const lf_map *map, lfi_stops *stops, int64_t band);
void lfi_stops_fill_columns(const lf_map *map, lfi_stops *stops, int64_t band);
/// Transposes 64 x 64 bits: bit j of word i becomes bit i of word j.
void lfi_square_mirror(uint64_t square[64]);
/// Between the two passes: makes an open tile a stop, like a headland.
static inline void lfi_stops_add(lfi_stops *stops, lfi_spot spot) {
    stops->heads[spot.bit >> 6].bits |= lfi_spot_mask(spot);
    stops->rows[spot.bit >> 6] |= lfi_spot_mask(spot);
}
/// Counts the headlands; returns how many there are.
uint64_t lfi_stops_count(const lf_map *map, lfi_stops *stops);

// For stops from a file (sight_check.c):

/// Whether rays and lookouts with stops from anywhere stay in their memory, if there are `count` headlands.
bool lfi_stops_safe(const lf_map *map, const lfi_stops *stops, uint32_t count);
/// Whether two are the same.
bool lfi_stops_same(const lf_map *map, const lfi_stops *a, const lfi_stops *b);

// Edits. A stop depends on its own tile and the eight around it, so an edit changes no stop more than one
// tile outside its box.

/// A box and the tiles around it, inside the map.
lfi_box lfi_stops_around(const lf_map *map, lfi_box box);
/// Number of words that a box touches in each row.
uint64_t lfi_stops_row_words(lfi_box box);
/// Saves which tiles are headlands, to compare them after an edit: lfi_stops_row_words words for each row of
/// a box, beginning with the word of its first tile.
void lfi_stops_save(const lf_map *map, const lfi_stops *stops, lfi_box around, uint64_t *bits);
/// Updates stops after the map has changed in a box. The result is as if made anew, except that
/// heads[].before stays.
void lfi_stops_edit(const lf_map *map, lfi_stops *stops, lfi_box box);
/// Copies stops, heads[].before included. LF_OK or LF_E_NOMEM; after an error the memory of `out` has to be
/// freed, as after lfi_stops_create.
lf_status lfi_stops_copy(const lf_map *map, const lf_allocator *allocator, const lfi_stops *from,
                         lfi_stops *out);
/// The same into memory that is there already.
void lfi_stops_take(const lf_map *map, lfi_stops *to, const lfi_stops *from);
/// Copies a box of edited stops to stops of the same map size, except heads[].before.
void lfi_stops_follow(const lf_map *map, lfi_stops *to, const lfi_stops *from, lfi_box box);

/// The side of a patch: most of an open sea is skipped one patch at a time.
enum { LFI_PATCH_SHIFT = 4, LFI_PATCH = 1 << LFI_PATCH_SHIFT };

static inline int64_t lfi_patches(int32_t tiles) {
    return ((int64_t)tiles + LFI_PATCH - 1) >> LFI_PATCH_SHIFT;
}

/// Fills the patches from `rows`.
void lfi_stops_fill_patches(const lf_map *map, lfi_stops *stops);

/// Whether no stop lies in columns x0 to x1 of rows y0 to y1, nor in the patches that they touch. All are
/// inside the map; y0 and y1 lie in the same or in neighbouring patches.
static inline bool lfi_stops_rows_clear(const lfi_stops *stops, int32_t x0, int32_t x1, int32_t y0,
                                        int32_t y1) {
    const uint64_t from = (uint64_t)x0 >> LFI_PATCH_SHIFT, to = (uint64_t)x1 >> LFI_PATCH_SHIFT;
    const uint64_t *first = stops->row_patches + ((uint64_t)y0 >> LFI_PATCH_SHIFT) * stops->row_patch_stride;
    const uint64_t *last = stops->row_patches + ((uint64_t)y1 >> LFI_PATCH_SHIFT) * stops->row_patch_stride;
    return !lfi_bits_any(first, from, to) && (last == first || !lfi_bits_any(last, from, to));
}

/// Whether no stop lies in a box inside the map, nor in the patches that it touches. Then everything in it is in sight.
static inline bool lfi_stops_box_clear(const lfi_stops *stops, lfi_box box) {
    for (int64_t y = box.y0; y <= box.y1; y = (y | (LFI_PATCH - 1)) + 1) {
        if (!lfi_stops_rows_clear(stops, box.x0, box.x1, (int32_t)y, (int32_t)y)) return false;
    }
    return true;
}

/// The same as lfi_stops_rows_clear with x0 and x1 in the same or in neighbouring patches.
static inline bool lfi_stops_columns_clear(const lfi_stops *stops, int32_t x0, int32_t x1, int32_t y0,
                                           int32_t y1) {
    const uint64_t from = (uint64_t)y0 >> LFI_PATCH_SHIFT, to = (uint64_t)y1 >> LFI_PATCH_SHIFT;
    const uint64_t *first =
        stops->column_patches + ((uint64_t)x0 >> LFI_PATCH_SHIFT) * stops->column_patch_stride;
    const uint64_t *last =
        stops->column_patches + ((uint64_t)x1 >> LFI_PATCH_SHIFT) * stops->column_patch_stride;
    return !lfi_bits_any(first, from, to) && !lfi_bits_any(last, from, to);
}

static inline bool lfi_stops_is_headland(const lfi_stops *stops, lfi_spot spot) {
    return (stops->heads[spot.bit >> 6].bits & lfi_spot_mask(spot)) != 0;
}

/// The number of a headland: counted in row order, unless `extras` says otherwise.
static inline uint32_t lfi_stops_number(const lfi_stops *stops, lfi_spot spot) {
    if (stops->extras != NULL) return lfi_extras_ask(stops->extras, spot);
    const lfi_heads *heads = &stops->heads[spot.bit >> 6];
    return heads->before + (uint32_t)lfi_count_bits(heads->bits & (lfi_spot_mask(spot) - 1));
}

/// The bit of a tile in `columns`.
static inline uint64_t lfi_stops_column_bit(const lfi_stops *stops, int32_t x, int32_t y) {
    return 64 * (1 + (uint64_t)((int64_t)x + 1) * stops->column_stride) + (uint64_t)y;
}

/// A row or column of tiles as rays see it.
typedef struct lfi_line {
    const uint64_t *stops;   ///< all bits
    const uint64_t *patches; ///< the patches of the line's row or column of patches
    uint64_t begin;          ///< the bit of the line's first tile; a multiple of 64
    int32_t size;            ///< tiles of the line
} lfi_line;

static inline lfi_line lfi_stops_row(const lf_map *map, const lfi_stops *stops, int32_t y) {
    return (lfi_line){stops->rows,
                      stops->row_patches + (uint64_t)(y >> LFI_PATCH_SHIFT) * stops->row_patch_stride,
                      lfi_map_row(map, y), map->width};
}

static inline lfi_line lfi_stops_column(const lf_map *map, const lfi_stops *stops, int32_t x) {
    return (lfi_line){stops->columns,
                      stops->column_patches + (uint64_t)(x >> LFI_PATCH_SHIFT) * stops->column_patch_stride,
                      lfi_stops_column_bit(stops, x, 0), map->height};
}

/// How far the first stop lies after (before) a place of a line: at least 1, and any number greater than
/// `limit` if the stop is farther away than `limit`. Both begin behind the first word, which lfi_ray_near has
/// looked at, and skip empty patches.
uint32_t lfi_ray_far_up(const lfi_line *line, int32_t place, uint32_t limit);
uint32_t lfi_ray_far_down(const lfi_line *line, int32_t place, uint32_t limit);

static inline uint32_t lfi_ray_far(const lfi_line *line, int32_t place, int direction, uint32_t limit) {
    return direction > 0 ? lfi_ray_far_up(line, place, limit) : lfi_ray_far_down(line, place, limit);
}

/// The same from the first word alone, for a bit of `rows` or `columns`; 0 if the first word does not tell.
static inline uint32_t lfi_ray_near(const uint64_t *stops, uint64_t bit, int direction, uint32_t limit) {
    if (direction > 0) {
        const uint64_t from = bit + 1, bits = stops[from >> 6] >> (from & 63);
        if (bits != 0) return (uint32_t)lfi_lowest_bit(bits) + 1;
        return limit < 65 - (from & 63) ? limit + 1 : 0;
    }
    const uint64_t from = bit - 1, bits = stops[from >> 6] << (63 - (from & 63));
    if (bits != 0) return 64 - (uint32_t)lfi_highest_bit(bits);
    return limit < (from & 63) + 2 ? limit + 1 : 0;
}

static inline uint32_t lfi_ray(const lfi_line *line, int32_t place, int direction, uint32_t limit) {
    const uint32_t near = lfi_ray_near(line->stops, line->begin + (uint64_t)place, direction, limit);
    return near != 0 ? near : lfi_ray_far(line, place, direction, limit);
}

#endif // LANDFALL_STOPS_H
