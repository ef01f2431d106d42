// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// PGM, the grey picture of ROS maps: "P5" with a byte or two (high byte first) a pixel, or "P2" with decimal
// numbers.
//
//     P5 # comments run from '#' to the end of the line
//     640 480 255
//     <640 * 480 bytes>
//
// The header's numbers are separated by any white space; exactly one white space byte stands before the
// pixels of P5, and the file ends with the last pixel. P2 may have white space and comments anywhere. The
// size is compared with the file before memory is asked for: a pixel of P2 takes at least a digit and a
// separator. Time: linear in the file. Memory: a byte a tile.

#include "lfio.h"

#include <inttypes.h>

typedef struct pgm_header {
    bool is_plain; // P2
    int64_t width, height, maxval;
} pgm_header;

typedef struct pgm_reader {
    const lfio_input *in;
    size_t at;
} pgm_reader;

static bool pgm_is_space(uint8_t c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void pgm_skip_space(pgm_reader *reader) {
    const lfio_input *in = reader->in;
    while (reader->at < in->size) {
        if (in->bytes[reader->at] == '#')
            while (reader->at < in->size && in->bytes[reader->at] != '\n') reader->at++;
        else if (pgm_is_space(in->bytes[reader->at]))
            reader->at++;
        else
            return;
    }
}

// The next number, which ends at white space, a comment or the end of the file.
static lf_io_status pgm_read_number(pgm_reader *reader, const char *what, int64_t least, int64_t most,
                                    int64_t *out) {
    const lfio_input *in = reader->in;
    pgm_skip_space(reader);
    const size_t begin = reader->at;
    while (reader->at < in->size && !pgm_is_space(in->bytes[reader->at]) && in->bytes[reader->at] != '#')
        reader->at++;
    const char *text = (const char *)in->bytes + begin;
    if (lfio_integer_parse(text, reader->at - begin, least, most, out)) return LF_IO_OK;
    char quote[LFIO_QUOTE_SIZE];
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_offset((int64_t)begin),
                     "%s %s, expected a number from %" PRId64 " to %" PRId64, what,
                     lfio_quote(quote, text, reader->at - begin), least, most);
}

static lf_io_status pgm_read_header(pgm_reader *reader, pgm_header *header) {
    const lfio_input *in = reader->in;
    const bool is_pgm = in->size >= 3 && in->bytes[0] == 'P' &&
                        (in->bytes[1] == '2' || in->bytes[1] == '5') &&
                        (pgm_is_space(in->bytes[2]) || in->bytes[2] == '#');
    if (!is_pgm)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_offset(0),
                         "not a picture, expected a PNG, or a PGM that begins with P2 or P5");
    header->is_plain = in->bytes[1] == '2';
    reader->at = 2;
    lf_io_status status = pgm_read_number(reader, "width", 1, INT32_MAX, &header->width);
    if (status == LF_IO_OK) status = pgm_read_number(reader, "height", 1, INT32_MAX, &header->height);
    if (status == LF_IO_OK) status = pgm_read_number(reader, "largest grey value", 1, 65535, &header->maxval);
    if (status == LF_IO_OK)
        status = lfio_size_check(in, lfio_at_offset((int64_t)reader->at), header->width, header->height);
    return status;
}

static uint8_t pgm_tile(const lfio_pixel_rule *rule, int64_t grey) {
    if (rule->costs != NULL) return lfio_occupancy_cost(rule->costs, (int32_t)grey, rule->white);
    return grey >= rule->low && grey <= rule->high;
}

static lf_io_status pgm_plain_row(pgm_reader *reader, const pgm_header *header, const lfio_pixel_rule *rule,
                                  uint8_t *open) {
    lf_io_status status = LF_IO_OK;
    for (int64_t x = 0; status == LF_IO_OK && x < header->width; x++) {
        int64_t grey = 0;
        status = pgm_read_number(reader, "pixel", 0, header->maxval, &grey);
        open[x] = pgm_tile(rule, grey);
    }
    return status;
}

