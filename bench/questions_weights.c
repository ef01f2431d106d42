// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Weights, under both costs, each query beside flood without weights under octile costs: a soft coast, and
// weights from 1 to 9 at random, the worst case. What a tile that was expanded costs goes to stderr.
#include "questions.h"

#include <stdio.h>
#include <stdlib.h>

enum { QUERIES = 50, FIELDS = 5 };

typedef struct weights_run {
    const bench_map *map;
    lf_search *search;
    lf_tile *tiles;
    int64_t expanded[2]; ///< with weights, and without
    uint64_t ns[2];
} weights_run;

static uint64_t query_time(weights_run *run, const lf_query *query, int which, lf_status *status) {
    lf_route route;
    const uint64_t begin = bench_busy();
    *status = lf_search_find(run->search, query, run->tiles, lf_map_open_count(run->map->map), &route);
    const uint64_t ns = bench_busy() - begin;
    run->ns[which] += ns;
    run->expanded[which] += route.stats.expanded;
    return ns;
}

static lf_status queries_time(weights_run *run, const lf_weights *weights, lf_cost cost, const char *what) {
    static question_times with, without;
    lf_status status = LF_OK;
    with.count = without.count = 0;
    run->ns[0] = run->ns[1] = 0;
    run->expanded[0] = run->expanded[1] = 0;
    for (int64_t i = 0; status >= 0 && i < run->map->query_count && i < QUERIES; i++) {
        const lf_file_query *asked = &run->map->queries[i];
        const lf_source source = {.tile = lf_map_tile(run->map->map, asked->from.x, asked->from.y)};
        const lf_tile target = lf_map_tile(run->map->map, asked->to.x, asked->to.y);
        lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
        query.strategy = LF_STRATEGY_FLOOD;
        query.options.cost = cost;
        query.weights = weights;
        question_time(&with, query_time(run, &query, 0, &status));
        query.options.cost = LF_COST_OCTILE;
        query.weights = NULL;
        if (status >= 0) question_time(&without, query_time(run, &query, 1, &status));
    }
    if (status < 0) return status;
    question_row("weights", run->map, what, &with, "flood, octile", &without);
    fprintf(stderr, "%s, %s: %.1f ns per tile, without weights under octile costs %.1f\n", run->map->name,
            what, (double)run->ns[0] / (double)run->expanded[0],
            (double)run->ns[1] / (double)run->expanded[1]);
    return LF_OK;
}

/// The tile with the greatest cost.
static lf_tile dearest(const lf_field *field, int64_t count) {
    lf_tile best = 0;
    int64_t most = -1;
    for (int64_t i = 0; i < count; i++) {
        const int64_t distance = lf_field_distance(field, (lf_tile)i);
        if (distance <= most) continue;
        most = distance;
        best = (lf_tile)i;
    }
    return best;
}

/// A field with distances and directions, beside flood under the same weights to its dearest tile: both meet all tiles.
static lf_status fields_time(weights_run *run, const lf_weights *weights, lf_cost cost, const char *what) {
    static question_times fields, floods;
    const lf_map *map = run->map->map;
    const lf_point port = run->map->queries[0].from;
    const lf_tile target = lf_map_tile(map, port.x, port.y);
    const lf_field_desc desc = {.cost = cost, .directions = true, .weights = weights};
    const lf_field_query asked = {.targets = &target, .target_count = 1};
    lf_field *field;
    lf_field_planes planes;
    lf_status status = lf_field_create(map, &desc, &field);
    fields.count = floods.count = 0;
    for (int i = 0; status == LF_OK && i < FIELDS; i++) {
        const uint64_t begin = bench_busy();
        status = lf_field_fill(field, &asked, &planes);
        question_time(&fields, bench_busy() - begin);
        if (status != LF_OK) break;
        const lf_source source = {.tile = target};
        const lf_tile far = dearest(field, planes.tile_count);
        lf_query query = {.sources = &source, .source_count = 1, .targets = &far, .target_count = 1};
        query.strategy = LF_STRATEGY_FLOOD;
        query.options.cost = cost;
        query.weights = weights;
        question_time(&floods, query_time(run, &query, 0, &status));
    }
    lf_field_destroy(field);
    if (status == LF_OK) question_row("weights", run->map, what, &fields, "flood, weights", &floods);
    return status;
}

static lf_status kinds_run(const bench_map *map, const lf_weights_desc *kinds, question_weighed *ask,
                           void *context) {
    static const char *const names[2][2] = {{"soft coast, uniform", "soft coast, octile"},
                                            {"1 to 9 at random, uniform", "1 to 9 at random, octile"}};
    lf_status status = LF_OK;
    for (int i = 0; status == LF_OK && i < 4; i++) {
        lf_weights *weights;
        status = lf_weights_create(map->map, &kinds[i / 2], &weights);
        if (status == LF_OK) status = ask(context, weights, (lf_cost)(i % 2), names[i / 2][i % 2]);
        lf_weights_destroy(weights);
    }
    return status;
}

lf_status question_each_weights(const bench_map *map, question_weighed *ask, void *context) {
    const size_t size = (size_t)lf_map_width(map->map) * (size_t)lf_map_height(map->map);
    uint32_t soft[256];
    uint8_t *noise = malloc(size);
    lf_depth *depth = NULL;
    lf_random random = lf_random_make(7);
    for (int i = 0; i < 256; i++) soft[i] = i < 3 ? 16 : i <= 10 ? 4 : 5;
    for (size_t i = 0; noise != NULL && i < size; i++) noise[i] = (uint8_t)(1 + lf_random_below(&random, 9));
    lf_status status = noise == NULL ? LF_E_NOMEM : lf_depth_create(map->map, NULL, &depth);
    const lf_weights_desc kinds[2] = {{.depth = depth, .depth_table = soft},
                                      {.plane = noise, .plane_size = size}};
    if (status == LF_OK) status = kinds_run(map, kinds, ask, context);
    lf_depth_destroy(depth);
    free(noise);
    return status;
}

static lf_status weights_ask(void *context, lf_weights *weights, lf_cost cost, const char *what) {
    char field_what[80];
    snprintf(field_what, sizeof field_what, "%s: field with directions", what);
    const lf_status status = queries_time(context, weights, cost, what);
    return status == LF_OK ? fields_time(context, weights, cost, field_what) : status;
}

bool question_weights(const bench_map *map) {
    weights_run run = {.map = map, .tiles = malloc((size_t)lf_map_open_count(map->map) * sizeof *run.tiles)};
    const lf_search_desc desc = {.cost = LF_COST_OCTILE, .weighted = true};
    lf_status status = run.tiles == NULL ? LF_E_NOMEM : lf_search_create(map->map, &desc, &run.search);
    if (status == LF_OK) status = question_each_weights(map, weights_ask, &run);
    if (status != LF_OK) fprintf(stderr, "%s: %s\n", map->name, lf_status_text(status));
    lf_search_destroy(run.search);
    free(run.tiles);
    return status == LF_OK;
}
