// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Where a map lies in its picture: which tiles are shown, and how large.
//
// A size that nobody asked for fits a screen: small maps are enlarged by a whole factor, large ones are
// reduced. A long and narrow map is the exception. Fitted to a screen, the Amazon (5536 x 276 tiles) is 78
// pixels high, and its river narrower than the route on it; so such a map may be longer than a screen, until
// its shorter side has NARROW pixels or a tile has one.
#include "draw_layers.h"

enum {
    MIN_SIDE = 40,     // pixels of the shorter side, at least
    MAX_TILE = 96,     // pixels of a tile, at most, unless --zoom or --width say otherwise
    NARROW = 300,      // pixels of the shorter side below which the longer one may exceed a screen
    BEYOND = 1000000,  // pixels: more than any picture may have
    CUT_MARGIN = 1000, // pixels around the picture in which lines are kept
};

static int64_t side_clamp(int64_t side, int64_t least) {
    return side < least ? least : side > BEYOND ? BEYOND : side;
}

static void view_fit(draw_view *view, int64_t most_x, int64_t most_y) {
    const int64_t across = view->across, down = view->down;
    int64_t factor = most_x / across < most_y / down ? most_x / across : most_y / down;
    if (factor > MAX_TILE) factor = MAX_TILE;
    // The side that fills its space first decides; the other follows in proportion.
    const bool wide = across * most_y >= down * most_x;
    const int64_t width = factor >= 1 ? across * factor : wide ? most_x : across * most_y / down;
    const int64_t height = factor >= 1 ? down * factor : wide ? down * most_x / across : most_y;
    view->width = (int32_t)side_clamp(width, MIN_SIDE);
    view->height = (int32_t)side_clamp(height, MIN_SIDE);
}

static void view_lengthen(draw_view *view) {
    const bool wide = view->across > view->down;
    const int64_t along = wide ? view->across : view->down, narrow = wide ? view->down : view->across;
    const int64_t now = wide ? view->height : view->width;
    if (now >= NARROW || now >= narrow || narrow < MIN_SIDE) return;
    int64_t side = narrow < NARROW ? narrow : NARROW, length = along * side / narrow;
    if (length > DRAW_MAX_LONG) length = DRAW_MAX_LONG, side = narrow * length / along;
    side = side_clamp(side, MIN_SIDE);
    view->width = (int32_t)(wide ? length : side);
    view->height = (int32_t)(wide ? side : length);
}

static draw_view view_begin(int32_t map_width, int32_t map_height, const draw_options *options) {
    const bool cropped = options->across > 0;
    return (draw_view){.x = options->x,
                       .y = options->y,
                       .across = cropped ? options->across : map_width,
                       .down = cropped ? options->down : map_height,
                       .cropped = cropped,
                       .left = DRAW_FRAME,
                       .top = DRAW_FRAME};
}

draw_view view_make(int32_t map_width, int32_t map_height, const draw_options *options, view_room room) {
    draw_view view = view_begin(map_width, map_height, options);
    if (options->zoom > 0) {
        const int64_t zoom = options->zoom, half = DRAW_ZOOM_ONE / 2;
        view.width = (int32_t)side_clamp((view.across * zoom + half) / DRAW_ZOOM_ONE, 1);
        view.height = (int32_t)side_clamp((view.down * zoom + half) / DRAW_ZOOM_ONE, 1);
    } else if (options->width > 0) {
        view.width = (int32_t)side_clamp(room.width, 1);
        view.height = (int32_t)side_clamp((int64_t)view.down * view.width / view.across, MIN_SIDE);
    } else {
        view_fit(&view, room.width, room.height > MIN_SIDE ? room.height : MIN_SIDE);
        if (room.may_exceed) view_lengthen(&view);
    }
    return view;
}

draw_view draw_view_make(int32_t map_width, int32_t map_height) {
    return draw_view_of(map_width, map_height, &(draw_options){0});
}

canvas_place view_place(const draw_view *view, lf_point tile) {
    const int64_t x = 2 * ((int64_t)tile.x - view->x) + 1, y = 2 * ((int64_t)tile.y - view->y) + 1;
    return (canvas_place){
        view->left * SUB + x * view->width * SUB / (2 * (int64_t)view->across),
        view->top * SUB + y * view->height * SUB / (2 * (int64_t)view->down),
    };
}

canvas_place view_curve_place(const draw_view *view, lf_curve_point at) {
    const int64_t x = at.x - (int64_t)LF_CURVE_ONE * view->x, y = at.y - (int64_t)LF_CURVE_ONE * view->y;
    return (canvas_place){
        view->left * SUB + x * view->width * SUB / ((int64_t)LF_CURVE_ONE * view->across),
        view->top * SUB + y * view->height * SUB / ((int64_t)LF_CURVE_ONE * view->down),
    };
}

lf_point draw_view_center(const draw_view *view, lf_point tile) {
    const canvas_place at = view_place(view, tile);
    return (lf_point){(int32_t)(at.x / SUB), (int32_t)(at.y / SUB)};
}

bool view_shows(const draw_view *view, lf_point tile) {
    return tile.x >= view->x && tile.y >= view->y && tile.x - view->x < view->across &&
           tile.y - view->y < view->down;
}

int32_t view_tile(const draw_view *view) {
    const int64_t x = (int64_t)view->width * SUB / view->across;
    const int64_t y = (int64_t)view->height * SUB / view->down;
    return (int32_t)(x < y ? x : y);
}

int32_t view_shorter(const draw_view *view) {
    return view->width < view->height ? view->width : view->height;
}

int64_t view_pixels(const draw_view *view) {
    return (int64_t)view->width * view->height;
}

// ---------------------------------------------------------------------------------------------------
// Cutting
// ---------------------------------------------------------------------------------------------------

view_box view_clip(const draw_view *view) {
    const int32_t margin = view->cropped ? 0 : DRAW_FRAME;
    return (view_box){view->left - margin, view->top - margin, view->left + view->width + margin,
                      view->top + view->height + margin};
}

// Narrows the part [t[0], t[1]] of a stretch to where from + t * step is between two bounds.
static bool part_narrow(double t[2], double from, double step, double least, double most) {
    if (step == 0) return from >= least && from <= most;
    const double a = (least - from) / step, b = (most - from) / step;
    if ((a < b ? a : b) > t[0]) t[0] = a < b ? a : b;
    if ((a < b ? b : a) < t[1]) t[1] = a < b ? b : a;
    return t[0] <= t[1];
}

// Where a crop shows a small part of a map, tiles far away have places that 32 bits do not hold.
bool view_cut(const draw_view *view, canvas_place *a, canvas_place *b) {
    const view_box clip = view_clip(view);
    const double x = (double)a->x, y = (double)a->y;
    const double step_x = (double)b->x - x, step_y = (double)b->y - y;
    double t[2] = {0, 1};
    if (!part_narrow(t, x, step_x, (clip.left - CUT_MARGIN) * SUB, (clip.right + CUT_MARGIN) * SUB) ||
        !part_narrow(t, y, step_y, (clip.top - CUT_MARGIN) * SUB, (clip.bottom + CUT_MARGIN) * SUB))
        return false;
    if (t[1] < 1) *b = (canvas_place){(int64_t)(x + t[1] * step_x), (int64_t)(y + t[1] * step_y)};
    if (t[0] > 0) *a = (canvas_place){(int64_t)(x + t[0] * step_x), (int64_t)(y + t[0] * step_y)};
    return true;
}
