// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The ends of a query of `headland`: where they are (landmarks, ALT), and how they look out.
//
// The buoys that an end sees locate it, or, where land is near, a full lookout does, which then has seen all
// there is. The end waits in the queue of its side. When it is taken off, it sends its straight rays, and its
// keels take its place. Each time a keel is taken off, it goes on by one piece and reports what its rays see.
// Before all this, an end tries pilots: headlands that nearby buoys know to lead far.
//
// Sources also watch for targets: a target may be in sight without any headland between.
//
// Time: O(pieces + log); for a full lookout see lookout.c. Memory: none of its own.
#include "ends.h"

#include "../base/sort.h"
#include "../sight/glance.h"
#include "relax.h"
#include "route.h"

#include <string.h>

// ---- What lookouts see ----------------------------------------------------------------------------

static void end_sees(lf_search *search, uint32_t number, bool glances) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lf_point there = lfi_known_of(search, number)->point;
    const uint32_t heading =
        glances ? lfi_heading_walked(search, headland->from, there) : lfi_heading(headland->from, there);
    lfi_headland_relax(search, headland->side, number,
                       lfi_metric_between(&headland->metric, headland->from, there), LFI_FROM_END,
                       headland->from_tile, heading);
}

/// The same on a map with an overlay.
static void end_sees_now(lf_search *search, uint32_t number) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lf_point there = lfi_now_known(search, number)->point;
    lfi_now_from_end(search, headland->side, number,
                     lfi_metric_between(&headland->metric, headland->from, there), headland->from_tile);
}

/// Relaxes the headlands that were seen.
static void seen_flush(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    if (headland->now) {
        for (uint32_t i = 0; i < headland->seen.count; i++) end_sees_now(search, headland->seen.numbers[i]);
    } else {
        for (uint32_t i = 0; i < headland->seen.count; i++)
            end_sees(search, headland->seen.numbers[i], headland->glances);
    }
    headland->seen.count = 0;
}

static void seen_add(void *user, uint32_t number) {
    lf_search *search = user;
    lfi_headland *headland = lfi_headland_of(search);
    lfi_prefetch(&headland->known[number]);
    headland->seen.numbers[headland->seen.count++] = number;
    if (headland->seen.count == LFI_SEEN_MAX) seen_flush(search);
}

static void seen_ignore(void *user, uint32_t number) {
    (void)user;
    (void)number;
}

/// Keeps a leg from the source that looks out to a target, if it is the best route so far.
static void source_sees_target(void *user, int32_t x, int32_t y) {
    lf_search *search = user;
    lfi_headland *headland = lfi_headland_of(search);
    const uint64_t length = lfi_metric_between(&headland->metric, headland->from, (lf_point){x, y});
    if (length >= headland->best) return;
    headland->best = length;
    headland->best_source = headland->from_tile;
    headland->best_target = lfi_map_tile(search->map, (lf_point){x, y});
    headland->best_direct = true;
    headland->best_late = false;
}

/// The lookout of an end. Sources watch for targets too, but not in a single pair: there it is known whether
/// they see each other.
static lfi_lookout lookout_make(lf_search *search, int side, lf_tile tile) {
    lfi_headland *headland = lfi_headland_of(search);
    headland->side = side;
    headland->from = lfi_map_point(search->map, tile);
    headland->from_tile = tile;
    const bool watch = side == LFI_FORTH && headland->wanted.count > 0;
    const uint64_t moves = headland->best / headland->metric.straight; // a better route has no longer leg
    return (lfi_lookout){.map = search->map,
                         .stops = headland->stops,
                         .wanted = watch ? &headland->wanted : NULL,
                         .limit = moves < headland->horizon ? (uint32_t)moves : headland->horizon,
                         .user = search,
                         .headland = seen_add,
                         .target = source_sees_target};
}

// ---- Wanted tiles ---------------------------------------------------------------------------------

