// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ways within the cell of a query: by sweeps over its tiles, and by its table, which may be made now.
#ifndef LF_NO_CELLS // absent.c
#include "lanes.h"

#include <string.h>

enum {
    CELLS_WIDE_TURNS = 4,    ///< numbers are wide: turns that stand for a query that does without a table
    CELLS_MADE = 255,        ///< uses: there was a table
    CELLS_WIDE_LOOKS = 6250, ///< what a table of pairs counts
};

static void cell_patch(const lf_search *search, uint32_t number, lfi_patch *patch) {
    patch->moves = search->map->moves;
    memcpy(patch->rows, lfi_cells_of(search)->tiles[number].rows, sizeof patch->rows);
    lfi_patch_load(patch, search->query.weights, number);
}

/// Gives a tile the cost of a lane, unless it has a lesser one: corners are two lanes.
static inline void tile_lower(uint16_t *tile, uint16_t cost) {
    if (cost < *tile) *tile = cost;
}

/// Costs of all tiles of a cell, counted from `base` on, from the lanes of a set.
static void patch_costs(const lfi_patch *patch, const uint32_t *from, uint64_t lanes, uint32_t base,
                        const uint16_t *sources, uint16_t *costs) {
    lfi_patch_sums sums;
    uint16_t near[LFI_LANES];
    lfi_patch_add_up(patch, &sums);
    memset(costs, 0xff, LFI_CELL_TILES * sizeof *costs);
    lfi_lanes_near(from, base, near);
    for (int i = 0; i < LFI_LANES; i += LFI_SIDE_LANES) {
        const lfi_v16 taken = lfi_v16_closed((unsigned)(lanes >> i) & 0xffff);
        lfi_v16_store(near + i, lfi_v16_or(lfi_v16_load(near + i), taken));
    }
    memcpy(costs, near, LFI_SIDE_LANES * sizeof *costs);
    memcpy(costs + LFI_CELL_TILES - LFI_CELL_SIDE, near + LFI_SIDE_LANES, LFI_SIDE_LANES * sizeof *costs);
    for (int y = 0; y < LFI_CELL_SIDE; y++) {
        tile_lower(costs + LFI_CELL_SIDE * y, near[2 * LFI_SIDE_LANES + y]);
        tile_lower(costs + LFI_CELL_SIDE * y + LFI_CELL_SIDE - 1, near[3 * LFI_SIDE_LANES + y]);
    }
    for (int y = 0; sources != NULL && y < LFI_CELL_SIDE; y++) {
        for (unsigned row = sources[y]; row != 0; row &= row - 1)
            costs[LFI_CELL_SIDE * y + lfi_lowest_bit(row)] = 0;
    }
    lfi_within_narrow(&sums, costs);
}

/// The same for the query; from base 0 on, with its sources.
void lfi_cell_costs_narrow(const lf_search *search, uint32_t number, uint64_t lanes, uint32_t base,
                           uint16_t *costs) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *cell = &cells->cells[number];
    lfi_patch patch;
    cell_patch(search, number, &patch);
    patch_costs(&patch, cells->lanes32[number].costs, lanes, base,
                base == 0 && cell->has_sources ? cells->tiles[number].sources : NULL, costs);
}

void lfi_cell_costs_wide(const lf_search *search, uint32_t number, uint64_t lanes, uint64_t *costs) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *cell = &cells->cells[number];
    lfi_patch patch;
    cell_patch(search, number, &patch);
    for (int i = 0; i < LFI_CELL_TILES; i++) costs[i] = LFI_WIDE_NONE;
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = lfi_lowest_bit(lanes), tile = lfi_lane_tile(lane);
        const uint64_t cost = cells->lanes64[number].costs[lane];
        if (cost < costs[tile]) costs[tile] = cost;
    }
    for (int y = 0; cell->has_sources && y < LFI_CELL_SIDE; y++) {
        for (unsigned row = cells->tiles[number].sources[y]; row != 0; row &= row - 1)
            costs[LFI_CELL_SIDE * y + lfi_lowest_bit(row)] = 0;
    }
    lfi_within_wide(&patch, cells->straight, cells->diagonal, costs);
}

/// Gives a cell room for a table: that of another cell if all is in use.
static void slot_take(lfi_cells *cells, uint32_t number) {
    const uint32_t step = cells->wide ? LFI_WIDE_SLOTS : 1;
    if (cells->slot_next + step > cells->slot_count) cells->slot_next = 0;
    const uint32_t slot = cells->slot_next, owner = cells->slots[slot].owner;
    cells->slot_next += step;
    cells->cells[number].slot = slot;
    cells->slots[slot].owner = number;
    if (owner == LFI_NO_SLOT) return;
    cells->cells[owner].slot = LFI_NO_SLOT;
    cells->cells[owner].uses = 0;
}

/// Makes the table of a cell that has room for it. Returns how often a row of tiles was looked at.
static uint32_t cell_make_table(const lf_search *search, uint32_t number) {
    const lfi_cells *cells = lfi_cells_of(search);
    const uint32_t slot = cells->cells[number].slot;
    lfi_patch *patch = &cells->slots[slot].patch;
    uint64_t *table = cells->tables + (size_t)slot * LFI_TABLE_WORDS;
    lfi_ways_forget(cells, slot);
    cell_patch(search, number, patch);
    if (!cells->wide) return lfi_within_table_narrow(patch, (uint16_t *)table);
    lfi_within_table_wide(patch, cells->straight, cells->diagonal, (uint32_t *)table);
    return CELLS_WIDE_LOOKS;
}

