// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Stops: the tiles at which a straight line of sight ends, as bits by rows and by columns, so that a ray
// looks at 64 tiles with one instruction in all four directions.
#ifndef LANDFALL_STOPS_H
#define LANDFALL_STOPS_H

#include "map.h"

/// A stop is a blocked tile or a headland; an open stop is a headland. `rows` has the layout of the map,
/// `columns` that of the map mirrored at its diagonal. The frames of both are stops, so every ray ends.
typedef struct lfi_stops {
    uint64_t *rows, *columns;
    uint32_t *rank;         ///< for each word of `rows`: how many headlands lie in the words before it
    uint64_t column_stride; ///< words from column to column
    uint64_t column_words;  ///< words of `columns`, frame and spares included
} lfi_stops;

/// Sets the sizes and allocates.
lf_status lfi_stops_create(const lf_map *map, const lf_allocator *allocator, lfi_stops *stops);
void lfi_stops_destroy(const lf_map *map, const lf_allocator *allocator, lfi_stops *stops);
size_t lfi_stops_bytes(const lf_map *map, const lfi_stops *stops);

/// Number of bands of 64 rows. Each band is filled by itself, in any order and by any thread; the first pass
/// makes `rows`, the second, which begins when all of the first is done, `columns`.
int64_t lfi_stops_bands(const lf_map *map);
void lfi_stops_fill_rows(const lf_map *map, lfi_stops *stops, int64_t band);
void lfi_stops_fill_columns(const lf_map *map, lfi_stops *stops, int64_t band);
/// Fills the ranks; returns the number of headlands.
uint64_t lfi_stops_count(const lf_map *map, lfi_stops *stops);

/// The headlands in a word of the map.
static inline uint64_t lfi_stops_headlands(const lf_map *map, const lfi_stops *stops, uint64_t word) {
    return stops->rows[word] & map->open[word];
}

static inline bool lfi_stops_is_headland(const lf_map *map, const lfi_stops *stops, lfi_spot spot) {
    return (lfi_stops_headlands(map, stops, spot.bit >> 6) & lfi_spot_mask(spot)) != 0;
}

/// The number of a headland, counted in row order.
static inline uint32_t lfi_stops_number(const lf_map *map, const lfi_stops *stops, lfi_spot spot) {
    const uint64_t before = lfi_stops_headlands(map, stops, spot.bit >> 6) & (lfi_spot_mask(spot) - 1);
    return stops->rank[spot.bit >> 6] + (uint32_t)lfi_count_bits(before);
}

/// The bit of a tile in `columns`.
static inline uint64_t lfi_stops_column_bit(const lfi_stops *stops, int32_t x, int32_t y) {
    return 64 * (1 + (uint64_t)((int64_t)x + 1) * stops->column_stride) + (uint64_t)y;
}

/// How far the first stop lies after a bit: at least 1. Anything greater than `limit` if it is farther.
static inline uint32_t lfi_ray_up(const uint64_t *stops, uint64_t bit, uint32_t limit) {
    const uint64_t from = bit + 1, bits = stops[from >> 6] >> (from & 63);
    if (bits != 0) return (uint32_t)lfi_lowest_bit(bits) + 1;
    uint64_t word = from >> 6, length = 65 - (from & 63);
    for (; length <= limit; length += 64) {
        if (stops[++word] != 0) return (uint32_t)length + (uint32_t)lfi_lowest_bit(stops[word]);
    }
    return limit + 1;
}

/// The same before a bit.
static inline uint32_t lfi_ray_down(const uint64_t *stops, uint64_t bit, uint32_t limit) {
    const uint64_t from = bit - 1, bits = stops[from >> 6] << (63 - (from & 63));
    if (bits != 0) return 64 - (uint32_t)lfi_highest_bit(bits);
    uint64_t word = from >> 6, length = (from & 63) + 2;
    for (; length <= limit; length += 64) {
        if (stops[--word] != 0) return (uint32_t)length + 63 - (uint32_t)lfi_highest_bit(stops[word]);
    }
    return limit + 1;
}

static inline uint32_t lfi_ray(const uint64_t *stops, uint64_t bit, int direction, uint32_t limit) {
    return direction > 0 ? lfi_ray_up(stops, bit, limit) : lfi_ray_down(stops, bit, limit);
}

#endif // LANDFALL_STOPS_H
