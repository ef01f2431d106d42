// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall.h
/// Routes on huge tile maps: the whole contract of the library, and the only header a user includes.
///
/// Three kinds of things:
///  - values: lf_tile, lf_query, lf_route ... plain data, passed around freely;
///  - the map (lf_map): which tiles are open; immutable once created, shared by any number of threads;
///  - the search (lf_search): all scratch memory of one thread. A query allocates nothing.
///
/// The way up, from simple to expert:
///  1. lf_map_create, lf_search_create, lf_search_find: one call, one route.
///  2. lf_search_begin / lf_search_step / lf_search_finish: the same query, a slice of work at a time.
///  3. The section "For experts" at the end.
///
/// Every function checks its arguments in every build; a value that an enum does not have is refused wherever
/// one is taken. Statuses that are zero or positive are answers,
/// negative ones are errors; lf_status_text gives the words. Out parameters are cleared before anything
/// else happens. Nothing in here prints, aborts, reads a clock or keeps global state.
#ifndef LANDFALL_H
#define LANDFALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LF_VERSION_MAJOR 0
#define LF_VERSION_MINOR 1
#define LF_VERSION_PATCH 0
/// The version as one number that can be compared: 0x00MMmmpp.
#define LF_VERSION_HEX ((LF_VERSION_MAJOR << 16) | (LF_VERSION_MINOR << 8) | LF_VERSION_PATCH)

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

/// The version of the library that is linked, as LF_VERSION_HEX gives it for the header.
LF_API uint32_t lf_version(void);

// ---------------------------------------------------------------------------------------------------
// Statuses
// ---------------------------------------------------------------------------------------------------

/// One list makes the enum, the texts and the tables of the bindings: X(name, number, text).
#define LF_STATUS_MAP(X)                                                                                   \
    X(OK, 0, "done")                                                                                       \
    X(NO_ROUTE, 1, "no target can be reached from any source")                                             \
    X(PAUSED, 2, "budget used up, call lf_search_step again")                                              \
    X(BROKEN, 3, "the tiles are not a legal route")                                                        \
    X(LIMIT, 7, "a limit on states or memory was hit before the answer was known")                         \
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
    X(E_BUFFER_TOO_SMALL, -21, "the buffer is too small for the route; tile_count says how many it needs") \
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
    X(E_NO_OCTILE, -33, "the search has no room for octile costs: ask for it in lf_search_desc")           \
    X(E_SPACING, -34, "the spacing must be 0 (default), LF_NONE or positive")                              \
    X(E_PORTAL_CAP, -35, "the portal cap must be 0 (all tiles) or positive")                               \
    X(E_ENTRY, -36, "unknown kind of entry")                                                               \
    X(E_ONLY_SPINE, -37, "the search was created for spine alone")                                         \
    X(E_WINDOW_ROOM, -38, "spacing and radius ask for larger windows than a search for spine alone has")   \
    X(E_ROUTE_ROOM, -39, "the route is longer than the search's route_room")                               \
    X(E_KIND, -40, "the kind of a key or door must be from 0 to 63")                                       \
    X(E_GATE_TYPE, -41, "a gate is neither a key nor a door")                                              \
    X(E_GATE_OUTSIDE, -42, "a key or door lies outside the map")                                           \
    X(E_GATE_BLOCKED, -43, "a key or door lies on a blocked tile")                                         \
    X(E_GATE_TWICE, -44, "two keys or doors lie on one tile")                                              \
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
    X(E_OFFSHORE_WINDOW, -69, "the offshore window must reach from 0 (default) to 16 tiles")               \
    X(E_CURVE_SPACING, -70, "the spacing of a curve must be from 0 (default) to 4096")                     \
    X(E_HIERARCHY, -71, "unknown choice of a hierarchy")                                                   \
    X(E_DEEP_ENOUGH, -72, "the depth that is deep enough must be from 0 (none is) to 255")                 \
    X(E_BODIES, -73, "unknown choice of when bodies are found")                                            \
    X(E_INTERNAL, -74, "a fault in the library: two parts of a search disagree; please report the input")  \
    X(E_CANCELLED, -75, "the caller ended it: a report of progress was answered with false")

/// Zero or positive: an answer. Negative: an error, and nothing was done.
typedef enum lf_status {
#define LF_STATUS_ENUM(name, number, text) LF_##name = (number),
    LF_STATUS_MAP(LF_STATUS_ENUM)
#undef LF_STATUS_ENUM
} lf_status;

/// What a status means, in one English sentence without a full stop. Never NULL.
LF_API const char *lf_status_text(lf_status status);

/// The name of a status as it is written in C, "LF_E_NULL". Never NULL.
LF_API const char *lf_status_name(lf_status status);

// ---------------------------------------------------------------------------------------------------
// Values
// ---------------------------------------------------------------------------------------------------

/// One tile of a map as its index: y * width + x, y growing downwards.
typedef uint32_t lf_tile;

/// No tile. Never a valid index, because a map has at most 2^32 - 2 tiles.
#define LF_NO_TILE UINT32_MAX

/// The place of a tile on its map.
typedef struct lf_point {
    int32_t x, y;
} lf_point;

/// Memory for the library. `{0}` means malloc and free. Both functions must be thread-safe if objects
/// that share the allocator are created or destroyed by several threads at once.
typedef struct lf_allocator {
    void *(*alloc)(size_t size, void *user);             ///< size > 0; aligned for any type; NULL = no memory
    void (*free)(void *memory, size_t size, void *user); ///< gets the size that was asked for
    void *user;                                          ///< handed to both
} lf_allocator;

/// A clock for the times in lf_stats. `{0}` means none: all times are 0.
typedef struct lf_clock {
    uint64_t (*now_ns)(void *user); ///< nanoseconds from any fixed moment, never going back
    void *user;                     ///< handed to now_ns
} lf_clock;

// ---------------------------------------------------------------------------------------------------
// Map
// ---------------------------------------------------------------------------------------------------

/// Which of the eight neighbours a route may step to.
typedef enum lf_moves {
    LF_MOVES_KING = 0,       ///< eight directions; a diagonal needs both touching orthogonal tiles open
    LF_MOVES_KING_CUT = 1,   ///< eight directions; corners may be cut
    LF_MOVES_ORTHOGONAL = 2, ///< four directions
} lf_moves;

/// How the tile buffer of lf_map_desc is to be read.
typedef enum lf_tile_format {
    LF_TILES_BYTES = 0,  ///< a byte a tile: 0 is blocked, anything else is open
    LF_TILES_BITS = 1,   ///< a bit a tile, 1 is open; lowest bit first; each row begins on a byte
    LF_TILES_MASKED = 2, ///< a byte a tile, open if (byte & mask) == value; reads foreign formats in place
} lf_tile_format;

/// When the bodies of a map are found.
typedef enum lf_bodies {
    LF_BODIES_AT_CREATION = 0, ///< by lf_map_create; queries between different bodies then cost nothing
    LF_BODIES_ON_REQUEST = 1,  ///< only by lf_map_find_bodies
} lf_bodies;

/// Everything that makes a map. `{0}` is the default for each field except width, height, tiles and
/// tiles_size. Nothing in here is kept: buffers are copied.
typedef struct lf_map_desc {
    int32_t width, height;  ///< in tiles, each from 1 to 2^31 - 1; at most 2^32 - 2 tiles in all
    const void *tiles;      ///< row by row from the top, in the format below
    size_t tiles_size;      ///< bytes that may be read from `tiles`
    size_t row_stride;      ///< bytes from row to row; 0 = rows follow each other without a gap
    lf_tile_format format;  ///< 0 = a byte a tile
    uint8_t mask, value;    ///< for LF_TILES_MASKED only
    lf_moves moves;         ///< 0 = king moves without corner cutting
    lf_bodies bodies;       ///< 0 = found at creation
    const uint8_t *depth;   ///< NULL, or width * height bytes: the depth of each tile
    lf_allocator allocator; ///< `{0}` = malloc and free
} lf_map_desc;

