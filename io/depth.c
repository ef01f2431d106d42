// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A byte a tile for a map: depths, for one that was loaded without or with others, or weights. The file is a PNG,
// told by its signature, whose luminance is the byte (a pixel with alpha below 128 is 0), or raw bytes, one a
// tile, row by row. Both must have the map's size. What is read is complete before anyone gets it.

#include "lfio.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// What the bytes are, and for how many tiles.
typedef struct byte_plane {
    const char *what;
    int32_t width, height;
} byte_plane;

static lf_io_status bytes_fail_size(const lfio_input *in, byte_plane want, int32_t width, int32_t height,
                                    const char *unit) {
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(),
                     "%" PRId32 " x %" PRId32 " %s of %s, expected %" PRId32 " x %" PRId32
                     ", the size of the map",
                     width, height, unit, want.what, want.width, want.height);
}

static lf_io_status bytes_parse_png(const lfio_input *in, byte_plane want, uint8_t **out) {
    const lfio_pixel_rule rule = {.grey = true};
    lf_grid picture = {0};
    const lf_io_status status = lfio_png_parse(in, &rule, &picture);
    const lf_plane plane = picture.tiles;
    if (status != LF_IO_OK) {
        lf_grid_free(&picture);
        return status;
    }
    if (plane.width != want.width || plane.height != want.height) {
        lf_grid_free(&picture);
        return bytes_fail_size(in, want, plane.width, plane.height, "pixels");
    }
    *out = plane.open;
    return LF_IO_OK;
}

static lf_io_status bytes_parse_raw(const lfio_input *in, byte_plane want, uint8_t **out) {
    const int64_t count = (int64_t)want.width * want.height;
    if ((uint64_t)count != in->size)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(),
                         "%zu bytes of %s, expected a PNG, or %" PRId64 " bytes for %" PRId32 " x %" PRId32
                         " tiles",
                         in->size, want.what, count, want.width, want.height);
    *out = lfio_alloc(count);
    if (*out == NULL) return lfio_fail_memory(in);
    memcpy(*out, in->bytes, in->size);
    return LF_IO_OK;
}

/// Reads the bytes of an input; a picture of more pixels than tiles is not even unpacked.
static lf_io_status bytes_parse(lfio_input *in, byte_plane want, const void *bytes, size_t size,
                                uint8_t **out) {
    if (bytes == NULL) return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    in->bytes = bytes;
    in->size = size;
    in->max_tiles = (int64_t)want.width * want.height;
    return lfio_png_has_signature(bytes, size) ? bytes_parse_png(in, want, out)
                                               : bytes_parse_raw(in, want, out);
}

/// The same for a file.
static lf_io_status bytes_load(lfio_input *in, byte_plane want, const char *path, uint8_t **out) {
    lfio_bytes bytes;
    if (lfio_path_is_stdin(path))
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "%s cannot come from standard input",
                         strcmp(want.what, "depth") == 0 ? "depths" : want.what);
    lf_io_status status =
        lfio_file_read(in, path, false, lfio_file_limit((int64_t)want.width * want.height), &bytes);
    if (status != LF_IO_OK) return status;
    status = bytes_parse(in, want, bytes.data, bytes.size, out);
    free(bytes.data);
    return status;
}

static lfio_input bytes_input(const char *name, lf_io_error *error) {
    lfio_error_clear(error);
    return (lfio_input){.name = name != NULL ? name : "?", .error = error, .max_tiles = LFIO_MAX_TILES};
}

// ---- Depths ---------------------------------------------------------------------------------------

static lf_io_status depth_check(const lfio_input *in, const lf_grid *grid, const char *name) {
    if (name == NULL || grid == NULL || grid->tiles.open == NULL)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    return LF_IO_OK;
}

static byte_plane depth_wanted(const lf_grid *grid) {
    return (byte_plane){"depth", grid->tiles.width, grid->tiles.height};
}

/// Gives a grid depths that were read, if they were.
static lf_io_status depth_take(lf_grid *grid, lf_io_status status, uint8_t *depth) {
    if (status != LF_IO_OK) return status;
    free(grid->depth);
    grid->depth = depth;
    return LF_IO_OK;
}

lf_io_status lf_grid_parse_depth(lf_grid *grid, const char *name, const void *bytes, size_t size,
                                 lf_io_error *error) {
    lfio_input in = bytes_input(name, error);
    uint8_t *depth = NULL;
    lf_io_status status = depth_check(&in, grid, name);
    if (status == LF_IO_OK) status = bytes_parse(&in, depth_wanted(grid), bytes, size, &depth);
    return depth_take(grid, status, depth);
}

lf_io_status lf_grid_load_depth(lf_grid *grid, const char *path, lf_io_error *error) {
    lfio_input in = bytes_input(path, error);
    uint8_t *depth = NULL;
    lf_io_status status = depth_check(&in, grid, path);
    if (status == LF_IO_OK) status = bytes_load(&in, depth_wanted(grid), path, &depth);
    return depth_take(grid, status, depth);
}

// ---- Weights --------------------------------------------------------------------------------------

static lf_io_status weights_check(const lfio_input *in, const lf_map *map, const char *name, uint8_t **out) {
    if (out != NULL) *out = NULL;
    if (name == NULL || map == NULL || out == NULL)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    return LF_IO_OK;
}

static byte_plane weights_wanted(const lf_map *map) {
    return (byte_plane){"weights", lf_map_width(map), lf_map_height(map)};
}

lf_io_status lf_weights_parse_plane(const lf_map *map, const char *name, const void *bytes, size_t size,
                                    uint8_t **out, lf_io_error *error) {
    lfio_input in = bytes_input(name, error);
    const lf_io_status status = weights_check(&in, map, name, out);
    return status != LF_IO_OK ? status : bytes_parse(&in, weights_wanted(map), bytes, size, out);
}

/// The bytes of a map file that has more than open and blocked tiles.
static lf_io_status weights_load_map(const lfio_input *in, byte_plane want, const char *path, uint8_t **out) {
    uint32_t all[LFIO_TERRAIN_VALUES];
    for (int i = 0; i < LFIO_TERRAIN_VALUES; i++) all[i] = 1;
    const lf_load_options options = {.terrain = all};
    lf_grid grid;
    const lf_io_status status = lf_grid_load(path, &options, &grid, in->error);
    if (status != LF_IO_OK) return status;
    const lf_plane tiles = grid.tiles;
    if (tiles.width == want.width && tiles.height == want.height) {
        *out = grid.terrain;
        grid.terrain = NULL;
    }
    lf_grid_free(&grid);
    return *out != NULL ? LF_IO_OK : bytes_fail_size(in, want, tiles.width, tiles.height, "tiles");
}

lf_io_status lf_weights_load_plane(const lf_map *map, const char *path, uint8_t **out, lf_io_error *error) {
    lfio_input in = bytes_input(path, error);
    const lf_io_status status = weights_check(&in, map, path, out);
    if (status != LF_IO_OK) return status;
    switch (lfio_format_of_path(path)) {
    case LF_FILE_OPENFRONT:
    case LF_FILE_MOVINGAI:
    case LF_FILE_ROS: return weights_load_map(&in, weights_wanted(map), path, out);
    default: return bytes_load(&in, weights_wanted(map), path, out);
    }
}
