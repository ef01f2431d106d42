// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A hash table that grows. Items are numbered in the order in which they are added. The caller knows what an
// item is, and which of several items with the same hash is meant:
//
//     uint32_t i = lfi_chains_first(&chains, hash);
//     while (i != LFI_CHAIN_END && !same(i)) i = lfi_chains_next(&chains, i);
//
// There are two hash tables because there are two needs. This one grows, for states that are wider than 32
// bits and whose number nobody knows beforehand. The other one (table.h) never allocates after its creation
// and is emptied in O(1).
#ifndef LANDFALL_CHAINS_H
#define LANDFALL_CHAINS_H

#include "store.h"

#define LFI_CHAIN_END UINT32_MAX

typedef struct lfi_chain_link {
    uint32_t hash, next;
} lfi_chain_link;

typedef struct lfi_chains {
    lfi_pool heads; ///< uint32_t: the last item added to each chain, or LFI_CHAIN_END
    lfi_pool links; ///< one lfi_chain_link per item
    uint32_t mask;  ///< heads are a power of two, at least as many as items
    uint32_t count;
} lfi_chains;

/// Removes all items. Call it before the first use as well. False if there is no memory.
bool lfi_chains_clear(lfi_store *store, lfi_chains *chains);

/// Adds an item under the next number, at most 2^32 - 2. False if there is no memory.
bool lfi_chains_add(lfi_store *store, lfi_chains *chains, uint64_t hash);

/// The first and the next item that may be the one looked for.
static inline uint32_t lfi_chains_first(const lfi_chains *chains, uint64_t hash) {
    return LFI_ITEMS(uint32_t, chains->heads)[(uint32_t)hash & chains->mask];
}

static inline uint32_t lfi_chains_next(const lfi_chains *chains, uint32_t item) {
    return LFI_ITEMS(lfi_chain_link, chains->links)[item].next;
}

#endif // LANDFALL_CHAINS_H
