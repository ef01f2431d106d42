// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file canvas.h
/// Pixels, colours and letters: what all layers of a picture paint with. Colours are 0xRRGGBB.
#ifndef LANDFALL_CLI_CANVAS_H
#define LANDFALL_CLI_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct svg svg;

/// An RGB picture: 3 bytes a pixel, row by row. With `lines`, rectangles, texts, marks and lines are written
/// there instead, and only the ground of a map is made of pixels.
typedef struct draw_picture {
    int32_t width, height;
    uint8_t *rgb;
    svg *lines; ///< NULL = pixels only
} draw_picture;

/// A place in a picture, in 1/SUB of a pixel.
typedef struct canvas_place {
    int64_t x, y;
} canvas_place;

enum {
    SUB = 16,   ///< parts of a pixel: smooth edges are computed in these
    FULL = 255, ///< a share of 1
};

int32_t share_clamp(int32_t share); ///< to 0 ... FULL
int32_t range_clamp(int32_t value, int32_t least, int32_t most);

/// The square root, rounded down; of lengths in 1/SUB of a pixel.
uint32_t length_root(uint64_t square);

/// How much of a pixel is covered by a shape whose edge is `inside` away from its centre, in 1/SUB of a
/// pixel.
int32_t edge_share(int32_t inside);

/// A colour `share` of the way from one to another.
uint32_t color_mix(uint32_t from, uint32_t to, int32_t share);

/// Makes a picture of one colour; false if there is no memory.
bool canvas_make(draw_picture *canvas, int32_t width, int32_t height, uint32_t color);

void canvas_set(draw_picture *canvas, int32_t x, int32_t y, uint32_t color);

/// Lays a colour over a pixel.
void canvas_blend(draw_picture *canvas, int32_t x, int32_t y, uint32_t color, int32_t share);

/// Lays a disc over the pixels; radius in 1/SUB of a pixel.
void canvas_dot(draw_picture *canvas, canvas_place at, int32_t radius, uint32_t color);

/// The square of a length, and of the distance from p to the stretch from a to b.
int64_t length_square(int64_t x, int64_t y);
int64_t stretch_square(canvas_place p, canvas_place a, canvas_place b);

/// Lays a stretch of a line over the pixels, with round ends; `half` of its width in 1/SUB of a pixel.
void canvas_stretch(draw_picture *canvas, canvas_place a, canvas_place b, int32_t half, uint32_t color);

/// Fills a rectangle; what lies outside the picture is left out.
void canvas_fill(draw_picture *canvas, int32_t x, int32_t y, int32_t width, int32_t height, uint32_t color);

/// Writes a text with its top left corner at (x, y), `scale` pixels a dot of the font.
void canvas_text(draw_picture *canvas, int32_t x, int32_t y, int32_t scale, const char *text, uint32_t color);

#endif // LANDFALL_CLI_CANVAS_H
