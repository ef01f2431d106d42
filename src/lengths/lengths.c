// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Lengths of single pairs: creating and destroying, checking a pair, and asking moorings, an almanac or a search.
#include "lengths.h"

#include "../matrix/matrix.h"

enum { KEPT_ROOM = 4096, KEPT_ROOM_MOST = 1 << 20 };

struct lf_lengths {
    lf_allocator allocator;
    const lf_map *map;
    lf_cost cost;
    lfi_metric metric;
    int64_t max_bytes;
    lf_search_desc search_desc;
    lf_search *search;     ///< NULL with an almanac
    lfi_moorings moorings; ///< without a hierarchy its ladder has no index
    lfi_bearings bearings;
    lf_lengths_stats stats;
};

// ---- Creating and destroying ----------------------------------------------------------------------

/// The arrays of the moorings and of the bearings, if there are any.
static void lengths_arrays(lfi_arrays *run, lf_lengths *lengths) {
    if (lengths->moorings.ladder.index != NULL) lfi_moorings_arrays(run, &lengths->moorings);
    if (lengths->bearings.almanac != NULL) lfi_bearings_arrays(run, &lengths->bearings);
}

static lf_status lengths_desc_check(const lf_map *map, const lf_lengths_desc *desc) {
    if (desc->cost != LF_COST_UNIFORM && desc->cost != LF_COST_OCTILE) return LF_E_COST;
    if (desc->index != NULL && desc->index->map != map) return LF_E_FOREIGN_INDEX;
    if (desc->index != NULL && desc->index->cost != desc->cost && map->moves != LF_MOVES_ORTHOGONAL)
        return LF_E_INDEX_COST;
    if (desc->almanac != NULL && desc->almanac->index != desc->index) return LF_E_FOREIGN_INDEX;
    if (desc->end_room < 0) return LF_E_COUNT;
    if (desc->end_room > KEPT_ROOM_MOST) return LF_E_END_COUNT;
    return desc->max_bytes < 0 ? LF_E_LIMIT : LF_OK;
}

/// Checks a description, and sets everything but the memory.
static lf_status lengths_prepare(const lf_map *map, const lf_lengths_desc *desc, lf_lengths *out) {
    lf_lengths_desc given = desc != NULL ? *desc : (lf_lengths_desc){0};
    lf_status status = lengths_desc_check(map, &given);
    if (status == LF_OK) status = lfi_allocator_resolve(&given.allocator);
    if (status != LF_OK) return status;
    *out =
        (lf_lengths){.allocator = given.allocator,
                     .map = map,
                     .cost = given.cost,
                     .metric = lfi_metric_make(map->moves, given.cost),
                     .max_bytes = given.max_bytes,
                     .bearings = {.almanac = given.almanac},
                     .search_desc = {.index = given.index, .cost = given.cost, .allocator = given.allocator}};
    if (given.index != NULL && given.index->up_first != NULL)
        lfi_moorings_init(&out->moorings, given.index, &out->metric,
                          given.end_room > 0 ? (uint64_t)given.end_room : KEPT_ROOM);
    return LF_OK;
}

/// Whether some pairs are searched. An almanac knows them all.
static bool lengths_search(const lf_lengths *lengths) {
    return lengths->bearings.almanac == NULL;
}

/// The bytes of lengths that may not have their memory yet.
static uint64_t lengths_count(lf_lengths copy) {
    int64_t search = 0;
    if (lengths_search(&copy))
        lf_search_size(copy.map, &copy.search_desc, &search); // what is wrong, create says
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    lengths_arrays(&run, &copy);
    return run.bytes > UINT64_MAX - (uint64_t)search ? UINT64_MAX : run.bytes + (uint64_t)search;
}

static lf_status lengths_limit_check(const lf_lengths *lengths) {
    if (lengths->max_bytes == 0 || lengths_count(*lengths) <= (uint64_t)lengths->max_bytes) return LF_OK;
    return LF_E_MEMORY_LIMIT;
}

lf_status lf_lengths_size(const lf_map *map, const lf_lengths_desc *desc, int64_t *bytes) {
    lf_lengths lengths;
    if (bytes != NULL) *bytes = 0;
    if (map == NULL || bytes == NULL) return LF_E_NULL;
    const lf_status status = lengths_prepare(map, desc, &lengths);
    if (status != LF_OK) return status;
    const uint64_t count = lengths_count(lengths);
    *bytes = count < INT64_MAX ? (int64_t)count : INT64_MAX;
    return lengths_limit_check(&lengths);
}

