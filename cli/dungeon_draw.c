// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Pictures of dungeons. A still picture is the ordinary picture of a map and a route (draw.c) with a mark on
// every key and door, and a number at each key that is taken; an animation is painted tile by tile in a
// palette, a frame a move, or a frame for several moves where there are many of them, with a caption that
// counts moves and keys.
#include "dungeon_draw.h"

#include "cli.h"
#include "draw_layers.h"
#include "film.h"
#include "font.h"
#include "inks.h"
#include "output.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Colours of the kinds, far apart from each other; more kinds than colours begin again.
static const uint32_t kind_colors[] = {0xC0392B, 0x2471A3, 0x1E8449, 0xB9770E, 0x7D3C98, 0x117A65,
                                       0xA04000, 0x5D6D7E, 0xC2185B, 0x4E342E, 0x283593, 0x558B2F};
enum { KIND_COLORS = sizeof kind_colors / sizeof *kind_colors };

uint32_t dungeon_color(int kind) {
    return kind_colors[kind % KIND_COLORS];
}

char dungeon_sign(const lf_dungeon *dungeon, const lf_fixture *fixture) {
    const char *name = dungeon->names[fixture->kind];
    const bool letter = name[0] >= 'a' && name[0] <= 'z' && name[1] == '\0';
    if (fixture->type == LF_FIXTURE_KEY) return letter ? name[0] : '?';
    return letter ? (char)(name[0] - 'a' + 'A') : '!';
}

// ---------------------------------------------------------------------------------------------------
// Still pictures
// ---------------------------------------------------------------------------------------------------

enum { MARK_MIN = 9, MARK_MAX = 28, PLATE_EDGE = 3, STRIP_HEIGHT = 36, STRIP_MARK = 20 };

/// A filled square or disc with a dark edge around (x, y).
static void fixture_paint(draw_picture *canvas, lf_point at, int32_t size, bool disc, uint32_t color) {
    const int32_t half = size / 2;
    for (int32_t y = -half; y <= half; y++) {
        for (int32_t x = -half; x <= half; x++) {
            const int32_t square = x * x + y * y;
            if (disc && square > half * half) continue;
            if (at.x + x < 0 || at.y + y < 0 || at.x + x >= canvas->width || at.y + y >= canvas->height)
                continue;
            const bool edge = disc ? square > (half - 1) * (half - 1) : abs(x) == half || abs(y) == half;
            canvas_set(canvas, at.x + x, at.y + y, edge ? COLOR_SHADOW : color);
        }
    }
}

static int32_t mark_size(const draw_view *view) {
    return range_clamp(view_tile(view) / SUB * 4 / 5, MARK_MIN, MARK_MAX);
}

void dungeon_mark(draw_picture *canvas, const draw_view *view, lf_point tile, bool disc, uint32_t color,
                  char sign) {
    const lf_point at = draw_view_center(view, tile);
    const int32_t size = mark_size(view);
    fixture_paint(canvas, at, size, disc, color);
    const char text[2] = {sign, '\0'};
    const int32_t scale = size >= 20 ? 2 : 1;
    canvas_text(canvas, at.x - font_text_width(text) * scale / 2, at.y - FONT_ASCENT * scale / 2, scale, text,
                COLOR_WHITE);
}

static void fixture_draw(draw_picture *canvas, const dungeon_scene *scene, const draw_view *view,
                         const lf_fixture *fixture) {
    dungeon_mark(canvas, view, lf_map_point(scene->map, fixture->tile), fixture->type == LF_FIXTURE_KEY,
                 dungeon_color(fixture->kind), dungeon_sign(scene->dungeon, fixture));
}

/// A white plate with a number, its lower left corner at (x, y) as far as the picture has room for it.
static void plate_paint(draw_picture *canvas, int32_t x, int32_t y, int64_t number) {
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, number);
    const int32_t width = 2 * (font_text_width(text) + PLATE_EDGE), height = 2 * (FONT_ASCENT + PLATE_EDGE);
    const int32_t left = range_clamp(x, 0, canvas->width - width);
    const int32_t top = range_clamp(y - height, 0, canvas->height - height);
    canvas_fill(canvas, left, top, width, height, COLOR_SHADOW);
    canvas_fill(canvas, left + 1, top + 1, width - 2, height - 2, COLOR_WHITE);
    canvas_text(canvas, left + PLATE_EDGE, top + PLATE_EDGE, 2, text, COLOR_SHADOW);
}

