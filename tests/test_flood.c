// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// flood in blocks against its plain form, tile by tile, on maps of many blocks; octile costs against the
// oracle; the words of 128 bits against single bits; memory, slices, stamps and refusals of both costs.
#include "test.h"

#include "base/cost.h"
#include "ends.h"
#include "flood/flood.h"
#include "flood/octile.h"
#include "meter.h"
#include "plain.h"
#include "slow.h"
#include "starve.h"

enum { SIDE = 160, ROOM = SIDE * SIDE };

#ifdef TEST_IS_SLOW
enum { MAPS_PER_RULE = 500 };
#else
enum { MAPS_PER_RULE = 3000 };
#endif

// ---- Words of 128 bits ----------------------------------------------------------------------------

typedef struct bits {
    bool at[LFI_WIDE_ROWS][LFI_WIDE_COLUMNS];
} bits;

static bits bits_of(lfi_wide wide) {
    bits out;
    for (unsigned y = 0; y < LFI_WIDE_ROWS; y++) {
        for (unsigned x = 0; x < LFI_WIDE_COLUMNS; x++) out.at[y][x] = lfi_wide_has(&wide, x, y);
    }
    return out;
}

/// The bits moved by dx, dy; what leaves the block is lost.
static bits bits_moved(bits from, int dx, int dy) {
    bits out = {0};
    for (int y = 0; y < LFI_WIDE_ROWS; y++) {
        for (int x = 0; x < LFI_WIDE_COLUMNS; x++) {
            const int to_x = x + dx, to_y = y + dy;
            if (to_x < 0 || to_y < 0 || to_x >= LFI_WIDE_COLUMNS || to_y >= LFI_WIDE_ROWS) continue;
            out.at[to_y][to_x] = from.at[y][x];
        }
    }
    return out;
}

static bool bits_equal(bits a, lfi_wide b) {
    const bits other = bits_of(b);
    return memcmp(&a, &other, sizeof a) == 0;
}

static lfi_wide wide_random(uint64_t *random) {
    lfi_wide wide = lfi_wide_none();
    const int sparse = oracle_below(random, 3);
    for (unsigned y = 0; y < LFI_WIDE_ROWS; y++) {
        uint64_t row = oracle_random(random);
        for (int i = 0; i < sparse; i++) row &= oracle_random(random);
        lfi_wide_add_row(&wide, y, (unsigned)(row & 0xffff));
    }
    return wide;
}

static void wide_moves_like_single_bits(void) {
    uint64_t random = test_seed();
    for (int i = 0; i < 2000; i++) {
        const lfi_wide a = wide_random(&random), b = wide_random(&random);
        const bits from = bits_of(a), other = bits_of(b);
        CHECK(bits_equal(bits_moved(from, -1, 0), lfi_wide_left(a)));
        CHECK(bits_equal(bits_moved(from, 1, 0), lfi_wide_right(a)));
        CHECK(bits_equal(bits_moved(from, 0, -1), lfi_wide_up(a)));
        CHECK(bits_equal(bits_moved(from, 0, 1), lfi_wide_down(a)));
        CHECK(bits_equal(bits_moved(from, 15, 0), lfi_wide_first_to_last(a)));
        CHECK(bits_equal(bits_moved(from, -15, 0), lfi_wide_last_to_first(a)));
        int count = 0;
        bits both = {0}, any = {0}, only = {0};
        for (int y = 0; y < LFI_WIDE_ROWS; y++) {
            for (int x = 0; x < LFI_WIDE_COLUMNS; x++) {
                both.at[y][x] = from.at[y][x] && other.at[y][x];
                any.at[y][x] = from.at[y][x] || other.at[y][x];
                only.at[y][x] = from.at[y][x] && !other.at[y][x];
                count += from.at[y][x];
            }
        }
        CHECK(bits_equal(both, lfi_wide_and(a, b)) && bits_equal(any, lfi_wide_or(a, b)) &&
              bits_equal(only, lfi_wide_without(a, b)));
        CHECK_EQ(lfi_wide_count(a), count);
        CHECK_EQ(lfi_wide_is_none(a), count == 0);
        CHECK_EQ(lfi_wide_top(a), lfi_wide_row(&a, 0));
        CHECK_EQ(lfi_wide_bottom(a), lfi_wide_row(&a, 7));
        CHECK(bits_equal(bits_moved(bits_moved(from, 0, -7), 0, 7), lfi_wide_of_bottom(lfi_wide_bottom(a))));
        CHECK(bits_equal(bits_moved(bits_moved(from, 0, 7), 0, -7), lfi_wide_of_top(lfi_wide_top(a))));
        if (test_failures != 0) return;
    }
    CHECK(lfi_wide_is_none(lfi_wide_none()));
    CHECK_EQ(lfi_wide_count(lfi_wide_full()), 128);
}

