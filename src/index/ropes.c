// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ropes: the longest arcs of a hierarchy, with the moves that they consist of.
//
// Where legs are short, as in mazes, most of the time of a long route went into unfolding its arcs leg by leg, each in
// another place in memory. So an arc of at most STRAND_LEGS legs of which an arc of more legs consists is a strand: its
// moves are kept one after the other, a byte for some moves in one direction. A long arc is a rope: two ropes, with the
// number of their moves, so that a route is as long as its ropes say, and is written strand by strand.
//
//     rope             s ────────────── a ─────────────────── t
//     its ropes        s ───── b ────── a ──────── c ──────── t
//     strands, if b is the middle of a long arc: s - b and b - a; others are halved further
//
// Few arcs are halves of long ones. In mazes a leg lies in half a strand on average, and all of it takes some 2 bytes per
// headland, in noise up to 10.
//
// Ropes pay where routes have many legs: where legs are short, and some arc has more than STRAND_LEGS legs. Elsewhere
// there are none. Which there are follows from the graph, the order and the arcs, whoever makes them.
//
// Time: O(arcs + legs of all strands). Memory: while they are made, 12 bytes per headland and 1.25 per arc.
#include "strands.h"

#ifndef LF_NO_ROPES

enum { STRAND_LEGS = 64 };

/// Ropes are made where the mean leg, of a sample, has at most this many moves.
enum { ROPES_LEG_MOVES = 16, ROPES_SAMPLES = 1024 };

/// There is room for one rope for so many headlands, and for so many strokes for each. Where this is too little, there are
/// none: the most that was seen, in noise, is a rope for 4.4 headlands and 3.3 strokes for each. (A thread other than the
/// caller's may find them, and it cannot ask for memory.)
enum { ROPES_SHARE = 4, ROPES_STROKES = 6 };

/// What is noted of an arc: its legs, or LEGS_MANY, and whether it is a rope.
enum { LEGS_MANY = STRAND_LEGS + 1, LEGS_ROPE = 128, LEGS = LEGS_ROPE - 1 };

typedef enum ropes_stage { STAGE_LEGS, STAGE_HEADS, STAGE_STRANDS, STAGE_HALVES, STAGE_DONE } ropes_stage;

struct lfi_ropes_job {
    const lf_index *index;
    lfi_metric metric;
    ropes_stage stage;
    uint32_t next;  ///< headland, or its place in the order; or word of the heads
    uint8_t *notes; ///< for each arc
    lfi_ropes found;
    uint32_t rope_room, stroke_room;
    lfi_fold folds[STRAND_LEGS];
};

// ---- Memory ---------------------------------------------------------------------------------------

static void ropes_arrays(lfi_arrays *run, lfi_ropes *ropes, uint32_t arcs, uint32_t count, uint32_t strokes) {
    LFI_ARRAY(run, ropes->heads, (uint64_t)arcs / 64 + 1);
    LFI_ARRAY(run, ropes->all, count);
    LFI_ARRAY(run, ropes->strokes, strokes);
}

void lfi_ropes_arrays(lfi_arrays *run, lf_index *index) {
    lfi_ropes *ropes = &index->ropes;
    if (ropes->count > 0) ropes_arrays(run, ropes, index->up_count, ropes->count, ropes->stroke_count);
}

static void ropes_job_arrays(lfi_arrays *run, lfi_ropes_job *job) {
    LFI_ARRAY(run, job->notes, job->index->up_count);
    ropes_arrays(run, &job->found, job->index->up_count, job->rope_room, job->stroke_room);
}

/// Whether legs are so short that ropes pay.
static bool legs_are_short(const lf_index *index) {
    const lfi_metric metric = lfi_metric_make(index->map->moves, index->cost);
    const uint32_t step = index->count / ROPES_SAMPLES + 1;
    int64_t moves = 0, legs = 0, diagonal = 0;
    for (uint32_t i = 0; i < index->count; i += step) {
        for (uint32_t k = index->first[i]; k < index->first[i + 1]; k++, legs++)
            moves += lfi_leg_moves(&metric, index->points[i], index->points[index->legs[k]], &diagonal);
    }
    return moves <= legs * ROPES_LEG_MOVES;
}

