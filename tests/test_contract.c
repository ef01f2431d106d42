// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The small print of the header, of all strategies alike: buffers that are too short, NULL where it is
// allowed, what was met, tiles and cells outside, times of a clock.
#include "world.h"

enum { MOST_TILES = 140 * 110 };

static lf_query query_make(const world *w, lf_source *source, lf_tile *target, uint64_t number) {
    uint64_t random = number * 31 + 5;
    do {
        *source = (lf_source){.tile = oracle_random_open(&w->plan, &random)};
        *target = oracle_random_open(&w->plan, &random);
    } while (lf_map_body(w->map, source->tile) != lf_map_body(w->map, *target));
    return (lf_query){.sources = source, .source_count = 1, .targets = target, .target_count = 1};
}

// ---- Buffers --------------------------------------------------------------------------------------

/// As many tiles as fit, and not one more.
static void check_rooms(lf_search *search, const lf_tile *tiles, int64_t count) {
    static lf_tile part[MOST_TILES + 1];
    const int64_t rooms[] = {0, 1, count / 2, count - 1, count};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        for (int64_t k = 0; k <= count; k++) part[k] = LF_NO_TILE;
        const lf_status status = lf_search_finish(search, part, rooms[i], NULL);
        CHECK_EQ(status, rooms[i] < count ? LF_E_BUFFER_TOO_SMALL : LF_OK);
        CHECK_EQ(memcmp(part, tiles, (size_t)rooms[i] * sizeof *tiles), 0);
        for (int64_t k = rooms[i]; k <= count; k++) CHECK(part[k] == LF_NO_TILE);
    }
}

static void check_strategies(const world *w, voyage *v, uint64_t number) {
    lf_source source;
    lf_tile target;
    lf_query query = query_make(w, &source, &target, number);
    for (lf_strategy s = LF_STRATEGY_AUTO; lf_strategy_name(s) != NULL; s = (lf_strategy)((int)s + 1)) {
        for (int cost = LF_COST_UNIFORM; cost <= LF_COST_OCTILE; cost++) {
            lf_route route;
            query.strategy = s;
            query.options.cost = (lf_cost)cost;
            const lf_status status = lf_search_find(v->search, &query, v->tiles, v->tile_room, &route);
            if (status < 0) continue; // the strategy does not take this cost or these moves
            if (CHECK_EQ(status, LF_OK)) check_rooms(v->search, v->tiles, route.tile_count);
        }
    }
}

static void short_buffers_get_the_beginning(void) {
    for (uint64_t seed = 1; seed <= 42; seed++) {
        world w = world_make(seed);
        voyage v = voyage_make(&w);
        for (uint64_t number = 0; number < 3; number++) check_strategies(&w, &v, number);
        voyage_free(&v);
        world_free(&w);
    }
}

static void spines_and_portals_fit(void) {
    int64_t portals = 0;
    for (uint64_t seed = 1; seed <= 42; seed++) {
        world w = world_make(seed);
        voyage v = voyage_make(&w);
        lf_spine_cell all[2000], part[2000];
        lf_source source;
        lf_tile target;
        lf_query query = query_make(&w, &source, &target, seed);
        query.strategy = LF_STRATEGY_SPINE;
        query.options.spacing = 3;
        CHECK_EQ(lf_search_spine(v.search, all, 2000), 0); // no query yet
        CHECK_EQ(lf_search_find(v.search, &query, NULL, 0, NULL), LF_OK);
        const int64_t count = lf_search_spine(v.search, all, 2000);
        CHECK_EQ(lf_search_spine(v.search, NULL, 0), count);
        memset(part, 0x55, sizeof part);
        const lf_spine_cell untouched = part[0];
        CHECK_EQ(lf_search_spine(v.search, part, count / 2), count);
        CHECK_EQ(memcmp(&part[count / 2], &untouched, sizeof untouched), 0);
        for (int64_t i = 0; i < count / 2; i++)
            CHECK(part[i].x == all[i].x && part[i].y == all[i].y && part[i].knot == all[i].knot);
        for (int64_t i = -1; i <= count; i++) {
            lf_tile tiles[1024] = {0}, few[2] = {LF_NO_TILE, LF_NO_TILE};
            const int64_t found = lf_search_portal(v.search, i, tiles, 1024);
            CHECK_EQ(lf_search_portal(v.search, i, NULL, 0), found);
            CHECK_EQ(lf_search_portal(v.search, i, few, 1), found);
            CHECK(few[0] == (found > 0 ? tiles[0] : LF_NO_TILE) && few[1] == LF_NO_TILE);
            CHECK(found == 0 || (i > 0 && i < count - 1 && all[i].knot));
            portals += found > 1;
        }
        voyage_free(&v);
        world_free(&w);
    }
    printf("  %" PRId64 " portals of several tiles\n", portals);
    CHECK(portals > 50);
}

