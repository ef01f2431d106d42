// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Weights: what it costs to enter each tile of a plain map.
#include "shim.h"

/// Makes weights of a plane of bytes with its table, a table over depths, or both; 0 = there is none. Answer 0 is the
/// weights.
LFJS(int32_t, lfjs_weights_create)(const uint8_t *plane, const uint32_t *table, const uint32_t *depth_table) {
    const lf_map *map = lfjs_here.map;
    const lf_weights_desc desc = {.plane = plane,
                                  .plane_size = (size_t)lf_map_width(map) * (size_t)lf_map_height(map),
                                  .table = table,
                                  .depth = depth_table != NULL ? lfjs_here.depth : NULL,
                                  .depth_table = depth_table};
    lf_weights *weights;
    const lf_status status = lf_weights_create(map, &desc, &weights);
    lfjs_answer[0] = (double)(uintptr_t)weights;
    return status;
}

LFJS(void, lfjs_weights_destroy)(lf_weights *weights) {
    lf_weights_destroy(weights);
}

/// What it costs to enter a tile; 0 = it cannot be entered.
LFJS(int32_t, lfjs_weights_at)(const lf_weights *weights, uint32_t tile) {
    return lf_weights_at(weights, tile);
}
