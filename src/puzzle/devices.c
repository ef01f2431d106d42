// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Puzzles: checks the devices of a map, and sorts them by tile.
//
// Time: O(devices log devices) once; O(log devices) to find the device of a tile.
#include "devices.h"

#include "../base/sort.h"

#include <string.h>

static lf_status device_check(const lf_map *map, const lf_device *device) {
    if (lf_device_type_name(device->type) == NULL || lf_heading_name(device->heading) == NULL)
        return LF_E_DEVICE;
    if (device->type == LF_DEVICE_TELEPORTER && device->heading != LF_HEADING_ANY) return LF_E_DEVICE;
    if (device->kind >= LF_MAX_KINDS) return LF_E_KIND;
    if (device->tile >= map->tile_count) return LF_E_FIXTURE_OUTSIDE;
    return lf_map_is_open(map, device->tile) ? LF_OK : LF_E_FIXTURE_BLOCKED;
}

static lf_status devices_check(const lf_map *map, const lf_puzzle_desc *desc) {
    if (desc->device_count < 0) return LF_E_COUNT;
    if (desc->device_count > LF_MAX_FIXTURES) return LF_E_TOO_MANY_FIXTURES;
    if (desc->devices == NULL && desc->device_count > 0) return LF_E_NULL;
    lf_status status = LF_OK;
    for (int64_t i = 0; status == LF_OK && i < desc->device_count; i++)
        status = device_check(map, &desc->devices[i]);
    return status;
}

/// Copies a device field by field, so that no byte of it is left over from the caller's memory.
static void device_put(lf_device *out, const lf_device *device) {
    memset(out, 0, sizeof *out);
    out->tile = device->tile;
    out->type = device->type;
    out->heading = device->heading;
    out->kind = device->kind;
    out->need = device->need;
    out->open = device->open;
    out->once = device->once;
}

/// Copies the devices in the order of their tiles. LF_OK, LF_E_FIXTURE_TWICE or LF_E_NOMEM.
static lf_status devices_sort(lf_puzzle *puzzle, const lf_device *devices) {
    const uint64_t count = (uint64_t)puzzle->device_count;
    uint64_t *order = lfi_alloc(&puzzle->allocator, count, sizeof *order);
    if (order == NULL) return LF_E_NOMEM;
    for (uint64_t i = 0; i < count; i++) order[i] = (uint64_t)devices[i].tile << 32 | i;
    lfi_sort(order, count);
    lf_status status = LF_OK;
    for (uint64_t i = 0; i < count; i++) {
        if (i > 0 && order[i] >> 32 == order[i - 1] >> 32) status = LF_E_FIXTURE_TWICE;
        device_put(&puzzle->devices[i], &devices[order[i] & UINT32_MAX]);
    }
    lfi_free(&puzzle->allocator, order, count, sizeof *order);
    return status;
}

lf_status lf_puzzle_create(const lf_map *map, const lf_puzzle_desc *desc, lf_puzzle **out) {
    if (out == NULL) return LF_E_NULL;
    *out = NULL;
    static const lf_puzzle_desc defaults = {0};
    if (desc == NULL) desc = &defaults;
    if (map == NULL) return LF_E_NULL;
    lf_allocator allocator = desc->allocator;
    lf_status status = lfi_allocator_resolve(&allocator);
    if (status == LF_OK) status = devices_check(map, desc);
    if (status != LF_OK) return status;
    lf_puzzle *puzzle = lfi_alloc(&allocator, 1, sizeof *puzzle);
    if (puzzle == NULL) return LF_E_NOMEM;
    *puzzle = (lf_puzzle){.allocator = allocator,
                          .map = map,
                          .device_count = desc->device_count,
                          .used_up = desc->used_up,
                          .devices = lfi_alloc(&allocator, (uint64_t)desc->device_count, sizeof(lf_device))};
    status = puzzle->devices == NULL ? LF_E_NOMEM : devices_sort(puzzle, desc->devices);
    if (status == LF_OK)
        *out = puzzle;
    else
        lf_puzzle_destroy(puzzle);
    return status;
}

void lf_puzzle_destroy(lf_puzzle *puzzle) {
    if (puzzle == NULL) return;
    const lf_allocator allocator = puzzle->allocator;
    lfi_free(&allocator, puzzle->devices, (uint64_t)puzzle->device_count, sizeof *puzzle->devices);
    lfi_free(&allocator, puzzle, 1, sizeof *puzzle);
}

const lf_map *lf_puzzle_map(const lf_puzzle *puzzle) {
    return puzzle != NULL ? puzzle->map : NULL;
}

uint32_t lfi_device_find(const lf_puzzle *puzzle, lf_tile tile) {
    int64_t from = 0, to = puzzle->device_count;
    while (from < to) {
        const int64_t middle = from + (to - from) / 2;
        if (puzzle->devices[middle].tile < tile)
            from = middle + 1;
        else
            to = middle;
    }
    const bool found = from < puzzle->device_count && puzzle->devices[from].tile == tile;
    return found ? (uint32_t)from : LFI_NO_DEVICE;
}

bool lf_puzzle_at(const lf_puzzle *puzzle, lf_tile tile, lf_device *out) {
    const uint32_t found = puzzle != NULL ? lfi_device_find(puzzle, tile) : LFI_NO_DEVICE;
    if (found == LFI_NO_DEVICE) return false;
    if (out != NULL) memcpy(out, &puzzle->devices[found], sizeof *out); // padding too, see device_put
    return true;
}
