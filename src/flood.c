// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Breadth-first search inside a corridor, tile by tile, until the first target is taken off the queue. (The
// strategy `flood`, which has no corridor, moves whole blocks instead: wave.c.)
//
// The queue is a plain array, because each tile enters once. The nine bits around a tile give its legal moves
// by one look-up (moves.h); the same nine bits of `met` take away where the search has been; what is left,
// about one tile on average, enters the queue. So a tile costs two reads of nine bits, not eight tests.
//
//        open     allowed     met       new
//        1 1 1     1 1 0     1 1 0     0 0 0
//        1 . 0  -> 1 . 0  \  1 . 0  =  0 . 0      (king moves: the blocked tile to the right
//        1 1 1     1 1 0     0 0 0     1 1 0       forbids both diagonals beside it)
//
// The distance from the sources modulo 4 is kept for each met tile. Neighbours differ by at most one, so
// modulo 4 tells nearer from farther, and the route is walked back from the target by the written rule of
// lf_search_find. That rule depends on distances only and never on the order inside the queue, so any other
// way to compute the same distances gives the same tiles. A resumed search (expand) has no distances that
// fit together, so it leaves the move that led to each tile instead, and its route is walked back move by
// move.
//
// Time: O(tiles met). Memory: see lf_search.
#include "search.h"

#include <string.h>

/// Makes all marks stale.
static void flood_forget(lf_search *search) {
    lfi_flood *flood = &search->flood;
    for (uint64_t i = 0; i < search->map->word_count; i++)
        flood->marks[i].word_stamp = flood->marks[i].halo_stamp = 0;
}

lf_status lfi_flood_create(lf_search *search) {
    const lf_map *map = search->map;
    lfi_flood *flood = &search->flood;
    flood->queue = lfi_alloc(&search->allocator, (uint64_t)map->open_count, sizeof *flood->queue);
    flood->trail = lfi_alloc(&search->allocator, map->tile_count, sizeof *flood->trail);
    flood->marks = lfi_alloc(&search->allocator, map->word_count, sizeof *flood->marks);
    if (flood->queue == NULL || flood->trail == NULL || flood->marks == NULL) return LF_E_NOMEM;
    flood_forget(search);
    return LF_OK;
}

void lfi_flood_destroy(lf_search *search) {
    const lf_map *map = search->map;
    lfi_flood *flood = &search->flood;
    lfi_free(&search->allocator, flood->queue, (uint64_t)map->open_count, sizeof *flood->queue);
    lfi_free(&search->allocator, flood->trail, map->tile_count, sizeof *flood->trail);
    lfi_free(&search->allocator, flood->marks, map->word_count, sizeof *flood->marks);
}

uint64_t lfi_flood_bytes(const lf_search *search) {
    const lf_map *map = search->map;
    const lfi_flood *flood = &search->flood;
    return lfi_bytes_wide((uint64_t)map->open_count, sizeof *flood->queue) +
           lfi_bytes_wide(map->tile_count, sizeof *flood->trail) +
           lfi_bytes_wide(map->word_count, sizeof *flood->marks);
}

bool lfi_flood_has_met(const lf_search *search, lf_tile tile) {
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    const lfi_marks *marks = lfi_flood_marks(&search->flood, spot);
    return marks->word_stamp == search->flood.stamp && (marks->met & lfi_spot_mask(spot)) != 0;
}

// ---- Beginning ------------------------------------------------------------------------------------

void lfi_flood_reset(lf_search *search) {
    lfi_flood *flood = &search->flood;
    if (flood->stamp == UINT32_MAX) { // the numbers begin again, and only then are the marks really cleared
        flood_forget(search);
        flood->stamp = 0;
    }
    flood->stamp++;
    flood->head = flood->tail = flood->level = flood->level_end = 0;
    for (int64_t i = 0; i < search->query.target_count; i++) {
        const lfi_spot spot = lfi_map_spot(search->map, search->query.targets[i]);
        lfi_word_freshen(flood, spot.bit >> 6);
        lfi_flood_marks(flood, spot)->wanted |= lfi_spot_mask(spot);
    }
}

// ---- Walking back ---------------------------------------------------------------------------------

/// The move back from a tile at distance > 0, by the written rule.
static int flood_nearer(const lf_search *search, lf_tile tile, int64_t distance) {
    const lf_map *map = search->map;
    const lfi_flood *flood = &search->flood;
    const lfi_spot spot = lfi_map_spot(map, tile);
    const unsigned from = map->allowed[lfi_bits_around(map->open, spot, map->stride)] &
                          lfi_marks_around(&flood->marks->met, spot, map->stride);
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((from >> k & 1) == 0) continue;
        if (flood->trail[(lf_tile)(tile + map->tile_step[k])] == ((distance - 1) & 3)) return k;
    }
    LFI_ASSERT(false);
    return LFI_CENTRE;
}

void lfi_flood_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    lf_tile tile = search->route.target;
    for (int64_t distance = search->route.length;; distance--) {
        if (distance < capacity) tiles[distance] = tile;
        if (distance == 0) return;
        tile = (lf_tile)(tile + search->map->tile_step[flood_nearer(search, tile, distance)]);
    }
}

