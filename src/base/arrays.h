// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A module's memory as one list. A module names each of its arrays once, with its length. A run over the list
// then makes, copies or frees the arrays, or counts their bytes, before or after they are made:
//
//     static void queue_arrays(lfi_arrays *run, queue *q, uint64_t count) {
//         LFI_ARRAY(run, q->entries, count);
//         LFI_ARRAY_ZEROED(run, q->places, count);
//     }
#ifndef LANDFALL_ARRAYS_H
#define LANDFALL_ARRAYS_H

#include "core.h"

typedef enum lfi_arrays_mode {
    LFI_ARRAYS_COUNT = 0, ///< adds up bytes; the pointers are neither read nor changed
    LFI_ARRAYS_MAKE,      ///< allocates. An array that cannot be made is NULL, and so are all after it
    LFI_ARRAYS_FREE,      ///< frees and sets to NULL; NULL is fine
    LFI_ARRAYS_COPY,      ///< for a struct copied from another one: replaces each array by a copy of it
} lfi_arrays_mode;

typedef struct lfi_arrays {
    const lf_allocator *allocator; ///< not needed for counting
    lfi_arrays_mode mode;
    bool failed;    ///< MAKE, COPY: whether an array could not be made
    uint64_t bytes; ///< of all arrays of the list
} lfi_arrays;

/// Applies the run to one array, and returns where the array is then.
void *lfi_arrays_run(lfi_arrays *run, void *array, uint64_t count, size_t size, bool zeroed);

#define LFI_ARRAY(run, array, count) \
    ((array) = lfi_arrays_run((run), (array), (count), sizeof *(array), false))
#define LFI_ARRAY_ZEROED(run, array, count) \
    ((array) = lfi_arrays_run((run), (array), (count), sizeof *(array), true))

/// The place in memory from which on elements of this size, a power of 2, lie at multiples of it. There must be room for
/// one more.
static inline void *lfi_lined_up(void *memory, size_t size) {
    return (char *)memory + (size - (uintptr_t)memory % size);
}

#endif // LANDFALL_ARRAYS_H
