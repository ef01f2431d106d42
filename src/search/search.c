// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The search: checks a query, hands it to its strategy, measures the time, returns the answer.
//
//     begin   all checks; rules turn ends into berths; sources and targets in different bodies are told apart
//             here, without any search
//     step    the strategy's own loop, a slice of it; for a partial route, one query after another
//     finish  the strategy walks the route into the caller's buffer
//
// lf_search_find is a loop over the three, so there is one way through the library, sliced or not.
//
// Time of begin: O(sources + targets), with a binary search for each where bodies are known.
#include "search.h"

#include "../coarse/coarse.h"
#include "../depth/depth.h"
#include "../index/index.h"
#include "../overlay/overlay.h"
#include "../weights/weights.h"

#include <stddef.h>
#include <string.h>

#define PART_NAMED(NAME, name) extern const lfi_part lfi_##name##_part;
LFI_PARTS(PART_NAMED)

#define PART_ROW(NAME, name) &lfi_##name##_part,
static const lfi_part *const part_table[] = {LFI_PARTS(PART_ROW)};

// ---- Creating and destroying ----------------------------------------------------------------------

static bool part_wanted(const lf_search *search, int part) {
    if (search->only != NULL) return (search->only->parts >> part & 1) != 0;
    return part_table[part]->wanted == NULL || part_table[part]->wanted(search);
}

/// Makes a part's state, or frees it, or counts its bytes. `scratch`: the place of a state that is only
/// counted; otherwise NULL.
static void part_state(lf_search *search, lfi_arrays *run, int part, void *scratch) {
    const size_t size = part_table[part]->size;
    LFI_ASSERT(size <= LFI_PART_ROOM);
    if (scratch != NULL) memset(scratch, 0, size);
    search->parts[part] = scratch != NULL ? scratch : lfi_arrays_run(run, search->parts[part], 1, size, true);
    if (scratch != NULL) run->bytes += size;
}

/// Runs over the memory of one part.
static void part_memory(lf_search *search, lfi_arrays *run, int part, void *scratch) {
    const bool freeing = run->mode == LFI_ARRAYS_FREE;
    if (!freeing) part_state(search, run, part, scratch);
    if (search->parts[part] != NULL) part_table[part]->arrays(search, run);
    if (freeing) part_state(search, run, part, NULL);
}

static void stamp_array(lf_search *search, lfi_arrays *run) {
    if (search->base->bodies.runs != NULL) LFI_ARRAY_ZEROED(run, search->body_stamp, search->rooms.bodies);
}

/// Runs over all memory of a search. To count for a search that is not made, it needs `scratch`, a place for
/// the state of one part.
static void search_arrays(lf_search *search, lfi_arrays *run, void *scratch) {
    stamp_array(search, run);
    lfi_berths_arrays(search, run);
    for (int i = 0; i < LFI_PART_COUNT; i++) {
        if (part_wanted(search, i)) part_memory(search, run, i, scratch);
    }
}

static void part_ready(lf_search *search, int part) {
    if (part_table[part]->ready != NULL) part_table[part]->ready(search);
    if (part_table[part]->turned != NULL) part_table[part]->turned(search);
    if (part_table[part]->forget != NULL) part_table[part]->forget(search);
}

/// The indexes for gates. They must be for the depths of the search.
static lf_status gate_indexes_check(const lf_map *map, const lf_search_desc *desc) {
    if (desc->gate_index_count < 0) return LF_E_COUNT;
    if (desc->gate_index_count > LF_GATE_INDEXES_MAX) return LF_E_GATE_INDEXES;
    if (desc->gate_index_count == 0) return LF_OK;
    if (desc->gate_indexes == NULL) return LF_E_NULL;
    if (desc->depth == NULL) return LF_E_NO_DEPTH;
    for (int64_t i = 0; i < desc->gate_index_count; i++) {
        const lf_index *index = desc->gate_indexes[i];
        if (index == NULL) return LF_E_NULL;
        if (index->given != map) return LF_E_FOREIGN_INDEX;
        if (index->min_depth == 0) return LF_E_INDEX_GATE;
        if (index->depth != desc->depth) return LF_E_INDEX_DEPTH;
    }
    return LF_OK;
}

