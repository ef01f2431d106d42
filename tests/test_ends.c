// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Rules for ends, one by one; what they promise in general is judged by brute force in the swarm
// (tests/swarm/berths.c). And the questions about reach.
#include "test.h"

#include "living.h"
#include "query/context.h"
#include "sketch.h"

static const lf_end_rule beside = {.kind = LF_END_BESIDE}, near_two = {.kind = LF_END_NEAR, .radius = 2},
                         skip = {.skip_bad = true};

/// P is a port on land, with a pond on its right and the sea below.
static sketch port_make(const lf_map_desc *more, const lf_search_desc *desc) {
    return sketch_make(10,
                       "##########"
                       "##Pp.#####"
                       "##########"
                       "q.........",
                       more, desc);
}

static void given_ends_are_as_before(void) {
    sketch s = port_make(NULL, NULL);
    CHECK_EQ(sketch_ask(&s, (lf_query){0}, 'P', 'q'), LF_E_SOURCE_BLOCKED);
    CHECK_EQ(sketch_ask(&s, (lf_query){0}, 'q', 'P'), LF_E_TARGET_BLOCKED);
    CHECK_EQ(sketch_ask(&s, (lf_query){0}, 'q', 'Z'), LF_E_TARGET_OUTSIDE);
    sketch_free(&s);
}

static void a_pond_does_not_hide_the_sea(void) {
    sketch s = port_make(NULL, NULL);
    CHECK_EQ(sketch_ask(&s, (lf_query){.source_rule = beside}, 'P', 'q'), LF_NO_ROUTE); // the pond alone
    CHECK_EQ(sketch_ask(&s, (lf_query){.source_rule = near_two}, 'P', 'q'), LF_OK);
    CHECK_EQ(s.route.source, 30); // 0,3: of the tiles at distance 2 the lowest
    CHECK_EQ(s.route.length, 0);
    CHECK_EQ(s.route.source_index, 0);
    CHECK_EQ(s.route.origin, 77);
    CHECK_EQ(sketch_ask(&s, (lf_query){.target_rule = near_two}, 'p', 'P'), LF_OK);
    CHECK_EQ(s.route.target, s.route.source);
    CHECK_EQ(s.route.target_index, 0);
    sketch_free(&s);
}

static void without_bodies_the_pond_hides_the_sea(void) {
    sketch s = port_make(&(lf_map_desc){.skip_bodies = true}, NULL);
    CHECK_EQ(sketch_ask(&s, (lf_query){.source_rule = near_two}, 'P', 'q'), LF_NO_ROUTE);
    CHECK_EQ(sketch_ask(&s, (lf_query){.source_rule = near_two}, 'P', 'p'), LF_OK);
    CHECK_EQ(s.route.source, sketch_at(&s, 'p'));
    sketch_free(&s);
}

static void an_open_end_stands_for_itself(void) {
    sketch s = port_make(NULL, NULL);
    const lf_end_rule wide = {.kind = LF_END_NEAR, .radius = INT32_MAX};
    CHECK_EQ(sketch_ask(&s, (lf_query){.source_rule = wide}, 'p', 'q'), LF_NO_ROUTE);
    CHECK_EQ(sketch_ask(&s, (lf_query){.source_rule = beside}, 'p', 'q'), LF_NO_ROUTE);
    CHECK_EQ(sketch_ask(&s, (lf_query){.source_rule = wide}, 'P', 'q'), LF_OK);
    sketch_free(&s);
}

static void the_given_entry_is_named(void) {
    sketch s = port_make(NULL, NULL);
    const lf_tile land = 0, sea = 39, pond = sketch_at(&s, 'p');
    const lf_source sources[4] = {{land, 5}, {LF_NO_TILE, 6}, {pond, 7}, {sea - 9, 8}};
    const lf_tile targets[3] = {LF_NO_TILE, land, sea};
    const lf_query query = {.sources = sources,
                            .source_count = 4,
                            .targets = targets,
                            .target_count = 3,
                            .source_rule = skip,
                            .target_rule = skip};
    CHECK_EQ(lf_search_find(s.search, &query, s.tiles, SKETCH_MOST, &s.route), LF_OK);
    CHECK_EQ(s.route.source_index, 3);
    CHECK_EQ(s.route.origin, 8);
    CHECK_EQ(s.route.target_index, 2);
    CHECK_EQ(s.route.length, 9);
    sketch_free(&s);
}