lf_status lfi_ropes_begin(const lf_index *index, lfi_ropes_job **out) {
    *out = NULL;
    if (!legs_are_short(index)) return LF_OK;
    lfi_ropes_job *job = lfi_alloc(&index->allocator, 1, sizeof *job);
    if (job == NULL) return LF_E_NOMEM;
    const uint32_t strokes =
        index->count < UINT32_MAX / ROPES_STROKES ? index->count * ROPES_STROKES : UINT32_MAX;
    *job = (lfi_ropes_job){.index = index,
                           .metric = lfi_metric_make(index->map->moves, index->cost),
                           .rope_room = index->count / ROPES_SHARE + 1,
                           .stroke_room = strokes};
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    ropes_job_arrays(&run, job);
    if (run.failed) {
        lfi_ropes_destroy(job);
        return LF_E_NOMEM;
    }
    *out = job;
    return LF_OK;
}

void lfi_ropes_destroy(lfi_ropes_job *job) {
    if (job == NULL) return;
    const lf_allocator *allocator = &job->index->allocator;
    ropes_job_arrays(&(lfi_arrays){.allocator = allocator, .mode = LFI_ARRAYS_FREE}, job);
    lfi_free(allocator, job, 1, sizeof *job);
}

lf_status lfi_ropes_take(const lfi_ropes_job *job, lf_index *index) {
    if (job == NULL || job->found.count == 0) return LF_OK;
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_COPY};
    index->ropes = job->found;
    lfi_ropes_arrays(&run, index);
    return run.failed ? LF_E_NOMEM : LF_OK;
}

// ---- Which arcs are ropes -------------------------------------------------------------------------

/// Notes how many legs the arcs of a headland have, and which are ropes. Those of lower headlands are noted.
static void headland_note(const lfi_ropes_job *job, uint32_t i) {
    const lf_index *index = job->index;
    for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++) {
        job->notes[k] = 1;
        if (index->up[k].via == LFI_ARC_LEG) continue;
        uint8_t *low = &job->notes[index->halves[k].low], *high = &job->notes[index->halves[k].high];
        const uint32_t legs = ((uint32_t)*low & LEGS) + ((uint32_t)*high & LEGS);
        job->notes[k] = (uint8_t)(legs < LEGS_MANY ? legs : LEGS_MANY | LEGS_ROPE);
        if (legs < LEGS_MANY) continue;
        *low |= LEGS_ROPE;
        *high |= LEGS_ROPE;
    }
}

/// Lists the ropes among 64 arcs.
static void word_head(lfi_ropes_job *job, uint32_t word) {
    const uint32_t first = 64 * word, left = job->index->up_count - first;
    lfi_heads *heads = &job->found.heads[word];
    *heads = (lfi_heads){.before = job->found.count};
    for (uint32_t k = 0; k < left && k < 64; k++)
        heads->bits |= (uint64_t)(job->notes[first + k] / LEGS_ROPE) << k;
    job->found.count += (uint32_t)lfi_count_bits(heads->bits);
}

// ---- Strands --------------------------------------------------------------------------------------

/// Adds some moves to the strokes that begin at `first`; false if there is no room.
static bool stroke_add(lfi_ropes_job *job, uint32_t first, int direction, uint32_t moves) {
    lfi_ropes *to = &job->found;
    for (uint32_t more; moves > 0; moves -= more) {
        const uint32_t last = to->stroke_count > first ? to->strokes[to->stroke_count - 1] : 0;
        const bool goes_on = to->stroke_count > first && lfi_stroke_direction(last) == direction &&
                             lfi_stroke_moves(last) < LFI_STROKE_MOST;
        if (!goes_on && to->stroke_count == job->stroke_room) return false;
        const uint32_t before = goes_on ? lfi_stroke_moves(last) : 0, room = LFI_STROKE_MOST - before;
        more = moves < room ? moves : room;
        to->stroke_count += !goes_on;
        to->strokes[to->stroke_count - 1] = (uint8_t)(direction + LFI_STROKE * (int)(before + more - 1));
    }
    return true;
}

