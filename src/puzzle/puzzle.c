// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Queries through puzzles: checks the question, goes from phase to phase, and hands out the answer.
//
// A query has two phases that go on by small pieces of work: the bound, an anchor at a time, and the search,
// a state at a time. lf_puzzle_search_find runs them to the end, lf_puzzle_search_step until so much work is
// done, so the answer does not depend on how the work was sliced.
//
// The steps are the answer. They are walked once more by the rules alone (walkthrough.c): a route that is not
// legal, or does not reach the goal, is a fault in the library and is told as such. The walk gives the
// events, too.
#include "puzzle.h"

#include <string.h>

enum {
    PUZZLE_MAX_STATES = 4000000,
    PUZZLE_BUDGET_UNIT = 1000,
    PUZZLE_BOUND_STAGE = 300,
    PUZZLE_REPORT = 256
};
#define PUZZLE_MAX_BYTES   (INT64_C(1) << 30)
#define PUZZLE_MOST_STATES (INT64_C(1) << 31)

// ---------------------------------------------------------------------------------------------------
// The object
// ---------------------------------------------------------------------------------------------------

lf_status lf_puzzle_search_create(const lf_puzzle *puzzle, const lf_puzzle_search_desc *desc,
                                  lf_puzzle_search **out) {
    if (out == NULL) return LF_E_NULL;
    *out = NULL;
    static const lf_puzzle_search_desc defaults = {0};
    if (desc == NULL) desc = &defaults;
    if (puzzle == NULL) return LF_E_NULL;
    if (desc->max_states < 0 || desc->max_bytes < 0) return LF_E_LIMIT;
    lf_allocator allocator = desc->allocator;
    const lf_status status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    lf_puzzle_search *search = lfi_alloc(&allocator, 1, sizeof *search);
    if (search == NULL) return LF_E_NOMEM;
    *search = (lf_puzzle_search){
        .puzzle = puzzle,
        .map = puzzle->map,
        .store = {.allocator = allocator,
                  .max_bytes = (uint64_t)(desc->max_bytes > 0 ? desc->max_bytes : PUZZLE_MAX_BYTES)},
        .clock = desc->clock,
        .max_states = desc->max_states > 0 ? desc->max_states : PUZZLE_MAX_STATES};
    if (search->max_states > PUZZLE_MOST_STATES) search->max_states = PUZZLE_MOST_STATES;
    *out = search;
    return LF_OK;
}

void lf_puzzle_search_destroy(lf_puzzle_search *search) {
    if (search == NULL) return;
    lfi_store_free(&search->store);
    LFI_ASSERT(search->store.bytes == 0);
    const lf_allocator allocator = search->store.allocator;
    lfi_free(&allocator, search, 1, sizeof *search);
}

// ---------------------------------------------------------------------------------------------------
// The question
// ---------------------------------------------------------------------------------------------------

static lf_status question_check_counts(const lf_puzzle_query *query) {
    if (lf_goal_name(query->goal) == NULL) return LF_E_GOAL;
    if (query->source_count < 0 || query->target_count < 0) return LF_E_COUNT;
    if (query->source_count == 0) return LF_E_NO_SOURCES;
    if (query->target_count == 0 && query->goal != LF_GOAL_ALL_KEYS) return LF_E_NO_TARGETS;
    if (query->sources == NULL || (query->targets == NULL && query->target_count > 0)) return LF_E_NULL;
    return query->together && query->source_count > LF_MAX_HEROES ? LF_E_HEROES : LF_OK;
}

