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
    LFI_ARRAY_ZEROED(run, former->same, former->count);
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
        former->same[i] = former->marks[former->number[i]] == 0;
    }
}

/// Whether a list of former headlands is a list of headlands now.
static bool former_lists_same(const lfi_former *former, const uint32_t *before, const uint32_t *now,
                              uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        if (former->now[before[k]] != now[k]) return false;
    }
    return true;
}

bool lfi_former_sees(const lfi_former *former, uint32_t i, const uint32_t *seen, uint32_t count) {
    uint32_t before_count;
    if (former->number[i] == LFI_FORMER_NONE) return false;
    const uint32_t *before = lfi_former_seen(former, former->number[i], &before_count);
    return before_count == count && former_lists_same(former, before, seen, count);
}

bool lfi_former_has_legs(const lfi_former *former, const lf_index *now, uint32_t i) {
    const uint32_t number = former->number[i];
    if (number == LFI_FORMER_NONE) return false;
    const uint32_t *before = former->index->legs + former->index->first[number];
    const uint32_t *legs = now->legs + now->first[i], count = now->first[i + 1] - now->first[i];
    return former->index->first[number + 1] - former->index->first[number] == count &&
           former_lists_same(former, before, legs, count);
}
