// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The questions beside "the shortest route from here to there", each against what it is made of: fields against
// a bare flood, gates and obstacles against none, and so on. Times are processor time of one thread, and the two
// times of a row come from the same run, by turns.
//
//   bench_questions                  all questions on all maps
//   bench_questions QUESTION [MAP]   one question; the maps whose name begins so
//
// Two of the maps are there for `cells` and `guided` alone: their aims are about them, too.
#include "questions.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct question {
    const char *name;
    question_run *run;
} question;

static const question questions[] = {
    {"field", question_field},         {"gates", question_gates},     {"matrix", question_matrix},
    {"obstacles", question_obstacles}, {"weights", question_weights}, {"cells", question_cells},
    {"costmap", question_costmap},     {"guided", question_guided},
};

void question_time(question_times *times, uint64_t ns) {
    if (times->count < (int64_t)(sizeof times->ms / sizeof *times->ms))
        times->ms[times->count++] = (double)ns / 1e6;
}

void question_row(const char *name, const bench_map *map, const char *what, question_times *times,
                  const char *reference, question_times *reference_times) {
    const double median = bench_quantile(times->ms, times->count, 0.5);
    printf("%s\t%s\t%s\t%" PRId64 "\t%.4f\t%.4f\t%.4f", name, map->name, what, times->count, times->ms[0],
           median, bench_quantile(times->ms, times->count, 0.99));
    if (reference == NULL) {
        printf("\t\t\t\n");
    } else {
        const double other = bench_quantile(reference_times->ms, reference_times->count, 0.5);
        printf("\t%s\t%.4f\t%.2f\n", reference, other, median / other);
    }
    fflush(stdout);
}

static bool map_load(const char *name, bench_map *map) {
    if (strcmp(name, "archipelago") == 0) return bench_generate_sea(200, map);
    return bench_load(name, "queries.csv", 200, map);
}

typedef struct question_map {
    const char *name;
    const char *only; ///< NULL, or the questions that it is there for
} question_map;

static const question_map maps[] = {{"giantworldmap", NULL},
                                    {"world", NULL},
                                    {"amazonriver", NULL},
                                    {"northwestpassage", "cells guided"},
                                    {"straitofmalacca", "cells guided"},
                                    {"archipelago", NULL}};

/// Whether a question is one of those that a map is there for.
static bool is_listed(const char *only, const char *name) {
    return only == NULL || strstr(only, name) != NULL;
}

/// Asks one question, or all (""), of a map.
static bool map_run(const bench_map *map, const char *only, const char *its_only) {
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        if (*only != '\0' && strcmp(only, questions[i].name) != 0) continue;
        if (!is_listed(its_only, questions[i].name)) continue;
        if (!questions[i].run(map)) return false;
    }
    return true;
}

int main(int argc, char **argv) {
    const char *only = argc > 1 ? argv[1] : "", *only_map = argc > 2 ? argv[2] : "";
    printf("question\tmap\twhat\tcount\tbest_ms\tp50_ms\tp99_ms\tagainst\tagainst_p50_ms\tratio\n");
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        bench_map map;
        const char *name = maps[i].name;
        if (strncmp(name, only_map, strlen(only_map)) != 0) continue;
        if (*only != '\0' && !is_listed(maps[i].only, only)) continue;
        if (!map_load(name, &map)) continue;
        const bool fine = map_run(&map, only, maps[i].only);
        bench_free(&map);
        if (!fine) return 1;
    }
    return 0;
}
