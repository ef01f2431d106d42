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

// ---- Watching a query ------------------------------------------------------------------------------

/// Where the current or last query of a search stands. `{0}` if there is none.
typedef struct lf_moment {
    bool running;   ///< begun, and no answer yet
    bool planning;  ///< it looks around its ends, or for a plan on the coarse map
    bool guardrail; ///< the guardrail answers it
    lf_stats stats; ///< what it has cost so far
} lf_moment;

/// Where the current or last query of a search stands. LF_OK or LF_E_NULL.
LF_API lf_status lf_search_moment(const lf_search *search, lf_moment *out);

/// Continues a query like lf_search_step, but no further than to its next phase: the end of planning, a
/// widening, the next segment of `spine`, the guardrail, or the answer.
/// @return as lf_search_step; LF_PAUSED at a new phase too.
LF_API lf_status lf_search_step_phase(lf_search *search, int64_t budget);

/// For each tile of a rectangle, row by row, whether the current or last query has met it: 1 or 0, as
/// lf_search_has_met says. Tiles outside the map are 0.
/// @param marks  receives a byte per tile; may be NULL if capacity is 0.
/// @return the number of tiles of the rectangle; LF_E_NULL, LF_E_COUNT, or LF_E_SIZE if a side is not
///         positive.
LF_API int64_t lf_search_marks(const lf_search *search, lf_point corner, int32_t width, int32_t height,
                               uint8_t *marks, int64_t capacity);

/// The plan of the current or last query of a guided strategy: cells of the coarse map, from a target's to a
/// source's.
/// @param cells  receives the cells; may be NULL if capacity is 0.
/// @return the number of cells, 0 if there is no plan (yet); LF_E_NULL or LF_E_COUNT.
LF_API int64_t lf_search_plan(const lf_search *search, lf_point *cells, int64_t capacity);

/// The deferred tiles of the current or last query: those that `expand` or `expand-optimal` has met outside
/// the corridor and that wait until their cells open, in the order in which they were met.
/// @param tiles  receives the tiles; may be NULL if capacity is 0.
/// @return the number of tiles, 0 for other strategies and once the guardrail runs; LF_E_NULL or LF_E_COUNT.
LF_API int64_t lf_search_deferred(const lf_search *search, lf_tile *tiles, int64_t capacity);

// ---- Looking into an index -------------------------------------------------------------------------

/// The legs of a headland: the tiles of the headlands at their other ends.
/// @param headland  its number, from 0 in the order of lf_index_headlands.
/// @param tiles     receives the tiles; may be NULL if capacity is 0.
/// @return the number of legs, 0 if there is no such headland or index; LF_E_NULL or LF_E_COUNT.
LF_API int64_t lf_index_legs(const lf_index *index, int64_t headland, lf_tile *tiles, int64_t capacity);

/// The landmarks: headlands whose distance from some landmark is 0, in the unit of the index. (On maps with
/// ways of more than 32,767 moves a unit is several moves, and headlands beside a landmark are among them.)
/// @param tiles  receives the tiles; may be NULL if capacity is 0.
/// @return the number of landmarks, 0 without an index; LF_E_NULL or LF_E_COUNT.
LF_API int64_t lf_index_landmarks(const lf_index *index, lf_tile *tiles, int64_t capacity);

/// The buoys: tiles spread over the map whose distances from landmarks are known.
/// @param tiles  receives the tiles; may be NULL if capacity is 0.
/// @return the number of buoys, 0 without an index; LF_E_NULL or LF_E_COUNT.
LF_API int64_t lf_index_buoys(const lf_index *index, lf_tile *tiles, int64_t capacity);

/// The hierarchy: the tiles of all headlands, the lowest first.
/// @param tiles  receives the tiles; may be NULL if capacity is 0.
/// @return the number of headlands, 0 without a hierarchy; LF_E_NULL or LF_E_COUNT.
LF_API int64_t lf_index_order(const lf_index *index, lf_tile *tiles, int64_t capacity);

#ifdef __cplusplus
}
#endif

#endif // LF_EXPERIMENTAL
