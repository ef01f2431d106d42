// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Rows of an interrupted run, one after the other. A row is whole if it begins with the number that it must
// have, ends like a row, and has no zero in it. All that follows the first row that is not is of no use: a run that was
// killed leaves half a row, a machine that lost its power may leave zeros, and so does a rank that died before it wrote
// rows in front of those of another one.
#include "kept.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// A line of the file, grown as needed.
typedef struct kept_line {
    char *text;
    size_t room;
    ssize_t size; // with its line end
} kept_line;

static bool text_begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static bool line_ends(const kept_line *line, const char *with) {
    const size_t size = strlen(with);
    return (size_t)line->size >= size && memcmp(line->text + line->size - size, with, size) == 0;
}

/// Reads a row that must be of a query; false if it is not whole.
static bool row_read(const kept_line *line, const kept_form *form, int64_t id, kept_rows *out) {
    char begin[64];
    snprintf(begin, sizeof begin, form->json ? "{\"id\":%" PRId64 ",\"found\":" : "%" PRId64 ",", id);
    if (memchr(line->text, '\0', (size_t)line->size) != NULL) return false;
    if (!text_begins(line->text, begin) || !line_ends(line, form->json ? "}\n" : "\n")) return false;
    const char *rest = line->text + strlen(begin);
    const bool found = text_begins(rest, form->json ? "true," : "1,");
    if (!found && !text_begins(rest, form->json ? "false," : "0,")) return false;
    const bool wrong = form->agrees && line_ends(line, form->json ? "\"agrees\":false}\n" : ",0\n");
    if (form->agrees && !wrong && !line_ends(line, form->json ? "\"agrees\":true}\n" : ",1\n")) return false;
    out->found += found;
    out->wrong += wrong;
    return true;
}

/// Whether the file begins with the head.
static bool head_read(FILE *file, const rows *head) {
    for (size_t i = 0; i < head->size; i++)
        if (getc(file) != (unsigned char)head->bytes[i]) return false;
    return true;
}

bool kept_read(FILE *file, const kept_form *form, kept_rows *out) {
    kept_line line = {0};
    *out = (kept_rows){0};
    if (!head_read(file, form->head)) return !ferror(file);
    out->size = (int64_t)form->head->size;
    while ((line.size = getline(&line.text, &line.room, file)) > 0 &&
           row_read(&line, form, shard_row(form->of, out->count), out)) {
        out->count++;
        out->size += line.size;
    }
    if (line.size > 0)
        out->end = line.text;
    else
        free(line.text);
    return !ferror(file);
}
