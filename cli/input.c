// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Maps and streams as the verbs read them, and the options that say how.
#include "input.h"

#include "cli.h"
#include "costs.h"
#include "progress.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_stdin(const char *path) {
    return strcmp(path, "-") == 0;
}

const char *input_name(const char *path) {
    return is_stdin(path) ? "standard input" : path;
}

// ---------------------------------------------------------------------------------------------------
// Options
// ---------------------------------------------------------------------------------------------------

/// File formats by name. The 0th, LF_FILE_AUTO, goes by the name of the file.
const char *format_name(int i) {
    return i == LF_FILE_AUTO ? "auto" : lf_file_format_name((lf_file_format)i);
}

static bool read_threshold(const args_option *option, const char *value, void *field) {
    int64_t number;
    if (args_parse_int(value, 1, 255, &number)) {
        *(int32_t *)field = (int32_t)number;
        return true;
    }
    cli_say("--%s: '%s' is not a luminance, expected a whole number from 1 to 255", option->name, value);
    return false;
}

static bool read_open_color(const args_option *option, const char *value, void *field) {
    lf_load_options *load = field;
    const char *digits = value[0] == '#' ? value + 1 : value;
    if (strlen(digits) == 6 && strspn(digits, "0123456789abcdefABCDEF") == 6) {
        load->by_color = true;
        load->open_color = (uint32_t)strtoul(digits, NULL, 16);
        return true;
    }
    cli_say("--%s: '%s' is not a colour, expected RRGGBB in hexadecimal digits, such as 0040ff", option->name,
            value);
    return false;
}

const char *moves_name(int i) {
    return lf_moves_name((lf_moves)i);
}

static const char *strategy_name(int i) {
    return lf_strategy_name((lf_strategy)i);
}

const args_option map_option_table[] = {
    {"map-format", 0, "NAME", args_read_choice, offsetof(map_options, load.format),
     "what MAP is; default auto: by its name. MAP - needs another", format_name},
    {"size", 0, "WxH", args_read_size, offsetof(map_options, size), "the size of a raw MAP in tiles", NULL},
    {"threshold", 0, "N", read_threshold, offsetof(map_options, load.threshold),
     "PNG: pixels of this luminance or more are open, 1 to 255;\ndefault 128", NULL},
    {"open-color", 0, "RRGGBB", read_open_color, offsetof(map_options, load),
     "PNG: open exactly where the pixel has this colour", NULL},
};

const args_option moves_option_table[] = {
    {"moves", 0, "RULES", args_read_choice, offsetof(query_options, moves),
     "king (default) has eight directions and cuts no corners,\n"
     "king-cut may cut them, orthogonal has four directions",
     moves_name},
};

const args_option strategy_option_table[] = {
    {"strategy", 0, "NAME", args_read_choice, offsetof(query_options, strategy),
     "how to search; default auto", strategy_name},
};

const args_option cost_option_table[] = {
    {"cost", 0, "COST", args_read_choice, offsetof(query_options, cost),
     "what a move costs: uniform (default) 1 each, octile 1 a straight\n"
     "move and sqrt 2 a diagonal one; the route's cost is then printed",
     cost_name},
};

// ---------------------------------------------------------------------------------------------------
// Streams
// ---------------------------------------------------------------------------------------------------

