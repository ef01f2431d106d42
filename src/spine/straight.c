// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Over open water no search is needed. Between two tiles that are dx and dy apart, with dx the longer side,
// every way of dy diagonal and dx - dy straight moves is shortest (Chebyshev distance). With orthogonal
// moves, every way of dx and dy moves along the axes is (Manhattan distance). Three ways are tried: one mixes
// the two kinds of moves evenly, along the straight line; two take one kind after the other, in either order.
//
//     evenly mixed     diagonal first     straight first
//     a o o . . .      a . . . . .        a o o o . .
//     . . . o o .      . o . . . .        . . . . o .
//     . . . . . b      . . o o o b        . . . . . b
//
// Most segments that do not follow a coast have a straight way. Finding it takes a hundredth of a window's
// work.
//
// Time: O(tiles of the ways tried).
#include "straight.h"

#include "../base/metric.h"

enum { STRAIGHT_SHAPES = 3 };

/// Two kinds of moves and how often each is needed.
typedef struct straight_moves {
    int direction[2];
    int64_t count[2];
} straight_moves;

static int sign_of(int64_t number) {
    return (number > 0) - (number < 0);
}

static straight_moves straight_between(const lf_map *map, lf_point a, lf_point b) {
    const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    const int64_t wide = lfi_gap(a.x, b.x), high = lfi_gap(a.y, b.y);
    const int sx = sign_of(dx), sy = sign_of(dy);
    // If no move uses a direction, any value will do.
    const int across = lfi_direction_of(sx == 0 ? 1 : sx, 0), along = lfi_direction_of(0, sy == 0 ? 1 : sy);
    if (map->moves == LF_MOVES_ORTHOGONAL) return (straight_moves){{across, along}, {wide, high}};
    const int slant = sx == 0 || sy == 0 ? across : lfi_direction_of(sx, sy);
    if (wide > high) return (straight_moves){{slant, across}, {high, wide - high}};
    return (straight_moves){{slant, along}, {wide, high - wide}};
}

int64_t lfi_map_apart(const lf_map *map, lf_tile from, lf_tile to) {
    const lf_point a = lfi_map_point(map, from), b = lfi_map_point(map, to);
    const lfi_metric metric = lfi_metric_make(map->moves, LF_COST_UNIFORM);
    return (int64_t)lfi_metric_length(&metric, lfi_gap(a.x, b.x), lfi_gap(a.y, b.y));
}

/// Which of the two kinds move `i` of a way is.
static int straight_kind(const straight_moves *way, int shape, int64_t i) {
    const int64_t first = way->count[0], all = first + way->count[1];
    if (shape == 1) return i >= first;
    if (shape == 2) return i < way->count[1];
    return (i + 1) * first / all == i * first / all;
}

static bool straight_walk(const lf_map *map, lf_tile from, const straight_moves *way, int shape,
                          uint8_t *moves, int64_t *looked) {
    const int64_t all = way->count[0] + way->count[1];
    lf_tile tile = from;
    for (int64_t i = 0; i < all; i++) {
        const int direction = way->direction[straight_kind(way, shape, i)];
        const lfi_spot spot = lfi_map_spot(map, tile);
        ++*looked;
        if ((map->allowed[lfi_bits_around(map->open, spot, map->stride)] >> lfi_direction_move(direction) &
             1) == 0)
            return false;
        moves[i] = (uint8_t)direction;
        tile = lfi_tile_after(map, tile, direction);
    }
    return true;
}

bool lfi_straight_find(const lf_map *map, lf_tile from, lf_tile to, uint8_t *moves, int64_t *looked) {
    const straight_moves way = straight_between(map, lfi_map_point(map, from), lfi_map_point(map, to));
    const bool one_kind = way.count[0] == 0 || way.count[1] == 0;
    for (int shape = 0; shape < (one_kind ? 1 : STRAIGHT_SHAPES); shape++) {
        if (straight_walk(map, from, &way, shape, moves, looked)) return true;
    }
    return false;
}
