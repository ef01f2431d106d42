// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The canvas of a world: shapes that are drawn and not yet committed, as bits in the layout of the map's rows
// (a bitmap), and the draft of the edit that they make.
#ifndef LANDFALL_CANVAS_H
#define LANDFALL_CANVAS_H

#include "../base/store.h"
#include "../map/flips.h"
#include "../map/map.h"

typedef struct lfi_canvas {
    uint64_t *drawn;  ///< tiles that a shape covers; NULL until the first shape
    uint64_t *open;   ///< whether these tiles become open
    uint8_t *squares; ///< for each square of 64 x 64 tiles, whether a shape touches it
    uint64_t square_count;
} lfi_canvas;

/// What a canvas changes, cut into flips that lie apart. `{0}` except for its store; memory is used again.
typedef struct lfi_draft {
    lfi_store store;
    lfi_pool flips_pool, words_pool, squares_pool, clusters_pool;
    uint64_t count;
} lfi_draft;

/// The flips of a draft.
static inline const lfi_flips *lfi_draft_flips(const lfi_draft *edit) {
    return LFI_ITEMS(const lfi_flips, edit->flips_pool);
}

/// The memory of a canvas.
void lfi_canvas_arrays(lfi_arrays *run, const lf_map *map, lfi_canvas *canvas);
/// Forgets all shapes.
void lfi_canvas_clear(const lf_map *map, lfi_canvas *canvas);

// clusters.c

/// Finds what the canvas changes on a map. False if there is no memory. A canvas with neither `drawn` nor
/// `squares` covers the whole map.
bool lfi_draft_find(const lf_map *map, const lfi_canvas *canvas, lfi_draft *edit);

#endif // LANDFALL_CANVAS_H
