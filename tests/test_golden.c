// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// One golden hash of everything: tiles, counts, bytes of indexes, depths, keys and curves, over all scenes,
// move rules, costs and strategies. It is the same with every compiler, on every processor, with 32 and 64
// bits, with either order of bytes, and as WebAssembly.
#include "world.h"

/// Change it only together with answers that are meant to change, and say so in the changelog. The test
/// prints what it got, part by part, so that two targets can be compared.
static const uint64_t EXPECTED = UINT64_C(0x00fb9971af7cfe0a);
/// The same for rules of ends, and for partial routes.
static const uint64_t EXPECTED_ENDS = UINT64_C(0x2ec3dfcc4acb06ef);

/// The same for fields and clearance, which are younger.
static const uint64_t EXPECTED_FIELDS = UINT64_C(0x2cfa5fff7a34f8c8);

/// The same for matrices and the nearest, which are younger still.
static const uint64_t EXPECTED_MATRICES = UINT64_C(0x2bca1a363318be6c);

/// The same for the routes of matrices, tile by tile.
static const uint64_t EXPECTED_MATRIX_ROUTES = UINT64_C(0x4a6499a0dcc89d19);

/// The same for indexes of depth gates, their routes, and corner depths.
static const uint64_t EXPECTED_GATES = UINT64_C(0x46f240bd1c62a88b);

/// The same for obstacles of queries.
static const uint64_t EXPECTED_OBSTACLES = UINT64_C(0x8204f40e9ce7ed8e);

enum { WORLDS = 84, QUESTIONS = 3 };

static void hash_index(uint64_t *hash, const lf_index *index) {
    const size_t size = lf_index_save_size(index);
    uint8_t *bytes = malloc(size);
    CHECK_EQ(lf_index_save(index, bytes, size), LF_OK);
    hash_bytes(hash, bytes, size);
    free(bytes);
}

static void hash_depths(uint64_t *hash, const world *w) {
    const lf_tile count = (lf_tile)(w->plan.width * w->plan.height);
    for (lf_tile tile = 0; tile < count; tile++) {
        hash_add(hash, (uint64_t)(int64_t)lf_depth_at(w->depth, tile));
        hash_add(hash, (uint64_t)(int64_t)lf_depth_between(w->depth, tile, count - 1 - tile));
    }
}

static void hash_map(uint64_t *hash, const world *w) {
    hash_bytes(hash, w->plan.open, (size_t)(w->plan.width * w->plan.height));
    hash_add(hash, lf_map_body_count(w->map));
    hash_add(hash, (uint64_t)lf_coarse_node_count(w->coarse));
    hash_add(hash, (uint64_t)lf_coarse_edge_count(w->coarse));
}

static void the_same_everywhere(void) {
    uint64_t maps = UINT64_C(14695981039346656037), indexes = maps, depths = maps, all = maps;
    answers a = answers_none();
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world w = world_make(seed);
        voyage v = voyage_make(&w);
        hash_map(&maps, &w);
        hash_index(&indexes, w.index);
        hash_depths(&depths, &w);
        for (uint64_t number = 0; number < QUESTIONS; number++) world_ask(&v, seed * 1000 + number, &a);
        voyage_free(&v);
        world_free(&w);
    }
    const uint64_t parts[] = {maps, indexes, depths, a.tiles, a.counts, a.keys, a.shapes};
    static const char *const names[] = {"maps", "indexes", "depths", "tiles", "counts", "keys", "shapes"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        printf("  %-8s %016" PRIx64 "\n", names[i], parts[i]);
        hash_add(&all, parts[i]);
    }
    printf("  all      %016" PRIx64 " of %" PRId64 " routes; expected %016" PRIx64 "\n", all, a.found,
           EXPECTED);
    CHECK(a.found > 2000);
    CHECK(all == EXPECTED);
}

static void ends_and_partial_routes(void) {
    answers a = answers_none();
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world w = world_make_of(seed, true);
        voyage v = voyage_make(&w);
        for (uint64_t number = 0; number < QUESTIONS; number++) world_ask_ends(&v, seed * 1000 + number, &a);
        voyage_free(&v);
        world_free(&w);
    }
    const uint64_t all = answers_hash(&a);
    printf("  ends     %016" PRIx64 " with %" PRId64 " partial routes; expected %016" PRIx64 "\n", all,
           a.found, EXPECTED_ENDS);
    CHECK(a.found > 200);
    CHECK(all == EXPECTED_ENDS);
}

