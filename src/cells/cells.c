// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The strategy `cells`: the cheapest route under weights, by cells of 16 x 16 tiles. Exact, and the very tiles of
// `flood`.
//
//     + - - - +- - - -+     A way is cut where it crosses from cell to cell. Its pieces lead from a lane, a tile
//     | s . . . . .   |     along the side of a cell, to a lane of the same cell, and what they cost at least
//     |       | .     |     does not depend on the query: a table of 64 x 64 numbers per cell.
//     + - - - +- . - -+
//     |       |   . t |
//     + - - - +- - - -+
//
// A lane is *dirty* if its cost fell and was not spread yet. Cells with dirty lanes wait in a queue of buckets, by
// the least cost of a route by one of them: its cost plus a bound, the distance to the box around the targets
// times the least weight. To *spread* a cell: by its table the dirty lanes lower the costs of all its lanes; then
// whole sides are carried over to the four neighbours, and corners to the other four. Costs of a cell with
// targets or sources are found tile by tile (within.c). The search ends when no cell can lead to a route that is
// as cheap as the best one.
//
// A turn takes all dirty lanes, cheap or dear, and cells of one bucket have their turns in the order in which they came
// to it. Then most cells have one turn. (Last in, first out: twice as many in rivers, where many cells lead to routes of
// one cost.)
//
// Expanses. 4 x 4 cells that are open and of one weight, without an end in them, are one for the query: 64 lanes a
// side, and none within (expanse.c). They wait in the same queue, and lanes are carried over 16 at a time, whatever is
// on the other side.
//
// Why it is exact. A cost is always that of a real way. Suppose the search has ended, and take a cheapest way to
// any target, and on it the first lane or target whose cost is not exact. The lane before it is exact; had it been
// spread, this one would be exact. So it is dirty, and its cell is in the queue with a key that is no greater than
// the cost of the way: a contradiction. (Lanes that were lowered within their cell need no spreading there: tables
// are closed.) Since ways as cheap as the best one are followed too, all tiles of all cheapest ways are exact, and the
// written rule of lf_search_find, which compares costs only, gives the tiles of `flood`.
//
// Tables. The tiles of a cell decide its table, so a table is kept with a copy of them, and is right whenever they
// are the same: under other weights, gates, obstacles, after edits. Nothing has to be told when anything changes. A
// table takes as long as some 30 sweeps, so a cell is swept (within.c) the first few times; the first query is
// no slower for it. Cells that are all open and weigh the same everywhere need no table (even.c).
//
// Numbers. Narrow: costs of 32 bits, in tables 16 bits from the cheapest dirty lane on. Lanes that are too far from
// it wait for the next turn of their cell, so nothing saturates: a way within a cell costs at most what all of
// its tiles weigh together. If that is more than 16 bits for any cell, or the weights of all tiles do not fit into
// 29 bits, or under octile costs, numbers are wide: 64 bits everywhere (base/metric.h).
//
// Tie rule, ends, gates, obstacles: all as in `flood`.
//
// Time: O(cells on the way * lanes that fall). Memory: 1.5 KB per cell of the map and 9.7 KB per table; only what
// queries go to is touched.
#ifndef LF_NO_CELLS // absent.c
#include "lanes.h"

#include "../base/metric.h"

#include <string.h>

enum {
    CELLS_LOOKS = 400000,   ///< at rows of tiles, that tables may take a query: some milliseconds
    EXPANSE_BESIDE = 16384, ///< expanses if no tile weighs as much: one move out of them fits into 16 bits
};

#define WIDE_BOUND (UINT64_C(1) << 61)

/// Continues. LF_OK when no route can be cheaper than the best, or as cheap.
static lf_status cells_run(lf_search *search, int64_t *budget) {
    lfi_cells *cells = lfi_cells_of(search);
    while (cells->pending > 0) {
        cells->bucket = lfi_cells_next(cells);
        if (cells->bucket << cells->shift > cells->best) break;
        if (*budget <= 0) return LF_PAUSED;
        const uint32_t number = cells->heads[cells->bucket & (LFI_CELLS_RING - 1)];
        const uint64_t key = cells->cells[number].key;
        lfi_cells_remove(cells, number);
        if (key >> cells->shift > cells->bucket)
            lfi_cells_put(cells, number, key);
        else
            *budget -= LFI_EXPANSES == 0 || number < cells->count ? lfi_cell_spread(search, number)
                                                                  : lfi_expanse_turn(search, number);
    }
    return cells->best < lfi_cost_none(cells) - 1 ? LF_OK : LF_NO_ROUTE;
}

// ---- Beginning ------------------------------------------------------------------------------------

