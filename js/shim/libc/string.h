// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The part of <string.h> that the core uses; js/shim/libc.c has the functions.
#ifndef LFJS_STRING_H
#define LFJS_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *memchr(const void *in, int byte, size_t size);
int strcmp(const char *a, const char *b);

#endif // LFJS_STRING_H