// ---- Against the plain form -----------------------------------------------------------------------

/// Open sea with walls and noise, over many blocks.
static oracle_map map_random(uint64_t seed, lf_moves moves) {
    uint64_t random = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    oracle_map map = {
        .width = 1 + oracle_below(&random, SIDE), .height = 1 + oracle_below(&random, SIDE), .moves = moves};
    map.open = malloc((size_t)(map.width * map.height));
    const int percent = (int[]){0, 2, 10, 30, 40}[oracle_below(&random, 5)];
    for (int i = 0; i < map.width * map.height; i++) map.open[i] = oracle_below(&random, 100) >= percent;
    for (int wall = oracle_below(&random, 30); wall > 0; wall--) {
        const int x = oracle_below(&random, map.width), y = oracle_below(&random, map.height);
        const int length = oracle_below(&random, 60), dx = oracle_below(&random, 2);
        for (int i = 0; i < length; i++) {
            const int to_x = x + dx * i, to_y = y + (1 - dx) * i;
            if (to_x < map.width && to_y < map.height) map.open[to_y * map.width + to_x] = 0;
        }
    }
    return map;
}

/// The tiles that a finished query of the library says it has met: exactly those no farther than the target.
static int64_t count_met(const lf_search *search, const lf_map *map) {
    int64_t count = 0;
    for (lf_tile i = 0; i < map->tile_count; i++) count += lf_search_has_met(search, i);
    return count;
}

static void compare_query(lf_search *search, plain *reference, const lf_map *map, const lf_query *query,
                          uint64_t *random) {
    static lf_tile tiles[ROOM], expected[ROOM], sliced_tiles[ROOM];
    lf_route route, plain_route, sliced;
    const lf_status status = lf_search_find(search, query, tiles, ROOM, &route);
    CHECK_EQ(plain_find(reference, query, expected, ROOM, &plain_route), status);
    CHECK_EQ(count_met(search, map), route.stats.enqueued);
    CHECK_EQ(route.tile_count, plain_route.tile_count);
    CHECK_EQ(memcmp(tiles, expected, sizeof *tiles * (size_t)route.tile_count), 0);
    // The plain form stops somewhere inside the last wave, flood before it.
    CHECK(route.stats.expanded <= plain_route.stats.expanded &&
          plain_route.stats.expanded <= route.stats.enqueued);
    CHECK(route.stats.enqueued <= plain_route.stats.enqueued || !route.found);
    if (!route.found) CHECK_EQ(route.stats.expanded, plain_route.stats.expanded);
    CHECK_EQ(lf_search_begin(search, query), LF_PAUSED);
    int64_t pauses = 0;
    while (lf_search_step(search, 1 + oracle_below(random, 400)) == LF_PAUSED) pauses++;
    CHECK(pauses <= route.stats.enqueued);
    CHECK_EQ(lf_search_finish(search, sliced_tiles, ROOM, &sliced), status);
    CHECK_EQ(sliced.stats.expanded, route.stats.expanded);
    CHECK_EQ(sliced.stats.enqueued, route.stats.enqueued);
    CHECK_EQ(memcmp(tiles, sliced_tiles, sizeof *tiles * (size_t)route.tile_count), 0);
}

