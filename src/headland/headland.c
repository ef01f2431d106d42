// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// headland: A* over the visibility graph of an index from both ends, or upwards in its contraction hierarchy.
//
//     1. Each end is located: the buoys (buoys.h) that it sees tell how far it is from the landmarks (ALT).
//        This gives a lower bound of the whole route and, for any headland, of the rest of the route.
//     2. Each end enters the queue of its side, sources forth and targets back. An end that is taken off
//        begins to look out (lookout.h), piece by piece: what it sees enters the queue, and so does the rest
//        of each keel, with the bound of the tile it has reached. So an end looks only where, and as far as,
//        a route could be short enough.
//     3. When a headland is taken off, its legs are followed (forth only), or with a hierarchy its arcs, on
//        both sides. A headland that both sides have reached gives a route. The search ends when nothing
//        in either queue can lead to a shorter route.
//
// Among equal sums the queue prefers the entry nearest to the other end. The bound of the whole route is
// exact for two of three queries at sea. In these, the search therefore runs straight to the other end and
// has proven its route when it arrives.
//
// The bound of a place is the greatest of the straight distance to the box around the other ends and, for
// each landmark, how much nearer to it or farther from it the place is than all of these ends. Many sources
// and targets are one search.
//
// Where an index has few headlands, all of this is left out: the route is looked up (mileage.c).
//
// Lengths are whole numbers (metric.h), so results are exact and the same on every machine. The bounds
// need not be consistent: a headland whose length improves after it was taken off enters the queue again.
//
// A search may have several indexes: one of the map, and one for each of several depth gates (query/gate.c).
// Each has a shelf of its own, so a query finds all that it needs of its index in place; the rest of the memory
// they share.
//
// Time: O(pieces of lookouts + headlands expanded * (legs + log)). Memory: 128 bytes per headland, 64 of them
// for each index, and 8 per pair of few headlands; no allocation in a query.
#include "ends.h"
#include "relax.h"
#include "route.h"

#include <string.h>

// ---- Memory ---------------------------------------------------------------------------------------

enum { WATCHES = LFI_ENDS_MAX * LFI_KEELS };

static bool headland_wanted(const lf_search *search) {
    return search->plain_index != NULL || search->gate_index_count > 0;
}

/// How many shelves the search has, and the index of each.
static uint32_t shelf_count(const lf_search *search) {
    return 1 + search->gate_index_count;
}

static const lf_index *shelf_index(const lf_search *search, uint32_t shelf) {
    return shelf == 0 ? search->plain_index : search->gate_indexes[shelf - 1];
}

/// The headlands that a shelf has room for. Without gates the only shelf has all room, which may be more than
/// its index needs: that of a world may grow.
static uint64_t shelf_room(const lf_search *search, uint32_t shelf) {
    const lf_index *index = shelf_index(search, shelf);
    if (search->gate_index_count == 0) return lfi_headland_room(search);
    return index == NULL ? 0 : index->count + search->rooms.extras;
}

/// The headlands that there is room for in the mileage of a shelf; 0 if its index has too many. The index of a world may
/// have fewer some time.
static uint64_t shelf_mileage_room(const lf_search *search, uint32_t shelf) {
    const uint64_t all = shelf_room(search, shelf), extras = search->rooms.extras;
    const uint64_t room = all > extras ? all - extras : 0;
    if (search->held == NULL) return room <= LFI_MILEAGE_MOST ? room : 0;
    return room < LFI_MILEAGE_EDITED ? room : LFI_MILEAGE_EDITED;
}

static void side_arrays(const lf_search *search, lfi_arrays *run, lfi_side *side) {
    lfi_heap_arrays(run, &side->heap, lfi_headland_room(search) + WATCHES);
    LFI_ARRAY(run, side->watches, WATCHES);
}

static void wanted_arrays(const lf_search *search, lfi_arrays *run, lfi_wanted *wanted) {
    LFI_ARRAY_ZEROED(run, wanted->rows, (uint64_t)search->base->height / 64 + 1);
    LFI_ARRAY_ZEROED(run, wanted->columns, (uint64_t)search->base->width / 64 + 1);
    LFI_ARRAY(run, wanted->by_row, LFI_WANTED_MAX);
    LFI_ARRAY(run, wanted->by_column, LFI_WANTED_MAX);
}

