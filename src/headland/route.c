// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The route of `headland`: from the headland where the two sides meet back to the source, and on to the
// target, leg by leg. Arcs of a contraction hierarchy are unfolded on the way: an arc over a lower headland
// is replaced by two arcs of that headland, until only legs are left. The result is a list of headlands,
// which serves to count moves and to write tiles or turning points. An arc that is a rope (index/ropes.h) stays in the
// list as one: its moves are counted, and lie side by side. Not under an overlay, which looks at each leg.
//
// Time: O(legs + tiles). Memory: 8 bytes per headland for the list, since no shortest route visits one twice,
// and a stack as deep as arcs nest.
#include "route.h"

#include "haul.h"
#include "headland.h"
#include "now.h"

#include <string.h>

// ---- The list of headlands ------------------------------------------------------------------------

/// Adds a headland to the list; false if there is no room, which takes an index forged on purpose. The list has places,
/// not numbers: legs are counted and written along it, and what a number leads to lies elsewhere.
static bool hop_add(const lf_search *search, uint32_t number) {
    lfi_headland *headland = lfi_headland_of(search);
    const lf_index *index = search->index;
    if (headland->hop_count == headland->hop_room) return false;
    headland->hops[headland->hop_count++] =
        number < index->count ? index->points[number] : headland->known[number].point;
    return true;
}

/// A rope in the list, between the headlands that it joins: a place that is not on the map.
static inline lf_point hop_of_rope(uint32_t rope) {
    return (lf_point){-1 - (int32_t)rope, 0};
}

/// The rope that a place in the list is, or LFI_NO_ROPE.
static inline uint32_t hop_rope(lf_point hop) {
    return hop.x < 0 ? (uint32_t)(-1 - hop.x) : LFI_NO_ROPE;
}

/// Whether the list has ropes. (A library without ropes leaves out what follows them.)
static inline bool list_is_roped(const lfi_headland *headland) {
#ifdef LF_NO_ROPES
    return (void)headland, false;
#else
    return headland->roped;
#endif
}

/// Adds a rope and its end. There is room, since it has two legs or more.
static bool rope_add(lf_search *search, uint32_t rope, uint32_t end) {
    lfi_headland *headland = lfi_headland_of(search);
    if (headland->hop_count == headland->hop_room) return false;
    headland->hops[headland->hop_count++] = hop_of_rope(rope);
    headland->roped = true;
    return hop_add(search, end);
}

/// Goes down an arc to the headland before it, adding the ends of its legs.
static bool arc_unfold(lf_search *search, uint32_t arc, uint32_t end) {
    lfi_headland *headland = lfi_headland_of(search);
    const lf_index *index = search->index;
    const bool whole = search->overlay == NULL && index->up[arc].via != LFI_ARC_LEG;
    const uint32_t rope = whole ? lfi_rope_of(&index->ropes, arc) : LFI_NO_ROPE;
    if (rope != LFI_NO_ROPE) return rope_add(search, rope, end);
    uint32_t count = 0;
    lfi_folds_push(search->index, headland->folds, &count, arc, end, false);
    while (count > 0) {
        if (!hop_add(search, lfi_folds_leg(search->index, headland->folds, &count))) return false;
    }
    return true;
}

/// Lists one side from the meeting outwards, the meeting included, and names its end.
static bool side_list(lf_search *search, int side, lf_tile *end) {
    lfi_headland *headland = lfi_headland_of(search);
    const lfi_trail *trail = headland->trail;
    uint32_t number = headland->best_meeting;
    if (!hop_add(search, number)) return false;
    for (uint32_t from; (from = trail[number].from[side]) != LFI_FROM_END; number = from) {
        const bool fits =
            headland->climbs ? arc_unfold(search, trail[number].by[side], from) : hop_add(search, from);
        if (!fits) return false;
    }
    *end = trail[number].by[side];
    return true;
}

// ---- Counting -------------------------------------------------------------------------------------

/// Counts the moves of the ropes among some headlands, and of the legs between the others.
static int64_t ropes_moves(const lf_search *search, const lf_point *hops, uint32_t count, int64_t *diagonal) {
    const lfi_metric metric = lfi_headland_of(search)->metric;
    int64_t moves = 0;
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t rope = hop_rope(hops[i]);
        if (rope == LFI_NO_ROPE) {
            moves += lfi_leg_moves(&metric, hops[i - 1], hops[i], diagonal);
            continue;
        }
        moves += search->index->ropes.all[rope].moves;
        *diagonal += search->index->ropes.all[rope].diagonal;
        i++; // its end is the next in the list
    }
    return moves;
}

