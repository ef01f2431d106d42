// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Breadth-first search with a plain array as queue, because each tile enters once. The nine bits around a
// tile give its legal moves by one look-up in the map's table; the same nine bits of `met` take away where
// the search has been; what is left, about one tile on average, enters the queue. A byte a tile keeps the
// distance modulo 4, and the route is walked back by the written rule.
//
// Time: O(tiles met).
#include "plain.h"

#include "map/map.h"

#include <stdlib.h>

/// Bits of a word of the map's rows. Never cleared: fresh if they bear the query's stamp. The words around a
/// met tile's word (its halo) are made fresh with it, so that expanding a tile checks no stamp.
typedef struct plain_marks {
    uint64_t met, wanted;
    uint32_t word_stamp, halo_stamp;
} plain_marks;

enum { MARKS_PITCH = sizeof(plain_marks) / sizeof(uint64_t) };

struct plain {
    const lf_map *map;
    lf_tile *queue;
    uint8_t *trail; ///< of a met tile: its distance modulo 4
    plain_marks *marks;
    uint32_t stamp;
    int64_t head, tail, level_end, level;
};

plain *plain_create(const lf_map *map) {
    plain *search = calloc(1, sizeof *search);
    if (search == NULL) return NULL;
    search->map = map;
    search->queue = malloc(((size_t)map->open_count + 1) * sizeof *search->queue);
    search->trail = malloc(map->tile_count);
    search->marks = calloc((size_t)map->word_count, sizeof *search->marks);
    if (search->queue != NULL && search->trail != NULL && search->marks != NULL) return search;
    plain_destroy(search);
    return NULL;
}

void plain_destroy(plain *search) {
    if (search == NULL) return;
    free(search->queue);
    free(search->trail);
    free(search->marks);
    free(search);
}

static void word_freshen(plain *search, uint64_t word) {
    if (search->marks[word].word_stamp == search->stamp) return;
    search->marks[word].word_stamp = search->stamp;
    search->marks[word].met = search->marks[word].wanted = 0;
}

static inline void halo_freshen(plain *search, uint64_t word) {
    const uint64_t stride = search->map->stride;
    if (search->marks[word].halo_stamp == search->stamp) return;
    search->marks[word].halo_stamp = search->stamp;
    for (uint64_t row = word - stride; row <= word + stride; row += stride) {
        for (uint64_t i = row - 1; i <= row + 1; i++) word_freshen(search, i);
    }
}

static inline void tile_push(plain *search, lf_tile tile, lfi_spot spot, int64_t distance) {
    halo_freshen(search, spot.bit >> 6);
    search->marks[spot.bit >> 6].met |= lfi_spot_mask(spot);
    search->trail[tile] = (uint8_t)(distance & 3);
    search->queue[search->tail++] = tile;
}

static bool tile_is_met(const plain *search, lf_tile tile) {
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    const plain_marks *marks = &search->marks[spot.bit >> 6];
    return marks->word_stamp == search->stamp && (marks->met & lfi_spot_mask(spot)) != 0;
}

static bool same_body_as_a_target(const lf_map *map, const lf_query *query, lf_tile source) {
    for (int64_t i = 0; i < query->target_count; i++) {
        if (lf_map_body(map, query->targets[i]) == lf_map_body(map, source)) return true;
    }
    return false;
}

static void plain_begin(plain *search, const lf_query *query) {
    search->stamp++;
    search->head = search->tail = search->level = 0;
    for (int64_t i = 0; i < query->target_count; i++) {
        const lfi_spot spot = lfi_map_spot(search->map, query->targets[i]);
        word_freshen(search, spot.bit >> 6);
        search->marks[spot.bit >> 6].wanted |= lfi_spot_mask(spot);
    }
    for (int64_t i = 0; i < query->source_count; i++) {
        const lf_tile tile = query->sources[i].tile;
        if (tile_is_met(search, tile) || !same_body_as_a_target(search->map, query, tile)) continue;
        tile_push(search, tile, lfi_map_spot(search->map, tile), 0);
    }
    search->level_end = search->tail;
}

/// True when a target was taken off the queue.
static bool plain_run(plain *search) {
    const lf_map *map = search->map;
    plain copy = *search; // its fields stay in registers
    bool found = false;
    while (copy.head < copy.tail && !found) {
        if (copy.head == copy.level_end) {
            copy.level++;
            copy.level_end = copy.tail;
        }
        const lf_tile tile = copy.queue[copy.head++];
        const lfi_spot spot = lfi_map_spot(map, tile);
        found = (copy.marks[spot.bit >> 6].wanted & lfi_spot_mask(spot)) != 0;
        if (found) break;
        unsigned fresh = map->allowed[lfi_bits_around(map->open, spot, map->stride)] &
                         ~lfi_bits_nine(&copy.marks->met, spot, map->stride, MARKS_PITCH);
        for (; fresh != 0; fresh &= fresh - 1) {
            const int k = lfi_lowest_bit(fresh);
            const lfi_spot next = {spot.bit + (uint64_t)map->spot_offset[k]};
            tile_push(&copy, (lf_tile)(tile + map->tile_offset[k]), next, copy.level + 1);
        }
    }
    *search = copy;
    return found;
}

static lf_tile step_back(const plain *search, lf_tile tile, int64_t distance) {
    const lf_map *map = search->map;
    const lfi_spot spot = lfi_map_spot(map, tile);
    const unsigned from = map->allowed[lfi_bits_around(map->open, spot, map->stride)] &
                          lfi_bits_nine(&search->marks->met, spot, map->stride, MARKS_PITCH);
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((from >> k & 1) == 0) continue;
        const lf_tile next = (lf_tile)(tile + map->tile_offset[k]);
        if (search->trail[next] == ((distance - 1) & 3)) return next;
    }
    abort();
}

static lf_tile nearest_target(const plain *search, const lf_query *query) {
    for (int64_t i = 0; i < query->target_count; i++) {
        const lf_tile tile = query->targets[i];
        if (tile_is_met(search, tile) && search->trail[tile] == (search->level & 3)) return tile;
    }
    abort();
}

lf_status plain_find(plain *search, const lf_query *query, lf_tile *tiles, int64_t capacity,
                     lf_route *route) {
    plain_begin(search, query);
    const bool found = plain_run(search);
    *route = (lf_route){.found = found, .source = LF_NO_TILE, .target = LF_NO_TILE, .exact = true};
    route->stats.expanded = search->head;
    route->stats.enqueued = search->tail;
    if (!found) return LF_NO_ROUTE;
    route->length = search->level;
    route->tile_count = search->level + 1;
    lf_tile tile = route->target = nearest_target(search, query);
    for (int64_t distance = search->level;; distance--) {
        if (distance < capacity) tiles[distance] = tile;
        if (distance == 0) break;
        tile = step_back(search, tile, distance);
    }
    route->source = tile;
    return LF_OK;
}
