// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ways made once, for all queries on the same fixtures.
//
// The ways of a query run in the shut map, which no query changes. Only its sources and targets are new. So the
// shut map gets an index with a hierarchy (index/build.c), every point that fixtures have (doors, keys, ends of
// sidesteps) climbs it once and keeps its label, and the distances between points are kept as edges. A query looks
// out from its own ends and reads the rest.
//
// A way of a query ends at the first key that it meets; a way here may pass keys. Both are right: passing over a
// key takes it, which never hurts, and the way to the key is an edge as well. To keep edges few, the edge from p to
// q is left out if there is a key k with d(p, k) + d(k, q) = d(p, q): then the edges over k do as well. Nothing is
// lost by leaving out several at a time, because both parts are shorter than the whole, or end at an end of a
// sidestep that lies on k itself.
//
// Time: that of an index; a lookout and a climb per point; O(points^2 * label). Memory: that of an index, 16 bytes per
// headland, 12 bytes per arc, 8 bytes per edge and per entry of a label (some 100 to 300 per point).
#include "../base/sort.h"
#include "keys.h"

#include <string.h>

#define WAYS_MAX_BYTES (INT64_C(1) << 30)

// ---------------------------------------------------------------------------------------------------
// Points
// ---------------------------------------------------------------------------------------------------

static bool fixtures_door_at(const lf_fixtures *fixtures, lf_tile tile) {
    return lfi_bit(fixtures->door_bits, lfi_map_spot(fixtures->map, tile));
}

bool lfi_sides_collect(const lf_fixtures *fixtures, lfi_store *store, lfi_pool *sides, uint64_t *count) {
    uint64_t all = 0;
    *count = 0;
    if (fixtures->sidestep_count == 0) return true;
    if (!lfi_pool_reserve(store, sides, 2 * (uint64_t)fixtures->sidestep_count, sizeof(uint64_t)))
        return false;
    uint64_t *items = LFI_ITEMS(uint64_t, *sides);
    for (int64_t i = 0; i < 2 * fixtures->sidestep_count; i++) {
        const lfi_sidestep *step = &fixtures->sidesteps[i / 2];
        const lf_tile tile = i % 2 == 0 ? step->a : step->b;
        if (!fixtures_door_at(fixtures, tile)) items[all++] = tile;
    }
    if (all == 0) return true;
    lfi_sort(items, all);
    for (uint64_t i = 0; i < all; i++)
        if (i == 0 || items[i] != items[i - 1]) items[(*count)++] = items[i];
    return true;
}

/// Lists the tiles of all points, in the order of points.c.
static bool kept_list_points(lf_keys_ways *ways) {
    const lf_fixtures *fixtures = ways->fixtures;
    uint64_t side_count;
    if (!lfi_sides_collect(fixtures, &ways->store, &ways->sides, &side_count)) return false;
    const uint64_t count = LFI_FIRST_DOOR + (uint64_t)fixtures->count + side_count;
    if (!lfi_pool_reserve(&ways->store, &ways->tiles, count, sizeof(lf_tile))) return false;
    lf_tile *tile = LFI_ITEMS(lf_tile, ways->tiles);
    for (int i = 0; i < LFI_FIRST_DOOR; i++) *tile++ = LF_NO_TILE;
    for (int64_t i = 0; i < fixtures->door_count; i++) *tile++ = fixtures->doors[i].tile;
    for (int64_t i = 0; i < fixtures->count; i++)
        if (fixtures->items[i].type == LF_FIXTURE_KEY) *tile++ = fixtures->items[i].tile;
    for (uint64_t i = 0; i < side_count; i++) *tile++ = (lf_tile)LFI_ITEMS(uint64_t, ways->sides)[i];
    ways->count = (uint32_t)count;
    return true;
}

uint64_t lfi_kept_seeds(const lf_keys_ways *ways, uint32_t point, lfi_seed seeds[LFI_MOST_SEEDS]) {
    const lf_fixtures *fixtures = ways->fixtures;
    if (point - LFI_FIRST_DOOR >= (uint64_t)fixtures->door_count) {
        seeds[0] = (lfi_seed){LFI_ITEMS(lf_tile, ways->tiles)[point], 0};
        return 1;
    }
    const lfi_door *door = &fixtures->doors[point - LFI_FIRST_DOOR];
    for (uint32_t i = 0; i < door->port_count; i++)
        seeds[i] = (lfi_seed){fixtures->ports[door->port + i].tile, 1};
    return door->port_count;
}

