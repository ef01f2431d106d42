// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Matrices: creating and turning them, checking a query, and running it in slices.
//
// A matrix has a ladder (index/ladder.c) with the room of a round (buckets.c), or a field; after it was turned from one
// kind of state to the other, the field stays. Both give the same lengths and the same nearest targets.
#include "matrix.h"

#include "../field/field.h"

enum { HELD_ROOM = 1024, HELD_ROOM_MOST = 1 << 20 };
#define ENDS_MOST (INT64_C(1) << 32)

// ---- Creating and destroying ----------------------------------------------------------------------

/// The arrays of the ladder, if there is one.
static void ladder_list(lfi_arrays *run, lf_matrix *matrix) {
    if (matrix->ladder.index == NULL) return;
    lfi_ladder_arrays(run, &matrix->ladder);
    lfi_round_arrays(run, &matrix->round, &matrix->ladder);
}

static lf_field_desc field_desc(const lf_matrix *matrix) {
    const bool octile = matrix->metric.straight > 1; // then a field has the exact costs without distances
    return (lf_field_desc){.cost = matrix->cost,
                           .weights = matrix->weights,
                           .distances =
                               octile || matrix->weights != NULL ? LF_DISTANCES_NONE : LF_DISTANCES_32,
                           .allocator = matrix->allocator};
}

static lf_status matrix_desc_check(const lf_map *map, const lf_matrix_desc *desc) {
    if (desc->cost != LF_COST_UNIFORM && desc->cost != LF_COST_OCTILE) return LF_E_COST;
    if (desc->weights != NULL && desc->weights->given != map) return LF_E_FOREIGN_WEIGHTS;
    if (desc->index != NULL && desc->index->map != map) return LF_E_FOREIGN_INDEX;
    if (desc->index != NULL && desc->index->cost != desc->cost && map->moves != LF_MOVES_ORTHOGONAL)
        return LF_E_INDEX_COST;
    if (desc->end_room < 0) return LF_E_COUNT;
    if (desc->end_room > HELD_ROOM_MOST) return LF_E_END_COUNT;
    return desc->max_bytes < 0 ? LF_E_LIMIT : LF_OK;
}

/// Sets the sizes for an index; NULL, or one without a hierarchy: fields are used.
static void matrix_turn_index(lf_matrix *matrix, const lf_index *index) {
    matrix->ladder = (lfi_ladder){0};
    if (index == NULL || index->up_first == NULL) return;
    lfi_ladder_init(&matrix->ladder, index, &matrix->metric);
    lfi_round_init(&matrix->round, &matrix->ladder, &matrix->metric);
}

/// Sets everything but the memory.
static void matrix_init(lf_matrix *matrix, const lf_map *map, const lf_matrix_desc *desc) {
    *matrix = (lf_matrix){.allocator = desc->allocator,
                          .map = map,
                          .weights = desc->weights,
                          .cost = desc->cost,
                          .metric = lfi_metric_make(map->moves, desc->cost),
                          .max_bytes = desc->max_bytes,
                          .round = {.end_room = desc->end_room > 0 ? (uint64_t)desc->end_room : HELD_ROOM}};
    matrix_turn_index(matrix, desc->weights != NULL ? NULL : desc->index);
}

/// Whether lengths come from fields.
static bool matrix_wants_field(const lf_matrix *matrix) {
    return matrix->ladder.index == NULL;
}

/// The bytes of a matrix that may not have its memory yet.
static uint64_t matrix_count(lf_matrix copy) {
    const lf_field_desc desc = field_desc(&copy);
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    ladder_list(&run, &copy);
    const uint64_t field =
        copy.field != NULL || matrix_wants_field(&copy) ? lfi_field_size(copy.map, &desc) : 0;
    return run.bytes > UINT64_MAX - field ? UINT64_MAX : run.bytes + field;
}

static lf_status matrix_limit_check(const lf_matrix *matrix) {
    if (matrix->max_bytes == 0 || matrix_count(*matrix) <= (uint64_t)matrix->max_bytes) return LF_OK;
    return LF_E_MEMORY_LIMIT;
}

