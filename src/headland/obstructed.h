// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `headland` under the obstacles of a query, or with harbours under a gate: the overlay of a living world, for
// one query.
#ifndef LANDFALL_OBSTRUCTED_H
#define LANDFALL_OBSTRUCTED_H

#include "../overlay/overlay.h"
#include "../query/context.h"

/// The most boxes in which the stops of the overlay are updated, each with a sweep of its own.
enum { LFI_OBSTRUCTED_GROUPS = 8 };

/// The most cells of a map, each way, in the grid that says where obstacles are.
enum { LFI_OBSTRUCTED_CELLS = 256, LFI_OBSTRUCTED_WORDS = LFI_OBSTRUCTED_CELLS / 64 };

typedef struct lfi_obstructed {
    lfi_overlay *overlay; ///< of the query: between `now` and the map of the index
    uint64_t *flips;      ///< room for the bits of flips
    uint64_t *cells; ///< LFI_OBSTRUCTED_CELLS rows: a bit per cell with a blocked tile in it or beside it
    int cell_shift;  ///< a cell has so many tiles each way, as a power of two
    uint64_t laid;   ///< the placement of obstacles that the bounds are for; 0 = none
    uint64_t seen;   ///< the placement that stops, numbers and marks were asked for; 0 = none
    bool sees;       ///< whether they were made
    bool synced;     ///< whether the stops are those of the search's map, apart from the groups
    lfi_box harbours[LFI_HARBOURS_MAX + 1]; ///< of a query under a gate: the boxes of tiles that they open
    uint32_t harbour_count;
    uint64_t harbour_serial;
    uint32_t group_count;
    lfi_box groups[LFI_OBSTRUCTED_GROUPS];
} lfi_obstructed;

/// Its memory; none if the search takes no obstacles.
void lfi_obstructed_arrays(lf_search *search, lfi_obstructed *obstructed, lfi_arrays *run);
/// The index, the map or its edits have changed.
void lfi_obstructed_turned(const lf_search *search, lfi_obstructed *obstructed);

/// Lays an overlay for the obstacles or harbours in force over the index, as far as the proof of an answer of the base
/// needs it.
void lfi_obstructed_lay(lf_search *search, lfi_obstructed *obstructed);
/// Whether there may be a blocked tile in the box of two places or beside it, as far as the cells tell.
bool lfi_obstructed_between(const lfi_obstructed *obstructed, lf_point a, lf_point b);
/// The same along moves in one direction.
bool lfi_obstructed_near(const lfi_obstructed *obstructed, lf_point at, int dx, int dy, uint32_t moves);
/// Completes it for a search of the map now. False if there are too many obstacles for that.
bool lfi_obstructed_see(const lf_search *search, lfi_obstructed *obstructed);

#endif // LANDFALL_OBSTRUCTED_H
