// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What a second thread brings when an index is built, beside what it could bring at most.
//
//   bench_threads [ROUNDS]   default 15
//
// The control is the same build twice at the same time: two processes with one thread each, one on each of two
// processors, which share nothing but memory and its caches. Where they do 1.9 times the work of one, two threads cannot
// do more. Each build is in a process of its own, as in `landfall index`, and the rounds of all take turns. Processors of
// a virtual machine may be near each other or far: how long a cache line takes from one to the other and back is told
// for each round, and rounds are put into two groups by it.
#define _GNU_SOURCE // sched_setaffinity
#include "bench.h"

#include "../cli/workers.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS_MOST = 99, BOUNCES = 100000, FAR_NS = 250 };

typedef struct round_times {
    double bounce; ///< nanoseconds for a cache line to go and come back
    double one, two, control;
} round_times;

// ---- How far the processors are from each other ----------------------------------------------------

static _Alignas(64) atomic_int bounce_ball;

static void processor_take(unsigned number) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(number, &set);
    sched_setaffinity(0, sizeof set, &set);
}

static void *bounce_back(void *unused) {
    processor_take(1);
    for (int i = 0; i < BOUNCES; i++) {
        while (atomic_load(&bounce_ball) != 2 * i + 1) continue;
        atomic_store(&bounce_ball, 2 * i + 2);
    }
    return unused;
}

static double bounce_time(void) {
    pthread_t other;
    atomic_store(&bounce_ball, 0);
    if (pthread_create(&other, NULL, bounce_back, NULL) != 0) return 0;
    processor_take(0);
    const uint64_t start = bench_now(NULL);
    for (int i = 0; i < BOUNCES; i++) {
        atomic_store(&bounce_ball, 2 * i + 1);
        while (atomic_load(&bounce_ball) != 2 * i + 2) continue;
    }
    const uint64_t end = bench_now(NULL);
    pthread_join(other, NULL);
    return (double)(end - start) / BOUNCES;
}

// ---- Builds in processes of their own --------------------------------------------------------------

/// Builds an index and says how many milliseconds it took; 0 if it could not.
static double build_time(const lf_map *map, int threads) {
    lf_index *index = NULL;
    const lf_index_desc desc = {.hierarchy = LF_HIERARCHY_YES, .workers = workers_make(&threads)};
    const uint64_t start = bench_now(NULL);
    const lf_status status = lf_index_create(map, &desc, &index);
    const uint64_t end = bench_now(NULL);
    lf_index_destroy(index);
    return status == LF_OK ? (double)(end - start) / 1e6 : 0;
}

/// Does something in a process of its own, on one processor (-1: on all). Its number comes out of a pipe.
static int process_begin(const lf_map *map, int threads, int processor) {
    int ends[2];
    if (pipe(ends) != 0) return -1;
    const pid_t child = fork();
    if (child == 0) {
        if (processor >= 0) processor_take((unsigned)processor);
        const double time = threads > 0 ? build_time(map, threads) : bounce_time();
        _exit(write(ends[1], &time, sizeof time) == (ssize_t)sizeof time ? 0 : 1);
    }
    close(ends[1]);
    return ends[0];
}

static double process_end(int from) {
    double time = 0;
    const bool got = from >= 0 && read(from, &time, sizeof time) == (ssize_t)sizeof time;
    if (from >= 0) close(from);
    wait(NULL);
    return got ? time : 0;
}

static double process_run(const lf_map *map, int threads) {
    return process_end(process_begin(map, threads, -1));
}

/// Two at the same time: the mean of both.
static double control_run(const lf_map *map) {
    const int a = process_begin(map, 1, 0), b = process_begin(map, 1, 1);
    const double first = process_end(a);
    return (first + process_end(b)) / 2;
}

// ---- The table -------------------------------------------------------------------------------------

static double rounds_quantile(const round_times *rounds, int count, bool far, size_t field, double share) {
    double numbers[ROUNDS_MOST];
    int64_t chosen = 0;
    for (int i = 0; i < count; i++) {
        if ((rounds[i].bounce >= FAR_NS) == far)
            numbers[chosen++] = *(const double *)((const char *)&rounds[i] + field);
    }
    return bench_quantile(numbers, chosen, share);
}

static void rounds_print(const char *name, const round_times *rounds, int count, bool far) {
    int chosen = 0;
    for (int i = 0; i < count; i++) chosen += (rounds[i].bounce >= FAR_NS) == far;
    if (chosen == 0) return;
    const double bounce = rounds_quantile(rounds, count, far, offsetof(round_times, bounce), 0.5);
    for (int least = 0; least < 2; least++) {
        const double share = least ? 0 : 0.5;
        const double one = rounds_quantile(rounds, count, far, offsetof(round_times, one), share),
                     two = rounds_quantile(rounds, count, far, offsetof(round_times, two), share),
                     control = rounds_quantile(rounds, count, far, offsetof(round_times, control), share);
        printf("%s\t%s\t%d\t%.0f\t%s\t%.1f\t%.1f\t%.1f\t%.2f\t%.2f\n", name, far ? "far" : "near", chosen,
               bounce, least ? "least" : "median", one, two, control, one / two, 2 * one / control);
    }
    fflush(stdout);
}

static bool map_measure(const bench_map *map, int count) {
    round_times rounds[ROUNDS_MOST];
    for (int i = 0; i < count; i++) {
        round_times *round = &rounds[i];
        *round = (round_times){.bounce = process_run(map->map, 0),
                               .one = process_run(map->map, 1),
                               .two = process_run(map->map, 2),
                               .control = control_run(map->map)};
        if (round->bounce <= 0 || round->one <= 0 || round->two <= 0 || round->control <= 0) return false;
    }
    rounds_print(map->name, rounds, count, false);
    rounds_print(map->name, rounds, count, true);
    return true;
}

int main(int argc, char **argv) {
    const long wanted = argc > 1 ? strtol(argv[1], NULL, 10) : 15;
    const int count = wanted < 1 ? 1 : wanted < ROUNDS_MOST ? (int)wanted : ROUNDS_MOST;
    bench_map map;
    if (sysconf(_SC_NPROCESSORS_ONLN) < 2) {
        fprintf(stderr, "two processors are needed\n");
        return 1;
    }
    printf("map\tprocessors\trounds\tbounce_ns\tof\tone_ms\ttwo_ms\tcontrol_ms\ttwo_times\tcontrol_times\n");
    bool fine = true;
    if (bench_load("giantworldmap", "queries.csv", 1, &map)) {
        fine = map_measure(&map, count);
        bench_free(&map);
    }
    if (fine && bench_generate_sea(1, &map)) {
        fine = map_measure(&map, count);
        bench_free(&map);
    }
    if (!fine) fprintf(stderr, "a build failed\n");
    return fine ? 0 : 1;
}
