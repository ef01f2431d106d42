// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Computed depth: the distance to the nearest blocked tile, in moves of a king over blocked and open tiles
// alike, at most 255 (a distance transform under the Chebyshev metric).
//
//     # . . . .      0 1 2 2 2      The moves to a tile from its nearest blocked tile may come in any order,
//     . . . . .      1 1 1 1 1      so all that change the row come first. One pass down and one pass up the
//     . . . # .  ->  2 2 1 0 1      rows find these: each tile looks at the three tiles of the row before.
//     . . . . .      3 2 1 1 1      Then each row spreads sideways, in steps of 1, 2, 4 ... tiles.
//
// No tile waits for its neighbour in the row, so compilers do all of this for 16 tiles at a time. (Passes
// that also look at the tile before in the same row need no spreading, but go tile by tile. With them, and
// with rings that were looked at as a whole, edits took three times as long.)
//
// A square ship that reaches r tiles to each side of its middle fits where depth > r, so the plane also
// serves as clearance. Outside the map nothing is blocked, unless the caller says so.
//
// Edits. Only tiles that are deeper than they are far from the box of the flips can change, or as deep, if
// tiles were opened. One move away from the box, a tile is at most one deeper: so if a tile may change, then
// so may the tiles beside it that are nearer to the box. The rows away from the box shrink at their ends, or
// grow by one tile, until one is empty. (Looking at all tiles of each ring around the box took as long as
// computing their depths.)
//  - Raise, for tiles that were opened: the rectangle around these tiles is computed anew from the depths
//    around it.
//  - Lower, for tiles that were blocked: the rows of the box spread sideways first. Then each row looks at the
//    row before it, away from the box, until nothing changes.
//
// Time: O(tiles) for a map, O(tiles of the rectangle) for an edit. No memory besides the plane.
#include "depth.h"

#include <string.h>

// ---- Lines ----------------------------------------------------------------------------------------

