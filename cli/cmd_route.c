// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall route: one query, one answer, as text, JSON or picture.
#include "args.h"
#include "chart.h"
#include "chart_index.h"
#include "cli.h"
#include "costs.h"
#include "draw.h"
#include "ends.h"
#include "files.h"
#include "framing.h"
#include "memory.h"
#include "obstacles.h"
#include "picture_format.h"
#include "report.h"
#include "weighing.h"

#include <stdlib.h>

typedef struct route_options {
    map_options map;
    query_options query;
    guide_options guide;
    index_options index;
    deep_options deep;
    memory_options memory;
    ends_options ends;
    rule_options rules;
    obstacle_options obstacles;
    weighing_options weighing;
    framing_options framing;
    bool json, tiles, turns, no_picture;
    const char *draw;
    int shape; ///< 0 = not given, otherwise shape_form + 1
    int32_t deep_enough;
} route_options;

static bool read_deep_enough(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 1, 255, field);
}

static const args_option route_option_table[] = {
    {"json", 0, NULL, args_read_flag, offsetof(route_options, json), "print one JSON object on one line",
     NULL},
    {"tiles", 0, NULL, args_read_flag, offsetof(route_options, tiles), "print all tiles of the route as X,Y",
     NULL},
    {"turns", 0, NULL, args_read_flag, offsetof(route_options, turns),
     "print the tiles where the route turns, and its ends", NULL},
    {"no-picture", 0, NULL, args_read_flag, offsetof(route_options, no_picture),
     "do not print small maps with the route", NULL},
    {"draw", 0, "OUT", args_read_string, offsetof(route_options, draw),
     "draw the map, what the search met, the corridor or the windows of\na guided strategy, a spine with its "
     "portals, headlands, and the\nroute: a .png, or a .svg with a route that stays sharp",
     NULL},
    {"shape", 0, "FORM", args_read_choice_or_none, offsetof(route_options, shape),
     "tiles, waypoints by line of sight, offshore: these pushed away from\nthe coast, curve: a smooth line "
     "through them; adds Euclidean lengths",
     shape_name},
    {"deep-enough", 0, "D", read_deep_enough, offsetof(route_options, deep_enough),
     "offshore stops moving out at depth D, 1 to 255; default: it moves to\nthe deepest tile nearby", NULL},
};

static const args_spec spec = {
    .verb = "route",
    .usage = "MAP --from TILES --to TILES [OPTION]...",
    .about =
        "Finds the shortest route from any of the sources to any of the targets in one search. x counts\n"
        "columns from the left and y rows from the top, both from 0. ORIGIN is a number of your own that\n"
        "comes back with the route; 0 if not given. The guided strategies (corridor, expand, "
        "expand-optimal,\n"
        "spine) look only around a plan on a coarse map: faster, and the route may be longer than the "
        "shortest.\n"
        "Exit code: 0 found, 1 no route or only a partial one, 2 misuse or bad input.",
    .examples = "  landfall route bay.txt --from 3,4 --to 40,17\n"
                "  landfall route world --from '600,300=1 610,310=2' --to '1500,500 1510,480' --json\n"
                "  landfall route world --from 600,300 --to 1500,500 --draw route.png\n"
                "  landfall route world --from 600,300 --to 1500,500 --strategy expand --draw corridor.png\n"
                "  landfall route world --from 600,300 --to 1500,500 --draw route.svg --zoom route\n"
                "  landfall route world --from 600,300 --to 1500,500 --deepest --harbour 32 --shape curve\n"
                "  landfall route world --from 640,320 --to 1490,510 --ends near=5 --partial\n"
                "  landfall route world --from 600,300 --to 1500,500 --block '900,380,12,40 910,400'\n"
                "  landfall route world --from 600,300 --to 1500,500 --coast-cost '3:+3 10:0 inf:+1'",
    .operands = {"MAP"},
    .surplus_hint = "several tiles go into one argument: --from '1,2 3,4'",
};