static lf_status search_desc_check(const lf_search_desc *desc) {
    if (lf_cost_name(desc->cost) == NULL) return LF_E_COST;
    if (desc->route_room < 0 || desc->end_room < 0 || desc->obstacle_room < 0 || desc->harbour_room < 0)
        return LF_E_COUNT;
    if (desc->max_bytes < 0) return LF_E_LIMIT;
    if (desc->only == LF_STRATEGY_AUTO) return LF_OK;
    if (lfi_strategy_at(desc->only) == NULL || lfi_strategy_at(desc->only)->alone == NULL)
        return LF_E_STRATEGY;
    return lfi_strategy_at(desc->only)->alone(desc);
}

// ---- Rooms ----------------------------------------------------------------------------------------

/// Adds the room that an index needs, if it needs more.
static void rooms_take_index(lfi_rooms *rooms, const lf_index *index) {
    if (index == NULL) return;
    const uint64_t folds = lfi_index_folds(index);
    if (index->count > rooms->headlands) rooms->headlands = index->count;
    if (folds > rooms->folds) rooms->folds = folds;
}

/// Exactly the room that a search needs.
static lfi_rooms rooms_needed(const lf_search *search) {
    const lf_coarse *coarse = search->coarse;
    lfi_rooms rooms = {.open_tiles = (uint64_t)search->base->open_count,
                       .bodies = search->base->bodies.body_count,
                       .runs = search->base->bodies.run_count,
                       .nodes = coarse != NULL ? coarse->node_limit : 0,
                       .nodes_above = coarse != NULL && coarse->above != NULL ? coarse->above->node_limit : 0,
                       .humps = search->depth != NULL ? search->depth->tree.count : 0,
                       .extras = (search->edits != NULL ? lfi_overlay_extras(search->edits) : 0) +
                                 lfi_obstacles_extras(search)};
    rooms_take_index(&rooms, search->plain_index);
    for (uint32_t i = 0; i < search->gate_index_count; i++) rooms_take_index(&rooms, search->gate_indexes[i]);
    return rooms;
}

/// More than is needed, if there is not enough. An edit adds little, so only many edits fill a quarter.
static uint64_t room_grow(uint64_t room, uint64_t needed) {
    return needed < room ? room : needed + needed / 4 + 64;
}

/// Rooms of a world's search. All tiles may become open. The arrays for open tiles have room for all of them,
/// because they are touched only where queries go.
static lfi_rooms rooms_grow(const lfi_rooms *rooms, const lf_search *search) {
    const lfi_rooms needed = rooms_needed(search);
    return (lfi_rooms){.open_tiles = search->base->tile_count,
                       .bodies = room_grow(rooms->bodies, needed.bodies),
                       .runs = room_grow(rooms->runs, needed.runs),
                       .nodes = room_grow(rooms->nodes, needed.nodes),
                       .nodes_above = room_grow(rooms->nodes_above, needed.nodes_above),
                       .humps = room_grow(rooms->humps, needed.humps),
                       .headlands = room_grow(rooms->headlands, needed.headlands),
                       .folds = room_grow(rooms->folds, needed.folds),
                       .extras = room_grow(rooms->extras, needed.extras)};
}

/// Puts a chart into a search. A search for a single strategy uses neither index nor depths.
static void search_take_chart(lf_search *search, const lfi_chart *chart) {
    search->map = search->now = search->ground = search->base = chart->map;
    search->opens = search->harboured = false;
    search->coarse = chart->coarse;
    search->index = search->plain_index = search->only == NULL ? chart->index : NULL;
    search->overlay = search->edits = search->only == NULL ? chart->overlay : NULL;
    search->depth = search->only == NULL ? chart->depth : NULL;
    memcpy(search->weights, chart->weights, sizeof search->weights);
    search->formed = false;
    search->rooms = search->held != NULL ? rooms_grow(&search->rooms, search) : rooms_needed(search);
}

// ---- Making ---------------------------------------------------------------------------------------

/// Room for the berths of a list, if the description does not say. A radius of 15 in thin noise meets about
/// so many bodies; a port has a handful.
enum { END_ROOM = 256 };

/// A search without its memory.
static lf_search search_plain(const lfi_chart *chart, const lf_search_desc *desc, lfi_holders *held) {
    lf_search search = {.held = held,
                        .max_bytes = desc->max_bytes,
                        .octile = desc->cost == LF_COST_OCTILE,
                        .weighted = desc->weighted,
                        .route_room = desc->route_room,
                        .obstacle_room = desc->only == LF_STRATEGY_AUTO ? desc->obstacle_room : 0,
                        .berths = {.room = desc->end_room != 0 ? desc->end_room : END_ROOM},
                        .only = lfi_strategy_at(desc->only),
                        .allocator = desc->allocator,
                        .clock = desc->clock,
                        .gate_depth = -1,
                        .guardrail = lfi_strategy_at(LF_STRATEGY_FLOOD)};
    for (int64_t i = 0; desc->only == LF_STRATEGY_AUTO && i < desc->gate_index_count; i++)
        search.gate_indexes[search.gate_index_count++] = desc->gate_indexes[i];
    if (search.gate_index_count > 0) search.harbour_room = desc->harbour_room;
    search_take_chart(&search, chart);
    return search;
}

