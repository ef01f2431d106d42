// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file landfall/image.h
/// One copy of a map for several processes of a machine, in memory that they share (a window of MPI, `shm_open`, a file
/// that is mapped). Part of landfall.h: include that one.
///
/// An image is memory, not a format of files: a process of the same version of the library, on the same kind of machine,
/// uses it where it lies. What it says of itself is checked (what it is, which version made it, sizes), so that a wrong or
/// an incomplete one is refused. The rest is believed: give lf_map_view only memory that lf_map_image has filled. Maps
/// from strangers come as tiles (lf_map_create).
#ifndef LF_IMAGE_H
#define LF_IMAGE_H

#include "../landfall.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes that lf_map_image writes; 0 for NULL.
LF_API size_t lf_map_image_size(const lf_map *map);

/// Writes an image of a map: its tiles, its depths if it has any, and its bodies if they are known.
/// @param memory  begins at a multiple of 16.
/// @return LF_OK, LF_E_NULL, LF_E_BUFFER_TOO_SMALL or LF_E_MAP_IMAGE (it begins elsewhere); after an error nothing was
///         written.
LF_API lf_status lf_map_image(const lf_map *map, void *memory, size_t capacity);

/// A map that uses an image where it is. It is as good as the map that the image was made of, and takes some 1.5 KB
/// (lf_map_bytes). The image must stay as it is until the map is destroyed; any number of maps may use it.
/// @param memory     begins at a multiple of 16, wherever that is in this process.
/// @param allocator  NULL or `{0}` = malloc and free.
/// @param out        receives the map, or NULL on error. Destroy it with lf_map_destroy, which leaves the image alone.
/// @return LF_OK, LF_E_NULL, LF_E_MAP_IMAGE (no image, one of another version or machine, cut short, or not at a multiple
///         of 16), LF_E_ALLOCATOR or LF_E_NOMEM.
LF_API lf_status lf_map_view(const void *memory, size_t size, const lf_allocator *allocator, lf_map **out);

#ifdef __cplusplus
}
#endif

#endif // LF_IMAGE_H
