// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `flood` under octile costs: straight moves cost 1, diagonal ones sqrt 2.
#ifndef LANDFALL_OCTILE_H
#define LANDFALL_OCTILE_H

#include "../query/context.h"

enum { LFI_OCTILE_BUCKETS = 3, LFI_BLOCK_WORDS = 2 };

/// What the search knows of a block's tiles, with bit 16 y + x for each; valid if it bears the current stamp.
typedef struct lfi_octile_block {
    uint64_t pending[LFI_OCTILE_BUCKETS][LFI_BLOCK_WORDS]; ///< by the whole part of the cost, modulo 3
    uint64_t met[LFI_BLOCK_WORDS];                         ///< tiles that have a cost
    uint64_t done[LFI_BLOCK_WORDS];                        ///< tiles that were expanded
    uint64_t wanted[LFI_BLOCK_WORDS];                      ///< targets
    uint32_t stamp;
} lfi_octile_block;

/// A cost as two numbers: straight + diagonal * sqrt 2 (cost.h).
typedef struct lfi_octile_cost {
    uint32_t straight, diagonal;
} lfi_octile_cost;

/// Which moves may follow a move: `always`, and some only where a tile around is blocked.
typedef struct lfi_octile_turns {
    uint16_t always;
    uint16_t blocker[2]; ///< a tile around
    uint16_t forced[2];  ///< the moves to add if that tile is blocked
} lfi_octile_turns;

typedef struct lfi_octile {
    const lf_map *map;                   ///< of the current run
    lfi_octile_cost *costs;              ///< of each met tile
    uint8_t *arrivals;                   ///< for each met tile, the move that led to it at that cost
    lfi_octile_block *blocks;            ///< for each block of the map
    uint32_t *lists[LFI_OCTILE_BUCKETS]; ///< blocks with pending tiles; each at most once
    uint32_t counts[LFI_OCTILE_BUCKETS];
    uint32_t at;                        ///< place in the list of the bucket under way
    uint32_t stamp;                     ///< number of the current run, never 0
    int64_t bucket;                     ///< whole part of the costs under way
    int64_t met, expanded;              ///< tiles
    lfi_octile_turns turns[LFI_AROUND]; ///< by move
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
/// the turn of bucket `limit` has come, or LF_PAUSED. The costs of the bucket whose turn it is are final.
lf_status lfi_octile_spread(lfi_octile *octile, int64_t limit, int64_t *budget);

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