static uint8_t byte_least(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

/// The depth `by` moves away from a tile. (One minimum and one sum: processors do both for 16 bytes at once.)
static uint8_t byte_away(uint8_t a, uint8_t by) {
    return (uint8_t)(byte_least(a, (uint8_t)(LFI_DEPTH_MOST - by)) + by);
}

static uint8_t *plane_row(const lf_depth *depth, int32_t y) {
    return depth->own + (size_t)y * (size_t)depth->map->width;
}

/// The depth of a place in a row of the map, or beside the row.
static uint8_t plane_at(const lf_depth *depth, int64_t x, int32_t y) {
    return x < 0 || x >= depth->map->width ? depth->edge : plane_row(depth, y)[x];
}

/// Lowers a tile at the left or right end of its row, given its three neighbours in the row at y + step,
/// which is one of the map.
static void end_lower(const lf_depth *depth, int32_t x, int32_t y, int32_t step) {
    const int32_t before = y + step;
    uint8_t least = plane_at(depth, x, before);
    least = byte_least(least, plane_at(depth, (int64_t)x - 1, before));
    least = byte_least(least, plane_at(depth, (int64_t)x + 1, before));
    uint8_t *here = plane_row(depth, y) + x;
    *here = byte_least(*here, byte_away(least, 1));
}

/// Lowers `count` tiles, given the row before theirs, from the tile before the first on.
static void tiles_lower(uint8_t *restrict row, const uint8_t *restrict before, int32_t count) {
    for (int32_t x = 0; x < count; x++) {
        const uint8_t least = byte_least(byte_least(before[x], before[x + 1]), before[x + 2]);
        row[x] = byte_least(row[x], byte_away(least, 1));
    }
}

/// Lowers the tiles x0 to x1 of row y, given the row at y + step.
static void row_lower(const lf_depth *depth, int32_t y, int32_t step, int32_t x0, int32_t x1) {
    uint8_t *row = plane_row(depth, y);
    const int64_t before_y = (int64_t)y + step;
    if (before_y < 0 || before_y >= depth->map->height) {
        for (int32_t x = x0; x <= x1; x++) row[x] = byte_least(row[x], byte_away(depth->edge, 1));
        return;
    }
    const uint8_t *before = plane_row(depth, (int32_t)before_y);
    const int32_t last = depth->map->width - 1, first = x0 > 0 ? x0 : 1, end = x1 < last ? x1 + 1 : last;
    if (first < end) tiles_lower(row + first, before + first - 1, end - first);
    if (x0 == 0) end_lower(depth, 0, y, step);
    if (x1 == last && last > 0) end_lower(depth, last, y, step);
}

// ---- Spreading sideways ---------------------------------------------------------------------------

/// Tiles that spread at once, the tiles to each side from which they may be reached, and the longest step.
enum { SPREAD_TILES = 2048, SPREAD_REACH = LFI_DEPTH_MOST, SPREAD_STEP = 128 };

/// A stretch of a row, and two copies of it. Beyond its ends everything is as deep as can be.
typedef struct row_copies {
    uint8_t a[SPREAD_STEP + SPREAD_TILES + 2 * SPREAD_REACH + SPREAD_STEP];
    uint8_t b[SPREAD_STEP + SPREAD_TILES + 2 * SPREAD_REACH + SPREAD_STEP];
} row_copies;

/// One step: each tile looks at the tiles `by` tiles before and after it.
static void row_copies_step(const uint8_t *restrict from, uint8_t *restrict to, int32_t count, uint8_t by) {
    for (int32_t i = 0; i < count; i++) {
        const uint8_t beside = byte_least(from[i - by], from[i + by]);
        to[i] = byte_least(from[i], byte_away(beside, by));
    }
}

/// Spreads a stretch of `count` tiles; returns where the result is.
static const uint8_t *row_copies_spread(row_copies *s, int32_t count) {
    uint8_t *from = s->a + SPREAD_STEP, *to = s->b + SPREAD_STEP, deepest = 0;
    for (int32_t i = 0; i < count; i++) deepest = deepest > from[i] ? deepest : from[i];
    memset(s->a, LFI_DEPTH_MOST, SPREAD_STEP);
    memset(s->b, LFI_DEPTH_MOST, SPREAD_STEP);
    memset(from + count, LFI_DEPTH_MOST, SPREAD_STEP);
    memset(to + count, LFI_DEPTH_MOST, SPREAD_STEP);
    // The steps up to `by` reach 2 * by - 1 tiles. A tile is reached from tiles that are not as far as it is
    // deep.
    for (unsigned by = 1; by <= SPREAD_STEP && by < deepest; by *= 2) {
        row_copies_step(from, to, count, (uint8_t)by);
        uint8_t *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

/// Spreads the tiles x0 to x1 of row y, and what lies to both sides of them.
static void row_spread(const lf_depth *depth, int32_t y, int32_t x0, int32_t x1) {
    const int32_t last = depth->map->width - 1;
    uint8_t *row = plane_row(depth, y);
    row_copies s;
    for (int32_t x = x0, end; x <= x1; x = end) {
        end = x1 - x < SPREAD_TILES ? x1 + 1 : x + SPREAD_TILES;
        // A stretch ends at the tiles beside the range, which are final.
        const int32_t most = SPREAD_REACH;
        const int32_t low = x - most < x0 - 1 ? x0 - 1 : x - most;
        const int32_t high = x1 + 1 - (end - 1) < most ? x1 + 1 : end - 1 + most;
        const int32_t from = low < 0 ? 0 : low, to = high > last ? last : high;
        uint8_t *first = s.a + SPREAD_STEP;
        first[0] = first[high - low] = depth->edge; // if they lie outside the map
        memcpy(first + (from - low), row + from, (size_t)(to - from) + 1);
        memcpy(row + x, row_copies_spread(&s, high - low + 1) + (x - low), (size_t)(end - x));
    }
}

// ---- Boxes ----------------------------------------------------------------------------------------

/// Computes the depths of a box whose tiles have their first values; the depths around it are final.
static void box_compute(const lf_depth *depth, lfi_box box) {
    for (int32_t y = box.y0; y <= box.y1; y++) row_lower(depth, y, -1, box.x0, box.x1);
    for (int32_t y = box.y1; y >= box.y0; y--) {
        row_lower(depth, y, 1, box.x0, box.x1);
        row_spread(depth, y, box.x0, box.x1);
    }
}

/// The words of a row of the map.
static const uint64_t *open_row(const lf_map *map, int32_t y) {
    return map->open + (lfi_map_row(map, y) >> 6);
}

/// Sets the first value of each of `count` tiles: 0 or the greatest, by the bits of a word from `shift` on.
static void plane_tiles_begin(uint8_t *tiles, uint64_t open, int shift, int count) {
    open >>= shift;
    const uint64_t mask = count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
    if ((open & mask) == 0 || (open & mask) == mask) {
        memset(tiles, (open & 1) != 0 ? LFI_DEPTH_MOST : 0, (size_t)count);
        return;
    }
    for (int i = 0; i < count; i++) tiles[i] = (open >> i & 1) != 0 ? LFI_DEPTH_MOST : 0;
}

/// Sets the first value of each tile of a box: 0 if it was blocked before the edit and still is, else the
/// greatest. Without flips: 0 if it is blocked.
static void box_begin(const lf_depth *depth, const lfi_flips *flips, lfi_box box) {
    for (int32_t y = box.y0; y <= box.y1; y++) {
        const uint64_t *words = open_row(depth->map, y);
        uint8_t *row = plane_row(depth, y);
        for (int32_t x = box.x0, end; x <= box.x1; x = end) {
            end = box.x1 - x < 64 - (x & 63) ? box.x1 + 1 : x + 64 - (x & 63);
            const uint64_t word = (uint64_t)x >> 6, flip = flips == NULL ? 0 : lfi_flips_word(flips, y, word);
            plane_tiles_begin(row + x, words[word] | flip, x & 63, end - x);
        }
    }
}

void lfi_depth_plane_compute(lf_depth *depth) {
    const lfi_box all = {0, 0, depth->map->width - 1, depth->map->height - 1};
    if (depth->corner) {
        lfi_depth_corner_compute(depth);
        return;
    }
    box_begin(depth, NULL, all);
    box_compute(depth, all);
}

// ---- What may change ------------------------------------------------------------------------------

/// The tiles that may change: those of a box, and those at least `more` deeper than they are far from it.
typedef struct plane_reach {
    const lf_depth *depth;
    lfi_box box;
    int32_t more;
} plane_reach;

static bool depth_reach_has(const plane_reach *r, int32_t x, int32_t y) {
    const uint32_t dx = lfi_gap_outside(x, r->box.x0, r->box.x1),
                   dy = lfi_gap_outside(y, r->box.y0, r->box.y1);
    const uint32_t away = dx > dy ? dx : dy;
    return away == 0 || plane_row(r->depth, y)[x] >= away + (uint32_t)r->more;
}

/// Some tiles of a row.
typedef struct plane_stretch {
    int32_t y, x0, x1;
} plane_stretch;

/// Goes on to the next row: tiles next to those of the row before, from the first to the last one that may
/// change. False if there is none.
static bool stretch_next(const plane_reach *r, int32_t step, plane_stretch *row) {
    const lf_map *map = r->depth->map;
    if (row->y + step < 0 || row->y + step >= map->height) return false;
    row->y += step;
    row->x0 = row->x0 > 0 ? row->x0 - 1 : 0;
    row->x1 = row->x1 < map->width - 1 ? row->x1 + 1 : map->width - 1;
    while (row->x0 <= row->x1 && !depth_reach_has(r, row->x0, row->y)) row->x0++;
    while (row->x0 <= row->x1 && !depth_reach_has(r, row->x1, row->y)) row->x1--;
    return row->x0 <= row->x1;
}

static lfi_box stretch_include(lfi_box all, plane_stretch row) {
    return lfi_boxes_around(all, (lfi_box){row.x0, row.y, row.x1, row.y});
}

/// The tiles that may change in the first row of the box.
static plane_stretch reach_first(const plane_reach *r) {
    plane_stretch row = {r->box.y0, r->box.x0, r->box.x1};
    while (row.x0 > 0 && depth_reach_has(r, row.x0 - 1, row.y)) row.x0--;
    while (row.x1 < r->depth->map->width - 1 && depth_reach_has(r, row.x1 + 1, row.y)) row.x1++;
    return row;
}

// ---- Raising and lowering -------------------------------------------------------------------------

/// Updates depths after tiles were opened. Tiles that the same edit blocked still count as open here.
static lfi_box plane_raise(const lf_depth *depth, const lfi_flips *flips) {
    const plane_reach opened = {depth, flips->box, 0};
    const plane_stretch first = reach_first(&opened);
    lfi_box all = stretch_include(flips->box, first);
    for (int step = -1; step <= 1; step += 2) {
        for (plane_stretch row = first; stretch_next(&opened, step, &row);) all = stretch_include(all, row);
    }
    box_begin(depth, flips, all);
    box_compute(depth, all);
    return all;
}

/// Sets the tiles that were blocked to 0.
static void flips_lower(const lf_depth *depth, const lfi_flips *flips) {
    for (int32_t y = flips->box.y0; y <= flips->box.y1; y++) {
        const uint64_t *words = open_row(depth->map, y) + flips->word, *bits = lfi_flips_row(flips, y);
        uint8_t *row = plane_row(depth, y) + 64 * flips->word;
        for (uint64_t i = 0; i < flips->words; i++) {
            for (uint64_t left = bits[i] & ~words[i]; left != 0; left &= left - 1)
                row[64 * i + (uint64_t)lfi_lowest_bit(left)] = 0;
        }
    }
}

/// Updates depths after tiles were blocked.
static lfi_box plane_lower(const lf_depth *depth, const lfi_flips *flips) {
    const plane_reach blocked = {depth, flips->box, 1};
    const plane_stretch first = reach_first(&blocked);
    plane_stretch last = first;
    lfi_box all = stretch_include(flips->box, first);
    while (last.y < flips->box.y1) {
        stretch_next(&blocked, 1, &last); // there is a next row: tiles of the box may change
        all = stretch_include(all, last);
    }
    flips_lower(depth, flips);
    for (int32_t y = all.y0; y <= all.y1; y++) row_spread(depth, y, all.x0, all.x1);
    for (int32_t y = all.y0; y < all.y1; y++) row_lower(depth, y + 1, -1, all.x0, all.x1);
    for (int32_t y = all.y1; y > all.y0; y--) row_lower(depth, y - 1, 1, all.x0, all.x1);
    for (int step = -1; step <= 1; step += 2) {
        for (plane_stretch row = step < 0 ? first : last; stretch_next(&blocked, step, &row);) {
            row_lower(depth, row.y, -step, row.x0, row.x1);
            all = stretch_include(all, row);
        }
    }
    return all;
}

lfi_box lfi_depth_plane_edit(lf_depth *depth, const lfi_flips *flips) {
    if (!depth->computed) return (lfi_box){0, 0, -1, -1};
    if (depth->corner) return lfi_depth_corner_edit(depth, flips);
    lfi_box box = flips->box;
    if (flips->opened > 0) box = plane_raise(depth, flips);
    if (flips->blocked == 0) return box;
    return lfi_boxes_around(box, plane_lower(depth, flips));
}

void lfi_depth_plane_follow(lf_depth *to, const lf_depth *from, lfi_box box) {
    if (!to->computed) return;
    const uint8_t *rows = from->plane; // a twin has no plane of its own
    for (int32_t y = box.y0; y <= box.y1; y++)
        memcpy(plane_row(to, y) + box.x0, rows + (size_t)y * (size_t)to->map->width + box.x0,
               (size_t)(box.x1 - box.x0) + 1);
}
