// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/world.h
/// Worlds: a map and everything derived from it, in one object that may be edited while others search it
/// (multiversion concurrency).
/// Part of landfall.h: include that one.
///
///     lf_world *world;
///     lf_world_create(&(lf_world_desc){.map = {.width = w, .height = h, .tiles = tiles, .tiles_size = n},
///                                      .index = &(lf_index_desc){0}}, &world);
///     count = lf_world_between(world, from, to, route, 1000);
///     lf_world_set_disc(world, (lf_point){x, y}, 20, true);   // a bomb turns land into water
///     lf_world_commit(world, NULL);
///     count = lf_world_between(world, from, to, route, 1000); // shortest on the new map
///
/// Threads. One thread edits: it calls the functions that take a world. Any number of threads may call
/// lf_world_acquire and lf_world_search and search the states that they hold; they never wait for others.
/// lf_world_work may run on one more thread, beside the one that edits.
#ifndef LF_WORLD_H
#define LF_WORLD_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most weights that a world can have.
#define LF_WORLD_WEIGHTS_MAX 8

/// Everything that makes a world. Required: the fields that a map requires. Buffers are copied. The
/// allocators of index, coarse map, depths, keys and doors are not used.
typedef struct lf_world_desc {
    /// Its allocator serves the whole world. It must be thread-safe if lf_world_work has a thread of its own.
    lf_map_desc map;
    /// NULL = no index; `{0}` = the usual one. It is for queries without a gate: an index for a depth gate does
    /// not follow edits, and is refused. Its workers and its progress are for lf_world_create alone.
    const struct lf_index_desc *index;
    /// Whether lf_world_work builds the index instead of lf_world_create. Until then queries are answered
    /// without it.
    bool index_later;
    /// NULL = no coarse map. Given cells stay as they are, whatever is edited.
    const struct lf_coarse_desc *coarse;
    /// NULL = no depths, or the map's own if it has some. Computed depths follow edits. Otherwise an
    /// opened tile has the depth that was given for it.
    const struct lf_depth_desc *depth;
    /// NULL = no keys and doors. They may lie on blocked tiles: such a key or door is not there until an edit
    /// opens its tile, and it is gone while its tile is blocked.
    const struct lf_fixtures_desc *fixtures;
    /// NULL, or a list of weights (landfall/weights.h), one for each kind of unit. They follow edits, and so does a
    /// coast that is dear: with a `depth_table`, tiles weigh by the depths of the world, and `depth` must be NULL.
    /// Queries name them by lf_world_weights. No byte and no depth may weigh more than LF_WEIGHT_MAX together.
    const struct lf_weights_desc *weights;
    int32_t weights_count; ///< up to LF_WORLD_WEIGHTS_MAX
    /// For the times in lf_edit_report and lf_stats; `{0}` = none.
    lf_clock clock;
} lf_world_desc;

/// A map that may be edited, and everything derived from it. Opaque. Memory: a world that was never edited
/// holds its parts once. With edits it holds them about three times: for the newest state, for the next edit,
/// and for the index; and once more for each older state that somebody holds.
typedef struct lf_world lf_world;

/// One state of a world. Opaque and immutable: any number of threads may use it as long as somebody holds it.
typedef struct lf_snapshot lf_snapshot;

/// Creates a world.
/// @param out  receives the world, or NULL on error. Destroy it with lf_world_destroy.
/// @return LF_OK, or the errors of lf_map_create, lf_coarse_create, lf_depth_create,
///         lf_fixtures_create (LF_E_FIXTURE_BLOCKED excepted), lf_weights_create and lf_index_create;
///         LF_E_INDEX_GATE (an index for a depth gate), LF_E_WEIGHTS_NUMBER (too many), LF_E_MAP_DEPTH (a depth
///         table in a world without depths) or LF_E_FOREIGN_DEPTH (weights with depths of their own).
LF_API lf_status lf_world_create(const lf_world_desc *desc, lf_world **out);

/// Destroys a world. NULL is fine. Release all snapshots and destroy all searches of the world first.
LF_API void lf_world_destroy(lf_world *world);

