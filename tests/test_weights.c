// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Weights: every answer of `flood` under weights is compared, tile by tile, with a judge that shares nothing with the
// library (court.h).
#include "test.h"

#define COURT_SIDE 26
#include "court.h"
#include "meter.h"
#include "sketch.h"
#include "slow.h"

#ifdef TEST_IS_SLOW
enum { CASES = 300 };
#else
enum { CASES = 3000 };
#endif

// ---- Swarm ----------------------------------------------------------------------------------------

static void answers_are_the_judges(void) {
    const uint64_t seed = test_seed(), cases = test_case_count(CASES);
    static scene s;
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t random = (seed + i) * 43;
        const int64_t before = test_failures;
        lf_search *search;
        scene_make(&s, seed + i, &random);
        const lf_search_desc desc = {
            .cost = LF_COST_OCTILE, .depth = s.depth, .obstacle_room = 200, .weighted = true};
        CHECK_EQ(lf_search_create(s.map, &desc, &search), LF_OK);
        for (int ask = 0; ask < 4; ask++) scene_ask(&s, search, &random);
        lf_search_destroy(search);
        scene_free(&s);
        if (test_failed_on(before, seed, i)) return;
    }
    court_close();
}

// ---- Single rules ---------------------------------------------------------------------------------

/// Weights of a sketch: a digit weighs itself in the text `digits`, anything else 1.
static lf_weights *weights_sketch(const sketch *s, const char *digits) {
    uint8_t bytes[SKETCH_MOST];
    lf_weights *weights = NULL;
    const int count = s->width * s->height;
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)(digits[i] >= '0' && digits[i] <= '9' ? digits[i] - '0' : 1);
    const lf_weights_desc desc = {.plane = bytes, .plane_size = (size_t)count};
    CHECK_EQ(lf_weights_create(s->map, &desc, &weights), LF_OK);
    return weights;
}

static lf_status sketch_weigh(sketch *s, char from, char to, lf_query query) {
    const lf_source source = {.tile = sketch_at(s, from)};
    const lf_tile target = sketch_at(s, to);
    query.sources = &source;
    query.source_count = 1;
    query.targets = &target;
    query.target_count = 1;
    return lf_search_find(s->search, &query, s->tiles, SKETCH_MOST, &s->route);
}

static void costs_have_a_direction(void) {
    sketch s = sketch_make(5, "a...b", NULL, &(lf_search_desc){.weighted = true});
    lf_weights *weights = weights_sketch(&s, "71239");
    CHECK_EQ(sketch_weigh(&s, 'a', 'b', (lf_query){.weights = weights}), LF_OK);
    CHECK_EQ(s.route.straight_cost, 1 + 2 + 3 + 9);
    CHECK_EQ(sketch_weigh(&s, 'b', 'a', (lf_query){.weights = weights}), LF_OK);
    CHECK_EQ(s.route.straight_cost, 3 + 2 + 1 + 7);
    CHECK_EQ(sketch_weigh(&s, 'a', 'a', (lf_query){.weights = weights}), LF_OK);
    CHECK_EQ(s.route.straight_cost, 0);
    CHECK_EQ(s.route.tile_count, 1);
    lf_weights_destroy(weights);
    sketch_free(&s);
}

static void routes_go_around_what_is_dear(void) {
    sketch s = sketch_make(5,
                           "....."
                           "a...b"
                           ".....",
                           NULL, &(lf_search_desc){.weighted = true, .cost = LF_COST_OCTILE});
    lf_weights *weights = weights_sketch(&s, "11111"
                                             "19991"
                                             "11111");
    CHECK_EQ(sketch_weigh(&s, 'a', 'b', (lf_query){.weights = weights}), LF_OK);
    CHECK_EQ(s.route.straight_cost + s.route.diagonal_cost, 4);
    CHECK_EQ(sketch_weigh(&s, 'a', 'b', (lf_query){.weights = weights, .options.cost = LF_COST_OCTILE}),
             LF_OK);
    CHECK_EQ(s.route.straight_cost, 2);
    CHECK_EQ(s.route.diagonal_cost, 2);
    CHECK_EQ(s.tiles[1], 1); // up before down
    CHECK_EQ(sketch_weigh(&s, 'a', 'b', (lf_query){0}), LF_OK);
    CHECK_EQ(s.tiles[1], 6); // straight on without weights
    lf_weights_destroy(weights);
    sketch_free(&s);
}

