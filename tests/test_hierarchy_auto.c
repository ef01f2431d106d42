// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What LF_HIERARCHY_AUTO decides, class of map by class of map, and what it wastes where it gives up. The
// decision rests on counts, so each map's work is known to the last piece, on every platform and with any
// number of threads.
#include "test.h"

#include "grounds.h"
#include "index/index.h"
#include "meter.h"
#include "oracle.h"

/// A class of maps, and what becomes of its hierarchy by itself.
typedef struct trial {
    const char *name;
    lf_square_fill *fill;
    int32_t side, grain;
    lf_moves moves;
    lf_cost cost;
    bool hierarchy;
    uint64_t rest, spent; ///< work of the index without it, and of it, until it was there or given up
} trial;

static bool maze_fill(lf_square square, int32_t grain, uint64_t seed) {
    (void)grain;
    return lf_scene_make(LF_SCENE_MAZE, square.side, square.side, seed, square.open);
}

static bool archipelago_fill(lf_square square, int32_t grain, uint64_t seed) {
    (void)grain;
    return lf_scene_make(LF_SCENE_ARCHIPELAGO, square.side, square.side, seed, square.open);
}

static bool open_fill(lf_square square, int32_t grain, uint64_t seed) {
    (void)grain;
    return lf_scene_make(LF_SCENE_OPEN, square.side, square.side, seed, square.open);
}

static const trial trials[] = {
    {"open", open_fill, 64, 1, LF_MOVES_KING, LF_COST_UNIFORM, true, 16384, 0},
    {"maze", maze_fill, 255, 1, LF_MOVES_KING, LF_COST_UNIFORM, true, 4158800, 2052763},
    {"maze", maze_fill, 255, 1, LF_MOVES_KING, LF_COST_OCTILE, true, 4158800, 2046883},
    {"rooms", lf_square_rooms, 256, 8, LF_MOVES_KING, LF_COST_UNIFORM, true, 1794744, 1677203},
    {"rooms", lf_square_rooms, 256, 8, LF_MOVES_KING, LF_COST_OCTILE, true, 1794744, 1810854},
    {"canals", lf_square_canals, 512, 4, LF_MOVES_KING, LF_COST_OCTILE, true, 1352776, 472171},
    {"caves", lf_square_caves, 256, 4, LF_MOVES_KING, LF_COST_UNIFORM, true, 4091444, 2763284},
    {"caves", lf_square_caves, 256, 4, LF_MOVES_KING, LF_COST_OCTILE, true, 4091444, 3448933},
    {"caves", lf_square_caves, 256, 4, LF_MOVES_KING_CUT, LF_COST_OCTILE, true, 6782444, 5769160},
    {"city", lf_square_city, 512, 24, LF_MOVES_KING, LF_COST_UNIFORM, true, 2379176, 1565719},
    {"city", lf_square_city, 512, 24, LF_MOVES_KING, LF_COST_OCTILE, true, 2379176, 3105236},
    {"city", lf_square_city, 512, 24, LF_MOVES_ORTHOGONAL, LF_COST_UNIFORM, true, 2193076, 1731023},
    {"narrow city", lf_square_city, 512, 8, LF_MOVES_KING, LF_COST_OCTILE, true, 7144776, 34667006},
    {"archipelago", archipelago_fill, 512, 1, LF_MOVES_KING, LF_COST_UNIFORM, true, 4700676, 1539049},
    {"archipelago", archipelago_fill, 512, 1, LF_MOVES_KING, LF_COST_OCTILE, true, 4700676, 2830407},
    {"archipelago", archipelago_fill, 512, 1, LF_MOVES_ORTHOGONAL, LF_COST_OCTILE, true, 2746276, 1377893},
    {"noise 40 %", lf_square_noise, 256, 40, LF_MOVES_KING, LF_COST_UNIFORM, true, 7555044, 3522385},
    {"noise 40 %", lf_square_noise, 512, 40, LF_MOVES_KING, LF_COST_UNIFORM, true, 30183776, 14184878},
    {"noise 40 %", lf_square_noise, 512, 40, LF_MOVES_KING, LF_COST_OCTILE, true, 30183776, 14612174},
    {"noise 35 %", lf_square_noise, 256, 35, LF_MOVES_KING, LF_COST_UNIFORM, true, 8802644, 5127287},
    {"noise 35 %", lf_square_noise, 256, 35, LF_MOVES_KING, LF_COST_OCTILE, true, 8802644, 5476468},
    {"noise 20 %", lf_square_noise, 256, 20, LF_MOVES_KING, LF_COST_OCTILE, true, 11731844, 33034939},
    {"noise 10 %", lf_square_noise, 256, 10, LF_MOVES_KING_CUT, LF_COST_OCTILE, false, 14768444, 4100779},
    {"small islands", lf_square_islands, 512, 4, LF_MOVES_KING, LF_COST_UNIFORM, true, 4778076, 8154712},
    {"small islands", lf_square_islands, 512, 4, LF_MOVES_KING, LF_COST_OCTILE, true, 4778076, 19329094},
    {"small islands", lf_square_islands, 512, 4, LF_MOVES_ORTHOGONAL, LF_COST_UNIFORM, true, 3068376,
     7012979},
    {"small islands", lf_square_islands, 256, 4, LF_MOVES_KING, LF_COST_OCTILE, true, 1105844, 1588900},
    {"small islands", lf_square_islands, 1024, 4, LF_MOVES_KING, LF_COST_OCTILE, false, 20083704, 6473652},
    {"noise 10 %", lf_square_noise, 256, 10, LF_MOVES_KING, LF_COST_OCTILE, false, 10929644, 2896101},
};
enum { TRIALS = sizeof trials / sizeof *trials };

