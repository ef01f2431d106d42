// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Random ends of a query, and what holds for every route, for the tests that compare strategies with the
// oracle.
#ifndef LANDFALL_ENDS_H
#define LANDFALL_ENDS_H

#include "oracle.h"
#include "test.h"

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

/// Everything that holds for a route of any strategy.
static inline void check_route(const lf_map *map, const lf_query *query, const lf_route *route,
                               const lf_tile *tiles) {
    CHECK_EQ(route->tile_count, route->length + 1);
    int64_t diagonal = 0;
    for (int64_t i = 0; i < route->length; i++) {
        const lf_point a = lf_map_point(map, tiles[i]), b = lf_map_point(map, tiles[i + 1]);
        diagonal += a.x != b.x && a.y != b.y;
    }
    CHECK_EQ(route->diagonal, diagonal);
    CHECK_EQ(lf_route_check(map, tiles, route->tile_count, NULL, NULL), LF_OK);
    CHECK_EQ(route->source, tiles[0]);
    CHECK_EQ(route->target, tiles[route->length]);
    CHECK_EQ(query->sources[route->source_index].tile, tiles[0]);
    CHECK(query->sources[route->source_index].origin == route->origin);
    CHECK_EQ(query->targets[route->target_index], tiles[route->length]);
}

/// A map of the oracle with or without bodies: without them, "no route" must be found out by searching.
static inline lf_map *map_make(const oracle_map *small, bool bodies) {
    lf_map *map = NULL;
    const lf_map_desc desc = {.width = small->width,
                              .height = small->height,
                              .tiles = small->open,
                              .tiles_size = (size_t)(small->width * small->height),
                              .moves = small->moves,
                              .skip_bodies = !bodies};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    return map;
}

/// What 1,000 guided queries came to: the same on every compiler and platform.
typedef struct golden {
    uint64_t hash; ///< of all tiles
    int64_t expanded, enqueued, planned, opened;
    int64_t slices; ///< steps of 3 that the same queries take: what a budget pays for
} golden;

static inline int64_t slices_count(lf_search *search, const lf_query *query) {
    int64_t slices = 0;
    lf_status status = lf_search_begin(search, query);
    for (; status == LF_PAUSED; slices++) status = lf_search_step(search, 3);
    return slices;
}

/// Runs them, on maps and between ends that only the seed decides; `ask` makes the rest of a query.
static inline golden golden_make(void (*ask)(uint64_t seed, lf_query *query)) {
    static lf_tile tiles[MAX_TILES];
    golden all = {.hash = 14695981039346656037u};
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        const oracle_map small = oracle_random_map(seed, 70, (lf_moves)(seed % 3));
        lf_map *map = oracle_to_map(&small);
        lf_coarse *coarse;
        lf_search *search;
        const lf_coarse_desc desc = {.kind = (lf_coarse_kind)(seed / 3 % 2)};
        CHECK_EQ(lf_coarse_create(map, &desc, &coarse), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.coarse = coarse}, &search), LF_OK);
        uint64_t random = seed;
        ends e;
        lf_route route = {0};
        if (ends_pick(&small, &random, &e)) {
            ask(seed, &e.query);
            all.slices += slices_count(search, &e.query);
            lf_search_find(search, &e.query, tiles, MAX_TILES, &route);
        }
        all.expanded += route.stats.expanded;
        all.enqueued += route.stats.enqueued;
        all.planned += route.stats.planned;
        all.opened += route.stats.opened_cells;
        for (int64_t i = 0; i < route.tile_count; i++) all.hash = (all.hash ^ tiles[i]) * 1099511628211u;
        lf_search_destroy(search);
        lf_coarse_destroy(coarse);
        lf_map_destroy(map);
        free(small.open);
    }
    return all;
}

#endif // LANDFALL_ENDS_H