/// Which tiles are open, and how one may move on them. Opaque; immutable once created, so any number of
/// threads may use one map at once. Memory: two bits a tile (one in rows, padded to whole words of 64 tiles,
/// so that a map narrower than 64 tiles needs 8 bytes a row; one in blocks of 16 x 8 tiles), 12 bytes a run
/// of open tiles in a row for the bodies, and a byte a tile if there is depth.
typedef struct lf_map lf_map;

/// Creates a map.
/// @param desc  what the map is made of; not kept.
/// @param out   receives the map, or NULL on error. Destroy it with lf_map_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_SIZE, LF_E_TOO_MANY_TILES, LF_E_FORMAT, LF_E_MOVES, LF_E_BODIES,
///         LF_E_ROW_STRIDE, LF_E_TILES_SIZE, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_map_create(const lf_map_desc *desc, lf_map **out);

/// Destroys a map. NULL is fine. Every search on it must be destroyed first.
LF_API void lf_map_destroy(lf_map *map);

/// Width, height and move rules as given; 0 for NULL.
LF_API int32_t lf_map_width(const lf_map *map);
LF_API int32_t lf_map_height(const lf_map *map);
LF_API lf_moves lf_map_moves(const lf_map *map);

/// How many tiles are open; 0 for NULL.
LF_API int64_t lf_map_open_count(const lf_map *map);

/// Bytes that the map holds; 0 for NULL.
LF_API size_t lf_map_bytes(const lf_map *map);

/// The tile at (x, y), or LF_NO_TILE if that is outside the map or the map is NULL.
LF_API lf_tile lf_map_tile(const lf_map *map, int32_t x, int32_t y);

/// The place of a tile; (-1, -1) if it is outside the map or the map is NULL.
LF_API lf_point lf_map_point(const lf_map *map, lf_tile tile);

/// Whether a tile is inside the map and open; false for a NULL map.
LF_API bool lf_map_is_open(const lf_map *map, lf_tile tile);

/// Whether the map was given depths; false for NULL.
LF_API bool lf_map_has_depth(const lf_map *map);

/// The depth of a tile as given; 0 for a tile outside, a map without depths, or NULL.
LF_API uint8_t lf_map_depth(const lf_map *map, lf_tile tile);

/// No body: a blocked tile, a tile outside, or a map whose bodies were not found.
#define LF_NO_BODY UINT32_MAX

/// Finds the bodies of a map made with LF_BODIES_ON_REQUEST: the sets of open tiles that are connected
/// under the move rules. Does nothing if they are known. It changes the map, so call it before the map is
/// shared between threads and before a search is created for it (a search created earlier does not use them).
/// Time: one pass over the words of the map and its runs.
/// @return LF_OK, LF_E_NULL or LF_E_NOMEM (the map is then as it was).
LF_API lf_status lf_map_find_bodies(lf_map *map);

/// Number of bodies; 0 for NULL or when they were not found.
LF_API uint32_t lf_map_body_count(const lf_map *map);

/// The body of a tile, from 0 to lf_map_body_count - 1, numbered by their first tile in row order; or
/// LF_NO_BODY. Time: logarithmic in the number of open runs of the tile's row.
LF_API uint32_t lf_map_body(const lf_map *map, lf_tile tile);

/// Number of tiles of a body; 0 if there is no such body.
LF_API int64_t lf_map_body_size(const lf_map *map, uint32_t body);

// ---------------------------------------------------------------------------------------------------
// Coarse map
// ---------------------------------------------------------------------------------------------------

/// The highest level: cells of 256 x 256 tiles.
#define LF_MAX_LEVEL 8

/// What a coarse map knows.
typedef enum lf_coarse_kind {
    LF_COARSE_HONEST =
        0, ///< nodes are the connected pieces of cells, edges are real crossings: a plan always holds a route
    LF_COARSE_CELLS =
        1, ///< nodes are cells with an open tile, edges join all neighbours: may invent passages
} lf_coarse_kind;

/// Everything that makes a coarse map. `{0}` is the default for every field.
typedef struct lf_coarse_desc {
    int32_t level; ///< cells of 2^level x 2^level tiles, 1 to LF_MAX_LEVEL; 0 = 2, or less on a tiny map
    lf_coarse_kind kind;  ///< 0 = honest
    const uint8_t *cells; ///< for LF_COARSE_CELLS: NULL, or a byte a cell, 0 closed, instead of the map's own
    int32_t width, height;  ///< size of `cells`: the map's size divided by 2^level, rounded down or up
    lf_allocator allocator; ///< `{0}` = malloc and free
} lf_coarse_desc;

/// The map seen from afar, for the guided strategies. Opaque; immutable, shared by any number of threads. It
/// belongs to one map, which must outlive it. Memory: a byte and three bits a cell; for a cell with several
/// pieces two bytes a tile and four an edge. An honest one of a large map holds another, much smaller one
/// that shows the planner the way.
typedef struct lf_coarse lf_coarse;

/// Creates a coarse map.
/// @param desc  NULL for the defaults.
/// @param out   receives the coarse map, or NULL on error. Destroy it with lf_coarse_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_LEVEL (outside 1 to 8, or the level below has only one cell already),
/// LF_E_COARSE_KIND
///         (unknown, or `cells` given for an honest one), LF_E_COARSE_SIZE, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_coarse_create(const lf_map *map, const lf_coarse_desc *desc, lf_coarse **out);

/// Destroys a coarse map. NULL is fine. Every search with it must be destroyed first.
LF_API void lf_coarse_destroy(lf_coarse *coarse);

/// Level, kind, and size in cells; 0 for NULL.
LF_API int32_t lf_coarse_level(const lf_coarse *coarse);
LF_API lf_coarse_kind lf_coarse_kind_of(const lf_coarse *coarse);
LF_API int32_t lf_coarse_width(const lf_coarse *coarse);
LF_API int32_t lf_coarse_height(const lf_coarse *coarse);

/// Number of nodes, and of edges in both directions; 0 for NULL.
LF_API int64_t lf_coarse_node_count(const lf_coarse *coarse);
LF_API int64_t lf_coarse_edge_count(const lf_coarse *coarse);

/// Number of nodes in a cell: 0 if it is closed, 1 for most, more for a cell with several pieces; 0 outside
/// and for NULL.
LF_API int32_t lf_coarse_pieces(const lf_coarse *coarse, int32_t x, int32_t y);

/// Bytes that the coarse map holds; 0 for NULL.
LF_API size_t lf_coarse_bytes(const lf_coarse *coarse);

/// The level that suits the strategy `spine` on a map, by its size: 3 up to 64 million tiles, or less on a
/// tiny map; 0 for NULL.
LF_API int32_t lf_spine_level(const lf_map *map);

// ---------------------------------------------------------------------------------------------------
// Index
// ---------------------------------------------------------------------------------------------------

/// What a move costs. The cost of a route is `straight + diagonal * sqrt 2` under octile costs; the library
/// keeps and compares the two numbers exactly and never uses floating point.
typedef enum lf_cost {
    LF_COST_UNIFORM = 0, ///< every move 1
    LF_COST_OCTILE = 1,  ///< a straight move 1, a diagonal one sqrt 2
} lf_cost;

