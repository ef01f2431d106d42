// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Obstacles of queries: rectangles as text, from the command line or from a file. The library needs no map made
// with them; the program makes one to say which source is blocked, and to show them.
#include "obstacles.h"

#include "cli.h"
#include "input.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r\n";

static bool obstacle_add(obstacle_options *options, lf_obstacle item) {
    if (options->count == options->capacity) {
        const int64_t capacity = options->capacity == 0 ? 16 : options->capacity * 2;
        lf_obstacle *items = realloc(options->items, (size_t)capacity * sizeof *items);
        if (items == NULL) return false;
        options->items = items;
        options->capacity = capacity;
    }
    options->items[options->count++] = item;
    return true;
}

/// Reads "X,Y" or "X,Y,W,H" from the front of *text, and moves on behind it.
static bool take_obstacle(const char **text, lf_obstacle *out) {
    const char *c = *text;
    int64_t x, y, width = 1, height = 1;
    if (!args_take_int(&c, INT32_MIN, INT32_MAX, &x) || *c++ != ',') return false;
    if (!args_take_int(&c, INT32_MIN, INT32_MAX, &y)) return false;
    if (*c == ',') {
        c++;
        if (!args_take_int(&c, 1, INT32_MAX, &width) || *c++ != ',') return false;
        if (!args_take_int(&c, 1, INT32_MAX, &height)) return false;
    }
    if (*c != '\0' && strchr(blanks, *c) == NULL) return false;
    *out =
        (lf_obstacle){.x = (int32_t)x, .y = (int32_t)y, .width = (int32_t)width, .height = (int32_t)height};
    *text = c;
    return true;
}

/// Says what a word of a text should be; `name` is NULL for the command line.
static void say_expected(const args_option *option, const char *name, const char *text, const char *bad) {
    static const char expected[] = "expected X,Y or X,Y,WIDTH,HEIGHT with sides from 1, such as 12,40,3,2";
    const int length = (int)strcspn(bad, blanks);
    int64_t line = 1, column = 1;
    for (const char *c = text; c < bad; c++) {
        column = *c == '\n' ? 1 : column + 1;
        line += *c == '\n';
    }
    if (name == NULL)
        cli_say("--%s: '%.*s' is not a rectangle, %s", option->name, length, bad, expected);
    else
        cli_say("%s:%" PRId64 ":%" PRId64 ": '%.*s' is not a rectangle, %s", name, line, column, length, bad,
                expected);
}

/// Adds all rectangles of a text.
static bool read_text(const args_option *option, const char *name, const char *text, bool open,
                      obstacle_options *options) {
    const int64_t before = options->count;
    for (const char *c = text;;) {
        lf_obstacle item;
        c += strspn(c, blanks);
        if (*c == '\0') break;
        if (!take_obstacle(&c, &item)) {
            say_expected(option, name, text, c);
            return false;
        }
        item.open = open;
        if (!obstacle_add(options, item)) {
            cli_no_memory();
            return false;
        }
    }
    if (options->count == before)
        cli_say("--%s: no rectangle in '%s', expected X,Y or X,Y,WIDTH,HEIGHT, such as 12,40,3,2",
                option->name, name != NULL ? name : text);
    return options->count > before;
}

static bool read_file(const args_option *option, const char *path, bool open, obstacle_options *options) {
    const char **place = open ? &options->open_file : &options->block_file;
    size_t size;
    if (strcmp(path, "-") == 0 || *place != NULL) {
        cli_say(*place != NULL ? "--%s: a second file, expected one at most"
                               : "--%s: '-' is not taken, expected rectangles or the name of a file",
                option->name);
        return false;
    }
    *place = path;
    char *text = input_read_all(path, &size);
    if (text == NULL) return false;
    const size_t length = strlen(text);
    if (length < size) cli_say("%s: byte %zu is 0, which a text does not have", path, length);
    const size_t mark = strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; // a byte order mark
    const bool fine = length == size && read_text(option, path, text + mark, open, options);
    free(text);
    return fine;
}

