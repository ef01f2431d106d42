// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Leads a route of the base around what was blocked, tile by tile (holds.c has tried leg by leg).
//
// The route is made a list of points with straight runs of moves between. Where a move is no longer allowed, a place
// before it and one behind it are taken, and between them a way that is no longer than before is looked for: first one on
// which every move gains in the direction in which the route gained there (forward.c), at sea nearly always found; then,
// by waves, any, among the tiles from which the straight distance to the second place leaves enough moves:
//
//     s ─── a ──(#)── b ─── t        Of all ways from a to b that are as long as the one through the crater one is
//            \.     ./               looked for. If it is open, the route over it is as short as any on the base.
//              `───'
//
// The farther apart the places are, the more such ways there are, because a way that is to lose nothing may have to turn
// off early. So both are tried near, then ever farther. Waves also find ways that are longer by a few moves. Then the
// route can be walked, and is what the second attempt has to beat.
//
// Time: O(points + tiles met), of which there is a limit for each route. Memory: none of its own.
#include "../flood/flood.h"
#include "headland.h"
#include "now.h"

#include <string.h>

/// How many moves before and behind the first blocked one a way forward may turn off: the least, and the most, doubled from
/// one try to the next. The least that does leaves most room before the next blocked move, and takes least time.
enum { FORWARD_NEAR = 100, FORWARD_FAR = 1600 };
/// The same for waves, before and behind several blocked moves together, and by how much a way may be longer.
enum { DETOUR_NEAR = 120, DETOUR_FAR = 360, DETOUR_SLACK = 64 };

// ---- Places ---------------------------------------------------------------------------------------

/// The moves from a point to the next one.
static uint32_t run_moves(const lfi_detour *d, uint32_t i) {
    const lf_point a = d->points[i], b = d->points[i + 1];
    const uint32_t wide = lfi_gap(a.x, b.x), high = lfi_gap(a.y, b.y);
    return wide > high ? wide : high;
}

static int run_move(const lfi_detour *d, uint32_t i) {
    const lf_point a = d->points[i], b = d->points[i + 1];
    return LFI_CENTRE + lfi_towards(a.x, b.x) + 3 * lfi_towards(a.y, b.y);
}

static lf_point place_point(const lfi_detour *d, lfi_detour_place place) {
    const lf_point at = d->points[place.point];
    if (place.moves == 0) return at;
    const int move = run_move(d, place.point);
    return (lf_point){at.x + lfi_move_dx(move) * (int32_t)place.moves,
                      at.y + lfi_move_dy(move) * (int32_t)place.moves};
}

/// By how much a move of a run leads over rows, or columns.
static int run_gain(const lfi_detour *d, uint32_t i, bool rows) {
    const int move = run_move(d, i);
    return rows ? lfi_move_dy(move) : lfi_move_dx(move);
}

static bool run_fits(const lfi_detour *d, uint32_t i) {
    return d->step == 0 || run_gain(d, i, d->rows) == d->step;
}

/// Goes back along the route by some moves, or as far as its runs fit. Returns how many moves that were.
static uint64_t place_back(const lfi_detour *d, lfi_detour_place *place, uint64_t moves) {
    uint64_t left = moves;
    while (left > place->moves && place->point > 0 && run_fits(d, place->point - 1)) {
        left -= place->moves;
        place->moves = run_moves(d, --place->point);
    }
    const uint64_t last = left < place->moves ? left : place->moves;
    place->moves -= (uint32_t)last;
    return moves - left + last;
}

/// The same forth.
static uint64_t place_forth(const lfi_detour *d, lfi_detour_place *place, uint64_t moves) {
    uint64_t left = moves;
    while (place->point + 1 < d->count && run_fits(d, place->point) &&
           left >= run_moves(d, place->point) - place->moves) {
        left -= run_moves(d, place->point) - place->moves;
        *place = (lfi_detour_place){place->point + 1, 0};
    }
    if (place->point + 1 == d->count || !run_fits(d, place->point)) return moves - left;
    place->moves += (uint32_t)left;
    return moves;
}

