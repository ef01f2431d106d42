// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The search over tiles that runs beside the search over points: A* over (tile, key set).
//
// It is the plain search (plain.c) with an aim. With every door open, the rest of a route leads over a key of each kind
// that is asked for and missing, in some order, and ends at a target. The least that this takes is known for all tiles
// and sets: one flood over the open map per key finds the distances, and a table, filled from the full set down, says
// for each set and key what is left once this key is taken (Held and Karp's dynamic programme). A state then reads two
// rows of numbers. In noise this leaves one state of 10 to 10,000; in mazes, where all ways are detours, every second one.
//
// Rejected: the farthest detour over one missing key (a flood per kind, no table). With nine kinds it left 1.6 of 4.1
// million states of the plain search, at four times the time of each.
//
// A move changes what is left by one at most, and taking a key where it lies changes nothing, because the table has the
// case that it is the next one. So the estimate of a state's successors is its own, or one or two more: three lists, by
// turns, are the queue. A state that is found again with a lower estimate is put into another list once more; what is
// left in the old one is skipped.
//
// The byte of a state is that of the plain search, with two bits for its estimate (modulo 4) and one for "done".
//
// Time: a flood over tiles per key; per set and key, a step per key; per state some 80 ns. Memory: 1 byte per state, 4
// bytes per tile and key, 4 per set and key, 8 bytes per state that waits.
#include "../base/sort.h"
#include "keys.h"

#include <string.h>

enum {
    AIMED_BUCKET_SHIFT = 5,
    AIMED_DONE = 128,
    AIMED_ROWS = 256,     // of the table, filled at a time
    AIMED_FAR = INT32_MAX // out of reach; two of them can be added
};

static uint32_t *aimed_far(const lfi_aimed *aimed, lf_tile tile) {
    return LFI_ITEMS(uint32_t, aimed->far) + (uint64_t)tile * aimed->columns;
}

/// What is left with a set once each key is taken, after the way to it.
static uint32_t *aimed_row(const lfi_aimed *aimed, uint64_t set) {
    return LFI_ITEMS(uint32_t, aimed->rows) + (set & aimed->keys.kinds) * aimed->keys.count;
}

// ---------------------------------------------------------------------------------------------------
// Distances
// ---------------------------------------------------------------------------------------------------

/// Lists the keys of the kinds that are asked for, as many kinds as there is room for.
static void aimed_list_keys(const lf_keys_search *search, lfi_aimed_keys *keys) {
    const lf_fixtures *fixtures = search->fixtures;
    uint64_t bit = 1, asked = lfi_keys_asked(search);
    *keys = (lfi_aimed_keys){0};
    for (; asked != 0; asked &= asked - 1, bit <<= 1) {
        const uint32_t before = keys->count;
        bool fits = true;
        for (int64_t i = 0; fits && i < fixtures->count; i++) {
            if (fixtures->items[i].type != LF_FIXTURE_KEY || fixtures->items[i].kind != lfi_lowest_bit(asked))
                continue;
            fits = keys->count < LFI_AIMED_KEYS;
            if (fits) keys->tiles[keys->count] = fixtures->items[i].tile;
            if (fits) keys->bits[keys->count++] = bit;
        }
        if (fits)
            keys->kinds |= bit;
        else
            keys->count = before;
    }
}

static void flood_enter(lfi_aimed *aimed, uint32_t column, lf_tile tile, uint32_t cost) {
    uint32_t *far = &aimed_far(aimed, tile)[column];
    if (*far <= cost) return;
    *far = cost;
    LFI_ITEMS(lf_tile, aimed->queue)[aimed->queue_count++] = tile;
}

