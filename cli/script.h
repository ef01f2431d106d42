// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file script.h
/// Scripts of 'landfall replay': JSON lines, each an edit, a route or work. A script is read and checked as a
/// whole, on the map as the lines before will have left it, before the first line is done.
#ifndef LANDFALL_CLI_SCRIPT_H
#define LANDFALL_CLI_SCRIPT_H

#include "edits.h"
#include "input.h"

typedef enum script_kind { SCRIPT_EDIT, SCRIPT_ROUTE, SCRIPT_WORK, SCRIPT_KINDS } script_kind;

args_names script_kind_name; ///< "edit", "route", "work"

/// One line of a script.
typedef struct script_step {
    int64_t line; ///< in the file, from 1
    script_kind kind;
    edit_shape *shapes; ///< of an edit
    int64_t shape_count;
    lf_source *sources; ///< of a route, as all up to the strategy
    int64_t source_count;
    lf_tile *targets;
    int64_t target_count;
    lf_strategy strategy;
    int64_t budget; ///< of work, in microseconds; LF_WORK_ALL = no limit
} script_step;

/// `{0}` holds nothing.
typedef struct script {
    script_step *steps;
    int64_t count;
} script;

/// What a script is for.
typedef struct script_setting {
    const lf_map *map;          ///< gives the size and the moves
    const lf_plane *plane;      ///< the tiles of the map
    const query_options *query; ///< what routes are like that do not say otherwise
    bool weighted;              ///< whether they have weights
    bool weighs;                ///< and whether these are made of bytes
} script_setting;

/// Reads a script for a map, "-" from standard input. False after saying which line is wrong, and what was
/// expected. Free the script in either case.
bool script_load(script *out, const char *path, const script_setting *setting);

/// The same from text in memory; a 0 need not follow it.
/// @param name  for messages.
bool script_parse(script *out, const char *name, const char *text, size_t size,
                  const script_setting *setting);

void script_free(script *of);

#endif // LANDFALL_CLI_SCRIPT_H
