// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Weights of a world: after every edit they are those of a map made anew, number by number, and every answer has the
// tiles that `flood` finds there.
#include "test.h"

#include "living.h"
#include "slow.h"
#include "weights/weights.h"
#include "world/world.h"

#ifdef TEST_IS_SLOW
enum { CASES = 12 };
#else
enum { CASES = 150 };
#endif

enum { EDITS = 10, KINDS = 4 };

/// A world with weights of all kinds, and the bytes that they are made of.
typedef struct terrain {
    living l;
    uint8_t *bytes[KINDS]; ///< as committed
    uint8_t *drawn[KINDS]; ///< with what is not
    uint32_t table[256], depth_table[256];
    lf_search *search;
} terrain;

static bool kind_has_plane(int kind) {
    return kind != 1;
}

static bool kind_has_depth(int kind) {
    return kind == 1 || kind == 2;
}

/// What makes weights of a kind: 0 bytes by a table, 1 depths, 2 both, 3 bytes as they are, some of them 0.
static lf_weights_desc kind_desc(const terrain *t, int kind, const lf_depth *depth) {
    return (lf_weights_desc){.plane = kind_has_plane(kind) ? t->bytes[kind] : NULL,
                             .plane_size = living_size(&t->l),
                             .table = kind == 0 || kind == 2 ? t->table : NULL,
                             .depth = kind_has_depth(kind) ? depth : NULL,
                             .depth_table = kind_has_depth(kind) ? t->depth_table : NULL};
}

static uint8_t byte_random(uint64_t *random) {
    return (uint8_t)(oracle_below(random, 8) == 0 ? 0 : 1 + oracle_below(random, 9));
}

static void terrain_fill(terrain *t, uint64_t *random) {
    const size_t size = living_size(&t->l);
    for (int i = 0; i < 256; i++) {
        t->table[i] = (uint32_t)(oracle_below(random, 20) == 0 ? 0 : 1 + oracle_below(random, 90));
        t->depth_table[i] = i <= 3 ? 4 + (uint32_t)oracle_below(random, 4) : 1;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        const bool zeros = kind == 3 && oracle_below(random, 2) == 0;
        t->bytes[kind] = malloc(size);
        t->drawn[kind] = malloc(size);
        for (size_t i = 0; i < size; i++) {
            const uint8_t byte = byte_random(random);
            t->bytes[kind][i] = byte == 0 && !zeros ? 1 : byte;
        }
        memcpy(t->drawn[kind], t->bytes[kind], size);
    }
}

static lf_status terrain_create(terrain *t, const living_desc *desc) {
    lf_world_desc world = living_world_desc(&t->l, desc);
    lf_weights_desc weights[KINDS];
    for (int kind = 0; kind < KINDS; kind++) weights[kind] = kind_desc(t, kind, NULL);
    world.weights = weights;
    world.weights_count = KINDS;
    return lf_world_create(&world, &t->l.world);
}

static terrain terrain_make(oracle_map map, const living_desc *desc, uint64_t *random) {
    terrain t = {.l = {.now = map, .drawn = map, .has_coarse = desc->coarse, .has_depth = desc->depth}};
    t.l.drawn.open = malloc(living_size(&t.l));
    memcpy(t.l.drawn.open, map.open, living_size(&t.l));
    terrain_fill(&t, random);
    CHECK_EQ(terrain_create(&t, desc), LF_OK);
    const lf_search_desc search = {.cost = LF_COST_OCTILE, .weighted = true};
    CHECK_EQ(lf_world_search(t.l.world, &search, &t.search), LF_OK);
    return t;
}

static void terrain_free(terrain *t) {
    lf_search_destroy(t->search);
    living_free(&t->l);
    for (int kind = 0; kind < KINDS; kind++) {
        free(t->bytes[kind]);
        free(t->drawn[kind]);
    }
}