static void bad_ends_each_get_their_status(void) {
    sketch s = port_make(NULL, &(lf_search_desc){.end_room = 2});
    lf_query q = {.source_rule = beside};
    CHECK_EQ(sketch_ask(&s, q, 'Z', 'q'), LF_E_SOURCE_OUTSIDE);
    const lf_source inland = {.tile = 9}; // 9,0: all around it is land
    const lf_tile sea = 30, outside = 40;
    q = (lf_query){
        .sources = &inland, .source_count = 1, .targets = &sea, .target_count = 1, .source_rule = beside};
    CHECK_EQ(lf_search_begin(s.search, &q), LF_E_SOURCE_FAR);
    CHECK_EQ(lf_search_step(s.search, 1), LF_E_NOT_BEGUN);
    q.source_rule.skip_bad = true;
    CHECK_EQ(lf_search_begin(s.search, &q), LF_E_SOURCES_SKIPPED);
    q.source_rule = near_two;
    CHECK_EQ(lf_search_begin(s.search, &q), LF_E_SOURCE_FAR);
    q.source_rule.radius = 3;
    CHECK_EQ(lf_search_begin(s.search, &q), LF_PAUSED);
    q.source_rule.radius = 0;
    CHECK_EQ(lf_search_begin(s.search, &q), LF_E_END_RULE);
    q.source_rule = (lf_end_rule){.kind = (lf_end_kind)3};
    CHECK_EQ(lf_search_begin(s.search, &q), LF_E_END_RULE);
    q.source_rule = (lf_end_rule){.kind = LF_END_NEAR, .radius = 9};
    q.target_rule = (lf_end_rule){.kind = LF_END_NEAR, .radius = -1};
    CHECK_EQ(lf_search_begin(s.search, &q), LF_E_END_RULE);
    q.targets = &outside;
    q.target_rule = skip;
    CHECK_EQ(lf_search_begin(s.search, &q), LF_E_TARGETS_SKIPPED);
    q.targets = &inland.tile;
    q.target_rule = beside;
    CHECK_EQ(lf_search_begin(s.search, &q), LF_E_TARGET_FAR);
    sketch_free(&s);
}

static void room_is_for_both_lists_apart(void) {
    sketch s = sketch_make(5,
                           "....."
                           ".X.Y."
                           ".....",
                           NULL, &(lf_search_desc){.end_room = 8});
    CHECK_EQ(sketch_ask(&s, (lf_query){.source_rule = beside, .target_rule = beside}, 'X', 'Y'), LF_OK);
    CHECK_EQ(s.route.length, 0);
    CHECK_EQ(s.route.source, 2); // 2,0 touches both
    sketch_free(&s);
    s = sketch_make(5,
                    "....."
                    ".X.Y."
                    ".....",
                    NULL, &(lf_search_desc){.end_room = 7});
    CHECK_EQ(sketch_ask(&s, (lf_query){.source_rule = beside}, 'X', 'Y'), LF_E_TARGET_BLOCKED);
    CHECK_EQ(sketch_ask(&s, (lf_query){.source_rule = beside, .target_rule = beside}, 'X', 'Y'),
             LF_E_END_ROOM);
    sketch_free(&s);
    lf_search *search;
    lf_map *map = NULL;
    const uint8_t tile = 1;
    CHECK_EQ(lf_map_create(&(lf_map_desc){.width = 1, .height = 1, .tiles = &tile, .tiles_size = 1}, &map),
             LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.end_room = -1}, &search), LF_E_COUNT);
    lf_map_destroy(map);
}

/// Depths of the sea below are 1 next to land; the gate looks at what the end stands for.
static void a_gate_closes_what_an_end_stands_for(void) {
    sketch s = sketch_make(7,
                           "###P###"
                           "......."
                           "......."
                           "...t...",
                           NULL, NULL);
    lf_query query = {.source_rule = beside, .gate = {.min_depth = 2}};
    CHECK_EQ(sketch_ask(&s, query, 'P', 't'), LF_NO_ROUTE);
    query.gate.harbour = LF_NONE;
    CHECK_EQ(sketch_ask(&s, query, 'P', 't'), LF_OK);
    CHECK_EQ(s.route.length, 2);
    CHECK_EQ(s.route.gate_depth, 2);
    sketch_free(&s);
}

