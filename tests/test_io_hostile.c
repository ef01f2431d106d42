// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Map files that are wrong, on purpose or not. For each reader: a table of inputs with the exact message that
// a user sees. Then memory: each allocation is made to fail in turn.

#include "landfall_io.h"
#include "test.h"

#include "failing_malloc.h"

#include <jansson.h>

// ---------------------------------------------------------------------------------------------------
// Memory that runs out when told to
// ---------------------------------------------------------------------------------------------------

// jansson is told to use it, and libyaml finds yaml_malloc and yaml_realloc here before its own.
LF_API void *yaml_malloc(size_t size); // visible, or libyaml would not see them
LF_API void *yaml_realloc(void *memory, size_t size);

void *yaml_malloc(size_t size) {
    return malloc(size > 0 ? size : 1);
}

void *yaml_realloc(void *memory, size_t size) {
    return realloc(memory, size > 0 ? size : 1);
}

// ---------------------------------------------------------------------------------------------------
// One input, one message
// ---------------------------------------------------------------------------------------------------

typedef struct hostile {
    const char *bytes;
    size_t size;
    const char *message;
} hostile;

// The text may hold zeros.
#define HOSTILE(text, message) \
    { (text), sizeof(text) - 1, (message) }

typedef lf_io_status (*grid_reader)(const void *bytes, size_t size, lf_grid *grid, lf_io_error *error);

// The bytes are handed over in memory of exactly their size, so that a sanitizer sees a read past the end.
static void *exact_copy(const void *bytes, size_t size) {
    void *copy = malloc(size > 0 ? size : 1);
    if (copy != NULL) memcpy(copy, bytes, size);
    return copy;
}

static void check_refused(const hostile *cases, size_t count, grid_reader read) {
    static const lf_grid empty;
    CHECK(count >= 10);
    for (size_t i = 0; i < count; i++) {
        void *bytes = exact_copy(cases[i].bytes, cases[i].size);
        lf_grid grid;
        lf_io_error error;
        memset(&grid, 0xAA, sizeof grid);
        const lf_io_status status = read(bytes, cases[i].size, &grid, &error);
        CHECK(status < 0);
        CHECK_EQ(status, error.status);
        CHECK_STR(error.message, cases[i].message);
        CHECK(memcmp(&grid, &empty, sizeof empty) == 0);
        free(bytes);
    }
}

#define CHECK_REFUSED(cases, read) check_refused((cases), sizeof(cases) / sizeof *(cases), (read))

// ---------------------------------------------------------------------------------------------------
// MovingAI
// ---------------------------------------------------------------------------------------------------

static lf_io_status read_movingai(const void *bytes, size_t size, lf_grid *grid, lf_io_error *error) {
    return lf_grid_parse("a.map", bytes, size, &(lf_load_options){.format = LF_FILE_MOVINGAI}, grid, error);
}

static void movingai_refuses(void) {
    static const hostile cases[] = {
        HOSTILE("", "a.map:1:1: the file ends in the header, expected type, height, width and map"),
        HOSTILE("type octile\nheight 2\n",
                "a.map:3:1: the file ends in the header, expected type, height, width and map"),
        HOSTILE("type tile\n", "a.map:1:6: map type 'tile', expected octile"),
        HOSTILE("type\n", "a.map:1:5: map type nothing, expected octile"),
        HOSTILE("type octile\ntype octile\n", "a.map:2:1: 'type' is given twice"),
        HOSTILE("type octile\nheight 2\nheight 2\n", "a.map:3:1: 'height' is given twice"),
        HOSTILE("type octile\nheight 0\n", "a.map:2:8: height '0', expected a number from 1 to 2147483647"),
        HOSTILE("type octile\nheight -1\n", "a.map:2:8: height '-1', expected a number from 1 to 2147483647"),
        HOSTILE("type octile\nwidth 2147483648\n",
                "a.map:2:7: width '2147483648', expected a number from 1 to 2147483647"),
        HOSTILE("type octile\nwidth 99999999999999999999999999999\n",
                "a.map:2:7: width '999999999999999999999999...', expected a number from 1 to 2147483647"),
        HOSTILE("type octile\nwidth 0x10\n",
                "a.map:2:7: width '0x10', expected a number from 1 to 2147483647"),
        HOSTILE("type octile\nwidth 1 2\n", "a.map:2:9: '2' after the end of the header line"),
        HOSTILE("type octile\nheight 1\nwidth 1\nmap .\n.\n",
                "a.map:4:5: '.' after the end of the header line"),
        HOSTILE("type octile\nheight 2\nmap\n", "a.map:3:1: 'map' comes before 'width'"),
        HOSTILE("map\n", "a.map:1:1: 'map' comes before 'type octile'"),
        HOSTILE("\x89PNG\r\n", "a.map:1:1: '?PNG' in the header, expected type, height, width or map"),
        HOSTILE("\x1b[31mred\x1b[0m\n",
                "a.map:1:1: '?[31mred?[0m' in the header, expected type, height, width or map"),
        HOSTILE("\x07\n", "a.map:1:1: byte 0x07 in the header, expected type, height, width or map"),
        HOSTILE("type octile\nheight 2147483647\nwidth 2147483647\nmap\n.\n",
                "a.map:4:1: a map of 2147483647 x 2147483647 tiles, at most 4294967294 tiles are allowed"),
        HOSTILE("type octile\nheight 2147483647\nwidth 1\nmap\n.\n",
                "a.map:6:1: the file ends after 1 row, expected 2147483647"),
        HOSTILE("type octile\nheight 1\nwidth 2147483647\nmap\n.\n",
                "a.map:5:2: a row of 1 tiles, expected 2147483647"),
        HOSTILE("type octile\nheight 2\nwidth 3\nmap\n...\n..\n", "a.map:6:3: a row of 2 tiles, expected 3"),
        HOSTILE("type octile\nheight 2\nwidth 3\nmap\n....\n...\n",
                "a.map:5:4: a row of 4 tiles, expected 3"),
        HOSTILE("type octile\nheight 2\nwidth 3\nmap\n...\n",
                "a.map:6:1: the file ends after 1 row, expected 2"),
        HOSTILE("type octile\nheight 1\nwidth 3\nmap\n...\n\n...\n",
                "a.map:7:1: more than the 1 rows that the header gives"),
        HOSTILE("type octile\nheight 1\nwidth 3\nmap\n.x.\n",
                "a.map:5:2: unknown tile 'x', expected one of . G S @ O T W"),
        HOSTILE("type octile\nheight 1\nwidth 3\nmap\n..\0\n",
                "a.map:5:3: unknown tile byte 0x00, expected one of . G S @ O T W"),
        HOSTILE("type octile\nheight 1\nwidth 3\nmap\n..\r.\n", "a.map:5:4: a row of 4 tiles, expected 3"),
        HOSTILE("type octile\nheight 1\nwidth 2\nmap\n.\xc3\n",
                "a.map:5:2: unknown tile byte 0xC3, expected one of . G S @ O T W"),
        HOSTILE("type octile\rheight 1\rwidth 1\rmap\r.\r",
                "a.map:1:20: '1?width' after the end of the header line"),
    };
    CHECK_REFUSED(cases, read_movingai);
}

// ---------------------------------------------------------------------------------------------------
// Text
// ---------------------------------------------------------------------------------------------------

static lf_io_status read_text(const void *bytes, size_t size, lf_grid *grid, lf_io_error *error) {
    const lf_load_options options = {.format = LF_FILE_TEXT, .max_tiles = 1000};
    return lf_grid_parse("a.txt", bytes, size, &options, grid, error);
}

#define TEN_LINES "\n\n\n\n\n\n\n\n\n\n"
#define HUNDRED \
    "....................................................................................................."

