// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Memory of the strategy `cells`: made with the search, used again by every query.
#ifndef LF_NO_CELLS // absent.c
#include "lanes.h"

enum {
    CELLS_TABLES = 16384, ///< room for tables, unless the map has fewer cells
    CELLS_PATIENCE = 2,   ///< a table takes as long as some 30 sweeps
    LINE_WORDS = 8,       ///< 64 bits of a cache line
};

static bool cells_wanted(const lf_search *search) {
    return search->weighted;
}

static uint64_t cells_count(const lf_map *map) {
    return (((uint64_t)map->width + LFI_CELL_SIDE - 1) / LFI_CELL_SIDE) *
           (((uint64_t)map->height + LFI_CELL_SIDE - 1) / LFI_CELL_SIDE);
}

uint64_t lfi_expanses_count(const lf_map *map) {
    if (LFI_EXPANSES == 0) return 0;
    return (((uint64_t)map->width + LFI_EXPANSE_SIDE - 1) / LFI_EXPANSE_SIDE) *
           (((uint64_t)map->height + LFI_EXPANSE_SIDE - 1) / LFI_EXPANSE_SIDE);
}

/// Room for tables: at least one of pairs.
static uint64_t cells_slots(const lf_map *map) {
    const uint64_t count = cells_count(map);
    return count < LFI_WIDE_SLOTS ? LFI_WIDE_SLOTS : count < CELLS_TABLES ? count : CELLS_TABLES;
}

static void cells_arrays(lf_search *search, lfi_arrays *run) {
    lfi_cells *cells = lfi_cells_of(search);
    const uint64_t count = cells_count(search->base), slots = cells_slots(search->base);
    const uint64_t expanses = lfi_expanses_count(search->base);
    LFI_ARRAY(run, cells->tiles, count);
    LFI_ARRAY_ZEROED(run, cells->inside, count + expanses);
    LFI_ARRAY(run, cells->cell_room, LINE_WORDS + (count + expanses) * LINE_WORDS);
    LFI_ARRAY(run, cells->lane_room,
              LINE_WORDS + count * (sizeof *cells->lanes64 / sizeof *cells->lane_room));
    LFI_ARRAY(run, cells->slots, slots);
    LFI_ARRAY(run, cells->table_room, LINE_WORDS + slots * LFI_TABLE_WORDS);
    LFI_ARRAY(run, cells->way_room,
              LINE_WORDS + slots * LFI_CELL_WAYS * (sizeof *cells->ways / sizeof *cells->way_room));
    LFI_ARRAY(run, cells->views, LFI_CELL_VIEWS);
    LFI_ARRAY(run, cells->moves, search->base->tile_count);
    LFI_ARRAY(run, cells->heads, LFI_CELLS_RING);
    LFI_ARRAY(run, cells->full, LFI_CELLS_RING / 64);
    LFI_ARRAY(run, cells->full_words, 1);
    if (LFI_EXPANSES == 0) return;
    LFI_ARRAY(run, cells->expanse_room,
              LINE_WORDS + expanses * (sizeof *cells->expanses / sizeof *cells->expanse_room));
}

/// The first word of a room that begins a cache line. A side and a row of a table are one line and two, and no more
/// only if they begin with it.
static uint64_t *room_line(uint64_t *room) {
    const uintptr_t past = (uintptr_t)room / sizeof *room % LINE_WORDS;
    return room + (LINE_WORDS - past) % LINE_WORDS;
}

void lfi_slots_forget(lfi_cells *cells) {
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
    cells->expanse_count = (uint32_t)lfi_expanses_count(map);
    cells->slot_count = (uint32_t)cells_slots(map);
    if (LFI_EXPANSES != 0) cells->expanses = (lfi_expanse *)(void *)room_line(cells->expanse_room);
    cells->tables = room_line(cells->table_room);
    cells->ways = (lfi_cell_way *)(void *)room_line(cells->way_room);
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
    cells->patience = CELLS_PATIENCE;
    lfi_slots_forget(cells);
}

const lfi_part lfi_cells_part = {
    .size = sizeof(lfi_cells), .wanted = cells_wanted, .arrays = cells_arrays, .ready = cells_ready};
#endif // LF_NO_CELLS
