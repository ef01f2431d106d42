// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An edit of bodies under way: what bodies_edit.c and bodies_split.c share.
#ifndef LANDFALL_BODIES_EDIT_H
#define LANDFALL_BODIES_EDIT_H

#include "../base/store.h"
#include "flips.h"
#include "map.h"

/// A map in the middle of an edit: as it was, without what is blocked, and as it is.
typedef enum lfi_edit_state { LFI_EDIT_BEFORE, LFI_EDIT_LEFT, LFI_EDIT_NOW } lfi_edit_state;

/// What of a map lies in a clip, as runs that are cut off at its sides.
typedef struct lfi_clip {
    lfi_pool runs;     ///< lfi_run
    lfi_pool row_runs; ///< uint32_t, as in lfi_bodies
} lfi_clip;

typedef struct lfi_edit {
    const lf_map *map;
    lfi_bodies *bodies;
    const lfi_flips *flips;
    lfi_store store;
    lfi_pool line;     ///< a row's words
    lfi_pool rows;     ///< the runs of the rows of the box
    lfi_pool absorbed; ///< numbers that are no longer those of a body
    uint32_t absorbed_count;
    lfi_clip before, left;
    uint32_t left_count; ///< runs of `left`
    lfi_pool sets;       ///< what is connected among them
    lfi_pool marks;      ///< for each set of runs of before: the one that is left of it
    uint32_t next;       ///< number for the next part or new body, for the time being
    uint32_t born;       ///< numbers from this one on are those of new water
    int64_t rows_beyond; ///< how far from the box a run may be whose number changes
    int64_t joined, split;
} lfi_edit;

/// A row of bits in which at least the tiles from x0 to x1 - 1 are those of a state.
const uint64_t *lfi_edit_line(const lfi_edit *edit, lfi_edit_state state, int32_t y, int32_t x0, int32_t x1);
/// By how many runs there may be more: one for each run of flips of the kind that a state has taken over.
uint32_t lfi_edit_more_runs(const lfi_edit *edit, lfi_edit_state state);
/// Room for numbers up to `count` - 1. False if there is no memory.
bool lfi_edit_reserve_ids(lfi_edit *edit, uint64_t count);

/// Finds out what came apart, when the runs are those that are left. Parts that came off get numbers from
/// edit->next on. False if there is no memory.
bool lfi_bodies_split(lfi_edit *edit);

#endif // LANDFALL_BODIES_EDIT_H
