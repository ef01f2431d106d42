// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Line of sight: a tile sees another if all moves of the straight line between their middles are legal, the
// last one included (Bresenham's line, geometry.h).
//
// Where corners may not be cut, this rule is stricter than it seems. A diagonal move needs both tiles beside
// it open, and during a straight move the line stays in its row. So every tile that the true line touches is
// a tile of a move or beside a diagonal one, and the whole line runs over open tiles. Orthogonal moves have
// the same rule: there, a diagonal move of the line becomes two moves, the longer side first.
//
// Time: O(moves).
#include "line.h"

bool lfi_move_clear(const lf_map *map, lf_point from, lf_point to) {
    const lfi_spot spot = {lfi_map_row(map, from.y) + (uint64_t)from.x};
    const int dx = to.x - from.x, dy = to.y - from.y, k = LFI_CENTRE + dx + 3 * dy;
    const unsigned open = lfi_bits_around(map->open, spot, map->stride);
    if (map->moves != LF_MOVES_ORTHOGONAL) return (map->allowed[open] >> k & 1) != 0;
    const unsigned needed = 1u << k | 1u << (LFI_CENTRE + dx) | 1u << (LFI_CENTRE + 3 * dy);
    return (open & needed) == needed;
}

static void tile_write(const lf_map *map, lf_tile *tiles, int64_t capacity, int64_t at, int32_t x,
                       int32_t y) {
    if (at < capacity) tiles[at] = lf_map_tile(map, x, y);
}

/// Walks the line and writes as many tiles as fit. Returns the number of tiles, 0 if a move is not legal.
static int64_t line_walk_tiles(const lf_map *map, lf_point from, lf_point to, lf_tile *tiles,
                               int64_t capacity) {
    lfi_line_walk line = lfi_line_begin(from, to);
    int64_t count = 0;
    if (!lf_map_is_open(map, lf_map_tile(map, from.x, from.y))) return 0;
    tile_write(map, tiles, capacity, count++, from.x, from.y);
    for (; lfi_line_next(&line); from = line.at) {
        const lf_point at = line.at;
        if (!lfi_move_clear(map, from, at)) return 0;
        if (map->moves == LF_MOVES_ORTHOGONAL && at.x != from.x && at.y != from.y)
            tile_write(map, tiles, capacity, count++, line.x_leads ? at.x : from.x,
                       line.x_leads ? from.y : at.y);
        tile_write(map, tiles, capacity, count++, at.x, at.y);
    }
    return count;
}

bool lfi_line_clear(const lf_map *map, lf_point from, lf_point to) {
    return line_walk_tiles(map, from, to, NULL, 0) > 0;
}

int64_t lf_line_tiles(const lf_map *map, lf_tile from, lf_tile to, lf_tile *tiles, int64_t capacity) {
    const lf_status status = lfi_buffer_check(tiles, capacity);
    if (status != LF_OK) return status;
    if (map == NULL || from >= map->tile_count || to >= map->tile_count) return 0;
    return line_walk_tiles(map, lf_map_point(map, from), lf_map_point(map, to), tiles, capacity);
}

uint64_t lfi_square_root(uint64_t number) {
    uint64_t root = 0;
    for (int bit = 31; bit >= 0; bit--) {
        const uint64_t next = root | UINT64_C(1) << bit;
        if (next * next <= number) root = next;
    }
    return root;
}
