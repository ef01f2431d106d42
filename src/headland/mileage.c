// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Where an index has few headlands, all distances between them are known beforehand, and a query is two glances and a
// table: the shortest way leads from a headland that the source sees to one that the target sees, or by one leg from
// the former to the target (docs/exact.md). So no end is located, and nothing waits in a queue.
//
//     s ──── C ┄┄┄┄┄┄┄┄┄ C' ──── t         |sC| + d(C, C') + |C't|
//
// The table has 8 bytes for each pair, so it is made only for LFI_MILEAGE_MOST headlands. It follows from the
// hierarchy: a shortest way between two headlands begins, at the lower one, with an arc up. From the highest headland
// down, the distances of each are thus the least sums over its arcs. It is not in index files: 400 headlands take half
// a millisecond, 800 up to three, 1,100 up to six.
//
// Time: O(headlands in sight of the one end * of the other), and the glances. Memory: 8 bytes per pair of headlands.
#include "mileage.h"

#include "../sight/glance.h"
#include "relax.h"

// ---- The table ------------------------------------------------------------------------------------

void lfi_mileage_arrays(lfi_arrays *run, lfi_mileage *mileage, uint64_t room) {
    LFI_ARRAY(run, mileage->lengths, room * room);
    LFI_ARRAY(run, mileage->ranks, room);
}

/// The distances of a headland from all that are no lower, whose rows are complete.
static void mileage_row_fill(lfi_mileage *mileage, const lf_index *index, uint32_t rank) {
    const uint32_t count = mileage->count, number = index->order[rank];
    uint64_t *row = mileage->lengths + (size_t)rank * count;
    for (uint32_t i = rank + 1; i < count; i++) row[i] = LFI_ARC_LONGEST;
    for (uint32_t arc = index->up_first[number]; arc < index->up_first[number + 1]; arc++) {
        const uint64_t length = index->up[arc].length;
        const uint64_t *above = mileage->lengths + (size_t)mileage->ranks[index->up[arc].to] * count;
        for (uint32_t i = rank + 1; i < count; i++)
            row[i] = length + above[i] < row[i] ? length + above[i] : row[i];
    }
    row[rank] = 0;
    for (uint32_t i = rank + 1; i < count; i++) mileage->lengths[(size_t)i * count + rank] = row[i];
}

void lfi_mileage_fill(lfi_mileage *mileage, const lf_index *index, uint64_t room) {
    mileage->count = 0;
    if (index->up_first == NULL || index->count > room || !lfi_index_glances(index)) return;
    mileage->count = index->count;
    for (uint32_t i = 0; i < index->count; i++) mileage->ranks[index->order[i]] = (uint16_t)i;
    for (uint32_t i = index->count; i-- > 0;) mileage_row_fill(mileage, index, i);
}

// ---- What the ends see ----------------------------------------------------------------------------

/// A query under way.
typedef struct mileage_query {
    const lf_index *index;
    const lfi_mileage *mileage;
    lfi_metric metric;
    lf_point from, to; ///< the source and the target
    lfi_sighted *sighted[LFI_SIDES];
    uint64_t at[LFI_SEEN_MAX]; ///< for what the target sees: its column in the table
    int64_t far[LFI_SEEN_MAX]; ///< for what the source sees: the target is at least so far away from it
    uint64_t best;             ///< the least length so far
    uint32_t meeting, other;   ///< the way leads from one to the other, or
    bool leg;                  ///< by one leg from `meeting` to the target
} mileage_query;

static lf_point number_point(const mileage_query *query, uint32_t number) {
    return query->index->points[number];
}

static void sighted_add(mileage_query *query, int side, uint32_t number, uint64_t length) {
    lfi_sighted *to = query->sighted[side];
    to->all = to->all && to->count < LFI_SEEN_MAX;
    if (!to->all) return;
    to->numbers[to->count] = number;
    to->lengths[to->count++] = length;
}

static void target_sees(void *user, uint32_t number) {
    mileage_query *query = user;
    query->at[query->sighted[LFI_BACK]->count % LFI_SEEN_MAX] = query->mileage->ranks[number];
    sighted_add(query, LFI_BACK, number,
                lfi_metric_between(&query->metric, query->to, number_point(query, number)));
}

/// The source sees a headland, or is one: looks up how far it is from there to what the target sees.
static void source_reaches(mileage_query *query, uint32_t number, uint64_t length) {
    const lfi_sighted *back = query->sighted[LFI_BACK];
    const uint64_t straight = lfi_metric_between(&query->metric, number_point(query, number), query->to);
    if (length + straight >= query->best) return;
    const uint64_t *row =
        query->mileage->lengths + (size_t)query->mileage->ranks[number] * query->mileage->count;
    uint64_t least = UINT64_MAX;
    int64_t far = 0;
    uint32_t nearest = 0;
    for (uint32_t i = 0; i < back->count; i++) {
        const uint64_t between = row[query->at[i]], whole = between + back->lengths[i];
        const int64_t rest = (int64_t)(between - back->lengths[i]);
        far = rest > far ? rest : far;
        nearest = whole < least ? i : nearest;
        least = whole < least ? whole : least;
    }
    query->far[query->sighted[LFI_FORTH]->count % LFI_SEEN_MAX] = far;
    sighted_add(query, LFI_FORTH, number, length);
    if (least >= query->best - length) return;
    query->best = length + least;
    query->meeting = number;
    query->other = back->numbers[nearest];
}

