// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ways made once: the lengths of a search with ways against those of one without, every route walked; many sources
// and targets; limits; every allocation failed in turn; misuse. tests/test_keys_swarm.c has them as well, against a
// search of its own on crowded dungeons.
#include "test.h"

#include "dungeon.h"
#include "dungeons.h"
#include "keys/keys.h"
#include "meter.h"
#include "walked.h"

#include <stdlib.h>

enum { LARGE_PER_RULE = 300 };

static const lf_goal goals[] = {LF_GOAL_EXIT, LF_GOAL_ALL_KEYS, LF_GOAL_ALL_KEYS_EXIT};

// ---------------------------------------------------------------------------------------------------
// Rooms
// ---------------------------------------------------------------------------------------------------

static void rooms_under(lf_moves moves) {
    const uint64_t seed = test_seed();
    int64_t found = 0;
    for (uint64_t i = 0; i < LARGE_PER_RULE; i++) {
        dungeon d;
        lf_map *map;
        lf_fixtures *fixtures;
        lf_keys_ways *ways;
        lf_keys_search *kept, *plain;
        if (!dungeon_make_large(&d, seed + i, moves)) continue;
        CHECK(dungeon_build(&d, NULL, &map, &fixtures));
        CHECK_EQ(lf_keys_ways_create(fixtures, NULL, &ways), LF_OK);
        CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.ways = ways}, &kept), LF_OK);
        CHECK_EQ(lf_keys_search_create(fixtures, NULL, &plain), LF_OK);
        kept->plain_below = 0;
        if (i % 2 == 0) kept->hop_above = 0;
        for (int g = 0; g < 3; g++) {
            const lf_keys_query query = dungeon_query(&d, goals[g], LF_KEYS);
            const lf_keys_query reference = dungeon_query(&d, goals[g], LF_KEYS_PLAIN);
            const int64_t length = ask_walked(kept, &query);
            CHECK_EQ(length, ask_walked(plain, &reference));
            found += length >= 0;
        }
        lf_keys_search_destroy(kept);
        lf_keys_search_destroy(plain);
        lf_keys_ways_destroy(ways);
        lf_fixtures_destroy(fixtures);
        lf_map_destroy(map);
    }
    CHECK(found > LARGE_PER_RULE);
}

static void same_lengths_in_rooms(void) {
    rooms_under(LF_MOVES_KING);
    rooms_under(LF_MOVES_KING_CUT);
    rooms_under(LF_MOVES_ORTHOGONAL);
}

/// A dungeon of the generator, large enough for arcs over arcs.
typedef struct hall {
    lf_map *map;
    lf_fixtures *fixtures;
    lf_tile start, exit;
    lf_tile *open; ///< open tiles that are no doors
    int64_t open_count;
} hall;

enum { HALL_SIDE = 300, HALL_TILES = HALL_SIDE * HALL_SIDE };

static hall hall_make(lf_moves moves, uint64_t seed, bool maze) {
    static uint8_t tiles[HALL_TILES], open[HALL_TILES];
    static lf_fixture fixtures[HALL_TILES];
    const lf_dungeon_desc desc = {.width = HALL_SIDE,
                                  .height = HALL_SIDE,
                                  .rooms = maze ? 0 : 90,
                                  .keys = 9,
                                  .doors = 20,
                                  .seed = seed};
    hall h = {.open = malloc(HALL_TILES * sizeof *h.open)};
    int64_t count = 0;
    CHECK(lf_dungeon_make(&desc, tiles) == NULL && h.open != NULL);
    for (int i = 0; i < HALL_TILES; i++) {
        const uint8_t t = tiles[i];
        const bool door = t >= LF_DUNGEON_DOOR && t < LF_DUNGEON_DOOR + LF_MAX_KINDS;
        const bool key = t >= LF_DUNGEON_KEY && t < LF_DUNGEON_KEY + LF_MAX_KINDS;
        open[i] = t != LF_DUNGEON_WALL;
        if (t == LF_DUNGEON_START) h.start = (lf_tile)i;
        if (t == LF_DUNGEON_EXIT) h.exit = (lf_tile)i;
        if (open[i] && !door) h.open[h.open_count++] = (lf_tile)i;
        if (door || key)
            fixtures[count++] =
                (lf_fixture){(lf_tile)i, (uint8_t)(t - (door ? LF_DUNGEON_DOOR : LF_DUNGEON_KEY)),
                             door ? LF_FIXTURE_DOOR : LF_FIXTURE_KEY};
    }
    const lf_map_desc map = {
        .width = HALL_SIDE, .height = HALL_SIDE, .tiles = open, .tiles_size = sizeof open, .moves = moves};
    CHECK_EQ(lf_map_create(&map, &h.map), LF_OK);
    CHECK_EQ(lf_fixtures_create(h.map, &(lf_fixtures_desc){fixtures, count, {0}}, &h.fixtures), LF_OK);
    return h;
}

