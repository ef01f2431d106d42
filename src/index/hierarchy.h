// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The contraction hierarchy of an index: headlands in an order, and arcs that lead up in it.
#ifndef LANDFALL_HIERARCHY_H
#define LANDFALL_HIERARCHY_H

#include "../base/arrays.h"

/// A way between two headlands that leads up the hierarchy: a leg, or two arcs over a lower headland.
typedef struct lfi_arc {
    uint64_t length; ///< in the metric of the index
    uint32_t to;     ///< a higher headland
    uint32_t via; ///< the lower headland in the middle, whose arcs lead to both ends; LFI_ARC_LEG for a leg
} lfi_arc;

#define LFI_ARC_LEG UINT32_MAX

/// No shortest route is longer (metric.h): a longer arc is not needed. Sums of two fit.
#define LFI_ARC_LONGEST (UINT64_C(1) << 62)

/// The two arcs that one over a lower headland comes apart into: from there to its lower end, and to its
/// higher one. (By themselves, because a search does not look at them.)
typedef struct lfi_halves {
    uint32_t low, high;
} lfi_halves;

/// What a hierarchy may take before it is given up.
typedef struct lfi_effort {
    uint64_t limit;  ///< pieces of work, of some 5 ns each; UINT64_MAX = whatever it takes
    uint64_t little; ///< what is expected to take no more than this is not given up
    uint64_t growth; ///< how far arcs may grow in number: see order_outgrown
    uint64_t spent;  ///< receives the work that was done
} lfi_effort;

/// Chooses an order of the headlands of an index that has its legs, and finds the arcs; or gives up when that
/// takes more than the effort allows, or is going to.
/// @return LF_OK, LF_E_NOMEM or LF_E_INDEX_LIMIT.
lf_status lfi_index_find_hierarchy(lf_index *index, lfi_effort *effort);

/// The memory of the order, and of the arcs once they are counted; of both.
void lfi_index_order_arrays(lfi_arrays *run, lf_index *index);
void lfi_index_arc_arrays(lfi_arrays *run, lf_index *index);
void lfi_index_hierarchy_arrays(lfi_arrays *run, lf_index *index);

/// Frees the hierarchy of an index, or what there is of one.
void lfi_index_drop_hierarchy(lf_index *index);

/// Finds the lengths of arcs, what they come apart into and how deep they nest, from the order and from where
/// they lead and over what. Everything is checked.
/// @return LF_OK, LF_E_NOMEM, or LF_E_INDEX_CONTENT if an arc does not lead up, or does not come apart into
/// legs.
lf_status lfi_index_link_arcs(lf_index *index);

#endif // LANDFALL_HIERARCHY_H