static lf_map *trial_map(const trial *one) {
    const size_t size = (size_t)one->side * (size_t)one->side;
    uint8_t *open = malloc(size);
    lf_map *map = NULL;
    CHECK(open != NULL && one->fill((lf_square){one->side, open}, one->grain, 5));
    const lf_map_desc desc = {
        .width = one->side, .height = one->side, .tiles = open, .tiles_size = size, .moves = one->moves};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    free(open);
    return map;
}

static lf_index *index_make(const lf_map *map, lf_cost cost, lf_hierarchy hierarchy) {
    lf_index *index;
    CHECK_EQ(lf_index_create(map, &(lf_index_desc){.cost = cost, .hierarchy = hierarchy}, &index), LF_OK);
    return index;
}

/// The work of an index without a hierarchy, counted by all legs: octile costs keep them.
static uint64_t rest_work(const lf_map *map) {
    lf_index *index = index_make(map, LF_COST_OCTILE, LF_HIERARCHY_NO);
    const uint64_t work = lfi_index_work(index);
    lf_index_destroy(index);
    return work;
}

static void check_same_bytes(const lf_index *a, const lf_index *b) {
    const size_t size = lf_index_save_size(a);
    uint8_t *first = malloc(size), *second = malloc(size);
    if (CHECK_EQ(lf_index_save_size(b), size)) {
        CHECK_EQ(lf_index_save(a, first, size), LF_OK);
        CHECK_EQ(lf_index_save(b, second, size), LF_OK);
        CHECK_EQ(memcmp(first, second, size), 0);
    }
    free(first);
    free(second);
}

/// Given up, an index is what it would be had it not been tried; not given up, what it would be had it been
/// asked for.
static void check_decision(const trial *one, const lf_map *map) {
    lf_index *by_itself = index_make(map, one->cost, LF_HIERARCHY_AUTO);
    lf_index *told = index_make(map, one->cost, one->hierarchy ? LF_HIERARCHY_YES : LF_HIERARCHY_NO);
    CHECK_EQ(lf_index_has_hierarchy(by_itself), one->hierarchy);
    check_same_bytes(by_itself, told);
    lf_index_destroy(by_itself);
    lf_index_destroy(told);
}

