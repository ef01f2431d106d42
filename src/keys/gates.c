// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Keys and doors on a map, prepared once for all queries.
//
// The shut map is the map with every door a wall. Every legal move of the game is one of three:
//  - a move of the shut map: legal with any keys;
//  - a move between a door and a tile beside it that needs that door's key and no other: the tile is a port
//    of the door. Most doors have two ports, one on each side of a wall;
//  - a sidestep: everything else, that is a move from door to door, a diagonal between a door and a floor
//    tile with another door at its corner, and a diagonal that passes a door at its corner without entering
//    it (legal with the key, since an open door is floor for the corner rule; it can save a move).
//
//     . . #        The diagonal from p to q is a sidestep that needs key A: with A shut it would cut a
//     . p A        corner.
//     . . q
//
// So the whole game is: ways in the shut map between few tiles, doors, and sidesteps. Regions are the
// bodies of the shut map: what can be walked without any key.
//
// Time: a few passes over the words of the map; eight looks a door.
#include "gates.h"
#include "../base/sort.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------
// The list
// ---------------------------------------------------------------------------------------------------

/// The gates as they are given, and three planes.
static void gates_item_arrays(lfi_arrays *run, lf_gates *gates) {
    LFI_ARRAY(run, gates->items, (uint64_t)gates->count);
    LFI_ARRAY(run, gates->shut.open, gates->map->word_count);
    LFI_ARRAY_ZEROED(run, gates->door_bits, gates->map->word_count);
    LFI_ARRAY_ZEROED(run, gates->key_bits, gates->map->word_count);
}

/// The doors, once they are counted.
static void gates_door_arrays(lfi_arrays *run, lf_gates *gates) {
    LFI_ARRAY(run, gates->doors, (uint64_t)gates->door_count);
}

/// What lies around doors, once that is counted.
static void gates_step_arrays(lfi_arrays *run, lf_gates *gates) {
    LFI_ARRAY(run, gates->ports, (uint64_t)gates->port_count);
    LFI_ARRAY(run, gates->sidesteps, (uint64_t)gates->sidestep_count);
    LFI_ARRAY(run, gates->region_items, (uint64_t)gates->region_item_count);
}

/// All memory of gates that are made.
static void gates_arrays(lfi_arrays *run, lf_gates *gates) {
    gates_item_arrays(run, gates);
    gates_door_arrays(run, gates);
    gates_step_arrays(run, gates);
    if (gates->shut.bodies.runs != NULL) lfi_bodies_arrays(run, &gates->shut, &gates->shut.bodies);
}

static lf_status gate_check(const lf_map *map, const lf_gate *gate) {
    if (gate->kind >= LF_MAX_KINDS) return LF_E_KIND;
    if (gate->type != LF_GATE_KEY && gate->type != LF_GATE_DOOR) return LF_E_GATE_TYPE;
    if (gate->tile >= map->tile_count) return LF_E_GATE_OUTSIDE;
    return lf_map_is_open(map, gate->tile) ? LF_OK : LF_E_GATE_BLOCKED;
}

static uint64_t gate_pack(const lf_gate *gate) {
    return (uint64_t)gate->tile << 32 | (uint64_t)gate->kind << 1 | (uint64_t)(gate->type == LF_GATE_DOOR);
}

static lf_gate gate_unpack(uint64_t packed) {
    return (lf_gate){.tile = (lf_tile)(packed >> 32),
                     .kind = (uint8_t)(packed >> 1 & (LF_MAX_KINDS - 1)),
                     .type = (packed & 1) != 0 ? LF_GATE_DOOR : LF_GATE_KEY};
}

static void gates_count(lf_gates *gates, const lf_gate *gate) {
    if (gate->type == LF_GATE_KEY) {
        gates->key_count++;
        gates->key_kinds |= lfi_kind_bit(gate->kind);
    } else {
        gates->door_count++;
        gates->door_kinds |= lfi_kind_bit(gate->kind);
    }
}

