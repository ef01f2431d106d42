// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Two attempts on a map that was edited after its index was built: a dynamic visibility graph.
//
// The first attempt asks the index about its own map, the base, with the hierarchy. Its answer, of length B,
// holds on the map now if
//
//     - each leg of the route can still be walked: then no shortest way is longer than B. Only legs whose box
//       meets a box of blocked tiles are checked; and
//     - no way by an inlet (overlay/inlets.h) is shorter than B. Every other way is a way of the base, so it
//       is no shorter either.
//
// The second attempt searches the headlands without the hierarchy, forth only. Headlands whose view differs
// from the index look out when they are met (views.c). Bounds: blocking makes ways longer, so distances on
// the base stay lower bounds; opening adds ways by inlets. A headland that the base lacks has the straight
// distance as its bound, or one from the headland that leads there: if h is a bound of one end of a leg,
// h less the leg is a bound of the other end.
//
// If the first attempt found a route that is walkable but may not be shortest, the second one has to beat it.
// No way of the base does. So the bound of ways that touch opened tiles counts, until a way may have touched
// them. A headland needs only its shortest way: if a way of the base follows a longer one that touched, the
// whole is no shorter than the same continuation of the shortest way, which is a way of the base.
//
// Time of the proof: O(inlets^2 + legs * boxes).
#include "now.h"

#include "relax.h"

// ---- Ways to inlets -------------------------------------------------------------------------------

static const lfi_inlets *inlets_of(const lf_search *search) {
    return &search->overlay->inlets;
}

static lfi_box side_box(const lfi_side *side) {
    return (lfi_box){side->low.x, side->low.y, side->high.x, side->high.y};
}

/// Computes the bounds from the ends of a side to each inlet, and orders the inlets by them.
static void side_reach_inlets(const lf_search *search, lfi_side *side) {
    const lfi_inlets *inlets = inlets_of(search);
    const lfi_locus ends = lfi_locus_make(side_box(side), &side->span);
    lfi_inlets_reach(inlets, &lfi_headland_of(search)->metric, search->index->unit, &ends, side->to_inlet,
                     side->by_inlet);
    side->inlet_count = inlets->count;
    for (uint32_t i = 0; i < inlets->count; i++) {
        uint32_t k = i;
        for (; k > 0 && side->by_inlet[side->inlets[k - 1]] > side->by_inlet[i]; k--)
            side->inlets[k] = side->inlets[k - 1];
        side->inlets[k] = (uint8_t)i;
    }
}

static void sides_reach_inlets(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    if (headland->inlets_reached) return;
    headland->inlets_reached = true;
    for (int side = 0; side < LFI_SIDES; side++) side_reach_inlets(search, &headland->sides[side]);
}

/// A lower bound of all ways from a source by an inlet to a target.
static uint64_t least_by_inlets(lf_search *search) {
    const lfi_side *sides = lfi_headland_of(search)->sides;
    uint64_t best = LFI_NO_WAY;
    sides_reach_inlets(search);
    for (uint32_t i = 0; i < inlets_of(search)->count; i++) {
        const uint64_t by = sides[LFI_FORTH].to_inlet[i] + sides[LFI_BACK].by_inlet[i];
        best = by < best ? by : best;
    }
    return best;
}

/// Whether only routes that touch opened tiles are of interest: whether there is a route that no route of the
/// base beats.
static bool now_must_touch(const lf_search *search) {
    return lfi_headland_of(search)->must_touch;
}

// ---- The attempt on the base ----------------------------------------------------------------------

/// The most pairs of ends whose bodies are compared.
enum { PAIRS_MAX = 1024 };

