// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The few vector operations that `cells` is made of, on 16 numbers of 16 bits (a row of a cell) and on 4 of 32
// bits (a quarter of a side). Every form has the same results, lane by lane: sums of 16 bits saturate, and what
// is shifted in is 65535, "no way". AVX2 and SSE2 on x86-64, NEON, WebAssembly's vectors, or plain C
// (LFI_PORTABLE_WIDE asks for it). Memory need not be aligned.
#ifndef LANDFALL_VECTORS_H
#define LANDFALL_VECTORS_H

#include "../base/core.h"

#include <string.h>

#if defined(__x86_64__) && defined(__SSE2__) && !defined(LFI_PORTABLE_WIDE)
#define LFI_VECTORS_SSE2
#include <emmintrin.h>
#if defined(__AVX2__)
#define LFI_VECTORS_AVX2
#include <immintrin.h>
#endif
#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(LFI_PORTABLE_WIDE)
#define LFI_VECTORS_NEON
#include <arm_neon.h>
#elif defined(__wasm_simd128__) && !defined(LFI_PORTABLE_WIDE)
#define LFI_VECTORS_WASM
#include <wasm_simd128.h>
#else
#define LFI_VECTORS_NONE
#endif

// ---- 8 numbers of 16 bits, half a row -------------------------------------------------------------

#if defined(LFI_VECTORS_SSE2)

typedef __m128i lfi_v8;

static inline lfi_v8 lfi_v8_load(const uint16_t *from) {
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}

static inline void lfi_v8_store(uint16_t *to, lfi_v8 a) {
    _mm_storeu_si128((__m128i *)(void *)to, a);
}

static inline lfi_v8 lfi_v8_splat(uint16_t number) {
    return _mm_set1_epi16((int16_t)number);
}

static inline lfi_v8 lfi_v8_add(lfi_v8 a, lfi_v8 b) {
    return _mm_adds_epu16(a, b);
}

/// SSE2 has no least of unsigned numbers: a - (a - b, but 0 if below 0).
static inline lfi_v8 lfi_v8_min(lfi_v8 a, lfi_v8 b) {
    return _mm_sub_epi16(a, _mm_subs_epu16(a, b));
}

/// b must not be greater.
static inline lfi_v8 lfi_v8_take(lfi_v8 a, lfi_v8 b) {
    return _mm_sub_epi16(a, b);
}

static inline lfi_v8 lfi_v8_times(lfi_v8 a, lfi_v8 b) {
    return _mm_mullo_epi16(a, b);
}

/// The numbers from the last to the first.
static inline lfi_v8 lfi_v8_reverse(lfi_v8 a) {
    return _mm_shuffle_epi32(_mm_shufflehi_epi16(_mm_shufflelo_epi16(a, 0x1b), 0x1b), 0x4e);
}

static inline lfi_v8 lfi_v8_or(lfi_v8 a, lfi_v8 b) {
    return _mm_or_si128(a, b);
}

static inline bool lfi_v8_same(lfi_v8 a, lfi_v8 b) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(a, b)) == 0xffff;
}

/// The last `n` numbers of `before`, and the first 8 - n of `a`. (A macro: the count is part of the instruction.)
#define LFI_V8_LATER(before, a, n) \
    _mm_or_si128(_mm_slli_si128((a), 2 * (n)), _mm_srli_si128((before), 16 - 2 * (n)))
/// The last 8 - n numbers of `a`, and the first `n` of `after`.
#define LFI_V8_SOONER(a, after, n) \
    _mm_or_si128(_mm_srli_si128((a), 2 * (n)), _mm_slli_si128((after), 16 - 2 * (n)))

/// 0 where a bit is set, else 65535.
static inline lfi_v8 lfi_v8_closed(unsigned bits) {
    const __m128i each = _mm_set_epi16(128, 64, 32, 16, 8, 4, 2, 1);
    return _mm_cmpeq_epi16(_mm_and_si128(_mm_set1_epi16((int16_t)(bits & 0xff)), each), _mm_setzero_si128());
}

