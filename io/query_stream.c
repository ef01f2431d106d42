// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Queries of files and pipes of any size, in constant memory.
//
//     bytes   ......#########|.......      # has been read and not been used yet; | is its end
//                   begin     end
//
// A record is taken off the front when its end is there. Otherwise what is left of the buffer moves to its
// front, and more is read behind it; the buffer grows if a record does not fit, up to a limit. Queries in
// memory have all their bytes from the beginning.
//
// Input is read with read(2) and not with stdio: it gives what is there, and waits only if there is nothing.

#define _POSIX_C_SOURCE 200809L // open, read, lseek

#include "lfio.h"

#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    STREAM_ROOM = 1 << 16,   // bytes of the buffer at first
    STREAM_RECORD = 1 << 20, // the most bytes of a record
};

struct lf_query_stream {
    const lfio_query_form *form;
    lfio_query_head head;
    char *name;           // for messages
    int descriptor;       // -1 = all bytes are there
    uint8_t *room;        // the buffer
    const uint8_t *bytes; // the same, or the caller's
    size_t begin, end, capacity;
    bool ended;        // nothing more to read
    bool begun;        // the head has been read
    int64_t line;      // of the next record
    lf_io_error wrong; // the error that the stream stopped at
};

// ---------------------------------------------------------------------------------------------------
// Forms
// ---------------------------------------------------------------------------------------------------

static size_t line_record_size(const uint8_t *bytes, size_t size) {
    const uint8_t *end = memchr(bytes, '\n', size);
    return end != NULL ? (size_t)(end - bytes) + 1 : 0;
}

static const lfio_query_form query_forms[] = {
    [LF_QUERIES_CSV] = {lfio_csv_begin, lfio_csv_read, lfio_csv_record_size, 0},
    [LF_QUERIES_SCEN] = {lfio_scen_begin, lfio_scen_read, line_record_size, 0},
    [LF_QUERIES_JSONL] = {NULL, lfio_query_json_read, line_record_size, 0},
    [LF_QUERIES_BINARY] = {lfio_query_binary_begin, lfio_query_binary_read, NULL, LFIO_QUERY_BINARY_HEAD},
};

static const char *const form_names[] = {"auto", "csv", "scen", "jsonl", "binary"};
enum { FORM_COUNT = sizeof form_names / sizeof *form_names };

const char *lf_query_format_name(lf_query_format format) {
    return (unsigned)format < FORM_COUNT ? form_names[format] : NULL;
}

static lf_query_format format_of_path(const char *path) {
    if (lfio_path_ends_with(path, ".scen")) return LF_QUERIES_SCEN;
    if (lfio_path_ends_with(path, ".jsonl") || lfio_path_ends_with(path, ".ndjson")) return LF_QUERIES_JSONL;
    return lfio_path_ends_with(path, ".lfq") ? LF_QUERIES_BINARY : LF_QUERIES_CSV;
}

static const lfio_query_form *form_of(const lf_query_options *options, const char *path) {
    return &query_forms[options->format != LF_QUERIES_AUTO ? options->format : format_of_path(path)];
}

static lf_io_status form_fail(const lfio_input *in) {
    return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "no such form of queries");
}

lf_io_status lfio_query_length(const lfio_input *in, lfio_slice word, const char *expected, double *out) {
    lfio_decimal number;
    if (lfio_decimal_parse(word.text, word.length, &number) && !number.negative) {
        *out = lfio_decimal_double(number);
        if (*out <= DBL_MAX) return LF_IO_OK;
    }
    char quote[LFIO_QUOTE_SIZE];
    return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_line(word.line, word.column), "length is %s, %s",
                     lfio_quote(quote, word.text, word.length), expected);
}

// ---------------------------------------------------------------------------------------------------
// Records
// ---------------------------------------------------------------------------------------------------

// Reads more bytes behind those that are there.
static lf_io_status stream_fill(lf_query_stream *stream, const lfio_input *in) {
    memmove(stream->room, stream->room + stream->begin, stream->end - stream->begin);
    stream->end -= stream->begin;
    stream->begin = 0;
    if (stream->end == stream->capacity) {
        if (stream->capacity >= STREAM_RECORD)
            return lfio_fail(in, LF_IO_E_LIMIT, lfio_at_line(stream->line, 1), "a line of more than %d bytes",
                             STREAM_RECORD);
        uint8_t *larger = realloc(stream->room, 2 * stream->capacity);
        if (larger == NULL) return lfio_fail_memory(in);
        stream->bytes = stream->room = larger;
        stream->capacity *= 2;
    }
    ssize_t got;
    do {
        got = read(stream->descriptor, stream->room + stream->end, stream->capacity - stream->end);
    } while (got < 0 && errno == EINTR);
    if (got < 0) return lfio_fail(in, LF_IO_E_FILE, lfio_nowhere(), "cannot be read: %s", strerror(errno));
    stream->end += (size_t)got;
    stream->ended = got == 0;
    return LF_IO_OK;
}

