// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file edits.h
/// The shapes of an edit on a plane of tiles, one byte per tile. The library edits maps far faster; this is
/// what scripts are checked by, and what answers are compared with: as plain as can be, and apart from it.
#ifndef LANDFALL_CLI_EDITS_H
#define LANDFALL_CLI_EDITS_H

#include <landfall_io.h>
#include <stdbool.h>

typedef enum edit_form { EDIT_DISC, EDIT_RECT, EDIT_TILES } edit_form;

/// Tiles that become open, or blocked, or get another byte for weights. What lies outside the map is cut off.
typedef struct edit_shape {
    edit_form form;
    bool weighs;           ///< whether it is about bytes
    uint8_t value;         ///< 1 = open, 0 = blocked; or the byte
    lf_point at;           ///< disc: its middle; rect: its first tile
    int32_t radius;        ///< disc, from 0
    int32_t width, height; ///< rect, from 0
    lf_tile *tiles;        ///< tiles, all of them inside the map
    int64_t tile_count;
} edit_shape;

/// Told of every tile that changes.
typedef void edit_watcher(lf_tile tile, bool open, void *user);

/// Paints a shape on a plane, of tiles or of bytes.
/// @param watch  NULL = nobody is told.
void edit_paint(lf_plane *plane, const edit_shape *shape, edit_watcher *watch, void *user);

/// Puts a shape of bytes into a world, of whose bytes `bytes` is a copy that follows. LF_OK, LF_E_NOMEM or an error of
/// lf_world_set_weights.
lf_status edit_weigh(lf_world *world, lf_plane *bytes, const edit_shape *shape);

/// A plane with the same tiles, to be freed by edit_plane_free; false if there is no memory.
bool edit_plane_copy(const lf_plane *from, lf_plane *out);

void edit_plane_free(lf_plane *plane);

#endif // LANDFALL_CLI_EDITS_H
