// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ships of three sizes on one map: an index for each size, and the gate of the query chooses. A wall of land has
// a strait of 3 tiles, one of 5 tiles, and open water in the south.
#include <landfall.h>
#include <stdio.h>

enum { WIDTH = 300, HEIGHT = 300, SIZES = 3 };

int main(void) {
    static uint8_t tiles[WIDTH * HEIGHT];
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const int x = i % WIDTH, y = i / WIDTH;
        tiles[i] = x < 146 || x > 153 || (y >= 40 && y < 43) || (y >= 170 && y < 175) || y >= 280;
    }
    lf_map *map;
    lf_depth *depth;
    const lf_map_desc desc = {.width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = sizeof tiles};
    // The side of the largest open square to the right of a tile and below it: room for units of any size,
    // 2 x 2 included. The tiles of a route are the places of the unit's upper left tile.
    const lf_depth_desc corner = {.from = LF_DEPTH_CORNER, .edge_blocked = true};
    if (lf_map_create(&desc, &map) != LF_OK || lf_depth_create(map, &corner, &depth) != LF_OK) return 1;

    static const int32_t sizes[SIZES] = {2, 4, 9};
    lf_index *indexes[SIZES];
    const lf_index *gates[SIZES];
    for (int i = 0; i < SIZES; i++) { // made once, saved if you like, shared by threads
        const lf_index_desc index = {.depth = depth, .min_depth = sizes[i]};
        if (lf_index_create(map, &index, &indexes[i]) != LF_OK) return 1;
        gates[i] = indexes[i];
    }
    lf_search *search;
    const lf_search_desc with = {.depth = depth, .gate_indexes = gates, .gate_index_count = SIZES};
    if (lf_search_create(map, &with, &search) != LF_OK) return 1;

    const lf_source from = {.tile = lf_map_tile(map, 20, 30)};
    const lf_tile to = lf_map_tile(map, 280, 30);
    for (int i = 0; i < SIZES; i++) {
        const lf_query query = {.sources = &from,
                                .source_count = 1,
                                .targets = &to,
                                .target_count = 1,
                                .gate = {.min_depth = sizes[i]}};
        lf_route route;
        if (lf_search_find(search, &query, NULL, 0, &route) != LF_OK) return 1;
        printf("%d x %d tiles: %d moves, by %s, %d headlands expanded\n", (int)sizes[i], (int)sizes[i],
               (int)route.length, lf_strategy_name(route.strategy), (int)route.stats.expanded);
    }
    lf_search_destroy(search);
    for (int i = 0; i < SIZES; i++) lf_index_destroy(indexes[i]);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
    return 0;
}

// Output:
// 2 x 2 tiles: 260 moves, by headland, 2 headlands expanded
// 4 x 4 tiles: 292 moves, by headland, 1 headlands expanded
// 9 x 9 tiles: 517 moves, by headland, 1 headlands expanded
