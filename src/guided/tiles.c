// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Breadth-first search inside a corridor, tile by tile, until the first target is taken off the queue. (The
// strategy `flood`, which has no corridor, moves whole blocks instead: flood/flood.c.)
//
// The queue is a plain array, because each tile enters once. The nine bits around a tile give its legal moves
// by one table look-up (moves.h). The same nine bits of `met` remove the tiles where the search has been. The
// rest, about one tile on average, enters the queue. So a tile costs two reads of nine bits, not eight tests.
//
//        open     allowed     met       new
//        1 1 1     1 1 0     1 1 0     0 0 0
//        1 . 0  -> 1 . 0  \  1 . 0  =  0 . 0      (king moves: the blocked tile to the right
//        1 1 1     1 1 0     0 0 0     1 1 0       forbids both diagonals beside it)
//
// Each met tile keeps its distance from the sources modulo 4. Distances of neighbours differ by at most one,
// so modulo 4 tells nearer from farther, and the route is walked back from the target by the written rule of
// lf_search_find. That rule depends on distances only and never on the order inside the queue, so any other
// way to compute the same distances gives the same tiles. The distances of a resumed search (expand) are not
// consistent, so it keeps the move that led to each tile instead, and its route is walked back move by move.
//
// Time: O(tiles met). Memory: see lf_search.
#include "tiles.h"

#include "guide.h"

#include <string.h>

/// Makes all marks stale.
static void tiles_forget(lf_search *search) {
    lfi_tiles *tiles = lfi_tiles_of(search);
    for (uint64_t i = 0; i < search->map->word_count; i++)
        tiles->marks[i].word_stamp = tiles->marks[i].halo_stamp = 0;
}

static void tiles_arrays(lf_search *search, lfi_arrays *run) {
    const lf_map *map = search->base;
    lfi_tiles *tiles = lfi_tiles_of(search);
    LFI_ARRAY(run, tiles->queue, search->rooms.open_tiles);
    LFI_ARRAY(run, tiles->trail, map->tile_count);
    LFI_ARRAY(run, tiles->marks, map->word_count);
}

static void tiles_turned(lf_search *search) {
    lfi_tiles_of(search)->room = search->base->open_count;
    lfi_tiles_of(search)->stride = search->base->stride;
}

const lfi_part lfi_tiles_part = {.size = sizeof(lfi_tiles),
                                 .wanted = lfi_guide_wanted,
                                 .arrays = tiles_arrays,
                                 .ready = tiles_forget,
                                 .turned = tiles_turned};

bool lfi_tiles_has_met(const lf_search *search, lf_tile tile) {
    const lfi_spot spot = lfi_map_spot(search->map, tile);
    const lfi_marks *marks = lfi_tiles_marks(lfi_tiles_of(search), spot);
    return marks->word_stamp == lfi_tiles_of(search)->stamp && (marks->met & lfi_spot_mask(spot)) != 0;
}

// ---- Beginning ------------------------------------------------------------------------------------

void lfi_tiles_reset(lf_search *search) {
    lfi_tiles *tiles = lfi_tiles_of(search);
    if (tiles->stamp == UINT32_MAX) { // the numbers start over: only now are the marks really cleared
        tiles_forget(search);
        tiles->stamp = 0;
    }
    tiles->stamp++;
    tiles->head = tiles->tail = tiles->level = tiles->level_end = 0;
    for (int64_t i = 0; i < search->query.target_count; i++) {
        const lfi_spot spot = lfi_map_spot(search->map, search->query.targets[i]);
        lfi_word_freshen(tiles, spot.bit >> 6);
        lfi_tiles_marks(tiles, spot)->wanted |= lfi_spot_mask(spot);
    }
}

// ---- Walking back ---------------------------------------------------------------------------------

/// The move back from a tile at distance > 0, by the written rule.
static int tiles_nearer(const lf_search *search, lf_tile tile, int64_t distance) {
    const lf_map *map = search->map;
    const lfi_tiles *tiles = lfi_tiles_of(search);
    const lfi_spot spot = lfi_map_spot(map, tile);
    const unsigned from = map->allowed[lfi_bits_around(map->open, spot, map->stride)] &
                          lfi_marks_around(&tiles->marks->met, spot, map->stride);
    for (int i = 0; i < 8; i++) {
        const int k = lfi_move_order[i];
        if ((from >> k & 1) == 0) continue;
        if (tiles->trail[(lf_tile)(tile + map->tile_offset[k])] == ((distance - 1) & 3)) return k;
    }
    LFI_ASSERT(false);
    return LFI_CENTRE;
}

void lfi_tiles_trace(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    lf_tile tile = search->route.target;
    for (int64_t distance = search->route.length;; distance--) {
        if (distance < capacity) tiles[distance] = tile;
        if (distance == 0) return;
        tile = (lf_tile)(tile + search->map->tile_offset[tiles_nearer(search, tile, distance)]);
    }
}

