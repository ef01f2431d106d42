// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Queries with keys: checks the question, picks the strategy, and hands out the answer.
//
// A query has phases, and each of them goes on by small pieces of work. lf_keys_search_find runs them to the end,
// lf_keys_search_step until so much work is done. So the answer does not depend on how the work was sliced.
//
// The tiles are the answer. Everything else that a route reports (keys in the order in which they were taken,
// doors passed, the key set at the end) comes from walking the tiles, so it cannot disagree with them.
#include "keys.h"

#include <string.h>

enum {
    KEYS_MAX_STATES = 4000000,
    KEYS_PLAIN_BELOW = 1 << 12,
    KEYS_DENSE_ABOVE = 3,
    KEYS_SHARP_ABOVE = 1000,
    KEYS_HOP_ABOVE = 1000,
    KEYS_HOPS_LEAST = 1 << 20,
    KEYS_ADVANCE_ABOVE = 32000,
    KEYS_CUTS_BELOW = 1 << 20,
    KEYS_AIM_ABOVE = 8
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
        .hop_above = KEYS_HOP_ABOVE,
        .hops_least = KEYS_HOPS_LEAST,
        .advance_above = KEYS_ADVANCE_ABOVE,
        .cuts_below = KEYS_CUTS_BELOW,
        .aim_above = KEYS_AIM_ABOVE};
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

/// A limit was hit, and the search for a route soon has ended: hands it out. LF_OK if it is proven to be the shortest.
static lf_status keys_complete_limit(lf_keys_search *search, bool found) {
    lf_keys_route *route = &search->route;
    if (!found || !route_finish(search)) route_drop(search);
    search->store.failure = LF_OK;
    if (route->found && (int64_t)search->hunt.bound >= route->length) return LF_OK;
    route->lower_bound = search->hunt.bound;
    return LF_LIMIT;
}

/// Beams after the query was stopped may take a part of the states that it took, or that it might have taken.
enum { ANYTIME_SHARE = 64, ANYTIME_STOPPED_SHARE = 8 };

/// The searches have ended, or were stopped: what is left is to look for a route soon.
static void keys_begin_anytime(lf_keys_search *search, int64_t states) {
    route_drop(search);
    search->phase = LFI_KEYS_ANYTIME;
    lfi_anytime_begin(search, states);
}

/// A search has ended. LF_PAUSED if it has hit a limit, and a route soon is looked for.
static lf_status keys_complete(lf_keys_search *search, lf_status status) {
    if (status == LF_OK && search->route.tile_count == 0)
        status = LF_E_INTERNAL; // the code below reads the first tile
    if (status == LF_OK && !route_finish(search)) status = search->store.failure;
    if (status == LF_OK) return LF_OK;
    if (status == LF_LIMIT) {
        keys_begin_anytime(search, search->max_states / ANYTIME_SHARE);
        return LF_PAUSED;
    }
    route_drop(search);
    if (status == LF_NO_ROUTE && !lfi_reach_explain(search)) return search->store.failure;
    return status;
}

/// Whether the plain search is faster: there are so few states that preparing points would take longer.
static bool keys_is_tiny(const lf_keys_search *search) {
    const int kinds = lfi_count_bits(search->fixtures->key_kinds & ~search->query.held);
    return kinds < 16 && (int64_t)search->map->tile_count << kinds < search->plain_below &&
           lf_keys_plain_bytes(search->fixtures, search->query.held) < (int64_t)search->store.max_bytes / 2;
}

// ---------------------------------------------------------------------------------------------------
// Phases
// ---------------------------------------------------------------------------------------------------

static void keys_begin_points(lf_keys_search *search) {
    search->route = route_empty(LF_KEYS);
    search->phase = LFI_KEYS_POINTS;
    lfi_rival_begin(search, keys_is_tiny(search));
    lfi_hunt_begin(search);
}

