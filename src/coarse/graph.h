// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Building the graph of a coarse map, from nothing or from what it was before an edit.
#ifndef LANDFALL_GRAPH_H
#define LANDFALL_GRAPH_H

#include "coarse.h"
#include "levels.h"

/// What is needed while a coarse map is made.
typedef struct lfi_coarse_builder {
    lf_coarse *coarse;
    lfi_level cells; ///< from nothing only
    lfi_cell_run *runs;
    uint64_t edges; ///< of split nodes, written so far
    // After an edit only.
    const lf_coarse *before; ///< NULL, or what it was
    lfi_box changed;         ///< cells whose tiles may have changed
    lfi_box ring;            ///< those and their neighbours: cells whose crossings may have changed
    uint32_t *renamed;       ///< for each node behind the cells, its number now
} lfi_coarse_builder;

/// Words of a row of bits for each row of cells.
static inline uint64_t lfi_coarse_words(const lf_coarse *coarse) {
    return coarse->stride * (uint64_t)coarse->height;
}

static inline bool lfi_box_has(lfi_box box, lf_point point) {
    return point.x >= box.x0 && point.x <= box.x1 && point.y >= box.y0 && point.y <= box.y1;
}

/// What a builder needs for the while.
void lfi_builder_arrays(lfi_arrays *run, lfi_coarse_builder *builder);
/// The same for lfi_coarse_build_again alone, besides.
void lfi_builder_renamed_array(lfi_arrays *run, lfi_coarse_builder *builder);
/// Which cells are split.
void lfi_coarse_cell_arrays(lfi_arrays *run, lf_coarse *coarse);
/// What is known of each node, once split cells are counted.
void lfi_coarse_node_arrays(lfi_arrays *run, lf_coarse *coarse);
/// The edges of split cells.
void lfi_coarse_edge_array(lfi_arrays *run, lf_coarse *coarse);

/// All memory of a coarse map that is made, without the one above it.
void lfi_coarse_arrays(lfi_arrays *run, lf_coarse *coarse);

/// Fills everything, from the bits of the open cells on; false if there is no memory.
bool lfi_coarse_build(lfi_coarse_builder *builder);
/// Finds the crossings of the ring again.
void lfi_coarse_cross_again(lfi_coarse_builder *builder);
/// The same as lfi_coarse_build after an edit, once `split` has its bits and the split cells and their pieces are counted.
bool lfi_coarse_build_again(lfi_coarse_builder *builder);

#endif // LANDFALL_GRAPH_H
