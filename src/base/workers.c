// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Runs the parts of a job. Parts do not depend on each other, nor on how many threads run them.
#include "workers.h"

void lfi_workers_run(const lf_workers *workers, void (*part)(int64_t index, void *job), void *job,
                     int64_t count) {
    if (lfi_workers_any(workers)) {
        workers->run(count, part, job, workers->user);
        return;
    }
    for (int64_t i = 0; i < count; i++) part(i, job);
}