/// Adds a leg: its keel, then its ray; or, to be walked down, the other way round.
static bool strokes_add_leg(lfi_ropes_job *job, uint32_t first, lf_point a, lf_point b, bool up) {
    const bool orthogonal = job->metric.orthogonal;
    const uint32_t wide = lfi_gap(a.x, b.x), high = lfi_gap(a.y, b.y);
    const int dx = lfi_towards(a.x, b.x), dy = lfi_towards(a.y, b.y);
    const bool upright = orthogonal || wide < high; // the ray
    const uint32_t keel = upright ? wide : high, ray = orthogonal ? high
                                                       : upright  ? high - wide
                                                                  : wide - high;
    const int along = lfi_direction_of(dx, orthogonal ? 0 : dy), // unused if there are no such moves
        across = upright ? lfi_direction_of(0, dy) : lfi_direction_of(dx, 0);
    return up ? stroke_add(job, first, along, keel) && stroke_add(job, first, across, ray)
              : stroke_add(job, first, across, ray) && stroke_add(job, first, along, keel);
}

static bool strokes_add(lfi_ropes_job *job, const lf_point *hops, uint32_t legs, bool up) {
    const uint32_t first = job->found.stroke_count;
    for (uint32_t n = 0; n < legs; n++) {
        if (!strokes_add_leg(job, first, hops[n], hops[n + 1], up)) return false;
    }
    return true;
}

/// Writes the strokes of a strand up, and down if they are others.
static bool strand_write(lfi_ropes_job *job, lfi_rope *strand, const lf_point *hops, uint32_t legs) {
    lfi_ropes *to = &job->found;
    strand->high = to->stroke_count;
    if (!strokes_add(job, hops, legs, true)) return false;
    strand->high_end = strand->low = to->stroke_count;
    if (!strokes_add(job, hops, legs, false)) return false;
    strand->low_end = to->stroke_count;
    const uint32_t size = strand->high_end - strand->high;
    const uint8_t *up = to->strokes + strand->high, *down = to->strokes + strand->low;
    if (strand->low_end - strand->low != size || memcmp(up, down, size) != 0) return true;
    to->stroke_count = strand->high_end;
    strand->low = strand->high;
    strand->low_end = strand->high_end;
    return true;
}

/// Makes an arc of a headland a strand; false if there is no room.
static bool strand_make(lfi_ropes_job *job, uint32_t i, uint32_t arc) {
    const lf_index *index = job->index;
    lfi_rope *strand = &job->found.all[lfi_rope_of(&job->found, arc)];
    lf_point hops[STRAND_LEGS + 1] = {index->points[i]};
    uint32_t waiting = 0, legs = 0;
    int64_t moves = 0, diagonal = 0;
    lfi_folds_push(index, job->folds, &waiting, arc, index->up[arc].to, true);
    for (; waiting > 0; legs++) {
        hops[legs + 1] = index->points[lfi_folds_leg(index, job->folds, &waiting)];
        moves += lfi_leg_moves(&job->metric, hops[legs], hops[legs + 1], &diagonal);
    }
    *strand = (lfi_rope){.moves = (uint32_t)moves, .diagonal = (uint32_t)diagonal};
    return strand_write(job, strand, hops, legs);
}

static bool headland_make_strands(lfi_ropes_job *job, uint32_t i, int64_t *legs) {
    const lf_index *index = job->index;
    for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++) {
        if (job->notes[k] < LEGS_ROPE || job->notes[k] == (LEGS_MANY | LEGS_ROPE)) continue;
        *legs += job->notes[k] & LEGS;
        if (!strand_make(job, i, k)) return false;
    }
    return true;
}

