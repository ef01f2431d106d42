// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Rectangles, discs and letters in inks.
#include "inks.h"

#include "font.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

void inks_fill(const inks *on, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t ink) {
    const int32_t left = x < 0 ? 0 : x, right = x + width < on->width ? x + width : on->width;
    const int32_t bottom = y + height < on->height ? y + height : on->height;
    for (int32_t j = y < 0 ? 0 : y; j < bottom && left < right; j++)
        memset(on->pixels + (size_t)j * (size_t)on->width + left, ink, (size_t)(right - left));
}

void inks_disc(const inks *on, int32_t x, int32_t y, int32_t size, uint8_t ink) {
    for (int32_t j = 0; j < size; j++)
        for (int32_t i = 0; i < size; i++) {
            const int32_t dx = 2 * i + 1 - size, dy = 2 * j + 1 - size;
            if (dx * dx + dy * dy <= size * size) inks_fill(on, x + i, y + j, 1, 1, ink);
        }
}

void inks_text(const inks *on, int32_t x, int32_t y, const char *text, uint8_t ink) {
    for (; *text != '\0'; x += font_sign_width(*text++) + 1)
        for (int32_t j = 0; j < FONT_HEIGHT; j++)
            for (int32_t i = 0; i < font_sign_width(*text); i++)
                if (font_has_dot(*text, i, j)) inks_fill(on, x + i, y + j, 1, 1, ink);
}

void inks_caption(const inks *on, const char *text, uint8_t paper, uint8_t ink) {
    if (on->width < INKS_CAPTION_WIDTH) return;
    const int32_t top = on->height - INKS_CAPTION;
    inks_fill(on, 0, top, on->width, INKS_CAPTION, paper);
    inks_text(on, 6, top + (INKS_CAPTION - FONT_ASCENT) / 2, text, ink);
}

bool inks_name_ends(const char *path, const char *ending) {
    const size_t size = strlen(path), tail = strlen(ending);
    return size >= tail && strcasecmp(path + size - tail, ending) == 0;
}
