// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Building the graph of a coarse map, from nothing or from the graph before an edit.
#ifndef LANDFALL_GRAPH_H
#define LANDFALL_GRAPH_H

#include "coarse.h"
#include "levels.h"

/// The data needed while a coarse map is made.
typedef struct lfi_coarse_builder {
    lf_coarse *coarse;
    lfi_level cells; ///< only when built from nothing
    lfi_cell_run *runs;
    uint64_t edges; ///< edges of split nodes written so far
    // After an edit only.
    const lf_coarse *before; ///< NULL, or the coarse map before the edit
    lfi_box changed;         ///< cells whose tiles may have changed
    lfi_box ring;            ///< `changed` and its neighbours: cells whose crossings may have changed
    uint32_t *renamed;       ///< for each node after the cells, its new number
} lfi_coarse_builder;

/// Words of a plane with one bit per cell.
static inline uint64_t lfi_coarse_words(const lf_coarse *coarse) {
    return coarse->stride * (uint64_t)coarse->height;
}

/// The temporary memory of a builder.
void lfi_builder_arrays(lfi_arrays *run, lfi_coarse_builder *builder);
/// More temporary memory, for lfi_coarse_build_again alone.
void lfi_builder_renamed_array(lfi_arrays *run, lfi_coarse_builder *builder);
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
/// Finds the crossings of the ring again.
void lfi_coarse_cross_again(lfi_coarse_builder *builder);
/// Like lfi_coarse_build, after an edit. `split` must be filled, and split cells and pieces must be counted.
bool lfi_coarse_build_again(lfi_coarse_builder *builder);

#endif // LANDFALL_GRAPH_H
