// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall.h
/// Shortest routes on huge tile maps. This is the only header to include.
///
/// The ladder, from the first route to many on a large map:
///
///  1. **Map.** lf_map_create copies your tiles. A map never changes, and any number of threads may share it.
///  2. **Search.** lf_search_create makes the memory that one thread needs for queries on a map.
///     lf_search_between gives the shortest route between two tiles, lf_search_find from any of many sources
///     to any of many targets.
///  3. **Index.** For many queries on one map: lf_index_create once, then give the index to the search.
///
///         lf_index_create(map, NULL, &index);
///         lf_search_create(map, &(lf_search_desc){.index = index}, &search);
///
///     Calls and lengths stay the same. A query on eight million tiles takes microseconds, not milliseconds.
///  4. **Slices.** lf_search_begin, lf_search_step, lf_search_finish: a query in small steps, one in each
///     tick of a game.
///
/// This file has these four. It includes the rest:
///  - landfall/status.h, landfall/version.h: statuses with their texts, and versions;
///  - landfall/options.h, landfall/stats.h: options of a query (cost, depth gate), and what it cost;
///  - landfall/host.h, landfall/memory.h: memory, clock and threads of your own; the memory of a search;
///  - landfall/bodies.h: the connected parts of a map;
///  - landfall/tasks.h: many queries within a budget a tick;
///  - landfall/world.h: a map with everything that belongs to it, in one object that may be edited;
///  - landfall/index.h: making, saving and loading an index;
///  - landfall/guided.h: coarse maps, for the strategies that search a corridor;
///  - landfall/depth.h: routes that stay away from the coast;
///  - landfall/weights.h: terrain that costs, and soft coasts;
///  - landfall/field.h: distances and directions for every tile, and room for round units;
///  - landfall/matrix.h: lengths from each of many to each of many, and who is nearest to whom;
///  - landfall/shape.h: fewer points and smooth curves, for drawing and for motion;
///  - landfall/keys.h: keys and doors;
///  - landfall/puzzle.h: puzzles with switches, teleporters, one-way tiles, keys that are used up, several heroes;
///  - landfall/experts.h: knobs and pictures for studies, behind LF_EXPERIMENTAL; no version promises them.
///
/// Rules for every function:
///  - Arguments are checked in every build. A value that an enum does not have is refused.
///  - A status that is zero or positive is an answer, a negative one is an error. After an error nothing was
///    done, apart from LF_E_BUFFER_TOO_SMALL below. Out parameters are cleared first.
///  - In a struct that describes something (`_desc`, options, a query), `{0}` is the default for every field
///    that does not say otherwise.
///  - Nothing prints, aborts, reads a clock, starts a thread or keeps global state.
///  - Queries of lf_search allocate nothing. Queries with keys (landfall/keys.h, landfall/puzzle.h) may.
///
/// Rules for buffers of the caller, which come with their capacity in elements:
///  - As many elements as fit are written, from the first on. The full number is always given: returned, in
///    an out parameter, or in a field of the answer. NULL with capacity 0 asks for the number alone.
///  - If a buffer has too little room, a function that returns a status returns LF_E_BUFFER_TOO_SMALL. The
///    answer is complete, apart from the elements that did not fit. A function that returns a number returns
///    more than the capacity. lf_index_save, lf_map_clearance and lf_matrix_fill and its relatives write
///    nothing then: half an index, half a plane and half a matrix are of no use. (But as many tiles of
///    lf_matrix_routes as fit.)
///  - NULL with a capacity above 0 is LF_E_NULL, a negative capacity is LF_E_COUNT.
#ifndef LANDFALL_H
#define LANDFALL_H

#include "landfall/host.h"
#include "landfall/options.h"
#include "landfall/stats.h"
#include "landfall/status.h"
#include "landfall/version.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Values ----------------------------------------------------------------------------------------

/// One tile of a map as its index: y * width + x, y growing downwards.
typedef uint32_t lf_tile;

/// No tile. Never a valid index, because a map has at most 2^32 - 2 tiles.
#define LF_NO_TILE UINT32_MAX

/// The place of a tile on its map.
typedef struct lf_point {
    int32_t x, y; ///< x grows to the right, y downwards, both from 0
} lf_point;

