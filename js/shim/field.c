// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Fields and clearance. JavaScript reads the planes where they lie, and follows the directions by itself.
#include "shim.h"

#include <stdlib.h>

/// A field, the state of the world that it belongs to, and the targets that it is filled with.
typedef struct lfjs_field {
    lf_field *field;
    lf_field_desc desc;
    const lf_snapshot *state; ///< of a world, held
    int32_t number;           ///< of its weights
    lfjs_room targets;
} lfjs_field;

/// The map of a state; the plain map for NULL.
static const lf_map *field_map(const lf_snapshot *state) {
    return state == NULL ? lfjs_here.map : lf_snapshot_map(state);
}

LFJS(void, lfjs_field_destroy)(lfjs_field *field) {
    lf_field_destroy(field->field);
    lf_snapshot_release(field->state);
    lfjs_room_free(&field->targets);
    free(field);
}

/// Makes the field for its state. A world has other weights in each.
static lf_status field_make(lfjs_field *field) {
    if (field->desc.weights != NULL && field->state != NULL)
        field->desc.weights = lf_snapshot_weights(field->state, field->number);
    return lf_field_create(field_map(field->state), &field->desc, &field->field);
}

/// Makes a field of the map as it is now. Words: cost, lf_distances, directions, owners, weights (0 = none), and their
/// number in a world. Answer 0 is the field.
LFJS(int32_t, lfjs_field_create)(void) {
    const int32_t *w = lfjs_words;
    lfjs_field *field = malloc(sizeof *field);
    if (field == NULL) return LF_E_NOMEM;
    *field = (lfjs_field){.desc = {.cost = (lf_cost)w[0],
                                   .distances = (lf_distances)w[1],
                                   .directions = w[2] != 0,
                                   .owners = w[3] != 0,
                                   .weights = (const lf_weights *)(uintptr_t)(uint32_t)w[4]},
                          .number = w[5],
                          .state = lf_world_acquire(lfjs_here.world)};
    const lf_status status = field_make(field);
    if (status != LF_OK) lfjs_field_destroy(field);
    lfjs_answer[0] = status == LF_OK ? (double)(uintptr_t)field : 0;
    return status;
}

/// Room for the targets. NULL: no memory.
LFJS(lf_tile *, lfjs_field_targets)(lfjs_field *field, uint32_t count) {
    return lfjs_room_for(&field->targets, count * (double)sizeof(lf_tile)) ? field->targets.at : NULL;
}

/// Makes a field anew for another state, and lets go of the old one: whoever holds a state holds its memory.
static lf_status field_turn(lfjs_field *field, const lf_snapshot *newest) {
    lf_field_destroy(field->field);
    lf_snapshot_release(field->state);
    field->state = newest;
    return field_make(field);
}

/// Begins to fill a field with the map as it is now. After an error of the query the field is as it was.
LFJS(int32_t, lfjs_field_begin)(lfjs_field *field, uint32_t count, double limit) {
    const lf_snapshot *newest = lf_world_acquire(lfjs_here.world);
    const lf_field_query query = {.targets = field->targets.at,
                                  .target_count = count,
                                  .limit = lfjs_number(limit),
                                  .map = field_map(newest)};
    // There is no field after a turn that had no memory. Weights belong to a state: one of another cannot be asked.
    const bool stale = field->field == NULL || (field->desc.weights != NULL && newest != field->state);
    const lf_status begun = stale ? LF_PAUSED : lf_field_begin(field->field, &query);
    if (begun != LF_PAUSED || (field->field != NULL && newest == field->state)) {
        lf_snapshot_release(newest);
        return begun;
    }
    const lf_status turned = field_turn(field, newest);
    return turned == LF_OK ? lf_field_begin(field->field, &query) : turned;
}

LFJS(int32_t, lfjs_field_step)(lfjs_field *field, double budget) {
    return lf_field_step(field->field, lfjs_number(budget));
}

/// Answers: where the distances, directions and owners are (0 = there are none), how many tiles have a
/// distance, the version of the map.
LFJS(int32_t, lfjs_field_finish)(const lfjs_field *field) {
    lf_field_planes planes;
    const lf_status status = lf_field_finish(field->field, &planes);
    if (status != LF_OK) return status;
    const void *distances = planes.distances != NULL ? (const void *)planes.distances : planes.distances16;
    lfjs_answer[0] = (double)(uintptr_t)distances;
    lfjs_answer[1] = (double)(uintptr_t)planes.directions;
    lfjs_answer[2] = (double)(uintptr_t)planes.owners;
    lfjs_answer[3] = (double)planes.reached;
    lfjs_answer[4] = (double)lf_snapshot_version(field->state);
    return LF_OK;
}

/// Answers: straight and diagonal moves of the way from a tile.
LFJS(int32_t, lfjs_field_cost)(const lfjs_field *field, lf_tile tile) {
    int64_t straight, diagonal;
    const lf_status status = lf_field_cost(field->field, tile, &straight, &diagonal);
    lfjs_answer[0] = (double)straight;
    lfjs_answer[1] = (double)diagonal;
    return status;
}

/// Writes one number per tile.
LFJS(int32_t, lfjs_clearance)(uint32_t *squares, double capacity, int32_t edge_blocked) {
    const lf_clearance_desc desc = {.edge_blocked = edge_blocked != 0};
    return lf_map_clearance(lfjs_map_now(), &desc, squares, lfjs_number(capacity));
}
