// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall compare: one query answered by every strategy, side by side.
//
// One search serves nearly all of them, one after the other, so that a panel of the picture has to be drawn
// before the next strategy begins. spine plans on a higher level, so it has a search of its own.
#include "args.h"
#include "chart.h"
#include "chart_index.h"
#include "cli.h"
#include "draw.h"
#include "ends.h"
#include "files.h"
#include "framing.h"
#include "picture_format.h"
#include "times.h"
#include "units.h"
#include "weighing.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct compare_options {
    map_options map;
    query_options query;
    guide_options guide;
    index_options index;
    ends_options ends;
    framing_options framing;
    weighing_options weighing;
    deep_options deep;
    bool json;
    const char *draw;
    int32_t repeat;
} compare_options;

enum { MAX_REPEAT = 1000, DEFAULT_REPEAT = 5 };

static bool read_repeat(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 1, MAX_REPEAT, field);
}

static const args_option compare_option_table[] = {
    {"json", 0, NULL, args_read_flag, offsetof(compare_options, json), "print one JSON object on one line",
     NULL},
    {"draw", 0, "OUT", args_read_string, offsetof(compare_options, draw),
     "draw a panel a strategy: map, corridor, what was met, route: a\n.png, or a .svg", NULL},
    {"repeat", 0, "N", read_repeat, offsetof(compare_options, repeat),
     "how often each strategy runs; times are medians; default 5", NULL},
};

static const args_spec spec = {
    .verb = "compare",
    .usage = "MAP --from TILES --to TILES [OPTION]...",
    .about =
        "Answers one query with every strategy and prints a line for each: the length of its route and its\n"
        "ratio to the shortest, tiles expanded, phases, cells opened by widening, whether the guardrail "
        "ran,\n"
        "times in microseconds, and how many times faster it was than flood. expand runs once for each kind\n"
        "of frontier. With --weights or --coast-cost it is the strategies that take weights, and what their\n"
        "routes cost is compared, not how long they are. Exit code: 0 found, 1 no route, 2 misuse or bad "
        "input.",
    .examples =
        "  landfall compare world --from 600,300 --to 1500,500\n"
        "  landfall compare world --from 600,300 --to 1500,500 --coast-cost '3:+3 10:0 inf:+1'\n"
        "  landfall compare world --from 600,300 --to 1500,500 --coarse cells --radius 0 --draw all.png",
    .operands = {"MAP"},
    .surplus_hint = "several tiles go into one argument: --from '1,2 3,4'",
};

/// One way to answer the query, and what came of it.
typedef struct contestant {
    lf_strategy strategy;
    bool has_frontier; ///< whether it runs once for each kind of frontier
    lf_frontier frontier;
    char name[40];
    lf_route route;
    int64_t plan_ns, total_ns; ///< medians
} contestant;

enum { MAX_CONTESTANTS = 32 };

/// Everything that one run of the verb holds. `{0}` holds nothing.
typedef struct compare_run {
    const compare_options *options;
    chart chart;
    lf_weights *weights; ///< NULL if none are asked for
    lf_map *judge;       ///< NULL, or the map without open tiles of weight 0
    ends ends;
    lf_search *search, *spine_search; ///< the second is NULL where spine has no coarse map of its own
    lf_tile *tiles;
    int64_t *times_ns; ///< room for two medians
    lf_query query;
    lf_expert_options experts; ///< of the query
    draw_sheet sheet;
    contestant list[MAX_CONTESTANTS];
    int count;
} compare_run;

static void run_free(compare_run *run) {
    draw_picture_free(&run->sheet.picture);
    lf_search_destroy(run->search);
    lf_search_destroy(run->spine_search);
    lf_map_destroy(run->judge);
    lf_weights_destroy(run->weights);
    chart_free(&run->chart);
    ends_free(&run->ends);
    free(run->tiles);
    free(run->times_ns);
}

// ---------------------------------------------------------------------------------------------------
// Running
// ---------------------------------------------------------------------------------------------------

