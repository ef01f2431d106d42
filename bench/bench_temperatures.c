// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// `headland` as users live with it, and beside other people's path finders, in one run: octile costs, MovingAI maps and
// generated ones. Arguments name the maps to run; without any, all are run.
//
//   hot     the same query again and again: the fastest of HOT runs
//   warm    all queries in turn, twice: the fastest of WARM rounds
//   cold    after 64 MB of other memory were touched: the median of COLD runs, for every COLD_STEPth query
//
// Short, middle and long queries are the thirds of a scenario by length. `headland` has a row for tiles, which are all
// written, and one for turning points (lf_search_turns), which others give. Every length is compared with the one that
// the scenario prints, or that `flood` finds. The others are drivers in build/peers (of bench/peers); without them there are no such rows.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include "peers/peer.h"

#include <dlfcn.h>
#include <glob.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOT = 5, WARM = 3, COLD = 3, COLD_MOST = 45, QUERIES_MOST = 300, MAX_RIVALS = 8, CLASSES = 3 };
enum { COLD_BYTES = 64 << 20, LINE = 64 };

/// One way to answer.
typedef struct rival {
    char name[64];
    bool turns; ///< of ours: whether turning points are wanted
    // Of another library: its functions, and what it has made of the map. NULL: it is ours.
    double (*find)(void *peer, int from_x, int from_y, int to_x, int to_y, int *points);
    void (*free)(void *peer);
    void *peer;
    double build_ms;
    double *hot, *warm, *cold; ///< for each query; cold less than 0 if it was not asked
} rival;

typedef struct contest {
    bench_map map;
    lf_index *index;
    lf_search *search;
    lf_tile *tiles;
    int64_t tile_room;
    uint8_t *other; ///< the memory that is touched between cold queries
    rival rivals[MAX_RIVALS];
    int count;
} contest;

// ---- Answers --------------------------------------------------------------------------------------

/// The length of our route; the tiles or turning points are written.
static double own_find(const contest *of, const rival *one, const lf_file_query *asked) {
    const lf_map *map = of->map.map;
    const lf_source source = {.tile = lf_map_tile(map, asked->from.x, asked->from.y)};
    const lf_tile target = lf_map_tile(map, asked->to.x, asked->to.y);
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = LF_STRATEGY_HEADLAND,
                            .options.cost = LF_COST_OCTILE};
    lf_route route;
    int64_t turns;
    lf_tile *const tiles = one->turns ? NULL : of->tiles;
    if (lf_search_find(of->search, &query, tiles, tiles == NULL ? 0 : of->tile_room, &route) != LF_OK)
        return -1;
    if (one->turns && lf_search_turns(of->search, of->tiles, of->tile_room, &turns) != LF_OK) return -1;
    return (double)route.straight + (double)route.diagonal * sqrt(2);
}

/// Answers a query and returns the microseconds; less than 0 if the length is wrong.
static double rival_time(const contest *of, const rival *one, int64_t number) {
    const lf_file_query *asked = &of->map.queries[number];
    int points;
    const uint64_t start = bench_now(NULL);
    const double length = one->find != NULL ? one->find(one->peer, asked->from.x, asked->from.y, asked->to.x,
                                                        asked->to.y, &points)
                                            : own_find(of, one, asked);
    const double us = (double)(bench_now(NULL) - start) / 1e3;
    if (fabs(length - asked->known_length) <= 0.006 + 1e-5 * asked->known_length) return us;
    fprintf(stderr, "%s, %s, query %" PRId64 ": length %.6f, expected %.6f\n", of->map.name, one->name,
            number, length, asked->known_length);
    return -1;
}

static void other_touch(const contest *of) {
    for (size_t i = 0; i < COLD_BYTES; i += LINE) of->other[i]++;
}

static bool hot_run(const contest *of, const rival *one) {
    for (int64_t i = 0; i < of->map.query_count; i++) {
        one->hot[i] = HUGE_VAL;
        for (int run = 0; run <= HOT; run++) {
            const double us = rival_time(of, one, i);
            if (us < 0) return false;
            if (run > 0 && us < one->hot[i]) one->hot[i] = us;
        }
    }
    return true;
}

static bool warm_run(const contest *of, const rival *one) {
    for (int64_t i = 0; i < of->map.query_count; i++) {
        const double us = rival_time(of, one, i);
        if (us < 0) return false;
        if (us < one->warm[i]) one->warm[i] = us;
    }
    return true;
}

