// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Formats of pictures, by the endings of their names.
#include "picture_format.h"

#include "cli.h"

#include <landfall_io.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *ending;
    picture_format format;
} endings[] = {{".png", PICTURE_PNG}, {".svg", PICTURE_SVG}};
enum { ENDING_COUNT = sizeof endings / sizeof *endings };

static bool has_ending(const char *path, const char *ending) {
    const size_t size = strlen(path), tail = strlen(ending);
    return size > tail && strcasecmp(path + size - tail, ending) == 0;
}

/// Lists the endings: ".png or .svg".
static void say_endings(const char *path) {
    char list[64] = "";
    for (int i = 0; i < ENDING_COUNT; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : " or ", endings[i].ending);
    }
    cli_say("--draw: %s is not the name of a picture, expected one that ends in %s", path, list);
}

bool picture_format_of(const char *path, picture_format *out) {
    *out = PICTURE_PNG;
    for (int i = 0; i < ENDING_COUNT; i++) {
        if (!has_ending(path, endings[i].ending)) continue;
        *out = endings[i].format;
        return true;
    }
    if (strcmp(path, "-") == 0) {
        cli_say("--draw: a picture cannot go to standard output, where the answer goes, expected a file");
        return false;
    }
    if (lf_path_is_stream(path)) return true;
    say_endings(path);
    return false;
}

bool picture_path_is_fine(const char *path) {
    picture_format format;
    return path == NULL || picture_format_of(path, &format);
}

bool picture_is_vector(const char *path) {
    return has_ending(path, ".svg");
}
