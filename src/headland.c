// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// headland: A* over the headlands of an index.
//
//     1. Each target looks out (lookout.h): the headlands it sees get a landing, the leg to their nearest
//        target. From their distances from the landmarks follow those of the target.
//     2. Each source looks out: the headlands it sees enter the queue. A target seen on the way is a route of
//        one leg.
//     3. The headland with the least length + bound is taken off the queue and its legs are followed, until
//        nothing in the queue can be shorter than the best route found.
//
// The bound of a headland is the greatest of the distance to the box around the targets as the crow flies,
// and for each landmark of how much nearer or farther it is than all targets. Many sources and targets are
// one search: what a source or target adds is its lookout, and with many of them that is kept short
// (horizon).
//
// Lengths are whole numbers (metric.h), so everything is exact and the same everywhere. The bounds need not
// be consistent: a headland whose length improves after it was taken off enters the queue again.
//
// Time: O(lookouts + headlands expanded * (legs + log)). Memory: 104 bytes a headland; no allocation in a
// query.
#include "search.h"

#include <string.h>

// ---- Memory ---------------------------------------------------------------------------------------

lf_status lfi_headland_create(lf_search *search) {
    const lf_index *index = search->index;
    const lf_allocator *allocator = &search->allocator;
    lfi_headland *headland = &search->headland;
    const uint64_t count = index->count;
    headland->row_words = (uint64_t)search->map->height / 64 + 1;
    headland->column_words = (uint64_t)search->map->width / 64 + 1;
    headland->reach_memory = lfi_alloc(allocator, count + 1, sizeof *headland->reach);
    headland->landing = lfi_alloc(allocator, count, sizeof *headland->landing);
    headland->source = lfi_alloc(allocator, count, sizeof *headland->source);
    headland->heap.entries = lfi_alloc(allocator, count, sizeof *headland->heap.entries);
    headland->heap.place = lfi_alloc(allocator, count, sizeof *headland->heap.place);
    headland->wanted.rows = lfi_alloc(allocator, headland->row_words, sizeof(uint64_t));
    headland->wanted.columns = lfi_alloc(allocator, headland->column_words, sizeof(uint64_t));
    headland->wanted.by_row = lfi_alloc(allocator, LFI_WANTED_MAX, sizeof(uint64_t));
    headland->wanted.by_column = lfi_alloc(allocator, LFI_WANTED_MAX, sizeof(uint64_t));
    if (headland->reach_memory == NULL || headland->landing == NULL || headland->source == NULL ||
        headland->heap.entries == NULL || headland->heap.place == NULL || headland->wanted.rows == NULL ||
        headland->wanted.columns == NULL || headland->wanted.by_row == NULL ||
        headland->wanted.by_column == NULL)
        return LF_E_NOMEM;
    const uintptr_t over = (uintptr_t)headland->reach_memory % sizeof *headland->reach;
    headland->reach = (lfi_reach *)((char *)headland->reach_memory + (sizeof *headland->reach - over));
    for (uint32_t i = 0; i < count; i++) {
        headland->reach[i].point = index->points[i];
        memcpy(headland->reach[i].away, index->away + (size_t)i * LFI_LANDMARKS,
               sizeof headland->reach[i].away);
    }
    memset(headland->heap.place, 0, (size_t)count * sizeof *headland->heap.place);
    memset(headland->wanted.rows, 0, (size_t)headland->row_words * sizeof(uint64_t));
    memset(headland->wanted.columns, 0, (size_t)headland->column_words * sizeof(uint64_t));
    lfi_headland_forget(search);
    return LF_OK;
}

void lfi_headland_destroy(lf_search *search) {
    const lf_allocator *allocator = &search->allocator;
    lfi_headland *headland = &search->headland;
    const uint64_t count = search->index->count;
    lfi_free(allocator, headland->reach_memory, count + 1, sizeof *headland->reach);
    lfi_free(allocator, headland->landing, count, sizeof *headland->landing);
    lfi_free(allocator, headland->source, count, sizeof *headland->source);
    lfi_free(allocator, headland->heap.entries, count, sizeof *headland->heap.entries);
    lfi_free(allocator, headland->heap.place, count, sizeof *headland->heap.place);
    lfi_free(allocator, headland->wanted.rows, headland->row_words, sizeof(uint64_t));
    lfi_free(allocator, headland->wanted.columns, headland->column_words, sizeof(uint64_t));
    lfi_free(allocator, headland->wanted.by_row, LFI_WANTED_MAX, sizeof(uint64_t));
    lfi_free(allocator, headland->wanted.by_column, LFI_WANTED_MAX, sizeof(uint64_t));
}

