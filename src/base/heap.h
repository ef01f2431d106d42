// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A queue of headlands, least key first, in which a key can be lowered. A heap of four children a node: half
// as deep as a binary one, and the children of an entry share a cache line or two. Each headland is in it at
// most once, so its room is known beforehand.
#ifndef LANDFALL_HEAP_H
#define LANDFALL_HEAP_H

#include "arrays.h"

typedef struct lfi_heap_entry {
    uint64_t key;
    uint32_t node;
} lfi_heap_entry;

typedef struct lfi_heap {
    lfi_heap_entry *entries; ///< room for every headland
    uint32_t *place;         ///< for each headland: its index in entries + 1, or 0
    uint32_t count;
} lfi_heap;

/// Its arrays, with room for `count` headlands.
static inline void lfi_heap_arrays(lfi_arrays *run, lfi_heap *heap, uint64_t count) {
    LFI_ARRAY(run, heap->entries, count);
    LFI_ARRAY_ZEROED(run, heap->place, count);
}

static inline void lfi_heap_set(lfi_heap *heap, uint32_t i, lfi_heap_entry entry) {
    heap->entries[i] = entry;
    heap->place[entry.node] = i + 1;
}

static inline void lfi_heap_lift(lfi_heap *heap, uint32_t i, lfi_heap_entry entry) {
    while (i > 0) {
        const uint32_t above = (i - 1) / 4;
        if (heap->entries[above].key <= entry.key) break;
        lfi_heap_set(heap, i, heap->entries[above]);
        i = above;
    }
    lfi_heap_set(heap, i, entry);
}

/// Puts a headland in, or lowers its key.
static inline void lfi_heap_push(lfi_heap *heap, uint32_t node, uint64_t key) {
    const uint32_t place = heap->place[node];
    lfi_heap_lift(heap, place != 0 ? place - 1 : heap->count++, (lfi_heap_entry){key, node});
}

/// Takes the first entry off; there must be one.
static inline lfi_heap_entry lfi_heap_pop(lfi_heap *heap) {
    LFI_ASSERT(heap->count > 0);
    const lfi_heap_entry top = heap->entries[0], last = heap->entries[--heap->count];
    heap->place[top.node] = 0;
    if (heap->count == 0) return top;
    uint32_t i = 0;
    for (;;) {
        const uint32_t child = 4 * i + 1;
        if (child >= heap->count) break;
        const uint32_t end = child + 4 < heap->count ? child + 4 : heap->count;
        uint32_t least = child;
        for (uint32_t c = child + 1; c < end; c++) {
            if (heap->entries[c].key < heap->entries[least].key) least = c;
        }
        if (heap->entries[least].key >= last.key) break;
        lfi_heap_set(heap, i, heap->entries[least]);
        i = least;
    }
    lfi_heap_set(heap, i, last);
    return top;
}

static inline void lfi_heap_clear(lfi_heap *heap) {
    for (uint32_t i = 0; i < heap->count; i++) heap->place[heap->entries[i].node] = 0;
    heap->count = 0;
}

#endif // LANDFALL_HEAP_H
