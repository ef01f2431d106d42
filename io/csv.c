// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// CSV queries (RFC 4180): a header that names the columns, then a query a record.
//
//     from_x,from_y,to_x,to_y,length
//     915,1643,210,1654,705
//
// Four columns are used, in any order: from_x, from_y, to_x, to_y, and a fifth, length, if known lengths are
// wanted. The others are skipped over, but still have to be well-formed, since a quoted field may hold commas
// and line ends and would otherwise shift the rest. Every record has as many fields as the header. Blanks
// around names and numbers are ignored, and so are empty lines.

#include "lfio.h"

#include <inttypes.h>
#include <string.h>

enum { CSV_PLACES = 4 }; // the columns that every file has

static const char *const csv_names[LFIO_CSV_USED] = {"from_x", "from_y", "to_x", "to_y", "length"};

typedef struct csv_reader {
    const lfio_input *in;
    const char *at, *end;
    const char *line_begin;
    int64_t line;
} csv_reader;

// How a field ended.
typedef enum csv_after { CSV_COMMA, CSV_RECORD_END } csv_after;

static lfio_place csv_place(const csv_reader *reader) {
    return lfio_at_line(reader->line, reader->at - reader->line_begin + 1);
}

static void csv_next_line(csv_reader *reader) {
    reader->line++;
    reader->line_begin = reader->at;
}

static bool csv_at_line_end(const csv_reader *reader) {
    const char *at = reader->at;
    if (at < reader->end && *at == '\r') at++;
    return at == reader->end ? at == reader->at : *at == '\n';
}

// Takes the comma or the line end after a field.
static csv_after csv_take_separator(csv_reader *reader) {
    if (reader->at < reader->end && *reader->at == ',') {
        reader->at++;
        return CSV_COMMA;
    }
    if (reader->at < reader->end) {
        reader->at += *reader->at == '\r' ? 2 : 1;
        csv_next_line(reader);
    }
    return CSV_RECORD_END;
}

// The field is what stands between the quotes, doubled quotes and all: no name or number has any.
static lf_io_status csv_read_quoted(csv_reader *reader, lfio_slice *field) {
    const lfio_place place = csv_place(reader);
    reader->at++;
    const char *begin = reader->at;
    for (; reader->at < reader->end; reader->at++) {
        if (*reader->at == '\n') {
            reader->line++;
            reader->line_begin = reader->at + 1;
        }
        if (*reader->at != '"') continue;
        if (reader->end - reader->at < 2 || reader->at[1] != '"') break;
        reader->at++;
    }
    if (reader->at == reader->end)
        return lfio_fail(reader->in, LF_IO_E_CONTENT, place, "a quoted field without its closing quote");
    *field = (lfio_slice){begin, (size_t)(reader->at - begin), place.line, place.column + 1};
    reader->at++;
    if ((reader->at < reader->end && *reader->at == ',') || csv_at_line_end(reader)) return LF_IO_OK;
    char quote[LFIO_QUOTE_SIZE];
    return lfio_fail(reader->in, LF_IO_E_CONTENT, csv_place(reader),
                     "%s after a closing quote, expected a comma or the end of the line",
                     lfio_quote(quote, reader->at, 1));
}

static lf_io_status csv_read_bare(csv_reader *reader, lfio_slice *field) {
    const lfio_place place = csv_place(reader);
    const char *begin = reader->at;
    while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9')
        reader->at++; // most have no more
    while (reader->at < reader->end && *reader->at != ',' && !csv_at_line_end(reader)) {
        if (*reader->at == '"')
            return lfio_fail(reader->in, LF_IO_E_CONTENT, csv_place(reader),
                             "a quote inside a field that does not begin with one");
        reader->at++;
    }
    *field = (lfio_slice){begin, (size_t)(reader->at - begin), place.line, place.column};
    return LF_IO_OK;
}

static void csv_trim(lfio_slice *field) {
    while (field->length > 0 && (field->text[0] == ' ' || field->text[0] == '\t')) {
        field->text++;
        field->length--;
        field->column++;
    }
    while (field->length > 0 &&
           (field->text[field->length - 1] == ' ' || field->text[field->length - 1] == '\t'))
        field->length--;
}

static lf_io_status csv_read_field(csv_reader *reader, lfio_slice *field, csv_after *after) {
    *field = (lfio_slice){0};
    const bool quoted = reader->at < reader->end && *reader->at == '"';
    const lf_io_status status = quoted ? csv_read_quoted(reader, field) : csv_read_bare(reader, field);
    if (status != LF_IO_OK) return status;
    csv_trim(field);
    *after = csv_take_separator(reader);
    return LF_IO_OK;
}

// How many columns are looked for.
static int csv_used(const lfio_query_head *head) {
    return head->lengths ? LFIO_CSV_USED : CSV_PLACES;
}

