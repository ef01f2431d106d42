// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// headland against the oracle on 20,000 seeded small maps under each move rule and both costs, with several
// sources and targets, sliced at random; against flood on larger, emptier maps; and the promises of an index.
#include "test.h"
#include "watch.h"

#include "base/cost.h"
#include "ends.h"
#include "headland/headland.h"
#include "index/build.h"
#include "meter.h"
#include "slow.h"
#include "starve.h"

#ifdef TEST_IS_SLOW
enum { MAPS_PER_RULE = 2000, LARGE_MAPS = 40 };
#else
enum { MAPS_PER_RULE = 20000, LARGE_MAPS = 400 };
#endif

static const double root_two = 1.41421356237309504880;

// ---- The oracle for both costs --------------------------------------------------------------------

/// Costs of all tiles from the nearest source, by relaxing all moves until nothing changes. On small maps a
/// double tells any two different costs apart by far.
static void costs_from(const oracle_map *map, const ends *e, double diagonal, double *costs) {
    for (int i = 0; i < map->width * map->height; i++) costs[i] = 1e9;
    for (int64_t i = 0; i < e->query.source_count; i++) costs[e->sources[i].tile] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < map->width * map->height; i++) {
            if (costs[i] > 1e8) continue;
            for (int k = 0; k < 9; k++) {
                const int dx = k % 3 - 1, dy = k / 3 - 1;
                if (!oracle_move_legal(map, i % map->width, i / map->width, dx, dy)) continue;
                const double cost = costs[i] + (dx != 0 && dy != 0 ? diagonal : 1);
                double *there = &costs[i + dy * map->width + dx];
                if (cost > *there - 1e-7) continue;
                *there = cost;
                changed = true;
            }
        }
    }
}

static double cost_best(const oracle_map *map, const ends *e, lf_cost cost) {
    static double costs[MAX_TILES];
    costs_from(map, e, cost == LF_COST_OCTILE ? root_two : 1, costs);
    double best = 1e9;
    for (int64_t i = 0; i < e->query.target_count; i++) {
        if (costs[e->targets[i]] < best) best = costs[e->targets[i]];
    }
    return best;
}

// ---- Small maps -----------------------------------------------------------------------------------

static void check_ends(const lf_query *query, const lf_route *route, const lf_tile *tiles) {
    CHECK_EQ(route->source, tiles[0]);
    CHECK_EQ(route->target, tiles[route->tile_count - 1]);
    CHECK_EQ(query->sources[route->source_index].tile, route->source);
    CHECK(query->sources[route->source_index].origin == route->origin);
    for (int64_t i = 0; i < route->source_index; i++) CHECK(query->sources[i].tile != route->source);
    CHECK_EQ(query->targets[route->target_index], route->target);
    for (int64_t i = 0; i < route->target_index; i++) CHECK(query->targets[i] != route->target);
}

/// The tiles must be legal, one move after the other, and cost what the answer says.
static void check_tiles(const lf_map *map, const lf_route *route, const lf_tile *tiles) {
    CHECK_EQ(lf_route_check(map, tiles, route->tile_count, NULL, NULL), LF_OK);
    int64_t diagonal = 0;
    for (int64_t i = 1; i < route->tile_count; i++) {
        const lf_point a = lf_map_point(map, tiles[i - 1]), b = lf_map_point(map, tiles[i]);
        diagonal += a.x != b.x && a.y != b.y;
    }
    CHECK_EQ(route->length, route->tile_count - 1);
    CHECK_EQ(route->diagonal, diagonal);
    CHECK_EQ(route->straight, route->length - diagonal);
}

static void check_answer(double best, const lf_map *map, const ends *e, lf_status status,
                         const lf_route *route, const lf_tile *tiles) {
    const lf_cost cost = e->query.options.cost;
    CHECK_EQ(status, best < 1e8 ? LF_OK : LF_NO_ROUTE);
    CHECK_EQ(route->found, best < 1e8);
    CHECK(route->exact);
    CHECK_EQ(route->strategy, LF_STRATEGY_HEADLAND);
    if (!route->found) return;
    const double diagonal = cost == LF_COST_OCTILE ? root_two : 1;
    const double got = (double)route->straight + (double)route->diagonal * diagonal;
    CHECK(got > best - 1e-6 && got < best + 1e-6);
    check_tiles(map, route, tiles);
    check_ends(&e->query, route, tiles);
}

/// A query by one search, at once and sliced.
static void compare_on_query(lf_search *search, const ends *e, double best, uint64_t *random,
                             int64_t *found) {
    static lf_tile tiles[MAX_TILES], again[MAX_TILES];
    const lf_map *map = search->base;
    lf_route route, sliced;
    const lf_status status = lf_search_find(search, &e->query, tiles, MAX_TILES, &route);
    check_answer(best, map, e, status, &route, tiles);
    *found += route.found;
    CHECK_EQ(find_sliced(search, &e->query, again, &sliced, random), status);
    CHECK_EQ(sliced.tile_count, route.tile_count);
    CHECK_EQ(sliced.stats.expanded, route.stats.expanded);
    CHECK_EQ(memcmp(tiles, again, sizeof *tiles * (size_t)route.tile_count), 0);
}

/// Takes the mileage away from a search, so that it searches.
static void mileage_forgo(lf_search *search) {
    lfi_headland_of(search)->shelves[0].mileage.count = 0;
}

/// Without and with a hierarchy, and with a mileage, too.
enum { WAYS = 3 };

static void compare_on_map(uint64_t seed, lf_moves moves, lf_cost cost, int64_t *found) {
    const oracle_map small = oracle_random_map(seed, 70, moves);
    lf_map *map = oracle_to_map(&small);
    lf_index *index[WAYS];
    lf_search *search[WAYS];
    for (int i = 0; i < WAYS; i++) {
        const lf_index_desc desc = {.cost = cost, .hierarchy = i == 0 ? LF_HIERARCHY_NO : LF_HIERARCHY_YES};
        CHECK_EQ(lf_index_create(map, &desc, &index[i]), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index[i]}, &search[i]), LF_OK);
        if (i == 1) mileage_forgo(search[i]);
    }
    uint64_t random = seed ^ UINT64_C(0x5DEECE66D);
    ends e;
    for (int i = 0; i < 1 + (int)(seed % 8 == 0) && ends_pick(&small, &random, &e); i++) {
        e.query.strategy = LF_STRATEGY_HEADLAND;
        e.query.options.cost = cost;
        if (seed % 4 == 1) e.query.source_count = e.query.target_count = 1; // which is done differently
        const double best = cost_best(&small, &e, cost);
        for (int k = 0; k < WAYS; k++) compare_on_query(search[k], &e, best, &random, found);
    }
    for (int i = 0; i < WAYS; i++) {
        lf_search_destroy(search[i]);
        lf_index_destroy(index[i]);
    }
    lf_map_destroy(map);
    free(small.open);
}

static void compare_under(lf_moves moves) {
    const uint64_t seed = test_seed();
    int64_t found = 0;
    for (uint64_t i = 0; i < 2 * MAPS_PER_RULE; i++) {
        const int64_t before = test_failures;
        compare_on_map(seed + i, moves, i % 2 == 0 ? LF_COST_UNIFORM : LF_COST_OCTILE, &found);
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %d maps a cost, %" PRId64 " routes found\n", MAPS_PER_RULE, found);
    CHECK(found > MAPS_PER_RULE);
}

static void king(void) {
    compare_under(LF_MOVES_KING);
}

static void king_cut(void) {
    compare_under(LF_MOVES_KING_CUT);
}

static void orthogonal(void) {
    compare_under(LF_MOVES_ORTHOGONAL);
}

// ---- Larger maps ----------------------------------------------------------------------------------

enum { SEA_WIDE = 1420, SEA_HIGH = 320 };

/// A sea with a few islands and walls: long rays, empty blocks, headlands far apart. Every fourth is long, so
/// that distances are too.
static oracle_map sea_make(uint64_t seed, lf_moves moves) {
    uint64_t random = seed * UINT64_C(0x9E3779B97F4A7C15) + 7;
    oracle_map map = {.width = 20 + oracle_below(&random, 400) + (seed % 4 == 3 ? 1000 : 0),
                      .height = 20 + oracle_below(&random, seed % 4 == 3 ? 60 : 300),
                      .moves = moves};
    map.open = malloc((size_t)(map.width * map.height));
    memset(map.open, 1, (size_t)(map.width * map.height));
    const int islands = oracle_below(&random, 30);
    for (int i = 0; i < islands; i++) {
        const int kind = oracle_below(&random, 3);
        const int w = kind == 1 ? 1 : 1 + oracle_below(&random, 60),
                  h = kind == 2 ? 1 : 1 + oracle_below(&random, 60);
        const int x0 = oracle_below(&random, map.width), y0 = oracle_below(&random, map.height);
        const int slope = oracle_below(&random, 3) - 1; // some lean
        for (int y = y0; y < y0 + h && y < map.height; y++) {
            for (int x = x0 + slope * (y - y0); x < x0 + slope * (y - y0) + w; x++) {
                if (x >= 0 && x < map.width) map.open[y * map.width + x] = 0;
            }
        }
    }
    return map;
}

static void compare_with_flood(uint64_t seed, lf_moves moves, int64_t *found) {
    static lf_tile tiles[SEA_WIDE * SEA_HIGH];
    const oracle_map sea = sea_make(seed, moves);
    lf_map *map = oracle_to_map(&sea);
    lf_index *index;
    lf_search *search;
    const lf_index_desc desc = {.cost = (lf_cost)(seed / 4 % 2),
                                .hierarchy = seed / 8 % 2 == 0 ? LF_HIERARCHY_NO : LF_HIERARCHY_YES};
    CHECK_EQ(lf_index_create(map, &desc, &index), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index, .cost = LF_COST_OCTILE}, &search),
             LF_OK);
    if (seed / 16 % 2 == 0) mileage_forgo(search);
    uint64_t random = seed;
    ends e;
    for (int i = 0; i < 8 && ends_pick(&sea, &random, &e); i++) {
        lf_route route, flood;
        if (i % 2 == 0) e.query.source_count = e.query.target_count = 1;
        e.query.options.cost = desc.cost;
        e.query.strategy = LF_STRATEGY_FLOOD;
        const lf_status expected = lf_search_find(search, &e.query, NULL, 0, &flood);
        e.query.strategy = LF_STRATEGY_HEADLAND;
        CHECK_EQ(lf_search_find(search, &e.query, tiles, SEA_WIDE * SEA_HIGH, &route), expected);
        CHECK_EQ(route.length, flood.length);
        if (desc.cost == LF_COST_OCTILE) CHECK_EQ(route.diagonal, flood.diagonal);
        if (!route.found) continue;
        ++*found;
        check_tiles(map, &route, tiles);
        check_ends(&e.query, &route, tiles);
    }
    lf_search_destroy(search);
    lf_index_destroy(index);
    lf_map_destroy(map);
    free(sea.open);
}

