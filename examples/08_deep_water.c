// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Deep water: the deepest route between two harbours, room for a large ship, and a route as a few straight
// lines. A strait of one tile is the short way; the long one leads around the north of the island.
#include <landfall.h>
#include <stdio.h>

enum { WIDTH = 60, HEIGHT = 40 };

int main(void) {
    static uint8_t tiles[WIDTH * HEIGHT];
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const int x = i % WIDTH, y = i / WIDTH;
        tiles[i] = y != 30 && (x < 20 || x >= 40 || y < 15 || y == 25); // a coast, an island, a strait
    }
    lf_map *map;
    lf_depth *depth;
    lf_search *search;
    const lf_map_desc desc = {.width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = sizeof tiles};
    if (lf_map_create(&desc, &map) != LF_OK) return 1;
    if (lf_depth_create(map, NULL, &depth) != LF_OK) return 1; // distance to the coast; shared by threads
    if (lf_search_create(map, &(lf_search_desc){.depth = depth}, &search) != LF_OK) return 1;

    const lf_source from = {.tile = lf_map_tile(map, 2, 29)};
    const lf_tile to = lf_map_tile(map, 57, 29);
    const lf_depth_gate gates[] = {
        {0},                              // the shortest route
        {.min_depth = 4, .harbour = 4},   // a ship that reaches 3 tiles to each side needs depth > 3
        {.deepest = true, .harbour = 12}, // as far from any coast as a route can stay
    };
    static lf_tile route_tiles[WIDTH * HEIGHT], waypoints[WIDTH * HEIGHT];
    for (int i = 0; i < 3; i++) {
        const lf_query query = {
            .sources = &from, .source_count = 1, .targets = &to, .target_count = 1, .gate = gates[i]};
        lf_route route;
        int64_t count;
        if (lf_search_find(search, &query, route_tiles, WIDTH * HEIGHT, &route) != LF_OK) return 1;
        const lf_shape shape = {.search = search}; // the lines keep to the gate as well
        lf_route_waypoints(map, &shape, route_tiles, route.tile_count, waypoints, WIDTH * HEIGHT, &count);
        printf("%d moves, least depth %d outside harbours, %d waypoints\n", (int)route.length,
               lf_route_least_depth(depth, search, route_tiles, route.tile_count), (int)count);
    }
    lf_search_destroy(search);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
    return 0;
}

// Output:
// 55 moves, least depth 1 outside harbours, 4 waypoints
// 63 moves, least depth 4 outside harbours, 4 waypoints
// 103 moves, least depth 14 outside harbours, 4 waypoints