/// Begins the plain search; LF_PAUSED, or why it does not begin.
static lf_status keys_begin_plain(lf_keys_search *search) {
    search->route = route_empty(LF_KEYS_PLAIN);
    search->phase = LFI_KEYS_PLAIN;
    const lf_status status = lfi_plain_begin(search);
    if (status != LF_OK) return status;
    return lfi_keys_stage(search, LFI_PACE_TOTAL) ? LF_PAUSED : LF_E_CANCELLED;
}

static lf_status keys_step_plain(lf_keys_search *search) {
    const lf_status status = lfi_plain_step(search, LFI_PLAIN_SLICE);
    if (status == LF_PAUSED)
        return lfi_keys_part(search, search->plain.run.head, search->plain.run.room) ? LF_PAUSED
                                                                                     : LF_E_CANCELLED;
    lfi_plain_count(search);
    return status;
}

/// The search over points and its rival, which may go on alone.
static lf_status keys_step_points(lf_keys_search *search) {
    lf_status status = search->phase == LFI_KEYS_POINTS ? lfi_hunt_step(search) : lfi_rival_alone(search);
    if (status == LF_LIMIT && search->phase == LFI_KEYS_POINTS) {
        search->phase = LFI_KEYS_ALONE;
        status = LF_PAUSED;
    }
    if (status == LF_PAUSED || !search->rival.won) return status;
    search->route.strategy = LF_KEYS_PLAIN;
    search->route.stats = (lf_keys_stats){.total_ns = search->route.stats.total_ns};
    lfi_plain_count(search);
    return status;
}

/// The query has ended.
static lf_status keys_end(lf_keys_search *search, lf_status status) {
    search->phase = LFI_KEYS_ENDED;
    search->status = status;
    search->route.stats.bytes = (int64_t)(search->store.bytes + sizeof *search);
    search->query.sources = NULL; // the caller's arrays are the caller's again
    search->query.targets = NULL;
    search->pace = (lfi_pace){0};
    return status;
}

/// The smallest piece of work: LF_PAUSED, or how the query has ended.
static lf_status keys_piece(lf_keys_search *search) {
    lf_status status;
    if (search->phase == LFI_KEYS_ANYTIME) {
        status = lfi_anytime_step(search);
        return status == LF_PAUSED ? status : keys_end(search, keys_complete_limit(search, status == LF_OK));
    }
    status = search->phase == LFI_KEYS_PLAIN ? keys_step_plain(search) : keys_step_points(search);
    if (status == LF_PAUSED) return status;
    const bool early = search->pace.end < LFI_PACE_TOTAL; // the search over tiles has ended first
    if (status >= 0 && early && !lfi_keys_stage(search, LFI_PACE_TOTAL)) status = LF_E_CANCELLED;
    if (status >= 0 && !lfi_keys_stage(search, LFI_PACE_TOTAL)) status = LF_E_CANCELLED;
    status = keys_complete(search, status);
    return status == LF_PAUSED ? status : keys_end(search, status);
}

static lf_status keys_begin(lf_keys_search *search, const lf_keys_query *query) {
    search->query = *query;
    search->pace = (lfi_pace){.progress = query->progress};
    search->store.failure = LF_OK;
    search->hunt.bound = 0;
    search->hunt.ready = false;
    search->work = 0;
    search->plain.run.head = 0;
    search->aimed.flooded = 0;
    lfi_anytime_clear(search);
    if (query->strategy == LF_KEYS) {
        keys_begin_points(search);
        return LF_PAUSED;
    }
    const lf_status status = keys_begin_plain(search);
    return status == LF_PAUSED ? status : keys_end(search, status);
}

