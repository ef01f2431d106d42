// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Landmarks: headlands from which all distances are known (the bounds of ALT: A*, landmarks and the triangle
// inequality).
//
// By the triangle inequality two headlands are at least as far apart as their distances from a landmark
// differ. Wherever land is in the way, the best of 16 such differences is a far better bound than the
// distance as the crow flies.
//
// Each connected set of headlands (group) has its own landmarks, so one Dijkstra search that starts at one
// landmark of each group serves all groups. The first landmark lies farthest from the group's first headland,
// the second farthest from the first: at the two ends of the map. The headlands nearer to the first form one
// lane, those nearer to the second another, and two threads may take one lane each. Every further landmark of
// a lane is its headland farthest from its landmarks so far. (A single lane gave searches that expand about
// as much, and could not be shared between threads.)
//
// Distances are kept in units, rounded down. The unit makes the largest distance fit into 16 bits.
//
// Where there is a hierarchy, two passes over its arcs find all distances from a landmark (PHAST): in its order, from
// each headland up; then from the highest down, each headland from those that its arcs lead to. Some shortest way goes
// up and then down, so they are right. They read a copy of the arcs in this order (ladder.c): on noise of 4 million tiles,
// where nothing fits into a cache, the passes over the index itself took twice as long. Otherwise it is
// a Dijkstra search over the legs, which makes no turn that no shortest way makes (turns.c).
//
// Rejected: after edits, to repair the distances of the index before (Ramalingam and Reps). It took more than two passes.
//
// Time: 17 times O(arcs), or O(legs log headlands). Temporary memory: 78 bytes per headland, one per leg.
#include "../base/heap.h"
#include "build.h"
#include "ladder.h"

#include <string.h>

// ---- Groups (union-find) --------------------------------------------------------------------------

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
    // A root is the lowest headland of its group, so it has its final number before the others ask for it.
    index->group_count = 0;
    for (uint32_t i = 0; i < index->count; i++)
        group[i] = group[i] == i ? index->group_count++ : group[group[i]];
}

// ---- Distances from a set of headlands ------------------------------------------------------------

/// One of the two lanes: its scratch memory, and the headlands that it chooses from.
typedef struct landmark_lane {
    uint64_t *distance; ///< from the current landmark of the group
    uint64_t *nearest;  ///< least distance from this lane's landmarks so far; 0: of the other lane
    uint32_t *chosen;   ///< for each group, its next landmark
    uint64_t greatest;  ///< distance from any of its landmarks
    uint64_t *rungs;    ///< the distances in the order of the hierarchy; NULL without one
    uint64_t swept;     ///< rungs that the two passes have looked at
    // Without a hierarchy:
    lfi_heap heap;
    uint8_t *heading;  ///< for each headland: by which the way there comes; LFI_HEADING_ANY: it begins there
    uint8_t apart[64]; ///< threads write to both lanes at the same time: not to one cache line
} landmark_lane;

struct lfi_landmarks {
    lf_index *index;
    lfi_metric metric;
    landmark_lane lanes[2];
    lfi_ladder ladder;   ///< the hierarchy; its index is NULL if there is none
    uint8_t *headings;   ///< for each leg, without a hierarchy
    uint64_t least_unit; ///< the smallest there is, or that is known to be needed
    uint32_t round;      ///< of ROUNDS
    bool measuring;      ///< whether the search of this round has begun
};

/// Times in pieces of about a nanosecond: of a headland whose distance is found, and of each of its legs; of a headland
/// that a pass looks at, and of each of its arcs; of a headland at the beginning and at the end of a round.
enum { MEASURE = 80, MEASURE_LEG = 3, SWEEP = 4, SWEEP_ARC = 1, ROUND_HEADLAND = 4 };

/// Follows the legs of a headland whose distance is right, but for turns that no shortest way makes.
static void lane_follow(const lfi_landmarks *job, landmark_lane *lane, uint32_t i) {
    const lf_index *index = job->index;
    const uint32_t may = index->turns.may[index->beside[i]][lane->heading[i]];
    for (uint32_t leg = index->first[i]; leg < index->first[i + 1]; leg++) {
        if (!lfi_heading_in(may, job->headings[leg])) continue;
        const uint32_t to = index->legs[leg];
        const uint64_t length =
            lane->distance[i] + lfi_metric_between(&job->metric, index->points[i], index->points[to]);
        if (length >= lane->distance[to]) continue;
        lane->distance[to] = length;
        lane->heading[to] = job->headings[leg];
        lfi_heap_push(&lane->heap, to, length);
    }
}