/// Threads for building an index, if the caller has some; `{0}` means none. The library starts no threads: it
/// cuts its work into parts and hands them out.
typedef struct lf_workers {
    /// Calls part(i, job) for every i from 0 to count - 1, once each, in any order and from any threads at
    /// once, and returns when all are done.
    void (*run)(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user);
    void *user; ///< handed to run
} lf_workers;

/// Tells the caller how far a long call has come, and lets it be ended; `{0}` means neither.
typedef struct lf_progress {
    /// `done` of `total` parts of the work are done; `done` never falls, and comes to `total` if all goes
    /// well; `total` stays the same during a call. Equal parts need not take equal times. Returns whether to
    /// go on: false ends the call with LF_E_CANCELLED at the end of the step that it is in, and it is not
    /// asked again. Always called by the thread that made the long call, never while workers run; it must
    /// not use what the call works on. The result does not depend on it.
    bool (*report)(int64_t done, int64_t total, void *user);
    void *user; ///< handed to report
} lf_progress;

/// Whether an index gets a contraction hierarchy. Queries with it are 1.1 to 7 times as fast at sea and in
/// cities, 2 to 8 times in rooms, mazes and caves, 7 to 18 times in dense noise. It takes half to five times
/// as long as the rest of the index, up to nine times under octile costs. It has saved that time after some
/// 50 queries in a maze, 200 to 900 in dense noise, 1,000 to 3,000 in rooms and caves, 3,000 to 10,000 at
/// sea, up to 20,000 in cities. Among small islands far apart it takes 5 to 50 times as long as the rest and
/// saves next to nothing.
typedef enum lf_hierarchy {
    LF_HIERARCHY_AUTO = 0, ///< yes, unless it is going to take more than 8 times the work of the rest, 13
                           ///< times under octile costs, or its arcs grow in number from the first. That is
                           ///< counted, not timed: the answer is the same everywhere. Giving it up
                           ///< takes 0.2 to 0.6 of the work of the rest
    LF_HIERARCHY_NO = 1,
    LF_HIERARCHY_YES = 2,
} lf_hierarchy;

/// Everything that makes an index. `{0}` is the default for every field.
typedef struct lf_index_desc {
    lf_cost cost;           ///< of the queries that it is for; under orthogonal moves there is no difference
    lf_hierarchy hierarchy; ///< 0 = auto
    lf_workers workers;     ///< `{0}` = build on the caller's thread. The index is the same either way
    lf_allocator allocator; ///< `{0}` = malloc and free; called by one thread at a time, perhaps a worker
    lf_progress progress;   ///< `{0}` = none; of lf_index_create alone
} lf_index_desc;

/// The corners of a map (headlands), the legs between them and distances from landmarks: what the strategy
/// `headland` searches instead of tiles. Opaque; immutable, shared by any number of threads. It belongs to
/// one map, which must outlive it. Memory: 4 bits a tile, 48 bytes a headland, 8 bytes a leg, less than 1 MB
/// of buoys up to 33 million tiles; with a hierarchy 8 bytes a headland and 24 bytes an arc more, of which
/// there are about as many as legs.
typedef struct lf_index lf_index;

/// Builds the index of a map.
/// @param desc  NULL for the defaults.
/// @param out   receives the index, or NULL on error. Destroy it with lf_index_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_COST, LF_E_HIERARCHY, LF_E_INDEX_LIMIT, LF_E_ALLOCATOR, LF_E_NOMEM or
///         LF_E_CANCELLED (desc->progress said so).
LF_API lf_status lf_index_create(const lf_map *map, const lf_index_desc *desc, lf_index **out);

/// Destroys an index. NULL is fine. Every search with it must be destroyed first.
LF_API void lf_index_destroy(lf_index *index);

/// The map that the index was made for; NULL for NULL.
LF_API const lf_map *lf_index_map(const lf_index *index);

/// The cost of the queries that the index is for; uniform for NULL.
LF_API lf_cost lf_index_cost(const lf_index *index);

/// Number of headlands, and of legs between them; 0 for NULL.
LF_API int64_t lf_index_headland_count(const lf_index *index);
LF_API int64_t lf_index_leg_count(const lf_index *index);

/// The headlands of an index, in the order of their tiles.
/// @param tiles  receives as many as fit; may be NULL.
/// @return the number of headlands; 0 for NULL.
LF_API int64_t lf_index_headlands(const lf_index *index, lf_tile *tiles, int64_t capacity);

/// Whether the index has a hierarchy; false for NULL.
LF_API bool lf_index_has_hierarchy(const lf_index *index);

/// Bytes that the index holds; 0 for NULL.
LF_API size_t lf_index_bytes(const lf_index *index);

/// Bytes that lf_index_save writes; 0 for NULL.
LF_API size_t lf_index_save_size(const lf_index *index);

/// Writes an index as bytes that lf_index_load reads on any machine: docs/formats.md has the layout.
/// @return LF_OK, LF_E_NULL or LF_E_BUFFER_TOO_SMALL (nothing was written).
LF_API lf_status lf_index_save(const lf_index *index, void *bytes, size_t size);

/// Makes an index of a map from saved bytes, which are not kept. They must be of this version, complete,
/// unaltered, and of a map with the same tiles, size and move rules; everything inside is checked as well, so
/// that no bytes whatever make a search misbehave or give an illegal route. (Bytes forged on purpose,
/// checksum and all, may leave things out, and so make routes longer or lose them.)
/// @param desc  NULL for the defaults; the bytes say cost and hierarchy, so any known value of these does.
/// @return LF_OK, LF_E_NULL, LF_E_COST, LF_E_HIERARCHY, LF_E_INDEX_FORMAT, LF_E_INDEX_VERSION,
/// LF_E_INDEX_TRUNCATED, LF_E_INDEX_CHECKSUM,
///         LF_E_INDEX_MAP, LF_E_INDEX_CONTENT, LF_E_INDEX_LIMIT, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_index_load(const lf_map *map, const lf_index_desc *desc, const void *bytes, size_t size,
                               lf_index **out);

// ---------------------------------------------------------------------------------------------------
// Depth
// ---------------------------------------------------------------------------------------------------

/// Where depths come from.
typedef enum lf_depth_from {
    LF_DEPTH_COMPUTED = 0, ///< distance to the nearest blocked tile in moves of a king (Chebyshev)
    LF_DEPTH_OF_MAP = 1,   ///< the map's own (lf_map_desc.depth); used in place
    LF_DEPTH_PLANE = 2,    ///< `plane`; copied
} lf_depth_from;

/// Everything that makes depths. `{0}` is the default for every field.
typedef struct lf_depth_desc {
    lf_depth_from from; ///< 0 = computed
    const uint8_t
        *plane;        ///< for LF_DEPTH_PLANE: a byte a tile, row by row; bytes of blocked tiles are ignored
    size_t plane_size; ///< bytes that may be read from it: at least one a tile
    bool edge_blocked; ///< computed: whether everything outside the map counts as blocked
    lf_allocator allocator; ///< `{0}` = malloc and free
} lf_depth_desc;

/// A depth a tile, from 0 to 255, and how deep routes can stay. Opaque; immutable, shared by any number of
/// threads. It belongs to one map, which must outlive it. Computed depth is 1 next to a blocked tile, also at
/// a corner, and 255 where no blocked tile is nearer than that; it is clearance as well: a ship that reaches
/// r tiles to each side of its middle fits where depth > r. Memory: a byte a tile, unless it is the map's
/// own, and 9 bytes for each hump, a stretch of a row over which depth rises and falls again (on a coast map
/// one for some 190 tiles). Time to make: O(tiles), nearly.
typedef struct lf_depth lf_depth;

