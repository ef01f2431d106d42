// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Seats: queries, their answers, and routes in bulk.
#include "shim.h"

#include <stdlib.h>

static lfjs_seat *seats;

// ---- Making and freeing ---------------------------------------------------------------------------

static lf_status seat_coarse(lf_coarse **coarse, int32_t level) {
    if (*coarse != NULL) return LF_OK;
    return lf_coarse_create(lfjs_here.map, &(lf_coarse_desc){.level = level}, coarse);
}

/// What a search of a plain map is given. Only the guided ones get a coarse map: with it a search takes 27
/// bytes per tile, without it 0.8.
static lf_status seat_parts(lfjs_kind kind, lf_search_desc *desc) {
    desc->depth = kind == LFJS_SPINE ? NULL : lfjs_here.depth;
    if (kind == LFJS_EXACT) {
        desc->index = lfjs_here.index;
        desc->gate_indexes = (const lf_index *const *)lfjs_here.gates;
        desc->gate_index_count = lfjs_here.gate_count;
        return LF_OK;
    }
    lf_coarse **coarse = kind == LFJS_SPINE ? &lfjs_here.spine_coarse : &lfjs_here.coarse;
    const lf_status status = seat_coarse(coarse, kind == LFJS_SPINE ? lf_spine_level(lfjs_here.map) : 0);
    desc->coarse = *coarse;
    return status;
}

static lf_status seat_search(lfjs_seat *seat) {
    lf_search_desc desc = {.end_room = seat->rooms.ends,
                           .obstacle_room = seat->rooms.obstacles,
                           .harbour_room = seat->rooms.harbours,
                           .weighted = seat->rooms.weighted,
                           .cost = seat->kind == LFJS_EXACT ? lfjs_here.cost : LF_COST_UNIFORM,
                           .only = seat->kind == LFJS_SPINE ? LF_STRATEGY_SPINE : LF_STRATEGY_AUTO};
    if (lfjs_here.world != NULL) {
        if (seat->kind != LFJS_EXACT && !lfjs_here.has_coarse) return LF_E_NO_COARSE;
        const lf_status status = lf_world_search(lfjs_here.world, &desc, &seat->search);
        if (status == LF_OK) seat->state = lf_world_acquire(lfjs_here.world);
        return status;
    }
    const lf_status status = seat_parts(seat->kind, &desc);
    seat->index = seat->kind == LFJS_EXACT ? lfjs_here.index : NULL;
    return status == LF_OK ? lf_search_create(lfjs_here.map, &desc, &seat->search) : status;
}

/// Makes a seat for a kind of strategies. Answer 0 is the seat.
LFJS(int32_t, lfjs_seat_create)(int32_t kind) {
    lfjs_seat *seat = malloc(sizeof *seat);
    if (seat == NULL) return LF_E_NOMEM;
    *seat = (lfjs_seat){.kind = (lfjs_kind)kind};
    const lf_status status = seat_search(seat);
    if (status != LF_OK) {
        free(seat);
        return status;
    }
    seat->next = seats;
    seats = seat;
    lfjs_answer[0] = (double)(uintptr_t)seat;
    return LF_OK;
}

void lfjs_index_sweep(lf_index *index) {
    if (index == lfjs_here.index || index == lfjs_here.loaded || lfjs_matrix_uses(index)) return;
    for (const lfjs_seat *seat = seats; seat != NULL; seat = seat->next) {
        if (seat->index == index) return;
    }
    lf_index_destroy(index);
}

/// Destroys the search with the loaded index of a world, and the index if nobody else needs it. The seat
/// still holds the state that both belong to.
static void seat_slow(lfjs_seat *seat) {
    lf_index *index = seat->index;
    lf_search_destroy(seat->fast);
    seat->fast = NULL;
    seat->index = NULL;
    lfjs_index_sweep(index);
}

LFJS(void, lfjs_seat_destroy)(lfjs_seat *seat) {
    lfjs_seat **link = &seats;
    while (*link != seat) link = &(*link)->next;
    *link = seat->next;
    lf_search_destroy(seat->search);
    seat_slow(seat);
    lf_snapshot_release(seat->state);
    lfjs_room *rooms[] = {&seat->sources, &seat->targets,   &seat->tiles,
                          &seat->blocks,  &seat->waypoints, &seat->curve};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) lfjs_room_free(rooms[i]);
    free(seat);
}