/// Numbers the keys in the order in which they are taken, on top of all marks. Returns how many there are.
static int64_t order_draw(draw_picture *canvas, const dungeon_scene *scene, const draw_view *view) {
    int64_t number = 0;
    for (int64_t i = 0; i < scene->event_count; i++) {
        const lf_fixture *fixture = &scene->events[i].fixture;
        if (fixture->type != LF_FIXTURE_KEY) continue;
        const lf_point at = draw_view_center(view, lf_map_point(scene->map, fixture->tile));
        const int32_t aside = mark_size(view) * 3 / 8; // the letter stays readable
        plate_paint(canvas, at.x + aside, at.y - aside, ++number);
    }
    return number;
}

/// Adds a strip below the picture, in the colour of its paper, that says what the marks are.
static bool strip_add(draw_picture *picture, bool numbered) {
    const uint8_t *paper = picture->rgb;
    draw_picture higher;
    if (!canvas_make(&higher, picture->width, picture->height + STRIP_HEIGHT,
                     (uint32_t)paper[0] << 16 | (uint32_t)paper[1] << 8 | paper[2]))
        return false;
    memcpy(higher.rgb, picture->rgb, (size_t)picture->width * (size_t)picture->height * 3);
    const int32_t y = picture->height + STRIP_HEIGHT / 2 - 4;
    fixture_paint(&higher, (lf_point){28, y}, STRIP_MARK, true, kind_colors[1]);
    canvas_text(&higher, 48, y - FONT_ASCENT, 2, "key", COLOR_SHADOW);
    fixture_paint(&higher, (lf_point){128, y}, STRIP_MARK, false, kind_colors[1]);
    canvas_text(&higher, 148, y - FONT_ASCENT, 2, "door", COLOR_SHADOW);
    if (numbered) {
        plate_paint(&higher, 232, y + FONT_ASCENT + PLATE_EDGE, 1);
        canvas_text(&higher, 252, y - FONT_ASCENT, 2, "order in which keys are taken", COLOR_SHADOW);
    }
    draw_picture_free(picture);
    *picture = higher;
    return true;
}

bool dungeon_draw(const char *path, const dungeon_scene *scene) {
    const draw_scene base = {.map = scene->map,
                             .tiles = scene->tiles,
                             .tile_count = scene->tile_count,
                             .sources = scene->starts,
                             .source_count = scene->start_count,
                             .targets = scene->exits,
                             .target_count = scene->exit_count};
    draw_picture picture;
    if (draw_render(&base, &picture) != LF_IO_OK) {
        cli_no_memory();
        return false;
    }
    const draw_view view = draw_view_make(lf_map_width(scene->map), lf_map_height(scene->map));
    for (int64_t i = 0; i < scene->dungeon->fixture_count; i++)
        fixture_draw(&picture, scene, &view, &scene->dungeon->fixtures[i]);
    const int64_t numbered = order_draw(&picture, scene, &view);
    lf_io_error error = {0};
    bool done = strip_add(&picture, numbered > 0);
    if (!done)
        cli_no_memory();
    else if (lf_picture_save(path, picture.width, picture.height, picture.rgb, &error) != LF_IO_OK) {
        cli_say("%s", error.message);
        done = false;
    }
    draw_picture_free(&picture);
    return done;
}

// ---------------------------------------------------------------------------------------------------
// Text
// ---------------------------------------------------------------------------------------------------