/// Eight numbers of 32 bits below 2^31, counted from `base` on: 0 if they are less, 65535 if they are farther. (SSE2
/// narrows signed numbers only, so they are moved down by half of the range, and up again.)
static inline lfi_v8 lfi_v8_near(const uint32_t *from, uint32_t base) {
    const __m128i less = _mm_set1_epi32((int32_t)base + 32768);
    const __m128i low = _mm_sub_epi32(_mm_loadu_si128((const __m128i *)(const void *)from), less);
    const __m128i high = _mm_sub_epi32(_mm_loadu_si128((const __m128i *)(const void *)(from + 4)), less);
    return _mm_xor_si128(_mm_packs_epi32(low, high), _mm_set1_epi16(INT16_MIN));
}

/// All bits set where the numbers are the same.
static inline lfi_v8 lfi_v8_equal(lfi_v8 a, lfi_v8 b) {
    return _mm_cmpeq_epi16(a, b);
}

/// All bits set where a is not less.
static inline lfi_v8 lfi_v8_reaches(lfi_v8 a, lfi_v8 b) {
    return _mm_cmpeq_epi16(_mm_subs_epu16(b, a), _mm_setzero_si128());
}

/// A bit for each number of two masks.
static inline unsigned lfi_v8_bits(lfi_v8 low, lfi_v8 high) {
    return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(low, high));
}

#elif defined(LFI_VECTORS_NEON)

typedef uint16x8_t lfi_v8;

static inline lfi_v8 lfi_v8_load(const uint16_t *from) {
    return vld1q_u16(from);
}

static inline void lfi_v8_store(uint16_t *to, lfi_v8 a) {
    vst1q_u16(to, a);
}

static inline lfi_v8 lfi_v8_splat(uint16_t number) {
    return vdupq_n_u16(number);
}

static inline lfi_v8 lfi_v8_add(lfi_v8 a, lfi_v8 b) {
    return vqaddq_u16(a, b);
}

static inline lfi_v8 lfi_v8_min(lfi_v8 a, lfi_v8 b) {
    return vminq_u16(a, b);
}

static inline lfi_v8 lfi_v8_take(lfi_v8 a, lfi_v8 b) {
    return vsubq_u16(a, b);
}

static inline lfi_v8 lfi_v8_times(lfi_v8 a, lfi_v8 b) {
    return vmulq_u16(a, b);
}

static inline lfi_v8 lfi_v8_reverse(lfi_v8 a) {
    const lfi_v8 halves = vrev64q_u16(a);
    return vextq_u16(halves, halves, 4);
}

static inline lfi_v8 lfi_v8_or(lfi_v8 a, lfi_v8 b) {
    return vorrq_u16(a, b);
}

static inline bool lfi_v8_same(lfi_v8 a, lfi_v8 b) {
    return vminvq_u16(vceqq_u16(a, b)) == 0xffff;
}

#define LFI_V8_LATER(before, a, n) vextq_u16((before), (a), 8 - (n))
#define LFI_V8_SOONER(a, after, n) vextq_u16((a), (after), (n))

