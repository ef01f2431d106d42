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
#include "headland_route.h"
#include "search.h"

#include <string.h>

// ---- Memory ---------------------------------------------------------------------------------------

enum { WATCHES = LFI_ENDS_MAX * LFI_KEELS };

static bool side_create(const lf_search *search, lfi_side *side) {
    const lf_allocator *allocator = &search->allocator;
    const uint64_t entries = (uint64_t)search->index->count + WATCHES;
    side->heap.entries = lfi_alloc(allocator, entries, sizeof *side->heap.entries);
    side->heap.place = lfi_alloc(allocator, entries, sizeof *side->heap.place);
    side->watches = lfi_alloc(allocator, WATCHES, sizeof *side->watches);
    if (side->heap.entries == NULL || side->heap.place == NULL || side->watches == NULL) return false;
    memset(side->heap.place, 0, (size_t)entries * sizeof *side->heap.place);
    return true;
}

static void side_destroy(const lf_search *search, lfi_side *side) {
    const lf_allocator *allocator = &search->allocator;
    const uint64_t entries = (uint64_t)search->index->count + WATCHES;
    lfi_free(allocator, side->heap.entries, entries, sizeof *side->heap.entries);
    lfi_free(allocator, side->heap.place, entries, sizeof *side->heap.place);
    lfi_free(allocator, side->watches, WATCHES, sizeof *side->watches);
}