// ---- Map -------------------------------------------------------------------------------------------

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
    int32_t width, height;  ///< in tiles, each from 1 to 2^31 - 1; at most 2^32 - 2 tiles in all
    const void *tiles;      ///< row by row from the top
    size_t tiles_size;      ///< bytes that may be read from `tiles`
    size_t row_stride;      ///< bytes from row to row; 0 = rows follow each other without a gap
    lf_tile_format format;  ///< 0 = one byte per tile
    uint8_t mask, value;    ///< for LF_TILES_MASKED only
    lf_moves moves;         ///< 0 = king moves without corner cutting
    bool skip_bodies;       ///< whether to leave finding bodies to lf_map_find_bodies; once bodies are known,
                            ///< queries from one body to another cost nothing
    const uint8_t *depth;   ///< NULL, or width * height bytes: the depth of each tile
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

// ---- Query and route -------------------------------------------------------------------------------

/// How a query is answered. `auto` is the right choice unless you know better.
typedef enum lf_strategy {
    LF_STRATEGY_AUTO = 0,           ///< "auto": `headland` with an index, else `strip` or `flood`, under
                                    ///< weights `cells` or `flood`; exact
    LF_STRATEGY_FLOOD = 1,          ///< "flood": breadth-first from all sources at once; exact
    LF_STRATEGY_CORRIDOR = 2,       ///< "corridor": flood in a corridor around a coarse plan; widen, restart
    LF_STRATEGY_EXPAND = 3,         ///< "expand": the same, but widen and resume; takes weights
    LF_STRATEGY_EXPAND_OPTIMAL = 4, ///< "expand-optimal": the same, and shortest within the last corridor
    LF_STRATEGY_SPINE = 5,          ///< "spine": small searches from portal to portal along a coarse path;
                                    ///< takes weights
    LF_STRATEGY_HEADLAND = 6, ///< "headland": best-first over the corners of the map; exact; needs an index
    LF_STRATEGY_STRIP = 7,    ///< "strip": run by run of open tiles; exact; orthogonal moves only
    LF_STRATEGY_CELLS = 8, ///< "cells": cell by cell of 16 x 16 tiles; exact; for queries with weights only
} lf_strategy;

/// The name of a strategy, or NULL if there is no such value. All enums the program reads have this pair.
LF_API const char *lf_strategy_name(lf_strategy strategy);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_STRATEGY. On error `out` receives the value 0.
LF_API lf_status lf_strategy_parse(const char *name, lf_strategy *out);

typedef struct lf_weights lf_weights; ///< landfall/weights.h

/// A tile that the route may begin at.
typedef struct lf_source {
    lf_tile tile;    ///< an open tile, or any tile under an lf_end_rule
    uint64_t origin; ///< the caller's own label (the ship, the unit); handed back with the route
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
    lf_depth_gate gate;       ///< `{0}` = none; any other gate needs depths in lf_search_desc
    lf_end_rule source_rule;  ///< what sources that are not open stand for; `{0}` = nothing: refused
    lf_end_rule target_rule;  ///< the same for targets
    bool partial;             ///< whether to go as near as possible if no target can be reached; see below
    const lf_obstacles
        *obstacles; ///< NULL, or tiles that are blocked or open for this query alone; must stay
                    ///< as it is until the query has begun
    const lf_weights
        *weights; ///< NULL, or what it costs to enter tiles: the route is then the cheapest. Must
                  ///< live until the next query begins. Needs lf_search_desc.weighted
} lf_query;

// Partial routes. If no target can be reached, a query with `partial` gets the route to the reachable tile
// that is nearest to any target as the crow flies: the cost of moves from the tile to the target over
// anything, under the move rules. Of equally near tiles the one with the least cost of the way counts, then
// the lowest tile number. (The strategies that are not exact find some way to one of the nearest tiles.)
// There is none only if the depth gate closes all sources. Under `deepest`, if no gate leaves a route, a
// partial route goes by min_depth.
//
// Best so far. If a query with `partial` is paused, lf_search_finish gives a route to the tile nearest to any
// target among those that the search has reached; of equally near ones the lowest tile number counts. `flood`
// can tell, and every strategy when its guardrail runs; otherwise the answer is LF_E_NOT_ENDED.

