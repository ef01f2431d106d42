// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Taking headlands out of the graph of headlands and legs without changing a distance between the others
// (node contraction, with a witness search).
//
// Let v be the headland to take out. First its arcs are thinned: an arc v - w is dropped if another way from
// v to w is no longer. Thinning changes no distance. All such arcs can be dropped at once: the other way
// begins with an arc of v that is shorter than v - w (lengths are positive). If this arc is dropped too, its
// own other way begins with a still shorter arc, and so on, down to an arc that stays. One Dijkstra search
// from v finds the other ways, as far as the longest arc that may be dropped. It skips headlands that, as the
// crow flies, are too far off to match any arc, and makes no turn that no shortest way makes (turns.c): if the other
// way is no longer, the shortest one is a shortest way. It gives up after SETTLED_MOST headlands; then an arc may stay
// that could have been dropped.
//
// Then each pair a, b of the remaining neighbours loses the way a - v - b. It gets an arc of the same length,
// unless it already has an arc that is no longer, or the way makes a turn at v that no shortest way makes (turns.c).
// The arcs of v are ways over legs, so such a way is longer than the distance of a and b, which is that of other ways.
//
//     a     b        a --- b
//      \   /    ->              via v, whose own list keeps both halves
//        v
//
// The usual search for other ways (witnesses) of two arcs between a and b was tried on top of thinning. Fewer
// arcs come and go, which saved a quarter of the time here, but the remaining graph gives worse orders (going
// up from a headland of Aurora relaxed 4,500 arcs instead of 2,700).
//
// The arcs depend only on the legs and on the order in which headlands are taken out. So the order alone is
// enough to get the same arcs again.
//
// **Several at once.** Headlands that are no neighbours of each other can be taken out together, which leaves nothing to
// chance: it is as if they were taken out in ascending order, but each is thinned in the graph that was there before all
// of them. Its search passes by those that go before it. What it finds are ways that are there when its turn comes:
// their arcs are between headlands that are not yet taken out, and such arcs stay, or get shorter. So thinning, which
// takes most of the time, only reads the graph, and notes in each arc of its own list whether it stays. Joining comes
// after.
//
// Joining is cut by the lists that it changes. What is done to the list of a depends on a's own neighbours among those
// that leave, and on their lists, which nobody changes any more: each is taken off, in ascending order, and then the arcs
// come that it makes with a, in the order in which one after the other would make them. Whether a and b have an arc
// already, and how long it is, both their lists say alike. So every list can be told by itself. The room that its new
// arcs may need is made beforehand: thinning counts for each arc with how many others it may be joined.
//
// All lists lie in one pool. A list without room for another arc moves to a gap that an earlier one left, or
// to the end of the pool. A pool without room is copied into a new one, without the gaps. (Without using gaps
// again this happened three times on giantworldmap, and took 7 ms each time.)
//
// Time for a headland with d neighbours: O(d^2 + search). Memory: 24 bytes for each end of an arc and as much
// again for gaps, 29 bytes per headland, and 41 for each
// thinner.
#include "contract.h"

#include <string.h>

enum { ROOM_LEAST = 4 };

/// How many neighbours are sampled to guess how many arcs would be added.
enum { TRY_SAMPLES = 4 };

/// Work of a guess: keeping the order, and for each arc one read of memory that is rarely in the cache. With
/// these numbers a piece of work took 2.5 to 8 ns on all of 28 maps, from mazes to cities. Without them it
/// took 4 ns in a city and 140 ns in noise, where headlands have few arcs and most of the time is guessing.
enum { GUESS_WORK = 100, GUESS_WORK_ARC = 2 };

/// The most headlands that the search for other ways expands.
enum { SETTLED_MOST = 1000 };

// ---- Lists ----------------------------------------------------------------------------------------

/// The end of a list of gaps.
#define NO_GAP UINT64_MAX

static void gaps_forget(lfi_contraction *graph) {
    for (int i = 0; i < LFI_GAP_CLASSES; i++) graph->gaps[i] = NO_GAP;
}

/// The room that a list needs: for its arcs, and for those that it may get when it is told who has left (then it loses
/// one at least). An arc leads to each headland at most.
static uint32_t list_need(const lfi_contraction *graph, uint32_t i) {
    const uint32_t count = graph->lists[i].count;
    if (graph->arounds[i].wants == 0) return count;
    const uint64_t most = (uint64_t)count + graph->arounds[i].wants - 1;
    return most < graph->index->count ? (uint32_t)most : graph->index->count;
}

