// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What a hierarchy costs and saves, class of map by class of map, and what LF_HIERARCHY_AUTO makes of it: an
// index without one, by itself (auto) and with one in any case; the same random queries on the first and the
// last. `pays_after` is how many queries it takes until the hierarchy has saved the time that it cost. Where
// auto gives up, auto_over_no says what was wasted. Answers of both are compared.
//
// Times are processor time, medians of three (one, if that took over two seconds): the machine may be busy,
// though caches then are too. Where auto gives up on more than 300,000 legs the hierarchy is not asked for:
// it would take minutes.
//
//   bench_hierarchy          all maps
//   bench_hierarchy NAME     those whose name begins so
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS = 3, SLOW_MS = 2000, QUERIES = 400, CHOICES = 3, MOST_LEGS = 300000 };

/// An index under one choice.
typedef struct entrant {
    lf_index *index;
    double build_ms, query_us, expanded; ///< the last two are means
    double length;                       ///< of all routes together
} entrant;

typedef struct trial {
    const bench_map *map;
    lf_cost cost;
    bool skip_yes;       ///< whether there is no index with a hierarchy
    entrant by[CHOICES]; ///< auto, no, yes
} trial;

static bool entrant_build(const trial *run, entrant *one, lf_hierarchy hierarchy) {
    double ms[REPEATS];
    int runs = 0;
    const lf_index_desc desc = {.cost = run->cost, .hierarchy = hierarchy};
    do {
        lf_index_destroy(one->index);
        const uint64_t begin = bench_busy();
        if (lf_index_create(run->map->map, &desc, &one->index) != LF_OK) return false;
        ms[runs++] = (double)(bench_busy() - begin) / 1e6;
    } while (runs < REPEATS && ms[0] < SLOW_MS);
    one->build_ms = bench_quantile(ms, runs, 0.5);
    return true;
}

/// One round of all queries; false if one of them fails.
static bool entrant_round(const trial *run, entrant *one, lf_search *search, lf_tile *tiles) {
    const lf_map *map = run->map->map;
    one->expanded = one->length = 0;
    for (int64_t i = 0; i < run->map->query_count; i++) {
        const lf_file_query *ends = &run->map->queries[i];
        const lf_source from = {.tile = lf_map_tile(map, ends->from.x, ends->from.y)};
        const lf_tile to = lf_map_tile(map, ends->to.x, ends->to.y);
        const lf_query query = {.sources = &from,
                                .source_count = 1,
                                .targets = &to,
                                .target_count = 1,
                                .strategy = LF_STRATEGY_HEADLAND,
                                .options.cost = run->cost};
        lf_route route;
        if (lf_search_find(search, &query, tiles, lf_map_open_count(map), &route) != LF_OK) return false;
        one->expanded += (double)route.stats.expanded / (double)run->map->query_count;
        one->length += (double)route.length;
    }
    return true;
}

static bool entrant_ask(const trial *run, entrant *one) {
    double us[REPEATS];
    lf_search *search = NULL;
    lf_tile *tiles = malloc((size_t)lf_map_open_count(run->map->map) * sizeof *tiles);
    const lf_search_desc desc = {.index = one->index};
    bool fine = tiles != NULL && lf_search_create(run->map->map, &desc, &search) == LF_OK;
    for (int i = -1; fine && i < REPEATS; i++) { // the first round touches the memory
        const uint64_t begin = bench_busy();
        fine = entrant_round(run, one, search, tiles);
        if (i >= 0) us[i] = (double)(bench_busy() - begin) / 1e3 / (double)run->map->query_count;
    }
    if (fine) one->query_us = bench_quantile(us, REPEATS, 0.5);
    lf_search_destroy(search);
    free(tiles);
    return fine;
}

// ---- One map --------------------------------------------------------------------------------------

static bool trial_measure(trial *run) {
    entrant *by = run->by;
    if (!entrant_build(run, &by[LF_HIERARCHY_AUTO], LF_HIERARCHY_AUTO) ||
        !entrant_build(run, &by[LF_HIERARCHY_NO], LF_HIERARCHY_NO) || !entrant_ask(run, &by[LF_HIERARCHY_NO]))
        return false;
    run->skip_yes = !lf_index_has_hierarchy(by[LF_HIERARCHY_AUTO].index) &&
                    lf_index_leg_count(by[LF_HIERARCHY_NO].index) > MOST_LEGS;
    if (run->skip_yes) return true;
    if (!entrant_build(run, &by[LF_HIERARCHY_YES], LF_HIERARCHY_YES) ||
        !entrant_ask(run, &by[LF_HIERARCHY_YES]))
        return false;
    if (run->cost == LF_COST_OCTILE || by[LF_HIERARCHY_YES].length == by[LF_HIERARCHY_NO].length) return true;
    fprintf(stderr, "%s: routes of other lengths\n", run->map->name);
    return false;
}

