// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The exact strategies side by side: `headland` with an index as it comes and with one that has no hierarchy
// (headland-flat), `strip`, `flood`, and `expand` for comparison; what the index costs, and how much longer
// than the shortest the routes are. All strategies answer the same queries in one run, in turns; the tiles
// are written out; every route is checked and compared with flood's, or with the length that the scenario
// gives.
//
//   bench_exact            one line a map and strategy: water maps, orthogonal moves, MovingAI with octile
//                          costs
//   bench_exact points     one line a query of the largest water map, for the plot of time against length
//
// A row of 50 sources and 50 targets tells what many ends cost. Flood answers at most 200 queries of a
// scenario: all of them would take a quarter of an hour. Times are medians of three runs a query, of one if
// that took over 20 ms.
#include "bench.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS = 3, SLOW_US = 20000, MANY = 50, FLOOD_MOST = 200, MAX_WAYS = 5, WATER_QUERIES = 200 };

/// A strategy on trial, with what it has measured.
typedef struct way {
    lf_strategy strategy;
    const char *name;
    lf_search *search;
    double *us, *lengths; ///< for each query
    int64_t count;        ///< queries answered
    double expanded, longer,
        longest;                ///< sums of expansions and of length over the shortest; the worst of those
    double build_ms, megabytes; ///< of what it searches on
} way;

typedef struct trial {
    const char *set;
    const bench_map *map;
    lf_cost cost;
    lf_index *index, *flat; ///< as it comes, and without a hierarchy
    lf_coarse *coarse;
    lf_tile *tiles;
    way ways[MAX_WAYS];
    int way_count;
} trial;

static double route_cost(const lf_route *route, lf_cost cost) {
    return cost == LF_COST_OCTILE ? (double)route->straight + (double)route->diagonal * sqrt(2)
                                  : (double)route->length;
}

static bool complain(const trial *run, const way *one, int64_t query, const char *what) {
    fprintf(stderr, "%s, %s, query %" PRId64 ": %s\n", run->map->name, one->name, query, what);
    return false;
}

/// Answers a query up to three times; false if the answer is wrong. `shortest` is the length to hold it
/// against.
static bool way_answer(trial *run, way *one, const lf_query *query, double shortest, double *cost) {
    double us[REPEATS];
    int runs = 0;
    lf_route route;
    const int64_t capacity = lf_map_open_count(run->map->map);
    lf_query asked = *query;
    asked.strategy = one->strategy;
    do {
        const uint64_t start = bench_now(NULL);
        const lf_status status = lf_search_find(one->search, &asked, run->tiles, capacity, &route);
        us[runs++] = (double)(bench_now(NULL) - start) / 1e3;
        if (status != LF_OK) return complain(run, one, one->count, lf_status_text(status));
    } while (runs < REPEATS && us[0] < SLOW_US);
    if (lf_route_check(run->map->map, run->tiles, route.tile_count, NULL, NULL) != LF_OK)
        return complain(run, one, one->count, "an illegal route");
    *cost = route_cost(&route, run->cost);
    const double ratio = shortest > 0 ? *cost / shortest : 1;
    if (route.exact && shortest >= 0 && fabs(*cost - shortest) > 0.006 + 1e-5 * shortest)
        return complain(run, one, one->count, "not the shortest");
    one->us[one->count++] = bench_quantile(us, runs, 0.5);
    one->expanded += (double)route.stats.expanded;
    one->longer += ratio;
    one->longest = ratio > one->longest ? ratio : one->longest;
    one->lengths[one->count - 1] = *cost;
    return true;
}

/// The shortest length by the first exact answer, or by the file.
static bool trial_query(trial *run, int64_t number) {
    const lf_file_query *ends = &run->map->queries[number];
    const lf_map *map = run->map->map;
    const lf_source source = {.tile = lf_map_tile(map, ends->from.x, ends->from.y)};
    const lf_tile target = lf_map_tile(map, ends->to.x, ends->to.y);
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .options.cost = run->cost};
    double shortest = run->cost == LF_COST_OCTILE ? ends->known_length : -1;
    const int64_t step = (run->map->query_count + FLOOD_MOST - 1) / FLOOD_MOST;
    for (int i = 0; i < run->way_count; i++) {
        way *one = &run->ways[i];
        double cost;
        if (one->strategy == LF_STRATEGY_FLOOD && number % step != 0) continue;
        if (!way_answer(run, one, &query, shortest, &cost)) return false;
        if (shortest < 0) shortest = cost;
    }
    return true;
}

// ---- What is compared -----------------------------------------------------------------------------

