// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/status.h
/// Statuses: what every call answers, and what is wrong with a route. Part of landfall.h.
#ifndef LF_STATUS_H
#define LF_STATUS_H

#ifndef LF_API
#if defined(_WIN32) && defined(LF_SHARED)
#ifdef LF_BUILD
#define LF_API __declspec(dllexport)
#else
#define LF_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define LF_API __attribute__((visibility("default")))
#else
#define LF_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// One list makes the enum, the texts and the tables of the bindings: X(name, number, text).
#define LF_STATUS_MAP(X)                                                                                   \
    X(OK, 0, "done")                                                                                       \
    X(NO_ROUTE, 1, "no target can be reached from any source")                                             \
    X(PAUSED, 2, "budget used up, call lf_search_step again")                                              \
    X(BROKEN, 3, "the tiles are not a legal route")                                                        \
    X(LIMIT, 4, "a limit on states or memory was hit before the answer was known")                         \
    X(PARTIAL, 5, "no target was reached; the route ends as near to one as it can")                        \
    X(IDLE, 6, "no task is left")                                                                          \
    X(E_NULL, -1, "a required pointer is NULL")                                                            \
    X(E_SIZE, -2, "width and height must be from 1 to 2147483647")                                         \
    X(E_TOO_MANY_TILES, -3, "a map has at most 4294967294 tiles")                                          \
    X(E_TILES_SIZE, -4, "the tile buffer is smaller than width, height and row stride ask for")            \
    X(E_ROW_STRIDE, -5, "the row stride is shorter than a row")                                            \
    X(E_FORMAT, -6, "unknown tile format")                                                                 \
    X(E_MOVES, -7, "unknown move rules")                                                                   \
    X(E_ALLOCATOR, -8, "an allocator needs both alloc and free, or neither")                               \
    X(E_NOMEM, -9, "out of memory: the allocator returned NULL")                                           \
    X(E_NO_SOURCES, -10, "the query has no source")                                                        \
    X(E_NO_TARGETS, -11, "the query has no target")                                                        \
    X(E_SOURCE_OUTSIDE, -12, "a source lies outside the map")                                              \
    X(E_TARGET_OUTSIDE, -13, "a target lies outside the map")                                              \
    X(E_SOURCE_BLOCKED, -14, "a source lies on a blocked tile")                                            \
    X(E_TARGET_BLOCKED, -15, "a target lies on a blocked tile")                                            \
    X(E_FOREIGN_MAP, -16, "the query is for another map than the search was created for")                  \
    X(E_STRATEGY, -17, "unknown strategy")                                                                 \
    X(E_BUDGET, -18, "the budget must be greater than 0")                                                  \
    X(E_NOT_BEGUN, -19, "no query is under way: call lf_search_begin first")                               \
    X(E_NOT_ENDED, -20, "the query has no answer yet: call lf_search_step until it is not LF_PAUSED")      \
    X(E_BUFFER_TOO_SMALL, -21, "the buffer is too small; the answer is complete but for what did not fit") \
    X(E_COUNT, -22, "a count is negative")                                                                 \
    X(E_LEVEL, -23, "the level must be from 1 to 8, and its cells not larger than the map asks for")       \
    X(E_COARSE_KIND, -24, "unknown kind of coarse map")                                                    \
    X(E_COARSE_SIZE, -25, "the given coarse map does not have the size that the level asks for")           \
    X(E_NO_COARSE, -26, "this strategy needs a coarse map: give one in lf_search_desc")                    \
    X(E_FOREIGN_COARSE, -27, "the coarse map was made for another map")                                    \
    X(E_RADIUS, -28, "the radius must be 0 (default), LF_NONE or positive")                                \
    X(E_WIDENINGS, -29, "the number of widenings must be 0 (default), LF_NONE or positive")                \
    X(E_FRONTIER, -30, "unknown kind of frontier")                                                         \
    X(E_COST, -31, "unknown cost of moves")                                                                \
    X(E_COST_STRATEGY, -32, "this strategy does not take octile costs: use an exact one")                  \
    X(E_NO_OCTILE, -33, "the search is not for octile costs: set cost in lf_search_desc")                  \
    X(E_SPACING, -34, "the spacing must be 0 (default), LF_NONE or positive")                              \
    X(E_PORTAL_CAP, -35, "the portal cap must be 0 (all tiles) or positive")                               \
    X(E_ENTRY, -36, "unknown kind of entry")                                                               \
    X(E_ONLY_SPINE, -37, "the search was created for spine alone")                                         \
    X(E_WINDOW_ROOM, -38, "spacing and radius ask for larger windows than a search for spine alone has")   \
    X(E_ROUTE_ROOM, -39, "the route is longer than the search's route_room")                               \
    X(E_KIND, -40, "the kind of a key or door must be from 0 to 63")                                       \
    X(E_FIXTURE_TYPE, -41, "a fixture is neither a key nor a door")                                        \
    X(E_FIXTURE_OUTSIDE, -42, "a key or door lies outside the map")                                        \
    X(E_FIXTURE_BLOCKED, -43, "a key or door lies on a blocked tile")                                      \
    X(E_FIXTURE_TWICE, -44, "two keys or doors lie on one tile")                                           \
    X(E_GOAL, -45, "unknown goal")                                                                         \
    X(E_SOURCE_LOCKED, -46, "a source lies on a door whose key is not held")                               \
    X(E_LIMIT, -47, "a limit is negative")                                                                 \
    X(E_MEMORY_LIMIT, -48, "more memory is needed than the limit allows")                                  \
    X(E_NO_INDEX, -49, "this strategy needs an index: give one in lf_search_desc")                         \
    X(E_FOREIGN_INDEX, -50, "the index was made for another map")                                          \
    X(E_INDEX_COST, -51, "the index was made for the other cost of moves")                                 \
    X(E_INDEX_LIMIT, -52, "the map has more tiles, headlands or arcs than an index can have")              \
    X(E_INDEX_FORMAT, -53, "these bytes are not an index")                                                 \
    X(E_INDEX_VERSION, -54, "the index was written by another version of the format")                      \
    X(E_INDEX_TRUNCATED, -55, "the index is cut short, or something follows it")                           \
    X(E_INDEX_CHECKSUM, -56, "the index was altered: its checksum does not fit")                           \
    X(E_INDEX_MAP, -57, "the index was made for a map with other tiles, size or move rules")               \
    X(E_INDEX_CONTENT, -58, "the index does not fit together inside")                                      \
    X(E_STRIP, -59, "strip is for orthogonal moves on a map whose bodies are known")                       \
    X(E_DEPTH_FROM, -60, "unknown source of depths")                                                       \
    X(E_MAP_DEPTH, -61, "the map was not given depths")                                                    \
    X(E_DEPTH_SIZE, -62, "the depth plane has fewer bytes than the map has tiles")                         \
    X(E_FOREIGN_DEPTH, -63, "the depths were made for another map")                                        \
    X(E_NO_DEPTH, -64, "a depth gate needs depths: give them in lf_search_desc")                           \
    X(E_MIN_DEPTH, -65, "the least depth must be from 0 to 255")                                           \
    X(E_HARBOUR, -66, "the harbour radius must be 0 (none), LF_NONE (the ends alone) or positive")         \
    X(E_DEPTH_STRATEGY, -67, "this strategy does not take a depth gate")                                   \
    X(E_LOOK_AHEAD, -68, "the look-ahead must be from 0 (default) to 32768 tiles")                         \
    X(E_DRIFT, -69, "the drift of offshore must be from 0 (default) to 16 tiles")                          \
    X(E_INTERVAL, -70, "the interval of a curve must be from 0 (default) to 4096")                         \
    X(E_HIERARCHY, -71, "unknown choice of a hierarchy")                                                   \
    X(E_DEEP_ENOUGH, -72, "the depth that is deep enough must be from 0 (none is) to 255")                 \
    X(E_TOO_MANY_FIXTURES, -73, "a map has at most 268435456 keys and doors")                              \
    X(E_INTERNAL, -74, "a fault in the library: two parts of a search disagree; please report the input")  \
    X(E_CANCELLED, -75, "the caller ended it: a report of progress was answered with false")               \
    X(E_SHAPE, -76, "a shape has a negative radius, width or height")                                      \
    X(E_TILE_OUTSIDE, -77, "a tile lies outside the map")                                                  \
    X(E_FOREIGN_WORLD, -78, "the search or the snapshot belongs to another world, or to none")             \
    X(E_END_RULE, -79, "unknown rule for ends, or near with a radius below 1")                             \
    X(E_SOURCE_FAR, -80, "a source lies on a blocked tile, and its rule finds no open tile")               \
    X(E_TARGET_FAR, -81, "a target lies on a blocked tile, and its rule finds no open tile")               \
    X(E_SOURCES_SKIPPED, -82, "no source is left: all of them are bad, and were skipped")                  \
    X(E_TARGETS_SKIPPED, -83, "no target is left: all of them are bad, and were skipped")                  \
    X(E_END_ROOM, -84, "the ends stand for more tiles than there is room for: see end_room")               \
    X(E_PARTIAL, -85, "a partial route in a search for spine alone needs the bodies of the map")           \
    X(E_TASKS_FULL, -86, "there is no room for another task")                                              \
    X(E_TICKET, -87, "no task has this ticket")                                                            \
    X(E_SEARCH_TWICE, -88, "a search is given twice")                                                      \
    X(E_DISTANCES, -89, "unknown kind of distances, or 16 bits under octile costs")                        \
    X(E_DISTANCE_RANGE, -90, "a distance is too large for the numbers of the field: set a limit")          \
    X(E_PLANE, -91, "the field was made without the plane that this needs: see lf_field_desc")             \
    X(E_NEAREST, -92, "the number of nearest targets must be at least 1")                                  \
    X(E_END_COUNT, -93, "a matrix has at most 4294967294 sources and targets, and room for 1048576 ends")  \
    X(E_OBSTACLE, -94, "the width and height of an obstacle must be at least 1")                           \
    X(E_OBSTACLE_PLANE, -95, "a plane of obstacles has fewer bytes than the map asks for")                 \
    X(E_OBSTACLE_ROOM, -96, "the obstacles cover more tiles than there is room for: see obstacle_room")    \
    X(E_OBSTACLE_STRATEGY, -97, "this strategy does not take obstacles")                                   \
    X(E_NO_GATE_INDEX, -98, "headland needs an index for this depth gate and cost: see gate_indexes")      \
    X(E_INDEX_GATE, -99, "the index is for another depth gate than is asked for here")                     \
    X(E_INDEX_DEPTH, -100, "the index was made for other depths")                                          \
    X(E_GATE_INDEXES, -101, "a search has at most 16 indexes for depth gates")                             \
    X(E_WEIGHTS_SIZE, -102, "the plane of weights has fewer bytes than the map has tiles")                 \
    X(E_WEIGHT, -103, "a tile weighs at most 65535")                                                       \
    X(E_FOREIGN_WEIGHTS, -104, "the weights were made for another map")                                    \
    X(E_NO_WEIGHTS, -105, "the search is not for weights: set weighted in lf_search_desc")                 \
    X(E_WEIGHTS_STRATEGY, -106, "weights are for auto, flood, cells, expand and spine")                    \
    X(E_WEIGHTS_WORLD, -107, "weights of one map cannot follow a world, nor be surveyed there")            \
    X(E_WEIGHTS_RANGE, -108, "under octile costs all tiles together weigh less than 1311738121")           \
    X(E_FOREIGN_WAYS, -109, "the ways were made for other keys and doors")                                 \
    X(E_CELLS, -110, "cells is for queries with weights")                                                  \
    X(E_WEIGHTS_WINDOW, -111, "the window of weights is empty, or not inside the map")                     \
    X(E_DEVICE, -112, "unknown type or heading of a device, or a teleporter with a heading")               \
    X(E_HEROES, -113, "a puzzle has 1 to 8 heroes")                                                        \
    X(E_PUZZLE_BITS, -114, "the puzzle has more than 256 bits of state")                                   \
    X(E_WEIGHTS_NUMBER, -115, "a world has at most 8 weights; to be replaced they need a plane")           \
    X(E_NO_CELLS, -116, "this build has no cells: use auto or flood")                                      \
    X(E_ALMANAC, -117, "an almanac is for a hierarchy, uniform costs and king moves that cut no corners")  \
    X(E_ALMANAC_FORMAT, -118, "these bytes are not an almanac, or one of another version of the format")   \
    X(E_ALMANAC_CONTENT, -119, "the almanac is cut short, was altered, or does not fit together inside")   \
    X(E_FOREIGN_ALMANAC, -120, "the almanac was made for another index")                                   \
    X(E_MAP_IMAGE, -121, "this memory is not the image of a map by this version of the library")

