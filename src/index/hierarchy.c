// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A contraction hierarchy over the headlands of an index.
//
// Headlands are taken out of the graph one after the other (contract.c). The arcs that a headland still has
// when it is taken out are its arcs in the hierarchy. They lead up, to headlands taken out later. Some
// shortest way between any two headlands then goes up from both ends until the two parts meet. Proof: let u
// be the end taken out first. Until then the distances among the headlands left, with u, were right, so a
// shortest way to the other end begins with an arc of u and continues from a higher headland: by induction,
// it goes up and then down.
//
// The order. The next headland is the one that adds the fewest arcs for those that it removes, and not soon
// after its neighbours, so that all parts of the map rise evenly: its depth is one more than that of the
// neighbours taken out before. If a neighbour was taken out since, the priority is computed again when the
// headland comes up. Ties are broken by number, so the order is the same everywhere.
//
// Each arc unfolds: an arc u - w over v was made of two arcs that v had when taken out, and v keeps them.
//
// Time: that of contract.c for all headlands, and about three guesses for each. Memory: 24 bytes per arc, 8
// bytes per headland; temporarily that of contract.c and 28 bytes per headland.
#include "build.h"

#include "../base/heap.h"
#include "contract.h"

#include <string.h>

// ---- The order ------------------------------------------------------------------------------------

/// One level of depth weighs as much as eight arcs added for each one removed. With less weight on depth,
/// searches grow: going up from a headland of giantworldmap relaxes 1,600 arcs, with half the weight 2,100,
/// with a quarter 3,300. With more weight, there are more arcs.
enum { FILL_WEIGHT = 64, DEPTH_WEIGHT = 512 };

/// What decides how early a headland is taken out.
typedef struct order_rank {
    uint32_t depth; ///< one more than that of any neighbour taken out so far
    bool stale;     ///< whether a neighbour was taken out since the priority was computed
} order_rank;

struct lfi_order {
    lf_index *index;
    lfi_effort effort;
    lfi_contraction graph;
    lfi_heap heap;
    order_rank *ranks;
    uint32_t queued; ///< headlands put into the queue so far
    uint32_t done;   ///< headlands taken out so far
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
// Most of the work comes last, when few headlands with many arcs are left. Giving up only at the limit would
// waste all of it. So after every 1/64 of the headlands, the work expected from the arcs that are left is
// compared with the limit. Both rules use counts, so they decide alike on every machine.

/// The limit is checked after every 1/LOOKS of the headlands, and not before 1/LOOK_FIRST of them are gone,
/// because in noise the first arcs fall away quickly.
enum { LOOKS = 64, LOOK_FIRST = 8 };

/// A guess of the work that is left. Suppose the number of arcs stays L while headlands are taken out, until
/// the rest is a complete graph. A headland has 2 L / r arcs while r are left; the squares of this add up to
/// 2.8 L sqrt L over all r. Where headlands have many arcs, most of them turn out not to be needed on the
/// way, and the work is half of that; where they have few, it is more. Measured with half of the headlands
/// gone, in units of L sqrt L: 0.7 to 2.1 in cities and archipelagos, 1.2 to 2.5 on sea maps and in caves,
/// 2.4 to 4.1 in noise.
static uint64_t order_work_left(const lfi_order *job) {
    const uint64_t count = job->index->count, legs = job->index->leg_count / 2, left = job->graph.left_count;
    const uint64_t sparse = 16 * count / (legs + 1), halves = sparse < 3 ? 3 : sparse > 7 ? 7 : sparse;
    return halves * (left * lfi_whole_root(left)) / 2;
}

/// Whether there are too many arcs for the number of headlands gone. Where islands are small and far apart,
/// each sees others in all directions, and ways around them never merge. The number of arcs then grows from
/// the start, up to three times the legs, and little is saved in the end. Elsewhere it grows only where
/// headlands have many legs, most of which thinning removes later.
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

/// Copies the arcs of all headlands into the index, once all are taken out.
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

/// Puts headlands into the queue until this much work is done; true once all are in. Each guess counts as
/// work, so this uses up a budget although it takes nothing out.
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

/// A count of headlands would say little, as the last ones take longest. The work left is a guess, and the
/// same on every machine.
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

/// Links an arc. Its halves are linked already, because they begin at a lower headland.
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