/// Fills a column by a flood over the open map, from the targets or from a key.
static void aimed_flood(lf_keys_search *search, uint32_t column) {
    lfi_aimed *aimed = &search->aimed;
    const lf_map *map = search->map;
    for (uint64_t i = 0; i < map->tile_count; i++) aimed_far(aimed, (lf_tile)i)[column] = AIMED_FAR;
    for (int64_t i = 0; column == 0 && i < search->query.target_count; i++)
        flood_enter(aimed, column, search->query.targets[i], 0);
    if (column > 0) flood_enter(aimed, column, aimed->keys.tiles[column - 1], 0);
    for (uint64_t head = 0; head < aimed->queue_count; head++) {
        const lf_tile tile = LFI_ITEMS(lf_tile, aimed->queue)[head];
        const uint32_t cost = aimed_far(aimed, tile)[column] + 1;
        unsigned moves = map->allowed[lfi_bits_around(map->open, lfi_map_spot(map, tile), map->stride)];
        for (; moves != 0; moves &= moves - 1)
            flood_enter(aimed, column, (lf_tile)(tile + map->tile_offset[lfi_lowest_bit(moves)]), cost);
    }
}

/// Where the goal has no target, routes end anywhere.
static void aimed_fill_free(lf_keys_search *search) {
    for (uint64_t i = 0; i < search->map->tile_count; i++) aimed_far(&search->aimed, (lf_tile)i)[0] = 0;
}

/// The least moves from a tile to the goal with a set of keys; AIMED_FAR or more if it is out of reach.
static uint32_t aimed_rest(const lf_keys_search *search, lf_tile tile, uint64_t set) {
    const lfi_aimed *aimed = &search->aimed;
    const uint32_t *far = aimed_far(aimed, tile), *row = aimed_row(aimed, set), count = aimed->keys.count;
    if ((aimed->keys.kinds & ~set) == 0) return far[0];
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t rest = far[1 + i] + row[i];
        if (rest < least) least = rest;
    }
    return least;
}

/// Fills the row of a set. The rows of all larger sets are there.
static void row_fill(lf_keys_search *search, uint64_t set) {
    const lfi_aimed_keys *keys = &search->aimed.keys;
    uint32_t *row = aimed_row(&search->aimed, set);
    for (uint32_t i = 0; i < keys->count; i++) {
        const uint32_t rest =
            (set & keys->bits[i]) != 0 ? AIMED_FAR : aimed_rest(search, keys->tiles[i], set | keys->bits[i]);
        row[i] = rest < AIMED_FAR ? rest : AIMED_FAR;
    }
}

