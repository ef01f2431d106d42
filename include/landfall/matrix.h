// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/matrix.h
/// Matrices (distance matrices, many-to-many): the length of the way from each of many sources to each of many
/// targets, and for each source which targets are nearest, with the route to the nearest. Part of landfall.h:
/// include that one.
///
///     lf_matrix_create(map, &(lf_matrix_desc){.index = index}, &matrix);
///     lf_matrix_query query = {.sources = ships, .source_count = 200, .targets = ports, .target_count = 8};
///     lf_matrix_routes(matrix, &query, routes, 200, tiles, TILE_ROOM, NULL);
///     for (int i = 0; i < 200; i++) ship_sail(i, tiles + routes[i].first, routes[i].tile_count);
#ifndef LF_MATRIX_H
#define LF_MATRIX_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lf_weights; // landfall/weights.h

/// The exact length of a way. Uniform costs: `straight` has all moves, and `diagonal` is 0. Octile costs: the
/// cost is straight + diagonal * sqrt 2. Both numbers are LF_NO_LENGTH if there is no way. Under weights both are
/// costs: what the tiles weigh that such moves enter, under uniform costs all of them in `straight`.
typedef struct lf_length {
    uint32_t straight; ///< number of straight moves; under uniform costs, of all moves
    uint32_t diagonal; ///< number of diagonal moves; under uniform costs 0
} lf_length;

/// What both numbers of a length are if there is no way.
#define LF_NO_LENGTH UINT32_MAX

/// Which of two lengths is less: -1 if `a` is, 1 if `b` is, 0 if they are equal. Exact under both costs. No way
/// is longer than any way.
LF_API int lf_length_compare(lf_length a, lf_length b);

/// How a matrix is made. `{0}` is uniform costs without an index.
typedef struct lf_matrix_desc {
    const lf_index *index; ///< an index of the map, for this cost; it must outlive the matrix. NULL = none.
                           ///< Without an index, or with one that has no hierarchy, lengths come from fields
    lf_cost cost;          ///< what moves cost; 0 = uniform
    const struct lf_weights
        *weights;           ///< NULL, or weights of the map (landfall/weights.h): lengths are costs, which
                            ///< have a direction, and come from one field for each target. They must
                            ///< outlive the matrix. An index is not used then
    int64_t end_room;       ///< with a hierarchy: how many ends of the shorter list are worked on at a time;
                            ///< more take several rounds; 0 = 1024; at most 2^20. Lengths are the same
    int64_t max_bytes;      ///< the most bytes that the matrix may take; 0 = no limit
    lf_allocator allocator; ///< `{0}` = malloc and free
} lf_matrix_desc;

/// Room for matrices of one map. Opaque. One thread at a time may use it. All memory is allocated at creation;
/// it serves any number of queries, of any size.
///
/// Memory, with a hierarchy: 61 bytes per headland, 12 per arc, and up to 4.7 KB per end of end_room (octile: 12.3
/// KB), 4.8 MB (12.6 MB) by default. Without one: that of a field, 5 bytes per tile, under octile costs 12.5, under
/// weights 17.
/// lf_matrix_size says exactly.
typedef struct lf_matrix lf_matrix;

/// Creates a matrix for a map. The map must outlive it.
/// @param desc  NULL for the defaults.
/// @param out   receives the matrix, or NULL on error. Destroy it with lf_matrix_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_COST, LF_E_FOREIGN_WEIGHTS, LF_E_FOREIGN_INDEX, LF_E_INDEX_COST, LF_E_COUNT (a negative
///         end_room), LF_E_END_COUNT (too large a one), LF_E_LIMIT (a negative max_bytes), LF_E_MEMORY_LIMIT
///         (nothing was allocated), LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_matrix_create(const lf_map *map, const lf_matrix_desc *desc, lf_matrix **out);

/// Destroys a matrix. NULL is fine.
LF_API void lf_matrix_destroy(lf_matrix *matrix);

