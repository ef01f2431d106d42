// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Finding the legs between headlands: the edges of the visibility graph.
//
// Every headland looks out (lookout.h) for the headlands that it reaches. Sight is mutual, because it means
// that no stop lies in the parallelogram between the two, so every leg is found from both of its ends.
//
// Under uniform costs a king may swerve for free: where dx is greater than dy, dx - dy of the moves may be
// diagonal to either side. So most legs can lead through a third headland that both ends see, at no greater
// length. Such a leg is dropped: it remains possible as two shorter ones. On a world map 38 of 100 are left.
//
// The headlands are cut into parts of equal size that are independent of each other, for as many threads as
// the caller has. Only the caller's own thread allocates, so the size of a part's buffer is guessed
// beforehand. If the guess was too small, the part only counts, and runs again with the right size.
//
// Time: O(headlands * lookout). Temporary memory: 4 bytes for each headland seen.
#include "build.h"

#include <string.h>

enum { PART_NODES = 64, PART_GUESS = 24 };

/// What the headlands of one part see.
typedef struct legs_part {
    uint32_t *seen;
    uint32_t capacity, count; ///< count may exceed the capacity: then only the capacity was written
} legs_part;

struct lfi_legs {
    lf_index *index;
    legs_part *parts;
    int64_t part_count;
    uint32_t *offset; ///< for each headland: where the headlands that it sees begin in its part
    bool again;       ///< whether only the parts that did not fit run
    uint8_t *needed;  ///< for each leg, whether it is needed; only while legs are dropped
    uint32_t leg_count;
};

static uint32_t part_begin(int64_t part) {
    return (uint32_t)(part * PART_NODES);
}

static uint32_t part_end(const lfi_legs *job, int64_t part) {
    const uint64_t end = (uint64_t)(part + 1) * PART_NODES;
    return end < job->index->count ? (uint32_t)end : job->index->count;
}

static void part_add(void *user, uint32_t number) {
    legs_part *part = user;
    if (part->count < part->capacity) part->seen[part->count] = number;
    part->count++;
}

/// Insertion sort: the numbers are few, and nearly in order.
static void numbers_sort(uint32_t *numbers, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t number = numbers[i];
        uint32_t j = i;
        for (; j > 0 && numbers[j - 1] > number; j--) numbers[j] = numbers[j - 1];
        numbers[j] = number;
    }
}

void lfi_legs_look(int64_t number, void *user) {
    lfi_legs *job = user;
    legs_part *part = &job->parts[number];
    if (job->again && part->count <= part->capacity) return;
    part->count = 0;
    const lfi_lookout lookout = {.map = job->index->map,
                                 .stops = &job->index->stops,
                                 .limit = UINT32_MAX,
                                 .user = part,
                                 .headland = part_add};
    for (uint32_t i = part_begin(number); i < part_end(job, number); i++) {
        const uint32_t before = part->count;
        job->offset[i] = before;
        lfi_lookout_scan(&lookout, job->index->points[i].x, job->index->points[i].y);
        if (part->count <= part->capacity) numbers_sort(part->seen + before, part->count - before);
    }
}

void lfi_legs_copy(int64_t number, void *user) {
    lfi_legs *job = user;
    const legs_part *part = &job->parts[number];
    memcpy(job->index->legs + job->index->first[part_begin(number)], part->seen,
           part->count * sizeof *part->seen);
}

static void part_arrays(lfi_arrays *run, legs_part *part) {
    LFI_ARRAY(run, part->seen, part->capacity);
}

static void job_arrays(lfi_arrays *run, lfi_legs *job) {
    LFI_ARRAY_ZEROED(run, job->parts, (uint64_t)job->part_count);
    LFI_ARRAY(run, job->offset, job->index->count);
}

/// Gives a part a new buffer instead of the one that it has.
static lf_status part_make(const lfi_legs *job, legs_part *part, uint32_t capacity) {
    lfi_arrays run = {.allocator = &job->index->allocator, .mode = LFI_ARRAYS_FREE};
    part_arrays(&run, part);
    part->capacity = capacity;
    run.mode = LFI_ARRAYS_MAKE;
    part_arrays(&run, part);
    return run.failed ? LF_E_NOMEM : LF_OK;
}