// The size of the record at the front; 0 = its end is not there yet.
static size_t front_size(const lf_query_stream *stream) {
    const size_t there = stream->end - stream->begin;
    size_t size;
    if (stream->form->record_size != NULL)
        size = stream->form->record_size(stream->bytes + stream->begin, there);
    else
        size = stream->begun ? stream->head.record_size : stream->form->head_size;
    if (size > 0 && size <= there) return size;
    return stream->ended ? there : 0;
}

static int64_t count_lines(const lf_query_stream *stream, lfio_slice record) {
    if (stream->form->record_size == NULL) return 1;
    int64_t lines = 0;
    for (const char *at = record.text, *end = at + record.length; at < end; lines++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline != NULL ? newline + 1 : end;
    }
    return lines;
}

// Takes a record off the front, which is there or is the empty end.
static lfio_slice stream_take(lf_query_stream *stream, size_t size) {
    static const char nothing[1] = "";
    const lfio_slice record = {size > 0 ? (const char *)stream->bytes + stream->begin : nothing, size,
                               stream->line, 1};
    stream->begin += size;
    stream->line += count_lines(stream, record);
    return record;
}

// A byte order mark is no part of a text.
static void stream_skip_mark(lf_query_stream *stream) {
    const bool is_text = stream->form->record_size != NULL;
    if (is_text && stream->end - stream->begin >= 3 &&
        memcmp(stream->bytes + stream->begin, "\xEF\xBB\xBF", 3) == 0)
        stream->begin += 3;
}

// Waits for a whole record at the front, or the end.
static lf_io_status stream_wait(lf_query_stream *stream, const lfio_input *in, size_t *size) {
    while ((*size = front_size(stream)) == 0 && !stream->ended) {
        const lf_io_status status = stream_fill(stream, in);
        if (status != LF_IO_OK) return status;
    }
    return LF_IO_OK;
}

static lf_io_status stream_begin(lf_query_stream *stream, const lfio_input *in) {
    size_t size;
    lf_io_status status = LF_IO_OK;
    while (status == LF_IO_OK && !stream->ended && stream->end < 3) status = stream_fill(stream, in);
    stream_skip_mark(stream);
    stream->line = 1;
    if (status == LF_IO_OK && stream->form->begin != NULL) {
        status = stream_wait(stream, in, &size);
        if (status == LF_IO_OK) status = stream->form->begin(in, stream_take(stream, size), &stream->head);
        if (stream->form->record_size == NULL) stream->line = 1; // the head is no query
    }
    stream->begun = true;
    return status;
}

// The next query; `found` is false at the end, and where there is none without waiting if `patient` is false.
static lf_io_status stream_next(lf_query_stream *stream, const lfio_input *in, bool patient,
                                lf_file_query *query, bool *found) {
    *found = false;
    while (!*found) {
        size_t size = front_size(stream);
        if (size == 0 && !patient) return LF_IO_OK;
        lf_io_status status = stream_wait(stream, in, &size);
        if (status != LF_IO_OK || size == 0) return status;
        const lfio_slice record = stream_take(stream, size);
        status = stream->form->read(in, record, &stream->head, query, found);
        if (status != LF_IO_OK) return status;
    }
    return LF_IO_OK;
}

static lf_io_status stream_read(lf_query_stream *stream, const lfio_input *in, lf_file_query *queries,
                                int64_t capacity, int64_t *count) {
    lf_io_status status = stream->begun ? LF_IO_OK : stream_begin(stream, in);
    bool found = status == LF_IO_OK;
    while (found && *count < capacity) {
        lf_file_query query = {0};
        status = stream_next(stream, in, *count == 0, &query, &found);
        found = found && status == LF_IO_OK;
        if (found) queries[(*count)++] = query;
    }
    return status;
}

// ---------------------------------------------------------------------------------------------------
// Streams
// ---------------------------------------------------------------------------------------------------

lf_io_status lf_query_stream_read(lf_query_stream *stream, lf_file_query *queries, int64_t most,
                                  int64_t *count, lf_io_error *error) {
    if (count != NULL) *count = 0;
    lfio_error_clear(error);
    lfio_input in = {
        .name = stream != NULL ? stream->name : "?", .max_tiles = LFIO_MAX_TILES, .error = error};
    if (stream == NULL || queries == NULL || count == NULL)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    if (most < 1)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "room for no query, expected at least 1");
    if (stream->wrong.status == LF_IO_OK) {
        in.error = &stream->wrong;
        stream->wrong.status = stream_read(stream, &in, queries, most, count);
    }
    if (error != NULL) *error = stream->wrong;
    return stream->wrong.status;
}

