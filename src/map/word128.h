// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A word of 128 bits (SIMD): the tiles of a block, eight rows of 16.
//
//            bit 0                    bit 15
//     row 0  x x x x x x x x x x x x x x x x      the bit of the tile at (x, y) in the block is
//     row 1  x x x x x x x x x x x x x x x x      bit x of the 16-bit number of row y
//     ...
//     row 7  x x x x x x x x x x x x x x x x
//
// A move to the left or right shifts every row by one bit. A move up or down shifts the whole word by a row.
// Bits that leave the block fall out by themselves. With SSE2, which every x86-64 has, each move is one
// instruction and needs no mask. (Words of 64 bits, for blocks of 8 x 8, need masks and twice the blocks: a
// flood was a third slower.) WebAssembly's vectors have the same moves. Without either, or with
// LFI_PORTABLE_WIDE, two numbers of 64 bits do the same.
#ifndef LANDFALL_WORD128_H
#define LANDFALL_WORD128_H

#include "../base/core.h"

#include <string.h>

#if defined(__x86_64__) && defined(__SSE2__) && !defined(LFI_PORTABLE_WIDE)
#define LFI_WIDE_SSE2
#include <emmintrin.h>
#elif defined(__wasm_simd128__) && !defined(LFI_PORTABLE_WIDE)
#define LFI_WIDE_WASM
#include <wasm_simd128.h>
#endif

// Some files of a WebAssembly module may be compiled with vectors and others without (js/build-wasm.sh): words
// lie in memory alike in both.
#ifdef __wasm__
#define LFI_WIDE_PLACE _Alignas(16)
#else
#define LFI_WIDE_PLACE
#endif

enum { LFI_WIDE_COLUMNS = 16, LFI_WIDE_ROWS = 8, LFI_WIDE_TILES = 128 };

#ifdef LFI_WIDE_SSE2

typedef struct lfi_wide {
    __m128i all;
} lfi_wide;

static inline lfi_wide lfi_wide_none(void) {
    return (lfi_wide){.all = _mm_setzero_si128()};
}

static inline lfi_wide lfi_wide_full(void) {
    return (lfi_wide){.all = _mm_set1_epi8(-1)};
}

static inline bool lfi_wide_is_none(lfi_wide a) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(a.all, _mm_setzero_si128())) == 0xffff;
}

static inline lfi_wide lfi_wide_and(lfi_wide a, lfi_wide b) {
    return (lfi_wide){.all = _mm_and_si128(a.all, b.all)};
}

static inline lfi_wide lfi_wide_or(lfi_wide a, lfi_wide b) {
    return (lfi_wide){.all = _mm_or_si128(a.all, b.all)};
}

/// The bits of a that are not in b.
static inline lfi_wide lfi_wide_without(lfi_wide a, lfi_wide b) {
    return (lfi_wide){.all = _mm_andnot_si128(b.all, a.all)};
}

/// The bits that are in one of the two, not in both.
static inline lfi_wide lfi_wide_xor(lfi_wide a, lfi_wide b) {
    return (lfi_wide){.all = _mm_xor_si128(a.all, b.all)};
}

static inline lfi_wide lfi_wide_left(lfi_wide a) {
    return (lfi_wide){.all = _mm_srli_epi16(a.all, 1)};
}

static inline lfi_wide lfi_wide_right(lfi_wide a) {
    return (lfi_wide){.all = _mm_slli_epi16(a.all, 1)};
}

static inline lfi_wide lfi_wide_up(lfi_wide a) {
    return (lfi_wide){.all = _mm_srli_si128(a.all, 2)};
}

static inline lfi_wide lfi_wide_down(lfi_wide a) {
    return (lfi_wide){.all = _mm_slli_si128(a.all, 2)};
}

/// The first column as the last column of the block to the left, where its tiles move to.
static inline lfi_wide lfi_wide_first_to_last(lfi_wide a) {
    return (lfi_wide){.all = _mm_slli_epi16(a.all, 15)};
}

static inline lfi_wide lfi_wide_last_to_first(lfi_wide a) {
    return (lfi_wide){.all = _mm_srli_epi16(a.all, 15)};
}

static inline unsigned lfi_wide_top(lfi_wide a) {
    return (unsigned)_mm_cvtsi128_si32(a.all) & 0xffff;
}

static inline unsigned lfi_wide_bottom(lfi_wide a) {
    return (unsigned)_mm_extract_epi16(a.all, LFI_WIDE_ROWS - 1);
}

static inline lfi_wide lfi_wide_of_top(unsigned row) {
    return (lfi_wide){.all = _mm_cvtsi32_si128((int)row)};
}

static inline lfi_wide lfi_wide_of_bottom(unsigned row) {
    return (lfi_wide){.all = _mm_slli_si128(_mm_cvtsi32_si128((int)row), 2 * (LFI_WIDE_ROWS - 1))};
}

