// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A contraction hierarchy over the headlands of an index: its arcs, its memory, and all of it at once.
// order.c chooses the order of the headlands and finds the arcs.
//
// Headlands are taken out of the graph one after the other (contract.c). The arcs that a headland still has
// when it is taken out are its arcs in the hierarchy. They lead up, to headlands taken out later. Some
// shortest way between any two headlands then goes up from both ends until the two parts meet. Proof: let u
// be the end taken out first. Until then the distances among the headlands left, with u, were right, so a
// shortest way to the other end begins with an arc of u and continues from a higher headland: by induction,
// it goes up and then down.
//
// Each arc unfolds: an arc u - w over v was made of two arcs that v had when taken out, and v keeps them.
//
// Memory: 25 bytes per arc, 8 bytes per headland.
#include "build.h"

// ---- Linking --------------------------------------------------------------------------------------

struct lfi_link {
    lf_index *index;
    lfi_metric metric;
    uint32_t *rank; ///< for each headland, its place in the order
    uint32_t *nest; ///< for each headland: how deep its arcs nest at most
    uint32_t next;  ///< place in the order
};

/// The number of the arc from one headland up to another; up_count if there is none.
static uint32_t arc_number(const lf_index *index, uint32_t i, uint32_t to) {
    uint32_t k = index->up_first[i];
    while (k < index->up_first[i + 1] && index->up[k].to != to) k++;
    return k < index->up_first[i + 1] ? k : index->up_count;
}

/// Links an arc. Its halves are linked already, because they begin at a lower headland.
static bool arc_link(const lfi_link *job, uint32_t i, uint32_t k) {
    const lf_index *index = job->index;
    lfi_arc *arc = &index->up[k];
    index->halves[k] = (lfi_halves){0};
    index->bends[k] = 0;
    if (job->rank[arc->to] <= job->rank[i]) return false;
    if (arc->via == LFI_ARC_LEG) {
        const uint32_t heading = lfi_heading(index->points[i], index->points[arc->to]);
        index->bends[k] = lfi_bends_make(heading, heading);
        arc->length = lfi_metric_between(&job->metric, index->points[i], index->points[arc->to]);
        return lfi_index_has_leg(index, i, arc->to);
    }
    if (job->rank[arc->via] >= job->rank[i]) return false;
    const lfi_halves halves = {arc_number(index, arc->via, i), arc_number(index, arc->via, arc->to)};
    if (halves.low == index->up_count || halves.high == index->up_count) return false;
    index->halves[k] = halves;
    index->bends[k] = lfi_bends_make(lfi_bends_in(index->bends[halves.low]) ^ LFI_HEADING_BACK,
                                     lfi_bends_in(index->bends[halves.high]));
    if (job->nest[i] <= job->nest[arc->via]) job->nest[i] = job->nest[arc->via] + 1;
    arc->length = index->up[halves.low].length + index->up[halves.high].length;
    return arc->length <= LFI_ARC_LONGEST;
}

/// Links the arcs of a headland.
static bool headland_link(const lfi_link *job, uint32_t i) {
    lf_index *index = job->index;
    job->nest[i] = 0;
    for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++) {
        if (!arc_link(job, i, k)) return false;
    }
    if (job->nest[i] > index->up_depth) index->up_depth = job->nest[i];
    return true;
}

/// The time to link an arc, and to look at a headland, in pieces of about a nanosecond.
enum { LINK_ARC = 45, LINK_HEADLAND = 10 };

lf_status lfi_link_step(lfi_link *job, int64_t *budget) {
    const lf_index *index = job->index;
    for (; job->next < index->count; job->next++) {
        if (*budget <= 0) return LF_PAUSED;
        const uint32_t i = index->order[job->next];
        if (!headland_link(job, i)) return LF_E_INDEX_CONTENT;
        *budget -= LINK_HEADLAND + LINK_ARC * (int64_t)(index->up_first[i + 1] - index->up_first[i]);
    }
    return LF_OK;
}

static void link_arrays(lfi_arrays *run, lfi_link *job) {
    LFI_ARRAY(run, job->rank, job->index->count);
    LFI_ARRAY(run, job->nest, job->index->count);
}

lfi_link *lfi_link_create(lf_index *index) {
    lfi_link *job = lfi_alloc(&index->allocator, 1, sizeof *job);
    if (job == NULL) return NULL;
    *job = (lfi_link){.index = index, .metric = lfi_metric_make(index->map->moves, index->cost)};
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    link_arrays(&run, job);
    if (run.failed) {
        lfi_link_destroy(job);
        return NULL;
    }
    index->up_depth = 0;
    for (uint32_t n = 0; n < index->count; n++) job->rank[index->order[n]] = n;
    return job;
}

void lfi_link_destroy(lfi_link *job) {
    if (job == NULL) return;
    const lf_allocator *allocator = &job->index->allocator;
    link_arrays(&(lfi_arrays){.allocator = allocator, .mode = LFI_ARRAYS_FREE}, job);
    lfi_free(allocator, job, 1, sizeof *job);
}

lf_status lfi_index_link_arcs(lf_index *index) {
    lfi_link *job = lfi_link_create(index);
    if (job == NULL) return LF_E_NOMEM;
    int64_t budget = INT64_MAX;
    const lf_status status = lfi_link_step(job, &budget);
    lfi_link_destroy(job);
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
    LFI_ARRAY(run, index->bends, index->up_count);
}

void lfi_index_hierarchy_arrays(lfi_arrays *run, lf_index *index) {
    lfi_index_order_arrays(run, index);
    lfi_index_arc_arrays(run, index);
}

lf_status lfi_index_find_hierarchy(lf_index *index, lfi_effort *effort) {
    return lfi_index_renew_hierarchy(index, effort, NULL);
}

lf_status lfi_index_renew_hierarchy(lf_index *index, lfi_effort *effort, const lfi_former *former) {
    const lf_workers alone = {0};
    lfi_order *job = lfi_order_create(index, *effort, former, &alone);
    if (job == NULL) return LF_E_NOMEM;
    int64_t budget = INT64_MAX;
    const lf_status status = lfi_order_step(job, &alone, &budget);
    effort->spent = lfi_order_work(job);
    lfi_order_destroy(job);
    return status == LF_OK ? lfi_index_link_arcs(index) : status;
}

void lfi_index_drop_hierarchy(lf_index *index) {
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_FREE};
    lfi_index_hierarchy_arrays(&run, index);
    index->up_count = index->up_depth = 0;
}
