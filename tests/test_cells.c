// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `cells`: every answer is compared, tile by tile, with the judge of court.h, and on larger maps with `flood`. Scenes
// are asked so often that cells are swept at first and have tables in the end; every other search makes tables at once,
// so that they meet tiles that change from query to query.
#include "test.h"

#define COURT_SIDE 45
#include "base/cost.h"
#include "cells/lanes.h"
#include "court.h"
#include "meter.h"
#include "slow.h"

#ifdef TEST_IS_SLOW
enum { CASES = 20, LARGE_CASES = 10, EDIT_CASES = 8, SEA_CASES = 6 };
#else
enum { CASES = 250, LARGE_CASES = 150, EDIT_CASES = 30, SEA_CASES = 60 };
#endif

enum { ASKS = 24, LARGE = 110 };

// ---- Against the judge ----------------------------------------------------------------------------

static void judge_strategies(lf_strategy one, lf_strategy other) {
    const uint64_t seed = test_seed(), cases = test_case_count(CASES);
    static scene s;
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t random = (seed + i) * 71;
        const int64_t before = test_failures;
        lf_search *search;
        lf_coarse *coarse;
        scene_make(&s, seed + i, &random);
        s.strategies[0] = one;
        s.strategies[1] = other;
        const lf_coarse_desc plan = {.kind = (lf_coarse_kind)(i % 4 == 3)};
        CHECK_EQ(lf_coarse_create(s.map, &plan, &coarse), LF_OK);
        const lf_search_desc desc = {.coarse = coarse,
                                     .cost = LF_COST_OCTILE,
                                     .depth = s.depth,
                                     .obstacle_room = 200,
                                     .weighted = true};
        CHECK_EQ(lf_search_create(s.map, &desc, &search), LF_OK);
        if (i % 2 == 0) lfi_cells_of(search)->patience = 0;
        const int surveyed = oracle_below(&random, 2 * ASKS);
        for (int ask = 0; ask < ASKS; ask++) {
            if (ask == surveyed) CHECK_EQ(lf_weights_survey(s.weights, search), LF_OK);
            scene_ask(&s, search, &random);
        }
        lf_search_destroy(search);
        lf_coarse_destroy(coarse);
        scene_free(&s);
        if (test_failed_on(before, seed, i)) return;
    }
    court_close();
}

static void answers_are_the_judges(void) {
    judge_strategies(LF_STRATEGY_CELLS, LF_STRATEGY_CELLS);
}

/// In a corridor that has the whole map guided strategies have nothing to lose.
static void guided_answers_are_the_judges(void) {
    judge_strategies(LF_STRATEGY_EXPAND, LF_STRATEGY_SPINE);
}

// ---- Against flood --------------------------------------------------------------------------------

typedef struct rivals {
    lf_map *map;
    lf_weights *weights;
    lf_coarse *coarse; ///< NULL, or what the search plans on
    lf_search *search;
    lf_tile tiles[2][LARGE * LARGE];
    lf_route routes[2];
} rivals;

static rivals r;

static void rivals_make(int width, int height, lf_moves moves, const uint8_t *tiles, const uint8_t *bytes,
                        const uint32_t *table) {
    const size_t size = (size_t)width * (size_t)height;
    const lf_map_desc desc = {
        .width = width, .height = height, .tiles = tiles, .tiles_size = size, .moves = moves};
    const lf_weights_desc weigh = {.plane = bytes, .plane_size = size, .table = table};
    const lf_search_desc room = {.weighted = true, .obstacle_room = 200};
    CHECK_EQ(lf_map_create(&desc, &r.map), LF_OK);
    CHECK_EQ(lf_weights_create(r.map, &weigh, &r.weights), LF_OK);
    CHECK_EQ(lf_search_create(r.map, &room, &r.search), LF_OK);
    if (width % 2 == 0) lfi_cells_of(r.search)->patience = 0;
}

static void rivals_free(void) {
    lf_search_destroy(r.search);
    lf_coarse_destroy(r.coarse);
    lf_weights_destroy(r.weights);
    lf_map_destroy(r.map);
    r.coarse = NULL;
}

/// Asks both; whether there is a route. Both must give the same tiles.
static bool rivals_ask(lf_query query) {
    lf_status status[2];
    query.weights = r.weights;
    for (int i = 0; i < 2; i++) {
        query.strategy = i == 0 ? LF_STRATEGY_FLOOD : LF_STRATEGY_CELLS;
        status[i] = lf_search_find(r.search, &query, r.tiles[i], LARGE * LARGE, &r.routes[i]);
    }
    CHECK_EQ(status[0], status[1]);
    CHECK_EQ(r.routes[0].tile_count, r.routes[1].tile_count);
    CHECK_EQ(r.routes[0].straight_cost, r.routes[1].straight_cost);
    CHECK_EQ(r.routes[0].diagonal_cost, r.routes[1].diagonal_cost);
    CHECK_EQ(r.routes[0].source_index, r.routes[1].source_index);
    CHECK_EQ(r.routes[0].target_index, r.routes[1].target_index);
    CHECK(memcmp(r.tiles[0], r.tiles[1], (size_t)r.routes[0].tile_count * sizeof(lf_tile)) == 0);
    return status[1] == LF_OK;
}

static bool rivals_between(lf_tile from, lf_tile to, lf_cost cost) {
    const lf_source source = {.tile = from};
    return rivals_ask((lf_query){
        .sources = &source, .source_count = 1, .targets = &to, .target_count = 1, .options.cost = cost});
}

