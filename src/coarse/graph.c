// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The graph of a coarse map: which cells are split into pieces (connected components), which moves cross
// their borders, and the edges of split cells.
//
// After an edit, only cells with changed tiles can have new pieces. Only these cells and their neighbours
// (the ring) can have new crossings and edges. Everything else is copied. Nodes after the cells may get new
// numbers, because the nodes of split cells are numbered without gaps.
//
// Time: O(tiles / 64 + cells + tiles of cells near a coast); after an edit O(cells of the ring * tiles of a
// cell) and one copy. Memory: see coarse.c.
#include "graph.h"

#include <string.h>

enum { CELL_ALL_DIRECTIONS = 0xff, CELL_STRAIGHT_DIRECTIONS = 0x5a };

// ---- Memory ---------------------------------------------------------------------------------------

void lfi_builder_arrays(lfi_arrays *run, lfi_coarse_builder *builder) {
    LFI_ARRAY(run, builder->runs, lfi_cell_max_runs(builder->coarse->level));
}

void lfi_builder_renamed_array(lfi_arrays *run, lfi_coarse_builder *builder) {
    LFI_ARRAY(run, builder->renamed, builder->before->extra_count);
}

void lfi_coarse_cell_arrays(lfi_arrays *run, lf_coarse *coarse) {
    LFI_ARRAY_ZEROED(run, coarse->split, lfi_coarse_words(coarse));
    LFI_ARRAY(run, coarse->split_rank, lfi_coarse_words(coarse));
}

void lfi_coarse_node_arrays(lfi_arrays *run, lf_coarse *coarse) {
    const uint64_t splits = coarse->split_count;
    LFI_ARRAY(run, coarse->split_cells, splits);
    LFI_ARRAY(run, coarse->extra_first, splits + 1);
    LFI_ARRAY(run, coarse->extra_cell, coarse->extra_count);
    LFI_ARRAY(run, coarse->labels, splits << (2 * coarse->level));
    LFI_ARRAY_ZEROED(run, coarse->cross, coarse->node_limit);
    LFI_ARRAY(run, coarse->edge_first, splits + coarse->extra_count + 1);
}

void lfi_coarse_edge_array(lfi_arrays *run, lf_coarse *coarse) {
    LFI_ARRAY(run, coarse->edges, coarse->edge_room);
}

// ---- Split cells ----------------------------------------------------------------------------------

/// Finds the split cells and counts them and their other pieces.
static void splits_find(lfi_coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    for (int32_t y = 0; y < coarse->height; y++) {
        for (uint64_t i = 0; i < coarse->stride; i++) {
            const uint64_t word = (uint64_t)y * coarse->stride + i;
            coarse->split_rank[word] = coarse->split_count;
            if (coarse->kind == LF_COARSE_CELLS) continue;
            for (uint64_t bits = coarse->open[word] & ~builder->cells.full[word]; bits != 0;
                 bits &= bits - 1) {
                const int bit = lfi_lowest_bit(bits);
                uint32_t runs;
                const lf_point cell = {(int32_t)(64 * i) + bit, y};
                const uint32_t pieces =
                    lfi_cell_pieces(coarse->map, coarse->level, cell, builder->runs, &runs);
                if (pieces == 1) continue;
                coarse->split[word] |= UINT64_C(1) << bit;
                coarse->split_count++;
                coarse->extra_count += pieces - 1;
            }
        }
    }
}

/// Labels the tiles of a cell with their pieces; returns the number of pieces.
static uint32_t split_label(const lfi_coarse_builder *builder, lf_point cell, uint16_t *labels) {
    const lf_coarse *coarse = builder->coarse;
    const int32_t mask = (1 << coarse->level) - 1;
    uint32_t run_count;
    const uint32_t pieces = lfi_cell_pieces(coarse->map, coarse->level, cell, builder->runs, &run_count);
    for (uint32_t i = 0; i < run_count; i++) {
        const lfi_cell_run run = builder->runs[i];
        for (int32_t x = run.begin; x < run.end; x++) {
            labels[((run.y & mask) << coarse->level) + (x & mask)] = (uint16_t)run.piece;
        }
    }
    return pieces;
}