/// Turns a seat to the newest state of the world. A seat of a plain map has nowhere to turn.
LFJS(int32_t, lfjs_seat_turn)(lfjs_seat *seat) {
    if (lfjs_here.world == NULL) return LF_OK;
    const lf_snapshot *newest = lf_world_acquire(lfjs_here.world), *old = seat->state;
    const lf_status status = newest == old ? LF_OK : lf_search_turn(seat->search, newest);
    if (status == LF_OK && newest != old) {
        seat_slow(seat);
        seat->state = newest;
    }
    lf_snapshot_release(status == LF_OK ? old : newest);
    lfjs_loaded_follow();
    return status;
}

void lfjs_loaded_forget(void) {
    lf_index *old = lfjs_here.loaded;
    const lf_snapshot *state = lfjs_here.loaded_for;
    lfjs_here.loaded = NULL;
    lfjs_here.loaded_for = NULL;
    lfjs_index_sweep(old);
    lf_snapshot_release(state);
}

bool lfjs_loaded_follow(void) {
    if (lfjs_here.loaded == NULL) return false;
    const lf_snapshot *newest = lf_world_acquire(lfjs_here.world);
    const bool old = newest != lfjs_here.loaded_for;
    lf_snapshot_release(newest);
    if (old) lfjs_loaded_forget();
    return old;
}

const lf_map *lfjs_seat_map(const lfjs_seat *seat) {
    return seat->state == NULL ? lfjs_here.map : lf_snapshot_map(seat->state);
}

const lf_depth *lfjs_seat_depth(const lfjs_seat *seat) {
    return seat->state == NULL ? lfjs_here.depth : lf_snapshot_depth(seat->state);
}

// ---- One query ------------------------------------------------------------------------------------

// The words of a query.
enum {
    QUERY_STRATEGY,
    QUERY_COST,
    QUERY_RADIUS,
    QUERY_WIDENINGS,
    QUERY_SPACING,
    QUERY_KEEP_JOINTS,
    QUERY_MIN_DEPTH,
    QUERY_DEEPEST,
    QUERY_HARBOUR,
    QUERY_SOURCE_RULE, // lf_end_kind, and the radius
    QUERY_SOURCE_RADIUS,
    QUERY_TARGET_RULE,
    QUERY_TARGET_RADIUS,
    QUERY_SKIP, // whether bad ends are left out: 1 = sources, 2 = targets
    QUERY_PARTIAL,
    QUERY_OBSTACLES, // whether it has those of lfjs_obstacles
    QUERY_WEIGHTS,   // 0, or weights
    QUERY_SHAPE,     // and the words of lfjs_shape_make
};

/// Room for the sources of the next query: four words each, of which the first is the tile. NULL: no memory.
LFJS(lf_source *, lfjs_sources)(lfjs_seat *seat, uint32_t count) {
    return lfjs_room_for(&seat->sources, count * (double)sizeof(lf_source)) ? seat->sources.at : NULL;
}
_Static_assert(sizeof(lf_source) == 16, "js/src/map.ts writes a source every four words");

/// Room for the targets of the next query. NULL: no memory.
LFJS(lf_tile *, lfjs_targets)(lfjs_seat *seat, uint32_t count) {
    return lfjs_room_for(&seat->targets, count * (double)sizeof(lf_tile)) ? seat->targets.at : NULL;
}

/// Room for the obstacles of the next query: five words for each rectangle, x, y, width, height and whether it is
/// open; then the plane of the tiles that are blocked, and that of those that are open (1 = the first, 2 = the
/// second, 3 = both). NULL: no memory.
LFJS(void *, lfjs_obstacles)(lfjs_seat *seat, uint32_t count, int32_t planes) {
    const lf_map *map = lfjs_seat_map(seat);
    const size_t plane = ((size_t)lf_map_width(map) + 7) / 8 * (size_t)lf_map_height(map);
    const double list = count * (double)sizeof(lf_obstacle);
    if (!lfjs_room_for(&seat->blocks, list + 2.0 * (double)plane)) return NULL;
    uint8_t *first = (uint8_t *)seat->blocks.at + count * sizeof(lf_obstacle);
    seat->obstacles = (lf_obstacles){.list = seat->blocks.at,
                                     .count = count,
                                     .blocked_plane = planes & 1 ? first : NULL,
                                     .open_plane = planes & 2 ? first + (planes & 1 ? plane : 0) : NULL,
                                     .plane_size = plane};
    return seat->blocks.at;
}
_Static_assert(sizeof(lf_obstacle) == 20, "js/src/seats.ts writes an obstacle every five words");

