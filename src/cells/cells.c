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
// Time: O(cells on the way * lanes that fall). Memory: 1.5 KB per cell of the map and 8.7 KB per table; only what
// queries go to is touched.
#ifndef LF_NO_CELLS // absent.c
#include "cells.h"

#include "../base/metric.h"

#include <string.h>

enum {
    CELLS_RING = 4096,    ///< buckets; keys beyond them wait in the last one
    CELLS_TABLES = 16384, ///< room for tables, unless the map has fewer cells
    CELLS_USES = 8,       ///< turns without a table; the next one makes it
    CELLS_MAKES = 64,     ///< tables that one query makes at most: some milliseconds
    CELLS_SIDE_LANES = 16,
    WIDE_SLOTS = 2,                                   ///< slots that a table of pairs takes
    TABLE_WORDS = LFI_LANES * LFI_LANES / 4,          ///< 64 bits of a table of 16 bits
    LINE_WORDS = 8,                                   ///< 64 bits of a cache line
    EXPANSE_CELLS = LFI_EXPANSE_SIDE / LFI_CELL_SIDE, ///< along a side
    EXPANSE_BESIDE = 16384, ///< expanses if no tile weighs as much: one move out of them fits into 16 bits
};

#define WIDE_BOUND (UINT64_C(1) << 61)

// ---- Memory ---------------------------------------------------------------------------------------

static bool cells_wanted(const lf_search *search) {
    return search->weighted;
}

static uint64_t cells_count(const lf_map *map) {
    return (((uint64_t)map->width + LFI_CELL_SIDE - 1) / LFI_CELL_SIDE) *
           (((uint64_t)map->height + LFI_CELL_SIDE - 1) / LFI_CELL_SIDE);
}

static uint64_t expanses_count(const lf_map *map) {
    if (LFI_EXPANSES == 0) return 0;
    return (((uint64_t)map->width + LFI_EXPANSE_SIDE - 1) / LFI_EXPANSE_SIDE) *
           (((uint64_t)map->height + LFI_EXPANSE_SIDE - 1) / LFI_EXPANSE_SIDE);
}

/// Room for tables: at least one of pairs.
static uint64_t cells_slots(const lf_map *map) {
    const uint64_t count = cells_count(map);
    return count < WIDE_SLOTS ? WIDE_SLOTS : count < CELLS_TABLES ? count : CELLS_TABLES;
}

static void cells_arrays(lf_search *search, lfi_arrays *run) {
    lfi_cells *cells = lfi_cells_of(search);
    const uint64_t count = cells_count(search->base), slots = cells_slots(search->base);
    const uint64_t expanses = expanses_count(search->base);
    LFI_ARRAY(run, cells->tiles, count);
    LFI_ARRAY_ZEROED(run, cells->inside, count + expanses);
    LFI_ARRAY(run, cells->cell_room, LINE_WORDS + (count + expanses) * LINE_WORDS);
    LFI_ARRAY(run, cells->lane_room,
              LINE_WORDS + count * (sizeof *cells->lanes64 / sizeof *cells->lane_room));
    LFI_ARRAY(run, cells->slots, slots);
    LFI_ARRAY(run, cells->table_room, LINE_WORDS + slots * TABLE_WORDS);
    LFI_ARRAY(run, cells->views, LFI_CELL_VIEWS);
    LFI_ARRAY(run, cells->moves, search->base->tile_count);
    LFI_ARRAY(run, cells->heads, CELLS_RING);
    LFI_ARRAY(run, cells->full, CELLS_RING / 64);
    LFI_ARRAY(run, cells->full_words, 1);
    if (LFI_EXPANSES == 0) return;
    LFI_ARRAY(run, cells->expanse_room,
              LINE_WORDS + expanses * (sizeof *cells->expanses / sizeof *cells->expanse_room));
    LFI_ARRAY(run, cells->expanse_views, LFI_EXPANSE_VIEWS);
}

/// The first word of a room that begins a cache line. A side and a row of a table are one line and two, and no more
/// only if they begin with it.
static uint64_t *room_line(uint64_t *room) {
    const uintptr_t past = (uintptr_t)room / sizeof *room % LINE_WORDS;
    return room + (LINE_WORDS - past) % LINE_WORDS;
}

static void slots_forget(lfi_cells *cells) {
    for (uint32_t i = 0; i < cells->count; i++) {
        cells->cells[i].slot = LFI_NO_SLOT;
        cells->cells[i].uses = 0;
    }
    for (uint32_t i = 0; i < cells->slot_count; i++) cells->slots[i].owner = LFI_NO_SLOT;
    cells->slot_next = 0;
}

static void cells_ready(lf_search *search) {
    lfi_cells *cells = lfi_cells_of(search);
    const lf_map *map = search->base;
    cells->columns = ((uint32_t)map->width + LFI_CELL_SIDE - 1) / LFI_CELL_SIDE;
    cells->rows = ((uint32_t)map->height + LFI_CELL_SIDE - 1) / LFI_CELL_SIDE;
    cells->count = cells->columns * cells->rows;
    cells->expanse_columns = ((uint32_t)map->width + LFI_EXPANSE_SIDE - 1) / LFI_EXPANSE_SIDE;
    cells->expanse_count = (uint32_t)expanses_count(map);
    cells->slot_count = (uint32_t)cells_slots(map);
    if (LFI_EXPANSES != 0) cells->expanses = (lfi_expanse *)(void *)room_line(cells->expanse_room);
    cells->tables = room_line(cells->table_room);
    cells->cells = (lfi_cell *)(void *)room_line(cells->cell_room);
    cells->lanes64 = (lfi_lanes64 *)(void *)room_line(cells->lane_room);
    cells->lanes32 = (lfi_lanes32 *)(void *)cells->lanes64;
    for (uint32_t i = 0; i < cells->count; i++) {
        cells->cells[i].stamp = 0;
        cells->cells[i].corner = (lf_point){(int32_t)(i % cells->columns * LFI_CELL_SIDE),
                                            (int32_t)(i / cells->columns * LFI_CELL_SIDE)};
    }
    for (uint32_t i = 0; LFI_EXPANSES != 0 && i < cells->expanse_count; i++) {
        lfi_cell *whole = &cells->cells[cells->count + i];
        whole->stamp = 0;
        whole->corner = (lf_point){(int32_t)(i % cells->expanse_columns * LFI_EXPANSE_SIDE),
                                   (int32_t)(i / cells->expanse_columns * LFI_EXPANSE_SIDE)};
    }
    slots_forget(cells);
}

const lfi_part lfi_cells_part = {
    .size = sizeof(lfi_cells), .wanted = cells_wanted, .arrays = cells_arrays, .ready = cells_ready};

// ---- The queue ------------------------------------------------------------------------------------

static void buckets_reset(lfi_cells *cells) {
    memset(cells->heads, 0xff, CELLS_RING * sizeof *cells->heads); // LFI_NO_SLOT
    memset(cells->full, 0, CELLS_RING / 64 * sizeof *cells->full);
    *cells->full_words = 0;
    cells->bucket = 0;
    cells->pending = 0;
}

static void buckets_remove(lfi_cells *cells, uint32_t number) {
    lfi_cell *cell = &cells->cells[number];
    const uint32_t place = cell->place;
    if (cell->next == number) {
        cells->heads[place] = LFI_NO_SLOT;
        cells->full[place / 64] &= ~(UINT64_C(1) << place % 64);
        if (cells->full[place / 64] == 0) *cells->full_words &= ~(UINT64_C(1) << place / 64);
    } else {
        cells->cells[cell->next].before = cell->before;
        cells->cells[cell->before].next = cell->next;
        if (cells->heads[place] == number) cells->heads[place] = cell->next;
    }
    cell->queued = false;
    cells->pending--;
}

/// Puts a cell into the queue, or nearer to its head. A key beyond the ring waits in its last bucket.
static void buckets_put(lfi_cells *cells, uint32_t number, uint64_t key) {
    lfi_cell *cell = &cells->cells[number];
    if (cell->queued) {
        if (cell->key <= key) return;
        buckets_remove(cells, number);
    }
    uint64_t bucket = key >> cells->shift;
    if (bucket < cells->bucket) bucket = cells->bucket;
    if (bucket - cells->bucket >= CELLS_RING) bucket = cells->bucket + CELLS_RING - 1;
    const uint32_t place = (uint32_t)bucket & (CELLS_RING - 1);
    cell->key = key;
    cell->place = (uint16_t)place;
    cell->queued = true;
    const uint32_t first = cells->heads[place];
    if (first == LFI_NO_SLOT) {
        cell->next = cell->before = cells->heads[place] = number;
    } else {
        cell->next = first;
        cell->before = cells->cells[first].before;
        cells->cells[cell->before].next = number;
        cells->cells[first].before = number;
    }
    cells->full[place / 64] |= UINT64_C(1) << place % 64;
    *cells->full_words |= UINT64_C(1) << place / 64;
    cells->pending++;
}

_Static_assert(CELLS_RING == 64 * 64, "one word has a bit for each word of bits");

/// The next bucket that is not empty, from the one under way on; there must be one.
static uint64_t buckets_next(const lfi_cells *cells) {
    const uint32_t at = (uint32_t)cells->bucket & (CELLS_RING - 1), word = at / 64;
    const uint64_t here = cells->full[word] & UINT64_MAX << at % 64;
    uint32_t place;
    if (here != 0) {
        place = 64 * word + (uint32_t)lfi_lowest_bit(here);
    } else {
        const uint64_t later = *cells->full_words & UINT64_MAX << word << 1;
        const uint32_t next = (uint32_t)lfi_lowest_bit(later != 0 ? later : *cells->full_words);
        place = 64 * next + (uint32_t)lfi_lowest_bit(cells->full[next]);
    }
    return cells->bucket + ((place - at) & (CELLS_RING - 1));
}

// ---- Cells and lanes ------------------------------------------------------------------------------

static inline uint64_t cost_none(const lfi_cells *cells) {
    return cells->wide ? LFI_WIDE_NONE : LFI_LANE_NONE;
}