/// Tiles and bytes of a large map, in several styles.
static void large_fill(uint8_t *tiles, uint8_t *bytes, int width, int height, uint64_t *random) {
    const int style = oracle_below(random, 6), blocked = oracle_below(random, 3) * 18;
    for (int i = 0; i < width * height; i++) {
        const int x = i % width, y = i / width;
        tiles[i] = oracle_below(random, 100) >= blocked;
        switch (style) {
        case 0: bytes[i] = (uint8_t)(1 + oracle_below(random, 9)); break;
        case 1: bytes[i] = (uint8_t)(1 + (x / 9 + y / 7) % 3 * 40); break;
        case 2: bytes[i] = (uint8_t)(1 + oracle_below(random, 255)); break;
        case 3: bytes[i] = (uint8_t)(x / 40 % 2 == 0 ? 4 : 5); break;
        case 4: // a snake: long ways, far apart in one cell
            tiles[i] = y % 2 == 0 || x == (y / 2 % 2 == 0 ? width - 1 : 0);
            bytes[i] = 255;
            break;
        default: bytes[i] = (uint8_t)(x % 16 < 2 ? 200 : 3); break;
        }
    }
}

static void answers_are_those_of_flood(void) {
    static uint8_t tiles[LARGE * LARGE], bytes[LARGE * LARGE];
    const uint64_t seed = test_seed(), cases = test_case_count(LARGE_CASES);
    int64_t found = 0, none = 0;
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t random = (seed + i) * 97;
        const int64_t before = test_failures;
        const int width = 17 + oracle_below(&random, LARGE - 16),
                  height = 17 + oracle_below(&random, LARGE - 16);
        uint32_t table[256];
        const int scale = oracle_below(&random, 4) == 0 ? 257 : 1; // up to 65535: numbers of 64 bits
        for (int k = 0; k < 256; k++) table[k] = (uint32_t)(k * scale);
        large_fill(tiles, bytes, width, height, &random);
        rivals_make(width, height, (lf_moves)(i % 3), tiles, bytes, table);
        const oracle_map map = {width, height, (lf_moves)(i % 3), tiles};
        for (int ask = 0; ask < 16 && oracle_random_open(&map, &random) != LF_NO_TILE; ask++) {
            ends some;
            if (ask == 8 && i % 2 == 0) CHECK_EQ(lf_weights_survey(r.weights, r.search), LF_OK);
            ends_pick(&map, &random, &some);
            if (ask % 2 == 0) some.query.source_count = some.query.target_count = 1;
            some.query.options.cost = (lf_cost)(ask / 8 % 2);
            if (rivals_ask(some.query))
                found++;
            else
                none++;
        }
        rivals_free();
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %" PRId64 " routes, %" PRId64 " without one\n", found, none);
    CHECK(found > 0 && none > 0);
}

/// Ways back that are remembered, of the cells of the map.
static int64_t ways_known(void) {
    const lfi_cells *cells = lfi_cells_of(r.search);
    int64_t known = 0;
    for (uint32_t slot = 0; slot < cells->slot_count; slot++) {
        if (cells->slots[slot].owner == LFI_NO_SLOT) continue;
        for (int i = 0; i < LFI_CELL_WAYS; i++)
            known += cells->ways[slot * LFI_CELL_WAYS + (uint32_t)i].known;
    }
    return known;
}

/// Gives one tile another weight.
static void rivals_edit(lf_tile tile, uint8_t byte, const uint32_t *table) {
    const lf_point at = lf_map_point(r.map, tile);
    const lf_weights_desc desc = {.plane = &byte, .plane_size = 1, .table = table};
    CHECK_EQ(lf_weights_edit(r.weights, &desc, at.x, at.y, 1, 1), LF_OK);
}

/// Few ends, asked of each other over and over, so that routes take the same passages again, there and back, in parts,
/// and by tiles that have changed. Weights of 1 and 2 leave many ways of one cost.
static void passages_are_remembered(void) {
    static uint8_t tiles[LARGE * LARGE], bytes[LARGE * LARGE];
    const uint64_t seed = test_seed(), cases = test_case_count(EDIT_CASES);
    int64_t known = 0, routes = 0;
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t random = (seed + i) * 113;
        const int64_t before = test_failures;
        uint32_t table[256];
        for (int k = 0; k < 256; k++) table[k] = (uint32_t)(i % 2 == 0 ? 1 + k % 2 : k);
        large_fill(tiles, bytes, LARGE, LARGE - 1, &random);
        rivals_make(LARGE, LARGE - 1, (lf_moves)(i % 3), tiles, bytes, table);
        const oracle_map map = {LARGE, LARGE - 1, (lf_moves)(i % 3), tiles};
        lf_tile ports[6];
        for (int k = 0; k < 6; k++) ports[k] = oracle_random_open(&map, &random);
        for (int ask = 0; ask < 60; ask++) {
            const int from = oracle_below(&random, 6), to = oracle_below(&random, 6);
            routes += rivals_between(ports[from], ports[to], LF_COST_UNIFORM);
            if (ask % 10 == 9 && r.routes[0].tile_count > 0)
                rivals_edit(r.tiles[0][r.routes[0].tile_count / 2], (uint8_t)(1 + oracle_below(&random, 20)),
                            table);
        }
        known += ways_known();
        rivals_free();
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %" PRId64 " routes, %" PRId64 " ways remembered\n", routes, known);
    CHECK(routes > 0 && known > 0);
}

// ---- Guided ---------------------------------------------------------------------------------------

/// Gives the search a coarse map.
static void rivals_guide(const lf_coarse_desc *desc) {
    const lf_search_desc room = {.weighted = true, .obstacle_room = 200, .cost = LF_COST_OCTILE};
    lf_search_destroy(r.search);
    CHECK_EQ(lf_coarse_create(r.map, desc, &r.coarse), LF_OK);
    lf_search_desc guided = room;
    guided.coarse = r.coarse;
    CHECK_EQ(lf_search_create(r.map, &guided, &r.search), LF_OK);
}

/// What the tiles of a route weigh, by rows: of straight moves and of diagonal ones.
static void tiles_weigh(const lf_tile *tiles, int64_t count, int64_t sums[2]) {
    sums[0] = sums[1] = 0;
    for (int64_t i = 1; i < count; i++) {
        const lf_point a = lf_map_point(r.map, tiles[i - 1]), b = lf_map_point(r.map, tiles[i]);
        sums[a.x != b.x && a.y != b.y] += lf_weights_at(r.weights, tiles[i]);
    }
}

