// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A guided search: plan on a coarse map, search only near the plan. Nearly the shortest route for a small
// part of the work.
#include <landfall.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 1000 };

int main(void) {
    uint8_t *tiles = malloc(SIDE * SIDE);
    if (tiles == NULL) return 1;
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int x = i % SIDE, y = i / SIDE;
        tiles[i] = x % 100 != 50 || (y + 7 * x) % 500 < 20; // ten walls, each with two gaps
    }
    lf_map *map;
    lf_coarse *coarse;
    lf_search *search;
    const lf_map_desc desc = {.width = SIDE, .height = SIDE, .tiles = tiles, .tiles_size = SIDE * SIDE};
    if (lf_map_create(&desc, &map) != LF_OK) return 1;
    free(tiles);
    if (lf_coarse_create(map, NULL, &coarse) != LF_OK) return 1; // shared by threads, like the map
    const lf_search_desc search_desc = {.coarse = coarse};
    if (lf_search_create(map, &search_desc, &search) != LF_OK) return 1;

    const lf_source from = {.tile = lf_map_tile(map, 5, 500)};
    const lf_tile to = lf_map_tile(map, 995, 500);
    lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
    const lf_strategy strategies[] = {LF_STRATEGY_FLOOD, LF_STRATEGY_EXPAND};
    for (int i = 0; i < 2; i++) {
        lf_route route;
        query.strategy = strategies[i];
        if (lf_search_find(search, &query, NULL, 0, &route) != LF_OK) return 1;
        printf("%-6s %d moves, %d tiles expanded\n", lf_strategy_name(route.strategy), (int)route.length,
               (int)route.stats.expanded);
    }
    lf_search_destroy(search);
    lf_coarse_destroy(coarse);
    lf_map_destroy(map);
    return 0;
}

// Output:
// flood  2264 moves, 949044 tiles expanded
// expand 2264 moves, 32888 tiles expanded