/// Copies all lists into a new pool, which has room for what they need, for as many arcs again and for `extra` more.
static lf_status pool_renew(lfi_contraction *graph, uint64_t extra) {
    uint64_t total = 0, arcs = 0;
    for (uint32_t i = 0; i < graph->index->count; i++) {
        total += list_need(graph, i);
        arcs += graph->lists[i].count;
    }
    const uint64_t room = total + arcs + extra;
    lfi_track *pool = lfi_alloc(&graph->index->allocator, room, sizeof *pool);
    if (pool == NULL) return LF_E_NOMEM;
    uint64_t used = 0;
    for (uint32_t i = 0; i < graph->index->count; i++) {
        lfi_arc_list *list = &graph->lists[i];
        memcpy(pool + used, graph->pool + list->first, list->count * sizeof *pool);
        list->first = used;
        list->room = list_need(graph, i);
        used += list->room;
    }
    lfi_free(&graph->index->allocator, graph->pool, graph->room, sizeof *pool);
    graph->pool = pool;
    graph->used = used;
    graph->room = room;
    gaps_forget(graph);
    return LF_OK;
}

/// The class of the gaps that have room for this many arcs: all have room for 2^class. At least 1 arc.
static int gap_class(uint64_t room) {
    return lfi_highest_bit(room);
}

/// Keeps a gap for a list to come. Its first arc says where the next gap of its class begins.
static void gap_add(lfi_contraction *graph, uint64_t first, uint32_t room) {
    if (room == 0) return;
    uint64_t *gaps = &graph->gaps[gap_class(room)];
    graph->pool[first].length = *gaps;
    *gaps = first;
}

/// Takes 2^class arcs of room: a gap, or the end of the pool, whose gaps go if it has to be copied.
static lf_status gap_take(lfi_contraction *graph, int class, uint64_t *first) {
    const uint64_t room = UINT64_C(1) << class;
    *first = graph->gaps[class];
    if (*first != NO_GAP) {
        graph->gaps[class] = graph->pool[*first].length;
        return LF_OK;
    }
    if (graph->used + room > graph->room && pool_renew(graph, room) != LF_OK) return LF_E_NOMEM;
    *first = graph->used;
    graph->used += room;
    return LF_OK;
}

/// Moves a list to where it has room for this many arcs, and for less than twice as many.
static lf_status list_move(lfi_contraction *graph, uint32_t i, uint64_t room) {
    lfi_arc_list *list = &graph->lists[i];
    const int class = gap_class(2 * room - 1);
    uint64_t first;
    if (gap_take(graph, class, &first) != LF_OK) return LF_E_NOMEM;
    memcpy(graph->pool + first, graph->pool + list->first, list->count * sizeof *graph->pool);
    gap_add(graph, list->first, list->room);
    list->first = first;
    list->room = UINT32_C(1) << class;
    return LF_OK;
}

/// The arc of list i that leads to headland `to`; there must be one.
static lfi_track *list_find(const lfi_contraction *graph, uint32_t i, uint32_t to) {
    lfi_track *arc = lfi_contraction_arcs(graph, i);
    while (arc->to != to) arc++;
    LFI_ASSERT(arc < lfi_contraction_arcs(graph, i) + graph->lists[i].count);
    return arc;
}

static void list_mark(const lfi_thinner *by, const lfi_track *arcs, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) by->mark[arcs[k].to] = k + 1;
}

static void list_unmark(const lfi_thinner *by, const lfi_track *arcs, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) by->mark[arcs[k].to] = 0;
}

// ---- Guessing -------------------------------------------------------------------------------------

/// The headings by which ways may lead on from headland i if they come to it along an own arc from the other side.
static uint32_t track_may(const uint16_t *turns, const lfi_track *from) {
    return turns[from->out ^ LFI_HEADING_BACK];
}

/// What may follow each heading at headland i.
static const uint16_t *graph_turns(const lfi_contraction *graph, uint32_t i) {
    return graph->index->turns.may[graph->index->beside[i]];
}

