// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Files and paths: the only place that touches the file system.
//
// Reading gives a whole file in one block. The size that the system reports is only a hint (pipes have none,
// files grow while they are read), so the block grows until the end has really been seen; but where the hint
// already says "too large", nothing is allocated.
//
// Writing must never leave half a file under the name that was asked for. The bytes go to a new file beside
// it, which then takes over the name in one step (POSIX promises that rename replaces an existing file at
// once). The new file is created exclusively ("x"), so that it can never be a file or a link that was there
// before. What is promised is about this program failing, not about the power failing: nothing is synced to
// the disk.

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
    return stat(path, &info) == 0 || errno != ENOENT;
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

static lf_io_status file_read_stream(const lfio_input *in, FILE *stream, int64_t hint, int64_t limit,
                                     lfio_bytes *out) {
    // One byte more than expected, so that the end is seen without growing.
    int64_t capacity = (hint > 0 ? hint : 65535) + 1;
    int64_t size = 0;
    uint8_t *data = lfio_alloc(capacity);
    if (data == NULL) return lfio_fail_memory(in);
    for (;;) {
        size += (int64_t)fread(data + size, 1, (size_t)(capacity - size), stream);
        if (size < capacity || size > limit) break;
        uint8_t *larger = capacity < INT64_MAX / 4 && (uint64_t)capacity * 2 < SIZE_MAX
                              ? realloc(data, (size_t)(capacity * 2))
                              : NULL;
        if (larger == NULL) {
            free(data);
            return lfio_fail_memory(in);
        }
        data = larger;
        capacity *= 2;
    }
    if (ferror(stream) || size > limit) {
        const int reason = errno;
        free(data);
        if (size > limit) return file_fail_limit(in, limit);
        return lfio_fail(in, LF_IO_E_FILE, lfio_nowhere(), "cannot be read: %s", strerror(reason));
    }
    *out = (lfio_bytes){data, (size_t)size};
    return LF_IO_OK;
}

lf_io_status lfio_file_read(const lfio_input *in, const char *path, bool from_stdin, int64_t limit,
                            lfio_bytes *out) {
    *out = (lfio_bytes){0};
    const int64_t hint = file_size_hint(path, from_stdin);
    if (hint > limit) return file_fail_limit(in, limit);
    FILE *stream = from_stdin ? stdin : fopen(path, "rb");
    if (stream == NULL)
        return lfio_fail(in, LF_IO_E_FILE, lfio_nowhere(), "cannot be opened: %s", strerror(errno));
    const lf_io_status status = file_read_stream(in, stream, hint, limit, out);
    if (!from_stdin) fclose(stream);
    return status;
}

// ---------------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------------

// Opens a file that did not exist, beside `path`. Other writers of the same file, and what is left of ones
// that were killed, occupy names; a hundred of them are a sign that something else is wrong.
static FILE *file_open_beside(const char *path, char **temporary) {
    for (int attempt = 0; attempt < 100; attempt++) {
        char ending[16];
        snprintf(ending, sizeof ending, ".part%d", attempt);
        *temporary = path_concat(path, strlen(path), "", ending);
        if (*temporary == NULL) {
            errno = ENOMEM;
            return NULL;
        }
        FILE *stream = fopen(*temporary, "wbx");
        if (stream != NULL) return stream;
        const int reason = errno;
        free(*temporary);
        *temporary = NULL;
        errno = reason;
        if (reason != EEXIST) return NULL;
    }
    return NULL;
}

// A device or a pipe under that name is written to; taking over its name would replace it.
static bool path_is_stream(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

static bool stream_write(FILE *stream, lfio_bytes bytes, int *reason) {
    const bool written = fwrite(bytes.data, 1, bytes.size, stream) == bytes.size;
    *reason = errno;
    if (fclose(stream) == 0) return written;
    if (written) *reason = errno;
    return false;
}

lf_io_status lfio_file_write(const lfio_input *in, const char *path, lfio_bytes bytes) {
    char *temporary = NULL;
    const bool direct = path_is_stream(path);
    FILE *stream = direct ? fopen(path, "wb") : file_open_beside(path, &temporary);
    if (stream == NULL && errno == ENOMEM) return lfio_fail_memory(in);
    if (stream == NULL)
        return lfio_fail(in, LF_IO_E_FILE, lfio_nowhere(), "cannot be created: %s", strerror(errno));
    int reason;
    bool written = stream_write(stream, bytes, &reason);
    if (written && !direct && rename(temporary, path) != 0) {
        reason = errno;
        written = false;
    }
    if (!written && !direct) remove(temporary);
    free(temporary);
    if (written) return LF_IO_OK;
    return lfio_fail(in, LF_IO_E_FILE, lfio_nowhere(), "cannot be written: %s", strerror(reason));
}
