// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file kept.h
/// Rows of answers that an interrupted run has left: how many of them are whole, and what they say.
#ifndef LANDFALL_CLI_KEPT_H
#define LANDFALL_CLI_KEPT_H

#include "rows.h"
#include "shard.h"

#include <stdio.h>

/// What whole rows look like.
typedef struct kept_form {
    const rows *head; ///< what stands before the first row
    bool json;        ///< a JSON object per row, otherwise CSV
    bool agrees;      ///< whether the last column says that lengths agree
    shard of;         ///< which rows
} kept_form;

/// Whole rows.
typedef struct kept_rows {
    int64_t size;                ///< in bytes, with the head; 0 = not even that is whole
    int64_t count, found, wrong; ///< `wrong`: those that do not agree
    char *end;                   ///< NULL, or the line behind the last whole row; to be freed
} kept_rows;

/// Counts whole rows from the front of a file. False if it cannot be read.
bool kept_read(FILE *file, const kept_form *form, kept_rows *out);

#endif // LANDFALL_CLI_KEPT_H