uint64_t lfi_contraction_try(const lfi_contraction *graph, lfi_thinner *by, uint32_t i) {
    const lfi_track *own = lfi_contraction_arcs(graph, i);
    const uint32_t count = graph->lists[i].count;
    by->work_count += GUESS_WORK;
    if (count < 2) return 0;
    const uint32_t samples = count < TRY_SAMPLES ? count : TRY_SAMPLES;
    const uint16_t *turns = graph_turns(graph, i);
    uint64_t missing = 0;
    uint32_t headed[LFI_HEADINGS] = {0};
    for (uint32_t k = 0; k < count; k++) headed[own[k].out]++;
    list_mark(by, own, count);
    for (uint32_t n = 0; n < samples; n++) {
        const lfi_track *from = &own[(uint64_t)n * count / samples],
                        *arcs = lfi_contraction_arcs(graph, from->to);
        const uint32_t may = track_may(turns, from); // not back along itself
        for (uint32_t h = 0; h < LFI_HEADINGS; h++) missing += lfi_heading_in(may, h) ? headed[h] : 0;
        by->work_count += GUESS_WORK_ARC * (uint64_t)graph->lists[from->to].count;
        for (uint32_t rest = graph->lists[from->to].count; rest > 0; rest--, arcs++) {
            const uint32_t place = by->mark[arcs->to];
            if (place == 0 || !lfi_heading_in(may, own[place - 1].out)) continue;
            missing -= arcs->length <= from->length + own[place - 1].length;
        }
    }
    list_unmark(by, own, count);
    return missing * count / (2 * (uint64_t)samples);
}

// ---- Thinning -------------------------------------------------------------------------------------

/// Whether an arc may turn out not to be needed. A leg under octile costs is always needed: another way as
/// short would lead through a headland between its ends, and there is none.
static bool arc_in_doubt(const lfi_contraction *graph, const lfi_track *arc) {
    return arc->via != LFI_ARC_LEG || graph->metric.straight == 1;
}

/// Whether a way over headland i, at this distance, can be as short as an arc in doubt. The longest come first.
static bool reach_matters(const lfi_contraction *graph, const lfi_thinner *by, uint32_t doubts, uint32_t i,
                          uint64_t distance) {
    const lf_point point = graph->index->points[i];
    for (uint32_t k = 0; k < doubts; k++) {
        const uint64_t length = by->own[k].length;
        if (length == 0) continue;
        if (length <= distance) return false;
        if (lfi_metric_between(&graph->metric, point, by->aims[k]) <= length - distance) return true;
    }
    return false;
}

/// Notes a shorter way to headland i, by an arc whose last leg has a heading.
static void reach_lower(lfi_thinner *by, uint32_t i, uint64_t distance, uint8_t heading) {
    if (by->distances[i] == UINT64_MAX) by->reached[by->reached_count++] = i;
    by->distances[i] = distance;
    by->headings[i] = heading;
    lfi_heap_push(&by->heap, i, distance);
}

static void reach_clear(lfi_thinner *by) {
    lfi_heap_clear(&by->heap);
    while (by->reached_count > 0) by->distances[by->reached[--by->reached_count]] = UINT64_MAX;
}

/// Puts the arcs in doubt first, the longest of them at the front. Returns how many are in doubt.
static uint32_t own_sort(const lfi_contraction *graph, lfi_track *own, uint32_t count) {
    uint32_t doubts = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (!arc_in_doubt(graph, &own[k])) continue;
        const lfi_track arc = own[k];
        uint32_t place = doubts++;
        own[k] = own[place];
        for (; place > 0 && own[place - 1].length < arc.length; place--) own[place] = own[place - 1];
        own[place] = arc;
    }
    return doubts;
}

/// Follows the arcs of a headland that was reached. If an own arc is matched, sets its length to 0.
static void reach_expand(const lfi_contraction *graph, lfi_thinner *by, lfi_heap_entry top, uint64_t most) {
    const lfi_arc_list list = graph->lists[top.node];
    const lfi_track *arcs = graph->pool + list.first;
    const uint32_t may = graph_turns(graph, top.node)[by->headings[top.node]];
    by->work_count += list.count;
    for (uint32_t k = 0; k < list.count; k++) {
        const uint64_t distance = top.priority + arcs[k].length;
        if (distance > most || !lfi_heading_in(may, arcs[k].out)) continue;
        const uint32_t to = arcs[k].to, place = by->mark[to];
        if (place != 0 && distance <= by->own[place - 1].length) by->own[place - 1].length = 0;
        if (distance < by->distances[to]) reach_lower(by, to, distance, arcs[k].in);
    }
}