/// Replaces bytes, on the world and beside it; the window may reach beyond the map.
static void terrain_paint(terrain *t, uint64_t *random) {
    static uint8_t bytes[40 * 40];
    const int kind = oracle_below(random, 3) == 0 ? 0 : 2 + oracle_below(random, 2);
    const int wide = oracle_below(random, 41), high = oracle_below(random, 41);
    const bool same = oracle_below(random, 2) == 0;
    const uint8_t byte = byte_random(random);
    const lf_point corner = {oracle_below(random, t->l.now.width + 20) - 20,
                             oracle_below(random, t->l.now.height + 20) - 20};
    for (int i = 0; i < wide * high; i++) bytes[i] = same ? byte : byte_random(random);
    const lf_weights_stencil stencil = {corner, wide, high, bytes, (size_t)(wide * high)};
    CHECK_EQ(lf_world_set_weights(t->l.world, kind, &stencil), LF_OK);
    for (int y = 0; y < high; y++) {
        for (int x = 0; x < wide; x++) {
            const int at_x = corner.x + x, at_y = corner.y + y;
            if (at_x >= 0 && at_y >= 0 && at_x < t->l.now.width && at_y < t->l.now.height)
                t->drawn[kind][at_y * t->l.now.width + at_x] = bytes[y * wide + x];
        }
    }
}

/// Commits, and compares the version with the model.
static void terrain_commit(terrain *t) {
    const size_t size = living_size(&t->l);
    bool changed = memcmp(t->l.now.open, t->l.drawn.open, size) != 0;
    for (int kind = 0; kind < KINDS; kind++) {
        changed |= memcmp(t->bytes[kind], t->drawn[kind], size) != 0;
        memcpy(t->bytes[kind], t->drawn[kind], size);
    }
    lf_edit_report report;
    CHECK_EQ(lf_world_commit(t->l.world, &report), LF_OK);
    t->l.version += changed;
    CHECK_EQ(report.version, t->l.version);
    CHECK((report.weighed > 0) == changed);
    memcpy(t->l.now.open, t->l.drawn.open, size);
}

/// All that is known of two weights is the same.
static void check_weights_same(const lf_weights *weights, const lf_weights *anew) {
    const size_t tiles = anew->given->tile_count, cells = (size_t)anew->columns * anew->rows;
    CHECK(memcmp(weights->costs, anew->costs, tiles * sizeof *anew->costs) == 0);
    CHECK(memcmp(weights->cells, anew->cells, cells * sizeof *anew->cells) == 0);
    CHECK(memcmp(weights->rims, anew->rims, cells * LFI_LANES * sizeof *anew->rims) == 0);
    CHECK_EQ(weights->sum, anew->sum);
    CHECK_EQ(weights->total, anew->total);
    CHECK_EQ(weights->most, anew->most);
    CHECK_EQ(weights->heaviest, anew->heaviest);
    CHECK_EQ(weights->least, anew->least);
    CHECK_EQ(weights->lowest, anew->lowest);
    CHECK_EQ(weights->closes, anew->closes);
    check_map_tiles(weights->map, anew->map);
    CHECK(memcmp(weights->map->blocks.open, anew->map->blocks.open,
                 weights->map->blocks.count * sizeof *anew->map->blocks.open) == 0);
}

/// The ends and the cost of a random query.
static lf_query query_random(const terrain *t, uint64_t *random, lf_source *source, lf_tile *target) {
    *source = (lf_source){.tile = (lf_tile)oracle_below(random, (int)living_size(&t->l))};
    *target = (lf_tile)oracle_below(random, (int)living_size(&t->l));
    return (lf_query){.sources = source,
                      .source_count = 1,
                      .targets = target,
                      .target_count = 1,
                      .options.cost = oracle_below(random, 4) == 0 ? LF_COST_OCTILE : LF_COST_UNIFORM};
}

static void check_same_answer(const terrain *t, lf_search *search, lf_query query, const lf_weights *anew,
                              lf_search *plain) {
    static lf_tile tiles[2][4096];
    lf_route routes[2];
    query.strategy = LF_STRATEGY_FLOOD;
    lf_query there = query;
    there.weights = anew;
    const lf_status expected = lf_search_find(plain, &there, tiles[0], 4096, &routes[0]);
    static const lf_strategy strategies[] = {LF_STRATEGY_AUTO, LF_STRATEGY_CELLS, LF_STRATEGY_FLOOD};
    for (int i = 0; i < 3; i++) {
        query.strategy = strategies[i];
        CHECK_EQ(search != NULL ? lf_search_find(search, &query, tiles[1], 4096, &routes[1])
                                : lf_world_find(t->l.world, &query, tiles[1], 4096, &routes[1]),
                 expected);
        if (expected < LF_OK) continue;
        CHECK_EQ(routes[1].tile_count, routes[0].tile_count);
        CHECK_EQ(routes[1].straight_cost, routes[0].straight_cost);
        CHECK_EQ(routes[1].diagonal_cost, routes[0].diagonal_cost);
        CHECK(memcmp(tiles[0], tiles[1], (size_t)routes[0].tile_count * sizeof **tiles) == 0);
    }
}

