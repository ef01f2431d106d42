// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Raw bytes: a byte a tile, row by row, 0 blocked and anything else open. The file has no header, so the size
// comes from the caller, and the only thing in the file that can be wrong is its length.

#include "lfio.h"

#include <inttypes.h>

lf_io_status lfio_raw_parse(const lfio_input *in, int32_t width, int32_t height, lf_grid *grid) {
    if (width <= 0 || height <= 0)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(),
                         "a raw file does not say its size: give width and height (got %" PRId32
                         " and %" PRId32 ")",
                         width, height);
    lf_io_status status = lfio_size_check(in, lfio_nowhere(), width, height);
    if (status != LF_IO_OK) return status;
    const int64_t tiles = (int64_t)width * height;
    if ((uint64_t)tiles != in->size)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(),
                         "%zu bytes, expected %" PRId64 " for %" PRId32 " x %" PRId32 " tiles", in->size,
                         tiles, width, height);
    status = lfio_plane_create(in, width, height, &grid->tiles);
    for (int64_t y = 0; status == LF_IO_OK && y < height; y++) {
        const uint8_t *row = in->bytes + y * width;
        uint8_t *open = grid->tiles.open + y * width;
        for (int64_t x = 0; x < width; x++) open[x] = in->terrain != NULL ? row[x] : row[x] != 0;
        status = lfio_row_done(in, y, width, height);
    }
    return status;
}
