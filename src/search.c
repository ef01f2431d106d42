// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The search: checks a query, hands it to its strategy, keeps the time, hands out the answer.
//
//     begin   all checks; sources and targets in different bodies are told apart here, without any search
//     step    the strategy's own loop, a slice of it
//     finish  the strategy walks the route into the caller's buffer
//
// lf_search_find is a loop over the three, so there is one way through the library, sliced or not.
//
// Time of begin: O(sources + targets), with a binary search each where bodies are known.
#include "search.h"

#include <string.h>

// In the order of lf_strategy. Auto has no entry of its own: it becomes one of the others.
static const lfi_strategy *const strategies[] = {NULL,
                                                 &lfi_flood_strategy,
                                                 &lfi_corridor_strategy,
                                                 &lfi_expand_strategy,
                                                 &lfi_expand_optimal_strategy,
                                                 &lfi_spine_strategy,
                                                 &lfi_headland_strategy,
                                                 &lfi_strip_strategy};
enum { STRATEGY_COUNT = sizeof strategies / sizeof *strategies };

static bool strategy_valid(lf_strategy strategy) {
    return (int)strategy >= 0 && (int)strategy < STRATEGY_COUNT;
}

/// Whether there is an index for queries of a cost.
static bool search_index_fits(const lf_search *search, lf_cost cost) {
    return search->index != NULL &&
           (search->index->cost == cost || search->map->moves == LF_MOVES_ORTHOGONAL);
}

/// Open tiles up to which flooding the map costs less than looking around.
enum { AUTO_SMALL = 1024 };

/// The fastest exact way for this map and query.
static lf_strategy strategy_resolve(const lf_search *search, const lf_query *query) {
    if (query->strategy != LF_STRATEGY_AUTO) return query->strategy;
    if (search->map->open_count <= AUTO_SMALL) return LF_STRATEGY_FLOOD;
    if (lfi_depth_gate_asked(query)) return LF_STRATEGY_FLOOD; // the others know the map without the gate
    if (search_index_fits(search, query->options.cost)) return LF_STRATEGY_HEADLAND;
    return search->strip.runs != NULL ? LF_STRATEGY_STRIP : LF_STRATEGY_FLOOD;
}

const char *lf_strategy_name(lf_strategy strategy) {
    if (strategy == LF_STRATEGY_AUTO) return "auto";
    return strategy_valid(strategy) ? strategies[strategy]->name : NULL;
}

lf_status lf_strategy_parse(const char *name, lf_strategy *out) {
    if (out != NULL) *out = LF_STRATEGY_AUTO;
    if (name == NULL || out == NULL) return LF_E_NULL;
    for (int i = 0; i < STRATEGY_COUNT; i++) {
        if (strcmp(name, lf_strategy_name((lf_strategy)i)) != 0) continue;
        *out = (lf_strategy)i;
        return LF_OK;
    }
    return LF_E_STRATEGY;
}

// ---- Creating and destroying ----------------------------------------------------------------------

/// How many moves a stitched route may have. It is twice the open tiles where loops can still be in it, and
/// a guardrail is there for worse; a search for spine alone is to be small.
static int64_t search_route_room(const lf_search *search, const lf_search_desc *desc) {
    const int64_t most = 2 * search->map->open_count;
    if (!search->alone) return most;
    const int64_t around = 8 * ((int64_t)search->map->width + search->map->height) + 4096;
    const int64_t room = desc->route_room == 0 ? around : desc->route_room;
    return room < most ? room : most;
}

/// A search as the description asks for it, with everything that its size follows from and no memory yet.
static void search_measure(const lf_map *map, const lf_search_desc *desc, lf_search *search) {
    const bool alone = desc->only == LF_STRATEGY_SPINE;
    *search = (lf_search){.map = map,
                          .base = map,
                          .coarse = desc->coarse,
                          .index = alone ? NULL : desc->index,
                          .allocator = desc->allocator,
                          .clock = desc->clock,
                          .alone = alone,
                          .body_count = map->bodies.runs != NULL ? map->bodies.body_count : 0};
    // Under orthogonal moves octile costs are uniform ones.
    search->octile.wanted = desc->octile && map->moves != LF_MOVES_ORTHOGONAL;
    lfi_depth_gate_measure(search, alone ? NULL : desc->depth);
    if (search->index != NULL) lfi_headland_measure(search);
    if (!alone) lfi_strip_measure(search);
    if (search->coarse == NULL) return;
    lfi_plan_measure(search);
    lfi_spine_measure(search, search_route_room(search, desc));
}