/// How large the numbers of a query are, and how far buckets reach.
static void cells_take_query(lf_search *search) {
    lfi_cells *cells = lfi_cells_of(search);
    const lf_weights *weights = search->query.weights;
    const lfi_metric metric = lfi_metric_make(search->map->moves, search->query.options.cost);
    const bool octile = metric.diagonal != 1;
    const uint64_t across = (uint64_t)search->base->width + (uint64_t)search->base->height;
    cells->straight = metric.straight;
    cells->diagonal = metric.diagonal;
    cells->wide = octile || !lfi_weights_narrow(weights);
    cells->merges = !cells->wide && weights->most < EXPANSE_BESIDE;
    cells->spare = weights->most - weights->lowest;
    cells->least = search->opens ? weights->lowest : weights->least;
    if (cells->least * across > (cells->wide ? WIDE_BOUND / metric.diagonal : LFI_NARROW_TOTAL))
        cells->least = 0;
    const uint64_t unit = cells->least > 0 ? cells->least : 1;
    cells->shift = (unsigned)lfi_highest_bit(unit * metric.straight);
    if (cells->slots_wide != cells->wide || cells->slots_octile != octile) lfi_slots_forget(cells);
    cells->slots_wide = cells->wide;
    cells->slots_octile = octile;
    for (int i = 0; i < LFI_CELL_SIDE; i++) cells->steps[i] = i * (int32_t)(cells->wide ? 0 : cells->least);
    cells->best = lfi_cost_none(cells) - 1;
    cells->expanded = cells->enqueued = 0;
    cells->looks_left = CELLS_LOOKS;
}

static void cells_new_stamp(lfi_cells *cells) {
    if (cells->stamp == UINT32_MAX) {
        for (uint32_t i = 0; i < cells->count + cells->expanse_count; i++)
            cells->cells[i].stamp = cells->inside[i] = 0;
        cells->stamp = 0;
    }
    cells->stamp++;
}

static void cell_add_target(lf_search *search, lf_point point) {
    lfi_cells *cells = lfi_cells_of(search);
    const uint32_t number = lfi_cell_of_point(cells, point);
    lfi_cell *cell = lfi_cell_touch(search, number);
    uint16_t *targets = cells->tiles[number].targets;
    if (!cell->has_targets) {
        memset(targets, 0, sizeof cells->tiles->targets);
        cells->tiles[number].nearest = lfi_cost_none(cells);
    }
    cell->has_targets = true;
    targets[point.y & 15] = (uint16_t)(targets[point.y & 15] | 1u << (point.x & 15));
}

static void cell_add_source(lf_search *search, lf_point point) {
    lfi_cells *cells = lfi_cells_of(search);
    const uint32_t number = lfi_cell_of_point(cells, point);
    lfi_cell *cell = lfi_cell_touch(search, number);
    uint16_t *sources = cells->tiles[number].sources;
    if (!cell->has_sources) memset(sources, 0, sizeof cells->tiles->sources);
    cell->has_sources = cell->fresh = true;
    sources[point.y & 15] = (uint16_t)(sources[point.y & 15] | 1u << (point.x & 15));
    lfi_cells_put(cells, number, lfi_bound_from(cells, point, search->map->moves));
}

void lfi_cells_start(lf_search *search, bool led) {
    lfi_cells *cells = lfi_cells_of(search);
    cells_take_query(search);
    cells_new_stamp(cells);
    lfi_cells_reset(cells);
    cells->led = led;
}

int64_t lfi_cells_open(lf_search *search, lfi_box box) {
    const lfi_cells *cells = lfi_cells_of(search);
    int64_t opened = 0;
    const uint32_t x0 = (uint32_t)box.x0 / LFI_CELL_SIDE, y0 = (uint32_t)box.y0 / LFI_CELL_SIDE,
                   x1 = (uint32_t)box.x1 / LFI_CELL_SIDE, y1 = (uint32_t)box.y1 / LFI_CELL_SIDE;
    for (uint32_t y = y0; y <= y1; y++) {
        for (uint32_t x = x0; x <= x1; x++) {
            const uint32_t cell = y * cells->columns + x;
            opened += cells->inside[cell] != cells->stamp;
            cells->inside[cell] = cells->stamp;
            if (LFI_EXPANSES == 0) continue;
            const uint32_t expanse = y / LFI_EXPANSE_CELLS * cells->expanse_columns + x / LFI_EXPANSE_CELLS;
            cells->inside[cells->count + expanse] = cells->stamp;
        }
    }
    return opened;
}

/// Whether an end is open and inside the corridor.
bool lfi_cells_end_inside(const lf_search *search, lf_tile tile) {
    const lfi_cells *cells = lfi_cells_of(search);
    return lf_map_is_open(search->map, tile) &&
           lfi_cells_inside(cells, lfi_cell_of_point(cells, lfi_map_point(search->map, tile)));
}

