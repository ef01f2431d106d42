// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Proofs that a legal route is still shortest, or that it is not, without a search.
//
// Still shortest: blocking makes no route shorter. A route that opening made possible has a tile in an opened
// box or next to it (a diagonal move passes between the two). The stored route, of length L, is shortest if
//  - it is as short as its ends allow; or
//  - for each box opened since, the straight ways from one end to the box and from there to the other end have
//    L moves or more; or
//  - the bounds of the index (ALT) say so of all ways, those of its map and those by inlets
//    (overlay/inlets.h); or
//  - they say so of the ways by inlets of areas that have such a box. Every new way is one of these, if no
//    tile of the box was blocked and opened again since the index was made.
//
// No longer: near each such box, pairs of tiles of the route, ever farther apart, try two short cuts: a
// straight way from one to the other, and one over the middle of the box.
//
//     o o          o: the route around a cape, through which x was opened. From a to b and from a over the
//     a x b        middle of x to b are shorter.
//     o # o
//     o o o
//
// Time: O(changes + inlets^2), two tiles are located (index/locate.c), and O(log^2 tiles) legs for each box.
#include "still.h"

#include "../base/metric.h"

/// A judgement with what is measured once.
typedef struct trial {
    const lfi_judge *judge;
    const lf_map *map;
    lfi_metric metric;
    lf_point from, to;
    uint64_t length;
} trial;

/// The length of the move from a tile of a legal voyage to the next one.
static uint64_t move_length(const trial *t, int64_t i) {
    const int64_t width = t->map->width;
    const int64_t step = (int64_t)t->judge->voyage->tiles[i + 1] - t->judge->voyage->tiles[i];
    const bool straight = step == 1 || step == -1 || step == width || step == -width;
    return straight ? t->metric.straight : t->metric.diagonal;
}

static uint64_t voyage_length(const trial *t) {
    const int64_t moves = t->judge->voyage->count - 1;
    uint64_t length = 0;
    if (t->metric.straight == t->metric.diagonal) return (uint64_t)moves * t->metric.straight;
    for (int64_t i = 0; i < moves; i++) length += move_length(t, i);
    return length;
}

/// The least length of a way from a place to a box or to a tile next to it.
static uint64_t box_distance(const lfi_metric *metric, lf_point place, lfi_box box) {
    return lfi_metric_length(metric, lfi_gap_outside(place.x, box.x0 - 1, box.x1 + 1),
                             lfi_gap_outside(place.y, box.y0 - 1, box.y1 + 1));
}

/// Whether a change since the voyage's version opened tiles, and a way by its box may be shorter, as the crow
/// flies.
static bool change_may_shorten(const trial *t, const lfi_change *change) {
    return change->opened &&
           box_distance(&t->metric, t->from, change->box) + box_distance(&t->metric, t->to, change->box) <
               t->length;
}

/// Whether no change since may have made a shorter way possible.
static bool trial_is_clear(const trial *t) {
    const lfi_judge *j = t->judge;
    for (uint64_t i = j->first; j->known && i < j->log->end; i++) {
        if (change_may_shorten(t, lfi_log_at(j->log, i))) return false;
    }
    return j->known;
}

// ---- Bounds ---------------------------------------------------------------------------------------

/// What the bounds of an index say of both ends of a voyage.
typedef struct end_bounds {
    uint64_t base;            ///< no way of the index's map is shorter
    const lfi_inlets *inlets; ///< NULL if the map is that of the index
    uint64_t to_inlet[2][LFI_INLETS_MAX], by_inlet[2][LFI_INLETS_MAX];
} end_bounds;

/// Whether the index of the state can tell: its bounds are for the cost of the voyage, and for its ends.
static bool bounds_fit(const trial *t) {
    const lfi_chart *chart = t->judge->chart;
    if (chart->index == NULL || (chart->overlay != NULL && chart->overlay->inlets.given_up)) return false;
    if (chart->index->cost != t->judge->voyage->cost && t->map->moves != LF_MOVES_ORTHOGONAL) return false;
    const lf_map *base = chart->index->map;
    return lf_map_is_open(base, lfi_map_tile(base, t->from)) &&
           lf_map_is_open(base, lfi_map_tile(base, t->to));
}

