// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A replay to look at. A spot is the smallest thing that is painted: a tile of some pixels on a small map, a
// square of tiles in one pixel on a large one. Tiles that an edit has just changed are bright for one frame;
// the newest route lies over the one before it, which is pale, so that one sees what the edit did to it.
//
// Time: a look at each changed tile, and an effort a pixel and frame.
#include "replay_animate.h"

#include "cli.h"
#include "draw.h"
#include "inks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILM_FRAMES = 600,  // longer scripts have several lines a frame
    FILM_TILE_MAX = 24, // pixels
    FILM_SIDE = 1000,   // the longest side of a map that is not reduced
    FILM_SHADES = 6,    // from land to water
    DELAY_ENDS = 150,   // hundredths of a second, as all delays
    DELAY_LINE = 60,
    DELAY_LEAST = 8,
    DELAY_ALL = 6000, // a minute in all, if that leaves time to see a line
};

enum {
    INK_CAPTION,
    INK_WHITE,
    INK_OPENED,
    INK_BLOCKED,
    INK_ROUTE,
    INK_EDGE,
    INK_BEFORE,
    INK_SOURCE,
    INK_TARGET,
    INK_GROUND,
    INK_COUNT = INK_GROUND + FILM_SHADES
};

/// A film under way.
typedef struct reel {
    const replay_film *film;
    lf_plane plane;        ///< the tiles now
    int32_t block;         ///< tiles of a spot, along a side
    int32_t tile;          ///< pixels of a spot, along a side
    int32_t across, down;  ///< spots
    int32_t width, height; ///< pixels
    int64_t stride;        ///< lines a frame
    int64_t frames, next;  ///< frames in all; the first line of the next one
    int64_t route, before; ///< the lines of the newest route and of the one before it; -1 = none
    uint32_t *open;        ///< open tiles of each spot
    uint8_t *fresh;        ///< 0, or the ink of what has just changed
} reel;

static size_t reel_spot(const reel *r, int32_t x, int32_t y) {
    return (size_t)(y / r->block) * (size_t)r->across + (size_t)(x / r->block);
}

/// Tiles of a spot: fewer at the right and lower edge of the map.
static int64_t spot_tiles(const reel *r, int32_t i, int32_t j) {
    const int32_t right = r->plane.width - i * r->block, down = r->plane.height - j * r->block;
    return (int64_t)(right < r->block ? right : r->block) * (down < r->block ? down : r->block);
}

static void reel_note_change(lf_tile tile, bool open, void *user) {
    reel *r = user;
    const lf_tile width = (lf_tile)r->plane.width;
    const size_t spot = reel_spot(r, (int32_t)(tile % width), (int32_t)(tile / width));
    r->open[spot] += open ? 1u : UINT32_MAX; // or one less
    r->fresh[spot] = open ? INK_OPENED : INK_BLOCKED;
}

// ---------------------------------------------------------------------------------------------------
// Painting
// ---------------------------------------------------------------------------------------------------

static void ground_paint(const reel *r, const inks *on) {
    for (int32_t j = 0; j < r->down; j++) {
        for (int32_t i = 0; i < r->across; i++) {
            const size_t spot = (size_t)j * (size_t)r->across + (size_t)i;
            const int64_t tiles = spot_tiles(r, i, j);
            const int64_t shade = ((int64_t)r->open[spot] * (FILM_SHADES - 1) + tiles / 2) / tiles;
            const uint8_t ink = r->fresh[spot] != 0 ? r->fresh[spot] : (uint8_t)(INK_GROUND + shade);
            inks_fill(on, i * r->tile, j * r->tile, r->tile, r->tile, ink);
        }
    }
}

/// The pixel in the middle of a tile's spot.
static lf_point reel_place(const reel *r, lf_tile tile) {
    const lf_tile width = (lf_tile)r->plane.width;
    const int32_t x = (int32_t)(tile % width) / r->block, y = (int32_t)(tile / width) / r->block;
    return (lf_point){x * r->tile + r->tile / 2, y * r->tile + r->tile / 2};
}

