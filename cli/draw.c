// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A picture is a sheet of one panel. A panel is painted in layers, from the ground up:
//
//     paper -> map (land, water, met tiles, corridor) -> grid -> spine -> losing marks -> route -> portals ->
//     waypoints -> winning marks
//
// and the legend comes last, when it is known what the panels show. Room for it is kept below the map
// whatever it will need, so that where a map lies depends on its size alone; what is left of that room is cut
// off.
//
// Time: a look at each tile of the map and the route for each panel, and a constant effort a pixel however
// often the route passes it. Memory: about 12 bytes a pixel of the picture.
#include "draw_layers.h"
#include "font.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    FRAME = 14,        // pixels around the map: room for marks at its edge
    MIN_SIDE = 40,     // pixels of the shorter side, at least
    MAX_TILE = 96,     // pixels of a tile, at most
    LEGEND_ROOM = 80,  // pixels below the maps
    LEGEND_GAP = 4,    // pixels between the frame of the lowest map and the legend
    TITLE_HEIGHT = 48, // pixels above a panel with a title
    TITLE_MIN = 280,   // pixels that a title needs across, at least
    COLOR_PAPER = 0xFAF7F0,
    COLOR_BORDER = 0x8C8468,
    COLOR_TITLE = 0x24302F,
    COLOR_WORDS = 0x5F5A48,
};

// ---------------------------------------------------------------------------------------------------
// View
// ---------------------------------------------------------------------------------------------------

static int32_t view_fit(int64_t size, int64_t other, int64_t most, int64_t other_most) {
    // The side that fills its space first decides; the other follows in proportion.
    const int64_t fit = size * other_most >= other * most ? most : size * other_most / other;
    return (int32_t)(fit > MIN_SIDE ? fit : MIN_SIDE);
}

// The view of a map in a space of that many pixels, with its corner at the corner of the frame.
static draw_view view_make(int32_t map_width, int32_t map_height, int64_t most_x, int64_t most_y) {
    draw_view view = {map_width, map_height, FRAME, FRAME, 0, 0};
    int64_t factor = most_x / map_width < most_y / map_height ? most_x / map_width : most_y / map_height;
    if (factor > MAX_TILE) factor = MAX_TILE;
    if (factor >= 1) {
        view.width = (int32_t)(map_width * factor);
        view.height = (int32_t)(map_height * factor);
        if (view.width < MIN_SIDE) view.width = MIN_SIDE;
        if (view.height < MIN_SIDE) view.height = MIN_SIDE;
    } else {
        view.width = view_fit(map_width, map_height, most_x, most_y);
        view.height = view_fit(map_height, map_width, most_y, most_x);
    }
    return view;
}

draw_view draw_view_make(int32_t map_width, int32_t map_height) {
    return view_make(map_width, map_height, DRAW_MAX_WIDTH - 2 * FRAME,
                     DRAW_MAX_HEIGHT - 2 * FRAME - LEGEND_ROOM);
}

lf_point view_place(const draw_view *view, lf_point tile) {
    return (lf_point){
        view->left * SUB +
            (int32_t)((2 * (int64_t)tile.x + 1) * view->width * SUB / (2 * (int64_t)view->map_width)),
        view->top * SUB +
            (int32_t)((2 * (int64_t)tile.y + 1) * view->height * SUB / (2 * (int64_t)view->map_height)),
    };
}

lf_point view_curve_place(const draw_view *view, lf_curve_point place) {
    return (lf_point){
        view->left * SUB + (int32_t)(place.x * view->width * SUB / ((int64_t)LF_CURVE_ONE * view->map_width)),
        view->top * SUB +
            (int32_t)(place.y * view->height * SUB / ((int64_t)LF_CURVE_ONE * view->map_height)),
    };
}

lf_point draw_view_center(const draw_view *view, lf_point tile) {
    const lf_point place = view_place(view, tile);
    return (lf_point){place.x / SUB, place.y / SUB};
}

int32_t view_tile(const draw_view *view) {
    const int64_t x = (int64_t)view->width * SUB / view->map_width;
    const int64_t y = (int64_t)view->height * SUB / view->map_height;
    return (int32_t)(x < y ? x : y);
}

int64_t view_pixels(const draw_view *view) {
    return (int64_t)view->width * view->height;
}

// ---------------------------------------------------------------------------------------------------
// Sheet
// ---------------------------------------------------------------------------------------------------

