// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Writing the tiles of ropes (index/strands.h). See haul.c.
#ifndef LANDFALL_HAUL_H
#define LANDFALL_HAUL_H

#include "../index/strands.h"

/// How strokes are written. (Made for a route that has ropes: it takes some 50 ns.)
typedef struct lfi_haul {
    const lfi_leg_writer *to;
    lf_tile step[LFI_STROKE]; ///< of each direction
    lf_tile ahead[LFI_STROKE]
                 [LFI_LEG_SHORT]; ///< how far tiles of a stroke are from its first one; the last come first
} lfi_haul;

lfi_haul lfi_haul_make(const lfi_leg_writer *to);

/// Writes strands, which are walked back, as lfi_leg_write_over writes a leg: tiles[at] is `end`, from where they lead on.
/// Returns how many tiles that is.
int64_t lfi_haul_write(const lfi_haul *haul, lfi_strands strands, lf_tile end, int64_t at);

#endif // LANDFALL_HAUL_H
