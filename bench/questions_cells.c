// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `cells` beside `flood` under the same weights, with the route written out: a soft coast, weights from 1 to 9 at
// random, and a costmap of 2000 x 2000 tiles whose window of 60 x 60 changes before each query. Each of the two has
// rounds of its own: by turns each would drive the other's memory out of the caches. Both must give the same tiles.
// Means and the first query, before any table is made, go to stderr.
#include "questions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUERIES = 200, OCTILE_QUERIES = 25 };

typedef struct cells_run {
    const bench_map *map;
    lf_search *search;
    lf_tile *tiles;
    uint64_t sums[2][QUERIES]; ///< of the tiles of each route
    question_times times[2];
    double ms[2], first[2];
    int64_t wrong;
} cells_run;

/// A number that routes with other tiles hardly share.
static uint64_t route_sum(const lf_tile *tiles, int64_t count) {
    uint64_t sum = UINT64_C(14695981039346656037);
    for (int64_t i = 0; i < count; i++) sum = (sum ^ tiles[i]) * UINT64_C(1099511628211);
    return sum;
}

static lf_status query_ask(cells_run *run, lf_query *query, int which, int64_t number) {
    lf_route route;
    const uint64_t begin = bench_busy();
    query->strategy = which == 0 ? LF_STRATEGY_CELLS : LF_STRATEGY_FLOOD;
    const lf_status status =
        lf_search_find(run->search, query, run->tiles, lf_map_open_count(run->map->map), &route);
    const uint64_t ns = bench_busy() - begin;
    if (number == 0) run->first[which] = (double)ns / 1e6;
    question_time(&run->times[which], ns);
    run->ms[which] += (double)ns / 1e6;
    run->sums[which][number] = status == LF_OK ? route_sum(run->tiles, route.tile_count) : 0;
    if (which == 1) run->wrong += run->sums[0][number] != run->sums[1][number];
    return status;
}

