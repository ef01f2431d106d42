// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Many searches side by side: made for `spine` alone, a search needs memory for its windows and the coarse
// map's nodes, not for the map's tiles. Here a hundred ships each keep a search of their own under way.
#include <landfall.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 2000, SHIPS = 100 };

int main(void) {
    uint8_t *tiles = malloc(SIDE * SIDE);
    if (tiles == NULL) return 1;
    for (int i = 0; i < SIDE * SIDE; i++)
        tiles[i] = i % SIDE % 200 != 100 || i / SIDE % 500 > 30; // walls with gaps
    lf_map *map;
    lf_coarse *coarse;
    lf_search *ships[SHIPS];
    const lf_map_desc desc = {.width = SIDE, .height = SIDE, .tiles = tiles, .tiles_size = SIDE * SIDE};
    if (lf_map_create(&desc, &map) != LF_OK) return 1;
    free(tiles);
    if (lf_coarse_create(map, &(lf_coarse_desc){.level = lf_spine_level(map)}, &coarse) != LF_OK) return 1;

    lf_source from[SHIPS];
    const lf_tile harbour = lf_map_tile(map, SIDE - 1, SIDE / 2);
    for (int i = 0; i < SHIPS; i++) {
        const lf_search_desc small = {.coarse = coarse, .only = LF_STRATEGY_SPINE};
        if (lf_search_create(map, &small, &ships[i]) != LF_OK) return 1;
        from[i] = (lf_source){.tile = lf_map_tile(map, 0, i * (SIDE / SHIPS))};
        const lf_query query = {.sources = &from[i],
                                .source_count = 1,
                                .targets = &harbour,
                                .target_count = 1,
                                .strategy = LF_STRATEGY_SPINE};
        if (lf_search_begin(ships[i], &query) != LF_PAUSED) return 1;
    }
    int ticks = 0, arrived = 0;
    while (arrived < SHIPS) { // all of them a little further in each tick
        arrived = 0;
        for (int i = 0; i < SHIPS; i++) arrived += lf_search_step(ships[i], 200) == LF_OK;
        ticks++;
    }
    printf("%d searches done after %d ticks\n", arrived, ticks);
    const bool small = lf_search_bytes(ships[0]) < SIDE * SIDE;
    printf("each needs %s than a byte for each tile of the map\n", small ? "less" : "more");
    for (int i = 0; i < SHIPS; i++) lf_search_destroy(ships[i]);
    lf_coarse_destroy(coarse);
    lf_map_destroy(map);
    return 0;
}

// Output:
// 100 searches done after 60 ticks
// each needs less than a byte for each tile of the map