static void larger_maps_agree_with_flood(void) {
    const uint64_t seed = test_seed();
    int64_t found = 0;
    for (uint64_t i = 0; i < LARGE_MAPS; i++) {
        const int64_t before = test_failures;
        compare_with_flood(seed + i, (lf_moves)(i % 3), &found);
        if (test_failed_on(before, seed, i)) return;
    }
    CHECK(found > 4 * LARGE_MAPS);
}

// ---- Mileages of more headlands --------------------------------------------------------------------

enum { SKERRY_SIDE = 130, SKERRY_QUERIES = 40 };

/// A sea of rocks: most of them have four headlands.
static oracle_map skerries_make(uint64_t seed) {
    uint64_t random = seed * 31337 + 11;
    oracle_map map = {.width = SKERRY_SIDE, .height = SKERRY_SIDE, .moves = LF_MOVES_KING};
    map.open = malloc((size_t)SKERRY_SIDE * SKERRY_SIDE);
    memset(map.open, 1, (size_t)SKERRY_SIDE * SKERRY_SIDE);
    for (int rocks = 100 + oracle_below(&random, 250); rocks > 0; rocks--)
        map.open[oracle_below(&random, SKERRY_SIDE * SKERRY_SIDE)] = 0;
    return map;
}

/// Single pairs of ends, each compared with `flood`.
static void compare_skerries(lf_search *search, const oracle_map *sea, lf_cost cost, uint64_t seed) {
    static lf_tile tiles[SKERRY_SIDE * SKERRY_SIDE];
    uint64_t random = seed;
    for (int i = 0; i < SKERRY_QUERIES; i++) {
        const lf_source source = {.tile = oracle_random_open(sea, &random)};
        const lf_tile target = oracle_random_open(sea, &random);
        lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
        lf_route route, flood;
        query.options.cost = cost;
        query.strategy = LF_STRATEGY_FLOOD;
        const lf_status expected = lf_search_find(search, &query, NULL, 0, &flood);
        query.strategy = LF_STRATEGY_HEADLAND;
        CHECK_EQ(lf_search_find(search, &query, tiles, SKERRY_SIDE * SKERRY_SIDE, &route), expected);
        CHECK_EQ(route.length, flood.length);
        if (cost == LF_COST_OCTILE) CHECK_EQ(route.diagonal, flood.diagonal);
        if (route.found) check_tiles(search->base, &route, tiles);
    }
}

/// Maps of 400 headlands and more have a mileage up to LFI_MILEAGE_MOST, and none beyond.
static void many_headlands_are_looked_up(void) {
    const uint64_t seed = test_seed();
    int64_t looked_up = 0, searched = 0;
    for (uint64_t i = 0; i < LARGE_MAPS; i++) {
        const int64_t before = test_failures;
        const oracle_map sea = skerries_make(seed + i);
        const lf_index_desc desc = {.cost = (lf_cost)(i % 2), .hierarchy = LF_HIERARCHY_YES};
        lf_map *map = oracle_to_map(&sea);
        lf_index *index;
        lf_search *search;
        CHECK_EQ(lf_index_create(map, &desc, &index), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index, .cost = desc.cost}, &search), LF_OK);
        const uint32_t count = lfi_headland_of(search)->shelves[0].mileage.count;
        CHECK_EQ(count, index->count <= LFI_MILEAGE_MOST ? index->count : 0);
        looked_up += count > LFI_MILEAGE_EDITED;
        searched += count == 0;
        compare_skerries(search, &sea, desc.cost, seed + i);
        lf_search_destroy(search);
        lf_index_destroy(index);
        lf_map_destroy(map);
        free(sea.open);
        if (test_failed_on(before, seed, i)) return;
    }
    CHECK(looked_up > searched && searched > 0);
}

/// How many headlands queries have come to.
static uint32_t headlands_met(const lf_search *search) {
    uint32_t met = 0;
    for (uint32_t i = 0; i < search->index->count; i++)
        met += lfi_headland_of(search)->shelves[0].known[i].stamp != 0;
    return met;
}

/// A search copies what it needs of an index headland by headland, when a query comes there.
static void what_no_query_meets_is_not_touched(void) {
    for (uint64_t seed = 1; seed <= 12; seed++) {
        const oracle_map sea = skerries_make(seed);
        const lf_index_desc desc = {.cost = (lf_cost)(seed % 2),
                                    .hierarchy = (lf_hierarchy)(1 + seed / 2 % 2)};
        lf_map *map = oracle_to_map(&sea);
        lf_index *index;
        lf_search *search;
        CHECK_EQ(lf_index_create(map, &desc, &index), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index, .cost = desc.cost}, &search), LF_OK);
        mileage_forgo(search);
        CHECK_EQ(headlands_met(search), 0);
        compare_skerries(search, &sea, desc.cost, seed);
        const uint32_t met = headlands_met(search);
        CHECK(met > 0);
        lfi_headland_of(search)->stamp = UINT32_MAX - 5; // the stamps run out on the way
        compare_skerries(search, &sea, desc.cost, seed);
        CHECK(headlands_met(search) > 0 && headlands_met(search) <= met);
        lf_search_destroy(search);
        lf_index_destroy(index);
        lf_map_destroy(map);
        free(sea.open);
    }
}

/// From a narrow slanting channel, where an end sees little but far along the keel, into an open bay: under
/// octile costs the way there is more units than a landmark may be away.
static void along_a_channel(void) {
    enum { SIDE = 700, BAY = 600, HALF = 2 };
    oracle_map small = {.width = SIDE, .height = SIDE, .moves = LF_MOVES_KING};
    small.open = malloc((size_t)SIDE * SIDE);
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int x = i % SIDE, y = i / SIDE;
        small.open[i] = (x >= BAY && y >= BAY) || (x - y <= HALF && y - x <= HALF);
    }
    lf_map *map = oracle_to_map(&small);
    static lf_tile tiles[SIDE * SIDE];
    uint64_t random = test_seed();
    for (int run = 0; run < 2; run++) {
        lf_index *index;
        lf_search *search;
        const lf_index_desc desc = {.cost = LF_COST_OCTILE,
                                    .hierarchy = run == 0 ? LF_HIERARCHY_NO : LF_HIERARCHY_YES};
        CHECK_EQ(lf_index_create(map, &desc, &index), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index, .cost = LF_COST_OCTILE}, &search),
                 LF_OK);
        for (int i = 0; i < 40; i++) {
            const int x = oracle_below(&random, BAY / 4), y = x + oracle_below(&random, 3);
            const lf_source source = {.tile = lf_map_tile(map, x, y)};
            const lf_tile target = lf_map_tile(map, BAY + oracle_below(&random, SIDE - BAY),
                                               BAY + oracle_below(&random, SIDE - BAY));
            lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
            query.options.cost = LF_COST_OCTILE;
            query.strategy = LF_STRATEGY_FLOOD;
            lf_route route, flood;
            CHECK_EQ(lf_search_find(search, &query, NULL, 0, &flood), LF_OK);
            query.strategy = LF_STRATEGY_HEADLAND;
            CHECK_EQ(lf_search_find(search, &query, tiles, SIDE * SIDE, &route), LF_OK);
            CHECK(route.straight == flood.straight && route.diagonal == flood.diagonal);
            check_tiles(map, &route, tiles);
        }
        lf_search_destroy(search);
        lf_index_destroy(index);
    }
    lf_map_destroy(map);
    free(small.open);
}

/// More targets than are watched for at once, most of them no headlands, and more sources than look out at
/// once.
enum { MANY_SOURCES = LFI_ENDS_MAX + 20 };

