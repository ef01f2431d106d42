// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// From tiles to waypoints to a curve, one form after the other.
#include "shaped.h"

#include "cli.h"

#include <stdlib.h>

const char *shape_name(int i) {
    static const char *const names[] = {[SHAPE_TILES] = "tiles",
                                        [SHAPE_WAYPOINTS] = "waypoints",
                                        [SHAPE_OFFSHORE] = "offshore",
                                        [SHAPE_CURVE] = "curve"};
    return i < SHAPE_FORMS ? names[i] : NULL;
}

static double in_tiles(int64_t distance) {
    return (double)distance / LF_DISTANCE_ONE;
}

/// Room for the points of a shape; false without a word if there is no memory.
static bool points_alloc(shaped *of, int64_t count) {
    of->points = malloc((size_t)count * sizeof *of->points);
    of->point_count = count;
    return of->points != NULL;
}

/// The points of straight lines: the middles of the waypoints.
static bool points_from_waypoints(shaped *of, const lf_map *map) {
    if (!points_alloc(of, of->waypoint_count)) return false;
    for (int64_t i = 0; i < of->waypoint_count; i++) {
        const lf_point at = lf_map_point(map, of->waypoints[i]);
        of->points[i] = (lf_curve_point){(int64_t)at.x * LF_CURVE_ONE + LF_CURVE_ONE / 2,
                                         (int64_t)at.y * LF_CURVE_ONE + LF_CURVE_ONE / 2};
    }
    return true;
}

static lf_status make_waypoints(shaped *of, const lf_map *map, const lf_shape *shape, const lf_tile *tiles,
                                int64_t count) {
    of->waypoints = malloc((size_t)count * sizeof *of->waypoints);
    if (of->waypoints == NULL) return LF_E_NOMEM;
    const lf_status status =
        lf_route_waypoints(map, shape, tiles, count, of->waypoints, count, &of->waypoint_count);
    of->distance[SHAPE_WAYPOINTS] = in_tiles(lf_route_distance(map, of->waypoints, of->waypoint_count));
    return status;
}

static lf_status make_offshore(shaped *of, const lf_map *map, const lf_shape *shape) {
    const lf_status status = lf_route_offshore(map, shape, of->waypoints, of->waypoint_count);
    of->distance[SHAPE_OFFSHORE] = in_tiles(lf_route_distance(map, of->waypoints, of->waypoint_count));
    return status;
}

static lf_status make_curve(shaped *of, const lf_map *map, const lf_shape *shape) {
    int64_t count;
    lf_status status = lf_route_curve(map, shape, of->waypoints, of->waypoint_count, NULL, 0, &count);
    if (status != LF_OK) return status;
    if (!points_alloc(of, count)) return LF_E_NOMEM;
    status = lf_route_curve(map, shape, of->waypoints, of->waypoint_count, of->points, count, &count);
    of->distance[SHAPE_CURVE] = in_tiles(lf_curve_distance(of->points, count));
    return status;
}

bool shaped_make(shape_form form, const lf_shape *shape, const lf_tile *tiles, int64_t count, shaped *out) {
    const lf_map *map = lf_search_map(shape->search);
    lf_status status = LF_OK;
    *out = (shaped){.form = form, .deep_enough = shape->deep_enough};
    out->distance[SHAPE_TILES] = in_tiles(lf_route_distance(map, tiles, count));
    if (form >= SHAPE_WAYPOINTS) status = make_waypoints(out, map, shape, tiles, count);
    if (form >= SHAPE_OFFSHORE && status == LF_OK) status = make_offshore(out, map, shape);
    if (form == SHAPE_CURVE && status == LF_OK) status = make_curve(out, map, shape);
    if (form != SHAPE_TILES && form != SHAPE_CURVE && status == LF_OK && !points_from_waypoints(out, map))
        status = LF_E_NOMEM;
    if (status != LF_OK) cli_say("--shape: %s", cli_status_text(status));
    return status == LF_OK;
}

void shaped_free(shaped *of) {
    free(of->waypoints);
    free(of->points);
    *of = (shaped){0};
}
