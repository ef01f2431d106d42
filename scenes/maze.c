// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Maze: a perfect one, so between any two open tiles there is exactly one way. The junctions are the tiles
// with even x and even y; a walk goes to a random neighbouring junction that is still blocked, opening the
// tile between, and goes back the way it came when there is none.
//
//     . . . # .      The map's own edge is the outer wall, so a maze of 1 x 1 is one open tile. With an even
//     # # . # .      width or height the last column or row stays blocked.
//     . . . . .
//
// The way back needs no stack: while a junction is on the current walk, its tile holds the direction that the
// walk came from, and it becomes plainly open when the walk leaves it for good.
//
// Time: a constant number of steps a junction. Memory: none.
#include <string.h>

#include "generators.h"
#include "scenes.h"

// A junction on the walk holds MAZE_CAME_FROM + direction.
enum { MAZE_BLOCKED = 0, MAZE_OPEN = 1, MAZE_CAME_FROM = 2, MAZE_DIRECTIONS = 4 };

enum { MAZE_REPORTS = 1 << 14 }; // steps between two reports of progress, some 0.2 ms

// A direction and its opposite differ in the lowest bit.
static const int32_t maze_dx[MAZE_DIRECTIONS] = {1, -1, 0, 0};
static const int32_t maze_dy[MAZE_DIRECTIONS] = {0, 0, 1, -1};

static bool maze_may_enter(const lfi_ground *ground, int64_t x, int64_t y) {
    return x >= 0 && y >= 0 && x < ground->width && y < ground->height &&
           *lfi_ground_at(ground, x, y) == MAZE_BLOCKED;
}

static int32_t maze_ways(const lfi_ground *ground, int64_t x, int64_t y, int32_t ways[MAZE_DIRECTIONS]) {
    int32_t count = 0;
    for (int32_t d = 0; d < MAZE_DIRECTIONS; d++)
        if (maze_may_enter(ground, x + 2 * maze_dx[d], y + 2 * maze_dy[d])) ways[count++] = d;
    return count;
}

bool lfi_maze_fill(const lfi_ground *ground) {
    lf_random random = lf_random_make(ground->seed);
    memset(ground->tiles, MAZE_BLOCKED, (size_t)lfi_ground_count(ground));
    const uint32_t columns = (uint32_t)(ground->width - 1) / 2 + 1;
    const uint32_t rows = (uint32_t)(ground->height - 1) / 2 + 1;
    int64_t x = 2 * (int64_t)lf_random_below(&random, columns);
    int64_t y = 2 * (int64_t)lf_random_below(&random, rows);
    // The first junction came from nowhere: it is open at once, which is also the sign to stop.
    *lfi_ground_at(ground, x, y) = MAZE_OPEN;
    // Each junction but the first is entered once and left once.
    const int64_t steps = 2 * ((int64_t)columns * rows - 1);
    for (int64_t step = 0;; step++) {
        if (step % MAZE_REPORTS == MAZE_REPORTS - 1 && !lfi_ground_report(ground, step, steps + 1))
            return false;
        int32_t ways[MAZE_DIRECTIONS];
        const int32_t count = maze_ways(ground, x, y, ways);
        int32_t d;
        if (count > 0) {
            d = ways[count == 1 ? 0 : lf_random_below(&random, (uint32_t)count)];
            *lfi_ground_at(ground, x + maze_dx[d], y + maze_dy[d]) = MAZE_OPEN;
            *lfi_ground_at(ground, x + 2 * maze_dx[d], y + 2 * maze_dy[d]) =
                (uint8_t)(MAZE_CAME_FROM + (d ^ 1));
        } else {
            uint8_t *tile = lfi_ground_at(ground, x, y);
            if (*tile == MAZE_OPEN) return lfi_ground_report(ground, steps + 1, steps + 1);
            d = *tile - MAZE_CAME_FROM;
            *tile = MAZE_OPEN;
        }
        x += 2 * maze_dx[d];
        y += 2 * maze_dy[d];
    }
}
