// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Matrices: lengths from each of many to each of many, and who is nearest to whom.
#include "shim.h"

#include <stdlib.h>

/// A matrix, the state of the world that it belongs to, and the arrays of its query.
typedef struct lfjs_matrix lfjs_matrix;
struct lfjs_matrix {
    lfjs_matrix *next;
    lf_matrix *matrix;
    lf_index *index;          ///< NULL, or that the matrix of a plain map was made with
    const lf_snapshot *state; ///< of a world, held
    lfjs_room sources, targets, answers;
};

static lfjs_matrix *matrices;

bool lfjs_matrix_uses(const lf_index *index) {
    const lfjs_matrix *matrix = matrices;
    while (matrix != NULL && matrix->index != index) matrix = matrix->next;
    return matrix != NULL;
}

/// Makes a matrix of a world, at its newest state. Given an index at once, it needs no memory for fields. With weights,
/// of which a number is given, it stays at this state: they belong to it.
static lf_status matrix_of_world(lfjs_matrix *matrix, lf_cost cost, int32_t number) {
    const lf_snapshot *state = matrix->state = lf_world_acquire(lfjs_here.world);
    const lf_map *map = lf_snapshot_map(state);
    if (number >= 0) {
        const lf_matrix_desc desc = {.cost = cost, .weights = lf_snapshot_weights(state, number)};
        return lf_matrix_create(map, &desc, &matrix->matrix);
    }
    const lf_index *index = lf_snapshot_index(state);
    const bool fits = cost == lfjs_here.cost && lf_index_map(index) == map;
    const lf_matrix_desc desc = {.index = fits ? index : NULL, .cost = cost};
    const lf_status status = lf_matrix_create(map, &desc, &matrix->matrix);
    return status == LF_OK ? lf_matrix_turn(matrix->matrix, state) : status;
}

static lf_status matrix_of_map(lfjs_matrix *matrix, lf_cost cost, const lf_weights *weights) {
    matrix->index = cost == lfjs_here.cost && weights == NULL ? lfjs_here.index : NULL;
    const lf_matrix_desc desc = {.index = matrix->index, .cost = cost, .weights = weights};
    return lf_matrix_create(lfjs_here.map, &desc, &matrix->matrix);
}

LFJS(void, lfjs_matrix_destroy)(lfjs_matrix *matrix) {
    lf_index *index = matrix->index;
    lfjs_matrix **link = &matrices;
    while (*link != matrix) link = &(*link)->next;
    *link = matrix->next;
    lf_matrix_destroy(matrix->matrix);
    lf_snapshot_release(matrix->state);
    lfjs_room *rooms[] = {&matrix->sources, &matrix->targets, &matrix->answers};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) lfjs_room_free(rooms[i]);
    free(matrix);
    lfjs_index_sweep(index);
}

/// Makes a matrix of the map as it is now, with weights or NULL; `number` is that of a world's weights, else -1. Answer
/// 0 is the matrix.
LFJS(int32_t, lfjs_matrix_create)(int32_t cost, const lf_weights *weights, int32_t number) {
    lfjs_matrix *matrix = malloc(sizeof *matrix);
    if (matrix == NULL) return LF_E_NOMEM;
    *matrix = (lfjs_matrix){.next = matrices};
    matrices = matrix;
    const lf_status status = lfjs_here.world == NULL ? matrix_of_map(matrix, (lf_cost)cost, weights)
                                                     : matrix_of_world(matrix, (lf_cost)cost, number);
    if (status != LF_OK) lfjs_matrix_destroy(matrix);
    lfjs_answer[0] = status == LF_OK ? (double)(uintptr_t)matrix : 0;
    return status;
}

/// Turns a matrix to the newest state of the world. One of a plain map has nowhere to turn.
LFJS(int32_t, lfjs_matrix_turn)(lfjs_matrix *matrix) {
    if (lfjs_here.world == NULL) return LF_OK;
    const lf_snapshot *newest = lf_world_acquire(lfjs_here.world), *old = matrix->state;
    const lf_status status = newest == old ? LF_OK : lf_matrix_turn(matrix->matrix, newest);
    if (status == LF_OK) matrix->state = newest;
    lf_snapshot_release(status == LF_OK ? old : newest);
    return status;
}

/// Room for the sources, or the targets, of the next query. NULL: no memory.
LFJS(lf_tile *, lfjs_matrix_ends)(lfjs_matrix *matrix, uint32_t count, int32_t targets) {
    lfjs_room *room = targets ? &matrix->targets : &matrix->sources;
    return lfjs_room_for(room, count * (double)sizeof(lf_tile)) ? room->at : NULL;
}

/// Begins. `nearest` is how many of the nearest targets each source gets; 0 = the lengths to all of them. Answers:
/// where the lengths will be, two words each (or, of the nearest, four: index, whether there is none, length); the
/// version of the map.
LFJS(int32_t, lfjs_matrix_begin)
(lfjs_matrix *matrix, uint32_t source_count, uint32_t target_count, uint32_t nearest, int32_t skip) {
    const lf_matrix_query query = {.sources = matrix->sources.at,
                                   .source_count = source_count,
                                   .targets = matrix->targets.at,
                                   .target_count = target_count,
                                   .skip_bad_ends = skip != 0};
    const int64_t count = (int64_t)source_count * (nearest > 0 ? nearest : target_count);
    const double bytes = (double)count * (double)(nearest > 0 ? sizeof(lf_nearest) : sizeof(lf_length));
    if (bytes > (double)matrix->answers.size)
        lfjs_room_free(&matrix->answers); // nothing in it is worth a copy
    if (!lfjs_room_for(&matrix->answers, bytes)) return LF_E_NOMEM;
    lfjs_answer[0] = (double)(uintptr_t)matrix->answers.at;
    lfjs_answer[1] = (double)lf_snapshot_version(matrix->state);
    if (nearest == 0) return lf_matrix_begin(matrix->matrix, &query, matrix->answers.at, count);
    return lf_matrix_begin_nearest(matrix->matrix, &query, nearest, matrix->answers.at, count);
}
_Static_assert(sizeof(lf_length) == 8 && sizeof(lf_nearest) == 16, "js/src/matrix.ts reads them as words");

LFJS(int32_t, lfjs_matrix_step)(lfjs_matrix *matrix, double budget) {
    return lf_matrix_step(matrix->matrix, lfjs_number(budget));
}
