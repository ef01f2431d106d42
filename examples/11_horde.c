// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A horde runs to the nearest of two camps, behind a wall with two gates. One field serves all of it: a step of
// a unit is a lookup. When a gate falls shut, the field is filled again, some tiles in each tick, while the horde
// follows the old one.
#include <landfall.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 60, HEIGHT = 20, HORDE = 500, CAMPS = 2, TICK_TILES = 400, SHUT = 8 };

static uint8_t tiles[WIDTH * HEIGHT];

static lf_map *map_make(bool north_gate) {
    memset(tiles, 1, sizeof tiles);
    for (int y = 0; y < HEIGHT; y++) tiles[y * WIDTH + 30] = y == 15 || (north_gate && y == 4);
    const lf_map_desc desc = {.width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = sizeof tiles};
    lf_map *map = NULL;
    lf_map_create(&desc, &map);
    return map;
}

/// Every unit takes a step along the field, unless a gate has fallen shut before it. Returns how many are there.
static int horde_step(lf_tile *units, const lf_field *field, const lf_map *now) {
    int there = 0;
    for (int i = 0; i < HORDE; i++) {
        const lf_tile next = lf_field_next(field, units[i]);
        if (lf_map_is_open(now, next)) units[i] = next;
        there += lf_field_distance(field, units[i]) == 0;
    }
    return there;
}

int main(void) {
    lf_map *open = map_make(true), *shut = map_make(false);
    const lf_tile camps[CAMPS] = {4 * WIDTH + 44, 15 * WIDTH + 44};
    lf_field *fields[2]; // the one that is followed, and the one that is being filled
    const lf_field_desc desc = {.cost = LF_COST_OCTILE, .owners = true};
    if (lf_field_create(open, &desc, &fields[0]) != LF_OK ||
        lf_field_create(open, &desc, &fields[1]) != LF_OK)
        return 1;
    const lf_field_query query = {.targets = camps, .target_count = CAMPS};
    lf_field_planes planes;
    if (lf_field_fill(fields[0], &query, &planes) != LF_OK) return 1;
    lf_tile units[HORDE];
    int to_north = 0;
    for (int i = 0; i < HORDE; i++) {
        units[i] = (lf_tile)(i % HEIGHT * WIDTH + i / HEIGHT);
        to_north += planes.owners[units[i]] == 0;
    }
    printf("%d units go to the camp in the north, %d to the other\n", to_north, HORDE - to_north);

    for (int tick = 1, there = 0; there < HORDE; tick++) {
        if (tick == SHUT) { // the north gate falls shut
            const lf_field_query again = {.targets = camps, .target_count = CAMPS, .map = shut};
            if (lf_field_begin(fields[1], &again) != LF_PAUSED) return 1;
            printf("tick %d: the north gate is shut\n", tick);
        }
        if (tick >= SHUT && fields[1] != NULL && lf_field_step(fields[1], TICK_TILES) == LF_OK) {
            printf("tick %d: the new field is filled\n", tick);
            lf_field_destroy(fields[0]);
            fields[0] = fields[1];
            fields[1] = NULL;
        }
        there = horde_step(units, fields[0], tick < SHUT ? open : shut);
        if (tick % 20 == 0 || there == HORDE) printf("tick %d: %d units are there\n", tick, there);
    }
    lf_field_destroy(fields[0]);
    lf_map_destroy(open);
    lf_map_destroy(shut);
    return 0;
}

// Output:
// 250 units go to the camp in the north, 250 to the other
// tick 8: the north gate is shut
// tick 19: the new field is filled
// tick 20: 20 units are there
// tick 40: 238 units are there
// tick 48: 500 units are there
