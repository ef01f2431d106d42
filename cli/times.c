// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Sorting, and counting off from the front; or bins that grow with the times, 64 for each doubling.
#include "times.h"

#include <stdlib.h>

static int number_compare(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

void times_sort(int64_t *numbers, int64_t count) {
    qsort(numbers, (size_t)count, sizeof *numbers, number_compare);
}

int64_t times_percentile(const int64_t *numbers, int64_t count, int percent) {
    if (count == 0) return 0;
    const int64_t rank = (count / 100) * percent + ((count % 100) * percent + 99) / 100;
    return numbers[rank - 1];
}

double times_percentile_us(const int64_t *times_ns, int64_t count, int percent) {
    return (double)times_percentile(times_ns, count, percent) / 1000.0;
}

int64_t times_median(int64_t *numbers, int64_t count) {
    times_sort(numbers, count);
    return times_percentile(numbers, count, 50);
}

/// Times below 64 have a bin each; from there on the bin has the highest bit and the six below it.
static int bin_of(int64_t ns) {
    int shift = 0;
    while (ns >> shift >= 2 * TIMES_STEPS) shift++;
    const int64_t bin = ns < 2 * TIMES_STEPS ? ns : (shift + 1) * TIMES_STEPS + ((ns >> shift) - TIMES_STEPS);
    return (int)bin;
}

static int64_t bin_least(int bin) {
    const int shift = bin < 2 * TIMES_STEPS ? 0 : bin / TIMES_STEPS - 1;
    return shift == 0 ? bin : (int64_t)(bin % TIMES_STEPS + TIMES_STEPS) << shift;
}

void times_add(times_tally *to, int64_t ns) {
    if (ns < 0) ns = 0;
    to->bins[bin_of(ns)]++;
    to->count++;
    if (ns > to->most) to->most = ns;
}

void times_join(times_tally *to, const times_tally *other) {
    for (int i = 0; i < TIMES_BINS; i++) to->bins[i] += other->bins[i];
    to->count += other->count;
    if (other->most > to->most) to->most = other->most;
}

int64_t times_tally_percentile(const times_tally *of, int percent) {
    const int64_t rank = (of->count / 100) * percent + ((of->count % 100) * percent + 99) / 100;
    int64_t seen = 0;
    if (rank >= of->count) return of->most;
    for (int i = 0; i < TIMES_BINS; i++) {
        seen += of->bins[i];
        if (seen >= rank) return bin_least(i);
    }
    return of->most;
}
