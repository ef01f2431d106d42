// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Checks of an index whose arrays come from bytes. See verify.c.
#ifndef LANDFALL_VERIFY_H
#define LANDFALL_VERIFY_H

#include "build.h"

/// Checks all that searches rely on to stay in their memory and to end. The index has its stops and points.
/// @param nest  for each headland, how deep its arcs nest at most; NULL without a hierarchy.
/// @return LF_OK, LF_E_NOMEM or LF_E_INDEX_CONTENT.
lf_status lfi_verify_bounds(const lf_index *index, const uint32_t *nest);

/// Then checks the rest: routes by this index can be walked, and its lengths are right.
/// @return LF_OK, LF_E_NOMEM or LF_E_INDEX_CONTENT.
lf_status lfi_verify_all(lf_index *index, const lf_workers *workers);

#endif // LANDFALL_VERIFY_H
