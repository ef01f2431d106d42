// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// How build time, memory and query time grow with the map: generated archipelagos from 0.25 to 1,000 million
// tiles.
//
//   bench_scaling [MOST [LEAST]]   up to so many million tiles, and not below LEAST; default 64, which takes a minute
//                                  and 1 GB
//
// A line a size and strategy: what was built (index with its hierarchy, by all processors; coarse map), its time and that
// of all processors together, its bytes, the bytes of a search, and the median and the worst tenth of 60 random queries
// (10 for a flood beyond 10 million tiles). A strategy that gets no memory says so in its line, and the sizes after it are
// left out for it. Routes of headland are held against flood's. The last column is the most memory of the process so far,
// with the map and all else.
#include "bench.h"

#include "../cli/workers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { QUERIES = 60, SLOW_QUERIES = 10 };

typedef struct contender {
    lf_strategy strategy;
    bool out; ///< whether it ran out of memory on a smaller map
} contender;

typedef struct stage {
    bench_map map;
    int64_t lengths[QUERIES]; ///< by the first contender; -1 = not asked
    lf_tile *tiles;
} stage;

static double seconds_since(uint64_t start) {
    return (double)(bench_now(NULL) - start) / 1e9;
}

/// Asks the queries; returns how many were answered, -1 after a wrong answer.
static int64_t ask(stage *on, lf_search *search, lf_strategy strategy, int64_t count, double *us,
                   double *expanded) {
    const lf_map *map = on->map.map;
    *expanded = 0;
    for (int64_t i = 0; i < count; i++) {
        const lf_file_query *ends = &on->map.queries[i];
        const lf_source source = {.tile = lf_map_tile(map, ends->from.x, ends->from.y)};
        const lf_tile target = lf_map_tile(map, ends->to.x, ends->to.y);
        const lf_query query = {.sources = &source,
                                .source_count = 1,
                                .targets = &target,
                                .target_count = 1,
                                .strategy = strategy};
        lf_route route;
        const uint64_t start = bench_now(NULL);
        const lf_status status = lf_search_find(search, &query, on->tiles, lf_map_open_count(map), &route);
        us[i] = seconds_since(start) * 1e6;
        *expanded += (double)route.stats.expanded / (double)count;
        if (status != LF_OK || (route.exact && on->lengths[i] >= 0 && on->lengths[i] != route.length) ||
            lf_route_check(map, on->tiles, route.tile_count, NULL, NULL) != LF_OK) {
            fprintf(stderr, "%s: wrong answer to query %" PRId64 "\n", lf_strategy_name(strategy), i);
            return -1;
        }
        if (route.exact) on->lengths[i] = route.length;
    }
    return count;
}

/// The most memory of the process so far, in MB.
static double memory_most(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_maxrss / 1e3 : 0;
}

static bool contend(stage *on, contender *one) {
    const lf_map *map = on->map.map;
    const double tiles = (double)lf_map_width(map) * lf_map_height(map);
    lf_index *index = NULL;
    lf_coarse *coarse = NULL;
    lf_search *search = NULL;
    const int threads = workers_count(0);
    const lf_index_desc wanted = {.hierarchy = LF_HIERARCHY_YES, .workers = workers_make(&threads)};
    const uint64_t start = bench_now(NULL), busy = bench_busy();
    lf_status status = LF_OK;
    if (one->strategy == LF_STRATEGY_HEADLAND) status = lf_index_create(map, &wanted, &index);
    const bool spine = one->strategy == LF_STRATEGY_SPINE;
    const lf_coarse_desc level = {.level = spine ? lf_spine_level(map) : 0};
    if (one->strategy == LF_STRATEGY_EXPAND || spine) status = lf_coarse_create(map, &level, &coarse);
    const double build = seconds_since(start), worked = (double)(bench_busy() - busy) / 1e9;
    const lf_search_desc desc = {.index = index,
                                 .coarse = coarse,
                                 .clock = {bench_now, NULL},
                                 .only = spine ? LF_STRATEGY_SPINE : LF_STRATEGY_AUTO};
    if (status == LF_OK) status = lf_search_create(map, &desc, &search);
    const bool slow = one->strategy == LF_STRATEGY_FLOOD && tiles > 10e6;
    double us[QUERIES], expanded = 0;
    int64_t asked = 0;
    if (status == LF_OK) asked = ask(on, search, one->strategy, slow ? SLOW_QUERIES : QUERIES, us, &expanded);
    one->out = status == LF_E_NOMEM;
    printf("%.2f\t%s\t%s\t%.3f\t%.3f\t%.1f\t%.1f\t%" PRId64 "\t%.1f\t%.1f\t%.0f\t%" PRId64 "\t%.0f\n",
           tiles / 1e6, lf_strategy_name(one->strategy), one->out ? "no memory" : "done", build, worked,
           (double)(lf_index_bytes(index) + lf_coarse_bytes(coarse)) / 1e6,
           (double)lf_search_bytes(search) / 1e6, asked > 0 ? asked : 0,
           bench_quantile(us, asked > 0 ? asked : 0, 0.5), bench_quantile(us, asked > 0 ? asked : 0, 0.9),
           expanded, lf_index_headland_count(index), memory_most());
    fflush(stdout);
    lf_search_destroy(search);
    lf_index_destroy(index);
    lf_coarse_destroy(coarse);
    return asked >= 0;
}

int main(int argc, char **argv) {
    static const int32_t sizes[][2] = {{512, 512},   {1024, 1024},   {2048, 2048},  {4096, 4096},
                                       {8192, 8192}, {16000, 16000}, {32000, 31250}};
    contender contenders[] = {{.strategy = LF_STRATEGY_FLOOD},
                              {.strategy = LF_STRATEGY_EXPAND},
                              {.strategy = LF_STRATEGY_SPINE},
                              {.strategy = LF_STRATEGY_HEADLAND}};
    const double most = argc > 1 ? strtod(argv[1], NULL) : 64, least = argc > 2 ? strtod(argv[2], NULL) : 0;
    printf("million_tiles\tstrategy\tresult\tbuild_s\tbuild_busy_s\tindex_mb\tsearch_mb\tqueries\t"
           "median_us\tp90_us\texpanded\theadlands\tmemory_mb\n");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if ((double)sizes[i][0] * sizes[i][1] > most * 1.05e6) break;
        if ((double)sizes[i][0] * sizes[i][1] < least * 0.95e6) continue;
        stage on = {0};
        if (!bench_generate(LF_SCENE_ARCHIPELAGO, sizes[i][0], sizes[i][1], QUERIES, &on.map)) {
            printf("%.2f\t-\tno memory for the map\n", (double)sizes[i][0] * sizes[i][1] / 1e6);
            break;
        }
        for (int k = 0; k < QUERIES; k++) on.lengths[k] = -1;
        on.tiles = malloc((size_t)lf_map_open_count(on.map.map) * sizeof *on.tiles);
        bool fine = on.tiles != NULL;
        for (size_t k = 0; fine && k < sizeof contenders / sizeof *contenders; k++)
            if (!contenders[k].out) fine = contend(&on, &contenders[k]);
        free(on.tiles);
        bench_free(&on.map);
        if (!fine) return 1;
    }
    return 0;
}