static size_t side_bytes(const lf_search *search, const lfi_side *side) {
    const uint64_t entries = (uint64_t)search->index->count + WATCHES;
    return lfi_bytes(entries, sizeof *side->heap.entries + sizeof *side->heap.place) +
           lfi_bytes(WATCHES, sizeof *side->watches);
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
           lfi_bytes(search->index->count, sizeof *headland->reach + sizeof *headland->trail) +
           sizeof *headland->reach + lfi_bytes(fold_count(search->index), sizeof *headland->folds) +
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

// ---- Ends -----------------------------------------------------------------------------------------

static int64_t ends_count(const lf_search *search, int side) {
    return side == LFI_FORTH ? search->query.source_count : search->query.target_count;
}

static lf_tile ends_tile(const lf_search *search, int side, int64_t i) {
    return side == LFI_FORTH ? search->query.sources[i].tile : search->query.targets[i];
}

static bool ends_useful(const lf_search *search, int side, lf_tile tile) {
    return side == LFI_BACK || lfi_search_source_useful(search, tile);
}

/// Whether the query is about one source and one target.
static bool ends_single(const lf_search *search) {
    return search->query.source_count == 1 && search->query.target_count == 1;
}

// ---- Bounds ---------------------------------------------------------------------------------------

/// The way from a place to the ends of a side as the crow flies.
static inline uint64_t side_straight(const lfi_headland *headland, const lfi_side *side, lf_point point) {
    const uint32_t dx = lfi_gap_outside(point.x, side->low.x, side->high.x);
    const uint32_t dy = lfi_gap_outside(point.y, side->low.y, side->high.y);
    return lfi_metric_length(&headland->metric, dx, dy);
}

/// A lower bound of the way from a headland to the ends of a side.
static inline uint64_t headland_bound(const lf_search *search, const lfi_side *side, const lfi_reach *reach) {
    const uint64_t straight = side_straight(&search->headland, side, reach->point);
    const uint64_t around =
        (uint64_t)lfi_span_gap(reach->away, reach->away, side->span.least, side->span.most) *
        search->index->unit;
    return around > straight ? around : straight;
}

/// The same for a tile of which a span is known.
static inline uint64_t tile_bound(const lf_search *search, const lfi_side *side, lf_point point,
                                  const lfi_span *span) {
    const uint64_t straight = side_straight(&search->headland, side, point);
    if (span->group == LFI_NO_GROUP || span->group != side->span.group) return straight;
    const uint64_t around =
        (uint64_t)lfi_span_gap(span->least, span->most, side->span.least, side->span.most) *
        search->index->unit;
    return around > straight ? around : straight;
}

/// The place in a queue: least sum first, and among equals what is nearest to the other side. Octile lengths
/// keep 1/312 of a tile; what that hides is told apart when it is taken off. No sum is below that of the
/// whole route.
static inline uint64_t queue_key(const lfi_headland *headland, uint64_t sum, uint64_t rest) {
    const uint64_t whole = (sum > headland->least ? sum : headland->least) >> headland->shift;
    rest >>= headland->shift;
    return (whole < UINT32_MAX ? whole : UINT32_MAX) << 32 | (rest < UINT32_MAX ? rest : UINT32_MAX);
}

// ---- Relaxing -------------------------------------------------------------------------------------

/// Forgets what an earlier query knew of a headland.
static inline void reach_freshen(lfi_reach *reach, uint32_t stamp) {
    if (reach->stamp == stamp) return;
    reach->stamp = stamp;
    reach->length[LFI_FORTH] = reach->length[LFI_BACK] = UINT64_MAX;
}

/// A way of a length from the ends of a side to a headland: keeps it if it is the best so far and may still
/// win.
static inline void headland_relax(lf_search *search, int side, uint32_t number, uint64_t length,
                                  uint32_t from, uint32_t by) {
    lfi_headland *headland = &search->headland;
    lfi_reach *reach = &headland->reach[number];
    reach_freshen(reach, headland->stamp);
    if (length >= reach->length[side]) return;
    const uint64_t bound = headland_bound(search, &headland->sides[!side], reach);
    if (length + bound >= headland->best) return;
    reach->length[side] = length;
    headland->trail[number].from[side] = from;
    headland->trail[number].by[side] = by;
    const uint64_t other = reach->length[!side];
    if (other != UINT64_MAX && length + other < headland->best) {
        headland->best = length + other;
        headland->best_meeting = number;
        headland->best_direct = false;
    }
    if (side == LFI_BACK && search->index->up_first == NULL) return; // legs are followed forth only
    lfi_heap *heap = &headland->sides[side].heap;
    search->route.stats.enqueued += heap->place[number] == 0;
    lfi_heap_push(heap, number, queue_key(headland, length + bound, bound));
}

/// A single end of the other side may see a headland that has been reached, and a route found early spares
/// much looking out. Not if the bound says that it is not so near.
static void headland_try_end(lf_search *search, int side, uint32_t number) {
    lfi_headland *headland = &search->headland;
    if (ends_count(search, !side) != 1) return;
    const lfi_reach *reach = &headland->reach[number];
    const lf_tile tile = ends_tile(search, !side, 0);
    const lf_point end = lf_map_point(search->map, tile);
    const uint64_t straight = lfi_metric_between(&headland->metric, reach->point, end);
    if (reach->length[side] + straight >= headland->best ||
        headland_bound(search, &headland->sides[!side], reach) > straight)
        return;
    if (!lfi_leg_walkable(search->map, &search->index->stops, end, reach->point)) return;
    headland_relax(search, !side, number, straight, LFI_FROM_END, tile);
}

// ---- What lookouts see ----------------------------------------------------------------------------

static void end_sees(lf_search *search, uint32_t number) {
    const lfi_headland *headland = &search->headland;
    headland_relax(search, headland->side, number,
                   lfi_metric_between(&headland->metric, headland->from, headland->reach[number].point),
                   LFI_FROM_END, headland->from_tile);
}

/// Looks at the headlands that were seen.
static void seen_flush(lf_search *search) {
    lfi_headland *headland = &search->headland;
    for (uint32_t i = 0; i < headland->seen_count; i++) end_sees(search, headland->seen[i]);
    headland->seen_count = 0;
}

static void seen_add(void *user, uint32_t number) {
    lf_search *search = user;
    lfi_headland *headland = &search->headland;
    lfi_prefetch(&headland->reach[number]);
    headland->seen[headland->seen_count++] = number;
    if (headland->seen_count == LFI_SEEN_MAX) seen_flush(search);
}

static void seen_ignore(void *user, uint32_t number) {
    (void)user;
    (void)number;
}

/// A leg from the source that looks out to a target.
static void source_sees_target(void *user, int32_t x, int32_t y) {
    lf_search *search = user;
    lfi_headland *headland = &search->headland;
    const uint64_t length = lfi_metric_between(&headland->metric, headland->from, (lf_point){x, y});
    if (length >= headland->best) return;
    headland->best = length;
    headland->best_source = headland->from_tile;
    headland->best_target = lfi_point_tile(search->map, (lf_point){x, y});
    headland->best_direct = true;
}

/// The lookout of an end. Sources watch for targets too; of a single pair it is known whether they see each
/// other.
static lfi_lookout lookout_make(lf_search *search, int side, lf_tile tile) {
    lfi_headland *headland = &search->headland;
    headland->side = side;
    headland->from = lf_map_point(search->map, tile);
    headland->from_tile = tile;
    const bool watch = side == LFI_FORTH && headland->wanted.count > 0;
    const uint64_t moves = headland->best / headland->metric.straight; // a better route has no longer leg
    return (lfi_lookout){.map = search->map,
                         .stops = &search->index->stops,
                         .wanted = watch ? &headland->wanted : NULL,
                         .limit = moves < headland->horizon ? (uint32_t)moves : headland->horizon,
                         .user = search,
                         .headland = seen_add,
                         .target = source_sees_target};
}

// ---- Wanted tiles ---------------------------------------------------------------------------------

/// Sorts keys by a heap: no memory, no worst case.
static void keys_sort(uint64_t *keys, uint32_t count) {
    for (uint32_t end = count, start = count / 2; end > 1;) {
        if (start > 0) {
            start--;
        } else {
            const uint64_t top = keys[0];
            keys[0] = keys[--end];
            keys[end] = top;
        }
        const uint64_t key = keys[start];
        uint32_t i = start;
        for (uint32_t child; (child = 2 * i + 1) < end; i = child) {
            if (child + 1 < end && keys[child + 1] > keys[child]) child++;
            if (keys[child] <= key) break;
            keys[i] = keys[child];
        }
        keys[i] = key;
    }
}

/// Prepares the next targets that are no headlands, from `watched` on, for the sources to watch for.
static void wanted_fill(lf_search *search) {
    lfi_headland *headland = &search->headland;
    lfi_wanted *wanted = &headland->wanted;
    memset(wanted->rows, 0, (size_t)headland->row_words * sizeof(uint64_t));
    memset(wanted->columns, 0, (size_t)headland->column_words * sizeof(uint64_t));
    wanted->count = 0;
    for (; headland->watched < search->query.target_count && wanted->count < LFI_WANTED_MAX;
         headland->watched++) {
        const lf_tile tile = search->query.targets[headland->watched];
        const lf_point point = lf_map_point(search->map, tile);
        if (lfi_stops_is_headland(&search->index->stops, lfi_map_spot(search->map, tile))) continue;
        wanted->rows[point.y >> 6] |= UINT64_C(1) << (point.y & 63);
        wanted->columns[point.x >> 6] |= UINT64_C(1) << (point.x & 63);
        wanted->by_row[wanted->count] = (uint64_t)point.y << 32 | (uint32_t)point.x;
        wanted->by_column[wanted->count] = (uint64_t)point.x << 32 | (uint32_t)point.y;
        wanted->count++;
    }
    keys_sort(wanted->by_row, wanted->count);
    keys_sort(wanted->by_column, wanted->count);
}

/// Whether a tile is one of the wanted ones.
static bool wanted_has(const lfi_wanted *wanted, lf_point point) {
    const uint64_t key = (uint64_t)point.y << 32 | (uint32_t)point.x;
    if ((wanted->rows[point.y >> 6] >> (point.y & 63) & 1) == 0) return false;
    for (uint32_t i = 0; i < wanted->count; i++) {
        if (wanted->by_row[i] == key) return true;
    }
    return false;
}

// ---- Locating the ends ----------------------------------------------------------------------------

// Where land is near, buoys are out of sight or tell little, and a full lookout is not long. So an end looks
// out at once if it sees fewer than CLOSE_TILES tiles in the four straight directions together, or if buoys
// leave more than LOOSE_MOVES open for the mean distance from a landmark.
enum { CLOSE_TILES = 160, LOOSE_MOVES = 4 };

/// Beyond any stored distance; keeps sums small.
enum { UNITS_MAX = 1 << 20 };

/// A headland in sight tells of the distances of the end that looks out.
static void end_learns(void *user, uint32_t number) {
    lf_search *search = user;
    lfi_headland *headland = &search->headland;
    const lf_index *index = search->index;
    const uint64_t length = lfi_metric_between(&headland->metric, headland->from, index->points[number]);
    const uint64_t units = length / index->unit;
    const int32_t near = (int32_t)(units < UNITS_MAX ? units : UNITS_MAX);
    const int16_t *away = index->away + (size_t)number * LFI_LANDMARKS;
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        const int32_t there = away[k] + near;
        if (there < headland->learning[k]) headland->learning[k] = there;
    }
    headland->learning_group = index->group[number];
    lfi_side *side = &headland->sides[headland->side];
    if (side->seen_count < LFI_SEEN_MAX)
        side->seen[side->seen_count++] = number;
    else
        side->seen_count = LFI_SEEN_UNKNOWN;
}

