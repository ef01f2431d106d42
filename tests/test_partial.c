// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Partial routes, rule by rule. What they are in general is judged by exhaustive search in the swarm
// (tests/swarm/truth.c).
#include "test.h"

#include "depth/depth.h"
#include "flood/flood.h"
#include "flood/octile.h"
#include "oracle.h"
#include "sketch.h"

static const lf_query partial = {.partial = true};

static void ends_beside_the_wall(void) {
    sketch s = sketch_make(9,
                           "........."
                           ".####...."
                           ".#.t#...."
                           ".####...."
                           "s........",
                           NULL, NULL);
    CHECK_EQ(sketch_ask(&s, (lf_query){0}, 's', 't'), LF_NO_ROUTE);
    CHECK(!s.route.partial);
    CHECK_EQ(sketch_ask(&s, partial, 's', 't'), LF_PARTIAL);
    CHECK(!s.route.found && s.route.partial && s.route.exact);
    // Two moves from t: the rows above and below and the column on the right. 1,4 is nearest by way.
    CHECK_EQ(s.route.target, 4 * 9 + 1);
    CHECK_EQ(s.route.length, 1);
    CHECK_EQ(s.route.target_index, 0);
    CHECK_EQ(s.route.target_distance, 2);
    CHECK_EQ(s.route.target_diagonal, 2);
    CHECK_EQ(s.route.tile_count, 2);
    CHECK_EQ(s.tiles[0], 4 * 9);
    CHECK_EQ(s.tiles[1], 4 * 9 + 1);
    CHECK_EQ(s.route.origin, 77);
    CHECK_EQ(s.route.gate_depth, -1);
    CHECK_EQ(lf_search_step(s.search, 1), LF_PARTIAL); // again
    CHECK_EQ(lf_search_finish(s.search, s.tiles, 1, &s.route), LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(s.route.tile_count, 2);
    sketch_free(&s);
}

static void a_route_that_exists_is_not_partial(void) {
    sketch s = sketch_make(5, "s...t", NULL, NULL);
    CHECK_EQ(sketch_ask(&s, partial, 's', 't'), LF_OK);
    CHECK(s.route.found && !s.route.partial);
    CHECK_EQ(s.route.target_distance, 0);
    sketch_free(&s);
}

/// Rules decide what "near" is: by orthogonal moves the corner is farther than the side.
static void straight_distance_follows_rules_and_cost(void) {
    static const char text[] = "......."
                               ".#####."
                               ".#...#."
                               ".#.t.#."
                               ".#...#."
                               ".#####."
                               "......s";
    static const lf_tile ends[3] = {6 * 7 + 6, 6 * 7 + 6, 3 * 7 + 6};
    for (int moves = 0; moves < 3; moves++) {
        sketch s = sketch_make(7, text, &(lf_map_desc){.moves = (lf_moves)moves},
                               &(lf_search_desc){.cost = LF_COST_OCTILE});
        lf_query query = partial;
        CHECK_EQ(sketch_ask(&s, query, 's', 't'), LF_PARTIAL);
        CHECK_EQ(s.route.target, ends[moves]);
        CHECK_EQ(s.route.target_distance, 3);
        query.options.cost = LF_COST_OCTILE;
        CHECK_EQ(sketch_ask(&s, query, 's', 't'), LF_PARTIAL);
        CHECK_EQ(s.route.target, 3 * 7 + 6); // straight to the right; as far as straight below, and lower
        CHECK_EQ(s.route.target_distance, 3);
        CHECK_EQ(s.route.target_diagonal, 0);
        sketch_free(&s);
    }
}

/// The lowest of equally good tiles, by every strategy that is exact, whatever the room is.
static void ties_go_to_the_lowest_tile(void) {
    static const char text[] = "t.#...."
                               "..#...."
                               "..#...."
                               "..#...."
                               "###...s";
    for (int64_t room = 1; room < 7; room++) {
        sketch s = sketch_make(7, text, NULL, &(lf_search_desc){.end_room = room});
        CHECK_EQ(sketch_ask(&s, partial, 's', 't'), LF_PARTIAL);
        CHECK_EQ(s.route.target, 1 * 7 + 3); // 3,0 to 3,3 are at 3 moves; 3,1 to 3,3 at 3 moves by way
        CHECK_EQ(s.route.length, 3);
        sketch_free(&s);
    }
}

/// A list that is full of tiles near one target has to take lower ones near another. Nothing is lost: they
/// are all asked for, part by part.
static void a_full_list_takes_lower_tiles(void) {
    static const char text[] = "..####."
                               "..#b##."
                               "s.####."
                               "..#a##."
                               "..####.";
    for (int64_t room = 1; room < 12; room++) {
        for (int order = 0; order < 2; order++) {
            sketch s = sketch_make(7, text, NULL, &(lf_search_desc){.end_room = room});
            const lf_source source = {.tile = sketch_at(&s, 's')};
            const lf_tile targets[2] = {sketch_at(&s, "ab"[order]), sketch_at(&s, "ba"[order])};
            lf_query query = partial;
            query.sources = &source;
            query.source_count = 1;
            query.targets = targets;
            query.target_count = 2;
            CHECK_EQ(lf_search_find(s.search, &query, s.tiles, SKETCH_MOST, &s.route), LF_PARTIAL);
            // Column 1 is 2 moves from either target; of it, 1,1 to 1,3 are one move away from s.
            CHECK_EQ(s.route.target, 1 * 7 + 1);
            CHECK_EQ(s.route.length, 1);
            CHECK_EQ(s.route.target_distance, 2);
            CHECK_EQ(s.route.target_index, 0);
            sketch_free(&s);
        }
    }
}

static void a_gate_bounds_a_partial_route(void) {
    sketch s = sketch_make(11,
                           "..........."
                           "..........."
                           "..s.....t.."
                           "..........."
                           "...........",
                           NULL, NULL);
    lf_query query = partial;
    query.gate = (lf_depth_gate){.min_depth = 2};
    CHECK_EQ(sketch_ask(&s, query, 's', 't'), LF_OK);
    sketch_free(&s);
    s = sketch_make(11,
                    "......#...."
                    "......#...."
                    "..s.......t"
                    "......#...."
                    "......#....",
                    NULL, NULL);
    CHECK_EQ(sketch_ask(&s, query, 's', 't'), LF_PARTIAL);
    CHECK_EQ(s.route.target, 0 * 11 + 4); // depth 2 ends at column 4; by way all of them are 2 moves
    CHECK_EQ(s.route.gate_depth, 2);
    query.gate.min_depth = 9;
    CHECK_EQ(sketch_ask(&s, query, 's', 't'), LF_NO_ROUTE); // the source itself is closed
    CHECK(!s.route.partial);
    CHECK_EQ(s.route.tile_count, 0);
    sketch_free(&s);
}

static void deepest_without_a_route(void) {
    sketch s = sketch_make(7,
                           "s..#..t"
                           "...#...",
                           NULL, NULL);
    lf_query query = partial;
    query.gate = (lf_depth_gate){.deepest = true};
    CHECK_EQ(sketch_ask(&s, query, 's', 't'), LF_PARTIAL);
    CHECK_EQ(s.route.target, 2);
    CHECK_EQ(s.route.gate_depth, 0);
    CHECK_EQ(s.route.target_distance, 4);
    sketch_free(&s);
}

/// A gate closes the strait between a and t, and t's own flood leaves out b, whose body has no target. But b
/// comes nearer. The tree of depths would know that there is no route without any flood, so it is made to be
/// pending, as after an edit.
static void sources_that_a_flood_leaves_out_count(void) {
    sketch s = sketch_make(19,
                           ".....###.....#....."
                           ".....###.....#....."
                           "a..........t.#...b."
                           ".....###.....#....."
                           ".....###.....#.....",
                           NULL, NULL);
    s.depth->tree_pending = true;
    const lf_source sources[2] = {{.tile = sketch_at(&s, 'a')}, {.tile = sketch_at(&s, 'b')}};
    const lf_tile target = sketch_at(&s, 't');
    const lf_query query = {.sources = sources,
                            .source_count = 2,
                            .targets = &target,
                            .target_count = 1,
                            .gate = {.min_depth = 2},
                            .partial = true};
    CHECK_EQ(lf_search_find(s.search, &query, s.tiles, SKETCH_MOST, &s.route), LF_PARTIAL);
    CHECK_EQ(s.route.source_index, 1);
    CHECK_EQ(s.route.target, 0 * 19 + 15);
    CHECK_EQ(s.route.target_distance, 4);
    sketch_free(&s);
}

/// Without a gate and with bodies, no flood is needed to know what can be reached.
static void bodies_save_the_flood(void) {
    enum { SIDE = 200 };
    uint8_t *bytes = malloc(SIDE * SIDE);
    memset(bytes, 1, SIDE * SIDE);
    for (int i = 0; i < SIDE; i++) bytes[i * SIDE + 100] = 0;
    for (int bodies = 0; bodies < 2; bodies++) {
        lf_map *map;
        lf_search *search;
        lf_route route;
        const lf_map_desc desc = {.width = SIDE,
                                  .height = SIDE,
                                  .tiles = bytes,
                                  .tiles_size = SIDE * SIDE,
                                  .skip_bodies = bodies == 0};
        CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
        CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
        const lf_source source = {.tile = 100 * SIDE + 97};
        const lf_tile target = 100 * SIDE + 102;
        lf_query query = partial;
        query.sources = &source;
        query.targets = &target;
        query.source_count = query.target_count = 1;
        CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_PARTIAL);
        CHECK_EQ(route.target, 98 * SIDE + 99);
        CHECK_EQ(route.length, 2);
        CHECK(bodies == 0 ? route.stats.expanded > 19000 : route.stats.expanded < 60);
        lf_search_destroy(search);
        lf_map_destroy(map);
    }
    free(bytes);
}

