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

/// Knobs for studies, which bring users nothing: landfall/experts.h.
typedef struct lf_expert_options lf_expert_options;

/// Options of a query. `cost` is for all strategies. The others are for the guided ones (corridor, expand,
/// expand-optimal, spine; docs/tuning.md); other strategies ignore them, but refuse unknown values of enums.
typedef struct lf_options {
    lf_cost cost;      ///< 0 = uniform. The guided strategies take octile costs only under orthogonal moves,
                       ///< where both are the same; otherwise LF_E_COST_STRATEGY
    int32_t radius;    ///< the corridor, or a window, reaches this many cells around the plan; 0 = 1,
                       ///< LF_NONE = only the plan's cells
    int32_t widenings; ///< how often it is widened before the guardrail; 0 = 5 (spine: 3, for each window),
                       ///< LF_NONE = never
    int32_t spacing;   ///< spine: a knot at least every so many cells; 0 = 8, LF_NONE = only at turns
    bool keep_joints;  ///< spine: whether the kinks where segments meet are left as they are
    const lf_expert_options *experts; ///< NULL = the defaults; lf_search_begin copies it
} lf_options;

#ifdef __cplusplus
}
#endif

#endif // LF_OPTIONS_H