/// Creates depths for a map.
/// @param desc  NULL for the defaults.
/// @param out   receives the depths, or NULL on error. Destroy them with lf_depth_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_DEPTH_FROM, LF_E_MAP_DEPTH, LF_E_DEPTH_SIZE, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_depth_create(const lf_map *map, const lf_depth_desc *desc, lf_depth **out);

/// Destroys depths. NULL is fine. Every search with them must be destroyed first.
LF_API void lf_depth_destroy(lf_depth *depth);

/// The depth of an open tile; -1 for a blocked one, one outside the map, or NULL.
LF_API int32_t lf_depth_at(const lf_depth *depth, lf_tile tile);

/// The greatest least depth (see lf_route_least_depth) of any route between two tiles, both included; -1 if
/// there is no route. A lookup: O(log map).
LF_API int32_t lf_depth_between(const lf_depth *depth, lf_tile from, lf_tile to);

/// Bytes that the depths hold; 0 for NULL.
LF_API size_t lf_depth_bytes(const lf_depth *depth);

/// The depth gate of a query. `{0}` is none. A tile that the gate closes is blocked in every respect, unless
/// it is exempt: under LF_MOVES_KING it also forbids the diagonal moves beside it.
typedef struct lf_depth_gate {
    int32_t min_depth; ///< tiles less deep than this are closed, 0 to 255; 0 = none
    bool deepest;      ///< the gate is the greatest one that leaves a route, and at least min_depth; so the
                       ///< route stays as deep as any can, and is the shortest of those that do
    int32_t harbour;   ///< tiles within so many moves of any source or target, on the map without the gate,
                       ///< are exempt; 0 = none, the ends count too; LF_NONE = the ends alone are exempt
} lf_depth_gate;

// ---------------------------------------------------------------------------------------------------
// Query and route
// ---------------------------------------------------------------------------------------------------

/// How a query is answered. Each has a name (lf_strategy_name), which is also its name in the program.
typedef enum lf_strategy {
    LF_STRATEGY_AUTO = 0,  ///< "auto": `headland` with an index, else `strip` or `flood`; exact
    LF_STRATEGY_FLOOD = 1, ///< "flood": breadth-first from all sources at once; shortest
    LF_STRATEGY_CORRIDOR =
        2, ///< "corridor": flood inside a corridor around a coarse plan; widen and restart when it fails
    LF_STRATEGY_EXPAND = 3, ///< "expand": the same, but widen and resume
    LF_STRATEGY_EXPAND_OPTIMAL =
        4, ///< "expand-optimal": the same, and shortest within the corridor as it is at the end
    LF_STRATEGY_SPINE = 5, ///< "spine": searches in small windows from portal to portal along a coarse path
    LF_STRATEGY_HEADLAND =
        6,                 ///< "headland": best-first over the corners of the map; shortest; needs an index
    LF_STRATEGY_STRIP = 7, ///< "strip": orthogonal moves, run by run of open tiles; shortest; needs nothing
} lf_strategy;

/// The name of a strategy, or NULL if there is no such strategy.
LF_API const char *lf_strategy_name(lf_strategy strategy);

/// The strategy of that name.
/// @param out  receives the strategy; LF_STRATEGY_AUTO on error.
/// @return LF_OK, LF_E_NULL or LF_E_STRATEGY.
LF_API lf_status lf_strategy_parse(const char *name, lf_strategy *out);

/// A tile that the route may begin at.
typedef struct lf_source {
    lf_tile tile;
    uint64_t origin; ///< the caller's own label (the port, the unit); handed back with the route
} lf_source;

/// For options whose 0 means "default": really none.
#define LF_NONE (-1)

/// How `expand` keeps deferred tiles.
typedef enum lf_frontier {
    LF_FRONTIER_REGION = 0, ///< a list for each cell: opening a cell touches only its own tiles
    LF_FRONTIER_LIST = 1,   ///< one list, scanned at each widening
} lf_frontier;

/// Where a segment of `spine` begins.
typedef enum lf_entry {
    LF_ENTRY_REACHED = 0, ///< at the tile of the portal that the segment before it has reached
    LF_ENTRY_PORTAL = 1,  ///< at any tile of that portal; a way between the two joins them
} lf_entry;

/// Options of a query. `cost` is for all strategies; the others are for the guided ones (corridor, expand,
/// expand-optimal, spine). The rest ignores their numbers, but takes no unknown values of their enums. See
/// docs/tuning.md.
typedef struct lf_options {
    lf_cost cost;      ///< 0 = uniform. The guided strategies take octile costs only under orthogonal moves,
                       ///< where both are the same; otherwise LF_E_COST_STRATEGY
    int32_t radius;    ///< the corridor, or a window, reaches this many cells around the plan; 0 = 1,
                       ///< LF_NONE = only the plan's cells
    int32_t widenings; ///< how often it is widened before the guardrail; 0 = 5 (spine: 3, for each window),
                       ///< LF_NONE = never
    lf_frontier frontier; ///< 0 = region
    bool straighten;      ///< whether the plan is straightened by line of sight before the corridor is drawn
                          ///< around it; `spine` always does
    int32_t spacing;      ///< spine: a waypoint at least every so many cells; 0 = 8, LF_NONE = only at turns
    int32_t portal_cap;   ///< spine: most tiles of a portal that are used; 0 = all
    lf_entry entry;       ///< spine: 0 = segments begin at the tile reached
    bool keep_joints;     ///< spine: whether the kinks where segments meet are left as they are
} lf_options;

/// One question: the shortest route from any source to any target. `{0}` is the default for each field except
/// the sources and targets. Both arrays must stay as they are until the query has its answer, that is until
/// lf_search_find, or the lf_search_step that does not return LF_PAUSED, is back.
typedef struct lf_query {
    const lf_source *sources;
    int64_t source_count; ///< at least 1; duplicates are fine, the first one given wins
    const lf_tile *targets;
    int64_t target_count; ///< at least 1; duplicates are fine
    lf_strategy strategy; ///< 0 = auto
    lf_options options;   ///< `{0}` = the defaults
    const lf_map *map;    ///< NULL, or the map that the tiles belong to: checked against the search's own
    lf_depth_gate gate;   ///< `{0}` = none; any other needs depths in lf_search_desc
} lf_query;

/// What a query cost. Counts are the same on every run and platform; times come from the search's clock.
///
/// `flood`, and the guardrail, have no queue of single tiles: all tiles at one distance (under octile costs:
/// all whose cost has the same whole part) are taken together. So `expanded` counts the tiles before the
/// target's distance, and one for the target; `enqueued` counts the tiles that have got a distance, those as
/// far as the target included (under octile costs: and those that moves from expanded tiles lead to). Both
/// follow from the map and the query alone. A queue of tiles would stop at the target somewhere inside its
/// distance, in an order of its own.
typedef struct lf_stats {
    int64_t expanded;     ///< tiles taken off the queue, the target included; `headland`: headlands; `strip`:
                          ///< runs; see below for `flood`
    int64_t enqueued;     ///< tiles put into the queue, sources included; see below for `flood`
    int64_t phases;       ///< runs of the search under one fixed corridor; 0 if no search was needed
    int64_t planned;      ///< nodes of the coarse map taken off the planner's queue
    int64_t first_cells;  ///< cells of the first corridor
    int64_t opened_cells; ///< cells that widening added to the corridor
    int64_t deferred;     ///< tiles that were met outside the corridor and kept for later
    int64_t segments;     ///< spine: searches from portal to portal
    bool guardrail;       ///< whether the unrestricted search had to run
    int64_t plan_ns;      ///< time of planning: on coarse levels, or attaching sources and targets
    int64_t refine_ns;    ///< time of the search over tiles
    int64_t guardrail_ns; ///< time of the guardrail
    int64_t total_ns;     ///< time inside the library from begin to the tiles written by finish
} lf_stats;

