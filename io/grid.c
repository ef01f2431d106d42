// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Grids: which reader a file goes to, the limits that all of them keep, and who frees what.
//
//     path --(format by name)--> bytes --(reader)--> grid --(lf_grid_to_map)--> map
//
// The public functions check the options once, clear the outputs first, and empty a half-filled grid when a
// reader fails. So a reader can return at the first error without cleaning up its planes.

#include "lfio.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------
// Formats
// ---------------------------------------------------------------------------------------------------

const char *lf_file_format_name(lf_file_format format) {
    switch (format) {
    case LF_FILE_AUTO: return "auto";
    case LF_FILE_OPENFRONT: return "openfront";
    case LF_FILE_MOVINGAI: return "movingai";
    case LF_FILE_PNG: return "png";
    case LF_FILE_TEXT: return "text";
    case LF_FILE_ROS: return "ros";
    case LF_FILE_RAW: return "raw";
    }
    return NULL;
}

lf_file_format lf_file_format_of(const char *path) {
    return path == NULL ? LF_FILE_AUTO : lfio_format_of_path(path);
}

lf_file_format lfio_format_of_path(const char *path) {
    static const struct {
        const char *ending;
        lf_file_format format;
    } endings[] = {
        {"manifest.json", LF_FILE_OPENFRONT},
        {".map", LF_FILE_MOVINGAI},
        {".png", LF_FILE_PNG},
        {".txt", LF_FILE_TEXT},
        {".yaml", LF_FILE_ROS},
        {".yml", LF_FILE_ROS},
        {".bin", LF_FILE_RAW},
        {".raw", LF_FILE_RAW},
    };
    if (lfio_path_is_folder(path)) return LF_FILE_OPENFRONT;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (lfio_path_ends_with(path, endings[i].ending)) return endings[i].format;
    return LF_FILE_AUTO;
}

static bool format_is_one_file(lf_file_format format) {
    return format == LF_FILE_MOVINGAI || format == LF_FILE_PNG || format == LF_FILE_TEXT ||
           format == LF_FILE_RAW;
}

// ---------------------------------------------------------------------------------------------------
// Limits and memory
// ---------------------------------------------------------------------------------------------------

void *lfio_alloc(int64_t size) {
    if (size < 0 || (uint64_t)size > SIZE_MAX / 2) return NULL;
    return malloc(size > 0 ? (size_t)size : 1);
}

lf_io_status lfio_size_check(const lfio_input *in, lfio_place place, int64_t width, int64_t height) {
    if (width < 1 || height < 1 || width > INT32_MAX || height > INT32_MAX)
        return lfio_fail(in, LF_IO_E_LIMIT, place,
                         "a map of %" PRId64 " x %" PRId64
                         " tiles, expected width and height from 1 to 2147483647",
                         width, height);
    if (width * height > in->max_tiles)
        return lfio_fail(in, LF_IO_E_LIMIT, place,
                         "a map of %" PRId64 " x %" PRId64 " tiles, at most %" PRId64 " tiles are allowed",
                         width, height, in->max_tiles);
    return LF_IO_OK;
}

lf_io_status lfio_plane_create(const lfio_input *in, int64_t width, int64_t height, lf_plane *out) {
    uint8_t *open = (uint64_t)(width * height) < SIZE_MAX ? calloc((size_t)(width * height), 1) : NULL;
    if (open == NULL) return lfio_fail_memory(in);
    *out = (lf_plane){(int32_t)width, (int32_t)height, open};
    return LF_IO_OK;
}

enum { FILE_SLACK = 1 << 24 };

int64_t lfio_file_limit(int64_t tiles) {
    return 8 * tiles + FILE_SLACK;
}

int64_t lfio_text_limit(int64_t tiles) {
    return 3 * tiles + FILE_SLACK;
}

void lf_grid_free(lf_grid *grid) {
    if (grid == NULL) return;
    free(grid->tiles.open);
    free(grid->depth);
    free(grid->terrain);
    for (int32_t level = 0; level < LF_GRID_MAX_COARSE; level++) free(grid->coarse[level].open);
    *grid = (lf_grid){0};
}

// ---------------------------------------------------------------------------------------------------
// Progress
// ---------------------------------------------------------------------------------------------------

enum { REPORT_TILES = 1 << 16 }; // 0.1 to 1 ms apart: a report may look at a clock

lf_io_status lfio_pass_row_done(const lfio_input *in, lfio_pass pass, int64_t y, int64_t width,
                                int64_t height) {
    if (in->progress.report == NULL) return LF_IO_OK;
    const int64_t total = width * height, before = pass.at * total + y * width, after = before + width;
    const bool last = after == pass.count * total;
    if (after / REPORT_TILES == before / REPORT_TILES && !last) return LF_IO_OK;
    if (in->progress.report(after / pass.count, total, in->progress.user)) return LF_IO_OK;
    return lfio_fail(in, LF_IO_E_CANCELLED, lfio_nowhere(), "was cancelled");
}