// ---- What was met ---------------------------------------------------------------------------------

/// Headlands for `headland`, whole runs for `strip`, nothing for `spine`; never a blocked tile.
static void met_tiles_by_strategy(void) {
    int64_t met[LF_STRATEGY_STRIP + 1] = {0};
    for (uint64_t seed = 1; seed <= 42; seed++) {
        world w = world_make(seed);
        voyage v = voyage_make(&w);
        const lf_tile count = (lf_tile)(w.plan.width * w.plan.height);
        lf_source source;
        lf_tile target;
        lf_query query = query_make(&w, &source, &target, seed);
        for (int s = LF_STRATEGY_FLOOD; s <= LF_STRATEGY_STRIP; s++) {
            lf_route route;
            query.strategy = (lf_strategy)s;
            query.options.cost = s == LF_STRATEGY_HEADLAND ? w.cost : LF_COST_UNIFORM;
            if (lf_search_find(v.search, &query, NULL, 0, &route) < 0) continue;
            for (lf_tile tile = 0; tile < count; tile++) {
                if (!lf_search_has_met(v.search, tile)) continue;
                CHECK(lf_map_is_open(w.map, tile));
                met[s]++;
            }
            if (s == LF_STRATEGY_STRIP) CHECK(lf_search_has_met(v.search, source.tile));
            CHECK(!lf_search_has_met(v.search, count));
        }
        voyage_free(&v);
        world_free(&w);
    }
    for (int s = LF_STRATEGY_FLOOD; s <= LF_STRATEGY_STRIP; s++) CHECK_EQ(met[s] > 0, s != LF_STRATEGY_SPINE);
}

/// A wave shows its tiles while it runs.
static void met_tiles_of_a_paused_flood(void) {
    world w = world_make(7); // open everywhere
    voyage v = voyage_make(&w);
    const lf_source source = {.tile = 0};
    const lf_tile target = (lf_tile)(w.plan.width * w.plan.height) - 1;
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = LF_STRATEGY_FLOOD};
    lf_status status = lf_search_begin(v.search, &query);
    int64_t before = 0;
    for (int i = 0; i < 20 && status == LF_PAUSED; i++) {
        status = lf_search_step(v.search, 5);
        int64_t met = 0;
        for (lf_tile tile = 0; tile <= target; tile++) met += lf_search_has_met(v.search, tile);
        CHECK(met >= before && lf_search_has_met(v.search, 0));
        before = met;
    }
    CHECK(before > 50 && status == LF_PAUSED && !lf_search_has_met(v.search, target));
    voyage_free(&v);
    world_free(&w);
}

// ---- NULL and outside -----------------------------------------------------------------------------

