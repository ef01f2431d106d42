// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What every file of the library needs: assertions, bit tricks, checked memory, exact division.
#ifndef LANDFALL_CORE_H
#define LANDFALL_CORE_H

// The library itself sees what experts may see.
#ifndef LF_EXPERIMENTAL
#define LF_EXPERIMENTAL
#endif
#include <landfall.h>

// Internal assertions check what only a bug in the library can break. Callers' mistakes get a status instead.
#if defined(LF_ASSERTS) && !defined(LFI_ASSERT)
#include <assert.h>
#define LFI_ASSERT(condition) assert(condition)
#elif !defined(LFI_ASSERT)
#define LFI_ASSERT(condition) ((void)0)
#endif

/// What is wrong with a caller's buffer and its capacity. landfall.h has the rules for buffers.
static inline lf_status lfi_buffer_check(const void *buffer, int64_t capacity) {
    if (capacity < 0) return LF_E_COUNT;
    return buffer == NULL && capacity > 0 ? LF_E_NULL : LF_OK;
}

/// The status for a buffer that had to take `count` elements.
static inline lf_status lfi_buffer_answer(const void *buffer, int64_t capacity, int64_t count) {
    return buffer != NULL && count > capacity ? LF_E_BUFFER_TOO_SMALL : LF_OK;
}

/// Index of the lowest set bit; word != 0.
static inline int lfi_lowest_bit(uint64_t word) {
    LFI_ASSERT(word != 0);
#ifdef __GNUC__
    return __builtin_ctzll(word);
#else
    int bit = 0;
    for (int half = 32; half > 0; half /= 2) {
        if ((word & ((UINT64_C(1) << half) - 1)) == 0) {
            word >>= half;
            bit += half;
        }
    }
    return bit;
#endif
}

/// Index of the highest set bit; word != 0.
static inline int lfi_highest_bit(uint64_t word) {
    LFI_ASSERT(word != 0);
#ifdef __GNUC__
    return 63 - __builtin_clzll(word);
#else
    int bit = 0;
    for (int half = 32; half > 0; half /= 2) {
        if (word >> half != 0) {
            word >>= half;
            bit += half;
        }
    }
    return bit;
#endif
}

/// A function that is compiled anew for each call, so that a constant argument chooses between two loops at
/// compile time and not in every round. Left to itself, gcc made one function of the two kinds of keels
/// (lookout.c), and a lookout under orthogonal moves took a tenth more instructions. Where size is asked for
/// (-Os, -Oz), one function of all kinds is what is wanted.
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define LFI_INLINED static inline __attribute__((always_inline))
#else
#define LFI_INLINED static inline
#endif

/// A function that is hardly ever called: its callers are compiled for the case without the call.
#ifdef __GNUC__
#define LFI_RARE __attribute__((cold))
#else
#define LFI_RARE
#endif

/// Tells the processor that this memory will soon be read.
static inline void lfi_prefetch(const void *memory) {
#ifdef __GNUC__
    __builtin_prefetch(memory);
#else
    (void)memory;
#endif
}

static inline int lfi_count_bits(uint64_t word) {
#if defined(__GNUC__) && (defined(__POPCNT__) || defined(__wasm__) || defined(__aarch64__))
    return __builtin_popcountll(word);
#else
    // Sums of neighbouring bits, of pairs, of nibbles, of bytes. Where the processor has no instruction for
    // it, the compiler would call a function of its own.
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)(word * UINT64_C(0x0101010101010101) >> 56);
#endif
}

static inline void lfi_bytes_reverse(uint8_t *bytes, int64_t count) {
    for (int64_t i = 0, j = count - 1; i < j; i++, j--) {
        const uint8_t swap = bytes[i];
        bytes[i] = bytes[j];
        bytes[j] = swap;
    }
}

/// Division of 32-bit numbers by a fixed divisor without a division: two multiplications, exact for every
/// number. Tiles are indexes, moves need rows, and one real division per tile would cost more than the rest.
typedef struct lfi_divider {
    uint64_t magic; ///< ceil(2^64 / divisor); 0 stands for divisor 1
} lfi_divider;

static inline lfi_divider lfi_divider_make(uint32_t divisor) {
    LFI_ASSERT(divisor != 0);
    return (lfi_divider){.magic = divisor == 1 ? 0 : UINT64_MAX / divisor + 1};
}

static inline uint32_t lfi_divide(lfi_divider by, uint32_t number) {
    if (by.magic == 0) return number;
    const uint64_t low = ((by.magic & UINT32_MAX) * number) >> 32;
    return (uint32_t)(((by.magic >> 32) * number + low) >> 32);
}

// alloc.c

/// Whether an allocator is usable: it has both functions or (with malloc in the build) neither. Fills in the
/// default.
lf_status lfi_allocator_resolve(lf_allocator *allocator);

/// Memory for `count` things of `size` bytes; NULL if there is none or the product overflows. A count of 0
/// gives memory for one, so that NULL always means failure.
void *lfi_alloc(const lf_allocator *allocator, uint64_t count, size_t size);

/// Bytes that lfi_alloc takes for the same count and size.
static inline size_t lfi_bytes(uint64_t count, size_t size) {
    return (size_t)(count == 0 ? 1 : count) * size;
}

/// Frees memory that lfi_alloc gave for the same count and size. NULL is fine.
void lfi_free(const lf_allocator *allocator, void *memory, uint64_t count, size_t size);

#endif // LANDFALL_CORE_H