lf_io_status lfio_row_done(const lfio_input *in, int64_t y, int64_t width, int64_t height) {
    return lfio_pass_row_done(in, (lfio_pass){0, 1}, y, width, height);
}

// ---------------------------------------------------------------------------------------------------
// Options
// ---------------------------------------------------------------------------------------------------

static lf_io_status options_check(const lfio_input *in, const lf_load_options *options) {
    if (lf_file_format_name(options->format) == NULL)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "unknown file format number %d",
                         (int)options->format);
    if (options->threshold < 0 || options->threshold > 255)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "threshold %" PRId32 ", expected 1 to 255",
                         options->threshold);
    if (options->open_color > 0xFFFFFF)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(),
                         "open colour 0x%" PRIX32 ", expected 0x000000 to 0xFFFFFF", options->open_color);
    if (options->max_tiles < 0)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(),
                         "a limit of %" PRId64 " tiles, expected 1 or more, or 0 for the default",
                         options->max_tiles);
    return LF_IO_OK;
}

static int64_t options_max_tiles(const lf_load_options *options) {
    const int64_t asked = options->max_tiles;
    return asked > 0 && asked < LFIO_MAX_TILES ? asked : LFIO_MAX_TILES;
}

// What every public function does first: clears the outputs, then refuses arguments that make no sense.
static lf_io_status grid_begin(const char *name, const lf_load_options *options, lf_grid *out,
                               lf_io_error *error, lfio_input *in) {
    if (out != NULL) *out = (lf_grid){0};
    lfio_error_clear(error);
    *in = (lfio_input){.name = name != NULL ? name : "?", .error = error};
    in->max_tiles = options_max_tiles(options);
    in->progress = options->progress;
    in->terrain = options->terrain;
    if (name == NULL || out == NULL)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    return options_check(in, options);
}

// What every public function does last.
static lf_io_status grid_end(const lfio_input *in, lf_io_status status, lf_file_format format,
                             lf_grid *grid) {
    if (status == LF_IO_OK && in->terrain != NULL) status = lfio_terrain_take(in, format, grid);
    if (status == LF_IO_OK)
        grid->format = format;
    else
        lf_grid_free(grid);
    return status;
}

// ---------------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------------

static lf_io_status grid_parse_format(const lfio_input *in, lf_file_format format,
                                      const lf_load_options *options, lf_grid *grid) {
    switch (format) {
    case LF_FILE_MOVINGAI: return lfio_movingai_parse(in, grid);
    case LF_FILE_TEXT:
        if (in->terrain == NULL) return lfio_text_parse(in, grid);
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(),
                         "a text has no bytes that weigh something, expected another format");
    case LF_FILE_RAW: return lfio_raw_parse(in, options->width, options->height, grid);
    case LF_FILE_PNG: {
        const lfio_pixel_rule rule = {.low = options->threshold > 0 ? options->threshold : 128,
                                      .high = 255,
                                      .by_color = options->by_color,
                                      .color = options->open_color,
                                      .grey = options->terrain != NULL};
        return lfio_png_parse(in, &rule, grid);
    }
    default:
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(),
                         "format '%s' is not a single file, expected movingai, png, text or raw",
                         lf_file_format_name(format));
    }
}

lf_io_status lf_grid_parse(const char *name, const void *bytes, size_t size, const lf_load_options *options,
                           lf_grid *out, lf_io_error *error) {
    static const lf_load_options defaults = {0};
    if (options == NULL) options = &defaults;
    lfio_input in;
    const lf_io_status status = grid_begin(name, options, out, error, &in);
    if (status != LF_IO_OK) return status;
    if (bytes == NULL && size > 0)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    in.bytes = bytes;
    in.size = size;
    return grid_end(&in, grid_parse_format(&in, options->format, options, out), options->format, out);
}

// A raw file has one right size, and a tile of a text takes at most three bytes, line end included; anything
// far beyond it is not even read.
static int64_t grid_file_limit(const lfio_input *in, lf_file_format format, const lf_load_options *options) {
    if (format == LF_FILE_TEXT) return lfio_text_limit(in->max_tiles);
    const bool sized = format == LF_FILE_RAW && options->width > 0 && options->height > 0;
    const int64_t tiles = sized ? (int64_t)options->width * options->height : in->max_tiles;
    return lfio_file_limit(tiles < in->max_tiles ? tiles : in->max_tiles);
}

// The size of a raw file is known before anything is read.
static lf_io_status grid_check_options_size(const lfio_input *in, lf_file_format format,
                                            const lf_load_options *options) {
    if (format != LF_FILE_RAW || options->width <= 0 || options->height <= 0) return LF_IO_OK;
    return lfio_size_check(in, lfio_nowhere(), options->width, options->height);
}