/// Whether some source and some target are connected on the base; true if that takes too long to find out. (A
/// search for a way that does not exist looks at everything.)
static bool base_connects(const lf_search *search) {
    const lfi_side *sides = lfi_headland_of(search)->sides;
    const uint32_t a = sides[LFI_FORTH].span.group, b = sides[LFI_BACK].span.group;
    if (a != LFI_NO_GROUP && b != LFI_NO_GROUP && a != b) return false;
    const lf_query *query = &search->query;
    const lf_map *base = search->index->map;
    if (base->bodies.runs == NULL || query->source_count > PAIRS_MAX / query->target_count) return true;
    for (int64_t i = 0; i < query->source_count; i++) {
        const uint32_t body = lf_map_body(base, query->sources[i].tile);
        for (int64_t k = 0; k < query->target_count; k++) {
            if (lf_map_body(base, query->targets[k]) == body) return true;
        }
    }
    return false;
}

bool lfi_base_may_answer(const lf_search *search) {
    const lfi_side *sides = lfi_headland_of(search)->sides;
    for (int side = 0; side < LFI_SIDES; side++) {
        if (sides[side].inside != sides[side].count) return false;
    }
    return !inlets_of(search)->given_up && base_connects(search);
}

/// The straight distance between the ends, which no way on any map beats.
static uint64_t sides_apart(const lf_search *search) {
    const lfi_headland *headland = lfi_headland_of(search);
    return lfi_boxes_apart(&headland->metric, side_box(&headland->sides[LFI_FORTH]),
                           side_box(&headland->sides[LFI_BACK]));
}

bool lfi_base_is_least(lf_search *search, uint64_t length) {
    return length <= sides_apart(search) || least_by_inlets(search) >= length;
}

// ---- Bounds on the map now ------------------------------------------------------------------------

void lfi_now_prepare(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    const lfi_side *forth = &headland->sides[LFI_FORTH], *back = &headland->sides[LFI_BACK];
    const uint64_t straight = sides_apart(search);
    // Between two opened tiles there may be a way that touches no inlet.
    const bool apart = forth->inside < forth->count && back->inside < back->count;
    const bool by_inlets_only = forth->inside == 0 || back->inside == 0 || now_must_touch(search);
    const uint64_t by_inlets = least_by_inlets(search);
    const uint64_t least = by_inlets_only || by_inlets < headland->least ? by_inlets : headland->least;
    headland->least = apart || inlets_of(search)->given_up || straight > least ? straight : least;
}

/// Lowers the bound of a place on the way to a side to the least that ways by inlets allow.
static uint64_t place_by_inlets(const lf_search *search, const lfi_side *other, const lfi_locus *place,
                                uint64_t best) {
    const lfi_metric *metric = &lfi_headland_of(search)->metric;
    const lfi_inlets *inlets = inlets_of(search);
    for (uint32_t k = 0; k < other->inlet_count && other->by_inlet[other->inlets[k]] < best; k++) {
        const lfi_inlet *inlet = &inlets->all[other->inlets[k]];
        const lfi_locus there = lfi_locus_make(inlet->box, &inlet->span);
        const uint64_t by =
            other->by_inlet[other->inlets[k]] + lfi_loci_bound(metric, search->index->unit, place, &there);
        best = by < best ? by : best;
    }
    return best;
}

/// Bounds of a place on the way to a side.
static lfi_rest place_rest(const lf_search *search, const lfi_side *other, const lfi_locus *place) {
    const lfi_metric *metric = &lfi_headland_of(search)->metric;
    const uint64_t straight = lfi_boxes_apart(metric, place->box, side_box(other));
    const bool must_touch = now_must_touch(search);
    if (inlets_of(search)->given_up || (place->group == LFI_NO_GROUP && !must_touch))
        return (lfi_rest){.any = straight, .detour = straight};
    const lfi_locus ends = lfi_locus_make(side_box(other), &other->span);
    const uint64_t base =
        other->inside == 0 ? LFI_NO_WAY : lfi_loci_bound(metric, search->index->unit, place, &ends);
    const uint64_t detour = place_by_inlets(search, other, place, must_touch ? LFI_NO_WAY : base);
    const uint64_t any = base < detour ? base : detour;
    return (lfi_rest){.any = any > straight ? any : straight,
                      .detour = detour > straight ? detour : straight};
}

/// The bound that counts for the rest of a way.
static uint64_t rest_bound(const lf_search *search, const lfi_rest *rest, bool touches) {
    return touches || !now_must_touch(search) ? rest->any : rest->detour;
}

