// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of a coarse map: a graph over cells.
#ifndef LANDFALL_COARSE_H
#define LANDFALL_COARSE_H

#include "map.h"

#define LFI_NO_NODE UINT32_MAX

/// A cell with several pieces, and where the labels of its tiles begin.
typedef struct lfi_split_cell {
    uint32_t cell;
    uint64_t labels;
} lfi_split_cell;

struct lf_coarse {
    lf_allocator allocator;
    const lf_map *map;
    lf_coarse_kind kind;
    int32_t level;
    int32_t width, height; ///< in cells
    uint32_t cell_count;
    lfi_divider by_width;

    // Nodes: the pieces of a cell follow each other.
    uint32_t
        *cell_node; ///< cell_count + 1 entries: the nodes of a cell are cell_node[c] to cell_node[c + 1] - 1
    uint32_t *node_cell;
    uint32_t node_count;

    // Edges, both directions: those of node n are edges[edge_first[n]] to edges[edge_first[n + 1] - 1].
    uint64_t *edge_first;
    uint32_t *edges;
    uint64_t edge_count;

    // Which piece a tile belongs to, only for cells with more than one.
    lfi_split_cell *split_cells; ///< sorted by cell
    uint32_t split_count;
    uint16_t *labels; ///< 4^level for each split cell, row by row
};

/// The cell of a place on the map.
static inline uint32_t lfi_coarse_cell(const lf_coarse *coarse, lf_point point) {
    return (uint32_t)(point.y >> coarse->level) * (uint32_t)coarse->width +
           (uint32_t)(point.x >> coarse->level);
}

/// The node of an open tile; LFI_NO_NODE where a given coarse map calls its cell closed.
uint32_t lfi_coarse_node(const lf_coarse *coarse, lf_tile tile);

/// The place of a cell, in cells.
static inline lf_point lfi_coarse_point(const lf_coarse *coarse, uint32_t cell) {
    const uint32_t y = lfi_divide(coarse->by_width, cell);
    return (lf_point){(int32_t)(cell - y * (uint32_t)coarse->width), (int32_t)y};
}

// pieces.c

/// A run of open tiles inside one cell, and the piece it belongs to.
typedef struct lfi_cell_run {
    int32_t begin, end, y; ///< on the map
    uint32_t piece;
} lfi_cell_run;

/// Most runs that a cell of a level can hold.
static inline uint32_t lfi_cell_max_runs(int32_t level) {
    return UINT32_C(1) << (2 * level - 1);
}

/// Finds the connected pieces of a cell, numbered from 0 in row order of their first tile. `runs` has room
/// for lfi_cell_max_runs entries. Returns the number of pieces and the number of runs.
uint32_t lfi_cell_pieces(const lf_map *map, int32_t level, lf_point cell, lfi_cell_run *runs,
                         uint32_t *run_count);

#endif // LANDFALL_COARSE_H