/// Paints a route as a line that is so many pixels wide.
static void line_paint(const reel *r, const inks *on, const replay_shot *shot, int32_t wide, uint8_t ink) {
    for (int64_t i = 0; i < shot->tile_count; i++) {
        const lf_point to = reel_place(r, shot->tiles[i]);
        const lf_point from = i > 0 ? reel_place(r, shot->tiles[i - 1]) : to;
        for (int32_t k = 1; k <= r->tile; k++)
            inks_fill(on, from.x + (to.x - from.x) * k / r->tile - wide / 2,
                      from.y + (to.y - from.y) * k / r->tile - wide / 2, wide, wide, ink);
    }
}

static void mark_paint(const inks *on, lf_point at, int32_t size, uint8_t ink) {
    inks_disc(on, at.x - size / 2 - 2, at.y - size / 2 - 2, size + 4, INK_WHITE);
    inks_disc(on, at.x - size / 2, at.y - size / 2, size, ink);
}

static void routes_paint(const reel *r, const inks *on) {
    const int32_t wide = r->tile / 3 < 2 ? 2 : r->tile / 3, size = r->tile < 9 ? 9 : r->tile * 3 / 4;
    if (r->before >= 0) line_paint(r, on, &r->film->shots[r->before], wide, INK_BEFORE);
    if (r->route < 0) return;
    const script_step *step = &r->film->script->steps[r->route];
    line_paint(r, on, &r->film->shots[r->route], wide + 2, INK_EDGE);
    line_paint(r, on, &r->film->shots[r->route], wide, INK_ROUTE);
    for (int64_t i = 0; i < step->target_count; i++)
        mark_paint(on, reel_place(r, step->targets[i]), size, INK_TARGET);
    for (int64_t i = 0; i < step->source_count; i++)
        mark_paint(on, reel_place(r, step->sources[i].tile), size, INK_SOURCE);
}

static void caption_paint(const reel *r, const inks *on) {
    const script_step *step = r->next > 0 ? &r->film->script->steps[r->next - 1] : NULL;
    const replay_shot *shot = step != NULL ? &r->film->shots[r->next - 1] : NULL;
    char text[160];
    if (step == NULL)
        snprintf(text, sizeof text, "%d x %d tiles", r->plane.width, r->plane.height);
    else if (step->kind == SCRIPT_EDIT)
        snprintf(text, sizeof text, "line %" PRId64 "  edit: %" PRId64 " opened, %" PRId64 " blocked",
                 step->line, shot->opened, shot->blocked);
    else if (step->kind == SCRIPT_WORK)
        snprintf(text, sizeof text, "line %" PRId64 "  work: %s", step->line,
                 shot->done ? "all done" : "some is left");
    else if (shot->found)
        snprintf(text, sizeof text, "line %" PRId64 "  route: %" PRId64 " moves by %s", step->line,
                 shot->length, lf_strategy_name(shot->strategy));
    else
        snprintf(text, sizeof text, "line %" PRId64 "  route: there is none", step->line);
    inks_caption(on, text, INK_CAPTION, INK_WHITE);
}

/// Does what a line did.
static void reel_do(reel *r, int64_t i) {
    const script_step *step = &r->film->script->steps[i];
    for (int64_t k = 0; k < step->shape_count; k++)
        if (!step->shapes[k].weighs) edit_paint(&r->plane, &step->shapes[k], reel_note_change, r);
    if (step->kind != SCRIPT_ROUTE) return;
    r->before = r->route;
    r->route = i;
}

static int32_t reel_delay(const reel *r, int64_t frame) {
    if (frame == 0 || frame == r->frames - 1) return DELAY_ENDS;
    const int64_t share = DELAY_ALL / r->frames;
    return (int32_t)(share > DELAY_LINE ? DELAY_LINE : share < DELAY_LEAST ? DELAY_LEAST : share);
}

static int32_t reel_paint(int64_t frame, uint8_t *pixels, void *user) {
    reel *r = user;
    const inks on = {r->width, r->height, pixels};
    const int64_t lines = r->film->script->count;
    const int64_t upto = frame * r->stride < lines ? frame * r->stride : lines;
    memset(r->fresh, 0, (size_t)r->across * (size_t)r->down);
    for (; r->next < upto; r->next++) reel_do(r, r->next);
    ground_paint(r, &on);
    routes_paint(r, &on);
    caption_paint(r, &on);
    return reel_delay(r, frame);
}

