// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The near flood: a small flood around the sources, before a plan is made for several ends.
#ifndef LANDFALL_NEARBY_H
#define LANDFALL_NEARBY_H

#include "../query/context.h"

typedef enum lfi_nearby_state {
    LFI_NEARBY_OFF,     ///< nothing was near enough, or nobody looked
    LFI_NEARBY_LOOKING, ///< under way
    LFI_NEARBY_FOUND,   ///< it has answered the query
} lfi_nearby_state;

typedef struct lfi_nearby {
    lfi_nearby_state state;
    int64_t horizon;   ///< moves from the sources
    int64_t tiles;     ///< that it may still expand
    bool left_sources; ///< whether sources without a target within the horizon stayed out
} lfi_nearby;

/// Begins a guided query: with a near flood if it has several ends and some of them are near each other,
/// otherwise with planning.
void lfi_nearby_begin(lf_search *search);
/// Goes on. LF_OK with the shortest route's ends and length set, LF_NO_ROUTE if there is none, or LF_PAUSED:
/// the budget is used up, or planning has begun.
lf_status lfi_nearby_step(lf_search *search, int64_t *budget);

lfi_nearby *lfi_nearby_of(const lf_search *search);

/// Whether the flood is under way.
bool lfi_nearby_looks(const lf_search *search);
/// Whether it has answered the query: then lfi_window_trace writes the route.
bool lfi_nearby_found(const lf_search *search);

#endif // LANDFALL_NEARBY_H