/// Where it is given up, less than half of the work of the rest is wasted; where not, the limit is kept.
static void check_work(const trial *one, const lf_map *map) {
    lf_index *index = index_make(map, one->cost, LF_HIERARCHY_NO);
    const uint64_t rest = rest_work(map);
    lfi_effort effort = lfi_index_effort(index, LF_HIERARCHY_AUTO, rest);
    const lf_status status = lfi_index_find_hierarchy(index, &effort);
    CHECK_EQ(status, one->hierarchy ? LF_OK : LF_E_INDEX_LIMIT);
    CHECK(effort.spent <= (one->hierarchy ? effort.limit : 6 * rest / 10)); // as the header says
    printf("  %s, %d, %s: %s, %" PRIu64 " beside %" PRIu64 " (%.2f)\n", one->name, (int)one->side,
           one->cost == LF_COST_OCTILE ? "octile" : "uniform", status == LF_OK ? "yes" : "no", effort.spent,
           rest, (double)effort.spent / (double)rest);
    CHECK_EQ(rest, one->rest);
    CHECK_EQ(effort.spent, one->spent);
    lf_index_destroy(index);
}

static void every_class_of_maps(void) {
    for (int i = 0; i < TRIALS; i++) {
        lf_map *map = trial_map(&trials[i]);
        check_decision(&trials[i], map);
        check_work(&trials[i], map);
        lf_map_destroy(map);
    }
}

// ---- Made otherwise -------------------------------------------------------------------------------

static void run_backwards(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    (void)user;
    while (count-- > 0) part(count, job);
}

/// An index made otherwise is the same index, and by itself it has a hierarchy on the same maps.
static void check_alike(lf_index_desc desc) {
    for (int i = 0; i < TRIALS; i++) {
        if (trials[i].side > 256) continue;
        lf_map *map = trial_map(&trials[i]);
        lf_index *plain = index_make(map, trials[i].cost, LF_HIERARCHY_AUTO), *other;
        desc.cost = trials[i].cost;
        CHECK_EQ(lf_index_create(map, &desc, &other), LF_OK);
        check_same_bytes(plain, other);
        lf_index_destroy(plain);
        lf_index_destroy(other);
        lf_map_destroy(map);
    }
}

// ---- Districts ------------------------------------------------------------------------------------

/// The headlands above which an order is made district by district.
enum { DISTRICTS_FROM = 1 << 16, QUERIES = 200 };

/// Workers and slices change nothing.
static void check_districts(const lf_map *map, const lf_index *index) {
    const lf_index_desc desc = {
        .cost = index->cost, .hierarchy = LF_HIERARCHY_YES, .workers.run = run_backwards};
    lf_index_builder *builder;
    lf_index *other, *sliced;
    CHECK_EQ(lf_index_create(map, &desc, &other), LF_OK);
    check_same_bytes(index, other);
    lf_index_destroy(other);
    CHECK_EQ(lf_index_begin(map, &desc, &builder), LF_OK);
    int64_t slices = 1;
    while (lf_index_step(builder, 100) == LF_PAUSED) slices++;
    printf("  %" PRId64 " slices\n", slices);
    CHECK(slices > 500);
    CHECK_EQ(lf_index_finish(builder, &sliced), LF_OK);
    check_same_bytes(index, sliced);
    lf_index_destroy(sliced);
}

/// Searches the hierarchy and floods the map.
static void check_queries(const lf_map *map, const lf_index *index) {
    lf_search *search;
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.index = index, .cost = index->cost}, &search), LF_OK);
    uint64_t random = test_seed();
    int64_t found = 0;
    for (int i = 0; i < QUERIES; i++) {
        const lf_source source = {.tile = (lf_tile)oracle_below(&random, (int)map->tile_count)};
        const lf_tile target = (lf_tile)oracle_below(&random, (int)map->tile_count);
        lf_query query = {.sources = &source,
                          .source_count = 1,
                          .targets = &target,
                          .target_count = 1,
                          .strategy = LF_STRATEGY_HEADLAND,
                          .options.cost = index->cost};
        lf_route route, flood;
        const lf_status status = lf_search_find(search, &query, NULL, 0, &route);
        query.strategy = LF_STRATEGY_FLOOD;
        CHECK_EQ(lf_search_find(search, &query, NULL, 0, &flood), status);
        if (status != LF_OK) continue;
        CHECK_EQ(route.length, flood.length);
        if (index->cost == LF_COST_OCTILE) CHECK_EQ(route.diagonal, flood.diagonal);
        found++;
    }
    CHECK(found > QUERIES / 10);
    lf_search_destroy(search);
}

