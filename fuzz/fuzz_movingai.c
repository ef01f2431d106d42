// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// MovingAI .map from bytes, and what is read, written and read again.

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const lf_load_options options = {.format = LF_FILE_MOVINGAI, .max_tiles = FUZZ_MAX_TILES};
    lf_grid grid;
    lf_io_error error;
    const lf_io_status status = lf_grid_parse("input", data, size, &options, &grid, &error);
    fuzz_check_grid(status, &grid, &error);
    if (status == LF_IO_OK) fuzz_check_round_trip(&grid, LF_FILE_MOVINGAI);
    lf_grid_free(&grid);
    // Once more with what the bytes weigh.
    lf_load_options weigh = options;
    weigh.terrain = fuzz_table();
    const lf_io_status weighed = lf_grid_parse("input", data, size, &weigh, &grid, &error);
    fuzz_check_terrain(weighed, &grid, &error);
    lf_grid_free(&grid);
    return 0;
}