static void null_and_outside_are_harmless(void) {
    world w = world_make(2);
    voyage v = voyage_make(&w);
    const int32_t width = lf_coarse_width(w.coarse), height = lf_coarse_height(w.coarse);
    CHECK_EQ(lf_search_cell_phase(v.search, 0, 0), 0); // no query yet
    lf_source source;
    lf_tile target;
    lf_query query = query_make(&w, &source, &target, 1);
    query.strategy = LF_STRATEGY_CORRIDOR;
    CHECK_EQ(lf_search_find(v.search, &query, NULL, 0, NULL), LF_OK);
    const lf_point outside[] = {{-1, 0}, {0, -1}, {width, 0}, {0, height}};
    for (int i = 0; i < 4; i++) {
        CHECK_EQ(lf_search_cell_phase(v.search, outside[i].x, outside[i].y), 0);
        CHECK_EQ(lf_coarse_pieces(w.coarse, outside[i].x, outside[i].y), 0);
    }
    const lf_tile behind = (lf_tile)(w.plan.width * w.plan.height);
    CHECK(lf_map_body(w.map, behind) == LF_NO_BODY && lf_map_body(w.map, LF_NO_TILE) == LF_NO_BODY);
    CHECK_EQ(lf_fixtures_key_count(NULL) + lf_fixtures_door_count(NULL) + (int64_t)lf_fixtures_bytes(NULL),
             0);
    CHECK(lf_fixtures_key_kinds(NULL) == 0 && lf_fixtures_door_kinds(NULL) == 0 &&
          lf_fixtures_map(NULL) == NULL);
    CHECK(!lf_fixtures_at(NULL, 0, NULL) && !lf_fixtures_at(w.fixtures, behind, NULL));
    int64_t fixtures = 0;
    for (lf_tile tile = 0; tile < behind; tile++) fixtures += lf_fixtures_at(w.fixtures, tile, NULL);
    CHECK_EQ(fixtures, lf_fixtures_key_count(w.fixtures) + lf_fixtures_door_count(w.fixtures));
    CHECK_STR(lf_fault_text(LF_FAULT_LOCKED), "the tile is a door whose key is not held");
    voyage_free(&v);
    world_free(&w);
}

static void descriptions_out_of_range_are_refused(void) {
    world w = world_make(2), other = world_make(3);
    lf_index *index;
    lf_search *search;
    CHECK_EQ(lf_index_create(w.map, &(lf_index_desc){.hierarchy = (lf_hierarchy)-1}, &index), LF_E_HIERARCHY);
    CHECK_EQ(lf_index_create(w.map, &(lf_index_desc){.hierarchy = (lf_hierarchy)3}, &index), LF_E_HIERARCHY);
    CHECK_EQ(lf_search_create(w.map, &(lf_search_desc){.depth = other.depth}, &search), LF_E_FOREIGN_DEPTH);
    CHECK(search == NULL && index == NULL);
    world_free(&w);
    world_free(&other);
}

static void *never_alloc(size_t size, void *user) {
    (void)size, (void)user;
    return NULL;
}

static void never_free(void *memory, size_t size, void *user) {
    (void)memory, (void)size, (void)user;
}

static void half_an_allocator_is_refused(void) {
    const uint8_t open[1] = {1};
    lf_map_desc desc = {.width = 1, .height = 1, .tiles = open, .tiles_size = 1};
    lf_map *map;
    desc.allocator = (lf_allocator){.free = never_free};
    CHECK_EQ(lf_map_create(&desc, &map), LF_E_ALLOCATOR);
    desc.allocator = (lf_allocator){.alloc = never_alloc};
    CHECK_EQ(lf_map_create(&desc, &map), LF_E_ALLOCATOR);
    desc.allocator = (lf_allocator){.alloc = never_alloc, .free = never_free};
    CHECK_EQ(lf_map_create(&desc, &map), LF_E_NOMEM);
}

