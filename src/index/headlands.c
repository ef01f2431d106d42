// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Finding the headlands of a map, and placing the buoys: passes over the tiles. Each is cut into bands of
// rows.
#include "build.h"

void lfi_headlands_fill_rows(int64_t band, void *user) {
    lf_index *index = user;
    lfi_stops_fill_rows(index->map, &index->stops, band);
}

void lfi_headlands_fill_columns(int64_t band, void *user) {
    lf_index *index = user;
    lfi_stops_fill_columns(index->map, &index->stops, band);
}

/// Counts the headlands, and the squares for buoys.
static lf_status headlands_size(lf_index *index) {
    lfi_stops_fill_patches(index->map, &index->stops);
    const uint64_t count = lfi_stops_count(index->map, &index->stops);
    if (count >= INT32_MAX) return LF_E_INDEX_LIMIT;
    index->count = (uint32_t)count;
    index->buoys = lfi_buoys_size(index->map);
    return LF_OK;
}

lf_status lfi_headlands_count(lf_index *index) {
    const lf_status status = headlands_size(index);
    if (status != LF_OK) return status;
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_headland_arrays(&run, index);
    return run.failed ? LF_E_NOMEM : LF_OK;
}

/// Places the headlands of a row.
static void row_place(lf_index *index, int32_t y) {
    const lf_map *map = index->map;
    const uint64_t first = lfi_map_row(map, y) >> 6;
    uint32_t i = index->stops.heads[first].before;
    for (uint64_t word = first; word < first + map->stride; word++) {
        uint64_t bits = index->stops.heads[word].bits;
        for (; bits != 0; bits &= bits - 1)
            index->points[i++] = (lf_point){(int32_t)((word - first) * 64) + lfi_lowest_bit(bits), y};
    }
}

void lfi_headlands_place(int64_t band, void *user) {
    lf_index *index = user;
    const int64_t end = 64 * (band + 1);
    for (int64_t y = 64 * band; y < end && y < index->map->height; y++) row_place(index, (int32_t)y);
}

lf_status lfi_index_find_headlands(lf_index *index, const lf_workers *workers) {
    const int64_t bands = lfi_stops_bands(index->map);
    lf_status status = lfi_stops_create(index->map, &index->allocator, &index->stops);
    if (status != LF_OK) return status;
    lfi_workers_run(workers, lfi_headlands_fill_rows, index, bands);
    lfi_workers_run(workers, lfi_headlands_fill_columns, index, bands);
    status = headlands_size(index);
    if (status != LF_OK) return status;
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_point_arrays(&run, index);
    if (run.failed) return LF_E_NOMEM;
    lfi_workers_run(workers, lfi_headlands_place, index, bands);
    return LF_OK;
}
