// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// keys and doors on generated dungeons: `keys` and, where its states fit into memory, `keys-plain` beside it
// in the same run, on the same dungeons. A row is ten seeds; times are medians over them of the best of three
// runs, from bytes to tiles: making the map, scanning it for fixtures, and the query with its route. Lengths are
// compared.
//
// The rows named noise-N are full of doors: there `keys` used to take up to hundreds of times as long as `keys-plain`.
//
// Large dungeons are asked once more with ways made once (lf_keys_ways): ways_ms is what making them takes, kept_ms
// the query alone. The rows named dense-N have as many rooms as the generator makes by itself.
//
// Families (families.h) and mazes are hard in other ways. At the limit of states the gap is what is proven: at most so
// many percent of the route are too long.
//
// The rows named keys-N show how time grows with the number of keys; bench/plot.py draws them.
#include "bench.h"

#include "dungeons.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 10, RUNS = 3 };
#define MAX_BYTES  (INT64_C(4) << 30)
#define MAX_STATES 500000

static const row rows[] = {
    {"tiny", 20, 20, 9, 6, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"tiny", 20, 20, 9, 6, 0, LF_GOAL_ALL_KEYS_EXIT, LF_MOVES_KING},
    {"rooms-512", 512, 512, 64, 10, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"rooms-512", 512, 512, 64, 10, 0, LF_GOAL_ALL_KEYS_EXIT, LF_MOVES_KING},
    {"rooms-4096", 4096, 4096, 900, 26, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"rooms-4096", 4096, 4096, 900, 26, 0, LF_GOAL_EXIT, LF_MOVES_KING_CUT},
    {"rooms-4096", 4096, 4096, 900, 26, 0, LF_GOAL_EXIT, LF_MOVES_ORTHOGONAL},
    {"rooms-4096", 4096, 4096, 900, 26, 0, LF_GOAL_ALL_KEYS, LF_MOVES_KING},
    {"rooms-4096", 4096, 4096, 900, 26, 0, LF_GOAL_ALL_KEYS_EXIT, LF_MOVES_KING},
    {"doors-450", 4096, 4096, 900, 26, 450, LF_GOAL_EXIT, LF_MOVES_KING},
    {"doors-450", 4096, 4096, 900, 26, 450, LF_GOAL_ALL_KEYS, LF_MOVES_KING},
    {"maze-81", 81, 81, 0, 26, 0, LF_GOAL_ALL_KEYS, LF_MOVES_ORTHOGONAL},
    {"maze-81", 81, 81, 0, 26, 0, LF_GOAL_ALL_KEYS, LF_MOVES_KING},
    {"maze-81-few-doors", 81, 81, 0, 20, 0, LF_GOAL_ALL_KEYS, LF_MOVES_ORTHOGONAL},
    {"rooms-4096-64", 4096, 4096, 900, 64, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"dense-4096", 4096, 4096, DENSE, 26, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"dense-4096", 4096, 4096, DENSE, 26, 0, LF_GOAL_ALL_KEYS, LF_MOVES_KING},
    {"dense-4096", 4096, 4096, DENSE, 26, 0, LF_GOAL_ALL_KEYS_EXIT, LF_MOVES_KING},
    {"dense-4096-64", 4096, 4096, DENSE, 64, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"noise-51", 51, 47, NOISE, 6, 120, LF_GOAL_EXIT, LF_MOVES_KING},
    {"noise-60", 60, 60, NOISE, 6, 120, LF_GOAL_EXIT, LF_MOVES_KING},
    {"noise-60", 60, 60, NOISE, 6, 120, LF_GOAL_ALL_KEYS, LF_MOVES_ORTHOGONAL},
    {"noise-100", 100, 100, NOISE, 6, 120, LF_GOAL_EXIT, LF_MOVES_KING},
    {"noise-140", 140, 140, NOISE, 6, 120, LF_GOAL_EXIT, LF_MOVES_KING},
    {"noise-200", 200, 200, NOISE, 6, 120, LF_GOAL_EXIT, LF_MOVES_KING},
    {"noise-40-few", 40, 40, NOISE, 10, 30, LF_GOAL_EXIT, LF_MOVES_KING},
    {"noise-60-few", 60, 60, NOISE, 6, 10, LF_GOAL_EXIT, LF_MOVES_KING},
    {"noise-100-few", 100, 100, NOISE, 8, 10, LF_GOAL_ALL_KEYS, LF_MOVES_KING},
    {"maze-81-64", 81, 81, 0, 64, 0, LF_GOAL_ALL_KEYS, LF_MOVES_KING},
    {"chain-40", 0, 0, -FAMILY_CHAIN, 39, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"chain-64", 0, 0, -FAMILY_CHAIN, 63, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"copies-20", 0, 0, -FAMILY_COPIES, 20, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"copies-40", 0, 0, -FAMILY_COPIES, 40, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"nested-20", 0, 0, -FAMILY_NESTED, 20, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"nested-32", 0, 0, -FAMILY_NESTED, 32, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"shortcuts-26", 0, 0, -FAMILY_SHORTCUTS, 26, 0, LF_GOAL_EXIT, LF_MOVES_KING},
    {"cycle-40", 0, 0, -FAMILY_CYCLE, 40, 0, LF_GOAL_ALL_KEYS, LF_MOVES_KING},
    {"cycle-64", 0, 0, -FAMILY_CYCLE, 64, 0, LF_GOAL_ALL_KEYS, LF_MOVES_KING},
    {"field-64", 0, 0, -FAMILY_FIELD, 64, 0, LF_GOAL_ALL_KEYS_EXIT, LF_MOVES_KING},
};

