// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Rooms: walls one tile thick cut the ground into a grid of rooms. The walls stand at uneven distances, so no
// two rows of rooms look the same. Between two neighbouring rooms there is a door of one or two tiles in most
// walls; one wall in six has none. A grid whose links exist with a chance above one half hangs together
// nearly as a whole, so at five in six only a rare room is cut off.
//
// Time: linear. Memory: four bytes a column of rooms.
#include <stdlib.h>
#include <string.h>

#include "generators.h"
#include "scenes.h"

enum { ROOM_MIN = 11, ROOM_SPREAD = 9, ROOM_DOORLESS_IN = 6, ROOM_WIDE_DOOR_IN = 4 };

// Where the next wall stands after a room that begins at `begin`; `end` if the rest is one last room. A rest
// too small for a room of its own is added to the one before.
static int32_t room_end(lf_random *random, int32_t begin, int32_t end) {
    const int32_t size = ROOM_MIN + (int32_t)lf_random_below(random, ROOM_SPREAD);
    return end - begin < size + 1 + ROOM_MIN / 2 ? end : begin + size;
}

// A door in the wall of one room: its first tile from `begin` up to `end`, and how many tiles wide it is;
// 0 if the wall has none.
static int32_t room_door(lf_random *random, int32_t begin, int32_t end, int32_t *at) {
    const bool doorless = lf_random_below(random, ROOM_DOORLESS_IN) == 0;
    const int32_t wide = lf_random_below(random, ROOM_WIDE_DOOR_IN) == 0 && end - begin > 1 ? 2 : 1;
    *at = begin + (int32_t)lf_random_below(random, (uint32_t)(end - begin - wide + 1));
    return doorless ? 0 : wide;
}

// One row of rooms from y_begin up to the wall at y_end, and that wall unless it is the ground's edge.
static void room_row(const lfi_ground *ground, lf_random *random, const int32_t *walls, int32_t wall_count,
                     int32_t y_begin, int32_t y_end) {
    for (int32_t y = y_begin; y < y_end; y++) {
        lfi_ground_span(ground, y, 0, ground->width, 1);
        for (int32_t i = 0; i < wall_count; i++) *lfi_ground_at(ground, walls[i], y) = 0;
    }
    for (int32_t i = 0; i < wall_count; i++) {
        int32_t at;
        const int32_t wide = room_door(random, y_begin, y_end, &at);
        for (int32_t k = 0; k < wide; k++) *lfi_ground_at(ground, walls[i], at + k) = 1;
    }
    if (y_end == ground->height) return;
    lfi_ground_span(ground, y_end, 0, ground->width, 0);
    for (int32_t i = 0, x_begin = 0; i <= wall_count; i++) {
        const int32_t x_end = i < wall_count ? walls[i] : ground->width;
        int32_t at;
        const int32_t wide = room_door(random, x_begin, x_end, &at);
        lfi_ground_span(ground, y_end, at, (int64_t)at + wide, 1);
        x_begin = x_end + 1;
    }
}

bool lfi_rooms_fill(const lfi_ground *ground) {
    int32_t *walls = malloc(((size_t)ground->width / ROOM_MIN + 1) * sizeof *walls);
    if (walls == NULL) return false;
    lf_random random = lf_random_make(ground->seed);
    int32_t wall_count = 0;
    for (int32_t x = room_end(&random, 0, ground->width); x < ground->width;
         x = room_end(&random, x + 1, ground->width))
        walls[wall_count++] = x;
    bool goes_on = true;
    for (int32_t y = 0; goes_on && y < ground->height;) {
        const int32_t y_end = room_end(&random, y, ground->height);
        room_row(ground, &random, walls, wall_count, y, y_end);
        y = y_end < ground->height ? y_end + 1 : y_end;
        goes_on = lfi_ground_report(ground, y, ground->height);
    }
    free(walls);
    return goes_on;
}