static void list_add(compare_run *run, lf_strategy strategy, bool has_frontier, lf_frontier frontier) {
    if (run->count == MAX_CONTESTANTS) return;
    contestant *added = &run->list[run->count++];
    *added = (contestant){.strategy = strategy, .has_frontier = has_frontier, .frontier = frontier};
    snprintf(added->name, sizeof added->name, "%s%s%s", lf_strategy_name(strategy), has_frontier ? "/" : "",
             has_frontier ? frontier_name((int)frontier) : "");
}

/// All strategies that the library has but auto, which is one of the others.
static void list_fill(compare_run *run) {
    for (int i = LF_STRATEGY_AUTO + 1; lf_strategy_name((lf_strategy)i) != NULL; i++) {
        const lf_strategy strategy = (lf_strategy)i;
        if (strategy == LF_STRATEGY_CELLS && run->weights == NULL) continue; // for weights only
        if (run->weights != NULL && !weighing_takes(strategy)) continue;
        if (strategy == LF_STRATEGY_STRIP && lf_map_moves(run->chart.map) != LF_MOVES_ORTHOGONAL) continue;
        if (strategy != LF_STRATEGY_EXPAND || run->weights != NULL) { // weighed corridors have no frontier
            list_add(run, strategy, false, LF_FRONTIER_REGION);
            continue;
        }
        list_add(run, strategy, true, LF_FRONTIER_LIST);
        list_add(run, strategy, true, LF_FRONTIER_REGION);
    }
}

static bool has_own_coarse(const compare_run *run, const contestant *one) {
    return one->strategy == LF_STRATEGY_SPINE && run->chart.spine_coarse != NULL;
}

/// The coarse map of a contestant; NULL if it has none.
static const lf_coarse *coarse_of(const compare_run *run, const contestant *one) {
    if (!strategy_is_guided(one->strategy)) return NULL;
    return has_own_coarse(run, one) ? run->chart.spine_coarse : run->chart.coarse;
}

static lf_search *search_of(const compare_run *run, const contestant *one) {
    return has_own_coarse(run, one) ? run->spine_search : run->search;
}

/// Answers the query once; false after saying why it was refused. The search keeps the run, for the picture.
static bool contestant_answer(compare_run *run, contestant *one) {
    run->query.strategy = one->strategy;
    run->experts.frontier = one->frontier;
    const lf_status status = lf_search_find(search_of(run, one), &run->query, run->tiles,
                                            lf_map_open_count(run->chart.map), &one->route);
    if (status < 0) cli_say("%s: %s", one->name, cli_status_text(status));
    return status >= 0;
}

/// Answers the query as often as asked for.
static bool contestant_run(compare_run *run, contestant *one) {
    const int32_t repeat = run->options->repeat;
    int64_t *plans_ns = run->times_ns, *totals_ns = run->times_ns + repeat;
    for (int32_t i = 0; i < repeat; i++) {
        if (!contestant_answer(run, one)) return false;
        plans_ns[i] = one->route.stats.plan_ns;
        totals_ns[i] = one->route.stats.total_ns;
    }
    one->plan_ns = times_median(plans_ns, repeat);
    one->total_ns = times_median(totals_ns, repeat);
    return true;
}

/// The contestant that all others are measured by: the first, flood.
static const contestant *yardstick(const compare_run *run) {
    return &run->list[0];
}

/// What routes are compared by: with weights what they cost, otherwise their length.
static int64_t route_measure(const compare_run *run, const lf_route *route) {
    return run->weights != NULL ? route->straight_cost + route->diagonal_cost : route->length;
}

/// How much longer, or dearer, the route is than the best one; 1 where both are a single tile.
static double ratio_to_best(const compare_run *run, const contestant *one) {
    const int64_t best = route_measure(run, &yardstick(run)->route);
    return best > 0 ? (double)route_measure(run, &one->route) / (double)best : 1;
}

static double speedup(const compare_run *run, const contestant *one) {
    return (double)yardstick(run)->total_ns / (double)(one->total_ns > 0 ? one->total_ns : 1);
}

