// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file puzzle_draw.h
/// Puzzles with a route: as text, as a picture, as an animation.
#ifndef LANDFALL_CLI_PUZZLE_DRAW_H
#define LANDFALL_CLI_PUZZLE_DRAW_H

#include <landfall_io.h>
#include <stdbool.h>

/// What to show.
typedef struct puzzle_scene {
    const lf_map *map;
    const lf_dungeon *dungeon;
    const lf_source *starts;
    int64_t start_count;
    const lf_tile *exits;
    int64_t exit_count;
    int heroes;
    const lf_puzzle_step *steps; ///< the route
    int64_t step_count;          ///< 0 = none
    const lf_puzzle_event *events;
    int64_t event_count;
    const uint8_t *held; ///< LF_MAX_KINDS numbers: keys held from the beginning
} puzzle_scene;

/// What the signs of puzzle_text mean.
#define PUZZLE_SIGNS                                                             \
    "@ start, $ exit, * route, ? ! keys and doors without a letter, % switch,\n" \
    "= - barrier shut and open, & teleporter, _ for once"

/// The puzzle as rows of signs with their line ends. To be freed; NULL if there is no memory.
/// @param upto   how many steps have been made; keys that were taken are gone, what is open is floor
/// @param trail  whether all devices are shown as they are at the beginning, with the whole route instead
char *puzzle_text(const puzzle_scene *scene, int64_t upto, bool trail);

/// Writes a PNG: the map, a line for each hero, and a mark on each device. False after saying why.
bool puzzle_draw(const char *path, const puzzle_scene *scene);

/// Writes the walk as GIF or, if the name ends in .txt, as frames of text. False after saying why.
bool puzzle_animate(const char *path, const puzzle_scene *scene);

#endif // LANDFALL_CLI_PUZZLE_DRAW_H