/// Everything that one run of the verb holds. `{0}` holds nothing.
typedef struct route_run {
    chart chart;
    ends ends;
    obstructed obstructed;
    lf_weights *weights; ///< NULL if none are asked for
    lf_map *judge;       ///< NULL, or the map that ends are judged on
    lf_search *search;
    lf_tile *tiles, *turns;
    int64_t turn_count;
    lf_query query;
    lf_expert_options experts; ///< of the query
    lf_route route;
    shaped shape;
    int32_t too_deep, deepest; ///< as in report
} route_run;

static void run_free(route_run *run) {
    lf_search_destroy(run->search);
    lf_weights_destroy(run->weights);
    lf_map_destroy(run->judge);
    chart_free(&run->chart);
    ends_free(&run->ends);
    obstructed_free(&run->obstructed);
    shaped_free(&run->shape);
    free(run->tiles);
    free(run->turns);
}

/// What can be refused before any work.
static bool check_files(const char *path, const route_options *options) {
    verb_files files = {.map = {"MAP", path},
                        .map_format = options->map.load.format,
                        .inputs = {{"--depth", deep_file(&options->deep)},
                                   {"--block", options->obstacles.block_file},
                                   {"--open", options->obstacles.open_file},
                                   {"--weights", options->weighing.file}},
                        .outputs = {{"--draw", options->draw}},
                        .answers = true};
    index_add_files(&options->index, &files);
    return files_are_apart(&files) && picture_path_is_fine(options->draw);
}

/// Makes the obstacles and the ends of the query. False after saying why.
static bool prepare_ends(route_run *run, const route_options *options) {
    const lf_map *map = run->chart.map;
    if (!obstructed_make(&run->obstructed, &options->obstacles, map)) return false;
    const lf_map *judge = run->obstructed.map != NULL ? run->obstructed.map : map;
    if (!weighing_judge(run->weights, judge, &run->judge)) return false;
    if (run->judge != NULL) judge = run->judge;
    if (!ends_make(&run->ends, &options->ends, &options->rules, judge, &run->query)) return false;
    run->query.map = map;
    if (run->obstructed.map != NULL) run->query.obstacles = &run->obstructed.obstacles;
    run->query.weights = run->weights;
    return true;
}

/// Loads the map and makes the query. False after saying why.
static bool prepare(route_run *run, const char *path, const route_options *options) {
    const lf_strategy strategy = options->query.strategy;
    guide_note_unused(&options->guide, strategy);
    if (!cost_check_strategy(&options->query)) return false;
    if (!weighing_fits(&options->weighing, strategy, options->index.count > 0)) return false;
    deep_note_unused(&options->deep);
    if (!chart_load(&run->chart, path, &options->map, options->query.moves, &options->guide,
                    chart_need_of(strategy), &options->deep) ||
        !weighing_make(&options->weighing, &run->chart, &run->weights) || !prepare_ends(run, options) ||
        (options->draw != NULL && !framing_fits_map(&options->framing, run->chart.map, 1)))
        return false;
    const index_use use = {.cost = options->query.cost,
                           .hierarchy = LF_HIERARCHY_NO,
                           .threads = 1,
                           .gate = deep_gate(&options->deep),
                           .keep_legs = options->index.keep_legs};
    if (!chart_index_prepare(&run->chart, &options->index, strategy, &use)) return false;
    run->query.strategy = strategy;
    run->query.options = guide_query_options(&options->guide, &run->experts);
    run->query.options.cost = options->query.cost;
    run->query.gate = deep_gate(&options->deep);
    return true;
}

/// Searches. The buffer has room for every open tile, which no route can exceed, so the time in the stats
/// includes the writing of the tiles; the system gives it memory only where it is written to.
static bool search(route_run *run, const route_options *options) {
    const int64_t capacity = lf_map_open_count(run->chart.map) + run->obstructed.opened;
    const int64_t sources = run->query.source_count, targets = run->query.target_count;
    const lf_search_desc desc = {.coarse = run->chart.coarse,
                                 .index = run->chart.index,
                                 .gate_indexes = run->chart.gates,
                                 .gate_index_count = run->chart.gate_count,
                                 .harbour_room = deep_harbour_room(options->deep.harbour, sources + targets),
                                 .cost = run->query.options.cost,
                                 .clock = {cli_now_ns, NULL},
                                 .end_room =
                                     rules_end_room(&options->rules, sources > targets ? sources : targets),
                                 .obstacle_room = run->obstructed.room,
                                 .weighted = run->weights != NULL,
                                 .depth = run->chart.depth};
    if (!memory_fits(&options->memory, &(memory_need){.map = run->chart.map, .desc = &desc}, 1, false))
        return false;
    run->tiles = malloc((size_t)capacity * sizeof *run->tiles);
    if (run->tiles == NULL) {
        cli_no_memory();
        return false;
    }
    lf_status status = lf_search_create(run->chart.map, &desc, &run->search);
    if (status == LF_OK) status = lf_search_find(run->search, &run->query, run->tiles, capacity, &run->route);
    if (status < 0) cli_say("%s", cli_status_text(status));
    return status >= 0;
}