/// The answer to a query.
typedef struct lf_route {
    bool found;           ///< whether there is a route to a target; if there is not even a partial one, tiles
                          ///< are LF_NO_TILE, indexes -1, the rest 0
    lf_tile source;       ///< the first tile of the route
    int64_t source_index; ///< the first entry of the query's sources that is, or stands for, that tile
    uint64_t origin;      ///< the label of that entry
    lf_tile target;       ///< the last tile of the route
    int64_t target_index; ///< the first entry of the query's targets that is, or stands for, that tile; of a
                          ///< partial route: the first one that the route ends nearest to
    int64_t length;       ///< number of moves: straight + diagonal
    int64_t straight;     ///< number of straight moves
    int64_t diagonal;     ///< number of diagonal moves; the octile cost is straight + diagonal * sqrt 2
    int64_t tile_count;   ///< number of tiles, length + 1, however large the caller's buffer is
    bool exact;           ///< whether the answer is proven best: no shorter route, or no route at all
    lf_strategy strategy; ///< the strategy that gave the answer; never auto
    int32_t gate_depth;   ///< the depth that the gate asked of tiles. The least depth of the route (see
                          ///< lf_route_least_depth, with this search) is at least this depth, and under
                          ///< `deepest` exactly this depth; 255 if a route over exempt tiles alone exists;
                          ///< -1 if the query had no gate, or there is no route
    lf_stats stats;       ///< what the query cost
    bool partial;         ///< whether the route ends near a target instead of at one; `found` is then false
    int64_t target_distance; ///< partial: moves from its last tile to the target as the crow flies; else 0
    int64_t target_diagonal; ///< how many of them are diagonal
    int64_t straight_cost; ///< under weights: what the tiles weigh that straight moves enter; else `straight`
    int64_t diagonal_cost; ///< the same for diagonal moves. The cost of the route is straight_cost +
                           ///< diagonal_cost, under octile costs straight_cost + diagonal_cost * sqrt 2
} lf_route;

// ---- Search ----------------------------------------------------------------------------------------

typedef struct lf_coarse lf_coarse; ///< landfall/guided.h
typedef struct lf_index lf_index;   ///< landfall/index.h
typedef struct lf_depth lf_depth;   ///< landfall/depth.h

/// The most indexes for depth gates that a search takes.
#define LF_GATE_INDEXES_MAX 16

/// How a search is made. The objects that it is given must outlive it.
typedef struct lf_search_desc {
    const lf_coarse *coarse; ///< NULL = none: the guided strategies are refused
    const lf_index *index;   ///< NULL = none: `headland` is refused
    const lf_depth *depth;   ///< NULL = none: depth gates are refused
    lf_cost cost;            ///< the cost of its queries; LF_COST_OCTILE = queries of both costs
    lf_strategy only;        ///< 0 = room for every strategy; LF_STRATEGY_SPINE = for spine alone, with an
                             ///< honest coarse map and uniform costs, in far less memory
    int64_t route_room;      ///< for spine alone: the most moves of a route before its loops are cut out;
                             ///< 0 = 8 * (width + height) + 4096
    int64_t end_room;        ///< under an lf_end_rule: the most tiles that the sources of a query, and the
                             ///< targets, may stand for; 40 bytes each; 0 = 256
    int64_t obstacle_room;   ///< the most tiles that the obstacles of a query may cover, each as often as it
                             ///< is covered; 0 = none: obstacles are refused. Costs 2 bits per tile of the
                             ///< map, and with an index 9 more and up to 1 KB per tile of the room
    int64_t max_bytes;       ///< the most bytes that the search may take; 0 = no limit
    lf_allocator allocator;  ///< `{0}` = malloc and free
    lf_clock clock;          ///< `{0}` = no times
    /// Indexes for depth gates of `depth` (lf_index_desc.min_depth): the gate and the cost of a query choose. The
    /// list is copied. NULL = none: `auto` floods under a gate.
    const lf_index *const *gate_indexes;
    int64_t gate_index_count; ///< how many they are, up to LF_GATE_INDEXES_MAX
    /// For queries with harbours by gate_indexes: the most tiles that harbours may take, (2 * harbour + 1)^2 for
    /// each of up to 64 ends. Queries with more are flooded. 0 = all are. Costs 9 bits per tile of the map, and
    /// 100 to 200 bytes per tile of the room.
    int64_t harbour_room;
    bool
        weighted; ///< whether queries may have weights, under either cost; 61 bytes per tile, of which only what
                  ///< queries go to is touched, and 0.6 million
} lf_search_desc;