static void spine_alone_needs_bodies(void) {
    lf_coarse *coarse;
    lf_search *search;
    lf_route route;
    for (int bodies = 0; bodies < 2; bodies++) {
        sketch s = sketch_make(5, "s.#.t", &(lf_map_desc){.skip_bodies = bodies == 0}, NULL);
        CHECK_EQ(lf_coarse_create(s.map, NULL, &coarse), LF_OK);
        const lf_search_desc desc = {.coarse = coarse, .only = LF_STRATEGY_SPINE};
        CHECK_EQ(lf_search_create(s.map, &desc, &search), LF_OK);
        const lf_source source = {.tile = 0};
        const lf_tile target = 4;
        lf_query query = partial;
        query.strategy = LF_STRATEGY_SPINE;
        query.sources = &source;
        query.targets = &target;
        query.source_count = query.target_count = 1;
        CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), bodies == 0 ? LF_E_PARTIAL : LF_PARTIAL);
        if (bodies != 0) CHECK_EQ(route.target, 1);
        lf_search_destroy(search);
        lf_coarse_destroy(coarse);
        sketch_free(&s);
    }
}

// ---- Best so far ----------------------------------------------------------------------------------

/// Whether the search under way knows a way to a tile, from its own memory.
static bool is_reached(const lf_search *search, lf_tile tile, lf_cost cost) {
    const lf_point at = lf_map_point(search->map, tile);
    const lfi_place place = lfi_blocks_at(&search->map->blocks, (uint32_t)at.x, (uint32_t)at.y);
    if (cost == LF_COST_OCTILE && search->map->moves != LF_MOVES_ORTHOGONAL)
        return lfi_octile_has_met(search, tile);
    const lfi_waves_block *block = &lfi_flood_of(search)->blocks[place.block];
    return block->stamp == lfi_flood_of(search)->stamp && lfi_wide_has(&block->met, place.x, place.y);
}

