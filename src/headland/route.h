// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Turns what the two sides of `headland` know into a route of tiles.
#ifndef LANDFALL_ROUTE_H
#define LANDFALL_ROUTE_H

#include "../map/map.h"

/// Lists the headlands of the best route, names its ends and counts its moves. False if it has more headlands
/// or moves than can be, which happens only with an index forged on purpose.
bool lfi_headland_settle(lf_search *search);

/// Counts the moves of this route over its headlands.
void lfi_headland_count(lf_search *search);

/// A leg of the settled route, in the direction of travel.
typedef struct lfi_route_leg {
    lf_point begin, end;
    bool late; ///< whether the keel comes last
} lfi_route_leg;

/// The legs of this route, each once, in no particular order.
uint32_t lfi_headland_leg_count(const lf_search *search);
lfi_route_leg lfi_headland_leg(const lf_search *search, uint32_t i);

/// Leads a leg of this route over some tiles, in the direction of travel; at least one. False if there is no room.
bool lfi_headland_lead(lf_search *search, uint32_t i, const lf_point *over, uint32_t count);

/// Writes as many tiles of the route as fit, from the source on.
void lfi_headland_trace(const lf_search *search, lf_tile *tiles, int64_t capacity);

/// Writes as many of its turning points as fit, and returns how many there are.
int64_t lfi_headland_turns(const lf_search *search, lf_tile *turns, int64_t capacity);

#endif // LANDFALL_ROUTE_H