lfi_legs *lfi_legs_create(lf_index *index) {
    lfi_legs *job = lfi_alloc(&index->allocator, 1, sizeof *job);
    if (job == NULL) return NULL;
    *job = (lfi_legs){.index = index, .part_count = ((int64_t)index->count + PART_NODES - 1) / PART_NODES};
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    job_arrays(&run, job);
    for (int64_t i = 0; !run.failed && i < job->part_count; i++) {
        const uint32_t nodes = part_end(job, i) - part_begin(i);
        run.failed = part_make(job, &job->parts[i], nodes * PART_GUESS) != LF_OK;
    }
    if (!run.failed) return job;
    lfi_legs_destroy(job);
    return NULL;
}

static void needed_array(lfi_arrays *run, lfi_legs *job) {
    LFI_ARRAY(run, job->needed, job->leg_count);
}

void lfi_legs_destroy(lfi_legs *job) {
    if (job == NULL) return;
    const lf_index *index = job->index;
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_FREE};
    for (int64_t i = 0; job->parts != NULL && i < job->part_count; i++) part_arrays(&run, &job->parts[i]);
    job_arrays(&run, job);
    needed_array(&run, job);
    lfi_free(&index->allocator, job, 1, sizeof *job);
}

int64_t lfi_legs_parts(const lfi_legs *job) {
    return job->part_count;
}

lf_status lfi_legs_make_room(lfi_legs *job) {
    for (int64_t i = 0; i < job->part_count; i++) {
        if (job->parts[i].count <= job->parts[i].capacity) continue;
        const uint32_t count = job->parts[i].count;
        if (part_make(job, &job->parts[i], count) != LF_OK) return LF_E_NOMEM;
        job->parts[i].count = UINT32_MAX; // it runs again
    }
    job->again = true;
    return LF_OK;
}

lf_status lfi_legs_join(lfi_legs *job) {
    lf_index *index = job->index;
    uint64_t total = 0;
    for (int64_t i = 0; i < job->part_count; i++) {
        if (total + job->parts[i].count > UINT32_MAX) return LF_E_INDEX_LIMIT;
        for (uint32_t k = part_begin(i); k < part_end(job, i); k++)
            index->first[k] = (uint32_t)total + job->offset[k];
        total += job->parts[i].count;
    }
    index->first[index->count] = (uint32_t)total;
    index->leg_count = (uint32_t)total;
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_leg_arrays(&run, index);
    return run.failed ? LF_E_NOMEM : LF_OK;
}

// ---- Legs that uniform costs do not need ----------------------------------------------------------