/// All queries by one strategy, and then by the other.
static lf_status round_run(cells_run *run, const lf_weights *weights, lf_cost cost) {
    lf_status status = LF_OK;
    const int64_t most = cost == LF_COST_UNIFORM ? QUERIES : OCTILE_QUERIES;
    const int64_t count = run->map->query_count < most ? run->map->query_count : most;
    run->times[0].count = run->times[1].count = run->wrong = 0;
    run->ms[0] = run->ms[1] = 0;
    for (int64_t i = 0; status >= 0 && i < 2 * count; i++) {
        const lf_file_query *asked = &run->map->queries[i % count];
        const lf_source source = {.tile = lf_map_tile(run->map->map, asked->from.x, asked->from.y)};
        const lf_tile target = lf_map_tile(run->map->map, asked->to.x, asked->to.y);
        lf_query query = {.sources = &source,
                          .source_count = 1,
                          .targets = &target,
                          .target_count = 1,
                          .options.cost = cost,
                          .weights = weights};
        status = query_ask(run, &query, i < count ? 0 : 1, i % count);
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
static lf_status queries_run(void *context, lf_weights *weights, lf_cost cost, const char *what) {
    cells_run *run = context;
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

bool question_cells(const bench_map *map) {
    const size_t most = (size_t)lf_map_open_count(map->map) * sizeof(lf_tile);
    static cells_run run;
    run = (cells_run){.map = map, .tiles = malloc(most)};
    const lf_status status = run.tiles != NULL ? question_each_weights(map, queries_run, &run) : LF_E_NOMEM;
    if (status != LF_OK) fprintf(stderr, "%s: %s\n", map->name, lf_status_text(status));
    free(run.tiles);
    return status == LF_OK;
}

// ---- A robot's costmap ----------------------------------------------------------------------------

enum { ROBOT_SIDE = 2000, ROBOT_WINDOW = 60, ROBOT_QUERIES = 100 };

typedef struct robot {
    lf_map *map;
    lf_depth *depth;
    lf_weights *weights;
    lf_search *search;
    uint8_t *tiles, *plane;
    lf_tile *route;
    lf_random random;
} robot;

/// Boxes and walls on open ground.
static void robot_build(robot *r) {
    memset(r->tiles, 1, (size_t)ROBOT_SIDE * ROBOT_SIDE);
    for (int i = 0; i < ROBOT_SIDE * ROBOT_SIDE / 6000 + ROBOT_SIDE / 40; i++) {
        const bool wall = i < ROBOT_SIDE / 40, across = lf_random_below(&r->random, 2) != 0;
        const int x0 = (int)lf_random_below(&r->random, ROBOT_SIDE),
                  y0 = (int)lf_random_below(&r->random, ROBOT_SIDE);
        const int longer = 50 + (int)lf_random_below(&r->random, 250);
        const int wide = wall ? (across ? longer : 1) : 2 + (int)lf_random_below(&r->random, 20);
        const int high = wall ? (across ? 1 : longer) : 2 + (int)lf_random_below(&r->random, 20);
        for (int y = y0; y < y0 + high && y < ROBOT_SIDE; y++) {
            for (int x = x0; x < x0 + wide && x < ROBOT_SIDE; x++) r->tiles[y * ROBOT_SIDE + x] = 0;
        }
    }
}

/// Inflation: 254 beside an obstacle, three quarters of it with each tile farther away, 1 from 21 tiles on.
static void robot_inflate(robot *r) {
    uint8_t costs[256] = {0};
    int cost = 25300;
    for (int depth = 1; depth < 256; depth++, cost = cost * 758 / 1000)
        costs[depth] = (uint8_t)(depth > 20 ? 1 : 1 + cost / 100);
    for (lf_tile tile = 0; tile < ROBOT_SIDE * ROBOT_SIDE; tile++)
        r->plane[tile] = r->tiles[tile] != 0 ? costs[lf_depth_at(r->depth, tile)] : 0;
}

static lf_status robot_make(robot *r) {
    const size_t size = (size_t)ROBOT_SIDE * ROBOT_SIDE;
    *r = (robot){.tiles = malloc(size), .plane = malloc(size), .route = malloc(size * sizeof *r->route)};
    r->random = lf_random_make(11);
    if (r->tiles == NULL || r->plane == NULL || r->route == NULL) return LF_E_NOMEM;
    robot_build(r);
    const lf_map_desc desc = {
        .width = ROBOT_SIDE, .height = ROBOT_SIDE, .tiles = r->tiles, .tiles_size = size};
    lf_status status = lf_map_create(&desc, &r->map);
    if (status == LF_OK) status = lf_depth_create(r->map, NULL, &r->depth);
    if (status == LF_OK) robot_inflate(r);
    const lf_weights_desc weigh = {.plane = r->plane, .plane_size = size};
    if (status == LF_OK) status = lf_weights_create(r->map, &weigh, &r->weights);
    if (status == LF_OK) status = lf_search_create(r->map, &(lf_search_desc){.weighted = true}, &r->search);
    return status;
}

static void robot_free(robot *r) {
    lf_search_destroy(r->search);
    lf_weights_destroy(r->weights);
    lf_depth_destroy(r->depth);
    lf_map_destroy(r->map);
    free(r->tiles);
    free(r->plane);
    free(r->route);
}

static lf_tile robot_place(robot *r) {
    for (;;) {
        const lf_tile tile = (lf_tile)lf_random_below(&r->random, ROBOT_SIDE * ROBOT_SIDE);
        if (lf_map_is_open(r->map, tile)) return tile;
    }
}

/// What a robot sees around it: its window once more, with a crate of 6 x 6 tiles in it.
static lf_status robot_look(robot *r, lf_tile at) {
    uint8_t window[ROBOT_WINDOW * ROBOT_WINDOW];
    const lf_point point = lf_map_point(r->map, at);
    const int most = ROBOT_SIDE - ROBOT_WINDOW;
    const int x0 = point.x < 30 ? 0 : point.x - 30 > most ? most : point.x - 30;
    const int y0 = point.y < 30 ? 0 : point.y - 30 > most ? most : point.y - 30;
    for (int y = 0; y < ROBOT_WINDOW; y++)
        memcpy(window + y * ROBOT_WINDOW, r->plane + (y0 + y) * ROBOT_SIDE + x0, ROBOT_WINDOW);
    for (int y = 36; y < 42; y++) memset(window + y * ROBOT_WINDOW + 40, 254, 6);
    const lf_weights_desc desc = {.plane = window, .plane_size = sizeof window};
    return lf_weights_edit(r->weights, &desc, x0, y0, ROBOT_WINDOW, ROBOT_WINDOW);
}

/// All queries by one strategy; `look`: the window changes before each of them, and that counts.
static lf_status robot_ask(robot *r, lf_strategy strategy, bool look, question_times *times) {
    lf_status status = LF_OK;
    times->count = 0;
    r->random = lf_random_make(12);
    for (int i = 0; status >= 0 && i < ROBOT_QUERIES; i++) {
        const lf_source source = {.tile = robot_place(r)};
        const lf_tile target = robot_place(r);
        const lf_query query = {.sources = &source,
                                .source_count = 1,
                                .targets = &target,
                                .target_count = 1,
                                .strategy = strategy,
                                .weights = r->weights};
        const uint64_t begin = bench_busy();
        if (look) status = robot_look(r, source.tile);
        if (status >= 0) status = lf_search_find(r->search, &query, r->route, ROBOT_SIDE * ROBOT_SIDE, NULL);
        question_time(times, bench_busy() - begin);
    }
    return status < 0 ? status : LF_OK;
}

static double times_mean(const question_times *times) {
    double sum = 0;
    for (int64_t i = 0; i < times->count; i++) sum += times->ms[i];
    return sum / (double)times->count;
}

static lf_status robot_round(robot *r, const bench_map *map, const char *what, bool look) {
    static question_times times[2];
    lf_status status = robot_ask(r, LF_STRATEGY_CELLS, look, &times[0]);
    if (status == LF_OK) status = robot_ask(r, LF_STRATEGY_FLOOD, look, &times[1]);
    if (status != LF_OK) return status;
    const double mean = times_mean(&times[0]), other = times_mean(&times[1]);
    question_row("costmap", map, what, &times[0], "flood", &times[1]);
    fprintf(stderr, "costmap, %s: median %.3f, mean %.3f ms, flood %.3f, %.1f times\n", what,
            bench_quantile(times[0].ms, times[0].count, 0.5), mean, other, other / mean);
    return LF_OK;
}

/// A costmap of 2000 x 2000 tiles. It is made, whatever the map is, so it is asked once: of the archipelago.
bool question_costmap(const bench_map *map) {
    robot r;
    if (strncmp(map->name, "archipelago", 11) != 0) return true;
    lf_status status = robot_make(&r);
    if (status == LF_OK) status = robot_round(&r, map, "fresh", false);
    if (status == LF_OK) status = robot_round(&r, map, "again", false);
    if (status == LF_OK)
        status = robot_round(&r, map, "again, a window of 60 x 60 changes before each", true);
    if (status == LF_OK) status = lf_weights_survey(r.weights, r.search);
    if (status == LF_OK) status = robot_round(&r, map, "surveyed", false);
    robot_free(&r);
    if (status != LF_OK) fprintf(stderr, "costmap: %s\n", lf_status_text(status));
    return status == LF_OK;
}
