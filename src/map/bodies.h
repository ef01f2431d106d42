// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Bodies: the sets of open tiles that are connected under the move rules (connected components).
#ifndef LANDFALL_BODIES_H
#define LANDFALL_BODIES_H

#include "../base/arrays.h"
#include "runs.h"

/// All runs of a map, row by row, each with its body. All-zero when the bodies were not found.
typedef struct lfi_bodies {
    lfi_run *runs;
    uint32_t *row_runs;   ///< height + 1 entries: the runs of row y are row_runs[y] to row_runs[y + 1] - 1
    int64_t *sizes;       ///< tiles of each body; 0 = no body has this number
    uint32_t *heirs;      ///< NULL until the first edit; heirs[i] is i, except during an edit
    uint32_t run_count;   ///< runs of the map
    uint32_t body_count;  ///< one more than the greatest number of a body
    uint32_t run_room;    ///< entries of `runs`
    uint32_t body_room;   ///< entries of `sizes` and `heirs`; from body_count on they are 0 and their index
    uint32_t lowest_free; ///< no lower number is free
} lfi_bodies;

lf_status lfi_bodies_find(const lf_map *map, lfi_bodies *out);
/// The memory of bodies that were found, to free, to copy or to count.
void lfi_bodies_arrays(lfi_arrays *run, const lf_map *map, lfi_bodies *bodies);

/// The last run of a row that begins at or before a place; the row's first run if none does. Bodies must be
/// known.
uint32_t lfi_bodies_run(const lf_map *map, lf_point point);

#endif // LANDFALL_BODIES_H