/// Counts the moves from the first of some headlands along all of them to an end.
static int64_t hops_moves(const lf_search *search, const lf_point *hops, uint32_t count, lf_tile end,
                          int64_t *diagonal) {
    const lfi_metric metric = lfi_headland_of(search)->metric;
    const bool roped = list_is_roped(lfi_headland_of(search));
    int64_t moves = roped ? ropes_moves(search, hops, count, diagonal) : 0;
    for (uint32_t i = 1; i < count && !roped; i++)
        moves += lfi_leg_moves(&metric, hops[i - 1], hops[i], diagonal);
    return moves + lfi_leg_moves(&metric, hops[count - 1], lfi_map_point(search->map, end), diagonal);
}

void lfi_headland_count(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    lf_route *route = &search->route;
    const lf_point *back = headland->hops + headland->hop_forth;
    route->diagonal = 0;
    route->length =
        hops_moves(search, headland->hops, headland->hop_forth, route->source, &route->diagonal) +
        hops_moves(search, back, headland->hop_count - headland->hop_forth, route->target, &route->diagonal);
}

/// Lists the headlands of a route that was searched for.
static bool route_list(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    headland->hop_count = headland->hop_forth = 0;
    if (!side_list(search, LFI_FORTH, &search->route.source)) return false;
    headland->hop_forth = headland->hop_count;
    return side_list(search, LFI_BACK, &search->route.target);
}

bool lfi_headland_settle(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    lf_route *route = &search->route;
    headland->roped = false;
    if (headland->best_direct) {
        headland->hop_count = headland->hop_forth = 0;
        route->source = headland->best_source;
        route->target = headland->best_target;
        route->diagonal = 0;
        route->length = lfi_leg_moves(&headland->metric, lfi_map_point(search->map, route->source),
                                      lfi_map_point(search->map, route->target), &route->diagonal);
        return true;
    }
    if (headland->stage == LFI_HEADLAND_MILEAGE) { // its headlands are listed
        route->source = search->query.sources[0].tile;
        route->target = search->query.targets[0];
    } else if (!route_list(search)) {
        return false;
    }
    lfi_headland_count(search);
    return route->length < (int64_t)search->map->tile_count; // no shortest route visits a tile twice
}

// ---- Leading around -------------------------------------------------------------------------------

/// Makes the one leg of a direct route two legs over a tile, where its sides meet.
static void direct_part(lfi_headland *headland, lf_point over) {
    headland->best_direct = false;
    headland->hops[0] = headland->hops[1] = over;
    headland->hop_forth = 1;
    headland->hop_count = 2;
}

bool lfi_headland_lead(lf_search *search, uint32_t i, const lf_point *over, uint32_t count) {
    lfi_headland *headland = lfi_headland_of(search);
    if (headland->hop_room - headland->hop_count < count + 2) return false;
    if (headland->best_direct) {
        direct_part(headland, *over++);
        count--;
        i = 1;
    }
    lf_point *place = headland->hops + i + 1;
    const bool forth = i < headland->hop_forth; // listed from the meeting to the source
    memmove(place + count, place, (headland->hop_count - i - 1) * sizeof *place);
    for (uint32_t k = 0; k < count; k++) place[forth ? count - 1 - k : k] = over[k];
    headland->hop_count += count;
    if (forth) headland->hop_forth += count;
    lfi_headland_count(search);
    return true;
}

// ---- Writing --------------------------------------------------------------------------------------

/// The leg between hop i and the next one of its half, or the end. In the leg of an end, the keel comes first
/// as seen from this end.
LFI_INLINED lfi_route_leg hop_leg(const lfi_headland *headland, uint32_t i, bool forth, lf_point end) {
    const bool last = i + 1 == (forth ? headland->hop_forth : headland->hop_count);
    const lf_point here = headland->hops[i], there = last ? end : headland->hops[i + 1];
    return forth ? (lfi_route_leg){there, here, false} : (lfi_route_leg){here, there, last};
}

lfi_route_leg lfi_headland_leg(const lf_search *search, uint32_t i) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lf_point source = lfi_map_point(search->map, search->route.source),
                   target = lfi_map_point(search->map, search->route.target);
    if (headland->best_direct) return (lfi_route_leg){source, target, headland->best_late};
    return i < headland->hop_forth ? hop_leg(headland, i, true, source) : hop_leg(headland, i, false, target);
}