static void headland_arrays(lf_search *search, lfi_arrays *run) {
    lfi_headland *headland = lfi_headland_of(search);
    const uint64_t count = lfi_headland_room(search);
    for (uint32_t i = 0; i < shelf_count(search); i++) {
        LFI_ARRAY_ZEROED(run, headland->shelves[i].memory, shelf_room(search, i) + 1);
        lfi_mileage_arrays(run, &headland->shelves[i].mileage, shelf_mileage_room(search, i));
    }
    LFI_ARRAY(run, headland->trail, count);
    LFI_ARRAY(run, headland->folds, search->rooms.folds);
    LFI_ARRAY(run, headland->hops, count + 1); // the meeting is in both halves
    if (search->rooms.extras > 0) {
        LFI_ARRAY(run, headland->rest, count);
        lfi_views_arrays(run, &headland->views, count);
    }
    if (LFI_HAS_DETOURS && search->rooms.extras > 0) {
        LFI_ARRAY(run, headland->reefs.cells, LFI_REEF_CELLS * LFI_REEF_CELLS / 64);
        lfi_forward_arrays(run, &headland->forward, search->base);
    }
    lfi_obstructed_arrays(search, &headland->obstructed, run);
    wanted_arrays(search, run, &headland->wanted);
    side_arrays(search, run, &headland->sides[LFI_FORTH]);
    side_arrays(search, run, &headland->sides[LFI_BACK]);
}

static void shelf_forget(lfi_shelf *shelf, uint64_t room) {
    for (uint64_t k = 0; k < room; k++) shelf->known[k].stamp = 0;
}

static void headland_forget(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    headland->stamp = 0;
    for (uint32_t i = 0; i < shelf_count(search); i++)
        shelf_forget(&headland->shelves[i], shelf_room(search, i));
}

static void shelf_ready(lfi_shelf *shelf) {
    shelf->known = lfi_lined_up(shelf->memory, sizeof *shelf->known);
    shelf->index = NULL;
}

/// How many headlands and pieces of lookouts the second attempt takes off its queue before the guardrail takes over, by
/// the size of the map: an entry takes as long as some 50 blocks of a flood.
enum { PATIENCE_BLOCKS = 512, PATIENCE_LEAST = 4 };
/// Detours of a route meet one of so many tiles of the map at most.
enum { DETOUR_SHARE = 64 };

static void headland_ready(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    for (uint32_t i = 0; i < shelf_count(search); i++) shelf_ready(&headland->shelves[i]);
    headland->hop_room = (uint32_t)lfi_headland_room(search) + 1;
    headland->watch_first = (uint32_t)lfi_headland_room(search);
    headland->patience_most = search->base->blocks.count / PATIENCE_BLOCKS + PATIENCE_LEAST;
    headland->detour_most = (int64_t)(search->base->tile_count / DETOUR_SHARE);
    headland->row_words = (uint64_t)search->base->height / 64 + 1;
    headland->column_words = (uint64_t)search->base->width / 64 + 1;
}

void lfi_known_fill(const lf_search *search, uint32_t number) {
    const lf_index *index = search->index;
    lfi_known *known = &lfi_headland_of(search)->known[number];
    if (number >= index->count) return;
    known->point = index->points[number];
    known->beside = index->beside[number];
    memcpy(known->away, index->away + (size_t)number * LFI_LANDMARKS, sizeof known->away);
}

/// Makes a shelf that of an index. An index that the search was turned away from still exists, so another index has
/// another address.
static void shelf_turn(lf_search *search, uint32_t i, const lf_index *index) {
    lfi_shelf *shelf = &lfi_headland_of(search)->shelves[i];
    if (shelf->index == index) return;
    if (shelf->index != NULL) shelf_forget(shelf, shelf_room(search, i)); // memory begins as zeros
    shelf->index = index;
    lfi_mileage_fill(&shelf->mileage, index, shelf_mileage_room(search, i));
}

/// Takes the shelf of the index that is to be searched.
static void shelf_take(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    uint32_t shelf = 0;
    while (shelf_index(search, shelf) != search->index) shelf++;
    headland->taken = search->index;
    headland->known = headland->shelves[shelf].known;
    headland->mileage = &headland->shelves[shelf].mileage;
}

