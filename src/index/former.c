// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Matching the headlands of an index with those of the one before (see the header).
//
// Headlands are numbered in row order. So the headlands that stay keep their order, and lists that were in
// ascending order are so with the new numbers.
#include "former.h"

void lfi_former_arrays(lfi_arrays *run, lfi_former *former) {
    LFI_ARRAY(run, former->number, former->count);
    LFI_ARRAY(run, former->now, former->index->count);
}

void lfi_former_match(lfi_former *former, const lf_index *now) {
    const lfi_stops *stops = &former->index->stops;
    for (uint32_t i = 0; i < former->index->count; i++) former->now[i] = LFI_FORMER_NONE;
    for (uint32_t i = 0; i < now->count; i++) {
        const lfi_spot spot = {lfi_map_row(now->map, now->points[i].y) + (uint64_t)now->points[i].x};
        former->number[i] = LFI_FORMER_NONE;
        if (!lfi_stops_is_headland(stops, spot)) continue;
        former->number[i] = lfi_stops_number(stops, spot);
        former->now[former->number[i]] = i;
    }
}

bool lfi_former_has_legs(const lfi_former *former, const lf_index *now, uint32_t i) {
    const uint32_t number = former->number[i];
    if (number == LFI_FORMER_NONE) return false;
    const uint32_t *before = former->index->legs + former->index->first[number];
    const uint32_t *legs = now->legs + now->first[i], count = now->first[i + 1] - now->first[i];
    if (former->index->first[number + 1] - former->index->first[number] != count) return false;
    for (uint32_t k = 0; k < count; k++) {
        if (former->now[before[k]] != legs[k]) return false;
    }
    return true;
}
