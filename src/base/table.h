// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A hash table that numbers its items 0, 1, 2 ... in the order of arrival, so that plain arrays can hold what
// belongs to each item. A new stamp empties it at once. A window finds its cells and chunks in such a table,
// and needs no array over the whole map.
//
// There are two hash tables because there are two needs. This one has fixed room, so that a query allocates
// nothing, and is emptied for every window. Chains (chains.h) grow, and their items are as wide as the caller
// likes.
#ifndef LANDFALL_TABLE_H
#define LANDFALL_TABLE_H

#include "arrays.h"

#define LFI_NOT_IN_TABLE UINT32_MAX

typedef struct lfi_table_entry {
    uint32_t stamp; ///< the filling for which the entry is valid
    uint32_t index; ///< of the item
} lfi_table_entry;

typedef struct lfi_table {
    uint32_t *items; ///< in the order of arrival
    lfi_table_entry *entries;
    uint32_t room;  ///< how many items fit
    uint32_t count; ///< how many are in
    uint32_t mask;  ///< entries are a power of two, at least twice the room
    uint32_t stamp;
} lfi_table;

/// The arrays of a table with room for `room` items, at most 2^30. Clear the table before its first use.
void lfi_table_arrays(lfi_arrays *run, lfi_table *table, uint64_t room);

/// Removes all items.
void lfi_table_clear(lfi_table *table);

/// Where the search for an item begins: neighbouring items begin far apart.
static inline uint32_t lfi_table_home(const lfi_table *table, uint32_t item) {
    const uint32_t mixed = item * UINT32_C(0x9E3779B1);
    return (mixed ^ mixed >> 15) & table->mask;
}

/// The index of an item, or LFI_NOT_IN_TABLE.
static inline uint32_t lfi_table_find(const lfi_table *table, uint32_t item) {
    for (uint32_t i = lfi_table_home(table, item);; i = (i + 1) & table->mask) {
        const lfi_table_entry entry = table->entries[i];
        if (entry.stamp != table->stamp) return LFI_NOT_IN_TABLE;
        if (table->items[entry.index] == item) return entry.index;
    }
}

/// Adds an item that is not there yet. Returns its index, or LFI_NOT_IN_TABLE if the table is full.
uint32_t lfi_table_add(lfi_table *table, uint32_t item);

#endif // LANDFALL_TABLE_H
