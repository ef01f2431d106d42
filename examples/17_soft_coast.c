// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A ship that keeps off the coast by choice: tiles near land cost more, so the route goes through a strait only
// if the way around is dearer. A hard gate would close the strait to all ships.
#include <landfall.h>
#include <stdio.h>

enum { WIDTH = 120, HEIGHT = 90, TILES = WIDTH * HEIGHT };

int main(void) {
    static uint8_t tiles[TILES];
    static lf_tile route_tiles[TILES];
    for (int i = 0; i < TILES; i++) { // two islands with a strait of three tiles between them
        const int x = i % WIDTH, y = i / WIDTH;
        const bool island = x >= 30 && x < 90 && ((y >= 12 && y < 43) || (y >= 46 && y < 78));
        tiles[i] = !island;
    }
    lf_map *map;
    lf_depth *depth; // the distance to the nearest land
    const lf_map_desc desc = {.width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = TILES};
    if (lf_map_create(&desc, &map) != LF_OK || lf_depth_create(map, NULL, &depth) != LF_OK) return 1;
    lf_search *search;
    if (lf_search_create(map, &(lf_search_desc){.weighted = true}, &search) != LF_OK) return 1;

    const lf_source from = {.tile = lf_map_tile(map, 20, 44)};
    const lf_tile to = lf_map_tile(map, 100, 44);
    for (uint32_t coast = 1; coast <= 4; coast += 3) {
        uint32_t by_depth[256]; // within two tiles of the coast a move costs `coast`, elsewhere 1
        for (int i = 0; i < 256; i++) by_depth[i] = i <= 2 ? coast : 1;
        lf_weights *weights; // made once, shared by threads; a map may have several
        const lf_weights_desc weigh = {.depth = depth, .depth_table = by_depth};
        if (lf_weights_create(map, &weigh, &weights) != LF_OK) return 1;
        const lf_query query = {
            .sources = &from, .source_count = 1, .targets = &to, .target_count = 1, .weights = weights};
        lf_route route;
        if (lf_search_find(search, &query, route_tiles, TILES, &route) != LF_OK) return 1;
        int near = 0;
        for (int64_t i = 1; i < route.tile_count; i++) near += lf_depth_at(depth, route_tiles[i]) <= 2;
        printf("coast %d: %d moves, cost %d, %d tiles near the coast\n", (int)coast, (int)route.length,
               (int)(route.straight_cost + route.diagonal_cost), near);
        lf_weights_destroy(weights);
    }
    lf_search_destroy(search);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
    return 0;
}

// Output:
// coast 1: 80 moves, cost 80, 64 tiles near the coast
// coast 4: 133 moves, cost 133, 0 tiles near the coast
