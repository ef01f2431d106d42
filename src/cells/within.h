// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ways that stay within a cell of 16 x 16 tiles: from some of its tiles to all of them, and from each lane to each.
#ifndef LANDFALL_WITHIN_H
#define LANDFALL_WITHIN_H

#include "../weights/weights.h"
#include "vectors.h"

/// No way, in 16 bits.
#define LFI_NARROW_NONE UINT16_MAX
/// No way, in 64 bits; the sum of two is still a number.
#define LFI_WIDE_NONE (UINT64_C(1) << 62)

#define LFI_PAIR_NONE UINT32_MAX

/// The tiles of a cell as a query sees them.
typedef struct lfi_patch {
    lf_moves moves;
    uint16_t rows[LFI_CELL_SIDE];     ///< open tiles, bit x of each row
    uint16_t weights[LFI_CELL_TILES]; ///< row by row; LFI_NARROW_NONE where blocked
} lfi_patch;

/// What many searches in one cell have in common, in 16 bits: its cells must weigh less than LFI_NARROW_NONE
/// together.
typedef struct lfi_patch_sums {
#ifdef LFI_VECTORS_NONE
    const uint16_t *weights;                             ///< of the patch
    uint16_t falls[LFI_CELL_SIDE], rises[LFI_CELL_SIDE]; ///< as bits
#else
    lfi_v16 one[LFI_CELL_SIDE];      ///< what each tile of a row weighs
    lfi_v16 right[3][LFI_CELL_SIDE]; ///< the tiles of 2, 4, 8 moves to the right that end at each tile
    lfi_v16 left[3][LFI_CELL_SIDE];  ///< the same to the left
    lfi_v16 falls[LFI_CELL_SIDE]; ///< 0 where a diagonal leads from the upper left to the tile, else all bits
    lfi_v16 rises[LFI_CELL_SIDE]; ///< the same from the upper right
#endif
} lfi_patch_sums;

/// Fills in what tiles weigh. `rows` and `moves` must be set.
void lfi_patch_load(lfi_patch *patch, const lf_weights *weights, uint32_t cell);
/// Whether the tiles are and weigh the same as in `weights`; those that are blocked do not count.
bool lfi_patch_fits(const lfi_patch *patch, const uint16_t *rows, const lf_weights *weights, uint32_t cell);
/// The patch must stay as long as the sums.
void lfi_patch_add_up(const lfi_patch *patch, lfi_patch_sums *sums);

/// Costs of some tiles, or LFI_NARROW_NONE, become those of all tiles. Uniform costs, below LFI_NARROW_NONE.
void lfi_within_narrow(const lfi_patch_sums *sums, uint16_t *costs);
/// The same in 64 bits, under either cost.
void lfi_within_wide(const lfi_patch *patch, uint64_t straight, uint64_t diagonal, uint64_t *costs);

/// What it costs from each lane to each. Returns how often a row of tiles was looked at: about how long it took.
uint32_t lfi_within_table_narrow(const lfi_patch *patch, uint16_t *table);
/// The same as pairs: what the tiles weigh that straight moves enter, in the upper 16 bits, and diagonal ones in the
/// lower. All tiles together must weigh less than LFI_NARROW_NONE.
void lfi_within_table_wide(const lfi_patch *patch, uint64_t straight, uint64_t diagonal, uint32_t *table);

#endif // LANDFALL_WITHIN_H
