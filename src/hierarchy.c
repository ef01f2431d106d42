// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A contraction hierarchy over the headlands of an index.
//
// Headlands are taken out of the graph one after the other (contract.c). What a headland v still had when it
// went are its arcs: they lead up, to headlands that went later. Then every distance is that of a way which
// goes up from one end, and up from the other, until they meet. For let u be the end that went first: when it
// went, the distances among what was left were right, so a shortest way to the other end begins with an arc
// of u, and goes on from a higher headland: by induction, going up and down.
//
// The order. Next goes the headland that adds the fewest arcs for those that it removes, and not soon after
// its neighbours, so that all parts of the map rise evenly: depth is one more than that of the neighbours
// that went before. A priority is found again when the headland is next to go and a neighbour went in
// between. Ties are broken by number: the order is the same everywhere.
//
// Pruning. An arc u - w is dropped if there are others, u - x and one between x and w, that are together no
// longer. The proof above does not need it: the shortest way over u - w has one over u - x that is as short,
// x is above u, and the rest is right by induction. All such arcs may go at once: lengths are positive, so
// u - x is shorter than u - w, and the shortest of what stands in for an arc stays.
//
// Coming apart. An arc u - w over v comes apart into v - u and v - w, which may have been dropped. (Then x,
// over which v - u was dropped, gives a way from u to w that is as short, but not always by one arc to x and
// one from there: u - w stays, and needs v - u.) So headlands are gone through from the top down, and an arc
// that stays saves the two that it is made of, which begin at a lower headland and so have not been decided
// on. One arc in forty is only there for that. Fewer than one would think, because an arc's middle is the
// highest of all equally good ones: if every way from u to w of that length leads through lower headlands,
// and v is the highest of them all, then nothing higher than v lies between v and u either.
//
// Time: O(sum over headlands of arcs^2) and more where witnesses are long to find; a second for a graph of
// 40,000 headlands and 200,000 legs. Memory: 24 bytes an arc, 8 bytes a headland; for the while 33 bytes for
// each arc before pruning and as much again for gaps, 52 bytes a headland.
#include "hierarchy.h"

#include "contract.h"
#include "heap.h"

#include <string.h>

// ---- The order ------------------------------------------------------------------------------------

enum { FILL_WEIGHT = 64, DEPTH_WEIGHT = 16 };

/// How early a headland should go.
typedef struct order_rank {
    uint32_t depth; ///< above all neighbours taken out so far
    bool stale;     ///< whether a neighbour went since the priority was found
} order_rank;

typedef struct order_job {
    lf_index *index;
    lfi_contraction graph;
    lfi_heap heap;
    order_rank *ranks;
} order_job;

static uint64_t order_key(order_job *job, uint32_t i) {
    order_rank *rank = &job->ranks[i];
    const uint64_t removed = job->graph.lists[i].count, added = lfi_contraction_try(&job->graph, i);
    rank->stale = false;
    const uint64_t priority = FILL_WEIGHT * added / (removed + 1) + DEPTH_WEIGHT * rank->depth;
    return (uint64_t)priority << 32 | i;
}

static lf_status order_take(order_job *job, uint32_t i) {
    const lf_status status = lfi_contraction_take(&job->graph, i);
    const lfi_arc *arcs = lfi_contraction_arcs(&job->graph, i);
    for (uint32_t k = 0; k < job->graph.lists[i].count; k++) {
        order_rank *rank = &job->ranks[arcs[k].to];
        rank->stale = true;
        if (rank->depth <= job->ranks[i].depth) rank->depth = job->ranks[i].depth + 1;
    }
    return status;
}

static lf_status order_run(order_job *job) {
    lfi_heap *heap = &job->heap;
    for (uint32_t i = 0; i < job->index->count; i++) lfi_heap_push(heap, i, order_key(job, i));
    for (uint32_t done = 0; heap->count > 0;) {
        const uint32_t i = lfi_heap_pop(heap).node;
        if (job->ranks[i].stale) {
            const uint64_t key = order_key(job, i);
            if (heap->count > 0 && heap->entries[0].key < key) {
                lfi_heap_push(heap, i, key);
                continue;
            }
        }
        job->index->order[done++] = i;
        const lf_status status = order_take(job, i);
        if (status != LF_OK) return status;
    }
    return LF_OK;
}

