// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of a search with keys: its files, in the order in which a query goes through them.
//
//     reach.c   what can be reached at all, with which keys; which doors and keys can matter
//     apart.c   what lies behind each door
//     ways.c    ways between two tiles in the shut map, over bends (a visibility graph)
//     kept.c, climb.c, retrace.c  the same ways, made once for all queries, and what a query adds to them
//     points.c  the points (start, target, doors, keys, ends of sidesteps) and the ways between them
//     bound.c   a lower bound of the distance from a point to the goal (spanning trees)
//     tours.c   a second lower bound, for long searches (tours with a short memory)
//     cuts.c    a third one, for mazes (crossings of cuts)
//     patterns.c a fourth one, for keys that come before others (smaller dungeons, solved for all their states)
//     hops.c    what it costs to go from key to key, found once for all states of a long search
//     hunt.c    A* over (point, key set), and the route that it finds
//     plain.c   the textbook search, for small maps and as the reference
//     aimed.c   the same with an aim, for maps full of doors
//     anytime.c the best route that can be found soon, when a limit was hit
//     polish.c  makes such a route shorter, by local search over the order of keys
//     rival.c   both searches by turns, where nobody knows beforehand which is faster
//
// A query goes on by small pieces of work (a door, a point, a row, a state), between which it can be paused: keys.c has
// its phases, hunt.c the stages of the search over points.
//
// Every file keeps its arrays in pools of one account (store.h). A function that finds no memory returns
// false, LF_LIMIT or LF_E_NOMEM; search->store.failure then says why.
#ifndef LANDFALL_KEYS_H
#define LANDFALL_KEYS_H

#include "../base/chains.h"
#include "../base/heap.h"
#include "../base/metric.h"
#include "../base/pace.h"
#include "../sight/lookout.h"
#include "fixtures.h"
#include "kept.h"

/// Where every kilobyte counts (js/build-wasm.sh) two parts are left out. Answers are as long without them.
#ifdef LF_NO_PATTERNS
enum { LFI_HAS_PATTERNS = 0, LFI_HAS_AIM = 0 };
#else
enum { LFI_HAS_PATTERNS = 1, LFI_HAS_AIM = 1 };
#endif

// ---------------------------------------------------------------------------------------------------
// Reach
// ---------------------------------------------------------------------------------------------------

/// What a flood over regions and doors begins with.
typedef struct lfi_reach_from {
    const lf_tile *tiles;
    int64_t tile_count;
    uint64_t held;    ///< keys at the beginning
    uint64_t without; ///< kinds whose keys are left lying
} lfi_reach_from;

/// The last flood over regions and doors: what it met, and which keys it found.
typedef struct lfi_reach {
    lfi_pool region_stamps, door_stamps, seen_stamps; ///< uint32_t each
    lfi_pool next_pending;                            ///< uint32_t per door: doors that wait for a key
    lfi_pool stack;                                   ///< uint64_t: region * 2, or door * 2 + 1
    lfi_pool origins; ///< uint64_t, sorted: place << 32 | tile: a source for each region or door that has any
    lfi_pool any_regions, any_doors; ///< uint8_t: met from any source by the last lfi_reach_goal
    uint64_t origin_count, any_held;
    bool turns;         ///< whether the rival may catch up while a flood goes on
    bool collect;       ///< whether a flood adds to any_regions and any_doors
    lfi_pool terminals; ///< lf_tile: for lfi_reach_prune
    uint32_t pending[LF_MAX_KINDS];
    uint64_t depth; ///< of the stack
    uint32_t stamp;
    uint64_t held; ///< keys at the end
} lfi_reach;

/// A region, a door or the root in the walk of apart.c.
typedef struct lfi_apart_place {
    uint32_t number; ///< in the order in which places are met, from 1 on; 0: not met
    uint32_t lowest; ///< the lowest number that is joined to it, or to what was met through it
    uint32_t from;   ///< the place through which it was met
    uint32_t next;   ///< the next link to look at
} lfi_apart_place;

/// What each door keeps apart from what matters.
typedef struct lfi_apart {
    lfi_pool places;
    lfi_pool first;  ///< uint32_t per place, and one more: its first link
    lfi_pool links;  ///< uint32_t: places
    lfi_pool cuts;   ///< int32_t per number: how many doors keep the place apart
    lfi_pool behind; ///< uint8_t per port: whether it lies behind its door
    uint32_t met;    ///< the last number
} lfi_apart;

/// What is known of a door; the first bit is what others want to know.
enum {
    LFI_DOOR_IS_LIVE = 1,       ///< it can be part of a shortest route
    LFI_DOOR_HAS_SIDESTEPS = 2, ///< at its own tile
    LFI_DOOR_IS_END = 4         ///< a route may begin or end there, or it holds what matters
};

/// What matters for the goal, as far as floods over regions can tell.
typedef struct lfi_relevance {
    lfi_pool live_doors;           ///< uint8_t per door: LFI_DOOR_IS_LIVE and so on
    uint64_t kinds;                ///< kinds whose keys can matter and are not held at the beginning
    uint64_t needed;               ///< the kinds without which the goal cannot be reached
    uint64_t before[LF_MAX_KINDS]; ///< kinds that must be held before a key of this kind can be taken
    // How far it has come.
    bool pruning;            ///< whether there is another round
    lfi_apart apart;         ///< of this round
    uint64_t terminal_count; ///< of this round
    uint64_t obtainable;     ///< kinds that any source reaches
} lfi_relevance;

// ---------------------------------------------------------------------------------------------------
// Ways
// ---------------------------------------------------------------------------------------------------

