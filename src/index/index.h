// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of an index: headlands, the legs between them, and their distances from landmarks.
#ifndef LANDFALL_INDEX_H
#define LANDFALL_INDEX_H

#include "../base/workers.h"
#include "../sight/lookout.h"
#include "buoys.h"
#include "hierarchy.h"

/// The smallest unit of distances from landmarks: a move, or 1/64 of one where lengths are not whole moves.
static inline uint64_t lfi_index_least_unit(const lfi_metric *metric) {
    return metric->straight > 1 ? metric->straight / 64 : 1;
}

struct lf_index {
    const lf_map *map;
    lf_allocator allocator;
    lf_cost cost; ///< of the distances from landmarks
    lfi_stops stops;
    uint32_t count;   ///< headlands; more than half of the numbers are never used
    lf_point *points; ///< of each headland, in row order
    uint32_t
        *first; ///< count + 1 entries: the legs of headland i are legs[first[i]] to legs[first[i + 1] - 1]
    uint32_t *legs;  ///< headlands at the other ends, ascending; a leg stands at both of its ends
    uint32_t *group; ///< number of the connected set of headlands
    int16_t *away;   ///< LFI_LANDMARKS a headland: its distances from the landmarks of its group, in units
    uint32_t leg_count;
    // All legs, of an index whose map is going to be edited and whose other legs are fewer; NULL otherwise.
    uint32_t *raw_first, *raw; ///< as first and legs
    uint32_t raw_count;
    uint32_t group_count;
    lfi_buoys buoys;
    uint64_t unit; ///< lengths of the metric that make one unit, rounded down
    // The hierarchy; NULL and 0 without one.
    uint32_t *order; ///< all headlands, lowest first
    uint32_t
        *up_first; ///< count + 1 entries: the arcs of headland i are up[up_first[i]] and on, as with legs
    lfi_arc *up;
    lfi_halves *halves; ///< for each arc that is not a leg
    uint32_t up_count;  ///< arcs; each stands at its lower end only
    uint32_t up_depth;  ///< how deep arcs nest: 0 if all are legs
};

/// Room to unfold an arc into legs. An arc unfolds into two, of which one waits: as many wait as arcs nest, and
/// one is at work.
static inline uint64_t lfi_index_folds(const lf_index *index) {
    return index->up_first == NULL ? 0 : (uint64_t)index->up_depth + 1;
}

/// Whether the enums of a description have values that there are.
lf_status lfi_index_check(const lf_index_desc *desc);

/// The memory of the legs, once they are counted.
static inline void lfi_index_leg_arrays(lfi_arrays *run, lf_index *index) {
    LFI_ARRAY(run, index->legs, index->leg_count);
}

/// The memory of all legs, once they are counted.
static inline void lfi_index_raw_arrays(lfi_arrays *run, lf_index *index) {
    LFI_ARRAY(run, index->raw_first, (uint64_t)index->count + 1);
    LFI_ARRAY(run, index->raw, index->raw_count);
}

/// The number of the leg from one headland to another, or the number that it would have. With `from` = `to`:
/// the number of the first leg of `from` to a later headland.
uint32_t lfi_index_leg_number(const lf_index *index, uint32_t from, uint32_t to);
/// Whether there is a leg between two headlands.
bool lfi_index_has_leg(const lf_index *index, uint32_t from, uint32_t to);
/// How much work, in pieces of some 5 ns, an index is without its hierarchy; all its legs must be there.
uint64_t lfi_index_work(const lf_index *index);
/// What a hierarchy may take on an index whose other work is `rest`; a limit of 0 if there is to be none.
lfi_effort lfi_index_effort(const lf_index *index, lf_hierarchy choice, uint64_t rest);
/// What is known of each headland, once they are counted, and the buoys.
void lfi_index_headland_arrays(lfi_arrays *run, lf_index *index);

#endif // LANDFALL_INDEX_H
