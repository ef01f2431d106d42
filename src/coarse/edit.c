// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A coarse map follows the edits of its map: the cells that an edit touches, and a ring around them, are made
// anew (graph.c). If no cell of the ring is split, before or after, this happens in place. Otherwise the
// numbers of nodes may change, and the data of the other cells is copied.
//
// Time: O(cells of the ring * tiles of a cell), and the copy: some 0.1 ms for 500,000 cells. Temporary
// memory: as much as the coarse map takes.
#include "graph.h"

#include <string.h>

/// The cells of a box of tiles, and `more` cells on each side, cut off at the edge.
static lfi_box cells_around(const lf_coarse *coarse, lfi_box tiles, int32_t more) {
    const int32_t level = coarse->level;
    const lfi_box cells = {tiles.x0 >> level, tiles.y0 >> level, tiles.x1 >> level, tiles.y1 >> level};
    return lfi_box_grow(cells, more, coarse->width, coarse->height);
}

static void bit_set(uint64_t *word, int32_t x, bool value) {
    const uint64_t bit = UINT64_C(1) << (x & 63);
    *word = value ? *word | bit : *word & ~bit;
}

/// How many pieces a changed cell has; at most 1 for a coarse map of cells, which knows no pieces.
static uint32_t cell_pieces_now(const lfi_coarse_builder *builder, lf_point cell) {
    const lf_coarse *coarse = builder->coarse;
    uint32_t runs;
    const uint32_t pieces = lfi_cell_pieces(coarse->map, coarse->level, cell, builder->runs, &runs);
    return coarse->kind == LF_COARSE_CELLS && pieces > 1 ? 1 : pieces;
}

/// Counts the pieces of a cell anew, and subtracts its old pieces from the counts.
static void cell_recount(lfi_coarse_builder *builder, lf_point cell) {
    const lf_coarse *before = builder->before;
    lf_coarse *coarse = builder->coarse;
    const uint64_t word = (uint64_t)cell.y * coarse->stride + ((uint64_t)cell.x >> 6);
    const uint32_t pieces = cell_pieces_now(builder, cell);
    coarse->node_count += (int64_t)pieces - lf_coarse_pieces(before, cell.x, cell.y);
    if (lfi_coarse_bit(before, before->split, cell.x, cell.y)) {
        coarse->split_count--;
        coarse->extra_count -=
            lfi_coarse_split_pieces(before, lfi_coarse_split_index(before, cell.x, cell.y)) - 1;
    }
    if (pieces > 1) {
        coarse->split_count++;
        coarse->extra_count += pieces - 1;
    }
    bit_set(&coarse->open[word], cell.x, pieces > 0);
    bit_set(&coarse->split[word], cell.x, pieces > 1);
}

static void cells_recount(lfi_coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    const lf_coarse *before = builder->before;
    memcpy(coarse->open, before->open, (size_t)lfi_coarse_words(coarse) * sizeof *coarse->open);
    memcpy(coarse->split, before->split, (size_t)lfi_coarse_words(coarse) * sizeof *coarse->split);
    for (int32_t y = builder->changed.y0; y <= builder->changed.y1; y++) {
        for (int32_t x = builder->changed.x0; x <= builder->changed.x1; x++)
            cell_recount(builder, (lf_point){x, y});
    }
    uint32_t rank = 0;
    for (uint64_t word = 0; word < lfi_coarse_words(coarse); word++) {
        coarse->split_rank[word] = rank;
        rank += (uint32_t)lfi_count_bits(coarse->split[word]);
    }
}

/// The number of crossings of the cells of the ring.
static int64_t ring_edges(const lf_coarse *coarse, lfi_box ring) {
    int64_t edges = 0;
    for (int32_t y = ring.y0; y <= ring.y1; y++) {
        for (int32_t x = ring.x0; x <= ring.x1; x++) {
            edges += lfi_count_bits(coarse->cross[lfi_coarse_cell_at(coarse, x, y)]);
            if (!lfi_coarse_bit(coarse, coarse->split, x, y)) continue;
            const uint32_t split = lfi_coarse_split_index(coarse, x, y);
            for (uint32_t i = 1; i < lfi_coarse_split_pieces(coarse, split); i++)
                edges += lfi_count_bits(coarse->cross[lfi_coarse_piece(coarse, split, i)]);
        }
    }
    return edges;
}

