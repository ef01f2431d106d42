// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// OpenFront map folder: manifest.json, and one file of bytes for each level of detail.
//
//     manifest.json   "map": {"width": 4, "height": 2, "num_land_tiles": 3}, "map4x": {...}, "map16x": {...}
//     map.bin         a byte a tile: bit 7 land, bit 6 shoreline, bit 5 ocean, bits 0 to 4 magnitude
//     map4x.bin       half the width and height (a quarter of the tiles), optional
//     map16x.bin      a quarter of the width and height, optional, only together with map4x.bin
//
// Land is blocked, water is open, and the magnitude of water becomes the depth. Bits 5 and 6 are not looked
// at. A coarse plane needs both its file and its entry in the manifest, which gives the size: in a folder one
// without the other counts as absent, while bytes handed over without an entry are an error.
//
// What real maps do, measured on six of them and on all three levels: files have exactly width * height
// bytes; the sides of coarse planes are halves without a remainder (floor and ceil are both accepted, as
// nobody says which it would be); num_land_tiles counts land whose magnitude is below 31. Magnitude 31 marks
// land that no unit may enter, a later addition to the format, and older writers may count it, so both counts
// are accepted. Time: linear in the files. Memory: two bytes a tile.

#include "lfio.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

enum {
    OPENFRONT_PLANES = 3,
    OPENFRONT_MANIFEST_LIMIT = 1 << 24, // bytes; real ones have up to 10,000
    OPENFRONT_LAND = 0x80,
    OPENFRONT_MAGNITUDE = 0x1F,
    OPENFRONT_NO_ENTRY = 31,
};

static const char *const openfront_keys[OPENFRONT_PLANES] = {"map", "map4x", "map16x"};
static const char *const openfront_files[OPENFRONT_PLANES] = {"map.bin", "map4x.bin", "map16x.bin"};

typedef struct openfront_entry {
    int64_t width, height; // 0 = not in the manifest
    int64_t land;          // -1 = not given
} openfront_entry;

// ---------------------------------------------------------------------------------------------------
// The manifest
// ---------------------------------------------------------------------------------------------------

static lf_io_status openfront_read_number(const lfio_input *in, const char *key, const json_t *entry,
                                          const char *field, int64_t least, int64_t most, int64_t *out) {
    const json_t *value = json_object_get(entry, field);
    *out = json_integer_value(value);
    if (json_is_integer(value) && *out >= least && *out <= most) return LF_IO_OK;
    if (json_is_integer(value))
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(),
                         "%s.%s is %" PRId64 ", expected a whole number from %" PRId64 " to %" PRId64, key,
                         field, *out, least, most);
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(),
                     "%s.%s is %s, expected a whole number from %" PRId64 " to %" PRId64, key, field,
                     value == NULL ? "missing" : "not a whole number", least, most);
}

static lf_io_status openfront_read_entry(const lfio_input *in, const char *key, const json_t *entry,
                                         openfront_entry *out) {
    *out = (openfront_entry){.land = -1};
    if (!json_is_object(entry))
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(),
                         "%s is %s, expected an object with width and height", key,
                         entry == NULL ? "missing" : "not an object");
    lf_io_status status = openfront_read_number(in, key, entry, "width", 1, INT32_MAX, &out->width);
    if (status == LF_IO_OK)
        status = openfront_read_number(in, key, entry, "height", 1, INT32_MAX, &out->height);
    if (status == LF_IO_OK) status = lfio_size_check(in, lfio_nowhere(), out->width, out->height);
    if (status == LF_IO_OK && json_object_get(entry, "num_land_tiles") != NULL)
        status =
            openfront_read_number(in, key, entry, "num_land_tiles", 0, out->width * out->height, &out->land);
    return status;
}

static bool openfront_side_fits(int64_t fine, int64_t coarse, int64_t factor) {
    return coarse == fine / factor || coarse == (fine + factor - 1) / factor;
}

static lf_io_status openfront_check_coarse(const lfio_input *in, const openfront_entry *map,
                                           const openfront_entry *coarse, int level) {
    const int64_t factor = INT64_C(1) << level;
    if (openfront_side_fits(map->width, coarse->width, factor) &&
        openfront_side_fits(map->height, coarse->height, factor))
        return LF_IO_OK;
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(),
                     "%s is %" PRId64 " x %" PRId64 ", expected 1/%" PRId64 " of %" PRId64 " x %" PRId64,
                     openfront_keys[level], coarse->width, coarse->height, factor, map->width, map->height);
}

