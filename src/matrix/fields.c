// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Lengths without a hierarchy: one field from each held end, which is read at each asking end.
//
// For one nearest target of many sources, one field from all targets together tells the lengths. It does not
// tell the lowest index among equally near targets: the owners of a field are where its directions lead. So
// target by target, in ascending order: a field from this target alone, as far as the farthest source that it may
// be nearest to, as the crow flies. The sources that are as far from it as from the nearest target are its own. A
// target that no source is left for has no field.
//
// A route is walked when the field of one of its ends is there: from a tile to the first neighbour, in the order that
// decides between equal routes, that is nearer by what the move costs. If the targets are held, and no field from all of
// them was made, each source knows its nearest target only at the end. Then those targets get their fields once more.
//
// Time: O(tiles) per field, and per route. Memory: that of a field.
#include "matrix.h"

/// Sources up to which a field from each of them is less work than fields from the targets.
enum { FEW_SOURCES = 2 };

static lf_field_query field_query(const lf_matrix *matrix, const lf_tile *tiles, int64_t count,
                                  int64_t limit) {
    const lf_map *map = matrix->weights != NULL ? NULL : matrix->map;
    return (lf_field_query){.targets = tiles, .target_count = count, .limit = limit, .map = map};
}

/// Continues a field, or begins it; false if the budget ran out.
static bool field_run(lf_matrix *matrix, const lf_field_query *query, int64_t *budget) {
    if (!matrix->field_begun) lf_field_begin(matrix->field, query);
    matrix->field_begun = true;
    if (lf_field_step(matrix->field, *budget) == LF_PAUSED) {
        *budget = 0;
        return false;
    }
    matrix->field_begun = false;
    *budget -= matrix->map->tile_count;
    return true;
}

/// The length from the targets of the field to a tile; UINT64_MAX if there is no way.
static uint64_t field_length(const lf_matrix *matrix, lf_tile tile) {
    int64_t straight, diagonal;
    if (lf_field_cost(matrix->field, tile, &straight, &diagonal) != LF_OK) return UINT64_MAX;
    return (uint64_t)straight * matrix->metric.straight + (uint64_t)diagonal * matrix->metric.diagonal;
}

// ---- Routes ---------------------------------------------------------------------------------------

/// The tile after this one, which is `length` away from the end of the field; `length` receives that of the next one.
static lf_tile walk_next(const lf_matrix *matrix, lf_tile tile, uint64_t *length) {
    const lf_map *map = matrix->map;
    const unsigned open = lfi_bits_around(map->open, lfi_map_spot(map, tile), map->stride);
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        const uint64_t by = lfi_move_is_diagonal(k) ? matrix->metric.diagonal : matrix->metric.straight;
        const lf_tile next = (lf_tile)(tile + map->tile_offset[k]);
        if ((map->allowed[open] >> k & 1) == 0 || by > *length) continue;
        if (field_length(matrix, next) != *length - by) continue;
        *length -= by;
        return next;
    }
    LFI_ASSERT(false);
    return tile;
}

/// Writes the `count` tiles from a tile to the end of the field, the first one to tiles[at], and the others after it, or
/// before it (step -1), as far as there is room.
static void walk_write(const lf_matrix *matrix, lf_tile tile, int64_t at, int step, int64_t count) {
    uint64_t length = field_length(matrix, tile);
    for (; count > 0; count--, at += step) {
        if (at < matrix->tile_room) matrix->tiles[at] = tile;
        if (count > 1) tile = walk_next(matrix, tile, &length);
    }
}

/// The route of a source: the field is from its nearest target, or from itself.
static void source_walk(lf_matrix *matrix, int64_t source, int64_t *budget) {
    const lf_nearest_route *route = &matrix->routes[source];
    const int64_t first = route->first, count = route->tile_count;
    *budget -= count;
    if (count == 0 || first >= matrix->tile_room) return;
    if (matrix->holds_sources && !matrix->joint)
        walk_write(matrix, matrix->query.targets[route->nearest.target], first + count - 1, -1, count);
    else
        walk_write(matrix, matrix->query.sources[source], first, 1, count);
}

// ---- A field from each held end -------------------------------------------------------------------

/// All lengths are known. If the targets were held, the routes are not.
static void rows_end(lf_matrix *matrix) {
    const bool walks = matrix->routes != NULL && !matrix->holds_sources;
    if (walks) lfi_routes_place(matrix);
    matrix->stage = walks ? LFI_MATRIX_TELL : LFI_MATRIX_ENDED;
    matrix->next = 0;
}

static void rows_step(lf_matrix *matrix, int64_t *budget) {
    if (matrix->next == lfi_matrix_held_count(matrix)) {
        rows_end(matrix);
        return;
    }
    const lf_tile *held =
        (matrix->holds_sources ? matrix->query.sources : matrix->query.targets) + matrix->next;
    const bool bad = lfi_matrix_is_bad(matrix, *held);
    const lf_field_query query = field_query(matrix, held, 1, 0);
    if (!bad && !field_run(matrix, &query, budget)) return;
    for (int64_t i = 0; i < lfi_matrix_asking_count(matrix); i++)
        lfi_matrix_answer(matrix, matrix->next, i,
                          bad ? UINT64_MAX : field_length(matrix, lfi_matrix_asking(matrix, i)), UINT64_MAX);
    *budget -= 1 + lfi_matrix_asking_count(matrix);
    if (matrix->routes != NULL && matrix->holds_sources) {
        lfi_route_place(matrix, matrix->next);
        source_walk(matrix, matrix->next, budget);
    }
    matrix->next++;
}

