// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file workers.h
/// Threads for work that the library cuts into parts.
#ifndef LANDFALL_CLI_WORKERS_H
#define LANDFALL_CLI_WORKERS_H

#include "args.h"

#include <landfall.h>

/// The most threads that are used unless more are asked for.
enum { WORKERS_DEFAULT_MOST = 64 };

/// So many threads as were asked for; for 0, as many as this process has processors, at most WORKERS_DEFAULT_MOST.
int workers_count(int wanted);

/// Workers that run parts on so many threads, the caller's included. `threads` must outlive them.
lf_workers workers_make(const int *threads);

args_reader workers_read_threads; ///< int: 1 to 1024

#endif // LANDFALL_CLI_WORKERS_H