/// The expanse that a place would be part of.
static inline uint32_t expanse_of_point(const lfi_cells *cells, lf_point point) {
    return (uint32_t)point.y / LFI_EXPANSE_SIDE * cells->expanse_columns +
           (uint32_t)point.x / LFI_EXPANSE_SIDE;
}

/// A lane: of a cell, or of an expanse.
typedef struct lane_place {
    uint32_t owner;
    int lane;
    bool merged; ///< of an expanse
} lane_place;

static inline uint64_t lane_cost(const lfi_cells *cells, lane_place at) {
    if (LFI_EXPANSES != 0 && at.merged) return cells->expanses[at.owner].costs[at.lane];
    return cells->wide ? cells->lanes64[at.owner].costs[at.lane] : cells->lanes32[at.owner].costs[at.lane];
}

static inline uint64_t lane_bound(const lfi_cells *cells, lane_place at) {
    if (LFI_EXPANSES != 0 && at.merged) return cells->expanses[at.owner].bounds[at.lane];
    return cells->wide ? cells->lanes64[at.owner].bounds[at.lane] : cells->lanes32[at.owner].bounds[at.lane];
}

static inline void lane_set(lfi_cells *cells, lane_place at, uint64_t cost) {
    if (LFI_EXPANSES != 0 && at.merged)
        cells->expanses[at.owner].costs[at.lane] = (uint32_t)cost;
    else if (cells->wide)
        cells->lanes64[at.owner].costs[at.lane] = cost;
    else
        cells->lanes32[at.owner].costs[at.lane] = (uint32_t)cost;
}

/// The cell of a place, and the number of the place in it.
static inline uint32_t cell_of_point(const lfi_cells *cells, lf_point point) {
    return (uint32_t)point.y / LFI_CELL_SIDE * cells->columns + (uint32_t)point.x / LFI_CELL_SIDE;
}

static inline int cell_tile(lf_point point) {
    return (point.y & 15) * LFI_CELL_SIDE + (point.x & 15);
}

static inline int lane_tile(int lane) {
    return LFI_CELL_SIDE * lfi_lane_y(lane) + lfi_lane_x(lane);
}

/// What a route from a place to a target costs at least.
static uint64_t bound_from(const lfi_cells *cells, lf_point point, lf_moves moves) {
    const uint64_t dx = lfi_gap_outside(point.x, cells->goal.x0, cells->goal.x1);
    const uint64_t dy = lfi_gap_outside(point.y, cells->goal.y0, cells->goal.y1);
    const uint64_t less = dx < dy ? dx : dy, more = dx < dy ? dy : dx;
    if (moves == LF_MOVES_ORTHOGONAL) return cells->least * (dx + dy) * cells->straight;
    return cells->least * ((more - less) * cells->straight + less * cells->diagonal);
}

/// How far 16 places in a row lie outside a range, times the least weight. (Plain numbers without branches: compilers
/// make vectors of it. Not every machine multiplies vectors of 32 bits.)
static void gaps_fill(const lfi_cells *cells, int32_t first, int32_t low, int32_t high, uint32_t *gaps) {
    const int32_t least = (int32_t)cells->least, below = (low - first) * least,
                  above = (first - high) * least;
    for (int i = 0; i < LFI_CELL_SIDE; i++) {
        const int32_t before = below - cells->steps[i], after = above + cells->steps[i];
        const int32_t gap = before > after ? before : after;
        gaps[i] = (uint32_t)(gap > 0 ? gap : 0);
    }
}

/// The bounds of a side, from gaps along it and the one across it.
static void side_bound(const uint32_t *along, uint32_t across, bool orthogonal, uint32_t *bounds) {
    if (orthogonal) {
        for (int i = 0; i < CELLS_SIDE_LANES; i++) bounds[i] = along[i] + across;
    } else {
        for (int i = 0; i < CELLS_SIDE_LANES; i++)
            bounds[i] = (int32_t)along[i] > (int32_t)across ? along[i] : across;
    }
}

/// Bounds by a landmark. From it to the target it is no farther than by way of the lane; and under uniform costs the
/// way from the lane to the landmark costs what the way back does, without the lane and with the landmark.
static void mark_bound(const lfi_cells_mark *mark, size_t first, const uint16_t *rim, uint32_t *bounds) {
    const uint32_t *away = mark->away + first;
    for (int i = 0; i < CELLS_SIDE_LANES; i++) {
        const int32_t before = mark->near - (int32_t)away[i], beyond = (int32_t)away[i] - rim[i] - mark->far;
        const int32_t more = before > beyond ? before : beyond, bound = (int32_t)bounds[i];
        bounds[i] = (uint32_t)(more > bound ? more : bound);
    }
}

/// Bounds of a side of a cell by all landmarks of the query.
static void marks_bound(const lfi_cells *cells, const uint16_t *rims, uint32_t number, int side,
                        uint32_t *bounds) {
    const size_t first = (size_t)number * LFI_LANES + (size_t)(CELLS_SIDE_LANES * side);
    for (int i = 0; i < cells->mark_count; i++) mark_bound(&cells->marks[i], first, rims + first, bounds);
}

/// Bounds of all lanes of a cell.
static void lanes_bound(lfi_cells *cells, uint32_t number, lf_moves moves, const uint16_t *rims) {
    const int32_t x0 = cells->cells[number].corner.x, y0 = cells->cells[number].corner.y;
    if (cells->wide) {
        for (int i = 0; i < LFI_LANES; i++) {
            const lf_point point = {x0 + lfi_lane_x(i), y0 + lfi_lane_y(i)};
            cells->lanes64[number].bounds[i] = bound_from(cells, point, moves);
        }
        return;
    }
    uint32_t dx[LFI_CELL_SIDE], dy[LFI_CELL_SIDE], *bounds = cells->lanes32[number].bounds;
    const bool orthogonal = moves == LF_MOVES_ORTHOGONAL;
    gaps_fill(cells, x0, cells->goal.x0, cells->goal.x1, dx);
    gaps_fill(cells, y0, cells->goal.y0, cells->goal.y1, dy);
    side_bound(dx, dy[0], orthogonal, bounds);
    side_bound(dx, dy[15], orthogonal, bounds + 16);
    side_bound(dy, dx[0], orthogonal, bounds + 32);
    side_bound(dy, dx[15], orthogonal, bounds + 48);
    for (int side = 0; cells->mark_count > 0 && side < 4; side++)
        marks_bound(cells, rims, number, side, bounds + CELLS_SIDE_LANES * side);
}

/// The open tiles of a cell, whose corner is given. (A cell is two blocks.)
static void rows_read(const lf_map *map, lf_point corner, uint16_t *rows) {
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
    rows_read(search->map, cell->corner, each);
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

// ---- Expanses -------------------------------------------------------------------------------------

/// The number of the cell of an expanse, so many cells to the right of its first one and below it.
static inline uint32_t expanse_cell(const lfi_cells *cells, const lfi_cell *whole, int x, int y) {
    return ((uint32_t)whole->corner.y / LFI_CELL_SIDE + (uint32_t)y) * cells->columns +
           (uint32_t)whole->corner.x / LFI_CELL_SIDE + (uint32_t)x;
}

/// The cell of an expanse that has part of a side, from the first on.
static inline uint32_t expanse_side_cell(const lfi_cells *cells, const lfi_cell *whole, int side, int part) {
    const int across = side % 2 * (EXPANSE_CELLS - 1);
    return side < 2 ? expanse_cell(cells, whole, part, across) : expanse_cell(cells, whole, across, part);
}

/// And its corner.
static inline lf_point expanse_side_corner(const lfi_cell *whole, int side, int part) {
    const int across = side % 2 * (LFI_EXPANSE_SIDE - LFI_CELL_SIDE), along = LFI_CELL_SIDE * part;
    return side < 2 ? (lf_point){whole->corner.x + along, whole->corner.y + across}
                    : (lf_point){whole->corner.x + across, whole->corner.y + along};
}

/// Whether all tiles are open on the map of the query.
static bool expanse_open(const lf_map *map, lf_point corner) {
    const lfi_blocks *blocks = &map->blocks;
    const lfi_wide *open =
        blocks->open + (size_t)(corner.y / LFI_WIDE_ROWS) * blocks->stride + corner.x / LFI_CELL_SIDE;
    lfi_wide all = lfi_wide_full();
    for (int y = 0; y < LFI_EXPANSE_SIDE / LFI_WIDE_ROWS; y++, open += blocks->stride) {
        for (int x = 0; x < EXPANSE_CELLS; x++) all = lfi_wide_and(all, open[x]);
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
    const uint16_t even = weights[expanse_cell(cells, whole, 0, 0)].even;
    if (even > LFI_EXPANSE_WEIGHT) return 0;
    for (int i = 0; i < EXPANSE_CELLS * EXPANSE_CELLS; i++) {
        if (weights[expanse_cell(cells, whole, i % EXPANSE_CELLS, i / EXPANSE_CELLS)].even != even) return 0;
    }
    return even != 0 && expanse_open(search->map, whole->corner) ? even : 0;
}

static void expanse_bound(const lf_search *search, const lfi_cell *whole, uint32_t *bounds) {
    const lfi_cells *cells = lfi_cells_of(search);
    const bool orthogonal = search->map->moves == LF_MOVES_ORTHOGONAL;
    uint32_t dx[LFI_EXPANSE_SIDE], dy[LFI_EXPANSE_SIDE];
    for (int i = 0; i < LFI_EXPANSE_SIDE; i += LFI_CELL_SIDE) {
        gaps_fill(cells, whole->corner.x + i, cells->goal.x0, cells->goal.x1, dx + i);
        gaps_fill(cells, whole->corner.y + i, cells->goal.y0, cells->goal.y1, dy + i);
    }
    for (int side = 0; side < 4; side++) {
        const uint32_t *along = side < 2 ? dx : dy, *other = side < 2 ? dy : dx;
        const uint32_t across = other[side % 2 * (LFI_EXPANSE_SIDE - 1)];
        for (int part = 0; part < EXPANSE_CELLS; part++, bounds += CELLS_SIDE_LANES) {
            side_bound(along + LFI_CELL_SIDE * part, across, orthogonal, bounds);
            marks_bound(cells, search->query.weights->rims, expanse_side_cell(cells, whole, side, part), side,
                        bounds);
        }
    }
}

/// Makes an expanse ready for the query; whether it is one.
static bool expanse_touch(const lf_search *search, uint32_t number) {
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
    expanse_bound(search, whole, expanse->bounds);
    return true;
}

/// Whether a place is in an expanse that the search came to.
static bool expanse_has(const lfi_cells *cells, lf_point point) {
    if (LFI_EXPANSES == 0 || !cells->merges) return false;
    const lfi_cell *whole = &cells->cells[cells->count + expanse_of_point(cells, point)];
    return whole->stamp == cells->stamp && whole->even != 0;
}

/// The lane of an expanse that a tile at its rim is; the first of two at a corner.
static inline int expanse_lane(lf_point point) {
    const int last = LFI_EXPANSE_SIDE - 1, x = point.x & last, y = point.y & last;
    return y == 0      ? x
           : y == last ? LFI_EXPANSE_SIDE + x
           : x == 0    ? 2 * LFI_EXPANSE_SIDE + y
                       : 3 * LFI_EXPANSE_SIDE + y;
}

/// Where there are ends, cells stay apart.
static void expanse_part(lfi_cells *cells, lf_point point) {
    if (LFI_EXPANSES == 0) return;
    lfi_cell *whole = &cells->cells[cells->count + expanse_of_point(cells, point)];
    whole->stamp = cells->stamp;
    whole->even = 0;
}

/// Makes a cell ready for the query.
static lfi_cell *cell_touch(lf_search *search, uint32_t number) {
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
    lanes_bound(cells, number, search->map->moves, search->query.weights->rims);
    if (cell->slot != LFI_NO_SLOT && cell->even == 0) cell_expect_tiles(search, cell);
    return cell;
}

// ---- Within a cell --------------------------------------------------------------------------------

static void cell_patch(const lf_search *search, uint32_t number, lfi_patch *patch) {
    patch->moves = search->map->moves;
    memcpy(patch->rows, lfi_cells_of(search)->tiles[number].rows, sizeof patch->rows);
    lfi_patch_load(patch, search->query.weights, number);
}

/// Costs of all tiles of a cell, counted from `base` on, from the lanes of a set.
static void patch_costs(const lfi_patch *patch, const uint32_t *from, uint64_t lanes, uint32_t base,
                        const uint16_t *sources, uint16_t *costs) {
    lfi_patch_sums sums;
    lfi_patch_add_up(patch, &sums);
    memset(costs, 0xff, LFI_CELL_TILES * sizeof *costs);
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = lfi_lowest_bit(lanes), tile = lane_tile(lane);
        const uint32_t cost = from[lane] - base;
        LFI_ASSERT(cost < LFI_NARROW_NONE);
        if (cost < costs[tile]) costs[tile] = (uint16_t)cost;
    }
    for (int y = 0; sources != NULL && y < LFI_CELL_SIDE; y++) {
        for (unsigned row = sources[y]; row != 0; row &= row - 1)
            costs[LFI_CELL_SIDE * y + lfi_lowest_bit(row)] = 0;
    }
    lfi_within_narrow(&sums, costs);
}

/// The same for the query; from base 0 on, with its sources.
static void cell_costs_narrow(const lf_search *search, uint32_t number, uint64_t lanes, uint32_t base,
                              uint16_t *costs) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *cell = &cells->cells[number];
    lfi_patch patch;
    cell_patch(search, number, &patch);
    patch_costs(&patch, cells->lanes32[number].costs, lanes, base,
                base == 0 && cell->has_sources ? cells->tiles[number].sources : NULL, costs);
}

