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
// Each arc comes apart: an arc u - w over v was made of two that v kept when it went, and keeps for ever.
//
// Time: that of contract.c for all headlands, and about three guesses for each. Memory: 24 bytes an arc, 8
// bytes a headland; for the while that of contract.c and 28 bytes a headland.
#include "build.h"

#include "../base/heap.h"
#include "contract.h"

#include <string.h>

// ---- The order ------------------------------------------------------------------------------------

/// One level of depth weighs as much as eight arcs added for each one removed. With less weight on depth,
/// searches grow (arcs relaxed going up from a headland of giantworldmap: 1,600; with half the weight 2,100,
/// with a quarter 3,300); with more, there are more arcs.
enum { FILL_WEIGHT = 64, DEPTH_WEIGHT = 512 };

/// How early a headland should go.
typedef struct order_rank {
    uint32_t depth; ///< above all neighbours taken out so far
    bool stale;     ///< whether a neighbour went since the priority was found
} order_rank;

struct lfi_order {
    lf_index *index;
    lfi_effort effort;
    lfi_contraction graph;
    lfi_heap heap;
    order_rank *ranks;
    uint32_t queued; ///< headlands that were put into the queue
    uint32_t done;   ///< headlands that were taken out
};

static uint64_t order_priority(lfi_order *job, uint32_t i) {
    order_rank *rank = &job->ranks[i];
    const uint64_t removed = job->graph.lists[i].count, added = lfi_contraction_try(&job->graph, i);
    rank->stale = false;
    const uint64_t priority = FILL_WEIGHT * added / (removed + 1) + (uint64_t)DEPTH_WEIGHT * rank->depth;
    return (priority < UINT32_MAX ? priority : UINT32_MAX) << 32 | i;
}

static lf_status order_take(lfi_order *job, uint32_t i) {
    const lf_status status = lfi_contraction_take(&job->graph, i);
    const lfi_arc *arcs = lfi_contraction_arcs(&job->graph, i);
    for (uint32_t k = 0; k < job->graph.lists[i].count; k++) {
        order_rank *rank = &job->ranks[arcs[k].to];
        rank->stale = true;
        if (rank->depth <= job->ranks[i].depth) rank->depth = job->ranks[i].depth + 1;
    }
    return status;
}

// ---- Giving up ------------------------------------------------------------------------------------
//
// Most of the work comes last, when few headlands with many arcs are left: to give up when a limit is reached
// discards all of it. So the limit is held against what is to be expected, from the arcs that are left, every
// 1/64 of the headlands. Both rules are about counts: they decide alike on every machine.

/// Parts of the headlands between two looks at what is to be expected; parts before the first one, because
/// the first arcs fall away quickly in noise.
enum { LOOKS = 64, LOOK_FIRST = 8 };

static uint64_t whole_root(uint64_t value) {
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit > 0; bit >>= 1) {
        if ((root + bit) * (root + bit) <= value) root += bit;
    }
    return root;
}

/// The work that is left, about. If L arcs stay as many while headlands go, until the rest is joined each to
/// each, taking out r headlands of 2 L / r arcs each adds up to the square of that over all r, 2.8 L sqrt L.
/// Where headlands have many arcs most of these turn out not to be needed on the way, and it is half of that;
/// where they have few, it is more. Measured when half of the headlands were gone, in units of L sqrt L: 0.7
/// to 2.1 in cities and archipelagos, 1.2 to 2.5 on sea maps and in caves, 2.4 to 4.1 in noise.
static uint64_t order_work_left(const lfi_order *job) {
    const uint64_t count = job->index->count, legs = job->index->leg_count / 2, left = job->graph.left_count;
    const uint64_t sparse = 16 * count / (legs + 1), halves = sparse < 3 ? 3 : sparse > 7 ? 7 : sparse;
    return halves * (left * whole_root(left)) / 2;
}

/// Whether there are too many arcs for the headlands that are gone. Where islands are small and far apart,
/// each sees others in all directions, and ways around them never merge: arcs grow in number from the first,
/// up to three times the legs, and little is saved in the end. Elsewhere they only do where there are many
/// legs a headland, most of which thinning removes later.
static bool order_outgrown(const lfi_order *job, uint32_t done) {
    const uint64_t count = job->index->count, legs = job->index->leg_count / 2;
    const uint64_t more = legs * done / count * legs / (job->effort.growth * count);
    return job->graph.left_count > legs + more;
}

