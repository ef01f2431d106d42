// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Depths and depth gates on the command line.
#include "deep.h"

#include "cli.h"
#include "input.h"

#include <string.h>

enum { MOST_DEPTH = 255, MOST_HARBOUR = 1000000 };

static bool read_min_depth(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 0, MOST_DEPTH, field);
}

/// A radius of 0 has the ends alone, while the library's 0 has no harbours.
static bool read_harbour(const args_option *option, const char *value, void *field) {
    return args_read_range_or_none(option, value, MOST_HARBOUR, field);
}

const args_option deep_option_table[] = {
    {"depth", 0, "SOURCE", args_read_string, offsetof(deep_options, from),
     "where depths come from: map (the file's own), compute (distance to\n"
     "the nearest blocked tile), corner (side of the largest open square\n"
     "to the right and below), or a PNG or raw file of the map's size;\n"
     "default: the file's own if it has any, otherwise compute",
     NULL},
    {"edge-blocked", 0, NULL, args_read_flag, offsetof(deep_options, edge_blocked),
     "computed depths: everything outside the map is blocked", NULL},
    {"min-depth", 0, "D", read_min_depth, offsetof(deep_options, min_depth),
     "close all tiles less deep than D, 0 to 255", NULL},
    {"deepest", 0, NULL, args_read_flag, offsetof(deep_options, deepest),
     "stay as deep as any route can, then be the shortest", NULL},
    {"harbour", 0, "R", read_harbour, offsetof(deep_options, harbour),
     "tiles within R moves of a source or target may be of any depth;\n0 = the sources and targets alone; "
     "default: none",
     NULL},
};

static bool has_gate(const deep_options *options) {
    return options->deepest || options->min_depth > 0;
}

static bool comes_from(const deep_options *options, const char *name) {
    return options->from != NULL && strcmp(options->from, name) == 0;
}

const char *deep_file(const deep_options *options) {
    static const char *const names[] = {"map", "compute", "corner"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (comes_from(options, names[i])) return NULL;
    }
    return options->from;
}

void deep_note_unused(const deep_options *options) {
    if (options->harbour != 0 && !has_gate(options))
        cli_note("--harbour says nothing without --min-depth or --deepest");
    if (options->edge_blocked && (deep_file(options) != NULL || comes_from(options, "map")))
        cli_note("--edge-blocked says nothing about depths that are not computed");
}

lf_depth_gate deep_gate(const deep_options *options) {
    return (lf_depth_gate){
        .min_depth = options->min_depth, .deepest = options->deepest, .harbour = options->harbour};
}

int64_t deep_harbour_room(int32_t harbour, int64_t ends) {
    enum { MOST_ROOM = 65536 };
    const int64_t radius = harbour == LF_NONE ? 0 : harbour, side = 2 * radius + 1;
    if (harbour == 0) return 0;
    return side < 256 && ends < MOST_ROOM / (side * side) ? ends * side * side : MOST_ROOM;
}

bool deep_load_plane(const deep_options *options, lf_grid *grid) {
    lf_io_error error = {0};
    if (deep_file(options) == NULL) return true;
    if (lf_grid_load_depth(grid, options->from, &error) == LF_IO_OK) return true;
    cli_say("--depth: %s", error.message);
    return false;
}

static lf_depth_from source_of(const deep_options *options, const lf_map *map) {
    if (comes_from(options, "corner")) return LF_DEPTH_CORNER;
    const bool computed = comes_from(options, "compute") || (options->from == NULL && !lf_map_has_depth(map));
    return computed ? LF_DEPTH_COMPUTED : LF_DEPTH_OF_MAP;
}

bool deep_make(const deep_options *options, const lf_map *map, const char *path, lf_depth **out) {
    const lf_depth_desc desc = {.from = source_of(options, map), .edge_blocked = options->edge_blocked};
    if (options->from == NULL && !options->needed && !has_gate(options)) return true;
    const lf_status status = lf_depth_create(map, &desc, out);
    if (status == LF_E_MAP_DEPTH)
        cli_say("%s: brings no depths for --depth map; OpenFront folders do; use --depth compute",
                input_name(path));
    else if (status != LF_OK)
        cli_say("%s: %s", input_name(path), cli_status_text(status));
    return status == LF_OK;
}