static void trial_print(const trial *run) {
    const entrant *by = run->by, *no = &by[LF_HIERARCHY_NO], *yes = &by[LF_HIERARCHY_YES];
    printf("%s\t%s\t%" PRId64 "\t%" PRId64 "\t%s\t%.1f\t%.1f\t%.2f\t", run->map->name,
           run->cost == LF_COST_OCTILE ? "octile" : "uniform", lf_index_headland_count(no->index),
           lf_index_leg_count(no->index), lf_index_has_hierarchy(by[LF_HIERARCHY_AUTO].index) ? "yes" : "no",
           no->build_ms, by[LF_HIERARCHY_AUTO].build_ms, by[LF_HIERARCHY_AUTO].build_ms / no->build_ms);
    if (run->skip_yes) {
        printf("-\t-\t%.1f\t-\t-\t%.0f\t-\t-\n", no->query_us, no->expanded);
        return;
    }
    const double saved = no->query_us - yes->query_us, cost = (yes->build_ms - no->build_ms) * 1e3;
    printf("%.1f\t%.2f\t%.1f\t%.1f\t%.1f\t%.0f\t%.0f\t", yes->build_ms, yes->build_ms / no->build_ms,
           no->query_us, yes->query_us, no->query_us / yes->query_us, no->expanded, yes->expanded);
    if (saved > 0 && cost > 0)
        printf("%.0f\n", cost / saved);
    else
        printf("-\n");
}

static bool trial_run(const bench_map *map, lf_cost cost) {
    trial run = {.map = map, .cost = cost};
    const bool fine = trial_measure(&run);
    if (fine) trial_print(&run);
    fflush(stdout);
    for (int i = 0; i < CHOICES; i++) lf_index_destroy(run.by[i].index);
    return fine;
}

/// Both costs on a map, if there is one; frees it.
static bool map_run(bool made, bench_map *map) {
    if (!made) return true;
    const bool fine = trial_run(map, LF_COST_UNIFORM) && trial_run(map, LF_COST_OCTILE);
    bench_free(map);
    return fine;
}

// ---- Maps -----------------------------------------------------------------------------------------

typedef struct made_scene {
    lf_scene scene;
    int32_t side;
} made_scene;

static const made_scene scenes[] = {
    {LF_SCENE_OPEN, 1024},        {LF_SCENE_MAZE, 512},         {LF_SCENE_ROOMS, 1024},
    {LF_SCENE_RIVER, 2048},       {LF_SCENE_ISLANDS, 1024},     {LF_SCENE_ARCHIPELAGO, 1024},
    {LF_SCENE_ARCHIPELAGO, 2048}, {LF_SCENE_ARCHIPELAGO, 4096},
};

static const bench_ground grounds[] = {
    {"rooms-8", lf_square_rooms, 512, 8},          {"rooms-24", lf_square_rooms, 1024, 24},
    {"canals", lf_square_canals, 1024, 4},         {"caves", lf_square_caves, 1024, 4},
    {"city-24", lf_square_city, 1024, 24},         {"city-60", lf_square_city, 1024, 60},
    {"noise-40", lf_square_noise, 512, 40},        {"noise-35", lf_square_noise, 512, 35},
    {"noise-30", lf_square_noise, 512, 30},        {"noise-20", lf_square_noise, 512, 20},
    {"noise-10", lf_square_noise, 512, 10},        {"small-islands", lf_square_islands, 1024, 4},
    {"small-islands", lf_square_islands, 2048, 4}, {"small-islands", lf_square_islands, 4096, 4},
};

static const char *const water[] = {"giantworldmap",   "world",       "northwestpassage",
                                    "straitofmalacca", "amazonriver", "achiran"};
static const char *const movingai[] = {"arena2",         "brc202d",       "BigGameHunters",
                                       "Aurora",         "maze512-32-0",  "16room_000",
                                       "random512-10-0", "Berlin_0_1024", "AR0700SR"};

static bool wanted(const char *name, const char *only) {
    return strncmp(name, only, strlen(only)) == 0;
}

static bool files_run(const char *only) {
    bench_map map;
    for (size_t i = 0; i < sizeof water / sizeof *water; i++) {
        if (!wanted(water[i], only)) continue;
        if (!map_run(bench_load(water[i], "queries.csv", QUERIES, &map), &map)) return false;
    }
    for (size_t i = 0; i < sizeof movingai / sizeof *movingai; i++) {
        if (!wanted(movingai[i], only)) continue;
        if (!map_run(bench_load_scenario(movingai[i], &map), &map)) return false;
    }
    return true;
}

int main(int argc, char **argv) {
    const char *only = argc > 1 ? argv[1] : "";
    bench_map map;
    bool fine = true;
    printf("map\tcost\theadlands\tlegs\tauto\tbuild_no_ms\tbuild_auto_ms\tauto_over_no\tbuild_yes_ms\t"
           "yes_over_no\tquery_no_us\tquery_yes_us\tfaster\texpanded_no\texpanded_yes\tpays_after\n");
    for (size_t i = 0; fine && i < sizeof scenes / sizeof *scenes; i++) {
        const made_scene *one = &scenes[i];
        if (!wanted(lf_scene_name(one->scene), only)) continue;
        fine = map_run(bench_generate(one->scene, one->side, one->side, QUERIES, &map), &map);
    }
    for (size_t i = 0; fine && i < sizeof grounds / sizeof *grounds; i++) {
        if (!wanted(grounds[i].name, only)) continue;
        fine = map_run(bench_make(&grounds[i], QUERIES, &map), &map);
    }
    return fine && files_run(only) ? 0 : 1;
}