static draw_scene scene_of(const compare_run *run, const contestant *one) {
    return (draw_scene){.map = run->chart.map,
                        .search = search_of(run, one),
                        .tiles = run->tiles,
                        .tile_count = one->route.tile_count,
                        .sources = run->query.sources,
                        .source_count = run->query.source_count,
                        .targets = run->query.targets,
                        .target_count = run->query.target_count,
                        .weights = run->weights,
                        .coarse = coarse_of(run, one),
                        .guardrail = one->route.stats.guardrail,
                        .index = one->strategy == LF_STRATEGY_HEADLAND ? run->chart.index : NULL};
}

/// Begins the picture. With --zoom route every strategy answers the query once before, so that the panels
/// show the same tiles and all of every route.
static bool begin_sheet(compare_run *run) {
    const framing_options *options = &run->options->framing;
    draw_options crop = {0}, framing;
    for (int i = 0; options->zoom_route && i < run->count; i++) {
        contestant one = run->list[i];
        if (!contestant_answer(run, &one)) return false;
        const draw_scene scene = scene_of(run, &one);
        draw_options_add_route(&crop, &scene);
    }
    if (!framing_of(options, &crop, run->chart.map, run->count, &framing)) return false;
    framing.vector = picture_is_vector(run->options->draw);
    if (draw_sheet_make(run->chart.map, run->count, &framing, &run->sheet) == LF_IO_OK) return true;
    cli_no_memory();
    return false;
}

static bool add_panel(compare_run *run, const contestant *one) {
    const lf_route *route = &one->route;
    const draw_scene scene = scene_of(run, one);
    char words[96] = "no route";
    if (route->found)
        snprintf(words, sizeof words, "%s %" PRId64 " (%.4f), %" PRId64 " expanded",
                 run->weights != NULL ? "cost" : "length", route_measure(run, route), ratio_to_best(run, one),
                 route->stats.expanded);
    if (draw_sheet_add(&run->sheet, &scene, one->name, words) == LF_IO_OK) return true;
    cli_no_memory();
    return false;
}

static bool run_all(compare_run *run) {
    if (run->options->draw != NULL && !begin_sheet(run)) return false;
    for (int i = 0; i < run->count; i++) {
        contestant *one = &run->list[i];
        if (!contestant_run(run, one)) return false;
        if (run->options->draw != NULL && !add_panel(run, one)) return false;
    }
    return true;
}

static bool save_sheet(compare_run *run) {
    lf_io_error error = {0};
    if (run->options->draw == NULL || draw_sheet_save(run->options->draw, &run->sheet, &error) == LF_IO_OK)
        return true;
    cli_say("%s", error.message);
    return false;
}

// ---------------------------------------------------------------------------------------------------
// Text
// ---------------------------------------------------------------------------------------------------

static void print_coarse(const compare_run *run) {
    const lf_coarse *coarse = run->chart.coarse, *spine = run->chart.spine_coarse;
    char time[UNITS_TEXT];
    printf("coarse map %s, level %d: %d x %d cells, %" PRId64 " node%s, built in %s\n",
           chart_source_name(&run->chart), lf_coarse_level(coarse), lf_coarse_width(coarse),
           lf_coarse_height(coarse), lf_coarse_node_count(coarse),
           lf_coarse_node_count(coarse) == 1 ? "" : "s", units_time((double)run->chart.build_ns, time));
    if (spine != NULL)
        printf("for spine, level %d: %d x %d cells, %" PRId64 " node%s\n", lf_coarse_level(spine),
               lf_coarse_width(spine), lf_coarse_height(spine), lf_coarse_node_count(spine),
               lf_coarse_node_count(spine) == 1 ? "" : "s");
    putchar('\n');
}

static void print_index(const compare_run *run) {
    char text[CHART_INDEX_TEXT];
    printf("index: %s\n\n", chart_index_text(&run->chart, run->chart.index, text));
}

static void print_line(const compare_run *run, const contestant *one) {
    const lf_stats *stats = &one->route.stats;
    char length[24] = "none", ratio[24] = "-";
    if (one->route.found) {
        snprintf(length, sizeof length, "%" PRId64, route_measure(run, &one->route));
        snprintf(ratio, sizeof ratio, "%.4f", ratio_to_best(run, one));
    }
    printf("%-16s %9s %8s %11" PRId64 " %7" PRId64 " %8" PRId64 " %10s %10.1f %11.1f %8.1f\n", one->name,
           length, ratio, stats->expanded, stats->phases, stats->opened_cells,
           stats->guardrail ? "yes" : "no", (double)one->plan_ns / 1e3, (double)one->total_ns / 1e3,
           speedup(run, one));
}

