// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Work in parts, for threads that the caller brings. The library starts none.
#ifndef LANDFALL_WORKERS_H
#define LANDFALL_WORKERS_H

#include "core.h"

/// Runs `count` parts of a job, on the caller's workers if there are any.
void lfi_workers_run(const lf_workers *workers, void (*part)(int64_t index, void *job), void *job,
                     int64_t count);

#endif // LANDFALL_WORKERS_H
