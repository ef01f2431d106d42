// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Sweeps: find the headlands that see a marked tile (bit-parallel visibility).
#ifndef LANDFALL_SWEEP_H
#define LANDFALL_SWEEP_H

#include "../sight/stops.h"

/// Marked tiles, as bits in the words of some lines. The lines are all rows or all columns.
typedef struct lfi_marked {
    int32_t first, last; ///< lines
    int64_t low, high;   ///< words of each line
    uint64_t *bits;      ///< line by line
} lfi_marked;

static inline uint64_t lfi_marked_size(const lfi_marked *marks) {
    return (uint64_t)(marks->last - marks->first + 1) * (uint64_t)(marks->high - marks->low + 1);
}

/// A word of a line. The line and the word must be inside.
static inline uint64_t *lfi_marked_at(const lfi_marked *marks, int32_t line, int64_t word) {
    return &marks->bits[(line - marks->first) * (marks->high - marks->low + 1) + (word - marks->low)];
}

/// The same, but 0 outside.
static inline uint64_t lfi_marked_word(const lfi_marked *marks, int32_t line, int64_t word) {
    const bool inside =
        line >= marks->first && line <= marks->last && word >= marks->low && word <= marks->high;
    return inside ? *lfi_marked_at(marks, line, word) : 0;
}

/// Each buffer holds one line, with LFI_SWEEP_MARGIN spare words at both ends.
enum { LFI_SWEEP_BUFFERS = 5, LFI_SWEEP_MARGIN = 2 };

/// The number of words of a buffer.
uint64_t lfi_sweep_words(const lf_map *map, const lfi_stops *stops);

typedef struct lfi_sweep {
    const lf_map *map;
    const lfi_stops *stops;
    lfi_marked rows, columns; ///< the same tiles twice; `columns` is not needed under orthogonal moves
    uint64_t *buffers[LFI_SWEEP_BUFFERS];
    void *user;
    void (*headland)(void *user, lfi_spot spot); ///< may be called more than once for a headland
} lfi_sweep;

/// Calls `headland` for every headland that sees a marked tile, where marked tiles count as stops, and for
/// some that see none. Never calls it for marked headlands.
void lfi_sweep_run(const lfi_sweep *sweep);

#endif // LANDFALL_SWEEP_H
