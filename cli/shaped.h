// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file shaped.h
/// The shape of a route for output: its points, and how long each form on the way to it is.
#ifndef LANDFALL_CLI_SHAPED_H
#define LANDFALL_CLI_SHAPED_H

#include "args.h"

#include <landfall.h>

/// The forms of a route; each is made from the one before it.
typedef enum shape_form { SHAPE_TILES, SHAPE_WAYPOINTS, SHAPE_OFFSHORE, SHAPE_CURVE, SHAPE_FORMS } shape_form;

args_names shape_name; ///< names of shape_form

/// A shaped route. `{0}` holds nothing.
typedef struct shaped {
    shape_form form;
    lf_tile *waypoints; ///< from SHAPE_WAYPOINTS on; pushed offshore from SHAPE_OFFSHORE on
    int64_t waypoint_count;
    lf_curve_point *points; ///< from SHAPE_WAYPOINTS on: what a line is drawn through
    int64_t point_count;
    int32_t deep_enough;          ///< the depth from which on offshore was content; 0 = none
    double distance[SHAPE_FORMS]; ///< Euclidean, in tiles, for each form up to this one
} shaped;

/// Shapes a route under the gate that the search has found it with. False after saying why.
/// @param shape  needs the search, and from SHAPE_OFFSHORE on the depths.
bool shaped_make(shape_form form, const lf_shape *shape, const lf_tile *tiles, int64_t count, shaped *out);

void shaped_free(shaped *of);

#endif // LANDFALL_CLI_SHAPED_H