void lf_query_stream_map_size(const lf_query_stream *stream, int32_t *width, int32_t *height) {
    if (width != NULL) *width = stream != NULL ? stream->head.map_width : 0;
    if (height != NULL) *height = stream != NULL ? stream->head.map_height : 0;
}

bool lf_query_stream_rewind(lf_query_stream *stream) {
    if (stream == NULL || lseek(stream->descriptor, 0, SEEK_SET) != 0) return false;
    const bool lengths = stream->head.lengths;
    stream->head = (lfio_query_head){.lengths = lengths};
    stream->begin = stream->end = 0;
    stream->ended = stream->begun = false;
    stream->wrong = (lf_io_error){0};
    return true;
}

bool lf_query_stream_tell(const lf_query_stream *stream, lf_query_mark *out) {
    if (out != NULL) *out = (lf_query_mark){0};
    if (stream == NULL || out == NULL || !stream->begun || stream->wrong.status != LF_IO_OK) return false;
    const off_t behind = lseek(stream->descriptor, 0, SEEK_CUR);
    if (behind < 0) return false;
    *out = (lf_query_mark){(int64_t)behind - (int64_t)(stream->end - stream->begin), stream->line};
    return true;
}

bool lf_query_stream_seek(lf_query_stream *stream, const lf_query_mark *mark) {
    if (stream == NULL || mark == NULL || mark->offset < 0) return false;
    const lfio_input in = {.name = stream->name, .max_tiles = LFIO_MAX_TILES, .error = &stream->wrong};
    if (!stream->begun && stream->wrong.status == LF_IO_OK) stream->wrong.status = stream_begin(stream, &in);
    if (stream->wrong.status != LF_IO_OK || lseek(stream->descriptor, (off_t)mark->offset, SEEK_SET) < 0)
        return false;
    stream->begin = stream->end = 0;
    stream->ended = false;
    stream->line = mark->line;
    return true;
}

// Opens the input of a stream; false with errno set.
static bool stream_open(lf_query_stream *stream, const char *path) {
    const bool from_stdin = lfio_path_is_stdin(path);
    stream->name = lfio_path_copy(from_stdin ? "standard input" : path);
    stream->bytes = stream->room = malloc(STREAM_ROOM);
    stream->capacity = STREAM_ROOM;
    stream->descriptor = -1;
    if (stream->name == NULL || stream->room == NULL) {
        errno = ENOMEM;
        return false;
    }
    stream->descriptor = from_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    return stream->descriptor >= 0;
}

lf_io_status lf_query_stream_open(const char *path, const lf_query_options *options, lf_query_stream **out,
                                  lf_io_error *error) {
    if (out != NULL) *out = NULL;
    lfio_error_clear(error);
    const lf_query_options given = options != NULL ? *options : (lf_query_options){0};
    const lfio_input in = {.name = path != NULL ? path : "?", .error = error};
    if (path == NULL || out == NULL)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    if (lf_query_format_name(given.format) == NULL) return form_fail(&in);
    lf_query_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) return lfio_fail_memory(&in);
    stream->form = form_of(&given, path);
    stream->head.lengths = given.lengths;
    if (stream_open(stream, path)) {
        *out = stream;
        return LF_IO_OK;
    }
    const lf_io_status status = errno == ENOMEM ? lfio_fail_memory(&in) : lfio_fail_open(&in, path);
    lf_query_stream_close(stream);
    return status;
}

void lf_query_stream_close(lf_query_stream *stream) {
    if (stream == NULL) return;
    if (stream->descriptor > STDERR_FILENO) close(stream->descriptor);
    free(stream->name);
    free(stream->room);
    free(stream);
}

// ---------------------------------------------------------------------------------------------------
// Whole lists
// ---------------------------------------------------------------------------------------------------

lf_io_status lfio_queries_read_all(lf_query_stream *stream, const lfio_input *in, lf_query_list *out) {
    lfio_query_sink sink = {out, 0};
    lf_io_status status = stream_begin(stream, in);
    bool found = status == LF_IO_OK;
    while (found) {
        lf_file_query query = {0};
        status = stream_next(stream, in, true, &query, &found);
        if (status == LF_IO_OK && found) status = lfio_query_add(in, &sink, &query);
        found = found && status == LF_IO_OK;
    }
    out->map_width = stream->head.map_width;
    out->map_height = stream->head.map_height;
    if (status != LF_IO_OK) lf_queries_free(out);
    return status;
}

lf_io_status lfio_queries_parse(const lfio_input *in, const lf_query_options *options, lf_query_list *out) {
    if (lf_query_format_name(options->format) == NULL) return form_fail(in);
    lf_query_stream stream = {.form = form_of(options, in->name),
                              .head = {.lengths = options->lengths},
                              .descriptor = -1,
                              .bytes = in->bytes,
                              .end = in->size,
                              .ended = true};
    return lfio_queries_read_all(&stream, in, out);
}
