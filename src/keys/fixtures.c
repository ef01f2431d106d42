// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Keys and doors on a map, prepared once for all queries.
//
// The shut map is the map with every door a wall. Every legal move of the game is one of three:
//  - a move of the shut map: legal with any keys;
//  - a move between a door and a tile beside it that needs the key of this door and no other: the tile is a
//    port of the door. Most doors have two ports, one on each side of a wall;
//  - a sidestep, which is every other move: from door to door; diagonally between a door and a floor tile
//    with another door at the corner; and diagonally past a door at the corner without entering it (legal
//    with the key, because an open door is floor for the corner rule; it can save a move).
//
//     . . #        The diagonal from p to q is a sidestep that needs key A: with A shut it would cut a
//     . p A        corner.
//     . . q
//
// So the whole game consists of ways in the shut map between few tiles, of doors, and of sidesteps. Regions
// are the bodies of the shut map (connected components): a walk within one needs no key.
//
// Time: a few passes over the words of the map; eight neighbours per door.
#include "fixtures.h"
#include "../base/sort.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------
// The list
// ---------------------------------------------------------------------------------------------------

/// The fixtures as the caller gives them, and three planes of bits.
static void fixtures_item_arrays(lfi_arrays *run, lf_fixtures *fixtures) {
    LFI_ARRAY(run, fixtures->items, (uint64_t)fixtures->count);
    LFI_ARRAY(run, fixtures->shut.open, fixtures->map->word_count);
    LFI_ARRAY_ZEROED(run, fixtures->door_bits, fixtures->map->word_count);
    LFI_ARRAY_ZEROED(run, fixtures->key_bits, fixtures->map->word_count);
}

/// The doors, once they are counted.
static void fixtures_door_arrays(lfi_arrays *run, lf_fixtures *fixtures) {
    LFI_ARRAY(run, fixtures->doors, (uint64_t)fixtures->door_count);
}

/// The ports, sidesteps and items of regions, once they are counted.
static void fixtures_move_arrays(lfi_arrays *run, lf_fixtures *fixtures) {
    LFI_ARRAY(run, fixtures->ports, (uint64_t)fixtures->port_count);
    LFI_ARRAY(run, fixtures->sidesteps, (uint64_t)fixtures->sidestep_count);
    LFI_ARRAY(run, fixtures->region_items, (uint64_t)fixtures->region_item_count);
}

/// All memory of finished fixtures.
static void fixtures_arrays(lfi_arrays *run, lf_fixtures *fixtures) {
    fixtures_item_arrays(run, fixtures);
    fixtures_door_arrays(run, fixtures);
    fixtures_move_arrays(run, fixtures);
    if (fixtures->shut.bodies.runs != NULL) lfi_bodies_arrays(run, &fixtures->shut, &fixtures->shut.bodies);
}

static lf_status fixture_check(const lf_map *map, const lf_fixture *fixture) {
    if (fixture->kind >= LF_MAX_KINDS) return LF_E_KIND;
    if (fixture->type != LF_FIXTURE_KEY && fixture->type != LF_FIXTURE_DOOR) return LF_E_FIXTURE_TYPE;
    return fixture->tile < map->tile_count ? LF_OK : LF_E_FIXTURE_OUTSIDE;
}

/// Checks each fixture by itself, and counts those on open tiles.
static lf_status fixtures_check(const lf_map *map, const lf_fixtures_desc *desc, int64_t *open) {
    *open = 0;
    for (int64_t i = 0; i < desc->fixture_count; i++) {
        const lf_status status = fixture_check(map, &desc->fixtures[i]);
        if (status != LF_OK) return status;
        *open += lf_map_is_open(map, desc->fixtures[i].tile);
    }
    return LF_OK;
}

void lfi_fixture_put(lf_fixture *out, lf_tile tile, uint8_t kind, lf_fixture_type type) {
    memset(out, 0, sizeof *out);
    out->tile = tile;
    out->kind = kind;
    out->type = type;
}