static end_bounds bounds_find(const trial *t) {
    const lfi_chart *chart = t->judge->chart;
    const lf_index *index = chart->index;
    const lf_point ends[2] = {t->from, t->to};
    lfi_span spans[2];
    lfi_locus loci[2];
    end_bounds b = {.inlets = chart->overlay != NULL ? &chart->overlay->inlets : NULL};
    for (int i = 0; i < 2; i++) {
        lfi_seen seen;
        spans[i] = lfi_index_locate(index, &t->metric, ends[i], &seen);
        // As in headland/ends.c: stored distances are rounded down.
        lfi_span_lower(&spans[i], lfi_headland_slack(index->unit));
        loci[i] = lfi_locus_make(lfi_box_between(ends[i], ends[i]), &spans[i]);
        if (b.inlets != NULL)
            lfi_inlets_reach(b.inlets, &t->metric, index->unit, &loci[i], b.to_inlet[i], b.by_inlet[i]);
    }
    b.base = lfi_loci_bound(&t->metric, index->unit, &loci[0], &loci[1]);
    return b;
}

/// Whether all ways are at least as long as the voyage.
static bool bounds_hold(const trial *t, const end_bounds *b) {
    if (b->base < t->length) return false;
    for (uint32_t i = 0; b->inlets != NULL && i < b->inlets->count; i++) {
        if (b->to_inlet[0][i] + b->by_inlet[1][i] < t->length) return false;
    }
    return true;
}

/// Whether all tiles that a change opened and that are open now are blocked on the index's map. Then every way
/// over them passes an inlet of their area.
static bool change_is_new(const trial *t, const lfi_change *change) {
    const lfi_log *log = t->judge->log;
    const lfi_overlay *overlay = t->judge->chart->overlay;
    if (overlay == NULL || change->version <= overlay->since || log->since > overlay->since) return false;
    for (uint64_t i = lfi_log_after(log, overlay->since); i < log->end; i++) {
        const lfi_change *before = lfi_log_at(log, i);
        if (before->version < change->version && before->blocked && lfi_boxes_meet(before->box, change->box))
            return false;
    }
    return true;
}

/// Whether all ways by inlets of the areas that a box meets are at least as long as the voyage.
static bool areas_hold(const trial *t, const end_bounds *b, lfi_box box) {
    for (uint32_t i = 0; i < b->inlets->count; i++) {
        if (b->by_inlet[0][i] + b->by_inlet[1][i] < t->length &&
            lfi_boxes_meet(b->inlets->areas[b->inlets->all[i].area], box))
            return false;
    }
    return true;
}

/// Whether every way that changes since have made possible is at least as long as the voyage.
static bool changes_hold(const trial *t, const end_bounds *b) {
    const lfi_judge *j = t->judge;
    for (uint64_t i = j->first; j->known && i < j->log->end; i++) {
        const lfi_change *change = lfi_log_at(j->log, i);
        if (change_may_shorten(t, change) && !(change_is_new(t, change) && areas_hold(t, b, change->box)))
            return false;
    }
    return j->known;
}

static bool trial_is_shortest(const trial *t) {
    if (t->length == lfi_metric_between(&t->metric, t->from, t->to) || trial_is_clear(t)) return true;
    if (!bounds_fit(t)) return false;
    const end_bounds b = bounds_find(t);
    return bounds_hold(t, &b) || changes_hold(t, &b);
}

// ---- Short cuts -----------------------------------------------------------------------------------

/// Tiles of a voyage at distances 0, 1, 2, 4 ... from one of them, the last one at the voyage's end.
enum { STATIONS = 34 };
typedef struct stations {
    lf_point point[STATIONS];
    uint64_t along[STATIONS]; ///< how far it is to them along the voyage
    int count;
} stations;

static void stations_find(const trial *t, int64_t from, int step, stations *out) {
    const lf_voyage *voyage = t->judge->voyage;
    const int64_t last = step < 0 ? 0 : voyage->count - 1;
    uint64_t along = 0;
    out->count = 0;
    for (int64_t i = from, moves = 0;; i += step, moves++) {
        if ((moves & (moves - 1)) == 0 || i == last) {
            out->point[out->count] = lfi_map_point(t->map, voyage->tiles[i]);
            out->along[out->count++] = along;
        }
        if (i == last) return;
        along += move_length(t, step < 0 ? i - 1 : i);
    }
}

