// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Archipelago: coasts like those of a world map. The height of a tile is a sum of octaves of noise: random
// numbers on a lattice, joined by a cubic B-spline, each octave finer and flatter than the one before. The
// sea is the lowest 65 in 100 of the heights.
//
//     octave 0   lattice period = an eighth of the map  continents
//     octave 1   about half of that                     seas, peninsulas
//       ...
//     last       three tiles or more                    rocks, inlets
//
// So a small map and a huge one both have continents, and both have coasts that are rough down to the tile.
// A cubic spline weighs the sixteen lattice points around a tile and has no creases along lattice lines, so
// that the lattice does not show in the coasts.
//
// The ground is made in strips of columns, so the working memory is the same for each size. In a strip each
// octave keeps the four lattice rows around the current row; a row of tiles mixes them downwards once for
// each lattice column, and then across for each tile. The sea level comes from evenly spread rows, made
// first.
//
// All numbers are non-negative, so that shifts mean the same everywhere.
//
// Time: linear, four multiplications an octave and tile. Memory: below a megabyte.
#include <stdlib.h>
#include <string.h>

#include "generators.h"
#include "scenes.h"

enum {
    SEA_SHARE = 65,     // in 100
    LEVEL_ROWS = 256,   // rows that the sea level is taken from, at most
    LEVEL_SHIFT = 4,    // heights that differ by less than 2^4 count as equal there
    STRIP_WIDTH = 2048, // tiles: a row of heights stays in the nearest cache
    PERIOD_MIN = 3,     // of the last octave
    OCTAVE_MAX = 16,    // enough for the largest map
    TAPS = 4,           // lattice points that a cubic B-spline joins
    WEIGHT_BITS = 15,   // spline weights are parts of 2^15
    HEIGHT_BITS = 15,   // lattice numbers are below 2^15
    FLATTER_NUM = 10,   // each octave counts 10/16 of the one before
    FLATTER_BITS = 4,
    FINER_NUM = 17, // and has 17/32 of its period: near one half, but lattice lines never coincide
    FINER_BITS = 5,
    LATTICE_COLUMNS = STRIP_WIDTH / PERIOD_MIN + TAPS + 1,
    LEVEL_BINS = (1 << (HEIGHT_BITS + 2)) >> LEVEL_SHIFT, // all octaves add up to below 16/6 of the first
};

typedef struct octave {
    uint64_t seed;
    int32_t period;
    int32_t weight;           // in the sum, parts of 2^WEIGHT_BITS
    int64_t shift_x, shift_y; // so that not all octaves have a lattice point at the corner
    int32_t *spline[TAPS];    // weight of each tap for each place in a period
    int64_t first_column;     // lattice column that rows[][0] stands for
    int32_t columns;          // lattice columns that the strip needs
    int64_t row_at[TAPS];     // lattice row that rows[i] holds, -1 if none
    int32_t rows[TAPS][LATTICE_COLUMNS];
} octave;

typedef struct relief {
    const lfi_ground *ground;
    int32_t octave_count;
    octave octaves[OCTAVE_MAX];
    int32_t heights[STRIP_WIDTH]; // of the current row of the current strip
    uint64_t bins[LEVEL_BINS];
} relief;

// The cubic B-spline at t = i / period, in parts of 2^WEIGHT_BITS that add up exactly.
static void octave_weights(octave *o, int32_t i) {
    const int64_t one = INT64_C(1) << WEIGHT_BITS;
    const int64_t t = ((2 * i + 1) * one) / (2 * (int64_t)o->period), u = one - t;
    const int64_t first = u * u / one * u / one / 6;
    const int64_t last = t * t / one * t / one / 6;
    // (3 t^3 - 6 t^2 + 4) / 6 = 2/3 - t^2 + t^3 / 2
    const int64_t second = 2 * one / 3 - t * t / one + t * t / one * t / one / 2;
    o->spline[0][i] = (int32_t)first;
    o->spline[1][i] = (int32_t)second;
    o->spline[2][i] = (int32_t)(one - first - second - last);
    o->spline[3][i] = (int32_t)last;
}