/// A ring may leave 32 bits: a map as wide as can be, and a radius larger than any map.
static void wide_maps_and_wide_rings(void) {
    enum { WIDTH = 100000 };
    uint8_t *bytes = calloc(WIDTH, 1);
    bytes[0] = 1;
    lf_map *map;
    lf_search *search;
    const lf_map_desc desc = {.width = WIDTH, .height = 1, .tiles = bytes, .tiles_size = WIDTH};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
    const lf_source source = {.tile = WIDTH - 1};
    const lf_tile target = 0;
    lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    query.source_rule = (lf_end_rule){.kind = LF_END_NEAR, .radius = WIDTH - 2};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, NULL), LF_E_SOURCE_FAR);
    query.source_rule.radius = WIDTH - 1;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, NULL), LF_OK);
    query.source_rule.radius = INT32_MAX;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, NULL), LF_OK);
    lf_search_destroy(search);
    lf_map_destroy(map);
    free(bytes);
}

/// When the numbers of queries start over, stamps of ends start over with them.
static void stamps_start_over_between_ends(void) {
    sketch s = port_make(NULL, NULL);
    s.search->stamp = UINT32_MAX - 1;
    for (int i = 0; i < 4; i++) {
        CHECK_EQ(sketch_ask(&s, (lf_query){.source_rule = near_two, .target_rule = near_two}, 'P', 'P'),
                 LF_OK);
        CHECK_EQ(s.route.length, 0);
        CHECK_EQ(s.route.target, sketch_at(&s, 'p')); // the pond is nearer than the sea, and comes first
    }
    sketch_free(&s);
}

// ---- Reach ----------------------------------------------------------------------------------------

