// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `spine` and `expand` under weights, beside `spine` without: times with the route written out, after a round that
// nobody counts. What their routes cost over the cheapest ones, and the times of `cells`, go to stderr.
#include "questions.h"

#include <stdio.h>
#include <stdlib.h>

enum { QUERIES = 200, WAYS = 4 };

typedef struct guided_run {
    const bench_map *map;
    lf_coarse *coarse;
    lf_search *search;
    lf_tile *tiles;
    question_times times[WAYS];
    int64_t costs[WAYS][QUERIES];
} guided_run;

/// Without weights first.
static const lf_strategy ways[WAYS] = {LF_STRATEGY_SPINE, LF_STRATEGY_CELLS, LF_STRATEGY_SPINE,
                                       LF_STRATEGY_EXPAND};

static lf_status query_ask(guided_run *run, const lf_weights *weights, int way, int64_t number) {
    const lf_file_query *asked = &run->map->queries[number];
    const lf_source source = {.tile = lf_map_tile(run->map->map, asked->from.x, asked->from.y)};
    const lf_tile target = lf_map_tile(run->map->map, asked->to.x, asked->to.y);
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = ways[way],
                            .weights = way == 0 ? NULL : weights};
    lf_route route;
    const uint64_t begin = bench_busy();
    const lf_status status =
        lf_search_find(run->search, &query, run->tiles, lf_map_open_count(run->map->map), &route);
    question_time(&run->times[way], bench_busy() - begin);
    run->costs[way][number] = route.straight_cost + route.diagonal_cost;
    return status;
}

static double times_mean(const question_times *times) {
    double sum = 0;
    for (int64_t i = 0; i < times->count; i++) sum += times->ms[i];
    return sum / (double)times->count;
}

/// How much dearer routes are than the cheapest ones: in the mean, and at worst.
static void costs_print(const guided_run *run, int way, const char *what, int64_t count) {
    double mean = 0, worst = 0;
    for (int64_t i = 0; i < count; i++) {
        const double best = (double)run->costs[1][i];
        const double over = best > 0 ? (double)run->costs[way][i] / best - 1 : 0;
        mean += over / (double)count;
        if (over > worst) worst = over;
    }
    fprintf(stderr,
            "%s, %s, %s: mean %.3f ms, spine without weights %.3f, %.2f times, cells %.3f; costs over the "
            "optimum %.2f %%, worst %.1f %%\n",
            run->map->name, what, lf_strategy_name(ways[way]), times_mean(&run->times[way]),
            times_mean(&run->times[0]), times_mean(&run->times[way]) / times_mean(&run->times[0]),
            times_mean(&run->times[1]), 100 * mean, 100 * worst);
}

/// Each way has rounds of its own, so that none drives the memory of another out of the caches; the last one counts.
static lf_status guided_ask(void *context, lf_weights *weights, lf_cost cost, const char *what) {
    guided_run *run = context;
    const int64_t count = run->map->query_count < QUERIES ? run->map->query_count : QUERIES;
    lf_status status = LF_OK;
    if (cost != LF_COST_UNIFORM) return LF_OK;
    for (int way = 0; way < WAYS; way++) {
        for (int64_t i = 0; status >= 0 && i < 3 * count; i++) {
            if (i % count == 0) run->times[way].count = 0;
            status = query_ask(run, weights, way, i % count);
        }
    }
    if (status < 0) return status;
    for (int way = 2; way < WAYS; way++) {
        char name[96];
        snprintf(name, sizeof name, "%s, %s", lf_strategy_name(ways[way]), what);
        costs_print(run, way, what, count);
        question_row("guided", run->map, name, &run->times[way], "spine, no weights", &run->times[0]);
    }
    return LF_OK;
}

bool question_guided(const bench_map *map) {
    static guided_run run;
    run = (guided_run){.map = map, .tiles = malloc((size_t)lf_map_open_count(map->map) * sizeof *run.tiles)};
    const lf_coarse_desc coarse = {.level = lf_spine_level(map->map)};
    lf_status status = run.tiles == NULL ? LF_E_NOMEM : lf_coarse_create(map->map, &coarse, &run.coarse);
    const lf_search_desc desc = {.coarse = run.coarse, .weighted = true};
    if (status == LF_OK) status = lf_search_create(map->map, &desc, &run.search);
    if (status == LF_OK) status = question_each_weights(map, guided_ask, &run);
    if (status != LF_OK) fprintf(stderr, "%s: %s\n", map->name, lf_status_text(status));
    lf_search_destroy(run.search);
    lf_coarse_destroy(run.coarse);
    free(run.tiles);
    return status == LF_OK;
}
