// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The generators of the program, for the playground: what it shows, `landfall generate` makes to the byte.
#include "dungeon.h"
#include "scenes.h"
#include "shim.h"

/// The name of a scene, or NULL if there is no such scene.
LFJS(const char *, page_scene_name)(int32_t scene) {
    return lf_scene_name((lf_scene)scene);
}

/// Fills width * height bytes, 1 open and 0 blocked. False if there is no memory, or an argument is bad.
LFJS(int32_t, page_scene)(int32_t scene, int32_t width, int32_t height, double seed, uint8_t *tiles) {
    return lf_scene_make((lf_scene)scene, width, height, (uint64_t)seed, tiles);
}

/// Fills width * height bytes with walls, floors, keys and doors. NULL, or what is wrong with the numbers.
/// Words: width, height, rooms, keys, doors.
LFJS(const char *, page_dungeon)(double seed, uint8_t *tiles) {
    const int32_t *w = lfjs_words;
    const lf_dungeon_desc desc = {
        .width = w[0], .height = w[1], .rooms = w[2], .keys = w[3], .doors = w[4], .seed = (uint64_t)seed};
    return lf_dungeon_make(&desc, tiles);
}