static void headland_turned(lf_search *search) {
    for (uint32_t i = 0; i < shelf_count(search); i++) {
        const lf_index *index = shelf_index(search, i);
        if (index != NULL) shelf_turn(search, i, index);
    }
    shelf_take(search);
    if (LFI_HAS_DETOURS && search->edits != NULL) lfi_base_turned(search);
    if (search->index != NULL) lfi_obstructed_turned(search, &lfi_headland_of(search)->obstructed);
}

const lfi_part lfi_headland_part = {.size = sizeof(lfi_headland),
                                    .wanted = headland_wanted,
                                    .arrays = headland_arrays,
                                    .ready = headland_ready,
                                    .turned = headland_turned};

/// Whether an end has a headland in sight.
static bool sighted_has(const lfi_sighted *sighted, uint32_t number) {
    for (uint32_t i = 0; i < sighted->count; i++) {
        if (sighted->numbers[i] == number) return true;
    }
    return false;
}

static bool headland_has_met(const lf_search *search, lf_tile tile) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lfi_stops *stops = headland->stops;
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    if (search->route.stats.enqueued == 0 || !lfi_stops_is_headland(stops, spot)) return false;
    const uint32_t number = lfi_stops_number(stops, spot);
    if (headland->stage == LFI_HEADLAND_MILEAGE)
        return sighted_has(&headland->sighted[LFI_FORTH], number) ||
               sighted_has(&headland->sighted[LFI_BACK], number);
    const lfi_known *known = &headland->known[number];
    return known->stamp == lfi_headland_of(search)->stamp &&
           (known->length[LFI_FORTH] != UINT64_MAX || known->length[LFI_BACK] != UINT64_MAX);
}

// ---- Search ---------------------------------------------------------------------------------------

/// Tries whether the single end of the other side sees a headland that has been reached: a route found early
/// saves much looking out. Does not try if the bound says that the end is not so near.
static void headland_try_end(lf_search *search, int side, uint32_t number) {
    lfi_headland *headland = lfi_headland_of(search);
    if (lfi_ends_count(search, !side) != 1) return;
    const lfi_known *known = &headland->known[number];
    const lf_tile tile = lfi_ends_tile(search, !side, 0);
    const lf_point end = lfi_map_point(search->map, tile);
    const uint32_t heading = lfi_heading_walked(search, end, known->point);
    if (!headland->now && !lfi_heading_in(lfi_known_may(search, side, known), heading ^ LFI_HEADING_BACK))
        return;
    const uint64_t straight = lfi_metric_between(&headland->metric, known->point, end);
    if (known->length[side] + straight >= headland->best || lfi_known_bound(search, side, number) > straight)
        return;
    if (!lfi_headland_walkable(search, end, known->point)) return;
    lfi_reach_from_end(search, !side, number, straight, tile, heading);
}

static void legs_follow(lf_search *search, uint32_t number) {
    const lf_index *index = search->index;
    const lfi_known *known = lfi_headland_of(search)->known;
    const lf_point point = known[number].point;
    const uint64_t length = known[number].length[LFI_FORTH];
    const lfi_metric metric = lfi_headland_of(search)->metric;
    const uint32_t may = lfi_known_may(search, LFI_FORTH, &known[number]);
    for (uint32_t leg = index->first[number]; leg < index->first[number + 1]; leg++)
        lfi_prefetch(&known[index->legs[leg]]);
    for (uint32_t leg = index->first[number]; leg < index->first[number + 1]; leg++) {
        const uint32_t to = index->legs[leg];
        const lf_point there = lfi_known_of(search, to)->point;
        const uint32_t heading = lfi_heading(point, there);
        if (!lfi_heading_in(may, heading)) continue;
        lfi_headland_relax(search, LFI_FORTH, to, length + lfi_metric_between(&metric, point, there), number,
                           0, heading);
    }
}

/// How many arcs are looked at together.
enum { ARCS_MAX = 64 };

static void arcs_relax(lf_search *search, int side, uint32_t number, const uint32_t *arcs, uint32_t count) {
    const lf_index *index = search->index;
    const uint64_t length = lfi_headland_of(search)->known[number].length[side];
    for (uint32_t i = 0; i < count; i++) {
        const lfi_arc *arc = &index->up[arcs[i]];
        lfi_headland_relax(search, side, arc->to, length + arc->length, number, arcs[i],
                           lfi_bends_in(index->bends[arcs[i]]));
    }
}