/// Zero or positive: an answer. Negative: an error, and nothing was done. LF_E_BUFFER_TOO_SMALL is the only
/// error that comes with an answer: see the rules for buffers in landfall.h.
typedef enum lf_status {
#define LF_STATUS_ENUM(name, number, text) LF_##name = (number),
    LF_STATUS_MAP(LF_STATUS_ENUM)
#undef LF_STATUS_ENUM
} lf_status;

/// What a status means: one English sentence without a full stop. Never NULL.
LF_API const char *lf_status_text(lf_status status);

/// The name of a status as it is written in C, "LF_E_NULL". Never NULL.
LF_API const char *lf_status_name(lf_status status);

/// What is wrong with a list of tiles.
typedef enum lf_fault {
    LF_FAULT_NONE = 0,
    LF_FAULT_EMPTY = 1,   ///< there is no tile at all
    LF_FAULT_OUTSIDE = 2, ///< the tile is outside the map
    LF_FAULT_BLOCKED = 3, ///< the tile is blocked
    LF_FAULT_JUMP = 4,    ///< no move of the rules leads from the tile before to this one
    LF_FAULT_CORNER = 5,  ///< the move from the tile before cuts a corner
    LF_FAULT_LOCKED = 6,  ///< the tile is a door whose key is not held (lf_keys_check only)
} lf_fault;

/// What a fault means, in English. Never NULL.
LF_API const char *lf_fault_text(lf_fault fault);

#ifdef __cplusplus
}
#endif

#endif // LF_STATUS_H
