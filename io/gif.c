// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Animations as GIF, with giflib. A frame is painted over the one before, and only the rectangle that changed
// is written: for a hero who walks through a dungeon that is a few tiles of it, so files stay small.
//
// The file is made in memory and then written whole, as all files here.

#include "lfio.h"

#include <gif_lib.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GIF_MAX_SIDE = 65535 };

// The file so far.
typedef struct gif_sink {
    uint8_t *data;
    size_t size, room;
} gif_sink;

static int gif_take(GifFileType *gif, const GifByteType *bytes, int count) {
    gif_sink *sink = gif->UserData;
    const size_t needed = sink->size + (size_t)count;
    if (needed > sink->room) {
        const size_t room = 2 * needed + 4096;
        uint8_t *data = realloc(sink->data, room);
        if (data == NULL) return 0;
        sink->data = data;
        sink->room = room;
    }
    memcpy(sink->data + sink->size, bytes, (size_t)count);
    sink->size = needed;
    return count;
}

typedef struct gif_box {
    int32_t left, top, right, bottom; // right and bottom are behind it
} gif_box;

// What differs between two frames; one pixel if nothing does, since a frame cannot be empty.
static gif_box gif_difference(const lf_animation *animation, const uint8_t *before, const uint8_t *now) {
    const int32_t width = animation->width, height = animation->height;
    gif_box box = {width, height, 0, 0};
    for (int32_t y = 0; y < height; y++) {
        const uint8_t *a = before + (size_t)y * (size_t)width, *b = now + (size_t)y * (size_t)width;
        if (memcmp(a, b, (size_t)width) == 0) continue;
        if (y < box.top) box.top = y;
        box.bottom = y + 1;
        int32_t left = 0, right = width;
        while (a[left] == b[left]) left++;
        while (a[right - 1] == b[right - 1]) right--;
        if (left < box.left) box.left = left;
        if (right > box.right) box.right = right;
    }
    return box.right > box.left ? box : (gif_box){0, 0, 1, 1};
}

static bool gif_put_frame(GifFileType *gif, const lf_animation *animation, gif_box box, uint8_t *pixels,
                          int32_t delay) {
    GraphicsControlBlock control = {
        .DisposalMode = DISPOSE_DO_NOT, .DelayTime = delay, .TransparentColor = NO_TRANSPARENT_COLOR};
    GifByteType extension[4];
    EGifGCBToExtension(&control, extension);
    if (EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, sizeof extension, extension) == GIF_ERROR ||
        EGifPutImageDesc(gif, box.left, box.top, box.right - box.left, box.bottom - box.top, false, NULL) ==
            GIF_ERROR)
        return false;
    for (int32_t y = box.top; y < box.bottom; y++)
        if (EGifPutLine(gif, pixels + (size_t)y * (size_t)animation->width + box.left,
                        box.right - box.left) == GIF_ERROR)
            return false;
    return true;
}

static bool gif_put_frames(GifFileType *gif, const lf_animation *animation, uint8_t *now, uint8_t *before) {
    const size_t size = (size_t)animation->width * (size_t)animation->height;
    memset(now, 0, size);
    for (int64_t frame = 0; frame < animation->frame_count; frame++) {
        memcpy(before, now, size);
        const int32_t delay = animation->paint(frame, now, animation->user);
        const gif_box whole = {0, 0, animation->width, animation->height};
        const gif_box box = frame == 0 ? whole : gif_difference(animation, before, now);
        if (!gif_put_frame(gif, animation, box, now, delay)) return false;
    }
    return true;
}

// The extension that browsers know: repeat for ever.
static bool gif_put_loop(GifFileType *gif) {
    static const GifByteType forever[] = {1, 0, 0};
    return EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(gif, sizeof forever, forever) == GIF_OK &&
           EGifPutExtensionTrailer(gif) == GIF_OK;
}

// A palette has a power of two of colours.
static ColorMapObject *gif_palette(const lf_animation *animation) {
    int count = 2;
    while (count < animation->color_count) count *= 2;
    ColorMapObject *palette = GifMakeMapObject(count, NULL);
    for (int i = 0; palette != NULL && i < count; i++) {
        const uint32_t color = i < animation->color_count ? animation->colors[i] : 0;
        palette->Colors[i] =
            (GifColorType){(GifByteType)(color >> 16), (GifByteType)(color >> 8), (GifByteType)color};
    }
    return palette;
}

static bool gif_encode(const lf_animation *animation, uint8_t *now, uint8_t *before, gif_sink *sink) {
    int problem;
    ColorMapObject *palette = gif_palette(animation);
    GifFileType *gif = palette != NULL ? EGifOpen(sink, gif_take, &problem) : NULL;
    bool done = gif != NULL;
    if (done) {
        EGifSetGifVersion(gif, true);
        done = EGifPutScreenDesc(gif, animation->width, animation->height, 8, 0, palette) == GIF_OK &&
               gif_put_loop(gif) && gif_put_frames(gif, animation, now, before);
    }
    if (gif != NULL && EGifCloseFile(gif, &problem) == GIF_ERROR) done = false;
    GifFreeMapObject(palette);
    return done;
}

static lf_io_status animation_check(const lfio_input *in, const lf_animation *animation) {
    if (animation == NULL || animation->colors == NULL || animation->paint == NULL)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "a required pointer is NULL");
    if (animation->width < 1 || animation->height < 1 || animation->width > GIF_MAX_SIDE ||
        animation->height > GIF_MAX_SIDE)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(),
                         "an animation of %" PRId32 " x %" PRId32 " pixels, expected 1 to 65535 each",
                         animation->width, animation->height);
    if (animation->color_count < 1 || animation->color_count > 256)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "%" PRId32 " colours, expected 1 to 256",
                         animation->color_count);
    if (animation->frame_count < 1)
        return lfio_fail(in, LF_IO_E_ARGUMENT, lfio_nowhere(), "no frames, expected at least 1");
    return LF_IO_OK;
}

lf_io_status lf_animation_save(const char *path, const lf_animation *animation, lf_io_error *error) {
    lfio_error_clear(error);
    const lfio_input in = {.name = path != NULL ? path : "?", .max_tiles = LFIO_MAX_TILES, .error = error};
    lf_io_status status = lfio_path_check_saved(&in, path);
    if (status == LF_IO_OK) status = animation_check(&in, animation);
    if (status != LF_IO_OK) return status;
    const size_t size = (size_t)animation->width * (size_t)animation->height;
    uint8_t *now = malloc(size), *before = malloc(size);
    gif_sink sink = {0};
    if (now == NULL || before == NULL || !gif_encode(animation, now, before, &sink))
        status = lfio_fail_memory(&in);
    else
        status = lfio_file_write(&in, path, (lfio_bytes){sink.data, sink.size});
    free(now);
    free(before);
    free(sink.data);
    return status;
}