static lf_io_status openfront_read_entries(const lfio_input *in, const json_t *root,
                                           openfront_entry entries[OPENFRONT_PLANES]) {
    if (!json_is_object(root))
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(1, 1), "not a manifest, expected a JSON object");
    for (int level = 0; level < OPENFRONT_PLANES; level++) {
        const json_t *entry = json_object_get(root, openfront_keys[level]);
        if (entry == NULL && level > 0) continue;
        lf_io_status status = openfront_read_entry(in, openfront_keys[level], entry, &entries[level]);
        if (status == LF_IO_OK && level > 0)
            status = openfront_check_coarse(in, &entries[0], &entries[level], level);
        if (status != LF_IO_OK) return status;
    }
    return LF_IO_OK;
}

static lf_io_status openfront_read_manifest(const lfio_input *in, openfront_entry entries[OPENFRONT_PLANES]) {
    json_error_t problem;
    const lfio_lines text = lfio_lines_of(in);
    json_t *root = json_loadb(text.at, (size_t)(text.end - text.at), JSON_REJECT_DUPLICATES, &problem);
    // Where jansson runs out of memory it mostly says nothing at all.
    if (root == NULL && problem.text[0] == '\0') return lfio_fail_memory(in);
    if (root == NULL)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(problem.line, problem.column),
                         "not readable as JSON: %s", problem.text);
    const lf_io_status status = openfront_read_entries(in, root, entries);
    json_decref(root);
    return status;
}

// ---------------------------------------------------------------------------------------------------
// The planes
// ---------------------------------------------------------------------------------------------------

static lf_io_status openfront_check_plane(const lfio_input *in, const openfront_entry *entry,
                                          const lfio_bytes *bytes, int level) {
    if (entry->width == 0)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(), "%s without an entry '%s' in the manifest",
                         openfront_files[level], openfront_keys[level]);
    const int64_t tiles = entry->width * entry->height;
    if ((uint64_t)tiles != bytes->size)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(),
                         "%s: %zu bytes, expected %" PRId64 " for %" PRId64 " x %" PRId64 " tiles",
                         openfront_files[level], bytes->size, tiles, entry->width, entry->height);
    if (entry->land < 0) return LF_IO_OK;
    int64_t land = 0, no_entry = 0;
    for (size_t i = 0; i < bytes->size; i++) {
        const bool is_land = bytes->data[i] & OPENFRONT_LAND;
        land += is_land;
        no_entry += is_land && (bytes->data[i] & OPENFRONT_MAGNITUDE) == OPENFRONT_NO_ENTRY;
    }
    if (entry->land == land || entry->land == land - no_entry) return LF_IO_OK;
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(),
                     "%s: %" PRId64 " land tiles, expected the %" PRId64 " of %s.num_land_tiles",
                     openfront_files[level], land - no_entry, entry->land, openfront_keys[level]);
}

// Open tiles of a plane; the finest one is the first of two passes.
static lf_io_status openfront_read_plane(const lfio_input *in, const openfront_entry *entry,
                                         const lfio_bytes *bytes, bool finest, lf_plane *out) {
    lf_io_status status = lfio_plane_create(in, entry->width, entry->height, out);
    for (int64_t y = 0; status == LF_IO_OK && y < entry->height; y++) {
        const uint8_t *row = bytes->data + y * entry->width;
        uint8_t *open = out->open + y * entry->width;
        for (int64_t x = 0; x < entry->width; x++) open[x] = (row[x] & OPENFRONT_LAND) == 0;
        if (finest) status = lfio_pass_row_done(in, (lfio_pass){0, 2}, y, entry->width, entry->height);
    }
    return status;
}

static lf_io_status openfront_read_depth(const lfio_input *in, const openfront_entry *entry,
                                         const lfio_bytes *bytes, lf_grid *grid) {
    grid->depth = lfio_alloc((int64_t)bytes->size);
    if (grid->depth == NULL) return lfio_fail_memory(in);
    lf_io_status status = LF_IO_OK;
    for (int64_t y = 0; status == LF_IO_OK && y < entry->height; y++) {
        const uint8_t *row = bytes->data + y * entry->width;
        uint8_t *depth = grid->depth + y * entry->width;
        for (int64_t x = 0; x < entry->width; x++)
            depth[x] = row[x] & OPENFRONT_LAND ? 0 : row[x] & OPENFRONT_MAGNITUDE;
        status = lfio_pass_row_done(in, (lfio_pass){1, 2}, y, entry->width, entry->height);
    }
    return status;
}

