// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Two heaps, least priority first, because there are two needs: lfi_heap for nodes whose number is known
// beforehand, so that a query allocates nothing; lfi_queue for states that are numbered as they are found.
//
// lfi_heap holds each node (a headland, say) at most once, and the node's priority can be lowered. It is a
// 4-ary heap: half as deep as a binary one, and the children of an entry share a cache line or two.
//
// lfi_queue is a binary heap that takes any number of entries and grows. A node whose priority falls is put
// in once more, and whoever takes off the old entry later has to see that it is out of date (lazy deletion).
// Of equal priorities the lower node comes first, so the order does not depend on how the entries came in.
#ifndef LANDFALL_HEAP_H
#define LANDFALL_HEAP_H

#include "arrays.h"
#include "store.h"

typedef struct lfi_heap_entry {
    uint64_t priority;
    uint32_t node;
} lfi_heap_entry;

typedef struct lfi_heap {
    lfi_heap_entry *entries; ///< room for every node
    uint32_t *place;         ///< for each node: its index in entries + 1, or 0
    uint32_t count;
} lfi_heap;

/// The arrays of a heap with room for `count` nodes.
static inline void lfi_heap_arrays(lfi_arrays *run, lfi_heap *heap, uint64_t count) {
    LFI_ARRAY(run, heap->entries, count);
    LFI_ARRAY_ZEROED(run, heap->place, count);
}

/// Makes room for `count` nodes in two pools of a store, one for the entries and one for the places, and
/// empties the heap. False if there is no memory.
static inline bool lfi_heap_reserve(lfi_store *store, lfi_heap *heap, lfi_pool pools[2], uint64_t count) {
    if (!lfi_pool_reserve(store, &pools[0], count, sizeof *heap->entries) ||
        !lfi_pool_reserve(store, &pools[1], count, sizeof *heap->place))
        return false;
    *heap = (lfi_heap){pools[0].items, pools[1].items, 0};
    for (uint64_t i = 0; i < count; i++) heap->place[i] = 0;
    return true;
}

static inline void lfi_heap_set(lfi_heap *heap, uint32_t i, lfi_heap_entry entry) {
    heap->entries[i] = entry;
    heap->place[entry.node] = i + 1;
}

static inline void lfi_heap_lift(lfi_heap *heap, uint32_t i, lfi_heap_entry entry) {
    while (i > 0) {
        const uint32_t above = (i - 1) / 4;
        if (heap->entries[above].priority <= entry.priority) break;
        lfi_heap_set(heap, i, heap->entries[above]);
        i = above;
    }
    lfi_heap_set(heap, i, entry);
}

/// Puts a node in, or lowers its priority.
static inline void lfi_heap_push(lfi_heap *heap, uint32_t node, uint64_t priority) {
    const uint32_t place = heap->place[node];
    lfi_heap_lift(heap, place != 0 ? place - 1 : heap->count++, (lfi_heap_entry){priority, node});
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
            if (heap->entries[c].priority < heap->entries[least].priority) least = c;
        }
        if (heap->entries[least].priority >= last.priority) break;
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

// ---- The queue ------------------------------------------------------------------------------------

typedef struct lfi_queue {
    lfi_pool entries; ///< lfi_heap_entry
    uint64_t count;
} lfi_queue;

static inline bool lfi_queue_before(lfi_heap_entry a, lfi_heap_entry b) {
    return a.priority != b.priority ? a.priority < b.priority : a.node < b.node;
}

/// False if there is no memory.
static inline bool lfi_queue_push(lfi_store *store, lfi_queue *queue, uint64_t priority, uint32_t node) {
    const lfi_heap_entry entry = {priority, node};
    if (!lfi_pool_reserve(store, &queue->entries, queue->count + 1, sizeof entry)) return false;
    lfi_heap_entry *entries = LFI_ITEMS(lfi_heap_entry, queue->entries);
    uint64_t at = queue->count++;
    for (; at > 0 && lfi_queue_before(entry, entries[(at - 1) / 2]); at = (at - 1) / 2)
        entries[at] = entries[(at - 1) / 2];
    entries[at] = entry;
    return true;
}

/// Takes the first entry off; there must be one.
static inline lfi_heap_entry lfi_queue_pop(lfi_queue *queue) {
    LFI_ASSERT(queue->count > 0);
    lfi_heap_entry *entries = LFI_ITEMS(lfi_heap_entry, queue->entries);
    const lfi_heap_entry top = entries[0], last = entries[--queue->count];
    uint64_t at = 0;
    for (uint64_t child; (child = 2 * at + 1) < queue->count; at = child) {
        if (child + 1 < queue->count && lfi_queue_before(entries[child + 1], entries[child])) child++;
        if (!lfi_queue_before(entries[child], last)) break;
        entries[at] = entries[child];
    }
    entries[at] = last;
    return top;
}

#endif // LANDFALL_HEAP_H
