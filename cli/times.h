// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file times.h
/// Medians and other shares of measured times, or of anything else that is counted.
#ifndef LANDFALL_CLI_TIMES_H
#define LANDFALL_CLI_TIMES_H

#include <stdint.h>

void times_sort(int64_t *numbers, int64_t count);

/// The smallest number that so many percent of the sorted numbers do not exceed; 0 if there are none.
int64_t times_percentile(const int64_t *numbers, int64_t count, int percent);

/// The same for nanoseconds, in microseconds.
double times_percentile_us(const int64_t *times_ns, int64_t count, int percent);

/// Sorts the numbers and returns their median; of two in the middle the lower one.
int64_t times_median(int64_t *numbers, int64_t count);

/// How often which time was seen, in constant memory: times of 1.6 % difference count as one. `{0}` is none.
enum { TIMES_STEPS = 64, TIMES_BINS = 59 * TIMES_STEPS };
typedef struct times_tally {
    int64_t bins[TIMES_BINS];
    int64_t count, most; ///< of all; the greatest time, exactly
} times_tally;

void times_add(times_tally *to, int64_t ns);
void times_join(times_tally *to, const times_tally *other);

/// As times_percentile, of what was added; the greatest time is exact, the others are the least of their bin.
int64_t times_tally_percentile(const times_tally *of, int percent);

#endif // LANDFALL_CLI_TIMES_H
