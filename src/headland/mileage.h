// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The mileage: all distances between the headlands of an index that has few, and queries that only look them up.
#ifndef LANDFALL_MILEAGE_H
#define LANDFALL_MILEAGE_H

#include "../index/index.h"

/// The most headlands of a mileage, which then takes 13.3 MB and three to six milliseconds; and in the search of a world,
/// which makes one for each new index: 1.6 MB.
enum { LFI_MILEAGE_MOST = 1152, LFI_MILEAGE_EDITED = 400 };

/// An arc up, while the table is made.
typedef struct lfi_mileage_arc {
    uint64_t length;
    const uint64_t *above; ///< the row of the headland where it leads
    uint64_t begin;        ///< the rank where its first leg ends
} lfi_mileage_arc;

/// All distances between headlands, in the metric of the index. Rows and columns are headlands by their rank in the
/// hierarchy, the lowest first.
typedef struct lfi_mileage {
    uint64_t *lengths; ///< `count` rows of `count` numbers; LFI_ARC_LONGEST where there is no way
    uint16_t
        *nexts; ///< likewise, of a lower headland's way to a higher one: the rank where its first leg ends
    uint16_t *ranks;       ///< for each headland
    lfi_mileage_arc *arcs; ///< of the headland whose row is made
    uint32_t count;        ///< 0: there is no mileage
} lfi_mileage;

void lfi_mileage_arrays(lfi_arrays *run, lfi_mileage *mileage, uint64_t room);
/// Finds all distances of an index with a hierarchy; none if it has no hierarchy, or more headlands than there is room.
void lfi_mileage_fill(lfi_mileage *mileage, const lf_index *index, uint64_t room);

/// What the one end of a side has in sight.
typedef struct lfi_sighted {
    uint32_t count;
    uint32_t numbers[LFI_SEEN_MAX];
    uint64_t lengths[LFI_SEEN_MAX]; ///< of the legs there
    bool all;                       ///< whether there was room
} lfi_sighted;

/// Finds the shortest route between the only ends of a query by the mileage of the shelf that is taken, and lists its
/// headlands. False if that cannot be done here: then nothing is known.
bool lfi_mileage_search(lf_search *search);

#endif // LANDFALL_MILEAGE_H