/// The bytes that a search with this context takes; parts that are not made count too.
static uint64_t search_count(lf_search plain) {
    _Alignas(max_align_t) unsigned char scratch[LFI_PART_ROOM];
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof plain};
    plain.map = plain.now = plain.ground = plain.base;
    search_arrays(&plain, &run, scratch);
    return run.bytes;
}

static lf_status search_check_limit(const lf_search *search) {
    if (search->max_bytes == 0) return LF_OK;
    return search_count(*search) <= (uint64_t)search->max_bytes ? LF_OK : LF_E_MEMORY_LIMIT;
}

/// Checks a description and makes the search that it asks for, without its memory.
static lf_status search_prepare(const lfi_chart *chart, const lf_search_desc *desc, lfi_holders *held,
                                lf_search *plain) {
    lf_status status = search_desc_check(desc);
    if (status != LF_OK) return status;
    *plain = search_plain(chart, desc, held);
    status = lfi_allocator_resolve(&plain->allocator);
    return status != LF_OK ? status : search_check_limit(plain);
}

/// The chart of a map and of what a description adds to it; NULL stands for the defaults.
static lf_status chart_make(const lf_map *map, const lf_search_desc *desc, lfi_chart *chart) {
    if (map == NULL) return LF_E_NULL;
    *chart = (lfi_chart){.map = map};
    if (desc == NULL) return LF_OK;
    if (desc->coarse != NULL && desc->coarse->map != map) return LF_E_FOREIGN_COARSE;
    if (desc->index != NULL && desc->index->given != map) return LF_E_FOREIGN_INDEX;
    if (desc->index != NULL && desc->index->min_depth != 0) return LF_E_INDEX_GATE;
    if (desc->depth != NULL && desc->depth->map != map) return LF_E_FOREIGN_DEPTH;
    chart->coarse = desc->coarse;
    chart->index = desc->index;
    chart->depth = desc->depth;
    return gate_indexes_check(map, desc);
}

static const lf_search_desc *search_desc_or_defaults(const lf_search_desc *desc) {
    static const lf_search_desc defaults = {0};
    return desc != NULL ? desc : &defaults;
}

lf_status lf_search_size(const lf_map *map, const lf_search_desc *desc, int64_t *bytes) {
    lf_search plain;
    lfi_chart chart;
    if (bytes == NULL) return LF_E_NULL;
    *bytes = 0;
    lf_status status = chart_make(map, desc, &chart);
    if (status == LF_OK) status = search_prepare(&chart, search_desc_or_defaults(desc), NULL, &plain);
    if (status == LF_OK || status == LF_E_MEMORY_LIMIT) *bytes = (int64_t)search_count(plain);
    return status;
}

lf_status lfi_search_make(const lfi_chart *chart, const lf_search_desc *desc, lfi_holders *held,
                          lf_search **out) {
    lf_search plain;
    const lf_status status = search_prepare(chart, search_desc_or_defaults(desc), held, &plain);
    if (status != LF_OK) return status;
    lf_search *search = lfi_alloc(&plain.allocator, 1, sizeof *search);
    if (search == NULL) return LF_E_NOMEM;
    *search = plain;
    lfi_arrays run = {.allocator = &search->allocator, .mode = LFI_ARRAYS_MAKE};
    search_arrays(search, &run, NULL);
    if (run.failed) {
        search->held = NULL; // still the caller's
        lf_search_destroy(search);
        return LF_E_NOMEM;
    }
    for (int i = 0; i < LFI_PART_COUNT; i++) {
        if (search->parts[i] != NULL) part_ready(search, i);
    }
    *out = search;
    return LF_OK;
}

lf_status lf_search_create(const lf_map *map, const lf_search_desc *desc, lf_search **out) {
    lfi_chart chart;
    if (out == NULL) return LF_E_NULL;
    *out = NULL;
    const lf_status status = chart_make(map, desc, &chart);
    return status != LF_OK ? status : lfi_search_make(&chart, desc, NULL, out);
}

