// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file svg.h
/// The text of an SVG, part by part. Running out of memory is remembered and told at the end.
#ifndef LANDFALL_CLI_SVG_H
#define LANDFALL_CLI_SVG_H

#include "canvas.h"

#include <stddef.h>

/// Begins an SVG; NULL if there is no memory. Free it with svg_free; NULL is fine.
svg *svg_make(void);
void svg_free(svg *of);

void svg_fill(svg *of, int32_t x, int32_t y, int32_t width, int32_t height, uint32_t color);

/// A text in the room that the font of pixels needs for it.
void svg_text(svg *of, int32_t x, int32_t y, int32_t scale, const char *text, uint32_t color);

/// The pixels of a rectangle of a picture.
void svg_image(svg *of, const draw_picture *from, int32_t x, int32_t y, int32_t width, int32_t height);

void svg_disc(svg *of, canvas_place at, int32_t radius, uint32_t color, int32_t percent);
void svg_diamond(svg *of, canvas_place at, int32_t radius, uint32_t color, int32_t percent);

/// What is written up to svg_clip_end shows inside a rectangle only.
void svg_clip_begin(svg *of, int32_t x, int32_t y, int32_t width, int32_t height);
void svg_clip_end(svg *of);

/// A line: svg_line_begin, a stretch after the other, svg_line_end with its half widths; it has a white
/// casing if that is wider than the core.
void svg_line_begin(svg *of);
void svg_line_stretch(svg *of, canvas_place from, canvas_place to);
void svg_line_end(svg *of, uint32_t color, int32_t core, int32_t casing);

/// The whole text, for a picture of that size on paper of that colour; NULL if there was no memory at any
/// time.
const char *svg_finish(svg *of, int32_t width, int32_t height, uint32_t paper, size_t *size);

#endif // LANDFALL_CLI_SVG_H
