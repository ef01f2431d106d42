// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The search over tiles that runs beside the search over points: A* over (tile, key set).
//
// It is the plain search (plain.c) with an aim. With every door open, the rest of a route leads over a key of each kind
// that is asked for and missing, and ends at a target. So it is at least as long as the farthest of these detours. One
// flood over the open map per kind finds them for all tiles, and a state then reads a few numbers. In noise this leaves
// one state of 4 to 1,000; in mazes, where all ways are detours, every second one.
//
// A move changes a distance by one at most, and a key that is taken was no detour any more. So the estimate of a state's
// successors is its own, or one or two more: three lists, by turns, are the queue. A state that is found again with a
// lower estimate is put into another list once more; what is left in the old one is skipped.
//
// The byte of a state is that of the plain search, with two bits for its estimate (modulo 4) and one for "done".
//
// Time: a flood over tiles per kind; per state some 80 ns. Memory: 1 byte per state, 4 bytes per tile and kind, 8 bytes
// per state that waits.
#include "../base/sort.h"
#include "keys.h"

#include <string.h>

enum { AIMED_BUCKET_SHIFT = 5, AIMED_DONE = 128 };

static uint32_t *aimed_far(const lfi_aimed *aimed, lf_tile tile) {
    return LFI_ITEMS(uint32_t, aimed->far) + (uint64_t)tile * aimed->columns;
}

// ---------------------------------------------------------------------------------------------------
// Distances
// ---------------------------------------------------------------------------------------------------

static bool aim_add(lf_keys_search *search, lf_tile tile, uint64_t cost) {
    lfi_aimed *aimed = &search->aimed;
    if (!lfi_pool_reserve(&search->store, &aimed->aims, aimed->aim_count + 1, sizeof(uint64_t))) return false;
    LFI_ITEMS(uint64_t, aimed->aims)[aimed->aim_count++] = cost << 32 | tile;
    return true;
}

/// Lists where a flood begins: at the targets, or at the keys of a kind, as far as these are from a target.
static bool aims_list(lf_keys_search *search, uint32_t column) {
    lfi_aimed *aimed = &search->aimed;
    const lf_fixtures *fixtures = search->fixtures;
    aimed->aim_count = 0;
    for (int64_t i = 0; column == 0 && i < search->query.target_count; i++)
        if (!aim_add(search, search->query.targets[i], 0)) return false;
    if (column == 0) return true;
    uint64_t kinds = search->plain.run.found_kinds;
    for (uint32_t i = 1; i < column; i++) kinds &= kinds - 1;
    for (int64_t i = 0; i < fixtures->count; i++) {
        const lf_fixture *fixture = &fixtures->items[i];
        const uint32_t cost = aimed_far(aimed, fixture->tile)[0];
        if (fixture->type != LF_FIXTURE_KEY || fixture->kind != lfi_lowest_bit(kinds) || cost == LFI_FAR)
            continue;
        if (!aim_add(search, fixture->tile, cost)) return false;
    }
    return true;
}

static void flood_enter(lfi_aimed *aimed, uint32_t column, lf_tile tile, uint32_t cost) {
    uint32_t *far = &aimed_far(aimed, tile)[column];
    if (*far <= cost) return;
    *far = cost;
    LFI_ITEMS(lf_tile, aimed->queue)[aimed->queue_count++] = tile;
}

/// Fills a column by a flood over the open map, level by level. False if there is no memory.
static bool aimed_flood(lf_keys_search *search, uint32_t column) {
    lfi_aimed *aimed = &search->aimed;
    const lf_map *map = search->map;
    for (uint64_t i = 0; i < map->tile_count; i++) aimed_far(aimed, (lf_tile)i)[column] = LFI_FAR;
    if (!aims_list(search, column)) return false;
    uint64_t *aims = LFI_ITEMS(uint64_t, aimed->aims), next = 0, head = 0;
    aimed->queue_count = 0;
    if (aimed->aim_count > 0) lfi_sort(aims, aimed->aim_count);
    uint32_t cost = 0;
    while (head < aimed->queue_count || next < aimed->aim_count) {
        if (head == aimed->queue_count && cost < aims[next] >> 32) cost = (uint32_t)(aims[next] >> 32);
        for (; next < aimed->aim_count && aims[next] >> 32 == cost; next++)
            flood_enter(aimed, column, (lf_tile)aims[next], cost);
        cost++;
        for (const uint64_t end = aimed->queue_count; head < end; head++) {
            const lf_tile tile = LFI_ITEMS(lf_tile, aimed->queue)[head];
            unsigned moves = map->allowed[lfi_bits_around(map->open, lfi_map_spot(map, tile), map->stride)];
            for (; moves != 0; moves &= moves - 1)
                flood_enter(aimed, column, (lf_tile)(tile + map->tile_offset[lfi_lowest_bit(moves)]), cost);
        }
    }
    return true;
}