static bool cold_run(const contest *of, const rival *one, int64_t number) {
    double us[COLD];
    for (int run = 0; run < COLD; run++) {
        other_touch(of);
        us[run] = rival_time(of, one, number);
        if (us[run] < 0) return false;
    }
    one->cold[number] = bench_quantile(us, COLD, 0.5);
    return true;
}

/// All rivals in turns, so that what else happens on the machine happens to all of them.
static bool contest_run(const contest *of) {
    const int64_t step = of->map.query_count / COLD_MOST + 1;
    for (int round = 0; round < WARM; round++) {
        for (int i = 0; i < of->count; i++) {
            // The first pass also gets back into the caches what the others have driven out.
            if (!warm_run(of, &of->rivals[i]) || !warm_run(of, &of->rivals[i])) return false;
        }
    }
    for (int i = 0; i < of->count; i++) {
        if (!hot_run(of, &of->rivals[i])) return false;
    }
    for (int64_t number = 0; number < of->map.query_count; number += step) {
        for (int i = 0; i < of->count; i++) {
            if (!cold_run(of, &of->rivals[i], number)) return false;
        }
    }
    return true;
}

// ---- Rows -----------------------------------------------------------------------------------------

static double mean_between(const double *us, int64_t first, int64_t end) {
    double sum = 0;
    int64_t count = 0;
    for (int64_t i = first; i < end; i++) {
        if (us[i] < 0) continue;
        sum += us[i];
        count++;
    }
    return count > 0 ? sum / (double)count : 0;
}

static void rival_print(const contest *of, const rival *one, const char *class, int64_t first, int64_t end) {
    const double hot = mean_between(one->hot, first, end), warm = mean_between(one->warm, first, end),
                 cold = mean_between(one->cold, first, end);
    double *sorted = malloc((size_t)(end - first + 1) * sizeof *sorted);
    if (sorted == NULL) return;
    memcpy(sorted, one->warm + first, (size_t)(end - first) * sizeof *sorted);
    printf("%s\t%s\t%s\t%" PRId64 "\t%.2f\t%.2f\t%.2f\t%.2f\t%.1f\n", of->map.name, one->name, class,
           end - first, hot, warm, cold, bench_quantile(sorted, end - first, 0.99), one->build_ms);
    free(sorted);
    fflush(stdout);
}

static void contest_print(const contest *of) {
    static const char *const names[CLASSES] = {"short", "middle", "long"};
    const int64_t count = of->map.query_count;
    for (int i = 0; i < of->count; i++) {
        rival_print(of, &of->rivals[i], "all", 0, count);
        for (int class = 0; class < CLASSES; class ++)
            rival_print(of, &of->rivals[i], names[class], class * count / CLASSES,
                        (class + 1) * count / CLASSES);
    }
}

// ---- Making it ------------------------------------------------------------------------------------

static bool rival_room(rival *one, int64_t count) {
    const size_t size = (size_t)count * sizeof(double);
    one->hot = malloc(size);
    one->warm = malloc(size);
    one->cold = malloc(size);
    if (one->hot == NULL || one->warm == NULL || one->cold == NULL) return false;
    for (int64_t i = 0; i < count; i++) {
        one->warm[i] = HUGE_VAL;
        one->cold[i] = -1;
    }
    return true;
}

static rival *rival_add(contest *of, const char *name) {
    rival *one = &of->rivals[of->count++];
    snprintf(one->name, sizeof one->name, "%s", name);
    return rival_room(one, of->map.query_count) ? one : NULL;
}

/// A function of a driver. (ISO C has no cast from a pointer to an object to one to a function.)
static bool driver_symbol(void *driver, const char *name, void *function, size_t size) {
    void *const symbol = dlsym(driver, name);
    if (symbol != NULL) memcpy(function, &symbol, size);
    return symbol != NULL;
}

/// All methods of a driver that can do something with the map.
static bool driver_add(contest *of, const char *path, const char *map_path) {
    const char *(*name)(int method);
    void *(*make)(int method, const char *map_path);
    double (*find)(void *peer, int from_x, int from_y, int to_x, int to_y, int *points);
    void (*release)(void *peer);
    void *driver = dlopen(path, RTLD_NOW | RTLD_LOCAL); // stays until the program ends
    if (driver == NULL || !driver_symbol(driver, "peer_name", &name, sizeof name) ||
        !driver_symbol(driver, "peer_make", &make, sizeof make) ||
        !driver_symbol(driver, "peer_find", &find, sizeof find) ||
        !driver_symbol(driver, "peer_free", &release, sizeof release)) {
        fprintf(stderr, "left out: %s is no driver\n", path);
        return true;
    }
    for (int method = 0; name(method) != NULL && of->count < MAX_RIVALS; method++) {
        const uint64_t start = bench_now(NULL);
        void *const peer = make(method, map_path);
        const double build_ms = (double)(bench_now(NULL) - start) / 1e6;
        if (peer == NULL) {
            fprintf(stderr, "left out: %s on %s makes nothing of it, or not in time\n", name(method),
                    of->map.name);
            continue;
        }
        rival *one = rival_add(of, name(method));
        if (one == NULL) {
            release(peer);
            return false;
        }
        one->peer = peer;
        one->build_ms = build_ms;
        one->find = find;
        one->free = release;
    }
    return true;
}

