// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Pictures of puzzles. What has happened by a step is read off the events of the route: which keys are taken, which
// locks are open, which barriers are turned, which tiles have shut. A frame shows that moment.
#include "puzzle_draw.h"

#include "cli.h"
#include "draw_layers.h"
#include "dungeon_draw.h"
#include "film.h"
#include "font.h"
#include "inks.h"
#include "output.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t hero_colors[LF_MAX_HEROES] = {0xE8501E, 0x2E86C1, 0x27AE60, 0x8E44AD,
                                                    0xD4AC0D, 0x17A589, 0xA93226, 0x34495E};

// ---------------------------------------------------------------------------------------------------
// Moments
// ---------------------------------------------------------------------------------------------------

/// A puzzle after some steps.
typedef struct moment {
    const puzzle_scene *scene;
    int64_t steps, events;   ///< so many have been made
    bool *used, *gone;       ///< per device
    int hand[LF_MAX_KINDS];  ///< keys in hand: taken, and not used
    int taken[LF_MAX_KINDS]; ///< keys taken, used or not
    bool turned[LF_MAX_KINDS], visited[LF_MAX_KINDS];
    lf_tile at[LF_MAX_HEROES];
} moment;

static bool moment_make(moment *m, const puzzle_scene *scene) {
    *m = (moment){.scene = scene};
    for (int k = 0; k < LF_MAX_KINDS; k++) m->taken[k] = m->hand[k] = scene->held[k];
    m->used = calloc((size_t)scene->dungeon->device_count + 1, sizeof *m->used);
    m->gone = calloc((size_t)scene->dungeon->device_count + 1, sizeof *m->gone);
    return m->used != NULL && m->gone != NULL;
}

static void moment_free(moment *m) {
    free(m->used);
    free(m->gone);
}