/// Begins a search at headland i along its own arcs. It does not come back to i.
static void ways_reach_begin(const lfi_contraction *graph, lfi_thinner *by, uint32_t i, uint32_t count,
                             uint32_t doubts) {
    by->distances[i] = 0;
    by->reached[by->reached_count++] = i;
    for (uint32_t k = 0; k < count; k++) reach_lower(by, by->own[k].to, by->own[k].length, by->own[k].in);
    for (uint32_t k = 0; k < doubts; k++) by->aims[k] = graph->index->points[by->own[k].to];
}

/// Looks for other ways to where own arcs in doubt lead, and sets the length of those that are not needed to 0.
static void own_search(const lfi_contraction *graph, lfi_thinner *by, uint32_t i, uint32_t doubts) {
    uint32_t first = 0; // the longest arc that is still in doubt
    for (uint32_t left = SETTLED_MOST; left > 0 && by->heap.count > 0;) {
        const lfi_heap_entry top = lfi_heap_pop(&by->heap);
        while (first < doubts && by->own[first].length == 0) first++;
        if (first == doubts || top.priority >= by->own[first].length) break;
        if (graph->leaving[top.node] && top.node < i) continue;
        by->work_count += doubts;
        if (!reach_matters(graph, by, doubts, top.node, top.priority)) continue;
        reach_expand(graph, by, top, by->own[first].length);
        left--;
    }
}

/// Counts for each arc that stays with how many others it may be joined.
static void arcs_count_pairs(const uint16_t *turns, lfi_track *arcs, uint32_t count) {
    uint32_t later = 0; // the headings of the arcs behind, as bits
    for (uint32_t k = count; k-- > 0;) {
        arcs[k].place = 0;
        if (!arcs[k].kept) continue;
        const uint32_t may = track_may(turns, &arcs[k]);
        for (uint32_t m = k + 1; (may & later) != 0 && m < count; m++) {
            const uint32_t joins = arcs[m].kept != 0 && lfi_heading_in(may, arcs[m].out);
            arcs[k].place += joins;
            arcs[m].place += joins;
        }
        later |= 1U << arcs[k].out;
    }
}

void lfi_contraction_thin(const lfi_contraction *graph, lfi_thinner *by, uint32_t i) {
    lfi_track *arcs = lfi_contraction_arcs(graph, i), *own = by->own;
    const uint32_t count = graph->lists[i].count;
    LFI_ASSERT(count <= by->own_room);
    for (uint32_t k = 0; k < count; k++) {
        own[k] = arcs[k];
        own[k].place = k;
    }
    const uint32_t doubts = own_sort(graph, own, count);
    if (doubts > 0) {
        ways_reach_begin(graph, by, i, count, doubts);
        list_mark(by, own, doubts);
        own_search(graph, by, i, doubts);
        list_unmark(by, own, doubts);
        reach_clear(by);
    }
    for (uint32_t k = 0; k < count; k++) arcs[own[k].place].kept = own[k].length != 0;
    arcs_count_pairs(graph_turns(graph, i), arcs, count);
}

// ---- Room, and what thinners have done -------------------------------------------------------------

static uint8_t heading_back(uint8_t heading) {
    return (uint8_t)(heading ^ LFI_HEADING_BACK);
}

/// Taking one out and repeating use the first thinner: nothing else runs meanwhile.
static lfi_thinner *graph_thinner(lfi_contraction *graph) {
    return &graph->thinners[0];
}

static void thinner_lists(lfi_arrays *run, lfi_thinner *by) {
    LFI_ARRAY(run, by->own, by->own_room);
    LFI_ARRAY(run, by->aims, by->own_room);
}

lf_status lfi_contraction_reserve(lfi_contraction *graph, uint32_t count) {
    lfi_arrays run = {.allocator = &graph->index->allocator};
    for (uint32_t t = 0; t < graph->thinner_count && !run.failed; t++) {
        lfi_thinner *by = &graph->thinners[t];
        if (count <= by->own_room) continue;
        run.mode = LFI_ARRAYS_FREE;
        thinner_lists(&run, by);
        by->own_room = count <= UINT32_MAX / 2 ? 2 * count : count; // the next one may have more
        run.mode = LFI_ARRAYS_MAKE;
        thinner_lists(&run, by);
    }
    return run.failed ? LF_E_NOMEM : LF_OK;
}