/// The answer to a query.
typedef struct lf_route {
    bool found;           ///< whether there is a route; if not, tiles are LF_NO_TILE, indexes -1, the rest 0
    lf_tile source;       ///< the first tile of the route
    int64_t source_index; ///< the first entry of the query's sources with that tile
    uint64_t origin;      ///< the label of that entry
    lf_tile target;       ///< the last tile of the route
    int64_t target_index; ///< the first entry of the query's targets with that tile
    int64_t length;       ///< number of moves: straight + diagonal
    int64_t straight;     ///< number of straight moves
    int64_t diagonal;     ///< number of diagonal moves; the octile cost is straight + diagonal * sqrt 2
    int64_t tile_count;   ///< number of tiles: length + 1, however large the caller's buffer is
    bool exact;           ///< whether the answer is proven best: no shorter route, or no route at all
    lf_strategy strategy; ///< the strategy that gave the answer; never auto
    int32_t gate; ///< what the least depth of the route (lf_route_least_depth with this search) is at least,
                  ///< and under `deepest` exactly; 255 if a route over exempt tiles alone exists; -1 if the
                  ///< query had no gate, or there is no route
    lf_stats stats;
} lf_route;

// ---------------------------------------------------------------------------------------------------
// Search
// ---------------------------------------------------------------------------------------------------

/// How a search is made. `{0}` is the default for every field.
typedef struct lf_search_desc {
    const lf_coarse *coarse; ///< NULL = none: the guided strategies are refused. Must outlive the search
    const lf_index *index;   ///< NULL = none: `headland` is refused. Must outlive the search
    bool octile; ///< room for `flood` under octile costs; without it such a query gets LF_E_NO_OCTILE
    lf_allocator allocator; ///< `{0}` = malloc and free
    lf_clock clock;         ///< `{0}` = no times
    lf_strategy only;       ///< 0 = room for every strategy; LF_STRATEGY_SPINE = for that one alone, with an
                            ///< honest coarse map and without octile costs: see lf_search for what it saves
    int64_t route_room;     ///< for spine alone: the most moves of a route before its loops are cut out;
                            ///< 0 = 8 * (width + height) + 4096
    const lf_depth *depth; ///< NULL = none: depth gates are refused. Must outlive the search. Takes 0.9 bytes
                           ///< a tile more, and 8 bytes a hump; nothing for spine alone, which takes no gate
    int64_t max_bytes;     ///< the most that the search may take, else LF_E_MEMORY_LIMIT before anything is
                           ///< allocated; 0 = no limit
} lf_search_desc;

/// All scratch memory for queries on one map. Opaque. One thread at a time may use a search; make one for
/// each thread. Memory: 0.82 bytes a tile (104 bytes a block of 16 x 8 tiles, with a block more a row); with
/// room for octile costs 10 bytes a tile more; with a coarse map 19 bytes a tile, 10 bytes an open tile and
/// 90 bytes a cell more; with an index 104 bytes a headland more; under orthogonal moves 100 bytes a run of
/// open tiles more. For spine alone: 0.3 MB for windows (more from level 5 on), 33 bytes a node of the coarse
/// map and a byte a move of route_room. It is allocated once, and touched only where queries go.
typedef struct lf_search lf_search;

/// How many bytes lf_search_create asks the allocator for, in all, with the same arguments: known before
/// anything is allocated, and exact. Allocates nothing. Time: O(1).
/// @param desc   NULL for the defaults.
/// @param bytes  receives the number, also with LF_E_MEMORY_LIMIT; 0 on any other error.
/// @return the errors of lf_search_create except LF_E_NOMEM.
LF_API lf_status lf_search_size(const lf_map *map, const lf_search_desc *desc, int64_t *bytes);

/// Creates a search for a map. The map must outlive it. lf_search_size says what it takes.
/// @param desc  NULL for the defaults.
/// @param out   receives the search, or NULL on error. Destroy it with lf_search_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_FOREIGN_COARSE, LF_E_FOREIGN_INDEX, LF_E_FOREIGN_DEPTH, LF_E_ALLOCATOR,
///         LF_E_NOMEM, LF_E_MEMORY_LIMIT (it takes more than max_bytes), LF_E_LIMIT (a negative max_bytes),
///         LF_E_COUNT (a negative route_room) or LF_E_STRATEGY (`only` is neither auto nor spine); and for
///         spine alone LF_E_NO_COARSE, LF_E_COARSE_KIND (the coarse map is not honest) or LF_E_COST_STRATEGY
///         (octile).
LF_API lf_status lf_search_create(const lf_map *map, const lf_search_desc *desc, lf_search **out);

/// Destroys a search. NULL is fine.
LF_API void lf_search_destroy(lf_search *search);

/// The map that the search was created for; NULL for NULL.
LF_API const lf_map *lf_search_map(const lf_search *search);

/// Bytes that the search holds; 0 for NULL.
LF_API size_t lf_search_bytes(const lf_search *search);

/// Answers a query: lf_search_begin, lf_search_step until done, lf_search_finish.
///
/// The length (under octile costs: the cost) is exact where the strategy is exact. Which of several equal
/// routes is returned follows from a written rule and is the same on every run, compiler and platform:
///  1. Of several nearest targets, the one that stands first in the query's list.
///  2. From the target back, each step goes to the first neighbour that is one move nearer to the
///     sources, in the order up, left, right, down, up-left, up-right, down-left, down-right. Under octile
///     costs: to the first neighbour, in that order, whose cost and that of the move make up this tile's
///     cost.
///  3. The source is the tile where that ends; its entry is the first in the query's list with that tile.
/// That is the rule of `flood`. The other strategies give a fixed one of several equal routes, the same on
/// every run, compiler and platform as well, but not by this rule.
///
/// @param tiles     receives the tiles from source to target; may be NULL if capacity is 0.
/// @param capacity  how many tiles fit; as many as fit are written, and route->tile_count has the full
/// number.
/// @param route     receives the answer; may be NULL.
/// @return LF_OK (found), LF_NO_ROUTE, the errors of lf_search_begin, or LF_E_BUFFER_TOO_SMALL if `tiles` is
///         given and the route does not fit (the answer is complete, call lf_search_finish for the tiles).
LF_API lf_status lf_search_find(lf_search *search, const lf_query *query, lf_tile *tiles, int64_t capacity,
                                lf_route *route);

/// Begins a query; one under way is given up. Does no search yet.
/// @return LF_PAUSED (call lf_search_step), LF_E_NULL, LF_E_FOREIGN_MAP, LF_E_STRATEGY, LF_E_NO_COARSE,
///         LF_E_RADIUS, LF_E_WIDENINGS, LF_E_FRONTIER, LF_E_SPACING, LF_E_PORTAL_CAP, LF_E_ENTRY,
///         LF_E_ONLY_SPINE, LF_E_WINDOW_ROOM, LF_E_COST, LF_E_COST_STRATEGY, LF_E_NO_OCTILE, LF_E_NO_INDEX,
///         LF_E_INDEX_COST, LF_E_STRIP, LF_E_MIN_DEPTH, LF_E_HARBOUR, LF_E_NO_DEPTH, LF_E_DEPTH_STRATEGY (a
///         gate for spine alone, headland or strip), LF_E_COUNT, LF_E_NO_SOURCES, LF_E_NO_TARGETS,
///         LF_E_SOURCE_OUTSIDE, LF_E_SOURCE_BLOCKED, LF_E_TARGET_OUTSIDE or LF_E_TARGET_BLOCKED. After an
///         error no query is under way.
LF_API lf_status lf_search_begin(lf_search *search, const lf_query *query);

