// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Plain text, as people draw it: one line a row, one byte a tile.
//
//     #######      .  space  S E @ >   open
//     #S.a#E#      a to z              open (keys lie on the floor)
//     #...A.#      #                   blocked
//     #######      A to Z but S and E  blocked (doors: a plain route carries no keys)
//
// Rows need not be equally long: shorter ones are filled up with blocked tiles, and the grid's note says how
// many. A space is an open tile also at the end of a line, so a line of spaces is a row, while a line with
// nothing in it is an empty row, and is dropped only at the end of the file.
//
// As in movingai.c the first pass measures and the second reads, so the size is known before memory is asked
// for. Time: linear in the file and the map. Memory: a byte a tile.

#include "lfio.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct text_size {
    int64_t width, height;
} text_size;

static text_size text_measure(lfio_lines lines) {
    text_size size = {0};
    lfio_slice row;
    while (lfio_lines_next(&lines, &row)) {
        if ((int64_t)row.length > size.width) size.width = (int64_t)row.length;
        if (row.length > 0) size.height = row.line;
    }
    return size;
}

// 1 open, 0 blocked, -1 not a tile.
static int text_tile(char c) {
    if (c == '.' || c == ' ' || c == '@' || c == '>' || c == 'S' || c == 'E') return 1;
    if (c >= 'a' && c <= 'z') return 1;
    if (c == '#' || (c >= 'A' && c <= 'Z')) return 0;
    return -1;
}

static lf_io_status text_read_row(const lfio_input *in, lfio_slice row, uint8_t *open) {
    for (size_t x = 0; x < row.length; x++) {
        const int tile = text_tile(row.text[x]);
        if (tile < 0) {
            char quote[LFIO_QUOTE_SIZE];
            return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(row.line, (int64_t)x + 1),
                             "unknown tile %s, expected one of . # @ > space a-z A-Z",
                             lfio_quote(quote, row.text + x, 1));
        }
        open[x] = (uint8_t)tile;
    }
    return LF_IO_OK;
}

void lfio_note_padding(char *note, size_t size, int64_t padded, int64_t width) {
    if (padded == 0) return;
    snprintf(note, size, "%" PRId64 " %s shorter than %" PRId64 " tiles %s filled up with blocked tiles",
             padded, padded == 1 ? "row" : "rows", width, padded == 1 ? "was" : "were");
}

lf_io_status lfio_text_parse(const lfio_input *in, lf_grid *grid) {
    lfio_lines lines = lfio_lines_of(in);
    const text_size size = text_measure(lines);
    if (size.height == 0) return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(), "the file has no tiles");
    lf_io_status status = lfio_size_check(in, lfio_nowhere(), size.width, size.height);
    if (status == LF_IO_OK) status = lfio_plane_create(in, size.width, size.height, &grid->tiles);
    int64_t padded = 0;
    for (int64_t y = 0; status == LF_IO_OK && y < size.height; y++) {
        lfio_slice row;
        lfio_lines_next(&lines, &row);
        padded += (int64_t)row.length < size.width;
        status = text_read_row(in, row, grid->tiles.open + y * size.width);
        if (status == LF_IO_OK) status = lfio_row_done(in, y, size.width, size.height);
    }
    lfio_note_padding(grid->note, sizeof grid->note, padded, size.width);
    return status;
}
