// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The strategy `flood`: waves over blocks of 128 tiles. It is also the guardrail of the other strategies.
#ifndef LANDFALL_FLOOD_H
#define LANDFALL_FLOOD_H

#include "../query/context.h"
#include "waves.h"

static inline lfi_waves *lfi_flood_of(const lf_search *search) {
    return search->parts[LFI_PART_FLOOD];
}

bool lfi_flood_has_met(const lf_search *search, lf_tile tile);

/// Begins a new run from the useful sources.
void lfi_flood_begin(lf_search *search);
/// Continues. Returns LF_OK with the route's ends, length and diagonals set, LF_NO_ROUTE or LF_PAUSED.
lf_status lfi_flood_run(lf_search *search, int64_t *budget);
void lfi_flood_trace(const lf_search *search, lf_tile *tiles, int64_t capacity);

#endif // LANDFALL_FLOOD_H
