// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// expand-optimal: the route is the shortest within the corridor as it stands at the end.
//
// When a widening opens cells, a way through them to the tiles beyond may be shorter than the way known so
// far. So each tile keeps its full distance, tiles are taken in order of distance, and a tile whose distance
// falls enters the queue again.
//
// Moves cost 1, so tiles met while distance d is taken have distance d + 1. A ring is enough for them: the
// rest of d comes first, then d + 1. Tiles that a widening activates may have any distance. They wait in the
// bucket of their distance and join the ring when its turn comes, unless the search has reached them by then
// on a way that is not longer. Ring and buckets together are a bucket queue.
//
//        ring:    [ d d d | d+1 d+1 d+1 d+1 ]         buckets:   d+3: x y     d+9: z
//
// In the first phase no distance can fall, and the loop does no more than a breadth-first search.
//
// Time: O(tiles met + tiles met again). Memory: 12 bytes per tile, touched only where queries go.
#include "guide.h"
#include "tiles.h"

/// The ring has a place for every open tile. Each tile is in it at most once, because the distances in the
/// ring cannot fall any more. Few queries wrap around, so the division is rare.
static lf_tile *ring_place(const lfi_tiles *tiles, int64_t index) {
    return &tiles->queue[index < tiles->room ? index : index % tiles->room];
}

static void tile_meet(lfi_guide *guide, lfi_tiles *tiles, lf_tile tile, lfi_spot spot, unsigned trail,
                      uint32_t distance) {
    lfi_halo_freshen(tiles, spot.bit >> 6);
    lfi_tiles_marks(tiles, spot)->met |= lfi_spot_mask(spot);
    tiles->trail[tile] = (uint8_t)trail;
    guide->distance[tile] = distance;
    *ring_place(tiles, tiles->tail++) = tile;
}

void lfi_optimal_begin(lf_search *search) {
    lfi_guide *guide = lfi_guide_of(search);
    for (int64_t i = 0; i < guide->bucket_count; i++) guide->bucket_first[i] = LFI_NO_ENTRY;
    guide->bucket_low = 0;
    guide->bucket_high = -1;
    guide->level = 0;
    guide->level_end = 0;
}

void lfi_optimal_meet_source(lf_search *search, lf_tile tile, lfi_spot spot) {
    lfi_guide *guide = lfi_guide_of(search);
    tile_meet(guide, lfi_tiles_of(search), tile, spot, LFI_CENTRE, 0);
    search->route.stats.enqueued++;
    guide->level_end = lfi_tiles_of(search)->tail;
}

void lfi_optimal_activate(lf_search *search, uint32_t entry) {
    lfi_guide *guide = lfi_guide_of(search);
    const int64_t distance = guide->distance[guide->deferred[entry]];
    while (guide->bucket_count <= distance) guide->bucket_first[guide->bucket_count++] = LFI_NO_ENTRY;
    if (guide->bucket_high < guide->bucket_low) guide->bucket_low = guide->bucket_high = distance;
    if (distance < guide->bucket_low) guide->bucket_low = distance;
    if (distance > guide->bucket_high) guide->bucket_high = distance;
    guide->next[entry] = guide->bucket_first[distance];
    guide->bucket_first[distance] = entry;
}

/// Moves the tiles of one bucket to the ring.
static void bucket_empty(lf_search *search, int64_t distance) {
    lfi_guide *guide = lfi_guide_of(search);
    lfi_tiles *tiles = lfi_tiles_of(search);
    uint32_t entry = guide->bucket_first[distance];
    guide->bucket_first[distance] = LFI_NO_ENTRY;
    for (; entry != LFI_NO_ENTRY; entry = guide->next[entry]) {
        const lf_tile tile = guide->deferred[entry];
        const lfi_spot spot = lfi_map_spot(search->map, tile);
        if ((lfi_tiles_marks(tiles, spot)->met & lfi_spot_mask(spot)) != 0)
            continue; // reached inside the corridor on a way that is not longer
        tile_meet(guide, tiles, tile, spot, tiles->trail[tile], (uint32_t)distance);
    }
}