/// Allocates what is missing: the arrays of the ladder, or a field. After an error, nothing is left of it.
static lf_status matrix_make(lf_matrix *matrix) {
    const lf_field_desc desc = field_desc(matrix);
    if (matrix_wants_field(matrix))
        return matrix->field != NULL ? LF_OK : lf_field_create(matrix->map, &desc, &matrix->field);
    lfi_arrays run = {.allocator = &matrix->allocator, .mode = LFI_ARRAYS_MAKE};
    ladder_list(&run, matrix);
    if (run.failed) {
        ladder_list(&(lfi_arrays){.allocator = &matrix->allocator, .mode = LFI_ARRAYS_FREE}, matrix);
        return LF_E_NOMEM;
    }
    lfi_ladder_fill(&matrix->ladder);
    lfi_ladder_clear(&matrix->ladder);
    return LF_OK;
}

/// Checks a description, and sets everything but the memory.
static lf_status matrix_prepare(const lf_map *map, const lf_matrix_desc *desc, lf_matrix *matrix) {
    lf_matrix_desc given = desc != NULL ? *desc : (lf_matrix_desc){0};
    lf_status status = matrix_desc_check(map, &given);
    if (status == LF_OK) status = lfi_allocator_resolve(&given.allocator);
    if (status != LF_OK) return status;
    matrix_init(matrix, map, &given);
    return LF_OK;
}

lf_status lf_matrix_size(const lf_map *map, const lf_matrix_desc *desc, int64_t *bytes) {
    lf_matrix matrix;
    if (bytes != NULL) *bytes = 0;
    if (map == NULL || bytes == NULL) return LF_E_NULL;
    const lf_status status = matrix_prepare(map, desc, &matrix);
    if (status != LF_OK) return status;
    const uint64_t count = matrix_count(matrix);
    *bytes = count < INT64_MAX ? (int64_t)count : INT64_MAX;
    return matrix_limit_check(&matrix);
}

lf_status lf_matrix_create(const lf_map *map, const lf_matrix_desc *desc, lf_matrix **out) {
    lf_matrix matrix;
    if (out != NULL) *out = NULL;
    if (map == NULL || out == NULL) return LF_E_NULL;
    lf_status status = matrix_prepare(map, desc, &matrix);
    if (status == LF_OK) status = matrix_limit_check(&matrix);
    if (status != LF_OK) return status;
    lf_matrix *made = lfi_alloc(&matrix.allocator, 1, sizeof *made);
    if (made == NULL) return LF_E_NOMEM;
    status = matrix_make(&matrix);
    if (status != LF_OK) {
        lfi_free(&matrix.allocator, made, 1, sizeof *made);
        return status;
    }
    *made = matrix;
    *out = made;
    return LF_OK;
}

void lf_matrix_destroy(lf_matrix *matrix) {
    if (matrix == NULL) return;
    const lf_allocator allocator = matrix->allocator;
    ladder_list(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, matrix);
    lf_field_destroy(matrix->field);
    lfi_free(&allocator, matrix, 1, sizeof *matrix);
}

size_t lf_matrix_bytes(const lf_matrix *matrix) {
    return matrix == NULL ? 0 : (size_t)matrix_count(*matrix);
}

bool lf_matrix_is_indexed(const lf_matrix *matrix) {
    return matrix != NULL && matrix->ladder.index != NULL;
}

// ---- Turning --------------------------------------------------------------------------------------

/// The index of a state, if it is for the cost of the matrix.
static const lf_index *state_index(const lf_matrix *matrix, const lf_snapshot *snapshot) {
    const lf_index *index = lf_snapshot_index(snapshot);
    if (index == NULL || matrix->map->moves == LF_MOVES_ORTHOGONAL) return index;
    return index->cost == matrix->cost ? index : NULL;
}

lf_status lf_matrix_turn(lf_matrix *matrix, const lf_snapshot *snapshot) {
    if (matrix == NULL || snapshot == NULL) return LF_E_NULL;
    if (matrix->weights != NULL) return LF_E_WEIGHTS_WORLD;
    const lf_map *map = lf_snapshot_map(snapshot);
    if (map->width != matrix->map->width || map->height != matrix->map->height ||
        map->moves != matrix->map->moves)
        return LF_E_FOREIGN_MAP;
    const lf_index *index = state_index(matrix, snapshot);
    lf_matrix turned = *matrix;
    turned.map = map;
    turned.stage = LFI_MATRIX_IDLE;
    matrix_turn_index(&turned, index);
    lf_status status = matrix_limit_check(&turned);
    if (status == LF_OK) status = matrix_make(&turned);
    if (status != LF_OK) return status;
    ladder_list(&(lfi_arrays){.allocator = &matrix->allocator, .mode = LFI_ARRAYS_FREE}, matrix);
    *matrix = turned;
    if (matrix->field != NULL) lfi_field_turn(matrix->field, map);
    return LF_OK;
}

