// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What helps long searches with keys: beams for a first route, and the bounds of tours, cuts and patterns. Here they help
// from the first states on. Lengths are those of the plain search, or of a search without help; no bound at the start is
// above the length; every route is walked; every allocation fails in turn; limits hold.
#include "test.h"

#include "dungeon.h"
#include "dungeons.h"
#include "keys/keys.h"
#include "meter.h"
#include "walked.h"

#include <stdlib.h>

enum { LARGE_PER_RULE = 400 };

static const lf_goal goals[] = {LF_GOAL_EXIT, LF_GOAL_ALL_KEYS, LF_GOAL_ALL_KEYS_EXIT};

/// How often a bound was made, and how often it was exact.
typedef struct tally {
    int64_t tours, tight_tours, cuts, tight_cuts, patterns, tight_patterns, routes;
} tally;

static void tally_check(const lf_keys_search *search, int64_t length, tally *t) {
    if (length < 0) return;
    CHECK(search->tours.root <= length);
    CHECK(search->cuts.root <= length);
    CHECK(search->patterns.root <= length);
    t->routes++;
    t->tours += search->tours.root > 0;
    t->tight_tours += search->tours.root > 0 && search->tours.root == length;
    t->cuts += search->cuts.root > 0;
    t->tight_cuts += search->cuts.root > 0 && search->cuts.root == length;
    t->patterns += search->patterns.root > 0;
    t->tight_patterns += search->patterns.root > 0 && search->patterns.root == length;
}

static void tally_print(const tally *t) {
    printf("  %d routes: %d with tours (%d exact), %d with cuts (%d exact), %d with patterns (%d exact)\n",
           (int)t->routes, (int)t->tours, (int)t->tight_tours, (int)t->cuts, (int)t->tight_cuts,
           (int)t->patterns, (int)t->tight_patterns);
}

static void rooms_under(lf_moves moves, tally *t) {
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < LARGE_PER_RULE; i++) {
        dungeon d;
        lf_map *map;
        lf_fixtures *fixtures;
        lf_keys_search *search;
        if (!dungeon_make_large(&d, seed + i, moves)) continue;
        CHECK(dungeon_build(&d, NULL, &map, &fixtures));
        CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
        search->plain_below = search->sharp_above = 0;
        search->advance_above = (int64_t)(i % 3);            // once or twice
        search->hop_above = i / 2 % 2 == 0 ? INT64_MAX : -1; // from the first state on
        if (i % 2 == 0) search->cuts_below = 0;              // else tours are mostly not tried
        for (int g = 0; g < 3; g++) {
            const lf_keys_query query = dungeon_query(&d, goals[g], LF_KEYS);
            const lf_keys_query reference = dungeon_query(&d, goals[g], LF_KEYS_PLAIN);
            const int64_t length = ask_walked(search, &query);
            tally_check(search, length, t);
            CHECK_EQ(length, ask_walked(search, &reference));
        }
        lf_keys_search_destroy(search);
        lf_fixtures_destroy(fixtures);
        lf_map_destroy(map);
    }
}

static void bounds_hold_in_rooms(void) {
    tally t = {0};
    rooms_under(LF_MOVES_KING, &t);
    rooms_under(LF_MOVES_KING_CUT, &t);
    rooms_under(LF_MOVES_ORTHOGONAL, &t);
    tally_print(&t);
    CHECK(t.tours > 60 && t.tight_tours > 30 && t.cuts > 200 && t.tight_cuts > 50);
    CHECK(t.patterns > 40 && t.tight_patterns > 20);
}

// ---------------------------------------------------------------------------------------------------
// Larger dungeons, with ten keys and more
// ---------------------------------------------------------------------------------------------------

enum { HALL_WIDTH = 61, HALL_HEIGHT = 41, HALL_TILES = HALL_WIDTH * HALL_HEIGHT };

typedef struct hall {
    lf_map *map;
    lf_fixtures *fixtures;
    lf_source start;
    lf_tile exit;
} hall;

