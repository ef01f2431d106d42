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
// Distances are kept in units, rounded down. The unit makes the largest distance fit into 15 bits.
//
// After edits most landmarks are those of the index before, which has the distances from them, and few of
// these have changed: they are repaired (below). The landmarks are chosen as ever, so they and all distances
// are those of an index made anew.
//
// Time: 17 times O(legs log headlands), or that of what changed. Temporary memory: 78 bytes per
// headland, one per leg.
#include "../base/heap.h"
#include "build.h"

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
    lfi_heap heap;
    uint64_t *distance; ///< from the current landmark of the group
    uint64_t *nearest;  ///< least distance from this lane's landmarks so far; 0: of the other lane
    uint32_t *chosen;   ///< for each group, its next landmark
    uint32_t *slot;     ///< for each group: which landmark it was in the index before; NO_SLOT: none
    uint8_t *doubt;     ///< for each headland in the queue: whether its distance is in doubt
    uint8_t *heading;   ///< for each headland: by which the way there comes; LFI_HEADING_ANY: not known
} landmark_lane;

enum { NO_SLOT = LFI_LANDMARKS };

struct lfi_landmarks {
    lf_index *index;
    lfi_metric metric;
    landmark_lane lanes[2];
    const lfi_former *former; ///< NULL, or an index before whose distances are exact
    uint8_t *changed;         ///< for each headland: whether its legs are not those that it had
    uint64_t changed_legs;    ///< of all of these
    uint8_t *beside;          ///< for each headland: what is blocked beside it (lfi_turns_beside)
    uint8_t *headings;        ///< for each leg
    uint32_t round;           ///< of ROUNDS
    bool measuring;           ///< whether the search of this round has begun
};

/// Times in pieces of about a nanosecond: of a headland whose distance is found, and of each of its legs; of
/// a headland at the beginning and at the end of a round.
enum { MEASURE = 80, MEASURE_LEG = 3, ROUND_HEADLAND = 4 };

/// Whether a headland waits in the queue with no more than a priority. (Then it is in doubt, and will ask its
/// neighbours itself.)
static bool lane_awaits(const landmark_lane *lane, uint32_t i, uint64_t priority) {
    const uint32_t place = lane->heap.place[i];
    return place != 0 && lane->heap.entries[place - 1].priority <= priority;
}

/// Follows the legs of a headland whose distance is right, but for turns that no shortest way makes.
static void lane_follow(const lfi_landmarks *job, landmark_lane *lane, uint32_t i) {
    const lf_index *index = job->index;
    const uint32_t may = index->turns.may[job->beside[i]][lane->heading[i]];
    for (uint32_t leg = index->first[i]; leg < index->first[i + 1]; leg++) {
        if (!lfi_heading_in(may, job->headings[leg])) continue;
        const uint32_t to = index->legs[leg];
        const uint64_t length =
            lane->distance[i] + lfi_metric_between(&job->metric, index->points[i], index->points[to]);
        if (length >= lane->distance[to] || lane_awaits(lane, to, length)) continue;
        lane->distance[to] = length;
        lane->doubt[to] = 0;
        lane->heading[to] = job->headings[leg];
        lfi_heap_push(&lane->heap, to, length);
    }
}

// ---- Distances that the index before has ----------------------------------------------------------
//
// If a landmark was one before, the search starts from the distances of the index before (Ramalingam and
// Reps). A distance is in order if it is the least that a neighbour offers: the neighbour's own distance, and
// the leg. Those of headlands with the legs that they had are, until that of a neighbour changes. All others
// are put into the queue, in doubt, by the lesser of distance and offer, and taken off nearest first. Whatever
// is nearer is right by then. So if the offer is less, it is right; if it is more, the distance no longer
// holds: it is dropped, and doubt spreads to those that may have relied on it. In the end all are in order,
// and with positive lengths only the right distances are.

/// Which landmark of its group a headland was; NO_SLOT if it was none.
static uint32_t former_slot(const lfi_former *former, uint32_t i) {
    uint32_t slot = former == NULL || former->number[i] == LFI_FORMER_NONE ? NO_SLOT : 0;
    while (slot < NO_SLOT && former->index->away[(size_t)former->number[i] * LFI_LANDMARKS + slot] != 0)
        slot++;
    return slot;
}

/// The distance of a headland from the chosen one of its group as it was; UINT64_MAX if it is not known.
static uint64_t former_distance(const lfi_former *former, uint32_t i, uint32_t chosen, uint32_t slot) {
    const uint32_t number = former->number[i];
    const lf_index *before = former->index;
    if (number == LFI_FORMER_NONE || before->group[number] != before->group[former->number[chosen]])
        return UINT64_MAX;
    return (uint64_t)before->away[(size_t)number * LFI_LANDMARKS + slot];
}