static void districts_are_exact(void) {
    int maps = 0;
    for (int i = 0; i < TRIALS; i++) {
        lf_map *map = trial_map(&trials[i]);
        lf_index *index = index_make(map, trials[i].cost, LF_HIERARCHY_NO);
        const bool large = index->count > DISTRICTS_FROM && trials[i].hierarchy;
        lf_index_destroy(index);
        if (large) {
            index = index_make(map, trials[i].cost, LF_HIERARCHY_YES);
            check_districts(map, index);
            check_queries(map, index);
            lf_index_destroy(index);
            maps++;
        }
        lf_map_destroy(map);
    }
    CHECK_EQ(maps, 2);
}

// ---- The rest -------------------------------------------------------------------------------------

/// Workers that do the landmarks first decide alike.
static void workers_decide_alike(void) {
    check_alike((lf_index_desc){.workers.run = run_backwards});
}

typedef struct end_watch {
    int64_t last, ends; ///< the last report, and how often one came to the end
} end_watch;

static bool watch_ends(int64_t done, int64_t total, void *user) {
    end_watch *watch = user;
    watch->ends += done == total && watch->last != total;
    watch->last = done;
    return true;
}

/// Who is watched does one thing after the other, and decides alike.
static void watched_decide_alike(void) {
    end_watch watch = {0};
    int64_t maps = 0;
    for (int i = 0; i < TRIALS; i++) maps += trials[i].side <= 256;
    check_alike((lf_index_desc){.progress = {.report = watch_ends, .user = &watch}});
    CHECK_EQ(watch.ends, maps);
}

/// Each allocation fails in turn while a hierarchy is made by itself, and while one is given up.
static void each_allocation_may_fail_on(const trial *one) {
    lf_map *map = trial_map(one);
    lf_status status = LF_E_NOMEM;
    for (int64_t k = 1; status == LF_E_NOMEM && k < 10000; k++) {
        meter m = {.fail_at = k};
        const lf_index_desc desc = {.cost = one->cost, .allocator = meter_allocator(&m)};
        lf_index *index;
        status = lf_index_create(map, &desc, &index);
        CHECK_EQ(status == LF_OK, index != NULL);
        if (index != NULL) CHECK_EQ(lf_index_has_hierarchy(index), one->hierarchy);
        lf_index_destroy(index);
        CHECK(m.live == 0 && m.blocks == 0);
    }
    CHECK_EQ(status, LF_OK);
    lf_map_destroy(map);
}

static void each_allocation_may_fail(void) {
    static const trial small[] = {
        {"city", lf_square_city, 128, 24, LF_MOVES_KING, LF_COST_OCTILE, true, 0, 0},
        {"noise 10 %", lf_square_noise, 256, 10, LF_MOVES_KING, LF_COST_OCTILE, false, 0, 0},
    };
    for (int i = 0; i < 2; i++) each_allocation_may_fail_on(&small[i]);
}

/// To be told is to be obeyed, and an unknown choice is refused.
static void choices(void) {
    const trial *no = &trials[TRIALS - 1], *yes = &trials[1];
    lf_map *noise = trial_map(no), *maze = trial_map(yes);
    lf_index *index = index_make(noise, no->cost, LF_HIERARCHY_YES);
    CHECK(lf_index_has_hierarchy(index));
    lf_index_destroy(index);
    index = index_make(maze, yes->cost, LF_HIERARCHY_NO);
    CHECK(!lf_index_has_hierarchy(index));
    lf_index_destroy(index);
    for (int i = -1; i <= 3; i += 4) {
        CHECK_EQ(lf_index_create(maze, &(lf_index_desc){.hierarchy = (lf_hierarchy)i}, &index),
                 LF_E_HIERARCHY);
        CHECK(index == NULL);
    }
    lf_map_destroy(noise);
    lf_map_destroy(maze);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(every_class_of_maps),  TEST(districts_are_exact),      TEST(workers_decide_alike),
        TEST(watched_decide_alike), TEST(each_allocation_may_fail), TEST(choices),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