static void print_text(const compare_run *run) {
    print_coarse(run);
    if (run->chart.index != NULL) print_index(run);
    printf("%-16s %9s %8s %11s %7s %8s %10s %10s %11s %8s\n", "strategy",
           run->weights != NULL ? "cost" : "length", "ratio", "expanded", "phases", "opened", "guardrail",
           "plan us", "total us", "faster");
    for (int i = 0; i < run->count; i++) print_line(run, &run->list[i]);
}

// ---------------------------------------------------------------------------------------------------
// JSON
// ---------------------------------------------------------------------------------------------------

static json_t *json_contestant(const compare_run *run, const contestant *one) {
    const lf_stats *stats = &one->route.stats;
    const bool found = one->route.found;
    const lf_coarse *coarse = coarse_of(run, one);
    json_t *object = json_pack(
        "{s:s,s:o,s:b,s:b,s:o,s:o,s:I,s:I,s:I,s:b,s:f,s:f,s:f,s:o}", "strategy",
        lf_strategy_name(one->strategy), "frontier",
        one->has_frontier ? json_string(frontier_name((int)one->frontier)) : json_null(), "found", found,
        "exact", one->route.exact, "length", found ? json_integer(one->route.length) : json_null(), "ratio",
        found ? json_real(ratio_to_best(run, one)) : json_null(), "expanded", (json_int_t)stats->expanded,
        "phases", (json_int_t)stats->phases, "opened_cells", (json_int_t)stats->opened_cells, "guardrail",
        stats->guardrail, "plan_us", (double)one->plan_ns / 1e3, "total_us", (double)one->total_ns / 1e3,
        "speedup", speedup(run, one), "level",
        coarse != NULL ? json_integer(lf_coarse_level(coarse)) : json_null());
    if (run->weights != NULL)
        json_object_set_new(object, "cost",
                            found ? json_integer(route_measure(run, &one->route)) : json_null());
    return object;
}

static json_t *json_coarse(const compare_run *run) {
    const lf_coarse *coarse = run->chart.coarse;
    return json_pack("{s:s,s:i,s:i,s:i,s:I,s:f}", "kind", chart_source_name(&run->chart), "level",
                     lf_coarse_level(coarse), "width", lf_coarse_width(coarse), "height",
                     lf_coarse_height(coarse), "nodes", (json_int_t)lf_coarse_node_count(coarse), "build_us",
                     (double)run->chart.build_ns / 1e3);
}

/// None with weights: no strategy that takes them has a use for one.
static json_t *json_index(const compare_run *run) {
    if (run->chart.index == NULL) return json_null();
    return json_pack("{s:I,s:I,s:b,s:f}", "headlands", (json_int_t)lf_index_headland_count(run->chart.index),
                     "legs", (json_int_t)lf_index_leg_count(run->chart.index), "loaded",
                     run->chart.index_loaded, "build_us", (double)run->chart.index_ns / 1e3);
}

/// Prints the JSON; false if there is no memory.
static bool print_json(const compare_run *run) {
    json_t *object = json_object(), *list = json_array();
    int bad = json_object_set_new(object, "repeat", json_integer(run->options->repeat));
    bad |= json_object_set_new(object, "coarse", json_coarse(run));
    bad |= json_object_set_new(object, "index", json_index(run));
    for (int i = 0; i < run->count; i++)
        bad |= json_array_append_new(list, json_contestant(run, &run->list[i]));
    bad |= json_object_set_new(object, "strategies", list);
    char *text =
        bad == 0 ? json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9)) : NULL;
    json_decref(object);
    if (text == NULL) return false;
    puts(text);
    free(text);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// The verb
// ---------------------------------------------------------------------------------------------------

