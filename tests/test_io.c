// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Map files that are right: each format read, written and read again; real maps and queries where they are at
// hand.

#define _POSIX_C_SOURCE 200809L // mkdir, getpid, truncate

#include "landfall_io.h"
#include "test.h"
#include "watch.h"

#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------------------
// Helpers
// ---------------------------------------------------------------------------------------------------

// Compares the tiles of a grid with rows of '.' and '#', each ended by '\n'.
static bool grid_looks_like(const lf_plane *plane, const char *rows) {
    for (int32_t y = 0; y < plane->height; y++) {
        for (int32_t x = 0; x < plane->width; x++) {
            const char tile = plane->open[(int64_t)y * plane->width + x] == 1 ? '.' : '#';
            if (*rows++ != tile) return false;
        }
        if (*rows++ != '\n') return false;
    }
    return *rows == '\0';
}

static lf_io_status parse_bytes(lf_file_format format, const void *bytes, size_t size, lf_grid *grid,
                                lf_io_error *error) {
    return lf_grid_parse("test", bytes, size, &(lf_load_options){.format = format}, grid, error);
}

static void check_parse(lf_file_format format, const char *text, const char *rows, const char *note) {
    lf_grid grid;
    lf_io_error error;
    CHECK_EQ(parse_bytes(format, text, strlen(text), &grid, &error), LF_IO_OK);
    CHECK_STR(error.message, "");
    CHECK_EQ(error.offset, -1);
    if (grid.tiles.open != NULL) CHECK(grid_looks_like(&grid.tiles, rows));
    CHECK_STR(grid.note, note);
    CHECK_EQ(grid.format, format);
    lf_grid_free(&grid);
    CHECK(grid.tiles.open == NULL);
}

// A folder that is there for one test. `path` is room for paths in it.
typedef struct scratch {
    char folder[64];
    char path[128];
} scratch;

static scratch scratch_create(void) {
    scratch room = {0};
    snprintf(room.folder, sizeof room.folder, "test_io_%ld", (long)getpid());
    CHECK(mkdir(room.folder, 0700) == 0);
    return room;
}

static const char *scratch_path(scratch *room, const char *leaf) {
    snprintf(room->path, sizeof room->path, "%s/%s", room->folder, leaf);
    return room->path;
}

static void scratch_write(scratch *room, const char *leaf, const void *bytes, size_t size) {
    FILE *stream = fopen(scratch_path(room, leaf), "wb");
    if (!CHECK(stream != NULL)) return;
    CHECK_EQ(fwrite(bytes, 1, size, stream), size);
    fclose(stream);
}

static void scratch_remove(scratch *room, const char *leaf) {
    CHECK(remove(scratch_path(room, leaf)) == 0);
}

// Fails if anything is left in the folder, such as a temporary file.
static void scratch_destroy(scratch *room) {
    CHECK(rmdir(room->folder) == 0);
}

// ---------------------------------------------------------------------------------------------------
// Text formats
// ---------------------------------------------------------------------------------------------------

static void movingai_reads(void) {
    check_parse(LF_FILE_MOVINGAI, "type octile\nheight 2\nwidth 4\nmap\n.GS@\nOTW.\n", "...#\n###.\n", "");
    check_parse(LF_FILE_MOVINGAI, "type octile\nwidth 4\nheight 2\nmap\n.GS@\nOTW.", "...#\n###.\n", "");
    check_parse(LF_FILE_MOVINGAI, "type octile\r\nheight 2\r\nwidth 2\r\nmap\r\n.@\r\n@.\r\n", ".#\n#.\n",
                "");
    check_parse(LF_FILE_MOVINGAI, "height\t1 \nwidth  1\ntype octile\nmap \n.\n\n \t\n\r\n", ".\n", "");
}

static void text_reads(void) {
    check_parse(LF_FILE_TEXT, ". #\n#..\n", "..#\n#..\n", "");
    check_parse(LF_FILE_TEXT, "#SE@>#\n#azAZ#\n", "#....#\n#..###\n", "");
    check_parse(LF_FILE_TEXT, "..#\r\n#..\r\n\r\n\n", "..#\n#..\n", "");
    check_parse(LF_FILE_TEXT, "\xEF\xBB\xBF..#\n", "..#\n", ""); // a byte order mark
    check_parse(LF_FILE_TEXT, "...\n.\n\n..", "...\n.##\n###\n..#\n",
                "3 rows shorter than 3 tiles were filled up with blocked tiles");
    check_parse(LF_FILE_TEXT, "\n.", "#\n.\n", "1 row shorter than 1 tiles was filled up with blocked tiles");
    check_parse(LF_FILE_TEXT, ".#\n  \n", ".#\n..\n", ""); // a line of spaces is a row of open tiles
    check_parse(LF_FILE_TEXT, ".", ".\n", "");
}

static void raw_reads(void) {
    static const uint8_t bytes[6] = {0, 1, 2, 255, 0, 128};
    lf_grid grid;
    lf_load_options options = {.format = LF_FILE_RAW, .width = 3, .height = 2};
    CHECK_EQ(lf_grid_parse("raw", bytes, sizeof bytes, &options, &grid, NULL), LF_IO_OK);
    CHECK(grid_looks_like(&grid.tiles, "#..\n.#.\n"));
    lf_grid_free(&grid);
    options.max_tiles = 6;
    CHECK_EQ(lf_grid_parse("raw", bytes, sizeof bytes, &options, &grid, NULL), LF_IO_OK);
    lf_grid_free(&grid);
    options.max_tiles = 5;
    CHECK_EQ(lf_grid_parse("raw", bytes, sizeof bytes, &options, &grid, NULL), LF_IO_E_LIMIT);
}

