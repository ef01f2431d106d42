// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of an index: headlands and the legs between them (a visibility graph), the distances of
// headlands from landmarks (ALT), buoys, and mostly a contraction hierarchy.
#ifndef LANDFALL_INDEX_H
#define LANDFALL_INDEX_H

#include "../base/workers.h"
#include "../depth/depth.h"
#include "../sight/glance.h"
#include "buoys.h"
#include "hierarchy.h"
#include "ropes.h"
#include "turns.h"

/// The smallest unit of distances from landmarks: one move, or 1/64 of it where lengths are not whole moves.
static inline uint64_t lfi_index_least_unit(const lfi_metric *metric) {
    return metric->straight > 1 ? metric->straight / 64 : 1;
}

struct lf_index {
    const lf_map *map;     ///< what it knows: the given map, or `gated`
    const lf_map *given;   ///< the map that it was made for
    lf_map *gated;         ///< NULL, or the tiles of the given map that its gate leaves open
    const lf_depth *depth; ///< NULL, or the depths that its gate compares with
    int32_t min_depth;     ///< its gate; 0 = none
    lf_allocator allocator;
    // A loaded index has its arrays in bytes (bytes.c), and nobody writes to them.
    const void *bytes; ///< NULL: it was built, and all arrays are its own
    size_t size;
    uint64_t *copy;     ///< NULL, or `bytes` as its own
    const void *lent;   ///< NULL, or bytes of somebody else, who gets them back
    lf_release release; ///< how
    lf_cost cost;       ///< that the index is made for
    lfi_stops stops;
    lfi_halts halts;  ///< for ends that glance; none unless for king moves that cut no corners
    uint32_t count;   ///< of headlands, below INT32_MAX: more than half of the numbers stay unused
    lf_point *points; ///< of each headland, in row order
    uint8_t *beside;  ///< for each headland: what is blocked beside it (lfi_turns_beside)
    uint32_t *first;  ///< count + 1 entries: headland i has legs[first[i]] to legs[first[i + 1] - 1]
    uint32_t *legs;   ///< headlands at the other ends, ascending; each leg is listed at both of its ends
    uint32_t *group;  ///< for each headland, the number of its group
    uint16_t *away; ///< for each headland, LFI_LANDMARKS distances from the landmarks of its group, in units
    uint32_t leg_count;
    // All legs, if the map is going to be edited and `legs` lacks some of them; NULL otherwise.
    uint32_t *raw_first, *raw; ///< laid out like first and legs
    uint32_t raw_count;
    uint32_t group_count;
    lfi_buoys buoys;
    uint64_t unit; ///< lengths of the metric that make one unit, rounded down
    lfi_turns turns;
    // The hierarchy; NULL and 0 without one.
    uint32_t *order;    ///< all headlands, lowest first
    uint32_t *up_first; ///< count + 1 entries: the arcs of headland i start at up[up_first[i]], as with legs
    lfi_arc *up;
    lfi_halves *halves; ///< for each arc that is not a leg
    uint8_t *bends;     ///< for each arc: the headings of its first and last leg (turns.h)
    uint32_t up_count;  ///< arcs; each is listed at its lower end only
    uint32_t up_depth;  ///< how deep arcs nest at most: 0 if all are legs
    lfi_ropes ropes;
};

/// Room to unfold an arc into legs. An arc unfolds into two, and one of them waits. At most `up_depth` arcs
/// wait while one is unfolded.
static inline uint64_t lfi_index_folds(const lf_index *index) {
    return index->up_first == NULL ? 0 : (uint64_t)index->up_depth + 1;
}

/// The words of an own copy of the bytes.
static inline uint64_t lfi_index_copy_words(const lf_index *index) {
    return ((uint64_t)index->size + 7) / 8;
}

/// Whether ends on the map of the index glance (glance.h) instead of looking out.
static inline bool lfi_index_glances(const lf_index *index) {
    return index->map->moves == LF_MOVES_KING;
}

/// lfi_leg_walkable on the map of the index.
static inline bool lfi_index_walkable(const lf_index *index, lf_point from, lf_point to) {
    return lfi_index_glances(index) ? lfi_glance_walkable(index->map, &index->stops, &index->halts, from, to)
                                    : lfi_leg_walkable(index->map, &index->stops, from, to);
}

/// Whether `legs` lacks legs that uniform costs do not need.
static inline bool lfi_index_reduces(const lf_index *index) {
    return index->map->moves != LF_MOVES_ORTHOGONAL && index->cost == LF_COST_UNIFORM;
}

/// Checks that the enums of a description, and its least depth, have valid values.
lf_status lfi_index_check(const lf_index_desc *desc);
/// Checks the depths of a description, if it has a gate.
lf_status lfi_index_check_gate(const lf_map *map, const lf_index_desc *desc);
/// Gives an index its gated map, if it has a gate. LF_OK or LF_E_NOMEM.
lf_status lfi_index_gate(lf_index *index);

/// The memory of the legs, once they are counted.
static inline void lfi_index_leg_arrays(lfi_arrays *run, lf_index *index) {
    LFI_ARRAY(run, index->legs, index->leg_count);
}

/// The memory of all legs, once they are counted.
static inline void lfi_index_raw_arrays(lfi_arrays *run, lf_index *index) {
    LFI_ARRAY(run, index->raw_first, (uint64_t)index->count + 1);
    LFI_ARRAY(run, index->raw, index->raw_count);
}

/// The number of the leg from one headland to another, or the number that it would have. With `from` = `to`,
/// the number of the first leg that leads from `from` to a later headland.
uint32_t lfi_index_leg_number(const lf_index *index, uint32_t from, uint32_t to);
/// Whether there is a leg between two headlands.
bool lfi_index_has_leg(const lf_index *index, uint32_t from, uint32_t to);
/// The work of building an index without its hierarchy, in pieces of some 5 ns. It must have all its legs.
uint64_t lfi_index_work(const lf_index *index);
/// The work that a hierarchy may take if the rest of the index took `rest`. A limit of 0 means no hierarchy.
lfi_effort lfi_index_effort(const lf_index *index, lf_hierarchy choice, uint64_t rest);
/// The memory of the headlands, once they are counted, and of the buoys.
void lfi_index_headland_arrays(lfi_arrays *run, lf_index *index);

#endif // LANDFALL_INDEX_H
