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
/// A matrix (landfall/matrix.h) answers all pairs of two lists, in less time for each. For some ten thousand pairs or more
/// whose ends do not come again, make an almanac first.
#ifndef LF_LENGTHS_H
#define LF_LENGTHS_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lf_length; // landfall/matrix.h

/// How an almanac is made or loaded. `{0}` is the default for every field.
typedef struct lf_almanac_desc {
    lf_workers workers;     ///< `{0}` = all work on the caller's thread; the almanac is the same either way
    lf_allocator allocator; ///< `{0}` = malloc and free; called by the caller's thread alone
    bool believe; ///< for loading: the bytes are checked only as far as memory is concerned, which takes
                  ///< milliseconds; otherwise they are compared with an almanac that is made meanwhile
    lf_release release; ///< for lf_almanac_view: called when the almanac is destroyed, never after an error
} lf_almanac_desc;

/// What every square of 16 x 16 tiles sees, and how far every headland is from those that matter (hub labels): with it a
/// pair of ends that come for the first time takes some microseconds instead of some ten. Opaque; immutable, shared by
/// any number of threads. It belongs to an index, which must outlive it.
///
/// Making one takes as long as a third of the index, or as some ten thousand searches. Memory: 64 bytes per headland, 8 for
/// each rung of its label (40 on a world map), 8 per square and 4 for each headland that it sees (55).
typedef struct lf_almanac lf_almanac;

/// Whether an index can have an almanac: it has a hierarchy, is for uniform costs and for king moves that cut no corners,
/// and its map has fewer than 2^30 tiles. False for NULL.
LF_API bool lf_almanac_serves(const lf_index *index);

/// Makes the almanac of an index.
/// @param desc  NULL for the defaults.
/// @param out   receives the almanac, or NULL on error. Destroy it with lf_almanac_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_ALMANAC (the index can have none), LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_almanac_create(const lf_index *index, const lf_almanac_desc *desc, lf_almanac **out);

/// Destroys an almanac. NULL is fine. All lengths with it must be destroyed first.
LF_API void lf_almanac_destroy(lf_almanac *almanac);

/// Bytes that an almanac holds; 0 for NULL.
LF_API size_t lf_almanac_bytes(const lf_almanac *almanac);

/// Bytes that lf_almanac_save writes; 0 for NULL.
LF_API size_t lf_almanac_save_size(const lf_almanac *almanac);

/// Writes an almanac as bytes that lf_almanac_load and lf_almanac_view read on any machine. docs/formats.md has the layout.
/// @return LF_OK, LF_E_NULL or LF_E_BUFFER_TOO_SMALL (nothing was written).
LF_API lf_status lf_almanac_save(const lf_almanac *almanac, void *bytes, size_t capacity);

/// Makes an almanac of an index from saved bytes, which are not kept. They must be of this version of the format,
/// complete, unaltered, and made for an index of the same map with the same hierarchy. No bytes make a question leave its
/// memory or run without end; that lengths are right is certain unless desc->believe is set and the bytes were forged on
/// purpose.
/// @param desc  NULL for the defaults.
/// @param out   receives the almanac, or NULL on error. Destroy it with lf_almanac_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_ALMANAC (the index can have none), LF_E_ALMANAC_FORMAT, LF_E_ALMANAC_CONTENT (cut short,
///         altered, or it does not fit together inside), LF_E_FOREIGN_ALMANAC, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_almanac_load(const lf_index *index, const lf_almanac_desc *desc, const void *bytes,
                                 size_t size, lf_almanac **out);

/// As lf_almanac_load, but the almanac uses the bytes where they are: those of a mapped file are then shared by all
/// processes of a machine. They must stay as they are until the almanac is destroyed; whoever can write to them meanwhile
/// can make a question misbehave. Machines whose numbers have their highest byte first, and bytes that do not begin at a
/// multiple of 8, get a copy.
/// @return as lf_almanac_load.
LF_API lf_status lf_almanac_view(const lf_index *index, const lf_almanac_desc *desc, const void *bytes,
                                 size_t size, lf_almanac **out);

/// How lengths are made. `{0}` is uniform costs without an index.
typedef struct lf_lengths_desc {
    const lf_index
        *index; ///< an index of the map, for this cost; it must outlive the lengths. NULL = none. Without
                ///< one, or with one that has no hierarchy, every pair is searched
    const lf_almanac *almanac; ///< NULL, or the almanac of this index: then no pair is searched
    lf_cost cost;              ///< what moves cost; 0 = uniform
    int64_t end_room;  ///< with a hierarchy: about how many ends are kept; 0 = 4096; at most 2^20. The oldest
                       ///< make room. Lengths are the same
    int64_t max_bytes; ///< the most bytes that it may take; 0 = no limit
    lf_allocator allocator; ///< `{0}` = malloc and free
} lf_lengths_desc;

/// Finds lengths of pairs, and keeps what it has learned of ends that come again. Opaque. One thread at a time may use
/// it; make one for each thread. All memory is allocated at creation, and touched only as far as ends are kept.
///
/// Memory: that of a search, and with a hierarchy 41 bytes per headland, 12 per arc, and 2.4 KB (octile: 6.2 KB) per
/// end of end_room; with an almanac 4 bytes per headland instead of the search. lf_lengths_size says exactly.
typedef struct lf_lengths lf_lengths;

/// Creates lengths for a map. The map must outlive them.
/// @param desc  NULL for the defaults.
/// @param out   receives the lengths, or NULL on error. Destroy them with lf_lengths_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_COST, LF_E_FOREIGN_INDEX (of another map, or an almanac of another index),
///         LF_E_INDEX_COST, LF_E_COUNT (a negative end_room), LF_E_END_COUNT (too large a one), LF_E_LIMIT (a
///         negative max_bytes), LF_E_MEMORY_LIMIT (nothing was allocated), LF_E_ALLOCATOR or LF_E_NOMEM.
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
/// has reached is its label (hub labels). A pair of kept ends takes about a microsecond. All other pairs are looked up in
/// the almanac, or searched if there is none.
/// @param length  receives the length; LF_NO_LENGTH twice without a way, or after an error.
/// @return LF_OK, LF_NO_ROUTE, LF_E_NULL, LF_E_SOURCE_OUTSIDE, LF_E_SOURCE_BLOCKED, LF_E_TARGET_OUTSIDE or
///         LF_E_TARGET_BLOCKED.
LF_API lf_status lf_lengths_between(lf_lengths *lengths, lf_tile from, lf_tile to, struct lf_length *length);

/// What lengths have done so far. Counts are the same on every run and platform.
typedef struct lf_lengths_stats {
    int64_t asked;     ///< pairs
    int64_t searched;  ///< pairs that were searched
    int64_t kept;      ///< ends that were kept, each as often as that
    int64_t looked_up; ///< pairs that were looked up in the almanac
} lf_lengths_stats;

/// What they have done; all 0 for NULL.
LF_API lf_lengths_stats lf_lengths_report(const lf_lengths *lengths);

#ifdef __cplusplus
}
#endif

#endif // LF_LENGTHS_H