/// Asks a guided strategy, in slices or not: there is a route if the exact search finds one, it is legal, costs what it
/// says, and no less than the cheapest. Returns whether it costs the same.
static bool guided_ask(lf_query query, int64_t budget) {
    lf_status status;
    query.weights = r.weights;
    const lf_strategy strategy = query.strategy;
    query.strategy = LF_STRATEGY_FLOOD;
    const lf_status exact = lf_search_find(r.search, &query, r.tiles[0], LARGE * LARGE, &r.routes[0]);
    query.strategy = strategy;
    CHECK_EQ(lf_search_begin(r.search, &query), LF_PAUSED);
    do status = lf_search_step(r.search, budget);
    while (status == LF_PAUSED);
    CHECK_EQ(status, exact);
    if (status != LF_OK) return true;
    CHECK_EQ(lf_search_finish(r.search, r.tiles[1], LARGE * LARGE, &r.routes[1]), LF_OK);
    const lf_route *best = &r.routes[0], *route = &r.routes[1];
    int64_t sums[2];
    tiles_weigh(r.tiles[1], route->tile_count, sums);
    CHECK_EQ(route->strategy, strategy);
    CHECK_EQ(lf_route_check(r.map, r.tiles[1], route->tile_count, NULL, NULL), LF_OK);
    CHECK_EQ(route->straight_cost, sums[0]);
    CHECK_EQ(route->diagonal_cost, sums[1]);
    CHECK_EQ(r.tiles[1][0], query.sources[route->source_index].tile);
    CHECK_EQ(r.tiles[1][route->length], query.targets[route->target_index]);
    const bool octile = query.options.cost == LF_COST_OCTILE && lf_map_moves(r.map) != LF_MOVES_ORTHOGONAL;
    const int64_t straight = sums[0] - best->straight_cost, diagonal = sums[1] - best->diagonal_cost;
    const int order =
        octile ? lfi_cost_sign(straight, diagonal) : (straight + diagonal > 0) - (straight + diagonal < 0);
    CHECK(order >= 0);
    CHECK(order == 0 || !route->exact);
    return order == 0;
}

static void guided_routes_are_legal_and_no_cheaper(void) {
    static uint8_t tiles[LARGE * LARGE], bytes[LARGE * LARGE];
    const uint64_t seed = test_seed(), cases = test_case_count(LARGE_CASES);
    int64_t best = 0, asked = 0, wide = 0;
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t random = (seed + i) * 53;
        const int64_t before = test_failures;
        const int width = 40 + oracle_below(&random, LARGE - 39),
                  height = 40 + oracle_below(&random, LARGE - 39);
        uint32_t table[256];
        const int scale = oracle_below(&random, 4) == 0 ? 257 : 1;
        for (int k = 0; k < 256; k++) table[k] = (uint32_t)(k * scale);
        large_fill(tiles, bytes, width, height, &random);
        rivals_make(width, height, (lf_moves)(i % 3), tiles, bytes, table);
        rivals_guide(&(lf_coarse_desc){.level = 1 + oracle_below(&random, 5),
                                       .kind = (lf_coarse_kind)oracle_below(&random, 2)});
        const oracle_map map = {width, height, (lf_moves)(i % 3), tiles};
        for (int ask = 0; ask < 12 && oracle_random_open(&map, &random) != LF_NO_TILE; ask++) {
            ends some;
            ends_pick(&map, &random, &some);
            if (ask % 2 == 0) some.query.source_count = some.query.target_count = 1;
            some.query.strategy = ask / 2 % 2 == 0 ? LF_STRATEGY_SPINE : LF_STRATEGY_EXPAND;
            some.query.options.cost = (lf_cost)(ask % 3 == 0);
            some.query.options.radius = ask < 4 ? LF_NONE : ask < 8 ? 0 : 200; // 200 covers the map
            some.query.options.widenings = oracle_below(&random, 3) - 1;
            const bool same = guided_ask(some.query, ask % 4 == 1 ? 7 : INT64_MAX);
            asked++;
            best += same;
            if (ask >= 8) {
                CHECK(same);
                wide++;
            }
        }
        rivals_free();
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %" PRId64 " of %" PRId64 " as cheap as possible, %" PRId64
           " of them in a corridor that has all\n",
           best, asked, wide);
    CHECK(best < asked && wide > 0);
}

/// A plan that is not honest leads to nothing: the corridor is widened, and in the end there is a guardrail.
static void corridors_are_widened(void) {
    enum { WALL_SIDE = 100 };
    static uint8_t tiles[WALL_SIDE * WALL_SIDE], bytes[WALL_SIDE * WALL_SIDE];
    memset(tiles, 1, sizeof tiles);
    memset(bytes, 3, sizeof bytes);
    for (int x = 0; x < WALL_SIDE - 1; x++) tiles[50 * WALL_SIDE + x] = 0; // the only way is far to the right
    rivals_make(WALL_SIDE, WALL_SIDE, LF_MOVES_KING, tiles, bytes, NULL);
    rivals_guide(&(lf_coarse_desc){.level = 3, .kind = LF_COARSE_CELLS});
    const lf_source source = {.tile = 20 * WALL_SIDE + 3};
    const lf_tile target = 80 * WALL_SIDE + 3;
    lf_query query = {.sources = &source,
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .strategy = LF_STRATEGY_SPINE};
    CHECK(guided_ask(query, INT64_MAX)); // the corridor has the whole map in the end
    CHECK_EQ(r.routes[1].stats.phases, 3);
    CHECK(!r.routes[1].stats.guardrail);
    query.options.widenings = LF_NONE;
    CHECK(guided_ask(query, INT64_MAX));
    CHECK_EQ(r.routes[1].stats.phases, 1);
    CHECK(r.routes[1].stats.guardrail && r.routes[1].exact);
    lf_point cells[4];
    CHECK_EQ(lf_search_plan(r.search, cells, 4), 0); // plans under weights are not shown
    CHECK_EQ(lf_search_spine(r.search, NULL, 0), 0);
    rivals_free();
}