uint64_t lfi_now_tile_bound(const lf_search *search, const lfi_side *other, lf_point point, lf_point end) {
    const lfi_headland *headland = lfi_headland_of(search);
    lfi_span span = lfi_span_unknown();
    if (lfi_now_is_inside(search, lfi_map_tile(search->map, point)))
        lfi_buoys_ask(search->index, &headland->metric, point, LFI_BUOYS_NEAR, &span);
    const lfi_locus place = lfi_locus_make((lfi_box){point.x, point.y, point.x, point.y}, &span);
    const lfi_rest rest = place_rest(search, other, &place);
    return rest_bound(search, &rest, lfi_now_touches(search, end, point));
}

/// Lists the areas of the inlets that are left.
static void areas_take(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    const lfi_side *side = &headland->sides[LFI_BACK];
    headland->area_count = 0;
    for (uint32_t k = 0; k < side->inlet_count; k++) {
        const uint32_t area = inlets_of(search)->all[side->inlets[k]].area;
        uint32_t i = 0;
        while (i < headland->area_count && headland->areas[i] != area) i++;
        headland->areas[i] = (uint8_t)area;
        headland->area_count += i == headland->area_count;
    }
}

void lfi_now_leave_out(lf_search *search, uint64_t limit) {
    lfi_side *sides = lfi_headland_of(search)->sides;
    for (int side = 0; side < LFI_SIDES; side++) {
        uint32_t count = 0;
        for (uint32_t k = 0; k < sides[side].inlet_count; k++) {
            const uint8_t inlet = sides[side].inlets[k];
            sides[side].inlets[count] = inlet;
            count += sides[LFI_FORTH].by_inlet[inlet] + sides[LFI_BACK].by_inlet[inlet] <= limit;
        }
        sides[side].inlet_count = count;
    }
    areas_take(search);
}

/// Narrows the span of all tiles of a box by the buoys around it that all of them see. (An opened tile is a stop of the
/// index's map, so a box that has one learns nothing.)
static void box_ask_buoys(const lf_index *index, const lfi_metric *metric, lfi_box box, lfi_span *span) {
    const lfi_buoy *around[LFI_BUOYS_MOST];
    const lf_point middle = {box.x0 + (box.x1 - box.x0) / 2, box.y0 + (box.y1 - box.y0) / 2};
    const int count = lfi_buoys_around(index, middle, LFI_BUOYS_NEAR, around);
    for (int i = 0; i < count; i++) {
        const lf_point buoy = around[i]->point;
        if (!lfi_stops_box_clear(&index->stops, lfi_boxes_around(box, lfi_box_between(buoy, buoy)))) continue;
        const uint32_t left = lfi_gap(buoy.x, box.x0), right = lfi_gap(buoy.x, box.x1);
        const uint32_t above = lfi_gap(buoy.y, box.y0), below = lfi_gap(buoy.y, box.y1);
        const uint64_t farthest =
            lfi_metric_length(metric, left > right ? left : right, above > below ? above : below);
        lfi_buoy_narrow(index, around[i], farthest, span);
    }
}

uint64_t lfi_now_box_bound(const lf_search *search, lfi_box box) {
    const lfi_headland *headland = lfi_headland_of(search);
    lfi_span span = lfi_span_unknown();
    box_ask_buoys(search->index, &headland->metric, box, &span);
    const lfi_locus place = lfi_locus_make(box, &span);
    const lfi_rest back = place_rest(search, &headland->sides[LFI_BACK], &place);
    if (!now_must_touch(search)) return back.any;
    // Before a way touches opened tiles, the bound of ways that do counts. If no way within the limit comes here after it
    // has touched them, that is all.
    const lfi_rest forth = place_rest(search, &headland->sides[LFI_FORTH], &place);
    return forth.detour + back.any > search->fence.limit ? back.detour : back.any;
}

