// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file draw_layers.h
/// The layers of a picture, as draw.c stacks them, and what they share. Each paints the scene where the view
/// says; those that return bool return false if there is no memory.
#ifndef LANDFALL_CLI_DRAW_LAYERS_H
#define LANDFALL_CLI_DRAW_LAYERS_H

#include "draw.h"

enum {
    COLOR_WHITE = 0xFFFFFF,
    COLOR_SHADOW = 0x1D2733,
};

enum { DRAW_FRAME = 14 }; ///< pixels around a map: room for marks at its edge

// draw_view.c
/// The pixels that there are for a map. Where the options say a width, it is exact.
typedef struct view_room {
    int64_t width, height;
    bool may_exceed; ///< a long map may be longer
} view_room;

/// The view of a map, with its corner at the corner of the frame.
draw_view view_make(int32_t map_width, int32_t map_height, const draw_options *options, view_room room);

/// The centre of a tile, which may lie outside the view.
canvas_place view_place(const draw_view *view, lf_point tile);

/// A place of a curve.
canvas_place view_curve_place(const draw_view *view, lf_curve_point at);

/// Whether a tile is one of those that are shown.
bool view_shows(const draw_view *view, lf_point tile);

/// The shorter side of a tile in 1/SUB of a pixel.
int32_t view_tile(const draw_view *view);

/// The shorter side of the map in pixels: what lines and marks on it are measured by.
int32_t view_shorter(const draw_view *view);

int64_t view_pixels(const draw_view *view);

/// Pixels of a picture, without those at right and bottom.
typedef struct view_box {
    int32_t left, top, right, bottom;
} view_box;

/// Where lines may be painted: nowhere outside a crop, and in the frame around a whole map.
view_box view_clip(const draw_view *view);

/// Cuts a stretch to the view and what is near it, where places are small; false if nothing is left.
bool view_cut(const draw_view *view, canvas_place *a, canvas_place *b);

// draw_map.c
bool map_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);
void grid_draw(draw_picture *canvas, const draw_view *view);

/// Whether a tile was met; whether it is open water that the depth gate closes.
bool tile_is_met(const draw_scene *scene, lf_tile tile);
bool tile_is_closed(const draw_scene *scene, lf_tile tile);
/// Whether obstacles block it; whether they open it.
bool tile_is_obstacle(const draw_scene *scene, lf_tile tile);
bool tile_is_opened(const draw_scene *scene, lf_tile tile);
/// Whether it is open, but of weight 0.
bool tile_is_no_entry(const draw_scene *scene, lf_tile tile);

// draw_field.c
void field_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);

// draw_headlands.c
/// The headlands of a scene that its view shows; `{0}` if it has no index.
typedef struct headlands {
    lf_tile *tiles;           ///< to be freed; those that the search has met come first
    int64_t count, met_count; ///< in all, and met
} headlands;

bool headlands_find(headlands *out, const draw_scene *scene, const draw_view *view);
void headlands_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view,
                    const headlands *of);
void headlands_met_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view,
                        const headlands *of);

// draw_route.c
bool spine_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);
void portals_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);
bool losers_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);
bool route_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);
void waypoints_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);
void winners_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);

/// Sources and targets differ in shape as well as in colour.
typedef enum mark_shape { MARK_DISC, MARK_DIAMOND, MARK_DOT } mark_shape;

typedef struct mark {
    mark_shape shape;
    uint32_t color;
    int32_t radius,
        ring; ///< of the coloured part, and the width of the ring around it: white, or dark around a dot
} mark;

/// Draws a mark at a place.
void mark_draw(draw_picture *canvas, const mark *m, canvas_place at);

// draw_legend.c
/// Draws the legend with its top left corner there, as far down as the picture goes; returns its height.
int32_t legend_draw(draw_picture *canvas, const draw_shown *shown, int32_t left, int32_t top);

#endif // LANDFALL_CLI_DRAW_LAYERS_H
