// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall.h
/// Shortest routes on huge tile maps. This is the only header to include.
///
/// The ladder, from the first route to the expert's:
///
///  1. **Map.** lf_map_create copies your tiles. A map never changes, and any number of threads may share it.
///  2. **Search.** lf_search_create makes the memory that one thread needs for queries on a map.
///     lf_search_between gives the shortest route between two tiles, lf_search_find from any of many sources
///     to any of many targets.
///  3. **Index.** For many queries on one map: lf_index_create once, then give the index to the search.
///
///         lf_index *index;
///         lf_index_create(map, NULL, &index);
///         lf_search_create(map, &(lf_search_desc){.index = index}, &search);
///
///     The calls and the lengths of the routes stay the same. A query on eight million tiles takes
///     microseconds instead of milliseconds.
///  4. **Slices.** lf_search_begin, lf_search_step, lf_search_finish: a query in as many small steps as you
///     like, one in each tick of a game.
///
/// This file has these four. It includes the other headers:
///  - landfall/status.h: the statuses and their texts;
///  - landfall/host.h: memory, clock, threads and reports of progress, if you want your own;
///  - landfall/options.h, landfall/stats.h: the cost of moves and other options of a query, and what it cost;
///  - landfall/bodies.h: the connected parts of a map;
///  - landfall/index.h: making, saving and loading an index;
///  - landfall/guided.h: coarse maps, for the strategies that search a corridor;
///  - landfall/depth.h: routes that stay away from the coast;
///  - landfall/shape.h: fewer points and smooth curves, for drawing and for motion;
///  - landfall/keys.h: keys and doors;
///  - landfall/experts.h: what a search did, for pictures and studies.
///
/// Rules for every function:
///  - Arguments are checked in every build. A value that an enum does not have is refused.
///  - A status that is zero or positive is an answer, a negative one is an error. After an error nothing was
///    done, apart from LF_E_BUFFER_TOO_SMALL below. lf_status_text gives the words.
///  - Out parameters are cleared first.
///  - In a struct that describes something (`_desc`, options, a query), `{0}` is the default for every field
///    that does not say otherwise.
///  - Nothing prints, aborts, reads a clock, starts a thread or keeps global state.
///  - Queries of lf_search allocate nothing. Queries with keys (landfall/keys.h) may.
///
/// Buffers follow one rule. A function that fills a buffer of the caller takes its capacity in elements.
///  - It writes as many elements as fit, from the first on, and always gives the full number: as its return
///    value, in an out parameter, or in a field of the answer.
///  - NULL with capacity 0 asks for the number alone.
///  - If a buffer is given and has too little room, a function that returns a status returns
///    LF_E_BUFFER_TOO_SMALL. The answer is then complete, apart from the elements that did not fit. A
///    function that returns a number returns more than the capacity.
///  - NULL with a capacity above 0 is LF_E_NULL, a negative capacity is LF_E_COUNT. A function that returns a
///    number returns these statuses, which are negative.
///  - lf_index_save alone writes nothing if its buffer is too small: half an index is of no use.
#ifndef LANDFALL_H
#define LANDFALL_H

#include "landfall/host.h"
#include "landfall/options.h"
#include "landfall/stats.h"
#include "landfall/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LF_VERSION_MAJOR 0 ///< of the header
#define LF_VERSION_MINOR 1 ///< of the header
#define LF_VERSION_PATCH 0 ///< of the header
/// The version as one number that can be compared: 0x00MMmmpp.
#define LF_VERSION_HEX ((LF_VERSION_MAJOR << 16) | (LF_VERSION_MINOR << 8) | LF_VERSION_PATCH)

/// The version of the library that is linked, as LF_VERSION_HEX gives it for the header.
LF_API uint32_t lf_version(void);

// ---------------------------------------------------------------------------------------------------
// Values
// ---------------------------------------------------------------------------------------------------

/// One tile of a map as its index: y * width + x, y growing downwards.
typedef uint32_t lf_tile;

/// No tile. Never a valid index, because a map has at most 2^32 - 2 tiles.
#define LF_NO_TILE UINT32_MAX

/// The place of a tile on its map.
typedef struct lf_point {
    int32_t x, y; ///< x grows to the right, y downwards, both from 0
} lf_point;

// ---------------------------------------------------------------------------------------------------
// Map
// ---------------------------------------------------------------------------------------------------

/// Which of the eight neighbours a route may step to.
typedef enum lf_moves {
    LF_MOVES_KING = 0,       ///< eight directions; a diagonal needs both touching orthogonal tiles open
    LF_MOVES_KING_CUT = 1,   ///< eight directions; corners may be cut
    LF_MOVES_ORTHOGONAL = 2, ///< four directions
} lf_moves;