static lf_io_status grid_load_one_file(lfio_input in, const char *path, lf_file_format format,
                                       const lf_load_options *options, lf_grid *grid) {
    const bool from_stdin = lfio_path_is_stdin(path);
    if (from_stdin) in.name = "standard input";
    lfio_bytes bytes;
    lf_io_status status = grid_check_options_size(&in, format, options);
    if (status != LF_IO_OK) return status;
    if (format == LF_FILE_MOVINGAI) in.peek = lfio_movingai_peek;
    if (format == LF_FILE_PNG) in.peek = lfio_picture_peek;
    status = lfio_file_read(&in, path, from_stdin, grid_file_limit(&in, format, options), &bytes);
    if (status != LF_IO_OK) return status;
    in.bytes = bytes.data;
    in.size = bytes.size;
    status = grid_parse_format(&in, format, options, grid);
    free(bytes.data);
    return status;
}

static lf_io_status grid_load_format(const lfio_input *in, const char *path, lf_file_format format,
                                     const lf_load_options *options, lf_grid *grid) {
    if (format_is_one_file(format)) return grid_load_one_file(*in, path, format, options, grid);
    if (lfio_path_is_stdin(path))
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(),
                         "standard input needs a format that is one file: movingai, png, text or raw");
    if (format == LF_FILE_OPENFRONT) return lfio_openfront_load(in, path, grid);
    if (format == LF_FILE_ROS) return lfio_ros_load(in, path, grid);
    if (!lfio_path_exists(path)) return lfio_fail(in, LF_IO_E_FILE, lfio_nowhere(), "does not exist");
    return lfio_fail(in, LF_IO_E_FORMAT, lfio_nowhere(),
                     "unknown file format, expected a folder with manifest.json, or a name that ends in "
                     ".map, .png, .txt, .yaml, .yml, .bin or .raw");
}

lf_io_status lf_grid_load(const char *path, const lf_load_options *options, lf_grid *out,
                          lf_io_error *error) {
    static const lf_load_options defaults = {0};
    if (options == NULL) options = &defaults;
    lfio_input in;
    const lf_io_status status = grid_begin(path, options, out, error, &in);
    if (status != LF_IO_OK) return status;
    const lf_file_format format =
        options->format != LF_FILE_AUTO ? options->format : lfio_format_of_path(path);
    return grid_end(&in, grid_load_format(&in, path, format, options, out), format, out);
}

lf_io_status lf_grid_parse_openfront(const char *name, const void *manifest, size_t manifest_size,
                                     const void *const planes[3], const size_t plane_sizes[3],
                                     const lf_load_options *options, lf_grid *out, lf_io_error *error) {
    static const lf_load_options defaults = {0};
    lfio_input in;
    const lf_io_status status = grid_begin(name, options != NULL ? options : &defaults, out, error, &in);
    if (status != LF_IO_OK) return status;
    if (manifest == NULL || planes == NULL || plane_sizes == NULL || planes[0] == NULL)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    in.bytes = manifest;
    in.size = manifest_size;
    lfio_bytes views[3];
    for (int i = 0; i < 3; i++) views[i] = (lfio_bytes){(uint8_t *)(uintptr_t)planes[i], plane_sizes[i]};
    return grid_end(&in, lfio_openfront_parse(&in, views, out), LF_FILE_OPENFRONT, out);
}

lf_io_status lf_grid_parse_ros(const char *name, const void *yaml, size_t yaml_size, const void *picture,
                               size_t picture_size, const lf_load_options *options, lf_grid *out,
                               lf_io_error *error) {
    static const lf_load_options defaults = {0};
    lfio_input in;
    const lf_io_status status = grid_begin(name, options != NULL ? options : &defaults, out, error, &in);
    if (status != LF_IO_OK) return status;
    if (yaml == NULL || picture == NULL)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    in.bytes = yaml;
    in.size = yaml_size;
    return grid_end(&in, lfio_ros_parse(&in, picture, picture_size, out), LF_FILE_ROS, out);
}

// ---------------------------------------------------------------------------------------------------
// Which files
// ---------------------------------------------------------------------------------------------------

bool lf_grid_reads_file(const char *path, lf_file_format format, const char *file) {
    if (path == NULL || file == NULL) return false;
    if (format == LF_FILE_AUTO) format = lfio_format_of_path(path);
    if (format != LF_FILE_OPENFRONT && format != LF_FILE_ROS) return lf_path_is_same(path, file);
    bool reads = false;
    for (int i = 0; !reads; i++) {
        char *part = format == LF_FILE_ROS ? lfio_ros_part(path, i) : lfio_openfront_part(path, i);
        if (part == NULL) break;
        reads = lf_path_is_same(part, file);
        free(part);
    }
    return reads;
}

// ---------------------------------------------------------------------------------------------------
// To a map
// ---------------------------------------------------------------------------------------------------

lf_status lf_grid_to_map(const lf_grid *grid, lf_moves moves, lf_map **out) {
    if (out != NULL) *out = NULL;
    if (grid == NULL) return LF_E_NULL;
    const int64_t tiles = (int64_t)grid->tiles.width * grid->tiles.height;
    const lf_map_desc desc = {.width = grid->tiles.width,
                              .height = grid->tiles.height,
                              .tiles = grid->tiles.open,
                              .tiles_size = tiles > 0 ? (size_t)tiles : 0,
                              .moves = moves,
                              .depth = grid->depth};
    return lf_map_create(&desc, out);
}
