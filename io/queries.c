// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Lists of queries: what a stream of them (query_stream.c) has, all at once.

#include "lfio.h"

#include <stdlib.h>

lf_io_status lfio_query_add(const lfio_input *in, lfio_query_sink *sink, const lf_file_query *query) {
    lf_query_list *list = sink->list;
    if (list->count == sink->capacity) {
        const int64_t capacity = sink->capacity > 0 ? sink->capacity * 2 : 64;
        const int64_t most = (int64_t)(SIZE_MAX / 2 / sizeof *list->items);
        lf_file_query *items =
            capacity <= most ? realloc(list->items, (size_t)capacity * sizeof *items) : NULL;
        if (items == NULL) return lfio_fail_memory(in);
        list->items = items;
        sink->capacity = capacity;
    }
    list->items[list->count++] = *query;
    return LF_IO_OK;
}

// What every public function does first: clears the outputs, then refuses arguments that make no sense.
static lf_io_status queries_begin(const char *name, lf_query_list *out, lf_io_error *error, lfio_input *in) {
    if (out != NULL) *out = (lf_query_list){0};
    lfio_error_clear(error);
    *in = (lfio_input){.name = name != NULL ? name : "?", .max_tiles = LFIO_MAX_TILES, .error = error};
    if (name == NULL || out == NULL)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    return LF_IO_OK;
}

static lf_io_status queries_parse_bytes(const char *name, const void *bytes, size_t size,
                                        const lf_query_options *options, lf_query_list *out,
                                        lf_io_error *error) {
    lfio_input in;
    const lf_io_status status = queries_begin(name, out, error, &in);
    if (status != LF_IO_OK) return status;
    if (bytes == NULL && size > 0)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    in.bytes = bytes;
    in.size = size;
    return lfio_queries_parse(&in, options, out);
}

lf_io_status lf_queries_parse(const char *name, const void *bytes, size_t size,
                              const lf_query_options *options, lf_query_list *out, lf_io_error *error) {
    const lf_query_options given = options != NULL ? *options : (lf_query_options){0};
    return queries_parse_bytes(name, bytes, size, &given, out, error);
}

lf_io_status lf_queries_parse_scen(const char *name, const void *bytes, size_t size, lf_query_list *out,
                                   lf_io_error *error) {
    return queries_parse_bytes(name, bytes, size, &(lf_query_options){.format = LF_QUERIES_SCEN}, out, error);
}

lf_io_status lf_queries_parse_csv(const char *name, const void *bytes, size_t size, lf_query_list *out,
                                  lf_io_error *error) {
    return queries_parse_bytes(name, bytes, size, &(lf_query_options){.format = LF_QUERIES_CSV}, out, error);
}

lf_io_status lf_queries_load(const char *path, lf_query_list *out, lf_io_error *error) {
    lfio_input in;
    lf_io_status status = queries_begin(path, out, error, &in);
    if (status != LF_IO_OK) return status;
    lf_query_stream *stream;
    status = lf_query_stream_open(path, NULL, &stream, error);
    if (status != LF_IO_OK) return status;
    if (lfio_path_is_stdin(path)) in.name = "standard input";
    status = lfio_queries_read_all(stream, &in, out);
    lf_query_stream_close(stream);
    return status;
}

void lf_queries_free(lf_query_list *list) {
    if (list == NULL) return;
    free(list->items);
    *list = (lf_query_list){0};
}
