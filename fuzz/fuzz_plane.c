// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A plane of depths or weights from bytes, PNG or raw, for a map of some size. The first two bytes are the width and
// height, the rest is the file. A plane that is refused leaves the grid's depths as they were. Weights are used: the
// cost of a route from the first tile that can be entered to the last one is the sum of what it enters.

#include "fuzz.h"

/// The route of a query in slices, and what its tiles weigh.
static void weights_use(const lf_map *map, const lf_weights *weights, lf_tile count) {
    static lf_tile tiles[256 * 256];
    lf_source from = {.tile = 0};
    lf_tile to = count - 1;
    while (from.tile < to && lf_weights_at(weights, from.tile) == 0) from.tile++;
    while (to > from.tile && lf_weights_at(weights, to) == 0) to--;
    lf_search *search;
    if (lf_search_create(map, &(lf_search_desc){.weighted = true}, &search) != LF_OK) return;
    const lf_query query = {
        .sources = &from, .source_count = 1, .targets = &to, .target_count = 1, .weights = weights};
    lf_route route;
    lf_status status = lf_search_begin(search, &query);
    while (status == LF_PAUSED) status = lf_search_step(search, 1000);
    if (status >= 0)
        status = lf_search_finish(search, tiles, (int64_t)(sizeof tiles / sizeof *tiles), &route);
    FUZZ_CHECK(status == LF_OK || status == LF_NO_ROUTE || lf_weights_at(weights, to) == 0);
    int64_t sum = 0;
    for (int64_t i = 1; status == LF_OK && i < route.tile_count; i++) sum += lf_weights_at(weights, tiles[i]);
    if (status == LF_OK) FUZZ_CHECK(sum == route.straight_cost + route.diagonal_cost);
    lf_search_destroy(search);
}

static void weights_try(int32_t width, int32_t height, const uint8_t *data, size_t size) {
    static uint8_t open[256 * 256];
    const size_t tiles = (size_t)width * (size_t)height;
    lf_map *map;
    lf_io_error error;
    uint8_t *plane;
    memset(open, 1, sizeof open);
    const lf_map_desc desc = {.width = width, .height = height, .tiles = open, .tiles_size = tiles};
    if (lf_map_create(&desc, &map) != LF_OK) return;
    const lf_io_status status = lf_weights_parse_plane(map, "input", data, size, &plane, &error);
    fuzz_check_error(status, &error);
    FUZZ_CHECK((plane != NULL) == (status == LF_IO_OK));
    lf_weights *weights = NULL;
    const lf_weights_desc weigh = {.plane = plane, .plane_size = tiles};
    if (plane != NULL && lf_weights_create(map, &weigh, &weights) == LF_OK)
        weights_use(map, weights, (lf_tile)tiles);
    lf_weights_destroy(weights);
    free(plane);
    lf_map_destroy(map);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    const int32_t width = 1 + data[0], height = 1 + data[1];
    const size_t tiles = (size_t)width * (size_t)height;
    lf_grid grid = {.tiles = {width, height, calloc(tiles, 1)}, .depth = calloc(tiles, 1)};
    if (grid.tiles.open == NULL || grid.depth == NULL) {
        lf_grid_free(&grid);
        return 0;
    }
    grid.depth[0] = 77;
    const uint8_t *before = grid.depth;
    lf_io_error error;
    const lf_io_status status = lf_grid_parse_depth(&grid, "input", data + 2, size - 2, &error);
    fuzz_check_error(status, &error);
    FUZZ_CHECK(grid.depth != NULL && grid.tiles.width == width && grid.tiles.height == height);
    if (status != LF_IO_OK) FUZZ_CHECK(grid.depth == before && grid.depth[0] == 77);
    int64_t sum = 0;
    for (size_t i = 0; i < tiles; i++) sum += grid.depth[i]; // every byte can be read
    FUZZ_CHECK(sum >= 0);
    if (status == LF_IO_OK && size - 2 == tiles)
        FUZZ_CHECK(memcmp(grid.depth, data + 2, tiles) == 0 || data[2] == 0x89);
    lf_grid_free(&grid);
    weights_try(width, height, data + 2, size - 2);
    return 0;
}