static lf_io_status openfront_read_planes(const lfio_input *in, const openfront_entry *entries,
                                          const lfio_bytes *planes, lf_grid *grid) {
    if (planes[2].data != NULL && planes[1].data == NULL)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(), "%s without %s", openfront_files[2],
                         openfront_files[1]);
    for (int level = 0; level < OPENFRONT_PLANES; level++) {
        if (level > 0 && planes[level].data == NULL) continue;
        lf_plane *plane = level == 0 ? &grid->tiles : &grid->coarse[level - 1];
        lf_io_status status = openfront_check_plane(in, &entries[level], &planes[level], level);
        if (status == LF_IO_OK)
            status = openfront_read_plane(in, &entries[level], &planes[level], level == 0, plane);
        if (status != LF_IO_OK) return status;
        grid->coarse_count = level;
    }
    return openfront_read_depth(in, &entries[0], &planes[0], grid);
}

lf_io_status lfio_openfront_parse(const lfio_input *in, const lfio_bytes planes[3], lf_grid *grid) {
    openfront_entry entries[OPENFRONT_PLANES] = {0};
    const lf_io_status status = openfront_read_manifest(in, entries);
    return status != LF_IO_OK ? status : openfront_read_planes(in, entries, planes, grid);
}

// ---------------------------------------------------------------------------------------------------
// The folder
// ---------------------------------------------------------------------------------------------------

// The path of the manifest, of which the folder may have been given; free it. NULL = no memory.
static char *openfront_manifest(const char *path) {
    return lfio_path_is_folder(path) ? lfio_path_inside(path, "manifest.json") : lfio_path_copy(path);
}

char *lfio_openfront_part(const char *path, int i) {
    char *manifest = i <= OPENFRONT_PLANES ? openfront_manifest(path) : NULL;
    if (i == 0 || manifest == NULL) return manifest;
    char *part = lfio_path_beside(manifest, openfront_files[i - 1]);
    free(manifest);
    return part;
}

// Reads the file of one level, if it is there and the manifest knows it.
static lf_io_status openfront_load_plane(const lfio_input *in, const openfront_entry *entry, int level,
                                         lfio_bytes *out) {
    char *path = lfio_path_beside(in->name, openfront_files[level]);
    if (path == NULL) return lfio_fail_memory(in);
    lf_io_status status = LF_IO_OK;
    if (level == 0 || (entry->width > 0 && lfio_path_exists(path))) {
        lfio_input file = *in;
        file.name = path;
        status = lfio_file_read(&file, path, false, lfio_file_limit(entry->width * entry->height), out);
    }
    free(path);
    return status;
}

static lf_io_status openfront_load_manifest(const lfio_input *in, openfront_entry *entries) {
    lfio_bytes bytes;
    if (!lfio_path_exists(in->name))
        return lfio_fail(in, LF_IO_E_FILE, lfio_nowhere(),
                         "does not exist, expected the manifest of an OpenFront map folder");
    lf_io_status status = lfio_file_read(in, in->name, false, OPENFRONT_MANIFEST_LIMIT, &bytes);
    if (status != LF_IO_OK) return status;
    lfio_input manifest = *in;
    manifest.bytes = bytes.data;
    manifest.size = bytes.size;
    status = openfront_read_manifest(&manifest, entries);
    free(bytes.data);
    return status;
}

// Here `in` is named after the manifest's path, which the planes are beside.
static lf_io_status openfront_load_files(const lfio_input *in, lf_grid *grid) {
    openfront_entry entries[OPENFRONT_PLANES] = {0};
    lfio_bytes planes[OPENFRONT_PLANES] = {0};
    lf_io_status status = openfront_load_manifest(in, entries);
    for (int level = 0; status == LF_IO_OK && level < OPENFRONT_PLANES; level++)
        status = openfront_load_plane(in, &entries[level], level, &planes[level]);
    if (status == LF_IO_OK) status = openfront_read_planes(in, entries, planes, grid);
    for (int level = 0; level < OPENFRONT_PLANES; level++) free(planes[level].data);
    return status;
}

lf_io_status lfio_openfront_load(const lfio_input *in, const char *path, lf_grid *grid) {
    char *manifest = openfront_manifest(path);
    if (manifest == NULL) return lfio_fail_memory(in);
    lfio_input named = *in;
    named.name = manifest;
    const lf_io_status status = openfront_load_files(&named, grid);
    free(manifest);
    return status;
}
