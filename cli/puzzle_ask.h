// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file puzzle_ask.h
/// What `landfall keys` does with a dungeon that asks for more than keys and doors.
#ifndef LANDFALL_CLI_PUZZLE_ASK_H
#define LANDFALL_CLI_PUZZLE_ASK_H

#include "places.h"

#include <landfall_io.h>

/// The options of the verb, as far as puzzles have them.
typedef struct puzzle_options {
    lf_goal goal;
    lf_moves moves;
    const place_list *from, *to;
    const char *held;
    int64_t max_states, max_bytes; ///< 0 = the default
    bool json, tiles, no_picture;
    const char *draw, *animate;
} puzzle_options;

/// Asks and answers. Returns the exit code.
/// @param name  of the file, for messages
int puzzle_ask(const char *name, const lf_dungeon *dungeon, const puzzle_options *options);

#endif // LANDFALL_CLI_PUZZLE_ASK_H
