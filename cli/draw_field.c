// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The layer of a field, above the map: colours for all tiles that it has, in one of three ways.
//
//     contours     from near to far along a ramp, with lines at equal distances
//     arrows       the same in pale, with an arrow wherever there is room for one
//     territories  a colour for each target, with lines between them
//
// The colour of a pixel is the average over a few tiles under it, so that coasts stay smooth on reduced maps.
// Lines run where the pixel to the right or below is in another band or territory.
#include "draw_layers.h"

#include <stdlib.h>

enum {
    SAMPLES = 4,      // tiles under a pixel that are looked at, in each direction
    ARROW_PITCH = 26, // pixels from arrow to arrow, at least
    LINES = 24,       // contour lines, at least about half as many
    LINE_SHARE = FULL * 2 / 5,
    BORDER_SHARE = FULL * 7 / 10,
    PALE_SHARE = FULL * 11 / 20,
    COLOR_ARROW = 0x16324A,
};

static const uint32_t ramp[] = {DRAW_FIELD_NEAR, 0x9ED27B, 0x3FA996, 0x2C7396, 0x35478C, DRAW_FIELD_FAR};
enum { RAMP_STEPS = sizeof ramp / sizeof *ramp - 1 };

// Colours that differ from their neighbours in the list as much as from the land.
static const uint32_t territories[] = {0x7FB7D6, 0xF2A65A, 0x86C28B, 0xC58BC9, 0xE9D66B, 0xE0817B,
                                       0x6FC7BD, 0x9A93D6, 0xBFCB6A, 0xD9A6BD, 0x7C9CC4, 0xB99A6B};
enum { TERRITORIES = sizeof territories / sizeof *territories };

static uint32_t ramp_color(uint64_t at, uint64_t of) {
    if (of == 0) return ramp[0];
    const uint64_t scaled = at * RAMP_STEPS * FULL / of, step = scaled / FULL;
    if (step >= RAMP_STEPS) return ramp[RAMP_STEPS];
    return color_mix(ramp[step], ramp[step + 1], (int32_t)(scaled % FULL));
}

uint32_t draw_territory_color(int64_t owner) {
    return territories[owner % TERRITORIES];
}

int64_t draw_contour_step(uint64_t most) {
    int64_t step = 1;
    for (int i = 0; (uint64_t)step * LINES < most; i++) step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    return step;
}

// The band of a tile between two contour lines, or its owner; -1 if the field does not have the tile.
static int64_t tile_band(const draw_field *field, int64_t tile) {
    if (field->numbers[tile] == LF_NO_DISTANCE) return -1;
    if (field->kind == DRAW_TERRITORIES) return field->numbers[tile];
    const uint64_t number = field->numbers[tile];
    return field->roots ? (int64_t)(length_root(number) / (uint64_t)field->step)
                        : (int64_t)(number / field->unit / (uint64_t)field->step);
}

static uint32_t tile_color(const draw_field *field, int64_t tile) {
    const uint32_t number = field->numbers[tile];
    if (number == LF_NO_DISTANCE) return DRAW_FIELD_NONE;
    if (field->kind == DRAW_TERRITORIES) return draw_territory_color(number);
    const uint64_t far = field->roots ? length_root(number) : number / field->unit;
    const uint32_t color = ramp_color(far, field->most);
    return field->kind == DRAW_ARROWS ? color_mix(color, COLOR_WHITE, PALE_SHARE) : color;
}

// The tile under sample `i` of pixel `at`, of `pixels` pixels over `tiles` tiles.
static int32_t sample_tile(int32_t at, int i, int32_t pixels, int32_t tiles) {
    return (int32_t)((2 * ((int64_t)at * SAMPLES + i) + 1) * tiles / (2 * (int64_t)pixels * SAMPLES));
}

// Sums of the samples of a pixel.
typedef struct samples {
    uint32_t red, green, blue, count;
} samples;

static void samples_take(samples *s, uint32_t color) {
    s->red += color >> 16 & 0xff;
    s->green += color >> 8 & 0xff;
    s->blue += color & 0xff;
    s->count++;
}

static void pixel_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view, int32_t x,
                       int32_t y) {
    samples sum = {0};
    for (int i = 0; i < SAMPLES * SAMPLES; i++) {
        const lf_tile tile =
            lf_map_tile(scene->map, view->x + sample_tile(x, i % SAMPLES, view->width, view->across),
                        view->y + sample_tile(y, i / SAMPLES, view->height, view->down));
        if (lf_map_is_open(scene->map, tile)) samples_take(&sum, tile_color(scene->field, tile));
    }
    if (sum.count == 0) return;
    const uint32_t color = sum.red / sum.count << 16 | sum.green / sum.count << 8 | sum.blue / sum.count;
    canvas_blend(canvas, view->left + x, view->top + y, color,
                 (int32_t)(sum.count * FULL / (SAMPLES * SAMPLES)));
}

