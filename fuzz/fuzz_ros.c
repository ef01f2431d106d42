// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// ROS maps, .yaml and picture: a 16-bit length, so many bytes of .yaml, and the rest is the picture (PGM or
// PNG).

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *yaml;
    const size_t yaml_size = fuzz_take_part(&data, &size, &yaml);
    const lf_load_options options = {.max_tiles = FUZZ_MAX_TILES};
    lf_grid grid;
    lf_io_error error;
    const lf_io_status status =
        lf_grid_parse_ros("input", yaml, yaml_size, data, size, &options, &grid, &error);
    fuzz_check_grid(status, &grid, &error);
    lf_grid_free(&grid);
    // Once more with what the bytes weigh.
    lf_load_options weigh = options;
    weigh.terrain = fuzz_table();
    const lf_io_status weighed =
        lf_grid_parse_ros("input", yaml, yaml_size, data, size, &weigh, &grid, &error);
    fuzz_check_terrain(weighed, &grid, &error);
    lf_grid_free(&grid);
    return 0;
}
