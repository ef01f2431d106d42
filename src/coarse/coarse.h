// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of a coarse map: a graph over cells (the abstract graph of hierarchical path finding).
#ifndef LANDFALL_COARSE_H
#define LANDFALL_COARSE_H

#include "../map/map.h"

#define LFI_NO_NODE UINT32_MAX

/// A coarse map is a grid of cells, and a graph over their pieces. Nearly every cell is one piece, so the
/// graph is the grid itself: the node of a cell is the cell, and one byte says which of its eight neighbours
/// a move leads to. Only cells with several pieces (split cells) need more: their other pieces are nodes
/// numbered after the cells, and all their edges are listed.
struct lf_coarse {
    lf_allocator allocator;
    const lf_map *map;
    lf_coarse *above; ///< NULL, or the coarse map that shows the planner the way on this one
    lf_coarse_kind kind;
    bool given; ///< whether the caller said which cells are open: then edits of the map change nothing
    int32_t level;
    int32_t width, height; ///< in cells
    uint32_t cell_count;
    lfi_divider by_width;
    uint64_t stride; ///< words from row to row in the bits

    uint64_t *open;      ///< bits: cells that have a node
    uint64_t *split;     ///< bits: cells with several nodes
    uint8_t *cross;      ///< for each node: which neighbour cells a move leads to, bit i for direction i of
                         ///< lfi_direction_dx
    uint32_t node_limit; ///< nodes are below this: cell_count + the other pieces of split cells
    int64_t node_count, edge_count;

    // Split cells, in order. Their pieces together are the split nodes: the nodes of split cell i begin at
    // extra_first[i] + i.
    uint32_t *split_rank;  ///< for each word of `split`, how many split cells precede it
    uint32_t *split_cells; ///< their cells
    uint32_t *extra_first; ///< split_count + 1 entries: pieces 1, 2, ... of split cell i are the nodes from
                           ///< cell_count + extra_first[i] on
    uint32_t *extra_cell;  ///< the cell of node cell_count + j
    uint16_t *labels;      ///< 4^level for each split cell, row by row: the piece of each tile
    uint64_t *edge_first;  ///< for each split node, and one more: where its edges begin
    uint32_t *edges;       ///< nodes
    uint64_t edge_room;    ///< entries that `edges` has room for
    uint32_t split_count, extra_count;
    uint32_t split_room, extra_room; ///< split cells and other pieces that the arrays have room for
};

static inline uint32_t lfi_coarse_cell_at(const lf_coarse *coarse, int32_t x, int32_t y) {
    return (uint32_t)y * (uint32_t)coarse->width + (uint32_t)x;
}

/// The cell of a place on the map.
static inline uint32_t lfi_coarse_cell(const lf_coarse *coarse, lf_point point) {
    return lfi_coarse_cell_at(coarse, point.x >> coarse->level, point.y >> coarse->level);
}

/// The place of a cell, in cells.
static inline lf_point lfi_coarse_point(const lf_coarse *coarse, uint32_t cell) {
    const uint32_t y = lfi_divide(coarse->by_width, cell);
    return (lf_point){(int32_t)(cell - y * (uint32_t)coarse->width), (int32_t)y};
}

static inline bool lfi_coarse_bit(const lf_coarse *coarse, const uint64_t *bits, int32_t x, int32_t y) {
    return (bits[(uint64_t)y * coarse->stride + ((uint64_t)x >> 6)] >> (x & 63) & 1) != 0;
}

/// The cell of a node.
static inline uint32_t lfi_coarse_node_cell(const lf_coarse *coarse, uint32_t node) {
    return node < coarse->cell_count ? node : coarse->extra_cell[node - coarse->cell_count];
}

/// The number of a split cell among the split cells.
static inline uint32_t lfi_coarse_split_index(const lf_coarse *coarse, int32_t x, int32_t y) {
    const uint64_t word = (uint64_t)y * coarse->stride + ((uint64_t)x >> 6);
    const uint64_t before = coarse->split[word] & ((UINT64_C(1) << (x & 63)) - 1);
    return coarse->split_rank[word] + (uint32_t)lfi_count_bits(before);
}

