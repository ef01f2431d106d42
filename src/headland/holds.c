// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Whether a route of the base can be walked on the map now, and how it is led around what was blocked.
//
// A leg holds if it can be walked in one of its two shapes. Where neither can, there is mostly a way around that is no
// longer, because at sea a route may bend where it likes, as long as it gains on its end with every move:
//
//     a . . . . .      From a to c in five moves: the leg is blocked, but the two legs by way of m, a tile at a corner
//     . . # # . .      of the blocked box, are no longer together.
//     . . # # m .
//     . . . . . c
//
// So tiles at the corners of blocked boxes are tried, and what is still blocked is led around in its turn. Whatever
// this finds is legal, because each leg is walked, and as long as the route of the base, because the lengths are
// compared; if it finds nothing, nothing is proven, and the map is searched. After a hundred craters of radius 30 on
// giantworldmap this is the end of a fourth of the broken routes. (Where a headland of the route itself was blocked,
// nothing is tried: that is half of the others.)
//
// Time: O(boxes + legs walked) for each leg, and no more than BYPASS_TRIES legs for a route.
#include "now.h"

#include "relax.h"

#include <string.h>

// ---- Legs -----------------------------------------------------------------------------------------

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

static leg_shape leg_shape_of(const lf_map *map, lf_point from, lf_point to) {
    const lf_point turn = lfi_leg_turn(map->moves == LF_MOVES_ORTHOGONAL, from, to);
    return (leg_shape){.from = from,
                       .turn = turn,
                       .keel_x = lfi_towards(from.x, turn.x),
                       .keel_y = lfi_towards(from.y, turn.y),
                       .ray_x = lfi_towards(turn.x, to.x),
                       .ray_y = lfi_towards(turn.y, to.y),
                       .keel = lfi_gap(from.x, turn.x),
                       .ray = lfi_gap(turn.x, to.x) + lfi_gap(turn.y, to.y)};
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

/// A leg as it is walked.
static leg_shape leg_shape_walked(const lf_search *search, const lfi_route_leg *leg) {
    return leg->late ? leg_shape_of(search->now, leg->end, leg->begin)
                     : leg_shape_of(search->now, leg->begin, leg->end);
}

/// Whether a leg comes to a box or beside it.
static bool shape_is_near(const leg_shape *shape, lfi_box box) {
    return moves_near(shape->from, shape->keel_x, shape->keel_y, shape->keel, box) ||
           moves_near(shape->turn, shape->ray_x, shape->ray_y, shape->ray, box);
}

/// Whether a leg in its own shape comes to a box of blocked tiles or beside one. If not, they leave it as it is
/// on the base. (Walking every leg whose box has obstacles somewhere took 40 us of 60 with 100 tiles.)
static bool leg_is_near(const lf_search *search, const lfi_route_leg *leg) {
    const lfi_overlay *overlay = search->overlay;
    const lfi_obstructed *obstructed = &lfi_headland_of(search)->obstructed;
    if (!lfi_obstructed_between(obstructed, leg->begin, leg->end)) return false; // most legs are short
    const leg_shape shape = leg_shape_walked(search, leg);
    if (!lfi_obstructed_near(obstructed, shape.from, shape.keel_x, shape.keel_y, shape.keel) &&
        !lfi_obstructed_near(obstructed, shape.turn, shape.ray_x, shape.ray_y, shape.ray))
        return false;
    const lfi_box around =
        lfi_box_grow(lfi_box_between(leg->begin, leg->end), 1, search->now->width, search->now->height);
    for (uint32_t i = 0; i < overlay->blocked_count; i++) {
        const lfi_box box = overlay->blocked[i];
        if (lfi_boxes_meet(around, box) && shape_is_near(&shape, box)) return true;
    }
    return false;
}

enum { REEF_WORDS = LFI_REEF_CELLS / 64 };

void lfi_base_turned(lf_search *search) {
    lfi_reefs *reefs = &lfi_headland_of(search)->reefs;
    const lfi_overlay *overlay = search->edits;
    const lf_map *map = search->base;
    if (reefs->cells == NULL) return;
    const int32_t side = map->width > map->height ? map->width : map->height;
    memset(reefs->cells, 0, sizeof *reefs->cells * LFI_REEF_CELLS * REEF_WORDS);
    for (reefs->shift = 0; (side - 1) >> reefs->shift >= LFI_REEF_CELLS;) reefs->shift++;
    for (uint32_t i = 0; i < overlay->blocked_count; i++) {
        const lfi_box box = overlay->blocked[i];
        for (int32_t y = box.y0 >> reefs->shift; y <= box.y1 >> reefs->shift; y++) {
            for (int32_t x = box.x0 >> reefs->shift; x <= box.x1 >> reefs->shift; x++)
                reefs->cells[y * REEF_WORDS + x / 64] |= UINT64_C(1) << x % 64;
        }
    }
}

/// Whether the box of a leg may meet a box of blocked tiles. For most legs the cells tell: comparing each of 200 legs with
/// each of 100 boxes took as long as the search.
static bool leg_meets_reefs(const lf_search *search, lf_point a, lf_point b) {
    const lfi_reefs *reefs = &lfi_headland_of(search)->reefs;
    const lfi_box box = lfi_box_between(a, b);
    if (!LFI_HAS_DETOURS || reefs->cells == NULL || search->overlay != search->edits) return true;
    for (int32_t y = box.y0 >> reefs->shift; y <= box.y1 >> reefs->shift; y++) {
        if (lfi_bits_any(reefs->cells + y * REEF_WORDS, (uint64_t)(box.x0 >> reefs->shift),
                         (uint64_t)(box.x1 >> reefs->shift)))
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
    const bool leaves = lfi_obstacles_on(search)
                            ? !leg_is_near(search, leg)
                            : !leg_meets_reefs(search, leg->begin, leg->end) ||
                                  lfi_overlay_leaves(search->overlay, leg->begin, leg->end);
    if (leaves) return true;
    if (!lf_map_is_open(now, lfi_map_tile(now, leg->begin)) ||
        !lf_map_is_open(now, lfi_map_tile(now, leg->end)))
        return false;
    if (leg_is_open(search, leg)) return true;
    leg->late = !leg->late;
    return leg_is_open(search, leg);
}

// ---- Ways around ----------------------------------------------------------------------------------

/// How many legs are walked for a route, how many tiles a leg is led over at most, and how many ways around lie within
/// each other.
enum { BYPASS_TRIES = 64, BYPASS_MOST = 8, BYPASS_DEPTH = 3 };

/// A way around, as it is found: tiles that the leg is led over, in the direction of travel.
typedef struct bypass {
    const lf_search *search;
    lf_point over[BYPASS_MOST];
    uint32_t count;
    int32_t tries; ///< that are left, for the whole route
} bypass;

/// The tile outside a box that touches one of its corners.
static lf_point box_corner(lfi_box box, int corner) {
    return (lf_point){(corner & 1) != 0 ? box.x1 + 1 : box.x0 - 1,
                      (corner & 2) != 0 ? box.y1 + 1 : box.y0 - 1};
}

/// Whether a leg over a tile is no longer than without it, and the tile is open.
static bool tile_is_between(const lf_search *search, lf_point from, lf_point over, lf_point to) {
    const lfi_metric *metric = &lfi_headland_of(search)->metric;
    const lf_map *now = search->now;
    if (over.x < 0 || over.y < 0 || over.x >= now->width || over.y >= now->height) return false;
    return lfi_metric_between(metric, from, over) + lfi_metric_between(metric, over, to) ==
               lfi_metric_between(metric, from, to) &&
           lf_map_is_open(now, lfi_map_tile(now, over));
}

static bool bypass_find(bypass *b, const lfi_route_leg *leg, int depth);

/// Leads a leg over a tile.
static bool bypass_over(bypass *b, const lfi_route_leg *leg, lf_point over, int depth) {
    const uint32_t before = b->count;
    // Legs to the tile have the usual shape, and those from it the shape of the leg: it follows from their places in
    // the list (hop_leg in route.c).
    if (bypass_find(b, &(lfi_route_leg){leg->begin, over, false}, depth - 1) && b->count < BYPASS_MOST) {
        b->over[b->count++] = over;
        if (bypass_find(b, &(lfi_route_leg){over, leg->end, leg->late}, depth - 1)) return true;
    }
    b->count = before;
    return false;
}

/// Finds a way along a leg, in its own shape or around blocked boxes.
static bool bypass_find(bypass *b, const lfi_route_leg *leg,
                        int depth) { // NOLINT(misc-no-recursion): see BYPASS_DEPTH
    const lfi_overlay *overlay = b->search->overlay;
    if (b->tries-- <= 0) return false;
    if (leg_is_open(b->search, leg)) return true;
    if (depth == 0) return false;
    const leg_shape shape = leg_shape_walked(b->search, leg);
    for (uint32_t i = 0; i < overlay->blocked_count; i++) {
        if (!shape_is_near(&shape, overlay->blocked[i])) continue;
        for (int corner = 0; corner < 4; corner++) {
            const lf_point over = box_corner(overlay->blocked[i], corner);
            if (tile_is_between(b->search, leg->begin, over, leg->end) && bypass_over(b, leg, over, depth))
                return true;
        }
    }
    return false;
}

/// Leads leg i of the settled route around what was blocked. Not around obstacles of one query: routes around these stay
/// those that the search finds (LF_ROUTES_VERSION).
static bool leg_bypass(lf_search *search, uint32_t i, int32_t *tries) {
    const lf_map *now = search->now;
    bypass b = {.search = search, .tries = *tries};
    lfi_route_leg leg = lfi_headland_leg(search, i);
    if (lfi_query_overlaid(search) || !lf_map_is_open(now, lfi_map_tile(now, leg.begin)) ||
        !lf_map_is_open(now, lfi_map_tile(now, leg.end)))
        return false;
    if (lfi_headland_of(search)->best_direct)
        leg.late = true; // as all legs to a target that begin at a headland
    const bool found = bypass_find(&b, &leg, BYPASS_DEPTH);
    *tries = b.tries;
    return found && lfi_headland_lead(search, i, b.over, b.count);
}

bool lfi_base_route_holds(lf_search *search) {
    lfi_headland *headland = lfi_headland_of(search);
    int32_t tries = BYPASS_TRIES;
    headland->reshaped = false;
    if (search->overlay->blocked_count == 0) return true;
    for (uint32_t i = 0; i < lfi_headland_leg_count(search); i++) {
        lfi_route_leg leg = lfi_headland_leg(search, i);
        const bool late = leg.late;
        const uint32_t count = lfi_headland_leg_count(search);
        if (lfi_base_leg_holds(search, &leg))
            headland->reshaped |= leg.late != late;
        else if (!leg_bypass(search, i, &tries))
            return false;
        i += lfi_headland_leg_count(search) - count; // what it was replaced by can be walked
    }
    return true;
}
