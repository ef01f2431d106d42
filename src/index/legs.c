// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Finding the legs between headlands: the edges of the visibility graph.
//
// Every headland looks out (lookout.h) for the later headlands that it reaches, that is below it or to the right in its
// row. Sight is mutual, because it means that no stop lies in the parallelogram between the two. So each leg is found
// once, and then written to the lists of both ends. Two passes over all legs do this, and put the lists in order without
// comparing anything: headlands in ascending order write themselves into the lists of later ones; these are then in
// order, and once more in ascending order they are written back.
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
// sees anything else than before, what was found then holds, whatever the headlands between them see now.
//
// Time: O(headlands * lookout). Temporary memory: 4 bytes for each leg found, and 9 for each leg of each headland
// where legs are dropped.
#include "build.h"

#include <string.h>
#if defined(__x86_64__) && defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { PART_NODES = 64, PART_GUESS = 16 };

/// Times in pieces of about a nanosecond: of a lookout, and of each headland seen; of a leg that is taken
/// over, copied or written to the list of its other end; of one that is placed and compared; of one that is asked about,
/// of a look at VIEW_STEP others, and of a question whether two headlands see each other.
enum {
    LOOK = 400,
    LOOK_SEEN = 60,
    COPY_LEG = 2,
    MIRROR_LEG = 5,
    COMPARE_LEG = 5,
    REDUCE_LEG = 20,
    REDUCE_STEP = 6,
    REDUCE_ASK = 4,
};

/// What the headlands of one part see.
typedef struct legs_part {
    uint32_t *seen;
    uint32_t capacity, count; ///< count may exceed the capacity: then only the capacity was written
    uint32_t looked;          ///< headlands that have looked out
    uint32_t from;            ///< the one that looks out
    uint32_t begin, needed;   ///< where its needed legs begin among all of them, and how many there are
    int64_t work;             ///< of the last stage
} legs_part;

struct lfi_legs {
    lf_index *index;
    legs_part *parts;
    int64_t part_count;
    uint32_t *offset;  ///< for each headland: where the headlands that it sees begin in its part
    uint32_t *cursor;  ///< for each headland: where in the index its next leg is written
    uint64_t mirrored; ///< headlands whose legs were written, in both passes
    // Only where legs are dropped. For each leg:
    uint32_t *twin;       ///< of a leg to a later headland: its number in the list of that one
    int16_t *sum, *slant; ///< where it leads, relative to its headland: x + y and x - y; SLANT_FAR: too far
    uint8_t *needed;      ///< leg_need
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
    if (number < part->from) return;
    if (part->count < part->capacity) part->seen[part->count] = number;
    part->count++;
}

/// Takes over what a headland saw; false if it has to look out.
static bool part_take_over(const lfi_legs *job, legs_part *part, uint32_t i) {
    if (job->former == NULL || !job->former->same[i]) return false;
    uint32_t count;
    const uint32_t *seen = lfi_former_seen(job->former, job->former->number[i], &count);
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t now = job->former->now[seen[k]];
        LFI_ASSERT(now != LFI_FORMER_NONE);
        part_add(part, now);
    }
    part->work += COPY_LEG * (int64_t)count;
    return true;
}

static void part_look(const lfi_legs *job, legs_part *part, uint32_t i) {
    const lfi_lookout lookout = {.map = job->index->map,
                                 .stops = &job->index->stops,
                                 .limit = UINT32_MAX,
                                 .later = true,
                                 .user = part,
                                 .headland = part_add};
    const uint32_t before = part->count;
    lfi_lookout_scan(&lookout, job->index->points[i].x, job->index->points[i].y);
    part->work += LOOK + LOOK_SEEN * (int64_t)(part->count - before);
}

