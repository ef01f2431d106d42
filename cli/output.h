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
    lf_output *file;  ///< NULL = `stream` is stdout
    int fault;        ///< why stdout did not take bytes, as errno has it
    const char *kept; ///< NULL, or the file that keeps the rows until all are there
} output;

/// Opens an output. NULL and "-" are stdout; anything else is an lf_output. False after saying why.
bool output_open(output *out, const char *path);

/// The same for rows that may take long: until all are written they are in PATH.TAG.part, which stays if the run ends
/// early (lf_output_open_kept). Where nothing can be kept, out->kept is NULL.
bool output_open_kept(output *out, const char *path, const char *tag);

/// Drops all but the first bytes of what is there. False after saying why.
bool output_cut(output *out, int64_t size);

/// Closes the file of such an output, so that others can write into it; then output_open_kept has it again. What a signal
/// makes the program say stays.
void output_lend(output *out);

/// Ends an output of rows early. What is whole stays where out->kept says.
void output_keep(output *out);

/// Writes bytes to the output. False if they were not taken; output_commit will say why.
bool output_put(output *out, const void *bytes, size_t size);

/// Notes that stdout did not take bytes, with errno as the reason; returns false.
bool output_fails(output *out);

/// Makes the output appear. False, after saying why, if it could not be written; then nothing is left behind.
bool output_commit(output *out);

/// Removes an output under way.
void output_discard(output *out);

/// Writes bytes to a path, or to stdout. False after saying why.
bool output_write(const char *path, const uint8_t *bytes, size_t size);

/// The option --out-format, for verbs that write maps. It fills an lf_file_format.
extern const args_option grid_format_table[1];

/// Saves the tiles of a grid to a file, or to a stream (lf_path_is_stream), where the default format is text.
/// False after saying why.
bool output_save_grid(const char *path, lf_file_format format, const lf_grid *grid);

#endif // LANDFALL_CLI_OUTPUT_H
