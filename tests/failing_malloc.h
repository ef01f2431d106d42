// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Memory that runs out when told to: the linker sends malloc, calloc and realloc of the test and of the io
// library here (--wrap). For one file of a program.
#ifndef LANDFALL_FAILING_MALLOC_H
#define LANDFALL_FAILING_MALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static int64_t alloc_calls;
static int64_t alloc_fail_at; // 0 = never

static bool alloc_fails(void) {
    return ++alloc_calls == alloc_fail_at;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size) {
    return alloc_fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return alloc_fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    return alloc_fails() ? NULL : __real_realloc(memory, size);
}

#endif // LANDFALL_FAILING_MALLOC_H