// ---- Pruning --------------------------------------------------------------------------------------

/// What becomes of the arcs of the pool.
enum { ARC_DROPPED = 1, ARC_NEEDED = 2 };

typedef struct prune_job {
    lf_index *index;
    lfi_contraction *graph;
    uint8_t *state;  ///< for each arc of the pool
    uint64_t *least; ///< for each headland with a mark: the least length known
} prune_job;

static void arcs_compare(const prune_job *job, uint32_t i) {
    const lfi_contraction *graph = job->graph;
    const lfi_arc_list own = graph->lists[i];
    const lfi_arc *arcs = graph->pool + own.first;
    uint8_t *state = job->state + own.first;
    uint64_t *least = job->least;
    for (uint32_t k = 0; k < own.count; k++) {
        graph->mark[arcs[k].to] = k + 1;
        least[k] = arcs[k].length;
    }
    for (uint32_t k = 0; k < own.count; k++) {
        const lfi_arc *next = lfi_contraction_arcs(graph, arcs[k].to);
        for (uint32_t rest = graph->lists[arcs[k].to].count; rest > 0; rest--, next++) {
            if (graph->mark[next->to] == 0) continue;
            const uint32_t m = graph->mark[next->to] - 1;
            const uint64_t to_m = least[k] + next->length, to_k = least[m] + next->length;
            if (to_m <= arcs[m].length) state[m] |= ARC_DROPPED;
            if (to_k <= arcs[k].length) state[k] |= ARC_DROPPED;
            if (to_m < least[m]) least[m] = to_m;
            if (to_k < least[k]) least[k] = to_k;
        }
    }
    for (uint32_t k = 0; k < own.count; k++) graph->mark[arcs[k].to] = 0;
}

static void arc_need(const prune_job *job, uint32_t i, uint32_t to) {
    const lfi_arc *arcs = lfi_contraction_arcs(job->graph, i);
    uint32_t k = 0;
    while (arcs[k].to != to) k++;
    job->state[job->graph->lists[i].first + k] |= ARC_NEEDED;
}

static uint32_t arcs_keep(const prune_job *job, uint32_t i) {
    const lfi_arc_list own = job->graph->lists[i];
    uint32_t kept = 0;
    for (uint64_t k = own.first; k < own.first + own.count; k++) {
        if (job->state[k] == ARC_DROPPED) continue;
        kept++;
        const lfi_arc *arc = &job->graph->pool[k];
        if (arc->via == LFI_ARC_LEG) continue;
        arc_need(job, arc->via, i);
        arc_need(job, arc->via, arc->to);
    }
    return kept;
}

static void arcs_write(const prune_job *job) {
    lf_index *index = job->index;
    uint32_t next = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        const lfi_arc_list own = job->graph->lists[i];
        index->up_first[i] = next;
        for (uint64_t k = own.first; k < own.first + own.count; k++) {
            if (job->state[k] != ARC_DROPPED) index->up[next++] = job->graph->pool[k];
        }
    }
    index->up_first[index->count] = next;
}

static lf_status prune_run(prune_job *job) {
    lf_index *index = job->index;
    uint64_t kept = 0;
    for (uint32_t i = index->count; i-- > 0;) {
        arcs_compare(job, index->order[i]);
        kept += arcs_keep(job, index->order[i]);
    }
    index->up_count = (uint32_t)kept;
    index->up = lfi_alloc(&index->allocator, kept, sizeof *index->up);
    index->up_first = lfi_alloc(&index->allocator, (uint64_t)index->count + 1, sizeof *index->up_first);
    if (index->up == NULL || index->up_first == NULL) return LF_E_NOMEM;
    arcs_write(job);
    return LF_OK;
}

