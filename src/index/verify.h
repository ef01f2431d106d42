// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Checks of an index whose arrays come from bytes. See verify.c.
#ifndef LANDFALL_VERIFY_H
#define LANDFALL_VERIFY_H

#include "build.h"

/// What a file says of a headland for the checks alone, so that whatever arcs that lead to it, or over it, are compared
/// with is in one line of the cache.
typedef struct lfi_rung {
    uint32_t rank;       ///< its place in the order
    uint32_t nest;       ///< how deep its arcs nest at most
    uint32_t first, end; ///< its arcs
} lfi_rung;

/// Checks all that searches rely on to stay in their memory and to end.
/// @param rungs  one for each headland; NULL without a hierarchy.
bool lfi_verify_bounds(const lf_index *index, const lfi_rung *rungs);

/// Then checks the rest: routes by this index can be walked, and its lengths are right.
/// @return LF_OK, LF_E_NOMEM or LF_E_INDEX_CONTENT.
lf_status lfi_verify_all(lf_index *index, const lf_workers *workers);

#endif // LANDFALL_VERIFY_H
