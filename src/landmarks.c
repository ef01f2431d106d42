// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Landmarks: headlands from which all distances are known.
//
// By the triangle inequality two headlands are at least as far apart as their distances from a landmark
// differ. The best of 16 such differences is a far better bound than the distance as the crow flies wherever
// land is in the way.
//
// Each connected set of headlands (group) has landmarks of its own, so one search, begun at one landmark of
// each group, serves them all. The first lies farthest from the group's first headland, each further one
// farthest from all before it: at the ends of the map, where landmarks are worth most.
//
// Distances are kept in units of the metric, rounded down, that make the largest fit into 15 bits.
//
// Time: 17 times O(legs log headlands). Memory for the while: 28 bytes a headland.
#include "heap.h"
#include "index.h"

#include <string.h>

// ---- Groups ---------------------------------------------------------------------------------------

static uint32_t group_root(uint32_t *group, uint32_t i) {
    while (group[i] != i) i = group[i] = group[group[i]];
    return i;
}

void lfi_index_find_groups(lf_index *index) {
    uint32_t *group = index->group;
    for (uint32_t i = 0; i < index->count; i++) group[i] = i;
    for (uint32_t i = 0; i < index->count; i++) {
        for (uint32_t leg = index->first[i]; leg < index->first[i + 1] && index->legs[leg] < i; leg++) {
            const uint32_t a = group_root(group, i), b = group_root(group, index->legs[leg]);
            if (a < b)
                group[b] = a;
            else
                group[a] = b;
        }
    }
    // A root is the lowest of its group, so it has its final number when the others ask for it.
    index->group_count = 0;
    for (uint32_t i = 0; i < index->count; i++)
        group[i] = group[i] == i ? index->group_count++ : group[group[i]];
}

// ---- Distances from a set of headlands ------------------------------------------------------------

typedef struct landmark_job {
    lf_index *index;
    lfi_metric metric;
    lfi_heap heap;
    uint64_t *distance; ///< from the landmark of the group that is at work
    uint64_t *nearest;  ///< the least distance from the landmarks so far
    uint32_t *chosen;   ///< for each group, its next landmark
} landmark_job;

/// Distances of all headlands from the chosen one of their group.
static void job_measure(landmark_job *job) {
    const lf_index *index = job->index;
    for (uint32_t i = 0; i < index->count; i++) job->distance[i] = UINT64_MAX;
    for (uint32_t i = 0; i < index->group_count; i++) {
        job->distance[job->chosen[i]] = 0;
        lfi_heap_push(&job->heap, job->chosen[i], 0);
    }
    while (job->heap.count > 0) {
        const lfi_heap_entry top = lfi_heap_pop(&job->heap);
        for (uint32_t leg = index->first[top.node]; leg < index->first[top.node + 1]; leg++) {
            const uint32_t to = index->legs[leg];
            const uint64_t length =
                top.key + lfi_metric_between(&job->metric, index->points[top.node], index->points[to]);
            if (length >= job->distance[to]) continue;
            job->distance[to] = length;
            lfi_heap_push(&job->heap, to, length);
        }
    }
}

/// Chooses in each group the headland with the greatest value, the first of several.
static void job_choose(landmark_job *job, const uint64_t *values) {
    const lf_index *index = job->index;
    for (uint32_t i = 0; i < index->group_count; i++) job->chosen[i] = UINT32_MAX;
    for (uint32_t i = 0; i < index->count; i++) {
        uint32_t *chosen = &job->chosen[index->group[i]];
        if (*chosen == UINT32_MAX || values[i] > values[*chosen]) *chosen = i;
    }
}

/// From the distances of one headland of each group: no distance in a group is more than twice the greatest.
static uint64_t job_unit(const landmark_job *job) {
    uint64_t greatest = 0;
    for (uint32_t i = 0; i < job->index->count; i++) {
        if (job->distance[i] > greatest) greatest = job->distance[i];
    }
    const uint64_t least = job->metric.straight > 1 ? job->metric.straight / 64 : 1;
    const uint64_t unit = (2 * greatest + LFI_AWAY_MAX - 1) / LFI_AWAY_MAX;
    return unit < least ? least : unit;
}

static void job_run(landmark_job *job) {
    lf_index *index = job->index;
    for (uint32_t i = 0; i < index->group_count; i++) job->chosen[i] = UINT32_MAX;
    for (uint32_t i = 0; i < index->count; i++) {
        job->nearest[i] = UINT64_MAX;
        if (job->chosen[index->group[i]] == UINT32_MAX) job->chosen[index->group[i]] = i;
    }
    job_measure(job);
    index->unit = job_unit(job);
    job_choose(job, job->distance);
    for (uint32_t k = 0; k < LFI_LANDMARKS; k++) {
        job_measure(job);
        for (uint32_t i = 0; i < index->count; i++) {
            index->away[(size_t)i * LFI_LANDMARKS + k] = (int16_t)(job->distance[i] / index->unit);
            if (job->distance[i] < job->nearest[i]) job->nearest[i] = job->distance[i];
        }
        job_choose(job, job->nearest);
    }
}

lf_status lfi_index_find_landmarks(lf_index *index, const lf_workers *workers) {
    (void)workers;
    const lf_allocator *allocator = &index->allocator;
    const uint64_t count = index->count;
    landmark_job job = {.index = index, .metric = lfi_metric_make(index->map->moves, index->cost)};
    job.heap.entries = lfi_alloc(allocator, count, sizeof *job.heap.entries);
    job.heap.place = lfi_alloc(allocator, count, sizeof *job.heap.place);
    job.distance = lfi_alloc(allocator, count, sizeof *job.distance);
    job.nearest = lfi_alloc(allocator, count, sizeof *job.nearest);
    job.chosen = lfi_alloc(allocator, index->group_count, sizeof *job.chosen);
    const bool room = job.heap.entries != NULL && job.heap.place != NULL && job.distance != NULL &&
                      job.nearest != NULL && job.chosen != NULL;
    if (room) {
        memset(job.heap.place, 0, (size_t)count * sizeof *job.heap.place);
        job_run(&job);
    }
    lfi_free(allocator, job.heap.entries, count, sizeof *job.heap.entries);
    lfi_free(allocator, job.heap.place, count, sizeof *job.heap.place);
    lfi_free(allocator, job.distance, count, sizeof *job.distance);
    lfi_free(allocator, job.nearest, count, sizeof *job.nearest);
    lfi_free(allocator, job.chosen, index->group_count, sizeof *job.chosen);
    return room ? LF_OK : LF_E_NOMEM;
}
