// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A picture is a sheet of one panel. A panel is painted in layers, from the ground up:
//
//     paper -> map (land, water, met tiles, corridor) -> field -> grid -> headlands -> spine -> losing marks -> route
//     -> portals -> waypoints -> winning marks
//
// and the legend comes last, when it is known what the panels show. Room for it is kept below the map
// whatever it will need, so that where a map lies depends on its size alone; what is left of that room is cut
// off.
//
// Time: a look at each tile of the map and the route for each panel, and a constant effort a pixel however
// often the route passes it. Memory: about 12 bytes a pixel of the picture.
#include "draw_layers.h"
#include "font.h"
#include "picture_format.h"
#include "svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAME = DRAW_FRAME,
    LEGEND_ROOM = 80,  // pixels below the maps
    LEGEND_GAP = 4,    // pixels between the frame of the lowest map and the legend
    TITLE_HEIGHT = 48, // pixels above a panel with a title
    TITLE_MIN = 280,   // pixels that a title needs across, at least
    HEADLAND_TILE = 6, // pixels of a tile from which on headlands are drawn above the route
    ROUTE_MARGIN = 4,  // tiles around a route that is cropped to, beside 1/20 of its size
    COLOR_PAPER = 0xFAF7F0,
    COLOR_BORDER = 0x8C8468,
    COLOR_TITLE = 0x24302F,
    COLOR_WORDS = 0x5F5A48,
};

// ---------------------------------------------------------------------------------------------------
// Sheet
// ---------------------------------------------------------------------------------------------------

// Lays out the panels in so many columns.
static draw_sheet sheet_lay_out(const lf_map *map, int32_t panels, int32_t columns,
                                const draw_options *options) {
    const int32_t title = panels > 1 ? TITLE_HEIGHT : 0, rows = (panels + columns - 1) / columns;
    const int32_t whole = options->width > 0 ? options->width : DRAW_MAX_WIDTH;
    const int32_t height = panels > 1 ? DRAW_MAX_SHEET_HEIGHT : DRAW_MAX_HEIGHT;
    const view_room room = {(whole - FRAME) / columns - FRAME,
                            (height - LEGEND_ROOM - FRAME) / rows - FRAME - title, panels == 1};
    draw_sheet sheet = {.columns = columns, .count = panels};
    sheet.first = view_make(lf_map_width(map), lf_map_height(map), options, room);
    sheet.first.top += title;
    const bool narrow = panels > 1 && options->width == 0 && sheet.first.width < TITLE_MIN;
    sheet.step_x = (narrow ? TITLE_MIN : sheet.first.width) + FRAME;
    sheet.step_y = sheet.first.height + FRAME + title;
    sheet.picture.width = columns * sheet.step_x + FRAME;
    sheet.picture.height = rows * sheet.step_y + FRAME + LEGEND_ROOM;
    // What is left when the panels have shared the width that was asked for.
    if (options->width > sheet.picture.width && options->zoom == 0) sheet.picture.width = options->width;
    return sheet;
}

// The layout with the largest maps; where they are nearly as large in more columns, the lower sheet is the
// better one on a screen.
static draw_sheet sheet_choose(const lf_map *map, int32_t panels, const draw_options *options) {
    draw_sheet best = sheet_lay_out(map, panels, 1, options);
    for (int32_t columns = 2; columns <= panels; columns++) {
        const draw_sheet next = sheet_lay_out(map, panels, columns, options);
        if (next.picture.width <= DRAW_MAX_WIDTH &&
            10 * view_pixels(&next.first) > 9 * view_pixels(&best.first))
            best = next;
    }
    return best;
}

// A width that was asked for changes the size of the panels, not how many are in a row, unless they become
// too narrow for their titles.
static draw_sheet sheet_choose_wide(const lf_map *map, int32_t panels, const draw_options *options) {
    draw_options free_size = *options;
    free_size.width = 0;
    draw_sheet sheet = sheet_choose(map, panels, &free_size);
    int32_t columns = sheet.columns;
    do sheet = sheet_lay_out(map, panels, columns, options);
    while (sheet.first.width < TITLE_MIN && --columns > 0);
    return sheet;
}

static draw_sheet sheet_of(const lf_map *map, int32_t panels, const draw_options *options) {
    const bool wide = options->width > 0 && options->zoom == 0;
    draw_sheet sheet = wide ? sheet_choose_wide(map, panels, options) : sheet_choose(map, panels, options);
    sheet.vector = options->vector;
    return sheet;
}

