// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Threads that take one part after the other until none is left. They live for one run only: starting one
// takes some 20 microseconds, and the library asks for a handful of runs.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // sched_getaffinity, where there is one
#endif

#include "workers.h"

#include "cli.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

enum { MAX_THREADS = 1024 };

typedef struct work {
    void (*part)(int64_t index, void *job);
    void *job;
    int64_t count;
    atomic_int_fast64_t next;
} work;

static void *work_run(void *context) {
    work *of = context;
    for (int64_t i; (i = atomic_fetch_add(&of->next, 1)) < of->count;) of->part(i, of->job);
    return NULL;
}

/// When the system refuses a thread, the others do its share.
static void workers_run(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    const int wanted = *(const int *)user;
    const int threads = wanted < count ? wanted : (int)count;
    work of = {.part = part, .job = job, .count = count};
    pthread_t started[MAX_THREADS];
    int running = 0;
    while (running < threads - 1 && pthread_create(&started[running], NULL, work_run, &of) == 0) running++;
    work_run(&of);
    for (int i = 0; i < running; i++) pthread_join(started[i], NULL);
}

/// Processors that this process may run on. A batch system gives a job some of a machine's: the number of those that
/// are there would be too large.
static int processor_count(void) {
#ifdef CPU_COUNT
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

int workers_count(int wanted) {
    if (wanted > 0) return wanted;
    const int count = processor_count();
    return count < 1 ? 1 : count > WORKERS_DEFAULT_MOST ? WORKERS_DEFAULT_MOST : count;
}

lf_workers workers_make(const int *threads) {
    // The library hands `user` back as it is, and workers_run only reads it.
    return *threads > 1 ? (lf_workers){workers_run, (void *)(uintptr_t)threads} : (lf_workers){0};
}

bool workers_read_threads(const args_option *option, const char *value, void *field) {
    int64_t number;
    if (args_parse_int(value, 1, MAX_THREADS, &number)) {
        *(int *)field = (int)number;
        return true;
    }
    cli_say("--%s: '%s' is not a number of threads, expected a whole number from 1 to %d", option->name,
            value, MAX_THREADS);
    return false;
}
