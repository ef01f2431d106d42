// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ropes: the longest arcs of a hierarchy, with the moves that they consist of. See ropes.c.
#ifndef LANDFALL_ROPES_H
#define LANDFALL_ROPES_H

#include "../map/moves.h"
#include "../sight/stops.h"
#include "hierarchy.h"

/// A stroke is a byte: the direction of some moves (map/moves.h), and LFI_STROKE times one less than their number.
enum { LFI_STROKE = 8, LFI_STROKE_MOST = 32 };

/// An arc of many legs, whose halves are ropes; or a strand: an arc of fewer legs that such arcs consist of. The moves of
/// a strand are kept as strokes, from its lower end to its higher one. Each leg has its keel first as it is walked. So
/// there are strokes for walking up and others for walking down, unless all legs go in one direction.
typedef struct lfi_rope {
    uint32_t moves, diagonal; ///< of all its legs
    uint32_t low, high; ///< its halves, as numbers of ropes; of a strand, where its strokes down and up begin
    uint32_t low_end, high_end; ///< of a strand, where they end; otherwise 0
} lfi_rope;

typedef struct lfi_ropes {
    lfi_heads *heads; ///< for each 64 arcs: which of them are ropes, and how many ropes come before
    lfi_rope *all;    ///< in the order of the arcs
    uint8_t *strokes;
    uint32_t count, stroke_count; ///< 0 where routes have few legs
} lfi_ropes;

#define LFI_NO_ROPE UINT32_MAX

/// The words of lfi_ropes.heads.
static inline uint64_t lfi_ropes_words(const lfi_ropes *ropes, uint32_t arcs) {
    return ropes->count == 0 ? 0 : (uint64_t)arcs / 64 + 1;
}

/// The rope that an arc is, or LFI_NO_ROPE. (A library without ropes never looks.)
static inline uint32_t lfi_rope_of(const lfi_ropes *ropes, uint32_t arc) {
#ifndef LF_NO_ROPES
    if (ropes->count == 0) return LFI_NO_ROPE;
    const lfi_heads *heads = &ropes->heads[arc / 64];
    const uint64_t bit = UINT64_C(1) << (arc & 63);
    if ((heads->bits & bit) != 0) return heads->before + (uint32_t)lfi_count_bits(heads->bits & (bit - 1));
#endif
    (void)ropes, (void)arc;
    return LFI_NO_ROPE;
}

static inline bool lfi_rope_is_strand(const lfi_rope *rope) {
    return rope->low_end != 0;
}

// ---- Finding and checking them --------------------------------------------------------------------

/// Finding the ropes of an index whose arcs are linked. NULL: there are none to be found.
typedef struct lfi_ropes_job lfi_ropes_job;

#ifndef LF_NO_ROPES
/// @return LF_OK or LF_E_NOMEM.
lf_status lfi_ropes_begin(const lf_index *index, lfi_ropes_job **out);
void lfi_ropes_destroy(lfi_ropes_job *job);
/// Goes on, without allocating; true when all is done.
bool lfi_ropes_step(lfi_ropes_job *job, int64_t *budget);
/// Gives an index what was found, as memory of its own.
/// @return LF_OK or LF_E_NOMEM.
lf_status lfi_ropes_take(const lfi_ropes_job *job, lf_index *index);

/// The memory of the ropes of an index.
void lfi_ropes_arrays(lfi_arrays *run, lf_index *index);

// For ropes from a file, whose arcs and headlands are safe:

/// Whether routes along them stay in their memory and on the map.
bool lfi_ropes_safe(const lf_index *index);
/// Whether they are those of the arcs, or none.
/// @return LF_OK, LF_E_NOMEM or LF_E_INDEX_CONTENT.
lf_status lfi_ropes_right(const lf_index *index);

#else // a library that has no room for them: it neither makes nor follows ropes

static inline lf_status lfi_ropes_begin(const lf_index *index, lfi_ropes_job **out) {
    (void)index;
    *out = NULL;
    return LF_OK;
}

static inline void lfi_ropes_destroy(lfi_ropes_job *job) {
    (void)job;
}

static inline bool lfi_ropes_step(lfi_ropes_job *job, int64_t *budget) {
    (void)job, (void)budget;
    return true;
}

static inline lf_status lfi_ropes_take(const lfi_ropes_job *job, lf_index *index) {
    (void)job, (void)index;
    return LF_OK;
}

static inline void lfi_ropes_arrays(lfi_arrays *run, lf_index *index) {
    (void)run, (void)index;
}

static inline bool lfi_ropes_safe(const lf_index *index) {
    (void)index;
    return true;
}

static inline lf_status lfi_ropes_right(const lf_index *index) {
    (void)index;
    return LF_OK;
}
#endif

#endif // LANDFALL_ROPES_H
