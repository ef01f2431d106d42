// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the parts of `headland` share: ends of both sides, lower bounds (ALT), and relaxing a headland.
#ifndef LANDFALL_RELAX_H
#define LANDFALL_RELAX_H

#include "headland.h"
#include "now.h"

// ---- Ends -----------------------------------------------------------------------------------------

static inline int64_t lfi_ends_count(const lf_search *search, int side) {
    return side == LFI_FORTH ? search->query.source_count : search->query.target_count;
}

static inline lf_tile lfi_ends_tile(const lf_search *search, int side, int64_t i) {
    return side == LFI_FORTH ? search->query.sources[i].tile : search->query.targets[i];
}

static inline bool lfi_ends_useful(const lf_search *search, int side, lf_tile tile) {
    if (side == LFI_FORTH) return lfi_search_source_useful(search, tile);
    return !lfi_depth_gate_on(search) || search->harboured || lf_map_is_open(search->map, tile);
}

/// Whether the query is about one source and one target.
static inline bool lfi_ends_single(const lf_search *search) {
    return search->query.source_count == 1 && search->query.target_count == 1;
}

// ---- Bounds ---------------------------------------------------------------------------------------

/// The straight distance from a place to the box around the ends of a side.
static inline uint64_t lfi_side_straight(const lfi_headland *headland, const lfi_side *side, lf_point point) {
    const uint32_t dx = lfi_gap_outside(point.x, side->low.x, side->high.x);
    const uint32_t dy = lfi_gap_outside(point.y, side->low.y, side->high.y);
    return lfi_metric_length(&headland->metric, dx, dy);
}

/// A lower bound of the way from a place to the ends of a side, by its distances from the landmarks.
static inline uint64_t lfi_side_bound(const lf_search *search, const lfi_side *side, lf_point point,
                                      const uint16_t *least, const uint16_t *most) {
    const uint64_t straight = lfi_side_straight(lfi_headland_of(search), side, point);
    const uint64_t around =
        (uint64_t)lfi_span_gap(least, most, side->span.least, side->span.most) * search->index->unit;
    return around > straight ? around : straight;
}

/// The same for a headland.
static inline uint64_t lfi_headland_bound(const lf_search *search, const lfi_side *side,
                                          const lfi_known *known) {
    return lfi_side_bound(search, side, known->point, known->away, known->away);
}

/// The same for a tile whose span is known.
static inline uint64_t lfi_side_tile_bound(const lf_search *search, const lfi_side *side, lf_point point,
                                           const lfi_span *span) {
    if (span->group == LFI_NO_GROUP || span->group != side->span.group)
        return lfi_side_straight(lfi_headland_of(search), side, point);
    return lfi_side_bound(search, side, point, span->least, span->most);
}

/// The priority in a queue: least sum first, and among equal sums the entry nearest to the other side. Octile
/// lengths are kept to 1/312 of a tile; the exact lengths decide when an entry is taken off. No sum is below
/// the bound of the whole route.
static inline uint64_t lfi_headland_key(const lfi_headland *headland, uint64_t sum, uint64_t rest) {
    const uint64_t whole = (sum > headland->least ? sum : headland->least) >> headland->shift;
    rest >>= headland->shift;
    return (whole < UINT32_MAX ? whole : UINT32_MAX) << 32 | (rest < UINT32_MAX ? rest : UINT32_MAX);
}

// ---- Relaxing -------------------------------------------------------------------------------------

/// What the query knows of a headland: nothing yet, if an earlier one came there last. (Under an overlay: lfi_now_known.)
static inline lfi_known *lfi_known_of(const lf_search *search, uint32_t number) {
    const lfi_headland *headland = lfi_headland_of(search);
    lfi_known *known = &headland->known[number];
    if (known->stamp == headland->stamp) return known;
    if (known->stamp == 0) lfi_known_fill(search, number);
    known->stamp = headland->stamp;
    known->length[LFI_FORTH] = known->length[LFI_BACK] = UINT64_MAX;
    return known;
}

/// Keeps the best way to a headland so far, and by which heading it comes. If it `leads` on, the headland enters
/// the queue.
static inline void reach_keep(lf_search *search, int side, uint32_t number, uint64_t length, uint64_t bound,
                              uint32_t from, uint32_t by, uint32_t heading, bool leads) {
    lfi_headland *headland = lfi_headland_of(search);
    lfi_known *known = &headland->known[number];
    known->length[side] = length;
    known->heading[side] = (uint8_t)heading;
    headland->trail[number].from[side] = from;
    headland->trail[number].by[side] = by;
    const uint64_t other = known->length[!side];
    if (other != UINT64_MAX && length + other < headland->best) {
        headland->best = length + other;
        headland->best_meeting = number;
        headland->best_direct = false;
    }
    if (!leads) return;
    lfi_heap *heap = &headland->sides[side].heap;
    search->route.stats.enqueued += heap->place[number] == 0;
    lfi_heap_push(heap, number, lfi_headland_key(headland, length + bound, bound));
}

/// Keeps a way of a length from the ends of a side to a headland, if it is the best so far and may still win.
static inline void lfi_headland_relax(lf_search *search, int side, uint32_t number, uint64_t length,
                                      uint32_t from, uint32_t by, uint32_t heading) {
    const lfi_headland *headland = lfi_headland_of(search);
    const lfi_known *known = lfi_known_of(search, number);
    if (length >= known->length[side]) return;
    const uint64_t bound = lfi_headland_bound(search, &headland->sides[!side], known);
    if (length + bound >= headland->best) return;
    // Legs are followed forth only.
    reach_keep(search, side, number, length, bound, from, by, heading,
               side == LFI_FORTH || search->index->up_first != NULL);
}

/// Whether a leg can be walked, keel first, on the map that the attempt searches.
static inline bool lfi_headland_walkable(const lf_search *search, lf_point from, lf_point to) {
    const lfi_headland *headland = lfi_headland_of(search);
    return headland->now ? lfi_leg_walkable(search->map, headland->stops, from, to)
                         : lfi_index_walkable(search->index, from, to);
}

// ---- On either map --------------------------------------------------------------------------------

/// The bound of a headland reached from a side.
static inline uint64_t lfi_known_bound(lf_search *search, int side, uint32_t number) {
    const lfi_headland *headland = lfi_headland_of(search);
    if (headland->now) return lfi_now_bound(search, side, number);
    return lfi_headland_bound(search, &headland->sides[!side], &headland->known[number]);
}

/// Relaxes a headland by a leg from an end of a side.
static inline void lfi_reach_from_end(lf_search *search, int side, uint32_t number, uint64_t length,
                                      lf_tile end, uint32_t heading) {
    if (lfi_headland_of(search)->now)
        lfi_now_from_end(search, side, number, length, end);
    else
        lfi_headland_relax(search, side, number, length, LFI_FROM_END, end, heading);
}

/// The heading of the last move of a leg that can be walked keel first (lfi_leg_walkable). There may be a stop between
/// its ends, so the other shape may be blocked.
static inline uint32_t lfi_heading_walked(const lf_search *search, lf_point from, lf_point to) {
    return search->index->turns.walked[lfi_heading(from, to)];
}

/// The headings that may lead on from a headland, from the way that was kept.
static inline uint32_t lfi_known_may(const lf_search *search, int side, const lfi_known *known) {
    return search->index->turns.may[known->beside][known->heading[side]];
}

#endif // LANDFALL_RELAX_H