// ---- Beginning ------------------------------------------------------------------------------------

/// What is wrong with one of the two lists.
static lf_status list_check(const lf_matrix *matrix, const lf_tile *tiles, int64_t count, bool skip,
                            lf_status outside, lf_status blocked) {
    if (count < 0) return LF_E_COUNT;
    if (count > 0 && tiles == NULL) return LF_E_NULL;
    if (count >= ENDS_MOST - 1) return LF_E_END_COUNT;
    for (int64_t i = 0; !skip && i < count; i++) {
        if (tiles[i] >= matrix->map->tile_count) return outside;
        if (!lf_map_is_open(lfi_matrix_ground(matrix), tiles[i])) return blocked;
    }
    return LF_OK;
}

/// Whether every cost under weights is in exact order, and has a number of 32 bits. No way costs more than all tiles.
static lf_status matrix_weights_check(const lf_matrix *matrix) {
    const uint64_t end = matrix->metric.straight > 1 ? LFI_METRIC_Q : LF_NO_LENGTH;
    return matrix->weights != NULL && matrix->weights->sum >= end ? LF_E_WEIGHTS_RANGE : LF_OK;
}

/// What is wrong with a query whose answer has `per_source` entries for each source.
static lf_status matrix_query_check(const lf_matrix *matrix, const lf_matrix_query *query, int64_t per_source,
                                    const void *array, int64_t capacity) {
    lf_status status = lfi_buffer_check(array, capacity);
    if (status == LF_OK) status = matrix_weights_check(matrix);
    if (status == LF_OK)
        status = list_check(matrix, query->sources, query->source_count, query->skip_bad_ends,
                            LF_E_SOURCE_OUTSIDE, LF_E_SOURCE_BLOCKED);
    if (status == LF_OK)
        status = list_check(matrix, query->targets, query->target_count, query->skip_bad_ends,
                            LF_E_TARGET_OUTSIDE, LF_E_TARGET_BLOCKED);
    if (status != LF_OK) return status;
    return per_source > 0 && query->source_count > capacity / per_source ? LF_E_BUFFER_TOO_SMALL : LF_OK;
}

/// So few held ends, and so many that ask, that a pass over the whole ladder for each is less work than a climb for each of the
/// others: see joint.c.
enum { FEW_UNIFORM = 2, FEW_OCTILE = 4, MANY_ASKING = 64 };

static bool matrix_holds_few(const lf_matrix *matrix) {
    return lfi_matrix_held_count(matrix) <= (matrix->metric.straight > 1 ? FEW_OCTILE : FEW_UNIFORM) &&
           lfi_matrix_asking_count(matrix) >= MANY_ASKING;
}

/// With an empty list there is nothing to do.
static void matrix_end_empty(lf_matrix *matrix) {
    matrix->stage = LFI_MATRIX_ENDED;
    if (matrix->routes != NULL) lfi_routes_place(matrix);
}

/// Begins with a query that was checked.
static lf_status matrix_start(lf_matrix *matrix, const lf_matrix_query *query) {
    const bool one = matrix->nearest_count == 1;
    matrix->query = *query;
    matrix->holds_sources = !one && query->source_count < query->target_count;
    matrix->single = !one && matrix_holds_few(matrix);
    matrix->joint = one || matrix->single;
    matrix->tracing = matrix->routes != NULL && (uint64_t)query->target_count <= matrix->round.end_room;
    if (query->source_count == 0 || query->target_count == 0)
        matrix_end_empty(matrix);
    else if (matrix->ladder.index != NULL)
        lfi_buckets_begin(matrix, 0);
    else
        lfi_fields_begin(matrix);
    return LF_PAUSED;
}

lf_status lf_matrix_begin(lf_matrix *matrix, const lf_matrix_query *query, lf_length *lengths,
                          int64_t capacity) {
    if (matrix == NULL || query == NULL) return LF_E_NULL;
    matrix->stage = LFI_MATRIX_IDLE;
    const lf_status status = matrix_query_check(matrix, query, query->target_count, lengths, capacity);
    if (status != LF_OK) return status;
    matrix->lengths = lengths;
    matrix->routes = NULL;
    matrix->nearest_count = 0;
    return matrix_start(matrix, query);
}

