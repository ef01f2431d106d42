// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/shape.h
/// Routes with fewer points, farther from the coast, or smooth: for drawing and for motion.
///
/// The tile route stays the authority. Every stretch between two waypoints is a straight line whose moves are
/// all legal.
/// Part of landfall.h: include that one.
#ifndef LF_SHAPE_H
#define LF_SHAPE_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Limits and units of shapes.
enum {
    LF_MAX_LOOK_AHEAD = 32768, ///< in tiles
    LF_MAX_DRIFT = 16,         ///< in tiles to each side
    LF_CURVE_ONE = 256,        ///< parts of a tile that a curve counts in
    LF_MAX_INTERVAL = 4096,    ///< in 1/LF_CURVE_ONE of a tile
    LF_DISTANCE_ONE = 65536,   ///< parts of a tile that Euclidean lengths count in
};

/// How routes are shaped. `{0}` is the default for every field.
typedef struct lf_shape {
    const lf_search *search; ///< NULL, or the search that found the route: the shape then keeps to the tiles
                             ///< that the depth gate of the search's last query left open
    const lf_depth *depth;   ///< for lf_route_offshore
    int32_t look_ahead;      ///< waypoints: the most tiles of the route from one to the next; 0 = 512
    int32_t drift;           ///< offshore: how far a waypoint may move, in tiles to each side; 0 = 4
    int32_t deep_enough;     ///< offshore: the depth above which deeper is no better, 1 to 255; 0 = none
    int32_t interval;        ///< curve: approximate distance between samples, in 1/256 of a tile; 0 = 256
} lf_shape;

/// The tiles of the straight line between the middles of two tiles, both included. They form a legal sequence
/// of moves. The opposite direction has the same tiles (under orthogonal moves: apart from the corners of its
/// stairs). Where corners may not be cut, everything that the true line touches is open.
/// @param tiles  receives the tiles, beginning with `from`; may be NULL if capacity is 0.
/// @return the number of tiles; 0 if a move would not be legal, a tile is outside or blocked, or there is no
///         map; LF_E_NULL or LF_E_COUNT.
LF_API int64_t lf_line_tiles(const lf_map *map, lf_tile from, lf_tile to, lf_tile *tiles, int64_t capacity);

/// The turning points of a route: both ends, and each tile where the direction changes. From one to the next the route
/// is a row, a column or a diagonal of tiles, so they say all that the tiles say.
/// @param tiles       tiles of which each is a neighbour of the one before. Whether moves are legal is not asked.
/// @param turns       receives the turning points; may be NULL if capacity is 0, and may be `tiles` itself.
/// @param turn_count  receives the full number; at most `count`.
/// @return LF_OK, LF_BROKEN (a tile is outside, or no neighbour of the one before), LF_E_BUFFER_TOO_SMALL, LF_E_NULL or
///         LF_E_COUNT.
LF_API lf_status lf_route_turns(const lf_map *map, const lf_tile *tiles, int64_t count, lf_tile *turns,
                                int64_t capacity, int64_t *turn_count);

/// The waypoints of a route: some of its tiles, both ends among them, joined by straight lines
/// (lf_line_tiles). The lines are never longer than the route. Time: O(tiles log look_ahead).
/// @param shape           NULL for the defaults.
/// @param tiles           a legal route.
/// @param waypoints       receives the waypoints; may be NULL if capacity is 0, and may be `tiles` itself.
/// @param waypoint_count  receives the full number; at most `count`.
/// @return LF_OK, LF_BROKEN (the tiles are not a legal route), LF_E_BUFFER_TOO_SMALL, LF_E_NULL, LF_E_COUNT,
///         LF_E_LOOK_AHEAD, LF_E_DRIFT, LF_E_DEEP_ENOUGH, LF_E_INTERVAL, LF_E_FOREIGN_DEPTH or
///         LF_E_FOREIGN_MAP (the search is for another map).
LF_API lf_status lf_route_waypoints(const lf_map *map, const lf_shape *shape, const lf_tile *tiles,
                                    int64_t count, lf_tile *waypoints, int64_t capacity,
                                    int64_t *waypoint_count);

