// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Moorings: ends that come again, with their ways up the ladder (hub labels, made when they are asked for).
//
// An end that is kept has looked out and climbed (index/ladder.c), as in a matrix. What it reaches is a list of rungs,
// highest first, with lengths. Two such lists are gone through together: the least sum over a rung that both have is
// the length of the shortest way, unless the two ends see each other with no headland between. The proof is that of
// the ladder; that the direct leg is all that is missing is shown in docs/exact.md.
//
// Whom to keep is the question of when to buy skis. A climb takes as long as one or two searches, and nobody knows how
// often an end will come again. So an end is kept when it is asked for the third time, and only if the other end of
// its pair is as well: lists serve in pairs. If no end ever comes again, all that is lost is the counting.
//
// The table: an end may be at any mooring of its pier, which its tile says. A new end takes the place of one that is
// not kept, or else of the one that was kept longest. The lists are in a circle: a new one overwrites the oldest, and
// an end sees by the place of its list that it is not kept any more. So nothing is ever moved or allocated.
//
// Time: O(ways of both) per pair; per end that is kept, a lookout and a climb. Memory: 64 bytes and the ways per end,
// and what the ladder takes.
#include "lengths.h"

/// So many times an end is asked for before it is kept.
enum { KEEP_AFTER = 2 };

/// Ways that an end may be expected to have at sea, as in matrix/buckets.c.
enum { WAYS_UNIFORM = 192, WAYS_OCTILE = 512 };

/// So that kept ends rarely crowd each other out, there are more moorings than ends.
enum { MOORINGS_PER_END = 4 };

// ---- Memory ---------------------------------------------------------------------------------------

void lfi_moorings_init(lfi_moorings *moorings, const lf_index *index, const lfi_metric *metric,
                       uint64_t ends) {
    *moorings = (lfi_moorings){.metric = *metric, .mooring_count = LFI_PIER};
    lfi_ladder_init(&moorings->ladder, index, metric);
    const uint64_t per_end = metric->straight > 1 ? WAYS_OCTILE : WAYS_UNIFORM, most = index->count;
    while (moorings->mooring_count < MOORINGS_PER_END * ends) moorings->mooring_count *= 2;
    // An end may reach all. Without any headland a circle still has a place.
    moorings->way_room = ends * (per_end < most ? per_end : most) + most + 1;
}

void lfi_moorings_arrays(lfi_arrays *run, lfi_moorings *moorings) {
    lfi_ladder_arrays(run, &moorings->ladder);
    LFI_ARRAY(run, moorings->all, moorings->mooring_count);
    LFI_ARRAY(run, moorings->rungs, moorings->way_room);
    LFI_ARRAY(run, moorings->lengths, moorings->way_room);
    LFI_ARRAY(run, moorings->fresh_rungs, moorings->ladder.count);
    LFI_ARRAY(run, moorings->fresh_lengths, moorings->ladder.count);
}

void lfi_moorings_ready(lfi_moorings *moorings) {
    lfi_ladder_fill(&moorings->ladder);
    lfi_ladder_clear(&moorings->ladder);
    for (uint64_t i = 0; i < moorings->mooring_count; i++)
        moorings->all[i] = (lfi_mooring){LF_NO_TILE, 0, LFI_NOT_KEPT};
}

// ---- The table ------------------------------------------------------------------------------------

/// Whether the ways of an end are still there: the last `way_room` places are.
static bool mooring_is_kept(const lfi_moorings *moorings, const lfi_mooring *mooring) {
    return mooring->at != LFI_NOT_KEPT && moorings->written - mooring->at <= moorings->way_room;
}

/// The pier of an end: neighbouring tiles are far apart.
static lfi_mooring *mooring_pier(const lfi_moorings *moorings, lf_tile tile) {
    const uint64_t mixed = (tile * UINT64_C(0x9E3779B97F4A7C15)) >> 32;
    return moorings->all + (mixed & (moorings->mooring_count / LFI_PIER - 1)) * LFI_PIER;
}

/// Which of two moorings is to be given up first.
static bool mooring_yields(const lfi_moorings *moorings, const lfi_mooring *mooring,
                           const lfi_mooring *other) {
    const bool kept = mooring_is_kept(moorings, mooring), other_kept = mooring_is_kept(moorings, other);
    if (kept != other_kept) return other_kept;
    return kept ? mooring->at < other->at : mooring->count < other->count;
}

