// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Views: what headlands see on an edited map, kept from query to query.
#ifndef LANDFALL_VIEWS_H
#define LANDFALL_VIEWS_H

#include "../base/arrays.h"

/// What one headland sees.
typedef struct lfi_view {
    uint32_t round;        ///< of the memory that it is in
    uint32_t edit;         ///< it was right after this edit of the overlay
    uint32_t begin, count; ///< in lfi_views.seen
} lfi_view;

/// Lookouts are kept until there is no room; then all are dropped.
typedef struct lfi_views {
    lfi_view *of;       ///< for each headland
    uint32_t *seen;     ///< numbers of headlands
    uint64_t room;      ///< of `seen`
    uint64_t used;      ///< of `seen`
    uint64_t headlands; ///< that there is room for
    uint64_t era;       ///< of the overlay whose numbers these are
    uint32_t round;     ///< views of earlier rounds are gone; 0 is none's
} lfi_views;

/// Their memory, for so many headlands.
void lfi_views_arrays(lfi_arrays *run, lfi_views *views, uint64_t headlands);

/// Where the legs of a headland lead on the map now.
/// @param count  receives how many. The list is valid until the next call.
const uint32_t *lfi_views_legs(lf_search *search, uint32_t number, uint32_t *count);

#endif // LANDFALL_VIEWS_H