static inline lfi_v8 lfi_v8_closed(unsigned bits) {
    static const uint16_t each[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    return vceqq_u16(vandq_u16(vdupq_n_u16((uint16_t)bits), vld1q_u16(each)), vdupq_n_u16(0));
}

static inline lfi_v8 lfi_v8_near(const uint32_t *from, uint32_t base) {
    const uint32x4_t less = vdupq_n_u32(base);
    return vcombine_u16(vqmovn_u32(vqsubq_u32(vld1q_u32(from), less)),
                        vqmovn_u32(vqsubq_u32(vld1q_u32(from + 4), less)));
}

static inline lfi_v8 lfi_v8_equal(lfi_v8 a, lfi_v8 b) {
    return vceqq_u16(a, b);
}

static inline lfi_v8 lfi_v8_reaches(lfi_v8 a, lfi_v8 b) {
    return vcgeq_u16(a, b);
}

static inline unsigned lfi_v8_bits(lfi_v8 low, lfi_v8 high) {
    static const uint16_t each[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint16x8_t bits = vld1q_u16(each);
    return vaddvq_u16(vandq_u16(low, bits)) | (unsigned)vaddvq_u16(vandq_u16(high, bits)) << 8;
}

#elif defined(LFI_VECTORS_WASM)

typedef v128_t lfi_v8;

static inline lfi_v8 lfi_v8_load(const uint16_t *from) {
    return wasm_v128_load(from);
}

static inline void lfi_v8_store(uint16_t *to, lfi_v8 a) {
    wasm_v128_store(to, a);
}

static inline lfi_v8 lfi_v8_splat(uint16_t number) {
    return wasm_i16x8_splat((int16_t)number);
}

static inline lfi_v8 lfi_v8_add(lfi_v8 a, lfi_v8 b) {
    return wasm_u16x8_add_sat(a, b);
}

static inline lfi_v8 lfi_v8_min(lfi_v8 a, lfi_v8 b) {
    return wasm_u16x8_min(a, b);
}

static inline lfi_v8 lfi_v8_take(lfi_v8 a, lfi_v8 b) {
    return wasm_i16x8_sub(a, b);
}

static inline lfi_v8 lfi_v8_times(lfi_v8 a, lfi_v8 b) {
    return wasm_i16x8_mul(a, b);
}

static inline lfi_v8 lfi_v8_reverse(lfi_v8 a) {
    return wasm_i16x8_shuffle(a, a, 7, 6, 5, 4, 3, 2, 1, 0);
}

static inline lfi_v8 lfi_v8_or(lfi_v8 a, lfi_v8 b) {
    return wasm_v128_or(a, b);
}

static inline bool lfi_v8_same(lfi_v8 a, lfi_v8 b) {
    return wasm_i16x8_all_true(wasm_i16x8_eq(a, b));
}

#define LFI_V8_LATER(before, a, n)                                                                        \
    wasm_i16x8_shuffle((before), (a), 8 - (n), 9 - (n), 10 - (n), 11 - (n), 12 - (n), 13 - (n), 14 - (n), \
                       15 - (n))
#define LFI_V8_SOONER(a, after, n) \
    wasm_i16x8_shuffle((a), (after), (n), 1 + (n), 2 + (n), 3 + (n), 4 + (n), 5 + (n), 6 + (n), 7 + (n))

static inline lfi_v8 lfi_v8_closed(unsigned bits) {
    const v128_t each = wasm_i16x8_const(1, 2, 4, 8, 16, 32, 64, 128);
    return wasm_i16x8_eq(wasm_v128_and(wasm_i16x8_splat((int16_t)(bits & 0xff)), each),
                         wasm_i16x8_const(0, 0, 0, 0, 0, 0, 0, 0));
}

static inline lfi_v8 lfi_v8_near(const uint32_t *from, uint32_t base) {
    const v128_t less = wasm_i32x4_splat((int32_t)base);
    return wasm_u16x8_narrow_i32x4(wasm_i32x4_sub(wasm_v128_load(from), less),
                                   wasm_i32x4_sub(wasm_v128_load(from + 4), less));
}

static inline lfi_v8 lfi_v8_equal(lfi_v8 a, lfi_v8 b) {
    return wasm_i16x8_eq(a, b);
}

static inline lfi_v8 lfi_v8_reaches(lfi_v8 a, lfi_v8 b) {
    return wasm_u16x8_ge(a, b);
}

static inline unsigned lfi_v8_bits(lfi_v8 low, lfi_v8 high) {
    return (unsigned)wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8(low, high));
}

#else

typedef struct lfi_v8 {
    uint16_t at[8];
} lfi_v8;

static inline lfi_v8 lfi_v8_load(const uint16_t *from) {
    lfi_v8 a;
    memcpy(a.at, from, sizeof a.at);
    return a;
}

static inline void lfi_v8_store(uint16_t *to, lfi_v8 a) {
    memcpy(to, a.at, sizeof a.at);
}

static inline lfi_v8 lfi_v8_splat(uint16_t number) {
    lfi_v8 a;
    for (int i = 0; i < 8; i++) a.at[i] = number;
    return a;
}

static inline lfi_v8 lfi_v8_add(lfi_v8 a, lfi_v8 b) {
    for (int i = 0; i < 8; i++) {
        const uint32_t sum = (uint32_t)a.at[i] + b.at[i];
        a.at[i] = sum < UINT16_MAX ? (uint16_t)sum : UINT16_MAX;
    }
    return a;
}

static inline lfi_v8 lfi_v8_min(lfi_v8 a, lfi_v8 b) {
    for (int i = 0; i < 8; i++) a.at[i] = a.at[i] < b.at[i] ? a.at[i] : b.at[i];
    return a;
}

static inline lfi_v8 lfi_v8_take(lfi_v8 a, lfi_v8 b) {
    for (int i = 0; i < 8; i++) a.at[i] = (uint16_t)(a.at[i] - b.at[i]);
    return a;
}

static inline lfi_v8 lfi_v8_times(lfi_v8 a, lfi_v8 b) {
    for (int i = 0; i < 8; i++) a.at[i] = (uint16_t)((uint32_t)a.at[i] * b.at[i]);
    return a;
}

static inline lfi_v8 lfi_v8_reverse(lfi_v8 a) {
    lfi_v8 reversed;
    for (int i = 0; i < 8; i++) reversed.at[i] = a.at[7 - i];
    return reversed;
}

static inline lfi_v8 lfi_v8_or(lfi_v8 a, lfi_v8 b) {
    for (int i = 0; i < 8; i++) a.at[i] = (uint16_t)(a.at[i] | b.at[i]);
    return a;
}

static inline bool lfi_v8_same(lfi_v8 a, lfi_v8 b) {
    return memcmp(a.at, b.at, sizeof a.at) == 0;
}

/// Eight numbers of two vectors in a row, from `first` on.
static inline lfi_v8 lfi_v8_part(lfi_v8 a, lfi_v8 b, int first) {
    uint16_t both[16];
    lfi_v8_store(both, a);
    lfi_v8_store(both + 8, b);
    return lfi_v8_load(both + first);
}

#define LFI_V8_LATER(before, a, n) lfi_v8_part((before), (a), 8 - (n))
#define LFI_V8_SOONER(a, after, n) lfi_v8_part((a), (after), (n))

static inline lfi_v8 lfi_v8_closed(unsigned bits) {
    lfi_v8 a;
    for (int i = 0; i < 8; i++) a.at[i] = (bits >> i & 1) != 0 ? 0 : UINT16_MAX;
    return a;
}

static inline lfi_v8 lfi_v8_near(const uint32_t *from, uint32_t base) {
    lfi_v8 a;
    for (int i = 0; i < 8; i++) {
        const uint32_t past = from[i] > base ? from[i] - base : 0;
        a.at[i] = past < UINT16_MAX ? (uint16_t)past : UINT16_MAX;
    }
    return a;
}

static inline lfi_v8 lfi_v8_equal(lfi_v8 a, lfi_v8 b) {
    for (int i = 0; i < 8; i++) a.at[i] = a.at[i] == b.at[i] ? UINT16_MAX : 0;
    return a;
}

static inline lfi_v8 lfi_v8_reaches(lfi_v8 a, lfi_v8 b) {
    for (int i = 0; i < 8; i++) a.at[i] = a.at[i] >= b.at[i] ? UINT16_MAX : 0;
    return a;
}

static inline unsigned lfi_v8_bits(lfi_v8 low, lfi_v8 high) {
    unsigned bits = 0;
    for (int i = 0; i < 8; i++) bits |= (low.at[i] & 1u) << i | (high.at[i] & 1u) << (i + 8);
    return bits;
}

#endif

// ---- 16 numbers of 16 bits, a row -----------------------------------------------------------------

#ifdef LFI_VECTORS_AVX2

typedef __m256i lfi_v16;

static inline lfi_v16 lfi_v16_load(const uint16_t *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

static inline void lfi_v16_store(uint16_t *to, lfi_v16 a) {
    _mm256_storeu_si256((__m256i *)(void *)to, a);
}

static inline lfi_v16 lfi_v16_splat(uint16_t number) {
    return _mm256_set1_epi16((int16_t)number);
}

static inline lfi_v16 lfi_v16_add(lfi_v16 a, lfi_v16 b) {
    return _mm256_adds_epu16(a, b);
}

static inline lfi_v16 lfi_v16_min(lfi_v16 a, lfi_v16 b) {
    return _mm256_min_epu16(a, b);
}

static inline lfi_v16 lfi_v16_take(lfi_v16 a, lfi_v16 b) {
    return _mm256_sub_epi16(a, b);
}

static inline lfi_v16 lfi_v16_times(lfi_v16 a, lfi_v16 b) {
    return _mm256_mullo_epi16(a, b);
}

static inline lfi_v16 lfi_v16_reverse(lfi_v16 a) {
    const lfi_v16 halves = _mm256_shufflehi_epi16(_mm256_shufflelo_epi16(a, 0x1b), 0x1b);
    return _mm256_permute4x64_epi64(halves, 0x1b);
}

static inline lfi_v16 lfi_v16_or(lfi_v16 a, lfi_v16 b) {
    return _mm256_or_si256(a, b);
}

static inline bool lfi_v16_same(lfi_v16 a, lfi_v16 b) {
    return _mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b)) == -1;
}

