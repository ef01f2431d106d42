// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Computed depth: the distance to the nearest blocked tile, in moves of a king over blocked and open tiles
// alike, at most 255 (a distance transform under the Chebyshev metric).
//
//     # . . . .      0 1 2 2 2      Two sweeps are enough for this metric: down, where each tile looks at the
//     . . . . .      1 1 1 1 1      four neighbours before it in row order, and up, where it looks at the
//     . . . # .  ->  2 2 1 0 1      other four. A tile's nearest blocked tile lies behind one of the eight,
//     . . . . .      3 2 1 1 1      one move nearer, and one of the two sweeps came from there.
//
// A square ship that reaches r tiles to each side of its middle fits where depth > r, so the plane also
// serves as clearance. Outside the map nothing is blocked, unless the caller says so.
//
// Edits. Depths change in a neighbourhood of the flipped tiles that has no holes towards them: if the depth
// of a tile follows from a flipped tile f, then so does the depth of its neighbour one move nearer to f. So
// both passes go outwards from the box of the flips and end at the first line on which nothing happens.
//  - Raise, for tiles that were opened: each tile that is at least as deep as it is far from the box may have
//    been measured from it. The rectangle around these tiles is computed anew from the depths around it.
//  - Lower, for tiles that were blocked: inside the box, then column by column to its left and right, then
//    row by row above and below, each line from the line before it:
//
//         [    rows    ]        A tile above the box has its predecessor in the row below it, a tile to the
//     columns [ box ] columns   left in the column to its right: no sweep back is needed.
//         [    rows    ]
//
// Time: O(tiles) for a map, O(tiles of the rectangle) for an edit. No memory besides the plane.
#include "depth.h"

#include <string.h>

// ---- Lines ----------------------------------------------------------------------------------------

