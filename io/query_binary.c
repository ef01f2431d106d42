// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Queries as numbers, which are read without parsing. All little-endian:
//
//     0   8 bytes   "LFQUERY1"
//     8   uint32    bytes per query: 16, or 24 with known lengths
//     12  uint32    width of the map that they are for, 0 = not said
//     16  uint32    its height
//     20  uint32    0
//     24            the queries: uint32 from_x, from_y, to_x, to_y; float64 length, -1 = there is no route
//
// A file that ends within a query was cut short, and is refused there.

#include "lfio.h"

#include <float.h>
#include <inttypes.h>
#include <string.h>

static uint32_t binary_u32(const char *text) {
    const uint8_t *bytes = (const uint8_t *)text;
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static double binary_f64(const char *text) {
    const uint64_t bits = binary_u32(text) | (uint64_t)binary_u32(text + 4) << 32;
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

lf_io_status lfio_query_binary_begin(const lfio_input *in, lfio_slice record, lfio_query_head *head) {
    if (record.length < LFIO_QUERY_BINARY_HEAD || memcmp(record.text, "LFQUERY1", 8) != 0)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_offset(0),
                         "not a binary file of queries, expected 24 bytes that begin with LFQUERY1");
    const uint32_t size = binary_u32(record.text + 8);
    const uint32_t width = binary_u32(record.text + 12), height = binary_u32(record.text + 16);
    if ((size != 16 && size != 24) || binary_u32(record.text + 20) != 0)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_offset(8),
                         "queries of %" PRIu32 " bytes, expected 16 or 24, and 0 at byte 20", size);
    if (size == 16 && head->lengths)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_offset(8),
                         "queries of 16 bytes have no lengths, expected 24");
    head->record_size = size;
    if (width == 0 && height == 0) return LF_IO_OK;
    if (width == 0 || height == 0 || width > INT32_MAX || height > INT32_MAX)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_offset(12),
                         "a map of %" PRIu32 " x %" PRIu32
                         ", expected two sides from 1 to 2147483647, or 0 x 0",
                         width, height);
    head->map_width = (int32_t)width;
    head->map_height = (int32_t)height;
    return LF_IO_OK;
}

lf_io_status lfio_query_binary_read(const lfio_input *in, lfio_slice record, lfio_query_head *head,
                                    lf_file_query *query, bool *is_query) {
    const lfio_place place =
        lfio_at_offset(LFIO_QUERY_BINARY_HEAD + (record.line - 1) * (int64_t)head->record_size);
    *is_query = true;
    if (record.length < head->record_size)
        return lfio_fail(in, LF_IO_E_CONTENT, place, "cut short: %zu bytes of a query of %zu", record.length,
                         head->record_size);
    uint32_t values[4];
    for (int i = 0; i < 4; i++) {
        values[i] = binary_u32(record.text + 4 * i);
        if (values[i] > INT32_MAX)
            return lfio_fail(in, LF_IO_E_CONTENT, place,
                             "%" PRIu32 " as a place of query %" PRId64
                             ", expected a number from 0 to 2147483647",
                             values[i], record.line);
    }
    const uint32_t sides[2] = {(uint32_t)head->map_width, (uint32_t)head->map_height};
    for (int i = 0; head->map_width > 0 && i < 4; i++)
        if (values[i] >= sides[i & 1])
            return lfio_fail(in, LF_IO_E_CONTENT, place,
                             "query %" PRId64 " is outside the map of %" PRIu32 " x %" PRIu32
                             " that the file is for",
                             record.line, sides[0], sides[1]);
    query->from = (lf_point){(int32_t)values[0], (int32_t)values[1]};
    query->to = (lf_point){(int32_t)values[2], (int32_t)values[3]};
    query->line = record.line;
    query->known_length = LF_LENGTH_UNKNOWN;
    if (!head->lengths) return LF_IO_OK;
    const double length = binary_f64(record.text + 16);
    if (!(length == -1 || (length >= 0 && length <= DBL_MAX)))
        return lfio_fail(in, LF_IO_E_CONTENT, place,
                         "the length of query %" PRId64
                         " is no number of at least 0, and not -1 for no route",
                         record.line);
    query->known_length = length < 0 ? LF_LENGTH_NO_ROUTE : length;
    return LF_IO_OK;
}
