// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file inks.h
/// Frames of an animation: one byte per pixel, the number of a colour in a palette.
#ifndef LANDFALL_CLI_INKS_H
#define LANDFALL_CLI_INKS_H

#include <stdbool.h>
#include <stdint.h>

/// A frame to paint on. What lies outside of it is left out.
typedef struct inks {
    int32_t width, height;
    uint8_t *pixels; ///< row by row
} inks;

void inks_fill(const inks *on, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t ink);

/// A disc in the square of that size whose corner is (x, y).
void inks_disc(const inks *on, int32_t x, int32_t y, int32_t size, uint8_t ink);

/// Writes a text with its top left corner at (x, y).
void inks_text(const inks *on, int32_t x, int32_t y, const char *text, uint8_t ink);

/// The bar at the bottom of a frame, with a text. Narrow frames have none.
enum { INKS_CAPTION = 24, INKS_CAPTION_WIDTH = 200 };
void inks_caption(const inks *on, const char *text, uint8_t paper, uint8_t ink);

/// Whether a name ends like that, in capital letters too.
bool inks_name_ends(const char *path, const char *ending);

/// The room that there is for an animation, in pixels, about.
enum { INKS_SIDE = 800 };

#endif // LANDFALL_CLI_INKS_H
