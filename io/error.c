// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Messages. They are shown on terminals and web pages, and parts of them (file names, words of the file) come
// from strangers. So every message passes one filter at the end: printable ASCII stays, whole UTF-8 sequences
// of visible characters stay (file names have accents), and each other byte becomes '?'. No reader has to
// think about it.

#include "lfio.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SHOWN = 200 }; // a path may be longer than the whole message; its end is the part that tells

// Code points that draw nothing, move the cursor or turn the reading direction.
static bool codepoint_is_harmful(uint32_t c) {
    return c < 0xA0 || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x206F) || (c >= 0xD800 && c <= 0xDFFF) || c == 0xFEFF || c > 0x10FFFF;
}

// The length of the UTF-8 sequence of a harmless character at the front of a NUL-terminated text, or 0.
static size_t utf8_sequence_length(const unsigned char *text) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t length = text[0] >= 0xF0 ? 4 : text[0] >= 0xE0 ? 3 : text[0] >= 0xC0 ? 2 : 0;
    if (length == 0 || text[0] > 0xF7) return 0;
    uint32_t codepoint = text[0] & (0xFFu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80) return 0;
        codepoint = (codepoint << 6) | (text[i] & 0x3Fu);
    }
    return codepoint < least[length] || codepoint_is_harmful(codepoint) ? 0 : length;
}

static void message_clean(char *message) {
    unsigned char *at = (unsigned char *)message;
    while (*at != 0) {
        const size_t sequence = utf8_sequence_length(at);
        if (sequence == 0 && (*at < 0x20 || *at > 0x7E)) *at = '?';
        at += sequence == 0 ? 1 : sequence;
    }
}

// Writes "NAME:LINE:COLUMN: " and gives its length.
static size_t message_begin(char *message, size_t size, const char *name, lfio_place place) {
    const size_t length = strlen(name);
    const bool cut = length > NAME_SHOWN;
    const char *shown = cut ? name + length - NAME_SHOWN : name;
    const char *dots = cut ? "..." : "";
    int written;
    if (place.line > 0 && place.column > 0)
        written =
            snprintf(message, size, "%s%s:%" PRId64 ":%" PRId64 ": ", dots, shown, place.line, place.column);
    else if (place.line > 0)
        written = snprintf(message, size, "%s%s:%" PRId64 ": ", dots, shown, place.line);
    else if (place.offset >= 0)
        written = snprintf(message, size, "%s%s: offset %" PRId64 ": ", dots, shown, place.offset);
    else
        written = snprintf(message, size, "%s%s: ", dots, shown);
    return written < 0 ? 0 : (size_t)written;
}

void lfio_error_fill(const lfio_input *in, lf_io_status status, lfio_place place, const char *format, ...) {
    lf_io_error *error = in->error;
    if (error == NULL) return;
    *error =
        (lf_io_error){.status = status, .line = place.line, .column = place.column, .offset = place.offset};
    const size_t size = sizeof error->message;
    const size_t used = message_begin(error->message, size, in->name, place);
    va_list arguments;
    va_start(arguments, format);
    const int written = vsnprintf(error->message + used, size - used, format, arguments);
    va_end(arguments);
    if (written >= 0 && (size_t)written >= size - used) memcpy(error->message + size - 4, "...", 4);
    message_clean(error->message);
}

void lfio_error_clear(lf_io_error *error) {
    if (error != NULL) *error = (lf_io_error){.offset = -1};
}

const char *lfio_quote(char out[LFIO_QUOTE_SIZE], const void *bytes, size_t length) {
    enum { SHOWN = 24 };
    const unsigned char *text = bytes;
    if (length == 0) {
        snprintf(out, LFIO_QUOTE_SIZE, "nothing");
    } else if (length == 1 && (text[0] < 0x20 || text[0] > 0x7E)) {
        snprintf(out, LFIO_QUOTE_SIZE, "byte 0x%02X", text[0]);
    } else {
        char word[SHOWN + 1];
        const size_t shown = length < SHOWN ? length : SHOWN;
        for (size_t i = 0; i < shown; i++) word[i] = text[i] < 0x20 || text[i] > 0x7E ? '?' : (char)text[i];
        word[shown] = '\0';
        snprintf(out, LFIO_QUOTE_SIZE, "'%s%s'", word, length > SHOWN ? "..." : "");
    }
    return out;
}
