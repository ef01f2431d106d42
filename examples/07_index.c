// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An index: built once, saved, loaded, and then the shortest route in microseconds instead of milliseconds.
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
    lf_index *index, *again;
    lf_search *search;
    const lf_map_desc desc = {.width = SIDE, .height = SIDE, .tiles = tiles, .tiles_size = SIDE * SIDE};
    if (lf_map_create(&desc, &map) != LF_OK) return 1;
    free(tiles);
    if (lf_index_create(map, NULL, &index) != LF_OK) return 1; // shared by threads, like the map
    const size_t size = lf_index_save_size(index);
    void *bytes = malloc(size); // lf_index_save_file of landfall_io.h puts them into a file
    if (bytes == NULL || lf_index_save(index, bytes, size) != LF_OK) return 1;
    if (lf_index_load(map, NULL, bytes, size, &again) != LF_OK) return 1;
    free(bytes);
    if (lf_search_create(map, &(lf_search_desc){.index = again}, &search) != LF_OK) return 1;

    const lf_source from = {.tile = lf_map_tile(map, 5, 500)};
    const lf_tile to = lf_map_tile(map, 995, 500);
    lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
    lf_route route;
    if (lf_search_find(search, &query, NULL, 0, &route) != LF_OK) return 1; // auto takes the index
    printf("%s: %d moves, exact: %s, %d of %d headlands expanded\n", lf_strategy_name(route.strategy),
           (int)route.length, route.exact ? "yes" : "no", (int)route.stats.expanded,
           (int)lf_index_headland_count(again));
    lf_search_destroy(search);
    lf_index_destroy(index);
    lf_index_destroy(again);
    lf_map_destroy(map);
    return 0;
}

// Output:
// headland: 2264 moves, exact: yes, 2 of 80 headlands expanded