static int64_t pixel_band(const draw_scene *scene, const draw_view *view, int32_t x, int32_t y) {
    return tile_band(scene->field,
                     lf_map_tile(scene->map, view->x + sample_tile(x, SAMPLES / 2, view->width, view->across),
                                 view->y + sample_tile(y, SAMPLES / 2, view->height, view->down)));
}

// A line where the band changes, not along coasts.
static void lines_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    const int32_t share = scene->field->kind == DRAW_TERRITORIES ? BORDER_SHARE : LINE_SHARE;
    for (int32_t y = 0; y + 1 < view->height; y++)
        for (int32_t x = 0; x + 1 < view->width; x++) {
            const int64_t here = pixel_band(scene, view, x, y), right = pixel_band(scene, view, x + 1, y),
                          below = pixel_band(scene, view, x, y + 1);
            const bool edge = (right >= 0 && right != here) || (below >= 0 && below != here);
            if (here >= 0 && edge) canvas_blend(canvas, view->left + x, view->top + y, COLOR_SHADOW, share);
        }
}

// ---------------------------------------------------------------------------------------------------
// Arrows
// ---------------------------------------------------------------------------------------------------

// An arrow around a place, `reach` from its middle to its tip, all in 1/SUB of a pixel.
static void arrow_draw(draw_picture *canvas, canvas_place at, lf_point step, int32_t reach, int32_t half) {
    // A diagonal arrow has the same length: 181/256 = sin 45.
    const int32_t along = step.x != 0 && step.y != 0 ? reach * 181 / 256 : reach, barb = along * 3 / 5;
    const canvas_place tip = {at.x + step.x * along, at.y + step.y * along};
    const canvas_place tail = {at.x - step.x * along, at.y - step.y * along};
    // The barbs leave the tip at 45 degrees to the shaft.
    const lf_point back = {-step.x, -step.y};
    const bool diagonal = step.x != 0 && step.y != 0;
    const lf_point left = diagonal ? (lf_point){back.x, 0} : (lf_point){back.x - back.y, back.y + back.x};
    const lf_point right = diagonal ? (lf_point){0, back.y} : (lf_point){back.x + back.y, back.y - back.x};
    const int32_t length = diagonal ? barb * 362 / 256 : barb;
    canvas_stretch(canvas, tail, tip, half, COLOR_ARROW);
    canvas_stretch(canvas, tip, (canvas_place){tip.x + left.x * length, tip.y + left.y * length}, half,
                   COLOR_ARROW);
    canvas_stretch(canvas, tip, (canvas_place){tip.x + right.x * length, tip.y + right.y * length}, half,
                   COLOR_ARROW);
}

// Whether an arrow stays inside the map.
static bool arrow_fits(const draw_view *view, canvas_place at, int32_t reach) {
    return at.x - reach >= view->left * SUB && at.x + reach <= (view->left + view->width) * SUB &&
           at.y - reach >= view->top * SUB && at.y + reach <= (view->top + view->height) * SUB;
}

static void arrow_at(draw_picture *canvas, const draw_scene *scene, const draw_view *view, lf_point tile,
                     int32_t pitch) {
    const uint8_t direction = scene->field->directions[lf_map_tile(scene->map, tile.x, tile.y)];
    const int32_t reach = pitch * SUB * 3 / 10;
    if (direction >= LF_DIRECTION_HERE || !arrow_fits(view, view_place(view, tile), reach)) return;
    arrow_draw(canvas, view_place(view, tile), lf_direction_step(direction), reach,
               range_clamp(pitch * SUB / 28, SUB / 2, 3 * SUB));
}

// One arrow for so many tiles in each direction, the same everywhere.
static void arrows_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    const int32_t tile = view_tile(view),
                  every = tile >= ARROW_PITCH * SUB ? 1 : (ARROW_PITCH * SUB - 1) / tile + 1;
    const int32_t pitch = every * tile / SUB;
    for (int32_t y = every / 2; y < view->down; y += every)
        for (int32_t x = every / 2; x < view->across; x += every)
            arrow_at(canvas, scene, view, (lf_point){view->x + x, view->y + y}, pitch);
}

void field_draw(draw_picture *canvas, const draw_scene *scene, const draw_view *view) {
    if (scene->field == NULL) return;
    for (int32_t y = 0; y < view->height; y++)
        for (int32_t x = 0; x < view->width; x++) pixel_draw(canvas, scene, view, x, y);
    lines_draw(canvas, scene, view);
    if (scene->field->kind == DRAW_ARROWS) arrows_draw(canvas, scene, view);
}