uint32_t lfi_index_leg_number(const lf_index *index, uint32_t from, uint32_t to) {
    uint32_t low = index->first[from], high = index->first[from + 1];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (index->legs[middle] < to)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool lfi_index_has_leg(const lf_index *index, uint32_t from, uint32_t to) {
    const uint32_t leg = lfi_index_leg_number(index, from, to);
    return leg < index->first[from + 1] && index->legs[leg] == to;
}

/// Some of the headlands that a headland sees, at places relative to it. With 16 bits a vector holds eight
/// numbers. A headland beyond VIEW_FAR is left out, and a leg as long is kept.
enum { VIEW_MAX = 256, VIEW_STEP = 16, VIEW_FAR = INT16_MAX / 2 };
typedef struct reduce_view {
    int16_t x[VIEW_MAX], y[VIEW_MAX], length[VIEW_MAX];
    uint32_t leg[VIEW_MAX];
    uint32_t count;
} reduce_view;

static int16_t moves_over(int16_t dx, int16_t dy) {
    const int16_t left = (int16_t)-dx, up = (int16_t)-dy;
    const int16_t across = dx < left ? left : dx, along = dy < up ? up : dy;
    return across < along ? along : across;
}

static bool leg_is_far(lf_point from, lf_point to) {
    return lfi_gap(from.x, to.x) > VIEW_FAR || lfi_gap(from.y, to.y) > VIEW_FAR;
}

/// Fills a view with legs, starting at `leg`. Returns the first leg without room.
static uint32_t view_fill(const lf_index *index, lf_point from, uint32_t leg, uint32_t end,
                          reduce_view *view) {
    uint32_t count = 0;
    for (; leg < end && count < VIEW_MAX; leg++) {
        const lf_point to = index->points[index->legs[leg]];
        if (leg_is_far(from, to)) continue;
        view->x[count] = (int16_t)(to.x - from.x);
        view->y[count] = (int16_t)(to.y - from.y);
        view->length[count] = moves_over(view->x[count], view->y[count]);
        view->leg[count++] = leg;
    }
    view->count = count;
    while (count % VIEW_STEP != 0) view->length[count++] = INT16_MAX; // matches nothing
    return leg;
}

/// Whether some headland in view lies on a way of the same length as the leg, and sees its far end too.
static bool leg_is_detour(const lf_index *index, const reduce_view *view, lf_point from, uint32_t leg) {
    const uint32_t to = index->legs[leg];
    const int16_t x = (int16_t)(index->points[to].x - from.x), y = (int16_t)(index->points[to].y - from.y);
    const int16_t length = moves_over(x, y);
    for (uint32_t begin = 0; begin < view->count; begin += VIEW_STEP) {
        int16_t between[VIEW_STEP], any = 0;
        for (uint32_t i = 0; i < VIEW_STEP; i++) { // without branches, so that compilers vectorize it
            const int16_t rest =
                moves_over((int16_t)(x - view->x[begin + i]), (int16_t)(y - view->y[begin + i]));
            between[i] = (int16_t)(length - view->length[begin + i]) == rest;
            any |= between[i];
        }
        for (uint32_t i = 0; any != 0 && i < VIEW_STEP; i++) {
            const uint32_t by = view->leg[begin + i];
            if (between[i] && by != leg && lfi_index_has_leg(index, index->legs[by], to)) return true;
        }
    }
    return false;
}

/// Only checks legs that lead to later headlands: a detour one way is a detour the other way too.
void lfi_legs_reduce(int64_t number, void *user) {
    const lfi_legs *job = user;
    const lf_index *index = job->index;
    reduce_view view;
    memset(&view, 0, sizeof view); // places beyond a shorter list are read, and ignored
    for (uint32_t i = part_begin(number); i < part_end(job, number); i++) {
        const lf_point from = index->points[i];
        const uint32_t last = index->first[i + 1];
        const uint32_t later = lfi_index_leg_number(index, i, i);
        for (uint32_t next = index->first[i]; next < last;) {
            next = view_fill(index, from, next, last, &view);
            for (uint32_t leg = later; leg < last; leg++) {
                if (!job->needed[leg] || leg_is_far(from, index->points[index->legs[leg]])) continue;
                if (!leg_is_detour(index, &view, from, leg)) continue;
                job->needed[leg] = 0;
                job->needed[lfi_index_leg_number(index, index->legs[leg], i)] = 0;
            }
        }
    }
}

/// Copies the needed legs into an array that has room for just these.
static void legs_compact(lf_index *index, const uint8_t *needed, uint32_t *legs) {
    uint32_t count = 0, leg = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        index->first[i] = count;
        for (; leg < index->first[i + 1]; leg++) {
            if (needed[leg]) legs[count++] = index->legs[leg];
        }
    }
    index->first[index->count] = count;
}

/// Drops the legs that are not needed and frees their memory.
static lf_status legs_drop(lf_index *index, const uint8_t *needed) {
    lf_index after = *index;
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    after.leg_count = 0;
    for (uint32_t i = 0; i < index->leg_count; i++) after.leg_count += needed[i];
    lfi_index_leg_arrays(&run, &after);
    if (run.failed) return LF_E_NOMEM;
    legs_compact(index, needed, after.legs);
    run.mode = LFI_ARRAYS_FREE;
    lfi_index_leg_arrays(&run, index);
    *index = after;
    return LF_OK;
}

lf_status lfi_legs_reduce_begin(lfi_legs *job) {
    lfi_arrays run = {.allocator = &job->index->allocator, .mode = LFI_ARRAYS_MAKE};
    job->leg_count = job->index->leg_count;
    needed_array(&run, job);
    if (run.failed) return LF_E_NOMEM;
    memset(job->needed, 1, job->leg_count);
    return LF_OK;
}

lf_status lfi_legs_reduce_end(lfi_legs *job) {
    return legs_drop(job->index, job->needed);
}