lf_status lf_matrix_begin_nearest(lf_matrix *matrix, const lf_matrix_query *query, int64_t count,
                                  lf_nearest *nearest, int64_t capacity) {
    if (matrix == NULL || query == NULL) return LF_E_NULL;
    matrix->stage = LFI_MATRIX_IDLE;
    if (count < 1) return LF_E_NEAREST;
    const lf_status status = matrix_query_check(matrix, query, count, nearest, capacity);
    if (status != LF_OK) return status;
    for (int64_t i = 0; i < query->source_count * count; i++) nearest[i] = (lf_nearest){-1, LFI_NO_LENGTH};
    matrix->lengths = NULL;
    matrix->routes = NULL;
    matrix->nearest = nearest;
    matrix->nearest_count = count;
    return matrix_start(matrix, query);
}

lf_status lf_matrix_begin_routes(lf_matrix *matrix, const lf_matrix_query *query, lf_nearest_route *routes,
                                 int64_t capacity, lf_tile *tiles, int64_t tile_capacity,
                                 int64_t *tile_count) {
    if (tile_count != NULL) *tile_count = 0;
    if (matrix == NULL || query == NULL) return LF_E_NULL;
    matrix->stage = LFI_MATRIX_IDLE;
    if (matrix->weights != NULL) return LF_E_WEIGHTS_STRATEGY;
    lf_status status = matrix_query_check(matrix, query, 1, routes, capacity);
    if (status == LF_OK) status = lfi_buffer_check(tiles, tile_capacity);
    if (status != LF_OK) return status;
    for (int64_t i = 0; i < query->source_count; i++)
        routes[i] = (lf_nearest_route){.nearest = {-1, LFI_NO_LENGTH}, .first = -1};
    matrix->lengths = NULL;
    matrix->nearest = NULL;
    matrix->nearest_count = 1;
    matrix->routes = routes;
    matrix->tiles = tiles;
    matrix->tile_room = tile_capacity;
    matrix->tile_count = 0;
    matrix->tile_told = tile_count;
    return matrix_start(matrix, query);
}

// ---- Steps ----------------------------------------------------------------------------------------

/// The status of a query that has ended.
static lf_status matrix_answer_status(const lf_matrix *matrix) {
    if (matrix->routes == NULL) return LF_OK;
    if (matrix->tile_told != NULL) *matrix->tile_told = matrix->tile_count;
    return lfi_buffer_answer(matrix->tiles, matrix->tile_room, matrix->tile_count);
}

lf_status lf_matrix_step(lf_matrix *matrix, int64_t budget) {
    if (matrix == NULL) return LF_E_NULL;
    if (budget <= 0) return LF_E_BUDGET;
    if (matrix->stage == LFI_MATRIX_IDLE) return LF_E_NOT_BEGUN;
    while (matrix->stage != LFI_MATRIX_ENDED && budget > 0) {
        if (matrix->ladder.index != NULL)
            lfi_buckets_step(matrix, &budget);
        else
            lfi_fields_step(matrix, &budget);
    }
    return matrix->stage == LFI_MATRIX_ENDED ? matrix_answer_status(matrix) : LF_PAUSED;
}

/// All steps of a query that has begun.
static lf_status matrix_run(lf_matrix *matrix, lf_status status) {
    while (status == LF_PAUSED) status = lf_matrix_step(matrix, INT64_MAX);
    return status;
}

lf_status lf_matrix_fill(lf_matrix *matrix, const lf_matrix_query *query, lf_length *lengths,
                         int64_t capacity) {
    return matrix_run(matrix, lf_matrix_begin(matrix, query, lengths, capacity));
}

lf_status lf_matrix_nearest(lf_matrix *matrix, const lf_matrix_query *query, int64_t count,
                            lf_nearest *nearest, int64_t capacity) {
    return matrix_run(matrix, lf_matrix_begin_nearest(matrix, query, count, nearest, capacity));
}

lf_status lf_matrix_routes(lf_matrix *matrix, const lf_matrix_query *query, lf_nearest_route *routes,
                           int64_t capacity, lf_tile *tiles, int64_t tile_capacity, int64_t *tile_count) {
    return matrix_run(
        matrix, lf_matrix_begin_routes(matrix, query, routes, capacity, tiles, tile_capacity, tile_count));
}
