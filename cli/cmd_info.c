// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall info: what a map file holds, before anything is searched on it.
#include "args.h"
#include "cli.h"
#include "input.h"
#include "units.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct info_options {
    map_options map;
    query_options query;
    bool json;
} info_options;

static const args_option info_option_table[] = {
    {"json", 0, NULL, args_read_flag, offsetof(info_options, json), "print one JSON object on one line",
     NULL},
};

static const args_spec spec = {
    .verb = "info",
    .usage = "MAP [OPTION]...",
    .about =
        "Says what a map holds: format, size, open tiles, bodies (sets of open tiles that are connected\n"
        "under the moves) and the largest of them with their first tile, coarse planes, depths, and the\n"
        "memory that the map and a search on it take.",
    .examples = "  landfall info world\n"
                "  landfall info maze.map --moves orthogonal --json",
    .operands = {"MAP"},
};

enum { LARGEST_MAX = 5 };

typedef struct body {
    uint32_t number;
    int64_t size;
    lf_point first; ///< its first tile in row order
} body;

typedef struct info {
    const lf_grid *grid;
    const lf_map *map;
    int64_t search_bytes;      ///< of a search without any extras, which is not made for that
    body largest[LARGEST_MAX]; ///< from large to small; equal ones in the order of their numbers
    int largest_count;
    int depth_low, depth_high; ///< over the open tiles; -1 if there are none or the map has no depths
} info;

static void find_largest(info *of) {
    const uint32_t count = lf_map_body_count(of->map);
    for (uint32_t number = 0; number < count; number++) {
        const body next = {number, lf_map_body_size(of->map, number), {-1, -1}};
        int at = of->largest_count;
        while (at > 0 && of->largest[at - 1].size < next.size) at--;
        if (at == LARGEST_MAX) continue;
        if (of->largest_count < LARGEST_MAX) of->largest_count++;
        for (int i = of->largest_count - 1; i > at; i--) of->largest[i] = of->largest[i - 1];
        of->largest[at] = next;
    }
}

static void note_first_tile(info *of, lf_tile tile) {
    const uint32_t number = lf_map_body(of->map, tile);
    for (int i = 0; i < of->largest_count; i++)
        if (of->largest[i].number == number && of->largest[i].first.x < 0)
            of->largest[i].first = lf_map_point(of->map, tile);
}

/// One pass over the tiles for the first tile of each large body and for the depths. The first tile of a body
/// in row order has a blocked tile or the border at its left, so only such tiles are asked for their body.
static void scan_tiles(info *of) {
    const uint8_t *open = of->grid->tiles.open, *depth = of->grid->depth;
    const int64_t width = of->grid->tiles.width, count = width * of->grid->tiles.height;
    of->depth_low = of->depth_high = -1;
    for (int64_t i = 0; i < count; i++) {
        if (open[i] == 0) continue;
        if (i % width == 0 || open[i - 1] == 0) note_first_tile(of, (lf_tile)i);
        if (depth == NULL) continue;
        if (of->depth_low < 0 || depth[i] < of->depth_low) of->depth_low = depth[i];
        if (depth[i] > of->depth_high) of->depth_high = depth[i];
    }
}

static int64_t plane_open_count(const lf_plane *plane) {
    const int64_t count = (int64_t)plane->width * plane->height;
    int64_t open = 0;
    for (int64_t i = 0; i < count; i++) open += plane->open[i] != 0;
    return open;
}

static int64_t tile_count(const info *of) {
    return (int64_t)of->grid->tiles.width * of->grid->tiles.height;
}

static double open_share(const info *of) {
    return (double)lf_map_open_count(of->map) / (double)tile_count(of);
}

// ---------------------------------------------------------------------------------------------------
// Text
// ---------------------------------------------------------------------------------------------------

static void print_coarse(const info *of) {
    for (int i = 0; i < of->grid->coarse_count; i++) {
        const lf_plane *plane = &of->grid->coarse[i];
        printf("%-8s level %d: %d x %d, %" PRId64 " open\n", i == 0 ? "coarse" : "", i + 1, plane->width,
               plane->height, plane_open_count(plane));
    }
}

