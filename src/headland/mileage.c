// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Where an index has few headlands, all distances between them are known beforehand, and a query is two glances and a
// table: the shortest way leads from a headland that the source sees to one that the target sees, or by one leg from
// the former to the target (docs/exact.md). So no end is located, and nothing waits in a queue.
//
//     s ──── C ┄┄┄┄┄┄┄┄┄ C' ──── t         |sC| + d(C, C') + |C't|
//
// The table has 10 bytes for each pair, so it is made only for LFI_MILEAGE_MOST headlands. It follows from the
// hierarchy: a shortest way between two headlands begins, at the lower one, with an arc up. From the highest headland
// down, the distances of each are thus the least sums over its arcs, and the best arc begins with the first leg of the
// way. So ways are read off leg by leg, from whichever of their ends is lower. The table is not in index files: 400
// headlands take half a millisecond, 800 up to three, 1,100 up to six.
//
// Time: O(headlands in sight of the one end * of the other), and the glances. Memory: 10 bytes per pair of headlands.
#include "mileage.h"

#include "../sight/glance.h"
#include "relax.h"

#include <string.h>

// ---- The table ------------------------------------------------------------------------------------

void lfi_mileage_arrays(lfi_arrays *run, lfi_mileage *mileage, uint64_t room) {
    LFI_ARRAY(run, mileage->lengths, room * room);
    LFI_ARRAY(run, mileage->nexts, room * room);
    LFI_ARRAY(run, mileage->ranks, room);
    LFI_ARRAY(run, mileage->arcs, room);
}

/// The headland where the first leg of an arc ends, seen from the headland that has the arc.
static uint32_t arc_begins(const lf_index *index, uint32_t arc) {
    if (index->up[arc].via == LFI_ARC_LEG) return index->up[arc].to;
    uint32_t via = index->up[arc].via;
    for (arc = index->halves[arc].low; index->up[arc].via != LFI_ARC_LEG; arc = index->halves[arc].high)
        via = index->up[arc].via;
    return via;
}

/// The arcs up of a headland whose row is made.
typedef struct row_arcs {
    lfi_mileage_arc *arcs;
    uint32_t count;
} row_arcs;

/// How many places of a row are made at the same time: their sums stay in registers.
enum { ROW_STEP = 4 };

/// The best arcs of some places of a row, from one on.
LFI_INLINED void row_step(const lfi_mileage *mileage, row_arcs of, uint32_t rank, uint32_t first,
                          uint32_t places) {
    uint64_t least[ROW_STEP], begins[ROW_STEP];
    for (uint32_t i = 0; i < places; i++) {
        least[i] = LFI_ARC_LONGEST;
        begins[i] = first + i;
    }
    for (uint32_t arc = 0; arc < of.count; arc++) {
        const lfi_mileage_arc along = of.arcs[arc];
        const uint64_t *above = along.above + first;
        for (uint32_t i = 0; i < places; i++) {
            const bool less = along.length + above[i] < least[i];
            begins[i] = less ? along.begin : begins[i];
            least[i] = less ? along.length + above[i] : least[i];
        }
    }
    for (uint32_t i = 0; i < places; i++) {
        const size_t count = mileage->count, place = first + i;
        mileage->nexts[rank * count + place] = (uint16_t)begins[i];
        mileage->lengths[rank * count + place] = mileage->lengths[place * count + rank] = least[i];
    }
}

/// The distances of a headland from all that are higher, whose rows are complete, and the first legs there.
static void mileage_row_fill(lfi_mileage *mileage, const lf_index *index, uint32_t rank) {
    const uint32_t count = mileage->count, number = index->order[rank];
    row_arcs of = {mileage->arcs, 0};
    for (uint32_t arc = index->up_first[number]; arc < index->up_first[number + 1] && of.count < count; arc++)
        of.arcs[of.count++] = (lfi_mileage_arc){
            index->up[arc].length, mileage->lengths + (size_t)mileage->ranks[index->up[arc].to] * count,
            mileage->ranks[arc_begins(index, arc)]};
    mileage->lengths[(size_t)rank * count + rank] = 0;
    uint32_t i = rank + 1;
    for (; i + ROW_STEP <= count; i += ROW_STEP) row_step(mileage, of, rank, i, ROW_STEP);
    for (; i < count; i++) row_step(mileage, of, rank, i, 1);
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

/// Lists the headlands of a shortest way between two of them, from the front of the list and from its back: always the
/// lower end of what is left, whose next leg is known. False if there is no room, which takes an index forged on purpose.
static bool way_list(lfi_headland *headland, const lf_index *index, uint32_t from, uint32_t to) {
    const lfi_mileage *mileage = headland->mileage;
    const size_t count = mileage->count;
    uint32_t here = mileage->ranks[from], there = mileage->ranks[to];
    lf_point *front = headland->hops, *const end = front + headland->hop_room, *back = end;
    *front++ = index->points[from]; // the half of the source
    headland->hop_forth = 1;
    while (here != there) {
        if (front + 1 >= back) return false;
        if (here < there) {
            *front++ = index->points[index->order[here]];
            here = mileage->nexts[here * count + there];
        } else {
            *--back = index->points[index->order[there]];
            there = mileage->nexts[there * count + here];
        }
    }
    *front++ = index->points[index->order[here]];
    memmove(front, back, (size_t)(end - back) * sizeof *back);
    headland->hop_count = (uint32_t)(front - headland->hops + (end - back));
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
    return query.best < LFI_ARC_LONGEST &&
           way_list(headland, search->index, query.meeting, query.leg ? query.meeting : query.other);
}