uint32_t lfi_headland_leg_count(const lf_search *search) {
    return lfi_headland_of(search)->best_direct ? 1 : lfi_headland_of(search)->hop_count;
}

/// A leg in the shape in which it can be walked.
LFI_INLINED lfi_route_leg leg_form(const lf_search *search, lfi_route_leg leg) {
    if (lfi_headland_of(search)->from_base && lfi_headland_of(search)->reshaped)
        lfi_base_leg_holds(search, &leg);
    return leg;
}

/// Writes a leg backwards, without its first tile; its last tile goes to tiles[at]. Returns how many tiles.
LFI_INLINED int64_t leg_trace(const lf_search *search, const lfi_leg_writer *to, lfi_route_leg whole,
                              int64_t at) {
    const lfi_route_leg leg = leg_form(search, whole);
    return lfi_leg_write_over(to, leg.begin, leg.end, leg.late, at);
}

/// A rope of the list that is walked up or down, from its beginning or `back` from its end.
static lfi_strands rope_strands(const lf_search *search, uint32_t rope, bool up, bool back) {
    const lfi_headland *headland = lfi_headland_of(search);
    return (lfi_strands){
        .ropes = &search->index->ropes, .waits = headland->folds, .next = rope, .up = up, .back = back};
}

/// Writes the half of a list with ropes that leads to the target, backwards. Returns how many tiles.
static int64_t ropes_trace_back(const lf_search *search, const lfi_haul *haul, int64_t end) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lf_point target = lfi_map_point(search->map, search->route.target), *hops = headland->hops;
    int64_t at = end;
    for (uint32_t i = headland->hop_count; i-- > headland->hop_forth;) {
        const uint32_t rope = hop_rope(hops[i]);
        if (rope == LFI_NO_ROPE) {
            at -= leg_trace(search, haul->to, hop_leg(headland, i, false, target), at);
            continue;
        }
        const lf_tile last = lfi_map_tile(search->map, hops[i + 1]);
        at -= lfi_haul_write(haul, rope_strands(search, rope, false, true), last, at);
        i--; // its beginning
    }
    return end - at;
}

/// Writes the half that comes from the source, backwards.
static void ropes_trace_forth(const lf_search *search, const lfi_haul *haul, int64_t at) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lf_point source = lfi_map_point(search->map, search->route.source), *hops = headland->hops;
    for (uint32_t i = 0; i < headland->hop_forth; i++) {
        const uint32_t rope = hop_rope(hops[i + 1]); // behind this half is a headland of the other one
        if (rope == LFI_NO_ROPE) {
            at -= leg_trace(search, haul->to, hop_leg(headland, i, true, source), at);
            continue;
        }
        const lf_tile last = lfi_map_tile(search->map, hops[i]);
        at -= lfi_haul_write(haul, rope_strands(search, rope, true, true), last, at);
        i++; // the rope
    }
}

static void ropes_trace(const lf_search *search, const lfi_leg_writer *to, int64_t at) {
    const lfi_haul haul = lfi_haul_make(to);
    at -= ropes_trace_back(search, &haul, at);
    ropes_trace_forth(search, &haul, at);
}

void lfi_headland_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lf_route *route = &search->route;
    const lfi_leg_writer to = {search->map, headland->metric, tiles, capacity};
    if (capacity == 0) return;
    const lf_point source = lfi_map_point(search->map, route->source),
                   target = lfi_map_point(search->map, route->target);
    tiles[0] = route->source;
    int64_t at = route->length;
    if (headland->best_direct) {
        leg_trace(search, &to, (lfi_route_leg){source, target, headland->best_late}, at);
        return;
    }
    if (list_is_roped(headland)) {
        ropes_trace(search, &to, at);
        return;
    }
    for (uint32_t i = headland->hop_count; i-- > headland->hop_forth;)
        at -= leg_trace(search, &to, hop_leg(headland, i, false, target), at);
    for (uint32_t i = 0; i < headland->hop_forth; i++)
        at -= leg_trace(search, &to, hop_leg(headland, i, true, source), at);
}

// ---- Turning points -------------------------------------------------------------------------------

/// Turning points as they are written, from the source on.
typedef struct turn_writer {
    lf_tile *turns;
    int64_t capacity, count;
    lf_point here, heading; ///< how far the route is written, and the direction in which it came
} turn_writer;