static bool drivers_add(contest *of, const char *map_path) {
    glob_t found;
    const char *folder = getenv("LF_PEERS");
    char pattern[1024];
    snprintf(pattern, sizeof pattern, "%s/*.so", folder != NULL ? folder : "build/peers");
    if (glob(pattern, 0, NULL, &found) != 0) return true; // main has said so
    bool fine = true;
    for (size_t i = 0; fine && i < found.gl_pathc; i++) fine = driver_add(of, found.gl_pathv[i], map_path);
    globfree(&found);
    return fine;
}

static bool own_add(contest *of) {
    const lf_index_desc desc = {.cost = LF_COST_OCTILE};
    const uint64_t start = bench_now(NULL);
    if (lf_index_create(of->map.map, &desc, &of->index) != LF_OK) return false;
    const double ms = (double)(bench_now(NULL) - start) / 1e6;
    of->tile_room = lf_map_open_count(of->map.map);
    of->tiles = malloc((size_t)of->tile_room * sizeof *of->tiles);
    of->other = calloc(COLD_BYTES, 1);
    if (of->tiles == NULL || of->other == NULL ||
        lf_search_create(of->map.map, &(lf_search_desc){.index = of->index}, &of->search) != LF_OK)
        return false;
    for (int turns = 0; turns < 2; turns++) {
        rival *one = rival_add(of, turns ? "headland-turns" : "headland-tiles");
        if (one == NULL) return false;
        one->turns = turns;
        one->build_ms = ms;
    }
    return true;
}

static void contest_free(contest *of) {
    for (int i = 0; i < of->count; i++) {
        const rival *one = &of->rivals[i];
        if (one->peer != NULL) one->free(one->peer);
        free(one->hot);
        free(one->warm);
        free(one->cold);
    }
    lf_search_destroy(of->search);
    lf_index_destroy(of->index);
    free(of->tiles);
    free(of->other);
    bench_free(&of->map);
}

static int by_length(const void *a, const void *b) {
    const lf_file_query *one = a, *other = b;
    return (one->known_length > other->known_length) - (one->known_length < other->known_length);
}

/// Keeps some queries, spread over the scenario, in order of length.
static void queries_thin(bench_map *map) {
    const int64_t count = map->query_count < QUERIES_MOST ? map->query_count : QUERIES_MOST;
    for (int64_t i = 0; i < count; i++) map->queries[i] = map->queries[i * map->query_count / count];
    map->query_count = count;
    qsort(map->queries, (size_t)count, sizeof *map->queries, by_length);
}

/// The octile lengths of queries that have none yet, by `flood`.
static bool lengths_find(bench_map *map) {
    lf_search *search;
    if (lf_search_create(map->map, &(lf_search_desc){.cost = LF_COST_OCTILE}, &search) != LF_OK) return false;
    bool fine = true;
    for (int64_t i = 0; fine && i < map->query_count; i++) {
        lf_file_query *asked = &map->queries[i];
        const lf_source source = {.tile = lf_map_tile(map->map, asked->from.x, asked->from.y)};
        const lf_tile target = lf_map_tile(map->map, asked->to.x, asked->to.y);
        const lf_query query = {.sources = &source,
                                .source_count = 1,
                                .targets = &target,
                                .target_count = 1,
                                .strategy = LF_STRATEGY_FLOOD,
                                .options.cost = LF_COST_OCTILE};
        lf_route route;
        fine = lf_search_find(search, &query, NULL, 0, &route) == LF_OK;
        asked->known_length = (double)route.straight + (double)route.diagonal * sqrt(2);
    }
    lf_search_destroy(search);
    return fine;
}

/// Runs a map that drivers read from a file.
static bool contest_all(contest *of, const char *path) {
    queries_thin(&of->map);
    const bool fine = own_add(of) && drivers_add(of, path) && contest_run(of);
    if (fine) contest_print(of);
    contest_free(of);
    return fine;
}

