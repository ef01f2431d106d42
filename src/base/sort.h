// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Sorts numbers in place (heapsort). Callers pack each item into 64 bits, with the sort key in the high bits.
#ifndef LANDFALL_SORT_H
#define LANDFALL_SORT_H

#include "core.h"

/// Sorts in ascending order. Time: O(n) if the numbers are in order already, else O(n log n).
void lfi_sort(uint64_t *numbers, uint64_t count);

/// Makes a heap of the numbers, for callers that want only the first few, greatest first. Time: O(n).
void lfi_sort_heap(uint64_t *numbers, uint64_t count);

/// Takes the greatest number off a heap that is not empty; `count` falls by one. Time: O(log n).
uint64_t lfi_sort_take(uint64_t *numbers, uint64_t *count);

#endif // LANDFALL_SORT_H