static lf_io_status csv_note_column(const lfio_input *in, lfio_slice field, lfio_query_head *head) {
    for (int i = 0; i < csv_used(head); i++) {
        if (!lfio_slice_is(field, csv_names[i])) continue;
        if (head->used[i] >= 0)
            return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(field.line, field.column),
                             "column '%s' is given twice", csv_names[i]);
        head->used[i] = head->columns;
    }
    head->columns++;
    return LF_IO_OK;
}

static csv_reader csv_reader_of(const lfio_input *in, lfio_slice record) {
    return (csv_reader){in, record.text, record.text + record.length, record.text, record.line};
}

lf_io_status lfio_csv_begin(const lfio_input *in, lfio_slice record, lfio_query_head *head) {
    csv_reader reader = csv_reader_of(in, record);
    csv_after after = CSV_COMMA;
    for (int i = 0; i < LFIO_CSV_USED; i++) head->used[i] = -1;
    while (after == CSV_COMMA) {
        lfio_slice field;
        lf_io_status status = csv_read_field(&reader, &field, &after);
        if (status == LF_IO_OK) status = csv_note_column(in, field, head);
        if (status != LF_IO_OK) return status;
    }
    for (int i = 0; i < csv_used(head); i++)
        if (head->used[i] < 0)
            return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(1, 1),
                             "column '%s' is missing, expected a header with from_x, from_y, to_x%s to_y%s",
                             csv_names[i], head->lengths ? "," : " and", head->lengths ? " and length" : "");
    return LF_IO_OK;
}

// A known length; nothing means that there is no route.
static lf_io_status csv_use_length(const lfio_input *in, lfio_slice field, double *length) {
    *length = LF_LENGTH_NO_ROUTE;
    if (field.length == 0) return LF_IO_OK;
    return lfio_query_length(in, field, "expected a number of at least 0, or nothing for no route", length);
}

// Keeps the field if its column is a used one.
static lf_io_status csv_use_field(const lfio_input *in, lfio_slice field, int64_t column,
                                  const lfio_query_head *head, int64_t values[CSV_PLACES], double *length) {
    char quote[LFIO_QUOTE_SIZE];
    for (int i = 0; i < csv_used(head); i++) {
        if (head->used[i] != column) continue;
        if (i == CSV_PLACES) return csv_use_length(in, field, length);
        if (lfio_integer_parse(field.text, field.length, 0, INT32_MAX, &values[i])) return LF_IO_OK;
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(field.line, field.column),
                         "%s is %s, expected a number from 0 to 2147483647", csv_names[i],
                         lfio_quote(quote, field.text, field.length));
    }
    return LF_IO_OK;
}

static lf_io_status csv_read_record(csv_reader *reader, const lfio_query_head *head, lf_file_query *query) {
    int64_t values[CSV_PLACES] = {0};
    int64_t columns = 0;
    csv_after after = CSV_COMMA;
    query->line = reader->line;
    query->known_length = LF_LENGTH_UNKNOWN;
    lfio_slice field;
    while (after == CSV_COMMA) {
        lf_io_status status = csv_read_field(reader, &field, &after);
        if (status == LF_IO_OK)
            status = csv_use_field(reader->in, field, columns, head, values, &query->known_length);
        if (status != LF_IO_OK) return status;
        columns++;
        if (columns == head->columns || after == CSV_RECORD_END) break;
    }
    if (columns != head->columns || after != CSV_RECORD_END)
        return lfio_fail(reader->in, LF_IO_E_CONTENT,
                         lfio_at_line(field.line, field.column + (int64_t)field.length),
                         "%s fields than the %" PRId64 " of the header",
                         after == CSV_RECORD_END ? "fewer" : "more", head->columns);
    query->from = (lf_point){(int32_t)values[0], (int32_t)values[1]};
    query->to = (lf_point){(int32_t)values[2], (int32_t)values[3]};
    return LF_IO_OK;
}

lf_io_status lfio_csv_read(const lfio_input *in, lfio_slice record, lfio_query_head *head,
                           lf_file_query *query, bool *is_query) {
    csv_reader reader = csv_reader_of(in, record);
    *is_query = !csv_at_line_end(&reader);
    return *is_query ? csv_read_record(&reader, head, query) : LF_IO_OK;
}

// Line ends inside quotes belong to their field. A quote too many is found by the reader of the record.
size_t lfio_csv_record_size(const uint8_t *bytes, size_t size) {
    const uint8_t *line_end = size > 0 ? memchr(bytes, '\n', size) : NULL;
    if (line_end == NULL) return 0;
    const size_t line = (size_t)(line_end - bytes) + 1;
    if (memchr(bytes, '"', line) == NULL) return line;
    bool quoted = false;
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == '"') quoted = !quoted;
        if (bytes[i] == '\n' && !quoted) return i + 1;
    }
    return 0;
}
