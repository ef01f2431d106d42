// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Walking along a rope (ropes.h): its strands one after the other, and the strokes of each, from either end.
//
// Time: O(1) per strand on average, and per stroke.
#ifndef LANDFALL_STRANDS_H
#define LANDFALL_STRANDS_H

#include "leg.h"

static inline int lfi_stroke_direction(uint32_t stroke) {
    return (int)(stroke % LFI_STROKE);
}

static inline uint32_t lfi_stroke_moves(uint32_t stroke) {
    return stroke / LFI_STROKE + 1;
}

/// The strokes of a strand, one after the other: all[next] with the bits `flip` turned round, which makes the direction
/// the opposite one.
typedef struct lfi_strokes {
    const uint8_t *all;
    int64_t next, ahead;
    uint32_t flip;
    int64_t moves; ///< of those to come
} lfi_strokes;

/// Those of a strand that is walked up or down, in this order; or `back`, from where it ends to where it begins.
static inline lfi_strokes lfi_strokes_of(const lfi_ropes *ropes, const lfi_rope *strand, bool up, bool back) {
    const uint32_t begin = up ? strand->high : strand->low, end = up ? strand->high_end : strand->low_end;
    return up != back ? (lfi_strokes){ropes->strokes, begin, 1, 0, strand->moves}
                      : (lfi_strokes){ropes->strokes, (int64_t)end - 1, -1, LFI_STROKE - 1, strand->moves};
}

/// The next of them; there must be one.
static inline uint32_t lfi_strokes_take(lfi_strokes *strokes) {
    const uint32_t stroke = strokes->all[strokes->next] ^ strokes->flip;
    strokes->next += strokes->ahead;
    strokes->moves -= lfi_stroke_moves(stroke);
    return stroke;
}

/// The strands of a rope, one after the other.
typedef struct lfi_strands {
    const lfi_ropes *ropes;
    lfi_fold *waits; ///< room for ropes that wait, as arcs do; `via` is a rope
    uint32_t count;  ///< of them
    uint32_t next;   ///< rope
    bool up, back;   ///< as `next` is walked, and as in lfi_strokes_of
    bool done;
} lfi_strands;

/// Goes on to a rope that waits. It is walked the other way, since an arc leads down its low half and up its high one. Its
/// strokes are fetched while others are written.
static inline void lfi_strands_go_on(lfi_strands *strands) {
    strands->done = strands->count == 0;
    if (strands->done) return;
    strands->next = strands->waits[--strands->count].via;
    strands->up = !strands->back;
    const lfi_rope *rope = &strands->ropes->all[strands->next];
    if (lfi_rope_is_strand(rope)) lfi_prefetch(strands->ropes->strokes + rope->low); // those up lie before it
}

/// The strokes of the next strand; not `done` yet.
static inline lfi_strokes lfi_strands_take(lfi_strands *strands) {
    const lfi_rope *all = strands->ropes->all, *rope = &all[strands->next];
    while (!lfi_rope_is_strand(rope)) {
        const bool high = strands->up == strands->back;
        const uint32_t waits = high ? rope->low : rope->high;
        strands->waits[strands->count++].via = waits;
        lfi_prefetch(&all[waits]);
        rope = &all[high ? rope->high : rope->low];
        strands->up = strands->back;
    }
    const lfi_strokes strokes = lfi_strokes_of(strands->ropes, rope, strands->up, strands->back);
    lfi_strands_go_on(strands);
    return strokes;
}

#endif // LANDFALL_STRANDS_H
