// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Drawing shapes (rasterization). A shape becomes stretches of rows, and a stretch becomes bits of words, 64
// tiles at a time. Two planes of bits have the layout of the map's rows, so a XOR with them finds an edit
// (clusters.c). One byte per square of 64 x 64 tiles says whether anything was drawn there: the planes are
// read and cleared only in those squares.
//
// Rejected: a list of shapes, drawn at the commit. It takes less memory, but a commit could then fail for
// shapes that were accepted before, and lists of tiles are as large as what they draw.
//
// Time: O(words that shapes cover). Memory: two bits per tile, from the first shape on.
#include "world.h"

#include <string.h>

enum { SQUARE_SIDE = 64 };

void lfi_canvas_arrays(lfi_arrays *run, const lf_map *map, lfi_canvas *canvas) {
    const uint64_t words = map->stride * (uint64_t)map->height;
    canvas->square_count = map->stride * (((uint64_t)map->height + SQUARE_SIDE - 1) / SQUARE_SIDE);
    LFI_ARRAY_ZEROED(run, canvas->drawn, words);
    LFI_ARRAY_ZEROED(run, canvas->open, words);
    LFI_ARRAY_ZEROED(run, canvas->squares, canvas->square_count);
}

static void square_clear(const lf_map *map, lfi_canvas *canvas, uint64_t square) {
    const uint64_t first = square / map->stride * SQUARE_SIDE, column = square % map->stride;
    for (uint64_t y = first; y < first + SQUARE_SIDE && y < (uint64_t)map->height; y++)
        canvas->drawn[y * map->stride + column] = 0;
    canvas->squares[square] = 0;
}

void lfi_canvas_clear(const lf_map *map, lfi_canvas *canvas) {
    if (canvas->drawn == NULL) return;
    for (uint64_t i = 0; i < canvas->square_count; i++) {
        if (canvas->squares[i] != 0) square_clear(map, canvas, i);
    }
}

// ---- Brushes --------------------------------------------------------------------------------------

/// The canvas, the map and the value that a shape is drawn with.
typedef struct brush {
    lfi_canvas *canvas;
    const lf_map *map;
    bool open;
} brush;

/// Draws bits of one word of a row.
static void brush_word(const brush *b, uint64_t y, uint64_t column, uint64_t tiles, uint64_t open) {
    lfi_canvas *canvas = b->canvas;
    const uint64_t word = y * b->map->stride + column;
    canvas->drawn[word] |= tiles;
    canvas->open[word] = (canvas->open[word] & ~tiles) | (open & tiles);
    canvas->squares[y / SQUARE_SIDE * b->map->stride + column] = 1;
}

/// Draws tiles of a row of the map, both ends included; tiles outside the map are cut off.
static void brush_row(const brush *b, int64_t y, int64_t x0, int64_t x1) {
    if (x0 < 0) x0 = 0;
    if (x1 >= b->map->width) x1 = b->map->width - 1;
    if (x0 > x1) return;
    for (int64_t column = x0 / 64; column <= x1 / 64; column++) {
        uint64_t tiles = UINT64_MAX;
        if (column == x0 / 64) tiles &= UINT64_MAX << (x0 & 63);
        if (column == x1 / 64) tiles &= UINT64_MAX >> (63 - (x1 & 63));
        brush_word(b, (uint64_t)y, (uint64_t)column, tiles, b->open ? tiles : 0);
    }
}

