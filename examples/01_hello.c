// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The shortest route on a map of your own: create the map, create a search, ask.
#include <landfall.h>
#include <stdio.h>

int main(void) {
    static const char sea[] = "........"
                              ".####.#."
                              ".#....#."
                              ".#.####."
                              "........";
    const lf_map_desc desc = {.width = 8,
                              .height = 5,
                              .tiles = sea,
                              .tiles_size = 8 * 5,
                              .format = LF_TILES_MASKED, // open where (byte & mask) == value
                              .mask = 0xFF,
                              .value = '.'};
    lf_map *map;
    lf_search *search;
    if (lf_map_create(&desc, &map) != LF_OK) return 1;
    if (lf_search_create(map, NULL, &search) != LF_OK) return 1;

    lf_tile route[8 * 5];
    const lf_tile from = lf_map_tile(map, 5, 2), to = lf_map_tile(map, 7, 4);
    const int64_t count = lf_search_between(search, from, to, route, 8 * 5);
    if (count < 0) return 1; // a status: lf_status_text has the words

    printf("%d tiles:", (int)count);
    for (int64_t i = 0; i < count; i++) {
        const lf_point point = lf_map_point(map, route[i]);
        printf(" (%d,%d)", point.x, point.y);
    }
    printf("\n");
    lf_search_destroy(search);
    lf_map_destroy(map);
    return 0;
}

// Output:
// 9 tiles: (5,2) (5,1) (5,0) (6,0) (7,0) (7,1) (7,2) (7,3) (7,4)