/// Copies the labels of an unchanged cell and notes the new numbers of its nodes; returns how many pieces.
static uint32_t split_keep(lfi_coarse_builder *builder, lf_point cell, uint32_t split) {
    const lf_coarse *before = builder->before;
    lf_coarse *coarse = builder->coarse;
    const uint64_t tiles = UINT64_C(1) << (2 * coarse->level);
    const uint32_t old = lfi_coarse_split_index(before, cell.x, cell.y);
    const uint32_t pieces = lfi_coarse_split_pieces(before, old);
    memcpy(coarse->labels + split * tiles, before->labels + old * tiles,
           (size_t)tiles * sizeof *coarse->labels);
    for (uint32_t i = 0; i + 1 < pieces; i++)
        builder->renamed[before->extra_first[old] + i] = coarse->cell_count + coarse->extra_first[split] + i;
    return pieces;
}

/// Lists the split cells and labels their tiles.
static void splits_make(lfi_coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    const uint64_t tiles = UINT64_C(1) << (2 * coarse->level);
    uint32_t split = 0, extra = 0;
    for (uint64_t word = 0; word < coarse->stride * (uint64_t)coarse->height; word++) {
        for (uint64_t bits = coarse->split[word]; bits != 0; bits &= bits - 1, split++) {
            const int32_t x = (int32_t)(64 * (word % coarse->stride)) + lfi_lowest_bit(bits);
            const lf_point cell = {x, (int32_t)(word / coarse->stride)};
            const bool same = builder->before != NULL && !lfi_box_has(builder->changed, cell);
            coarse->split_cells[split] = lfi_coarse_cell_at(coarse, cell.x, cell.y);
            coarse->extra_first[split] = extra;
            const uint32_t pieces = same ? split_keep(builder, cell, split)
                                         : split_label(builder, cell, coarse->labels + split * tiles);
            for (uint32_t i = 1; i < pieces; i++) coarse->extra_cell[extra++] = coarse->split_cells[split];
        }
    }
    coarse->extra_first[split] = extra;
}

// ---- Crossings ------------------------------------------------------------------------------------

/// For a cell of one piece: one crossing per border is enough.
static bool crossing_found(int direction, lf_tile from, lf_tile to, void *user) {
    (void)to;
    lf_coarse *coarse = user;
    coarse->cross[lfi_coarse_node(coarse, from)] |= (uint8_t)(1u << direction);
    return true;
}

/// For a split cell: each piece may cross the border.
static bool piece_crossing_found(int direction, lf_tile from, lf_tile to, void *user) {
    crossing_found(direction, from, to, user);
    return false;
}

static bool cell_exists(const lf_coarse *coarse, lf_point cell, int direction) {
    const int32_t x = cell.x + lfi_direction_dx(direction), y = cell.y + lfi_direction_dy(direction);
    if (x < 0 || y < 0 || x >= coarse->width || y >= coarse->height) return false;
    return lfi_coarse_bit(coarse, coarse->open, x, y);
}

static void cell_find_crossings(lfi_coarse_builder *builder, lf_point cell) {
    lf_coarse *coarse = builder->coarse;
    const bool split = lfi_coarse_bit(coarse, coarse->split, cell.x, cell.y);
    for (int direction = 0; direction < 8; direction++) {
        if (!cell_exists(coarse, cell, direction)) continue;
        if (coarse->kind == LF_COARSE_CELLS) {
            coarse->cross[lfi_coarse_cell_at(coarse, cell.x, cell.y)] |= (uint8_t)(1u << direction);
        } else {
            lfi_border_scan(coarse, cell, direction, split ? piece_crossing_found : crossing_found, coarse);
        }
    }
}

/// Forgets the crossings of a cell.
static void cell_clear_crossings(lf_coarse *coarse, lf_point cell) {
    coarse->cross[lfi_coarse_cell_at(coarse, cell.x, cell.y)] = 0;
    if (!lfi_coarse_bit(coarse, coarse->split, cell.x, cell.y)) return;
    const uint32_t split = lfi_coarse_split_index(coarse, cell.x, cell.y);
    for (uint32_t i = 1; i < lfi_coarse_split_pieces(coarse, split); i++)
        coarse->cross[lfi_coarse_piece(coarse, split, i)] = 0;
}