/// Bytes that the world holds, all its snapshots included; 0 for NULL. Any thread.
LF_API size_t lf_world_bytes(const lf_world *world);

// ---------------------------------------------------------------------------------------------------
// Asking
// ---------------------------------------------------------------------------------------------------

/// The shortest route between two tiles on the newest state, by `auto`. For the thread that edits. The first
/// call makes a search, which the world keeps.
/// @return as lf_search_between, or LF_E_NOMEM.
LF_API int64_t lf_world_between(lf_world *world, lf_tile from, lf_tile to, lf_tile *tiles, int64_t capacity);

/// Answers a query on the newest state. For the thread that edits. The first query with octile costs makes
/// room for them, and so does the first one with weights. There is no room for obstacles: they need a search of
/// their own (lf_world_search).
/// @return as lf_search_find, or LF_E_NOMEM.
LF_API lf_status lf_world_find(lf_world *world, const lf_query *query, lf_tile *tiles, int64_t capacity,
                               lf_route *route);

/// The newest state of a world. Any thread, at any time, without waiting. Release it with
/// lf_snapshot_release.
/// @return the snapshot; NULL for NULL.
LF_API const lf_snapshot *lf_world_acquire(lf_world *world);
/// Releases a snapshot from lf_world_acquire. NULL is fine. Any thread.
LF_API void lf_snapshot_release(const lf_snapshot *snapshot);

/// The number of a state: 0 as created, one more with each commit that changes a tile or a weight; 0 for NULL.
LF_API uint64_t lf_snapshot_version(const lf_snapshot *snapshot);
/// The map of a state; NULL for NULL.
LF_API const lf_map *lf_snapshot_map(const lf_snapshot *snapshot);
/// The coarse map of a state; NULL if the world has none, or for NULL.
LF_API const lf_coarse *lf_snapshot_coarse(const lf_snapshot *snapshot);
/// The depths of a state; NULL if the world has none, or for NULL.
LF_API const lf_depth *lf_snapshot_depth(const lf_snapshot *snapshot);
/// The index of a state; NULL if the world has none, if tiles or weights have changed since it was built, or for NULL.
/// After edits its hierarchy may have another order than that of an index made anew.
LF_API const lf_index *lf_snapshot_index(const lf_snapshot *snapshot);

/// The keys and doors of a state, for lf_keys_search_create; NULL if the world has none, or for NULL. They
/// are made anew with each commit: a few passes over the words of the map. Hold the state until the searches
/// with them are destroyed.
LF_API const struct lf_fixtures *lf_snapshot_fixtures(const lf_snapshot *snapshot);

/// What queries name weights of the world by, in every state, as long as the world lives: a search takes those of the
/// state that it is turned to. Any thread. It has no weights of its own: to read them, or to make a field or a matrix
/// with them, use lf_snapshot_weights.
/// @return NULL if the world has no weights of this number (from 0 on), or for NULL.
LF_API const struct lf_weights *lf_world_weights(const lf_world *world, int32_t number);

/// Weights of a state, which belong to its map; NULL if the world has none of this number, or for NULL.
LF_API const struct lf_weights *lf_snapshot_weights(const lf_snapshot *snapshot, int32_t number);

/// Creates a search for a world. It begins at the newest state and holds it. Any thread.
/// @param desc  NULL for the defaults; without coarse map, indexes and depths, which are the world's.
/// @param out   receives the search, or NULL on error. Destroy it with lf_search_destroy.
/// @return as lf_search_create; LF_E_FOREIGN_COARSE, LF_E_FOREIGN_INDEX or LF_E_FOREIGN_DEPTH if the
///         description has one of its own.
LF_API lf_status lf_world_search(lf_world *world, const lf_search_desc *desc, lf_search **out);

/// Turns a search to another state of its world. A query in progress is given up. The search holds the state
/// until it is turned again or destroyed. Takes microseconds, unless the state needs more room than the
/// search has: then it allocates. Queries still allocate nothing.
/// @param snapshot  one that the caller holds; NULL = the newest state.
/// @return LF_OK, LF_E_NULL, LF_E_FOREIGN_WORLD, LF_E_NOMEM or LF_E_MEMORY_LIMIT (more than the max_bytes of
///         its description). After an error the search is at its old state.
LF_API lf_status lf_search_turn(lf_search *search, const lf_snapshot *snapshot);

