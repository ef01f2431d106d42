// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Islands: open sea with round islands of mixed sizes. The ground is covered by square grids, each with
// twice the pitch of the one before, from a few tiles up to a fifth of the ground. A square of each grid may
// hold one island that fits into it, so islands of one size never touch, the sea stays nearly in one piece
// around them, and sizes from rocks to great round lands are equally much of the map.
//
// Time: linear in the tiles; all grids together draw about a quarter of them again. Memory: none.
#include <string.h>

#include "generators.h"
#include "scenes.h"

enum { ISLAND_MIN_PITCH = 16, ISLAND_CHANCE = 120 };

static int32_t island_grids(const lfi_ground *ground) {
    const int64_t side = ground->width < ground->height ? ground->width : ground->height;
    int32_t count = side >= 2 * ISLAND_MIN_PITCH; // a small sea has small islands rather than none
    for (int64_t pitch = 2 * ISLAND_MIN_PITCH; pitch * 5 <= side; pitch *= 2) count++;
    return count;
}

// The island of one square, whose corner is (x, y): a radius of 1/8 to 2/5 of the pitch, anywhere it fits.
static void island_draw(const lfi_ground *ground, lf_random *random, int64_t x, int64_t y, int64_t pitch) {
    const int64_t least = pitch / 8, most = pitch * 2 / 5;
    const int64_t radius = least + lf_random_below(random, (uint32_t)(most - least + 1));
    const uint32_t room = (uint32_t)(pitch - 2 * radius);
    const int64_t center_x = x + radius + lf_random_below(random, room);
    const int64_t center_y = y + radius + lf_random_below(random, room);
    // Without the last term every small disc has four single tiles sticking out.
    lfi_ground_disc(ground, center_x, center_y, radius * radius + radius / 2, 0);
}

/// A grid is done down to row y. All grids take about the same time.
static bool island_report(const lfi_ground *ground, int32_t grid, int64_t y, int32_t grids) {
    const int64_t height = ground->height, done = y < height ? y : height;
    return lfi_ground_report(ground, grid * height + done, grids * height);
}

bool lfi_islands_fill(const lfi_ground *ground) {
    lf_random random = lf_random_make(ground->seed);
    memset(ground->tiles, 1, (size_t)lfi_ground_count(ground));
    const int32_t grids = island_grids(ground);
    int64_t pitch = ISLAND_MIN_PITCH;
    for (int32_t i = 0; i < grids; i++, pitch *= 2) {
        const int64_t shift_x = lf_random_below(&random, (uint32_t)pitch);
        const int64_t shift_y = lf_random_below(&random, (uint32_t)pitch);
        for (int64_t y = -shift_y; y < ground->height; y += pitch) {
            for (int64_t x = -shift_x; x < ground->width; x += pitch)
                if (lf_random_below(&random, 100) < (uint32_t)(ISLAND_CHANCE / (grids + 1)))
                    island_draw(ground, &random, x, y, pitch);
            if (!island_report(ground, i, y + pitch, grids)) return false;
        }
    }
    return grids > 0 || lfi_ground_report(ground, 1, 1);
}
