// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ships stand in each other's way, and a bridge may be up: obstacles of one query, on a map that never changes.
#include <landfall.h>
#include <stdio.h>

static void print_route(const char *what, lf_status status, const lf_route *route, const lf_tile *tiles) {
    printf("%-14s %s, %d moves:", what, lf_status_name(status), (int)route->length);
    for (int64_t i = 0; i < route->tile_count; i++) printf(" %u,%u", tiles[i] % 9, tiles[i] / 9);
    printf("\n");
}

int main(void) {
    static const char sea[] = "....#...." // 9 x 5 tiles, '.' is open
                              "....#...."
                              "........."
                              "....#...."
                              "....#....";
    lf_map *map;
    lf_index *index;
    lf_search *search;
    lf_route route;
    lf_tile tiles[45];
    const lf_map_desc desc = {.width = 9,
                              .height = 5,
                              .tiles = sea,
                              .tiles_size = sizeof sea - 1,
                              .format = LF_TILES_MASKED,
                              .mask = 0xFF,
                              .value = '.'};
    if (lf_map_create(&desc, &map) != LF_OK) return 1;
    // Legs that other queries do not need: so obstacles on the route cost no flood.
    if (lf_index_create(map, &(lf_index_desc){.keep_legs = true}, &index) != LF_OK) return 1;
    // Room for the obstacles of a query is made with the search; queries allocate nothing.
    if (lf_search_create(map, &(lf_search_desc){.index = index, .obstacle_room = 100}, &search) != LF_OK)
        return 1;

    const lf_source ship = {.tile = lf_map_tile(map, 1, 2)};
    const lf_tile port = lf_map_tile(map, 7, 2);
    lf_query query = {.sources = &ship, .source_count = 1, .targets = &port, .target_count = 1};
    lf_status status = lf_search_find(search, &query, tiles, 45, &route);
    print_route("alone", status, &route, tiles);

    lf_obstacle list[3] = {{.x = 6, .y = 2, .width = 1, .height = 1}}; // another ship behind the strait
    lf_obstacles obstacles = {.list = list, .count = 1};
    query.obstacles = &obstacles;
    status = lf_search_find(search, &query, tiles, 45, &route);
    print_route("a ship", status, &route, tiles);

    list[1] = (lf_obstacle){.x = 4, .y = 1, .width = 1, .height = 3}; // a forbidden zone shuts the strait
    obstacles.count = 2;
    status = lf_search_find(search, &query, tiles, 45, &route);
    print_route("a zone", status, &route, tiles);

    list[2] = (lf_obstacle){.x = 4, .y = 0, .width = 1, .height = 1, .open = true}; // but a lock is open
    obstacles.count = 3;
    status = lf_search_find(search, &query, tiles, 45, &route);
    print_route("an open lock", status, &route, tiles);

    query.obstacles = NULL; // the map itself is as it was
    status = lf_search_find(search, &query, tiles, 45, &route);
    print_route("alone again", status, &route, tiles);
    lf_search_destroy(search);
    lf_index_destroy(index);
    lf_map_destroy(map);
    return 0;
}

// Output:
// alone          LF_OK, 6 moves: 1,2 2,2 3,2 4,2 5,2 6,2 7,2
// a ship         LF_OK, 8 moves: 1,2 2,2 3,2 4,2 5,2 5,1 6,1 7,1 7,2
// a zone         LF_NO_ROUTE, 0 moves:
// an open lock   LF_OK, 7 moves: 1,2 2,1 3,0 4,0 5,0 6,1 7,1 7,2
// alone again    LF_OK, 6 moves: 1,2 2,2 3,2 4,2 5,2 6,2 7,2