/// Cells of 64 tiles and more: a row of a cell fills words.
static void corridors_of_large_cells(void) {
    enum { WIDTH = 600, HEIGHT = 300 };
    uint8_t *open = malloc(WIDTH * HEIGHT);
    CHECK(lf_scene_make(LF_SCENE_ISLANDS, WIDTH, HEIGHT, 5, open));
    lf_map *map;
    const lf_map_desc desc = {.width = WIDTH, .height = HEIGHT, .tiles = open, .tiles_size = WIDTH * HEIGHT};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    const oracle_map plan = {.width = WIDTH, .height = HEIGHT, .open = open};
    for (int32_t level = 6; level <= LF_MAX_LEVEL; level++) {
        lf_coarse *coarse;
        lf_search *search;
        CHECK_EQ(lf_coarse_create(map, &(lf_coarse_desc){.level = level}, &coarse), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.coarse = coarse}, &search), LF_OK);
        uint64_t random = (uint64_t)level;
        for (int i = 0; i < 5; i++) {
            const lf_source source = {.tile = oracle_random_open(&plan, &random)};
            const lf_tile target = oracle_random_open(&plan, &random);
            lf_query query = {.sources = &source,
                              .source_count = 1,
                              .targets = &target,
                              .target_count = 1,
                              .strategy = LF_STRATEGY_FLOOD,
                              .options.radius = 9};
            lf_route flood, route;
            const lf_status status = lf_search_find(search, &query, NULL, 0, &flood);
            for (int s = LF_STRATEGY_CORRIDOR; s <= LF_STRATEGY_EXPAND_OPTIMAL; s++) {
                query.strategy = (lf_strategy)s;
                CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), status);
                CHECK_EQ(route.length, flood.length); // the corridor is the whole map
            }
        }
        lf_search_destroy(search);
        lf_coarse_destroy(coarse);
    }
    lf_map_destroy(map);
    free(open);
}

/// 67 million tiles, all blocked: the level grows with the map.
static void spine_levels_by_size(void) {
    static const struct { int32_t side, level; } sizes[] = {{1, 1}, {100, 3}, {8000, 3}, {8200, 4}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int32_t side = sizes[i].side;
        const size_t size = ((size_t)side + 7) / 8 * (size_t)side;
        uint8_t *bits = calloc(size, 1);
        const lf_map_desc desc = {
            .width = side, .height = side, .tiles = bits, .tiles_size = size, .format = LF_TILES_BITS};
        lf_map *map;
        CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
        CHECK_EQ(lf_spine_level(map), sizes[i].level);
        lf_map_destroy(map);
        free(bits);
    }
}

/// An index of a map that is a row higher.
static void indexes_know_the_height(void) {
    const uint8_t open[30] = {1, 1, 0, 1};
    lf_map *low, *high;
    lf_map_desc desc = {.width = 5, .height = 5, .tiles = open, .tiles_size = 30};
    CHECK_EQ(lf_map_create(&desc, &low), LF_OK);
    desc.height = 6;
    CHECK_EQ(lf_map_create(&desc, &high), LF_OK);
    lf_index *index, *loaded;
    CHECK_EQ(lf_index_create(low, NULL, &index), LF_OK);
    const size_t size = lf_index_save_size(index);
    uint8_t *bytes = malloc(size);
    CHECK_EQ(lf_index_save(index, bytes, size), LF_OK);
    CHECK_EQ(lf_index_load(low, NULL, bytes, size, &loaded), LF_OK);
    lf_index_destroy(loaded);
    CHECK_EQ(lf_index_load(high, NULL, bytes, size, &loaded), LF_E_INDEX_MAP);
    free(bytes);
    lf_index_destroy(index);
    lf_map_destroy(low);
    lf_map_destroy(high);
}

// ---- No route -------------------------------------------------------------------------------------

/// Two halves and a wall. Without bodies, only searching can tell that there is no way.
static void no_route_without_bodies(void) {
    enum { SIDE = 40 };
    uint8_t open[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) open[i] = i % SIDE != 20 && i % 7 != 0;
    for (int moves = LF_MOVES_KING; moves <= LF_MOVES_ORTHOGONAL; moves++) {
        for (int cost = LF_COST_UNIFORM; cost <= LF_COST_OCTILE; cost++) {
            const lf_map_desc desc = {.width = SIDE,
                                      .height = SIDE,
                                      .tiles = open,
                                      .tiles_size = sizeof open,
                                      .moves = (lf_moves)moves,
                                      .skip_bodies = true};
            lf_map *map;
            lf_index *index;
            lf_search *search;
            CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
            CHECK_EQ(lf_index_create(map, &(lf_index_desc){.cost = (lf_cost)cost}, &index), LF_OK);
            CHECK_EQ(
                lf_search_create(map, &(lf_search_desc){.index = index, .cost = LF_COST_OCTILE}, &search),
                LF_OK);
            const lf_source source = {.tile = 1};
            const lf_tile target = 39;
            lf_query query = {.sources = &source,
                              .source_count = 1,
                              .targets = &target,
                              .target_count = 1,
                              .options.cost = (lf_cost)cost};
            const lf_strategy asked[] = {LF_STRATEGY_AUTO, LF_STRATEGY_FLOOD, LF_STRATEGY_HEADLAND};
            for (int i = 0; i < 3; i++) {
                lf_route route;
                query.strategy = asked[i];
                CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_NO_ROUTE);
                CHECK(!route.found && route.exact && route.target == LF_NO_TILE);
            }
            lf_search_destroy(search);
            lf_index_destroy(index);
            lf_map_destroy(map);
        }
    }
}