/// Fills the next rows of the table, from the full set down, and says what that took.
static uint64_t aimed_fill_rows(lf_keys_search *search) {
    lfi_aimed *aimed = &search->aimed;
    uint64_t rows = 0;
    for (; rows < AIMED_ROWS && !aimed->filled; rows++) {
        row_fill(search, aimed->next_set);
        aimed->filled = aimed->next_set == 0;
        aimed->next_set = (aimed->next_set - 1) & aimed->keys.kinds;
    }
    return rows * aimed->keys.count * aimed->keys.count / 2 * LFI_WORK_CELL;
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
    const uint32_t now = aimed->estimate & 3;
    if (*from >= AIMED_DONE || (*from != 0 && (uint32_t)*from >> AIMED_BUCKET_SHIFT == now)) return true;
    const uint32_t rest = aimed_rest(search, tile, with);
    if (rest >= AIMED_FAR) return true;
    const uint32_t bucket = (moves + rest) & 3, wait = (bucket - now) & 3;
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

static bool aim_add(lf_keys_search *search, lf_tile tile, uint64_t cost) {
    lfi_aimed *aimed = &search->aimed;
    if (!lfi_pool_reserve(&search->store, &aimed->aims, aimed->aim_count + 1, sizeof(uint64_t))) return false;
    LFI_ITEMS(uint64_t, aimed->aims)[aimed->aim_count++] = cost << 32 | tile;
    return true;
}

/// All distances are there: lists the sources by what they are estimated at.
static bool aimed_list_sources(lf_keys_search *search) {
    lfi_aimed *aimed = &search->aimed;
    aimed->aim_count = 0;
    for (int64_t i = 0; i < search->query.source_count; i++) {
        const lf_tile tile = search->query.sources[i].tile;
        const uint32_t rest = aimed_rest(search, tile, lfi_plain_key_at(&search->plain.run, tile));
        if (rest < AIMED_FAR && !aim_add(search, tile, rest)) return false;
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
    if (search->query.watch.state != NULL) lfi_plain_show(search, tile, set, moves);
    if (lfi_plain_is_goal(run, tile, set))
        return lfi_plain_trace(search, tile, set) ? LF_OK : search->store.failure;
    return aimed_expand(search, tile, set, moves) ? LF_PAUSED : search->store.failure;
}

// ---------------------------------------------------------------------------------------------------
// The search
// ---------------------------------------------------------------------------------------------------

uint64_t lfi_aimed_work(const lf_keys_search *search) {
    lfi_aimed_keys keys;
    aimed_list_keys(search, &keys);
    const uint64_t floods = keys.count + lfi_keys_goal_has_target(search),
                   sets = UINT64_C(1) << lfi_count_bits(keys.kinds);
    return floods * (uint64_t)search->map->open_count * LFI_WORK_FLOOD +
           sets * keys.count * keys.count / 2 * LFI_WORK_CELL;
}

lf_status lfi_aimed_begin(lf_keys_search *search) {
    lfi_aimed *aimed = &search->aimed;
    const lf_status status = lfi_plain_prepare(search);
    if (status != LF_OK) return status;
    aimed_list_keys(search, &aimed->keys);
    aimed->columns = 1 + aimed->keys.count;
    aimed->next_column = 0;
    aimed->next_set = aimed->keys.kinds;
    aimed->ready = aimed->filled = false;
    aimed->flooded = 0;
    memset(aimed->counts, 0, sizeof aimed->counts);
    const uint64_t tiles = search->map->tile_count;
    if (!lfi_pool_reserve(&search->store, &aimed->far, tiles * aimed->columns, sizeof(uint32_t)) ||
        !lfi_pool_reserve(&search->store, &aimed->rows, (aimed->keys.kinds + 1) * aimed->keys.count,
                          sizeof(uint32_t)) ||
        !lfi_pool_reserve(&search->store, &aimed->queue, (uint64_t)search->map->open_count, sizeof(lf_tile)))
        return search->store.failure == LF_LIMIT ? LF_E_MEMORY_LIMIT : search->store.failure;
    return LF_OK;
}

/// Fills the next column, and says what that took.
static uint64_t aimed_fill_column(lf_keys_search *search) {
    lfi_aimed *aimed = &search->aimed;
    const uint32_t column = aimed->next_column++;
    aimed->queue_count = 0;
    if (column > 0 || lfi_keys_goal_has_target(search))
        aimed_flood(search, column);
    else
        aimed_fill_free(search);
    return aimed->queue_count * LFI_WORK_FLOOD;
}

/// A piece of what has to be known before the first state, and its work. False if there is no memory.
static bool aimed_prepare(lf_keys_search *search, uint64_t *work) {
    lfi_aimed *aimed = &search->aimed;
    bool done = true;
    if (aimed->next_column < aimed->columns) {
        *work = aimed_fill_column(search);
    } else if (!aimed->filled) {
        *work = aimed_fill_rows(search);
    } else {
        aimed->ready = true;
        done = aimed_list_sources(search);
    }
    aimed->flooded += *work;
    return done;
}

lf_status lfi_aimed_step(lf_keys_search *search, uint64_t work, uint64_t *done) {
    const lfi_plain_run *run = &search->plain.run;
    const uint64_t head = run->head;
    lf_status status = LF_PAUSED;
    *done = 0;
    if (!search->aimed.ready) return aimed_prepare(search, done) ? LF_PAUSED : search->store.failure;
    while (status == LF_PAUSED && *done < work) {
        status = aimed_take(search);
        *done = (run->head - head) * LFI_WORK_AIMED;
    }
    return status;
}
