// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What an index holds, for pictures: legs, landmarks, buoys and the order of the hierarchy. Each function runs
// over the index once.
#include "index.h"

static lf_tile reveal_tile(const lf_index *index, uint32_t headland) {
    return lfi_map_tile(index->map, index->points[headland]);
}

int64_t lf_index_legs(const lf_index *index, int64_t headland, lf_tile *tiles, int64_t capacity) {
    const lf_status status = lfi_buffer_check(tiles, capacity);
    if (status != LF_OK || index == NULL || headland < 0 || headland >= index->count) return status;
    const uint32_t first = index->first[headland], count = index->first[headland + 1] - first;
    for (uint32_t i = 0; i < count && i < capacity; i++)
        tiles[i] = reveal_tile(index, index->legs[first + i]);
    return count;
}

static bool reveal_is_landmark(const lf_index *index, uint32_t headland) {
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        if (index->away[(size_t)headland * LFI_LANDMARKS + (size_t)k] == 0) return true;
    }
    return false;
}

int64_t lf_index_landmarks(const lf_index *index, lf_tile *tiles, int64_t capacity) {
    const lf_status status = lfi_buffer_check(tiles, capacity);
    if (status != LF_OK || index == NULL) return status;
    int64_t count = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        if (!reveal_is_landmark(index, i)) continue;
        if (count < capacity) tiles[count] = reveal_tile(index, i);
        count++;
    }
    return count;
}

int64_t lf_index_buoys(const lf_index *index, lf_tile *tiles, int64_t capacity) {
    const lf_status status = lfi_buffer_check(tiles, capacity);
    if (status != LF_OK || index == NULL) return status;
    int64_t count = 0;
    for (uint64_t i = 0; i < lfi_buoys_count(&index->buoys); i++) {
        const lfi_buoy *buoy = &index->buoys.all[i];
        if (buoy->group == LFI_NO_GROUP) continue;
        if (count < capacity) tiles[count] = lfi_map_tile(index->map, buoy->point);
        count++;
    }
    return count;
}

int64_t lf_index_order(const lf_index *index, lf_tile *tiles, int64_t capacity) {
    const lf_status status = lfi_buffer_check(tiles, capacity);
    if (status != LF_OK || index == NULL || index->order == NULL) return status;
    for (uint32_t i = 0; i < index->count && i < capacity; i++)
        tiles[i] = reveal_tile(index, index->order[i]);
    return index->count;
}
