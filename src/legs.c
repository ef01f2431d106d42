// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Finding the legs between headlands.
//
// Every headland looks out (lookout.h) for the ones it reaches. A leg is kept only if both ends see each
// other: if A sees B but B does not see A, the way back from B bends at other headlands, at the same length,
// and the legs of that way are shorter, so that by induction legs seen from both ends suffice
// (docs/decisions/0005). On real maps that leaves a third of what is seen.
//
// The headlands are cut into parts of equal number that know nothing of each other, for as many threads as
// the caller has. A part writes into a buffer that was guessed beforehand, because only the caller's own
// thread allocates; a part whose guess was too small only counts, and is run again with the right size.
//
// Time: O(headlands * lookout). Memory for the while: 4 bytes for each headland seen.
#include "index.h"

#include <string.h>

enum { PART_NODES = 512, PART_GUESS = 24 };

/// What the headlands of one part see.
typedef struct legs_part {
    uint32_t *seen;
    uint32_t capacity, count; ///< count may exceed the capacity: then only the capacity was written
} legs_part;

typedef struct legs_job {
    lf_index *index;
    legs_part *parts;
    int64_t part_count;
    uint32_t
        *offset; ///< for each headland: where what it sees begins in its part; one more at each part's end
    bool again;  ///< whether only the parts that did not fit are run
} legs_job;

static uint32_t part_begin(int64_t part) {
    return (uint32_t)(part * PART_NODES);
}

static uint32_t part_end(const legs_job *job, int64_t part) {
    const uint64_t end = (uint64_t)(part + 1) * PART_NODES;
    return end < job->index->count ? (uint32_t)end : job->index->count;
}

/// Where what headland i sees begins, and where it ends.
static uint32_t *seen_begin(const legs_job *job, uint32_t i) {
    return job->parts[i / PART_NODES].seen + job->offset[i];
}

static uint32_t *seen_end(const legs_job *job, uint32_t i) {
    const legs_part *part = &job->parts[i / PART_NODES];
    const bool last = i + 1 == part_end(job, i / PART_NODES);
    return part->seen + (last ? part->count : job->offset[i + 1]);
}

static void part_add(void *user, uint32_t number, int32_t x, int32_t y) {
    legs_part *part = user;
    (void)x;
    (void)y;
    if (part->count < part->capacity) part->seen[part->count] = number;
    part->count++;
}

/// Few numbers, nearly in order: plain insertion.
static void numbers_sort(uint32_t *numbers, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t number = numbers[i];
        uint32_t j = i;
        for (; j > 0 && numbers[j - 1] > number; j--) numbers[j] = numbers[j - 1];
        numbers[j] = number;
    }
}

static void part_look(int64_t number, void *user) {
    legs_job *job = user;
    legs_part *part = &job->parts[number];
    if (job->again && part->count <= part->capacity) return;
    part->count = 0;
    const lfi_lookout lookout = {
        .map = job->index->map, .stops = &job->index->stops, .user = part, .headland = part_add};
    for (uint32_t i = part_begin(number); i < part_end(job, number); i++) {
        const uint32_t before = part->count;
        job->offset[i] = before;
        lfi_lookout_scan(&lookout, job->index->points[i].x, job->index->points[i].y);
        if (part->count <= part->capacity) numbers_sort(part->seen + before, part->count - before);
    }
}

static bool part_sees(const legs_job *job, uint32_t from, uint32_t to) {
    const uint32_t *low = seen_begin(job, from), *end = seen_end(job, from), *high = end;
    while (low < high) {
        const uint32_t *middle = low + (high - low) / 2;
        if (*middle < to)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && *low == to;
}

/// Drops from each headland's list what does not see it: marks it, because others are reading the lists.
static void part_count_mutual(int64_t number, void *user) {
    legs_job *job = user;
    for (uint32_t i = part_begin(number); i < part_end(job, number); i++) {
        uint32_t count = 0;
        for (const uint32_t *to = seen_begin(job, i); to < seen_end(job, i); to++)
            count += part_sees(job, *to, i);
        job->index->first[i + 1] = count;
    }
}

static void part_write_mutual(int64_t number, void *user) {
    legs_job *job = user;
    for (uint32_t i = part_begin(number); i < part_end(job, number); i++) {
        uint32_t *leg = job->index->legs + job->index->first[i];
        for (const uint32_t *to = seen_begin(job, i); to < seen_end(job, i); to++) {
            if (part_sees(job, *to, i)) *leg++ = *to;
        }
    }
}

static lf_status part_alloc(const legs_job *job, legs_part *part, uint32_t capacity) {
    lfi_free(&job->index->allocator, part->seen, part->capacity, sizeof *part->seen);
    part->capacity = capacity;
    part->seen = lfi_alloc(&job->index->allocator, capacity, sizeof *part->seen);
    return part->seen == NULL ? LF_E_NOMEM : LF_OK;
}

/// Lets every headland look out.
static lf_status job_look(legs_job *job, const lf_workers *workers) {
    for (int64_t i = 0; i < job->part_count; i++) {
        const uint32_t nodes = part_end(job, i) - part_begin(i);
        if (part_alloc(job, &job->parts[i], nodes * PART_GUESS) != LF_OK) return LF_E_NOMEM;
    }
    lfi_workers_run(workers, part_look, job, job->part_count);
    for (int64_t i = 0; i < job->part_count; i++) {
        if (job->parts[i].count <= job->parts[i].capacity) continue;
        const uint32_t count = job->parts[i].count;
        if (part_alloc(job, &job->parts[i], count) != LF_OK) return LF_E_NOMEM;
        job->parts[i].count = UINT32_MAX; // to be run again
        job->again = true;
    }
    if (job->again) lfi_workers_run(workers, part_look, job, job->part_count);
    return LF_OK;
}

static lf_status job_keep_mutual(legs_job *job, const lf_workers *workers) {
    lf_index *index = job->index;
    lfi_workers_run(workers, part_count_mutual, job, job->part_count);
    uint64_t total = 0;
    index->first[0] = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        total += index->first[i + 1];
        if (total > UINT32_MAX) return LF_E_INDEX_LIMIT;
        index->first[i + 1] = (uint32_t)total;
    }
    index->leg_count = (uint32_t)total;
    index->legs = lfi_alloc(&index->allocator, total, sizeof *index->legs);
    if (index->legs == NULL) return LF_E_NOMEM;
    lfi_workers_run(workers, part_write_mutual, job, job->part_count);
    return LF_OK;
}

lf_status lfi_index_find_legs(lf_index *index, const lf_workers *workers) {
    const lf_allocator *allocator = &index->allocator;
    legs_job job = {.index = index, .part_count = ((int64_t)index->count + PART_NODES - 1) / PART_NODES};
    job.parts = lfi_alloc(allocator, (uint64_t)job.part_count, sizeof *job.parts);
    job.offset = lfi_alloc(allocator, index->count, sizeof *job.offset);
    if (job.parts != NULL) memset(job.parts, 0, (size_t)job.part_count * sizeof *job.parts);
    lf_status status = job.parts == NULL || job.offset == NULL ? LF_E_NOMEM : job_look(&job, workers);
    if (status == LF_OK) status = job_keep_mutual(&job, workers);
    for (int64_t i = 0; job.parts != NULL && i < job.part_count; i++) {
        lfi_free(allocator, job.parts[i].seen, job.parts[i].capacity, sizeof *job.parts[i].seen);
    }
    lfi_free(allocator, job.parts, (uint64_t)job.part_count, sizeof *job.parts);
    lfi_free(allocator, job.offset, index->count, sizeof *job.offset);
    return status;
}
