// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Shapes of edits, painted tile by tile.
#include "edits.h"

#include <stdlib.h>
#include <string.h>

/// A plane under the brush.
typedef struct edit_brush {
    lf_plane *plane;
    const edit_shape *shape;
    edit_watcher *watch;
    void *user;
} edit_brush;

static void brush_touch(const edit_brush *brush, size_t tile) {
    const uint8_t before = brush->plane->open[tile], value = brush->shape->value;
    if (brush->shape->weighs ? before == value : (before != 0) == (value != 0)) return;
    brush->plane->open[tile] = value;
    if (brush->watch != NULL) brush->watch((lf_tile)tile, value != 0, brush->user);
}

/// Columns or rows, without the one at `end`.
typedef struct edit_span {
    int64_t begin, end;
} edit_span;

static edit_span span_cut(int64_t begin, int64_t end, int64_t size) {
    return (edit_span){begin < 0 ? 0 : begin, end > size ? size : end};
}

static void paint_disc(const edit_brush *brush, lf_point at, int64_t radius) {
    const edit_span across = span_cut(at.x - radius, at.x + radius + 1, brush->plane->width);
    const edit_span down = span_cut(at.y - radius, at.y + radius + 1, brush->plane->height);
    for (int64_t y = down.begin; y < down.end; y++) {
        for (int64_t x = across.begin; x < across.end; x++) {
            const int64_t dx = x - at.x, dy = y - at.y; // at most the radius, so 2^31 - 1
            if (dx * dx + dy * dy <= radius * radius)
                brush_touch(brush, (size_t)(y * brush->plane->width + x));
        }
    }
}

static void paint_rect(const edit_brush *brush, const edit_shape *shape) {
    const edit_span across = span_cut(shape->at.x, (int64_t)shape->at.x + shape->width, brush->plane->width);
    const edit_span down = span_cut(shape->at.y, (int64_t)shape->at.y + shape->height, brush->plane->height);
    for (int64_t y = down.begin; y < down.end; y++)
        for (int64_t x = across.begin; x < across.end; x++)
            brush_touch(brush, (size_t)(y * brush->plane->width + x));
}

void edit_paint(lf_plane *plane, const edit_shape *shape, edit_watcher *watch, void *user) {
    const edit_brush brush = {plane, shape, watch, user};
    if (shape->form == EDIT_DISC) paint_disc(&brush, shape->at, shape->radius);
    if (shape->form == EDIT_RECT) paint_rect(&brush, shape);
    if (shape->form != EDIT_TILES) return;
    for (int64_t i = 0; i < shape->tile_count; i++) brush_touch(&brush, shape->tiles[i]);
}

/// The box around a shape, cut off at the map; false if nothing is left.
static bool shape_box(const lf_plane *plane, const edit_shape *shape, edit_span *across, edit_span *down) {
    const int64_t x = shape->at.x, y = shape->at.y, r = shape->radius;
    *across = (edit_span){plane->width, 0};
    *down = (edit_span){plane->height, 0};
    if (shape->form == EDIT_DISC) {
        *across = span_cut(x - r, x + r + 1, plane->width);
        *down = span_cut(y - r, y + r + 1, plane->height);
    } else if (shape->form == EDIT_RECT) {
        *across = span_cut(x, x + shape->width, plane->width);
        *down = span_cut(y, y + shape->height, plane->height);
    }
    for (int64_t i = 0; i < shape->tile_count; i++) {
        const int64_t column = shape->tiles[i] % (lf_tile)plane->width,
                      row = shape->tiles[i] / (lf_tile)plane->width;
        if (column < across->begin) across->begin = column;
        if (column >= across->end) across->end = column + 1;
        if (row < down->begin) down->begin = row;
        if (row >= down->end) down->end = row + 1;
    }
    return across->begin < across->end && down->begin < down->end;
}

lf_status edit_weigh(lf_world *world, lf_plane *bytes, const edit_shape *shape) {
    edit_span across, down;
    edit_paint(bytes, shape, NULL, NULL);
    if (!shape_box(bytes, shape, &across, &down)) return LF_OK;
    const size_t wide = (size_t)(across.end - across.begin), high = (size_t)(down.end - down.begin);
    uint8_t *window = malloc(wide * high);
    if (window == NULL) return LF_E_NOMEM;
    for (size_t y = 0; y < high; y++) {
        const size_t row = ((size_t)down.begin + y) * (size_t)bytes->width + (size_t)across.begin;
        memcpy(window + y * wide, bytes->open + row, wide);
    }
    const lf_weights_stencil stencil = {.corner = {(int32_t)across.begin, (int32_t)down.begin},
                                        .width = (int32_t)wide,
                                        .height = (int32_t)high,
                                        .plane = window,
                                        .plane_size = wide * high};
    const lf_status status = lf_world_set_weights(world, 0, &stencil);
    free(window);
    return status;
}

bool edit_plane_copy(const lf_plane *from, lf_plane *out) {
    const size_t count = (size_t)from->width * (size_t)from->height;
    *out = (lf_plane){from->width, from->height, malloc(count)};
    if (out->open == NULL) return false;
    memcpy(out->open, from->open, count);
    return true;
}

void edit_plane_free(lf_plane *plane) {
    free(plane->open);
    *plane = (lf_plane){0};
}
