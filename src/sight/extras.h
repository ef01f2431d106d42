// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Extras: headlands that came with edits. Those of the map before the edits keep their numbers, so that all
// that is known of them by number stays true; the others get numbers behind them, in order of arrival.
#ifndef LANDFALL_EXTRAS_H
#define LANDFALL_EXTRAS_H

#include "../base/table.h"
#include "stops.h"

struct lfi_extras {
    const lf_map *map;      ///< before the edits: for its layout
    const lfi_heads *heads; ///< its headlands, numbered in row order
    uint32_t first;         ///< how many those are: the number of the first extra one
    lfi_table table;        ///< tiles of the extra ones, in the order of their numbers
};

/// The number of a headland, or LFI_NOT_IN_TABLE if it has none.
uint32_t lfi_extras_number(const lfi_extras *extras, lfi_spot spot);

/// Starts with no extras beside the headlands of a map. LF_OK or LF_E_NOMEM.
lf_status lfi_extras_create(lfi_extras *extras, const lf_map *map, const lfi_stops *stops, uint32_t count,
                            const lf_allocator *allocator);
/// Its memory, to free or to count.
void lfi_extras_arrays(lfi_arrays *run, lfi_extras *extras);

/// Gives a headland that has no number yet one. LF_OK or LF_E_NOMEM.
lf_status lfi_extras_add(lfi_extras *extras, const lf_allocator *allocator, lfi_spot spot);
/// Makes extras what others of the same map are. LF_OK or LF_E_NOMEM.
lf_status lfi_extras_copy(lfi_extras *to, const lfi_extras *from, const lf_allocator *allocator);

/// How many numbers are in use.
static inline uint32_t lfi_extras_numbers(const lfi_extras *extras) {
    return extras->first + extras->table.count;
}

/// Whether a tile has a number: whether it is a headland, or was one before the edits or after one of them.
static inline bool lfi_extras_has(const lfi_extras *extras, lfi_spot spot) {
    return lfi_extras_number(extras, spot) != LFI_NOT_IN_TABLE;
}

#endif // LANDFALL_EXTRAS_H
