// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The scenes by name, and the way from a kind to its generator.
#include "scenes.h"

#include <string.h>

#include "generators.h"

typedef struct scene_entry {
    const char *name, *text;
} scene_entry;

static const scene_entry scene_entries[LF_SCENE_COUNT] = {
#define SCENE_ENTRY(id, name, text) {name, text},
    LF_SCENE_MAP(SCENE_ENTRY)
#undef SCENE_ENTRY
};

static bool scene_exists(lf_scene scene) {
    return (int)scene >= 0 && (int)scene < LF_SCENE_COUNT;
}

const char *lf_scene_name(lf_scene scene) {
    return scene_exists(scene) ? scene_entries[scene].name : NULL;
}

const char *lf_scene_text(lf_scene scene) {
    return scene_exists(scene) ? scene_entries[scene].text : NULL;
}

bool lf_scene_parse(const char *name, lf_scene *out) {
    if (name == NULL || out == NULL) return false;
    for (int i = 0; i < LF_SCENE_COUNT; i++) {
        if (strcmp(name, scene_entries[i].name) != 0) continue;
        *out = (lf_scene)i;
        return true;
    }
    return false;
}

void lfi_ground_span(const lfi_ground *ground, int64_t y, int64_t x_begin, int64_t x_end, uint8_t value) {
    if (x_begin < 0) x_begin = 0;
    if (x_end > ground->width) x_end = ground->width;
    if (y < 0 || y >= ground->height || x_begin >= x_end) return;
    memset(lfi_ground_at(ground, x_begin, y), value, (size_t)(x_end - x_begin));
}

void lfi_ground_disc(const lfi_ground *ground, int64_t x, int64_t y, int64_t radius_squared, uint8_t value) {
    int64_t half = lfi_root((uint64_t)radius_squared);
    for (int64_t dy = 0; dy * dy <= radius_squared; dy++) {
        while (half * half + dy * dy > radius_squared) half--;
        lfi_ground_span(ground, y + dy, x - half, x + half + 1, value);
        lfi_ground_span(ground, y - dy, x - half, x + half + 1, value);
    }
}

bool lfi_ground_report(const lfi_ground *ground, int64_t done, int64_t total) {
    return ground->progress.report == NULL || ground->progress.report(done, total, ground->progress.user);
}

enum { REPORT_TILES = 1 << 16 }; // some 0.1 ms apart: a report may look at a clock

bool lfi_ground_row_done(const lfi_ground *ground, int64_t y) {
    const int64_t before = y * ground->width, after = before + ground->width;
    if (after / REPORT_TILES == before / REPORT_TILES && y + 1 < ground->height) return true;
    return lfi_ground_report(ground, after, lfi_ground_count(ground));
}

static bool scene_open_fill(const lfi_ground *ground) {
    bool goes_on = true;
    for (int64_t y = 0; goes_on && y < ground->height; y++) {
        lfi_ground_span(ground, y, 0, ground->width, 1);
        goes_on = lfi_ground_row_done(ground, y);
    }
    return goes_on;
}

static bool scene_fill(lf_scene scene, const lfi_ground *ground) {
    switch (scene) {
    case LF_SCENE_OPEN: return scene_open_fill(ground);
    case LF_SCENE_NOISE: return lfi_noise_fill(ground);
    case LF_SCENE_ROOMS: return lfi_rooms_fill(ground);
    case LF_SCENE_MAZE: return lfi_maze_fill(ground);
    case LF_SCENE_ISLANDS: return lfi_islands_fill(ground);
    case LF_SCENE_RIVER: return lfi_river_fill(ground);
    case LF_SCENE_ARCHIPELAGO: return lfi_archipelago_fill(ground);
    case LF_SCENE_COUNT: break;
    }
    return false;
}

bool lf_scene_make(lf_scene scene, int32_t width, int32_t height, uint64_t seed, uint8_t *tiles) {
    return lf_scene_make_watched(scene, width, height, seed, (lf_progress){0}, tiles);
}

bool lf_scene_make_watched(lf_scene scene, int32_t width, int32_t height, uint64_t seed, lf_progress progress,
                           uint8_t *tiles) {
    if (!scene_exists(scene) || width < 1 || height < 1 || tiles == NULL) return false;
    // Neighbouring seeds must not give shifted copies of one stream, which plain splitmix64 states would.
    const lfi_ground ground = {.width = width,
                               .height = height,
                               .seed = lfi_random_mix(seed ^ ((uint64_t)scene << 56)),
                               .tiles = tiles,
                               .progress = progress};
    if (!scene_fill(scene, &ground)) return false;
    if (memchr(tiles, 1, (size_t)lfi_ground_count(&ground)) == NULL)
        *lfi_ground_at(&ground, width / 2, height / 2) = 1;
    return true;
}