static void weight_nothing_is_blocked(void) {
    sketch s = sketch_make(4,
                           "a.P."
                           "...b",
                           NULL, &(lf_search_desc){.weighted = true, .obstacle_room = 8});
    lf_weights *weights = weights_sketch(&s, "1010"
                                             "1111");
    lf_query query = {.weights = weights};
    CHECK_EQ(sketch_weigh(&s, 'a', 'b', query), LF_OK); // no diagonal past a tile of weight 0
    CHECK_EQ(s.route.length, 4);
    const lf_source closed = {.tile = 1};
    const lf_tile end = 7;
    query.sources = &closed;
    query.targets = &end;
    query.source_count = query.target_count = 1;
    CHECK_EQ(lf_search_begin(s.search, &query), LF_E_SOURCE_BLOCKED);
    query.source_rule = (lf_end_rule){.kind = LF_END_NEAR, .radius = 1}; // stands for the tile to the left
    CHECK_EQ(lf_search_find(s.search, &query, s.tiles, SKETCH_MOST, &s.route), LF_OK);
    CHECK_EQ(s.route.source, 0);
    query.sources = &(lf_source){.tile = 0};
    query.source_rule = (lf_end_rule){0};
    query.targets = &closed.tile;
    CHECK_EQ(lf_search_begin(s.search, &query), LF_E_TARGET_BLOCKED);
    query.obstacles = &(lf_obstacles){.list = &(lf_obstacle){1, 0, 2, 1, true}, .count = 1};
    CHECK_EQ(lf_search_begin(s.search, &query), LF_E_TARGET_BLOCKED); // no obstacle opens it
    query.targets = &(lf_tile){2};
    CHECK_EQ(lf_search_find(s.search, &query, s.tiles, SKETCH_MOST, &s.route), LF_OK); // but this one
    CHECK_EQ(s.route.straight_cost + s.route.diagonal_cost, 4);
    query.obstacles = NULL;
    query.weights = NULL;
    query.targets = &closed.tile;
    CHECK_EQ(lf_search_find(s.search, &query, s.tiles, SKETCH_MOST, &s.route), LF_OK); // open without weights
    lf_weights_destroy(weights);
    sketch_free(&s);
}

static void both_planes_add_up(void) {
    sketch s = sketch_make(6, "...X..", NULL, NULL);
    const uint8_t bytes[6] = {0, 1, 2, 1, 9, 200};
    uint32_t table[256] = {0, 10, 20}, depths[256] = {7, 100, 1000};
    table[200] = LF_WEIGHT_MAX - 1000;
    lf_weights *weights = NULL;
    lf_weights_desc desc = {
        .plane = bytes, .plane_size = 6, .table = table, .depth = s.depth, .depth_table = depths};
    CHECK_EQ(lf_weights_create(s.map, &desc, &weights), LF_OK);
    CHECK_EQ(lf_weights_at(weights, 0), 0);    // its byte weighs nothing
    CHECK_EQ(lf_weights_at(weights, 1), 1010); // two tiles away from the coast
    CHECK_EQ(lf_weights_at(weights, 2), 120);  // next to it
    CHECK_EQ(lf_weights_at(weights, 3), 0);    // blocked
    CHECK_EQ(weights->costs[3], 17);           // as deep as 0 if an obstacle opens it
    CHECK_EQ(lf_weights_at(weights, 4), 0);
    CHECK_EQ(lf_weights_at(weights, 6), 0);
    CHECK_EQ(lf_weights_at(NULL, 0), 0);
    CHECK(lf_weights_map(weights) == s.map && lf_weights_map(NULL) == NULL);
    CHECK(lf_weights_bytes(weights) > 12 && lf_weights_bytes(NULL) == 0);
    CHECK_EQ(weights->most, LF_WEIGHT_MAX);
    lf_weights_destroy(weights);
    sketch_free(&s);
    lf_weights_destroy(NULL);
}

