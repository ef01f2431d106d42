// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The state of an edit of bodies, which bodies_edit.c and bodies_split.c share.
#ifndef LANDFALL_BODIES_EDIT_H
#define LANDFALL_BODIES_EDIT_H

#include "../base/store.h"
#include "flips.h"
#include "map.h"

/// A map during an edit: as it was, after tiles were blocked but before any were opened, and as it is now.
typedef enum lfi_edit_state { LFI_EDIT_BEFORE, LFI_EDIT_LEFT, LFI_EDIT_NOW } lfi_edit_state;

/// The runs of a map inside a clip, cut off at the clip's sides.
typedef struct lfi_clip {
    lfi_pool runs;     ///< lfi_run
    lfi_pool row_runs; ///< uint32_t, as in lfi_bodies
} lfi_clip;

typedef struct lfi_edit {
    const lf_map *map;
    lfi_bodies *bodies;
    const lfi_flips *flips;
    lfi_store store;
    lfi_pool line;     ///< the words of one row
    lfi_pool rows;     ///< the runs of the rows of the box
    lfi_pool absorbed; ///< numbers that no longer belong to a body
    uint32_t absorbed_count;
    lfi_clip before, left;
    uint32_t left_count; ///< runs of `left`
    lfi_pool sets;       ///< the connected sets of these runs
    lfi_pool marks;      ///< for each set of `before`: the set of `left` that reaches a side
    uint32_t next;       ///< temporary number for the next part or new body
    uint32_t born;       ///< numbers from this one on belong to new water
    int64_t rows_beyond; ///< how far from the box the number of a run may change
    int64_t joined, split;
} lfi_edit;

/// The bits of row y in a state, valid at least for the tiles from x0 to x1 - 1.
const uint64_t *lfi_edit_line(const lfi_edit *edit, lfi_edit_state state, int32_t y, int32_t x0, int32_t x1);
/// How many runs a state may add at most: one for each run of flips of the kind that the state applies.
uint32_t lfi_edit_more_runs(const lfi_edit *edit, lfi_edit_state state);
/// Room for numbers up to `count` - 1. False if there is no memory.
bool lfi_edit_reserve_ids(lfi_edit *edit, uint64_t count);

/// Finds what came apart, once the runs are those that are left. Parts that came off get numbers from
/// edit->next on. False if there is no memory.
bool lfi_bodies_split(lfi_edit *edit);

#endif // LANDFALL_BODIES_EDIT_H
