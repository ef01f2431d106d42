// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/options.h
/// Options of a query: the cost of moves, how the guided strategies are tuned, the depth gate, and rules for
/// ends. Part of landfall.h.
#ifndef LF_OPTIONS_H
#define LF_OPTIONS_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a move costs. Under octile costs a route costs `straight + diagonal * sqrt 2`. The library keeps and
/// compares the two numbers exactly and never uses floating point.
typedef enum lf_cost {
    LF_COST_UNIFORM = 0, ///< every move 1
    LF_COST_OCTILE = 1,  ///< a straight move 1, a diagonal one sqrt 2
} lf_cost;

/// The name of a cost ("uniform", "octile"), or NULL if there is no such value.
LF_API const char *lf_cost_name(lf_cost value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_COST. On error `out` receives the value 0.
LF_API lf_status lf_cost_parse(const char *name, lf_cost *out);

/// What a route with keys must achieve.
typedef enum lf_goal {
    LF_GOAL_EXIT = 0,          ///< stand on any of the targets
    LF_GOAL_ALL_KEYS = 1,      ///< hold a key of every kind that lies on the map; targets are ignored
    LF_GOAL_ALL_KEYS_EXIT = 2, ///< hold all of them, then stand on any of the targets
} lf_goal;

/// The name of a goal ("exit", "all-keys", "all-keys-exit"), or NULL if there is no such value.
LF_API const char *lf_goal_name(lf_goal value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_GOAL. On error `out` receives the value 0.
LF_API lf_status lf_goal_parse(const char *name, lf_goal *out);

/// Stands for the number 0 in a field where 0 means "not given".
#define LF_NONE (-1)

/// Knobs for studies, of no use to other users (landfall/experts.h).
typedef struct lf_expert_options lf_expert_options;

/// Options of a query. `cost` is for all strategies. The other options are for the guided ones (corridor,
/// expand, expand-optimal, spine; docs/tuning.md); other strategies ignore them.
///
/// Errors: LF_E_COST, LF_E_COST_STRATEGY (this strategy takes uniform costs only), LF_E_NO_OCTILE (`flood` in
/// a search that is not for octile costs), LF_E_RADIUS, LF_E_WIDENINGS, LF_E_SPACING, LF_E_WINDOW_ROOM (a
/// search for spine alone has no room for this radius and spacing), and of `experts` LF_E_FRONTIER,
/// LF_E_PORTAL_CAP, LF_E_ENTRY. Every strategy refuses an unknown value of an enum.
typedef struct lf_options {
    lf_cost cost;      ///< 0 = uniform. The guided strategies take octile costs only under orthogonal moves,
                       ///< where both are the same
    int32_t radius;    ///< the corridor, or a window, reaches this many cells around the plan; 0 = 1,
                       ///< LF_NONE = only the plan's cells
    int32_t widenings; ///< how often to widen before the guardrail runs; 0 = 5 (spine: 3, for each window),
                       ///< LF_NONE = never
    int32_t spacing;   ///< spine: at most this many cells from knot to knot; 0 = 8, LF_NONE = only at turns
    bool keep_joints;  ///< spine: whether to leave the kinks where segments meet as they are
    const lf_expert_options *experts; ///< NULL = the defaults; lf_search_begin copies what it points at
} lf_options;

/// The depth gate of a query. `{0}` is none. A tile that the gate closes counts as blocked in every respect
/// (under LF_MOVES_KING it also forbids the diagonal moves beside it), unless it is exempt.
///
/// Errors: LF_E_MIN_DEPTH, LF_E_HARBOUR, LF_E_NO_DEPTH (the search has no depths), LF_E_DEPTH_STRATEGY (a
/// gate for strip, or a search for spine alone), LF_E_NO_GATE_INDEX (a gate for headland in a search that has
/// no index for it, or no room for its harbours: see lf_search_desc.gate_indexes).
typedef struct lf_depth_gate {
    int32_t min_depth; ///< shallower tiles are closed, 0 to 255; 0 = none
    bool deepest;      ///< the gate is the greatest one that leaves a route, and at least min_depth: the
                       ///< route stays as deep as any can, and is the shortest of the routes that do
    int32_t harbour;   ///< tiles within this many moves of any source or target, on the map without the
                       ///< gate, are exempt; 0 = not given: no tile is exempt, not even the ends;
                       ///< LF_NONE = 0 moves: the ends alone
} lf_depth_gate;

/// What an end (an entry of a query's sources or targets) stands for.
typedef enum lf_end_kind {
    LF_END_GIVEN = 0,  ///< "given": for its tile, which must be open
    LF_END_BESIDE = 1, ///< "beside": a blocked one for the open tiles among the eight around it
    LF_END_NEAR = 2,   ///< "near": a blocked one for the nearest tile of each body within a radius
} lf_end_kind;

/// The name of a kind of end ("given", "beside", "near"), or NULL if there is no such value.
LF_API const char *lf_end_kind_name(lf_end_kind value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_END_RULE. On error `out` receives the value 0.
LF_API lf_status lf_end_kind_parse(const char *name, lf_end_kind *out);

/// The rule for a list of ends: a port stands on land, a click goes anywhere. `{0}` = ends as given.
///
/// Under every rule an open end stands for itself alone. Distances are moves of a king over anything; of
/// equally near tiles of a body the lowest tile number counts. Where the map's bodies were not found, all
/// open tiles count as one body. A rule looks at the map without the depth gate; then the gate closes what an
/// end stands for as it closes given ends, and harbours lie around it. The way from the end to the tile that
/// it stands for is no part of the route.
///
/// An end is bad if it stands for nothing: it lies outside the map, or its rule finds no open tile.
///
/// Errors: LF_E_END_RULE, LF_E_END_ROOM (the ends stand for more tiles than lf_search_desc.end_room);
/// LF_E_SOURCE_OUTSIDE, LF_E_SOURCE_BLOCKED (given), LF_E_SOURCE_FAR (beside and near) and their twins for
/// targets for a bad end; with `skip_bad` LF_E_SOURCES_SKIPPED and LF_E_TARGETS_SKIPPED if all are bad.
typedef struct lf_end_rule {
    lf_end_kind kind; ///< 0 = given
    int32_t radius;   ///< near: at least 1
    bool skip_bad;    ///< whether bad ends are left out; otherwise they are an error
} lf_end_rule;

/// A rectangle of tiles that is blocked, or open, for one query. What lies outside the map is left out.
typedef struct lf_obstacle {
    int32_t x, y;          ///< the corner with the least x and y; may lie outside the map
    int32_t width, height; ///< at least 1; one tile is a rectangle of 1 x 1
    bool open;             ///< whether its tiles are open; otherwise they are blocked
} lf_obstacle;

/// Obstacles that move: what differs from the map in one query. `{0}` = nothing.
///
/// The query is answered as on a map made with the obstacles, by every strategy but `strip`; lengths and
/// proofs are those of that map. Tiles are blocked by the first plane, opened by the second, and then the
/// list is gone through from its first entry to its last: where entries overlap, the last one counts. The map
/// itself, and the next query, know nothing of it.
///
/// Bodies (under the rule `near`) are those of the map without the obstacles; where obstacles open a tile,
/// all open tiles count as one body. A tile that obstacles open has depth 0; the depths of other tiles stay
/// as they are.
///
/// Errors: LF_E_OBSTACLE, LF_E_OBSTACLE_PLANE, LF_E_OBSTACLE_ROOM (there are more tiles than
/// lf_search_desc.obstacle_room), LF_E_OBSTACLE_STRATEGY (`strip`, or a search for spine alone), LF_E_COUNT,
/// LF_E_NULL; LF_E_NO_OCTILE if the search was not made for octile costs, even with an index for them.
typedef struct lf_obstacles {
    const lf_obstacle *list;   ///< may be NULL if count is 0
    int64_t count;             ///< entries of the list
    const void *blocked_plane; ///< NULL, or one bit per tile as in LF_TILES_BITS, 1 = blocked
    const void *open_plane;    ///< NULL, or one bit per tile as in LF_TILES_BITS, 1 = open
    size_t plane_size;         ///< bytes that may be read from each plane
} lf_obstacles;

#ifdef __cplusplus
}
#endif

#endif // LF_OPTIONS_H
