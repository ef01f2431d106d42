// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A limit was hit before the shortest route was proven: the best legal route that can be found soon, and a bound.
//
// If points and bounds are made, beams look for it. A beam goes through the states (point, key set) layer by layer,
// a layer having one key more than the one before. Of each layer it keeps the few states with the least cost plus
// bound. The first beam is one state wide and hardly takes time; wider ones follow while they take a small part of
// the states that the query may take. A beam proves something as well: every route that is shorter than the best
// one goes through a state that some layer left out, so no route is shorter than the least cost plus bound of these.
//
// If there are no points, because they did not fit, a walk tile by tile does: go to the nearest new key, again and
// again, until the goal can be reached. Keys are never used up and doors that were passed stay passable, so from
// a source that can reach the goal at all this always comes to an end at the goal. One more flood, with every
// door open, gives a bound: the distance to the target and to the nearest key of each kind that is asked for.
//
// Time: one flood over points per state of a beam; one flood over tiles per key of the walk. Memory: 40 bytes per
// state of a beam; 5 bytes per tile.
#include "../base/sort.h"
#include "keys.h"

#include <string.h>

enum {
    BEAM_FIRST = 1,
    BEAM_GROWTH = 8,
    BEAM_LEAST_STATES = 64, // what beams may take in any case
    STROLL_SEED = 31
};

// ---------------------------------------------------------------------------------------------------
// Beams
// ---------------------------------------------------------------------------------------------------

static lfi_hunt_state *beam_nodes(const lf_keys_search *search) {
    return LFI_ITEMS(lfi_hunt_state, search->anytime.nodes);
}

/// Adds a node to the layer that is being made, or lowers its cost.
static bool beam_add(lf_keys_search *search, lfi_hunt_state node) {
    lfi_anytime *any = &search->anytime;
    if (lfi_bound_is_hopeless(search, node.point, node.set, node.cost)) return true;
    uint32_t at = lfi_state_find(&any->chains, beam_nodes(search), node.point, node.set), bound;
    if (at != LFI_NONE && beam_nodes(search)[at].cost <= node.cost) return true;
    if (!lfi_bound_of(search, node.point, node.set, &bound)) return false;
    const uint64_t rank = (uint64_t)node.cost + bound;
    if (bound == LFI_FAR || rank >= any->best_cost) return true;
    if (at == LFI_NONE) {
        at = any->chains.count;
        if (!lfi_pool_reserve(&search->store, &any->nodes, (uint64_t)at + 1, sizeof node) ||
            !lfi_pool_reserve(&search->store, &any->ranks, (uint64_t)at + 1, sizeof rank) ||
            !lfi_chains_add(&search->store, &any->chains, lfi_state_hash(node.point, node.set)))
            return false;
    }
    beam_nodes(search)[at] = node;
    LFI_ITEMS(uint64_t, any->ranks)[at] = rank << 32 | at;
    return true;
}

/// Notes a way to the goal that ends with a node, or at the target behind it.
static bool beam_end(lf_keys_search *search, uint32_t node, uint64_t cost, bool at_target) {
    lfi_anytime *any = &search->anytime;
    if (cost >= any->best_cost) return true;
    uint64_t count = at_target;
    for (uint32_t at = node; at != LFI_NONE; at = beam_nodes(search)[at].parent) count++;
    if (!lfi_pool_reserve(&search->store, &any->best, count, sizeof(uint32_t))) return false;
    uint32_t *best = LFI_ITEMS(uint32_t, any->best);
    if (at_target) *best++ = LFI_TARGET;
    for (uint32_t at = node; at != LFI_NONE; at = beam_nodes(search)[at].parent)
        *best++ = beam_nodes(search)[at].point;
    any->best_count = count;
    any->best_cost = cost;
    return true;
}