static void wrong_descriptions_are_refused(void) {
    sketch s = sketch_make(3, "...", NULL, NULL), t = sketch_make(3, "...", NULL, NULL);
    const uint8_t bytes[3] = {1, 2, 3};
    uint32_t table[256] = {[3] = 60000}, depths[256] = {[255] = 5535};
    lf_weights *weights = (lf_weights *)&s;
    lf_weights_desc desc = {.plane = bytes, .plane_size = 3, .table = table};
    CHECK_EQ(lf_weights_create(NULL, &desc, &weights), LF_E_NULL);
    CHECK(weights == NULL);
    CHECK_EQ(lf_weights_create(s.map, NULL, &weights), LF_E_NULL);
    CHECK_EQ(lf_weights_create(s.map, &desc, NULL), LF_E_NULL);
    CHECK_EQ(lf_weights_create(s.map, &(lf_weights_desc){.table = table}, &weights), LF_E_NULL);
    desc.depth = s.depth;
    CHECK_EQ(lf_weights_create(s.map, &desc, &weights), LF_E_NULL);
    desc.depth_table = depths;
    CHECK_EQ(lf_weights_create(s.map, &desc, &weights), LF_OK); // 65535 at most
    CHECK_EQ(lf_weights_at(weights, 2), 65535);
    lf_weights_destroy(weights);
    depths[255] = 5536;
    CHECK_EQ(lf_weights_create(s.map, &desc, &weights), LF_E_WEIGHT);
    depths[255] = 65536;
    CHECK_EQ(lf_weights_create(s.map, &desc, &weights), LF_E_WEIGHT);
    depths[255] = 0;
    table[255] = 65536;
    CHECK_EQ(lf_weights_create(s.map, &desc, &weights), LF_E_WEIGHT);
    table[255] = 0;
    desc.depth = t.depth;
    CHECK_EQ(lf_weights_create(s.map, &desc, &weights), LF_E_FOREIGN_DEPTH);
    desc.depth = s.depth;
    desc.plane_size = 2;
    CHECK_EQ(lf_weights_create(s.map, &desc, &weights), LF_E_WEIGHTS_SIZE);
    desc.plane_size = 3;
    desc.allocator.alloc = meter_alloc;
    CHECK_EQ(lf_weights_create(s.map, &desc, &weights), LF_E_ALLOCATOR);
    CHECK(weights == NULL);
    sketch_free(&s);
    sketch_free(&t);
}

/// What a search answers to a query from its first tile to its last one with weights.
static lf_status refusal(lf_search *search, const lf_weights *weights, lf_strategy strategy) {
    static const lf_source source = {.tile = 0};
    static const lf_tile target = 3; // asked for until there is an answer
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = strategy,
                            .weights = weights};
    return lf_search_begin(search, &query);
}

static void what_takes_no_weights_refuses_them(void) {
    sketch s = sketch_make(4, "a..b", NULL, NULL), t = sketch_make(4, "a..b", NULL, NULL);
    lf_weights *weights = weights_sketch(&s, "1111"), *foreign = weights_sketch(&t, "1111");
    lf_coarse *coarse = NULL;
    lf_index *index = NULL;
    lf_search *search = NULL, *spine = NULL;
    lf_world *world = NULL;
    CHECK_EQ(refusal(s.search, weights, LF_STRATEGY_AUTO), LF_E_NO_WEIGHTS);
    CHECK_EQ(lf_coarse_create(s.map, NULL, &coarse), LF_OK);
    CHECK_EQ(lf_index_create(s.map, NULL, &index), LF_OK);
    lf_search_desc desc = {.coarse = coarse, .index = index, .weighted = true};
    CHECK_EQ(lf_search_create(s.map, &desc, &search), LF_OK);
    for (int i = LF_STRATEGY_CORRIDOR; i <= LF_STRATEGY_STRIP; i++) {
        const bool guided = i == LF_STRATEGY_EXPAND || i == LF_STRATEGY_SPINE;
        CHECK_EQ(refusal(search, weights, (lf_strategy)i), guided ? LF_PAUSED : LF_E_WEIGHTS_STRATEGY);
        if (guided) CHECK_EQ(refusal(s.search, weights, (lf_strategy)i), LF_E_NO_COARSE);
    }
    CHECK_EQ(refusal(search, foreign, LF_STRATEGY_FLOOD), LF_E_FOREIGN_WEIGHTS);
    CHECK_EQ(refusal(search, weights, LF_STRATEGY_AUTO), LF_PAUSED);
    CHECK_EQ(refusal(search, weights, LF_STRATEGY_FLOOD), LF_PAUSED);
    desc.only = LF_STRATEGY_SPINE;
    CHECK_EQ(lf_search_create(s.map, &desc, &spine), LF_OK);
    CHECK_EQ(refusal(spine, weights, LF_STRATEGY_SPINE), LF_E_WEIGHTS_STRATEGY);
    lf_search_destroy(spine);
    const lf_map_desc map = {.width = 4, .height = 1, .tiles = "\1\1\1\1", .tiles_size = 4};
    CHECK_EQ(lf_world_create(&(lf_world_desc){.map = map}, &world), LF_OK);
    CHECK_EQ(lf_world_search(world, &(lf_search_desc){.weighted = true}, &spine), LF_OK);
    CHECK_EQ(refusal(spine, weights, LF_STRATEGY_FLOOD), LF_E_FOREIGN_WEIGHTS); // of a map of its own
    lf_search_destroy(spine);
    lf_world_destroy(world);
    lf_search_destroy(search);
    lf_index_destroy(index);
    lf_coarse_destroy(coarse);
    lf_weights_destroy(weights);
    lf_weights_destroy(foreign);
    sketch_free(&s);
    sketch_free(&t);
}