static void compare_under(lf_moves moves) {
    const uint64_t seed = test_seed();
    int64_t compared = 0;
    for (uint64_t i = 0; i < MAPS_PER_RULE && test_failures == 0; i++) {
        const oracle_map small = map_random(seed + i, moves);
        lf_map *map = oracle_to_map(&small);
        lf_search *search;
        CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
        plain *reference = plain_create(map);
        uint64_t random = seed ^ i;
        ends e;
        for (int k = 0; k < 2 && ends_pick(&small, &random, &e); k++, compared++)
            compare_query(search, reference, map, &e.query, &random);
        plain_destroy(reference);
        lf_search_destroy(search);
        lf_map_destroy(map);
        free(small.open);
    }
    printf("  %" PRId64 " queries on %d maps\n", compared, MAPS_PER_RULE);
    CHECK(compared > MAPS_PER_RULE);
}

static void king_as_plain(void) {
    compare_under(LF_MOVES_KING);
}

static void king_cut_as_plain(void) {
    compare_under(LF_MOVES_KING_CUT);
}

static void orthogonal_as_plain(void) {
    compare_under(LF_MOVES_ORTHOGONAL);
}

// ---- Octile costs against the oracle ---------------------------------------------------------------

static void compare_octile_query(const oracle_map *small, lf_search *search, const lf_query *query,
                                 uint64_t *random) {
    static lf_tile tiles[MAX_TILES], expected[MAX_TILES];
    lf_route route, sliced;
    int diagonal;
    const int count = oracle_octile_route(small, query, expected, &diagonal);
    CHECK_EQ(lf_search_find(search, query, tiles, MAX_TILES, &route), count > 0 ? LF_OK : LF_NO_ROUTE);
    CHECK_EQ(route.tile_count, count);
    CHECK_EQ(route.diagonal, diagonal);
    CHECK_EQ(memcmp(tiles, expected, sizeof *tiles * (size_t)count), 0);
    CHECK_EQ(count_met(search, lf_search_map(search)), route.stats.enqueued);
    CHECK(route.stats.expanded <= route.stats.enqueued);
    for (int i = 0; i < count; i++) CHECK(lf_search_has_met(search, tiles[i]));
    CHECK_EQ(find_sliced(search, query, tiles, &sliced, random), count > 0 ? LF_OK : LF_NO_ROUTE);
    CHECK_EQ(sliced.stats.expanded, route.stats.expanded);
    CHECK_EQ(sliced.stats.enqueued, route.stats.enqueued);
    CHECK_EQ(memcmp(tiles, expected, sizeof *tiles * (size_t)count), 0);
}

static void octile_as_oracle(void) {
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < MAPS_PER_RULE && test_failures == 0; i++) {
        const oracle_map small = oracle_random_map(seed + i, i % 4 == 0 ? 70 : 18, (lf_moves)(i % 2));
        lf_map *map = oracle_to_map(&small);
        lf_search *search;
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.cost = LF_COST_OCTILE}, &search), LF_OK);
        uint64_t random = seed ^ i;
        ends e;
        for (int k = 0; k < 3 && ends_pick(&small, &random, &e); k++) {
            e.query.options.cost = LF_COST_OCTILE;
            compare_octile_query(&small, search, &e.query, &random);
        }
        lf_search_destroy(search);
        lf_map_destroy(map);
        free(small.open);
    }
}

