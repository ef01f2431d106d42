// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall check: whether a list of tiles is a legal route. It reads what `route --json` and `route --tiles`
// print, and lists from elsewhere, so that routes of other programs can be checked too.
#include "args.h"
#include "cli.h"
#include "input.h"
#include "places.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct check_options {
    map_options map;
    query_options query;
} check_options;

static const args_spec spec = {
    .verb = "check",
    .usage = "MAP TILES [OPTION]...",
    .about =
        "Says whether a list of tiles is a legal route on a map, and if not, where it breaks first. TILES\n"
        "is a file, or - for stdin, that holds X,Y pairs with blanks or line ends between them, a JSON\n"
        "array of [x,y] pairs, or the JSON object that 'landfall route --json' prints. Exit code: 0 legal,\n"
        "1 not legal, 2 misuse or bad input.",
    .examples = "  landfall route bay.txt --from 3,4 --to 40,17 --json | landfall check bay.txt -\n"
                "  echo '3,4 4,5 5,5' | landfall check bay.txt -",
    .operands = {"MAP", "TILES"},
};

// ---------------------------------------------------------------------------------------------------
// Reading the tiles
// ---------------------------------------------------------------------------------------------------

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

static bool read_tiles(const char *path, place_list *list) {
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

// ---------------------------------------------------------------------------------------------------
// The verb
// ---------------------------------------------------------------------------------------------------

static int show(const place_list *list, int64_t at, lf_fault fault) {
    if (fault == LF_FAULT_NONE) {
        printf("legal: %" PRId64 " tile%s, %" PRId64 " move%s\n", list->count, list->count == 1 ? "" : "s",
               list->count - 1, list->count == 2 ? "" : "s");
        return CLI_OK;
    }
    if (at >= 0 && at < list->count)
        printf("not legal: tile %" PRId64 " (from 0), %d,%d: %s\n", at, list->items[at].at.x,
               list->items[at].at.y, lf_fault_text(fault));
    else
        printf("not legal: %s\n", lf_fault_text(fault));
    return CLI_NO;
}

static int check_route(const lf_map *map, const place_list *list) {
    lf_tile *tiles = malloc(((size_t)list->count + 1) * sizeof *tiles);
    if (tiles == NULL) return cli_no_memory();
    for (int64_t i = 0; i < list->count; i++)
        tiles[i] = lf_map_tile(map, list->items[i].at.x, list->items[i].at.y);
    int64_t at;
    lf_fault fault;
    const lf_status status = lf_route_check(map, tiles, list->count, &at, &fault);
    free(tiles);
    if (status >= 0) return show(list, at, fault);
    cli_say("%s", lf_status_text(status));
    return CLI_BAD;
}

int cmd_check(int argc, char **argv) {
    check_options options = {0};
    const args_group groups[] = {MOVES_OPTION(&options.query), MAP_OPTIONS(&options.map)};
    const char *operands[ARGS_MAX_OPERANDS];
    int code;
    if (!args_parse(&spec, groups, argc, argv, operands, &code)) return code;
    if (input_both_stdin(operands[0], operands[1])) return CLI_BAD;
    lf_map *map = NULL;
    place_list list = {0};
    code = CLI_BAD;
    if (input_load_map(operands[0], &options.map, options.query.moves, &map) &&
        read_tiles(operands[1], &list))
        code = check_route(map, &list);
    lf_map_destroy(map);
    places_free(&list);
    return code;
}
