// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The labels of an almanac (hub labels): for each headland, the rungs of the ladder that a shortest way from it may
// have as its highest, with their lengths.
//
// From the highest rung down. What a rung reaches is itself, and what the rungs reach to which its arcs lead; their
// labels are there already. Then what no shortest way needs is left out, by the test of the ladder (index/ladder.c): a
// rung stays only if no higher one leads to it at no greater length.
//
// Nothing is lost. Of all shortest ways from v to anywhere take the one whose highest rung h is highest, and let its
// first arc lead to u. If u's label lacked h, a higher rung would be on a shortest way from u to h, and so on one of
// v's: h would not be the highest. And for the same reason h passes the test at v.
//
// On giantworldmap a label has 40 rungs, and all take 0.1 s.
//
// Time: O(arcs * rungs of a label). Temporary memory: 28 bytes per headland, 12 per arc.
#include "../base/sort.h"
#include "almanac.h"

#include <string.h>

/// Rungs that labels have room for at first, per label. The room doubles when it is full.
enum { LABEL_GUESS = 4 };

/// What a label is made with.
typedef struct label_job {
    lf_almanac *almanac;
    lfi_ladder ladder;
    uint64_t used;    ///< places of the almanac's labels
    uint32_t *best;   ///< for each rung, the length of the best way so far; LFI_ALMANAC_FAR if there is none
    uint64_t *marked; ///< the rungs that have one
    uint64_t marks;
} label_job;

static void label_job_arrays(lfi_arrays *run, label_job *job) {
    lfi_ladder_shared_arrays(run, &job->ladder);
    LFI_ARRAY(run, job->best, job->ladder.count);
    LFI_ARRAY(run, job->marked, job->ladder.count);
}

static void labels_array(lfi_arrays *run, lf_almanac *almanac) {
    LFI_ARRAY(run, almanac->labels, almanac->label_room);
}

/// Gives the labels another room, of which `used` places are copied.
static lf_status labels_resize(lf_almanac *almanac, uint64_t used, uint64_t room) {
    lf_almanac after = {.label_room = room};
    lfi_arrays run = {.allocator = &almanac->allocator, .mode = LFI_ARRAYS_MAKE};
    labels_array(&run, &after);
    if (run.failed) return LF_E_NOMEM;
    if (used > 0) memcpy(after.labels, almanac->labels, (size_t)used * sizeof *after.labels);
    run.mode = LFI_ARRAYS_FREE;
    labels_array(&run, almanac);
    almanac->labels = after.labels;
    almanac->label_room = room;
    return LF_OK;
}

static void label_mark(label_job *job, uint32_t rung, uint32_t length) {
    if (length >= job->best[rung]) return;
    if (job->best[rung] == LFI_ALMANAC_FAR) job->marked[job->marks++] = rung;
    job->best[rung] = length;
}

/// Marks all that a rung may reach.
static void label_gather(label_job *job, uint32_t rung) {
    const lfi_ladder *ladder = &job->ladder;
    const lf_index *index = job->almanac->index;
    job->marks = 0;
    label_mark(job, rung, 0);
    for (uint32_t arc = ladder->first[rung]; arc < ladder->first[rung + 1]; arc++) {
        const lfi_notice *notice = &job->almanac->notices[index->order[ladder->to[arc]]];
        const lfi_label_rung *label = job->almanac->labels + notice->first;
        for (uint32_t i = 0; i < notice->count; i++)
            label_mark(job, label[i].rung, label[i].length + (uint32_t)ladder->by[arc]);
    }
}

/// Whether no higher rung leads to this one at no greater length. A shorter way down counts from now on.
static bool label_needs(label_job *job, uint32_t rung) {
    const lfi_ladder *ladder = &job->ladder;
    const uint32_t length = job->best[rung];
    uint32_t down = LFI_ALMANAC_FAR;
    for (uint32_t arc = ladder->first[rung]; arc < ladder->first[rung + 1]; arc++) {
        const uint32_t over = job->best[ladder->to[arc]] + (uint32_t)ladder->by[arc];
        if (over < down) down = over;
    }
    if (down < length) job->best[rung] = down;
    return length < down;
}

/// Writes the label of a rung, once all that it may reach is marked, and forgets the marks.
static void label_write(label_job *job, uint32_t rung) {
    lf_almanac *almanac = job->almanac;
    lfi_notice *notice = &almanac->notices[almanac->index->order[rung]];
    notice->first = job->used;
    lfi_sort(job->marked, job->marks);
    for (uint64_t i = job->marks; i-- > 0;) {
        const uint32_t high = (uint32_t)job->marked[i];
        const uint32_t length = job->best[high];
        if (label_needs(job, high)) almanac->labels[job->used++] = (lfi_label_rung){high, length};
    }
    for (uint64_t i = 0; i < job->marks; i++) job->best[job->marked[i]] = LFI_ALMANAC_FAR;
    notice->count = (uint32_t)(job->used - notice->first);
}

static lf_status labels_make(label_job *job) {
    lf_almanac *almanac = job->almanac;
    const uint32_t count = job->ladder.count;
    lf_status status = labels_resize(almanac, 0, (uint64_t)LABEL_GUESS * count + 1);
    for (uint32_t i = 0; i < count; i++) job->best[i] = LFI_ALMANAC_FAR;
    for (uint32_t rung = count; rung-- > 0 && status == LF_OK;) {
        label_gather(job, rung);
        if (job->used + job->marks > almanac->label_room)
            status = labels_resize(almanac, job->used, 2 * (job->used + job->marks));
        if (status == LF_OK) label_write(job, rung);
    }
    return status == LF_OK ? labels_resize(almanac, job->used, job->used) : status;
}

lf_status lfi_almanac_label(lf_almanac *almanac) {
    label_job job = {.almanac = almanac};
    const lfi_metric metric = lfi_metric_make(almanac->index->map->moves, almanac->index->cost);
    lfi_ladder_init(&job.ladder, almanac->index, &metric);
    lfi_arrays run = {.allocator = &almanac->allocator, .mode = LFI_ARRAYS_MAKE};
    label_job_arrays(&run, &job);
    lf_status status = run.failed ? LF_E_NOMEM : LF_OK;
    if (status == LF_OK) {
        lfi_ladder_fill(&job.ladder);
        status = labels_make(&job);
    }
    run.mode = LFI_ARRAYS_FREE;
    label_job_arrays(&run, &job);
    return status;
}
