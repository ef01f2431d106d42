// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// OpenFront maps: manifest, map4x and map16x, each after a 16-bit length, and the rest is map.bin. A coarse
// plane of length 0 is absent.

#include "fuzz.h"

// The magnitude of water only, and only five bits of it.
static void depth_check(const lf_grid *grid) {
    const int64_t tiles = (int64_t)grid->tiles.width * grid->tiles.height;
    FUZZ_CHECK(grid->depth != NULL);
    for (int64_t i = 0; i < tiles; i++) FUZZ_CHECK(grid->depth[i] <= (grid->tiles.open[i] ? 31 : 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *manifest, *parts[3];
    size_t sizes[3];
    const size_t manifest_size = fuzz_take_part(&data, &size, &manifest);
    sizes[1] = fuzz_take_part(&data, &size, &parts[1]);
    sizes[2] = fuzz_take_part(&data, &size, &parts[2]);
    parts[0] = data;
    sizes[0] = size;
    const void *const planes[3] = {parts[0], sizes[1] > 0 ? parts[1] : NULL, sizes[2] > 0 ? parts[2] : NULL};
    const lf_load_options options = {.max_tiles = FUZZ_MAX_TILES};
    lf_grid grid;
    lf_io_error error;
    const lf_io_status status =
        lf_grid_parse_openfront("input", manifest, manifest_size, planes, sizes, &options, &grid, &error);
    fuzz_check_grid(status, &grid, &error);
    if (status == LF_IO_OK) depth_check(&grid);
    lf_grid_free(&grid);
    // Once more with what the bytes weigh.
    lf_load_options weigh = options;
    weigh.terrain = fuzz_table();
    const lf_io_status weighed =
        lf_grid_parse_openfront("input", manifest, manifest_size, planes, sizes, &weigh, &grid, &error);
    fuzz_check_terrain(weighed, &grid, &error);
    lf_grid_free(&grid);
    return 0;
}
