// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Planning: A* over the coarse map with a bucket queue; every edge costs 1, or, under weights, what it costs,
// about, to go through the cell that it leaves.
//
// The heuristic is the distance to the box around all target cells. It never overestimates, and it changes by
// at most one along an edge. So the estimate of a whole path grows by 0, 1 or 2 per edge, four buckets used
// in turn are a complete priority queue, and a node that is taken out has its final cost. Among equal
// estimates the last node in is the first out, which makes the search run ahead over open sea instead of
// spreading.
//
// The estimates of sources may differ by more than four buckets can tell apart. So each source waits in a
// list for its estimate until the turn of that estimate comes. Buckets are doubly linked through the nodes,
// so that a node whose cost falls can move to its new bucket. The order of nodes and edges breaks all ties,
// and it depends on the map alone.
//
// On large maps an honest coarse map has another one above it, with cells four times as wide. The search
// plans there first, and the plan below stays in a band around that plan. Both maps are honest, so the band
// always holds a plan. This reduces the number of nodes looked at to a fifth
// (docs/decisions/0002-corridors.md). A depth gate breaks that promise, so gated queries plan below at once,
// over cells where the gate leaves a tile.
//
// Under weights a cell costs PLAN_UNIT where its fare (weights/weights.h) is the floor or less, and in proportion where
// it is more, up to `dearest`. The floor is a share of the mean fare of the map: the heuristic promises one unit per
// edge, so the higher the floor, the fewer nodes are looked at, and the less the plan knows of what is cheap. The route
// is found under true costs, so that nothing here has to be exact. The plan above is enough, if there is one: a plan
// below made routes of `spine` as good as 0.2 % better and took five times as many nodes.
//
// Time: O(nodes looked at). Memory: 24 bytes per node, 4 per cell above.
#include "plan.h"

#include "../weights/weights.h"
#include "guide.h"

#include <string.h>

#define PLAN_CLOSED (UINT32_MAX - 1)

enum {
    PLAN_BAND_RADIUS = 1,
    PLAN_PLAIN_RING = 4,
    PLAN_RING = 1024, ///< buckets under weights: more than an edge and a step of the heuristic cost together
    PLAN_UNIT = 8,    ///< what an edge costs at least under weights
    PLAN_DEAREST = PLAN_RING - 3 * PLAN_UNIT,
    PLAN_FLOOR_SHARE = 13, ///< sixteenths of the fare of the map
};

/// Estimates of sources are below this.
static uint32_t tier_estimates(const lf_coarse *coarse) {
    return (uint32_t)coarse->width + (uint32_t)coarse->height;
}

static uint32_t tiers_of(const lf_coarse *coarse) {
    return coarse->above != NULL ? 2 : 1;
}

static const lf_coarse *tier_coarse(const lf_search *search, uint32_t tier) {
    return tier == 0 ? search->coarse : search->coarse->above;
}

static uint64_t tier_room(const lf_search *search, uint32_t tier) {
    return tier == 0 ? search->rooms.nodes : search->rooms.nodes_above;
}

static void plan_arrays(lf_search *search, lfi_arrays *run) {
    for (uint32_t i = 0; i < tiers_of(search->coarse); i++) {
        const lf_coarse *coarse = tier_coarse(search, i);
        lfi_tier *tier = &lfi_plan_of(search)->tiers[i];
        LFI_ARRAY(run, tier->nodes, tier_room(search, i));
        LFI_ARRAY(run, tier->waiting, tier_estimates(coarse));
        LFI_ARRAY(run, tier->buckets, search->weighted ? PLAN_RING : PLAN_PLAIN_RING);
        if (i > 0) LFI_ARRAY(run, tier->band_stamp, coarse->cell_count);
    }
}

static void plan_turned(lf_search *search) {
    lfi_plan *plan = lfi_plan_of(search);
    plan->tier_count = (int)tiers_of(search->coarse);
    for (int i = 0; i < plan->tier_count; i++) plan->tiers[i].coarse = tier_coarse(search, (uint32_t)i);
}

static void plan_forget(lf_search *search) {
    for (int i = 0; i < lfi_plan_of(search)->tier_count; i++) {
        lfi_tier *tier = &lfi_plan_of(search)->tiers[i];
        memset(tier->nodes, 0, (size_t)tier_room(search, (uint32_t)i) * sizeof *tier->nodes);
        if (tier->band_stamp != NULL)
            memset(tier->band_stamp, 0, tier->coarse->cell_count * sizeof *tier->band_stamp);
    }
}

