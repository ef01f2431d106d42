// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Queries with keys: checks the question, picks the strategy, and hands out the answer.
//
// The tiles are the answer. Everything else that a route reports (keys in the order in which they were taken,
// doors passed, the key set at the end) comes from walking the tiles, so it cannot disagree with them.
#include "keys.h"

#include <string.h>

enum {
    KEYS_MAX_STATES = 4000000,
    KEYS_PLAIN_BELOW = 1 << 15,
    KEYS_DENSE_ABOVE = 3,
    KEYS_SHARP_ABOVE = 1000,
    KEYS_RIVAL_ABOVE = 300000
};
#define KEYS_MAX_BYTES (INT64_C(1) << 30)

// ---------------------------------------------------------------------------------------------------
// The object
// ---------------------------------------------------------------------------------------------------

lf_status lf_keys_search_create(const lf_fixtures *fixtures, const lf_keys_search_desc *desc,
                                lf_keys_search **out) {
    if (out == NULL) return LF_E_NULL;
    *out = NULL;
    static const lf_keys_search_desc defaults = {0};
    if (desc == NULL) desc = &defaults;
    if (fixtures == NULL) return LF_E_NULL;
    if (desc->ways != NULL && desc->ways->fixtures != fixtures) return LF_E_FOREIGN_WAYS;
    if (desc->max_states < 0 || desc->max_bytes < 0) return LF_E_LIMIT;
    lf_allocator allocator = desc->allocator;
    const lf_status status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    lf_keys_search *search = lfi_alloc(&allocator, 1, sizeof *search);
    if (search == NULL) return LF_E_NOMEM;
    *search = (lf_keys_search){
        .fixtures = fixtures,
        .map = fixtures->map,
        .kept = desc->ways,
        .store = {.allocator = allocator,
                  .max_bytes = (uint64_t)(desc->max_bytes > 0 ? desc->max_bytes : KEYS_MAX_BYTES)},
        .clock = desc->clock,
        .max_states = desc->max_states > 0 ? desc->max_states : KEYS_MAX_STATES,
        .plain_below = KEYS_PLAIN_BELOW,
        .dense_above = KEYS_DENSE_ABOVE,
        .sharp_above = KEYS_SHARP_ABOVE,
        .rival_above = KEYS_RIVAL_ABOVE};
    *out = search;
    return LF_OK;
}

void lf_keys_search_destroy(lf_keys_search *search) {
    if (search == NULL) return;
    lfi_ways_free(search);
    lfi_store_free(&search->store);
    LFI_ASSERT(search->store.bytes == 0);
    const lf_allocator allocator = search->store.allocator;
    lfi_free(&allocator, search, 1, sizeof *search);
}

bool lfi_keys_add_tile(lf_keys_search *search, lf_tile tile) {
    const uint64_t count = (uint64_t)search->route.tile_count + 1;
    if (!lfi_pool_reserve(&search->store, &search->tiles, count, sizeof tile)) return false;
    LFI_ITEMS(lf_tile, search->tiles)[count - 1] = tile;
    search->route.tile_count++;
    return true;
}

uint64_t lfi_keys_asked(const lf_keys_search *search) {
    return search->query.goal == LF_GOAL_EXIT ? 0 : search->fixtures->key_kinds & ~search->query.held;
}

bool lfi_keys_goal_has_target(const lf_keys_search *search) {
    return search->query.goal != LF_GOAL_ALL_KEYS;
}

bool lfi_keys_stage(lf_keys_search *search, int64_t end) {
    if (lfi_pace_stage(&search->pace, end)) return true;
    return lfi_store_fail(&search->store, LF_E_CANCELLED);
}

bool lfi_keys_part(lf_keys_search *search, uint64_t part, uint64_t of) {
    if (lfi_pace_part(&search->pace, part, of)) return true;
    return lfi_store_fail(&search->store, LF_E_CANCELLED);
}

bool lfi_keys_turn(lf_keys_search *search, uint64_t part, uint64_t of) {
    return lfi_keys_part(search, part, of) && lfi_rival_catch_up(search, 0);
}

// ---------------------------------------------------------------------------------------------------
// The question
// ---------------------------------------------------------------------------------------------------

static lf_status query_check_counts(const lf_keys_query *query) {
    if (lf_goal_name(query->goal) == NULL) return LF_E_GOAL;
    if (lf_keys_strategy_name(query->strategy) == NULL) return LF_E_STRATEGY;
    if (query->source_count < 0 || query->target_count < 0) return LF_E_COUNT;
    if (query->source_count == 0) return LF_E_NO_SOURCES;
    if (query->target_count == 0 && query->goal != LF_GOAL_ALL_KEYS) return LF_E_NO_TARGETS;
    if (query->sources == NULL || (query->targets == NULL && query->target_count > 0)) return LF_E_NULL;
    return LF_OK;
}

