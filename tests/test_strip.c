// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// strip against the oracle on 20,000 seeded small maps of orthogonal moves, sliced, with both ways into the
// guardrail.
#include "test.h"

#include "ends.h"
#include "flood/strip.h"
#include "meter.h"
#include "slow.h"

#ifdef TEST_IS_SLOW
enum { MAPS = 3000 };
#else
enum { MAPS = 20000 };
#endif

static lf_tile tiles[MAX_TILES], again[MAX_TILES];

static void check_answer(const oracle_map *small, const lf_map *map, const lf_query *query, lf_status status,
                         const lf_route *route) {
    const int best = oracle_length(small, NULL, query);
    CHECK_EQ(status, best >= 0 ? LF_OK : LF_NO_ROUTE);
    CHECK(route->exact);
    if (best < 0 || status != LF_OK) return;
    CHECK_EQ(route->length, best);
    CHECK_EQ(route->straight, best);
    CHECK_EQ(route->tile_count, best + 1);
    CHECK_EQ(lf_route_check(map, tiles, route->tile_count, NULL, NULL), LF_OK);
    CHECK_EQ(route->source, tiles[0]);
    CHECK_EQ(route->target, tiles[best]);
    CHECK_EQ(query->sources[route->source_index].tile, tiles[0]);
    CHECK_EQ(query->targets[route->target_index], tiles[best]);
}

static void agrees_with_the_oracle(void) {
    const uint64_t seed = test_seed();
    int64_t found = 0, guardrails = 0;
    for (uint64_t i = 0; i < MAPS; i++) {
        const int64_t before = test_failures;
        const oracle_map small = oracle_random_map(seed + i, 70, LF_MOVES_ORTHOGONAL);
        lf_map *map = oracle_to_map(&small);
        lf_search *search;
        CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
        // Now and then hardly any room, so that the guardrail has to finish what strip began.
        if (i % 16 == 0) lfi_strip_of(search)->capacity = (uint32_t)(i / 16 % 5);
        uint64_t random = seed + i;
        ends e;
        if (ends_pick(&small, &random, &e)) {
            lf_route route, sliced;
            e.query.strategy = LF_STRATEGY_STRIP;
            e.query.options.cost = (lf_cost)(i % 2);
            const lf_status status = lf_search_find(search, &e.query, tiles, MAX_TILES, &route);
            check_answer(&small, map, &e.query, status, &route);
            CHECK_EQ(find_sliced(search, &e.query, again, &sliced, &random), status);
            CHECK_EQ(sliced.tile_count, route.tile_count);
            CHECK_EQ(memcmp(tiles, again, sizeof *tiles * (size_t)route.tile_count), 0);
            found += route.found;
            guardrails += route.stats.guardrail;
        }
        lfi_strip_of(search)->capacity = 2 * map->bodies.run_count + 1024;
        lf_search_destroy(search);
        lf_map_destroy(map);
        free(small.open);
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %d maps, %" PRId64 " routes, %" PRId64 " by the guardrail\n", MAPS, found, guardrails);
    CHECK(found > MAPS / 2 && guardrails > MAPS / 64);
}

static void very_many_targets(void) {
    const oracle_map small = oracle_random_map(77, 70, LF_MOVES_ORTHOGONAL);
    lf_map *map = oracle_to_map(&small);
    lf_search *search;
    CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
    static lf_tile targets[LFI_STRIP_TARGETS + 1];
    uint64_t random = 4;
    for (int i = 0; i <= LFI_STRIP_TARGETS; i++) targets[i] = oracle_random_open(&small, &random);
    const lf_source source = {.tile = oracle_random_open(&small, &random)};
    lf_query query = {
        .sources = &source, .source_count = 1, .targets = targets, .strategy = LF_STRATEGY_STRIP};
    for (int64_t count = LFI_STRIP_TARGETS; count <= LFI_STRIP_TARGETS + 1; count++) {
        lf_route route;
        query.target_count = count;
        const lf_status status = lf_search_find(search, &query, tiles, MAX_TILES, &route);
        check_answer(&small, map, &query, status, &route);
        CHECK_EQ(route.stats.guardrail, count > LFI_STRIP_TARGETS);
    }
    lf_search_destroy(search);
    lf_map_destroy(map);
    free(small.open);
}

static void is_refused_where_it_cannot_serve(void) {
    const uint8_t open[6] = {1, 1, 1, 1, 1, 1};
    for (int i = 0; i < 4; i++) {
        lf_map_desc desc = {.width = 3, .height = 2, .tiles = open, .tiles_size = 6};
        desc.moves = i < 3 ? (lf_moves)i : LF_MOVES_ORTHOGONAL;
        desc.skip_bodies = i >= 3;
        lf_map *map;
        lf_search *search;
        meter m = {0};
        CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.allocator = meter_allocator(&m)}, &search), LF_OK);
        CHECK_EQ(m.live, lf_search_bytes(search));
        const lf_tile target = 5;
        const lf_query query = {.sources = &(lf_source){0},
                                .source_count = 1,
                                .targets = &target,
                                .target_count = 1,
                                .strategy = LF_STRATEGY_STRIP};
        const int64_t calls = m.calls;
        lf_route route;
        CHECK_EQ(lf_search_find(search, &query, tiles, MAX_TILES, &route), i == 2 ? LF_OK : LF_E_STRIP);
        CHECK_EQ(route.length, i == 2 ? 3 : 0);
        CHECK_EQ(m.calls, calls);
        lf_search_destroy(search);
        CHECK(m.live == 0 && m.blocks == 0);
        lf_map_destroy(map);
    }
}

