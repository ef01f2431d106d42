// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The ladder: a contraction hierarchy in its own order, and the best ways of one end up it.
//
// An end reaches the headlands that it sees. From there on all arcs lead up, so going over the rungs from the
// lowest to the highest finds the best ways up without a queue: when a rung's turn comes, all rungs that lead to
// it have had theirs. A bit per rung says which ones have a way.
//
// Most of these ways are of no use to anybody, because a way over a higher rung is no longer. Two tests leave
// them out. On the way up, a rung that a higher one leads to at no greater length is stalled: it is not followed
// (stall-on-demand), and keeps the better length. Afterwards the other rungs are tested again, from the highest
// to the lowest, now with the final lengths of the higher ones. If a way down from a higher rung is shorter, it
// becomes the rung's way for the tests of lower ones. On a large sea, some 670 of 39,073 rungs have a way, and
// 170 are left.
//
// Nothing is lost. Of all shortest ways between two ends take the one whose highest rung h is highest. A higher
// rung that leads to h at no greater length would be on a shortest way too. So h stays with both ends, and with
// its right length: the way up to h is followed, for the reason given in headland.c at arcs_follow.
//
// Rejected, with numbers in docs/decisions/0009-questions.md: no stalling, and to test stalled rungs again. And a
// queue in the order of lengths, as single searches have it: it pays because they end early, which a climb
// without a target cannot.
//
// Time: O(arcs of the rungs that have a way + rungs / 64). Memory: 25 bytes per headland, 12 per arc.
#include "ladder.h"

void lfi_ladder_shared_arrays(lfi_arrays *run, lfi_ladder *ladder) {
    LFI_ARRAY(run, ladder->perch, ladder->count);
    LFI_ARRAY(run, ladder->first, (uint64_t)ladder->count + 1);
    LFI_ARRAY(run, ladder->to, ladder->arc_count);
    LFI_ARRAY(run, ladder->by, ladder->arc_count);
}

void lfi_ladder_climb_arrays(lfi_arrays *run, lfi_ladder *ladder) {
    LFI_ARRAY(run, ladder->best, ladder->count);
    LFI_ARRAY_ZEROED(run, ladder->marks, ladder->word_count);
    LFI_ARRAY_ZEROED(run, ladder->stalled, ladder->word_count);
}

void lfi_ladder_arrays(lfi_arrays *run, lfi_ladder *ladder) {
    lfi_ladder_shared_arrays(run, ladder);
    lfi_ladder_climb_arrays(run, ladder);
}

void lfi_ladder_init(lfi_ladder *ladder, const lf_index *index, const lfi_metric *metric) {
    *ladder = (lfi_ladder){.index = index,
                           .count = index->count,
                           .arc_count = index->up_count,
                           .word_count = (uint64_t)index->count / 64 + 1,
                           .longest = index->map->tile_count * metric->diagonal + 1};
}

enum { LADDER_PART = 1024 };

static uint32_t ladder_part_end(const lfi_ladder *ladder, int64_t part) {
    const uint64_t end = ((uint64_t)part + 1) * LADDER_PART;
    return end < ladder->count ? (uint32_t)end : ladder->count;
}

static void ladder_part_perches(int64_t part, void *user) {
    lfi_ladder *ladder = user;
    const lf_index *index = ladder->index;
    for (uint32_t rung = (uint32_t)part * LADDER_PART; rung < ladder_part_end(ladder, part); rung++) {
        const uint32_t number = index->order[rung];
        ladder->perch[number] = (lfi_perch){index->points[number], rung};
    }
}

static void ladder_part_arcs(int64_t part, void *user) {
    lfi_ladder *ladder = user;
    const lf_index *index = ladder->index;
    for (uint32_t rung = (uint32_t)part * LADDER_PART; rung < ladder_part_end(ladder, part); rung++) {
        const uint32_t number = index->order[rung];
        uint32_t arc = ladder->first[rung];
        for (uint32_t k = index->up_first[number]; k < index->up_first[number + 1]; k++, arc++) {
            ladder->to[arc] = ladder->perch[index->up[k].to].rung;
            ladder->by[arc] = index->up[k].length;
        }
    }
}

void lfi_ladder_fill_by(lfi_ladder *ladder, const lf_workers *workers) {
    const lf_index *index = ladder->index;
    const int64_t parts = ((int64_t)ladder->count + LADDER_PART - 1) / LADDER_PART;
    ladder->first[0] = 0;
    for (uint32_t rung = 0; rung < ladder->count; rung++) {
        const uint32_t *first = index->up_first + index->order[rung];
        ladder->first[rung + 1] = ladder->first[rung] + first[1] - first[0];
    }
    lfi_workers_run(workers, ladder_part_perches, ladder, parts);
    lfi_workers_run(workers, ladder_part_arcs, ladder, parts);
}

void lfi_ladder_fill(lfi_ladder *ladder) {
    lfi_ladder_fill_by(ladder, &(lf_workers){0});
}

