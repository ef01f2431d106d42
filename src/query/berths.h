// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Berths: the open tiles that the ends of a query stand for (lf_end_rule); and how far a partial route is.
// Strategies see berths as ordinary sources and targets, and partial routes as ordinary queries.
#ifndef LANDFALL_BERTHS_H
#define LANDFALL_BERTHS_H

#include "../base/core.h"

/// The memory for both lists. Each has the same room.
typedef struct lfi_berths {
    int64_t room;
    lf_source *sources;
    lf_tile *targets;
    int64_t *source_entries; ///< for each berth, the entry of the given list that it came from
    int64_t *target_entries;
    lf_tile *nearest;                ///< for partial routes: tiles nearest to a target
    bool sources_made, targets_made; ///< whether the current query uses the list, or the caller's own
} lfi_berths;

typedef enum lfi_partial_stage {
    LFI_PARTIAL_NONE = 0, ///< the query itself
    LFI_PARTIAL_REACH,    ///< a flood finds out which tiles can be reached
    LFI_PARTIAL_ROUTE,    ///< a query for the way to the nearest of them
} lfi_partial_stage;

/// A partial route under way.
typedef struct lfi_partial {
    lfi_partial_stage stage;
    const lf_tile *targets; ///< of the query itself
    int64_t target_count;
    lf_cost cost;              ///< of the query itself: a flood for reach ignores it
    const lf_weights *weights; ///< the same: it sees what weights close in the map
    uint64_t distance;         ///< of the nearest tiles (lfi_metric)
    int64_t count;             ///< tiles in berths.nearest
    lf_tile after;             ///< they have greater numbers than this tile; LF_NO_TILE: they are the first
    bool more;                 ///< whether there are more of them than there is room for
    bool last;                 ///< whether the query under way is for the best tile alone
    lf_route best;             ///< the best way so far
} lfi_partial;

#endif // LANDFALL_BERTHS_H