void lfi_legs_look(int64_t number, void *user) {
    lfi_legs *job = user;
    legs_part part = job->parts[number]; // a copy: others write to the cache line of the parts beside it
    part.work = 1;
    for (uint32_t i = part_begin(number) + part.looked; i < part_end(job, number); i++) {
        job->offset[i] = part.count;
        part.from = i;
        if (!part_take_over(job, &part, i)) part_look(job, &part, i);
        if (part.count > part.capacity) break;
        part.looked++;
    }
    job->parts[number] = part;
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
    LFI_ARRAY(run, job->cursor, job->index->count);
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

/// A step over a list may look at places behind the end of the last one.
enum { VIEW_STEP = 16 };

static void reduce_arrays(lfi_arrays *run, lfi_legs *job) {
    LFI_ARRAY(run, job->twin, job->leg_count);
    LFI_ARRAY_ZEROED(run, job->sum, (uint64_t)job->leg_count + VIEW_STEP);
    LFI_ARRAY_ZEROED(run, job->slant, (uint64_t)job->leg_count + VIEW_STEP);
    LFI_ARRAY(run, job->needed, job->leg_count);
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
    reduce_arrays(&run, job);
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

/// Counts in first[i + 1] the legs of headland i, of which a part has found those to later headlands.
static void part_count_legs(const lfi_legs *job, int64_t number) {
    const legs_part *part = &job->parts[number];
    uint32_t *counts = job->index->first + 1;
    for (uint32_t k = 0; k < part->count; k++) counts[part->seen[k]]++;
    for (uint32_t i = part_begin(number); i < part_end(job, number); i++)
        counts[i] += (i + 1 < part_end(job, number) ? job->offset[i + 1] : part->count) - job->offset[i];
}

/// Makes room in the index, and for a copy of all legs if they are to be kept.
static void join_arrays(lfi_arrays *run, lfi_legs *job, bool keep_all) {
    lf_index *index = job->index;
    lfi_index_leg_arrays(run, index);
    if (lfi_index_reduces(index)) reduce_arrays(run, job);
    if (!keep_all) return;
    index->raw_count = index->leg_count;
    lfi_index_raw_arrays(run, index);
    if (!run->failed)
        memcpy(index->raw_first, index->first, ((size_t)index->count + 1) * sizeof *index->first);
}

lf_status lfi_legs_join(lfi_legs *job, bool keep_all) {
    lf_index *index = job->index;
    uint64_t total = 0;
    for (int64_t i = 0; i < job->part_count; i++) total += job->parts[i].count;
    if (2 * total > UINT32_MAX) return LF_E_INDEX_LIMIT;
    memset(index->first, 0, ((size_t)index->count + 1) * sizeof *index->first);
    for (int64_t i = 0; i < job->part_count; i++) part_count_legs(job, i);
    for (uint32_t i = 0; i < index->count; i++) {
        job->cursor[i] = index->first[i];
        index->first[i + 1] += index->first[i];
    }
    index->leg_count = job->leg_count = (uint32_t)(2 * total);
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    join_arrays(&run, job, keep_all);
    return run.failed ? LF_E_NOMEM : LF_OK;
}

/// Headlands whose lists are written.
typedef struct mirror_range {
    uint32_t begin, end;
} mirror_range;

static bool range_has(mirror_range range, uint32_t number) {
    return number - range.begin < range.end - range.begin;
}

/// How many later headlands a headland sees.
static uint32_t headland_seen(const lfi_legs *job, uint32_t i) {
    const legs_part *part = &job->parts[i / PART_NODES];
    const bool last = (i + 1) % PART_NODES == 0 || i + 1 == job->index->count;
    return (last ? part->count : job->offset[i + 1]) - job->offset[i];
}

/// Writes a headland to the lists of the later ones that it sees. Returns how many there are.
static uint32_t headland_mirror(const lfi_legs *job, uint32_t i, mirror_range to) {
    const uint32_t *seen = job->parts[i / PART_NODES].seen + job->offset[i], count = headland_seen(job, i);
    for (uint32_t k = 0; k < count; k++) {
        if (range_has(to, seen[k])) job->index->legs[job->cursor[seen[k]]++] = i;
    }
    return count;
}

/// Writes a headland to the lists of the earlier ones that see it. Those are in its list already. Returns how many there
/// are.
static uint32_t headland_mirror_back(const lfi_legs *job, uint32_t i, mirror_range to) {
    const lf_index *index = job->index;
    const uint32_t first = index->first[i], end = index->first[i + 1] - headland_seen(job, i);
    for (uint32_t k = first; k < end; k++) {
        if (!range_has(to, index->legs[k])) continue;
        const uint32_t leg = job->cursor[index->legs[k]]++;
        index->legs[leg] = i;
        if (job->twin != NULL) job->twin[leg] = k;
    }
    return end - first;
}

/// All at once: each pass is cut into ranges of lists. Every range reads all legs, which costs little beside writing
/// them to all places.
enum { MIRROR_RANGES = 2 };

/// The first headland of a range: the ranges have as many legs each.
static uint32_t mirror_begin(const lfi_legs *job, int64_t number) {
    const uint64_t leg = (uint64_t)job->leg_count * (uint64_t)number / MIRROR_RANGES;
    uint32_t low = 0, high = job->index->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (job->index->first[middle] < leg)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static mirror_range mirror_range_of(const lfi_legs *job, int64_t number) {
    const uint32_t end = number + 1 == MIRROR_RANGES ? job->index->count : mirror_begin(job, number + 1);
    return (mirror_range){mirror_begin(job, number), end};
}

static void range_mirror(int64_t number, void *user) {
    const lfi_legs *job = user;
    const mirror_range range = mirror_range_of(job, number);
    for (uint32_t i = 0; i < range.end; i++) headland_mirror(job, i, range); // to later ones
}

static void range_mirror_back(int64_t number, void *user) {
    const lfi_legs *job = user;
    const mirror_range range = mirror_range_of(job, number);
    for (uint32_t i = range.begin; i < job->index->count; i++) headland_mirror_back(job, i, range);
}

bool lfi_legs_mirror(lfi_legs *job, const lf_workers *workers, int64_t *budget) {
    const uint64_t count = job->index->count;
    if (*budget == INT64_MAX && lfi_workers_any(workers)) {
        lfi_workers_run(workers, range_mirror, job, MIRROR_RANGES);
        lfi_workers_run(workers, range_mirror_back, job, MIRROR_RANGES);
        return true;
    }
    const mirror_range all = {0, job->index->count};
    for (; job->mirrored < 2 * count; job->mirrored++) {
        if (*budget <= 0) return false;
        const uint32_t legs = job->mirrored < count
                                  ? headland_mirror(job, (uint32_t)job->mirrored, all)
                                  : headland_mirror_back(job, (uint32_t)(job->mirrored - count), all);
        *budget -= 1 + MIRROR_LEG * (int64_t)legs;
    }
    return true;
}

void lfi_legs_keep(int64_t number, void *user) {
    lfi_legs *job = user;
    lf_index *index = job->index;
    const uint32_t begin = part_begin(number), end = part_end(job, number), first = index->first[begin];
    job->parts[number].work = COPY_LEG * (int64_t)(index->first[end] - first) + 1;
    if (index->raw != NULL)
        memcpy(index->raw + first, index->legs + first, (index->first[end] - first) * sizeof *index->legs);
    for (uint32_t i = begin; job->former != NULL && i < end; i++) {
        if (!job->former->same[i])
            job->former->same[i] = lfi_former_sees(job->former, i, index->legs + index->first[i],
                                                   index->first[i + 1] - index->first[i]);
    }
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

// Let A and B see each other, and let x and y say where B lies as seen from A. Under uniform costs of king moves a place
// C is on a way from A to B of no more moves than a leg if x + y and x - y of C lie between 0 and those of B: a
// rectangle, turned by half a right angle. So the legs of B are looked at, VIEW_STEP at a time, for such places, and
// each is asked for in a table of what A sees. Legs are in the order of the map's rows, and the rectangle has few of them:
// most legs of B need no look.

/// What is known of a leg: not needed; needed; not yet asked.
typedef enum leg_need { LEG_DROPPED = 0, LEG_NEEDED, LEG_OPEN } leg_need;

/// A leg that leads farther is kept, and is no part of another way. Sums and differences of what is left fit into 16
/// bits, and SLANT_FAR is none of them.
enum { VIEW_FAR = INT16_MAX / 2, SLANT_FAR = INT16_MIN };

/// Some of the headlands that a headland sees (a hash table with linear probing). A slot without one has VIEW_NONE.
enum { VIEW_MAX = 512, VIEW_SLOTS = 2 * VIEW_MAX };
#define VIEW_NONE UINT32_MAX
typedef struct reduce_view {
    uint32_t slots[VIEW_SLOTS];
    uint32_t mask; ///< slots in use - 1
} reduce_view;

static uint32_t view_slot(const reduce_view *view, uint32_t number) {
    uint32_t slot = number * UINT32_C(0x9e3779b1) >> 16 & view->mask;
    while (view->slots[slot] != number && view->slots[slot] != VIEW_NONE) slot = (slot + 1) & view->mask;
    return slot;
}

/// Fills a view with legs. There is room for all.
static void view_fill(const lfi_legs *job, uint32_t leg, uint32_t end, reduce_view *view) {
    view->mask = 2 * VIEW_STEP - 1;
    while (view->mask < 2 * (end - leg) - 1) view->mask = 2 * view->mask + 1;
    for (uint32_t i = 0; i <= view->mask; i++) view->slots[i] = VIEW_NONE;
    for (; leg < end; leg++) {
        const uint32_t number = job->index->legs[leg];
        if (job->sum[leg] != SLANT_FAR) view->slots[view_slot(view, number)] = number;
    }
}

/// Numbers from `low` to `low` + `span`.
typedef struct slant_range {
    int16_t low, span;
} slant_range;

/// From 0 to a number, which is less or greater.
static slant_range range_to(int16_t number) {
    return number < 0 ? (slant_range){number, (int16_t)-number} : (slant_range){0, number};
}

/// Which of VIEW_STEP places lie in a rectangle, as bits.
static uint32_t slants_within(const int16_t *sum, const int16_t *slant, slant_range sums,
                              slant_range slants) {
#if defined(__x86_64__) && defined(__SSE2__)
    __m128i out[2];
    for (int i = 0; i < 2; i++) {
        const __m128i s = _mm_loadu_si128((const __m128i *)(const void *)(sum + 8 * i)),
                      d = _mm_loadu_si128((const __m128i *)(const void *)(slant + 8 * i));
        const __m128i over = _mm_subs_epu16(_mm_sub_epi16(s, _mm_set1_epi16(sums.low)),
                                            _mm_set1_epi16(sums.span)),
                      aside = _mm_subs_epu16(_mm_sub_epi16(d, _mm_set1_epi16(slants.low)),
                                             _mm_set1_epi16(slants.span));
        out[i] = _mm_cmpeq_epi16(_mm_or_si128(over, aside), _mm_setzero_si128());
    }
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(out[0], out[1]));
#else
    uint32_t within = 0;
    for (int i = 0; i < VIEW_STEP; i++) {
        const bool fits = (uint16_t)(sum[i] - sums.low) <= (uint16_t)sums.span &&
                          (uint16_t)(slant[i] - slants.low) <= (uint16_t)slants.span;
        within |= (uint32_t)fits << i;
    }
    return within;
#endif
}

/// A question about a leg: whether some headland in view lies on a way of the same length, and sees its far end too.
typedef struct leg_question {
    const reduce_view *view;
    slant_range sums, slants; ///< of places on such ways, as seen from the far end
    int32_t top, bottom;      ///< twice the rows of the first and last of them
    int64_t work;
} leg_question;

/// Whether one of a few legs of the far end leads to such a headland.
static bool question_few(const lfi_legs *job, leg_question *question, uint32_t leg, uint32_t count) {
    uint32_t within = slants_within(job->sum + leg, job->slant + leg, question->sums, question->slants);
    if (count < VIEW_STEP) within &= (1U << count) - 1;
    question->work += REDUCE_STEP;
    for (; within != 0; within &= within - 1) {
        const uint32_t number = job->index->legs[leg + (uint32_t)lfi_lowest_bit(within)];
        question->work += REDUCE_ASK;
        if (question->view->slots[view_slot(question->view, number)] == number) return true;
    }
    return false;
}

/// Twice the row to which a leg leads; if it leads far, a row that ends no search.
static int32_t leg_row(const lfi_legs *job, uint32_t leg, int32_t far) {
    return job->sum[leg] == SLANT_FAR ? far : job->sum[leg] - job->slant[leg];
}

/// Whether there is one. Looks at the legs of the far end, which are in the order of rows: from the one that leads back,
/// down and then up, as far as there are rows with such places.
static bool question_ask(const lfi_legs *job, leg_question *question, uint32_t to, uint32_t back) {
    const uint32_t first = job->index->first[to], end = job->index->first[to + 1];
    for (uint32_t leg = back; leg < end; leg += VIEW_STEP) {
        if (leg_row(job, leg, question->bottom) > question->bottom) break;
        if (question_few(job, question, leg, end - leg)) return true;
    }
    for (uint32_t leg = back; leg > first;) {
        const uint32_t count = leg - first < VIEW_STEP ? leg - first : VIEW_STEP;
        if (leg_row(job, leg - 1, question->top) < question->top) break;
        leg -= count;
        if (question_few(job, question, leg, count)) return true;
    }
    return false;
}

static bool leg_is_detour(const lfi_legs *job, const reduce_view *view, uint32_t leg, int64_t *work) {
    const int16_t sum = (int16_t)-job->sum[leg], slant = (int16_t)-job->slant[leg];
    leg_question question = {view, range_to(sum), range_to(slant), 0, 0, REDUCE_LEG};
    question.top = question.sums.low - question.slants.low - question.slants.span;
    question.bottom = question.sums.low + question.sums.span - question.slants.low;
    const bool detour = question_ask(job, &question, job->index->legs[leg], job->twin[leg]);
    *work += question.work;
    return detour;
}

/// A list of former headlands, in ascending order, that is read along with a list of headlands now.
typedef struct former_list {
    const uint32_t *next, *end;
} former_list;

static bool former_list_has(former_list *list, uint32_t number) {
    while (list->next < list->end && *list->next < number) list->next++;
    return list->next < list->end && *list->next == number;
}

/// Says where the legs of a headland lead, and which of them are to be asked.
static void headland_place(const lfi_legs *job, uint32_t i) {
    const lf_index *index = job->index;
    const lf_point from = index->points[i];
    for (uint32_t leg = index->first[i]; leg < index->first[i + 1]; leg++) {
        const lf_point to = index->points[index->legs[leg]];
        const int32_t x = to.x - from.x, y = to.y - from.y;
        const bool far = lfi_gap(from.x, to.x) > VIEW_FAR || lfi_gap(from.y, to.y) > VIEW_FAR;
        job->sum[leg] = (int16_t)(far ? SLANT_FAR : x + y);
        job->slant[leg] = (int16_t)(far ? SLANT_FAR : x - y);
        job->needed[leg] = far ? LEG_NEEDED : LEG_OPEN;
    }
}

/// Settles the legs of a headland whose both ends see what they saw.
static void headland_compare(const lfi_legs *job, uint32_t i) {
    const lfi_former *former = job->former;
    const lf_index *index = job->index, *before = former->index;
    const uint32_t number = former->number[i];
    former_list needed = {before->legs + before->first[number], before->legs + before->first[number + 1]};
    for (uint32_t leg = index->first[i]; leg < index->first[i + 1]; leg++) {
        const uint32_t to = index->legs[leg];
        if (former->same[to])
            job->needed[leg] = former_list_has(&needed, former->number[to]) ? LEG_NEEDED : LEG_DROPPED;
    }
}

void lfi_legs_compare(int64_t number, void *user) {
    const lfi_legs *job = user;
    const uint32_t begin = part_begin(number), end = part_end(job, number);
    job->parts[number].work = COMPARE_LEG * (int64_t)(job->index->first[end] - job->index->first[begin]) + 1;
    for (uint32_t i = begin; i < end; i++) {
        headland_place(job, i);
        if (job->former != NULL && job->former->same[i]) headland_compare(job, i);
    }
}

static bool reduce_has_questions(const lfi_legs *job, uint32_t leg, uint32_t end) {
    while (leg < end && job->needed[leg] != LEG_OPEN) leg++;
    return leg < end;
}

/// Asks for the legs of a headland to later ones: a detour one way is a detour the other way too.
static void headland_reduce(const lfi_legs *job, uint32_t i, reduce_view *view, int64_t *work) {
    const uint32_t last = job->index->first[i + 1], later = lfi_index_leg_number(job->index, i, i);
    if (!reduce_has_questions(job, later, last)) return;
    for (uint32_t next = job->index->first[i], end; next < last; next = end) {
        end = last - next < VIEW_MAX ? last : next + VIEW_MAX;
        view_fill(job, next, end, view);
        for (uint32_t leg = later; leg < last; leg++) {
            if (job->needed[leg] == LEG_OPEN && leg_is_detour(job, view, leg, work))
                job->needed[leg] = job->needed[job->twin[leg]] = LEG_DROPPED;
        }
    }
}

void lfi_legs_reduce(int64_t number, void *user) {
    const lfi_legs *job = user;
    reduce_view view;
    int64_t work = job->parts[number].count + 1;
    for (uint32_t i = part_begin(number); i < part_end(job, number); i++)
        headland_reduce(job, i, &view, &work);
    job->parts[number].work = work;
}

// ---- Packing --------------------------------------------------------------------------------------

void lfi_legs_count(int64_t number, void *user) {
    const lfi_legs *job = user;
    legs_part *part = &job->parts[number];
    const uint32_t *first = job->index->first;
    part->needed = 0;
    for (uint32_t leg = first[part_begin(number)]; leg < first[part_end(job, number)]; leg++)
        part->needed += job->needed[leg] != LEG_DROPPED;
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
            if (job->needed[leg] != LEG_DROPPED) job->packed[count++] = index->legs[leg];
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