/// The mooring of an end, which may be new there.
static lfi_mooring *mooring_find(lfi_moorings *moorings, lf_tile tile) {
    lfi_mooring *pier = mooring_pier(moorings, tile), *yielding = pier;
    for (int i = 0; i < LFI_PIER; i++) {
        if (pier[i].tile == tile) return &pier[i];
        if (mooring_yields(moorings, &pier[i], yielding)) yielding = &pier[i];
    }
    *yielding = (lfi_mooring){tile, 0, LFI_NOT_KEPT};
    return yielding;
}

/// Finds the mooring of an end that is asked for, and counts that.
static lfi_mooring *mooring_ask(lfi_moorings *moorings, lf_tile tile) {
    lfi_mooring *mooring = mooring_find(moorings, tile);
    if (mooring_is_kept(moorings, mooring)) return mooring;
    if (mooring->at != LFI_NOT_KEPT) *mooring = (lfi_mooring){tile, 0, LFI_NOT_KEPT}; // it was overwritten
    if (mooring->count <= KEEP_AFTER) mooring->count++;
    return mooring;
}

/// Whether an end is kept, or has come often enough.
static bool mooring_is_due(const lfi_moorings *moorings, const lfi_mooring *mooring) {
    return mooring_is_kept(moorings, mooring) || mooring->count > KEEP_AFTER;
}

// ---- Keeping --------------------------------------------------------------------------------------

/// Takes places for a list, which lie one after the other.
static uint64_t ways_take(lfi_moorings *moorings, uint32_t count) {
    const uint64_t at = moorings->written % moorings->way_room;
    if (at + count > moorings->way_room) moorings->written += moorings->way_room - at;
    moorings->written += count;
    return moorings->written - count;
}

/// Lets an end climb, and keeps its ways.
static void mooring_keep(lfi_moorings *moorings, lfi_mooring *mooring) {
    lfi_ladder *ladder = &moorings->ladder;
    int64_t work = 0;
    lfi_ladder_enter(ladder, &moorings->metric, mooring->tile);
    lfi_ladder_climb(ladder);
    mooring->count = lfi_ladder_settle(ladder, moorings->fresh_rungs, moorings->fresh_lengths, &work);
    mooring->at = ways_take(moorings, mooring->count);
    const uint64_t at = mooring->at % moorings->way_room;
    for (uint32_t i = 0; i < mooring->count; i++) {
        moorings->rungs[at + i] = moorings->fresh_rungs[i];
        moorings->lengths[at + i] = moorings->fresh_lengths[i];
    }
    moorings->kept++;
}

// ---- Lengths --------------------------------------------------------------------------------------

/// The least sum over a rung that both ends reach; UINT64_MAX if there is none. Which list goes on is no branch: a
/// processor could not foresee it.
static uint64_t ways_meet(const lfi_moorings *moorings, const lfi_mooring *one, const lfi_mooring *other) {
    const uint64_t first = one->at % moorings->way_room, second = other->at % moorings->way_room;
    const uint32_t *a = moorings->rungs + first, *b = moorings->rungs + second;
    const uint64_t *a_length = moorings->lengths + first, *b_length = moorings->lengths + second;
    uint64_t best = UINT64_MAX;
    for (uint32_t i = 0, k = 0; i < one->count && k < other->count;) {
        const uint32_t a_rung = a[i], b_rung = b[k];
        if (a_rung == b_rung) {
            const uint64_t sum = a_length[i] + b_length[k];
            if (sum < best) best = sum;
        }
        i += a_rung >= b_rung;
        k += b_rung >= a_rung;
    }
    return best;
}

/// Whether two tiles are joined by one leg, keel first from either.
static bool ends_see(const lf_index *index, lf_point a, lf_point b) {
    return lfi_leg_walkable(index->map, &index->stops, a, b) ||
           lfi_leg_walkable(index->map, &index->stops, b, a);
}

bool lfi_moorings_between(lfi_moorings *moorings, lf_tile from, lf_tile to, uint64_t *length) {
    const lf_index *index = moorings->ladder.index;
    lfi_mooring *one = mooring_ask(moorings, from), *other = mooring_ask(moorings, to);
    if (one->tile != from) return false; // it had to yield to the other
    if (!mooring_is_due(moorings, one) || !mooring_is_due(moorings, other)) return false;
    if (!mooring_is_kept(moorings, one)) mooring_keep(moorings, one);
    if (!mooring_is_kept(moorings, other)) mooring_keep(moorings, other);
    if (!mooring_is_kept(moorings, one)) return false; // its ways were the oldest
    const lf_point a = lfi_map_point(index->map, from), b = lfi_map_point(index->map, to);
    const uint64_t straight = lfi_metric_between(&moorings->metric, a, b);
    *length = ways_meet(moorings, one, other);
    if (*length > straight && ends_see(index, a, b)) *length = straight; // no way is shorter
    return true;
}