void lf_search_destroy(lf_search *search) {
    if (search == NULL) return;
    const lf_allocator allocator = search->allocator;
    lfi_arrays run = {.allocator = &allocator, .mode = LFI_ARRAYS_FREE};
    search->map = search->base;
    search_arrays(search, &run, NULL);
    if (search->held != NULL) lfi_holders_leave(search->held);
    lfi_free(&allocator, search, 1, sizeof *search);
}

// ---- Turning --------------------------------------------------------------------------------------

static uint64_t part_count(const lf_search *search, int part) {
    _Alignas(max_align_t) unsigned char scratch[LFI_PART_ROOM];
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT};
    lf_search counted = *search;
    if (part_wanted(search, part)) part_memory(&counted, &run, part, scratch);
    return run.bytes;
}

/// Whether a part can stay as it is. Arrays never get shorter, so if their sum is the same, each length is.
static bool part_stays(const lf_search *before, const lf_search *after, int part) {
    return part_count(before, part) == part_count(after, part);
}

/// Runs over the memory in which one search differs from another.
static void turn_arrays(lf_search *search, const lf_search *other, lfi_arrays *run) {
    if (search->body_stamp == NULL || search->body_stamp != other->body_stamp) stamp_array(search, run);
    for (int i = 0; i < LFI_PART_COUNT; i++) {
        if (part_wanted(search, i) && (search->parts[i] == NULL || search->parts[i] != other->parts[i]))
            part_memory(search, run, i, NULL);
    }
}

/// The search as it will be, with all memory that can stay; the rest has yet to be made.
static lf_search turn_plan(const lf_search *search, const lfi_chart *chart, lfi_holders *held) {
    lf_search next = *search;
    next.held = held;
    search_take_chart(&next, chart);
    next.state = LFI_IDLE;
    if (next.rooms.bodies != search->rooms.bodies) next.body_stamp = NULL;
    for (int i = 0; i < LFI_PART_COUNT; i++) {
        if (!part_stays(search, &next, i)) next.parts[i] = NULL;
    }
    return next;
}

lf_status lfi_search_turn(lf_search *search, const lfi_chart *chart, lfi_holders *held) {
    lf_search next = turn_plan(search, chart, held);
    const lf_status status = search_check_limit(&next);
    if (status != LF_OK) return status;
    search->map = search->base;
    lfi_arrays run = {.allocator = &search->allocator, .mode = LFI_ARRAYS_MAKE};
    turn_arrays(&next, search, &run);
    if (run.failed) {
        run.mode = LFI_ARRAYS_FREE;
        turn_arrays(&next, search, &run);
        return LF_E_NOMEM;
    }
    lf_search before = *search;
    *search = next;
    for (int i = 0; i < LFI_PART_COUNT; i++) {
        if (next.parts[i] == NULL) continue;
        if (next.parts[i] != before.parts[i])
            part_ready(search, i);
        else if (part_table[i]->turned != NULL)
            part_table[i]->turned(search);
    }
    run.mode = LFI_ARRAYS_FREE;
    turn_arrays(&before, search, &run);
    lfi_holders_leave(before.held);
    return LF_OK;
}

const lf_map *lf_search_map(const lf_search *search) {
    return search == NULL ? NULL : search->base;
}

size_t lf_search_bytes(const lf_search *search) {
    return search == NULL ? 0 : (size_t)search_count(*search);
}

// ---- Begin ----------------------------------------------------------------------------------------

static lf_route route_none(void) {
    return (lf_route){
        .source = LF_NO_TILE, .source_index = -1, .target = LF_NO_TILE, .target_index = -1, .gate_depth = -1};
}

void lfi_route_forget(lf_route *route) {
    const lf_stats stats = route->stats;
    const lf_strategy strategy = route->strategy;
    *route = route_none();
    route->stats = stats;
    route->strategy = strategy;
}

static int64_t search_now(const lf_search *search) {
    return search->clock.now_ns == NULL ? 0 : (int64_t)search->clock.now_ns(search->clock.user);
}

/// A new stamp makes all marks of earlier queries stale. After 2^32 - 1 queries the numbers start over; only
/// then are the marks really cleared.
void lfi_search_new_stamp(lf_search *search) {
    if (search->stamp == UINT32_MAX) {
        if (search->body_stamp != NULL)
            memset(search->body_stamp, 0, (size_t)search->rooms.bodies * sizeof *search->body_stamp);
        for (int i = 0; i < LFI_PART_COUNT; i++) {
            if (search->parts[i] != NULL && part_table[i]->forget != NULL) part_table[i]->forget(search);
        }
        search->stamp = 0;
    }
    search->stamp++;
}

