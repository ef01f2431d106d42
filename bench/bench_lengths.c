// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// How much longer than the shortest the routes of the guided strategies are, class of map by class of map,
// and how many tiles they expand. Counts and lengths only: the result is the same on every machine, however
// busy.
//
// The second table counts the single queries where `expand`, which resumes, expands more tiles than
// `corridor`, which restarts. With the default options none is known. Where the corridor is nothing but the
// plan's cells (radius none) and the coarse map is optimistic there are some: hence the rows with a radius of
// none.
#include "strategies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUERIES = 200 };
enum { NONE, HONEST, SPINE, CELLS, CELLS_LARGE, GUIDES };
enum {
    FLOOD,
    CORRIDOR,
    EXPAND,
    SPINE_WAY,
    CELLS_CORRIDOR,
    CELLS_EXPAND,
    TIGHT_CORRIDOR,
    TIGHT_EXPAND,
    LARGE_CORRIDOR,
    LARGE_EXPAND,
    VARIANTS
};

static const bench_guide guides[GUIDES] = {
    [NONE] = {.name = "none"},
    [HONEST] = {.name = "honest", .has_coarse = true},
    [SPINE] = {.name = "honest",
               .has_coarse = true,
               .level = BENCH_SPINE_LEVEL,
               .alone = true,
               .route_room = 1 << 18}, // a maze has longer routes than the default allows for
    [CELLS] = {.name = "cells", .has_coarse = true, .kind = LF_COARSE_CELLS},
    [CELLS_LARGE] = {.name = "cells-level-5", .has_coarse = true, .kind = LF_COARSE_CELLS, .level = 5},
};

static const bench_variant variants[VARIANTS] = {
    [FLOOD] = {"flood", NONE, LF_STRATEGY_FLOOD, {0}},
    [CORRIDOR] = {"corridor", HONEST, LF_STRATEGY_CORRIDOR, {0}},
    [EXPAND] = {"expand", HONEST, LF_STRATEGY_EXPAND, {0}},
    [SPINE_WAY] = {"spine", SPINE, LF_STRATEGY_SPINE, {0}},
    [CELLS_CORRIDOR] = {"corridor", CELLS, LF_STRATEGY_CORRIDOR, {0}},
    [CELLS_EXPAND] = {"expand", CELLS, LF_STRATEGY_EXPAND, {0}},
    [TIGHT_CORRIDOR] = {"corridor-radius-none", CELLS, LF_STRATEGY_CORRIDOR, {.radius = LF_NONE}},
    [TIGHT_EXPAND] = {"expand-radius-none", CELLS, LF_STRATEGY_EXPAND, {.radius = LF_NONE}},
    [LARGE_CORRIDOR] = {"corridor-radius-none", CELLS_LARGE, LF_STRATEGY_CORRIDOR, {.radius = LF_NONE}},
    [LARGE_EXPAND] = {"expand-radius-none", CELLS_LARGE, LF_STRATEGY_EXPAND, {.radius = LF_NONE}},
};

static const bench_plan plan = {guides, GUIDES, variants, VARIANTS, .once = true};

/// The share of queries whose route is at most so much longer than the shortest.
static double share_within(const bench_result *result, int variant, double ratio) {
    int64_t count = 0;
    for (int64_t i = 0; i < result->query_count; i++) {
        const double length = (double)bench_sample_at(result, i, variant)->length;
        count += length <= ratio * (double)bench_sample_at(result, i, FLOOD)->length;
    }
    return result->query_count > 0 ? (double)count / (double)result->query_count : 0;
}

static void lengths_rows(const bench_result *result, const char *queries) {
    for (int i = 1; i <= CELLS_EXPAND; i++) { // the others are for the second table
        const bench_summary s = bench_summarize(result, i);
        printf("%s\t%s\t%s\t%s\t%" PRId64 "\t%.4f\t%.4f\t%.4f\t%.3f\t%.3f\t%.0f\t%.3f\t%.3f\n", result->name,
               queries, guides[variants[i].guide].name, variants[i].name, result->query_count, s.length_mean,
               s.length_p99, s.length_worst, share_within(result, i, 1.003), share_within(result, i, 1.01),
               s.tiles, s.widened_share, s.guardrail_share);
    }
    fflush(stdout);
}

// ---- Where resuming expands more ------------------------------------------------------------------

/// What the second table keeps of a map under one coarse map.
typedef struct tally {
    char map[64];
    const char *queries, *coarse, *strategy;
    int64_t asked, widened, larger; ///< queries; those that were widened; those where expand expands more
    double worst;                   ///< expand's tiles over corridor's
} tally;

