// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/bodies.h
/// Bodies: the connected parts of a map (connected components). Part of landfall.h.
#ifndef LF_BODIES_H
#define LF_BODIES_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

/// No body: a blocked tile, a tile outside, or a map whose bodies were not found.
#define LF_NO_BODY UINT32_MAX

/// Finds the bodies of a map: the sets of open tiles that are connected under the move rules. Does nothing if
/// they are known. It changes the map, so call it before the map is shared between threads and before a
/// search is created (an earlier search does not use the bodies). Time: one pass over the words of the map
/// and its runs.
/// @return LF_OK, LF_E_NULL or LF_E_NOMEM (the map is then as it was).
LF_API lf_status lf_map_find_bodies(lf_map *map);

/// Number of bodies of a map that was never edited; they are numbered by first tile in row order. On the map
/// of an edited world, bodies keep their numbers, and this is one more than the greatest number. 0 for NULL
/// or if the bodies were not found.
LF_API uint32_t lf_map_body_count(const lf_map *map);

/// The body of a tile, from 0 to lf_map_body_count - 1; or LF_NO_BODY.
/// Time: logarithmic in the number of open runs of the tile's row.
LF_API uint32_t lf_map_body(const lf_map *map, lf_tile tile);

/// The bodies that touch a tile, in the order of their tiles: an open tile's own; for a blocked one the
/// bodies of the eight tiles around it, at most four. (LF_END_NEAR looks farther.)
/// @param bodies    receives the bodies; may be NULL if capacity is 0.
/// @param capacity  how many fit.
/// @return the number of bodies; 0 for a tile outside, a NULL map, or one whose bodies were not found; or
///         LF_E_NULL or LF_E_COUNT for a bad buffer.
LF_API int64_t lf_map_bodies_beside(const lf_map *map, lf_tile tile, uint32_t *bodies, int64_t capacity);

/// Number of tiles of a body; 0 if there is no such body.
LF_API int64_t lf_map_body_size(const lf_map *map, uint32_t body);

#ifdef __cplusplus
}
#endif

#endif // LF_BODIES_H