static void text_refuses(void) {
    static const hostile cases[] = {
        HOSTILE("", "a.txt: the file has no tiles"),
        HOSTILE("\n", "a.txt: the file has no tiles"),
        HOSTILE("\r\n\r\n\n", "a.txt: the file has no tiles"),
        HOSTILE("..\n.x?\n", "a.txt:2:3: unknown tile '?', expected one of . # @ > space a-z A-Z"),
        HOSTILE("1\n", "a.txt:1:1: unknown tile '1', expected one of . # @ > space a-z A-Z"),
        HOSTILE(".\t.\n", "a.txt:1:2: unknown tile byte 0x09, expected one of . # @ > space a-z A-Z"),
        HOSTILE("..\0", "a.txt:1:3: unknown tile byte 0x00, expected one of . # @ > space a-z A-Z"),
        HOSTILE(".\r.\n", "a.txt:1:2: unknown tile byte 0x0D, expected one of . # @ > space a-z A-Z"),
        HOSTILE("..\r", "a.txt:1:3: unknown tile byte 0x0D, expected one of . # @ > space a-z A-Z"),
        HOSTILE("\xEF\xBB\xBF\xEF\xBB\xBF..\n",
                "a.txt:1:1: unknown tile byte 0xEF, expected one of . # @ > space a-z A-Z"),
        HOSTILE("\xc3\xa9\n", "a.txt:1:1: unknown tile byte 0xC3, expected one of . # @ > space a-z A-Z"),
        HOSTILE("\x1b[2J\n", "a.txt:1:1: unknown tile byte 0x1B, expected one of . # @ > space a-z A-Z"),
        HOSTILE("\x7f\n", "a.txt:1:1: unknown tile byte 0x7F, expected one of . # @ > space a-z A-Z"),
        HOSTILE("~~~\n", "a.txt:1:1: unknown tile '~', expected one of . # @ > space a-z A-Z"),
        HOSTILE(HUNDRED TEN_LINES ".", "a.txt: a map of 101 x 11 tiles, at most 1000 tiles are allowed"),
    };
    CHECK_REFUSED(cases, read_text);
}

// ---------------------------------------------------------------------------------------------------
// Raw
// ---------------------------------------------------------------------------------------------------

static void raw_refuses(void) {
    static const struct {
        int32_t width, height;
        int64_t max_tiles;
        size_t size;
        lf_io_status status;
        const char *message;
    } cases[] = {
        {0, 0, 0, 6, LF_IO_E_ARGUMENT,
         "a.raw: a raw file does not say its size: give width and height (got 0 and 0)"},
        {3, 0, 0, 6, LF_IO_E_ARGUMENT,
         "a.raw: a raw file does not say its size: give width and height (got 3 and 0)"},
        {0, 2, 0, 6, LF_IO_E_ARGUMENT,
         "a.raw: a raw file does not say its size: give width and height (got 0 and 2)"},
        {-3, -2, 0, 6, LF_IO_E_ARGUMENT,
         "a.raw: a raw file does not say its size: give width and height (got -3 and -2)"},
        {INT32_MIN, 1, 0, 6, LF_IO_E_ARGUMENT,
         "a.raw: a raw file does not say its size: give width and height (got -2147483648 and 1)"},
        {3, 2, 0, 5, LF_IO_E_CONTENT, "a.raw: 5 bytes, expected 6 for 3 x 2 tiles"},
        {3, 2, 0, 7, LF_IO_E_CONTENT, "a.raw: 7 bytes, expected 6 for 3 x 2 tiles"},
        {3, 2, 0, 0, LF_IO_E_CONTENT, "a.raw: 0 bytes, expected 6 for 3 x 2 tiles"},
        {3, 2, 5, 6, LF_IO_E_LIMIT, "a.raw: a map of 3 x 2 tiles, at most 5 tiles are allowed"},
        {INT32_MAX, INT32_MAX, 0, 6, LF_IO_E_LIMIT,
         "a.raw: a map of 2147483647 x 2147483647 tiles, at most 4294967294 tiles are allowed"},
        {65536, 65536, INT64_MAX, 6, LF_IO_E_LIMIT, // the product is 0 in 32 bits
         "a.raw: a map of 65536 x 65536 tiles, at most 4294967294 tiles are allowed"},
        {INT32_MAX, 2, 0, 6, LF_IO_E_CONTENT, "a.raw: 6 bytes, expected 4294967294 for 2147483647 x 2 tiles"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const lf_load_options options = {.format = LF_FILE_RAW,
                                         .width = cases[i].width,
                                         .height = cases[i].height,
                                         .max_tiles = cases[i].max_tiles};
        void *bytes = exact_copy("\1\2\3\4\5\6\7", cases[i].size);
        lf_grid grid;
        lf_io_error error;
        CHECK_EQ(lf_grid_parse("a.raw", bytes, cases[i].size, &options, &grid, &error), cases[i].status);
        CHECK_STR(error.message, cases[i].message);
        free(bytes);
    }
}

// ---------------------------------------------------------------------------------------------------
// PNG
// ---------------------------------------------------------------------------------------------------

static lf_io_status read_png(const void *bytes, size_t size, lf_grid *grid, lf_io_error *error) {
    return lf_grid_parse("a.png", bytes, size, &(lf_load_options){.format = LF_FILE_PNG}, grid, error);
}

#define PNG_GREY                                                                                          \
    "\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x00\x00\x00\x00\xb8" \
    "\x1f"                                                                                                \
    "9\xc6\x00\x00\x00\x10IDATx\xda"                                                                      \
    "c`\xa8o`\xfc\xcf\xc8\x04\x00\x08\x87\x02\x03\xae\xfd[R\x00\x00\x00\x00IEND\xae"                      \
    "B`\x82"

static void png_refuses(void) {
    static const hostile cases[] = {
        // an empty file
        HOSTILE("", "a.png: offset 0: not a PNG, expected its 8-byte signature"),
        // the signature only
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a", "a.png: not a readable PNG: end of stream"),
        // not a PNG
        HOSTILE("GIF89a\x01\x00\x01\x00", "a.png: offset 0: not a PNG, expected its 8-byte signature"),
        // line ends were changed on the way
        HOSTILE("\x89PNG\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x00\x00\x00\x00"
                "\xb8\x1f"
                "9\xc6\x00\x00\x00\x10IDATx\xda"
                "c`\xa8o`\xfc\xcf\xc8\x04\x00\x08\x87\x02\x03\xae\xfd[R\x00\x00\x00\x00IEND\xae"
                "B`\x82",
                "a.png: offset 0: not a PNG, expected its 8-byte signature"),
        // width 0
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x00\x00\x00\x00\x01\x08\x00\x00\x00"
                "\x00\xd5\xbc\xf0k\x00\x00\x00\x09IDATx\xda"
                "c\x00\x00\x00\x01\x00\x01\xb1\x0d\xb6\x93\x00\x00\x00\x00IEND\xae"
                "B`\x82",
                "a.png: not a readable PNG: invalid image width"),
        // height above 2^31 - 1
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x80\x00\x00\x00\x08\x00\x00\x00"
                "\x00\x97wH\xbf\x00\x00\x00\x09IDATx\xda"
                "c\x00\x00\x00\x01\x00\x01\xb1\x0d\xb6\x93\x00\x00\x00\x00IEND\xae"
                "B`\x82",
                "a.png: not a readable PNG: invalid image height"),
        // more tiles than a map may have
        HOSTILE(
            "\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff\x08\x00\x00\x00\x00"
            "1\xa2T\xba\x00\x00\x00\x09IDATx\xda"
            "c\x00\x00\x00\x01\x00\x01\xb1\x0d\xb6\x93\x00\x00\x00\x00IEND\xae"
            "B`\x82",
            "a.png: a map of 2147483647 x 2147483647 tiles, at most 4294967294 tiles are allowed"),
        // a bomb: 2 GB of pixels from 60 bytes
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x7f\xff\xff\xff\x00\x00\x00\x01\x08\x00\x00\x00"
                "\x00\x85]l\x01\x00\x00\x00\x09IDATx\xda"
                "c\x00\x00\x00\x01\x00\x01\xb1\x0d\xb6\x93\x00\x00\x00\x00IEND\xae"
                "B`\x82",
                "a.png: 66 bytes cannot hold a picture of 2147483647 x 1 pixels"),
        // 7 bits a sample
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x07\x00\x00\x00"
                "\x00\xb8.\x0c\x84\x00\x00\x00\x0aIDATx\xda"
                "c`\x00\x00\x00\x02\x00\x01\xe5'\xde\xfc\x00\x00\x00\x00IEND\xae"
                "B`\x82",
                "a.png: not a readable PNG: invalid bit depth"),
        // colour type 5
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x05\x00\x00"
                "\x00\x0d\xa0kg\x00\x00\x00\x0aIDATx\xda"
                "c`\x00\x00\x00\x02\x00\x01\xe5'\xde\xfc\x00\x00\x00\x00IEND\xae"
                "B`\x82",
                "a.png: not a readable PNG: invalid color type"),
        // a header checksum that is wrong
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x00\x00\x00"
                "\x00\xb9\x1f"
                "9\xc6\x00\x00\x00\x10IDATx\xda"
                "c`\xa8o`\xfc\xcf\xc8\x04\x00\x08\x87\x02\x03\xae\xfd[R\x00\x00\x00\x00IEND\xae"
                "B`\x82",
                "a.png: not a readable PNG: invalid chunk checksum"),
        // a data checksum that is wrong
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x00\x00\x00"
                "\x00\xb8\x1f"
                "9\xc6\x00\x00\x00\x10IDATx\xda"
                "c`\xa8o`\xfc\xcf\xc8\x04\x00\x08\x87\x02\x03\xae\xfd[S\x00\x00\x00\x00IEND\xae"
                "B`\x82",
                "a.png: not a readable PNG: invalid chunk checksum"),
        // cut off in the data
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x00\x00\x00"
                "\x00\xb8\x1f"
                "9\xc6\x00\x00\x00\x10IDATx\xda"
                "c`\xa8o`\xfc\xcf\xc8\x04\x00",
                "a.png: not a readable PNG: end of stream"),
        // no end chunk
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x00\x00\x00"
                "\x00\xb8\x1f"
                "9\xc6\x00\x00\x00\x10IDATx\xda"
                "c`\xa8o`\xfc\xcf\xc8\x04\x00\x08\x87\x02\x03\xae\xfd[R",
                "a.png: not a readable PNG: end of stream"),
        // fewer rows than the header says
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x00\x00\x00"
                "\x00\xb8\x1f"
                "9\xc6\x00\x00\x00\x0cIDATx\xda"
                "cHLJ\x06\x00\x02N\x01'\xfe\x9cM\xb5\x00\x00\x00\x00IEND\xae"
                "B`\x82",
                "a.png: not a readable PNG: IDAT stream too short"),
        // no data
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x00\x00\x00"
                "\x00\xb8\x1f"
                "9\xc6\x00\x00\x00\x00IEND\xae"
                "B`\x82",
                "a.png: not a readable PNG: invalid chunk position"),
        // data that does not inflate
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x00\x00\x00"
                "\x00\xb8\x1f"
                "9\xc6\x00\x00\x00\x0cIDATxxxxxxxxxxxxAN\x8d\xb2\x00\x00\x00\x00IEND\xae"
                "B`\x82",
                "a.png: not a readable PNG: IDAT stream error"),
        // filter 9
        HOSTILE(
            "\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:"
            "~\x9bU\x00\x00\x00\x0aIDATx\xda\xe3L\x04\x00\x00u\x00k\xd9I\xbcK\x00\x00\x00\x00IEND\xae"
            "B`\x82",
            "a.png: not a readable PNG: invalid scanline filter"),
        // a palette picture without a palette
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x03\x00\x00"
                "\x00(\xcb"
                "4\xbb\x00\x00\x00\x0aIDATx\xda"
                "c`\x00\x00\x00\x02\x00\x01\xe5'\xde\xfc\x00\x00\x00\x00IEND\xae"
                "B`\x82",
                "a.png: not a readable PNG: missing PLTE for indexed image"),
        // a chunk that claims 2 GB
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00"
                "\x00:~\x9bU\x7f\xff\xff\xfftEXta",
                "a.png: not a readable PNG: end of stream"),
        // an unknown critical chunk
        HOSTILE("\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00"
                "\x00:~\x9bU\x00\x00\x00\x00"
                "ABCD\xdb\x17 \xa5\x00\x00\x00\x0aIDATx\xda"
                "cH\x04\x00\x00"
                "c\x00"
                "b\x1fJz\xe4\x00\x00\x00\x00IEND\xae"
                "B`\x82",
                "a.png: not a readable PNG: unknown critical chunk"),
    };
    CHECK_REFUSED(cases, read_png);
}

