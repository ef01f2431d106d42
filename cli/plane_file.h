// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file plane_file.h
/// Files with a number for every tile: raw numbers, arrays of NumPy, or a picture.
#ifndef LANDFALL_CLI_PLANE_FILE_H
#define LANDFALL_CLI_PLANE_FILE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum plane_format { PLANE_RAW, PLANE_NPY, PLANE_PICTURE } plane_format;

/// Which format the path of an option asks for by its ending. NULL is fine: it was not given. False after
/// saying what endings there are.
bool plane_format_of(const char *option, const char *path, plane_format *out);

/// A number for every tile, row by row: one of the two arrays.
typedef struct plane_numbers {
    int32_t width, height;
    const uint8_t *bytes;
    const uint32_t *words;
} plane_numbers;

/// Writes numbers, little-endian, as raw numbers or as an array of NumPy (format 1.0). The file appears whole
/// or not at all. False after saying why.
bool plane_save(const char *path, plane_format format, const plane_numbers *plane);

#endif // LANDFALL_CLI_PLANE_FILE_H
