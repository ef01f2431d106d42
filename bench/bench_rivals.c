// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// keys and doors, both searches by turns: what `keys` takes against the better one of the two by itself. Each dungeon is
// asked three ways, best of three runs each, in processor time of the query alone, on a new search each time, as the
// first query of a game would be: `keys`; `keys-plain`; and `keys` with a memory into which `keys-plain` does not fit.
// A row is a class of random dungeons; the ratio's median, its highest tenth and its greatest value are shown, and how
// often it was above 2. Dungeons that take both ways less than FLOOR microseconds are left out: what is measured there is
// the allocator.
//
//     bench_rivals [PREFIX [COUNT [FIRST]]]     classes whose name begins with PREFIX; COUNT dungeons each
#include "bench.h"

#include "dungeons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 20, MAX_COUNT = 1000, RUNS = 9, MAX_FIXTURES = 40000, FLOOR = 100 };
#define MAX_BYTES (INT64_C(1) << 30)

/// A class: sizes, kinds and doors (out of a thousand tiles for noise) are anything between two bounds.
typedef struct kind {
    const char *name;
    int32_t least_side, most_side, rooms, least_keys, most_keys, least_doors, most_doors;
} kind;

static const kind kinds[] = {
    {"noise-many", 40, 200, NOISE, 4, 7, 60, 200},   {"noise-some", 40, 100, NOISE, 5, 10, 15, 60},
    {"noise-few", 40, 120, NOISE, 6, 10, 4, 15},     {"noise-40-ten", 40, 40, NOISE, 10, 10, 25, 40},
    {"noise-60-ten", 60, 60, NOISE, 10, 10, 50, 70}, {"rooms", 128, 512, 40, 6, 10, 0, 0},
    {"rooms-dense", 128, 400, 0, 6, 10, 0, 0},       {"mazes", 41, 121, -1, 6, 11, 0, 0},
    {"small-noise", 12, 45, NOISE, 2, 6, 20, 200},   {"small-rooms", 16, 60, 6, 2, 7, 0, 0},
    {"small-mazes", 11, 61, -1, 2, 7, 0, 0},
};

static int32_t between(uint64_t *random, int32_t least, int32_t most) {
    return least + (int32_t)noise_below(random, (uint32_t)(most - least) + 1);
}

/// A dungeon of a class.
static row kind_row(const kind *k, uint64_t seed) {
    static const lf_goal goals[] = {LF_GOAL_EXIT, LF_GOAL_ALL_KEYS, LF_GOAL_ALL_KEYS_EXIT};
    uint64_t random = seed * 7919 + 17;
    for (int i = 0; i < 4; i++) noise_below(&random, 2);
    const int32_t side = between(&random, k->least_side, k->most_side) | (k->rooms == -1);
    return (row){k->name,
                 side,
                 side,
                 k->rooms == 0    ? side * side / 150
                 : k->rooms == -1 ? 0
                                  : k->rooms,
                 between(&random, k->least_keys, k->most_keys),
                 between(&random, k->least_doors, k->most_doors),
                 goals[noise_below(&random, 3)],
                 noise_below(&random, 2) == 0 ? LF_MOVES_KING : LF_MOVES_ORTHOGONAL};
}

/// The least processor time of a query, in nanoseconds; -1 if there is no memory, -2 if it ends at a limit.
static double ask(const lf_fixtures *fixtures, const lf_keys_query *query, int64_t max_bytes,
                  int64_t *length) {
    double best = -1;
    for (int i = 0; i < RUNS; i++) {
        lf_keys_search *search = NULL;
        lf_keys_route route;
        if (lf_keys_search_create(fixtures, &(lf_keys_search_desc){.max_bytes = max_bytes}, &search) != LF_OK)
            return -1;
        const uint64_t begin = bench_busy();
        const lf_status status = lf_keys_search_find(search, query, NULL, 0, &route);
        const double ns = (double)(bench_busy() - begin);
        lf_keys_search_destroy(search);
        if (status != LF_OK && status != LF_NO_ROUTE) return -2;
        *length = status == LF_OK ? route.length : -1;
        if (best < 0 || ns < best) best = ns;
        if (ns > 2e7 && i >= 2) break; // the slow ones need no repeats
    }
    return best;
}

