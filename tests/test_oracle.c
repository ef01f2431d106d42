// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// flood against the oracle, on thousands of seeded small maps under each move rule and both costs, with
// several sources and targets; sliced at random; the same tiles as the written tie rule; and golden hashes
// for all platforms.
#include "test.h"

#include "ends.h"
#include "query/context.h"
#include "slow.h"

#ifdef TEST_IS_SLOW
enum { MAPS_PER_RULE = 4000 };
#else
enum { MAPS_PER_RULE = 20000 };
#endif

/// Every fourth map may be larger and reach over several words and blocks.
enum { SMALL_SIDE = 18, LARGE_SIDE = 70, LARGE_EVERY = 4 };

static int64_t diagonals_of(const lf_map *map, const lf_tile *tiles, int count) {
    int64_t diagonals = 0;
    for (int i = 1; i < count; i++) {
        const lf_point a = lf_map_point(map, tiles[i - 1]), b = lf_map_point(map, tiles[i]);
        diagonals += a.x != b.x && a.y != b.y;
    }
    return diagonals;
}

static void check_answer(const oracle_map *small, const lf_map *map, const lf_query *query, lf_status status,
                         const lf_route *route, const lf_tile *tiles) {
    static lf_tile expected[MAX_TILES];
    int diagonal = 0;
    const bool octile = query->options.cost == LF_COST_OCTILE;
    const int count = octile ? oracle_octile_route(small, query, expected, &diagonal)
                             : oracle_route(small, query, expected);
    CHECK_EQ(status, count > 0 ? LF_OK : LF_NO_ROUTE);
    CHECK_EQ(route->found, count > 0);
    CHECK_EQ(route->tile_count, count);
    CHECK(route->exact);
    if (count == 0 || route->tile_count != count) return;
    CHECK_EQ(route->length, count - 1);
    CHECK_EQ(route->straight + route->diagonal, route->length);
    if (octile) CHECK_EQ(route->diagonal, diagonal);
    CHECK_EQ(route->diagonal, diagonals_of(map, tiles, count));
    CHECK_EQ(lf_route_check(map, tiles, count, NULL, NULL), LF_OK);
    CHECK_EQ(memcmp(tiles, expected, sizeof *tiles * (size_t)count), 0);
    CHECK_EQ(route->source, tiles[0]);
    CHECK_EQ(route->target, tiles[count - 1]);
    CHECK_EQ(query->sources[route->source_index].tile, tiles[0]);
    CHECK(query->sources[route->source_index].origin == route->origin);
    for (int64_t i = 0; i < route->source_index; i++) CHECK(query->sources[i].tile != tiles[0]);
    CHECK_EQ(query->targets[route->target_index], tiles[count - 1]);
    for (int64_t i = 0; i < route->target_index; i++) CHECK(query->targets[i] != tiles[count - 1]);
    CHECK(route->stats.expanded <= route->stats.enqueued);
    CHECK(route->stats.enqueued <= lf_map_open_count(map));
}

static void compare_on_map(uint64_t seed, lf_moves moves, lf_cost cost, int64_t *found) {
    static lf_tile tiles[MAX_TILES], again[MAX_TILES];
    const oracle_map small =
        oracle_random_map(seed, seed % LARGE_EVERY == 0 ? LARGE_SIDE : SMALL_SIDE, moves);
    lf_map *map = oracle_to_map(&small);
    lf_search *search;
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.cost = cost}, &search), LF_OK);
    uint64_t random = seed ^ UINT64_C(0x5DEECE66D);
    ends e;
    // Several queries on one search, so that each meets the marks of the ones before.
    for (int i = 0; i < 3 && ends_pick(&small, &random, &e); i++) {
        lf_route route, sliced;
        e.query.options.cost = cost;
        const lf_status status = lf_search_find(search, &e.query, tiles, MAX_TILES, &route);
        check_answer(&small, map, &e.query, status, &route, tiles);
        *found += route.found;
        CHECK_EQ(find_sliced(search, &e.query, again, &sliced, &random), status);
        CHECK_EQ(sliced.tile_count, route.tile_count);
        CHECK_EQ(sliced.stats.expanded, route.stats.expanded);
        CHECK_EQ(sliced.stats.enqueued, route.stats.enqueued);
        CHECK_EQ(memcmp(tiles, again, sizeof *tiles * (size_t)route.tile_count), 0);
    }
    lf_search_destroy(search);
    lf_map_destroy(map);
    free(small.open);
}

static void compare_under(lf_moves moves, lf_cost cost) {
    const uint64_t seed = test_seed();
    int64_t found = 0;
    for (uint64_t i = 0; i < MAPS_PER_RULE; i++) {
        const int64_t before = test_failures;
        compare_on_map(seed + i, moves, cost, &found);
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %d maps, %" PRId64 " routes found\n", MAPS_PER_RULE, found);
    CHECK(found > MAPS_PER_RULE); // the maps must not be too hard to say anything
}

static void king(void) {
    compare_under(LF_MOVES_KING, LF_COST_UNIFORM);
}

static void king_cut(void) {
    compare_under(LF_MOVES_KING_CUT, LF_COST_UNIFORM);
}

static void orthogonal(void) {
    compare_under(LF_MOVES_ORTHOGONAL, LF_COST_UNIFORM);
}

static void king_octile(void) {
    compare_under(LF_MOVES_KING, LF_COST_OCTILE);
}

static void king_cut_octile(void) {
    compare_under(LF_MOVES_KING_CUT, LF_COST_OCTILE);
}

static void orthogonal_octile(void) {
    compare_under(LF_MOVES_ORTHOGONAL, LF_COST_OCTILE);
}

/// 1,000 routes, hashed: the same on every compiler, optimisation level, sanitizer and platform.
static uint64_t hash_of_routes(lf_cost cost, int64_t *expanded) {
    static lf_tile tiles[MAX_TILES];
    uint64_t hash = 14695981039346656037u;
    *expanded = 0;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        const oracle_map small = oracle_random_map(seed, 70, (lf_moves)(seed % 3));
        lf_map *map = oracle_to_map(&small);
        lf_search *search;
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.cost = cost}, &search), LF_OK);
        uint64_t random = seed;
        ends e;
        lf_route route = {0};
        if (ends_pick(&small, &random, &e)) {
            e.query.options.cost = cost;
            lf_search_find(search, &e.query, tiles, MAX_TILES, &route);
        }
        *expanded += route.stats.expanded;
        for (int64_t i = 0; i < route.tile_count; i++) hash = (hash ^ tiles[i]) * 1099511628211u;
        lf_search_destroy(search);
        lf_map_destroy(map);
        free(small.open);
    }
    printf("  hash %016" PRIx64 ", expanded %" PRId64 "\n", hash, *expanded);
    return hash;
}

/// Change these only with the tie rule or with what is counted, and say so in the changelog.
static void golden_hash(void) {
    int64_t expanded;
    CHECK(hash_of_routes(LF_COST_UNIFORM, &expanded) == UINT64_C(0xef432aac98ae5830));
    CHECK_EQ(expanded, 40001);
    CHECK(hash_of_routes(LF_COST_OCTILE, &expanded) == UINT64_C(0xdc6e1d3e05ddf51b));
    CHECK_EQ(expanded, 40780);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(king),        TEST(king_cut),        TEST(orthogonal),
        TEST(king_octile), TEST(king_cut_octile), TEST(orthogonal_octile),
        TEST(golden_hash),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
