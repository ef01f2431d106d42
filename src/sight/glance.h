// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The glance: a lookout of an end that leaves out headlands at which no route from the end can bend.
#ifndef LANDFALL_GLANCE_H
#define LANDFALL_GLANCE_H

#include "../base/metric.h"
#include "lookout.h"

/// The tiles at which the rays of glances end: blocked ones, and open ones where a route that comes along the ray may
/// bend. Of each pair the first is for rays to lower places, the second for rays to higher ones.
typedef struct lfi_halts {
    uint64_t *rows[2];    ///< in the layout of the map
    uint64_t *columns[2]; ///< in the layout of stops->columns
    // The diagonals (slants.c): x - y and x + y modulo lfi_slants_ring. Each has LFI_SLANT_WORDS words for 64 rows.
    uint64_t *fall, *rise;
} lfi_halts;

/// What the words of a diagonal say.
enum {
    LFI_SLANT_ENDS = 0, ///< bit y: whether a diagonal move between rows y - 1 and y is illegal
    // Bit y: whether a ray of row y meets a headland, to a side of a keel that leads down.
    LFI_SLANT_DOWN,        ///< the ray along the row
    LFI_SLANT_DOWN_COLUMN, ///< the ray along the column
    // Bit y: the same of row y - 1, for a keel that leads up.
    LFI_SLANT_UP,
    LFI_SLANT_UP_COLUMN,
    LFI_SLANT_WORDS,
};

/// The number of diagonals of each kind, and the words of all of them.
static inline uint64_t lfi_slants_ring(const lf_map *map) {
    return (uint64_t)map->width + 1;
}

static inline uint64_t lfi_slants_words(const lf_map *map, const lfi_stops *stops) {
    return lfi_slants_ring(map) * stops->column_stride * LFI_SLANT_WORDS;
}

void lfi_halts_arrays(lfi_arrays *run, const lf_map *map, const lfi_stops *stops, lfi_halts *halts);
/// Makes everything outside the map a halt, for each way (0 and 1) by itself. Then each band (lfi_stops_bands) is filled
/// by itself.
void lfi_halts_begin(const lf_map *map, const lfi_stops *stops, lfi_halts *halts, int way);
void lfi_halts_fill(const lf_map *map, const lfi_stops *stops, lfi_halts *halts, int64_t band);

/// When all halts are filled: fills the diagonals, each band of lfi_slants_bands by itself.
int64_t lfi_slants_bands(const lf_map *map);
void lfi_slants_fill(const lf_map *map, const lfi_stops *stops, lfi_halts *halts, int64_t band);

// For halts from a file (sight_check.c):

/// Whether glances with halts and diagonals from anywhere stay inside the map, and end. The stops are safe.
bool lfi_halts_safe(const lf_map *map, const lfi_stops *stops, const lfi_halts *halts);
/// Whether two are the same.
bool lfi_halts_same(const lf_map *map, const lfi_stops *stops, const lfi_halts *a, const lfi_halts *b);

/// Begins a glance from an open tile: looks along the straight lines, and makes the keels that have something to see,
/// each at the first tile from which a ray meets a headland. It is for king moves that cut no corners, and for no wanted
/// tiles. Returns the number of keels.
///
/// What is seen can be walked keel first, and there may be stops beside the way (lfi_leg_walkable).
int lfi_glance_begin(const lfi_lookout *lookout, const lfi_halts *halts, int32_t x, int32_t y,
                     lfi_keel keels[LFI_KEELS]);

/// Looks from the tile that a keel has reached, and moves it on to the next tile from which a ray meets a headland; false
/// if the keel ends before.
bool lfi_glance_advance(const lfi_lookout *lookout, const lfi_halts *halts, lfi_keel *keel);

/// Where a glance leads, and the length that a way there has to beat.
typedef struct lfi_glance_goal {
    lfi_metric metric;
    lf_point to;
    const uint64_t *best; ///< may fall while the glance goes on
} lfi_glance_goal;

/// All of a glance at once, for a lookout without a limit. With a goal (or NULL), keels are left where no way over what is
/// still to be seen can beat its length.
void lfi_glance_all(const lfi_lookout *lookout, const lfi_halts *halts, int32_t x, int32_t y,
                    const lfi_glance_goal *goal);

/// How many moves can be walked from an open tile along a keel: `dx` and `dy` are 1 or -1.
uint32_t lfi_glance_keel(const lf_map *map, const lfi_stops *stops, const lfi_halts *halts, lf_point from,
                         int dx, int dy);

/// lfi_leg_walkable by the diagonals.
bool lfi_glance_walkable(const lf_map *map, const lfi_stops *stops, const lfi_halts *halts, lf_point from,
                         lf_point to);

#endif // LANDFALL_GLANCE_H