static void turn_put(const lf_search *search, turn_writer *to) {
    if (to->count < to->capacity) to->turns[to->count] = lfi_map_tile(search->map, to->here);
    to->count++;
}

/// Goes on by some moves in one direction. The point before it is a turning point if the direction is another one.
static void turn_run(const lf_search *search, turn_writer *to, lf_point heading, int32_t moves) {
    if (moves == 0) return;
    if (heading.x != to->heading.x || heading.y != to->heading.y) turn_put(search, to);
    to->heading = heading;
    to->here = (lf_point){to->here.x + heading.x * moves, to->here.y + heading.y * moves};
}

/// Goes on along a leg: its keel, then its ray; or if it is late the other way round.
static void turn_leg(const lf_search *search, turn_writer *to, lfi_route_leg whole) {
    const lfi_route_leg leg = leg_form(search, whole);
    const bool orthogonal = lfi_headland_of(search)->metric.orthogonal;
    const int32_t wide = (int32_t)lfi_gap(leg.begin.x, leg.end.x),
                  high = (int32_t)lfi_gap(leg.begin.y, leg.end.y);
    const int32_t dx = leg.end.x < leg.begin.x ? -1 : 1, dy = leg.end.y < leg.begin.y ? -1 : 1;
    const int32_t keel = orthogonal || wide < high ? wide : high;
    const int32_t ray = orthogonal || wide < high ? high - (orthogonal ? 0 : wide) : wide - high;
    const lf_point along = {dx, orthogonal ? 0 : dy};
    const lf_point across = orthogonal || wide < high ? (lf_point){0, dy} : (lf_point){dx, 0};
    turn_run(search, to, leg.late ? across : along, leg.late ? ray : keel);
    turn_run(search, to, leg.late ? along : across, leg.late ? keel : ray);
}

/// Goes on along a rope.
static void turn_rope(const lf_search *search, turn_writer *to, lfi_strands strands) {
    while (!strands.done) {
        lfi_strokes strokes = lfi_strands_take(&strands);
        while (strokes.moves > 0) {
            const uint32_t stroke = lfi_strokes_take(&strokes);
            const int direction = lfi_stroke_direction(stroke);
            turn_run(search, to, (lf_point){lfi_direction_dx(direction), lfi_direction_dy(direction)},
                     (int32_t)lfi_stroke_moves(stroke));
        }
    }
}

/// Goes on along the half of a list with ropes that comes from the source.
static void turn_ropes_forth(const lf_search *search, turn_writer *to, lf_point source) {
    const lfi_headland *headland = lfi_headland_of(search);
    for (uint32_t i = headland->hop_forth; i-- > 0;) {
        const uint32_t rope = hop_rope(headland->hops[i]);
        if (rope == LFI_NO_ROPE) {
            turn_leg(search, to, hop_leg(headland, i, true, source));
            continue;
        }
        turn_rope(search, to, rope_strands(search, rope, true, false));
        i--; // its end
    }
}

/// Goes on along the half that leads to the target.
static void turn_ropes_back(const lf_search *search, turn_writer *to, lf_point target) {
    const lfi_headland *headland = lfi_headland_of(search);
    for (uint32_t i = headland->hop_forth; i < headland->hop_count; i++) {
        const bool last = i + 1 == headland->hop_count;
        const uint32_t rope = last ? LFI_NO_ROPE : hop_rope(headland->hops[i + 1]);
        if (rope == LFI_NO_ROPE) {
            turn_leg(search, to, hop_leg(headland, i, false, target));
            continue;
        }
        turn_rope(search, to, rope_strands(search, rope, false, false));
        i++; // the rope
    }
}

int64_t lfi_headland_turns(const lf_search *search, lf_tile *turns, int64_t capacity) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lf_point source = lfi_map_point(search->map, search->route.source),
                   target = lfi_map_point(search->map, search->route.target);
    turn_writer to = {.turns = turns, .capacity = capacity, .here = source};
    if (headland->best_direct)
        turn_leg(search, &to, (lfi_route_leg){source, target, headland->best_late});
    else if (list_is_roped(headland)) {
        turn_ropes_forth(search, &to, source);
        turn_ropes_back(search, &to, target);
    } else {
        for (uint32_t i = headland->hop_forth; i-- > 0;)
            turn_leg(search, &to, hop_leg(headland, i, true, source));
        for (uint32_t i = headland->hop_forth; i < headland->hop_count; i++)
            turn_leg(search, &to, hop_leg(headland, i, false, target));
    }
    turn_put(search, &to);
    return to.count;
}