/// Lists which point can be met on which tile.
static bool kept_list_posts(lf_keys_ways *ways) {
    const uint64_t most = ways->count + (uint64_t)ways->fixtures->port_count;
    if (!lfi_pool_reserve(&ways->store, &ways->posts, most, sizeof(uint64_t))) return false;
    uint64_t *posts = LFI_ITEMS(uint64_t, ways->posts);
    ways->post_count = 0;
    for (uint32_t point = LFI_FIRST_DOOR; point < ways->count; point++) {
        lfi_seed seeds[LFI_MOST_SEEDS];
        const uint64_t count = lfi_kept_seeds(ways, point, seeds);
        for (uint64_t i = 0; i < count; i++)
            posts[ways->post_count++] = (uint64_t)seeds[i].tile << 32 | (uint64_t)point << 1 | seeds[i].cost;
    }
    if (ways->post_count > 0) lfi_sort(posts, ways->post_count);
    return true;
}

bool lfi_wanted_make(const lf_keys_ways *ways, lfi_store *store, const uint64_t *tiles, uint64_t count,
                     lfi_wanted *wanted, lfi_pool pools[4]) {
    const lf_map *map = ways->fixtures->map;
    const uint64_t rows = (uint64_t)map->height / 64 + 1, columns = (uint64_t)map->width / 64 + 1;
    wanted->count = 0;
    if (!lfi_pool_reserve(store, &pools[0], rows, sizeof(uint64_t)) ||
        !lfi_pool_reserve(store, &pools[1], columns, sizeof(uint64_t)) ||
        !lfi_pool_reserve(store, &pools[2], count, sizeof(uint64_t)) ||
        !lfi_pool_reserve(store, &pools[3], count, sizeof(uint64_t)))
        return false;
    wanted->rows = pools[0].items;
    wanted->columns = pools[1].items;
    wanted->by_row = pools[2].items;
    wanted->by_column = pools[3].items;
    memset(wanted->rows, 0, (size_t)rows * sizeof(uint64_t));
    memset(wanted->columns, 0, (size_t)columns * sizeof(uint64_t));
    for (uint64_t i = 0; i < count; i++) {
        const lf_tile tile = (lf_tile)(tiles[i] >> 32);
        if (i > 0 && tiles[i - 1] >> 32 == tile) continue;
        if (lfi_stops_is_headland(&ways->index->stops, lfi_map_spot(map, tile))) continue;
        const lf_point at = lfi_map_point(map, tile);
        wanted->rows[at.y >> 6] |= UINT64_C(1) << (at.y & 63);
        wanted->columns[at.x >> 6] |= UINT64_C(1) << (at.x & 63);
        wanted->by_row[wanted->count] = (uint64_t)at.y << 32 | (uint32_t)at.x;
        wanted->by_column[wanted->count++] = (uint64_t)at.x << 32 | (uint32_t)at.y;
    }
    if (wanted->count == 0) return true;
    lfi_sort(wanted->by_row, wanted->count);
    lfi_sort(wanted->by_column, wanted->count);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Labels and edges
// ---------------------------------------------------------------------------------------------------

/// Keeps the labels of all points.
static bool kept_labels(lf_keys_ways *ways, lfi_climber *climber) {
    lfi_store *store = &ways->store;
    if (!lfi_pool_reserve(store, &ways->label_first, (uint64_t)ways->count + 1, sizeof(uint64_t)))
        return false;
    uint64_t *first = LFI_ITEMS(uint64_t, ways->label_first), count = 0;
    for (uint32_t point = 0; point < ways->count; point++) {
        lfi_seed seeds[LFI_MOST_SEEDS];
        first[point] = count;
        if (point < LFI_FIRST_DOOR) continue;
        if (!lfi_climber_label(climber, seeds, lfi_kept_seeds(ways, point, seeds)) ||
            !lfi_pool_reserve(store, &ways->rungs, count + climber->label_count, sizeof(uint32_t)) ||
            !lfi_pool_reserve(store, &ways->lengths, count + climber->label_count, sizeof(uint32_t)))
            return false;
        memcpy(LFI_ITEMS(uint32_t, ways->rungs) + count, climber->rungs.items,
               climber->label_count * sizeof(uint32_t));
        memcpy(LFI_ITEMS(uint32_t, ways->lengths) + count, climber->lengths.items,
               climber->label_count * sizeof(uint32_t));
        count += climber->label_count;
    }
    first[ways->count] = count;
    return true;
}

/// All rows of distances between points, before any is left out.
static bool kept_rows(lf_keys_ways *ways, lfi_climber *climber) {
    lfi_store *store = &ways->store;
    if (!lfi_pool_reserve(store, &ways->edge_first, (uint64_t)ways->count + 1, sizeof(uint64_t)))
        return false;
    uint64_t *first = LFI_ITEMS(uint64_t, ways->edge_first), count = 0;
    for (uint32_t point = 0; point < ways->count; point++) {
        lfi_seed seeds[LFI_MOST_SEEDS];
        first[point] = count;
        if (point < LFI_FIRST_DOOR) continue;
        if (!lfi_climber_row(climber, seeds, lfi_kept_seeds(ways, point, seeds)) ||
            !lfi_pool_reserve(store, &ways->edges, count + ways->count, sizeof(lfi_kept_edge)))
            return false;
        const uint32_t *row = LFI_ITEMS(uint32_t, climber->row);
        for (uint32_t to = LFI_FIRST_DOOR; to < ways->count; to++)
            if (to != point && row[to] != LFI_FAR)
                LFI_ITEMS(lfi_kept_edge, ways->edges)[count++] = (lfi_kept_edge){to, row[to]};
    }
    first[ways->count] = count;
    return true;
}

static bool kept_is_key(const lf_keys_ways *ways, uint32_t point) {
    const uint64_t first = LFI_FIRST_DOOR + (uint64_t)ways->fixtures->door_count;
    return point >= first && point < first + (uint64_t)ways->fixtures->key_count;
}

/// Marks the edges of a point that keys replace. `row` has its distances, `dropped` gets its number.
static void row_mark(const lf_keys_ways *ways, uint32_t point, const uint32_t *row, uint32_t *dropped) {
    const uint64_t *first = LFI_ITEMS(uint64_t, ways->edge_first);
    const lfi_kept_edge *edges = LFI_ITEMS(lfi_kept_edge, ways->edges);
    for (uint64_t i = first[point]; i < first[point + 1]; i++) {
        const uint32_t key = edges[i].to;
        if (!kept_is_key(ways, key)) continue;
        for (uint64_t k = first[key]; k < first[key + 1]; k++)
            if (edges[k].to != point && edges[i].cost + edges[k].cost == row[edges[k].to])
                dropped[edges[k].to] = point;
    }
}

/// Takes away the edges that do not stay.
static void kept_take_away(lf_keys_ways *ways, const uint8_t *stays) {
    uint64_t *first = LFI_ITEMS(uint64_t, ways->edge_first), count = 0, begin = 0;
    lfi_kept_edge *edges = LFI_ITEMS(lfi_kept_edge, ways->edges);
    for (uint32_t point = 0; point < ways->count; point++) {
        const uint64_t end = first[point + 1];
        first[point] = count;
        for (; begin < end; begin++)
            if (stays[begin] != 0) edges[count++] = edges[begin];
    }
    first[ways->count] = count;
}

/// Leaves out the edges that keys replace. All of them are marked by full rows before any is taken away.
static bool kept_thin(lf_keys_ways *ways, lfi_climber *climber) {
    lfi_store *store = &ways->store;
    const uint64_t *first = LFI_ITEMS(uint64_t, ways->edge_first);
    lfi_pool dropped = {0}, stays = {0};
    const bool done = lfi_pool_reserve(store, &dropped, ways->count, sizeof(uint32_t)) &&
                      lfi_pool_reserve(store, &stays, first[ways->count], 1);
    if (done) memset(dropped.items, 0, (size_t)ways->count * sizeof(uint32_t));
    for (uint32_t point = LFI_FIRST_DOOR; done && point < ways->count; point++) {
        const lfi_kept_edge *edges = LFI_ITEMS(lfi_kept_edge, ways->edges);
        uint32_t *row = LFI_ITEMS(uint32_t, climber->row);
        memset(row, 0xff, (size_t)ways->count * sizeof(uint32_t)); // LFI_FAR
        for (uint64_t i = first[point]; i < first[point + 1]; i++) row[edges[i].to] = edges[i].cost;
        row_mark(ways, point, row, LFI_ITEMS(uint32_t, dropped));
        for (uint64_t i = first[point]; i < first[point + 1]; i++)
            LFI_ITEMS(uint8_t, stays)[i] = LFI_ITEMS(uint32_t, dropped)[edges[i].to] != point;
    }
    if (done) kept_take_away(ways, LFI_ITEMS(uint8_t, stays));
    lfi_pool_free(store, &dropped);
    lfi_pool_free(store, &stays);
    return done;
}

// ---------------------------------------------------------------------------------------------------
// The object
// ---------------------------------------------------------------------------------------------------

static void kept_ladder_arrays(lf_keys_ways *ways, lfi_arrays *run) {
    if (ways->ladder.index != NULL) lfi_ladder_shared_arrays(run, &ways->ladder);
}

/// The hierarchy of the shut map.
static lf_status kept_build(lf_keys_ways *ways, const lf_keys_ways_desc *desc) {
    const lf_allocator allocator = lfi_store_allocator(&ways->store);
    const lf_index_desc index = {.hierarchy = LF_HIERARCHY_YES,
                                 .workers = desc->workers,
                                 .progress = desc->progress,
                                 .allocator = allocator};
    const lf_status status = lf_index_create(&ways->fixtures->shut, &index, &ways->index);
    if (status != LF_OK) return status;
    const lfi_metric metric = lfi_metric_make(ways->fixtures->map->moves, LF_COST_UNIFORM);
    lfi_arrays run = {.allocator = &allocator, .mode = LFI_ARRAYS_MAKE};
    lfi_ladder_init(&ways->ladder, ways->index, &metric);
    kept_ladder_arrays(ways, &run);
    if (run.failed) return LF_E_NOMEM;
    lfi_ladder_fill(&ways->ladder);
    return LF_OK;
}

/// Makes everything that lies on top of the hierarchy. False if there is no memory.
static bool kept_fill(lf_keys_ways *ways) {
    lfi_climber climber = {0};
    if (!kept_list_points(ways) || !kept_list_posts(ways) ||
        !lfi_wanted_make(ways, &ways->store, LFI_ITEMS(uint64_t, ways->posts), ways->post_count,
                         &ways->wanted, ways->wanted_pools))
        return false;
    const bool done = lfi_climber_begin(&climber, ways, &ways->store) && kept_labels(ways, &climber) &&
                      kept_rows(ways, &climber) && kept_thin(ways, &climber);
    lfi_climber_free(&climber);
    return done;
}

lf_status lf_keys_ways_create(const lf_fixtures *fixtures, const lf_keys_ways_desc *desc,
                              lf_keys_ways **out) {
    static const lf_keys_ways_desc defaults = {0};
    if (out == NULL) return LF_E_NULL;
    *out = NULL;
    if (fixtures == NULL) return LF_E_NULL;
    if (desc == NULL) desc = &defaults;
    if (desc->max_bytes < 0) return LF_E_LIMIT;
    lf_allocator allocator = desc->allocator;
    lf_status status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    lf_keys_ways *ways = lfi_alloc(&allocator, 1, sizeof *ways);
    if (ways == NULL) return LF_E_NOMEM;
    const int64_t most = desc->max_bytes > 0 ? desc->max_bytes : WAYS_MAX_BYTES;
    *ways =
        (lf_keys_ways){.fixtures = fixtures, .store = {.allocator = allocator, .max_bytes = (uint64_t)most}};
    status = kept_build(ways, desc);
    if (status == LF_OK && !kept_fill(ways)) status = LF_E_NOMEM;
    if (status == LF_E_NOMEM && ways->store.failure == LF_LIMIT) status = LF_E_MEMORY_LIMIT;
    if (status == LF_OK)
        *out = ways;
    else
        lf_keys_ways_destroy(ways);
    return status;
}

void lf_keys_ways_destroy(lf_keys_ways *ways) {
    if (ways == NULL) return;
    const lf_allocator kept = lfi_store_allocator(&ways->store), allocator = ways->store.allocator;
    kept_ladder_arrays(ways, &(lfi_arrays){.allocator = &kept, .mode = LFI_ARRAYS_FREE});
    lf_index_destroy(ways->index);
    lfi_store_free(&ways->store);
    LFI_ASSERT(ways->store.bytes == 0);
    lfi_free(&allocator, ways, 1, sizeof *ways);
}

size_t lf_keys_ways_bytes(const lf_keys_ways *ways) {
    return ways == NULL ? 0 : (size_t)ways->store.bytes + sizeof *ways;
}
