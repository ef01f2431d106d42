// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// keys-plain: breadth-first search over (tile, key set), as in every textbook. It is the reference for
// `keys`, and faster on tiny maps.
//
// A state is a tile and the set of keys found. Kinds without a key on the map, and kinds held from the
// beginning, need no bit. One byte per state says how it was reached: 0 not yet; 1 to 9 the move; 16 more if
// a key was taken there, so that the trace back knows the set before; 31 a source.
//
// Most tiles have no door around them, and nine bits of the open map give the moves at once. Around a door,
// shut doors are taken out of the nine bits, so the corner rule sees them too.
//
// Time and memory: O(tiles * 2^kinds); 1 byte per state, 8 bytes per state whose tile is open.
#include "keys.h"

#include <string.h>

enum { PLAIN_MAX_KINDS = 32 };

/// The numbers of states and of entries of the queue; false if there are too many to count.
static bool plain_need(const lf_fixtures *fixtures, uint64_t held, uint64_t *states, uint64_t *queue) {
    const int kinds = lfi_count_bits(fixtures->key_kinds & ~held);
    if (kinds >= PLAIN_MAX_KINDS - 2) return false; // 2^30 sets of up to 2^32 tiles still fit
    *states = (uint64_t)fixtures->map->tile_count << kinds;
    *queue = (uint64_t)fixtures->map->open_count << kinds;
    return true;
}

int64_t lf_keys_plain_bytes(const lf_fixtures *fixtures, uint64_t held) {
    if (fixtures == NULL) return 0;
    uint64_t states, queue;
    if (!plain_need(fixtures, held, &states, &queue)) return INT64_MAX;
    const uint64_t most = INT64_MAX;
    return queue > (most - states) / 8 ? INT64_MAX : (int64_t)(states + 8 * queue);
}

/// The set of kinds as a state has it: bit i for the i-th of the kinds that can be found.
static uint64_t plain_pack(uint64_t kinds, uint64_t found_kinds) {
    uint64_t set = 0;
    for (int i = 0; found_kinds != 0; found_kinds &= found_kinds - 1, i++)
        set |= (kinds >> lfi_lowest_bit(found_kinds) & 1) << i;
    return set;
}

static uint64_t plain_unpack(uint64_t set, uint64_t found_kinds) {
    uint64_t kinds = 0;
    for (; set != 0; set >>= 1, found_kinds &= found_kinds - 1)
        if ((set & 1) != 0) kinds |= found_kinds & (0 - found_kinds);
    return kinds;
}

uint64_t lfi_plain_key_at(const lfi_plain_run *run, lf_tile tile) {
    if (!lfi_bit(run->fixtures->key_bits, lfi_map_spot(run->map, tile))) return 0;
    return plain_pack(lfi_kind_bit(lfi_fixtures_find(run->fixtures, tile)->kind), run->found_kinds);
}

/// Whether the tile was entered with one key more. More keys never hurt, and no state that comes later has taken fewer
/// moves.
static bool plain_is_beaten(const lfi_plain_run *run, lf_tile tile, uint64_t set) {
    const uint64_t tiles = run->map->tile_count;
    for (uint64_t left = run->beating & ~set; left != 0; left &= left - 1)
        if (run->from[(set | (left & (0 - left))) * tiles + tile] != 0) return true;
    return false;
}

/// Enters a tile with a set: takes its key, and enqueues the state unless it was enqueued before.
static void plain_enter(lfi_plain_run *run, lf_tile tile, uint64_t set, uint8_t how) {
    const uint64_t key = lfi_plain_key_at(run, tile);
    const bool takes = (key & ~set) != 0;
    uint8_t *from = &run->from[(set | key) * run->map->tile_count + tile];
    if (*from != 0) return;
    if (run->beating != 0 && plain_is_beaten(run, tile, set | key)) {
        *from = LFI_PLAIN_BEATEN;
        return;
    }
    *from = (uint8_t)(how == LFI_PLAIN_SOURCE ? how : how + (takes ? LFI_PLAIN_TOOK_KEY : 0));
    run->queue[run->tail++] = (set | key) << 32 | tile;
}

unsigned lfi_plain_around(const lf_fixtures *fixtures, lf_tile tile, uint64_t kinds) {
    const lf_map *map = fixtures->map;
    const lfi_spot spot = lfi_map_spot(map, tile);
    unsigned around = lfi_bits_around(map->open, spot, map->stride);
    unsigned doors = lfi_bits_around(fixtures->door_bits, spot, map->stride);
    for (; doors != 0; doors &= doors - 1) {
        const int k = lfi_lowest_bit(doors);
        const lf_fixture *door = lfi_fixtures_find(fixtures, (lf_tile)(tile + map->tile_offset[k]));
        if ((kinds >> door->kind & 1) == 0) around &= ~(1u << k);
    }
    return around;
}

/// The same with a state's set of keys.
static unsigned plain_around(const lfi_plain_run *run, lf_tile tile, uint64_t set) {
    const lfi_spot spot = lfi_map_spot(run->map, tile);
    if (lfi_bits_around(run->fixtures->door_bits, spot, run->map->stride) == 0)
        return lfi_bits_around(run->map->open, spot, run->map->stride);
    return lfi_plain_around(run->fixtures, tile, run->held | plain_unpack(set, run->found_kinds));
}

unsigned lfi_plain_moves(const lfi_plain_run *run, lf_tile tile, uint64_t set) {
    return run->map->allowed[plain_around(run, tile, set)];
}

bool lfi_plain_is_goal(const lfi_plain_run *run, lf_tile tile, uint64_t set) {
    return (run->goal_set & ~set) == 0 && (run->targets[tile / 64] >> tile % 64 & 1) != 0;
}