/// An open tile in the middle tenth of a map.
static lf_tile sea_between(const oracle_map *sea, uint64_t *random) {
    lf_tile tile;
    do tile = oracle_random_open(sea, random);
    while ((int)tile % sea->width < sea->width * 45 / 100 || (int)tile % sea->width > sea->width * 55 / 100);
    return tile;
}

/// A pond of one tile in the upper left corner of a map, from which there is no way out.
static lf_tile pond_dig(const oracle_map *sea) {
    for (int i = 0; i < 9; i++) sea->open[i / 3 * sea->width + i % 3] = i == 4;
    return (lf_tile)(sea->width + 1);
}

static void thousands_of_ends(void) {
    for (int run = 0; run < 6; run++) {
        const int moves = run / 2;
        const oracle_map sea = sea_make(77, (lf_moves)moves);
        const lf_tile pond = pond_dig(&sea);
        lf_map *map = oracle_to_map(&sea);
        lf_index *index;
        lf_search *search;
        const lf_index_desc desc = {.hierarchy = run % 2 == 0 ? LF_HIERARCHY_NO : LF_HIERARCHY_YES};
        CHECK_EQ(lf_index_create(map, &desc, &index), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index}, &search), LF_OK);
        static lf_source sources[MANY_SOURCES];
        static lf_tile targets[5 * LFI_WANTED_MAX / 2], tiles[SEA_WIDE * SEA_HIGH];
        uint64_t random = 5;
        for (int i = 0; i < 20; i++) {
            // Sources in the left third, targets in the right third; the nearest pair comes late in the
            // lists.
            for (int k = 0; k < MANY_SOURCES; k++) {
                do sources[k].tile = oracle_random_open(&sea, &random);
                while ((int)sources[k].tile % sea.width > sea.width / 3);
            }
            sources[i].tile = pond;
            for (int k = 0; k < 5 * LFI_WANTED_MAX / 2; k++) {
                do targets[k] = oracle_random_open(&sea, &random);
                while ((int)targets[k] % sea.width <
                       sea.width * 2 / 3 - (k > 5 * LFI_WANTED_MAX / 2 - 9 ? 20 : 0));
            }
            // In every second query one pair between the others is nearest, at the border of two rounds.
            const int near = LFI_ENDS_MAX - 1 + i / 2 % 3;
            if (i % 2 == 1) sources[near].tile = sea_between(&sea, &random);
            if (i % 2 == 1) targets[LFI_ENDS_MAX - 1 + i / 6 % 3] = sea_between(&sea, &random);
            lf_query query = {.sources = sources,
                              .source_count = MANY_SOURCES,
                              .targets = targets,
                              .target_count = 5 * LFI_WANTED_MAX / 2,
                              .strategy = LF_STRATEGY_FLOOD};
            lf_route route, sliced, flood;
            CHECK_EQ(lf_search_find(search, &query, NULL, 0, &flood), LF_OK);
            query.strategy = LF_STRATEGY_HEADLAND;
            CHECK_EQ(lf_search_find(search, &query, tiles, SEA_WIDE * SEA_HIGH, &route), LF_OK);
            CHECK_EQ(route.length, flood.length);
            check_tiles(map, &route, tiles);
            if (i % 4 != 0) continue; // slices that end in the middle of every loop over ends
            CHECK_EQ(find_sliced(search, &query, tiles, &sliced, &random), LF_OK);
            CHECK_EQ(sliced.length, flood.length);
            CHECK_EQ(sliced.stats.expanded, route.stats.expanded);
        }
        lf_search_destroy(search);
        lf_index_destroy(index);
        lf_map_destroy(map);
        free(sea.open);
    }
}

/// Squares of buoys grow with the map until they are 128 tiles wide; then there are more buoys.
static void buoys_keep_to_their_number(void) {
    const struct {
        int32_t side, shift, wide;
    } sizes[] = {{724, 3, 91}, {725, 4, 46}, {5792, 6, 91}, {5793, 6, 91}, {8193, 7, 65}, {20000, 7, 157}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int32_t side = sizes[i].side;
        const lf_map map = {.width = side, .height = side, .tile_count = (uint32_t)side * (uint32_t)side};
        const lfi_buoys buoys = lfi_buoys_size(&map);
        CHECK_EQ(buoys.shift, sizes[i].shift);
        CHECK_EQ(buoys.wide, sizes[i].wide);
        CHECK_EQ(buoys.high, sizes[i].wide);
    }
}

/// The single numbers of metric.h order pairs exactly as sqrt 2 does: tried on the pairs that are hardest to
/// tell apart, the best fractions for sqrt 2 and their neighbours.
static void lengths_are_in_exact_order(void) {
    const lfi_metric metric = lfi_metric_make(LF_MOVES_KING, LF_COST_OCTILE);
    int tried = 0;
    for (int64_t p = 1, q = 1; q < (int64_t)LFI_METRIC_Q; tried++) {
        for (int64_t a = p - 1; a <= p + 1; a++) {
            const uint64_t straight = (uint64_t)a * metric.straight, diagonal = (uint64_t)q * metric.diagonal;
            CHECK_EQ((straight > diagonal) - (straight < diagonal), lfi_cost_sign(a, -q));
        }
        const int64_t next = p + 2 * q;
        q += p;
        p = next;
    }
    CHECK_EQ(tried, 24);
    CHECK(lfi_metric_length(&metric, 10, 3) == 7 * LFI_METRIC_Q + 3 * LFI_METRIC_P);
    CHECK_EQ(lfi_metric_diagonals(&metric, 10, 3), 3);
}

// ---- The index ------------------------------------------------------------------------------------

/// The landmark k of a group: the headland that is its own distance away from it.
static uint32_t landmark_find(const lf_index *index, uint32_t group, int k) {
    uint32_t i = 0;
    while (index->group[i] != group || index->away[(size_t)i * LFI_LANDMARKS + (size_t)k] != 0) i++;
    return i;
}

/// Four rocks of one tile each.
enum { ROCK_HEADLANDS = 16 };

/// The distances of all headlands from one of them, over the legs.
static void distances_from(const lf_index *index, const lfi_metric *metric, uint32_t from,
                           uint64_t *distances) {
    for (uint32_t i = 0; i < index->count; i++) distances[i] = i == from ? 0 : UINT64_MAX / 2;
    for (uint32_t round = 0; round < index->count; round++) {
        for (uint32_t i = 0; i < index->count; i++) {
            for (uint32_t leg = index->first[i]; leg < index->first[i + 1]; leg++) {
                const uint32_t to = index->legs[leg];
                const uint64_t length =
                    distances[i] + lfi_metric_between(metric, index->points[i], index->points[to]);
                if (length < distances[to]) distances[to] = length;
            }
        }
    }
}

static void check_all_distances(const lf_index *index) {
    const lfi_metric metric = lfi_metric_make(index->map->moves, index->cost);
    uint64_t distances[ROCK_HEADLANDS];
    CHECK_EQ(index->count, ROCK_HEADLANDS);
    CHECK(index->unit > lfi_index_least_unit(&metric));
    for (int k = 0; k < LFI_LANDMARKS; k++) {
        distances_from(index, &metric, landmark_find(index, 0, k), distances);
        for (uint32_t i = 0; i < index->count; i++)
            CHECK_EQ(index->away[(size_t)i * LFI_LANDMARKS + (size_t)k], distances[i] / index->unit);
    }
}

/// The unit of distances is guessed by those of the first landmark. Here the first headland is in the middle of the
/// upper edge, the first landmark below it, and two others are farther from each other than an eighth more than
/// anything is from the first landmark: all is measured once more.
static void distances_that_do_not_fit_are_measured_anew(void) {
    static const lf_point rocks[] = {{485, 1}, {5, 5}, {965, 5}, {485, 508}};
    oracle_map sea = {.width = 971, .height = 520, .open = malloc((size_t)971 * 520)};
    lf_index *index = NULL;
    lf_index_builder *builder = NULL;
    memset(sea.open, 1, (size_t)971 * 520);
    for (size_t i = 0; i < sizeof rocks / sizeof *rocks; i++) sea.open[rocks[i].y * 971 + rocks[i].x] = 0;
    lf_map *map = oracle_to_map(&sea);
    for (int choice = LF_HIERARCHY_NO; choice <= LF_HIERARCHY_YES; choice++) {
        const lf_index_desc desc = {.cost = LF_COST_OCTILE, .hierarchy = (lf_hierarchy)choice};
        if (CHECK_EQ(lf_index_create(map, &desc, &index), LF_OK)) check_all_distances(index);
        lf_index_destroy(index);
        CHECK_EQ(lf_index_begin(map, &desc, &builder), LF_OK);
        while (lf_index_step(builder, 1) == LF_PAUSED) {
        }
        if (CHECK_EQ(lf_index_finish(builder, &index), LF_OK)) check_all_distances(index);
        lf_index_destroy(index);
    }
    lf_map_destroy(map);
    free(sea.open);
}

