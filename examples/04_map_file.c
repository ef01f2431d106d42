// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A map from a file. landfall_io reads PNG, MovingAI, OpenFront, ROS, text and raw bytes, and says what is
// wrong with a file.
#include <landfall_io.h>
#include <stdio.h>

int main(void) {
    lf_grid grid;
    lf_io_error error;
    if (lf_grid_load("no_such_file.map", NULL, &grid, &error) != LF_IO_OK) printf("%s\n", error.message);
    if (lf_grid_load("../scenes/demo.png", NULL, &grid, &error) != LF_IO_OK) {
        printf("%s\n", error.message);
        return 1;
    }
    lf_map *map;
    const lf_status status = lf_grid_to_map(&grid, LF_MOVES_KING, &map);
    lf_grid_free(&grid); // the map has its own copy
    if (status != LF_OK) {
        printf("%s\n", lf_status_text(status));
        return 1;
    }
    printf("%d x %d tiles, %d open, %d bodies, %d bytes\n", (int)lf_map_width(map), (int)lf_map_height(map),
           (int)lf_map_open_count(map), (int)lf_map_body_count(map), (int)lf_map_bytes(map));
    lf_map_destroy(map);
    return 0;
}

// Output:
// no_such_file.map: does not exist
// 240 x 135 tiles, 21082 open, 5 bodies, 17160 bytes