/// What one dungeon gave.
typedef struct result {
    lf_status status;
    double ns;
    double ways_ns, kept_ns; ///< 0 = not measured
    lf_keys_route route;
    int64_t plain_bytes;
} result;

/// Asks once more, with ways made once; false if there is no memory, or if the answer is another one.
static bool run_kept(const lf_fixtures *fixtures, const lf_keys_query *query, result *out) {
    lf_keys_ways *ways = NULL;
    lf_keys_search *search = NULL;
    lf_keys_route route;
    const uint64_t begin = bench_now(NULL);
    bool ok = lf_keys_ways_create(fixtures, NULL, &ways) == LF_OK;
    out->ways_ns = (double)(bench_now(NULL) - begin);
    const lf_keys_search_desc desc = {.max_bytes = MAX_BYTES, .max_states = MAX_STATES, .ways = ways};
    ok = ok && lf_keys_search_create(fixtures, &desc, &search) == LF_OK;
    for (int i = 0; ok && i < RUNS; i++) {
        const uint64_t asked = bench_now(NULL);
        const lf_status status = lf_keys_search_find(search, query, NULL, 0, &route);
        const double ns = (double)(bench_now(NULL) - asked);
        if (i == 0 || ns < out->kept_ns) out->kept_ns = ns;
        ok = status >= 0 &&
             (status == LF_LIMIT || out->status == LF_LIMIT || route.length == out->route.length);
    }
    lf_keys_search_destroy(search);
    lf_keys_ways_destroy(ways);
    return ok;
}

/// One run from bytes to route; false if there is no memory.
static bool run_once(const row *r, ground *g, lf_keys_strategy strategy, bool kept, result *out) {
    const int64_t count = (int64_t)r->width * r->height;
    const uint64_t begin = bench_now(NULL);
    ground_scan(g, count);
    lf_map *map = NULL;
    lf_fixtures *fixtures = NULL;
    lf_keys_search *search = NULL;
    const lf_map_desc map_desc = {.width = r->width,
                                  .height = r->height,
                                  .tiles = g->tiles,
                                  .tiles_size = (size_t)count,
                                  .moves = r->moves,
                                  .skip_bodies = true};
    const lf_fixtures_desc fixtures_desc = {.fixtures = g->fixtures, .fixture_count = g->fixture_count};
    const lf_keys_search_desc desc = {.max_bytes = MAX_BYTES, .max_states = MAX_STATES};
    const lf_keys_query query = {.sources = &g->start,
                                 .source_count = 1,
                                 .targets = &g->exit,
                                 .target_count = 1,
                                 .goal = r->goal,
                                 .strategy = strategy};
    bool ok = lf_map_create(&map_desc, &map) == LF_OK &&
              lf_fixtures_create(map, &fixtures_desc, &fixtures) == LF_OK &&
              lf_keys_search_create(fixtures, &desc, &search) == LF_OK;
    if (ok) out->status = lf_keys_search_find(search, &query, NULL, 0, &out->route);
    out->ns = (double)(bench_now(NULL) - begin);
    if (ok && kept) ok = run_kept(fixtures, &query, out);
    out->plain_bytes = ok ? lf_keys_plain_bytes(fixtures, 0) : 0;
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    return ok;
}

static bool run_best(const row *r, ground *g, lf_keys_strategy strategy, result *out) {
    for (int i = 0; i < RUNS; i++) {
        result once = {0};
        if (!run_once(r, g, strategy, false, &once)) return false;
        if (i == 0 || once.ns < out->ns) *out = once;
        if (once.ns > 3e8) break; // the slow ones need no repeats
    }
    return true;
}

static int64_t whole(double *numbers, int count, double share) {
    return (int64_t)bench_quantile(numbers, count, share);
}

/// Whether ways made once are measured: where rooms are, and a query takes long.
static bool row_wants_ways(const row *r) {
    return r->rooms > 0 && r->width >= 4096;
}