static bool span_is_loose(const lf_search *search, const lfi_span *span) {
    int32_t open = 0;
    for (int k = 0; k < LFI_LANDMARKS; k++) open += span->most[k] - span->least[k];
    return (uint64_t)open * search->index->unit >
           LFI_LANDMARKS * LOOSE_MOVES * search->headland.metric.straight;
}

/// Whether the end that looks out has land on all sides.
static bool end_is_close(const lf_search *search) {
    const lf_map *map = search->map;
    const lfi_stops *stops = &search->index->stops;
    const lf_point from = search->headland.from;
    const lfi_line row = lfi_stops_row(map, stops, from.y), column = lfi_stops_column(map, stops, from.x);
    return lfi_ray(&row, from.x, 1, CLOSE_TILES) + lfi_ray(&row, from.x, -1, CLOSE_TILES) +
               lfi_ray(&column, from.y, 1, CLOSE_TILES) + lfi_ray(&column, from.y, -1, CLOSE_TILES) <
           CLOSE_TILES;
}

/// The span of an end. One that looks out for it keeps what it has seen.
static lfi_span end_span(lf_search *search, int side, lf_tile tile) {
    lfi_headland *headland = &search->headland;
    const lf_index *index = search->index;
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    lfi_span span = lfi_span_unknown();
    lfi_lookout lookout = lookout_make(search, side, tile);
    const bool is_headland = lfi_stops_is_headland(&index->stops, spot);
    if (!is_headland && !end_is_close(search)) {
        lfi_buoys_ask(index, &headland->metric, headland->from, LFI_BUOYS_WIDE, &span);
        if (!span_is_loose(search, &span)) return span;
    }
    for (int k = 0; k < LFI_LANDMARKS; k++) headland->learning[k] = INT32_MAX;
    headland->learning_group = LFI_NO_GROUP;
    headland->sides[side].seen_count = 0;
    if (is_headland) {
        end_learns(search, lfi_stops_number(&index->stops, spot));
    } else {
        lookout.headland = end_learns;
        lookout.wanted = NULL;
        lookout.limit = UINT32_MAX;
        lfi_lookout_scan(&lookout, headland->from.x, headland->from.y);
    }
    span = lfi_span_unknown();
    if (headland->learning_group == LFI_NO_GROUP) return span;
    span.group = headland->learning_group;
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        const int32_t most = headland->learning[k] + lfi_buoy_slack(index->unit);
        span.least[k] = (int16_t)(headland->learning[k] < INT16_MAX ? headland->learning[k] : INT16_MAX);
        span.most[k] = (int16_t)(most < INT16_MAX ? most : INT16_MAX);
    }
    return span;
}

