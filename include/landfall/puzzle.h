// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/puzzle.h
/// Puzzles: dungeons that ask for more than keys and doors (landfall/keys.h).
///
/// A tile may hold a device. A move takes one hero to a neighbouring tile by the move rules of the map, or
/// from a teleporter to another one of its kind, and the length of a route is the number of moves of all
/// heroes.
///
///  - A key is taken when its tile is entered for the first time.
///  - A door of a kind that is kept is open while at least `need` keys of its kind were taken. A door of a
///    kind that is used up is shut until a hero enters it with `need` unused keys of its kind, which are then
///    used; from then on it is open.
///  - A switch turns all barriers of its kind over, each time its tile is entered: open ones shut, shut ones
///    open.
///  - From a teleporter, any other one of its kind is one move away, wherever it lies.
///  - Places are to be visited in the order of their kinds. A visit counts if a place of each lower kind that
///    lies on the map was visited before.
///  - A tile with a heading is left in this direction only, and is not entered against it: by no move whose
///    direction and the heading have a negative product, dx * dx' + dy * dy'.
///  - A tile that is for once shuts behind the first hero who leaves it, for good. Who stands on it may leave
///    it.
///
/// What is shut counts as blocked, for the corner rule too, as it is before the move. So does a locked door
/// whose key is in hand: it opens when it is entered. Heroes do not stand in each other's way, and share
/// everything. At the beginning all of them stand on their first tiles, and enter them in their order.
///
/// Dungeons that have nothing but keys that are kept and doors with a need of 1 are for landfall/keys.h,
/// which is far faster. docs/keys.md and docs/decisions/0014-puzzles.md have the ideas and what they cost.
///
/// Part of landfall.h: include that one.
#ifndef LF_PUZZLE_H
#define LF_PUZZLE_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How many heroes a query can have.
#define LF_MAX_HEROES 8

/// How many bits of state a query can have: one per key, for each kind that is used up or asked for in a
/// number; one per kind for all other keys that matter; one per door of a kind that is used up; one per kind
/// of switches; one per kind of places; one per tile that is for once.
#define LF_MAX_PUZZLE_BITS 256

/// What lies on a tile of a puzzle.
typedef enum lf_device_type {
    LF_DEVICE_FLOOR = 0,      ///< nothing, but the tile may have a heading or be for once
    LF_DEVICE_KEY = 1,        ///< a key, a gem, a coin
    LF_DEVICE_DOOR = 2,       ///< a door
    LF_DEVICE_SWITCH = 3,     ///< a switch
    LF_DEVICE_BARRIER = 4,    ///< a door that switches open and shut
    LF_DEVICE_TELEPORTER = 5, ///< a teleporter
    LF_DEVICE_PLACE = 6,      ///< a place to be visited
} lf_device_type;

