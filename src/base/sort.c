// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Heapsort: no recursion, no extra memory, no bad case. Lists that callers make in reading order are already
// sorted, so lfi_sort checks for this case first.
#include "sort.h"

static void sort_sink(uint64_t *numbers, uint64_t at, uint64_t count) {
    const uint64_t value = numbers[at];
    for (uint64_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && numbers[child + 1] > numbers[child]) child++;
        if (numbers[child] <= value) break;
        numbers[at] = numbers[child];
    }
    numbers[at] = value;
}

static bool sort_is_done(const uint64_t *numbers, uint64_t count) {
    for (uint64_t i = 1; i < count; i++)
        if (numbers[i - 1] > numbers[i]) return false;
    return true;
}

void lfi_sort_heap(uint64_t *numbers, uint64_t count) {
    for (uint64_t i = count / 2; i-- > 0;) sort_sink(numbers, i, count);
}

uint64_t lfi_sort_take(uint64_t *numbers, uint64_t *count) {
    const uint64_t top = numbers[0];
    *count -= 1;
    numbers[0] = numbers[*count];
    if (*count > 0) sort_sink(numbers, 0, *count);
    return top;
}

void lfi_sort(uint64_t *numbers, uint64_t count) {
    if (sort_is_done(numbers, count)) return;
    lfi_sort_heap(numbers, count);
    while (count > 1) {
        const uint64_t top = lfi_sort_take(numbers, &count);
        numbers[count] = top;
    }
}