/// Rectangles have nothing but digits, signs, commas and blanks; anything else is the name of a file.
static bool read_value(const args_option *option, const char *value, bool open, obstacle_options *options) {
    const bool list = value[strspn(value, "0123456789,- \t\r\n")] == '\0' && strcmp(value, "-") != 0;
    return list ? read_text(option, NULL, value, open, options) : read_file(option, value, open, options);
}

static bool read_block(const args_option *option, const char *value, void *field) {
    return read_value(option, value, false, field);
}

static bool read_open(const args_option *option, const char *value, void *field) {
    return read_value(option, value, true, field);
}

const args_option obstacle_option_table[] = {
    {"block", 0, "RECTS", read_block, 0,
     "tiles that are blocked for the query alone: X,Y or X,Y,WIDTH,HEIGHT,\n"
     "several in one argument, or a file of them",
     NULL},
    {"open", 0, "RECTS", read_open, 0,
     "tiles that are open for it alone; where rectangles overlap, the last\none given counts", NULL},
};

void obstacle_options_free(obstacle_options *options) {
    free(options->items);
    *options = (obstacle_options){0};
}

// ---------------------------------------------------------------------------------------------------
// On a map
// ---------------------------------------------------------------------------------------------------

static int64_t clamp(int64_t value, int64_t high) {
    return value < 0 ? 0 : value < high ? value : high;
}

/// Draws a rectangle on bytes; returns how many tiles it has on the map.
static int64_t bytes_set(unsigned char *bytes, const lf_map *map, const lf_obstacle *item) {
    const int64_t width = lf_map_width(map), height = lf_map_height(map);
    const int64_t x0 = clamp(item->x, width), x1 = clamp((int64_t)item->x + item->width, width);
    const int64_t y0 = clamp(item->y, height), y1 = clamp((int64_t)item->y + item->height, height);
    for (int64_t y = y0; y < y1; y++) memset(bytes + y * width + x0, item->open, (size_t)(x1 - x0));
    return (x1 - x0) * (y1 - y0);
}

bool map_like(const lf_map *map, const unsigned char *bytes, size_t count, lf_map **out) {
    const lf_map_desc desc = {.width = lf_map_width(map),
                              .height = lf_map_height(map),
                              .tiles = bytes,
                              .tiles_size = count,
                              .moves = lf_map_moves(map),
                              .skip_bodies = true};
    return lf_map_create(&desc, out) == LF_OK;
}

bool obstructed_make(obstructed *out, const obstacle_options *options, const lf_map *map) {
    *out = (obstructed){0};
    if (options->count == 0) return true;
    const size_t count = (size_t)lf_map_width(map) * (size_t)lf_map_height(map);
    unsigned char *bytes = malloc(count);
    for (size_t i = 0; bytes != NULL && i < count; i++) bytes[i] = lf_map_is_open(map, (lf_tile)i);
    for (int64_t i = 0; bytes != NULL && i < options->count; i++) {
        const lf_obstacle *item = &options->items[i];
        const int64_t tiles = bytes_set(bytes, map, item);
        if (tiles == 0)
            cli_note("the obstacle %d,%d,%d,%d lies outside the map", item->x, item->y, item->width,
                     item->height);
        out->room += tiles;
    }
    const bool fine = bytes != NULL && map_like(map, bytes, count, &out->map);
    free(bytes);
    if (!fine) {
        cli_no_memory();
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        out->opened += obstructed_opens(out, map, (lf_tile)i);
        out->blocked += obstructed_blocks(out, map, (lf_tile)i);
    }
    if (out->room == 0) out->room = 1; // room for none is refused
    out->obstacles = (lf_obstacles){.list = options->items, .count = options->count};
    return true;
}

void obstructed_free(obstructed *of) {
    lf_map_destroy(of->map);
    *of = (obstructed){0};
}