/// Compares weights of a state with those of a map made anew, and some answers.
static void check_kind(const terrain *t, const lf_snapshot *state, int kind, const lf_map *map,
                       const lf_depth *depth, lf_search *plain, uint64_t *random) {
    const lf_weights_desc desc = kind_desc(t, kind, depth);
    lf_weights *anew;
    CHECK_EQ(lf_weights_create(map, &desc, &anew), LF_OK);
    const lf_weights *weights = lf_snapshot_weights(state, kind);
    CHECK(lf_weights_map(weights) == lf_snapshot_map(state));
    check_weights_same(weights, anew);
    lf_source source;
    lf_tile target;
    lf_query query = query_random(t, random, &source, &target);
    query.weights = lf_world_weights(t->l.world, kind);
    check_same_answer(t, t->search, query, anew, plain);
    query.weights = weights; // those of the state will do as well
    check_same_answer(t, t->search, query, anew, plain);
    query.weights = lf_world_weights(t->l.world, kind);
    check_same_answer(t, NULL, query, anew, plain);
    lf_weights_destroy(anew);
}

static void terrain_check(terrain *t, uint64_t *random) {
    lf_map *map = living_anew(&t->l);
    lf_depth *depth;
    lf_search *plain;
    const lf_search_desc desc = {.cost = LF_COST_OCTILE, .weighted = true};
    CHECK_EQ(lf_depth_create(map, &t->l.depth, &depth), LF_OK);
    CHECK_EQ(lf_search_create(map, &desc, &plain), LF_OK);
    const lf_snapshot *state = lf_world_acquire(t->l.world);
    CHECK_EQ(lf_search_turn(t->search, state), LF_OK);
    for (int kind = 0; kind < KINDS; kind++) check_kind(t, state, kind, map, depth, plain, random);
    check_parts(&t->l, state, random);
    lf_snapshot_release(state);
    lf_search_destroy(plain);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
}

static oracle_map map_random(uint64_t *random) {
    static const int sides[] = {1, 15, 16, 17, 31, 48, 60, 63};
    const int across = sides[oracle_below(random, 8)], down = sides[oracle_below(random, 8)];
    oracle_map map = {.width = across, .height = down, .moves = (lf_moves)oracle_below(random, 3)};
    const int land = oracle_below(random, 4);
    map.open = malloc((size_t)across * (size_t)down);
    for (int i = 0; i < across * down; i++) map.open[i] = oracle_below(random, 10) >= land;
    return map;
}

static void edits_leave_weights_as_made_anew(void) {
    const uint64_t seed = test_seed(), cases = test_case_count(CASES);
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t random = (seed + i) * 97;
        const int64_t before = test_failures;
        const living_desc desc = {
            .depth = true, .index = i % 2 == 0, .index_later = i % 4 == 2, .coarse = i % 3 == 0};
        terrain t = terrain_make(map_random(&random), &desc, &random);
        terrain_check(&t, &random);
        for (int edit = 0; edit < EDITS; edit++) {
            const lf_snapshot *held = oracle_below(&random, 3) == 0 ? lf_world_acquire(t.l.world) : NULL;
            const int what = oracle_below(&random, 4);
            for (int k = oracle_below(&random, 3); what != 0 && k >= 0; k--) living_draw(&t.l, &random);
            for (int k = oracle_below(&random, 3); what != 1 && k >= 0; k--) terrain_paint(&t, &random);
            terrain_commit(&t);
            if (oracle_below(&random, 2) == 0)
                CHECK(lf_world_work(t.l.world, 1 + oracle_below(&random, 300), NULL) >= LF_OK);
            terrain_check(&t, &random);
            lf_snapshot_release(held);
        }
        CHECK_EQ(lf_world_work(t.l.world, LF_WORK_ALL, NULL), LF_OK);
        terrain_check(&t, &random);
        terrain_free(&t);
        if (test_failed_on(before, seed, i)) return;
    }
}

// ---- Single rules ---------------------------------------------------------------------------------

static oracle_map map_sea(int width, int height) {
    oracle_map map = {.width = width, .height = height};
    map.open = malloc((size_t)width * (size_t)height);
    memset(map.open, 1, (size_t)width * (size_t)height);
    return map;
}

