// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of an almanac: what the tiles of each square of the map see, and the label of each headland.
#ifndef LANDFALL_ALMANAC_H
#define LANDFALL_ALMANAC_H

#include "../index/ladder.h"

/// The side of a square. Smaller ones have fewer headlands that only some of their tiles see, and take more memory.
enum { LFI_SQUARE_SHIFT = 4, LFI_SQUARE = 1 << LFI_SQUARE_SHIFT };

/// No way is as long. The sum of two fits into 32 bits.
#define LFI_ALMANAC_FAR (UINT32_C(1) << 30)

/// A rung that a headland reaches.
typedef struct lfi_label_rung {
    uint32_t rung, length;
} lfi_label_rung;

/// What an end needs to know of a headland: one cache line.
typedef struct lfi_notice {
    uint16_t away[LFI_LANDMARKS]; ///< as in the index
    lf_point point;
    uint64_t first; ///< its label: `count` places of `labels`, the highest rung first
    uint32_t count;
    uint32_t group;
    uint64_t unused; ///< fills the line
} lfi_notice;

struct lf_almanac {
    lf_allocator allocator;
    const lf_index *index;
    // A loaded almanac has its arrays in bytes (saved.c), and nobody writes to them.
    const void *bytes; ///< NULL: it was made, and all arrays are its own
    size_t size;
    const void *lent;    ///< NULL, or bytes of somebody else, who gets them back
    lf_release release;  ///< how
    lfi_notice *notices; ///< for each headland
    lfi_notice *memory;  ///< of the notices, or of its own copy of the bytes, before alignment
    uint64_t memory_room;
    uint64_t label_room;
    lfi_label_rung *labels;
    int64_t wide, high; ///< squares in a row, and rows of squares
    uint64_t *first;    ///< for each square and one more: where its list begins in `seen`
    uint32_t *seen; ///< headlands, as LFI_SEEN_BY: for each square those that all of its tiles see come first
    uint64_t most;  ///< of the longest list
};

/// A headland in the list of a square, and whether all open tiles of the square see it.
#define LFI_SEEN_BY(number, all) ((number) << 1 | (uint32_t)(all))

static inline uint64_t lfi_almanac_squares(const lf_almanac *almanac) {
    return (uint64_t)almanac->wide * (uint64_t)almanac->high;
}

static inline uint64_t lfi_almanac_square(const lf_almanac *almanac, lf_point point) {
    return (uint64_t)(point.y >> LFI_SQUARE_SHIFT) * (uint64_t)almanac->wide +
           (uint64_t)(point.x >> LFI_SQUARE_SHIFT);
}

/// The number of moves of a leg under the rules of an almanac.
static inline uint32_t lfi_almanac_leg(lf_point a, lf_point b) {
    const uint32_t dx = lfi_gap(a.x, b.x), dy = lfi_gap(a.y, b.y);
    return dx > dy ? dx : dy;
}

/// Checks what every almanac is made with, and that `out` is there.
lf_status lfi_almanac_check(const lf_index *index, lf_almanac_desc *desc, lf_almanac **out);
/// An almanac without its memory.
lf_almanac lfi_almanac_plain(const lf_index *index, const lf_allocator *allocator);

/// Makes the labels (labels.c), and the lists of the squares (panorama.c). LF_OK, LF_E_NOMEM or LF_E_INDEX_LIMIT.
lf_status lfi_almanac_label(lf_almanac *almanac);
lf_status lfi_almanac_look(lf_almanac *almanac, const lf_workers *workers);

// Bearings: the length between two tiles by an almanac (bearings.c).

/// What an end knows of a headland in the list of its square.
enum { LFI_SIGHT_UNKNOWN = 0, LFI_SIGHT_YES, LFI_SIGHT_NO };

/// One end of a pair.
typedef struct lfi_bearing {
    lf_point point;
    const uint32_t *seen; ///< the list of its square
    uint32_t count;
    uint32_t *length; ///< for each of the list: of the leg there, if it sees it
    uint8_t *sight;
    uint32_t *chosen; ///< places in the list
    uint32_t chosen_count;
    lfi_span span; ///< its distances from the landmarks
} lfi_bearing;

/// Two ends, and where they meet.
typedef struct lfi_bearings {
    const lf_almanac *almanac; ///< NULL: there is none
    lfi_bearing ends[2];
    uint32_t *
        meet; ///< for each rung the length of the way from the second end; LFI_ALMANAC_FAR between two questions
} lfi_bearings;

void lfi_bearings_arrays(lfi_arrays *run, lfi_bearings *bearings);
/// Begins, once there is memory.
void lfi_bearings_ready(lfi_bearings *bearings);
/// The length of the shortest way between two open tiles; LFI_ALMANAC_FAR if there is none.
uint32_t lfi_bearings_between(lfi_bearings *bearings, lf_point from, lf_point to);

#endif // LANDFALL_ALMANAC_H