static bool bench_row(const row *given) {
    row sized = *given;
    if (sized.rooms < 0 && sized.rooms != NOISE)
        family_size((family)-sized.rooms, sized.keys, &sized.width, &sized.height);
    const row *r = &sized;
    const size_t count = (size_t)r->width * (size_t)r->height;
    ground g = {.tiles = malloc(count), .fixtures = malloc(100000 * sizeof *g.fixtures)};
    double ms[SEEDS], plain_ms[SEEDS], states[SEEDS], points[SEEDS], bends[SEEDS], bytes[SEEDS],
        length[SEEDS], gap[SEEDS], ways_ms[SEEDS], kept_ms[SEEDS];
    int limits = 0, plains = 0;
    int64_t plain_bytes = 0;
    bool ok = g.tiles != NULL && g.fixtures != NULL;
    for (int i = 0; ok && i < SEEDS; i++) {
        result fast = {0}, plain = {0};
        ok = row_make(r, (uint64_t)i + 1, g.tiles) && run_best(r, &g, LF_KEYS, &fast);
        if (ok && row_wants_ways(r)) {
            result kept = {0};
            ok = run_once(r, &g, LF_KEYS, true, &kept);
            ways_ms[i] = kept.ways_ns / 1e6;
            kept_ms[i] = kept.kept_ns / 1e6;
        }
        limits += fast.status == LF_LIMIT;
        plain_bytes = fast.plain_bytes;
        if (ok && plain_bytes < MAX_BYTES) {
            ok = run_best(r, &g, LF_KEYS_PLAIN, &plain) && plain.status == fast.status &&
                 plain.route.length == fast.route.length;
            plain_ms[plains++] = plain.ns / 1e6;
        }
        ms[i] = fast.ns / 1e6;
        states[i] = (double)fast.route.stats.states;
        points[i] = (double)fast.route.stats.points;
        bends[i] = (double)fast.route.stats.bends;
        bytes[i] = (double)fast.route.stats.bytes / 1e6;
        length[i] = (double)fast.route.length;
        gap[i] = fast.status == LF_LIMIT ? 100.0 * (double)(fast.route.length - fast.route.lower_bound) /
                                               (double)fast.route.length
                                         : 0;
    }
    if (ok) {
        printf("%s\t%dx%d\t%s\t%d\t%d\t%s\t%.3f\t%.3f\t%.3f\t", r->name, r->width, r->height,
               r->moves == LF_MOVES_KING       ? "king"
               : r->moves == LF_MOVES_KING_CUT ? "king-cut"
                                               : "orthogonal",
               r->keys, r->doors > 0 ? r->doors : r->keys, lf_goal_name(r->goal),
               bench_quantile(ms, SEEDS, 0.5), bench_quantile(ms, SEEDS, 0), bench_quantile(ms, SEEDS, 1));
        printf("%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%.1f\t%" PRId64 "\t%d\t",
               whole(states, SEEDS, 0.5), whole(states, SEEDS, 1), whole(points, SEEDS, 0.5),
               whole(bends, SEEDS, 0.5), bench_quantile(bytes, SEEDS, 0.5), whole(length, SEEDS, 0.5),
               limits);
        printf("%.1f\t%.1f\t", bench_quantile(gap, SEEDS, 0.5), bench_quantile(gap, SEEDS, 1));
        if (row_wants_ways(r))
            printf("%.1f\t%.1f\t%.3f\t%.3f\t", bench_quantile(ways_ms, SEEDS, 0.5),
                   bench_quantile(ways_ms, SEEDS, 1), bench_quantile(kept_ms, SEEDS, 0.5),
                   bench_quantile(kept_ms, SEEDS, 1));
        else
            printf("-\t-\t-\t-\t");
        if (plains > 0)
            printf("%.3f\t%.1f\n", bench_quantile(plain_ms, plains, 0.5), (double)plain_bytes / 1e6);
        else if (plain_bytes == INT64_MAX)
            printf("-\t-\n");
        else
            printf("-\t%.1e\n", (double)plain_bytes / 1e6);
        fflush(stdout);
    } else {
        fprintf(stderr, "%s: the two searches disagree, or there is no memory\n", r->name);
    }
    free(g.tiles);
    free(g.fixtures);
    return ok;
}

/// Whether a row is asked for: its name begins with the first argument, and its goal is the second one.
static bool row_is_wanted(const row *r, int argc, char **argv) {
    const char *only = argc > 1 ? argv[1] : "";
    return strncmp(r->name, only, strlen(only)) == 0 &&
           (argc < 3 || strcmp(lf_goal_name(r->goal), argv[2]) == 0);
}

/// All rows, or those that are asked for.
int main(int argc, char **argv) {
    printf("dungeon\tsize\tmoves\tkeys\tdoors\tgoal\tms\tfastest_ms\tslowest_ms\tstates\tmost_"
           "states\tpoints\tbends\tmbytes\tlength\t"
           "limits_of_10\tgap\tmost_gap\tways_ms\tmost_ways_ms\tkept_ms\tmost_kept_ms\tplain_ms\tplain_"
           "mbytes\n");
    bool ok = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (row_is_wanted(&rows[i], argc, argv)) ok = bench_row(&rows[i]) && ok;
    for (int32_t keys = 2; keys <= 40; keys += keys < 20 ? 2 : 4) {
        char name[32];
        snprintf(name, sizeof name, "keys-%d", (int)keys);
        const lf_goal goals[] = {LF_GOAL_EXIT, LF_GOAL_ALL_KEYS};
        for (int g = 0; g < 2; g++) {
            const row r = {name, 1024, 1024, 128, keys, 0, goals[g], LF_MOVES_KING};
            if (row_is_wanted(&r, argc, argv)) ok = bench_row(&r) && ok;
        }
    }
    return ok ? 0 : 1;
}