/// A dungeon of the generator; every other key lies a second time, in place of some floor.
static hall hall_make(uint64_t seed, bool maze, int keys) {
    static uint8_t tiles[HALL_TILES], open[HALL_TILES];
    static lf_fixture fixtures[HALL_TILES];
    const lf_dungeon_desc desc = {.width = HALL_WIDTH,
                                  .height = HALL_HEIGHT,
                                  .rooms = maze ? 0 : 16,
                                  .keys = keys,
                                  .doors = keys + 6,
                                  .seed = seed};
    hall h = {0};
    int64_t count = 0;
    uint64_t random = seed;
    CHECK(lf_dungeon_make(&desc, tiles) == NULL);
    for (int k = 0; k < keys; k += 2) {
        uint32_t at = dungeon_random(&random, HALL_TILES);
        while (tiles[at] != LF_DUNGEON_FLOOR) at = (at + 1) % HALL_TILES;
        tiles[at] = (uint8_t)(LF_DUNGEON_KEY + k);
    }
    for (int i = 0; i < HALL_TILES; i++) {
        const uint8_t t = tiles[i];
        open[i] = t != LF_DUNGEON_WALL;
        if (t == LF_DUNGEON_START) h.start.tile = (lf_tile)i;
        if (t == LF_DUNGEON_EXIT) h.exit = (lf_tile)i;
        if (t >= LF_DUNGEON_KEY)
            fixtures[count++] = (lf_fixture){(lf_tile)i, (uint8_t)(t & 63),
                                             t >= LF_DUNGEON_DOOR ? LF_FIXTURE_DOOR : LF_FIXTURE_KEY};
    }
    const lf_map_desc map = {.width = HALL_WIDTH,
                             .height = HALL_HEIGHT,
                             .tiles = open,
                             .tiles_size = sizeof open,
                             .moves = seed % 2 == 0 ? LF_MOVES_KING : LF_MOVES_ORTHOGONAL};
    CHECK_EQ(lf_map_create(&map, &h.map), LF_OK);
    CHECK_EQ(lf_fixtures_create(h.map, &(lf_fixtures_desc){fixtures, count, {0}}, &h.fixtures), LF_OK);
    return h;
}

static void hall_free(hall *h) {
    lf_fixtures_destroy(h->fixtures);
    lf_map_destroy(h->map);
}

static lf_keys_query hall_query(const hall *h, lf_goal goal) {
    return (lf_keys_query){
        .sources = &h->start, .source_count = 1, .targets = &h->exit, .target_count = 1, .goal = goal};
}

static void bounds_hold_in_halls(void) {
    tally t = {0};
    for (uint64_t seed = 1; seed <= 24; seed++) {
        hall h = hall_make(seed, seed % 3 == 0, 10 + (int)(seed % 4));
        lf_keys_search *helped, *alone;
        CHECK_EQ(lf_keys_search_create(h.fixtures, NULL, &helped), LF_OK);
        CHECK_EQ(lf_keys_search_create(h.fixtures, NULL, &alone), LF_OK);
        helped->plain_below = alone->plain_below = 0;
        helped->advance_above = 1 + (int64_t)(seed % 5);
        helped->hop_above = seed % 3 == 1 ? -1 : INT64_MAX;
        if (seed % 2 == 0) helped->cuts_below = 0;
        alone->advance_above = alone->hop_above = INT64_MAX;
        for (int g = 0; g < 3; g++) {
            const lf_keys_query query = hall_query(&h, goals[g]);
            const int64_t length = ask_walked(helped, &query);
            CHECK_EQ(length, ask_walked(alone, &query));
            CHECK_EQ(alone->tours.root, 0);
            tally_check(helped, length, &t);
        }
        lf_keys_search_destroy(helped);
        lf_keys_search_destroy(alone);
        hall_free(&h);
    }
    tally_print(&t);
    CHECK(t.tours > 20 && t.cuts > 20 && t.patterns > 10);
}

// ---------------------------------------------------------------------------------------------------
// What they are for
// ---------------------------------------------------------------------------------------------------

/// A hall with three copies of each key, and a corridor of doors: which copies are nearest to each other? Trees do not
/// see that a route takes one of each.
static hall copies_make(int kinds) {
    enum { SIDE = 24 };
    const int width = SIDE + 2 * kinds + 2;
    uint8_t *open = calloc((size_t)(width * SIDE), 1);
    lf_fixture fixtures[4 * LF_MAX_KINDS];
    int64_t count = 0;
    uint64_t random = 11;
    for (int i = 0; i < SIDE * SIDE; i++) open[i / SIDE * width + i % SIDE] = 1;
    for (int x = SIDE; x < width; x++) open[x] = 1;
    for (int k = 0; k < kinds; k++)
        fixtures[count++] = (lf_fixture){(lf_tile)(SIDE + 2 * k), (uint8_t)k, LF_FIXTURE_DOOR};
    for (int k = 0; k < 3 * kinds;) {
        const lf_tile tile = (lf_tile)((int)dungeon_random(&random, SIDE - 1) + 1) * (lf_tile)width +
                             dungeon_random(&random, SIDE);
        bool taken = false;
        for (int64_t i = 0; i < count; i++) taken = taken || fixtures[i].tile == tile;
        if (!taken) fixtures[count++] = (lf_fixture){tile, (uint8_t)(k++ / 3), LF_FIXTURE_KEY};
    }
    hall h = {.exit = (lf_tile)(width - 1)};
    const lf_map_desc map = {
        .width = width, .height = SIDE, .tiles = open, .tiles_size = (size_t)(width * SIDE)};
    CHECK_EQ(lf_map_create(&map, &h.map), LF_OK);
    CHECK_EQ(lf_fixtures_create(h.map, &(lf_fixtures_desc){fixtures, count, {0}}, &h.fixtures), LF_OK);
    free(open);
    return h;
}

