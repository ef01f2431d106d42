// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A chronicle as text: a line for each number that is not 0, the map (`#` blocked, `.` open), and a line for
// each deed. Lines that begin with `//` say what the reader should know.
#include "chronicle.h"

#include <string.h>

void chronicle_write(FILE *stream, const chronicle *c) {
    for (int i = 0; i < chronicle_field_count; i++) {
        int32_t value;
        memcpy(&value, (const char *)c + chronicle_fields[i].offset, sizeof value);
        if (value != 0) fprintf(stream, "%s %d\n", chronicle_fields[i].name, (int)value);
    }
    fprintf(stream, "map %d %d\n", (int)c->width, (int)c->height);
    for (int i = 0; i < c->width * c->height; i++)
        fprintf(stream, "%c%s", c->open[i] != 0 ? '.' : '#', (i + 1) % c->width == 0 ? "\n" : "");
    for (int i = 0; i < c->deed_count; i++) {
        const deed *d = &c->deeds[i];
        fprintf(stream, "%s", deed_names[d->kind].name);
        for (int k = 0; k < deed_names[d->kind].numbers; k++) fprintf(stream, " %d", (int)d->at[k]);
        fprintf(stream, "\n");
    }
}

static bool map_read(FILE *stream, chronicle *c) {
    int width, height;
    if (fscanf(stream, "%d %d", &width, &height) != 2 || width < 1 || height < 1 || width > CHRONICLE_SIDE ||
        height > CHRONICLE_SIDE)
        return false;
    c->width = width;
    c->height = height;
    for (int i = 0; i < width * height; i++) {
        char letter;
        if (fscanf(stream, " %c", &letter) != 1 || (letter != '.' && letter != '#')) return false;
        c->open[i] = letter == '.';
    }
    return true;
}

static bool field_read(FILE *stream, const char *word, chronicle *c) {
    for (int i = 0; i < chronicle_field_count; i++) {
        if (strcmp(word, chronicle_fields[i].name) != 0) continue;
        int value;
        if (fscanf(stream, "%d", &value) != 1 || value < 0 || value > chronicle_fields[i].most) return false;
        *chronicle_field_of(c, &chronicle_fields[i]) = value;
        return true;
    }
    return false;
}

/// Whether a deed's numbers are ones that can be lived through.
static bool deed_is_good(const deed *d) {
    switch (d->kind) {
    case DEED_disc: return d->at[2] >= 0;
    case DEED_rect: return d->at[2] >= 0 && d->at[3] >= 0;
    case DEED_scatter: return d->at[3] >= 0 && d->at[3] <= 64;
    case DEED_undo: return d->at[0] > 0 && d->at[0] < CHRONICLE_PAST;
    case DEED_hold:
    case DEED_release: return d->at[0] >= 0 && d->at[0] < CHRONICLE_SLOTS;
    case DEED_old:
    case DEED_store: return d->at[4] >= 0 && d->at[4] < CHRONICLE_SLOTS && d->at[5] >= 0;
    case DEED_work:
    case DEED_fault: return d->at[0] >= 0;
    default: return true;
    }
}

static bool deed_read(FILE *stream, const char *word, chronicle *c) {
    deed d = {0};
    int kind = 0;
    while (kind < DEED_KINDS && strcmp(word, deed_names[kind].name) != 0) kind++;
    if (kind == DEED_KINDS || c->deed_count == CHRONICLE_DEEDS || c->width == 0) return false;
    d.kind = (deed_kind)kind;
    for (int i = 0; i < deed_names[kind].numbers; i++) {
        int value;
        if (fscanf(stream, "%d", &value) != 1) return false;
        d.at[i] = value;
    }
    c->deeds[c->deed_count++] = d;
    return deed_is_good(&d);
}

bool chronicle_read(FILE *stream, chronicle *c) {
    char word[32];
    memset(c, 0, sizeof *c);
    while (fscanf(stream, "%31s", word) == 1) {
        if (strncmp(word, "//", 2) == 0) {
            for (int letter = 0; letter != '\n' && letter != EOF;) letter = fgetc(stream);
            continue;
        }
        const bool fine = strcmp(word, "map") == 0
                              ? map_read(stream, c)
                              : field_read(stream, word, c) || deed_read(stream, word, c);
        if (!fine) return false;
    }
    return c->width > 0;
}