static void every_allocation_may_fail(void) {
    const oracle_map small = oracle_random_map(77, 70, LF_MOVES_ORTHOGONAL);
    lf_map *map = oracle_to_map(&small);
    meter all = {0};
    lf_search *search;
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.allocator = meter_allocator(&all)}, &search), LF_OK);
    lf_search_destroy(search);
    for (int64_t k = 1; k <= all.calls; k++) {
        meter m = {.fail_at = k};
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.allocator = meter_allocator(&m)}, &search),
                 LF_E_NOMEM);
        CHECK(search == NULL && m.live == 0 && m.blocks == 0);
    }
    lf_map_destroy(map);
    free(small.open);
}

/// 1,000 routes, hashed: the same everywhere.
static void golden_hash(void) {
    uint64_t hash = 14695981039346656037u;
    int64_t expanded = 0, slices = 0;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        const oracle_map small = oracle_random_map(seed, 70, LF_MOVES_ORTHOGONAL);
        lf_map *map = oracle_to_map(&small);
        lf_search *search;
        CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
        uint64_t random = seed;
        ends e;
        lf_route route = {0};
        if (ends_pick(&small, &random, &e)) {
            e.query.strategy = LF_STRATEGY_STRIP;
            slices += slices_count(search, &e.query);
            lf_search_find(search, &e.query, tiles, MAX_TILES, &route);
        }
        expanded += route.stats.expanded;
        for (int64_t i = 0; i < route.tile_count; i++) hash = (hash ^ tiles[i]) * 1099511628211u;
        lf_search_destroy(search);
        lf_map_destroy(map);
        free(small.open);
    }
    printf("  hash %016" PRIx64 ", expanded %" PRId64 "\n", hash, expanded);
    CHECK(hash ==
          UINT64_C(0x7f3918a6153afe0d)); // change only with the search itself, and say so in the changelog
    CHECK_EQ(expanded, 5243);
    CHECK_EQ(slices, 2535);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(agrees_with_the_oracle), TEST(very_many_targets),
                                      TEST(is_refused_where_it_cannot_serve), TEST(every_allocation_may_fail),
                                      TEST(golden_hash)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