/// A bend, or another tile at which ways begin, end or turn.
typedef struct lfi_bend {
    lf_point at;
    uint32_t leg, leg_count; ///< its legs; leg == LFI_NONE: not looked for yet
    uint32_t tag;            ///< the first tag of its tile, or LFI_NONE
} lfi_bend;

typedef struct lfi_leg {
    uint32_t to, cost;
} lfi_leg;

typedef struct lfi_ways {
    lfi_stops stops;                 ///< of the shut map, with the tiles of points and sources
    lfi_pool bends;                  ///< lfi_bend
    lfi_pool legs;                   ///< lfi_leg
    lfi_metric metric;               ///< of legs
    lfi_pool costs, stamps, parents; ///< uint32_t per bend
    lfi_heap heap;                   ///< of bends, by cost << 32 | bend
    lfi_pool heap_pools[2];
    lfi_pool trail; ///< uint32_t: the bends (by tiles: the tiles) of the way asked for, from its end back
    uint64_t leg_count, trail_count;
    uint32_t bend_count, stamp;
    bool by_tiles;  ///< whether ways are found tile by tile
    lfi_pool moves; ///< by tiles: uint8_t per tile: 0 not met, 1 + the move that led here, 10 for a seed
    lfi_pool tiles; ///< by tiles: lf_tile, in the order in which they were met
    uint64_t tile_count;
} lfi_ways;

// ---------------------------------------------------------------------------------------------------
// Points
// ---------------------------------------------------------------------------------------------------

enum { LFI_START = 0, LFI_TARGET = 1, LFI_FIRST_DOOR = 2 };

typedef enum lfi_point_type { LFI_POINT_END, LFI_POINT_DOOR, LFI_POINT_KEY, LFI_POINT_SIDE } lfi_point_type;

typedef struct lfi_poi {
    lf_tile tile; ///< LF_NO_TILE for start and target, which stand for many tiles
    lfi_point_type type;
    uint8_t kind;
    bool live;
    uint32_t edge, edge_count; ///< its edges; a way ends at the first key that it meets
    uint32_t sidestep;         ///< first of its sidesteps, or LFI_NONE
} lfi_poi;

/// From point to point: with `walk` by a way of the shut map, otherwise by a single move or none at all.
typedef struct lfi_edge {
    uint64_t need; ///< the keys that it needs
    uint32_t to, cost;
    bool walk;
} lfi_edge;

typedef struct lfi_points {
    lfi_pool items;     ///< lfi_poi
    lfi_pool edges;     ///< lfi_edge
    lfi_pool tags;      ///< uint64_t, sorted: tile << 32 | point << 1 | cost of the last move to it
    lfi_pool side_next; ///< uint32_t: two entries per sidestep
    lfi_pool sides;     ///< uint64_t, sorted: floor tiles at the ends of sidesteps
    lfi_pool seeds;     ///< lfi_seed: where ways begin
    lfi_pool ends;      ///< lfi_seed: with kept ways, where they end
    lfi_pool seen;      ///< uint32_t per point: the last row that has an edge to it
    lfi_pool costs, stamps, from_edges; ///< uint32_t per point: of the last flood over points
    lfi_pool from_points;               ///< uint32_t per point
    lfi_heap heap;                      ///< of points, by cost << 32 | point
    lfi_pool heap_pools[2];
    uint64_t edge_count, tag_count, seed_count, end_count;
    lfi_pool chain; ///< uint32_t: edges of a way over points, from its end back
    uint32_t count, first_key, first_side, stamp;
    uint32_t row;  ///< the point whose edges are being found
    uint32_t next; ///< the point whose edges are to be found next
    uint32_t want; ///< the point that a way is wanted to, or LFI_NONE while edges are being found
    int64_t live_count;
    int64_t found;      ///< points whose edges are found
    uint64_t half_work; ///< the work by when half as many were found
} lfi_points;

// ---------------------------------------------------------------------------------------------------
// Bound and search
// ---------------------------------------------------------------------------------------------------

enum { LFI_BOUND_SCALE = 16 }; ///< weights are in 1/16 of a move, so that prices can be fine

/// What is known about a set of missing kinds, at any point.
typedef struct lfi_bound_set {
    uint64_t set;
    int64_t rest; ///< in 1/LFI_BOUND_SCALE: the cost of the tree over the missing kinds and of the last edge
} lfi_bound_set;

/// Lower bounds from the relaxed problem: all doors are open, and the needed keys are visited in some order.
typedef struct lfi_bound {
    lfi_pool far;  ///< uint32_t: one row each for the start and the key points: distances to the nearest key
                   ///< of each needed kind, and to the target
    lfi_pool sets; ///< lfi_bound_set
    lfi_pool over; ///< uint32_t: rows as in `far`: distances to the target over a key of each needed kind
    bool sharp;    ///< whether `over` is filled
    bool weak;     ///< whether trees are left out, because tours see much more
    lfi_chains chains;           ///< of the sets
    int32_t count;               ///< needed kinds
    uint8_t kinds[LF_MAX_KINDS]; ///< which they are
    int32_t place[LF_MAX_KINDS]; ///< for each kind its place among them, or -1
    bool leaves;                 ///< whether `rest` is that of the set of lfi_bound_leave
    int64_t rest;
    uint64_t before[LF_MAX_KINDS]; ///< for each of them, the needed kinds before it: bit i for kinds[i]
    uint32_t between[LF_MAX_KINDS][LF_MAX_KINDS]; ///< from kind to kind, one right after the other
    uint32_t end[LF_MAX_KINDS];                   ///< from the last kind to the end
    int32_t price[LF_MAX_KINDS];                  ///< see bound.c
    bool to_target;
    uint32_t next; ///< the key whose row is to be filled next
} lfi_bound;

