// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Memory: the caller's allocator, or malloc where the build has one (LF_NO_MALLOC leaves it out, and then
// every create call must bring an allocator). Sizes are computed here, once, so that an overflow is refused
// in one place.
#include "arrays.h"

#include <string.h>

#ifndef LF_NO_MALLOC
#include <stdlib.h>

static void *default_alloc(size_t size, void *user) {
    (void)user;
    return malloc(size);
}

static void default_free(void *memory, size_t size, void *user) {
    (void)size;
    (void)user;
    free(memory);
}
#endif

lf_status lfi_allocator_resolve(lf_allocator *allocator) {
    if (allocator->alloc != NULL && allocator->free != NULL) return LF_OK;
    if (allocator->alloc != NULL || allocator->free != NULL) return LF_E_ALLOCATOR;
#ifdef LF_NO_MALLOC
    return LF_E_ALLOCATOR;
#else
    allocator->alloc = default_alloc;
    allocator->free = default_free;
    return LF_OK;
#endif
}

static bool alloc_size(uint64_t count, size_t size, size_t *out) {
    if (count == 0) count = 1;
    if (count > SIZE_MAX / size) return false;
    *out = (size_t)count * size;
    return true;
}

void *lfi_alloc(const lf_allocator *allocator, uint64_t count, size_t size) {
    size_t bytes;
    if (!alloc_size(count, size, &bytes)) return NULL;
    return allocator->alloc(bytes, allocator->user);
}

void lfi_free(const lf_allocator *allocator, void *memory, uint64_t count, size_t size) {
    size_t bytes;
    if (memory == NULL || !alloc_size(count, size, &bytes)) return;
    allocator->free(memory, bytes, allocator->user);
}

/// Memory that is all zeros. Fresh pages of the system are zeros already: calloc knows, and touches none of them.
static void *alloc_zeroed(const lf_allocator *allocator, uint64_t count, size_t size) {
#ifndef LF_NO_MALLOC
    size_t bytes;
    if (allocator->alloc == default_alloc) return alloc_size(count, size, &bytes) ? calloc(1, bytes) : NULL;
#endif
    void *memory = lfi_alloc(allocator, count, size);
    if (memory != NULL) memset(memory, 0, lfi_bytes(count, size));
    return memory;
}

static void *array_make(lfi_arrays *run, uint64_t count, size_t size, bool zeroed) {
    void *array = NULL;
    if (!run->failed)
        array = zeroed ? alloc_zeroed(run->allocator, count, size) : lfi_alloc(run->allocator, count, size);
    if (array == NULL) run->failed = true;
    return array;
}

static void *array_copy(lfi_arrays *run, const void *array, uint64_t count, size_t size) {
    void *copy = array_make(run, count, size, false);
    if (copy != NULL) memcpy(copy, array, (size_t)count * size);
    return copy;
}

void *lfi_arrays_run(lfi_arrays *run, void *array, uint64_t count, size_t size, bool zeroed) {
    const uint64_t real = count == 0 ? 1 : count; // as in lfi_alloc
    run->bytes = real > (UINT64_MAX - run->bytes) / size ? UINT64_MAX : run->bytes + real * size;
    switch (run->mode) {
    case LFI_ARRAYS_MAKE: return array_make(run, count, size, zeroed);
    case LFI_ARRAYS_COPY: return array_copy(run, array, count, size);
    case LFI_ARRAYS_FREE: lfi_free(run->allocator, array, count, size); return NULL;
    default: return array;
    }
}
