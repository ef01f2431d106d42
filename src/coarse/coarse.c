// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A coarse map: the graph that guided strategies plan on.
//
// Two kinds share one shape, so that there is one planner:
//  - cells:  a node for each cell with an open tile; edges between all neighbouring ones, corners too. It is
//            optimistic: it knows nothing of walls inside cells or along their borders, so a plan may run
//            through a wall.
//  - honest: a node for each connected piece of a cell; an edge where a legal move leads from one piece to
//            another. A plan is a promise: its cells alone hold a route.
//
//        level 2, one cell of 4 x 4 tiles:    . . # .     two pieces: the left six tiles
//                                             . # # .     and the right column
//                                             . # # .
//                                             . . # .
//
// Nearly all cells are one piece, so the graph is the grid: a byte a cell says which of its neighbours a move
// leads to. Where a cell and all its neighbours are full, which on a sea map is most cells, the byte is known
// from 64 cells at a time without a look at a tile. Only split cells have lists of edges.
//
// Time: O(tiles / 64 + cells + tiles of cells near a coast). Memory: a byte and two bits a cell; for a split
// cell two bytes a tile and four an edge.
#include "coarse.h"
#include "levels.h"

#include <string.h>

enum {
    COARSE_DEFAULT_LEVEL = 2,
    COARSE_LEVELS_ABOVE = 2,
    CELL_ALL_DIRECTIONS = 0xff,
    CELL_STRAIGHT_DIRECTIONS = 0x5a
};

/// What is needed while a coarse map is made.
typedef struct coarse_builder {
    lf_coarse *coarse;
    lfi_level cells;
    lfi_cell_run *runs;
    uint64_t edges; ///< of split nodes, written so far
} coarse_builder;

// ---- Memory ---------------------------------------------------------------------------------------

static uint64_t coarse_words(const lf_coarse *coarse) {
    return coarse->stride * (uint64_t)coarse->height;
}

static void builder_arrays(lfi_arrays *run, coarse_builder *builder) {
    LFI_ARRAY(run, builder->runs, lfi_cell_max_runs(builder->coarse->level));
}

/// What is known of each cell. (The open ones are bits of the level, handed over.)
static void coarse_cell_arrays(lfi_arrays *run, lf_coarse *coarse) {
    LFI_ARRAY_ZEROED(run, coarse->split, coarse_words(coarse));
    LFI_ARRAY(run, coarse->split_rank, coarse_words(coarse));
}

/// What is known of each node, once split cells are counted.
static void coarse_node_arrays(lfi_arrays *run, lf_coarse *coarse) {
    const uint64_t splits = coarse->split_count;
    LFI_ARRAY(run, coarse->split_cells, splits);
    LFI_ARRAY(run, coarse->extra_first, splits + 1);
    LFI_ARRAY(run, coarse->extra_cell, coarse->extra_count);
    LFI_ARRAY(run, coarse->labels, splits << (2 * coarse->level));
    LFI_ARRAY_ZEROED(run, coarse->cross, coarse->node_limit);
    LFI_ARRAY(run, coarse->edge_first, splits + coarse->extra_count + 1);
}

/// All memory of a coarse map that is made, without the one above it.
static void coarse_arrays(lfi_arrays *run, lf_coarse *coarse) {
    LFI_ARRAY(run, coarse->open, coarse_words(coarse));
    coarse_cell_arrays(run, coarse);
    coarse_node_arrays(run, coarse);
    LFI_ARRAY(run, coarse->edges, coarse->edge_room);
}

// ---- Nodes ----------------------------------------------------------------------------------------

uint32_t lfi_coarse_node(const lf_coarse *coarse, lf_tile tile) {
    const lf_point point = lf_map_point(coarse->map, tile);
    const int32_t x = point.x >> coarse->level, y = point.y >> coarse->level;
    if (!lfi_coarse_bit(coarse, coarse->open, x, y)) return LFI_NO_NODE;
    if (!lfi_coarse_bit(coarse, coarse->split, x, y)) return lfi_coarse_cell_at(coarse, x, y);
    const int32_t mask = (1 << coarse->level) - 1;
    const uint32_t split = lfi_coarse_split_index(coarse, x, y);
    const uint16_t *labels = coarse->labels + ((uint64_t)split << (2 * coarse->level));
    return lfi_coarse_piece(coarse, split, labels[((point.y & mask) << coarse->level) + (point.x & mask)]);
}

// ---- Cells ----------------------------------------------------------------------------------------

static bool cells_given_fit(const lf_map *map, const lf_coarse_desc *desc, int32_t level) {
    const int64_t side = INT64_C(1) << level;
    const int64_t width = map->width / side, height = map->height / side;
    const bool width_fits = desc->width == width || desc->width == width + (map->width % side != 0);
    return width_fits && (desc->height == height || desc->height == height + (map->height % side != 0));
}

