// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Long routes: `headland` in perfect mazes, where a route has a leg every two to four tiles. Nanoseconds per tile of
// the route, of the mean query, for a query as a whole and without writing its tiles:
//
//   warm    all queries in turn: the fastest of WARM rounds of each
//   cold    after 64 MB of other memory were touched: the median of COLD runs of each
//   floor   filling as many tiles by memset, in the same rounds
//
// Every route is checked once. Uniform costs; arguments are the sides of the mazes.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUERIES = 40, WARM = 9, COLD = 3, COLD_BYTES = 64 << 20, LINE = 64 };

/// What a query is timed for.
typedef enum task { WHOLE, UNWRITTEN, FLOOR, TASKS } task;

typedef struct trial {
    bench_map map;
    lf_index *index;
    lf_search *search;
    lf_tile *tiles;
    int64_t room;
    uint8_t *other; ///< the memory that is touched between cold queries
    int64_t lengths[QUERIES];
    double warm[TASKS][QUERIES], cold[TASKS][QUERIES]; ///< nanoseconds
} trial;

static bool trial_find(trial *run, int64_t number, bool written, lf_route *route) {
    const lf_map *map = run->map.map;
    const lf_file_query *asked = &run->map.queries[number];
    const lf_source source = {.tile = lf_map_tile(map, asked->from.x, asked->from.y)};
    const lf_tile target = lf_map_tile(map, asked->to.x, asked->to.y);
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = LF_STRATEGY_HEADLAND};
    return lf_search_find(run->search, &query, written ? run->tiles : NULL, written ? run->room : 0, route) ==
           LF_OK;
}

static double trial_time(trial *run, task what, int64_t number) {
    lf_route route;
    const uint64_t start = bench_now(NULL);
    if (what == FLOOR)
        memset(run->tiles, (int)number, (size_t)(run->lengths[number] + 1) * sizeof *run->tiles);
    else
        trial_find(run, number, what == WHOLE, &route);
    return (double)(bench_now(NULL) - start);
}

/// Answers all queries once, and checks the routes.
static bool trial_check(trial *run) {
    for (int64_t i = 0; i < QUERIES; i++) {
        lf_route route;
        if (!trial_find(run, i, true, &route)) return false;
        if (lf_route_check(run->map.map, run->tiles, route.length + 1, NULL, NULL) != LF_OK) return false;
        run->lengths[i] = route.length;
    }
    return true;
}

static void trial_run_warm(trial *run) {
    for (int what = 0; what < TASKS; what++) {
        for (int round = 0; round < WARM; round++) {
            for (int64_t i = 0; i < QUERIES; i++) {
                const double ns = trial_time(run, (task)what, i);
                if (round == 0 || ns < run->warm[what][i]) run->warm[what][i] = ns;
            }
        }
    }
}

static void trial_run_cold(trial *run) {
    for (int64_t i = 0; i < QUERIES; i++) {
        for (int what = 0; what < TASKS; what++) {
            double ns[COLD];
            for (int k = 0; k < COLD; k++) {
                for (size_t at = 0; at < COLD_BYTES; at += LINE) run->other[at]++;
                ns[k] = trial_time(run, (task)what, i);
            }
            run->cold[what][i] = bench_quantile(ns, COLD, 0.5);
        }
    }
}

static double per_tile(const trial *run, const double *ns) {
    double sum = 0, tiles = 0;
    for (int64_t i = 0; i < QUERIES; i++) {
        sum += ns[i];
        tiles += (double)run->lengths[i] + 1;
    }
    return sum / tiles;
}

static void trial_print(const trial *run, int side) {
    double tiles = 0;
    for (int64_t i = 0; i < QUERIES; i++) tiles += (double)run->lengths[i] + 1;
    printf("%d\t%d\t%.0f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\n", side, QUERIES, tiles / QUERIES,
           per_tile(run, run->warm[WHOLE]), per_tile(run, run->warm[UNWRITTEN]),
           per_tile(run, run->warm[FLOOR]), per_tile(run, run->cold[WHOLE]),
           per_tile(run, run->cold[UNWRITTEN]), per_tile(run, run->cold[FLOOR]));
    fflush(stdout);
}

static bool trial_make(trial *run, int side) {
    if (!bench_generate(LF_SCENE_MAZE, side, side, QUERIES, &run->map)) return false;
    run->room = lf_map_open_count(run->map.map);
    run->tiles = malloc((size_t)run->room * sizeof *run->tiles);
    run->other = calloc(COLD_BYTES, 1);
    return run->tiles != NULL && run->other != NULL &&
           lf_index_create(run->map.map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_YES}, &run->index) ==
               LF_OK &&
           lf_search_create(run->map.map, &(lf_search_desc){.index = run->index}, &run->search) == LF_OK;
}

static bool trial_do(trial *run, int side) {
    if (!trial_make(run, side) || !trial_check(run)) return false;
    trial_run_warm(run);
    trial_run_cold(run);
    trial_print(run, side);
    return true;
}

static void trial_free(trial *run) {
    lf_search_destroy(run->search);
    lf_index_destroy(run->index);
    bench_free(&run->map);
    free(run->tiles);
    free(run->other);
}

int main(int argc, char **argv) {
    static const char *const usual[] = {"511", "1023", "2047", "4095"};
    const int count = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof *usual);
    printf(
        "side\tqueries\troute_tiles\twarm_ns\twarm_unwritten_ns\twarm_floor_ns\tcold_ns\tcold_unwritten_ns\t"
        "cold_floor_ns\n");
    bool ok = true;
    for (int i = 0; i < count; i++) {
        static trial run;
        const int side = atoi(argc > 1 ? argv[i + 1] : usual[i]);
        run = (trial){0};
        ok = trial_do(&run, side) && ok;
        trial_free(&run);
    }
    if (!ok) fprintf(stderr, "a route is wrong, or memory ran out\n");
    return ok ? 0 : 1;
}