/// A step ends when its budget is used up: how many steps of 3 queries take, under both costs.
static void slices_are_as_many_as_they_were(void) {
    int64_t slices[2] = {0};
    for (uint64_t seed = 1; seed <= 200; seed++) {
        const oracle_map small = oracle_random_map(seed, 70, (lf_moves)(seed % 2));
        lf_map *map = oracle_to_map(&small);
        lf_search *search;
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.cost = LF_COST_OCTILE}, &search), LF_OK);
        uint64_t random = seed;
        ends e;
        for (int cost = 0; cost < 2 && ends_pick(&small, &random, &e); cost++) {
            e.query.options.cost = (lf_cost)cost;
            slices[cost] += slices_count(search, &e.query);
        }
        lf_search_destroy(search);
        lf_map_destroy(map);
        free(small.open);
    }
    CHECK_EQ(slices[LF_COST_UNIFORM], 1649);
    CHECK_EQ(slices[LF_COST_OCTILE], 1045);
}

// ---- Memory, stamps, refusals ---------------------------------------------------------------------

static lf_map *open_map(int32_t width, int32_t height, lf_moves moves) {
    oracle_map all = {
        .width = width, .height = height, .moves = moves, .open = malloc((size_t)width * (size_t)height)};
    memset(all.open, 1, (size_t)width * (size_t)height);
    lf_map *map = oracle_to_map(&all);
    free(all.open);
    return map;
}

/// What the header promises: at most a byte a tile, and 12.5 more with room for octile costs.
static void scratch_is_bounded(void) {
    static const int32_t sizes[][2] = {{512, 512},   {1024, 768}, {2000, 1000},
                                       {1999, 1001}, {300, 2000}, {5536, 276}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        lf_map *map = open_map(sizes[i][0], sizes[i][1], LF_MOVES_KING);
        const int64_t tiles = (int64_t)sizes[i][0] * sizes[i][1];
        for (int octile = 0; octile < 2; octile++) {
            meter m = {0};
            lf_search *search;
            const lf_search_desc desc = {.cost = octile != 0 ? LF_COST_OCTILE : LF_COST_UNIFORM,
                                         .allocator = meter_allocator(&m)};
            CHECK_EQ(lf_search_create(map, &desc, &search), LF_OK);
            CHECK_EQ(m.live, lf_search_bytes(search));
            CHECK(2 * m.live <= tiles * (octile ? 27 : 2));
            if (i == 0) printf("  %.3f bytes a tile on 512 x 512\n", (double)m.live / (double)tiles);
            const int64_t calls = m.calls;
            const lf_tile target = (lf_tile)(tiles - 1);
            const lf_query query = {.sources = &(lf_source){0},
                                    .source_count = 1,
                                    .targets = &target,
                                    .target_count = 1,
                                    .options.cost = octile ? LF_COST_OCTILE : LF_COST_UNIFORM};
            CHECK_EQ(lf_search_find(search, &query, NULL, 0, NULL), LF_OK);
            CHECK_EQ(m.calls, calls);
            lf_search_destroy(search);
            CHECK_EQ(m.live, 0);
        }
        lf_map_destroy(map);
    }
}

static void every_allocation_failed(void) {
    lf_map *map = open_map(20, 20, LF_MOVES_KING);
    meter all = {0};
    lf_search *search;
    lf_search_desc desc = {.cost = LF_COST_OCTILE, .allocator = meter_allocator(&all)};
    CHECK_EQ(lf_search_create(map, &desc, &search), LF_OK);
    lf_search_destroy(search);
    CHECK_EQ(all.live, 0);
    CHECK_EQ(all.calls, 17); // itself, bodies, flood and its three arrays, octile and its five
    search_starve(map, desc, all.calls);
    lf_map_destroy(map);
}