/// Bytes of a search that was measured, whether or not it has its memory yet.
static uint64_t search_size(const lf_search *search) {
    const bool guided = search->coarse != NULL;
    uint64_t bytes =
        sizeof *search + lfi_octile_bytes(search) + lfi_strip_bytes(search) + lfi_depth_gate_bytes(search);
    if (search->base->bodies.runs != NULL)
        bytes += lfi_bytes_wide(search->body_count, sizeof *search->body_stamp);
    if (!search->alone) bytes += lfi_wave_bytes(search);
    if (search->index != NULL) bytes += lfi_headland_bytes(search);
    if (guided) bytes += lfi_plan_bytes(search) + lfi_spine_bytes(search);
    if (guided && !search->alone) bytes += lfi_flood_bytes(search) + lfi_guide_bytes(search);
    return bytes;
}

static lf_status search_alloc(lf_search *search) {
    if (search->map->bodies.runs != NULL) {
        search->body_stamp = lfi_alloc(&search->allocator, search->body_count, sizeof *search->body_stamp);
        if (search->body_stamp == NULL) return LF_E_NOMEM;
        memset(search->body_stamp, 0, search->body_count * sizeof *search->body_stamp);
    }
    lf_status status = lfi_depth_gate_create(search);
    if (status == LF_OK && !search->alone) status = lfi_wave_create(search);
    if (status == LF_OK && search->octile.wanted) status = lfi_octile_create(search);
    if (status == LF_OK && search->index != NULL) status = lfi_headland_create(search);
    if (status == LF_OK && !search->alone) status = lfi_strip_create(search);
    if (search->coarse == NULL) return status;
    if (status == LF_OK && !search->alone) status = lfi_flood_create(search);
    if (status == LF_OK) status = lfi_plan_create(search);
    if (status == LF_OK) status = lfi_spine_create(search);
    return status == LF_OK && !search->alone ? lfi_guide_create(search) : status;
}

static lf_status search_desc_check(const lf_map *map, const lf_search_desc *desc) {
    if (desc->coarse != NULL && desc->coarse->map != map) return LF_E_FOREIGN_COARSE;
    if (desc->index != NULL && desc->index->map != map) return LF_E_FOREIGN_INDEX;
    if (desc->depth != NULL && desc->depth->map != map) return LF_E_FOREIGN_DEPTH;
    if (desc->route_room < 0) return LF_E_COUNT;
    if (desc->max_bytes < 0) return LF_E_LIMIT;
    if (desc->only == LF_STRATEGY_AUTO) return LF_OK;
    if (desc->only != LF_STRATEGY_SPINE) return LF_E_STRATEGY;
    if (desc->coarse == NULL) return LF_E_NO_COARSE;
    if (desc->octile) return LF_E_COST_STRATEGY;
    // Only an honest coarse map promises that windows stay small and that no guardrail is needed.
    return desc->coarse->kind == LF_COARSE_HONEST ? LF_OK : LF_E_COARSE_KIND;
}

/// Checks a description, NULL for the defaults, and measures the search that it asks for.
static lf_status search_prepare(const lf_map *map, const lf_search_desc *desc, lf_search *measured) {
    const lf_search_desc defaults = {0};
    if (map == NULL) return LF_E_NULL;
    if (desc == NULL) desc = &defaults;
    lf_status status = search_desc_check(map, desc);
    if (status != LF_OK) return status;
    search_measure(map, desc, measured);
    status = lfi_allocator_resolve(&measured->allocator);
    if (status != LF_OK || desc->max_bytes == 0) return status;
    return search_size(measured) <= (uint64_t)desc->max_bytes ? LF_OK : LF_E_MEMORY_LIMIT;
}

lf_status lf_search_size(const lf_map *map, const lf_search_desc *desc, int64_t *bytes) {
    lf_search measured;
    if (bytes == NULL) return LF_E_NULL;
    *bytes = 0;
    const lf_status status = search_prepare(map, desc, &measured);
    if (status == LF_OK || status == LF_E_MEMORY_LIMIT) *bytes = (int64_t)search_size(&measured);
    return status;
}

