// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The nearest held end of each asking one with a hierarchy, all held ends of a round at once (PHAST, with owners).
// Mostly the held ends are targets, and the asking ones sources.
//
//     hold     each target marks the headlands that it sees
//     climb    the best ways up, from all targets at once
//     gather   from the highest rung to the lowest, all of them: the best way to a rung is the one up to it, or
//              one down from a higher rung. After this every headland knows how far its nearest target is, and
//              which one that is
//     ask      each source looks out, and takes the best of what it sees; trace.c writes its route, if it is wanted
//
// Of equally near targets the lowest index counts, everywhere: at each rung the least length wins, then the
// least index. A target t that is nearest to a source is nearest to each headland on the way to it, so that
// headland has t or a lower index that is as near, which is then as near to the source too.
//
// If very few ends are held and many are asking, all lengths are found in the same way: a round then has one held end,
// which is the nearest of itself. The pass over all arcs costs as much as the climbs of some fifty ends, but an asking
// end only looks out, and does not climb.
//
// Time: O(arcs) per round, and one lookout per end. Memory: 8 bytes per headland beside the ladder's.
#include "matrix.h"

/// Keeps a way to a rung, by an arc, if it is the best so far, or as good and its owner is lower. True if it was
/// kept.
static inline bool joint_reach(lf_matrix *matrix, uint32_t rung, uint64_t length, uint32_t owner,
                               uint32_t arc) {
    lfi_ladder *ladder = &matrix->ladder;
    uint32_t *owners = matrix->round.owners;
    const uint64_t best = ladder->best[rung];
    if (length > best || (length == best && owner >= owners[rung])) return false;
    ladder->best[rung] = length;
    owners[rung] = owner;
    matrix->round.whence[rung] = arc;
    return true;
}

static void joint_mark(lf_matrix *matrix, uint32_t rung) {
    matrix->ladder.marks[rung >> 6] |= UINT64_C(1) << (rung & 63);
}

/// Reaches a headland that the held end sees.
static void held_reaches(void *user, uint32_t number) {
    lf_matrix *matrix = user;
    const lfi_perch perch = matrix->ladder.perch[number];
    const uint64_t length = lfi_metric_between(&matrix->metric, matrix->from, perch.point);
    if (joint_reach(matrix, perch.rung, length, (uint32_t)matrix->round.count, LFI_WHENCE_END))
        joint_mark(matrix, perch.rung);
}

void lfi_joint_hold(lf_matrix *matrix, lf_tile tile, int64_t *budget) {
    *budget -= lfi_round_look(matrix, tile, held_reaches, NULL);
}

static void joint_follow(lf_matrix *matrix, uint32_t rung) {
    const lfi_ladder *ladder = &matrix->ladder;
    const uint64_t length = ladder->best[rung];
    const uint32_t owner = matrix->round.owners[rung];
    for (uint32_t arc = ladder->first[rung]; arc < ladder->first[rung + 1]; arc++) {
        if (joint_reach(matrix, ladder->to[arc], length + ladder->by[arc], owner, arc))
            joint_mark(matrix, ladder->to[arc]);
    }
}

void lfi_joint_climb(lf_matrix *matrix, int64_t *budget) {
    const lfi_ladder *ladder = &matrix->ladder;
    for (uint64_t word = 0; word < ladder->word_count; word++) {
        uint64_t left, done = 0;
        while ((left = ladder->marks[word] & ~done) != 0) { // arcs may mark more of this word
            const uint32_t rung = (uint32_t)(64 * word) + (uint32_t)lfi_lowest_bit(left);
            done |= left & (~left + 1);
            *budget -= ladder->first[rung + 1] - ladder->first[rung];
            joint_follow(matrix, rung);
        }
    }
}

bool lfi_joint_gather(lf_matrix *matrix, int64_t *budget) {
    const lfi_ladder *ladder = &matrix->ladder;
    for (; matrix->next < ladder->count; matrix->next++) {
        if (*budget <= 0) return false;
        const uint32_t rung = ladder->count - 1 - (uint32_t)matrix->next;
        for (uint32_t arc = ladder->first[rung]; arc < ladder->first[rung + 1]; arc++) {
            const uint32_t to = ladder->to[arc];
            joint_reach(matrix, rung, ladder->best[to] + ladder->by[arc], matrix->round.owners[to], arc);
        }
        *budget -= 1 + (int64_t)(ladder->first[rung + 1] - ladder->first[rung]);
    }
    return true;
}

/// Keeps a way from the asking end, if it is the best so far.
static void asking_offer(lf_matrix *matrix, uint64_t length, uint32_t owner, uint32_t rung) {
    if (length > matrix->near || (length == matrix->near && owner >= matrix->near_end)) return;
    matrix->near = length;
    matrix->near_end = owner;
    matrix->near_rung = rung;
}

static void asking_sees(void *user, uint32_t number) {
    lf_matrix *matrix = user;
    const lfi_ladder *ladder = &matrix->ladder;
    const lfi_perch perch = ladder->perch[number];
    const uint64_t length =
        ladder->best[perch.rung] + lfi_metric_between(&matrix->metric, matrix->from, perch.point);
    if (length <= matrix->near) asking_offer(matrix, length, matrix->round.owners[perch.rung], perch.rung);
}

static void asking_meets(void *user, uint32_t place) {
    lf_matrix *matrix = user;
    const lf_tile tile = lfi_matrix_held(matrix, matrix->round.first + place);
    asking_offer(matrix, lfi_metric_between(&matrix->metric, matrix->from, lfi_map_point(matrix->map, tile)),
                 place, UINT32_MAX);
}

void lfi_joint_ask(lf_matrix *matrix, int64_t asking, int64_t *budget) {
    const lf_tile tile = lfi_matrix_asking(matrix, asking);
    const uint64_t none = matrix->ladder.longest;
    matrix->near = none - 1; // the longest that there may be
    matrix->near_end = UINT32_MAX;
    if (!lfi_matrix_is_bad(matrix, tile)) *budget -= lfi_round_look(matrix, tile, asking_sees, asking_meets);
    const bool found = matrix->near_end != UINT32_MAX;
    lfi_matrix_answer(matrix, matrix->round.first + (found ? matrix->near_end : 0), asking,
                      found ? matrix->near : none, none);
    if (matrix->tracing) lfi_joint_trace(matrix, asking, budget);
    --*budget;
}
