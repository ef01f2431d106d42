// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file scenes.h
/// Map generators shared by the tests, the benchmarks and the program. A scene is made from its kind, size
/// and seed alone, with integers only, so it is the same on every platform.
#ifndef LANDFALL_SCENES_H
#define LANDFALL_SCENES_H

#include <landfall.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A small, fast, seedable generator (splitmix64): the same numbers everywhere.
typedef struct lf_random {
    uint64_t state;
} lf_random;

lf_random lf_random_make(uint64_t seed);
uint64_t lf_random_next(lf_random *random);
/// A number from 0 to bound - 1; bound > 0.
uint32_t lf_random_below(lf_random *random, uint32_t bound);

/// One list makes the enum, the names and the help texts: X(name, "name", "what it is").
#define LF_SCENE_MAP(X)                                                                     \
    X(OPEN, "open", "open everywhere")                                                      \
    X(NOISE, "noise", "each tile blocked with a chance of 35 in 100")                       \
    X(ROOMS, "rooms", "a grid of rooms with doors, a few of them missing")                  \
    X(MAZE, "maze", "a perfect maze with corridors one tile wide")                          \
    X(ISLANDS, "islands", "open sea with round islands")                                    \
    X(RIVER, "river-into-ocean", "a winding river through land that ends in an open ocean") \
    X(ARCHIPELAGO, "archipelago", "coasts of fractal noise: continents, islands, straits, lakes")

typedef enum lf_scene {
#define LF_SCENE_ENUM(id, name, text) LF_SCENE_##id,
    LF_SCENE_MAP(LF_SCENE_ENUM)
#undef LF_SCENE_ENUM
        LF_SCENE_COUNT
} lf_scene;

/// Name and description of a scene; NULL if there is no such scene.
const char *lf_scene_name(lf_scene scene);
const char *lf_scene_text(lf_scene scene);

/// The scene of that name; false if there is none.
bool lf_scene_parse(const char *name, lf_scene *out);

/// Fills `tiles` (width * height bytes, row by row, 1 open and 0 blocked). Every size from 1 x 1 works; at
/// least one tile is open. Allocates working memory; returns false if there is none or an argument is bad.
bool lf_scene_make(lf_scene scene, int32_t width, int32_t height, uint64_t seed, uint8_t *tiles);

/// The same, and says how far it has come; a report that is answered with false ends it, which gives false.
bool lf_scene_make_watched(lf_scene scene, int32_t width, int32_t height, uint64_t seed, lf_progress progress,
                           uint8_t *tiles);

#ifdef __cplusplus
}
#endif

#endif // LANDFALL_SCENES_H
