// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file input.h
/// What the verbs read: maps, with the options that say how, and whole streams. Everything says on stderr
/// what is wrong, so a verb only has to end with CLI_BAD.
#ifndef LANDFALL_CLI_INPUT_H
#define LANDFALL_CLI_INPUT_H

#include "args.h"

#include <landfall_io.h>

/// How to read a map file. `{0}` is the default.
typedef struct map_options {
    lf_load_options load;
    args_size size; ///< of raw maps
} map_options;

/// The options of map_options: --map-format, --size, --threshold, --open-color.
extern const args_option map_option_table[4];
#define MAP_OPTIONS(struct_pointer) ARGS_GROUP(map_option_table, struct_pointer)
/// These without --size, for a verb that has it already: two groups.
#define MAP_OPTIONS_BUT_SIZE(struct_pointer)      \
    {map_option_table, 1, (struct_pointer)}, {    \
        map_option_table + 2, 2, (struct_pointer) \
    }

/// Which moves and which strategy. `{0}` is the default.
typedef struct query_options {
    lf_moves moves;
    lf_strategy strategy;
    lf_cost cost;
} query_options;

/// The options of query_options, one table each: not every verb takes all of them.
extern const args_option moves_option_table[1], strategy_option_table[1], cost_option_table[1];
#define MOVES_OPTION(struct_pointer)    ARGS_GROUP(moves_option_table, struct_pointer)
#define STRATEGY_OPTION(struct_pointer) ARGS_GROUP(strategy_option_table, struct_pointer)
#define COST_OPTION(struct_pointer)     ARGS_GROUP(cost_option_table, struct_pointer)
/// All three.
#define QUERY_OPTIONS(struct_pointer) \
    MOVES_OPTION(struct_pointer), STRATEGY_OPTION(struct_pointer), COST_OPTION(struct_pointer)

args_names moves_name;  ///< names of lf_moves
args_names format_name; ///< names of lf_file_format, with "auto" for LF_FILE_AUTO

/// A path as messages show it: "-" is standard input.
const char *input_name(const char *path);

/// Loads a map file ("-" is standard input) as a grid. False after saying why.
bool input_load_grid(const char *path, const map_options *options, lf_grid *out);

/// Loads a map file as a map. False after saying why.
bool input_load_map(const char *path, const map_options *options, lf_moves moves, lf_map **out);

/// Makes a map from a grid. False after saying why; `path` is for the message.
bool input_make_map(const char *path, const lf_grid *grid, lf_moves moves, lf_map **out);

/// Reads a file ("-" is standard input) to its end. The bytes are to be freed; a 0 follows them. NULL after
/// saying why.
char *input_read_all(const char *path, size_t *size);

/// Says so and returns true if both paths are standard input, which can be read only once.
bool input_both_stdin(const char *a, const char *b);

#endif // LANDFALL_CLI_INPUT_H
