// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Runs of open tiles (run-length encoding), and which of them are connected. Shared by the code that finds
// bodies and the code that updates them after edits.
#ifndef LANDFALL_RUNS_H
#define LANDFALL_RUNS_H

#include "../base/core.h"

/// A maximal run of open tiles in a row.
typedef struct lfi_run {
    int32_t begin, end; ///< x of the first tile, and of the first one after the run
    uint32_t body;      ///< while runs are being connected: a run of the same set, at or before this one
} lfi_run;

/// The first set bit from `bit` on (flip = all ones: the first clear one), or a bit at or after `end`.
uint64_t lfi_run_edge(const uint64_t *words, uint64_t bit, uint64_t flip, uint64_t end);

/// Writes the runs of a row from x0 to x1 - 1, cut off at both ends. `words` are those of the row. Returns
/// where the next run would go.
lfi_run *lfi_runs_scan(const uint64_t *words, int32_t x0, int32_t x1, lfi_run *out);

/// How many runs begin in a word of a row. `before` is the last bit of the word before, 0 for the first word;
/// it receives the last bit of this word.
static inline int lfi_runs_begin(uint64_t word, uint64_t *before) {
    const int count = lfi_count_bits(word & ~(word << 1 | *before));
    *before = word >> 63;
    return count;
}

/// A walk from left to right over the runs of two neighbouring rows, each in ascending order.
typedef struct lfi_run_pair {
    uint32_t above, above_end;
    uint32_t here, here_end;
} lfi_run_pair;

/// Finds the next two runs that are connected: their columns overlap, or with reach = 1 (corners may be cut)
/// touch at a corner. False if there are none left. Both rows are sorted, so one walk over both is enough.
static inline bool lfi_run_pair_next(const lfi_run *runs, lfi_run_pair *pair, int32_t reach, uint32_t *above,
                                     uint32_t *here) {
    while (pair->above < pair->above_end && pair->here < pair->here_end) {
        const lfi_run a = runs[ *above = pair->above], b = runs[ *here = pair->here];
        // If both end at one column, it is blocked in both rows: neither touches the other's successor.
        pair->above += a.end <= b.end;
        pair->here += b.end <= a.end;
        // 64 bits: with `reach` an end may be 2^31.
        if ((int64_t)a.begin < (int64_t)b.end + reach && (int64_t)b.begin < (int64_t)a.end + reach)
            return true;
    }
    return false;
}

/// How far apart the columns of connected runs may be.
static inline int32_t lfi_runs_reach(lf_moves moves) {
    return moves == LF_MOVES_KING_CUT ? 1 : 0;
}

/// Finds which runs of `rows` rows are connected. The runs of row y are row_runs[y] to row_runs[y + 1] - 1.
/// `body` of each run becomes the first run that it is connected with, directly or through others.
void lfi_runs_connect(lfi_run *runs, const uint32_t *row_runs, int32_t rows, int32_t reach);

#endif // LANDFALL_RUNS_H
