// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of a search: the scratch memory that strategies share, and what a strategy is.
#ifndef LANDFALL_SEARCH_H
#define LANDFALL_SEARCH_H

#include "../flood/flood.h"
#include "../flood/octile.h"
#include "../flood/strip.h"
#include "../guided/guide.h"
#include "../guided/plan.h"
#include "../guided/tiles.h"
#include "../headland/headland.h"
#include "../map/map.h"
#include "../query/gate.h"
#include "../spine/spine.h"
#include "../spine/straight.h"
#include "../spine/window.h"

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

/// A strategy: how a query is begun, moved on, and turned into tiles. None of them allocates.
typedef struct lfi_strategy {
    const char *name;
    bool exact;   ///< whether its answers are proven best
    bool guided;  ///< whether it needs a coarse map
    bool indexed; ///< whether it needs an index
    bool octile;  ///< whether it takes octile costs
    /// Sets the search up; sources in bodies without a target are to be left out (lfi_search_source_useful).
    void (*begin)(lf_search *search);
    /// Goes on with the current stage for at most *budget expansions, and takes what it used off the budget.
    /// LF_PAUSED (budget used up, or a new stage), LF_NO_ROUTE, or LF_OK with route.length, diagonal, source
    /// and target set.
    lf_status (*step)(lf_search *search, int64_t *budget);
    /// Writes as many of the route's tiles as fit, from the source on.
    void (*trace)(const lf_search *search, lf_tile *tiles, int64_t capacity);
} lfi_strategy;

struct lf_search {
    const lf_map *map;       ///< what strategies see: `base`, or while a depth gate is in force, gate.map
    const lf_map *base;      ///< the map that the search was created for
    const lf_coarse *coarse; ///< NULL, or what guided strategies plan on
    const lf_index *index;   ///< NULL, or what `headland` searches
    lf_allocator allocator;
    lf_clock clock;
    bool alone;           ///< made for `spine` alone: no flood, no guide
    uint32_t stamp;       ///< number of the query; 0 is never a query's
    uint32_t *body_stamp; ///< for each body, the query that has a target in it; NULL if bodies are unknown
    uint32_t body_count;
    lfi_wave wave;
    lfi_octile octile; ///< only where the description asked for it
    lfi_flood flood;   ///< this and the rest: only with a coarse map
    lfi_plan plan;
    lfi_guide guide;
    lfi_window window;
    lfi_spine spine;
    lfi_headland headland; ///< only with an index
    lfi_strip strip;       ///< only under orthogonal moves, with bodies
    lfi_depth_gate gate;

    lfi_state state;
    lfi_stage stage;
    lf_query query;
    const lfi_strategy *strategy;
    lf_status answer; ///< LF_OK or LF_NO_ROUTE once ended
    lf_route route;
};

/// Whether the query under way counts diagonals as sqrt 2. Under orthogonal moves there are none.
static inline bool lfi_search_is_octile(const lf_search *search) {
    return search->query.options.cost == LF_COST_OCTILE && search->map->moves != LF_MOVES_ORTHOGONAL;
}

/// Whether a source may lead to a target at all: whether its body, if bodies are known, holds one, and a
/// depth gate leaves it open.
bool lfi_search_source_useful(const lf_search *search, lf_tile source);

#endif // LANDFALL_SEARCH_H