/// What buoys know, and what tiles learn from them, holds against the distances of all tiles from each
/// landmark.
static void check_landmark(const oracle_map *small, const lf_index *index, uint32_t group, int k,
                           int64_t *exact) {
    static double costs[MAX_TILES];
    const lf_map *map = index->map;
    const lfi_metric metric = lfi_metric_make(map->moves, index->cost);
    const lf_point at = index->points[landmark_find(index, group, k)];
    ends e = {.sources = {{.tile = lf_map_tile(map, at.x, at.y)}}, .query.source_count = 1};
    costs_from(small, &e, index->cost == LF_COST_OCTILE ? root_two : 1, costs);
    const double unit = (double)index->unit / (double)metric.straight;
    for (uint64_t i = 0; i < lfi_buoys_count(&index->buoys); i++) {
        const lfi_buoy *buoy = &index->buoys.all[i];
        if (buoy->group != group) continue;
        const double units = costs[lf_map_tile(map, buoy->point.x, buoy->point.y)] / unit;
        CHECK(buoy->away[k] <= units + 1e-6);
        CHECK(units <= buoy->away[k] + lfi_buoy_slack(index->unit) + 1e-6);
        const uint32_t pilot = buoy->pilot[k];
        CHECK_EQ(index->group[pilot], group);
        CHECK(lfi_leg_walkable(map, &index->stops, buoy->point, index->points[pilot]));
    }
    for (lf_tile tile = 0; tile < (lf_tile)(small->width * small->height); tile++) {
        if (!small->open[tile] || costs[tile] > 1e8) continue;
        lfi_span span = lfi_span_unknown();
        if (lfi_buoys_ask(index, &metric, lf_map_point(map, tile), LFI_BUOYS_WIDE, &span) == 0) continue;
        CHECK_EQ(span.group, group);
        CHECK(span.least[k] <= costs[tile] / unit + 1e-6 && costs[tile] / unit <= span.most[k] + 1e-6);
        *exact += span.most[k] - span.least[k] <= lfi_buoy_slack(index->unit);
    }
}

static void buoys_tell_the_truth(void) {
    int64_t exact = 0;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        const oracle_map small = oracle_random_map(seed, 70, (lf_moves)(seed % 3));
        lf_map *map = oracle_to_map(&small);
        lf_index *index;
        CHECK_EQ(lf_index_create(map, &(lf_index_desc){.cost = (lf_cost)(seed / 3 % 2)}, &index), LF_OK);
        if (index->count > 0)
            check_landmark(&small, index, index->group[index->count / 2], (int)(seed % LFI_LANDMARKS),
                           &exact);
        lf_index_destroy(index);
        lf_map_destroy(map);
        free(small.open);
    }
    CHECK(exact > 1000);
}

/// Relaxes a buoy by a headland that it sees.
typedef struct looking {
    const lf_index *index;
    lfi_metric metric;
    lfi_sighting sight;
} looking;

static void looking_sees(void *user, uint32_t number) {
    looking *l = user;
    lfi_sighting_add(l->index, &l->metric, &l->sight, number);
}

/// A buoy that has glanced knows what it would know if it had looked out in full.
static void check_buoy(const lf_index *index, const lfi_buoy *buoy) {
    looking l = {.index = index, .metric = lfi_metric_make(index->map->moves, index->cost)};
    lfi_sighting_begin(&l.sight, buoy->point);
    const lfi_spot spot = {lfi_map_row(index->map, buoy->point.y) + (uint64_t)buoy->point.x};
    if (lfi_stops_is_headland(&index->stops, spot)) looking_sees(&l, lfi_stops_number(&index->stops, spot));
    lfi_lookout_scan(&(lfi_lookout){.map = index->map,
                                    .stops = &index->stops,
                                    .limit = UINT32_MAX,
                                    .user = &l,
                                    .headland = looking_sees},
                     buoy->point.x, buoy->point.y);
    CHECK_EQ(buoy->group, l.sight.group);
    for (int k = 0; k < LFI_LANDMARKS && buoy->group != LFI_NO_GROUP; k++) {
        const uint32_t pilot = buoy->pilot[k];
        CHECK_EQ(buoy->away[k], l.sight.away[k]);
        CHECK_EQ(lfi_metric_between(&l.metric, buoy->point, index->points[pilot]) +
                     index->away[(size_t)pilot * LFI_LANDMARKS + (size_t)k],
                 buoy->away[k]);
        CHECK(lfi_leg_walkable(index->map, &index->stops, buoy->point, index->points[pilot]));
    }
}

static void buoys_glance_enough(void) {
    int64_t count = 0;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        const oracle_map small = oracle_random_map(seed, seed % 5 == 0 ? 150 : 70, LF_MOVES_KING);
        lf_map *map = oracle_to_map(&small);
        lf_index *index;
        CHECK_EQ(lf_index_create(map, NULL, &index), LF_OK);
        CHECK_EQ(index->unit, 1);
        for (uint64_t i = 0; i < lfi_buoys_count(&index->buoys); i++) {
            if (index->buoys.all[i].point.x < 0) continue;
            check_buoy(index, &index->buoys.all[i]);
            count++;
        }
        lf_index_destroy(index);
        lf_map_destroy(map);
        free(small.open);
    }
    CHECK(count > 10000);
}

/// Every leg stands at both of its ends, ascending and without repeats.
static void sight_is_mutual(void) {
    for (uint64_t seed = 1; seed <= 600; seed++) {
        const oracle_map small = oracle_random_map(seed, 70, (lf_moves)(seed % 3));
        lf_map *map = oracle_to_map(&small);
        lf_index *index;
        CHECK_EQ(lf_index_create(map, &(lf_index_desc){.cost = (lf_cost)(seed / 3 % 2)}, &index), LF_OK);
        for (uint32_t i = 0; i < index->count; i++) {
            for (uint32_t leg = index->first[i]; leg < index->first[i + 1]; leg++) {
                const uint32_t to = index->legs[leg];
                CHECK(leg == index->first[i] || index->legs[leg - 1] < to);
                bool back = false;
                for (uint32_t k = index->first[to]; k < index->first[to + 1]; k++)
                    back |= index->legs[k] == i;
                CHECK(back);
            }
        }
        lf_index_destroy(index);
        lf_map_destroy(map);
        free(small.open);
    }
}

static void run_backwards(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    ++*(int *)user;
    for (int64_t i = count - 1; i >= 0; i--) part(i, job);
}

static void check_same_index(const lf_index *a, const lf_index *b) {
    CHECK_EQ(a->count, b->count);
    CHECK_EQ(a->leg_count, b->leg_count);
    CHECK_EQ(a->group_count, b->group_count);
    CHECK(a->unit == b->unit);
    CHECK_EQ(memcmp(a->points, b->points, a->count * sizeof *a->points), 0);
    CHECK_EQ(memcmp(a->first, b->first, (a->count + 1) * sizeof *a->first), 0);
    CHECK_EQ(memcmp(a->legs, b->legs, a->leg_count * sizeof *a->legs), 0);
    CHECK_EQ(memcmp(a->group, b->group, a->count * sizeof *a->group), 0);
    CHECK_EQ(memcmp(a->away, b->away, (size_t)a->count * LFI_LANDMARKS * sizeof *a->away), 0);
    CHECK_EQ(lfi_buoys_count(&a->buoys), lfi_buoys_count(&b->buoys));
    CHECK_EQ(memcmp(a->buoys.all, b->buoys.all, lfi_bytes(lfi_buoys_count(&a->buoys), sizeof *a->buoys.all)),
             0);
    CHECK_EQ(memcmp(a->stops.rows, b->stops.rows, (size_t)(a->map->word_count * sizeof *a->stops.rows)), 0);
    CHECK_EQ(memcmp(a->stops.columns, b->stops.columns,
                    (size_t)(a->stops.column_words * sizeof *a->stops.columns)),
             0);
}

/// The order in which workers take the parts must not matter.
static void workers_change_nothing(void) {
    for (uint64_t seed = 1; seed <= 90; seed++) {
        const oracle_map sea = sea_make(seed, (lf_moves)(seed % 3));
        lf_map *map = oracle_to_map(&sea);
        lf_index *alone, *together;
        int runs = 0;
        lf_index_desc desc = {.cost = (lf_cost)(seed / 3 % 2)};
        CHECK_EQ(lf_index_create(map, &desc, &alone), LF_OK);
        desc.workers = (lf_workers){run_backwards, &runs};
        CHECK_EQ(lf_index_create(map, &desc, &together), LF_OK);
        CHECK(runs > 2);
        check_same_index(alone, together);
        CHECK_EQ(lf_index_bytes(alone), lf_index_bytes(together));
        lf_index_destroy(alone);
        lf_index_destroy(together);
        lf_map_destroy(map);
        free(sea.open);
    }
}

static void every_allocation_may_fail(void) {
    const oracle_map sea = sea_make(12, LF_MOVES_KING);
    lf_map *map = oracle_to_map(&sea);
    meter count = {0};
    lf_index *index;
    lf_search *search;
    CHECK_EQ(lf_index_create(map, &(lf_index_desc){.allocator = meter_allocator(&count)}, &index), LF_OK);
    CHECK_EQ(count.live, lf_index_bytes(index));
    const int64_t index_calls = count.calls;
    for (int64_t k = 1; k <= index_calls; k++) {
        meter m = {.fail_at = k};
        lf_index *failed;
        CHECK_EQ(lf_index_create(map, &(lf_index_desc){.allocator = meter_allocator(&m)}, &failed),
                 LF_E_NOMEM);
        CHECK(failed == NULL && m.live == 0 && m.blocks == 0);
    }
    meter all = {0};
    lf_search_desc desc = {.index = index, .allocator = meter_allocator(&all)};
    CHECK_EQ(lf_search_create(map, &desc, &search), LF_OK);
    CHECK_EQ(all.live, lf_search_bytes(search));
    const int64_t search_calls = all.calls;
    uint64_t random = 3;
    ends e;
    for (int i = 0; i < 20 && ends_pick(&sea, &random, &e); i++) {
        e.query.strategy = LF_STRATEGY_HEADLAND;
        CHECK(lf_search_find(search, &e.query, NULL, 0, NULL) >= 0);
    }
    CHECK_EQ(all.calls, search_calls); // no allocation in a query
    lf_search_destroy(search);
    CHECK(all.live == 0 && all.blocks == 0);
    search_starve(map, desc, search_calls);
    lf_index_destroy(index);
    CHECK(count.live == 0 && count.blocks == 0);
    lf_map_destroy(map);
    free(sea.open);
}

