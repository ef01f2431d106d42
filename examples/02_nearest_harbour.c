// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Any of many sources to any of many targets, in one search: which ship reaches which harbour first?
#include <landfall.h>
#include <stdio.h>

enum { WIDTH = 64, HEIGHT = 32 };

int main(void) {
    uint8_t tiles[WIDTH * HEIGHT];
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const int x = i % WIDTH, y = i / WIDTH;
        tiles[i] = !(x == 32 && y < 28); // open sea with a long cape in the middle
    }
    lf_map *map;
    lf_search *search;
    lf_map_desc desc = {.width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = sizeof tiles};
    if (lf_map_create(&desc, &map) != LF_OK) return 1;
    if (lf_search_create(map, NULL, &search) != LF_OK) return 1;

    // The origin is yours: a ship's number, or a pointer. It comes back with the route.
    const lf_source ships[] = {{.tile = lf_map_tile(map, 30, 2), .origin = 1001},
                               {.tile = lf_map_tile(map, 10, 30), .origin = 1002},
                               {.tile = lf_map_tile(map, 60, 16), .origin = 1003}};
    const lf_tile harbours[] = {lf_map_tile(map, 36, 2), lf_map_tile(map, 40, 10)};
    const lf_query query = {.sources = ships, .source_count = 3, .targets = harbours, .target_count = 2};

    lf_route route;
    if (lf_search_find(search, &query, NULL, 0, &route) == LF_OK) {
        printf("ship %d reaches harbour %d in %d moves\n", (int)route.origin, (int)route.target_index,
               (int)route.length);
    }
    lf_search_destroy(search);
    lf_map_destroy(map);
    return 0;
}

// Output:
// ship 1003 reaches harbour 1 in 20 moves
