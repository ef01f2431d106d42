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

#include <string.h>

/// An arc to be unfolded into legs, walked up or down, and the headland where it ends.
typedef struct lfi_fold {
    uint32_t via; ///< as in lfi_arc
    uint32_t end;
    lfi_halves halves; ///< unless it is a leg
    bool up;
} lfi_fold;

/// Puts an arc on a stack. The two arcs that it consists of are arcs of one headland and lie side by side: they are
/// fetched while other arcs are unfolded.
LFI_INLINED void lfi_folds_push(const lf_index *index, lfi_fold *folds, uint32_t *count, uint32_t arc,
                                uint32_t end, bool up) {
    lfi_fold *fold = &folds[(*count)++];
    fold->via = index->up[arc].via;
    fold->end = end;
    fold->up = up;
    if (fold->via == LFI_ARC_LEG) return;
    fold->halves = index->halves[arc];
    lfi_prefetch(&index->up[fold->halves.low]);
    lfi_prefetch(&index->halves[fold->halves.low]);
}

/// Takes the next leg off a stack of arcs that is not empty. Returns the headland where the leg ends.
LFI_INLINED uint32_t lfi_folds_leg(const lf_index *index, lfi_fold *folds, uint32_t *count) {
    for (;;) {
        const lfi_fold fold = folds[--*count];
        if (fold.via == LFI_ARC_LEG) return fold.end;
        const lfi_halves halves = fold.halves;
        lfi_folds_push(index, folds, count, fold.up ? halves.high : halves.low, fold.end, true);
        lfi_folds_push(index, folds, count, fold.up ? halves.low : halves.high, fold.via, false);
    }
}

/// Where a leg turns from its keel, which comes first, into its ray.
static inline lf_point lfi_leg_turn(bool orthogonal, lf_point from, lf_point to) {
    const uint32_t wide = lfi_gap(from.x, to.x), high = lfi_gap(from.y, to.y);
    const int32_t keel = (int32_t)(orthogonal || wide < high ? wide : high);
    return (lf_point){from.x + keel * lfi_towards(from.x, to.x),
                      orthogonal ? from.y : from.y + keel * lfi_towards(from.y, to.y)};
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

/// Legs of mazes are two to eight tiles long, and how long the next one is cannot be predicted.
enum { LFI_LEG_SHORT = 8 };

/// Writes LFI_LEG_SHORT tiles backwards from `out` on, however many are wanted.
static inline void lfi_leg_short(lf_tile *out, lf_tile tile, lf_tile step) {
    for (int i = 0; i < LFI_LEG_SHORT; i += 4, tile += 4 * step) {
        const lf_tile four[4] = {tile + 3 * step, tile + 2 * step, tile + step, tile};
        memcpy(out - i - 3, four, sizeof four);
    }
}

/// A leg as two runs of tiles, backwards from its last tile on.
typedef struct lfi_leg_runs {
    lf_tile tile;
    uint32_t first, second; ///< tiles
    lf_tile first_step, second_step;
} lfi_leg_runs;

/// Differences are modulo 2^32, like tiles.
static inline lfi_leg_runs lfi_leg_runs_of(const lfi_leg_writer *to, lf_point begin, lf_point end,
                                           bool late) {
    const bool orthogonal = to->metric.orthogonal;
    const uint32_t dx = lfi_gap(begin.x, end.x), dy = lfi_gap(begin.y, end.y);
    const lf_tile width = (lf_tile)to->map->width;
    const lf_tile across = end.x < begin.x ? 1 : (lf_tile)-1, along = end.y < begin.y ? width : 0 - width;
    const uint32_t keel = orthogonal ? dx : dx < dy ? dx : dy;
    const uint32_t ray = orthogonal ? dy : dx < dy ? dy - dx : dx - dy;
    const lf_tile keel_step = orthogonal ? across : across + along;
    const lf_tile ray_step = orthogonal || dx < dy ? along : across;
    const lf_tile tile = lfi_map_tile(to->map, end);
    return late ? (lfi_leg_runs){tile, keel, ray, keel_step, ray_step}
                : (lfi_leg_runs){tile, ray, keel, ray_step, keel_step};
}

/// Writes a leg backwards, without its first tile: tiles[at] is `end`. The keel comes first as seen from
/// `begin`, or, if `late`, as seen from `end`. Returns how many tiles that is.
LFI_INLINED int64_t lfi_leg_write(const lfi_leg_writer *to, lf_point begin, lf_point end, bool late,
                                  int64_t at) {
    const lfi_leg_runs runs = lfi_leg_runs_of(to, begin, end, late);
    const lf_tile turn = runs.tile + runs.first * runs.first_step;
    lfi_leg_run(to, runs.tile, runs.first_step, at, runs.first);
    lfi_leg_run(to, turn, runs.second_step, at - runs.first, runs.second);
    return (int64_t)runs.first + runs.second;
}

/// The same where tiles before the leg are written later, and tiles[0] before all: a short leg may write over its
/// beginning, so that its tiles need not be counted out.
LFI_INLINED int64_t lfi_leg_write_over(const lfi_leg_writer *to, lf_point begin, lf_point end, bool late,
                                       int64_t at) {
    const lfi_leg_runs runs = lfi_leg_runs_of(to, begin, end, late);
    const int64_t moves = (int64_t)runs.first + runs.second;
    if (moves > LFI_LEG_SHORT || at >= to->capacity || at < 2 * LFI_LEG_SHORT)
        return lfi_leg_write(to, begin, end, late, at);
    lf_tile *const out = to->tiles + at;
    lfi_leg_short(out, runs.tile, runs.first_step);
    if (runs.second > 0)
        lfi_leg_short(out - runs.first, runs.tile + runs.first * runs.first_step, runs.second_step);
    return moves;
}

#endif // LANDFALL_LEG_H