/// Allocates. After an error, nothing is left of it.
static lf_status lengths_make(lf_lengths *lengths) {
    lfi_arrays run = {.allocator = &lengths->allocator, .mode = LFI_ARRAYS_MAKE};
    lengths_arrays(&run, lengths);
    lf_status status = run.failed ? LF_E_NOMEM : LF_OK;
    if (status == LF_OK && lengths_search(lengths))
        status = lf_search_create(lengths->map, &lengths->search_desc, &lengths->search);
    if (status != LF_OK) {
        lengths_arrays(&(lfi_arrays){.allocator = &lengths->allocator, .mode = LFI_ARRAYS_FREE}, lengths);
        return status;
    }
    if (lengths->moorings.ladder.index != NULL) lfi_moorings_ready(&lengths->moorings);
    if (lengths->bearings.almanac != NULL) lfi_bearings_ready(&lengths->bearings);
    return LF_OK;
}

lf_status lf_lengths_create(const lf_map *map, const lf_lengths_desc *desc, lf_lengths **out) {
    lf_lengths lengths;
    if (out != NULL) *out = NULL;
    if (map == NULL || out == NULL) return LF_E_NULL;
    lf_status status = lengths_prepare(map, desc, &lengths);
    if (status == LF_OK) status = lengths_limit_check(&lengths);
    if (status != LF_OK) return status;
    lf_lengths *made = lfi_alloc(&lengths.allocator, 1, sizeof *made);
    if (made == NULL) return LF_E_NOMEM;
    status = lengths_make(&lengths);
    if (status != LF_OK) {
        lfi_free(&lengths.allocator, made, 1, sizeof *made);
        return status;
    }
    *made = lengths;
    *out = made;
    return LF_OK;
}

void lf_lengths_destroy(lf_lengths *lengths) {
    if (lengths == NULL) return;
    const lf_allocator allocator = lengths->allocator;
    lf_search_destroy(lengths->search);
    lengths_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, lengths);
    lfi_free(&allocator, lengths, 1, sizeof *lengths);
}

size_t lf_lengths_bytes(const lf_lengths *lengths) {
    return lengths == NULL ? 0 : (size_t)lengths_count(*lengths);
}

lf_lengths_stats lf_lengths_report(const lf_lengths *lengths) {
    if (lengths == NULL) return (lf_lengths_stats){0};
    lf_lengths_stats stats = lengths->stats;
    stats.kept = lengths->moorings.kept;
    return stats;
}

// ---- Lengths --------------------------------------------------------------------------------------

static lf_status pair_check(const lf_lengths *lengths, lf_tile from, lf_tile to) {
    const lf_map *map = lengths->map;
    if (from >= map->tile_count) return LF_E_SOURCE_OUTSIDE;
    if (!lf_map_is_open(map, from)) return LF_E_SOURCE_BLOCKED;
    if (to >= map->tile_count) return LF_E_TARGET_OUTSIDE;
    return lf_map_is_open(map, to) ? LF_OK : LF_E_TARGET_BLOCKED;
}

static lf_status pair_search(lf_lengths *lengths, lf_tile from, lf_tile to, lf_length *length) {
    const lf_source source = {.tile = from};
    lf_query query = {.sources = &source, .source_count = 1, .targets = &to, .target_count = 1};
    query.options.cost = lengths->cost;
    lf_route route = {0};
    const lf_status status = lf_search_find(lengths->search, &query, NULL, 0, &route);
    lengths->stats.searched++;
    if (!route.found) return status;
    const bool octile = lengths->metric.straight > 1;
    *length = (lf_length){(uint32_t)(octile ? route.straight : route.length),
                          (uint32_t)(octile ? route.diagonal : 0)};
    return LF_OK; // nobody wants the tiles, so there was no room for them
}

static lf_status pair_look_up(lf_lengths *lengths, lf_tile from, lf_tile to, lf_length *length) {
    const uint32_t found = lfi_bearings_between(&lengths->bearings, lfi_map_point(lengths->map, from),
                                                lfi_map_point(lengths->map, to));
    lengths->stats.looked_up++;
    if (found == LFI_ALMANAC_FAR) return LF_NO_ROUTE;
    *length = (lf_length){found, 0};
    return LF_OK;
}

lf_status lf_lengths_between(lf_lengths *lengths, lf_tile from, lf_tile to, lf_length *length) {
    uint64_t number = 0;
    if (length != NULL) *length = LFI_NO_LENGTH;
    if (lengths == NULL || length == NULL) return LF_E_NULL;
    const lf_status status = pair_check(lengths, from, to);
    if (status != LF_OK) return status;
    lengths->stats.asked++;
    if (lengths->moorings.ladder.index == NULL ||
        !lfi_moorings_between(&lengths->moorings, from, to, &number))
        return lengths->bearings.almanac != NULL ? pair_look_up(lengths, from, to, length)
                                                 : pair_search(lengths, from, to, length);
    if (number == UINT64_MAX) return LF_NO_ROUTE;
    *length = lfi_length_of(&lengths->metric, number);
    return LF_OK;
}