/// All memory for queries on one map. Opaque. One thread at a time may use a search; make one for each
/// thread. Everything is allocated at creation (landfall/memory.h says how much), and touched only where
/// queries go.
typedef struct lf_search lf_search;

/// Creates a search for a map. The map must outlive it.
/// @param desc  NULL for the defaults.
/// @param out   receives the search, or NULL on error. Destroy it with lf_search_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_FOREIGN_COARSE, LF_E_FOREIGN_INDEX, LF_E_FOREIGN_DEPTH, LF_E_ALLOCATOR,
///         LF_E_NOMEM, LF_E_COST, LF_E_MEMORY_LIMIT (it takes more than max_bytes, and nothing was
///         allocated), LF_E_LIMIT (a negative max_bytes), LF_E_COUNT (a negative route_room, end_room,
///         obstacle_room or gate_index_count) or LF_E_STRATEGY (`only` is neither auto nor spine); for
///         gate_indexes LF_E_GATE_INDEXES (too many), LF_E_NO_DEPTH (without depths), LF_E_INDEX_GATE (one is
///         for no gate; also an `index` that is for one) or LF_E_INDEX_DEPTH (one is for other depths); and
///         for spine alone LF_E_NO_COARSE, LF_E_COARSE_KIND (the coarse map is not honest) or
///         LF_E_COST_STRATEGY (octile).
LF_API lf_status lf_search_create(const lf_map *map, const lf_search_desc *desc, lf_search **out);

/// Destroys a search. NULL is fine.
LF_API void lf_search_destroy(lf_search *search);

/// The map that the search was created for; NULL for NULL.
LF_API const lf_map *lf_search_map(const lf_search *search);

/// The shortest route between two tiles, by `auto`. lf_search_find answers every other question, and
/// lf_search_finish gives the rest of the answer.
/// @param tiles     receives the tiles of the route, both ends included; may be NULL if capacity is 0.
/// @param capacity  how many tiles fit.
/// @return the number of tiles, one more than the moves; 0 if there is no route; a negative status as
///         lf_search_find returns it, never LF_E_BUFFER_TOO_SMALL.
LF_API int64_t lf_search_between(lf_search *search, lf_tile from, lf_tile to, lf_tile *tiles,
                                 int64_t capacity);

/// Answers a query: lf_search_begin, lf_search_step until done, lf_search_finish.
///
/// The length (under octile costs: the cost) is exact where the strategy is exact. Which of several equal
/// routes is returned is the same on every run, compiler and platform; docs/concepts.md has the rule.
/// @param tiles     receives the tiles from source to target; may be NULL if capacity is 0.
/// @param capacity  how many tiles fit; route->tile_count has the full number.
/// @param route     receives the answer; may be NULL.
/// @return LF_OK (found), LF_PARTIAL (a query with `partial` only), LF_NO_ROUTE, the errors of
///         lf_search_begin and lf_search_step, or LF_E_BUFFER_TOO_SMALL (lf_search_finish gives the tiles
///         without another search).
LF_API lf_status lf_search_find(lf_search *search, const lf_query *query, lf_tile *tiles, int64_t capacity,
                                lf_route *route);

