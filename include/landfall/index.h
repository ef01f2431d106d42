// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/index.h
/// The index of a map (visibility graph, landmarks, contraction hierarchy). It is made once; then queries by
/// `headland` (and `auto`) are faster by orders of magnitude. Part of landfall.h: include that one.
#ifndef LF_INDEX_H
#define LF_INDEX_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whether an index gets a contraction hierarchy.
///
/// A hierarchy makes queries 1.2 to 7 times as fast at sea and in cities, 2 to 8 times in rooms, mazes and
/// caves, 7 to 20 times in dense noise. Building it takes 0.5 to 2.4 times the work of the rest of the index,
/// in noise of 15 to 20 % 2 to 7 times. This time is won back after some 40 queries in a maze, 200 to 700 in
/// dense noise, 500 to 3,000 in rooms and caves, 1,000 to 20,000 at sea and in cities. Among small islands
/// far apart the hierarchy takes 2 to 14 times the work of the rest and saves next to nothing.
typedef enum lf_hierarchy {
    LF_HIERARCHY_AUTO = 0, ///< yes, unless the hierarchy would take more than 8 times the work of the rest
                           ///< (13 times under octile costs), or its arcs do not soon become fewer.
                           ///< The work is counted, not timed: the choice is the same everywhere. Giving up
                           ///< costs 0.2 to 0.6 of the work of the rest
    LF_HIERARCHY_NO = 1,   ///< never
    LF_HIERARCHY_YES = 2,  ///< always
} lf_hierarchy;

