// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall check: whether a list of tiles is a legal route. It reads what `route --json` and `route --tiles`
// print, and lists from elsewhere, so that routes of other programs can be checked too.
#include "args.h"
#include "cli.h"
#include "input.h"
#include "tile_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

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
    cli_say("%s", cli_status_text(status));
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
        tile_list_read(operands[1], &list))
        code = check_route(map, &list);
    lf_map_destroy(map);
    places_free(&list);
    return code;
}
