// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The border between two neighbouring cells: every legal move that leads from one to the other.
//
// A straight border is walked tile by tile; a corner is one tile. Where corners may be cut, a move may also
// slant over a straight border.
//
// Time: O(tiles of the border).
#include "coarse.h"

/// Whether a legal move leads from (x, y) to (x + dx, y + dy).
static bool tile_move_legal(const lf_map *map, int64_t x, int64_t y, int dx, int dy) {
    if (x >= map->width || y >= map->height) return false;
    const lfi_spot spot = {lfi_map_row(map, y) + (uint64_t)x};
    if (!lfi_bit(map->open, spot)) return false;
    return (map->allowed[lfi_bits_around(map->open, spot, map->stride)] >> (LFI_CENTRE + dx + 3 * dy) & 1) !=
           0;
}

void lfi_border_scan(const lf_coarse *coarse, lf_point cell, int direction, lfi_border_found *found,
                     void *user) {
    const lf_map *map = coarse->map;
    const int32_t side = 1 << coarse->level;
    const int dx = lfi_direction_dx(direction), dy = lfi_direction_dy(direction);
    int64_t x = (int64_t)cell.x * side + (dx > 0 ? side - 1 : 0),
            y = (int64_t)cell.y * side + (dy > 0 ? side - 1 : 0);
    const int sx = dx == 0, sy = dy == 0; // along the border; a corner has no length
    const int count = dx != 0 && dy != 0 ? 1 : side;
    for (int i = 0; i < count; i++, x += sx, y += sy) {
        for (int slant = -1; slant <= 1; slant++) {
            const int mx = dx + slant * sx, my = dy + slant * sy;
            // Without corner cutting, the pieces of a slanting crossing have a straight crossing as well.
            if (slant != 0 && (map->moves != LF_MOVES_KING_CUT || i + slant < 0 || i + slant >= count))
                continue;
            if (!tile_move_legal(map, x, y, mx, my)) continue;
            const lf_tile from = (lf_tile)((uint64_t)y * (uint64_t)map->width + (uint64_t)x);
            if (found(direction, from, (lf_tile)(from + my * (int64_t)map->width + mx), user)) return;
        }
    }
}