static inline lfi_v16 lfi_v16_closed(unsigned bits) {
    const __m256i each =
        _mm256_set_epi16(INT16_MIN, 16384, 8192, 4096, 2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1);
    return _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_set1_epi16((int16_t)bits), each),
                              _mm256_setzero_si256());
}

static inline lfi_v16 lfi_v16_near(const uint32_t *from, uint32_t base) {
    const __m256i less = _mm256_set1_epi32((int32_t)base);
    const __m256i low = _mm256_sub_epi32(_mm256_loadu_si256((const __m256i *)(const void *)from), less);
    const __m256i high =
        _mm256_sub_epi32(_mm256_loadu_si256((const __m256i *)(const void *)(from + 8)), less);
    return _mm256_permute4x64_epi64(_mm256_packus_epi32(low, high), 0xd8);
}

static inline unsigned lfi_v16_bits(__m256i mask) {
    return lfi_v8_bits(_mm256_castsi256_si128(mask), _mm256_extracti128_si256(mask, 1));
}

/// A bit for each number of a that is less than that of b.
static inline unsigned lfi_v16_lower(lfi_v16 a, lfi_v16 b) {
    return ~lfi_v16_bits(_mm256_cmpeq_epi16(_mm256_subs_epu16(b, a), _mm256_setzero_si256())) & 0xffff;
}

