// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The stages of building an index. Each can be done in slices.
#ifndef LANDFALL_BUILD_H
#define LANDFALL_BUILD_H

#include "index.h"

// build.c

/// Fills the stops of an index from its map, counts and places the headlands, and places the buoys.
lf_status lfi_index_find_headlands(lf_index *index, const lf_workers *workers);
/// Call it before the first step if the map is going to be edited. The index then also has all legs, besides
/// those that its cost needs. (The bytes that it is saved as stay the same.)
void lfi_index_builder_keep(lf_index_builder *builder);
/// Uses other workers from now on.
void lfi_index_builder_workers(lf_index_builder *builder, const lf_workers *workers);

// legs.c

/// The search for the legs. A part is a range of headlands; the parts of a stage do not depend on each other.
typedef struct lfi_legs lfi_legs;
lfi_legs *lfi_legs_create(lf_index *index); ///< NULL: no memory
void lfi_legs_destroy(lfi_legs *job);
int64_t lfi_legs_parts(const lfi_legs *job);
/// Lets the headlands of a part look out.
void lfi_legs_look(int64_t number, void *user);
/// Makes room in the parts that had too little. Call lfi_legs_look again for all parts afterwards; parts that
/// had enough room return at once.
lf_status lfi_legs_make_room(lfi_legs *job);
/// Makes room in the index for the legs that the parts have found.
lf_status lfi_legs_join(lfi_legs *job);
/// Copies the legs that a part has found into the index.
void lfi_legs_copy(int64_t number, void *user);
/// Drops the legs that uniform costs of king moves do not need: a beginning, one call for each part, an end.
lf_status lfi_legs_reduce_begin(lfi_legs *job);
void lfi_legs_reduce(int64_t number, void *user);
lf_status lfi_legs_reduce_end(lfi_legs *job);

// landmarks.c

/// Finds the groups, the connected sets of headlands, and numbers them.
void lfi_index_find_groups(lf_index *index);

/// The choice of landmarks. It fills `away` and `unit`.
typedef struct lfi_landmarks lfi_landmarks;
lfi_landmarks *lfi_landmarks_create(lf_index *index); ///< NULL: no memory
void lfi_landmarks_destroy(lfi_landmarks *job);
/// All at once, by two workers.
void lfi_landmarks_find(lfi_landmarks *job, const lf_workers *workers);
/// Continues for this many headlands, or to the end of a landmark; true when all is done.
bool lfi_landmarks_step(lfi_landmarks *job, int64_t headlands);
void lfi_landmarks_progress(const lfi_landmarks *job, uint64_t *done, uint64_t *all);

// hierarchy.c

/// The choice of the order of the headlands, and the search for the arcs.
typedef struct lfi_order lfi_order;
lfi_order *lfi_order_create(lf_index *index, lfi_effort effort); ///< NULL: no memory
void lfi_order_destroy(lfi_order *job);
/// Continues for this much work.
/// @return LF_PAUSED, LF_OK (then link the arcs), LF_E_NOMEM or LF_E_INDEX_LIMIT.
lf_status lfi_order_step(lfi_order *job, uint64_t work);
/// The work done so far.
uint64_t lfi_order_work(const lfi_order *job);
void lfi_order_progress(const lfi_order *job, uint64_t *done, uint64_t *all);

#endif // LANDFALL_BUILD_H
