// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// flood: breadth-first search from all sources at once, until the first target is taken off the queue.
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
// way to compute the same distances gives the same tiles.
//
// Time: O(tiles met). Memory: see lf_search.
#include "search.h"

#include <string.h>

lf_status lfi_flood_create(lf_search *search) {
    const lf_map *map = search->map;
    const lf_allocator *allocator = &search->allocator;
    lfi_flood *flood = &search->flood;
    flood->queue = lfi_alloc(allocator, (uint64_t)map->open_count, sizeof *flood->queue);
    flood->distance = lfi_alloc(allocator, map->tile_count, sizeof *flood->distance);
    flood->met = lfi_alloc(allocator, map->word_count, sizeof *flood->met);
    flood->wanted = lfi_alloc(allocator, map->word_count, sizeof *flood->wanted);
    flood->word_stamp = lfi_alloc(allocator, map->word_count, sizeof *flood->word_stamp);
    flood->halo_stamp = lfi_alloc(allocator, map->word_count, sizeof *flood->halo_stamp);
    if (flood->queue == NULL || flood->distance == NULL || flood->met == NULL || flood->wanted == NULL ||
        flood->word_stamp == NULL || flood->halo_stamp == NULL) {
        return LF_E_NOMEM;
    }
    lfi_flood_forget(search);
    return LF_OK;
}

void lfi_flood_destroy(lf_search *search) {
    const lf_map *map = search->map;
    const lf_allocator *allocator = &search->allocator;
    lfi_flood *flood = &search->flood;
    lfi_free(allocator, flood->queue, (uint64_t)map->open_count, sizeof *flood->queue);
    lfi_free(allocator, flood->distance, map->tile_count, sizeof *flood->distance);
    lfi_free(allocator, flood->met, map->word_count, sizeof *flood->met);
    lfi_free(allocator, flood->wanted, map->word_count, sizeof *flood->wanted);
    lfi_free(allocator, flood->word_stamp, map->word_count, sizeof *flood->word_stamp);
    lfi_free(allocator, flood->halo_stamp, map->word_count, sizeof *flood->halo_stamp);
}

size_t lfi_flood_bytes(const lf_search *search) {
    const lf_map *map = search->map;
    const lfi_flood *flood = &search->flood;
    const size_t word =
        sizeof *flood->met + sizeof *flood->wanted + sizeof *flood->word_stamp + sizeof *flood->halo_stamp;
    return (size_t)map->open_count * sizeof *flood->queue + map->tile_count + (size_t)map->word_count * word;
}

void lfi_flood_forget(lf_search *search) {
    const size_t bytes = (size_t)search->map->word_count * sizeof(uint32_t);
    memset(search->flood.word_stamp, 0, bytes);
    memset(search->flood.halo_stamp, 0, bytes);
}

static void word_freshen(lfi_flood *flood, uint64_t word, uint32_t stamp) {
    if (flood->word_stamp[word] == stamp) return;
    flood->word_stamp[word] = stamp;
    flood->met[word] = 0;
    flood->wanted[word] = 0;
}

static void halo_freshen(lfi_flood *flood, uint64_t word, uint64_t stride, uint32_t stamp) {
    flood->halo_stamp[word] = stamp;
    for (uint64_t row = word - stride; row <= word + stride; row += stride) {
        for (uint64_t i = row - 1; i <= row + 1; i++) word_freshen(flood, i, stamp);
    }
}

/// Marks a tile as met and puts it into the queue.
static inline void flood_push(lfi_flood *flood, const lf_map *map, uint32_t stamp, lf_tile tile,
                              lfi_spot spot, int64_t distance) {
    const uint64_t word = spot.bit >> 6;
    if (flood->halo_stamp[word] != stamp) halo_freshen(flood, word, map->stride, stamp);
    flood->met[word] |= UINT64_C(1) << (spot.bit & 63);
    flood->distance[tile] = (uint8_t)(distance & 3);
    flood->queue[flood->tail++] = tile;
}

bool lfi_flood_has_met(const lf_search *search, lf_tile tile) {
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    return search->flood.word_stamp[spot.bit >> 6] == search->stamp && lfi_bit(search->flood.met, spot);
}