/// Where the goal has no target, routes end anywhere.
static void aimed_fill_free(lf_keys_search *search) {
    for (uint64_t i = 0; i < search->map->tile_count; i++) aimed_far(&search->aimed, (lf_tile)i)[0] = 0;
}

/// The least moves from a tile to the goal with a set of keys; LFI_FAR if it is out of reach.
static uint32_t aimed_rest(const lf_keys_search *search, lf_tile tile, uint64_t set) {
    const uint32_t *far = aimed_far(&search->aimed, tile);
    uint32_t most = far[0];
    for (uint64_t left = search->plain.run.goal_set & ~set; left != 0; left &= left - 1) {
        const uint32_t detour = far[1 + lfi_lowest_bit(left)];
        if (detour > most) most = detour;
    }
    return most;
}

// ---------------------------------------------------------------------------------------------------
// States
// ---------------------------------------------------------------------------------------------------

/// Enters a tile with a set, after so many moves. False if there is no memory.
static bool aimed_enter(lf_keys_search *search, lf_tile tile, uint64_t set, uint32_t moves, uint8_t how) {
    lfi_aimed *aimed = &search->aimed;
    lfi_plain_run *run = &search->plain.run;
    const uint64_t key = lfi_plain_key_at(run, tile), with = set | key;
    uint8_t *from = &run->from[with * run->map->tile_count + tile];
    if (*from >= AIMED_DONE) return true;
    const uint32_t rest = aimed_rest(search, tile, with);
    if (rest == LFI_FAR) return true;
    const uint32_t bucket = (moves + rest) & 3, now = aimed->estimate & 3, wait = (bucket - now) & 3;
    if (*from != 0 && ((((uint32_t)*from >> AIMED_BUCKET_SHIFT) - now) & 3) <= wait) return true;
    if ((key & ~set) != 0 && how != LFI_PLAIN_SOURCE) how += LFI_PLAIN_TOOK_KEY;
    *from = (uint8_t)(how | bucket << AIMED_BUCKET_SHIFT);
    lfi_pool *pool = &aimed->buckets[bucket];
    if (!lfi_pool_reserve(&search->store, pool, aimed->counts[bucket] + 1, sizeof(uint64_t))) return false;
    LFI_ITEMS(uint64_t, *pool)[aimed->counts[bucket]++] = with << 32 | tile;
    run->tail++;
    return true;
}

static bool aimed_expand(lf_keys_search *search, lf_tile tile, uint64_t set, uint32_t moves) {
    const lfi_plain_run *run = &search->plain.run;
    for (unsigned ways = lfi_plain_moves(run, tile, set); ways != 0; ways &= ways - 1) {
        const int k = lfi_lowest_bit(ways);
        if (!aimed_enter(search, (lf_tile)(tile + run->map->tile_offset[k]), set, moves + 1,
                         (uint8_t)(k + 1)))
            return false;
    }
    return true;
}

/// All distances are there: lists the sources by what they are estimated at.
static bool aimed_list_sources(lf_keys_search *search) {
    lfi_aimed *aimed = &search->aimed;
    aimed->aim_count = 0;
    for (int64_t i = 0; i < search->query.source_count; i++) {
        const lf_tile tile = search->query.sources[i].tile;
        const uint32_t rest = aimed_rest(search, tile, lfi_plain_key_at(&search->plain.run, tile));
        if (rest != LFI_FAR && !aim_add(search, tile, rest)) return false;
    }
    if (aimed->aim_count > 0) lfi_sort(LFI_ITEMS(uint64_t, aimed->aims), aimed->aim_count);
    aimed->estimate = 0;
    aimed->next_source = 0;
    return true;
}

/// Enters the sources whose estimate it is now.
static bool aimed_enter_sources(lf_keys_search *search) {
    lfi_aimed *aimed = &search->aimed;
    const uint64_t *sources = LFI_ITEMS(uint64_t, aimed->aims);
    for (; aimed->next_source < aimed->aim_count && sources[aimed->next_source] >> 32 == aimed->estimate;
         aimed->next_source++)
        if (!aimed_enter(search, (lf_tile)sources[aimed->next_source], 0, 0, LFI_PLAIN_SOURCE)) return false;
    return true;
}

