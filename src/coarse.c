// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A coarse map: the graph that guided strategies plan on.
//
// Two kinds share one shape, so that there is one planner:
//  - cells:  a node for each cell with an open tile; edges between all neighbouring ones, corners too.
//  Optimistic: it knows
//            nothing of walls inside cells or along their borders, so a plan may run through a wall.
//  - honest: a node for each connected piece of a cell; an edge where a legal move leads from one piece to
//  another. A plan
//            is a promise: its cells alone hold a route.
//
//        level 2, one cell of 4 x 4 tiles:    . . # .     two pieces: the left six tiles
//                                             . # # .     and the right column
//                                             . # # .
//                                             . . # .
//
// Cells that are full need no look at their tiles, which on a sea map is most of them. Edges are found twice,
// once to count and once to write, instead of being collected.
//
// Time: O(tiles / 64 + tiles of cells that are not full). Memory: 4 bytes a cell, about 40 a node.
#include "coarse.h"
#include "levels.h"

#include <string.h>

enum { COARSE_DEFAULT_LEVEL = 3 };

// ---- Looking up -----------------------------------------------------------------------------------

/// The labels of a split cell; the cell must be one.
static const uint16_t *coarse_labels(const lf_coarse *coarse, uint32_t cell) {
    uint32_t low = 0, high = coarse->split_count - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (coarse->split_cells[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    LFI_ASSERT(coarse->split_cells[low].cell == cell);
    return coarse->labels + coarse->split_cells[low].labels;
}

uint32_t lfi_coarse_node(const lf_coarse *coarse, lf_tile tile) {
    const lf_point point = lf_map_point(coarse->map, tile);
    const uint32_t cell = lfi_coarse_cell(coarse, point), first = coarse->cell_node[cell];
    const uint32_t pieces = coarse->cell_node[cell + 1] - first;
    if (pieces <= 1) return pieces == 1 ? first : LFI_NO_NODE;
    const int32_t mask = (1 << coarse->level) - 1;
    const uint16_t *labels = coarse_labels(coarse, cell);
    return first + labels[((point.y & mask) << coarse->level) + (point.x & mask)];
}

// ---- Nodes ----------------------------------------------------------------------------------------

/// What is needed while a coarse map is made.
typedef struct coarse_builder {
    lf_coarse *coarse;
    lfi_level cells;
    lfi_cell_run *runs;
    uint64_t *filled; ///< per node: edges written so far
    bool counting;
} coarse_builder;

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

/// Number of nodes of a cell.
static uint32_t cell_count_nodes(const coarse_builder *builder, lf_point cell) {
    const lf_coarse *coarse = builder->coarse;
    if (!lfi_level_bit(&builder->cells, builder->cells.any, cell.x, cell.y)) return 0;
    if (coarse->kind == LF_COARSE_CELLS ||
        lfi_level_bit(&builder->cells, builder->cells.full, cell.x, cell.y))
        return 1;
    uint32_t run_count;
    return lfi_cell_pieces(coarse->map, coarse->level, cell, builder->runs, &run_count);
}

/// Numbers the nodes; counts the split cells.
static bool coarse_make_nodes(coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    coarse->cell_node =
        lfi_alloc(&coarse->allocator, (uint64_t)coarse->cell_count + 1, sizeof *coarse->cell_node);
    if (coarse->cell_node == NULL) return false;
    uint32_t nodes = 0, cell = 0;
    for (int32_t y = 0; y < coarse->height; y++) {
        for (int32_t x = 0; x < coarse->width; x++, cell++) {
            const uint32_t count = cell_count_nodes(builder, (lf_point){x, y});
            coarse->cell_node[cell] = nodes;
            coarse->split_count += count > 1;
            nodes += count;
        }
    }
    coarse->cell_node[cell] = coarse->node_count = nodes;
    coarse->node_cell = lfi_alloc(&coarse->allocator, nodes, sizeof *coarse->node_cell);
    if (coarse->node_cell == NULL) return false;
    for (cell = 0; cell < coarse->cell_count; cell++) {
        for (uint32_t node = coarse->cell_node[cell]; node < coarse->cell_node[cell + 1]; node++)
            coarse->node_cell[node] = cell;
    }
    return true;
}

/// Labels the tiles of the split cells.
static bool coarse_make_labels(coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    const uint64_t tiles = UINT64_C(1) << (2 * coarse->level);
    coarse->split_cells = lfi_alloc(&coarse->allocator, coarse->split_count, sizeof *coarse->split_cells);
    coarse->labels = lfi_alloc(&coarse->allocator, coarse->split_count * tiles, sizeof *coarse->labels);
    if (coarse->split_cells == NULL || coarse->labels == NULL) return false;
    const int32_t mask = (1 << coarse->level) - 1;
    uint64_t split = 0;
    for (uint32_t cell = 0; cell < coarse->cell_count; cell++) {
        if (coarse->cell_node[cell + 1] - coarse->cell_node[cell] < 2) continue;
        uint16_t *labels = coarse->labels + split * tiles;
        coarse->split_cells[split] = (lfi_split_cell){cell, split * tiles};
        split++;
        uint32_t run_count;
        lfi_cell_pieces(coarse->map, coarse->level, lfi_coarse_point(coarse, cell), builder->runs,
                        &run_count);
        for (uint32_t i = 0; i < run_count; i++) {
            const lfi_cell_run run = builder->runs[i];
            for (int32_t x = run.begin; x < run.end; x++) {
                labels[((run.y & mask) << coarse->level) + (x & mask)] = (uint16_t)run.piece;
            }
        }
    }
    return true;
}

// ---- Edges ----------------------------------------------------------------------------------------

static void edge_add(coarse_builder *builder, uint32_t from, uint32_t to) {
    lf_coarse *coarse = builder->coarse;
    if (!builder->counting) {
        coarse->edges[coarse->edge_first[from] + builder->filled[from]] = to;
        coarse->edges[coarse->edge_first[to] + builder->filled[to]] = from;
    }
    builder->filled[from]++;
    builder->filled[to]++;
}

/// The pairs of pieces already joined across one border, so that each edge is found once.
typedef struct border_pairs {
    uint32_t from[768], to[768]; ///< a border has at most 256 tiles with 3 moves each
    int count;
} border_pairs;

static void border_cross(coarse_builder *builder, border_pairs *pairs, lf_tile a, lf_tile b) {
    const uint32_t from = lfi_coarse_node(builder->coarse, a), to = lfi_coarse_node(builder->coarse, b);
    for (int i = pairs->count; i-- > 0;) {
        if (pairs->from[i] == from && pairs->to[i] == to) return;
    }
    pairs->from[pairs->count] = from;
    pairs->to[pairs->count++] = to;
    edge_add(builder, from, to);
}

/// Whether a legal move leads from (x, y) to (x + dx, y + dy).
static bool tile_move_legal(const lf_map *map, int64_t x, int64_t y, int dx, int dy) {
    if (x < 0 || y < 0 || x >= map->width || y >= map->height) return false;
    const lfi_spot spot = {lfi_map_row(map, y) + (uint64_t)x};
    if (!lfi_bit(map->open, spot)) return false;
    return (map->allowed[lfi_bits_around(map->open, spot, map->stride)] >> (LFI_CENTRE + dx + 3 * dy) & 1) !=
           0;
}

/// All moves from the tiles of one cell's border, `count` of them from (x, y) on in steps of (sx, sy), that
/// lead across it in the direction (dx, dy) of the neighbour cell; slanting ones too if they end in the same
/// neighbour.
static void border_scan(coarse_builder *builder, lf_point cell, int64_t x, int64_t y, int sx, int sy, int dx,
                        int dy, int count) {
    const lf_coarse *coarse = builder->coarse;
    const lf_map *map = coarse->map;
    const uint32_t here = (uint32_t)cell.y * (uint32_t)coarse->width + (uint32_t)cell.x;
    const uint32_t there = (uint32_t)(cell.y + dy) * (uint32_t)coarse->width + (uint32_t)(cell.x + dx);
    const bool single = coarse->cell_node[here + 1] - coarse->cell_node[here] == 1 &&
                        coarse->cell_node[there + 1] - coarse->cell_node[there] == 1;
    border_pairs pairs;
    pairs.count = 0;
    for (int i = 0; i < count; i++, x += sx, y += sy) {
        for (int slant = -1; slant <= 1; slant++) {
            const int mx = dx + slant * sx, my = dy + slant * sy;
            // Without corner cutting a slanting crossing comes with a straight one between the same pieces.
            if (slant != 0 && (map->moves != LF_MOVES_KING_CUT || i + slant < 0 || i + slant >= count))
                continue;
            if (!tile_move_legal(map, x, y, mx, my)) continue;
            border_cross(builder, &pairs, lf_map_tile(map, (int32_t)x, (int32_t)y),
                         lf_map_tile(map, (int32_t)(x + mx), (int32_t)(y + my)));
            if (single) return;
        }
    }
}

static bool cell_is_full(const coarse_builder *builder, int32_t x, int32_t y) {
    return lfi_level_bit(&builder->cells, builder->cells.full, x, y);
}

/// The edges from a cell to the neighbour at (dx, dy), which is one of right, down, down-right, down-left.
static void honest_edges(coarse_builder *builder, lf_point cell, int dx, int dy) {
    const lf_coarse *coarse = builder->coarse;
    const int32_t side = 1 << coarse->level;
    const int64_t left = (int64_t)cell.x << coarse->level, top = (int64_t)cell.y << coarse->level;
    const int64_t x = dx > 0 ? left + side - 1 : left, y = dy > 0 ? top + side - 1 : top;
    if (dx != 0 && dy != 0) {
        border_scan(builder, cell, x, y, 0, 0, dx, dy, 1);
    } else if (cell_is_full(builder, cell.x, cell.y) && cell_is_full(builder, cell.x + dx, cell.y + dy)) {
        const uint32_t here = (uint32_t)cell.y * (uint32_t)coarse->width + (uint32_t)cell.x;
        const uint32_t there = dx != 0 ? here + 1 : here + (uint32_t)coarse->width;
        edge_add(builder, coarse->cell_node[here], coarse->cell_node[there]);
    } else {
        border_scan(builder, cell, x, y, dx == 0, dy == 0, dx, dy, side);
    }
}

static void coarse_find_edges(coarse_builder *builder) {
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    const lf_coarse *coarse = builder->coarse;
    for (uint32_t cell = 0; cell < coarse->cell_count; cell++) {
        if (coarse->cell_node[cell] == coarse->cell_node[cell + 1]) continue;
        const lf_point point = lfi_coarse_point(coarse, cell);
        for (int k = 0; k < 4; k++) {
            const int dx = directions[k][0], dy = directions[k][1];
            if (point.x + dx < 0 || point.x + dx >= coarse->width || point.y + dy >= coarse->height) continue;
            const uint32_t next =
                (uint32_t)(point.y + dy) * (uint32_t)coarse->width + (uint32_t)(point.x + dx);
            if (coarse->cell_node[next] == coarse->cell_node[next + 1]) continue;
            if (coarse->kind == LF_COARSE_CELLS)
                edge_add(builder, coarse->cell_node[cell], coarse->cell_node[next]);
            else
                honest_edges(builder, point, dx, dy);
        }
    }
}

static bool coarse_make_edges(coarse_builder *builder) {
    lf_coarse *coarse = builder->coarse;
    const size_t bytes = coarse->node_count * sizeof *builder->filled;
    coarse->edge_first =
        lfi_alloc(&coarse->allocator, (uint64_t)coarse->node_count + 1, sizeof *coarse->edge_first);
    builder->filled = lfi_alloc(&coarse->allocator, coarse->node_count, sizeof *builder->filled);
    if (coarse->edge_first == NULL || builder->filled == NULL) return false;
    memset(builder->filled, 0, bytes);
    builder->counting = true;
    coarse_find_edges(builder);
    for (uint32_t node = 0; node < coarse->node_count; node++) {
        coarse->edge_first[node] = coarse->edge_count;
        coarse->edge_count += builder->filled[node];
    }
    coarse->edge_first[coarse->node_count] = coarse->edge_count;
    coarse->edges = lfi_alloc(&coarse->allocator, coarse->edge_count, sizeof *coarse->edges);
    if (coarse->edges == NULL) return false;
    memset(builder->filled, 0, bytes);
    builder->counting = false;
    coarse_find_edges(builder);
    return true;
}

// ---- Creating and destroying ----------------------------------------------------------------------

/// The highest level that makes sense: the one below has more than one cell. Level 1 always does.
static int32_t level_highest(const lf_map *map) {
    const int64_t longest = map->width > map->height ? map->width : map->height;
    int32_t level = 1;
    while (level < LF_MAX_LEVEL && (INT64_C(1) << level) < longest) level++;
    return level;
}

static lf_status coarse_check(const lf_map *map, const lf_coarse_desc *desc, int32_t *level) {
    const int32_t highest = level_highest(map);
    if (desc->level < 0 || desc->level > highest) return LF_E_LEVEL;
    *level = desc->level != 0 ? desc->level : highest < COARSE_DEFAULT_LEVEL ? highest : COARSE_DEFAULT_LEVEL;
    if (desc->kind != LF_COARSE_HONEST && desc->kind != LF_COARSE_CELLS) return LF_E_COARSE_KIND;
    if (desc->cells == NULL) return LF_OK;
    if (desc->kind != LF_COARSE_CELLS) return LF_E_COARSE_KIND;
    return cells_given_fit(map, desc, *level) ? LF_OK : LF_E_COARSE_SIZE;
}

static lf_status coarse_build(lf_coarse *coarse, const lf_coarse_desc *desc) {
    coarse_builder builder = {.coarse = coarse};
    const uint64_t max_runs = lfi_cell_max_runs(coarse->level);
    bool ok = lfi_level_make(coarse->map, coarse->level, &coarse->allocator, &builder.cells);
    if (ok) {
        coarse->width = builder.cells.width;
        coarse->height = builder.cells.height;
        coarse->cell_count = (uint32_t)coarse->width * (uint32_t)coarse->height;
        coarse->by_width = lfi_divider_make((uint32_t)coarse->width);
        if (desc->cells != NULL) cells_take_given(&builder.cells, desc);
        builder.runs = lfi_alloc(&coarse->allocator, max_runs, sizeof *builder.runs);
        ok = builder.runs != NULL && coarse_make_nodes(&builder) && coarse_make_labels(&builder) &&
             coarse_make_edges(&builder);
        lfi_free(&coarse->allocator, builder.filled, coarse->node_count, sizeof *builder.filled);
        lfi_free(&coarse->allocator, builder.runs, max_runs, sizeof *builder.runs);
        lfi_level_free(&coarse->allocator, &builder.cells);
    }
    return ok ? LF_OK : LF_E_NOMEM;
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
    lf_coarse *coarse = lfi_alloc(&allocator, 1, sizeof *coarse);
    if (coarse == NULL) return LF_E_NOMEM;
    *coarse = (lf_coarse){.allocator = allocator, .map = map, .kind = desc->kind, .level = level};
    status = coarse_build(coarse, desc);
    if (status != LF_OK) {
        lf_coarse_destroy(coarse);
        return status;
    }
    *out = coarse;
    return LF_OK;
}

void lf_coarse_destroy(lf_coarse *coarse) {
    if (coarse == NULL) return;
    const lf_allocator allocator = coarse->allocator;
    lfi_free(&allocator, coarse->cell_node, (uint64_t)coarse->cell_count + 1, sizeof *coarse->cell_node);
    lfi_free(&allocator, coarse->node_cell, coarse->node_count, sizeof *coarse->node_cell);
    lfi_free(&allocator, coarse->edge_first, (uint64_t)coarse->node_count + 1, sizeof *coarse->edge_first);
    lfi_free(&allocator, coarse->edges, coarse->edge_count, sizeof *coarse->edges);
    lfi_free(&allocator, coarse->split_cells, coarse->split_count, sizeof *coarse->split_cells);
    lfi_free(&allocator, coarse->labels, (uint64_t)coarse->split_count << (2 * coarse->level),
             sizeof *coarse->labels);
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
    return coarse == NULL ? 0 : (int64_t)coarse->edge_count;
}

int32_t lf_coarse_pieces(const lf_coarse *coarse, int32_t x, int32_t y) {
    if (coarse == NULL || x < 0 || y < 0 || x >= coarse->width || y >= coarse->height) return 0;
    const uint32_t cell = (uint32_t)y * (uint32_t)coarse->width + (uint32_t)x;
    return (int32_t)(coarse->cell_node[cell + 1] - coarse->cell_node[cell]);
}

size_t lf_coarse_bytes(const lf_coarse *coarse) {
    if (coarse == NULL) return 0;
    return sizeof *coarse + ((size_t)coarse->cell_count + 1) * sizeof *coarse->cell_node +
           coarse->node_count * sizeof *coarse->node_cell +
           ((size_t)coarse->node_count + 1) * sizeof *coarse->edge_first +
           (size_t)coarse->edge_count * sizeof *coarse->edges +
           coarse->split_count * sizeof *coarse->split_cells +
           ((size_t)coarse->split_count << (2 * coarse->level)) * sizeof *coarse->labels;
}
