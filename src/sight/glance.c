// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The glance of an end: like a lookout (lookout.c), but rays pass headlands at which a route that comes along the ray
// cannot bend (jump points have the same rule).
//
// A shortest route can be written so that diagonals come as early as possible. Then it leaves the end along a keel and
// a ray, and bends for the first time at a tile b of the ray where a tile behind b, beside the ray, is blocked and the
// one beside b is open:
//
//     . . . . .        The route comes from the left. It may go on down, or down and to the right, because x is
//     - - > b .        blocked: if x were open, the diagonal would come before the straight move.
//     . . x . .
//
// So a ray needs to stop only at such tiles, and at blocked ones. A keel passes headlands, because no route bends after
// a diagonal move. Behind a headland C that a ray has met, and behind the keel through C as far as this keel can be
// walked, nothing needs to be seen: C leads there at the same length. docs/exact.md has the proof.
//
// Time: the tiles of the keels, plus the tiles of their rays divided by 64.
#include "glance.h"

#include <string.h>

// ---- Halts ----------------------------------------------------------------------------------------

void lfi_halts_arrays(lfi_arrays *run, const lf_map *map, const lfi_stops *stops, lfi_halts *halts) {
    for (int i = 0; i < 2; i++) {
        LFI_ARRAY(run, halts->rows[i], map->word_count);
        LFI_ARRAY(run, halts->columns[i], stops->column_words);
    }
}

void lfi_halts_begin(const lf_map *map, const lfi_stops *stops, lfi_halts *halts) {
    for (int i = 0; i < 2; i++) {
        memset(halts->rows[i], 0xff, (size_t)map->word_count * sizeof *halts->rows[i]);
        memset(halts->columns[i], 0xff, (size_t)stops->column_words * sizeof *halts->columns[i]);
    }
}

/// The words of open tiles around a word: bit i of `left` is the tile to the left of bit i of `here`.
typedef struct open_words {
    uint64_t left, here, right;
} open_words;

static open_words words_around(const uint64_t *open) {
    return (open_words){open[0] << 1 | open[-1] >> 63, open[0], open[0] >> 1 | open[1] << 63};
}

/// The halts of 64 x 64 tiles, in a word of columns and a band of rows.
static void square_fill(const lf_map *map, const lfi_stops *stops, lfi_halts *halts, int64_t word,
                        int64_t band) {
    const int64_t x = 64 * word, begin = 64 * band;
    const int64_t end = begin + 64 < map->height ? begin + 64 : map->height;
    uint64_t up[64], down[64];
    memset(up, 0xff, sizeof up);
    memset(down, 0xff, sizeof down);
    for (int64_t y = begin; y < end; y++) {
        const uint64_t at = (lfi_map_row(map, y) >> 6) + (uint64_t)word;
        const open_words above = words_around(map->open + at - map->stride),
                         here = words_around(map->open + at),
                         below = words_around(map->open + at + map->stride);
        halts->rows[0][at] = ~here.here | (above.here & ~above.right) | (below.here & ~below.right);
        halts->rows[1][at] = ~here.here | (above.here & ~above.left) | (below.here & ~below.left);
        up[y - begin] = ~here.here | (here.left & ~below.left) | (here.right & ~below.right);
        down[y - begin] = ~here.here | (here.left & ~above.left) | (here.right & ~above.right);
    }
    lfi_square_mirror(up);
    lfi_square_mirror(down);
    for (int64_t i = 0; i < 64 && x + i < map->width; i++) {
        const uint64_t at = lfi_stops_column_bit(stops, (int32_t)(x + i), (int32_t)begin) >> 6;
        halts->columns[0][at] = up[i];
        halts->columns[1][at] = down[i];
    }
}

void lfi_halts_fill(const lf_map *map, const lfi_stops *stops, lfi_halts *halts, int64_t band) {
    for (int64_t word = 0; 64 * word < map->width; word++) square_fill(map, stops, halts, word, band);
}

// ---- Rays -----------------------------------------------------------------------------------------

/// No keel through a headland limits the rays of a side.
#define NO_SHADOW UINT32_MAX

/// A row or column of tiles as the rays of a glance in one direction see it.
typedef struct glance_ray {
    const lfi_lookout *lookout;
    const uint64_t *open;
    const uint64_t *halts;
    bool row;
    int direction; ///< 1 or -1
    uint64_t step; ///< from spot to spot
} glance_ray;

LFI_INLINED glance_ray glance_along(const lfi_lookout *lookout, const lfi_halts *halts, bool row,
                                    int direction) {
    const lf_map *map = lookout->map;
    return (glance_ray){.lookout = lookout,
                        .open = map->open,
                        .halts = row ? halts->rows[direction > 0] : halts->columns[direction > 0],
                        .row = row,
                        .direction = direction,
                        .step = (uint64_t)map->spot_offset[LFI_CENTRE + (row ? 1 : 3) * direction]};
}

/// A tile where rays begin.
typedef struct glance_tile {
    int32_t x, y;
    uint64_t spot;   ///< its bit in rows
    uint64_t column; ///< its bit in columns
} glance_tile;

LFI_INLINED glance_tile tile_at(const lfi_lookout *lookout, int32_t x, int32_t y) {
    return (glance_tile){x, y, lfi_map_row(lookout->map, y) + (uint64_t)x,
                         lfi_stops_column_bit(lookout->stops, x, y)};
}

