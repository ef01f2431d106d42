// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// PNG in and out, through libspng.
//
// Any colour type and bit depth is turned into 8-bit RGBA by the library, one row at a time, so a picture
// needs a byte a tile and one row. A pixel with alpha below 128 is blocked. Otherwise it is open if it has
// the wanted colour, or if its luminance
//
//     (299 * red + 587 * green + 114 * blue + 500) / 1000        in integers, so grey v gives exactly v
//
// lies in the wanted range. Interlaced pictures come in seven passes, each of which brings some columns of
// some rows; only those columns of the row are looked at.
//
// Bombs: the size in the header is checked before anything is allocated, against the caller's limit and
// against the file. Deflate cannot make more than 1032 bytes out of one (a match of 258 bytes takes at least
// 2 bits), so a file too small for its own header is refused at once. Texts and profiles, which nobody asked
// for, may come to CHUNK_LIMIT bytes and 1000 pieces once they are unpacked. Time: linear in the picture.

#include "lfio.h"

#include <inttypes.h>
#include <spng.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFLATE_RATIO = 1032,
    CHUNK_LIMIT = 1 << 24,
};

// malloc and its kin are named here, though they are the default, so that a test which replaces them in this
// library also reaches what libspng allocates.
static spng_ctx *png_context(int flags) {
    struct spng_alloc alloc = {malloc, realloc, calloc, free};
    return spng_ctx_new2(&alloc, flags);
}

static lf_io_status png_fail(const lfio_input *in, int code) {
    // What can go wrong when zlib is set up is that it gets no memory.
    if (code == SPNG_EMEM || code == SPNG_EZLIB_INIT) return lfio_fail_memory(in);
    const lf_io_status status = code == SPNG_ECHUNK_LIMITS ? LF_IO_E_LIMIT : LF_IO_E_CONTENT;
    return lfio_fail(in, status, lfio_nowhere(), "not a readable PNG: %s", spng_strerror(code));
}

bool lfio_png_has_signature(const void *bytes, size_t size) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A};
    return size >= sizeof signature && memcmp(bytes, signature, sizeof signature) == 0;
}

// ---------------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------------

static int32_t pixel_luminance(const uint8_t *rgba) {
    return (299 * rgba[0] + 587 * rgba[1] + 114 * rgba[2] + 500) / 1000;
}

/// 1 if the pixel is open and 0 if not, or its grey value or cost if that is what the rule asks for.
static uint8_t pixel_value(const uint8_t *rgba, const lfio_pixel_rule *rule) {
    if (rgba[3] < 128) return rule->costs != NULL ? LFIO_COST_UNKNOWN : 0;
    if (rule->costs != NULL) return lfio_occupancy_cost(rule->costs, pixel_luminance(rgba), rule->white);
    if (rule->grey) return (uint8_t)pixel_luminance(rgba);
    if (rule->by_color) return ((uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2]) == rule->color;
    const int32_t luminance = pixel_luminance(rgba);
    return luminance >= rule->low && luminance <= rule->high;
}

static int64_t png_bits_per_pixel(const struct spng_ihdr *header) {
    switch (header->color_type) {
    case SPNG_COLOR_TYPE_TRUECOLOR: return 3 * header->bit_depth;
    case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA: return 2 * header->bit_depth;
    case SPNG_COLOR_TYPE_TRUECOLOR_ALPHA: return 4 * header->bit_depth;
    default: return header->bit_depth;
    }
}

static lf_io_status png_check_size(const lfio_input *in, const struct spng_ihdr *header) {
    const lf_io_status status = lfio_size_check(in, lfio_nowhere(), header->width, header->height);
    if (status != LF_IO_OK) return status;
    const int64_t least = (int64_t)header->width * header->height * png_bits_per_pixel(header) / 8;
    if ((uint64_t)least / DEFLATE_RATIO > in->size)
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_nowhere(),
                         "%zu bytes cannot hold a picture of %" PRIu32 " x %" PRIu32 " pixels", in->size,
                         header->width, header->height);
    return LF_IO_OK;
}

static lf_io_status png_read_header(const lfio_input *in, spng_ctx *context, struct spng_ihdr *header) {
    int code = spng_set_image_limits(context, INT32_MAX, INT32_MAX);
    if (code == 0) code = spng_set_chunk_limits(context, CHUNK_LIMIT, CHUNK_LIMIT);
    if (code == 0) code = spng_set_png_buffer(context, in->bytes, in->size);
    if (code == 0) code = spng_get_ihdr(context, header);
    return code != 0 ? png_fail(in, code) : png_check_size(in, header);
}

