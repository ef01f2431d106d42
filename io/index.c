// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Index files: the bytes of lf_index_save in a file, and statuses of lf_index_load turned into messages. A file is mapped
// where that can be done, so that all processes of a machine share its memory. So are files of almanacs.

#define _POSIX_C_SOURCE 200809L // open, fstat, mmap; not covered by plain C17

#include "lfio.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// What is saved: an index, or its almanac.
typedef struct saved_thing {
    const lf_index *index;
    const lf_almanac *almanac;
} saved_thing;

static lf_io_status thing_save(const char *path, saved_thing of, lf_io_error *error) {
    lfio_error_clear(error);
    const lfio_input in = {.name = path != NULL ? path : "?", .error = error};
    if (path == NULL || (of.index == NULL && of.almanac == NULL))
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    const lf_io_status saved_there = lfio_path_check_saved(&in, path);
    if (saved_there != LF_IO_OK) return saved_there;
    lfio_bytes bytes = {.size = of.index != NULL ? lf_index_save_size(of.index)
                                                 : lf_almanac_save_size(of.almanac)};
    bytes.data = lfio_alloc((int64_t)bytes.size);
    if (bytes.data == NULL) return lfio_fail_memory(&in);
    const lf_status saved = of.index != NULL ? lf_index_save(of.index, bytes.data, bytes.size)
                                             : lf_almanac_save(of.almanac, bytes.data, bytes.size);
    const lf_io_status status =
        saved == LF_OK ? lfio_file_write(&in, path, bytes)
                       : lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "%s", lf_status_text(saved));
    free(bytes.data);
    return status;
}

lf_io_status lf_index_save_file(const char *path, const lf_index *index, lf_io_error *error) {
    return thing_save(path, (saved_thing){.index = index}, error);
}

lf_io_status lf_almanac_save_file(const char *path, const lf_almanac *almanac, lf_io_error *error) {
    return thing_save(path, (saved_thing){.almanac = almanac}, error);
}

static lf_io_status index_fail(const lfio_input *in, lf_status status) {
    switch (status) {
    case LF_OK: return LF_IO_OK;
    case LF_E_NOMEM: return lfio_fail_memory(in);
    case LF_E_INDEX_FORMAT:
        return lfio_fail(in, LF_IO_E_FORMAT, lfio_nowhere(),
                         "not an index, expected a file of 'landfall index'");
    case LF_E_INDEX_VERSION:
        return lfio_fail(in, LF_IO_E_FORMAT, lfio_nowhere(), "%s: build it again with 'landfall index'",
                         lf_status_text(status));
    case LF_E_ALMANAC_FORMAT:
        return lfio_fail(in, LF_IO_E_FORMAT, lfio_nowhere(), "%s: make it with 'landfall index --almanac'",
                         lf_status_text(status));
    case LF_E_INDEX_LIMIT: return lfio_fail(in, LF_IO_E_LIMIT, lfio_nowhere(), "%s", lf_status_text(status));
    case LF_E_INDEX_TRUNCATED:
    case LF_E_INDEX_CHECKSUM:
    case LF_E_INDEX_MAP:
    case LF_E_INDEX_CONTENT:
    case LF_E_ALMANAC_CONTENT:
    case LF_E_FOREIGN_ALMANAC:
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(), "%s", lf_status_text(status));
    default: return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "%s", lf_status_text(status));
    }
}

// ---------------------------------------------------------------------------------------------------
// Loading
// ---------------------------------------------------------------------------------------------------

static void bytes_unmap(const void *bytes, size_t size, void *user) {
    (void)user;
    munmap((void *)(uintptr_t)bytes, size);
}

static void bytes_free(const void *bytes, size_t size, void *user) {
    (void)size;
    (void)user;
    free((void *)(uintptr_t)bytes);
}

// Maps an open file; false if it is no file with bytes, or the system does not want to.
static bool descriptor_map(int descriptor, lfio_bytes *out) {
    struct stat info;
    if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size <= 0) return false;
    if ((uint64_t)info.st_size > SIZE_MAX) return false;
    void *bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED, descriptor, 0);
    if (bytes == MAP_FAILED) return false;
    *out = (lfio_bytes){bytes, (size_t)info.st_size};
    return true;
}

static bool file_map(const char *path, lfio_bytes *out) {
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool mapped = descriptor_map(descriptor, out);
    close(descriptor);
    return mapped;
}

// Maps a file, or reads it, and says how its bytes go back.
static lf_io_status file_take(const lfio_input *in, lfio_bytes *bytes, lf_release *release) {
    const bool mapped = file_map(in->name, bytes);
    *release = (lf_release){.call = mapped ? bytes_unmap : bytes_free};
    return mapped ? LF_IO_OK : lfio_file_read(in, in->name, false, INT64_MAX / 8, bytes);
}

lf_io_status lf_index_load_file(const char *path, const lf_map *map, const lf_index_desc *desc,
                                lf_index **out, lf_io_error *error) {
    if (out != NULL) *out = NULL;
    lfio_error_clear(error);
    const lfio_input in = {.name = path != NULL ? path : "?", .error = error};
    if (path == NULL || map == NULL || out == NULL)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    lf_index_desc own = desc != NULL ? *desc : (lf_index_desc){0};
    lfio_bytes bytes;
    const lf_io_status status = file_take(&in, &bytes, &own.release);
    if (status != LF_IO_OK) return status;
    const lf_status loaded = lf_index_view(map, &own, bytes.data, bytes.size, out);
    if (loaded != LF_OK) own.release.call(bytes.data, bytes.size, NULL);
    return index_fail(&in, loaded);
}

lf_io_status lf_almanac_load_file(const char *path, const lf_index *index, const lf_almanac_desc *desc,
                                  lf_almanac **out, lf_io_error *error) {
    if (out != NULL) *out = NULL;
    lfio_error_clear(error);
    const lfio_input in = {.name = path != NULL ? path : "?", .error = error};
    if (path == NULL || index == NULL || out == NULL)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    lf_almanac_desc own = desc != NULL ? *desc : (lf_almanac_desc){0};
    lfio_bytes bytes;
    const lf_io_status status = file_take(&in, &bytes, &own.release);
    if (status != LF_IO_OK) return status;
    const lf_status loaded = lf_almanac_view(index, &own, bytes.data, bytes.size, out);
    if (loaded != LF_OK) own.release.call(bytes.data, bytes.size, NULL);
    return index_fail(&in, loaded);
}

// Checks the bytes in full, and marks them.
static lf_status bytes_verify(lfio_bytes bytes, const lf_map *map, const lf_index_desc *desc) {
    lf_index_desc full = desc != NULL ? *desc : (lf_index_desc){0};
    lf_index *index;
    full.believe_mark = false;
    const lf_status status = lf_index_load(map, &full, bytes.data, bytes.size, &index);
    lf_index_destroy(index);
    return status == LF_OK ? lf_index_mark(bytes.data, bytes.size) : status;
}

lf_io_status lf_index_verify_file(const char *path, const lf_map *map, const lf_index_desc *desc,
                                  lf_io_error *error) {
    lfio_error_clear(error);
    const lfio_input in = {.name = path != NULL ? path : "?", .error = error};
    if (path == NULL || map == NULL)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    lfio_bytes bytes;
    lf_io_status status = lfio_file_read(&in, path, false, INT64_MAX / 8, &bytes);
    if (status != LF_IO_OK) return status;
    status = index_fail(&in, bytes_verify(bytes, map, desc));
    // A new file: processes may have mapped the old one.
    if (status == LF_IO_OK) status = lfio_file_write(&in, path, bytes);
    free(bytes.data);
    return status;
}