static void flood_begin(lf_search *search) {
    lfi_flood *flood = &search->flood;
    flood->head = flood->tail = flood->level = 0;
    for (int64_t i = 0; i < search->query.target_count; i++) {
        const lfi_spot spot = lfi_map_spot(search->map, search->query.targets[i]);
        word_freshen(flood, spot.bit >> 6, search->stamp);
        flood->wanted[spot.bit >> 6] |= UINT64_C(1) << (spot.bit & 63);
    }
    for (int64_t i = 0; i < search->query.source_count; i++) {
        const lf_tile tile = search->query.sources[i].tile;
        if (!lfi_search_source_useful(search, tile) || lfi_flood_has_met(search, tile)) continue;
        flood_push(flood, search->map, search->stamp, tile, lfi_map_spot(search->map, tile), 0);
    }
    flood->level_end = flood->tail;
    search->route.stats.phases = 1;
}

/// The neighbour to step to on the way back from a tile at distance > 0, by the written rule.
static lf_tile flood_nearer(const lf_search *search, lf_tile tile, int64_t distance) {
    const lf_map *map = search->map;
    const lfi_flood *flood = &search->flood;
    const lfi_spot spot = lfi_map_spot(map, tile);
    const unsigned from = map->allowed[lfi_bits_around(map->open, spot, map->stride)] &
                          lfi_bits_around(flood->met, spot, map->stride);
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((from >> k & 1) == 0) continue;
        const lf_tile next = (lf_tile)(tile + map->tile_step[k]);
        if (flood->distance[next] == ((distance - 1) & 3)) return next;
    }
    LFI_ASSERT(false);
    return tile;
}

static void flood_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    lf_tile tile = search->route.target;
    for (int64_t distance = search->route.length;; distance--) {
        if (distance < capacity) tiles[distance] = tile;
        if (distance == 0) return;
        tile = flood_nearer(search, tile, distance);
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
        if (lfi_flood_has_met(search, tile) && flood->distance[tile] == (flood->level & 3))
            route->target = tile;
    }
    route->source = route->target;
    for (int64_t distance = route->length; distance > 0; distance--) {
        route->source = flood_nearer(search, route->source, distance);
    }
}

/// The loop that all the time goes into.
static lf_status flood_step(lf_search *search, int64_t budget) {
    const lf_map *map = search->map;
    const uint32_t stamp = search->stamp;
    const uint64_t stride = map->stride, *open = map->open;
    lfi_flood flood = search->flood; // a copy: its fields stay in registers
    const int64_t end = budget < INT64_MAX - flood.head ? flood.head + budget : INT64_MAX;
    lf_status status = LF_PAUSED;
    while (flood.head < end) {
        if (flood.head == flood.level_end) {
            if (flood.head == flood.tail) {
                status = LF_NO_ROUTE;
                break;
            }
            flood.level++;
            flood.level_end = flood.tail;
        }
        const lf_tile tile = flood.queue[flood.head++];
        const lfi_spot spot = lfi_map_spot(map, tile);
        if (lfi_bit(flood.wanted, spot)) {
            status = LF_OK;
            break;
        }
        unsigned fresh =
            map->allowed[lfi_bits_around(open, spot, stride)] & ~lfi_bits_around(flood.met, spot, stride);
        for (; fresh != 0; fresh &= fresh - 1) {
            const int k = lfi_lowest_bit(fresh);
            const lfi_spot next = {spot.bit + (uint64_t)map->spot_step[k]};
            flood_push(&flood, map, stamp, (lf_tile)(tile + map->tile_step[k]), next, flood.level + 1);
        }
    }
    search->route.stats.expanded = flood.head;
    search->route.stats.enqueued = flood.tail;
    search->flood = flood;
    if (status == LF_OK) flood_settle(search);
    return status;
}

const lfi_strategy lfi_flood_strategy = {
    .name = "flood",
    .exact = true,
    .begin = flood_begin,
    .step = flood_step,
    .trace = flood_trace,
};
