// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What can be reached at all, and what can matter: floods (flood fill) over regions and doors, not tiles.
//
// Keys are never used up, so having more of them never hurts, and "walk everywhere, take everything, open
// what opens, repeat" finds everything that can ever be reached (a fixed point). This answers "no route"
// without any search over key sets, and says why: the doors at the edge of the reached area, and the keys
// beyond it. The edge is examined after the flood: the marks that a flood leaves on doors only say how to go
// on, never which doors stay shut.
//
// The same flood, run with something left out, tells what matters:
//  - Without the keys of kind k: if the goal is now out of reach, k is needed; a kind that is now out of
//    reach comes after k.
//  - With one door kept shut, from everything that matters (sources, targets, keys that matter): places that
//    cannot be reached then lie behind the door and contain nothing that matters, so doors there are dead.
//    The door itself is dead if all of its sides that still matter are one place. Only doors are tried as
//    separators, never regions: two doors of one region may be a short cut from one end of it to the other.
//    Kinds with a live door matter, so the next round adds their keys, until nothing is added. apart.c answers this
//    for all doors at once.
//
// Time: O(regions + doors + keys + sidesteps * rounds) per flood; one flood per kind and round.
#include "../base/sort.h"
#include "keys.h"

#include <string.h>

static uint32_t *reach_stamps(const lfi_pool *pool) {
    return LFI_ITEMS(uint32_t, *pool);
}

static bool stamps_begin(lf_keys_search *search, lfi_pool *pool, uint64_t count) {
    const uint64_t before = pool->capacity;
    if (!lfi_pool_reserve(&search->store, pool, count, sizeof(uint32_t))) return false;
    for (uint64_t i = before; i < pool->capacity; i++) reach_stamps(pool)[i] = 0;
    return true;
}

/// Takes a new stamp; when stamps run out, all marks are cleared.
static void reach_restamp(lfi_reach *reach) {
    if (++reach->stamp != 0) return;
    lfi_pool *const pools[] = {&reach->region_stamps, &reach->door_stamps, &reach->seen_stamps};
    for (int p = 0; p < 3; p++)
        for (uint64_t i = 0; i < pools[p]->capacity; i++) reach_stamps(pools[p])[i] = 0;
    reach->stamp = 1;
}

static bool reach_begin(lf_keys_search *search) {
    lfi_reach *reach = &search->reach;
    const uint64_t regions = search->fixtures->shut.bodies.body_count,
                   doors = (uint64_t)search->fixtures->door_count;
    if (!stamps_begin(search, &reach->region_stamps, regions) ||
        !stamps_begin(search, &reach->door_stamps, doors) ||
        !stamps_begin(search, &reach->seen_stamps, doors) ||
        !lfi_pool_reserve(&search->store, &reach->next_pending, doors, sizeof(uint32_t)) ||
        !lfi_pool_reserve(&search->store, &reach->stack, regions + doors, sizeof(uint64_t)))
        return false;
    reach_restamp(reach);
    reach->depth = 0;
    for (int k = 0; k < LF_MAX_KINDS; k++) reach->pending[k] = LFI_NONE;
    return true;
}

// ---------------------------------------------------------------------------------------------------
// The flood
// ---------------------------------------------------------------------------------------------------

static void reach_region(lfi_reach *reach, uint32_t region) {
    uint32_t *stamp = &reach_stamps(&reach->region_stamps)[region];
    if (*stamp == reach->stamp) return;
    *stamp = reach->stamp;
    if (reach->collect) LFI_ITEMS(uint8_t, reach->any_regions)[region] = 1;
    LFI_ITEMS(uint64_t, reach->stack)[reach->depth++] = (uint64_t)region << 1;
}

static void reach_door(lfi_reach *reach, uint32_t door) {
    uint32_t *stamp = &reach_stamps(&reach->door_stamps)[door];
    if (*stamp == reach->stamp) return;
    *stamp = reach->stamp;
    if (reach->collect) LFI_ITEMS(uint8_t, reach->any_doors)[door] = 1;
    LFI_ITEMS(uint64_t, reach->stack)[reach->depth++] = (uint64_t)door << 1 | 1;
}

