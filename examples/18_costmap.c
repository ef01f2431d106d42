// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A robot plans on a costmap: obstacles are inflated by its radius, tiles beside them are dear, nobody has seen a part
// of the room, and any tile within reach of the goal will do. Bytes are those of ROS: 0 free, 253 inscribed, 254 lethal,
// 255 unknown; what they cost is nav2's rule (docs/nav2.md).
#include <landfall_io.h>

enum { WIDTH = 100, HEIGHT = 60, TILES = WIDTH * HEIGHT, RADIUS = 3, TOLERANCE = 4 };

/// The cost of a tile by the square of its distance to the nearest obstacle: each tile farther away is half as dear.
static uint8_t inflate(uint32_t square) {
    if (square == 0) return 254;
    if (square <= RADIUS * RADIUS) return 253; // the robot would touch
    for (uint32_t farther = 1; farther <= 8; farther++)
        if (square <= (RADIUS + farther) * (RADIUS + farther)) return (uint8_t)(252 >> (farther - 1));
    return 0;
}

/// Plans, and says how the route went.
static void plan(const lf_map *map, const uint8_t *costmap, const uint32_t *squares, const char *preset) {
    static lf_tile tiles[TILES], goals[TILES];
    uint32_t table[256], least = UINT32_MAX;
    int unknown = 0;
    lf_weights *weights;
    lf_search *search;
    lf_route route;
    lf_weights_preset(preset, table);
    lf_weights_create(map, &(lf_weights_desc){.plane = costmap, .plane_size = TILES, .table = table},
                      &weights);
    lf_search_create(map, &(lf_search_desc){.weighted = true, .cost = LF_COST_OCTILE}, &search);

    // The goal itself is too close to the wall: every tile within reach that the robot may stand on is a target.
    const lf_point goal = {97, 40};
    const lf_source from = {.tile = lf_map_tile(map, 8, 40)};
    lf_query query = {.sources = &from, .source_count = 1, .targets = goals, .weights = weights};
    query.options.cost = LF_COST_OCTILE;
    for (lf_tile i = 0; i < TILES; i++) {
        const int dx = lf_map_point(map, i).x - goal.x, dy = lf_map_point(map, i).y - goal.y;
        const bool near = dx * dx + dy * dy <= TOLERANCE * TOLERANCE;
        if (near && lf_weights_at(weights, i) > 0) goals[query.target_count++] = i;
    }
    lf_search_find(search, &query, tiles, TILES, &route);
    for (int64_t i = 0; i < route.tile_count; i++) {
        unknown += costmap[tiles[i]] == 255;
        if (squares[tiles[i]] < least) least = squares[tiles[i]];
    }
    const lf_point end = lf_map_point(map, route.target);
    printf("%s: %d moves to %d,%d, cost %d + %d sqrt 2, %d unknown tiles, clearance at least sqrt %d\n",
           preset, (int)route.length, end.x, end.y, (int)route.straight_cost, (int)route.diagonal_cost,
           unknown, (int)least);
    lf_search_destroy(search);
    lf_weights_destroy(weights);
}

int main(void) {
    static uint8_t open[TILES], costmap[TILES];
    static uint32_t squares[TILES];
    for (int i = 0; i < TILES;
         i++) { // a wall with a door of 12 tiles, and a wide passage below that nobody has seen
        const int x = i % WIDTH, y = i / WIDTH;
        open[i] = x > 0 && y > 0 && x < WIDTH - 1 && y < HEIGHT - 1 &&
                  (x < 50 || x > 52 || (y >= 4 && y < 16) || y > 35);
    }
    lf_map *map;
    const lf_map_desc desc = {.width = WIDTH, .height = HEIGHT, .tiles = open, .tiles_size = TILES};
    if (lf_map_create(&desc, &map) != LF_OK || lf_map_clearance(map, NULL, squares, TILES) != LF_OK) return 1;
    for (int i = 0; i < TILES; i++) {
        const int x = i % WIDTH, y = i / WIDTH;
        costmap[i] = inflate(squares[i]);
        if (x >= 50 && x <= 52 && y > 35 && costmap[i] < 253) costmap[i] = 255;
    }
    plan(map, costmap, squares, "nav2");         // what nobody has seen is blocked
    plan(map, costmap, squares, "nav2-unknown"); // it is dear instead
    lf_map_destroy(map);
    return 0;
}

// Output:
// nav2: 85 moves to 93,40, cost 1701 + 3009 sqrt 2, 0 unknown tiles, clearance at least sqrt 36
// nav2-unknown: 85 moves to 93,40, cost 4707 + 300 sqrt 2, 3 unknown tiles, clearance at least sqrt 36