/// Goes up from a rung.
static void lane_climb(const lfi_ladder *ladder, landmark_lane *lane, uint32_t rung) {
    const uint64_t distance = lane->rungs[rung];
    for (uint32_t k = ladder->first[rung]; distance != UINT64_MAX && k < ladder->first[rung + 1]; k++) {
        const uint64_t length = distance + ladder->by[k];
        uint64_t *there = &lane->rungs[ladder->to[k]];
        *there = length < *there ? length : *there;
    }
}

/// Comes down to a rung. What cannot be reached is farther than anything else, and stays so.
static void lane_descend(const lfi_ladder *ladder, landmark_lane *lane, uint32_t rung) {
    uint64_t least = lane->rungs[rung];
    for (uint32_t k = ladder->first[rung]; k < ladder->first[rung + 1]; k++) {
        const uint64_t there = lane->rungs[ladder->to[k]], length = there + ladder->by[k];
        least = there != UINT64_MAX && length < least ? length : least;
    }
    lane->rungs[rung] = lane->distance[ladder->index->order[rung]] = least;
}

/// Goes on with the two passes; true once all headlands have their distances.
static bool lane_sweep(const lfi_ladder *ladder, landmark_lane *lane, int64_t *budget) {
    const uint64_t count = ladder->count;
    int64_t left = *budget;
    for (; lane->swept < count && left > 0; lane->swept++) {
        const uint32_t rung = (uint32_t)lane->swept;
        lane_climb(ladder, lane, rung);
        left -= SWEEP + SWEEP_ARC * (int64_t)(ladder->first[rung + 1] - ladder->first[rung]);
    }
    for (; lane->swept >= count && lane->swept < 2 * count && left > 0; lane->swept++) {
        const uint32_t rung = (uint32_t)(2 * count - 1 - lane->swept);
        lane_descend(ladder, lane, rung);
        left -= SWEEP + SWEEP_ARC * (int64_t)(ladder->first[rung + 1] - ladder->first[rung]);
    }
    *budget = left;
    return lane->swept == 2 * count;
}

// ---- Distances ------------------------------------------------------------------------------------

/// Begins the search for the distances of all headlands from the chosen one of their group.
static void lane_begin(const lfi_landmarks *job, landmark_lane *lane) {
    const lf_index *index = job->index;
    const bool climbs = job->ladder.index != NULL;
    uint64_t *distances = climbs ? lane->rungs : lane->distance;
    for (uint32_t i = 0; i < index->count; i++) distances[i] = UINT64_MAX;
    lane->swept = 0;
    for (uint32_t i = 0; i < index->group_count; i++) {
        const uint32_t chosen = lane->chosen[i];
        distances[climbs ? job->ladder.perch[chosen].rung : chosen] = 0;
        if (climbs) continue;
        lane->heading[chosen] = LFI_HEADING_ANY;
        lfi_heap_push(&lane->heap, chosen, 0);
    }
}

/// Continues the search; true once all headlands have their distances.
static bool lane_measure(const lfi_landmarks *job, landmark_lane *lane, int64_t *budget) {
    const lf_index *index = job->index;
    if (job->ladder.index != NULL) return lane_sweep(&job->ladder, lane, budget);
    while (lane->heap.count > 0 && *budget > 0) {
        const uint32_t i = lfi_heap_pop(&lane->heap).node;
        *budget -= MEASURE + MEASURE_LEG * (int64_t)(index->first[i + 1] - index->first[i]);
        lane_follow(job, lane, i);
    }
    return lane->heap.count == 0;
}

/// Chooses in each group the headland with the greatest value, the first one if several have it.
static void lane_choose(const lfi_landmarks *job, landmark_lane *lane, const uint64_t *values) {
    const lf_index *index = job->index;
    for (uint32_t i = 0; i < index->group_count; i++) lane->chosen[i] = UINT32_MAX;
    for (uint32_t i = 0; i < index->count; i++) {
        uint32_t *chosen = &lane->chosen[index->group[i]];
        if (*chosen == UINT32_MAX || values[i] > values[*chosen]) *chosen = i;
    }
}

