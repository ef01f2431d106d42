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
// beforehand. If the guess was too small, the part stops, and goes on when it has more room.
//
// After edits, most headlands see what they saw: they take their legs over from the former index (former.h).
// Whether a leg is needed depends only on what its two ends see, and on where that lies. So if neither end
// sees anything else than before, what was found then holds, whatever the headlands between them see now. And
// if a leg was needed, only a headland that one of its ends did not see before can replace it.
//
// Time: O(headlands * lookout). Temporary memory: 4 bytes for each headland seen.
#include "build.h"

#include <string.h>

enum { PART_NODES = 64, PART_GUESS = 24 };

/// Times in pieces of about a nanosecond: of a lookout, and of each headland seen; of a leg that is taken
/// over or copied; of a step over a view; of a question whether two headlands see each other.
enum {
    LOOK = 500,
    LOOK_SEEN = 70,
    COPY_LEG = 3,
    COMPARE_LEG = 8,
    REDUCE_STEP = 10,
    REDUCE_ASK = 32,
    REDUCE_NEW = 10
};

/// What the headlands of one part see.
typedef struct legs_part {
    uint32_t *seen;
    uint32_t capacity, count; ///< count may exceed the capacity: then only the capacity was written
    uint32_t looked;          ///< headlands that have looked out
    uint32_t begin, needed;   ///< where its needed legs begin among all of them, and how many there are
    int64_t work;             ///< of the last stage
} legs_part;

struct lfi_legs {
    lf_index *index;
    legs_part *parts;
    int64_t part_count;
    uint32_t *offset; ///< for each headland: where the headlands that it sees begin in its part
    uint8_t *needed;  ///< for each leg, whether it is needed; only while legs are dropped
    uint8_t *states;  ///< for each leg, what is known of it (leg_state); likewise
    uint32_t leg_count;
    uint32_t *packed; ///< the legs that are needed
    uint32_t packed_count;
    const lfi_former *former; ///< NULL, or the index before
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

/// Takes over what a headland saw; false if it has to look out.
static bool part_take_over(const lfi_legs *job, legs_part *part, uint32_t i) {
    if (job->former == NULL || !job->former->same[i]) return false;
    uint32_t count;
    const uint32_t *seen = lfi_former_seen(job->former, job->former->number[i], &count);
    const uint32_t before = part->count;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t now = job->former->now[seen[k]];
        LFI_ASSERT(now != LFI_FORMER_NONE);
        part_add(part, now);
    }
    part->work += COPY_LEG * (int64_t)(part->count - before);
    return true;
}

static void part_look(const lfi_legs *job, legs_part *part, uint32_t i) {
    const lfi_lookout lookout = {.map = job->index->map,
                                 .stops = &job->index->stops,
                                 .limit = UINT32_MAX,
                                 .user = part,
                                 .headland = part_add};
    const uint32_t before = part->count;
    lfi_lookout_scan(&lookout, job->index->points[i].x, job->index->points[i].y);
    part->work += LOOK + LOOK_SEEN * (int64_t)(part->count - before);
    if (part->count > part->capacity) return;
    numbers_sort(part->seen + before, part->count - before);
    if (job->former != NULL)
        job->former->same[i] = lfi_former_sees(job->former, i, part->seen + before, part->count - before);
}

void lfi_legs_look(int64_t number, void *user) {
    lfi_legs *job = user;
    legs_part *part = &job->parts[number];
    part->work = 1;
    for (uint32_t i = part_begin(number) + part->looked; i < part_end(job, number); i++) {
        job->offset[i] = part->count;
        if (!part_take_over(job, part, i)) part_look(job, part, i);
        if (part->count > part->capacity) return;
        part->looked++;
    }
}

void lfi_legs_copy(int64_t number, void *user) {
    lfi_legs *job = user;
    const lf_index *index = job->index;
    legs_part *part = &job->parts[number];
    const uint32_t first = index->first[part_begin(number)];
    const size_t size = part->count * sizeof *part->seen;
    memcpy(index->legs + first, part->seen, size);
    if (index->raw != NULL) memcpy(index->raw + first, part->seen, size);
    part->work = COPY_LEG * (int64_t)part->count * (index->raw != NULL ? 2 : 1) + 1;
}

int64_t lfi_legs_work(int64_t number, const void *user) {
    const lfi_legs *job = user;
    return job->parts[number].work;
}

