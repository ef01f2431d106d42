// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Landmarks: headlands from which all distances are known.
//
// By the triangle inequality two headlands are at least as far apart as their distances from a landmark
// differ. The best of 16 such differences is a far better bound than the distance as the crow flies wherever
// land is in the way.
//
// Each connected set of headlands (group) has landmarks of its own, so one search, begun at one landmark of
// each group, serves them all. The first lies farthest from the group's first headland, the second farthest
// from the first: at the two ends of the map. The headlands nearer to the one and to the other are two lanes,
// which two threads may take: in each, every further landmark is the headland farthest from those before it.
// (One lane for all gave searches that expand about as much, and could not be shared between threads.)
//
// Distances are kept in units of the metric, rounded down, that make the largest fit into 15 bits.
//
// Time: 17 times O(legs log headlands). Memory for the while: 72 bytes a headland.
#include "../base/heap.h"
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

/// One of the two halves: its scratch memory, and the headlands that it chooses from.
typedef struct landmark_lane {
    lfi_heap heap;
    uint64_t *distance; ///< from the landmark of the group that is at work
    uint64_t
        *nearest; ///< the least distance from the landmarks of this lane so far; 0 for what is not its own
    uint32_t *chosen; ///< for each group, its next landmark
} landmark_lane;

struct lfi_landmarks {
    lf_index *index;
    lfi_metric metric;
    landmark_lane lanes[2];
};

/// Distances of all headlands from the chosen one of their group.
static void lane_measure(const lfi_landmarks *job, landmark_lane *lane) {
    const lf_index *index = job->index;
    for (uint32_t i = 0; i < index->count; i++) lane->distance[i] = UINT64_MAX;
    for (uint32_t i = 0; i < index->group_count; i++) {
        lane->distance[lane->chosen[i]] = 0;
        lfi_heap_push(&lane->heap, lane->chosen[i], 0);
    }
    while (lane->heap.count > 0) {
        const lfi_heap_entry top = lfi_heap_pop(&lane->heap);
        for (uint32_t leg = index->first[top.node]; leg < index->first[top.node + 1]; leg++) {
            const uint32_t to = index->legs[leg];
            const uint64_t length =
                top.key + lfi_metric_between(&job->metric, index->points[top.node], index->points[to]);
            if (length >= lane->distance[to]) continue;
            lane->distance[to] = length;
            lfi_heap_push(&lane->heap, to, length);
        }
    }
}

/// Chooses in each group the headland with the greatest value, the first of several.
static void lane_choose(const lfi_landmarks *job, landmark_lane *lane, const uint64_t *values) {
    const lf_index *index = job->index;
    for (uint32_t i = 0; i < index->group_count; i++) lane->chosen[i] = UINT32_MAX;
    for (uint32_t i = 0; i < index->count; i++) {
        uint32_t *chosen = &lane->chosen[index->group[i]];
        if (*chosen == UINT32_MAX || values[i] > values[*chosen]) *chosen = i;
    }
}

/// Keeps the distances from landmark k.
static void lane_keep(const lfi_landmarks *job, landmark_lane *lane, uint32_t k) {
    lf_index *index = job->index;
    for (uint32_t i = 0; i < index->count; i++) {
        index->away[(size_t)i * LFI_LANDMARKS + k] = (int16_t)(lane->distance[i] / index->unit);
        if (lane->distance[i] < lane->nearest[i]) lane->nearest[i] = lane->distance[i];
    }
}

/// From the distances of one headland of each group: no distance in a group is more than twice the greatest.
static uint64_t job_unit(const lfi_landmarks *job) {
    uint64_t greatest = 0;
    for (uint32_t i = 0; i < job->index->count; i++) {
        if (job->lanes[0].distance[i] > greatest) greatest = job->lanes[0].distance[i];
    }
    const uint64_t least = lfi_index_least_unit(&job->metric);
    const uint64_t unit = (2 * greatest + LFI_AWAY_MAX - 1) / LFI_AWAY_MAX;
    return unit < least ? least : unit;
}

/// The first landmark of each lane, and which headlands belong to which: those nearer to its first landmark.
static void job_begin(lfi_landmarks *job) {
    lf_index *index = job->index;
    landmark_lane *a = &job->lanes[0], *b = &job->lanes[1];
    for (uint32_t i = 0; i < index->group_count; i++) a->chosen[i] = UINT32_MAX;
    for (uint32_t i = 0; i < index->count; i++) {
        a->nearest[i] = b->nearest[i] = UINT64_MAX;
        if (a->chosen[index->group[i]] == UINT32_MAX) a->chosen[index->group[i]] = i;
    }
    lane_measure(job, a);
    index->unit = job_unit(job);
    lane_choose(job, a, a->distance);
    lane_measure(job, a);
    lane_keep(job, a, 0);
    lane_choose(job, b, a->distance);
    lane_measure(job, b);
    lane_keep(job, b, 1);
    for (uint32_t i = 0; i < index->count; i++) {
        landmark_lane *other = a->nearest[i] <= b->nearest[i] ? b : a;
        other->nearest[i] = 0;
    }
}

static void job_run_lane(int64_t number, void *user) {
    const lfi_landmarks *job = user;
    landmark_lane *lane = &((lfi_landmarks *)user)->lanes[number];
    for (uint32_t k = 2 + (uint32_t)number; k < LFI_LANDMARKS; k += 2) {
        lane_choose(job, lane, lane->nearest);
        lane_measure(job, lane);
        lane_keep(job, lane, k);
    }
}

// ---- Memory ---------------------------------------------------------------------------------------

static void lane_arrays(const lf_index *index, lfi_arrays *run, landmark_lane *lane) {
    lfi_heap_arrays(run, &lane->heap, index->count);
    LFI_ARRAY(run, lane->distance, index->count);
    LFI_ARRAY(run, lane->nearest, index->count);
    LFI_ARRAY(run, lane->chosen, index->group_count);
}

static void lanes_run(lfi_landmarks *job, lfi_arrays *run) {
    for (int i = 0; i < 2; i++) lane_arrays(job->index, run, &job->lanes[i]);
}

lfi_landmarks *lfi_landmarks_create(lf_index *index) {
    lfi_landmarks *job = lfi_alloc(&index->allocator, 1, sizeof *job);
    if (job == NULL) return NULL;
    *job = (lfi_landmarks){.index = index, .metric = lfi_metric_make(index->map->moves, index->cost)};
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lanes_run(job, &run);
    if (!run.failed) return job;
    lfi_landmarks_destroy(job);
    return NULL;
}

void lfi_landmarks_find(lfi_landmarks *job, const lf_workers *workers) {
    job_begin(job);
    lfi_workers_run(workers, job_run_lane, job, 2);
}

void lfi_landmarks_destroy(lfi_landmarks *job) {
    const lf_index *index = job->index;
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_FREE};
    lanes_run(job, &run);
    lfi_free(&index->allocator, job, 1, sizeof *job);
}