static bool beam_expand(lf_keys_search *search, uint32_t at) {
    const lfi_hunt_state node = beam_nodes(search)[at];
    const uint64_t held = search->query.held | node.set;
    const bool has_all = (lfi_keys_asked(search) & ~held) == 0, to_target = lfi_keys_goal_has_target(search);
    if (has_all && !to_target) return beam_end(search, at, node.cost, false);
    search->anytime.expanded++;
    if (!lfi_steps_find(search, node.point, node.set) || !lfi_bound_leave(search, node.set)) return false;
    for (uint32_t i = 0; i < search->step_count; i++) {
        const lfi_step step = LFI_ITEMS(lfi_step, search->steps)[i];
        const lfi_poi *item = &LFI_ITEMS(lfi_poi, search->points.items)[step.point];
        lfi_hunt_state next = {.point = step.point, .cost = node.cost + step.cost, .parent = at};
        if (step.point == LFI_TARGET) {
            if (has_all && !beam_end(search, at, next.cost, true)) return false;
            continue;
        }
        if (lfi_bound_is_detour(search, next.point, next.cost)) continue;
        next.set = node.set | lfi_kind_bit(item->kind);
        if (!beam_add(search, next)) return false;
    }
    return true;
}

/// Goes to the next layer; false if there is none.
static bool beam_next_layer(lfi_anytime *any) {
    any->begin = any->next = any->end;
    any->end = any->chains.count;
    if (any->begin == any->end) return false;
    lfi_sort(LFI_ITEMS(uint64_t, any->ranks) + any->begin, any->end - any->begin);
    return true;
}

/// Begins a beam of some width. False if memory ran out: the best route so far stays.
static bool beam_begin(lf_keys_search *search, uint64_t width) {
    lfi_anytime *any = &search->anytime;
    any->dropped = UINT64_MAX;
    any->width = width;
    any->before = any->expanded;
    any->end = 0;
    if (!lfi_chains_clear(&search->store, &any->chains) ||
        !beam_add(search, (lfi_hunt_state){.point = LFI_START, .parent = LFI_NONE}))
        return false;
    beam_next_layer(any);
    return true;
}

/// Looks at the next node of the layer. False if memory ran out.
static bool beam_look(lf_keys_search *search) {
    lfi_anytime *any = &search->anytime;
    const uint64_t rank = LFI_ITEMS(uint64_t, any->ranks)[any->next], place = any->next - any->begin;
    any->next++;
    if (rank >> 32 < any->best_cost && place < any->width) return beam_expand(search, (uint32_t)rank);
    if (rank >> 32 < any->best_cost && rank >> 32 < any->dropped) any->dropped = rank >> 32;
    any->next = any->end; // the others rank behind it
    return true;
}

/// A beam has ended: raises the bound, and begins a wider one while they take a small part of what the query may take.
static bool beams_widen(lf_keys_search *search) {
    lfi_anytime *any = &search->anytime;
    const uint64_t least = any->dropped < any->best_cost ? any->dropped : any->best_cost;
    if (least < LFI_FAR && least > search->hunt.bound) search->hunt.bound = (uint32_t)least;
    if (any->dropped == UINT64_MAX || any->best_cost <= search->hunt.bound)
        return false; // nothing to be found
    const int64_t next = BEAM_GROWTH * (any->expanded - any->before);
    return any->expanded + next <= any->most && beam_begin(search, any->width * BEAM_GROWTH);
}

bool lfi_beams_step(lf_keys_search *search) {
    lfi_anytime *any = &search->anytime;
    if (any->next < any->end) return beam_look(search);
    return beam_next_layer(any) || beams_widen(search);
}

/// Writes the tiles of the best route of the beams.
bool lfi_beams_trace(lf_keys_search *search) {
    const lfi_anytime *any = &search->anytime;
    uint64_t set = 0;
    search->route.tile_count = 0;
    if (any->best_count == 1) return lfi_keys_add_tile(search, search->query.sources[0].tile);
    for (uint64_t i = any->best_count - 1; i > 0; i--) {
        const uint32_t from = LFI_ITEMS(uint32_t, any->best)[i], to = LFI_ITEMS(uint32_t, any->best)[i - 1];
        lfi_points_flood(search, from, search->query.held | set, search->relevance.kinds & ~set, to);
        if (!lfi_points_append(search, from, to)) return false;
        if (to != LFI_TARGET) set |= lfi_kind_bit(LFI_ITEMS(lfi_poi, search->points.items)[to].kind);
    }
    return true;
}