static uint64_t fixture_pack(const lf_fixture *fixture) {
    return (uint64_t)fixture->tile << 32 | (uint64_t)fixture->kind << 1 |
           (uint64_t)(fixture->type == LF_FIXTURE_DOOR);
}

static lf_fixture fixture_unpack(uint64_t packed) {
    return (lf_fixture){.tile = (lf_tile)(packed >> 32),
                        .kind = (uint8_t)(packed >> 1 & (LF_MAX_KINDS - 1)),
                        .type = (packed & 1) != 0 ? LF_FIXTURE_DOOR : LF_FIXTURE_KEY};
}

static void fixtures_count(lf_fixtures *fixtures, const lf_fixture *fixture) {
    if (fixture->type == LF_FIXTURE_KEY) {
        fixtures->key_count++;
        fixtures->key_kinds |= lfi_kind_bit(fixture->kind);
    } else {
        fixtures->door_count++;
        fixtures->door_kinds |= lfi_kind_bit(fixture->kind);
    }
}

/// Takes the fixtures on open tiles, in the order of their tiles.
static lf_status fixtures_take(lf_fixtures *fixtures, const lf_fixtures_desc *desc, uint64_t *packed) {
    lf_fixture *item = fixtures->items;
    for (int64_t i = 0; i < desc->fixture_count; i++) packed[i] = fixture_pack(&desc->fixtures[i]);
    lfi_sort(packed, (uint64_t)desc->fixture_count);
    for (int64_t i = 0; i < desc->fixture_count; i++) {
        const lf_fixture fixture = fixture_unpack(packed[i]);
        if (i > 0 && packed[i] >> 32 == packed[i - 1] >> 32) return LF_E_FIXTURE_TWICE;
        if (!lf_map_is_open(fixtures->map, fixture.tile)) continue;
        *item++ = fixture;
        fixtures_count(fixtures, &fixture);
    }
    return LF_OK;
}

static void packed_arrays(lfi_arrays *run, uint64_t **packed, int64_t count) {
    LFI_ARRAY(run, *packed, (uint64_t)count);
}

static lf_status fixtures_read(lf_fixtures *fixtures, const lf_fixtures_desc *desc) {
    uint64_t *packed = NULL;
    lfi_arrays run = {.allocator = &fixtures->allocator, .mode = LFI_ARRAYS_MAKE};
    fixtures_item_arrays(&run, fixtures);
    packed_arrays(&run, &packed, desc->fixture_count);
    const lf_status status = run.failed ? LF_E_NOMEM : fixtures_take(fixtures, desc, packed);
    run.mode = LFI_ARRAYS_FREE;
    packed_arrays(&run, &packed, desc->fixture_count);
    return status;
}

const lf_fixture *lfi_fixtures_find(const lf_fixtures *fixtures, lf_tile tile) {
    int64_t low = 0, high = fixtures->count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (fixtures->items[middle].tile < tile)
            low = middle + 1;
        else
            high = middle;
    }
    return low < fixtures->count && fixtures->items[low].tile == tile ? &fixtures->items[low] : NULL;
}

uint32_t lfi_fixtures_door(const lf_fixtures *fixtures, lf_tile tile) {
    uint32_t low = 0, high = (uint32_t)fixtures->door_count - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (fixtures->doors[middle].tile < tile)
            low = middle + 1;
        else
            high = middle;
    }
    LFI_ASSERT(fixtures->doors[low].tile == tile);
    return low;
}

// ---------------------------------------------------------------------------------------------------
// The shut map
// ---------------------------------------------------------------------------------------------------

