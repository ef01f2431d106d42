// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file film.h
/// Walks through dungeons and puzzles as films: what is the same for both.
#ifndef LANDFALL_CLI_FILM_H
#define LANDFALL_CLI_FILM_H

#include <landfall_io.h>
#include <stdbool.h>
#include <stdint.h>

/// Hundredths of a second that a frame is shown.
enum { FILM_STEP = 6, FILM_EVENT = 60, FILM_ENDS = 150 };

/// How a walk is shown.
typedef struct film {
    bool text;                   ///< frames of text, not a GIF
    int64_t moves;               ///< of the walk
    int64_t stride, frames;      ///< moves per frame, more than 1 for long walks; number of frames
    int32_t tile, width, height; ///< pixels per tile; of a frame
} film;

/// Plans the film of a walk, whose name says what it is. False after saying why there can be none.
bool film_plan(const char *path, const lf_map *map, int64_t moves, film *out);

/// How many moves have been made in a frame.
int64_t film_moves(const film *plan, int64_t frame);

/// Writes a GIF. False after saying why.
/// @param paint  paints a frame and returns how long it is shown.
bool film_save(const char *path, const film *plan, const uint32_t *colors, int32_t color_count,
               int32_t (*paint)(int64_t frame, uint8_t *pixels, void *user), void *user);

/// The map as rows of . and # with their line ends; sign (x, y) is at y * (width + 1) + x. To be freed; NULL if there
/// is no memory.
char *film_rows(const lf_map *map);

#endif // LANDFALL_CLI_FILM_H