/// Many ends, in slices of one: `headland` lets some of them wait, and gets the cost that `flood` gets.
static void many_ends_in_small_slices(void) {
    enum { ENDS = 12 };
    int64_t found = 0;
    for (uint64_t seed = 1; seed <= 84; seed++) {
        world w = world_make(seed);
        voyage v = voyage_make(&w);
        uint64_t random = seed;
        lf_source sources[ENDS];
        lf_tile targets[ENDS];
        for (int i = 0; i < ENDS; i++) {
            sources[i] = (lf_source){oracle_random_open(&w.plan, &random), (uint64_t)i};
            targets[i] = oracle_random_open(&w.plan, &random);
        }
        lf_query query = {.sources = sources,
                          .source_count = ENDS,
                          .targets = targets,
                          .target_count = ENDS,
                          .strategy = LF_STRATEGY_FLOOD,
                          .options.cost = w.cost};
        lf_route flood, headland;
        const lf_status expected = lf_search_find(v.search, &query, NULL, 0, &flood);
        query.strategy = LF_STRATEGY_HEADLAND;
        lf_status status = lf_search_begin(v.search, &query);
        while (status == LF_PAUSED) status = lf_search_step(v.search, 1);
        CHECK_EQ(status, expected);
        CHECK_EQ(lf_search_finish(v.search, NULL, 0, &headland), expected);
        if (w.cost == LF_COST_OCTILE) CHECK_EQ(headland.straight, flood.straight);
        CHECK_EQ(headland.length, flood.length);
        found += status == LF_OK;
        voyage_free(&v);
        world_free(&w);
    }
    CHECK(found > 60);
}

// ---- Shapes ---------------------------------------------------------------------------------------

static void shapes_refuse_nonsense(void) {
    static const uint8_t open[] = {1, 1, 1, 1, 0, 1, 1, 1, 1};
    const lf_map_desc desc = {.width = 3, .height = 3, .tiles = open, .tiles_size = 9};
    lf_map *map;
    lf_depth *depth;
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(lf_depth_create(map, NULL, &depth), LF_OK);
    lf_tile route[] = {0, 1, 2}, blocked[] = {4, 1}, outside[] = {99, 0}, out[3];
    lf_curve_point points[64];
    int64_t count;
    const lf_shape drift = {.depth = depth, .drift = -1}, interval = {.depth = depth, .interval = -1};
    CHECK_EQ(lf_route_waypoints(map, &drift, route, 3, out, 3, &count), LF_E_DRIFT);
    CHECK_EQ(lf_route_offshore(map, &drift, route, 3), LF_E_DRIFT);
    CHECK_EQ(lf_route_curve(map, &interval, route, 3, points, 64, &count), LF_E_INTERVAL);
    CHECK_EQ(lf_route_curve(map, NULL, route, 3, NULL, 1, &count), LF_E_NULL);
    CHECK_EQ(lf_route_curve(map, NULL, route, 3, points, -1, &count), LF_E_COUNT);
    CHECK_EQ(lf_route_curve(map, NULL, blocked, 2, points, 64, &count), LF_BROKEN);
    CHECK_EQ(lf_route_curve(map, NULL, NULL, 0, points, 64, &count), LF_BROKEN);
    CHECK_EQ(lf_route_waypoints(map, NULL, blocked, 2, out, 3, &count), LF_BROKEN);
    CHECK_EQ(lf_route_offshore(map, &(lf_shape){.depth = depth}, blocked, 2), LF_BROKEN);
    CHECK_EQ(lf_route_distance(map, outside, 2), 0);
    CHECK_EQ(lf_line_tiles(map, 99, 0, out, 3), 0);
    CHECK_EQ(lf_route_least_depth(depth, NULL, NULL, 3), -1);
    CHECK(route[0] == 0 && route[1] == 1 && route[2] == 2);
    // Farther than 2^31 parts of a tile, where squares need a coarser measure.
    const lf_curve_point far[] = {{0, 0}, {INT64_C(3) << 32, INT64_C(4) << 32}};
    const int64_t expected = (INT64_C(5) << 32) * (LF_DISTANCE_ONE / LF_CURVE_ONE);
    CHECK_EQ(lf_curve_distance(far, 2), expected);
    lf_depth_destroy(depth);
    lf_map_destroy(map);
}