static void plain_expand(lfi_plain_run *run, lf_tile tile, uint64_t set) {
    for (unsigned moves = lfi_plain_moves(run, tile, set); moves != 0; moves &= moves - 1) {
        const int k = lfi_lowest_bit(moves);
        plain_enter(run, (lf_tile)(tile + run->map->tile_offset[k]), set, (uint8_t)(k + 1));
        run->moves++;
    }
}

/// Marks the targets; if the goal has none, every tile is a target.
static bool plain_mark_targets(lf_keys_search *search, lfi_plain_run *run) {
    const uint64_t words = (uint64_t)run->map->tile_count / 64 + 1;
    if (!lfi_pool_reserve(&search->store, &search->plain.targets, words, sizeof(uint64_t))) return false;
    run->targets = LFI_ITEMS(uint64_t, search->plain.targets);
    const bool asked = lfi_keys_goal_has_target(search);
    memset(run->targets, asked ? 0 : 0xff, (size_t)words * sizeof(uint64_t));
    for (int64_t i = 0; asked && i < search->query.target_count; i++)
        run->targets[search->query.targets[i] / 64] |= UINT64_C(1) << search->query.targets[i] % 64;
    return true;
}

bool lfi_plain_trace(lf_keys_search *search, lf_tile tile, uint64_t set) {
    const lfi_plain_run *run = &search->plain.run;
    lf_keys_route *route = &search->route;
    uint64_t count = 0;
    for (;;) {
        if (!lfi_pool_reserve(&search->store, &search->tiles, count + 1, sizeof(lf_tile))) return false;
        LFI_ITEMS(lf_tile, search->tiles)[count++] = tile;
        const uint8_t from = run->from[set * run->map->tile_count + tile] & LFI_PLAIN_SOURCE; // all five bits
        if (from == LFI_PLAIN_SOURCE) break;
        if (from >= LFI_PLAIN_TOOK_KEY) set &= ~lfi_plain_key_at(run, tile);
        tile = (lf_tile)(tile - run->map->tile_offset[from % LFI_PLAIN_TOOK_KEY - 1]);
    }
    lf_tile *tiles = LFI_ITEMS(lf_tile, search->tiles);
    for (uint64_t i = 0; i < count / 2; i++) {
        const lf_tile swapped = tiles[i];
        tiles[i] = tiles[count - 1 - i];
        tiles[count - 1 - i] = swapped;
    }
    route->tile_count = (int64_t)count;
    return true;
}

lf_status lfi_plain_prepare(lf_keys_search *search) {
    lfi_plain_run *run = &search->plain.run;
    *run = (lfi_plain_run){.fixtures = search->fixtures, .map = search->map, .held = search->query.held};
    run->found_kinds = search->fixtures->key_kinds & ~run->held;
    run->goal_set = plain_pack(lfi_keys_asked(search), run->found_kinds);
    uint64_t states;
    if (!plain_need(search->fixtures, run->held, &states, &run->room)) return LF_E_MEMORY_LIMIT;
    if (lf_keys_plain_bytes(search->fixtures, run->held) > (int64_t)search->store.max_bytes)
        return LF_E_MEMORY_LIMIT;
    if (!lfi_pool_reserve(&search->store, &search->plain.from, states, 1) || !plain_mark_targets(search, run))
        return search->store.failure == LF_LIMIT ? LF_E_MEMORY_LIMIT : search->store.failure;
    run->from = LFI_ITEMS(uint8_t, search->plain.from);
    memset(run->from, 0, (size_t)states);
    return LF_OK;
}

lf_status lfi_plain_begin(lf_keys_search *search) {
    lfi_plain_run *run = &search->plain.run;
    const lf_status status = lfi_plain_prepare(search);
    if (status != LF_OK) return status;
    if (!lfi_pool_reserve(&search->store, &search->plain.queue, run->room, sizeof(uint64_t)))
        return search->store.failure == LF_LIMIT ? LF_E_MEMORY_LIMIT : search->store.failure;
    run->queue = LFI_ITEMS(uint64_t, search->plain.queue);
    for (int64_t i = 0; i < search->query.source_count; i++)
        plain_enter(run, search->query.sources[i].tile, 0, LFI_PLAIN_SOURCE);
    run->level_end = run->tail;
    return LF_OK;
}

void lfi_plain_show(const lf_keys_search *search, lf_tile tile, uint64_t set, int64_t moves) {
    const lfi_plain_run *run = &search->plain.run;
    const lf_keys_state state = {.tile = tile,
                                 .held = run->held | plain_unpack(set, run->found_kinds),
                                 .length = moves,
                                 .strategy = LF_KEYS_PLAIN};
    search->query.watch.state(&state, search->query.watch.user);
}

lf_status lfi_plain_step(lf_keys_search *search, uint64_t states) {
    lfi_plain_run *run = &search->plain.run;
    for (; run->head < run->tail; states--) {
        if (states == 0) return LF_PAUSED;
        const uint64_t state = run->queue[run->head++], set = state >> 32;
        const lf_tile tile = (lf_tile)state;
        if (run->head >
            run->level_end) { // the first state of a level: all of the level before it are expanded
            run->level++;
            run->level_end = run->tail;
        }
        if (search->query.watch.state != NULL) lfi_plain_show(search, tile, set, (int64_t)run->level);
        if (lfi_plain_is_goal(run, tile, set))
            return lfi_plain_trace(search, tile, set) ? LF_OK : search->store.failure;
        plain_expand(run, tile, set);
    }
    return LF_NO_ROUTE;
}

void lfi_plain_count(lf_keys_search *search) {
    search->route.stats.states = (int64_t)search->plain.run.head;
    search->route.stats.generated = (int64_t)search->plain.run.tail;
}
