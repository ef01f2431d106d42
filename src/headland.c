// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// headland: A* over the headlands of an index, from both ends.
//
//     1. Each end is located: buoys (buoys.h) that it sees tell how far it is from the landmarks, which gives
//        a lower bound of the whole route and, for any headland, of what is left of it.
//     2. Each end enters the queue of its side, sources forth and targets back. An end that is taken off
//        begins to look out (lookout.h), piece by piece: what it sees enters the queue, and so does the rest
//        of each keel, with the bound of the tile it has come to. So an end looks only where, and as far as,
//        a route could be short enough.
//     3. A headland that is taken off has its legs followed (forth only), or with a hierarchy its arcs, on
//        both sides. A headland that both sides have come to is a route. Nothing is left to do when nothing
//        in either queue can lead to a shorter one.
//
// Among equal sums the queue prefers what is nearest to the other end. Where the bound of the whole route is
// exact, which it is for two of three queries at sea, the search therefore runs straight to the other end
// and has proven its route when it arrives.
//
// The bound of a place is the greatest of the distance to the box around the other ends as the crow flies,
// and for each landmark of how much nearer or farther it is than all of them. Many sources and targets are
// one search.
//
// Lengths are whole numbers (metric.h), so everything is exact and the same everywhere. The bounds need not
// be consistent: a headland whose length improves after it was taken off enters the queue again.
//
// Time: O(pieces of lookouts + headlands expanded * (legs + log)). Memory: 124 bytes a headland; no
// allocation in a query.
#include "headland_ends.h"
#include "headland_relax.h"
#include "headland_route.h"

#include <string.h>

// ---- Memory ---------------------------------------------------------------------------------------

enum { WATCHES = LFI_ENDS_MAX * LFI_KEELS };

static bool side_create(const lf_search *search, lfi_side *side) {
    const lf_allocator *allocator = &search->allocator;
    const uint64_t entries = (uint64_t)search->index->count + WATCHES;
    side->watches = lfi_alloc(allocator, WATCHES, sizeof *side->watches);
    return lfi_heap_create(allocator, entries, &side->heap) && side->watches != NULL;
}

static void side_destroy(const lf_search *search, lfi_side *side) {
    const lf_allocator *allocator = &search->allocator;
    const uint64_t entries = (uint64_t)search->index->count + WATCHES;
    lfi_heap_destroy(allocator, entries, &side->heap);
    lfi_free(allocator, side->watches, WATCHES, sizeof *side->watches);
}

static size_t side_bytes(const lf_search *search, const lfi_side *side) {
    const uint64_t entries = (uint64_t)search->index->count + WATCHES;
    return lfi_bytes(entries, LFI_HEAP_BYTES) + lfi_bytes(WATCHES, sizeof *side->watches);
}

/// An arc unfolds into two, of which one waits: as many wait as arcs nest, and one is at work.
static uint64_t fold_count(const lf_index *index) {
    return index->up_first == NULL ? 0 : (uint64_t)index->up_depth + 1;
}