static bool way_add(trial *run, lf_strategy strategy, const lf_index *index, double build_ms, size_t bytes) {
    way *one = &run->ways[run->way_count++];
    const char *name = index != NULL && index == run->flat ? "headland-flat" : lf_strategy_name(strategy);
    *one = (way){.strategy = strategy, .name = name, .build_ms = build_ms, .megabytes = (double)bytes / 1e6};
    one->us = malloc((size_t)run->map->query_count * sizeof *one->us);
    one->lengths = malloc((size_t)run->map->query_count * sizeof *one->lengths);
    const lf_search_desc desc = {.index = index,
                                 .coarse = strategy == LF_STRATEGY_EXPAND ? run->coarse : NULL,
                                 .cost = strategy == LF_STRATEGY_FLOOD ? run->cost : LF_COST_UNIFORM};
    return one->us != NULL && one->lengths != NULL &&
           lf_search_create(run->map->map, &desc, &one->search) == LF_OK;
}

/// Builds an index, median of three.
static bool index_build(const trial *run, lf_hierarchy hierarchy, lf_index **index, double *ms) {
    double times[REPEATS];
    const lf_index_desc desc = {.cost = run->cost, .hierarchy = hierarchy};
    for (int i = 0; i < REPEATS; i++) {
        lf_index_destroy(*index);
        const uint64_t start = bench_now(NULL);
        if (lf_index_create(run->map->map, &desc, index) != LF_OK) return false;
        times[i] = (double)(bench_now(NULL) - start) / 1e6;
    }
    *ms = bench_quantile(times, REPEATS, 0.5);
    return true;
}

static bool trial_make(trial *run) {
    const lf_map *map = run->map->map;
    double index_ms, flat_ms, coarse_ms;
    run->tiles = malloc((size_t)lf_map_open_count(map) * sizeof *run->tiles);
    if (run->tiles == NULL || !index_build(run, LF_HIERARCHY_AUTO, &run->index, &index_ms) ||
        !index_build(run, LF_HIERARCHY_NO, &run->flat, &flat_ms))
        return false;
    bool made = way_add(run, LF_STRATEGY_FLOOD, NULL, 0, 0);
    if (made && lf_map_moves(map) == LF_MOVES_ORTHOGONAL) made = way_add(run, LF_STRATEGY_STRIP, NULL, 0, 0);
    if (made)
        made = way_add(run, LF_STRATEGY_HEADLAND, run->index, index_ms, lf_index_bytes(run->index)) &&
               way_add(run, LF_STRATEGY_HEADLAND, run->flat, flat_ms, lf_index_bytes(run->flat));
    if (!made || run->cost != LF_COST_UNIFORM) return made;
    const uint64_t start = bench_now(NULL); // expand comes last: it is held against the exact ones
    if (lf_coarse_create(map, NULL, &run->coarse) != LF_OK) return false;
    coarse_ms = (double)(bench_now(NULL) - start) / 1e6;
    return way_add(run, LF_STRATEGY_EXPAND, NULL, coarse_ms, lf_coarse_bytes(run->coarse));
}

static void trial_free(trial *run) {
    for (int i = 0; i < run->way_count; i++) {
        lf_search_destroy(run->ways[i].search);
        free(run->ways[i].us);
        free(run->ways[i].lengths);
    }
    lf_index_destroy(run->index);
    lf_index_destroy(run->flat);
    lf_coarse_destroy(run->coarse);
    free(run->tiles);
}

// ---- Printing -------------------------------------------------------------------------------------

static void way_print(const trial *run, const way *one, const char *label) {
    double sum = 0;
    for (int64_t i = 0; i < one->count; i++) sum += one->us[i];
    const double n = one->count > 0 ? (double)one->count : 1;
    printf("%s\t%s\t%s\t%s\t%" PRId64 "\t%.1f\t%.1f\t%.1f\t%.0f\t%.1f\t%.2f\t%.4f\t%.3f\n", run->set,
           run->map->name, label, one->name, one->count, bench_quantile(one->us, one->count, 0.5), sum / n,
           bench_quantile(one->us, one->count, 0.99), one->expanded / n, one->build_ms, one->megabytes,
           one->longer / n, one->longest);
    fflush(stdout);
}

/// The queries in groups of equal number, by length.
static void way_print_points(const trial *run, const way *one) {
    enum { GROUPS = 20 };
    double sorted[FLOOD_MOST], us[FLOOD_MOST];
    const int64_t count = one->count < FLOOD_MOST ? one->count : FLOOD_MOST;
    memcpy(sorted, one->lengths, (size_t)count * sizeof *sorted);
    bench_quantile(sorted, count, 0.5); // which sorts
    for (int64_t group = 0; group < GROUPS; group++) {
        const double low = sorted[group * count / GROUPS], high = sorted[(group + 1) * count / GROUPS - 1];
        int64_t found = 0;
        for (int64_t i = 0; i < count; i++) {
            if (one->lengths[i] >= low && one->lengths[i] <= high) us[found++] = one->us[i];
        }
        const double middle = bench_quantile(us, found, 0.5);
        printf("%s\t%s\t%.0f\t%.1f\t%.1f\t%.1f\n", run->map->name, one->name, (low + high) / 2, middle, us[0],
               us[found - 1]);
    }
}