static void fixtures_mark(lf_fixtures *fixtures) {
    for (int64_t i = 0; i < fixtures->count; i++) {
        const lfi_spot spot = lfi_map_spot(fixtures->map, fixtures->items[i].tile);
        if (fixtures->items[i].type == LF_FIXTURE_KEY) {
            fixtures->key_bits[spot.bit >> 6] |= lfi_spot_mask(spot);
        } else {
            fixtures->door_bits[spot.bit >> 6] |= lfi_spot_mask(spot);
            fixtures->shut.open[spot.bit >> 6] &= ~lfi_spot_mask(spot);
        }
    }
}

static lf_status fixtures_shut(lf_fixtures *fixtures) {
    memcpy(fixtures->shut.open, fixtures->map->open,
           (size_t)fixtures->map->word_count * sizeof *fixtures->shut.open);
    fixtures_mark(fixtures);
    return lfi_bodies_find(&fixtures->shut, &fixtures->shut.bodies);
}

// ---------------------------------------------------------------------------------------------------
// Doors
// ---------------------------------------------------------------------------------------------------

/// The tile beside a tile, or LF_NO_TILE if it is outside the map or blocked even with all doors open.
static lf_tile tile_beside(const lf_fixtures *fixtures, lf_tile tile, int dx, int dy) {
    const lf_point at = lf_map_point(fixtures->map, tile);
    const lf_tile beside = lf_map_tile(fixtures->map, at.x + dx, at.y + dy);
    return lf_map_is_open(fixtures->map, beside) ? beside : LF_NO_TILE;
}

/// The key that entering a tile needs: none unless it is a door.
static uint64_t tile_need(const lf_fixtures *fixtures, lf_tile tile) {
    if (!lfi_bit(fixtures->door_bits, lfi_map_spot(fixtures->map, tile))) return 0;
    return lfi_kind_bit(lfi_fixtures_find(fixtures, tile)->kind);
}

/// Whether a move from a tile to the tile beside it is legal with all doors open, and the keys it needs.
static bool move_need(const lf_fixtures *fixtures, lf_tile from, int dx, int dy, uint64_t *need) {
    const lf_tile to = tile_beside(fixtures, from, dx, dy);
    if (to == LF_NO_TILE) return false;
    *need = tile_need(fixtures, from) | tile_need(fixtures, to);
    if (dx == 0 || dy == 0) return true;
    if (fixtures->map->moves == LF_MOVES_ORTHOGONAL) return false;
    if (fixtures->map->moves == LF_MOVES_KING_CUT) return true;
    const lf_tile beside = tile_beside(fixtures, from, dx, 0), above = tile_beside(fixtures, from, 0, dy);
    if (beside == LF_NO_TILE || above == LF_NO_TILE) return false;
    *need |= tile_need(fixtures, beside) | tile_need(fixtures, above);
    return true;
}

static void sidestep_add(lf_fixtures *fixtures, lf_tile a, lf_tile b, uint64_t need) {
    if (fixtures->sidesteps != NULL)
        fixtures->sidesteps[fixtures->sidestep_count] = (lfi_sidestep){a, b, need};
    fixtures->sidestep_count++;
}

static void port_add(lf_fixtures *fixtures, lf_tile tile) {
    if (fixtures->ports != NULL)
        fixtures->ports[fixtures->port_count] = (lfi_port){tile, lfi_fixtures_region(fixtures, tile)};
    fixtures->port_count++;
}

/// The ports of a door, and the sidesteps from it. A move between two doors is found from both, but added
/// once.
static void door_find_moves(lf_fixtures *fixtures, const lf_fixture *door) {
    for (int k = 0; k < LFI_AROUND; k++) {
        uint64_t need;
        const int dx = lfi_move_dx(k), dy = lfi_move_dy(k);
        if (k == LFI_CENTRE || !move_need(fixtures, door->tile, dx, dy, &need)) continue;
        const lf_tile to = tile_beside(fixtures, door->tile, dx, dy);
        const bool is_door = lfi_bit(fixtures->door_bits, lfi_map_spot(fixtures->map, to));
        if (!is_door && need == lfi_kind_bit(door->kind))
            port_add(fixtures, to);
        else if (!is_door || door->tile < to)
            sidestep_add(fixtures, door->tile, to, need);
    }
}