lf_status lf_search_create(const lf_map *map, const lf_search_desc *desc, lf_search **out) {
    lf_search measured;
    if (out == NULL) return LF_E_NULL;
    *out = NULL;
    lf_status status = search_prepare(map, desc, &measured);
    if (status != LF_OK) return status;
    lf_search *search = lfi_alloc(&measured.allocator, 1, sizeof *search);
    if (search == NULL) return LF_E_NOMEM;
    *search = measured;
    status = search_alloc(search);
    if (status != LF_OK) {
        lf_search_destroy(search);
        return status;
    }
    *out = search;
    return LF_OK;
}

void lf_search_destroy(lf_search *search) {
    if (search == NULL) return;
    const lf_allocator allocator = search->allocator;
    search->map = search->base;
    lfi_depth_gate_destroy(search);
    if (!search->alone) lfi_wave_destroy(search);
    lfi_octile_destroy(search);
    if (search->coarse != NULL) {
        lfi_plan_destroy(search);
        lfi_spine_destroy(search);
        if (!search->alone) lfi_flood_destroy(search);
        if (!search->alone) lfi_guide_destroy(search);
    }
    if (search->index != NULL) lfi_headland_destroy(search);
    lfi_strip_destroy(search);
    lfi_free(&allocator, search->body_stamp, search->body_count, sizeof *search->body_stamp);
    lfi_free(&allocator, search, 1, sizeof *search);
}

const lf_map *lf_search_map(const lf_search *search) {
    return search == NULL ? NULL : search->base;
}

size_t lf_search_bytes(const lf_search *search) {
    return search == NULL ? 0 : (size_t)search_size(search);
}

// ---- Begin ----------------------------------------------------------------------------------------

static lf_route route_none(void) {
    return (lf_route){
        .source = LF_NO_TILE, .source_index = -1, .target = LF_NO_TILE, .target_index = -1, .gate = -1};
}

static int64_t search_now(const lf_search *search) {
    return search->clock.now_ns == NULL ? 0 : (int64_t)search->clock.now_ns(search->clock.user);
}

static lf_status query_check_ends(const lf_map *map, const lf_query *query) {
    for (int64_t i = 0; i < query->source_count; i++) {
        if (query->sources[i].tile >= map->tile_count) return LF_E_SOURCE_OUTSIDE;
        if (!lf_map_is_open(map, query->sources[i].tile)) return LF_E_SOURCE_BLOCKED;
    }
    for (int64_t i = 0; i < query->target_count; i++) {
        if (query->targets[i] >= map->tile_count) return LF_E_TARGET_OUTSIDE;
        if (!lf_map_is_open(map, query->targets[i])) return LF_E_TARGET_BLOCKED;
    }
    return LF_OK;
}

/// Numbers matter to guided strategies alone; a value that an enum does not have is a mistake in any query.
static lf_status options_check(const lf_options *options, bool guided) {
    if (guided && options->radius < LF_NONE) return LF_E_RADIUS;
    if (guided && options->widenings < LF_NONE) return LF_E_WIDENINGS;
    if (options->frontier != LF_FRONTIER_REGION && options->frontier != LF_FRONTIER_LIST)
        return LF_E_FRONTIER;
    if (guided && options->spacing < LF_NONE) return LF_E_SPACING;
    if (guided && options->portal_cap < 0) return LF_E_PORTAL_CAP;
    if (options->entry != LF_ENTRY_REACHED && options->entry != LF_ENTRY_PORTAL) return LF_E_ENTRY;
    return LF_OK;
}

/// Under orthogonal moves both costs are the same, and every strategy takes both.
static lf_status cost_check(const lf_search *search, const lfi_strategy *strategy, lf_cost cost) {
    if (cost != LF_COST_UNIFORM && cost != LF_COST_OCTILE) return LF_E_COST;
    if (strategy->indexed && !search_index_fits(search, cost)) return LF_E_INDEX_COST;
    if (cost == LF_COST_UNIFORM || search->map->moves == LF_MOVES_ORTHOGONAL) return LF_OK;
    if (!strategy->octile) return LF_E_COST_STRATEGY;
    return strategy == &lfi_flood_strategy && search->octile.costs == NULL ? LF_E_NO_OCTILE : LF_OK;
}

/// Whether a strategy takes a depth gate in this search. One that reads only the search's map does; indexes
/// and runs are the ungated map's, and windows of a known size are what spine alone promises.
static bool strategy_takes_gate(const lf_search *search, const lfi_strategy *strategy) {
    return !search->alone && !strategy->indexed && strategy != &lfi_strip_strategy;
}