/// The name of a choice ("auto", "no", "yes"), or NULL if there is no such value.
LF_API const char *lf_hierarchy_name(lf_hierarchy value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_HIERARCHY. On error `out` receives the value 0.
LF_API lf_status lf_hierarchy_parse(const char *name, lf_hierarchy *out);

/// Everything that makes an index. `{0}` is the default for every field.
typedef struct lf_index_desc {
    lf_cost cost;           ///< the cost of its queries; makes no difference under orthogonal moves
    lf_hierarchy hierarchy; ///< 0 = auto
    bool keep_legs;     ///< whether to keep legs that only queries with obstacles need: where obstacles cut
                        ///< the index's route, they go on by the index instead of a flood. Twice the
                        ///< memory of legs; they are not saved. Worlds keep them by themselves; octile
                        ///< costs and orthogonal moves need no others
    lf_workers workers; ///< `{0}` = build on the caller's thread; the index is the same either way
    lf_allocator allocator; ///< `{0}` = malloc and free; called by one thread at a time, perhaps a worker
    lf_progress progress;   ///< `{0}` = none; for lf_index_create alone
    int32_t min_depth;      ///< 0 = an index for queries without a gate; 1 to 255 = for those whose gate is
                            ///< this deep: it knows the tiles that are, and goes into
                            ///< lf_search_desc.gate_indexes
    const struct lf_depth *depth; ///< the depths of such an index; they must outlive it
    bool believe_mark;  ///< for loading: bytes that are marked as checked (lf_index_mark) are not checked in
                        ///< full
    lf_release release; ///< for lf_index_view: called when the index is destroyed, never after an error
} lf_index_desc;

/// The corners of a map (headlands), the straight legs between them and distances from landmarks. The
/// strategy `headland` searches these instead of tiles. Opaque; immutable, shared by any number of threads.
/// An index belongs to one map, which must outlive it. Memory: 4 bits per tile (8 for king moves), 48 bytes
/// per headland, 8 bytes per leg, and less than 1 MB of buoys on up to 33 million tiles. A hierarchy adds 8 bytes per
/// headland and 25 bytes per arc; there are about as many arcs as legs. An index for a depth gate holds its map,
/// too: 2 bits per tile.
typedef struct lf_index lf_index;

/// Builds the index of a map.
/// @param desc  NULL for the defaults.
/// @param out   receives the index, or NULL on error. Destroy it with lf_index_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_COST, LF_E_HIERARCHY, LF_E_MIN_DEPTH, LF_E_NO_DEPTH (a least depth without
///         depths), LF_E_FOREIGN_DEPTH, LF_E_INDEX_LIMIT, LF_E_ALLOCATOR, LF_E_NOMEM or LF_E_CANCELLED
///         (desc->progress said so).
LF_API lf_status lf_index_create(const lf_map *map, const lf_index_desc *desc, lf_index **out);

/// An index that is being built, slice by slice. Opaque.
typedef struct lf_index_builder lf_index_builder;

/// Begins to build the index of a map: lf_index_create in as many slices as you like. Does no work yet. The
/// map must outlive the builder. desc->progress may end any slice too.
/// @param desc  NULL for the defaults.
/// @param out   receives the builder, or NULL on error. It ends with lf_index_finish or lf_index_cancel.
/// @return LF_OK, LF_E_NULL, LF_E_COST, LF_E_HIERARCHY, LF_E_MIN_DEPTH, LF_E_NO_DEPTH, LF_E_FOREIGN_DEPTH,
///         LF_E_INDEX_LIMIT, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_index_begin(const lf_map *map, const lf_index_desc *desc, lf_index_builder **out);

/// Continues to build. The index does not depend on how its building was sliced.
/// @param budget  the most work to do, in units of about a microsecond, which are counted, not timed. A few
///                pieces are not cut further and may take some milliseconds on large maps.
/// @return LF_PAUSED, LF_OK (call lf_index_finish), LF_E_NULL, LF_E_BUDGET, LF_E_INDEX_LIMIT, LF_E_NOMEM or
///         LF_E_CANCELLED (desc->progress said so). After an error only lf_index_cancel is left.
///         Called again after the end, it returns the same status.
LF_API lf_status lf_index_step(lf_index_builder *builder, int64_t budget);

/// Gives the index, and destroys the builder if it returns LF_OK.
/// @return LF_OK, LF_E_NULL, LF_E_NOT_ENDED, or the error of the last step.
LF_API lf_status lf_index_finish(lf_index_builder *builder, lf_index **out);

/// Ends building without an index. NULL is fine.
LF_API void lf_index_cancel(lf_index_builder *builder);

/// Destroys an index. NULL is fine. Every search with it must be destroyed first.
LF_API void lf_index_destroy(lf_index *index);

/// The map that the index was made for; NULL for NULL.
LF_API const lf_map *lf_index_map(const lf_index *index);

/// The cost of the queries that the index is for; uniform for NULL.
LF_API lf_cost lf_index_cost(const lf_index *index);

/// The least depth of the gate that the index is for; 0 if it is for none, or for NULL.
LF_API int32_t lf_index_min_depth(const lf_index *index);

/// Number of headlands; 0 for NULL.
LF_API int64_t lf_index_headland_count(const lf_index *index);
/// Number of legs between headlands; 0 for NULL.
LF_API int64_t lf_index_leg_count(const lf_index *index);

/// The headlands of an index, in the order of their tiles.
/// @param tiles  receives the headlands; may be NULL if capacity is 0.
/// @return the number of headlands, 0 if the index is NULL; LF_E_NULL or LF_E_COUNT.
LF_API int64_t lf_index_headlands(const lf_index *index, lf_tile *tiles, int64_t capacity);

/// Whether the index has a hierarchy; false for NULL.
LF_API bool lf_index_has_hierarchy(const lf_index *index);

/// Bytes that the index holds, without those that lf_index_view uses; 0 for NULL.
LF_API size_t lf_index_bytes(const lf_index *index);

/// Bytes that lf_index_save writes; 0 for NULL.
LF_API size_t lf_index_save_size(const lf_index *index);

/// Writes an index as bytes that lf_index_load and lf_index_view read on any machine. docs/formats.md has the layout.
/// @return LF_OK, LF_E_NULL or LF_E_BUFFER_TOO_SMALL (nothing was written).
LF_API lf_status lf_index_save(const lf_index *index, void *bytes, size_t capacity);

/// Makes an index of a map from saved bytes, which are not kept. The bytes must be of this version of the
/// format, complete, unaltered, and made for a map with the same tiles, size and move rules. Everything
/// inside is checked as well: no bytes at all can make a search misbehave or return an illegal route. (Bytes
/// that were forged on purpose, checksum and all, may leave headlands out, and so make routes longer or lose
/// them.)
///
/// With desc->believe_mark, bytes that are marked as checked are checked only as far as memory is concerned, which is
/// some 30 times faster: still no bytes make a search leave its memory or run without end. But if they were forged on
/// purpose, mark and all, routes may cross blocked tiles.
///
/// An index for a depth gate needs the depths that it was made with (desc->depth). Others ignore them.
/// @param desc  NULL for the defaults. Cost and hierarchy come from the bytes; any known value will do here. So
///              does the gate, if min_depth is 0; another value must be that of the bytes.
/// @return LF_OK, LF_E_NULL, LF_E_COST, LF_E_HIERARCHY, LF_E_MIN_DEPTH, LF_E_INDEX_GATE (another gate than
///         min_depth, or a gate without depths), LF_E_INDEX_DEPTH, LF_E_FOREIGN_DEPTH, LF_E_INDEX_FORMAT, LF_E_INDEX_VERSION,
///         LF_E_INDEX_TRUNCATED, LF_E_INDEX_CHECKSUM, LF_E_INDEX_MAP, LF_E_INDEX_CONTENT, LF_E_INDEX_LIMIT,
///         LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_index_load(const lf_map *map, const lf_index_desc *desc, const void *bytes, size_t size,
                               lf_index **out);

/// As lf_index_load, but the index uses the bytes where they are: those of a mapped file are then shared by all
/// processes of a machine. They must stay as they are until the index is destroyed; whoever can write to them
/// meanwhile can make a search misbehave. Only what follows from the map (4 bits per tile, 8 bytes per headland) is
/// memory of the index. Machines whose numbers have their highest byte first, and bytes that do not begin at a
/// multiple of 8, get a copy.
/// @return as lf_index_load.
LF_API lf_status lf_index_view(const lf_map *map, const lf_index_desc *desc, const void *bytes, size_t size,
                               lf_index **out);

/// Marks saved bytes as checked, for desc->believe_mark. Call it for bytes that lf_index_load has just accepted, or that
/// lf_index_save has just written. The mark is a promise of whoever wrote the bytes, not a signature.
/// @return LF_OK, LF_E_NULL, LF_E_INDEX_FORMAT, LF_E_INDEX_VERSION, LF_E_INDEX_TRUNCATED or LF_E_INDEX_CHECKSUM.
LF_API lf_status lf_index_mark(void *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif // LF_INDEX_H
