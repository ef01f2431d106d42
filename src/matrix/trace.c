// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Routes to the nearest targets with a hierarchy: along the ways that joint.c has found.
//
// Every rung knows by which arc its best way came, or that it is in sight of its target. So a route is the leg from the
// source to the headland over which it is shortest, arc after arc from there, each unfolded into legs, and a leg to the
// target. A rung's way never changes after another rung has built on it: if it got shorter, or led to a lower target
// at the same length, so would the other's, which is final.
//
// All routes go to one buffer, in the order of the sources. With one round the sources find their nearest targets in
// that order, so the place of a route is known when it is found. With several rounds a later one may have a nearer
// target. Then all rounds are run once more, when every source knows its target and its place.
//
// Time: O(legs + tiles), and O(log headlands) per arc that is walked down. Memory: a stack as deep as arcs nest.
#include "matrix.h"

/// A route that is being written: where it has come to, and the place of that tile among all tiles.
typedef struct route_pen {
    lfi_leg_writer to;
    lf_point at;
    int64_t place;
} route_pen;

/// Goes a leg; false if there is no room for more tiles.
static bool pen_leg(route_pen *pen, lf_point end, bool late) {
    int64_t diagonal = 0;
    const int64_t moves = lfi_leg_moves(&pen->to.metric, pen->at, end, &diagonal);
    lfi_leg_write(&pen->to, pen->at, end, late, pen->place + moves);
    pen->at = end;
    pen->place += moves;
    return pen->place + 1 < pen->to.capacity;
}

/// The rung whose arc this is: the last one that does not begin behind it.
static uint32_t arc_rung(const lfi_ladder *ladder, uint32_t arc) {
    uint32_t low = 0, high = ladder->count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (ladder->first[middle] <= arc)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/// Puts the arc by which the way of a rung came on an empty stack, as it is walked from there. Returns the rung at its
/// other end.
static uint32_t rung_fold(const lf_matrix *matrix, uint32_t rung, uint32_t *count) {
    const lfi_ladder *ladder = &matrix->ladder;
    const lf_index *index = ladder->index;
    const uint32_t arc = matrix->round.whence[rung];
    const bool up = arc >= ladder->first[rung]; // arcs of lower rungs come before
    const uint32_t low = up ? rung : arc_rung(ladder, arc);
    const uint32_t next = up ? ladder->to[arc] : low;
    lfi_folds_push(index, matrix->round.folds, count,
                   index->up_first[index->order[low]] + (arc - ladder->first[low]), index->order[next], up);
    return next;
}

/// Goes from a rung's headland to one that is in sight of the target; false if there is no room for more tiles.
static bool pen_arcs(route_pen *pen, const lf_matrix *matrix, uint32_t rung) {
    const lf_index *index = matrix->ladder.index;
    while (matrix->round.whence[rung] != LFI_WHENCE_END) {
        uint32_t count = 0;
        rung = rung_fold(matrix, rung, &count);
        while (count > 0) {
            const uint32_t number = lfi_folds_leg(index, matrix->round.folds, &count);
            if (!pen_leg(pen, index->points[number], false)) return false;
        }
    }
    return true;
}

/// Writes the route of the asking end, as far as there is room.
static void route_write(const lf_matrix *matrix, const lf_nearest_route *route) {
    const lf_index *index = matrix->ladder.index;
    const lf_point target = lfi_map_point(matrix->map, matrix->query.targets[route->nearest.target]);
    const bool direct = matrix->near_rung == UINT32_MAX;
    route_pen pen = {
        {matrix->map, matrix->metric, matrix->tiles, matrix->tile_room}, matrix->from, route->first};
    matrix->tiles[route->first] = lfi_map_tile(matrix->map, matrix->from);
    if (direct) {
        pen_leg(&pen, target, false);
        return;
    }
    if (pen_leg(&pen, index->points[index->order[matrix->near_rung]], false) &&
        pen_arcs(&pen, matrix, matrix->near_rung))
        pen_leg(&pen, target,
                true); // the keel comes first as seen from the end, as in the routes of `headland`
}

void lfi_joint_trace(lf_matrix *matrix, int64_t source, int64_t *budget) {
    const lf_nearest_route *route = &matrix->routes[source];
    lfi_route_place(matrix, source);
    if (matrix->near_end == UINT32_MAX || route->nearest.target != matrix->round.first + matrix->near_end)
        return;
    if (route->first < matrix->tile_room) route_write(matrix, route);
    *budget -= route->tile_count;
}
