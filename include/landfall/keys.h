// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/keys.h
/// Keys and doors.
///
/// A tile may hold a key or a door. A key is taken by stepping on it and is never used up. Door k can be
/// entered only with key k in hand. Until then it counts as blocked, for the corner rule too. See
/// docs/keys.md.
///
/// Part of landfall.h: include that one.
#ifndef LF_KEYS_H
#define LF_KEYS_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How many kinds of keys there can be: kinds are 0 to 63, and a set of them is a uint64_t, bit k for kind k.
#define LF_MAX_KINDS 64

/// How many keys and doors a map can have.
#define LF_MAX_FIXTURES (1 << 28)

/// What lies on a tile.
typedef enum lf_fixture_type {
    LF_FIXTURE_KEY = 1,  ///< a key
    LF_FIXTURE_DOOR = 2, ///< a door
} lf_fixture_type;

/// A key or a door on a tile.
typedef struct lf_fixture {
    lf_tile tile;         ///< an open tile of the map; at most one key or door per tile
    uint8_t kind;         ///< 0 to LF_MAX_KINDS - 1
    lf_fixture_type type; ///< required: 0 (not given) is refused
} lf_fixture;

/// Everything that makes fixtures. `{0}` is a map without keys and doors. The array must stay valid only
/// during the call.
typedef struct lf_fixtures_desc {
    const lf_fixture *fixtures; ///< in any order
    int64_t fixture_count;      ///< of `fixtures`; at most LF_MAX_FIXTURES
    lf_allocator allocator;     ///< `{0}` = malloc and free
} lf_fixtures_desc;

/// The keys and doors of a map. Opaque; immutable, shared by any number of threads. They belong to one map,
/// which must outlive them. They lie on open tiles of this map. Memory: four bits per tile, 12 bytes per run
/// of open tiles in a row, about 100 bytes per door.
typedef struct lf_fixtures lf_fixtures;

/// Creates the fixtures of a map. Time: a few passes over the words of the map.
/// @param desc  NULL for neither keys nor doors.
/// @param out   receives the fixtures, or NULL on error. Destroy them with lf_fixtures_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_COUNT, LF_E_TOO_MANY_FIXTURES, LF_E_KIND, LF_E_FIXTURE_TYPE,
///         LF_E_FIXTURE_OUTSIDE, LF_E_FIXTURE_BLOCKED, LF_E_FIXTURE_TWICE, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_fixtures_create(const lf_map *map, const lf_fixtures_desc *desc, lf_fixtures **out);

/// Destroys fixtures. NULL is fine. Every search with them must be destroyed first.
LF_API void lf_fixtures_destroy(lf_fixtures *fixtures);

/// The map that they belong to; NULL for NULL.
LF_API const lf_map *lf_fixtures_map(const lf_fixtures *fixtures);

/// Number of keys; 0 for NULL.
LF_API int64_t lf_fixtures_key_count(const lf_fixtures *fixtures);
/// Number of doors; 0 for NULL.
LF_API int64_t lf_fixtures_door_count(const lf_fixtures *fixtures);
/// Bytes that the fixtures hold; 0 for NULL.
LF_API size_t lf_fixtures_bytes(const lf_fixtures *fixtures);

/// The kinds that have a key on the map; 0 for NULL.
LF_API uint64_t lf_fixtures_key_kinds(const lf_fixtures *fixtures);
/// The kinds that have a door on the map; 0 for NULL.
LF_API uint64_t lf_fixtures_door_kinds(const lf_fixtures *fixtures);

/// The key or door on a tile. Time: logarithmic in their number.
/// @param out  receives the key or door; may be NULL; stays as it was if the tile has none.
/// @return whether the tile has one; false for NULL and for a tile outside.
LF_API bool lf_fixtures_at(const lf_fixtures *fixtures, lf_tile tile, lf_fixture *out);

/// How ways are made. `{0}` is the default for every field.
typedef struct lf_keys_ways_desc {
    int64_t max_bytes;      ///< the most bytes that they may take, also while they are made; 0 = 1 GiB
    lf_workers workers;     ///< `{0}` = on the caller's thread; the ways are the same either way
    lf_progress progress;   ///< `{0}` = none; reports the index, which takes nearly all the time
    lf_allocator allocator; ///< `{0}` = malloc and free; called by one thread at a time, perhaps a worker
} lf_keys_ways_desc;

/// Ways made once: the distances between all keys and doors of a map, and a hierarchy of the map with every door
/// shut, by which a query finds the ways from its sources and to its targets. For games that ask often on large
/// maps: a query that takes seconds without them, because its ways are found anew, takes milliseconds. They are
/// worth making from about the second query on. Opaque; immutable, shared by any number of threads. They belong to
/// one object of fixtures, which must outlive them.
///
/// Memory: that of an index of the map (landfall/index.h), 16 bytes per headland and 12 per arc; about 2 KB per key
/// and door, and up to 8 bytes per pair of them. Mazes full of doors have many pairs, and gain little.
typedef struct lf_keys_ways lf_keys_ways;

