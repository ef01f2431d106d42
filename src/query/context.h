// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Room `query`: what a query is to the strategies that answer it. The context is all that a strategy sees of
// a search; parts are the memory that strategies work in; the depth gate decides which tiles are open. May
// use: base, map, coarse, index, depth.
#ifndef LANDFALL_QUERY_CONTEXT_H
#define LANDFALL_QUERY_CONTEXT_H

#include "../base/arrays.h"
#include "../base/holders.h"
#include "../map/map.h"
#include "gate.h"
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

/// A part: memory that strategies work in, with a list of its arrays. It is made with the search, so that no
/// query allocates.
typedef struct lfi_part {
    size_t size; ///< of its state, which begins as zeros; at most LFI_PART_ROOM
    /// Whether the search, if it is for all strategies, has the part. NULL: it always has.
    bool (*wanted)(const lf_search *search);
    /// Runs the list of its arrays. Their lengths follow from the context alone, and where an edit of the map
    /// changes a number, from `rooms`: a search that is not made yet counts them too.
    void (*arrays)(lf_search *search, lfi_arrays *run);
    /// First values, once the arrays are made; NULL if zeros, `turned` and `forget` are enough.
    void (*ready)(lf_search *search);
    /// Takes over what it keeps of the chart, after `ready` and whenever the search was turned to another one
    /// and the arrays stayed; NULL if it keeps nothing.
    void (*turned)(lf_search *search);
    /// Makes all marks stale, at the beginning and when the numbers of queries begin again; NULL if it has
    /// none that bear the number of a query.
    void (*forget)(lf_search *search);
} lfi_part;

enum { LFI_PART_ROOM = 8192 };

/// A strategy: how a query is begun, moved on, and turned into tiles. None of them allocates.
typedef struct lfi_strategy {
    const char *name;
    bool exact;         ///< whether its answers are proven best
    bool octile;        ///< whether it takes octile costs
    bool gated;         ///< whether it takes a depth gate: whether all it knows of tiles is search->map
    int32_t preference; ///< `auto` takes the one with the greatest that takes the query; 0: never this one
    uint32_t parts;     ///< the parts it works in
    lf_status missing;  ///< what a query gets if the search lacks one of them
    /// Whether a query suits it beyond what the flags above say; NULL: it always does.
    lf_status (*check)(const lf_search *search, const lf_query *query);
    /// Whether a search may be made for this strategy alone; NULL: it may not.
    lf_status (*alone)(const lf_search_desc *desc);
    /// Sets the search up; sources in bodies without a target are to be left out (lfi_search_source_useful).
    void (*begin)(lf_search *search);
    /// Goes on with the current stage for at most *budget expansions, and takes what it used off the budget.
    /// LF_PAUSED (budget used up, or a new stage), LF_NO_ROUTE, or LF_OK with route.length, diagonal, source
    /// and target set.
    lf_status (*step)(lf_search *search, int64_t *budget);
    /// Writes as many of the route's tiles as fit, from the source on.
    void (*trace)(const lf_search *search, lf_tile *tiles, int64_t capacity);
    /// Whether a query that has begun has met a tile; NULL: it does not know.
    bool (*has_met)(const lf_search *search, lf_tile tile);
    const void *own; ///< what strategies of one family differ in
} lfi_strategy;

/// What an edited map differs in from the map of an index (overlay/overlay.h).
typedef struct lfi_overlay lfi_overlay;

/// What a search goes by: a map and what was made of it.
typedef struct lfi_chart {
    const lf_map *map;
    const lf_coarse *coarse;    ///< NULL, or one of the same map
    const lf_index *index;      ///< NULL, or one of a map with the same tiles, apart from the overlay
    const lfi_overlay *overlay; ///< NULL, or what the map differs in from that of the index
    const lf_depth *depth;      ///< NULL, or those of the same map
} lfi_chart;

/// How many things there is room for. What a search of a plain map has, exactly; a search of a world has more,
/// so that most edits need no new arrays.
typedef struct lfi_rooms {
    uint64_t open_tiles;
    uint64_t bodies, runs;       ///< of the map
    uint64_t nodes, nodes_above; ///< of the coarse map, and of the one above it
    uint64_t humps;              ///< of the tree of depths
    uint64_t headlands, folds;   ///< of the index
    uint64_t extras;             ///< headlands that the index does not have; 0: it cannot have an overlay
} lfi_rooms;