lf_status lfi_headland_create(lf_search *search) {
    const lf_index *index = search->index;
    const lf_allocator *allocator = &search->allocator;
    lfi_headland *headland = &search->headland;
    const uint64_t count = index->count;
    headland->row_words = (uint64_t)search->map->height / 64 + 1;
    headland->column_words = (uint64_t)search->map->width / 64 + 1;
    headland->reach_memory = lfi_alloc(allocator, count + 1, sizeof *headland->reach);
    headland->trail = lfi_alloc(allocator, count, sizeof *headland->trail);
    headland->folds = lfi_alloc(allocator, fold_count(index), sizeof *headland->folds);
    headland->hop_room = (uint32_t)count + 1; // the meeting stands in both halves
    headland->hops = lfi_alloc(allocator, headland->hop_room, sizeof *headland->hops);
    headland->wanted.rows = lfi_alloc(allocator, headland->row_words, sizeof(uint64_t));
    headland->wanted.columns = lfi_alloc(allocator, headland->column_words, sizeof(uint64_t));
    headland->wanted.by_row = lfi_alloc(allocator, LFI_WANTED_MAX, sizeof(uint64_t));
    headland->wanted.by_column = lfi_alloc(allocator, LFI_WANTED_MAX, sizeof(uint64_t));
    if (!side_create(search, &headland->sides[LFI_FORTH]) ||
        !side_create(search, &headland->sides[LFI_BACK]) || headland->reach_memory == NULL ||
        headland->trail == NULL || headland->folds == NULL || headland->hops == NULL ||
        headland->wanted.rows == NULL || headland->wanted.columns == NULL ||
        headland->wanted.by_row == NULL || headland->wanted.by_column == NULL)
        return LF_E_NOMEM;
    const uintptr_t over = (uintptr_t)headland->reach_memory % sizeof *headland->reach;
    headland->reach = (lfi_reach *)((char *)headland->reach_memory + (sizeof *headland->reach - over));
    for (uint32_t i = 0; i < count; i++) {
        headland->reach[i].point = index->points[i];
        memcpy(headland->reach[i].away, index->away + (size_t)i * LFI_LANDMARKS,
               sizeof headland->reach[i].away);
    }
    memset(headland->wanted.rows, 0, (size_t)headland->row_words * sizeof(uint64_t));
    memset(headland->wanted.columns, 0, (size_t)headland->column_words * sizeof(uint64_t));
    lfi_headland_forget(search);
    return LF_OK;
}

void lfi_headland_destroy(lf_search *search) {
    const lf_allocator *allocator = &search->allocator;
    lfi_headland *headland = &search->headland;
    const uint64_t count = search->index->count;
    side_destroy(search, &headland->sides[LFI_FORTH]);
    side_destroy(search, &headland->sides[LFI_BACK]);
    lfi_free(allocator, headland->reach_memory, count + 1, sizeof *headland->reach);
    lfi_free(allocator, headland->trail, count, sizeof *headland->trail);
    lfi_free(allocator, headland->folds, fold_count(search->index), sizeof *headland->folds);
    lfi_free(allocator, headland->hops, headland->hop_room, sizeof *headland->hops);
    lfi_free(allocator, headland->wanted.rows, headland->row_words, sizeof(uint64_t));
    lfi_free(allocator, headland->wanted.columns, headland->column_words, sizeof(uint64_t));
    lfi_free(allocator, headland->wanted.by_row, LFI_WANTED_MAX, sizeof(uint64_t));
    lfi_free(allocator, headland->wanted.by_column, LFI_WANTED_MAX, sizeof(uint64_t));
}

size_t lfi_headland_bytes(const lf_search *search) {
    const lfi_headland *headland = &search->headland;
    return side_bytes(search, &headland->sides[LFI_FORTH]) + side_bytes(search, &headland->sides[LFI_BACK]) +
           lfi_bytes((uint64_t)search->index->count + 1, sizeof *headland->reach) +
           lfi_bytes(search->index->count, sizeof *headland->trail) +
           lfi_bytes(fold_count(search->index), sizeof *headland->folds) +
           lfi_bytes(headland->hop_room, sizeof *headland->hops) +
           (size_t)(headland->row_words + headland->column_words + 2 * LFI_WANTED_MAX) * sizeof(uint64_t);
}

void lfi_headland_forget(lf_search *search) {
    search->headland.stamp = 0;
    for (uint32_t i = 0; i < search->index->count; i++) search->headland.reach[i].stamp = 0;
}

bool lfi_headland_has_met(const lf_search *search, lf_tile tile) {
    const lfi_stops *stops = &search->index->stops;
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    if (!lfi_stops_is_headland(stops, spot)) return false;
    const lfi_reach *reach = &search->headland.reach[lfi_stops_number(stops, spot)];
    return reach->stamp == search->headland.stamp &&
           (reach->length[LFI_FORTH] != UINT64_MAX || reach->length[LFI_BACK] != UINT64_MAX);
}

// ---- Search ---------------------------------------------------------------------------------------

