// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Pictures of maps and routes, made to be looked at: the map in calm colours, what the search has met, the
// route on top, and a mark on every source and target.
//
// A picture fits a screen whatever the size of the map: small maps are enlarged by a whole factor, large ones
// are reduced by averaging. Memory depends on the picture only; time is one look at each tile of the map and
// of the route.
#ifndef LANDFALL_DRAW_H
#define LANDFALL_DRAW_H

#include <landfall.h>

#include "landfall_io.h"

/// The largest picture, frame included.
enum { DRAW_MAX_WIDTH = 1600, DRAW_MAX_HEIGHT = 1200 };

/// What to draw. `{0}` is fine for each field except the map; tiles outside the map are left out.
typedef struct draw_scene {
    const lf_map *map;
    const lf_search *search; ///< NULL, or the search whose met tiles are tinted
    const lf_tile
        *tiles;         ///< the route, in order; its ends get larger marks than the other sources and targets
    int64_t tile_count; ///< 0 = no route
    const lf_source *sources;
    int64_t source_count;
    const lf_tile *targets;
    int64_t target_count;
} draw_scene;

/// An RGB picture: 3 bytes a pixel, row by row.
typedef struct draw_picture {
    int32_t width, height;
    uint8_t *rgb;
} draw_picture;

/// Where a map lies in its picture.
typedef struct draw_view {
    int32_t map_width, map_height; ///< in tiles
    int32_t left, top;             ///< the first pixel of the map; the frame is around it
    int32_t width, height;         ///< the map in pixels
} draw_view;

/// The view of a map of that size, both from 1. Tiles are squares, unless the map is so thin that it would
/// nearly vanish: then it is stretched.
draw_view draw_view_make(int32_t map_width, int32_t map_height);

/// The pixel at the centre of a tile.
lf_point draw_view_center(const draw_view *view, lf_point tile);

/// Colours that a tile's centre has, 0xRRGGBB; each layer hides the ones before it.
enum {
    DRAW_LAND = 0xE6DCC3,
    DRAW_WATER = 0x41709F,
    DRAW_MET = 0x82C4BF,
    DRAW_ROUTE = 0xE8501E,
    DRAW_SOURCE = 0x0B8A5C,
    DRAW_TARGET = 0xB5123B,
};

/// Draws a scene.
/// @param out  receives the picture; all-zero on error. Free it with draw_picture_free.
/// @return LF_IO_OK, LF_IO_E_ARGUMENT (no map, a negative count, an array missing) or LF_IO_E_NOMEM.
lf_io_status draw_render(const draw_scene *scene, draw_picture *out);

/// Frees what a picture holds and makes it all-zero.
void draw_picture_free(draw_picture *picture);

/// Draws a scene and writes it as PNG.
/// @param error  receives the reason; may be NULL.
lf_io_status draw_save(const char *path, const draw_scene *scene, lf_io_error *error);

#endif // LANDFALL_DRAW_H