/// The diagonals that pass a door at its corner, between two floor tiles beside it.
static void door_find_corners(lf_fixtures *fixtures, const lf_fixture *door) {
    if (fixtures->map->moves != LF_MOVES_KING) return;
    for (int dx = -1; dx <= 1; dx += 2) {
        for (int dy = -1; dy <= 1; dy += 2) {
            const lf_tile a = tile_beside(fixtures, door->tile, dx, 0);
            const lf_tile b = tile_beside(fixtures, door->tile, 0, dy);
            uint64_t need;
            if (a == LF_NO_TILE || b == LF_NO_TILE || tile_need(fixtures, a) != 0 ||
                tile_need(fixtures, b) != 0)
                continue;
            if (move_need(fixtures, a, -dx, dy, &need)) sidestep_add(fixtures, a, b, need);
        }
    }
}

/// Walks over all doors: counts ports and sidesteps, or fills them in where there is memory for them.
static void doors_walk(lf_fixtures *fixtures) {
    fixtures->port_count = fixtures->sidestep_count = 0;
    lfi_door *door = fixtures->doors;
    for (int64_t i = 0; i < fixtures->count; i++) {
        if (fixtures->items[i].type != LF_FIXTURE_DOOR) continue;
        const int64_t first = fixtures->port_count;
        door_find_moves(fixtures, &fixtures->items[i]);
        door_find_corners(fixtures, &fixtures->items[i]);
        *door++ = (lfi_door){.tile = fixtures->items[i].tile,
                             .port = (uint32_t)first,
                             .port_count = (uint8_t)(fixtures->port_count - first),
                             .kind = fixtures->items[i].kind};
    }
}

static lf_status doors_find(lf_fixtures *fixtures) {
    lfi_arrays run = {.allocator = &fixtures->allocator, .mode = LFI_ARRAYS_MAKE};
    fixtures_door_arrays(&run, fixtures);
    if (run.failed) return LF_E_NOMEM;
    doors_walk(fixtures);
    fixtures->region_item_count = fixtures->port_count + fixtures->key_count;
    fixtures_move_arrays(&run, fixtures);
    if (run.failed) return LF_E_NOMEM;
    doors_walk(fixtures);
    return LF_OK;
}

/// Lists the items of each region: its keys, and the doors that can be entered from it.
static void regions_list(lf_fixtures *fixtures) {
    uint64_t *item = fixtures->region_items;
    for (int64_t i = 0; i < fixtures->door_count; i++) {
        const lfi_port *ports = fixtures->ports + fixtures->doors[i].port;
        for (int k = 0; k < fixtures->doors[i].port_count; k++)
            *item++ = (uint64_t)ports[k].region << 32 | (uint64_t)i << 1;
    }
    for (int64_t i = 0; i < fixtures->count; i++) {
        if (fixtures->items[i].type != LF_FIXTURE_KEY) continue;
        *item++ =
            (uint64_t)lfi_fixtures_region(fixtures, fixtures->items[i].tile) << 32 | (uint64_t)i << 1 | 1;
    }
    lfi_sort(fixtures->region_items, (uint64_t)fixtures->region_item_count);
}

// ---------------------------------------------------------------------------------------------------
// The object
// ---------------------------------------------------------------------------------------------------

static lf_status fixtures_fill(lf_fixtures *fixtures, const lf_fixtures_desc *desc) {
    lf_status status = fixtures_read(fixtures, desc);
    if (status == LF_OK) status = fixtures_shut(fixtures);
    if (status == LF_OK) status = doors_find(fixtures);
    if (status == LF_OK) regions_list(fixtures);
    return status;
}