bool lfi_beams_begin(lf_keys_search *search, int64_t states) {
    search->anytime.expanded = 0;
    search->anytime.most = states;
    if (beam_begin(search, BEAM_FIRST)) return true;
    if (search->store.failure == LF_LIMIT) search->store.failure = LF_OK;
    return false;
}

/// A limit was hit: begins with the first beam. False if memory ran out.
static bool beams_begin(lf_keys_search *search) {
    uint32_t least;
    lfi_pool_free(&search->store, &search->hunt.states); // its states are of no more use
    lfi_pool_free(&search->store, &search->hunt.queue.entries);
    if (!search->bound.sharp && !lfi_bound_sharpen(search)) search->store.failure = LF_OK;
    if (lfi_bound_of(search, LFI_START, 0, &least) && least != LFI_FAR && least > search->hunt.bound)
        search->hunt.bound = least;
    return beam_begin(search, BEAM_FIRST);
}

// ---------------------------------------------------------------------------------------------------
// A walk tile by tile
// ---------------------------------------------------------------------------------------------------

/// A flood over tiles with the keys of the moment.
typedef struct stroll_flood {
    uint8_t *from;
    lf_tile *queue;
    uint64_t head, tail, level; ///< level: where the next distance begins
    uint32_t cost;              ///< of the tile taken off last
} stroll_flood;

static stroll_flood stroll_begin(lf_keys_search *search) {
    memset(search->anytime.from.items, 0, search->map->tile_count);
    return (stroll_flood){.from = LFI_ITEMS(uint8_t, search->anytime.from),
                          .queue = LFI_ITEMS(lf_tile, search->anytime.queue)};
}

static void stroll_enter(stroll_flood *flood, lf_tile tile, uint8_t how) {
    if (flood->from[tile] != 0) return;
    flood->from[tile] = how;
    flood->queue[flood->tail++] = tile;
}

/// Takes the next tile off and enters the tiles around it; LF_NO_TILE if there is none.
static lf_tile stroll_next(const lf_keys_search *search, stroll_flood *flood, uint64_t held) {
    if (flood->head == flood->tail) return LF_NO_TILE;
    if (flood->head == 0) flood->level = flood->tail;
    if (flood->head == flood->level) {
        flood->level = flood->tail;
        flood->cost++;
    }
    const lf_tile tile = flood->queue[flood->head++];
    for (unsigned moves = search->map->allowed[lfi_plain_around(search->fixtures, tile, held)]; moves != 0;
         moves &= moves - 1) {
        const int k = lfi_lowest_bit(moves);
        stroll_enter(flood, (lf_tile)(tile + search->map->tile_offset[k]), (uint8_t)(k + 1));
    }
    return tile;
}

static bool stroll_is_target(const lf_keys_search *search, lf_tile tile) {
    for (int64_t i = 0; i < search->query.target_count; i++)
        if (search->query.targets[i] == tile) return true;
    return false;
}

/// The kind of the key on a tile as a set; none if there is no key.
static uint64_t stroll_key(const lf_keys_search *search, lf_tile tile) {
    const bool key = lfi_bit(search->fixtures->key_bits, lfi_map_spot(search->map, tile));
    return key ? lfi_kind_bit(lfi_fixtures_find(search->fixtures, tile)->kind) : 0;
}

/// Appends the way to a tile after its first tile.
static bool stroll_append(lf_keys_search *search, const stroll_flood *flood, lf_tile tile) {
    const int64_t first = search->route.tile_count;
    for (; flood->from[tile] != STROLL_SEED; tile -= (lf_tile)search->map->tile_offset[flood->from[tile] - 1])
        if (!lfi_keys_add_tile(search, tile)) return false;
    lf_tile *tiles = LFI_ITEMS(lf_tile, search->tiles);
    for (int64_t a = first, b = search->route.tile_count - 1; a < b; a++, b--) {
        const lf_tile swapped = tiles[a];
        tiles[a] = tiles[b];
        tiles[b] = swapped;
    }
    return true;
}

