// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall route: one query, one answer, as text, JSON or picture.
#include "args.h"
#include "cli.h"
#include "draw.h"
#include "input.h"
#include "output.h"
#include "places.h"
#include "report.h"

#include <stdlib.h>

typedef struct route_options {
    map_options map;
    query_options query;
    place_list from, to;
    bool json, tiles, no_picture;
    const char *draw;
} route_options;

static const args_option route_option_table[] = {
    {"from", 'f', "TILES", places_read_sources, offsetof(route_options, from),
     "where the route may begin: X,Y or X,Y=ORIGIN, several in\n"
     "quotes with blanks between them; may be repeated",
     NULL},
    {"to", 't', "TILES", places_read_targets, offsetof(route_options, to),
     "where it may end: X,Y, several as above", NULL},
    {"json", 0, NULL, args_read_flag, offsetof(route_options, json), "print one JSON object on one line",
     NULL},
    {"tiles", 0, NULL, args_read_flag, offsetof(route_options, tiles), "print all tiles of the route as X,Y",
     NULL},
    {"no-picture", 0, NULL, args_read_flag, offsetof(route_options, no_picture),
     "do not print small maps with the route", NULL},
    {"draw", 0, "OUT.png", args_read_string, offsetof(route_options, draw),
     "draw the map, what the search met, and the route", NULL},
};

static const args_spec spec = {
    .verb = "route",
    .usage = "MAP --from TILES --to TILES [OPTION]...",
    .about =
        "Finds the shortest route from any of the sources to any of the targets in one search. x counts\n"
        "columns from the left and y rows from the top, both from 0. ORIGIN is a number of your own that\n"
        "comes back with the route; 0 if not given. Exit code: 0 found, 1 no route, 2 misuse or bad input.",
    .examples = "  landfall route bay.txt --from 3,4 --to 40,17\n"
                "  landfall route world --from '600,300=1 610,310=2' --to '1500,500 1510,480' --json\n"
                "  landfall route world --from 600,300 --to 1500,500 --draw route.png",
    .operands = {"MAP"},
    .surplus_hint = "several tiles go into one argument: --from '1,2 3,4'",
};

/// Everything that one run of the verb holds. `{0}` holds nothing.
typedef struct route_run {
    lf_map *map;
    lf_search *search;
    lf_source *sources;
    lf_tile *targets;
    lf_tile *tiles;
    lf_query query;
    lf_route route;
} route_run;

static void run_free(route_run *run) {
    lf_search_destroy(run->search);
    lf_map_destroy(run->map);
    free(run->sources);
    free(run->targets);
    free(run->tiles);
}

/// Turns the places into the query. False if there is no memory.
static bool make_query(route_run *run, const route_options *options) {
    const place_list *from = &options->from, *to = &options->to;
    run->sources = malloc((size_t)from->count * sizeof *run->sources);
    run->targets = malloc((size_t)to->count * sizeof *run->targets);
    if (run->sources == NULL || run->targets == NULL) return false;
    for (int64_t i = 0; i < from->count; i++) {
        const place *item = &from->items[i];
        run->sources[i] = (lf_source){lf_map_tile(run->map, item->at.x, item->at.y), item->origin};
    }
    for (int64_t i = 0; i < to->count; i++)
        run->targets[i] = lf_map_tile(run->map, to->items[i].at.x, to->items[i].at.y);
    run->query = (lf_query){.sources = run->sources,
                            .source_count = from->count,
                            .targets = run->targets,
                            .target_count = to->count,
                            .strategy = options->query.strategy,
                            .map = run->map};
    return true;
}

/// Searches. The buffer has room for every open tile, which no route can exceed, so the time in the stats
/// includes the writing of the tiles; the system gives it memory only where it is written to.
static bool search(route_run *run) {
    const int64_t capacity = lf_map_open_count(run->map);
    const lf_search_desc desc = {.clock = {cli_now_ns, NULL}};
    run->tiles = malloc((size_t)capacity * sizeof *run->tiles);
    if (run->tiles == NULL) {
        cli_no_memory();
        return false;
    }
    lf_status status = lf_search_create(run->map, &desc, &run->search);
    if (status == LF_OK) status = lf_search_find(run->search, &run->query, run->tiles, capacity, &run->route);
    if (status < 0) cli_say("%s", lf_status_text(status));
    return status >= 0;
}

static bool draw(const route_run *run, const char *path) {
    if (output_is_stream(path)) {
        cli_say("--draw: %s is not a file that a picture can replace, expected a name such as route.png",
                path);
        return false;
    }
    const draw_scene scene = {.map = run->map,
                              .search = run->search,
                              .tiles = run->tiles,
                              .tile_count = run->route.tile_count,
                              .sources = run->query.sources,
                              .source_count = run->query.source_count,
                              .targets = run->query.targets,
                              .target_count = run->query.target_count};
    lf_io_error error = {0};
    if (draw_save(path, &scene, &error) == LF_IO_OK) return true;
    cli_say("%s", error.message);
    return false;
}

/// Prints the answer; false if there is no memory.
static bool print_answer(const route_run *run, const route_options *options) {
    const report answer = {run->map, &run->route, run->tiles};
    if (options->json) {
        char *line = report_json(&answer, -1);
        if (line == NULL) return false;
        fputs(line, stdout);
        free(line);
        return true;
    }
    report_print(&answer);
    if (options->tiles && run->route.found) {
        putchar('\n');
        report_print_tiles(&answer);
    }
    if (options->no_picture || !report_fits_picture(run->map)) return true;
    return report_print_picture(&answer, &run->query);
}

static int route_run_all(route_run *run, const char *path, const route_options *options) {
    if (!input_load_map(path, &options->map, options->query.moves, &run->map)) return CLI_BAD;
    const bool sources_fine = places_check(&options->from, run->map, "source");
    const bool targets_fine = places_check(&options->to, run->map, "target");
    if (!sources_fine || !targets_fine) return CLI_BAD;
    if (!make_query(run, options)) return cli_no_memory();
    if (!search(run)) return CLI_BAD;
    if (options->draw != NULL && !draw(run, options->draw)) return CLI_BAD;
    if (!print_answer(run, options)) return cli_no_memory();
    return run->route.found ? CLI_OK : CLI_NO;
}

static bool options_are_complete(const route_options *options) {
    if (options->from.count == 0) cli_say("route needs --from TILES, such as --from 12,40");
    if (options->to.count == 0) cli_say("route needs --to TILES, such as --to 80,3");
    if (options->json && options->tiles)
        cli_say("note: --tiles changes nothing: --json has all tiles anyway");
    return options->from.count > 0 && options->to.count > 0;
}

int cmd_route(int argc, char **argv) {
    route_options options = {0};
    const args_group groups[] = {ARGS_GROUP(route_option_table, &options), QUERY_OPTIONS(&options.query),
                                 MAP_OPTIONS(&options.map)};
    const char *operands[ARGS_MAX_OPERANDS];
    int code;
    if (args_parse(&spec, groups, 3, argc, argv, operands, &code)) {
        route_run run = {0};
        code =
            options_are_complete(&options) ? route_run_all(&run, operands[0], &options) : args_misuse(&spec);
        run_free(&run);
    }
    places_free(&options.from);
    places_free(&options.to);
    return code;
}
