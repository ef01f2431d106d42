// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Counts who holds a thing (reference counting). The thing is used again, and is never freed while anybody
// may look at it. It has any number of holders at once, or one owner who changes it.
//
// A reader finds the thing through a pointer that may move on at any moment. So it counts itself in first and
// then looks at the pointer again:
//
//     reader                                    owner
//     thing = load(newest)                      store(newest, other)
//     enter(thing)                              leave(thing)           the pointer's own hold
//     if (load(newest) != thing) leave(thing)   if (claim(thing)) ... change it ...
//
// All of these happen in one order that every thread agrees on (sequential consistency). If the owner's claim
// finds no holder, a reader that counts itself in later looks at the pointer later still, sees that it has
// moved on, and leaves without having read anything. The count may then be above 0 for a moment while the
// owner is at work, which hurts nobody. If the pointer comes back to the thing, the thing is complete again.
#ifndef LANDFALL_HOLDERS_H
#define LANDFALL_HOLDERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/// The number of holders, and one more bit for an owner.
typedef struct lfi_holders {
    atomic_uint_least32_t count;
} lfi_holders;

#define LFI_HOLDERS_OWNED UINT32_C(0x80000000)

static inline void lfi_holders_enter(lfi_holders *holders) {
    atomic_fetch_add(&holders->count, 1);
}

static inline void lfi_holders_leave(lfi_holders *holders) {
    atomic_fetch_sub(&holders->count, 1);
}

/// Makes the caller the owner; false if somebody holds or owns the thing.
static inline bool lfi_holders_claim(lfi_holders *holders) {
    uint_least32_t none = 0;
    return atomic_compare_exchange_strong(&holders->count, &none, LFI_HOLDERS_OWNED);
}

/// Ends ownership; nobody holds the thing then.
static inline void lfi_holders_free(lfi_holders *holders) {
    atomic_fetch_sub(&holders->count, LFI_HOLDERS_OWNED);
}

/// Turns the owner into a holder.
static inline void lfi_holders_keep(lfi_holders *holders) {
    atomic_fetch_sub(&holders->count, LFI_HOLDERS_OWNED - 1);
}

#endif // LANDFALL_HOLDERS_H
