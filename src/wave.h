// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The strategy `flood`: waves over blocks of 128 tiles. Also the guardrail of the guided strategies.
#ifndef LANDFALL_WAVE_H
#define LANDFALL_WAVE_H

#include "map.h"

/// What a search knows of a block's tiles; valid if it bears the current stamp.
typedef struct lfi_wave_block {
    lfi_wide met;       ///< tiles whose distance is known
    lfi_wide low, high; ///< met tiles: their distance modulo 4. Others: low = targets, high = nothing
    lfi_wide next[2]; ///< tiles of the wave under way and of the one after it, by the parity of the distance
    uint32_t stamp;
} lfi_wave_block;

typedef struct lfi_wave {
    lfi_wave_block *blocks; ///< for each block of the map
    uint32_t *lists[2];     ///< blocks with tiles in the wave of that parity; each block at most once, and a
                            ///< place to spare
    uint32_t counts[2];
    uint32_t at;      ///< place in the list of the wave under way
    uint32_t stamp;   ///< the current run; 0 is never a run's
    int64_t distance; ///< of the wave under way
    int64_t met;      ///< tiles of the waves before it
    int64_t wave_met; ///< tiles of the wave under way that were met so far
    bool hit;         ///< whether a target was among them
} lfi_wave;

struct lfi_strategy;
extern const struct lfi_strategy lfi_flood_strategy;

lf_status lfi_wave_create(lf_search *search);
void lfi_wave_destroy(lf_search *search);
uint64_t lfi_wave_bytes(const lf_search *search);
bool lfi_wave_has_met(const lf_search *search, lf_tile tile);

/// A new run from the useful sources.
void lfi_wave_begin(lf_search *search);
/// Goes on. LF_OK with the route's ends, length and diagonals set, LF_NO_ROUTE or LF_PAUSED.
lf_status lfi_wave_run(lf_search *search, int64_t *budget);
void lfi_wave_trace(const lf_search *search, lf_tile *tiles, int64_t capacity);

#endif // LANDFALL_WAVE_H