/// The name of move rules ("king", "king-cut", "orthogonal"), or NULL if there is no such value.
LF_API const char *lf_moves_name(lf_moves value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_MOVES. On error `out` receives the value 0.
LF_API lf_status lf_moves_parse(const char *name, lf_moves *out);

/// How the tile buffer of lf_map_desc is read.
typedef enum lf_tile_format {
    LF_TILES_BYTES = 0,  ///< one byte per tile: 0 is blocked, anything else is open
    LF_TILES_BITS = 1,   ///< one bit per tile, 1 is open; lowest bit first; each row begins on a byte
    LF_TILES_MASKED = 2, ///< one byte per tile, open if (byte & mask) == value: foreign formats in place
} lf_tile_format;

/// Everything that makes a map. Required: width, height, tiles and tiles_size. Buffers are copied.
typedef struct lf_map_desc {
    int32_t width, height; ///< in tiles, each from 1 to 2^31 - 1; at most 2^32 - 2 tiles in all
    const void *tiles;     ///< row by row from the top
    size_t tiles_size;     ///< bytes that may be read from `tiles`
    size_t row_stride;     ///< bytes from row to row; 0 = rows follow each other without a gap
    lf_tile_format format; ///< 0 = one byte per tile
    uint8_t mask, value;   ///< for LF_TILES_MASKED only
    lf_moves moves;        ///< 0 = king moves without corner cutting
    bool skip_bodies;     ///< whether bodies are left to lf_map_find_bodies; queries from one body to another
                          ///< cost nothing once they are found
    const uint8_t *depth; ///< NULL, or width * height bytes: the depth of each tile
    lf_allocator allocator; ///< `{0}` = malloc and free
} lf_map_desc;

/// Which tiles are open, and how one may move on them. Opaque and immutable: any number of threads may use
/// one map at once. Memory: two bits per tile (rows are padded to 64 tiles), 12 bytes per run of open tiles
/// in a row, and one byte per tile if there is depth.
typedef struct lf_map lf_map;

/// Creates a map.
/// @param desc  what the map is made of; not kept.
/// @param out   receives the map, or NULL on error. Destroy it with lf_map_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_SIZE, LF_E_TOO_MANY_TILES, LF_E_FORMAT, LF_E_MOVES, LF_E_ROW_STRIDE,
///         LF_E_TILES_SIZE, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_map_create(const lf_map_desc *desc, lf_map **out);

/// Destroys a map. NULL is fine. Destroy everything that was made for the map first.
LF_API void lf_map_destroy(lf_map *map);

/// The width as given; 0 for NULL.
LF_API int32_t lf_map_width(const lf_map *map);
/// The height as given; 0 for NULL.
LF_API int32_t lf_map_height(const lf_map *map);
/// The move rules as given; 0 for NULL.
LF_API lf_moves lf_map_moves(const lf_map *map);

/// How many tiles are open; 0 for NULL.
LF_API int64_t lf_map_open_count(const lf_map *map);

/// Bytes that the map holds; 0 for NULL.
LF_API size_t lf_map_bytes(const lf_map *map);

/// The tile at (x, y), or LF_NO_TILE if the place is outside the map or the map is NULL.
LF_API lf_tile lf_map_tile(const lf_map *map, int32_t x, int32_t y);

/// The place of a tile; (-1, -1) if the tile is outside the map or the map is NULL.
LF_API lf_point lf_map_point(const lf_map *map, lf_tile tile);

/// Whether a tile is inside the map and open; false for a NULL map.
LF_API bool lf_map_is_open(const lf_map *map, lf_tile tile);

// ---------------------------------------------------------------------------------------------------
// Query and route
// ---------------------------------------------------------------------------------------------------

/// How a query is answered. `auto` is the right choice unless you know better.
typedef enum lf_strategy {
    LF_STRATEGY_AUTO = 0,           ///< "auto": `headland` with an index, else `strip` or `flood`; exact
    LF_STRATEGY_FLOOD = 1,          ///< "flood": breadth-first from all sources at once; exact
    LF_STRATEGY_CORRIDOR = 2,       ///< "corridor": flood in a corridor around a coarse plan; widen, restart
    LF_STRATEGY_EXPAND = 3,         ///< "expand": the same, but widen and resume
    LF_STRATEGY_EXPAND_OPTIMAL = 4, ///< "expand-optimal": the same, and shortest within the last corridor
    LF_STRATEGY_SPINE = 5,          ///< "spine": small searches from portal to portal along a coarse path
    LF_STRATEGY_HEADLAND = 6, ///< "headland": best-first over the corners of the map; exact; needs an index
    LF_STRATEGY_STRIP = 7,    ///< "strip": run by run of open tiles; exact; orthogonal moves only
} lf_strategy;

/// The name of a strategy, as the program reads it; NULL if there is no such strategy. All enums that the
/// program reads have these two functions.
LF_API const char *lf_strategy_name(lf_strategy strategy);

/// The strategy with a name.
/// @param out  receives the strategy, or the one with the number 0 on error.
/// @return LF_OK, LF_E_NULL or LF_E_STRATEGY.
LF_API lf_status lf_strategy_parse(const char *name, lf_strategy *out);

/// The depth gate of a query. `{0}` is none. A tile that the gate closes counts as blocked in every respect
/// (under LF_MOVES_KING it also forbids the diagonal moves beside it), unless it is exempt.
typedef struct lf_depth_gate {
    int32_t min_depth; ///< shallower tiles are closed, 0 to 255; 0 = none
    bool deepest;    ///< the gate is the greatest one that leaves a route, and at least min_depth: the route
                     ///< stays as deep as any can, and is the shortest of the routes that do
    int32_t harbour; ///< tiles within so many moves of any source or target, on the map without the gate,
        ///< are exempt; 0 = not given: none is, the ends neither; LF_NONE = 0 moves: the ends alone
} lf_depth_gate;

/// A tile that the route may begin at.
typedef struct lf_source {
    lf_tile tile;    ///< an open tile
    uint64_t origin; ///< the caller's own label (the port, the unit); handed back with the route
} lf_source;

/// One question: the shortest route from any source to any target. Required: sources and targets. Both arrays
/// must stay as they are until the query has its answer.
typedef struct lf_query {
    const lf_source *sources; ///< where the route may begin
    int64_t source_count;     ///< at least 1; of duplicates the first one given wins
    const lf_tile *targets;   ///< where the route may end
    int64_t target_count;     ///< at least 1; duplicates are fine
    lf_strategy strategy;     ///< 0 = auto
    lf_options options;       ///< `{0}` = the defaults
    const lf_map *map;        ///< NULL, or the map that the tiles belong to: checked against the search's own
    lf_depth_gate gate;       ///< `{0}` = none; any other needs depths in lf_search_desc
} lf_query;

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
    int64_t tile_count;   ///< number of tiles, length + 1, however large the caller's buffer is
    bool exact;           ///< whether the answer is proven best: no shorter route, or no route at all
    lf_strategy strategy; ///< the strategy that gave the answer; never auto
    int32_t gate;   ///< the least depth of the route (lf_route_least_depth with this search) is at least
                    ///< this, and under `deepest` exactly this; 255 if a route over exempt tiles alone
                    ///< exists; -1 if the query had no gate, or there is no route
    lf_stats stats; ///< what the query cost
} lf_route;