static lf_status query_check_gate(const lf_search *search, const lfi_strategy *strategy,
                                  const lf_query *query) {
    if (!strategy_takes_gate(search, strategy) && lfi_depth_gate_asked(query)) return LF_E_DEPTH_STRATEGY;
    return lfi_depth_gate_check(search, query);
}

static lf_status query_check(const lf_search *search, const lf_query *query) {
    const lf_map *map = search->map;
    if (query->map != NULL && query->map != map) return LF_E_FOREIGN_MAP;
    if (!strategy_valid(query->strategy)) return LF_E_STRATEGY;
    if (search->alone && query->strategy != LF_STRATEGY_SPINE) return LF_E_ONLY_SPINE;
    const lfi_strategy *strategy = strategies[strategy_resolve(search, query)];
    if (strategy->indexed && search->index == NULL) return LF_E_NO_INDEX;
    if (strategy == &lfi_strip_strategy && search->strip.runs == NULL) return LF_E_STRIP;
    const lf_status cost = cost_check(search, strategy, query->options.cost);
    if (cost != LF_OK) return cost;
    if (strategy->guided && search->coarse == NULL) return LF_E_NO_COARSE;
    const lf_status options = options_check(&query->options, strategy->guided);
    if (options != LF_OK) return options;
    if (search->alone && !lfi_spine_fits(search, &query->options)) return LF_E_WINDOW_ROOM;
    const lf_status gate = query_check_gate(search, strategy, query);
    if (gate != LF_OK) return gate;
    if (query->source_count < 0 || query->target_count < 0) return LF_E_COUNT;
    if (query->source_count == 0) return LF_E_NO_SOURCES;
    if (query->target_count == 0) return LF_E_NO_TARGETS;
    if (query->sources == NULL || query->targets == NULL) return LF_E_NULL;
    return query_check_ends(map, query);
}

/// A new stamp makes all marks of earlier queries stale. After 2^32 - 1 queries the numbers begin again, and
/// only then are the marks really cleared.
static void search_new_stamp(lf_search *search) {
    if (search->stamp == UINT32_MAX) {
        if (search->body_stamp != NULL)
            memset(search->body_stamp, 0, search->body_count * sizeof *search->body_stamp);
        lfi_depth_gate_forget(search);
        if (search->coarse != NULL) {
            lfi_plan_forget(search);
            if (!search->alone) lfi_guide_forget(search);
        }
        lfi_strip_forget(search);
        search->stamp = 0;
    }
    search->stamp++;
}

bool lfi_search_source_useful(const lf_search *search, lf_tile source) {
    if (search->body_stamp != NULL && search->body_stamp[lf_map_body(search->base, source)] != search->stamp)
        return false;
    return !lfi_depth_gate_on(&search->gate) || lf_map_is_open(search->map, source);
}

/// Whether some source lies in a body with a target; true if bodies are unknown.
static bool search_may_succeed(lf_search *search) {
    if (search->body_stamp == NULL) return true;
    const lf_query *query = &search->query;
    for (int64_t i = 0; i < query->target_count; i++) {
        search->body_stamp[lf_map_body(search->base, query->targets[i])] = search->stamp;
    }
    for (int64_t i = 0; i < query->source_count; i++) {
        if (lfi_search_source_useful(search, query->sources[i].tile)) return true;
    }
    return false;
}

/// Completes the answer from the ends that the strategy found. The query's arrays are not used after this.
static void search_settle(lf_search *search, lf_status answer) {
    lf_route *route = &search->route;
    const lf_query *query = &search->query;
    search->state = LFI_ENDED;
    search->answer = answer;
    // Every strategy says "no route" only when that is proven, and the guardrail is a flood.
    route->exact = answer == LF_NO_ROUTE || search->strategy->exact || route->stats.guardrail;
    if (answer != LF_OK) return;
    route->found = true;
    route->gate = search->gate.level;
    route->tile_count = route->length + 1;
    route->straight = route->length - route->diagonal;
    for (route->source_index = 0; query->sources[route->source_index].tile != route->source;)
        route->source_index++;
    for (route->target_index = 0; query->targets[route->target_index] != route->target;)
        route->target_index++;
    route->origin = query->sources[route->source_index].origin;
}

