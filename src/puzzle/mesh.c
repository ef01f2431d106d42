// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Points and ways: what a search through a puzzle knows of the map.
//
// A point is a tile with a device that matters, a source or a target. All other open tiles are bare floor:
// nothing happens there, so all that matters is how long a way over bare floor is. That is exact as long as
// no move over bare floor depends on the state. Without cutting corners a diagonal move does if a tile at its
// corner may be shut. Both of its ends then lie straight beside that tile. So the open tiles straight beside
// whatever may be shut are points, too: a move past such a corner leads from point to point, and is looked at
// tile by tile, in the state of the moment (quest.c). A way has a move on bare floor at least, so no corner
// of it may be shut.
//
// The ways of a point are made when it is first left, by a flood over bare floor that ends at points.
//
// Time: O(tiles) per query, and O(bare floor) per point that is left. Memory: 9 bytes per tile; 72 per point,
// 8 per way.
#include "puzzle.h"

#include <string.h>

/// The move of a heading, as in moves.h.
static int heading_move(lf_heading heading) {
    static const uint8_t moves[] = {LFI_CENTRE, 1, 2, 5, 8, 7, 6, 3, 0};
    return moves[heading];
}

bool lfi_mesh_heads(const lf_puzzle_search *search, uint32_t from, uint32_t to, int move) {
    const lf_device *devices = search->puzzle->devices;
    if (from != LFI_NO_DEVICE && devices[from].heading != LF_HEADING_ANY &&
        heading_move(devices[from].heading) != move)
        return false;
    if (to == LFI_NO_DEVICE) return true;
    const int heading = heading_move(devices[to].heading);
    return lfi_move_dx(heading) * lfi_move_dx(move) + lfi_move_dy(heading) * lfi_move_dy(move) >= 0;
}

// ---------------------------------------------------------------------------------------------------
// Points
// ---------------------------------------------------------------------------------------------------

/// Makes a point of a tile, if it is none.
static bool point_add(lf_puzzle_search *search, lf_tile tile) {
    uint32_t *point_of = LFI_ITEMS(uint32_t, search->point_of);
    if (point_of[tile] != LFI_NO_POINT) return true;
    const uint32_t number = search->point_count;
    if (!lfi_pool_reserve(&search->store, &search->points, (uint64_t)number + 1, sizeof(lfi_mesh_point)))
        return false;
    *lfi_mesh_point_at(search, number) =
        (lfi_mesh_point){.tile = tile, .device = lfi_device_find(search->puzzle, tile), .ring = LFI_NO_POINT};
    point_of[tile] = number;
    search->point_count++;
    return true;
}

/// Whether something may happen at a device, or depend on the state.
static bool device_matters(const lf_puzzle_search *search, uint32_t device) {
    const lf_device *it = &search->puzzle->devices[device];
    return it->heading != LF_HEADING_ANY || it->type == LF_DEVICE_TELEPORTER ||
           (search->rules.bit[device] != LFI_NO_BIT && it->type != LF_DEVICE_BARRIER) ||
           lfi_rules_may_shut(search, device);
}

/// Makes points of the open tiles straight beside a tile.
static bool points_add_beside(lf_puzzle_search *search, lf_tile tile) {
    const unsigned around =
        lfi_bits_around(search->map->open, lfi_map_spot(search->map, tile), search->map->stride);
    for (int k = 1; k < LFI_AROUND; k += 2)
        if ((around >> k & 1) != 0 && !point_add(search, (lf_tile)(tile + search->map->tile_offset[k])))
            return false;
    return true;
}

static bool points_add_devices(lf_puzzle_search *search) {
    for (uint32_t i = 0; i < (uint32_t)search->puzzle->device_count; i++) {
        const lf_tile tile = search->puzzle->devices[i].tile;
        if (device_matters(search, i) && !point_add(search, tile)) return false;
        if (search->map->moves == LF_MOVES_KING && lfi_rules_may_shut(search, i) &&
            !points_add_beside(search, tile))
            return false;
    }
    return true;
}

static bool points_add_ends(lf_puzzle_search *search) {
    const lf_puzzle_query *query = &search->query;
    for (int64_t i = 0; i < query->source_count; i++)
        if (!point_add(search, query->sources[i].tile)) return false;
    for (int64_t i = 0; search->has_exit && i < query->target_count; i++) {
        if (!point_add(search, query->targets[i])) return false;
        lfi_mesh_point_at(search, lfi_mesh_find(search, query->targets[i]))->is_target = true;
    }
    return true;
}