/// A single end of the other side may see a headland that has been reached, and a route found early spares
/// much looking out. Not if the bound says that it is not so near.
static void headland_try_end(lf_search *search, int side, uint32_t number) {
    lfi_headland *headland = &search->headland;
    if (lfi_ends_count(search, !side) != 1) return;
    const lfi_reach *reach = &headland->reach[number];
    const lf_tile tile = lfi_ends_tile(search, !side, 0);
    const lf_point end = lf_map_point(search->map, tile);
    const uint64_t straight = lfi_metric_between(&headland->metric, reach->point, end);
    if (reach->length[side] + straight >= headland->best ||
        lfi_headland_bound(search, &headland->sides[!side], reach) > straight)
        return;
    if (!lfi_leg_walkable(search->map, &search->index->stops, end, reach->point)) return;
    lfi_headland_relax(search, !side, number, straight, LFI_FROM_END, tile);
}

static void legs_follow(lf_search *search, uint32_t number) {
    const lf_index *index = search->index;
    const lfi_reach *reach = search->headland.reach;
    const lf_point point = reach[number].point;
    const uint64_t length = reach[number].length[LFI_FORTH];
    const lfi_metric metric = search->headland.metric;
    for (uint32_t leg = index->first[number]; leg < index->first[number + 1]; leg++)
        lfi_prefetch(&reach[index->legs[leg]]);
    for (uint32_t leg = index->first[number]; leg < index->first[number + 1]; leg++) {
        const uint32_t to = index->legs[leg];
        lfi_headland_relax(search, LFI_FORTH, to,
                           length + lfi_metric_between(&metric, point, reach[to].point), number, 0);
    }
}

/// Arcs that may be the best way to where they lead.
enum { ARCS_MAX = 128 };

static void arcs_relax(lf_search *search, int side, uint32_t number, const uint32_t *arcs, uint32_t count) {
    const lf_index *index = search->index;
    const uint64_t length = search->headland.reach[number].length[side];
    for (uint32_t i = 0; i < count; i++) {
        const lfi_arc *arc = &index->up[arcs[i]];
        lfi_headland_relax(search, side, arc->to, length + arc->length, number, arcs[i]);
    }
}

/// Follows the arcs of a headland, unless a higher one leads here at no greater length: then no way on from
/// here is needed. (Of all shortest ways take one with the highest headland, then with the highest before it,
/// and so on: it has no such headland.)
static void arcs_follow(lf_search *search, int side, uint32_t number) {
    const lf_index *index = search->index;
    const lfi_headland *headland = &search->headland;
    const uint64_t length = headland->reach[number].length[side];
    const uint32_t first = index->up_first[number], end = index->up_first[number + 1];
    uint32_t arcs[ARCS_MAX], count = 0;
    for (uint32_t i = first; i < end; i++) lfi_prefetch(&headland->reach[index->up[i].to]);
    for (uint32_t i = first; i < end; i++) {
        const lfi_reach *above = &headland->reach[index->up[i].to];
        if (above->stamp == headland->stamp) {
            const uint64_t there = above->length[side], by = index->up[i].length;
            if (there < length && there + by <= length) return;
            if (there <= length + by) continue;
        }
        if (count == ARCS_MAX) {
            arcs_relax(search, side, number, arcs, count);
            count = 0;
        }
        lfi_prefetch(&headland->trail[index->up[i].to]);
        lfi_prefetch(&headland->sides[side].heap.place[index->up[i].to]);
        arcs[count++] = i;
    }
    arcs_relax(search, side, number, arcs, count);
}

static void headland_expand(lf_search *search, int side, uint32_t number) {
    const lfi_headland *headland = &search->headland;
    const lfi_reach *reach = &headland->reach[number];
    if (reach->length[side] + lfi_headland_bound(search, &headland->sides[!side], reach) >= headland->best)
        return;
    search->route.stats.expanded++;
    headland_try_end(search, side, number);
    if (search->index->up_first != NULL)
        arcs_follow(search, side, number);
    else
        legs_follow(search, number);
}

/// Whether something in the queue of a side may lead to a better route. Keys are rounded down, so under
/// octile costs equal ones may.
static bool side_may_win(const lfi_headland *headland, const lfi_side *side) {
    if (side->heap.count == 0) return false;
    const uint64_t top = side->heap.entries[0].key >> 32;
    return headland->shift > 0 ? top <= headland->best >> headland->shift : top < headland->best;
}

