// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Many queries on several threads.
//
// Each worker has a search and a tile buffer of its own. It takes the next query, answers it, makes the line
// of text, and puts the line into the slot of that query in a ring:
//
//     queries   0 1 2 3 4 5 6 7 8 9 ...       2 to 5 are being answered or wait for their turn;
//                   |       |                 they have slots of the ring, which has RING_SLOTS of them
//             written       taken
//
// Whoever fills the slot at `written` writes it and all filled ones behind it. So the lines come out in the
// order of the queries, whatever the number of threads, and memory is bounded: a worker that would run more
// than RING_SLOTS ahead waits. It never waits for itself, because the query at `written` is always taken by a
// worker that is not waiting.
#include "batch.h"

#include "cli.h"
#include "progress.h"
#include "workers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    RING_SLOTS = 1024, // lines that may wait for their turn
};

typedef struct batch_state {
    const batch_job *job;
    int64_t *times_ns; // each entry is written by the worker that has the query
    pthread_mutex_t lock;
    pthread_cond_t room; // `written` has grown, or `failed` is set
    // The rest is under the lock.
    int64_t taken, written;
    batch_result tally;
    lf_status wrong; // LF_OK, or what a query was refused with
    char *lines[RING_SLOTS];
    bool failed, refused; // nothing more is answered; because `to` took no more
    progress bar;
} batch_state;

typedef struct worker {
    batch_state *state;
    lf_search *search;
    lf_tile *tiles;
    int64_t capacity;
    pthread_t thread;
} worker;

// ---------------------------------------------------------------------------------------------------
// Workers
// ---------------------------------------------------------------------------------------------------

/// The next query to answer, or -1 if there is none or the batch has failed.
static int64_t state_take(batch_state *state) {
    pthread_mutex_lock(&state->lock);
    while (!state->failed && state->taken - state->written >= RING_SLOTS)
        pthread_cond_wait(&state->room, &state->lock);
    const bool more = !state->failed && state->taken < state->job->queries->count;
    const int64_t id = more ? state->taken++ : -1;
    pthread_mutex_unlock(&state->lock);
    return id;
}

/// Writes the lines whose turn it is. A stream that takes no more (a full disk) ends the batch early.
static void write_ready(batch_state *state) {
    while (state->lines[state->written % RING_SLOTS] != NULL) {
        char **slot = &state->lines[state->written % RING_SLOTS];
        if (!output_put(state->job->to, *slot, strlen(*slot))) state->failed = state->refused = true;
        free(*slot);
        *slot = NULL;
        state->written++;
    }
    progress_to(&state->bar, state->written);
    pthread_cond_broadcast(&state->room);
}

/// Hands in the line of a query; NULL if it could not be made.
static void state_deliver(batch_state *state, int64_t id, char *line, const lf_route *route,
                          lf_status status) {
    pthread_mutex_lock(&state->lock);
    state->lines[id % RING_SLOTS] = line;
    state->tally.found += route->found;
    state->tally.partial += route->partial;
    state->tally.skipped += status < 0;
    if (line == NULL) state->failed = true;
    if (line == NULL && status < 0) state->wrong = status;
    write_ready(state);
    pthread_mutex_unlock(&state->lock);
}

/// Whether an answer has a line. A query whose ends were all skipped has no route.
static bool answer_is_fine(lf_status status) {
    return status >= 0 || status == LF_E_SOURCES_SKIPPED || status == LF_E_TARGETS_SKIPPED;
}

static void worker_answer(worker *of, int64_t id) {
    batch_state *state = of->state;
    const lf_map *map = state->job->chart->map;
    const lf_file_query *asked = &state->job->queries->items[id];
    const lf_source source = {lf_map_tile(map, asked->from.x, asked->from.y), 0};
    const lf_tile target = lf_map_tile(map, asked->to.x, asked->to.y);
    lf_query query = {.sources = &source,
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .strategy = state->job->strategy,
                      .options = state->job->options,
                      .gate = state->job->gate};
    rules_apply(state->job->rules, &query);
    if (state->job->obstructed != NULL) query.obstacles = &state->job->obstructed->obstacles;
    query.weights = state->job->weights;
    lf_route route;
    const lf_status status = lf_search_find(of->search, &query, of->tiles, of->capacity, &route);
    const report answer = {.chart = state->job->chart,
                           .route = &route,
                           .tiles = of->tiles,
                           .search = of->search,
                           .asked = &query,
                           .obstructed = state->job->obstructed,
                           .weighted = state->job->weights != NULL,
                           .cost = state->job->options.cost};
    if (status < 0) route.strategy = state->job->strategy;
    char *line = answer_is_fine(status) ? state->job->write(&answer, id) : NULL;
    state->times_ns[id] = route.stats.total_ns;
    state_deliver(state, id, line, &route, status);
}