draw_view draw_view_of(int32_t map_width, int32_t map_height, const draw_options *options) {
    const int32_t whole = options->width > 0 ? options->width : DRAW_MAX_WIDTH;
    return view_make(map_width, map_height, options,
                     (view_room){whole - 2 * FRAME, DRAW_MAX_HEIGHT - 2 * FRAME - LEGEND_ROOM, true});
}

static bool sheet_is_small_enough(const draw_sheet *sheet) {
    const int64_t width = sheet->picture.width, height = sheet->picture.height;
    return width <= DRAW_MAX_SIDE && height <= DRAW_MAX_SIDE && width * height <= DRAW_MAX_PIXELS;
}

bool draw_sheet_size(const lf_map *map, int32_t panels, const draw_options *options, int32_t *width,
                     int32_t *height) {
    const draw_sheet sheet = sheet_of(map, panels, options);
    *width = sheet.picture.width;
    *height = sheet.picture.height;
    return sheet_is_small_enough(&sheet);
}

static bool options_fit(const draw_options *options, const lf_map *map) {
    if (options->width < 0 || options->zoom < 0 || (options->width > 0 && options->width <= 2 * FRAME))
        return false;
    if (options->across == 0) return options->x == 0 && options->y == 0 && options->down == 0;
    return options->x >= 0 && options->y >= 0 && options->across > 0 && options->down > 0 &&
           options->across <= lf_map_width(map) - options->x &&
           options->down <= lf_map_height(map) - options->y;
}

// The pixels, and for an SVG the text.
static bool sheet_alloc(draw_sheet *sheet) {
    draw_picture *picture = &sheet->picture;
    if (!canvas_make(picture, picture->width, picture->height, COLOR_PAPER)) return false;
    if (!sheet->vector) return true;
    picture->lines = svg_make();
    return picture->lines != NULL;
}

lf_io_status draw_sheet_make(const lf_map *map, int32_t panels, const draw_options *options,
                             draw_sheet *out) {
    if (out == NULL) return LF_IO_E_ARGUMENT;
    *out = (draw_sheet){0};
    static const draw_options whole = {0};
    if (options == NULL) options = &whole;
    if (map == NULL || panels < 1 || !options_fit(options, map)) return LF_IO_E_ARGUMENT;
    draw_sheet sheet = sheet_of(map, panels, options);
    if (!sheet_is_small_enough(&sheet)) return LF_IO_E_LIMIT;
    if (!sheet_alloc(&sheet)) {
        draw_picture_free(&sheet.picture);
        return LF_IO_E_NOMEM;
    }
    sheet.map_width = lf_map_width(map);
    sheet.map_height = lf_map_height(map);
    *out = sheet;
    return LF_IO_OK;
}

static void crop_take(draw_options *crop, lf_point at) {
    if (at.x < 0) return;
    const bool begun = crop->across > 0;
    const int32_t right = crop->x + crop->across, bottom = crop->y + crop->down;
    if (!begun || at.x < crop->x) crop->x = at.x;
    if (!begun || at.y < crop->y) crop->y = at.y;
    crop->across = (!begun || at.x >= right ? at.x + 1 : right) - crop->x;
    crop->down = (!begun || at.y >= bottom ? at.y + 1 : bottom) - crop->y;
}

void draw_options_add_route(draw_options *options, const draw_scene *scene) {
    for (int64_t i = 0; i < scene->tile_count; i++)
        crop_take(options, lf_map_point(scene->map, scene->tiles[i]));
    if (scene->tile_count > 0) return;
    for (int64_t i = 0; i < scene->source_count; i++)
        crop_take(options, lf_map_point(scene->map, scene->sources[i].tile));
    for (int64_t i = 0; i < scene->target_count; i++)
        crop_take(options, lf_map_point(scene->map, scene->targets[i]));
}

// Makes a range of tiles larger by a margin on both sides, within a map's side.
static void range_widen(int32_t *first, int32_t *count, int32_t margin, int32_t side) {
    const int32_t end = *first + *count;
    *first = *first > margin ? *first - margin : 0;
    *count = (side - end > margin ? end + margin : side) - *first;
}