static void hall_free(hall *h) {
    lf_fixtures_destroy(h->fixtures);
    lf_map_destroy(h->map);
    free(h->open);
}

enum { HALL_ENDS = 30 };

/// One object with ways answers query after query, from one source or from many, to one target or to many.
static void hall_compare(lf_moves moves, uint64_t seed, bool maze) {
    hall h = hall_make(moves, seed, maze);
    lf_keys_ways *ways;
    lf_keys_search *kept, *anew;
    CHECK_EQ(lf_keys_ways_create(h.fixtures, NULL, &ways), LF_OK);
    CHECK_EQ(lf_keys_search_create(h.fixtures, &(lf_keys_search_desc){.ways = ways}, &kept), LF_OK);
    CHECK_EQ(lf_keys_search_create(h.fixtures, NULL, &anew), LF_OK);
    kept->plain_below = anew->plain_below = 0;
    uint64_t random = seed * 77 + 5;
    for (int i = 0; i < 12; i++) {
        lf_source sources[HALL_ENDS] = {{h.start, 0}};
        lf_tile targets[HALL_ENDS] = {h.exit};
        lf_keys_query query = {.sources = sources,
                               .source_count = 1 + (i % 3 == 1) * (HALL_ENDS - 1),
                               .targets = targets,
                               .target_count = 1 + (i % 4 == 2) * (HALL_ENDS - 1),
                               .goal = goals[i % 3]};
        for (int k = i > 2 ? 0 : 1; k < HALL_ENDS; k++) {
            sources[k].tile = h.open[dungeon_random(&random, (uint32_t)h.open_count)];
            targets[k] = h.open[dungeon_random(&random, (uint32_t)h.open_count)];
        }
        if (i == 5) targets[0] = sources[0].tile;
        CHECK_EQ(ask_walked(kept, &query), ask_walked(anew, &query));
    }
    lf_keys_search_destroy(kept);
    lf_keys_search_destroy(anew);
    lf_keys_ways_destroy(ways);
    hall_free(&h);
}

static void same_lengths_in_halls(void) {
    for (uint64_t seed = 1; seed <= 4; seed++) {
        hall_compare(LF_MOVES_KING, seed, seed % 2 == 0);
        hall_compare(LF_MOVES_KING_CUT, seed, seed % 2 == 0);
        hall_compare(LF_MOVES_ORTHOGONAL, seed, seed % 2 == 0);
    }
}

// ---------------------------------------------------------------------------------------------------
// Keys on the way
// ---------------------------------------------------------------------------------------------------

/// Edges over keys are left out: a corridor of n keys has n - 1 edges each way, not n * (n - 1). A key that does not
/// matter is passed as floor, by the edges to it and from it.
static void keys_on_the_way_take_edges_apart(void) {
    const dungeon d = dungeon_drawn("S.b.c.a.d.A.E", LF_MOVES_KING);
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_ways *ways;
    lf_keys_search *search;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    CHECK_EQ(lf_keys_ways_create(fixtures, NULL, &ways), LF_OK);
    CHECK_EQ(LFI_ITEMS(uint64_t, ways->edge_first)[ways->count], 2 * 4);
    CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.ways = ways}, &search), LF_OK);
    search->plain_below = 0;
    const lf_keys_query query = dungeon_query(&d, LF_GOAL_EXIT, LF_KEYS);
    CHECK_EQ(ask_walked(search, &query), 12);
    lf_keys_search_destroy(search);
    lf_keys_ways_destroy(ways);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

