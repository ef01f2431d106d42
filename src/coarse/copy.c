// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Copies of a coarse map, and bringing a copy up to date after edits: cells near the edits are copied, and if
// one of them is split, all that is known of split cells, which are few. (Editing the copy as well took five
// times as long.)
//
// Time: of a copy O(cells); of following O(cells near the edits, and split cells).
#include "graph.h"

#include <string.h>

lf_status lfi_coarse_copy(const lf_coarse *from, const lf_map *map, lf_coarse **out) {
    *out = NULL;
    lf_coarse *coarse = lfi_alloc(&from->allocator, 1, sizeof *coarse);
    if (coarse == NULL) return LF_E_NOMEM;
    *coarse = *from;
    coarse->map = map;
    coarse->above = NULL;
    coarse->split_room = from->split_count;
    coarse->extra_room = from->extra_count;
    coarse->edge_room = lfi_splits_edges(from);
    lfi_arrays run = {.allocator = &coarse->allocator, .mode = LFI_ARRAYS_COPY};
    lfi_coarse_arrays(&run, coarse);
    lf_status status = run.failed ? LF_E_NOMEM : LF_OK;
    if (status == LF_OK && from->above != NULL) status = lfi_coarse_copy(from->above, map, &coarse->above);
    if (status != LF_OK)
        lf_coarse_destroy(coarse);
    else
        *out = coarse;
    return status;
}

/// Copies the bits and crossings of some cells.
static void cells_follow(lf_coarse *to, const lf_coarse *from, lfi_box cells) {
    const size_t words = (size_t)(cells.x1 >> 6) - (size_t)(cells.x0 >> 6) + 1;
    for (int32_t y = cells.y0; y <= cells.y1; y++) {
        const uint64_t word = (uint64_t)y * to->stride + ((uint64_t)cells.x0 >> 6);
        const uint32_t cell = lfi_coarse_cell_at(to, cells.x0, y);
        memcpy(to->open + word, from->open + word, words * sizeof *to->open);
        memcpy(to->split + word, from->split + word, words * sizeof *to->split);
        memcpy(to->cross + cell, from->cross + cell, (size_t)(cells.x1 - cells.x0) + 1);
    }
}

/// Copies all that is known of split cells; only `around` has cells that were split or are. LF_OK or
/// LF_E_NOMEM.
static lf_status splits_follow(lf_coarse *to, const lf_coarse *from, lfi_box around) {
    const uint64_t edges = lfi_splits_edges(from), word = (uint64_t)around.y0 * to->stride;
    if (!lfi_splits_reserve(to, from->split_count, from->extra_count) || !lfi_splits_reserve_edges(to, edges))
        return LF_E_NOMEM;
    // The labels of cells before `around` stay. So do those after it, if none of them has another number.
    const uint32_t first = from->split_rank[word];
    const bool moved = to->split_count != from->split_count;
    const uint32_t end = moved || around.y1 + 1 == from->height
                             ? from->split_count
                             : from->split_rank[((uint64_t)around.y1 + 1) * from->stride];
    const int shift = 2 * from->level;
    memcpy(to->labels + ((size_t)first << shift), from->labels + ((size_t)first << shift),
           ((size_t)(end - first) << shift) * sizeof *to->labels);
    memcpy(to->split_rank + word, from->split_rank + word,
           (size_t)(lfi_coarse_words(from) - word) * sizeof *to->split_rank);
    memcpy(to->edges, from->edges, (size_t)edges * sizeof *to->edges);
    lfi_splits_copy(to, from);
    to->split_count = from->split_count;
    to->extra_count = from->extra_count;
    to->node_limit = from->node_limit;
    return LF_OK;
}

lf_status lfi_coarse_follow(lf_coarse *to, const lf_coarse *from, const lfi_box *boxes, int64_t count) {
    if (to->given || count == 0) return LF_OK;
    lfi_box around = lfi_cells_around(to, boxes[0], 1);
    bool split = false;
    for (int64_t i = 0; i < count; i++) {
        const lfi_box ring = lfi_cells_around(to, boxes[i], 1);
        around = lfi_boxes_around(around, ring);
        split = split || lfi_splits_any(to, ring) || lfi_splits_any(from, ring);
    }
    // Only now: boxes may share words.
    for (int64_t i = 0; i < count; i++) cells_follow(to, from, lfi_cells_around(to, boxes[i], 1));
    to->node_count = from->node_count;
    to->edge_count = from->edge_count;
    const lf_status status = split ? splits_follow(to, from, around) : LF_OK;
    if (status != LF_OK || to->above == NULL) return status;
    return lfi_coarse_follow(to->above, from->above, boxes, count);
}
