// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The search over tiles with an aim, which works beside the one over points: in noise full of doors it has the answer
// of the plain search, from several starts (one of them walled off, one on a key), in slices, while it is watched, and
// with less and less memory. And what helps the other search: hops, where they may take less; cuts, where they are left
// out; errands of a door out of three, which only tours know.
#include "test.h"

#include "dungeons.h"
#include "keys/keys.h"
#include "walked.h"

enum { NOISE_WIDTH = 40, NOISE_HEIGHT = 30, NOISE_TILES = NOISE_WIDTH * NOISE_HEIGHT, NOISE_SEEDS = 36 };

static lf_tile noise_floor(const dungeon *d, uint64_t *random) {
    for (;;) {
        const uint32_t tile = dungeon_random(random, NOISE_TILES - 1) + 1;
        if (d->tiles[tile] == '.') return tile;
    }
}

/// Noise with eight kinds, so many keys and doors of each; the corner is walled off.
static dungeon noise_make(uint64_t seed, int keys, int doors) {
    dungeon d = {.width = NOISE_WIDTH,
                 .height = NOISE_HEIGHT,
                 .moves = seed % 2 ? LF_MOVES_KING : LF_MOVES_ORTHOGONAL};
    uint64_t random = seed;
    for (int i = 0; i < NOISE_TILES; i++) d.tiles[i] = dungeon_random(&random, 100) < 22 ? '#' : '.';
    d.tiles[0] = '.';
    d.tiles[1] = d.tiles[NOISE_WIDTH] = d.tiles[NOISE_WIDTH + 1] = '#';
    for (int k = 0; k < DUNGEON_KINDS; k++) {
        const lf_tile key = noise_floor(&d, &random);
        d.tiles[key] = (char)('a' + k);
        if (k == 0) d.sources[d.source_count++].tile = key;
        for (int i = 1; i < keys; i++) d.tiles[noise_floor(&d, &random)] = (char)('a' + k);
        for (int i = 0; i < doors; i++) d.tiles[noise_floor(&d, &random)] = (char)('A' + k);
    }
    d.sources[d.source_count++].tile = 0;
    d.sources[d.source_count++].tile = noise_floor(&d, &random);
    d.targets[d.target_count++] = noise_floor(&d, &random);
    return d;
}

static void count_state(const lf_keys_state *state, void *user) {
    ++*(int64_t *)user;
    CHECK(state->length >= 0);
}

/// A search that takes aim at once; the other one is as slow as can be.
static lf_keys_search *search_with_aim(const lf_fixtures *fixtures, int64_t max_bytes) {
    lf_keys_search *search;
    CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.max_bytes = max_bytes}, &search), LF_OK);
    search->plain_below = 1;
    search->rival_above = search->aim_above = 0;
    return search;
}

static int64_t ask_in_slices(lf_keys_search *search, const lf_keys_query *query, int64_t *slices) {
    lf_keys_route route;
    CHECK(lf_keys_search_begin(search, query) >= 0);
    while (lf_keys_search_step(search, 1) == LF_PAUSED) ++*slices;
    const lf_status status = lf_keys_search_finish(search, NULL, 0, &route);
    CHECK(status == LF_OK || status == LF_NO_ROUTE);
    return status == LF_OK ? route.length : -1;
}

static void aim_is_the_plain_search(void) {
    int64_t states = 0, slices = 0, won = 0, routes = 0;
    for (uint64_t seed = 1; seed <= NOISE_SEEDS; seed++) {
        const dungeon d = noise_make(seed, 1, 5);
        lf_map *map;
        lf_fixtures *fixtures;
        CHECK(dungeon_build(&d, NULL, &map, &fixtures));
        lf_keys_search *search = search_with_aim(fixtures, 0);
        for (int g = 0; g < 3; g++) {
            lf_keys_query query = dungeon_query(&d, (lf_goal)g, LF_KEYS_PLAIN);
            const int64_t length = ask_walked(search, &query);
            query.strategy = LF_KEYS;
            query.watch = (lf_keys_watch){count_state, &states};
            CHECK_EQ(ask_walked(search, &query), length);
            won += search->rival.won && !search->rival.blind;
            CHECK_EQ(ask_in_slices(search, &query, &slices), length);
            routes += length >= 0;
        }
        lf_keys_search_destroy(search);
        lf_fixtures_destroy(fixtures);
        lf_map_destroy(map);
    }
    printf("  %d routes, %d of them found with an aim, %d states, %d slices\n", (int)routes, (int)won,
           (int)states, (int)slices);
    CHECK(routes > 40 && won > 20 && states > 10000 && slices > 1000);
}