/// Two toothed shores face each other: a headland sees so many others that the guess of their number is too
/// low, and the room for them has to grow. That may fail, too.
static void room_for_legs_may_fail(void) {
    enum { WIDE = 160, HIGH = 80 };
    oracle_map strait = {.width = WIDE, .height = HIGH, .moves = LF_MOVES_KING};
    strait.open = malloc((size_t)WIDE * HIGH);
    for (int i = 0; i < WIDE * HIGH; i++)
        strait.open[i] = (i / WIDE != 0 && i / WIDE != HIGH - 1) || i % WIDE % 2 == 0;
    lf_map *map = oracle_to_map(&strait);
    meter all = {0};
    lf_index *index;
    const lf_index_desc desc = {.hierarchy = LF_HIERARCHY_NO, .allocator = meter_allocator(&all)};
    CHECK_EQ(lf_index_create(map, &desc, &index), LF_OK);
    CHECK_EQ(index->count, WIDE);
    CHECK(index->leg_count > 24 * WIDE);
    for (int64_t k = 1; k <= all.calls; k++) {
        meter m = {.fail_at = k};
        lf_index *failed;
        const lf_index_desc failing = {.hierarchy = LF_HIERARCHY_NO, .allocator = meter_allocator(&m)};
        CHECK_EQ(lf_index_create(map, &failing, &failed), LF_E_NOMEM);
        CHECK(failed == NULL && m.live == 0 && m.blocks == 0);
    }
    lf_index_destroy(index);
    lf_map_destroy(map);
    free(strait.open);
}

enum { LEGS_MOST = 600 };

/// An index of a map that also has the legs that its cost does not need.
static lf_index *index_with_all_legs(const lf_map *map) {
    lf_index *index = NULL;
    lf_index_builder *builder;
    CHECK_EQ(lf_index_begin(map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_NO}, &builder), LF_OK);
    lfi_index_builder_keep(builder);
    CHECK_EQ(lf_index_step(builder, INT64_MAX), LF_OK);
    CHECK_EQ(lf_index_finish(builder, &index), LF_OK);
    return index;
}

/// Whether some headland lies between two others that see each other, and is seen by both.
static bool leg_has_detour(const lf_index *index, bool sees[LEGS_MOST][LEGS_MOST], uint32_t i, uint32_t j) {
    const lfi_metric metric = lfi_metric_make(LF_MOVES_KING, LF_COST_UNIFORM);
    const lf_point *points = index->points;
    const uint64_t length = lfi_metric_between(&metric, points[i], points[j]);
    for (uint32_t k = 0; k < index->count; k++) {
        if (sees[i][k] && sees[k][j] &&
            lfi_metric_between(&metric, points[i], points[k]) +
                    lfi_metric_between(&metric, points[k], points[j]) <=
                length)
            return true;
    }
    return false;
}

/// Checks which legs an index has against what they are. Returns how many headlands one sees at most.
static uint32_t check_legs(const lf_index *index) {
    static bool sees[LEGS_MOST][LEGS_MOST];
    const uint32_t count = index->count;
    uint32_t widest = 0, wrong = 0;
    CHECK(count <= LEGS_MOST);
    memset(sees, 0, sizeof sees);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t seen = index->raw_first[i + 1] - index->raw_first[i];
        for (uint32_t k = 0; k < seen; k++) sees[i][index->raw[index->raw_first[i] + k]] = true;
        if (seen > widest) widest = seen;
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < count; j++)
            wrong += (sees[i][j] && !leg_has_detour(index, sees, i, j)) != lfi_index_has_leg(index, i, j);
    }
    CHECK_EQ(wrong, 0);
    return widest;
}

/// A toothed shore in the north, and in the south the mouth of a channel: the headland on its right bank sees
/// hundreds of teeth, and then the left bank and a rock in the channel. Of all pairs that see each other,
/// those have a leg that no third headland, seen by both, lies between.
static void legs_of_wide_views(void) {
    enum { WIDE = 700, HIGH = 350, ROCKS = 5 };
    static const int rocks[ROCKS][2] = {{120, 150}, {600, 100}, {340, 4}, {362, 4}, {349, 340}};
    oracle_map sea = {.width = WIDE, .height = HIGH, .moves = LF_MOVES_KING};
    sea.open = malloc((size_t)WIDE * HIGH);
    for (int i = 0; i < WIDE * HIGH; i++) {
        const int x = i % WIDE, y = i / WIDE;
        const bool tooth = y == 0 && x % 2 != 0, bank = y >= (x < 350 ? 323 : 313) && abs(x - 349) >= 4;
        sea.open[i] = !tooth && !bank;
    }
    for (int i = 0; i < ROCKS; i++) sea.open[rocks[i][1] * WIDE + rocks[i][0]] = 0;
    lf_map *map = oracle_to_map(&sea);
    lf_index *index = index_with_all_legs(map);
    const uint32_t widest = check_legs(index);
    printf("  up to %" PRIu32 " headlands seen, %" PRIu32 " pairs, %" PRIu32 " legs\n", widest,
           index->raw_count, index->leg_count);
    CHECK(widest > 256 && index->leg_count < index->raw_count);
    lf_index_destroy(index);
    lf_map_destroy(map);
    free(sea.open);
}

/// The same in seas full of rocks, or with toothed shores, where lists of legs are read in several steps both ways.
static void legs_of_rocky_seas(void) {
    uint64_t random = test_seed();
    uint32_t widest = 0, legs = 0;
    for (int i = 0; i < 300; i++) {
        oracle_map sea = {.width = 20 + oracle_below(&random, 60),
                          .height = 20 + oracle_below(&random, 60),
                          .moves = LF_MOVES_KING};
        const int rocks = oracle_below(&random, i % 2 != 0 ? 8 : 64);
        sea.open = malloc((size_t)(sea.width * sea.height));
        memset(sea.open, 1, (size_t)(sea.width * sea.height));
        for (int k = 0; k < rocks; k++) sea.open[oracle_below(&random, sea.width * sea.height)] = 0;
        for (int x = 1; i % 2 != 0 && x < sea.width; x += 2)
            sea.open[x] = sea.open[(sea.height - 1) * sea.width + x] = 0;
        lf_map *map = oracle_to_map(&sea);
        lf_index *index = index_with_all_legs(map);
        const uint32_t seen = check_legs(index);
        widest = seen > widest ? seen : widest;
        legs += index->leg_count;
        lf_index_destroy(index);
        lf_map_destroy(map);
        free(sea.open);
    }
    printf("  up to %" PRIu32 " headlands seen, %" PRIu32 " legs\n", widest, legs);
    CHECK(widest > 32 && legs > 10000); // two steps and more
}

/// A headland by its definition: open, with a blocked tile at a corner and both tiles between them open.
static bool tile_is_corner(const lf_map *map, int32_t x, int32_t y) {
    bool corner = false;
    for (int k = 0; k < 4; k++) {
        const int32_t dx = k % 2 * 2 - 1, dy = k / 2 * 2 - 1;
        corner = corner || (lf_map_is_open(map, lf_map_tile(map, x + dx, y)) &&
                            lf_map_is_open(map, lf_map_tile(map, x, y + dy)) &&
                            !lf_map_is_open(map, lf_map_tile(map, x + dx, y + dy)));
    }
    return corner && lf_map_is_open(map, lf_map_tile(map, x, y));
}

static void headlands_are_listed(void) {
    const oracle_map sea = sea_make(12, LF_MOVES_KING);
    lf_map *map = oracle_to_map(&sea);
    lf_index *index;
    CHECK_EQ(lf_index_create(map, NULL, &index), LF_OK);
    const int64_t count = lf_index_headland_count(index);
    lf_tile *tiles = malloc(((size_t)count + 1) * sizeof *tiles);
    if (tiles == NULL) abort();
    tiles[count] = tiles[3] = LF_NO_TILE;
    CHECK_EQ(lf_index_headlands(NULL, tiles, count), 0);
    CHECK_EQ(lf_index_headlands(index, NULL, 0), count);
    CHECK_EQ(lf_index_headlands(index, tiles, 3), count);
    CHECK_EQ(tiles[3], LF_NO_TILE);
    CHECK_EQ(lf_index_headlands(index, tiles, count + 1), count);
    CHECK_EQ(tiles[count], LF_NO_TILE);
    int64_t found = 0;
    for (int32_t y = 0; y < lf_map_height(map); y++)
        for (int32_t x = 0; x < lf_map_width(map); x++)
            if (tile_is_corner(map, x, y)) {
                CHECK(found < count);
                CHECK_EQ(tiles[found < count ? found : 0], lf_map_tile(map, x, y));
                found++;
            }
    CHECK_EQ(found, count);
    free(tiles);
    lf_index_destroy(index);
    lf_map_destroy(map);
    free(sea.open);
}

