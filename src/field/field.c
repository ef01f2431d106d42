// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A field: the distance to the nearest of any targets for every tile, where to go, and who owns the tile.
//
//     spread      waves from all targets at once (flood/waves.c), which write distances as they go; under
//                 octile costs buckets (flood/octile.c). Move rules are symmetric, so the way from a target
//                 to a tile is the way back. Under weights it is not: buckets that count the tile left
//                 (flood/weighted.c)
//     planes      what the waves did not meet, and directions: in parts of 64 blocks (planes.c, pairs.c, prices.c)
//     directions  octile costs and weights: a direction needs the final costs of its neighbours
//     owners      owners.c
//
// A step does as much of a stage as its budget allows. Parts do not depend on each other, so the caller's
// threads may run them, as many at a time as the budget pays for. The waves run on one thread: a wave of a
// coast map has some hundred blocks, fewer than it takes to wake a thread.
//
// Nothing is cleared at the beginning. Parts write the planes of each block whole, unless no tile of the block
// is met now and none was the last time: a field with a small limit costs little on a large map.
//
// Time: O(tiles of the map). Memory: see field.h in include/.
#include "field.h"

#include <string.h>

// ---- Creating and destroying ----------------------------------------------------------------------

static int64_t field_parts(const lf_field *field) {
    return ((int64_t)field->base->blocks.count + LFI_FIELD_PART_BLOCKS - 1) / LFI_FIELD_PART_BLOCKS;
}

/// Whether a field is for octile costs; a build without them has none.
static bool field_is_octile(const lf_field *field) {
    return LFI_HAS_OCTILE && field->is_octile;
}

static bool field_has_waves(const lf_field *field) {
    return field->weights == NULL && !field_is_octile(field);
}

static void field_arrays(lf_field *field, lfi_arrays *run) {
    const uint64_t count = field->base->tile_count;
    if (field->weights != NULL)
        lfi_weighted_arrays(&field->weighted, field->base, run);
    else if (field_is_octile(field))
        lfi_octile_arrays(&field->octile, field->base, run);
    else
        lfi_waves_arrays(&field->waves, field->base, run);
    if (field->bits == 16) LFI_ARRAY(run, field->small, count);
    if (field->bits == 32) LFI_ARRAY(run, field->large, count);
    if (field->has_directions) LFI_ARRAY(run, field->directions, count);
    if (field->has_owners) LFI_ARRAY(run, field->owners, count);
    if (field->bits != 0 && field_has_waves(field))
        LFI_ARRAY(run, field->sink.logs, field->base->blocks.count);
    LFI_ARRAY_ZEROED(run, field->is_clean, field->base->blocks.count);
    LFI_ARRAY(run, field->reached, (uint64_t)field_parts(field));
}

static lf_status field_desc_check(const lf_field_desc *desc, const lf_map *map) {
    if (desc->cost != LF_COST_UNIFORM && desc->cost != LF_COST_OCTILE) return LF_E_COST;
    if (!LFI_HAS_OCTILE && desc->cost == LF_COST_OCTILE) return LF_E_NO_OCTILE;
    if (desc->weights != NULL && desc->weights->given != map) return LF_E_FOREIGN_WEIGHTS;
    switch (desc->distances) {
    case LF_DISTANCES_32:
    case LF_DISTANCES_NONE: return LF_OK;
    case LF_DISTANCES_16:
        return desc->cost == LF_COST_OCTILE && map->moves != LF_MOVES_ORTHOGONAL ? LF_E_DISTANCES : LF_OK;
    }
    return LF_E_DISTANCES;
}

static void field_init(lf_field *field, const lf_map *map, const lf_field_desc *desc) {
    field->base = field->map = map;
    field->workers = desc->workers;
    field->weights = desc->weights;
    field->metric = lfi_metric_make(map->moves, desc->cost);
    field->is_octile = desc->cost == LF_COST_OCTILE && map->moves != LF_MOVES_ORTHOGONAL;
    field->bits = desc->distances == LF_DISTANCES_32 ? 32 : desc->distances == LF_DISTANCES_16 ? 16 : 0;
    field->has_owners = desc->owners;
    field->has_directions = desc->directions || desc->owners;
}

static lf_status field_make(lf_field *field) {
    lfi_arrays run = {.allocator = &field->allocator, .mode = LFI_ARRAYS_MAKE};
    field_arrays(field, &run);
    if (run.failed) return LF_E_NOMEM;
    if (field->weights == NULL && field_is_octile(field)) lfi_octile_ready(&field->octile, field->base);
    field->sink.plane = field->bits == 16 ? (void *)field->small : field->large;
    field->sink.bits = field->bits;
    return LF_OK;
}

