// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// walks NAME: one walk through the library, whose files tests/walks.sh counts. What a query needs beforehand
// (map, coarse map, index, depths, search) is made first, and is not counted.
#include <landfall.h>

#include <stdlib.h>
#include <string.h>

void __gcov_reset(void);
void __gcov_dump(void);

enum { WIDTH = 320, HEIGHT = 200, TILES = WIDTH * HEIGHT };

static uint8_t tiles[TILES];
static lf_tile route_tiles[TILES];
static lf_map *map;
static lf_coarse *coarse;
static lf_index *lfindex;
static lf_depth *depth;

static void need(lf_status status) {
    if (status != LF_OK) exit(1);
}

/// A sea with 60 islands, whose corners at both ends are free.
static void sea_make(void) {
    uint32_t random = 7;
    memset(tiles, 1, sizeof tiles);
    for (int island = 0; island < 60; island++) {
        random = random * 1664525 + 1013904223;
        const uint32_t x = 10 + (random >> 8) % (WIDTH - 40), y = 6 + (random >> 20) % (HEIGHT - 30);
        for (uint32_t row = 0; row < 6 + island % 12; row++) memset(&tiles[(y + row) * WIDTH + x], 0, 14);
    }
    need(lf_map_create(&(lf_map_desc){.width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = TILES},
                       &map));
    need(lf_coarse_create(map, NULL, &coarse));
    need(lf_depth_create(map, NULL, &depth));
}

static void walk_index(void) {
    need(lf_index_create(map, NULL, &lfindex));
}

static void walk_query(const char *name) {
    const lf_source from = {.tile = lf_map_tile(map, 2, 3)};
    const lf_tile to = lf_map_tile(map, WIDTH - 4, HEIGHT - 3);
    lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
    lf_search_desc desc = {.coarse = coarse, .index = lfindex, .depth = depth};
    const bool deepest = strcmp(name, "deepest") == 0;
    if (deepest) query.gate = (lf_depth_gate){.deepest = true, .harbour = 8};
    need(lf_strategy_parse(deepest ? "flood" : name, &query.strategy));
    lf_search *search;
    lf_route route;
    need(lf_search_create(map, &desc, &search));
    __gcov_reset();
    need(lf_search_find(search, &query, route_tiles, TILES, &route));
}

/// Three walls, each with a door whose key lies before it, so that the route must fetch one key after the
/// other.
static void walk_keys(void) {
    static lf_fixture items[6];
    memset(tiles, 1, sizeof tiles);
    for (int32_t k = 0; k < 3; k++) {
        const uint32_t wall = 80 * (uint32_t)(k + 1);
        for (uint32_t y = 0; y < HEIGHT; y++) tiles[y * WIDTH + wall] = 0;
        tiles[100 * WIDTH + wall] = 1;
        memset(&tiles[60 * WIDTH + wall - 50], 0, 40);
        items[k] = (lf_fixture){
            .tile = (uint32_t)(20 + 60 * k) * WIDTH + wall - 10, .type = LF_FIXTURE_KEY, .kind = k};
        items[3 + k] = (lf_fixture){.tile = 100 * WIDTH + wall, .type = LF_FIXTURE_DOOR, .kind = k};
    }
    lf_map *dungeon;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    need(lf_map_create(&(lf_map_desc){.width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = TILES},
                       &dungeon));
    need(lf_fixtures_create(dungeon, &(lf_fixtures_desc){.fixtures = items, .fixture_count = 6}, &fixtures));
    need(lf_keys_search_create(fixtures, NULL, &search));
    const lf_source from = {.tile = lf_map_tile(dungeon, 2, 3)};
    const lf_tile to = lf_map_tile(dungeon, WIDTH - 4, HEIGHT - 3);
    const lf_keys_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
    lf_keys_route route;
    __gcov_reset();
    need(lf_keys_search_find(search, &query, route_tiles, TILES, &route));
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    sea_make();
    const bool building = strcmp(argv[1], "index") == 0;
    if (building) __gcov_reset();
    if (building || strcmp(argv[1], "headland") == 0) walk_index();
    if (strcmp(argv[1], "keys") == 0)
        walk_keys();
    else if (!building)
        walk_query(argv[1]);
    __gcov_dump();
    _Exit(0);
}