static lf_status gates_take(lf_gates *gates, const lf_gates_desc *desc, uint64_t *packed) {
    for (int64_t i = 0; i < gates->count; i++) {
        const lf_status status = gate_check(gates->map, &desc->gates[i]);
        if (status != LF_OK) return status;
        packed[i] = gate_pack(&desc->gates[i]);
    }
    lfi_sort(packed, (uint64_t)gates->count);
    for (int64_t i = 0; i < gates->count; i++) {
        gates->items[i] = gate_unpack(packed[i]);
        if (i > 0 && gates->items[i].tile == gates->items[i - 1].tile) return LF_E_GATE_TWICE;
        gates_count(gates, &gates->items[i]);
    }
    return LF_OK;
}

static void packed_arrays(lfi_arrays *run, uint64_t **packed, int64_t count) {
    LFI_ARRAY(run, *packed, (uint64_t)count);
}

static lf_status gates_read(lf_gates *gates, const lf_gates_desc *desc) {
    uint64_t *packed = NULL;
    lfi_arrays run = {.allocator = &gates->allocator, .mode = LFI_ARRAYS_MAKE};
    gates_item_arrays(&run, gates);
    packed_arrays(&run, &packed, gates->count);
    const lf_status status = run.failed ? LF_E_NOMEM : gates_take(gates, desc, packed);
    run.mode = LFI_ARRAYS_FREE;
    packed_arrays(&run, &packed, gates->count);
    return status;
}

const lf_gate *lfi_gate_find(const lf_gates *gates, lf_tile tile) {
    int64_t low = 0, high = gates->count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (gates->items[middle].tile < tile)
            low = middle + 1;
        else
            high = middle;
    }
    return low < gates->count && gates->items[low].tile == tile ? &gates->items[low] : NULL;
}

uint32_t lfi_gate_door(const lf_gates *gates, lf_tile tile) {
    uint32_t low = 0, high = (uint32_t)gates->door_count - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (gates->doors[middle].tile < tile)
            low = middle + 1;
        else
            high = middle;
    }
    LFI_ASSERT(gates->doors[low].tile == tile);
    return low;
}

// ---------------------------------------------------------------------------------------------------
// The shut map
// ---------------------------------------------------------------------------------------------------

static void gates_mark(lf_gates *gates) {
    for (int64_t i = 0; i < gates->count; i++) {
        const lfi_spot spot = lfi_map_spot(gates->map, gates->items[i].tile);
        if (gates->items[i].type == LF_GATE_KEY) {
            gates->key_bits[spot.bit >> 6] |= lfi_spot_mask(spot);
        } else {
            gates->door_bits[spot.bit >> 6] |= lfi_spot_mask(spot);
            gates->shut.open[spot.bit >> 6] &= ~lfi_spot_mask(spot);
        }
    }
}

static lf_status gates_shut(lf_gates *gates) {
    memcpy(gates->shut.open, gates->map->open, (size_t)gates->map->word_count * sizeof *gates->shut.open);
    gates_mark(gates);
    return lfi_bodies_find(&gates->shut, &gates->shut.bodies);
}

// ---------------------------------------------------------------------------------------------------
// Doors
// ---------------------------------------------------------------------------------------------------

/// The tile beside a tile, or LF_NO_TILE where the map ends or is blocked even with all doors open.
static lf_tile tile_beside(const lf_gates *gates, lf_tile tile, int dx, int dy) {
    const lf_point at = lf_map_point(gates->map, tile);
    const lf_tile beside = lf_map_tile(gates->map, at.x + dx, at.y + dy);
    return lf_map_is_open(gates->map, beside) ? beside : LF_NO_TILE;
}

/// The key that a tile asks for: none unless it is a door.
static uint64_t tile_need(const lf_gates *gates, lf_tile tile) {
    if (!lfi_bit(gates->door_bits, lfi_map_spot(gates->map, tile))) return 0;
    return lfi_kind_bit(lfi_gate_find(gates, tile)->kind);
}

