// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Noise: each tile is blocked by chance, whatever its neighbours are. At 35 in 100 nearly
// all open tiles are one body under king moves with corners cut; under the stricter rules 95 in 100 are, and
// the rest lies in thousands of pockets (14,900 bodies on 1024 x 1024). No open area is large.
//
// Time: one random number for four tiles. Memory: none.
#include "generators.h"
#include "scenes.h"

enum { NOISE_BLOCKED = 65536 * 35 / 100 };

bool lfi_noise_fill(const lfi_ground *ground) {
    lf_random random = lf_random_make(ground->seed);
    uint64_t bits = 0;
    bool goes_on = true;
    for (int64_t y = 0, i = 0; goes_on && y < ground->height; y++) {
        for (const int64_t end = i + ground->width; i < end; i++) {
            bits = i % 4 == 0 ? lf_random_next(&random) : bits >> 16;
            ground->tiles[i] = (bits & 0xFFFF) >= NOISE_BLOCKED;
        }
        goes_on = lfi_ground_row_done(ground, y);
    }
    return goes_on;
}