static inline int lfi_wide_count(lfi_wide a) {
    const __m128i ones = _mm_set1_epi8(0x55), twos = _mm_set1_epi8(0x33), fours = _mm_set1_epi8(0x0f);
    __m128i x = _mm_sub_epi8(a.all, _mm_and_si128(_mm_srli_epi16(a.all, 1), ones));
    x = _mm_add_epi8(_mm_and_si128(x, twos), _mm_and_si128(_mm_srli_epi16(x, 2), twos));
    x = _mm_and_si128(_mm_add_epi8(x, _mm_srli_epi16(x, 4)), fours);
    x = _mm_sad_epu8(x, _mm_setzero_si128());
    return _mm_cvtsi128_si32(x) + _mm_extract_epi16(x, 4);
}

#elif defined(LFI_WIDE_WASM)

typedef struct lfi_wide {
    v128_t all;
} lfi_wide;

static inline lfi_wide lfi_wide_none(void) {
    return (lfi_wide){.all = wasm_i64x2_const(0, 0)};
}

static inline lfi_wide lfi_wide_full(void) {
    return (lfi_wide){.all = wasm_i64x2_const(-1, -1)};
}

static inline bool lfi_wide_is_none(lfi_wide a) {
    return !wasm_v128_any_true(a.all);
}

static inline lfi_wide lfi_wide_and(lfi_wide a, lfi_wide b) {
    return (lfi_wide){.all = wasm_v128_and(a.all, b.all)};
}

static inline lfi_wide lfi_wide_or(lfi_wide a, lfi_wide b) {
    return (lfi_wide){.all = wasm_v128_or(a.all, b.all)};
}

static inline lfi_wide lfi_wide_without(lfi_wide a, lfi_wide b) {
    return (lfi_wide){.all = wasm_v128_andnot(a.all, b.all)};
}

static inline lfi_wide lfi_wide_xor(lfi_wide a, lfi_wide b) {
    return (lfi_wide){.all = wasm_v128_xor(a.all, b.all)};
}

static inline lfi_wide lfi_wide_left(lfi_wide a) {
    return (lfi_wide){.all = wasm_u16x8_shr(a.all, 1)};
}

static inline lfi_wide lfi_wide_right(lfi_wide a) {
    return (lfi_wide){.all = wasm_i16x8_shl(a.all, 1)};
}

static inline lfi_wide lfi_wide_up(lfi_wide a) {
    return (lfi_wide){.all = wasm_i16x8_shuffle(a.all, wasm_i64x2_const(0, 0), 1, 2, 3, 4, 5, 6, 7, 8)};
}

static inline lfi_wide lfi_wide_down(lfi_wide a) {
    return (lfi_wide){.all = wasm_i16x8_shuffle(wasm_i64x2_const(0, 0), a.all, 7, 8, 9, 10, 11, 12, 13, 14)};
}

static inline lfi_wide lfi_wide_first_to_last(lfi_wide a) {
    return (lfi_wide){.all = wasm_i16x8_shl(a.all, 15)};
}

static inline lfi_wide lfi_wide_last_to_first(lfi_wide a) {
    return (lfi_wide){.all = wasm_u16x8_shr(a.all, 15)};
}

static inline unsigned lfi_wide_top(lfi_wide a) {
    return (unsigned)wasm_u16x8_extract_lane(a.all, 0);
}

static inline unsigned lfi_wide_bottom(lfi_wide a) {
    return (unsigned)wasm_u16x8_extract_lane(a.all, LFI_WIDE_ROWS - 1);
}

static inline lfi_wide lfi_wide_of_top(unsigned row) {
    return (lfi_wide){.all = wasm_i16x8_replace_lane(wasm_i64x2_const(0, 0), 0, (int16_t)row)};
}

static inline lfi_wide lfi_wide_of_bottom(unsigned row) {
    return (lfi_wide){.all =
                          wasm_i16x8_replace_lane(wasm_i64x2_const(0, 0), LFI_WIDE_ROWS - 1, (int16_t)row)};
}

static inline int lfi_wide_count(lfi_wide a) {
    return lfi_count_bits((uint64_t)wasm_i64x2_extract_lane(a.all, 0)) +
           lfi_count_bits((uint64_t)wasm_i64x2_extract_lane(a.all, 1));
}

#else

/// Rows 0 to 3 and rows 4 to 7, the upper row in the lower bits.
typedef struct lfi_wide {
    LFI_WIDE_PLACE uint64_t upper;
    uint64_t lower;
} lfi_wide;

static inline lfi_wide lfi_wide_none(void) {
    return (lfi_wide){0, 0};
}

static inline lfi_wide lfi_wide_full(void) {
    return (lfi_wide){UINT64_MAX, UINT64_MAX};
}

