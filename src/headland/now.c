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
    return lfi_headland_of(search)->kept != UINT64_MAX;
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

/// Makes some moves in one direction; false if one of them is not allowed.
static bool moves_walk(const lf_map *map, lf_point at, int dx, int dy, uint32_t moves) {
    const int move = LFI_CENTRE + 3 * dy + dx;
    for (; moves > 0; moves--, at.x += dx, at.y += dy) {
        const lfi_spot spot = {lfi_map_row(map, at.y) + (uint64_t)at.x};
        if ((map->allowed[lfi_bits_around(map->open, spot, map->stride)] >> move & 1) == 0) return false;
    }
    return true;
}

/// A leg in the order in which it is looked along: the keel first, then the ray.
typedef struct leg_shape {
    lf_point from, turn;
    int keel_x, keel_y, ray_x, ray_y; ///< one move
    uint32_t keel, ray;               ///< how many
} leg_shape;

static int step_to(int32_t from, int32_t to) {
    return (to > from) - (to < from);
}

static leg_shape leg_shape_of(const lf_map *map, lf_point from, lf_point to) {
    const bool orthogonal = map->moves == LF_MOVES_ORTHOGONAL;
    const uint32_t wide = lfi_gap(from.x, to.x), high = lfi_gap(from.y, to.y);
    leg_shape shape = {.from = from,
                       .keel_x = step_to(from.x, to.x),
                       .keel_y = orthogonal ? 0 : step_to(from.y, to.y),
                       .keel = orthogonal || wide < high ? wide : high};
    shape.turn =
        (lf_point){from.x + shape.keel_x * (int32_t)shape.keel, from.y + shape.keel_y * (int32_t)shape.keel};
    shape.ray_x = step_to(shape.turn.x, to.x);
    shape.ray_y = step_to(shape.turn.y, to.y);
    shape.ray = lfi_gap(shape.turn.x, to.x) + lfi_gap(shape.turn.y, to.y);
    return shape;
}

/// Like lfi_leg_walkable, without stops.
static bool leg_walk(const lf_map *map, lf_point from, lf_point to) {
    const leg_shape leg = leg_shape_of(map, from, to);
    return moves_walk(map, leg.from, leg.keel_x, leg.keel_y, leg.keel) &&
           moves_walk(map, leg.turn, leg.ray_x, leg.ray_y, leg.ray);
}

/// Cuts a range of moves to those after which one coordinate lies between two numbers.
static void moves_cut(int32_t at, int step, int32_t low, int32_t high, int64_t *first, int64_t *last) {
    if (step == 0) {
        if (at < low || at > high) *last = -1;
        return;
    }
    const int64_t enter = step > 0 ? (int64_t)low - at : (int64_t)at - high;
    const int64_t leave = step > 0 ? (int64_t)high - at : (int64_t)at - low;
    if (enter > *first) *first = enter;
    if (leave < *last) *last = leave;
}

/// Whether some moves in one direction come to a box or to a tile beside it.
static bool moves_near(lf_point at, int dx, int dy, uint32_t moves, lfi_box box) {
    int64_t first = 0, last = moves;
    moves_cut(at.x, dx, box.x0 - 1, box.x1 + 1, &first, &last);
    moves_cut(at.y, dy, box.y0 - 1, box.y1 + 1, &first, &last);
    return first <= last;
}

/// Whether a leg in its own shape comes to a box of blocked tiles or beside one. If not, they leave it as it is
/// on the base. (Walking every leg whose box has obstacles somewhere took 40 us of 60 with 100 tiles.)
static bool leg_is_near(const lf_search *search, const lfi_route_leg *leg) {
    const lfi_overlay *overlay = search->overlay;
    const lfi_obstructed *obstructed = &lfi_headland_of(search)->obstructed;
    if (!lfi_obstructed_between(obstructed, leg->begin, leg->end)) return false; // most legs are short
    const lf_point from = leg->late ? leg->end : leg->begin, to = leg->late ? leg->begin : leg->end;
    const leg_shape shape = leg_shape_of(search->now, from, to);
    if (!lfi_obstructed_near(obstructed, shape.from, shape.keel_x, shape.keel_y, shape.keel) &&
        !lfi_obstructed_near(obstructed, shape.turn, shape.ray_x, shape.ray_y, shape.ray))
        return false;
    const lfi_box around =
        lfi_box_grow(lfi_box_between(from, to), 1, search->now->width, search->now->height);
    for (uint32_t i = 0; i < overlay->blocked_count; i++) {
        const lfi_box box = overlay->blocked[i];
        if (!lfi_boxes_meet(around, box)) continue;
        if (moves_near(shape.from, shape.keel_x, shape.keel_y, shape.keel, box) ||
            moves_near(shape.turn, shape.ray_x, shape.ray_y, shape.ray, box))
            return true;
    }
    return false;
}

static bool leg_is_open(const lf_search *search, const lfi_route_leg *leg) {
    const lf_map *now = search->now;
    const lf_point first = leg->late ? leg->end : leg->begin, second = leg->late ? leg->begin : leg->end;
    if (lfi_query_overlaid(search)) return leg_walk(now, first, second); // the stops may not be up to date
    return lfi_leg_walkable(now, &search->overlay->stops, first, second);
}

bool lfi_base_leg_holds(const lf_search *search, lfi_route_leg *leg) {
    const lf_map *now = search->now;
    const bool leaves = lfi_obstacles_on(search) ? !leg_is_near(search, leg)
                                                 : lfi_overlay_leaves(search->overlay, leg->begin, leg->end);
    if (leaves) return true;
    if (!lf_map_is_open(now, lfi_map_tile(now, leg->begin)) ||
        !lf_map_is_open(now, lfi_map_tile(now, leg->end)))
        return false;
    if (leg_is_open(search, leg)) return true;
    leg->late = !leg->late;
    return leg_is_open(search, leg);
}

bool lfi_base_route_holds(const lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    headland->reshaped = false;
    if (search->overlay->blocked_count == 0) return true;
    const uint32_t count = lfi_headland_leg_count(search);
    for (uint32_t i = 0; i < count; i++) {
        lfi_route_leg leg = lfi_headland_leg(search, i);
        const bool late = leg.late;
        if (!lfi_base_leg_holds(search, &leg)) return false;
        headland->reshaped |= leg.late != late;
    }
    return true;
}

bool lfi_base_is_least(lf_search *search, uint64_t length) {
    return least_by_inlets(search) >= length;
}

// ---- Bounds on the map now ------------------------------------------------------------------------

void lfi_now_prepare(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    const lfi_side *forth = &headland->sides[LFI_FORTH], *back = &headland->sides[LFI_BACK];
    const uint64_t straight = lfi_boxes_apart(&headland->metric, side_box(forth), side_box(back));
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
    for (uint32_t k = 0; k < inlets->count && other->by_inlet[other->inlets[k]] < best; k++) {
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
    known_freshen(known, headland->stamp);
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
    return !now_must_touch(search) || lfi_inlets_touched(inlets_of(search), a, b);
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
