// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Shapes of edits, painted tile by tile.
#include "edits.h"

#include <stdlib.h>
#include <string.h>

/// A plane under the brush.
typedef struct edit_brush {
    lf_plane *plane;
    bool open;
    edit_watcher *watch;
    void *user;
} edit_brush;

static void brush_touch(const edit_brush *brush, size_t tile) {
    if ((brush->plane->open[tile] != 0) == brush->open) return;
    brush->plane->open[tile] = brush->open;
    if (brush->watch != NULL) brush->watch((lf_tile)tile, brush->open, brush->user);
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
    const edit_brush brush = {plane, shape->open, watch, user};
    if (shape->form == EDIT_DISC) paint_disc(&brush, shape->at, shape->radius);
    if (shape->form == EDIT_RECT) paint_rect(&brush, shape);
    if (shape->form != EDIT_TILES) return;
    for (int64_t i = 0; i < shape->tile_count; i++) brush_touch(&brush, shape->tiles[i]);
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