struct lf_search {
    const lf_map *map;          ///< what strategies see: `base`, or while a depth gate is in force, gate.map
    const lf_map *base;         ///< the map that the search was created for
    const lf_coarse *coarse;    ///< NULL, or what guided strategies plan on
    const lf_index *index;      ///< NULL, or what `headland` searches
    const lfi_overlay *overlay; ///< NULL, or what `base` differs in from the map of the index
    const lf_depth *depth;      ///< NULL, or what depth gates go by
    bool octile;                ///< whether room for octile costs was asked for
    lfi_holders *held;          ///< NULL, or the state of a world that the search is turned to
    lfi_rooms rooms;
    int64_t max_bytes;        ///< the most that the search may take; 0 = no limit
    int64_t route_room;       ///< for a search for one strategy alone: what the description says
    const lfi_strategy *only; ///< NULL, or the one strategy that the search is for
    lf_allocator allocator;
    lf_clock clock;

    void *parts[LFI_PART_COUNT]; ///< NULL: the search has no such part
    uint32_t *body_stamp; ///< for each body, the query that has a target in it; NULL if bodies are unknown
    uint32_t stamp;       ///< number of the query; 0 is never a query's

    lfi_state state;
    lfi_stage stage;
    bool begun;                    ///< whether the strategy was asked at all: some answers are known before
    int32_t gate_depth;            ///< the depth gate of the query, -1 if it has none
    lf_query query;                ///< as given, but for options.experts
    lf_expert_options experts;     ///< what the query's options.experts said
    const lfi_strategy *strategy;  ///< that answers the query
    const lfi_strategy *runner;    ///< that does the work now: the same, or the guardrail
    const lfi_strategy *guardrail; ///< that works wherever others give up
    lf_status answer;              ///< LF_OK or LF_NO_ROUTE once ended
    lf_route route;
};

static inline lfi_depth_gate *lfi_gate_of(const lf_search *search) {
    return search->parts[LFI_PART_GATE];
}

/// Whether the current query has a depth gate.
static inline bool lfi_depth_gate_on(const lf_search *search) {
    return search->gate_depth >= 0;
}

/// Whether a query counts diagonals as sqrt 2. Under orthogonal moves there are none.
static inline bool lfi_query_is_octile(const lf_query *query, const lf_map *map) {
    return query->options.cost == LF_COST_OCTILE && map->moves != LF_MOVES_ORTHOGONAL;
}

static inline bool lfi_search_is_octile(const lf_search *search) {
    return lfi_query_is_octile(&search->query, search->map);
}

/// What experts asked for in a query, or the defaults.
static inline lf_expert_options lfi_query_experts(const lf_query *query) {
    return query->options.experts != NULL ? *query->options.experts : (lf_expert_options){0};
}

/// An option whose 0 is its default and LF_NONE its 0.
static inline int32_t lfi_option_value(int32_t option, int32_t default_value) {
    if (option == LF_NONE) return 0;
    return option == 0 ? default_value : option;
}

/// Whether a source may lead to a target at all: whether its body, if bodies are known, holds one, and a
/// depth gate leaves it open.
static inline bool lfi_search_source_useful(const lf_search *search, lf_tile source) {
    if (search->body_stamp != NULL && search->body_stamp[lf_map_body(search->base, source)] != search->stamp)
        return false;
    return !lfi_depth_gate_on(search) || lf_map_is_open(search->map, source);
}

/// Gives up: the guardrail answers the query. LF_PAUSED, because it has yet to run. A search for one strategy
/// alone has no guardrail, and says that its room was too small.
static inline lf_status lfi_search_give_up(lf_search *search) {
    if (search->only != NULL) return LF_E_ROUTE_ROOM;
    search->stage = LFI_STAGE_GUARDRAIL;
    search->route.stats.guardrail = true;
    search->runner = search->guardrail;
    search->runner->begin(search);
    return LF_PAUSED;
}

#endif // LANDFALL_QUERY_CONTEXT_H