/// Whether one leg, in one of its shapes, leads from one place to another.
static bool trial_walks(const trial *t, lf_point a, lf_point b) {
    const lfi_chart *chart = t->judge->chart;
    const lfi_stops *stops = chart->overlay != NULL ? &chart->overlay->stops : &chart->index->stops;
    return lfi_leg_walkable(t->map, stops, a, b) || lfi_leg_walkable(t->map, stops, b, a);
}

/// Whether the leg between two places is shorter than a length, or the two legs over a third place are.
static bool pair_is_beaten(const trial *t, lf_point a, lf_point b, lf_point over, uint64_t length) {
    const lfi_metric *metric = &t->metric;
    if (lfi_metric_between(metric, a, b) >= length) return false;
    if (trial_walks(t, a, b)) return true;
    return lfi_metric_between(metric, a, over) + lfi_metric_between(metric, over, b) < length &&
           trial_walks(t, a, over) && trial_walks(t, over, b);
}

enum { CUT_REACH = 32 };

/// The tile of the voyage that is nearest to a box. From a tile d moves away from the box, the next one that may
/// be nearer than `least` is d - least moves on. -1 if it is too far away: short cuts are found near the route.
static int64_t voyage_nearest(const trial *t, lfi_box box) {
    const lf_voyage *voyage = t->judge->voyage;
    int64_t nearest = 0;
    uint32_t least = UINT32_MAX;
    const uint32_t most = CUT_REACH + lfi_gap(box.x0, box.x1) + lfi_gap(box.y0, box.y1);
    for (int64_t i = 0; i < voyage->count;) {
        const lf_point place = lfi_map_point(t->map, voyage->tiles[i]);
        const uint32_t dx = lfi_gap_outside(place.x, box.x0, box.x1),
                       dy = lfi_gap_outside(place.y, box.y0, box.y1), gap = dx > dy ? dx : dy;
        if (gap < least) {
            least = gap;
            nearest = i;
        }
        i += gap > least ? gap - least : 1;
    }
    return least <= most ? nearest : -1;
}

/// Whether there is a short cut over a box.
static bool box_beats(const trial *t, lfi_box box) {
    stations before, after;
    const lf_point middle = {box.x0 + (box.x1 - box.x0) / 2, box.y0 + (box.y1 - box.y0) / 2};
    const int64_t nearest = voyage_nearest(t, box);
    if (nearest < 0) return false;
    const bool open = lf_map_is_open(t->map, lfi_map_tile(t->map, middle));
    stations_find(t, nearest, -1, &before);
    stations_find(t, nearest, 1, &after);
    for (int i = 0; i < before.count; i++) {
        for (int k = 0; k < after.count; k++) {
            if (pair_is_beaten(t, before.point[i], after.point[k], open ? middle : before.point[i],
                               before.along[i] + after.along[k]))
                return true;
        }
    }
    return false;
}

/// The most boxes that are tried: a try takes some microseconds, and a log may have hundreds.
enum { BOXES_TRIED = 16 };

/// Whether there is a short cut over one of the last boxes that may have one.
static bool trial_is_beaten(const trial *t) {
    const lfi_judge *j = t->judge;
    int tried = 0;
    if (j->chart->index == NULL || !j->known) return false;
    for (uint64_t i = j->log->end; i > j->first && tried < BOXES_TRIED; i--) {
        const lfi_change *change = lfi_log_at(j->log, i - 1);
        if (!change_may_shorten(t, change)) continue;
        if (box_beats(t, change->box)) return true;
        tried++;
    }
    return false;
}

lf_still lfi_judge_length(const lfi_judge *judge) {
    const lf_map *map = judge->chart->map;
    const lf_voyage *voyage = judge->voyage;
    trial t = {.judge = judge,
               .map = map,
               .metric = lfi_metric_make(map->moves, voyage->cost),
               .from = lfi_map_point(map, voyage->tiles[0]),
               .to = lfi_map_point(map, voyage->tiles[voyage->count - 1])};
    if (!lfi_metric_fits(&t.metric, map->tile_count))
        return judge->known && judge->first == judge->log->end ? LF_STILL_SHORTEST : LF_STILL_LEGAL;
    t.length = voyage_length(&t);
    if (trial_is_shortest(&t)) return LF_STILL_SHORTEST;
    return trial_is_beaten(&t) ? LF_STILL_BEATEN : LF_STILL_LEGAL;
}
