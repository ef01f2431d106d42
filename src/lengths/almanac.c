// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Making and destroying an almanac.
#include "almanac.h"

#include <string.h>

// ---- Memory ---------------------------------------------------------------------------------------

static void almanac_arrays(lfi_arrays *run, lf_almanac *almanac) {
    const uint64_t squares = lfi_almanac_squares(almanac);
    if (almanac->memory_room > 0) LFI_ARRAY(run, almanac->memory, almanac->memory_room);
    if (almanac->bytes != NULL) return; // all others lie in there
    LFI_ARRAY(run, almanac->labels, almanac->label_room);
    LFI_ARRAY(run, almanac->seen, almanac->first != NULL ? almanac->first[squares] : 0);
    LFI_ARRAY(run, almanac->first, squares + 1);
}

static void almanac_free(lf_almanac *almanac) {
    const lf_allocator allocator = almanac->allocator;
    if (almanac->release.call != NULL)
        almanac->release.call(almanac->lent, almanac->size, almanac->release.user);
    almanac_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, almanac);
    lfi_free(&allocator, almanac, 1, sizeof *almanac);
}

/// Makes the notices of the headlands, without their labels.
static lf_status notices_make(lf_almanac *almanac) {
    const lf_index *index = almanac->index;
    almanac->memory_room = (uint64_t)index->count + 1;
    almanac->memory = lfi_alloc(&almanac->allocator, almanac->memory_room, sizeof *almanac->memory);
    if (almanac->memory == NULL) return LF_E_NOMEM;
    almanac->notices = lfi_lined_up(almanac->memory, sizeof *almanac->notices);
    for (uint32_t i = 0; i < index->count; i++) {
        lfi_notice *notice = &almanac->notices[i];
        *notice = (lfi_notice){.point = index->points[i], .group = index->group[i]};
        memcpy(notice->away, index->away + (size_t)i * LFI_LANDMARKS, sizeof notice->away);
    }
    return LF_OK;
}

// ---- The public functions -------------------------------------------------------------------------

bool lf_almanac_serves(const lf_index *index) {
    return index != NULL && index->up_first != NULL && index->cost == LF_COST_UNIFORM &&
           lfi_index_glances(index) && index->map->tile_count < LFI_ALMANAC_FAR;
}

lf_status lfi_almanac_check(const lf_index *index, lf_almanac_desc *desc, lf_almanac **out) {
    if (index == NULL || out == NULL) return LF_E_NULL;
    return lf_almanac_serves(index) ? lfi_allocator_resolve(&desc->allocator) : LF_E_ALMANAC;
}

lf_almanac lfi_almanac_plain(const lf_index *index, const lf_allocator *allocator) {
    return (lf_almanac){.allocator = *allocator,
                        .index = index,
                        .wide = ((int64_t)index->map->width + LFI_SQUARE - 1) >> LFI_SQUARE_SHIFT,
                        .high = ((int64_t)index->map->height + LFI_SQUARE - 1) >> LFI_SQUARE_SHIFT};
}

lf_status lf_almanac_create(const lf_index *index, const lf_almanac_desc *desc, lf_almanac **out) {
    lf_almanac_desc given = desc != NULL ? *desc : (lf_almanac_desc){0};
    if (out != NULL) *out = NULL;
    lf_status status = lfi_almanac_check(index, &given, out);
    if (status != LF_OK) return status;
    lf_almanac *almanac = lfi_alloc(&given.allocator, 1, sizeof *almanac);
    if (almanac == NULL) return LF_E_NOMEM;
    *almanac = lfi_almanac_plain(index, &given.allocator);
    status = notices_make(almanac);
    if (status == LF_OK) status = lfi_almanac_label(almanac);
    if (status == LF_OK) status = lfi_almanac_look(almanac, &given.workers);
    if (status != LF_OK) {
        almanac_free(almanac);
        return status;
    }
    *out = almanac;
    return LF_OK;
}

void lf_almanac_destroy(lf_almanac *almanac) {
    if (almanac != NULL) almanac_free(almanac);
}

size_t lf_almanac_bytes(const lf_almanac *almanac) {
    if (almanac == NULL) return 0;
    lf_almanac copy = *almanac;
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    almanac_arrays(&run, &copy);
    return (size_t)run.bytes;
}