/// Reads a stream to its end into memory that grows by doubling; NULL with errno set if that fails.
static char *read_stream(FILE *stream, size_t *size) {
    size_t capacity = 1 << 16, used = 0;
    char *bytes = malloc(capacity);
    while (bytes != NULL) {
        used += fread(bytes + used, 1, capacity - used - 1, stream);
        if (ferror(stream)) {
            free(bytes);
            return NULL;
        }
        if (feof(stream)) break;
        if (used + 1 < capacity) continue;
        char *larger = capacity <= SIZE_MAX / 2 ? realloc(bytes, capacity * 2) : NULL;
        if (larger == NULL) free(bytes);
        bytes = larger;
        capacity *= 2;
    }
    if (bytes == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    bytes[used] = '\0';
    *size = used;
    return bytes;
}

char *input_read_all(const char *path, size_t *size) {
    errno = 0;
    FILE *stream = is_stdin(path) ? stdin : fopen(path, "rb");
    char *bytes = stream != NULL ? read_stream(stream, size) : NULL;
    if (bytes == NULL)
        cli_say("%s: %s%s", input_name(path), errno == ENOENT ? "does not exist" : "cannot be read: ",
                errno == ENOENT ? ""
                : errno != 0    ? strerror(errno)
                                : "read error");
    if (stream != NULL && stream != stdin) fclose(stream);
    return bytes;
}

bool input_both_stdin(const char *a, const char *b) {
    if (!is_stdin(a) || !is_stdin(b)) return false;
    cli_say("only one argument can be -: standard input can be read only once");
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Maps
// ---------------------------------------------------------------------------------------------------

/// Whether the format can come from standard input: it must be known, and be one file.
static bool check_stdin_format(lf_file_format format) {
    if (format != LF_FILE_AUTO && format != LF_FILE_OPENFRONT && format != LF_FILE_ROS) return true;
    cli_say("a map on standard input needs --map-format movingai, png, text or raw");
    return false;
}

/// Says why a map was refused; for a raw one without a size, also which option gives it.
static void say_load_error(const lf_load_options *load, const lf_io_error *error) {
    cli_say("%s", error->message);
    if (error->status == LF_IO_E_ARGUMENT && load->width == 0)
        cli_say("--size WxH gives the size of a raw map");
}

/// Options that the format does not look at are worth a word: they are given for a reason.
static void note_unused(const map_options *options, lf_file_format format) {
    const char *name = lf_file_format_name(format);
    if (options->size.width != 0 && format != LF_FILE_RAW)
        cli_note("--size says nothing about a map of format %s", name);
    if (options->load.threshold != 0 && format != LF_FILE_PNG)
        cli_note("--threshold says nothing about a map of format %s", name);
    if (options->load.by_color && format != LF_FILE_PNG)
        cli_note("--open-color says nothing about a map of format %s", name);
    if (options->load.terrain != NULL && format == LF_FILE_PNG &&
        (options->load.by_color || options->load.threshold != 0))
        cli_note("%s says nothing about a map whose bytes weigh",
                 options->load.by_color ? "--open-color" : "--threshold");
}

/// A picture of which nothing is open was most likely meant to be read in another way.
static void note_nothing_open(const char *path, const lf_load_options *load, const lf_grid *grid) {
    const size_t count = (size_t)grid->tiles.width * (size_t)grid->tiles.height;
    if ((grid->format != LF_FILE_PNG && load->terrain == NULL) || memchr(grid->tiles.open, 1, count) != NULL)
        return;
    if (load->terrain != NULL)
        cli_note("no tile of %s weighs more than 0, so that nothing is open", input_name(path));
    else if (load->by_color)
        cli_note("no pixel of %s has the colour %06x of --open-color", input_name(path),
                 (unsigned)load->open_color);
    else
        cli_note("no pixel of %s has a luminance of %d or more, so that nothing is open; --threshold N "
                 "takes "
                 "darker ones, --open-color RRGGBB those of one colour",
                 input_name(path), load->threshold != 0 ? load->threshold : 128);
}

bool input_load_grid(const char *path, const map_options *options, lf_grid *out) {
    lf_load_options load = options->load;
    if (load.by_color && load.threshold != 0) {
        cli_say("--open-color and --threshold exclude each other");
        return false;
    }
    if (is_stdin(path) && !check_stdin_format(load.format)) return false;
    load.width = options->size.width;
    load.height = options->size.height;
    lf_io_error error = {0};
    progress bar;
    progress_begin(&bar, "reading", "tiles", 0);
    load.progress = progress_of_call(&bar);
    const lf_io_status status = lf_grid_load(path, &load, out, &error);
    progress_end(&bar);
    if (status != LF_IO_OK) {
        say_load_error(&load, &error);
        return false;
    }
    note_unused(options, out->format);
    if (out->note[0] != '\0') cli_note("%s", out->note);
    note_nothing_open(path, &load, out);
    return true;
}

bool input_make_map(const char *path, const lf_grid *grid, lf_moves moves, lf_map **out) {
    const lf_status status = lf_grid_to_map(grid, moves, out);
    if (status != LF_OK) cli_say("%s: %s", input_name(path), cli_status_text(status));
    return status == LF_OK;
}

bool input_load_map(const char *path, const map_options *options, lf_moves moves, lf_map **out) {
    lf_grid grid;
    if (!input_load_grid(path, options, &grid)) return false;
    const bool made = input_make_map(path, &grid, moves, out);
    lf_grid_free(&grid);
    return made;
}