// ---------------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------------

static void each_allocation_of_ways_may_fail(void) {
    const dungeon d = dungeon_busy();
    lf_map *map;
    lf_fixtures *fixtures;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    int64_t failures = 0;
    for (int64_t k = 1;; k++, failures++) {
        meter m = {.fail_at = k};
        lf_keys_ways *ways;
        const lf_status status =
            lf_keys_ways_create(fixtures, &(lf_keys_ways_desc){.allocator = meter_allocator(&m)}, &ways);
        const bool failed = m.calls >= k;
        CHECK_EQ(status, failed ? LF_E_NOMEM : LF_OK);
        CHECK_EQ(ways == NULL, failed);
        if (!failed) CHECK_EQ(lf_keys_ways_bytes(ways), m.live);
        lf_keys_ways_destroy(ways);
        CHECK_EQ(m.live, 0);
        CHECK_EQ(m.blocks, 0);
        if (!failed) break;
    }
    CHECK(failures > 20);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

static void each_allocation_with_ways_may_fail(void) {
    const dungeon d = dungeon_busy();
    const lf_keys_query query = dungeon_query(&d, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS);
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_ways *ways;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    CHECK_EQ(lf_keys_ways_create(fixtures, NULL, &ways), LF_OK);
    int64_t failures = 0;
    for (int64_t k = 2;; k++, failures++) {
        meter m = {.fail_at = k};
        const lf_keys_search_desc desc = {.ways = ways, .allocator = meter_allocator(&m)};
        lf_keys_search *search;
        lf_keys_route route;
        CHECK_EQ(lf_keys_search_create(fixtures, &desc, &search), LF_OK);
        search->plain_below = 0;
        const lf_status status = lf_keys_search_find(search, &query, NULL, 0, &route);
        const bool failed = m.calls >= k;
        CHECK_EQ(status, failed ? LF_E_NOMEM : LF_OK);
        const int64_t length = ask_walked(search, &query), calls = m.calls;
        CHECK_EQ(ask_walked(search, &query), length); // it has all it needs
        CHECK_EQ(m.calls, calls);
        lf_keys_search_destroy(search);
        CHECK_EQ(m.live, 0);
        if (!failed) break;
    }
    CHECK(failures > 20);
    lf_keys_ways_destroy(ways);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

/// Ways never take more than they may, and neither does a search with them: its answers are then as good as can be.
static void ways_keep_their_limit(void) {
    hall h = hall_make(LF_MOVES_KING, 3, false);
    const lf_source source = {h.start, 0};
    const lf_keys_query query = {.sources = &source,
                                 .source_count = 1,
                                 .targets = &h.exit,
                                 .target_count = 1,
                                 .goal = LF_GOAL_ALL_KEYS_EXIT};
    lf_keys_ways *ways;
    CHECK_EQ(lf_keys_ways_create(h.fixtures, NULL, &ways), LF_OK);
    const int64_t bytes = (int64_t)lf_keys_ways_bytes(ways);
    CHECK(bytes > 10000);
    lf_keys_search *search;
    lf_keys_route best, route;
    CHECK_EQ(lf_keys_search_create(h.fixtures, &(lf_keys_search_desc){.ways = ways}, &search), LF_OK);
    CHECK_EQ(lf_keys_search_find(search, &query, NULL, 0, &best), LF_OK);
    lf_keys_search_destroy(search);
    int64_t limits = 0;
    for (int64_t most = 1000; most < best.stats.bytes; most += most / 3) {
        meter m = {0};
        const lf_keys_search_desc desc = {.ways = ways, .max_bytes = most, .allocator = meter_allocator(&m)};
        CHECK_EQ(lf_keys_search_create(h.fixtures, &desc, &search), LF_OK);
        search->plain_below = 0;
        const lf_status status = lf_keys_search_find(search, &query, NULL, 0, &route);
        CHECK(status == LF_OK || status == LF_LIMIT);
        CHECK(route.lower_bound <= best.length);
        CHECK(!route.found || route.length >= best.length);
        CHECK(m.most <= most + (int64_t)sizeof *search);
        limits += status == LF_LIMIT;
        lf_keys_search_destroy(search);
    }
    CHECK(limits > 3);
    lf_keys_ways_destroy(ways);
    for (int64_t most = 1; most < bytes / 2; most *= 4) {
        meter m = {0};
        const lf_keys_ways_desc desc = {.max_bytes = most, .allocator = meter_allocator(&m)};
        CHECK_EQ(lf_keys_ways_create(h.fixtures, &desc, &ways), LF_E_MEMORY_LIMIT);
        CHECK(ways == NULL && m.live == 0 && m.most <= most + (int64_t)sizeof *ways);
    }
    hall_free(&h);
}

// ---------------------------------------------------------------------------------------------------
// Misuse
// ---------------------------------------------------------------------------------------------------

static bool never(int64_t done, int64_t total, void *user) {
    (void)done;
    (void)total;
    (void)user;
    return false;
}

static void ways_refuse_nonsense(void) {
    const dungeon d = dungeon_busy();
    lf_map *map, *other_map;
    lf_fixtures *fixtures, *other;
    lf_keys_ways *ways;
    lf_keys_search *search;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    CHECK(dungeon_build(&d, NULL, &other_map, &other));
    CHECK_EQ(lf_keys_ways_create(NULL, NULL, &ways), LF_E_NULL);
    CHECK(ways == NULL);
    CHECK_EQ(lf_keys_ways_create(fixtures, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_keys_ways_create(fixtures, &(lf_keys_ways_desc){.max_bytes = -1}, &ways), LF_E_LIMIT);
    const lf_allocator half = {.alloc = meter_allocator(&(meter){0}).alloc};
    CHECK_EQ(lf_keys_ways_create(fixtures, &(lf_keys_ways_desc){.allocator = half}, &ways), LF_E_ALLOCATOR);
    const lf_keys_ways_desc cancelled = {.progress = {.report = never}};
    CHECK_EQ(lf_keys_ways_create(fixtures, &cancelled, &ways), LF_E_CANCELLED);
    CHECK(ways == NULL);
    CHECK_EQ(lf_keys_ways_create(other, NULL, &ways), LF_OK);
    CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.ways = ways}, &search),
             LF_E_FOREIGN_WAYS);
    CHECK(search == NULL);
    CHECK_EQ(lf_keys_ways_bytes(NULL), 0);
    lf_keys_ways_destroy(NULL);
    lf_keys_ways_destroy(ways);
    lf_fixtures_destroy(other);
    lf_map_destroy(other_map);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

/// Maps with nothing on them, and maps with nothing open.
static void ways_of_nothing(void) {
    const char *const texts[] = {"SE", "S", "S.../....", "Sa"};
    for (int i = 0; i < 4; i++) {
        const dungeon d = dungeon_drawn(texts[i], LF_MOVES_KING);
        lf_map *map;
        lf_fixtures *fixtures;
        lf_keys_ways *ways;
        lf_keys_search *search;
        CHECK(dungeon_build(&d, NULL, &map, &fixtures));
        CHECK_EQ(lf_keys_ways_create(fixtures, NULL, &ways), LF_OK);
        CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.ways = ways}, &search), LF_OK);
        search->plain_below = 0;
        const lf_keys_query query =
            dungeon_query(&d, d.target_count > 0 ? LF_GOAL_EXIT : LF_GOAL_ALL_KEYS, LF_KEYS);
        CHECK_EQ(ask_walked(search, &query), i == 0 || i == 3);
        lf_keys_search_destroy(search);
        lf_keys_ways_destroy(ways);
        lf_fixtures_destroy(fixtures);
        lf_map_destroy(map);
    }
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(same_lengths_in_rooms),
                                      TEST(same_lengths_in_halls),
                                      TEST(keys_on_the_way_take_edges_apart),
                                      TEST(each_allocation_of_ways_may_fail),
                                      TEST(each_allocation_with_ways_may_fail),
                                      TEST(ways_keep_their_limit),
                                      TEST(ways_refuse_nonsense),
                                      TEST(ways_of_nothing)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