static void cell_costs_wide(const lf_search *search, uint32_t number, uint64_t lanes, uint64_t *costs) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *cell = &cells->cells[number];
    lfi_patch patch;
    cell_patch(search, number, &patch);
    for (int i = 0; i < LFI_CELL_TILES; i++) costs[i] = LFI_WIDE_NONE;
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = lfi_lowest_bit(lanes), tile = lane_tile(lane);
        const uint64_t cost = cells->lanes64[number].costs[lane];
        if (cost < costs[tile]) costs[tile] = cost;
    }
    for (int y = 0; cell->has_sources && y < LFI_CELL_SIDE; y++) {
        for (unsigned row = cells->tiles[number].sources[y]; row != 0; row &= row - 1)
            costs[LFI_CELL_SIDE * y + lfi_lowest_bit(row)] = 0;
    }
    lfi_within_wide(&patch, cells->straight, cells->diagonal, costs);
}

/// The table of a cell, which may be made now; NULL: it has none yet.
static const uint64_t *cell_table(lf_search *search, uint32_t number) {
    lfi_cells *cells = lfi_cells_of(search);
    lfi_cell *cell = &cells->cells[number];
    const uint32_t step = cells->wide ? WIDE_SLOTS : 1;
    if (search->query.weights->cells[number].sum >= LFI_NARROW_NONE) return NULL; // too much for any table
    if (cell->slot != LFI_NO_SLOT && !cell->checked) {
        cell->checked = true;
        cell->fits = lfi_patch_fits(&cells->slots[cell->slot].patch, cells->tiles[number].rows,
                                    search->query.weights, number);
        if (!cell->fits) cell->uses = 0;
    }
    if (cell->slot == LFI_NO_SLOT || !cell->fits) {
        if (cell->uses < CELLS_USES) {
            cell->uses++;
            return NULL;
        }
        if (cells->tables_left == 0) return NULL;
        cells->tables_left--;
        if (cell->slot == LFI_NO_SLOT) {
            if (cells->slot_next + step > cells->slot_count) cells->slot_next = 0;
            cell->slot = cells->slot_next;
            cells->slot_next += step;
            const uint32_t owner = cells->slots[cell->slot].owner;
            if (owner != LFI_NO_SLOT) {
                cells->cells[owner].slot = LFI_NO_SLOT;
                cells->cells[owner].uses = 0;
            }
        }
        lfi_cell_slot *slot = &cells->slots[cell->slot];
        slot->owner = number;
        uint64_t *table = cells->tables + (size_t)cell->slot * TABLE_WORDS;
        cell_patch(search, number, &slot->patch);
        if (cells->wide)
            lfi_within_table_wide(&slot->patch, cells->straight, cells->diagonal, (uint32_t *)table);
        else
            lfi_within_table_narrow(&slot->patch, (uint16_t *)table);
        cell->checked = cell->fits = true;
    }
    return cells->tables + (size_t)cell->slot * TABLE_WORDS;
}

// ---- Crossing from cell to cell -------------------------------------------------------------------

/// 16 lanes along a side, of a cell or of an expanse, narrow.
typedef struct side_lanes {
    uint32_t *costs;
    const uint32_t *bounds;
    const uint16_t *weights; ///< what each weighs; NULL: all the same, `even`
    uint16_t even;
    unsigned open;
    uint32_t owner; ///< in the queue
    uint64_t *dirty;
    unsigned shift; ///< of the first lane, in `dirty`
} side_lanes;

/// 16 lanes of an expanse, from the first on.
static side_lanes expanse_lanes(const lfi_cells *cells, uint32_t expanse, int side, unsigned first) {
    const unsigned lane = (unsigned)(LFI_EXPANSE_SIDE * side) + first;
    return (side_lanes){.costs = cells->expanses[expanse].costs + lane,
                        .bounds = cells->expanses[expanse].bounds + lane,
                        .even = cells->cells[cells->count + expanse].even,
                        .open = 0xffff,
                        .owner = cells->count + expanse,
                        .dirty = &cells->expanses[expanse].dirty[side],
                        .shift = first};
}

/// Makes the cell ready for the query that has a place, or the expanse; whether that is an expanse. (A cell that the
/// query came to is not part of one: asked first, because it is where most is carried to.)
static inline bool place_touch(lf_search *search, uint32_t number, lf_point point) {
    const lfi_cells *cells = lfi_cells_of(search);
    if (cells->cells[number].stamp == cells->stamp) return false;
    if (expanse_touch(search, expanse_of_point(cells, point))) return true;
    cell_touch(search, number);
    return false;
}

/// The side of a cell whose corner is given, made ready for the query.
static side_lanes side_meet(lf_search *search, uint32_t number, lf_point corner, int side) {
    const lfi_cells *cells = lfi_cells_of(search);
    if (place_touch(search, number, corner)) {
        const unsigned first =
            (unsigned)(side < 2 ? corner.x : corner.y) & (LFI_EXPANSE_SIDE - LFI_CELL_SIDE);
        return expanse_lanes(cells, expanse_of_point(cells, corner), side, first);
    }
    lfi_cell *cell = &cells->cells[number];
    const unsigned lane = (unsigned)(CELLS_SIDE_LANES * side);
    return (side_lanes){.costs = cells->lanes32[number].costs + lane,
                        .bounds = cells->lanes32[number].bounds + lane,
                        .weights = LFI_EXPANSES != 0 && cell->even != 0
                                       ? NULL
                                       : search->query.weights->rims + (size_t)number * LFI_LANES + lane,
                        .even = cell->even,
                        .open = (unsigned)(cell->open >> lane) & 0xffff,
                        .owner = number,
                        .dirty = &cell->dirty,
                        .shift = lane};
}

/// What is carried over a side.
typedef struct side_crossing {
    unsigned later, sooner; ///< lanes that a diagonal leads to, from the lane before and from the one after
    unsigned open;          ///< lanes that are open
} side_crossing;

/// Lanes that became cheaper get their cell, or their expanse, into the queue.
static void lanes_fell(lfi_cells *cells, uint32_t owner, uint64_t lanes, uint64_t *dirty, uint64_t key) {
    if (lanes == 0) return;
    *dirty |= lanes;
    cells->enqueued += lfi_count_bits(lanes);
    buckets_put(cells, owner, key);
}

/// What lanes of a turn cost at the end of it, in 16 bits.
typedef struct turn_costs {
    const uint16_t *given; ///< none, or no less than it costs, where a lane is not to be carried over
    uint32_t base;         ///< counted from here on
} turn_costs;