void lfi_flood_trace_moves(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    lf_tile tile = search->route.target;
    for (int64_t i = search->route.length; i >= 0; i--) {
        if (i < capacity) tiles[i] = tile;
        tile = (lf_tile)(tile - search->map->tile_step[search->flood.trail[tile]]);
    }
}

void lfi_flood_settle_moves(lf_search *search, lf_tile target) {
    lf_route *route = &search->route;
    route->target = route->source = target;
    for (route->length = 0; search->flood.trail[route->source] != LFI_CENTRE; route->length++) {
        const uint8_t move = search->flood.trail[route->source];
        route->diagonal += lfi_move_is_diagonal(move);
        route->source = (lf_tile)(route->source - search->map->tile_step[move]);
    }
}

/// A target was taken off the queue: names the route's ends. No target is nearer than this level, and a met
/// one is at most a level farther, so modulo 4 tells which of the targets are as near as this one.
static void flood_settle(lf_search *search) {
    const lfi_flood *flood = &search->flood;
    lf_route *route = &search->route;
    route->length = flood->level;
    for (int64_t i = 0; route->target == LF_NO_TILE; i++) {
        LFI_ASSERT(i < search->query.target_count);
        const lf_tile tile = search->query.targets[i];
        if (lfi_flood_has_met(search, tile) && flood->trail[tile] == (flood->level & 3)) route->target = tile;
    }
    route->source = route->target;
    for (int64_t distance = route->length; distance > 0; distance--) {
        const int move = flood_nearer(search, route->source, distance);
        route->diagonal += lfi_move_is_diagonal(move);
        route->source = (lf_tile)(route->source + search->map->tile_step[move]);
    }
}

// ---- The loop that all the time goes into ---------------------------------------------------------

/// Keeps the tiles of `outside`, neighbours of a tile beyond the corridor's edge, that are not kept yet.
static void flood_defer(lf_search *search, lf_tile tile, lfi_spot spot, unsigned outside) {
    const lf_map *map = search->map;
    outside &= ~lfi_marks_around(&search->flood.marks->deferred, spot, map->stride);
    for (; outside != 0; outside &= outside - 1) {
        const int k = lfi_lowest_bit(outside);
        const lfi_spot next = {spot.bit + (uint64_t)map->spot_step[k]};
        lfi_guide_defer(search, (lf_tile)(tile + map->tile_step[k]), next, (unsigned)k);
    }
}

/// Inlined into both runs, so that `mode` costs nothing inside the loop.
static inline lf_status flood_loop(lf_search *search, int64_t *budget, lfi_flood_mode mode) {
    const lf_map *map = search->map;
    const uint64_t stride = map->stride, *open = map->open;
    lfi_flood flood = search->flood; // a copy: its fields stay in registers
    const int64_t head_before = flood.head, tail_before = flood.tail;
    const int64_t end = *budget < INT64_MAX - flood.head ? flood.head + *budget : INT64_MAX;
    lf_status status = LF_PAUSED;
    lf_tile tile = LF_NO_TILE;
    while (flood.head < end) {
        if (flood.head == flood.level_end) {
            if (flood.head == flood.tail) {
                status = LF_NO_ROUTE;
                break;
            }
            flood.level++;
            flood.level_end = flood.tail;
        }
        tile = flood.queue[flood.head++];
        const lfi_spot spot = lfi_map_spot(map, tile);
        if ((lfi_flood_marks(&flood, spot)->wanted & lfi_spot_mask(spot)) != 0) {
            status = LF_OK;
            break;
        }
        unsigned fresh = map->allowed[lfi_bits_around(open, spot, stride)] &
                         ~lfi_marks_around(&flood.marks->met, spot, stride);
        const unsigned inside = lfi_marks_around(&flood.marks->inside, spot, stride);
        if ((fresh & ~inside) != 0) flood_defer(search, tile, spot, fresh & ~inside);
        fresh &= inside;
        for (; fresh != 0; fresh &= fresh - 1) {
            const int k = lfi_lowest_bit(fresh);
            const lfi_spot next = {spot.bit + (uint64_t)map->spot_step[k]};
            const unsigned trail = mode == LFI_RUN_EXPAND ? (unsigned)k : (unsigned)((flood.level + 1) & 3);
            lfi_flood_push(&flood, stride, (lf_tile)(tile + map->tile_step[k]), next, trail);
        }
    }
    *budget -= flood.head - head_before;
    search->route.stats.expanded += flood.head - head_before;
    search->route.stats.enqueued += flood.tail - tail_before;
    search->flood = flood;
    if (status != LF_OK) return status;
    if (mode == LFI_RUN_EXPAND)
        lfi_flood_settle_moves(search, tile);
    else
        flood_settle(search);
    return LF_OK;
}

lf_status lfi_flood_run(lf_search *search, int64_t *budget, lfi_flood_mode mode) {
    return mode == LFI_RUN_CORRIDOR ? flood_loop(search, budget, LFI_RUN_CORRIDOR)
                                    : flood_loop(search, budget, LFI_RUN_EXPAND);
}
