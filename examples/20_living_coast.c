// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ships that keep off the coast, in a world that changes. A bomb opens the island between two bays: the strait is new
// coast at once, and the world's weights know it. Then a storm makes the open sea dear.
#include <landfall.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 120, HEIGHT = 160, TILES = WIDTH * HEIGHT };

static void ship_ask(lf_world *world, const char *when) {
    static lf_tile tiles[TILES];
    const lf_source from = {.tile = 150 * WIDTH + 10};
    const lf_tile to = 150 * WIDTH + 110;
    const lf_query query = {.sources = &from,
                            .source_count = 1,
                            .targets = &to,
                            .target_count = 1,
                            .weights = lf_world_weights(world, 0)}; // the same after every edit
    lf_route route;
    if (lf_world_find(world, &query, tiles, TILES, &route) != LF_OK) return;
    printf("%s: %d moves, cost %d\n", when, (int)route.length,
           (int)(route.straight_cost + route.diagonal_cost));
}

int main(void) {
    static uint8_t tiles[TILES], calm[TILES], storm[100 * 10];
    uint32_t coast[256] = {0, 3, 3}; // what a tile costs more up to two tiles from the coast
    memset(tiles, 1, sizeof tiles);
    memset(calm, 1, sizeof calm);
    memset(storm, 9, sizeof storm);
    for (int y = 10; y < HEIGHT; y++)
        memset(tiles + y * WIDTH + 50, 0, 20); // a wall of land, open in the north
    const lf_weights_desc weights = {.plane = calm, .plane_size = TILES, .depth_table = coast};
    const lf_world_desc desc = {
        .map = {.width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = sizeof tiles},
        .depth = &(lf_depth_desc){0}, // the coast is found by depths, which follow edits, too
        .weights = &weights,
        .weights_count = 1};
    lf_world *world;
    if (lf_world_create(&desc, &world) != LF_OK) return 1;
    ship_ask(world, "around the land");

    lf_world_set_rect(world, (lf_point){50, 149}, 20, 3, true); // three tiles wide: coast on both sides
    lf_world_commit(world, NULL);
    ship_ask(world, "a strait");

    const lf_weights_stencil north = {{10, 0}, 100, 10, storm, sizeof storm};
    lf_world_set_weights(world, 0, &north);
    lf_world_set_rect(world, (lf_point){50, 149}, 20, 3, false);
    lf_world_commit(world, NULL);
    ship_ask(world, "no strait, and a storm in the north");
    lf_world_destroy(world);
    return 0;
}

// Output:
// around the land: 309 moves, cost 309
// a strait: 100 moves, cost 172
// no strait, and a storm in the north: 303 moves, cost 497