/// Ways over a side lower the lanes that they lead to. (Most are no cheaper than what is there, so that comes first,
/// and in 16 bits.)
static void side_lower(lfi_cells *cells, lfi_v16 ways, uint32_t base, const side_lanes *to) {
    const unsigned lower = lfi_v16_lower(ways, lfi_v16_near(to->costs, base));
    if (lower == 0) return;
    const lfi_v4 none = lfi_v4_splat(LFI_LANE_NONE), limit = lfi_v4_splat((uint32_t)cells->best + 1);
    const lfi_v4 from = lfi_v4_splat(base);
    uint16_t each[CELLS_SIDE_LANES];
    unsigned fell = 0;
    lfi_v4 least = none;
    lfi_v16_store(each, ways);
    for (int i = 0; i < CELLS_SIDE_LANES; i += 4) {
        if ((lower >> i & 15) == 0) continue;
        const lfi_v4 way = lfi_v4_add(lfi_v4_widen(each + i), from);
        const lfi_v4 total = lfi_v4_add(way, lfi_v4_load(to->bounds + i));
        const lfi_v4 better = lfi_v4_and(lfi_v4_less(total, limit), lfi_v4_mask(lower >> i));
        fell |= lfi_v4_bits(better) << i;
        least = lfi_v4_min(least, lfi_v4_pick(better, total, none));
        lfi_v4_store(to->costs + i, lfi_v4_pick(better, way, lfi_v4_load(to->costs + i)));
    }
    lanes_fell(cells, to->owner, (uint64_t)fell << to->shift, to->dirty, lfi_v4_least(least));
}

/// The cheapest ways to the lanes of a side, from what lies straight across and beside that. Sums do not saturate
/// (turn_limit).
static inline lfi_v16 side_ways_over(const side_lanes *to, lfi_v16 from, lfi_v16 later, lfi_v16 sooner) {
    const lfi_v16 weights = to->weights != NULL ? lfi_v16_load(to->weights) : lfi_v16_splat(to->even);
    return lfi_v16_add(lfi_v16_min(from, lfi_v16_min(later, sooner)), weights);
}

static void side_cross_wide(lf_search *search, uint32_t number, uint32_t to, int side,
                            const side_crossing *crossing) {
    lfi_cells *cells = lfi_cells_of(search);
    const int in = 16 * side, out = 16 * (side ^ 1);
    const uint16_t *weights = search->query.weights->rims + (size_t)to * LFI_LANES + out;
    const uint64_t *from = cells->lanes64[number].costs + in, *bounds = cells->lanes64[to].bounds + out;
    uint64_t *costs = cells->lanes64[to].costs + out, key = LFI_WIDE_NONE;
    uint64_t fell = 0;
    for (unsigned open = crossing->open; open != 0; open &= open - 1) {
        const int i = lfi_lowest_bit(open);
        uint64_t way = from[i] + weights[i] * cells->straight;
        const uint64_t across = weights[i] * cells->diagonal;
        if ((crossing->later >> i & 1) != 0 && from[i - 1] + across < way) way = from[i - 1] + across;
        if ((crossing->sooner >> i & 1) != 0 && from[i + 1] + across < way) way = from[i + 1] + across;
        if (way >= costs[i] || way + bounds[i] > cells->best) continue;
        costs[i] = way;
        fell |= UINT64_C(1) << i;
        if (way + bounds[i] < key) key = way + bounds[i];
    }
    lanes_fell(cells, to, fell << out, &cells->cells[to].dirty, key);
}

/// What may be carried over between two sides whose open lanes are given.
static side_crossing crossing_make(unsigned here, unsigned there, lf_moves moves) {
    side_crossing crossing = {.open = there};
    if (moves == LF_MOVES_ORTHOGONAL) return crossing;
    crossing.later = here << 1 & there;
    crossing.sooner = here >> 1 & there;
    if (moves == LF_MOVES_KING_CUT) return crossing;
    crossing.later &= here & there << 1;
    crossing.sooner &= here & there >> 1;
    return crossing;
}

/// Carries 16 lanes, of which some are open, over to the neighbour of a cell.
static void lanes_cross(lf_search *search, turn_costs costs, unsigned here, uint32_t number, lf_point corner,
                        int side) {
    const lf_moves moves = search->map->moves;
    const side_lanes to = side_meet(search, number, corner, side ^ 1);
    if (to.open == 0 || here == 0) return;
    const lfi_v16 from = lfi_v16_load(costs.given);
    lfi_v16 later = LFI_V16_LATER(from, 1), sooner = LFI_V16_SOONER(from, 1), ways;
    if ((here & to.open) == 0xffff && moves != LF_MOVES_ORTHOGONAL) { // no lane is an exception
        ways = side_ways_over(&to, from, later, sooner);
    } else {
        const side_crossing crossing = crossing_make(here, to.open, moves);
        later = lfi_v16_or(later, lfi_v16_closed(crossing.later));
        sooner = lfi_v16_or(sooner, lfi_v16_closed(crossing.sooner));
        ways = lfi_v16_or(side_ways_over(&to, from, later, sooner), lfi_v16_closed(to.open));
    }
    side_lower(lfi_cells_of(search), ways, costs.base, &to);
}

/// Carries a side of a cell over to the neighbour, whose corner is given. Wide numbers are those of the lanes.
static void side_cross(lf_search *search, uint32_t from, turn_costs costs, uint32_t to, lf_point corner,
                       int side) {
    lfi_cells *cells = lfi_cells_of(search);
    const unsigned here = (unsigned)(cells->cells[from].open >> 16 * side) & 0xffff;
    if (!cells->wide) {
        costs.given += CELLS_SIDE_LANES * side;
        lanes_cross(search, costs, here, to, corner, side);
        return;
    }
    const unsigned there = (unsigned)(cell_touch(search, to)->open >> 16 * (side ^ 1)) & 0xffff;
    const side_crossing crossing = crossing_make(here, there, search->map->moves);
    if (there != 0 && here != 0) side_cross_wide(search, from, to, side, &crossing);
}

/// Whether a place is in a cell of the map.
static inline bool cells_have(const lfi_cells *cells, lf_point point) {
    return (uint32_t)point.x < cells->columns * LFI_CELL_SIDE &&
           (uint32_t)point.y < cells->rows * LFI_CELL_SIDE;
}

/// The corner of a cell's neighbour.
static inline lf_point corner_beside(lf_point corner, int dx, int dy) {
    return (lf_point){corner.x + dx * LFI_CELL_SIDE, corner.y + dy * LFI_CELL_SIDE};
}

/// The corners of a cell: its two lanes, the tile, where it leads, and the lane there.
typedef struct corner_move {
    int lane, twin, x, y, dx, dy, to;
} corner_move;

static const corner_move corner_moves[4] = {{0, 32, 0, 0, -1, -1, 31},
                                            {15, 48, 15, 0, 1, -1, 16},
                                            {16, 47, 0, 15, -1, 1, 15},
                                            {31, 63, 15, 15, 1, 1, 0}};

/// The lane of a tile, given as that of its cell, made ready for the query.
static lane_place lane_meet(lf_search *search, lf_point point, int lane) {
    const lfi_cells *cells = lfi_cells_of(search);
    const uint32_t number = cell_of_point(cells, point);
    if (place_touch(search, number, point))
        return (lane_place){expanse_of_point(cells, point), expanse_lane(point), true};
    return (lane_place){number, lane, false};
}

/// Carries a corner of the cell at `corner` over; `here` is its cost.
static void corner_cross(lf_search *search, lf_point corner, uint64_t here, const corner_move *move) {
    lfi_cells *cells = lfi_cells_of(search);
    const lf_map *map = search->map;
    const lf_point from = {corner.x + move->x, corner.y + move->y};
    const lf_point point = {from.x + move->dx, from.y + move->dy};
    if (!cells_have(cells, point)) return;
    const lane_place to = lane_meet(search, point, move->to);
    if (!to.merged && cells->cells[to.owner].open == 0) return;
    const uint64_t old = lane_cost(cells, to);
    if (here >= old) return;
    const uint64_t way =
        here + search->query.weights->costs[lfi_map_tile(search->base, point)] * cells->diagonal;
    const uint64_t whole = way + lane_bound(cells, to);
    if (way >= old || whole > cells->best) return;
    const lfi_spot spot = {lfi_map_row(map, from.y) + (uint64_t)from.x};
    const unsigned moves = map->allowed[lfi_bits_around(map->open, spot, map->stride)];
    if ((moves >> (LFI_CENTRE + move->dx + 3 * move->dy) & 1) == 0) return;
    lane_set(cells, to, way);
    if (LFI_EXPANSES != 0 && to.merged)
        lanes_fell(cells, cells->count + to.owner, UINT64_C(1) << to.lane % LFI_EXPANSE_SIDE,
                   &cells->expanses[to.owner].dirty[to.lane / LFI_EXPANSE_SIDE], whole);
    else
        lanes_fell(cells, to.owner, UINT64_C(1) << to.lane, &cells->cells[to.owner].dirty, whole);
}

/// The neighbours at the sides.
static const int side_steps[4][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};

/// Carries lanes over to all neighbours.
static void cell_cross(lf_search *search, uint32_t number, uint64_t lanes, turn_costs costs) {
    lfi_cells *cells = lfi_cells_of(search);
    const lf_point corner = cells->cells[number].corner;
    for (int side = 0; side < 4; side++) {
        const int dx = side_steps[side][0], dy = side_steps[side][1];
        const lf_point next = corner_beside(corner, dx, dy);
        if ((lanes >> 16 * side & 0xffff) == 0 || !cells_have(cells, next)) continue;
        side_cross(search, number, costs, number + (uint32_t)dx + (uint32_t)dy * cells->columns, next, side);
    }
    for (int i = 0; search->map->moves != LF_MOVES_ORTHOGONAL && i < 4; i++) {
        const corner_move *move = &corner_moves[i];
        if (((lanes >> move->lane | lanes >> move->twin) & 1) == 0) continue;
        corner_cross(search, corner, lane_cost(cells, (lane_place){number, move->lane, false}), move);
    }
}