/// A number of all planes of a field: as numbers, because their bytes differ from processor to processor.
static void hash_field(uint64_t *hash, const world *w, lf_cost cost, int64_t limit) {
    enum { PORTS = 5 };
    lf_tile targets[PORTS];
    uint64_t random = (uint64_t)w->plan.width * 31 + (uint64_t)w->plan.height;
    lf_field *field;
    lf_field_planes planes;
    for (int i = 0; i < PORTS; i++) targets[i] = oracle_random_open(&w->plan, &random);
    const lf_field_query query = {.targets = targets, .target_count = PORTS, .limit = limit};
    CHECK_EQ(lf_field_create(w->map, &(lf_field_desc){.cost = cost, .owners = true}, &field), LF_OK);
    if (CHECK_EQ(lf_field_fill(field, &query, &planes), LF_OK)) {
        hash_add(hash, (uint64_t)planes.reached);
        for (int64_t i = 0; i < planes.tile_count; i++) {
            hash_add(hash, planes.distances[i]);
            hash_add(hash, planes.directions[i]);
            hash_add(hash, planes.owners[i]);
        }
    }
    lf_field_destroy(field);
}

static void hash_clearance(uint64_t *hash, const world *w, bool edge) {
    const int64_t count = (int64_t)w->plan.width * w->plan.height;
    uint32_t *squares = malloc((size_t)count * sizeof *squares);
    CHECK_EQ(lf_map_clearance(w->map, &(lf_clearance_desc){.edge_blocked = edge}, squares, count), LF_OK);
    for (int64_t i = 0; i < count; i++) hash_add(hash, squares[i]);
    free(squares);
}

static void fields_are_the_same_everywhere(void) {
    uint64_t uniform = UINT64_C(14695981039346656037), octile = uniform, clearance = uniform, all = uniform;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world w = world_make(seed);
        hash_field(&uniform, &w, LF_COST_UNIFORM, seed % 3 == 0 ? 40 : 0);
        hash_field(&octile, &w, LF_COST_OCTILE, seed % 3 == 1 ? 40 : 0);
        hash_clearance(&clearance, &w, seed % 2 == 0);
        world_free(&w);
    }
    const uint64_t parts[] = {uniform, octile, clearance};
    static const char *const names[] = {"uniform", "octile", "clearance"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        printf("  %-9s %016" PRIx64 "\n", names[i], parts[i]);
        hash_add(&all, parts[i]);
    }
    printf("  all       %016" PRIx64 "; expected %016" PRIx64 "\n", all, EXPECTED_FIELDS);
    CHECK(all == EXPECTED_FIELDS);
}

/// Routes under a gate by an index for it.
static int64_t hash_gate(uint64_t *hash, const world *w, const lf_depth *depth, const lf_index *gate) {
    enum { PAIRS = 12 };
    const int64_t room = (int64_t)w->plan.width * w->plan.height;
    lf_tile *tiles = malloc((size_t)room * sizeof *tiles);
    uint64_t random = (uint64_t)w->plan.width * 17 + (uint64_t)w->plan.height;
    int64_t found = 0;
    lf_search *search;
    const lf_search_desc desc = {.depth = depth, .gate_indexes = &gate, .gate_index_count = 1};
    CHECK_EQ(lf_search_create(w->map, &desc, &search), LF_OK);
    for (int i = 0; i < PAIRS; i++) {
        const lf_source source = {oracle_random_open(&w->plan, &random), 0};
        const lf_tile target = oracle_random_open(&w->plan, &random);
        const lf_query query = {.sources = &source,
                                .source_count = 1,
                                .targets = &target,
                                .target_count = 1,
                                .strategy = LF_STRATEGY_HEADLAND,
                                .options.cost = lf_index_cost(gate),
                                .gate = {.min_depth = lf_index_min_depth(gate)}};
        lf_route route;
        CHECK(lf_search_find(search, &query, tiles, room, &route) >= 0);
        hash_add(hash, (uint64_t)route.tile_count);
        for (int64_t k = 0; k < route.tile_count; k++) hash_add(hash, tiles[k]);
        found += route.found;
    }
    lf_search_destroy(search);
    free(tiles);
    return found;
}

