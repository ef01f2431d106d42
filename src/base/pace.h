// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The progress of a long call. A pace stands between a call and the caller's workers. It hands out parts in
// batches and reports between them, so the code that runs parts need not know about progress.
#ifndef LANDFALL_PACE_H
#define LANDFALL_PACE_H

#include "workers.h"

enum { LFI_PACE_TOTAL = 1000 };

typedef struct lfi_pace {
    lf_workers inner; ///< the caller's workers
    lf_progress progress;
    int64_t done;       ///< the last value that was reported
    int64_t begin, end; ///< of the current stage, out of LFI_PACE_TOTAL
    bool cancelled;
} lfi_pace;

/// Begins a stage that ends at `end`, and ends the one before it.
/// @return whether to go on.
bool lfi_pace_stage(lfi_pace *pace, int64_t end);

/// Reports that `part` of `of`, which is above 0, of the current stage is done; or as much as was reported
/// before, if that is more. For stages that are not made of workers' parts.
/// @return whether to go on.
bool lfi_pace_part(lfi_pace *pace, uint64_t part, uint64_t of);

/// Workers that report progress; the caller's own workers if nobody wants reports.
lf_workers lfi_pace_workers(lfi_pace *pace);

#endif // LANDFALL_PACE_H