/// Headlands that see each other over more than 16,383 tiles: their legs are too long for the places of 16
/// bits that others are compared in.
static void legs_of_long_straits(void) {
    enum { LONG = 17000, BROAD = 9 };
    static const int islands[] = {6, 9, 40, 300, 16700, 16702, 16990};
    for (int turned = 0; turned < 2; turned++) {
        oracle_map strait = {.width = turned ? BROAD : LONG, .height = turned ? LONG : BROAD};
        strait.open = malloc((size_t)LONG * BROAD);
        memset(strait.open, 1, (size_t)LONG * BROAD);
        for (size_t i = 0; i < sizeof islands / sizeof *islands; i++) {
            const int across = 2 + (int)(i * 5 % 6);
            strait.open[turned ? islands[i] * BROAD + across : across * LONG + islands[i]] = 0;
        }
        lf_map *map = oracle_to_map(&strait);
        lf_index *index;
        lf_search *search;
        CHECK_EQ(lf_index_create(map, NULL, &index), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index}, &search), LF_OK);
        uint64_t random = 5;
        ends e;
        for (int k = 0; k < 40 && ends_pick(&strait, &random, &e); k++) {
            lf_route flood, headland;
            e.query.source_count = e.query.target_count = 1;
            CHECK_EQ(lf_search_find(search, &e.query, NULL, 0, &flood), LF_OK);
            e.query.strategy = LF_STRATEGY_HEADLAND;
            CHECK_EQ(lf_search_find(search, &e.query, NULL, 0, &headland), LF_OK);
            CHECK_EQ(headland.length, flood.length);
        }
        lf_search_destroy(search);
        lf_index_destroy(index);
        lf_map_destroy(map);
        free(strait.open);
    }
}

/// The bytes of the index of a map, to be freed; NULL if it was cancelled.
static void *watched_bytes(const lf_map *map, lf_hierarchy hierarchy, watch_log *log, bool threads,
                           size_t *size, meter *m) {
    lf_index *index = NULL;
    int runs = 0;
    lf_index_desc desc = {.hierarchy = hierarchy, .allocator = meter_allocator(m)};
    if (log != NULL) desc.progress = watch_of(log);
    if (threads) desc.workers = (lf_workers){run_backwards, &runs};
    const lf_status status = lf_index_create(map, &desc, &index);
    CHECK_EQ(status, log != NULL && log->stop_at > 0 ? LF_E_CANCELLED : LF_OK);
    *size = lf_index_save_size(index);
    void *bytes = status == LF_OK ? malloc(*size) : NULL;
    if (bytes != NULL) CHECK_EQ(lf_index_save(index, bytes, *size), LF_OK);
    lf_index_destroy(index);
    CHECK_EQ(m->live, 0);
    return bytes;
}

static void progress_is_reported(void) {
    const oracle_map sea = sea_make(12, LF_MOVES_KING);
    lf_map *map = oracle_to_map(&sea);
    for (int k = 0; k < 4; k++) {
        const lf_hierarchy hierarchy = k % 2 == 0 ? LF_HIERARCHY_YES : LF_HIERARCHY_NO;
        meter m = {0};
        size_t size = 0, plain_size = 0;
        void *plain = watched_bytes(map, hierarchy, NULL, false, &plain_size, &m);
        watch_log log = {0};
        void *watched = watched_bytes(map, hierarchy, &log, k / 2 != 0, &size, &m);
        CHECK(size == plain_size && plain != NULL && watched != NULL && memcmp(plain, watched, size) == 0);
        CHECK(watch_ended_well(&log) && log.calls > 5);
        const int64_t calls = log.calls;
        for (int64_t stop = 1; stop <= calls; stop++) {
            watch_log cut = {.stop_at = stop};
            CHECK(watched_bytes(map, hierarchy, &cut, k / 2 != 0, &size, &m) == NULL);
            CHECK_EQ(cut.calls, stop); // who said stop is not asked again
        }
        free(plain);
        free(watched);
    }
    lf_map_destroy(map);
    free(sea.open);
}

static void misuse_is_refused(void) {
    const oracle_map sea = sea_make(12, LF_MOVES_KING), other = sea_make(13, LF_MOVES_KING);
    lf_map *map = oracle_to_map(&sea), *foreign = oracle_to_map(&other);
    lf_index *index;
    lf_search *search;
    CHECK_EQ(lf_index_create(NULL, NULL, &index), LF_E_NULL);
    CHECK_EQ(lf_index_create(map, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_index_create(map, &(lf_index_desc){.cost = (lf_cost)7}, &index), LF_E_COST);
    CHECK(index == NULL);
    CHECK_EQ(lf_index_create(map, &(lf_index_desc){.allocator.alloc = meter_alloc}, &index), LF_E_ALLOCATOR);
    CHECK_EQ(lf_index_create(map, NULL, &index), LF_OK);
    CHECK(lf_index_map(index) == map);
    CHECK_EQ(lf_index_cost(index), LF_COST_UNIFORM);
    CHECK(lf_index_headland_count(index) > 0 && lf_index_leg_count(index) > 0);
    CHECK_EQ(lf_search_create(foreign, &(lf_search_desc){.index = index}, &search), LF_E_FOREIGN_INDEX);
    const lf_tile target = oracle_random_open(&sea, &(uint64_t){9});
    lf_query query = {.sources = &(lf_source){.tile = target},
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .strategy = LF_STRATEGY_HEADLAND};
    CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
    CHECK_EQ(lf_search_begin(search, &query), LF_E_NO_INDEX);
    lf_search_destroy(search);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index}, &search), LF_OK);
    query.options.cost = LF_COST_OCTILE;
    CHECK_EQ(lf_search_begin(search, &query), LF_E_INDEX_COST);
    query.options.cost = LF_COST_UNIFORM;
    lf_tile tile;
    lf_route route;
    CHECK_EQ(lf_search_find(search, &query, &tile, 1, &route), LF_OK);
    CHECK(route.length == 0 && tile == target && route.tile_count == 1);
    lf_search_destroy(search);
    lf_index_destroy(index);
    lf_index_destroy(NULL);
    CHECK(lf_index_map(NULL) == NULL && lf_index_bytes(NULL) == 0 && lf_index_headland_count(NULL) == 0);
    CHECK(lf_index_leg_count(NULL) == 0 && lf_index_cost(NULL) == LF_COST_UNIFORM);
    lf_map_destroy(map);
    lf_map_destroy(foreign);
    free(sea.open);
    free(other.open);
}

static lf_strategy auto_choice(const lf_map *map, const lf_index *index, lf_cost cost) {
    lf_search *search;
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index, .cost = LF_COST_OCTILE}, &search),
             LF_OK);
    const lf_query query = {.sources = &(lf_source){0},
                            .source_count = 1,
                            .targets = &(lf_tile){0},
                            .target_count = 1,
                            .options.cost = cost};
    lf_route route;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK(route.exact);
    lf_search_destroy(search);
    return route.strategy;
}

/// By the map's size, the index, the rules and the cost.
static void auto_picks(void) {
    static uint8_t open[33 * 32];
    memset(open, 1, sizeof open);
    for (int moves = 0; moves < 3; moves++) {
        const bool orthogonal = moves == LF_MOVES_ORTHOGONAL;
        for (int large = 0; large < 2; large++) { // 1,056 or 1,024 tiles
            lf_map *map = oracle_to_map(
                &(oracle_map){.width = 32 + large, .height = 32, .moves = (lf_moves)moves, .open = open});
            lf_index *index;
            CHECK_EQ(lf_index_create(map, NULL, &index), LF_OK);
            const lf_strategy without = orthogonal && large ? LF_STRATEGY_STRIP : LF_STRATEGY_FLOOD;
            const lf_strategy with = large ? LF_STRATEGY_HEADLAND : LF_STRATEGY_FLOOD;
            CHECK_EQ(auto_choice(map, NULL, LF_COST_UNIFORM), without);
            CHECK_EQ(auto_choice(map, NULL, LF_COST_OCTILE), without);
            CHECK_EQ(auto_choice(map, index, LF_COST_UNIFORM), with);
            CHECK_EQ(auto_choice(map, index, LF_COST_OCTILE), orthogonal ? with : LF_STRATEGY_FLOOD);
            lf_index_destroy(index);
            lf_map_destroy(map);
        }
    }
}

/// A buffer that is too small gets the first tiles.
static void short_buffers_get_the_beginning(void) {
    const oracle_map sea = sea_make(31, LF_MOVES_KING);
    lf_map *map = oracle_to_map(&sea);
    lf_index *index;
    lf_search *search;
    CHECK_EQ(lf_index_create(map, NULL, &index), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index}, &search), LF_OK);
    static lf_tile all[SEA_WIDE * SEA_HIGH], some[SEA_WIDE * SEA_HIGH];
    uint64_t random = 8;
    ends e;
    for (int i = 0; i < 10 && ends_pick(&sea, &random, &e); i++) {
        lf_route route;
        e.query.strategy = LF_STRATEGY_HEADLAND;
        if (lf_search_find(search, &e.query, all, SEA_WIDE * SEA_HIGH, &route) != LF_OK) continue;
        for (int64_t room = 0; room <= route.tile_count; room += 1 + route.tile_count / 7) {
            memset(some, 0xee, sizeof some);
            CHECK_EQ(lf_search_finish(search, some, room, NULL),
                     room < route.tile_count ? LF_E_BUFFER_TOO_SMALL : LF_OK);
            CHECK_EQ(memcmp(all, some, sizeof *all * (size_t)room), 0);
            CHECK(some[room] == 0xeeeeeeee);
        }
    }
    lf_search_destroy(search);
    lf_index_destroy(index);
    lf_map_destroy(map);
    free(sea.open);
}

