// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The dungeons that bench_keys and bench_gaps measure: rooms and mazes of the generator, families (families.h) and
// noise, and what a game does with them before it asks.
#ifndef LANDFALL_BENCH_DUNGEONS_H
#define LANDFALL_BENCH_DUNGEONS_H

#include "families.h"

#include <dungeon.h>
#include <landfall.h>
#include <stdlib.h>

/// `rooms` of a dungeon that is not made by the generator but of noise: walls, doors (a share of the tiles out of a
/// thousand in `doors`) and 20 keys anywhere. Nothing is known of it, and there may be no route.
enum { NOISE = -100, NOISE_WALLS = 250, NOISE_KEYS = 20 };

/// `rooms` below 0 are a family (families.h), which has a size of its own.
///
/// As many rooms as `landfall generate dungeon` makes by itself: one for 150 tiles.
enum { DENSE = 4096 * 4096 / 150 };

typedef struct row {
    const char *name;
    int32_t width, height, rooms, keys, doors;
    lf_goal goal;
    lf_moves moves;
} row;

static inline uint32_t noise_below(uint64_t *random, uint32_t below) {
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*random >> 33) % below);
}

static inline void noise_make(const row *r, uint64_t seed, uint8_t *tiles) {
    const int64_t count = (int64_t)r->width * r->height;
    uint64_t random = seed * 77 + 5;
    for (int64_t i = 0; i < count; i++) {
        const uint32_t roll = noise_below(&random, 1000), kind = noise_below(&random, (uint32_t)r->keys);
        const uint32_t doors = NOISE_WALLS + (uint32_t)r->doors;
        tiles[i] = (uint8_t)(roll < NOISE_WALLS ? LF_DUNGEON_WALL
                             : roll < doors     ? LF_DUNGEON_DOOR + kind
                                                : LF_DUNGEON_FLOOR);
    }
    for (int i = 0; i < NOISE_KEYS; i++)
        tiles[noise_below(&random, (uint32_t)count)] = (uint8_t)(LF_DUNGEON_KEY + i % r->keys);
    for (int32_t i = 0; i < 9; i++) { // room around both ends
        tiles[i / 3 * r->width + i % 3] = LF_DUNGEON_FLOOR;
        tiles[count - 1 - i / 3 * r->width - i % 3] = LF_DUNGEON_FLOOR;
    }
    tiles[0] = LF_DUNGEON_START;
    tiles[count - 1] = LF_DUNGEON_EXIT;
}

typedef struct ground {
    uint8_t *tiles;
    lf_fixture *fixtures;
    lf_source start;
    lf_tile exit;
    int64_t fixture_count;
} ground;

/// The scan that a game does once: where keys, doors, start and exit are.
static inline void ground_scan(ground *g, int64_t count) {
    g->fixture_count = 0;
    for (int64_t i = 0; i < count; i++) {
        const uint8_t tile = g->tiles[i];
        if (tile <= LF_DUNGEON_FLOOR) continue;
        if (tile == LF_DUNGEON_START) g->start.tile = (lf_tile)i;
        if (tile == LF_DUNGEON_EXIT) g->exit = (lf_tile)i;
        if (tile < LF_DUNGEON_KEY) continue;
        const bool door = tile >= LF_DUNGEON_DOOR;
        g->fixtures[g->fixture_count++] = (lf_fixture){.tile = (lf_tile)i,
                                                       .kind = (uint8_t)(tile & 63),
                                                       .type = door ? LF_FIXTURE_DOOR : LF_FIXTURE_KEY};
    }
}

/// Makes the dungeon of a row; false if that fails.
static inline bool row_make(const row *r, uint64_t seed, uint8_t *tiles) {
    if (r->rooms == NOISE) {
        noise_make(r, seed, tiles);
        return true;
    }
    if (r->rooms < 0) {
        family_make((family)-r->rooms, r->keys, seed, tiles);
        return true;
    }
    const lf_dungeon_desc desc = {.width = r->width,
                                  .height = r->height,
                                  .rooms = r->rooms,
                                  .keys = r->keys,
                                  .doors = r->doors,
                                  .seed = seed};
    return lf_dungeon_make(&desc, tiles) == NULL;
}

#endif // LANDFALL_BENCH_DUNGEONS_H
