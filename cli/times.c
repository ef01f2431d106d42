// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Sorting, and counting off from the front.
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