/// Makes ways. Time: that of an index with a hierarchy; some 100 microseconds per key and door.
/// @param desc  NULL for the defaults.
/// @param out   receives the ways, or NULL on error. Destroy them with lf_keys_ways_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_LIMIT (a negative max_bytes), LF_E_MEMORY_LIMIT (they need more than max_bytes),
///         LF_E_INDEX_LIMIT, LF_E_CANCELLED (desc->progress said so), LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_keys_ways_create(const lf_fixtures *fixtures, const lf_keys_ways_desc *desc,
                                     lf_keys_ways **out);

/// Destroys ways. NULL is fine. Every search with them must be destroyed first.
LF_API void lf_keys_ways_destroy(lf_keys_ways *ways);

/// Bytes that the ways hold; 0 for NULL.
LF_API size_t lf_keys_ways_bytes(const lf_keys_ways *ways);

/// How a query with keys is answered. Both are exact.
typedef enum lf_keys_strategy {
    LF_KEYS = 0, ///< "keys": points of interest and the ways between them; `keys-plain` where that is sooner
                 ///< done or alone fits within the limits
    LF_KEYS_PLAIN = 1, ///< "keys-plain": textbook breadth-first search over (tile, key set), the reference
} lf_keys_strategy;

/// The name of a strategy ("keys", "keys-plain"), or NULL if there is no such value.
LF_API const char *lf_keys_strategy_name(lf_keys_strategy value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_STRATEGY. On error `out` receives the value 0.
LF_API lf_status lf_keys_strategy_parse(const char *name, lf_keys_strategy *out);

/// A state of a search: where the hero stands, and with which keys.
typedef struct lf_keys_state {
    lf_tile tile;              ///< LF_NO_TILE where `keys` means any of several sources or targets
    uint64_t held;             ///< the key set, with the kinds that were held from the beginning
    int64_t length;            ///< moves from the source
    lf_keys_strategy strategy; ///< the search: where `keys` and `keys-plain` work by turns, their states mix
} lf_keys_state;

/// Watches a query: gets each state when it is taken off the queue, in this order. `{0}` = nobody does.
typedef struct lf_keys_watch {
    void (*state)(const lf_keys_state *state, void *user); ///< must not use the search
    void *user;                                            ///< passed to `state`
} lf_keys_watch;

/// One question. `{0}` is the default for each field except the sources and, unless the goal is all keys, the
/// targets. Both arrays must stay valid only until the query has ended.
typedef struct lf_keys_query {
    const lf_source *sources;  ///< where the route may begin
    int64_t source_count;      ///< at least 1; a source on a door needs its key in `held`
    const lf_tile *targets;    ///< where the route may end
    int64_t target_count;      ///< at least 1, unless the goal is all keys
    lf_goal goal;              ///< 0 = exit
    lf_keys_strategy strategy; ///< 0 = keys
    uint64_t held;             ///< kinds that are held from the beginning
    lf_progress progress;      ///< `{0}` = none. The length of the last stage is not known beforehand: it
                               ///< counts states, out of the most there may be, and mostly ends sooner
    lf_keys_watch watch;       ///< `{0}` = none. The order of states may change between versions
} lf_keys_query;

/// What a query cost. Counts are the same on every run and platform.
typedef struct lf_keys_stats {
    int64_t states;    ///< states taken off the queue: (key, key set), or (tile, key set) for `keys-plain`
    int64_t generated; ///< states put into the queue
    int64_t points;    ///< keys, doors and other points that the search considered; 0 for `keys-plain`
    int64_t bends;     ///< tiles at which ways between points may turn
    int64_t bytes;     ///< memory that the search holds after the query
    int64_t ways_ns;   ///< time for the ways between points
    int64_t
        bounds_ns; ///< time for lower bounds, and for routes that are looked for before the search has ended
    int64_t total_ns; ///< time inside the library; what the two above leave is the search itself
} lf_keys_stats;

/// The answer to a query with keys.
typedef struct lf_keys_route {
    bool found;     ///< whether there is a route here; else tiles are LF_NO_TILE, indexes -1, the rest 0.
                    ///< With LF_LIMIT it is a legal route, the best so far, and may not be the shortest
    lf_tile source; ///< the first tile
    int64_t source_index; ///< the first entry of the query's sources with that tile
    uint64_t origin;      ///< the label of that entry
    lf_tile target;       ///< the last tile
    int64_t target_index; ///< the first entry of the query's targets with that tile; -1 if there is none
    int64_t length;       ///< number of moves; with LF_OK no route is shorter
    int64_t tile_count;   ///< number of tiles: length + 1; a tile may occur more than once
    uint64_t held;        ///< the key set at the end
    int64_t event_count;  ///< keys taken and doors passed: see lf_keys_search_events
    int64_t
        lower_bound; ///< no route is shorter than this: with LF_OK the length; with LF_LIMIT what is proven
                     ///< so far, at least the distance with every door open if a route was found, and
                     ///< less than its length: the difference is the gap
    lf_keys_strategy strategy; ///< the one that gave the answer: LF_KEYS_PLAIN also where `keys` chose it
    lf_keys_stats stats;       ///< what the query cost
} lf_keys_route;

/// How a search with keys is made. `{0}` is the default for every field.
typedef struct lf_keys_search_desc {
    int64_t max_states;       ///< states that a query of `keys` may generate, by either way; 0 = 4,000,000
    int64_t max_bytes;        ///< memory that the search may hold; 0 = 1 GiB
    const lf_keys_ways *ways; ///< NULL = each query finds its ways anew. Ways of the same fixtures: lengths
        ///< are the same, but another of several equal routes may be returned. They must
        ///< outlive the search, and cost it 10 bytes per headland
    lf_allocator allocator; ///< `{0}` = malloc and free
    lf_clock clock;         ///< `{0}` = no times
} lf_keys_search_desc;

/// All memory for queries with keys on one map. Opaque. One thread at a time may use it. How much memory a
/// query needs is known only while it runs, so a query may allocate, but never beyond max_bytes. The search
/// keeps its memory: the same query again allocates nothing, unless it ends at a limit.
typedef struct lf_keys_search lf_keys_search;

/// Creates a search for the fixtures of a map. They must outlive it.
/// @param desc  NULL for the defaults.
/// @param out   receives the search, or NULL on error. Destroy it with lf_keys_search_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_FOREIGN_WAYS, LF_E_LIMIT, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_keys_search_create(const lf_fixtures *fixtures, const lf_keys_search_desc *desc,
                                       lf_keys_search **out);