lf_status lf_search_begin(lf_search *search, const lf_query *query) {
    if (search == NULL) return LF_E_NULL;
    search->state = LFI_IDLE;
    search->map = search->base;
    if (query == NULL) return LF_E_NULL;
    const int64_t start = search_now(search);
    const lf_status status = query_check(search, query);
    if (status != LF_OK) return status;
    search_new_stamp(search);
    const lf_strategy strategy = strategy_resolve(search, query);
    search->query = *query;
    search->strategy = strategies[strategy];
    search->route = route_none();
    search->route.strategy = strategy;
    search->spine.count = 0; // a query that needs no search must not show the spine of the one before
    search->state = LFI_RUNNING;
    const bool gate_leaves_route = lfi_depth_gate_apply(search);
    if (search_may_succeed(search) && gate_leaves_route)
        search->strategy->begin(search);
    else
        search_settle(search, LF_NO_ROUTE);
    search->route.stats.plan_ns = search->route.stats.total_ns = search_now(search) - start;
    return LF_PAUSED;
}

// ---- Step and finish ------------------------------------------------------------------------------

/// One turn of the strategy, its time booked to the stage it began in.
static lf_status stage_step(lf_search *search, int64_t *budget) {
    lf_stats *stats = &search->route.stats;
    const lfi_stage stage = search->stage;
    const int64_t start = search_now(search);
    const lf_status status = search->strategy->step(search, budget);
    const int64_t spent = search_now(search) - start;
    if (stage == LFI_STAGE_PLAN)
        stats->plan_ns += spent;
    else if (stage == LFI_STAGE_GUARDRAIL)
        stats->guardrail_ns += spent;
    else
        stats->refine_ns += spent;
    stats->total_ns += spent;
    return status;
}

lf_status lf_search_step(lf_search *search, int64_t budget) {
    if (search == NULL) return LF_E_NULL;
    if (budget <= 0) return LF_E_BUDGET;
    if (search->state == LFI_IDLE) return LF_E_NOT_BEGUN;
    if (search->state == LFI_ENDED) return search->answer;
    lf_status status = LF_PAUSED;
    while (status == LF_PAUSED && budget > 0) status = stage_step(search, &budget);
    if (status < 0) search->state = LFI_IDLE;
    if (status == LF_OK || status == LF_NO_ROUTE) search_settle(search, status);
    return status;
}

lf_status lf_search_finish(lf_search *search, lf_tile *tiles, int64_t capacity, lf_route *route) {
    if (route != NULL) *route = route_none();
    if (search == NULL) return LF_E_NULL;
    if (capacity < 0) return LF_E_COUNT;
    if (tiles == NULL && capacity > 0) return LF_E_NULL;
    if (search->state == LFI_IDLE) return LF_E_NOT_BEGUN;
    if (search->state == LFI_RUNNING) return LF_E_NOT_ENDED;
    const int64_t start = search_now(search);
    if (search->route.found && tiles != NULL) search->strategy->trace(search, tiles, capacity);
    search->route.stats.total_ns += search_now(search) - start;
    if (route != NULL) *route = search->route;
    return tiles != NULL && search->route.tile_count > capacity ? LF_E_BUFFER_TOO_SMALL : search->answer;
}

lf_status lf_search_find(lf_search *search, const lf_query *query, lf_tile *tiles, int64_t capacity,
                         lf_route *route) {
    if (route != NULL) *route = route_none();
    if (capacity < 0) return LF_E_COUNT;
    if (tiles == NULL && capacity > 0) return LF_E_NULL;
    lf_status status = lf_search_begin(search, query);
    while (status == LF_PAUSED) status = lf_search_step(search, INT64_MAX);
    return status < 0 ? status : lf_search_finish(search, tiles, capacity, route);
}

bool lf_search_has_met(const lf_search *search, lf_tile tile) {
    if (search == NULL || search->state == LFI_IDLE || tile >= search->map->tile_count) return false;
    // A query that ended before any tile was looked at must not show the tiles of the one before.
    const lf_stats *stats = &search->route.stats;
    if (stats->guardrail || (search->strategy == &lfi_flood_strategy && stats->phases > 0))
        return lfi_search_is_octile(search) ? lfi_octile_has_met(search, tile)
                                            : lfi_wave_has_met(search, tile);
    if (stats->enqueued == 0) return false;
    if (search->strategy->indexed) return lfi_headland_has_met(search, tile);
    if (search->strategy == &lfi_strip_strategy) return lfi_strip_has_met(search, tile);
    return search->strategy->guided && search->strategy != &lfi_spine_strategy &&
           lfi_flood_has_met(search, tile);
}
