// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Inlets: where an edited map has water that its base does not have.
//
// An inlet is a stretch of the base's shore along tiles that were opened. A way on the map now that is no way
// of the base has a first and a last place where it touches an opened tile, or makes a diagonal move that an
// opened tile allows. Both places lie in inlets. So no such way is shorter than the least sum of three parts:
// to an inlet, from there to the same inlet or another one, and from there to the end. The bounds of the base
// (ALT) hold for the first and the last part.
#ifndef LANDFALL_INLETS_H
#define LANDFALL_INLETS_H

#include "../base/store.h"
#include "../index/index.h"
#include "../map/flips.h"

/// The length or lower bound that means no way at all. The sum of four fits into 64 bits.
#define LFI_NO_WAY (UINT64_C(1) << 61)

enum { LFI_INLETS_MAX = 64, LFI_AREAS_MAX = 64 };

typedef struct lfi_inlet {
    lfi_span span; ///< of all its tiles on the base, with the slack of headlands (headland/ends.c)
    lfi_box box;   ///< around its tiles
    uint32_t area; ///< the area that it leads to
} lfi_inlet;

/// Inlets and the areas of opened tiles that they lead to. Opened tiles of different areas do not touch.
typedef struct lfi_inlets {
    lfi_inlet all[LFI_INLETS_MAX + 1]; ///< room for one more than may stay
    lfi_box areas[LFI_AREAS_MAX + 1];  ///< the box around each area; x0 > x1: no area has this number
    uint32_t count, area_limit;        ///< no area has a number of area_limit or more
    bool given_up;                     ///< whether there were too many inlets: then nothing is known
    /// Lower bounds of the ways between two inlets. They satisfy the triangle inequality.
    uint64_t apart[LFI_INLETS_MAX + 1][LFI_INLETS_MAX + 1];
} lfi_inlets;

/// What finding inlets needs.
typedef struct lfi_inlets_job {
    const lf_index *index; ///< of the base
    lfi_metric metric;
    const lf_map *now;
    lfi_store *store;
    lfi_pool *shore, *queue; ///< temporary memory
} lfi_inlets_job;

void lfi_inlets_clear(lfi_inlets *inlets);

/// Adds the inlets along the tiles that an edit opened. LF_OK or LF_E_NOMEM.
lf_status lfi_inlets_add(lfi_inlets *inlets, const lfi_inlets_job *job, const lfi_flips *flips);

/// Drops the inlets and areas near a box that no longer have an opened tile.
void lfi_inlets_prune(lfi_inlets *inlets, const lfi_inlets_job *job, lfi_box box);

/// Some tiles of the base: the box around them, and the span of their distances from landmarks.
typedef struct lfi_locus {
    lfi_box box;
    const uint16_t *least, *most;
    uint32_t group;
} lfi_locus;

static inline lfi_locus lfi_locus_make(lfi_box box, const lfi_span *span) {
    return (lfi_locus){box, span->least, span->most, span->group};
}

/// A lower bound of the way between two boxes: the distance as the crow flies.
static inline uint64_t lfi_boxes_apart(const lfi_metric *metric, lfi_box a, lfi_box b) {
    const uint32_t dx = a.x1 < b.x0 ? lfi_gap(a.x1, b.x0) : b.x1 < a.x0 ? lfi_gap(b.x1, a.x0) : 0;
    const uint32_t dy = a.y1 < b.y0 ? lfi_gap(a.y1, b.y0) : b.y1 < a.y0 ? lfi_gap(b.y1, a.y0) : 0;
    return lfi_metric_length(metric, dx, dy);
}

/// A lower bound of the way on the base between two loci. The span of one must have the slack of headlands.
static inline uint64_t lfi_loci_bound(const lfi_metric *metric, uint64_t unit, const lfi_locus *a,
                                      const lfi_locus *b) {
    const uint64_t straight = lfi_boxes_apart(metric, a->box, b->box);
    if (a->group == LFI_NO_GROUP || b->group == LFI_NO_GROUP) return straight;
    if (a->group != b->group) return LFI_NO_WAY;
    const uint64_t around = (uint64_t)lfi_span_gap(a->least, a->most, b->least, b->most) * unit;
    return around > straight ? around : straight;
}

/// Computes lower bounds of the ways from some tiles to each inlet: on the base alone, and by any way now.
/// @param unit  of the index.
void lfi_inlets_reach(const lfi_inlets *inlets, const lfi_metric *metric, uint64_t unit,
                      const lfi_locus *tiles, uint64_t to_inlet[LFI_INLETS_MAX],
                      uint64_t by_inlet[LFI_INLETS_MAX]);

/// The smallest box around the tiles of `box` that are open on the map `open` and blocked on the map
/// `blocked`; false if there are none.
bool lfi_maps_differ(const lf_map *open, const lf_map *blocked, lfi_box box, lfi_box *out);

#endif // LANDFALL_INLETS_H