char *dungeon_text(const dungeon_scene *scene, int64_t upto, bool trail) {
    const size_t width = (size_t)lf_map_width(scene->map);
    char *text = film_rows(scene->map);
    if (text == NULL) return NULL;
#define SIGN_AT(tile) text[(tile) + (tile) / width]
    for (int64_t i = 0; i < scene->dungeon->fixture_count; i++)
        SIGN_AT(scene->dungeon->fixtures[i].tile) =
            dungeon_sign(scene->dungeon, &scene->dungeon->fixtures[i]);
    for (int64_t i = 0; i < scene->exit_count; i++) SIGN_AT(scene->exits[i]) = '>';
    for (int64_t i = 0; i < upto; i++) {
        char *sign = &SIGN_AT(scene->tiles[i]);
        if (trail ? *sign == '.' : *sign != '>') *sign = trail ? '*' : '.';
    }
    if (trail || upto == 0)
        for (int64_t i = 0; i < scene->start_count; i++) SIGN_AT(scene->starts[i].tile) = '@';
    else
        SIGN_AT(scene->tiles[upto - 1]) = '@';
#undef SIGN_AT
    return text;
}

// ---------------------------------------------------------------------------------------------------
// Animations
// ---------------------------------------------------------------------------------------------------

enum { INK_WALL, INK_FLOOR, INK_TRAIL, INK_HERO, INK_WHITE, INK_EXIT, INK_CAPTION, INK_OPENED, INK_KINDS };

/// A walk under way: what has been taken so far.
typedef struct walk {
    const dungeon_scene *scene;
    film film;
    uint8_t *walked; ///< a byte per tile
    lf_fixtures *fixtures;
    uint64_t held;
    int64_t done; ///< tiles of the route that have been walked
} walk;

static void tile_paint(const walk *w, const inks *on, lf_tile tile) {
    const dungeon_scene *scene = w->scene;
    const lf_point at = lf_map_point(scene->map, tile);
    const int32_t x = at.x * w->film.tile, y = at.y * w->film.tile;
    const uint8_t ground = w->walked[tile] ? INK_TRAIL : INK_FLOOR;
    inks_fill(on, x, y, w->film.tile, w->film.tile, lf_map_is_open(scene->map, tile) ? ground : INK_WALL);
    lf_fixture fixture;
    if (!lf_fixtures_at(w->fixtures, tile, &fixture)) return;
    const bool held = (w->held >> fixture.kind & 1) != 0;
    const uint8_t ink = (uint8_t)(INK_KINDS + fixture.kind % KIND_COLORS);
    if (fixture.type == LF_FIXTURE_DOOR && held) {
        inks_fill(on, x, y, w->film.tile, w->film.tile, INK_OPENED);
        if (w->walked[tile])
            inks_fill(on, x + w->film.tile / 4, y + w->film.tile / 4, w->film.tile / 2, w->film.tile / 2,
                      INK_TRAIL);
        return;
    }
    if (fixture.type == LF_FIXTURE_DOOR)
        inks_fill(on, x, y, w->film.tile, w->film.tile, ink);
    else if (!w->walked[tile])
        inks_disc(on, x, y, w->film.tile, ink);
    else
        return;
    const char text[2] = {dungeon_sign(scene->dungeon, &fixture), '\0'};
    if (w->film.tile >= FONT_HEIGHT)
        inks_text(on, x + (w->film.tile - font_text_width(text)) / 2, y + (w->film.tile - FONT_ASCENT) / 2,
                  text, INK_WHITE);
}

static void caption_paint(const walk *w, const inks *on) {
    char text[160];
    int size = snprintf(text, sizeof text, "move %" PRId64 " of %" PRId64 "  keys", w->done - 1,
                        w->scene->tile_count - 1);
    for (int32_t k = 0; k < w->scene->dungeon->kind_count; k++)
        if ((w->held >> k & 1) != 0 && size < (int)sizeof text - LF_DUNGEON_NAME_SIZE - 2)
            size += snprintf(text + size, sizeof text - (size_t)size, " %s", w->scene->dungeon->names[k]);
    inks_caption(on, text, INK_CAPTION, INK_WHITE);
}