/// The moves of a run, from a place on, up to the first that is not allowed; all that are left if there is none.
static uint32_t run_open(const lfi_detour *d, lfi_detour_place place) {
    const lf_map *map = d->search->now;
    const uint32_t left = run_moves(d, place.point) - place.moves;
    const int move = run_move(d, place.point);
    lfi_spot spot = lfi_map_spot(map, lfi_map_tile(map, place_point(d, place)));
    for (uint32_t i = 0; i < left; i++) {
        if ((map->allowed[lfi_bits_around(map->open, spot, map->stride)] >> move & 1) == 0) return i;
        spot.bit += (uint64_t)map->spot_offset[move];
    }
    return left;
}

/// Goes on to where the next move is not allowed, and adds how many moves that are. False if there is none before a
/// number of moves.
static bool place_seek(const lfi_detour *d, lfi_detour_place *place, uint64_t most, uint64_t *moves) {
    for (uint64_t gone = 0; place->point + 1 < d->count && gone <= most;) {
        const uint32_t left = run_moves(d, place->point) - place->moves, open = run_open(d, *place);
        gone += open;
        if (open < left) {
            place->moves += open;
            *moves += gone;
            return gone <= most;
        }
        *place = (lfi_detour_place){place->point + 1, 0};
    }
    return false;
}

// ---- Laying a way ---------------------------------------------------------------------------------

/// Writes points from the end of the memory on, backwards, and only those at which the way turns.
typedef struct turn_list {
    lfi_detour *d;
    uint32_t first;
    lf_point last; ///< the point before, on the way back
    int dx, dy;    ///< of the last move back
} turn_list;

static turn_list turns_begin(lfi_detour *d, lf_point to) {
    return (turn_list){.d = d, .first = d->room, .last = to};
}

/// Goes back to a point beside the last one. False if there is no room.
static bool turns_back(turn_list *t, lf_point to) {
    const int dx = to.x - t->last.x, dy = to.y - t->last.y;
    if (dx != t->dx || dy != t->dy) {
        if (t->first == t->d->count) return false;
        t->d->points[--t->first] = t->last;
    }
    t->dx = dx;
    t->dy = dy;
    t->last = to;
    return true;
}

/// Puts the way that was listed in place of the route between two places. The second one then is its last point.
static bool turns_lay(const turn_list *t, lfi_detour_place from, lfi_detour_place *to) {
    lfi_detour *d = t->d;
    const lf_point begin = place_point(d, from);
    const uint32_t turns = d->room - t->first, keep = to->point + 1,
                   rest = d->count > keep ? d->count - keep : 0;
    const uint32_t at = from.point + 1 + (from.moves > 0);
    if (at + turns + rest > t->first) return false;
    memmove(d->points + at + turns, d->points + keep, rest * sizeof *d->points);
    d->points[at - 1] = begin;
    memcpy(d->points + at, d->points + t->first, turns * sizeof *d->points);
    d->count = at + turns + rest;
    *to = (lfi_detour_place){at + turns - 1, 0};
    return true;
}

static bool waves_lay(lfi_detour *d, lfi_detour_place from, lfi_detour_place *to) {
    const lf_map *map = d->search->now;
    const lfi_waves *waves = lfi_flood_of(d->search);
    lfi_wave_walk walk = lfi_wave_walk_make(map, lfi_map_tile(map, d->end));
    turn_list turns = turns_begin(d, d->end);
    for (int64_t distance = waves->distance; distance > 0; distance--) {
        lfi_waves_back(waves, map, &walk, distance);
        if (!turns_back(&turns, walk.point)) return false;
    }
    return turns_lay(&turns, from, to);
}

static bool forward_lay(lfi_detour *d, lfi_detour_place from, lfi_detour_place *to) {
    const lfi_forward *forward = &lfi_headland_of(d->search)->forward;
    lf_point at = place_point(d, *to);
    turn_list turns = turns_begin(d, at);
    int aside = 0;
    for (int32_t line = forward->count; line > 0; line--) {
        at = lfi_forward_back(forward, at, line, &aside);
        if (!turns_back(&turns, at)) return false;
    }
    return turns_lay(&turns, from, to);
}

// ---- Moves that gain ------------------------------------------------------------------------------

