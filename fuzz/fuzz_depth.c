// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The promises of depth gates and shapes, on maps and queries made of bytes: every strategy finds a route
// exactly when flood does, under the same gate and over tiles that it leaves open; no greater gate leaves
// one; every shape keeps to open tiles. Layout: width, height, rules and coarse map, gate, harbour,
// look-ahead and window, spacing, four ends, then a byte a tile: blocked if its low two bits are 0, the
// others are the depth.

#include "fuzz.h"

enum { HEADER = 11, MOST_TILES = 64 * 64, MOST_POINTS = 1 << 18 };

typedef struct fuzz_case {
    lf_map *map;
    lf_coarse *coarse;
    lf_depth *depth;
    lf_search *search;
    lf_source sources[2];
    lf_tile targets[2];
    lf_query query;
    lf_shape shape;
} fuzz_case;

static bool map_make(fuzz_case *c, const uint8_t *data, size_t size) {
    const int32_t width = 1 + data[0] % 64, height = 1 + data[1] % 64;
    uint8_t open[MOST_TILES], depth[MOST_TILES];
    const size_t tiles = (size_t)width * (size_t)height;
    for (size_t i = 0; i < tiles; i++) {
        const uint8_t byte = size > 0 ? data[HEADER + i % size] : 0xff;
        open[i] = byte & 3;
        depth[i] = byte >> 2;
    }
    const lf_map_desc desc = {.width = width,
                              .height = height,
                              .tiles = open,
                              .tiles_size = tiles,
                              .depth = depth,
                              .moves = (lf_moves)(data[2] % 3)};
    const lf_coarse_desc coarse = {.kind = (lf_coarse_kind)(data[2] >> 6 & 1)};
    const lf_depth_desc depths = {.from = data[2] >> 7 == 0 ? LF_DEPTH_OF_MAP : LF_DEPTH_COMPUTED};
    FUZZ_CHECK(lf_map_create(&desc, &c->map) == LF_OK);
    FUZZ_CHECK(lf_coarse_create(c->map, &coarse, &c->coarse) == LF_OK);
    FUZZ_CHECK(lf_depth_create(c->map, &depths, &c->depth) == LF_OK);
    const lf_search_desc search = {.coarse = c->coarse, .depth = c->depth};
    FUZZ_CHECK(lf_search_create(c->map, &search, &c->search) == LF_OK);
    return lf_map_open_count(c->map) > 0;
}

static lf_tile open_from(const lf_map *map, uint32_t place) {
    const uint32_t count = (uint32_t)lf_map_width(map) * (uint32_t)lf_map_height(map);
    uint32_t tile = place * 157 % count;
    while (!lf_map_is_open(map, tile)) tile = (tile + 1) % count;
    return tile;
}

static void query_make(fuzz_case *c, const uint8_t *data) {
    for (int i = 0; i < 2; i++) {
        c->sources[i].tile = open_from(c->map, data[7 + i]);
        c->targets[i] = open_from(c->map, data[9 + i]);
    }
    c->query = (lf_query){.sources = c->sources, .source_count = 2, .targets = c->targets, .target_count = 2};
    c->query.gate = (lf_depth_gate){
        .min_depth = data[3] & 63, .deepest = (data[3] & 64) != 0, .harbour = (int32_t)(data[4] % 40) - 1};
    c->shape = (lf_shape){.search = c->search,
                          .depth = c->depth,
                          .look_ahead = data[5] >> 4,
                          .window = data[5] & 15,
                          .spacing = 8 * data[6]};
}

/// Whether the gate in force leaves a tile open.
static bool tile_passes(const fuzz_case *c, lf_tile tile, int32_t gate) {
    return lf_map_is_open(c->map, tile) &&
           (lf_depth_at(c->depth, tile) >= gate || lf_search_is_exempt(c->search, tile));
}

static void shapes_check(const fuzz_case *c, const lf_tile *tiles, int64_t count, int32_t gate) {
    static lf_tile waypoints[MOST_TILES];
    static lf_curve_point points[MOST_POINTS];
    int64_t waypoint_count, point_count;
    FUZZ_CHECK(lf_route_waypoints(c->map, &c->shape, tiles, count, waypoints, MOST_TILES, &waypoint_count) ==
               LF_OK);
    FUZZ_CHECK(waypoints[0] == tiles[0] && waypoints[waypoint_count - 1] == tiles[count - 1]);
    FUZZ_CHECK(lf_route_distance(c->map, waypoints, waypoint_count) <=
               lf_route_distance(c->map, tiles, count) + 1);
    FUZZ_CHECK(lf_route_offshore(c->map, &c->shape, waypoints, waypoint_count) == LF_OK);
    FUZZ_CHECK(lf_route_curve(c->map, &c->shape, waypoints, waypoint_count, points, MOST_POINTS,
                              &point_count) == LF_OK);
    for (int64_t i = 0; i < point_count; i++) {
        const lf_tile tile =
            lf_map_tile(c->map, (int32_t)(points[i].x / LF_CURVE_ONE), (int32_t)(points[i].y / LF_CURVE_ONE));
        FUZZ_CHECK(tile_passes(c, tile, gate));
    }
}

/// A greater gate leaves no route.
static void deepest_check(fuzz_case *c, const lf_route *found) {
    if (!c->query.gate.deepest || !found->found || found->gate == 255) return;
    const lf_depth_gate asked = c->query.gate;
    c->query.gate = (lf_depth_gate){.min_depth = found->gate + 1, .harbour = asked.harbour};
    FUZZ_CHECK(lf_search_find(c->search, &c->query, NULL, 0, NULL) == LF_NO_ROUTE);
    c->query.gate = asked;
}

static bool gate_asked(const fuzz_case *c) {
    return c->query.gate.deepest || c->query.gate.min_depth != 0;
}

static void case_check(fuzz_case *c) {
    static lf_tile tiles[MOST_TILES];
    lf_route best = {0};
    for (int strategy = LF_STRATEGY_FLOOD; lf_strategy_name((lf_strategy)strategy) != NULL; strategy++) {
        lf_route route;
        c->query.strategy = (lf_strategy)strategy;
        const lf_status status = lf_search_find(c->search, &c->query, tiles, MOST_TILES, &route);
        if (strategy == LF_STRATEGY_HEADLAND || strategy == LF_STRATEGY_STRIP) { // they take no gate
            FUZZ_CHECK(status < 0 || !gate_asked(c));
            continue;
        }
        FUZZ_CHECK(status == LF_OK || status == LF_NO_ROUTE);
        if (strategy == LF_STRATEGY_FLOOD) best = route;
        FUZZ_CHECK(route.found == best.found && route.gate == best.gate);
        if (!route.found) continue;
        FUZZ_CHECK(route.length >= best.length);
        FUZZ_CHECK(lf_route_check(c->map, tiles, route.tile_count, NULL, NULL) == LF_OK);
        for (int64_t i = 0; i < route.tile_count; i++) FUZZ_CHECK(tile_passes(c, tiles[i], route.gate));
        shapes_check(c, tiles, route.tile_count, route.gate);
    }
    c->query.strategy = LF_STRATEGY_FLOOD;
    deepest_check(c, &best);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEADER) return 0;
    fuzz_case c = {0};
    if (map_make(&c, data, size - HEADER)) {
        query_make(&c, data);
        case_check(&c);
    }
    lf_search_destroy(c.search);
    lf_depth_destroy(c.depth);
    lf_coarse_destroy(c.coarse);
    lf_map_destroy(c.map);
    return 0;
}