/// Begins a query, and gives up one that is under way. Searches nothing yet.
/// @return LF_PAUSED (call lf_search_step), LF_E_NULL, LF_E_FOREIGN_MAP, LF_E_STRATEGY, LF_E_NO_COARSE,
///         LF_E_NO_INDEX, LF_E_INDEX_COST, LF_E_NO_GATE_INDEX, LF_E_STRIP, LF_E_CELLS, LF_E_ONLY_SPINE, LF_E_COUNT,
///         LF_E_NO_SOURCES, LF_E_NO_TARGETS, LF_E_SOURCE_OUTSIDE, LF_E_SOURCE_BLOCKED, LF_E_TARGET_OUTSIDE,
///         LF_E_TARGET_BLOCKED, LF_E_PARTIAL, or an error of the options, the depth gate, the rules for
///         ends or the obstacles (landfall/options.h), and for weights LF_E_NO_WEIGHTS (the search is not made
///         for them), LF_E_FOREIGN_WEIGHTS, LF_E_WEIGHTS_STRATEGY, LF_E_WEIGHTS_WORLD or LF_E_WEIGHTS_RANGE
///         (octile costs: the weights of all open tiles, and of as many as obstacle_room has if the query has
///         obstacles, add up to 1311738121 or more). After an error no query is under way.
LF_API lf_status lf_search_begin(lf_search *search, const lf_query *query);

/// Continues the query for at most `budget` expansions (tiles, and nodes of a coarse plan). `flood` and the
/// guardrail may go over the budget by less than 128, because they move blocks of tiles, `cells` by less than
/// 64; `spine` by one straight way. The answer does not depend on how the query was sliced.
/// @return LF_PAUSED, LF_OK (found), LF_PARTIAL, LF_NO_ROUTE, LF_E_NULL, LF_E_BUDGET, LF_E_NOT_BEGUN, or
///         LF_E_ROUTE_ROOM (only a search for spine alone; the query is given up). Called again after the
///         answer, it returns the answer again.
LF_API lf_status lf_search_step(lf_search *search, int64_t budget);

/// What the last lf_search_step of the query left of its budget, so that a tick can spend the rest elsewhere:
/// 0 while the query is paused, before its first step, or for NULL.
LF_API int64_t lf_search_budget_left(const lf_search *search);

/// Gives up the query under way, or forgets the answer of the last one. Takes no time, apart from clearing
/// away its obstacles. NULL is fine.
LF_API void lf_search_cancel(lf_search *search);

/// Gives the answer. May be called again, with another buffer, until the next query begins. If a query with
/// `partial` is paused, gives the best so far; the query may be continued afterwards.
/// @return as lf_search_find for an answer; LF_E_NULL, LF_E_COUNT, LF_E_NOT_BEGUN or LF_E_NOT_ENDED.
LF_API lf_status lf_search_finish(lf_search *search, lf_tile *tiles, int64_t capacity, lf_route *route);

/// The turning points of the answer, as lf_route_turns makes them of its tiles: both ends, and each tile where the
/// direction changes. Under `headland` no tiles are written for this, so that turning points take less than tiles: ask
/// with a capacity of 0, then for the turning points.
/// @param turns       receives the turning points; may be NULL if capacity is 0.
/// @param capacity    how many fit. Under other strategies than `headland` there must be room for all tiles.
/// @param turn_count  receives the full number. Under other strategies, if there is no room for all tiles: their number.
/// @return as lf_search_find for an answer; LF_E_NULL, LF_E_COUNT, LF_E_NOT_BEGUN or LF_E_NOT_ENDED.
LF_API lf_status lf_search_turns(const lf_search *search, lf_tile *turns, int64_t capacity,
                                 int64_t *turn_count);

/// Whether there is a route, without its length. Where bodies are known, or under a depth gate the tree of
/// depths, no search is needed; otherwise it takes a search. Gives up a query that is under way. `partial` is
/// ignored.
/// @return LF_OK (there is one), LF_NO_ROUTE, or the errors of lf_search_begin and lf_search_step.
LF_API lf_status lf_search_reaches(lf_search *search, const lf_query *query);

// ---- Route check -----------------------------------------------------------------------------------

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
#include "landfall/field.h"
#include "landfall/guided.h"
#include "landfall/image.h"
#include "landfall/index.h"
#include "landfall/keys.h"
#include "landfall/lengths.h"
#include "landfall/matrix.h"
#include "landfall/memory.h"
#include "landfall/puzzle.h"
#include "landfall/shape.h"
#include "landfall/tasks.h"
#include "landfall/weights.h"
#include "landfall/world.h"

#endif // LANDFALL_H

// Outside the guard: a file may ask for it after another file has already included this one.
#include "landfall/experts.h"