static lf_status arcs_prune(lf_index *index, lfi_contraction *graph) {
    const lf_allocator *allocator = &index->allocator;
    prune_job job = {.index = index, .graph = graph};
    uint32_t most = 0;
    for (uint32_t i = 0; i < index->count; i++)
        most = graph->lists[i].count > most ? graph->lists[i].count : most;
    job.state = lfi_alloc(allocator, graph->used, sizeof *job.state);
    job.least = lfi_alloc(allocator, most, sizeof *job.least);
    lf_status status = LF_E_NOMEM;
    if (job.state != NULL && job.least != NULL) {
        memset(job.state, 0, (size_t)graph->used * sizeof *job.state);
        status = prune_run(&job);
    }
    lfi_free(allocator, job.state, graph->used, sizeof *job.state);
    lfi_free(allocator, job.least, most, sizeof *job.least);
    return status;
}

// ---- Halves ---------------------------------------------------------------------------------------

static uint32_t arc_number(const lf_index *index, uint32_t i, uint32_t to) {
    uint32_t k = index->up_first[i];
    while (index->up[k].to != to) k++;
    return k;
}

/// Finds what each arc comes apart into, and how deep arcs nest, from the lowest headlands up.
static lf_status arcs_halve(lf_index *index) {
    uint32_t *depths = lfi_alloc(&index->allocator, index->up_count, sizeof *depths);
    index->halves = lfi_alloc(&index->allocator, index->up_count, sizeof *index->halves);
    const bool room = depths != NULL && index->halves != NULL;
    index->up_depth = 0;
    for (uint32_t n = 0; room && n < index->count; n++) {
        const uint32_t i = index->order[n];
        for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++) {
            const lfi_arc *arc = &index->up[k];
            depths[k] = 0;
            index->halves[k] = (lfi_halves){0};
            if (arc->via == LFI_ARC_LEG) continue;
            const lfi_halves halves = {arc_number(index, arc->via, i), arc_number(index, arc->via, arc->to)};
            const uint32_t low = depths[halves.low], high = depths[halves.high];
            index->halves[k] = halves;
            depths[k] = 1 + (low < high ? high : low);
            if (depths[k] > index->up_depth) index->up_depth = depths[k];
        }
    }
    lfi_free(&index->allocator, depths, index->up_count, sizeof *depths);
    return room ? LF_OK : LF_E_NOMEM;
}

// ---- All of it ------------------------------------------------------------------------------------

static lf_status graph_finish(lf_index *index, lfi_contraction *graph, lf_status status) {
    if (status == LF_OK) status = arcs_prune(index, graph);
    lfi_contraction_destroy(graph);
    return status == LF_OK ? arcs_halve(index) : status;
}

lf_status lfi_index_follow_order(lf_index *index) {
    lfi_contraction graph;
    lf_status status = lfi_contraction_create(index, &graph);
    for (uint32_t i = 0; status == LF_OK && i < index->count; i++)
        status = lfi_contraction_take(&graph, index->order[i]);
    return graph_finish(index, &graph, status);
}

lf_status lfi_index_find_hierarchy(lf_index *index) {
    const lf_allocator *allocator = &index->allocator;
    const uint64_t count = index->count;
    order_job job = {.index = index};
    index->order = lfi_alloc(allocator, count, sizeof *index->order);
    job.ranks = lfi_alloc(allocator, count, sizeof *job.ranks);
    job.heap.entries = lfi_alloc(allocator, count, sizeof *job.heap.entries);
    job.heap.place = lfi_alloc(allocator, count, sizeof *job.heap.place);
    lf_status status = lfi_contraction_create(index, &job.graph);
    if (index->order == NULL || job.ranks == NULL || job.heap.entries == NULL || job.heap.place == NULL)
        status = LF_E_NOMEM;
    if (status == LF_OK) {
        memset(job.ranks, 0, (size_t)count * sizeof *job.ranks);
        memset(job.heap.place, 0, (size_t)count * sizeof *job.heap.place);
        status = order_run(&job);
    }
    lfi_free(allocator, job.ranks, count, sizeof *job.ranks);
    lfi_free(allocator, job.heap.entries, count, sizeof *job.heap.entries);
    lfi_free(allocator, job.heap.place, count, sizeof *job.heap.place);
    return graph_finish(index, &job.graph, status);
}