/// Whether the way is one straight move, whatever the map: then there is no other as short, and `flood` finds
/// it in a tenth of the time that `headland` takes to look around from both ends.
static bool query_is_one_move(const lfjs_seat *seat, const lf_query *query) {
    if (query->source_count != 1 || query->target_count != 1) return false;
    if (query->gate.min_depth > 0 || query->gate.deepest) return false;
    if (query->source_rule.kind != LF_END_GIVEN || query->target_rule.kind != LF_END_GIVEN) return false;
    const uint32_t width = (uint32_t)lf_map_width(lfjs_seat_map(seat));
    const lf_tile from = query->sources->tile, to = *query->targets, low = from < to ? from : to;
    const uint32_t apart = from < to ? to - from : from - to;
    return apart == width || (apart == 1 && (low + 1) % width != 0);
}

static lf_query seat_query(const lfjs_seat *seat, uint32_t source_count, uint32_t target_count) {
    const int32_t *w = lfjs_words;
    lf_query query = {.sources = seat->sources.at,
                      .source_count = source_count,
                      .targets = seat->targets.at,
                      .target_count = target_count,
                      .strategy = (lf_strategy)w[QUERY_STRATEGY]};
    query.options = (lf_options){.cost = (lf_cost)w[QUERY_COST],
                                 .radius = w[QUERY_RADIUS],
                                 .widenings = w[QUERY_WIDENINGS],
                                 .spacing = w[QUERY_SPACING],
                                 .keep_joints = w[QUERY_KEEP_JOINTS] != 0};
    query.gate = (lf_depth_gate){
        .min_depth = w[QUERY_MIN_DEPTH], .deepest = w[QUERY_DEEPEST] != 0, .harbour = w[QUERY_HARBOUR]};
    query.source_rule = (lf_end_rule){.kind = (lf_end_kind)w[QUERY_SOURCE_RULE],
                                      .radius = w[QUERY_SOURCE_RADIUS],
                                      .skip_bad = (w[QUERY_SKIP] & 1) != 0};
    query.target_rule = (lf_end_rule){.kind = (lf_end_kind)w[QUERY_TARGET_RULE],
                                      .radius = w[QUERY_TARGET_RADIUS],
                                      .skip_bad = (w[QUERY_SKIP] & 2) != 0};
    query.partial = w[QUERY_PARTIAL] != 0;
    query.obstacles = w[QUERY_OBSTACLES] != 0 ? &seat->obstacles : NULL;
    query.weights = (const lf_weights *)(uintptr_t)(uint32_t)w[QUERY_WEIGHTS];
    const bool usual = query.strategy == LF_STRATEGY_AUTO && query.options.cost == lfjs_here.cost;
    if (usual && query_is_one_move(seat, &query)) query.strategy = LF_STRATEGY_FLOOD;
    return query;
}

/// The search of a seat that answers fastest. Without memory for one with the loaded index, the other is as
/// right.
static lf_search *seat_fastest(lfjs_seat *seat) {
    const bool serves = seat->kind == LFJS_EXACT && lfjs_here.loaded != NULL;
    if (!serves || seat->state != lfjs_here.loaded_for) return seat->search;
    const lf_search_desc desc = {.index = lfjs_here.loaded,
                                 .depth = lfjs_seat_depth(seat),
                                 .cost = lfjs_here.cost,
                                 .end_room = seat->rooms.ends,
                                 .obstacle_room = seat->rooms.obstacles};
    if (seat->fast == NULL) lf_search_create(lfjs_seat_map(seat), &desc, &seat->fast);
    if (seat->fast == NULL) return seat->search;
    seat->index = lfjs_here.loaded;
    return seat->fast;
}

/// Makes a seat's search anew, on the same state, with more room. Nobody should have to know how many tiles the
/// ends of a query stand for, or its obstacles cover.
static lf_status seat_widen(lfjs_seat *seat, lfjs_rooms rooms) {
    lfjs_seat wider = *seat;
    wider.rooms = rooms;
    wider.state = NULL;
    lf_status status = seat_search(&wider);
    if (status != LF_OK) return status;
    if (wider.state != NULL && wider.state != seat->state) status = lf_search_turn(wider.search, seat->state);
    lf_snapshot_release(wider.state);
    lf_search_destroy(status == LF_OK ? seat->search : wider.search);
    if (status != LF_OK) return status;
    if (seat->state != NULL) seat_slow(seat);
    seat->search = wider.search;
    seat->rooms = rooms;
    return LF_OK;
}

