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
/// that it learns from, in units. Their sums fit into 16 bits. A distance of UINT16_MAX is that, or more.
enum { LFI_AWAY_MAX = 57342, LFI_NEAR_MAX = 8190 };

#define LFI_NO_GROUP UINT32_MAX

/// The distances of one place, or of several, from the landmarks of a group, in units.
typedef struct lfi_span {
    uint16_t least[LFI_LANDMARKS], most[LFI_LANDMARKS];
    uint32_t group; ///< LFI_NO_GROUP: nothing is known
} lfi_span;

// Eight numbers of 16 bits. Differences below 0 are 0, sums above UINT16_MAX are UINT16_MAX. SSE2 has neither the
// greater nor the lesser of two such numbers, but a + (b - a) and a - (a - b) are.
#ifdef LFI_SPAN_SSE2
static inline __m128i lfi_span_load(const uint16_t *numbers) {
    return _mm_loadu_si128((const __m128i *)(const void *)numbers);
}

static inline void lfi_span_store(uint16_t *numbers, __m128i eight) {
    _mm_storeu_si128((__m128i *)(void *)numbers, eight);
}

static inline __m128i lfi_span_greater(__m128i a, __m128i b) {
    return _mm_adds_epu16(a, _mm_subs_epu16(b, a));
}

static inline __m128i lfi_span_lesser(__m128i a, __m128i b) {
    return _mm_sub_epi16(a, _mm_subs_epu16(a, b));
}
#endif

/// The greatest number of units by which the distances of two places from some landmark must differ. Those of
/// one place lie between `least` and `most`, those of the other between `other_least` and `other_most`. (So one
/// difference of the two is 0.)
static inline int32_t lfi_span_gap(const uint16_t *least, const uint16_t *most, const uint16_t *other_least,
                                   const uint16_t *other_most) {
#ifdef LFI_SPAN_SSE2
    // Left to themselves, compilers do not vectorize this loop, which made the whole search a quarter slower.
    __m128i gaps[2];
    for (int k = 0; k < 2; k++) {
        const __m128i nearer =
            _mm_subs_epu16(lfi_span_load(least + 8 * k), lfi_span_load(other_most + 8 * k));
        const __m128i farther =
            _mm_subs_epu16(lfi_span_load(other_least + 8 * k), lfi_span_load(most + 8 * k));
        gaps[k] = _mm_or_si128(nearer, farther);
    }
    __m128i best = lfi_span_greater(gaps[0], gaps[1]);
    best = lfi_span_greater(best, _mm_srli_si128(best, 8));
    best = lfi_span_greater(best, _mm_srli_si128(best, 4));
    best = lfi_span_greater(best, _mm_srli_si128(best, 2));
    return _mm_cvtsi128_si32(best) & UINT16_MAX;
#elif defined(LFI_SPAN_WASM)
    v128_t best = wasm_i64x2_const(0, 0);
    for (int k = 0; k < LFI_LANDMARKS; k += 8) {
        const v128_t nearer = wasm_u16x8_sub_sat(wasm_v128_load(least + k), wasm_v128_load(other_most + k));
        const v128_t farther = wasm_u16x8_sub_sat(wasm_v128_load(other_least + k), wasm_v128_load(most + k));
        best = wasm_u16x8_max(best, wasm_u16x8_max(nearer, farther));
    }
    best = wasm_u16x8_max(best, wasm_i64x2_shuffle(best, best, 1, 1));
    best = wasm_u16x8_max(best, wasm_i32x4_shuffle(best, best, 1, 1, 1, 1));
    best = wasm_u16x8_max(best, wasm_i16x8_shuffle(best, best, 1, 1, 1, 1, 1, 1, 1, 1));
    return wasm_u16x8_extract_lane(best, 0);
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
        span.most[k] = UINT16_MAX;
    }
    return span;
}

/// Lowers the least distances by some units.
static inline void lfi_span_lower(lfi_span *span, int units) {
    for (int k = 0; k < LFI_LANDMARKS; k++)
        span->least[k] = (uint16_t)(span->least[k] > units ? span->least[k] - units : 0);
}