// More pieces of text than anybody needs, between the header and the data of a good picture.
static void png_with_many_texts_is_refused(void) {
    enum { HEADER = 33, COUNT = 1100 };
    static const char picture[] = PNG_GREY;
    static const char text[] =
        "\x00\x00\x00\x03\x74\x45\x58\x74\x6b\x00\x76\xcb\x04\xf3\x90"; // tEXt, "k" = "v"
    const size_t text_size = sizeof text - 1, rest = sizeof picture - 1 - HEADER;
    const size_t size = HEADER + COUNT * text_size + rest;
    char *bytes = malloc(size);
    if (!CHECK(bytes != NULL)) return;
    memcpy(bytes, picture, HEADER);
    for (size_t i = 0; i < COUNT; i++) memcpy(bytes + HEADER + i * text_size, text, text_size);
    memcpy(bytes + size - rest, picture + HEADER, rest);
    lf_grid grid;
    lf_io_error error;
    CHECK_EQ(read_png(bytes, size, &grid, &error), LF_IO_E_LIMIT);
    CHECK_STR(error.message, "a.png: not a readable PNG: reached chunk/cache limits");
    free(bytes);
}

// ---------------------------------------------------------------------------------------------------
// OpenFront
// ---------------------------------------------------------------------------------------------------

static lf_io_status read_manifest(const void *bytes, size_t size, lf_grid *grid, lf_io_error *error) {
    static const uint8_t map[8] = {0x80, 0xC1, 0x9F, 0x20, 0x20, 0x20, 0x20, 0x20};
    const void *const planes[3] = {map, NULL, NULL};
    const size_t sizes[3] = {8, 0, 0};
    return lf_grid_parse_openfront("manifest.json", bytes, size, planes, sizes, NULL, grid, error);
}

