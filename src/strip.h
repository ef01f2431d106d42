// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The strategy `strip`: orthogonal moves, run by run instead of tile by tile.
#ifndef LANDFALL_STRIP_H
#define LANDFALL_STRIP_H

#include "heap.h"
#include "map.h"
#include "metric.h"

/// More targets than this are left to the guardrail.
enum { LFI_STRIP_TARGETS = 1024 };

/// A run entered at a tile.
typedef struct lfi_apex {
    uint32_t run;
    int32_t x, y;
    uint32_t length; ///< of the way from the sources
    uint32_t from;   ///< the apex before, or UINT32_MAX
    uint32_t next;   ///< another apex of the same run, or UINT32_MAX
} lfi_apex;

/// What the search knows of a run, valid if the stamp is the query's.
typedef struct lfi_strip_run {
    uint32_t stamp;
    uint32_t apexes;  ///< the first, or UINT32_MAX
    uint32_t targets; ///< the first, or UINT32_MAX
} lfi_strip_run;

typedef struct lfi_strip {
    lfi_strip_run *runs; ///< NULL where the strategy cannot serve the map
    lfi_apex *apexes;
    lfi_heap heap;
    uint32_t run_count, capacity, count; ///< room for apexes, and how many there are
    uint32_t target_count;
    lf_point targets[LFI_STRIP_TARGETS];
    uint32_t target_next[LFI_STRIP_TARGETS];
    lf_point low, high; ///< the box around the targets
    uint64_t best;      ///< length of the best route so far
    uint32_t best_apex; ///< its last apex
    lf_point best_target;
} lfi_strip;

struct lfi_strategy;
extern const struct lfi_strategy lfi_strip_strategy;

/// Says how much room is needed: none where the strategy cannot serve the map.
void lfi_strip_measure(lf_search *search);
lf_status lfi_strip_create(lf_search *search);
void lfi_strip_destroy(lf_search *search);
uint64_t lfi_strip_bytes(const lf_search *search);
void lfi_strip_forget(lf_search *search);
bool lfi_strip_has_met(const lf_search *search, lf_tile tile);

#endif // LANDFALL_STRIP_H
