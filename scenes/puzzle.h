// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file puzzle.h
/// Puzzles (landfall/puzzle.h) for the tests, the benchmarks and the program: made from a few numbers and a seed, with
/// integers only, so they are the same on every platform.
#ifndef LANDFALL_PUZZLE_SCENE_H
#define LANDFALL_PUZZLE_SCENE_H

#include <landfall.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What gates are made of. One list makes the enum, the names and the help texts: X(name, "name", "what it is").
#define LF_PART_MAP(X)                                                           \
    X(KEYS, "keys", "a door and its key, which is kept")                         \
    X(USED_UP, "used-up", "doors that each take a key of their kind")            \
    X(NUMBERS, "numbers", "a door that asks for two or three keys")              \
    X(ONE_WAY, "one-way", "a tile that is passed in one direction only")         \
    X(ONCE, "once", "a tile that shuts behind the first who leaves it")          \
    X(SWITCHES, "switches", "a barrier, and the switch that turns it over")      \
    X(TELEPORTERS, "teleporters", "a wall, and a teleporter on each side of it") \
    X(PLACES, "places", "an open gate, and a place to be visited in its turn")

typedef enum lf_part {
#define LF_PART_ENUM(id, name, text) LF_PART_##id,
    LF_PART_MAP(LF_PART_ENUM)
#undef LF_PART_ENUM
        LF_PART_COUNT
} lf_part;

/// The name of a part; NULL if there is no such part.
const char *lf_part_name(lf_part part);

typedef struct lf_puzzle_scene_desc {
    int32_t width, height;
    int32_t heroes; ///< 1 to LF_MAX_HEROES; 0 = 1
    int32_t gates;  ///< for each hero; 0 = as many as fit and the limits of a puzzle allow, at most 24 in all
    uint32_t parts; ///< bit p for part p; 0 = all of them
    uint64_t seed;
} lf_puzzle_scene_desc;

/// A puzzle that was made.
typedef struct lf_puzzle_scene {
    lf_device *devices; ///< in the order of their tiles
    int64_t device_count;
    lf_tile starts[LF_MAX_HEROES], exits[LF_MAX_HEROES];
    int32_t heroes;
    int32_t kind_count; ///< of keys, switches and teleporters
    uint64_t used_up;
} lf_puzzle_scene;

/// Fills `tiles` (width * height bytes, row by row, 1 open and 0 blocked) with rooms, a chain of them for each hero,
/// with a gate between some rooms and the next, and shortcuts. What a gate asks for lies in rooms before it, of any
/// hero: so there is a way, with every move rule.
/// @param out  receives the puzzle; all-zero on error. Empty it with lf_puzzle_scene_free.
/// @return NULL, or what is wrong with the numbers, or "out of memory".
const char *lf_puzzle_scene_make(const lf_puzzle_scene_desc *desc, uint8_t *tiles, lf_puzzle_scene *out);

void lf_puzzle_scene_free(lf_puzzle_scene *scene);

#ifdef __cplusplus
}
#endif

#endif // LANDFALL_PUZZLE_SCENE_H