static void aim_keeps_its_limit(void) {
    const dungeon d = noise_make(3, 1, 5);
    lf_map *map;
    lf_fixtures *fixtures;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    const lf_keys_query query = dungeon_query(&d, LF_GOAL_ALL_KEYS, LF_KEYS);
    lf_keys_search *search = search_with_aim(fixtures, 0);
    const int64_t length = ask_walked(search, &query), all = (int64_t)search->store.bytes;
    lf_keys_search_destroy(search);
    CHECK(length > 0);
    for (int64_t most = all / 16; most < all + all / 8; most += all / 16) {
        lf_keys_route route;
        search = search_with_aim(fixtures, most);
        const lf_status status = lf_keys_search_find(search, &query, NULL, 0, &route);
        CHECK(status == LF_LIMIT || (status == LF_OK && route.length == length));
        CHECK(route.lower_bound <= length && (!route.found || route.length >= length));
        lf_keys_search_destroy(search);
    }
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

/// The other search waits, so hops may take less; with many doors there are too many of them, and floods stay.
static void hops_take_less_beside(void) {
    int64_t many = 0, few = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        const dungeon d = noise_make(seed, seed % 2 ? 6 : 1, seed % 2 ? 12 : 3);
        lf_map *map;
        lf_fixtures *fixtures;
        lf_keys_search *search;
        CHECK(dungeon_build(&d, NULL, &map, &fixtures));
        CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
        search->plain_below = 1;
        search->rival_above = UINT64_MAX / 4;
        search->hop_above = 0;
        lf_keys_query query = dungeon_query(&d, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS);
        const int64_t length = ask_walked(search, &query);
        few += length >= 0 && search->hops.ready;
        many += length >= 0 && !search->hops.ready;
        query.strategy = LF_KEYS_PLAIN;
        CHECK_EQ(ask_walked(search, &query), length);
        lf_keys_search_destroy(search);
        lf_fixtures_destroy(fixtures);
        lf_map_destroy(map);
    }
    printf("  hops in %d dungeons, too many in %d\n", (int)few, (int)many);
    CHECK(few > 0 && many > 0);
}

/// Cuts count crossings for each key and look at each target: with very many of either there are none. Nor are there hops
/// then, and with some hundred keys there is no local search.
static void help_is_for_few(int rows, int64_t targets) {
    enum { WIDTH = 34, HEIGHT = 35 };
    dungeon d = {.width = WIDTH, .height = HEIGHT, .moves = LF_MOVES_KING};
    memset(d.tiles, '.', WIDTH * HEIGHT);
    for (int i = WIDTH; i < WIDTH * (1 + rows); i++) d.tiles[i] = (char)('a' + i % DUNGEON_KINDS);
    for (int k = 0; k < DUNGEON_KINDS; k++) d.tiles[WIDTH * (HEIGHT - 2) + 2 * k] = (char)('a' + k);
    d.sources[d.source_count++].tile = WIDTH * (HEIGHT - 1);
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    lf_tile ends[300];
    for (lf_tile i = 0; i < 300; i++) ends[i] = i % WIDTH;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    search->plain_below = search->advance_above = search->hop_above = 0;
    lf_keys_query query = dungeon_query(&d, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS);
    query.targets = ends;
    query.target_count = targets;
    const int64_t length = ask_walked(search, &query);
    CHECK(!search->cuts.ready && length > 0);
    query.strategy = LF_KEYS_PLAIN;
    CHECK_EQ(ask_walked(search, &query), length);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

static void many_keys_do_without_help(void) {
    help_is_for_few(0, 300);
    help_is_for_few(8, 1);
    help_is_for_few(26, 1);
}

/// A corridor with a key of every kind: the route takes more keys than a list of local search has room for.
static void all_kinds_in_a_corridor(void) {
    enum { LENGTH = 2 * LF_MAX_KINDS + 2 };
    uint8_t open[LENGTH];
    lf_fixture keys[LF_MAX_KINDS];
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    memset(open, 1, sizeof open);
    for (int k = 0; k < LF_MAX_KINDS; k++)
        keys[k] = (lf_fixture){(lf_tile)(2 * k), (uint8_t)k, LF_FIXTURE_KEY};
    const lf_map_desc desc = {.width = LENGTH, .height = 1, .tiles = open, .tiles_size = LENGTH};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(lf_fixtures_create(map, &(lf_fixtures_desc){keys, LF_MAX_KINDS, {0}}, &fixtures), LF_OK);
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    search->advance_above = search->hop_above = 0;
    const lf_source source = {LENGTH / 2, 0};
    const lf_tile exit = LENGTH - 1;
    const lf_keys_query query = {.sources = &source,
                                 .source_count = 1,
                                 .targets = &exit,
                                 .target_count = 1,
                                 .goal = LF_GOAL_ALL_KEYS_EXIT};
    CHECK_EQ(ask_walked(search, &query), LENGTH / 2 + LENGTH - 1);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

/// At a limit a route is looked for; whoever stops meanwhile has what there is.
static void a_stop_after_a_limit(void) {
    int64_t stops = 0;
    for (uint64_t seed = 1; seed <= NOISE_SEEDS && stops == 0; seed++) {
        const dungeon d = noise_make(seed, 2, 3);
        lf_map *map;
        lf_fixtures *fixtures;
        lf_keys_search *search;
        lf_keys_route route;
        CHECK(dungeon_build(&d, NULL, &map, &fixtures));
        CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.max_states = 40}, &search), LF_OK);
        search->plain_below = 0;
        lf_keys_query query = dungeon_query(&d, LF_GOAL_ALL_KEYS, LF_KEYS);
        CHECK_EQ(lf_keys_search_begin(search, &query), LF_PAUSED);
        while (search->phase != LFI_KEYS_ANYTIME && lf_keys_search_step(search, 1) == LF_PAUSED) continue;
        const bool stopped = search->phase == LFI_KEYS_ANYTIME;
        const lf_status status = lf_keys_search_finish(search, NULL, 0, &route);
        if (stopped) {
            stops++;
            CHECK(status == LF_LIMIT || status == LF_OK);
            query.strategy = LF_KEYS_PLAIN;
            const int64_t length = ask_walked(search, &query);
            CHECK(route.lower_bound <= length && (!route.found || route.length >= length));
        }
        lf_keys_search_destroy(search);
        lf_fixtures_destroy(fixtures);
        lf_map_destroy(map);
    }
    CHECK(stops > 0);
}