static double crow(const lf_map *map, lf_tile a, lf_tile b, lf_cost cost) {
    const lf_point p = lf_map_point(map, a), q = lf_map_point(map, b);
    const int dx = abs(p.x - q.x), dy = abs(p.y - q.y), less = dx < dy ? dx : dy;
    if (lf_map_moves(map) == LF_MOVES_ORTHOGONAL) return dx + dy;
    return dx + dy - less + (cost == LF_COST_OCTILE ? less * 0.4142135623730951 : 0);
}

/// The best tile by looking at all of them.
static lf_tile best_reached(const lf_search *search, const lf_query *query) {
    const lf_map *map = search->map;
    double best = 1e9;
    lf_tile tile = LF_NO_TILE;
    for (lf_tile i = 0; i < map->tile_count; i++) {
        if (!is_reached(search, i, query->options.cost)) continue;
        for (int64_t k = 0; k < query->target_count; k++) {
            const double away = crow(map, i, query->targets[k], query->options.cost);
            if (away >= best - 1e-6) continue;
            best = away;
            tile = i;
        }
    }
    return tile;
}

static int64_t check_so_far(lf_search *search, const lf_query *query) {
    static lf_tile tiles[4096];
    lf_route route;
    const lf_tile best = best_reached(search, query);
    if (best == LF_NO_TILE) return 0;
    CHECK_EQ(lf_search_finish(search, tiles, 4096, &route), LF_PARTIAL);
    CHECK_EQ(route.target, best);
    CHECK_EQ(tiles[route.length], best);
    CHECK_EQ(lf_route_check(search->map, tiles, route.tile_count, NULL, NULL), LF_OK);
    CHECK_EQ(tiles[0], query->sources[route.source_index].tile);
    return 1;
}