/// Chains of waypoints that turn sharply beside every edge of a small open map.
static void curves_stay_on_the_map(void) {
    enum { SIDE = 8, CHAIN = 6 };
    uint8_t open[SIDE * SIDE];
    memset(open, 1, sizeof open);
    const lf_map_desc desc = {.width = SIDE, .height = SIDE, .tiles = open, .tiles_size = sizeof open};
    lf_map *map;
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    uint64_t random = 1;
    for (int round = 0; round < 2000; round++) {
        lf_tile chain[CHAIN];
        lf_curve_point points[600];
        int64_t count;
        for (int i = 0; i < CHAIN; i++) chain[i] = (lf_tile)oracle_below(&random, SIDE * SIDE);
        const lf_shape shape = {.interval = 20 + oracle_below(&random, 600)};
        CHECK_EQ(lf_route_curve(map, &shape, chain, CHAIN, points, 600, &count), LF_OK);
        for (int64_t i = 0; i < count; i++) {
            CHECK(points[i].x >= 0 && points[i].x < SIDE * LF_CURVE_ONE);
            CHECK(points[i].y >= 0 && points[i].y < SIDE * LF_CURVE_ONE);
        }
    }
    lf_map_destroy(map);
}

/// Stretches too long to be bent stay straight, and so do those beside them.
static void long_curves_are_straight(void) {
    enum { LONG = 40000 };
    uint8_t *open = malloc(LONG);
    memset(open, 1, LONG);
    lf_map *map;
    const lf_map_desc desc = {.width = LONG, .height = 1, .tiles = open, .tiles_size = LONG};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    const lf_tile chains[][3] = {{0, 100, LONG - 1}, {0, LONG - 101, LONG - 1}, {LONG - 1, 50, 0}};
    lf_curve_point *points = malloc(LONG * sizeof *points);
    for (int c = 0; c < 3; c++) {
        int64_t count;
        CHECK_EQ(lf_route_curve(map, &(lf_shape){.interval = 512}, chains[c], 3, points, LONG, &count),
                 LF_OK);
        CHECK(count > LONG / 2 - 10 && points[0].x == chains[c][0] * LF_CURVE_ONE + LF_CURVE_ONE / 2);
        CHECK_EQ(points[count - 1].x, (int64_t)chains[c][2] * LF_CURVE_ONE + LF_CURVE_ONE / 2);
        for (int64_t i = 0; i < count; i++) CHECK_EQ(points[i].y, LF_CURVE_ONE / 2);
        // As fine as can be asked for: more samples than a stretch may have.
        CHECK_EQ(lf_route_curve(map, &(lf_shape){.interval = 1}, chains[c], 3, NULL, 0, &count), LF_OK);
        CHECK(count > 1 << 22 && count < 1 << 23);
    }
    free(points);
    lf_map_destroy(map);
    free(open);
}

// ---- Keys -----------------------------------------------------------------------------------------