/// How many bytes lf_matrix_create asks the allocator for, with the same arguments. Exact. Allocates nothing.
/// @param desc   NULL for the defaults.
/// @param bytes  receives the number, also with LF_E_MEMORY_LIMIT; 0 on any other error.
/// @return the statuses of lf_matrix_create except LF_E_NOMEM.
LF_API lf_status lf_matrix_size(const lf_map *map, const lf_matrix_desc *desc, int64_t *bytes);

/// Bytes that the matrix holds; 0 for NULL.
LF_API size_t lf_matrix_bytes(const lf_matrix *matrix);

/// Whether lengths come from the hierarchy of an index; false if they come from fields, and for NULL.
LF_API bool lf_matrix_is_indexed(const lf_matrix *matrix);

struct lf_snapshot; // landfall/world.h

/// Turns a matrix to a state of a world, or to another one. A query under way is given up. If the state has an
/// index with a hierarchy for this cost, lengths come from it. If tiles have changed since the index was built,
/// they come from fields, until lf_world_work has built a new one. They are exact either way. Allocates what the
/// state needs, and keeps the memory of fields once it has some. Queries still allocate nothing.
/// @param snapshot  of a map with the same size and move rules. The caller holds it until the matrix is
///                  destroyed or turned away.
/// @return LF_OK, LF_E_NULL, LF_E_WEIGHTS_WORLD (it has weights, which belong to one map), LF_E_FOREIGN_MAP,
///         LF_E_MEMORY_LIMIT or LF_E_NOMEM. After an error the matrix is at its old state.
LF_API lf_status lf_matrix_turn(lf_matrix *matrix, const struct lf_snapshot *snapshot);

/// What to fill a matrix with. Both lists must stay as they are until it is filled. Either may be empty.
typedef struct lf_matrix_query {
    const lf_tile *sources; ///< open tiles; duplicates are fine
    int64_t source_count;   ///< at most 2^32 - 2
    const lf_tile *targets; ///< open tiles; duplicates are fine
    int64_t target_count;   ///< at most 2^32 - 2
    bool skip_bad_ends; ///< whether ends that are blocked or outside the map have no ways, instead of being
                        ///< refused
} lf_matrix_query;

/// Finds the length of the shortest way from each source to each target: lf_matrix_begin, then lf_matrix_step
/// until done. All lengths are exact.
///
/// With a hierarchy (buckets over a contraction hierarchy) each end costs about as much as two or three single
/// queries, and a pair next to nothing. Without one: one field for each end of the shorter list.
/// @param lengths   receives source_count * target_count lengths: all of the first source, then all of the
///                  second, and so on; may be NULL if capacity is 0.
/// @param capacity  how many lengths fit; too few are refused.
/// @return LF_OK, or the errors of lf_matrix_begin.
LF_API lf_status lf_matrix_fill(lf_matrix *matrix, const lf_matrix_query *query, lf_length *lengths,
                                int64_t capacity);

/// One of the nearest targets of a source.
typedef struct lf_nearest {
    int64_t target;   ///< index in the query's targets; -1 if no other target can be reached
    lf_length length; ///< of the shortest way there
} lf_nearest;

/// Finds the nearest targets of each source: lf_matrix_begin_nearest, then lf_matrix_step until done. For each
/// port's nearest ships, give the ports as sources. Of equally near targets the one with the lower index counts
/// as nearer, so the answer does not depend on how it was found. Duplicates are targets of their own.
///
/// For count = 1 it does not take a matrix. With a hierarchy: one pass over all its arcs, and one lookout per
/// end. Without one: a field from all targets, and small ones to tell which of them is meant.
/// @param count     how many targets for each source; at least 1.
/// @param nearest   receives source_count * count entries: those of the first source, nearest first, then
///                  those of the second, and so on; may be NULL if capacity is 0.
/// @param capacity  how many entries fit; too few are refused.
/// @return LF_OK, or the errors of lf_matrix_begin_nearest.
LF_API lf_status lf_matrix_nearest(lf_matrix *matrix, const lf_matrix_query *query, int64_t count,
                                   lf_nearest *nearest, int64_t capacity);

/// The route from a source to its nearest target.
typedef struct lf_nearest_route {
    lf_nearest nearest; ///< the target, and the length
    int64_t first;      ///< index of its first tile, the source, in the caller's tiles
    int64_t tile_count; ///< number of its tiles, moves + 1; 0 if no target can be reached
} lf_nearest_route;

