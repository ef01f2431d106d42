// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Pictures of maps and routes, made to be looked at: the map in calm colours, what the search has met, the
// corridor of a guided strategy, the route on top, a mark on every source and target, and a legend. A sheet
// has one such picture, or several side by side, each with a title.
//
// A picture fits a screen whatever the size of the map, unless a size is asked for: small maps are enlarged
// by a whole factor, large ones are reduced by averaging. Memory depends on the picture only; time is one
// look at each tile that is shown and each tile of the route.
//
// A picture is written as PNG, or as SVG: the ground (land, water, what was met, the corridor) is then a PNG
// inside it, and route, marks, titles and legend are lines and text that stay sharp however far one zooms in.
// Runs of equal tiles as paths were rejected: they cannot shade a coast, and a reduced map has no tiles.
#ifndef LANDFALL_DRAW_H
#define LANDFALL_DRAW_H

#include "canvas.h"

#include <landfall.h>

#include "landfall_io.h"
#include "obstacles.h"

/// The largest picture, frame and legend included; a sheet of several panels may be higher. A long and narrow
/// map may have DRAW_MAX_LONG pixels along its longer side.
enum { DRAW_MAX_WIDTH = 1600, DRAW_MAX_HEIGHT = 1200, DRAW_MAX_SHEET_HEIGHT = 1600, DRAW_MAX_LONG = 6000 };

/// The same where a size is asked for.
enum { DRAW_MAX_SIDE = 20000, DRAW_MAX_PIXELS = 64000000 };

/// What a picture shows of a map, and how large. `{0}` is the whole map in a size that fits a screen.
typedef struct draw_options {
    int32_t x, y, across, down; ///< the tiles that are shown, inside the map; across 0 = all
    int32_t width;              ///< pixels of the whole picture; 0 = not said
    int32_t zoom;               ///< pixels of a tile, in 1/DRAW_ZOOM_ONE; 0 = not said; stands above width
    bool vector;                ///< whether it is to be an SVG
} draw_options;

enum { DRAW_ZOOM_ONE = 1000 };

/// How a field is shown.
typedef enum draw_field_kind { DRAW_CONTOURS, DRAW_ARROWS, DRAW_TERRITORIES } draw_field_kind;

/// A field to draw.
typedef struct draw_field {
    draw_field_kind kind;
    const uint32_t *numbers;   ///< for each tile its distance, or its owner; LF_NO_DISTANCE = none
    const uint8_t *directions; ///< for arrows
    bool roots;                ///< whether distances are the roots of the numbers
    uint32_t unit;             ///< otherwise: what a move is in the numbers
    uint32_t most;             ///< the greatest distance, in moves
    int64_t step;              ///< moves from contour line to contour line
    bool costs;                ///< whether distances are costs, by weights
} draw_field;

/// A step that gives a picture with so large a distance some lines, and not too many: 1, 2, 5, 10, 20, ...
int64_t draw_contour_step(uint64_t most);

/// The colour of a target's tiles.
uint32_t draw_territory_color(int64_t owner);

/// What to draw. `{0}` is fine for each field except the map; tiles outside the map are left out.
typedef struct draw_scene {
    const lf_map *map;
    const lf_search *search; ///< NULL, or the search whose met tiles are tinted
    const lf_tile
        *tiles;         ///< the route, in order; its ends get larger marks than the other sources and targets
    int64_t tile_count; ///< 0 = no route
    bool partial;       ///< whether the route ends short of `toward`, a target
    lf_tile toward;
    const lf_source *sources;
    int64_t source_count;
    const lf_tile *targets;
    int64_t target_count;
    const lf_coarse *coarse;      ///< NULL, or the coarse map of the search, whose corridor or spine is shown
    bool guardrail;               ///< whether what was met, was met by the guardrail
    const lf_curve_point *points; ///< NULL, or the shape of the route: it is drawn through these instead
    int64_t point_count;
    const lf_tile *waypoints; ///< dots on it
    int64_t waypoint_count;
    const lf_index *index;   ///< NULL, or the index of the search, whose headlands are shown
    const lf_depth *depth;   ///< NULL, or depths, and
    int32_t least_depth;     ///< the gate: open tiles less deep are closed, unless the search exempts them
    const draw_field *field; ///< NULL, or a field over the water
    const obstructed *obstructed; ///< NULL, or obstacles: tiles that they change are shown
    const lf_weights *weights;    ///< NULL, or weights: the dearer a tile, the darker it is
    const draw_options *options;  ///< NULL = the default; a panel of a sheet has those of the sheet
} draw_scene;

/// Where a map lies in its picture.
typedef struct draw_view {
    int32_t x, y;          ///< the first tile that is shown
    int32_t across, down;  ///< tiles that are shown
    bool cropped;          ///< whether there are others
    int32_t left, top;     ///< the first pixel of the map; the frame is around it
    int32_t width, height; ///< the map in pixels
} draw_view;

/// The view of a map of that size, both from 1. Tiles are squares, unless the map is so thin that it would
/// nearly vanish: then it is stretched.
draw_view draw_view_make(int32_t map_width, int32_t map_height);

/// The same with options.
draw_view draw_view_of(int32_t map_width, int32_t map_height, const draw_options *options);

/// Makes the crop of options larger so that it has a scene's route, or its sources and targets if it has
/// none.
void draw_options_add_route(draw_options *options, const draw_scene *scene);

