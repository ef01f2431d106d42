// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The pieces of one cell: sets of its open tiles that are connected under the move rules without leaving the
// cell.
//
// As with bodies, a union-find joins the runs of rows; the root of a set is its lowest run. Two rows of a
// cell hold few runs, so all pairs are simply tried. A diagonal move inside a cell passes between two tiles
// of the same cell, so runs are connected as they are for bodies: where they overlap or, with corner cutting,
// where their corners touch.
//
// Time: O(rows + runs^2 / rows) for a cell.
#include "coarse.h"

/// The open bits from (x, y) on, `count` <= 64 of them.
static uint64_t tiles_open_bits(const lf_map *map, int64_t x, int64_t y, int count) {
    const uint64_t bit = lfi_map_row(map, y) + (uint64_t)x, word = bit >> 6, shift = bit & 63;
    const uint64_t bits = map->open[word] >> shift | map->open[word + 1] << 1 << (63 - shift);
    return count == 64 ? bits : bits & ((UINT64_C(1) << count) - 1);
}

/// Appends the runs of a row between begin and end.
static uint32_t cell_row_runs(const lf_map *map, int32_t y, int64_t begin, int64_t end, lfi_cell_run *runs,
                              uint32_t count) {
    const uint32_t first = count;
    for (int64_t x = begin; x < end; x += 64) {
        const int width = end - x < 64 ? (int)(end - x) : 64;
        uint64_t bits = tiles_open_bits(map, x, y, width);
        while (bits != 0) {
            const int from = lfi_lowest_bit(bits);
            const uint64_t gaps = ~(bits >> from);
            const int length = gaps == 0 ? 64 : lfi_lowest_bit(gaps);
            const int32_t run_begin = (int32_t)(x + from), run_end = run_begin + length;
            if (count > first && runs[count - 1].end == run_begin) { // a run that crosses a word's edge
                runs[count - 1].end = run_end;
            } else {
                runs[count] = (lfi_cell_run){run_begin, run_end, y, count};
                count++;
            }
            bits = from + length == 64 ? 0 : bits >> (from + length) << (from + length);
        }
    }
    return count;
}

static uint32_t piece_root(lfi_cell_run *runs, uint32_t i) {
    while (runs[i].piece != i) i = runs[i].piece = runs[runs[i].piece].piece;
    return i;
}

static void pieces_join(lfi_cell_run *runs, uint32_t above, uint32_t here, uint32_t end, int32_t reach) {
    for (uint32_t a = above; a < here; a++) {
        for (uint32_t b = here; b < end; b++) {
            if ((int64_t)runs[a].begin >= (int64_t)runs[b].end + reach) continue;
            if ((int64_t)runs[b].begin >= (int64_t)runs[a].end + reach) break;
            const uint32_t x = piece_root(runs, a), y = piece_root(runs, b);
            if (x < y)
                runs[y].piece = x;
            else
                runs[x].piece = y;
        }
    }
}

uint32_t lfi_cell_pieces(const lf_map *map, int32_t level, lf_point cell, lfi_cell_run *runs,
                         uint32_t *run_count) {
    const int64_t side = INT64_C(1) << level, x = (int64_t)cell.x << level, y = (int64_t)cell.y << level;
    const int64_t x_end = x + side < map->width ? x + side : map->width;
    const int64_t y_end = y + side < map->height ? y + side : map->height;
    const int32_t reach = map->moves == LF_MOVES_KING_CUT ? 1 : 0;
    uint32_t above = 0, here = 0, end = 0;
    for (int64_t row = y; row < y_end; row++, above = here, here = end) {
        end = cell_row_runs(map, (int32_t)row, x, x_end, runs, end);
        pieces_join(runs, above, here, end, reach);
    }
    uint32_t pieces = 0;
    for (uint32_t i = 0; i < end; i++)
        runs[i].piece = runs[i].piece == i ? pieces++ : runs[runs[i].piece].piece;
    *run_count = end;
    return pieces;
}

uint32_t lfi_cell_piece_count(const lf_map *map, int32_t level, lf_point cell, lfi_cell_run *runs) {
    const int32_t side = 1 << level;
    const int64_t x = (int64_t)cell.x << level, y = (int64_t)cell.y << level;
    uint32_t run_count;
    if (side > 64 || x + side > map->width || y + side > map->height)
        return lfi_cell_pieces(map, level, cell, runs, &run_count);
    uint64_t any = 0, all = UINT64_MAX; // nearly all cells are all open or all blocked
    for (int64_t row = y; row < y + side; row++) {
        const uint64_t bits = tiles_open_bits(map, x, row, side);
        any |= bits;
        all &= bits;
    }
    if (any == 0) return 0;
    return any == all && all == UINT64_MAX >> (64 - side)
               ? 1
               : lfi_cell_pieces(map, level, cell, runs, &run_count);
}

bool lfi_cell_is_inner(const lf_map *map, int32_t level, lf_point cell) {
    const int32_t side = (1 << level) + 2; // the tiles around it included
    const int64_t x = ((int64_t)cell.x << level) - 1, y = ((int64_t)cell.y << level) - 1;
    if (side > 64 || x < 0 || y < 0 || x + side > map->width || y + side > map->height) return false;
    uint64_t all = UINT64_MAX;
    for (int64_t row = y; row < y + side; row++) all &= tiles_open_bits(map, x, row, side);
    return all == UINT64_MAX >> (64 - side);
}
