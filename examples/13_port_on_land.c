// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A port stands on land, beside a pond. The rule for ends says which water it stands for; and where no water
// leads to the target, a partial route goes as near as it can.
#include <landfall.h>
#include <stdio.h>

static void print_route(const char *what, lf_status status, const lf_route *route) {
    if (status != LF_OK && status != LF_PARTIAL) {
        printf("%-8s %s: %s\n", what, lf_status_name(status), lf_status_text(status));
        return;
    }
    printf("%-8s %s, %d moves from %u,%u to %u,%u", what, lf_status_name(status), (int)route->length,
           route->source % 12, route->source / 12, route->target % 12, route->target / 12);
    printf(route->partial ? ", %d moves short of the target\n" : "\n", (int)route->target_distance);
}

int main(void) {
    static const char sea[] = "............" // 12 x 7 tiles, '.' is open
                              "..########.."
                              "..#P..#..#.."
                              "..##..#..#.."
                              "..####..##.."
                              "..########.."
                              "............";
    lf_map *map;
    lf_search *search;
    lf_route route;
    const lf_map_desc desc = {.width = 12,
                              .height = 7,
                              .tiles = sea,
                              .tiles_size = sizeof sea - 1,
                              .format = LF_TILES_MASKED,
                              .mask = 0xFF,
                              .value = '.'};
    if (lf_map_create(&desc, &map) != LF_OK || lf_search_create(map, NULL, &search) != LF_OK) return 1;

    const lf_source port = {.tile = lf_map_tile(map, 3, 2)};
    const lf_tile ship = lf_map_tile(map, 11, 6), lake = lf_map_tile(map, 7, 3);
    lf_query query = {.sources = &port, .source_count = 1, .targets = &ship, .target_count = 1};
    print_route("given", lf_search_find(search, &query, NULL, 0, &route), &route);
    query.source_rule = (lf_end_rule){.kind = LF_END_BESIDE}; // the tiles that touch it: the pond alone
    print_route("beside", lf_search_find(search, &query, NULL, 0, &route), &route);
    query.source_rule = (lf_end_rule){.kind = LF_END_NEAR, .radius = 2}; // the pond does not hide the sea
    print_route("near", lf_search_find(search, &query, NULL, 0, &route), &route);
    query.targets = &lake; // no water leads there
    query.partial = true;
    print_route("partial", lf_search_find(search, &query, NULL, 0, &route), &route);

    lf_search_destroy(search);
    lf_map_destroy(map);
    return 0;
}

// Output:
// given    LF_E_SOURCE_BLOCKED: a source lies on a blocked tile
// beside   LF_NO_ROUTE: no target can be reached from any source
// near     LF_OK, 15 moves from 1,0 to 11,6
// partial  LF_PARTIAL, 1 moves from 4,2 to 5,2, 2 moves short of the target