enum { LFI_TOURS_MEMORY = 9 }; ///< the most errands that a tour remembers at a key

/// A leg of tours, backwards: from a key to one before it.
typedef struct lfi_tours_leg {
    const uint16_t *turn; ///< the memory there for each memory here
    uint32_t node;
    int32_t cost;
    uint32_t forbidden;   ///< memories that do not allow it
    uint32_t least, most; ///< errands that can be left there
} lfi_tours_leg;

enum { LFI_CUT_WORDS = 4 }; ///< 64 keys each

/// A cut, and what lies behind it.
typedef struct lfi_cut {
    uint64_t behind[LFI_CUT_WORDS]; ///< a bit per key
    uint64_t kinds[2];              ///< kinds before it and behind it
    uint32_t targets;               ///< tiles behind it that are targets
    uint32_t levels;                ///< how many distances have such a cut
} lfi_cut;

/// Lower bounds from crossings (cuts.c).
typedef struct lfi_cuts {
    bool ready;    ///< whether the bound is of use
    uint32_t root; ///< the bound at the start
    lfi_pool list; ///< lfi_cut
    uint32_t count, target_count;
    lfi_pool parent, order, far; ///< uint32_t per tile, while they are made
    lfi_pool sets;               ///< uint64_t: key sets whose crossings are known
    lfi_pool crossings;          ///< uint16_t: per set and cut, from before it and from behind it
    lfi_chains chains;           ///< of the sets
} lfi_cuts;

typedef enum lfi_tours_stage { LFI_TOURS_ENDED, LFI_TOURS_PRICES, LFI_TOURS_GROW } lfi_tours_stage;

/// Lower bounds from tours over errands (tours.c).
typedef struct lfi_tours {
    bool ready;    ///< whether the bound is of use
    uint32_t root; ///< the bound at the start
    // Errands.
    uint32_t count;
    uint64_t used;                 ///< kinds of all errands
    uint64_t kinds[LF_MAX_KINDS];  ///< of which a route takes one
    uint64_t shut[LF_MAX_KINDS];   ///< kinds that cannot be had before
    uint64_t before[LF_MAX_KINDS]; ///< bit i for errand i: those that come before
    uint64_t after[LF_MAX_KINDS];
    // Their keys.
    lfi_pool nodes;   ///< uint32_t: points
    lfi_pool errands; ///< uint8_t per node
    lfi_pool node_at; ///< uint32_t: for the start and each key, its node or LFI_NONE
    lfi_pool far;     ///< uint32_t: a row per node: distances from the start and from each key
    uint32_t node_count;
    // Memory.
    uint32_t memory;                              ///< errands that any of them remembers, at most
    uint8_t near[LF_MAX_KINDS][LFI_TOURS_MEMORY]; ///< which ones
    uint8_t near_count[LF_MAX_KINDS];
    // Tables.
    lfi_pool costs;      ///< int32_t: per node, number of errands left and memory
    lfi_pool turns;      ///< uint16_t
    lfi_pool legs;       ///< lfi_tours_leg: node_count per node
    lfi_pool leg_counts; ///< uint32_t per node
    // Prices.
    int32_t price[LF_MAX_KINDS], best_price[LF_MAX_KINDS];
    int32_t visits[LF_MAX_KINDS]; ///< of the best tour
    uint8_t stops[LF_MAX_KINDS];  ///< its errands, from the first on
    uint32_t stop_count;
    int64_t best; ///< the value of the best prices, scaled
    int32_t alpha, idle, steps_left, rounds, stalled;
    int64_t looked_at; ///< the bound some rounds ago
    lfi_tours_stage stage;
    // The set asked for last.
    uint64_t set, missing; ///< the errands that are left
    int64_t prices;        ///< theirs
    uint8_t errand_of[LF_MAX_KINDS];
    uint64_t work, told; ///< steps in all, and how many of them are in search->work
    uint64_t most;       ///< steps after which prices are good enough
} lfi_tours;

/// A walk from one key to another, or to the target (hops.c).
typedef struct lfi_hop {
    uint64_t need; ///< the kinds that it needs, apart from those held from the beginning
    uint64_t pass; ///< the kinds of the keys that it passes
    uint32_t cost;
} lfi_hop;

/// A walk while hops are made.
typedef struct lfi_hops_label {
    uint64_t need, pass;
    uint32_t cost, point;
    uint32_t next; ///< the walk to the same point that was found before, or LFI_NONE
} lfi_hops_label;

typedef struct lfi_hops {
    bool ready;         ///< whether they are all there
    bool hopeless;      ///< whether there are too many, or there is no memory for them
    bool begun;         ///< whether walks from the point of the row are being found
    lfi_pool keys;      ///< uint32_t: the points that they lead to; the last one is the target
    uint32_t key_count; ///< without the target
    lfi_pool row_at;    ///< uint32_t: for the start and each key, its row: 0, or 1 + its place in `keys`
    lfi_pool first;     ///< uint32_t per row and place in `keys`: the first of the hops between them
    lfi_pool list;      ///< lfi_hop: cheapest first
    uint32_t count;
    uint32_t next; ///< the row that is made next
    // While a row is made.
    lfi_pool labels, newest; ///< lfi_hops_label; uint32_t per point
    uint32_t label_count;
    uint64_t work;   ///< what they have taken
    lfi_queue queue; ///< of labels, by cost
} lfi_hops;

typedef enum lfi_patterns_stage {
    LFI_PATTERNS_ENDED,
    LFI_PATTERNS_KINDS,
    LFI_PATTERNS_COSTS
} lfi_patterns_stage;