/// The flood is at a port of a door: enters the door, or lets it wait for its key.
static void reach_try_door(lf_keys_search *search, uint32_t door) {
    lfi_reach *reach = &search->reach;
    uint32_t *seen = &reach_stamps(&reach->seen_stamps)[door];
    if (*seen == reach->stamp) return;
    *seen = reach->stamp;
    const uint8_t kind = search->fixtures->doors[door].kind;
    if ((reach->held >> kind & 1) != 0) {
        reach_door(reach, door);
    } else {
        LFI_ITEMS(uint32_t, reach->next_pending)[door] = reach->pending[kind];
        reach->pending[kind] = door;
    }
}

static void reach_gain(lf_keys_search *search, const lfi_reach_from *from, uint8_t kind) {
    lfi_reach *reach = &search->reach;
    if (((reach->held | from->without) >> kind & 1) != 0) return;
    reach->held |= lfi_kind_bit(kind);
    for (uint32_t door = reach->pending[kind]; door != LFI_NONE;
         door = LFI_ITEMS(uint32_t, reach->next_pending)[door])
        reach_door(reach, door);
    reach->pending[kind] = LFI_NONE;
}

/// The first item of a region in the fixtures' list.
static int64_t region_first(const lf_fixtures *fixtures, uint32_t region) {
    int64_t low = 0, high = fixtures->region_item_count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (fixtures->region_items[middle] >> 32 < region)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void reach_walk_region(lf_keys_search *search, const lfi_reach_from *from, uint32_t region) {
    const lf_fixtures *fixtures = search->fixtures;
    for (int64_t i = region_first(fixtures, region);
         i < fixtures->region_item_count && fixtures->region_items[i] >> 32 == region; i++) {
        search->work += LFI_WORK_ITEM;
        const uint32_t index = (uint32_t)fixtures->region_items[i] >> 1;
        if ((fixtures->region_items[i] & 1) != 0)
            reach_gain(search, from, fixtures->items[index].kind);
        else
            reach_try_door(search, index);
    }
}

/// False if the rival has the answer, or if there is no memory for it.
static bool reach_drain(lf_keys_search *search, const lfi_reach_from *from) {
    lfi_reach *reach = &search->reach;
    while (reach->depth > 0) {
        if (reach->turns && !lfi_rival_catch_up(search, 0)) return false;
        const uint64_t place = LFI_ITEMS(uint64_t, reach->stack)[--reach->depth];
        if ((place & 1) == 0) {
            reach_walk_region(search, from, (uint32_t)(place >> 1));
            continue;
        }
        const lfi_door *door = &search->fixtures->doors[place >> 1];
        for (int i = 0; i < door->port_count; i++)
            reach_region(reach, search->fixtures->ports[door->port + (uint32_t)i].region);
    }
    return true;
}

static bool tile_is_door(const lf_keys_search *search, lf_tile tile) {
    return lfi_bit(search->fixtures->door_bits, lfi_map_spot(search->map, tile));
}

static void reach_tile(lf_keys_search *search, lf_tile tile) {
    if (tile_is_door(search, tile))
        reach_door(&search->reach, lfi_fixtures_door(search->fixtures, tile));
    else
        reach_region(&search->reach, lfi_fixtures_region(search->fixtures, tile));
}

bool lfi_reach_has_tile(const lf_keys_search *search, lf_tile tile) {
    const lfi_reach *reach = &search->reach;
    if (tile_is_door(search, tile))
        return reach_stamps(&reach->door_stamps)[lfi_fixtures_door(search->fixtures, tile)] == reach->stamp;
    return reach_stamps(&reach->region_stamps)[lfi_fixtures_region(search->fixtures, tile)] == reach->stamp;
}

bool lfi_reach_any_tile(const lf_keys_search *search, lf_tile tile) {
    const lfi_reach *reach = &search->reach;
    if (tile_is_door(search, tile))
        return LFI_ITEMS(uint8_t, reach->any_doors)[lfi_fixtures_door(search->fixtures, tile)];
    return LFI_ITEMS(uint8_t, reach->any_regions)[lfi_fixtures_region(search->fixtures, tile)];
}

/// The end of a sidestep that the flood has not met, if it has met the other end; LF_NO_TILE otherwise.
static lf_tile sidestep_far_end(const lf_keys_search *search, const lfi_sidestep *step) {
    const bool a = lfi_reach_has_tile(search, step->a), b = lfi_reach_has_tile(search, step->b);
    if (a == b) return LF_NO_TILE;
    return a ? step->b : step->a;
}

/// Takes one sidestep if its keys are held and one end was met. A sidestep that cannot be taken yet leaves no
/// mark: all sidesteps are tried again when the flood has come farther, and a mark on the door at its end
/// would keep the flood from entering this door by one of its ports.
static bool reach_sidestep(lf_keys_search *search, const lfi_sidestep *step) {
    const lf_tile far_end = sidestep_far_end(search, step);
    if (far_end == LF_NO_TILE || (step->need & ~search->reach.held) != 0) return false;
    reach_tile(search, far_end);
    return true;
}

bool lfi_reach_run(lf_keys_search *search, const lfi_reach_from *from) {
    if (!reach_begin(search)) return false;
    search->work += LFI_WORK_REACH;
    search->reach.held = from->held;
    for (int64_t i = 0; i < from->tile_count; i++) reach_tile(search, from->tiles[i]);
    for (bool more = true; more;) {
        if (!reach_drain(search, from)) return false;
        more = false;
        search->work += (uint64_t)search->fixtures->sidestep_count * LFI_WORK_SIDESTEP;
        for (int64_t i = 0; i < search->fixtures->sidestep_count; i++)
            more = reach_sidestep(search, &search->fixtures->sidesteps[i]) || more;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------
// The goal
// ---------------------------------------------------------------------------------------------------

bool lfi_reach_begin(lf_keys_search *search) {
    lfi_reach *reach = &search->reach;
    const uint64_t count = (uint64_t)search->query.source_count;
    if (!lfi_pool_reserve(&search->store, &reach->origins, count, sizeof(uint64_t)) ||
        !lfi_pool_reserve(&search->store, &reach->any_regions, search->fixtures->shut.bodies.body_count, 1) ||
        !lfi_pool_reserve(&search->store, &reach->any_doors, (uint64_t)search->fixtures->door_count, 1))
        return false;
    uint64_t *origins = LFI_ITEMS(uint64_t, reach->origins);
    for (uint64_t i = 0; i < count; i++) {
        const lf_tile tile = search->query.sources[i].tile;
        const bool door = tile_is_door(search, tile);
        const uint64_t index =
            door ? lfi_fixtures_door(search->fixtures, tile) : lfi_fixtures_region(search->fixtures, tile);
        origins[i] = (index << 1 | door) << 32 | tile;
    }
    lfi_sort(origins, count);
    reach->origin_count = 0;
    for (uint64_t i = 0; i < count; i++)
        if (i == 0 || origins[i] >> 32 != origins[i - 1] >> 32) origins[reach->origin_count++] = origins[i];
    return true;
}

static bool reach_met_target(const lf_keys_search *search) {
    for (int64_t i = 0; i < search->query.target_count; i++)
        if (lfi_reach_has_tile(search, search->query.targets[i])) return true;
    return false;
}

/// Floods from one of the sources.
static bool reach_from_origin(lf_keys_search *search, uint64_t origin, uint64_t held, uint64_t without) {
    const lf_tile tile = (lf_tile)LFI_ITEMS(uint64_t, search->reach.origins)[origin];
    return lfi_reach_run(
        search, &(lfi_reach_from){.tiles = &tile, .tile_count = 1, .held = held, .without = without});
}

/// Whether the last flood met the goal.
static bool reach_met_goal(const lf_keys_search *search) {
    return (lfi_keys_asked(search) & ~search->reach.held) == 0 &&
           (!lfi_keys_goal_has_target(search) || reach_met_target(search));
}

lf_tile lfi_reach_source(lf_keys_search *search) {
    if (!lfi_reach_begin(search)) return LF_NO_TILE;
    for (uint64_t i = 0; i < search->reach.origin_count; i++) {
        if (!reach_from_origin(search, i, search->query.held, 0)) return LF_NO_TILE;
        if (reach_met_goal(search)) return (lf_tile)LFI_ITEMS(uint64_t, search->reach.origins)[i];
    }
    return LF_NO_TILE;
}

bool lfi_reach_goal(lf_keys_search *search, uint64_t without, bool *met) {
    lfi_reach *reach = &search->reach;
    *met = false;
    reach->any_held = search->query.held;
    memset(reach->any_regions.items, 0, search->fixtures->shut.bodies.body_count);
    memset(reach->any_doors.items, 0, (size_t)search->fixtures->door_count);
    reach->collect = true;
    bool done = true;
    for (uint64_t i = 0; i < reach->origin_count; i++) {
        done = reach_from_origin(search, i, search->query.held, without);
        if (!done) break;
        reach->any_held |= reach->held;
        *met = *met || reach_met_goal(search);
    }
    reach->collect = false;
    return done;
}

// ---------------------------------------------------------------------------------------------------
// Why not
// ---------------------------------------------------------------------------------------------------

/// Whether the last flood met a port of a door.
static bool explain_met_port(const lf_keys_search *search, const lfi_door *door) {
    const lfi_port *ports = search->fixtures->ports + door->port;
    for (int i = 0; i < door->port_count; i++)
        if (reach_stamps(&search->reach.region_stamps)[ports[i].region] == search->reach.stamp) return true;
    return false;
}

/// Marks the doors that the last flood could enter with their own key, which it does not have. A door whose
/// key is held, but which lies behind other doors, is not marked: the other doors are to blame.
static void explain_mark_locks(lf_keys_search *search) {
    const lf_fixtures *fixtures = search->fixtures;
    const lfi_reach *reach = &search->reach;
    uint8_t *locks = LFI_ITEMS(uint8_t, reach->any_doors);
    for (int64_t i = 0; i < fixtures->door_count; i++)
        if ((reach->held >> fixtures->doors[i].kind & 1) == 0 &&
            explain_met_port(search, &fixtures->doors[i]))
            locks[i] = 1;
    for (int64_t i = 0; i < fixtures->sidestep_count; i++) {
        const lf_tile far_end = sidestep_far_end(search, &fixtures->sidesteps[i]);
        if (far_end == LF_NO_TILE || !tile_is_door(search, far_end)) continue;
        const uint32_t door = lfi_fixtures_door(fixtures, far_end);
        if ((fixtures->sidesteps[i].need & ~reach->held) == lfi_kind_bit(fixtures->doors[door].kind))
            locks[door] = 1;
    }
}

static bool explain_list_locks(lf_keys_search *search) {
    for (int64_t i = 0; i < search->fixtures->door_count; i++) {
        const lfi_door *door = &search->fixtures->doors[i];
        if (!LFI_ITEMS(uint8_t, search->reach.any_doors)[i]) continue;
        const uint64_t count = (uint64_t)search->why.lock_count + 1;
        if (!lfi_pool_reserve(&search->store, &search->locks, count, sizeof(lf_fixture))) return false;
        lfi_fixture_put(&LFI_ITEMS(lf_fixture, search->locks)[count - 1], door->tile, door->kind,
                        LF_FIXTURE_DOOR);
        search->why.lock_count++;
        if ((search->fixtures->key_kinds >> door->kind & 1) == 0)
            search->why.missing |= lfi_kind_bit(door->kind);
    }
    return true;
}

/// Whether a flood with every door open met the goal.
static bool explain_met(const lf_keys_search *search) {
    uint64_t met = search->query.held;
    for (int64_t i = 0; i < search->fixtures->count; i++) {
        const lf_fixture *fixture = &search->fixtures->items[i];
        if (fixture->type == LF_FIXTURE_KEY && lfi_reach_has_tile(search, fixture->tile))
            met |= lfi_kind_bit(fixture->kind);
    }
    return (lfi_keys_asked(search) & ~met) == 0 &&
           (!lfi_keys_goal_has_target(search) || reach_met_target(search));
}

bool lfi_reach_explain(lf_keys_search *search) {
    lf_keys_why why = {.walled = true, .reached = search->query.held};
    if (!lfi_reach_begin(search)) return false;
    memset(search->reach.any_doors.items, 0, (size_t)search->fixtures->door_count);
    for (uint64_t i = 0; i < search->reach.origin_count; i++) {
        if (!reach_from_origin(search, i, search->query.held, 0)) return false;
        why.reached |= search->reach.held;
        explain_mark_locks(search);
        if (!reach_from_origin(search, i, UINT64_MAX, 0)) return false;
        if (explain_met(search)) why.walled = false;
    }
    why.unreachable = search->fixtures->key_kinds & ~why.reached;
    search->why = why;
    return explain_list_locks(search);
}

// ---------------------------------------------------------------------------------------------------
// What matters
// ---------------------------------------------------------------------------------------------------

static uint8_t *live_doors(lf_keys_search *search) {
    return LFI_ITEMS(uint8_t, search->relevance.live_doors);
}

static bool terminal_add(lf_keys_search *search, uint64_t *count, lf_tile tile) {
    if (!lfi_pool_reserve(&search->store, &search->reach.terminals, *count + 1, sizeof(lf_tile)))
        return false;
    LFI_ITEMS(lf_tile, search->reach.terminals)[(*count)++] = tile;
    return true;
}

/// Lists the tiles that matter so far: sources, targets that can be reached, and keys of kinds that matter.
/// It uses the marks of the last lfi_reach_goal, which met everything that can be reached.
static bool terminals_collect(lf_keys_search *search, uint64_t *count) {
    *count = 0;
    for (int64_t i = 0; i < search->query.source_count; i++)
        if (!terminal_add(search, count, search->query.sources[i].tile)) return false;
    for (int64_t i = 0; lfi_keys_goal_has_target(search) && i < search->query.target_count; i++)
        if (lfi_reach_any_tile(search, search->query.targets[i]) &&
            !terminal_add(search, count, search->query.targets[i]))
            return false;
    for (int64_t i = 0; i < search->fixtures->count; i++) {
        const lf_fixture *fixture = &search->fixtures->items[i];
        if (fixture->type == LF_FIXTURE_KEY && (search->relevance.kinds >> fixture->kind & 1) != 0 &&
            lfi_reach_any_tile(search, fixture->tile) && !terminal_add(search, count, fixture->tile))
            return false;
    }
    return true;
}

/// Whether two ports of a door are so close without the door that passing through the door saves nothing.
static bool ports_are_beside(const lf_fixtures *fixtures, lf_tile a, lf_tile b) {
    const lf_point p = lf_map_point(fixtures->map, a), q = lf_map_point(fixtures->map, b);
    const int dx = p.x - q.x, dy = p.y - q.y;
    if (dx * dx + dy * dy == 1) return true;
    if (dx * dx + dy * dy != 2) return false;
    if (fixtures->map->moves == LF_MOVES_KING_CUT) return true;
    return lf_map_is_open(&fixtures->shut, lf_map_tile(fixtures->map, p.x, q.y)) ||
           lf_map_is_open(&fixtures->shut, lf_map_tile(fixtures->map, q.x, p.y));
}

/// Whether a door joins two places that matter.
static bool door_joins(const lf_keys_search *search, const lfi_door *door) {
    const lfi_port *ports = search->fixtures->ports;
    for (uint32_t i = door->port; i < door->port + (uint32_t)door->port_count; i++) {
        if (!lfi_apart_has_port(search, i)) continue;
        for (uint32_t k = door->port; k < i; k++)
            if (lfi_apart_has_port(search, k) &&
                !ports_are_beside(search->fixtures, ports[i].tile, ports[k].tile))
                return true;
    }
    return false;
}

/// Marks the doors at the ends of sidesteps: pruning leaves them alone.
static void live_mark_sidesteps(lf_keys_search *search, uint8_t *fixed) {
    const lf_fixtures *fixtures = search->fixtures;
    for (int64_t i = 0; i < fixtures->sidestep_count; i++) {
        const lf_tile ends[2] = {fixtures->sidesteps[i].a, fixtures->sidesteps[i].b};
        for (int k = 0; k < 2; k++)
            if (tile_is_door(search, ends[k]))
                fixed[lfi_fixtures_door(fixtures, ends[k])] |= LFI_DOOR_HAS_SIDESTEPS;
    }
}

/// Marks the doors that are terminals themselves.
static void live_mark_ends(lf_keys_search *search) {
    for (uint64_t i = 0; i < search->relevance.terminal_count; i++) {
        const lf_tile tile = LFI_ITEMS(lf_tile, search->reach.terminals)[i];
        if (tile_is_door(search, tile))
            live_doors(search)[lfi_fixtures_door(search->fixtures, tile)] |= LFI_DOOR_IS_END;
    }
}

/// Whether a door can be part of a shortest way from terminal to terminal.
static bool live_door(lf_keys_search *search, uint32_t x) {
    const lfi_door *door = &search->fixtures->doors[x];
    if ((search->relevance.obtainable >> door->kind & 1) == 0 || lfi_apart_is_behind(search, x)) return false;
    return (live_doors(search)[x] & (LFI_DOOR_IS_END | LFI_DOOR_HAS_SIDESTEPS)) != 0 ||
           door_joins(search, door);
}

static uint64_t live_kinds(lf_keys_search *search) {
    uint64_t kinds = 0;
    for (int64_t i = 0; i < search->fixtures->door_count; i++)
        if ((live_doors(search)[i] & 1) != 0) kinds |= lfi_kind_bit(search->fixtures->doors[i].kind);
    return kinds;
}

/// The kinds of keys that sidesteps need: they always matter.
static uint64_t sidestep_kinds(const lf_fixtures *fixtures) {
    uint64_t kinds = 0;
    for (int64_t i = 0; i < fixtures->sidestep_count; i++) kinds |= fixtures->sidesteps[i].need;
    return kinds;
}

/// A round: which doors are live for what matters so far? If the keys of live doors are new, they matter, too, and there
/// is another round.
static bool live_round(lf_keys_search *search) {
    lfi_relevance *relevance = &search->relevance;
    uint8_t *live = live_doors(search);
    bool met;
    if (!lfi_reach_goal(search, 0, &met) || !terminals_collect(search, &relevance->terminal_count))
        return false;
    live_mark_ends(search);
    if (!lfi_apart_find(search)) return false;
    for (uint32_t x = 0; x < search->fixtures->door_count; x++)
        live[x] = (uint8_t)((live[x] & ~LFI_DOOR_IS_LIVE) | (live_door(search, x) ? LFI_DOOR_IS_LIVE : 0));
    const uint64_t candidates = relevance->obtainable & search->fixtures->key_kinds & ~search->query.held;
    const uint64_t kinds = relevance->kinds | (live_kinds(search) & candidates);
    relevance->pruning = kinds != relevance->kinds;
    relevance->kinds = kinds;
    return true;
}

/// Which kinds are needed, and which come before which.
static bool relevance_order(lf_keys_search *search) {
    lfi_relevance *relevance = &search->relevance;
    relevance->needed = 0;
    for (int k = 0; k < LF_MAX_KINDS; k++) relevance->before[k] = 0;
    for (uint64_t kinds = relevance->kinds; kinds != 0; kinds &= kinds - 1) {
        const uint64_t bit = kinds & (0 - kinds);
        bool met;
        if (!lfi_reach_goal(search, bit, &met)) return false;
        if (!met) relevance->needed |= bit;
        for (uint64_t later = relevance->kinds & ~search->reach.any_held & ~bit; later != 0;
             later &= later - 1)
            relevance->before[lfi_lowest_bit(later)] |= bit;
    }
    return true;
}

bool lfi_relevance_begin(lf_keys_search *search) {
    const lf_fixtures *fixtures = search->fixtures;
    lfi_relevance *relevance = &search->relevance;
    const uint64_t doors = (uint64_t)fixtures->door_count;
    if (!lfi_pool_reserve(&search->store, &relevance->live_doors, doors, 1)) return false;
    memset(relevance->live_doors.items, 0, (size_t)doors);
    relevance->obtainable = search->reach.any_held;
    live_mark_sidesteps(search, live_doors(search));
    relevance->kinds = relevance->obtainable & fixtures->key_kinds & ~search->query.held &
                       (lfi_keys_asked(search) | sidestep_kinds(fixtures));
    relevance->pruning = true;
    return true;
}

bool lfi_relevance_step(lf_keys_search *search, bool *done) {
    *done = !search->relevance.pruning;
    if (*done) return relevance_order(search);
    return lfi_keys_turn(search, 0, 1) && live_round(search);
}