/// Weights that change leave the index of the tiles as it is.
static void weights_alone_leave_the_index(void) {
    uint64_t random = 5;
    terrain t = terrain_make(map_sea(60, 40), &(living_desc){.depth = true, .index = true}, &random);
    static const uint8_t bytes[9] = {7, 7, 7, 7, 7, 7, 7, 7, 7};
    const lf_weights_stencil stencil = {{10, 10}, 3, 3, bytes, sizeof bytes};
    CHECK_EQ(lf_world_set_weights(t.l.world, 0, &stencil), LF_OK);
    CHECK_EQ(lf_world_commit(t.l.world, NULL), LF_OK);
    CHECK(!lf_world_has_work(t.l.world));
    const lf_snapshot *state = lf_world_acquire(t.l.world);
    CHECK(state->chart.index != NULL && state->chart.overlay == NULL);
    CHECK(lf_snapshot_index(state) == NULL); // it belongs to the map of another state
    CHECK_EQ(lf_search_turn(t.search, state), LF_OK);
    lf_snapshot_release(state);
    lf_route route;
    const lf_query query = {.sources = &(lf_source){.tile = 0},
                            .source_count = 1,
                            .targets = &(lf_tile){60 * 40 - 1},
                            .target_count = 1,
                            .strategy = LF_STRATEGY_HEADLAND};
    CHECK_EQ(lf_search_find(t.search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.length, 59);
    terrain_free(&t);
}

static void what_is_discarded_is_forgotten(void) {
    uint64_t random = 6;
    terrain t = terrain_make(map_sea(40, 20), &(living_desc){.depth = true}, &random);
    terrain_paint(&t, &random);
    terrain_paint(&t, &random);
    for (int kind = 0; kind < KINDS; kind++) memcpy(t.drawn[kind], t.bytes[kind], living_size(&t.l));
    lf_world_discard(t.l.world);
    terrain_commit(&t);
    terrain_check(&t, &random);
    terrain_free(&t);
}

static void a_held_state_keeps_its_weights(void) {
    uint64_t random = 7;
    terrain t = terrain_make(map_sea(40, 20), &(living_desc){.depth = true}, &random);
    const lf_snapshot *held = lf_world_acquire(t.l.world);
    const int32_t before = lf_weights_at(lf_snapshot_weights(held, 1), 10 + 10 * 40);
    for (int i = 0; i < 5; i++) {
        living_disc(&t.l, (lf_point){10 + i, 10}, 2, i % 2 != 0);
        terrain_commit(&t);
        CHECK_EQ(lf_weights_at(lf_snapshot_weights(held, 1), 10 + 10 * 40), before);
    }
    CHECK_EQ(lf_search_turn(t.search, held), LF_OK);
    lf_snapshot_release(held);
    terrain_check(&t, &random);
    terrain_free(&t);
}

static void mistakes_are_told(void) {
    uint64_t random = 8;
    terrain t = terrain_make(map_sea(20, 10), &(living_desc){.depth = true}, &random);
    static const uint8_t bytes[6] = {1};
    lf_weights_stencil stencil = {{0, 0}, 3, 2, bytes, 6};
    CHECK(lf_world_weights(NULL, 0) == NULL && lf_snapshot_weights(NULL, 0) == NULL);
    CHECK(lf_world_weights(t.l.world, -1) == NULL && lf_world_weights(t.l.world, KINDS) == NULL);
    const lf_weights *stand = lf_world_weights(t.l.world, 0);
    CHECK(lf_weights_map(stand) == NULL && lf_weights_bytes(stand) == 0 && lf_weights_at(stand, 0) == 0);
    const lf_snapshot *state = lf_world_acquire(t.l.world);
    CHECK(lf_snapshot_weights(state, -1) == NULL && lf_snapshot_weights(state, KINDS) == NULL);
    lf_snapshot_release(state);
    CHECK_EQ(lf_world_set_weights(NULL, 0, &stencil), LF_E_NULL);
    CHECK_EQ(lf_world_set_weights(t.l.world, 0, NULL), LF_E_NULL);
    CHECK_EQ(lf_world_set_weights(t.l.world, -1, &stencil), LF_E_WEIGHTS_NUMBER);
    CHECK_EQ(lf_world_set_weights(t.l.world, KINDS, &stencil), LF_E_WEIGHTS_NUMBER);
    CHECK_EQ(lf_world_set_weights(t.l.world, 1, &stencil), LF_E_WEIGHTS_NUMBER); // depths have no plane
    stencil.plane_size = 5;
    CHECK_EQ(lf_world_set_weights(t.l.world, 0, &stencil), LF_E_WEIGHTS_SIZE);
    stencil.width = -1;
    CHECK_EQ(lf_world_set_weights(t.l.world, 0, &stencil), LF_E_SHAPE);
    stencil = (lf_weights_stencil){{0, 0}, 3, -1, bytes, 6};
    CHECK_EQ(lf_world_set_weights(t.l.world, 0, &stencil), LF_E_SHAPE);
    stencil = (lf_weights_stencil){{0, 0}, 3, 2, NULL, 6};
    CHECK_EQ(lf_world_set_weights(t.l.world, 0, &stencil), LF_E_NULL);
    stencil = (lf_weights_stencil){{INT32_MAX, INT32_MAX}, INT32_MAX, INT32_MAX, NULL, 0};
    CHECK_EQ(lf_world_set_weights(t.l.world, 0, &stencil), LF_OK); // all of it is outside
    stencil.corner = (lf_point){INT32_MIN, INT32_MIN};
    CHECK_EQ(lf_world_set_weights(t.l.world, 0, &stencil), LF_OK);
    stencil = (lf_weights_stencil){{0, 10}, 3, 2, NULL, 0}; // just below the map
    CHECK_EQ(lf_world_set_weights(t.l.world, 0, &stencil), LF_OK);
    stencil = (lf_weights_stencil){{5, 5}, 0, 2, NULL, 0};
    CHECK_EQ(lf_world_set_weights(t.l.world, 0, &stencil), LF_OK);
    stencil = (lf_weights_stencil){{5, 5}, 3, 0, NULL, 0};
    CHECK_EQ(lf_world_set_weights(t.l.world, 0, &stencil), LF_OK);
    terrain_commit(&t); // nothing has changed
    terrain_free(&t);
}

static void worlds_are_refused(void) {
    uint64_t random = 9;
    terrain t = {.l = {.now = map_sea(8, 8)}};
    static const uint32_t heavy[256] = {[9] = 65000};
    terrain_fill(&t, &random);
    lf_world *world;
    lf_map *other = oracle_to_map(&t.l.now);
    lf_depth *depth;
    CHECK_EQ(lf_depth_create(other, NULL, &depth), LF_OK);
    const lf_weights_desc bytes = kind_desc(&t, 0, NULL);
    lf_weights_desc small = bytes, foreign = kind_desc(&t, 1, depth), sum = kind_desc(&t, 2, NULL),
                    none = {0};
    small.plane_size--;
    sum.table = heavy;
    t.depth_table[200] = 600; // far from any coast: no tile is that deep, but one may become
    const struct {
        const lf_weights_desc *weights;
        int32_t count;
        bool depth;
        lf_status status;
    } rows[] = {{&bytes, 1, false, LF_OK},
                {NULL, 1, false, LF_E_NULL},
                {&bytes, -1, false, LF_E_WEIGHTS_NUMBER},
                {&bytes, 9, false, LF_E_WEIGHTS_NUMBER},
                {&none, 1, false, LF_E_NULL},
                {&small, 1, false, LF_E_WEIGHTS_SIZE},
                {&foreign, 1, true, LF_E_FOREIGN_DEPTH},
                {&sum, 1, false, LF_E_MAP_DEPTH},
                {&sum, 1, true, LF_E_WEIGHT}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        meter m = {0};
        const living_desc desc = {.depth = rows[i].depth, .allocator = meter_allocator(&m)};
        lf_world_desc world_desc = living_world_desc(&t.l, &desc);
        world_desc.weights = rows[i].weights;
        world_desc.weights_count = rows[i].count;
        CHECK_EQ(lf_world_create(&world_desc, &world), rows[i].status);
        lf_world_destroy(world);
        CHECK_EQ(m.live, 0);
    }
    lf_depth_destroy(depth);
    lf_map_destroy(other);
    terrain_free(&t);
}

/// Weights of another world, of a plain map, or of another state are refused.
static void foreign_weights_are_refused(void) {
    uint64_t random = 10;
    terrain t = terrain_make(map_sea(20, 10), &(living_desc){.depth = true}, &random);
    terrain other = terrain_make(map_sea(20, 10), &(living_desc){.depth = true}, &random);
    lf_query query = {.sources = &(lf_source){.tile = 0},
                      .source_count = 1,
                      .targets = &(lf_tile){9},
                      .target_count = 1,
                      .weights = lf_world_weights(other.l.world, 0)};
    CHECK_EQ(lf_search_begin(t.search, &query), LF_E_FOREIGN_WEIGHTS);
    const lf_snapshot *before = lf_world_acquire(t.l.world);
    living_disc(&t.l, (lf_point){5, 5}, 1, false);
    terrain_commit(&t);
    CHECK_EQ(lf_search_turn(t.search, NULL), LF_OK);
    query.weights = lf_snapshot_weights(before, 0);
    CHECK_EQ(lf_search_begin(t.search, &query), LF_E_FOREIGN_WEIGHTS);
    lf_search *unweighted;
    CHECK_EQ(lf_world_search(t.l.world, NULL, &unweighted), LF_OK);
    query.weights = lf_world_weights(t.l.world, 0);
    CHECK_EQ(lf_search_begin(unweighted, &query), LF_E_NO_WEIGHTS);
    lf_search_destroy(unweighted);
    lf_snapshot_release(before);
    terrain_free(&t);
    terrain_free(&other);
}

/// Replaces the bytes of a square on the world and in the model; the rows beyond `rows` are given as they are.
static void terrain_stamp(terrain *t, int kind, lf_point corner, int rows, uint8_t byte) {
    enum { SIDE = 3 };
    uint8_t bytes[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        uint8_t *tile = &t->drawn[kind][(corner.y + i / SIDE) * t->l.now.width + corner.x + i % SIDE];
        if (i / SIDE < rows) *tile = byte;
        bytes[i] = *tile;
    }
    const lf_weights_stencil stencil = {corner, SIDE, SIDE, bytes, sizeof bytes};
    CHECK_EQ(lf_world_set_weights(t->l.world, kind, &stencil), LF_OK);
}

/// More windows in one commit than there is room for, and windows of which only some rows differ.
static void many_windows_in_one_commit(void) {
    uint64_t random = 13;
    terrain t = terrain_make(map_sea(63, 60), &(living_desc){.depth = true}, &random);
    for (int commit = 0; commit < 6; commit++) {
        for (int i = 0; i < 3 * LFI_TARIFF_BOXES; i++) {
            const lf_point corner = {oracle_below(&random, 61), oracle_below(&random, 58)};
            terrain_stamp(&t, commit % 2 * 2, corner, oracle_below(&random, 4), byte_random(&random));
        }
        terrain_commit(&t);
        terrain_check(&t, &random);
    }
    terrain_free(&t);
}

/// The first window makes the plane that is drawn on; if it finds no room, nothing is drawn.
static void a_window_may_find_no_memory(void) {
    uint64_t random = 14;
    meter m = {0};
    terrain t = terrain_make(map_sea(20, 10), &(living_desc){.depth = true, .allocator = meter_allocator(&m)},
                             &random);
    static const uint8_t bytes[1] = {77};
    const lf_weights_stencil stencil = {{4, 4}, 1, 1, bytes, 1};
    m.fail_at = m.calls + 1;
    CHECK_EQ(lf_world_set_weights(t.l.world, 0, &stencil), LF_E_NOMEM);
    m.fail_at = 0;
    terrain_commit(&t); // nothing has changed
    CHECK_EQ(lf_world_set_weights(t.l.world, 0, &stencil), LF_OK);
    t.drawn[0][4 * 20 + 4] = 77;
    terrain_commit(&t);
    terrain_check(&t, &random);
    terrain_free(&t);
    CHECK_EQ(m.live, 0);
}

/// Commits with one allocation failing, checks that nothing has changed and that the next try does all of it, and frees
/// the terrain. False: there are not so many allocations.
static bool terrain_starve(terrain *t, meter *m, int fail, uint64_t *random) {
    m->fail_at = m->calls + fail;
    const lf_status status = lf_world_commit(t->l.world, NULL);
    m->fail_at = 0;
    if (status != LF_OK) {
        CHECK_EQ(status, LF_E_NOMEM);
        terrain_check(t, random); // as before
        terrain_commit(t);
        terrain_check(t, random);
    }
    terrain_free(t);
    CHECK_EQ(m->live, 0);
    return status != LF_OK;
}

/// Weights that close tiles for the first time need a map of their own: each commit makes one, in memory that is copied or
/// used again. Fails the allocations of several commits in turn.
static void closing_tiles_may_find_no_memory(void) {
    int failures = 0;
    for (int before = 0; before < 4; before++) {
        for (int fail = 1;; fail++) {
            uint64_t random = 15;
            meter m = {0};
            terrain t = {.l = {.now = map_sea(40, 30), .drawn = map_sea(40, 30), .has_depth = true}};
            terrain_fill(&t, &random);
            t.table[0] = t.depth_table[9] = 0;
            for (int i = 1; i < 256; i++) t.table[i] = t.table[i] == 0 ? 1 : t.table[i];
            for (int kind = 0; kind < KINDS; kind++) {
                for (size_t i = 0; i < living_size(&t.l); i++) {
                    if (t.bytes[kind][i] == 0) t.bytes[kind][i] = 1;
                }
                memcpy(t.drawn[kind], t.bytes[kind], living_size(&t.l));
            }
            CHECK_EQ(terrain_create(&t, &(living_desc){.depth = true, .allocator = meter_allocator(&m)}),
                     LF_OK);
            const lf_search_desc search = {.cost = LF_COST_OCTILE, .weighted = true};
            CHECK_EQ(lf_world_search(t.l.world, &search, &t.search), LF_OK);
            for (int i = 0; i < before; i++) {
                terrain_stamp(&t, 0, (lf_point){3 * i, 3}, 3, 5 + (uint8_t)i);
                terrain_commit(&t);
            }
            living_disc(&t.l, (lf_point){20, 15}, 1, false);
            for (int kind = 0; kind < KINDS; kind++) {
                if (kind_has_plane(kind)) terrain_stamp(&t, kind, (lf_point){8 * kind, 20}, 3, 0);
            }
            if (!terrain_starve(&t, &m, fail, &random)) break;
            failures++;
        }
    }
    printf("  %d failures\n", failures);
    CHECK(failures > 40);
}

/// Fails the allocations of a commit in turn: nothing has changed, and the next try does all of it.
static void every_allocation_of_a_commit_may_fail(void) {
    int failures = 0;
    for (int fail = 1; fail < 200; fail++) {
        uint64_t random = 11;
        meter m = {0};
        const living_desc desc = {.depth = true, .index = true, .allocator = meter_allocator(&m)};
        terrain t = terrain_make(map_sea(50, 30), &desc, &random);
        living_disc(&t.l, (lf_point){20, 15}, 4, false);
        static const uint8_t zeros[25];
        const lf_weights_stencil stencil = {{30, 12}, 5, 5, zeros, sizeof zeros};
        CHECK_EQ(lf_world_set_weights(t.l.world, 2, &stencil), LF_OK);
        for (int y = 12; y < 17; y++) memset(t.drawn[2] + y * 50 + 30, 0, 5);
        if (!terrain_starve(&t, &m, fail, &random)) break;
        failures++;
    }
    CHECK(failures > 10);
}

static void creating_may_fail_anywhere_too(void) {
    uint64_t random = 12;
    terrain t = {.l = {.now = map_sea(20, 20), .drawn = map_sea(20, 20)}};
    terrain_fill(&t, &random);
    int failures = 0;
    for (int fail = 1;; fail++) {
        meter m = {.fail_at = fail};
        const lf_status status =
            terrain_create(&t, &(living_desc){.depth = true, .allocator = meter_allocator(&m)});
        if (status == LF_OK) {
            lf_world_destroy(t.l.world);
            CHECK_EQ(m.live, 0);
            break;
        }
        CHECK_EQ(status, LF_E_NOMEM);
        CHECK(t.l.world == NULL);
        CHECK_EQ(m.live, 0);
        failures++;
    }
    t.l.world = NULL;
    CHECK(failures > 10);
    terrain_free(&t);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(edits_leave_weights_as_made_anew),
                                      TEST(weights_alone_leave_the_index),
                                      TEST(what_is_discarded_is_forgotten),
                                      TEST(a_held_state_keeps_its_weights),
                                      TEST(mistakes_are_told),
                                      TEST(worlds_are_refused),
                                      TEST(foreign_weights_are_refused),
                                      TEST(every_allocation_of_a_commit_may_fail),
                                      TEST(many_windows_in_one_commit),
                                      TEST(a_window_may_find_no_memory),
                                      TEST(closing_tiles_may_find_no_memory),
                                      TEST(creating_may_fail_anywhere_too)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