static void bodies_beside_a_tile(void) {
    sketch s = sketch_make(5,
                           "a#b#."
                           "#X###"
                           "c#d#Y"
                           "#####",
                           NULL, NULL);
    uint32_t bodies[8];
    CHECK_EQ(lf_map_bodies_beside(s.map, sketch_at(&s, 'X'), bodies, 8), 4);
    for (int i = 0; i < 4; i++) CHECK_EQ(bodies[i], lf_map_body(s.map, sketch_at(&s, "abcd"[i])));
    CHECK_EQ(lf_map_bodies_beside(s.map, sketch_at(&s, 'Y'), bodies, 8), 0);
    CHECK_EQ(lf_map_bodies_beside(s.map, sketch_at(&s, 'b'), bodies, 8), 1);
    CHECK_EQ(bodies[0], lf_map_body(s.map, sketch_at(&s, 'b')));
    CHECK_EQ(lf_map_body_size(s.map, bodies[0]), 1);
    CHECK_EQ(lf_map_bodies_beside(s.map, LF_NO_TILE, bodies, 8), 0);
    CHECK_EQ(lf_map_bodies_beside(NULL, 0, bodies, 8), 0);
    CHECK_EQ(lf_map_bodies_beside(s.map, 0, NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_map_bodies_beside(s.map, 0, NULL, -1), LF_E_COUNT);
    sketch_free(&s);
    s = sketch_make(3, ".X.", &(lf_map_desc){.skip_bodies = true}, NULL);
    CHECK_EQ(lf_map_bodies_beside(s.map, 1, bodies, 8), 0);
    sketch_free(&s);
}

static lf_status sketch_reaches(sketch *s, lf_query query, char from, char to) {
    const lf_source source = {.tile = sketch_at(s, from)};
    const lf_tile target = sketch_at(s, to);
    query.sources = &source;
    query.targets = &target;
    query.source_count = query.target_count = 1;
    return lf_search_reaches(s->search, &query);
}

static void reach_without_a_search(void) {
    sketch s = sketch_make(7,
                           "a..#..b"
                           "...#..."
                           "......."
                           "...#...",
                           NULL, NULL);
    CHECK_EQ(sketch_reaches(&s, (lf_query){0}, 'a', 'b'), LF_OK);
    CHECK_EQ(lf_search_step(s.search, 1), LF_E_NOT_BEGUN); // nothing is under way afterwards
    CHECK_EQ(sketch_reaches(&s, (lf_query){.gate = {.min_depth = 2}}, 'a', 'b'), LF_NO_ROUTE);
    CHECK_EQ(sketch_reaches(&s, (lf_query){.gate = {.min_depth = 2}, .partial = true}, 'a', 'b'),
             LF_NO_ROUTE);
    CHECK_EQ(sketch_reaches(&s, (lf_query){.gate = {.min_depth = 1}}, 'a', 'b'), LF_OK);
    CHECK_EQ(sketch_reaches(&s, (lf_query){0}, 'a', 'Z'), LF_E_TARGET_OUTSIDE);
    CHECK_EQ(lf_search_reaches(s.search, NULL), LF_E_NULL);
    CHECK_EQ(lf_search_reaches(NULL, &(lf_query){0}), LF_E_NULL);
    sketch_free(&s);
}

// ---- Slices ---------------------------------------------------------------------------------------

static void budget_left_and_cancel(void) {
    sketch s = sketch_make(9, "a.......b", NULL, NULL);
    const lf_source source = {.tile = 0};
    const lf_tile target = 8;
    const lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    CHECK_EQ(lf_search_budget_left(NULL), 0);
    CHECK_EQ(lf_search_budget_left(s.search), 0);
    CHECK_EQ(lf_search_begin(s.search, &query), LF_PAUSED);
    CHECK_EQ(lf_search_budget_left(s.search), 0);
    CHECK_EQ(lf_search_step(s.search, 5), LF_PAUSED);
    CHECK_EQ(lf_search_budget_left(s.search), 0);
    CHECK_EQ(lf_search_step(s.search, 100), LF_OK); // the other four tiles
    CHECK_EQ(lf_search_budget_left(s.search), 96);
    CHECK_EQ(lf_search_step(s.search, 7), LF_OK);
    CHECK_EQ(lf_search_budget_left(s.search), 7);
    lf_search_cancel(s.search);
    CHECK_EQ(lf_search_budget_left(s.search), 0);
    CHECK_EQ(lf_search_finish(s.search, NULL, 0, NULL), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_search_begin(s.search, &query), LF_PAUSED);
    lf_search_cancel(s.search);
    CHECK_EQ(lf_search_step(s.search, 1), LF_E_NOT_BEGUN);
    lf_search_cancel(NULL);
    sketch_free(&s);
}

static void turns_need_an_answer(void) {
    sketch s = sketch_make(9, "a.......b", NULL, NULL);
    const lf_source source = {.tile = 0};
    const lf_tile target = 8;
    const lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    lf_tile turns[9];
    int64_t count = 7;
    CHECK_EQ(lf_search_turns(NULL, turns, 9, &count), LF_E_NULL);
    CHECK_EQ(count, 0);
    CHECK_EQ(lf_search_turns(s.search, turns, 9, NULL), LF_E_NULL);
    CHECK_EQ(lf_search_turns(s.search, turns, 9, &count), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_search_begin(s.search, &query), LF_PAUSED);
    CHECK_EQ(lf_search_turns(s.search, turns, 9, &count), LF_E_NOT_ENDED);
    CHECK_EQ(lf_search_step(s.search, INT64_MAX), LF_OK);
    CHECK_EQ(lf_search_turns(s.search, turns, 9, &count), LF_OK);
    CHECK(count == 2 && turns[0] == 0 && turns[1] == 8);
    sketch_free(&s);
}

// ---- Worlds ---------------------------------------------------------------------------------------

static int64_t by_headland, under_a_gate; ///< partial routes of worlds

/// Asks a world, and a map made anew, by flood.
static void world_agrees(living *l, const lf_query *query) {
    lf_map *map = oracle_to_map(&l->now);
    lf_depth *depth;
    lf_search *search;
    lf_route now, anew;
    lf_query flood = *query;
    flood.strategy = LF_STRATEGY_FLOOD;
    CHECK_EQ(lf_depth_create(map, NULL, &depth), LF_OK);
    const lf_search_desc desc = {.cost = LF_COST_OCTILE, .depth = depth};
    CHECK_EQ(lf_search_create(map, &desc, &search), LF_OK);
    const lf_status expected = lf_search_find(search, &flood, NULL, 0, &anew);
    lf_query own = *query;
    own.strategy = LF_STRATEGY_HEADLAND; // auto floods small maps
    lf_status status = lf_world_find(l->world, &own, NULL, 0, &now);
    if (status == LF_E_NO_INDEX || status == LF_E_NO_GATE_INDEX || status == LF_E_NO_DEPTH)
        status = lf_world_find(l->world, query, NULL, 0, &now);
    CHECK_EQ(status, expected);
    by_headland += now.strategy == LF_STRATEGY_HEADLAND && now.partial;
    CHECK(now.found == anew.found && now.partial == anew.partial);
    CHECK_EQ(now.length, anew.length);
    if (query->options.cost == LF_COST_OCTILE) CHECK_EQ(now.diagonal, anew.diagonal);
    CHECK_EQ(now.target_distance, anew.target_distance);
    CHECK_EQ(now.gate_depth, anew.gate_depth);
    if (now.partial) CHECK_EQ(now.target, anew.target);
    under_a_gate += now.partial && now.gate_depth > 0;
    lf_search_destroy(search);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
}

static void world_asks(living *l, uint64_t *random) {
    const int tiles = l->now.width * l->now.height;
    lf_source sources[2];
    lf_tile targets[2];
    for (int i = 0; i < 2; i++) {
        sources[i] = (lf_source){.tile = (lf_tile)oracle_below(random, tiles)};
        targets[i] = (lf_tile)oracle_below(random, tiles);
    }
    lf_query query = {.sources = sources,
                      .source_count = 1 + oracle_below(random, 2),
                      .targets = targets,
                      .target_count = 1 + oracle_below(random, 2),
                      .options = {.cost = l->cost},
                      .partial = oracle_below(random, 4) > 0};
    query.source_rule =
        (lf_end_rule){(lf_end_kind)oracle_below(random, 3), 1 + oracle_below(random, 9), true};
    query.target_rule =
        (lf_end_rule){(lf_end_kind)oracle_below(random, 3), 1 + oracle_below(random, 9), true};
    if (oracle_below(random, 3) == 0) query.gate.min_depth = 1 + oracle_below(random, 3);
    world_agrees(l, &query);
}

static void worlds_agree_with_maps_made_anew(void) {
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < 1200; i++) {
        uint64_t random = seed + i;
        const int64_t before = test_failures;
        const oracle_map map = oracle_random_map(seed * 31 + i, 48, (lf_moves)(i % 3));
        living l = living_make(
            map, &(living_desc){.index = i % 4 != 0, .depth = true, .cost = (lf_cost)(i / 3 % 2)});
        for (int k = 0; k < 6; k++) {
            const lf_point at = {oracle_below(&random, map.width), oracle_below(&random, map.height)};
            living_disc(&l, at, oracle_below(&random, 7), oracle_below(&random, 3) == 0);
            living_commit(&l);
            for (int asks = 0; asks < 4; asks++) world_asks(&l, &random);
            if (k == 3) lf_world_work(l.world, LF_WORK_ALL, NULL);
        }
        living_free(&l);
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  partial routes: %" PRId64 " by headland, %" PRId64 " under a gate\n", by_headland,
           under_a_gate);
    CHECK(by_headland > 500 && under_a_gate > 500);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(given_ends_are_as_before),
                                      TEST(a_pond_does_not_hide_the_sea),
                                      TEST(without_bodies_the_pond_hides_the_sea),
                                      TEST(an_open_end_stands_for_itself),
                                      TEST(the_given_entry_is_named),
                                      TEST(bad_ends_each_get_their_status),
                                      TEST(room_is_for_both_lists_apart),
                                      TEST(a_gate_closes_what_an_end_stands_for),
                                      TEST(wide_maps_and_wide_rings),
                                      TEST(stamps_start_over_between_ends),
                                      TEST(bodies_beside_a_tile),
                                      TEST(reach_without_a_search),
                                      TEST(budget_left_and_cancel),
                                      TEST(turns_need_an_answer),
                                      TEST(worlds_agree_with_maps_made_anew)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
