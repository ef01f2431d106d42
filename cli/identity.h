// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file identity.h
/// What an output was made from, as hashes: two runs with the same ones write the same rows.
#ifndef LANDFALL_CLI_IDENTITY_H
#define LANDFALL_CLI_IDENTITY_H

#include "args.h"
#include "chart.h"

/// Hashes of all that decides about the rows.
typedef struct identity {
    uint64_t map;     ///< tiles, move rules, depths and terrain
    uint64_t index;   ///< the files of --index; 0 = none was given
    uint64_t queries; ///< their ends and known lengths
    uint64_t options; ///< all others that were given, with the bytes of files that they name
} identity;

uint64_t identity_of_chart(const chart *of);

/// Of files, in this order. False after saying why one cannot be read.
bool identity_of_files(const char *const *paths, int count, uint64_t *out);

/// Of options, but for those that say only how the work is done (threads, memory, where to write).
bool identity_of_options(const args_given *given, uint64_t *out);

/// Adds to a hash.
uint64_t identity_add(uint64_t hash, const void *bytes, size_t size);

/// All of it in one word of a file's name.
enum { IDENTITY_TEXT = 17 };
const char *identity_text(const identity *of, char out[IDENTITY_TEXT]);

#endif // LANDFALL_CLI_IDENTITY_H