static void best_so_far_is_the_nearest_tile_reached(void) {
    const uint64_t seed = test_seed();
    int64_t looks = 0;
    for (uint64_t i = 0; i < 2000; i++) {
        uint64_t random = seed + i;
        const int64_t before = test_failures;
        oracle_map plan = oracle_random_map(seed * 17 + i, 60, (lf_moves)(i % 3));
        lf_map *map = oracle_to_map(&plan);
        lf_search *search;
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.cost = LF_COST_OCTILE}, &search), LF_OK);
        const lf_source source = {.tile = oracle_random_open(&plan, &random)};
        const lf_tile targets[2] = {oracle_random_open(&plan, &random), oracle_random_open(&plan, &random)};
        const lf_query query = {.sources = &source,
                                .source_count = 1,
                                .targets = targets,
                                .target_count = 2,
                                .strategy = LF_STRATEGY_FLOOD,
                                .options = {.cost = (lf_cost)(i / 3 % 2)},
                                .partial = true};
        lf_status status = source.tile != LF_NO_TILE ? lf_search_begin(search, &query) : LF_OK;
        while (status == LF_PAUSED) {
            status = lf_search_step(search, 1 + oracle_below(&random, 20));
            if (status == LF_PAUSED) looks += check_so_far(search, &query);
        }
        lf_search_destroy(search);
        lf_map_destroy(map);
        free(plan.open);
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %" PRId64 " looks at searches under way\n", looks);
    CHECK(looks > 1000);
}

