// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The index: building it in slices, saving and loading it.
#include "shim.h"

#include <stdlib.h>

static lf_index_builder *builder;

/// Answers 0 and 1 are the parts of the work that are done, and all of them.
static bool index_report(int64_t done, int64_t total, void *user) {
    (void)user;
    lfjs_answer[0] = (double)done;
    lfjs_answer[1] = (double)total;
    return true;
}

/// The index for a depth gate; NULL if there is none.
static lf_index *gate_of(int32_t min_depth) {
    for (int32_t i = 0; i < lfjs_here.gate_count; i++) {
        if (lf_index_min_depth(lfjs_here.gates[i]) == min_depth) return lfjs_here.gates[i];
    }
    return NULL;
}

/// Begins to build the index of a plain map, for a depth gate (0 = none), and gives up one that is under way.
LFJS(int32_t, lfjs_index_begin)(int32_t min_depth, int32_t keep_legs) {
    lf_index_cancel(builder);
    builder = NULL;
    if (min_depth > 0 && lfjs_here.gate_count == LF_GATE_INDEXES_MAX) return LF_E_GATE_INDEXES;
    return lf_index_begin(lfjs_here.map,
                          &(lf_index_desc){.cost = lfjs_here.cost,
                                           .hierarchy = lfjs_here.hierarchy,
                                           .keep_legs = keep_legs != 0,
                                           .progress = {.report = index_report},
                                           .min_depth = min_depth,
                                           .depth = lfjs_here.depth},
                          &builder);
}

/// Keeps an index for a depth gate. One for a gate that has one already is the same again.
static lf_status gate_take(lf_index *index) {
    const bool again = gate_of(lf_index_min_depth(index)) != NULL;
    const bool full = lfjs_here.gate_count == LF_GATE_INDEXES_MAX;
    if (again || full)
        lf_index_destroy(index);
    else
        lfjs_here.gates[lfjs_here.gate_count++] = index;
    return full && !again ? LF_E_GATE_INDEXES : LF_OK;
}

/// Makes an index the map's own. Seats with the old one keep it until they are destroyed.
static lf_status index_take(lf_index *index) {
    if (lf_index_min_depth(index) > 0) return gate_take(index);
    lf_index *old = lfjs_here.index;
    lfjs_here.index = index;
    if (old != NULL) lfjs_index_sweep(old);
    return LF_OK;
}

/// LF_PAUSED, LF_OK (the map has the index), or an error (building has ended).
LFJS(int32_t, lfjs_index_step)(double budget) {
    lf_index *index = NULL;
    lf_status status = lf_index_step(builder, lfjs_number(budget));
    if (status == LF_PAUSED) return status;
    if (status == LF_OK) status = lf_index_finish(builder, &index);
    if (status != LF_OK) lf_index_cancel(builder);
    builder = NULL;
    return status == LF_OK ? index_take(index) : status;
}

LFJS(void, lfjs_index_cancel)(void) {
    lf_index_cancel(builder);
    builder = NULL;
}

// ---- Saved bytes: not in the playground, which keeps no index ---------------------------------------
#ifndef LFJS_NO_SAVED

/// Makes an index that of the world's newest state. A world cannot edit it: an overlay needs all legs of its
/// index, and saved bytes do not have them.
static lf_status index_take_for_world(lf_index *index) {
    lfjs_loaded_forget();
    lfjs_here.loaded = index;
    lfjs_here.loaded_for = lf_world_acquire(lfjs_here.world);
    return LF_OK;
}

/// What keeps a loaded index from serving this map.
static lf_status index_misfit(const lf_index *index) {
    const bool same =
        lf_index_cost(index) == lfjs_here.cost || lf_map_moves(lfjs_map_now()) == LF_MOVES_ORTHOGONAL;
    if (lfjs_here.world != NULL && lf_index_min_depth(index) > 0) return LF_E_INDEX_GATE; // no world has one
    return same ? LF_OK : LF_E_INDEX_COST;
}

/// LF_E_INDEX_MAP if the bytes are of another map, or of another state of this one. Answer 0: the depth of the
/// gate that the index is for, or 0.
LFJS(int32_t, lfjs_index_load)(const void *bytes, size_t size) {
    lf_index *index;
    lf_status status =
        lf_index_load(lfjs_map_now(), &(lf_index_desc){.depth = lfjs_depth_now()}, bytes, size, &index);
    if (status != LF_OK) return status;
    lfjs_answer[0] = lf_index_min_depth(index);
    status = index_misfit(index);
    if (status != LF_OK) {
        lf_index_destroy(index);
        return status;
    }
    return lfjs_here.world == NULL ? index_take(index) : index_take_for_world(index);
}

/// The index of the map as it is now, for a depth gate (0 = none); NULL if there is none, or if tiles have changed
/// since it was built.
static const lf_index *index_now(int32_t min_depth) {
    if (min_depth > 0) return gate_of(min_depth);
    if (lfjs_here.world == NULL) return lfjs_here.index;
    const lf_snapshot *state = lf_world_acquire(lfjs_here.world);
    const lf_index *index = lf_snapshot_index(state);
    lf_snapshot_release(state); // the world still holds it
    return index == NULL && state == lfjs_here.loaded_for ? lfjs_here.loaded : index;
}

/// Bytes of the saved index; 0 if there is none.
LFJS(double, lfjs_index_save_size)(int32_t min_depth) {
    return (double)lf_index_save_size(index_now(min_depth));
}

LFJS(int32_t, lfjs_index_save)(int32_t min_depth, void *bytes, size_t size) {
    return lf_index_save(index_now(min_depth), bytes, size);
}

#endif // LFJS_NO_SAVED