void lfi_ladder_clear(lfi_ladder *ladder) {
    for (uint32_t rung = 0; rung < ladder->count; rung++) ladder->best[rung] = ladder->longest;
    for (uint64_t word = 0; word < ladder->word_count; word++)
        ladder->marks[word] = ladder->stalled[word] = 0;
}

/// An end that enters.
typedef struct ladder_end {
    lfi_ladder *ladder;
    const lfi_metric *metric;
    lf_point from;
} ladder_end;

static void ladder_sees(void *user, uint32_t number) {
    const ladder_end *end = user;
    const lfi_perch perch = end->ladder->perch[number];
    lfi_ladder_reach(end->ladder, perch.rung, lfi_metric_between(end->metric, end->from, perch.point));
}

void lfi_ladder_enter(lfi_ladder *ladder, const lfi_metric *metric, lf_tile tile) {
    const lf_index *index = ladder->index;
    const lfi_spot spot = lfi_map_spot(index->map, tile);
    ladder_end end = {ladder, metric, lfi_map_point(index->map, tile)};
    if (lfi_stops_is_headland(&index->stops, spot)) {
        ladder_sees(&end, lfi_stops_number(&index->stops, spot));
        return;
    }
    const lfi_lookout lookout = {.map = index->map,
                                 .stops = &index->stops,
                                 .limit = UINT32_MAX,
                                 .user = &end,
                                 .headland = ladder_sees};
    lfi_lookout_scan(&lookout, end.from.x, end.from.y);
}

/// Whether a higher rung leads to this one at no greater length. That way counts from now on.
static bool rung_stall(lfi_ladder *ladder, uint32_t rung) {
    const uint64_t length = ladder->best[rung];
    for (uint32_t arc = ladder->first[rung]; arc < ladder->first[rung + 1]; arc++) {
        const uint64_t over = ladder->best[ladder->to[arc]] + ladder->by[arc];
        if (over > length) continue;
        ladder->best[rung] = over;
        return true;
    }
    return false;
}

static void rung_follow(lfi_ladder *ladder, uint32_t rung) {
    const uint64_t length = ladder->best[rung];
    for (uint32_t arc = ladder->first[rung]; arc < ladder->first[rung + 1]; arc++)
        lfi_ladder_reach(ladder, ladder->to[arc], length + ladder->by[arc]);
}

int64_t lfi_ladder_climb(lfi_ladder *ladder) {
    int64_t arcs = 0;
    for (uint64_t word = 0; word < ladder->word_count; word++) {
        uint64_t left, done = 0;
        while ((left = ladder->marks[word] & ~done) != 0) { // arcs may mark more of this word
            const uint32_t rung = (uint32_t)(64 * word) + (uint32_t)lfi_lowest_bit(left);
            const uint64_t bit = left & (~left + 1);
            done |= bit;
            arcs += ladder->first[rung + 1] - ladder->first[rung];
            if (rung_stall(ladder, rung))
                ladder->stalled[word] |= bit;
            else
                rung_follow(ladder, rung);
        }
    }
    return arcs;
}

void lfi_ladder_forget(lfi_ladder *ladder) {
    for (uint64_t word = 0; word < ladder->word_count; word++) {
        for (uint64_t left = ladder->marks[word]; left != 0; left &= left - 1)
            ladder->best[64 * word + (uint64_t)lfi_lowest_bit(left)] = ladder->longest;
        ladder->marks[word] = ladder->stalled[word] = 0;
    }
}

/// Whether a shortest way may need this rung as its highest. If a way down to it is shorter than the way up, that
/// way counts from now on.
static bool rung_settle(lfi_ladder *ladder, uint32_t rung) {
    const uint64_t length = ladder->best[rung];
    uint64_t down = UINT64_MAX;
    for (uint32_t arc = ladder->first[rung]; arc < ladder->first[rung + 1]; arc++) {
        const uint64_t over = ladder->best[ladder->to[arc]] + ladder->by[arc];
        if (over < down) down = over;
    }
    if (down < length) ladder->best[rung] = down;
    return length < down;
}

uint32_t lfi_ladder_settle(lfi_ladder *ladder, uint32_t *rungs, uint64_t *lengths, int64_t *budget) {
    uint32_t count = 0;
    for (uint64_t word = ladder->word_count; word-- > 0;) {
        for (uint64_t left = ladder->marks[word] & ~ladder->stalled[word]; left != 0;) {
            const int bit = lfi_highest_bit(left);
            const uint32_t rung = (uint32_t)(64 * word) + (uint32_t)bit;
            left ^= UINT64_C(1) << bit;
            *budget -= ladder->first[rung + 1] - ladder->first[rung];
            if (!rung_settle(ladder, rung)) continue;
            rungs[count] = rung;
            lengths[count++] = ladder->best[rung];
        }
    }
    lfi_ladder_forget(ladder);
    return count;
}
