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

/// The centre of a tile in 1/SUB of a pixel of the picture.
lf_point view_place(const draw_view *view, lf_point tile);

/// A place of a curve in 1/SUB of a pixel of the picture.
lf_point view_curve_place(const draw_view *view, lf_curve_point place);

/// The shorter side of a tile in 1/SUB of a pixel.
int32_t view_tile(const draw_view *view);

int64_t view_pixels(const draw_view *view);

// draw_map.c
bool map_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);
void grid_draw(draw_picture *canvas, const draw_view *view);

// draw_route.c
bool spine_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);
void portals_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);
bool losers_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);
bool route_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);
void waypoints_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);
void winners_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view);

/// Sources and targets differ in shape as well as in colour.
typedef enum mark_shape { MARK_DISC, MARK_DIAMOND } mark_shape;

typedef struct mark {
    mark_shape shape;
    uint32_t color;
    int32_t radius, ring; ///< of the coloured part, and the width of the white ring around it
} mark;

/// Draws a mark at a place in 1/SUB of a pixel.
void mark_draw(draw_picture *canvas, const mark *m, lf_point place);

// draw_legend.c
/// Draws the legend with its top left corner there, as far down as the picture goes; returns its height.
int32_t legend_draw(draw_picture *canvas, const draw_shown *shown, int32_t left, int32_t top);

#endif // LANDFALL_CLI_DRAW_LAYERS_H
