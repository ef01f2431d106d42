// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The graph of headlands and legs while one headland after the other is taken out of it.
#ifndef LANDFALL_CONTRACT_H
#define LANDFALL_CONTRACT_H

#include "../base/heap.h"
#include "index.h"

/// The arcs of one headland: pool[first] to pool[first + count - 1].
typedef struct lfi_arc_list {
    uint64_t first;
    uint32_t count, room;
} lfi_arc_list;

typedef struct lfi_contraction {
    const lf_index *index;
    lfi_metric metric;
    lfi_arc_list *lists; ///< of what is left: both ways; of what was taken out: the arcs that it kept
    lfi_arc *pool;       ///< of all lists, with gaps
    uint64_t used, room; ///< of the pool
    lfi_arc *own;        ///< a copy of the arcs of the headland that is taken out
    uint32_t own_room;
    uint32_t *mark;      ///< for each headland: its place + 1 in the list that is looked at; 0 at rest
    lfi_heap heap;       ///< of the search for other ways; empty at rest
    uint64_t *distances; ///< for each headland: its distance in that search; UINT64_MAX at rest
    uint32_t *reached;   ///< the headlands with one
    uint32_t reached_count;
    uint64_t arc_count;              ///< legs and arcs that were ever added
    uint64_t left_count;             ///< arcs among the headlands that are left
    uint64_t work_count, work_limit; ///< of some 5 ns each: arcs looked at, about; and the most
} lfi_contraction;

/// Begins with the headlands and legs of an index. To be destroyed whatever it returns.
lf_status lfi_contraction_create(const lf_index *index, uint64_t work, lfi_contraction *out);
void lfi_contraction_destroy(lfi_contraction *graph);

/// The arcs of a headland, until the next one is taken out.
static inline lfi_arc *lfi_contraction_arcs(const lfi_contraction *graph, uint32_t i) {
    return graph->pool + graph->lists[i].first;
}

/// How many arcs taking a headland out would add, about.
uint64_t lfi_contraction_try(lfi_contraction *graph, uint32_t i);

/// Takes a headland out. Its neighbours forget it, and get arcs over it where they need them; the arcs over
/// which a shortest way may lead stay in its list.
/// @return LF_OK, LF_E_NOMEM, or LF_E_INDEX_LIMIT when there are too many arcs, or it is too much work.
lf_status lfi_contraction_take(lfi_contraction *graph, uint32_t i);

#endif // LANDFALL_CONTRACT_H