/// Rooms in a row; from each to the next lead three doors of kinds of their own.
static dungeon rooms_of_three(void) {
    return dungeon_drawn("..a#...d#..../"
                         ".b.A..e.D..../"
                         "...#.f..#..../"
                         ".S.B....E..../"
                         "...#....#..../"
                         "c..C....F..E./",
                         LF_MOVES_KING);
}

static void one_of_three_is_an_errand(void) {
    dungeon d = rooms_of_three();
    d.tiles[3 * 13 + 8] = 'E'; // drawn as an exit
    d.targets[0] = d.targets[d.target_count - 1];
    d.target_count = 1;
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    search->plain_below = search->advance_above = search->sharp_above = 0;
    search->cuts_below = 0;
    search->hop_above = INT64_MAX;
    lf_keys_query query = dungeon_query(&d, LF_GOAL_EXIT, LF_KEYS);
    const int64_t length = ask_walked(search, &query);
    CHECK_EQ(search->tours.count, 2);
    CHECK_EQ(search->tours.kinds[0] | search->tours.kinds[1], 0x3f);
    CHECK(search->tours.kinds[0] == 7 || search->tours.kinds[1] == 7);
    query.strategy = LF_KEYS_PLAIN;
    CHECK_EQ(ask_walked(search, &query), length);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

/// Seven doors of seven kinds lead to the exit: a route needs one of these, but that many are no errand.
static void one_of_seven_is_none(void) {
    const dungeon d = dungeon_drawn("..aA.../"
                                    "...#.../"
                                    ".b.B.../"
                                    "c..C.../"
                                    "S.dD..E/"
                                    ".f.F.../"
                                    "...#.../"
                                    "g..G.../"
                                    ".h.H...",
                                    LF_MOVES_KING);
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    search->plain_below = search->advance_above = search->sharp_above = 0;
    search->cuts_below = 0;
    search->hop_above = INT64_MAX;
    const lf_keys_query query = dungeon_query(&d, LF_GOAL_EXIT, LF_KEYS);
    CHECK_EQ(ask_walked(search, &query), 6);
    CHECK_EQ(search->tours.count, 0);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(aim_is_the_plain_search),   TEST(aim_keeps_its_limit),
                                      TEST(hops_take_less_beside),     TEST(many_keys_do_without_help),
                                      TEST(all_kinds_in_a_corridor),   TEST(a_stop_after_a_limit),
                                      TEST(one_of_three_is_an_errand), TEST(one_of_seven_is_none)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
