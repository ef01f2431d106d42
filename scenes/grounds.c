// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Each kind fills the square in one go, from left to right and from top to bottom; what would lie outside is
// left out. Time: linear in the tiles, caves ten times as much. Memory: caves a byte a tile.
#include "grounds.h"

#include <stdlib.h>
#include <string.h>

static void square_rectangle(lf_square square, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                             uint8_t value) {
    for (int32_t y = y0 < 0 ? 0 : y0; y < y1 && y < square.side; y++) {
        for (int32_t x = x0 < 0 ? 0 : x0; x < x1 && x < square.side; x++)
            square.open[(size_t)y * (size_t)square.side + (size_t)x] = value;
    }
}

static int32_t random_below(lf_random *random, int32_t bound) {
    return (int32_t)lf_random_below(random, (uint32_t)bound);
}

bool lf_square_noise(lf_square square, int32_t grain, uint64_t seed) {
    lf_random random = lf_random_make(seed);
    const size_t count = (size_t)square.side * (size_t)square.side;
    for (size_t i = 0; i < count; i++) square.open[i] = random_below(&random, 100) >= grain;
    return true;
}

// ---- Rooms ----------------------------------------------------------------------------------------

enum { DOORLESS_IN = 6 };

/// The wall above and the wall to the left of a room, with their doors.
static void room_doors(lf_square square, int32_t x, int32_t y, int32_t grain, lf_random *random) {
    const int32_t across = x + 1 + random_below(random, grain - 1),
                  down = y + 1 + random_below(random, grain - 1);
    const bool above = random_below(random, DOORLESS_IN) != 0, left = random_below(random, DOORLESS_IN) != 0;
    square_rectangle(square, x, y, x + grain, y + 1, 0);
    square_rectangle(square, x, y, x + 1, y + grain, 0);
    if (above) square_rectangle(square, across, y, across + 1, y + 1, 1);
    if (left) square_rectangle(square, x, down, x + 1, down + 1, 1);
}

bool lf_square_rooms(lf_square square, int32_t grain, uint64_t seed) {
    lf_random random = lf_random_make(seed);
    square_rectangle(square, 0, 0, square.side, square.side, 1);
    for (int32_t y = 0; y < square.side; y += grain) {
        for (int32_t x = 0; x < square.side; x += grain) room_doors(square, x, y, grain, &random);
    }
    return true;
}

// ---- Islands --------------------------------------------------------------------------------------

enum { SEA_PER_RADIUS = 8 };

static void disc_fill(lf_square square, int32_t x, int32_t y, int32_t radius) {
    for (int32_t dy = -radius; dy <= radius; dy++) {
        int32_t dx = 0;
        while (dx * dx + dy * dy <= radius * radius + radius / 2) dx++;
        square_rectangle(square, x - dx + 1, y + dy, x + dx, y + dy + 1, 0);
    }
}

bool lf_square_islands(lf_square square, int32_t grain, uint64_t seed) {
    lf_random random = lf_random_make(seed);
    const int32_t pitch = SEA_PER_RADIUS * grain;
    square_rectangle(square, 0, 0, square.side, square.side, 1);
    for (int32_t y = 0; y + pitch <= square.side; y += pitch) {
        for (int32_t x = 0; x + pitch <= square.side; x += pitch) {
            const int32_t radius = 2 + random_below(&random, grain - 1);
            const int32_t room = pitch - 2 * radius, right = random_below(&random, room),
                          down = random_below(&random, room);
            disc_fill(square, x + radius + right, y + radius + down, radius);
        }
    }
    return true;
}

// ---- A city ---------------------------------------------------------------------------------------

enum { SQUARE_IN = 12, HOUSES = 3, STREET_LEAST = 2, STREET_SPREAD = 6 };

/// Three overlapping houses, or, now and then, an open square.
static void houses_fill(lf_square square, int32_t x, int32_t y, int32_t width, int32_t height,
                        lf_random *random) {
    if (random_below(random, SQUARE_IN) == 0) return;
    for (int32_t i = 0; i < HOUSES; i++) {
        const int32_t left = x + random_below(random, width / 3 + 1),
                      top = y + random_below(random, height / 3 + 1);
        const int32_t right = x + width - random_below(random, width / 3 + 1);
        square_rectangle(square, left, top, right, y + height - random_below(random, height / 3 + 1), 0);
    }
}

bool lf_square_city(lf_square square, int32_t grain, uint64_t seed) {
    lf_random random = lf_random_make(seed);
    square_rectangle(square, 0, 0, square.side, square.side, 1);
    for (int32_t y = 0, height; y < square.side; y += height) {
        height = grain / 2 + random_below(&random, grain);
        for (int32_t x = 0, width; x < square.side; x += width) {
            width = grain / 2 + random_below(&random, grain);
            houses_fill(square, x, y, width, height, &random);
            width += STREET_LEAST + random_below(&random, STREET_SPREAD);
        }
        height += STREET_LEAST + random_below(&random, STREET_SPREAD);
    }
    return true;
}

// ---- Caves ----------------------------------------------------------------------------------------

enum { CAVE_BLOCKED = 45, CAVE_OPEN_FROM = 5 };

/// Open tiles among a tile and its eight neighbours.
static int32_t around(lf_square square, const uint8_t *open, int32_t x, int32_t y) {
    int32_t count = 0;
    for (int32_t v = y - 1; v <= y + 1; v++) {
        for (int32_t u = x - 1; u <= x + 1; u++) {
            const bool inside = u >= 0 && v >= 0 && u < square.side && v < square.side;
            count += inside && open[(size_t)v * (size_t)square.side + (size_t)u];
        }
    }
    return count;
}

bool lf_square_caves(lf_square square, int32_t grain, uint64_t seed) {
    const size_t count = (size_t)square.side * (size_t)square.side;
    uint8_t *before = malloc(count);
    if (before == NULL) return false;
    lf_square_noise(square, CAVE_BLOCKED, seed);
    for (int32_t i = 0; i < grain; i++) {
        memcpy(before, square.open, count);
        for (size_t k = 0; k < count; k++) {
            const int32_t x = (int32_t)(k % (size_t)square.side), y = (int32_t)(k / (size_t)square.side);
            square.open[k] = around(square, before, x, y) >= CAVE_OPEN_FROM;
        }
    }
    free(before);
    return true;
}

// ---- Canals ---------------------------------------------------------------------------------------

enum { CANAL_PITCH = 64, CANAL_BENDS = 12 };

/// A canal of even width that bends at right angles.
static void canal_draw(lf_square square, int32_t wide, lf_random *random) {
    int32_t x = random_below(random, square.side), y = random_below(random, square.side);
    for (int32_t bend = 0; bend < CANAL_BENDS; bend++) {
        const int32_t to_x = bend % 2 == 0 ? random_below(random, square.side) : x;
        const int32_t to_y = bend % 2 == 0 ? y : random_below(random, square.side);
        square_rectangle(square, x < to_x ? x : to_x, y < to_y ? y : to_y, (x < to_x ? to_x : x) + wide,
                         (y < to_y ? to_y : y) + wide, 1);
        x = to_x;
        y = to_y;
    }
}

bool lf_square_canals(lf_square square, int32_t grain, uint64_t seed) {
    lf_random random = lf_random_make(seed);
    square_rectangle(square, 0, 0, square.side, square.side, 0);
    const int32_t count = square.side / CANAL_PITCH * (square.side / CANAL_PITCH) / CANAL_BENDS;
    for (int32_t i = 0; i <= count; i++) canal_draw(square, 1 + random_below(&random, grain), &random);
    return true;
}