// ---- Golden ---------------------------------------------------------------------------------------

/// What an index says of itself, with a hierarchy and without, and what NULL says.
static void indexes_tell_what_they_are(void) {
    const oracle_map small = oracle_random_map(7, 60, LF_MOVES_KING);
    lf_map *map = map_make(&small, true);
    for (int octile = 0; octile < 2; octile++) {
        for (int hierarchy = LF_HIERARCHY_NO; hierarchy <= LF_HIERARCHY_YES; hierarchy++) {
            lf_index *index;
            const lf_index_desc desc = {.cost = (lf_cost)octile, .hierarchy = (lf_hierarchy)hierarchy};
            CHECK_EQ(lf_index_create(map, &desc, &index), LF_OK);
            CHECK_EQ(lf_index_has_hierarchy(index), hierarchy == LF_HIERARCHY_YES);
            CHECK_EQ(lf_index_cost(index), octile);
            CHECK(lf_index_map(index) == map && lf_index_bytes(index) > 0);
            CHECK_EQ(lf_index_headland_count(index), index->count);
            CHECK_EQ(2 * lf_index_leg_count(index), index->leg_count); // each leg is kept at both of its ends
            lf_index_destroy(index);
        }
    }
    CHECK(!lf_index_has_hierarchy(NULL) && lf_index_map(NULL) == NULL && lf_index_bytes(NULL) == 0);
    CHECK(lf_index_headland_count(NULL) == 0 && lf_index_leg_count(NULL) == 0 && lf_index_cost(NULL) == 0);
    CHECK_EQ(lf_index_save_size(NULL), 0);
    lf_map_destroy(map);
    free(small.open);
}

/// The stamps of the search and of the strategy at their end, on a map without bodies.
static void stamps_wrap_around(void) {
    const oracle_map small = oracle_random_map(7, 60, LF_MOVES_KING);
    lf_map *map = map_make(&small, false);
    lf_index *index;
    lf_search *search;
    CHECK_EQ(lf_index_create(map, NULL, &index), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index}, &search), LF_OK);
    uint64_t random = 3;
    int64_t routes = 0;
    for (int i = 0; i < 40; i++) {
        ends e;
        CHECK(ends_pick(&small, &random, &e));
        e.query.strategy = LF_STRATEGY_HEADLAND;
        lf_route before, after;
        lf_search_find(search, &e.query, NULL, 0, &before);
        search->stamp = lfi_headland_of(search)->stamp = UINT32_MAX;
        lf_search_find(search, &e.query, NULL, 0, &after);
        CHECK_EQ(after.length, before.length);
        CHECK_EQ(after.stats.expanded, before.stats.expanded);
        // Ends that see each other are answered without a stamp of the strategy.
        CHECK(search->stamp == 1 && (after.stats.enqueued == 0 || lfi_headland_of(search)->stamp < 100));
        routes += after.found && after.stats.enqueued > 0;
    }
    CHECK(routes > 0);
    lf_search_destroy(search);
    lf_index_destroy(index);
    lf_map_destroy(map);
    free(small.open);
}

/// A hall with a comb of teeth along its top and bottom.
static oracle_map map_hall(int width, int height, int teeth) {
    oracle_map hall = {.width = width, .height = height, .moves = LF_MOVES_KING};
    hall.open = malloc((size_t)(width * height));
    for (int i = 0; i < width * height; i++) {
        const int x = i % width, y = i / width;
        hall.open[i] = x % 3 != 1 || (y >= teeth && y < height - teeth);
    }
    return hall;
}

static uint32_t index_most_arcs(const lf_index *index) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        const uint32_t arcs = index->up_first[i + 1] - index->up_first[i];
        most = arcs > most ? arcs : most;
    }
    return most;
}

/// Each tooth of a comb sees a hundred of the other comb, so headlands have more arcs than a search collects
/// at once. From gap to gap, answers are those of flood.
static void more_arcs_than_are_collected_at_once(void) {
    enum { WIDE = 300, HIGH = 170, TEETH = 10 };
    oracle_map hall = map_hall(WIDE, HIGH, TEETH);
    lf_map *map = oracle_to_map(&hall);
    lf_index *index;
    lf_search *search;
    uint64_t random = 5;
    const lf_index_desc desc = {.cost = LF_COST_OCTILE, .hierarchy = LF_HIERARCHY_YES};
    CHECK_EQ(lf_index_create(map, &desc, &index), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index, .cost = LF_COST_OCTILE}, &search),
             LF_OK);
    CHECK(index_most_arcs(index) > 130);
    for (int i = 0; i < 40; i++) {
        const int from = 3 * oracle_below(&random, WIDE / 3), to = 3 * oracle_below(&random, WIDE / 3);
        const lf_source source = {.tile = lf_map_tile(map, from, i % 3)};
        const lf_tile target = lf_map_tile(map, to, i % 4 == 0 ? i % 7 : HIGH - 1 - i % 7);
        lf_query query = {.sources = &source,
                          .source_count = 1,
                          .targets = &target,
                          .target_count = 1,
                          .options.cost = LF_COST_OCTILE,
                          .strategy = LF_STRATEGY_HEADLAND};
        lf_route got, want;
        CHECK_EQ(lf_search_find(search, &query, NULL, 0, &got), LF_OK);
        query.strategy = LF_STRATEGY_FLOOD;
        CHECK_EQ(lf_search_find(search, &query, NULL, 0, &want), LF_OK);
        CHECK_EQ(got.straight, want.straight);
        CHECK_EQ(got.diagonal, want.diagonal);
    }
    lf_search_destroy(search);
    lf_index_destroy(index);
    lf_map_destroy(map);
    free(hall.open);
}

/// How far the first stop lies from a tile in a direction, by walking.
static int64_t slow_ray(const oracle_map *sea, const unsigned char *heads, lf_point from, int dx, int dy) {
    for (int64_t far = 1;; far++) {
        const int64_t x = from.x + far * dx, y = from.y + far * dy;
        if (x < 0 || y < 0 || x >= sea->width || y >= sea->height) return far;
        if (!sea->open[y * sea->width + x] || heads[y * sea->width + x]) return far;
    }
}

static void check_rays(const lf_map *map, const lfi_stops *stops, const oracle_map *sea,
                       const unsigned char *heads, lf_point from, uint32_t limit) {
    const lfi_line row = lfi_stops_row(map, stops, from.y), column = lfi_stops_column(map, stops, from.x);
    for (int way = -1; way <= 1; way += 2) {
        const int64_t across = slow_ray(sea, heads, from, way, 0), down = slow_ray(sea, heads, from, 0, way);
        const uint32_t x = lfi_ray(&row, from.x, way, limit), y = lfi_ray(&column, from.y, way, limit);
        CHECK(across > limit ? x > limit : x == across);
        CHECK(down > limit ? y > limit : y == down);
    }
}

/// Fills stops with some more than the map has; all of them are noted in `heads`.
static uint64_t stops_fill(const lf_map *map, const oracle_map *sea, lfi_stops *stops, unsigned char *heads,
                           uint64_t *random) {
    for (int64_t band = 0; band < lfi_stops_bands(map); band++) lfi_stops_fill_rows(map, stops, band);
    for (lf_tile i = 0; i < map->tile_count; i++)
        heads[i] = lfi_stops_is_headland(stops, lfi_map_spot(map, i));
    for (int i = 0; i < 40; i++) {
        const lf_tile tile = oracle_random_open(sea, random);
        lfi_stops_add(stops, lfi_map_spot(map, tile));
        heads[tile] = 1;
    }
    for (int64_t band = 0; band < lfi_stops_bands(map); band++) lfi_stops_fill_columns(map, stops, band);
    lfi_stops_fill_patches(map, stops);
    return lfi_stops_count(map, stops);
}

/// Stops that were added are headlands like those of the map: found by number, and the end of every ray.
static void stops_may_be_added(void) {
    static unsigned char heads[SEA_WIDE * SEA_HIGH];
    const lf_allocator allocator = meter_allocator(&(meter){0});
    for (uint64_t seed = 1; seed <= 12; seed++) {
        const oracle_map sea = sea_make(seed, (lf_moves)(seed % 3));
        lf_map *map = oracle_to_map(&sea);
        lfi_stops stops = {0};
        uint64_t random = seed, number = 0;
        CHECK_EQ(lfi_stops_create(map, &allocator, &stops), LF_OK);
        const uint64_t count = stops_fill(map, &sea, &stops, heads, &random);
        for (lf_tile i = 0; i < map->tile_count; i++) {
            if (lfi_stops_is_headland(&stops, lfi_map_spot(map, i)) != (heads[i] != 0)) CHECK_EQ(i, -1);
            if (heads[i]) CHECK_EQ(lfi_stops_number(&stops, lfi_map_spot(map, i)), number++);
        }
        CHECK(number == count);
        for (int i = 0; i < 2000; i++) {
            const lf_point from = lf_map_point(map, oracle_random_open(&sea, &random));
            const uint32_t limit = i % 2 == 0 ? UINT32_MAX : (uint32_t)oracle_below(&random, 200);
            check_rays(map, &stops, &sea, heads, from, limit);
        }
        lfi_stops_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, map, &stops);
        lf_map_destroy(map);
        free(sea.open);
    }
}