/// Prepares to draw. LF_OK, LF_E_NULL or LF_E_NOMEM.
static lf_status brush_take(lf_world *world, bool open, brush *out) {
    if (world == NULL) return LF_E_NULL;
    lfi_canvas *canvas = &world->canvas;
    const lf_map *map = &world->size;
    *out = (brush){.canvas = canvas, .map = map, .open = open};
    if (canvas->drawn != NULL) return LF_OK;
    lfi_arrays run = {.allocator = &world->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_canvas_arrays(&run, map, canvas);
    if (!run.failed) return LF_OK;
    run.mode = LFI_ARRAYS_FREE;
    lfi_canvas_arrays(&run, map, canvas);
    return LF_E_NOMEM;
}

// ---- Shapes ---------------------------------------------------------------------------------------

lf_status lf_world_set_disc(lf_world *world, lf_point centre, int32_t radius, bool open) {
    brush b;
    if (world != NULL && radius < 0) return LF_E_SHAPE;
    const lf_status status = brush_take(world, open, &b);
    if (status != LF_OK) return status;
    int64_t y = (int64_t)centre.y - radius, last = (int64_t)centre.y + radius;
    if (y < 0) y = 0;
    if (last >= b.map->height) last = b.map->height - 1;
    for (; y <= last; y++) {
        const int64_t dy = y - centre.y;
        const int64_t half = (int64_t)lfi_whole_root((uint64_t)((int64_t)radius * radius - dy * dy));
        brush_row(&b, y, centre.x - half, centre.x + half);
    }
    return LF_OK;
}

lf_status lf_world_set_rect(lf_world *world, lf_point corner, int32_t width, int32_t height, bool open) {
    brush b;
    if (world != NULL && (width < 0 || height < 0)) return LF_E_SHAPE;
    const lf_status status = brush_take(world, open, &b);
    if (status != LF_OK) return status;
    int64_t y = corner.y, last = (int64_t)corner.y + height - 1;
    if (y < 0) y = 0;
    if (last >= b.map->height) last = b.map->height - 1;
    for (; y <= last; y++) brush_row(&b, y, corner.x, (int64_t)corner.x + width - 1);
    return LF_OK;
}

lf_status lf_world_set_tiles(lf_world *world, const lf_tile *tiles, int64_t count, bool open) {
    brush b;
    if (world == NULL) return LF_E_NULL;
    lf_status status = lfi_buffer_check(tiles, count);
    if (status == LF_OK) status = brush_take(world, open, &b);
    if (status != LF_OK) return status;
    for (int64_t i = 0; i < count; i++) {
        if (tiles[i] >= b.map->tile_count) return LF_E_TILE_OUTSIDE;
    }
    for (int64_t i = 0; i < count; i++) {
        const lf_point point = lfi_map_point(b.map, tiles[i]);
        brush_row(&b, point.y, point.x, point.x);
    }
    return LF_OK;
}

// ---- Stencils -------------------------------------------------------------------------------------

static size_t stencil_row_bytes(const lf_stencil *stencil) {
    return ((size_t)stencil->width + 7) / 8;
}

static lf_status stencil_check(const lf_stencil *stencil) {
    if (stencil->width < 0 || stencil->height < 0) return LF_E_SHAPE;
    if (stencil->width == 0 || stencil->height == 0) return LF_OK;
    if (stencil->bits == NULL) return LF_E_NULL;
    // Division instead of multiplication: the product may overflow.
    return stencil->size / stencil_row_bytes(stencil) < (size_t)stencil->height ? LF_E_TILES_SIZE : LF_OK;
}

/// Draws one row, bit by bit: stencils are small, and seldom begin where a word begins.
static void stencil_row(const brush *b, const lf_stencil *stencil, int32_t row) {
    const size_t first = (size_t)row * stencil_row_bytes(stencil);
    const int64_t y = (int64_t)stencil->corner.y + row;
    for (int32_t i = 0; i < stencil->width; i++) {
        const int64_t x = (int64_t)stencil->corner.x + i;
        const size_t byte = first + (size_t)i / 8;
        if (x < 0 || x >= b->map->width) continue;
        if (stencil->mask != NULL && (stencil->mask[byte] >> (i & 7) & 1) == 0) continue;
        const uint64_t tile = UINT64_C(1) << (x & 63);
        brush_word(b, (uint64_t)y, (uint64_t)x / 64, tile,
                   (stencil->bits[byte] >> (i & 7) & 1) != 0 ? tile : 0);
    }
}

lf_status lf_world_set_stencil(lf_world *world, const lf_stencil *stencil) {
    brush b;
    if (world == NULL || stencil == NULL) return LF_E_NULL;
    lf_status status = stencil_check(stencil);
    if (status == LF_OK) status = brush_take(world, false, &b);
    if (status != LF_OK) return status;
    for (int32_t row = 0; row < stencil->height && stencil->width > 0; row++) {
        const int64_t y = (int64_t)stencil->corner.y + row;
        if (y >= 0 && y < b.map->height) stencil_row(&b, stencil, row);
    }
    return LF_OK;
}

void lf_world_discard(lf_world *world) {
    if (world == NULL) return;
    lfi_canvas_clear(&world->size, &world->canvas);
    lfi_tariffs_settle(world, false);
}