/// Stores the distances from landmark k.
static void lane_keep(const lfi_landmarks *job, landmark_lane *lane, uint32_t k) {
    lf_index *index = job->index;
    for (uint32_t i = 0; i < index->count; i++) {
        const uint64_t distance = lane->distance[i];
        index->away[(size_t)i * LFI_LANDMARKS + k] = (uint16_t)(distance / index->unit);
        lane->nearest[i] = distance < lane->nearest[i] ? distance : lane->nearest[i];
        lane->greatest = distance > lane->greatest ? distance : lane->greatest;
    }
}

/// The least unit by which a distance can be stored.
static uint64_t unit_for(uint64_t distance) {
    return distance / ((uint64_t)LFI_AWAY_MAX + 1) + 1;
}

/// The unit. The distances from the first landmark of each group are known. It lies at one end of the map, so that
/// hardly any distance within a group is an eighth more than the greatest of them. Under uniform costs a unit of one move
/// makes bounds exact, and with a hierarchy it takes little to measure once more if some distance is too great for it.
static uint64_t job_unit(const lfi_landmarks *job) {
    uint64_t greatest = 0;
    for (uint32_t i = 0; i < job->index->count; i++) {
        if (job->lanes[0].distance[i] > greatest) greatest = job->lanes[0].distance[i];
    }
    const bool tries = job->index->up_first != NULL && job->least_unit == 1 && unit_for(greatest) == 1;
    const uint64_t unit = tries ? 1 : unit_for(greatest + greatest / 8);
    return unit < job->least_unit ? job->least_unit : unit;
}

/// Whether some distance could not be stored. Then all is done once more, with a larger unit.
static bool job_overflows(lfi_landmarks *job) {
    uint64_t *greatest[] = {&job->lanes[0].greatest, &job->lanes[1].greatest};
    const uint64_t most = *greatest[0] > *greatest[1] ? *greatest[0] : *greatest[1];
    *greatest[0] = *greatest[1] = 0;
    if (unit_for(most) <= job->index->unit) return false;
    job->least_unit = unit_for(most);
    return true;
}

// ---- Rounds ---------------------------------------------------------------------------------------

// Round 0 measures from the first headland of each group, only to find the first landmark. Round
// r > 0 finds landmark r - 1; the lanes take turns. From round ROUNDS_TOGETHER on, the lanes are independent
// of each other.
enum { ROUNDS = LFI_LANDMARKS + 1, ROUNDS_TOGETHER = 3 };

static landmark_lane *round_lane(lfi_landmarks *job, uint32_t round) {
    return &job->lanes[round > 0 ? (round - 1) % 2 : 0];
}

static void round_first(lfi_landmarks *job) {
    const lf_index *index = job->index;
    landmark_lane *a = &job->lanes[0], *b = &job->lanes[1];
    for (uint32_t i = 0; i < index->group_count; i++) a->chosen[i] = UINT32_MAX;
    for (uint32_t i = 0; i < index->count; i++) {
        a->nearest[i] = b->nearest[i] = UINT64_MAX;
        if (a->chosen[index->group[i]] == UINT32_MAX) a->chosen[index->group[i]] = i;
    }
}

static void landmark_round_begin(lfi_landmarks *job, uint32_t round) {
    landmark_lane *lane = round_lane(job, round);
    if (round == 0)
        round_first(job);
    else // the first landmark of each lane lies farthest from where lane 0 measured last
        lane_choose(job, lane, round < ROUNDS_TOGETHER ? job->lanes[0].distance : lane->nearest);
    lane_begin(job, lane);
}

/// Leaves each headland to the lane whose first landmark is nearer.
static void lanes_part(lfi_landmarks *job) {
    landmark_lane *a = &job->lanes[0], *b = &job->lanes[1];
    for (uint32_t i = 0; i < job->index->count; i++) {
        landmark_lane *other = a->nearest[i] <= b->nearest[i] ? b : a;
        other->nearest[i] = 0;
    }
}

static void landmark_round_end(lfi_landmarks *job, uint32_t round) {
    if (round == 1) job->index->unit = job_unit(job);
    if (round > 0) lane_keep(job, round_lane(job, round), round - 1);
    if (round + 1 == ROUNDS_TOGETHER) lanes_part(job);
}

static void landmark_round_run(lfi_landmarks *job, uint32_t round) {
    int64_t budget = INT64_MAX;
    landmark_round_begin(job, round);
    lane_measure(job, round_lane(job, round), &budget);
    landmark_round_end(job, round);
}

static void job_run_lane(int64_t number, void *user) {
    for (uint32_t round = ROUNDS_TOGETHER + (uint32_t)number; round < ROUNDS; round += 2)
        landmark_round_run(user, round);
}