/// Goes on from the last tile of the route: to a target if all is held that is asked for and one can be reached, to
/// the nearest new key otherwise. False if there is neither, or no memory.
static bool stroll_on(lf_keys_search *search, uint64_t *held, bool *done) {
    const uint64_t asked = lfi_keys_asked(search) & ~*held;
    const bool to_target = lfi_keys_goal_has_target(search);
    const uint64_t wanted = (search->fixtures->door_kinds | asked) & ~*held;
    stroll_flood flood = stroll_begin(search);
    stroll_enter(&flood, LFI_ITEMS(lf_tile, search->tiles)[search->route.tile_count - 1], STROLL_SEED);
    lf_tile key = LF_NO_TILE, tile;
    while ((tile = stroll_next(search, &flood, *held)) != LF_NO_TILE) {
        *done = asked == 0 && (!to_target || stroll_is_target(search, tile));
        if (*done) return stroll_append(search, &flood, tile);
        if (key == LF_NO_TILE && (stroll_key(search, tile) & wanted) != 0) key = tile;
        if (key != LF_NO_TILE && asked != 0) break; // the target is of no use yet
    }
    if (key == LF_NO_TILE) return false;
    *held |= stroll_key(search, key);
    return stroll_append(search, &flood, key);
}

/// With every door open, the distance to the target and to each kind that is asked for.
static uint32_t stroll_bound(lf_keys_search *search) {
    uint64_t asked = lfi_keys_asked(search);
    bool to_target = lfi_keys_goal_has_target(search);
    stroll_flood flood = stroll_begin(search);
    for (int64_t i = 0; i < search->query.source_count; i++)
        stroll_enter(&flood, search->query.sources[i].tile, STROLL_SEED);
    while (asked != 0 || to_target) {
        const lf_tile tile = stroll_next(search, &flood, UINT64_MAX);
        if (tile == LF_NO_TILE) return 0; // cannot be: there is a route
        asked &= ~stroll_key(search, tile);
        to_target = to_target && !stroll_is_target(search, tile);
    }
    return flood.cost;
}

static bool stroll_find(lf_keys_search *search) {
    lfi_anytime *any = &search->anytime;
    lfi_ways_free(search); // room for the walk: nothing of the search is of any more use
    lfi_store_free(&search->store);
    search->route.tile_count = 0;
    const lf_tile source = lfi_reach_source(search);
    if (source == LF_NO_TILE ||
        !lfi_pool_reserve(&search->store, &any->from, search->map->tile_count, sizeof(uint8_t)) ||
        !lfi_pool_reserve(&search->store, &any->queue, (uint64_t)search->map->open_count, sizeof(lf_tile)))
        return false;
    const uint32_t bound = stroll_bound(search);
    if (bound > search->hunt.bound) search->hunt.bound = bound;
    uint64_t held = search->query.held | stroll_key(search, source);
    if (!lfi_keys_add_tile(search, source)) return false;
    for (bool done = false; !done;)
        if (!stroll_on(search, &held, &done)) return false;
    return true;
}

void lfi_anytime_clear(lf_keys_search *search) {
    search->anytime.best_cost = UINT64_MAX;
    search->anytime.expanded = 0;
}

void lfi_anytime_begin(lf_keys_search *search, int64_t states) {
    lfi_anytime *any = &search->anytime;
    search->store.failure = LF_OK;
    any->expanded = 0;
    any->most = states > BEAM_LEAST_STATES ? states : BEAM_LEAST_STATES;
    any->running = search->hunt.ready && beams_begin(search);
}

lf_status lfi_anytime_step(lf_keys_search *search) {
    lfi_anytime *any = &search->anytime;
    if (any->running) {
        any->running = lfi_beams_step(search);
        return LF_PAUSED;
    }
    search->store.failure = LF_OK;
    const bool found = (any->best_cost != UINT64_MAX && lfi_beams_trace(search)) || stroll_find(search);
    if (!found) search->route.tile_count = 0;
    search->store.failure = LF_OK;
    return found ? LF_OK : LF_LIMIT;
}
