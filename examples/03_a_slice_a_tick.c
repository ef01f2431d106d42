// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A game spends a fixed number of expansions a tick and never stutters; the answer is the same as in one go.
#include <landfall.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 512, BUDGET_PER_TICK = 50000 };

int main(void) {
    uint8_t *tiles = malloc(SIDE * SIDE);
    if (tiles == NULL) return 1;
    memset(tiles, 1, SIDE * SIDE);
    lf_map *map;
    lf_search *search;
    lf_map_desc desc = {.width = SIDE, .height = SIDE, .tiles = tiles, .tiles_size = SIDE * SIDE};
    if (lf_map_create(&desc, &map) != LF_OK) return 1;
    free(tiles); // the map has its own copy
    if (lf_search_create(map, NULL, &search) != LF_OK) return 1;

    const lf_source from = {.tile = lf_map_tile(map, 0, 0)};
    const lf_tile to = lf_map_tile(map, SIDE - 1, SIDE - 1);
    const lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};

    int ticks = 0;
    lf_status status = lf_search_begin(search, &query);
    while (status == LF_PAUSED) { // one turn of the game loop
        status = lf_search_step(search, BUDGET_PER_TICK);
        ticks++;
    }
    lf_route route;
    lf_search_finish(search, NULL, 0, &route);
    printf("%s after %d ticks: %d moves, %d tiles expanded\n", lf_status_name(status), ticks,
           (int)route.length, (int)route.stats.expanded);
    lf_search_destroy(search);
    lf_map_destroy(map);
    return 0;
}

// Output:
// LF_OK after 6 ticks: 511 moves, 261122 tiles expanded