/// A key of a pattern that can be taken next, or the target, and what is left to do from there.
typedef struct lfi_patterns_next {
    uint32_t column, rest;
} lfi_patterns_next;

/// Lower bounds from a smaller dungeon (patterns.c).
typedef struct lfi_patterns {
    bool ready;                       ///< whether the bound is of use
    uint32_t root;                    ///< the bound at the start
    uint64_t kinds;                   ///< those that are not held from the beginning
    uint64_t left;                    ///< those that may still be added
    uint32_t order[LF_MAX_KINDS + 2]; ///< the best route so far, by places in hops.keys
    uint32_t order_count;
    lfi_pool sets; ///< uint64_t: the sets of these kinds that can occur, each one before those that have more
    lfi_pool costs; ///< uint32_t: per set and row of hops, what is left to do
    lfi_pool
        plain; ///< uint32_t: per row and column of hops, their cost where kinds of the pattern play no part
    uint32_t count, rows;
    lfi_chains chains; ///< of the sets
    uint32_t unfilled; ///< sets that have no costs yet
    uint64_t most;     ///< what sets, keys and kinds may come to
    lfi_patterns_stage stage;
    // What can be taken next with one of the sets.
    lfi_pool next_keys; ///< lfi_patterns_next
    uint32_t next_count, next_at;
    bool next_ends; ///< whether nothing is left to do
} lfi_patterns;

/// Keys in the order in which a route takes them, by their place in hops.keys.
typedef struct lfi_polish_list {
    uint64_t cost; ///< of the route
    uint32_t count;
    uint8_t keys[LF_MAX_KINDS + 1];
} lfi_polish_list;

/// Local search over the order of keys (polish.c).
typedef struct lfi_polish {
    lfi_polish_list now, best;
    int64_t walks_left;
    int64_t walks_stop;   ///< it ends when so many are left
    uint32_t place, idle; ///< the place whose changes are tried next; places in a row where none helped
    uint64_t random;
} lfi_polish;

/// What can be taken next from a state: a key or the target.
typedef struct lfi_step {
    uint32_t point, cost;
} lfi_step;

typedef struct lfi_hunt_state {
    uint64_t set;
    uint32_t point, cost, parent;
} lfi_hunt_state;

/// What dominance needs of a state.
typedef struct lfi_hunt_recent {
    uint64_t set;
    uint32_t cost;
} lfi_hunt_recent;

/// What the search over points does next.
typedef enum lfi_hunt_stage {
    LFI_HUNT_REACH,
    LFI_HUNT_AHEAD, ///< its rival goes ahead
    LFI_HUNT_RELEVANCE,
    LFI_HUNT_POINTS,
    LFI_HUNT_BOUND,
    LFI_HUNT_STATES,
    LFI_HUNT_HOPS,     ///< some states were taken: hops take the place of floods
    LFI_HUNT_BEAMS,    ///< many states were taken: beams look for a route
    LFI_HUNT_POLISH,   ///< local search makes it shorter
    LFI_HUNT_TOURS,    ///< a second bound is made
    LFI_HUNT_PATTERNS, ///< another one is made
} lfi_hunt_stage;

typedef struct lfi_hunt {
    lfi_hunt_stage stage;
    lfi_pool states;   ///< lfi_hunt_state
    lfi_chains chains; ///< of the states
    lfi_queue queue; ///< of states, by estimate << 32 | ~cost: among equal estimates the greatest cost first
    lfi_pool recent; ///< lfi_hunt_recent: for each point, the states expanded last
    lfi_pool recent_counts;
    lfi_pool chain;   ///< uint32_t: states of the route, from its end back
    uint32_t bound;   ///< no route is shorter
    bool ready;       ///< whether points and bounds are made
    uint32_t blunt;   ///< states below this number were estimated before the bound was sharpened
    uint32_t root;    ///< the bound of trees at the start
    uint64_t spent;   ///< the work of its states, without help
    uint64_t hops_at; ///< the work of states after which hops are tried
    uint64_t paid_work, paid_spent; ///< all work, and that of states, when the last round of help began
    bool sharpened;                 ///< whether the bound was sharpened
    int round;                      ///< of help, or -1
} lfi_hunt;

/// The run of a plain search.
typedef struct lfi_plain_run {
    const lf_fixtures *fixtures;
    const lf_map *map;
    uint64_t held;        ///< from the beginning
    uint64_t found_kinds; ///< kinds that have a bit in a state's set
    uint64_t goal_set;    ///< the bits that a state's set must have at the end
    uint64_t beating;     ///< 0, or all bits: states that others beat by a key more are left out
    uint8_t *from;
    uint64_t *queue, *targets;
    uint64_t head, tail;
    uint64_t moves;            ///< tried by all states taken off
    uint64_t room;             ///< of the queue: how many states there can be in all
    uint64_t level, level_end; ///< moves so far, and where states of one move more begin
} lfi_plain_run;

typedef struct lfi_plain {
    lfi_pool from;    ///< uint8_t per state
    lfi_pool queue;   ///< uint64_t
    lfi_pool targets; ///< uint64_t: one bit per tile
    lfi_plain_run run;
} lfi_plain;

enum { LFI_AIMED_KEYS = 32 };

/// The keys that an aim knows.
typedef struct lfi_aimed_keys {
    lf_tile tiles[LFI_AIMED_KEYS];
    uint64_t bits[LFI_AIMED_KEYS]; ///< their kinds, as sets of the plain search have them
    uint64_t kinds;                ///< all of them
    uint32_t count;
} lfi_aimed_keys;