lf_status lf_field_create(const lf_map *map, const lf_field_desc *desc, lf_field **out) {
    const lf_field_desc defaults = {0};
    if (out != NULL) *out = NULL;
    if (map == NULL || out == NULL) return LF_E_NULL;
    if (desc == NULL) desc = &defaults;
    lf_status status = field_desc_check(desc, map);
    if (status != LF_OK) return status;
    lf_allocator allocator = desc->allocator;
    status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    lf_field *field = lfi_alloc(&allocator, 1, sizeof *field);
    if (field == NULL) return LF_E_NOMEM;
    *field = (lf_field){.allocator = allocator};
    field_init(field, map, desc);
    status = field_make(field);
    if (status != LF_OK) {
        lf_field_destroy(field);
        return status;
    }
    *out = field;
    return LF_OK;
}

void lf_field_destroy(lf_field *field) {
    if (field == NULL) return;
    const lf_allocator allocator = field->allocator;
    field_arrays(field, &(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE});
    lfi_free(&allocator, field, 1, sizeof *field);
}

uint64_t lfi_field_size(const lf_map *map, const lf_field_desc *desc) {
    lf_field field = {0};
    field_init(&field, map, desc);
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof field};
    field_arrays(&field, &run);
    return run.bytes;
}

void lfi_field_turn(lf_field *field, const lf_map *map) {
    field->base = field->map = map;
    field->stage = LFI_FIELD_IDLE;
}

size_t lf_field_bytes(const lf_field *field) {
    if (field == NULL) return 0;
    lf_field copy = *field;
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    field_arrays(&copy, &run);
    return (size_t)run.bytes;
}

// ---- Beginning ------------------------------------------------------------------------------------

static lf_status field_check_targets(const lf_map *map, const lf_field_query *query) {
    if (query->target_count < 0) return LF_E_COUNT;
    if (query->target_count == 0) return LF_E_NO_TARGETS;
    if (query->target_count >= LF_NO_OWNER) return LF_E_TOO_MANY_TILES;
    if (query->targets == NULL) return LF_E_NULL;
    for (int64_t i = 0; i < query->target_count; i++) {
        if (query->targets[i] >= map->tile_count) return LF_E_TARGET_OUTSIDE;
        if (!lf_map_is_open(map, query->targets[i])) return LF_E_TARGET_BLOCKED;
    }
    return LF_OK;
}

static bool maps_are_alike(const lf_map *a, const lf_map *b) {
    return a->width == b->width && a->height == b->height && a->moves == b->moves;
}

/// The map of a fill.
static const lf_map *field_map(const lf_field *field, const lf_field_query *query) {
    if (field->weights != NULL) return field->weights->map;
    return query->map != NULL ? query->map : field->base;
}

static lf_status field_query_check(const lf_field *field, const lf_field_query *query) {
    const lf_weights *weights = field->weights;
    if (query->map != NULL && !maps_are_alike(field->base, query->map)) return LF_E_FOREIGN_MAP;
    if (weights != NULL && query->map != NULL && query->map != weights->given) return LF_E_FOREIGN_WEIGHTS;
    if (weights != NULL && field_is_octile(field) && weights->sum >= LFI_METRIC_Q) return LF_E_WEIGHTS_RANGE;
    if (query->limit < 0) return LF_E_LIMIT;
    return field_check_targets(field_map(field, query), query);
}

/// What the limit is in costs. Under octile costs none is as large as 2 Q Q, so that a limit of 2 Q is none.
static uint64_t field_cost_limit(const lf_field *field) {
    const uint64_t limit = (uint64_t)field->limit, unit = field->metric.straight;
    return unit > 1 && limit > 2 * LFI_METRIC_Q ? 2 * LFI_METRIC_Q * unit : limit * unit;
}

static void field_add_ends(lf_field *field) {
    const lf_field_query *query = &field->query;
    const lf_cost cost = field_is_octile(field) ? LF_COST_OCTILE : LF_COST_UNIFORM;
    field->cost_limit = field_cost_limit(field);
    lfi_weighted_reset(&field->weighted, field->weights, cost);
    for (int64_t i = 0; i < query->target_count; i++)
        lfi_weighted_add_end(&field->weighted, field->weights, query->targets[i]);
}

static void field_add_targets(lf_field *field) {
    const lf_field_query *query = &field->query;
    if (field->weights != NULL) {
        field_add_ends(field);
        return;
    }
    if (field_is_octile(field))
        lfi_octile_reset(&field->octile, field->map);
    else
        lfi_waves_reset(&field->waves, field->map);
    for (int64_t i = 0; i < query->target_count; i++) {
        if (field_is_octile(field))
            lfi_octile_add_source(&field->octile, query->targets[i]);
        else
            lfi_waves_add_source(&field->waves, field->map, query->targets[i]);
    }
}

