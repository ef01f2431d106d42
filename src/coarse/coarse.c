// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A coarse map: the graph that guided strategies plan on (the abstraction of hierarchical path finding).
//
// Two kinds share one shape, so that there is one planner:
//  - cells:  a node for each cell with an open tile; edges between all neighbouring nodes, also at corners.
//            It is optimistic: it knows nothing of walls inside cells or along their borders, so a plan may
//            run through a wall.
//  - honest: a node for each connected piece of a cell; an edge where a legal move leads from one piece to
//            another. A plan is a promise: its cells alone hold a route.
//
//        level 2, one cell of 4 x 4 tiles:    . . # .     two pieces: the left six tiles
//                                             . # # .     and the right column
//                                             . # # .
//                                             . . # .
//
// Nearly all cells are one piece, so the graph is the grid: one byte per cell says which of its neighbours a
// move leads to. On a sea map, most cells and all their neighbours are full. Their bytes are found for 64
// cells at a time, without a look at a tile. Only split cells have lists of edges.
//
// Time: O(tiles / 64 + cells + tiles of cells near a coast). Memory: one byte and two bits per cell; for a
// split cell two bytes per tile and four bytes per edge.
#include "graph.h"

#include <string.h>

enum { COARSE_DEFAULT_LEVEL = 2, COARSE_LEVELS_ABOVE = 2 };

void lfi_coarse_arrays(lfi_arrays *run, lf_coarse *coarse) {
    LFI_ARRAY(run, coarse->open, lfi_coarse_words(coarse));
    lfi_coarse_cell_arrays(run, coarse);
    lfi_coarse_node_arrays(run, coarse);
    lfi_coarse_edge_array(run, coarse);
}

// ---- Nodes ----------------------------------------------------------------------------------------

uint32_t lfi_coarse_node(const lf_coarse *coarse, lf_tile tile) {
    const lf_point point = lfi_map_point(coarse->map, tile);
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

/// Replaces the level's bits with the caller's plane; cells outside the plane are closed.
static void cells_take_given(lfi_level *cells, const lf_coarse_desc *desc) {
    memset(cells->any, 0, (size_t)(cells->stride * (uint64_t)cells->height) * sizeof *cells->any);
    for (int64_t y = 0; y < desc->height; y++) {
        for (int64_t x = 0; x < desc->width; x++) {
            const uint64_t open = desc->cells[y * desc->width + x] != 0;
            cells->any[(uint64_t)y * cells->stride + ((uint64_t)x >> 6)] |= open << (x & 63);
        }
    }
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

static void coarse_take_level(lfi_coarse_builder *builder, const lf_coarse_desc *desc) {
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

static lf_status coarse_build(lf_coarse *coarse, const lf_coarse_desc *desc) {
    lfi_coarse_builder builder = {.coarse = coarse};
    lfi_arrays run = {.allocator = &coarse->allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_builder_arrays(&run, &builder);
    bool done = !run.failed && lfi_level_make(coarse->map, coarse->level, &coarse->allocator, &builder.cells);
    if (done) coarse_take_level(&builder, desc);
    done = done && lfi_coarse_build(&builder);
    lfi_level_free(&coarse->allocator, &builder.cells);
    run.mode = LFI_ARRAYS_FREE;
    lfi_builder_arrays(&run, &builder);
    return done ? LF_OK : LF_E_NOMEM;
}

/// One coarse map, without the one above it.
static lf_status coarse_make(const lf_map *map, const lf_coarse_desc *desc, int32_t level,
                             const lf_allocator *allocator, lf_coarse **out) {
    lf_coarse *coarse = lfi_alloc(allocator, 1, sizeof *coarse);
    if (coarse == NULL) return LF_E_NOMEM;
    *coarse = (lf_coarse){.allocator = *allocator,
                          .map = map,
                          .kind = desc->kind,
                          .given = desc->cells != NULL,
                          .level = level};
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
    // An optimistic plan is made in one go; only an honest coarse map may trust an honest one above it.
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
    lfi_coarse_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, coarse);
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
    lfi_coarse_arrays(&run, &copy);
    return (size_t)run.bytes + lf_coarse_bytes(coarse->above);
}
