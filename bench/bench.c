// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Shared parts of the benchmarks. Queries are seeded, so every run and machine asks the same questions.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t clock_read(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t bench_now(void *user) {
    (void)user;
    return clock_read(CLOCK_MONOTONIC);
}

uint64_t bench_busy(void) {
    return clock_read(CLOCK_PROCESS_CPUTIME_ID);
}

static int number_compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_quantile(double *numbers, int64_t count, double share) {
    if (count == 0) return 0;
    qsort(numbers, (size_t)count, sizeof *numbers, number_compare);
    return numbers[(int64_t)(share * (double)(count - 1) + 0.5)];
}

static uint32_t largest_body(const lf_map *map) {
    uint32_t best = 0;
    for (uint32_t body = 1; body < lf_map_body_count(map); body++) {
        if (lf_map_body_size(map, body) > lf_map_body_size(map, best)) best = body;
    }
    return best;
}

static lf_point random_point(const lf_map *map, uint32_t body, lf_random *random) {
    for (;;) {
        const lf_point point = {(int32_t)lf_random_below(random, (uint32_t)lf_map_width(map)),
                                (int32_t)lf_random_below(random, (uint32_t)lf_map_height(map))};
        if (lf_map_body(map, lf_map_tile(map, point.x, point.y)) == body) return point;
    }
}

lf_file_query bench_random_query(const lf_map *map, lf_random *random) {
    const uint32_t body = largest_body(map);
    const lf_point from = random_point(map, body, random);
    return (lf_file_query){.from = from, .to = random_point(map, body, random), .known_length = -1};
}

/// Gives a map its random queries.
static bool queries_make(int64_t count, bench_map *out) {
    out->query_count = count;
    out->queries = malloc((size_t)count * sizeof *out->queries);
    if (out->queries == NULL) return false;
    lf_random random = lf_random_make(7);
    for (int64_t i = 0; i < count; i++) out->queries[i] = bench_random_query(out->map, &random);
    return true;
}

bool bench_adopt(const char *name, lf_plane tiles, int64_t query_count, bench_map *out) {
    *out = (bench_map){.grid.tiles = tiles};
    snprintf(out->name, sizeof out->name, "%s-%dx%d", name, (int)tiles.width, (int)tiles.height);
    if (tiles.open != NULL && lf_grid_to_map(&out->grid, LF_MOVES_KING, &out->map) == LF_OK &&
        queries_make(query_count, out))
        return true;
    bench_free(out);
    return false;
}

bool bench_generate(lf_scene scene, int32_t width, int32_t height, int64_t query_count, bench_map *out) {
    *out = (bench_map){0};
    const lf_plane tiles = {width, height, malloc((size_t)width * (size_t)height)};
    if (tiles.open == NULL || !lf_scene_make(scene, width, height, 1, tiles.open)) {
        free(tiles.open);
        return false;
    }
    return bench_adopt(lf_scene_name(scene), tiles, query_count, out);
}

bool bench_generate_sea(int64_t query_count, bench_map *out) {
    return bench_generate(LF_SCENE_ARCHIPELAGO, 4108, 1948, query_count, out);
}

bool bench_make(const bench_ground *ground, int64_t query_count, bench_map *out) {
    *out = (bench_map){0};
    const size_t side = (size_t)ground->side;
    const lf_plane tiles = {ground->side, ground->side, malloc(side * side)};
    const lf_square square = {ground->side, tiles.open};
    if (tiles.open == NULL || !ground->fill(square, ground->grain, 5)) {
        free(tiles.open);
        return false;
    }
    return bench_adopt(ground->name, tiles, query_count, out);
}

bool bench_generate_river(int32_t side, int64_t query_count, bench_map *out) {
    if (!bench_generate(LF_SCENE_RIVER, side, side, query_count, out)) return false;
    const lf_map *map = out->map;
    const lf_point corner = {side - 1, side - 1};
    const uint32_t ocean = lf_map_body(map, lf_map_tile(map, corner.x, corner.y));
    for (int32_t y = 0; y < side; y++) {
        if (lf_map_body(map, lf_map_tile(map, 0, y)) != ocean) continue;
        out->queries[0] = (lf_file_query){.from = {0, y}, .to = corner, .known_length = -1};
        return true;
    }
    fprintf(stderr, "%s: no spring at the left edge\n", out->name);
    bench_free(out);
    return false;
}

/// The queries of a file, at most `query_count` of them, spread over it.
static bool queries_load(const char *path, int64_t query_count, bench_map *out, lf_io_error *error) {
    lf_query_list list;
    if (lf_queries_load(path, &list, error) != LF_IO_OK) return false;
    out->query_count = list.count < query_count ? list.count : query_count;
    out->queries = list.items;
    for (int64_t i = 0; i < out->query_count; i++)
        out->queries[i] = list.items[i * list.count / out->query_count];
    return true;
}

/// A map and its queries by their paths (NULL: random ones); false, with a line on stderr, where they are
/// absent.
static bool load_files(const char *map, const char *queries, int64_t query_count, bench_map *out) {
    lf_io_error error = {.message = "no memory"};
    if (lf_grid_load(map, NULL, &out->grid, &error) == LF_IO_OK &&
        lf_grid_to_map(&out->grid, LF_MOVES_KING, &out->map) == LF_OK &&
        (queries != NULL ? queries_load(queries, query_count, out, &error) : queries_make(query_count, out)))
        return true;
    fprintf(stderr, "left out: %s (./dev maps says where to get it)\n", error.message);
    bench_free(out);
    return false;
}

static bool file_is_there(const char *path) {
    FILE *file = fopen(path, "rb");
    return file != NULL && fclose(file) == 0;
}

static const char *shared_data(void) {
    const char *shared = getenv("LF_SHARED_DATA");
    return shared != NULL ? shared : "../shared";
}

bool bench_load(const char *name, const char *queries, int64_t query_count, bench_map *out) {
    *out = (bench_map){0};
    char folder[512], path[1024];
    snprintf(folder, sizeof folder, "%s/maps/%s", shared_data(), name);
    snprintf(path, sizeof path, "%s/%s", folder, queries);
    snprintf(out->name, sizeof out->name, "%s", name);
    const bool made = strcmp(queries, "queries.csv") == 0 && !file_is_there(path);
    if (!load_files(folder, made ? NULL : path, query_count, out)) return false;
    if (made) fprintf(stderr, "%s: no queries.csv, so the queries are random ones\n", name);
    return true;
}

bool bench_load_scenario(const char *name, bench_map *out) {
    *out = (bench_map){0};
    char map[512], path[1024];
    snprintf(map, sizeof map, "%s/movingai/%s.map", shared_data(), name);
    snprintf(path, sizeof path, "%s.scen", map);
    snprintf(out->name, sizeof out->name, "%s", name);
    return load_files(map, path, INT64_MAX, out);
}

void bench_free(bench_map *map) {
    lf_map_destroy(map->map);
    lf_grid_free(&map->grid);
    free(map->queries);
    *map = (bench_map){0};
}
