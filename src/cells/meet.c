// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Cells and expanses are made ready for a query when it comes to them: their tiles on its map, bounds, no costs yet.
#ifndef LF_NO_CELLS // absent.c
#include "lanes.h"

#include <string.h>

/// The open tiles of a cell, whose corner is given. (A cell is two blocks.)
void lfi_rows_read(const lf_map *map, lf_point corner, uint16_t *rows) {
    const lfi_blocks *blocks = &map->blocks;
    const lfi_wide *upper =
        &blocks
             ->open[(size_t)(corner.y / LFI_WIDE_ROWS) * blocks->stride + (size_t)(corner.x / LFI_CELL_SIDE)];
    const lfi_wide *lower = upper + blocks->stride;
    for (unsigned y = 0; y < LFI_WIDE_ROWS; y++) {
        rows[y] = (uint16_t)lfi_wide_row(upper, y);
        rows[y + LFI_WIDE_ROWS] = (uint16_t)lfi_wide_row(lower, y);
    }
}

/// The lanes that are open.
static uint64_t rows_lanes(const uint16_t *rows) {
    unsigned left = 0, right = 0;
    for (unsigned y = 0; y < LFI_CELL_SIDE; y++) {
        left |= (rows[y] & 1u) << y;
        right |= (rows[y] >> 15 & 1u) << y;
    }
    return rows[0] | (uint64_t)rows[15] << 16 | (uint64_t)left << 32 | (uint64_t)right << 48;
}

/// Takes the tiles of a cell from the map of the query; whether any is open.
static bool cell_take_tiles(const lf_search *search, uint32_t number, lfi_cell *cell) {
    const lfi_v16 closed = lfi_v16_splat(0), open = lfi_v16_splat(UINT16_MAX);
    uint16_t *each = lfi_cells_of(search)->tiles[number].rows;
    lfi_rows_read(search->map, cell->corner, each);
    const lfi_v16 rows = lfi_v16_load(each);
    const bool all = lfi_v16_same(rows, open);
    cell->open = all ? UINT64_MAX : rows_lanes(each);
    cell->even = all ? search->query.weights->cells[number].even : 0;
    return !lfi_v16_same(rows, closed);
}

/// Tells the processor that the weights of a cell will be compared with those of its table: each row of them lies
/// somewhere else.
static void cell_expect_tiles(const lf_search *search, const lfi_cell *cell) {
    const lf_weights *weights = search->query.weights;
    const int32_t rows = search->base->height - cell->corner.y;
    const uint16_t *row = weights->costs + lfi_map_tile(search->base, cell->corner);
    for (int32_t y = 0; y < rows && y < LFI_CELL_SIDE; y++, row += search->base->width) lfi_prefetch(row);
}

/// Whether all tiles are open on the map of the query.
static bool expanse_open(const lf_map *map, lf_point corner) {
    const lfi_blocks *blocks = &map->blocks;
    const lfi_wide *open =
        blocks->open + (size_t)(corner.y / LFI_WIDE_ROWS) * blocks->stride + corner.x / LFI_CELL_SIDE;
    lfi_wide all = lfi_wide_full();
    for (int y = 0; y < LFI_EXPANSE_SIDE / LFI_WIDE_ROWS; y++, open += blocks->stride) {
        for (int x = 0; x < LFI_EXPANSE_CELLS; x++) all = lfi_wide_and(all, open[x]);
    }
    return lfi_wide_is_none(lfi_wide_without(lfi_wide_full(), all));
}

/// What each of the tiles weighs, if they are an expanse; else 0.
static uint16_t expanse_even(const lf_search *search, const lfi_cell *whole) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lfi_weights_cell *weights = search->query.weights->cells;
    if (whole->corner.x + LFI_EXPANSE_SIDE > search->base->width ||
        whole->corner.y + LFI_EXPANSE_SIDE > search->base->height)
        return 0;
    const uint16_t even = weights[lfi_expanse_cell(cells, whole, 0, 0)].even;
    if (even > LFI_EXPANSE_WEIGHT) return 0;
    for (int i = 0; i < LFI_EXPANSE_CELLS * LFI_EXPANSE_CELLS; i++) {
        if (weights[lfi_expanse_cell(cells, whole, i % LFI_EXPANSE_CELLS, i / LFI_EXPANSE_CELLS)].even !=
            even)
            return 0;
    }
    return even != 0 && expanse_open(search->map, whole->corner) ? even : 0;
}

/// Makes an expanse ready for the query; whether it is one.
bool lfi_expanse_touch(const lf_search *search, uint32_t number) {
    const lfi_cells *cells = lfi_cells_of(search);
    if (LFI_EXPANSES == 0 || !cells->merges) return false;
    lfi_cell *whole = &cells->cells[cells->count + number];
    lfi_expanse *expanse = &cells->expanses[number];
    if (whole->stamp == cells->stamp) return whole->even != 0;
    whole->stamp = cells->stamp;
    whole->queued = false;
    whole->even = lfi_cells_inside(cells, cells->count + number) ? expanse_even(search, whole) : 0;
    if (whole->even == 0) return false;
    memset(expanse->dirty, 0, sizeof expanse->dirty);
    for (int i = 0; i < LFI_EXPANSE_LANES; i++) expanse->costs[i] = LFI_LANE_NONE;
    lfi_expanse_bound(search, whole, expanse->bounds);
    return true;
}

/// Where there are ends, cells stay apart.
void lfi_expanse_part(lfi_cells *cells, lf_point point) {
    if (LFI_EXPANSES == 0) return;
    lfi_cell *whole = &cells->cells[cells->count + lfi_expanse_of_point(cells, point)];
    whole->stamp = cells->stamp;
    whole->even = 0;
}

/// Makes a cell ready for the query.
lfi_cell *lfi_cell_touch(lf_search *search, uint32_t number) {
    lfi_cells *cells = lfi_cells_of(search);
    lfi_cell *cell = &cells->cells[number];
    if (cell->stamp == cells->stamp) return cell;
    cell->stamp = cells->stamp;
    cell->queued = cell->fresh = cell->checked = cell->fits = cell->has_sources = cell->has_targets = false;
    cell->dirty = 0;
    cell->open = 0;
    if (!lfi_cells_inside(cells, number) || !cell_take_tiles(search, number, cell))
        return cell; // no way leads here
    if (cells->wide) {
        for (int i = 0; i < LFI_LANES; i++) cells->lanes64[number].costs[i] = LFI_WIDE_NONE;
    } else {
        for (int i = 0; i < LFI_LANES; i++) cells->lanes32[number].costs[i] = LFI_LANE_NONE;
    }
    lfi_lanes_bound(search, number);
    if (cell->slot != LFI_NO_SLOT && cell->even == 0) cell_expect_tiles(search, cell);
    return cell;
}
#endif // LF_NO_CELLS
