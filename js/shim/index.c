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

/// Begins to build the index of a plain map, and gives up one that is under way.
LFJS(int32_t, lfjs_index_begin)(void) {
    lf_index_cancel(builder);
    builder = NULL;
    return lf_index_begin(lfjs_here.map,
                          &(lf_index_desc){.cost = lfjs_here.cost,
                                           .hierarchy = lfjs_here.hierarchy,
                                           .progress = {.report = index_report}},
                          &builder);
}

/// Makes an index the map's own. Seats with the old one keep it until they are destroyed.
static void index_take(lf_index *index) {
    lf_index *old = lfjs_here.index;
    lfjs_here.index = index;
    if (old != NULL) lfjs_index_sweep(old);
}

/// LF_PAUSED, LF_OK (the map has the index), or an error (building has ended).
LFJS(int32_t, lfjs_index_step)(double budget) {
    lf_index *index = NULL;
    lf_status status = lf_index_step(builder, lfjs_number(budget));
    if (status == LF_PAUSED) return status;
    if (status == LF_OK) status = lf_index_finish(builder, &index);
    if (status != LF_OK) lf_index_cancel(builder);
    builder = NULL;
    if (status == LF_OK) index_take(index);
    return status;
}

LFJS(void, lfjs_index_cancel)(void) {
    lf_index_cancel(builder);
    builder = NULL;
}

/// Makes an index that of the world's newest state. A world cannot edit it: an overlay needs all legs of its
/// index, and saved bytes do not have them.
static void index_take_for_world(lf_index *index) {
    lfjs_loaded_forget();
    lfjs_here.loaded = index;
    lfjs_here.loaded_for = lf_world_acquire(lfjs_here.world);
}

/// LF_E_INDEX_MAP if the bytes are of another map, or of another state of this one.
LFJS(int32_t, lfjs_index_load)(const void *bytes, size_t size) {
    const lf_map *map = lfjs_map_now();
    lf_index *index;
    const lf_status status = lf_index_load(map, NULL, bytes, size, &index);
    if (status != LF_OK) return status;
    if (lf_index_cost(index) != lfjs_here.cost && lf_map_moves(map) != LF_MOVES_ORTHOGONAL) {
        lf_index_destroy(index);
        return LF_E_INDEX_COST;
    }
    if (lfjs_here.world == NULL)
        index_take(index);
    else
        index_take_for_world(index);
    return LF_OK;
}

/// The index of the map as it is now; NULL if there is none, or if tiles have changed since it was built.
static const lf_index *index_now(void) {
    if (lfjs_here.world == NULL) return lfjs_here.index;
    const lf_snapshot *state = lf_world_acquire(lfjs_here.world);
    const lf_index *index = lf_snapshot_index(state);
    lf_snapshot_release(state); // the world still holds it
    return index == NULL && state == lfjs_here.loaded_for ? lfjs_here.loaded : index;
}

/// Bytes of the saved index; 0 if there is none.
LFJS(double, lfjs_index_save_size)(void) {
    return (double)lf_index_save_size(index_now());
}

LFJS(int32_t, lfjs_index_save)(void *bytes, size_t size) {
    return lf_index_save(index_now(), bytes, size);
}
