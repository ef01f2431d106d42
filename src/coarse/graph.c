// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The graph of a coarse map: which cells are split into pieces (connected components), which moves cross
// their borders, and the edges of split cells.
//
// Time: O(tiles / 64 + cells + tiles of cells near a coast). Memory: see coarse.c.
#include "graph.h"

#include <string.h>

enum { CELL_ALL_DIRECTIONS = 0xff, CELL_STRAIGHT_DIRECTIONS = 0x5a };

// ---- Memory ---------------------------------------------------------------------------------------

void lfi_builder_arrays(lfi_arrays *run, lfi_coarse_builder *builder) {
    LFI_ARRAY(run, builder->runs, lfi_cell_max_runs(builder->coarse->level));
    if (builder->edge_room > 0) LFI_ARRAY(run, builder->edges, builder->edge_room);
}

void lfi_coarse_cell_arrays(lfi_arrays *run, lf_coarse *coarse) {
    LFI_ARRAY_ZEROED(run, coarse->split, lfi_coarse_words(coarse));
    LFI_ARRAY(run, coarse->split_rank, lfi_coarse_words(coarse));
}

void lfi_coarse_node_arrays(lfi_arrays *run, lf_coarse *coarse) {
    const uint64_t splits = coarse->split_room, extras = coarse->extra_room;
    LFI_ARRAY(run, coarse->split_cells, splits);
    LFI_ARRAY(run, coarse->extra_first, splits + 1);
    LFI_ARRAY(run, coarse->extra_cell, extras);
    LFI_ARRAY(run, coarse->labels, splits << (2 * coarse->level));
    LFI_ARRAY_ZEROED(run, coarse->cross, coarse->cell_count + extras);
    LFI_ARRAY(run, coarse->edge_first, splits + extras + 1);
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

uint32_t lfi_split_label(const lfi_coarse_builder *builder, lf_point cell, uint16_t *labels) {
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

/// Lists the split cells and labels their tiles.
static void splits_make(lfi_coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    const uint64_t tiles = UINT64_C(1) << (2 * coarse->level);
    uint32_t split = 0, extra = 0;
    for (uint64_t word = 0; word < coarse->stride * (uint64_t)coarse->height; word++) {
        for (uint64_t bits = coarse->split[word]; bits != 0; bits &= bits - 1, split++) {
            const int32_t x = (int32_t)(64 * (word % coarse->stride)) + lfi_lowest_bit(bits);
            const lf_point cell = {x, (int32_t)(word / coarse->stride)};
            coarse->split_cells[split] = lfi_coarse_cell_at(coarse, cell.x, cell.y);
            coarse->extra_first[split] = extra;
            const uint32_t pieces = lfi_split_label(builder, cell, coarse->labels + split * tiles);
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

/// Whether a straight move leads from a cell over one of its straight borders.
static bool border_is_open(const lf_coarse *coarse, lf_point cell, int dx, int dy) {
    const lf_map *map = coarse->map;
    const int64_t side = INT64_C(1) << coarse->level;
    int64_t x = cell.x * side + (dx > 0 ? side - 1 : 0), y = cell.y * side + (dy > 0 ? side - 1 : 0);
    const uint64_t step = dy == 0 ? 64 * map->stride : 1;
    const int64_t left = dy == 0 ? map->height - y : map->width - x;
    const lfi_spot spot = {lfi_map_row(map, y) + (uint64_t)x};
    const uint64_t beside = spot.bit + (uint64_t)dx + (uint64_t)dy * 64 * map->stride; // may wrap, twice
    for (uint64_t i = 0; i < (uint64_t)(left < side ? left : side); i++) {
        if (lfi_bit(map->open, (lfi_spot){spot.bit + i * step}) &&
            lfi_bit(map->open, (lfi_spot){beside + i * step}))
            return true;
    }
    return false;
}

/// Finds the crossing over one border of a cell. Most cells are one piece: then one move is enough, and
/// without corner cutting a slanting one does not come alone.
static void cell_find_crossing(lf_coarse *coarse, lf_point cell, int direction) {
    const int dx = lfi_direction_dx(direction), dy = lfi_direction_dy(direction);
    const bool split = lfi_coarse_bit(coarse, coarse->split, cell.x, cell.y), straight = dx == 0 || dy == 0;
    uint8_t *cross = &coarse->cross[lfi_coarse_cell_at(coarse, cell.x, cell.y)];
    if (coarse->kind == LF_COARSE_CELLS || (!split && straight && border_is_open(coarse, cell, dx, dy)))
        *cross |= (uint8_t)(1u << direction);
    else if (split || !straight || coarse->map->moves == LF_MOVES_KING_CUT)
        lfi_border_scan(coarse, cell, direction, split ? piece_crossing_found : crossing_found, coarse);
}

static void cell_find_crossings(lfi_coarse_builder *builder, lf_point cell) {
    lf_coarse *coarse = builder->coarse;
    for (int direction = 0; direction < 8; direction++) {
        if (cell_exists(coarse, cell, direction)) cell_find_crossing(coarse, cell, direction);
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

/// The crossings of a cell that is open, with all cells and tiles around it.
static uint8_t cell_inner_crossings(const lf_coarse *coarse) {
    const bool diagonal = coarse->kind == LF_COARSE_CELLS || coarse->map->moves != LF_MOVES_ORTHOGONAL;
    return diagonal ? CELL_ALL_DIRECTIONS : CELL_STRAIGHT_DIRECTIONS;
}

static void coarse_make_crossings(lfi_coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
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
                    coarse->cross[lfi_coarse_cell_at(coarse, cell.x, cell.y)] = cell_inner_crossings(coarse);
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
    const lf_coarse *coarse = builder->coarse;
    if (lfi_coarse_node(coarse, from) != piece->node) return false;
    const uint32_t node = lfi_coarse_node(coarse, to);
    for (uint64_t i = builder->edge_count; i-- > piece->first;) {
        if (builder->edges[i] == node) return false;
    }
    builder->edges[builder->edge_count++] = node;
    return false;
}

/// An upper bound for the edges of a piece: at most n per border of n tiles, or 3 n with corner cutting, and
/// one per corner.
static uint64_t edges_bound(const lf_coarse *coarse) {
    const uint64_t side = UINT64_C(1) << coarse->level;
    return (coarse->map->moves == LF_MOVES_KING_CUT ? 12 : 4) * side + 4;
}

bool lfi_builder_reserve(lfi_coarse_builder *builder, uint64_t count) {
    const lf_allocator *allocator = &builder->coarse->allocator;
    const uint64_t most = builder->edge_count + count, room = most + most / 2;
    if (most <= builder->edge_room) return true;
    uint32_t *resized = lfi_alloc(allocator, room, sizeof *resized);
    if (resized == NULL) return false;
    if (builder->edge_count > 0)
        memcpy(resized, builder->edges, (size_t)builder->edge_count * sizeof *resized);
    lfi_free(allocator, builder->edges, builder->edge_room, sizeof *builder->edges);
    builder->edges = resized;
    builder->edge_room = room;
    return true;
}

bool lfi_split_find_edges(lfi_coarse_builder *builder, uint32_t split) {
    lf_coarse *coarse = builder->coarse;
    const uint32_t pieces = lfi_coarse_split_pieces(coarse, split);
    const lf_point cell = lfi_coarse_point(coarse, coarse->split_cells[split]);
    if (!lfi_builder_reserve(builder, pieces * edges_bound(coarse))) return false;
    for (uint32_t i = 0; i < pieces; i++) {
        piece_edges piece = {builder, lfi_coarse_piece(coarse, split, i), builder->edge_count};
        coarse->edge_first[(uint64_t)coarse->extra_first[split] + split + i] =
            builder->edge_begin + piece.first;
        for (int direction = 0; direction < 8; direction++) {
            if ((coarse->cross[piece.node] >> direction & 1) != 0)
                lfi_border_scan(coarse, cell, direction, piece_edge_found, &piece);
        }
    }
    return true;
}

static bool coarse_make_edges(lfi_coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    for (uint32_t split = 0; split < coarse->split_count; split++) {
        if (!lfi_split_find_edges(builder, split)) return false;
    }
    coarse->edge_room = builder->edge_count;
    lfi_arrays run = {.allocator = &coarse->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_coarse_edge_array(&run, coarse);
    if (run.failed) return false;
    if (builder->edge_count > 0)
        memcpy(coarse->edges, builder->edges, (size_t)builder->edge_count * sizeof *coarse->edges);
    coarse->edge_first[(uint64_t)coarse->split_count + coarse->extra_count] = builder->edge_count;
    return true;
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
    coarse->split_room = coarse->split_count;
    coarse->extra_room = coarse->extra_count;
    lfi_coarse_node_arrays(&run, coarse);
    if (run.failed) return false;
    splits_make(builder);
    coarse_make_crossings(builder);
    if (!coarse_make_edges(builder)) return false;
    coarse_count(coarse);
    return true;
}

void lfi_coarse_cross_again(lfi_coarse_builder *builder, lfi_box cells) {
    lf_coarse *coarse = builder->coarse;
    for (int32_t y = cells.y0; y <= cells.y1; y++) {
        for (int32_t x = cells.x0; x <= cells.x1; x++) {
            const lf_point cell = {x, y};
            cell_clear_crossings(coarse, cell);
            if (!lfi_coarse_bit(coarse, coarse->open, x, y)) continue;
            if (lfi_cell_is_inner(coarse->map, coarse->level, cell))
                coarse->cross[lfi_coarse_cell_at(coarse, x, y)] = cell_inner_crossings(coarse);
            else
                cell_find_crossings(builder, cell);
        }
    }
}
