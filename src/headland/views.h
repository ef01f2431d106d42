// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Views: what headlands see on an edited map, cached from query to query.
#ifndef LANDFALL_VIEWS_H
#define LANDFALL_VIEWS_H

#include "../base/arrays.h"

/// What one headland sees.
typedef struct lfi_view {
    uint32_t round;        ///< of the memory that holds it
    uint32_t edit;         ///< the edit of the overlay after which it was made
    uint32_t begin, count; ///< in lfi_views.seen
} lfi_view;

/// Views are kept until there is no room; then all are dropped.
typedef struct lfi_views {
    lfi_view *of;       ///< for each headland
    uint32_t *seen;     ///< numbers of headlands
    uint64_t room;      ///< of `seen`
    uint64_t used;      ///< of `seen`
    uint64_t headlands; ///< that there is room for
    uint64_t era;       ///< of the overlay that the numbers refer to; 0 before the first
    uint32_t round;     ///< views of earlier rounds are gone; never 0 in use
} lfi_views;

/// Their memory, for this many headlands.
void lfi_views_arrays(lfi_arrays *run, lfi_views *views, uint64_t headlands);

/// Where the legs of a headland lead on the map now.
/// @param count  receives how many there are. The list is valid until the next call.
const uint32_t *lfi_views_legs(lf_search *search, uint32_t number, uint32_t *count);

#endif // LANDFALL_VIEWS_H
