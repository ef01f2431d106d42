// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/guided.h
/// Coarse maps (the abstraction of hierarchical path finding), for the strategies `corridor`, `expand`,
/// `expand-optimal` and `spine`.
/// Part of landfall.h: include that one.
#ifndef LF_GUIDED_H
#define LF_GUIDED_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The highest level: cells of 256 x 256 tiles.
#define LF_MAX_LEVEL 8

/// What a coarse map knows.
typedef enum lf_coarse_kind {
    LF_COARSE_HONEST = 0, ///< nodes are the connected pieces of cells, edges are real crossings: there is a
                          ///< route inside every plan
    LF_COARSE_CELLS = 1, ///< nodes are open cells, edges join all neighbours: a plan may have no route inside
} lf_coarse_kind;

/// The name of a kind ("honest", "cells"), or NULL if there is no such value.
LF_API const char *lf_coarse_kind_name(lf_coarse_kind value);
/// The value with a name: LF_OK, LF_E_NULL or LF_E_COARSE_KIND. On error `out` receives the value 0.
LF_API lf_status lf_coarse_kind_parse(const char *name, lf_coarse_kind *out);

/// Everything that makes a coarse map. `{0}` is the default for every field.
typedef struct lf_coarse_desc {
    int32_t level; ///< cells of 2^level x 2^level tiles, 1 to LF_MAX_LEVEL; 0 = 2, or less on a tiny map
    lf_coarse_kind kind;    ///< 0 = honest
    const uint8_t *cells;   ///< for LF_COARSE_CELLS: NULL, or one byte per cell, 0 = closed, instead of the
                            ///< cells made from the map
    int32_t width, height;  ///< size of `cells`: the map's size divided by 2^level, rounded down or up
    lf_allocator allocator; ///< `{0}` = malloc and free
} lf_coarse_desc;

/// The map seen from afar, for the guided strategies. Opaque; immutable, shared by any number of threads. It
/// belongs to one map, which must outlive it. Memory: one byte and three bits per cell; a cell with several
/// pieces takes two more bytes per tile and four more per edge. The honest coarse map of a large map holds a
/// second, much smaller one, which guides the planner.
typedef struct lf_coarse lf_coarse;

/// Creates a coarse map.
/// @param desc  NULL for the defaults.
/// @param out   receives the coarse map, or NULL on error. Destroy it with lf_coarse_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_LEVEL (outside 1 to 8, or the level below already has only one cell),
///         LF_E_COARSE_KIND (unknown, or `cells` given for an honest one), LF_E_COARSE_SIZE, LF_E_ALLOCATOR
///         or LF_E_NOMEM.
LF_API lf_status lf_coarse_create(const lf_map *map, const lf_coarse_desc *desc, lf_coarse **out);

/// Destroys a coarse map. NULL is fine. Every search with it must be destroyed first.
LF_API void lf_coarse_destroy(lf_coarse *coarse);

/// The level; 0 for NULL.
LF_API int32_t lf_coarse_level(const lf_coarse *coarse);
/// The kind; 0 for NULL.
LF_API lf_coarse_kind lf_coarse_kind_of(const lf_coarse *coarse);
/// The width in cells; 0 for NULL.
LF_API int32_t lf_coarse_width(const lf_coarse *coarse);
/// The height in cells; 0 for NULL.
LF_API int32_t lf_coarse_height(const lf_coarse *coarse);

/// Number of nodes; 0 for NULL.
LF_API int64_t lf_coarse_node_count(const lf_coarse *coarse);
/// Number of edges, counted in both directions; 0 for NULL.
LF_API int64_t lf_coarse_edge_count(const lf_coarse *coarse);

/// Number of nodes in a cell: 0 if it is closed, 1 for most cells, more for a cell with several pieces; 0 for
/// a cell outside and for NULL.
LF_API int32_t lf_coarse_pieces(const lf_coarse *coarse, int32_t x, int32_t y);

/// Bytes that the coarse map holds; 0 for NULL.
LF_API size_t lf_coarse_bytes(const lf_coarse *coarse);

/// The level that suits the strategy `spine` on a map, by its size: 3 up to 64 million tiles, or less on a
/// tiny map; 0 for NULL.
LF_API int32_t lf_spine_level(const lf_map *map);

#ifdef __cplusplus
}
#endif

#endif // LF_GUIDED_H