// ---------------------------------------------------------------------------------------------------
// The film
// ---------------------------------------------------------------------------------------------------

static uint32_t film_mix(int shade) {
    uint32_t color = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        const int land = DRAW_LAND >> shift & 255, water = DRAW_WATER >> shift & 255;
        color |= (uint32_t)(land + (water - land) * shade / (FILM_SHADES - 1)) << shift;
    }
    return color;
}

static bool film_save(const char *path, reel *r) {
    uint32_t colors[INK_COUNT] = {
        [INK_CAPTION] = 0x1D2733, [INK_WHITE] = 0xFFFFFF,     [INK_OPENED] = 0x6FE3FF,
        [INK_BLOCKED] = 0x8A5A2B, [INK_ROUTE] = DRAW_ROUTE,   [INK_EDGE] = 0x5A1405,
        [INK_BEFORE] = 0xF3C48E,  [INK_SOURCE] = DRAW_SOURCE, [INK_TARGET] = DRAW_TARGET};
    for (int i = 0; i < FILM_SHADES; i++) colors[INK_GROUND + i] = film_mix(i);
    const lf_animation animation = {.width = r->width,
                                    .height = r->height,
                                    .colors = colors,
                                    .color_count = INK_COUNT,
                                    .frame_count = r->frames,
                                    .paint = reel_paint,
                                    .user = r};
    lf_io_error error = {0};
    if (lf_animation_save(path, &animation, &error) == LF_IO_OK) return true;
    cli_say("%s", error.message);
    return false;
}

/// Lays out the film.
static reel reel_of(const replay_film *film) {
    const int32_t width = film->plane->width, height = film->plane->height;
    const int32_t longer = width > height ? width : height;
    reel r = {.film = film, .route = -1, .before = -1};
    r.block = (int32_t)(((int64_t)longer + FILM_SIDE - 1) / FILM_SIDE);
    r.tile = INKS_SIDE / longer < 1               ? 1
             : INKS_SIDE / longer > FILM_TILE_MAX ? FILM_TILE_MAX
                                                  : INKS_SIDE / longer;
    r.across = (width - 1) / r.block + 1;
    r.down = (height - 1) / r.block + 1;
    r.width = r.across * r.tile;
    r.height = r.down * r.tile + (r.width >= INKS_CAPTION_WIDTH ? INKS_CAPTION : 0);
    r.stride = (film->script->count + FILM_FRAMES - 1) / FILM_FRAMES;
    r.frames = (film->script->count + r.stride - 1) / r.stride + 1;
    return r;
}

static void reel_count(reel *r) {
    for (int32_t y = 0; y < r->plane.height; y++)
        for (int32_t x = 0; x < r->plane.width; x++)
            r->open[reel_spot(r, x, y)] += r->plane.open[(size_t)y * (size_t)r->plane.width + (size_t)x] != 0;
}

bool replay_animate(const char *path, const replay_film *film) {
    reel r = reel_of(film);
    const size_t spots = (size_t)r.across * (size_t)r.down;
    r.open = calloc(spots, sizeof *r.open);
    r.fresh = calloc(spots, 1);
    bool done = r.open != NULL && r.fresh != NULL && edit_plane_copy(film->plane, &r.plane);
    if (!done) cli_no_memory();
    if (done) reel_count(&r);
    done = done && film_save(path, &r);
    edit_plane_free(&r.plane);
    free(r.fresh);
    free(r.open);
    return done;
}

bool replay_animate_takes(const char *path) {
    if (path == NULL) return true;
    if (strcmp(path, "-") == 0) {
        cli_say("--animate: a film cannot go to standard output, where the answers go, expected a file");
        return false;
    }
    if (lf_path_is_stream(path) || inks_name_ends(path, ".gif")) return true;
    cli_say("--animate: %s is not the name of an animation, expected one that ends in .gif", path);
    return false;
}