// ---- Open water -----------------------------------------------------------------------------------

enum { SEA_WIDTH = 330, SEA_HEIGHT = 210 };

/// A box of one number.
static void sea_box(uint8_t *bytes, int x0, int y0, int wide, int high, uint8_t byte) {
    for (int y = y0; y < y0 + high && y < SEA_HEIGHT; y++) {
        for (int x = x0; x < x0 + wide && x < SEA_WIDTH; x++) bytes[y * SEA_WIDTH + x] = byte;
    }
}

/// Mostly one weight, so that there are expanses: with boxes of land, and of other weights.
static void sea_fill(uint8_t *tiles, uint8_t *bytes, uint64_t *random) {
    static const uint8_t weights[8] = {1, 2, 5, 17, 127, 128, 129, 255};
    memset(tiles, 1, (size_t)SEA_WIDTH * SEA_HEIGHT);
    memset(bytes, weights[oracle_below(random, 8)], (size_t)SEA_WIDTH * SEA_HEIGHT);
    for (int i = oracle_below(random, 14); i > 0; i--) {
        const int x = oracle_below(random, SEA_WIDTH), y = oracle_below(random, SEA_HEIGHT);
        const int longer = 1 + oracle_below(random, 120), shorter = 1 + oracle_below(random, 6);
        const bool upright = oracle_below(random, 2) == 0;
        const uint8_t byte = weights[oracle_below(random, 8)];
        sea_box(i % 2 == 0 ? tiles : bytes, x, y, upright ? shorter : longer, upright ? longer : shorter,
                i % 2 == 0 ? 0 : byte);
    }
    if (oracle_below(random, 3) == 0) { // expanses beside each other that differ
        for (int x = 0; x < SEA_WIDTH; x += 64)
            sea_box(bytes, x, oracle_below(random, 3) * 64, 64, 64, weights[oracle_below(random, 8)]);
    }
}

/// A question with up to three boxes in the way, and sometimes many ends.
static bool sea_ask(const oracle_map *map, int ask, uint64_t *random) {
    lf_obstacle boxes[3];
    lf_obstacles obstacles = {.list = boxes, .count = oracle_below(random, 4)};
    ends some;
    ends_pick(map, random, &some);
    if (ask % 3 != 0) some.query.source_count = some.query.target_count = 1;
    for (int64_t i = 0; i < obstacles.count; i++)
        boxes[i] = (lf_obstacle){.x = oracle_below(random, SEA_WIDTH),
                                 .y = oracle_below(random, SEA_HEIGHT),
                                 .width = 1 + oracle_below(random, 8),
                                 .height = 1 + oracle_below(random, 8)};
    if (ask % 2 == 0) some.query.obstacles = &obstacles;
    return rivals_ask(some.query);
}

/// The number of expanses that the last query met.
static int64_t sea_expanses(void) {
    const lfi_cells *cells = lfi_cells_of(r.search);
    int64_t met = 0;
    for (uint32_t i = 0; i < cells->expanse_count; i++)
        met +=
            cells->cells[cells->count + i].stamp == cells->stamp && cells->cells[cells->count + i].even != 0;
    return met;
}

/// Whether there is a route for some, and expanses are met, which tiles of other weights and obstacles take away.
static void open_water_as_flood(void) {
    static uint8_t tiles[SEA_WIDTH * SEA_HEIGHT], bytes[SEA_WIDTH * SEA_HEIGHT];
    const uint64_t seed = test_seed(), cases = test_case_count(SEA_CASES);
    int64_t found = 0, met = 0;
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t random = (seed + i) * 131;
        const int64_t before = test_failures;
        sea_fill(tiles, bytes, &random);
        rivals_make(SEA_WIDTH, SEA_HEIGHT, (lf_moves)(i % 3), tiles, bytes, NULL);
        const oracle_map map = {SEA_WIDTH, SEA_HEIGHT, (lf_moves)(i % 3), tiles};
        for (int ask = 0; ask < 12; ask++) {
            const uint8_t byte = (uint8_t)(1 + oracle_below(&random, 9));
            const lf_weights_desc one = {.plane = &byte, .plane_size = 1};
            if (ask % 4 == 3) // a tile of another weight, anywhere
                CHECK_EQ(lf_weights_edit(r.weights, &one, oracle_below(&random, SEA_WIDTH),
                                         oracle_below(&random, SEA_HEIGHT), 1, 1),
                         LF_OK);
            if (ask == 8 && i % 2 == 0) CHECK_EQ(lf_weights_survey(r.weights, r.search), LF_OK);
            found += sea_ask(&map, ask, &random);
            met += sea_expanses();
        }
        rivals_free();
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %" PRId64 " routes, %" PRId64 " expanses\n", found, met);
    CHECK(found > 0);
#ifndef LFI_VECTORS_NONE
    CHECK(met > 0);
#endif
}

// ---- Edits ----------------------------------------------------------------------------------------

/// Weights that were edited are those that would be made now, and `cells` knows.
static void edited_as_made(const uint8_t *bytes, size_t size, const uint32_t *table) {
    lf_weights *fresh = NULL;
    const lf_weights_desc desc = {.plane = bytes, .plane_size = size, .table = table};
    CHECK_EQ(lf_weights_create(r.map, &desc, &fresh), LF_OK);
    const lf_weights *now = r.weights;
    const size_t cells = (size_t)now->columns * now->rows;
    CHECK(memcmp(now->costs, fresh->costs, size * sizeof *now->costs) == 0);
    CHECK(memcmp(now->rims, fresh->rims, cells * LFI_LANES * sizeof *now->rims) == 0);
    CHECK_EQ(now->sum, fresh->sum);
    CHECK_EQ(now->total, fresh->total);
    CHECK_EQ(now->heaviest, fresh->heaviest);
    CHECK_EQ(now->least, fresh->least);
    CHECK_EQ(now->lowest, fresh->lowest);
    CHECK(now->most >= fresh->most);
    CHECK(now->closes || !fresh->closes);
    CHECK_EQ(now->map->open_count, fresh->map->open_count);
    CHECK(memcmp(now->map->open, fresh->map->open, (size_t)r.map->word_count * sizeof *r.map->open) == 0);
    for (size_t i = 0; i < cells; i++) {
        CHECK_EQ(now->cells[i].sum, fresh->cells[i].sum);
        CHECK_EQ(now->cells[i].even, fresh->cells[i].even);
    }
    lf_weights_destroy(fresh);
}