static bool map_run(const char *name) {
    contest of = {0};
    const char *shared = getenv("LF_SHARED_DATA");
    char path[1024];
    snprintf(path, sizeof path, "%s/movingai/%s.map", shared != NULL ? shared : "../shared", name);
    if (!bench_load_scenario(name, &of.map)) return true; // absent, and said so
    return contest_all(&of, path);
}

/// Writes a map for the drivers.
static bool map_write(const bench_map *map, FILE *file) {
    const int32_t width = lf_map_width(map->map), height = lf_map_height(map->map);
    fprintf(file, "type octile\nheight %d\nwidth %d\nmap\n", (int)height, (int)width);
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++)
            fputc(lf_map_is_open(map->map, lf_map_tile(map->map, x, y)) ? '.' : '@', file);
        fputc('\n', file);
    }
    return fclose(file) == 0;
}

static bool ground_run(const bench_ground *ground) {
    contest of = {0};
    const char *folder = getenv("TMPDIR");
    char path[1024];
    snprintf(path, sizeof path, "%s/landfall-bench-XXXXXX", folder != NULL ? folder : "/tmp");
    if (!bench_make(ground, QUERIES_MOST, &of.map)) return false;
    const int made = mkstemp(path);
    FILE *file = made >= 0 ? fdopen(made, "w") : NULL;
    if (file == NULL || !map_write(&of.map, file) || !lengths_find(&of.map)) {
        bench_free(&of.map);
        return false;
    }
    snprintf(of.map.name, sizeof of.map.name, "%s", ground->name);
    const bool fine = contest_all(&of, path);
    remove(path);
    return fine;
}

static void drivers_look(void) {
    const char *folder = getenv("LF_PEERS");
    glob_t found;
    char pattern[1024];
    snprintf(pattern, sizeof pattern, "%s/*.so", folder != NULL ? folder : "build/peers");
    if (glob(pattern, 0, NULL, &found) != 0)
        fprintf(stderr, "left out: no drivers like %s (see bench/peers)\n", pattern);
    else
        globfree(&found);
}

static const char *const maps[] = {"arena2",       "brc202d",    "BigGameHunters", "Aurora",
                                   "maze512-32-0", "16room_000", "AR0700SR",       "Berlin_0_1024"};

/// Five classes of four maps that nobody chose by what comes out.
static const bench_ground grounds[] = {
    {"city-8", lf_square_city, 512, 8},       {"city-16", lf_square_city, 512, 16},
    {"city-32", lf_square_city, 512, 32},     {"city-64", lf_square_city, 512, 64},
    {"rooms-8", lf_square_rooms, 512, 8},     {"rooms-16", lf_square_rooms, 512, 16},
    {"rooms-32", lf_square_rooms, 512, 32},   {"rooms-64", lf_square_rooms, 512, 64},
    {"caves-2", lf_square_caves, 512, 2},     {"caves-4", lf_square_caves, 512, 4},
    {"caves-6", lf_square_caves, 512, 6},     {"caves-8", lf_square_caves, 512, 8},
    {"canals-4", lf_square_canals, 512, 4},   {"canals-8", lf_square_canals, 512, 8},
    {"canals-16", lf_square_canals, 512, 16}, {"canals-32", lf_square_canals, 512, 32},
    {"islands-8", lf_square_islands, 512, 8}, {"islands-32", lf_square_islands, 512, 32},
    {"noise-10", lf_square_noise, 512, 10},   {"noise-30", lf_square_noise, 512, 30},
};

/// Whether the arguments, if there are any, name a map.
static bool map_is_asked(int argc, char **argv, const char *name) {
    bool asked = argc == 1;
    for (int i = 1; i < argc; i++) asked = asked || strcmp(argv[i], name) == 0;
    return asked;
}

int main(int argc, char **argv) {
    bool fine = true;
    drivers_look();
    printf("map\tmethod\tqueries\tcount\thot_us\twarm_us\tcold_us\twarm_p99_us\tbuild_ms\n");
    fflush(stdout); // a driver may fork
    for (size_t i = 0; fine && i < sizeof maps / sizeof *maps; i++) {
        if (map_is_asked(argc, argv, maps[i])) fine = map_run(maps[i]);
    }
    for (size_t i = 0; fine && i < sizeof grounds / sizeof *grounds; i++) {
        if (map_is_asked(argc, argv, grounds[i].name)) fine = ground_run(&grounds[i]);
    }
    return !fine;
}
