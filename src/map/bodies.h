// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Bodies: the sets of open tiles that are connected under the move rules.
#ifndef LANDFALL_BODIES_H
#define LANDFALL_BODIES_H

#include "../base/arrays.h"

/// A maximal run of open tiles in a row.
typedef struct lfi_run {
    int32_t begin, end; ///< x of the first tile, and of the first one after the run
    uint32_t body;
} lfi_run;

/// All runs of a map, row by row, each with its body. All-zero when the bodies were not found.
typedef struct lfi_bodies {
    lfi_run *runs;
    uint32_t *row_runs; ///< height + 1 entries: the runs of row y are row_runs[y] to row_runs[y + 1] - 1
    int64_t *sizes;     ///< tiles of each body
    uint32_t run_count, body_count;
} lfi_bodies;

lf_status lfi_bodies_find(const lf_map *map, lfi_bodies *out);
/// The memory of bodies that were found, to free or to count.
void lfi_bodies_arrays(lfi_arrays *run, const lf_map *map, lfi_bodies *bodies);

/// The last run of a row that begins at or before a place; the row's first run if none does. Bodies must be
/// known.
uint32_t lfi_bodies_run(const lf_map *map, lf_point point);

/// The first set bit from `bit` on (flip = all ones: the first clear one), or a spot not before `end`.
uint64_t lfi_run_edge(const uint64_t *words, uint64_t bit, uint64_t flip, uint64_t end);

#endif // LANDFALL_BODIES_H
