// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The C side of the JavaScript package: routes. (Keys and doors are a module of their own, dungeon.c.)
//
// One instance of the module serves one map. So the map and its parts are static here: they go with the
// instance, and the garbage collector of JavaScript frees everything at once.
#ifndef LFJS_SHIM_H
#define LFJS_SHIM_H

#include "words.h"

/// The map as it is now. A world has no other user than this instance, so its newest map stays until the next
/// commit or work.
const lf_snapshot *lfjs_state_now(void);
const lf_map *lfjs_map_now(void);
const lf_depth *lfjs_depth_now(void);

/// The instance's map: either a plain map with its parts, or a world.
typedef struct lfjs_atlas {
    lf_map *map;
    lf_world *world;
    lf_depth *depth;
    lf_coarse *coarse, *spine_coarse;     ///< of a plain map; made when first needed
    lf_index *index;                      ///< of a plain map; NULL until it is built or loaded
    lf_index *gates[LF_GATE_INDEXES_MAX]; ///< of a plain map: indexes for depth gates, one for each depth
    int32_t gate_count;
    lf_cost cost;
    lf_hierarchy hierarchy;
    bool has_coarse; ///< of a world
    lf_weights_desc weights[LF_WORLD_WEIGHTS_MAX]; ///< of a world, until it is made
    int32_t weights_count;
    // An index that a world was given. It serves the state that it was loaded for, until there is a newer one.
    lf_index *loaded;
    const lf_snapshot *loaded_for; ///< held
} lfjs_atlas;

extern lfjs_atlas lfjs_here;

/// Which strategies a seat is for.
typedef enum lfjs_kind {
    LFJS_EXACT = 0,  ///< auto, flood, headland, strip
    LFJS_GUIDED = 1, ///< corridor, expand, expand-optimal, and spine with a depth gate
    LFJS_SPINE = 2,  ///< spine alone, in far less memory
} lfjs_kind;

/// What a search has room for, as in lf_search_desc.
typedef struct lfjs_rooms {
    int64_t ends, obstacles, harbours;
    bool weighted;
} lfjs_rooms;

/// A search, and the arrays of its query. Queries that are under way at the same time sit on different seats.
typedef struct lfjs_seat lfjs_seat;
struct lfjs_seat {
    lfjs_seat *next;
    lf_search *search;
    lf_search *fast;          ///< NULL, or one with the index that was loaded, on the same state of the world
    lf_search *asked;         ///< the one of them that has the query
    lf_index *index;          ///< NULL, or that the search of a plain map, or `fast`, was made with
    const lf_snapshot *state; ///< of a world: that the search is turned to, held
    lfjs_kind kind;
    lfjs_rooms rooms; ///< of its search
    lfjs_room sources, targets, tiles, blocks;
    lf_obstacles obstacles;     ///< of the next query, in `blocks`
    lfjs_room waypoints, curve; ///< the shape of the last route
};

/// The map and the depths that a seat's last query was about.
const lf_map *lfjs_seat_map(const lfjs_seat *seat);
const lf_depth *lfjs_seat_depth(const lfjs_seat *seat);

/// Destroys an index once it is neither the map's own nor used by any seat or matrix. NULL is fine.
void lfjs_index_sweep(lf_index *index);

/// Whether a matrix was made with an index.
bool lfjs_matrix_uses(const lf_index *index);

/// Gives up the loaded index of a world if there is a newer state. Whether it was given up now.
bool lfjs_loaded_follow(void);
/// Gives up the loaded index of a world. Queries that are under way keep it.
void lfjs_loaded_forget(void);

/// Shapes the tiles of a route as the words from `first` on say.
/// @param gated  NULL, or the search whose depth gate the shape keeps to.
lf_status lfjs_shape_make(lfjs_seat *seat, const lf_search *gated, const lf_tile *tiles, int64_t count,
                          int first);

#endif // LFJS_SHIM_H
