// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The ends of a query of `headland`: where they are, and how they look out.
//
// An end is located by the buoys it sees, or, where land is near, by a full lookout, which then has seen all
// there is. Then it waits in the queue of its side; taken off, it sends its straight rays and becomes its
// keels, which go on piece by piece, each time they are taken off, and report what their rays see. Before
// all that, pilots are tried: headlands that buoys nearby know to lead far.
//
// Sources also watch for targets, which may be in sight without any headland between.
//
// Time: O(pieces + log); a full lookout is that of lookout.c. Memory: none of its own.
#include "ends.h"

#include "../base/sort.h"
#include "relax.h"
#include "route.h"

#include <string.h>

// ---- What lookouts see ----------------------------------------------------------------------------

static void end_sees(lf_search *search, uint32_t number) {
    const lfi_headland *headland = lfi_headland_of(search);
    lfi_headland_relax(search, headland->side, number,
                       lfi_metric_between(&headland->metric, headland->from, headland->known[number].point),
                       LFI_FROM_END, headland->from_tile);
}

/// Looks at the headlands that were seen.
static void seen_flush(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    for (uint32_t i = 0; i < headland->seen_count; i++) end_sees(search, headland->seen[i]);
    headland->seen_count = 0;
}

static void seen_add(void *user, uint32_t number) {
    lf_search *search = user;
    lfi_headland *headland = lfi_headland_of(search);
    lfi_prefetch(&headland->known[number]);
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
    lfi_headland *headland = lfi_headland_of(search);
    const uint64_t length = lfi_metric_between(&headland->metric, headland->from, (lf_point){x, y});
    if (length >= headland->best) return;
    headland->best = length;
    headland->best_source = headland->from_tile;
    headland->best_target = lfi_map_tile(search->map, (lf_point){x, y});
    headland->best_direct = true;
}

/// The lookout of an end. Sources watch for targets too; of a single pair it is known whether they see each
/// other.
static lfi_lookout lookout_make(lf_search *search, int side, lf_tile tile) {
    lfi_headland *headland = lfi_headland_of(search);
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

/// Prepares the next targets that are no headlands, from `watched` on, for the sources to watch for.
void lfi_wanted_fill(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
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
    lfi_sort(wanted->by_row, wanted->count);
    lfi_sort(wanted->by_column, wanted->count);
}

/// Whether a tile is one of the wanted ones.
static bool wanted_has(const lfi_wanted *wanted, lf_point point) {
    const uint64_t code = (uint64_t)point.y << 32 | (uint32_t)point.x;
    if ((wanted->rows[point.y >> 6] >> (point.y & 63) & 1) == 0) return false;
    for (uint32_t i = 0; i < wanted->count; i++) {
        if (wanted->by_row[i] == code) return true;
    }
    return false;
}

// ---- Locating the ends ----------------------------------------------------------------------------

// Where land is near, buoys are out of sight or tell little, and a full lookout is not long. So an end looks
// out at once if it sees fewer than CLOSE_TILES tiles in the four straight directions together, or if buoys
// leave more than LOOSE_MOVES open for the mean distance from a landmark.
enum { CLOSE_TILES = 160, LOOSE_MOVES = 4 };

/// Narrows the distances of the end that looks out, by those of a headland in its sight.
static void end_learns(void *user, uint32_t number) {
    lf_search *search = user;
    lfi_headland *headland = lfi_headland_of(search);
    lfi_sighting_add(search->index, &headland->metric, &headland->sight, number);
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
           LFI_LANDMARKS * LOOSE_MOVES * lfi_headland_of(search)->metric.straight;
}

/// Whether the end that looks out has land on all sides.
static bool end_is_close(const lf_search *search) {
    const lf_map *map = search->map;
    const lfi_stops *stops = &search->index->stops;
    const lf_point from = lfi_headland_of(search)->from;
    const lfi_line row = lfi_stops_row(map, stops, from.y), column = lfi_stops_column(map, stops, from.x);
    return lfi_ray(&row, from.x, 1, CLOSE_TILES) + lfi_ray(&row, from.x, -1, CLOSE_TILES) +
               lfi_ray(&column, from.y, 1, CLOSE_TILES) + lfi_ray(&column, from.y, -1, CLOSE_TILES) <
           CLOSE_TILES;
}

/// Looks out from an end and keeps what it has seen; a headland knows without looking.
static void end_look(lf_search *search, int side, lf_tile tile, lfi_lookout *lookout) {
    lfi_headland *headland = lfi_headland_of(search);
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    lfi_sighting_begin(&headland->sight, headland->from);
    headland->sides[side].seen_count = 0;
    if (lfi_stops_is_headland(&search->index->stops, spot)) {
        end_learns(search, lfi_stops_number(&search->index->stops, spot));
        return;
    }
    lookout->headland = end_learns;
    lookout->wanted = NULL;
    lookout->limit = UINT32_MAX;
    lfi_lookout_scan(lookout, headland->from.x, headland->from.y);
}

/// The span that follows from what an end has seen.
static lfi_span span_of_sight(const lfi_sighting *sight, uint64_t unit) {
    lfi_span span = lfi_span_unknown();
    if (sight->group == LFI_NO_GROUP) return span;
    span.group = sight->group;
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        const int32_t least = sight->away[k], most = least + lfi_buoy_slack(unit);
        span.least[k] = (int16_t)(least < INT16_MAX ? least : INT16_MAX);
        span.most[k] = (int16_t)(most < INT16_MAX ? most : INT16_MAX);
    }
    return span;
}