/// 50 sources against 50 targets: the ends of the first queries.
static bool many_ends(trial *run) {
    static lf_source sources[MANY];
    static lf_tile targets[MANY];
    const lf_map *map = run->map->map;
    const int64_t count = run->map->query_count;
    for (int i = 0; i < run->way_count; i++) {
        way *one = &run->ways[i];
        one->count = 0;
        one->expanded = one->longer = one->longest = 0;
    }
    for (int64_t round = 0; round < 20; round++) {
        for (int64_t k = 0; k < MANY; k++) {
            const lf_file_query *ends = &run->map->queries[(round * MANY + k) % count];
            sources[k].tile = lf_map_tile(map, ends->from.x, ends->from.y);
            targets[k] = lf_map_tile(map, ends->to.x, ends->to.y);
        }
        const lf_query query = {.sources = sources,
                                .source_count = MANY,
                                .targets = targets,
                                .target_count = MANY,
                                .options.cost = run->cost};
        double shortest = -1, cost;
        for (int i = 0; i < run->way_count; i++) {
            if (!way_answer(run, &run->ways[i], &query, shortest, &cost)) return false;
            if (shortest < 0) shortest = cost;
        }
    }
    for (int i = 0; i < run->way_count; i++) way_print(run, &run->ways[i], "50x50");
    return true;
}

static bool trial_run(const char *set, bench_map *map, lf_cost cost, const char *label, bool points) {
    trial run = {.set = set, .map = map, .cost = cost};
    bool fine = trial_make(&run);
    if (!fine) fprintf(stderr, "%s: no memory\n", map->name);
    for (int64_t i = 0; fine && i < map->query_count; i++) fine = trial_query(&run, i);
    for (int i = 0; fine && i < run.way_count; i++) {
        if (points)
            way_print_points(&run, &run.ways[i]);
        else
            way_print(&run, &run.ways[i], label);
    }
    if (fine && !points && strcmp(label, "random") == 0) fine = many_ends(&run);
    trial_free(&run);
    return fine;
}

// ---- Sets -----------------------------------------------------------------------------------------

static const char *const water[] = {"giantworldmap",   "world",       "northwestpassage",
                                    "straitofmalacca", "amazonriver", "achiran"};
static const char *const movingai[] = {"arena2",         "brc202d",       "BigGameHunters",
                                       "Aurora",         "maze512-32-0",  "16room_000",
                                       "random512-10-0", "Berlin_0_1024", "AR0700SR"};

static bool water_run(const char *name, const char *queries, const char *label, lf_moves moves, bool points) {
    bench_map map;
    if (!bench_load(name, queries, WATER_QUERIES, &map)) return true; // absent, and said so
    if (moves != LF_MOVES_KING) {
        lf_map_destroy(map.map);
        if (lf_grid_to_map(&map.grid, moves, &map.map) != LF_OK) return false;
    }
    const char *set = moves == LF_MOVES_KING ? "water" : "orthogonal";
    const bool fine = trial_run(set, &map, LF_COST_UNIFORM, label, points);
    bench_free(&map);
    return fine;
}

static bool sea_run(void) {
    bench_map map;
    if (!bench_generate_sea(WATER_QUERIES, &map)) return false;
    const bool fine = trial_run("water", &map, LF_COST_UNIFORM, "random", false);
    bench_free(&map);
    return fine;
}

static bool movingai_run(const char *name) {
    bench_map map;
    if (!bench_load_scenario(name, &map)) return true;
    const bool fine = trial_run("movingai", &map, LF_COST_OCTILE, "scenario", false);
    bench_free(&map);
    return fine;
}

int main(int argc, char **argv) {
    bool fine = true;
    if (argc > 1 && strcmp(argv[1], "points") == 0) {
        printf("map\tstrategy\tlength\tus\tfastest_us\tslowest_us\n");
        return !water_run("giantworldmap", "queries.csv", "random", LF_MOVES_KING, true);
    }
    const char *only = argc > 1 ? argv[1] : "water orthogonal movingai";
    printf("set\tmap\tqueries\tstrategy\tcount\tmedian_us\tmean_us\tp99_us\texpanded\tbuild_ms\tindex_"
           "mb\tlength_mean\t"
           "length_worst\n");
    if (strstr(only, "water") != NULL) fine = sea_run();
    for (size_t i = 0; fine && strstr(only, "water") != NULL && i < sizeof water / sizeof *water; i++)
        fine = water_run(water[i], "queries.csv", "random", LF_MOVES_KING, false) &&
               water_run(water[i], "queries_shore.csv", "shore", LF_MOVES_KING, false);
    for (size_t i = 0; fine && strstr(only, "orthogonal") != NULL && i < sizeof water / sizeof *water; i++)
        fine = water_run(water[i], "queries.csv", "random", LF_MOVES_ORTHOGONAL, false);
    for (size_t i = 0; fine && strstr(only, "movingai") != NULL && i < sizeof movingai / sizeof *movingai;
         i++)
        fine = movingai_run(movingai[i]);
    return !fine;
}