/// More room for what a query lacked room for.
static lf_status seat_grow(lfjs_seat *seat, lf_status lacking) {
    enum { FIRST = 1024, TIMES = 8 };
    lfjs_rooms rooms = seat->rooms;
    int64_t *room = lacking == LF_E_END_ROOM ? &rooms.ends : &rooms.obstacles;
    if (lacking == LF_E_NO_WEIGHTS)
        rooms.weighted = true;
    else
        *room = *room == 0 ? FIRST : *room * TIMES;
    return seat_widen(seat, rooms);
}

/// Room for the harbours of a query, so that an index for its gate can answer it. Without memory, or with
/// larger harbours, it is flooded, which is as right.
static void seat_harbours(lfjs_seat *seat, const lf_query *query) {
    enum { WIDEST = 128, MOST = 1 << 17, ENDS = 64 };
    const int64_t side = 2 * (int64_t)query->gate.harbour + 1,
                  ends = query->source_count + query->target_count;
    if (lfjs_here.gate_count == 0 || query->gate.harbour <= 0 || side > 2 * WIDEST || ends > ENDS) return;
    lfjs_rooms rooms = seat->rooms;
    rooms.harbours = side * side * ends;
    if (seat->kind != LFJS_EXACT || rooms.harbours <= seat->rooms.harbours || rooms.harbours > MOST) return;
    seat_widen(seat, rooms);
}

typedef lf_status seat_question(lf_search *search, const lf_query *query);

/// Asks lf_search_begin or lf_search_reaches.
static lf_status seat_ask(lfjs_seat *seat, seat_question *ask, const lf_query *query) {
    seat_harbours(seat, query);
    lf_status status = ask(seat->asked = seat_fastest(seat), query);
    while (status == LF_E_END_ROOM || status == LF_E_OBSTACLE_ROOM || status == LF_E_NO_WEIGHTS) {
        status = seat_grow(seat, status);
        if (status == LF_OK) status = ask(seat->asked = seat_fastest(seat), query);
    }
    return status;
}

LFJS(int32_t, lfjs_begin)(lfjs_seat *seat, uint32_t source_count, uint32_t target_count) {
    const lf_query query = seat_query(seat, source_count, target_count);
    return seat_ask(seat, lf_search_begin, &query);
}

LFJS(int32_t, lfjs_step)(lfjs_seat *seat, double budget) {
    return lf_search_step(seat->asked, lfjs_number(budget));
}

/// What the last step has left of its budget.
LFJS(double, lfjs_budget_left)(lfjs_seat *seat) {
    return (double)lf_search_budget_left(seat->asked);
}

/// LF_OK or LF_NO_ROUTE, without the route.
LFJS(int32_t, lfjs_reaches)(lfjs_seat *seat, uint32_t source_count, uint32_t target_count) {
    const lf_query query = seat_query(seat, source_count, target_count);
    return seat_ask(seat, lf_search_reaches, &query);
}

static void answer_counts(const lf_stats *stats, double *to) {
    const int64_t counts[] = {stats->expanded,    stats->enqueued,     stats->phases,   stats->planned,
                              stats->first_cells, stats->opened_cells, stats->deferred, stats->segments};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) *to++ = (double)counts[i];
    *to = stats->guardrail;
}

// Where the answers about a partial route begin: behind those about a shape.
enum { PARTIAL_ANSWERS = 24 };

static void answer_route(const lfjs_seat *seat, const lf_route *route) {
    const double fields[] = {(double)(uintptr_t)seat->tiles.at,
                             (double)route->tile_count,
                             (double)route->source_index,
                             (double)route->target_index,
                             (double)route->straight,
                             (double)route->diagonal,
                             route->exact,
                             route->strategy,
                             route->gate_depth,
                             (double)lf_snapshot_version(seat->state)};
    enum { FIELDS = sizeof fields / sizeof *fields };
    for (int i = 0; i < FIELDS; i++) lfjs_answer[i] = fields[i];
    answer_counts(&route->stats, lfjs_answer + FIELDS);
    lfjs_answer[PARTIAL_ANSWERS] = (double)route->target_distance;
    lfjs_answer[PARTIAL_ANSWERS + 1] = (double)route->target_diagonal;
    lfjs_answer[PARTIAL_ANSWERS + 2] = (double)route->straight_cost;
    lfjs_answer[PARTIAL_ANSWERS + 3] = (double)route->diagonal_cost;
}