lf_status lf_field_begin(lf_field *field, const lf_field_query *query) {
    if (field == NULL || query == NULL) return LF_E_NULL;
    const lf_status status = field_query_check(field, query);
    if (status != LF_OK) return status;
    if (field->stage != LFI_FIELD_ENDED || field->answer != LF_OK) // what was given up has left its marks
        memset(field->is_clean, 0, field->base->blocks.count * sizeof *field->is_clean);
    field->query = *query;
    field->map = field_map(field, query);
    field->limit = query->limit != 0 ? query->limit : INT64_MAX;
    field->stage = LFI_FIELD_SPREAD;
    field->part = field->reached_in_all = 0;
    field->walk = (lfi_owner_walk){0};
    field_add_targets(field);
    return LF_PAUSED;
}

// ---- Stages ---------------------------------------------------------------------------------------

void lfi_field_part_run(lf_field *field, int64_t part, void (*take)(lf_field *, lfi_field_block)) {
    const lf_map *map = field->base;
    const uint32_t first = (uint32_t)part * LFI_FIELD_PART_BLOCKS, left = map->blocks.count - first;
    const uint32_t count = left < LFI_FIELD_PART_BLOCKS ? left : LFI_FIELD_PART_BLOCKS;
    for (uint32_t index = first; index < first + count; index++) {
        const uint32_t row = index / map->blocks.stride, column = index - row * map->blocks.stride;
        if (column + 1 == map->blocks.stride) continue; // the closed end of a row
        const uint32_t x = column * LFI_WIDE_COLUMNS, y = row * LFI_WIDE_ROWS;
        const uint32_t across = (uint32_t)map->width - x, down = (uint32_t)map->height - y;
        take(field, (lfi_field_block){.index = index,
                                      .x = x,
                                      .y = y,
                                      .columns = across < LFI_WIDE_COLUMNS ? across : LFI_WIDE_COLUMNS,
                                      .rows = down < LFI_WIDE_ROWS ? down : LFI_WIDE_ROWS});
    }
}

static void row_clear(lf_field *field, uint64_t at, size_t count) {
    if (field->small != NULL) memset(field->small + at, 0xff, count * sizeof *field->small);
    if (field->large != NULL) memset(field->large + at, 0xff, count * sizeof *field->large);
    if (field->directions != NULL) memset(field->directions + at, LF_NO_DIRECTION, count);
    if (field->owners != NULL) memset(field->owners + at, 0xff, count * sizeof *field->owners);
    if (field->weights != NULL)
        memset(field->weighted.nodes + at, 0xff, count * sizeof *field->weighted.nodes); // LFI_NO_PRICE
    else if (field_is_octile(field))
        memset(field->octile.costs + at, 0xff, count * sizeof *field->octile.costs);
}

void lfi_field_block_clear(lf_field *field, lfi_field_block block) {
    for (unsigned y = 0; !field->is_clean[block.index] && y < block.rows; y++)
        row_clear(field, lfi_field_at(field, block.x, block.y + y), block.columns);
    field->is_clean[block.index] = true;
}

/// A slice of a stage that is made of parts, which the caller's workers may run.
typedef struct part_slice {
    lf_field *field;
    void (*run)(lf_field *field, int64_t part);
    int64_t first;
} part_slice;

static void slice_part(int64_t index, void *job) {
    const part_slice *slice = job;
    slice->run(slice->field, slice->first + index);
}

/// Runs as many parts as the budget pays for, at least one. True when all are done.
static bool field_run_parts(lf_field *field, void (*run)(lf_field *field, int64_t part), int64_t *budget) {
    const int64_t left = field_parts(field) - field->part;
    const int64_t affordable = (*budget - 1) / LFI_FIELD_PART_TILES + 1;
    const int64_t count = affordable < left ? affordable : left, tiles = count * LFI_FIELD_PART_TILES;
    part_slice slice = {field, run, field->part};
    lfi_workers_run(&field->workers, slice_part, &slice, count);
    field->part += count;
    *budget -= tiles < *budget ? tiles : *budget;
    return count == left;
}

static lf_status field_end(lf_field *field, lf_status answer) {
    field->stage = LFI_FIELD_ENDED;
    return field->answer = answer;
}

static void field_next_stage(lf_field *field, lfi_field_stage stage) {
    field->stage = stage;
    field->part = 0;
}