static bool octave_make(octave *o, uint64_t seed, int32_t period, int32_t weight) {
    o->seed = seed;
    o->period = period;
    o->weight = weight;
    o->shift_x = (int64_t)(lfi_random_mix(seed) % (uint64_t)period);
    o->shift_y = (int64_t)(lfi_random_mix(seed + 1) % (uint64_t)period);
    int32_t *weights = malloc((size_t)period * TAPS * sizeof *weights);
    if (weights == NULL) return false;
    for (int32_t k = 0; k < TAPS; k++) o->spline[k] = weights + (int64_t)k * period;
    for (int32_t i = 0; i < period; i++) octave_weights(o, i);
    return true;
}

// Readies an octave for the strip of `count` tiles that begins at column x.
static void octave_enter(octave *o, int64_t x, int32_t count) {
    o->first_column = (x + o->shift_x) / o->period;
    o->columns = (int32_t)((x + o->shift_x + count - 1) / o->period - o->first_column) + TAPS;
    for (int32_t k = 0; k < TAPS; k++) o->row_at[k] = -1;
}

// The lattice row of that number; kept until the row four below takes its place.
static const int32_t *octave_row(octave *o, int64_t row) {
    int32_t *numbers = o->rows[row % TAPS];
    if (o->row_at[row % TAPS] == row) return numbers;
    o->row_at[row % TAPS] = row;
    const uint64_t row_seed = lfi_random_mix(o->seed ^ (uint64_t)row);
    for (int32_t i = 0; i < o->columns; i++)
        numbers[i] =
            (int32_t)(lfi_random_mix(row_seed + (uint64_t)(o->first_column + i)) >> (64 - HEIGHT_BITS));
    return numbers;
}

// Mixes the four lattice rows around tile row y into one, with the octave's weight.
static void octave_mix_rows(octave *o, int64_t y, int32_t mixed[LATTICE_COLUMNS]) {
    const int64_t row = (y + o->shift_y) / o->period, place = (y + o->shift_y) % o->period;
    const int32_t *numbers[TAPS];
    int32_t weights[TAPS];
    for (int32_t k = 0; k < TAPS; k++) {
        numbers[k] = octave_row(o, row + k);
        weights[k] = o->spline[k][place];
    }
    for (int32_t i = 0; i < o->columns; i++) {
        const int32_t sum = numbers[0][i] * weights[0] + numbers[1][i] * weights[1] +
                            numbers[2][i] * weights[2] + numbers[3][i] * weights[3];
        mixed[i] = (sum >> WEIGHT_BITS) * o->weight >> WEIGHT_BITS;
    }
}

// Adds the octave to `count` heights of row y, the first of which is at column x.
static void octave_add(octave *o, int64_t x, int64_t y, int32_t count, int32_t *heights) {
    int32_t mixed[LATTICE_COLUMNS];
    octave_mix_rows(o, y, mixed);
    const int32_t *tap = mixed;
    int32_t place = (int32_t)((x + o->shift_x) % o->period);
    for (int32_t i = 0; i < count; tap++) {
        const int32_t rest = o->period - place, run = rest < count - i ? rest : count - i;
        const int32_t a = tap[0], b = tap[1], c = tap[2], d = tap[3];
        const int32_t *const s0 = o->spline[0] + place, *const s1 = o->spline[1] + place;
        const int32_t *const s2 = o->spline[2] + place, *const s3 = o->spline[3] + place;
        int32_t *const out = heights + i;
        for (int32_t k = 0; k < run; k++)
            out[k] += (a * s0[k] + b * s1[k] + c * s2[k] + d * s3[k]) >> WEIGHT_BITS;
        i += run;
        place = 0;
    }
}

static void relief_destroy(relief *r) {
    for (int32_t i = 0; i < r->octave_count; i++) free(r->octaves[i].spline[0]);
    free(r);
}