enum { TALLIES = 128 };

static tally tally_make(const bench_result *result, const char *queries, int expand) {
    tally out = {
        .queries = queries, .coarse = guides[variants[expand].guide].name, .strategy = variants[expand].name};
    snprintf(out.map, sizeof out.map, "%s", result->name);
    for (int64_t i = 0; i < result->query_count; i++) {
        const bench_sample *resumed = bench_sample_at(result, i, expand),
                           *restarted = bench_sample_at(result, i, expand - 1);
        const double ratio = (double)resumed->expanded / (double)(restarted->expanded + 1);
        out.asked++;
        out.widened += resumed->phases > 1;
        out.larger += resumed->expanded > restarted->expanded;
        if (ratio > out.worst) out.worst = ratio;
    }
    return out;
}

static void tallies_print(const tally *tallies, int count) {
    tally all = {.map = "all", .queries = "all", .coarse = "all", .strategy = "all"};
    printf("\n# where expand expands more tiles than corridor\n"
           "map\tasked\tcoarse\tstrategy\tqueries\twidened\tlarger\tworst_ratio\n");
    for (int i = 0; i < count; i++) {
        const tally *one = &tallies[i];
        all.asked += one->asked;
        all.widened += one->widened;
        all.larger += one->larger;
        if (one->worst > all.worst) all.worst = one->worst;
    }
    for (int i = 0; i <= count; i++) {
        const tally *one = i < count ? &tallies[i] : &all;
        printf("%s\t%s\t%s\t%s\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%.3f\n", one->map, one->queries,
               one->coarse, one->strategy, one->asked, one->widened, one->larger, one->worst);
    }
}

// ---- Maps -----------------------------------------------------------------------------------------

static const char *const real[] = {"giantworldmap",   "world",       "northwestpassage",
                                   "straitofmalacca", "amazonriver", "achiran"};

static const bench_ground grounds[] = {
    {"small-islands", lf_square_islands, 1024, 4},
    {"caves", lf_square_caves, 512, 4},
    {"canals-1-to-4", lf_square_canals, 1024, 4},
    {"canals-1", lf_square_canals, 1024, 1},
    {"city", lf_square_city, 1024, 24},
    {"rooms-8", lf_square_rooms, 512, 8},
    {"rooms-24", lf_square_rooms, 1024, 24},
    {"noise-10", lf_square_noise, 512, 10},
    {"noise-35", lf_square_noise, 512, 35},
};

typedef struct made_scene {
    lf_scene scene;
    int32_t side;
} made_scene;

static const made_scene scenes[] = {{LF_SCENE_OPEN, 1024},    {LF_SCENE_ARCHIPELAGO, 2048},
                                    {LF_SCENE_ISLANDS, 1024}, {LF_SCENE_RIVER, 1024},
                                    {LF_SCENE_ROOMS, 1024},   {LF_SCENE_MAZE, 513}};

typedef struct census {
    tally tallies[TALLIES];
    int count;
    bool fine;
} census;

/// The rows of a map, if it is there; frees it.
static void census_add(census *all, bool made, const char *queries, bench_map *map) {
    bench_result result;
    if (!made) return;
    all->fine = all->fine && bench_compare(map, &plan, &result);
    bench_free(map);
    if (!all->fine) return;
    lengths_rows(&result, queries);
    static const int expands[] = {EXPAND, CELLS_EXPAND, TIGHT_EXPAND, LARGE_EXPAND};
    for (size_t i = 0; i < sizeof expands / sizeof *expands; i++)
        all->tallies[all->count++] = tally_make(&result, queries, expands[i]);
    bench_result_free(&result);
}

int main(void) {
    static census all = {.fine = true};
    bench_map map;
    printf("map\tasked\tcoarse\tstrategy\tqueries\tlength_mean\tlength_p99\tlength_worst\twithin_0.3%%\t"
           "within_1%%\ttiles\twidened_share\tguardrail_share\n");
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
        census_add(&all, bench_load(real[i], "queries.csv", QUERIES, &map), "random", &map);
        census_add(&all, bench_load(real[i], "queries_shore.csv", QUERIES, &map), "shore", &map);
    }
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        const made_scene *one = &scenes[i];
        census_add(&all, bench_generate(one->scene, one->side, one->side, QUERIES, &map), "random", &map);
    }
    for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++)
        census_add(&all, bench_make(&grounds[i], QUERIES, &map), "random", &map);
    tallies_print(all.tallies, all.count);
    return all.fine ? 0 : 1;
}