static void edits_are_known(void) {
    static uint8_t tiles[LARGE * LARGE], bytes[LARGE * LARGE], window[LARGE * LARGE];
    const uint64_t seed = test_seed(), cases = test_case_count(EDIT_CASES);
    int64_t kept = 0, dropped = 0;
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t random = (seed + i) * 101;
        const int64_t before = test_failures;
        const int width = 17 + oracle_below(&random, LARGE - 16),
                  height = 17 + oracle_below(&random, LARGE - 16);
        const size_t size = (size_t)width * (size_t)height;
        uint32_t table[256];
        for (int k = 0; k < 256; k++) table[k] = (uint32_t)(k * (i % 5 == 0 ? 200 : 1));
        large_fill(tiles, bytes, width, height, &random);
        rivals_make(width, height, (lf_moves)(i % 3), tiles, bytes, table);
        for (int edit = 0; edit < 12; edit++) {
            const int x = oracle_below(&random, width), y = oracle_below(&random, height);
            const int wide = 1 + oracle_below(&random, width - x),
                      high = 1 + oracle_below(&random, height - y);
            const int kind = oracle_below(&random, 3);
            if (edit % 3 == 0) CHECK_EQ(lf_weights_survey(r.weights, r.search), LF_OK);
            for (int k = 0; k < wide * high; k++) {
                uint8_t *byte = &bytes[(y + k / wide) * width + x + k % wide];
                const int dearer = *byte + oracle_below(&random, 3);
                *byte = kind == 0 ? (uint8_t)(dearer < 255 ? dearer : 255)
                                  : (uint8_t)(oracle_below(&random, kind == 1 ? 9 : 256));
                window[k] = *byte;
            }
            const lf_weights_desc desc = {
                .plane = window, .plane_size = (size_t)(wide * high), .table = table};
            const uint32_t landmarks = r.weights->landmarks;
            CHECK_EQ(lf_weights_edit(r.weights, &desc, x, y, wide, high), LF_OK);
            kept += r.weights->landmarks > 0;
            dropped += r.weights->landmarks < landmarks;
            edited_as_made(bytes, size, table);
            for (int k = 0; k < width * height; k++) window[k] = tiles[k] && table[bytes[k]] != 0;
            const oracle_map map = {width, height, (lf_moves)(i % 3), window};
            for (int ask = 0; ask < 4 && oracle_random_open(&map, &random) != LF_NO_TILE; ask++) {
                ends some;
                ends_pick(&map, &random, &some);
                some.query.options.cost = (lf_cost)(edit / 4 % 2);
                rivals_ask(some.query);
            }
        }
        rivals_free();
        if (test_failed_on(before, seed, i)) return;
    }
    CHECK(kept > 0 && dropped > 0);
}

static void wrong_windows_are_refused(void) {
    static const uint8_t tiles[20 * 20] = {1, 1, 1, 0}, heavy[4] = {1, 1, 1, 2};
    const uint32_t table[256] = {[1] = 5, [2] = LF_WEIGHT_MAX + 1}, most[256] = {[1] = LF_WEIGHT_MAX};
    uint8_t bytes[20 * 20];
    memset(bytes, 3, sizeof bytes);
    rivals_make(20, 20, LF_MOVES_KING, tiles, bytes, NULL);
    const lf_weights_desc good = {.plane = heavy, .plane_size = 4};
    CHECK_EQ(lf_weights_edit(NULL, &good, 0, 0, 2, 2), LF_E_NULL);
    CHECK_EQ(lf_weights_edit(r.weights, NULL, 0, 0, 2, 2), LF_E_NULL);
    CHECK_EQ(lf_weights_edit(r.weights, &(lf_weights_desc){0}, 0, 0, 2, 2), LF_E_NULL);
    CHECK_EQ(lf_weights_edit(r.weights, &good, -1, 0, 2, 2), LF_E_WEIGHTS_WINDOW);
    CHECK_EQ(lf_weights_edit(r.weights, &good, 0, -1, 2, 2), LF_E_WEIGHTS_WINDOW);
    CHECK_EQ(lf_weights_edit(r.weights, &good, 19, 0, 2, 2), LF_E_WEIGHTS_WINDOW);
    CHECK_EQ(lf_weights_edit(r.weights, &good, 0, 19, 2, 2), LF_E_WEIGHTS_WINDOW);
    CHECK_EQ(lf_weights_edit(r.weights, &good, 0, 0, 0, 2), LF_E_WEIGHTS_WINDOW);
    CHECK_EQ(lf_weights_edit(r.weights, &good, 0, 0, 2, 0), LF_E_WEIGHTS_WINDOW);
    CHECK_EQ(lf_weights_edit(r.weights, &good, 0, 0, 2, INT32_MAX), LF_E_WEIGHTS_WINDOW);
    CHECK_EQ(lf_weights_edit(r.weights, &good, 0, 0, 5, 1), LF_E_WEIGHTS_SIZE);
    const lf_weights_desc wrong = {.plane = heavy, .plane_size = 4, .table = table};
    CHECK_EQ(lf_weights_edit(r.weights, &wrong, 0, 0, 2, 2), LF_E_WEIGHT);
    const lf_weights_desc deep = {.depth = (const lf_depth *)(const void *)heavy};
    CHECK_EQ(lf_weights_edit(r.weights, &deep, 0, 0, 2, 2), LF_E_NULL);
    lf_map *other = oracle_to_map(&(oracle_map){.width = 20, .height = 20, .open = bytes});
    lf_depth *own, *foreign;
    CHECK_EQ(lf_depth_create(r.map, NULL, &own), LF_OK);
    CHECK_EQ(lf_depth_create(other, NULL, &foreign), LF_OK);
    const lf_weights_desc strange = {.depth = foreign, .depth_table = most};
    CHECK_EQ(lf_weights_edit(r.weights, &strange, 0, 0, 2, 2), LF_E_FOREIGN_DEPTH);
    const lf_weights_desc beyond = {.depth = own, .depth_table = table};
    CHECK_EQ(lf_weights_edit(r.weights, &beyond, 0, 0, 2, 2), LF_E_WEIGHT);
    const lf_weights_desc sum = {
        .plane = heavy, .plane_size = 4, .table = most, .depth = own, .depth_table = most};
    CHECK_EQ(lf_weights_edit(r.weights, &sum, 0, 0, 2, 2), LF_E_WEIGHT); // each fits, both together do not
    lf_depth_destroy(own);
    lf_depth_destroy(foreign);
    lf_map_destroy(other);
    edited_as_made(bytes, sizeof bytes, NULL); // nothing was done
    CHECK_EQ(lf_weights_edit(r.weights, &good, 18, 18, 2, 2), LF_OK);
    CHECK_EQ(r.weights->costs[399], 2);
    rivals_free();
}

