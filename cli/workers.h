// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file workers.h
/// Threads for work that the library cuts into parts.
#ifndef LANDFALL_CLI_WORKERS_H
#define LANDFALL_CLI_WORKERS_H

#include "args.h"

#include <landfall.h>

/// Workers that run parts on so many threads, the caller's included. `threads` must outlive them.
lf_workers workers_make(const int *threads);

args_reader workers_read_threads; ///< int: 1 to 1024

#endif // LANDFALL_CLI_WORKERS_H