// ---- Long ropes -----------------------------------------------------------------------------------

/// The long arc k as a rope, whose halves are known.
static lfi_rope rope_join(const lf_index *index, const lfi_ropes *ropes, uint32_t k) {
    const uint32_t low = lfi_rope_of(ropes, index->halves[k].low),
                   high = lfi_rope_of(ropes, index->halves[k].high);
    const lfi_rope *a = &ropes->all[low], *b = &ropes->all[high];
    return (lfi_rope){
        .moves = a->moves + b->moves, .diagonal = a->diagonal + b->diagonal, .low = low, .high = high};
}

static void headland_join(lfi_ropes_job *job, uint32_t i) {
    const lf_index *index = job->index;
    for (uint32_t k = index->up_first[i]; k < index->up_first[i + 1]; k++) {
        if (job->notes[k] == (LEGS_MANY | LEGS_ROPE))
            job->found.all[lfi_rope_of(&job->found, k)] = rope_join(index, &job->found, k);
    }
}

// ---- All of it ------------------------------------------------------------------------------------

/// Times, about, in pieces of work of a nanosecond.
enum { ROPES_WORD = 40, ROPES_HEADLAND = 5, ROPES_ARC = 8, ROPES_LEG = 25 };

static bool ropes_give_up(lfi_ropes_job *job) {
    job->found.count = job->found.stroke_count = 0;
    job->stage = STAGE_DONE;
    return true;
}

/// The parts of a stage.
static uint32_t stage_parts(const lfi_ropes_job *job) {
    return job->stage == STAGE_HEADS ? job->index->up_count / 64 + 1 : job->index->count;
}

/// One of them; false if there is no room.
static bool stage_part(lfi_ropes_job *job, int64_t *budget) {
    const lf_index *index = job->index;
    if (job->stage == STAGE_HEADS) {
        word_head(job, job->next);
        *budget -= ROPES_WORD;
        return job->found.count <= job->rope_room;
    }
    const uint32_t i = job->stage == STAGE_STRANDS ? job->next : index->order[job->next];
    int64_t legs = 0;
    bool fine = true;
    if (job->stage == STAGE_LEGS) headland_note(job, i);
    if (job->stage == STAGE_STRANDS) fine = headland_make_strands(job, i, &legs);
    if (job->stage == STAGE_HALVES) headland_join(job, i);
    *budget -= ROPES_HEADLAND + ROPES_ARC * (int64_t)(index->up_first[i + 1] - index->up_first[i]) +
               ROPES_LEG * legs;
    return fine;
}

bool lfi_ropes_step(lfi_ropes_job *job, int64_t *budget) {
    while (job != NULL && job->stage != STAGE_DONE) {
        for (; job->next < stage_parts(job); job->next++) {
            if (*budget <= 0) return false;
            if (!stage_part(job, budget)) return ropes_give_up(job);
        }
        if (job->found.count == 0 && job->stage == STAGE_HEADS) return ropes_give_up(job);
        job->stage++;
        job->next = 0;
    }
    return true;
}

// ---- From a file ----------------------------------------------------------------------------------

/// Whether each rope has its number, and no other bit is set.
static bool heads_safe(const lfi_ropes *ropes, uint32_t arcs) {
    uint32_t count = 0;
    bool fine = true;
    for (uint32_t word = 0; word <= arcs / 64; word++) {
        fine &= ropes->heads[word].before == count;
        count += (uint32_t)lfi_count_bits(ropes->heads[word].bits);
    }
    return fine && count == ropes->count && ropes->heads[arcs / 64].bits >> (arcs & 63) == 0;
}