static void *worker_run(void *context) {
    worker *of = context;
    int64_t id;
    while ((id = state_take(of->state)) >= 0) worker_answer(of, id);
    return NULL;
}

/// What the search of a worker is made of.
static lf_search_desc worker_desc(const batch_job *job) {
    return (lf_search_desc){.coarse = job->chart->coarse,
                            .index = job->chart->index,
                            .gate_indexes = job->chart->gates,
                            .gate_index_count = job->chart->gate_count,
                            .harbour_room = deep_harbour_room(job->gate.harbour, 2),
                            .cost = job->options.cost,
                            .clock = {cli_now_ns, NULL},
                            .end_room = rules_end_room(job->rules, 1),
                            .obstacle_room = job->obstructed != NULL ? job->obstructed->room : 0,
                            .weighted = job->weights != NULL,
                            .depth = job->chart->depth};
}

/// Gives a worker its search and its buffer, which has room for every open tile: no route is longer.
static bool worker_init(worker *of, batch_state *state) {
    const chart *loaded = state->job->chart;
    const lf_search_desc desc = worker_desc(state->job);
    const obstructed *obstacles = state->job->obstructed;
    const int64_t opened = obstacles != NULL ? obstacles->opened : 0;
    *of = (worker){.state = state, .capacity = lf_map_open_count(loaded->map) + opened};
    of->tiles = malloc(((size_t)of->capacity + 1) * sizeof *of->tiles);
    return of->tiles != NULL && lf_search_create(loaded->map, &desc, &of->search) == LF_OK;
}

/// Runs the workers to the end; the first one in this thread. Returns how many ran: when the system refuses a
/// thread, the others do its share.
static int run_workers(worker *workers, int count) {
    int started = 1;
    while (started < count &&
           pthread_create(&workers[started].thread, NULL, worker_run, &workers[started]) == 0)
        started++;
    worker_run(&workers[0]);
    for (int i = 1; i < started; i++) pthread_join(workers[i].thread, NULL);
    return started;
}

// ---------------------------------------------------------------------------------------------------
// The batch
// ---------------------------------------------------------------------------------------------------

static void run_all(batch_state *state, worker *workers, int count, batch_result *out) {
    const uint64_t begin = cli_now_ns(NULL);
    progress_begin(&state->bar, "batch", "queries", state->job->queries->count);
    out->threads = run_workers(workers, count);
    out->total_ns = (int64_t)(cli_now_ns(NULL) - begin);
    out->found = state->tally.found;
    out->partial = state->tally.partial;
    out->skipped = state->tally.skipped;
    progress_end(&state->bar);
    for (int i = 0; i < RING_SLOTS; i++) free(state->lines[i]);
}

/// Makes the workers and runs them; false if there is no memory.
static bool run_with_workers(batch_state *state, int count, batch_result *out) {
    worker *workers = calloc((size_t)count, sizeof *workers);
    if (workers == NULL) return false;
    bool fine = true;
    for (int i = 0; fine && i < count; i++) fine = worker_init(&workers[i], state);
    if (fine) run_all(state, workers, count, out);
    for (int i = 0; i < count; i++) {
        lf_search_destroy(workers[i].search);
        free(workers[i].tiles);
    }
    free(workers);
    return fine && (!state->failed || state->refused);
}

bool batch_run(const batch_job *job, batch_result *out) {
    const int64_t count = job->queries->count;
    const lf_search_desc desc = worker_desc(job);
    // More threads than queries would only wait.
    const int wanted = workers_count(job->threads);
    const int useful = wanted < count ? wanted : count > 0 ? (int)count : 1;
    const int threads =
        job->threads > 0 ? useful : memory_searches(job->memory, job->chart->map, &desc, useful);
    *out = (batch_result){0};
    if (!memory_fits(job->memory, job->chart->map, &desc, threads, threads > 1)) return false;
    *out = (batch_result){.times_ns = calloc((size_t)count + 1, sizeof *out->times_ns)};
    batch_state state = {.job = job,
                         .times_ns = out->times_ns,
                         .lock = PTHREAD_MUTEX_INITIALIZER,
                         .room = PTHREAD_COND_INITIALIZER};
    const bool fine = out->times_ns != NULL && run_with_workers(&state, threads, out);
    if (!fine && state.wrong != LF_OK)
        cli_say("%s", cli_status_text(state.wrong));
    else if (!fine)
        cli_no_memory();
    return fine;
}
