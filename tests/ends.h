// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Random ends of a query, for the tests that compare strategies with the oracle.
#ifndef LANDFALL_ENDS_H
#define LANDFALL_ENDS_H

#include "oracle.h"

enum { MAX_ENDS = 6, MAX_TILES = 70 * 70 };

typedef struct ends {
    lf_source sources[MAX_ENDS];
    lf_tile targets[MAX_ENDS];
    lf_query query;
} ends;

/// Random ends on open tiles; duplicates and sources that are targets happen by themselves on small maps.
/// False if there is no open tile. The strategy is flood, unless the test says otherwise.
static inline bool ends_pick(const oracle_map *map, uint64_t *random, ends *out) {
    if (oracle_random_open(map, random) == LF_NO_TILE) return false;
    const int sources = 1 + oracle_below(random, MAX_ENDS), targets = 1 + oracle_below(random, MAX_ENDS);
    for (int i = 0; i < sources; i++) {
        out->sources[i] =
            (lf_source){.tile = oracle_random_open(map, random), .origin = oracle_random(random)};
    }
    for (int i = 0; i < targets; i++) out->targets[i] = oracle_random_open(map, random);
    out->query = (lf_query){.sources = out->sources,
                            .source_count = sources,
                            .targets = out->targets,
                            .target_count = targets,
                            .strategy = LF_STRATEGY_FLOOD};
    return true;
}

/// The same query in slices of random size.
static inline lf_status find_sliced(lf_search *search, const lf_query *query, lf_tile *tiles, lf_route *route,
                                    uint64_t *random) {
    lf_status status = lf_search_begin(search, query);
    while (status == LF_PAUSED) status = lf_search_step(search, 1 + oracle_below(random, 20));
    return status < 0 ? status : lf_search_finish(search, tiles, MAX_TILES, route);
}

#endif // LANDFALL_ENDS_H
