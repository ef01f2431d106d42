// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file picture_format.h
/// The formats that pictures are written in, each with the ending of its names: the one list of them.
#ifndef LANDFALL_CLI_PICTURE_FORMAT_H
#define LANDFALL_CLI_PICTURE_FORMAT_H

#include <stdbool.h>

typedef enum picture_format { PICTURE_PNG, PICTURE_SVG } picture_format;

/// Which format a path asks for by its ending; a pipe or a device gets PNG. False after saying, about the
/// option --draw, that no picture can be written there.
bool picture_format_of(const char *path, picture_format *out);

/// Whether a picture can be written to the path. NULL is fine: none was asked for. False after saying why
/// not.
bool picture_path_is_fine(const char *path);

/// Whether the path asks for a picture of lines and words, an SVG, and not of pixels.
bool picture_is_vector(const char *path);

#endif // LANDFALL_CLI_PICTURE_FORMAT_H
