// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Raw bytes. The first four bytes are the width and height, the rest is the file.

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 4) return 0;
    const lf_load_options options = {.format = LF_FILE_RAW,
                                     .max_tiles = FUZZ_MAX_TILES,
                                     .width = data[0] | (int8_t)data[1] * 256,
                                     .height = data[2] | (int8_t)data[3] * 256};
    lf_grid grid;
    lf_io_error error;
    const lf_io_status status = lf_grid_parse("input", data + 4, size - 4, &options, &grid, &error);
    fuzz_check_grid(status, &grid, &error);
    if (status == LF_IO_OK) fuzz_check_round_trip(&grid, LF_FILE_MOVINGAI);
    lf_grid_free(&grid);
    // Once more with what the bytes weigh.
    lf_load_options weigh = options;
    weigh.terrain = fuzz_table();
    const lf_io_status weighed = lf_grid_parse("input", data + 4, size - 4, &weigh, &grid, &error);
    fuzz_check_terrain(weighed, &grid, &error);
    lf_grid_free(&grid);
    return 0;
}