void draw_options_add_margin(draw_options *options, const lf_map *map) {
    const int32_t longer = options->across > options->down ? options->across : options->down;
    if (longer == 0) return;
    const int32_t margin = ROUTE_MARGIN + longer / 20;
    range_widen(&options->x, &options->across, margin, lf_map_width(map));
    range_widen(&options->y, &options->down, margin, lf_map_height(map));
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

// The last phase in which a cell that is shown joined the corridor of a scene.
static int32_t scene_phases(const draw_scene *scene, const draw_view *view) {
    if (scene->coarse == NULL) return 0;
    const int32_t level = lf_coarse_level(scene->coarse);
    const int32_t x_end = (view->x + view->across - 1) >> level, y_end = (view->y + view->down - 1) >> level;
    int32_t last = 0;
    for (int32_t y = view->y >> level; y <= y_end; y++)
        for (int32_t x = view->x >> level; x <= x_end; x++) {
            const int32_t phase = lf_search_cell_phase(scene->search, x, y);
            if (phase > last) last = phase;
        }
    return last;
}

// Whether `holds` is true for any tile that is shown.
static bool scene_has(const draw_scene *scene, const draw_view *view,
                      bool (*holds)(const draw_scene *, lf_tile)) {
    for (int32_t y = view->y; y < view->y + view->down; y++)
        for (int32_t x = view->x; x < view->x + view->across; x++)
            if (holds(scene, lf_map_tile(scene->map, x, y))) return true;
    return false;
}

static bool tile_shows(const draw_scene *scene, const draw_view *view, lf_tile tile) {
    return view_shows(view, lf_map_point(scene->map, tile));
}

static bool tiles_show(const draw_scene *scene, const draw_view *view, const lf_tile *tiles, int64_t count) {
    bool any = false;
    for (int64_t i = 0; !any && i < count; i++) any = tile_shows(scene, view, tiles[i]);
    return any;
}

static void shown_note_ends(draw_shown *shown, const draw_scene *scene, const draw_view *view) {
    for (int64_t i = 0; !shown->sources && i < scene->source_count; i++)
        shown->sources = tile_shows(scene, view, scene->sources[i].tile);
    shown->targets = shown->targets || tiles_show(scene, view, scene->targets, scene->target_count);
    bool *route = scene->partial ? &shown->partial : &shown->route;
    *route = *route || tiles_show(scene, view, scene->tiles, scene->tile_count);
    if (scene->waypoint_count > 2)
        shown->waypoints =
            shown->waypoints || tiles_show(scene, view, scene->waypoints + 1, scene->waypoint_count - 2);
}

static void shown_note_spine(draw_shown *shown, const draw_scene *scene, const draw_view *view,
                             int64_t spine) {
    lf_tile tiles[1 << LF_MAX_LEVEL];
    shown->spine |= spine > 0;
    for (int64_t i = 1; !shown->portals && i < spine; i++)
        shown->portals =
            tiles_show(scene, view, tiles, lf_search_portal(scene->search, i, tiles, 1 << LF_MAX_LEVEL));
}

// Whether a field leaves out an open tile.
static bool tile_has_no_distance(const draw_scene *scene, lf_tile tile) {
    return scene->field->numbers[tile] == LF_NO_DISTANCE && lf_map_is_open(scene->map, tile);
}

static void shown_note_field(draw_shown *shown, const draw_scene *scene, const draw_view *view) {
    const draw_field *field = scene->field;
    if (field == NULL) return;
    shown->near_and_far = field->kind != DRAW_TERRITORIES;
    shown->contour_step = shown->near_and_far ? field->step : 0;
    shown->contour_costs = field->costs;
    shown->arrows = field->kind == DRAW_ARROWS;
    shown->owners = field->kind == DRAW_TERRITORIES;
    shown->no_distance = scene_has(scene, view, tile_has_no_distance);
}

static void shown_note(draw_shown *shown, const draw_scene *scene, const draw_view *view) {
    shown_note_field(shown, scene, view);
    const int32_t phases = scene_phases(scene, view);
    const int64_t spine = lf_search_spine(scene->search, NULL, 0);
    shown_note_ends(shown, scene, view);
    shown_note_spine(shown, scene, view, spine);
    shown->guardrail |= scene->guardrail;
    if (!shown->met && phases == 0 && !scene->guardrail && scene->index == NULL)
        shown->met = scene_has(scene, view, tile_is_met);
    shown->met_in_corridor |= phases > 0 && spine == 0 && !scene->guardrail;
    if (phases > 0 && spine == 0) shown->corridor = true;
    if (phases > shown->phases) shown->phases = phases;
    if (!shown->closed && scene->depth != NULL) shown->closed = scene_has(scene, view, tile_is_closed);
    shown->weights |= scene->weights != NULL;
    if (scene->weights != NULL) shown->no_entry = shown->no_entry || scene_has(scene, view, tile_is_no_entry);
    if (scene->obstructed == NULL) return;
    shown->obstacles = shown->obstacles || scene_has(scene, view, tile_is_obstacle);
    shown->opened = shown->opened || scene_has(scene, view, tile_is_opened);
}

static bool panel_draw(draw_sheet *sheet, const draw_scene *scene, const draw_view *view) {
    draw_picture *canvas = &sheet->picture;
    headlands heads;
    if (!headlands_find(&heads, scene, view)) return false;
    sheet->shown.headlands |= heads.count > 0;
    sheet->shown.headlands_met |= heads.met_count > 0;
    canvas_fill(canvas, view->left - 1, view->top - 1, view->width + 2, view->height + 2, COLOR_BORDER);
    bool done = map_draw(canvas, scene, view);
    field_draw(canvas, scene, view);
    grid_draw(canvas, view);
    headlands_draw(canvas, scene, view, &heads);
    if (canvas->lines != NULL)
        svg_image(canvas->lines, canvas, view->left, view->top, view->width, view->height);
    // Where tiles are large, headlands lie on the bends of the route; crowds of small ones would hide it.
    const bool large = view_tile(view) >= HEADLAND_TILE * SUB;
    if (!large) headlands_met_draw(canvas, scene, view, &heads);
    done = done && spine_draw(canvas, scene, view) && losers_draw(canvas, scene, view) &&
           route_draw(canvas, scene, view);
    if (large) headlands_met_draw(canvas, scene, view, &heads);
    portals_draw(canvas, scene, view);
    waypoints_draw(canvas, scene, view);
    winners_draw(canvas, scene, view);
    free(heads.tiles);
    return done;
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
    if (sheet->used >= sheet->count || lf_map_width(scene->map) != sheet->map_width ||
        lf_map_height(scene->map) != sheet->map_height)
        return LF_IO_E_ARGUMENT;
    draw_view view = sheet->first;
    view.left += sheet->used % sheet->columns * sheet->step_x;
    view.top += sheet->used / sheet->columns * sheet->step_y;
    sheet->used++;
    title_draw(sheet, &view, title, words);
    shown_note(&sheet->shown, scene, &view);
    return panel_draw(sheet, scene, &view) ? LF_IO_OK : LF_IO_E_NOMEM;
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
    lf_io_status status = draw_sheet_make(scene->map, 1, scene->options, &sheet);
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
    svg_free(picture->lines);
    *picture = (draw_picture){0};
}

static lf_io_status draw_refuse(const char *path, lf_io_status status, lf_io_error *error) {
    if (error == NULL) return status;
    *error = (lf_io_error){.status = status, .offset = -1};
    const char *why = status == LF_IO_E_NOMEM   ? "no memory for the picture"
                      : status == LF_IO_E_LIMIT ? "the picture is too large"
                                                : "nothing to draw: an argument is missing";
    snprintf(error->message, sizeof error->message, "%s: %s", path != NULL ? path : "picture", why);
    return status;
}

static lf_io_status vector_save(const char *path, const draw_picture *picture, lf_io_error *error) {
    size_t size = 0;
    const char *text = svg_finish(picture->lines, picture->width, picture->height, COLOR_PAPER, &size);
    return text != NULL ? lf_bytes_save(path, text, size, error) : draw_refuse(path, LF_IO_E_NOMEM, error);
}

static lf_io_status picture_save(const char *path, const draw_picture *picture, lf_io_error *error) {
    if (picture->lines != NULL) return vector_save(path, picture, error);
    return lf_picture_save(path, picture->width, picture->height, picture->rgb, error);
}

lf_io_status draw_sheet_save(const char *path, draw_sheet *sheet, lf_io_error *error) {
    if (path == NULL || sheet == NULL || sheet->picture.rgb == NULL)
        return draw_refuse(path, LF_IO_E_ARGUMENT, error);
    draw_sheet_finish(sheet);
    return picture_save(path, &sheet->picture, error);
}

lf_io_status draw_save(const char *path, const draw_scene *scene, lf_io_error *error) {
    if (path == NULL || scene == NULL) return draw_refuse(path, LF_IO_E_ARGUMENT, error);
    draw_options options = scene->options != NULL ? *scene->options : (draw_options){0};
    options.vector = picture_is_vector(path);
    draw_scene wanted = *scene;
    wanted.options = &options;
    draw_picture picture;
    lf_io_status status = draw_render(&wanted, &picture);
    if (status != LF_IO_OK) return draw_refuse(path, status, error);
    status = picture_save(path, &picture, error);
    draw_picture_free(&picture);
    return status;
}