/// The least distance that the neighbours of a headland offer; UINT64_MAX if none has one.
static uint64_t lane_offer(const lfi_landmarks *job, const landmark_lane *lane, uint32_t i) {
    const lf_index *index = job->index;
    uint64_t least = UINT64_MAX;
    for (uint32_t leg = index->first[i]; leg < index->first[i + 1]; leg++) {
        const uint32_t to = index->legs[leg];
        if (lane->distance[to] == UINT64_MAX) continue;
        const uint64_t length =
            lane->distance[to] + lfi_metric_between(&job->metric, index->points[i], index->points[to]);
        least = length < least ? length : least;
    }
    return least;
}

/// Puts a headland into the queue, in doubt, by the lesser of its distance and an offer.
static void lane_doubt(landmark_lane *lane, uint32_t i, uint64_t offer) {
    const uint64_t least = offer < lane->distance[i] ? offer : lane->distance[i];
    lane->doubt[i] = 1;
    if (least != UINT64_MAX) lfi_heap_push(&lane->heap, i, least);
}

/// Takes over the distances as they were.
static void lane_recall(const lfi_landmarks *job, landmark_lane *lane) {
    const lf_index *index = job->index;
    for (uint32_t i = 0; i < index->count; i++) {
        const uint32_t group = index->group[i], slot = lane->slot[group];
        if (slot != NO_SLOT) lane->distance[i] = former_distance(job->former, i, lane->chosen[group], slot);
    }
    for (uint32_t i = 0; i < index->count; i++) {
        if (!job->changed[i] || lane->distance[i] == 0 || lane->slot[index->group[i]] == NO_SLOT) continue;
        const uint64_t offer = lane_offer(job, lane, i);
        if (offer != lane->distance[i]) lane_doubt(lane, i, offer);
    }
}

/// Drops the distance of a headland; those of neighbours that may have relied on it are in doubt.
static void lane_drop(const lfi_landmarks *job, landmark_lane *lane, uint32_t i) {
    const lf_index *index = job->index;
    const uint64_t distance = lane->distance[i];
    lane->distance[i] = UINT64_MAX;
    for (uint32_t leg = index->first[i]; leg < index->first[i + 1]; leg++) {
        const uint32_t to = index->legs[leg];
        if (lane->distance[to] == UINT64_MAX || lane->heap.place[to] != 0) continue;
        if (lane->distance[to] >=
            distance + lfi_metric_between(&job->metric, index->points[i], index->points[to]))
            lane_doubt(lane, to, UINT64_MAX);
    }
}

/// Judges a distance in doubt that was taken off the queue.
static void lane_judge(const lfi_landmarks *job, landmark_lane *lane, lfi_heap_entry top) {
    const uint64_t offer = lane_offer(job, lane, top.node), distance = lane->distance[top.node];
    if (offer == distance) return;
    if (offer > top.priority && distance > top.priority) { // what it was put in by is gone
        lane_doubt(lane, top.node, offer);
    } else if (offer < distance) {
        lane->distance[top.node] = offer;
        lane->heading[top.node] = LFI_HEADING_ANY;
        lane_follow(job, lane, top.node);
    } else {
        lane_drop(job, lane, top.node);
        lane_doubt(lane, top.node, offer);
    }
}

// ---- Distances ------------------------------------------------------------------------------------

/// Begins the search for the distances of all headlands from the chosen one of their group.
static void lane_begin(const lfi_landmarks *job, landmark_lane *lane) {
    const lf_index *index = job->index;
    bool known = false;
    for (uint32_t i = 0; i < index->count; i++) lane->distance[i] = UINT64_MAX;
    memset(lane->heading, LFI_HEADING_ANY, index->count);
    for (uint32_t i = 0; i < index->group_count; i++) {
        lane->slot[i] = former_slot(job->former, lane->chosen[i]);
        known |= lane->slot[i] != NO_SLOT;
    }
    if (known) lane_recall(job, lane);
    for (uint32_t i = 0; i < index->group_count; i++) {
        if (lane->slot[i] != NO_SLOT) continue;
        lane->distance[lane->chosen[i]] = 0;
        lane->doubt[lane->chosen[i]] = 0;
        lfi_heap_push(&lane->heap, lane->chosen[i], 0);
    }
}

