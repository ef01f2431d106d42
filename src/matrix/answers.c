// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Lengths as numbers of moves, and where they go: into the caller's array, or into lists of the nearest. And where the
// routes to the nearest go: one after the other, in the order of the sources.
//
// A list of the nearest is sorted by insertion. Targets come in ascending order, so of equally near ones the
// lower index stays first if a target goes behind all that are as near.
//
// Time: O(1) per length; O(count) per target that joins a list of the nearest.
#include "matrix.h"

#include "../base/cost.h"

lf_length lfi_length_of(const lfi_metric *metric, uint64_t length) {
    uint64_t straight, diagonal;
    lfi_metric_apart(metric, length, &straight, &diagonal);
    return (lf_length){(uint32_t)straight, (uint32_t)diagonal};
}

uint64_t lfi_length_number(const lfi_metric *metric, lf_length length) {
    if (length.straight == LF_NO_LENGTH) return UINT64_MAX;
    return length.straight * metric->straight + length.diagonal * metric->diagonal;
}

int lf_length_compare(lf_length a, lf_length b) {
    const bool a_none = a.straight == LF_NO_LENGTH, b_none = b.straight == LF_NO_LENGTH;
    if (a_none || b_none) return (int)a_none - (int)b_none;
    return lfi_cost_sign((int64_t)a.straight - b.straight, (int64_t)a.diagonal - b.diagonal);
}

/// Adds a target to the nearest of a source, if it is one of them.
static void nearest_list_add(const lf_matrix *matrix, int64_t source, int64_t target, uint64_t length) {
    lf_nearest *list = lfi_matrix_nearest(matrix, source);
    int64_t at = matrix->nearest_count;
    while (at > 0 && lfi_length_number(&matrix->metric, list[at - 1].length) > length) at--;
    if (at == matrix->nearest_count) return;
    for (int64_t i = matrix->nearest_count - 1; i > at; i--) list[i] = list[i - 1];
    list[at] = (lf_nearest){target, lfi_length_of(&matrix->metric, length)};
}

void lfi_matrix_answer(lf_matrix *matrix, int64_t held, int64_t asking, uint64_t length, uint64_t none) {
    const int64_t source = matrix->holds_sources ? held : asking,
                  target = matrix->holds_sources ? asking : held;
    if (matrix->lengths != NULL)
        matrix->lengths[source * matrix->query.target_count + target] =
            length < none ? lfi_length_of(&matrix->metric, length) : LFI_NO_LENGTH;
    else if (length < none)
        nearest_list_add(matrix, source, target, length);
}

void lfi_route_place(lf_matrix *matrix, int64_t source) {
    lf_nearest_route *route = &matrix->routes[source];
    const lf_length length = route->nearest.length;
    if (route->first >= 0) return;
    route->first = matrix->tile_count;
    route->tile_count = length.straight == LF_NO_LENGTH ? 0 : (int64_t)length.straight + length.diagonal + 1;
    matrix->tile_count += route->tile_count;
}

void lfi_routes_place(lf_matrix *matrix) {
    for (int64_t i = 0; i < matrix->query.source_count; i++) lfi_route_place(matrix, i);
}