void lfi_contraction_collect(lfi_contraction *graph) {
    for (uint32_t t = 0; t < graph->thinner_count; t++) {
        lfi_thinner *by = &graph->thinners[t];
        graph->work_count += by->work_count;
        graph->arc_count += by->added_count;
        graph->left_count += by->added_count;
        by->work_count = by->added_count = 0;
    }
}

// ---- Taking headlands out ---------------------------------------------------------------------------

/// Leaves a headland's list with the arcs that stay, and notes the news for all that it leads to.
static void own_leave(lfi_contraction *graph, uint32_t i) {
    lfi_arc_list *list = &graph->lists[i];
    lfi_track *arcs = lfi_contraction_arcs(graph, i);
    const uint32_t count = list->count;
    list->count = 0;
    for (uint32_t k = 0; k < count; k++) {
        lfi_arounds *there = &graph->arounds[arcs[k].to];
        if (there->news == 0) graph->around[graph->around_count++] = arcs[k].to;
        graph->news[graph->news_count++] =
            (lfi_news){i, arcs[k].kept ? list->count : LFI_NEWS_GONE, there->news};
        there->news = graph->news_count;
        if (!arcs[k].kept) continue;
        graph->pair_count += arcs[k].place;
        there->wants += arcs[k].place < UINT32_MAX - there->wants ? arcs[k].place : UINT32_MAX - there->wants;
        arcs[list->count++] = arcs[k];
    }
    graph->left_count -= count;
}

static void news_array(lfi_arrays *run, lfi_contraction *graph) {
    LFI_ARRAY(run, graph->news, graph->news_room);
}

/// Makes room for the news of some headlands.
static lf_status news_reserve(lfi_contraction *graph, const uint32_t *leavers, uint32_t count) {
    uint64_t arcs = 0;
    for (uint32_t k = 0; k < count; k++) arcs += graph->lists[leavers[k]].count;
    if (arcs <= graph->news_room) return LF_OK;
    if (arcs >= UINT32_MAX / 2) return LF_E_INDEX_LIMIT;
    lfi_arrays run = {.allocator = &graph->index->allocator, .mode = LFI_ARRAYS_FREE};
    news_array(&run, graph);
    graph->news_room = 2 * (uint32_t)arcs; // the next ones may have more
    run.mode = LFI_ARRAYS_MAKE;
    news_array(&run, graph);
    return run.failed ? LF_E_NOMEM : LF_OK;
}

/// Makes room for what headland i may get.
static lf_status around_reserve(lfi_contraction *graph, uint32_t i) {
    const uint32_t most = list_need(graph, i);
    return most > graph->lists[i].room ? list_move(graph, i, most) : LF_OK;
}

/// Puts those around into about the order of the leavers, that of the map.
static void around_reverse(lfi_contraction *graph) {
    for (uint32_t a = 0, b = graph->around_count; a + 1 < b; a++) {
        const uint32_t there = graph->around[--b];
        graph->around[b] = graph->around[a];
        graph->around[a] = there;
    }
}

/// Lists of so many leavers are fetched ahead.
enum { LEAVE_AHEAD = 4 };

lf_status lfi_contraction_leave(lfi_contraction *graph, const uint32_t *leavers, uint32_t count) {
    lf_status status = news_reserve(graph, leavers, count);
    if (status != LF_OK) return status;
    for (uint32_t k = count; k-- > 0;) { // the last news are the first to be read
        if (k >= LEAVE_AHEAD) lfi_prefetch(lfi_contraction_arcs(graph, leavers[k - LEAVE_AHEAD]));
        own_leave(graph, leavers[k]);
    }
    around_reverse(graph);
    if (graph->work_count > graph->work_limit) return LF_E_INDEX_LIMIT;
    for (uint32_t k = 0; status == LF_OK && k < graph->around_count; k++)
        status = around_reserve(graph, graph->around[k]);
    return status;
}

lf_status lfi_contraction_told(lfi_contraction *graph) {
    for (uint32_t k = 0; k < graph->around_count; k++) graph->arounds[graph->around[k]] = (lfi_arounds){0};
    graph->around_count = graph->news_count = 0;
    graph->pair_count = 0;
    return graph->arc_count < UINT32_MAX ? LF_OK : LF_E_INDEX_LIMIT;
}