// Lays out the panels in so many columns.
static draw_sheet sheet_lay_out(const lf_map *map, int32_t panels, int32_t columns) {
    const int32_t title = panels > 1 ? TITLE_HEIGHT : 0, rows = (panels + columns - 1) / columns;
    const int32_t most_x = (DRAW_MAX_WIDTH - FRAME) / columns - FRAME;
    const int32_t height = panels > 1 ? DRAW_MAX_SHEET_HEIGHT : DRAW_MAX_HEIGHT;
    const int32_t most_y = (height - LEGEND_ROOM - FRAME) / rows - FRAME - title;
    draw_sheet sheet = {.columns = columns, .count = panels};
    sheet.first =
        view_make(lf_map_width(map), lf_map_height(map), most_x, most_y > MIN_SIDE ? most_y : MIN_SIDE);
    sheet.first.top += title;
    const bool narrow = panels > 1 && sheet.first.width < TITLE_MIN;
    sheet.step_x = (narrow ? TITLE_MIN : sheet.first.width) + FRAME;
    sheet.step_y = sheet.first.height + FRAME + title;
    sheet.picture.width = columns * sheet.step_x + FRAME;
    sheet.picture.height = rows * sheet.step_y + FRAME + LEGEND_ROOM;
    return sheet;
}

// The layout with the largest maps; where they are nearly as large in more columns, the lower sheet is the
// better one on a screen.
static draw_sheet sheet_choose(const lf_map *map, int32_t panels) {
    draw_sheet best = sheet_lay_out(map, panels, 1);
    for (int32_t columns = 2; columns <= panels; columns++) {
        const draw_sheet next = sheet_lay_out(map, panels, columns);
        if (next.picture.width <= DRAW_MAX_WIDTH &&
            10 * view_pixels(&next.first) > 9 * view_pixels(&best.first))
            best = next;
    }
    return best;
}

lf_io_status draw_sheet_make(const lf_map *map, int32_t panels, draw_sheet *out) {
    if (out == NULL) return LF_IO_E_ARGUMENT;
    *out = (draw_sheet){0};
    if (map == NULL || panels < 1) return LF_IO_E_ARGUMENT;
    *out = sheet_choose(map, panels);
    if (canvas_make(&out->picture, out->picture.width, out->picture.height, COLOR_PAPER)) return LF_IO_OK;
    *out = (draw_sheet){0};
    return LF_IO_E_NOMEM;
}

// The largest scale, up to `most`, in which a text fits.
static int32_t text_scale(const char *text, int32_t room, int32_t most) {
    while (most > 1 && font_text_width(text) * most > room) most--;
    return most;
}

static void title_draw(draw_sheet *sheet, const draw_view *view, const char *title, const char *words) {
    const int32_t room = sheet->step_x - FRAME, top = view->top - TITLE_HEIGHT;
    const int32_t scale = text_scale(title, room, 2);
    canvas_text(&sheet->picture, view->left, top, scale, title, COLOR_TITLE);
    canvas_text(&sheet->picture, view->left + 1, top, scale, title, COLOR_TITLE); // bold
    canvas_text(&sheet->picture, view->left, top + 23, text_scale(words, room, 2), words, COLOR_WORDS);
}

// The last phase in which a cell joined the corridor of a scene.
static int32_t scene_phases(const draw_scene *scene) {
    int32_t last = 0;
    for (int32_t y = 0; y < lf_coarse_height(scene->coarse); y++)
        for (int32_t x = 0; x < lf_coarse_width(scene->coarse); x++) {
            const int32_t phase = lf_search_cell_phase(scene->search, x, y);
            if (phase > last) last = phase;
        }
    return last;
}

// Whether the search went anywhere: where bodies tell that there is no route, not even a source is met.
static bool scene_has_met(const draw_scene *scene) {
    bool met = false;
    for (int64_t i = 0; !met && i < scene->source_count; i++)
        met = lf_search_has_met(scene->search, scene->sources[i].tile);
    return met;
}

static void shown_note(draw_shown *shown, const draw_scene *scene) {
    const int32_t phases = scene_phases(scene);
    for (int64_t i = 0; !shown->sources && i < scene->source_count; i++)
        shown->sources = lf_map_point(scene->map, scene->sources[i].tile).x >= 0;
    for (int64_t i = 0; !shown->targets && i < scene->target_count; i++)
        shown->targets = lf_map_point(scene->map, scene->targets[i]).x >= 0;
    shown->route |= scene->tile_count > 0;
    shown->met |= scene_has_met(scene) && phases == 0 && !scene->guardrail;
    const int64_t spine = lf_search_spine(scene->search, NULL, 0);
    shown->spine |= spine > 0;
    for (int64_t i = 1; !shown->portals && i < spine; i++)
        shown->portals = lf_search_portal(scene->search, i, NULL, 0) > 0;
    shown->guardrail |= scene->guardrail;
    shown->waypoints |= scene->waypoint_count > 2;
    shown->met_in_corridor |= phases > 0 && spine == 0 && !scene->guardrail;
    if (phases > 0 && spine == 0) shown->corridor = true;
    if (phases > shown->phases) shown->phases = phases;
}