// A number of four bytes, high byte first.
static int64_t png_number(const uint8_t *bytes) {
    return (int64_t)bytes[0] << 24 | (int64_t)bytes[1] << 16 | (int64_t)bytes[2] << 8 | bytes[3];
}

// The size stands at the same place in every PNG: behind the signature, and the length and the name of a
// chunk.
lf_io_status lfio_picture_peek(const lfio_input *in) {
    enum { WIDTH_AT = 16, HEIGHT_AT = 20, SIZE_END = 24 };
    if (!lfio_png_has_signature(in->bytes, in->size)) return lfio_pgm_peek(in);
    if (in->size < SIZE_END) return LF_IO_OK;
    const int64_t width = png_number(in->bytes + WIDTH_AT), height = png_number(in->bytes + HEIGHT_AT);
    if (width < 1 || height < 1 || width > INT32_MAX || height > INT32_MAX)
        return LF_IO_OK; // not a PNG after all
    return lfio_size_check(in, lfio_nowhere(), width, height);
}

// Which columns a pass of an interlaced picture brings.
typedef struct png_columns {
    uint32_t first, step;
} png_columns;

enum { INTERLACE_PASSES = 7 };

static png_columns png_columns_of(const struct spng_ihdr *header, int pass) {
    static const png_columns passes[INTERLACE_PASSES] = {{0, 8}, {4, 8}, {0, 4}, {2, 4},
                                                         {0, 2}, {1, 2}, {0, 1}};
    if (header->interlace_method == SPNG_INTERLACE_NONE) return (png_columns){0, 1};
    return passes[pass];
}

// A row was read. A pass of an interlaced picture has some of the rows only: the last pass has the last row,
// but for a picture of one row.
static lf_io_status png_row_done(const lfio_input *in, const struct spng_ihdr *header,
                                 const struct spng_row_info *info, bool last) {
    const bool plain = header->interlace_method == SPNG_INTERLACE_NONE;
    const lfio_pass pass = plain ? (lfio_pass){0, 1} : (lfio_pass){info->pass, INTERLACE_PASSES};
    if (last) return lfio_row_done(in, (int64_t)header->height - 1, header->width, header->height);
    return lfio_pass_row_done(in, pass, info->row_num, header->width, header->height);
}

static lf_io_status png_read_rows(const lfio_input *in, spng_ctx *context, const struct spng_ihdr *header,
                                  const lfio_pixel_rule *rule, uint8_t *row, uint8_t *open) {
    int code =
        spng_decode_image(context, NULL, 0, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS | SPNG_DECODE_PROGRESSIVE);
    while (code == 0) {
        struct spng_row_info info;
        code = spng_get_row_info(context, &info);
        if (code != 0) break;
        code = spng_decode_row(context, row, (size_t)header->width * 4);
        if (code != 0 && code != SPNG_EOI) break;
        const png_columns columns = png_columns_of(header, info.pass);
        uint8_t *out = open + (size_t)info.row_num * header->width;
        for (uint64_t x = columns.first; x < header->width; x += columns.step)
            out[x] = pixel_value(row + x * 4, rule);
        const lf_io_status status = png_row_done(in, header, &info, code == SPNG_EOI);
        if (status != LF_IO_OK) return status;
    }
    if (code == SPNG_EOI) code = spng_decode_chunks(context); // a file that is cut off has no end chunk
    return code != 0 ? png_fail(in, code) : LF_IO_OK;
}

static lf_io_status png_parse_with(const lfio_input *in, spng_ctx *context, const lfio_pixel_rule *rule,
                                   lf_grid *grid) {
    struct spng_ihdr header = {0};
    lf_io_status status = png_read_header(in, context, &header);
    if (status == LF_IO_OK) status = lfio_plane_create(in, header.width, header.height, &grid->tiles);
    if (status != LF_IO_OK) return status;
    uint8_t *row = lfio_alloc((int64_t)header.width * 4);
    if (row == NULL) return lfio_fail_memory(in);
    status = png_read_rows(in, context, &header, rule, row, grid->tiles.open);
    free(row);
    return status;
}

lf_io_status lfio_png_parse(const lfio_input *in, const lfio_pixel_rule *rule, lf_grid *grid) {
    if (!lfio_png_has_signature(in->bytes, in->size))
        return lfio_fail(in, LF_IO_E_CONTENT, lfio_at_offset(0), "not a PNG, expected its 8-byte signature");
    spng_ctx *context = png_context(0);
    if (context == NULL) return lfio_fail_memory(in);
    const lf_io_status status = png_parse_with(in, context, rule, grid);
    spng_ctx_free(context);
    return status;
}