/// Goes on with the query for at most `budget` expansions (tiles, and nodes of a coarse plan). Blocks of
/// tiles are moved and straight legs are walked whole: `flood` and the guardrail may go over the budget by
/// less than 128, `spine` by a leg. The answer does not depend on how it was sliced.
/// @return LF_PAUSED, LF_OK (found), LF_NO_ROUTE, LF_E_NULL, LF_E_BUDGET, LF_E_NOT_BEGUN, or LF_E_ROUTE_ROOM
///         (only a search for spine alone; the query is given up). Called again after the answer, it returns
///         the answer again.
LF_API lf_status lf_search_step(lf_search *search, int64_t budget);

/// Hands out the answer. May be called again, with another buffer, until the next lf_search_begin.
/// @return as lf_search_find for an answer; LF_E_NULL, LF_E_COUNT, LF_E_NOT_BEGUN or LF_E_NOT_ENDED.
LF_API lf_status lf_search_finish(lf_search *search, lf_tile *tiles, int64_t capacity, lf_route *route);

// ---------------------------------------------------------------------------------------------------
// Route check
// ---------------------------------------------------------------------------------------------------

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

/// Says whether a list of tiles is a legal route of a map, and if not, where it breaks first.
/// @param at     receives the index in `tiles` of the first tile that is wrong, -1 if none; may be NULL.
/// @param fault  receives what is wrong there; may be NULL.
/// @return LF_OK (legal), LF_BROKEN, LF_E_NULL or LF_E_COUNT.
LF_API lf_status lf_route_check(const lf_map *map, const lf_tile *tiles, int64_t count, int64_t *at,
                                lf_fault *fault);

// ---------------------------------------------------------------------------------------------------
// Keys and doors
// ---------------------------------------------------------------------------------------------------
//
// A tile may hold a key or a door. A key is taken by stepping on it and is never used up; door k is entered
// only with key k in hand, and counts as blocked until then, also where the corner rule looks at it. See
// docs/keys.md.

/// How many kinds of keys there can be: kinds are 0 to 63, and a set of them is a uint64_t, bit k for kind k.
#define LF_MAX_KINDS 64

typedef enum lf_gate_type {
    LF_GATE_KEY = 0,
    LF_GATE_DOOR = 1,
} lf_gate_type;

/// A key or a door on a tile.
typedef struct lf_gate {
    lf_tile tile;      ///< an open tile of the map; at most one key or door a tile
    uint8_t kind;      ///< 0 to LF_MAX_KINDS - 1
    lf_gate_type type; ///< 0 = a key
} lf_gate;

/// What makes gates. `{0}` is a map without keys and doors. Nothing in here is kept.
typedef struct lf_gates_desc {
    const lf_gate *gates;
    int64_t gate_count;
    lf_allocator allocator; ///< `{0}` = malloc and free
} lf_gates_desc;

/// The keys and doors of a map. Opaque; immutable, shared by any number of threads. They belong to one map,
/// whose open tiles include them, and which must outlive them. Memory: four bits a tile, 12 bytes a run of
/// open tiles in a row, about 100 bytes a door.
typedef struct lf_gates lf_gates;

/// Creates the gates of a map. Time: a few passes over the words of the map.
/// @param desc  NULL for no keys and doors.
/// @param out   receives the gates, or NULL on error. Destroy them with lf_gates_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_COUNT, LF_E_KIND, LF_E_GATE_TYPE, LF_E_GATE_OUTSIDE, LF_E_GATE_BLOCKED,
///         LF_E_GATE_TWICE, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_gates_create(const lf_map *map, const lf_gates_desc *desc, lf_gates **out);

/// Destroys gates. NULL is fine. Every search with them must be destroyed first.
LF_API void lf_gates_destroy(lf_gates *gates);

/// The map that they belong to; NULL for NULL.
LF_API const lf_map *lf_gates_map(const lf_gates *gates);

/// How many keys and doors there are, and bytes that the gates hold; 0 for NULL.
LF_API int64_t lf_gates_key_count(const lf_gates *gates);
LF_API int64_t lf_gates_door_count(const lf_gates *gates);
LF_API size_t lf_gates_bytes(const lf_gates *gates);

/// The kinds that have a key on the map, and those that have a door; 0 for NULL.
LF_API uint64_t lf_gates_key_kinds(const lf_gates *gates);
LF_API uint64_t lf_gates_door_kinds(const lf_gates *gates);

/// The key or door on a tile. Time: logarithmic in their number.
/// @param out  receives it; may be NULL; as it was if there is none.
/// @return whether there is one; false for NULL and for a tile outside.
LF_API bool lf_gates_at(const lf_gates *gates, lf_tile tile, lf_gate *out);

/// What a route with keys is to achieve.
typedef enum lf_goal {
    LF_GOAL_EXIT = 0,          ///< stand on any of the targets
    LF_GOAL_ALL_KEYS = 1,      ///< hold a key of every kind that lies on the map; targets are not looked at
    LF_GOAL_ALL_KEYS_EXIT = 2, ///< hold all of them, then stand on any of the targets
} lf_goal;

/// The name of a goal ("exit", "all-keys", "all-keys-exit"), or NULL if there is no such goal.
LF_API const char *lf_goal_name(lf_goal goal);

/// How a query with keys is answered. Both are exact.
typedef enum lf_keys_strategy {
    LF_KEYS = 0,       ///< "keys": points of interest and the ways between them; `keys-plain` on tiny maps
    LF_KEYS_PLAIN = 1, ///< "keys-plain": the textbook search over (tile, key set), the reference
} lf_keys_strategy;

/// The name of a strategy for keys, or NULL if there is no such strategy.
LF_API const char *lf_keys_strategy_name(lf_keys_strategy strategy);

/// One question. `{0}` is the default for each field except the sources and, unless the goal is all keys, the
/// targets. Both arrays need to stay only until lf_keys_find is back.
typedef struct lf_keys_query {
    const lf_source *sources;
    int64_t source_count; ///< at least 1; a source on a door needs its key in `keys`
    const lf_tile *targets;
    int64_t target_count;      ///< at least 1, unless the goal is all keys
    lf_goal goal;              ///< 0 = exit
    lf_keys_strategy strategy; ///< 0 = keys
    uint64_t keys;             ///< kinds that are held from the beginning
    lf_progress progress;      ///< `{0}` = none. How long the last stage takes is not known before: there it
                               ///< counts states, of as many as there may be, and mostly ends sooner
} lf_keys_query;

/// What a query cost. Counts are the same on every run and platform.
typedef struct lf_keys_stats {
    int64_t states;    ///< states taken off the queue: (key, key set), or (tile, key set) for `keys-plain`
    int64_t generated; ///< states put into the queue
    int64_t points;    ///< keys, doors and other points that the search considered; 0 for `keys-plain`
    int64_t bends;     ///< tiles at which ways between points may turn
    int64_t bytes;     ///< memory that the search holds after the query
    int64_t ways_ns;   ///< time for the ways between points
    int64_t total_ns;  ///< time inside the library
} lf_keys_stats;

