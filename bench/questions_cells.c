// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `cells` beside `flood` under the same weights, query by query, with the route written out: a soft coast, weights
// from 1 to 9 at random, and a costmap of 2000 x 2000 tiles whose window of 60 x 60 changes before each query. Both
// must give the same tiles. Means and the first query, before any table is made, go to stderr.
#include "questions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUERIES = 200 };

typedef struct cells_run {
    const bench_map *map;
    lf_search *search;
    lf_tile *tiles[2];
    question_times times[2];
    double ms[2], first[2];
    int64_t wrong;
} cells_run;

static lf_status query_ask(cells_run *run, lf_query *query, int which) {
    lf_route route;
    const uint64_t begin = bench_busy();
    query->strategy = which == 0 ? LF_STRATEGY_CELLS : LF_STRATEGY_FLOOD;
    const lf_status status =
        lf_search_find(run->search, query, run->tiles[which], lf_map_open_count(run->map->map), &route);
    const uint64_t ns = bench_busy() - begin;
    if (run->times[which].count == 0) run->first[which] = (double)ns / 1e6;
    question_time(&run->times[which], ns);
    run->ms[which] += (double)ns / 1e6;
    if (which == 1 && status == LF_OK)
        run->wrong +=
            memcmp(run->tiles[0], run->tiles[1], (size_t)route.tile_count * sizeof *run->tiles[0]) != 0;
    return status;
}

/// All queries once, by turns.
static lf_status round_run(cells_run *run, const lf_weights *weights, lf_cost cost) {
    lf_status status = LF_OK;
    run->times[0].count = run->times[1].count = run->wrong = 0;
    run->ms[0] = run->ms[1] = 0;
    for (int64_t i = 0; status >= 0 && i < run->map->query_count && i < QUERIES; i++) {
        const lf_file_query *asked = &run->map->queries[i];
        const lf_source source = {.tile = lf_map_tile(run->map->map, asked->from.x, asked->from.y)};
        const lf_tile target = lf_map_tile(run->map->map, asked->to.x, asked->to.y);
        lf_query query = {.sources = &source,
                          .source_count = 1,
                          .targets = &target,
                          .target_count = 1,
                          .options.cost = cost,
                          .weights = weights};
        status = query_ask(run, &query, 0);
        if (status >= 0) status = query_ask(run, &query, 1);
    }
    return status < 0 ? status : LF_OK;
}

static void round_print(cells_run *run, const char *what, const char *state) {
    char name[96];
    const double mean = run->ms[0] / (double)run->times[0].count,
                 other = run->ms[1] / (double)run->times[1].count;
    snprintf(name, sizeof name, "cells, %s, %s", what, state);
    question_row("cells", run->map, name, &run->times[0], "flood", &run->times[1]);
    const double late = bench_quantile(run->times[0].ms, run->times[0].count, 0.99);
    const double other_late = bench_quantile(run->times[1].ms, run->times[1].count, 0.99);
    fprintf(
        stderr,
        "%s, %s: mean %.3f ms, flood %.3f, %.1f times; p99 %.2f, flood %.2f, %.1f times; first %.2f, flood "
        "%.2f; %lld routes with other tiles\n",
        run->map->name, name, mean, other, other / mean, late, other_late, other_late / late, run->first[0],
        run->first[1], (long long)run->wrong);
}

/// Three rounds: a fresh search, whose first query finds no table; the same again; and after a survey.
static lf_status queries_run(cells_run *run, lf_weights *weights, lf_cost cost, const char *what) {
    const lf_search_desc desc = {.cost = LF_COST_OCTILE, .weighted = true};
    lf_status status = lf_search_create(run->map->map, &desc, &run->search);
    static const char *const states[3] = {"fresh", "again", "surveyed"};
    for (int round = 0; status == LF_OK && round < (cost == LF_COST_UNIFORM ? 3 : 2); round++) {
        const uint64_t begin = bench_busy();
        if (round == 2) status = lf_weights_survey(weights, run->search);
        if (round == 2)
            fprintf(stderr, "%s, %s: survey %.1f ms\n", run->map->name, what,
                    (double)(bench_busy() - begin) / 1e6);
        if (status == LF_OK) status = round_run(run, weights, cost);
        if (status == LF_OK) round_print(run, what, states[round]);
    }
    lf_search_destroy(run->search);
    return status;
}

static lf_status kinds_run(cells_run *run, const lf_depth *depth, const uint8_t *noise, size_t size) {
    uint32_t soft[256];
    for (int i = 0; i < 256; i++) soft[i] = i < 3 ? 16 : i <= 10 ? 4 : 5;
    const lf_weights_desc kinds[2] = {{.depth = depth, .depth_table = soft},
                                      {.plane = noise, .plane_size = size}};
    static const char *const names[2][2] = {{"soft coast, uniform", "soft coast, octile"},
                                            {"1 to 9 at random, uniform", "1 to 9 at random, octile"}};
    lf_status status = LF_OK;
    for (int i = 0; status == LF_OK && i < 4; i++) {
        lf_weights *weights;
        status = lf_weights_create(run->map->map, &kinds[i / 2], &weights);
        if (status == LF_OK) status = queries_run(run, weights, (lf_cost)(i % 2), names[i / 2][i % 2]);
        lf_weights_destroy(weights);
    }
    return status;
}

bool question_cells(const bench_map *map) {
    const size_t size = (size_t)lf_map_width(map->map) * (size_t)lf_map_height(map->map);
    const size_t most = (size_t)lf_map_open_count(map->map) * sizeof(lf_tile);
    static cells_run run;
    run = (cells_run){.map = map, .tiles = {malloc(most), malloc(most)}};
    uint8_t *noise = malloc(size);
    lf_depth *depth = NULL;
    lf_random random = lf_random_make(7);
    for (size_t i = 0; noise != NULL && i < size; i++) noise[i] = (uint8_t)(1 + lf_random_below(&random, 9));
    lf_status status = run.tiles[0] == NULL || run.tiles[1] == NULL || noise == NULL ? LF_E_NOMEM : LF_OK;
    if (status == LF_OK) status = lf_depth_create(map->map, NULL, &depth);
    if (status == LF_OK) status = kinds_run(&run, depth, noise, size);
    if (status != LF_OK) fprintf(stderr, "%s: %s\n", map->name, lf_status_text(status));
    lf_depth_destroy(depth);
    free(noise);
    free(run.tiles[0]);
    free(run.tiles[1]);
    return status == LF_OK;
}
