// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Keys and doors. A set of kinds crosses the border as two words.
#include "shim.h"

#include <stdlib.h>

/// The keys and doors of the map, a search for them, and the arrays of its query.
typedef struct lfjs_dungeon {
    lf_fixtures *fixtures;    ///< of a plain map; a world has its own
    const lf_snapshot *state; ///< of a world: that the search belongs to, held
    lf_keys_search *search;
    lf_keys_search_desc limits;
    lfjs_room sources, targets, tiles, events;
} lfjs_dungeon;

static uint64_t kinds_of(uint32_t low, uint32_t high) {
    return (uint64_t)high << 32 | low;
}

static void answer_kinds(uint64_t kinds, double *to) {
    to[0] = (double)(uint32_t)kinds;
    to[1] = (double)(uint32_t)(kinds >> 32);
}

LFJS(void, lfjs_dungeon_destroy)(lfjs_dungeon *dungeon) {
    lf_keys_search_destroy(dungeon->search);
    lf_fixtures_destroy(dungeon->fixtures);
    lf_snapshot_release(dungeon->state);
    lfjs_room *rooms[] = {&dungeon->sources, &dungeon->targets, &dungeon->tiles, &dungeon->events};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) lfjs_room_free(rooms[i]);
    free(dungeon);
}

static lf_fixture fixture_read(const uint32_t *words) {
    return (lf_fixture){.tile = words[0], .kind = (uint8_t)words[1], .type = (lf_fixture_type)words[2]};
}

void lfjs_fixtures_read(uint32_t *words, uint32_t count) {
    lf_fixture *fixtures = (lf_fixture *)(void *)words;
    for (uint32_t i = 0; i < count; i++) fixtures[i] = fixture_read(words + 3 * i);
}
_Static_assert(sizeof(lf_fixture) == 3 * sizeof(uint32_t), "fixtures and locks are rewritten in place");

static lf_status dungeon_fill(lfjs_dungeon *dungeon, uint32_t *words, uint32_t count) {
    lfjs_fixtures_read(words, count);
    const lf_fixtures_desc desc = {.fixtures = (lf_fixture *)(void *)words, .fixture_count = count};
    lf_status status = lf_fixtures_create(lfjs_here.map, &desc, &dungeon->fixtures);
    if (status == LF_OK)
        status = lf_keys_search_create(dungeon->fixtures, &dungeon->limits, &dungeon->search);
    return status;
}

/// Turns a dungeon of a world to its newest state: the search is made anew.
static lf_status dungeon_turn(lfjs_dungeon *dungeon) {
    const lf_snapshot *newest = lf_world_acquire(lfjs_here.world);
    if (newest == dungeon->state) {
        lf_snapshot_release(newest);
        return LF_OK;
    }
    lf_keys_search *search;
    const lf_status status = lf_keys_search_create(lf_snapshot_fixtures(newest), &dungeon->limits, &search);
    if (status == LF_OK) {
        lf_keys_search_destroy(dungeon->search);
        dungeon->search = search;
    }
    lf_snapshot_release(status == LF_OK ? dungeon->state : newest);
    if (status == LF_OK) dungeon->state = newest;
    return status;
}

/// Makes a dungeon. Keys and doors of a plain map: three words each, tile, kind and type, which are
/// overwritten; a world has its own. The limits are those of lf_keys_search_desc. Answer 0 is the dungeon.
LFJS(int32_t, lfjs_dungeon_create)(uint32_t *words, uint32_t count, double max_states, double max_bytes) {
    lfjs_dungeon *dungeon = malloc(sizeof *dungeon);
    if (dungeon == NULL) return LF_E_NOMEM;
    *dungeon = (lfjs_dungeon){
        .limits = {.max_states = lfjs_number(max_states), .max_bytes = lfjs_number(max_bytes)}};
    const lf_status status =
        lfjs_here.world == NULL ? dungeon_fill(dungeon, words, count) : dungeon_turn(dungeon);
    if (status != LF_OK) lfjs_dungeon_destroy(dungeon);
    lfjs_answer[0] = status == LF_OK ? (double)(uintptr_t)dungeon : 0;
    return status;
}

LFJS(lf_source *, lfjs_dungeon_sources)(lfjs_dungeon *dungeon, uint32_t count) {
    return lfjs_room_for(&dungeon->sources, count * (double)sizeof(lf_source)) ? dungeon->sources.at : NULL;
}

LFJS(lf_tile *, lfjs_dungeon_targets)(lfjs_dungeon *dungeon, uint32_t count) {
    return lfjs_room_for(&dungeon->targets, count * (double)sizeof(lf_tile)) ? dungeon->targets.at : NULL;
}

