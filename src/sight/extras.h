// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Extras: headlands that came with edits. The headlands of the map before the edits keep their numbers, so
// that everything stored by number stays valid. Extra headlands get the next numbers, in order of arrival.
#ifndef LANDFALL_EXTRAS_H
#define LANDFALL_EXTRAS_H

#include "../base/table.h"
#include "stops.h"

struct lfi_extras {
    const lf_map *map;      ///< the map before the edits; for its layout
    const lfi_heads *heads; ///< its headlands, numbered in row order
    uint32_t first;         ///< how many headlands the map has: the number of the first extra one
    lfi_table table;        ///< tiles of the extra headlands, in the order of their numbers
};

/// The number of a headland, or LFI_NOT_IN_TABLE if it has none.
uint32_t lfi_extras_number(const lfi_extras *extras, lfi_spot spot);

/// Starts with no extras beside the headlands of a map. LF_OK or LF_E_NOMEM.
lf_status lfi_extras_create(lfi_extras *extras, const lf_map *map, const lfi_stops *stops, uint32_t count,
                            const lf_allocator *allocator);
/// The memory of extras, to free or to count.
void lfi_extras_arrays(lfi_arrays *run, lfi_extras *extras);

/// Gives a number to a headland that has none yet. LF_OK or LF_E_NOMEM.
lf_status lfi_extras_add(lfi_extras *extras, const lf_allocator *allocator, lfi_spot spot);
/// Copies other extras of the same map. LF_OK or LF_E_NOMEM.
lf_status lfi_extras_copy(lfi_extras *to, const lfi_extras *from, const lf_allocator *allocator);

/// How many numbers are in use.
static inline uint32_t lfi_extras_numbers(const lfi_extras *extras) {
    return extras->first + extras->table.count;
}

/// Whether a tile has a number: it is a headland now, or was one before the edits or after one of them.
static inline bool lfi_extras_has(const lfi_extras *extras, lfi_spot spot) {
    return lfi_extras_number(extras, spot) != LFI_NOT_IN_TABLE;
}

#endif // LANDFALL_EXTRAS_H