/// Destroys a search. NULL is fine.
LF_API void lf_keys_search_destroy(lf_keys_search *search);

/// Bytes that `keys-plain` needs for a query on these fixtures; INT64_MAX if the number is too large; 0 for
/// NULL.
/// @param held  kinds that the query holds from the beginning.
LF_API int64_t lf_keys_plain_bytes(const lf_fixtures *fixtures, uint64_t held);

/// Answers a query. With LF_OK the length is exact. Which of several equal routes is returned is the same on every run
/// and platform, but may change between versions.
/// @param tiles     receives the tiles from source to end; may be NULL if capacity is 0.
/// @param capacity  how many tiles fit; route->tile_count has the full number.
/// @param route     receives the answer; may be NULL.
/// @return LF_OK (found), LF_NO_ROUTE (proven; lf_keys_why says why), LF_LIMIT (max_states or max_bytes was
///         hit before the answer was proven: route->found says whether there is a route nevertheless, which is
///         only lacking where max_bytes has no room for it, and route->lower_bound what is proven), LF_E_NULL, LF_E_COUNT, LF_E_GOAL, LF_E_STRATEGY,
///         LF_E_NO_SOURCES, LF_E_NO_TARGETS, LF_E_SOURCE_OUTSIDE, LF_E_SOURCE_BLOCKED, LF_E_SOURCE_LOCKED,
///         LF_E_TARGET_OUTSIDE, LF_E_TARGET_BLOCKED, LF_E_MEMORY_LIMIT (`keys-plain` was asked for and needs
///         more than max_bytes), LF_E_CANCELLED (query->progress said so; the search can be used again),
///         LF_E_NOMEM, LF_E_INTERNAL (a fault in the library, reported instead of a wrong answer), or
///         LF_E_BUFFER_TOO_SMALL (lf_keys_search_tiles gives the tiles without another search).
LF_API lf_status lf_keys_search_find(lf_keys_search *search, const lf_keys_query *query, lf_tile *tiles,
                                     int64_t capacity, lf_keys_route *route);

// Slices: lf_keys_search_begin, then lf_keys_search_step as often as there is time, then lf_keys_search_finish. A game
// may call lf_keys_search_finish whenever it likes: then it gets the best route that can be found soon.
//
//     lf_keys_search_begin(search, &query);
//     while (lf_keys_search_step(search, 2000) == LF_PAUSED && has_time()) draw_frame();
//     lf_keys_search_finish(search, tiles, TILE_ROOM, &route);

/// Begins a query, and gives up one that is under way. The query's arrays must stay valid until it has ended.
/// @return LF_PAUSED (call lf_keys_search_step), or the errors of lf_keys_search_find. After LF_E_MEMORY_LIMIT,
///         LF_E_CANCELLED and LF_E_NOMEM the query has ended; after any other error none is under way.
LF_API lf_status lf_keys_search_begin(lf_keys_search *search, const lf_keys_query *query);