static bool make_search(compare_run *run) {
    const lf_search_desc desc = {.coarse = run->chart.coarse,
                                 .index = run->chart.index,
                                 .weighted = run->weights != NULL,
                                 .clock = {cli_now_ns, NULL}};
    const lf_search_desc spine = {
        .coarse = run->chart.spine_coarse, .weighted = run->weights != NULL, .clock = {cli_now_ns, NULL}};
    run->tiles = malloc((size_t)lf_map_open_count(run->chart.map) * sizeof *run->tiles);
    run->times_ns = calloc((size_t)run->options->repeat * 2, sizeof *run->times_ns);
    const bool made =
        run->tiles != NULL && run->times_ns != NULL &&
        lf_search_create(run->chart.map, &desc, &run->search) == LF_OK &&
        (spine.coarse == NULL || lf_search_create(run->chart.map, &spine, &run->spine_search) == LF_OK);
    if (!made) cli_no_memory();
    return made;
}

/// What can be refused before any work.
static bool compare_check_files(const char *path, const compare_options *options) {
    verb_files files = {.map = {"MAP", path},
                        .map_format = options->map.load.format,
                        .inputs = {{"--weights", options->weighing.file}},
                        .outputs = {{"--draw", options->draw}},
                        .answers = true};
    index_add_files(&options->index, &files);
    return files_are_apart(&files) && picture_path_is_fine(options->draw);
}

/// Loads the map and makes what the strategies need; false after saying why not.
static bool compare_load(compare_run *run, const char *path) {
    const compare_options *options = run->options;
    if (!chart_load(&run->chart, path, &options->map, options->query.moves, &options->guide, CHART_BOTH,
                    &options->deep) ||
        !weighing_make(&options->weighing, &run->chart, &run->weights) ||
        !weighing_judge(run->weights, run->chart.map, &run->judge) ||
        !ends_make(&run->ends, &options->ends, &(rule_options){0},
                   run->judge != NULL ? run->judge : run->chart.map, &run->query))
        return false;
    if (run->weights != NULL) {
        if (options->index.count > 0) cli_note("--index says nothing about queries with weights");
        return true;
    }
    const index_use use = {.hierarchy = LF_HIERARCHY_NO, .threads = 1};
    return chart_index_prepare(&run->chart, &options->index, LF_STRATEGY_HEADLAND, &use);
}

static int compare_run_all(compare_run *run, const char *path) {
    const compare_options *options = run->options;
    if (!compare_check_files(path, options)) return CLI_BAD;
    if (!compare_load(run, path)) return CLI_BAD;
    run->query.weights = run->weights;
    run->query.options = guide_query_options(&options->guide, &run->experts);
    list_fill(run);
    if (options->draw != NULL && !framing_fits_map(&options->framing, run->chart.map, run->count))
        return CLI_BAD;
    if (!make_search(run) || !run_all(run) || !save_sheet(run)) return CLI_BAD;
    if (!options->json)
        print_text(run);
    else if (!print_json(run))
        return cli_no_memory();
    return yardstick(run)->route.found ? CLI_OK : CLI_NO;
}

int cmd_compare(int argc, char **argv) {
    compare_options options = {.repeat = DEFAULT_REPEAT};
    const args_group groups[] = {
        ENDS_OPTIONS(&options.ends),       ARGS_GROUP(compare_option_table, &options),
        FRAMING_OPTIONS(&options.framing), MOVES_OPTION(&options.query),
        INDEX_OPTIONS(&options.index),     GUIDE_SHAPE_OPTIONS(&options.guide),
        SPINE_OPTIONS(&options.guide),     WEIGHING_OPTIONS(&options.weighing),
        DEEP_FROM_OPTION(&options.deep),   MAP_OPTIONS(&options.map)};
    const char *operands[ARGS_MAX_OPERANDS];
    int code;
    if (args_parse(&spec, groups, argc, argv, operands, &code)) {
        compare_run run = {.options = &options};
        const bool complete = framing_options_fit(&options.framing, options.draw) &&
                              ends_are_complete(&options.ends, spec.verb);
        options.deep.needed = options.weighing.has_coast;
        if (!complete)
            code = args_misuse(&spec);
        else if (!weighing_begin(&options.weighing, operands[0], &options.map))
            code = CLI_BAD;
        else
            code = compare_run_all(&run, operands[0]);
        run_free(&run);
    }
    ends_options_free(&options.ends);
    return code;
}