/// Goes on to the next estimate that has states. *done says that there is none.
static bool aimed_advance(lf_keys_search *search, bool *done) {
    lfi_aimed *aimed = &search->aimed;
    *done = false;
    while (aimed->counts[aimed->estimate & 3] == 0) {
        const bool waiting = (aimed->counts[0] | aimed->counts[1] | aimed->counts[2] | aimed->counts[3]) != 0;
        *done = !waiting && aimed->next_source == aimed->aim_count;
        if (*done) return true;
        const uint64_t *sources = LFI_ITEMS(uint64_t, aimed->aims);
        aimed->estimate = waiting ? aimed->estimate + 1 : (uint32_t)(sources[aimed->next_source] >> 32);
        if (!aimed_enter_sources(search)) return false;
    }
    return true;
}

/// Shows the state that was just taken off.
static void aimed_show(const lf_keys_search *search, lf_tile tile, uint64_t set, uint32_t moves) {
    const lfi_plain_run *run = &search->plain.run;
    const lf_keys_state state = {.tile = tile,
                                 .held = run->held | lfi_plain_unpack(set, run->found_kinds),
                                 .length = moves,
                                 .strategy = LF_KEYS_PLAIN};
    search->query.watch.state(&state, search->query.watch.user);
}

/// Takes a state off. LF_PAUSED, or how the search has ended.
static lf_status aimed_take(lf_keys_search *search) {
    lfi_aimed *aimed = &search->aimed;
    lfi_plain_run *run = &search->plain.run;
    bool done;
    if (!aimed_advance(search, &done)) return search->store.failure;
    if (done) return LF_NO_ROUTE;
    const uint32_t bucket = aimed->estimate & 3;
    const uint64_t state = LFI_ITEMS(uint64_t, aimed->buckets[bucket])[--aimed->counts[bucket]],
                   set = state >> 32;
    const lf_tile tile = (lf_tile)state;
    uint8_t *from = &run->from[set * run->map->tile_count + tile];
    if (*from >= AIMED_DONE) return LF_PAUSED; // it was found with a lower estimate
    *from |= AIMED_DONE;
    run->head++;
    const uint32_t moves = aimed->estimate - aimed_rest(search, tile, set);
    if (search->query.watch.state != NULL) aimed_show(search, tile, set, moves);
    if (lfi_plain_is_goal(run, tile, set))
        return lfi_plain_trace(search, tile, set) ? LF_OK : search->store.failure;
    return aimed_expand(search, tile, set, moves) ? LF_PAUSED : search->store.failure;
}

// ---------------------------------------------------------------------------------------------------
// The search
// ---------------------------------------------------------------------------------------------------

/// How many distances a tile has.
static uint32_t aimed_columns(const lf_keys_search *search) {
    return 1 + (uint32_t)lfi_count_bits(lfi_keys_asked(search));
}

uint64_t lfi_aimed_work(const lf_keys_search *search) {
    return (uint64_t)aimed_columns(search) * (uint64_t)search->map->open_count * LFI_WORK_FLOOD;
}

lf_status lfi_aimed_begin(lf_keys_search *search) {
    lfi_aimed *aimed = &search->aimed;
    const lf_status status = lfi_plain_prepare(search);
    if (status != LF_OK) return status;
    aimed->columns = aimed_columns(search);
    aimed->next_column = 0;
    aimed->flooded = 0;
    memset(aimed->counts, 0, sizeof aimed->counts);
    const uint64_t tiles = search->map->tile_count;
    if (!lfi_pool_reserve(&search->store, &aimed->far, tiles * aimed->columns, sizeof(uint32_t)) ||
        !lfi_pool_reserve(&search->store, &aimed->queue, (uint64_t)search->map->open_count, sizeof(lf_tile)))
        return search->store.failure == LF_LIMIT ? LF_E_MEMORY_LIMIT : search->store.failure;
    return LF_OK;
}

/// Fills the next column.
static bool aimed_fill(lf_keys_search *search) {
    lfi_aimed *aimed = &search->aimed;
    const uint32_t column = aimed->next_column++;
    bool done = true;
    aimed->queue_count = 0;
    if (column > 0 || lfi_keys_goal_has_target(search))
        done = aimed_flood(search, column);
    else
        aimed_fill_free(search);
    aimed->flooded += aimed->queue_count * LFI_WORK_FLOOD;
    return done && (aimed->next_column < aimed->columns || aimed_list_sources(search));
}

lf_status lfi_aimed_step(lf_keys_search *search, uint64_t work, uint64_t *done) {
    const lfi_plain_run *run = &search->plain.run;
    const uint64_t head = run->head;
    lf_status status = LF_PAUSED;
    *done = 0;
    if (search->aimed.next_column < search->aimed.columns)
        return aimed_fill(search) ? LF_PAUSED : search->store.failure;
    while (status == LF_PAUSED && *done < work) {
        status = aimed_take(search);
        *done = (run->head - head) * LFI_WORK_AIMED;
    }
    return status;
}