/// Whether strokes lead from one tile to another over the map, and have as many moves as the rope.
static bool strokes_safe(const lf_index *index, const lfi_rope *strand, bool up, lf_point at, lf_point end) {
    const lf_map *map = index->map;
    const uint32_t begin = up ? strand->high : strand->low, behind = up ? strand->high_end : strand->low_end;
    if (begin >= behind || behind > index->ropes.stroke_count) return false;
    uint64_t moves = 0, diagonal = 0;
    for (uint32_t k = begin; k < behind; k++) {
        const uint8_t stroke = index->ropes.strokes[k];
        const int32_t more = (int32_t)lfi_stroke_moves(stroke), direction = lfi_stroke_direction(stroke);
        at = (lf_point){at.x + lfi_direction_dx(direction) * more, at.y + lfi_direction_dy(direction) * more};
        if (at.x < 0 || at.y < 0 || at.x >= map->width || at.y >= map->height) return false;
        moves += (uint32_t)more;
        diagonal += lfi_move_is_diagonal(lfi_direction_move(direction)) ? (uint32_t)more : 0;
    }
    return at.x == end.x && at.y == end.y && moves == strand->moves && diagonal == strand->diagonal;
}

/// Whether arc k of a headland is safe as the rope that it is. Long ropes come apart as their arcs do, which come to an
/// end; and one half begins where the other one ends, so that a rope leads from headland to headland all the way.
static bool rope_safe(const lf_index *index, uint32_t i, uint32_t k) {
    const lfi_ropes *ropes = &index->ropes;
    const lfi_rope *rope = &ropes->all[lfi_rope_of(ropes, k)];
    const lf_point from = index->points[i], to = index->points[index->up[k].to];
    if (lfi_rope_is_strand(rope))
        return strokes_safe(index, rope, true, from, to) && strokes_safe(index, rope, false, from, to);
    const lfi_halves halves = index->halves[k];
    if (index->up[k].via == LFI_ARC_LEG || index->up[halves.low].to != i ||
        index->up[halves.high].to != index->up[k].to || lfi_rope_of(ropes, halves.low) == LFI_NO_ROPE ||
        lfi_rope_of(ropes, halves.high) == LFI_NO_ROPE)
        return false;
    const lfi_rope joined = rope_join(index, ropes, k);
    return memcmp(rope, &joined, sizeof joined) == 0 && joined.moves >= ropes->all[joined.low].moves &&
           joined.moves < index->map->tile_count;
}

bool lfi_ropes_safe(const lf_index *index) {
    const lfi_ropes *ropes = &index->ropes;
    if (ropes->count == 0) return true;
    if (ropes->count >= INT32_MAX || !heads_safe(ropes, index->up_count)) return false;
    uint32_t i = 0;
    for (uint32_t word = 0; word <= index->up_count / 64; word++) {
        for (uint64_t left = ropes->heads[word].bits; left != 0; left &= left - 1) {
            const uint32_t k = 64 * word + (uint32_t)lfi_lowest_bit(left);
            while (index->up_first[i + 1] <= k) i++;
            if (!rope_safe(index, i, k)) return false;
        }
    }
    return true;
}

/// Whether two have the same ropes of so many arcs.
static bool ropes_same(const lfi_ropes *a, const lfi_ropes *b, uint32_t arcs) {
    return a->count == b->count && a->stroke_count == b->stroke_count &&
           memcmp(a->heads, b->heads, (size_t)lfi_ropes_words(a, arcs) * sizeof *a->heads) == 0 &&
           memcmp(a->all, b->all, a->count * sizeof *a->all) == 0 &&
           memcmp(a->strokes, b->strokes, a->stroke_count) == 0;
}

lf_status lfi_ropes_right(const lf_index *index) {
    if (index->ropes.count == 0) return LF_OK;
    lfi_ropes_job *job;
    if (lfi_ropes_begin(index, &job) != LF_OK) return LF_E_NOMEM;
    int64_t budget = INT64_MAX;
    lfi_ropes_step(job, &budget);
    const bool same = job != NULL && ropes_same(&index->ropes, &job->found, index->up_count);
    lfi_ropes_destroy(job);
    return same ? LF_OK : LF_E_INDEX_CONTENT;
}

#endif // LF_NO_ROPES