// ---------------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------------

// Gives the bytes of one row of the picture as PNG stores them.
typedef const uint8_t *(*png_row_source)(const void *picture, uint32_t y, uint8_t *scratch);

typedef struct png_picture {
    struct spng_ihdr header;
    size_t row_size;
    png_row_source row;
    const void *picture;
} png_picture;

// The code of the library; *status is LF_IO_E_CANCELLED if the caller wants it ended.
static int png_encode_rows(const lfio_input *in, spng_ctx *context, const png_picture *picture,
                           uint8_t *scratch, lf_io_status *status) {
    struct spng_ihdr header = picture->header;
    int code = spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1);
    if (code == 0) code = spng_set_ihdr(context, &header);
    if (code == 0)
        code =
            spng_encode_image(context, NULL, 0, SPNG_FMT_PNG, SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE);
    for (uint32_t y = 0; code == 0 && *status == LF_IO_OK && y < header.height; y++) {
        code = spng_encode_row(context, picture->row(picture->picture, y, scratch), picture->row_size);
        if (code == 0 || code == SPNG_EOI) *status = lfio_row_done(in, y, header.width, header.height);
    }
    return code == SPNG_EOI ? 0 : code;
}

static lf_io_status png_encode(const lfio_input *in, const png_picture *picture, lfio_bytes *out) {
    *out = (lfio_bytes){0};
    uint8_t *scratch = lfio_alloc((int64_t)picture->row_size);
    spng_ctx *context = scratch != NULL ? png_context(SPNG_CTX_ENCODER) : NULL;
    lf_io_status status = LF_IO_OK;
    int code = context != NULL ? png_encode_rows(in, context, picture, scratch, &status) : SPNG_EMEM;
    if (code == 0 && status == LF_IO_OK) out->data = spng_get_png_buffer(context, &out->size, &code);
    spng_ctx_free(context);
    free(scratch);
    if (code == SPNG_EMEM || code == SPNG_EZLIB_INIT) return lfio_fail_memory(in);
    if (code != 0)
        return lfio_fail(in, LF_IO_E_LIMIT, lfio_nowhere(), "cannot be made a PNG: %s", spng_strerror(code));
    return status;
}

static const uint8_t *png_row_of_tiles(const void *picture, uint32_t y, uint8_t *scratch) {
    const lf_plane *tiles = picture;
    const uint8_t *open = tiles->open + (size_t)y * (size_t)tiles->width;
    memset(scratch, 0, ((size_t)tiles->width + 7) / 8);
    for (int32_t x = 0; x < tiles->width; x++)
        if (open[x] != 0) scratch[x / 8] |= (uint8_t)(0x80 >> (x % 8));
    return scratch;
}

lf_io_status lfio_png_encode_tiles(const lfio_input *in, const lf_plane *tiles, lfio_bytes *out) {
    const png_picture picture = {
        .header = {.width = (uint32_t)tiles->width,
                   .height = (uint32_t)tiles->height,
                   .bit_depth = 1,
                   .color_type = SPNG_COLOR_TYPE_GRAYSCALE},
        .row_size = ((size_t)tiles->width + 7) / 8,
        .row = png_row_of_tiles,
        .picture = tiles,
    };
    return png_encode(in, &picture, out);
}

typedef struct png_rgb {
    size_t row_size;
    const uint8_t *bytes;
} png_rgb;

static const uint8_t *png_row_of_rgb(const void *picture, uint32_t y, uint8_t *scratch) {
    const png_rgb *rgb = picture;
    (void)scratch;
    return rgb->bytes + (size_t)y * rgb->row_size;
}

lf_io_status lfio_png_encode_rgb(const lfio_input *in, int32_t width, int32_t height, const uint8_t *rgb,
                                 lfio_bytes *out) {
    const png_rgb bytes = {(size_t)width * 3, rgb};
    const png_picture picture = {
        .header = {.width = (uint32_t)width,
                   .height = (uint32_t)height,
                   .bit_depth = 8,
                   .color_type = SPNG_COLOR_TYPE_TRUECOLOR},
        .row_size = bytes.row_size,
        .row = png_row_of_rgb,
        .picture = &bytes,
    };
    return png_encode(in, &picture, out);
}
