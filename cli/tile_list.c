// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Files that list tiles.
#include "tile_list.h"

#include "cli.h"
#include "input.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Adds a JSON [x,y] to the list; false if it is something else.
static bool add_pair(const json_t *pair, place_list *list) {
    const json_t *x = json_array_get(pair, 0), *y = json_array_get(pair, 1);
    if (json_array_size(pair) != 2 || !json_is_integer(x) || !json_is_integer(y)) return false;
    char text[64];
    const char *bad;
    snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT ",%" JSON_INTEGER_FORMAT, json_integer_value(x),
             json_integer_value(y));
    return places_parse(text, false, list, &bad);
}

static bool read_json(const char *name, const char *text, size_t size, place_list *list) {
    json_error_t error;
    json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL) {
        cli_say("%s:%d:%d: %s", name, error.line, error.column, error.text);
        return false;
    }
    const json_t *tiles = json_is_object(root) ? json_object_get(root, "tiles") : root;
    bool fine = json_is_array(tiles);
    if (!fine)
        cli_say("%s: expected an array of [x,y] pairs, or an object with one under the key 'tiles'", name);
    for (size_t i = 0; fine && i < json_array_size(tiles); i++) {
        fine = add_pair(json_array_get(tiles, i), list);
        if (!fine) cli_say("%s: tile %zu is not a pair of whole numbers [x,y]", name, i);
    }
    json_decref(root);
    return fine;
}

static bool read_text(const char *name, const char *text, place_list *list) {
    const char *bad;
    if (places_parse(text, false, list, &bad)) return true;
    if (bad == NULL) {
        cli_no_memory();
        return false;
    }
    int64_t line = 1;
    for (const char *c = text; c < bad; c++) line += *c == '\n';
    cli_say("%s:%" PRId64 ": '%.*s' is not a tile, expected X,Y, such as 12,40", name, line,
            (int)strcspn(bad, " \t\r\n"), bad);
    return false;
}

bool tile_list_read(const char *path, place_list *list) {
    size_t size;
    char *text = input_read_all(path, &size);
    if (text == NULL) return false;
    const size_t mark = strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; // a byte order mark
    const char *begin = text + mark, first = begin[strspn(begin, " \t\r\n")];
    bool fine = false;
    if (first == '{' || first == '[')
        fine = read_json(input_name(path), begin, size - mark, list);
    else if (strlen(text) < size)
        cli_say("%s: byte %zu is 0, which neither text nor JSON has", input_name(path), strlen(text));
    else
        fine = read_text(input_name(path), begin, list);
    free(text);
    return fine;
}
