// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// How much work a hierarchy may take (see hierarchy.h), and whether a description asks for something that
// there is.
#include "build.h"

/// The work of the rest of an index, in pieces of 5 ns: right within a third on sea maps, islands, cities and
/// noise, twice the real work in mazes and rooms.
enum { WORK_PER_TILE = 4, WORK_PER_HEADLAND = 300, WORK_PER_LEG = 100 };

uint64_t lfi_index_work(const lf_index *index) {
    return WORK_PER_TILE * (uint64_t)index->map->tile_count + WORK_PER_HEADLAND * (uint64_t)index->count +
           WORK_PER_LEG * (uint64_t)(index->leg_count / 2);
}

/// How many times the work of the rest a hierarchy may take. Under octile costs all legs are kept, and most arcs
/// that are added turn out not to be needed later: a hierarchy takes more work, and saves more.
enum { UNIFORM_TIMES = 8, OCTILE_TIMES = 13 };

/// How many times the work of the rest counts as little under octile costs. (With 1, as under uniform costs,
/// the game map AR0700SR of MovingAI lost a hierarchy that takes one and a half times the rest and halves the
/// time of queries.)
enum { OCTILE_LITTLE = 2 };

lfi_effort lfi_index_effort(const lf_index *index, lf_hierarchy choice, uint64_t rest) {
    if (choice == LF_HIERARCHY_NO) return (lfi_effort){0};
    if (choice == LF_HIERARCHY_YES) return (lfi_effort){.limit = UINT64_MAX};
    const lfi_metric metric = lfi_metric_make(index->map->moves, index->cost);
    if (metric.straight == 1) return (lfi_effort){.limit = UNIFORM_TIMES * rest, .little = rest};
    return (lfi_effort){.limit = OCTILE_TIMES * rest, .little = OCTILE_LITTLE * rest, .strict = true};
}

lf_status lfi_index_check(const lf_index_desc *desc) {
    if (lf_cost_name(desc->cost) == NULL) return LF_E_COST;
    if (lf_hierarchy_name(desc->hierarchy) == NULL) return LF_E_HIERARCHY;
    return desc->min_depth < 0 || desc->min_depth > LFI_DEPTH_MOST ? LF_E_MIN_DEPTH : LF_OK;
}
