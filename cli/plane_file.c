// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Numbers of tiles as files. An array of NumPy is the raw numbers behind a header of text, padded so that the
// numbers begin at a multiple of 64.
#include "plane_file.h"

#include "cli.h"
#include "output.h"

#include <stdio.h>
#include <string.h>

enum { NPY_HEADER = 128, NPY_PREFIX = 10, CHUNK = 4096 };

static bool path_ends_in(const char *path, const char *ending) {
    const size_t length = strlen(path), end = strlen(ending);
    return length > end && strcmp(path + length - end, ending) == 0;
}

bool plane_format_of(const char *option, const char *path, plane_format *out) {
    static const char *const endings[] = {
        [PLANE_RAW] = ".raw", [PLANE_NPY] = ".npy", [PLANE_PICTURE] = ".png"};
    *out = PLANE_RAW;
    if (path == NULL) return true;
    for (int i = PLANE_RAW; i <= PLANE_PICTURE; i++) {
        *out = (plane_format)i;
        if (path_ends_in(path, endings[i])) return true;
    }
    cli_say("%s: the ending of '%s' says no format, expected .raw, .npy or .png", option, path);
    return false;
}

/// The header of an array: magic, version 1.0, the length of the text, the text.
static void npy_header(const plane_numbers *plane, uint8_t out[NPY_HEADER]) {
    char text[NPY_HEADER - NPY_PREFIX + 1];
    const int length =
        snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }",
                 plane->bytes != NULL ? "|u1" : "<u4", plane->height, plane->width);
    memset(text + length, ' ', sizeof text - 2 - (size_t)length);
    text[sizeof text - 2] = '\n';
    memcpy(out, "\x93NUMPY\x01\x00", 8);
    out[8] = NPY_HEADER - NPY_PREFIX;
    out[9] = 0;
    memcpy(out + NPY_PREFIX, text, NPY_HEADER - NPY_PREFIX);
}

static bool put_words(output *out, const uint32_t *words, int64_t count) {
    uint8_t bytes[4 * CHUNK];
    bool ok = true;
    for (int64_t done = 0; ok && done < count; done += CHUNK) {
        const int64_t left = count - done, some = left < CHUNK ? left : CHUNK;
        for (int64_t i = 0; i < some; i++) {
            for (int k = 0; k < 4; k++) bytes[4 * i + k] = (uint8_t)(words[done + i] >> (8 * k));
        }
        ok = output_put(out, bytes, (size_t)(4 * some));
    }
    return ok;
}

bool plane_save(const char *path, plane_format format, const plane_numbers *plane) {
    const int64_t count = (int64_t)plane->width * plane->height;
    uint8_t header[NPY_HEADER];
    output out;
    if (!output_open(&out, path)) return false;
    npy_header(plane, header);
    bool ok = format != PLANE_NPY || output_put(&out, header, sizeof header);
    if (ok && plane->bytes != NULL) ok = output_put(&out, plane->bytes, (size_t)count);
    if (ok && plane->bytes == NULL) put_words(&out, plane->words, count);
    return output_commit(&out); // which says what was not taken
}