/// The answer to a query with keys.
typedef struct lf_keys_route {
    bool found;           ///< whether there is a route; if not, tiles are LF_NO_TILE, indexes -1, the rest 0
    lf_tile source;       ///< the first tile
    int64_t source_index; ///< the first entry of the query's sources with that tile
    uint64_t origin;      ///< the label of that entry
    lf_tile target;       ///< the last tile
    int64_t target_index; ///< the first entry of the query's targets with that tile; -1 if there is none
    int64_t length;       ///< number of moves; no route is shorter
    int64_t tile_count;   ///< number of tiles: length + 1; a tile may occur more than once
    uint64_t keys;        ///< the key set at the end
    int64_t event_count;  ///< keys taken and doors passed: see lf_keys_events
    int64_t lower_bound;  ///< no route is shorter than this: the length if found; what was proven so far if a
                          ///< limit was hit
    lf_keys_strategy strategy; ///< the one that gave the answer: LF_KEYS_PLAIN also where `keys` chose it
    lf_keys_stats stats;
} lf_keys_route;

/// How a search with keys is made. `{0}` is the default for every field.
typedef struct lf_keys_desc {
    int64_t max_states;     ///< states that a query of `keys` may generate; 0 = 4,000,000
    int64_t max_bytes;      ///< memory that the search may hold; 0 = 1 GiB
    lf_allocator allocator; ///< `{0}` = malloc and free
    lf_clock clock;         ///< `{0}` = no times
} lf_keys_desc;

/// All memory for queries with keys on one map. Opaque. One thread at a time may use it. How much a query
/// needs is known only while it runs, so a query may allocate, never beyond max_bytes; what was allocated is
/// kept, so the same query again allocates nothing.
typedef struct lf_keys lf_keys;

/// Creates a search for the gates of a map. They must outlive it.
/// @param desc  NULL for the defaults.
/// @param out   receives the search, or NULL on error. Destroy it with lf_keys_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_LIMIT, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_keys_create(const lf_gates *gates, const lf_keys_desc *desc, lf_keys **out);

/// Destroys a search. NULL is fine.
LF_API void lf_keys_destroy(lf_keys *keys);

/// Bytes that `keys-plain` needs for a query on these gates that begins with those keys; INT64_MAX if that is
/// more than a number can say; 0 for NULL.
LF_API int64_t lf_keys_plain_bytes(const lf_gates *gates, uint64_t held);

/// Answers a query. The length is exact. Which of several equal routes is returned is the same on every run
/// and platform, but may change between versions.
/// @param tiles     receives the tiles from source to end; may be NULL if capacity is 0.
/// @param capacity  how many fit; as many as fit are written, and route->tile_count has the full number.
/// @param route     receives the answer; may be NULL.
/// @return LF_OK (found), LF_NO_ROUTE (proven; lf_keys_why says why), LF_LIMIT (max_states or max_bytes was
///         hit; route->lower_bound has what is known), LF_E_NULL, LF_E_COUNT, LF_E_GOAL, LF_E_STRATEGY,
///         LF_E_NO_SOURCES, LF_E_NO_TARGETS, LF_E_SOURCE_OUTSIDE, LF_E_SOURCE_BLOCKED, LF_E_SOURCE_LOCKED,
///         LF_E_TARGET_OUTSIDE, LF_E_TARGET_BLOCKED, LF_E_MEMORY_LIMIT (`keys-plain` was asked for and needs
///         more than max_bytes), LF_E_CANCELLED (query->progress said so; nothing was found, and the search
///         can be used again), LF_E_NOMEM, LF_E_INTERNAL (never, unless the library has a fault: then this
///         instead of a wrong answer), or LF_E_BUFFER_TOO_SMALL if `tiles` is given and the route does not
///         fit (the answer is complete, call lf_keys_tiles).
LF_API lf_status lf_keys_find(lf_keys *keys, const lf_keys_query *query, lf_tile *tiles, int64_t capacity,
                              lf_keys_route *route);

/// The tiles of the last answer: writes as many as fit and returns how many there are; 0 for NULL.
LF_API int64_t lf_keys_tiles(const lf_keys *keys, lf_tile *tiles, int64_t capacity);

/// A key taken or a door passed.
typedef struct lf_keys_event {
    int64_t at;   ///< index of the tile in the route
    lf_gate gate; ///< the key, which was not held before, or the door, each time it is entered
} lf_keys_event;

/// What happened on the way of the last answer, in order: writes as many as fit and returns how many there
/// are; 0 for NULL.
LF_API int64_t lf_keys_events(const lf_keys *keys, lf_keys_event *events, int64_t capacity);

/// Why the last answer was LF_NO_ROUTE. A locked door is one that a source can walk up to, so that the door's
/// own key alone would let it in, but whose key this source cannot get. If `reached` has the door's kind,
/// another source can get the key, and may even pass the door.
typedef struct lf_keys_why {
    bool walled;          ///< the goal is out of reach even with every door open
    uint64_t reached;     ///< kinds that can be held, from one source or another
    uint64_t unreachable; ///< kinds with a key on the map that no source can get
    uint64_t missing;     ///< kinds of locked doors that have no key on the map at all
    int64_t lock_count;   ///< number of locked doors
} lf_keys_why;

/// Says why the last answer was LF_NO_ROUTE.
/// @param why       receives the reasons; all-zero if the last answer was another one.
/// @param locks     receives as many as fit of the locked doors, in the order of their tiles; may be NULL if
///                  capacity is 0.
/// @return LF_OK, LF_E_NULL or LF_E_COUNT.
LF_API lf_status lf_keys_explain(const lf_keys *keys, lf_keys_why *why, lf_gate *locks, int64_t capacity);

/// What came of walking a list of tiles with lf_keys_check.
typedef struct lf_keys_walk {
    int64_t at;           ///< index of the first tile that is wrong, -1 if none
    lf_fault fault;       ///< what is wrong there
    uint64_t keys;        ///< the key set at the end, or where it broke
    int64_t keys_taken;   ///< keys of kinds that were not held before
    int64_t doors_passed; ///< how often a door was entered
} lf_keys_walk;

/// Walks a list of tiles, taking keys and opening doors, and says whether it is legal; move by move, from the
/// rules' words, sharing nothing with the searches.
/// @param held  kinds that are held from the beginning.
/// @param walk  receives what came of it; may be NULL.
/// @return LF_OK (legal), LF_BROKEN, LF_E_NULL or LF_E_COUNT.
LF_API lf_status lf_keys_check(const lf_gates *gates, const lf_tile *tiles, int64_t count, uint64_t held,
                               lf_keys_walk *walk);

// ---------------------------------------------------------------------------------------------------
// Route shape
// ---------------------------------------------------------------------------------------------------
//
// Fewer points, farther from the coast, smooth: for drawing and for motion. The tile route stays the
// authority. Every stretch between two waypoints is a straight line whose moves are all legal.

enum {
    LF_MAX_LOOK_AHEAD = 32768,   ///< in tiles
    LF_MAX_OFFSHORE_WINDOW = 16, ///< in tiles to each side
    LF_CURVE_ONE = 256,          ///< parts of a tile that a curve counts in
    LF_MAX_CURVE_SPACING = 4096, ///< in 1/LF_CURVE_ONE of a tile
    LF_DISTANCE_ONE = 65536,     ///< parts of a tile that Euclidean lengths count in
};