/// The bounds of a headland on the way to the targets.
static lfi_rest headland_rest(const lf_search *search, uint32_t number, const lfi_known *known) {
    const bool old = number < search->index->count;
    const lfi_locus place = {.box = {known->point.x, known->point.y, known->point.x, known->point.y},
                             .least = known->away,
                             .most = known->away,
                             .group = old ? search->index->group[number] : LFI_NO_GROUP};
    return place_rest(search, &lfi_headland_of(search)->sides[LFI_BACK], &place);
}

lfi_known *lfi_now_known(lf_search *search, uint32_t number) {
    lfi_headland *headland = lfi_headland_of(search);
    lfi_known *known = &headland->known[number];
    if (known->stamp == headland->stamp) return known;
    lfi_known_of(search, number);
    const uint32_t count = search->index->count;
    if (number >= count)
        known->point = lfi_map_point(search->map, search->overlay->extras.table.items[number - count]);
    headland->rest[number] = headland_rest(search, number, known);
    return known;
}

// Legs are followed forth only, so ways from the targets lead no farther: the straight bound is enough.
static uint64_t now_bound(lf_search *search, int side, uint32_t number, bool touches) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lfi_known *known = lfi_now_known(search, number);
    return side == LFI_FORTH ? rest_bound(search, &headland->rest[number], touches)
                             : lfi_side_straight(headland, &headland->sides[LFI_FORTH], known->point);
}

uint64_t lfi_now_bound(lf_search *search, int side, uint32_t number) {
    lfi_now_known(search, number);
    return now_bound(search, side, number, lfi_headland_of(search)->rest[number].touches);
}

// ---- Searching the map now ------------------------------------------------------------------------

bool lfi_now_touches(const lf_search *search, lf_point a, lf_point b) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lfi_box box = lfi_box_between(a, b);
    bool touches = !now_must_touch(search);
    for (uint32_t i = 0; i < headland->area_count && !touches; i++)
        touches = lfi_boxes_meet(box, inlets_of(search)->areas[headland->areas[i]]);
    return touches;
}

void lfi_now_relax(lf_search *search, int side, uint32_t number, uint64_t length, uint32_t from, uint32_t by,
                   bool touches) {
    lfi_headland *headland = lfi_headland_of(search);
    const uint64_t bound = now_bound(search, side, number, touches),
                   before = headland->known[number].length[side];
    if (length >= before || length + bound >= headland->best) return;
    if (side == LFI_FORTH) headland->rest[number].touches = touches;
    // Turns are not looked at: what is blocked beside a headland may be other tiles than on the map of the index.
    reach_keep(search, side, number, length, bound, from, by, LFI_HEADING_ANY, side == LFI_FORTH);
}

void lfi_now_from_end(lf_search *search, int side, uint32_t number, uint64_t length, lf_tile end) {
    const lf_point point = lfi_now_known(search, number)->point;
    lfi_now_relax(search, side, number, length, LFI_FROM_END, end,
                  lfi_now_touches(search, lfi_map_point(search->map, end), point));
}

/// Raises the bounds of one end of a leg to those of the other end, less the leg.
static void rest_learn(lfi_rest *to, const lfi_rest *from, uint64_t leg) {
    if (from->any > leg && from->any - leg > to->any) to->any = from->any - leg;
    if (from->detour > leg && from->detour - leg > to->detour) to->detour = from->detour - leg;
}

void lfi_now_follow(lf_search *search, uint32_t number) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lf_point point = headland->known[number].point;
    const uint64_t length = headland->known[number].length[LFI_FORTH];
    const lfi_rest rest = headland->rest[number];
    const bool clean = search->overlay->marks[number] == 0; // then its legs are the base's
    uint32_t count;
    const uint32_t *legs = lfi_views_legs(search, number, &count);
    for (uint32_t i = 0; i < count; i++) lfi_prefetch(&headland->known[legs[i]]);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t to = legs[i];
        const lf_point there = lfi_now_known(search, to)->point;
        const uint64_t leg = lfi_metric_between(&headland->metric, point, there);
        const bool touches = rest.touches || (!clean && lfi_now_touches(search, point, there));
        rest_learn(&headland->rest[to], &rest, leg);
        lfi_now_relax(search, LFI_FORTH, to, length + leg, number, 0, touches);
    }
}
