// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file matrix_fill.h
/// Matrices on several threads: the library's, one per thread, each for some of the sources or targets.
#ifndef LANDFALL_CLI_MATRIX_FILL_H
#define LANDFALL_CLI_MATRIX_FILL_H

#include <landfall.h>

/// What to fill. Of `lengths` and `nearest` one is NULL.
typedef struct matrix_fill_job {
    const lf_map *map;
    lf_matrix_desc desc;
    lf_matrix_query query;
    lf_length *lengths;    ///< of all pairs
    lf_nearest *nearest;   ///< `nearest_count` for each source
    int64_t nearest_count; ///< at least 2
    int threads;           ///< the most that may work
} matrix_fill_job;

/// Fills a matrix, with the same numbers whatever the threads. LF_OK, or what the library refuses it with.
lf_status matrix_fill(const matrix_fill_job *job);

#endif // LANDFALL_CLI_MATRIX_FILL_H