/// Whether a move leads from a tile to the one beside it with all doors open, and the keys that it needs.
static bool step_need(const lf_gates *gates, lf_tile from, int dx, int dy, uint64_t *need) {
    const lf_tile to = tile_beside(gates, from, dx, dy);
    if (to == LF_NO_TILE) return false;
    *need = tile_need(gates, from) | tile_need(gates, to);
    if (dx == 0 || dy == 0) return true;
    if (gates->map->moves == LF_MOVES_ORTHOGONAL) return false;
    if (gates->map->moves == LF_MOVES_KING_CUT) return true;
    const lf_tile beside = tile_beside(gates, from, dx, 0), above = tile_beside(gates, from, 0, dy);
    if (beside == LF_NO_TILE || above == LF_NO_TILE) return false;
    *need |= tile_need(gates, beside) | tile_need(gates, above);
    return true;
}

static void sidestep_add(lf_gates *gates, lf_tile a, lf_tile b, uint64_t need) {
    if (gates->sidesteps != NULL) gates->sidesteps[gates->sidestep_count] = (lfi_sidestep){a, b, need};
    gates->sidestep_count++;
}

static void port_add(lf_gates *gates, lf_tile tile) {
    if (gates->ports != NULL)
        gates->ports[gates->port_count] = (lfi_port){tile, lfi_gate_region(gates, tile)};
    gates->port_count++;
}

/// The ports of a door, and the sidesteps from it. A step between two doors is found from both; one is
/// enough.
static void door_find_steps(lf_gates *gates, const lf_gate *door) {
    for (int k = 0; k < LFI_AROUND; k++) {
        uint64_t need;
        const int dx = lfi_move_dx(k), dy = lfi_move_dy(k);
        if (k == LFI_CENTRE || !step_need(gates, door->tile, dx, dy, &need)) continue;
        const lf_tile to = tile_beside(gates, door->tile, dx, dy);
        const bool is_door = lfi_bit(gates->door_bits, lfi_map_spot(gates->map, to));
        if (!is_door && need == lfi_kind_bit(door->kind))
            port_add(gates, to);
        else if (!is_door || door->tile < to)
            sidestep_add(gates, door->tile, to, need);
    }
}

/// The diagonals that pass a door at its corner, between two floor tiles beside it.
static void door_find_corners(lf_gates *gates, const lf_gate *door) {
    if (gates->map->moves != LF_MOVES_KING) return;
    for (int dx = -1; dx <= 1; dx += 2) {
        for (int dy = -1; dy <= 1; dy += 2) {
            const lf_tile a = tile_beside(gates, door->tile, dx, 0);
            const lf_tile b = tile_beside(gates, door->tile, 0, dy);
            uint64_t need;
            if (a == LF_NO_TILE || b == LF_NO_TILE || tile_need(gates, a) != 0 || tile_need(gates, b) != 0)
                continue;
            if (step_need(gates, a, -dx, dy, &need)) sidestep_add(gates, a, b, need);
        }
    }
}

/// Walks over all doors: counts ports and sidesteps, or fills them in where there is memory for them.
static void doors_walk(lf_gates *gates) {
    gates->port_count = gates->sidestep_count = 0;
    lfi_door *door = gates->doors;
    for (int64_t i = 0; i < gates->count; i++) {
        if (gates->items[i].type != LF_GATE_DOOR) continue;
        const int64_t first = gates->port_count;
        door_find_steps(gates, &gates->items[i]);
        door_find_corners(gates, &gates->items[i]);
        *door++ = (lfi_door){.tile = gates->items[i].tile,
                             .port = (uint32_t)first,
                             .port_count = (uint8_t)(gates->port_count - first),
                             .kind = gates->items[i].kind};
    }
}

static lf_status doors_find(lf_gates *gates) {
    lfi_arrays run = {.allocator = &gates->allocator, .mode = LFI_ARRAYS_MAKE};
    gates_door_arrays(&run, gates);
    if (run.failed) return LF_E_NOMEM;
    doors_walk(gates);
    gates->region_item_count = gates->port_count + gates->key_count;
    gates_step_arrays(&run, gates);
    if (run.failed) return LF_E_NOMEM;
    doors_walk(gates);
    return LF_OK;
}