static lf_status query_check_source(const lf_fixtures *fixtures, lf_tile tile, uint64_t held) {
    if (tile >= fixtures->map->tile_count) return LF_E_SOURCE_OUTSIDE;
    if (!lf_map_is_open(fixtures->map, tile)) return LF_E_SOURCE_BLOCKED;
    const lf_fixture *fixture = lfi_fixtures_find(fixtures, tile);
    const bool shut = fixture != NULL && fixture->type == LF_FIXTURE_DOOR && (held >> fixture->kind & 1) == 0;
    return shut ? LF_E_SOURCE_LOCKED : LF_OK;
}

static lf_status keys_check_query(const lf_fixtures *fixtures, const lf_keys_query *query) {
    lf_status status = query_check_counts(query);
    for (int64_t i = 0; status == LF_OK && i < query->source_count; i++)
        status = query_check_source(fixtures, query->sources[i].tile, query->held);
    for (int64_t i = 0; status == LF_OK && i < query->target_count; i++) {
        if (query->targets[i] >= fixtures->map->tile_count)
            status = LF_E_TARGET_OUTSIDE;
        else if (!lf_map_is_open(fixtures->map, query->targets[i]))
            status = LF_E_TARGET_BLOCKED;
    }
    return status;
}

// ---------------------------------------------------------------------------------------------------
// The answer
// ---------------------------------------------------------------------------------------------------

static bool event_add(lf_keys_search *search, int64_t at, const lf_fixture *fixture) {
    const uint64_t count = (uint64_t)search->route.event_count + 1;
    if (!lfi_pool_reserve(&search->store, &search->events, count, sizeof(lf_keys_event))) return false;
    lf_keys_event *event = &LFI_ITEMS(lf_keys_event, search->events)[count - 1];
    memset(event, 0, sizeof *event); // padding too, see lfi_fixture_put
    event->at = at;
    lfi_fixture_put(&event->fixture, fixture->tile, fixture->kind, fixture->type);
    search->route.event_count++;
    return true;
}

/// Walks the tiles and notes keys taken, doors passed and the key set at the end.
static bool route_walk(lf_keys_search *search) {
    lf_keys_route *route = &search->route;
    route->held = search->query.held;
    for (int64_t i = 0; i < route->tile_count; i++) {
        const lf_tile tile = LFI_ITEMS(lf_tile, search->tiles)[i];
        const lfi_spot spot = lfi_map_spot(search->map, tile);
        if (!lfi_bit(search->fixtures->key_bits, spot) && !lfi_bit(search->fixtures->door_bits, spot))
            continue;
        const lf_fixture *fixture = lfi_fixtures_find(search->fixtures, tile);
        const uint64_t bit = lfi_kind_bit(fixture->kind);
        if (fixture->type == LF_FIXTURE_KEY && (route->held & bit) != 0) continue;
        if (!event_add(search, i, fixture)) return false;
        route->held |= bit;
    }
    return true;
}

static void route_name_ends(lf_keys_search *search) {
    lf_keys_route *route = &search->route;
    route->source = LFI_ITEMS(lf_tile, search->tiles)[0];
    route->target = LFI_ITEMS(lf_tile, search->tiles)[route->tile_count - 1];
    for (int64_t i = search->query.source_count; i-- > 0;)
        if (search->query.sources[i].tile == route->source) route->source_index = i;
    route->origin = search->query.sources[route->source_index].origin;
    for (int64_t i = search->query.target_count; i-- > 0;)
        if (search->query.targets[i] == route->target) route->target_index = i;
}

static lf_keys_route route_empty(lf_keys_strategy strategy) {
    return (lf_keys_route){.source = LF_NO_TILE,
                           .source_index = -1,
                           .target = LF_NO_TILE,
                           .target_index = -1,
                           .strategy = strategy};
}

/// Takes back a route that could not be finished.
static void route_drop(lf_keys_search *search) {
    const lf_keys_stats stats = search->route.stats;
    search->route = route_empty(search->route.strategy);
    search->route.stats = stats;
}

/// Says all about the route whose tiles are there. False if there is no memory for it.
static bool route_finish(lf_keys_search *search) {
    lf_keys_route *route = &search->route;
    if (!route_walk(search)) return false;
    route->found = true;
    route->length = route->lower_bound = route->tile_count - 1;
    route_name_ends(search);
    return true;
}

/// A limit was hit: hands out the best route so far. LF_OK if it is proven to be the shortest.
static lf_status keys_complete_limit(lf_keys_search *search) {
    lf_keys_route *route = &search->route;
    if (!lfi_anytime_find(search) || !route_finish(search)) route_drop(search);
    search->store.failure = LF_OK;
    if (route->found && (int64_t)search->hunt.bound >= route->length) return LF_OK;
    route->lower_bound = search->hunt.bound;
    return LF_LIMIT;
}

static lf_status keys_complete(lf_keys_search *search, lf_status status) {
    if (status == LF_OK && search->route.tile_count == 0)
        status = LF_E_INTERNAL; // the code below reads the first tile
    if (status == LF_OK && !route_finish(search)) status = search->store.failure;
    if (status == LF_OK) return LF_OK;
    route_drop(search);
    if (status == LF_LIMIT) return keys_complete_limit(search);
    if (status == LF_NO_ROUTE && !lfi_reach_explain(search)) return search->store.failure;
    return status;
}

