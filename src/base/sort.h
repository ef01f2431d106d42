// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Sorting numbers in place: what is to be sorted is packed into 64 bits, the sorting part on top.
#ifndef LANDFALL_SORT_H
#define LANDFALL_SORT_H

#include "core.h"

/// Sorts upwards. Time: O(n) if they are in order already, else O(n log n).
void lfi_sort(uint64_t *numbers, uint64_t count);

/// For callers that want only the first few in order, greatest first: makes a heap of the numbers. Time:
/// O(n).
void lfi_sort_heap(uint64_t *numbers, uint64_t count);

/// Takes the greatest number off a heap that is not empty; `count` sinks by one. Time: O(log n).
uint64_t lfi_sort_take(uint64_t *numbers, uint64_t *count);

#endif // LANDFALL_SORT_H