/// Depths in a window: those of the map.
static void windows_take_depths(void) {
    uint8_t tiles[20 * 20], bytes[4] = {1, 2, 0, 4};
    uint32_t by_depth[256];
    lf_depth *depth = NULL;
    memset(tiles, 1, sizeof tiles);
    tiles[0] = 0;
    for (int i = 0; i < 256; i++) by_depth[i] = (uint32_t)(100 + i);
    rivals_make(20, 20, LF_MOVES_KING, tiles, tiles, NULL);
    CHECK_EQ(lf_depth_create(r.map, NULL, &depth), LF_OK);
    const lf_weights_desc both = {.plane = bytes, .plane_size = 4, .depth = depth, .depth_table = by_depth};
    CHECK_EQ(lf_weights_edit(r.weights, &both, 5, 5, 2, 2), LF_OK);
    const lf_tile at = lf_map_tile(r.map, 5, 5);
    CHECK_EQ(lf_weights_at(r.weights, at), 101 + lf_depth_at(depth, at));
    CHECK_EQ(lf_weights_at(r.weights, at + 20), 0); // its byte weighs 0
    CHECK_EQ(lf_weights_at(r.weights, at + 21), 104 + lf_depth_at(depth, at + 21));
    lf_depth_destroy(depth);
    rivals_free();
}

// ---- Memory ---------------------------------------------------------------------------------------

static void every_allocation_may_fail(void) {
    static uint8_t tiles[40 * 40];
    const uint8_t none = 0;
    memset(tiles, 1, sizeof tiles);
    rivals_make(40, 40, LF_MOVES_KING, tiles, tiles, NULL);
    for (int64_t at = 1;; at++) {
        meter m = {0};
        lf_weights *weights = NULL;
        const lf_weights_desc desc = {
            .plane = tiles, .plane_size = sizeof tiles, .allocator = meter_allocator(&m)};
        CHECK_EQ(lf_weights_create(r.map, &desc, &weights), LF_OK);
        m.fail_at = m.calls + at;
        const lf_status surveyed = lf_weights_survey(weights, r.search);
        const lf_weights_desc hole = {.plane = &none, .plane_size = 1};
        const lf_status edited = lf_weights_edit(weights, &hole, 3, 3, 1, 1);
        CHECK(surveyed == LF_OK || surveyed == LF_E_NOMEM);
        CHECK(edited == LF_OK || edited == LF_E_NOMEM);
        CHECK_EQ(weights->landmarks > 0, surveyed == LF_OK);
        CHECK_EQ(weights->closes, edited == LF_OK);
        CHECK_EQ(lf_weights_at(weights, 3 * 40 + 3), edited == LF_OK ? 0 : 1);
        CHECK_EQ(lf_weights_bytes(weights), m.live);
        lf_weights_destroy(weights);
        CHECK_EQ(m.live, 0);
        if (surveyed == LF_OK && edited == LF_OK) break;
    }
    rivals_free();
}

static void surveys_refuse_what_they_must(void) {
    static uint8_t tiles[20 * 20];
    lf_search *plain = NULL;
    lf_map *other = NULL;
    lf_search *foreign = NULL;
    memset(tiles, 1, sizeof tiles);
    rivals_make(20, 20, LF_MOVES_KING, tiles, tiles, NULL);
    const lf_map_desc desc = {.width = 20, .height = 20, .tiles = tiles, .tiles_size = sizeof tiles};
    CHECK_EQ(lf_search_create(r.map, NULL, &plain), LF_OK);
    CHECK_EQ(lf_map_create(&desc, &other), LF_OK);
    CHECK_EQ(lf_search_create(other, &(lf_search_desc){.weighted = true}, &foreign), LF_OK);
    CHECK_EQ(lf_weights_survey(NULL, r.search), LF_E_NULL);
    CHECK_EQ(lf_weights_survey(r.weights, NULL), LF_E_NULL);
    CHECK_EQ(lf_weights_survey(r.weights, plain), LF_E_NO_WEIGHTS);
    CHECK_EQ(lf_weights_survey(r.weights, foreign), LF_E_FOREIGN_WEIGHTS);
    CHECK_EQ(lf_weights_survey(r.weights, r.search), LF_OK);
    CHECK_EQ(r.weights->landmarks, LFI_SURVEY_LANDMARKS);
    CHECK_EQ(lf_search_step(r.search, 1), LF_E_NOT_BEGUN);
    lf_search_destroy(foreign);
    lf_search_destroy(plain);
    lf_map_destroy(other);
    rivals_free();
    memset(tiles, 0, sizeof tiles); // no open tile: nothing to survey
    rivals_make(20, 20, LF_MOVES_KING, tiles, tiles, NULL);
    CHECK_EQ(lf_weights_survey(r.weights, r.search), LF_OK);
    CHECK_EQ(r.weights->landmarks, 0);
    rivals_free();
}