/// Collects the arcs from `next` on that no turn speaks against, as far as there is room. Which they are cannot be
/// predicted, so nothing branches on it.
static uint32_t arcs_collect(const lf_index *index, uint32_t may, uint32_t *next, uint32_t end,
                             uint32_t arcs[ARCS_MAX]) {
    uint32_t count = 0, i = *next;
    for (; i < end && count < ARCS_MAX; i++) {
        arcs[count] = i;
        count += lfi_heading_in(may, lfi_bends_out(index->bends[i]));
    }
    *next = i;
    return count;
}

/// Keeps those of some arcs that may be the best way to their ends. False if along one of them a higher headland leads
/// here at no greater length.
static bool arcs_sift(const lf_search *search, int side, uint64_t length, uint32_t *arcs, uint32_t *count) {
    const lf_index *index = search->index;
    const lfi_headland *headland = lfi_headland_of(search);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < *count; i++) {
        const lfi_arc *arc = &index->up[arcs[i]];
        const lfi_known *above = &headland->known[arc->to];
        if (above->stamp == headland->stamp) {
            const uint64_t there = above->length[side], by = arc->length;
            if (there < length && there + by <= length) return false;
            if (there <= length + by) continue;
        }
        lfi_prefetch(&headland->trail[arc->to]);
        lfi_prefetch(&headland->sides[side].heap.place[arc->to]);
        arcs[kept++] = arcs[i];
    }
    *count = kept;
    return true;
}

/// Follows the arcs of a headland that no turn speaks against, unless along one of them a higher headland leads here at
/// no greater length: then no way on from here is needed (stall-on-demand). Proof: of all shortest ways take one with
/// the highest headland, then with the highest before it, and so on; it has no such headland. (Stalling by the other
/// arcs too would mean to look at what they lead to, and most of what turns save is not looking there.)
static void arcs_follow(lf_search *search, int side, uint32_t number) {
    const lf_index *index = search->index;
    const lfi_headland *headland = lfi_headland_of(search);
    const uint64_t length = headland->known[number].length[side];
    const uint32_t may = lfi_known_may(search, side, &headland->known[number]);
    uint32_t arcs[ARCS_MAX], next = index->up_first[number];
    const uint32_t end = index->up_first[number + 1];
    while (next < end) {
        uint32_t count = arcs_collect(index, may, &next, end, arcs);
        for (uint32_t i = 0; i < count; i++) lfi_prefetch(&headland->known[index->up[arcs[i]].to]);
        if (!arcs_sift(search, side, length, arcs, &count)) return;
        arcs_relax(search, side, number, arcs, count);
    }
}

static void headland_expand(lf_search *search, int side, uint32_t number) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lfi_known *known = &headland->known[number];
    if (known->length[side] + lfi_known_bound(search, side, number) >= headland->best) return;
    search->route.stats.expanded++;
    headland_try_end(search, side, number);
    if (headland->climbs)
        arcs_follow(search, side, number);
    else if (headland->now)
        lfi_now_follow(search, number);
    else
        legs_follow(search, number);
}

/// Whether something in the queue of a side may lead to a better route. Priorities are rounded down, so under
/// octile costs an equal priority may.
static bool side_may_win(const lfi_headland *headland, const lfi_side *side) {
    if (side->heap.count == 0) return false;
    const uint64_t top = side->heap.entries[0].priority >> 32;
    return headland->shift > 0 ? top <= headland->best >> headland->shift : top < headland->best;
}

/// The side to go on with; LFI_SIDES if neither can lead to a better route.
static int side_choose(const lf_search *search) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lfi_side *forth = &headland->sides[LFI_FORTH], *back = &headland->sides[LFI_BACK];
    const bool forth_may = side_may_win(headland, forth), back_may = side_may_win(headland, back);
    if (headland->best <= headland->least || (!forth_may && !back_may)) return LFI_SIDES;
    if (!forth_may || !back_may) return forth_may ? LFI_FORTH : LFI_BACK;
    const uint64_t forth_top = forth->heap.entries[0].priority >> 32,
                   back_top = back->heap.entries[0].priority >> 32;
    if (forth_top != back_top) return forth_top < back_top ? LFI_FORTH : LFI_BACK;
    return !headland->climbs || forth->steps <= back->steps ? LFI_FORTH : LFI_BACK;
}

/// Settles the best route so far, if there is one.
static bool search_settle_best(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    if (headland->best == headland->longest) return false;
    if (headland->best == headland->kept) return true; // it is settled
    headland->from_base = false;
    return lfi_headland_settle(search);
}