// ---- One nearest target ---------------------------------------------------------------------------

/// A field from all targets tells the lengths.
static void joint_field_step(lf_matrix *matrix, int64_t *budget) {
    const lf_field_query query = field_query(matrix, matrix->query.targets, matrix->query.target_count, 0);
    if (!field_run(matrix, &query, budget)) return;
    for (int64_t i = 0; i < matrix->query.source_count; i++) {
        const uint64_t length = field_length(matrix, matrix->query.sources[i]);
        if (length != UINT64_MAX)
            lfi_matrix_nearest(matrix, i)->length = lfi_length_of(&matrix->metric, length);
    }
    if (matrix->routes != NULL) lfi_routes_place(matrix);
    matrix->stage = LFI_MATRIX_TELL;
    matrix->next = 0;
}

/// Whether a target may be the nearest of a source, as far as is known: it is, or none is known yet and it is not too
/// far as the crow flies.
static bool source_may_want(const lf_matrix *matrix, int64_t source, int64_t target) {
    const lf_nearest *nearest = lfi_matrix_nearest(matrix, source);
    if (!matrix->joint) return nearest->target == target;
    if (nearest->target >= 0 || nearest->length.straight == LF_NO_LENGTH) return false;
    const lf_point from = lfi_map_point(matrix->map, matrix->query.sources[source]),
                   to = lfi_map_point(matrix->map, matrix->query.targets[target]);
    return lfi_metric_between(&matrix->metric, from, to) <=
           lfi_length_number(&matrix->metric, nearest->length);
}

/// How far a target has to look for sources that it may be nearest to, in straight moves; 0 = there is none.
static int64_t tell_limit(const lf_matrix *matrix, int64_t target) {
    int64_t limit = 0;
    for (int64_t i = 0; i < matrix->query.source_count; i++) {
        if (!source_may_want(matrix, i, target)) continue;
        const lf_length length = lfi_matrix_nearest(matrix, i)->length;
        const int64_t moves = 1 + (int64_t)length.straight + length.diagonal + length.diagonal / 2;
        if (moves > limit) limit = moves;
    }
    return limit;
}

/// Gives the target of the field, and their routes, to the sources that are as far from it as from the nearest target.
static void tell_sources(lf_matrix *matrix, int64_t target, int64_t *budget) {
    for (int64_t i = 0; i < matrix->query.source_count; i++) {
        if (!source_may_want(matrix, i, target)) continue;
        lf_nearest *nearest = lfi_matrix_nearest(matrix, i);
        const uint64_t length = lfi_length_number(&matrix->metric, nearest->length);
        if (field_length(matrix, matrix->query.sources[i]) != length) continue;
        nearest->target = target;
        if (matrix->routes != NULL) source_walk(matrix, i, budget);
    }
}

static void tell_step(lf_matrix *matrix, int64_t *budget) {
    if (matrix->next == matrix->query.target_count) {
        matrix->stage = LFI_MATRIX_ENDED;
        return;
    }
    const lf_tile *target = matrix->query.targets + matrix->next;
    const int64_t limit = matrix->field_begun ? 1 : tell_limit(matrix, matrix->next);
    const lf_field_query query = field_query(matrix, target, 1, limit);
    const bool has_field = !matrix->joint && matrix->query.target_count == 1; // it was the last one
    if (limit > 0 && !has_field && !field_run(matrix, &query, budget)) return;
    if (limit > 0) tell_sources(matrix, matrix->next, budget);
    *budget -= 1 + matrix->query.source_count;
    matrix->next++;
}

// ---- Steps ----------------------------------------------------------------------------------------

/// Whether one field from all targets can be made: a field takes no bad ones.
static bool targets_are_good(const lf_matrix *matrix) {
    for (int64_t i = 0; i < matrix->query.target_count; i++) {
        if (lfi_matrix_is_bad(matrix, matrix->query.targets[i])) return false;
    }
    return true;
}

void lfi_fields_begin(lf_matrix *matrix) {
    const lf_matrix_query *query = &matrix->query;
    matrix->joint = matrix->nearest_count == 1 && query->source_count > FEW_SOURCES &&
                    query->target_count > 1 && targets_are_good(matrix);
    // Under weights costs have a direction, and a field has those of the ways to its targets.
    matrix->holds_sources = matrix->weights == NULL && query->source_count < query->target_count;
    matrix->stage = matrix->joint ? LFI_MATRIX_JOINT : LFI_MATRIX_FIELD;
    matrix->field_begun = false;
    matrix->next = 0;
}

void lfi_fields_step(lf_matrix *matrix, int64_t *budget) {
    switch (matrix->stage) {
    case LFI_MATRIX_FIELD: rows_step(matrix, budget); break;
    case LFI_MATRIX_JOINT: joint_field_step(matrix, budget); break;
    default: tell_step(matrix, budget); break;
    }
}