static void gates_are_the_same_everywhere(void) {
    uint64_t depths = UINT64_C(14695981039346656037), indexes = depths, routes = depths, all = depths;
    int64_t found = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world w = world_make(seed);
        lf_depth *depth;
        lf_index *gate;
        const lf_depth_desc corner = {.from = LF_DEPTH_CORNER, .edge_blocked = seed % 2 == 0};
        CHECK_EQ(lf_depth_create(w.map, &corner, &depth), LF_OK);
        const lf_index_desc desc = {
            .cost = (lf_cost)(seed / 2 % 2), .depth = depth, .min_depth = 1 + (int32_t)(seed % 3)};
        CHECK_EQ(lf_index_create(w.map, &desc, &gate), LF_OK);
        for (lf_tile tile = 0; tile < (lf_tile)(w.plan.width * w.plan.height); tile++)
            hash_add(&depths, (uint64_t)(int64_t)lf_depth_at(depth, tile));
        hash_index(&indexes, gate);
        found += hash_gate(&routes, &w, depth, gate);
        lf_index_destroy(gate);
        lf_depth_destroy(depth);
        world_free(&w);
    }
    const uint64_t parts[] = {depths, indexes, routes};
    static const char *const names[] = {"depths", "indexes", "routes"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        printf("  %-9s %016" PRIx64 "\n", names[i], parts[i]);
        hash_add(&all, parts[i]);
    }
    printf("  all       %016" PRIx64 " of %" PRId64 " routes; expected %016" PRIx64 "\n", all, found,
           EXPECTED_GATES);
    CHECK(found > 200);
    CHECK(all == EXPECTED_GATES);
}

// ---- Obstacles ------------------------------------------------------------------------------------

enum { OBSTACLES = 9, OBSTACLE_TILES = 8192 };

/// One query by a strategy, with random obstacles and ends, into the hash: status, lengths and tiles.
static void hash_obstacles(uint64_t *hash, lf_search *search, const oracle_map *plan, lf_strategy strategy,
                           lf_cost cost, uint64_t *random) {
    static lf_tile tiles[OBSTACLE_TILES];
    lf_obstacle list[OBSTACLES];
    lf_route route;
    for (int i = 0; i < OBSTACLES; i++)
        list[i] = (lf_obstacle){.x = oracle_below(random, plan->width),
                                .y = oracle_below(random, plan->height),
                                .width = 1 + oracle_below(random, 6),
                                .height = 1 + oracle_below(random, 6),
                                .open = oracle_below(random, 4) == 0};
    const lf_source source = {.tile = oracle_random_open(plan, random)};
    const lf_tile target = oracle_random_open(plan, random);
    if (source.tile == LF_NO_TILE) return;
    const lf_obstacles obstacles = {.list = list, .count = OBSTACLES};
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = strategy,
                            .options = {.cost = cost},
                            .source_rule = {.kind = LF_END_NEAR, .radius = 9},
                            .target_rule = {.kind = LF_END_NEAR, .radius = 9},
                            .partial = true,
                            .obstacles = &obstacles};
    const lf_status status = lf_search_find(search, &query, tiles, OBSTACLE_TILES, &route);
    hash_add(hash, (uint64_t)(int64_t)status);
    hash_add(hash, (uint64_t)route.length);
    hash_add(hash, (uint64_t)route.diagonal);
    hash_add(hash, (uint64_t)route.stats.expanded);
    for (int64_t i = 0; i < route.tile_count && i < OBSTACLE_TILES; i++) hash_add(hash, tiles[i]);
}

static void obstacles_are_the_same_everywhere(void) {
    static const lf_strategy strategies[] = {LF_STRATEGY_FLOOD, LF_STRATEGY_HEADLAND, LF_STRATEGY_EXPAND};
    uint64_t parts[3] = {UINT64_C(14695981039346656037), UINT64_C(14695981039346656037),
                         UINT64_C(14695981039346656037)};
    uint64_t all = parts[0];
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        const oracle_map plan = oracle_random_map(seed, 70, (lf_moves)(seed % 3));
        const lf_cost cost = (lf_cost)(seed / 3 % 2);
        lf_map *map = oracle_to_map(&plan);
        lf_index *index;
        lf_coarse *coarse;
        lf_search *search;
        CHECK_EQ(lf_index_create(map, &(lf_index_desc){.cost = cost, .keep_legs = true}, &index), LF_OK);
        CHECK_EQ(lf_coarse_create(map, NULL, &coarse), LF_OK);
        const lf_search_desc desc = {.index = index, .coarse = coarse, .cost = cost, .obstacle_room = 1000};
        CHECK_EQ(lf_search_create(map, &desc, &search), LF_OK);
        uint64_t random = seed;
        for (int i = 0; i < 3 * QUESTIONS; i++)
            hash_obstacles(&parts[i % 3], search, &plan, strategies[i % 3],
                           i % 3 == 2 ? LF_COST_UNIFORM : cost, &random);
        lf_search_destroy(search);
        lf_coarse_destroy(coarse);
        lf_index_destroy(index);
        lf_map_destroy(map);
        free(plan.open);
    }
    static const char *const names[] = {"flood", "headland", "expand"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        printf("  %-9s %016" PRIx64 "\n", names[i], parts[i]);
        hash_add(&all, parts[i]);
    }
    printf("  all       %016" PRIx64 "; expected %016" PRIx64 "\n", all, EXPECTED_OBSTACLES);
    CHECK(all == EXPECTED_OBSTACLES);
}

