// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// From an index file to the first answer: how long a process takes that maps the file, makes a search and asks one query.
//
//   bench_start [MAP]   a map of the shared data; default giantworldmap
//
// Each round is a process of its own, because memory that a process has used before is there at once. The map itself is
// loaded before the clock starts. A line for a file with a mark that is believed, and one for the full check.
#define _POSIX_C_SOURCE 200809L // popen
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 51, TIMES = 4 };

static double ms_since(uint64_t start) {
    return (double)(bench_now(NULL) - start) / 1e6;
}

/// One round: prints the times of loading, of the search and of the query.
static bool start_once(const char *map_name, const char *file, bool believe) {
    bench_map map;
    lf_index *index = NULL;
    lf_search *search = NULL;
    lf_io_error error;
    if (!bench_load(map_name, "queries.csv", 1, &map)) return false;
    const lf_source source = {.tile = lf_map_tile(map.map, map.queries->from.x, map.queries->from.y)};
    const lf_tile target = lf_map_tile(map.map, map.queries->to.x, map.queries->to.y);
    const lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    lf_route route;
    const uint64_t start = bench_now(NULL);
    bool fine = lf_index_load_file(file, map.map, &(lf_index_desc){.believe_mark = believe}, &index,
                                   &error) == LF_IO_OK;
    const double loaded = ms_since(start);
    fine = fine && lf_search_create(map.map, &(lf_search_desc){.index = index}, &search) == LF_OK;
    const double made = ms_since(start);
    fine = fine && lf_search_find(search, &query, NULL, 0, &route) == LF_OK && route.exact;
    const double answered = ms_since(start);
    if (fine) printf("%f %f %f %f\n", loaded, made - loaded, answered - made, answered);
    lf_search_destroy(search);
    lf_index_destroy(index);
    bench_free(&map);
    return fine;
}

/// Runs a round in a process of its own.
static bool round_run(const char *program, const char *map_name, const char *file, bool believe,
                      double times[TIMES]) {
    char command[1024];
    snprintf(command, sizeof command, "'%s' '%s' '%s' %d", program, map_name, file, believe);
    FILE *pipe = popen(command, "r");
    if (pipe == NULL) return false;
    const int got = fscanf(pipe, "%lf %lf %lf %lf", &times[0], &times[1], &times[2], &times[3]);
    return pclose(pipe) == 0 && got == TIMES;
}

static bool rounds_print(const char *program, const char *map_name, const char *file, bool believe) {
    double all[TIMES][ROUNDS], times[TIMES];
    for (int i = 0; i < ROUNDS; i++) {
        if (!round_run(program, map_name, file, believe, times)) return false;
        for (int k = 0; k < TIMES; k++) all[k][i] = times[k];
    }
    printf("%s\t%s", map_name, believe ? "believed" : "checked");
    for (int k = 0; k < TIMES; k++) {
        const double median = bench_quantile(all[k], ROUNDS, 0.5); // sorts them
        printf("\t%.2f\t%.2f", all[k][0], median);
    }
    printf("\n");
    fflush(stdout);
    return true;
}

/// Builds the index and writes its file, with a mark.
static bool file_make(const char *map_name, const char *file) {
    bench_map map;
    lf_index *index;
    lf_io_error error;
    if (!bench_load(map_name, "queries.csv", 1, &map)) return false;
    bool fine = lf_index_create(map.map, NULL, &index) == LF_OK &&
                lf_index_save_file(file, index, &error) == LF_IO_OK &&
                lf_index_verify_file(file, map.map, NULL, &error) == LF_IO_OK;
    lf_index_destroy(index);
    bench_free(&map);
    return fine;
}

int main(int argc, char **argv) {
    if (argc == 4) return start_once(argv[1], argv[2], strcmp(argv[3], "1") == 0) ? 0 : 1;
    const char *map_name = argc > 1 ? argv[1] : "giantworldmap", *folder = getenv("TMPDIR");
    char file[512];
    snprintf(file, sizeof file, "%s/landfall-start-%ld.lfindex", folder != NULL ? folder : "/tmp",
             (long)getpid());
    bool fine = file_make(map_name, file);
    printf("map\tmark\tload_least\tload_median\tsearch_least\tsearch_median\tquery_least\tquery_median\t"
           "all_least\tall_median\n");
    fine =
        fine && rounds_print(argv[0], map_name, file, true) && rounds_print(argv[0], map_name, file, false);
    remove(file);
    return fine ? 0 : 1;
}