/// Continues the search; true once all headlands have their distances.
static bool lane_measure(const lfi_landmarks *job, landmark_lane *lane, int64_t *budget) {
    const lf_index *index = job->index;
    while (lane->heap.count > 0 && *budget > 0) {
        const lfi_heap_entry top = lfi_heap_pop(&lane->heap);
        *budget -= MEASURE + MEASURE_LEG * (int64_t)(index->first[top.node + 1] - index->first[top.node]);
        if (lane->doubt[top.node])
            lane_judge(job, lane, top);
        else
            lane_follow(job, lane, top.node);
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
        index->away[(size_t)i * LFI_LANDMARKS + k] = (int16_t)(lane->distance[i] / index->unit);
        if (lane->distance[i] < lane->nearest[i]) lane->nearest[i] = lane->distance[i];
    }
}

/// The unit. The distances from one headland of each group are known; no distance within a group is more than
/// twice the greatest of them.
static uint64_t job_unit(const lfi_landmarks *job) {
    uint64_t greatest = 0;
    for (uint32_t i = 0; i < job->index->count; i++) {
        if (job->lanes[0].distance[i] > greatest) greatest = job->lanes[0].distance[i];
    }
    const uint64_t least = lfi_index_least_unit(&job->metric);
    const uint64_t unit = (2 * greatest + LFI_AWAY_MAX - 1) / LFI_AWAY_MAX;
    return unit < least ? least : unit;
}

// ---- Rounds ---------------------------------------------------------------------------------------

// Round 0 measures from the first headland of each group, only to find the unit and the first landmark. Round
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
    if (round == 0)
        job->index->unit = job_unit(job);
    else
        lane_keep(job, round_lane(job, round), round - 1);
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
    lfi_heap_arrays(run, &lane->heap, index->count);
    LFI_ARRAY(run, lane->distance, index->count);
    LFI_ARRAY(run, lane->nearest, index->count);
    LFI_ARRAY(run, lane->chosen, index->group_count);
    LFI_ARRAY(run, lane->slot, index->group_count);
    LFI_ARRAY(run, lane->doubt, index->count);
    LFI_ARRAY(run, lane->heading, index->count);
}

static void lanes_run(lfi_landmarks *job, lfi_arrays *run) {
    for (int i = 0; i < 2; i++) lane_arrays(job->index, run, &job->lanes[i]);
    LFI_ARRAY(run, job->beside, job->index->count);
    LFI_ARRAY(run, job->headings, job->index->leg_count);
    if (job->former != NULL) LFI_ARRAY(run, job->changed, job->index->count);
}

static void changed_fill(lfi_landmarks *job) {
    const lf_index *index = job->index;
    for (uint32_t i = 0; job->former != NULL && i < index->count; i++) {
        job->changed[i] =
            job->former->number[i] == LFI_FORMER_NONE || !lfi_former_has_legs(job->former, index, i);
        if (job->changed[i]) job->changed_legs += index->first[i + 1] - index->first[i];
    }
}

static void headings_fill(lfi_landmarks *job) {
    const lf_index *index = job->index;
    for (uint32_t i = 0; i < index->count; i++) {
        job->beside[i] = (uint8_t)lfi_turns_beside(&index->turns, index->map, index->points[i]);
        for (uint32_t leg = index->first[i]; leg < index->first[i + 1]; leg++)
            job->headings[leg] = (uint8_t)lfi_heading(index->points[i], index->points[index->legs[leg]]);
    }
}

lfi_landmarks *lfi_landmarks_create(lf_index *index, const lfi_former *former) {
    lfi_landmarks *job = lfi_alloc(&index->allocator, 1, sizeof *job);
    if (job == NULL) return NULL;
    const bool exact = former != NULL && former->index->unit == 1;
    *job = (lfi_landmarks){.index = index,
                           .metric = lfi_metric_make(index->map->moves, index->cost),
                           .former = exact ? former : NULL};
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lanes_run(job, &run);
    if (run.failed) {
        lfi_landmarks_destroy(job);
        return NULL;
    }
    headings_fill(job);
    changed_fill(job);
    return job;
}

void lfi_landmarks_find(lfi_landmarks *job, const lf_workers *workers) {
    for (uint32_t round = 0; round < ROUNDS_TOGETHER; round++) landmark_round_run(job, round);
    lfi_workers_run(workers, job_run_lane, job, 2);
}

bool lfi_landmarks_step(lfi_landmarks *job, int64_t *budget) {
    const int64_t pass = ROUND_HEADLAND * (int64_t)job->index->count,
                  recall = MEASURE_LEG * (int64_t)job->changed_legs;
    while (job->round<ROUNDS && * budget> 0) {
        if (!job->measuring) {
            landmark_round_begin(job, job->round);
            *budget -= pass + recall;
        }
        job->measuring = !lane_measure(job, round_lane(job, job->round), budget);
        if (job->measuring) return false;
        landmark_round_end(job, job->round++);
        *budget -= pass;
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