// ---- Matrices -------------------------------------------------------------------------------------

/// All lengths between some ends, the nearest two of each, and the nearest one.
/// The routes from all ends to the nearest of two, and of the first to the nearest of the others.
static void hash_matrix_routes(uint64_t *hash, lf_matrix *matrix, const lf_tile *ends, int64_t count) {
    enum { ROOM = 1 << 16 };
    static lf_tile tiles[ROOM];
    static lf_nearest_route routes[16];
    const lf_matrix_query queries[2] = {{ends + 2, count - 2, ends, 2, false},
                                        {ends, 1, ends + 1, count - 1, false}};
    for (int i = 0; i < 2; i++) {
        int64_t used;
        CHECK_EQ(lf_matrix_routes(matrix, &queries[i], routes, 16, tiles, ROOM, &used), LF_OK);
        hash_add(hash, (uint64_t)used);
        for (int64_t k = 0; k < used; k++) hash_add(hash, tiles[k]);
    }
}

static void hash_matrix(uint64_t *hash, uint64_t *routes, const world *w, const lf_index *index,
                        lf_cost cost) {
    enum { ENDS = 7 };
    lf_tile ends[ENDS];
    lf_length lengths[ENDS * ENDS];
    lf_nearest nearest[2 * ENDS];
    uint64_t random = (uint64_t)w->plan.width * 37 + (uint64_t)w->plan.height;
    lf_matrix *matrix;
    for (int i = 0; i < ENDS; i++) ends[i] = oracle_random_open(&w->plan, &random);
    const lf_matrix_query query = {ends, ENDS, ends, ENDS, false};
    CHECK_EQ(lf_matrix_create(w->map, &(lf_matrix_desc){.index = index, .cost = cost}, &matrix), LF_OK);
    CHECK_EQ(lf_matrix_fill(matrix, &query, lengths, ENDS * ENDS), LF_OK);
    for (int i = 0; i < ENDS * ENDS; i++) {
        hash_add(hash, lengths[i].straight);
        hash_add(hash, lengths[i].diagonal);
    }
    for (int64_t count = 1; count <= 2; count++) {
        CHECK_EQ(lf_matrix_nearest(matrix, &query, count, nearest, count * ENDS), LF_OK);
        for (int64_t i = 0; i < count * ENDS; i++) hash_add(hash, (uint64_t)nearest[i].target);
    }
    hash_matrix_routes(routes, matrix, ends, ENDS);
    lf_matrix_destroy(matrix);
}

static void matrices_are_the_same_everywhere(void) {
    uint64_t fields = UINT64_C(14695981039346656037), ladders = fields, routes = fields;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world w = world_make(seed);
        for (int cost = 0; cost < 2; cost++) {
            lf_index *index;
            const lf_index_desc desc = {.cost = (lf_cost)cost, .hierarchy = LF_HIERARCHY_YES};
            CHECK_EQ(lf_index_create(w.map, &desc, &index), LF_OK);
            hash_matrix(&fields, &routes, &w, NULL, (lf_cost)cost);
            hash_matrix(&ladders, &routes, &w, index, (lf_cost)cost);
            lf_index_destroy(index);
        }
        world_free(&w);
    }
    printf("  fields   %016" PRIx64 "\n  ladders  %016" PRIx64 "; expected %016" PRIx64 "\n", fields, ladders,
           EXPECTED_MATRICES);
    CHECK(fields == EXPECTED_MATRICES);
    CHECK(ladders == EXPECTED_MATRICES);
    printf("  routes   %016" PRIx64 "; expected %016" PRIx64 "\n", routes, EXPECTED_MATRIX_ROUTES);
    CHECK(routes == EXPECTED_MATRIX_ROUTES);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(the_same_everywhere),
                                      TEST(ends_and_partial_routes),
                                      TEST(fields_are_the_same_everywhere),
                                      TEST(matrices_are_the_same_everywhere),
                                      TEST(gates_are_the_same_everywhere),
                                      TEST(obstacles_are_the_same_everywhere)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
