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

static void halts_begin(lf_index *index) {
    lfi_halts_begin(index->map, &index->stops, &index->halts);
    lfi_slants_begin(index->map, &index->stops, &index->halts);
}

lf_status lfi_headlands_count(lf_index *index) {
    lfi_stops_fill_patches(index->map, &index->stops);
    const uint64_t count = lfi_stops_count(index->map, &index->stops);
    if (count >= INT32_MAX) return LF_E_INDEX_LIMIT;
    index->count = (uint32_t)count;
    index->buoys = lfi_buoys_size(index->map);
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_headland_arrays(&run, index);
    if (run.failed) return LF_E_NOMEM;
    if (lfi_index_glances(index)) halts_begin(index);
    return LF_OK;
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

typedef struct headlands_view {
    lf_index *index;
    uint8_t *wrong; ///< for each band
} headlands_view;

static void view_arrays(lfi_arrays *run, headlands_view *view) {
    LFI_ARRAY(run, view->wrong, (uint64_t)lfi_stops_bands(view->index->map));
}

static void band_view(int64_t band, void *user) {
    const headlands_view *view = user;
    const lf_index *index = view->index;
    view->wrong[band] = !lfi_stops_band_right(index->map, &index->stops, band);
}

static bool view_right(headlands_view *view, const lf_workers *workers) {
    const lf_index *index = view->index;
    const int64_t bands = lfi_stops_bands(index->map);
    uint64_t count;
    if (!lfi_stops_frame_right(index->map, &index->stops, &count) || count != index->count) return false;
    lfi_workers_run(workers, band_view, view, bands);
    for (int64_t band = 0; band < bands; band++) {
        if (view->wrong[band]) return false;
    }
    return true;
}

lf_status lfi_headlands_view(lf_index *index, const lf_workers *workers) {
    headlands_view view = {.index = index};
    lfi_arrays run = {.allocator = &index->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_index_view_arrays(&run, index);
    view_arrays(&run, &view);
    const lf_status status = run.failed                   ? LF_E_NOMEM
                             : view_right(&view, workers) ? LF_OK
                                                          : LF_E_INDEX_CONTENT;
    run.mode = LFI_ARRAYS_FREE;
    view_arrays(&run, &view);
    if (status != LF_OK) return status;
    lfi_stops_fill_patches(index->map, &index->stops);
    if (lfi_index_glances(index)) halts_begin(index);
    lfi_workers_run(workers, lfi_headlands_place, index, lfi_stops_bands(index->map));
    lfi_workers_run(workers, lfi_headlands_slant, index, lfi_headlands_slant_bands(index));
    return LF_OK;
}
