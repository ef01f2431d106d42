// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// From an answer to its tiles: an arc of the hierarchy as legs, and a leg as moves and tiles.
//
// An arc over a lower headland is replaced by two arcs of that headland, until only legs are left. The arcs that wait
// are on a stack (lfi_index_folds says how deep it may get).
//
// Time: O(1) per leg on average, and per tile.
#ifndef LANDFALL_LEG_H
#define LANDFALL_LEG_H

#include "../base/metric.h"
#include "../map/map.h"
#include "index.h"

/// An arc to be unfolded into legs, walked up or down, and the headland where it ends.
typedef struct lfi_fold {
    uint32_t arc, end;
    bool up;
} lfi_fold;

/// Takes the next leg off a stack of arcs that is not empty. Returns the headland where the leg ends.
LFI_INLINED uint32_t lfi_folds_leg(const lf_index *index, lfi_fold *folds, uint32_t *count) {
    for (;;) {
        const lfi_fold fold = folds[--*count];
        const uint32_t via = index->up[fold.arc].via;
        if (via == LFI_ARC_LEG) return fold.end;
        const lfi_halves halves = index->halves[fold.arc];
        folds[(*count)++] = (lfi_fold){fold.up ? halves.high : halves.low, fold.end, true};
        folds[(*count)++] = (lfi_fold){fold.up ? halves.low : halves.high, via, false};
    }
}

/// The number of moves of a leg; adds those that are diagonal.
static inline int64_t lfi_leg_moves(const lfi_metric *metric, lf_point a, lf_point b, int64_t *diagonal) {
    const uint32_t dx = lfi_gap(a.x, b.x), dy = lfi_gap(a.y, b.y);
    const uint32_t diagonals = lfi_metric_diagonals(metric, dx, dy);
    *diagonal += diagonals;
    return (int64_t)dx + dy - diagonals;
}

/// Where tiles go.
typedef struct lfi_leg_writer {
    const lf_map *map;
    lfi_metric metric;
    lf_tile *tiles;
    int64_t capacity;
} lfi_leg_writer;

/// Writes `count` tiles backwards from tiles[at] on, as far as there is room.
static inline void lfi_leg_run(const lfi_leg_writer *to, lf_tile tile, lf_tile step, int64_t at,
                               int64_t count) {
    const int64_t over = at - to->capacity + 1;
    if (over > 0) { // a short buffer gets the beginning of a route
        const int64_t skip = over < count ? over : count;
        tile += (lf_tile)skip * step;
        at -= skip;
        count -= skip;
    }
    lf_tile *out = to->tiles + at;
    for (; count > 0; count--, tile += step) *out-- = tile;
}

/// Writes a leg backwards, without its first tile: tiles[at] is `end`. The keel comes first as seen from
/// `begin`, or, if `late`, as seen from `end`. Differences are modulo 2^32, like tiles. Returns how many
/// tiles that is.
static inline int64_t lfi_leg_write(const lfi_leg_writer *to, lf_point begin, lf_point end, bool late,
                                    int64_t at) {
    const bool orthogonal = to->metric.orthogonal;
    const uint32_t dx = lfi_gap(begin.x, end.x), dy = lfi_gap(begin.y, end.y);
    const lf_tile width = (lf_tile)to->map->width;
    const lf_tile across = end.x < begin.x ? 1 : (lf_tile)-1, along = end.y < begin.y ? width : 0 - width;
    const uint32_t keel = orthogonal ? dx : dx < dy ? dx : dy;
    const uint32_t ray = orthogonal ? dy : dx < dy ? dy - dx : dx - dy;
    const lf_tile keel_step = orthogonal ? across : across + along;
    const lf_tile ray_step = orthogonal || dx < dy ? along : across;
    const lf_tile tile = lfi_map_tile(to->map, end);
    if (late) {
        lfi_leg_run(to, tile, keel_step, at, keel);
        lfi_leg_run(to, tile + keel * keel_step, ray_step, at - keel, ray);
    } else {
        lfi_leg_run(to, tile, ray_step, at, ray);
        lfi_leg_run(to, tile + ray * ray_step, keel_step, at - ray, keel);
    }
    return (int64_t)keel + ray;
}

#endif // LANDFALL_LEG_H