// ---- Spreading ------------------------------------------------------------------------------------

/// What a turn of a cell is about.
typedef struct cell_turn {
    uint64_t taken; ///< lanes that are spread: all dirty ones that are not too dear by now
    uint64_t later; ///< those of them that have to wait
    uint64_t base;  ///< the least cost
    uint64_t most;  ///< the greatest, narrow
} cell_turn;

static cell_turn turn_select_narrow(const lfi_cells *cells, const uint32_t *costs, const uint32_t *bounds,
                                    uint64_t lanes) {
    const lfi_v4 none = lfi_v4_splat(LFI_LANE_NONE), best = lfi_v4_splat((uint32_t)cells->best + 1);
    lfi_v4 least = none, most = lfi_v4_splat(0);
    cell_turn turn = {0};
    for (int i = 0; i < LFI_LANES; i += 4) {
        const unsigned dirty = (unsigned)(lanes >> i) & 15;
        if (dirty == 0) continue;
        const lfi_v4 cost = lfi_v4_load(costs + i), whole = lfi_v4_add(cost, lfi_v4_load(bounds + i));
        const lfi_v4 taken = lfi_v4_and(lfi_v4_less(whole, best), lfi_v4_mask(dirty));
        turn.taken |= (uint64_t)lfi_v4_bits(taken) << i;
        least = lfi_v4_min(least, lfi_v4_pick(taken, cost, none));
        if (LFI_EXPANSES != 0) most = lfi_v4_max(most, lfi_v4_and(taken, cost));
    }
    turn.base = lfi_v4_least(least);
    turn.most = LFI_EXPANSES != 0 ? lfi_v4_most(most) : UINT64_MAX; // without vectors: lane by lane
    return turn;
}

static cell_turn turn_select_wide(const lfi_cells *cells, uint32_t number) {
    cell_turn turn = {.base = LFI_WIDE_NONE};
    for (uint64_t dirty = cells->cells[number].dirty; dirty != 0; dirty &= dirty - 1) {
        const int lane = lfi_lowest_bit(dirty);
        const uint64_t cost = cells->lanes64[number].costs[lane];
        if (cost + cells->lanes64[number].bounds[lane] > cells->best) continue;
        turn.taken |= dirty & (~dirty + 1);
        if (cost < turn.base) turn.base = cost;
    }
    return turn;
}

/// Leaves lanes to a later turn that are dearer than the cheapest by more than `reach`: sums could saturate. A way
/// within a cell costs at most what all of its tiles weigh but the first, and then it enters one tile more.
static void turn_limit(const uint32_t *costs, uint64_t reach, cell_turn *turn) {
    if (turn->most <= turn->base + reach) return;
    for (uint64_t lanes = turn->taken; lanes != 0; lanes &= lanes - 1) {
        if (costs[lfi_lowest_bit(lanes)] - turn->base > reach) turn->later |= lanes & (~lanes + 1);
    }
    turn->taken &= ~turn->later;
}

/// Lowers the costs of 64 lanes to those given, counted from a base on; returns the lanes that fell.
static uint64_t lanes_lower_narrow(uint32_t *costs, const uint16_t *given, uint32_t base) {
    const lfi_v4 from = lfi_v4_splat(base);
    uint64_t fell = 0;
    for (int side = 0; side < LFI_LANES; side += CELLS_SIDE_LANES) {
        unsigned lower = lfi_v16_lower(lfi_v16_load(given + side), lfi_v16_near(costs + side, base));
        fell |= (uint64_t)lower << side;
        for (int i = side; lower != 0; i += 4, lower >>= 4) {
            const lfi_v4 way = lfi_v4_add(lfi_v4_widen(given + i), from);
            lfi_v4_store(costs + i, lfi_v4_pick(lfi_v4_mask(lower), way, lfi_v4_load(costs + i)));
        }
    }
    return fell;
}

/// The lanes of a set without those that a neighbour at their side leads to at no greater cost: all that they lead to,
/// it does too. Bounds are consistent, so the neighbour is in the set itself, or was spread before.
static uint64_t lanes_leading(const lf_search *search, uint32_t number, uint64_t lanes) {
    const uint32_t *costs = lfi_cells_of(search)->lanes32[number].costs;
    const uint16_t *weights = search->query.weights->rims + (size_t)number * LFI_LANES;
    uint64_t leading = 0;
    for (int side = 0; side < LFI_LANES; side += CELLS_SIDE_LANES) {
        if ((lanes >> side & 0xffff) == 0) continue;
        lfi_v4 before = lfi_v4_splat(LFI_LANE_NONE), here = lfi_v4_load(costs + side);
        for (int i = side; i < side + CELLS_SIDE_LANES; i += 4) {
            const bool last = i + 4 == side + CELLS_SIDE_LANES;
            const lfi_v4 after = last ? lfi_v4_splat(LFI_LANE_NONE) : lfi_v4_load(costs + i + 4);
            const lfi_v4 beside = lfi_v4_min(lfi_v4_later(before, here), lfi_v4_sooner(here, after));
            const lfi_v4 way = lfi_v4_add(beside, lfi_v4_widen(weights + i));
            leading |= (uint64_t)lfi_v4_bits(lfi_v4_less(here, way)) << i;
            before = here;
            here = after;
        }
    }
    return lanes & leading;
}

/// Tells the processor what carrying lanes over to a cell will read: most of the time goes into waiting for it.
static void side_expect(const lf_search *search, uint32_t number, lf_point corner, int side) {
    const lfi_cells *cells = lfi_cells_of(search);
    if (!cells_have(cells, corner) || expanse_has(cells, corner)) return;
    lfi_prefetch(&cells->cells[number]);
    lfi_prefetch(&cells->lanes32[number].costs[CELLS_SIDE_LANES * side]);
    lfi_prefetch(&cells->lanes32[number].bounds[CELLS_SIDE_LANES * side]);
    lfi_prefetch(search->query.weights->rims + (size_t)number * LFI_LANES + CELLS_SIDE_LANES * side);
}

/// The same for all neighbours of a cell. Corners are mostly reached by sides before: their cell says so.
static void cell_expect(const lf_search *search, uint32_t number) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lf_point corner = cells->cells[number].corner;
    for (int side = 0; side < 4; side++) {
        const int dx = side_steps[side][0], dy = side_steps[side][1];
        side_expect(search, number + (uint32_t)dx + (uint32_t)dy * cells->columns,
                    corner_beside(corner, dx, dy), side ^ 1);
    }
    for (int i = 0; i < 4; i++) {
        const uint32_t to =
            number + (uint32_t)corner_moves[i].dx + (uint32_t)corner_moves[i].dy * cells->columns;
        if (to >= cells->count) continue;
        lfi_prefetch(&cells->cells[to]);
        lfi_prefetch(&cells->lanes32[to].costs[corner_moves[i].to]);
    }
}

/// Tells the processor which rows of a table will be read.
static void table_expect(const uint16_t *table, uint64_t lanes) {
    for (; lanes != 0; lanes &= lanes - 1) {
        const uint16_t *row = table + LFI_LANES * lfi_lowest_bit(lanes);
        lfi_prefetch(row);
        lfi_prefetch(row + LFI_LANES / 2);
    }
}

/// What lanes of a set lead to, by a table.
static void table_spread(const uint16_t *table, const uint32_t *costs, uint64_t lanes, uint32_t base,
                         uint16_t *given) {
    lfi_v16 best[4];
    for (int k = 0; k < 4; k++) best[k] = lfi_v16_splat(LFI_NARROW_NONE);
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = lfi_lowest_bit(lanes);
        const lfi_v16 here = lfi_v16_splat((uint16_t)(costs[lane] - base));
        const uint16_t *row = table + LFI_LANES * lane;
        for (int k = 0; k < 4; k++)
            best[k] = lfi_v16_min(best[k], lfi_v16_add(lfi_v16_load(row + 16 * k), here));
    }
    for (int k = 0; k < 4; k++) lfi_v16_store(given + 16 * k, best[k]);
}

/// Returns the lanes that fell; `given` are costs of all lanes by those of the turn, counted from its base on.
static uint64_t turn_spread_narrow(lf_search *search, uint32_t number, const cell_turn *turn,
                                   uint16_t *given) {
    lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *cell = &cells->cells[number];
    uint32_t *costs = cells->lanes32[number].costs;
    const uint32_t base = (uint32_t)turn->base;
    const bool even = cell->even != 0 && !cell->fresh;
    const uint16_t *table = even || cell->fresh ? NULL : (const uint16_t *)cell_table(search, number);
    const uint64_t leading = table != NULL ? lanes_leading(search, number, turn->taken) : 0;
    if (table != NULL) table_expect(table, leading);
    cell_expect(search, number); // while the table comes
    if (even) {
        lfi_even_spread(costs, turn->taken, base, cell->even, search->map->moves, given);
    } else if (table != NULL) {
        table_spread(table, costs, leading, base, given);
    } else {
        uint16_t tiles[LFI_CELL_TILES];
        cell_costs_narrow(search, number, turn->taken, base, tiles);
        for (int i = 0; i < LFI_LANES; i++) given[i] = tiles[lane_tile(i)];
    }
    return lanes_lower_narrow(costs, given, base);
}

/// What a lane leads to, by a row of pairs.
static void pairs_lower(const lfi_cells *cells, const uint32_t *row, uint64_t here, uint64_t *given) {
    for (int i = 0; i < LFI_LANES; i++) {
        const uint64_t way = here + (row[i] >> 16) * cells->straight + (row[i] & 0xffff) * cells->diagonal;
        if (row[i] != LFI_PAIR_NONE && way < given[i]) given[i] = way;
    }
}

/// The same in a cell where all tiles are open and weigh the same.
static void even_lower(const lfi_metric *metric, int lane, uint64_t even, uint64_t here, uint64_t *given) {
    const lf_point from = {lfi_lane_x(lane), lfi_lane_y(lane)};
    for (int i = 0; i < LFI_LANES; i++) {
        const uint64_t way =
            here + even * lfi_metric_between(metric, from, (lf_point){lfi_lane_x(i), lfi_lane_y(i)});
        if (way < given[i]) given[i] = way;
    }
}

