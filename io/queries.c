// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Query files: which reader they go to, and the list that grows under it.

#include "lfio.h"

#include <stdlib.h>

// A query takes at least 8 bytes in a file, so lists of this many do not come from files that fit a disk.
#define QUERIES_FILE_LIMIT (INT64_C(1) << 36)

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

typedef lf_io_status (*queries_parser)(const lfio_input *in, lfio_query_sink *sink);

static lf_io_status queries_parse(const lfio_input *in, queries_parser parser, lf_query_list *out) {
    lfio_query_sink sink = {out, 0};
    const lf_io_status status = parser(in, &sink);
    if (status != LF_IO_OK) lf_queries_free(out);
    return status;
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
                                        queries_parser parser, lf_query_list *out, lf_io_error *error) {
    lfio_input in;
    const lf_io_status status = queries_begin(name, out, error, &in);
    if (status != LF_IO_OK) return status;
    if (bytes == NULL && size > 0)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    in.bytes = bytes;
    in.size = size;
    return queries_parse(&in, parser, out);
}

lf_io_status lf_queries_parse_scen(const char *name, const void *bytes, size_t size, lf_query_list *out,
                                   lf_io_error *error) {
    return queries_parse_bytes(name, bytes, size, lfio_scen_parse, out, error);
}

lf_io_status lf_queries_parse_csv(const char *name, const void *bytes, size_t size, lf_query_list *out,
                                  lf_io_error *error) {
    return queries_parse_bytes(name, bytes, size, lfio_csv_parse, out, error);
}

lf_io_status lf_queries_load(const char *path, lf_query_list *out, lf_io_error *error) {
    lfio_input in;
    lf_io_status status = queries_begin(path, out, error, &in);
    if (status != LF_IO_OK) return status;
    const bool from_stdin = lfio_path_is_stdin(path);
    if (from_stdin) in.name = "standard input";
    lfio_bytes bytes;
    status = lfio_file_read(&in, path, from_stdin, QUERIES_FILE_LIMIT, &bytes);
    if (status != LF_IO_OK) return status;
    in.bytes = bytes.data;
    in.size = bytes.size;
    status = queries_parse(&in, lfio_path_ends_with(path, ".scen") ? lfio_scen_parse : lfio_csv_parse, out);
    free(bytes.data);
    return status;
}

void lf_queries_free(lf_query_list *list) {
    if (list == NULL) return;
    free(list->items);
    *list = (lf_query_list){0};
}
