// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// MovingAI .scen: "version 1" (or 1.0), then a query a line, nine words apart by spaces or tabs.
//
//     version 1
//     0  maps/dao/arena2.map  281 209  100 41  98 44  3.82843
//     bucket     map          w   h    from    to     length
//
// The map's name and the bucket are not kept. All lines must be for the same width and height, and both tiles
// must lie inside. Blank lines are skipped.

#include "lfio.h"

#include <inttypes.h>

// Takes the next word of the line as a number from `least` to `most`.
static lf_io_status scen_read_number(const lfio_input *in, lfio_slice *line, const char *what, int64_t least,
                                     int64_t most, int64_t *out) {
    lfio_slice word;
    lfio_word_next(line, &word);
    if (lfio_integer_parse(word.text, word.length, least, most, out)) return LF_IO_OK;
    char quote[LFIO_QUOTE_SIZE];
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(word.line, word.column),
                     "%s is %s, expected a number from %" PRId64 " to %" PRId64, what,
                     lfio_quote(quote, word.text, word.length), least, most);
}

static lf_io_status scen_read_length(const lfio_input *in, lfio_slice *line, double *out) {
    lfio_slice word;
    lfio_word_next(line, &word);
    return lfio_query_length(in, word, "expected a number of at least 0", out);
}

lf_io_status lfio_scen_begin(const lfio_input *in, lfio_slice record, lfio_query_head *head) {
    lfio_slice line = lfio_line_of(record), key, version, extra;
    (void)head;
    lfio_word_next(&line, &key);
    lfio_word_next(&line, &version);
    const bool is_one = lfio_slice_is(version, "1") || lfio_slice_is(version, "1.0");
    if (lfio_slice_is(key, "version") && is_one && !lfio_word_next(&line, &extra)) return LF_IO_OK;
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(1, 1),
                     "not a scenario, expected the line 'version 1' or 'version 1.0'");
}

// The size of the map. The first line sets it, the others must agree.
static lf_io_status scen_read_size(const lfio_input *in, lfio_slice *line, lfio_query_head *head) {
    const lfio_place place = lfio_at_line(line->line, line->column + 1);
    int64_t width, height;
    lf_io_status status = scen_read_number(in, line, "map width", 1, INT32_MAX, &width);
    if (status == LF_IO_OK) status = scen_read_number(in, line, "map height", 1, INT32_MAX, &height);
    if (status == LF_IO_OK) status = lfio_size_check(in, place, width, height);
    if (status != LF_IO_OK) return status;
    if (head->map_width == 0) {
        head->map_width = (int32_t)width;
        head->map_height = (int32_t)height;
    }
    if (head->map_width == width && head->map_height == height) return LF_IO_OK;
    return lfio_fail(in, LF_IO_E_CONTENT, place,
                     "a map of %" PRId64 " x %" PRId64 ", expected %" PRId32 " x %" PRId32
                     " as in the lines before",
                     width, height, head->map_width, head->map_height);
}

static lf_io_status scen_read_tile(const lfio_input *in, lfio_slice *line, const char *const names[2],
                                   const lfio_query_head *head, lf_point *out) {
    int64_t x, y;
    lf_io_status status = scen_read_number(in, line, names[0], 0, head->map_width - 1, &x);
    if (status == LF_IO_OK) status = scen_read_number(in, line, names[1], 0, head->map_height - 1, &y);
    if (status == LF_IO_OK) *out = (lf_point){(int32_t)x, (int32_t)y};
    return status;
}

static lf_io_status scen_read_query(const lfio_input *in, lfio_slice line, lfio_query_head *head,
                                    lf_file_query *query) {
    static const char *const from_names[2] = {"source x", "source y"}, *const to_names[2] = {"target x",
                                                                                             "target y"};
    lfio_slice map, extra;
    int64_t bucket;
    query->line = line.line;
    lf_io_status status = scen_read_number(in, &line, "bucket", 0, INT32_MAX, &bucket);
    if (status != LF_IO_OK) return status;
    lfio_word_next(&line, &map); // if it is missing, so is the width
    status = scen_read_size(in, &line, head);
    if (status == LF_IO_OK) status = scen_read_tile(in, &line, from_names, head, &query->from);
    if (status == LF_IO_OK) status = scen_read_tile(in, &line, to_names, head, &query->to);
    if (status == LF_IO_OK) status = scen_read_length(in, &line, &query->known_length);
    if (status != LF_IO_OK || !lfio_word_next(&line, &extra)) return status;
    char quote[LFIO_QUOTE_SIZE];
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(extra.line, extra.column),
                     "%s after the length, expected the end of the line",
                     lfio_quote(quote, extra.text, extra.length));
}

lf_io_status lfio_scen_read(const lfio_input *in, lfio_slice record, lfio_query_head *head,
                            lf_file_query *query, bool *is_query) {
    const lfio_slice line = lfio_line_of(record);
    *is_query = !lfio_slice_is_blank(line);
    return *is_query ? scen_read_query(in, line, head, query) : LF_IO_OK;
}
