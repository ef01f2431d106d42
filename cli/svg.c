// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The text of an SVG. The first line, which has the size, is only known at the end, so room is kept for it.
//
// A line is written once and used twice, for its casing and its core; stretches that go on in the same
// direction are one, so a route over a thousand tiles has as many points as it has bends.
#include "svg.h"

#include "font.h"

#include <inttypes.h>
#include <landfall_io.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEAD_ROOM = 256,
    NUMBER = 24, // signs of a place as text
};

struct svg {
    char *text;
    size_t size, room;
    bool failed;
    int32_t clips, lines;    // so far: they have names
    canvas_place begin, end; // of the stretch that may still go on
    bool drawing;            // whether there is one
    bool moved;              // whether its beginning has been written
};

// ---------------------------------------------------------------------------------------------------
// Text
// ---------------------------------------------------------------------------------------------------

static bool svg_reserve(svg *of, size_t more) {
    if (of->failed) return false;
    if (of->room - of->size > more) return true;
    const size_t room = 2 * of->room + more + 1;
    char *grown = realloc(of->text, room);
    of->failed = grown == NULL;
    if (of->failed) return false;
    of->text = grown;
    of->room = room;
    return true;
}

static void svg_add(svg *of, const char *text, size_t size) {
    if (!svg_reserve(of, size)) return;
    memcpy(of->text + of->size, text, size);
    of->size += size;
}

__attribute__((format(printf, 2, 3))) static void svg_print(svg *of, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (size < 0 || (size_t)size >= sizeof text)
        of->failed = true;
    else
        svg_add(of, text, (size_t)size);
}

svg *svg_make(void) {
    svg *of = calloc(1, sizeof *of);
    if (of == NULL) return NULL;
    char head[HEAD_ROOM];
    memset(head, ' ', sizeof head);
    svg_add(of, head, sizeof head);
    return of;
}

void svg_free(svg *of) {
    if (of == NULL) return;
    free(of->text);
    free(of);
}

const char *svg_finish(svg *of, int32_t width, int32_t height, uint32_t paper, size_t *size) {
    char head[HEAD_ROOM];
    const int used = snprintf(head, sizeof head,
                              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%" PRId32
                              "\" height=\"%" PRId32 "\" viewBox=\"0 0 %" PRId32 " %" PRId32
                              "\"><rect width=\"100%%\" height=\"100%%\" fill=\"#%06" PRIX32 "\"/>",
                              width, height, width, height, paper);
    svg_print(of, "</svg>\n");
    if (of->failed) return NULL;
    memcpy(of->text, head, (size_t)used);
    of->text[HEAD_ROOM - 1] = '\n';
    *size = of->size;
    return of->text;
}

// ---------------------------------------------------------------------------------------------------
// Shapes
// ---------------------------------------------------------------------------------------------------

// A number of 1/SUB of a pixel: whole where it can be.
static const char *number_text(int64_t value, char out[NUMBER]) {
    int size = snprintf(out, NUMBER, "%.4f", (double)value / SUB);
    while (out[size - 1] == '0') out[--size] = '\0';
    if (out[size - 1] == '.') out[--size] = '\0';
    return out;
}

void svg_fill(svg *of, int32_t x, int32_t y, int32_t width, int32_t height, uint32_t color) {
    svg_print(of,
              "<rect x=\"%" PRId32 "\" y=\"%" PRId32 "\" width=\"%" PRId32 "\" height=\"%" PRId32
              "\" fill=\"#%06" PRIX32 "\"/>\n",
              x, y, width, height, color);
}

static void svg_escape(svg *of, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '&')
            svg_add(of, "&amp;", 5);
        else if (*text == '<')
            svg_add(of, "&lt;", 4);
        else if (*text == '>')
            svg_add(of, "&gt;", 4);
        else
            svg_add(of, text, 1);
    }
}

void svg_text(svg *of, int32_t x, int32_t y, int32_t scale, const char *text, uint32_t color) {
    if (*text == '\0') return;
    svg_print(of,
              "<text x=\"%" PRId32 "\" y=\"%" PRId32 "\" font-family=\"sans-serif\" font-size=\"%" PRId32
              "\" textLength=\"%" PRId32 "\" lengthAdjust=\"spacingAndGlyphs\" fill=\"#%06" PRIX32 "\">",
              x, y + FONT_ASCENT * scale, FONT_HEIGHT * scale, font_text_width(text) * scale, color);
    svg_escape(of, text);
    svg_print(of, "</text>\n");
}

void svg_disc(svg *of, canvas_place at, int32_t radius, uint32_t color, int32_t percent) {
    char x[NUMBER], y[NUMBER], r[NUMBER];
    svg_print(
        of, "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"#%06" PRIX32 "\" fill-opacity=\"%" PRId32 "%%\"/>\n",
        number_text(at.x, x), number_text(at.y, y), number_text(radius, r), color, percent);
}

void svg_diamond(svg *of, canvas_place at, int32_t radius, uint32_t color, int32_t percent) {
    char x[NUMBER], y[NUMBER], left[NUMBER], right[NUMBER], top[NUMBER], bottom[NUMBER];
    number_text(at.x, x);
    number_text(at.y, y);
    svg_print(of,
              "<path d=\"M%s %sL%s %sL%s %sL%s %sz\" fill=\"#%06" PRIX32 "\" fill-opacity=\"%" PRId32
              "%%\"/>\n",
              number_text(at.x - radius, left), y, x, number_text(at.y - radius, top),
              number_text(at.x + radius, right), y, x, number_text(at.y + radius, bottom), color, percent);
}

