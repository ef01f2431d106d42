// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Grids and pictures out. A file is first made in memory, then written whole (output.c), so an error while
// making it never touches the disk, and the same code serves programs that have no disk. Memory: the file
// once more; for text about a byte a tile.

#include "lfio.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lf_io_status rows_encode(const lfio_input *in, const lf_plane *tiles, const char *header, char open,
                                char blocked, lfio_bytes *out) {
    const size_t begin = strlen(header), width = (size_t)tiles->width;
    const int64_t size = (int64_t)begin + ((int64_t)tiles->width + 1) * tiles->height;
    uint8_t *data = lfio_alloc(size);
    if (data == NULL) return lfio_fail_memory(in);
    memcpy(data, header, begin);
    uint8_t *at = data + begin;
    lf_io_status status = LF_IO_OK;
    for (int32_t y = 0; status == LF_IO_OK && y < tiles->height; y++) {
        const uint8_t *row = tiles->open + (size_t)y * width;
        for (size_t x = 0; x < width; x++) *at++ = (uint8_t)(row[x] != 0 ? open : blocked);
        *at++ = '\n';
        status = lfio_row_done(in, y, tiles->width, tiles->height);
    }
    if (status == LF_IO_OK)
        *out = (lfio_bytes){data, (size_t)size};
    else
        free(data);
    return status;
}

static lf_io_status tiles_encode(const lfio_input *in, lf_file_format format, const lf_plane *tiles,
                                 lfio_bytes *out) {
    char header[80];
    switch (format) {
    case LF_FILE_TEXT: return rows_encode(in, tiles, "", '.', '#', out);
    case LF_FILE_PNG: return lfio_png_encode_tiles(in, tiles, out);
    case LF_FILE_MOVINGAI:
        snprintf(header, sizeof header, "type octile\nheight %" PRId32 "\nwidth %" PRId32 "\nmap\n",
                 tiles->height, tiles->width);
        return rows_encode(in, tiles, header, '.', '@', out);
    case LF_FILE_AUTO:
        return lfio_fail(in, LF_IO_E_FORMAT, lfio_nowhere(),
                         "unknown file format, expected a name that ends in .txt, .png or .map");
    default: break;
    }
    const char *name = lf_file_format_name(format);
    if (name == NULL)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "unknown file format number %d", (int)format);
    return lfio_fail(in, LF_IO_E_FORMAT, lfio_nowhere(),
                     "cannot save the format '%s', expected text, png or movingai", name);
}

static lf_io_status grid_check_saved(const lfio_input *in, const lf_grid *grid) {
    if (grid == NULL || grid->tiles.open == NULL)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "there is no grid to save");
    return lfio_size_check(in, lfio_nowhere(), grid->tiles.width, grid->tiles.height);
}

lf_io_status lf_grid_encode(const lf_save_options *options, const lf_grid *grid, uint8_t **bytes,
                            size_t *size, lf_io_error *error) {
    static const lf_save_options defaults = {0};
    if (options == NULL) options = &defaults;
    if (bytes != NULL) *bytes = NULL;
    if (size != NULL) *size = 0;
    lfio_error_clear(error);
    const lfio_input in = {
        .name = "grid", .max_tiles = LFIO_MAX_TILES, .error = error, .progress = options->progress};
    if (bytes == NULL || size == NULL)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    lf_io_status status = grid_check_saved(&in, grid);
    lfio_bytes out = {0};
    if (status == LF_IO_OK) status = tiles_encode(&in, options->format, &grid->tiles, &out);
    *bytes = out.data;
    *size = out.size;
    return status;
}

void lf_encoded_free(uint8_t *bytes) {
    free(bytes);
}

lf_io_status lf_grid_save(const char *path, const lf_save_options *options, const lf_grid *grid,
                          lf_io_error *error) {
    static const lf_save_options defaults = {0};
    if (options == NULL) options = &defaults;
    lfio_error_clear(error);
    const lfio_input in = {.name = path != NULL ? path : "?",
                           .max_tiles = LFIO_MAX_TILES,
                           .error = error,
                           .progress = options->progress};
    lf_io_status status = lfio_path_check_saved(&in, path);
    if (status == LF_IO_OK) status = grid_check_saved(&in, grid);
    if (status != LF_IO_OK) return status;
    lfio_bytes bytes = {0};
    const lf_file_format format =
        options->format != LF_FILE_AUTO ? options->format : lfio_format_of_path(path);
    status = tiles_encode(&in, format, &grid->tiles, &bytes);
    if (status != LF_IO_OK) return status;
    status = lfio_file_write(&in, path, bytes);
    free(bytes.data);
    return status;
}

static lf_io_status picture_encode(const lfio_input *in, int32_t width, int32_t height, const uint8_t *rgb,
                                   lfio_bytes *out) {
    *out = (lfio_bytes){0};
    if (rgb == NULL) return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    if (width < 1 || height < 1)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(),
                         "a picture of %" PRId32 " x %" PRId32 " pixels, expected at least 1 x 1", width,
                         height);
    return lfio_png_encode_rgb(in, width, height, rgb, out);
}

lf_io_status lf_picture_encode(int32_t width, int32_t height, const uint8_t *rgb, uint8_t **bytes,
                               size_t *size, lf_io_error *error) {
    lfio_error_clear(error);
    const lfio_input in = {.name = "picture", .max_tiles = LFIO_MAX_TILES, .error = error};
    if (bytes != NULL) *bytes = NULL;
    if (bytes == NULL || size == NULL)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    lfio_bytes made;
    const lf_io_status status = picture_encode(&in, width, height, rgb, &made);
    *bytes = made.data;
    *size = made.size;
    return status;
}

lf_io_status lf_picture_save(const char *path, int32_t width, int32_t height, const uint8_t *rgb,
                             lf_io_error *error) {
    lfio_error_clear(error);
    const lfio_input in = {.name = path != NULL ? path : "?", .max_tiles = LFIO_MAX_TILES, .error = error};
    lfio_bytes bytes = {0};
    lf_io_status status = lfio_path_check_saved(&in, path);
    if (status == LF_IO_OK) status = picture_encode(&in, width, height, rgb, &bytes);
    if (status == LF_IO_OK) status = lfio_file_write(&in, path, bytes);
    free(bytes.data);
    return status;
}

lf_io_status lf_bytes_save(const char *path, const void *bytes, size_t size, lf_io_error *error) {
    lfio_error_clear(error);
    const lfio_input in = {.name = path != NULL ? path : "?", .max_tiles = LFIO_MAX_TILES, .error = error};
    const lf_io_status status = lfio_path_check_saved(&in, path);
    if (status != LF_IO_OK) return status;
    if (bytes == NULL && size > 0)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    return lfio_file_write(&in, path, (lfio_bytes){(uint8_t *)(uintptr_t)bytes, size});
}
