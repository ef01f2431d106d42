// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// MovingAI .map: a header of words, then one character a tile.
//
//     type octile
//     height 2
//     width 3
//     map
//     ..@
//     T.G
//
// The rows are read twice. The first pass only measures them: as a row is exactly as wide as the header says,
// a header that lies about the size is found before any memory is asked for, and the message names the row.
// The second pass looks at the tiles. Blank lines may follow the last row; anything else is an error.
// Time: linear in the file. Memory: a byte a tile.

#include "lfio.h"

#include <inttypes.h>

typedef struct movingai_header {
    bool has_type;
    int64_t width, height; // 0 = not seen yet
} movingai_header;

static lf_io_status movingai_read_type(const lfio_input *in, lfio_slice value, movingai_header *header) {
    char quote[LFIO_QUOTE_SIZE];
    if (header->has_type)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(value.line, 1), "'type' is given twice");
    if (!lfio_slice_is(value, "octile"))
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(value.line, value.column),
                         "map type %s, expected octile", lfio_quote(quote, value.text, value.length));
    header->has_type = true;
    return LF_IO_OK;
}

static lf_io_status movingai_read_side(const lfio_input *in, const char *key, lfio_slice value,
                                       int64_t *side) {
    char quote[LFIO_QUOTE_SIZE];
    if (*side != 0)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(value.line, 1), "'%s' is given twice", key);
    if (!lfio_integer_parse(value.text, value.length, 1, INT32_MAX, side))
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(value.line, value.column),
                         "%s %s, expected a number from 1 to 2147483647", key,
                         lfio_quote(quote, value.text, value.length));
    return LF_IO_OK;
}

static lf_io_status movingai_read_key(const lfio_input *in, lfio_slice key, lfio_slice value,
                                      movingai_header *header) {
    char quote[LFIO_QUOTE_SIZE];
    if (lfio_slice_is(key, "type")) return movingai_read_type(in, value, header);
    if (lfio_slice_is(key, "height")) return movingai_read_side(in, "height", value, &header->height);
    if (lfio_slice_is(key, "width")) return movingai_read_side(in, "width", value, &header->width);
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(key.line, key.column),
                     "%s in the header, expected type, height, width or map",
                     lfio_quote(quote, key.text, key.length));
}

static lf_io_status movingai_check_header(const lfio_input *in, const movingai_header *header, int64_t line) {
    const char *missing = !header->has_type     ? "type octile"
                          : header->height == 0 ? "height"
                          : header->width == 0  ? "width"
                                                : NULL;
    if (missing != NULL)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(line, 1), "'map' comes before '%s'", missing);
    return lfio_size_check(in, lfio_at_line(line, 1), header->width, header->height);
}

// Reads up to and with the line "map".
static lf_io_status movingai_read_header(const lfio_input *in, lfio_lines *lines, movingai_header *header) {
    char quote[LFIO_QUOTE_SIZE];
    lfio_slice line;
    while (lfio_lines_next(lines, &line)) {
        lfio_slice key, value, extra;
        lfio_word_next(&line, &key);
        const bool has_value = lfio_word_next(&line, &value);
        const bool is_map = lfio_slice_is(key, "map");
        if (is_map ? has_value : lfio_word_next(&line, &extra)) {
            if (is_map) extra = value;
            return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(extra.line, extra.column),
                             "%s after the end of the header line",
                             lfio_quote(quote, extra.text, extra.length));
        }
        if (is_map) return movingai_check_header(in, header, key.line);
        const lf_io_status status = movingai_read_key(in, key, value, header);
        if (status != LF_IO_OK) return status;
    }
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(line.line, 1),
                     "the file ends in the header, expected type, height, width and map");
}

static lf_io_status movingai_measure_row(const lfio_input *in, lfio_slice row, int64_t width) {
    if ((int64_t)row.length == width) return LF_IO_OK;
    const int64_t length = (int64_t)row.length;
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(row.line, (length < width ? length : width) + 1),
                     "a row of %" PRId64 " tiles, expected %" PRId64, length, width);
}

static lf_io_status movingai_measure_rows(const lfio_input *in, lfio_lines lines,
                                          const movingai_header *header) {
    lfio_slice row;
    for (int64_t y = 0; y < header->height; y++) {
        if (!lfio_lines_next(&lines, &row))
            return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(row.line, 1),
                             "the file ends after %" PRId64 " row%s, expected %" PRId64, y, y == 1 ? "" : "s",
                             header->height);
        const lf_io_status status = movingai_measure_row(in, row, header->width);
        if (status != LF_IO_OK) return status;
    }
    while (lfio_lines_next(&lines, &row))
        if (!lfio_slice_is_blank(row))
            return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(row.line, 1),
                             "more than the %" PRId64 " rows that the header gives", header->height);
    return LF_IO_OK;
}

// The letters of a row, each of which must weigh something or nothing.
static lf_io_status movingai_read_letters(const lfio_input *in, lfio_slice row, uint8_t *letters) {
    for (size_t x = 0; x < row.length; x++) {
        letters[x] = (uint8_t)row.text[x];
        if (in->terrain[letters[x]] <= LF_WEIGHT_MAX) continue;
        char quote[LFIO_QUOTE_SIZE];
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(row.line, (int64_t)x + 1),
                         "unknown tile %s, expected one that has a weight",
                         lfio_quote(quote, row.text + x, 1));
    }
    return LF_IO_OK;
}

static lf_io_status movingai_read_row(const lfio_input *in, lfio_slice row, uint8_t *open) {
    if (in->terrain != NULL) return movingai_read_letters(in, row, open);
    for (size_t x = 0; x < row.length; x++) {
        switch (row.text[x]) {
        case '.':
        case 'G':
        case 'S': open[x] = 1; break;
        case '@':
        case 'O':
        case 'T':
        case 'W': open[x] = 0; break;
        default: {
            char quote[LFIO_QUOTE_SIZE];
            return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(row.line, (int64_t)x + 1),
                             "unknown tile %s, expected one of . G S @ O T W",
                             lfio_quote(quote, row.text + x, 1));
        }
        }
    }
    return LF_IO_OK;
}

lf_io_status lfio_movingai_peek(const lfio_input *in) {
    movingai_header header = {0};
    lfio_lines lines = lfio_lines_of(in);
    lfio_input silent = *in;
    silent.error = NULL;
    if (movingai_read_header(&silent, &lines, &header) != LF_IO_E_LIMIT) return LF_IO_OK;
    return lfio_size_check(in, lfio_at_line(lines.line, 1), header.width, header.height);
}

lf_io_status lfio_movingai_parse(const lfio_input *in, lf_grid *grid) {
    movingai_header header = {0};
    lfio_lines lines = lfio_lines_of(in);
    lf_io_status status = movingai_read_header(in, &lines, &header);
    if (status == LF_IO_OK) status = movingai_measure_rows(in, lines, &header);
    if (status == LF_IO_OK) status = lfio_plane_create(in, header.width, header.height, &grid->tiles);
    for (int64_t y = 0; status == LF_IO_OK && y < header.height; y++) {
        lfio_slice row;
        lfio_lines_next(&lines, &row);
        status = movingai_read_row(in, row, grid->tiles.open + y * header.width);
        if (status == LF_IO_OK) status = lfio_row_done(in, y, header.width, header.height);
    }
    return status;
}