/// Finds the nearest target of each source, as lf_matrix_nearest with count = 1 does, and the route there:
/// lf_matrix_begin_routes, then lf_matrix_step until done. All routes are in one buffer, one after the other, in the
/// order of the sources.
///
/// Which of several equal routes it is depends on the map, the lists and whether there is a hierarchy; it is the same on
/// every run, compiler and platform. With a hierarchy a route costs little more than writing its tiles. If there are
/// more targets than end_room, everything takes twice as long. Without one: as lf_matrix_nearest, and a walk per route;
/// if bad targets are skipped, up to twice as long.
/// @param routes         receives source_count routes; may be NULL if capacity is 0.
/// @param capacity       how many routes fit; too few are refused.
/// @param tiles          receives the tiles, from each source to its target; may be NULL if tile_capacity is 0.
/// @param tile_capacity  how many tiles fit. As many as fit are written, from the first on.
/// @param tile_count     receives the number of tiles of all routes, when they are found; may be NULL.
/// @return LF_OK, LF_E_BUFFER_TOO_SMALL (not all tiles fit, and all else is complete; or too few routes fit, and
///         nothing is written), or the errors of lf_matrix_begin_routes.
LF_API lf_status lf_matrix_routes(lf_matrix *matrix, const lf_matrix_query *query, lf_nearest_route *routes,
                                  int64_t capacity, lf_tile *tiles, int64_t tile_capacity,
                                  int64_t *tile_count);

/// Begins to fill a caller's array, and gives up a query that is under way. The array is complete when
/// lf_matrix_step returns LF_OK; until then it may hold anything.
/// @return LF_PAUSED (call lf_matrix_step), LF_E_NULL, LF_E_COUNT, LF_E_END_COUNT, LF_E_BUFFER_TOO_SMALL
///         (nothing is written), LF_E_SOURCE_OUTSIDE, LF_E_SOURCE_BLOCKED, LF_E_TARGET_OUTSIDE,
///         LF_E_TARGET_BLOCKED, or under weights LF_E_WEIGHTS_RANGE (all open tiles together weigh 2^32 - 1 or
///         more, under octile costs 1,311,738,121 or more). After an error no query is under way.
LF_API lf_status lf_matrix_begin(lf_matrix *matrix, const lf_matrix_query *query, lf_length *lengths,
                                 int64_t capacity);

/// Begins to find the nearest targets; likewise.
/// @return as lf_matrix_begin, or LF_E_NEAREST (count is below 1).
LF_API lf_status lf_matrix_begin_nearest(lf_matrix *matrix, const lf_matrix_query *query, int64_t count,
                                         lf_nearest *nearest, int64_t capacity);

/// Begins to find the nearest targets with their routes; likewise. The buffers and tile_count must stay where they are
/// until it is done.
/// @return as lf_matrix_begin, or LF_E_WEIGHTS_STRATEGY (under weights: ask for the nearest, then `flood` for routes).
LF_API lf_status lf_matrix_begin_routes(lf_matrix *matrix, const lf_matrix_query *query,
                                        lf_nearest_route *routes, int64_t capacity, lf_tile *tiles,
                                        int64_t tile_capacity, int64_t *tile_count);

/// Continues. The answer does not depend on how the work was sliced.
/// @param budget  the most work to do: arcs of the hierarchy and entries of buckets, or tiles of fields. Each
///                takes 1 to 3 nanoseconds; under octile costs a tile takes 10 to 20. A slice may go over it by
///                the work of one end with its row, or its route.
/// @return LF_PAUSED, LF_OK (done), LF_E_BUFFER_TOO_SMALL (done, and not all tiles of the routes fit), LF_E_NULL,
///         LF_E_BUDGET or LF_E_NOT_BEGUN. Called again after the end, it returns the same status again.
LF_API lf_status lf_matrix_step(lf_matrix *matrix, int64_t budget);

#ifdef __cplusplus
}
#endif

#endif // LF_MATRIX_H
