// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/experts.h
/// Knobs for studies, and what a search did, for pictures. **No version promises anything about this file:**
/// anything in it may change or disappear in any release.
///
/// Part of landfall.h for those who ask for it, whether or not that header was included before:
///
///     #define LF_EXPERIMENTAL
///     #include <landfall.h>
#if defined(LF_EXPERIMENTAL) && !defined(LF_EXPERTS_H)
#define LF_EXPERTS_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How `expand` keeps deferred tiles.
typedef enum lf_frontier {
    LF_FRONTIER_REGION = 0, ///< one list per cell: opening a cell touches only its own tiles
    LF_FRONTIER_LIST = 1,   ///< one list, scanned at each widening
} lf_frontier;

/// The name of a frontier ("region", "list"), or NULL if there is no such value.
LF_API const char *lf_frontier_name(lf_frontier value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_FRONTIER. On error `out` receives the value 0.
LF_API lf_status lf_frontier_parse(const char *name, lf_frontier *out);

/// Where a segment of `spine` begins.
typedef enum lf_entry {
    LF_ENTRY_REACHED = 0, ///< at the tile of the portal that the previous segment has reached
    LF_ENTRY_PORTAL = 1,  ///< at any tile of that portal; a way between the two tiles joins the segments
} lf_entry;

/// The name of an entry ("reached", "portal"), or NULL if there is no such value.
LF_API const char *lf_entry_name(lf_entry value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_ENTRY. On error `out` receives the value 0.
LF_API lf_status lf_entry_parse(const char *name, lf_entry *out);

/// Knobs of the guided strategies, for lf_options.experts. `{0}` is the default for every field.
/// The measurements in docs/tuning.md show that none of them is worth turning.
struct lf_expert_options {
    lf_frontier frontier; ///< expand: 0 = region
    bool straighten;      ///< whether the plan is straightened by line of sight before the corridor is drawn
                          ///< around it; `spine` always does
    int32_t portal_cap;   ///< spine: the most tiles of a portal that are used; 0 = all
    lf_entry entry;       ///< spine: 0 = segments begin at the tile reached
};

/// Whether the current or last query of a search has met a tile, that is, has counted it as enqueued. False
/// for NULL or a tile outside. `spine` keeps no such marks; only its guardrail does.
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
/// @return the number of cells, 0 if the strategy is another one or no spine was found (yet); LF_E_NULL or
///         LF_E_COUNT.
LF_API int64_t lf_search_spine(const lf_search *search, lf_spine_cell *cells, int64_t capacity);

/// The portal of a knot of the spine: the tiles that a segment could end at.
/// @param index  of the cell in lf_search_spine.
/// @param tiles  receives the tiles; may be NULL if capacity is 0.
/// @return the number of tiles, 0 for a cell that is not a knot and for both ends of the spine; LF_E_NULL or
///         LF_E_COUNT.
LF_API int64_t lf_search_portal(const lf_search *search, int64_t index, lf_tile *tiles, int64_t capacity);

#ifdef __cplusplus
}
#endif

#endif // LF_EXPERIMENTAL
