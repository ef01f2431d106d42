// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Matching the headlands of an index with those of the one before (see the header).
//
// Headlands are numbered in row order. So the headlands that stay keep their order, and lists that were in
// ascending order are so with the new numbers.
#include "former.h"

/// The sides of the squares of `lost`: 2^LOST_SHIFT tiles.
enum { LOST_SHIFT = 4 };

void lfi_former_arrays(lfi_arrays *run, lfi_former *former) {
    const lf_map *map = former->index->map;
    former->wide = ((map->width - 1) >> LOST_SHIFT) + 2;
    former->high = ((map->height - 1) >> LOST_SHIFT) + 2;
    LFI_ARRAY_ZEROED(run, former->lost, (uint64_t)former->wide * (uint64_t)former->high);
    LFI_ARRAY(run, former->number, former->count);
    LFI_ARRAY(run, former->now, former->index->count);
    LFI_ARRAY_ZEROED(run, former->same, former->count);
}

static uint32_t *lost_corner(const lfi_former *former, int32_t x, int32_t y) {
    return &former->lost[(size_t)y * (size_t)former->wide + (size_t)x];
}

/// Counts the squares with a tile that was blocked (a summed-area table).
static void lost_fill(const lfi_former *former, const lf_map *now) {
    const lf_map *before = former->index->map;
    for (int32_t y = 0; y < now->height; y++) {
        const uint64_t first = lfi_map_row(now, y) >> 6;
        for (uint64_t word = 0; word < now->stride; word++) {
            uint64_t bits = before->open[first + word] & ~now->open[first + word];
            for (; bits != 0; bits &= bits - 1) {
                const int32_t x = (int32_t)(64 * word) + lfi_lowest_bit(bits);
                *lost_corner(former, (x >> LOST_SHIFT) + 1, (y >> LOST_SHIFT) + 1) = 1;
            }
        }
    }
    for (int32_t y = 1; y < former->high; y++) {
        for (int32_t x = 1; x < former->wide; x++)
            *lost_corner(former, x, y) += *lost_corner(former, x - 1, y) + *lost_corner(former, x, y - 1) -
                                          *lost_corner(former, x - 1, y - 1);
    }
}

bool lfi_former_lost(const lfi_former *former, lfi_box box) {
    const int32_t right = (box.x1 >> LOST_SHIFT) + 1, below = (box.y1 >> LOST_SHIFT) + 1;
    const int32_t x0 = box.x0 >> LOST_SHIFT, x1 = right < former->wide ? right : former->wide - 1;
    const int32_t y0 = box.y0 >> LOST_SHIFT, y1 = below < former->high ? below : former->high - 1;
    return *lost_corner(former, x1, y1) - *lost_corner(former, x0, y1) - *lost_corner(former, x1, y0) +
               *lost_corner(former, x0, y0) !=
           0;
}

void lfi_former_match(lfi_former *former, const lf_index *now) {
    const lfi_stops *stops = &former->index->stops;
    lost_fill(former, now->map);
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
    const uint32_t *before = former->index->legs + former->index->first[number];
    const uint32_t *legs = now->legs + now->first[i], count = now->first[i + 1] - now->first[i];
    return former->index->first[number + 1] - former->index->first[number] == count &&
           former_lists_same(former, before, legs, count) && former->index->beside[number] == now->beside[i];
}