/// Finds the turning points, if they were asked for. Without a route there are none. The search knows them, so they need
/// not be looked for among the tiles; it is asked before it is used again.
static bool find_turns(route_run *run, const route_options *options) {
    const int64_t count = run->route.tile_count;
    if (!options->turns) return true;
    run->turns = malloc(((size_t)count + 1) * sizeof *run->turns);
    if (run->turns == NULL) {
        cli_no_memory();
        return false;
    }
    const lf_status status = lf_search_turns(run->search, run->turns, count, &run->turn_count);
    if (status < 0) cli_say("%s", cli_status_text(status));
    return status >= 0;
}

/// Shapes the route, if that was asked for and there is one.
static bool shape(route_run *run, const route_options *options) {
    if (options->shape == 0 || run->route.tile_count == 0) return true;
    const lf_shape shape = {
        .search = run->search, .depth = run->chart.depth, .deep_enough = options->deep_enough};
    return shaped_make((shape_form)(options->shape - 1), &shape, run->tiles, run->route.tile_count,
                       &run->shape);
}

/// The depth that tiles need to be open under the gate of a query: 0 if it has none.
static int32_t gate_depth(const route_run *run) {
    const lf_depth_gate *gate = &run->query.gate;
    return gate->deepest && run->route.found ? run->route.gate_depth : gate->min_depth;
}

static bool draw(const route_run *run, const route_options *options) {
    const char *path = options->draw;
    draw_options framing, crop = {0};
    const draw_scene scene = {.map = run->chart.map,
                              .search = run->search,
                              .tiles = run->tiles,
                              .tile_count = run->route.tile_count,
                              .sources = run->query.sources,
                              .source_count = run->query.source_count,
                              .targets = run->query.targets,
                              .target_count = run->query.target_count,
                              .partial = run->route.partial,
                              .toward = run->route.partial ? run->query.targets[run->route.target_index] : 0,
                              .coarse = run->chart.coarse,
                              .guardrail = run->route.stats.guardrail,
                              .points = run->shape.points,
                              .point_count = run->shape.point_count,
                              .waypoints = run->shape.waypoints,
                              .waypoint_count = run->shape.waypoint_count,
                              .index = run->route.strategy == LF_STRATEGY_HEADLAND
                                           ? chart_index_for(&run->chart, run->route.gate_depth)
                                           : NULL,
                              .depth = gate_depth(run) > 0 ? run->chart.depth : NULL,
                              .least_depth = gate_depth(run),
                              .obstructed = run->obstructed.map != NULL ? &run->obstructed : NULL,
                              .weights = run->weights,
                              .options = &framing};
    draw_options_add_route(&crop, &scene);
    if (!framing_of(&options->framing, &crop, run->chart.map, 1, &framing)) return false;
    lf_io_error error = {0};
    if (draw_save(path, &scene, &error) == LF_IO_OK) return true;
    cli_say("%s", error.message);
    return false;
}

/// If there is no route under --min-depth, finds out how deep one can be. The picture has been drawn, so
/// that the search may be used again.
static bool find_deepest(route_run *run, const route_options *options) {
    run->too_deep = run->route.found ? 0 : options->deep.min_depth;
    if (run->too_deep == 0) return true;
    lf_query query = run->query;
    lf_route deepest;
    query.strategy = LF_STRATEGY_AUTO;
    query.partial = false;
    query.gate = (lf_depth_gate){.deepest = true, .harbour = run->query.gate.harbour};
    const lf_status status = lf_search_find(run->search, &query, NULL, 0, &deepest);
    run->deepest = deepest.found ? deepest.gate_depth : -1;
    if (status < 0) cli_say("%s", cli_status_text(status));
    return status >= 0;
}