/// What lies in each region: its keys, and the doors that can be entered from it.
static void regions_list(lf_gates *gates) {
    uint64_t *item = gates->region_items;
    for (int64_t i = 0; i < gates->door_count; i++) {
        const lfi_port *ports = gates->ports + gates->doors[i].port;
        for (int k = 0; k < gates->doors[i].port_count; k++)
            *item++ = (uint64_t)ports[k].region << 32 | (uint64_t)i << 1;
    }
    for (int64_t i = 0; i < gates->count; i++) {
        if (gates->items[i].type != LF_GATE_KEY) continue;
        *item++ = (uint64_t)lfi_gate_region(gates, gates->items[i].tile) << 32 | (uint64_t)i << 1 | 1;
    }
    lfi_sort(gates->region_items, (uint64_t)gates->region_item_count);
}

// ---------------------------------------------------------------------------------------------------
// The object
// ---------------------------------------------------------------------------------------------------

static lf_status gates_fill(lf_gates *gates, const lf_gates_desc *desc) {
    lf_status status = gates_read(gates, desc);
    if (status == LF_OK) status = gates_shut(gates);
    if (status == LF_OK) status = doors_find(gates);
    if (status == LF_OK) regions_list(gates);
    return status;
}

lf_status lf_gates_create(const lf_map *map, const lf_gates_desc *desc, lf_gates **out) {
    if (out == NULL) return LF_E_NULL;
    *out = NULL;
    static const lf_gates_desc nothing = {0};
    if (desc == NULL) desc = &nothing;
    if (map == NULL) return LF_E_NULL;
    if (desc->gate_count < 0) return LF_E_COUNT;
    if (desc->gates == NULL && desc->gate_count > 0) return LF_E_NULL;
    if (desc->gate_count > LF_MAX_GATES) return LF_E_TOO_MANY_GATES;
    if (desc->gate_count > (int64_t)map->tile_count) return LF_E_GATE_TWICE; // more gates than tiles
    lf_allocator allocator = desc->allocator;
    lf_status status = lfi_allocator_resolve(&allocator);
    if (status != LF_OK) return status;
    lf_gates *gates = lfi_alloc(&allocator, 1, sizeof *gates);
    if (gates == NULL) return LF_E_NOMEM;
    *gates = (lf_gates){.allocator = allocator, .map = map, .shut = *map, .count = desc->gate_count};
    gates->shut.allocator = allocator;
    gates->shut.open = NULL;
    gates->shut.depth = NULL;
    gates->shut.bodies = (lfi_bodies){0};
    status = gates_fill(gates, desc);
    if (status == LF_OK)
        *out = gates;
    else
        lf_gates_destroy(gates);
    return status;
}

void lf_gates_destroy(lf_gates *gates) {
    if (gates == NULL) return;
    const lf_allocator allocator = gates->allocator;
    gates_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, gates);
    lfi_free(&allocator, gates, 1, sizeof *gates);
}

const lf_map *lf_gates_map(const lf_gates *gates) {
    return gates == NULL ? NULL : gates->map;
}

int64_t lf_gates_key_count(const lf_gates *gates) {
    return gates == NULL ? 0 : gates->key_count;
}

int64_t lf_gates_door_count(const lf_gates *gates) {
    return gates == NULL ? 0 : gates->door_count;
}

size_t lf_gates_bytes(const lf_gates *gates) {
    if (gates == NULL) return 0;
    lf_gates copy = *gates;
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    gates_arrays(&run, &copy);
    return (size_t)run.bytes;
}

uint64_t lf_gates_key_kinds(const lf_gates *gates) {
    return gates == NULL ? 0 : gates->key_kinds;
}

uint64_t lf_gates_door_kinds(const lf_gates *gates) {
    return gates == NULL ? 0 : gates->door_kinds;
}

bool lf_gates_at(const lf_gates *gates, lf_tile tile, lf_gate *out) {
    const lf_gate *gate = gates == NULL ? NULL : lfi_gate_find(gates, tile);
    if (gate != NULL && out != NULL) *out = *gate;
    return gate != NULL;
}