// ---- Large costs ----------------------------------------------------------------------------------

enum { SNAKE_SIDE = 400 };

/// A way through a maze of one corridor, whose cost has more than 32 bits.
static void costs_pass_32_bits(void) {
    enum { COUNT = SNAKE_SIDE * SNAKE_SIDE, MOVES = 200 * SNAKE_SIDE + 199 - 1 };
    uint8_t *bytes = malloc(COUNT);
    uint32_t table[256] = {[1] = LF_WEIGHT_MAX};
    lf_map *map = NULL;
    lf_weights *weights = NULL;
    lf_search *search = NULL;
    lf_route route;
    for (int i = 0; i < COUNT; i++) {
        const int x = i % SNAKE_SIDE, y = i / SNAKE_SIDE;
        bytes[i] = y % 2 == 0 || x == (y % 4 == 1 ? SNAKE_SIDE - 1 : 0);
    }
    const lf_map_desc desc = {
        .width = SNAKE_SIDE, .height = SNAKE_SIDE - 1, .tiles = bytes, .tiles_size = COUNT};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    const lf_weights_desc weigh = {.plane = bytes, .plane_size = COUNT, .table = table};
    CHECK_EQ(lf_weights_create(map, &weigh, &weights), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.weighted = true}, &search), LF_OK);
    const lf_source source = {.tile = 0};
    const lf_tile target = lf_map_tile(map, 0, SNAKE_SIDE - 2);
    lf_query query = {
        .sources = &source, .source_count = 1, .targets = &target, .target_count = 1, .weights = weights};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.length, MOVES);
    CHECK_EQ(route.straight_cost, (int64_t)MOVES * LF_WEIGHT_MAX);
    CHECK(route.straight_cost > UINT32_MAX);
    query.options.cost = LF_COST_OCTILE; // there it is too much
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_E_WEIGHTS_RANGE);
    lf_search_destroy(search);
    lf_weights_destroy(weights);
    lf_map_destroy(map);
    free(bytes);
}

