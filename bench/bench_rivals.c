// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// keys and doors, both searches by turns: what `keys` takes against the better one of the two by itself. Each dungeon is
// asked three ways by turns, the least of nine runs each (of three, if they take 20 ms and more), in processor time of
// the query alone, on a new search each time: `keys`; `keys-plain`; and `keys` without the search over tiles beside it.
// A row is a class of random dungeons; the ratio's median, its highest tenth and its greatest value are shown, and how
// often it was above 2. Dungeons that take both ways less than FLOOR microseconds are left out: what is measured there is
// the allocator.
//
//     bench_rivals [PREFIX [COUNT [FIRST [FLOOR]]]]     classes whose name begins with PREFIX; COUNT dungeons each
#include "bench.h"

#include "keys/keys.h"

#include "dungeons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
    COUNT = 20,
    MAX_COUNT = 1000,
    RUNS = 9,
    SLOW_RUNS = 3,
    SLOW = 20000000,
    MAX_FIXTURES = 40000,
    FLOOR = 100
};
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

static double floor_us = FLOOR;

/// How a dungeon is asked.
enum { BOTH, POINTS, TILES, WAYS };

/// What a way of asking takes at least.
typedef struct answer {
    double ns;      // processor time; NO_MEMORY, AT_LIMIT
    int64_t length; // -1: no route
} answer;

#define NO_MEMORY (-1.)
#define AT_LIMIT  (-2.)

/// Asks once, in one way, with a new search.
static answer ask(const lf_fixtures *fixtures, lf_keys_query query, int way) {
    lf_keys_search *search = NULL;
    lf_keys_route route;
    if (way == TILES && lf_keys_plain_bytes(fixtures, 0) >= MAX_BYTES / 8) return (answer){AT_LIMIT, 0};
    if (lf_keys_search_create(fixtures, &(lf_keys_search_desc){.max_bytes = MAX_BYTES}, &search) != LF_OK)
        return (answer){NO_MEMORY, 0};
    if (way == POINTS) search->plain_below = 0;
    if (way == TILES) query.strategy = LF_KEYS_PLAIN;
    const uint64_t begin = bench_busy();
    const lf_status status = lf_keys_search_find(search, &query, NULL, 0, &route);
    const double ns = (double)(bench_busy() - begin);
    lf_keys_search_destroy(search);
    if (status != LF_OK && status != LF_NO_ROUTE) return (answer){AT_LIMIT, 0};
    return (answer){ns, status == LF_OK ? route.length : -1};
}

/// Asks in all ways by turns. In a row, each would meet a processor that has learnt all its branches by heart.
static void ask_all(const lf_fixtures *fixtures, const lf_keys_query *query, answer best[WAYS]) {
    for (int way = 0; way < WAYS; way++) best[way] = ask(fixtures, *query, way);
    const int runs = best[BOTH].ns > SLOW ? SLOW_RUNS : RUNS;
    for (int i = 1; i < runs; i++) {
        for (int way = 0; way < WAYS; way++) {
            if (best[way].ns < 0) continue;
            const answer next = ask(fixtures, *query, way);
            if (next.ns < best[way].ns) best[way] = next;
        }
    }
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
    const lf_keys_query query = {
        .sources = &g->start, .source_count = 1, .targets = &g->exit, .target_count = 1, .goal = r->goal};
    answer best[WAYS];
    ask_all(fixtures, &query, best);
    const double both = best[BOTH].ns, points = best[POINTS].ns, plain = best[TILES].ns;
    const double better = points < 0 || (plain >= 0 && plain < points) ? plain : points;
    if (both == NO_MEMORY || (plain >= 0 && best[TILES].length != best[BOTH].length) ||
        (points >= 0 && best[POINTS].length != best[BOTH].length))
        found = -1;
    else if (both > 0 && better > floor_us * 1e3)
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

/// Memory that was freed is kept for the next search. Otherwise those that take little memory get it back at once, and
/// the others pay for new pages.
static void pages_keep(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

int main(int argc, char **argv) {
    pages_keep();
    const char *only = argc > 1 ? argv[1] : "";
    int count = argc > 2 ? atoi(argv[2]) : COUNT;
    if (count < 1 || count > MAX_COUNT) count = COUNT;
    printf("dungeons\tfirst_seed\tcount\tratio\tratio_90\tmost_ratio\tabove_2\n");
    if (argc > 4) floor_us = atof(argv[4]);
    bool ok = true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(kinds[i].name, only, strlen(only)) == 0)
            ok = bench_kind(&kinds[i], argc > 3 ? atoi(argv[3]) : 1, count) && ok;
    return ok ? 0 : 1;
}