static uint8_t byte_least(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

static uint8_t byte_next(uint8_t a) {
    return (uint8_t)(a + (a < LFI_DEPTH_MOST));
}

static uint8_t *plane_row(const lf_depth *depth, int32_t y) {
    return depth->own + (size_t)y * (size_t)depth->map->width;
}

/// The depth of a place inside or outside the map.
static uint8_t plane_at(const lf_depth *depth, int64_t x, int64_t y) {
    const lf_map *map = depth->map;
    if (x < 0 || y < 0 || x >= map->width || y >= map->height) return depth->edge;
    return plane_row(depth, (int32_t)y)[x];
}

/// Lowers a tile at the left or right end of its row, given its three neighbours in the row at y + step.
static void end_lower(const lf_depth *depth, int32_t x, int32_t y, int32_t step) {
    const int64_t before = (int64_t)y + step;
    uint8_t least = plane_at(depth, x, before);
    least = byte_least(least, plane_at(depth, (int64_t)x - 1, before));
    least = byte_least(least, plane_at(depth, (int64_t)x + 1, before));
    uint8_t *here = plane_row(depth, y) + x;
    *here = byte_least(*here, byte_next(least));
}

/// Lowers the tiles x0 to x1 of row y, given the row at y + step.
static void row_lower(const lf_depth *depth, int32_t y, int32_t step, int32_t x0, int32_t x1) {
    uint8_t *row = plane_row(depth, y);
    const int64_t before_y = (int64_t)y + step;
    if (before_y < 0 || before_y >= depth->map->height) {
        for (int32_t x = x0; x <= x1; x++) row[x] = byte_least(row[x], byte_next(depth->edge));
        return;
    }
    const uint8_t *before = plane_row(depth, (int32_t)before_y);
    const int32_t last = depth->map->width - 1;
    for (int32_t x = x0 > 0 ? x0 : 1; x <= x1 && x < last; x++) {
        const uint8_t least = byte_least(byte_least(before[x - 1], before[x]), before[x + 1]);
        row[x] = byte_least(row[x], byte_next(least));
    }
    if (x0 == 0) end_lower(depth, 0, y, step);
    if (x1 == last && last > 0) end_lower(depth, last, y, step);
}

static void row_sweep_right(const lf_depth *depth, int32_t y, int32_t x0, int32_t x1) {
    uint8_t *row = plane_row(depth, y), before = plane_at(depth, (int64_t)x0 - 1, y);
    for (int32_t x = x0; x <= x1; x++) before = row[x] = byte_least(row[x], byte_next(before));
}

static void row_sweep_left(const lf_depth *depth, int32_t y, int32_t x0, int32_t x1) {
    uint8_t *row = plane_row(depth, y), before = plane_at(depth, (int64_t)x1 + 1, y);
    for (int32_t x = x1; x >= x0; x--) before = row[x] = byte_least(row[x], byte_next(before));
}

/// Does both sweeps over a box whose tiles have their first values; the depths around it are final.
static void box_sweep(const lf_depth *depth, lfi_box box) {
    for (int32_t y = box.y0; y <= box.y1; y++) {
        row_lower(depth, y, -1, box.x0, box.x1);
        row_sweep_right(depth, y, box.x0, box.x1);
    }
    for (int32_t y = box.y1; y >= box.y0; y--) {
        row_lower(depth, y, 1, box.x0, box.x1);
        row_sweep_left(depth, y, box.x0, box.x1);
    }
}

/// The words of a row of the map.
static const uint64_t *open_row(const lf_map *map, int32_t y) {
    return map->open + (lfi_map_row(map, y) >> 6);
}

void lfi_depth_plane_compute(lf_depth *depth) {
    const lf_map *map = depth->map;
    for (int32_t y = 0; y < map->height; y++) {
        const uint64_t *words = open_row(map, y);
        uint8_t *row = plane_row(depth, y);
        for (int32_t x = 0; x < map->width; x++)
            row[x] = (words[x >> 6] >> (x & 63) & 1) != 0 ? LFI_DEPTH_MOST : 0;
    }
    box_sweep(depth, (lfi_box){0, 0, map->width - 1, map->height - 1});
}

// ---- Raising --------------------------------------------------------------------------------------

/// Extends a box to the tiles of a row or column that are at least `away` deep; false if there are none. Tile
/// i lies at (x + i * dx, y + i * dy).
static bool line_include(const lf_depth *depth, lf_point at, int32_t dx, int32_t count, int32_t away,
                         lfi_box *all) {
    const int32_t dy = 1 - dx;
    const ptrdiff_t step = dx != 0 ? 1 : depth->map->width;
    const uint8_t *line = plane_row(depth, at.y) + at.x;
    int32_t first = 0, last = count - 1;
    while (first < count && line[first * step] < away) first++;
    if (first == count) return false;
    while (line[last * step] < away) last--;
    *all = lfi_boxes_around(*all, lfi_box_between((lf_point){at.x + first * dx, at.y + first * dy},
                                                  (lf_point){at.x + last * dx, at.y + last * dy}));
    return true;
}

/// Extends `all` to the tiles at distance `away` from a box that are as deep or deeper; false if there are
/// none.
static bool ring_include(const lf_depth *depth, lfi_box box, int32_t away, lfi_box *all) {
    const int64_t width = depth->map->width, height = depth->map->height;
    const int64_t x0 = (int64_t)box.x0 - away, y0 = (int64_t)box.y0 - away;
    const int64_t x1 = (int64_t)box.x1 + away, y1 = (int64_t)box.y1 + away;
    const int32_t left = x0 < 0 ? 0 : (int32_t)x0, right = x1 < width ? (int32_t)x1 : (int32_t)width - 1;
    const int32_t top = y0 < 0 ? 0 : (int32_t)y0, bottom = y1 < height ? (int32_t)y1 : (int32_t)height - 1;
    bool any = false;
    if (y0 >= 0) any |= line_include(depth, (lf_point){left, top}, 1, right - left + 1, away, all);
    if (y1 < height) any |= line_include(depth, (lf_point){left, bottom}, 1, right - left + 1, away, all);
    if (x0 >= 0) any |= line_include(depth, (lf_point){left, top}, 0, bottom - top + 1, away, all);
    if (x1 < width) any |= line_include(depth, (lf_point){right, top}, 0, bottom - top + 1, away, all);
    return any;
}

/// Sets the first value of each tile: 0 if it was blocked before the edit and still is, else the greatest.
static void box_begin(const lf_depth *depth, const lfi_flips *flips, lfi_box box) {
    for (int32_t y = box.y0; y <= box.y1; y++) {
        const uint64_t *words = open_row(depth->map, y);
        const uint64_t *bits = y < flips->box.y0 || y > flips->box.y1 ? NULL : lfi_flips_row(flips, y);
        uint8_t *row = plane_row(depth, y);
        for (int32_t x = box.x0; x <= box.x1; x++) {
            const uint64_t word = (uint64_t)x >> 6, at = word - flips->word;
            const uint64_t open = words[word] | (bits != NULL && at < flips->words ? bits[at] : 0);
            row[x] = (open >> (x & 63) & 1) != 0 ? LFI_DEPTH_MOST : 0;
        }
    }
}

/// Updates depths after tiles were opened. Tiles that the same edit blocked still count as open here.
static lfi_box plane_raise(lf_depth *depth, const lfi_flips *flips) {
    lfi_box all = flips->box;
    for (int32_t away = 1; away <= LFI_DEPTH_MOST; away++) {
        if (!ring_include(depth, flips->box, away, &all)) break;
    }
    box_begin(depth, flips, all);
    box_sweep(depth, all);
    return all;
}

// ---- Lowering -------------------------------------------------------------------------------------

/// Sets the tiles that were blocked to 0, and lowers the rest of their box.
static void box_lower(const lf_depth *depth, const lfi_flips *flips) {
    const lfi_box box = flips->box;
    for (int32_t y = box.y0; y <= box.y1; y++) {
        const uint64_t *words = open_row(depth->map, y) + flips->word, *bits = lfi_flips_row(flips, y);
        uint8_t *row = plane_row(depth, y) + 64 * flips->word;
        for (uint64_t i = 0; i < flips->words; i++) {
            for (uint64_t left = bits[i] & ~words[i]; left != 0; left &= left - 1)
                row[64 * i + (uint64_t)lfi_lowest_bit(left)] = 0;
        }
    }
    box_sweep(depth, box);
}

/// Lowers the rows y0 to y1 of column x, given the column at x + step; false if nothing changed.
static bool column_lower(const lf_depth *depth, int32_t x, int32_t step, int32_t y0, int32_t y1) {
    bool changed = false;
    for (int32_t y = y0; y <= y1; y++) {
        uint8_t least = plane_row(depth, y)[x + step], *here = plane_row(depth, y) + x;
        if (y > y0) least = byte_least(least, plane_row(depth, y - 1)[x + step]);
        if (y < y1) least = byte_least(least, plane_row(depth, y + 1)[x + step]);
        if (byte_next(least) >= *here) continue;
        *here = byte_next(least);
        changed = true;
    }
    return changed;
}

/// Lowers the tiles x0 to x1 of row y, given the row at y + step. Sets x0 and x1 to the first and the last
/// tile that changed; false if none did.
static bool row_lower_between(const lf_depth *depth, int32_t y, int32_t step, int32_t *x0, int32_t *x1) {
    const uint8_t *before = plane_row(depth, y + step);
    const int32_t last = depth->map->width - 1;
    uint8_t *row = plane_row(depth, y);
    int32_t first_changed = INT32_MAX, last_changed = -1;
    for (int32_t x = *x0; x <= *x1; x++) {
        uint8_t least = before[x];
        if (x > 0) least = byte_least(least, before[x - 1]);
        if (x < last) least = byte_least(least, before[x + 1]);
        if (byte_next(least) >= row[x]) continue;
        row[x] = byte_next(least);
        first_changed = x < first_changed ? x : first_changed;
        last_changed = x;
    }
    *x0 = first_changed;
    *x1 = last_changed;
    return last_changed >= 0;
}

/// Lowers row after row away from the box until nothing changes; returns the last row that
/// changed, or the box's own if none did.
static int32_t rows_lower(const lf_depth *depth, lfi_box box, int32_t step) {
    const int32_t last = depth->map->width - 1;
    int32_t x0 = box.x0, x1 = box.x1, y = step < 0 ? box.y0 : box.y1;
    while (y + step >= 0 && y + step < depth->map->height) {
        x0 = x0 > 0 ? x0 - 1 : 0;
        x1 = x1 < last ? x1 + 1 : last;
        if (!row_lower_between(depth, y + step, -step, &x0, &x1)) break;
        y += step;
    }
    return y;
}

/// Updates depths after tiles were blocked.
static lfi_box plane_lower(lf_depth *depth, const lfi_flips *flips) {
    lfi_box box = flips->box;
    const int32_t y0 = box.y0, y1 = box.y1, last = depth->map->width - 1;
    box_lower(depth, flips);
    while (box.x0 > 0 && column_lower(depth, box.x0 - 1, 1, y0, y1)) box.x0--;
    while (box.x1 < last && column_lower(depth, box.x1 + 1, -1, y0, y1)) box.x1++;
    const lfi_box wide = box;
    box.y0 = rows_lower(depth, wide, -1);
    box.y1 = rows_lower(depth, wide, 1);
    // Each row may be wider than the one before it.
    const int32_t rows = wide.y0 - box.y0 > box.y1 - wide.y1 ? wide.y0 - box.y0 : box.y1 - wide.y1;
    box.x0 = wide.x0 > rows ? wide.x0 - rows : 0;
    box.x1 = last - wide.x1 > rows ? wide.x1 + rows : last;
    return box;
}

lfi_box lfi_depth_plane_edit(lf_depth *depth, const lfi_flips *flips) {
    if (!depth->computed) return (lfi_box){0, 0, -1, -1};
    lfi_box box = flips->box;
    if (flips->opened > 0) box = plane_raise(depth, flips);
    if (flips->blocked == 0) return box;
    return lfi_boxes_around(box, plane_lower(depth, flips));
}

void lfi_depth_plane_follow(lf_depth *to, const lf_depth *from, lfi_box box) {
    if (!to->computed || box.x1 < box.x0) return;
    const uint8_t *rows = from->plane; // a twin has no plane of its own
    for (int32_t y = box.y0; y <= box.y1; y++)
        memcpy(plane_row(to, y) + box.x0, rows + (size_t)y * (size_t)to->map->width + box.x0,
               (size_t)(box.x1 - box.x0) + 1);
}
