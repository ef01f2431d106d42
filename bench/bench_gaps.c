// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// keys and doors against the clock: what a game has that stops a hard query after one second, or after ten. The query
// runs in slices of about a millisecond until nine tenths of the time are over, and is finished then; the gap is what
// the route may be too long by, in percent of it. Times are processor seconds of the query alone, with what comes after
// its last slice, so they hold on a busy machine as well.
//
//     bench_gaps [PREFIX [SEEDS [FIRST]]]      rows whose name begins with PREFIX; dungeons of seeds FIRST, ...
//
// A row of ten seeds takes up to two minutes: fewer seeds at a time make shorter runs.
#include "bench.h"

#include "dungeons.h"

#include <stdio.h>
#include <string.h>

enum { SEEDS = 10, MAX_SEEDS = 100, MAX_FIXTURES = 10000, SLICE = 1000 };
#define MAX_BYTES  (INT64_C(2) << 30)
#define MAX_STATES INT64_C(100000000)

static const row rows[] = {
    {"chain-40", 0, 0, -FAMILY_CHAIN, 39, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"chain-64", 0, 0, -FAMILY_CHAIN, 63, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"copies-20", 0, 0, -FAMILY_COPIES, 20, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"nested-20", 0, 0, -FAMILY_NESTED, 20, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"nested-40", 0, 0, -FAMILY_NESTED, 40, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"shortcuts-26", 0, 0, -FAMILY_SHORTCUTS, 26, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"nested-64", 0, 0, -FAMILY_NESTED, 64, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"copies-40", 0, 0, -FAMILY_COPIES, 40, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"cycle-40", 0, 0, -FAMILY_CYCLE, 40, 0, LF_GOAL_ALL_KEYS, LF_MOVES_KING},
    {"cycle-64", 0, 0, -FAMILY_CYCLE, 64, 0, LF_GOAL_ALL_KEYS, LF_MOVES_KING},
    {"field-64", 0, 0, -FAMILY_FIELD, 64, 0, LF_GOAL_ALL_KEYS_EXIT, LF_MOVES_KING},
    {"maze-81-64", 81, 81, 0, 64, 0, LF_GOAL_ALL_KEYS, LF_MOVES_KING},
    {"rooms-1024-36", 1024, 1024, 128, 36, 0, LF_GOAL_ALL_KEYS, LF_MOVES_KING},
    {"rooms-1024-40", 1024, 1024, 128, 40, 0, LF_GOAL_ALL_KEYS, LF_MOVES_KING},
};

/// What a query gave after some time.
typedef struct outcome {
    double seconds;
    double gap; ///< percent of the route
    bool proven;
} outcome;

static outcome ask(lf_keys_search *search, const lf_keys_query *query, double seconds) {
    lf_keys_route route;
    const uint64_t begin = bench_busy();
    lf_status status = lf_keys_search_begin(search, query);
    while (status == LF_PAUSED && (double)(bench_busy() - begin) < 0.9e9 * seconds)
        status = lf_keys_search_step(search, SLICE);
    status = lf_keys_search_finish(search, NULL, 0, &route);
    const double least = (double)route.lower_bound, length = (double)route.length;
    return (outcome){.seconds = (double)(bench_busy() - begin) / 1e9,
                     .gap = !route.found ? 100 : 100 * (length - least) / length,
                     .proven = status == LF_OK};
}

/// A dungeon with one second, and with ten if that was not enough. False if there is no memory.
static bool run(const row *r, ground *g, outcome *soon, outcome *late) {
    const int64_t count = (int64_t)r->width * r->height;
    lf_map *map = NULL;
    lf_fixtures *fixtures = NULL;
    lf_keys_search *search = NULL;
    ground_scan(g, count);
    const lf_map_desc map_desc = {.width = r->width,
                                  .height = r->height,
                                  .tiles = g->tiles,
                                  .tiles_size = (size_t)count,
                                  .moves = r->moves,
                                  .skip_bodies = true};
    const lf_fixtures_desc fixtures_desc = {.fixtures = g->fixtures, .fixture_count = g->fixture_count};
    const lf_keys_search_desc desc = {.max_bytes = MAX_BYTES, .max_states = MAX_STATES};
    const lf_keys_query query = {
        .sources = &g->start, .source_count = 1, .targets = &g->exit, .target_count = 1, .goal = r->goal};
    const bool ok = lf_map_create(&map_desc, &map) == LF_OK &&
                    lf_fixtures_create(map, &fixtures_desc, &fixtures) == LF_OK &&
                    lf_keys_search_create(fixtures, &desc, &search) == LF_OK;
    if (ok) *soon = *late = ask(search, &query, 1);
    if (ok && !soon->proven) *late = ask(search, &query, 10);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    return ok;
}

/// What the dungeons of a row gave.
typedef struct tally {
    double seconds[MAX_SEEDS], gap[MAX_SEEDS], overrun;
    int proven;
} tally;

static void tally_add(tally *t, int i, outcome o) {
    t->seconds[i] = o.seconds;
    t->gap[i] = o.gap;
    t->proven += o.proven;
}

static void tally_print(tally *t, int count) {
    printf("\t%d\t%.2f\t%.2f\t%.1f\t%.1f", t->proven, bench_quantile(t->seconds, count, 0.5),
           bench_quantile(t->seconds, count, 1), bench_quantile(t->gap, count, 0.5),
           bench_quantile(t->gap, count, 1));
}

static bool bench_row(row r, int first, int count) {
    if (r.rooms < 0) family_size((family)-r.rooms, r.keys, &r.width, &r.height);
    ground g = {.tiles = malloc((size_t)r.width * (size_t)r.height),
                .fixtures = malloc(MAX_FIXTURES * sizeof *g.fixtures)};
    static tally soon, late;
    soon = late = (tally){0};
    bool ok = g.tiles != NULL && g.fixtures != NULL;
    for (int i = 0; ok && i < count; i++) {
        outcome a, b;
        ok = row_make(&r, (uint64_t)(first + i), g.tiles) && run(&r, &g, &a, &b);
        if (!ok) break;
        tally_add(&soon, i, a);
        tally_add(&late, i, b);
        fprintf(stderr, "%s %d: %.2f s %.1f %%, %.2f s %.1f %%\n", r.name, first + i, a.seconds, a.gap,
                b.seconds, b.gap);
    }
    if (ok) {
        printf("%s\t%d\t%d", r.name, first, count);
        tally_print(&soon, count);
        tally_print(&late, count);
        printf("\n");
        fflush(stdout);
    } else {
        fprintf(stderr, "%s: there is no memory\n", r.name);
    }
    free(g.tiles);
    free(g.fixtures);
    return ok;
}

int main(int argc, char **argv) {
    const char *only = argc > 1 ? argv[1] : "";
    int count = argc > 2 ? atoi(argv[2]) : SEEDS;
    if (count < 1 || count > MAX_SEEDS) count = SEEDS;
    printf("dungeon\tfirst_seed\tseeds\tproven_1s\ts_1s\tmost_s_1s\tgap_1s\tmost_gap_1s\tproven_10s\ts_"
           "10s\tmost_s_"
           "10s\tgap_10s\tmost_gap_10s\n");
    bool ok = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strncmp(rows[i].name, only, strlen(only)) == 0)
            ok = bench_row(rows[i], argc > 3 ? atoi(argv[3]) : 1, count) && ok;
    return ok ? 0 : 1;
}