static uint64_t turn_spread_wide(lf_search *search, uint32_t number, const cell_turn *turn) {
    lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *cell = &cells->cells[number];
    uint64_t *costs = cells->lanes64[number].costs, given[LFI_LANES], fell = 0;
    const bool even = cell->even != 0 && !cell->fresh;
    const uint32_t *table = cell->fresh || even ? NULL : (const uint32_t *)cell_table(search, number);
    const lfi_metric metric = lfi_metric_make(search->map->moves, search->query.options.cost);
    if (table == NULL && !even) {
        uint64_t tiles[LFI_CELL_TILES];
        cell_costs_wide(search, number, turn->taken, tiles);
        for (int i = 0; i < LFI_LANES; i++) given[i] = tiles[lane_tile(i)];
    } else {
        for (int i = 0; i < LFI_LANES; i++) given[i] = LFI_WIDE_NONE;
        for (uint64_t lanes = turn->taken; lanes != 0; lanes &= lanes - 1) {
            const int lane = lfi_lowest_bit(lanes);
            if (even)
                even_lower(&metric, lane, cell->even, costs[lane], given);
            else
                pairs_lower(cells, table + LFI_LANES * lane, costs[lane], given);
        }
    }
    for (int i = 0; i < LFI_LANES; i++) {
        if (given[i] >= costs[i]) continue;
        costs[i] = given[i];
        fell |= UINT64_C(1) << i;
    }
    return fell;
}

/// The cost of the cheapest of some tiles of a cell, by batches of lanes whose costs lie near each other.
static uint64_t patch_price(const lfi_patch *patch, uint32_t sum, const uint32_t *from,
                            const uint16_t *sources, const uint16_t *targets) {
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
    return patch_price(&patch, search->query.weights->cells[number].sum, cells->lanes32[number].costs,
                       cell->has_sources ? cells->tiles[number].sources : NULL, cells->tiles[number].targets);
}

static uint64_t cell_price_wide(const lf_search *search, uint32_t number) {
    const uint16_t *targets = lfi_cells_of(search)->tiles[number].targets;
    uint64_t tiles[LFI_CELL_TILES], best = LFI_WIDE_NONE;
    cell_costs_wide(search, number, UINT64_MAX, tiles);
    for (int y = 0; y < LFI_CELL_SIDE; y++) {
        for (unsigned row = targets[y]; row != 0; row &= row - 1) {
            const uint64_t cost = tiles[LFI_CELL_SIDE * y + lfi_lowest_bit(row)];
            if (cost < best) best = cost;
        }
    }
    return best;
}

/// The least cost of a route by a lane of a set, at least; of 64 lanes.
static uint64_t lanes_key_narrow(const uint32_t *costs, const uint32_t *bounds, uint64_t lanes) {
    const lfi_v4 none = lfi_v4_splat(LFI_LANE_NONE);
    lfi_v4 least = none;
    for (int i = 0; i < LFI_LANES; i += 4) {
        const unsigned some = (unsigned)(lanes >> i) & 15;
        if (some == 0) continue;
        const lfi_v4 whole = lfi_v4_add(lfi_v4_load(costs + i), lfi_v4_load(bounds + i));
        least = lfi_v4_min(least, lfi_v4_pick(lfi_v4_mask(some), whole, none));
    }
    return lfi_v4_least(least);
}

static uint64_t lanes_key(const lfi_cells *cells, uint32_t number, uint64_t lanes) {
    uint64_t key = cost_none(cells);
    if (!cells->wide)
        return lanes_key_narrow(cells->lanes32[number].costs, cells->lanes32[number].bounds, lanes);
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = lfi_lowest_bit(lanes);
        const uint64_t whole = cells->lanes64[number].costs[lane] + cells->lanes64[number].bounds[lane];
        if (whole < key) key = whole;
    }
    return key;
}

/// A turn of a cell; returns the number of lanes that were spread.
static int cell_spread(lf_search *search, uint32_t number) {
    lfi_cells *cells = lfi_cells_of(search);
    lfi_cell *cell = &cells->cells[number];
    cell_turn turn = cells->wide ? turn_select_wide(cells, number)
                                 : turn_select_narrow(cells, cells->lanes32[number].costs,
                                                      cells->lanes32[number].bounds, cell->dirty);
    if (cell->fresh) turn.base = 0;
    if (!cells->wide)
        turn_limit(cells->lanes32[number].costs,
                   LFI_NARROW_NONE - 1 - search->query.weights->cells[number].sum - cells->spare, &turn);
    if (turn.taken == 0 && !cell->fresh) return 1;
    uint16_t given[LFI_LANES];
    const uint64_t fell = cells->wide ? turn_spread_wide(search, number, &turn)
                                      : turn_spread_narrow(search, number, &turn, given);
    cell->fresh = false;
    cell->dirty = turn.later & ~fell;
    if (cell->has_targets) {
        const uint64_t price =
            cells->wide ? cell_price_wide(search, number) : cell_price_narrow(search, number);
        cells->tiles[number].nearest = price;
        if (price < cells->best) cells->best = price;
    }
    if (cell->dirty != 0) buckets_put(cells, number, lanes_key(cells, number, cell->dirty));
    cell_cross(search, number, turn.taken | fell, (turn_costs){given, (uint32_t)turn.base});
    const int spread = lfi_count_bits(turn.taken);
    cells->expanded += spread > 0 ? spread : 1;
    return spread > 0 ? spread : 1;
}

/// What a turn of an expanse is about: a turn for each side, from the same base.
typedef struct expanse_turn {
    cell_turn sides[4];
    uint64_t taken[4];
    uint32_t base;
} expanse_turn;

/// Takes dirty lanes that are not too far from each other.
static expanse_turn expanse_select(const lfi_cells *cells, const lfi_expanse *expanse) {
    expanse_turn turn = {.base = LFI_LANE_NONE};
    for (int side = 0; side < 4; side++) {
        const int first = LFI_EXPANSE_SIDE * side;
        turn.sides[side] =
            turn_select_narrow(cells, expanse->costs + first, expanse->bounds + first, expanse->dirty[side]);
        if (turn.sides[side].base < turn.base) turn.base = (uint32_t)turn.sides[side].base;
    }
    for (int side = 0; side < 4; side++) {
        turn.sides[side].base = turn.base;
        turn_limit(expanse->costs + LFI_EXPANSE_SIDE * side, LFI_EXPANSE_REACH, &turn.sides[side]);
        turn.taken[side] = turn.sides[side].taken;
    }
    return turn;
}

/// Where a side of an expanse ends: lanes, and the corners of cells that they are.
static const int side_ends[4][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}};

/// Carries a side of an expanse over to another one, 64 lanes at once.
static void expanse_cross_whole(lf_search *search, turn_costs costs, uint32_t to, int side) {
    lfi_cells *cells = lfi_cells_of(search);
    const bool diagonals = search->map->moves != LF_MOVES_ORTHOGONAL;
    const lfi_v16 none = lfi_v16_splat(LFI_NARROW_NONE);
    for (unsigned first = 0; first < LFI_EXPANSE_SIDE; first += CELLS_SIDE_LANES) {
        const uint16_t *given = costs.given + first;
        const side_lanes lanes = expanse_lanes(cells, to, side ^ 1, first);
        const lfi_v16 from = lfi_v16_load(given);
        lfi_v16 later = none, sooner = none;
        if (diagonals) {
            const uint16_t before = first > 0 ? given[-1] : LFI_NARROW_NONE;
            const uint16_t after =
                first + CELLS_SIDE_LANES < LFI_EXPANSE_SIDE ? given[CELLS_SIDE_LANES] : LFI_NARROW_NONE;
            later = lfi_v16_min(LFI_V16_LATER(from, 1), lfi_v16_or(lfi_v16_splat(before), lfi_v16_closed(1)));
            sooner = lfi_v16_min(LFI_V16_SOONER(from, 1),
                                 lfi_v16_or(lfi_v16_splat(after), lfi_v16_closed(0x8000)));
        }
        side_lower(cells, side_ways_over(&lanes, from, later, sooner), costs.base, &lanes);
    }
}

/// Carries 16 lanes of an expanse over to a cell, and both ends diagonally.
static void expanse_cross_part(lf_search *search, const lfi_cell *whole, turn_costs costs, int side, int part,
                               unsigned lanes) {
    const lfi_cells *cells = lfi_cells_of(search);
    const int dx = side_steps[side][0], dy = side_steps[side][1];
    const lf_point corner = expanse_side_corner(whole, side, part), next = corner_beside(corner, dx, dy);
    const uint32_t to = cell_of_point(cells, corner) + (uint32_t)dx + (uint32_t)dy * cells->columns;
    costs.given += CELLS_SIDE_LANES * part;
    if (cells_have(cells, next)) lanes_cross(search, costs, 0xffff, to, next, side);
    for (int end = 0; search->map->moves != LF_MOVES_ORTHOGONAL && end < 2; end++) {
        const int lane = end * (CELLS_SIDE_LANES - 1);
        if ((lanes >> lane & 1) != 0)
            corner_cross(search, corner, costs.base + costs.given[lane], &corner_moves[side_ends[side][end]]);
    }
}

/// Carries lanes of an expanse over to what lies around it.
static void expanse_cross(lf_search *search, uint32_t number, const uint64_t *lanes, turn_costs costs) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *whole = &cells->cells[cells->count + number];
    for (int side = 0; side < 4; side++, costs.given += LFI_EXPANSE_SIDE) {
        if (lanes[side] == 0) continue;
        const lf_point corner = expanse_side_corner(whole, side, 0);
        const lf_point next = corner_beside(corner, side_steps[side][0], side_steps[side][1]);
        const bool beside = cells_have(cells, next) && expanse_touch(search, expanse_of_point(cells, next));
        if (beside) expanse_cross_whole(search, costs, expanse_of_point(cells, next), side);
        for (int part = 0; part < EXPANSE_CELLS; part++) {
            const unsigned some = (unsigned)(lanes[side] >> CELLS_SIDE_LANES * part) & 0xffff;
            if (!beside && some != 0) expanse_cross_part(search, whole, costs, side, part, some);
        }
        for (int end = 0; beside && search->map->moves != LF_MOVES_ORTHOGONAL && end < 2; end++) {
            const int lane = end * (LFI_EXPANSE_SIDE - 1);
            if ((lanes[side] >> lane & 1) != 0)
                corner_cross(search, expanse_side_corner(whole, side, end * (EXPANSE_CELLS - 1)),
                             costs.base + costs.given[lane], &corner_moves[side_ends[side][end]]);
        }
    }
}

