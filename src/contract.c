// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Taking headlands out of the graph of headlands and legs without changing a distance between the others.
//
// When v goes, each pair a, b of its neighbours may lose the way a - v - b. It gets an arc of that length,
// unless there is another way, a witness, that is no longer: an arc a - b, or two arcs a - c - b. Longer
// witnesses are not looked for: they cost more time than the arcs that they save.
//
//     a     b        a --- b
//      \   /    ->              via v, whose own list keeps both halves
//        v
//
// Which arcs come about depends on nothing but the legs and the order in which headlands go, so that an order
// alone is enough to get the same arcs again.
//
// Lists lie in one pool. A list without room for another arc moves to the pool's end; a pool without room is
// copied into a new one, without the gaps.
//
// An arc a - b of the same length as the way over v gets v as its middle, unless it is a leg: of all
// headlands between a and b the last one taken out is the one whose own arcs survive pruning (hierarchy.c).
//
// Time for a headland of d neighbours: O(d^2 * arcs of a neighbour), far less where arcs exist already.
// Memory: 16 bytes an arc end and as much again for gaps, 20 bytes a headland.
#include "contract.h"

#include <string.h>

/// More than enough for any order that is chosen by priorities: real maps need 4 to 20 arcs a headland.
/// Orders made up on purpose may need headlands^2 / 2; these numbers keep them from taking all memory and
/// time.
enum { ARCS_PER_HEADLAND = 64, PAIRS_PER_HEADLAND = 8192, LIMIT_SLACK = 4096 };

enum { ROOM_LEAST = 4 };

/// No shortest route is longer (metric.h), so a longer arc has a witness, found or not. Sums of two fit.
#define LENGTH_MOST (UINT64_C(1) << 62)

// ---- Lists ----------------------------------------------------------------------------------------

/// Copies all lists into a new pool in which `extra` arcs find room, and as much as there is already.
static lf_status pool_renew(lfi_contraction *graph, uint64_t extra) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < graph->count; i++) total += graph->lists[i].count;
    const uint64_t room = 2 * total + extra;
    lfi_arc *pool = lfi_alloc(graph->allocator, room, sizeof *pool);
    if (pool == NULL) return LF_E_NOMEM;
    uint64_t used = 0;
    for (uint32_t i = 0; i < graph->count; i++) {
        lfi_arc_list *list = &graph->lists[i];
        memcpy(pool + used, graph->pool + list->first, list->count * sizeof *pool);
        list->first = used;
        list->room = list->count;
        used += list->count;
    }
    lfi_free(graph->allocator, graph->pool, graph->room, sizeof *pool);
    graph->pool = pool;
    graph->used = used;
    graph->room = room;
    return LF_OK;
}

/// Moves a full list to the end of the pool, with twice the room.
static lf_status list_move(lfi_contraction *graph, uint32_t i) {
    lfi_arc_list *list = &graph->lists[i];
    const uint64_t room = list->count < ROOM_LEAST / 2 ? ROOM_LEAST : 2 * (uint64_t)list->count;
    if (graph->used + room > graph->room && pool_renew(graph, room) != LF_OK) return LF_E_NOMEM;
    memcpy(graph->pool + graph->used, graph->pool + list->first, list->count * sizeof *graph->pool);
    list->first = graph->used;
    list->room = (uint32_t)room;
    graph->used += room;
    return LF_OK;
}

static lf_status list_add(lfi_contraction *graph, uint32_t i, lfi_arc arc) {
    lfi_arc_list *list = &graph->lists[i];
    if (list->count == list->room && list_move(graph, i) != LF_OK) return LF_E_NOMEM;
    graph->pool[list->first + list->count++] = arc;
    return LF_OK;
}

/// The arc of a list that leads to a headland; there must be one.
static lfi_arc *list_find(const lfi_contraction *graph, uint32_t i, uint32_t to) {
    lfi_arc *arc = lfi_contraction_arcs(graph, i);
    while (arc->to != to) arc++;
    LFI_ASSERT(arc < lfi_contraction_arcs(graph, i) + graph->lists[i].count);
    return arc;
}

static void list_remove(lfi_contraction *graph, uint32_t i, uint32_t to) {
    lfi_arc *arc = list_find(graph, i, to);
    *arc = lfi_contraction_arcs(graph, i)[--graph->lists[i].count];
}

static void list_mark(const lfi_contraction *graph, uint32_t i) {
    const lfi_arc *arcs = lfi_contraction_arcs(graph, i);
    for (uint32_t k = 0; k < graph->lists[i].count; k++) graph->mark[arcs[k].to] = k + 1;
}

static void list_unmark(const lfi_contraction *graph, uint32_t i) {
    const lfi_arc *arcs = lfi_contraction_arcs(graph, i);
    for (uint32_t k = 0; k < graph->lists[i].count; k++) graph->mark[arcs[k].to] = 0;
}

// ---- Taking a headland out ------------------------------------------------------------------------

uint64_t lfi_contraction_try(lfi_contraction *graph, uint32_t i) {
    const lfi_arc *own = lfi_contraction_arcs(graph, i);
    const uint64_t count = graph->lists[i].count;
    uint64_t witnessed = 0;
    list_mark(graph, i);
    for (uint32_t k = 0; k < count; k++) {
        const lfi_arc *arcs = lfi_contraction_arcs(graph, own[k].to);
        for (uint32_t m = 0; m < graph->lists[own[k].to].count; m++) {
            const uint32_t other = graph->mark[arcs[m].to]; // each pair once: the later of the two
            if (other > k + 1 && arcs[m].length <= own[k].length + own[other - 1].length) witnessed++;
        }
    }
    list_unmark(graph, i);
    return count * (count - (count != 0)) / 2 - witnessed;
}

