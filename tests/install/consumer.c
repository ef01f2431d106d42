// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A user's program against the installed library.
#include <landfall.h>
#include <stdio.h>

#ifdef WITH_IO
#include <landfall_io.h>
#endif

int main(void) {
    const uint8_t tiles[3] = {1, 1, 1};
    const lf_map_desc desc = {.width = 3, .height = 1, .tiles = tiles, .tiles_size = 3};
    lf_map *map;
    lf_search *search;
    if (lf_map_create(&desc, &map) != LF_OK || lf_search_create(map, NULL, &search) != LF_OK) return 1;
    const lf_source from = {.tile = 0};
    const lf_tile to = 2;
    const lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
    lf_route route;
    const lf_status status = lf_search_find(search, &query, NULL, 0, &route);
    printf("%s, %d moves\n", lf_status_name(status), (int)route.length);
#ifdef WITH_IO
    lf_grid grid;
    lf_io_error error;
    if (lf_grid_load("missing.map", NULL, &grid, &error) == LF_IO_OK) return 1;
#endif
    lf_search_destroy(search);
    lf_map_destroy(map);
    return status == LF_OK ? 0 : 1;
}
