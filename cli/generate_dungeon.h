// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file generate_dungeon.h
/// `landfall generate dungeon`: the one kind of map that has more than open and blocked tiles.
#ifndef LANDFALL_CLI_GENERATE_DUNGEON_H
#define LANDFALL_CLI_GENERATE_DUNGEON_H

#include "args.h"

#include <landfall_io.h>

/// Options that only dungeons take. -1 = not given.
typedef struct dungeon_options {
    int32_t rooms, keys, doors;
    bool maze, unsolvable;
} dungeon_options;

extern const args_option dungeon_option_table[5];

/// What is not given.
dungeon_options dungeon_options_make(void);

/// Says so and returns false if any of them was given.
bool dungeon_options_are_unused(const dungeon_options *options, const char *kind);

/// Whether a dungeon of that size can be written there; false after saying why.
bool dungeon_can_be(args_size size, const char *out, lf_file_format format);

/// Calls the kinds a to z, then kind26 and so on.
void dungeon_name_kinds(lf_dungeon *out, int32_t keys);

/// Writes a dungeon. Returns the exit code.
int dungeon_write(const lf_dungeon *dungeon, const char *path);

/// Makes a dungeon and writes it as text. Returns the exit code.
int generate_dungeon(const dungeon_options *options, args_size size, uint64_t seed, const char *out,
                     lf_file_format format);

#endif // LANDFALL_CLI_GENERATE_DUNGEON_H