/// Notes which points lie beside a point, and whether anything beside it may be shut.
static void point_link(lf_puzzle_search *search, lfi_mesh_point *point) {
    const lf_map *map = search->map;
    const unsigned around = lfi_bits_around(map->open, lfi_map_spot(map, point->tile), map->stride);
    for (int k = 0; k < LFI_AROUND; k++) {
        point->beside[k] = LFI_NO_POINT;
        if (k == LFI_CENTRE || (around >> k & 1) == 0) continue;
        const uint32_t other = lfi_mesh_find(search, (lf_tile)(point->tile + map->tile_offset[k]));
        point->beside[k] = other;
        if (other == LFI_NO_POINT) continue;
        const uint32_t device = lfi_mesh_point_at(search, other)->device;
        if (device != LFI_NO_DEVICE && lfi_rules_may_shut(search, device)) point->is_beset = true;
    }
}

/// Links the teleporters of each kind in a ring.
static void points_link_rings(lf_puzzle_search *search) {
    uint32_t first[LF_MAX_KINDS], last[LF_MAX_KINDS];
    for (int k = 0; k < LF_MAX_KINDS; k++) first[k] = last[k] = LFI_NO_POINT;
    for (uint32_t i = 0; i < search->point_count; i++) {
        lfi_mesh_point *point = lfi_mesh_point_at(search, i);
        if (point->device == LFI_NO_DEVICE) continue;
        const lf_device *device = &search->puzzle->devices[point->device];
        if (device->type != LF_DEVICE_TELEPORTER) continue;
        if (first[device->kind] == LFI_NO_POINT)
            first[device->kind] = i;
        else
            lfi_mesh_point_at(search, last[device->kind])->ring = i;
        last[device->kind] = i;
        point->ring = first[device->kind];
    }
}

lf_status lfi_mesh_make(lf_puzzle_search *search) {
    const uint64_t tiles = search->map->tile_count;
    const bool is_new = search->from.items == NULL;
    search->point_count = 0;
    search->way_count = 0;
    if (!lfi_pool_reserve(&search->store, &search->point_of, tiles, sizeof(uint32_t)) ||
        !lfi_pool_reserve(&search->store, &search->queue, tiles + 1, sizeof(lf_tile)) ||
        !lfi_pool_reserve(&search->store, &search->from, tiles, 1))
        return search->store.failure;
    if (is_new) memset(search->from.items, 0, (size_t)tiles);
    memset(search->point_of.items, 0xff, (size_t)tiles * sizeof(uint32_t)); // LFI_NO_POINT each
    if (!points_add_devices(search) || !points_add_ends(search)) return search->store.failure;
    for (uint32_t i = 0; i < search->point_count; i++) point_link(search, lfi_mesh_point_at(search, i));
    points_link_rings(search);
    search->work += tiles;
    return LF_OK;
}

// ---------------------------------------------------------------------------------------------------
// Ways
// ---------------------------------------------------------------------------------------------------

/// A flood over bare floor. Tiles that it has met are in the queue, and have the move that led there in
/// `from`.
typedef struct mesh_flood {
    lf_puzzle_search *search;
    uint32_t start;      ///< a point
    uint32_t until;      ///< the point to stop at; LFI_NO_POINT to note all ways
    uint64_t head, tail; ///< of the queue
    uint32_t length;     ///< of the tiles that are met now
    bool failed;         ///< whether there is no memory for a way
} mesh_flood;

/// Notes a way.
static void flood_note(mesh_flood *flood, uint32_t point) {
    lf_puzzle_search *search = flood->search;
    if (flood->until != LFI_NO_POINT || flood->failed) return;
    if (!lfi_pool_reserve(&search->store, &search->ways, search->way_count + 1, sizeof(lfi_mesh_way))) {
        flood->failed = true;
        return;
    }
    LFI_ITEMS(lfi_mesh_way, search->ways)[search->way_count++] = (lfi_mesh_way){point, flood->length};
    lfi_mesh_point_at(search, flood->start)->way_count++;
}

/// Meets the tile that a move leads to.
static void flood_meet(mesh_flood *flood, lf_tile tile, int move) {
    lf_puzzle_search *search = flood->search;
    const lf_tile to = (lf_tile)(tile + search->map->tile_offset[move]);
    const uint32_t point = lfi_mesh_find(search, to);
    uint8_t *from = &LFI_ITEMS(uint8_t, search->from)[to];
    if (*from != 0 || (flood->head == 1 && point != LFI_NO_POINT)) return; // single moves are not ways
    if (point != LFI_NO_POINT &&
        !lfi_mesh_heads(search, LFI_NO_DEVICE, lfi_mesh_point_at(search, point)->device, move))
        return;
    *from = (uint8_t)(move + 1);
    LFI_ITEMS(lf_tile, search->queue)[flood->tail++] = to;
    if (point != LFI_NO_POINT) flood_note(flood, point);
}

