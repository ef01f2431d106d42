// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file generate_puzzle.h
/// `landfall generate puzzle`: rooms with gates of all kinds between them.
#ifndef LANDFALL_CLI_GENERATE_PUZZLE_H
#define LANDFALL_CLI_GENERATE_PUZZLE_H

#include "args.h"

#include <landfall_io.h>

/// Options that only puzzles take. 0 = not given.
typedef struct puzzle_parts {
    int32_t heroes, gates;
    uint32_t parts; ///< of scenes/puzzle.h, a bit each
} puzzle_parts;

extern const args_option puzzle_part_table[3];

/// Says so and returns false if any of them was given.
bool puzzle_parts_are_unused(const puzzle_parts *options, const char *kind);

/// Makes a puzzle and writes it as text. Returns the exit code.
int generate_puzzle(const puzzle_parts *options, args_size size, uint64_t seed, const char *out,
                    lf_file_format format);

#endif // LANDFALL_CLI_GENERATE_PUZZLE_H
