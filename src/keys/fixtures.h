// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The inside of fixtures: the map with every door shut, and what the doors add to it when they open.
#ifndef LANDFALL_FIXTURES_H
#define LANDFALL_FIXTURES_H

#include "../map/map.h"

/// A door and its ports: the tiles from which it can be entered with nothing but its own key.
typedef struct lfi_door {
    lf_tile tile;
    uint32_t port; ///< first of its ports
    uint8_t port_count, kind;
} lfi_door;

typedef struct lfi_port {
    lf_tile tile;
    uint32_t region; ///< body of the shut map
} lfi_port;

/// A move that needs more than one key, or that passes an open door at its corner without entering it.
typedef struct lfi_sidestep {
    lf_tile a, b;
    uint64_t need;
} lfi_sidestep;

struct lf_fixtures {
    lf_allocator allocator;
    const lf_map *map;
    lf_map shut;       ///< a copy of the map with bits of its own: every door is blocked; bodies found
    lf_fixture *items; ///< sorted by tile
    int64_t count, key_count, door_count;
    uint64_t key_kinds, door_kinds;
    uint64_t *door_bits, *key_bits; ///< in the map's layout
    lfi_door *doors;                ///< in the order of their tiles
    lfi_port *ports;
    lfi_sidestep *sidesteps;
    int64_t port_count, sidestep_count;
    uint64_t *region_items; ///< sorted: region << 32 | index << 1 | whether it is a key (else a door)
    int64_t region_item_count;
};

static inline uint64_t lfi_kind_bit(uint8_t kind) {
    return UINT64_C(1) << kind;
}

/// Creates fixtures, as lf_fixtures_create does. With `skip_blocked`, those on blocked tiles are left out
/// instead of being refused. `desc` must not be NULL; `out` is set on success only.
lf_status lfi_fixtures_make(const lf_map *map, const lf_fixtures_desc *desc, bool skip_blocked,
                            lf_fixtures **out);

/// Writes a fixture for callers, padding included, so that no byte of it is left over from older memory.
void lfi_fixture_put(lf_fixture *out, lf_tile tile, uint8_t kind, lf_fixture_type type);

/// The fixture on a tile, or NULL.
const lf_fixture *lfi_fixtures_find(const lf_fixtures *fixtures, lf_tile tile);

/// The door on a tile that holds one.
uint32_t lfi_fixtures_door(const lf_fixtures *fixtures, lf_tile tile);

/// The region of a tile that is open in the shut map.
static inline uint32_t lfi_fixtures_region(const lf_fixtures *fixtures, lf_tile tile) {
    return lf_map_body(&fixtures->shut, tile);
}

#endif // LANDFALL_FIXTURES_H
