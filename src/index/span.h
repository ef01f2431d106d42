// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Spans: what is known of a place's distances from the landmarks, as a least and a most for each, and the
// lower bounds that follow (ALT: A*, landmarks and the triangle inequality).
//
// By the triangle inequality two places are at least as far apart as their distances from a landmark differ.
// If the distances of a place are not stored, those of a place near it bound them: less the way there, and
// plus the way there.
#ifndef LANDFALL_SPAN_H
#define LANDFALL_SPAN_H

#include "../base/core.h"

#if defined(__x86_64__) && defined(__SSE2__)
#define LFI_SPAN_SSE2
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#define LFI_SPAN_WASM
#include <wasm_simd128.h>
#endif

/// Landmarks of each group. More landmarks make each bound tighter and more work; 16 numbers of 16 bits are
/// two vector registers.
enum { LFI_LANDMARKS = 16 };

/// The largest distance from a landmark that is stored, and the farthest that a place may lie from a place
/// that it learns from, in units. Their sums, and the differences of any two, fit into 16 bits.
enum { LFI_AWAY_MAX = 24575, LFI_NEAR_MAX = 8190 };

#define LFI_NO_GROUP UINT32_MAX

/// The distances of one place, or of several, from the landmarks of a group, in units.
typedef struct lfi_span {
    int16_t least[LFI_LANDMARKS], most[LFI_LANDMARKS];
    uint32_t group; ///< LFI_NO_GROUP: nothing is known
} lfi_span;

#ifdef LFI_SPAN_SSE2
static inline __m128i lfi_span_load(const int16_t *numbers) {
    return _mm_loadu_si128((const __m128i *)(const void *)numbers);
}
#endif

/// The greatest number of units by which the distances of two places from some landmark must differ. Those of
/// one place lie between `least` and `most`, those of the other between `other_least` and `other_most`.
static inline int32_t lfi_span_gap(const int16_t *least, const int16_t *most, const int16_t *other_least,
                                   const int16_t *other_most) {
#ifdef LFI_SPAN_SSE2
    // Left to themselves, compilers do not vectorize this loop, which made the whole search a quarter slower.
    __m128i best = _mm_setzero_si128();
    for (int k = 0; k < LFI_LANDMARKS; k += 8) {
        const __m128i nearer = _mm_sub_epi16(lfi_span_load(least + k), lfi_span_load(other_most + k));
        const __m128i farther = _mm_sub_epi16(lfi_span_load(other_least + k), lfi_span_load(most + k));
        best = _mm_max_epi16(best, _mm_max_epi16(nearer, farther));
    }
    best = _mm_max_epi16(best, _mm_srli_si128(best, 8));
    best = _mm_max_epi16(best, _mm_srli_si128(best, 4));
    best = _mm_max_epi16(best, _mm_srli_si128(best, 2));
    return (int16_t)_mm_cvtsi128_si32(best);
#elif defined(LFI_SPAN_WASM)
    v128_t best = wasm_i64x2_const(0, 0);
    for (int k = 0; k < LFI_LANDMARKS; k += 8) {
        const v128_t nearer = wasm_i16x8_sub(wasm_v128_load(least + k), wasm_v128_load(other_most + k));
        const v128_t farther = wasm_i16x8_sub(wasm_v128_load(other_least + k), wasm_v128_load(most + k));
        best = wasm_i16x8_max(best, wasm_i16x8_max(nearer, farther));
    }
    best = wasm_i16x8_max(best, wasm_i64x2_shuffle(best, best, 1, 1));
    best = wasm_i16x8_max(best, wasm_i32x4_shuffle(best, best, 1, 1, 1, 1));
    best = wasm_i16x8_max(best, wasm_i16x8_shuffle(best, best, 1, 1, 1, 1, 1, 1, 1, 1));
    return wasm_i16x8_extract_lane(best, 0);
#else
    int32_t gap = 0;
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        const int32_t nearer = least[k] - other_most[k], farther = other_least[k] - most[k];
        gap = nearer > gap ? nearer : gap;
        gap = farther > gap ? farther : gap;
    }
    return gap;
#endif
}

static inline lfi_span lfi_span_unknown(void) {
    lfi_span span = {.group = LFI_NO_GROUP};
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        span.least[k] = 0;
        span.most[k] = INT16_MAX;
    }
    return span;
}

/// Learns from a place `near` units away, at most LFI_NEAR_MAX, whose own distances lie between `away` and
/// `away` + `slack`.
static inline void lfi_span_narrow(lfi_span *span, const int16_t *away, int slack, int32_t near) {
#ifdef LFI_SPAN_SSE2
    const __m128i down = _mm_set1_epi16((int16_t)near), up = _mm_set1_epi16((int16_t)(near + slack));
    for (int k = 0; k < LFI_LANDMARKS; k += 8) {
        const __m128i there = lfi_span_load(away + k);
        const __m128i least = _mm_max_epi16(lfi_span_load(span->least + k), _mm_sub_epi16(there, down));
        const __m128i most = _mm_min_epi16(lfi_span_load(span->most + k), _mm_add_epi16(there, up));
        _mm_storeu_si128((__m128i *)(void *)(span->least + k), least);
        _mm_storeu_si128((__m128i *)(void *)(span->most + k), most);
    }
#elif defined(LFI_SPAN_WASM)
    const v128_t down = wasm_i16x8_splat((int16_t)near), up = wasm_i16x8_splat((int16_t)(near + slack));
    for (int k = 0; k < LFI_LANDMARKS; k += 8) {
        const v128_t there = wasm_v128_load(away + k);
        const v128_t least = wasm_i16x8_max(wasm_v128_load(span->least + k), wasm_i16x8_sub(there, down));
        const v128_t most = wasm_i16x8_min(wasm_v128_load(span->most + k), wasm_i16x8_add(there, up));
        wasm_v128_store(span->least + k, least);
        wasm_v128_store(span->most + k, most);
    }
#else
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        const int16_t least = (int16_t)(away[k] - near), most = (int16_t)(away[k] + slack + near);
        span->least[k] = span->least[k] > least ? span->least[k] : least;
        span->most[k] = span->most[k] < most ? span->most[k] : most;
    }
#endif
}

/// Joins the spans of several places into one, one call per place.
static inline void lfi_span_join(lfi_span *all, const lfi_span *one, bool first) {
    if (first) {
        *all = *one;
        return;
    }
    if (one->group != all->group) *all = lfi_span_unknown();
    if (all->group == LFI_NO_GROUP) return;
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        all->least[k] = all->least[k] < one->least[k] ? all->least[k] : one->least[k];
        all->most[k] = all->most[k] > one->most[k] ? all->most[k] : one->most[k];
    }
}

#endif // LANDFALL_SPAN_H