/// How routes are shaped. `{0}` is the default for every field.
typedef struct lf_shape {
    const lf_search *search; ///< NULL, or the search that found the route: the shape then keeps to the tiles
                             ///< that the depth gate of its last query left open
    const lf_depth *depth;   ///< for lf_route_offshore
    int32_t look_ahead;      ///< waypoints: most tiles of the route from one to the next; 0 = 512
    int32_t window;          ///< offshore: how far a waypoint may move, in tiles to each side; 0 = 4
    int32_t deep_enough;     ///< offshore: the depth from which on deeper is not better, 1 to 255; 0 = none
    int32_t spacing;         ///< curve: about so far from sample to sample, in 1/256 of a tile; 0 = 256
} lf_shape;

/// The tiles of the straight line between the middles of two tiles, both included: a legal row of moves, the
/// same in both directions except for the order (with orthogonal moves also for the corners of its steps).
/// Where corners may not be cut, everything that the true line touches is open.
/// @param tiles  receives as many as fit, from `from` on; may be NULL.
/// @return the number of tiles; 0 if a move would not be legal, a tile is outside or blocked, or for NULL.
LF_API int64_t lf_line_tiles(const lf_map *map, lf_tile from, lf_tile to, lf_tile *tiles, int64_t capacity);

/// The waypoints of a route: those of its tiles, both ends among them, that straight lines (lf_line_tiles)
/// lead over one after the other. Never longer than the route. Time: O(tiles log look_ahead).
/// @param shape           NULL for the defaults.
/// @param tiles           a legal route.
/// @param waypoints       receives as many as fit; may be NULL if capacity is 0, and may be `tiles` itself.
/// @param waypoint_count  receives the full number; at most `count`.
/// @return LF_OK, LF_BROKEN (the tiles are not a legal route), LF_E_BUFFER_TOO_SMALL, LF_E_NULL, LF_E_COUNT,
///         LF_E_LOOK_AHEAD, LF_E_OFFSHORE_WINDOW, LF_E_DEEP_ENOUGH, LF_E_CURVE_SPACING, LF_E_FOREIGN_DEPTH or
///         LF_E_FOREIGN_MAP (the search is for another map).
LF_API lf_status lf_route_waypoints(const lf_map *map, const lf_shape *shape, const lf_tile *tiles,
                                    int64_t count, lf_tile *waypoints, int64_t capacity,
                                    int64_t *waypoint_count);

/// Pushes waypoints away from the coast, in place: each one between the ends moves to the deepest tile of its
/// window that has straight lines to both neighbours, if that tile is deeper than where the waypoint is. Of
/// several it is the nearest one, then the one with the lowest index. With `deep_enough`, all tiles of that
/// depth or more count as equally deep: a waypoint stops at the nearest of them, and one that is there
/// already stays. The chain may get longer. Time: O(window^2) for each waypoint, and two straight lines for
/// each tile that is tried.
/// @param shape  must have `depth`.
/// @return LF_OK, LF_BROKEN (no straight line leads from a waypoint to the next; nothing was moved),
///         LF_E_NO_DEPTH, or the errors of lf_route_waypoints.
LF_API lf_status lf_route_offshore(const lf_map *map, const lf_shape *shape, lf_tile *waypoints,
                                   int64_t count);

/// A place on the map in 1/LF_CURVE_ONE of a tile: tile (x, y) begins at (256 x, 256 y), its middle is 128
/// farther.
typedef struct lf_curve_point {
    int64_t x, y;
} lf_curve_point;

/// Samples of a smooth curve through the middles of all waypoints (a centripetal Catmull-Rom spline). Every
/// sample is on an open tile. A stretch that would leave legal moves is bent less, or stays straight. For
/// drawing and motion only.
///
/// The samples are on the curve, but the straight line from one to the next (a chord) is not. With a spacing
/// above one tile (256) a chord may run over a blocked tile that the curve goes around. A chord certainly
/// does not where corners may not be cut and its two samples are on one tile or on tiles that a legal move
/// joins (lf_route_check of the two). So draw and steer with a spacing of 256 or less, and where it matters
/// check each chord that way; take a smaller spacing if one fails. Where corners may be cut, straight lines
/// and chords clip the corners of blocked tiles at any spacing.
/// @param shape        NULL for the defaults.
/// @param points       receives as many as fit, the first waypoint first; may be NULL if capacity is 0.
/// @param point_count  receives the full number.
/// @return LF_OK, LF_BROKEN (no straight line leads from a waypoint to the next), LF_E_BUFFER_TOO_SMALL, or
///         the errors of lf_route_waypoints.
LF_API lf_status lf_route_curve(const lf_map *map, const lf_shape *shape, const lf_tile *waypoints,
                                int64_t count, lf_curve_point *points, int64_t capacity,
                                int64_t *point_count);

/// The Euclidean length of straight lines from tile to tile, a route or waypoints, in 1/LF_DISTANCE_ONE of a
/// tile; 0 for NULL or if a tile is outside.
LF_API int64_t lf_route_distance(const lf_map *map, const lf_tile *tiles, int64_t count);

/// The same of a curve.
LF_API int64_t lf_curve_distance(const lf_curve_point *points, int64_t count);

/// The least depth of a route: the least depth of the tiles that it needs open. These are its own tiles and,
/// under LF_MOVES_KING, the two tiles that each diagonal move passes between (a depth gate that closes one of
/// them forbids the move). With `search`, tiles that the depth gate of its last query exempts do not count.
/// So for the deepest route it is lf_route.gate, and without harbours lf_depth_between of its ends. Between
/// tiles of the list that are no move apart, such as waypoints, nothing counts.
/// @return -1 if no tile counts, for a tile (or one beside a diagonal) that is blocked or outside, or for
/// NULL.
LF_API int32_t lf_route_least_depth(const lf_depth *depth, const lf_search *search, const lf_tile *tiles,
                                    int64_t count);

// ---------------------------------------------------------------------------------------------------
// For experts
// ---------------------------------------------------------------------------------------------------

/// Whether the current or last query of a search has met this tile (counted it as enqueued). For pictures
/// and studies; false for NULL or a tile outside. `spine` keeps no such marks: only its guardrail does.
LF_API bool lf_search_has_met(const lf_search *search, lf_tile tile);

/// Whether a tile is exempt from the depth gate of the current or last query: within its harbours. False for
/// NULL, a tile outside, or a query without harbours.
LF_API bool lf_search_is_exempt(const lf_search *search, lf_tile tile);

/// The phase of the current or last query in which a cell of the coarse map joined the corridor, or a window
/// of `spine`: 1 for the first corridor, 2 for the first widening and so on; 0 if it is not in the corridor,
/// outside, or there is no corridor, or the search was created for spine alone.
LF_API int32_t lf_search_cell_phase(const lf_search *search, int32_t x, int32_t y);

/// A cell of a spine.
typedef struct lf_spine_cell {
    int32_t x, y;  ///< in cells of the coarse map
    bool waypoint; ///< whether a segment ends or begins here
} lf_spine_cell;

/// The spine of the current or last query, from the source's cell to the target's.
/// @param cells  receives as many as fit; may be NULL.
/// @return the number of cells; 0 if the strategy was another, or no spine was found (yet).
LF_API int64_t lf_search_spine(const lf_search *search, lf_spine_cell *cells, int64_t capacity);

/// The portal of a waypoint of that spine: the tiles that a segment could end at.
/// @param index  of the cell in the spine.
/// @param tiles  receives as many as fit; may be NULL.
/// @return the number of tiles; 0 for a cell that is no waypoint, and for both ends of the spine.
LF_API int64_t lf_search_portal(const lf_search *search, int64_t index, lf_tile *tiles, int64_t capacity);

#ifdef __cplusplus
}
#endif

#endif // LANDFALL_H
