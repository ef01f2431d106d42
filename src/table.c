// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Open addressing, at most half full, so a search ends after an entry or two. Keys are never taken out one by
// one; a new stamp makes all entries stale at once.
//
// Time: O(1) expected for each call. Memory: 20 to 36 bytes a key.
#include "table.h"

#include <string.h>

static uint64_t table_entry_count(const lfi_table *table) {
    return (uint64_t)table->mask + 1;
}

static void table_forget(lfi_table *table) {
    memset(table->entries, 0, (size_t)table_entry_count(table) * sizeof *table->entries);
    table->stamp = 1;
}

void lfi_table_measure(lfi_table *table, uint64_t room) {
    uint64_t entries = 2;
    while (entries < 2 * room) entries *= 2;
    *table = (lfi_table){.room = (uint32_t)room, .mask = (uint32_t)(entries - 1)};
}

bool lfi_table_create(lfi_table *table, const lf_allocator *allocator) {
    table->keys = lfi_alloc(allocator, table->room, sizeof *table->keys);
    table->entries = lfi_alloc(allocator, table_entry_count(table), sizeof *table->entries);
    if (table->keys == NULL || table->entries == NULL) return false;
    table_forget(table);
    return true;
}

void lfi_table_destroy(lfi_table *table, const lf_allocator *allocator) {
    lfi_free(allocator, table->keys, table->room, sizeof *table->keys);
    lfi_free(allocator, table->entries, table_entry_count(table), sizeof *table->entries);
}

uint64_t lfi_table_bytes(const lfi_table *table) {
    return lfi_bytes_wide(table->room, sizeof *table->keys) +
           lfi_bytes_wide(table_entry_count(table), sizeof *table->entries);
}

void lfi_table_clear(lfi_table *table) {
    table->count = 0;
    if (table->stamp == UINT32_MAX)
        table_forget(table);
    else
        table->stamp++;
}

uint32_t lfi_table_add(lfi_table *table, uint32_t key) {
    LFI_ASSERT(lfi_table_find(table, key) == LFI_NOT_IN_TABLE);
    if (table->count == table->room) return LFI_NOT_IN_TABLE;
    uint32_t i = lfi_table_home(table, key);
    while (table->entries[i].stamp == table->stamp) i = (i + 1) & table->mask;
    table->entries[i] = (lfi_table_entry){table->stamp, table->count};
    table->keys[table->count] = key;
    return table->count++;
}
