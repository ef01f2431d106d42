// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Index files: the bytes of lf_index_save in a file, and statuses of lf_index_load turned into messages.

#include "lfio.h"

#include <stdlib.h>
#include <string.h>

lf_io_status lf_index_save_file(const char *path, const lf_index *index, lf_io_error *error) {
    lfio_error_clear(error);
    const lfio_input in = {.name = path != NULL ? path : "?", .error = error};
    if (path == NULL || index == NULL)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    const lf_io_status saved_there = lfio_path_check_saved(&in, path);
    if (saved_there != LF_IO_OK) return saved_there;
    lfio_bytes bytes = {.size = lf_index_save_size(index)};
    bytes.data = lfio_alloc((int64_t)bytes.size);
    if (bytes.data == NULL) return lfio_fail_memory(&in);
    const lf_status saved = lf_index_save(index, bytes.data, bytes.size);
    const lf_io_status status =
        saved == LF_OK ? lfio_file_write(&in, path, bytes)
                       : lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "%s", lf_status_text(saved));
    free(bytes.data);
    return status;
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
    case LF_E_INDEX_LIMIT: return lfio_fail(in, LF_IO_E_LIMIT, lfio_nowhere(), "%s", lf_status_text(status));
    case LF_E_INDEX_TRUNCATED:
    case LF_E_INDEX_CHECKSUM:
    case LF_E_INDEX_MAP:
    case LF_E_INDEX_CONTENT:
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(), "%s", lf_status_text(status));
    default: return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "%s", lf_status_text(status));
    }
}

lf_io_status lf_index_load_file(const char *path, const lf_map *map, const lf_index_desc *desc,
                                lf_index **out, lf_io_error *error) {
    if (out != NULL) *out = NULL;
    lfio_error_clear(error);
    const lfio_input in = {.name = path != NULL ? path : "?", .error = error};
    if (path == NULL || map == NULL || out == NULL)
        return lfio_fail(&in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    lfio_bytes bytes;
    const lf_io_status status = lfio_file_read(&in, path, false, INT64_MAX / 8, &bytes);
    if (status != LF_IO_OK) return status;
    const lf_status loaded = lf_index_load(map, desc, bytes.data, bytes.size, out);
    free(bytes.data);
    return index_fail(&in, loaded);
}
