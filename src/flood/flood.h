// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The strategy `flood`: waves over blocks of 128 tiles. It is also the guardrail of the other strategies.
#ifndef LANDFALL_FLOOD_H
#define LANDFALL_FLOOD_H

#include "../query/context.h"

/// What a search knows of a block's tiles; valid if it bears the current stamp.
typedef struct lfi_flood_block {
    lfi_wide met;       ///< tiles whose distance is known
    lfi_wide low, high; ///< met tiles: their distance modulo 4. Others: low = targets, high = nothing
    lfi_wide next[2]; ///< tiles of the wave under way and of the one after it, by the parity of the distance
    uint32_t stamp;
} lfi_flood_block;

typedef struct lfi_flood {
    lfi_flood_block *blocks; ///< for each block of the map
    uint32_t *lists[2];      ///< blocks with tiles in the wave of that parity, each at most once; and one
                             ///< spare place
    uint32_t counts[2];
    uint32_t at;      ///< place in the list of the wave under way
    uint32_t stamp;   ///< number of the current run, never 0
    int64_t distance; ///< of the wave under way
    int64_t met;      ///< tiles of the earlier waves
    int64_t wave_met; ///< tiles of the wave under way that were met so far
    bool hit;         ///< whether a target was among them
} lfi_flood;

static inline lfi_flood *lfi_flood_of(const lf_search *search) {
    return search->parts[LFI_PART_FLOOD];
}

bool lfi_flood_has_met(const lf_search *search, lf_tile tile);

/// Begins a new run from the useful sources.
void lfi_flood_begin(lf_search *search);
/// Continues. Returns LF_OK with the route's ends, length and diagonals set, LF_NO_ROUTE or LF_PAUSED.
lf_status lfi_flood_run(lf_search *search, int64_t *budget);
void lfi_flood_trace(const lf_search *search, lf_tile *tiles, int64_t capacity);

#endif // LANDFALL_FLOOD_H
