// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Families of dungeons that are hard for a search with keys, each in its own way. All of them have up to 64 kinds, a
// start and an exit, and a route.
//
//     chain      rooms in a row, a door between each two; the key of a door lies twice in the rooms before it
//     copies     a hall with three copies of each key, and a corridor with a door of each kind
//     nested     rings around the exit, each with two doors of two kinds; either will do
//     shortcuts  a snake from start to exit, with a door in each wall; no key is needed, each costs a detour
//     cycle      rooms along a corridor; the key of a room lies in another one, all of them in one long order
//     field      an open field with keys, and no door
#ifndef LANDFALL_FAMILIES_H
#define LANDFALL_FAMILIES_H

#include <dungeon.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef enum family {
    FAMILY_CHAIN = 1,
    FAMILY_COPIES,
    FAMILY_NESTED,
    FAMILY_SHORTCUTS,
    FAMILY_CYCLE,
    FAMILY_FIELD
} family;

typedef struct family_canvas {
    uint8_t *tiles;
    int32_t width, height;
    uint64_t random;
} family_canvas;

static inline int32_t family_below(family_canvas *c, int32_t below) {
    c->random = c->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int32_t)((c->random >> 33) % (uint64_t)below);
}

static inline uint8_t *family_at(const family_canvas *c, int32_t x, int32_t y) {
    return &c->tiles[(int64_t)y * c->width + x];
}

static inline void family_floor(const family_canvas *c, int32_t x, int32_t y, int32_t width, int32_t height) {
    for (int32_t i = 0; i < height; i++)
        for (int32_t k = 0; k < width; k++) *family_at(c, x + k, y + i) = LF_DUNGEON_FLOOR;
}

/// Puts a key on bare floor somewhere in a rectangle, or on the next bare floor if the rectangle is full.
static inline void family_key(family_canvas *c, int32_t kind, int32_t x, int32_t y, int32_t width,
                              int32_t height) {
    enum { TRIES = 10000 };
    uint8_t *at = family_at(c, x, y);
    for (int32_t i = 0; i < TRIES; i++) {
        at = family_at(c, x + family_below(c, width), y + family_below(c, height));
        if (*at == LF_DUNGEON_FLOOR) break;
    }
    while (*at != LF_DUNGEON_FLOOR) at++;
    *at = (uint8_t)(LF_DUNGEON_KEY + kind);
}

/// How large a map of so many kinds is.
static inline void family_size(family f, int32_t kinds, int32_t *width, int32_t *height) {
    *width = f == FAMILY_CHAIN       ? 6 * (kinds + 1)
             : f == FAMILY_COPIES    ? 30 + 2 * kinds + 2
             : f == FAMILY_NESTED    ? 2 * kinds + 3
             : f == FAMILY_SHORTCUTS ? 28
             : f == FAMILY_CYCLE     ? 4 * kinds + 2
                                     : 100;
    *height = f == FAMILY_CHAIN       ? 5
              : f == FAMILY_COPIES    ? 30
              : f == FAMILY_NESTED    ? 2 * kinds + 3
              : f == FAMILY_SHORTCUTS ? 2 * kinds + 1
              : f == FAMILY_CYCLE     ? 9
                                      : 100;
}

static inline void family_chain(family_canvas *c, int32_t kinds) {
    enum { STEP = 6, HEIGHT = 5, BACK = 17 };
    for (int32_t room = 0; room <= kinds; room++) family_floor(c, room * STEP, 0, STEP - 1, HEIGHT);
    *family_at(c, 0, HEIGHT / 2) = LF_DUNGEON_START;
    *family_at(c, kinds * STEP + STEP - 2, HEIGHT / 2) = LF_DUNGEON_EXIT;
    for (int32_t k = 0; k < kinds; k++) {
        *family_at(c, k * STEP + STEP - 1, HEIGHT / 2) = (uint8_t)(LF_DUNGEON_DOOR + k);
        for (int copy = 0; copy < 2; copy++) {
            const int32_t room = k - family_below(c, (k < BACK ? k : BACK) + 1);
            family_key(c, k, room * STEP, family_below(c, 2) * 3, STEP - 1, 2);
        }
    }
}

static inline void family_copies(family_canvas *c, int32_t kinds) {
    enum { SIDE = 30 };
    family_floor(c, 0, 0, SIDE, SIDE);
    family_floor(c, SIDE, 0, 2 * kinds + 2, 1);
    *family_at(c, 0, 0) = LF_DUNGEON_START;
    *family_at(c, SIDE + 2 * kinds + 1, 0) = LF_DUNGEON_EXIT;
    for (int32_t k = 0; k < kinds; k++) {
        *family_at(c, SIDE + 2 * k, 0) = (uint8_t)(LF_DUNGEON_DOOR + k);
        for (int copy = 0; copy < 3; copy++) family_key(c, k, 0, 1, SIDE, SIDE - 1);
    }
}

/// A tile of the ring at some distance from the middle, no corner: by its side and its place.
static inline uint8_t *family_ring(const family_canvas *c, int32_t far, int32_t side, int32_t place) {
    const int32_t middle = c->width / 2, along = place - far;
    return side == 0   ? family_at(c, middle + along, middle - far)
           : side == 1 ? family_at(c, middle + far, middle + along)
           : side == 2 ? family_at(c, middle - along, middle + far)
                       : family_at(c, middle - far, middle - along);
}

