// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Planning: A* over the coarse map, all edges of cost 1.
//
// The estimate of what is left is the distance to the box around all target cells, which never overestimates
// and changes by at most one along an edge. So estimates of whole paths grow by 0, 1 or 2 an edge, four
// buckets used in turn are a complete priority queue, and a node that is taken out has its final cost. Among
// equal estimates the last node in is the first out, which makes the search run ahead over open sea instead
// of spreading.
//
// Sources may differ in their estimates by more than four buckets tell apart, so they wait in a list of their
// own estimate until its turn comes. Buckets are doubly linked through the nodes, so that a node whose cost
// sinks moves to its new bucket. All ties are broken by the order of nodes and edges, which depends on the
// map alone.
//
// Time: O(nodes looked at). Memory: 24 bytes a node.
#include "search.h"

#include <string.h>

#define PLAN_CLOSED (UINT32_MAX - 1)

/// Estimates of sources are below this.
static uint32_t plan_estimates(const lf_coarse *coarse) {
    return (uint32_t)coarse->width + (uint32_t)coarse->height;
}

lf_status lfi_plan_create(lf_search *search) {
    const uint32_t count = search->coarse->node_count;
    search->plan.nodes = lfi_alloc(&search->allocator, count, sizeof *search->plan.nodes);
    search->plan.target_stamp = lfi_alloc(&search->allocator, count, sizeof *search->plan.target_stamp);
    search->plan.waiting =
        lfi_alloc(&search->allocator, plan_estimates(search->coarse), sizeof *search->plan.waiting);
    if (search->plan.nodes == NULL || search->plan.target_stamp == NULL || search->plan.waiting == NULL)
        return LF_E_NOMEM;
    lfi_plan_forget(search);
    return LF_OK;
}

void lfi_plan_destroy(lf_search *search) {
    const uint32_t count = search->coarse->node_count;
    lfi_free(&search->allocator, search->plan.nodes, count, sizeof *search->plan.nodes);
    lfi_free(&search->allocator, search->plan.target_stamp, count, sizeof *search->plan.target_stamp);
    lfi_free(&search->allocator, search->plan.waiting, plan_estimates(search->coarse),
             sizeof *search->plan.waiting);
}

size_t lfi_plan_bytes(const lf_search *search) {
    return search->coarse->node_count * (sizeof *search->plan.nodes + sizeof *search->plan.target_stamp) +
           plan_estimates(search->coarse) * sizeof *search->plan.waiting;
}

void lfi_plan_forget(lf_search *search) {
    memset(search->plan.nodes, 0, search->coarse->node_count * sizeof *search->plan.nodes);
    memset(search->plan.target_stamp, 0, search->coarse->node_count * sizeof *search->plan.target_stamp);
}

/// How far a cell lies outside an interval of the box.
static uint32_t plan_outside(int32_t at, int32_t low, int32_t high) {
    return (uint32_t)(at < low ? low - at : at > high ? at - high : 0);
}

static uint32_t plan_left(const lf_search *search, uint32_t node) {
    const lfi_plan *plan = &search->plan;
    const lf_point point = lfi_coarse_point(search->coarse, search->coarse->node_cell[node]);
    const uint32_t dx = plan_outside(point.x, plan->left, plan->right),
                   dy = plan_outside(point.y, plan->top, plan->bottom);
    if (!plan->diagonal) return dx + dy;
    return dx > dy ? dx : dy;
}

static void bucket_push(lfi_plan *plan, uint32_t node, uint32_t estimate) {
    uint32_t *first = &plan->buckets[estimate & 3];
    plan->nodes[node].prev = LFI_NO_NODE;
    plan->nodes[node].next = *first;
    if (*first != LFI_NO_NODE) plan->nodes[*first].prev = node;
    *first = node;
    plan->open_count++;
}

static void bucket_remove(lfi_plan *plan, uint32_t node, uint32_t estimate) {
    const lfi_plan_node *n = &plan->nodes[node];
    if (n->prev != LFI_NO_NODE)
        plan->nodes[n->prev].next = n->next;
    else
        plan->buckets[estimate & 3] = n->next;
    if (n->next != LFI_NO_NODE) plan->nodes[n->next].prev = n->prev;
    plan->open_count--;
}

