// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A coarse map follows the edits of its map, in place. Only cells with changed tiles can have other pieces
// than before. Only these cells and their neighbours (the ring) can have other crossings and edges.
//
// Time: O(cells of the ring * tiles of a cell), and that of split cells (splits.c).
#include "graph.h"

static void bit_set(uint64_t *word, int32_t x, bool value) {
    const uint64_t bit = UINT64_C(1) << (x & 63);
    *word = value ? *word | bit : *word & ~bit;
}

/// Finds whether a changed cell is open and whether it is split. A coarse map of cells knows no pieces.
static void cell_take(lfi_coarse_builder *builder, lf_point cell) {
    lf_coarse *coarse = builder->coarse;
    const uint64_t word = (uint64_t)cell.y * coarse->stride + ((uint64_t)cell.x >> 6);
    const uint32_t pieces = lfi_cell_piece_count(coarse->map, coarse->level, cell, builder->runs);
    coarse->node_count += (pieces > 0) - lfi_coarse_bit(coarse, coarse->open, cell.x, cell.y);
    bit_set(&coarse->open[word], cell.x, pieces > 0);
    bit_set(&coarse->split[word], cell.x, pieces > 1 && coarse->kind != LF_COARSE_CELLS);
}

/// The number of crossings of some cells.
static int64_t cells_edges(const lf_coarse *coarse, lfi_box cells) {
    int64_t edges = 0;
    for (int32_t y = cells.y0; y <= cells.y1; y++) {
        for (int32_t x = cells.x0; x <= cells.x1; x++) {
            edges += lfi_count_bits(coarse->cross[lfi_coarse_cell_at(coarse, x, y)]);
            if (!lfi_coarse_bit(coarse, coarse->split, x, y)) continue;
            const uint32_t split = lfi_coarse_split_index(coarse, x, y);
            for (uint32_t i = 1; i < lfi_coarse_split_pieces(coarse, split); i++)
                edges += lfi_count_bits(coarse->cross[lfi_coarse_piece(coarse, split, i)]);
        }
    }
    return edges;
}

/// Edits one coarse map, without the one above it; false if there is no memory.
static bool cells_edit(lfi_split_edit *edit) {
    lfi_coarse_builder *builder = edit->builder;
    lf_coarse *coarse = builder->coarse;
    lfi_splits_begin(edit);
    coarse->edge_count -= cells_edges(coarse, edit->ring);
    for (int32_t y = edit->changed.y0; y <= edit->changed.y1; y++) {
        for (int32_t x = edit->changed.x0; x <= edit->changed.x1; x++) cell_take(builder, (lf_point){x, y});
    }
    if (!lfi_splits_take(edit)) return false;
    lfi_coarse_cross_again(builder, edit->ring);
    coarse->edge_count += cells_edges(coarse, edit->ring);
    return lfi_splits_connect(edit);
}

lf_status lfi_coarse_edit(lf_coarse *coarse, lfi_box tiles, int64_t *cells) {
    if (coarse->given) return LF_OK;
    const lfi_box ring = lfi_cells_around(coarse, tiles, 1);
    lfi_coarse_builder builder = {.coarse = coarse};
    lfi_split_edit edit = {.builder = &builder, .changed = lfi_cells_around(coarse, tiles, 0), .ring = ring};
    lfi_arrays run = {.allocator = &coarse->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_builder_arrays(&run, &builder);
    const bool done = !run.failed && cells_edit(&edit);
    lfi_splits_end(&edit);
    run.mode = LFI_ARRAYS_FREE;
    lfi_builder_arrays(&run, &builder);
    if (!done) return LF_E_NOMEM;
    *cells += (int64_t)(ring.x1 - ring.x0 + 1) * (ring.y1 - ring.y0 + 1);
    return coarse->above != NULL ? lfi_coarse_edit(coarse->above, tiles, cells) : LF_OK;
}
