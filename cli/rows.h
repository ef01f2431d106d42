// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file rows.h
/// Text under way that grows at its end: rows of a table before they are written.
#ifndef LANDFALL_CLI_ROWS_H
#define LANDFALL_CLI_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// `{0}` is empty.
typedef struct rows {
    char *bytes;
    size_t size, capacity;
    bool failed; ///< there was no memory for some of it: what is there is of no use
} rows;

void rows_put(rows *to, const char *bytes, size_t size);
void rows_text(rows *to, const char *text);
void rows_int(rows *to, int64_t number);

/// A number of thousandths, with three decimals.
void rows_thousandths(rows *to, int64_t number);

/// Empties it and keeps its memory.
void rows_clear(rows *of);
void rows_free(rows *of);

#endif // LANDFALL_CLI_ROWS_H