/// The plain search with an aim (aimed.c). Its run is that of the plain search, which has no queue then.
typedef struct lfi_aimed {
    lfi_aimed_keys keys;
    lfi_pool far;     ///< uint32_t: per tile, distances to the target and to each key
    uint32_t columns; ///< of `far`
    uint32_t next_column;
    lfi_pool rows; ///< uint32_t: per set of kinds and key, what is left once it is taken
    uint64_t next_set;
    bool filled;    ///< all rows are there
    bool ready;     ///< states are taken
    lfi_pool queue; ///< lf_tile: of a flood
    uint64_t queue_count;
    lfi_pool aims; ///< uint64_t: estimate << 32 | tile, sorted: the sources
    uint64_t aim_count, next_source;
    lfi_pool buckets[4]; ///< uint64_t: states that wait, by their estimate modulo 4
    uint64_t counts[4];
    uint32_t estimate; ///< of the states that are taken off now
    uint64_t flooded;  ///< work of floods
} lfi_aimed;

/// The best route so far, when a limit is hit (anytime.c).
typedef struct lfi_anytime {
    lfi_pool nodes;    ///< lfi_hunt_state: of a beam, layer by layer
    lfi_pool ranks;    ///< uint64_t per node: cost plus bound << 32 | node
    lfi_chains chains; ///< of the nodes
    lfi_pool best;     ///< uint32_t: the points of the best route, from its end back
    uint64_t best_count;
    uint64_t best_cost; ///< its length, or UINT64_MAX
    uint64_t dropped;   ///< the least cost plus bound of a node that a beam left out, or UINT64_MAX
    int64_t expanded;   ///< nodes, by all beams
    // How far the beams have come.
    bool running;              ///< whether there is anything left for them to do
    uint64_t width;            ///< of the beam under way; 0 = none
    uint32_t begin, end, next; ///< its layer, and the node to look at next
    int64_t before;            ///< nodes expanded when it began
    int64_t most;              ///< that all beams may expand
    lfi_pool from;             ///< uint8_t per tile: 0 not met, 1 + the move that led here, STROLL_SEED
    lfi_pool queue;            ///< lf_tile
} lfi_anytime;

/// What parts of the work count, in units of about a nanosecond (rival.c), by what they took in rooms, mazes and noise
/// (the rows of bench_rivals), rounded. A state with an aim takes less; it counts more so that points, which lead in
/// most large dungeons, lose less.
enum {
    LFI_WORK_STATE = 50, ///< a state of the plain search in the mean: taken off, and
    LFI_WORK_TAKE = 26,
    LFI_WORK_MOVE = 5,        ///< each of its moves;
    LFI_WORK_TAKE_SMALL = 11, ///< if there are few states
    LFI_WORK_MOVE_SMALL = 3,
    LFI_WORK_AIMED = 140,   ///< a state of the same with an aim
    LFI_WORK_FLOOD = 25,    ///< a tile of its floods
    LFI_WORK_CELL = 1,      ///< a number that is read to fill its table
    LFI_WORK_REACH = 80,    ///< a flood over regions, apart from what it meets
    LFI_WORK_ITEM = 10,     ///< a key or door met by a flood over regions
    LFI_WORK_SIDESTEP = 35, ///< a sidestep tried
    LFI_WORK_LOOKOUT = 45,  ///< a bend whose legs are looked for
    LFI_WORK_BEND = 3,      ///< a bend taken off the heap, for each level of it
    LFI_WORK_LEG = 2,       ///< a leg followed
    LFI_WORK_ARC = 8,       ///< an arc climbed
    LFI_WORK_TILE = 12,     ///< a tile of a way found tile by tile
    LFI_WORK_POINT = 50,    ///< a point taken off the heap; if there are few of them
    LFI_WORK_POINT_FEW = 20,
    LFI_WORK_EDGE = 2,   ///< an edge followed
    LFI_WORK_CUT = 200,  ///< the crossings of a cut
    LFI_WORK_TOUR = 1,   ///< a step of tours
    LFI_WORK_LOOK = 5,   ///< a walk compared with another one, or a key of a pattern that can be taken next
    LFI_WORK_LABEL = 70, ///< a walk found by hops
    LFI_WORK_WALK = 40,  ///< a list of keys walked
    LFI_WORK_BOUND =
        100,            ///< a state of which the bound is asked for; a tree takes the square of its keys more
    LFI_WORK_SET = 200, ///< a set of a pattern looked at
    LFI_WORK_KEYS = 400, ///< a state of the search over points, apart from its flood; one of the first
    LFI_WORK_KEYS_FEW = 200,
};

/// The plain search as the rival of the search over points.
typedef struct lfi_rival {
    bool fits;         ///< whether it may run: there is memory for it, and it has not taken too many states
    bool beside;       ///< whether it may run while the other one does
    bool blind;        ///< whether it has no aim yet
    bool tiny;         ///< whether it is faster in any case, unless there is no route
    bool begun, won;   ///< whether it has begun; whether it has ended first
    lf_status status;  ///< how it ended
    uint64_t start;    ///< the work of the other search after which it begins
    uint64_t clearing; ///< what its marks take
    uint64_t ahead;    ///< the work that it may do before the other search goes on
    uint64_t work;     ///< its own work
    uint64_t most;     ///< work of the plain search before it takes aim
    uint32_t take_work, move_work; ///< what a state of the plain search takes, and each move from it
} lfi_rival;

/// What a query does next.
typedef enum lfi_keys_phase {
    LFI_KEYS_IDLE,    ///< no query was begun
    LFI_KEYS_PLAIN,   ///< the plain search was asked for, or the map is tiny
    LFI_KEYS_POINTS,  ///< the search over points, with its rival
    LFI_KEYS_ALONE,   ///< the rival alone
    LFI_KEYS_ANYTIME, ///< a limit was hit: the best route that can be found soon
    LFI_KEYS_ENDED,
} lfi_keys_phase;