/// Learns from a place `near` units away, at most LFI_NEAR_MAX, whose own distances lie between `away` and
/// `away` + `slack`.
static inline void lfi_span_narrow(lfi_span *span, const uint16_t *away, int slack, int32_t near) {
#ifdef LFI_SPAN_SSE2
    const __m128i down = _mm_set1_epi16((int16_t)near), up = _mm_set1_epi16((int16_t)(near + slack));
    for (int k = 0; k < LFI_LANDMARKS; k += 8) {
        const __m128i there = lfi_span_load(away + k);
        lfi_span_store(span->least + k,
                       lfi_span_greater(lfi_span_load(span->least + k), _mm_subs_epu16(there, down)));
        lfi_span_store(span->most + k,
                       lfi_span_lesser(lfi_span_load(span->most + k), _mm_adds_epu16(there, up)));
    }
#elif defined(LFI_SPAN_WASM)
    const v128_t down = wasm_i16x8_splat((int16_t)near), up = wasm_i16x8_splat((int16_t)(near + slack));
    for (int k = 0; k < LFI_LANDMARKS; k += 8) {
        const v128_t there = wasm_v128_load(away + k);
        const v128_t least = wasm_u16x8_max(wasm_v128_load(span->least + k), wasm_u16x8_sub_sat(there, down));
        const v128_t most = wasm_u16x8_min(wasm_v128_load(span->most + k), wasm_u16x8_add_sat(there, up));
        wasm_v128_store(span->least + k, least);
        wasm_v128_store(span->most + k, most);
    }
#else
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        const int32_t least = away[k] - near, most = away[k] + slack + near;
        if (span->least[k] < least) span->least[k] = (uint16_t)least;
        if (span->most[k] > most) span->most[k] = (uint16_t)most;
    }
#endif
}

/// Lowers distances to those of a place `near` units away, and the way there. Returns which of them fell, as bits.
static inline uint32_t lfi_span_nearer(uint16_t *distances, const uint16_t *away, uint16_t near) {
#ifdef LFI_SPAN_SSE2
    const __m128i up = _mm_set1_epi16((int16_t)near), none = _mm_setzero_si128();
    __m128i same[2];
    for (int k = 0; k < 2; k++) {
        const __m128i before = lfi_span_load(distances + 8 * k),
                      by = _mm_subs_epu16(before, _mm_adds_epu16(lfi_span_load(away + 8 * k), up));
        lfi_span_store(distances + 8 * k, _mm_sub_epi16(before, by));
        same[k] = _mm_cmpeq_epi16(by, none);
    }
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(same[0], same[1])) ^ UINT16_MAX;
#else
    uint32_t fell = 0;
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        const uint32_t sum = (uint32_t)away[k] + near, there = sum < UINT16_MAX ? sum : UINT16_MAX;
        fell |= (uint32_t)(there < distances[k]) << k;
        distances[k] = (uint16_t)(there < distances[k] ? there : distances[k]);
    }
    return fell;
#endif
}

/// Whether lfi_span_nearer would lower one of the distances.
static inline bool lfi_span_is_nearer(const uint16_t *distances, const uint16_t *away, uint16_t near) {
    uint16_t copy[LFI_LANDMARKS];
    for (int k = 0; k < LFI_LANDMARKS; k++) copy[k] = distances[k];
    return lfi_span_nearer(copy, away, near) != 0;
}

/// Whether the distances of a place differ from those of another by more than some units, from some landmark. Those of
/// the place are known, those of the other lie between `least` and `most`. So whether their lfi_span_gap is greater.
static inline bool lfi_span_exceeds(const uint16_t *away, const uint16_t *least, const uint16_t *most,
                                    uint16_t units) {
#ifdef LFI_SPAN_SSE2
    const __m128i limit = _mm_set1_epi16((int16_t)units);
    __m128i over = _mm_setzero_si128();
    for (int k = 0; k < LFI_LANDMARKS; k += 8) {
        const __m128i there = lfi_span_load(away + k);
        over = _mm_or_si128(over, _mm_subs_epu16(_mm_subs_epu16(there, lfi_span_load(most + k)), limit));
        over = _mm_or_si128(over, _mm_subs_epu16(_mm_subs_epu16(lfi_span_load(least + k), there), limit));
    }
    return _mm_movemask_epi8(_mm_cmpeq_epi16(over, _mm_setzero_si128())) != UINT16_MAX;
#else
    return lfi_span_gap(away, away, least, most) > units;
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
