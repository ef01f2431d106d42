// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Room `overlay`: how an edited map differs from the map of an index, its base (dynamic visibility graph).
// Headlands keep their numbers, new ones get the numbers after them, and a mark says whether a headland may
// see something else than the index says. The index is never written. May use: base, map, sight, index.
#ifndef LANDFALL_OVERLAY_H
#define LANDFALL_OVERLAY_H

#include "../sight/extras.h"
#include "inlets.h"
#include "sweep.h"

/// The most boxes of blocked tiles that are kept apart.
enum { LFI_BLOCKED_MAX = 128 };

typedef struct lfi_overlay lfi_overlay;

/// Memory for an edit under way, kept for the next edit.
typedef struct lfi_overlay_scratch {
    lfi_store store;
    lfi_pool heads, rows, columns, shore, queue;
    uint64_t *buffers[LFI_SWEEP_BUFFERS];
} lfi_overlay_scratch;

struct lfi_overlay {
    const lf_index *index; ///< of the base, with all legs (lfi_index_builder_keep)
    lf_allocator allocator;
    lfi_metric metric; ///< of the index
    uint64_t era;      ///< chosen by the caller: headland numbers of another base mean something else
    uint64_t since;    ///< set by the caller: the version of the base
    uint32_t edit;     ///< number of the last edit; 0 before the first
    int64_t differing; ///< tiles that differ from the base
    lfi_stops stops;   ///< of the map now; the numbers of its headlands come from `extras`
    lfi_extras extras;
    /// For each number: the last edit that may have changed what the headland sees; 0: it sees what the index
    /// says. A number whose tile is no headland now is marked too.
    uint32_t *marks;
    uint32_t mark_room;
    uint32_t dirty;                   ///< numbers with a mark
    lfi_box blocked[LFI_BLOCKED_MAX]; ///< they hold all tiles blocked now and open on the base
    uint32_t blocked_count;
    lfi_inlets inlets;
    lfi_overlay_scratch scratch;
};

/// What an edit did.
typedef struct lfi_overlay_change {
    int64_t headlands_new, headlands_gone;
    int64_t headlands_dirty; ///< may see something else than before the edit; without new ones
} lfi_overlay_change;

/// Creates an overlay on an index whose map has not been edited. LF_OK or LF_E_NOMEM.
/// @param era  a different number for each base that searches may have seen; not 0.
lf_status lfi_overlay_create(const lf_index *index, uint64_t era, const lf_allocator *allocator,
                             lfi_overlay **out);
void lfi_overlay_destroy(lfi_overlay *overlay);
/// The bytes that an overlay holds, its struct included.
uint64_t lfi_overlay_bytes(const lfi_overlay *overlay);

/// Applies an edit. LF_OK, or LF_E_NOMEM: then the overlay may only be overwritten by a copy or destroyed.
/// @param now     the map after the edit.
/// @param change  the counts of this edit are added to it.
lf_status lfi_overlay_edit(lfi_overlay *overlay, const lf_map *now, const lfi_flips *flips,
                           lfi_overlay_change *change);

/// Makes an overlay equal to another one of the same base. Same errors as an edit.
lf_status lfi_overlay_copy(lfi_overlay *to, const lfi_overlay *from);
/// The same for overlays whose stops differ only in some boxes and the ring of tiles around each. Cheaper.
lf_status lfi_overlay_follow(lfi_overlay *to, const lfi_overlay *from, const lfi_box *boxes, int64_t count);

// An overlay of one query: what an edit does, in two parts, on an overlay that the caller has made of its own
// memory. Where that is too small, the allocator of the overlay must refuse, and LF_E_NOMEM is returned.

/// Keeps the bounds of an overlay, or those of the base if it is NULL: boxes of blocked tiles and inlets.
void lfi_overlay_take_bounds(lfi_overlay *to, const lfi_overlay *from);
/// Updates them for an edit. LF_OK or LF_E_NOMEM (inlets are then incomplete).
lf_status lfi_overlay_bound(lfi_overlay *overlay, const lf_map *now, const lfi_flips *flips);
/// The numbers and marks of headlands of an overlay, or those of the base if it is NULL. LF_OK or LF_E_NOMEM.
lf_status lfi_overlay_take_numbers(lfi_overlay *to, const lfi_overlay *from);
/// Updates them for one of several edits at once. The stops must be up to date for all of them.
/// @param before  the stops without the edits.
lf_status lfi_overlay_mark(lfi_overlay *overlay, const lf_map *now, const lfi_stops *before,
                           const lfi_flips *flips);
/// The memory for this: sets the room of marks, and lists the arrays.
/// @param numbers  room for so many numbers, at most `extras` of which the index does not have.
/// @param tiles    room for so many tiles in and around the box of an edit that opens tiles.
void lfi_overlay_room(lfi_arrays *run, lfi_overlay *overlay, const lf_map *map, uint64_t numbers,
                      uint64_t extras, uint64_t tiles);

/// How many headlands have numbers after those of the index: the room that a search needs.
static inline uint32_t lfi_overlay_extras(const lfi_overlay *overlay) {
    return overlay->extras.table.count;
}

/// Whether no tile in the box of a leg is blocked now and open on the base.
static inline bool lfi_overlay_leaves(const lfi_overlay *overlay, lf_point a, lf_point b) {
    const lfi_box box = lfi_box_between(a, b);
    for (uint32_t i = 0; i < overlay->blocked_count; i++) {
        if (lfi_boxes_meet(box, overlay->blocked[i])) return false;
    }
    return true;
}

#endif // LANDFALL_OVERLAY_H
