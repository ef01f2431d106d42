// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Growing arrays for searches whose memory cannot be known before they run. A pool doubles, so that the time
// for copying stays a small part; at first, and near the limit, it takes just what is asked for. Nothing is
// given back between queries, so a query like one before allocates nothing.
#include "store.h"

#include <string.h>

enum { POOL_FIRST = 64 };

static bool pool_fits(const lfi_store *store, uint64_t count, size_t size) {
    return count <= (store->max_bytes - store->bytes) / size;
}

/// How many items the pool should have room for.
static uint64_t pool_room(const lfi_store *store, const lfi_pool *pool, uint64_t count, size_t size) {
    if (pool->items == NULL)
        return count > POOL_FIRST || !pool_fits(store, POOL_FIRST, size) ? count : POOL_FIRST;
    uint64_t room = pool->capacity;
    while (room < count) room = room > UINT64_MAX / 2 ? count : 2 * room;
    return pool_fits(store, room, size) ? room : count;
}

bool lfi_pool_reserve(lfi_store *store, lfi_pool *pool, uint64_t count, size_t size) {
    if (count <= pool->capacity && pool->items != NULL) return true;
    const uint64_t room = pool_room(store, pool, count, size);
    if (!pool_fits(store, room, size)) return lfi_store_fail(store, LF_LIMIT);
    void *items = lfi_alloc(&store->allocator, room, size);
    if (items == NULL) return lfi_store_fail(store, LF_E_NOMEM);
    if (pool->items != NULL) memcpy(items, pool->items, (size_t)pool->capacity * size);
    lfi_pool_free(store, pool);
    *pool = (lfi_pool){items, room, size};
    store->bytes += room * size;
    return true;
}

void lfi_pool_free(lfi_store *store, lfi_pool *pool) {
    if (pool->items == NULL) return;
    lfi_free(&store->allocator, pool->items, pool->capacity, pool->size);
    store->bytes -= pool->capacity * pool->size;
    *pool = (lfi_pool){0};
}
