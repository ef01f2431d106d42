// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file font.h
/// A small font for legends and titles: the letters from a to z, digits and a few signs, drawn for Landfall.
#ifndef LANDFALL_CLI_FONT_H
#define LANDFALL_CLI_FONT_H

#include <stdbool.h>
#include <stdint.h>

/// Letters are up to 5 dots wide; 7 dots stand on the line and 2 hang below it.
enum { FONT_ASCENT = 7, FONT_HEIGHT = 9 };

/// The width of a sign in dots, without the gap that follows it. Signs that the font lacks are blanks;
/// capital letters look like small ones.
int32_t font_sign_width(char sign);

/// Whether a sign has a dot at (x, y), y from the top; false outside of it.
bool font_has_dot(char sign, int32_t x, int32_t y);

/// The width of a text in dots, gaps included.
int32_t font_text_width(const char *text);

#endif // LANDFALL_CLI_FONT_H