struct lf_keys_search {
    const lf_fixtures *fixtures;
    const lf_map *map;
    const lf_keys_ways *kept; ///< NULL, or ways made once
    lfi_store store;
    lf_clock clock;
    int64_t max_states;
    int64_t plain_below; ///< `keys` hands maps with fewer (tile, key set) states to `keys-plain`

    int64_t dense_above;   ///< ways are found tile by tile if bends * dense_above > open tiles
    uint64_t rival_above;  ///< work that is not worth a rival (rival.c)
    uint64_t aim_above;    ///< it takes aim if all states take so many times what the floods take; 0: at once
    int64_t hop_above;     ///< with more states than this, hops, beams and local search help; -1: at once
    uint64_t hops_least;   ///< work that hops may take in any case
    int64_t advance_above; ///< with more states than this, tours and cuts help, too
    uint32_t cuts_below;   ///< maps with more tiles than this do without cuts
    int64_t sharp_above;   ///< with more states than this, the bound is sharpened (lfi_bound_sharpen)

    lfi_keys_phase phase;
    lf_status status;    ///< how the query has ended
    lf_keys_query query; ///< valid until the query has ended
    lfi_pace pace;       ///< the same
    lf_keys_route route;
    lfi_pool tiles;  ///< lf_tile
    lfi_pool events; ///< lf_keys_event
    lf_keys_why why;
    lfi_pool locks; ///< lf_fixture

    lfi_reach reach;
    lfi_relevance relevance;
    lfi_ways ways;
    lfi_climber climber;
    lfi_points points;
    lfi_bound bound;
    lfi_tours tours;
    lfi_cuts cuts;
    lfi_hops hops;
    lfi_patterns patterns;
    lfi_pool steps; ///< lfi_step: of lfi_steps_find
    uint32_t step_count;
    lfi_polish polish;
    lfi_hunt hunt;
    lfi_plain plain;
    lfi_aimed aimed;
    lfi_rival rival;
    lfi_anytime anytime;
    uint64_t work; ///< of the search over points in this query: see LFI_WORK_STATE
};

// keys.c
bool lfi_keys_add_tile(lf_keys_search *search, lf_tile tile);
/// The kinds that the goal itself asks for.
uint64_t lfi_keys_asked(const lf_keys_search *search);
bool lfi_keys_goal_has_target(const lf_keys_search *search);
/// Begins a stage of the query that ends at `end`, of LFI_PACE_TOTAL. False, with LF_E_CANCELLED noted, if
/// the caller cancels the query.
bool lfi_keys_stage(lf_keys_search *search, int64_t end);
/// Reports that `part` of `of` of the stage are done. False as above.
bool lfi_keys_part(lf_keys_search *search, uint64_t part, uint64_t of);
/// The same in the search over points, whose rival may catch up now. False also if the rival has the answer.
bool lfi_keys_turn(lf_keys_search *search, uint64_t part, uint64_t of);

// reach.c
/// Floods regions, takes keys and opens doors until nothing more opens. False if there is no memory.
bool lfi_reach_run(lf_keys_search *search, const lfi_reach_from *from);
/// Whether the last flood met this tile.
bool lfi_reach_has_tile(const lf_keys_search *search, lf_tile tile);
/// Keeps one source of the query for each region and each door.
bool lfi_reach_begin(lf_keys_search *search);
/// Floods from each source of lfi_reach_begin separately and leaves the keys of some kinds lying. *met says
/// whether any source reaches the goal; reach.any_held has the kinds that any source reaches.
bool lfi_reach_goal(lf_keys_search *search, uint64_t without, bool *met);
/// Whether the last lfi_reach_goal met this tile from any source.
bool lfi_reach_any_tile(const lf_keys_search *search, lf_tile tile);
/// Fills search->why and the locks of a query that has no route.
bool lfi_reach_explain(lf_keys_search *search);
/// Begins to fill search->relevance. Call it after a lfi_reach_goal that met the goal.
bool lfi_relevance_begin(lf_keys_search *search);
/// Goes on, a round at a time.
bool lfi_relevance_step(lf_keys_search *search, bool *done);

// apart.c
/// Finds what each door keeps apart from the terminals of this round, if all keys are held that can be had. False if there
/// is no memory.
bool lfi_apart_find(lf_keys_search *search);
/// Whether a door lies behind another one, or is out of reach.
bool lfi_apart_is_behind(const lf_keys_search *search, uint32_t door);
/// Whether a port is reached without its door.
bool lfi_apart_has_port(const lf_keys_search *search, uint32_t port);

// ways.c
/// Frees the memory that is not in pools.
void lfi_ways_free(lf_keys_search *search);
/// Prepares ways for the tags and seeds of the points.
bool lfi_ways_begin(lf_keys_search *search);
/// Floods from the seeds in search->points.seeds and calls lfi_points_meet for every tag, nearest first,
/// until *go_on is false. Ways end at keys, unless they begin there with cost 0 and `leave` is set. False if
/// there is no memory.
bool lfi_ways_run(lf_keys_search *search, bool leave);
/// Appends the tiles of the way to the tile met last; the tile of the seed only if `with_seed`.
bool lfi_ways_append(lf_keys_search *search, bool with_seed);

// retrace.c
/// Appends the tiles of a kept way of this length; the tile of its first seed only if `with_seed`.
bool lfi_retrace(lf_keys_search *search, const lfi_kept_end *from, const lfi_kept_end *to, uint32_t length,
                 bool with_seed);

