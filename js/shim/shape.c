// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Shapes: waypoints, waypoints off the coast, and curves.
#include "shim.h"

// The words of a shape.
enum { SHAPE_KIND, SHAPE_LOOK_AHEAD, SHAPE_DRIFT, SHAPE_DEEP_ENOUGH, SHAPE_INTERVAL };
enum { KIND_WAYPOINTS = 1, KIND_OFFSHORE = 2, KIND_CURVE = 3, KIND_OFFSHORE_CURVE = 4 };

// Where the answers about a shape begin: behind those about a route.
enum { SHAPE_ANSWERS = 20 };

static lf_status shape_waypoints(lfjs_seat *seat, const lf_shape *shape, const lf_tile *tiles, int64_t count,
                                 int64_t *made) {
    if (!lfjs_room_for(&seat->waypoints, (double)count * (double)sizeof(lf_tile))) return LF_E_NOMEM;
    return lf_route_waypoints(lfjs_seat_map(seat), shape, tiles, count, seat->waypoints.at, count, made);
}

/// Turns points of a curve from whole numbers to tiles, in place: a point is two numbers before and after.
static void curve_scale(lf_curve_point *points, int64_t count) {
    double *to = (double *)(void *)points;
    for (int64_t i = 0; i < count; i++) {
        const lf_curve_point point = points[i];
        to[2 * i] = (double)point.x / LF_CURVE_ONE;
        to[2 * i + 1] = (double)point.y / LF_CURVE_ONE;
    }
}

static lf_status shape_curve(lfjs_seat *seat, const lf_shape *shape, int64_t waypoint_count, int64_t *made) {
    const lf_map *map = lfjs_seat_map(seat);
    lf_status status = lf_route_curve(map, shape, seat->waypoints.at, waypoint_count, NULL, 0, made);
    if (status != LF_OK) return status;
    if (!lfjs_room_for(&seat->curve, (double)*made * (double)sizeof(lf_curve_point))) return LF_E_NOMEM;
    status = lf_route_curve(map, shape, seat->waypoints.at, waypoint_count, seat->curve.at, *made, made);
    if (status == LF_OK) curve_scale(seat->curve.at, *made);
    return status;
}

lf_status lfjs_shape_make(lfjs_seat *seat, const lf_search *gated, const lf_tile *tiles, int64_t count,
                          int first) {
    const int32_t *w = lfjs_words + first;
    const int32_t kind = w[SHAPE_KIND];
    const lf_shape shape = {.search = gated,
                            .depth = lfjs_seat_depth(seat),
                            .look_ahead = w[SHAPE_LOOK_AHEAD],
                            .drift = w[SHAPE_DRIFT],
                            .deep_enough = w[SHAPE_DEEP_ENOUGH],
                            .interval = w[SHAPE_INTERVAL]};
    int64_t waypoints = 0, points = 0;
    lf_status status = shape_waypoints(seat, &shape, tiles, count, &waypoints);
    if (status == LF_OK && (kind == KIND_OFFSHORE || kind == KIND_OFFSHORE_CURVE))
        status = lf_route_offshore(lfjs_seat_map(seat), &shape, seat->waypoints.at, waypoints);
    if (status == LF_OK && kind >= KIND_CURVE) status = shape_curve(seat, &shape, waypoints, &points);
    lfjs_answer[SHAPE_ANSWERS] = (double)(uintptr_t)seat->waypoints.at;
    lfjs_answer[SHAPE_ANSWERS + 1] = (double)waypoints;
    lfjs_answer[SHAPE_ANSWERS + 2] = (double)(uintptr_t)seat->curve.at;
    lfjs_answer[SHAPE_ANSWERS + 3] = (double)points;
    return status;
}

/// Shapes any tiles of a legal route, without a gate. The words begin at 0.
LFJS(int32_t, lfjs_shape)(lfjs_seat *seat, const lf_tile *tiles, uint32_t count) {
    return lfjs_shape_make(seat, NULL, tiles, count, 0);
}