/// Pushes waypoints away from the coast, in place. Each waypoint between the ends moves to the deepest tile
/// within its drift that has straight lines to both neighbours, if this tile is deeper than its own. Of
/// several such tiles it takes the nearest, then the one with the lowest index. With `deep_enough`, all tiles
/// of this depth or more count as equally deep: a waypoint stops at the nearest of them, and a waypoint on
/// one of them stays. The chain may get longer. Time: O(drift^2) per waypoint, and two straight lines per
/// tile that is tried.
/// @param shape  must have `depth`.
/// @return LF_OK, LF_BROKEN (no straight line leads from a waypoint to the next; nothing was moved),
///         LF_E_NO_DEPTH, or the errors of lf_route_waypoints.
LF_API lf_status lf_route_offshore(const lf_map *map, const lf_shape *shape, lf_tile *waypoints,
                                   int64_t count);

/// A place on the map in 1/LF_CURVE_ONE of a tile: tile (x, y) begins at (256 x, 256 y), its middle is 128
/// farther.
typedef struct lf_curve_point {
    int64_t x, y; ///< x grows to the right, y downwards
} lf_curve_point;

/// Samples of a smooth curve through the middles of all waypoints (a centripetal Catmull-Rom spline). Every
/// sample is on an open tile. A stretch that would leave legal moves is bent less, or stays straight. Curves
/// are for drawing and motion only.
///
/// The samples are on the curve, but the straight line from one sample to the next (a chord) is not. With an
/// interval above one tile (256) a chord may run over a blocked tile that the curve goes around. It certainly
/// does not if corners may not be cut and its two samples are on one tile, or on tiles that a legal move
/// joins (lf_route_check of the two). So draw and steer with an interval of 256 or less. Where it
/// matters, check each chord in this way, and take a smaller interval if one fails. Where corners may be cut,
/// straight lines and chords clip the corners of blocked tiles at any interval.
/// @param shape        NULL for the defaults.
/// @param points       receives the samples, the first waypoint first; may be NULL if capacity is 0.
/// @param point_count  receives the full number.
/// @return LF_OK, LF_BROKEN (no straight line leads from a waypoint to the next), LF_E_BUFFER_TOO_SMALL, or
///         the errors of lf_route_waypoints.
LF_API lf_status lf_route_curve(const lf_map *map, const lf_shape *shape, const lf_tile *waypoints,
                                int64_t count, lf_curve_point *points, int64_t capacity,
                                int64_t *point_count);

/// The Euclidean length of straight lines from tile to tile, a route or waypoints, in 1/LF_DISTANCE_ONE of a
/// tile; 0 for NULL or if a tile is outside.
LF_API int64_t lf_route_distance(const lf_map *map, const lf_tile *tiles, int64_t count);

/// The length of the straight lines from sample to sample of a curve, in 1/LF_DISTANCE_ONE of a tile;
/// 0 for NULL.
LF_API int64_t lf_curve_distance(const lf_curve_point *points, int64_t count);

/// The least depth of a route: the least depth of the tiles that it needs open. These are its own tiles and,
/// under LF_MOVES_KING, the two tiles that each diagonal move passes between (a depth gate that closes one of
/// them forbids the move). With `search`, the tiles that the depth gate of its last query exempts do not
/// count. So the least depth of the deepest route is lf_route.gate_depth, and without harbours
/// lf_depth_between of its ends. Between tiles that are not one move apart, such as waypoints, no tile
/// counts.
/// @return the least depth; -1 if no tile counts, if a tile (or one beside a diagonal) is blocked or outside,
///         or for NULL.
LF_API int32_t lf_route_least_depth(const lf_depth *depth, const lf_search *search, const lf_tile *tiles,
                                    int64_t count);

#ifdef __cplusplus
}
#endif

#endif // LF_SHAPE_H
