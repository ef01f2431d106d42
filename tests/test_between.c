// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// lf_search_between: one to one, in one call, against the oracle. Its buffers are in test_buffers.c.
#include "ends.h"
#include "meter.h"

typedef struct pair {
    lf_tile from, to;
} pair;

/// The number of tiles that a shortest route has, by the oracle; 0 for none.
static int64_t oracle_tiles(const oracle_map *small, pair two) {
    const lf_source source = {.tile = two.from};
    const lf_query query = {.sources = &source, .source_count = 1, .targets = &two.to, .target_count = 1};
    return oracle_length(small, NULL, &query) + 1;
}

static void check_pair(const oracle_map *small, lf_search *search, pair two) {
    static lf_tile tiles[MAX_TILES];
    lf_route route;
    const int64_t count = lf_search_between(search, two.from, two.to, tiles, MAX_TILES);
    if (!CHECK_EQ(count, oracle_tiles(small, two)) || count == 0) return;
    CHECK_EQ(lf_route_check(lf_search_map(search), tiles, count, NULL, NULL), LF_OK);
    CHECK(tiles[0] == two.from && tiles[count - 1] == two.to);
    CHECK_EQ(lf_search_finish(search, NULL, 0, &route), LF_OK); // the rest of the answer
    CHECK(route.found && route.exact && route.tile_count == count);
}

static void check_map(const oracle_map *small, uint64_t *random) {
    lf_map *map = oracle_to_map(small);
    lf_index *index;
    lf_search *search, *indexed;
    meter m = {0};
    CHECK_EQ(lf_index_create(map, NULL, &index), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.allocator = meter_allocator(&m)}, &search), LF_OK);
    CHECK_EQ(
        lf_search_create(map, &(lf_search_desc){.index = index, .allocator = meter_allocator(&m)}, &indexed),
        LF_OK);
    const int64_t allocated = m.calls;
    for (int i = 0; i < 8; i++) {
        const pair two = {oracle_random_open(small, random), oracle_random_open(small, random)};
        if (two.from == LF_NO_TILE) break;
        check_pair(small, search, two);
        check_pair(small, indexed, two);
    }
    CHECK_EQ(m.calls, allocated); // a query allocates nothing
    lf_search_destroy(search);
    lf_search_destroy(indexed);
    CHECK_EQ(m.live, 0);
    lf_index_destroy(index);
    lf_map_destroy(map);
}

static void routes_are_the_oracles(void) {
    const uint64_t seed = test_seed();
    for (uint64_t number = 0; number < 300; number++) {
        const int64_t before = test_failures;
        uint64_t random = seed + number;
        const oracle_map small = oracle_random_map(seed + number, 60, (lf_moves)(number % 3));
        check_map(&small, &random);
        free(small.open);
        if (test_failed_on(before, seed, number)) return;
    }
}

static void mistakes_are_told(void) {
    static const uint8_t row[] = {1, 1, 0, 1};
    const oracle_map small = {4, 1, LF_MOVES_KING, (unsigned char *)row};
    lf_map *map = oracle_to_map(&small);
    lf_search *search;
    lf_tile tiles[4] = {LF_NO_TILE, LF_NO_TILE, LF_NO_TILE, LF_NO_TILE};
    CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
    CHECK_EQ(lf_search_between(NULL, 0, 1, tiles, 4), LF_E_NULL);
    CHECK_EQ(lf_search_between(search, 4, 1, tiles, 4), LF_E_SOURCE_OUTSIDE);
    CHECK_EQ(lf_search_between(search, LF_NO_TILE, 1, tiles, 4), LF_E_SOURCE_OUTSIDE);
    CHECK_EQ(lf_search_between(search, 2, 1, tiles, 4), LF_E_SOURCE_BLOCKED);
    CHECK_EQ(lf_search_between(search, 0, 4, tiles, 4), LF_E_TARGET_OUTSIDE);
    CHECK_EQ(lf_search_between(search, 0, 2, tiles, 4), LF_E_TARGET_BLOCKED);
    CHECK_EQ(lf_search_between(search, 0, 3, tiles, 4), 0); // no route
    CHECK(tiles[0] == LF_NO_TILE);
    CHECK_EQ(lf_search_between(search, 1, 1, tiles, 4), 1); // one tile, no move
    CHECK(tiles[0] == 1 && tiles[1] == LF_NO_TILE);
    lf_search_destroy(search);
    lf_map_destroy(map);
}

/// A search for spine alone knows no shortest routes.
static void spine_alone_refuses(void) {
    static const uint8_t sea[16 * 16] = {1, 1};
    const oracle_map small = {16, 16, LF_MOVES_KING, (unsigned char *)sea};
    lf_map *map = oracle_to_map(&small);
    lf_coarse *coarse;
    lf_search *search;
    CHECK_EQ(lf_coarse_create(map, NULL, &coarse), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.coarse = coarse, .only = LF_STRATEGY_SPINE}, &search),
             LF_OK);
    CHECK_EQ(lf_search_between(search, 0, 1, NULL, 0), LF_E_ONLY_SPINE);
    lf_search_destroy(search);
    lf_coarse_destroy(coarse);
    lf_map_destroy(map);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(routes_are_the_oracles), TEST(mistakes_are_told),
                                      TEST(spine_alone_refuses)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