/// The name of a type ("floor", "key", "door", "switch", "barrier", "teleporter", "place"), or NULL if there
/// is no such value.
LF_API const char *lf_device_type_name(lf_device_type value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_DEVICE. On error `out` receives the value 0.
LF_API lf_status lf_device_type_parse(const char *name, lf_device_type *out);

/// A direction in which a tile is passed; y points down, so north is up.
typedef enum lf_heading {
    LF_HEADING_ANY = 0, ///< in every direction
    LF_HEADING_NORTH = 1,
    LF_HEADING_NORTH_EAST = 2,
    LF_HEADING_EAST = 3,
    LF_HEADING_SOUTH_EAST = 4,
    LF_HEADING_SOUTH = 5,
    LF_HEADING_SOUTH_WEST = 6,
    LF_HEADING_WEST = 7,
    LF_HEADING_NORTH_WEST = 8,
} lf_heading;

/// The name of a heading ("any", "north", "north-east" and so on), or NULL if there is no such value.
LF_API const char *lf_heading_name(lf_heading value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_DEVICE. On error `out` receives the value 0.
LF_API lf_status lf_heading_parse(const char *name, lf_heading *out);

/// A device on a tile.
typedef struct lf_device {
    lf_tile tile;        ///< an open tile of the map; at most one device per tile
    lf_device_type type; ///< what it is; 0 = floor
    lf_heading heading;  ///< 0 = any; a teleporter has none
    uint8_t kind; ///< 0 to LF_MAX_KINDS - 1; keys open doors, switches turn barriers over, teleporters lead
                  ///< to teleporters of their kind; of places: the order; of floor: no matter
    uint8_t need; ///< of a door: how many keys; 0 = 1
    bool open;    ///< of a barrier: whether it is open at the beginning
    bool once;    ///< whether the tile shuts behind the first who leaves it
} lf_device;

/// Everything that makes a puzzle. `{0}` is a map without devices. The array must stay valid only during the
/// call.
typedef struct lf_puzzle_desc {
    const lf_device *devices; ///< in any order
    int64_t device_count;     ///< of `devices`; at most LF_MAX_FIXTURES
    uint64_t used_up;         ///< the kinds of keys that are used up, bit k for kind k; all others are kept
    lf_allocator allocator;   ///< `{0}` = malloc and free
} lf_puzzle_desc;

/// The devices of a map. Opaque; immutable, shared by any number of threads. They belong to one map, which
/// must outlive them. Memory: 16 bytes per device.
typedef struct lf_puzzle lf_puzzle;

/// Creates the puzzle of a map. Time: sorting the devices.
/// @param desc  NULL for no devices.
/// @param out   receives the puzzle, or NULL on error. Destroy it with lf_puzzle_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_COUNT, LF_E_TOO_MANY_FIXTURES, LF_E_KIND, LF_E_DEVICE (an unknown type or
///         heading, a teleporter with a heading), LF_E_FIXTURE_OUTSIDE, LF_E_FIXTURE_BLOCKED,
///         LF_E_FIXTURE_TWICE, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_puzzle_create(const lf_map *map, const lf_puzzle_desc *desc, lf_puzzle **out);

/// Destroys a puzzle. NULL is fine. Every search with it must be destroyed first.
LF_API void lf_puzzle_destroy(lf_puzzle *puzzle);

/// The map that it belongs to; NULL for NULL.
LF_API const lf_map *lf_puzzle_map(const lf_puzzle *puzzle);

/// The device on a tile. Time: logarithmic in their number.
/// @param out  receives the device; may be NULL; stays as it was if the tile has none.
/// @return whether the tile has one; false for NULL and for a tile outside.
LF_API bool lf_puzzle_at(const lf_puzzle *puzzle, lf_tile tile, lf_device *out);

/// One question. `{0}` is the default for each field except the sources and, unless the goal is all keys, the
/// targets. The arrays must stay valid only until the query has ended.
///
/// Whatever the goal, all places must have been visited in their order, and the numbers of `needed` taken.
/// Keys that are held from the beginning count as taken. With LF_GOAL_EXIT and LF_GOAL_ALL_KEYS_EXIT every
/// hero stands on a target at the end; with LF_GOAL_ALL_KEYS and LF_GOAL_ALL_KEYS_EXIT a key of each kind
/// that lies on the map was taken.
typedef struct lf_puzzle_query {
    const lf_source *sources; ///< where heroes begin
    int64_t source_count;     ///< at least 1
    const lf_tile *targets;   ///< where the route may end
    int64_t target_count;     ///< at least 1, unless the goal is all keys
    lf_goal goal;             ///< 0 = exit
    bool together; ///< true: one hero per source, at most LF_MAX_HEROES; false: one hero, at any of them
    const uint8_t *held;   ///< NULL, or LF_MAX_KINDS numbers: keys held from the beginning, by kind
    const uint8_t *needed; ///< NULL, or LF_MAX_KINDS numbers: keys to be taken at least, by kind
    lf_progress progress;  ///< `{0}` = none. The last stage counts states, out of the most there may be
} lf_puzzle_query;

/// A hero on a tile.
typedef struct lf_puzzle_step {
    int32_t hero; ///< from 0; the index of its source in a query with heroes together, else 0
    lf_tile tile; ///< where it stands then
} lf_puzzle_step;

/// What a query cost. Counts are the same on every run and platform.
typedef struct lf_puzzle_stats {
    int64_t states;    ///< states taken off the queues
    int64_t generated; ///< different states that were met
    int64_t points;    ///< tiles that the search considered
    int64_t bits;      ///< of state
    int64_t bytes;     ///< memory that the search holds after the query
    int64_t total_ns;  ///< time inside the library
} lf_puzzle_stats;

/// The answer to a query.
typedef struct lf_puzzle_route {
    bool found;  ///< whether there is a route here; with LF_LIMIT it is legal, and may not be the shortest
    bool walled; ///< with LF_NO_ROUTE: the goal is out of reach even if nothing were ever shut
    int64_t source_index; ///< of a single hero: the first entry of the query's sources with its tile; else -1
    uint64_t origin;      ///< the label of that entry; else 0
    int64_t length;       ///< number of moves, of all heroes together
    int64_t lower_bound;  ///< no route is shorter: with LF_OK the length, with LF_LIMIT what is proven so far
    int64_t step_count;   ///< number of steps: the heroes' first tiles, in their order, then a step per move
    int64_t event_count;  ///< what happens on the way: see lf_puzzle_search_events
    uint64_t reached; ///< with LF_NO_ROUTE: kinds of keys that can be taken or are held from the beginning
    uint64_t
        unreached; ///< with LF_NO_ROUTE: kinds with a key on the map that matters, and that nobody can take
    lf_puzzle_stats stats; ///< what the query cost
} lf_puzzle_route;

/// How a search is made. `{0}` is the default for every field.
typedef struct lf_puzzle_search_desc {
    int64_t max_states;     ///< different states that a query may meet; 0 = 4,000,000; never more than 2^31
    int64_t max_bytes;      ///< memory that the search may hold; 0 = 1 GiB
    lf_allocator allocator; ///< `{0}` = malloc and free
    lf_clock clock;         ///< `{0}` = no times
} lf_puzzle_search_desc;

/// All memory for queries on one puzzle. Opaque. One thread at a time may use it. A query may allocate, but
/// never beyond max_bytes. The search keeps its memory: the same query again allocates nothing, unless it
/// ends at a limit. Memory: 9 bytes per tile of the map; a state takes 4 bytes per hero and per 32 bits, and
/// about 70 more.
typedef struct lf_puzzle_search lf_puzzle_search;

/// Creates a search for a puzzle, which must outlive it.
/// @param desc  NULL for the defaults.
/// @param out   receives the search, or NULL on error. Destroy it with lf_puzzle_search_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_LIMIT, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_puzzle_search_create(const lf_puzzle *puzzle, const lf_puzzle_search_desc *desc,
                                         lf_puzzle_search **out);

/// Destroys a search. NULL is fine.
LF_API void lf_puzzle_search_destroy(lf_puzzle_search *search);

/// Answers a query. With LF_OK the length is exact. Which of several equal routes is returned is the same on
/// every run and platform, but may change between versions.
/// @param steps     receives the steps; may be NULL if capacity is 0.
/// @param capacity  how many steps fit; route->step_count has the full number.
/// @param route     receives the answer; may be NULL.
/// @return LF_OK (found), LF_NO_ROUTE (proven), LF_LIMIT (max_states or max_bytes was hit before the answer
///         was proven: route->found says whether a route is known nevertheless, and route->lower_bound what
///         is proven), LF_E_NULL, LF_E_COUNT, LF_E_GOAL, LF_E_NO_SOURCES, LF_E_NO_TARGETS, LF_E_HEROES,
///         LF_E_SOURCE_OUTSIDE, LF_E_SOURCE_BLOCKED, LF_E_SOURCE_LOCKED (it lies on what is shut at the
///         beginning), LF_E_TARGET_OUTSIDE, LF_E_TARGET_BLOCKED, LF_E_PUZZLE_BITS (more than
///         LF_MAX_PUZZLE_BITS), LF_E_MEMORY_LIMIT (max_bytes has no room for the map), LF_E_CANCELLED
///         (query->progress said so), LF_E_NOMEM, LF_E_INTERNAL (a fault in the library, reported instead of
///         a wrong answer: every route is walked by lf_puzzle_check before it is handed out), or
///         LF_E_BUFFER_TOO_SMALL (lf_puzzle_search_steps gives the steps without another search).
LF_API lf_status lf_puzzle_search_find(lf_puzzle_search *search, const lf_puzzle_query *query,
                                       lf_puzzle_step *steps, int64_t capacity, lf_puzzle_route *route);

/// Begins a query, and gives up one that is under way.
/// @return LF_PAUSED (call lf_puzzle_search_step), or the errors of lf_puzzle_search_find.
LF_API lf_status lf_puzzle_search_begin(lf_puzzle_search *search, const lf_puzzle_query *query);

/// Goes on with a query. However the work is sliced, the answer is that of lf_puzzle_search_find.
/// @param budget  how much work to do, in about microseconds.
/// @return LF_PAUSED (call it again), LF_E_NULL, LF_E_BUDGET, LF_E_NOT_BEGUN, or how the query has ended, as
///         lf_puzzle_search_find returns it. Called again after the end, it returns the same status.
LF_API lf_status lf_puzzle_search_step(lf_puzzle_search *search, int64_t budget);

/// Gives the answer, as often as you like. If the query is paused, it ends here as at a limit: with LF_LIMIT,
/// the best route so far if there is one, and a bound.
/// @param steps     receives the steps; may be NULL if capacity is 0.
/// @param capacity  how many steps fit; route->step_count has the full number.
/// @param route     receives the answer; may be NULL.
/// @return LF_E_NULL, LF_E_COUNT, LF_E_NOT_BEGUN, or as lf_puzzle_search_find.
LF_API lf_status lf_puzzle_search_finish(lf_puzzle_search *search, lf_puzzle_step *steps, int64_t capacity,
                                         lf_puzzle_route *route);

/// The steps of the last answer.
/// @param steps  receives the steps; may be NULL if capacity is 0.
/// @return the number of steps, 0 for no search; LF_E_NULL or LF_E_COUNT.
LF_API int64_t lf_puzzle_search_steps(const lf_puzzle_search *search, lf_puzzle_step *steps,
                                      int64_t capacity);

/// What happens on a route.
typedef enum lf_puzzle_event_type {
    LF_PUZZLE_TOOK = 0,     ///< a key was taken
    LF_PUZZLE_UNLOCKED = 1, ///< a door that uses keys up was opened
    LF_PUZZLE_PASSED = 2,   ///< any other door or barrier was entered
    LF_PUZZLE_PRESSED = 3,  ///< a switch was turned
    LF_PUZZLE_JUMPED = 4,   ///< a hero arrived at a teleporter from another one
    LF_PUZZLE_VISITED = 5,  ///< a visit to a place counted
    LF_PUZZLE_SHUT = 6,     ///< the tile shut behind the hero
} lf_puzzle_event_type;

/// The name of a type ("took", "unlocked", "passed", "pressed", "jumped", "visited", "shut"), or NULL if
/// there is no such value.
LF_API const char *lf_puzzle_event_type_name(lf_puzzle_event_type value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_DEVICE. On error `out` receives the value 0.
LF_API lf_status lf_puzzle_event_type_parse(const char *name, lf_puzzle_event_type *out);

/// Something that happens on a route.
typedef struct lf_puzzle_event {
    int64_t at;                ///< index of the step
    lf_device device;          ///< what the hero meets
    lf_puzzle_event_type type; ///< what happens to it
} lf_puzzle_event;

/// The events on the route of the last answer, in order.
/// @param events  receives the events; may be NULL if capacity is 0.
/// @return the number of events, 0 for no search; LF_E_NULL or LF_E_COUNT.
LF_API int64_t lf_puzzle_search_events(const lf_puzzle_search *search, lf_puzzle_event *events,
                                       int64_t capacity);

/// The result of walking a list of steps with lf_puzzle_check.
typedef struct lf_puzzle_walk {
    int64_t at;          ///< index of the first step that is wrong, -1 if none
    lf_fault fault;      ///< what is wrong there
    bool done;           ///< whether the goal of the query holds at the end
    int64_t event_count; ///< number of events
} lf_puzzle_walk;

/// Walks a list of steps by the rules, and says whether it is legal. It goes step by step, straight from the
/// wording of the rules, and shares nothing with the search. It allocates a byte per device while it runs.
/// @param query     goal, targets, together, held and needed; the sources: as many as there are heroes, if
///                  together.
/// @param steps     the heroes' first tiles in their order, then a step per move.
/// @param events    receives what happens; may be NULL if capacity is 0.
/// @param capacity  how many events fit; walk->event_count has the full number.
/// @param walk      receives the result; may be NULL.
/// @return LF_OK (legal, whether or not the goal holds), LF_BROKEN, LF_E_NULL, LF_E_COUNT, LF_E_GOAL,
///         LF_E_HEROES, LF_E_NOMEM or LF_E_BUFFER_TOO_SMALL (legal, but not all events fit).
LF_API lf_status lf_puzzle_check(const lf_puzzle *puzzle, const lf_puzzle_query *query,
                                 const lf_puzzle_step *steps, int64_t count, lf_puzzle_event *events,
                                 int64_t capacity, lf_puzzle_walk *walk);

#ifdef __cplusplus
}
#endif

#endif // LF_PUZZLE_H
