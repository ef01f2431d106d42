// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Queries as lines of JSON:
//
//     {"from":[915,1643],"to":[210,1654],"length":705}
//
// Other keys are ignored, and so are blank lines. `length` is read if known lengths are wanted: a number, or
// null if there is no route.

#include "lfio.h"

#include <float.h>
#include <jansson.h>

// A place of the query, "from" or "to".
static lf_io_status json_read_place(const lfio_input *in, const json_t *object, lfio_slice line,
                                    const char *key, lf_point *out) {
    const json_t *pair = json_object_get(object, key);
    const json_t *x = json_array_get(pair, 0), *y = json_array_get(pair, 1);
    const bool fits = json_array_size(pair) == 2 && json_is_integer(x) && json_is_integer(y) &&
                      json_integer_value(x) >= 0 && json_integer_value(x) <= INT32_MAX &&
                      json_integer_value(y) >= 0 && json_integer_value(y) <= INT32_MAX;
    if (!fits)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(line.line, 1),
                         "'%s' is %s, expected [x,y] with numbers from 0 to 2147483647", key,
                         pair == NULL ? "missing" : "something else");
    *out = (lf_point){(int32_t)json_integer_value(x), (int32_t)json_integer_value(y)};
    return LF_IO_OK;
}

static lf_io_status json_read_length(const lfio_input *in, const json_t *object, lfio_slice line,
                                     double *out) {
    const json_t *length = json_object_get(object, "length");
    *out = json_is_null(length) ? LF_LENGTH_NO_ROUTE : json_number_value(length);
    if (json_is_null(length) || (json_is_number(length) && *out >= 0)) return LF_IO_OK;
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(line.line, 1),
                     "'length' is %s, expected a number of at least 0, or null for no route",
                     length == NULL ? "missing" : "something else");
}

static lf_io_status json_read_query(const lfio_input *in, const json_t *object, lfio_slice line,
                                    const lfio_query_head *head, lf_file_query *query) {
    query->line = line.line;
    query->known_length = LF_LENGTH_UNKNOWN;
    lf_io_status status = json_read_place(in, object, line, "from", &query->from);
    if (status == LF_IO_OK) status = json_read_place(in, object, line, "to", &query->to);
    if (status == LF_IO_OK && head->lengths)
        status = json_read_length(in, object, line, &query->known_length);
    return status;
}

lf_io_status lfio_query_json_read(const lfio_input *in, lfio_slice record, lfio_query_head *head,
                                  lf_file_query *query, bool *is_query) {
    const lfio_slice line = lfio_line_of(record);
    *is_query = !lfio_slice_is_blank(line);
    if (!*is_query) return LF_IO_OK;
    json_error_t error;
    json_t *object = json_loadb(line.text, line.length, JSON_REJECT_DUPLICATES, &error);
    // Where jansson runs out of memory it mostly says nothing at all.
    if (object == NULL && error.text[0] == '\0') return lfio_fail_memory(in);
    const lf_io_status status =
        json_is_object(object)
            ? json_read_query(in, object, line, head, query)
            : lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(line.line, object == NULL ? error.column : 1),
                        "not a JSON object, expected {\"from\":[x,y],\"to\":[x,y]}");
    json_decref(object);
    return status;
}