const lfi_part lfi_plan_part = {.size = sizeof(lfi_plan),
                                .wanted = lfi_guide_wanted,
                                .arrays = plan_arrays,
                                .turned = plan_turned,
                                .forget = plan_forget};

// ---- Estimates and buckets ------------------------------------------------------------------------

/// The least number of edges from a cell to the box around the targets.
static uint32_t tier_left(const lfi_tier *tier, lf_point cell) {
    const uint32_t dx = lfi_gap_outside(cell.x, tier->left, tier->right),
                   dy = lfi_gap_outside(cell.y, tier->top, tier->bottom);
    if (!tier->is_diagonal) return dx + dy;
    return dx > dy ? dx : dy;
}

static lf_point tier_point(const lfi_tier *tier, uint32_t node) {
    return lfi_coarse_point(tier->coarse, lfi_coarse_node_cell(tier->coarse, node));
}

static void bucket_push(lfi_tier *tier, uint32_t node, uint32_t estimate) {
    uint32_t *first = &tier->buckets[estimate & (tier->ring - 1)];
    tier->nodes[node].prev = LFI_NO_NODE;
    tier->nodes[node].next = *first;
    if (*first != LFI_NO_NODE) tier->nodes[*first].prev = node;
    *first = node;
    tier->open_count++;
}

static void bucket_remove(lfi_tier *tier, uint32_t node, uint32_t estimate) {
    const lfi_plan_node *n = &tier->nodes[node];
    if (n->prev != LFI_NO_NODE)
        tier->nodes[n->prev].next = n->next;
    else
        tier->buckets[estimate & (tier->ring - 1)] = n->next;
    if (n->next != LFI_NO_NODE) tier->nodes[n->next].prev = n->prev;
    tier->open_count--;
}

// ---- Beginning ------------------------------------------------------------------------------------

static void tier_mark_targets(const lf_search *search, lfi_tier *tier) {
    tier->left = tier->top = INT32_MAX;
    tier->right = tier->bottom = -1;
    for (int64_t i = 0; i < search->query.target_count; i++) {
        const uint32_t node = lfi_coarse_node(tier->coarse, search->query.targets[i]);
        if (node == LFI_NO_NODE || !lf_map_is_open(search->map, search->query.targets[i])) continue;
        const lf_point point = tier_point(tier, node);
        tier->nodes[node].target_stamp = search->stamp;
        if (point.x < tier->left) tier->left = point.x;
        if (point.y < tier->top) tier->top = point.y;
        if (point.x > tier->right) tier->right = point.x;
        if (point.y > tier->bottom) tier->bottom = point.y;
    }
}

/// Puts the sources' nodes into the lists for their estimates.
static void tier_add_sources(const lf_search *search, lfi_tier *tier) {
    for (uint32_t i = 0; i < tier_estimates(tier->coarse); i++) tier->waiting[i] = LFI_NO_NODE;
    for (int64_t i = 0; i < search->query.source_count; i++) {
        const lf_tile tile = search->query.sources[i].tile;
        const uint32_t node = lfi_coarse_node(tier->coarse, tile);
        if (node == LFI_NO_NODE || tier->nodes[node].stamp == search->stamp) continue;
        if (!lfi_search_source_useful(search, tile)) continue;
        uint32_t *first = &tier->waiting[tier_left(tier, tier_point(tier, node))];
        lfi_plan_node *n = &tier->nodes[node];
        n->stamp = search->stamp;
        n->cost = 0;
        n->parent = LFI_NO_NODE;
        n->prev = LFI_NO_NODE;
        n->next = *first;
        *first = node;
        tier->open_count++;
    }
}

/// Moves on to an estimate: the sources that waited for it enter its bucket.
static void tier_admit(lfi_tier *tier, uint32_t estimate) {
    tier->estimate = estimate;
    const uint32_t far = estimate / tier->unit;
    if (far * tier->unit != estimate || far >= tier_estimates(tier->coarse)) return;
    for (uint32_t node = tier->waiting[far], next; node != LFI_NO_NODE; node = next) {
        next = tier->nodes[node].next;
        bucket_push(tier, node, estimate);
        tier->open_count--; // it was counted when it began to wait
    }
}

/// The mean fare of the cells of weights in a cell of the coarse map that have open tiles.
static uint64_t cells_fare(const lf_weights *weights, lf_point cell, int shift) {
    const uint32_t x0 = (uint32_t)cell.x << shift, y0 = (uint32_t)cell.y << shift,
                   side = UINT32_C(1) << shift;
    uint64_t sum = 0, count = 0;
    for (uint32_t y = y0; y < y0 + side && y < weights->rows; y++) {
        for (uint32_t x = x0; x < x0 + side && x < weights->columns; x++) {
            const uint32_t fare = weights->cells[y * weights->columns + x].fare;
            sum += fare;
            count += fare != 0;
        }
    }
    return count == 0 ? 0 : sum / count;
}