size_t lfi_headland_bytes(const lf_search *search) {
    const lfi_headland *headland = &search->headland;
    const size_t each = sizeof *headland->reach + sizeof *headland->landing + sizeof *headland->source +
                        sizeof *headland->heap.entries + sizeof *headland->heap.place;
    return lfi_bytes(search->index->count, each) + sizeof *headland->reach +
           (size_t)(headland->row_words + headland->column_words + 2 * LFI_WANTED_MAX) * sizeof(uint64_t);
}

void lfi_headland_forget(lf_search *search) {
    search->headland.stamp = 0;
    for (uint32_t i = 0; i < search->index->count; i++) search->headland.reach[i].stamp = 0;
}

static lf_tile point_tile(const lf_map *map, lf_point point) {
    return (lf_tile)point.y * (lf_tile)map->width + (lf_tile)point.x;
}

bool lfi_headland_has_met(const lf_search *search, lf_tile tile) {
    const lfi_stops *stops = &search->index->stops;
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    if (!lfi_stops_is_headland(stops, spot)) return false;
    const lfi_reach *reach = &search->headland.reach[lfi_stops_number(stops, spot)];
    return reach->stamp == search->headland.stamp && reach->length != UINT64_MAX;
}

// ---- Bounds ---------------------------------------------------------------------------------------

#ifdef __GNUC__
/// Eight numbers in a vector register. Left to themselves, compilers do one after the other here, which made
/// the whole search a quarter slower.
typedef int16_t lanes __attribute__((vector_size(16)));

static inline lanes lanes_load(const int16_t *numbers) {
    lanes out;
    memcpy(&out, numbers, sizeof out);
    return out;
}

static inline lanes lanes_most(lanes a, lanes b) {
    const lanes greater = (lanes)(a > b);
    return (a & greater) | (b & ~greater);
}
#endif

/// By how much a headland is nearer to, or farther from, some landmark than all targets are.
static inline int32_t landmarks_gap(const int16_t *away, const int16_t *least, const int16_t *most) {
    int32_t gap = 0;
#ifdef __GNUC__
    lanes best = {0};
    for (int k = 0; k < LFI_LANDMARKS; k += 8) {
        const lanes here = lanes_load(away + k);
        best = lanes_most(best, lanes_most(lanes_load(least + k) - here, here - lanes_load(most + k)));
    }
    for (int k = 0; k < 8; k++) gap = best[k] > gap ? best[k] : gap;
#else
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        const int32_t nearer = least[k] - away[k], farther = away[k] - most[k];
        gap = nearer > gap ? nearer : gap;
        gap = farther > gap ? farther : gap;
    }
#endif
    return gap;
}

/// A lower bound of the way from a headland to the targets.
static inline uint64_t headland_bound(const lf_search *search, const lfi_reach *reach) {
    const lfi_headland *headland = &search->headland;
    const uint32_t dx = lfi_gap_outside(reach->point.x, headland->low.x, headland->high.x);
    const uint32_t dy = lfi_gap_outside(reach->point.y, headland->low.y, headland->high.y);
    const uint64_t straight = lfi_metric_length(&headland->metric, dx, dy);
    const uint64_t around =
        (uint64_t)landmarks_gap(reach->away, headland->least, headland->most) * search->index->unit;
    return around > straight ? around : straight;
}

/// Forgets what an earlier query knew of a headland.
static inline void reach_freshen(lfi_reach *reach, uint32_t stamp) {
    if (reach->stamp == stamp) return;
    reach->stamp = stamp;
    reach->from = 0;
    reach->length = UINT64_MAX;
    reach->bound = LFI_BOUND_UNKNOWN;
}

// ---- Targets --------------------------------------------------------------------------------------

/// Beyond any stored distance; keeps sums small.
enum { UNITS_MAX = 1 << 20 };

static int32_t least_of(int32_t a, int32_t b) {
    return a < b ? a : b;
}