/// The sum of all weights at the edge of what octile costs take.
static void octile_sums_are_taken_up_to_the_edge(void) {
    enum { LONG = 20016, Q = 1311738121, REST = Q - 1 - (LONG - 1) * LF_WEIGHT_MAX };
    uint8_t *tiles = malloc(LONG), *bytes = malloc(LONG);
    lf_map *map = NULL;
    lf_weights *weights[2] = {NULL, NULL};
    lf_search *search = NULL;
    lf_route route;
    memset(tiles, 1, LONG);
    memset(bytes, 1, LONG);
    bytes[LONG / 2] = 2;
    const lf_map_desc desc = {.width = LONG, .height = 1, .tiles = tiles, .tiles_size = LONG};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    for (int i = 0; i < 2; i++) {
        uint32_t table[256] = {[1] = LF_WEIGHT_MAX, [2] = (uint32_t)(REST + i)};
        const lf_weights_desc weigh = {.plane = bytes, .plane_size = LONG, .table = table};
        CHECK_EQ(lf_weights_create(map, &weigh, &weights[i]), LF_OK);
        CHECK_EQ(weights[i]->sum, Q - 1 + i);
    }
    const lf_search_desc room = {.weighted = true, .obstacle_room = 1};
    CHECK_EQ(lf_search_create(map, &room, &search), LF_OK);
    const lf_source source = {.tile = 0};
    const lf_tile target = LONG - 1;
    lf_query query = {.sources = &source,
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .options.cost = LF_COST_OCTILE,
                      .weights = weights[0]};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.straight_cost, Q - 1 - LF_WEIGHT_MAX);
    query.obstacles = &(lf_obstacles){.list = &(lf_obstacle){5, 0, 1, 1, true}, .count = 1};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route),
             LF_E_WEIGHTS_RANGE); // what they open may weigh most
    query.obstacles = NULL;
    query.weights = weights[1];
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_E_WEIGHTS_RANGE);
    query.options.cost = LF_COST_UNIFORM;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.straight_cost, Q - LF_WEIGHT_MAX);
    lf_search_destroy(search);
    lf_weights_destroy(weights[0]);
    lf_weights_destroy(weights[1]);
    lf_map_destroy(map);
    free(tiles);
    free(bytes);
}

/// Room for obstacles beyond all numbers must not overflow the sum either.
static void room_beyond_all_numbers_is_refused(void) {
    sketch s = sketch_make(4, "a..b", NULL, NULL);
    lf_weights *weights = weights_sketch(&s, "1111");
    lf_search *search = NULL;
    CHECK_EQ(
        lf_search_create(s.map, &(lf_search_desc){.weighted = true, .obstacle_room = INT64_MAX}, &search),
        LF_OK);
    const lf_obstacles obstacles = {.list = &(lf_obstacle){1, 0, 1, 1, true}, .count = 1};
    lf_search *own = s.search;
    s.search = search;
    lf_query query = {.weights = weights, .obstacles = &obstacles, .options.cost = LF_COST_OCTILE};
    CHECK_EQ(sketch_weigh(&s, 'a', 'b', query), LF_E_WEIGHTS_RANGE);
    query.obstacles = NULL;
    CHECK_EQ(sketch_weigh(&s, 'a', 'b', query), LF_OK);
    s.search = own;
    lf_search_destroy(search);
    lf_weights_destroy(weights);
    sketch_free(&s);
}

// ---- Under way ------------------------------------------------------------------------------------

/// A partial query that is paused gives a way to the nearest tile that was met, with the cost of that way.
static void best_so_far_is_weighed(void) {
    sketch s = sketch_make(9,
                           "a.......b"
                           ".........",
                           NULL, &(lf_search_desc){.weighted = true});
    lf_weights *weights = weights_sketch(&s, "123456789"
                                             "999999999");
    const lf_source source = {.tile = sketch_at(&s, 'a')};
    const lf_tile target = sketch_at(&s, 'b');
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .partial = true,
                            .weights = weights};
    CHECK_EQ(lf_search_begin(s.search, &query), LF_PAUSED);
    CHECK_EQ(lf_search_finish(s.search, s.tiles, SKETCH_MOST, &s.route), LF_PARTIAL);
    CHECK_EQ(s.route.target, source.tile);
    CHECK_EQ(s.route.straight_cost, 0);
    CHECK_EQ(lf_search_step(s.search, 3), LF_PAUSED);
    CHECK_EQ(lf_search_finish(s.search, s.tiles, SKETCH_MOST, &s.route), LF_PARTIAL);
    CHECK_EQ(s.route.target, 3);
    CHECK_EQ(s.route.straight_cost, 2 + 3 + 4);
    CHECK_EQ(s.route.tile_count, 4);
    CHECK(lf_search_has_met(s.search, 3) && !lf_search_has_met(s.search, 4));
    CHECK_EQ(lf_search_step(s.search, INT64_MAX), LF_OK);
    CHECK_EQ(lf_search_finish(s.search, s.tiles, SKETCH_MOST, &s.route), LF_OK);
    CHECK_EQ(s.route.straight_cost, 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9);
    CHECK_EQ(lf_search_begin(s.search, &query), LF_PAUSED);
    lf_search_cancel(s.search);
    CHECK_EQ(lf_search_step(s.search, 1), LF_E_NOT_BEGUN);
    lf_weights_destroy(weights);
    sketch_free(&s);
}