/// Takes one that has left off the list of headland i. `marked`: the list is.
static void told_remove(const lfi_contraction *graph, lfi_thinner *by, uint32_t i, uint32_t left,
                        bool marked) {
    lfi_track *gone =
        marked ? &lfi_contraction_arcs(graph, i)[by->mark[left] - 1] : list_find(graph, i, left);
    const lfi_track last = lfi_contraction_arcs(graph, i)[--graph->lists[i].count];
    *gone = last;
    if (!marked) return;
    by->mark[last.to] = by->mark[left];
    by->mark[left] = 0;
}

/// Gives headland i an arc over v to where another of v's arcs leads, or shortens the one that it has. Returns whether
/// there is one more. `own`: v's arc to i.
static uint32_t told_meet(const lfi_contraction *graph, lfi_thinner *by, uint32_t v, const lfi_track *own,
                          const lfi_track *other) {
    lfi_arc_list *list = &graph->lists[own->to];
    lfi_track *arcs = lfi_contraction_arcs(graph, own->to);
    const lfi_track there = {.length = own->length + other->length,
                             .to = other->to,
                             .via = v,
                             .out = heading_back(own->in),
                             .in = other->in};
    uint32_t *mark = &by->mark[other->to];
    if (*mark != 0) {
        if (arcs[*mark - 1].length > there.length) arcs[*mark - 1] = there;
        return 0;
    }
    if (there.length > LFI_ARC_LONGEST) return 0;
    LFI_ASSERT(list->count < list->room);
    arcs[list->count] = there;
    *mark = ++list->count;
    return 1;
}

/// Tells a headland what one that has left has joined it with: v's arc number p, of those that it has kept, leads there.
/// First with the arcs behind it, then with those before, last ones first.
static void told_join(const lfi_contraction *graph, lfi_thinner *by, uint32_t v, uint32_t p) {
    const lfi_track *own = lfi_contraction_arcs(graph, v);
    const uint16_t *turns = graph_turns(graph, v);
    const uint32_t count = graph->lists[v].count, may = track_may(turns, &own[p]), to = own[p].to;
    const uint32_t before = graph->lists[to].count;
    bool looks = false;
    for (uint32_t m = p + 1; m < count; m++) {
        if (!lfi_heading_in(may, own[m].out)) continue;
        by->added_count += told_meet(graph, by, v, &own[p], &own[m]); // counted at one of both ends
        looks = true;
    }
    for (uint32_t k = p; k-- > 0;) {
        if (lfi_heading_in(track_may(turns, &own[k]), own[p].out)) told_meet(graph, by, v, &own[p], &own[k]);
    }
    by->work_count += looks ? before : 0;
}

uint32_t lfi_contraction_tell(lfi_contraction *graph, lfi_thinner *by, uint32_t i) {
    uint32_t kept = 0;
    bool marked = false;
    for (uint32_t next = graph->arounds[i].news; next != 0; next = graph->news[next - 1].next) {
        const lfi_news *news = &graph->news[next - 1];
        const uint32_t v = news->from;
        told_remove(graph, by, i, v, marked);
        if (news->arc == LFI_NEWS_GONE) continue;
        by->reached[kept++] = v;
        const lfi_track *own = &lfi_contraction_arcs(graph, v)[news->arc];
        by->work_count += graph->lists[v].count;
        if (own->place == 0) continue; // it joins with nothing
        if (!marked) list_mark(by, lfi_contraction_arcs(graph, i), graph->lists[i].count);
        marked = true;
        told_join(graph, by, v, news->arc);
    }
    if (marked) list_unmark(by, lfi_contraction_arcs(graph, i), graph->lists[i].count);
    return kept;
}

/// Takes out one whose arcs that stay are noted, by itself.
static lf_status alone_take(lfi_contraction *graph, uint32_t i) {
    const lf_status status = lfi_contraction_leave(graph, &i, 1);
    if (status != LF_OK) return status;
    for (uint32_t k = 0; k < graph->around_count; k++)
        lfi_contraction_tell(graph, graph_thinner(graph), graph->around[k]);
    lfi_contraction_collect(graph);
    return lfi_contraction_told(graph);
}

lf_status lfi_contraction_take(lfi_contraction *graph, uint32_t i) {
    if (lfi_contraction_reserve(graph, graph->lists[i].count) != LF_OK) return LF_E_NOMEM;
    lfi_contraction_thin(graph, graph_thinner(graph), i);
    lfi_contraction_collect(graph);
    return alone_take(graph, i);
}