/// Whatever limit on memory stops it, and wherever: `keys` says so, and never gives a wrong answer.
static void keys_with_less_and_less_memory(void) {
    int64_t limited = 0, answered = 0;
    for (uint64_t seed = 1; seed <= 42; seed++) {
        world w = world_make(seed);
        uint64_t random = seed;
        const lf_source source = {.tile = oracle_random_open(&w.plan, &random)};
        const lf_tile target = oracle_random_open(&w.plan, &random);
        const lf_keys_query query = {.sources = &source,
                                     .source_count = 1,
                                     .targets = &target,
                                     .target_count = 1,
                                     .goal = (lf_goal)(seed % 3),
                                     .held = 63};
        lf_keys_route full = {0}, route;
        for (int64_t bytes = 64 << 20; bytes > 500; bytes -= bytes / 8) {
            lf_keys_search *search;
            CHECK_EQ(lf_keys_search_create(w.fixtures, &(lf_keys_search_desc){.max_bytes = bytes}, &search),
                     LF_OK);
            search->plain_below = 0;
            search->dense_above = seed % 2 == 0 ? 0 : INT32_MAX;
            search->reach.stamp = UINT32_MAX - (uint32_t)(bytes % 5); // which also begins again
            const lf_status status = lf_keys_search_find(search, &query, NULL, 0, &route);
            CHECK(status == LF_OK || status == LF_NO_ROUTE || status == LF_LIMIT || status == LF_E_NOMEM);
            if (bytes == 64 << 20) full = route;
            CHECK_EQ(status == LF_LIMIT || status == LF_E_NOMEM || route.found == full.found, true);
            if (status == LF_OK) CHECK_EQ(route.length, full.length);
            limited += status == LF_LIMIT;
            answered += status == LF_OK;
            lf_keys_search_destroy(search);
        }
        world_free(&w);
    }
    CHECK(limited > 500 && answered > 500);
}

static uint64_t clock_tick(void *user) {
    return *(uint64_t *)user += 1000;
}

/// 9 x 3: a corridor with the key at 1, its door at 4 and another door at 6.
static lf_fixtures *corridor_fixtures(lf_map **map, lf_moves moves) {
    static const uint8_t open[27] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1};
    static const lf_fixture items[] = {
        {1, 0, LF_FIXTURE_KEY}, {4, 0, LF_FIXTURE_DOOR}, {6, 1, LF_FIXTURE_DOOR}};
    const lf_map_desc desc = {.width = 9, .height = 3, .tiles = open, .tiles_size = 27, .moves = moves};
    CHECK_EQ(lf_map_create(&desc, map), LF_OK);
    lf_fixtures *fixtures;
    CHECK_EQ(lf_fixtures_create(*map, &(lf_fixtures_desc){.fixtures = items, .fixture_count = 3}, &fixtures),
             LF_OK);
    return fixtures;
}