/// Leads the route around a place by moves that all gain, over the same rows or columns as before.
static bool mend_forward(lfi_detour *d, bool rows, uint64_t near) {
    lfi_forward *forward = &lfi_headland_of(d->search)->forward;
    lfi_detour_place from = d->place, to = d->place;
    d->rows = rows;
    d->step = run_gain(d, d->place.point, rows);
    if (d->step == 0) return false;
    place_back(d, &from, near);
    place_forth(d, &to, near);
    d->step = 0;
    const lf_point end = place_point(d, to);
    if (!lf_map_is_open(d->search->now, lfi_map_tile(d->search->now, end)) ||
        !lfi_forward_find(forward, d->search->now, place_point(d, from), end, rows) ||
        !forward_lay(d, from, &to))
        return false;
    d->place = to;
    return true;
}

static bool mend_by_gains(lfi_detour *d) {
    if (d->search->now->moves == LF_MOVES_ORTHOGONAL) return false;
    for (uint64_t near = FORWARD_NEAR; near <= FORWARD_FAR; near *= 2) {
        if (mend_forward(d, false, near) || mend_forward(d, true, near)) return true;
    }
    return false;
}

// ---- Waves ----------------------------------------------------------------------------------------

/// Goes over a move that is not allowed, and over all others before there are so many allowed ones. Returns how many moves
/// that are.
static uint64_t blocked_pass(const lfi_detour *d, lfi_detour_place *place, uint64_t near) {
    uint64_t moves = 0, passed = 0;
    lfi_detour_place next = *place;
    do {
        moves += place_forth(d, &next, 1);
        *place = next;
        passed = moves;
    } while (place_seek(d, &next, near, &moves));
    return passed;
}

/// The distance from which on no tile of a block can be part of the way.
static uint32_t detour_end(const void *user, uint32_t block) {
    const lfi_detour *d = user;
    const lf_map *map = d->search->now;
    const lfi_metric *metric = &lfi_headland_of(d->search)->metric;
    const lfi_box box = lfi_box_grow(lfi_blocks_box(&map->blocks, block), 0, map->width, map->height);
    const uint64_t rest = lfi_boxes_apart(metric, box, lfi_box_between(d->end, d->end));
    return rest > d->limit ? 1 : (uint32_t)(d->limit - rest) + 1;
}

/// How many tiles there may be on ways of at most so many moves between two points: about half of those that may be met
/// from the first, or the last, row or column of the way.
static uint64_t detour_tiles(lf_point a, lf_point b, uint64_t limit) {
    const uint64_t wide = lfi_gap(a.x, b.x), high = lfi_gap(a.y, b.y);
    return (limit - (wide < high ? wide : high)) * limit / 2;
}

/// Begins to look for a way from some moves before the place to as many behind the blocked ones. False if that may take
/// too long.
static bool waves_begin(lfi_detour *d, uint64_t near) {
    const lf_map *map = d->search->now;
    lfi_waves *waves = lfi_flood_of(d->search);
    d->from = d->to = d->place;
    uint64_t moves = blocked_pass(d, &d->to, near);
    moves += place_forth(d, &d->to, near) + place_back(d, &d->from, near);
    const lf_point begin = place_point(d, d->from);
    d->end = place_point(d, d->to);
    d->limit = moves + DETOUR_SLACK;
    if ((int64_t)detour_tiles(begin, d->end, d->limit) > d->tiles) return false;
    lfi_waves_reset(waves, map);
    lfi_waves_add_target(waves, map, lfi_map_tile(map, d->end));
    lfi_waves_add_source(waves, map, lfi_map_tile(map, begin));
    d->floods = true;
    return true;
}

/// Goes on with the waves. LF_OK once the way is laid, LF_NO_ROUTE, or LF_PAUSED.
static lf_status waves_go_on(lfi_detour *d, int64_t *budget) {
    lfi_waves *waves = lfi_flood_of(d->search);
    const lfi_wave_sink within = {.end = detour_end, .user = d};
    const lf_status status = lfi_waves_run(waves, d->search->now, &within, INT64_MAX, budget);
    if (status == LF_PAUSED) return status;
    const int64_t met = waves->met + waves->wave_met;
    d->search->route.stats.enqueued += met;
    d->search->route.stats.expanded += met;
    d->tiles -= met;
    d->floods = false;
    if (status != LF_OK || !waves_lay(d, d->from, &d->to)) return LF_NO_ROUTE;
    d->place = d->to;
    return LF_OK;
}