/// A target sees a headland.
static void target_sees(lf_search *search, uint32_t number) {
    lfi_headland *headland = &search->headland;
    const lf_index *index = search->index;
    lfi_reach *reach = &headland->reach[number];
    lfi_landing *landing = &headland->landing[number];
    const uint64_t length = lfi_metric_between(&headland->metric, headland->from, reach->point);
    reach_freshen(reach, headland->stamp);
    if ((reach->from & LFI_LANDED) == 0 || length < landing->length)
        *landing = (lfi_landing){length, headland->from_tile};
    reach->from = LFI_LANDED;
    if (headland->group_known && headland->group != index->group[number]) headland->group = UINT32_MAX;
    if (!headland->group_known) headland->group = index->group[number];
    headland->group_known = true;
    // Stored distances are rounded down; the distance of the target is between these two.
    const uint64_t unit = index->unit;
    const uint64_t units = length / unit < UNITS_MAX ? length / unit : UNITS_MAX;
    const int32_t down = (int32_t)units, up = down + (units * unit != length) + (unit > 1);
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        headland->here_least[k] = least_of(headland->here_least[k], reach->away[k] + down);
        headland->here_most[k] = least_of(headland->here_most[k], reach->away[k] + up);
    }
}

/// Looks at the headlands that were seen.
static void seen_flush(lf_search *search, void (*sees)(lf_search *search, uint32_t number)) {
    lfi_headland *headland = &search->headland;
    for (uint32_t i = 0; i < headland->seen_count; i++) sees(search, headland->seen[i]);
    headland->seen_count = 0;
}

static inline void seen_add(lf_search *search, uint32_t number,
                            void (*sees)(lf_search *search, uint32_t number)) {
    lfi_headland *headland = &search->headland;
    lfi_prefetch(&headland->reach[number]);
    headland->seen[headland->seen_count++] = number;
    if (headland->seen_count == LFI_SEEN_MAX) seen_flush(search, sees);
}

static void target_adds(void *user, uint32_t number) {
    seen_add(user, number, target_sees);
}

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