// ---------------------------------------------------------------------------------------------------
// Editing
// ---------------------------------------------------------------------------------------------------

// Shapes are collected until lf_world_commit. Where they overlap, the later one counts. Parts outside the map
// are cut off. Each function returns LF_OK, LF_E_NULL, LF_E_NOMEM or an error listed with it; after an error
// the shape is not added.

/// Opens or blocks all tiles whose middle lies within `radius` of the middle of the tile `centre`:
/// dx * dx + dy * dy <= radius * radius.
/// @return LF_E_SHAPE for a negative radius.
LF_API lf_status lf_world_set_disc(lf_world *world, lf_point centre, int32_t radius, bool open);
/// Opens or blocks a rectangle.
/// @return LF_E_SHAPE for a negative width or height.
LF_API lf_status lf_world_set_rect(lf_world *world, lf_point corner, int32_t width, int32_t height,
                                   bool open);
/// Opens or blocks a list of tiles.
/// @return LF_E_COUNT, or LF_E_TILE_OUTSIDE if a tile lies outside the map.
LF_API lf_status lf_world_set_tiles(lf_world *world, const lf_tile *tiles, int64_t count, bool open);

/// A rectangle of tiles as bits, lowest bit first. Each row begins with a new byte.
typedef struct lf_stencil {
    lf_point corner;       ///< of its first tile
    int32_t width, height; ///< in tiles
    const uint8_t *bits;   ///< what the tiles become: 1 = open
    const uint8_t *mask;   ///< NULL = all tiles; else bits in the same layout: 0 = the tile stays as it is
    size_t size;           ///< readable bytes of `bits`, and of `mask`
} lf_stencil;

/// Opens some tiles of a rectangle and blocks the others.
/// @return LF_E_SHAPE for a negative width or height, LF_E_TILES_SIZE if `size` is too small.
LF_API lf_status lf_world_set_stencil(lf_world *world, const lf_stencil *stencil);

/// A rectangle of bytes that weights are made of.
typedef struct lf_weights_stencil {
    lf_point corner;       ///< of its first tile
    int32_t width, height; ///< in tiles
    const uint8_t *plane;  ///< what the bytes of the tiles become, row by row
    size_t plane_size;     ///< readable bytes of `plane`
} lf_weights_stencil;

/// Replaces bytes of the plane that weights were made of, on open and on blocked tiles alike. The first one makes a
/// second plane, one byte per tile.
/// @param number  as in lf_world_weights.
/// @return LF_E_SHAPE for a negative width or height, LF_E_WEIGHTS_SIZE if `plane_size` is too small,
///         LF_E_WEIGHTS_NUMBER if there are no such weights, or if they were made without a plane.
LF_API lf_status lf_world_set_weights(lf_world *world, int32_t number, const lf_weights_stencil *stencil);

/// Forgets the shapes collected since the last commit. NULL is fine.
LF_API void lf_world_discard(lf_world *world);

/// What a commit did. Times are 0 without a clock.
typedef struct lf_edit_report {
    uint64_t version;        ///< of the newest state
    int64_t opened;          ///< tiles that were blocked before
    int64_t blocked;         ///< tiles that were open before
    int64_t headlands_new;   ///< headlands that appeared
    int64_t headlands_gone;  ///< headlands that disappeared
    int64_t headlands_dirty; ///< others that may now see something different
    int64_t bodies_joined;   ///< bodies that became part of another one
    int64_t bodies_split;    ///< parts that came off a body
    int64_t cells;           ///< cells of the coarse map that were made anew
    int64_t depths;          ///< tiles whose depth was looked at again
    int64_t weighed;         ///< tiles that were weighed again, for all weights together
    bool bulk;               ///< whether so much changed that the index was given up until it is built anew
    uint64_t ns;             ///< total time
    uint64_t follow_ns;      ///< time to bring the memory of an older state up to date
    uint64_t map_ns;         ///< time for the tiles
    uint64_t bodies_ns;      ///< time for the bodies
    uint64_t coarse_ns;      ///< time for the coarse map
    uint64_t depth_ns;       ///< time for the depths
    uint64_t index_ns;       ///< time for the overlay of the index
    uint64_t fixtures_ns;    ///< time for the keys and doors
    uint64_t weights_ns;     ///< time for the weights
} lf_edit_report;