static lf_status fixtures_check_counts(const lf_map *map, const lf_fixtures_desc *desc) {
    if (desc->fixture_count < 0) return LF_E_COUNT;
    if (desc->fixtures == NULL && desc->fixture_count > 0) return LF_E_NULL;
    if (desc->fixture_count > LF_MAX_FIXTURES) return LF_E_TOO_MANY_FIXTURES;
    // more fixtures than tiles
    return desc->fixture_count > (int64_t)map->tile_count ? LF_E_FIXTURE_TWICE : LF_OK;
}

lf_status lfi_fixtures_make(const lf_map *map, const lf_fixtures_desc *desc, bool skip_blocked,
                            lf_fixtures **out) {
    int64_t open = 0;
    lf_allocator allocator = desc->allocator;
    lf_status status = fixtures_check_counts(map, desc);
    if (status == LF_OK) status = lfi_allocator_resolve(&allocator);
    if (status == LF_OK) status = fixtures_check(map, desc, &open);
    if (status == LF_OK && open < desc->fixture_count && !skip_blocked) status = LF_E_FIXTURE_BLOCKED;
    if (status != LF_OK) return status;
    lf_fixtures *fixtures = lfi_alloc(&allocator, 1, sizeof *fixtures);
    if (fixtures == NULL) return LF_E_NOMEM;
    *fixtures = (lf_fixtures){.allocator = allocator, .map = map, .shut = *map, .count = open};
    fixtures->shut.allocator = allocator;
    fixtures->shut.open = NULL;
    fixtures->shut.depth = NULL;
    fixtures->shut.bodies = (lfi_bodies){0};
    status = fixtures_fill(fixtures, desc);
    if (status == LF_OK)
        *out = fixtures;
    else
        lf_fixtures_destroy(fixtures);
    return status;
}

lf_status lf_fixtures_create(const lf_map *map, const lf_fixtures_desc *desc, lf_fixtures **out) {
    static const lf_fixtures_desc nothing = {0};
    if (out == NULL) return LF_E_NULL;
    *out = NULL;
    if (map == NULL) return LF_E_NULL;
    return lfi_fixtures_make(map, desc == NULL ? &nothing : desc, false, out);
}

void lf_fixtures_destroy(lf_fixtures *fixtures) {
    if (fixtures == NULL) return;
    const lf_allocator allocator = fixtures->allocator;
    fixtures_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, fixtures);
    lfi_free(&allocator, fixtures, 1, sizeof *fixtures);
}

const lf_map *lf_fixtures_map(const lf_fixtures *fixtures) {
    return fixtures == NULL ? NULL : fixtures->map;
}

int64_t lf_fixtures_key_count(const lf_fixtures *fixtures) {
    return fixtures == NULL ? 0 : fixtures->key_count;
}

int64_t lf_fixtures_door_count(const lf_fixtures *fixtures) {
    return fixtures == NULL ? 0 : fixtures->door_count;
}

size_t lf_fixtures_bytes(const lf_fixtures *fixtures) {
    if (fixtures == NULL) return 0;
    lf_fixtures copy = *fixtures;
    lfi_arrays run = {.mode = LFI_ARRAYS_COUNT, .bytes = sizeof copy};
    fixtures_arrays(&run, &copy);
    return (size_t)run.bytes;
}

uint64_t lf_fixtures_key_kinds(const lf_fixtures *fixtures) {
    return fixtures == NULL ? 0 : fixtures->key_kinds;
}

uint64_t lf_fixtures_door_kinds(const lf_fixtures *fixtures) {
    return fixtures == NULL ? 0 : fixtures->door_kinds;
}

bool lf_fixtures_at(const lf_fixtures *fixtures, lf_tile tile, lf_fixture *out) {
    const lf_fixture *fixture = fixtures == NULL ? NULL : lfi_fixtures_find(fixtures, tile);
    if (fixture != NULL && out != NULL) *out = *fixture;
    return fixture != NULL;
}
