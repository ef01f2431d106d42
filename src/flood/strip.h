// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The strategy `strip`: orthogonal moves, run by run instead of tile by tile.
#ifndef LANDFALL_STRIP_H
#define LANDFALL_STRIP_H

#include "../base/heap.h"
#include "../base/metric.h"
#include "../query/context.h"

/// Queries with more targets than this are left to the guardrail.
enum { LFI_STRIP_TARGETS = 1024 };

/// A run entered at a tile.
typedef struct lfi_apex {
    uint32_t run;
    int32_t x, y;
    uint32_t length; ///< of the way from the sources
    uint32_t from;   ///< the previous apex of the way, or UINT32_MAX
    uint32_t next;   ///< another apex of the same run, or UINT32_MAX
} lfi_apex;

/// What the search knows of a run; valid if the stamp is the query's.
typedef struct lfi_strip_run {
    uint32_t stamp;
    uint32_t apexes;  ///< the first, or UINT32_MAX
    uint32_t targets; ///< the first, or UINT32_MAX
} lfi_strip_run;

typedef struct lfi_strip {
    lfi_strip_run *runs; ///< for each run of the map
    lfi_apex *apexes;
    lfi_heap heap;
    uint32_t capacity, count; ///< room for apexes, and how many there are
    uint32_t target_count;
    lf_point *targets;
    uint32_t *target_next;
    lf_point low, high; ///< the box around the targets
    uint64_t best;      ///< length of the best route so far
    uint32_t best_apex; ///< its last apex
    lf_point best_target;
} lfi_strip;

static inline lfi_strip *lfi_strip_of(const lf_search *search) {
    return search->parts[LFI_PART_STRIP];
}

#endif // LANDFALL_STRIP_H