void svg_clip_begin(svg *of, int32_t x, int32_t y, int32_t width, int32_t height) {
    const int32_t id = of->clips++;
    svg_print(of,
              "<clipPath id=\"clip%" PRId32 "\"><rect x=\"%" PRId32 "\" y=\"%" PRId32 "\" width=\"%" PRId32
              "\" height=\"%" PRId32 "\"/></clipPath>\n<g clip-path=\"url(#clip%" PRId32 ")\">\n",
              id, x, y, width, height, id);
}

void svg_clip_end(svg *of) {
    svg_print(of, "</g>\n");
}

// ---------------------------------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------------------------------

static void line_point(svg *of, char letter, canvas_place at) {
    char x[NUMBER], y[NUMBER];
    svg_print(of, "%c%s %s", letter, number_text(at.x, x), number_text(at.y, y));
}

static void line_flush(svg *of) {
    if (!of->drawing) return;
    if (!of->moved) line_point(of, 'M', of->begin);
    line_point(of, 'L', of->end);
    of->moved = true;
    of->drawing = false;
}

void svg_line_begin(svg *of) {
    of->drawing = of->moved = false;
    svg_print(of, "<path id=\"line%" PRId32 "\" fill=\"none\" d=\"", ++of->lines);
}

// Places are rounded, so a direction is the same if the end of the first stretch is less than 1/8 of a pixel
// beside the stretch from its beginning to the new end, and the way is not turned back.
static bool stretch_goes_on(canvas_place a, canvas_place b, canvas_place c) {
    if (a.x == b.x && a.y == b.y) return true; // a dot, so far
    const double ux = (double)(b.x - a.x), uy = (double)(b.y - a.y);
    const double vx = (double)(c.x - a.x), vy = (double)(c.y - a.y);
    const double cross = ux * vy - uy * vx, along = vx * vx + vy * vy;
    return ux * (double)(c.x - b.x) + uy * (double)(c.y - b.y) > 0 && cross * cross <= 4 * along;
}

void svg_line_stretch(svg *of, canvas_place from, canvas_place to) {
    const bool joined = (of->drawing || of->moved) && of->end.x == from.x && of->end.y == from.y;
    if (joined && of->drawing && stretch_goes_on(of->begin, of->end, to)) {
        of->end = to;
        return;
    }
    line_flush(of);
    of->moved = of->moved && joined;
    of->begin = from;
    of->end = to;
    of->drawing = true;
}

static void line_use(svg *of, uint32_t color, int32_t half) {
    char width[NUMBER];
    svg_print(of,
              "<use href=\"#line%" PRId32 "\" stroke=\"#%06" PRIX32
              "\" stroke-width=\"%s\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n",
              of->lines, color, number_text(2 * (int64_t)half, width));
}

void svg_line_end(svg *of, uint32_t color, int32_t core, int32_t casing) {
    line_flush(of);
    svg_print(of, "\"/>\n");
    if (casing > core) line_use(of, 0xFFFFFF, casing);
    line_use(of, color, core);
}

// ---------------------------------------------------------------------------------------------------
// Images
// ---------------------------------------------------------------------------------------------------

static void svg_base64(svg *of, const uint8_t *bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size && !of->failed; i += 3) {
        const uint32_t second = i + 1 < size ? bytes[i + 1] : 0, third = i + 2 < size ? bytes[i + 2] : 0;
        const uint32_t all = (uint32_t)bytes[i] << 16 | second << 8 | third;
        const char four[4] = {digits[all >> 18], digits[all >> 12 & 63],
                              i + 1 < size ? digits[all >> 6 & 63] : '=',
                              i + 2 < size ? digits[all & 63] : '='};
        svg_add(of, four, sizeof four);
    }
}

// The rectangle's own pixels, without those beside it.
static uint8_t *pixels_of(const draw_picture *from, int32_t x, int32_t y, int32_t width, int32_t height) {
    const size_t row = (size_t)width * 3;
    uint8_t *rgb = malloc(row * (size_t)height);
    for (int32_t j = 0; rgb != NULL && j < height; j++)
        memcpy(rgb + (size_t)j * row, from->rgb + 3 * ((size_t)(y + j) * (size_t)from->width + (size_t)x),
               row);
    return rgb;
}

void svg_image(svg *of, const draw_picture *from, int32_t x, int32_t y, int32_t width, int32_t height) {
    uint8_t *png = NULL, *rgb = pixels_of(from, x, y, width, height);
    size_t size = 0;
    if (rgb == NULL || lf_picture_encode(width, height, rgb, &png, &size, NULL) != LF_IO_OK)
        of->failed = true;
    svg_print(of,
              "<image x=\"%" PRId32 "\" y=\"%" PRId32 "\" width=\"%" PRId32 "\" height=\"%" PRId32
              "\" style=\"image-rendering:pixelated\" href=\"data:image/png;base64,",
              x, y, width, height);
    if (png != NULL) svg_base64(of, png, size);
    svg_print(of, "\"/>\n");
    lf_encoded_free(png);
    free(rgb);
}