/// Looks at the table of a cell, when a query has its first turn there: whether it is that of its tiles.
static void table_check(const lf_search *search, uint32_t number) {
    const lfi_cells *cells = lfi_cells_of(search);
    lfi_cell *cell = &cells->cells[number];
    cell->checked = true;
    if (cell->slot == LFI_NO_SLOT) return;
    cell->fits = lfi_patch_fits(&cells->slots[cell->slot].patch, cells->tiles[number].rows,
                                search->query.weights, number);
    if (!cell->fits && cell->uses == CELLS_MADE) cell->uses = 0;
}

/// Whether a cell has to do without a table as yet: for some queries, so that the first one takes no longer. Sweeps in wide
/// numbers take so long that turns are counted there.
static bool table_waits(const lfi_cells *cells, lfi_cell *cell, bool first) {
    const int most = cells->patience * (cells->wide ? CELLS_WIDE_TURNS : 1);
    if (cell->uses <= most && (first || cells->wide)) cell->uses++;
    return cell->uses <= most;
}

/// The table of a cell, which may be made now; NULL: it has none yet.
const uint64_t *lfi_cell_table(lf_search *search, uint32_t number) {
    lfi_cells *cells = lfi_cells_of(search);
    lfi_cell *cell = &cells->cells[number];
    const bool first = !cell->checked;
    if (search->query.weights->cells[number].sum >= LFI_NARROW_NONE) return NULL; // too much for any table
    if (first) table_check(search, number);
    if (cell->slot == LFI_NO_SLOT || !cell->fits) {
        if (table_waits(cells, cell, first) || cells->looks_left == 0) return NULL;
        if (cell->slot == LFI_NO_SLOT) slot_take(cells, number);
        const uint32_t looks = cell_make_table(search, number);
        cells->looks_left -= looks < cells->looks_left ? looks : cells->looks_left;
        cell->uses = CELLS_MADE;
        cell->fits = true;
    }
    return cells->tables + (size_t)cell->slot * LFI_TABLE_WORDS;
}

/// The cost of the cheapest of some tiles of a cell, by batches of lanes whose costs lie near each other.
uint64_t lfi_patch_price(const lfi_patch *patch, uint32_t sum, const uint32_t *from, const uint16_t *sources,
                         const uint16_t *targets) {
    uint64_t best = LFI_LANE_NONE, left = 0;
    for (int i = 0; i < LFI_LANES; i++) left |= (uint64_t)(from[i] < LFI_LANE_NONE) << i;
    while (left != 0 || sources != NULL) {
        uint16_t tiles[LFI_CELL_TILES];
        uint32_t base = sources != NULL ? 0 : LFI_LANE_NONE;
        uint64_t taken = 0;
        for (uint64_t lanes = left; lanes != 0; lanes &= lanes - 1) {
            const uint32_t cost = from[lfi_lowest_bit(lanes)];
            if (cost < base) base = cost;
        }
        if (base >= best) break;
        for (uint64_t lanes = left; lanes != 0; lanes &= lanes - 1) {
            if (from[lfi_lowest_bit(lanes)] - base < LFI_NARROW_NONE - sum) taken |= lanes & (~lanes + 1);
        }
        patch_costs(patch, from, taken, base, sources, tiles);
        for (int y = 0; y < LFI_CELL_SIDE; y++) {
            for (unsigned row = targets[y]; row != 0; row &= row - 1) {
                const uint16_t cost = tiles[LFI_CELL_SIDE * y + lfi_lowest_bit(row)];
                if (cost != LFI_NARROW_NONE && base + cost < best) best = base + cost;
            }
        }
        left &= ~taken;
        sources = NULL;
    }
    return best;
}

static uint64_t cell_price_narrow(const lf_search *search, uint32_t number) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *cell = &cells->cells[number];
    lfi_patch patch;
    cell_patch(search, number, &patch);
    return lfi_patch_price(&patch, search->query.weights->cells[number].sum, cells->lanes32[number].costs,
                           cell->has_sources ? cells->tiles[number].sources : NULL,
                           cells->tiles[number].targets);
}

static uint64_t cell_price_wide(const lf_search *search, uint32_t number) {
    const uint16_t *targets = lfi_cells_of(search)->tiles[number].targets;
    uint64_t tiles[LFI_CELL_TILES], best = LFI_WIDE_NONE;
    lfi_cell_costs_wide(search, number, UINT64_MAX, tiles);
    for (int y = 0; y < LFI_CELL_SIDE; y++) {
        for (unsigned row = targets[y]; row != 0; row &= row - 1) {
            const uint64_t cost = tiles[LFI_CELL_SIDE * y + lfi_lowest_bit(row)];
            if (cost < best) best = cost;
        }
    }
    return best;
}
uint64_t lfi_cell_price(const lf_search *search, uint32_t number) {
    const lfi_cells *cells = lfi_cells_of(search);
    return cells->wide ? cell_price_wide(search, number) : cell_price_narrow(search, number);
}

#endif // LF_NO_CELLS
