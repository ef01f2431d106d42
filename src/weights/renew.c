// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Weights of a world. Each state has its own, as it has its own map. A commit weighs again what it has changed:
// tiles that were opened or blocked, tiles that are deeper or less deep for it, bytes that were replaced. Older
// states that become the newest again copy these boxes. Both leave the weights as if they were made anew.
//
// Time: O(tiles of the box), and one number per cell of the map for the sums over all of them.
#include "weights.h"

#include <string.h>

enum { FOLLOW_VALUES = 256 };

static uint32_t table_most(const uint32_t *table, uint32_t otherwise) {
    uint32_t most = 0;
    for (int i = 0; table != NULL && i < FOLLOW_VALUES; i++) most = table[i] > most ? table[i] : most;
    return table != NULL ? most : otherwise;
}

bool lfi_weights_always_fit(const lf_weights_desc *desc) {
    const uint64_t plane = desc->plane != NULL ? table_most(desc->table, UINT8_MAX) : 0;
    return plane + table_most(desc->depth_table, 0) <= LF_WEIGHT_MAX;
}

lf_status lfi_weights_copy(const lf_weights *from, const lf_map *map, lf_weights **out) {
    lf_weights *copy = lfi_alloc(&from->allocator, 1, sizeof *copy);
    *out = copy;
    if (copy == NULL) return LF_E_NOMEM;
    *copy = *from;
    copy->given = copy->map = map;
    copy->own = (lf_map){0};
    copy->closes = false;
    copy->survey = NULL;
    copy->landmarks = 0;
    lfi_arrays run = {.allocator = &from->allocator, .mode = LFI_ARRAYS_COPY};
    lfi_weights_arrays(&run, copy);
    if (run.failed) return LF_E_NOMEM;
    return from->closes ? lfi_weights_own(copy) : LF_OK;
}

/// Makes the weights' own map if it is needed, or brings it up to date.
static lf_status box_close(lf_weights *weights, lfi_box box, bool closes) {
    if (weights->own.open == NULL) return closes ? lfi_weights_own(weights) : LF_OK;
    lfi_window_close(weights, box);
    return LF_OK;
}

static void box_copy_costs(lf_weights *to, const lf_weights *from, lfi_box box) {
    for (int32_t y = box.y0; y <= box.y1; y++) {
        const lf_tile first = lfi_map_tile(to->given, (lf_point){box.x0, y});
        memcpy(to->costs + first, from->costs + first, lfi_box_width(box) * sizeof *to->costs);
    }
}

static void box_copy_cells(lf_weights *to, const lf_weights *from, lfi_box box) {
    const size_t x0 = (size_t)box.x0 / LFI_CELL_SIDE, count = (size_t)box.x1 / LFI_CELL_SIDE - x0 + 1;
    for (size_t y = (size_t)box.y0 / LFI_CELL_SIDE; y <= (size_t)box.y1 / LFI_CELL_SIDE; y++) {
        const size_t first = y * to->columns + x0;
        memcpy(to->cells + first, from->cells + first, count * sizeof *to->cells);
        memcpy(to->rims + first * LFI_LANES, from->rims + first * LFI_LANES,
               count * LFI_LANES * sizeof *to->rims);
    }
}

lf_status lfi_weights_follow(lf_weights *to, const lf_weights *from, lfi_box box) {
    if (lfi_box_tiles(box) == 0) return LF_OK;
    box_copy_costs(to, from, box);
    box_copy_cells(to, from, box);
    to->sum = from->sum;
    to->total = from->total;
    to->most = from->most;
    to->heaviest = from->heaviest;
    to->least = from->least;
    to->lowest = from->lowest;
    return box_close(to, box, from->closes);
}

lf_status lfi_weights_refresh(lf_weights *weights, const lf_weights_desc *desc, lfi_box box) {
    const lfi_weights_window window = {.desc = desc, .box = box, .across = weights->given->width};
    if (lfi_box_tiles(box) == 0) return LF_OK;
    if (!lfi_window_fill(weights, &window)) return LF_E_INTERNAL; // lfi_weights_always_fit has seen to it
    lfi_window_cells(weights, box);
    return box_close(weights, box, !lfi_weights_all_pass(weights, box));
}