/// Adds an end to what is known of its side.
static void side_add(lf_search *search, int number, lf_tile tile) {
    lfi_headland *headland = &search->headland;
    lfi_side *side = &headland->sides[number];
    const lf_point point = lf_map_point(search->map, tile);
    const lfi_span span = headland->many ? lfi_span_unknown() : end_span(search, number, tile);
    if (number == LFI_FORTH) { // the targets are known already
        const uint64_t bound = tile_bound(search, &headland->sides[LFI_BACK], point, &span);
        if (bound < headland->least) headland->least = bound;
    }
    lfi_span_join(&side->span, &span, side->count++ == 0);
    if (point.x < side->low.x) side->low.x = point.x;
    if (point.y < side->low.y) side->low.y = point.y;
    if (point.x > side->high.x) side->high.x = point.x;
    if (point.y > side->high.y) side->high.y = point.y;
}

/// Distances of headlands are stored rounded down: the least of the ends must be lower by what that hides.
static void side_finish(const lf_search *search, lfi_side *side) {
    for (int k = 0; k < LFI_LANDMARKS; k++)
        side->span.least[k] = (int16_t)(side->span.least[k] - lfi_headland_slack(search->index->unit));
}

/// Locates the ends of a side; true when all of them are.
static bool ends_locate(lf_search *search, int side, int64_t *budget) {
    lfi_headland *headland = &search->headland;
    for (; *budget > 0 && headland->next < ends_count(search, side); headland->next++, --*budget) {
        const lf_tile tile = ends_tile(search, side, headland->next);
        if (ends_useful(search, side, tile)) side_add(search, side, tile);
    }
    if (headland->next < ends_count(search, side)) return false;
    side_finish(search, &headland->sides[side]);
    headland->next = 0;
    return true;
}