/// A bit for each number of a that is not that of b.
static inline unsigned lfi_v16_unlike(lfi_v16 a, lfi_v16 b) {
    return ~lfi_v16_bits(_mm256_cmpeq_epi16(a, b)) & 0xffff;
}

// A permutation puts the other half beside each half, and a shift over both halves takes the rest.
#define LFI_V16_HALVES_LATER(a)  _mm256_permute2x128_si256(_mm256_set1_epi8(-1), (a), 0x20)
#define LFI_V16_HALVES_SOONER(a) _mm256_permute2x128_si256((a), _mm256_set1_epi8(-1), 0x21)
#define LFI_V16_LATER(a, n)      _mm256_alignr_epi8((a), LFI_V16_HALVES_LATER(a), 16 - 2 * (n))
#define LFI_V16_SOONER(a, n)     _mm256_alignr_epi8(LFI_V16_HALVES_SOONER(a), (a), 2 * (n))

static inline lfi_v16 lfi_v16_later8(lfi_v16 a) {
    return LFI_V16_HALVES_LATER(a);
}

static inline lfi_v16 lfi_v16_sooner8(lfi_v16 a) {
    return LFI_V16_HALVES_SOONER(a);
}

#else

typedef struct lfi_v16 {
    lfi_v8 low, high;
} lfi_v16;

static inline lfi_v16 lfi_v16_load(const uint16_t *from) {
    return (lfi_v16){lfi_v8_load(from), lfi_v8_load(from + 8)};
}

static inline void lfi_v16_store(uint16_t *to, lfi_v16 a) {
    lfi_v8_store(to, a.low);
    lfi_v8_store(to + 8, a.high);
}

static inline lfi_v16 lfi_v16_splat(uint16_t number) {
    return (lfi_v16){lfi_v8_splat(number), lfi_v8_splat(number)};
}

static inline lfi_v16 lfi_v16_add(lfi_v16 a, lfi_v16 b) {
    return (lfi_v16){lfi_v8_add(a.low, b.low), lfi_v8_add(a.high, b.high)};
}