/// Word i of row y of `bits`: 1 where the bit and both its neighbours, also in the words beside it, are 1.
static uint64_t row_all_three(const lf_coarse *coarse, const uint64_t *bits, int64_t y, uint64_t i) {
    if (y < 0 || y >= coarse->height) return 0;
    const uint64_t *row = bits + (uint64_t)y * coarse->stride;
    const uint64_t left = i > 0 ? row[i - 1] >> 63 : 0, right = i + 1 < coarse->stride ? row[i + 1] << 63 : 0;
    return row[i] & (row[i] << 1 | left) & (row[i] >> 1 | right);
}

static void coarse_make_crossings(lfi_coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    const bool diagonal = coarse->kind == LF_COARSE_CELLS || coarse->map->moves != LF_MOVES_ORTHOGONAL;
    // Among these cells, no look at tiles is needed. For the optimistic kind it is enough that they are open.
    const uint64_t *sure = coarse->kind == LF_COARSE_CELLS ? coarse->open : builder->cells.full;
    for (int32_t y = 0; y < coarse->height; y++) {
        for (uint64_t i = 0; i < coarse->stride; i++) {
            const uint64_t inner = row_all_three(coarse, sure, (int64_t)y - 1, i) &
                                   row_all_three(coarse, sure, y, i) &
                                   row_all_three(coarse, sure, (int64_t)y + 1, i);
            for (uint64_t bits = coarse->open[(uint64_t)y * coarse->stride + i]; bits != 0;
                 bits &= bits - 1) {
                const int bit = lfi_lowest_bit(bits);
                const lf_point cell = {(int32_t)(64 * i) + bit, y};
                if ((inner >> bit & 1) == 0)
                    cell_find_crossings(builder, cell);
                else
                    coarse->cross[lfi_coarse_cell_at(coarse, cell.x, cell.y)] =
                        diagonal ? CELL_ALL_DIRECTIONS : CELL_STRAIGHT_DIRECTIONS;
            }
        }
    }
}

// ---- Edges of split cells -------------------------------------------------------------------------

/// The neighbours of one piece that were found so far, each listed once.
typedef struct piece_edges {
    lfi_coarse_builder *builder;
    uint32_t node;  ///< the piece
    uint64_t first; ///< where its edges begin
} piece_edges;

static bool piece_edge_found(int direction, lf_tile from, lf_tile to, void *user) {
    (void)direction;
    const piece_edges *piece = user;
    lfi_coarse_builder *builder = piece->builder;
    lf_coarse *coarse = builder->coarse;
    if (lfi_coarse_node(coarse, from) != piece->node) return false;
    const uint32_t node = lfi_coarse_node(coarse, to);
    for (uint64_t i = builder->edges; i-- > piece->first;) {
        if (coarse->edges[i] == node) return false;
    }
    coarse->edges[builder->edges++] = node;
    return false;
}

/// An upper bound for the edges of a piece: at most n per border of n tiles, or 3 n with corner cutting, and
/// one per corner.
static uint64_t edges_bound(const lf_coarse *coarse) {
    const uint64_t side = UINT64_C(1) << coarse->level;
    return (coarse->map->moves == LF_MOVES_KING_CUT ? 12 : 4) * side + 4;
}

static void split_find_edges(lfi_coarse_builder *builder, uint32_t split) {
    lf_coarse *coarse = builder->coarse;
    const lf_point cell = lfi_coarse_point(coarse, coarse->split_cells[split]);
    for (uint32_t i = 0; i < lfi_coarse_split_pieces(coarse, split); i++) {
        piece_edges piece = {builder, lfi_coarse_piece(coarse, split, i), builder->edges};
        coarse->edge_first[(uint64_t)coarse->extra_first[split] + split + i] = piece.first;
        for (int direction = 0; direction < 8; direction++) {
            if ((coarse->cross[piece.node] >> direction & 1) != 0)
                lfi_border_scan(coarse, cell, direction, piece_edge_found, &piece);
        }
    }
}

/// Copies the edges of a cell, with the new numbers of the nodes that they lead to.
static void split_keep_edges(lfi_coarse_builder *builder, lf_point cell, uint32_t split) {
    const lf_coarse *before = builder->before;
    lf_coarse *coarse = builder->coarse;
    const uint32_t old = lfi_coarse_split_index(before, cell.x, cell.y);
    for (uint32_t i = 0; i < lfi_coarse_split_pieces(coarse, split); i++) {
        uint64_t at, end;
        lfi_coarse_edges(before, old, i, &at, &end);
        coarse->edge_first[(uint64_t)coarse->extra_first[split] + split + i] = builder->edges;
        for (; at < end; at++) {
            const uint32_t node = before->edges[at];
            coarse->edges[builder->edges++] =
                node < before->cell_count ? node : builder->renamed[node - before->cell_count];
        }
    }
}

