// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file dungeon.h
/// Dungeons with keys and doors for the tests, the benchmarks and the program: made from a few numbers and a
/// seed, with integers only, so they are the same on every platform.
#ifndef LANDFALL_DUNGEON_H
#define LANDFALL_DUNGEON_H

#include <landfall.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a tile of a dungeon is. A key of kind k is LF_DUNGEON_KEY + k, its doors are LF_DUNGEON_DOOR + k.
enum {
    LF_DUNGEON_WALL = 0,
    LF_DUNGEON_FLOOR = 1,
    LF_DUNGEON_START = 2,
    LF_DUNGEON_EXIT = 3,
    LF_DUNGEON_KEY = 64,
    LF_DUNGEON_DOOR = 128,
    LF_DUNGEON_MAX_KINDS = 64,
};

typedef struct lf_dungeon_desc {
    int32_t width, height;
    int32_t rooms; ///< rooms, joined by corridors one tile wide; 0 = a maze instead
    int32_t keys;  ///< kinds, 0 to 64, one key each
    int32_t doors; ///< 0 = as many as keys; at least as many as keys otherwise
    uint64_t seed;
    bool unsolvable;      ///< whether the exit is to be out of reach
    lf_progress progress; ///< `{0}` = none
} lf_dungeon_desc;

/// Fills `tiles` (width * height bytes, row by row). There is one start and one exit, every key can be taken
/// and the exit reached, unless it is to be unsolvable. A dungeon with few corridors may get fewer doors than
/// asked for, but never fewer keys.
/// @return NULL, or what is wrong with the numbers, "out of memory", or "cancelled" if a report was answered
/// with false.
const char *lf_dungeon_make(const lf_dungeon_desc *desc, uint8_t *tiles);

#ifdef __cplusplus
}
#endif

#endif // LANDFALL_DUNGEON_H
