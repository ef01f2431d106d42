// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The shapes of a route beside the search that found it: time of each step, points, and Euclidean lengths.
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUERIES = 100, REPEATS = 3, DRIFTS = 2, FORMS = 4 + DRIFTS, STEPS = 5 + DRIFTS };

static const char *const step_names[STEPS] = {"flood", "spine",      "waypoints",  "offshore",
                                              "curve", "offshore-8", "offshore-16"};

/// Offshore with more drift than the default of 4 tiles, which the curve goes on from.
static const int32_t wide_drifts[DRIFTS] = {8, 16};

typedef struct shape_samples {
    double us[STEPS][QUERIES];
    double distance[FORMS], points[FORMS];
    int64_t count;
} shape_samples;

typedef struct shaper {
    lf_depth *depth;
    lf_coarse *coarse;
    lf_search *search;
    lf_tile *tiles, *waypoints, *pushed;
    lf_curve_point *points;
    int64_t capacity;
} shaper;

static bool shaper_make(const lf_map *map, shaper *s) {
    *s = (shaper){.capacity = lf_map_open_count(map)};
    s->tiles = malloc((size_t)s->capacity * sizeof *s->tiles);
    s->waypoints = malloc((size_t)s->capacity * sizeof *s->waypoints);
    s->pushed = malloc((size_t)s->capacity * sizeof *s->pushed);
    s->points = malloc(2 * (size_t)s->capacity * sizeof *s->points);
    return s->tiles != NULL && s->waypoints != NULL && s->pushed != NULL && s->points != NULL &&
           lf_depth_create(map, NULL, &s->depth) == LF_OK &&
           lf_coarse_create(map, &(lf_coarse_desc){.level = lf_spine_level(map)}, &s->coarse) == LF_OK &&
           lf_search_create(map, &(lf_search_desc){.coarse = s->coarse}, &s->search) == LF_OK;
}

static void shaper_free(shaper *s) {
    lf_search_destroy(s->search);
    lf_coarse_destroy(s->coarse);
    lf_depth_destroy(s->depth);
    free(s->tiles);
    free(s->waypoints);
    free(s->pushed);
    free(s->points);
}

static double since_us(uint64_t start) {
    return (double)(bench_now(NULL) - start) / 1e3;
}

/// The waypoints of a query pushed offshore with each of the wide drifts.
static bool push_wide(const lf_map *map, shaper *s, int64_t count, double *us, double *length) {
    bool fine = true;
    for (int i = 0; i < DRIFTS; i++) {
        const lf_shape shape = {.depth = s->depth, .drift = wide_drifts[i]};
        memcpy(s->pushed, s->waypoints, (size_t)count * sizeof *s->pushed);
        const uint64_t start = bench_now(NULL);
        fine &= lf_route_offshore(map, &shape, s->pushed, count) == LF_OK;
        us[i] = since_us(start);
        length[i] = (double)lf_route_distance(map, s->pushed, count);
    }
    return fine;
}

/// One query, searched and shaped; the least of the repeats counts.
static bool shape_query(const bench_map *map, shaper *s, const lf_file_query *asked, shape_samples *all) {
    const lf_source from = {lf_map_tile(map->map, asked->from.x, asked->from.y), 0};
    const lf_tile to = lf_map_tile(map->map, asked->to.x, asked->to.y);
    lf_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
    const lf_shape shape = {.depth = s->depth};
    double best[STEPS];
    lf_route route;
    int64_t waypoints = 0, points = 0;
    double length[FORMS] = {0};
    for (int i = 0; i < STEPS; i++) best[i] = 1e30;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double us[STEPS];
        uint64_t start = bench_now(NULL);
        query.strategy = LF_STRATEGY_SPINE;
        lf_search_find(s->search, &query, s->tiles, s->capacity, &route);
        us[1] = since_us(start);
        start = bench_now(NULL);
        query.strategy = LF_STRATEGY_FLOOD;
        lf_search_find(s->search, &query, s->tiles, s->capacity, &route);
        us[0] = since_us(start);
        if (!route.found) return true;
        start = bench_now(NULL);
        bool fine = lf_route_waypoints(map->map, &shape, s->tiles, route.tile_count, s->waypoints,
                                       s->capacity, &waypoints) == LF_OK;
        us[2] = since_us(start);
        length[0] = (double)lf_route_distance(map->map, s->tiles, route.tile_count);
        length[1] = (double)lf_route_distance(map->map, s->waypoints, waypoints);
        fine &= push_wide(map->map, s, waypoints, &us[5], &length[4]);
        start = bench_now(NULL);
        fine &= lf_route_offshore(map->map, &shape, s->waypoints, waypoints) == LF_OK;
        us[3] = since_us(start);
        length[2] = (double)lf_route_distance(map->map, s->waypoints, waypoints);
        start = bench_now(NULL);
        fine &= lf_route_curve(map->map, &shape, s->waypoints, waypoints, s->points, 2 * s->capacity,
                               &points) == LF_OK;
        us[4] = since_us(start);
        length[3] = (double)lf_curve_distance(s->points, points);
        if (!fine || length[1] > length[0] + 1) return false;
        for (int i = 0; i < STEPS; i++) best[i] = us[i] < best[i] ? us[i] : best[i];
    }
    for (int i = 0; i < STEPS; i++) all->us[i][all->count] = best[i];
    for (int i = 0; i < FORMS; i++) all->distance[i] += length[i] / LF_DISTANCE_ONE;
    const int64_t counts[FORMS] = {route.tile_count, waypoints, waypoints, points, waypoints, waypoints};
    for (int i = 0; i < FORMS; i++) all->points[i] += (double)counts[i];
    all->count++;
    return true;
}

static bool shape_table(const bench_map *map) {
    static shape_samples all;
    shaper s;
    all = (shape_samples){0};
    bool fine = shaper_make(map->map, &s);
    for (int64_t i = 0; fine && i < map->query_count; i++)
        fine = shape_query(map, &s, &map->queries[i], &all);
    const double count = (double)all.count;
    for (int i = 0; fine && i < STEPS; i++) {
        const int form = i < 2 ? 0 : i - 1;
        const double median = bench_quantile(all.us[i], all.count, 0.5),
                     p99 = bench_quantile(all.us[i], all.count, 0.99);
        printf("%s\t%s\t%" PRId64 "\t%.1f\t%.1f\t%.1f\t%.1f\t%.4f\n", map->name, step_names[i], all.count,
               median, p99, all.points[form] / count, all.distance[form] / count,
               all.distance[form] / all.distance[0]);
    }
    if (!fine) fprintf(stderr, "%s: a shape failed\n", map->name);
    shaper_free(&s);
    return fine;
}

int main(void) {
    static const char *const names[] = {"giantworldmap", "world", "northwestpassage"};
    bool fine = true;
    bench_map map;
    printf("map\tstep\tqueries\tmedian_us\tp99_us\tmean_points\tmean_distance\tdistance_over_tiles\n");
    for (size_t i = 0; fine && i < sizeof names / sizeof *names; i++) {
        if (!bench_load(names[i], "queries.csv", QUERIES, &map)) continue;
        fine = shape_table(&map);
        bench_free(&map);
    }
    if (fine && bench_generate(LF_SCENE_ARCHIPELAGO, 2048, 1024, QUERIES, &map)) {
        fine = shape_table(&map);
        bench_free(&map);
    }
    return fine ? 0 : 1;
}