// ---------------------------------------------------------------------------------------------------
// Search
// ---------------------------------------------------------------------------------------------------

typedef struct lf_coarse lf_coarse; ///< landfall/guided.h
typedef struct lf_index lf_index;   ///< landfall/index.h
typedef struct lf_depth lf_depth;   ///< landfall/depth.h

/// How a search is made. What it is given must outlive it.
typedef struct lf_search_desc {
    const lf_coarse *coarse; ///< NULL = none: the guided strategies are refused
    const lf_index *index;   ///< NULL = none: `headland` is refused
    lf_cost cost; ///< of the queries that the search is for; LF_COST_OCTILE = of both costs. `flood`
                  ///< needs room for octile costs, and without it returns LF_E_NO_OCTILE
    lf_allocator allocator; ///< `{0}` = malloc and free
    lf_clock clock;         ///< `{0}` = no times
    lf_strategy only;       ///< 0 = room for every strategy; LF_STRATEGY_SPINE = for this one alone, with an
                            ///< honest coarse map and without octile costs: see lf_search for what it saves
    int64_t route_room;     ///< for spine alone: the most moves of a route before its loops are cut out;
                            ///< 0 = 8 * (width + height) + 4096
    const lf_depth *depth;  ///< NULL = none: depth gates are refused. Takes 0.9 bytes per tile more, and 8
                            ///< bytes per hump; nothing for spine alone, which takes no gate
    int64_t max_bytes;      ///< the most that the search may take, else LF_E_MEMORY_LIMIT before anything is
                            ///< allocated; 0 = no limit
} lf_search_desc;

/// All memory for queries on one map. Opaque. One thread at a time may use a search; make one for each
/// thread. Memory: 0.82 bytes per tile (104 bytes per block of 16 x 8 tiles, with one block more per row).
/// Room for octile costs adds 10 bytes per tile. A coarse map adds 19 bytes per tile, 10 bytes per open tile
/// and 90 bytes per cell. An index adds 124 bytes per headland, orthogonal moves 100 bytes per run of open
/// tiles. A search for spine alone takes 0.3 MB for windows (more from level 5 on), 33 bytes per node of the
/// coarse map and one byte per move of route_room. Everything is allocated at creation, and touched only
/// where queries go.
typedef struct lf_search lf_search;

