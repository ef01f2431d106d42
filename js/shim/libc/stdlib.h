// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The part of <stdlib.h> that the core uses; js/shim/libc.c has the functions.
#ifndef LFJS_STDLIB_H
#define LFJS_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *memory);

#endif // LFJS_STDLIB_H
