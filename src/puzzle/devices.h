// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of a puzzle: its devices, sorted by tile.
#ifndef LANDFALL_DEVICES_H
#define LANDFALL_DEVICES_H

#include "../map/map.h"

struct lf_puzzle {
    lf_allocator allocator;
    const lf_map *map;
    lf_device *devices; ///< sorted by tile
    int64_t device_count;
    uint64_t used_up; ///< kinds of keys
};

#define LFI_NO_DEVICE UINT32_MAX

/// The number of the device on a tile, or LFI_NO_DEVICE.
uint32_t lfi_device_find(const lf_puzzle *puzzle, lf_tile tile);

/// How many keys a door takes or wants.
static inline int lfi_device_need(const lf_device *device) {
    return device->need == 0 ? 1 : device->need;
}

/// lf_puzzle_check without its checks, with a byte per device (at least one) of the caller's for notes.
lf_status lfi_puzzle_walk(const lf_puzzle *puzzle, const lf_puzzle_query *query, const lf_puzzle_step *steps,
                          int64_t count, uint8_t *marks, lf_puzzle_event *events, int64_t capacity,
                          lf_puzzle_walk *walk);

#endif // LANDFALL_DEVICES_H