static relief *relief_create(const lfi_ground *ground) {
    relief *r = malloc(sizeof *r);
    if (r == NULL) return NULL;
    *r = (relief){.ground = ground};
    const int32_t side = (int32_t)lfi_root((uint64_t)lfi_ground_count(ground));
    int32_t period = side / 8 > PERIOD_MIN ? side / 8 : PERIOD_MIN;
    int32_t weight = (1 << WEIGHT_BITS) - 1;
    while (period >= PERIOD_MIN && r->octave_count < OCTAVE_MAX) {
        const uint64_t seed = lfi_random_mix(ground->seed + (uint64_t)r->octave_count);
        if (!octave_make(&r->octaves[r->octave_count], seed, period, weight)) {
            relief_destroy(r);
            return NULL;
        }
        r->octave_count++;
        period = (int32_t)((int64_t)period * FINER_NUM >> FINER_BITS);
        weight = weight * FLATTER_NUM >> FLATTER_BITS;
    }
    return r;
}

// Goes to the strip that begins at column x; how many tiles wide it is.
static int32_t relief_strip(relief *r, int64_t x) {
    const int64_t rest = r->ground->width - x;
    const int32_t count = rest < STRIP_WIDTH ? (int32_t)rest : STRIP_WIDTH;
    for (int32_t i = 0; i < r->octave_count; i++) octave_enter(&r->octaves[i], x, count);
    return count;
}

static void relief_row(relief *r, int64_t x, int64_t y, int32_t count) {
    memset(r->heights, 0, (size_t)count * sizeof *r->heights);
    for (int32_t i = 0; i < r->octave_count; i++) octave_add(&r->octaves[i], x, y, count, r->heights);
}

// Rows that the sea level is taken from.
static int64_t relief_level_rows(const relief *r) {
    return r->ground->height < LEVEL_ROWS ? r->ground->height : LEVEL_ROWS;
}

// So many tiles, or heights for the sea level, are made in all. False if it is to end.
static bool relief_report(const relief *r, int64_t made) {
    return lfi_ground_report(r->ground, made,
                             (r->ground->height + relief_level_rows(r)) * (int64_t)r->ground->width);
}

// The height that SEA_SHARE of the tiles lie below; -1 if it was ended.
static int32_t relief_sea_level(relief *r) {
    const int64_t height = r->ground->height, rows = relief_level_rows(r);
    uint64_t total = 0;
    for (int64_t x = 0; x < r->ground->width; x += STRIP_WIDTH) {
        const int32_t count = relief_strip(r, x);
        for (int64_t i = 0; i < rows; i++) {
            relief_row(r, x, (2 * i + 1) * height / (2 * rows), count);
            for (int32_t k = 0; k < count; k++) r->bins[r->heights[k] >> LEVEL_SHIFT]++;
        }
        total += (uint64_t)(count * rows);
        if (!relief_report(r, (int64_t)total)) return -1;
    }
    int32_t bin = 0;
    for (uint64_t below = r->bins[0]; below * 100 < total * SEA_SHARE; below += r->bins[bin]) bin++;
    return (bin + 1) << LEVEL_SHIFT;
}

// Fills the strip that begins at column x; false if it was ended.
static bool relief_fill_strip(relief *r, int64_t x, int32_t level) {
    enum { REPORT_ROWS = 64 };
    const int64_t height = r->ground->height, before = relief_level_rows(r) * r->ground->width + x * height;
    const int32_t count = relief_strip(r, x);
    for (int64_t y = 0; y < height; y++) {
        relief_row(r, x, y, count);
        uint8_t *tiles = lfi_ground_at(r->ground, x, y);
        for (int32_t k = 0; k < count; k++) tiles[k] = r->heights[k] < level;
        const bool tells = y % REPORT_ROWS == REPORT_ROWS - 1 || y + 1 == height;
        if (tells && !relief_report(r, before + (y + 1) * count)) return false;
    }
    return true;
}

bool lfi_archipelago_fill(const lfi_ground *ground) {
    relief *r = relief_create(ground);
    if (r == NULL) return false;
    const int32_t level = relief_sea_level(r);
    bool goes_on = level >= 0;
    for (int64_t x = 0; goes_on && x < ground->width; x += STRIP_WIDTH)
        goes_on = relief_fill_strip(r, x, level);
    relief_destroy(r);
    return goes_on;
}