/// Walks on to tile `upto` of the route; returns whether a key was taken.
static bool walk_on(walk *w, int64_t upto) {
    bool took = false;
    for (; w->done < upto; w->done++) {
        const lf_tile tile = w->scene->tiles[w->done];
        w->walked[tile] = 1;
        lf_fixture fixture;
        if (!lf_fixtures_at(w->fixtures, tile, &fixture) || fixture.type != LF_FIXTURE_KEY) continue;
        took = took || (w->held >> fixture.kind & 1) == 0;
        w->held |= UINT64_C(1) << fixture.kind;
    }
    return took;
}

static int32_t walk_paint(int64_t frame, uint8_t *pixels, void *user) {
    walk *w = user;
    const inks frame_inks = {w->film.width, w->film.height, pixels}, *on = &frame_inks;
    const dungeon_scene *scene = w->scene;
    const int64_t upto = 1 + film_moves(&w->film, frame);
    const bool took = walk_on(w, upto);
    const lf_tile tiles = (lf_tile)lf_map_width(scene->map) * (lf_tile)lf_map_height(scene->map);
    for (lf_tile tile = 0; tile < tiles; tile++) tile_paint(w, on, tile);
    for (int64_t i = 0; i < scene->exit_count; i++) {
        const lf_point at = lf_map_point(scene->map, scene->exits[i]);
        inks_fill(on, at.x * w->film.tile + 1, at.y * w->film.tile + 1, w->film.tile - 2, w->film.tile - 2,
                  INK_EXIT);
    }
    const lf_point hero = lf_map_point(scene->map, scene->tiles[upto - 1]);
    inks_disc(on, hero.x * w->film.tile, hero.y * w->film.tile, w->film.tile, INK_HERO);
    caption_paint(w, on);
    return frame == 0 || upto == scene->tile_count ? FILM_ENDS : took ? FILM_EVENT : FILM_STEP;
}

static bool animate_gif(const char *path, walk *w) {
    uint32_t colors[INK_KINDS + KIND_COLORS] = {0x2B2F3A, 0xEDE6D6, 0xF3C48E, 0xE8501E,
                                                0xFFFFFF, 0xB5123B, 0x1D2733, 0xC9C2B2};
    for (int i = 0; i < KIND_COLORS; i++) colors[INK_KINDS + i] = kind_colors[i];
    return film_save(path, &w->film, colors, INK_KINDS + KIND_COLORS, walk_paint, w);
}

static bool animate_text(const char *path, walk *w) {
    output out;
    if (!output_open(&out, path)) return false;
    for (int64_t frame = 0; frame < w->film.frames; frame++) {
        const int64_t upto = 1 + film_moves(&w->film, frame);
        walk_on(w, upto);
        char *text = dungeon_text(w->scene, upto, false);
        if (text == NULL) {
            output_discard(&out);
            cli_no_memory();
            return false;
        }
        fprintf(out.stream, "%smove %" PRId64 " of %" PRId64 ", keys:", frame == 0 ? "" : "\n", upto - 1,
                w->film.moves);
        for (int32_t k = 0; k < w->scene->dungeon->kind_count; k++)
            if ((w->held >> k & 1) != 0) fprintf(out.stream, " %s", w->scene->dungeon->names[k]);
        fprintf(out.stream, "\n%s", text);
        free(text);
    }
    return output_commit(&out);
}

bool dungeon_animate(const char *path, const dungeon_scene *scene) {
    walk w = {.scene = scene, .held = scene->held};
    if (!film_plan(path, scene->map, scene->tile_count - 1, &w.film)) return false;
    const lf_fixtures_desc desc = {.fixtures = scene->dungeon->fixtures,
                                   .fixture_count = scene->dungeon->fixture_count};
    w.walked = calloc((size_t)lf_map_width(scene->map) * (size_t)lf_map_height(scene->map), 1);
    bool done = w.walked != NULL && lf_fixtures_create(scene->map, &desc, &w.fixtures) == LF_OK;
    if (!done) cli_no_memory();
    done = done && (w.film.text ? animate_text(path, &w) : animate_gif(path, &w));
    lf_fixtures_destroy(w.fixtures);
    free(w.walked);
    return done;
}
