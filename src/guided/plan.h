// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The coarse plan: a shortest path over the nodes of a coarse map, from any source's node to any target's.
#ifndef LANDFALL_PLAN_H
#define LANDFALL_PLAN_H

#include "../coarse/coarse.h"
#include "../query/context.h"
#include "nearby.h"

/// What the planner knows of a node.
typedef struct lfi_plan_node {
    uint32_t target_stamp; ///< the last query that has a target in it
    uint32_t stamp;        ///< the query for which the rest is valid
    uint32_t cost;         ///< of the path from the sources: its edges, or the fares of cells
    uint32_t parent;       ///< the previous node, LFI_NO_NODE for a source's node
    uint32_t next, prev;   ///< neighbours in its bucket; prev is PLAN_CLOSED once the node was taken out
} lfi_plan_node;

/// Planning on one coarse map: the search's own, or the one above it that shows the way on large maps.
typedef struct lfi_tier {
    const lf_coarse *coarse;
    lfi_plan_node *nodes;
    uint32_t *waiting;    ///< sources' nodes by estimate, until its turn comes: width + height entries
    uint32_t *band_stamp; ///< for each cell, the last query whose plan runs near it; only for the tier above
    uint32_t *buckets;    ///< open nodes by estimate modulo `ring`, the last one in is the first out
    uint32_t ring;        ///< buckets in use, a power of 2
    uint32_t unit;        ///< what an edge costs at least
    const lf_weights *weights;        ///< NULL: every edge costs 1
    uint64_t scale;                   ///< under weights: from the fare of a cell to what it costs, times 2^32
    uint32_t dearest;                 ///< under weights: the most that a cell costs
    uint32_t open_count;              ///< nodes in buckets or waiting
    uint32_t estimate;                ///< the bucket that is being emptied
    int32_t left, top, right, bottom; ///< box around the targets' cells
    const uint32_t
        *band;         ///< the stamps of the cells above that the plan stays in, NULL if it may go anywhere
    bool is_diagonal;  ///< there are edges between cells that meet at a corner
    bool is_closed_in; ///< the query closes tiles that the coarse map knows as open
    uint32_t goal;     ///< the target's node once found
} lfi_tier;

typedef struct lfi_plan {
    lfi_tier tiers[2]; ///< the search's coarse map, and the one above it
    int tier_count;
    int tier;          ///< the one in use now: first the one above, then 0, but under weights
    lfi_nearby nearby; ///< before any planning
} lfi_plan;

static inline lfi_plan *lfi_plan_of(const lf_search *search) {
    return search->parts[LFI_PART_PLAN];
}

/// Sets the planner up for the query.
void lfi_plan_begin(lf_search *search);
/// Returns LF_OK with the goal of tier 0 set, under weights that of the tier in use, LF_NO_ROUTE if no path leads from
/// a source to a target, or LF_PAUSED.
lf_status lfi_plan_step(lf_search *search, int64_t *budget);

#endif // LANDFALL_PLAN_H
