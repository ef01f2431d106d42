// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Work in parts, for threads that the caller brings. The library starts none.
#ifndef LANDFALL_WORKERS_H
#define LANDFALL_WORKERS_H

#include "core.h"

/// Whether parts of a job may run on other threads. With LF_NO_WORKERS, for the modules of WebAssembly, there are none, and
/// compilers leave out what is for them alone.
static inline bool lfi_workers_any(const lf_workers *workers) {
#ifdef LF_NO_WORKERS
    (void)workers;
    return false;
#else
    return workers->run != NULL;
#endif
}

/// Runs `count` parts of a job, on the caller's workers if there are any.
void lfi_workers_run(const lf_workers *workers, void (*part)(int64_t index, void *job), void *job,
                     int64_t count);

#endif // LANDFALL_WORKERS_H