// ---- Surveys --------------------------------------------------------------------------------------

/// What surveyed bounds were seen to be.
typedef struct bounds_seen {
    int64_t lanes;  ///< in all
    int64_t higher; ///< than the distance says
    int64_t exact;
    int64_t cut_off; ///< no target can be reached from them, and the bound knows
} bounds_seen;

/// Compares the bounds of cells that the last query met with what ways to its targets cost.
static void bounds_compare(const lf_field *field, bounds_seen *seen) {
    const lfi_cells *cells = lfi_cells_of(r.search);
    for (uint32_t i = 0; i < cells->count; i++) {
        const lfi_cell *cell = &cells->cells[i];
        for (int lane = 0; cell->stamp == cells->stamp && lane < LFI_LANES; lane++) {
            const int32_t x = cell->corner.x + lfi_lane_x(lane), y = cell->corner.y + lfi_lane_y(lane);
            if ((cell->open >> lane & 1) == 0) continue;
            const uint32_t bound = cells->lanes32[i].bounds[lane];
            const int64_t least = lf_field_distance(field, lf_map_tile(r.map, x, y));
            const int64_t apart = (int64_t)lfi_bound_from(cells, (lf_point){x, y}, lf_map_moves(r.map));
            CHECK(least < 0 || bound <= least);
            CHECK(bound >= apart);
            seen->lanes++;
            seen->higher += bound > apart;
            seen->exact += bound == least;
            seen->cut_off += least < 0 && bound >= LFI_LANE_NONE;
        }
    }
}

/// Lanes that numbers of 16 bits do not reach from the base of their cell, or that a landmark does not reach.
static void survey_count(int64_t *far, int64_t *odd) {
    const uint64_t cells = (uint64_t)r.weights->columns * r.weights->rows * r.weights->landmarks;
    for (uint64_t i = 0; i < cells * LFI_LANES; i++) *far += r.weights->survey[i] == LFI_AWAY_FAR;
    for (uint64_t i = 0; i < cells; i++) *odd += r.weights->survey_spans[i].odd;
}

/// Bounds of a survey promise no more than there is, also after tiles became dearer, and say more than the distance.
static void surveyed_bounds_hold(void) {
    static uint8_t tiles[LARGE * LARGE], bytes[LARGE * LARGE];
    const uint64_t seed = test_seed(), cases = test_case_count(LARGE_CASES);
    bounds_seen seen = {0};
    int64_t far = 0, odd = 0;
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t random = (seed + i) * 89;
        const int64_t before = test_failures;
        const int width = 17 + oracle_below(&random, LARGE - 16),
                  height = 17 + oracle_below(&random, LARGE - 16);
        const lf_moves moves = (lf_moves)(i % 3);
        large_fill(tiles, bytes, width, height, &random);
        rivals_make(width, height, moves, tiles, bytes, NULL);
        const oracle_map map = {width, height, moves, tiles};
        CHECK_EQ(lf_weights_survey(r.weights, r.search), LF_OK);
        survey_count(&far, &odd);
        lf_field *field;
        CHECK_EQ(lf_field_create(r.map, &(lf_field_desc){.weights = r.weights}, &field), LF_OK);
        for (int ask = 0; ask < 8 && oracle_random_open(&map, &random) != LF_NO_TILE; ask++) {
            const uint8_t dear = 255;
            const lf_tile targets[2] = {oracle_random_open(&map, &random), oracle_random_open(&map, &random)};
            const lf_source source = {.tile = oracle_random_open(&map, &random)};
            const lf_point changed = lf_map_point(r.map, oracle_random_open(&map, &random));
            const lf_weights_desc edit = {.plane = &dear, .plane_size = 1};
            if (ask > 3) CHECK_EQ(lf_weights_edit(r.weights, &edit, changed.x, changed.y, 1, 1), LF_OK);
            CHECK_EQ(r.weights->landmarks, LFI_SURVEY_LANDMARKS);
            const int count = 1 + ask % 2;
            const lf_query query = {
                .sources = &source, .source_count = 1, .targets = targets, .target_count = count};
            if (!rivals_ask(query)) continue; // bodies say so, and nothing was searched
            const lf_field_query asked = {.targets = targets, .target_count = count};
            lf_field_planes planes;
            CHECK_EQ(lf_field_fill(field, &asked, &planes), LF_OK);
            bounds_compare(field, &seen);
        }
        lf_field_destroy(field);
        rivals_free();
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %" PRId64 " lanes, %" PRId64 " bounds above the distance, %" PRId64 " exact, %" PRId64
           " cut off; %" PRId64 " lanes too far, %" PRId64 " odd cells\n",
           seen.lanes, seen.higher, seen.exact, seen.cut_off, far, odd);
    CHECK(seen.higher > seen.lanes / 4 && seen.exact > 0 && seen.cut_off > 0 && far > 0 && odd > 0);
}

// ---- Edges ----------------------------------------------------------------------------------------

/// A way through a cell and into the heaviest tile costs 65534 at most: numbers of 16 bits; with more, of 64. In a
/// snake the lanes of a cell cost so much or so little, and heavy tiles lie where it enters the next cell.
static void sums_at_the_edge_of_16_bits(void) {
    static uint8_t tiles[48 * 48], bytes[48 * 48];
    for (int more = 0; more < 2; more++) {
        uint32_t table[256] = {[1] = 255, [2] = (uint32_t)(382 + more)};
        for (int i = 0; i < 48 * 48; i++) {
            const int x = i % 48, y = i / 48;
            tiles[i] = y % 2 == 0 || x == (y / 2 % 2 == 0 ? 47 : 0) || x % 16 == (y / 2 % 2 == 0 ? 15 : 0);
            bytes[i] = x % 16 == 0 && y % 16 == 4 ? 2 : 1;
        }
        rivals_make(48, 48, LF_MOVES_KING, tiles, bytes, table);
        CHECK_EQ(r.weights->heaviest + r.weights->most - r.weights->lowest, 65534 + 2 * more);
        CHECK_EQ(lfi_weights_narrow(r.weights), more == 0);
        for (int ask = 0; ask < 20; ask++) {
            CHECK(rivals_between(0, 46 * 48, LF_COST_UNIFORM));
            CHECK(rivals_between((lf_tile)(ask * 2 * 48), (lf_tile)(47 + (46 - ask * 2) * 48),
                                 LF_COST_UNIFORM));
            CHECK(rivals_between((lf_tile)ask, 47, LF_COST_OCTILE));
        }
        rivals_free();
    }
}

