// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The contraction hierarchy of an index: an order of the headlands, and arcs that lead up in this order.
#ifndef LANDFALL_HIERARCHY_H
#define LANDFALL_HIERARCHY_H

#include "../base/arrays.h"

/// A way between two headlands that leads up the hierarchy: a leg, or two arcs over a lower headland.
typedef struct lfi_arc {
    uint64_t length; ///< in the metric of the index
    uint32_t to;     ///< a higher headland
    uint32_t via;    ///< the lower headland in between, whose arcs lead to both ends; LFI_ARC_LEG for a leg
} lfi_arc;

#define LFI_ARC_LEG UINT32_MAX

/// No shortest route is longer (metric.h), so no longer arc is needed. The sum of two fits into 64 bits.
#define LFI_ARC_LONGEST (UINT64_C(1) << 62)

/// The two arcs that an arc over a lower headland consists of: from this headland to the lower end of the
/// arc, and to its higher end. (Stored apart from the arcs, because a search does not read them.)
typedef struct lfi_halves {
    uint32_t low, high;
} lfi_halves;

/// The work that a hierarchy may take before it is given up.
typedef struct lfi_effort {
    uint64_t limit;  ///< pieces of work, of some 5 ns each; UINT64_MAX = whatever it takes
    uint64_t little; ///< a hierarchy expected to take no more than this is not given up
    bool strict;     ///< whether arcs have to become fewer soon: see order_outgrown
    uint64_t spent;  ///< receives the work done
} lfi_effort;

/// Chooses an order of the headlands and finds the arcs. The index must have its legs. Gives up if this
/// takes, or is expected to take, more than the effort allows.
/// @return LF_OK, LF_E_NOMEM or LF_E_INDEX_LIMIT.
lf_status lfi_index_find_hierarchy(lf_index *index, lfi_effort *effort);

/// The memory of the order; of the arcs, once they are counted; and of both.
void lfi_index_order_arrays(lfi_arrays *run, lf_index *index);
void lfi_index_arc_arrays(lfi_arrays *run, lf_index *index);
void lfi_index_hierarchy_arrays(lfi_arrays *run, lf_index *index);

/// Frees the hierarchy of an index, complete or not.
void lfi_index_drop_hierarchy(lf_index *index);

/// Finds the lengths of the arcs, their halves and how deep they nest. It needs the order, and `to` and `via`
/// of each arc, and checks all of them.
/// @return LF_OK, LF_E_NOMEM, or LF_E_INDEX_CONTENT if an arc does not lead up or does not unfold into legs.
lf_status lfi_index_link_arcs(lf_index *index);

#endif // LANDFALL_HIERARCHY_H