/// The number of a device, by its tile.
static int64_t device_number(const lf_dungeon *dungeon, lf_tile tile) {
    int64_t from = 0, to = dungeon->device_count;
    while (from < to) {
        const int64_t middle = from + (to - from) / 2;
        if (dungeon->devices[middle].tile < tile)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/// How many keys a door asks for.
static int device_need(const lf_device *device) {
    return device->need > 0 ? device->need : 1;
}

static void moment_note(moment *m, const lf_puzzle_event *event) {
    const int64_t i = device_number(m->scene->dungeon, event->device.tile);
    const uint8_t kind = event->device.kind;
    if (event->type == LF_PUZZLE_TOOK) m->taken[kind]++, m->hand[kind]++;
    if (event->type == LF_PUZZLE_UNLOCKED) m->hand[kind] -= device_need(&event->device);
    if (event->type == LF_PUZZLE_VISITED) m->visited[kind] = true;
    if (event->type == LF_PUZZLE_TOOK || event->type == LF_PUZZLE_UNLOCKED) m->used[i] = true;
    if (event->type == LF_PUZZLE_PRESSED) m->turned[kind] = !m->turned[kind];
    if (event->type == LF_PUZZLE_SHUT) m->gone[i] = true;
}

/// Goes on until `upto` steps have been made; whether anything happened.
static bool moment_advance(moment *m, int64_t upto) {
    const int64_t before = m->events;
    for (; m->steps < upto; m->steps++)
        m->at[m->scene->steps[m->steps].hero] = m->scene->steps[m->steps].tile;
    while (m->events < m->scene->event_count && m->scene->events[m->events].at < upto)
        moment_note(m, &m->scene->events[m->events++]);
    return m->events > before;
}

/// Whether a door or barrier is open now.
static bool moment_is_open(const moment *m, int64_t i) {
    const lf_device *device = &m->scene->dungeon->devices[i];
    if (device->type == LF_DEVICE_BARRIER) return device->open != m->turned[device->kind];
    if ((m->scene->dungeon->used_up >> device->kind & 1) != 0) return m->used[i];
    return m->taken[device->kind] >= device_need(device);
}

/// A text that grows as far as it has room.
typedef struct words {
    char text[160];
    size_t size;
} words;

static void words_add(words *w, const char *format, const char *name, int number) {
    char more[LF_DUNGEON_NAME_SIZE + 32];
    const int length = snprintf(more, sizeof more, format, name, number);
    if (length <= 0 || w->size + (size_t)length >= sizeof w->text) return;
    memcpy(w->text + w->size, more, (size_t)length + 1);
    w->size += (size_t)length;
}

/// How far it is, keys in hand, what is turned and what was visited: "move 3 of 12, keys: a 2, turned: lever".
static words moment_words(const moment *m) {
    const lf_dungeon *dungeon = m->scene->dungeon;
    words w = {.size = 0};
    words_add(&w, "move%s %d", "", (int)(m->steps - m->scene->heroes));
    words_add(&w, " of%s %d", "", (int)(m->scene->step_count - m->scene->heroes));
    bool first = true;
    for (int k = 0; k < dungeon->kind_count; k++) {
        if (m->hand[k] == 0) continue;
        if (first) words_add(&w, ", keys:%s", "", 0);
        words_add(&w, m->hand[k] > 1 ? " %s %d" : " %s", dungeon->names[k], m->hand[k]);
        first = false;
    }
    first = true;
    for (int k = 0; k < dungeon->kind_count; k++) {
        if (m->turned[k]) words_add(&w, first ? ", turned: %s" : " %s", dungeon->names[k], 0);
        first = first && !m->turned[k];
    }
    first = true;
    for (int k = 0; k < LF_MAX_KINDS; k++) {
        if (m->visited[k]) words_add(&w, first ? ", visited:%s %d" : "%s %d", "", k + 1);
        first = first && !m->visited[k];
    }
    return w;
}

static char heading_sign(lf_heading heading) {
    return "_^/>\\v/<\\"[heading];
}

/// The sign of a device, as it is now.
static char device_sign(const moment *m, int64_t i) {
    const lf_dungeon *dungeon = m->scene->dungeon;
    const lf_device *device = &dungeon->devices[i];
    lf_fixture fixture = {.tile = device->tile, .kind = device->kind, .type = LF_FIXTURE_KEY};
    if (m->gone[i]) return '#';
    switch (device->type) {
    case LF_DEVICE_KEY: return m->used[i] ? '.' : dungeon_sign(dungeon, &fixture);
    case LF_DEVICE_DOOR:
        fixture.type = LF_FIXTURE_DOOR;
        return moment_is_open(m, i) ? '.' : dungeon_sign(dungeon, &fixture);
    case LF_DEVICE_SWITCH: return '%';
    case LF_DEVICE_BARRIER: return moment_is_open(m, i) ? '-' : '=';
    case LF_DEVICE_TELEPORTER: return '&';
    case LF_DEVICE_PLACE: return (char)(device->kind < 9 ? '1' + device->kind : '0');
    default: return heading_sign(device->heading);
    }
}

/// The same for pictures, whose font has no marks for kinds without a letter: their first letter.
static char device_letter(const moment *m, int64_t i) {
    const char sign = device_sign(m, i);
    return sign == '?' || sign == '!' ? m->scene->dungeon->names[m->scene->dungeon->devices[i].kind][0]
                                      : sign;
}

// ---------------------------------------------------------------------------------------------------
// Text
// ---------------------------------------------------------------------------------------------------

/// The rows at a moment; heroes are drawn by the callers.
static char *moment_text(const moment *m) {
    const puzzle_scene *scene = m->scene;
    const size_t width = (size_t)lf_map_width(scene->map);
    char *text = film_rows(scene->map);
    if (text == NULL) return NULL;
    for (int64_t i = 0; i < scene->dungeon->device_count; i++) {
        const lf_tile tile = scene->dungeon->devices[i].tile;
        text[tile + tile / width] = device_sign(m, i);
    }
    for (int64_t i = 0; i < scene->exit_count; i++) text[scene->exits[i] + scene->exits[i] / width] = '$';
    return text;
}

char *puzzle_text(const puzzle_scene *scene, int64_t upto, bool trail) {
    const size_t width = (size_t)lf_map_width(scene->map);
    moment m;
    char *text = NULL;
    if (moment_make(&m, scene)) {
        if (!trail) moment_advance(&m, upto);
        text = moment_text(&m);
    }
    for (int64_t i = 0; text != NULL && trail && i < scene->step_count; i++) {
        char *sign = &text[scene->steps[i].tile + scene->steps[i].tile / width];
        if (*sign == '.') *sign = '*';
    }
    for (int64_t i = 0; text != NULL && (trail || upto == 0) && i < scene->start_count; i++)
        text[scene->starts[i].tile + scene->starts[i].tile / width] = '@';
    for (int h = 0; text != NULL && !trail && upto > 0 && h < scene->heroes; h++)
        text[m.at[h] + m.at[h] / width] = '@';
    moment_free(&m);
    return text;
}

// ---------------------------------------------------------------------------------------------------
// Still pictures
// ---------------------------------------------------------------------------------------------------

enum { PUZZLE_STRIP = 36 };

/// A line for each hero, without what a teleporter jumps over.
static void lines_draw(draw_picture *canvas, const puzzle_scene *scene, const draw_view *view) {
    lf_tile at[LF_MAX_HEROES];
    for (int64_t i = 0; i < scene->step_count; i++) {
        const lf_puzzle_step step = scene->steps[i];
        if (i >= scene->heroes) {
            const lf_point a = lf_map_point(scene->map, at[step.hero]),
                           b = lf_map_point(scene->map, step.tile);
            const int32_t half = range_clamp(view_tile(view) / 10, SUB, 5 * SUB);
            if (abs(a.x - b.x) <= 1 && abs(a.y - b.y) <= 1)
                canvas_stretch(canvas, view_place(view, a), view_place(view, b), half,
                               hero_colors[step.hero]);
        }
        at[step.hero] = step.tile;
    }
}

static void devices_draw(draw_picture *canvas, const moment *m, const draw_view *view) {
    const lf_dungeon *dungeon = m->scene->dungeon;
    for (int64_t i = 0; i < dungeon->device_count; i++) {
        const lf_device *device = &dungeon->devices[i];
        const bool floor = device->type == LF_DEVICE_FLOOR;
        dungeon_mark(canvas, view, lf_map_point(m->scene->map, device->tile), device->type == LF_DEVICE_KEY,
                     floor ? COLOR_SHADOW : dungeon_color(device->kind), device_letter(m, i));
    }
}

/// Adds a strip below the picture that says what the signs are.
static bool signs_add(draw_picture *picture) {
    const uint8_t *paper = picture->rgb;
    draw_picture higher;
    if (!canvas_make(&higher, picture->width, picture->height + PUZZLE_STRIP,
                     (uint32_t)paper[0] << 16 | (uint32_t)paper[1] << 8 | paper[2]))
        return false;
    memcpy(higher.rgb, picture->rgb, (size_t)picture->width * (size_t)picture->height * 3);
    canvas_text(&higher, 14, picture->height, 1, "discs: keys. squares: doors, % switches, = - barriers,",
                COLOR_SHADOW);
    canvas_text(&higher, 14, picture->height + PUZZLE_STRIP / 2, 1,
                "& teleporters, numbers: places, _ for once", COLOR_SHADOW);
    draw_picture_free(picture);
    *picture = higher;
    return true;
}

bool puzzle_draw(const char *path, const puzzle_scene *scene) {
    const draw_scene base = {.map = scene->map,
                             .sources = scene->starts,
                             .source_count = scene->start_count,
                             .targets = scene->exits,
                             .target_count = scene->exit_count};
    draw_picture picture;
    moment m;
    if (draw_render(&base, &picture) != LF_IO_OK) return cli_no_memory() == CLI_OK;
    const draw_view view = draw_view_make(lf_map_width(scene->map), lf_map_height(scene->map));
    lf_io_error error = {0};
    lines_draw(&picture, scene, &view);
    bool done = moment_make(&m, scene);
    if (done) devices_draw(&picture, &m, &view);
    moment_free(&m);
    done = done && signs_add(&picture);
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
// Animations
// ---------------------------------------------------------------------------------------------------

enum { TINT_WALL, TINT_FLOOR, TINT_TRAIL, TINT_WHITE, TINT_EXIT, TINT_CAPTION, TINT_HEROES };
enum { TINT_KINDS = TINT_HEROES + LF_MAX_HEROES, TINT_KIND_COUNT = 12, TINTS = TINT_KINDS + TINT_KIND_COUNT };

/// A walk under way.
typedef struct show {
    moment m;
    film film;
    bool *walked; ///< per tile
} show;

static int64_t show_upto(const show *s, int64_t frame) {
    return s->m.scene->heroes + film_moves(&s->film, frame);
}

static bool show_advance(show *s, int64_t upto) {
    for (int64_t i = s->m.steps; i < upto; i++) s->walked[s->m.scene->steps[i].tile] = true;
    return moment_advance(&s->m, upto);
}

static void show_device(const show *s, const inks *on, int64_t i) {
    const lf_device *device = &s->m.scene->dungeon->devices[i];
    const lf_point at = lf_map_point(s->m.scene->map, device->tile);
    const int32_t x = at.x * s->film.tile, y = at.y * s->film.tile;
    const char text[2] = {device_letter(&s->m, i), '\0'};
    const uint8_t tint = device->type == LF_DEVICE_FLOOR
                             ? TINT_CAPTION
                             : (uint8_t)(TINT_KINDS + device->kind % TINT_KIND_COUNT);
    if (text[0] == '.') return;
    if (text[0] == '#') {
        inks_fill(on, x, y, s->film.tile, s->film.tile, TINT_WALL);
        return;
    }
    const bool flat = text[0] == '-' || device->type == LF_DEVICE_FLOOR; // what does not stand in the way
    if (device->type == LF_DEVICE_KEY)
        inks_disc(on, x, y, s->film.tile, tint);
    else if (!flat)
        inks_fill(on, x, y, s->film.tile, s->film.tile, tint);
    if (s->film.tile >= FONT_HEIGHT)
        inks_text(on, x + (s->film.tile - font_text_width(text)) / 2, y + (s->film.tile - FONT_ASCENT) / 2,
                  text, flat ? tint : TINT_WHITE);
}

static int32_t show_paint(int64_t frame, uint8_t *pixels, void *user) {
    show *s = user;
    const inks frame_inks = {s->film.width, s->film.height, pixels}, *on = &frame_inks;
    const puzzle_scene *scene = s->m.scene;
    const int64_t upto = show_upto(s, frame);
    const bool happened = show_advance(s, upto);
    const lf_tile tiles = (lf_tile)lf_map_width(scene->map) * (lf_tile)lf_map_height(scene->map);
    for (lf_tile tile = 0; tile < tiles; tile++) {
        const lf_point at = lf_map_point(scene->map, tile);
        const uint8_t ground = s->walked[tile] ? TINT_TRAIL : TINT_FLOOR;
        inks_fill(on, at.x * s->film.tile, at.y * s->film.tile, s->film.tile, s->film.tile,
                  lf_map_is_open(scene->map, tile) ? ground : TINT_WALL);
    }
    for (int64_t i = 0; i < scene->dungeon->device_count; i++) show_device(s, on, i);
    for (int64_t i = 0; i < scene->exit_count; i++) {
        const lf_point at = lf_map_point(scene->map, scene->exits[i]);
        inks_fill(on, at.x * s->film.tile + 1, at.y * s->film.tile + 1, s->film.tile - 2, s->film.tile - 2,
                  TINT_EXIT);
    }
    for (int h = 0; h < scene->heroes; h++) {
        const lf_point at = lf_map_point(scene->map, s->m.at[h]);
        inks_disc(on, at.x * s->film.tile, at.y * s->film.tile, s->film.tile, (uint8_t)(TINT_HEROES + h));
    }
    inks_caption(on, moment_words(&s->m).text, TINT_CAPTION, TINT_WHITE);
    return frame == 0 || upto == scene->step_count ? FILM_ENDS : happened ? FILM_EVENT : FILM_STEP;
}

static bool show_gif(const char *path, show *s) {
    uint32_t colors[TINTS] = {0x2B2F3A, 0xEDE6D6, 0xF3C48E, 0xFFFFFF, 0xB5123B, 0x1D2733};
    for (int h = 0; h < LF_MAX_HEROES; h++) colors[TINT_HEROES + h] = hero_colors[h];
    for (int k = 0; k < TINT_KIND_COUNT; k++) colors[TINT_KINDS + k] = dungeon_color(k);
    return film_save(path, &s->film, colors, TINTS, show_paint, s);
}

static bool show_text(const char *path, show *s) {
    const puzzle_scene *scene = s->m.scene;
    const size_t width = (size_t)lf_map_width(scene->map);
    output out;
    if (!output_open(&out, path)) return false;
    for (int64_t frame = 0; frame < s->film.frames; frame++) {
        show_advance(s, show_upto(s, frame));
        char *text = moment_text(&s->m);
        if (text == NULL) {
            output_discard(&out);
            cli_no_memory();
            return false;
        }
        for (int h = 0; h < scene->heroes; h++) text[s->m.at[h] + s->m.at[h] / width] = '@';
        fprintf(out.stream, "%s%s\n%s", frame == 0 ? "" : "\n", moment_words(&s->m).text, text);
        free(text);
    }
    return output_commit(&out);
}

bool puzzle_animate(const char *path, const puzzle_scene *scene) {
    show s = {0};
    if (!film_plan(path, scene->map, scene->step_count - scene->heroes, &s.film)) return false;
    s.walked = calloc((size_t)lf_map_width(scene->map) * (size_t)lf_map_height(scene->map), sizeof *s.walked);
    bool done = moment_make(&s.m, scene) && s.walked != NULL;
    if (!done) cli_no_memory();
    done = done && (s.film.text ? show_text(path, &s) : show_gif(path, &s));
    moment_free(&s.m);
    free(s.walked);
    return done;
}