LFI_INLINED uint32_t glance_far(glance_ray to, glance_tile from, uint32_t limit) {
    lfi_line line = to.row ? lfi_stops_row(to.lookout->map, to.lookout->stops, from.y)
                           : lfi_stops_column(to.lookout->map, to.lookout->stops, from.x);
    line.stops = to.halts;
    return lfi_ray_far(&line, to.row ? from.x : from.y, to.direction, limit);
}

/// Looks along the row or column of a tile, up to the keel through the headland that was met before on this side,
/// `shadow` tiles away, and at most `limit` tiles far. Returns how far the headland lies that limits the next ray of the
/// side.
LFI_INLINED uint32_t ray_glance(glance_ray to, glance_tile from, uint32_t shadow, uint32_t limit) {
    if (shadow <= limit) limit = shadow - 1;
    if (limit == 0) return shadow;
    uint32_t length = lfi_ray_near(to.halts, to.row ? from.spot : from.column, to.direction, limit);
    if (length == 0) length = glance_far(to, from, limit);
    if (length > limit) return shadow;
    const lfi_spot end = {from.spot + to.step * length};
    if (!lfi_bit(to.open, end)) return shadow;
    to.lookout->headland(to.lookout->user, lfi_stops_number(to.lookout->stops, end));
    return length;
}

// ---- Keels ----------------------------------------------------------------------------------------

/// Whether a diagonal move is legal: `across` and `along` lead to the tiles beside it.
LFI_INLINED bool diagonal_legal(const uint64_t *open, uint64_t spot, uint64_t across, uint64_t along) {
    return lfi_bit(open, (lfi_spot){spot + across + along}) && lfi_bit(open, (lfi_spot){spot + across}) &&
           lfi_bit(open, (lfi_spot){spot + along});
}

static uint32_t limit_of(const lfi_lookout *lookout) {
    return lookout->limit < INT32_MAX ? lookout->limit : INT32_MAX;
}

/// Goes on along a keel. Inlined for each of the four directions.
LFI_INLINED bool glance_walk(const lfi_lookout *lookout, const lfi_halts *halts, lfi_keel *keel,
                             uint32_t tiles, int dx, int dy) {
    const glance_ray row = glance_along(lookout, halts, true, dx),
                     column = glance_along(lookout, halts, false, dy);
    const uint64_t *open = row.open;
    const uint64_t across = row.step, along = column.step;
    const uint64_t column_step = 64 * lookout->stops->column_stride * (uint64_t)dx + (uint64_t)dy;
    const uint32_t limit = limit_of(lookout);
    glance_tile at = tile_at(lookout, keel->x, keel->y);
    uint32_t left = limit - keel->done, sides[2] = {keel->limits[0], keel->limits[1]};
    for (; tiles > 0 && left > 0; tiles--) {
        if (!diagonal_legal(open, at.spot, across, along)) return false;
        // The keels through the headlands that limit the rays go along with this one, or end.
        if (sides[0] != NO_SHADOW && !diagonal_legal(open, at.spot + across * sides[0], across, along))
            sides[0] = NO_SHADOW;
        if (sides[1] != NO_SHADOW && !diagonal_legal(open, at.spot + along * sides[1], across, along))
            sides[1] = NO_SHADOW;
        left--;
        at = (glance_tile){at.x + dx, at.y + dy, at.spot + across + along, at.column + column_step};
        sides[0] = ray_glance(row, at, sides[0], left);
        sides[1] = ray_glance(column, at, sides[1], left);
    }
    *keel = (lfi_keel){at.x, at.y, dx, dy, limit - left, {sides[0], sides[1]}, 0};
    return left > 0;
}

bool lfi_glance_advance(const lfi_lookout *lookout, const lfi_halts *halts, lfi_keel *keel, uint32_t tiles) {
    if (keel->done >= limit_of(lookout)) return false;
    if (keel->dx > 0)
        return keel->dy > 0 ? glance_walk(lookout, halts, keel, tiles, 1, 1)
                            : glance_walk(lookout, halts, keel, tiles, 1, -1);
    return keel->dy > 0 ? glance_walk(lookout, halts, keel, tiles, -1, 1)
                        : glance_walk(lookout, halts, keel, tiles, -1, -1);
}

static uint32_t line_glance(const lfi_lookout *lookout, const lfi_halts *halts, glance_tile from, bool row,
                            int direction) {
    return ray_glance(glance_along(lookout, halts, row, direction), from, NO_SHADOW, limit_of(lookout));
}

int lfi_glance_begin(const lfi_lookout *lookout, const lfi_halts *halts, int32_t x, int32_t y,
                     lfi_keel keels[LFI_KEELS]) {
    const glance_tile from = tile_at(lookout, x, y);
    uint32_t across[2], along[2];
    for (int i = 0; i < 2; i++) {
        across[i] = line_glance(lookout, halts, from, true, 2 * i - 1);
        along[i] = line_glance(lookout, halts, from, false, 2 * i - 1);
    }
    for (int i = 0; i < LFI_KEELS; i++)
        keels[i] = (lfi_keel){x, y, i % 2 * 2 - 1, i / 2 * 2 - 1, 0, {across[i % 2], along[i / 2]}, 0};
    return LFI_KEELS;
}