/// Work done in this query, in about nanoseconds.
static uint64_t keys_work(const lf_keys_search *search) {
    return search->work + search->aimed.flooded + search->plain.run.head * LFI_WORK_STATE;
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

lf_status lf_keys_search_begin(lf_keys_search *search, const lf_keys_query *query) {
    if (search == NULL) return LF_E_NULL;
    search->phase = LFI_KEYS_IDLE;
    search->route = route_empty(query != NULL ? query->strategy : LF_KEYS);
    search->why = (lf_keys_why){0};
    if (query == NULL) return LF_E_NULL;
    const lf_status status = keys_check_query(search->fixtures, query);
    if (status != LF_OK) return status;
    const uint64_t begin = keys_now(search);
    const lf_status begun = keys_begin(search, query);
    search->route.stats.total_ns = (int64_t)(keys_now(search) - begin);
    return begun;
}

/// What a unit of a budget is, in units of work.
enum { BUDGET_UNIT = 1000 };

lf_status lf_keys_search_step(lf_keys_search *search, int64_t budget) {
    if (search == NULL) return LF_E_NULL;
    if (budget <= 0) return LF_E_BUDGET;
    if (search->phase == LFI_KEYS_IDLE) return LF_E_NOT_BEGUN;
    if (search->phase == LFI_KEYS_ENDED) return search->status;
    const uint64_t most = budget < INT64_MAX / BUDGET_UNIT ? (uint64_t)budget * BUDGET_UNIT : UINT64_MAX;
    const uint64_t begin = keys_now(search), before = keys_work(search);
    lf_status status;
    do {
        status = keys_piece(search);
    } while (status == LF_PAUSED && keys_work(search) - before < most);
    search->route.stats.total_ns += (int64_t)(keys_now(search) - begin);
    return status;
}

/// Whether there is a route at all, which takes next to no time; true if there is no memory to find out.
static bool keys_has_route(lf_keys_search *search) {
    bool met;
    const bool known = lfi_reach_begin(search) && lfi_reach_goal(search, 0, &met);
    search->store.failure = LF_OK;
    return !known || met;
}

/// The caller wants an answer now: no more than a route soon is looked for.
static void keys_stop(lf_keys_search *search) {
    const uint64_t begin = keys_now(search);
    if (search->phase == LFI_KEYS_PLAIN) lfi_plain_count(search);
    if (search->phase == LFI_KEYS_ANYTIME) {
        search->anytime.running = false;
    } else if (keys_has_route(search)) {
        keys_begin_anytime(search, search->route.stats.states / ANYTIME_STOPPED_SHARE);
    } else {
        keys_end(search, keys_complete(search, LF_NO_ROUTE));
    }
    while (search->phase != LFI_KEYS_ENDED) keys_piece(search);
    search->route.stats.total_ns += (int64_t)(keys_now(search) - begin);
}

lf_status lf_keys_search_finish(lf_keys_search *search, lf_tile *tiles, int64_t capacity,
                                lf_keys_route *route) {
    if (route != NULL) *route = route_empty(LF_KEYS);
    const lf_status fits = lfi_buffer_check(tiles, capacity);
    if (search == NULL) return LF_E_NULL;
    if (fits != LF_OK) return fits;
    if (search->phase == LFI_KEYS_IDLE) return LF_E_NOT_BEGUN;
    if (search->phase != LFI_KEYS_ENDED) keys_stop(search);
    lf_keys_search_tiles(search, tiles, capacity);
    if (route != NULL) *route = search->route;
    return search->status != LF_OK ? search->status
                                   : lfi_buffer_answer(tiles, capacity, search->route.tile_count);
}

lf_status lf_keys_search_find(lf_keys_search *search, const lf_keys_query *query, lf_tile *tiles,
                              int64_t capacity, lf_keys_route *route) {
    if (route != NULL) *route = route_empty(LF_KEYS);
    if (search == NULL || query == NULL) return LF_E_NULL;
    search->phase = LFI_KEYS_IDLE;
    search->route = route_empty(query->strategy);
    search->why = (lf_keys_why){0};
    lf_status status = lfi_buffer_check(tiles, capacity);
    if (status == LF_OK) status = lf_keys_search_begin(search, query);
    if (search->phase == LFI_KEYS_IDLE) return status;
    if (status == LF_PAUSED) lf_keys_search_step(search, INT64_MAX);
    return lf_keys_search_finish(search, tiles, capacity, route);
}