/// Lowers what lanes lead to, given from the base of the turn on; tells what has to be carried over.
static void expanse_lower(const lf_search *search, lfi_expanse *expanse, uint16_t even,
                          const expanse_turn *turn, uint64_t *changed, uint16_t *given) {
#if !LFI_EXPANSES
    (void)search, (void)expanse, (void)even, (void)turn, (void)changed, (void)given; // there are none
#else
    lfi_expanse_spread(expanse->costs, turn->taken, turn->base, even, search->map->moves, given);
    for (int side = 0; side < 4; side++) {
        const int first = LFI_EXPANSE_SIDE * side;
        const uint64_t fell = lanes_lower_narrow(expanse->costs + first, given + first, turn->base);
        expanse->dirty[side] = turn->sides[side].later & ~fell;
        changed[side] = turn->taken[side] | fell;
    }
#endif
}

/// A turn of an expanse; returns the number of lanes that were spread.
static int expanse_spread(lf_search *search, uint32_t number) {
    lfi_cells *cells = lfi_cells_of(search);
    lfi_cell *whole = &cells->cells[number];
    lfi_expanse *expanse = &cells->expanses[number - cells->count];
    const expanse_turn turn = expanse_select(cells, expanse);
    uint64_t changed[4] = {0}, key = LFI_LANE_NONE;
    int spread = 0;
    for (int side = 0; side < 4; side++) spread += lfi_count_bits(turn.taken[side]);
    if (spread == 0) return 1;
    uint16_t given[LFI_EXPANSE_LANES];
    expanse_lower(search, expanse, whole->even, &turn, changed, given);
    for (int side = 0; side < 4; side++) {
        const int first = LFI_EXPANSE_SIDE * side;
        const uint64_t left =
            lanes_key_narrow(expanse->costs + first, expanse->bounds + first, expanse->dirty[side]);
        if (left < key) key = left;
    }
    if (key < LFI_LANE_NONE) buckets_put(cells, number, key);
    expanse_cross(search, number - cells->count, changed, (turn_costs){given, turn.base});
    cells->expanded += spread;
    return spread;
}

/// Continues. LF_OK when no route can be cheaper than the best, or as cheap.
static lf_status cells_run(lf_search *search, int64_t *budget) {
    lfi_cells *cells = lfi_cells_of(search);
    while (cells->pending > 0) {
        cells->bucket = buckets_next(cells);
        if (cells->bucket << cells->shift > cells->best) break;
        if (*budget <= 0) return LF_PAUSED;
        const uint32_t number = cells->heads[cells->bucket & (CELLS_RING - 1)];
        const uint64_t key = cells->cells[number].key;
        buckets_remove(cells, number);
        if (key >> cells->shift > cells->bucket)
            buckets_put(cells, number, key);
        else
            *budget -= LFI_EXPANSES == 0 || number < cells->count ? cell_spread(search, number)
                                                                  : expanse_spread(search, number);
    }
    return cells->best < cost_none(cells) - 1 ? LF_OK : LF_NO_ROUTE;
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
    if (cells->slots_wide != cells->wide || cells->slots_octile != octile) slots_forget(cells);
    cells->slots_wide = cells->wide;
    cells->slots_octile = octile;
    for (int i = 0; i < LFI_CELL_SIDE; i++) cells->steps[i] = i * (int32_t)(cells->wide ? 0 : cells->least);
    cells->best = cost_none(cells) - 1;
    cells->expanded = cells->enqueued = 0;
    cells->tables_left = CELLS_MAKES;
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
    const uint32_t number = cell_of_point(cells, point);
    lfi_cell *cell = cell_touch(search, number);
    uint16_t *targets = cells->tiles[number].targets;
    if (!cell->has_targets) {
        memset(targets, 0, sizeof cells->tiles->targets);
        cells->tiles[number].nearest = cost_none(cells);
    }
    cell->has_targets = true;
    targets[point.y & 15] = (uint16_t)(targets[point.y & 15] | 1u << (point.x & 15));
}

static void cell_add_source(lf_search *search, lf_point point) {
    lfi_cells *cells = lfi_cells_of(search);
    const uint32_t number = cell_of_point(cells, point);
    lfi_cell *cell = cell_touch(search, number);
    uint16_t *sources = cells->tiles[number].sources;
    if (!cell->has_sources) memset(sources, 0, sizeof cells->tiles->sources);
    cell->has_sources = cell->fresh = true;
    sources[point.y & 15] = (uint16_t)(sources[point.y & 15] | 1u << (point.x & 15));
    buckets_put(cells, number, bound_from(cells, point, search->map->moves));
}

void lfi_cells_start(lf_search *search, bool led) {
    lfi_cells *cells = lfi_cells_of(search);
    cells_take_query(search);
    cells_new_stamp(cells);
    buckets_reset(cells);
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
            const uint32_t expanse = y / EXPANSE_CELLS * cells->expanse_columns + x / EXPANSE_CELLS;
            cells->inside[cells->count + expanse] = cells->stamp;
        }
    }
    return opened;
}

/// Whether an end is open and inside the corridor.
static bool end_is_inside(const lf_search *search, lf_tile tile) {
    const lfi_cells *cells = lfi_cells_of(search);
    return lf_map_is_open(search->map, tile) &&
           lfi_cells_inside(cells, cell_of_point(cells, lfi_map_point(search->map, tile)));
}

void lfi_cells_add_ends(lf_search *search) {
    const lf_query *query = &search->query;
    lfi_cells *cells = lfi_cells_of(search);
    for (int64_t i = 0; i < query->target_count; i++) {
        const lf_point point = lfi_map_point(search->map, query->targets[i]);
        const lfi_box box = {point.x, point.y, point.x, point.y};
        cells->goal = i == 0 ? box : lfi_boxes_around(cells->goal, box);
        expanse_part(cells, point);
    }
    for (int64_t i = 0; i < query->source_count; i++)
        expanse_part(cells, lfi_map_point(search->map, query->sources[i].tile));
    lfi_cells_choose_marks(search);
    for (int64_t i = 0; i < query->target_count; i++) {
        if (end_is_inside(search, query->targets[i]))
            cell_add_target(search, lfi_map_point(search->map, query->targets[i]));
    }
    for (int64_t i = 0; i < query->source_count; i++) {
        const lf_tile tile = query->sources[i].tile;
        if (lfi_search_source_useful(search, tile) && end_is_inside(search, tile))
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
    cells->tables_left = UINT32_MAX;
    cells_new_stamp(cells);
    buckets_reset(cells);
    cell_add_source(search, lfi_map_point(search->map, from));
    cells_run(search, &budget);
}

uint32_t lfi_cells_tile_cost(const lf_weights *weights, lf_point point, const uint32_t *lanes) {
    const uint32_t number =
        (uint32_t)point.y / LFI_CELL_SIDE * weights->columns + (uint32_t)point.x / LFI_CELL_SIDE;
    uint16_t target[LFI_CELL_SIDE] = {0};
    lfi_patch patch = {.moves = weights->given->moves};
    target[point.y & 15] = (uint16_t)(1u << (point.x & 15));
    rows_read(weights->map, (lf_point){point.x & -LFI_CELL_SIDE, point.y & -LFI_CELL_SIDE}, patch.rows);
    lfi_patch_load(&patch, weights, number);
    return (uint32_t)patch_price(&patch, weights->cells[number].sum, lanes, NULL, target);
}

// ---- The way back ---------------------------------------------------------------------------------

/// Fills a view in 16 bits. The way to a tile enters the cell at a lane that costs less, by at most what the cell weighs; in
/// a cell of one weight by two sides at most.
static void view_fill_narrow(const lf_search *search, uint32_t number, lfi_cell_view *view) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lfi_cell *cell = &cells->cells[number];
    const bool even =
        LFI_EXPANSES != 0 && cell->even != 0 && cell->even <= LFI_EXPANSE_WEIGHT && !cell->has_sources;
    const uint64_t to = view->to, reach = even ? LFI_EXPANSE_REACH : LFI_NARROW_NONE - 1;
    const uint32_t *costs = cells->lanes32[number].costs;
    const uint64_t low = to > reach ? to - reach : 0;
    uint64_t taken = 0, base = low == 0 && cell->has_sources ? 0 : to;
    bool all = low == 0 || !cell->has_sources;
    for (int i = 0; i < LFI_LANES; i++) {
        if (costs[i] < low) all = false;
        if (costs[i] < low || costs[i] > to) continue;
        taken |= UINT64_C(1) << i;
        if (costs[i] < base) base = costs[i];
    }
    view->base = base;
    const uint64_t most =
        even ? UINT64_C(2) * LFI_CELL_SIDE * cell->even : search->query.weights->cells[number].sum;
    view->from = all ? 0 : low + most;
#if LFI_EXPANSES
    if (even) {
        lfi_even_fill(costs, taken, (uint32_t)base, cell->even, search->map->moves, view->narrow);
        return;
    }
#endif
    cell_costs_narrow(search, number, taken, (uint32_t)base, view->narrow);
}

/// Costs of all tiles of a cell, right for tiles that cost `to` and lie on a cheapest way.
static const lfi_cell_view *view_of_cell(const lf_search *search, uint32_t number, uint64_t to) {
    lfi_cells *cells = lfi_cells_of(search);
    for (int i = 0; i < LFI_CELL_VIEWS; i++) {
        const lfi_cell_view *view = &cells->views[i];
        if (view->cell == number && to >= view->from && to <= view->to) return view;
    }
    lfi_cell_view *view = &cells->views[cells->view_next];
    cells->view_next = (cells->view_next + 1) % LFI_CELL_VIEWS;
    view->cell = number;
    view->to = to;
    view->from = 0;
    if (cells->wide) {
        cell_costs_wide(search, number, UINT64_MAX, view->wide);
        view->to = LFI_WIDE_NONE;
        return view;
    }
    view_fill_narrow(search, number, view);
    return view;
}

