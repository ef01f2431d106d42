// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file files.h
/// The files that a run of a verb reads and writes: no output may overwrite an input or another output.
#ifndef LANDFALL_CLI_FILES_H
#define LANDFALL_CLI_FILES_H

#include <landfall_io.h>

/// A file and what it is for the verb: the name of an operand ("MAP") or of an option ("--draw").
typedef struct file_role {
    const char *role, *path; ///< path NULL: it was not given
} file_role;

/// Of the inputs, several may be indexes.
enum { FILES_INPUTS = 22, FILES_OUTPUTS = 3 };

/// What a run reads and writes. `{0}` is nothing.
typedef struct verb_files {
    file_role map;             ///< may be several files: a folder, or a .yaml with its picture
    lf_file_format map_format; ///< as --map-format says
    file_role inputs[FILES_INPUTS], outputs[FILES_OUTPUTS];
    bool answers; ///< the verb prints an answer on stdout, which no output may mix with
} verb_files;

/// Whether every output is a file of its own, through links and other spellings too. False after saying which
/// two are one. To be asked before any work.
bool files_are_apart(const verb_files *files);

#endif // LANDFALL_CLI_FILES_H