static bool order_is_hopeless(const lfi_order *job, uint32_t done) {
    const uint32_t count = job->index->count;
    if (job->effort.limit == UINT64_MAX || done % (count / LOOKS + 1) != 0) return false;
    const uint64_t expected = job->graph.work_count + order_work_left(job);
    if (expected <= job->effort.little) return false;
    return order_outgrown(job, done) || (done >= count / LOOK_FIRST && expected > job->effort.limit);
}

// ---- Writing --------------------------------------------------------------------------------------

/// Copies the arcs of all headlands, all of them taken out, into the index.
static lf_status arcs_write(lf_index *index, const lfi_contraction *graph) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < index->count; i++) total += graph->lists[i].count;
    index->up_count = (uint32_t)total; // no more than were ever added
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_arc_arrays(&run, index);
    if (run.failed) return LF_E_NOMEM;
    uint32_t next = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        const lfi_arc_list list = graph->lists[i];
        index->up_first[i] = next;
        memcpy(index->up + next, graph->pool + list.first, list.count * sizeof *index->up);
        next += list.count;
    }
    index->up_first[index->count] = next;
    return LF_OK;
}

// ---- All headlands --------------------------------------------------------------------------------

/// Work of a guess in the queue, at the least: so that a budget is used up although nothing is taken out.
static bool order_queue(lfi_order *job, uint64_t until) {
    for (; job->queued < job->index->count; job->queued++) {
        if (job->graph.work_count >= until) return false;
        lfi_heap_push(&job->heap, job->queued, order_priority(job, job->queued));
    }
    return true;
}

lf_status lfi_order_step(lfi_order *job, uint64_t work) {
    lfi_heap *heap = &job->heap;
    const uint64_t until =
        work > UINT64_MAX - job->graph.work_count ? UINT64_MAX : job->graph.work_count + work;
    if (!order_queue(job, until)) return LF_PAUSED;
    while (heap->count > 0) {
        if (job->graph.work_count >= until) return LF_PAUSED;
        if (order_is_hopeless(job, job->done)) return LF_E_INDEX_LIMIT;
        const uint32_t i = lfi_heap_pop(heap).node;
        if (job->ranks[i].stale) {
            const uint64_t priority = order_priority(job, i);
            if (heap->count > 0 && heap->entries[0].priority < priority) {
                lfi_heap_push(heap, i, priority);
                continue;
            }
        }
        job->index->order[job->done++] = i;
        const lf_status status = order_take(job, i);
        if (status != LF_OK) return status;
    }
    return arcs_write(job->index, &job->graph);
}

/// Headlands alone would say little, as the last ones take longest. What is left is a guess, and the same
/// everywhere.
void lfi_order_progress(const lfi_order *job, uint64_t *done, uint64_t *all) {
    *done = job->graph.work_count;
    *all = *done + order_work_left(job) + 1;
}

uint64_t lfi_order_work(const lfi_order *job) {
    return job->graph.work_count;
}

// ---- Linking --------------------------------------------------------------------------------------

typedef struct link_job {
    lf_index *index;
    lfi_metric metric;
    uint32_t *rank;  ///< for each headland, its place in the order
    uint32_t *depth; ///< for each arc
} link_job;

/// The number of the arc from one headland up to another; up_count if there is none.
static uint32_t arc_number(const lf_index *index, uint32_t i, uint32_t to) {
    uint32_t k = index->up_first[i];
    while (k < index->up_first[i + 1] && index->up[k].to != to) k++;
    return k < index->up_first[i + 1] ? k : index->up_count;
}

