// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Arrays that grow (dynamic arrays), and one account of the bytes that all of them hold.
#ifndef LANDFALL_STORE_H
#define LANDFALL_STORE_H

#include "core.h"

typedef struct lfi_pool lfi_pool;

/// The account. Once something has failed, `failure` says what, until it is cleared.
typedef struct lfi_store {
    lf_allocator allocator;
    uint64_t bytes, max_bytes;
    lf_status failure; ///< LF_OK, LF_E_NOMEM, LF_LIMIT, LF_E_INTERNAL or LF_E_CANCELLED
    lfi_pool *pools;   ///< all pools that have items, as a linked list
} lfi_store;

/// An array that grows. `{0}` is empty. It must not move while it has items, because its store points at it.
struct lfi_pool {
    void *items;
    uint64_t capacity;
    size_t size; ///< of an item
    lfi_pool *next;
};

/// The items of a pool as an array of their type.
#define LFI_ITEMS(type, pool) ((type *)(pool).items)

/// Makes room for `count` items of `size` bytes and keeps the items of the pool. False if there is no memory
/// or the account is full: the pool is then as it was.
bool lfi_pool_reserve(lfi_store *store, lfi_pool *pool, uint64_t count, size_t size);

/// Frees the items of one pool; it may be empty.
void lfi_pool_free(lfi_store *store, lfi_pool *pool);

/// Frees the items of all pools.
void lfi_store_free(lfi_store *store);

/// An allocator for arrays that do not grow, on the same account. Its memory must be freed with it; the store
/// must not move.
lf_allocator lfi_store_allocator(lfi_store *store);

/// Notes why something failed. Returns false, for the caller to return.
static inline bool lfi_store_fail(lfi_store *store, lf_status failure) {
    store->failure = failure;
    return false;
}

#endif // LANDFALL_STORE_H