static void part_arrays(lfi_arrays *run, legs_part *part) {
    LFI_ARRAY(run, part->seen, part->capacity);
}

static void job_arrays(lfi_arrays *run, lfi_legs *job) {
    LFI_ARRAY_ZEROED(run, job->parts, (uint64_t)job->part_count);
    LFI_ARRAY(run, job->offset, job->index->count);
}

/// Gives a part a larger buffer, and copies what it has seen.
static lf_status part_make(const lfi_legs *job, legs_part *part, uint32_t capacity) {
    legs_part after = {.capacity = capacity};
    lfi_arrays run = {.allocator = &job->index->allocator, .mode = LFI_ARRAYS_MAKE};
    part_arrays(&run, &after);
    if (run.failed) return LF_E_NOMEM;
    if (part->count > 0) memcpy(after.seen, part->seen, part->count * sizeof *part->seen);
    run.mode = LFI_ARRAYS_FREE;
    part_arrays(&run, part);
    part->seen = after.seen;
    part->capacity = capacity;
    return LF_OK;
}

lfi_legs *lfi_legs_create(lf_index *index, const lfi_former *former) {
    lfi_legs *job = lfi_alloc(&index->allocator, 1, sizeof *job);
    if (job == NULL) return NULL;
    *job = (lfi_legs){.index = index,
                      .part_count = ((int64_t)index->count + PART_NODES - 1) / PART_NODES,
                      .former = former};
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
    LFI_ARRAY(run, job->states, job->leg_count);
}

static void packed_array(lfi_arrays *run, lfi_legs *job) {
    LFI_ARRAY(run, job->packed, job->packed_count);
}

void lfi_legs_destroy(lfi_legs *job) {
    if (job == NULL) return;
    const lf_index *index = job->index;
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_FREE};
    for (int64_t i = 0; job->parts != NULL && i < job->part_count; i++) part_arrays(&run, &job->parts[i]);
    job_arrays(&run, job);
    needed_array(&run, job);
    packed_array(&run, job);
    lfi_free(&index->allocator, job, 1, sizeof *job);
}

int64_t lfi_legs_parts(const lfi_legs *job) {
    return job->part_count;
}

lf_status lfi_legs_make_room(lfi_legs *job, bool *again) {
    *again = false;
    for (int64_t i = 0; i < job->part_count; i++) {
        legs_part *part = &job->parts[i];
        if (part->count <= part->capacity) continue;
        const uint64_t room = 2 * (uint64_t)part->count; // for what did not fit, and for as much again
        part->count = job->offset[part_begin(i) + part->looked];
        if (room > UINT32_MAX) return LF_E_INDEX_LIMIT;
        if (part_make(job, part, (uint32_t)room) != LF_OK) return LF_E_NOMEM;
        *again = true;
    }
    return LF_OK;
}

/// Makes room for a copy of all legs, before some are dropped.
static void raw_make(lfi_arrays *run, lf_index *index) {
    index->raw_count = index->leg_count;
    lfi_index_raw_arrays(run, index);
    if (!run->failed)
        memcpy(index->raw_first, index->first, ((size_t)index->count + 1) * sizeof *index->first);
}

