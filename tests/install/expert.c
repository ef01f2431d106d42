// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An expert's program. Without LF_EXPERIMENTAL, given on the command line, it must not compile.
#include <landfall.h>
#include <stdio.h>

int main(void) {
    const uint8_t tiles[3] = {1, 1, 1};
    lf_map *map;
    lf_search *search;
    if (lf_map_create(&(lf_map_desc){.width = 3, .height = 1, .tiles = tiles, .tiles_size = 3}, &map) !=
            LF_OK ||
        lf_search_create(map, NULL, &search) != LF_OK)
        return 1;
    const lf_expert_options experts = {.frontier = (lf_frontier)2};
    const lf_source from = {.tile = 0};
    const lf_tile to = 1;
    lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
    lf_route route;
    lf_search_find(search, &query, NULL, 0, &route);
    const bool met = lf_search_has_met(search, 1);
    query.options.experts = &experts;
    const lf_status status = lf_search_find(search, &query, NULL, 0, &route);
    printf("%s, tile 1 was%s met\n", lf_status_name(status), met ? "" : " not");
    lf_search_destroy(search);
    lf_map_destroy(map);
    return 0;
}
