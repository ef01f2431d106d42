// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file shard.h
/// Which rows of a whole a run is for. Blocks of rows are dealt out in turn:
///
///     rows    0..255  256..511  512..767  768..1023 ...
///     shard   1       2         3         1
#ifndef LANDFALL_CLI_SHARD_H
#define LANDFALL_CLI_SHARD_H

#include <stdbool.h>
#include <stdint.h>

/// `{0}` is the whole.
typedef struct shard {
    int32_t number, count; ///< from 1; 0 of 0 = the whole
} shard;

enum { SHARD_BLOCK = 256 };

/// Whether a row, from 0, belongs to a shard.
static inline bool shard_has(shard of, int64_t row) {
    return of.count == 0 || row / SHARD_BLOCK % of.count == of.number - 1;
}

/// The n-th row of a shard, from 0, in the whole.
static inline int64_t shard_row(shard of, int64_t n) {
    if (of.count == 0) return n;
    return (n / SHARD_BLOCK * of.count + of.number - 1) * SHARD_BLOCK + n % SHARD_BLOCK;
}

#endif // LANDFALL_CLI_SHARD_H
