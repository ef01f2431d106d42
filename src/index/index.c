// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A finished index: its memory, and simple questions about it. build.c builds it.
#include "index.h"

void lfi_index_headland_arrays(lfi_arrays *run, lf_index *index) {
    const uint64_t count = index->count;
    LFI_ARRAY(run, index->points, count);
    LFI_ARRAY(run, index->beside, count);
    LFI_ARRAY(run, index->first, count + 1);
    LFI_ARRAY(run, index->group, count);
    LFI_ARRAY(run, index->away, count * LFI_LANDMARKS);
    lfi_buoys_arrays(run, &index->buoys);
    if (lfi_index_glances(index)) lfi_halts_arrays(run, index->map, &index->stops, &index->halts);
}

/// All memory of an index, without bytes that it does not own.
static void index_arrays(lfi_arrays *run, lf_index *index) {
    if (index->bytes != NULL) {
        if (index->copy != NULL) LFI_ARRAY(run, index->copy, lfi_index_copy_words(index));
        return;
    }
    lfi_stops_arrays(run, index->map, &index->stops);
    lfi_index_headland_arrays(run, index);
    lfi_index_leg_arrays(run, index);
    if (index->raw_first != NULL) lfi_index_raw_arrays(run, index);
    if (index->up_first != NULL) lfi_index_hierarchy_arrays(run, index);
}

lf_status lfi_index_check_gate(const lf_map *map, const lf_index_desc *desc) {
    if (desc->min_depth == 0) return LF_OK;
    if (desc->depth == NULL) return LF_E_NO_DEPTH;
    return desc->depth->map == map ? LF_OK : LF_E_FOREIGN_DEPTH;
}

lf_status lfi_index_gate(lf_index *index) {
    if (index->min_depth == 0) return LF_OK;
    const lf_status status =
        lfi_depth_gated_map(index->depth, index->min_depth, &index->allocator, &index->gated);
    if (status == LF_OK) index->map = index->gated;
    return status;
}

void lf_index_destroy(lf_index *index) {
    if (index == NULL) return;
    const lf_allocator allocator = index->allocator;
    if (index->bytes == NULL) lfi_index_drop_hierarchy(index); // it may be incomplete
    if (index->release.call != NULL) index->release.call(index->lent, index->size, index->release.user);
    index_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, index);
    lf_map_destroy(index->gated);
    lfi_free(&allocator, index, 1, sizeof *index);
}

// ---- Asking ---------------------------------------------------------------------------------------

const lf_map *lf_index_map(const lf_index *index) {
    return index == NULL ? NULL : index->given;
}

int32_t lf_index_min_depth(const lf_index *index) {
    return index == NULL ? 0 : index->min_depth;
}

lf_cost lf_index_cost(const lf_index *index) {
    return index == NULL ? LF_COST_UNIFORM : index->cost;
}

int64_t lf_index_headland_count(const lf_index *index) {
    return index == NULL ? 0 : index->count;
}

int64_t lf_index_headlands(const lf_index *index, lf_tile *tiles, int64_t capacity) {
    const lf_status status = lfi_buffer_check(tiles, capacity);
    if (status != LF_OK || index == NULL) return status;
    for (int64_t i = 0; i < capacity && i < index->count; i++)
        tiles[i] = lf_map_tile(index->map, index->points[i].x, index->points[i].y);
    return index->count;
}

int64_t lf_index_leg_count(const lf_index *index) {
    return index == NULL ? 0 : index->leg_count / 2;
}

bool lf_index_has_hierarchy(const lf_index *index) {
    return index != NULL && index->up_first != NULL;
}

size_t lf_index_bytes(const lf_index *index) {
    if (index == NULL) return 0;
    lf_index copy = *index;
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    index_arrays(&run, &copy);
    return (size_t)run.bytes + lf_map_bytes(index->gated);
}