static inline lfi_v16 lfi_v16_min(lfi_v16 a, lfi_v16 b) {
    return (lfi_v16){lfi_v8_min(a.low, b.low), lfi_v8_min(a.high, b.high)};
}

static inline lfi_v16 lfi_v16_take(lfi_v16 a, lfi_v16 b) {
    return (lfi_v16){lfi_v8_take(a.low, b.low), lfi_v8_take(a.high, b.high)};
}

static inline lfi_v16 lfi_v16_reverse(lfi_v16 a) {
    return (lfi_v16){lfi_v8_reverse(a.high), lfi_v8_reverse(a.low)};
}

static inline lfi_v16 lfi_v16_times(lfi_v16 a, lfi_v16 b) {
    return (lfi_v16){lfi_v8_times(a.low, b.low), lfi_v8_times(a.high, b.high)};
}

static inline lfi_v16 lfi_v16_or(lfi_v16 a, lfi_v16 b) {
    return (lfi_v16){lfi_v8_or(a.low, b.low), lfi_v8_or(a.high, b.high)};
}

static inline bool lfi_v16_same(lfi_v16 a, lfi_v16 b) {
    return lfi_v8_same(a.low, b.low) && lfi_v8_same(a.high, b.high);
}

static inline lfi_v16 lfi_v16_closed(unsigned bits) {
    return (lfi_v16){lfi_v8_closed(bits & 0xff), lfi_v8_closed(bits >> 8)};
}

static inline lfi_v16 lfi_v16_near(const uint32_t *from, uint32_t base) {
    return (lfi_v16){lfi_v8_near(from, base), lfi_v8_near(from + 8, base)};
}

static inline unsigned lfi_v16_lower(lfi_v16 a, lfi_v16 b) {
    return ~lfi_v8_bits(lfi_v8_reaches(a.low, b.low), lfi_v8_reaches(a.high, b.high)) & 0xffff;
}

static inline unsigned lfi_v16_unlike(lfi_v16 a, lfi_v16 b) {
    return ~lfi_v8_bits(lfi_v8_equal(a.low, b.low), lfi_v8_equal(a.high, b.high)) & 0xffff;
}

#define LFI_V8_NONE lfi_v8_splat(UINT16_MAX)
#define LFI_V16_LATER(a, n) \
    ((lfi_v16){LFI_V8_LATER(LFI_V8_NONE, (a).low, (n)), LFI_V8_LATER((a).low, (a).high, (n))})
#define LFI_V16_SOONER(a, n) \
    ((lfi_v16){LFI_V8_SOONER((a).low, (a).high, (n)), LFI_V8_SOONER((a).high, LFI_V8_NONE, (n))})

static inline lfi_v16 lfi_v16_later8(lfi_v16 a) {
    return (lfi_v16){LFI_V8_NONE, a.low};
}

static inline lfi_v16 lfi_v16_sooner8(lfi_v16 a) {
    return (lfi_v16){a.high, LFI_V8_NONE};
}

#endif

/// The least number up to each.
static inline lfi_v16 lfi_v16_before(lfi_v16 a) {
    a = lfi_v16_min(a, LFI_V16_LATER(a, 1));
    a = lfi_v16_min(a, LFI_V16_LATER(a, 2));
    a = lfi_v16_min(a, LFI_V16_LATER(a, 4));
    return lfi_v16_min(a, lfi_v16_later8(a));
}

/// The least number from each on.
static inline lfi_v16 lfi_v16_after(lfi_v16 a) {
    a = lfi_v16_min(a, LFI_V16_SOONER(a, 1));
    a = lfi_v16_min(a, LFI_V16_SOONER(a, 2));
    a = lfi_v16_min(a, LFI_V16_SOONER(a, 4));
    return lfi_v16_min(a, lfi_v16_sooner8(a));
}

static inline uint16_t lfi_v16_at(lfi_v16 a, int i) {
    uint16_t each[16];
    lfi_v16_store(each, a);
    return each[i];
}

// ---- 4 numbers of 32 bits, below 2^31 -------------------------------------------------------------

#if defined(LFI_VECTORS_SSE2)

typedef __m128i lfi_v4;

static inline lfi_v4 lfi_v4_load(const uint32_t *from) {
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}

