// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What the generators share: the ground they shape, and one function each.
#ifndef LANDFALL_GENERATORS_H
#define LANDFALL_GENERATORS_H

#include <landfall.h>
#include <stdbool.h>
#include <stdint.h>

/// The tiles that a generator fills, 1 open and 0 blocked, and the seed that it fills them from.
typedef struct lfi_ground {
    int32_t width, height;
    uint64_t seed;
    uint8_t *tiles; ///< holds anything at first
    lf_progress progress;
} lfi_ground;

/// The tile at (x, y), which must lie inside.
static inline uint8_t *lfi_ground_at(const lfi_ground *ground, int64_t x, int64_t y) {
    return ground->tiles + y * ground->width + x;
}

static inline int64_t lfi_ground_count(const lfi_ground *ground) {
    return (int64_t)ground->width * ground->height;
}

/// Sets the tiles of one row from x_begin up to, not including, x_end; what is outside is left out.
void lfi_ground_span(const lfi_ground *ground, int64_t y, int64_t x_begin, int64_t x_end, uint8_t value);

/// Sets the tiles whose distance to (x, y) squared is at most radius_squared; what is outside is left out.
void lfi_ground_disc(const lfi_ground *ground, int64_t x, int64_t y, int64_t radius_squared, uint8_t value);

/// Says how far a generator has come, in parts of its own, always of the same total. False if it is to end.
bool lfi_ground_report(const lfi_ground *ground, int64_t done, int64_t total);

/// The same for generators that make row by row, when row y is done; says it now and then, and at the end.
bool lfi_ground_row_done(const lfi_ground *ground, int64_t y);

/// Each fills every tile; false if there is no memory, or if it was ended. They may leave all tiles blocked
/// on tiny grounds, lf_scene_make mends that.
bool lfi_noise_fill(const lfi_ground *ground);
bool lfi_rooms_fill(const lfi_ground *ground);
bool lfi_maze_fill(const lfi_ground *ground);
bool lfi_islands_fill(const lfi_ground *ground);
bool lfi_river_fill(const lfi_ground *ground);
bool lfi_archipelago_fill(const lfi_ground *ground);

/// A well mixed number for a value: splitmix64 without the state.
uint64_t lfi_random_mix(uint64_t value);

/// The largest integer whose square is at most value.
uint32_t lfi_root(uint64_t value);

#endif // LANDFALL_GENERATORS_H
