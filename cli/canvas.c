// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Pixels, colours and letters.
#include "canvas.h"

#include "font.h"
#include "svg.h"

#include <stdlib.h>

int32_t share_clamp(int32_t share) {
    return share < 0 ? 0 : share > FULL ? FULL : share;
}

int32_t range_clamp(int32_t value, int32_t least, int32_t most) {
    return value < least ? least : value > most ? most : value;
}

uint32_t length_root(uint64_t square) {
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 20; bit != 0; bit >>= 1)
        if ((root | bit) * (root | bit) <= square) root |= bit;
    return (uint32_t)root;
}

int32_t edge_share(int32_t inside) {
    return share_clamp((inside + SUB / 2) * FULL / SUB);
}

uint32_t color_mix(uint32_t from, uint32_t to, int32_t share) {
    uint32_t mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        const uint32_t a = from >> shift & 0xFF, b = to >> shift & 0xFF;
        mixed |= (a * (uint32_t)(FULL - share) + b * (uint32_t)share + FULL / 2) / FULL << shift;
    }
    return mixed;
}

bool canvas_make(draw_picture *canvas, int32_t width, int32_t height, uint32_t color) {
    *canvas =
        (draw_picture){.width = width, .height = height, .rgb = malloc((size_t)width * (size_t)height * 3)};
    if (canvas->rgb == NULL) return false;
    canvas_fill(canvas, 0, 0, width, height, color);
    return true;
}

void canvas_set(draw_picture *canvas, int32_t x, int32_t y, uint32_t color) {
    uint8_t *rgb = canvas->rgb + 3 * ((int64_t)y * canvas->width + x);
    rgb[0] = (uint8_t)(color >> 16);
    rgb[1] = (uint8_t)(color >> 8);
    rgb[2] = (uint8_t)color;
}

int64_t length_square(int64_t x, int64_t y) {
    return x * x + y * y;
}

int64_t stretch_square(canvas_place p, canvas_place a, canvas_place b) {
    const int64_t along_x = b.x - a.x, along_y = b.y - a.y, to_x = p.x - a.x, to_y = p.y - a.y;
    const int64_t along = length_square(along_x, along_y), at = to_x * along_x + to_y * along_y;
    if (at <= 0) return length_square(to_x, to_y);
    if (at >= along) return length_square(p.x - b.x, p.y - b.y);
    const int64_t across = to_x * along_y - to_y * along_x;
    return across * across / along;
}

static int32_t pixel_range(int64_t place, int32_t side) {
    return (int32_t)(place < 0 ? 0 : place / SUB < side ? place / SUB : side);
}

void canvas_stretch(draw_picture *canvas, canvas_place a, canvas_place b, int32_t half, uint32_t color) {
    const int32_t reach = half + SUB;
    const int32_t left = pixel_range((a.x < b.x ? a.x : b.x) - reach, canvas->width);
    const int32_t top = pixel_range((a.y < b.y ? a.y : b.y) - reach, canvas->height);
    const int32_t right = pixel_range((a.x > b.x ? a.x : b.x) + reach + SUB, canvas->width);
    const int32_t bottom = pixel_range((a.y > b.y ? a.y : b.y) + reach + SUB, canvas->height);
    for (int32_t y = top; y < bottom; y++)
        for (int32_t x = left; x < right; x++) {
            const canvas_place centre = {x * SUB + SUB / 2, y * SUB + SUB / 2};
            const int32_t distance = (int32_t)length_root((uint64_t)stretch_square(centre, a, b));
            canvas_blend(canvas, x, y, color, edge_share(half - distance));
        }
}

void canvas_blend(draw_picture *canvas, int32_t x, int32_t y, uint32_t color, int32_t share) {
    const uint8_t *rgb = canvas->rgb + 3 * ((int64_t)y * canvas->width + x);
    const uint32_t below = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
    canvas_set(canvas, x, y, color_mix(below, color, share));
}

void canvas_dot(draw_picture *canvas, canvas_place at, int32_t radius, uint32_t color) {
    const int32_t center_x = (int32_t)(at.x / SUB), center_y = (int32_t)(at.y / SUB),
                  reach = radius / SUB + 1;
    for (int32_t y = center_y - reach; y <= center_y + reach; y++)
        for (int32_t x = center_x - reach; x <= center_x + reach; x++) {
            if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height) continue;
            const int64_t to_x = x * SUB + SUB / 2 - at.x, to_y = y * SUB + SUB / 2 - at.y;
            const uint32_t away = length_root((uint64_t)(to_x * to_x + to_y * to_y));
            canvas_blend(canvas, x, y, color, edge_share(radius - (int32_t)away));
        }
}

void canvas_fill(draw_picture *canvas, int32_t x, int32_t y, int32_t width, int32_t height, uint32_t color) {
    if (canvas->lines != NULL) {
        svg_fill(canvas->lines, x, y, width, height, color);
        return;
    }
    const int32_t x_end = range_clamp(x + width, 0, canvas->width);
    const int32_t y_end = range_clamp(y + height, 0, canvas->height);
    for (int32_t j = range_clamp(y, 0, y_end); j < y_end; j++)
        for (int32_t i = range_clamp(x, 0, x_end); i < x_end; i++) canvas_set(canvas, i, j, color);
}

static void sign_paint(draw_picture *canvas, int32_t x, int32_t y, int32_t scale, char sign, uint32_t color) {
    for (int32_t j = 0; j < FONT_HEIGHT; j++)
        for (int32_t i = 0; i < font_sign_width(sign); i++)
            if (font_has_dot(sign, i, j))
                canvas_fill(canvas, x + i * scale, y + j * scale, scale, scale, color);
}

void canvas_text(draw_picture *canvas, int32_t x, int32_t y, int32_t scale, const char *text,
                 uint32_t color) {
    if (canvas->lines != NULL) {
        svg_text(canvas->lines, x, y, scale, text, color);
        return;
    }
    for (; *text != '\0'; text++) {
        sign_paint(canvas, x, y, scale, *text, color);
        x += (font_sign_width(*text) + 1) * scale;
    }
}