static inline void lfi_v4_store(uint32_t *to, lfi_v4 a) {
    _mm_storeu_si128((__m128i *)(void *)to, a);
}

static inline lfi_v4 lfi_v4_splat(uint32_t number) {
    return _mm_set1_epi32((int32_t)number);
}

static inline lfi_v4 lfi_v4_add(lfi_v4 a, lfi_v4 b) {
    return _mm_add_epi32(a, b);
}

/// b must not be greater.
static inline lfi_v4 lfi_v4_take(lfi_v4 a, lfi_v4 b) {
    return _mm_sub_epi32(a, b);
}

/// All bits set where a is less.
static inline lfi_v4 lfi_v4_less(lfi_v4 a, lfi_v4 b) {
    return _mm_cmplt_epi32(a, b);
}

static inline lfi_v4 lfi_v4_and(lfi_v4 a, lfi_v4 b) {
    return _mm_and_si128(a, b);
}

/// a where the mask is set, else b.
static inline lfi_v4 lfi_v4_pick(lfi_v4 mask, lfi_v4 a, lfi_v4 b) {
    return _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b));
}

/// A bit for each number of a mask.
static inline unsigned lfi_v4_bits(lfi_v4 mask) {
    return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(mask));
}

/// Four numbers of 16 bits as numbers of 32.
static inline lfi_v4 lfi_v4_widen(const uint16_t *from) {
    return _mm_unpacklo_epi16(_mm_loadl_epi64((const __m128i *)(const void *)from), _mm_setzero_si128());
}

#elif defined(LFI_VECTORS_NEON)

typedef uint32x4_t lfi_v4;

static inline lfi_v4 lfi_v4_load(const uint32_t *from) {
    return vld1q_u32(from);
}

static inline void lfi_v4_store(uint32_t *to, lfi_v4 a) {
    vst1q_u32(to, a);
}

static inline lfi_v4 lfi_v4_splat(uint32_t number) {
    return vdupq_n_u32(number);
}

static inline lfi_v4 lfi_v4_add(lfi_v4 a, lfi_v4 b) {
    return vaddq_u32(a, b);
}

static inline lfi_v4 lfi_v4_take(lfi_v4 a, lfi_v4 b) {
    return vsubq_u32(a, b);
}

static inline lfi_v4 lfi_v4_less(lfi_v4 a, lfi_v4 b) {
    return vcltq_u32(a, b);
}

static inline lfi_v4 lfi_v4_and(lfi_v4 a, lfi_v4 b) {
    return vandq_u32(a, b);
}

static inline lfi_v4 lfi_v4_pick(lfi_v4 mask, lfi_v4 a, lfi_v4 b) {
    return vbslq_u32(mask, a, b);
}

static inline unsigned lfi_v4_bits(lfi_v4 mask) {
    static const uint32_t each[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(mask, vld1q_u32(each)));
}

static inline lfi_v4 lfi_v4_widen(const uint16_t *from) {
    return vmovl_u16(vld1_u16(from));
}

#elif defined(LFI_VECTORS_WASM)

typedef v128_t lfi_v4;

static inline lfi_v4 lfi_v4_load(const uint32_t *from) {
    return wasm_v128_load(from);
}

static inline void lfi_v4_store(uint32_t *to, lfi_v4 a) {
    wasm_v128_store(to, a);
}

static inline lfi_v4 lfi_v4_splat(uint32_t number) {
    return wasm_i32x4_splat((int32_t)number);
}

static inline lfi_v4 lfi_v4_add(lfi_v4 a, lfi_v4 b) {
    return wasm_i32x4_add(a, b);
}

static inline lfi_v4 lfi_v4_take(lfi_v4 a, lfi_v4 b) {
    return wasm_i32x4_sub(a, b);
}

static inline lfi_v4 lfi_v4_less(lfi_v4 a, lfi_v4 b) {
    return wasm_i32x4_lt(a, b);
}

static inline lfi_v4 lfi_v4_and(lfi_v4 a, lfi_v4 b) {
    return wasm_v128_and(a, b);
}

static inline lfi_v4 lfi_v4_pick(lfi_v4 mask, lfi_v4 a, lfi_v4 b) {
    return wasm_v128_bitselect(a, b, mask);
}