/// What a cell of the tier costs: the fare of the cell of weights that it lies in, or of those that lie in it.
static uint32_t tier_price(const lfi_tier *tier, lf_point cell) {
    const lf_weights *weights = tier->weights;
    const int level = tier->coarse->level;
    uint64_t fare;
    if (level <= LFI_CELL_LEVEL) {
        const int shift = LFI_CELL_LEVEL - level;
        fare =
            weights->cells[(uint32_t)(cell.y >> shift) * weights->columns + (uint32_t)(cell.x >> shift)].fare;
    } else {
        fare = cells_fare(weights, cell, level - LFI_CELL_LEVEL);
    }
    const uint64_t price = fare * tier->scale >> 32;
    return price < PLAN_UNIT ? PLAN_UNIT : price < tier->dearest ? (uint32_t)price : tier->dearest;
}

/// What does not change while the tier plans, kept at hand for the loop over neighbours.
static void tier_settle(const lf_search *search, lfi_tier *tier) {
    const lfi_plan *plan = lfi_plan_of(search);
    const bool has_above = tier == plan->tiers && plan->tier_count > 1;
    tier->is_closed_in = lfi_query_closes(search);
    tier->is_diagonal =
        tier->coarse->kind == LF_COARSE_CELLS || tier->coarse->map->moves != LF_MOVES_ORTHOGONAL;
    tier->band = has_above && !tier->is_closed_in ? plan->tiers[1].band_stamp : NULL;
}

/// The weights that a tier plans under. Without `cells` no strategy plans under any, and the compiler leaves it out.
static const lf_weights *tier_weights(const lfi_tier *tier) {
#ifdef LF_NO_CELLS
    (void)tier;
    return NULL;
#else
    return tier->weights;
#endif
}

/// Under weights: how large costs are. A path passes no node twice, so that no cost can overflow.
static void tier_weigh(const lf_search *search, lfi_tier *tier) {
    const lf_weights *weights = search->query.weights;
    tier->weights = weights;
    tier->ring = weights == NULL ? PLAN_PLAIN_RING : PLAN_RING;
    tier->unit = weights == NULL ? 1 : PLAN_UNIT;
    if (tier_weights(tier) == NULL) return;
    const uint64_t most = UINT32_MAX / 2 / (tier->coarse->node_limit + 1);
    const uint64_t floor = weights->fare * PLAN_FLOOR_SHARE / 16;
    tier->dearest = most < PLAN_UNIT ? PLAN_UNIT : most < PLAN_DEAREST ? (uint32_t)most : PLAN_DEAREST;
    tier->scale = ((uint64_t)PLAN_UNIT << 32) / (floor > 0 ? floor : 1);
}

static void tier_begin(const lf_search *search, lfi_tier *tier) {
    tier_settle(search, tier);
    tier_weigh(search, tier);
    tier->goal = LFI_NO_NODE;
    tier->open_count = 0;
    for (uint32_t i = 0; i < tier->ring; i++) tier->buckets[i] = LFI_NO_NODE;
    tier_mark_targets(search, tier);
    if (tier->right < 0) return; // a given coarse map without any target: nothing is open, the plan fails
    tier_add_sources(search, tier);
    tier_admit(tier, 0);
}

void lfi_plan_begin(lf_search *search) {
    // Under a depth gate a plan above may lead where no plan below can follow.
    lfi_plan_of(search)->tier = lfi_query_closes(search) ? 0 : lfi_plan_of(search)->tier_count - 1;
    tier_begin(search, &lfi_plan_of(search)->tiers[lfi_plan_of(search)->tier]);
}

// ---- Search ---------------------------------------------------------------------------------------

/// Whether a cell lies in the band around the plan of the tier above; true if there is no such plan.
static bool tier_in_band(const lf_search *search, const lfi_tier *tier, lf_point cell) {
    if (tier->band == NULL) return true;
    const lf_coarse *above = tier->coarse->above;
    const int shift = above->level - tier->coarse->level;
    return tier->band[lfi_coarse_cell_at(above, cell.x >> shift, cell.y >> shift)] == search->stamp;
}

/// Whether a plan may lead through a cell.
static bool tier_may_enter(const lf_search *search, const lfi_tier *tier, lf_point cell) {
    if (!tier_in_band(search, tier, cell)) return false;
    return !tier->is_closed_in || lfi_depth_gate_leaves(search, tier->coarse, cell);
}

