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

#endif // LANDFALL_CLI_TIMES_H