static void manifest_refuses(void) {
    static const hostile cases[] = {
        HOSTILE("", "manifest.json:1: not readable as JSON: '[' or '{' expected near end of file"),
        HOSTILE("{\"map\": {\"width\": 4,",
                "manifest.json:1:20: not readable as JSON: string or '}' expected near end of file"),
        HOSTILE("[]", "manifest.json:1:1: not a manifest, expected a JSON object"),
        HOSTILE("{}", "manifest.json: map is missing, expected an object with width and height"),
        HOSTILE("{\"map\": 3}",
                "manifest.json: map is not an object, expected an object with width and height"),
        HOSTILE("{\"map\": {\"width\": 4}}",
                "manifest.json: map.height is missing, expected a whole number from 1 to 2147483647"),
        HOSTILE(
            "{\"map\": {\"width\": \"4\", \"height\": 2}}",
            "manifest.json: map.width is not a whole number, expected a whole number from 1 to 2147483647"),
        HOSTILE(
            "{\"map\": {\"width\": 4.0, \"height\": 2}}",
            "manifest.json: map.width is not a whole number, expected a whole number from 1 to 2147483647"),
        HOSTILE("{\"map\": {\"width\": 0, \"height\": 2}}",
                "manifest.json: map.width is 0, expected a whole number from 1 to 2147483647"),
        HOSTILE("{\"map\": {\"width\": 4, \"height\": -2}}",
                "manifest.json: map.height is -2, expected a whole number from 1 to 2147483647"),
        HOSTILE("{\"map\": {\"width\": 4, \"height\": 99999999999999999999}}",
                "manifest.json:1:51: not readable as JSON: too big integer near '99999999999999999999'"),
        HOSTILE(
            "{\"map\": {\"width\": 2147483647, \"height\": 2147483647}}",
            "manifest.json: a map of 2147483647 x 2147483647 tiles, at most 4294967294 tiles are allowed"),
        HOSTILE("{\"map\": {\"width\": 4, \"height\": 3}}",
                "manifest.json: map.bin: 8 bytes, expected 12 for 4 x 3 tiles"),
        HOSTILE("{\"map\": {\"width\": 4, \"height\": 2, \"num_land_tiles\": 4}}",
                "manifest.json: map.bin: 2 land tiles, expected the 4 of map.num_land_tiles"),
        HOSTILE("{\"map\": {\"width\": 4, \"height\": 2, \"num_land_tiles\": 9}}",
                "manifest.json: map.num_land_tiles is 9, expected a whole number from 0 to 8"),
        HOSTILE(
            "{\"map\": {\"width\": 4, \"height\": 2, \"num_land_tiles\": null}}",
            "manifest.json: map.num_land_tiles is not a whole number, expected a whole number from 0 to 8"),
        HOSTILE("{\"map\": {\"width\": 4, \"height\": 2}, \"map4x\": {\"width\": 3, \"height\": 1}}",
                "manifest.json: map4x is 3 x 1, expected 1/2 of 4 x 2"),
        HOSTILE("{\"map\": {\"width\": 4, \"height\": 2}, \"map16x\": {\"width\": 1, \"height\": 2}}",
                "manifest.json: map16x is 1 x 2, expected 1/4 of 4 x 2"),
        HOSTILE("{\"map\": {\"width\": 4, \"width\": 4, \"height\": 2}}",
                "manifest.json:1:28: not readable as JSON: duplicate object key near '\"width\"'"),
        HOSTILE("{\"map\": {\"width\": 4, \"height\": 2}} x",
                "manifest.json:1:36: not readable as JSON: end of file expected near 'x'"),
        HOSTILE("{\"\x1b[31m\": 1}",
                "manifest.json:1:2: not readable as JSON: control character 0x1b near '\"'"),
        HOSTILE("{\"a\xff\": 1}",
                "manifest.json:1:3: not readable as JSON: unable to decode byte 0xff near '\"a'"),
    };
    CHECK_REFUSED(cases, read_manifest);
}

