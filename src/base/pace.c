// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Batches of parts with a report between them. The parts of a stage do not depend on each other, so cutting
// them into batches changes only when the workers wait for each other: at most 32 times per run of parts. A
// caller who says stop is heard at once, but the stage still runs to its end, because later stages and the
// code that frees memory rely on what it makes.
//
// A stage may run parts several times, and nobody knows how often. So each run takes three quarters of what
// is left of the stage.
#include "pace.h"

enum { PACE_BATCHES = 32 };

typedef struct pace_batch {
    void (*part)(int64_t index, void *job);
    void *job;
    int64_t first;
} pace_batch;

static void pace_part(int64_t index, void *job) {
    const pace_batch *batch = job;
    batch->part(batch->first + index, batch->job);
}

static void pace_report(lfi_pace *pace, int64_t done) {
    if (pace->cancelled || done < pace->done) return;
    pace->done = done;
    pace->cancelled = !pace->progress.report(done, LFI_PACE_TOTAL, pace->progress.user);
}

static void pace_run(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    lfi_pace *pace = user;
    const int64_t size = count / PACE_BATCHES + 1, begin = pace->done, room = (pace->end - begin) * 3 / 4;
    for (int64_t first = 0; first < count; first += size) {
        const int64_t here = count - first < size ? count - first : size;
        pace_batch batch = {part, job, first};
        if (pace->inner.run != NULL)
            pace->inner.run(here, pace_part, &batch, pace->inner.user);
        else
            for (int64_t i = 0; i < here; i++) pace_part(i, &batch);
        pace_report(pace, begin + room * (first + here) / count);
    }
}

bool lfi_pace_stage(lfi_pace *pace, int64_t end) {
    if (pace->progress.report == NULL) return true;
    pace_report(pace, pace->end);
    pace->begin = pace->end;
    pace->end = end;
    return !pace->cancelled;
}

bool lfi_pace_part(lfi_pace *pace, uint64_t part, uint64_t of) {
    if (pace->progress.report == NULL) return true;
    const uint64_t stage = (uint64_t)(pace->end - pace->begin);
    for (; of > UINT64_MAX / LFI_PACE_TOTAL; of /= 2) part /= 2; // a caller's limit may be that large
    const uint64_t share = stage * part / of;
    const int64_t done = pace->begin + (int64_t)(share < stage ? share : stage);
    pace_report(pace, done > pace->done ? done : pace->done);
    return !pace->cancelled;
}

lf_workers lfi_pace_workers(lfi_pace *pace) {
    return pace->progress.report != NULL ? (lf_workers){pace_run, pace} : pace->inner;
}