static void keys_buffers_and_times(void) {
    lf_map *map;
    lf_fixtures *fixtures = corridor_fixtures(&map, LF_MOVES_KING);
    uint64_t now = 0;
    lf_keys_search *search;
    const lf_keys_search_desc desc = {.clock = {.now_ns = clock_tick, .user = &now}};
    CHECK_EQ(lf_keys_search_create(fixtures, &desc, &search), LF_OK);
    search->plain_below = 0;
    const lf_source source = {.tile = 0};
    const lf_tile near = 5, far = 8;
    lf_keys_query query = {.sources = &source, .source_count = 1, .targets = &near, .target_count = 1};
    lf_tile tiles[8] = {LF_NO_TILE, LF_NO_TILE, LF_NO_TILE};
    lf_keys_route route;
    CHECK_EQ(lf_keys_search_find(search, &query, tiles, 2, &route), LF_E_BUFFER_TOO_SMALL);
    CHECK(tiles[0] == 0 && tiles[1] == 1 && tiles[2] == LF_NO_TILE);
    CHECK(route.stats.ways_ns > 0 && route.stats.bounds_ns > 0);
    CHECK(route.stats.total_ns > route.stats.ways_ns + route.stats.bounds_ns);
    CHECK_EQ(lf_keys_search_find(search, &query, NULL, 0, NULL), LF_OK);
    CHECK_EQ(lf_keys_search_tiles(search, NULL, 0), 6);
    CHECK_EQ(lf_keys_search_tiles(search, tiles, 8), 6);
    lf_keys_event events[3] = {{.at = -1}, {.at = -1}, {.at = -1}};
    CHECK_EQ(lf_keys_search_events(search, NULL, 0), 2);
    CHECK_EQ(lf_keys_search_events(search, events, 1), 2);
    CHECK(events[0].at == 1 && events[1].at == -1);
    query.targets = &far;
    CHECK_EQ(lf_keys_search_find(search, &query, NULL, 0, NULL), LF_NO_ROUTE);
    lf_keys_why why;
    lf_fixture locks[2] = {{.tile = LF_NO_TILE}, {.tile = LF_NO_TILE}};
    CHECK_EQ(lf_keys_search_explain(search, &why, NULL, 0), LF_OK);
    CHECK_EQ(why.lock_count, 1);
    CHECK_EQ(lf_keys_search_explain(search, &why, NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_keys_search_explain(search, &why, locks, -1), LF_E_COUNT);
    CHECK_EQ(lf_keys_search_explain(search, &why, locks, 2), LF_OK);
    CHECK(locks[0].tile == 6 && locks[1].tile == LF_NO_TILE);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

static lf_fault walk_fault(const lf_fixtures *fixtures, const lf_tile *tiles, int64_t count, uint64_t held) {
    lf_keys_walk walk;
    CHECK_EQ(lf_keys_check(fixtures, tiles, count, held, NULL),
             lf_keys_check(fixtures, tiles, count, held, &walk));
    return walk.fault;
}

static void walks_break_where_they_should(void) {
    for (int moves = LF_MOVES_KING; moves <= LF_MOVES_ORTHOGONAL; moves++) {
        lf_map *map;
        lf_fixtures *fixtures = corridor_fixtures(&map, (lf_moves)moves);
        // Jumps of two tiles in every direction, and staying where one is.
        const lf_tile jumps[][2] = {{2, 0},  {0, 2},  {18, 0}, {0, 18}, {20, 0},
                                    {0, 20}, {2, 18}, {18, 2}, {0, 0}};
        for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++)
            CHECK_EQ(walk_fault(fixtures, jumps[i], 2, 0), LF_FAULT_JUMP);
        const lf_tile diagonal[] = {0, 10}, corner[] = {2, 10, 2, 11, 19, 11, 3}, shut[] = {1, 2, 3, 4};
        const lf_fault rules = moves == LF_MOVES_ORTHOGONAL ? LF_FAULT_JUMP : LF_FAULT_NONE;
        CHECK_EQ(walk_fault(fixtures, diagonal, 2, 0), rules);
        // From (2, 1) to (3, 0): (3, 1) is blocked.
        CHECK_EQ(walk_fault(fixtures, corner + 5, 2, 0), moves == LF_MOVES_KING ? LF_FAULT_CORNER : rules);
        CHECK_EQ(walk_fault(fixtures, shut + 1, 3, 0), LF_FAULT_LOCKED);
        CHECK_EQ(walk_fault(fixtures, shut, 4, 0), LF_FAULT_NONE); // takes the key on its way
        CHECK_EQ(walk_fault(fixtures, shut, 0, 0), LF_FAULT_EMPTY);
        lf_fixtures_destroy(fixtures);
        lf_map_destroy(map);
    }
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(short_buffers_get_the_beginning),
        TEST(spines_and_portals_fit),
        TEST(met_tiles_by_strategy),
        TEST(met_tiles_of_a_paused_flood),
        TEST(null_and_outside_are_harmless),
        TEST(descriptions_out_of_range_are_refused),
        TEST(keys_buffers_and_times),
        TEST(walks_break_where_they_should),
        TEST(no_route_without_bodies),
        TEST(many_ends_in_small_slices),
        TEST(shapes_refuse_nonsense),
        TEST(keys_with_less_and_less_memory),
        TEST(half_an_allocator_is_refused),
        TEST(corridors_of_large_cells),
        TEST(spine_levels_by_size),
        TEST(indexes_know_the_height),
        TEST(curves_stay_on_the_map),
        TEST(long_curves_are_straight),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
