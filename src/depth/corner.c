// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Corner depth: for each tile the side of the largest open square whose upper left tile it is, at most 255 (the
// maximal square of dynamic programming). Units of an even size have no middle tile; their upper left tile
// stands for them.
//
//     . . . #      3 2 1 0      A square of side n + 1 fits where squares of side n fit at the tile to the
//     . . . .  ->  2 2 2 1      right, at the one below and at the one between them: each tile is one more
//     . . . .      1 1 1 1      than the least of the three.      (The edge counts as blocked here.)
//
// Edits. A tile depends on tiles to its right and below it, so rows are looked at upwards and from right to
// left, from the box of the flips on. To the left of what may change, a row ends at the first tile that did not
// change. Above the box, the first row without a change is the last one.
//
// Time: O(tiles) for a map; O(tiles of the box and changed tiles) for an edit. No memory besides the plane.
#include "depth.h"

#include <string.h>

/// Some tiles of a row; none if first > last.
typedef struct corner_tiles {
    int32_t first, last;
} corner_tiles;

static uint8_t *corner_row(const lf_depth *depth, int64_t y) {
    return depth->own + (size_t)y * (size_t)depth->map->width;
}

/// The depth of a place inside the map, or beyond its right or lower edge.
static uint8_t corner_at(const lf_depth *depth, int64_t x, int64_t y) {
    return x < depth->map->width && y < depth->map->height ? corner_row(depth, y)[x] : depth->edge;
}

/// Computes the tiles of a row from `may.last` on, leftwards, as far as they may change: those of `may`, and
/// beyond them until one stays as it was. Returns the tiles that changed, and where it stopped.
static corner_tiles corner_row_compute(const lf_depth *depth, int32_t y, corner_tiles may, int32_t *stop) {
    const lf_map *map = depth->map;
    const uint64_t row_bit = lfi_map_row(map, y);
    uint8_t *row = corner_row(depth, y);
    uint8_t right = corner_at(depth, (int64_t)may.last + 1, y),
            between = corner_at(depth, (int64_t)may.last + 1, (int64_t)y + 1);
    corner_tiles changed = {may.last + 1, may.last};
    for (int32_t x = may.last; x >= 0; x--) {
        const uint8_t below = corner_at(depth, x, (int64_t)y + 1);
        const uint8_t side = right < below ? right : below, least = side < between ? side : between;
        const uint8_t before = row[x];
        if (!lfi_bit(map->open, (lfi_spot){row_bit + (uint64_t)x}))
            row[x] = 0;
        else
            row[x] = least < LFI_DEPTH_MOST ? (uint8_t)(least + 1) : LFI_DEPTH_MOST;
        right = row[x];
        between = below;
        *stop = x;
        if (row[x] != before) {
            changed.last = changed.first > changed.last ? x : changed.last;
            changed.first = x;
        } else if (x < may.first) {
            break;
        }
    }
    return changed;
}

void lfi_depth_corner_compute(lf_depth *depth) {
    int32_t stop;
    memset(depth->own, 0, depth->map->tile_count); // which tiles change is of no interest, but is looked at
    for (int32_t y = depth->map->height; y-- > 0;)
        corner_row_compute(depth, y, (corner_tiles){0, depth->map->width - 1}, &stop);
}

/// The tiles of a row that may change: those of the box, if the row is one of its rows, and those that look at
/// a changed tile of the row below. Nothing to the right of the box changes: a square lies below and right of its corner.
static corner_tiles corner_may_change(lfi_box box, int32_t y, corner_tiles below) {
    const bool any = below.first <= below.last, inside = y >= box.y0;
    corner_tiles may = {inside ? box.x0 : 0, inside ? box.x1 : -1};
    if (!any) return may;
    if (below.first > 0) below.first--;
    if (!inside) return below;
    may.first = below.first < may.first ? below.first : may.first;
    return may;
}

lfi_box lfi_depth_corner_edit(lf_depth *depth, const lfi_flips *flips) {
    lfi_box all = flips->box;
    corner_tiles changed = {0, -1};
    for (int32_t y = flips->box.y1; y >= 0; y--) {
        const corner_tiles may = corner_may_change(flips->box, y, changed);
        int32_t stop = may.last;
        if (may.first > may.last) break;
        changed = corner_row_compute(depth, y, may, &stop);
        all = lfi_boxes_around(all, (lfi_box){stop, y, may.last, y});
    }
    return all;
}
