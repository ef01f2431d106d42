// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// River into ocean: a narrow, winding way that ends in half a map of open water. A search that goes from the
// spring to the far shore first has no choice at all and then far too much of it.
//
//     # # # # # # # ~ ~ ~    The coast is one x for each row: a slanted line and a few octaves of noise. All
//     ~ ~ # ~ ~ ~ # # ~ ~    tiles from there to the right edge are ocean, so the last column joins them all.
//     # ~ # ~ # ~ # ~ ~ ~    The river is a pen that is always pointed at its mouth and then turned aside by
//     # ~ ~ ~ # ~ ~ ~ ~ ~    an angle that swings like a sine, which is how meanders are drawn in geology.
//     # # # # # # # # ~ ~    Each half swing has its own length and strength.
//
// The pen is a disc of radius one or more and moves by at most half of it, so the river is in one piece under
// orthogonal moves. After a set length it stops swinging, so that it always arrives.
//
// Lengths are in 1/65536 of a tile, angles in 1/65536 of a turn, sines in parts of 32768. Negative numbers
// are divided and never shifted.
//
// Time: linear. Memory: none.
#include <string.h>

#include "generators.h"
#include "scenes.h"

enum {
    RIVER_ONE = 65536,      // a tile
    RIVER_TURN = 65536,     // a full turn
    RIVER_UNIT = 32768,     // a sine of 1
    COAST_TOP = 62,         // where the coast begins at the top, in 100 of the width
    COAST_BOTTOM = 37,      // and where it ends at the bottom
    SWING_LEAST = 50,       // how far a half swing turns the pen aside, in degrees
    SWING_MOST = 108,       // beyond 120 the loops would touch
    RIVER_WIDTH_SHARE = 14, // radius = root of the smaller side * 1/14
};

typedef struct pen {
    int64_t x, y; // where it is
    int64_t mouth_x, mouth_y;
    int64_t drawn;        // length so far
    int64_t phase;        // of the current half swing, 0 to RIVER_TURN / 2
    int64_t swing_length; // length of the current half swing
    int64_t swing;        // its strength, an angle; negative to the other side
} pen;

static int64_t river_min_side(const lfi_ground *ground) {
    return ground->width < ground->height ? ground->width : ground->height;
}

// sin(angle), from a polynomial that is exact at 0 and a quarter turn and within 1 in 2000 between.
static int64_t river_sine(int64_t angle) {
    const int64_t quarter = RIVER_TURN / 4;
    angle = ((angle % RIVER_TURN) + RIVER_TURN) % RIVER_TURN;
    const bool negative = angle >= 2 * quarter;
    if (negative) angle -= 2 * quarter;
    if (angle > quarter) angle = 2 * quarter - angle;
    const int64_t t = angle * RIVER_UNIT / quarter, t2 = t * t / RIVER_UNIT;
    // t (pi / 2 - t^2 (pi - 5/2 - t^2 (pi / 2 - 3/2))) with the constants in parts of 32768
    const int64_t sine = t * (51472 - t2 * (21024 - t2 * 2320 / RIVER_UNIT) / RIVER_UNIT) / RIVER_UNIT;
    return negative ? -sine : sine;
}

// Smooth noise along one axis, from 0 to RIVER_UNIT.
static int64_t river_noise(uint64_t seed, int64_t at, int64_t period) {
    const uint64_t index = (uint64_t)(at / period);
    const int64_t t = at % period * RIVER_UNIT / period;
    const int64_t smooth = t * t / RIVER_UNIT * (3 * RIVER_UNIT - 2 * t) / RIVER_UNIT;
    const int64_t a = (int64_t)(lfi_random_mix(seed + index) >> 49);
    const int64_t b = (int64_t)(lfi_random_mix(seed + index + 1) >> 49);
    return a + (b - a) * smooth / RIVER_UNIT;
}

// The first ocean tile of row y.
static int64_t river_coast(const lfi_ground *ground, int64_t y) {
    const int64_t width = ground->width, height = ground->height;
    int64_t x = width * COAST_TOP / 100 - width * (COAST_TOP - COAST_BOTTOM) / 100 * y / height;
    int64_t reach = river_min_side(ground) / 4;
    uint64_t seed = ground->seed;
    for (int64_t period = height / 3; period >= 2 && reach >= 1; period /= 2, reach /= 2) {
        seed = lfi_random_mix(seed);
        x += (2 * river_noise(seed, y, period) - RIVER_UNIT) * reach / (2 * RIVER_UNIT);
    }
    return x < 0 ? 0 : x < width ? x : width - 1;
}

// False if it was ended. (The river takes no time beside the ocean.)
static bool river_ocean(const lfi_ground *ground) {
    bool goes_on = true;
    for (int64_t y = 0; goes_on && y < ground->height; y++) {
        const int64_t coast = river_coast(ground, y);
        lfi_ground_span(ground, y, 0, coast, 0);
        lfi_ground_span(ground, y, coast, ground->width, 1);
        goes_on = lfi_ground_row_done(ground, y);
    }
    return goes_on;
}