/// Opens a node, or lowers its cost.
static void plan_reach(lf_search *search, uint32_t node, uint32_t parent, uint32_t cost) {
    lfi_plan *plan = &search->plan;
    lfi_plan_node *n = &plan->nodes[node];
    const bool known = n->stamp == search->stamp;
    if (known && (n->prev == PLAN_CLOSED || n->cost <= cost)) return;
    const uint32_t left = plan_left(search, node);
    if (known) bucket_remove(plan, node, n->cost + left);
    n->stamp = search->stamp;
    n->cost = cost;
    n->parent = parent;
    bucket_push(plan, node, cost + left);
}

static void plan_mark_targets(lf_search *search) {
    lfi_plan *plan = &search->plan;
    plan->left = plan->top = INT32_MAX;
    plan->right = plan->bottom = -1;
    for (int64_t i = 0; i < search->query.target_count; i++) {
        const uint32_t node = lfi_coarse_node(search->coarse, search->query.targets[i]);
        if (node == LFI_NO_NODE) continue;
        const lf_point point = lfi_coarse_point(search->coarse, search->coarse->node_cell[node]);
        plan->target_stamp[node] = search->stamp;
        if (point.x < plan->left) plan->left = point.x;
        if (point.y < plan->top) plan->top = point.y;
        if (point.x > plan->right) plan->right = point.x;
        if (point.y > plan->bottom) plan->bottom = point.y;
    }
}

/// Lets the sources' nodes wait for their estimates.
static void plan_add_sources(lf_search *search) {
    lfi_plan *plan = &search->plan;
    for (uint32_t i = 0; i < plan_estimates(search->coarse); i++) plan->waiting[i] = LFI_NO_NODE;
    for (int64_t i = 0; i < search->query.source_count; i++) {
        const lf_tile tile = search->query.sources[i].tile;
        const uint32_t node = lfi_coarse_node(search->coarse, tile);
        if (node == LFI_NO_NODE || plan->nodes[node].stamp == search->stamp) continue;
        if (!lfi_search_source_useful(search, tile)) continue;
        uint32_t *first = &plan->waiting[plan_left(search, node)];
        plan->nodes[node] = (lfi_plan_node){.stamp = search->stamp, .parent = LFI_NO_NODE, .next = *first};
        *first = node;
        plan->open_count++;
    }
}

/// Goes on to an estimate: the sources that waited for it enter its bucket.
static void plan_admit(lfi_plan *plan, uint32_t estimate) {
    plan->estimate = estimate;
    for (uint32_t node = plan->waiting[estimate], next; node != LFI_NO_NODE; node = next) {
        next = plan->nodes[node].next;
        bucket_push(plan, node, estimate);
        plan->open_count--; // it was counted when it began to wait
    }
}

void lfi_plan_begin(lf_search *search) {
    lfi_plan *plan = &search->plan;
    plan->goal = LFI_NO_NODE;
    plan->open_count = 0;
    plan->diagonal = search->coarse->kind == LF_COARSE_CELLS || search->map->moves != LF_MOVES_ORTHOGONAL;
    for (int i = 0; i < 4; i++) plan->buckets[i] = LFI_NO_NODE;
    plan_mark_targets(search);
    if (plan->right < 0) return; // a given coarse map that knows no target: nothing is open, the plan fails
    plan_add_sources(search);
    plan_admit(plan, 0);
}

lf_status lfi_plan_step(lf_search *search, int64_t *budget) {
    const lf_coarse *coarse = search->coarse;
    lfi_plan *plan = &search->plan;
    while (*budget > 0) {
        const uint32_t node = plan->buckets[plan->estimate & 3];
        if (node == LFI_NO_NODE) {
            if (plan->open_count == 0) return LF_NO_ROUTE;
            plan->estimate++;
            if (plan->estimate < plan_estimates(coarse)) plan_admit(plan, plan->estimate);
            continue;
        }
        bucket_remove(plan, node, plan->estimate);
        plan->nodes[node].prev = PLAN_CLOSED;
        search->route.stats.planned++;
        --*budget;
        if (plan->target_stamp[node] == search->stamp) {
            plan->goal = node;
            return LF_OK;
        }
        const uint32_t cost = plan->nodes[node].cost + 1;
        for (uint64_t i = coarse->edge_first[node]; i < coarse->edge_first[node + 1]; i++) {
            plan_reach(search, coarse->edges[i], node, cost);
        }
    }
    return LF_PAUSED;
}
