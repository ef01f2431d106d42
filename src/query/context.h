// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Room `query`: how strategies see the query that they answer. The context is all that a strategy sees of a
// search. Parts are the memory that strategies work in. The depth gate decides which tiles are open. May use:
// base, map, coarse, index, depth.
#ifndef LANDFALL_QUERY_CONTEXT_H
#define LANDFALL_QUERY_CONTEXT_H

#include "../base/arrays.h"
#include "../base/holders.h"
#include "../map/map.h"
#include "berths.h"
#include "gate.h"
#include "obstacles.h"
#include "table.h"

typedef enum lfi_state {
    LFI_IDLE = 0, ///< no query, or the last one was refused
    LFI_RUNNING,  ///< begun, no answer yet
    LFI_ENDED,    ///< answered
} lfi_state;

/// What a step is spending its time on; each stage has its own time in lf_stats.
typedef enum lfi_stage {
    LFI_STAGE_REFINE = 0,
    LFI_STAGE_PLAN,
    LFI_STAGE_GUARDRAIL,
} lfi_stage;

/// What keeps the guardrail from tiles that no short route passes.
typedef struct lfi_fence {
    /// A lower bound of the moves from any open tile of a box to a target; NULL: there is no fence.
    uint64_t (*rest)(const lf_search *search, lfi_box box);
    uint64_t limit; ///< what is part of a route of more moves than this is left out
    /// Whether the strategy has settled a route, of one move more than the limit. If no shorter one is found, it is the
    /// answer.
    bool settled;
    int64_t length, diagonal; ///< of this route
    lf_tile source, target;
} lfi_fence;

/// A part: memory that strategies work in, with a list of its arrays. It is made with the search, so no query
/// allocates.
typedef struct lfi_part {
    size_t size; ///< of its state, which begins as zeros; at most LFI_PART_ROOM
    /// Whether a search for all strategies has the part. NULL: it always has.
    bool (*wanted)(const lf_search *search);
    /// Runs the list of its arrays. Their lengths depend on the context alone, because the arrays of a search
    /// that is not made yet are counted too. A length that edits of the map change comes from `rooms`.
    void (*arrays)(lf_search *search, lfi_arrays *run);
    /// First values, once the arrays are made; NULL if zeros, `turned` and `forget` are enough.
    void (*ready)(lf_search *search);
    /// Copies what it keeps of the chart: after `ready`, and whenever the search was turned to another chart
    /// and the arrays stayed. NULL if it keeps nothing.
    void (*turned)(lf_search *search);
    /// Makes all marks stale: at the beginning, and when the numbers of queries start over. NULL if none of
    /// its marks bears the number of a query.
    void (*forget)(lf_search *search);
} lfi_part;

enum { LFI_PART_ROOM = 8192 };

/// Looks at tiles that a strategy shows.
typedef struct lfi_viewer {
    /// Whether it wants to see the tiles of a box.
    bool (*wants)(void *user, lfi_box box);
    void (*see)(void *user, lf_point point);
    void *user;
} lfi_viewer;

/// A strategy: how to begin a query, continue it, and write its route. None of the functions allocates.
typedef struct lfi_strategy {
    const char *name;
    bool exact;         ///< whether its answers are proven best
    bool octile;        ///< whether it takes octile costs
    bool gated;         ///< whether it takes a depth gate: search->map must be all it knows about tiles, or
                        ///< its `check` must see to it. Then it takes obstacles that block, too
    bool opened;        ///< whether it is gated and takes obstacles that open tiles as well
    bool weighted;      ///< whether it takes weights
    bool first_wins;    ///< whether it takes the first of several nearest targets
    int32_t preference; ///< `auto` picks the greatest among the strategies that take the query; 0: never
    uint32_t parts;     ///< the parts it works in
    lf_status missing;  ///< what a query gets if the search lacks one of them
    /// Whether a query suits it beyond what the flags above say; NULL: it always does.
    lf_status (*check)(const lf_search *search, const lf_query *query);
    /// Whether `auto` may pick it for a query that it takes; NULL: it always may.
    bool (*suits)(const lf_search *search, const lf_query *query);
    /// Whether a search may be made for this strategy alone; NULL: it may not.
    lf_status (*alone)(const lf_search_desc *desc);
    /// Sets the search up. It must leave out sources in bodies without a target (lfi_search_source_useful).
    void (*begin)(lf_search *search);
    /// Continues the current stage for at most *budget expansions, and subtracts the expansions from *budget.
    /// Returns LF_PAUSED (budget used up, or a new stage), LF_NO_ROUTE, or LF_OK with route.length, diagonal,
    /// source and target set.
    lf_status (*step)(lf_search *search, int64_t *budget);
    /// Writes as many of the route's tiles as fit, from the source on.
    void (*trace)(const lf_search *search, lf_tile *tiles, int64_t capacity);
    /// NULL, or writes as many turning points of the route as fit (lf_route_turns), and returns how many there are.
    int64_t (*turns)(const lf_search *search, lf_tile *turns, int64_t capacity);
    /// Whether a query that has begun has met a tile; NULL: it does not know.
    bool (*has_met)(const lf_search *search, lf_tile tile);
    /// Shows the tiles to which a query under way knows a way; NULL: it does not know.
    void (*show)(const lf_search *search, const lfi_viewer *viewer);
    /// Sets the length, the diagonals and the source of the way to such a tile, for `trace`.
    void (*measure)(const lf_search *search, lf_tile tile, lf_route *route);
    const void *own; ///< the differences between strategies of one family
} lfi_strategy;