/// Rows and columns that are marked are those of the wanted tiles, and nothing is left of the query before.
static void check_wanted(const lf_search *search, int32_t side) {
    const lfi_wanted *wanted = &lfi_headland_of(search)->wanted;
    for (int32_t line = 0; line < side; line++) {
        bool row = false, column = false;
        for (uint32_t i = 0; i < wanted->count; i++) {
            row |= wanted->by_row[i] >> 32 == (uint32_t)line;
            column |= wanted->by_column[i] >> 32 == (uint32_t)line;
        }
        CHECK_EQ(wanted->rows[line >> 6] >> (line & 63) & 1, row);
        CHECK_EQ(wanted->columns[line >> 6] >> (line & 63) & 1, column);
    }
}

static void wanted_tiles_are_those_of_the_query(void) {
    enum { SIDE = 129 }; // a line in the third word
    static unsigned char open[SIDE * SIDE];
    memset(open, 1, sizeof open);
    const oracle_map small = {SIDE, SIDE, LF_MOVES_KING, open};
    lf_map *map = oracle_to_map(&small);
    lf_index *index;
    lf_search *search;
    CHECK_EQ(lf_index_create(map, NULL, &index), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index}, &search), LF_OK);
    const lf_source sources[] = {{.tile = 60 * SIDE + 60}, {.tile = 61 * SIDE + 60}};
    const lf_tile far[] = {SIDE * SIDE - 1, SIDE * SIDE - 2}, near[] = {3 * SIDE + 70, 70 * SIDE + 3};
    for (int i = 0; i < 4; i++) {
        const lf_query query = {.sources = sources,
                                .source_count = 2,
                                .targets = i % 2 == 0 ? far : near,
                                .target_count = 2,
                                .strategy = LF_STRATEGY_HEADLAND};
        CHECK_EQ(lf_search_begin(search, &query), LF_PAUSED);
        for (lf_status status = LF_PAUSED; status == LF_PAUSED;) {
            status = lf_search_step(search, 1);
            if (lfi_headland_of(search)->wanted.count > 0) check_wanted(search, SIDE);
        }
    }
    lf_search_destroy(search);
    lf_index_destroy(index);
    lf_map_destroy(map);
}

/// A hierarchy takes room to unfold an arc, for as many as nest and one more, and nothing else.
static void room_to_unfold(void) {
    const oracle_map small = oracle_random_map(72, 70, LF_MOVES_KING);
    lf_map *map = map_make(&small, true);
    lf_index *plain, *index;
    lf_search *without, *with;
    CHECK_EQ(lf_index_create(map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_NO}, &plain), LF_OK);
    CHECK_EQ(lf_index_create(map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_YES}, &index), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = plain}, &without), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index}, &with), LF_OK);
    CHECK(index->up_depth > 1);
    CHECK_EQ(lf_search_bytes(with), // an array of nothing takes one item
             lf_search_bytes(without) + index->up_depth * sizeof(lfi_fold));
    lf_search_destroy(with);
    lf_search_destroy(without);
    lf_index_destroy(index);
    lf_index_destroy(plain);
    lf_map_destroy(map);
    free(small.open);
}

/// What a query takes beside headlands: steps of a budget, and entries into the queues.
static void golden_count(lf_search *search, const lf_query *query, int64_t *slices, int64_t *enqueued) {
    lf_route route;
    *slices += slices_count(search, query);
    lf_search_find(search, query, NULL, 0, &route);
    *enqueued += route.stats.enqueued;
}

/// On open water ends are located by buoys. What that and the search take there is counted, query by query.
static void work_at_sea_is_as_it_was(void) {
    int64_t expanded = 0, slices = 0, enqueued = 0;
    for (uint64_t seed = 1; seed <= 48; seed++) {
        const oracle_map sea = sea_make(seed, (lf_moves)(seed % 3));
        lf_map *map = oracle_to_map(&sea);
        lf_index *index;
        lf_search *search;
        const lf_index_desc desc = {.cost = (lf_cost)(seed / 4 % 2),
                                    .hierarchy = seed / 8 % 2 == 0 ? LF_HIERARCHY_NO : LF_HIERARCHY_YES};
        CHECK_EQ(lf_index_create(map, &desc, &index), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index}, &search), LF_OK);
        uint64_t random = seed;
        ends e;
        for (int i = 0; i < 12 && ends_pick(&sea, &random, &e); i++) {
            lf_route route;
            if (i % 3 != 0) e.query.source_count = e.query.target_count = 1;
            e.query.options.cost = desc.cost;
            e.query.strategy = LF_STRATEGY_HEADLAND;
            golden_count(search, &e.query, &slices, &enqueued);
            lf_search_find(search, &e.query, NULL, 0, &route);
            expanded += route.stats.expanded;
        }
        lf_search_destroy(search);
        lf_index_destroy(index);
        lf_map_destroy(map);
        free(sea.open);
    }
    CHECK_EQ(expanded, 5463);
    CHECK_EQ(slices, 5349);
    CHECK_EQ(enqueued, 10275);
}

/// 1,000 routes, hashed: the same on every compiler, optimisation level, sanitizer and platform. Their work is
/// counted, and that of 1,000 more from one end to one end.
static void golden_hash(void) {
    static lf_tile tiles[MAX_TILES];
    uint64_t hash = 14695981039346656037u;
    int64_t expanded = 0, headlands = 0, legs = 0, slices = 0, enqueued = 0;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        const oracle_map small = oracle_random_map(seed, 70, (lf_moves)(seed % 3));
        lf_map *map = oracle_to_map(&small);
        lf_index *index;
        lf_search *search;
        const lf_cost cost = (lf_cost)(seed / 3 % 2);
        const lf_index_desc desc = {.cost = cost,
                                    .hierarchy = seed % 2 == 0 ? LF_HIERARCHY_NO : LF_HIERARCHY_YES};
        CHECK_EQ(lf_index_create(map, &desc, &index), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index}, &search), LF_OK);
        uint64_t random = seed;
        ends e;
        lf_route route = {0};
        if (ends_pick(&small, &random, &e)) {
            e.query.strategy = LF_STRATEGY_HEADLAND;
            e.query.options.cost = cost;
            lf_search_find(search, &e.query, tiles, MAX_TILES, &route);
            golden_count(search, &e.query, &slices, &enqueued);
            e.query.source_count = e.query.target_count = 1;
            golden_count(search, &e.query, &slices, &enqueued);
        }
        expanded += route.stats.expanded;
        headlands += lf_index_headland_count(index);
        legs += lf_index_leg_count(index);
        for (int64_t i = 0; i < route.tile_count; i++) hash = (hash ^ tiles[i]) * 1099511628211u;
        lf_search_destroy(search);
        lf_index_destroy(index);
        lf_map_destroy(map);
        free(small.open);
    }
    printf("  hash %016" PRIx64 ", expanded %" PRId64 ", headlands %" PRId64 ", legs %" PRId64
           ", slices %" PRId64 ", enqueued %" PRId64 "\n",
           hash, expanded, headlands, legs, slices, enqueued);
    CHECK(hash ==
          UINT64_C(0x21d939bb6bbaf2ca)); // change only with the search itself, and say so in the changelog
    CHECK_EQ(expanded, 3207);
    CHECK_EQ(headlands, 56515);
    CHECK_EQ(legs, 104322);
    CHECK_EQ(slices, 8565);
    CHECK_EQ(enqueued, 9056);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(king),
        TEST(king_cut),
        TEST(orthogonal),
        TEST(larger_maps_agree_with_flood),
        TEST(many_headlands_are_looked_up),
        TEST(what_no_query_meets_is_not_touched),
        TEST(along_a_channel),
        TEST(thousands_of_ends),
        TEST(buoys_keep_to_their_number),
        TEST(lengths_are_in_exact_order),
        TEST(distances_that_do_not_fit_are_measured_anew),
        TEST(buoys_tell_the_truth),
        TEST(buoys_glance_enough),
        TEST(sight_is_mutual),
        TEST(workers_change_nothing),
        TEST(every_allocation_may_fail),
        TEST(room_for_legs_may_fail),
        TEST(legs_of_wide_views),
        TEST(legs_of_rocky_seas),
        TEST(headlands_are_listed),
        TEST(legs_of_long_straits),
        TEST(progress_is_reported),
        TEST(misuse_is_refused),
        TEST(auto_picks),
        TEST(short_buffers_get_the_beginning),
        TEST(indexes_tell_what_they_are),
        TEST(stamps_wrap_around),
        TEST(more_arcs_than_are_collected_at_once),
        TEST(stops_may_be_added),
        TEST(wanted_tiles_are_those_of_the_query),
        TEST(room_to_unfold),
        TEST(work_at_sea_is_as_it_was),
        TEST(golden_hash),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