static lf_status question_check_ends(const lf_map *map, const lf_puzzle_query *query) {
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

/// Whether a source lies on something that is shut at the beginning.
static bool question_is_locked(const lf_puzzle_search *search) {
    const lfi_bits none = {{0}};
    for (int64_t i = 0; i < search->query.source_count; i++) {
        const uint32_t device = lfi_device_find(search->puzzle, search->query.sources[i].tile);
        if (device != LFI_NO_DEVICE && lfi_rules_is_shut(search, &none, device)) return true;
    }
    return false;
}

// ---------------------------------------------------------------------------------------------------
// The answer
// ---------------------------------------------------------------------------------------------------

static void answer_drop(lf_puzzle_search *search) {
    const lf_puzzle_stats stats = search->route.stats;
    search->route = (lf_puzzle_route){.source_index = -1, .stats = stats};
}

/// Walks the steps by the rules alone, and keeps what happens. LF_OK, or what is wrong.
static lf_status answer_walk(lf_puzzle_search *search) {
    const uint64_t devices = (uint64_t)search->puzzle->device_count + 1;
    if (!lfi_pool_reserve(&search->store, &search->marks, devices, 1)) return search->store.failure;
    uint8_t *marks = LFI_ITEMS(uint8_t, search->marks);
    const lf_puzzle_step *steps = LFI_ITEMS(lf_puzzle_step, search->steps);
    lf_puzzle_walk walk;
    lf_status status = lfi_puzzle_walk(search->puzzle, &search->query, steps, search->route.step_count, marks,
                                       NULL, 0, &walk);
    if (status != LF_OK || !walk.done) return LF_E_INTERNAL;
    const uint64_t room = (uint64_t)walk.event_count + 1;
    if (!lfi_pool_reserve(&search->store, &search->events, room, sizeof(lf_puzzle_event)))
        return search->store.failure;
    search->route.event_count = walk.event_count;
    return lfi_puzzle_walk(search->puzzle, &search->query, steps, search->route.step_count, marks,
                           LFI_ITEMS(lf_puzzle_event, search->events), walk.event_count, &walk);
}

/// Says all about the best route. LF_OK, or why there is none.
static lf_status answer_make(lf_puzzle_search *search) {
    lf_puzzle_route *route = &search->route;
    if (!lfi_quest_trace(search)) return search->store.failure;
    const lf_status status = answer_walk(search);
    if (status != LF_OK) return status;
    route->found = true;
    route->length = route->step_count - search->heroes;
    if ((uint64_t)route->length > search->best_length || (uint64_t)route->length < search->bound)
        return LF_E_INTERNAL;
    for (int64_t i = search->query.source_count; search->heroes == 1 && i-- > 0;)
        if (search->query.sources[i].tile == LFI_ITEMS(lf_puzzle_step, search->steps)[0].tile)
            route->source_index = i;
    if (route->source_index >= 0) route->origin = search->query.sources[route->source_index].origin;
    return LF_OK;
}

/// Which kinds of keys could be taken.
static void answer_explain(lf_puzzle_search *search) {
    search->route.walled = search->state_count == 0;
    for (int k = 0; k < LF_MAX_KINDS; k++) {
        const lfi_kind *kind = &search->rules.kinds[k];
        const uint64_t bit = UINT64_C(1) << k;
        if (kind->held > 0 || lfi_bits_count(&search->ever, &kind->keys, search->rules.word_count) > 0)
            search->route.reached |= bit;
        else if (kind->alive && kind->there > 0 && !search->route.walled)
            search->route.unreached |= bit;
    }
}

/// The query has ended.
static lf_status query_end(lf_puzzle_search *search, lf_status status) {
    search->phase = LFI_PUZZLE_ENDED;
    search->status = status;
    search->route.stats.generated = search->state_count;
    search->route.stats.points = search->point_count;
    search->route.stats.bits = search->rules.bit_count;
    search->route.stats.bytes = (int64_t)(search->store.bytes + sizeof *search);
    search->query.sources = NULL; // the caller's arrays are the caller's again
    search->query.targets = NULL;
    search->query.held = search->query.needed = NULL;
    search->pace = (lfi_pace){0};
    return status;
}

/// A limit was hit, or the caller wants an answer now.
static lf_status query_end_limit(lf_puzzle_search *search) {
    const bool searched = search->phase == LFI_PUZZLE_QUEST;
    const uint64_t bound = searched ? search->bound : 0;
    search->store.failure = LF_OK;
    lf_status status = searched && search->best_length != UINT64_MAX ? answer_make(search) : LF_LIMIT;
    if (status != LF_OK) answer_drop(search);
    if (status == LF_LIMIT) status = LF_OK; // then there is a bound, and no route
    if (status != LF_OK) return query_end(search, status);
    search->store.failure = LF_OK;
    search->route.lower_bound = (int64_t)bound;
    const bool proven = search->route.found && search->route.length == search->route.lower_bound;
    return query_end(search, proven ? LF_OK : LF_LIMIT);
}

/// A search has ended.
static lf_status query_complete(lf_puzzle_search *search, lf_status status) {
    if (status == LF_OK) status = answer_make(search);
    if (status == LF_LIMIT) return query_end_limit(search);
    if (status == LF_OK) {
        search->route.lower_bound = search->route.length;
        return query_end(search, LF_OK);
    }
    answer_drop(search);
    if (status == LF_NO_ROUTE) answer_explain(search);
    return query_end(search, status);
}

// ---------------------------------------------------------------------------------------------------
// Phases
// ---------------------------------------------------------------------------------------------------

/// Reports progress: false if the caller has had enough.
static bool query_report(lf_puzzle_search *search) {
    if (search->phase == LFI_PUZZLE_RECKON)
        return lfi_pace_part(&search->pace, search->anchors_made, search->anchor_count + UINT64_C(1));
    if (search->turn % PUZZLE_REPORT != 0) return true;
    return lfi_pace_part(&search->pace, search->state_count, (uint64_t)search->max_states);
}

/// The bound is made: the search begins.
static lf_status query_begin_quest(lf_puzzle_search *search) {
    search->phase = LFI_PUZZLE_QUEST;
    if (!lfi_quest_begin(search)) return search->store.failure;
    return lfi_pace_stage(&search->pace, LFI_PACE_TOTAL) ? LF_PAUSED : LF_E_CANCELLED;
}

/// The smallest piece of work: LF_PAUSED, or how the query has ended.
static lf_status query_piece(lf_puzzle_search *search) {
    lf_status status;
    if (search->phase == LFI_PUZZLE_RECKON) {
        status = lfi_reckon_step(search);
        if (status == LF_OK) status = query_begin_quest(search);
    } else {
        status = lfi_quest_step(search);
    }
    if (status == LF_PAUSED && !query_report(search)) status = LF_E_CANCELLED;
    if (status == LF_PAUSED) return status;
    if (status >= 0 && !lfi_pace_stage(&search->pace, LFI_PACE_TOTAL)) status = LF_E_CANCELLED;
    return query_complete(search, status);
}

/// What must be there before anything can be searched. LF_OK, or why it is not.
static lf_status query_prepare(lf_puzzle_search *search) {
    lf_status status = lfi_rules_make(search);
    if (status == LF_OK && question_is_locked(search)) return LF_E_SOURCE_LOCKED;
    if (status == LF_OK) status = lfi_mesh_make(search);
    if (status == LF_OK && !lfi_reckon_begin(search)) status = search->store.failure;
    if (status == LF_OK && !lfi_pace_stage(&search->pace, PUZZLE_BOUND_STAGE)) status = LF_E_CANCELLED;
    return status == LF_LIMIT ? LF_E_MEMORY_LIMIT : status;
}

static lf_status query_begin(lf_puzzle_search *search, const lf_puzzle_query *query) {
    search->query = *query;
    search->pace = (lfi_pace){.progress = query->progress};
    search->store.failure = LF_OK;
    search->heroes = query->together ? (int)query->source_count : 1;
    search->has_exit = query->goal != LF_GOAL_ALL_KEYS;
    search->work = 0;
    search->state_count = 0;
    const lf_status status = query_prepare(search);
    if (status != LF_OK) return status;
    search->phase = LFI_PUZZLE_RECKON;
    return LF_PAUSED;
}

static uint64_t puzzle_now(const lf_puzzle_search *search) {
    return search->clock.now_ns != NULL ? search->clock.now_ns(search->clock.user) : 0;
}

lf_status lf_puzzle_search_begin(lf_puzzle_search *search, const lf_puzzle_query *query) {
    if (search == NULL) return LF_E_NULL;
    search->phase = LFI_PUZZLE_IDLE;
    search->route = (lf_puzzle_route){.source_index = -1};
    if (query == NULL) return LF_E_NULL;
    lf_status status = question_check_counts(query);
    if (status == LF_OK) status = question_check_ends(search->map, query);
    if (status != LF_OK) return status;
    const uint64_t begin = puzzle_now(search);
    status = query_begin(search, query);
    search->route.stats.total_ns = (int64_t)(puzzle_now(search) - begin);
    return status;
}

lf_status lf_puzzle_search_step(lf_puzzle_search *search, int64_t budget) {
    if (search == NULL) return LF_E_NULL;
    if (budget <= 0) return LF_E_BUDGET;
    if (search->phase == LFI_PUZZLE_IDLE) return LF_E_NOT_BEGUN;
    if (search->phase == LFI_PUZZLE_ENDED) return search->status;
    const uint64_t most =
        budget < INT64_MAX / PUZZLE_BUDGET_UNIT ? (uint64_t)budget * PUZZLE_BUDGET_UNIT : UINT64_MAX;
    const uint64_t begin = puzzle_now(search), before = search->work;
    lf_status status;
    do {
        status = query_piece(search);
    } while (status == LF_PAUSED && search->work - before < most);
    search->route.stats.total_ns += (int64_t)(puzzle_now(search) - begin);
    return status;
}

lf_status lf_puzzle_search_finish(lf_puzzle_search *search, lf_puzzle_step *steps, int64_t capacity,
                                  lf_puzzle_route *route) {
    if (route != NULL) *route = (lf_puzzle_route){.source_index = -1};
    const lf_status fits = lfi_buffer_check(steps, capacity);
    if (search == NULL) return LF_E_NULL;
    if (fits != LF_OK) return fits;
    if (search->phase == LFI_PUZZLE_IDLE) return LF_E_NOT_BEGUN;
    if (search->phase != LFI_PUZZLE_ENDED) query_end_limit(search);
    lf_puzzle_search_steps(search, steps, capacity);
    if (route != NULL) *route = search->route;
    return search->status != LF_OK ? search->status
                                   : lfi_buffer_answer(steps, capacity, search->route.step_count);
}

lf_status lf_puzzle_search_find(lf_puzzle_search *search, const lf_puzzle_query *query, lf_puzzle_step *steps,
                                int64_t capacity, lf_puzzle_route *route) {
    if (route != NULL) *route = (lf_puzzle_route){.source_index = -1};
    if (search == NULL || query == NULL) return LF_E_NULL;
    search->phase = LFI_PUZZLE_IDLE;
    search->route = (lf_puzzle_route){.source_index = -1};
    lf_status status = lfi_buffer_check(steps, capacity);
    if (status == LF_OK) status = lf_puzzle_search_begin(search, query);
    if (search->phase == LFI_PUZZLE_IDLE) return status;
    lf_puzzle_search_step(search, INT64_MAX);
    return lf_puzzle_search_finish(search, steps, capacity, route);
}

int64_t lf_puzzle_search_steps(const lf_puzzle_search *search, lf_puzzle_step *steps, int64_t capacity) {
    const lf_status status = lfi_buffer_check(steps, capacity);
    if (status != LF_OK || search == NULL) return status;
    const int64_t count = search->route.step_count, fits = capacity < count ? capacity : count;
    if (fits > 0) memcpy(steps, search->steps.items, (size_t)fits * sizeof *steps);
    return count;
}

int64_t lf_puzzle_search_events(const lf_puzzle_search *search, lf_puzzle_event *events, int64_t capacity) {
    const lf_status status = lfi_buffer_check(events, capacity);
    if (status != LF_OK || search == NULL) return status;
    const int64_t count = search->route.event_count, fits = capacity < count ? capacity : count;
    if (fits > 0) memcpy(events, search->events.items, (size_t)fits * sizeof *events);
    return count;
}
