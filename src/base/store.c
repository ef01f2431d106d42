// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Dynamic arrays for searches whose memory cannot be known before they run. A pool doubles, so that copying
// stays a small part of the time. At first it takes just what is asked for. Near the limit, where twice as much
// does not fit, it grows by an eighth or not at all: growing by what is asked for would copy the whole pool for
// each item that is added. So all copies of a pool together are at most nine times as large as the pool in the
// end. Nothing is given back between queries, so a query that is like an earlier one allocates nothing.
#include "store.h"

#include <string.h>

enum { POOL_FIRST = 64, POOL_LEAST_SHARE = 8 };

static bool pool_fits(const lfi_store *store, uint64_t count, size_t size) {
    return count <= (store->max_bytes - store->bytes) / size;
}

/// Gives the items back.
static void pool_release(lfi_store *store, const lfi_pool *pool) {
    lfi_free(&store->allocator, pool->items, pool->capacity, pool->size);
    store->bytes -= pool->capacity * pool->size;
}

/// How many items the pool should have room for, whether or not they fit.
static uint64_t pool_room(const lfi_store *store, const lfi_pool *pool, uint64_t count, size_t size) {
    if (pool->items == NULL)
        return count > POOL_FIRST || !pool_fits(store, POOL_FIRST, size) ? count : POOL_FIRST;
    uint64_t room = pool->capacity;
    while (room < count) room = room > UINT64_MAX / 2 ? count : 2 * room;
    if (pool_fits(store, room, size)) return room;
    const uint64_t least = pool->capacity + pool->capacity / POOL_LEAST_SHARE + 1;
    return count > least ? count : least;
}

bool lfi_pool_reserve(lfi_store *store, lfi_pool *pool, uint64_t count, size_t size) {
    if (count <= pool->capacity && pool->items != NULL) return true;
    const uint64_t room = pool_room(store, pool, count, size);
    if (!pool_fits(store, room, size)) return lfi_store_fail(store, LF_LIMIT);
    void *items = lfi_alloc(&store->allocator, room, size);
    if (items == NULL) return lfi_store_fail(store, LF_E_NOMEM);
    if (pool->items != NULL) {
        memcpy(items, pool->items, (size_t)pool->capacity * size);
        pool_release(store, pool);
    } else {
        pool->next = store->pools;
        store->pools = pool;
    }
    pool->items = items;
    pool->capacity = room;
    pool->size = size;
    store->bytes += room * size;
    return true;
}

void lfi_pool_free(lfi_store *store, lfi_pool *pool) {
    if (pool->items == NULL) return;
    lfi_pool **at = &store->pools;
    while (*at != pool) at = &(*at)->next;
    *at = pool->next;
    pool_release(store, pool);
    *pool = (lfi_pool){0};
}

void lfi_store_free(lfi_store *store) {
    while (store->pools != NULL) lfi_pool_free(store, store->pools);
}

static void *store_alloc(size_t size, void *user) {
    lfi_store *store = user;
    if (size > store->max_bytes - store->bytes) {
        store->failure = LF_LIMIT;
        return NULL;
    }
    void *memory = store->allocator.alloc(size, store->allocator.user);
    if (memory == NULL)
        store->failure = LF_E_NOMEM;
    else
        store->bytes += size;
    return memory;
}

static void store_free(void *memory, size_t size, void *user) {
    lfi_store *store = user;
    store->allocator.free(memory, size, store->allocator.user);
    store->bytes -= size;
}

lf_allocator lfi_store_allocator(lfi_store *store) {
    return (lf_allocator){.alloc = store_alloc, .free = store_free, .user = store};
}