/// Makes the collected shapes one edit, and publishes the new state. All or nothing. Holders of an older
/// state keep it.
/// @param report  receives what was done; may be NULL.
/// @return LF_OK (also if nothing changed: the version stays), LF_E_NULL or LF_E_NOMEM (nothing changed; the
///         shapes are still collected).
LF_API lf_status lf_world_commit(lf_world *world, lf_edit_report *report);

// ---------------------------------------------------------------------------------------------------
// Work between edits
// ---------------------------------------------------------------------------------------------------

/// Work without a limit.
#define LF_WORK_ALL INT64_MAX

/// Whether there is work for lf_world_work; false for NULL. Any thread.
LF_API bool lf_world_has_work(const lf_world *world);

/// Does work that was put off: builds the index, or a new one after edits, and the tree that tells how deep a
/// way can stay (lf_depth_between). Answers are exact before and after; afterwards they are faster. A new
/// index takes over what edits have left of the one before. It equals an index made anew, except that its
/// hierarchy may have another order. An index that edits have overtaken is begun anew once they pause (no edit
/// between two calls). May run on any one thread, beside the one that edits.
/// @param budget   greater than 0: about this many microseconds of work. It is counted, not timed: two worlds
///                 with the same edits and the same work, in the same order, are the same. A few tasks cannot
///                 be divided; on large maps they exceed it by a few milliseconds. If edits come faster than
///                 the tree of depths, it is made in one piece and exceeds it by more.
/// @param workers  NULL = on the caller's thread.
/// @return LF_OK (no work is left), LF_PAUSED (some is), LF_E_NULL, LF_E_BUDGET, LF_E_INDEX_LIMIT (the newest
///         state has more than an index can hold) or LF_E_NOMEM (nothing is lost; try again later).
LF_API lf_status lf_world_work(lf_world *world, int64_t budget, const lf_workers *workers);

// ---------------------------------------------------------------------------------------------------
// Routes under way
// ---------------------------------------------------------------------------------------------------

/// What is known about a stored route on a state other than the one that it was found on.
typedef enum lf_still {
    LF_STILL_SHORTEST = 0, ///< legal, and no route between its ends is shorter
    LF_STILL_LEGAL = 1,    ///< legal; a shorter one may have opened
    LF_STILL_BROKEN = 2,   ///< no longer legal
    LF_STILL_BEATEN = 3,   ///< legal, but a shorter one has opened
} lf_still;

/// A stored route.
typedef struct lf_voyage {
    const lf_tile *tiles; ///< from where the ship is now to its target: the rest of a shortest route
    int64_t count;        ///< at least 1
    uint64_t version;     ///< of the state that it was found on
    lf_cost cost;         ///< for which it was shortest; 0 = uniform
    lf_still still;       ///< receives what is known
    int64_t broken_at;    ///< receives the index of the first tile that cannot be reached, or -1
} lf_voyage;

/// Tells whether stored routes are still legal, and whether they are still shortest, without a search. For
/// most routes, the places of later edits are enough to tell. If the state has an index, for the cost of the
/// route, its bounds tell more, and so do short cuts over what was opened near the route. Without one, no
/// route is LF_STILL_BEATEN. Depth gates and weights are ignored: of a cheapest route this tells whether it is legal.
/// @param search  a search of the world, turned to the state to ask about.
/// @return LF_OK, LF_E_NULL, LF_E_COUNT, LF_E_COST or LF_E_FOREIGN_WORLD (the search is for a plain map).
LF_API lf_status lf_route_still(const lf_search *search, lf_voyage *voyages, int64_t count);

#ifdef __cplusplus
}
#endif

#endif // LF_WORLD_H