/// Moves on to the next distance that has tiles; false if there is none.
static bool level_next(lf_search *search) {
    lfi_guide *guide = lfi_guide_of(search);
    const lfi_tiles *tiles = lfi_tiles_of(search);
    while (guide->bucket_low <= guide->bucket_high && guide->bucket_first[guide->bucket_low] == LFI_NO_ENTRY)
        guide->bucket_low++;
    const bool ring_has = tiles->head < tiles->tail, bucket_has = guide->bucket_low <= guide->bucket_high;
    if (!ring_has && !bucket_has) return false;
    // After a widening the buckets may begin below the last level, but then the ring is empty.
    if (ring_has)
        guide->level++;
    else
        guide->level = guide->bucket_low;
    if (bucket_has && guide->bucket_low == guide->level) bucket_empty(search, guide->level);
    guide->level_end = tiles->tail;
    return true;
}

/// Takes the moves from a tile: meets new tiles, defers those outside, and lowers distances where this way is
/// shorter.
static void tile_expand(lf_search *search, lfi_guide *guide, lfi_tiles *tiles, lf_tile tile, lfi_spot spot) {
    const lf_map *map = search->map;
    const uint32_t distance = (uint32_t)guide->level + 1;
    const unsigned inside = lfi_marks_around(&tiles->marks->inside, spot, map->stride);
    const unsigned met = lfi_marks_around(&tiles->marks->met, spot, map->stride);
    const unsigned kept = lfi_marks_around(&tiles->marks->deferred, spot, map->stride);
    unsigned moves = map->allowed[lfi_bits_around(map->open, spot, map->stride)];
    if (guide->phase == 1) moves &= ~(met | (kept & ~inside)); // the first way to a tile is the shortest
    for (; moves != 0; moves &= moves - 1) {
        const unsigned k = (unsigned)lfi_lowest_bit(moves), bit = 1u << k;
        const lf_tile next = (lf_tile)(tile + map->tile_offset[k]);
        const lfi_spot there = {spot.bit + (uint64_t)map->spot_offset[k]};
        const bool known = ((inside & bit) != 0 ? met : kept) & bit;
        if (known && guide->distance[next] <= distance) continue;
        if ((inside & bit) != 0) {
            tile_meet(guide, tiles, next, there, k, distance);
        } else {
            guide->distance[next] = distance;
            tiles->trail[next] = (uint8_t)k;
            if (!known) lfi_guide_defer(search, next, there, k);
        }
    }
}

static lf_status optimal_loop(lf_search *search, int64_t *budget) {
    lfi_guide *guide = lfi_guide_of(search);
    lfi_tiles *tiles = lfi_tiles_of(search);
    for (; *budget > 0; --*budget) {
        while (tiles->head == guide->level_end) {
            if (!level_next(search)) return LF_NO_ROUTE;
        }
        const lf_tile tile = *ring_place(tiles, tiles->head++);
        const lfi_spot spot = lfi_map_spot(search->map, tile);
        if ((lfi_tiles_marks(tiles, spot)->wanted & lfi_spot_mask(spot)) != 0) {
            lfi_tiles_settle_moves(search, tile);
            return LF_OK;
        }
        lfi_guide_visit(search, guide, tile);
        tile_expand(search, guide, tiles, tile, spot);
    }
    return LF_PAUSED;
}

lf_status lfi_optimal_run(lf_search *search, int64_t *budget) {
    const lfi_tiles *tiles = lfi_tiles_of(search);
    const int64_t head = tiles->head, tail = tiles->tail;
    const lf_status status = optimal_loop(search, budget);
    search->route.stats.expanded += tiles->head - head;
    search->route.stats.enqueued += tiles->tail - tail;
    return status;
}
