// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// 200 ships and 8 ports among islands. Each ship learns its nearest port and gets its route there, in one call for all
// of them; each port learns which three ships are nearest; and a table has the lengths from every ship to every port.
#include <landfall.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 600, HEIGHT = 300, SHIPS = 200, PORTS = 8, NEAR = 3, TILE_ROOM = SHIPS * (WIDTH + HEIGHT) };

static uint8_t tiles[WIDTH * HEIGHT];
static lf_tile ships[SHIPS], ports[PORTS], way[TILE_ROOM];
static lf_nearest_route to_port[SHIPS];
static lf_nearest to_ships[PORTS * NEAR];
static lf_length lengths[SHIPS * PORTS];

/// Islands of several sizes, in a pattern that a formula gives.
static lf_map *map_make(void) {
    memset(tiles, 1, sizeof tiles);
    for (int i = 0; i < 60; i++) {
        const int cx = i * 97 % WIDTH, cy = i * 61 % HEIGHT, r = 6 + i * 7 % 20;
        for (int y = cy - r; y <= cy + r; y++) {
            for (int x = cx - 2 * r; x <= cx + 2 * r; x++) {
                if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) continue;
                if ((x - cx) * (x - cx) / 4 + (y - cy) * (y - cy) <= r * r) tiles[y * WIDTH + x] = 0;
            }
        }
    }
    lf_map *map = NULL;
    const lf_map_desc desc = {.width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = sizeof tiles};
    lf_map_create(&desc, &map);
    return map;
}

/// The first open tile at or after a place.
static lf_tile open_from(int place) {
    while (tiles[place % (WIDTH * HEIGHT)] == 0) place++;
    return (lf_tile)(place % (WIDTH * HEIGHT));
}

int main(void) {
    lf_map *map = map_make();
    lf_index *index;
    lf_matrix *matrix;
    if (lf_index_create(map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_YES}, &index) != LF_OK ||
        lf_matrix_create(map, &(lf_matrix_desc){.index = index}, &matrix) != LF_OK)
        return 1;
    for (int i = 0; i < SHIPS; i++) ships[i] = open_from(i * 88651 % (WIDTH * HEIGHT));
    for (int i = 0; i < PORTS; i++) ports[i] = open_from((i % 4 * 150 + 60) + (i / 4 * 170 + 60) * WIDTH);

    // Every ship's nearest port, and the way there. If the buffer were too small, tile_count would say how large it
    // has to be.
    const lf_matrix_query home = {ships, SHIPS, ports, PORTS, false};
    int64_t moves = 0, visits[PORTS] = {0}, tile_count;
    if (lf_matrix_routes(matrix, &home, to_port, SHIPS, way, TILE_ROOM, &tile_count) != LF_OK) return 1;
    for (int i = 0; i < SHIPS; i++) {
        const lf_nearest_route *route = &to_port[i];
        if (route->tile_count == 0) continue; // no port can be reached from here
        visits[route->nearest.target]++;
        moves += route->tile_count - 1; // from way[route->first], the ship, to the port
    }
    printf("%d ships sail %lld moves in all; ports expect", SHIPS, (long long)moves);
    for (int i = 0; i < PORTS; i++) printf(" %lld", (long long)visits[i]);

    // Every port's nearest ships: the same question with the lists exchanged.
    const lf_matrix_query guests = {ports, PORTS, ships, SHIPS, false};
    if (lf_matrix_nearest(matrix, &guests, NEAR, to_ships, PORTS * NEAR) != LF_OK) return 1;
    printf("\nnearest to port 0:");
    for (int i = 0; i < NEAR; i++)
        printf(" ship %lld, %u moves%s", (long long)to_ships[i].target, to_ships[i].length.straight,
               i < NEAR - 1 ? ";" : "\n");

    // All lengths.
    if (lf_matrix_fill(matrix, &home, lengths, SHIPS * PORTS) != LF_OK) return 1;
    printf("from ship 7 to the ports:");
    for (int i = 0; i < PORTS; i++) printf(" %u", lengths[7 * PORTS + i].straight);
    printf("\n");
    lf_matrix_destroy(matrix);
    lf_index_destroy(index);
    lf_map_destroy(map);
    return 0;
}

// Output:
// 200 ships sail 11141 moves in all; ports expect 26 17 28 19 24 42 14 30
// nearest to port 0: ship 108, 4 moves; ship 104, 7 moves; ship 177, 11 moves
// from ship 7 to the ports: 239 184 228 368 175 112 232 353