/// Depths from raw bytes and from a PNG; what is refused leaves the grid as it was.
static void depth_planes_read(void) {
    static const uint8_t bytes[6] = {0, 1, 2, 255, 0, 128};
    scratch room = scratch_create();
    lf_grid grid, white;
    lf_io_error error;
    CHECK_EQ(parse_bytes(LF_FILE_TEXT, "..#\n#..", 7, &grid, NULL), LF_IO_OK);
    CHECK_EQ(lf_grid_parse_depth(&grid, "a.raw", bytes, 5, &error), LF_IO_E_CONTENT);
    CHECK_STR(error.message, "a.raw: 5 bytes of depth, expected a PNG, or 6 bytes for 3 x 2 tiles");
    CHECK(grid.depth == NULL);
    CHECK_EQ(lf_grid_parse_depth(&grid, "a.raw", bytes, 6, &error), LF_IO_OK);
    CHECK(memcmp(grid.depth, bytes, 6) == 0);
    lf_map *map;
    CHECK_EQ(lf_grid_to_map(&grid, LF_MOVES_KING, &map), LF_OK);
    CHECK_EQ(lf_map_depth(map, 3), 255);
    lf_map_destroy(map);
    // A PNG of black and white, of this size and of another.
    CHECK_EQ(parse_bytes(LF_FILE_TEXT, "#.#\n.#.", 7, &white, NULL), LF_IO_OK);
    CHECK_EQ(
        lf_grid_save(scratch_path(&room, "d.png"), &(lf_save_options){.format = LF_FILE_PNG}, &white, &error),
        LF_IO_OK);
    CHECK_EQ(lf_grid_load_depth(&grid, scratch_path(&room, "d.png"), &error), LF_IO_OK);
    static const uint8_t expected[6] = {0, 255, 0, 255, 0, 255};
    CHECK(memcmp(grid.depth, expected, 6) == 0);
    lf_grid_free(&white);
    CHECK_EQ(parse_bytes(LF_FILE_TEXT, "..", 2, &white, NULL), LF_IO_OK);
    CHECK_EQ(
        lf_grid_save(scratch_path(&room, "d.png"), &(lf_save_options){.format = LF_FILE_PNG}, &white, &error),
        LF_IO_OK);
    CHECK_EQ(lf_grid_load_depth(&grid, scratch_path(&room, "d.png"), &error), LF_IO_E_CONTENT);
    CHECK(strstr(error.message, "/d.png: 2 x 1 pixels of depth, expected 3 x 2, the size of the map") !=
          NULL);
    CHECK_EQ(lf_grid_load_depth(&white, scratch_path(&room, "none.raw"), &error), LF_IO_E_FILE);
    CHECK_EQ(lf_grid_load_depth(&white, "-", &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_grid_load_depth(&white, NULL, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_grid_load_depth(NULL, "a.raw", &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_grid_parse_depth(&white, "a.raw", NULL, 2, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_grid_parse_depth(&(lf_grid){0}, "a.raw", bytes, 0, NULL), LF_IO_E_ARGUMENT);
    CHECK(memcmp(grid.depth, expected, 6) == 0);
    lf_grid_free(&grid);
    lf_grid_free(&white);
    scratch_remove(&room, "d.png");
    scratch_destroy(&room);
}

/// Planes of weights come by the same reader, for a map.
static void weight_planes_read(void) {
    static const uint8_t bytes[6] = {0, 1, 2, 255, 0, 128};
    scratch room = scratch_create();
    lf_grid grid;
    lf_map *map;
    lf_io_error error;
    uint8_t *plane = NULL;
    CHECK_EQ(parse_bytes(LF_FILE_TEXT, "..#\n#..", 7, &grid, NULL), LF_IO_OK);
    CHECK_EQ(lf_grid_to_map(&grid, LF_MOVES_KING, &map), LF_OK);
    CHECK_EQ(lf_weights_parse_plane(map, "a.raw", bytes, 6, &plane, &error), LF_IO_OK);
    CHECK(plane != NULL && memcmp(plane, bytes, 6) == 0);
    free(plane);
    plane = (uint8_t *)&room;
    CHECK_EQ(lf_weights_parse_plane(map, "a.raw", bytes, 5, &plane, &error), LF_IO_E_CONTENT);
    CHECK_STR(error.message, "a.raw: 5 bytes of weights, expected a PNG, or 6 bytes for 3 x 2 tiles");
    CHECK(plane == NULL);
    CHECK_EQ(lf_weights_parse_plane(map, "a.raw", NULL, 6, &plane, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_weights_parse_plane(NULL, "a.raw", bytes, 6, &plane, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_weights_parse_plane(map, "a.raw", bytes, 6, NULL, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(
        lf_grid_save(scratch_path(&room, "w.png"), &(lf_save_options){.format = LF_FILE_PNG}, &grid, &error),
        LF_IO_OK);
    CHECK_EQ(lf_weights_load_plane(map, scratch_path(&room, "w.png"), &plane, &error), LF_IO_OK);
    static const uint8_t expected[6] = {255, 255, 0, 0, 255, 255};
    CHECK(plane != NULL && memcmp(plane, expected, 6) == 0);
    free(plane);
    CHECK_EQ(lf_weights_load_plane(map, NULL, &plane, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_weights_load_plane(map, "-", &plane, &error), LF_IO_E_ARGUMENT);
    CHECK_STR(error.message, "-: weights cannot come from standard input");
    CHECK_EQ(lf_weights_load_plane(map, scratch_path(&room, "none.raw"), &plane, &error), LF_IO_E_FILE);
    lf_map_destroy(map);
    lf_grid_free(&grid);
    scratch_remove(&room, "w.png");
    scratch_destroy(&room);
}

// ---------------------------------------------------------------------------------------------------
// PNG
// ---------------------------------------------------------------------------------------------------

// A picture in memory is the file that would be saved.
static void picture_in_memory_is_the_file(void) {
    static const uint8_t rgb[2 * 3] = {255, 0, 0, 0, 255, 9};
    scratch room = scratch_create();
    lf_io_error error;
    uint8_t *bytes = NULL;
    size_t size = 0;
    CHECK_EQ(lf_picture_encode(2, 1, rgb, &bytes, &size, &error), LF_IO_OK);
    CHECK_EQ(lf_picture_save(scratch_path(&room, "a.png"), 2, 1, rgb, &error), LF_IO_OK);
    CHECK_EQ(lf_bytes_save(scratch_path(&room, "b.png"), bytes, size, &error), LF_IO_OK);
    const char *const names[] = {"a.png", "b.png"};
    for (int i = 0; i < 2; i++) {
        uint8_t read[200];
        FILE *file = fopen(scratch_path(&room, names[i]), "rb");
        const size_t got = file != NULL ? fread(read, 1, sizeof read, file) : 0;
        CHECK(got == size && memcmp(read, bytes, size) == 0);
        if (file != NULL) fclose(file);
    }
    lf_encoded_free(bytes);
    CHECK(lf_bytes_save("no/such/folder/b.svg", "x", 1, &error) < 0);
    CHECK(strstr(error.message, "no/such/folder/b.svg") != NULL);
    scratch_remove(&room, "a.png");
    scratch_remove(&room, "b.png");
    scratch_destroy(&room);
}

// One row of red, green, blue, white, and three greys.
static void picture_reads_by_luminance_and_color(void) {
    static const uint8_t rgb[7 * 3] = {255, 0,   0,   0,   255, 0,   0,   0,   255, 255, 255,
                                       255, 127, 127, 127, 128, 128, 128, 129, 129, 129};
    scratch room = scratch_create();
    lf_io_error error;
    CHECK_EQ(lf_picture_save(scratch_path(&room, "p.png"), 7, 1, rgb, &error), LF_IO_OK);
    static const struct {
        lf_load_options options;
        const char *rows;
    } cases[] = {
        {{0}, "#.#.#..\n"}, // red 76, green 150, blue 29
        {{.threshold = 128}, "#.#.#..\n"},
        {{.threshold = 129}, "#.#.##.\n"},
        {{.threshold = 1}, ".......\n"},
        {{.threshold = 29}, ".......\n"},
        {{.threshold = 30}, "..#....\n"},
        {{.threshold = 76}, "..#....\n"},
        {{.threshold = 77}, "#.#....\n"},
        {{.threshold = 255}, "###.###\n"},
        {{.by_color = true, .open_color = 0x0000FF}, "##.####\n"},
        {{.by_color = true, .open_color = 0x808080}, "#####.#\n"},
        {{.by_color = true, .open_color = 0x000000}, "#######\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lf_grid grid;
        if (!CHECK_EQ(lf_grid_load(scratch_path(&room, "p.png"), &cases[i].options, &grid, &error), LF_IO_OK))
            continue;
        CHECK(grid_looks_like(&grid.tiles, cases[i].rows));
        CHECK_EQ(grid.format, LF_FILE_PNG);
        lf_grid_free(&grid);
    }
    scratch_remove(&room, "p.png");
    scratch_destroy(&room);
}

// Pictures of the kinds that the library does not write itself, as bytes (made with tools/make_corpus.py).
static void png_kinds_read(void) {
    static const uint8_t adam7[] = {
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
        0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x03, 0x08, 0x00, 0x00, 0x00, 0x01, 0x04, 0x44, 0xda,
        0xf5, 0x00, 0x00, 0x00, 0x13, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xf8, 0xcf, 0xc0, 0xc0,
        0x00, 0xc4, 0x02, 0x0c, 0x1f, 0x40, 0x34, 0x00, 0x1f, 0x15, 0x03, 0xfe, 0xe2, 0x53, 0x55, 0x49,
        0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
    static const uint8_t palette[] = {
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
        0x52, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x01, 0x02, 0x03, 0x00, 0x00, 0x00, 0x84,
        0x52, 0xe7, 0x5e, 0x00, 0x00, 0x00, 0x0c, 0x50, 0x4c, 0x54, 0x45, 0x00, 0x00, 0x00, 0xff,
        0xff, 0xff, 0x80, 0x80, 0x80, 0x20, 0x20, 0x20, 0x1c, 0x73, 0x27, 0xf0, 0x00, 0x00, 0x00,
        0x02, 0x74, 0x52, 0x4e, 0x53, 0xff, 0x00, 0xe5, 0xb7, 0x30, 0x4a, 0x00, 0x00, 0x00, 0x0a,
        0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0x90, 0x06, 0x00, 0x00, 0x1d, 0x00, 0x1c, 0x23,
        0x7c, 0x8f, 0xac, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
    static const uint8_t rgba[] = {
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
        0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0xf4,
        0x22, 0x7f, 0x8a, 0x00, 0x00, 0x00, 0x10, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xf8,
        0xff, 0xff, 0x7f, 0x3d, 0x10, 0x37, 0x00, 0x00, 0x20, 0xe6, 0x06, 0xfa, 0x52, 0x7a, 0x41,
        0xa7, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
    static const uint8_t grey_alpha[] = {
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
        0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x10, 0x04, 0x00, 0x00, 0x00, 0x0e,
        0xbb, 0x6b, 0x42, 0x00, 0x00, 0x00, 0x11, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xf8,
        0xff, 0x9f, 0x81, 0x41, 0x80, 0xe1, 0xff, 0x7f, 0x00, 0x12, 0x37, 0x04, 0x0d, 0xfe, 0x37,
        0xbf, 0xaf, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
    static const uint8_t missing[] = {
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00,
        0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x03, 0x00, 0x00, 0x00, 0xc3, 0xfc, 0x8f, 0xb8, 0x00,
        0x00, 0x00, 0x03, 0x50, 0x4c, 0x54, 0x45, 0xff, 0xff, 0xff, 0xa7, 0xc4, 0x1b, 0xc8, 0x00, 0x00, 0x00,
        0x0b, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0x60, 0x65, 0x00, 0x00, 0x00, 0x0d, 0x00, 0x06, 0xed,
        0xcb, 0xda, 0x8a, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
    static const struct {
        const uint8_t *bytes;
        size_t size;
        const char *rows;
    } cases[] = {
        {adam7, sizeof adam7, ".##\n#.#\n..#\n"}, // 255 16 0 / 0 255 0 / 255 240 0, interlaced
        {palette, sizeof palette, "##.#\n"},      // black, white but transparent, grey 128, grey 32
        {missing, sizeof missing, "#.\n"}, // an entry that the palette does not have is transparent; white
        {rgba, sizeof rgba, "#.\n"},       // white with alpha 127 and 128
        {grey_alpha, sizeof grey_alpha, "##\n"}, // 16 bits: white but transparent, dark but opaque
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lf_grid grid;
        lf_io_error error;
        if (!CHECK_EQ(parse_bytes(LF_FILE_PNG, cases[i].bytes, cases[i].size, &grid, &error), LF_IO_OK))
            printf("%s\n", error.message);
        else
            CHECK(grid_looks_like(&grid.tiles, cases[i].rows));
        lf_grid_free(&grid);
        watch_log log = {0}; // also where rows come in passes
        const lf_load_options watched = {.format = LF_FILE_PNG, .progress = watch_of(&log)};
        CHECK_EQ(lf_grid_parse("watched", cases[i].bytes, cases[i].size, &watched, &grid, NULL), LF_IO_OK);
        CHECK(watch_ended_well(&log));
        lf_grid_free(&grid);
    }
}

// ---------------------------------------------------------------------------------------------------
// OpenFront
// ---------------------------------------------------------------------------------------------------

static const char openfront_manifest[] = "{\"map\": {\"width\": 4, \"height\": 2, \"num_land_tiles\": 2},"
                                         " \"map4x\": {\"width\": 2, \"height\": 1, \"num_land_tiles\": 1},"
                                         " \"map16x\": {\"width\": 1, \"height\": 1}}";
static const uint8_t openfront_map[8] = {0x80, 0x41, 0x3F, 0x00, 0xC5, 0x9F, 0x22, 0x25};
static const uint8_t openfront_half[2] = {0x80, 0x21};
static const uint8_t openfront_quarter[1] = {0x21};

static void openfront_reads(void) {
    const void *planes[3] = {openfront_map, openfront_half, openfront_quarter};
    size_t sizes[3] = {8, 2, 1};
    lf_grid grid;
    lf_io_error error;
    const size_t size = strlen(openfront_manifest);
    CHECK_EQ(lf_grid_parse_openfront("m", openfront_manifest, size, planes, sizes, NULL, &grid, &error),
             LF_IO_OK);
    CHECK_STR(error.message, "");
    CHECK(grid_looks_like(&grid.tiles, "#...\n##..\n"));
    CHECK_EQ(grid.coarse_count, 2);
    CHECK(grid_looks_like(&grid.coarse[0], "#.\n"));
    CHECK(grid_looks_like(&grid.coarse[1], ".\n"));
    static const uint8_t depth[8] = {0, 1, 31, 0, 0, 0, 2, 5};
    CHECK(grid.depth != NULL && memcmp(grid.depth, depth, sizeof depth) == 0);
    lf_grid_free(&grid);
    planes[1] = planes[2] = NULL;
    sizes[1] = sizes[2] = 0;
    CHECK_EQ(lf_grid_parse_openfront("m", openfront_manifest, size, planes, sizes, NULL, &grid, &error),
             LF_IO_OK);
    CHECK_EQ(grid.coarse_count, 0);
    lf_grid_free(&grid);
}

static void openfront_loads_folder_or_manifest(void) {
    scratch room = scratch_create();
    scratch_write(&room, "manifest.json", openfront_manifest, strlen(openfront_manifest));
    scratch_write(&room, "map.bin", openfront_map, sizeof openfront_map);
    scratch_write(&room, "map4x.bin", openfront_half, sizeof openfront_half);
    lf_grid grid;
    lf_io_error error;
    CHECK_EQ(lf_grid_load(room.folder, NULL, &grid, &error), LF_IO_OK);
    CHECK_EQ(grid.coarse_count, 1); // map16x.bin is not there
    lf_grid_free(&grid);
    scratch_write(&room, "map16x.bin", openfront_quarter, sizeof openfront_quarter);
    CHECK_EQ(lf_grid_load(scratch_path(&room, "manifest.json"), NULL, &grid, &error), LF_IO_OK);
    CHECK_EQ(grid.coarse_count, 2);
    CHECK_EQ(grid.format, LF_FILE_OPENFRONT);
    lf_grid_free(&grid);
    scratch_remove(&room, "map.bin");
    CHECK_EQ(lf_grid_load(room.folder, NULL, &grid, &error), LF_IO_E_FILE);
    CHECK(strstr(error.message, "/map.bin: does not exist") != NULL);
    scratch_remove(&room, "manifest.json");
    scratch_remove(&room, "map4x.bin");
    scratch_remove(&room, "map16x.bin");
    scratch_destroy(&room);
}

// ---------------------------------------------------------------------------------------------------
// ROS
// ---------------------------------------------------------------------------------------------------

#define ROS_YAML(negate, occupied, free, more)                                 \
    "image: a.pgm\nresolution: 0.05\norigin: [-1.5, -2, 0.0]\nnegate: " negate \
    "\noccupied_thresh: " occupied "\nfree_thresh: " free "\n" more

static void check_ros(const char *yaml, const void *picture, size_t size, const char *rows) {
    lf_grid grid;
    lf_io_error error;
    if (!CHECK_EQ(lf_grid_parse_ros("a.yaml", yaml, strlen(yaml), picture, size, NULL, &grid, &error),
                  LF_IO_OK)) {
        printf("%s\n", error.message);
        return;
    }
    CHECK(grid_looks_like(&grid.tiles, rows));
    CHECK_EQ(grid.format, LF_FILE_ROS);
    lf_grid_free(&grid);
}

#define CHECK_ROS(yaml, picture, rows) check_ros((yaml), (picture), sizeof(picture) - 1, (rows))

static void ros_reads_pgm(void) {
    static const char five[] = "P5\n# comment\n5 1 255\n\x00\xCD\xCE\xFE\xFF";
    // 0.196 * 255 = 49.98: 255 - 205 = 50 is not below it, 255 - 206 = 49 is.
    CHECK_ROS(ROS_YAML("0", "0.65", "0.196", ""), five, "##...\n");
    CHECK_ROS(ROS_YAML("1", "0.65", "0.196", "mode: trinary\n"), five, ".####\n");
    CHECK_ROS(ROS_YAML("false", "0.65", "0.196", "mode: scale\n"), five, "##...\n");
    CHECK_ROS(ROS_YAML("0", "0.65", "0", ""), five, "#####\n");
    CHECK_ROS(ROS_YAML("0", "1.0", "9.99999e-1", "other: [1, 2]\n"), five, "#....\n");
    // Exactly on the threshold is not free: (255 - 204) / 255 = 0.2.
    CHECK_ROS(ROS_YAML("0", "0.65", "0.2", ""), "P5 2 1 255 \xCC\xCD", "#.\n");
    CHECK_ROS(ROS_YAML("0", "0.65", "0.200000000001", ""), "P5 2 1 255 \xCB\xCC", "#.\n");
    CHECK_ROS(ROS_YAML("0", "0.65", "0.25", ""), "P2 # x\n3 2\n# y\n4\n0 1\n2 3 # z\n4 4", "###\n#..\n");
    CHECK_ROS(ROS_YAML("0", "0.65", "0.5", ""), "P5 3 1 1000\n\x00\x00\x01\xF4\x01\xF5", "##.\n");
    CHECK_ROS(ROS_YAML("0", "0.65", "0.5", "mode: raw\n"), "P5 5 1 255\n\x00\x31\x32\x64\xFF", "..###\n");
    CHECK_ROS(ROS_YAML("1", "0.65", "0.5", "mode: raw\n"), "P5 3 1 255\n\x00\xFF\xFE", "#..\n");
}

static void ros_loads_picture_beside_yaml(void) {
    static const char yaml[] = ROS_YAML("0", "0.65", "0.196", "");
    static const char picture[] = "P5 2 2 255\n\x00\xFF\xFF\x00";
    scratch room = scratch_create();
    scratch_write(&room, "a.yaml", yaml, strlen(yaml));
    scratch_write(&room, "a.pgm", picture, sizeof picture - 1);
    lf_grid grid;
    lf_io_error error;
    CHECK_EQ(lf_grid_load(scratch_path(&room, "a.yaml"), NULL, &grid, &error), LF_IO_OK);
    CHECK(grid_looks_like(&grid.tiles, "#.\n.#\n"));
    CHECK_EQ(lf_picture_save(scratch_path(&room, "a.pgm"), 1, 1, (const uint8_t *)"\xFF\xFF\xFF", &error),
             LF_IO_OK);
    lf_grid_free(&grid);
    CHECK_EQ(lf_grid_load(scratch_path(&room, "a.yaml"), NULL, &grid, &error), LF_IO_OK); // PNG by signature
    CHECK(grid_looks_like(&grid.tiles, ".\n"));
    lf_grid_free(&grid);
    scratch_remove(&room, "a.pgm");
    CHECK_EQ(lf_grid_load(scratch_path(&room, "a.yaml"), NULL, &grid, &error), LF_IO_E_FILE);
    CHECK(strstr(error.message, "/a.pgm: does not exist") != NULL);
    scratch_remove(&room, "a.yaml");
    scratch_destroy(&room);
}

// ---------------------------------------------------------------------------------------------------
// Terrain
// ---------------------------------------------------------------------------------------------------

/// Bytes that weigh themselves, but for some that have no weight: from `end` on.
static const uint32_t *table_up_to(uint32_t end) {
    static uint32_t table[256];
    for (uint32_t i = 0; i < 256; i++) table[i] = i < end ? i : UINT32_MAX;
    return table;
}

static void check_terrain(lf_grid *grid, const char *rows, const void *bytes, size_t size) {
    CHECK(grid->tiles.open != NULL && grid_looks_like(&grid->tiles, rows));
    CHECK(grid->terrain != NULL && memcmp(grid->terrain, bytes, size) == 0);
    lf_grid_free(grid);
    CHECK(grid->terrain == NULL);
}

static void terrain_reads_letters(void) {
    static const char text[] = "type octile\nheight 2\nwidth 4\nmap\n.GW@\nqT.S\n";
    uint32_t table[256];
    lf_grid grid;
    lf_io_error error;
    const lf_load_options options = {.format = LF_FILE_MOVINGAI, .terrain = table};
    for (int i = 0; i < 256; i++) table[i] = UINT32_MAX;
    table['.'] = table['G'] = table['S'] = 1;
    table['W'] = LF_WEIGHT_MAX;
    table['@'] = table['T'] = 0;
    CHECK_EQ(lf_grid_parse("a.map", text, strlen(text), &options, &grid, &error), LF_IO_E_CONTENT);
    CHECK_STR(error.message, "a.map:6:1: unknown tile 'q', expected one that has a weight");
    CHECK(grid.tiles.open == NULL && grid.terrain == NULL);
    table['q'] = LF_WEIGHT_MAX + 1;
    CHECK_EQ(lf_grid_parse("a.map", text, strlen(text), &options, &grid, &error), LF_IO_E_CONTENT);
    table['q'] = 3;
    CHECK_EQ(lf_grid_parse("a.map", text, strlen(text), &options, &grid, &error), LF_IO_OK);
    check_terrain(&grid, "...#\n.#..\n", ".GW@qT.S", 8);
}

static void terrain_reads_bytes(void) {
    lf_grid grid;
    lf_io_error error;
    lf_load_options options = {.format = LF_FILE_RAW, .width = 3, .height = 2, .terrain = table_up_to(201)};
    CHECK_EQ(lf_grid_parse("a.raw", "\0\1\2\xC8\0\7", 6, &options, &grid, &error), LF_IO_OK);
    check_terrain(&grid, "#..\n.#.\n", "\0\1\2\xC8\0\7", 6);
    CHECK_EQ(lf_grid_parse("a.raw", "\0\1\2\3\xC9\7", 6, &options, &grid, &error), LF_IO_E_CONTENT);
    CHECK_STR(error.message, "a.raw: the byte 201 of tile 1,1 has no weight");
    CHECK(grid.tiles.open == NULL && grid.terrain == NULL);
    // Luminance, whatever the threshold.
    scratch room = scratch_create();
    const uint8_t pixels[9] = {0, 0, 0, 9, 9, 9, 200, 200, 200};
    CHECK_EQ(lf_picture_save(scratch_path(&room, "a.png"), 3, 1, pixels, &error), LF_IO_OK);
    options = (lf_load_options){.threshold = 128, .terrain = table_up_to(256)};
    CHECK_EQ(lf_grid_load(scratch_path(&room, "a.png"), &options, &grid, &error), LF_IO_OK);
    check_terrain(&grid, "#..\n", "\0\x09\xC8", 3);
    scratch_remove(&room, "a.png");
    scratch_destroy(&room);
    options = (lf_load_options){.format = LF_FILE_TEXT, .terrain = table_up_to(256)};
    CHECK_EQ(lf_grid_parse("a.txt", "..", 2, &options, &grid, &error), LF_IO_E_ARGUMENT);
    CHECK_STR(error.message, "a.txt: a text has no bytes that weigh something, expected another format");
}

static void terrain_reads_magnitudes(void) {
    const void *planes[3] = {openfront_map, NULL, NULL};
    const size_t sizes[3] = {8, 0, 0};
    const lf_load_options options = {.terrain = table_up_to(32)};
    lf_grid grid;
    CHECK_EQ(lf_grid_parse_openfront("m", openfront_manifest, strlen(openfront_manifest), planes, sizes,
                                     &options, &grid, NULL),
             LF_IO_OK);
    CHECK(grid.depth != NULL && grid.depth[2] == 31);
    // Water of magnitude 0 weighs nothing here; land stays blocked.
    check_terrain(&grid, "#..#\n##..\n", "\0\1\x1F\0\0\0\2\5", 8);
}

/// The costs of a picture by all its grey values.
static void check_costs(const char *yaml, const void *picture, size_t size, const uint8_t *costs,
                        size_t count) {
    const lf_load_options options = {.terrain = table_up_to(256)};
    lf_grid grid;
    lf_io_error error;
    if (!CHECK_EQ(lf_grid_parse_ros("a.yaml", yaml, strlen(yaml), picture, size, &options, &grid, &error),
                  LF_IO_OK)) {
        printf("%s\n", error.message);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        CHECK_EQ(grid.terrain[i], costs[i]);
        CHECK_EQ(grid.tiles.open[i], costs[i] > 0);
    }
    lf_grid_free(&grid);
}

// A PNG of two pixels: white, and black that is transparent.
#define PNG_WHITE_AND_CLEAR                                                                            \
    "\x89\x50\x4E\x47\x0D\x0A\x1A\x0A\x00\x00\x00\x0D\x49\x48\x44\x52\x00\x00\x00\x02\x00\x00\x00\x01" \
    "\x08\x06\x00\x00\x00\xF4\x22\x7F\x8A\x00\x00\x00\x0E\x49\x44\x41\x54\x78\x9C\x63\xF8\x0F\x04\x0C" \
    "\x40\x00\x00\x19\xEF\x03\xFD\x6C\xC8\x94\x08\x00\x00\x00\x00\x49\x45\x4E\x44\xAE\x42\x60\x82"

#define CHECK_COSTS(yaml, picture, ...)                                                 \
    check_costs((yaml), (picture), sizeof(picture) - 1, (const uint8_t[]){__VA_ARGS__}, \
                sizeof((const uint8_t[]){__VA_ARGS__}))

static void terrain_reads_costmaps(void) {
    static const char five[] = "P5 7 1 255\n\x00\x59\x5A\xCD\xCE\xFE\xFF";
    // 0.65 * 255 = 165.75: 255 - 0x59 = 166 is above it, 255 - 0x5A = 165 is not.
    CHECK_COSTS(ROS_YAML("0", "0.65", "0.196", ""), five, 254, 254, 255, 255, 0, 0, 0);
    CHECK_COSTS(ROS_YAML("1", "0.65", "0.196", ""), five, 0, 255, 255, 254, 254, 254, 254);
    // Between the thresholds 99.35 % are 99, which is inscribed, and 0.02 % are 0.
    CHECK_COSTS(ROS_YAML("0", "0.65", "0.196", "mode: scale\n"), five, 254, 254, 253, 0, 0, 0, 0);
    CHECK_COSTS(ROS_YAML("0", "1.0", "0.0", "mode: scale\n"), "P2 5 1 100\n100 99 50 2 0", 0, 1, 128, 252,
                254);
    // An occupancy of 100 % that is not above the threshold is lethal, too.
    CHECK_COSTS(ROS_YAML("0", "0.5", "0.25", "mode: scale\n"), "P2 4 1 4\n4 3 2 1", 0, 0, 254, 254);
    CHECK_COSTS(ROS_YAML("0", "0.65", "0.5", "mode: raw\n"), "P5 7 1 255\n\x00\x01\x02\x62\x63\x64\x65", 0, 1,
                4, 252, 253, 254, 255);
    CHECK_COSTS(ROS_YAML("1", "0.65", "0.5", "mode: raw\n"), "P5 3 1 255\n\xFF\x9B\x00", 0, 254, 255);
    CHECK_COSTS(ROS_YAML("0", "0.65", "0.25", ""), "P5 3 1 1000\n\x00\x00\x02\x58\x03\xE8", 254, 255, 0);
    // A PNG whose second pixel is transparent: unknown, whatever its colour.
    static const char png[] = PNG_WHITE_AND_CLEAR;
    CHECK_COSTS(ROS_YAML("0", "0.65", "0.196", ""), png, 0, 255);
    // Every cost comes back from what it is published as, or is the least that is published so.
    static const char yaml[] = ROS_YAML("0", "0.65", "0.5", "mode: raw\n");
    for (int cost = 1; cost <= 252; cost++) {
        char picture[32];
        lf_grid grid;
        const int percent = 1 + 97 * (cost - 1) / 251;
        const int size = snprintf(picture, sizeof picture, "P2 1 1 255\n%d ", percent);
        const lf_load_options options = {.terrain = table_up_to(256)};
        CHECK_EQ(lf_grid_parse_ros("a", yaml, strlen(yaml), picture, (size_t)size, &options, &grid, NULL),
                 LF_IO_OK);
        CHECK(grid.terrain[0] <= cost && 1 + 97 * (grid.terrain[0] - 1) / 251 == percent);
        CHECK(grid.terrain[0] == 1 || 1 + 97 * (grid.terrain[0] - 2) / 251 < percent);
        lf_grid_free(&grid);
    }
}

static void terrain_loads_for_a_map(void) {
    static const char yaml[] = ROS_YAML("0", "0.65", "0.196", ""), letters[] =
                                                                       "type octile\nheight 2\nwidth 4\nmap\n"
                                                                       "abcd\n..W@\n";
    static const uint8_t tiles[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    scratch room = scratch_create();
    lf_map *map, *small;
    lf_io_error error;
    uint8_t *plane;
    scratch_write(&room, "manifest.json", openfront_manifest, strlen(openfront_manifest));
    scratch_write(&room, "map.bin", openfront_map, sizeof openfront_map);
    scratch_write(&room, "a.yaml", yaml, strlen(yaml));
    scratch_write(&room, "a.pgm", "P2 4 2 4\n0 4 4 4 4 2 4 4", 24);
    scratch_write(&room, "a.map", letters, strlen(letters));
    CHECK_EQ(lf_map_create(&(lf_map_desc){.width = 4, .height = 2, .tiles = tiles, .tiles_size = 8}, &map),
             LF_OK);
    CHECK_EQ(lf_map_create(&(lf_map_desc){.width = 2, .height = 4, .tiles = tiles, .tiles_size = 8}, &small),
             LF_OK);
    static const struct {
        const char *leaf, *bytes;
    } files[] = {{"", "\0\1\x1F\0\0\0\2\5"},
                 {"manifest.json", "\0\1\x1F\0\0\0\2\5"},
                 {"a.yaml", "\xFE\0\0\0\0\xFF\0\0"},
                 {"a.map", "abcd..W@"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        CHECK_EQ(lf_weights_load_plane(map, scratch_path(&room, files[i].leaf), &plane, &error), LF_IO_OK);
        CHECK(plane != NULL && memcmp(plane, files[i].bytes, 8) == 0);
        free(plane);
        CHECK_EQ(lf_weights_load_plane(small, scratch_path(&room, files[i].leaf), &plane, &error),
                 LF_IO_E_CONTENT);
        CHECK(plane == NULL &&
              strstr(error.message, ": 4 x 2 tiles of weights, expected 2 x 4, the size of the map") != NULL);
    }
    CHECK_EQ(lf_weights_load_plane(map, scratch_path(&room, "none.map"), &plane, &error), LF_IO_E_FILE);
    CHECK(plane == NULL);
    const char *const leaves[] = {"manifest.json", "map.bin", "a.yaml", "a.pgm", "a.map"};
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) scratch_remove(&room, leaves[i]);
    scratch_destroy(&room);
    lf_map_destroy(map);
    lf_map_destroy(small);
}

static void tables_have_names(void) {
    uint32_t table[256];
    for (int i = 0; i < 256; i++) table[i] = 7;
    CHECK(!lf_weights_preset("nav", table) && !lf_weights_preset(NULL, table) &&
          !lf_weights_preset("nav2", NULL));
    CHECK_EQ(table[0], 7);
    CHECK(lf_weights_preset_name(-1) == NULL && lf_weights_preset_name(3) == NULL);
    CHECK_STR(lf_weights_preset_name(0), "nav2");
    CHECK(lf_weights_preset("nav2", table));
    CHECK(table[0] == 50 && table[1] == 50 && table[2] == 51 && table[5] == 54 && table[252] == 251);
    CHECK(table[253] == 0 && table[254] == 0 && table[255] == 0);
    CHECK_STR(lf_weights_preset_name(1), "nav2-unknown");
    CHECK(lf_weights_preset("nav2-unknown", table));
    CHECK(table[252] == 251 && table[253] == 0 && table[254] == 0 && table[255] == 253);
    CHECK_STR(lf_weights_preset_name(2), "openfront");
    CHECK(lf_weights_preset("openfront", table));
    CHECK(table[0] == 4 && table[2] == 4 && table[3] == 1 && table[10] == 1 && table[11] == 2 &&
          table[31] == 2);
    CHECK_EQ(table[32], 0);
    CHECK(lf_file_format_of("a.YAML") == LF_FILE_ROS && lf_file_format_of("a.map") == LF_FILE_MOVINGAI);
    CHECK(lf_file_format_of(".") == LF_FILE_OPENFRONT && lf_file_format_of("a") == LF_FILE_AUTO);
    CHECK_EQ(lf_file_format_of(NULL), LF_FILE_AUTO);
}

// ---------------------------------------------------------------------------------------------------
// Queries
// ---------------------------------------------------------------------------------------------------

static void check_query(const lf_query_list *list, int64_t index, const int32_t expected[4], int64_t line) {
    if (!CHECK(list->count > index)) return;
    const lf_file_query *query = &list->items[index];
    CHECK_EQ(query->from.x, expected[0]);
    CHECK_EQ(query->from.y, expected[1]);
    CHECK_EQ(query->to.x, expected[2]);
    CHECK_EQ(query->to.y, expected[3]);
    CHECK_EQ(query->line, line);
}

static void scen_reads(void) {
    static const char text[] = "version 1.0\r\n0\ta.map\t281\t209\t100\t41\t98\t44\t3.82843\r\n\r\n"
                               "12 a.map 281 209 0 0 280 208 1.5e2";
    lf_query_list list;
    lf_io_error error;
    CHECK_EQ(lf_queries_parse_scen("a.scen", text, strlen(text), &list, &error), LF_IO_OK);
    CHECK_EQ(list.count, 2);
    CHECK_EQ(list.map_width, 281);
    CHECK_EQ(list.map_height, 209);
    check_query(&list, 0, (int32_t[]){100, 41, 98, 44}, 2);
    check_query(&list, 1, (int32_t[]){0, 0, 280, 208}, 4);
    CHECK(list.items[0].known_length == 3.82843);
    CHECK(list.items[1].known_length == 150.0);
    lf_queries_free(&list);
    CHECK(list.items == NULL);
    CHECK_EQ(lf_queries_parse_scen("a.scen", "version 1", 9, &list, &error), LF_IO_OK);
    CHECK_EQ(list.count, 0);
    lf_queries_free(&list);
}

// Digits after the eighteenth do not count, wherever the point is.
static void scen_lengths_may_be_absurdly_long(void) {
    static const char text[] = "version 1\n0 a 1 1 0 0 0 0 1000000000000000000000000000000000000000\n"
                               "0 a 1 1 0 0 0 0 0.50000000000000000000000000000000000000001\n"
                               "0 a 1 1 0 0 0 0 1e-9999\n0 a 1 1 0 0 0 0 0e9999\n";
    static const double expected[] = {1e39, 0.5, 0, 0};
    lf_query_list list;
    CHECK_EQ(lf_queries_parse_scen("a.scen", text, strlen(text), &list, NULL), LF_IO_OK);
    CHECK_EQ(list.count, 4);
    for (int64_t i = 0; i < list.count; i++) {
        const double ratio = expected[i] > 0 ? list.items[i].known_length / expected[i] : 1;
        CHECK(ratio > 1 - 1e-14 && ratio < 1 + 1e-14);
        CHECK((list.items[i].known_length > 0) == (expected[i] > 0));
    }
    lf_queries_free(&list);
}

// Lengths are read as strtod reads them in the "C" locale, whatever the locale is.
static void scen_lengths_are_exact(void) {
    static const char *const lengths[] = {"0",           "0.1",   "16.90",          "450.58",
                                          "2.41421356",  "1e+06", "1.23457e+06",    "123456.789012345",
                                          "00000000.25", "5e-1",  "4503599627370.5"};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        char text[128];
        snprintf(text, sizeof text, "version 1\n0 a 1 1 0 0 0 0 %s\n", lengths[i]);
        lf_query_list list;
        setlocale(LC_ALL, "C");
        const double expected = strtod(lengths[i], NULL);
        setlocale(LC_ALL, "de_DE.UTF-8"); // where it is installed, "0.1" is 0 to strtod
        CHECK_EQ(lf_queries_parse_scen("a.scen", text, strlen(text), &list, NULL), LF_IO_OK);
        setlocale(LC_ALL, "C");
        if (list.count == 1 && list.items[0].known_length != expected)
            CHECK_STR("a length that strtod reads differently", lengths[i]);
        lf_queries_free(&list);
    }
}

static void csv_reads(void) {
    static const char text[] = "\xEF\xBB\xBFname,to_y, to_x ,\"from_y\",from_x\r\n"
                               "\"harbour, \"\"old\"\"\nor new\",4,3,2,1\r\n\r\n"
                               ",8,\"7\", 6 ,2147483647\n\n";
    lf_query_list list;
    lf_io_error error;
    CHECK_EQ(lf_queries_parse_csv("q.csv", text, strlen(text), &list, &error), LF_IO_OK);
    CHECK_STR(error.message, "");
    CHECK_EQ(list.count, 2);
    CHECK_EQ(list.map_width, 0);
    check_query(&list, 0, (int32_t[]){1, 2, 3, 4}, 2);
    check_query(&list, 1, (int32_t[]){INT32_MAX, 6, 7, 8}, 5);
    CHECK(list.count > 0 && list.items[0].known_length == -1);
    lf_queries_free(&list);
    CHECK_EQ(lf_queries_parse_csv("q.csv", "from_x,from_y,to_x,to_y", 23, &list, &error), LF_IO_OK);
    CHECK_EQ(list.count, 0);
    lf_queries_free(&list);
}

static void many_queries_grow_the_list(void) {
    enum { COUNT = 1000 };
    static char text[COUNT * 24];
    size_t size = (size_t)snprintf(text, sizeof text, "from_x,from_y,to_x,to_y\n");
    for (int i = 0; i < COUNT; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%d,%d,%d,%d\n", i, i + 1, i + 2, i + 3);
    lf_query_list list;
    CHECK_EQ(lf_queries_parse_csv("q.csv", text, size, &list, NULL), LF_IO_OK);
    CHECK_EQ(list.count, COUNT);
    for (int32_t i = 0; i < COUNT; i++) check_query(&list, i, (int32_t[]){i, i + 1, i + 2, i + 3}, i + 2);
    lf_queries_free(&list);
}

// ---------------------------------------------------------------------------------------------------
// Streams of queries
// ---------------------------------------------------------------------------------------------------

// All queries of a stream, so many at a time; the sum of their ends is a fingerprint. -1 = an error.
static int64_t stream_sum(lf_query_stream *stream, int64_t most, int64_t *count, lf_io_error *error) {
    lf_file_query queries[7];
    int64_t sum = 0, got = 1;
    *count = 0;
    while (got > 0) {
        if (lf_query_stream_read(stream, queries, most, &got, error) != LF_IO_OK) return -1;
        CHECK(got <= most);
        for (int64_t i = 0; i < got; i++) {
            CHECK_EQ(queries[i].line, queries[0].line + i);
            sum = sum * 3 + queries[i].from.x + 5 * queries[i].from.y + 7 * queries[i].to.x +
                  11 * queries[i].to.y;
            sum %= 1000003;
        }
        *count += got;
    }
    return sum;
}

enum { STREAM_COUNT = 9000 }; // more than the buffer of a stream

static void put_u32(FILE *to, uint32_t number) {
    for (int i = 0; i < 4; i++) putc((int)(number >> 8 * i & 255), to);
}

static void stream_write_query(FILE *to, lf_query_format format, uint32_t i) {
    const uint32_t x = i % 90, y = i % 71;
    if (format == LF_QUERIES_CSV) fprintf(to, "%u,%u,%u,%u\r\n", x, y, y, x);
    if (format == LF_QUERIES_SCEN) fprintf(to, "0 a.map 100 100 %u %u %u %u 1\n", x, y, y, x);
    if (format == LF_QUERIES_JSONL) fprintf(to, "{\"to\":[%u,%u],\"from\":[%u,%u]}\n", y, x, x, y);
    if (format != LF_QUERIES_BINARY) return;
    put_u32(to, x);
    put_u32(to, y);
    put_u32(to, y);
    put_u32(to, x);
}

static void stream_write(const char *path, lf_query_format format) {
    FILE *to = fopen(path, "wb");
    if (format == LF_QUERIES_CSV)
        fputs("\xEF\xBB\xBF"
              "from_x,from_y,to_x,to_y\n",
              to);
    if (format == LF_QUERIES_SCEN) fputs("version 1\n", to);
    if (format == LF_QUERIES_BINARY) fputs("LFQUERY1", to);
    if (format == LF_QUERIES_BINARY)
        for (int i = 0; i < 4; i++) put_u32(to, (uint32_t[]){16, 100, 100, 0}[i]);
    for (uint32_t i = 0; i < STREAM_COUNT; i++) stream_write_query(to, format, i);
    CHECK(fclose(to) == 0);
}

static void streams_read_every_form(void) {
    static const char *const leaves[] = {"", "a.csv", "a.scen", "a.ndjson", "a.lfq"};
    scratch room = scratch_create();
    int64_t first = -1;
    for (lf_query_format format = LF_QUERIES_CSV; format <= LF_QUERIES_BINARY; format++) {
        lf_io_error error;
        lf_query_stream *stream;
        lf_query_list list;
        int64_t count;
        int32_t width, height;
        stream_write(scratch_path(&room, leaves[format]), format);
        CHECK_EQ(lf_query_stream_open(room.path, NULL, &stream, &error), LF_IO_OK);
        const int64_t sum = stream_sum(stream, 7, &count, &error);
        CHECK_EQ(count, STREAM_COUNT);
        if (first < 0) first = sum;
        CHECK_EQ(sum, first);
        lf_query_stream_map_size(stream, &width, &height);
        CHECK_EQ(width, format == LF_QUERIES_SCEN || format == LF_QUERIES_BINARY ? 100 : 0);
        CHECK_EQ(height, width);
        CHECK(lf_query_stream_rewind(stream));
        CHECK_EQ(stream_sum(stream, 1, &count, &error), first);
        lf_query_stream_close(stream);
        CHECK_EQ(lf_queries_load(room.path, &list, &error), LF_IO_OK);
        CHECK_EQ(list.count, STREAM_COUNT);
        CHECK(list.count > 0 &&
              list.items[0].known_length == (format == LF_QUERIES_SCEN ? 1 : LF_LENGTH_UNKNOWN));
        lf_queries_free(&list);
        scratch_remove(&room, leaves[format]);
    }
    scratch_destroy(&room);
}

// From a place that one stream says, the same stream and another one go on with the same queries, lines included.
static void streams_go_on_at_a_mark(void) {
    static const char *const leaves[] = {"", "a.csv", "a.scen", "a.ndjson", "a.lfq"};
    scratch room = scratch_create();
    for (lf_query_format format = LF_QUERIES_CSV; format <= LF_QUERIES_BINARY; format++) {
        lf_io_error error;
        lf_query_stream *stream, *other;
        lf_query_mark mark;
        lf_file_query queries[500], again;
        int64_t count, rest;
        stream_write(scratch_path(&room, leaves[format]), format);
        CHECK_EQ(lf_query_stream_open(room.path, NULL, &stream, &error), LF_IO_OK);
        CHECK_EQ(lf_query_stream_open(room.path, NULL, &other, &error), LF_IO_OK);
        CHECK(!lf_query_stream_tell(stream, &mark)); // nothing has been read
        CHECK(!lf_query_stream_tell(stream, NULL));
        for (int64_t read = 0; read < STREAM_COUNT / 2; read += count)
            CHECK_EQ(lf_query_stream_read(stream, queries, 500, &count, &error), LF_IO_OK);
        CHECK(lf_query_stream_tell(stream, &mark));
        const int64_t sum = stream_sum(stream, 7, &rest, &error);
        CHECK(rest > 0 && rest <= STREAM_COUNT / 2);
        CHECK(lf_query_stream_seek(stream, &mark)); // behind the end, too
        CHECK_EQ(stream_sum(stream, 3, &count, &error), sum);
        CHECK_EQ(count, rest);
        CHECK(lf_query_stream_seek(other, &mark)); // it has not read its head
        CHECK_EQ(lf_query_stream_read(other, &again, 1, &count, &error), LF_IO_OK);
        CHECK_EQ(again.line, mark.line);
        CHECK(lf_query_stream_seek(other, &mark));
        CHECK_EQ(stream_sum(other, 5, &count, &error), sum);
        CHECK(!lf_query_stream_seek(other, &(lf_query_mark){-1, 1}));
        CHECK(!lf_query_stream_seek(other, NULL));
        CHECK(lf_query_stream_rewind(other));
        CHECK(stream_sum(other, 7, &count, &error) >= 0);
        CHECK_EQ(count, STREAM_COUNT);
        lf_query_stream_close(stream);
        lf_query_stream_close(other);
        scratch_remove(&room, leaves[format]);
    }
    scratch_destroy(&room);
}

// Nothing is found out about a stream that stopped, or whose file does not begin well.
static void streams_that_stopped_have_no_marks(void) {
    static const char text[] = "from_x,from_y,to_x,to_y\n1,2,3,4\n1,2,x,4\n", bad[] = "a,b\n1,2\n";
    scratch room = scratch_create();
    lf_query_stream *stream;
    lf_io_error error;
    lf_file_query queries[9];
    lf_query_mark mark = {0};
    int64_t count;
    scratch_write(&room, "a.csv", text, strlen(text));
    CHECK_EQ(lf_query_stream_open(room.path, NULL, &stream, &error), LF_IO_OK);
    CHECK_EQ(lf_query_stream_read(stream, queries, 9, &count, &error), LF_IO_E_CONTENT);
    CHECK(!lf_query_stream_tell(stream, &mark) && !lf_query_stream_seek(stream, &mark));
    lf_query_stream_close(stream);
    scratch_write(&room, "a.csv", bad, strlen(bad));
    CHECK_EQ(lf_query_stream_open(room.path, NULL, &stream, &error), LF_IO_OK);
    CHECK(!lf_query_stream_seek(stream, &mark));
    CHECK_EQ(lf_query_stream_read(stream, queries, 9, &count, &error), LF_IO_E_CONTENT);
    lf_query_stream_close(stream);
    CHECK(!lf_query_stream_tell(NULL, &mark) && !lf_query_stream_seek(NULL, &mark));
    scratch_remove(&room, "a.csv");
    scratch_destroy(&room);
}

// An error comes after the queries before it, and stays.
static void streams_stop_at_an_error(void) {
    static const char text[] = "from_x,from_y,to_x,to_y\n1,2,3,4\n5,6,7,8\n1,2,x,4\n1,2,3,4\n";
    scratch room = scratch_create();
    scratch_write(&room, "a.csv", text, strlen(text));
    lf_query_stream *stream;
    lf_io_error error;
    lf_file_query queries[9];
    int64_t count;
    CHECK_EQ(lf_query_stream_open(room.path, &(lf_query_options){0}, &stream, &error), LF_IO_OK);
    CHECK_EQ(lf_query_stream_read(stream, queries, 9, &count, &error), LF_IO_E_CONTENT);
    CHECK_EQ(count, 2);
    CHECK_EQ(queries[1].to.y, 8);
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(lf_query_stream_read(stream, queries, 9, &count, &error), LF_IO_E_CONTENT);
        CHECK_EQ(count, 0);
        CHECK_EQ(error.line, 4);
    }
    CHECK_EQ(lf_query_stream_read(stream, queries, 0, &count, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_query_stream_read(stream, NULL, 1, &count, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_query_stream_read(NULL, queries, 1, &count, &error), LF_IO_E_ARGUMENT);
    lf_query_stream_close(stream);
    scratch_remove(&room, "a.csv");
    CHECK_EQ(lf_query_stream_open(room.path, NULL, &stream, &error), LF_IO_E_FILE);
    CHECK(stream == NULL);
    CHECK_EQ(lf_query_stream_open(NULL, NULL, &stream, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_query_stream_open("a", NULL, NULL, &error), LF_IO_E_ARGUMENT);
    CHECK(!lf_query_stream_rewind(NULL));
    lf_query_stream_map_size(NULL, NULL, NULL);
    lf_query_stream_close(NULL);
    scratch_destroy(&room);
}

static void check_length(lf_query_format format, const void *bytes, size_t size, double expected) {
    lf_query_list list;
    lf_io_error error;
    const lf_query_options options = {format, .lengths = true};
    if (!CHECK_EQ(lf_queries_parse("a", bytes, size, &options, &list, &error), LF_IO_OK))
        printf("%s\n", error.message);
    CHECK(list.count == 1 && list.items[0].known_length == expected);
    lf_queries_free(&list);
}

static void known_lengths_are_read(void) {
    static const char csv[] = "length,from_x,from_y,to_x,to_y\n 7.5 ,1,2,3,4\n";
    static const char none[] = "length,from_x,from_y,to_x,to_y\n,1,2,3,4\n";
    static const char json[] = "\n{\"from\":[1,2],\"to\":[3,4],\"length\":7.5}";
    static const char null[] = "{\"from\":[1,2],\"to\":[3,4],\"length\":null}\n \n";
    uint8_t binary[48] = "LFQUERY1\30";
    const double lengths[2] = {7.5, -1};
    check_length(LF_QUERIES_CSV, csv, strlen(csv), 7.5);
    check_length(LF_QUERIES_CSV, none, strlen(none), LF_LENGTH_NO_ROUTE);
    check_length(LF_QUERIES_JSONL, json, strlen(json), 7.5);
    check_length(LF_QUERIES_JSONL, null, strlen(null), LF_LENGTH_NO_ROUTE);
    for (int i = 0; i < 2; i++) {
        uint64_t bits;
        memcpy(&bits, &lengths[i], sizeof bits);
        for (int k = 0; k < 8; k++) binary[40 + k] = (uint8_t)(bits >> 8 * k);
        check_length(LF_QUERIES_BINARY, binary, sizeof binary, i == 0 ? 7.5 : LF_LENGTH_NO_ROUTE);
    }
    memset(binary + 40, 0xFF, 8); // not a number
    lf_query_list list;
    CHECK_EQ(
        lf_queries_parse("a.lfq", binary, sizeof binary, &(lf_query_options){.lengths = true}, &list, NULL),
        LF_IO_E_CONTENT);
}

// ---------------------------------------------------------------------------------------------------
// Files that keep their lines
// ---------------------------------------------------------------------------------------------------

static void check_text(const char *path, const char *expected) {
    char text[64] = "";
    FILE *file = fopen(path, "rb");
    if (!CHECK(file != NULL)) return;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    CHECK_STR(text, expected);
}

static void outputs_keep_their_lines(void) {
    scratch room = scratch_create();
    lf_output *output, *second;
    lf_io_error error;
    char part[sizeof room.path + 16], path[sizeof room.path];
    snprintf(path, sizeof path, "%s", scratch_path(&room, "a.csv"));
    snprintf(part, sizeof part, "%s.tag.part", path);
    CHECK_EQ(lf_output_open_kept(path, "tag", &output, &error), LF_IO_OK);
    CHECK_STR(lf_output_temporary(output), part);
    CHECK_EQ(lf_output_open_kept(path, "tag", &second, &error), LF_IO_E_FILE); // one at a time
    CHECK(second == NULL && strstr(error.message, "another run is writing it") != NULL);
    CHECK(lf_output_write(output, "one\ntwo\nthr", 11));
    check_text(part, "one\ntwo\nthr"); // at once
    lf_output_keep(output);
    check_text(part, "one\ntwo\n");
    CHECK(fopen(path, "rb") == NULL);
    // Behind what is there, or behind some of it.
    CHECK_EQ(lf_output_open_kept(path, "tag", &output, &error), LF_IO_OK);
    CHECK(!lf_output_cut(output, -1) && !lf_output_cut(NULL, 0));
    CHECK(lf_output_cut(output, 4));
    CHECK(lf_output_write(output, "2\n", 2));
    CHECK_EQ(lf_output_commit(output, &error), LF_IO_OK);
    check_text(path, "one\n2\n");
    CHECK(fopen(part, "rb") == NULL);
    // Nothing whole, nothing kept.
    CHECK_EQ(lf_output_open_kept(path, "tag", &output, &error), LF_IO_OK);
    CHECK(lf_output_write(output, "half", 4));
    lf_output_keep(output);
    CHECK(fopen(part, "rb") == NULL);
    CHECK_EQ(lf_output_open_kept(path, "tag", &output, &error), LF_IO_OK);
    lf_output_discard(output);
    CHECK(fopen(part, "rb") == NULL);
    check_text(path, "one\n2\n");
    CHECK_EQ(lf_output_open_kept(path, NULL, &output, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_output_open_kept("/dev/null", "tag", &output, &error), LF_IO_OK);
    CHECK(lf_output_temporary(output) == NULL && !lf_output_cut(output, 0));
    lf_output_keep(output);
    lf_output_keep(NULL);
    scratch_remove(&room, "a.csv");
    scratch_destroy(&room);
}

// ---------------------------------------------------------------------------------------------------
// Saving
// ---------------------------------------------------------------------------------------------------

static uint64_t random_next(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

// Saves a random grid under the name, loads it and compares.
static void check_round_trip(scratch *room, const char *leaf, int32_t width, int32_t height,
                             uint64_t *state) {
    const size_t tiles = (size_t)width * (size_t)height;
    lf_grid grid = {.tiles = {width, height, malloc(tiles)}};
    if (!CHECK(grid.tiles.open != NULL)) return;
    for (size_t i = 0; i < tiles; i++) grid.tiles.open[i] = random_next(state) % 3 != 0;
    lf_io_error error;
    lf_grid copy;
    CHECK_EQ(lf_grid_save(scratch_path(room, leaf), NULL, &grid, &error), LF_IO_OK);
    CHECK_EQ(lf_grid_load(room->path, NULL, &copy, &error), LF_IO_OK);
    CHECK(copy.tiles.width == width && copy.tiles.height == height);
    CHECK(copy.tiles.open != NULL && memcmp(copy.tiles.open, grid.tiles.open, tiles) == 0);
    lf_grid_free(&copy);
    lf_grid_free(&grid);
    scratch_remove(room, leaf);
}

static void saved_files_load_the_same(void) {
    static const char *const leaves[] = {"a.txt", "a.png", "a.map", "A.MAP"};
    static const int32_t sizes[][2] = {{1, 1}, {1, 9}, {9, 1}, {7, 5}, {8, 8}, {64, 3}, {201, 100}};
    uint64_t state = test_seed();
    scratch room = scratch_create();
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++)
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++)
            check_round_trip(&room, leaves[i], sizes[j][0], sizes[j][1], &state);
    scratch_destroy(&room);
}

static void encoded_text_is_as_documented(void) {
    lf_grid grid;
    CHECK_EQ(parse_bytes(LF_FILE_TEXT, "aA\n# \n", 6, &grid, NULL), LF_IO_OK);
    uint8_t *bytes;
    size_t size;
    CHECK_EQ(lf_grid_encode(&(lf_save_options){.format = LF_FILE_TEXT}, &grid, &bytes, &size, NULL),
             LF_IO_OK);
    CHECK(size == 6 && memcmp(bytes, ".#\n#.\n", 6) == 0);
    lf_encoded_free(bytes);
    CHECK_EQ(lf_grid_encode(&(lf_save_options){.format = LF_FILE_MOVINGAI}, &grid, &bytes, &size, NULL),
             LF_IO_OK);
    static const char expected[] = "type octile\nheight 2\nwidth 2\nmap\n.@\n@.\n";
    CHECK(size == strlen(expected) && memcmp(bytes, expected, size) == 0);
    lf_encoded_free(bytes);
    CHECK_EQ(lf_grid_encode(&(lf_save_options){.format = LF_FILE_RAW}, &grid, &bytes, &size, NULL),
             LF_IO_E_FORMAT);
    CHECK(bytes == NULL && size == 0);
    lf_grid_free(&grid);
}

// An existing file stays as it was, and nothing is left behind.
static void failed_save_changes_nothing(void) {
    scratch room = scratch_create();
    lf_grid grid;
    lf_io_error error;
    CHECK_EQ(parse_bytes(LF_FILE_TEXT, ".", 1, &grid, NULL), LF_IO_OK);
    scratch_write(&room, "a.raw", "old", 3);
    CHECK_EQ(lf_grid_save(scratch_path(&room, "a.raw"), NULL, &grid, &error), LF_IO_E_FORMAT);
    CHECK(strstr(error.message, "/a.raw: cannot save the format 'raw', expected text, png or movingai") !=
          NULL);
    CHECK_EQ(lf_grid_save(scratch_path(&room, "none/a.txt"), NULL, &grid, &error), LF_IO_E_FILE);
    CHECK(strstr(error.message, "/none/a.txt: cannot be written: the folder '") != NULL &&
          strstr(error.message, "/none' does not exist") != NULL);
    CHECK(mkdir(scratch_path(&room, "folder.txt"), 0700) == 0);
    CHECK_EQ(lf_grid_save(room.path, &(lf_save_options){.format = LF_FILE_TEXT}, &grid, &error),
             LF_IO_E_FILE); // rename onto a folder
    CHECK(strstr(error.message, "/folder.txt: cannot be written: it is a folder") != NULL);
    CHECK(rmdir(room.path) == 0);
    // A device is written to, never replaced by a file.
    CHECK_EQ(lf_grid_save("/dev/null", &(lf_save_options){.format = LF_FILE_TEXT}, &grid, &error), LF_IO_OK);
    struct stat device;
    CHECK(stat("/dev/null", &device) == 0 && S_ISCHR(device.st_mode));
    CHECK_EQ(lf_grid_save("/dev/full", &(lf_save_options){.format = LF_FILE_TEXT}, &grid, &error),
             LF_IO_E_FILE);
    CHECK(strstr(error.message, "/dev/full: cannot be written: ") != NULL);
    CHECK_EQ(lf_grid_save("a.jpg", NULL, &grid, &error), LF_IO_E_FORMAT);
    CHECK_STR(error.message, "a.jpg: unknown file format, expected a name that ends in .txt, .png or .map");
    CHECK_EQ(lf_grid_save("-", &(lf_save_options){.format = LF_FILE_TEXT}, &grid, &error), LF_IO_E_ARGUMENT);
    CHECK_STR(error.message, "-: cannot save to standard output, expected a file");
    lf_grid_free(&grid);
    CHECK_EQ(
        lf_grid_load(scratch_path(&room, "a.raw"), &(lf_load_options){.width = 3, .height = 1}, &grid, NULL),
        LF_IO_OK);
    lf_grid_free(&grid);
    scratch_remove(&room, "a.raw");
    scratch_destroy(&room);
}

// A file that somebody else is writing keeps its name; ours takes another.
static void save_steps_around_other_temporary_files(void) {
    scratch room = scratch_create();
    lf_grid grid;
    CHECK_EQ(parse_bytes(LF_FILE_TEXT, ".", 1, &grid, NULL), LF_IO_OK);
    scratch_write(&room, "a.txt.part0", "other", 5);
    CHECK_EQ(lf_grid_save(scratch_path(&room, "a.txt"), NULL, &grid, NULL), LF_IO_OK);
    scratch_remove(&room, "a.txt");
    scratch_remove(&room, "a.txt.part0");
    scratch_destroy(&room);
    lf_grid_free(&grid);
}

static void check_file(scratch *room, const char *leaf, const char *expected) {
    char bytes[64] = "";
    FILE *stream = fopen(scratch_path(room, leaf), "rb");
    if (!CHECK(stream != NULL)) return;
    const size_t size = fread(bytes, 1, sizeof bytes - 1, stream);
    fclose(stream);
    bytes[size] = '\0';
    CHECK_STR(bytes, expected);
}

static void output_put(scratch *room, const char *leaf, const char *text, bool commit) {
    lf_output *output;
    lf_io_error error;
    if (!CHECK_EQ(lf_output_open(scratch_path(room, leaf), &output, &error), LF_IO_OK)) return;
    fputs(text, lf_output_stream(output));
    if (commit)
        CHECK_EQ(lf_output_commit(output, &error), LF_IO_OK);
    else
        lf_output_discard(output);
}

// The old file is there until the new one is whole, and what is dropped leaves nothing.
static void outputs_appear_whole(void) {
    scratch room = scratch_create();
    lf_output *output;
    lf_io_error error;
    output_put(&room, "a", "dropped", false);
    output_put(&room, "a", "first", true);
    check_file(&room, "a", "first");
    output_put(&room, "a", "dropped", false);
    check_file(&room, "a", "first");
    CHECK_EQ(lf_output_open(scratch_path(&room, "a"), &output, &error), LF_IO_OK);
    fputs("second", lf_output_stream(output));
    fflush(lf_output_stream(output));
    check_file(&room, "a", "first");
    CHECK_EQ(lf_output_commit(output, &error), LF_IO_OK);
    check_file(&room, "a", "second");
    CHECK_EQ(lf_output_open(NULL, &output, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_output_open("-", &output, &error), LF_IO_E_ARGUMENT);
    CHECK(output == NULL);
    CHECK_EQ(lf_output_open("a", NULL, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_output_commit(NULL, &error), LF_IO_E_ARGUMENT);
    lf_output_discard(NULL);
    CHECK(lf_output_stream(NULL) == NULL && lf_output_temporary(NULL) == NULL);
    scratch_remove(&room, "a");
    scratch_destroy(&room);
}

static void check_same(scratch *room, const char *a, const char *b, bool expected) {
    char first[sizeof room->path];
    snprintf(first, sizeof first, "%s", scratch_path(room, a));
    CHECK_EQ(lf_path_is_same(first, scratch_path(room, b)), expected);
    CHECK_EQ(lf_path_is_same(room->path, first), expected);
}

static void paths_are_told_apart(void) {
    scratch room = scratch_create();
    char target[sizeof room.path];
    scratch_write(&room, "a", "", 0);
    scratch_write(&room, "b", "", 0);
    CHECK(symlink("a", scratch_path(&room, "to_a")) == 0);
    CHECK(symlink("new", scratch_path(&room, "to_new")) == 0);
    snprintf(target, sizeof target, "%s", scratch_path(&room, "a"));
    CHECK(link(target, scratch_path(&room, "hard")) == 0);
    check_same(&room, "a", "./a", true);
    check_same(&room, "a", "to_a", true);
    check_same(&room, "a", "hard", true);
    check_same(&room, "a", "b", false);
    check_same(&room, "a", "new", false);
    check_same(&room, "new", ".//new", true);
    check_same(&room, "new", "to_new", true);
    check_same(&room, "new", "newer", false);
    check_same(&room, "none/new", "new", false);
    CHECK(!lf_path_is_same("/dev/null", "/dev/null") && !lf_path_is_same(NULL, "a"));
    CHECK(lf_path_is_stream("/dev/null") && lf_path_is_stream("-") && lf_path_is_stream("/dev/stdout"));
    CHECK(!lf_path_is_stream(scratch_path(&room, "a")) && !lf_path_is_stream(room.folder));
    static const char *const leaves[] = {"a", "b", "to_a", "to_new", "hard"};
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) scratch_remove(&room, leaves[i]);
    scratch_destroy(&room);
}

// ---------------------------------------------------------------------------------------------------
// Arguments, names and standard input
// ---------------------------------------------------------------------------------------------------

static void null_arguments_are_refused(void) {
    lf_grid grid;
    lf_io_error error;
    lf_query_list list;
    uint8_t *bytes;
    size_t size;
    const lf_load_options text = {.format = LF_FILE_TEXT};
    CHECK_EQ(lf_grid_load(NULL, NULL, &grid, &error), LF_IO_E_ARGUMENT);
    CHECK_STR(error.message, "?: a required pointer is NULL");
    CHECK_EQ(lf_grid_load("a.txt", NULL, NULL, NULL), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_grid_parse("a", NULL, 3, &text, &grid, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_grid_parse("a", NULL, 0, &text, &grid, &error), LF_IO_E_CONTENT);
    CHECK_EQ(lf_grid_parse("a", ".", 1, NULL, &grid, &error), LF_IO_E_ARGUMENT); // no format
    CHECK_EQ(lf_grid_parse_openfront("a", "{}", 2, NULL, NULL, NULL, &grid, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_grid_parse_ros("a", "", 0, NULL, 0, NULL, &grid, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_grid_save("a.txt", NULL, NULL, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_grid_save(NULL, NULL, &grid, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_grid_save("a.txt", NULL, &(lf_grid){0}, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_grid_encode(&(lf_save_options){.format = LF_FILE_TEXT}, NULL, &bytes, &size, &error),
             LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_grid_encode(&(lf_save_options){.format = LF_FILE_TEXT}, &grid, NULL, &size, &error),
             LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_queries_load(NULL, &list, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_queries_parse_csv("a", NULL, 1, &list, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_queries_parse_scen("a", "", 0, NULL, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_picture_save("a.png", 1, 1, NULL, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_picture_save("a.png", 0, 1, (const uint8_t *)"", &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_picture_encode(1, 1, NULL, &bytes, &size, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_picture_encode(1, 0, (const uint8_t *)"", &bytes, &size, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_picture_encode(1, 1, (const uint8_t *)"abc", NULL, &size, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_bytes_save(NULL, "", 0, &error), LF_IO_E_ARGUMENT);
    CHECK_EQ(lf_bytes_save("a.svg", NULL, 1, &error), LF_IO_E_ARGUMENT);
    lf_map *map;
    CHECK_EQ(lf_grid_to_map(NULL, LF_MOVES_KING, &map), LF_E_NULL);
    CHECK_EQ(lf_grid_to_map(&(lf_grid){0}, LF_MOVES_KING, NULL), LF_E_NULL);
    lf_grid_free(NULL);
    lf_queries_free(NULL);
    lf_encoded_free(NULL);
}

static void names_choose_the_format(void) {
    static const struct {
        const char *path, *message;
    } cases[] = {
        {"none.map", "none.map: does not exist"},
        {"none.PNG", "none.PNG: does not exist"},
        {"none.yml", "none.yml: does not exist"},
        {"none/manifest.json",
         "none/manifest.json: does not exist, expected the manifest of an OpenFront map folder"},
        {"none.raw", "none.raw: does not exist"},
        {"none.jpg", "none.jpg: does not exist"},
        {"none", "none: does not exist"},
        {"none/", "none/: does not exist"},
        {"/dev/null",
         "/dev/null: unknown file format, expected a folder with manifest.json, or a name that ends in "
         ".map, .png, .txt, .yaml, .yml, .bin or .raw"},
        {"-", "-: standard input needs a format that is one file: movingai, png, text or raw"},
        {".", "./manifest.json: does not exist, expected the manifest of an OpenFront map folder"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lf_grid grid;
        lf_io_error error;
        CHECK(lf_grid_load(cases[i].path, NULL, &grid, &error) < 0);
        CHECK_STR(error.message, cases[i].message);
    }
    CHECK_STR(lf_file_format_name(LF_FILE_MOVINGAI), "movingai");
    CHECK_STR(lf_file_format_name(LF_FILE_AUTO), "auto");
    CHECK(lf_file_format_name((lf_file_format)99) == NULL);
}

static void bad_options_are_refused(void) {
    static const struct {
        lf_load_options options;
        const char *message;
    } cases[] = {
        {{.format = LF_FILE_PNG, .threshold = 256}, "a: threshold 256, expected 1 to 255"},
        {{.format = LF_FILE_PNG, .threshold = -1}, "a: threshold -1, expected 1 to 255"},
        {{.format = LF_FILE_PNG, .open_color = 0x1000000},
         "a: open colour 0x1000000, expected 0x000000 to 0xFFFFFF"},
        {{.format = LF_FILE_TEXT, .max_tiles = -1},
         "a: a limit of -1 tiles, expected 1 or more, or 0 for the default"},
        {{.format = (lf_file_format)99}, "a: unknown file format number 99"},
        {{.format = LF_FILE_ROS},
         "a: format 'ros' is not a single file, expected movingai, png, text or raw"},
        {{0}, "a: format 'auto' is not a single file, expected movingai, png, text or raw"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lf_grid grid;
        lf_io_error error;
        CHECK_EQ(lf_grid_parse("a", ".", 1, &cases[i].options, &grid, &error), LF_IO_E_ARGUMENT);
        CHECK_STR(error.message, cases[i].message);
    }
}

// Runs a reader with a file as standard input.
static void standard_input_is_read(void) {
    scratch room = scratch_create();
    static const char text[] = ".#\n#.\n";
    scratch_write(&room, "in", text, strlen(text));
    lf_grid grid;
    lf_io_error error;
    CHECK(freopen(scratch_path(&room, "in"), "rb", stdin) != NULL);
    CHECK_EQ(lf_grid_load("-", &(lf_load_options){.format = LF_FILE_TEXT}, &grid, &error), LF_IO_OK);
    CHECK(grid_looks_like(&grid.tiles, text));
    lf_grid_free(&grid);
    CHECK(freopen(room.path, "rb", stdin) != NULL);
    CHECK_EQ(lf_grid_load("-", &(lf_load_options){.format = LF_FILE_MOVINGAI}, &grid, &error),
             LF_IO_E_CONTENT);
    CHECK_STR(error.message, "standard input:1:1: '.#' in the header, expected type, height, width or map");
    CHECK(freopen(room.path, "rb", stdin) != NULL);
    lf_query_list list;
    CHECK_EQ(lf_queries_load("-", &list, &error), LF_IO_E_CONTENT);
    CHECK_EQ(lf_grid_load("-", &(lf_load_options){.format = LF_FILE_ROS}, &grid, &error), LF_IO_E_ARGUMENT);
    scratch_remove(&room, "in");
    scratch_destroy(&room);
}

// A file of a gigabyte (of nothing, so it takes no room) for a map of one tile.
static void file_beyond_the_limit_is_not_read(void) {
    scratch room = scratch_create();
    scratch_write(&room, "a.txt", ".", 1);
    CHECK(truncate(scratch_path(&room, "a.txt"), 1 << 30) == 0);
    lf_grid grid;
    lf_io_error error;
    CHECK_EQ(lf_grid_load(room.path, &(lf_load_options){.max_tiles = 1}, &grid, &error), LF_IO_E_LIMIT);
    CHECK(strstr(error.message,
                 "/a.txt: the file is larger than the 16777219 bytes that are allowed for it") != NULL);
    CHECK(freopen(room.path, "rb", stdin) != NULL);
    const lf_load_options options = {.max_tiles = 1, .format = LF_FILE_TEXT};
    CHECK_EQ(lf_grid_load("-", &options, &grid, &error), LF_IO_E_LIMIT);
    CHECK_STR(error.message,
              "standard input: the file is larger than the 16777219 bytes that are allowed for it");
    scratch_remove(&room, "a.txt");
    scratch_destroy(&room);
}

static void unreadable_files_are_refused(void) {
    scratch room = scratch_create();
    lf_grid grid;
    lf_io_error error;
    CHECK_EQ(lf_grid_load(room.folder, &(lf_load_options){.format = LF_FILE_TEXT}, &grid, &error),
             LF_IO_E_FILE);
    CHECK(strstr(error.message, ": cannot be read: Is a directory") != NULL);
    static char yaml[65537];
    memset(yaml, '#', sizeof yaml);
    CHECK_EQ(lf_grid_parse_ros("a.yaml", yaml, sizeof yaml, "", 0, NULL, &grid, &error), LF_IO_E_LIMIT);
    CHECK_STR(error.message, "a.yaml: a .yaml of 65537 bytes, at most 65536 are allowed");
    scratch_destroy(&room);
}

static void grid_becomes_map(void) {
    const void *planes[3] = {openfront_map, NULL, NULL};
    const size_t sizes[3] = {8, 0, 0};
    lf_grid grid;
    CHECK_EQ(lf_grid_parse_openfront("m", openfront_manifest, strlen(openfront_manifest), planes, sizes, NULL,
                                     &grid, NULL),
             LF_IO_OK);
    lf_map *map;
    CHECK_EQ(lf_grid_to_map(&grid, LF_MOVES_ORTHOGONAL, &map), LF_OK);
    CHECK_EQ(lf_map_width(map), 4);
    CHECK_EQ(lf_map_open_count(map), 5);
    CHECK_EQ(lf_map_moves(map), LF_MOVES_ORTHOGONAL);
    CHECK_EQ(lf_map_depth(map, lf_map_tile(map, 2, 0)), 31);
    lf_map_destroy(map);
    lf_grid_free(&grid);
    CHECK_EQ(lf_grid_to_map(&grid, LF_MOVES_KING, &map), LF_E_SIZE); // an empty grid
    CHECK(map == NULL);
}

// ---------------------------------------------------------------------------------------------------
// Real maps
// ---------------------------------------------------------------------------------------------------

static const char *shared_path(char *path, size_t size, const char *leaf) {
    const char *folder = getenv("LF_SHARED_DATA");
    snprintf(path, size, "%s/%s", folder != NULL ? folder : ".", leaf);
    return access(path, R_OK) == 0 ? path : NULL;
}

static int64_t plane_open_count(const lf_plane *plane) {
    int64_t count = 0;
    for (int64_t i = 0; i < (int64_t)plane->width * plane->height; i++) count += plane->open[i];
    return count;
}

/// Loads a map of the shared data and checks its size.
static bool shared_load(const char *leaf, int32_t width, int32_t height, lf_grid *grid) {
    char path[1024];
    lf_io_error error;
    shared_path(path, sizeof path, leaf);
    if (!CHECK_EQ(lf_grid_load(path, NULL, grid, &error), LF_IO_OK)) {
        printf("%s\n", error.message);
        return false;
    }
    CHECK_EQ(grid->tiles.width, width);
    CHECK_EQ(grid->tiles.height, height);
    return true;
}

static void real_openfront_maps(void) {
    static const struct {
        const char *name;
        int32_t width, height;
        int64_t land;
        int32_t first[4]; // of queries.csv
    } maps[] = {
        {"achiran", 2000, 1700, 1149943, {915, 1643, 210, 1654}},
        {"amazonriver", 5536, 276, 1150819, {3044, 189, 766, 179}},
        {"giantworldmap", 4108, 1948, 2335403, {4023, 791, 3750, 943}},
        {"northwestpassage", 2500, 1664, 1743456, {731, 347, 245, 1361}},
        {"straitofmalacca", 1832, 1644, 1259970, {771, 1369, 1352, 841}},
        {"world", 2000, 1000, 651569, {1191, 558, 182, 504}},
    };
    char path[1024], leaf[64];
    if (shared_path(path, sizeof path, "maps") == NULL) SKIP("no shared maps");
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        lf_grid grid;
        lf_io_error error;
        snprintf(leaf, sizeof leaf, "maps/%s", maps[i].name);
        if (!shared_load(leaf, maps[i].width, maps[i].height, &grid)) continue;
        CHECK_EQ((int64_t)maps[i].width * maps[i].height - plane_open_count(&grid.tiles), maps[i].land);
        CHECK_EQ(grid.coarse_count, 2);
        CHECK_EQ(grid.coarse[0].width, maps[i].width / 2);
        CHECK_EQ(grid.coarse[1].height, maps[i].height / 4);
        CHECK(grid.depth != NULL);
        lf_query_list list;
        snprintf(leaf, sizeof leaf, "maps/%s/queries.csv", maps[i].name);
        shared_path(path, sizeof path, leaf);
        CHECK_EQ(lf_queries_load(path, &list, &error), LF_IO_OK);
        CHECK_EQ(list.count, 200);
        check_query(&list, 0, maps[i].first, 2);
        lf_queries_free(&list);
        lf_grid_free(&grid);
    }
}

static void real_movingai_maps(void) {
    static const struct {
        const char *name;
        int32_t width, height;
        int64_t open, queries;
        int32_t first[4];
        double length;
    } maps[] = {
        {"16room_000", 512, 512, 231854, 1860, {297, 4, 293, 3}, 4.41421},
        {"AR0700SR", 512, 512, 131852, 1280, {435, 402, 449, 409}, 16.90},
        {"Aurora", 1024, 768, 493772, 2990, {749, 97, 749, 104}, 7},
        {"Berlin_0_1024", 1024, 1024, 794748, 3850, {180, 178, 180, 176}, 2.00000000},
        {"BigGameHunters", 512, 512, 179070, 1790, {193, 110, 192, 105}, 5.41421},
        {"arena2", 281, 209, 24311, 929, {100, 41, 98, 44}, 3.82843},
        {"brc202d", 530, 481, 43151, 2519, {106, 123, 108, 121}, 2.82843},
        {"maze512-32-0", 512, 512, 253840, 5760, {351, 444, 356, 439}, 7.07107},
        {"random512-10-0", 512, 512, 235900, 1670, {299, 465, 305, 461}, 7.65685},
    };
    char path[1024], leaf[64];
    if (shared_path(path, sizeof path, "movingai") == NULL) SKIP("no shared MovingAI maps");
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        lf_grid grid;
        lf_query_list list;
        lf_io_error error;
        snprintf(leaf, sizeof leaf, "movingai/%s.map", maps[i].name);
        if (!shared_load(leaf, maps[i].width, maps[i].height, &grid)) continue;
        CHECK_EQ(plane_open_count(&grid.tiles), maps[i].open);
        lf_grid_free(&grid);
        snprintf(leaf, sizeof leaf, "movingai/%s.map.scen", maps[i].name);
        shared_path(path, sizeof path, leaf);
        if (!CHECK_EQ(lf_queries_load(path, &list, &error), LF_IO_OK)) printf("%s\n", error.message);
        CHECK_EQ(list.map_width, maps[i].width);
        CHECK_EQ(list.map_height, maps[i].height);
        CHECK_EQ(list.count, maps[i].queries);
        check_query(&list, 0, maps[i].first, 2);
        CHECK(list.count > 0 && list.items[0].known_length == maps[i].length);
        lf_queries_free(&list);
    }
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(movingai_reads),
        TEST(text_reads),
        TEST(raw_reads),
        TEST(depth_planes_read),
        TEST(weight_planes_read),
        TEST(picture_in_memory_is_the_file),
        TEST(picture_reads_by_luminance_and_color),
        TEST(png_kinds_read),
        TEST(openfront_reads),
        TEST(openfront_loads_folder_or_manifest),
        TEST(ros_reads_pgm),
        TEST(ros_loads_picture_beside_yaml),
        TEST(terrain_reads_letters),
        TEST(terrain_reads_bytes),
        TEST(terrain_reads_magnitudes),
        TEST(terrain_reads_costmaps),
        TEST(terrain_loads_for_a_map),
        TEST(tables_have_names),
        TEST(scen_reads),
        TEST(scen_lengths_are_exact),
        TEST(scen_lengths_may_be_absurdly_long),
        TEST(csv_reads),
        TEST(many_queries_grow_the_list),
        TEST(streams_read_every_form),
        TEST(streams_go_on_at_a_mark),
        TEST(streams_that_stopped_have_no_marks),
        TEST(streams_stop_at_an_error),
        TEST(known_lengths_are_read),
        TEST(outputs_keep_their_lines),
        TEST(saved_files_load_the_same),
        TEST(encoded_text_is_as_documented),
        TEST(failed_save_changes_nothing),
        TEST(save_steps_around_other_temporary_files),
        TEST(outputs_appear_whole),
        TEST(paths_are_told_apart),
        TEST(null_arguments_are_refused),
        TEST(names_choose_the_format),
        TEST(bad_options_are_refused),
        TEST(standard_input_is_read),
        TEST(file_beyond_the_limit_is_not_read),
        TEST(unreadable_files_are_refused),
        TEST(grid_becomes_map),
        TEST(real_openfront_maps),
        TEST(real_movingai_maps),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