/// An event is four words: index of the tile in the route, tile, kind, type.
static lf_status dungeon_events(lfjs_dungeon *dungeon, int64_t count) {
    const double bytes = (double)count * (double)sizeof(lf_keys_event);
    if (!lfjs_room_for(&dungeon->events, bytes)) return LF_E_NOMEM;
    lf_keys_event *events = dungeon->events.at;
    lf_keys_search_events(dungeon->search, events, count);
    uint32_t *words = dungeon->events.at;
    for (int64_t i = 0; i < count; i++) {
        const lf_keys_event event = events[i];
        words[4 * i] = (uint32_t)event.at;
        words[4 * i + 1] = event.fixture.tile;
        words[4 * i + 2] = event.fixture.kind;
        words[4 * i + 3] = event.fixture.type;
    }
    return LF_OK;
}
_Static_assert(sizeof(lf_keys_event) >= 4 * sizeof(uint32_t), "events are rewritten in place, front to back");

static lf_status dungeon_tiles(lfjs_dungeon *dungeon, int64_t count) {
    if (!lfjs_room_for(&dungeon->tiles, (double)count * (double)sizeof(lf_tile))) return LF_E_NOMEM;
    lf_keys_search_tiles(dungeon->search, dungeon->tiles.at, count);
    return LF_OK;
}

static void answer_keys(const lfjs_dungeon *dungeon, const lf_keys_route *route) {
    const double fields[] = {(double)(uintptr_t)dungeon->tiles.at,
                             (double)route->tile_count,
                             (double)route->source_index,
                             (double)route->target_index,
                             (double)(uintptr_t)dungeon->events.at,
                             (double)route->event_count,
                             (double)route->lower_bound,
                             (double)route->stats.states,
                             route->found};
    enum { FIELDS = sizeof fields / sizeof *fields };
    for (int i = 0; i < FIELDS; i++) lfjs_answer[i] = fields[i];
    answer_kinds(route->held, lfjs_answer + FIELDS);
}

/// Words: goal, strategy, kinds held from the beginning. With LF_LIMIT there may be a route nevertheless.
LFJS(int32_t, lfjs_dungeon_find)(lfjs_dungeon *dungeon, uint32_t source_count, uint32_t target_count) {
    const int32_t *w = lfjs_words;
    const lf_keys_query query = {.sources = dungeon->sources.at,
                                 .source_count = source_count,
                                 .targets = dungeon->targets.at,
                                 .target_count = target_count,
                                 .goal = (lf_goal)w[0],
                                 .strategy = (lf_keys_strategy)w[1],
                                 .held = kinds_of((uint32_t)w[2], (uint32_t)w[3])};
    lf_keys_route route;
    lf_status status = dungeon_turn(dungeon);
    if (status == LF_OK) status = lf_keys_search_find(dungeon->search, &query, NULL, 0, &route);
    if (status < 0) return status;
    lf_status copied = dungeon_tiles(dungeon, route.tile_count);
    if (copied == LF_OK) copied = dungeon_events(dungeon, route.event_count);
    if (copied == LF_OK) answer_keys(dungeon, &route);
    return copied == LF_OK ? status : copied;
}

/// Why the last answer was LF_NO_ROUTE. Answers: walled, number of locked doors, where they are (three words
/// each), kinds reached, unreachable, missing.
LFJS(int32_t, lfjs_dungeon_explain)(lfjs_dungeon *dungeon) {
    lf_keys_why why;
    const lf_status status = lf_keys_search_explain(dungeon->search, &why, NULL, 0);
    if (status != LF_OK) return status;
    const double bytes = (double)why.lock_count * (double)sizeof(lf_fixture);
    if (!lfjs_room_for(&dungeon->events, bytes)) return LF_E_NOMEM;
    lf_fixture *locks = dungeon->events.at;
    lf_keys_search_explain(dungeon->search, &why, locks, why.lock_count);
    uint32_t *words = dungeon->events.at;
    for (int64_t i = 0; i < why.lock_count; i++) {
        const lf_fixture lock = locks[i];
        words[3 * i] = lock.tile;
        words[3 * i + 1] = lock.kind;
        words[3 * i + 2] = lock.type;
    }
    lfjs_answer[0] = why.walled;
    lfjs_answer[1] = (double)why.lock_count;
    lfjs_answer[2] = (double)(uintptr_t)words;
    answer_kinds(why.reached, lfjs_answer + 3);
    answer_kinds(why.unreachable, lfjs_answer + 5);
    answer_kinds(why.missing, lfjs_answer + 7);
    return LF_OK;
}
