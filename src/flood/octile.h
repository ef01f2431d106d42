// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `flood` under octile costs: straight moves cost 1, diagonal ones sqrt 2.
#ifndef LANDFALL_OCTILE_H
#define LANDFALL_OCTILE_H

#include "../query/context.h"

#ifdef LF_NO_OCTILE // for those who count every byte of code: octile floods and fields are refused
enum { LFI_HAS_OCTILE = false };
#else
enum { LFI_HAS_OCTILE = true };
#endif

enum { LFI_OCTILE_BUCKETS = 3, LFI_OCTILE_KINDS = 4, LFI_OCTILE_PHASES = 6 };

/// What the search knows of a block's tiles; valid if it bears the current stamp.
typedef struct lfi_octile_block {
    lfi_wide can[LFI_AROUND]; ///< for each move, the tiles from which it is legal
    /// Tiles that moves lead to, by the bucket of their cost and by the last move: straight ones (one bucket ahead
    /// at most) and diagonal ones (two). Bucket 0 has the sources.
    lfi_wide waiting[(2 + LFI_OCTILE_BUCKETS) * LFI_OCTILE_KINDS];
    lfi_wide met;    ///< tiles whose cost is known
    lfi_wide wanted; ///< targets
    uint32_t stamp;
    uint16_t kinds[LFI_OCTILE_BUCKETS]; ///< for each bucket, modulo 3: the moves that led to waiting tiles
} lfi_octile_block;

/// A cost as two numbers: straight + diagonal * sqrt 2 (cost.h).
typedef struct lfi_octile_cost {
    uint32_t straight, diagonal;
} lfi_octile_cost;

typedef struct lfi_octile {
    const lf_map *map;                   ///< of the current run
    lfi_octile_cost *costs;              ///< of each met tile
    lfi_octile_block *blocks;            ///< for each block of the map
    uint32_t *lists[LFI_OCTILE_BUCKETS]; ///< blocks with waiting tiles; each at most once
    uint32_t counts[LFI_OCTILE_BUCKETS];
    uint32_t at;      ///< place in the list of the bucket under way
    uint32_t stamp;   ///< number of the current run, never 0
    unsigned phase;   ///< `bucket` modulo 6
    int64_t bucket;   ///< whole part of the costs under way
    int64_t expanded; ///< tiles
    uint8_t places[LFI_OCTILE_PHASES + 2]
                  [LFI_AROUND]; ///< by phase and move: where waiting tiles are in a block
} lfi_octile;

static inline lfi_octile *lfi_octile_of(const lf_search *search) {
    return search->parts[LFI_PART_OCTILE];
}

// The search without a query: fields use it alone.

void lfi_octile_arrays(lfi_octile *octile, const lf_map *map, lfi_arrays *run);
/// First values, once the arrays are made.
void lfi_octile_ready(lfi_octile *octile, const lf_map *map);
/// Begins a new run, without targets.
void lfi_octile_reset(lfi_octile *octile, const lf_map *map);
void lfi_octile_add_source(lfi_octile *octile, lf_tile tile);
/// Continues. Returns LF_OK when a target is in the bucket whose turn it is, LF_NO_ROUTE when all is met or
/// the turn of bucket `limit` has come, or LF_PAUSED. At the limit the costs of its bucket are known, too.
lf_status lfi_octile_spread(lfi_octile *octile, int64_t limit, int64_t *budget);

/// Whether the cost of a tile is known; its block must bear the stamp.
static inline bool lfi_octile_knows(const lfi_octile *octile, lfi_place place) {
    return lfi_wide_has(&octile->blocks[place.block].met, place.x, place.y);
}

// The search of a query.

bool lfi_octile_has_met(const lf_search *search, lf_tile tile);

/// Begins a new run from the useful sources.
void lfi_octile_begin(lf_search *search);
/// Continues. Returns LF_OK with the route's ends, length and diagonals set, LF_NO_ROUTE or LF_PAUSED.
lf_status lfi_octile_run(lf_search *search, int64_t *budget);
/// Shows the tiles that have a cost, and measures the way to one of them.
void lfi_octile_show(const lf_search *search, const lfi_viewer *viewer);
void lfi_octile_measure(const lf_search *search, lf_tile tile, lf_route *route);
void lfi_octile_trace(const lf_search *search, lf_tile *tiles, int64_t capacity);

#endif // LANDFALL_OCTILE_H