static int64_t river_clamp(int64_t at, int32_t size) {
    const int64_t last = (int64_t)size * RIVER_ONE - 1;
    return at < 0 ? 0 : at < last ? at : last;
}

static void pen_new_swing(pen *p, const lfi_ground *ground, lf_random *random) {
    const int64_t side = river_min_side(ground) * RIVER_ONE;
    const int64_t degrees = SWING_LEAST + lf_random_below(random, SWING_MOST - SWING_LEAST + 1);
    const int64_t angle = degrees * RIVER_TURN / 360;
    p->phase %= RIVER_TURN / 2;
    p->swing = p->swing > 0 ? -angle : angle;
    p->swing_length = side * (6 + lf_random_below(random, 9)) / 100 + 4 * RIVER_ONE;
}

static pen pen_make(const lfi_ground *ground, lf_random *random) {
    const int64_t height = ground->height;
    const int64_t mouth_row = height * (50 + lf_random_below(random, 16)) / 100;
    const int64_t mouth_column = (river_coast(ground, mouth_row) + ground->width - 1) / 2;
    pen p = {
        .y = height * RIVER_ONE * (14 + lf_random_below(random, 12)) / 100,
        .mouth_x = mouth_column * RIVER_ONE + RIVER_ONE / 2,
        .mouth_y = mouth_row * RIVER_ONE + RIVER_ONE / 2,
    };
    pen_new_swing(&p, ground, random);
    p.swing /= 2; // a strong first swing would turn back over the edge
    return p;
}

// What both numbers must be divided by so that the sum of their squares fits into 64 bits.
static int64_t river_scale(int64_t x, int64_t y) {
    int64_t scale = 1;
    while (x / scale >= INT32_MAX / 2 || y / scale >= INT32_MAX / 2 || y / scale <= INT32_MIN / 2) scale *= 2;
    return scale;
}

// Moves the pen by `step`, turned aside by `angle` from the way to the mouth.
static void pen_move(pen *p, const lfi_ground *ground, int64_t step, int64_t angle) {
    const int64_t to_x = p->mouth_x - p->x, to_y = p->mouth_y - p->y;
    const int64_t scale = river_scale(to_x, to_y), far_x = to_x / scale, far_y = to_y / scale;
    const int64_t distance = lfi_root((uint64_t)(far_x * far_x + far_y * far_y));
    p->drawn += step;
    if (distance * scale <= step) {
        p->x = p->mouth_x;
        p->y = p->mouth_y;
        return;
    }
    const int64_t sine = river_sine(angle), cosine = river_sine(angle + RIVER_TURN / 4);
    const int64_t ahead_x = far_x * RIVER_UNIT / distance, ahead_y = far_y * RIVER_UNIT / distance;
    const int64_t turned_x = (ahead_x * cosine - ahead_y * sine) / RIVER_UNIT;
    const int64_t turned_y = (ahead_y * cosine + ahead_x * sine) / RIVER_UNIT;
    p->x = river_clamp(p->x + turned_x * step / RIVER_UNIT, ground->width);
    p->y = river_clamp(p->y + turned_y * step / RIVER_UNIT, ground->height);
}

// Twice as wide at the mouth as at the spring.
static int64_t river_radius(const lfi_ground *ground, int64_t x, int64_t coast) {
    const int64_t spring =
        (int64_t)lfi_root((uint64_t)river_min_side(ground)) * RIVER_ONE / RIVER_WIDTH_SHARE;
    const int64_t radius = spring + spring * x / (coast + 1);
    return radius > RIVER_ONE ? radius : RIVER_ONE;
}

bool lfi_river_fill(const lfi_ground *ground) {
    if (!river_ocean(ground)) return false;
    lf_random random = lf_random_make(ground->seed);
    pen p = pen_make(ground, &random);
    const int64_t swing_until = 8 * ((int64_t)ground->width + ground->height) * RIVER_ONE;
    for (;;) {
        const int64_t x = p.x / RIVER_ONE, y = p.y / RIVER_ONE, coast = river_coast(ground, y);
        const int64_t radius = river_radius(ground, x, coast);
        const int64_t small = radius / 256;
        lfi_ground_disc(ground, x, y, small * small / 65536, 1);
        if (x >= coast) return true;
        const int64_t step = radius / 4 > RIVER_ONE / 2 ? radius / 4 : RIVER_ONE / 2;
        p.phase += step * (RIVER_TURN / 2) / p.swing_length;
        if (p.phase >= RIVER_TURN / 2) pen_new_swing(&p, ground, &random);
        const int64_t swing = p.drawn < swing_until ? p.swing : 0;
        pen_move(&p, ground, step, swing * river_sine(p.phase) / RIVER_UNIT);
    }
}