lf_status lfi_legs_join(lfi_legs *job, bool keep_all) {
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
    if (keep_all) raw_make(&run, index);
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

/// What is known of a leg before it is asked whether it is needed: that; nothing; that it was needed; that its
/// ends did not see each other.
typedef enum leg_state { LEG_SETTLED = 0, LEG_UNKNOWN, LEG_WAS_NEEDED, LEG_IS_NEW } leg_state;

/// Fills a view with legs, starting at `leg`; with new ones alone if they are to be tried on legs that were
/// needed. Returns the first leg without room.
static uint32_t view_fill(const lfi_legs *job, uint32_t i, uint32_t leg, bool fresh, reduce_view *view) {
    const lf_index *index = job->index;
    const lf_point from = index->points[i];
    uint32_t count = 0;
    for (; leg < index->first[i + 1] && count < VIEW_MAX; leg++) {
        const lf_point to = index->points[index->legs[leg]];
        if ((fresh && job->states[leg] != LEG_IS_NEW) || leg_is_far(from, to)) continue;
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
static bool leg_is_detour(const lf_index *index, const reduce_view *view, lf_point from, uint32_t leg,
                          int64_t *work) {
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
        *work += REDUCE_STEP;
        for (uint32_t i = 0; any != 0 && i < VIEW_STEP; i++) {
            const uint32_t by = view->leg[begin + i];
            if (!between[i] || by == leg) continue;
            *work += REDUCE_ASK;
            if (lfi_index_has_leg(index, index->legs[by], to)) return true;
        }
    }
    return false;
}

/// A list of former headlands, in ascending order, that is read along with a list of headlands now.
typedef struct former_list {
    const uint32_t *next, *end;
} former_list;

static bool former_list_has(former_list *list, uint32_t number) {
    while (list->next < list->end && *list->next < number) list->next++;
    return list->next < list->end && *list->next == number;
}

/// Compares the legs of a headland with those that it had.
static void headland_compare(const lfi_legs *job, uint32_t i) {
    const lfi_former *former = job->former;
    const lf_index *index = job->index, *before = former->index;
    const uint32_t number = former->number[i];
    uint32_t count;
    const uint32_t *all = lfi_former_seen(former, number, &count);
    former_list seen = {all, all + count},
                needed = {before->legs + before->first[number], before->legs + before->first[number + 1]};
    for (uint32_t leg = index->first[i]; leg < index->first[i + 1]; leg++) {
        const uint32_t to = index->legs[leg], there = former->number[to];
        const bool was = there != LFI_FORMER_NONE && former_list_has(&needed, there);
        job->needed[leg] = 1;
        if (former->same[i] && former->same[to]) {
            job->needed[leg] = was;
            job->states[leg] = LEG_SETTLED;
        } else if (there == LFI_FORMER_NONE || !former_list_has(&seen, there)) {
            job->states[leg] = LEG_IS_NEW;
        } else {
            job->states[leg] = was ? LEG_WAS_NEEDED : LEG_UNKNOWN;
        }
    }
}

void lfi_legs_compare(int64_t number, void *user) {
    const lfi_legs *job = user;
    legs_part *part = &job->parts[number];
    const uint32_t *first = job->index->first;
    part->work = COMPARE_LEG * (int64_t)part->count + 1;
    for (uint32_t i = part_begin(number); i < part_end(job, number); i++) {
        if (job->former != NULL && job->former->number[i] != LFI_FORMER_NONE) {
            headland_compare(job, i);
            continue;
        }
        memset(job->needed + first[i], 1, first[i + 1] - first[i]);
        memset(job->states + first[i], LEG_IS_NEW, first[i + 1] - first[i]);
    }
}

/// Whether it must be found out of a leg if it is needed, by all headlands or by new ones alone.
static bool leg_is_open_question(const lfi_legs *job, uint32_t i, uint32_t leg, bool fresh) {
    const lf_index *index = job->index;
    return job->needed[leg] && job->states[leg] != LEG_SETTLED &&
           (job->states[leg] == LEG_WAS_NEEDED) == fresh &&
           !leg_is_far(index->points[i], index->points[index->legs[leg]]);
}

static bool reduce_has_questions(const lfi_legs *job, uint32_t i, uint32_t later, bool fresh) {
    for (uint32_t leg = later; leg < job->index->first[i + 1]; leg++) {
        if (leg_is_open_question(job, i, leg, fresh)) return true;
    }
    return false;
}

/// Drops a leg, in the lists of both ends.
static void leg_drop(const lfi_legs *job, uint32_t i, uint32_t leg) {
    job->needed[leg] = 0;
    job->needed[lfi_index_leg_number(job->index, job->index->legs[leg], i)] = 0;
}

/// Asks the headlands that one sees, or the new ones among them, for legs to later headlands: a detour one way
/// is a detour the other way too.
static void headland_reduce(const lfi_legs *job, uint32_t i, bool fresh, reduce_view *view, int64_t *work) {
    const lf_index *index = job->index;
    const uint32_t last = index->first[i + 1], later = lfi_index_leg_number(index, i, i);
    if (!reduce_has_questions(job, i, later, fresh)) return;
    for (uint32_t next = index->first[i]; next < last;) {
        next = view_fill(job, i, next, fresh, view);
        for (uint32_t leg = later; leg < last; leg++) {
            if (leg_is_open_question(job, i, leg, fresh) &&
                leg_is_detour(index, view, index->points[i], leg, work))
                leg_drop(job, i, leg);
        }
    }
}

static uint32_t points_moves(lf_point a, lf_point b) {
    const uint32_t across = lfi_gap(a.x, b.x), along = lfi_gap(a.y, b.y);
    return across < along ? along : across;
}

/// Whether a headland that the far end of a leg did not see before lies on a way of the same length, and sees
/// the near end too.
static bool leg_is_new_detour(const lfi_legs *job, uint32_t i, uint32_t leg, int64_t *work) {
    const lf_index *index = job->index;
    const uint32_t to = index->legs[leg];
    const lf_point near = index->points[i], far = index->points[to];
    const uint32_t length = points_moves(near, far);
    *work += REDUCE_NEW * (int64_t)(index->first[to + 1] - index->first[to]) / 16;
    for (uint32_t k = index->first[to]; k < index->first[to + 1]; k++) {
        if (job->states[k] != LEG_IS_NEW) continue;
        const lf_point by = index->points[index->legs[k]];
        if (points_moves(far, by) + points_moves(by, near) != length) continue;
        *work += REDUCE_ASK;
        if (lfi_index_has_leg(index, index->legs[k], i)) return true;
    }
    return false;
}

/// The same as headland_reduce, for what the far ends of legs that were needed did not see before.
static void headland_reduce_far(const lfi_legs *job, uint32_t i, int64_t *work) {
    const lf_index *index = job->index;
    for (uint32_t leg = lfi_index_leg_number(index, i, i); leg < index->first[i + 1]; leg++) {
        if (job->states[leg] == LEG_WAS_NEEDED && !job->former->same[index->legs[leg]] &&
            leg_is_open_question(job, i, leg, true) && leg_is_new_detour(job, i, leg, work))
            leg_drop(job, i, leg);
    }
}

void lfi_legs_reduce(int64_t number, void *user) {
    const lfi_legs *job = user;
    legs_part *part = &job->parts[number];
    reduce_view view;
    memset(&view, 0, sizeof view); // places beyond a shorter list are read, and ignored
    part->work = part->count + 1;
    for (uint32_t i = part_begin(number); i < part_end(job, number); i++) {
        headland_reduce(job, i, false, &view, &part->work);
        if (job->former == NULL) continue;
        headland_reduce(job, i, true, &view, &part->work);
        headland_reduce_far(job, i, &part->work);
    }
}

lf_status lfi_legs_reduce_begin(lfi_legs *job) {
    lfi_arrays run = {.allocator = &job->index->allocator, .mode = LFI_ARRAYS_MAKE};
    job->leg_count = job->index->leg_count;
    needed_array(&run, job);
    return run.failed ? LF_E_NOMEM : LF_OK;
}

// ---- Packing --------------------------------------------------------------------------------------

void lfi_legs_count(int64_t number, void *user) {
    const lfi_legs *job = user;
    legs_part *part = &job->parts[number];
    const uint32_t *first = job->index->first;
    part->needed = 0;
    for (uint32_t leg = first[part_begin(number)]; leg < first[part_end(job, number)]; leg++)
        part->needed += job->needed[leg];
    part->work = part->count + 1;
}

lf_status lfi_legs_pack_begin(lfi_legs *job) {
    job->packed_count = 0;
    for (int64_t i = 0; i < job->part_count; i++) {
        job->parts[i].begin = job->packed_count;
        job->packed_count += job->parts[i].needed;
    }
    lfi_arrays run = {.allocator = &job->index->allocator, .mode = LFI_ARRAYS_MAKE};
    packed_array(&run, job);
    return run.failed ? LF_E_NOMEM : LF_OK;
}

void lfi_legs_pack(int64_t number, void *user) {
    lfi_legs *job = user;
    const lf_index *index = job->index;
    legs_part *part = &job->parts[number];
    uint32_t count = part->begin;
    for (uint32_t i = part_begin(number); i < part_end(job, number); i++) {
        job->offset[i] = count;
        for (uint32_t leg = index->first[i]; leg < index->first[i + 1]; leg++) {
            if (job->needed[leg]) job->packed[count++] = index->legs[leg];
        }
    }
    part->work = COPY_LEG * (int64_t)part->count + 1;
}

void lfi_legs_pack_end(lfi_legs *job) {
    lf_index *index = job->index;
    lfi_index_leg_arrays(&(lfi_arrays){.allocator = &index->allocator, .mode = LFI_ARRAYS_FREE}, index);
    memcpy(index->first, job->offset, (size_t)index->count * sizeof *index->first);
    index->first[index->count] = index->leg_count = job->packed_count;
    index->legs = job->packed;
    job->packed = NULL;
}