/// Whether the plain search is faster: there are so few states that preparing points would take longer.
static bool keys_is_tiny(const lf_keys_search *search) {
    const int kinds = lfi_count_bits(search->fixtures->key_kinds & ~search->query.held);
    return kinds < 16 && (int64_t)search->map->tile_count << kinds < search->plain_below &&
           lf_keys_plain_bytes(search->fixtures, search->query.held) < (int64_t)search->store.max_bytes / 2;
}

/// Finds the answer by points, or by the plain search where that is sooner done or alone has room.
static lf_status keys_find(lf_keys_search *search) {
    lfi_rival_begin(search);
    lf_status status = lfi_hunt_find(search);
    if (status == LF_LIMIT) status = lfi_rival_finish(search);
    if (search->rival.won) {
        search->route.strategy = LF_KEYS_PLAIN;
        search->route.stats = (lf_keys_stats){0};
        lfi_plain_count(search);
    }
    return status;
}

static lf_status keys_answer(lf_keys_search *search, const lf_keys_query *query) {
    search->query = *query;
    search->pace = (lfi_pace){.progress = query->progress};
    search->why = (lf_keys_why){0};
    search->store.failure = LF_OK;
    search->hunt.bound = 0;
    const bool plain = query->strategy == LF_KEYS_PLAIN || keys_is_tiny(search);
    search->route = route_empty(plain ? LF_KEYS_PLAIN : LF_KEYS);
    lf_status status = plain ? lfi_plain_find(search) : keys_find(search);
    if (status == LF_E_MEMORY_LIMIT && query->strategy == LF_KEYS) { // earlier queries left too little memory
        search->store.failure = LF_OK;
        search->route = route_empty(LF_KEYS);
        status = keys_find(search);
    }
    if (status >= 0 && !lfi_keys_stage(search, LFI_PACE_TOTAL)) status = LF_E_CANCELLED;
    status = keys_complete(search, status);
    search->route.stats.bytes = (int64_t)(search->store.bytes + sizeof *search);
    return status;
}

int64_t lf_keys_search_tiles(const lf_keys_search *search, lf_tile *tiles, int64_t capacity) {
    const lf_status status = lfi_buffer_check(tiles, capacity);
    if (status != LF_OK || search == NULL) return status;
    const int64_t count = search->route.tile_count, fits = capacity < count ? capacity : count;
    if (fits > 0) memcpy(tiles, search->tiles.items, (size_t)fits * sizeof *tiles);
    return count;
}

int64_t lf_keys_search_events(const lf_keys_search *search, lf_keys_event *events, int64_t capacity) {
    const lf_status status = lfi_buffer_check(events, capacity);
    if (status != LF_OK || search == NULL) return status;
    const int64_t count = search->route.event_count, fits = capacity < count ? capacity : count;
    if (fits > 0) memcpy(events, search->events.items, (size_t)fits * sizeof *events);
    return count;
}

lf_status lf_keys_search_explain(const lf_keys_search *search, lf_keys_why *why, lf_fixture *locks,
                                 int64_t capacity) {
    if (why != NULL) *why = (lf_keys_why){0};
    const lf_status status = lfi_buffer_check(locks, capacity);
    if (status != LF_OK) return status;
    if (search == NULL || why == NULL) return LF_E_NULL;
    *why = search->why;
    const int64_t fits = capacity < why->lock_count ? capacity : why->lock_count;
    if (fits > 0) memcpy(locks, search->locks.items, (size_t)fits * sizeof *locks);
    return lfi_buffer_answer(locks, capacity, why->lock_count);
}

static uint64_t keys_now(const lf_keys_search *search) {
    return search->clock.now_ns != NULL ? search->clock.now_ns(search->clock.user) : 0;
}

lf_status lf_keys_search_find(lf_keys_search *search, const lf_keys_query *query, lf_tile *tiles,
                              int64_t capacity, lf_keys_route *route) {
    if (route != NULL) *route = route_empty(LF_KEYS);
    if (search == NULL || query == NULL) return LF_E_NULL;
    search->route = route_empty(query->strategy);
    search->why = (lf_keys_why){0};
    lf_status status = lfi_buffer_check(tiles, capacity);
    if (status == LF_OK) status = keys_check_query(search->fixtures, query);
    if (status != LF_OK) return status;
    const uint64_t begin = keys_now(search);
    status = keys_answer(search, query);
    lf_keys_search_tiles(search, tiles, capacity);
    search->route.stats.total_ns = (int64_t)(keys_now(search) - begin);
    search->query.sources = NULL; // the caller's arrays are the caller's again
    search->query.targets = NULL;
    search->pace = (lfi_pace){0};
    if (route != NULL) *route = search->route;
    return status != LF_OK ? status : lfi_buffer_answer(tiles, capacity, search->route.tile_count);
}