static void strategies_that_cannot_tell_say_so(void) {
    sketch s = sketch_make(9, "s.......t", &(lf_map_desc){.moves = LF_MOVES_ORTHOGONAL}, NULL);
    const lf_source source = {.tile = 0};
    const lf_tile target = 8;
    lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    query.strategy = LF_STRATEGY_STRIP;
    query.partial = true;
    CHECK_EQ(lf_search_begin(s.search, &query), LF_PAUSED);
    CHECK_EQ(lf_search_finish(s.search, s.tiles, SKETCH_MOST, &s.route), LF_E_NOT_ENDED);
    query.strategy = LF_STRATEGY_FLOOD;
    CHECK_EQ(lf_search_begin(s.search, &query), LF_PAUSED);
    CHECK_EQ(lf_search_finish(s.search, s.tiles, SKETCH_MOST, &s.route), LF_PARTIAL);
    CHECK_EQ(s.route.length, 0); // the source: nothing else is met yet
    CHECK_EQ(s.route.target_distance, 8);
    CHECK_EQ(lf_search_step(s.search, 3), LF_PAUSED);
    CHECK_EQ(lf_search_finish(s.search, s.tiles, SKETCH_MOST, &s.route), LF_PARTIAL);
    CHECK_EQ(s.route.length, 2);
    CHECK_EQ(s.route.target_distance, 6);
    CHECK(!s.route.exact);
    CHECK_EQ(lf_search_step(s.search, 100), LF_OK); // the look has changed nothing
    CHECK_EQ(lf_search_finish(s.search, s.tiles, SKETCH_MOST, &s.route), LF_OK);
    CHECK_EQ(s.route.length, 8);
    query.partial = false;
    CHECK_EQ(lf_search_begin(s.search, &query), LF_PAUSED);
    CHECK_EQ(lf_search_finish(s.search, s.tiles, SKETCH_MOST, &s.route), LF_E_NOT_ENDED);
    sketch_free(&s);
}

/// Ends in different bodies need no search, so a query that has just begun has reached nothing it could tell
/// of.
static void nothing_is_reached_before_the_first_step(void) {
    sketch s = sketch_make(5, "s.#.t", NULL, NULL);
    const lf_source source = {.tile = 0};
    const lf_tile target = 4;
    lf_query query = partial;
    query.sources = &source;
    query.targets = &target;
    query.source_count = query.target_count = 1;
    query.strategy = LF_STRATEGY_FLOOD;
    CHECK_EQ(lf_search_begin(s.search, &query), LF_PAUSED);
    CHECK_EQ(lf_search_finish(s.search, s.tiles, SKETCH_MOST, &s.route), LF_E_NOT_ENDED);
    CHECK_EQ(s.route.target, LF_NO_TILE);
    CHECK_EQ(lf_search_step(s.search, 100), LF_PARTIAL); // the look has changed nothing
    CHECK_EQ(lf_search_finish(s.search, s.tiles, SKETCH_MOST, &s.route), LF_PARTIAL);
    CHECK_EQ(s.route.target, 1);
    sketch_free(&s);
}

/// Bodies that are wrong say that the target can be reached, and the flood finds that it cannot. The query
/// ends with an error, not with a wrong route, and the search is as good as before.
static void disagreement_is_told(void) {
    sketch s = sketch_make(5, "s.#.t", NULL, NULL);
    lfi_run *far = &s.map->bodies.runs[1];
    CHECK_EQ(far->body, 1);
    far->body = 0;
    CHECK_EQ(sketch_ask(&s, partial, 's', 't'), LF_E_INTERNAL);
    CHECK_EQ(lf_search_step(s.search, 1), LF_E_NOT_BEGUN);
    far->body = 1;
    CHECK_EQ(sketch_ask(&s, partial, 's', 't'), LF_PARTIAL);
    CHECK_EQ(s.route.target, 1);
    sketch_free(&s);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(ends_beside_the_wall),
                                      TEST(a_route_that_exists_is_not_partial),
                                      TEST(straight_distance_follows_rules_and_cost),
                                      TEST(ties_go_to_the_lowest_tile),
                                      TEST(a_full_list_takes_lower_tiles),
                                      TEST(a_gate_bounds_a_partial_route),
                                      TEST(deepest_without_a_route),
                                      TEST(sources_that_a_flood_leaves_out_count),
                                      TEST(bodies_save_the_flood),
                                      TEST(spine_alone_needs_bodies),
                                      TEST(best_so_far_is_the_nearest_tile_reached),
                                      TEST(strategies_that_cannot_tell_say_so),
                                      TEST(nothing_is_reached_before_the_first_step),
                                      TEST(disagreement_is_told)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