/// More nearest tiles than there is room for are asked for part by part, and compared by their costs.
static void partial_routes_compare_costs(void) {
    sketch s = sketch_make(7,
                           "a......"
                           "......."
                           "XXXXXXX"
                           "...b...",
                           NULL, &(lf_search_desc){.weighted = true, .end_room = 1, .cost = LF_COST_OCTILE});
    lf_weights *weights = weights_sketch(&s, "1199999"
                                             "9111111"
                                             "1111111"
                                             "1111111");
    const lf_query query = {.partial = true, .weights = weights};
    CHECK_EQ(sketch_weigh(&s, 'a', 'b', query), LF_PARTIAL);
    CHECK_EQ(s.route.target, 8); // of the seven nearest tiles, the cheapest ones are 8; all in the second row
    lf_query octile = query;
    octile.options.cost = LF_COST_OCTILE;
    CHECK_EQ(sketch_weigh(&s, 'a', 'b', octile), LF_PARTIAL);
    CHECK_EQ(s.route.target, 10); // under octile costs the tile right above is the nearest
    lf_weights_destroy(weights);
    sketch_free(&s);
}

/// The same under octile costs, where two tiles are as near.
static void partial_routes_compare_octile_costs(void) {
    sketch s = sketch_make(7,
                           "a......"
                           "...X..."
                           "XXXXXXX"
                           "...b...",
                           NULL, &(lf_search_desc){.weighted = true, .end_room = 1});
    const lf_query query = {.partial = true, .options.cost = LF_COST_OCTILE};
    for (int dear = 0; dear < 2; dear++) {
        lf_weights *weights =
            weights_sketch(&s, dear == 0 ? "1111111119111111111111111111" : "1111111111111111111111111111");
        lf_query weighed = query;
        weighed.weights = weights;
        CHECK_EQ(sketch_weigh(&s, 'a', 'b', weighed), LF_PARTIAL);
        CHECK_EQ(s.route.target, dear == 0 ? 11 : 9);
        CHECK_EQ(s.route.straight_cost, dear == 0 ? 5 : 1); // no diagonal past the blocked tile
        CHECK_EQ(s.route.diagonal_cost, dear);
        lf_weights_destroy(weights);
    }
    sketch_free(&s);
}

/// Best so far on a map of several words in a row: words without a met tile, and words that are farther away, show
/// nothing.
static void best_so_far_looks_at_near_words(void) {
    enum { LONG = 200 };
    uint8_t ones[LONG];
    lf_tile tiles[LONG];
    lf_map *map = NULL;
    lf_weights *weights = NULL;
    lf_search *search = NULL;
    lf_route route;
    memset(ones, 1, sizeof ones);
    const lf_map_desc desc = {.width = LONG, .height = 1, .tiles = ones, .tiles_size = LONG};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(lf_weights_create(map, &(lf_weights_desc){.plane = ones, .plane_size = LONG}, &weights), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.weighted = true}, &search), LF_OK);
    const lf_source sources[2] = {{.tile = 100}, {.tile = 5}};
    const lf_tile target = 195;
    const lf_query query = {.sources = sources,
                            .source_count = 2,
                            .targets = &target,
                            .target_count = 1,
                            .partial = true,
                            .weights = weights};
    CHECK_EQ(lf_search_begin(search, &query), LF_PAUSED);
    CHECK_EQ(lf_search_step(search, 6), LF_PAUSED);
    CHECK_EQ(lf_search_finish(search, tiles, LONG, &route), LF_PARTIAL);
    CHECK_EQ(route.source, 100);
    CHECK_EQ(route.target, 100 + route.length);
    CHECK_EQ(route.straight_cost, route.length);
    CHECK_EQ(lf_search_step(search, INT64_MAX), LF_OK);
    tiles[2] = 77; // a buffer with too little room takes what fits
    CHECK_EQ(lf_search_finish(search, tiles, 2, &route), LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(route.tile_count, 96);
    CHECK(tiles[0] == 100 && tiles[1] == 101 && tiles[2] == 77);
    lf_search_destroy(search);
    lf_weights_destroy(weights);
    lf_map_destroy(map);
}

