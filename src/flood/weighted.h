// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `flood` under weights: a move costs what the tile that it enters weighs.
#ifndef LANDFALL_WEIGHTED_H
#define LANDFALL_WEIGHTED_H

#include "../query/context.h"

/// A tile in the queue, or behind it.
typedef struct lfi_weighted_node {
    uint64_t cost;         ///< of the cheapest way so far (lfi_metric)
    uint32_t next, before; ///< tiles of the same bucket; LF_NO_TILE at its ends
} lfi_weighted_node;

/// What is known of 64 tiles, in the layout of the map's rows.
typedef struct lfi_weighted_word {
    uint64_t met;    ///< tiles that have a cost
    uint64_t done;   ///< octile: tiles that were expanded
    uint64_t wanted; ///< targets
} lfi_weighted_word;

typedef struct lfi_weighted {
    lfi_weighted_node *nodes; ///< for each tile; valid if it was met
    lfi_weighted_word *words; ///< all 0, apart from those in `touched`
    uint32_t *touched;        ///< words that are not 0
    uint32_t touched_count;
    uint32_t *heads;           ///< for each bucket of the ring its first tile
    uint64_t *full;            ///< a bit for each bucket that is not empty
    uint64_t *full_words;      ///< a bit for each word of `full` that is not 0
    uint32_t mask;             ///< buckets of the ring, minus 1: what the greatest weight of the query needs
    unsigned shift;            ///< from a cost to its bucket
    uint64_t unit[LFI_AROUND]; ///< for each move: what it costs to enter a tile of weight 1
    uint64_t bucket;           ///< under way
    int64_t pending;           ///< tiles in buckets
    int64_t met, expanded;     ///< tiles
} lfi_weighted;

static inline lfi_weighted *lfi_weighted_of(const lf_search *search) {
    return search->parts[LFI_PART_WEIGHTED];
}

// The search without a query: fields use it alone, and backwards.

void lfi_weighted_arrays(lfi_weighted *weighted, const lf_map *map, lfi_arrays *run);
/// Begins a run on the map of weights. The run before it may have been given up.
void lfi_weighted_reset(lfi_weighted *weighted, const lf_weights *weights, lf_cost cost);
/// Adds a tile that ways lead to.
void lfi_weighted_add_end(lfi_weighted *weighted, const lf_weights *weights, lf_tile tile);
/// Continues: for each tile what it costs to go from there to the cheapest end. LF_NO_ROUTE when all is met, or all
/// that costs `limit` (lfi_metric) or less; or LF_PAUSED. A met tile that costs more has any greater cost. Under
/// uniform costs none does, and a node has what the tile itself weighs on top of its cost.
lf_status lfi_weighted_spread_back(lfi_weighted *weighted, const lf_weights *weights, uint64_t limit,
                                   int64_t *budget);

// The search of a query.

/// Whether the costs of a query with weights are in exact order. LF_OK or LF_E_WEIGHTS_RANGE.
lf_status lfi_weighted_check(const lf_search *search, const lf_query *query);

bool lfi_weighted_has_met(const lf_search *search, lf_tile tile);

/// Begins a new run from the useful sources.
void lfi_weighted_begin(lf_search *search);
/// Continues. Returns LF_OK with the route's ends, length, diagonals and costs set, LF_NO_ROUTE or LF_PAUSED.
lf_status lfi_weighted_run(lf_search *search, int64_t *budget);
/// Shows the tiles that have a cost, and measures the way to one of them.
void lfi_weighted_show(const lf_search *search, const lfi_viewer *viewer);
void lfi_weighted_measure(const lf_search *search, lf_tile tile, lf_route *route);
void lfi_weighted_trace(const lf_search *search, lf_tile *tiles, int64_t capacity);

#endif // LANDFALL_WEIGHTED_H