static lf_io_status pgm_read_plain(pgm_reader *reader, const pgm_header *header, const lfio_pixel_rule *rule,
                                   lf_grid *grid) {
    const lfio_input *in = reader->in;
    const int64_t pixels = header->width * header->height;
    if ((int64_t)(in->size - reader->at) < 2 * pixels)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_offset((int64_t)reader->at),
                         "the file is too short for %" PRId64 " x %" PRId64 " pixels", header->width,
                         header->height);
    lf_io_status status = lfio_plane_create(in, header->width, header->height, &grid->tiles);
    for (int64_t y = 0; status == LF_IO_OK && y < header->height; y++) {
        status = pgm_plain_row(reader, header, rule, grid->tiles.open + y * header->width);
        if (status == LF_IO_OK) status = lfio_row_done(in, y, header->width, header->height);
    }
    if (status != LF_IO_OK) return status;
    pgm_skip_space(reader);
    if (reader->at == in->size) return LF_IO_OK;
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_offset((int64_t)reader->at),
                     "more after the last of %" PRId64 " pixels", pixels);
}

// The pixels of row y, of which there are as many as there must be.
static lf_io_status pgm_binary_row(const pgm_reader *reader, const pgm_header *header,
                                   const lfio_pixel_rule *rule, int64_t y, uint8_t *open) {
    const int64_t bytes_per_pixel = header->maxval > 255 ? 2 : 1;
    const int64_t begin = (int64_t)reader->at + y * header->width * bytes_per_pixel;
    const uint8_t *bytes = reader->in->bytes + begin;
    for (int64_t x = 0; x < header->width; x++) {
        const int64_t grey = bytes_per_pixel == 1 ? bytes[x] : bytes[2 * x] << 8 | bytes[2 * x + 1];
        if (grey > header->maxval)
            return lfio_fail(reader->in, LF_IO_E_CONTENT, lfio_at_offset(begin + x * bytes_per_pixel),
                             "pixel %" PRId64 ", expected at most %" PRId64, grey, header->maxval);
        open[x] = pgm_tile(rule, grey);
    }
    return LF_IO_OK;
}

static lf_io_status pgm_read_binary(pgm_reader *reader, const pgm_header *header, const lfio_pixel_rule *rule,
                                    lf_grid *grid) {
    const lfio_input *in = reader->in;
    if (reader->at == in->size || !pgm_is_space(in->bytes[reader->at]))
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_offset((int64_t)reader->at),
                         "expected one white space byte before the pixels");
    reader->at++;
    const int64_t have = (int64_t)(in->size - reader->at),
                  need = header->width * header->height * (header->maxval > 255 ? 2 : 1);
    if (have != need)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_offset((int64_t)reader->at),
                         "%" PRId64 " bytes of pixels, expected %" PRId64 " for %" PRId64 " x %" PRId64, have,
                         need, header->width, header->height);
    lf_io_status status = lfio_plane_create(in, header->width, header->height, &grid->tiles);
    for (int64_t y = 0; status == LF_IO_OK && y < header->height; y++) {
        status = pgm_binary_row(reader, header, rule, y, grid->tiles.open + y * header->width);
        if (status == LF_IO_OK) status = lfio_row_done(in, y, header->width, header->height);
    }
    return status;
}

lf_io_status lfio_pgm_peek(const lfio_input *in) {
    lfio_input silent = *in;
    silent.error = NULL;
    pgm_reader reader = {&silent, 0};
    pgm_header header = {0};
    if (pgm_read_header(&reader, &header) != LF_IO_E_LIMIT) return LF_IO_OK;
    return lfio_size_check(in, lfio_at_offset((int64_t)reader.at), header.width, header.height);
}

lf_io_status lfio_pgm_parse(const lfio_input *in, const lfio_occupancy *occupancy, lf_grid *grid) {
    pgm_reader reader = {in, 0};
    pgm_header header = {0};
    const lf_io_status status = pgm_read_header(&reader, &header);
    if (status != LF_IO_OK) return status;
    const lfio_pixel_rule rule = lfio_occupancy_rule(in, occupancy, (int32_t)header.maxval);
    return header.is_plain ? pgm_read_plain(&reader, &header, &rule, grid)
                           : pgm_read_binary(&reader, &header, &rule, grid);
}
