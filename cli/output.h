// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file output.h
/// Files that the verbs write: whole or not at all.
#ifndef LANDFALL_CLI_OUTPUT_H
#define LANDFALL_CLI_OUTPUT_H

#include "args.h"

#include <landfall_io.h>
#include <stdio.h>

/// An output under way. Write to `stream`, then commit or discard it. One at a time.
typedef struct output {
    FILE *stream;
    const char *name; ///< for messages
    char *path;       ///< where the file is to appear; NULL if `stream` already is the place
    char *temporary;  ///< where it is until then
} output;

/// Opens an output. NULL and "-" are stdout. A regular file is written under another name beside it and
/// renamed by output_commit; devices and pipes are written directly. False after saying why.
bool output_open(output *out, const char *path);

/// Makes the output appear. False, after saying why, if it could not be written; then nothing is left behind.
bool output_commit(output *out);

/// Removes an output under way.
void output_discard(output *out);

/// The option --out-format, for verbs that write maps. It fills an lf_file_format.
extern const args_option grid_format_table[1];

/// Whether a path is an output that must be written directly: "-", a device or a pipe. A file that is renamed
/// to such a name would take its place.
bool output_is_stream(const char *path);

/// Whether a picture can be saved under that path: it replaces what is there, so it takes no stream. Says so.
bool output_can_hold_picture(const char *path);

/// Saves the tiles of a grid to a file, or to an output_is_stream, where the default format is text. False
/// after saying why.
bool output_save_grid(const char *path, lf_file_format format, const lf_grid *grid);

#endif // LANDFALL_CLI_OUTPUT_H