void lfi_search_mark_bodies(lf_search *search) {
    const lf_query *query = &search->query;
    for (int64_t i = 0; lfi_bodies_count(search) && i < query->target_count; i++)
        search->body_stamp[lfi_map_body(search->base, query->targets[i])] = search->stamp;
}

/// Whether some source lies in a body with a target; true if bodies are unknown.
static bool search_may_succeed(const lf_search *search) {
    if (!lfi_bodies_count(search)) return true;
    const lf_query *query = &search->query;
    for (int64_t i = 0; i < query->source_count; i++) {
        if (lfi_search_source_useful(search, query->sources[i].tile)) return true;
    }
    return false;
}

/// Which entries of the given lists the ends of the route came from. A partial route ends at no target.
static void route_place_ends(const lf_search *search, lf_route *route) {
    const lf_query *query = &search->query;
    const lfi_berths *berths = &search->berths;
    for (route->source_index = 0; query->sources[route->source_index].tile != route->source;)
        route->source_index++;
    route->origin = query->sources[route->source_index].origin;
    if (berths->sources_made) route->source_index = berths->source_entries[route->source_index];
    if (route->partial) {
        lfi_partial_settle(search, route);
    } else {
        for (route->target_index = 0; query->targets[route->target_index] != route->target;)
            route->target_index++;
    }
    if (berths->targets_made) route->target_index = berths->target_entries[route->target_index];
}

/// Completes a route from the ends and lengths that a strategy found.
static void route_complete(const lf_search *search, lf_route *route) {
    route->gate_depth = search->gate_depth;
    route->tile_count = route->length + 1;
    route->straight = route->length - route->diagonal;
    if (search->query.weights == NULL) { // every tile weighs 1
        route->straight_cost = route->straight;
        route->diagonal_cost = route->diagonal;
    }
    route_place_ends(search, route);
}

/// Completes the answer, LF_OK, LF_PARTIAL or LF_NO_ROUTE. The query's arrays are not used after this.
static void search_settle(lf_search *search, lf_status answer) {
    lf_route *route = &search->route;
    search->state = LFI_ENDED;
    search->answer = answer;
    if (answer == LF_NO_ROUTE) lfi_route_forget(route); // a strategy may have settled one that does not hold
    // "No route" is exact, because strategies answer it only when it is proven. The guardrail is exact,
    // because it is a flood. Nothing is shorter than no move at all.
    const bool proven = answer == LF_OK && route->exact;
    route->exact = proven || answer == LF_NO_ROUTE || search->strategy->exact ||
                   search->runner == search->guardrail || route->length == 0;
    route->found = answer == LF_OK;
    route->partial = answer == LF_PARTIAL;
    if (answer != LF_NO_ROUTE) route_complete(search, route);
}

/// Keeps a query. Its expert options are copied, because the caller need not keep them.
static void search_keep(lf_search *search, const lf_query *query) {
    search->query = *query;
    search->experts = lfi_query_experts(query);
    search->query.options.experts = NULL;
    search->berths.sources_made = search->berths.targets_made = false;
    search->budget_left = 0;
    search->fence.rest = NULL; // a gate may flood before the query is started
}

/// Puts another map under the query. What gate and obstacles keep of the map before is of no use then.
static void search_change_ground(lf_search *search, const lf_map *ground) {
    search->ground = search->now = search->map = ground;
    if (lfi_gate_of(search) != NULL) lfi_gate_of(search)->filled = -1;
    if (lfi_obstacles_of(search) != NULL) lfi_obstacles_of(search)->filled = false;
}

/// The weights of a query: where it names those of its world, those of the state that the search is turned to.
static const lf_weights *search_weights(const lf_search *search, const lf_weights *asked) {
    for (int i = 0; i < LF_WORLD_WEIGHTS_MAX; i++) {
        if (search->weights[i] != NULL && search->weights[i]->stand == asked) return search->weights[i];
    }
    return asked;
}

/// Where the form of a query begins: all but its ends.
enum { FORM = offsetof(lf_query, strategy) };

