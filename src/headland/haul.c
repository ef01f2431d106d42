// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Writing the tiles of ropes. What one stroke needs of the one before is where it ended: no place is looked up in
// another list. How long a stroke is cannot be predicted, so each writes LFI_LEG_SHORT tiles, over what is written
// later. Few are longer.
//
// Time: O(strokes + tiles).
#include "haul.h"

lfi_haul lfi_haul_make(const lfi_leg_writer *to) {
    lfi_haul haul;
    haul.to = to;
    for (int i = 0; i < LFI_STROKE; i++) {
        const lf_tile along = (lf_tile)lfi_direction_dx(i), down = (lf_tile)lfi_direction_dy(i);
        haul.step[i] = along + down * (lf_tile)to->map->width; // modulo 2^32, like tiles
        for (int k = 0; k < LFI_LEG_SHORT; k++)
            haul.ahead[i][k] = (lf_tile)(LFI_LEG_SHORT - 1 - k) * haul.step[i];
    }
    return haul;
}

/// Where the writing has come to.
typedef struct haul_place {
    lf_tile tile;
    int64_t at;
} haul_place;

static void strokes_write(const lfi_haul *haul, lfi_strokes strokes, haul_place *place) {
    while (strokes.moves > 0) {
        const uint32_t stroke = lfi_strokes_take(&strokes), moves = lfi_stroke_moves(stroke);
        const lf_tile step = haul->step[lfi_stroke_direction(stroke)];
        lfi_leg_run(haul->to, place->tile, step, place->at, moves);
        place->tile += moves * step;
        place->at -= moves;
    }
}

/// Writes LFI_LEG_SHORT tiles backwards from `out` on.
static inline void tiles_write(lf_tile *out, lf_tile tile, const lf_tile *ahead) {
    lf_tile tiles[LFI_LEG_SHORT];
    for (int k = 0; k < LFI_LEG_SHORT; k++) tiles[k] = tile + ahead[k];
    memcpy(out - (LFI_LEG_SHORT - 1), tiles, sizeof tiles);
}

/// The same where there is room for all tiles, and for LFI_STROKE_MOST before them.
static void strokes_write_over(const lfi_haul *haul, lfi_strokes strokes, haul_place *place) {
    lf_tile *out = haul->to->tiles + place->at, tile = place->tile;
    place->at -= strokes.moves;
    while (strokes.moves > 0) {
        const uint32_t stroke = lfi_strokes_take(&strokes), moves = lfi_stroke_moves(stroke);
        const int direction = lfi_stroke_direction(stroke);
        const lf_tile step = haul->step[direction];
        tiles_write(out, tile, haul->ahead[direction]);
        for (uint32_t k = LFI_LEG_SHORT; k < moves; k += LFI_LEG_SHORT)
            tiles_write(out - k, tile + k * step, haul->ahead[direction]);
        tile += moves * step;
        out -= moves;
    }
    place->tile = tile;
}

int64_t lfi_haul_write(const lfi_haul *haul, lfi_strands strands, lf_tile end, int64_t at) {
    haul_place place = {end, at};
    while (!strands.done) {
        const lfi_strokes strokes = lfi_strands_take(&strands);
        if (place.at < haul->to->capacity && place.at - strokes.moves >= LFI_STROKE_MOST)
            strokes_write_over(haul, strokes, &place);
        else
            strokes_write(haul, strokes, &place);
    }
    return at - place.at;
}
