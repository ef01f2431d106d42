// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/depth.h
/// Depths (computed ones are a distance transform), and routes that stay deep (widest paths).
/// Part of landfall.h: include that one.
#ifndef LF_DEPTH_H
#define LF_DEPTH_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where depths come from.
typedef enum lf_depth_from {
    LF_DEPTH_COMPUTED = 0, ///< distance to the nearest blocked tile in moves of a king (Chebyshev)
    LF_DEPTH_OF_MAP = 1,   ///< the map's own (lf_map_desc.depth); used in place
    LF_DEPTH_PLANE = 2,    ///< `plane`; copied
    LF_DEPTH_CORNER = 3,   ///< computed too: the side of the largest open square whose upper left tile it is
} lf_depth_from;

/// Everything that makes depths. `{0}` is the default for every field.
typedef struct lf_depth_desc {
    lf_depth_from from;     ///< 0 = computed
    const uint8_t *plane;   ///< for LF_DEPTH_PLANE: one byte per tile, row by row; the bytes of blocked tiles
                            ///< are ignored
    size_t plane_size;      ///< readable bytes of `plane`: at least one per tile
    bool edge_blocked;      ///< computed: whether everything outside the map counts as blocked
    lf_allocator allocator; ///< `{0}` = malloc and free
} lf_depth_desc;

/// One depth per tile, from 0 to 255, and how deep routes can stay. Opaque; immutable, shared by any number
/// of threads. Depths belong to one map, which must outlive them.
///
/// Computed depth is 1 next to a blocked tile, also at a corner, and 255 where every blocked tile is 255 or
/// more moves away. It also serves as clearance: a ship that reaches r tiles to each side of its middle fits
/// where depth > r. Corner depth serves units of n x n tiles, even sizes included: they fit where depth >= n,
/// and the tiles of a route are the places of their upper left tile. Memory: one byte per tile, unless the
/// depths are the map's own, and 9 bytes per hump. A hump is a stretch of a row over which depth rises and
/// falls again; a coast map has about one per 190 tiles. Time to make: nearly O(tiles).
typedef struct lf_depth lf_depth;

/// Creates depths for a map.
/// @param desc  NULL for the defaults.
/// @param out   receives the depths, or NULL on error. Destroy them with lf_depth_destroy.
/// @return LF_OK, LF_E_NULL, LF_E_DEPTH_FROM, LF_E_MAP_DEPTH, LF_E_DEPTH_SIZE, LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_depth_create(const lf_map *map, const lf_depth_desc *desc, lf_depth **out);

/// Destroys depths. NULL is fine. Every search with them must be destroyed first.
LF_API void lf_depth_destroy(lf_depth *depth);

/// The depth of an open tile; -1 for a blocked tile, a tile outside the map, or NULL.
LF_API int32_t lf_depth_at(const lf_depth *depth, lf_tile tile);

/// The result of lf_depth_between on an edited state of a world (landfall/world.h), until lf_world_work has
/// updated it. Queries for the deepest route are still answered, by trying.
#define LF_DEPTH_PENDING (-2)

/// The greatest least depth (see lf_route_least_depth) of any route between two tiles, both included; -1 if
/// there is no route. A lookup: O(log map).
LF_API int32_t lf_depth_between(const lf_depth *depth, lf_tile from, lf_tile to);

/// Bytes that the depths hold; 0 for NULL.
LF_API size_t lf_depth_bytes(const lf_depth *depth);

/// Whether the map was given depths; false for NULL.
LF_API bool lf_map_has_depth(const lf_map *map);

/// The depth of a tile as given to the map; 0 for a tile outside, a map without depths, or NULL.
LF_API uint8_t lf_map_depth(const lf_map *map, lf_tile tile);

#ifdef __cplusplus
}
#endif

#endif // LF_DEPTH_H