/// The differences between an edited map and the map of an index (overlay/overlay.h).
typedef struct lfi_overlay lfi_overlay;

/// What a search works with: a map and what was made from it.
typedef struct lfi_chart {
    const lf_map *map;
    const lf_coarse *coarse;    ///< NULL, or one of the same map
    const lf_index *index;      ///< NULL, or one of a map with the same tiles, apart from the overlay
    const lfi_overlay *overlay; ///< NULL, or the differences between the map and that of the index
    const lf_depth *depth;      ///< NULL, or the depths of the same map
    const lf_weights
        *weights[LF_WORLD_WEIGHTS_MAX]; ///< of the same map, for queries that name those of a world
} lfi_chart;

/// How many things there is room for. A search of a plain map has exactly the room it needs. A search of a
/// world has more, so that most edits need no new arrays.
typedef struct lfi_rooms {
    uint64_t open_tiles;
    uint64_t bodies, runs;       ///< of the map
    uint64_t nodes, nodes_above; ///< of the coarse map, and of the one above it
    uint64_t humps;              ///< of the tree of depths
    uint64_t headlands, folds;   ///< of the index
    uint64_t extras;             ///< headlands that the index does not have; 0: it cannot have an overlay
} lfi_rooms;

struct lf_search {
    const lf_map *map;       ///< what strategies see: `now`, or gate.map while a depth gate is in force
    const lf_map *now;       ///< `ground`, or the same under the obstacles of the query; or, if `harboured`,
                             ///< gate.map
    const lf_map *ground;    ///< `base`, or the same without the tiles that the weights of the query close
    const lf_map *base;      ///< the map that the search was created for
    const lf_coarse *coarse; ///< NULL, or what guided strategies plan on
    const lf_index *index; ///< NULL, or what `headland` searches: `plain_index`, or one for the query's gate
    const lf_index *plain_index;                       ///< NULL, or the index that has no gate
    const lf_index *gate_indexes[LF_GATE_INDEXES_MAX]; ///< the indexes for gates, as given
    uint32_t gate_index_count;
    const lfi_overlay *overlay; ///< NULL, or the differences between `now` and the map of the index
    const lfi_overlay *edits;   ///< NULL, or the differences between `base` and the map of the index
    const lf_depth *depth;      ///< NULL, or the depths that gates compare with
    const lf_weights *weights[LF_WORLD_WEIGHTS_MAX]; ///< those of the state that the search is turned to
    bool octile;                                     ///< whether room for octile costs was asked for
    bool weighted;                                   ///< whether room for weights was asked for
    lfi_holders *held; ///< NULL, or the state of a world that the search is turned to
    lfi_rooms rooms;
    int64_t max_bytes;        ///< the most that the search may take; 0 = no limit
    int64_t route_room;       ///< as in the description; for a search for one strategy alone
    int64_t obstacle_room;    ///< as in the description
    int64_t harbour_room;     ///< as in the description; 0 without gate_indexes
    const lfi_strategy *only; ///< NULL, or the one strategy that the search is for
    lf_allocator allocator;
    lf_clock clock;

    void *parts[LFI_PART_COUNT]; ///< NULL: the search has no such part
    uint32_t *body_stamp; ///< for each body, the query that has a target in it; NULL if bodies are unknown
    uint32_t stamp;       ///< number of the query, never 0