/// What both take against the better one; 0 if the dungeon says nothing, below 0 if something is wrong.
static double ratio(const row *r, ground *g, uint64_t seed) {
    const int64_t count = (int64_t)r->width * r->height;
    lf_map *map = NULL;
    lf_fixtures *fixtures = NULL;
    double found = 0;
    if (!row_make(r, seed, g->tiles)) return 0;
    ground_scan(g, count);
    const lf_map_desc map_desc = {.width = r->width,
                                  .height = r->height,
                                  .tiles = g->tiles,
                                  .tiles_size = (size_t)count,
                                  .moves = r->moves,
                                  .skip_bodies = true};
    if (lf_map_create(&map_desc, &map) != LF_OK ||
        lf_fixtures_create(map, &(lf_fixtures_desc){g->fixtures, g->fixture_count, {0}}, &fixtures) != LF_OK)
        return -1;
    lf_keys_query query = {
        .sources = &g->start, .source_count = 1, .targets = &g->exit, .target_count = 1, .goal = r->goal};
    const int64_t bytes = lf_keys_plain_bytes(fixtures, 0);
    int64_t length, plain_length, points_length;
    const double both = ask(fixtures, &query, MAX_BYTES, &length);
    const double points = bytes < MAX_BYTES ? ask(fixtures, &query, bytes - 1, &points_length) : -2;
    query.strategy = LF_KEYS_PLAIN;
    const double plain = bytes < MAX_BYTES / 8 ? ask(fixtures, &query, MAX_BYTES, &plain_length) : -2;
    const double better = points < 0 || (plain >= 0 && plain < points) ? plain : points;
    if (both == -1 || (plain >= 0 && plain_length != length) || (points >= 0 && points_length != length))
        found = -1;
    else if (both > 0 && better > FLOOR * 1e3)
        found = both / better;
    if (found > 2)
        fprintf(stderr, "%s %d: %dx%d %d keys %d doors %s: %.2f; both %.3f, points %.3f, tiles %.3f ms\n",
                r->name, (int)seed, r->width, r->height, r->keys, r->doors, lf_goal_name(r->goal), found,
                both / 1e6, points / 1e6, plain / 1e6);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    return found;
}

static bool bench_kind(const kind *k, int first, int count) {
    ground g = {.tiles = malloc((size_t)(k->most_side + 1) * (size_t)(k->most_side + 1)),
                .fixtures = malloc(MAX_FIXTURES * sizeof *g.fixtures)};
    static double ratios[MAX_COUNT];
    int have = 0, above = 0;
    bool ok = g.tiles != NULL && g.fixtures != NULL;
    for (int i = 0; ok && i < count; i++) {
        const row r = kind_row(k, (uint64_t)(first + i));
        const double found = ratio(&r, &g, (uint64_t)(first + i));
        ok = found >= 0;
        if (found > 0) ratios[have++] = found;
        above += found > 2;
    }
    if (ok && have > 0)
        printf("%s\t%d\t%d\t%.2f\t%.2f\t%.2f\t%d\n", k->name, first, have, bench_quantile(ratios, have, 0.5),
               bench_quantile(ratios, have, 0.9), bench_quantile(ratios, have, 1), above);
    fflush(stdout);
    if (!ok) fprintf(stderr, "%s: the two searches disagree, or there is no memory\n", k->name);
    free(g.tiles);
    free(g.fixtures);
    return ok;
}

int main(int argc, char **argv) {
    const char *only = argc > 1 ? argv[1] : "";
    int count = argc > 2 ? atoi(argv[2]) : COUNT;
    if (count < 1 || count > MAX_COUNT) count = COUNT;
    printf("dungeons\tfirst_seed\tcount\tratio\tratio_90\tmost_ratio\tabove_2\n");
    bool ok = true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(kinds[i].name, only, strlen(only)) == 0)
            ok = bench_kind(&kinds[i], argc > 3 ? atoi(argv[3]) : 1, count) && ok;
    return ok ? 0 : 1;
}