static inline void family_nested(family_canvas *c, int32_t kinds) {
    const int32_t rings = kinds / 2;
    for (int32_t far = 0; far <= 2 * rings; far += 2)
        for (int32_t side = 0; side < 4; side++)
            for (int32_t place = 0; place <= 2 * far; place++)
                *family_ring(c, far, side, place) = LF_DUNGEON_FLOOR;
    *family_at(c, c->width / 2, c->width / 2) = LF_DUNGEON_EXIT;
    *family_ring(c, 2 * rings, 0, 0) = LF_DUNGEON_START;
    for (int32_t k = 0; k < 2 * rings; k++) {
        const int32_t wall = 2 * (rings - k / 2) - 1; // from the outside inwards
        uint8_t *door, *key;
        do {
            door = family_ring(c, wall, family_below(c, 4), 1 + family_below(c, 2 * wall - 1));
        } while (*door != LF_DUNGEON_WALL);
        *door = (uint8_t)(LF_DUNGEON_DOOR + k);
        do {
            const int32_t far = wall + 1 + 2 * family_below(c, k / 2 + 1);
            key = family_ring(c, far, family_below(c, 4), family_below(c, 2 * far));
        } while (*key != LF_DUNGEON_FLOOR);
        *key = (uint8_t)(LF_DUNGEON_KEY + k);
    }
}

static inline void family_shortcuts(family_canvas *c, int32_t kinds) {
    enum { LENGTH = 28, BACK = 12 };
    for (int32_t row = 0; row <= kinds; row++) {
        family_floor(c, 0, 2 * row, LENGTH, 1);
        if (row < kinds) *family_at(c, row % 2 == 0 ? LENGTH - 1 : 0, 2 * row + 1) = LF_DUNGEON_FLOOR;
    }
    *family_at(c, 0, 0) = LF_DUNGEON_START;
    *family_at(c, kinds % 2 == 0 ? LENGTH - 1 : 0, 2 * kinds) = LF_DUNGEON_EXIT;
    for (int32_t k = 0; k < kinds; k++) {
        *family_at(c, 4 + family_below(c, LENGTH - 8), 2 * k + 1) = (uint8_t)(LF_DUNGEON_DOOR + k);
        const int32_t back = family_below(c, BACK), row = k > back ? k - back : 0;
        family_key(c, k, family_below(c, 2) * (LENGTH - 6), 2 * row, 6, 1);
    }
}

static inline void family_cycle(family_canvas *c, int32_t kinds) {
    int32_t order[64];
    family_floor(c, 0, 4, 4 * kinds + 2, 1);
    *family_at(c, 0, 4) = LF_DUNGEON_START;
    *family_at(c, 4 * kinds + 1, 4) = LF_DUNGEON_EXIT;
    for (int32_t i = 0; i < kinds; i++) order[i] = i;
    for (int32_t i = kinds - 1; i > 0; i--) {
        const int32_t k = family_below(c, i + 1), swapped = order[i];
        order[i] = order[k];
        order[k] = swapped;
    }
    for (int32_t i = 0; i < kinds;
         i++) { // rooms open in three orders side by side, so that they can be mixed
        const int32_t room = order[i], x = 1 + 4 * room, up = room % 2;
        family_floor(c, x, up != 0 ? 1 : 6, 3, 2);
        *family_at(c, x + 1, up != 0 ? 3 : 5) =
            (uint8_t)(i < 3 ? LF_DUNGEON_FLOOR : LF_DUNGEON_DOOR + order[i]);
    }
    for (int32_t i = 0; i < kinds;
         i++) { // the key of the room three places later lies here; the last ones anywhere
        const int32_t room = order[i], next = order[i + 3 < kinds ? i + 3 : i + 3 - kinds];
        family_key(c, next, 1 + 4 * room, room % 2 != 0 ? 1 : 6, 3, 2);
    }
}

static inline void family_field(family_canvas *c, int32_t kinds) {
    family_floor(c, 0, 0, c->width, c->height);
    *family_at(c, 0, 0) = LF_DUNGEON_START;
    *family_at(c, c->width - 1, c->height - 1) = LF_DUNGEON_EXIT;
    for (int32_t k = 0; k < kinds; k++) family_key(c, k, 0, 0, c->width, c->height);
}

/// Fills width * height tiles, as family_size says.
static inline void family_make(family f, int32_t kinds, uint64_t seed, uint8_t *tiles) {
    family_canvas c = {.tiles = tiles, .random = seed * 977 + 13};
    family_size(f, kinds, &c.width, &c.height);
    memset(tiles, LF_DUNGEON_WALL, (size_t)c.width * (size_t)c.height);
    switch (f) {
    case FAMILY_CHAIN: family_chain(&c, kinds); break;
    case FAMILY_COPIES: family_copies(&c, kinds); break;
    case FAMILY_NESTED: family_nested(&c, kinds); break;
    case FAMILY_SHORTCUTS: family_shortcuts(&c, kinds); break;
    case FAMILY_CYCLE: family_cycle(&c, kinds); break;
    case FAMILY_FIELD: family_field(&c, kinds); break;
    }
}

#endif // LANDFALL_FAMILIES_H
