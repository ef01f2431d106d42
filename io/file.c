// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Files in, and paths. (Files out: output.c.)
//
// Reading gives a whole file in one buffer. The size that the system reports is only a hint (pipes have none,
// files grow while they are read), so the buffer grows until the end has really been seen; but where the hint
// already says "too large", nothing is allocated. The first bytes are read alone, and a format that tells its
// size there can refuse it before the rest is read.

#define _POSIX_C_SOURCE 200809L // stat; not covered by plain C17

#include "lfio.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---------------------------------------------------------------------------------------------------
// Paths
// ---------------------------------------------------------------------------------------------------

bool lfio_path_is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool lfio_path_exists(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

bool lfio_path_is_stdin(const char *path) {
    return strcmp(path, "-") == 0;
}

bool lfio_path_ends_with(const char *path, const char *ending) {
    const size_t length = strlen(path), wanted = strlen(ending);
    if (length < wanted) return false;
    for (size_t i = 0; i < wanted; i++) {
        const char c = path[length - wanted + i];
        // Not tolower, which depends on the locale.
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != ending[i]) return false;
    }
    return true;
}

static char *path_concat(const char *head, size_t head_length, const char *middle, const char *tail) {
    const size_t size = head_length + strlen(middle) + strlen(tail) + 1;
    char *path = lfio_alloc((int64_t)size);
    if (path == NULL) return NULL;
    memcpy(path, head, head_length);
    snprintf(path + head_length, size - head_length, "%s%s", middle, tail);
    return path;
}

char *lfio_path_copy(const char *path) {
    return path_concat(path, strlen(path), "", "");
}

char *lfio_path_inside(const char *folder, const char *leaf) {
    const size_t length = strlen(folder);
    const bool slash = length > 0 && folder[length - 1] == '/';
    return path_concat(folder, length, slash ? "" : "/", leaf);
}

char *lfio_path_beside(const char *path, const char *leaf) {
    const char *slash = strrchr(path, '/');
    if (leaf[0] == '/' || slash == NULL) return path_concat("", 0, "", leaf);
    return path_concat(path, (size_t)(slash - path) + 1, "", leaf);
}

// ---------------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------------

enum { FILE_HEAD = 1 << 16 }; // bytes that are read alone; no header is longer

lf_io_status lfio_fail_open(const lfio_input *in, const char *path) {
    const int reason = errno;
    if (!lfio_path_exists(path)) return lfio_fail(in, LF_IO_E_FILE, lfio_nowhere(), "does not exist");
    return lfio_fail(in, LF_IO_E_FILE, lfio_nowhere(), "cannot be opened: %s", strerror(reason));
}

static lf_io_status file_fail_limit(const lfio_input *in, int64_t limit) {
    return lfio_fail(in, LF_IO_E_LIMIT, lfio_nowhere(),
                     "the file is larger than the %" PRId64 " bytes that are allowed for it", limit);
}

// How large the file says it is; 0 if it does not.
static int64_t file_size_hint(const char *path, bool from_stdin) {
    struct stat info;
    if (from_stdin || stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size < 0) return 0;
    return (int64_t)info.st_size;
}

// The bytes of a stream under way.
typedef struct file_buffer {
    uint8_t *data;
    int64_t size, capacity;
} file_buffer;

// Gives a buffer room; false, with the buffer as it was, if there is no memory.
static bool buffer_grow(file_buffer *buffer, int64_t capacity) {
    if (capacity <= buffer->capacity) return true;
    if (capacity > INT64_MAX / 4 || (uint64_t)capacity > SIZE_MAX / 2) return false;
    uint8_t *larger = realloc(buffer->data, (size_t)capacity);
    if (larger == NULL) return false;
    buffer->data = larger;
    buffer->capacity = capacity;
    return true;
}

// Reads until the buffer is full; whether the stream had enough for that.
static bool buffer_fill(file_buffer *buffer, FILE *stream) {
    buffer->size +=
        (int64_t)fread(buffer->data + buffer->size, 1, (size_t)(buffer->capacity - buffer->size), stream);
    return buffer->size == buffer->capacity;
}

static lf_io_status buffer_peek(const lfio_input *in, const file_buffer *buffer) {
    lfio_input head = *in;
    head.bytes = buffer->data;
    head.size = (size_t)buffer->size;
    return in->peek != NULL ? in->peek(&head) : LF_IO_OK;
}

// Reads the rest. The buffer first grows to one byte more than expected, so that the end is seen without
// growing.
static lf_io_status buffer_read(const lfio_input *in, FILE *stream, int64_t hint, int64_t limit,
                                file_buffer *buffer) {
    if (!buffer_grow(buffer, FILE_HEAD)) return lfio_fail_memory(in);
    bool more = buffer_fill(buffer, stream);
    const lf_io_status status =
        more ? buffer_peek(in, buffer) : LF_IO_OK; // the reader sees a short one at once
    if (status != LF_IO_OK) return status;
    while (more && buffer->size <= limit) {
        const int64_t twice = buffer->capacity * 2;
        if (!buffer_grow(buffer, hint >= buffer->capacity ? hint + 1 : twice)) return lfio_fail_memory(in);
        more = buffer_fill(buffer, stream);
    }
    if (buffer->size > limit) return file_fail_limit(in, limit);
    if (!ferror(stream)) return LF_IO_OK;
    return lfio_fail(in, LF_IO_E_FILE, lfio_nowhere(), "cannot be read: %s", strerror(errno));
}

lf_io_status lfio_file_read(const lfio_input *in, const char *path, bool from_stdin, int64_t limit,
                            lfio_bytes *out) {
    *out = (lfio_bytes){0};
    const int64_t hint = file_size_hint(path, from_stdin);
    if (hint > limit) return file_fail_limit(in, limit);
    FILE *stream = from_stdin ? stdin : fopen(path, "rb");
    if (stream == NULL) return lfio_fail_open(in, path);
    file_buffer buffer = {0};
    const lf_io_status status = buffer_read(in, stream, hint, limit, &buffer);
    if (!from_stdin) fclose(stream);
    if (status == LF_IO_OK)
        *out = (lfio_bytes){buffer.data, (size_t)buffer.size};
    else
        free(buffer.data);
    return status;
}
