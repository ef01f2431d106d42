// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Turns: which leg may follow which on a shortest route (taut turns of a visibility graph). See turns.c.
#ifndef LANDFALL_TURNS_H
#define LANDFALL_TURNS_H

#include "../base/metric.h"
#include "../map/map.h"

/// Headings of legs: 2 d is direction d (0 east, 2 south, and so on by eighths); 2 d + 1 lies between d and the next.
/// The opposite of h is h ^ 8. LFI_HEADING_ANY: a way of no moves, which everything may follow.
enum { LFI_HEADINGS = 16, LFI_HEADING_ANY = LFI_HEADINGS, LFI_HEADING_BACK = LFI_HEADINGS / 2 };

/// The sets of blocked tiles beside a headland.
enum { LFI_BESIDE = 16 };

/// What may follow what, under one move rule and one cost.
typedef struct lfi_turns {
    /// For each set of blocked tiles beside a headland (lfi_turns_beside) and each heading that leads there: a bit
    /// for each heading that may lead on.
    uint16_t may[LFI_BESIDE][LFI_HEADINGS + 1];
    /// For each heading of a leg that can be walked keel first, but perhaps not ray first: the heading of its end.
    uint8_t walked[LFI_HEADINGS];
    lf_moves moves;
} lfi_turns;

lfi_turns lfi_turns_make(lf_moves moves, lf_cost cost);

/// The tiles beside a headland that decide about turns, as far as they are blocked: its diagonal neighbours, or where
/// corners may be cut its orthogonal ones.
uint32_t lfi_turns_beside(const lfi_turns *turns, const lf_map *map, lf_point point);

/// The heading of the leg between two places that are not the same.
static inline uint32_t lfi_heading(lf_point from, lf_point to) {
    // By the signs of dx and dy, and by which of them is greater.
    static const uint8_t headings[3][3][3] = {{{11, 10, 9}, {8, 8, 8}, {5, 6, 7}},
                                              {{12, 12, 12}, {0, 0, 0}, {4, 4, 4}},
                                              {{13, 14, 15}, {0, 0, 0}, {3, 2, 1}}};
    const uint32_t wide = lfi_gap(from.x, to.x), high = lfi_gap(from.y, to.y);
    return headings[(to.x > from.x) - (to.x < from.x) + 1][(to.y > from.y) - (to.y < from.y) + 1]
                   [(wide > high) - (wide < high) + 1];
}

/// Whether a leg of one heading may follow another one, as a bit of lfi_turns.may says.
static inline bool lfi_heading_in(uint32_t may, uint32_t heading) {
    return (may >> heading & 1) != 0;
}

/// The headings of an arc in one byte: that of its first leg, and 16 times that of its last one.
static inline uint8_t lfi_bends_make(uint32_t out, uint32_t in) {
    return (uint8_t)(out | in << 4);
}

static inline uint32_t lfi_bends_out(uint8_t bends) {
    return bends & 15;
}

static inline uint32_t lfi_bends_in(uint8_t bends) {
    return bends >> 4;
}

#endif // LANDFALL_TURNS_H