/// One wave more than 16 bits have numbers for, to learn that there is one.
static int64_t waves_limit(const lf_field *field) {
    return field->bits == 16 && field->limit > LF_NO_DISTANCE_16 ? LF_NO_DISTANCE_16 : field->limit;
}

static bool waves_overflow(const lf_field *field) {
    return field->bits == 16 && field->waves.distance == LF_NO_DISTANCE_16 && field->waves.wave_met > 0;
}

static lf_status field_spread(lf_field *field, int64_t *budget) {
    const lfi_wave_sink *sink = field->bits == 0 ? NULL : &field->sink;
    const lf_status status =
        field->weights != NULL
            ? lfi_weighted_spread_back(&field->weighted, field->weights, field->cost_limit, budget)
        : field_is_octile(field) ? lfi_octile_spread(&field->octile, field->limit, budget)
                                 : lfi_waves_run(&field->waves, field->map, sink, waves_limit(field), budget);
    if (status == LF_PAUSED) return LF_PAUSED;
    if (field_has_waves(field) && waves_overflow(field)) return field_end(field, LF_E_DISTANCE_RANGE);
    field_next_stage(field, LFI_FIELD_PLANES);
    return LF_PAUSED;
}

/// Adds up what the parts have counted; false if a distance has no number.
static bool field_add_up(lf_field *field) {
    for (int64_t i = 0; i < field_parts(field); i++) {
        if (field->reached[i] == LFI_FIELD_OVER) return false;
        field->reached_in_all += field->reached[i];
    }
    return true;
}

static lf_status field_planes(lf_field *field, int64_t *budget) {
    void (*const run)(lf_field *, int64_t) = field->weights != NULL   ? lfi_field_prices_part
                                             : field_is_octile(field) ? lfi_field_pairs_part
                                                                      : lfi_field_planes_part;
    if (!field_run_parts(field, run, budget)) return LF_PAUSED;
    if (!field_add_up(field)) return field_end(field, LF_E_DISTANCE_RANGE);
    if (!field->has_directions) return field_end(field, LF_OK);
    field_next_stage(field, field_has_waves(field) ? LFI_FIELD_OWNERS : LFI_FIELD_DIRECTIONS);
    return LF_PAUSED;
}

static lf_status field_directions(lf_field *field, int64_t *budget) {
    void (*const run)(lf_field *, int64_t) =
        field->weights != NULL ? lfi_field_leads_part : lfi_field_turns_part;
    if (field_run_parts(field, run, budget)) field_next_stage(field, LFI_FIELD_OWNERS);
    return LF_PAUSED;
}

static lf_status field_owners(lf_field *field, int64_t *budget) {
    if (field->has_owners && !lfi_field_own(field, budget)) return LF_PAUSED;
    return field_end(field, LF_OK);
}

static lf_status field_advance(lf_field *field, int64_t *budget) {
    switch (field->stage) {
    case LFI_FIELD_SPREAD: return field_spread(field, budget);
    case LFI_FIELD_PLANES: return field_planes(field, budget);
    case LFI_FIELD_DIRECTIONS: return field_directions(field, budget);
    default: return field_owners(field, budget);
    }
}

lf_status lf_field_step(lf_field *field, int64_t budget) {
    if (field == NULL) return LF_E_NULL;
    if (budget <= 0) return LF_E_BUDGET;
    if (field->stage == LFI_FIELD_IDLE) return LF_E_NOT_BEGUN;
    if (field->stage == LFI_FIELD_ENDED) return field->answer;
    lf_status status = LF_PAUSED;
    while (status == LF_PAUSED && budget > 0) status = field_advance(field, &budget);
    return status;
}

lf_status lf_field_finish(const lf_field *field, lf_field_planes *planes) {
    if (planes != NULL) *planes = (lf_field_planes){0};
    if (field == NULL) return LF_E_NULL;
    if (field->stage == LFI_FIELD_IDLE) return LF_E_NOT_BEGUN;
    if (field->stage != LFI_FIELD_ENDED) return LF_E_NOT_ENDED;
    if (field->answer != LF_OK || planes == NULL) return field->answer;
    *planes = (lf_field_planes){.distances = field->large,
                                .distances16 = field->small,
                                .directions = field->directions,
                                .owners = field->owners,
                                .tile_count = field->base->tile_count,
                                .reached = field->reached_in_all};
    return LF_OK;
}

lf_status lf_field_fill(lf_field *field, const lf_field_query *query, lf_field_planes *planes) {
    if (planes != NULL) *planes = (lf_field_planes){0};
    lf_status status = lf_field_begin(field, query);
    while (status == LF_PAUSED) status = lf_field_step(field, INT64_MAX);
    return status == LF_OK ? lf_field_finish(field, planes) : status;
}
