// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The stages of building an index. Each can be done in slices.
#ifndef LANDFALL_BUILD_H
#define LANDFALL_BUILD_H

#include "former.h"

// Times and budgets are counted in pieces of work of about a nanosecond each. A step takes what it did off
// its budget, and ends when nothing is left of it.

// headlands.c

/// Whether searches stay in their memory with headlands that come from a file: stops, halts and places.
bool lfi_headlands_safe(const lf_index *index);
/// Whether they are those of the map.
/// @return LF_OK, LF_E_NOMEM or LF_E_INDEX_CONTENT.
lf_status lfi_headlands_right(const lf_index *index, const lf_workers *workers);
/// The headlands of a map in parts, one after the other: two passes over the bands of the stops (sight/stops.h); counting,
/// which makes room; and a pass that places the headlands of a band. lfi_buoys_place is the last part. `user`
/// is the index.
void lfi_headlands_fill_rows(int64_t band, void *user);
void lfi_headlands_fill_columns(int64_t band, void *user);
lf_status lfi_headlands_count(lf_index *index, const lf_workers *workers);
void lfi_headlands_place(int64_t band, void *user);
/// Then the diagonals for ends that glance, in so many bands: 0 if none are needed.
int64_t lfi_headlands_slant_bands(const lf_index *index);
void lfi_headlands_slant(int64_t band, void *user);

// build.c

/// Call it before the first step if the map is going to be edited. The index then also has all legs, besides
/// those that its cost needs. (The bytes that it is saved as stay the same.)
void lfi_index_builder_keep(lf_index_builder *builder);
/// Call it before the first step to take over from the index before an edit what did not change. Both must
/// stay as they are until the builder is done.
/// @param former  an index that was kept, of a map of the same size and moves, for the same cost.
/// @param marks   for each headland of `former`: not 0 if it may see something else now.
void lfi_index_builder_renew(lf_index_builder *builder, const lf_index *former, const uint32_t *marks);
/// Whether the order of the hierarchy is not found yet: whether about half of the work or more is to come.
bool lfi_index_builder_is_early(const lf_index_builder *builder);
/// Uses other workers from now on.
void lfi_index_builder_workers(lf_index_builder *builder, const lf_workers *workers);
/// As lf_index_step. `budget` is greater than 0, and receives what is left of it.
lf_status lfi_index_builder_step(lf_index_builder *builder, int64_t *budget);

// legs.c

/// The search for the legs. A part is a range of headlands; the parts of a stage do not depend on each other.
typedef struct lfi_legs lfi_legs;
/// @param former  NULL, or the index before, with matched headlands.
lfi_legs *lfi_legs_create(lf_index *index, const lfi_former *former); ///< NULL: no memory
void lfi_legs_destroy(lfi_legs *job);
int64_t lfi_legs_parts(const lfi_legs *job);
/// How long the last stage took for a part.
int64_t lfi_legs_work(int64_t number, const void *user);
/// Lets the headlands of a part look out, or take over what they saw.
void lfi_legs_look(int64_t number, void *user);
/// Makes room in the parts that had too little. If there were any, call lfi_legs_look again for all parts:
/// those go on, and the others return at once.
lf_status lfi_legs_make_room(lfi_legs *job, bool *again);
/// Makes room in the index for the legs that the parts have found, and for a copy if all are to be kept.
lf_status lfi_legs_join(lfi_legs *job, bool keep_all);
/// Writes the legs to the lists of both ends; goes on, and is true when all is done. All at once it is cut into parts.
bool lfi_legs_mirror(lfi_legs *job, const lf_workers *workers, int64_t *budget);
/// Copies the legs of a part if all are to be kept, and compares what its headlands see with what they saw.
void lfi_legs_keep(int64_t number, void *user);
/// Finds the legs that uniform costs of king moves do not need, in two passes over the parts. The first takes over what
/// the index before knows.
void lfi_legs_compare(int64_t number, void *user);
void lfi_legs_reduce(int64_t number, void *user);
/// Drops them: counts those that stay, part by part, makes room, copies them part by part, and ends.
void lfi_legs_count(int64_t number, void *user);
lf_status lfi_legs_pack_begin(lfi_legs *job);
void lfi_legs_pack(int64_t number, void *user);
void lfi_legs_pack_end(lfi_legs *job);

// landmarks.c

/// Finds the groups, the connected sets of headlands, and numbers them.
void lfi_index_find_groups(lf_index *index);

/// The choice of landmarks. It fills `away` and `unit`.
typedef struct lfi_landmarks lfi_landmarks;
/// The index must have its legs, and its hierarchy if it is going to have one.
lfi_landmarks *lfi_landmarks_create(lf_index *index, const lf_workers *workers); ///< NULL: no memory
void lfi_landmarks_destroy(lfi_landmarks *job);
/// All at once, by up to two workers.
/// @param beside  NULL, or other work, which is done while the first landmarks are found.
void lfi_landmarks_find(lfi_landmarks *job, const lf_workers *workers, void (*beside)(void *user),
                        void *user);
/// Goes on; true when all is done.
bool lfi_landmarks_step(lfi_landmarks *job, int64_t *budget);
void lfi_landmarks_progress(const lfi_landmarks *job, uint64_t *done, uint64_t *all);

// order.c

/// The choice of the order of the headlands, and the search for the arcs.
typedef struct lfi_order lfi_order;
/// @param former  NULL, or the index before: if it has a hierarchy, its order is used where it still fits.
/// @param workers  whether there are any says how many headlands are looked at together; the order is the same.
lfi_order *lfi_order_create(lf_index *index, lfi_effort effort, const lfi_former *former,
                            const lf_workers *workers); ///< NULL: no memory
void lfi_order_destroy(lfi_order *job);
/// Goes on; there must be a budget.
/// @return LF_PAUSED, LF_OK (then link the arcs), LF_E_NOMEM or LF_E_INDEX_LIMIT.
lf_status lfi_order_step(lfi_order *job, const lf_workers *workers, int64_t *budget);
/// The work done so far, in pieces of lfi_effort.
uint64_t lfi_order_work(const lfi_order *job);
void lfi_order_progress(const lfi_order *job, uint64_t *done, uint64_t *all);

// hierarchy.c

/// lfi_index_link_arcs in slices.
typedef struct lfi_link lfi_link;
lfi_link *lfi_link_create(lf_index *index); ///< NULL: no memory
void lfi_link_destroy(lfi_link *job);
/// Gives the index what was found, all of it, and destroys the job; NULL is fine. LF_OK or LF_E_NOMEM.
lf_status lfi_link_end(lfi_link *job);
/// Goes on; true when all is done.
bool lfi_link_step(lfi_link *job, const lf_workers *workers, int64_t *budget);

/// As lfi_index_find_hierarchy, with the order of the index before where it still fits. NULL = there is none.
lf_status lfi_index_renew_hierarchy(lf_index *index, lfi_effort *effort, const lfi_former *former);

#endif // LANDFALL_BUILD_H
