// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A former index: the index of the map before it was edited. What did not change is taken from it.
#ifndef LANDFALL_FORMER_H
#define LANDFALL_FORMER_H

#include "index.h"

#define LFI_FORMER_NONE UINT32_MAX

typedef struct lfi_former {
    const lf_index *index; ///< with all legs (lfi_index_builder_keep); of the same size, moves and cost
    const uint32_t *marks; ///< for each of its headlands: not 0 if it may see something else now
    uint32_t *number;      ///< for each headland now: its former number; LFI_FORMER_NONE: it is new
    uint32_t *now;         ///< for each former headland: its number now; LFI_FORMER_NONE: it is gone
    /// For each headland now: whether it is known to see what it saw. Marked headlands may turn out to when
    /// they have looked out.
    uint8_t *same;
    uint32_t count; ///< of headlands now
    /// For each corner of a grid of squares: how many squares left of it and above have a tile that was
    /// blocked.
    uint32_t *lost;
    int32_t wide, high; ///< corners in a row, and rows
} lfi_former;

/// The memory of what is known. The count of headlands must be set.
void lfi_former_arrays(lfi_arrays *run, lfi_former *former);
/// Fills it. The headlands of the index now must be placed.
void lfi_former_match(lfi_former *former, const lf_index *now);

/// All headlands that a former headland saw, as former numbers, ascending.
static inline const uint32_t *lfi_former_seen(const lfi_former *former, uint32_t number, uint32_t *count) {
    const lf_index *index = former->index;
    const bool raw = index->raw_first != NULL;
    const uint32_t *first = (raw ? index->raw_first : index->first) + number;
    *count = first[1] - first[0];
    return (raw ? index->raw : index->legs) + first[0];
}

/// Whether a tile of a box may have been blocked. The box may reach beyond the last tiles of the map.
bool lfi_former_lost(const lfi_former *former, lfi_box box);
/// Whether a headland sees what it saw: these headlands, ascending.
bool lfi_former_sees(const lfi_former *former, uint32_t i, const uint32_t *seen, uint32_t count);
/// Whether a headland that is not new has the legs that it had, and the same turns are made there.
bool lfi_former_has_legs(const lfi_former *former, const lf_index *now, uint32_t i);

#endif // LANDFALL_FORMER_H