static void source_sees(void *user, uint32_t number) {
    mileage_query *query = user;
    source_reaches(query, number,
                   lfi_metric_between(&query->metric, query->from, number_point(query, number)));
}

/// All that an end sees. One that is a headland needs to look no farther.
static void end_look(mileage_query *query, int side) {
    const lf_index *index = query->index;
    const lf_point end = side == LFI_FORTH ? query->from : query->to;
    const lfi_spot spot = {lfi_map_row(index->map, end.y) + (uint64_t)end.x};
    if (lfi_stops_is_headland(&index->stops, spot)) {
        const uint32_t number = lfi_stops_number(&index->stops, spot);
        if (side == LFI_FORTH) source_reaches(query, number, 0);
        if (side == LFI_BACK) target_sees(query, number);
        return;
    }
    const lfi_lookout lookout = {.map = index->map,
                                 .stops = &index->stops,
                                 .limit = UINT32_MAX,
                                 .user = query,
                                 .headland = side == LFI_FORTH ? source_sees : target_sees};
    const lfi_glance_goal goal = {.metric = query->metric, .to = query->to, .best = &query->best};
    lfi_glance_all(&lookout, &index->halts, end.x, end.y, side == LFI_FORTH ? &goal : NULL);
}

/// The target sees headlands at which routes from it may bend. A leg may also lead to it from another one, which the
/// source sees.
static void target_try(mileage_query *query) {
    const lfi_sighted *forth = query->sighted[LFI_FORTH];
    for (uint32_t i = 0; i < forth->count; i++) {
        const lf_point there = number_point(query, forth->numbers[i]);
        const uint64_t straight = lfi_metric_between(&query->metric, there, query->to);
        if (forth->lengths[i] + straight >= query->best || query->far[i] > (int64_t)straight) continue;
        if (!lfi_index_walkable(query->index, query->to, there)) continue;
        query->best = forth->lengths[i] + straight;
        query->meeting = forth->numbers[i];
        query->leg = true;
    }
}

// ---- The way --------------------------------------------------------------------------------------

/// Goes one arc up on a shortest way from a headland to another, higher one. False if there is none.
static bool way_climb(lf_search *search, const lfi_mileage *mileage, int side, uint32_t *number,
                      uint32_t to) {
    const lf_index *index = search->index;
    const uint64_t *column = mileage->lengths + (size_t)mileage->ranks[to] * mileage->count;
    const uint64_t length = column[mileage->ranks[*number]];
    for (uint32_t arc = index->up_first[*number]; arc < index->up_first[*number + 1]; arc++) {
        const uint32_t above = index->up[arc].to;
        if (mileage->ranks[above] <= mileage->ranks[*number] ||
            index->up[arc].length + column[mileage->ranks[above]] != length)
            continue;
        lfi_trail *trail = &lfi_headland_of(search)->trail[above];
        trail->from[side] = *number;
        trail->by[side] = arc;
        *number = above;
        return true;
    }
    return false;
}

/// Lays the trail from both ends up to where they meet.
static bool way_lay(lf_search *search, const mileage_query *query) {
    lfi_headland *headland = lfi_headland_of(search);
    const uint16_t *ranks = query->mileage->ranks;
    uint32_t forth = query->meeting, back = query->leg ? forth : query->other;
    headland->trail[forth].from[LFI_FORTH] = headland->trail[back].from[LFI_BACK] = LFI_FROM_END;
    headland->trail[forth].by[LFI_FORTH] = search->query.sources[0].tile;
    headland->trail[back].by[LFI_BACK] = search->query.targets[0];
    while (forth != back) {
        const bool up = ranks[forth] < ranks[back]
                            ? way_climb(search, query->mileage, LFI_FORTH, &forth, back)
                            : way_climb(search, query->mileage, LFI_BACK, &back, forth);
        if (!up) return false;
    }
    headland->best = query->best;
    headland->best_meeting = forth;
    headland->best_direct = false;
    return true;
}

bool lfi_mileage_search(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    mileage_query query;
    query.index = search->index;
    query.mileage = headland->mileage;
    query.metric = headland->metric;
    query.from = lfi_map_point(search->map, search->query.sources[0].tile);
    query.to = lfi_map_point(search->map, search->query.targets[0]);
    for (int side = 0; side < LFI_SIDES; side++) {
        query.sighted[side] = &headland->sighted[side];
        query.sighted[side]->count = 0;
        query.sighted[side]->all = true;
    }
    query.best = LFI_ARC_LONGEST;
    query.leg = false;
    end_look(&query, LFI_BACK);
    end_look(&query, LFI_FORTH);
    search->route.stats.enqueued = headland->sighted[LFI_FORTH].count + headland->sighted[LFI_BACK].count;
    search->route.stats.expanded = headland->sighted[LFI_FORTH].count;
    if (!headland->sighted[LFI_FORTH].all || !headland->sighted[LFI_BACK].all) return false;
    target_try(&query);
    return query.best < LFI_ARC_LONGEST && way_lay(search, &query);
}
