// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/stats.h
/// What a query cost. Part of landfall.h.
#ifndef LF_STATS_H
#define LF_STATS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a query cost. Counts are the same on every run and platform; times come from the search's clock.
///
/// `flood` and the guardrail have no queue of single tiles. They take all tiles at one distance together
/// (under octile costs: all whose costs have the same whole part). For them, `expanded` counts the tiles
/// nearer than the target, and one for the target; `enqueued` counts the tiles that got a distance, including
/// those as far as the target (under octile costs also those that moves from expanded tiles lead to).
typedef struct lf_stats {
    int64_t expanded;     ///< tiles taken off the queue, the target included; headlands for `headland`, runs
                          ///< for `strip`
    int64_t enqueued;     ///< tiles put into the queue, sources included
    int64_t phases;       ///< runs of the search under one fixed corridor; 0 if no search was needed, or if
                          ///< the near flood of a guided strategy was enough
    int64_t planned;      ///< nodes of the coarse map taken off the planner's queue
    int64_t first_cells;  ///< cells of the first corridor; under weights, cells of 16 x 16 tiles
    int64_t opened_cells; ///< cells that widening added to the corridor
    int64_t deferred;     ///< tiles that were met outside the corridor and kept for later
    int64_t segments;     ///< spine: searches from portal to portal
    bool guardrail;       ///< whether the guardrail, a flood, had to take over
    int64_t plan_ns;      ///< time of planning: on coarse levels, or attaching sources and targets
    int64_t refine_ns;    ///< time of the search over tiles
    int64_t guardrail_ns; ///< time of the guardrail
    int64_t total_ns;     ///< time inside the library, from begin until finish has written the tiles
} lf_stats;

#ifdef __cplusplus
}
#endif

#endif // LF_STATS_H