void lfi_cells_add_ends(lf_search *search) {
    const lf_query *query = &search->query;
    lfi_cells *cells = lfi_cells_of(search);
    for (int64_t i = 0; i < query->target_count; i++) {
        const lf_point point = lfi_map_point(search->map, query->targets[i]);
        const lfi_box box = {point.x, point.y, point.x, point.y};
        cells->goal = i == 0 ? box : lfi_boxes_around(cells->goal, box);
        lfi_expanse_part(cells, point);
    }
    for (int64_t i = 0; i < query->source_count; i++)
        lfi_expanse_part(cells, lfi_map_point(search->map, query->sources[i].tile));
    lfi_cells_choose_marks(search);
    for (int64_t i = 0; i < query->target_count; i++) {
        if (lfi_cells_end_inside(search, query->targets[i]))
            cell_add_target(search, lfi_map_point(search->map, query->targets[i]));
    }
    for (int64_t i = 0; i < query->source_count; i++) {
        const lf_tile tile = query->sources[i].tile;
        if (lfi_search_source_useful(search, tile) && lfi_cells_end_inside(search, tile))
            cell_add_source(search, lfi_map_point(search->map, tile));
    }
}

static void cells_begin(lf_search *search) {
    lfi_cells_start(search, false);
    lfi_cells_add_ends(search);
    if (search->stage != LFI_STAGE_GUARDRAIL) search->route.stats.phases = 1;
}

// ---- For the survey -------------------------------------------------------------------------------

void lfi_cells_fill(lf_search *search, lf_tile from) {
    lfi_cells *cells = lfi_cells_of(search);
    int64_t budget = INT64_MAX;
    cells_take_query(search);
    cells->least = 0;
    cells->merges = false; // all lanes are wanted
    cells->led = false;
    cells->mark_count = 0;
    cells->looks_left = UINT32_MAX;
    cells_new_stamp(cells);
    lfi_cells_reset(cells);
    cell_add_source(search, lfi_map_point(search->map, from));
    cells_run(search, &budget);
}

lf_status lfi_cells_step(lf_search *search, int64_t *budget) {
    const lf_status status = cells_run(search, budget);
    if (status == LF_PAUSED) return status;
    search->route.stats.expanded += lfi_cells_of(search)->expanded;
    search->route.stats.enqueued += lfi_cells_of(search)->enqueued;
    if (status == LF_OK) lfi_cells_settle(search);
    return status;
}

void lfi_cells_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    const lfi_cells *cells = lfi_cells_of(search);
    lf_tile tile = search->route.target;
    for (int64_t i = search->route.length;; i--) {
        if (i < capacity) tiles[i] = tile;
        if (i == 0) return;
        tile = (lf_tile)(tile + search->map->tile_offset[cells->moves[search->route.length - i]]);
    }
}

/// Tiles of cells that were reached.
bool lfi_cells_have_met(const lf_search *search, lf_tile tile) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lf_point point = lfi_map_point(search->map, tile);
    const lfi_cell *cell = &cells->cells[lfi_cell_of_point(cells, point)];
    const bool reached =
        cell->stamp == cells->stamp && lfi_cells_inside(cells, lfi_cell_of_point(cells, point));
    return (reached || lfi_expanse_has(cells, point)) && lf_map_is_open(search->map, tile);
}

// ---- The strategy ---------------------------------------------------------------------------------

lf_status lfi_cells_check(const lf_search *search, const lf_query *query) {
    if (query->weights == NULL) return LF_E_CELLS;
    const uint64_t opened = lfi_obstacles_asked(query) ? (uint64_t)search->obstacle_room : 0;
    const bool octile = lfi_query_is_octile(query, search->base);
    return octile && !lfi_weights_ordered(query->weights, opened) ? LF_E_WEIGHTS_RANGE : LF_OK;
}

/// A partial query may be asked for the best so far, which `flood` can tell. Numbers of 64 bits take several times
/// as long, and where weights differ from tile to tile `flood` is faster.
static bool cells_suit(const lf_search *search, const lf_query *query) {
    return !query->partial && !lfi_query_is_octile(query, search->base) && lfi_weights_narrow(query->weights);
}

const lfi_strategy lfi_cells_strategy = {
    .name = "cells",
    .exact = true,
    .octile = true,
    .gated = true,
    .opened = true,
    .weighted = true,
    .first_wins = true,
    .preference = 2,
    .parts = LFI_PART_BIT(CELLS),
    .missing = LF_E_NO_WEIGHTS,
    .check = lfi_cells_check,
    .suits = cells_suit,
    .begin = cells_begin,
    .step = lfi_cells_step,
    .trace = lfi_cells_trace,
    .has_met = lfi_cells_have_met,
};
#endif // LF_NO_CELLS
