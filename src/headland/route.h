// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// From what the two sides of `headland` know to a route of tiles.
#ifndef LANDFALL_ROUTE_H
#define LANDFALL_ROUTE_H

#include "../map/map.h"

/// Lists the headlands of the best route, names its ends and counts its moves. False if it has more of either
/// than there are, which only an index forged on purpose brings about.
bool lfi_headland_settle(lf_search *search);

/// A leg of the route that was settled, as it is walked.
typedef struct lfi_route_leg {
    lf_point begin, end;
    bool late; ///< whether the keel comes last
} lfi_route_leg;

/// Its legs, each once, in no order of interest.
uint32_t lfi_headland_leg_count(const lf_search *search);
lfi_route_leg lfi_headland_leg(const lf_search *search, uint32_t i);

/// Writes as many of its tiles as fit, from the source on.
void lfi_headland_trace(const lf_search *search, lf_tile *tiles, int64_t capacity);

#endif // LANDFALL_ROUTE_H