/// By which part of the map's sides a route may be longer than the bound within the fence, if none is known. Where some
/// moves more would do, a detour has mostly been found (detour.c): on giantworldmap, fences of 0, 32 and 256 moves one after
/// the other took up to 1.4 times as long.
enum { FENCE_SHARE = 24 };

/// The search has run long enough: the guardrail takes over, within a fence of what is known.
static void search_hand_over(lf_search *search) {
    const lfi_headland *headland = lfi_headland_of(search);
    const bool settled = search_settle_best(search);
    const uint64_t least = headland->sides[LFI_FORTH].heap.entries[0].priority >> 32;
    const uint64_t slack = ((uint64_t)search->map->width + (uint64_t)search->map->height) / FENCE_SHARE;
    search->fence = (lfi_fence){.rest = lfi_now_box_bound,
                                .limit = settled ? headland->best - 1 : least + slack,
                                .settled = settled,
                                .length = search->route.length,
                                .diagonal = search->route.diagonal,
                                .source = search->route.source,
                                .target = search->route.target};
    if (settled) lfi_now_leave_out(search, search->fence.limit);
    lfi_search_give_up(search);
}

/// Goes on until neither side can lead to a better route; then returns true.
static bool search_run(lf_search *search, int64_t *budget) {
    lfi_headland *headland = lfi_headland_of(search);
    for (; *budget > 0; --*budget) {
        const int number = side_choose(search);
        if (number == LFI_SIDES) return true;
        if (number == LFI_FORTH && headland->patience-- <= 0) {
            search_hand_over(search);
            return false;
        }
        lfi_side *side = &headland->sides[number];
        const uint32_t node = lfi_heap_pop(&side->heap).node;
        side->steps++;
        if (node >= headland->watch_first)
            lfi_watch_advance(search, number, node - headland->watch_first);
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
    side->count = side->inside = 0;
    side->seen.count = LFI_SEEN_UNKNOWN;
    side->steps = 0;
}

// With many ends, the landmarks give no better bound than the box around the ends. And the nearest two of
// many ends are usually close together. So many ends are not located, and look out only as far as a horizon
// at first. If the first attempt finds a route of length L, no leg of a shorter route is longer than L. A
// second attempt with horizon L is therefore exact. It is left out if the first horizon was L or more.
enum { MANY_ENDS = 4, FIRST_HORIZON = 24 };

static void attempt_begin(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    if (headland->stamp == UINT32_MAX) headland_forget(search);
    headland->stamp++;
    for (int side = 0; side < LFI_SIDES; side++) side_begin(&headland->sides[side]);
    headland->stage = LFI_HEADLAND_TARGETS;
    headland->next = headland->first_end = headland->watched = 0;
    headland->seen.count = 0;
    headland->wanted.count = 0;
    headland->best = headland->longest;
    headland->least = UINT64_MAX;
    headland->inlets_reached = false;
    search->stage = LFI_STAGE_PLAN;
    search->route.stats.phases++;
}

/// Turns to the map of the index, which is the base of the overlay if there is one.
static void headland_turn_base(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    headland->stops = &search->index->stops;
    headland->now = headland->from_base = false;
    headland->patience = INT64_MAX;
    headland->kept = UINT64_MAX;
    headland->must_touch = false;
    headland->climbs = search->index->up_first != NULL;
    headland->glances = lfi_ends_single(search) && lfi_index_glances(search->index);
    if (search->overlay != NULL) search->map = search->index->map;
}

/// Whether the guardrail can go on where the second attempt stops: whether moves are all that counts, and the overlay is
/// that of the map.
static bool now_has_fence(const lf_search *search) {
    return search->only == NULL && lfi_headland_of(search)->metric.straight == 1 &&
           !lfi_query_overlaid(search) && !lfi_depth_gate_on(search);
}

/// Where few headlands have a mark, bounds are good and most legs are at hand, so that waves seldom overtake the search:
/// there it may take FEW_TIMES as many entries. One of FEW_SHARE headlands is few.
/// Where many have one, a search that has a route to beat seldom ends: of 140 on giantworldmap after 100 opening craters 13
/// do, and the others have spent half a millisecond. It takes 1/BEAT_SHARE as many.
enum { FEW_SHARE = 20, FEW_TIMES = 32, BEAT_SHARE = 8 };

/// @param beats  whether the search has to beat a route, which no route of the base does.
static int64_t now_patience(const lf_search *search, bool beats) {
    const int64_t most = lfi_headland_of(search)->patience_most;
    if (!now_has_fence(search) || most > INT64_MAX / FEW_TIMES) return INT64_MAX;
    if (search->overlay->dirty < search->index->count / FEW_SHARE) return FEW_TIMES * most;
    return beats ? most / BEAT_SHARE + 1 : most;
}

/// Turns to the map now. What the ends have seen of the base is not valid there; their locations are. False if
/// there are too many obstacles: then the guardrail goes on. `beats`: as above.
static bool headland_turn_now(lf_search *search, bool beats) {
    lfi_headland *headland = lfi_headland_of(search);
    search->map = search->now;
    if (lfi_query_overlaid(search) && !lfi_obstructed_see(search, &headland->obstructed)) {
        lfi_search_give_up(search);
        return false;
    }
    headland->stops = &search->overlay->stops;
    headland->now = true;
    headland->patience = now_patience(search, beats);
    headland->climbs = headland->glances = false;
    for (int side = 0; side < LFI_SIDES; side++) headland->sides[side].seen.count = LFI_SEEN_UNKNOWN;
    return true;
}

/// Whether both ends are open on the map of the index, and an answer of the base may be proven.
static bool pair_is_inside(const lf_search *search) {
    return lf_map_is_open(search->map, search->query.sources[0].tile) &&
           lf_map_is_open(search->map, search->query.targets[0]) &&
           (search->overlay == NULL || !search->overlay->inlets.given_up);
}

/// Tries, before anything is made ready, whether the only source and the only target see each other. If so, no route is
/// shorter than the leg between them, and there is nothing to search. (A leg needs no look at bodies.)
static bool headland_try_direct(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    const bool edited = search->overlay != NULL;
    if (!lfi_ends_single(search) || (edited && !(LFI_HAS_DETOURS && search->overlay == search->edits)))
        return false;
    if ((lfi_depth_gate_on(search) || edited) && !pair_is_inside(search)) return false;
    headland->best = UINT64_MAX;
    lfi_ends_try_pair(search);
    if (headland->best == UINT64_MAX) return false;
    headland->stage = LFI_HEADLAND_DIRECT;
    headland->straight = true;
    search->route.stats.phases++;
    return true;
}

/// Looks the route up, where all distances are known.
static bool headland_try_mileage(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    if (headland->mileage->count == 0 || !headland->glances || search->overlay != NULL) return false;
    if (!lfi_ends_useful(search, LFI_FORTH, search->query.sources[0].tile) ||
        !lfi_ends_useful(search, LFI_BACK, search->query.targets[0]) || !lfi_mileage_search(search))
        return false;
    headland->stage = LFI_HEADLAND_MILEAGE;
    search->route.stats.phases++;
    return true;
}

static void headland_begin(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    if (headland->taken != search->index) shelf_take(search);
    headland->metric = lfi_metric_make(search->map->moves, search->query.options.cost);
    headland->shift = headland->metric.straight > 1 ? 22 : 0;
    headland->many = search->query.source_count > MANY_ENDS || search->query.target_count > MANY_ENDS;
    headland->horizon = headland->many ? FIRST_HORIZON : UINT32_MAX;
    headland->longest = search->map->tile_count * headland->metric.diagonal + 1;
    if (lfi_query_overlaid(search)) lfi_obstructed_lay(search, &headland->obstructed);
    headland->straight = false;
    headland_turn_base(search);
    if (!headland_try_direct(search) && !headland_try_mileage(search)) attempt_begin(search);
}

/// Whether everything that could be part of a better route was within the horizon. If not, begins an attempt
/// with a farther horizon: the length of the best route, or four times as far if there is none.
static bool attempt_suffices(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    const bool found = headland->best != headland->longest;
    const uint64_t moves = headland->best / headland->metric.straight;
    if (headland->horizon == UINT32_MAX || (found && moves <= headland->horizon)) return true;
    const uint64_t farther = found ? moves : 4 * (uint64_t)headland->horizon;
    // No leg is longer than the width and height of the map together.
    const bool all = farther >= (uint64_t)search->map->width + (uint64_t)search->map->height;
    headland->horizon = all ? UINT32_MAX : (uint32_t)farther;
    attempt_begin(search);
    return false;
}

/// All ends are located: sets up what sources watch for.
static void watch_begin(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    if (search->overlay != NULL && !headland->now && !lfi_base_may_answer(search) &&
        !headland_turn_now(search, false))
        return;
    if (headland->now) {
        lfi_now_prepare(search);
        if (headland->must_touch) lfi_now_leave_out(search, headland->kept - 1);
    }
    headland->stage = LFI_HEADLAND_ENDS;
    if (!lfi_ends_single(search)) {
        lfi_wanted_fill(search);
        return;
    }
    headland->watched = search->query.target_count;
    if (search->overlay != NULL) lfi_ends_try_pair(search); // otherwise it has been tried
}

/// Puts the ends of this round into the queues.
static void headland_step_ends(lf_search *search, int64_t *budget) {
    lfi_headland *headland = lfi_headland_of(search);
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

/// Ends a round, when the search with its ends is over. What is left in the queues cannot win, so the next
/// round replaces it.
static void round_end(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    headland->first_end += LFI_ENDS_MAX;
    headland->next = 0;
    if (headland->first_end < lfi_ends_count(search, LFI_FORTH) ||
        headland->first_end < lfi_ends_count(search, LFI_BACK)) {
        for (int side = 0; side < LFI_SIDES; side++) lfi_heap_clear(&headland->sides[side].heap);
        headland->stage = LFI_HEADLAND_ENDS;
        return;
    }
    headland->stage = LFI_HEADLAND_WATCH;
    if (!lfi_ends_single(search)) lfi_wanted_fill(search); // one target has been watched for
}

/// Begins the second attempt, on the map now, with the ends as located. It has to beat the settled route if that can be
/// walked.
static void now_begin(lf_search *search, bool holds) {
    lfi_headland *headland = lfi_headland_of(search);
    const uint64_t best = headland->best;
    const bool beats = holds && best <= headland->base;
    if (!headland_turn_now(search, beats)) return;
    if (headland->stamp == UINT32_MAX) headland_forget(search);
    headland->stamp++;
    for (int side = 0; side < LFI_SIDES; side++) {
        lfi_heap_clear(&headland->sides[side].heap);
        headland->sides[side].steps = 0;
    }
    headland->next = headland->first_end = headland->watched = 0;
    headland->wanted.count = 0;
    // No way of the base is shorter than its answer. With this as the least sum, the search dives for a route that is no
    // longer. (It may miss it for very long, so there must be a guardrail.)
    headland->must_touch = beats;
    if (!headland->must_touch && headland->base < headland->longest && now_has_fence(search))
        headland->least = headland->base;
    headland->best = holds ? best : headland->longest;
    headland->kept = holds ? best : UINT64_MAX;
    if (headland->many)
        headland->horizon = holds ? (uint32_t)(best / headland->metric.straight) : FIRST_HORIZON;
    search->stage = LFI_STAGE_PLAN;
    search->route.stats.phases++;
    watch_begin(search);
}

/// Whether the base's answer is the leg between the only two ends, which were not located for it.
static bool base_is_straight(const lf_search *search) {
    return LFI_HAS_DETOURS && lfi_headland_of(search)->straight;
}

/// Locates the ends, which the leg between them did not need, for the second attempt.
static void ends_locate_late(lf_search *search, bool holds) {
    lfi_headland *headland = lfi_headland_of(search);
    const uint64_t best = headland->best;
    attempt_begin(search);
    headland->best = best;
    headland->holds = holds;
}

/// Decides whether the answer of the attempt on the base, or the settled route that was made of it, is the answer now. No
/// way on any map is shorter than a leg between the only two ends.
static lf_status base_conclude(lf_search *search, bool found, bool holds) {
    lfi_headland *headland = lfi_headland_of(search);
    headland->from_base = true;
    if (holds == found && (!found || headland->best <= headland->base) &&
        (base_is_straight(search) || lfi_base_is_least(search, found ? headland->best : LFI_NO_WAY))) {
        search->map = search->now;
        return found ? LF_OK : LF_NO_ROUTE;
    }
    if (base_is_straight(search))
        ends_locate_late(search, holds);
    else
        now_begin(search, holds);
    return LF_PAUSED;
}

/// Decides whether the answer of the attempt on the base holds on the map now.
static lf_status base_judge(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    const bool found = headland->best != headland->longest && lfi_headland_settle(search);
    const bool holds = found && lfi_base_route_holds(search);
    headland->base = headland->best;
    if (found == holds || !LFI_HAS_DETOURS || !now_has_fence(search) || !lfi_detour_begin(search))
        return base_conclude(search, found, holds);
    headland->stage = LFI_HEADLAND_DETOUR;
    return LF_PAUSED;
}

static lf_status base_lead(lf_search *search, int64_t *budget) {
    const lf_status status = LFI_HAS_DETOURS ? lfi_detour_run(search, budget) : LF_NO_ROUTE;
    return status == LF_PAUSED ? status : base_conclude(search, true, status == LF_OK);
}

/// The answer after the last attempt.
static lf_status headland_answer(lf_search *search) {
    return search_settle_best(search) ? LF_OK : LF_NO_ROUTE;
}

/// Sources look for the targets not watched for yet, as far as the best route is long.
static lf_status headland_step_watch(lf_search *search, int64_t *budget) {
    lfi_headland *headland = lfi_headland_of(search);
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
    return search->overlay != NULL && !headland->now ? base_judge(search) : headland_answer(search);
}

/// Settles the leg between the only two ends.
static lf_status headland_step_direct(lf_search *search) {
    if (LFI_HAS_DETOURS && search->overlay != NULL) return base_judge(search);
    lfi_headland_settle(search);
    return LF_OK;
}

/// The ends are located: goes on with the attempt that needs them.
static void ends_located(lf_search *search) {
    if (base_is_straight(search))
        now_begin(search, lfi_headland_of(search)->holds);
    else
        watch_begin(search);
}

static lf_status headland_step(lf_search *search, int64_t *budget) {
    lfi_headland *headland = lfi_headland_of(search);
    switch (headland->stage) {
    case LFI_HEADLAND_DIRECT: return headland_step_direct(search);
    case LFI_HEADLAND_MILEAGE: return lfi_headland_settle(search) ? LF_OK : LF_NO_ROUTE;
    case LFI_HEADLAND_TARGETS:
        if (lfi_ends_locate(search, LFI_BACK, budget)) headland->stage = LFI_HEADLAND_SOURCES;
        return LF_PAUSED;
    case LFI_HEADLAND_SOURCES:
        if (lfi_ends_locate(search, LFI_FORTH, budget)) ends_located(search);
        return LF_PAUSED;
    case LFI_HEADLAND_ENDS: headland_step_ends(search, budget); return LF_PAUSED;
    case LFI_HEADLAND_SEARCH:
        if (search_run(search, budget)) round_end(search);
        return LF_PAUSED;
    case LFI_HEADLAND_DETOUR: return base_lead(search, budget);
    default: return headland_step_watch(search, budget);
    }
}

/// Whether there is an index for the gate. Which depth `deepest` means, and whether there is room for harbours, is
/// known only when the query begins: then it is looked for again (lfi_query_review).
static lf_status headland_check_gate(const lf_search *search, const lf_query *query) {
    const lf_status status = lfi_depth_gate_check(search, query);
    if (status != LF_OK) return status;
    if (lfi_obstacles_asked(query)) return LF_E_OBSTACLE_STRATEGY;
    const bool late = query->gate.deepest || query->gate.harbour != 0;
    const bool fits = late ? query->strategy == LF_STRATEGY_HEADLAND && search->gate_index_count > 0
                           : lfi_gate_index(search, query, query->gate.min_depth) != NULL;
    return fits ? LF_OK : LF_E_NO_GATE_INDEX;
}

static lf_status headland_check(const lf_search *search, const lf_query *query) {
    if (lfi_depth_gate_asked(query)) return headland_check_gate(search, query);
    if (search->index == NULL) return LF_E_NO_INDEX;
    const bool fits =
        search->index->cost == query->options.cost || search->base->moves == LF_MOVES_ORTHOGONAL;
    return fits ? LF_OK : LF_E_INDEX_COST;
}

const lfi_strategy lfi_headland_strategy = {
    .name = "headland",
    .exact = true,
    .octile = true,
    .gated = true,
    .opened = true,
    .preference = 3,
    .parts = LFI_PART_BIT(HEADLAND),
    .missing = LF_E_NO_INDEX,
    .check = headland_check,
    .begin = headland_begin,
    .step = headland_step,
    .trace = lfi_headland_trace,
    .turns = lfi_headland_turns,
    .has_met = headland_has_met,
};