// ---- Memory ---------------------------------------------------------------------------------------

static void every_allocation_may_fail(void) {
    sketch s = sketch_make(4,
                           "a..b"
                           "....",
                           NULL, NULL);
    const uint8_t bytes[8] = {1, 0, 1, 1, 1, 1, 1, 1};
    for (int closes = 0; closes < 2; closes++) {
        const lf_weights_desc plain = {.plane = bytes, .plane_size = 8};
        const uint32_t ones[256] = {1, 1};
        for (int64_t at = 1;; at++) {
            meter m = {.fail_at = at};
            lf_weights_desc desc = plain;
            if (!closes) desc.table = ones;
            desc.allocator = meter_allocator(&m);
            lf_weights *weights = NULL;
            const lf_status status = lf_weights_create(s.map, &desc, &weights);
            if (status == LF_OK) {
                CHECK_EQ(m.calls, closes ? 6 : 4); // itself, costs, cells, rims; bits in rows and blocks
                CHECK_EQ(lf_weights_bytes(weights), m.live);
                lf_weights_destroy(weights);
                CHECK_EQ(m.live, 0);
                break;
            }
            CHECK_EQ(status, LF_E_NOMEM);
            CHECK(weights == NULL && m.live == 0);
        }
    }
    sketch_free(&s);
}

static void a_search_tells_its_size(void) {
    sketch s = sketch_make(4, "a..b", NULL, NULL);
    lf_weights *weights = weights_sketch(&s, "1031");
    lf_coarse *coarse = NULL;
    CHECK_EQ(lf_coarse_create(s.map, NULL, &coarse), LF_OK);
    for (int64_t at = 1;; at++) {
        meter m = {.fail_at = at};
        const lf_search_desc desc = {.coarse = coarse, .weighted = true, .allocator = meter_allocator(&m)};
        lf_search *search = NULL;
        int64_t bytes = 0;
        CHECK_EQ(lf_search_size(s.map, &desc, &bytes), LF_OK);
        if (lf_search_create(s.map, &desc, &search) != LF_OK) {
            CHECK(search == NULL && m.live == 0);
            continue;
        }
        CHECK_EQ(m.live, bytes);
        CHECK_EQ((int64_t)lf_search_bytes(search), bytes);
        const int64_t calls = m.calls;
        CHECK_EQ(refusal(search, weights, LF_STRATEGY_AUTO), LF_PAUSED);
        CHECK_EQ(lf_search_step(search, INT64_MAX), LF_NO_ROUTE); // a tile of weight 0 lies between
        CHECK_EQ(refusal(search, weights, LF_STRATEGY_SPINE), LF_PAUSED);
        CHECK_EQ(lf_search_step(search, INT64_MAX), LF_NO_ROUTE);
        CHECK_EQ(m.calls, calls);                          // a query allocates nothing
        CHECK_EQ((int64_t)lf_search_bytes(search), bytes); // and changes no size
        lf_search_destroy(search);
        CHECK_EQ(m.live, 0);
        break;
    }
    lf_coarse_destroy(coarse);
    lf_weights_destroy(weights);
    sketch_free(&s);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(costs_have_a_direction),
        TEST(routes_go_around_what_is_dear),
        TEST(weight_nothing_is_blocked),
        TEST(both_planes_add_up),
        TEST(wrong_descriptions_are_refused),
        TEST(what_takes_no_weights_refuses_them),
        TEST(costs_pass_32_bits),
        TEST(octile_sums_are_taken_up_to_the_edge),
        TEST(room_beyond_all_numbers_is_refused),
        TEST(best_so_far_is_weighed),
        TEST(best_so_far_looks_at_near_words),
        TEST(partial_routes_compare_costs),
        TEST(partial_routes_compare_octile_costs),
        TEST(every_allocation_may_fail),
        TEST(a_search_tells_its_size),
        TEST(answers_are_the_judges),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