/// Prints the answer; false if there is no memory.
static bool print_answer(const route_run *run, const route_options *options) {
    const report answer = {.chart = &run->chart,
                           .route = &run->route,
                           .tiles = run->tiles,
                           .search = run->search,
                           .cost = options->query.cost,
                           .weighted = run->weights != NULL,
                           .asked = &run->query,
                           .obstructed = run->obstructed.map != NULL ? &run->obstructed : NULL,
                           .too_deep = run->too_deep,
                           .deepest = run->deepest,
                           .turns = run->turns,
                           .turn_count = run->turn_count,
                           .shape = options->shape != 0 ? &run->shape : NULL};
    if (options->json) {
        char *line = report_json(&answer, -1);
        if (line == NULL) return false;
        fputs(line, stdout);
        free(line);
        return true;
    }
    report_print(&answer);
    if (options->tiles && run->route.tile_count > 0) {
        putchar('\n');
        report_print_tiles(run->chart.map, run->tiles, run->route.tile_count);
    }
    if (options->turns && run->turn_count > 0) {
        putchar('\n');
        report_print_tiles(run->chart.map, run->turns, run->turn_count);
    }
    if (options->no_picture || !report_fits_picture(run->chart.map)) return true;
    return report_print_picture(&answer, &run->query);
}

static int route_run_all(route_run *run, const char *path, const route_options *options) {
    if (!check_files(path, options) || !prepare(run, path, options)) return CLI_BAD;
    if (!search(run, options) || !find_turns(run, options) || !shape(run, options)) return CLI_BAD;
    if (options->draw != NULL && !draw(run, options)) return CLI_BAD;
    if (!find_deepest(run, options)) return CLI_BAD;
    if (!print_answer(run, options)) return cli_no_memory();
    return run->route.found ? CLI_OK : CLI_NO;
}

static bool options_are_complete(const route_options *options) {
    if (options->json && options->tiles)
        cli_note(options->turns ? "--tiles changes nothing: with --turns, --json has no tiles"
                                : "--tiles changes nothing: --json has all tiles anyway");
    if (options->deep_enough != 0 && options->shape <= SHAPE_OFFSHORE)
        cli_note("--deep-enough says nothing without --shape offshore or curve");
    return framing_options_fit(&options->framing, options->draw) &&
           ends_are_complete(&options->ends, spec.verb);
}

int cmd_route(int argc, char **argv) {
    route_options options = {0};
    const args_group groups[] = {ENDS_OPTIONS(&options.ends),
                                 ARGS_GROUP(route_option_table, &options),
                                 FRAMING_OPTIONS(&options.framing),
                                 QUERY_OPTIONS(&options.query),
                                 INDEX_OPTIONS(&options.index),
                                 GUIDE_OPTIONS(&options.guide),
                                 SPINE_OPTIONS(&options.guide),
                                 DEEP_OPTIONS(&options.deep),
                                 RULE_OPTIONS(&options.rules),
                                 OBSTACLE_OPTIONS(&options.obstacles),
                                 WEIGHING_OPTIONS(&options.weighing),
                                 MEMORY_OPTIONS(&options.memory),
                                 MAP_OPTIONS(&options.map)};
    const char *operands[ARGS_MAX_OPERANDS];
    int code;
    if (args_parse(&spec, groups, argc, argv, operands, &code)) {
        route_run run = {0};
        options.index.keep_legs = options.obstacles.count > 0;
        options.deep.needed = options.shape > SHAPE_OFFSHORE || options.weighing.has_coast; // or curve
        if (!options_are_complete(&options))
            code = args_misuse(&spec);
        else if (!weighing_begin(&options.weighing, operands[0], &options.map))
            code = CLI_BAD;
        else
            code = route_run_all(&run, operands[0], &options);
        run_free(&run);
    }
    ends_options_free(&options.ends);
    obstacle_options_free(&options.obstacles);
    return code;
}