// points.c
/// Lists the points, and finds their edges, a point at a time.
bool lfi_points_begin(lf_keys_search *search);
bool lfi_points_step(lf_keys_search *search, bool *done);
/// A way has met the tile of a tag: adds an edge, or clears *go_on so that the flood ends.
bool lfi_points_meet(lf_keys_search *search, uint32_t point, uint32_t cost, bool *go_on);
/// Floods the points from one of them with the keys in `held`; ends at `stop` (LFI_NONE: nowhere), and passes
/// no key of the kinds in `fresh`. Costs are in points.costs where points.stamps is points.stamp.
void lfi_points_flood(lf_keys_search *search, uint32_t from, uint64_t held, uint64_t fresh, uint32_t stop);
/// Appends the tiles of the way that the last flood found to a point.
bool lfi_points_append(lf_keys_search *search, uint32_t from, uint32_t to);
static inline uint32_t lfi_points_cost(const lf_keys_search *search, uint32_t point) {
    const lfi_points *p = &search->points;
    return LFI_ITEMS(uint32_t, p->stamps)[point] == p->stamp ? LFI_ITEMS(uint32_t, p->costs)[point] : LFI_FAR;
}

// bound.c
/// Prepares the bound, a row at a time.
bool lfi_bound_begin(lf_keys_search *search);
bool lfi_bound_step(lf_keys_search *search, bool *done);
/// The least moves that a route from a point to the goal needs with a set of keys; LFI_FAR if there is no
/// route. False if there is no memory.
bool lfi_bound_of(lf_keys_search *search, uint32_t point, uint64_t set, uint32_t *bound);
/// Whether tours alone say that no route from here is shorter than the best one so far: quicker than lfi_bound_of.
bool lfi_bound_is_hopeless(lf_keys_search *search, uint32_t point, uint64_t set, uint64_t cost);
/// Looks up what is known of a set, for lfi_bound_is_detour. False if there is no memory.
bool lfi_bound_leave(lf_keys_search *search, uint64_t set);
/// Whether going on from that set to this key, at this cost in all, cannot lead to a route that is shorter than the best
/// one so far, by the tree of that set alone: quicker than lfi_bound_of.
bool lfi_bound_is_detour(const lf_keys_search *search, uint32_t point, uint64_t cost);
/// From now on the bound looks at the way to the target as well. False if there is no memory.
bool lfi_bound_sharpen(lf_keys_search *search);

/// The distance from a key to the target with all doors open.
uint32_t lfi_bound_exit(const lf_keys_search *search, uint32_t point);

// tours.c
/// Finds errands, and begins to look for prices. False if there is no memory.
bool lfi_tours_begin(lf_keys_search *search);
/// Begins once more, with larger memories, if the bound is of use.
bool lfi_tours_grow(lf_keys_search *search);
/// Goes on, a run at a time. tours.ready says whether the bound is of use in the end.
bool lfi_tours_step(lf_keys_search *search, bool *done);
/// The least moves that a route from a point to the goal needs with a set of keys; LFI_FAR if there is no route.
uint32_t lfi_tours_of(lf_keys_search *search, uint32_t point, uint64_t set);

// cuts.c
/// Finds the cuts; cuts.ready says whether there are any. False if there is no memory.
bool lfi_cuts_begin(lf_keys_search *search);
/// The least moves that a route from a point to the goal needs with a set of keys. False if there is no memory.
bool lfi_cuts_of(lf_keys_search *search, uint32_t point, uint64_t set, uint32_t *least);

// hops.c
/// Begins to find hops. False if there is no memory.
bool lfi_hops_begin(lf_keys_search *search);
/// Goes on, a row at a time, if all of them may take so much work. *done says that this is as far as they
/// come now; hops.ready whether all are there, hops.hopeless whether they will never be.
bool lfi_hops_step(lf_keys_search *search, uint64_t most, bool *done);
/// The cheapest hop with a set of keys; NULL if there is none.
const lfi_hop *lfi_hops_find(const lf_keys_search *search, uint32_t row, uint32_t column, uint64_t held);
/// Lists in search->steps what can be taken next from a point with a set of keys, by hops or by a flood. False if there
/// is no memory.
bool lfi_steps_find(lf_keys_search *search, uint32_t point, uint64_t set);

// patterns.c
/// Begins to make a pattern by the best route so far, if there are hops, whose sets, keys and kinds may come to `most`.
/// False if there is no memory.
bool lfi_patterns_begin(lf_keys_search *search, uint64_t most);
/// Goes on, a kind or a set at a time. patterns.ready says in the end whether the bound is of use.
bool lfi_patterns_step(lf_keys_search *search, bool *done);
/// The least moves that a route from a point to the goal needs with a set of keys; LFI_FAR if there is no route.
uint32_t lfi_patterns_of(lf_keys_search *search, uint32_t point, uint64_t set);

// polish.c
/// Begins to make the best route of the beams shorter, by so many walks. False if there is nothing to do.
bool lfi_polish_begin(lf_keys_search *search, int64_t walks);
/// Goes on, a place of the list at a time; false if it has ended.
bool lfi_polish_step(lf_keys_search *search);
/// Takes over what was found as the best route. False if there is no memory.
bool lfi_polish_end(lf_keys_search *search);

// hunt.c
void lfi_hunt_begin(lf_keys_search *search);
/// Goes on for the smallest piece of work: LF_PAUSED, LF_OK with the tiles in search->tiles, LF_NO_ROUTE, LF_LIMIT,
/// LF_E_NOMEM and so on.
lf_status lfi_hunt_step(lf_keys_search *search);