/// Replaces the level's bits by the caller's plane; cells that the plane does not have are closed.
static void cells_take_given(lfi_level *cells, const lf_coarse_desc *desc) {
    memset(cells->any, 0, (size_t)(cells->stride * (uint64_t)cells->height) * sizeof *cells->any);
    for (int64_t y = 0; y < desc->height; y++) {
        for (int64_t x = 0; x < desc->width; x++) {
            const uint64_t open = desc->cells[y * desc->width + x] != 0;
            cells->any[(uint64_t)y * cells->stride + ((uint64_t)x >> 6)] |= open << (x & 63);
        }
    }
}

// ---- Split cells ----------------------------------------------------------------------------------

/// Finds the split cells and counts them and their other pieces.
static void splits_find(coarse_builder *builder) {
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

static void split_label(const coarse_builder *builder, lf_point cell, uint16_t *labels, uint32_t *pieces) {
    const lf_coarse *coarse = builder->coarse;
    const int32_t mask = (1 << coarse->level) - 1;
    uint32_t run_count;
    *pieces = lfi_cell_pieces(coarse->map, coarse->level, cell, builder->runs, &run_count);
    for (uint32_t i = 0; i < run_count; i++) {
        const lfi_cell_run run = builder->runs[i];
        for (int32_t x = run.begin; x < run.end; x++) {
            labels[((run.y & mask) << coarse->level) + (x & mask)] = (uint16_t)run.piece;
        }
    }
}

/// Lists the split cells and labels their tiles.
static void splits_make(coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    const uint64_t tiles = UINT64_C(1) << (2 * coarse->level);
    uint32_t split = 0, extra = 0;
    for (uint64_t word = 0; word < coarse->stride * (uint64_t)coarse->height; word++) {
        for (uint64_t bits = coarse->split[word]; bits != 0; bits &= bits - 1, split++) {
            const int32_t x = (int32_t)(64 * (word % coarse->stride)) + lfi_lowest_bit(bits);
            const lf_point cell = {x, (int32_t)(word / coarse->stride)};
            uint32_t pieces;
            split_label(builder, cell, coarse->labels + split * tiles, &pieces);
            coarse->split_cells[split] = lfi_coarse_cell_at(coarse, cell.x, cell.y);
            coarse->extra_first[split] = extra;
            for (uint32_t i = 1; i < pieces; i++) coarse->extra_cell[extra++] = coarse->split_cells[split];
        }
    }
    coarse->extra_first[split] = extra;
}

// ---- Crossings ------------------------------------------------------------------------------------

/// For a cell of one piece: one crossing is enough.
static bool crossing_found(int direction, lf_tile from, lf_tile to, void *user) {
    (void)to;
    lf_coarse *coarse = user;
    coarse->cross[lfi_coarse_node(coarse, from)] |= (uint8_t)(1u << direction);
    return true;
}

/// For a split cell: each piece may cross.
static bool piece_crossing_found(int direction, lf_tile from, lf_tile to, void *user) {
    crossing_found(direction, from, to, user);
    return false;
}

static bool cell_exists(const lf_coarse *coarse, lf_point cell, int direction) {
    const int32_t x = cell.x + lfi_direction_dx(direction), y = cell.y + lfi_direction_dy(direction);
    if (x < 0 || y < 0 || x >= coarse->width || y >= coarse->height) return false;
    return lfi_coarse_bit(coarse, coarse->open, x, y);
}

static void cell_find_crossings(coarse_builder *builder, lf_point cell) {
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

/// A word of `bits` in row y, with the bits of the words beside it shifted in: 1 where the bit and both its
/// neighbours are 1.
static uint64_t row_all_three(const lf_coarse *coarse, const uint64_t *bits, int64_t y, uint64_t i) {
    if (y < 0 || y >= coarse->height) return 0;
    const uint64_t *row = bits + (uint64_t)y * coarse->stride;
    const uint64_t left = i > 0 ? row[i - 1] >> 63 : 0, right = i + 1 < coarse->stride ? row[i + 1] << 63 : 0;
    return row[i] & (row[i] << 1 | left) & (row[i] >> 1 | right);
}

static void coarse_make_crossings(coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    const bool diagonal = coarse->kind == LF_COARSE_CELLS || coarse->map->moves != LF_MOVES_ORTHOGONAL;
    // Cells that may do without a look: for the optimistic kind it is enough that they are open.
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

/// The neighbours of one piece found so far, each once.
typedef struct piece_edges {
    coarse_builder *builder;
    uint32_t node;  ///< the piece
    uint64_t first; ///< where its edges begin
} piece_edges;

static bool piece_edge_found(int direction, lf_tile from, lf_tile to, void *user) {
    (void)direction;
    const piece_edges *piece = user;
    coarse_builder *builder = piece->builder;
    lf_coarse *coarse = builder->coarse;
    if (lfi_coarse_node(coarse, from) != piece->node) return false;
    const uint32_t node = lfi_coarse_node(coarse, to);
    for (uint64_t i = builder->edges; i-- > piece->first;) {
        if (coarse->edges[i] == node) return false;
    }
    coarse->edges[builder->edges++] = node;
    return false;
}

/// An upper bound of a piece's edges: a border of n tiles has at most n of them, 3 n with corner cutting, and
/// there are corners.
static uint64_t edges_bound(const lf_coarse *coarse) {
    const uint64_t side = UINT64_C(1) << coarse->level;
    return (coarse->map->moves == LF_MOVES_KING_CUT ? 12 : 4) * side + 4;
}

static void split_find_edges(coarse_builder *builder, uint32_t split) {
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

/// Gives the list of edges room for `size` entries and keeps what is in it.
static bool edges_resize(coarse_builder *builder, uint64_t size) {
    lf_coarse *coarse = builder->coarse;
    uint32_t *resized = lfi_alloc(&coarse->allocator, size, sizeof *resized);
    if (resized == NULL) return false;
    if (builder->edges > 0) memcpy(resized, coarse->edges, (size_t)builder->edges * sizeof *resized);
    lfi_free(&coarse->allocator, coarse->edges, coarse->edge_room, sizeof *coarse->edges);
    coarse->edges = resized;
    coarse->edge_room = size;
    return true;
}

static bool coarse_make_edges(coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    const uint64_t split_nodes = (uint64_t)coarse->split_count + coarse->extra_count;
    bool ok = true;
    for (uint32_t split = 0; ok && split < coarse->split_count; split++) {
        const uint64_t most = builder->edges + lfi_coarse_split_pieces(coarse, split) * edges_bound(coarse);
        ok = most <= coarse->edge_room || edges_resize(builder, most + most / 2);
        if (ok) split_find_edges(builder, split);
    }
    coarse->edge_first[split_nodes] = builder->edges;
    return ok && edges_resize(builder, builder->edges);
}

// ---- Creating and destroying ----------------------------------------------------------------------

int32_t lfi_level_highest(const lf_map *map) {
    const int64_t longest = map->width > map->height ? map->width : map->height;
    int32_t level = 1;
    while (level < LF_MAX_LEVEL && (INT64_C(1) << level) < longest) level++;
    return level;
}

static lf_status coarse_check(const lf_map *map, const lf_coarse_desc *desc, int32_t *level) {
    const int32_t highest = lfi_level_highest(map);
    if (desc->level < 0 || desc->level > highest) return LF_E_LEVEL;
    *level = desc->level != 0 ? desc->level : highest < COARSE_DEFAULT_LEVEL ? highest : COARSE_DEFAULT_LEVEL;
    if (lf_coarse_kind_name(desc->kind) == NULL) return LF_E_COARSE_KIND;
    if (desc->cells == NULL) return LF_OK;
    if (desc->kind != LF_COARSE_CELLS) return LF_E_COARSE_KIND;
    return cells_given_fit(map, desc, *level) ? LF_OK : LF_E_COARSE_SIZE;
}

static void coarse_take_level(coarse_builder *builder, const lf_coarse_desc *desc) {
    lf_coarse *coarse = builder->coarse;
    lfi_level *cells = &builder->cells;
    coarse->width = cells->width;
    coarse->height = cells->height;
    coarse->stride = cells->stride;
    coarse->cell_count = (uint32_t)cells->width * (uint32_t)cells->height;
    coarse->by_width = lfi_divider_make((uint32_t)cells->width);
    if (desc->cells != NULL) cells_take_given(cells, desc);
    coarse->open = cells->any; // handed over
    cells->any = NULL;
}

static void coarse_count(lf_coarse *coarse) {
    for (uint64_t word = 0; word < coarse_words(coarse); word++)
        coarse->node_count += lfi_count_bits(coarse->open[word]);
    coarse->node_count += coarse->extra_count;
    for (uint32_t node = 0; node < coarse->node_limit; node++)
        coarse->edge_count += lfi_count_bits(coarse->cross[node]);
}

/// From the level on; false if there is no memory.
static bool coarse_fill(coarse_builder *builder, const lf_coarse_desc *desc) {
    lf_coarse *coarse = builder->coarse;
    lfi_arrays run = {.allocator = &coarse->allocator, .mode = LFI_ARRAYS_MAKE};
    coarse_take_level(builder, desc);
    coarse_cell_arrays(&run, coarse);
    if (run.failed) return false;
    splits_find(builder);
    coarse->node_limit = coarse->cell_count + coarse->extra_count;
    coarse_node_arrays(&run, coarse);
    if (run.failed) return false;
    splits_make(builder);
    coarse_make_crossings(builder);
    if (!coarse_make_edges(builder)) return false;
    coarse_count(coarse);
    return true;
}

static lf_status coarse_build(lf_coarse *coarse, const lf_coarse_desc *desc) {
    coarse_builder builder = {.coarse = coarse};
    lfi_arrays run = {.allocator = &coarse->allocator, .mode = LFI_ARRAYS_MAKE};
    builder_arrays(&run, &builder);
    const bool done = !run.failed &&
                      lfi_level_make(coarse->map, coarse->level, &coarse->allocator, &builder.cells) &&
                      coarse_fill(&builder, desc);
    lfi_level_free(&coarse->allocator, &builder.cells);
    run.mode = LFI_ARRAYS_FREE;
    builder_arrays(&run, &builder);
    return done ? LF_OK : LF_E_NOMEM;
}

/// One coarse map, without the one above it.
static lf_status coarse_make(const lf_map *map, const lf_coarse_desc *desc, int32_t level,
                             const lf_allocator *allocator, lf_coarse **out) {
    lf_coarse *coarse = lfi_alloc(allocator, 1, sizeof *coarse);
    if (coarse == NULL) return LF_E_NOMEM;
    *coarse = (lf_coarse){.allocator = *allocator, .map = map, .kind = desc->kind, .level = level};
    const lf_status status = coarse_build(coarse, desc);
    if (status == LF_OK)
        *out = coarse;
    else
        lf_coarse_destroy(coarse);
    return status;
}

lf_status lf_coarse_create(const lf_map *map, const lf_coarse_desc *desc, lf_coarse **out) {
    if (out != NULL) *out = NULL;
    if (map == NULL || out == NULL) return LF_E_NULL;
    const lf_coarse_desc defaults = {0};
    if (desc == NULL) desc = &defaults;
    int32_t level;
    lf_status status = coarse_check(map, desc, &level);
    lf_allocator allocator = desc->allocator;
    if (status == LF_OK) status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    lf_coarse *coarse = NULL;
    status = coarse_make(map, desc, level, &allocator, &coarse);
    // The seeds' optimistic plan is made in one go; only an honest one may trust an honest one above it.
    const bool has_above =
        desc->kind == LF_COARSE_HONEST && level + COARSE_LEVELS_ABOVE <= lfi_level_highest(map);
    if (status == LF_OK && has_above)
        status = coarse_make(map, desc, level + COARSE_LEVELS_ABOVE, &allocator, &coarse->above);
    if (status == LF_OK)
        *out = coarse;
    else
        lf_coarse_destroy(coarse);
    return status;
}

void lf_coarse_destroy(lf_coarse *coarse) {
    if (coarse == NULL) return;
    const lf_allocator allocator = coarse->allocator;
    lf_coarse_destroy(coarse->above);
    coarse_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, coarse);
    lfi_free(&allocator, coarse, 1, sizeof *coarse);
}

int32_t lf_coarse_level(const lf_coarse *coarse) {
    return coarse == NULL ? 0 : coarse->level;
}

lf_coarse_kind lf_coarse_kind_of(const lf_coarse *coarse) {
    return coarse == NULL ? LF_COARSE_HONEST : coarse->kind;
}

int32_t lf_coarse_width(const lf_coarse *coarse) {
    return coarse == NULL ? 0 : coarse->width;
}

int32_t lf_coarse_height(const lf_coarse *coarse) {
    return coarse == NULL ? 0 : coarse->height;
}

int64_t lf_coarse_node_count(const lf_coarse *coarse) {
    return coarse == NULL ? 0 : coarse->node_count;
}

int64_t lf_coarse_edge_count(const lf_coarse *coarse) {
    return coarse == NULL ? 0 : coarse->edge_count;
}

int32_t lf_coarse_pieces(const lf_coarse *coarse, int32_t x, int32_t y) {
    if (coarse == NULL || x < 0 || y < 0 || x >= coarse->width || y >= coarse->height) return 0;
    if (!lfi_coarse_bit(coarse, coarse->split, x, y)) return lfi_coarse_bit(coarse, coarse->open, x, y);
    return (int32_t)lfi_coarse_split_pieces(coarse, lfi_coarse_split_index(coarse, x, y));
}

size_t lf_coarse_bytes(const lf_coarse *coarse) {
    if (coarse == NULL) return 0;
    lf_coarse copy = *coarse;
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    coarse_arrays(&run, &copy);
    return (size_t)run.bytes + lf_coarse_bytes(coarse->above);
}