/// Prepares the next targets that are no headlands, from `watched` on: sources watch for them.
void lfi_wanted_fill(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    lfi_wanted *wanted = &headland->wanted;
    memset(wanted->rows, 0, (size_t)headland->row_words * sizeof(uint64_t));
    memset(wanted->columns, 0, (size_t)headland->column_words * sizeof(uint64_t));
    wanted->count = 0;
    for (; headland->watched < search->query.target_count && wanted->count < LFI_WANTED_MAX;
         headland->watched++) {
        const lf_tile tile = search->query.targets[headland->watched];
        const lf_point point = lfi_map_point(search->map, tile);
        if (lfi_stops_is_headland(headland->stops, lfi_map_spot(search->map, tile))) continue;
        if (!lfi_ends_useful(search, LFI_BACK, tile)) continue;
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

/// Adds an end to what is known of its side.
static void side_add(lf_search *search, int number, lf_tile tile) {
    lfi_headland *headland = lfi_headland_of(search);
    lfi_side *side = &headland->sides[number];
    const lf_point point = lfi_map_point(search->map, tile);
    const bool inside = lfi_now_is_inside(search, tile);
    lfi_span span = lfi_span_unknown();
    // Under uniform costs the bound is often the length of the route, if it is as good as can be.
    const bool near = headland->glances && search->overlay == NULL && headland->metric.straight > 1;
    if (inside && !headland->many)
        span = near ? lfi_index_locate_near(search->index, &headland->metric, point, &side->seen)
                    : lfi_index_locate(search->index, &headland->metric, point, &side->seen);
    side->inside += inside;
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

/// Stored distances of headlands are rounded down: lowers the least of the ends by what rounding may hide.
static void side_finish(const lf_search *search, lfi_side *side) {
    lfi_span_lower(&side->span, lfi_headland_slack(search->index->unit));
}

/// Locates the ends of a side; true when all of them are located.
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

/// How many tiles a keel advances before it goes back into the queue.
enum { PIECE = 16 };

static void watch_push(lf_search *search, int side, uint32_t slot, uint64_t rest) {
    lfi_headland *headland = lfi_headland_of(search);
    const lfi_watch *watch = &headland->sides[side].watches[slot];
    if (watch->sum >= headland->best) return;
    lfi_heap_push(&headland->sides[side].heap, headland->watch_first + slot,
                  lfi_headland_key(headland, watch->sum, rest));
}

/// Buoys near an end know headlands that lead far. Tries those that no bound rules out.
static void end_try_pilots(lf_search *search, int side, lf_tile tile) {
    lfi_headland *headland = lfi_headland_of(search);
    const lf_point point = lfi_map_point(search->map, tile);
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
            const lf_point there =
                headland->now ? search->index->points[number] : lfi_known_of(search, number)->point;
            if (headland->now && !lfi_now_is_headland(search, there)) continue;
            const uint64_t length = lfi_metric_between(&headland->metric, point, there);
            if (length + lfi_known_bound(search, side, number) > headland->least) continue;
            if (lfi_headland_walkable(search, point, there))
                lfi_reach_from_end(search, side, number, length, tile,
                                   lfi_heading_walked(search, point, there));
        }
    }
}

/// Puts an end into the queue. One that is a headland enters as itself.
void lfi_ends_enter(lf_search *search, int side, int64_t i) {
    lfi_headland *headland = lfi_headland_of(search);
    const lf_tile tile = lfi_ends_tile(search, side, i);
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    if (!lfi_ends_useful(search, side, tile)) return;
    if (lfi_stops_is_headland(headland->stops, spot)) {
        lfi_reach_from_end(search, side, lfi_stops_number(headland->stops, spot), 0, tile, LFI_HEADING_ANY);
        return;
    }
    const lfi_side *own = &headland->sides[side];
    if (lfi_ends_single(search) && own->seen.count != LFI_SEEN_UNKNOWN) { // it has looked out already
        lookout_make(search, side, tile);
        for (uint32_t k = 0; k < own->seen.count; k++) end_sees(search, own->seen.numbers[k], false);
        return;
    }
    // Under octile costs a route rarely leads over a pilot, and trying them takes longer than it saves.
    if (lfi_ends_single(search) && headland->metric.straight == 1) end_try_pilots(search, side, tile);
    const uint32_t slot = (uint32_t)(i - headland->first_end) * LFI_KEELS;
    headland->sides[side].watches[slot] = (lfi_watch){.sum = headland->least, .tile = tile};
    watch_push(search, side, slot,
               lfi_side_straight(headland, &headland->sides[!side], lfi_map_point(search->map, tile)));
}

/// The place PIECE tiles ahead, or the last one before the map's edge.
static int32_t piece_ahead(int32_t place, int32_t step, int32_t size) {
    const int64_t at = place + (int64_t)step * PIECE;
    return at < 0 ? 0 : at < size ? (int32_t)at : size - 1;
}

/// The bound of the tile that a keel has reached: by the buoy of its square, if that tells more than the straight
/// distance, and the tile sees it.
static uint64_t keel_bound(const lf_search *search, const lfi_side *other, lf_point point) {
    const lfi_headland *headland = lfi_headland_of(search);
    if (headland->now) return lfi_now_tile_bound(search, other, point, headland->from);
    const lf_index *index = search->index;
    const uint64_t straight = lfi_side_straight(headland, other, point);
    const lfi_buoy *buoy = lfi_buoys_own(&index->buoys, point);
    if (other->span.group == LFI_NO_GROUP || buoy->group != other->span.group) return straight;
    const uint64_t around =
        (uint64_t)lfi_span_gap(buoy->away, buoy->away, other->span.least, other->span.most) * index->unit;
    const uint64_t less = lfi_metric_between(&headland->metric, point, buoy->point) +
                          (uint64_t)lfi_buoy_slack(index->unit) * index->unit;
    if (around <= straight + less || !lfi_headland_walkable(search, point, buoy->point)) return straight;
    return around - less;
}

/// Whether something in the queues comes before an entry of a side.
static bool queues_precede(const lfi_headland *headland, int side, uint64_t key) {
    const lfi_heap *own = &headland->sides[side].heap, *other = &headland->sides[!side].heap;
    return (own->count > 0 && own->entries[0].priority < key) ||
           (other->count > 0 && other->entries[0].priority >> 32 < key >> 32);
}

/// Puts a keel that has more to see back into the queue, with the bound of the tile it has reached, if it may still win.
/// False if it need not wait there, because nothing in the queues comes before it: it can go on at once.
static bool keel_enter(lf_search *search, int side, uint32_t slot, bool waits) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lfi_side *other = &headland->sides[!side];
    lfi_watch *watch = &headland->sides[side].watches[slot];
    const lfi_keel *keel = &watch->keel;
    const lf_point point = {keel->x, keel->y};
    const bool orthogonal = headland->metric.orthogonal;
    const uint64_t bound = keel_bound(search, other, point);
    const uint64_t sum =
        keel->done * (orthogonal ? headland->metric.straight : headland->metric.diagonal) + bound;
    if (sum > watch->sum) watch->sum = sum;
    if (watch->sum >= headland->best) return true;
    // Among equally good keels, the one that leads towards the other side comes first.
    const lf_point ahead = {piece_ahead(point.x, keel->dx, search->map->width),
                            piece_ahead(point.y, keel->dy, search->map->height)};
    const uint64_t towards = lfi_side_straight(headland, other, ahead);
    const uint64_t key = lfi_headland_key(headland, watch->sum, bound > towards ? bound : towards);
    if (!waits && !queues_precede(headland, side, key)) return false;
    lfi_heap_push(&lfi_headland_of(search)->sides[side].heap, headland->watch_first + slot, key);
    return true;
}