/// How many bytes lf_search_create asks the allocator for, with the same arguments. Exact. Allocates nothing.
/// Time: O(1).
/// @param desc   NULL for the defaults.
/// @param bytes  receives the number, also with LF_E_MEMORY_LIMIT; 0 on any other error.
/// @return the statuses of lf_search_create except LF_E_NOMEM.
LF_API lf_status lf_search_size(const lf_map *map, const lf_search_desc *desc, int64_t *bytes);

/// Creates a search for a map. The map must outlive it.
/// @param desc  NULL for the defaults.
/// @param out   receives the search, or NULL on error. Destroy it with lf_search_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_FOREIGN_COARSE, LF_E_FOREIGN_INDEX, LF_E_FOREIGN_DEPTH, LF_E_ALLOCATOR,
///         LF_E_NOMEM, LF_E_COST, LF_E_MEMORY_LIMIT (it takes more than max_bytes), LF_E_LIMIT (a negative
///         max_bytes), LF_E_COUNT (a negative route_room) or LF_E_STRATEGY (`only` is neither auto nor
///         spine); and for spine alone LF_E_NO_COARSE, LF_E_COARSE_KIND (the coarse map is not honest) or
///         LF_E_COST_STRATEGY (octile).
LF_API lf_status lf_search_create(const lf_map *map, const lf_search_desc *desc, lf_search **out);

/// Destroys a search. NULL is fine.
LF_API void lf_search_destroy(lf_search *search);

/// The map that the search was created for; NULL for NULL.
LF_API const lf_map *lf_search_map(const lf_search *search);

/// Bytes that the search holds; 0 for NULL.
LF_API size_t lf_search_bytes(const lf_search *search);

/// The shortest route between two tiles, by `auto`. lf_search_find answers every other question, and
/// lf_search_finish gives the rest of this answer.
/// @param tiles     receives the tiles of the route, both ends included; may be NULL if capacity is 0.
/// @param capacity  how many tiles fit.
/// @return the number of tiles, one more than the moves; 0 if there is no route; a negative status as
///         lf_search_find returns it, never LF_E_BUFFER_TOO_SMALL.
LF_API int64_t lf_search_between(lf_search *search, lf_tile from, lf_tile to, lf_tile *tiles,
                                 int64_t capacity);

/// Answers a query: lf_search_begin, lf_search_step until done, lf_search_finish.
///
/// The length (under octile costs: the cost) is exact where the strategy is exact. Which of several equal
/// routes is returned is the same on every run, compiler and platform. `flood` follows this rule:
///  1. Of several nearest targets it takes the one that stands first in the query's list.
///  2. From the target back, each step goes to the first neighbour that is one move nearer to the sources, in
///     the order up, left, right, down, up-left, up-right, down-left, down-right. (Under octile costs: whose
///     cost and the cost of the move add up to this tile's cost.)
///  3. The source is the tile where that ends; its entry is the first in the query's list with that tile.
///
/// The other strategies return a fixed one of the equal routes as well, but not by this rule.
/// @param tiles     receives the tiles from source to target; may be NULL if capacity is 0.
/// @param capacity  how many tiles fit; route->tile_count has the full number.
/// @param route     receives the answer; may be NULL.
/// @return LF_OK (found), LF_NO_ROUTE, the errors of lf_search_begin and lf_search_step, or
///         LF_E_BUFFER_TOO_SMALL (lf_search_finish gives the tiles without another search).
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

/// Goes on with the query for at most `budget` expansions (tiles, and nodes of a coarse plan). `flood` and
/// the guardrail may go over the budget by less than 128, because they move blocks of tiles; `spine` by one
/// straight leg. The answer does not depend on how the query was sliced.
/// @return LF_PAUSED, LF_OK (found), LF_NO_ROUTE, LF_E_NULL, LF_E_BUDGET, LF_E_NOT_BEGUN, or LF_E_ROUTE_ROOM
///         (only a search for spine alone; the query is given up). Called again after the answer, it returns
///         the answer again.
LF_API lf_status lf_search_step(lf_search *search, int64_t budget);

/// Hands out the answer. May be called again, with another buffer, until the next query begins.
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
/// @param at     receives the index in `tiles` of the first wrong tile, -1 if none; may be NULL.
/// @param fault  receives what is wrong there; may be NULL.
/// @return LF_OK (legal), LF_BROKEN, LF_E_NULL or LF_E_COUNT.
LF_API lf_status lf_route_check(const lf_map *map, const lf_tile *tiles, int64_t count, int64_t *at,
                                lf_fault *fault);

#ifdef __cplusplus
}
#endif

#include "landfall/bodies.h"
#include "landfall/depth.h"
#include "landfall/guided.h"
#include "landfall/index.h"
#include "landfall/keys.h"
#include "landfall/shape.h"

#endif // LANDFALL_H

// Outside the guard: it may be asked for when somebody else has included this file already.
#include "landfall/experts.h"
