// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Weights: what it costs to enter each tile. Those of a plain map are made when asked for. A world is made with its own,
// which follow its edits; they have numbers, from 0 on.
#include "shim.h"

/// Weights that the world is to have, which is about to be made. What they are made of stays until then.
LFJS(int32_t, lfjs_world_weigh)
(const uint8_t *plane, uint32_t size, const uint32_t *table, const uint32_t *depth_table) {
    if (lfjs_here.weights_count == LF_WORLD_WEIGHTS_MAX) return LF_E_WEIGHTS_NUMBER;
    lfjs_here.weights[lfjs_here.weights_count++] =
        (lf_weights_desc){.plane = plane, .plane_size = size, .table = table, .depth_table = depth_table};
    return LF_OK;
}

/// What queries of the world name its weights by.
LFJS(const lf_weights *, lfjs_world_weights)(int32_t number) {
    return lf_world_weights(lfjs_here.world, number);
}

/// Words: number, x, y, width, height.
LFJS(int32_t, lfjs_set_weights)(const uint8_t *plane, uint32_t size) {
    const int32_t *w = lfjs_words;
    const lf_weights_stencil stencil = {
        .corner = {w[1], w[2]}, .width = w[3], .height = w[4], .plane = plane, .plane_size = size};
    return lf_world_set_weights(lfjs_here.world, w[0], &stencil);
}

LFJS(int32_t, lfjs_world_weights_at)(int32_t number, uint32_t tile) {
    return lf_weights_at(lf_snapshot_weights(lfjs_state_now(), number), tile);
}

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