/// The cost of a tile of a cell.
static uint64_t view_cost(const lfi_cells *cells, const lfi_cell_view *view, int tile) {
    if (cells->wide) return view->wide[tile];
    return view->narrow[tile] == LFI_NARROW_NONE ? LFI_LANE_NONE : view->base + view->narrow[tile];
}

/// The cost of a tile at the side of another cell, or expanse.
static uint64_t rim_cost(const lfi_cells *cells, lf_point point) {
    const uint32_t number = cell_of_point(cells, point);
    const int x = point.x & 15, y = point.y & 15;
    uint64_t best = cost_none(cells);
    if (expanse_has(cells, point))
        return cells->expanses[expanse_of_point(cells, point)].costs[expanse_lane(point)];
    if (cells->cells[number].stamp != cells->stamp || cells->cells[number].open == 0) return best;
    const int lanes[4] = {y == 0 ? x : -1, y == 15 ? 16 + x : -1, x == 0 ? 32 + y : -1,
                          x == 15 ? 48 + y : -1};
    for (int i = 0; i < 4; i++) {
        if (lanes[i] < 0) continue;
        const uint64_t cost = lane_cost(cells, (lane_place){number, lanes[i], false});
        if (cost < best) best = cost;
    }
    return best;
}

/// The same for an expanse.
static const lfi_expanse_view *view_of_expanse(const lf_search *search, uint32_t number, uint64_t to) {
    lfi_cells *cells = lfi_cells_of(search);
    for (int i = 0; i < LFI_EXPANSE_VIEWS; i++) {
        const lfi_expanse_view *view = &cells->expanse_views[i];
        if (view->expanse == number && to >= view->from && to <= view->to) return view;
    }
    lfi_expanse_view *view = &cells->expanse_views[cells->expanse_view_next];
    cells->expanse_view_next = (cells->expanse_view_next + 1) % LFI_EXPANSE_VIEWS;
    view->expanse = number;
    view->to = to;
    view->base = to > LFI_EXPANSE_REACH ? to - LFI_EXPANSE_REACH : 0;
    // A way to a tile comes from a lane that costs less by two sides at most.
    const uint16_t even = cells->cells[cells->count + number].even;
    view->from = view->base > 0 ? view->base + UINT64_C(2) * LFI_EXPANSE_SIDE * even : 0;
#if LFI_EXPANSES
    lfi_expanse_fill(cells->expanses[number].costs, (uint32_t)view->base, (uint32_t)to, even,
                     search->map->moves, view->tiles);
#endif
    return view;
}

/// A walk back from the target, and the costs of the tiles around it.
typedef struct cells_walk {
    lf_tile tile;
    lf_point point;
    uint64_t cost;
    lf_point corner;         ///< of the cell, or of the expanse
    int32_t side;            ///< of it; 0: not yet known
    uint64_t from;           ///< costs are right from here on
    uint64_t base;           ///< narrow: what they are counted from
    const uint16_t *narrow;  ///< row by row
    const uint64_t *wide;    ///< the same, if numbers are wide
    int offsets[LFI_AROUND]; ///< from a tile to those beside it
} cells_walk;

/// Whether a place is where the costs are.
static inline bool walk_has(const cells_walk *walk, lf_point point) {
    return (uint32_t)(point.x - walk->corner.x) < (uint32_t)walk->side &&
           (uint32_t)(point.y - walk->corner.y) < (uint32_t)walk->side;
}

/// Looks at the costs of the cell, or of the expanse, where the walk is now.
static void walk_look(const lf_search *search, cells_walk *walk) {
    const lfi_cells *cells = lfi_cells_of(search);
    if (expanse_has(cells, walk->point)) {
        const lfi_expanse_view *view =
            view_of_expanse(search, expanse_of_point(cells, walk->point), walk->cost);
        walk->side = LFI_EXPANSE_SIDE;
        walk->from = view->from;
        walk->base = view->base;
        walk->narrow = view->tiles;
    } else {
        const lfi_cell_view *view = view_of_cell(search, cell_of_point(cells, walk->point), walk->cost);
        walk->side = LFI_CELL_SIDE;
        walk->from = view->from;
        walk->base = view->base;
        walk->narrow = view->narrow;
        walk->wide = view->wide;
    }
    walk->corner = (lf_point){walk->point.x & -walk->side, walk->point.y & -walk->side};
    for (int k = 0; k < LFI_AROUND; k++) walk->offsets[k] = lfi_move_dy(k) * walk->side + lfi_move_dx(k);
}

/// The move back where the costs around are narrow and all in one place: most of a route. None: LFI_CENTRE.
static int walk_inside(const cells_walk *walk, unsigned moves, uint64_t wanted) {
    const int x = walk->point.x - walk->corner.x, y = walk->point.y - walk->corner.y;
    const uint16_t *here = walk->narrow + y * walk->side + x;
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((moves >> k & 1) != 0 && walk->base + here[walk->offsets[k]] == wanted) return k;
    }
    return LFI_CENTRE;
}

/// Whether all tiles beside the one where the walk is are in the same place.
static inline bool walk_is_inside(const cells_walk *walk) {
    const unsigned x = (unsigned)(walk->point.x - walk->corner.x),
                   y = (unsigned)(walk->point.y - walk->corner.y);
    return x - 1 < (unsigned)walk->side - 2 && y - 1 < (unsigned)walk->side - 2;
}

/// The cost of a tile beside the one where the walk is.
static uint64_t walk_cost(const lfi_cells *cells, const cells_walk *walk, lf_point point) {
    if (!walk_has(walk, point)) return rim_cost(cells, point);
    const int tile = (point.y - walk->corner.y) * walk->side + point.x - walk->corner.x;
    if (cells->wide) return walk->wide[tile];
    return walk->narrow[tile] == LFI_NARROW_NONE ? LFI_LANE_NONE : walk->base + walk->narrow[tile];
}

/// The move back anywhere.
static int walk_beside(const lfi_cells *cells, const cells_walk *walk, unsigned moves, uint64_t weight) {
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((moves >> k & 1) == 0) continue;
        const lf_point next = {walk->point.x + lfi_move_dx(k), walk->point.y + lfi_move_dy(k)};
        const uint64_t unit = lfi_move_is_diagonal(k) ? cells->diagonal : cells->straight;
        if (walk_cost(cells, walk, next) + weight * unit == walk->cost) return k;
    }
    return LFI_CENTRE;
}

/// Takes one move back by the written rule; returns the move.
static int cells_back(const lf_search *search, uint64_t weight, cells_walk *walk) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lf_map *map = search->map;
    if (!walk_has(walk, walk->point) || walk->cost < walk->from) walk_look(search, walk);
    const lfi_spot spot = {lfi_map_row(map, walk->point.y) + (uint64_t)walk->point.x};
    const unsigned from = map->allowed[lfi_bits_around(map->open, spot, map->stride)];
    const int k = !cells->wide && walk_is_inside(walk) ? walk_inside(walk, from, walk->cost - weight)
                                                       : walk_beside(cells, walk, from, weight);
    LFI_ASSERT(k != LFI_CENTRE);
    walk->tile = (lf_tile)(walk->tile + map->tile_offset[k]);
    walk->point = (lf_point){walk->point.x + lfi_move_dx(k), walk->point.y + lfi_move_dy(k)};
    walk->cost -= weight * (lfi_move_is_diagonal(k) ? cells->diagonal : cells->straight);
    return k;
}

/// Whether a target has the cost of the best route.
static bool target_is_best(const lf_search *search, lf_tile target) {
    const lfi_cells *cells = lfi_cells_of(search);
    const lf_point point = lfi_map_point(search->map, target);
    const uint32_t number = cell_of_point(cells, point);
    if (!end_is_inside(search, target) || cells->tiles[number].nearest != cells->best) return false;
    return view_cost(cells, view_of_cell(search, number, cells->best), cell_tile(point)) == cells->best;
}

static void cells_settle(lf_search *search) {
    lfi_cells *cells = lfi_cells_of(search);
    lf_route *route = &search->route;
    for (int i = 0; i < LFI_CELL_VIEWS; i++) cells->views[i].cell = LFI_NO_SLOT;
    for (int i = 0; i < LFI_EXPANSES * LFI_EXPANSE_VIEWS; i++) cells->expanse_views[i].expanse = LFI_NO_SLOT;
    cells->view_next = cells->expanse_view_next = 0;
    int64_t first = 0;
    while (!target_is_best(search, search->query.targets[first])) first++;
    route->target = search->query.targets[first];
    cells_walk walk = {
        .tile = route->target, .point = lfi_map_point(search->map, route->target), .cost = cells->best};
    route->length = route->diagonal = route->straight_cost = route->diagonal_cost = 0;
    while (walk.cost > 0) {
        const int64_t weight = search->query.weights->costs[walk.tile];
        const int move = cells_back(search, (uint64_t)weight, &walk);
        cells->moves[route->length++] = (uint8_t)move;
        const bool diagonal = lfi_move_is_diagonal(move);
        route->diagonal += diagonal;
        *(diagonal ? &route->diagonal_cost : &route->straight_cost) += weight;
    }
    route->source = walk.tile;
}

lf_status lfi_cells_step(lf_search *search, int64_t *budget) {
    const lf_status status = cells_run(search, budget);
    if (status == LF_PAUSED) return status;
    search->route.stats.expanded += lfi_cells_of(search)->expanded;
    search->route.stats.enqueued += lfi_cells_of(search)->enqueued;
    if (status == LF_OK) cells_settle(search);
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
    const lfi_cell *cell = &cells->cells[cell_of_point(cells, point)];
    const bool reached = cell->stamp == cells->stamp && lfi_cells_inside(cells, cell_of_point(cells, point));
    return (reached || expanse_has(cells, point)) && lf_map_is_open(search->map, tile);
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
