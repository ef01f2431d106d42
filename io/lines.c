// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Lines and words of a text in memory, with the place of each, so that every error can say where. Lines end
// with "\n" or "\r\n"; a "\r" anywhere else is an ordinary byte, which the readers then refuse. Nothing is
// copied. A byte order mark at the beginning, which some editors write, is no part of the text.

#include "lfio.h"

#include <string.h>

lfio_lines lfio_lines_of(const lfio_input *in) {
    static const char nothing[1] = "";
    const char *begin = in->size > 0 ? (const char *)in->bytes : nothing;
    const size_t mark = in->size >= 3 && memcmp(begin, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    return (lfio_lines){begin + mark, begin + in->size, 0};
}

bool lfio_lines_next(lfio_lines *lines, lfio_slice *out) {
    *out = (lfio_slice){lines->end, 0, lines->line + 1, 1};
    if (lines->at == lines->end) return false;
    const char *begin = lines->at;
    const char *newline = memchr(begin, '\n', (size_t)(lines->end - begin));
    const char *end = newline != NULL ? newline : lines->end;
    lines->at = newline != NULL ? newline + 1 : lines->end;
    lines->line++;
    if (newline != NULL && end > begin && end[-1] == '\r') end--;
    *out = (lfio_slice){begin, (size_t)(end - begin), lines->line, 1};
    return true;
}

lfio_slice lfio_line_of(lfio_slice line) {
    if (line.length == 0 || line.text[line.length - 1] != '\n') return line;
    line.length--;
    if (line.length > 0 && line.text[line.length - 1] == '\r') line.length--;
    return line;
}

static bool byte_is_blank(char c) {
    return c == ' ' || c == '\t';
}

static void slice_advance(lfio_slice *slice, size_t count) {
    slice->text += count;
    slice->length -= count;
    slice->column += (int64_t)count;
}

bool lfio_word_next(lfio_slice *line, lfio_slice *out) {
    size_t blanks = 0;
    while (blanks < line->length && byte_is_blank(line->text[blanks])) blanks++;
    slice_advance(line, blanks);
    size_t length = 0;
    while (length < line->length && !byte_is_blank(line->text[length])) length++;
    *out = (lfio_slice){line->text, length, line->line, line->column};
    slice_advance(line, length);
    return length > 0;
}

bool lfio_slice_is(lfio_slice slice, const char *text) {
    return slice.length == strlen(text) && memcmp(slice.text, text, slice.length) == 0;
}

bool lfio_slice_is_blank(lfio_slice slice) {
    for (size_t i = 0; i < slice.length; i++)
        if (!byte_is_blank(slice.text[i])) return false;
    return true;
}