/// Whether all that lfi_query_check looks at is in the query itself: there is one source and one target, and nothing is
/// given by a pointer.
static bool query_is_plain(const lf_query *query) {
    return query->source_count == 1 && query->target_count == 1 && query->sources != NULL &&
           query->targets != NULL && query->options.experts == NULL && query->map == NULL &&
           query->obstacles == NULL && query->weights == NULL;
}

/// lfi_query_check; a plain query of the same form as the last one is not checked again. (Of equal forms the bytes
/// between the fields may differ. Then it is.)
static lf_status form_check(lf_search *search, const lf_query *query, lf_strategy *strategy) {
    const bool plain = query_is_plain(query);
    const size_t size = sizeof *query - FORM;
    if (plain && search->formed &&
        memcmp((const char *)query + FORM, (const char *)&search->form + FORM, size) == 0) {
        *strategy = search->form_strategy;
        return LF_OK;
    }
    const lf_status status = lfi_query_check(search, query, strategy);
    if (status == LF_OK && plain) {
        memcpy(&search->form, query, sizeof search->form);
        search->form_strategy = *strategy;
        search->formed = true;
    }
    return status;
}

/// Checks a query and keeps it, with its obstacles in place and berths as its ends.
static lf_status search_accept(lf_search *search, const lf_query *asked, lf_strategy *strategy) {
    lf_query weighed;
    const lf_query *query = asked;
    if (asked->weights != NULL) { // all others are not copied twice
        weighed = *asked;
        weighed.weights = search_weights(search, asked->weights);
        query = &weighed;
    }
    lf_status status = form_check(search, query, strategy);
    if (status != LF_OK) return status;
    search_keep(search, query);
    if (query->weights != NULL && query->weights->closes) search_change_ground(search, query->weights->map);
    if (lfi_obstacles_asked(query)) lfi_obstacles_place(search);
    status = lfi_query_check_tiles(search, query);
    if (status != LF_OK) return status;
    if (lfi_rule_asked(&query->source_rule) || lfi_rule_asked(&query->target_rule))
        status = lfi_berths_find(search);
    return status;
}

lf_status lf_search_begin(lf_search *search, const lf_query *query) {
    if (search == NULL) return LF_E_NULL;
    lf_search_cancel(search);
    if (query == NULL) return LF_E_NULL;
    const int64_t start = search_now(search);
    lf_strategy strategy;
    const lf_status status = search_accept(search, query, &strategy);
    if (status != LF_OK) {
        lf_search_cancel(search);
        return status;
    }
    lfi_search_new_stamp(search);
    search->route = route_none();
    lfi_search_mark_bodies(search);
    const bool gate_leaves_route = lfi_depth_gate_apply(search);
    if (lfi_query_review(search, &strategy) != LF_OK) {
        lf_search_cancel(search);
        return LF_E_NO_GATE_INDEX;
    }
    search->strategy = search->runner = lfi_strategy_of(strategy, &search->query);
    search->route.strategy = strategy;
    search->state = LFI_RUNNING;
    search->stage = LFI_STAGE_REFINE;
    search->begun = search_may_succeed(search) && gate_leaves_route;
    if (query->partial) lfi_partial_begin(search);
    if (search->begun)
        lfi_search_start(search);
    else if (!query->partial)
        search_settle(search, LF_NO_ROUTE);
    search->route.stats.plan_ns = search->route.stats.total_ns = search_now(search) - start;
    return LF_PAUSED;
}

// ---- Step and finish ------------------------------------------------------------------------------