/// Opens a node in a cell, or lowers its cost.
static void tier_reach(const lf_search *search, lfi_tier *tier, uint32_t node, lf_point cell, uint32_t parent,
                       uint32_t cost) {
    lfi_plan_node *n = &tier->nodes[node];
    const bool known = n->stamp == search->stamp;
    if (known && (n->prev == PLAN_CLOSED || n->cost <= cost)) return;
    const uint32_t left = tier_left(tier, cell) * tier->unit;
    if (known)
        bucket_remove(tier, node, n->cost + left);
    else if (!tier_may_enter(search, tier, cell))
        return;
    n->stamp = search->stamp;
    n->cost = cost;
    n->parent = parent;
    bucket_push(tier, node, cost + left);
}

/// Reaches the pieces of a split cell that have an edge to a node.
static void tier_reach_split(const lf_search *search, lfi_tier *tier, uint32_t node, lf_point cell,
                             uint32_t cost) {
    const lf_coarse *coarse = tier->coarse;
    const uint32_t split = lfi_coarse_split_index(coarse, cell.x, cell.y);
    for (uint32_t piece = 0; piece < lfi_coarse_split_pieces(coarse, split); piece++) {
        uint64_t i, end;
        for (lfi_coarse_edges(coarse, split, piece, &i, &end); i < end && coarse->edges[i] != node;) i++;
        if (i < end) tier_reach(search, tier, lfi_coarse_piece(coarse, split, piece), cell, node, cost);
    }
}

/// Reaches all neighbours of a node.
static void tier_expand(const lf_search *search, lfi_tier *tier, uint32_t node) {
    const lf_coarse *coarse = tier->coarse;
    const lf_point cell = tier_point(tier, node);
    const uint32_t cost = tier->nodes[node].cost + (tier_weights(tier) == NULL ? 1 : tier_price(tier, cell));
    for (unsigned cross = coarse->cross[node]; cross != 0; cross &= cross - 1) {
        const int direction = lfi_lowest_bit(cross);
        const lf_point next = {cell.x + lfi_direction_dx(direction), cell.y + lfi_direction_dy(direction)};
        if (lfi_coarse_bit(coarse, coarse->split, next.x, next.y))
            tier_reach_split(search, tier, node, next, cost);
        else
            tier_reach(search, tier, lfi_coarse_cell_at(coarse, next.x, next.y), next, node, cost);
    }
}

static lf_status tier_step(lf_search *search, lfi_tier *tier, int64_t *budget) {
    while (*budget > 0) {
        const uint32_t node = tier->buckets[tier->estimate & (tier->ring - 1)];
        if (node == LFI_NO_NODE) {
            if (tier->open_count == 0) return LF_NO_ROUTE;
            tier_admit(tier, tier->estimate + 1);
            continue;
        }
        bucket_remove(tier, node, tier->estimate);
        tier->nodes[node].prev = PLAN_CLOSED;
        search->route.stats.planned++;
        --*budget;
        if (tier->nodes[node].target_stamp == search->stamp) {
            tier->goal = node;
            return LF_OK;
        }
        tier_expand(search, tier, node);
    }
    return LF_PAUSED;
}

/// Marks the cells around the plan of the tier above.
static void tier_mark_band(const lf_search *search, lfi_tier *tier) {
    const lf_coarse *coarse = tier->coarse;
    for (uint32_t node = tier->goal; node != LFI_NO_NODE; node = tier->nodes[node].parent) {
        const lf_point point = tier_point(tier, node);
        for (int32_t y = point.y - PLAN_BAND_RADIUS; y <= point.y + PLAN_BAND_RADIUS; y++) {
            for (int32_t x = point.x - PLAN_BAND_RADIUS; x <= point.x + PLAN_BAND_RADIUS; x++) {
                if (x < 0 || y < 0 || x >= coarse->width || y >= coarse->height) continue;
                tier->band_stamp[(uint32_t)y * (uint32_t)coarse->width + (uint32_t)x] = search->stamp;
            }
        }
    }
}

lf_status lfi_plan_step(lf_search *search, int64_t *budget) {
    lfi_plan *plan = lfi_plan_of(search);
    const lf_status status = tier_step(search, &plan->tiers[plan->tier], budget);
    if (status != LF_OK || plan->tier == 0 || search->query.weights != NULL) return status;
    tier_mark_band(search, &plan->tiers[plan->tier]);
    plan->tier--;
    tier_begin(search, &plan->tiers[plan->tier]);
    return LF_PAUSED;
}
