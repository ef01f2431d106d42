// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `headland` on a map that was edited after its index was built: proves the index's answer, or searches
// without it.
#ifndef LANDFALL_NOW_H
#define LANDFALL_NOW_H

#include "headland.h"
#include "route.h"

/// Whether a tile is open on the index's map.
static inline bool lfi_now_is_inside(const lf_search *search, lf_tile tile) {
    return search->overlay == NULL || lfi_bit(search->index->map->open, lfi_map_spot(search->map, tile));
}

/// Whether a place is a headland now.
static inline bool lfi_now_is_headland(const lf_search *search, lf_point point) {
    return lfi_stops_is_headland(&search->overlay->stops,
                                 (lfi_spot){lfi_map_row(search->map, point.y) + (uint64_t)point.x});
}

// ---- The attempt on the base ----------------------------------------------------------------------

/// Whether an answer of the base can be proven at all. The ends must be located.
bool lfi_base_may_answer(const lf_search *search);
/// Notes where tiles were blocked since the index was made.
void lfi_base_turned(lf_search *search);
/// Whether a leg of a route of the base can be walked now. Switches it to its other shape if only that can.
bool lfi_base_leg_holds(const lf_search *search, lfi_route_leg *leg);
/// Whether the whole settled route can be walked now. Leads it around what was blocked if it is no longer then.
bool lfi_base_route_holds(lf_search *search);
/// Whether no way over opened tiles is shorter than a length.
bool lfi_base_is_least(lf_search *search, uint64_t length);

// ---- The attempt on the map now -------------------------------------------------------------------

/// Prepares bounds. The ends must be located.
void lfi_now_prepare(lf_search *search);
/// What the search knows of a headland, made valid for the query.
lfi_known *lfi_now_known(lf_search *search, uint32_t number);
/// The bound of a headland reached from a side, and of a tile on the way to a side, which an end sees.
uint64_t lfi_now_bound(lf_search *search, int side, uint32_t number);
uint64_t lfi_now_tile_bound(const lf_search *search, const lfi_side *other, lf_point point, lf_point end);
/// Leaves out the inlets that are on no way of at most this length, and their areas, for the rest of the query.
void lfi_now_leave_out(lf_search *search, uint64_t limit);
/// A lower bound of the way from any open tile of a box to the targets.
uint64_t lfi_now_box_bound(const lf_search *search, lfi_box box);
/// Like lfi_headland_relax. `touches`: whether the way may touch opened tiles (lfi_now_touches).
void lfi_now_relax(lf_search *search, int side, uint32_t number, uint64_t length, uint32_t from, uint32_t by,
                   bool touches);
/// Whether a leg may touch opened tiles, and be part of a route that is of interest.
bool lfi_now_touches(const lf_search *search, lf_point a, lf_point b);
/// The same for a leg from an end.
void lfi_now_from_end(lf_search *search, int side, uint32_t number, uint64_t length, lf_tile end);
/// Follows the legs of a headland, forth.
void lfi_now_follow(lf_search *search, uint32_t number);

#endif // LANDFALL_NOW_H