// ---- Ends looking out -----------------------------------------------------------------------------

/// Tiles of a keel from one time in the queue to the next.
enum { PIECE = 16 };

static void watch_push(lf_search *search, int side, uint32_t slot, uint64_t rest) {
    lfi_headland *headland = &search->headland;
    const lfi_watch *watch = &headland->sides[side].watches[slot];
    if (watch->sum >= headland->best) return;
    lfi_heap_push(&headland->sides[side].heap, search->index->count + slot,
                  queue_key(headland, watch->sum, rest));
}

/// Buoys near an end know headlands that lead far. Those that no bound speaks against are tried.
static void end_try_pilots(lf_search *search, int side, lf_tile tile) {
    lfi_headland *headland = &search->headland;
    const lf_point point = lf_map_point(search->map, tile);
    const lfi_buoy *nearest[LFI_BUOYS_NEAREST];
    const int count = lfi_buoys_nearest(search->index, point, nearest);
    uint32_t tried[LFI_BUOYS_NEAREST * LFI_LANDMARKS];
    int tries = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < LFI_LANDMARKS; k++) {
            const uint32_t number = nearest[i]->pilot[k];
            int t = 0;
            while (t < tries && tried[t] != number) t++;
            if (t < tries) continue;
            tried[tries++] = number;
            const lfi_reach *reach = &headland->reach[number];
            const uint64_t length = lfi_metric_between(&headland->metric, point, reach->point);
            if (length + headland_bound(search, &headland->sides[!side], reach) > headland->least) continue;
            if (lfi_leg_walkable(search->map, &search->index->stops, point, reach->point))
                headland_relax(search, side, number, length, LFI_FROM_END, tile);
        }
    }
}