    lfi_state state;
    lfi_stage stage;
    bool opens;                ///< whether obstacles of the query open tiles
    bool harboured;            ///< whether an index for the gate is used, and harbours add tiles to its map
    bool begun;                ///< whether the strategy was begun at all: some answers need no search
    int32_t gate_depth;        ///< the depth gate of the query, -1 if it has none
    bool formed;               ///< whether there is a form
    lf_query form;             ///< a query that was found right; those of the same form are, too
    lf_strategy form_strategy; ///< the strategy that it stands for
    lf_query query;            ///< as given, except for options.experts, and with berths as its ends
    lf_expert_options experts; ///< a copy of the query's options.experts
    const lfi_strategy *strategy;  ///< the strategy of the query
    const lfi_strategy *runner;    ///< the strategy at work now: the same, or the guardrail
    const lfi_strategy *guardrail; ///< the strategy that takes over when another one gives up
    lfi_fence fence;               ///< of the guardrail
    lf_status answer;              ///< LF_OK, LF_PARTIAL or LF_NO_ROUTE once ended
    int64_t budget_left;           ///< by the last step of the query
    lf_route route;
    lfi_berths berths;
    lfi_partial partial;
};

static inline lfi_depth_gate *lfi_gate_of(const lf_search *search) {
    return search->parts[LFI_PART_GATE];
}

/// Whether the current query has a depth gate.
static inline bool lfi_depth_gate_on(const lf_search *search) {
    return search->gate_depth >= 0;
}

/// Whether the current query is answered by an index for its depth gate.
static inline bool lfi_gate_index_on(const lf_search *search) {
    return search->index != search->plain_index;
}

static inline lfi_obstacles *lfi_obstacles_of(const lf_search *search) {
    return search->parts[LFI_PART_OBSTACLES];
}

/// Whether the current query has obstacles.
static inline bool lfi_obstacles_on(const lf_search *search) {
    return search->now != search->ground && !search->harboured;
}

/// Whether the current query has a map of its own, for obstacles or weights, that bodies and the tree of depths
/// know nothing of.
static inline bool lfi_query_altered(const lf_search *search) {
    return search->now != search->base && !search->harboured;
}

/// Whether the current query has an overlay of its own over an index, for obstacles or harbours.
static inline bool lfi_query_overlaid(const lf_search *search) {
    return search->now != search->base;
}

/// Whether strategies see a map with fewer tiles than the coarse map was made of. (Those that use a coarse map
/// never see one with more.)
static inline bool lfi_query_closes(const lf_search *search) {
    return lfi_depth_gate_on(search) || lfi_query_altered(search);
}

/// Whether tiles in different bodies are known to have no way between them. Obstacles that block leave it at
/// that; those that open tiles do not.
static inline bool lfi_bodies_count(const lf_search *search) {
    return search->body_stamp != NULL && !search->opens;
}

/// Whether a query counts diagonals as sqrt 2. Under orthogonal moves there are none.
static inline bool lfi_query_is_octile(const lf_query *query, const lf_map *map) {
    return query->options.cost == LF_COST_OCTILE && map->moves != LF_MOVES_ORTHOGONAL;
}

static inline bool lfi_search_is_octile(const lf_search *search) {
    return lfi_query_is_octile(&search->query, search->map);
}

/// The expert options of a query, or the defaults.
static inline lf_expert_options lfi_query_experts(const lf_query *query) {
    return query->options.experts != NULL ? *query->options.experts : (lf_expert_options){0};
}

/// The value of an option for which 0 means the default and LF_NONE means 0.
static inline int32_t lfi_option_value(int32_t option, int32_t default_value) {
    if (option == LF_NONE) return 0;
    return option == 0 ? default_value : option;
}

/// Whether a source may lead to a target at all: its body, if bodies are known, holds a target, and the depth
/// gate, if there is one, leaves the source open.
static inline bool lfi_search_source_useful(const lf_search *search, lf_tile source) {
    if (lfi_bodies_count(search) && search->body_stamp[lfi_map_body(search->base, source)] != search->stamp)
        return false;
    // Harbours hold all ends. (The map may be that of the index at the moment, without harbours.)
    return !lfi_depth_gate_on(search) || search->harboured || lf_map_is_open(search->map, source);
}

/// Gives up: the guardrail answers the query. Returns LF_PAUSED, because the guardrail has yet to run. A
/// search for one strategy alone has no guardrail; it returns that its room was too small.
static inline lf_status lfi_search_give_up(lf_search *search) {
    if (search->only != NULL) return LF_E_ROUTE_ROOM;
    search->stage = LFI_STAGE_GUARDRAIL;
    search->route.length = search->route.diagonal = 0; // of a route that was settled and does not hold
    search->route.source = search->route.target = LF_NO_TILE;
    search->route.stats.guardrail = true;
    search->runner = search->guardrail;
    search->runner->begin(search);
    return LF_PAUSED;
}

/// Begins the runner's work. A strategy that knows the map from before cannot use tiles that obstacles open:
/// the guardrail takes its place.
static inline void lfi_search_start(lf_search *search) {
    search->fence.rest = NULL;
    if (search->opens && !search->runner->opened)
        lfi_search_give_up(search);
    else
        search->runner->begin(search);
}

#endif // LANDFALL_QUERY_CONTEXT_H