/// Goes on from the next tile of the queue.
static void flood_spread(mesh_flood *flood) {
    const lf_puzzle_search *search = flood->search;
    const lf_map *map = search->map;
    const lf_tile tile = LFI_ITEMS(lf_tile, search->queue)[flood->head++];
    if (flood->head > 1 && lfi_mesh_find(search, tile) != LFI_NO_POINT) return; // a way ends here
    unsigned moves = map->allowed[lfi_bits_around(map->open, lfi_map_spot(map, tile), map->stride)];
    const uint32_t device =
        flood->head == 1 ? lfi_mesh_point_at(search, flood->start)->device : LFI_NO_DEVICE;
    for (; moves != 0; moves &= moves - 1) {
        const int move = lfi_lowest_bit(moves);
        if (lfi_mesh_heads(search, device, LFI_NO_DEVICE, move)) flood_meet(flood, tile, move);
    }
}

/// Runs a flood until it is over, or the point to stop at is met.
static void flood_run(mesh_flood *flood) {
    const lf_puzzle_search *search = flood->search;
    const uint8_t *from = LFI_ITEMS(uint8_t, search->from);
    const lf_tile until =
        flood->until != LFI_NO_POINT ? lfi_mesh_point_at(search, flood->until)->tile : LF_NO_TILE;
    LFI_ITEMS(lf_tile, search->queue)[flood->tail++] = lfi_mesh_point_at(search, flood->start)->tile;
    while (flood->head < flood->tail && (until == LF_NO_TILE || from[until] == 0)) {
        const uint64_t end = flood->tail;
        flood->length++;
        while (flood->head < end) flood_spread(flood);
    }
}

/// Forgets what a flood has met.
static void flood_clear(mesh_flood *flood) {
    const lf_tile *queue = LFI_ITEMS(lf_tile, flood->search->queue);
    uint8_t *from = LFI_ITEMS(uint8_t, flood->search->from);
    for (uint64_t i = 0; i < flood->tail; i++) from[queue[i]] = 0;
    flood->search->work += flood->tail * LFI_UNIT_TILE;
}

bool lfi_mesh_ways(lf_puzzle_search *search, uint32_t point) {
    lfi_mesh_point *it = lfi_mesh_point_at(search, point);
    if (it->is_made) return true;
    it->ways = search->way_count;
    it->way_count = 0;
    mesh_flood flood = {.search = search, .start = point, .until = LFI_NO_POINT};
    flood_run(&flood);
    flood_clear(&flood);
    it->is_made = !flood.failed;
    return it->is_made;
}

bool lfi_puzzle_add_step(lf_puzzle_search *search, int hero, lf_tile tile) {
    const uint64_t count = (uint64_t)search->route.step_count + 1;
    if (!lfi_pool_reserve(&search->store, &search->steps, count, sizeof(lf_puzzle_step))) return false;
    LFI_ITEMS(lf_puzzle_step, search->steps)[count - 1] = (lf_puzzle_step){hero, tile};
    search->route.step_count++;
    return true;
}

/// Appends the tiles that a flood has met on its way to the point to stop at.
static bool flood_trace(const mesh_flood *flood, int hero) {
    lf_puzzle_search *search = flood->search;
    const uint8_t *from = LFI_ITEMS(uint8_t, search->from);
    const lf_tile begin = lfi_mesh_point_at(search, flood->start)->tile;
    const lf_tile end = lfi_mesh_point_at(search, flood->until)->tile;
    const int64_t count = search->route.step_count;
    if (from[end] == 0) return lfi_store_fail(&search->store, LF_E_INTERNAL);
    lf_tile tile = end;
    do {
        if (!lfi_puzzle_add_step(search, hero, tile)) return false;
        tile = (lf_tile)(tile - search->map->tile_offset[from[tile] - 1]);
    } while (tile != begin);
    lf_puzzle_step *steps = LFI_ITEMS(lf_puzzle_step, search->steps);
    for (int64_t i = count, j = search->route.step_count - 1; i < j; i++, j--) {
        const lf_puzzle_step swapped = steps[i];
        steps[i] = steps[j];
        steps[j] = swapped;
    }
    return true;
}

bool lfi_mesh_trace(lf_puzzle_search *search, uint32_t from, uint32_t to, int hero) {
    mesh_flood flood = {.search = search, .start = from, .until = to};
    flood_run(&flood);
    const bool traced = flood_trace(&flood, hero);
    flood_clear(&flood);
    return traced;
}
