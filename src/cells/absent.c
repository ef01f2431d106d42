// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The strategy `cells` of a build without it (LF_NO_CELLS), for those who count every byte of code: its part is never
// made, so that it is refused by a status of its own, and `auto` floods. The tiles are the same.
#include "cells.h"

#ifdef LF_NO_CELLS

static bool cells_unwanted(const lf_search *search) {
    (void)search;
    return false;
}

const lfi_part lfi_cells_part = {.size = sizeof(lfi_cells), .wanted = cells_unwanted};

#define ABSENT(title)                                                                                    \
    {                                                                                                    \
        .name = (title), .exact = true, .octile = true, .gated = true, .opened = true, .weighted = true, \
        .first_wins = true, .parts = LFI_PART_BIT(CELLS), .missing = LF_E_NO_CELLS                       \
    }
const lfi_strategy lfi_cells_strategy = ABSENT("cells");
const lfi_strategy lfi_expand_weighed_strategy = ABSENT("expand");
const lfi_strategy lfi_spine_weighed_strategy = ABSENT("spine");
#endif // LF_NO_CELLS
