// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Threads that take one part after the other until none is left.
//
// They are started when they are first needed, and stay: building an index asks for two thousand runs, many of them of
// some ten microseconds, and to start a thread for each took 20 to 60 (index of giantworldmap, choosing: 12 ms alone, 35
// with threads that lived for one run). Between two runs they look for the next one for a while before they sleep,
// because to wake a processor that has gone to sleep takes longer than most runs. They yield meanwhile, so others that
// have work go first.
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

/// How often a thread yields before it sleeps: some hundred microseconds.
enum { LOOKS_MOST = 500 };

typedef struct work {
    void (*part)(int64_t index, void *job);
    void *job;
    int64_t count;
    atomic_int_fast64_t next;
} work;

/// The threads of the process, and what they do now.
typedef struct crew {
    pthread_mutex_t lock;
    pthread_cond_t begun, ended;
    bool busy; ///< there is a run
    work of;
    int started;       ///< threads
    int seats;         ///< threads that may still join the run
    atomic_uint runs;  ///< so far
    atomic_int inside; ///< threads that have joined the run
} crew;

static crew the_crew = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .begun = PTHREAD_COND_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};

static void work_run(work *of) {
    for (int64_t i; (i = atomic_fetch_add(&of->next, 1)) < of->count;) of->part(i, of->job);
}

/// Waits until there is another run than the one with this number; true if the thread has joined it.
static bool crew_join(crew *all, unsigned *run) {
    for (int i = 0; i < LOOKS_MOST && atomic_load(&all->runs) == *run; i++) sched_yield();
    pthread_mutex_lock(&all->lock);
    while (atomic_load(&all->runs) == *run) pthread_cond_wait(&all->begun, &all->lock);
    *run = atomic_load(&all->runs);
    const bool joins = all->seats > 0;
    if (joins) {
        all->seats--;
        atomic_fetch_add(&all->inside, 1);
    }
    pthread_mutex_unlock(&all->lock);
    return joins;
}

static void crew_leave(crew *all) {
    pthread_mutex_lock(&all->lock);
    if (atomic_fetch_sub(&all->inside, 1) == 1) pthread_cond_signal(&all->ended);
    pthread_mutex_unlock(&all->lock);
}

static void *crew_run(void *context) {
    crew *all = context;
    unsigned run = 0;
    for (;;) {
        if (!crew_join(all, &run)) continue;
        work_run(&all->of);
        crew_leave(all);
    }
    return NULL;
}

/// Starts threads until there are so many. When the system refuses one, the others do its share.
static void crew_grow(crew *all, int wanted) {
    pthread_t thread;
    for (; all->started < wanted && pthread_create(&thread, NULL, crew_run, all) == 0; all->started++)
        pthread_detach(thread);
}

/// Begins a run; false if there is one already.
static bool crew_begin(crew *all, const work *of, int helpers) {
    pthread_mutex_lock(&all->lock);
    const bool begins = !all->busy;
    if (begins) {
        crew_grow(all, helpers);
        all->busy = true;
        all->of.part = of->part;
        all->of.job = of->job;
        all->of.count = of->count;
        atomic_store(&all->of.next, 0);
        all->seats = helpers;
        atomic_fetch_add(&all->runs, 1);
        pthread_cond_broadcast(&all->begun);
    }
    pthread_mutex_unlock(&all->lock);
    return begins;
}

/// Waits for the threads that have joined; no other may join.
static void crew_end(crew *all) {
    pthread_mutex_lock(&all->lock);
    all->seats = 0;
    pthread_mutex_unlock(&all->lock);
    for (int i = 0; i < LOOKS_MOST && atomic_load(&all->inside) > 0; i++) sched_yield();
    pthread_mutex_lock(&all->lock);
    while (atomic_load(&all->inside) > 0) pthread_cond_wait(&all->ended, &all->lock);
    all->busy = false;
    pthread_mutex_unlock(&all->lock);
}

/// A run within a run, or beside one, is done by its caller alone.
static void workers_run(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    const int wanted = *(const int *)user;
    const int threads = wanted < count ? wanted : (int)count;
    work alone = {.part = part, .job = job, .count = count};
    if (threads < 2 || !crew_begin(&the_crew, &alone, threads - 1)) {
        work_run(&alone);
        return;
    }
    work_run(&the_crew.of);
    crew_end(&the_crew);
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