/// The span of an end: what buoys tell where they are in sight and tell much, otherwise what it sees itself.
static lfi_span end_span(lf_search *search, int side, lf_tile tile) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lf_index *index = search->index;
    lfi_lookout lookout = lookout_make(search, side, tile);
    if (!lfi_stops_is_headland(&index->stops, lfi_map_spot(search->map, tile)) && !end_is_close(search)) {
        lfi_span span = lfi_span_unknown();
        lfi_buoys_ask(index, &headland->metric, headland->from, LFI_BUOYS_WIDE, &span);
        if (!span_is_loose(search, &span)) return span;
    }
    end_look(search, side, tile, &lookout);
    return span_of_sight(&headland->sight, index->unit);
}

/// Adds an end to what is known of its side.
static void side_add(lf_search *search, int number, lf_tile tile) {
    lfi_headland *headland = lfi_headland_of(search);
    lfi_side *side = &headland->sides[number];
    const lf_point point = lf_map_point(search->map, tile);
    const lfi_span span = headland->many ? lfi_span_unknown() : end_span(search, number, tile);
    if (number == LFI_FORTH) { // the targets are known already
        const uint64_t bound = lfi_side_tile_bound(search, &headland->sides[LFI_BACK], point, &span);
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
bool lfi_ends_locate(lf_search *search, int side, int64_t *budget) {
    lfi_headland *headland = lfi_headland_of(search);
    for (; *budget > 0 && headland->next < lfi_ends_count(search, side); headland->next++, --*budget) {
        const lf_tile tile = lfi_ends_tile(search, side, headland->next);
        if (lfi_ends_useful(search, side, tile)) side_add(search, side, tile);
    }
    if (headland->next < lfi_ends_count(search, side)) return false;
    side_finish(search, &headland->sides[side]);
    headland->next = 0;
    return true;
}

// ---- Ends looking out -----------------------------------------------------------------------------

/// Tiles of a keel from one time in the queue to the next.
enum { PIECE = 16 };

static void watch_push(lf_search *search, int side, uint32_t slot, uint64_t rest) {
    lfi_headland *headland = lfi_headland_of(search);
    const lfi_watch *watch = &headland->sides[side].watches[slot];
    if (watch->sum >= headland->best) return;
    lfi_heap_push(&headland->sides[side].heap, search->index->count + slot,
                  lfi_headland_key(headland, watch->sum, rest));
}

/// Buoys near an end know headlands that lead far. Those that no bound speaks against are tried.
static void end_try_pilots(lf_search *search, int side, lf_tile tile) {
    lfi_headland *headland = lfi_headland_of(search);
    const lf_point point = lf_map_point(search->map, tile);
    const lfi_buoy *nearest[LFI_BUOYS_MOST];
    const int count = lfi_buoys_around(search->index, point, LFI_BUOYS_NEAR, nearest);
    uint32_t tried[LFI_BUOYS_MOST * LFI_LANDMARKS];
    int tries = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < LFI_LANDMARKS; k++) {
            const uint32_t number = nearest[i]->pilot[k];
            int t = 0;
            while (t < tries && tried[t] != number) t++;
            if (t < tries) continue;
            tried[tries++] = number;
            const lfi_known *known = &headland->known[number];
            const uint64_t length = lfi_metric_between(&headland->metric, point, known->point);
            if (length + lfi_headland_bound(search, &headland->sides[!side], known) > headland->least)
                continue;
            if (lfi_leg_walkable(search->map, &search->index->stops, point, known->point))
                lfi_headland_relax(search, side, number, length, LFI_FROM_END, tile);
        }
    }
}

