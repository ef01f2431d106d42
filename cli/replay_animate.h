// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file replay_animate.h
/// A replay as an animation: a frame for every line of the script.
#ifndef LANDFALL_CLI_REPLAY_ANIMATE_H
#define LANDFALL_CLI_REPLAY_ANIMATE_H

#include "script.h"

/// What came of a line.
typedef struct replay_shot {
    uint64_t version;
    int64_t opened, blocked; ///< tiles, by an edit
    bool found;              ///< a route
    bool done;               ///< work: nothing is left
    int64_t length;
    lf_strategy strategy;
    lf_tile *tiles; ///< of the route
    int64_t tile_count;
} replay_shot;

/// What to show.
typedef struct replay_film {
    const lf_plane *plane; ///< the tiles before the first line
    const script *script;
    const replay_shot *shots; ///< one for each step of the script
} replay_film;

/// Whether a path can be an animation; says why not. NULL is fine.
bool replay_animate_takes(const char *path);

/// Writes a GIF. False after saying why.
bool replay_animate(const char *path, const replay_film *film);

#endif // LANDFALL_CLI_REPLAY_ANIMATE_H
