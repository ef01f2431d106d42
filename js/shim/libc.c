// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// All that the core and the shim need of a C library, so that a package is built with clang and wasm-ld
// alone, and its module imports nothing.
//
// The heap is a row of blocks from the end of the data to the end of the memory. Each block knows its own
// size and the size of the block before it (boundary tags), so a freed block joins its neighbours at once.
// Free blocks of 2^k to 2^(k+1) - 1 bytes are in list k (segregated fits). The list that a request would
// fall into is searched; any block of a later list fits. An instance serves one map on one thread: a world
// that is edited for hours frees and takes again blocks of the same few sizes.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct block {
    uint32_t size;              // of the whole block, this header included; a multiple of 16
    uint32_t before;            // size of the block before it in memory; 0 = it is the first
    struct block *next, **link; // while it is free: its list, and the pointer that leads to it. While it is
                                // used: link is NULL
} block;

enum { HEAD = sizeof(block), PAGE = 65536, LISTS = 32 };
_Static_assert(sizeof(block) == 16, "memory behind a header is aligned for any type");

extern unsigned char __heap_base;
static block *lists[LISTS];
static block *last; // the block at the end of the heap
static uint32_t heap_end;

static int list_of(uint32_t size) {
    return 31 - __builtin_clz(size);
}

static void block_list(block *b) {
    block **list = &lists[list_of(b->size)];
    b->next = *list;
    b->link = list;
    if (b->next != NULL) b->next->link = &b->next;
    *list = b;
}

static void block_unlist(block *b) {
    *b->link = b->next;
    if (b->next != NULL) b->next->link = b->link;
    b->link = NULL;
}

static block *block_after(block *b) {
    return b == last ? NULL : (block *)((char *)b + b->size);
}

/// Joins a block with the block after it.
static void block_join(block *b) {
    block *gone = block_after(b);
    if (gone == last) last = b;
    b->size += gone->size;
    block *after = block_after(b);
    if (after != NULL) after->before = b->size;
}

/// Makes a used block free.
static void block_release(block *b) {
    block *after = block_after(b);
    if (after != NULL && after->link != NULL) {
        block_unlist(after);
        block_join(b);
    }
    block *before = b->before == 0 ? NULL : (block *)((char *)b - b->before);
    if (before != NULL && before->link != NULL) {
        block_unlist(before);
        block_join(before);
        b = before;
    }
    block_list(b);
}

/// Makes a used block as small as asked, if the rest is worth a block.
static void block_cut(block *b, uint32_t size) {
    if (b->size - size < 4 * HEAD) return;
    block *rest = (block *)((char *)b + size);
    *rest = (block){.size = b->size - size, .before = size};
    if (b == last) last = rest;
    b->size = size;
    block *after = block_after(rest);
    if (after != NULL) after->before = rest->size;
    block_release(rest);
}

static block *heap_find(uint32_t size) {
    for (block *b = lists[list_of(size)]; b != NULL; b = b->next) {
        if (b->size >= size) return b;
    }
    for (int k = list_of(size) + 1; k < LISTS; k++) {
        if (lists[k] != NULL) return lists[k];
    }
    return NULL;
}

/// Adds memory to the end of the heap as a free block, so much that a block of this size fits.
static bool heap_grow(uint32_t size) {
    if (heap_end == 0) {
        heap_end = ((uint32_t)(uintptr_t)&__heap_base + 15) & ~15u;
        const uint32_t there = (uint32_t)__builtin_wasm_memory_size(0) * PAGE;
        size = size > there - heap_end ? size - (there - heap_end) : 0;
    } else if (last->link != NULL) {
        size -= last->size; // it was too small, and becomes part of the new block
    }
    const uint64_t wanted = (uint64_t)__builtin_wasm_memory_size(0) * PAGE + size;
    if (wanted > UINT32_MAX - PAGE) return false; // the last page stays unused: no pointer wraps round to 0
    const uint32_t pages = (size + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return false;
    block *b = (block *)(uintptr_t)heap_end;
    const uint32_t end = (uint32_t)__builtin_wasm_memory_size(0) * PAGE;
    *b = (block){.size = end - heap_end, .before = last == NULL ? 0 : last->size};
    heap_end = end;
    last = b;
    block_release(b);
    return true;
}

void *malloc(size_t size) {
    if (size > UINT32_MAX - 2 * PAGE) return NULL;
    const uint32_t whole = ((uint32_t)size + HEAD + 15) & ~15u;
    block *b = heap_find(whole);
    if (b == NULL && heap_grow(whole)) b = heap_find(whole);
    if (b == NULL) return NULL;
    block_unlist(b);
    block_cut(b, whole);
    return b + 1;
}

/// The core asks for one element, whose size it has computed.
void *calloc(size_t count, size_t size) {
    void *memory = count == 1 ? malloc(size) : NULL;
    return memory != NULL ? memset(memory, 0, size) : NULL;
}

void free(void *memory) {
    if (memory != NULL) block_release((block *)memory - 1);
}

// With bulk memory these three are one instruction each.
void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size) {
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size) {
    return __builtin_memset(to, byte, size);
}

void *memchr(const void *in, int byte, size_t size) {
    const unsigned char *bytes = in;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == (unsigned char)byte) return (void *)(uintptr_t)(bytes + i);
    return NULL;
}

int memcmp(const void *a, const void *b, size_t size) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < size; i++) {
        if (x[i] != y[i]) return x[i] - y[i];
    }
    return 0;
}

int strcmp(const char *a, const char *b) {
    while (*a != 0 && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}
