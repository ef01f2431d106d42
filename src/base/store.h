// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Arrays that grow, and one account of the bytes that all of them hold.
#ifndef LANDFALL_STORE_H
#define LANDFALL_STORE_H

#include "core.h"

/// The account. Once something failed, `failure` says what, until it is cleared.
typedef struct lfi_store {
    lf_allocator allocator;
    uint64_t bytes, max_bytes;
    lf_status failure; ///< LF_OK, LF_E_NOMEM, LF_LIMIT, LF_E_INTERNAL or LF_E_CANCELLED
} lfi_store;

/// An array that grows. `{0}` is empty.
typedef struct lfi_pool {
    void *items;
    uint64_t capacity;
    size_t size; ///< of an item
} lfi_pool;

/// Makes room for `count` items of `size` bytes; what is in it stays. False if there is no memory or the
/// account is full: the pool is then as it was.
bool lfi_pool_reserve(lfi_store *store, lfi_pool *pool, uint64_t count, size_t size);

void lfi_pool_free(lfi_store *store, lfi_pool *pool);

/// Notes why something failed; gives false, to be returned.
static inline bool lfi_store_fail(lfi_store *store, lf_status failure) {
    store->failure = failure;
    return false;
}

#endif // LANDFALL_STORE_H