/// An end enters the queue; one that is a headland is itself all that it needs.
static void end_enter(lf_search *search, int side, int64_t i) {
    lfi_headland *headland = &search->headland;
    const lf_index *index = search->index;
    const lf_tile tile = ends_tile(search, side, i);
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    if (!ends_useful(search, side, tile)) return;
    if (lfi_stops_is_headland(&index->stops, spot)) {
        headland_relax(search, side, lfi_stops_number(&index->stops, spot), 0, LFI_FROM_END, tile);
        return;
    }
    const lfi_side *own = &headland->sides[side];
    if (ends_single(search) && own->seen_count != LFI_SEEN_UNKNOWN) { // it has looked out already
        lookout_make(search, side, tile);
        for (uint32_t k = 0; k < own->seen_count; k++) end_sees(search, own->seen[k]);
        return;
    }
    if (ends_single(search)) end_try_pilots(search, side, tile);
    const uint32_t slot = (uint32_t)(i - headland->first_end) * LFI_KEELS;
    headland->sides[side].watches[slot] = (lfi_watch){.sum = headland->least, .tile = tile};
    watch_push(search, side, slot,
               side_straight(headland, &headland->sides[!side], lf_map_point(search->map, tile)));
}

/// A place that many tiles ahead, or the last one before the map's edge.
static int32_t piece_ahead(int32_t place, int32_t step, int32_t size) {
    const int64_t at = place + (int64_t)step * PIECE;
    return at < 0 ? 0 : at < size ? (int32_t)at : size - 1;
}

/// A keel that has more to see goes back into the queue, with the bound of the tile it has come to.
static void keel_enter(lf_search *search, int side, uint32_t slot) {
    const lfi_headland *headland = &search->headland;
    const lfi_side *other = &headland->sides[!side];
    lfi_watch *watch = &headland->sides[side].watches[slot];
    const lfi_keel *keel = &watch->keel;
    const lf_point point = {keel->x, keel->y};
    lfi_span span = lfi_span_unknown();
    if (other->span.group != LFI_NO_GROUP)
        lfi_buoys_ask(search->index, &headland->metric, point, LFI_BUOYS_NEAR, &span);
    const bool orthogonal = headland->metric.orthogonal;
    const uint64_t bound = tile_bound(search, other, point, &span);
    const uint64_t sum =
        keel->done * (orthogonal ? headland->metric.straight : headland->metric.diagonal) + bound;
    if (sum > watch->sum) watch->sum = sum;
    // Of keels that are equally good so far, the one that leads towards the other side comes first.
    const lf_point ahead = {piece_ahead(point.x, keel->dx, search->map->width),
                            piece_ahead(point.y, keel->dy, search->map->height)};
    const uint64_t towards = side_straight(headland, other, ahead);
    watch_push(search, side, slot, bound > towards ? bound : towards);
}

/// A watch that was taken off the queue: the end begins to look out, or goes on along a keel.
static void watch_advance(lf_search *search, int side, uint32_t slot) {
    lfi_headland *headland = &search->headland;
    lfi_watch *watch = &headland->sides[side].watches[slot];
    const lfi_lookout lookout = lookout_make(search, side, watch->tile);
    if (watch->begun) {
        const bool more = lfi_keel_advance(&lookout, &watch->keel, PIECE);
        seen_flush(search);
        if (more) keel_enter(search, side, slot);
        return;
    }
    if (side == LFI_FORTH && wanted_has(&headland->wanted, headland->from))
        source_sees_target(search, headland->from.x, headland->from.y);
    lfi_keel keels[LFI_KEELS];
    const int count = lfi_lookout_begin(&lookout, headland->from.x, headland->from.y, keels);
    const lfi_watch begun = {.sum = watch->sum, .tile = watch->tile, .begun = true};
    seen_flush(search);
    for (uint32_t i = 0; i < (uint32_t)count; i++) {
        watch[i] = begun;
        watch[i].keel = keels[i];
        keel_enter(search, side, slot + i);
    }
}