/// One move out of an expanse fits into 16 bits up to a weight; beyond it there are no expanses.
static void expanses_beside_heavy_tiles(void) {
    static uint8_t tiles[SEA_WIDTH * SEA_HEIGHT], bytes[SEA_WIDTH * SEA_HEIGHT];
    for (int more = 0; more < 2; more++) {
        const uint32_t table[256] = {[1] = LFI_EXPANSE_WEIGHT, [2] = (uint32_t)(16383 + more)};
        uint64_t random = 3;
        int64_t met = 0;
        memset(tiles, 1, sizeof tiles);
        for (int i = 0; i < SEA_WIDTH * SEA_HEIGHT; i++) {
            const int x = i % SEA_WIDTH, y = i / SEA_WIDTH;
            const bool heavy = (x / 64 + y / 64) % 2 == 0 && x % 16 == 0 && y % 16 == 8;
            bytes[i] = heavy ? 2 : 1;
            if (x % 64 == 20 && (x / 64 + y / 64) % 2 == 0 && y != 0) tiles[i] = 0; // long ways around
        }
        rivals_make(SEA_WIDTH, SEA_HEIGHT, LF_MOVES_KING, tiles, bytes, table);
        CHECK(lfi_weights_narrow(r.weights));
        const oracle_map map = {SEA_WIDTH, SEA_HEIGHT, LF_MOVES_KING, tiles};
        for (int ask = 0; ask < 30; ask++) {
            CHECK(rivals_between(oracle_random_open(&map, &random), oracle_random_open(&map, &random),
                                 LF_COST_UNIFORM));
            met += sea_expanses();
        }
#ifdef LFI_VECTORS_NONE
        CHECK_EQ(met, 0);
#else
        CHECK_EQ(met > 0, more == 0);
#endif
        rivals_free();
    }
}

/// Maps that do not fill a cell, or fill one exactly.
static void small_and_thin_maps(void) {
    static const int sizes[][2] = {{1, 1}, {1, 40}, {40, 1}, {16, 16}, {17, 16}, {16, 17}, {15, 33}, {2, 2}};
    uint8_t tiles[40 * 17], bytes[40 * 17];
    uint64_t random = 5;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int width = sizes[i][0], height = sizes[i][1];
        for (int k = 0; k < width * height; k++) {
            tiles[k] = 1;
            bytes[k] = (uint8_t)(1 + oracle_below(&random, 4));
        }
        for (int moves = 0; moves < 3; moves++) {
            rivals_make(width, height, (lf_moves)moves, tiles, bytes, NULL);
            for (int ask = 0; ask < 12; ask++) {
                const int from = oracle_below(&random, width * height),
                          to = oracle_below(&random, width * height);
                CHECK(rivals_between((lf_tile)from, (lf_tile)to, (lf_cost)(ask % 2)));
            }
            rivals_free();
        }
    }
}

static void without_weights_it_is_refused(void) {
    static const uint8_t tiles[4] = {1, 1, 1, 1};
    rivals_make(4, 1, LF_MOVES_KING, tiles, tiles, NULL);
    const lf_source source = {.tile = 0};
    const lf_tile target = 3;
    lf_query query = {.sources = &source,
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .strategy = LF_STRATEGY_CELLS};
    CHECK_EQ(lf_search_find(r.search, &query, NULL, 0, NULL), LF_E_CELLS);
    query.weights = r.weights;
    CHECK_EQ(lf_search_find(r.search, &query, NULL, 0, NULL), LF_OK);
    lf_search *plain = NULL;
    CHECK_EQ(lf_search_create(r.map, NULL, &plain), LF_OK);
    CHECK_EQ(lf_search_find(plain, &query, NULL, 0, NULL), LF_E_NO_WEIGHTS);
    lf_search_destroy(plain);
    rivals_free();
}

/// `auto` takes it where the map is larger than a few cells.
static void auto_takes_it(void) {
    static uint8_t tiles[40 * 40];
    memset(tiles, 1, sizeof tiles);
    rivals_make(40, 40, LF_MOVES_KING, tiles, tiles, NULL);
    const lf_source source = {.tile = 0};
    const lf_tile target = 1599;
    const lf_query query = {
        .sources = &source, .source_count = 1, .targets = &target, .target_count = 1, .weights = r.weights};
    CHECK_EQ(lf_search_find(r.search, &query, NULL, 0, &r.routes[0]), LF_OK);
    CHECK_EQ(r.routes[0].strategy, LF_STRATEGY_CELLS);
    CHECK(r.routes[0].exact);
    CHECK_EQ(r.routes[0].straight_cost + r.routes[0].diagonal_cost, 39);
    rivals_free();
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(small_and_thin_maps),
        TEST(sums_at_the_edge_of_16_bits),
        TEST(expanses_beside_heavy_tiles),
        TEST(without_weights_it_is_refused),
        TEST(auto_takes_it),
        TEST(wrong_windows_are_refused),
        TEST(windows_take_depths),
        TEST(every_allocation_may_fail),
        TEST(surveys_refuse_what_they_must),
        TEST(surveyed_bounds_hold),
        TEST(edits_are_known),
        TEST(answers_are_those_of_flood),
        TEST(passages_are_remembered),
        TEST(corridors_are_widened),
        TEST(guided_routes_are_legal_and_no_cheaper),
        TEST(open_water_as_flood),
        TEST(answers_are_the_judges),
        TEST(guided_answers_are_the_judges),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