// ---- Taking a headland out as before --------------------------------------------------------------
//
// Let v have the arcs that it had when it was taken out of the former graph. An arc v - w was dropped there,
// because another way from v to w was no longer: by an arc v - x, and on to w. If this way can still be
// walked, the arc can be dropped now. For x and w are still in the graph, which has right distances, so x is
// no farther from w than it was. If the shortest way from x to w leads through v, then v is nearer to w than
// the arc is long. Otherwise it does not use the arc v - w. Both times the arc is not needed.
//
// The other way is no longer than the arc, so each of its tiles t has |v t| + |t w| <= |v - w|. If no tile
// near these was blocked, the way can still be walked. Opened tiles do no harm.

/// A box around all ways from a to b that are no longer than a length, and the tiles beside them.
static lfi_box ways_around(const lfi_contraction *graph, lf_point a, lf_point b, uint64_t length) {
    const lf_map *map = graph->index->map;
    const int64_t moves =
        (int64_t)(length / graph->metric.straight); // at most, and so tiles in any direction
    const int64_t x = (int64_t)a.x + b.x, y = (int64_t)a.y + b.y;
    const int64_t x0 = (x - moves) / 2 - 2, y0 = (y - moves) / 2 - 2, x1 = (x + moves) / 2 + 2,
                  y1 = (y + moves) / 2 + 2;
    return (lfi_box){(int32_t)(x0 < 0 ? 0 : x0), (int32_t)(y0 < 0 ? 0 : y0),
                     (int32_t)(x1 < map->width ? x1 : map->width - 1),
                     (int32_t)(y1 < map->height ? y1 : map->height - 1)};
}

/// The mark of an arc that is kept; otherwise its place + 1.
#define ARC_KEPT UINT32_MAX

/// Gives the arcs of a list that were kept before, and are as they were, the mark ARC_KEPT, and the others their
/// place. Returns how many have the mark.
static uint32_t list_mark_kept(lfi_contraction *graph, const lfi_former *former, uint32_t i) {
    const lf_index *before = former->index;
    const lfi_track *arcs = lfi_contraction_arcs(graph, i);
    uint32_t *mark = graph_thinner(graph)->mark, found = 0;
    const uint32_t number = former->number[i];
    list_mark(graph_thinner(graph), arcs, graph->lists[i].count);
    for (uint32_t k = before->up_first[number]; k < before->up_first[number + 1]; k++) {
        const uint32_t to = former->now[before->up[k].to];
        if (to == LFI_FORMER_NONE || mark[to] == 0) continue;
        const lfi_track *arc = &arcs[mark[to] - 1];
        if (arc->length != before->up[k].length || lfi_bends_make(arc->out, arc->in) != before->bends[k])
            continue;
        mark[to] = ARC_KEPT;
        found++;
    }
    return found;
}

/// Whether the arcs of a headland without the mark ARC_KEPT can be dropped. Notes which are kept.
static bool list_may_drop(lfi_contraction *graph, const lfi_former *former, uint32_t i) {
    const lf_point *points = graph->index->points;
    lfi_track *arcs = lfi_contraction_arcs(graph, i);
    for (uint32_t k = 0; k < graph->lists[i].count; k++) {
        arcs[k].kept = graph_thinner(graph)->mark[arcs[k].to] == ARC_KEPT;
        if (!arcs[k].kept &&
            lfi_former_lost(former, ways_around(graph, points[i], points[arcs[k].to], arcs[k].length)))
            return false;
    }
    return true;
}

lf_status lfi_contraction_repeat(lfi_contraction *graph, const lfi_former *former, uint32_t i, bool *done) {
    const uint32_t *first = former->index->up_first + former->number[i], count = graph->lists[i].count;
    if (lfi_contraction_reserve(graph, count) != LF_OK) return LF_E_NOMEM;
    const bool same = list_mark_kept(graph, former, i) == first[1] - first[0];
    LFI_ASSERT(same);
    *done = same && list_may_drop(graph, former, i);
    list_unmark(graph_thinner(graph), lfi_contraction_arcs(graph, i), count);
    graph->work_count += count;
    if (!*done) return LF_OK;
    arcs_count_pairs(graph_turns(graph, i), lfi_contraction_arcs(graph, i), count);
    return alone_take(graph, i);
}

