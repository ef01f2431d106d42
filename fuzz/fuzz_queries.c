// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Queries of every form from bytes, all at once and as a stream from a pipe: both give the same queries and the same
// error. The first byte says which form, whether lengths are wanted, and how many queries are read at a time.

#define _POSIX_C_SOURCE 200809L // pipe

#include "fuzz.h"

#include <unistd.h>

static void check_query(const lf_file_query *query, const lf_query_options *options) {
    FUZZ_CHECK(query->from.x >= 0 && query->from.y >= 0 && query->to.x >= 0 && query->to.y >= 0);
    const double length = query->known_length;
    FUZZ_CHECK(length >= 0 || length == LF_LENGTH_UNKNOWN || length == LF_LENGTH_NO_ROUTE);
    if (options->lengths) FUZZ_CHECK(length != LF_LENGTH_UNKNOWN);
}

static bool query_is(const lf_file_query *a, const lf_file_query *b) {
    return a->from.x == b->from.x && a->from.y == b->from.y && a->to.x == b->to.x && a->to.y == b->to.y &&
           a->line == b->line && !(a->known_length < b->known_length) && !(a->known_length > b->known_length);
}

/// Reads the stream to its end, or to an error, which is returned; all queries before it are those of the list.
static lf_io_status stream_compare(lf_query_stream *stream, int64_t most, const lf_query_list *list,
                                   const lf_query_options *options, lf_io_error *error) {
    lf_file_query queries[8];
    int64_t seen = 0, count = 1;
    lf_io_status status = LF_IO_OK;
    while (status == LF_IO_OK && count > 0) {
        status = lf_query_stream_read(stream, queries, most, &count, error);
        fuzz_check_error(status, error);
        FUZZ_CHECK(count >= 0 && count <= most);
        for (int64_t i = 0; i < count; i++) {
            check_query(&queries[i], options);
            if (list->items == NULL) continue; // it was refused
            FUZZ_CHECK(seen + i < list->count && query_is(&queries[i], &list->items[seen + i]));
        }
        seen += count;
    }
    if (status == LF_IO_OK) FUZZ_CHECK(seen == list->count);
    return status;
}

static void check_stream(const uint8_t *data, size_t size, int64_t most, const lf_query_options *options,
                         lf_io_status expected, const lf_query_list *list) {
    int ends[2];
    char path[32];
    lf_query_stream *stream;
    lf_io_error error;
    FUZZ_CHECK(pipe(ends) == 0);
    const ssize_t written = write(ends[1], data, size);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    if (written == (ssize_t)size && lf_query_stream_open(path, options, &stream, &error) == LF_IO_OK) {
        int32_t width, height;
        lf_query_mark mark = {0};
        FUZZ_CHECK(!lf_query_stream_rewind(stream));
        FUZZ_CHECK(!lf_query_stream_tell(stream, &mark));
        FUZZ_CHECK(stream_compare(stream, most, list, options, &error) == expected);
        FUZZ_CHECK(!lf_query_stream_seek(stream, &mark));
        lf_query_stream_map_size(stream, &width, &height);
        FUZZ_CHECK(expected != LF_IO_OK || (width == list->map_width && height == list->map_height));
        lf_query_stream_close(stream);
    }
    close(ends[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1 || size > 4096) return 0;
    const lf_query_options options = {(lf_query_format)(1 + (data[0] & 3)), (data[0] & 4) != 0};
    const int64_t most = 1 + data[0] / 8 % 8;
    lf_query_list list;
    lf_io_error error;
    FUZZ_CHECK(lf_query_format_name(options.format) != NULL);
    const lf_io_status status = lf_queries_parse("input", data + 1, size - 1, &options, &list, &error);
    fuzz_check_error(status, &error);
    for (int64_t i = 0; i < list.count; i++) check_query(&list.items[i], &options);
    check_stream(data + 1, size - 1, most, &options, status, &list);
    lf_queries_free(&list);
    return 0;
}