static inline unsigned lfi_v4_bits(lfi_v4 mask) {
    return (unsigned)wasm_i32x4_bitmask(mask);
}

static inline lfi_v4 lfi_v4_widen(const uint16_t *from) {
    return wasm_u32x4_load16x4(from);
}

#else

typedef struct lfi_v4 {
    uint32_t at[4];
} lfi_v4;

static inline lfi_v4 lfi_v4_load(const uint32_t *from) {
    lfi_v4 a;
    memcpy(a.at, from, sizeof a.at);
    return a;
}

static inline void lfi_v4_store(uint32_t *to, lfi_v4 a) {
    memcpy(to, a.at, sizeof a.at);
}

static inline lfi_v4 lfi_v4_splat(uint32_t number) {
    return (lfi_v4){{number, number, number, number}};
}

static inline lfi_v4 lfi_v4_add(lfi_v4 a, lfi_v4 b) {
    for (int i = 0; i < 4; i++) a.at[i] += b.at[i];
    return a;
}

static inline lfi_v4 lfi_v4_take(lfi_v4 a, lfi_v4 b) {
    for (int i = 0; i < 4; i++) a.at[i] -= b.at[i];
    return a;
}

static inline lfi_v4 lfi_v4_less(lfi_v4 a, lfi_v4 b) {
    for (int i = 0; i < 4; i++) a.at[i] = a.at[i] < b.at[i] ? UINT32_MAX : 0;
    return a;
}

static inline lfi_v4 lfi_v4_and(lfi_v4 a, lfi_v4 b) {
    for (int i = 0; i < 4; i++) a.at[i] &= b.at[i];
    return a;
}

static inline lfi_v4 lfi_v4_pick(lfi_v4 mask, lfi_v4 a, lfi_v4 b) {
    for (int i = 0; i < 4; i++) a.at[i] = (mask.at[i] & a.at[i]) | (~mask.at[i] & b.at[i]);
    return a;
}

static inline unsigned lfi_v4_bits(lfi_v4 mask) {
    return (mask.at[0] & 1) | (mask.at[1] & 2) | (mask.at[2] & 4) | (mask.at[3] & 8);
}

static inline lfi_v4 lfi_v4_widen(const uint16_t *from) {
    return (lfi_v4){{from[0], from[1], from[2], from[3]}};
}

#endif

static inline lfi_v4 lfi_v4_min(lfi_v4 a, lfi_v4 b) {
    return lfi_v4_pick(lfi_v4_less(a, b), a, b);
}

static inline lfi_v4 lfi_v4_max(lfi_v4 a, lfi_v4 b) {
    return lfi_v4_pick(lfi_v4_less(a, b), b, a);
}

/// A mask of the lowest four bits.
static inline lfi_v4 lfi_v4_mask(unsigned bits) {
    static const uint32_t masks[16][4] = {
        {0, 0, 0, 0},
        {UINT32_MAX, 0, 0, 0},
        {0, UINT32_MAX, 0, 0},
        {UINT32_MAX, UINT32_MAX, 0, 0},
        {0, 0, UINT32_MAX, 0},
        {UINT32_MAX, 0, UINT32_MAX, 0},
        {0, UINT32_MAX, UINT32_MAX, 0},
        {UINT32_MAX, UINT32_MAX, UINT32_MAX, 0},
        {0, 0, 0, UINT32_MAX},
        {UINT32_MAX, 0, 0, UINT32_MAX},
        {0, UINT32_MAX, 0, UINT32_MAX},
        {UINT32_MAX, UINT32_MAX, 0, UINT32_MAX},
        {0, 0, UINT32_MAX, UINT32_MAX},
        {UINT32_MAX, 0, UINT32_MAX, UINT32_MAX},
        {0, UINT32_MAX, UINT32_MAX, UINT32_MAX},
        {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX},
    };
    return lfi_v4_load(masks[bits & 15]);
}

/// The least of the four.
static inline uint32_t lfi_v4_least(lfi_v4 a) {
    uint32_t each[4];
    lfi_v4_store(each, a);
    const uint32_t x = each[0] < each[1] ? each[0] : each[1], y = each[2] < each[3] ? each[2] : each[3];
    return x < y ? x : y;
}

#endif // LANDFALL_VECTORS_H