/// Links an arc whose halves are linked already, because they begin at a lower headland.
static bool arc_link(const link_job *job, uint32_t i, uint32_t k) {
    const lf_index *index = job->index;
    lfi_arc *arc = &index->up[k];
    index->halves[k] = (lfi_halves){0};
    job->depth[k] = 0;
    if (job->rank[arc->to] <= job->rank[i]) return false;
    if (arc->via == LFI_ARC_LEG) {
        arc->length = lfi_metric_between(&job->metric, index->points[i], index->points[arc->to]);
        return lfi_index_has_leg(index, i, arc->to);
    }
    if (job->rank[arc->via] >= job->rank[i]) return false;
    const lfi_halves halves = {arc_number(index, arc->via, i), arc_number(index, arc->via, arc->to)};
    if (halves.low == index->up_count || halves.high == index->up_count) return false;
    const uint32_t low = job->depth[halves.low], high = job->depth[halves.high];
    index->halves[k] = halves;
    job->depth[k] = 1 + (low < high ? high : low);
    arc->length = index->up[halves.low].length + index->up[halves.high].length;
    return arc->length <= LFI_ARC_LONGEST;
}

static lf_status arcs_link(const link_job *job) {
    lf_index *index = job->index;
    index->up_depth = 0;
    for (uint32_t n = 0; n < index->count; n++) job->rank[index->order[n]] = n;
    for (uint32_t n = 0; n < index->count; n++) {
        const uint32_t i = index->order[n];
        for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++) {
            if (!arc_link(job, i, k)) return LF_E_INDEX_CONTENT;
            if (job->depth[k] > index->up_depth) index->up_depth = job->depth[k];
        }
    }
    return LF_OK;
}

static void link_arrays(lfi_arrays *run, link_job *job) {
    LFI_ARRAY(run, job->rank, job->index->count);
    LFI_ARRAY(run, job->depth, job->index->up_count);
}

lf_status lfi_index_link_arcs(lf_index *index) {
    link_job job = {.index = index, .metric = lfi_metric_make(index->map->moves, index->cost)};
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    link_arrays(&run, &job);
    const lf_status status = run.failed ? LF_E_NOMEM : arcs_link(&job);
    run.mode = LFI_ARRAYS_FREE;
    link_arrays(&run, &job);
    return status;
}

// ---- All of it ------------------------------------------------------------------------------------

void lfi_index_order_arrays(lfi_arrays *run, lf_index *index) {
    LFI_ARRAY(run, index->order, index->count);
}

void lfi_index_arc_arrays(lfi_arrays *run, lf_index *index) {
    LFI_ARRAY(run, index->up_first, (uint64_t)index->count + 1);
    LFI_ARRAY(run, index->up, index->up_count);
    LFI_ARRAY(run, index->halves, index->up_count);
}

void lfi_index_hierarchy_arrays(lfi_arrays *run, lf_index *index) {
    lfi_index_order_arrays(run, index);
    lfi_index_arc_arrays(run, index);
}

static void order_arrays(lfi_arrays *run, lfi_order *job) {
    LFI_ARRAY_ZEROED(run, job->ranks, job->index->count);
    lfi_heap_arrays(run, &job->heap, job->index->count);
}

lfi_order *lfi_order_create(lf_index *index, lfi_effort effort) {
    lfi_order *job = lfi_alloc(&index->allocator, 1, sizeof *job);
    if (job == NULL) return NULL;
    *job = (lfi_order){.index = index, .effort = effort};
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_order_arrays(&run, index);
    order_arrays(&run, job);
    if (lfi_contraction_create(index, effort.limit, &job->graph) == LF_OK && !run.failed) return job;
    lfi_order_destroy(job);
    return NULL;
}

void lfi_order_destroy(lfi_order *job) {
    if (job == NULL) return;
    const lf_allocator *allocator = &job->index->allocator;
    order_arrays(&(lfi_arrays){.allocator = allocator, .mode = LFI_ARRAYS_FREE}, job);
    lfi_contraction_destroy(&job->graph);
    lfi_free(allocator, job, 1, sizeof *job);
}

lf_status lfi_index_find_hierarchy(lf_index *index, lfi_effort *effort) {
    lfi_order *job = lfi_order_create(index, *effort);
    if (job == NULL) return LF_E_NOMEM;
    const lf_status status = lfi_order_step(job, UINT64_MAX);
    effort->spent = lfi_order_work(job);
    lfi_order_destroy(job);
    return status == LF_OK ? lfi_index_link_arcs(index) : status;
}

void lfi_index_drop_hierarchy(lf_index *index) {
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_FREE};
    lfi_index_hierarchy_arrays(&run, index);
    index->up_count = index->up_depth = 0;
}