/// An end enters the queue; one that is a headland is itself all that it needs.
void lfi_ends_enter(lf_search *search, int side, int64_t i) {
    lfi_headland *headland = lfi_headland_of(search);
    const lf_index *index = search->index;
    const lf_tile tile = lfi_ends_tile(search, side, i);
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    if (!lfi_ends_useful(search, side, tile)) return;
    if (lfi_stops_is_headland(&index->stops, spot)) {
        lfi_headland_relax(search, side, lfi_stops_number(&index->stops, spot), 0, LFI_FROM_END, tile);
        return;
    }
    const lfi_side *own = &headland->sides[side];
    if (lfi_ends_single(search) && own->seen_count != LFI_SEEN_UNKNOWN) { // it has looked out already
        lookout_make(search, side, tile);
        for (uint32_t k = 0; k < own->seen_count; k++) end_sees(search, own->seen[k]);
        return;
    }
    if (lfi_ends_single(search)) end_try_pilots(search, side, tile);
    const uint32_t slot = (uint32_t)(i - headland->first_end) * LFI_KEELS;
    headland->sides[side].watches[slot] = (lfi_watch){.sum = headland->least, .tile = tile};
    watch_push(search, side, slot,
               lfi_side_straight(headland, &headland->sides[!side], lf_map_point(search->map, tile)));
}

/// A place that many tiles ahead, or the last one before the map's edge.
static int32_t piece_ahead(int32_t place, int32_t step, int32_t size) {
    const int64_t at = place + (int64_t)step * PIECE;
    return at < 0 ? 0 : at < size ? (int32_t)at : size - 1;
}

/// A keel that has more to see goes back into the queue, with the bound of the tile it has come to.
static void keel_enter(lf_search *search, int side, uint32_t slot) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lfi_side *other = &headland->sides[!side];
    lfi_watch *watch = &headland->sides[side].watches[slot];
    const lfi_keel *keel = &watch->keel;
    const lf_point point = {keel->x, keel->y};
    lfi_span span = lfi_span_unknown();
    if (other->span.group != LFI_NO_GROUP)
        lfi_buoys_ask(search->index, &headland->metric, point, LFI_BUOYS_NEAR, &span);
    const bool orthogonal = headland->metric.orthogonal;
    const uint64_t bound = lfi_side_tile_bound(search, other, point, &span);
    const uint64_t sum =
        keel->done * (orthogonal ? headland->metric.straight : headland->metric.diagonal) + bound;
    if (sum > watch->sum) watch->sum = sum;
    // Of keels that are equally good so far, the one that leads towards the other side comes first.
    const lf_point ahead = {piece_ahead(point.x, keel->dx, search->map->width),
                            piece_ahead(point.y, keel->dy, search->map->height)};
    const uint64_t towards = lfi_side_straight(headland, other, ahead);
    watch_push(search, side, slot, bound > towards ? bound : towards);
}

/// A watch that was taken off the queue: the end begins to look out, or goes on along a keel.
void lfi_watch_advance(lf_search *search, int side, uint32_t slot) {
    lfi_headland *headland = lfi_headland_of(search);
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

// ---- Sources that see targets ---------------------------------------------------------------------

void lfi_ends_try_pair(lf_search *search) {
    const lf_point target = lf_map_point(search->map, search->query.targets[0]);
    lookout_make(search, LFI_FORTH, search->query.sources[0].tile);
    if (lfi_leg_walkable(search->map, &search->index->stops, lfi_headland_of(search)->from, target))
        source_sees_target(search, target.x, target.y);
}

void lfi_ends_watch(lf_search *search, lf_tile tile) {
    const lfi_headland *headland = lfi_headland_of(search);
    lfi_lookout lookout = lookout_make(search, LFI_FORTH, tile);
    lookout.headland = seen_ignore;
    if (wanted_has(&headland->wanted, headland->from))
        source_sees_target(search, headland->from.x, headland->from.y);
    lfi_lookout_scan(&lookout, headland->from.x, headland->from.y);
}
