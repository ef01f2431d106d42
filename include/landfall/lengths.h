// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/lengths.h
/// Lengths of many single pairs of tiles, one after the other, without routes: what a study of origins and
/// destinations asks by the million, and in an order that nobody knows beforehand. Part of landfall.h: include that
/// one.
///
///     lf_lengths_create(map, &(lf_lengths_desc){.index = index}, &lengths);
///     while (pair_next(&from, &to)) {
///         lf_length length;
///         if (lf_lengths_between(lengths, from, to, &length) == LF_OK) pair_tell(length.straight);
///     }
///
/// A matrix (landfall/matrix.h) answers all pairs of two lists, in less time for each.
#ifndef LF_LENGTHS_H
#define LF_LENGTHS_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lf_length; // landfall/matrix.h

/// How lengths are made. `{0}` is uniform costs without an index.
typedef struct lf_lengths_desc {
    const lf_index
        *index;   ///< an index of the map, for this cost; it must outlive the lengths. NULL = none. Without
                  ///< one, or with one that has no hierarchy, every pair is searched
    lf_cost cost; ///< what moves cost; 0 = uniform
    int64_t end_room;  ///< with a hierarchy: about how many ends are kept; 0 = 4096; at most 2^20. The oldest
                       ///< make room. Lengths are the same
    int64_t max_bytes; ///< the most bytes that it may take; 0 = no limit
    lf_allocator allocator; ///< `{0}` = malloc and free
} lf_lengths_desc;

/// Finds lengths of pairs, and keeps what it has learned of ends that come again. Opaque. One thread at a time may use
/// it; make one for each thread. All memory is allocated at creation, and touched only as far as ends are kept.
///
/// Memory: that of a search, and with a hierarchy 41 bytes per headland, 12 per arc, and 2.4 KB (octile: 6.2 KB) per
/// end of end_room. lf_lengths_size says exactly.
typedef struct lf_lengths lf_lengths;

/// Creates lengths for a map. The map must outlive them.
/// @param desc  NULL for the defaults.
/// @param out   receives the lengths, or NULL on error. Destroy them with lf_lengths_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_COST, LF_E_FOREIGN_INDEX, LF_E_INDEX_COST, LF_E_COUNT (a negative end_room),
///         LF_E_END_COUNT (too large a one), LF_E_LIMIT (a negative max_bytes), LF_E_MEMORY_LIMIT (nothing was
///         allocated), LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_lengths_create(const lf_map *map, const lf_lengths_desc *desc, lf_lengths **out);

/// Destroys lengths. NULL is fine.
LF_API void lf_lengths_destroy(lf_lengths *lengths);

/// How many bytes lf_lengths_create asks the allocator for, with the same arguments. Exact. Allocates nothing.
/// @param desc   NULL for the defaults.
/// @param bytes  receives the number, also with LF_E_MEMORY_LIMIT; 0 on any other error.
/// @return the statuses of lf_lengths_create except LF_E_NOMEM.
LF_API lf_status lf_lengths_size(const lf_map *map, const lf_lengths_desc *desc, int64_t *bytes);

/// Bytes that the lengths hold; 0 for NULL.
LF_API size_t lf_lengths_bytes(const lf_lengths *lengths);

/// The exact length of the shortest way between two open tiles. It depends on the map and the two tiles alone, not on
/// what was asked before; the time does.
///
/// With a hierarchy, an end that is asked for the third time is kept: it looks out, climbs the hierarchy, and what it
/// has reached is its label (hub labels). A pair of kept ends takes about a microsecond. All other pairs are searched.
/// @param length  receives the length; LF_NO_LENGTH twice without a way, or after an error.
/// @return LF_OK, LF_NO_ROUTE, LF_E_NULL, LF_E_SOURCE_OUTSIDE, LF_E_SOURCE_BLOCKED, LF_E_TARGET_OUTSIDE or
///         LF_E_TARGET_BLOCKED.
LF_API lf_status lf_lengths_between(lf_lengths *lengths, lf_tile from, lf_tile to, struct lf_length *length);

/// What lengths have done so far. Counts are the same on every run and platform.
typedef struct lf_lengths_stats {
    int64_t asked;    ///< pairs
    int64_t searched; ///< pairs that were searched
    int64_t kept;     ///< ends that were kept, each as often as that
} lf_lengths_stats;

/// What they have done; all 0 for NULL.
LF_API lf_lengths_stats lf_lengths_report(const lf_lengths *lengths);

#ifdef __cplusplus
}
#endif

#endif // LF_LENGTHS_H