/// The node of a piece of a split cell.
static inline uint32_t lfi_coarse_piece(const lf_coarse *coarse, uint32_t split, uint32_t piece) {
    return piece == 0 ? coarse->split_cells[split]
                      : coarse->cell_count + coarse->extra_first[split] + piece - 1;
}

/// The edges of a piece of a split cell: edges[first] to edges[end - 1].
static inline void lfi_coarse_edges(const lf_coarse *coarse, uint32_t split, uint32_t piece, uint64_t *first,
                                    uint64_t *end) {
    const uint64_t node = (uint64_t)coarse->extra_first[split] + split + piece;
    *first = coarse->edge_first[node];
    *end = coarse->edge_first[node + 1];
}

/// The number of pieces of a split cell.
static inline uint32_t lfi_coarse_split_pieces(const lf_coarse *coarse, uint32_t split) {
    return coarse->extra_first[split + 1] - coarse->extra_first[split] + 1;
}

/// The highest level that makes sense: the level below it has more than one cell. Level 1 always makes sense.
int32_t lfi_level_highest(const lf_map *map);

/// The node of an open tile; LFI_NO_NODE where a given coarse map calls its cell closed.
uint32_t lfi_coarse_node(const lf_coarse *coarse, lf_tile tile);

// edit.c

/// Updates a coarse map, and the one above it, after tiles of its map have changed inside a box. The result
/// equals a coarse map made anew, except that its arrays may have room to spare. Adds the number of cells that were looked at to *cells. If there is no
/// memory, only lf_coarse_destroy may be called on the coarse map.
lf_status lfi_coarse_edit(lf_coarse *coarse, lfi_box tiles, int64_t *cells);

// copy.c

/// Copies a coarse map, for a map with the same tiles.
lf_status lfi_coarse_copy(const lf_coarse *from, const lf_map *map, lf_coarse **out);
/// Makes a coarse map equal to another one, from which it differs only because tiles have changed inside some
/// boxes. Same errors as an edit.
lf_status lfi_coarse_follow(lf_coarse *to, const lf_coarse *from, const lfi_box *boxes, int64_t count);

// border.c

/// Receives a move over a border in some direction; returns whether to stop.
typedef bool lfi_border_found(int direction, lf_tile from, lf_tile to, void *user);

/// Finds the moves over one border of a cell: calls `found` with each pair of tiles, along the border, until
/// it returns true. The neighbour in that direction must exist.
void lfi_border_scan(const lf_coarse *coarse, lf_point cell, int direction, lfi_border_found *found,
                     void *user);

// pieces.c

/// A run of open tiles inside one cell, and the piece it belongs to.
typedef struct lfi_cell_run {
    int32_t begin, end, y; ///< on the map
    uint32_t piece;
} lfi_cell_run;

/// The most runs that a cell of a level can hold.
static inline uint32_t lfi_cell_max_runs(int32_t level) {
    return UINT32_C(1) << (2 * level - 1);
}

/// Finds the connected pieces of a cell, numbered from 0 in row order of their first tile. `runs` has room
/// for lfi_cell_max_runs entries. Returns the number of pieces and the number of runs.
uint32_t lfi_cell_pieces(const lf_map *map, int32_t level, lf_point cell, lfi_cell_run *runs,
                         uint32_t *run_count);

/// How many pieces a cell has. `runs` is overwritten.
uint32_t lfi_cell_piece_count(const lf_map *map, int32_t level, lf_point cell, lfi_cell_run *runs);

/// Whether all tiles of a cell, and all tiles around it, are inside the map and open.
bool lfi_cell_is_inner(const lf_map *map, int32_t level, lf_point cell);

#endif // LANDFALL_COARSE_H