// ---- Memory ---------------------------------------------------------------------------------------

static void lane_arrays(const lf_index *index, lfi_arrays *run, landmark_lane *lane) {
    LFI_ARRAY(run, lane->distance, index->count);
    LFI_ARRAY(run, lane->nearest, index->count);
    LFI_ARRAY(run, lane->chosen, index->group_count);
}

/// The memory of searches over legs.
static void lane_leg_arrays(const lf_index *index, lfi_arrays *run, landmark_lane *lane) {
    lfi_heap_arrays(run, &lane->heap, index->count);
    LFI_ARRAY(run, lane->heading, index->count);
}

static void lanes_run(lfi_landmarks *job, lfi_arrays *run) {
    for (int i = 0; i < 2; i++) lane_arrays(job->index, run, &job->lanes[i]);
    if (job->ladder.index != NULL) {
        for (int i = 0; i < 2; i++) LFI_ARRAY(run, job->lanes[i].rungs, job->ladder.count);
        lfi_ladder_shared_arrays(run, &job->ladder);
        return;
    }
    for (int i = 0; i < 2; i++) lane_leg_arrays(job->index, run, &job->lanes[i]);
    LFI_ARRAY(run, job->headings, job->index->leg_count);
}

static void headings_fill(lfi_landmarks *job) {
    const lf_index *index = job->index;
    for (uint32_t i = 0; i < index->count; i++) {
        for (uint32_t leg = index->first[i]; leg < index->first[i + 1]; leg++)
            job->headings[leg] = (uint8_t)lfi_heading(index->points[i], index->points[index->legs[leg]]);
    }
}

lfi_landmarks *lfi_landmarks_create(lf_index *index, const lf_workers *workers) {
    lfi_landmarks *job = lfi_alloc(&index->allocator, 1, sizeof *job);
    if (job == NULL) return NULL;
    *job = (lfi_landmarks){.index = index, .metric = lfi_metric_make(index->map->moves, index->cost)};
    job->least_unit = lfi_index_least_unit(&job->metric);
    if (index->up_first != NULL) lfi_ladder_init(&job->ladder, index, &job->metric);
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lanes_run(job, &run);
    if (run.failed) {
        lfi_landmarks_destroy(job);
        return NULL;
    }
    if (job->ladder.index != NULL)
        lfi_ladder_fill_by(&job->ladder, workers);
    else
        headings_fill(job);
    return job;
}

/// The rounds in which both lanes are one, and other work.
typedef struct rounds_beside {
    lfi_landmarks *job;
    void (*beside)(void *user);
    void *user;
} rounds_beside;

static void together_run(int64_t number, void *user) {
    const rounds_beside *run = user;
    if (number > 0) {
        run->beside(run->user);
        return;
    }
    for (uint32_t round = 0; round < ROUNDS_TOGETHER; round++) landmark_round_run(run->job, round);
}

void lfi_landmarks_find(lfi_landmarks *job, const lf_workers *workers, void (*beside)(void *user),
                        void *user) {
    rounds_beside run = {job, beside, user};
    do {
        lfi_workers_run(workers, together_run, &run, run.beside != NULL ? 2 : 1);
        lfi_workers_run(workers, job_run_lane, job, 2);
        run.beside = NULL;
    } while (job_overflows(job));
}

bool lfi_landmarks_step(lfi_landmarks *job, int64_t *budget) {
    const int64_t pass = ROUND_HEADLAND * (int64_t)job->index->count;
    while (job->round<ROUNDS && * budget> 0) {
        if (!job->measuring) {
            landmark_round_begin(job, job->round);
            *budget -= pass;
        }
        job->measuring = !lane_measure(job, round_lane(job, job->round), budget);
        if (job->measuring) return false;
        landmark_round_end(job, job->round++);
        *budget -= pass;
        if (job->round == ROUNDS && job_overflows(job)) job->round = 0;
    }
    return job->round == ROUNDS;
}

void lfi_landmarks_progress(const lfi_landmarks *job, uint64_t *done, uint64_t *all) {
    *done = job->round;
    *all = ROUNDS;
}

void lfi_landmarks_destroy(lfi_landmarks *job) {
    if (job == NULL) return;
    const lf_index *index = job->index;
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_FREE};
    lanes_run(job, &run);
    lfi_free(&index->allocator, job, 1, sizeof *job);
}