/// Whether two arcs lead from the headland whose list is marked to another one within a length.
static bool pair_has_witness(const lfi_contraction *graph, const lfi_arc *from, uint32_t to,
                             uint64_t length) {
    const lfi_arc *arcs = lfi_contraction_arcs(graph, to);
    for (uint32_t k = 0; k < graph->lists[to].count; k++) {
        const uint32_t place = graph->mark[arcs[k].to];
        if (place != 0 && from[place - 1].length + arcs[k].length <= length) return true;
    }
    return false;
}

/// Gives a, whose list is marked, and b a way over v.
static lf_status pair_join(lfi_contraction *graph, uint32_t a, uint32_t b, uint32_t v, uint64_t length) {
    lfi_arc *from = lfi_contraction_arcs(graph, a);
    if (graph->mark[b] != 0) {
        lfi_arc *arc = &from[graph->mark[b] - 1];
        if (arc->length < length || (arc->length == length && arc->via == LFI_ARC_LEG)) return LF_OK;
        lfi_arc *back = list_find(graph, b, a);
        arc->length = back->length = length;
        arc->via = back->via = v;
        return LF_OK;
    }
    if (length > LENGTH_MOST || pair_has_witness(graph, from, b, length)) return LF_OK;
    if (++graph->arc_count > graph->arc_limit) return LF_E_INDEX_LIMIT;
    if (list_add(graph, a, (lfi_arc){length, b, v}) != LF_OK) return LF_E_NOMEM;
    graph->mark[b] = graph->lists[a].count;
    return list_add(graph, b, (lfi_arc){length, a, v});
}

static lf_status own_copy(lfi_contraction *graph, uint32_t i) {
    const uint32_t count = graph->lists[i].count;
    if (count > graph->own_room) {
        lfi_free(graph->allocator, graph->own, graph->own_room, sizeof *graph->own);
        graph->own_room = count <= UINT32_MAX / 2 ? 2 * count : count;
        graph->own = lfi_alloc(graph->allocator, graph->own_room, sizeof *graph->own);
        if (graph->own == NULL) return LF_E_NOMEM;
    }
    memcpy(graph->own, lfi_contraction_arcs(graph, i), count * sizeof *graph->own);
    return LF_OK;
}

lf_status lfi_contraction_take(lfi_contraction *graph, uint32_t i) {
    const uint32_t count = graph->lists[i].count;
    if (own_copy(graph, i) != LF_OK) return LF_E_NOMEM;
    graph->pair_count += (uint64_t)count * count / 2;
    if (graph->pair_count > graph->pair_limit) return LF_E_INDEX_LIMIT;
    const lfi_arc *own = graph->own;
    for (uint32_t k = 0; k < count; k++) list_remove(graph, own[k].to, i);
    lf_status status = LF_OK;
    for (uint32_t k = 0; status == LF_OK && k + 1 < count; k++) {
        list_mark(graph, own[k].to);
        for (uint32_t m = k + 1; status == LF_OK && m < count; m++)
            status = pair_join(graph, own[k].to, own[m].to, i, own[k].length + own[m].length);
        list_unmark(graph, own[k].to);
    }
    return status;
}

// ---- Memory ---------------------------------------------------------------------------------------

static void graph_fill(const lf_index *index, lfi_contraction *graph) {
    const lfi_metric metric = lfi_metric_make(index->map->moves, index->cost);
    for (uint32_t i = 0; i < graph->count; i++) {
        lfi_arc_list *list = &graph->lists[i];
        list->first = graph->used;
        list->count = list->room = index->first[i + 1] - index->first[i];
        for (uint32_t leg = index->first[i]; leg < index->first[i + 1]; leg++) {
            const uint32_t to = index->legs[leg];
            const uint64_t length = lfi_metric_between(&metric, index->points[i], index->points[to]);
            graph->pool[graph->used++] = (lfi_arc){length, to, LFI_ARC_LEG};
        }
    }
}

lf_status lfi_contraction_create(const lf_index *index, lfi_contraction *out) {
    const uint64_t count = index->count, legs = index->leg_count;
    const uint64_t limit = legs / 2 + ARCS_PER_HEADLAND * count + LIMIT_SLACK;
    *out = (lfi_contraction){.allocator = &index->allocator,
                             .count = index->count,
                             .arc_count = legs / 2,
                             .arc_limit = limit < UINT32_MAX ? limit : UINT32_MAX - 1,
                             .pair_limit = PAIRS_PER_HEADLAND * (count + LIMIT_SLACK),
                             .room = 2 * legs + ROOM_LEAST * count};
    out->lists = lfi_alloc(&index->allocator, count, sizeof *out->lists);
    out->pool = lfi_alloc(&index->allocator, out->room, sizeof *out->pool);
    out->mark = lfi_alloc(&index->allocator, count, sizeof *out->mark);
    if (out->lists == NULL || out->pool == NULL || out->mark == NULL) return LF_E_NOMEM;
    memset(out->mark, 0, (size_t)count * sizeof *out->mark);
    graph_fill(index, out);
    return LF_OK;
}

void lfi_contraction_destroy(lfi_contraction *graph) {
    lfi_free(graph->allocator, graph->lists, graph->count, sizeof *graph->lists);
    lfi_free(graph->allocator, graph->pool, graph->room, sizeof *graph->pool);
    lfi_free(graph->allocator, graph->mark, graph->count, sizeof *graph->mark);
    lfi_free(graph->allocator, graph->own, graph->own_room, sizeof *graph->own);
}
