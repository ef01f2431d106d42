// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Building the graph of a coarse map, and editing it.
#ifndef LANDFALL_GRAPH_H
#define LANDFALL_GRAPH_H

#include "coarse.h"
#include "levels.h"

/// The data needed while a coarse map is made or edited.
typedef struct lfi_coarse_builder {
    lf_coarse *coarse;
    lfi_level cells; ///< only when built from nothing
    lfi_cell_run *runs;
    // Edges of split nodes that were found so far.
    uint32_t *edges;
    uint64_t edge_count, edge_room;
    uint64_t edge_begin; ///< where the first of them goes in the coarse map
} lfi_coarse_builder;

/// Words of a plane with one bit per cell.
static inline uint64_t lfi_coarse_words(const lf_coarse *coarse) {
    return coarse->stride * (uint64_t)coarse->height;
}

/// The temporary memory of a builder.
void lfi_builder_arrays(lfi_arrays *run, lfi_coarse_builder *builder);
/// The memory that tells which cells are split.
void lfi_coarse_cell_arrays(lfi_arrays *run, lf_coarse *coarse);
/// The memory of the nodes, once split cells are counted.
void lfi_coarse_node_arrays(lfi_arrays *run, lf_coarse *coarse);
/// The memory of the edges of split cells.
void lfi_coarse_edge_array(lfi_arrays *run, lf_coarse *coarse);

/// All memory of a finished coarse map, without the one above it.
void lfi_coarse_arrays(lfi_arrays *run, lf_coarse *coarse);

/// Makes everything else from the bits of the open cells; false if there is no memory.
bool lfi_coarse_build(lfi_coarse_builder *builder);

/// Finds the crossings of some cells again.
void lfi_coarse_cross_again(lfi_coarse_builder *builder, lfi_box cells);
/// Labels the tiles of a cell with their pieces; returns the number of pieces.
uint32_t lfi_split_label(const lfi_coarse_builder *builder, lf_point cell, uint16_t *labels);
/// Makes room for `count` more edges; false if there is no memory.
bool lfi_builder_reserve(lfi_coarse_builder *builder, uint64_t count);
/// Finds the edges of a split cell; false if there is no memory.
bool lfi_split_find_edges(lfi_coarse_builder *builder, uint32_t split);

// splits.c

/// The split cells of a coarse map under an edit.
typedef struct lfi_split_edit {
    lfi_coarse_builder *builder;
    lfi_box changed; ///< cells whose tiles may have changed
    lfi_box ring;    ///< `changed` and its neighbours: cells whose crossings may have changed
    bool needed;     ///< whether a cell of the ring is split, before or after the edit

    // The split cells from the first cell of the ring to the last one, in row order, as they were.
    uint32_t first, count;  ///< split cells
    uint32_t extra, extras; ///< their other pieces
    uint64_t edge, edges;   ///< their edges
    uint32_t *was_cells, *was_extra, *was_edges;
    uint64_t *was_edge;
    uint16_t *was_labels;
    uint8_t *was_cross;
    uint32_t *renamed; ///< for each of their other pieces that is kept: its new place among all
    uint32_t now;      ///< how many split cells there are now
} lfi_split_edit;

/// Before the bits of the cells change: finds which split cells the edit may concern.
void lfi_splits_begin(lfi_split_edit *edit);
/// After that: lists and labels them. False if there is no memory.
bool lfi_splits_take(lfi_split_edit *edit);
/// After the crossings were found: finds their edges. False if there is no memory.
bool lfi_splits_connect(lfi_split_edit *edit);
/// Frees the temporary memory.
void lfi_splits_end(lfi_split_edit *edit);

/// Whether a cell of a box is split.
bool lfi_splits_any(const lf_coarse *coarse, lfi_box cells);
/// Makes room for split cells and their other pieces; false if there is no memory.
bool lfi_splits_reserve(lf_coarse *coarse, uint32_t splits, uint32_t extras);
/// Makes room for the edges of split cells; false if there is no memory.
bool lfi_splits_reserve_edges(lf_coarse *coarse, uint64_t edges);
/// Copies everything about split cells except their labels, for which there must be room.
void lfi_splits_copy(lf_coarse *to, const lf_coarse *from);

/// The number of edges of split cells.
static inline uint64_t lfi_splits_edges(const lf_coarse *coarse) {
    return coarse->edge_first[(uint64_t)coarse->split_count + coarse->extra_count];
}

/// The cells of a box of tiles, and `more` cells on each side, inside the coarse map.
static inline lfi_box lfi_cells_around(const lf_coarse *coarse, lfi_box tiles, int32_t more) {
    const int32_t level = coarse->level;
    const lfi_box cells = {tiles.x0 >> level, tiles.y0 >> level, tiles.x1 >> level, tiles.y1 >> level};
    return lfi_box_grow(cells, more, coarse->width, coarse->height);
}

#endif // LANDFALL_GRAPH_H