static bool panel_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    canvas_fill(canvas, view->left - 1, view->top - 1, view->width + 2, view->height + 2, COLOR_BORDER);
    if (!map_draw(canvas, scene, view)) return false;
    grid_draw(canvas, view);
    if (!spine_draw(canvas, scene, view)) return false;
    if (!losers_draw(canvas, scene, view) || !route_draw(canvas, scene, view)) return false;
    portals_draw(canvas, scene, view);
    waypoints_draw(canvas, scene, view);
    winners_draw(canvas, scene, view);
    return true;
}

static bool scene_is_valid(const draw_scene *scene) {
    return scene != NULL && scene->map != NULL && scene->tile_count >= 0 && scene->source_count >= 0 &&
           scene->target_count >= 0 && (scene->tiles != NULL || scene->tile_count == 0) &&
           (scene->sources != NULL || scene->source_count == 0) &&
           (scene->targets != NULL || scene->target_count == 0) && scene->point_count >= 0 &&
           (scene->points != NULL || scene->point_count == 0) && scene->waypoint_count >= 0 &&
           (scene->waypoints != NULL || scene->waypoint_count == 0);
}

lf_io_status draw_sheet_add(draw_sheet *sheet, const draw_scene *scene, const char *title,
                            const char *words) {
    if (sheet == NULL || !scene_is_valid(scene) || title == NULL || words == NULL) return LF_IO_E_ARGUMENT;
    if (sheet->used >= sheet->count || lf_map_width(scene->map) != sheet->first.map_width ||
        lf_map_height(scene->map) != sheet->first.map_height)
        return LF_IO_E_ARGUMENT;
    draw_view view = sheet->first;
    view.left += sheet->used % sheet->columns * sheet->step_x;
    view.top += sheet->used / sheet->columns * sheet->step_y;
    sheet->used++;
    title_draw(sheet, &view, title, words);
    shown_note(&sheet->shown, scene);
    return panel_draw(&sheet->picture, scene, &view) ? LF_IO_OK : LF_IO_E_NOMEM;
}

void draw_sheet_finish(draw_sheet *sheet) {
    const int32_t top = sheet->picture.height - LEGEND_ROOM + LEGEND_GAP;
    const int32_t height = legend_draw(&sheet->picture, &sheet->shown, FRAME, top);
    sheet->picture.height = height > 0 ? top + height : top - LEGEND_GAP;
}

lf_io_status draw_render(const draw_scene *scene, draw_picture *out) {
    if (out == NULL) return LF_IO_E_ARGUMENT;
    *out = (draw_picture){0};
    if (!scene_is_valid(scene)) return LF_IO_E_ARGUMENT;
    draw_sheet sheet;
    lf_io_status status = draw_sheet_make(scene->map, 1, &sheet);
    if (status == LF_IO_OK) status = draw_sheet_add(&sheet, scene, "", "");
    if (status == LF_IO_OK)
        draw_sheet_finish(&sheet);
    else
        draw_picture_free(&sheet.picture);
    *out = sheet.picture;
    return status;
}

void draw_picture_free(draw_picture *picture) {
    free(picture->rgb);
    *picture = (draw_picture){0};
}

static lf_io_status draw_refuse(const char *path, lf_io_status status, lf_io_error *error) {
    if (error == NULL) return status;
    *error = (lf_io_error){.status = status, .offset = -1};
    snprintf(error->message, sizeof error->message, "%s: %s", path != NULL ? path : "picture",
             status == LF_IO_E_NOMEM ? "no memory for the picture"
                                     : "nothing to draw: an argument is missing");
    return status;
}

lf_io_status draw_sheet_save(const char *path, draw_sheet *sheet, lf_io_error *error) {
    if (path == NULL || sheet == NULL || sheet->picture.rgb == NULL)
        return draw_refuse(path, LF_IO_E_ARGUMENT, error);
    draw_sheet_finish(sheet);
    return lf_picture_save(path, sheet->picture.width, sheet->picture.height, sheet->picture.rgb, error);
}

lf_io_status draw_save(const char *path, const draw_scene *scene, lf_io_error *error) {
    draw_picture picture;
    lf_io_status status = path != NULL ? draw_render(scene, &picture) : LF_IO_E_ARGUMENT;
    if (status != LF_IO_OK) return draw_refuse(path, status, error);
    status = lf_picture_save(path, picture.width, picture.height, picture.rgb, error);
    draw_picture_free(&picture);
    return status;
}
