// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Separate chaining: chains of items with equal hashes. When there are more items than chains, the number of
// chains doubles, and every item is linked anew.
//
// Time: O(1) expected for each call. Memory: 8 bytes per item, 4 per chain.
#include "chains.h"

#include <string.h>

enum { CHAINS_FIRST = 1024 };

static void chain_link(lfi_chains *chains, uint32_t item) {
    lfi_chain_link *link = &LFI_ITEMS(lfi_chain_link, chains->links)[item];
    uint32_t *head = &LFI_ITEMS(uint32_t, chains->heads)[link->hash & chains->mask];
    link->next = *head;
    *head = item;
}

static void heads_clear(lfi_chains *chains) {
    memset(chains->heads.items, 0xff, ((size_t)chains->mask + 1) * sizeof(uint32_t)); // LFI_CHAIN_END each
}

bool lfi_chains_clear(lfi_store *store, lfi_chains *chains) {
    if (chains->heads.items == NULL) {
        if (!lfi_pool_reserve(store, &chains->heads, CHAINS_FIRST, sizeof(uint32_t))) return false;
        chains->mask = CHAINS_FIRST - 1;
    }
    chains->count = 0;
    heads_clear(chains);
    return true;
}

static bool chains_double(lfi_store *store, lfi_chains *chains) {
    const uint64_t size = 2 * ((uint64_t)chains->mask + 1);
    if (!lfi_pool_reserve(store, &chains->heads, size, sizeof(uint32_t))) return false;
    chains->mask = (uint32_t)(size - 1);
    heads_clear(chains);
    for (uint32_t i = 0; i < chains->count; i++) chain_link(chains, i);
    return true;
}

bool lfi_chains_add(lfi_store *store, lfi_chains *chains, uint64_t hash) {
    if (!lfi_pool_reserve(store, &chains->links, (uint64_t)chains->count + 1, sizeof(lfi_chain_link)))
        return false;
    LFI_ITEMS(lfi_chain_link, chains->links)[chains->count].hash = (uint32_t)hash;
    chain_link(chains, chains->count++);
    return chains->count <= chains->mask || chains_double(store, chains);
}
