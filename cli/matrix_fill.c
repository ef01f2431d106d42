// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Matrices on several threads. A matrix of the library has one thread, so the work is cut into rectangles of
// sources and targets, and each thread has a matrix of its own and takes one rectangle after the other.
//
// What to cut: the library works on one list first (it holds it), and then goes through the other one, which
// asks. The shorter list is held, under weights always the targets.
//
//     without a hierarchy    a field for each held end, and nothing else counts: the held list is cut, one end
//                            per piece
//     with one               each end of a piece climbs once, and each pair has its share. Pairs are most of it,
//                            so both cuts are fine if the pieces are large: the held list is cut if it is long,
//                            into as few equal pieces as the library's rounds, the asking one otherwise
//
// For several nearest targets only sources are cut: the targets of a source have to be in one answer.
//
// Memory: per thread that of a matrix, and 8 bytes for each pair of the largest piece if targets are cut.
#include "matrix_fill.h"

#include "workers.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUND = 1024,       // held ends of a piece: what the library works on at a time
    LONG_LIST = 64,     // held ends per thread from which the held list is cut
    FEWEST_ASKING = 64, // asking ends of a piece
    TALLEST = 4096,     // sources of a piece whose lengths have to be copied: 32 MB
};

/// Sizes of the pieces.
typedef struct fill_cut {
    int64_t source_size, target_size;
} fill_cut;

typedef struct fill_state {
    const matrix_fill_job *job;
    fill_cut cut;
    int64_t columns, count; // pieces along the targets, and all of them
    atomic_int_fast64_t next;
    atomic_int wrong; // an lf_status
} fill_state;

static int64_t min64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/// Size of a piece of a list that is cut into at least `pieces`, of at most `most` and at least `least` ends.
static int64_t piece_size(int64_t count, int64_t pieces, int64_t least, int64_t most) {
    const int64_t rounds = (count + most * pieces - 1) / (most * pieces); // so that no thread has one more
    const int64_t size = (count + pieces * rounds - 1) / (pieces * rounds);
    return size < least ? least : size;
}

static bool job_is_indexed(const matrix_fill_job *job) {
    return job->desc.weights == NULL && job->desc.index != NULL && lf_index_has_hierarchy(job->desc.index);
}

static fill_cut cut_nearest(const matrix_fill_job *job) {
    const lf_matrix_query *query = &job->query;
    fill_cut cut = {query->source_count, query->target_count};
    if (job_is_indexed(job))
        cut.source_size = piece_size(query->source_count, job->threads, FEWEST_ASKING, ROUND);
    else if (job->desc.weights == NULL && query->source_count < query->target_count)
        cut.source_size = 1;
    return cut;
}

static fill_cut cut_choose(const matrix_fill_job *job) {
    const lf_matrix_query *query = &job->query;
    fill_cut cut = {query->source_count, query->target_count};
    if (job->threads == 1) return cut;
    if (job->lengths == NULL) return cut_nearest(job);
    const bool holds_sources = job->desc.weights == NULL && query->source_count < query->target_count;
    int64_t *held = holds_sources ? &cut.source_size : &cut.target_size;
    int64_t *asking = holds_sources ? &cut.target_size : &cut.source_size;
    if (!job_is_indexed(job))
        *held = 1;
    else if (*held >= (int64_t)LONG_LIST * job->threads)
        *held = piece_size(*held, job->threads, 1, ROUND);
    else
        *asking = piece_size(*asking, job->threads, FEWEST_ASKING, INT32_MAX);
    if (cut.target_size > 1 && cut.target_size < query->target_count)
        cut.source_size = min64(cut.source_size, TALLEST);
    return cut;
}

/// A piece of the targets: their lengths are not beside each other in the whole matrix.
static lf_status fill_columns(const matrix_fill_job *job, lf_matrix *matrix, const lf_matrix_query *piece,
                              lf_length *to, lf_length *room) {
    const int64_t width = piece->target_count;
    const lf_status status = lf_matrix_fill(matrix, piece, room, piece->source_count * width);
    for (int64_t i = 0; status == LF_OK && i < piece->source_count; i++)
        memcpy(to + i * job->query.target_count, room + i * width, (size_t)width * sizeof *to);
    return status;
}

static lf_status fill_piece(const fill_state *state, lf_matrix *matrix, int64_t number, lf_length *room) {
    const matrix_fill_job *job = state->job;
    const lf_matrix_query *query = &job->query;
    const int64_t source = number / state->columns * state->cut.source_size;
    const int64_t target = number % state->columns * state->cut.target_size;
    lf_matrix_query piece = *query;
    piece.sources += source;
    piece.source_count = min64(state->cut.source_size, query->source_count - source);
    piece.targets += target;
    piece.target_count = min64(state->cut.target_size, query->target_count - target);
    if (job->nearest != NULL)
        return lf_matrix_nearest(matrix, &piece, job->nearest_count,
                                 job->nearest + source * job->nearest_count,
                                 piece.source_count * job->nearest_count);
    lf_length *to = job->lengths + source * query->target_count + target;
    if (room != NULL) return fill_columns(job, matrix, &piece, to, room);
    return lf_matrix_fill(matrix, &piece, to, piece.source_count * piece.target_count);
}

static void state_fail(fill_state *state, lf_status status) {
    int none = LF_OK;
    if (status != LF_OK) atomic_compare_exchange_strong(&state->wrong, &none, (int)status);
}

/// One thread: all pieces that it can get.
static void fill_thread(int64_t index, void *context) {
    fill_state *state = context;
    const matrix_fill_job *job = state->job;
    (void)index;
    lf_matrix *matrix = NULL;
    lf_length *room = NULL;
    lf_status status = lf_matrix_create(job->map, &job->desc, &matrix);
    if (status == LF_OK && job->lengths != NULL && state->columns > 1) {
        // No larger than the whole, which fits into memory.
        room = malloc((size_t)state->cut.source_size * (size_t)state->cut.target_size * sizeof *room);
        if (room == NULL) status = LF_E_NOMEM;
    }
    for (int64_t i; status == LF_OK && atomic_load(&state->wrong) == LF_OK &&
                    (i = atomic_fetch_add(&state->next, 1)) < state->count;)
        status = fill_piece(state, matrix, i, room);
    state_fail(state, status);
    free(room);
    lf_matrix_destroy(matrix);
}

lf_status matrix_fill(const matrix_fill_job *job) {
    if (job->query.source_count == 0 || job->query.target_count == 0) return LF_OK;
    fill_state state = {.job = job, .cut = cut_choose(job)};
    const int64_t rows = (job->query.source_count + state.cut.source_size - 1) / state.cut.source_size;
    state.columns = (job->query.target_count + state.cut.target_size - 1) / state.cut.target_size;
    state.count = rows * state.columns;
    const int threads = (int)min64(job->threads, state.count);
    const lf_workers workers = workers_make(&threads);
    if (workers.run == NULL)
        fill_thread(0, &state);
    else
        workers.run(threads, fill_thread, &state, workers.user);
    return (lf_status)atomic_load(&state.wrong);
}
