// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/experts.h
/// What a search did, for pictures and studies.
/// Part of landfall.h, which includes it: users include that one.
#ifndef LF_EXPERTS_H
#define LF_EXPERTS_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whether the current or last query of a search has met a tile, that is counted it as enqueued. False for
/// NULL or a tile outside. `spine` keeps no such marks; only its guardrail does.
LF_API bool lf_search_has_met(const lf_search *search, lf_tile tile);

/// Whether a tile is exempt from the depth gate of the current or last query, because it is within a harbour.
/// False for NULL, a tile outside, or a query without harbours.
LF_API bool lf_search_is_exempt(const lf_search *search, lf_tile tile);

/// The phase of the current or last query in which a cell of the coarse map joined the corridor or a window
/// of `spine`: 1 for the first corridor, 2 for the first widening and so on. 0 for a cell outside the
/// corridor or the map, for a query without a corridor, and for a search for spine alone.
LF_API int32_t lf_search_cell_phase(const lf_search *search, int32_t x, int32_t y);

/// A cell of a spine.
typedef struct lf_spine_cell {
    int32_t x, y; ///< in cells of the coarse map
    bool knot;    ///< whether a segment ends or begins here
} lf_spine_cell;

/// The spine of the current or last query, from the source's cell to the target's.
/// @param cells  receives the cells; may be NULL if capacity is 0.
/// @return the number of cells, 0 if the strategy was another or no spine was found (yet); LF_E_NULL or
///         LF_E_COUNT.
LF_API int64_t lf_search_spine(const lf_search *search, lf_spine_cell *cells, int64_t capacity);

/// The portal of a knot of the spine: the tiles that a segment could end at.
/// @param index  of the cell in lf_search_spine.
/// @param tiles  receives the tiles; may be NULL if capacity is 0.
/// @return the number of tiles, 0 for a cell that is no knot and for both ends of the spine; LF_E_NULL or
///         LF_E_COUNT.
LF_API int64_t lf_search_portal(const lf_search *search, int64_t index, lf_tile *tiles, int64_t capacity);

#ifdef __cplusplus
}
#endif

#endif // LF_EXPERTS_H