/// Counts of states, not times: without help the search ends at a limit.
static void copies_are_told_apart(void) {
    hall h = copies_make(20);
    const lf_keys_query query = hall_query(&h, LF_GOAL_EXIT);
    const lf_keys_search_desc desc = {.max_states = 80000};
    lf_keys_search *helped, *alone;
    lf_keys_route route, limited;
    CHECK_EQ(lf_keys_search_create(h.fixtures, &desc, &helped), LF_OK);
    CHECK_EQ(lf_keys_search_create(h.fixtures, &desc, &alone), LF_OK);
    helped->advance_above = 4000;
    helped->hop_above = INT64_MAX; // else a pattern is enough
    alone->advance_above = alone->hop_above = INT64_MAX;
    CHECK_EQ(lf_keys_search_find(helped, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(lf_keys_search_find(alone, &query, NULL, 0, &limited), LF_LIMIT);
    printf("  %d states, %d generated, %d moves; without help at most %d, at least %d moves\n",
           (int)route.stats.states, (int)route.stats.generated, (int)route.length, (int)limited.length,
           (int)limited.lower_bound);
    CHECK(limited.lower_bound <= route.length && limited.length >= route.length);
    CHECK(helped->tours.root > limited.lower_bound);
    lf_keys_search_destroy(helped);
    lf_keys_search_destroy(alone);
    hall_free(&h);
}

// ---------------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------------

static void each_allocation_of_help_may_fail(void) {
    hall h = hall_make(3, true, 10);
    const lf_keys_query query = hall_query(&h, LF_GOAL_ALL_KEYS_EXIT);
    int64_t failures = 0, length = -1;
    for (int64_t k = 2;; k++, failures++) {
        meter m = {.fail_at = k};
        const lf_keys_search_desc desc = {.allocator = meter_allocator(&m)};
        lf_keys_search *search;
        lf_keys_route route;
        CHECK_EQ(lf_keys_search_create(h.fixtures, &desc, &search), LF_OK);
        search->plain_below = 0;
        search->advance_above = search->hop_above = 1;
        const lf_status status = lf_keys_search_find(search, &query, NULL, 0, &route);
        const bool failed = m.calls >= k;
        CHECK_EQ(status, failed ? LF_E_NOMEM : LF_OK);
        m.fail_at = 0;
        const int64_t again = ask_walked(search, &query);
        CHECK(length < 0 || again == length);
        length = again;
        lf_keys_search_destroy(search);
        CHECK_EQ(m.live, 0);
        if (!failed) break;
    }
    CHECK(failures > 60);
    hall_free(&h);
}

/// With less and less memory there is less and less help, but no answer is wrong.
static void help_keeps_its_limit(void) {
    hall h = hall_make(6, true, 12);
    const lf_keys_query query = hall_query(&h, LF_GOAL_ALL_KEYS);
    lf_keys_search *search;
    lf_keys_route best, route;
    CHECK_EQ(lf_keys_search_create(h.fixtures, NULL, &search), LF_OK);
    search->plain_below = 0;
    search->advance_above = search->hop_above = 2;
    CHECK_EQ(lf_keys_search_find(search, &query, NULL, 0, &best), LF_OK);
    lf_keys_search_destroy(search);
    int64_t limits = 0;
    for (int64_t most = 2000; most < best.stats.bytes; most += most / 4) {
        meter m = {0};
        const lf_keys_search_desc desc = {.max_bytes = most, .allocator = meter_allocator(&m)};
        CHECK_EQ(lf_keys_search_create(h.fixtures, &desc, &search), LF_OK);
        search->plain_below = 0;
        search->advance_above = search->hop_above = 2;
        const lf_status status = lf_keys_search_find(search, &query, NULL, 0, &route);
        CHECK(status == LF_OK || status == LF_LIMIT);
        CHECK(status != LF_OK || route.length == best.length);
        CHECK(route.lower_bound <= best.length && (!route.found || route.length >= best.length));
        CHECK(m.most <= most + (int64_t)sizeof *search);
        limits += status == LF_LIMIT;
        lf_keys_search_destroy(search);
    }
    CHECK(limits > 2);
    hall_free(&h);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(bounds_hold_in_rooms), TEST(bounds_hold_in_halls),
                                      TEST(copies_are_told_apart), TEST(each_allocation_of_help_may_fail),
                                      TEST(help_keeps_its_limit)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
