// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The shortest route on a map of your own: create the map, create a search, ask.
#include <landfall.h>
#include <stdio.h>

int main(void) {
    static const char text[] = "........"
                               ".####.#."
                               ".#....#."
                               ".#.####."
                               "........";
    uint8_t tiles[8 * 5];
    for (int i = 0; i < 8 * 5; i++) tiles[i] = text[i] == '.';

    lf_map *map;
    lf_search *search;
    lf_map_desc desc = {.width = 8, .height = 5, .tiles = tiles, .tiles_size = sizeof tiles};
    if (lf_map_create(&desc, &map) != LF_OK) return 1;
    if (lf_search_create(map, NULL, &search) != LF_OK) return 1;

    lf_source from = {.tile = lf_map_tile(map, 5, 2)};
    lf_tile to = lf_map_tile(map, 7, 4), route_tiles[40];
    lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
    lf_route route;
    lf_status status = lf_search_find(search, &query, route_tiles, 40, &route);

    printf("%s: %d moves\n", lf_status_text(status), (int)route.length);
    for (int i = 0; i < route.tile_count; i++) {
        lf_point p = lf_map_point(map, route_tiles[i]);
        printf("(%d,%d) ", p.x, p.y);
    }
    printf("\n");
    lf_search_destroy(search);
    lf_map_destroy(map);
    return 0;
}

// Output:
// done: 8 moves
// (5,2) (5,1) (5,0) (6,0) (7,0) (7,1) (7,2) (7,3) (7,4)