/// A coarse map as it was, without its arrays.
static lf_coarse coarse_bare(const lf_coarse *before) {
    lf_coarse bare = *before;
    bare.open = bare.split = NULL;
    bare.split_rank = bare.split_cells = bare.extra_first = bare.extra_cell = bare.edges = NULL;
    bare.cross = NULL;
    bare.labels = NULL;
    bare.edge_first = NULL;
    bare.edge_room = 0;
    return bare;
}

// ---- In place -------------------------------------------------------------------------------------

/// Whether no cell of the ring is split, before or after.
static bool ring_is_whole(const lfi_coarse_builder *builder) {
    const lf_coarse *coarse = builder->coarse;
    const lfi_box ring = builder->ring, changed = builder->changed;
    for (int32_t y = ring.y0; y <= ring.y1; y++) {
        for (int32_t x = ring.x0; x <= ring.x1; x++) {
            if (lfi_coarse_bit(coarse, coarse->split, x, y)) return false;
            const lf_point cell = {x, y};
            if (lfi_box_has(changed, cell) && cell_pieces_now(builder, cell) > 1) return false;
        }
    }
    return true;
}

static void ring_edit(lfi_coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    const lfi_box changed = builder->changed;
    coarse->edge_count -= ring_edges(coarse, builder->ring);
    for (int32_t y = changed.y0; y <= changed.y1; y++) {
        for (int32_t x = changed.x0; x <= changed.x1; x++) {
            const bool open = cell_pieces_now(builder, (lf_point){x, y}) > 0;
            coarse->node_count += open - lfi_coarse_bit(coarse, coarse->open, x, y);
            bit_set(&coarse->open[(uint64_t)y * coarse->stride + ((uint64_t)x >> 6)], x, open);
        }
    }
    lfi_coarse_cross_again(builder);
    coarse->edge_count += ring_edges(coarse, builder->ring);
}

// ---- By a copy ------------------------------------------------------------------------------------

/// Makes the coarse map, which has no arrays yet, from the one before the edit.
static bool coarse_fill_again(lfi_coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    lfi_arrays run = {.allocator = &coarse->allocator, .mode = LFI_ARRAYS_MAKE};
    LFI_ARRAY(&run, coarse->open, lfi_coarse_words(coarse));
    lfi_coarse_cell_arrays(&run, coarse);
    if (run.failed) return false;
    cells_recount(builder);
    if (!lfi_coarse_build_again(builder)) return false;
    coarse->edge_count += ring_edges(coarse, builder->ring) - ring_edges(builder->before, builder->ring);
    return true;
}

static bool coarse_make_again(lfi_coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse, before = *coarse;
    builder->before = &before;
    *coarse = coarse_bare(&before);
    lfi_arrays run = {.allocator = &coarse->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_builder_renamed_array(&run, builder);
    const bool done = !run.failed && coarse_fill_again(builder);
    run.mode = LFI_ARRAYS_FREE;
    lfi_builder_renamed_array(&run, builder);
    lfi_coarse_arrays(&run, &before);
    return done;
}

lf_status lfi_coarse_edit(lf_coarse *coarse, lfi_box tiles, int64_t *cells) {
    if (coarse->given) return LF_OK;
    const lfi_box ring = cells_around(coarse, tiles, 1);
    lfi_coarse_builder builder = {.coarse = coarse, .changed = cells_around(coarse, tiles, 0), .ring = ring};
    lfi_arrays run = {.allocator = &coarse->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_builder_arrays(&run, &builder);
    bool done = !run.failed;
    if (done && ring_is_whole(&builder))
        ring_edit(&builder);
    else if (done)
        done = coarse_make_again(&builder);
    run.mode = LFI_ARRAYS_FREE;
    lfi_builder_arrays(&run, &builder);
    if (!done) return LF_E_NOMEM;
    *cells += (int64_t)(ring.x1 - ring.x0 + 1) * (ring.y1 - ring.y0 + 1);
    return coarse->above != NULL ? lfi_coarse_edit(coarse->above, tiles, cells) : LF_OK;
}

// ---- Copying --------------------------------------------------------------------------------------

lf_status lfi_coarse_copy(const lf_coarse *from, const lf_map *map, lf_coarse **out) {
    *out = NULL;
    lf_coarse *coarse = lfi_alloc(&from->allocator, 1, sizeof *coarse);
    if (coarse == NULL) return LF_E_NOMEM;
    *coarse = *from;
    coarse->map = map;
    coarse->above = NULL;
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