static inline bool lfi_wide_is_none(lfi_wide a) {
    return (a.upper | a.lower) == 0;
}

static inline lfi_wide lfi_wide_and(lfi_wide a, lfi_wide b) {
    return (lfi_wide){a.upper & b.upper, a.lower & b.lower};
}

static inline lfi_wide lfi_wide_or(lfi_wide a, lfi_wide b) {
    return (lfi_wide){a.upper | b.upper, a.lower | b.lower};
}

static inline lfi_wide lfi_wide_without(lfi_wide a, lfi_wide b) {
    return (lfi_wide){a.upper & ~b.upper, a.lower & ~b.lower};
}

static inline lfi_wide lfi_wide_xor(lfi_wide a, lfi_wide b) {
    return (lfi_wide){a.upper ^ b.upper, a.lower ^ b.lower};
}

static inline lfi_wide lfi_wide_left(lfi_wide a) {
    const uint64_t kept = UINT64_C(0x7fff7fff7fff7fff);
    return (lfi_wide){a.upper >> 1 & kept, a.lower >> 1 & kept};
}

static inline lfi_wide lfi_wide_right(lfi_wide a) {
    const uint64_t kept = UINT64_C(0xfffefffefffefffe);
    return (lfi_wide){a.upper << 1 & kept, a.lower << 1 & kept};
}

static inline lfi_wide lfi_wide_up(lfi_wide a) {
    return (lfi_wide){a.upper >> 16 | a.lower << 48, a.lower >> 16};
}

static inline lfi_wide lfi_wide_down(lfi_wide a) {
    return (lfi_wide){a.upper << 16, a.lower << 16 | a.upper >> 48};
}

static inline lfi_wide lfi_wide_first_to_last(lfi_wide a) {
    const uint64_t first = UINT64_C(0x0001000100010001);
    return (lfi_wide){(a.upper & first) << 15, (a.lower & first) << 15};
}

static inline lfi_wide lfi_wide_last_to_first(lfi_wide a) {
    const uint64_t first = UINT64_C(0x0001000100010001);
    return (lfi_wide){a.upper >> 15 & first, a.lower >> 15 & first};
}

static inline unsigned lfi_wide_top(lfi_wide a) {
    return (unsigned)(a.upper & 0xffff);
}

static inline unsigned lfi_wide_bottom(lfi_wide a) {
    return (unsigned)(a.lower >> 48);
}

static inline lfi_wide lfi_wide_of_top(unsigned row) {
    return (lfi_wide){row, 0};
}

static inline lfi_wide lfi_wide_of_bottom(unsigned row) {
    return (lfi_wide){0, (uint64_t)row << 48};
}

/// One row of a word in memory.
static inline unsigned lfi_wide_row(const lfi_wide *a, unsigned y) {
    return (unsigned)((y < 4 ? a->upper : a->lower) >> (16 * (y & 3)) & 0xffff);
}

static inline void lfi_wide_set_row(lfi_wide *a, unsigned y, unsigned row) {
    uint64_t *half = y < 4 ? &a->upper : &a->lower;
    const unsigned shift = 16 * (y & 3);
    *half = (*half & ~(UINT64_C(0xffff) << shift)) | (uint64_t)row << shift;
}

static inline void lfi_wide_add_row(lfi_wide *a, unsigned y, unsigned row) {
    *(y < 4 ? &a->upper : &a->lower) |= (uint64_t)row << (16 * (y & 3));
}

static inline int lfi_wide_count(lfi_wide a) {
    return lfi_count_bits(a.upper) + lfi_count_bits(a.lower);
}

#endif

#if defined(LFI_WIDE_SSE2) || defined(LFI_WIDE_WASM)

static inline unsigned lfi_wide_row(const lfi_wide *a, unsigned y) {
    uint16_t row;
    memcpy(&row, (const uint8_t *)a + sizeof row * y, sizeof row);
    return row;
}

static inline void lfi_wide_set_row(lfi_wide *a, unsigned y, unsigned row) {
    const uint16_t bits = (uint16_t)row;
    memcpy((uint8_t *)a + sizeof bits * y, &bits, sizeof bits);
}

static inline void lfi_wide_add_row(lfi_wide *a, unsigned y, unsigned row) {
    lfi_wide_set_row(a, y, lfi_wide_row(a, y) | row);
}

#endif

#ifdef __wasm__
_Static_assert(sizeof(lfi_wide) == 16 && _Alignof(lfi_wide) == 16,
               "words lie alike with vectors and without");
#endif

static inline lfi_wide lfi_wide_up_and_down(lfi_wide a) {
    return lfi_wide_or(lfi_wide_up(a), lfi_wide_down(a));
}

static inline bool lfi_wide_has(const lfi_wide *a, unsigned x, unsigned y) {
    return (lfi_wide_row(a, y) >> x & 1) != 0;
}

#endif // LANDFALL_WORD128_H
