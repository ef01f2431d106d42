// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Finding the headlands of a map, and placing the buoys: passes over the tiles. Each is cut into bands of
// rows.
#include "build.h"

#include <string.h>

void lfi_headlands_fill_rows(int64_t band, void *user) {
    lf_index *index = user;
    lfi_stops_fill_rows(index->map, &index->stops, band);
}

void lfi_headlands_fill_columns(int64_t band, void *user) {
    lf_index *index = user;
    lfi_stops_fill_columns(index->map, &index->stops, band);
}

static void halts_begin(int64_t way, void *user) {
    lf_index *index = user;
    lfi_halts_begin(index->map, &index->stops, &index->halts, (int)way);
}

lf_status lfi_headlands_count(lf_index *index, const lf_workers *workers) {
    lfi_stops_fill_patches(index->map, &index->stops);
    const uint64_t count = lfi_stops_count(index->map, &index->stops);
    if (count >= INT32_MAX) return LF_E_INDEX_LIMIT;
    index->count = (uint32_t)count;
    index->buoys = lfi_buoys_size(index->map);
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_headland_arrays(&run, index);
    if (run.failed) return LF_E_NOMEM;
    if (lfi_index_glances(index)) lfi_workers_run(workers, halts_begin, index, 2);
    return LF_OK;
}

/// Places the headlands of a row.
static void row_place(lf_index *index, int32_t y) {
    const lf_map *map = index->map;
    const uint64_t first = lfi_map_row(map, y) >> 6;
    uint32_t i = index->stops.heads[first].before;
    for (uint64_t word = first; word < first + map->stride; word++) {
        uint64_t bits = index->stops.heads[word].bits;
        for (; bits != 0; bits &= bits - 1, i++) {
            const lf_point point = {(int32_t)((word - first) * 64) + lfi_lowest_bit(bits), y};
            index->points[i] = point;
            index->beside[i] = (uint8_t)lfi_turns_beside(&index->turns, map, point);
        }
    }
}

void lfi_headlands_place(int64_t band, void *user) {
    lf_index *index = user;
    const int64_t end = 64 * (band + 1);
    for (int64_t y = 64 * band; y < end && y < index->map->height; y++) row_place(index, (int32_t)y);
    if (lfi_index_glances(index)) lfi_halts_fill(index->map, &index->stops, &index->halts, band);
}

int64_t lfi_headlands_slant_bands(const lf_index *index) {
    return lfi_index_glances(index) ? lfi_slants_bands(index->map) : 0;
}

void lfi_headlands_slant(int64_t band, void *user) {
    lf_index *index = user;
    lfi_slants_fill(index->map, &index->stops, &index->halts, band);
}

// ---- From a file ----------------------------------------------------------------------------------

/// Whether all headlands are tiles of the map, with a row in the table of turns.
static bool points_inside(const lf_index *index) {
    const uint32_t width = (uint32_t)index->map->width, height = (uint32_t)index->map->height;
    bool inside = true;
    for (uint32_t i = 0; i < index->count; i++)
        inside &= (uint32_t)index->points[i].x < width && (uint32_t)index->points[i].y < height &&
                  index->beside[i] < LFI_BESIDE;
    return inside;
}

bool lfi_headlands_safe(const lf_index *index) {
    return lfi_stops_safe(index->map, &index->stops, index->count) && points_inside(index) &&
           (!lfi_index_glances(index) || lfi_halts_safe(index->map, &index->stops, &index->halts));
}

/// Fills an index with the headlands of its map.
static lf_status headlands_make(lf_index *index, const lf_workers *workers) {
    const int64_t bands = lfi_stops_bands(index->map);
    lf_status status = lfi_stops_create(index->map, &index->allocator, &index->stops);
    if (status != LF_OK) return status;
    lfi_workers_run(workers, lfi_headlands_fill_rows, index, bands);
    lfi_workers_run(workers, lfi_headlands_fill_columns, index, bands);
    status = lfi_headlands_count(index, workers);
    if (status != LF_OK) return status;
    lfi_workers_run(workers, lfi_headlands_place, index, bands);
    lfi_workers_run(workers, lfi_headlands_slant, index, lfi_headlands_slant_bands(index));
    return LF_OK;
}

static bool headlands_same(const lf_index *a, const lf_index *b) {
    return a->count == b->count && lfi_stops_same(a->map, &a->stops, &b->stops) &&
           memcmp(a->points, b->points, (size_t)a->count * sizeof *a->points) == 0 &&
           memcmp(a->beside, b->beside, (size_t)a->count) == 0 &&
           (!lfi_index_glances(a) || lfi_halts_same(a->map, &a->stops, &a->halts, &b->halts));
}

lf_status lfi_headlands_right(const lf_index *index, const lf_workers *workers) {
    lf_index *anew = lfi_alloc(&index->allocator, 1, sizeof *anew);
    if (anew == NULL) return LF_E_NOMEM;
    *anew = (lf_index){.map = index->map, .allocator = index->allocator, .turns = index->turns};
    lf_status status = headlands_make(anew, workers);
    if (status == LF_OK && !headlands_same(index, anew)) status = LF_E_INDEX_CONTENT;
    lf_index_destroy(anew);
    return status;
}