/// Makes a crop larger by a margin of 4 tiles and 1/20 of its longer side, as far as the map reaches.
void draw_options_add_margin(draw_options *options, const lf_map *map);

/// The pixel at the centre of a tile.
lf_point draw_view_center(const draw_view *view, lf_point tile);

/// Colours that a tile's centre has, 0xRRGGBB; each layer hides the ones before it.
enum {
    DRAW_LAND = 0xE6DCC3,
    DRAW_WATER = 0x41709F,
    DRAW_MET = 0x82C4BF,
    DRAW_GUARDRAIL = 0x93A3B1,
    DRAW_ROUTE = 0xE8501E,
    DRAW_PARTIAL = 0x8A2BB0,
    DRAW_SPINE = 0x3B1F5B,
    DRAW_PORTAL = 0xFFD23F,
    DRAW_SOURCE = 0x0B8A5C,
    DRAW_TARGET = 0xB5123B,
    DRAW_WAYPOINT = 0x5A1405,
    DRAW_CLOSED = 0xA8B07A,
    DRAW_HEADLAND = 0x1F3A57,
    DRAW_HEADLAND_MET = 0xFFD23F,
    DRAW_FIELD_NEAR = 0xFFE78A,
    DRAW_FIELD_FAR = 0x3A2160,
    DRAW_FIELD_NONE = 0xA9B2BA,
    DRAW_OBSTACLE = 0x5C4A3A,
    DRAW_OPENED = 0x9BD3F2,
    DRAW_DEAR = 0x2A1E4A,
    DRAW_NO_ENTRY = 0x7D6F66,
};

/// Phases from this one on look the same.
enum { DRAW_MAX_PHASE = 6 };

/// The colour of an open tile in a cell that joined the corridor in that phase, from 1.
uint32_t draw_phase_color(int32_t phase, bool met);

/// Draws a scene.
/// @param out  receives the picture; all-zero on error. Free it with draw_picture_free.
/// @return LF_IO_OK, LF_IO_E_ARGUMENT (no map, a negative count, an array missing, a crop that is not inside
///         the map), LF_IO_E_LIMIT (too large) or LF_IO_E_NOMEM.
lf_io_status draw_render(const draw_scene *scene, draw_picture *out);

/// Frees what a picture holds and makes it all-zero.
void draw_picture_free(draw_picture *picture);

/// Draws a scene and writes it as PNG, or as SVG if the name ends in .svg.
/// @param error  receives the reason; may be NULL.
lf_io_status draw_save(const char *path, const draw_scene *scene, lf_io_error *error);

// ---------------------------------------------------------------------------------------------------
// Sheets
// ---------------------------------------------------------------------------------------------------

/// What the panels of a sheet show: the legend explains no more than that.
typedef struct draw_shown {
    bool sources, targets, route, partial, met, guardrail;
    bool met_in_corridor; ///< bright tiles, which the guardrail leaves none of
    int32_t phases;       ///< 0 = no corridor
    bool corridor;        ///< whether some of the phases are a corridor's; others are windows of a spine
    bool spine, portals, waypoints;
    bool closed, headlands, headlands_met;
    bool obstacles, opened;
    bool weights, no_entry;                         ///< shades of weights, and tiles of weight 0
    bool near_and_far, arrows, owners, no_distance; ///< of a field
    int64_t contour_step;                           ///< 0 = no lines
    bool contour_costs;                             ///< whether they are lines of equal cost
} draw_shown;

/// Pictures of one map, side by side. Panels are added one after the other, so that one search can serve all.
typedef struct draw_sheet {
    draw_picture picture;
    draw_view first;        ///< the view of the first panel
    int32_t columns;        ///< panels in a row
    int32_t count;          ///< panels in all
    int32_t used;           ///< how many have been drawn
    int32_t step_x, step_y; ///< pixels from panel to panel
    int32_t map_width, map_height;
    bool vector;
    draw_shown shown;
} draw_sheet;

/// The pixels of a sheet, without making it. A sheet may turn out lower, by what its legend does not need.
/// @return whether it is small enough: DRAW_MAX_SIDE, DRAW_MAX_PIXELS.
bool draw_sheet_size(const lf_map *map, int32_t panels, const draw_options *options, int32_t *width,
                     int32_t *height);

/// Begins a sheet for so many panels, from 1.
/// @param options  NULL = the default.
/// @param out      receives the sheet; all-zero on error. Free its picture with draw_picture_free.
/// @return LF_IO_OK, LF_IO_E_ARGUMENT, LF_IO_E_LIMIT or LF_IO_E_NOMEM.
lf_io_status draw_sheet_make(const lf_map *map, int32_t panels, const draw_options *options, draw_sheet *out);

/// Draws the next panel. All panels are of the same map; a sheet that is full takes no more.
/// @param title, words  two lines above it; "" for none.
/// @return LF_IO_OK, LF_IO_E_ARGUMENT or LF_IO_E_NOMEM.
lf_io_status draw_sheet_add(draw_sheet *sheet, const draw_scene *scene, const char *title, const char *words);

/// Draws the legend and cuts the picture to what it needs.
void draw_sheet_finish(draw_sheet *sheet);

/// Finishes a sheet and writes it as PNG, or as SVG if its options say so.
/// @param error  receives the reason; may be NULL.
lf_io_status draw_sheet_save(const char *path, draw_sheet *sheet, lf_io_error *error);

#endif // LANDFALL_DRAW_H
