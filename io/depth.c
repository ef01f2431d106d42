// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A depth a tile for a map that was loaded without, or with others: a PNG, told by its signature, whose
// luminance is the depth (a pixel with alpha below 128 has depth 0), or raw bytes, one a tile, row by row.
// Both must have the map's size. What is read is complete before the grid gets it.

#include "lfio.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static lf_io_status depth_parse_png(const lfio_input *in, const lf_plane *tiles, uint8_t **out) {
    const lfio_pixel_rule rule = {.grey = true};
    lf_grid picture = {0};
    const lf_io_status status = lfio_png_parse(in, &rule, &picture);
    const lf_plane plane = picture.tiles;
    if (status != LF_IO_OK) {
        lf_grid_free(&picture);
        return status;
    }
    if (plane.width != tiles->width || plane.height != tiles->height) {
        lf_grid_free(&picture);
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(),
                         "%" PRId32 " x %" PRId32 " pixels of depth, expected %" PRId32 " x %" PRId32
                         ", the size of the map",
                         plane.width, plane.height, tiles->width, tiles->height);
    }
    *out = plane.open;
    return LF_IO_OK;
}

static lf_io_status depth_parse_raw(const lfio_input *in, const lf_plane *tiles, uint8_t **out) {
    const int64_t count = (int64_t)tiles->width * tiles->height;
    if ((uint64_t)count != in->size)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(),
                         "%zu bytes of depth, expected a PNG, or %" PRId64 " bytes for %" PRId32 " x %" PRId32
                         " tiles",
                         in->size, count, tiles->width, tiles->height);
    *out = lfio_alloc(count);
    if (*out == NULL) return lfio_fail_memory(in);
    memcpy(*out, in->bytes, in->size);
    return LF_IO_OK;
}

static lf_io_status depth_begin(lf_grid *grid, const char *name, lf_io_error *error, lfio_input *in) {
    lfio_error_clear(error);
    *in = (lfio_input){.name = name != NULL ? name : "?", .error = error, .max_tiles = LFIO_MAX_TILES};
    if (name == NULL || grid == NULL || grid->tiles.open == NULL)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    return LF_IO_OK;
}

static lf_io_status depth_parse(const lfio_input *in, lf_grid *grid) {
    uint8_t *depth = NULL;
    const lf_io_status status = lfio_png_has_signature(in->bytes, in->size)
                                    ? depth_parse_png(in, &grid->tiles, &depth)
                                    : depth_parse_raw(in, &grid->tiles, &depth);
    if (status != LF_IO_OK) return status;
    free(grid->depth);
    grid->depth = depth;
    return LF_IO_OK;
}

lf_io_status lf_grid_parse_depth(lf_grid *grid, const char *name, const void *bytes, size_t size,
                                 lf_io_error *error) {
    lfio_input in;
    const lf_io_status status = depth_begin(grid, name, error, &in);
    if (status != LF_IO_OK) return status;
    if (bytes == NULL) return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    in.bytes = bytes;
    in.size = size;
    in.max_tiles = (int64_t)grid->tiles.width * grid->tiles.height; // a larger picture is not even unpacked
    return depth_parse(&in, grid);
}

lf_io_status lf_grid_load_depth(lf_grid *grid, const char *path, lf_io_error *error) {
    lfio_input in;
    lf_io_status status = depth_begin(grid, path, error, &in);
    if (status != LF_IO_OK) return status;
    const int64_t tiles = (int64_t)grid->tiles.width * grid->tiles.height;
    lfio_bytes bytes;
    if (lfio_path_is_stdin(path))
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "depths cannot come from standard input");
    status = lfio_file_read(&in, path, false, lfio_file_limit(tiles), &bytes);
    if (status != LF_IO_OK) return status;
    status = lf_grid_parse_depth(grid, path, bytes.data, bytes.size, error);
    free(bytes.data);
    return status;
}