/// The answer with all its tiles, in the seat.
static lf_status seat_finish(lfjs_seat *seat, lf_route *route) {
    const int64_t room = (int64_t)(seat->tiles.size / sizeof(lf_tile));
    const lf_status status = lf_search_finish(seat->asked, seat->tiles.at, room, route);
    const bool has_tiles = status == LF_OK || status == LF_PARTIAL;
    if (status != LF_E_BUFFER_TOO_SMALL && (!has_tiles || room > 0)) return status;
    if (!lfjs_room_for(&seat->tiles, (double)route->tile_count * (double)sizeof(lf_tile))) return LF_E_NOMEM;
    return lf_search_finish(seat->asked, seat->tiles.at, route->tile_count, route);
}

LFJS(int32_t, lfjs_finish)(lfjs_seat *seat) {
    lf_route route;
    lf_status status = seat_finish(seat, &route);
    if (status < 0) return status;
    answer_route(seat, &route);
    if (status == LF_NO_ROUTE || lfjs_words[QUERY_SHAPE] == 0) return status;
    const lf_status shaped = lfjs_shape_make(seat, route.gate_depth < 0 ? NULL : seat->asked, seat->tiles.at,
                                             route.tile_count, QUERY_SHAPE);
    return shaped == LF_OK ? status : shaped;
}

/// A whole query in one call.
LFJS(int32_t, lfjs_find)(lfjs_seat *seat, uint32_t source_count, uint32_t target_count) {
    int32_t status = lfjs_begin(seat, source_count, target_count);
    while (status == LF_PAUSED) status = lf_search_step(seat->asked, INT64_MAX);
    return status < 0 ? status : lfjs_finish(seat);
}

// ---- Many queries ---------------------------------------------------------------------------------

/// Answers the query with one source and one target. If a bad end was skipped, none is left: no route.
static lf_status seat_answer(lfjs_seat *seat) {
    const lf_query query = seat_query(seat, 1, 1);
    lf_status status = seat_ask(seat, lf_search_begin, &query);
    while (status == LF_PAUSED) status = lf_search_step(seat->asked, INT64_MAX);
    return status == LF_E_SOURCES_SKIPPED || status == LF_E_TARGETS_SKIPPED ? LF_NO_ROUTE : status;
}

/// Writes the answer behind the tiles that are there.
static lf_status seat_append(lfjs_seat *seat, int64_t *filled) {
    lf_route route;
    lf_search_finish(seat->asked, NULL, 0, &route);
    const double bytes = (double)(*filled + route.tile_count) * (double)sizeof(lf_tile);
    if (!lfjs_room_for(&seat->tiles, bytes)) return LF_E_NOMEM;
    lf_tile *tiles = (lf_tile *)seat->tiles.at + *filled;
    const lf_status status = lf_search_finish(seat->asked, tiles, route.tile_count, &route);
    *filled += route.tile_count;
    lfjs_answer[2] = lfjs_answer[2] != 0 && route.exact;
    return status;
}

/// Answers `count` queries from pairs[2 i] to pairs[2 i + 1]. ends[i] receives the number of tiles of all
/// routes up to and with i: a pair without a route adds none; pairs[2 i] receives the status of its answer.
/// Answers: the tiles, the number of pairs answered, whether all answers are exact.
LFJS(int32_t, lfjs_routes)(lfjs_seat *seat, lf_tile *pairs, uint32_t count, uint32_t *ends) {
    lf_source *source = lfjs_sources(seat, 1);
    lf_tile *target = lfjs_targets(seat, 1);
    if (source == NULL || target == NULL) return LF_E_NOMEM;
    int64_t filled = 0;
    lf_status status = LF_OK;
    uint32_t i = 0;
    lfjs_answer[2] = 1;
    for (; i < count && status >= 0; i++) {
        *source = (lf_source){.tile = pairs[2 * i]};
        *target = pairs[2 * i + 1];
        status = seat_answer(seat);
        if (status == LF_OK || status == LF_PARTIAL) status = seat_append(seat, &filled);
        pairs[2 * i] = (lf_tile)status;
        ends[i] = (uint32_t)filled;
    }
    lfjs_answer[0] = (double)(uintptr_t)seat->tiles.at;
    lfjs_answer[1] = status >= 0 ? i : i - 1;
    return status < 0 ? status : LF_OK;
}
