// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Cells and expanses in a ring of buckets, by the least cost of a route by one of their dirty lanes. First in, first
// out; a bit for each bucket that is not empty, and one for each word of those bits.
#ifndef LF_NO_CELLS // absent.c
#include "lanes.h"

#include <string.h>

void lfi_cells_reset(lfi_cells *cells) {
    memset(cells->heads, 0xff, LFI_CELLS_RING * sizeof *cells->heads); // LFI_NO_SLOT
    memset(cells->full, 0, LFI_CELLS_RING / 64 * sizeof *cells->full);
    *cells->full_words = 0;
    cells->bucket = 0;
    cells->pending = 0;
}

void lfi_cells_remove(lfi_cells *cells, uint32_t number) {
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
void lfi_cells_put(lfi_cells *cells, uint32_t number, uint64_t key) {
    lfi_cell *cell = &cells->cells[number];
    if (cell->queued) {
        if (cell->key <= key) return;
        lfi_cells_remove(cells, number);
    }
    uint64_t bucket = key >> cells->shift;
    if (bucket < cells->bucket) bucket = cells->bucket;
    if (bucket - cells->bucket >= LFI_CELLS_RING) bucket = cells->bucket + LFI_CELLS_RING - 1;
    const uint32_t place = (uint32_t)bucket & (LFI_CELLS_RING - 1);
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

_Static_assert(LFI_CELLS_RING == 64 * 64, "one word has a bit for each word of bits");

/// The next bucket that is not empty, from the one under way on; there must be one.
uint64_t lfi_cells_next(const lfi_cells *cells) {
    const uint32_t at = (uint32_t)cells->bucket & (LFI_CELLS_RING - 1), word = at / 64;
    const uint64_t here = cells->full[word] & UINT64_MAX << at % 64;
    uint32_t place;
    if (here != 0) {
        place = 64 * word + (uint32_t)lfi_lowest_bit(here);
    } else {
        const uint64_t later = *cells->full_words & UINT64_MAX << word << 1;
        const uint32_t next = (uint32_t)lfi_lowest_bit(later != 0 ? later : *cells->full_words);
        place = 64 * next + (uint32_t)lfi_lowest_bit(cells->full[next]);
    }
    return cells->bucket + ((place - at) & (LFI_CELLS_RING - 1));
}
#endif // LF_NO_CELLS