// ---- The list of points ---------------------------------------------------------------------------

/// Adds a point to a list from the end of the memory on, unless it is there already.
static void point_put(lfi_detour *d, lf_point point) {
    if (d->count > 0) {
        const lf_point last = d->points[d->count - 1];
        if (last.x == point.x && last.y == point.y) return;
    }
    d->points[d->count++] = point;
}

/// Where a leg turns.
static lf_point leg_turn(const lfi_metric *metric, const lfi_route_leg *leg) {
    return leg->late ? lfi_leg_turn(metric->orthogonal, leg->end, leg->begin)
                     : lfi_leg_turn(metric->orthogonal, leg->begin, leg->end);
}

/// Adds a leg of the settled route, in the shape in which it can be walked.
static void leg_put(lfi_detour *d, uint32_t i) {
    lfi_route_leg leg = lfi_headland_leg(d->search, i);
    lfi_base_leg_holds(d->search, &leg);
    point_put(d, leg.begin);
    point_put(d, leg_turn(&lfi_headland_of(d->search)->metric, &leg));
    point_put(d, leg.end);
}

/// Lists the points of the settled route. False if there is no room.
static bool points_list(lfi_detour *d) {
    lfi_headland *headland = lfi_headland_of(d->search);
    const uint32_t legs = lfi_headland_leg_count(d->search),
                   forth = headland->best_direct ? 0 : headland->hop_forth;
    if (headland->hop_room / 4 < legs + 1) return false;
    // Legs are read from the beginning of the memory meanwhile.
    d->points = headland->hops + headland->hop_room - (2 * legs + 1);
    for (uint32_t i = forth; i-- > 0;) leg_put(d, i);
    for (uint32_t i = forth; i < legs; i++) leg_put(d, i);
    memmove(headland->hops + 1, d->points, d->count * sizeof *d->points);
    d->points = headland->hops + 1;
    d->room = headland->hop_room - 1;
    return d->count > 1;
}

/// Takes the points as the settled route, whose sides meet at the source.
static void points_settle(const lfi_detour *d) {
    lfi_headland *headland = lfi_headland_of(d->search);
    headland->hops[0] = d->points[0];
    headland->hop_forth = 1;
    headland->hop_count = d->count;
    headland->best_direct = headland->reshaped = false;
    lfi_headland_count(d->search);
    headland->best = (uint64_t)d->search->route.length;
}

// ---- The detour -----------------------------------------------------------------------------------

bool lfi_detour_begin(lf_search *search) {
    lfi_detour *d = &lfi_headland_of(search)->detour;
    *d = (lfi_detour){.search = search, .tiles = lfi_headland_of(search)->detour_most};
    return points_list(d);
}

/// Leads the route around the next move that is not allowed. LF_OK: there is none. LF_PAUSED: it was done, or waves have
/// begun. LF_NO_ROUTE: there is no way around it.
static lf_status detour_next(lfi_detour *d) {
    uint64_t moves = 0;
    if (!place_seek(d, &d->place, UINT64_MAX, &moves)) return LF_OK;
    d->far = false;
    return mend_by_gains(d) || waves_begin(d, DETOUR_NEAR) ? LF_PAUSED : LF_NO_ROUTE;
}

lf_status lfi_detour_run(lf_search *search, int64_t *budget) {
    lfi_detour *d = &lfi_headland_of(search)->detour;
    while (*budget > 0) {
        if (d->floods) {
            const lf_status status = waves_go_on(d, budget);
            if (status == LF_PAUSED) return status;
            if (status == LF_NO_ROUTE && (d->far || !waves_begin(d, DETOUR_FAR))) return status;
            d->far = status == LF_NO_ROUTE;
        } else {
            const lf_status status = detour_next(d);
            --*budget;
            if (status == LF_OK) points_settle(d);
            if (status != LF_PAUSED) return status;
        }
    }
    return LF_PAUSED;
}