static void print_text(const info *of) {
    printf("%-8s %s\n", "format", lf_file_format_name(of->grid->format));
    printf("%-8s %d x %d, %" PRId64 " tiles\n", "size", of->grid->tiles.width, of->grid->tiles.height,
           tile_count(of));
    printf("%-8s %" PRId64 " tiles, %.1f %%\n", "open", lf_map_open_count(of->map), 100 * open_share(of));
    printf("%-8s %" PRIu32 " (%s moves)\n", "bodies", lf_map_body_count(of->map),
           moves_name((int)lf_map_moves(of->map)));
    for (int i = 0; i < of->largest_count; i++)
        printf("%-8s %" PRId64 " tiles from %d,%d\n", i == 0 ? "largest" : "", of->largest[i].size,
               of->largest[i].first.x, of->largest[i].first.y);
    print_coarse(of);
    if (of->depth_low >= 0) printf("%-8s %d to %d\n", "depth", of->depth_low, of->depth_high);
    char map_text[UNITS_TEXT], search_text[UNITS_TEXT];
    printf("%-8s map %s, search %s\n", "memory", units_bytes((double)lf_map_bytes(of->map), map_text),
           units_bytes((double)of->search_bytes, search_text));
}

// ---------------------------------------------------------------------------------------------------
// JSON
// ---------------------------------------------------------------------------------------------------

/// An array of what json_pack makes; NULL if anything failed. Takes over `item`.
static json_t *append(json_t *list, json_t *item) {
    if (json_array_append_new(list, item) == 0) return list;
    json_decref(list);
    return NULL;
}

static json_t *json_bodies(const info *of) {
    json_t *list = json_array();
    for (int i = 0; i < of->largest_count; i++) {
        const body *b = &of->largest[i];
        list = append(
            list, json_pack("{s:I,s:[i,i]}", "tiles", (json_int_t)b->size, "first", b->first.x, b->first.y));
    }
    return list;
}

static json_t *json_coarse(const info *of) {
    json_t *list = json_array();
    for (int i = 0; i < of->grid->coarse_count; i++) {
        const lf_plane *plane = &of->grid->coarse[i];
        list = append(list, json_pack("{s:i,s:i,s:i,s:I}", "level", i + 1, "width", plane->width, "height",
                                      plane->height, "open", (json_int_t)plane_open_count(plane)));
    }
    return list;
}

static json_t *json_depth(const info *of) {
    return of->depth_low < 0 ? json_null() : json_pack("[i,i]", of->depth_low, of->depth_high);
}

/// Prints the JSON; false if there is no memory.
static bool print_json(const info *of) {
    const struct {
        const char *key;
        json_t *value;
    } fields[] = {
        {"format", json_string(lf_file_format_name(of->grid->format))},
        {"width", json_integer(of->grid->tiles.width)},
        {"height", json_integer(of->grid->tiles.height)},
        {"tiles", json_integer(tile_count(of))},
        {"open", json_integer(lf_map_open_count(of->map))},
        {"open_share", json_real(open_share(of))},
        {"moves", json_string(moves_name((int)lf_map_moves(of->map)))},
        {"bodies", json_integer(lf_map_body_count(of->map))},
        {"largest_bodies", json_bodies(of)},
        {"coarse", json_coarse(of)},
        {"depth", json_depth(of)},
        {"map_bytes", json_integer((json_int_t)lf_map_bytes(of->map))},
        {"search_bytes", json_integer(of->search_bytes)},
    };
    json_t *object = json_object();
    int bad = 0;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        bad |= json_object_set_new(object, fields[i].key, fields[i].value);
    char *text =
        bad == 0 ? json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6)) : NULL;
    json_decref(object);
    if (text == NULL) return false;
    puts(text);
    free(text);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// The verb
// ---------------------------------------------------------------------------------------------------

static int show(const lf_grid *grid, const lf_map *map, bool json) {
    info of = {.grid = grid, .map = map};
    lf_search_size(map, NULL, &of.search_bytes);
    find_largest(&of);
    scan_tiles(&of);
    if (!json)
        print_text(&of);
    else if (!print_json(&of))
        return cli_no_memory();
    return CLI_OK;
}

int cmd_info(int argc, char **argv) {
    info_options options = {0};
    const args_group groups[] = {ARGS_GROUP(info_option_table, &options), MOVES_OPTION(&options.query),
                                 MAP_OPTIONS(&options.map)};
    const char *operands[ARGS_MAX_OPERANDS];
    int code;
    if (!args_parse(&spec, groups, argc, argv, operands, &code)) return code;
    lf_grid grid;
    if (!input_load_grid(operands[0], &options.map, &grid)) return CLI_BAD;
    lf_map *map = NULL;
    code = input_make_map(operands[0], &grid, options.query.moves, &map) ? show(&grid, map, options.json)
                                                                         : CLI_BAD;
    lf_map_destroy(map);
    lf_grid_free(&grid);
    return code;
}