/// Prepares the next targets that are no headlands, from `round` on, for the sources to watch for.
static void wanted_fill(lf_search *search) {
    lfi_headland *headland = &search->headland;
    lfi_wanted *wanted = &headland->wanted;
    memset(wanted->rows, 0, (size_t)headland->row_words * sizeof(uint64_t));
    memset(wanted->columns, 0, (size_t)headland->column_words * sizeof(uint64_t));
    wanted->count = 0;
    for (; headland->round < search->query.target_count && wanted->count < LFI_WANTED_MAX;
         headland->round++) {
        const lf_tile tile = search->query.targets[headland->round];
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

static lfi_lookout lookout_make(lf_search *search) {
    return (lfi_lookout){.map = search->map,
                         .stops = &search->index->stops,
                         .limit = search->headland.horizon,
                         .user = search};
}

/// A target looks out; one that is a headland is itself all that it needs.
static void target_look(lf_search *search, lf_tile tile) {
    lfi_headland *headland = &search->headland;
    const lf_map *map = search->map;
    const lfi_spot spot = lfi_map_spot(map, tile);
    headland->from = lf_map_point(map, tile);
    headland->from_tile = tile;
    for (int k = 0; k < LFI_LANDMARKS; k++) headland->here_least[k] = headland->here_most[k] = INT32_MAX;
    lfi_lookout lookout = lookout_make(search);
    lookout.headland = target_adds;
    if (lfi_stops_is_headland(&search->index->stops, spot))
        target_sees(search, lfi_stops_number(&search->index->stops, spot));
    else
        lfi_lookout_scan(&lookout, headland->from.x, headland->from.y);
    seen_flush(search, target_sees);
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        if (headland->here_least[k] == INT32_MAX) continue; // it sees no headland
        const int32_t least = headland->here_least[k] - (search->index->unit > 1);
        const int32_t most = least_of(headland->here_most[k], INT16_MAX);
        if (least < headland->least[k]) headland->least[k] = (int16_t)least;
        if (most > headland->most[k]) headland->most[k] = (int16_t)most;
    }
    if (headland->from.x < headland->low.x) headland->low.x = headland->from.x;
    if (headland->from.y < headland->low.y) headland->low.y = headland->from.y;
    if (headland->from.x > headland->high.x) headland->high.x = headland->from.x;
    if (headland->from.y > headland->high.y) headland->high.y = headland->from.y;
}

// ---- Relaxing -------------------------------------------------------------------------------------

/// The place in the queue: least length + bound first, and among equals the longest way so far, which is
/// nearest to the end. Octile lengths keep 1/312 of a tile; what that hides is told apart when it is taken
/// off.
static inline uint64_t headland_key(const lfi_headland *headland, uint64_t length, uint64_t bound) {
    const uint64_t done = length >> headland->shift, whole = (length + bound) >> headland->shift;
    return (whole < UINT32_MAX ? whole : UINT32_MAX) << 32 |
           (UINT32_MAX - (done < UINT32_MAX ? done : UINT32_MAX));
}

/// Whether a way of a length to a headland can still become a better route.
static inline bool reach_may_win(const lfi_headland *headland, const lfi_reach *reach, uint64_t length) {
    return length + reach->bound < headland->best;
}

/// A way of a length to a headland: keeps it if it is the best so far and may still win.
static inline bool headland_relax(lf_search *search, uint32_t number, uint64_t length, uint32_t from) {
    lfi_headland *headland = &search->headland;
    lfi_reach *reach = &headland->reach[number];
    reach_freshen(reach, headland->stamp);
    if (length >= reach->length) return false;
    if (reach->bound == LFI_BOUND_UNKNOWN) reach->bound = headland_bound(search, reach);
    if (!reach_may_win(headland, reach, length)) return false;
    reach->length = length;
    reach->from = (reach->from & LFI_LANDED) | from;
    search->route.stats.enqueued += headland->heap.place[number] == 0;
    lfi_heap_push(&headland->heap, number, headland_key(headland, length, reach->bound));
    if ((reach->from & LFI_LANDED) == 0) return true;
    const lfi_landing *landing = &headland->landing[number];
    if (length + landing->length >= headland->best) return true;
    headland->best = length + landing->length;
    headland->best_last = number;
    headland->best_target = landing->target;
    headland->best_direct = false;
    return true;
}

// ---- Sources --------------------------------------------------------------------------------------

/// A leg from the source that is looking out.
static void source_relax(lf_search *search, uint32_t number, uint64_t length) {
    lfi_headland *headland = &search->headland;
    if (!headland_relax(search, number, length, LFI_FROM_SOURCE)) return;
    headland->source[number] = headland->from_tile;
}

static void source_sees(lf_search *search, uint32_t number) {
    const lfi_headland *headland = &search->headland;
    source_relax(search, number,
                 lfi_metric_between(&headland->metric, headland->from, headland->reach[number].point));
}

static void source_adds(void *user, uint32_t number) {
    seen_add(user, number, source_sees);
}

/// In later rounds sources only watch for targets.
static void source_adds_nothing(void *user, uint32_t number) {
    (void)user;
    (void)number;
}

static void source_sees_target(void *user, int32_t x, int32_t y) {
    lf_search *search = user;
    lfi_headland *headland = &search->headland;
    const uint64_t length = lfi_metric_between(&headland->metric, headland->from, (lf_point){x, y});
    if (length >= headland->best) return;
    headland->best = length;
    headland->best_source = headland->from_tile;
    headland->best_target = point_tile(search->map, (lf_point){x, y});
    headland->best_direct = true;
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

static void source_look(lf_search *search, lf_tile tile) {
    lfi_headland *headland = &search->headland;
    const lf_map *map = search->map;
    const lfi_spot spot = lfi_map_spot(map, tile);
    headland->from = lf_map_point(map, tile);
    headland->from_tile = tile;
    if (lfi_stops_is_headland(&search->index->stops, spot)) {
        if (headland->first_round) source_relax(search, lfi_stops_number(&search->index->stops, spot), 0);
        return;
    }
    if (wanted_has(&headland->wanted, headland->from))
        source_sees_target(search, headland->from.x, headland->from.y);
    lfi_lookout lookout = lookout_make(search);
    lookout.headland = headland->first_round ? source_adds : source_adds_nothing;
    lookout.target = source_sees_target;
    lookout.wanted = headland->wanted.count > 0 ? &headland->wanted : NULL;
    lfi_lookout_scan(&lookout, headland->from.x, headland->from.y);
    seen_flush(search, source_sees);
}

// ---- Steps ----------------------------------------------------------------------------------------

// Many ends are near each other more often than not, and a lookout over an ocean costs as much as a whole
// search. So with many ends they look only as far as a horizon at first. If that gives a route, a better one
// has no leg longer than it, and one more attempt with the horizon that far (or none, if it was that far
// already) is exact.
enum { MANY_ENDS = 4, FIRST_HORIZON = 24 };

/// Begins with all ends looking out as far as the horizon.
static void attempt_begin(lf_search *search) {
    lfi_headland *headland = &search->headland;
    lfi_heap_clear(&headland->heap);
    if (headland->stamp == UINT32_MAX) lfi_headland_forget(search);
    headland->stamp++;
    headland->stage = LFI_HEADLAND_TARGETS;
    headland->next = headland->round = 0;
    headland->first_round = true;
    headland->seen_count = 0;
    headland->group_known = false;
    headland->low = (lf_point){INT32_MAX, INT32_MAX};
    headland->high = (lf_point){INT32_MIN, INT32_MIN};
    headland->best = UINT64_MAX;
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        headland->least[k] = INT16_MAX;
        headland->most[k] = 0;
    }
    search->stage = LFI_STAGE_PLAN;
    search->route.stats.phases++;
}

static void headland_begin(lf_search *search) {
    lfi_headland *headland = &search->headland;
    headland->metric = lfi_metric_make(search->map->moves, search->query.options.cost);
    headland->shift = headland->metric.straight > 1 ? 22 : 0;
    const bool many = search->query.source_count > MANY_ENDS || search->query.target_count > MANY_ENDS;
    headland->horizon = many ? FIRST_HORIZON : UINT32_MAX;
    attempt_begin(search);
}

/// Whether everything that could be part of a better route than the best one was within the horizon. If not,
/// looks farther: as far as that route is long, or four times as far if there is none.
static bool attempt_suffices(lf_search *search) {
    lfi_headland *headland = &search->headland;
    const uint64_t moves = headland->best / headland->metric.straight; // no shorter route has longer legs
    if (headland->horizon == UINT32_MAX || (headland->best != UINT64_MAX && moves <= headland->horizon))
        return true;
    if (headland->best == UINT64_MAX)
        headland->horizon = headland->horizon < UINT32_MAX / 8 ? 4 * headland->horizon : UINT32_MAX;
    else
        headland->horizon = moves < UINT32_MAX ? (uint32_t)moves : UINT32_MAX;
    // No leg is longer than this.
    if (headland->horizon >= (uint64_t)search->map->width + (uint64_t)search->map->height)
        headland->horizon = UINT32_MAX;
    attempt_begin(search);
    return false;
}

static void headland_step_targets(lf_search *search, int64_t *budget) {
    lfi_headland *headland = &search->headland;
    for (; *budget > 0 && headland->next < search->query.target_count; headland->next++, --*budget) {
        target_look(search, search->query.targets[headland->next]);
    }
    if (headland->next < search->query.target_count) return;
    // Distances from the landmarks of different groups do not compare.
    for (int k = 0; k < LFI_LANDMARKS && headland->group == UINT32_MAX; k++) {
        headland->least[k] = 0;
        headland->most[k] = INT16_MAX;
    }
    headland->stage = LFI_HEADLAND_SOURCES;
    headland->next = 0;
    wanted_fill(search);
}

static void headland_step_sources(lf_search *search, int64_t *budget) {
    lfi_headland *headland = &search->headland;
    for (; *budget > 0 && headland->next < search->query.source_count; headland->next++, --*budget) {
        const lf_tile tile = search->query.sources[headland->next].tile;
        if (lfi_search_source_useful(search, tile)) source_look(search, tile);
    }
    if (headland->next < search->query.source_count) return;
    if (headland->round < search->query.target_count) {
        headland->next = 0;
        headland->first_round = false;
        wanted_fill(search);
        return;
    }
    headland->stage = LFI_HEADLAND_SEARCH;
    search->stage = LFI_STAGE_REFINE;
}

static void headland_expand(lf_search *search, uint32_t number) {
    const lf_index *index = search->index;
    const lfi_reach *reach = search->headland.reach;
    const lf_point point = reach[number].point;
    const uint64_t length = reach[number].length;
    const lfi_metric metric = search->headland.metric;
    for (uint32_t leg = index->first[number]; leg < index->first[number + 1]; leg++)
        lfi_prefetch(&reach[index->legs[leg]]);
    for (uint32_t leg = index->first[number]; leg < index->first[number + 1]; leg++) {
        const uint32_t to = index->legs[leg];
        headland_relax(search, to, length + lfi_metric_between(&metric, point, reach[to].point), number);
    }
}

/// Names the ends of the best route and counts its moves.
static void headland_settle(lf_search *search) {
    const lfi_headland *headland = &search->headland;
    const lf_map *map = search->map;
    lf_route *route = &search->route;
    route->target = headland->best_target;
    route->length = route->diagonal = 0;
    lf_point here = lf_map_point(map, route->target);
    bool at_source = headland->best_direct;
    uint32_t from = at_source ? headland->best_source : headland->best_last;
    for (;;) {
        const lf_point next = at_source ? lf_map_point(map, from) : search->index->points[from];
        const uint32_t dx = lfi_gap(here.x, next.x), dy = lfi_gap(here.y, next.y);
        const uint32_t diagonals = lfi_metric_diagonals(&headland->metric, dx, dy);
        route->diagonal += diagonals;
        route->length += (int64_t)dx + dy - diagonals;
        if (at_source) break;
        here = next;
        const uint32_t before = headland->reach[from].from & ~LFI_LANDED;
        at_source = before == LFI_FROM_SOURCE;
        from = at_source ? headland->source[from] : before;
    }
    route->source = from;
}

static lf_status headland_step_search(lf_search *search, int64_t *budget) {
    lfi_headland *headland = &search->headland;
    for (; *budget > 0; --*budget) {
        // Everything that could still win has a smaller sum than the best route, in the rounding of the keys
        // too.
        if (headland->heap.count == 0 ||
            headland->heap.entries[0].key >> 32 > headland_key(headland, headland->best, 0) >> 32) {
            if (!attempt_suffices(search)) return LF_PAUSED;
            if (headland->best == UINT64_MAX) return LF_NO_ROUTE;
            headland_settle(search);
            return LF_OK;
        }
        const uint32_t number = lfi_heap_pop(&headland->heap).node;
        const lfi_reach *reach = &headland->reach[number];
        if (!reach_may_win(headland, reach, reach->length)) continue;
        search->route.stats.expanded++;
        headland_expand(search, number);
    }
    return LF_PAUSED;
}

static lf_status headland_step(lf_search *search, int64_t *budget) {
    switch (search->headland.stage) {
    case LFI_HEADLAND_TARGETS: headland_step_targets(search, budget); return LF_PAUSED;
    case LFI_HEADLAND_SOURCES: headland_step_sources(search, budget); return LF_PAUSED;
    default: return headland_step_search(search, budget);
    }
}

// ---- Writing the tiles ----------------------------------------------------------------------------

/// Writes a leg backwards, without its first tile: tiles[*at] is `to`, and *at ends before the tile of
/// `from`. The leg runs along the keel first as seen from `from`, or, if `late`, as seen from `to`.
static void leg_write(const lf_search *search, lf_point from, lf_point to, bool late, lf_tile *tiles,
                      int64_t capacity, int64_t *at) {
    const bool orthogonal = search->headland.metric.orthogonal;
    const uint32_t dx = lfi_gap(from.x, to.x), dy = lfi_gap(from.y, to.y);
    const int64_t width = search->map->width;
    const int64_t across = to.x < from.x ? 1 : -1, along = to.y < from.y ? width : -width; // steps back
    const uint32_t keel = orthogonal ? dx : dx < dy ? dx : dy;
    const uint32_t ray = orthogonal ? dy : dx < dy ? dy - dx : dx - dy;
    const int64_t keel_step = orthogonal ? across : across + along;
    const int64_t ray_step = orthogonal || dx < dy ? along : across;
    const uint32_t counts[2] = {late ? keel : ray, late ? ray : keel};
    const int64_t steps[2] = {late ? keel_step : ray_step, late ? ray_step : keel_step};
    int64_t tile = point_tile(search->map, to);
    for (int i = 0; i < 2; i++) {
        for (uint32_t k = 0; k < counts[i]; k++, tile += steps[i], --*at) {
            if (*at < capacity) tiles[*at] = (lf_tile)tile;
        }
    }
}

static void headland_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    const lfi_headland *headland = &search->headland;
    const lf_map *map = search->map;
    int64_t at = search->route.length;
    lf_point here = lf_map_point(map, search->route.target);
    bool at_source = headland->best_direct, late = !at_source;
    uint32_t from = at_source ? headland->best_source : headland->best_last;
    for (;;) {
        const lf_point next = at_source ? lf_map_point(map, from) : search->index->points[from];
        leg_write(search, next, here, late, tiles, capacity, &at);
        if (at_source) break;
        here = next;
        late = false;
        const uint32_t before = headland->reach[from].from & ~LFI_LANDED;
        at_source = before == LFI_FROM_SOURCE;
        from = at_source ? headland->source[from] : before;
    }
    if (capacity > 0) tiles[0] = search->route.source;
}

const lfi_strategy lfi_headland_strategy = {
    .name = "headland",
    .exact = true,
    .indexed = true,
    .octile = true,
    .begin = headland_begin,
    .step = headland_step,
    .trace = headland_trace,
};