/// The side to go on with; LFI_SIDES if neither can lead to a better route.
static int side_choose(const lf_search *search) {
    const lfi_headland *headland = &search->headland;
    const lfi_side *forth = &headland->sides[LFI_FORTH], *back = &headland->sides[LFI_BACK];
    const bool forth_may = side_may_win(headland, forth), back_may = side_may_win(headland, back);
    if (headland->best <= headland->least || (!forth_may && !back_may)) return LFI_SIDES;
    if (!forth_may || !back_may) return forth_may ? LFI_FORTH : LFI_BACK;
    const uint64_t forth_top = forth->heap.entries[0].key >> 32, back_top = back->heap.entries[0].key >> 32;
    if (forth_top != back_top) return forth_top < back_top ? LFI_FORTH : LFI_BACK;
    return search->index->up_first == NULL || forth->steps <= back->steps ? LFI_FORTH : LFI_BACK;
}

/// Goes on until neither side can lead to a better route: true then.
static bool search_run(lf_search *search, int64_t *budget) {
    lfi_headland *headland = &search->headland;
    for (; *budget > 0; --*budget) {
        const int number = side_choose(search);
        if (number == LFI_SIDES) return true;
        lfi_side *side = &headland->sides[number];
        const uint32_t node = lfi_heap_pop(&side->heap).node;
        side->steps++;
        if (node >= search->index->count)
            lfi_watch_advance(search, number, node - search->index->count);
        else
            headland_expand(search, number, node);
    }
    return false;
}

// ---- Steps ----------------------------------------------------------------------------------------

static void side_begin(lfi_side *side) {
    lfi_heap_clear(&side->heap);
    side->low = (lf_point){INT32_MAX, INT32_MAX};
    side->high = (lf_point){INT32_MIN, INT32_MIN};
    side->span = lfi_span_unknown();
    side->count = 0;
    side->seen_count = LFI_SEEN_UNKNOWN;
    side->steps = 0;
}

// Many ends tell no more than the box around them, and are near each other more often than not. So they are
// not located, and look only as far as a horizon at first. If that gives a route, a better one has no leg
// longer than it, and one more attempt with the horizon that far (or none, if it was that far already) is
// exact.
enum { MANY_ENDS = 4, FIRST_HORIZON = 24 };

static void attempt_begin(lf_search *search) {
    lfi_headland *headland = &search->headland;
    if (headland->stamp == UINT32_MAX) lfi_headland_forget(search);
    headland->stamp++;
    for (int side = 0; side < LFI_SIDES; side++) side_begin(&headland->sides[side]);
    headland->stage = LFI_HEADLAND_TARGETS;
    headland->next = headland->first_end = headland->watched = 0;
    headland->seen_count = 0;
    headland->wanted.count = 0;
    headland->best = headland->longest = search->map->tile_count * headland->metric.diagonal + 1;
    headland->least = UINT64_MAX;
    search->stage = LFI_STAGE_PLAN;
    search->route.stats.phases++;
}

static void headland_begin(lf_search *search) {
    lfi_headland *headland = &search->headland;
    headland->metric = lfi_metric_make(search->map->moves, search->query.options.cost);
    headland->shift = headland->metric.straight > 1 ? 22 : 0;
    headland->many = search->query.source_count > MANY_ENDS || search->query.target_count > MANY_ENDS;
    headland->horizon = headland->many ? FIRST_HORIZON : UINT32_MAX;
    attempt_begin(search);
}

/// Whether everything that could be part of a better route than the best one was within the horizon. If not,
/// looks farther: as far as that route is long, or four times as far if there is none.
static bool attempt_suffices(lf_search *search) {
    lfi_headland *headland = &search->headland;
    const bool found = headland->best != headland->longest;
    const uint64_t moves = headland->best / headland->metric.straight;
    if (headland->horizon == UINT32_MAX || (found && moves <= headland->horizon)) return true;
    const uint64_t farther = found ? moves : 4 * (uint64_t)headland->horizon;
    // No leg is longer than the map is wide and high.
    const bool all = farther >= (uint64_t)search->map->width + (uint64_t)search->map->height;
    headland->horizon = all ? UINT32_MAX : (uint32_t)farther;
    attempt_begin(search);
    return false;
}

