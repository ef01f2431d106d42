// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A depth plane from bytes, PNG or raw, for a map of some size. The first two bytes are the width and height,
// the rest is the file. A plane that is refused leaves the grid's depths as they were.

#include "fuzz.h"

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
    return 0;
}