bool lfi_contraction_kept(lfi_contraction *graph, const lfi_former *former, uint32_t i) {
    const uint32_t *first = former->index->up_first + former->number[i], count = graph->lists[i].count;
    const bool same = list_mark_kept(graph, former, i) == first[1] - first[0] && first[1] - first[0] == count;
    list_unmark(graph_thinner(graph), lfi_contraction_arcs(graph, i), count);
    return same;
}

// ---- Memory ---------------------------------------------------------------------------------------

/// Gives a headland its legs as arcs: they begin in the pool where its legs begin.
static void graph_fill(const lfi_contraction *graph, uint32_t i) {
    const lf_index *index = graph->index;
    const uint32_t first = index->first[i], count = index->first[i + 1] - first;
    graph->lists[i] = (lfi_arc_list){.first = first, .count = count, .room = count};
    for (uint32_t leg = first; leg < first + count; leg++) {
        const uint32_t to = index->legs[leg];
        const uint64_t length = lfi_metric_between(&graph->metric, index->points[i], index->points[to]);
        const uint8_t heading = (uint8_t)lfi_heading(index->points[i], index->points[to]);
        graph->pool[leg] =
            (lfi_track){.length = length, .to = to, .via = LFI_ARC_LEG, .out = heading, .in = heading};
    }
    for (uint32_t t = 0; t < graph->thinner_count; t++) {
        graph->thinners[t].mark[i] = 0;
        graph->thinners[t].distances[i] = UINT64_MAX;
    }
}

/// Headlands that are given their legs, from one number to another.
typedef struct fill_range {
    const lfi_contraction *graph;
    uint32_t begin, end;
} fill_range;

enum { FILL_PART = 256 };

static void range_fill(int64_t part, void *user) {
    const fill_range *range = user;
    const uint32_t begin = range->begin + (uint32_t)part * FILL_PART;
    for (uint32_t i = begin; i < range->end && i < begin + FILL_PART; i++) graph_fill(range->graph, i);
}

bool lfi_contraction_fill(lfi_contraction *graph, const lf_workers *workers, uint64_t arcs) {
    const uint32_t *first = graph->index->first, count = graph->index->count;
    fill_range range = {graph, graph->filled, graph->filled};
    while (range.end < count && first[range.end] - graph->used < arcs) range.end++;
    lfi_workers_run(workers, range_fill, &range,
                    ((int64_t)range.end - range.begin + FILL_PART - 1) / FILL_PART);
    graph->filled = range.end;
    graph->used = first[range.end];
    return graph->filled == count;
}

static void thinner_arrays(lfi_arrays *run, lfi_thinner *by, uint64_t count) {
    thinner_lists(run, by);
    LFI_ARRAY(run, by->mark, count);
    LFI_ARRAY(run, by->distances, count);
    LFI_ARRAY(run, by->headings, count);
    LFI_ARRAY(run, by->reached, count);
    lfi_heap_arrays(run, &by->heap, count);
}

static void contraction_arrays(lfi_contraction *graph, lfi_arrays *run) {
    const uint64_t count = graph->index->count;
    LFI_ARRAY(run, graph->lists, count);
    LFI_ARRAY(run, graph->pool, graph->room);
    LFI_ARRAY_ZEROED(run, graph->leaving, count);
    LFI_ARRAY(run, graph->around, count);
    LFI_ARRAY_ZEROED(run, graph->arounds, count);
    news_array(run, graph);
    for (uint32_t t = 0; t < graph->thinner_count; t++) thinner_arrays(run, &graph->thinners[t], count);
}

lf_status lfi_contraction_begin(const lf_index *index, uint64_t work, uint32_t thinners,
                                lfi_contraction *out) {
    const uint64_t count = index->count, legs = index->leg_count;
    *out = (lfi_contraction){.index = index,
                             .metric = lfi_metric_make(index->map->moves, index->cost),
                             .room = 2 * legs + ROOM_LEAST * count,
                             .thinner_count = thinners,
                             .arc_count = legs / 2,
                             .left_count = legs / 2,
                             .work_limit = work};
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    contraction_arrays(out, &run);
    gaps_forget(out);
    return run.failed ? LF_E_NOMEM : LF_OK;
}

void lfi_contraction_destroy(lfi_contraction *graph) {
    lfi_arrays run = {.allocator = &graph->index->allocator, .mode = LFI_ARRAYS_FREE};
    contraction_arrays(graph, &run);
}
