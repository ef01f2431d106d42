// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of a map: a bitmap of open tiles, 64 tiles of a row in each word.
//
//            word 0      a spare word, so that the corner of the frame has a left neighbour
//     row -1 0 0 ... 0   the frame above: all blocked
//     row  0 b b ... 0   every row ends with at least one blocked bit, which is also
//     row  1 b b ... 0   the left neighbour of the next row's first tile
//     ...
//     row  h 0 0 ... 0   the frame below
//            last word   a spare word, so that reading two words at once never leaves the array
//
// So every open tile has nine readable bits around it and no search ever tests for the edge of the map. A
// place in this layout is a spot (bit number), which differs from the tile's index.
#ifndef LANDFALL_MAP_H
#define LANDFALL_MAP_H

#include "../base/geometry.h"
#include "blocks.h"
#include "bodies.h"
#include "moves.h"

/// A bit number in the padded layout.
typedef struct lfi_spot {
    uint64_t bit;
} lfi_spot;

struct lf_map {
    lf_allocator allocator;
    int32_t width, height;
    lf_moves moves;
    uint32_t tile_count;
    lfi_divider by_width;
    uint64_t stride;     ///< words from row to row
    uint64_t word_count; ///< words in all, frame and spares included
    uint64_t *open;      ///< the bits
    int64_t open_count;
    lfi_blocks blocks; ///< the same bits in blocks
    uint8_t *depth;    ///< NULL, or one byte per tile
    lfi_bodies bodies;
    bool lent,
        lent_bodies; ///< whether bits and depths, and bodies, are in an image (image.c), and not its own
    uint16_t allowed[LFI_AROUND_SETS];
    int64_t tile_offset[LFI_AROUND]; ///< difference of tile indexes for each move
    int64_t spot_offset[LFI_AROUND]; ///< difference of spots for each move
};

/// Sets the words of a row and of all, which follow from the size.
static inline void lfi_map_size(lf_map *map) {
    map->stride = (uint64_t)map->width / 64 + 1;
    map->word_count = ((uint64_t)map->height + 2) * map->stride + 2;
}

/// Sets all that follows from size and move rules.
void lfi_map_set_size(lf_map *map, int32_t width, int32_t height, lf_moves moves);

/// A map of the same size and move rules, without an open tile, depths and bodies. LF_OK or LF_E_NOMEM.
lf_status lfi_map_blank(const lf_map *like, const lf_allocator *allocator, lf_map **out);

/// A copy of a map, with everything in it. LF_OK or LF_E_NOMEM.
lf_status lfi_map_copy(const lf_map *from, lf_map **out);

/// The spot of the first tile of a row.
static inline uint64_t lfi_map_row(const lf_map *map, int64_t y) {
    return 64 * (1 + (uint64_t)(y + 1) * map->stride);
}

/// The place of a tile; the tile must be inside the map. (lf_map_point is the same with a check and a call.)
static inline lf_point lfi_map_point(const lf_map *map, lf_tile tile) {
    LFI_ASSERT(tile < map->tile_count);
    const uint32_t y = lfi_divide(map->by_width, tile);
    return (lf_point){(int32_t)(tile - y * (uint32_t)map->width), (int32_t)y};
}

/// The tile of a place; the place must be inside the map.
static inline lf_tile lfi_map_tile(const lf_map *map, lf_point point) {
    return (lf_tile)point.y * (lf_tile)map->width + (lf_tile)point.x;
}

/// The body of an open tile; bodies must be known. (lf_map_body is the same with a check and a call.)
static inline uint32_t lfi_map_body(const lf_map *map, lf_tile tile) {
    if (map->bodies.body_count == 1) return 0;
    return map->bodies.runs[lfi_bodies_run(map, lfi_map_point(map, tile))].body;
}

/// The tile that a direction leads to, and (lfi_tile_before) the tile that it comes from.
static inline lf_tile lfi_tile_after(const lf_map *map, lf_tile tile, int direction) {
    return (lf_tile)(tile + map->tile_offset[lfi_direction_move(direction)]);
}

static inline lf_tile lfi_tile_before(const lf_map *map, lf_tile tile, int direction) {
    return lfi_tile_after(map, tile, 7 - direction);
}

/// The spot of a tile; the tile must be inside the map.
static inline lfi_spot lfi_map_spot(const lf_map *map, lf_tile tile) {
    LFI_ASSERT(tile < map->tile_count);
    const uint32_t y = lfi_divide(map->by_width, tile);
    const uint64_t x = tile - y * (uint32_t)map->width;
    return (lfi_spot){lfi_map_row(map, y) + x};
}

/// The bit of a spot in its word.
static inline uint64_t lfi_spot_mask(lfi_spot spot) {
    return UINT64_C(1) << (spot.bit & 63);
}

static inline bool lfi_bit(const uint64_t *words, lfi_spot spot) {
    return (words[spot.bit >> 6] & lfi_spot_mask(spot)) != 0;
}

/// Whether any of the bits from `from` to `to`, both included, is set.
static inline bool lfi_bits_any(const uint64_t *words, uint64_t from, uint64_t to) {
    const uint64_t low = UINT64_MAX << (from & 63), high = UINT64_MAX >> (63 - (to & 63));
    uint64_t word = from >> 6;
    if (word == to >> 6) return (words[word] & low & high) != 0;
    if ((words[word] & low) != 0) return true;
    while (++word < to >> 6) {
        if (words[word] != 0) return true;
    }
    return (words[word] & high) != 0;
}

/// Three neighbouring bits, the middle one at `bit`, of words that lie `pitch` words apart.
static inline unsigned lfi_bits_row(const uint64_t *words, uint64_t bit, uint64_t pitch) {
    const uint64_t first = bit - 1, word = (first >> 6) * pitch, shift = first & 63;
    return (unsigned)((words[word] >> shift | words[word + pitch] << 1 << (63 - shift)) & 7);
}

/// The nine bits around a spot, numbered as in moves.h. All three rows have the same shift, and for 62 of 64
/// places one word of each row is enough: the branch costs less than always reading two words (a fifth of a
/// flood's time).
static inline unsigned lfi_bits_nine(const uint64_t *words, lfi_spot spot, uint64_t stride, uint64_t pitch) {
    const uint64_t shift = (spot.bit & 63) - 1;
    if (shift < 62) {
        const uint64_t *here = words + (spot.bit >> 6) * pitch;
        return (unsigned)((*(here - stride * pitch) >> shift & 7) | (*here >> shift & 7) << 3 |
                          (*(here + stride * pitch) >> shift & 7) << 6);
    }
    return lfi_bits_row(words, spot.bit - 64 * stride, pitch) | lfi_bits_row(words, spot.bit, pitch) << 3 |
           lfi_bits_row(words, spot.bit + 64 * stride, pitch) << 6;
}

/// The same nine bits in the map's own layout.
static inline unsigned lfi_bits_around(const uint64_t *words, lfi_spot spot, uint64_t stride) {
    return lfi_bits_nine(words, spot, stride, 1);
}

#endif // LANDFALL_MAP_H
