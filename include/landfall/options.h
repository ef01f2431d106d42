// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/options.h
/// Options of a query: the cost of moves, and how the guided strategies are tuned. Part of landfall.h.
#ifndef LF_OPTIONS_H
#define LF_OPTIONS_H

#include "status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a move costs. Under octile costs a route costs `straight + diagonal * sqrt 2`. The library keeps and
/// compares the two numbers exactly and never uses floating point.
typedef enum lf_cost {
    LF_COST_UNIFORM = 0, ///< every move 1
    LF_COST_OCTILE = 1,  ///< a straight move 1, a diagonal one sqrt 2
} lf_cost;

/// The name of a cost ("uniform", "octile"), or NULL if there is no such value.
LF_API const char *lf_cost_name(lf_cost value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_COST. On error `out` receives the value 0.
LF_API lf_status lf_cost_parse(const char *name, lf_cost *out);

/// The number 0, in a field whose 0 means "not given".
#define LF_NONE (-1)

/// How `expand` keeps deferred tiles.
typedef enum lf_frontier {
    LF_FRONTIER_REGION = 0, ///< a list for each cell: opening a cell touches only its own tiles
    LF_FRONTIER_LIST = 1,   ///< one list, scanned at each widening
} lf_frontier;

/// The name of a frontier ("region", "list"), or NULL if there is no such value.
LF_API const char *lf_frontier_name(lf_frontier value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_FRONTIER. On error `out` receives the value 0.
LF_API lf_status lf_frontier_parse(const char *name, lf_frontier *out);

/// Where a segment of `spine` begins.
typedef enum lf_entry {
    LF_ENTRY_REACHED = 0, ///< at the tile of the portal that the segment before it has reached
    LF_ENTRY_PORTAL = 1,  ///< at any tile of that portal; a way between the two joins them
} lf_entry;

/// The name of an entry ("reached", "portal"), or NULL if there is no such value.
LF_API const char *lf_entry_name(lf_entry value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_ENTRY. On error `out` receives the value 0.
LF_API lf_status lf_entry_parse(const char *name, lf_entry *out);

/// Options of a query. `cost` is for all strategies. The others are for the guided ones (corridor, expand,
/// expand-optimal, spine; docs/tuning.md); other strategies ignore them, but refuse unknown values of enums.
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
    int32_t spacing;      ///< spine: a knot at least every so many cells; 0 = 8, LF_NONE = only at turns
    int32_t portal_cap;   ///< spine: most tiles of a portal that are used; 0 = all
    lf_entry entry;       ///< spine: 0 = segments begin at the tile reached
    bool keep_joints;     ///< spine: whether the kinks where segments meet are left as they are
} lf_options;

#ifdef __cplusplus
}
#endif

#endif // LF_OPTIONS_H
