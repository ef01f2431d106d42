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
    uint32_t *nest;   ///< for each headland: how deep its arcs nest at most
    uint32_t linked;  ///< headlands whose arcs are linked
    uint32_t nested;  ///< headlands whose nesting is known, in the order
    uint32_t between; ///< the headlands that are being linked end before this one
    lfi_ropes_job *ropes;
};

/// The number of the arc from one headland up to another; there must be one.
static uint32_t arc_number(const lf_index *index, uint32_t i, uint32_t to) {
    uint32_t k = index->up_first[i];
    while (k < index->up_first[i + 1] && index->up[k].to != to) k++;
    LFI_ASSERT(k < index->up_first[i + 1]);
    return k;
}

/// Links the arcs of a headland. Each arc by itself: its halves are arcs of a lower headland, and have been written.
static void headland_link(const lf_index *index, uint32_t i) {
    for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++) {
        const lfi_arc *arc = &index->up[k];
        index->halves[k] = (lfi_halves){0};
        if (arc->via == LFI_ARC_LEG) continue;
        index->halves[k] = (lfi_halves){arc_number(index, arc->via, i), arc_number(index, arc->via, arc->to)};
    }
}

enum { LINK_PART = 64 };

static void part_link(int64_t part, void *user) {
    const lfi_link *job = user;
    const uint32_t begin = job->linked + (uint32_t)part * LINK_PART;
    for (uint32_t i = begin; i < job->between && i < begin + LINK_PART; i++) headland_link(job->index, i);
}

/// Finds out how deep the arcs of a headland nest. Those of lower ones are known.
static void headland_nest(const lfi_link *job, uint32_t i) {
    lf_index *index = job->index;
    uint32_t nest = 0;
    for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++) {
        const uint32_t via = index->up[k].via;
        if (via != LFI_ARC_LEG && nest <= job->nest[via]) nest = job->nest[via] + 1;
    }
    job->nest[i] = nest;
    if (nest > index->up_depth) index->up_depth = nest;
}

/// The time to link an arc, to look at a headland, and to look at an arc once more, in pieces of about a nanosecond.
enum { LINK_ARC = 20, LINK_HEADLAND = 10, NEST_ARC = 4 };

static int64_t link_work(const lf_index *index, uint32_t begin, uint32_t end, int64_t arc) {
    return LINK_HEADLAND * ((int64_t)end - begin) +
           arc * (int64_t)(index->up_first[end] - index->up_first[begin]);
}

bool lfi_link_step(lfi_link *job, const lf_workers *workers, int64_t *budget) {
    const lf_index *index = job->index;
    while (job->linked < index->count) {
        if (*budget <= 0) return false;
        job->between = job->linked + 1;
        while (job->between < index->count && link_work(index, job->linked, job->between, LINK_ARC) < *budget)
            job->between++;
        lfi_workers_run(workers, part_link, job,
                        ((int64_t)job->between - job->linked + LINK_PART - 1) / LINK_PART);
        *budget -= link_work(index, job->linked, job->between, LINK_ARC);
        job->linked = job->between;
    }
    for (; job->nested < index->count; job->nested++) {
        if (*budget <= 0) return false;
        const uint32_t i = index->order[job->nested];
        headland_nest(job, i);
        *budget -= link_work(index, i, i + 1, NEST_ARC);
    }
    return lfi_ropes_step(job->ropes, budget);
}

static void link_arrays(lfi_arrays *run, lfi_link *job) {
    LFI_ARRAY(run, job->nest, job->index->count);
}

lfi_link *lfi_link_create(lf_index *index) {
    lfi_link *job = lfi_alloc(&index->allocator, 1, sizeof *job);
    if (job == NULL) return NULL;
    *job = (lfi_link){.index = index};
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    link_arrays(&run, job);
    if (run.failed || lfi_ropes_begin(index, &job->ropes) != LF_OK) {
        lfi_link_destroy(job);
        return NULL;
    }
    index->up_depth = 0;
    return job;
}

void lfi_link_destroy(lfi_link *job) {
    if (job == NULL) return;
    const lf_allocator *allocator = &job->index->allocator;
    lfi_ropes_destroy(job->ropes);
    link_arrays(&(lfi_arrays){.allocator = allocator, .mode = LFI_ARRAYS_FREE}, job);
    lfi_free(allocator, job, 1, sizeof *job);
}

lf_status lfi_link_end(lfi_link *job) {
    if (job == NULL) return LF_OK;
    const lf_status status = lfi_ropes_take(job->ropes, job->index);
    lfi_link_destroy(job);
    return status;
}

lf_status lfi_index_link_arcs(lf_index *index) {
    lfi_link *job = lfi_link_create(index);
    if (job == NULL) return LF_E_NOMEM;
    int64_t budget = INT64_MAX;
    lfi_link_step(job, &(lf_workers){0}, &budget);
    return lfi_link_end(job);
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
    lfi_ropes_arrays(run, index);
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
    index->up_count = index->up_depth = index->ropes.count = 0;
}