/// Continues. The answer does not depend on how the work was sliced: it is that of lf_keys_search_find.
/// @param budget  the most work to do, in units of about a microsecond, which are counted, not timed. The smallest
///                pieces are the ways of a point (up to some 100 ms on 16 million tiles without ways made once), a
///                flood over regions, the prices of a bound (0.8 ms with 64 keys), a state of `keys`, 16,384 states
///                of `keys-plain`. A walk from key to key, where there is no memory for points, is not cut.
/// @return LF_PAUSED, LF_E_NULL, LF_E_BUDGET, LF_E_NOT_BEGUN, or how the query has ended, as lf_keys_search_find
///         returns it. Called again after the end, it returns the same status.
LF_API lf_status lf_keys_search_step(lf_keys_search *search, int64_t budget);

/// Gives the answer, as often as you like. If the query is paused, it ends here as at a limit: with LF_LIMIT, the best
/// route that can be found soon (in about an eighth of the states so far), and a bound. It is LF_OK if the route is
/// proven nevertheless, and LF_NO_ROUTE if there is none.
/// @param tiles     receives the tiles from source to end; may be NULL if capacity is 0.
/// @param capacity  how many tiles fit; route->tile_count has the full number.
/// @param route     receives the answer; may be NULL.
/// @return LF_E_NULL, LF_E_COUNT, LF_E_NOT_BEGUN, or as lf_keys_search_find.
LF_API lf_status lf_keys_search_finish(lf_keys_search *search, lf_tile *tiles, int64_t capacity,
                                       lf_keys_route *route);

/// The tiles of the last answer.
/// @param tiles  receives the tiles; may be NULL if capacity is 0.
/// @return the number of tiles, 0 for no search; LF_E_NULL or LF_E_COUNT.
LF_API int64_t lf_keys_search_tiles(const lf_keys_search *search, lf_tile *tiles, int64_t capacity);

/// A key taken or a door passed.
typedef struct lf_keys_event {
    int64_t at;         ///< index of the tile in the route
    lf_fixture fixture; ///< the key, which was not held before, or the door, each time it is entered
} lf_keys_event;

/// The events on the route of the last answer, in order.
/// @param events  receives the events; may be NULL if capacity is 0.
/// @return the number of events, 0 for no search; LF_E_NULL or LF_E_COUNT.
LF_API int64_t lf_keys_search_events(const lf_keys_search *search, lf_keys_event *events, int64_t capacity);

/// Why the last answer was LF_NO_ROUTE. A locked door is a door that a source can walk up to, but whose key
/// this source cannot get; with this key alone it could enter. If `reached` has the door's kind, another
/// source can get the key, and may even pass the door.
typedef struct lf_keys_why {
    bool walled;          ///< the goal is out of reach even with every door open
    uint64_t reached;     ///< kinds that some source can get or that are held from the beginning
    uint64_t unreachable; ///< kinds with a key on the map that no source can get
    uint64_t missing;     ///< kinds of locked doors that have no key on the map at all
    int64_t lock_count;   ///< number of locked doors
} lf_keys_why;

/// Says why the last answer was LF_NO_ROUTE.
/// @param why       receives the reasons; all-zero if the last answer was another one.
/// @param locks     receives the locked doors, in the order of their tiles; may be NULL if capacity is 0.
/// @param capacity  how many doors fit; why->lock_count has the full number.
/// @return LF_OK, LF_E_NULL, LF_E_COUNT or LF_E_BUFFER_TOO_SMALL.
LF_API lf_status lf_keys_search_explain(const lf_keys_search *search, lf_keys_why *why, lf_fixture *locks,
                                        int64_t capacity);

/// The result of walking a list of tiles with lf_keys_check.
typedef struct lf_keys_walk {
    int64_t at;           ///< index of the first tile that is wrong, -1 if none
    lf_fault fault;       ///< what is wrong there
    uint64_t held;        ///< the key set at the end, or where the walk broke
    int64_t keys_taken;   ///< keys of kinds that were not held before
    int64_t doors_passed; ///< how often a door was entered
} lf_keys_walk;

/// Walks a list of tiles, takes keys and opens doors on the way, and says whether the walk is legal. It goes
/// move by move and shares nothing with the searches.
/// @param held  kinds that are held from the beginning.
/// @param walk  receives the result; may be NULL.
/// @return LF_OK (legal), LF_BROKEN, LF_E_NULL or LF_E_COUNT.
LF_API lf_status lf_keys_check(const lf_fixtures *fixtures, const lf_tile *tiles, int64_t count,
                               uint64_t held, lf_keys_walk *walk);

#ifdef __cplusplus
}
#endif

#endif // LF_KEYS_H
