// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Numbers of headlands on a map that is edited: a hash table of tiles beside the headlands of the map before
// the edits. Only headlands that the map did not have before are looked up in the table.
//
// Time: O(1) expected. Memory: 20 to 36 bytes per extra headland.
#include "extras.h"

enum { EXTRAS_FIRST = 64 };

/// The tile of a spot.
static lf_tile extras_tile(const lfi_extras *extras, lfi_spot spot) {
    const lf_map *map = extras->map;
    const uint64_t y = ((spot.bit >> 6) - 1) / map->stride - 1;
    return (lf_tile)(y * (uint64_t)map->width + (spot.bit - lfi_map_row(map, (int64_t)y)));
}

uint32_t lfi_extras_number(const lfi_extras *extras, lfi_spot spot) {
    const lfi_heads *heads = &extras->heads[spot.bit >> 6];
    if ((heads->bits & lfi_spot_mask(spot)) != 0)
        return heads->before + (uint32_t)lfi_count_bits(heads->bits & (lfi_spot_mask(spot) - 1));
    const uint32_t index = lfi_table_find(&extras->table, extras_tile(extras, spot));
    return index == LFI_NOT_IN_TABLE ? LFI_NOT_IN_TABLE : extras->first + index;
}

uint32_t lfi_extras_ask(const lfi_extras *extras, lfi_spot spot) {
    return lfi_extras_number(extras, spot);
}

void lfi_extras_arrays(lfi_arrays *run, lfi_extras *extras) {
    lfi_table_arrays(run, &extras->table, extras->table.room);
}

/// Makes an empty table with room for some items.
static lf_status table_make(lfi_table *table, const lf_allocator *allocator, uint32_t room) {
    lfi_arrays run = {.allocator = allocator, .mode = LFI_ARRAYS_MAKE};
    *table = (lfi_table){0};
    lfi_table_arrays(&run, table, room);
    if (!run.failed) {
        lfi_table_clear(table);
        return LF_OK;
    }
    run.mode = LFI_ARRAYS_FREE;
    lfi_table_arrays(&run, table, room);
    return LF_E_NOMEM;
}

lf_status lfi_extras_create(lfi_extras *extras, const lf_map *map, const lfi_stops *stops, uint32_t count,
                            const lf_allocator *allocator) {
    *extras = (lfi_extras){.map = map, .heads = stops->heads, .first = count};
    return table_make(&extras->table, allocator, EXTRAS_FIRST);
}

/// Replaces a table with one that has the items of `from` and another room.
static lf_status table_resize(lfi_table *table, const lf_allocator *allocator, const lfi_table *from,
                              uint32_t room) {
    lfi_table after;
    if (table_make(&after, allocator, room) != LF_OK) return LF_E_NOMEM;
    for (uint32_t i = 0; i < from->count; i++) lfi_table_add(&after, from->items[i]);
    lfi_table_arrays(&(lfi_arrays){.allocator = allocator, .mode = LFI_ARRAYS_FREE}, table, table->room);
    *table = after;
    return LF_OK;
}

lf_status lfi_extras_add(lfi_extras *extras, const lf_allocator *allocator, lfi_spot spot) {
    lfi_table *table = &extras->table;
    if (table->count == table->room && table_resize(table, allocator, table, 2 * table->room) != LF_OK)
        return LF_E_NOMEM;
    lfi_table_add(table, extras_tile(extras, spot));
    return LF_OK;
}

lf_status lfi_extras_copy(lfi_extras *to, const lfi_extras *from, const lf_allocator *allocator) {
    if (to->table.room < from->table.count)
        return table_resize(&to->table, allocator, &from->table, from->table.room);
    const uint32_t *items = from->table.items;
    uint32_t same = 0; // usually one is just a few edits behind the other
    while (same < to->table.count && same < from->table.count && to->table.items[same] == items[same]) same++;
    if (same < to->table.count) lfi_table_clear(&to->table);
    for (uint32_t i = to->table.count; i < from->table.count; i++) lfi_table_add(&to->table, items[i]);
    return LF_OK;
}
