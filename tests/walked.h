// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Routes with keys that are walked: for tests that compare lengths of two searches.
#ifndef LANDFALL_WALKED_H
#define LANDFALL_WALKED_H

#include "keys/keys.h"

enum { WALKED_MOST = 1 << 20 };

/// Asks a search; the route must be legal and as long as it says. Returns its length, or -1.
static int64_t ask_walked(lf_keys_search *search, const lf_keys_query *query) {
    static lf_tile tiles[WALKED_MOST];
    lf_keys_route route;
    const lf_status status = lf_keys_search_find(search, query, tiles, WALKED_MOST, &route);
    CHECK(status == LF_OK || status == LF_NO_ROUTE);
    if (status != LF_OK) return -1;
    lf_keys_walk walk;
    CHECK_EQ(lf_keys_check(search->fixtures, tiles, route.tile_count, query->held, &walk), LF_OK);
    CHECK_EQ(route.tile_count, route.length + 1);
    CHECK(walk.held == route.held);
    CHECK_EQ(route.source, tiles[0]);
    CHECK(route.source_index >= 0 && (query->goal == LF_GOAL_ALL_KEYS || route.target_index >= 0));
    return route.length;
}

#endif // LANDFALL_WALKED_H