static void octile_needs_room(void) {
    const lf_tile target = 99;
    lf_query query = {.sources = &(lf_source){0},
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .options.cost = LF_COST_OCTILE};
    for (int rules = 0; rules < 3; rules++) {
        lf_map *map = open_map(10, 10, (lf_moves)rules);
        lf_search *without, *with;
        CHECK_EQ(lf_search_create(map, NULL, &without), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.cost = LF_COST_OCTILE}, &with), LF_OK);
        lf_route route;
        for (int strategy = LF_STRATEGY_AUTO; strategy <= LF_STRATEGY_FLOOD; strategy++) {
            query.strategy = (lf_strategy)strategy;
            const bool orthogonal = rules == LF_MOVES_ORTHOGONAL; // both costs are the same there
            CHECK_EQ(lf_search_begin(without, &query), orthogonal ? LF_PAUSED : LF_E_NO_OCTILE);
            CHECK_EQ(lf_search_find(with, &query, NULL, 0, &route), LF_OK);
            CHECK_EQ(route.diagonal, orthogonal ? 0 : 9);
            CHECK_EQ(route.straight, orthogonal ? 18 : 0);
            CHECK(route.exact);
        }
        CHECK_EQ(lf_search_bytes(with) == lf_search_bytes(without), rules == LF_MOVES_ORTHOGONAL);
        lf_search_destroy(with);
        lf_search_destroy(without);
        lf_map_destroy(map);
    }
}

/// Fewer moves and lower cost are two different wishes. One search answers both, by turns.
static void costs_choose_different_routes(void) {
    int64_t longer = 0;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        const oracle_map small = oracle_random_map(seed, 24, (lf_moves)(seed % 2));
        lf_map *map = oracle_to_map(&small);
        lf_search *search;
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.cost = LF_COST_OCTILE}, &search), LF_OK);
        uint64_t random = seed;
        ends e;
        for (int i = 0; i < 4 && ends_pick(&small, &random, &e); i++) {
            lf_route uniform, octile;
            e.query.options.cost = LF_COST_UNIFORM;
            const lf_status status = lf_search_find(search, &e.query, NULL, 0, &uniform);
            e.query.options.cost = LF_COST_OCTILE;
            CHECK_EQ(lf_search_find(search, &e.query, NULL, 0, &octile), status);
            CHECK(octile.length >= uniform.length);
            CHECK(lfi_cost_sign(octile.straight - uniform.straight, octile.diagonal - uniform.diagonal) <= 0);
            longer += octile.length > uniform.length;
        }
        lf_search_destroy(search);
        lf_map_destroy(map);
        free(small.open);
    }
    printf("  %" PRId64 " of the cheapest routes have more moves than the shortest\n", longer);
    CHECK(longer > 10);
}

static void octile_stamps_wrap_around_and_met_tiles_are_told(void) {
    lf_map *map = open_map(40, 1, LF_MOVES_KING);
    lf_search *search;
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.cost = LF_COST_OCTILE}, &search), LF_OK);
    lf_tile target = 39;
    lf_query query = {.sources = &(lf_source){0},
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .options.cost = LF_COST_OCTILE};
    lf_route route;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK); // run 1 marks everything
    CHECK(lf_search_has_met(search, 0) && lf_search_has_met(search, 39));
    lfi_octile_of(search)->stamp = UINT32_MAX; // the next run has stamp 1 again
    target = 3;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(lfi_octile_of(search)->stamp, 1);
    CHECK_EQ(route.length, 3);
    CHECK_EQ(route.stats.enqueued, 4);
    CHECK_EQ(route.stats.expanded, 4);
    CHECK(lf_search_has_met(search, 3) && !lf_search_has_met(search, 39));
    query.options.cost = LF_COST_UNIFORM; // and the marks of the other cost are its own
    target = 0;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK(lf_search_has_met(search, 0) && !lf_search_has_met(search, 3));
    lf_search_destroy(search);
    lf_map_destroy(map);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(wide_moves_like_single_bits),
        TEST(king_as_plain),
        TEST(king_cut_as_plain),
        TEST(orthogonal_as_plain),
        TEST(octile_as_oracle),
        TEST(slices_are_as_many_as_they_were),
        TEST(scratch_is_bounded),
        TEST(every_allocation_failed),
        TEST(octile_needs_room),
        TEST(costs_choose_different_routes),
        TEST(octile_stamps_wrap_around_and_met_tiles_are_told),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
