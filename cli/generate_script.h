// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file generate_script.h
/// Random scripts for 'landfall replay', the same for the same map and seed on every machine.
#ifndef LANDFALL_CLI_GENERATE_SCRIPT_H
#define LANDFALL_CLI_GENERATE_SCRIPT_H

#include "input.h"

/// What the edits of a script are.
typedef enum script_edits {
    EDITS_MIXED,     ///< any of the others
    EDITS_CRATERS,   ///< bombs turn land into water
    EDITS_DOORS,     ///< narrow places shut and open again
    EDITS_BUILDINGS, ///< rectangles are built, and some of them torn down again
    EDITS_STORMS,    ///< a blocked area wanders over the open one, and leaves it as it was
} script_edits;

/// `{0}` means that no option was given.
typedef struct script_options {
    const char *map;
    int edits; ///< 0 = not given, otherwise script_edits + 1
    int32_t rounds;
} script_options;

/// The options of script_options: --map, --edits, --rounds.
extern const args_option script_option_table[3];

/// Whether no option for scripts and their maps was given; says what they are for otherwise.
bool script_options_are_unused(const script_options *options, const map_options *map, const char *kind);

/// Makes a script. Returns the exit code.
int generate_script(const script_options *options, const map_options *map, uint64_t seed, const char *out);

#endif // LANDFALL_CLI_GENERATE_SCRIPT_H