/// How many pieces a keel that glances goes on for at most while it sees nothing: a piece costs less than the queue.
enum { BLIND_PIECES = 5 };

/// Goes on along a keel, when it glances until it has seen something or for a few pieces. False at its end.
static bool keel_go_on(lf_search *search, const lfi_lookout *lookout, lfi_keel *keel) {
    const lfi_headland *headland = lfi_headland_of(search);
    bool more = true;
    if (!headland->glances) more = lfi_keel_advance(lookout, keel, PIECE);
    for (int i = 0; headland->glances && more && headland->seen.count == 0 && i < BLIND_PIECES; i++)
        more = lfi_glance_advance(lookout, &search->index->halts, keel);
    seen_flush(search);
    return more;
}

/// Advances a watch that was taken off the queue: the end begins to look out, or goes on along a keel.
void lfi_watch_advance(lf_search *search, int side, uint32_t slot) {
    lfi_headland *headland = lfi_headland_of(search);
    lfi_watch *watch = &headland->sides[side].watches[slot];
    const lfi_lookout lookout = lookout_make(search, side, watch->tile);
    if (watch->begun) {
        while (keel_go_on(search, &lookout, &watch->keel)) {
            if (keel_enter(search, side, slot, !headland->glances)) break;
        }
        return;
    }
    if (side == LFI_FORTH && wanted_has(&headland->wanted, headland->from))
        source_sees_target(search, headland->from.x, headland->from.y);
    lfi_keel keels[LFI_KEELS];
    const int count =
        headland->glances
            ? lfi_glance_begin(&lookout, &search->index->halts, headland->from.x, headland->from.y, keels)
            : lfi_lookout_begin(&lookout, headland->from.x, headland->from.y, keels);
    const lfi_watch begun = {.sum = watch->sum, .tile = watch->tile, .begun = true};
    seen_flush(search);
    for (uint32_t i = 0; i < (uint32_t)count; i++) {
        watch[i] = begun;
        watch[i].keel = keels[i];
        keel_enter(search, side, slot + i, true);
    }
}

// ---- Sources that see targets ---------------------------------------------------------------------

void lfi_ends_try_pair(lf_search *search) {
    const lf_point target = lfi_map_point(search->map, search->query.targets[0]);
    lfi_headland *headland = lfi_headland_of(search);
    lookout_make(search, LFI_FORTH, search->query.sources[0].tile);
    const bool late = !lfi_headland_walkable(search, headland->from, target);
    if (late && !lfi_headland_walkable(search, target, headland->from)) return;
    source_sees_target(search, target.x, target.y);
    headland->best_late = late;
}

void lfi_ends_watch(lf_search *search, lf_tile tile) {
    const lfi_headland *headland = lfi_headland_of(search);
    lfi_lookout lookout = lookout_make(search, LFI_FORTH, tile);
    lookout.headland = seen_ignore;
    if (wanted_has(&headland->wanted, headland->from))
        source_sees_target(search, headland->from.x, headland->from.y);
    lfi_lookout_scan(&lookout, headland->from.x, headland->from.y);
}