// plain.c
enum { LFI_PLAIN_SLICE = 1 << 14 }; ///< states between two reports of progress
enum { LFI_PLAIN_BEATEN = 15, LFI_PLAIN_TOOK_KEY = 16, LFI_PLAIN_SOURCE = 31 };
/// Makes room for the states. LF_OK, LF_E_MEMORY_LIMIT or LF_E_NOMEM.
lf_status lfi_plain_prepare(lf_keys_search *search);
/// The same, and enters the sources.
lf_status lfi_plain_begin(lf_keys_search *search);
/// The bit of the key on a tile, or 0.
uint64_t lfi_plain_key_at(const lfi_plain_run *run, lf_tile tile);
/// Shows a state to who watches.
void lfi_plain_show(const lf_keys_search *search, lf_tile tile, uint64_t set, int64_t moves);
/// The moves that are legal on a tile with a state's set, as bits.
unsigned lfi_plain_moves(const lfi_plain_run *run, lf_tile tile, uint64_t set);
bool lfi_plain_is_goal(const lfi_plain_run *run, lf_tile tile, uint64_t set);
/// Writes the tiles of the route to a state, from its source on. False if there is no memory.
bool lfi_plain_trace(lf_keys_search *search, lf_tile tile, uint64_t set);
/// Takes so many states off the queue; results as of lfi_hunt_step.
lf_status lfi_plain_step(lf_keys_search *search, uint64_t states);
/// Notes in the route's stats what the plain search has done.
void lfi_plain_count(lf_keys_search *search);

/// The tiles around a tile that are open with a set of kinds, as nine bits.
unsigned lfi_plain_around(const lf_fixtures *fixtures, lf_tile tile, uint64_t kinds);

// aimed.c
/// What its floods will take.
uint64_t lfi_aimed_work(const lf_keys_search *search);
/// Results as of lfi_plain_begin.
lf_status lfi_aimed_begin(lf_keys_search *search);
/// Does so much work, or a flood; *done is what it did. Results as of lfi_hunt_step.
lf_status lfi_aimed_step(lf_keys_search *search, uint64_t work, uint64_t *done);

// anytime.c
/// Forgets the best route so far.
void lfi_anytime_clear(lf_keys_search *search);
/// A limit was hit: begins to look for a legal route, by beams that take at most so many states, or 64.
void lfi_anytime_begin(lf_keys_search *search, int64_t states);
/// The search goes on for long: looks for a route, by beams that take at most so many states. False, with no failure,
/// if memory ran out.
bool lfi_beams_begin(lf_keys_search *search, int64_t states);
/// Goes on for the smallest piece of work; false if they have ended.
bool lfi_beams_step(lf_keys_search *search);
/// Writes the tiles of the best route of the beams.
bool lfi_beams_trace(lf_keys_search *search);
/// Goes on for the smallest piece of work, and raises hunt.bound: LF_PAUSED; LF_OK if there is a route, whose tiles are
/// in search->tiles; LF_LIMIT if there is no memory for it; nothing fails then.
lf_status lfi_anytime_step(lf_keys_search *search);

// reach.c
/// A source of the query from which the goal can be reached; LF_NO_TILE if there is no memory to find it.
lf_tile lfi_reach_source(lf_keys_search *search);

// rival.c
/// Decides whether the plain search may run beside the search over points, and how far it goes before anything else.
/// `tiny`: it is faster.
void lfi_rival_begin(lf_keys_search *search, bool tiny);
/// Finds out how much the search over points will have to do for its doors. Call it after lfi_reach_goal.
void lfi_rival_foresee(lf_keys_search *search);
/// The points are listed: finds out what they will take at least.
void lfi_rival_foresee_points(lf_keys_search *search);
/// So many points have their ways, after so many units of work: finds out what those of the others will take.
void lfi_rival_foresee_ways(lf_keys_search *search);
/// The search over points begins with its states: lets the one that has less left go first. Results as below.
bool lfi_rival_foresee_states(lf_keys_search *search);
/// Lets the plain search do as much, a piece at a time; results as below.
bool lfi_rival_ahead(lf_keys_search *search, bool *done);
/// Lets the plain search catch up with the work of the search over points, or with `least`. False if it has the
/// answer (rival.won), or if there is no memory.
bool lfi_rival_catch_up(lf_keys_search *search, uint64_t least);
/// The search over points has hit a limit: the plain search goes on alone, a piece at a time, if it fits. LF_PAUSED,
/// LF_LIMIT if it does not fit, or its answer.
lf_status lfi_rival_alone(lf_keys_search *search);

/// The levels of a heap from which an entry was taken, at least one.
static inline uint64_t lfi_heap_levels(uint32_t left) {
    return (uint64_t)lfi_highest_bit((uint64_t)left + 1) + 1;
}

/// A well mixed number for a set of keys (the finisher of splitmix64).
static inline uint64_t lfi_set_hash(uint64_t set) {
    set = (set ^ set >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    set = (set ^ set >> 27) * UINT64_C(0x94D049BB133111EB);
    return set ^ set >> 31;
}

static inline uint64_t lfi_state_hash(uint32_t point, uint64_t set) {
    return lfi_set_hash(set + UINT64_C(0x9E3779B97F4A7C15) * point);
}

/// The place of a state in a list with chains by lfi_state_hash; LFI_NONE if it is not there.
static inline uint32_t lfi_state_find(const lfi_chains *chains, const lfi_hunt_state *states, uint32_t point,
                                      uint64_t set) {
    uint32_t i = lfi_chains_first(chains, lfi_state_hash(point, set));
    while (i != LFI_CHAIN_END && (states[i].point != point || states[i].set != set))
        i = lfi_chains_next(chains, i);
    return i == LFI_CHAIN_END ? LFI_NONE : i;
}

#endif // LANDFALL_KEYS_H