void lfi_tiles_trace_moves(const lf_search *search, lf_tile *tiles, int64_t capacity) {
    lf_tile tile = search->route.target;
    for (int64_t i = search->route.length; i >= 0; i--) {
        if (i < capacity) tiles[i] = tile;
        tile = (lf_tile)(tile - search->map->tile_offset[lfi_tiles_of(search)->trail[tile]]);
    }
}

void lfi_tiles_settle_moves(lf_search *search, lf_tile target) {
    lf_route *route = &search->route;
    route->target = route->source = target;
    for (route->length = 0; lfi_tiles_of(search)->trail[route->source] != LFI_CENTRE; route->length++) {
        const uint8_t move = lfi_tiles_of(search)->trail[route->source];
        route->diagonal += lfi_move_is_diagonal(move);
        route->source = (lf_tile)(route->source - search->map->tile_offset[move]);
    }
}

/// A target was taken off the queue: sets the route's ends. No target is nearer than this level, and a met
/// target is at most one level farther, so modulo 4 tells which targets are as near as this one.
static void tiles_settle(lf_search *search) {
    const lfi_tiles *tiles = lfi_tiles_of(search);
    lf_route *route = &search->route;
    route->length = tiles->level;
    for (int64_t i = 0; route->target == LF_NO_TILE; i++) {
        LFI_ASSERT(i < search->query.target_count);
        const lf_tile tile = search->query.targets[i];
        if (lfi_tiles_has_met(search, tile) && tiles->trail[tile] == (tiles->level & 3)) route->target = tile;
    }
    route->source = route->target;
    for (int64_t distance = route->length; distance > 0; distance--) {
        const int move = tiles_nearer(search, route->source, distance);
        route->diagonal += lfi_move_is_diagonal(move);
        route->source = (lf_tile)(route->source + search->map->tile_offset[move]);
    }
}

// ---- The loop that takes most of the time ---------------------------------------------------------

/// Defers the tiles of `outside`, neighbours of a tile beyond the corridor's edge, unless they are deferred.
static void tiles_defer(lf_search *search, lf_tile tile, lfi_spot spot, unsigned outside) {
    const lf_map *map = search->map;
    outside &= ~lfi_marks_around(&lfi_tiles_of(search)->marks->deferred, spot, map->stride);
    for (; outside != 0; outside &= outside - 1) {
        const int k = lfi_lowest_bit(outside);
        const lfi_spot next = {spot.bit + (uint64_t)map->spot_offset[k]};
        lfi_guide_defer(search, (lf_tile)(tile + map->tile_offset[k]), next, (unsigned)k);
    }
}

/// Inlined into both runs, so that `moves` costs nothing inside the loop.
static inline lf_status tiles_loop(lf_search *search, int64_t *budget, bool moves) {
    const lf_map *map = search->map;
    const uint64_t stride = map->stride, *open = map->open;
    lfi_tiles tiles = *lfi_tiles_of(search); // a copy: its fields stay in registers
    const int64_t head_before = tiles.head, tail_before = tiles.tail;
    const int64_t end = *budget < INT64_MAX - tiles.head ? tiles.head + *budget : INT64_MAX;
    lf_status status = LF_PAUSED;
    lf_tile tile = LF_NO_TILE;
    while (tiles.head < end) {
        if (tiles.head == tiles.level_end) {
            if (tiles.head == tiles.tail) {
                status = LF_NO_ROUTE;
                break;
            }
            tiles.level++;
            tiles.level_end = tiles.tail;
        }
        tile = tiles.queue[tiles.head++];
        const lfi_spot spot = lfi_map_spot(map, tile);
        if ((lfi_tiles_marks(&tiles, spot)->wanted & lfi_spot_mask(spot)) != 0) {
            status = LF_OK;
            break;
        }
        unsigned fresh = map->allowed[lfi_bits_around(open, spot, stride)] &
                         ~lfi_marks_around(&tiles.marks->met, spot, stride);
        const unsigned inside = lfi_marks_around(&tiles.marks->inside, spot, stride);
        if ((fresh & ~inside) != 0) tiles_defer(search, tile, spot, fresh & ~inside);
        fresh &= inside;
        for (; fresh != 0; fresh &= fresh - 1) {
            const int k = lfi_lowest_bit(fresh);
            const lfi_spot next = {spot.bit + (uint64_t)map->spot_offset[k]};
            const unsigned trail = moves ? (unsigned)k : (unsigned)((tiles.level + 1) & 3);
            lfi_tiles_push(&tiles, (lf_tile)(tile + map->tile_offset[k]), next, trail);
        }
    }
    *budget -= tiles.head - head_before;
    search->route.stats.expanded += tiles.head - head_before;
    search->route.stats.enqueued += tiles.tail - tail_before;
    *lfi_tiles_of(search) = tiles;
    if (status != LF_OK) return status;
    if (moves)
        lfi_tiles_settle_moves(search, tile);
    else
        tiles_settle(search);
    return LF_OK;
}

lf_status lfi_tiles_run_distances(lf_search *search, int64_t *budget) {
    return tiles_loop(search, budget, false);
}

lf_status lfi_tiles_run_moves(lf_search *search, int64_t *budget) {
    return tiles_loop(search, budget, true);
}