/// Resizes the list of edges to `size` entries and keeps its content.
static bool edges_resize(lfi_coarse_builder *builder, uint64_t size) {
    lf_coarse *coarse = builder->coarse;
    uint32_t *resized = lfi_alloc(&coarse->allocator, size, sizeof *resized);
    if (resized == NULL) return false;
    if (builder->edges > 0) memcpy(resized, coarse->edges, (size_t)builder->edges * sizeof *resized);
    lfi_free(&coarse->allocator, coarse->edges, coarse->edge_room, sizeof *coarse->edges);
    coarse->edges = resized;
    coarse->edge_room = size;
    return true;
}

static bool coarse_make_edges(lfi_coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    const uint64_t split_nodes = (uint64_t)coarse->split_count + coarse->extra_count;
    bool ok = true;
    for (uint32_t split = 0; ok && split < coarse->split_count; split++) {
        const uint64_t most = builder->edges + lfi_coarse_split_pieces(coarse, split) * edges_bound(coarse);
        ok = most <= coarse->edge_room || edges_resize(builder, most + most / 2);
        if (!ok) break;
        const lf_point cell = lfi_coarse_point(coarse, coarse->split_cells[split]);
        if (builder->before != NULL && !lfi_box_has(builder->ring, cell))
            split_keep_edges(builder, cell, split);
        else
            split_find_edges(builder, split);
    }
    coarse->edge_first[split_nodes] = builder->edges;
    return ok && edges_resize(builder, builder->edges);
}

static void coarse_count(lf_coarse *coarse) {
    for (uint64_t word = 0; word < lfi_coarse_words(coarse); word++)
        coarse->node_count += lfi_count_bits(coarse->open[word]);
    coarse->node_count += coarse->extra_count;
    for (uint32_t node = 0; node < coarse->node_limit; node++)
        coarse->edge_count += lfi_count_bits(coarse->cross[node]);
}

// ---- All of it ------------------------------------------------------------------------------------

bool lfi_coarse_build(lfi_coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    lfi_arrays run = {.allocator = &coarse->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_coarse_cell_arrays(&run, coarse);
    if (run.failed) return false;
    splits_find(builder);
    coarse->node_limit = coarse->cell_count + coarse->extra_count;
    lfi_coarse_node_arrays(&run, coarse);
    if (run.failed) return false;
    splits_make(builder);
    coarse_make_crossings(builder);
    if (!coarse_make_edges(builder)) return false;
    coarse_count(coarse);
    return true;
}

void lfi_coarse_cross_again(lfi_coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    for (int32_t y = builder->ring.y0; y <= builder->ring.y1; y++) {
        for (int32_t x = builder->ring.x0; x <= builder->ring.x1; x++) {
            cell_clear_crossings(coarse, (lf_point){x, y});
            if (lfi_coarse_bit(coarse, coarse->open, x, y)) cell_find_crossings(builder, (lf_point){x, y});
        }
    }
}

/// Copies the crossings, and finds the crossings of the ring anew.
static void crossings_make_again(lfi_coarse_builder *builder) {
    const lf_coarse *before = builder->before;
    lf_coarse *coarse = builder->coarse;
    memcpy(coarse->cross, before->cross, before->cell_count);
    for (uint32_t i = 0; i < before->extra_count; i++) {
        const lf_point cell = lfi_coarse_point(before, before->extra_cell[i]);
        if (!lfi_box_has(builder->changed, cell))
            coarse->cross[builder->renamed[i]] = before->cross[before->cell_count + i];
    }
    lfi_coarse_cross_again(builder);
}

bool lfi_coarse_build_again(lfi_coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    lfi_arrays run = {.allocator = &coarse->allocator, .mode = LFI_ARRAYS_MAKE};
    coarse->node_limit = coarse->cell_count + coarse->extra_count;
    lfi_coarse_node_arrays(&run, coarse);
    if (run.failed) return false;
    splits_make(builder);
    crossings_make_again(builder);
    return coarse_make_edges(builder);
}
