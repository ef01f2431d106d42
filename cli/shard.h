// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file shard.h
/// Shards: outputs of some rows of a whole, made by runs on several machines, and what their first and last lines say.
/// Blocks of rows are dealt out in turn:
///
///     rows    0..255  256..511  512..767  768..1023 ...      with a block of 256 rows and 3 shards
///     shard   1       2         3         1
#ifndef LANDFALL_CLI_SHARD_H
#define LANDFALL_CLI_SHARD_H

#include "args.h"
#include "identity.h"
#include "rows.h"

#include <stdbool.h>
#include <stdint.h>

/// Which rows of a whole a run is for. `{0}` is the whole.
typedef struct shard {
    int32_t number, count; ///< from 1; 0 of 0 = the whole
    int32_t block;         ///< rows that are dealt out together
} shard;

enum { SHARD_MOST = 100000, SHARD_BLOCK = 256 };

/// Reads "2/7" into the number and the count of a shard.
args_reader shard_read;

/// Whether a row, from 0, belongs to a shard.
static inline bool shard_has(shard of, int64_t row) {
    return of.count == 0 || row / of.block % of.count == of.number - 1;
}

/// The n-th row of a shard, from 0, in the whole.
static inline int64_t shard_row(shard of, int64_t n) {
    if (of.count == 0) return n;
    return (n / of.block * of.count + of.number - 1) * of.block + n % of.block;
}

/// How many rows of a whole a shard has.
static inline int64_t shard_count(shard of, int64_t whole) {
    if (of.count == 0) return whole;
    const int64_t round = (int64_t)of.block * of.count,
                  rest = whole % round - (int64_t)(of.number - 1) * of.block;
    return whole / round * of.block + (rest < 0 ? 0 : rest < of.block ? rest : of.block);
}

/// What the first line of a shard says.
typedef struct shard_head {
    char verb[16]; ///< "batch", "matrix"
    shard of;
    identity from; ///< what it was made from
} shard_head;

/// Writes the first line; nothing for the whole.
void shard_head_write(const shard_head *head, rows *to);

/// Reads a first line, with its line end. False if it is none.
bool shard_head_read(const char *line, shard_head *out);

/// Writes the last line: how many rows the shard has, and how many the whole; nothing for the whole.
void shard_end_write(shard of, int64_t count, int64_t whole, rows *to);

/// Reads a last line. False if it is none.
bool shard_end_read(const char *line, int64_t *count, int64_t *whole);

#endif // LANDFALL_CLI_SHARD_H