/// Everyone is located: what sources watch for.
static void watch_begin(lf_search *search) {
    lfi_headland *headland = &search->headland;
    headland->stage = LFI_HEADLAND_ENDS;
    if (!lfi_ends_single(search)) {
        lfi_wanted_fill(search);
        return;
    }
    headland->watched = search->query.target_count;
    lfi_ends_try_pair(search);
}

/// The ends of this round enter the queues.
static void headland_step_ends(lf_search *search, int64_t *budget) {
    lfi_headland *headland = &search->headland;
    for (; *budget > 0 && headland->next < LFI_ENDS_MAX; headland->next++, --*budget) {
        const int64_t end = headland->first_end + headland->next;
        if (end >= lfi_ends_count(search, LFI_FORTH) && end >= lfi_ends_count(search, LFI_BACK)) break;
        if (end < lfi_ends_count(search, LFI_BACK)) lfi_ends_enter(search, LFI_BACK, end);
        if (end < lfi_ends_count(search, LFI_FORTH)) lfi_ends_enter(search, LFI_FORTH, end);
    }
    if (*budget <= 0) return;
    headland->stage = LFI_HEADLAND_SEARCH;
    search->stage = LFI_STAGE_REFINE;
}

/// The search is at its end with the ends of this round. What is left in the queues cannot win, so the next
/// round takes its place.
static void round_end(lf_search *search) {
    lfi_headland *headland = &search->headland;
    headland->first_end += LFI_ENDS_MAX;
    headland->next = 0;
    if (headland->first_end < lfi_ends_count(search, LFI_FORTH) ||
        headland->first_end < lfi_ends_count(search, LFI_BACK)) {
        for (int side = 0; side < LFI_SIDES; side++) lfi_heap_clear(&headland->sides[side].heap);
        headland->stage = LFI_HEADLAND_ENDS;
        return;
    }
    headland->stage = LFI_HEADLAND_WATCH;
    lfi_wanted_fill(search);
}

/// Sources look as far as the best route is long for targets that were not watched for.
static lf_status headland_step_watch(lf_search *search, int64_t *budget) {
    lfi_headland *headland = &search->headland;
    while (headland->wanted.count > 0 && headland->best > headland->least) {
        for (; *budget > 0 && headland->next < search->query.source_count; headland->next++, --*budget) {
            const lf_tile tile = search->query.sources[headland->next].tile;
            if (lfi_search_source_useful(search, tile)) lfi_ends_watch(search, tile);
        }
        if (headland->next < search->query.source_count) return LF_PAUSED;
        headland->next = 0;
        lfi_wanted_fill(search);
    }
    if (!attempt_suffices(search)) return LF_PAUSED;
    if (headland->best == headland->longest) return LF_NO_ROUTE;
    return lfi_headland_settle(search) ? LF_OK : LF_NO_ROUTE;
}

static lf_status headland_step(lf_search *search, int64_t *budget) {
    lfi_headland *headland = &search->headland;
    switch (headland->stage) {
    case LFI_HEADLAND_TARGETS:
        if (lfi_ends_locate(search, LFI_BACK, budget)) headland->stage = LFI_HEADLAND_SOURCES;
        return LF_PAUSED;
    case LFI_HEADLAND_SOURCES:
        if (lfi_ends_locate(search, LFI_FORTH, budget)) watch_begin(search);
        return LF_PAUSED;
    case LFI_HEADLAND_ENDS: headland_step_ends(search, budget); return LF_PAUSED;
    case LFI_HEADLAND_SEARCH:
        if (search_run(search, budget)) round_end(search);
        return LF_PAUSED;
    default: return headland_step_watch(search, budget);
    }
}

const lfi_strategy lfi_headland_strategy = {
    .name = "headland",
    .exact = true,
    .indexed = true,
    .octile = true,
    .begin = headland_begin,
    .step = headland_step,
    .trace = lfi_headland_trace,
};