/// One step of the strategy. Its time counts for the stage in which it began.
static lf_status stage_step(lf_search *search, int64_t *budget) {
    lf_stats *stats = &search->route.stats;
    const lfi_stage stage = search->stage;
    const int64_t start = search_now(search);
    const lf_status status = search->runner->step(search, budget);
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

/// Goes on with a query for a partial route after an answer. Its time counts as planning.
static lf_status partial_step(lf_search *search, lf_status answer) {
    const int64_t start = search_now(search);
    const lf_status status = lfi_partial_go_on(search, answer);
    const int64_t spent = search_now(search) - start;
    search->route.stats.plan_ns += spent;
    search->route.stats.total_ns += spent;
    return status;
}

/// A step of the query, or of one that it takes for a partial route. A query that was not begun has no route.
static lf_status query_step(lf_search *search, int64_t *budget) {
    const lf_status status = search->begun ? stage_step(search, budget) : LF_NO_ROUTE;
    return search->query.partial && (status == LF_OK || status == LF_NO_ROUTE) ? partial_step(search, status)
                                                                               : status;
}

lf_status lf_search_step(lf_search *search, int64_t budget) {
    if (search == NULL) return LF_E_NULL;
    if (budget <= 0) return LF_E_BUDGET;
    if (search->state == LFI_IDLE) return LF_E_NOT_BEGUN;
    if (search->state == LFI_ENDED) {
        search->budget_left = budget;
        return search->answer;
    }
    lf_status status = LF_PAUSED;
    while (status == LF_PAUSED && budget > 0) status = query_step(search, &budget);
    search->budget_left = status == LF_PAUSED || budget < 0 ? 0 : budget;
    if (status < 0) search->state = LFI_IDLE;
    if (status >= 0 && status != LF_PAUSED) search_settle(search, status);
    return status;
}

lf_status lf_search_step_phase(lf_search *search, int64_t budget) {
    if (search == NULL) return LF_E_NULL;
    if (budget <= 0) return LF_E_BUDGET;
    if (search->state != LFI_RUNNING) return lf_search_step(search, budget);
    const lfi_stage stage = search->stage;
    const lf_stats *stats = &search->route.stats;
    const int64_t phases = stats->phases, segments = stats->segments;
    lf_status status = LF_PAUSED;
    while (status == LF_PAUSED && budget > 0 && stage == search->stage && phases == stats->phases &&
           segments == stats->segments)
        status = query_step(search, &budget);
    search->budget_left = budget < 0 ? 0 : budget;
    if (status < 0) search->state = LFI_IDLE;
    if (status >= 0 && status != LF_PAUSED) search_settle(search, status);
    return status;
}

int64_t lf_search_budget_left(const lf_search *search) {
    return search == NULL || search->state == LFI_IDLE ? 0 : search->budget_left;
}

void lf_search_cancel(lf_search *search) {
    if (search == NULL) return;
    search->state = LFI_IDLE;
    if (lfi_obstacles_on(search)) lfi_obstacles_lift(search);
    if (search->harboured) search->overlay = NULL; // it has no edits either
    search->harboured = false;
    if (search->ground != search->base) search_change_ground(search, search->base);
    search->now = search->base;
    search->map = search->base;
    search->index = search->plain_index;
}

/// Writes the tiles of a complete route and hands it out.
static lf_status route_hand_out(const lf_search *search, lf_tile *tiles, int64_t capacity, lf_route *route,
                                lf_status answer) {
    if (search->route.tile_count > 0 && tiles != NULL) search->runner->trace(search, tiles, capacity);
    if (route != NULL) *route = search->route;
    const lf_status fit = lfi_buffer_answer(tiles, capacity, search->route.tile_count);
    return fit != LF_OK ? fit : answer;
}

/// Hands out the best route so far. The query itself stays as it is: a copy of the search has the route.
static lf_status search_hand_out_so_far(const lf_search *search, lf_tile *tiles, int64_t capacity,
                                        lf_route *route) {
    lf_search view = *search;
    if (!search->query.partial || !lfi_partial_so_far(search, &view.route)) return LF_E_NOT_ENDED;
    view.route.partial = true;
    route_complete(&view, &view.route);
    return route_hand_out(&view, tiles, capacity, route, LF_PARTIAL);
}

lf_status lf_search_finish(lf_search *search, lf_tile *tiles, int64_t capacity, lf_route *route) {
    lf_status status = search == NULL ? LF_E_NULL : lfi_buffer_check(tiles, capacity);
    if (status == LF_OK && search->state == LFI_IDLE) status = LF_E_NOT_BEGUN;
    if (status == LF_OK && search->state == LFI_ENDED) {
        const int64_t start = search_now(search);
        status = route_hand_out(search, tiles, capacity, NULL, search->answer);
        search->route.stats.total_ns += search_now(search) - start;
        if (route != NULL) *route = search->route;
        return status;
    }
    if (route != NULL) *route = route_none();
    return status != LF_OK ? status : search_hand_out_so_far(search, tiles, capacity, route);
}

/// The turning points of an answer whose strategy knows only its tiles: the tiles are written first.
static lf_status tiles_turn(const lf_search *search, lf_tile *turns, int64_t capacity, int64_t *turn_count) {
    const int64_t count = search->route.tile_count;
    if (capacity < count) {
        *turn_count = count;
        return LF_E_BUFFER_TOO_SMALL;
    }
    search->runner->trace(search, turns, capacity);
    return lf_route_turns(search->base, turns, count, turns, capacity, turn_count);
}

lf_status lf_search_turns(const lf_search *search, lf_tile *turns, int64_t capacity, int64_t *turn_count) {
    if (turn_count != NULL) *turn_count = 0;
    if (search == NULL || turn_count == NULL) return LF_E_NULL;
    lf_status status = lfi_buffer_check(turns, capacity);
    if (status != LF_OK) return status;
    if (search->state == LFI_IDLE) return LF_E_NOT_BEGUN;
    if (search->state == LFI_RUNNING) return LF_E_NOT_ENDED;
    if (search->route.tile_count == 0) return search->answer;
    if (search->runner->turns != NULL) {
        *turn_count = search->runner->turns(search, turns, capacity);
        status = lfi_buffer_answer(turns, capacity, *turn_count);
    } else {
        status = tiles_turn(search, turns, capacity, turn_count);
    }
    return status != LF_OK ? status : search->answer;
}

lf_status lf_search_find(lf_search *search, const lf_query *query, lf_tile *tiles, int64_t capacity,
                         lf_route *route) {
    lf_status status = lfi_buffer_check(tiles, capacity);
    if (status == LF_OK) status = lf_search_begin(search, query);
    while (status == LF_PAUSED) status = lf_search_step(search, INT64_MAX);
    if (status >= 0) return lf_search_finish(search, tiles, capacity, route);
    if (route != NULL) *route = route_none();
    return status;
}

int64_t lf_search_between(lf_search *search, lf_tile from, lf_tile to, lf_tile *tiles, int64_t capacity) {
    const lf_source source = {.tile = from};
    const lf_query query = {.sources = &source, .source_count = 1, .targets = &to, .target_count = 1};
    lf_route route;
    const lf_status status = lf_search_find(search, &query, tiles, capacity, &route);
    return status < 0 && status != LF_E_BUFFER_TOO_SMALL ? status : route.tile_count;
}

// ---- Reach ----------------------------------------------------------------------------------------

/// Whether all that decides between route and no route was known when the query began.
static bool search_knows_reach(const lf_search *search) {
    if (!search->begun) return true;
    if (lfi_query_altered(search)) return false;
    return lfi_depth_gate_on(search) ? !search->depth->tree_pending : search->body_stamp != NULL;
}

lf_status lf_search_reaches(lf_search *search, const lf_query *query) {
    lf_query whole = query != NULL ? *query : (lf_query){0};
    whole.partial = false;
    lf_status status = lf_search_begin(search, query != NULL ? &whole : NULL);
    if (status == LF_PAUSED && search_knows_reach(search)) status = search->begun ? LF_OK : LF_NO_ROUTE;
    while (status == LF_PAUSED) status = lf_search_step(search, INT64_MAX);
    lf_search_cancel(search);
    return status;
}

bool lf_search_has_met(const lf_search *search, lf_tile tile) {
    if (search == NULL || search->state == LFI_IDLE || tile >= search->map->tile_count) return false;
    // A query that ended before any tile was looked at must not show the tiles of the previous query.
    return search->begun && search->runner->has_met != NULL && search->runner->has_met(search, tile);
}

// ---- Watching -------------------------------------------------------------------------------------

lf_status lf_search_moment(const lf_search *search, lf_moment *out) {
    if (out == NULL) return LF_E_NULL;
    *out = (lf_moment){0};
    if (search == NULL) return LF_E_NULL;
    if (search->state == LFI_IDLE) return LF_OK;
    *out = (lf_moment){.running = search->state == LFI_RUNNING,
                       .planning = search->state == LFI_RUNNING && search->stage == LFI_STAGE_PLAN,
                       .guardrail = search->route.stats.guardrail,
                       .stats = search->route.stats};
    return LF_OK;
}

int64_t lf_search_marks(const lf_search *search, lf_point corner, int32_t width, int32_t height,
                        uint8_t *marks, int64_t capacity) {
    if (search == NULL) return LF_E_NULL;
    const lf_status status = lfi_buffer_check(marks, capacity);
    if (status != LF_OK) return status;
    if (width <= 0 || height <= 0) return LF_E_SIZE;
    const int64_t count = (int64_t)width * height;
    for (int64_t i = 0; i < count && i < capacity; i++) {
        const int64_t x = corner.x + i % width, y = corner.y + i / width;
        const bool inside = x >= 0 && y >= 0 && x < search->map->width && y < search->map->height;
        marks[i] = inside && lf_search_has_met(search, lf_map_tile(search->map, (int32_t)x, (int32_t)y));
    }
    return count;
}