// The same manifest with planes that do not fit.
static void openfront_planes_refuse(void) {
    static const char manifest[] = "{\"map\": {\"width\": 4, \"height\": 4},"
                                   " \"map4x\": {\"width\": 2, \"height\": 2, \"num_land_tiles\": 1}}";
    static const uint8_t map[16] = {0};
    static const struct {
        const char *half, *quarter;
        size_t sizes[3];
        const char *message;
    } cases[] = {
        {NULL, NULL, {15, 0, 0}, "m: map.bin: 15 bytes, expected 16 for 4 x 4 tiles"},
        {NULL, NULL, {0, 0, 0}, "m: map.bin: 0 bytes, expected 16 for 4 x 4 tiles"},
        {"\x80\0\0", NULL, {16, 3, 0}, "m: map4x.bin: 3 bytes, expected 4 for 2 x 2 tiles"},
        {"\x80\x80\0\0",
         NULL,
         {16, 4, 0},
         "m: map4x.bin: 2 land tiles, expected the 1 of map4x.num_land_tiles"},
        {"\0\0\0\0", NULL, {16, 4, 0}, "m: map4x.bin: 0 land tiles, expected the 1 of map4x.num_land_tiles"},
        {NULL, "\0", {16, 0, 1}, "m: map16x.bin without map4x.bin"},
        {"\x80\0\0\0", "\0", {16, 4, 1}, "m: map16x.bin without an entry 'map16x' in the manifest"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const void *const planes[3] = {map, cases[i].half, cases[i].quarter};
        lf_grid grid;
        lf_io_error error;
        CHECK_EQ(lf_grid_parse_openfront("m", manifest, strlen(manifest), planes, cases[i].sizes, NULL, &grid,
                                         &error),
                 LF_IO_E_CONTENT);
        CHECK_STR(error.message, cases[i].message);
    }
}

// ---------------------------------------------------------------------------------------------------
// ROS
// ---------------------------------------------------------------------------------------------------

static lf_io_status read_ros_yaml(const void *bytes, size_t size, lf_grid *grid, lf_io_error *error) {
    return lf_grid_parse_ros("a.yaml", bytes, size, "P5 1 1 255 \xFF", 12, NULL, grid, error);
}

#define ROS_HEAD "image: a.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n"
#define ROS_TAIL "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.2\n"

static void ros_yaml_refuses(void) {
    static const hostile cases[] = {
        HOSTILE("", "a.yaml:1:1: not a ROS map, expected 'image: ...' and further keys"),
        HOSTILE("- image\n", "a.yaml:1:1: not a ROS map, expected 'image: ...' and further keys"),
        HOSTILE("just text", "a.yaml:1:1: not a ROS map, expected 'image: ...' and further keys"),
        HOSTILE("image: [\n", "a.yaml:2:1: not readable as YAML: did not find expected node content"),
        HOSTILE("image: 'a\n", "a.yaml:2:1: not readable as YAML: found unexpected end of stream"),
        HOSTILE("a: b: c\n",
                "a.yaml:1:5: not readable as YAML: mapping values are not allowed in this context"),
        HOSTILE("image: *x\n", "a.yaml:1:8: not readable as YAML: found undefined alias"),
        HOSTILE("image: a\x01\n",
                "a.yaml: offset 8: not readable as YAML: control characters are not allowed"),
        HOSTILE("image: \xff\n", "a.yaml: offset 7: not readable as YAML: invalid leading UTF-8 octet"),
        HOSTILE("\t{", "a.yaml:1:1: not readable as YAML: found character that cannot start any token"),
        HOSTILE("image: a.pgm\n", "a.yaml: the key 'resolution' is missing"),
        HOSTILE("resolution: 0.05\norigin: [0, 0, 0]\n" ROS_TAIL, "a.yaml: the key 'image' is missing"),
        HOSTILE(ROS_HEAD "negate: 0\noccupied_thresh: 0.65\n", "a.yaml: the key 'free_thresh' is missing"),
        HOSTILE(ROS_HEAD ROS_TAIL "image: b.pgm\n", "a.yaml:7:1: 'image' is given twice"),
        HOSTILE("image: ''\nresolution: 0.05\norigin: [0, 0, 0]\n" ROS_TAIL,
                "a.yaml:1:8: image is nothing, expected the path of a picture"),
        HOSTILE("image: [a]\nresolution: 0.05\norigin: [0, 0, 0]\n" ROS_TAIL,
                "a.yaml:1:8: image is a list, expected the path of a picture"),
        HOSTILE("image: \"a\\0b\"\nresolution: 0.05\norigin: [0, 0, 0]\n" ROS_TAIL,
                "a.yaml:1:8: image is 'a?b', expected the path of a picture"),
        HOSTILE("image: a\nresolution: 0\norigin: [0, 0, 0]\n" ROS_TAIL,
                "a.yaml:2:13: resolution is '0', expected a number above 0"),
        HOSTILE("image: a\nresolution: -0.05\norigin: [0, 0, 0]\n" ROS_TAIL,
                "a.yaml:2:13: resolution is '-0.05', expected a number above 0"),
        HOSTILE("image: a\nresolution: nan\norigin: [0, 0, 0]\n" ROS_TAIL,
                "a.yaml:2:13: resolution is 'nan', expected a number above 0"),
        HOSTILE("image: a\nresolution: 0,05\norigin: [0, 0, 0]\n" ROS_TAIL,
                "a.yaml:2:13: resolution is '0,05', expected a number above 0"),
        HOSTILE("image: a\nresolution: 1\norigin: 0\n" ROS_TAIL,
                "a.yaml:3:9: origin is '0', expected a list of 3 numbers"),
        HOSTILE("image: a\nresolution: 1\norigin: [0, 0]\n" ROS_TAIL,
                "a.yaml:3:9: origin is a list of 2, expected a list of 3 numbers"),
        HOSTILE("image: a\nresolution: 1\norigin: [0, 0, x]\n" ROS_TAIL,
                "a.yaml:3:16: origin is 'x', expected a list of 3 numbers"),
        HOSTILE(ROS_HEAD "negate: 2\noccupied_thresh: 0.65\nfree_thresh: 0.2\n",
                "a.yaml:4:9: negate is '2', expected 0 or 1"),
        HOSTILE(ROS_HEAD "negate: 0\noccupied_thresh: 1.1\nfree_thresh: 0.2\n",
                "a.yaml:5:18: occupied_thresh is '1.1', expected a number from 0 to 1"),
        HOSTILE(ROS_HEAD "negate: 0\noccupied_thresh: 1e99\nfree_thresh: 0.2\n",
                "a.yaml:5:18: occupied_thresh is '1e99', expected a number from 0 to 1"),
        HOSTILE(ROS_HEAD "negate: 0\noccupied_thresh: 0.65\nfree_thresh: -0.2\n",
                "a.yaml:6:14: free_thresh is '-0.2', expected a number from 0 to 1"),
        HOSTILE(ROS_HEAD "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 1e99999\n",
                "a.yaml:6:14: free_thresh is '1e99999', expected a number from 0 to 1"),
        HOSTILE(ROS_HEAD "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.65\n",
                "a.yaml:6:14: free_thresh is '0.65', expected less than occupied_thresh"),
        HOSTILE(ROS_HEAD "negate: 0\noccupied_thresh: 0.2\nfree_thresh: {}\n",
                "a.yaml:6:14: free_thresh is a mapping, expected a number from 0 to 1"),
        HOSTILE(ROS_HEAD ROS_TAIL "mode: binary\n",
                "a.yaml:7:7: mode is 'binary', expected trinary, scale or raw"),
    };
    CHECK_REFUSED(cases, read_ros_yaml);
}

static lf_io_status read_pgm(const void *bytes, size_t size, lf_grid *grid, lf_io_error *error) {
    static const char yaml[] = ROS_HEAD ROS_TAIL;
    return lf_grid_parse_ros("a.yaml", yaml, strlen(yaml), bytes, size, NULL, grid, error);
}

#define NOT_A_PICTURE "a.pgm: offset 0: not a picture, expected a PNG, or a PGM that begins with P2 or P5"

static void pgm_refuses(void) {
    static const hostile cases[] = {
        HOSTILE("", NOT_A_PICTURE),
        HOSTILE("P5", NOT_A_PICTURE),
        HOSTILE("P6\n1 1\n255\nabc", NOT_A_PICTURE),
        HOSTILE("P51 1 255 a", NOT_A_PICTURE),
        HOSTILE("P5\n", "a.pgm: offset 3: width nothing, expected a number from 1 to 2147483647"),
        HOSTILE("P5 0 1 255 ", "a.pgm: offset 3: width '0', expected a number from 1 to 2147483647"),
        HOSTILE("P5 1 -1 255 ", "a.pgm: offset 5: height '-1', expected a number from 1 to 2147483647"),
        HOSTILE("P5 1 4294967297 255 ",
                "a.pgm: offset 5: height '4294967297', expected a number from 1 to 2147483647"),
        HOSTILE("P5 1 1 0 a", "a.pgm: offset 7: largest grey value '0', expected a number from 1 to 65535"),
        HOSTILE("P5 1 1 65536 a",
                "a.pgm: offset 7: largest grey value '65536', expected a number from 1 to 65535"),
        HOSTILE("P5 # 1 1 255", "a.pgm: offset 12: width nothing, expected a number from 1 to 2147483647"),
        HOSTILE(
            "P5 2147483647 2147483647 255 a",
            "a.pgm: offset 28: a map of 2147483647 x 2147483647 tiles, at most 4294967294 tiles are allowed"),
        HOSTILE("P5 1 1 255", "a.pgm: offset 10: expected one white space byte before the pixels"),
        HOSTILE("P5 1 1 255#\na", "a.pgm: offset 10: expected one white space byte before the pixels"),
        HOSTILE("P5 2 2 255\nabc", "a.pgm: offset 11: 3 bytes of pixels, expected 4 for 2 x 2"),
        HOSTILE("P5 2 2 255\nabcde", "a.pgm: offset 11: 5 bytes of pixels, expected 4 for 2 x 2"),
        HOSTILE("P5 2 2 256\nabcd", "a.pgm: offset 11: 4 bytes of pixels, expected 8 for 2 x 2"),
        HOSTILE("P5 2147483647 2 255\n",
                "a.pgm: offset 20: 0 bytes of pixels, expected 4294967294 for 2147483647 x 2"),
        HOSTILE("P5 2 1 100\n\x64\x65", "a.pgm: offset 12: pixel 101, expected at most 100"),
        HOSTILE("P5 1 1 1000\n\x03\xE9", "a.pgm: offset 12: pixel 1001, expected at most 1000"),
        HOSTILE("P2 2 2 255\n1 2 3", "a.pgm: offset 10: the file is too short for 2 x 2 pixels"),
        HOSTILE("P2 2 2 255\n11 22 33 ", "a.pgm: offset 20: pixel nothing, expected a number from 0 to 255"),
        HOSTILE("P2 2 1 255\n1 256 ", "a.pgm: offset 13: pixel '256', expected a number from 0 to 255"),
        HOSTILE("P2 2 1 255\n1 -2 ", "a.pgm: offset 13: pixel '-2', expected a number from 0 to 255"),
        HOSTILE("P2 2 1 255\n1 \x01 ", "a.pgm: offset 13: pixel byte 0x01, expected a number from 0 to 255"),
        HOSTILE("P2 2 1 255\n1 2 3\n", "a.pgm: offset 15: more after the last of 2 pixels"),
        HOSTILE("P2 2147483647 2 255\n1\n",
                "a.pgm: offset 19: the file is too short for 2147483647 x 2 pixels"),
    };
    CHECK_REFUSED(cases, read_pgm);
}

// ---------------------------------------------------------------------------------------------------
// Queries
// ---------------------------------------------------------------------------------------------------

typedef lf_io_status (*queries_reader)(const char *name, const void *bytes, size_t size, lf_query_list *out,
                                       lf_io_error *error);

static void check_queries_refused(const hostile *cases, size_t count, const char *name, queries_reader read) {
    CHECK(count >= 10);
    for (size_t i = 0; i < count; i++) {
        void *bytes = exact_copy(cases[i].bytes, cases[i].size);
        lf_query_list list;
        lf_io_error error;
        memset(&list, 0xAA, sizeof list);
        const lf_io_status status = read(name, bytes, cases[i].size, &list, &error);
        CHECK(status < 0);
        CHECK_EQ(status, error.status);
        CHECK_STR(error.message, cases[i].message);
        CHECK(list.items == NULL && list.count == 0 && list.map_width == 0 && list.map_height == 0);
        free(bytes);
    }
}

#define NOT_A_SCENARIO "a.scen:1:1: not a scenario, expected the line 'version 1' or 'version 1.0'"

static void scen_refuses(void) {
    static const hostile cases[] = {
        HOSTILE("", NOT_A_SCENARIO),
        HOSTILE("version 2\n", NOT_A_SCENARIO),
        HOSTILE("version 1 1\n", NOT_A_SCENARIO),
        HOSTILE("0 a.map 4 3 0 1 3 2 1\n", NOT_A_SCENARIO),
        HOSTILE("version 1\n0\n", "a.scen:2:2: map width is nothing, expected a number from 1 to 2147483647"),
        HOSTILE("version 1\nx a.map 4 3 0 1 3 2 1\n",
                "a.scen:2:1: bucket is 'x', expected a number from 0 to 2147483647"),
        HOSTILE("version 1\n0 a.map 0 3 0 1 3 2 1\n",
                "a.scen:2:9: map width is '0', expected a number from 1 to 2147483647"),
        HOSTILE("version 1\n0 a.map 4 4294967299 0 1 3 2 1\n",
                "a.scen:2:11: map height is '4294967299', expected a number from 1 to 2147483647"),
        HOSTILE("version 1\n0 a.map 2147483647 2147483647 0 1 3 2 1\n",
                "a.scen:2:9: a map of 2147483647 x 2147483647 tiles, at most 4294967294 tiles are allowed"),
        HOSTILE("version 1\n0 a.map 4 3 4 1 3 2 1\n",
                "a.scen:2:13: source x is '4', expected a number from 0 to 3"),
        HOSTILE("version 1\n0 a.map 4 3 0 -1 3 2 1\n",
                "a.scen:2:15: source y is '-1', expected a number from 0 to 2"),
        HOSTILE("version 1\n0 a.map 4 3 0 1 3.5 2 1\n",
                "a.scen:2:17: target x is '3.5', expected a number from 0 to 3"),
        HOSTILE("version 1\n0 a.map 4 3 0 1 3 3 1\n",
                "a.scen:2:19: target y is '3', expected a number from 0 to 2"),
        HOSTILE("version 1\n0 a.map 4 3 0 1 3 2\n",
                "a.scen:2:20: length is nothing, expected a number of at least 0"),
        HOSTILE("version 1\n0 a.map 4 3 0 1 3 2 -1\n",
                "a.scen:2:21: length is '-1', expected a number of at least 0"),
        HOSTILE("version 1\n0 a.map 4 3 0 1 3 2 nan\n",
                "a.scen:2:21: length is 'nan', expected a number of at least 0"),
        HOSTILE("version 1\n0 a.map 4 3 0 1 3 2 3,5\n",
                "a.scen:2:21: length is '3,5', expected a number of at least 0"),
        HOSTILE("version 1\n0 a.map 4 3 0 1 3 2 1e999\n",
                "a.scen:2:21: length is '1e999', expected a number of at least 0"),
        HOSTILE("version 1\n0 a.map 4 3 0 1 3 2 0x10\n",
                "a.scen:2:21: length is '0x10', expected a number of at least 0"),
        HOSTILE("version 1\n0 a.map 4 3 0 1 3 2 1 \x1b]0;\n",
                "a.scen:2:23: '?]0;' after the length, expected the end of the line"),
        HOSTILE("version 1\n0 a.map 4 3 0 1 3 2 1\n0 a.map 4 4 0 1 3 2 1\n",
                "a.scen:3:9: a map of 4 x 4, expected 4 x 3 as in the lines before"),
        HOSTILE("version 1\r0 a.map 4 3 0 1 3 2 1\r", NOT_A_SCENARIO),
        HOSTILE("version 1\n0 a.map 4 3 0 1 3 2 1\0\n",
                "a.scen:2:21: length is '1?', expected a number of at least 0"),
    };
    check_queries_refused(cases, sizeof cases / sizeof *cases, "a.scen", lf_queries_parse_scen);
}

#define CSV_HEADER "from_x,from_y,to_x,to_y,name\n"

static void csv_refuses(void) {
    static const hostile cases[] = {
        HOSTILE(
            "",
            "a.csv:1:1: column 'from_x' is missing, expected a header with from_x, from_y, to_x and to_y"),
        HOSTILE("from_x,from_y,to_x\n",
                "a.csv:1:1: column 'to_y' is missing, expected a header with from_x, from_y, to_x and to_y"),
        HOSTILE(
            "1,2,3,4\n",
            "a.csv:1:1: column 'from_x' is missing, expected a header with from_x, from_y, to_x and to_y"),
        HOSTILE(
            "from_x;from_y;to_x;to_y\n",
            "a.csv:1:1: column 'from_x' is missing, expected a header with from_x, from_y, to_x and to_y"),
        HOSTILE("from_x,from_y,to_x,to_y,from_x\n", "a.csv:1:25: column 'from_x' is given twice"),
        HOSTILE(CSV_HEADER "1,2,3\n", "a.csv:2:6: fewer fields than the 5 of the header"),
        HOSTILE(CSV_HEADER "1,2,3,4\n", "a.csv:2:8: fewer fields than the 5 of the header"),
        HOSTILE(CSV_HEADER "1,2,3,4,5,6\n", "a.csv:2:10: more fields than the 5 of the header"),
        HOSTILE(CSV_HEADER "-1,2,3,4,\n",
                "a.csv:2:1: from_x is '-1', expected a number from 0 to 2147483647"),
        HOSTILE(CSV_HEADER "1,two,3,4,\n",
                "a.csv:2:3: from_y is 'two', expected a number from 0 to 2147483647"),
        HOSTILE(CSV_HEADER "1,2,,4,\n", "a.csv:2:5: to_x is nothing, expected a number from 0 to 2147483647"),
        HOSTILE(CSV_HEADER "1,2,3,2147483648,\n",
                "a.csv:2:7: to_y is '2147483648', expected a number from 0 to 2147483647"),
        HOSTILE(CSV_HEADER "1,2,3,4.0,\n",
                "a.csv:2:7: to_y is '4.0', expected a number from 0 to 2147483647"),
        HOSTILE(CSV_HEADER "1,2,3,4,\"x\n\n", "a.csv:2:9: a quoted field without its closing quote"),
        HOSTILE(CSV_HEADER "1,2,3,4,\"x\"y\n",
                "a.csv:2:12: 'y' after a closing quote, expected a comma or the end of the line"),
        HOSTILE(CSV_HEADER "1,2,3,4,x\"y\n",
                "a.csv:2:10: a quote inside a field that does not begin with one"),
        HOSTILE(CSV_HEADER "1,2,3,4,\"a\nb\"\n1,2,3,x,\n",
                "a.csv:4:7: to_y is 'x', expected a number from 0 to 2147483647"),
        HOSTILE(CSV_HEADER "\"1\"\"\",2,3,4,\n",
                "a.csv:2:2: from_x is '1\"\"', expected a number from 0 to 2147483647"),
        HOSTILE(CSV_HEADER "1\0,2,3,4,\n",
                "a.csv:2:1: from_x is '1?', expected a number from 0 to 2147483647"),
        HOSTILE(CSV_HEADER "1\r,2,3,4,\n",
                "a.csv:2:1: from_x is '1?', expected a number from 0 to 2147483647"),
        HOSTILE(CSV_HEADER " \n", "a.csv:2:2: from_x is nothing, expected a number from 0 to 2147483647"),
        HOSTILE(
            "\xFF\xFE"
            "f\0r\0o\0m\0",
            "a.csv:1:1: column 'from_x' is missing, expected a header with from_x, from_y, to_x and to_y"),
        HOSTILE("\"from_x,from_y", "a.csv:1:1: a quoted field without its closing quote"),
    };
    check_queries_refused(cases, sizeof cases / sizeof *cases, "a.csv", lf_queries_parse_csv);
}

static lf_io_status parse_by_name(const char *name, const void *bytes, size_t size, lf_query_list *out,
                                  lf_io_error *error) {
    return lf_queries_parse(name, bytes, size, NULL, out, error);
}

#define BINARY(size, width, height) "LFQUERY1" size "\0\0\0" width "\0\0\0" height "\0\0\0\0\0\0\0"
#define NOT_BINARY                  "a.lfq: offset 0: not a binary file of queries, expected 24 bytes that begin with LFQUERY1"

static void binary_queries_refuse(void) {
    static const hostile cases[] = {
        HOSTILE("", NOT_BINARY),
        HOSTILE("LFQUERY1\20\0\0\0", NOT_BINARY),
        HOSTILE("from_x,from_y,to_x,to_y\n1,2,3,4\n", NOT_BINARY),
        HOSTILE("LFQUERY2\20\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", NOT_BINARY),
        HOSTILE(BINARY("\21", "\0", "\0"),
                "a.lfq: offset 8: queries of 17 bytes, expected 16 or 24, and 0 at byte 20"),
        HOSTILE(BINARY("\0", "\0", "\0"),
                "a.lfq: offset 8: queries of 0 bytes, expected 16 or 24, and 0 at byte 20"),
        HOSTILE(BINARY("\20", "\3", "\2") "\1\0\0\0\1\0\0\0\1\0\0\0\2\0\0\0",
                "a.lfq: offset 24: query 1 is outside the map of 3 x 2 that the file is for"),
        HOSTILE(BINARY("\20", "\3", "\0"),
                "a.lfq: offset 12: a map of 3 x 0, expected two sides from 1 to 2147483647, or 0 x 0"),
        HOSTILE(BINARY("\20", "\0", "\0") "\1\0\0", "a.lfq: offset 24: cut short: 3 bytes of a query of 16"),
        HOSTILE(BINARY("\20", "\0", "\0") "\1\0\0\0\1\0\0\0\1\0\0\0\0\0\0\200",
                "a.lfq: offset 24: 2147483648 as a place of query 1, expected a number from 0 to 2147483647"),
    };
    check_queries_refused(cases, sizeof cases / sizeof *cases, "a.lfq", parse_by_name);
}

static void jsonl_refuses(void) {
    static const hostile cases[] = {
        HOSTILE("{", "a.jsonl:1:1: not a JSON object, expected {\"from\":[x,y],\"to\":[x,y]}"),
        HOSTILE("x", "a.jsonl:1:1: not a JSON object, expected {\"from\":[x,y],\"to\":[x,y]}"),
        HOSTILE("{}{}", "a.jsonl:1:3: not a JSON object, expected {\"from\":[x,y],\"to\":[x,y]}"),
        HOSTILE("{}", "a.jsonl:1:1: 'from' is missing, expected [x,y] with numbers from 0 to 2147483647"),
        HOSTILE("{\"from\":[1,2],\"from\":[1,2]}",
                "a.jsonl:1:20: not a JSON object, expected {\"from\":[x,y],\"to\":[x,y]}"),
        HOSTILE("{\"from\":[1,-2],\"to\":[1,2]}",
                "a.jsonl:1:1: 'from' is something else, expected [x,y] with numbers from 0 to 2147483647"),
        HOSTILE("{\"from\":[1,2147483648],\"to\":[1,2]}",
                "a.jsonl:1:1: 'from' is something else, expected [x,y] with numbers from 0 to 2147483647"),
        HOSTILE("\n[]\n", "a.jsonl:2:1: not a JSON object, expected {\"from\":[x,y],\"to\":[x,y]}"),
        HOSTILE("{\"to\":[1,2]}",
                "a.jsonl:1:1: 'from' is missing, expected [x,y] with numbers from 0 to 2147483647"),
        HOSTILE("{\"from\":[1,2],\"to\":[1,2,3]}",
                "a.jsonl:1:1: 'to' is something else, expected [x,y] with numbers from 0 to 2147483647"),
        HOSTILE("{\"from\":[1,2],\"to\":[1.5,2]}",
                "a.jsonl:1:1: 'to' is something else, expected [x,y] with numbers from 0 to 2147483647"),
    };
    check_queries_refused(cases, sizeof cases / sizeof *cases, "a.jsonl", parse_by_name);
}

// ---------------------------------------------------------------------------------------------------
// Messages
// ---------------------------------------------------------------------------------------------------

static void check_name(const char *name, const char *message) {
    lf_grid grid;
    lf_io_error error;
    CHECK_EQ(lf_grid_parse(name, "", 0, &(lf_load_options){.format = LF_FILE_TEXT}, &grid, &error),
             LF_IO_E_CONTENT);
    CHECK_STR(error.message, message);
}

static void names_in_messages_are_harmless(void) {
    check_name("a\x1b[31m.txt", "a?[31m.txt: the file has no tiles");
    check_name("a\nb.txt", "a?b.txt: the file has no tiles");
    check_name("K\xC3\xBCste.txt", "K\xC3\xBCste.txt: the file has no tiles");
    check_name("\xE2\x80\xAEtxt.exe", "???txt.exe: the file has no tiles"); // turns the reading direction
    check_name("\xC2\x9B"
               "31m",
               "??31m: the file has no tiles"); // a control character in UTF-8
    check_name("\xC0\xAF"
               "a",
               "??a: the file has no tiles");                                  // an overlong '/'
    check_name("\xF0\x9F\x9A\xA2", "\xF0\x9F\x9A\xA2: the file has no tiles"); // a ship
    check_name("\xF0\x9F\x9A", "???: the file has no tiles");
    check_name("\xED\xA0\x80", "???: the file has no tiles"); // half a surrogate pair
    check_name("%s%n", "%s%n: the file has no tiles");
}

static void long_names_keep_their_end(void) {
    char name[3000];
    memset(name, 'x', sizeof name - 1);
    memcpy(name + sizeof name - 7, "/a.txt", 7);
    lf_grid grid;
    lf_io_error error;
    CHECK_EQ(lf_grid_parse(name, "", 0, &(lf_load_options){.format = LF_FILE_TEXT}, &grid, &error),
             LF_IO_E_CONTENT);
    CHECK_EQ(strlen(error.message), 3 + 200 + strlen(": the file has no tiles"));
    CHECK_STR(error.message + 3 + 200 - 6, "/a.txt: the file has no tiles");
}

static void error_says_where(void) {
    lf_grid grid;
    lf_io_error error;
    CHECK_EQ(read_text("..\n.?", 5, &grid, &error), LF_IO_E_CONTENT);
    CHECK(error.line == 2 && error.column == 2 && error.offset == -1);
    CHECK_EQ(read_pgm("P5 1 1 255\n", 11, &grid, &error), LF_IO_E_CONTENT);
    CHECK(error.line == 0 && error.column == 0 && error.offset == 11);
}

// ---------------------------------------------------------------------------------------------------
// Each allocation fails in turn
// ---------------------------------------------------------------------------------------------------

// Does something that allocates, and frees what it was given.
typedef lf_io_status (*alloc_work)(lf_io_error *error);

// Fails the first allocation, then the second, and so on until the work gets by without meeting the failure.
// Leaks are found by the sanitizer. At most `mistaken` failures may be reported as another error: zlib and
// jansson do not always tell that they ran out of memory from bad content.
static void check_each_allocation(const char *name, alloc_work work, int64_t mistaken) {
    lf_io_error error;
    if (!CHECK_EQ(work(&error), LF_IO_OK)) printf("%s: %s\n", name, error.message);
    int64_t failures = 0;
    for (int64_t at = 1;; at++) {
        alloc_calls = 0;
        alloc_fail_at = at;
        const lf_io_status status = work(&error);
        alloc_fail_at = 0;
        if (alloc_calls < at) break;
        failures++;
        if (status == LF_IO_E_NOMEM && strstr(error.message, ": out of memory") != NULL) continue;
        if (status < 0 && mistaken-- > 0) continue;
        printf("%s: allocation %" PRId64 ": status %d, %s\n", name, at, (int)status, error.message);
        CHECK(status == LF_IO_E_NOMEM);
    }
    CHECK(failures > 0);
    printf("  %s: %" PRId64 " allocations\n", name, failures);
}

static lf_io_status freed(lf_io_status status, lf_grid *grid) {
    static const lf_grid empty;
    if (status != LF_IO_OK) CHECK(memcmp(grid, &empty, sizeof empty) == 0);
    lf_grid_free(grid);
    return status;
}

static lf_io_status work_movingai(lf_io_error *error) {
    lf_grid grid;
    static const char text[] = "type octile\nheight 1\nwidth 2\nmap\n.@\n";
    return freed(read_movingai(text, strlen(text), &grid, error), &grid);
}

static lf_io_status work_text(lf_io_error *error) {
    lf_grid grid;
    return freed(read_text(".#", 2, &grid, error), &grid);
}

static lf_io_status work_raw(lf_io_error *error) {
    lf_grid grid;
    const lf_load_options options = {.format = LF_FILE_RAW, .width = 1, .height = 1};
    return freed(lf_grid_parse("a.raw", ".", 1, &options, &grid, error), &grid);
}

static lf_io_status work_png(lf_io_error *error) {
    static const char picture[] = PNG_GREY;
    lf_grid grid;
    return freed(read_png(picture, sizeof picture - 1, &grid, error), &grid);
}

/// Depths for a grid of 3 x 2 tiles, raw and PNG; a failure leaves the first ones in place.
static lf_io_status work_depth(lf_io_error *error) {
    static const char picture[] = PNG_GREY;
    static uint8_t open[6];
    lf_grid grid = {.tiles = {3, 2, open}};
    lf_io_status status = lf_grid_parse_depth(&grid, "a.raw", "123456", 6, error);
    if (status == LF_IO_OK) {
        status = lf_grid_parse_depth(&grid, "a.png", picture, sizeof picture - 1, error);
        CHECK_EQ(grid.depth[0] == '1', status != LF_IO_OK);
    }
    free(grid.depth);
    return status;
}

static lf_io_status work_openfront(lf_io_error *error) {
    static const char manifest[] = "{\"name\": \"Bay\", \"map\": {\"width\": 2, \"height\": 2},"
                                   " \"map4x\": {\"width\": 1, \"height\": 1}, \"nations\": [1.5, true]}";
    const void *const planes[3] = {"\x80\1\2\3", "\1", NULL};
    const size_t sizes[3] = {4, 1, 0};
    lf_grid grid;
    return freed(lf_grid_parse_openfront("m", manifest, strlen(manifest), planes, sizes, NULL, &grid, error),
                 &grid);
}

static lf_io_status work_ros(lf_io_error *error) {
    static const char yaml[] = ROS_HEAD ROS_TAIL "more: {a: &x [1, 2], b: *x, c: \"te\\u00fcxt\"}\n";
    lf_grid grid;
    return freed(lf_grid_parse_ros("a.yaml", yaml, strlen(yaml), "P5 1 1 255 \xFF", 12, NULL, &grid, error),
                 &grid);
}

/// Bytes of the map and of its tiles.
static lf_io_status work_terrain(lf_io_error *error) {
    static uint32_t table[256];
    static const char text[] = "type octile\nheight 1\nwidth 2\nmap\n.@\n";
    lf_grid grid;
    table['.'] = 1;
    const lf_load_options options = {.format = LF_FILE_MOVINGAI, .terrain = table};
    return freed(lf_grid_parse("a.map", text, strlen(text), &options, &grid, error), &grid);
}

static lf_io_status work_scen(lf_io_error *error) {
    static const char text[] = "version 1\n0 a.map 4 3 0 1 3 2 1\n";
    lf_query_list list;
    const lf_io_status status = lf_queries_parse_scen("a.scen", text, strlen(text), &list, error);
    lf_queries_free(&list);
    return status;
}

// More queries than the list first has room for.
static lf_io_status work_csv(lf_io_error *error) {
    char text[100 * 8 + 32];
    size_t size = (size_t)snprintf(text, sizeof text, "from_x,from_y,to_x,to_y\n");
    for (int i = 0; i < 100; i++) size += (size_t)snprintf(text + size, sizeof text - size, "1,2,3,4\n");
    lf_query_list list;
    const lf_io_status status = lf_queries_parse_csv("a.csv", text, size, &list, error);
    lf_queries_free(&list);
    return status;
}

static lf_io_status work_jsonl(lf_io_error *error) {
    static const char text[] = "{\"from\":[1,2],\"to\":[3,4]}\n";
    lf_query_list list;
    const lf_io_status status = lf_queries_parse("a.jsonl", text, strlen(text), NULL, &list, error);
    lf_queries_free(&list);
    return status;
}

static lf_io_status work_stream(lf_io_error *error) {
    lf_query_stream *stream;
    lf_io_status status = lf_query_stream_open("/dev/null", NULL, &stream, error);
    lf_query_stream_close(stream);
    return status;
}

static lf_io_status work_kept(lf_io_error *error) {
    lf_output *output;
    lf_io_status status = lf_output_open_kept("test_io_hostile.csv", "tag", &output, error);
    lf_output_discard(output);
    return status;
}

static const lf_grid small_grid = {.tiles = {2, 2, (uint8_t[]){1, 0, 0, 1}}};
static const char small_path[] = "test_io_hostile.png";

static lf_io_status work_encode(lf_io_error *error) {
    uint8_t *bytes;
    size_t size;
    const lf_io_status status =
        lf_grid_encode(&(lf_save_options){.format = LF_FILE_MOVINGAI}, &small_grid, &bytes, &size, error);
    CHECK((status == LF_IO_OK) == (bytes != NULL));
    lf_encoded_free(bytes);
    return status;
}

static lf_io_status work_save(lf_io_error *error) {
    return lf_grid_save(small_path, NULL, &small_grid, error);
}

static lf_io_status work_save_picture(lf_io_error *error) {
    return lf_picture_save(small_path, 1, 2, (const uint8_t *)"abcdef", error);
}

static lf_io_status work_load(lf_io_error *error) {
    lf_grid grid;
    return freed(lf_grid_load(small_path, NULL, &grid, error), &grid);
}

static void each_allocation_fails(void) {
    json_set_alloc_funcs(__wrap_malloc, free);
    check_each_allocation("movingai", work_movingai, 0);
    check_each_allocation("text", work_text, 0);
    check_each_allocation("raw", work_raw, 0);
    check_each_allocation("png", work_png, 1);
    check_each_allocation("depth", work_depth, 1);
    check_each_allocation("openfront", work_openfront, 10);
    check_each_allocation("ros", work_ros, 0);
    check_each_allocation("terrain", work_terrain, 0);
    check_each_allocation("scen", work_scen, 0);
    check_each_allocation("csv", work_csv, 0);
    check_each_allocation("jsonl", work_jsonl, 4);
    check_each_allocation("stream", work_stream, 0);
    check_each_allocation("kept", work_kept, 0);
    check_each_allocation("encode", work_encode, 0);
    check_each_allocation("save", work_save, 0);
    check_each_allocation("picture", work_save_picture, 0);
    check_each_allocation("load", work_load, 1);
    CHECK(remove(small_path) == 0);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(movingai_refuses),
        TEST(text_refuses),
        TEST(raw_refuses),
        TEST(png_refuses),
        TEST(png_with_many_texts_is_refused),
        TEST(manifest_refuses),
        TEST(openfront_planes_refuse),
        TEST(ros_yaml_refuses),
        TEST(pgm_refuses),
        TEST(scen_refuses),
        TEST(csv_refuses),
        TEST(binary_queries_refuse),
        TEST(jsonl_refuses),
        TEST(names_in_messages_are_harmless),
        TEST(long_names_keep_their_end),
        TEST(error_says_where),
        TEST(each_allocation_fails),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