// ---- Search ---------------------------------------------------------------------------------------

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
        headland_relax(search, LFI_FORTH, to, length + lfi_metric_between(&metric, point, reach[to].point),
                       number, 0);
    }
}

/// Arcs that may be the best way to where they lead.
enum { ARCS_MAX = 128 };

static void arcs_relax(lf_search *search, int side, uint32_t number, const uint32_t *arcs, uint32_t count) {
    const lf_index *index = search->index;
    const uint64_t length = search->headland.reach[number].length[side];
    for (uint32_t i = 0; i < count; i++) {
        const lfi_arc *arc = &index->up[arcs[i]];
        headland_relax(search, side, arc->to, length + arc->length, number, arcs[i]);
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
    if (reach->length[side] + headland_bound(search, &headland->sides[!side], reach) >= headland->best)
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
            watch_advance(search, number, node - search->index->count);
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
    if (!ends_single(search)) {
        wanted_fill(search);
        return;
    }
    headland->watched = search->query.target_count;
    lookout_make(search, LFI_FORTH, search->query.sources[0].tile);
    const lf_point target = lf_map_point(search->map, search->query.targets[0]);
    if (lfi_leg_walkable(search->map, &search->index->stops, headland->from, target))
        source_sees_target(search, target.x, target.y);
}

/// The ends of this round enter the queues.
static void headland_step_ends(lf_search *search, int64_t *budget) {
    lfi_headland *headland = &search->headland;
    for (; *budget > 0 && headland->next < LFI_ENDS_MAX; headland->next++, --*budget) {
        const int64_t end = headland->first_end + headland->next;
        if (end >= ends_count(search, LFI_FORTH) && end >= ends_count(search, LFI_BACK)) break;
        if (end < ends_count(search, LFI_BACK)) end_enter(search, LFI_BACK, end);
        if (end < ends_count(search, LFI_FORTH)) end_enter(search, LFI_FORTH, end);
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
    if (headland->first_end < ends_count(search, LFI_FORTH) ||
        headland->first_end < ends_count(search, LFI_BACK)) {
        for (int side = 0; side < LFI_SIDES; side++) lfi_heap_clear(&headland->sides[side].heap);
        headland->stage = LFI_HEADLAND_ENDS;
        return;
    }
    headland->stage = LFI_HEADLAND_WATCH;
    wanted_fill(search);
}

/// Sources look as far as the best route is long for targets that were not watched for.
static lf_status headland_step_watch(lf_search *search, int64_t *budget) {
    lfi_headland *headland = &search->headland;
    while (headland->wanted.count > 0 && headland->best > headland->least) {
        for (; *budget > 0 && headland->next < search->query.source_count; headland->next++, --*budget) {
            const lf_tile tile = search->query.sources[headland->next].tile;
            if (!lfi_search_source_useful(search, tile)) continue;
            lfi_lookout lookout = lookout_make(search, LFI_FORTH, tile);
            lookout.headland = seen_ignore;
            if (wanted_has(&headland->wanted, headland->from))
                source_sees_target(search, headland->from.x, headland->from.y);
            lfi_lookout_scan(&lookout, headland->from.x, headland->from.y);
        }
        if (headland->next < search->query.source_count) return LF_PAUSED;
        headland->next = 0;
        wanted_fill(search);
    }
    if (!attempt_suffices(search)) return LF_PAUSED;
    if (headland->best == headland->longest) return LF_NO_ROUTE;
    return lfi_headland_settle(search) ? LF_OK : LF_NO_ROUTE;
}

static lf_status headland_step(lf_search *search, int64_t *budget) {
    lfi_headland *headland = &search->headland;
    switch (headland->stage) {
    case LFI_HEADLAND_TARGETS:
        if (ends_locate(search, LFI_BACK, budget)) headland->stage = LFI_HEADLAND_SOURCES;
        return LF_PAUSED;
    case LFI_HEADLAND_SOURCES:
        if (ends_locate(search, LFI_FORTH, budget)) watch_begin(search);
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
