// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall bench: many queries, several strategies, one table from one run.
//
// For each query the strategies take turns, as often as --repeat says, so that whatever disturbs the machine
// hits all of them; a query's time with a strategy is the median of its turns. Lengths are compared with the
// shortest, which `auto` finds, being exact; that run is not measured.
#include "args.h"
#include "chart.h"
#include "chart_index.h"
#include "cli.h"
#include "costs.h"
#include "progress.h"
#include "queries.h"
#include "times.h"
#include "units.h"
#include "weighing.h"
#include "workers.h"

#include <inttypes.h>
#include <jansson.h>
#include <scenes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_STRATEGIES = 32,
    MAX_REPEAT = 1000,
    DEFAULT_REPEAT = 3,
    MAX_RANDOM = 1000000,
    DEFAULT_RANDOM = 100,
    DEFAULT_SEED = 1
};

/// The strategies to run, in the order in which they were given.
typedef struct strategy_list {
    lf_strategy items[MAX_STRATEGIES];
    int count;
} strategy_list;

typedef struct bench_options {
    map_options map;
    query_options query;
    guide_options guide;
    index_options index;
    deep_options deep;
    weighing_options weighing;
    strategy_list strategies;
    const char *queries;
    int32_t random, repeat;
    uint64_t seed; ///< DEFAULT_SEED if it was not given
    bool seed_given, json, csv;
    int threads;
} bench_options;

static const char *bench_strategy_name(int i) {
    return lf_strategy_name((lf_strategy)i);
}

static bool list_has(const strategy_list *list, lf_strategy strategy) {
    for (int i = 0; i < list->count; i++) {
        if (list->items[i] == strategy) return true;
    }
    return false;
}

/// One name after the other, with commas between them.
static bool read_strategies(const args_option *option, const char *value, void *field) {
    strategy_list *list = field;
    list->count = 0;
    for (const char *word = value;; word += strcspn(word, ",") + 1) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(word, ","), word);
        const int found = args_find_choice("strategy", name, option->names);
        if (found < 0) return false;
        if (list_has(list, (lf_strategy)found)) {
            cli_say("--%s: '%s' is there twice", option->name, name);
            return false;
        }
        list->items[list->count++] = (lf_strategy)found;
        if (word[strcspn(word, ",")] == '\0') return true;
    }
}

static bool read_bench_repeat(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 1, MAX_REPEAT, field);
}

/// Every number is a seed, so that none of them can mean that it was not given.
static bool read_seed(const args_option *option, const char *value, void *field) {
    bench_options *options = field;
    options->seed_given = args_read_u64(option, value, &options->seed);
    return options->seed_given;
}

static bool read_random(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 1, MAX_RANDOM, field);
}

static const args_option bench_option_table[] = {
    {"strategies", 0, "A,B,C", read_strategies, offsetof(bench_options, strategies),
     "which ones, with commas between them; default: all that take the\ncost and weights, but auto, which is "
     "one of them",
     bench_strategy_name},
    {"queries", 0, "FILE", args_read_string, offsetof(bench_options, queries),
     "the queries: a MovingAI scenario (.scen), or a CSV with columns\nfrom_x, from_y, to_x and to_y", NULL},
    {"random", 0, "N", read_random, offsetof(bench_options, random),
     "without --queries: so many random pairs of tiles in the largest\nbody; default 100", NULL},
    {"seed", 0, "N", read_seed, 0, "which random pairs; default 1", NULL},
    {"repeat", 0, "N", read_bench_repeat, offsetof(bench_options, repeat),
     "how often each strategy answers each query; a query's time is\nthe median; default 3", NULL},
    {"threads", 'j', "N", workers_read_threads, offsetof(bench_options, threads),
     "how many threads build the index; default: one per core, at most 64.\nQueries are measured one at a "
     "time, "
     "with nothing beside them",
     NULL},
    {"json", 0, NULL, args_read_flag, offsetof(bench_options, json), "print one JSON object on one line",
     NULL},
    {"csv", 0, NULL, args_read_flag, offsetof(bench_options, csv), "print CSV", NULL},
};

static const args_spec spec = {
    .verb = "bench",
    .usage = "MAP [OPTION]...",
    .about =
        "Answers the same queries with several strategies in one run, one at a time, and prints a line for\n"
        "each: routes found, median, 99th percentile and mean of the times in microseconds, median of the\n"
        "tiles expanded, mean and worst ratio of the route's length (with --cost octile or weights: cost)\n"
        "to the shortest, memory of the search and its coarse map or index, milliseconds to build that, and "
        "how\n"
        "many times faster the median is than that of the first strategy. A query's time includes the "
        "writing\n"
        "of the route's tiles into memory. Exit code: 0 all found, 1 some query has no route, 2 misuse or "
        "bad "
        "input.",
    .examples = "  landfall bench world --queries queries.csv --strategies flood,expand\n"
                "  landfall bench maze.map --queries maze.map.scen --cost octile --csv\n"
                "  landfall bench world --random 500 --seed 7 --repeat 5",
    .operands = {"MAP"},
    .surplus_hint = "queries come with --queries FILE",
};

/// One strategy and what came of it.
typedef struct bench_row {
    lf_strategy strategy;
    bool guided;
    int64_t *times_ns, *expanded; ///< for each query
    int64_t found;
    double ratio_sum, ratio_worst, total_ns; ///< over the found ones; over all
} bench_row;

/// Everything that one run of the verb holds. `{0}` holds nothing.
typedef struct bench_run {
    const bench_options *options;
    chart chart;
    lf_query_list queries;
    lf_search *search, *guided; ///< without and with the coarse map; the second one only if it is needed
    lf_search *spine;           ///< for spine alone, where it has a coarse map of its own
    lf_weights *weights;
    lf_map *judge; ///< NULL, or the map without tiles of weight 0
    lf_tile *tiles;
    int64_t *turns_ns; ///< one query's times with one strategy after the other, `repeat` of each
    bench_row rows[MAX_STRATEGIES];
    int row_count;
} bench_run;

static void bench_run_free(bench_run *run) {
    for (int i = 0; i < run->row_count; i++) {
        free(run->rows[i].times_ns);
        free(run->rows[i].expanded);
    }
    lf_search_destroy(run->search);
    lf_search_destroy(run->guided);
    lf_search_destroy(run->spine);
    lf_weights_destroy(run->weights);
    lf_map_destroy(run->judge);
    chart_free(&run->chart);
    lf_queries_free(&run->queries);
    free(run->tiles);
    free(run->turns_ns);
}

// ---------------------------------------------------------------------------------------------------
// Preparing
// ---------------------------------------------------------------------------------------------------

/// The rows of the strategies that were asked for, or of all; false if one of them does not take the cost.
static bool rows_choose(bench_run *run) {
    strategy_list list = run->options->strategies;
    query_options query = run->options->query;
    if (list.count == 0) {
        for (int i = LF_STRATEGY_AUTO + 1; bench_strategy_name(i) != NULL && list.count < MAX_STRATEGIES;
             i++) {
            query.strategy = (lf_strategy)i;
            // strip serves orthogonal moves only, cells only weights.
            const bool weighed = weighing_asked(&run->options->weighing);
            const bool serves = (query.strategy != LF_STRATEGY_CELLS || weighed) &&
                                (query.strategy != LF_STRATEGY_STRIP || query.moves == LF_MOVES_ORTHOGONAL);
            const bool weighs = !weighed || weighing_takes(query.strategy);
            if (serves && weighs && cost_is_taken(&query)) list.items[list.count++] = query.strategy;
        }
    }
    for (int i = 0; i < list.count; i++) {
        query.strategy = list.items[i];
        if (!cost_check_strategy(&query)) return false;
        if (!weighing_fits(&run->options->weighing, query.strategy, false)) return false;
        run->rows[run->row_count++] = (bench_row){
            .strategy = list.items[i], .guided = strategy_is_guided(list.items[i]), .ratio_worst = 1};
    }
    return true;
}

/// The coarse maps that the rows need.
static chart_need rows_need(const bench_run *run) {
    chart_need need = CHART_NO_COARSE;
    for (int i = 0; i < run->row_count; i++) {
        const chart_need one = chart_need_of(run->rows[i].strategy);
        if (one == CHART_NO_COARSE || one == need) continue;
        need = need == CHART_NO_COARSE ? one : CHART_BOTH;
    }
    return need;
}

static bool has_own_search(const bench_run *run, const bench_row *row) {
    return row->strategy == LF_STRATEGY_SPINE && run->spine != NULL;
}

static lf_search *row_search(const bench_run *run, const bench_row *row) {
    if (has_own_search(run, row)) return run->spine;
    return row->guided ? run->guided : run->search;
}

static const lf_coarse *row_coarse(const bench_run *run, const bench_row *row) {
    if (has_own_search(run, row)) return run->chart.spine_coarse;
    return row->guided ? run->chart.coarse : NULL;
}

/// An index if one is given, or if headland is among the rows.
static bool bench_make_index(bench_run *run) {
    const index_use use = {.cost = run->options->query.cost, .threads = workers_count(run->options->threads)};
    lf_strategy strategy = LF_STRATEGY_AUTO;
    for (int i = 0; i < run->row_count; i++) {
        if (run->rows[i].strategy == LF_STRATEGY_HEADLAND) strategy = LF_STRATEGY_HEADLAND;
    }
    return chart_index_prepare(&run->chart, &run->options->index, strategy, &use);
}

static uint32_t largest_body(const lf_map *map) {
    uint32_t best = 0;
    for (uint32_t body = 1; body < lf_map_body_count(map); body++) {
        if (lf_map_body_size(map, body) > lf_map_body_size(map, best)) best = body;
    }
    return best;
}

static lf_point random_place(const lf_map *map, uint32_t body, lf_random *random) {
    for (;;) {
        const lf_point at = {(int32_t)lf_random_below(random, (uint32_t)lf_map_width(map)),
                             (int32_t)lf_random_below(random, (uint32_t)lf_map_height(map))};
        if (lf_map_body(map, lf_map_tile(map, at.x, at.y)) == body) return at;
    }
}

static bool make_random_queries(bench_run *run) {
    const lf_map *map = run->judge != NULL ? run->judge : run->chart.map;
    const uint32_t body = largest_body(map);
    if (lf_map_open_count(map) == 0) {
        cli_say("the map has no open tile to find routes between");
        return false;
    }
    run->queries.items = calloc((size_t)run->options->random, sizeof *run->queries.items);
    if (run->queries.items == NULL) {
        cli_no_memory();
        return false;
    }
    lf_random random = lf_random_make(run->options->seed);
    for (; run->queries.count < run->options->random; run->queries.count++) {
        lf_file_query *query = &run->queries.items[run->queries.count];
        query->from = random_place(map, body, &random);
        query->to = random_place(map, body, &random);
    }
    return true;
}

static bool bench_load(bench_run *run, const char *path) {
    const bench_options *options = run->options;
    if (options->queries != NULL && !queries_load(options->queries, &run->queries)) return false;
    if (!chart_load(&run->chart, path, &options->map, options->query.moves, &options->guide, rows_need(run),
                    &options->deep) ||
        !weighing_make(&options->weighing, &run->chart, &run->weights) ||
        !weighing_judge(run->weights, run->chart.map, &run->judge))
        return false;
    const lf_map *map = run->judge != NULL ? run->judge : run->chart.map;
    const bool fine = options->queries != NULL
                          ? queries_check_all(options->queries, &run->queries, map, &(lf_end_rule){0})
                          : make_random_queries(run);
    return fine && bench_make_index(run);
}

static bool bench_make_searches(bench_run *run) {
    lf_search_desc desc = {.index = run->chart.index,
                           .cost = run->options->query.cost,
                           .weighted = run->weights != NULL,
                           .clock = {cli_now_ns, NULL}};
    const size_t count = (size_t)run->queries.count + 1; // one more, so that an empty file is no special case
    bool made = lf_search_create(run->chart.map, &desc, &run->search) == LF_OK;
    desc.coarse = run->chart.coarse;
    if (desc.coarse != NULL) made = made && lf_search_create(run->chart.map, &desc, &run->guided) == LF_OK;
    desc.coarse = run->chart.spine_coarse;
    if (desc.coarse != NULL) made = made && lf_search_create(run->chart.map, &desc, &run->spine) == LF_OK;
    run->tiles = malloc(((size_t)lf_map_open_count(run->chart.map) + 1) * sizeof *run->tiles);
    run->turns_ns = calloc((size_t)run->options->repeat * (size_t)run->row_count, sizeof *run->turns_ns);
    made = made && run->tiles != NULL && run->turns_ns != NULL;
    for (int i = 0; i < run->row_count; i++) {
        run->rows[i].times_ns = calloc(count, sizeof(int64_t));
        run->rows[i].expanded = calloc(count, sizeof(int64_t));
        made = made && run->rows[i].times_ns != NULL && run->rows[i].expanded != NULL;
    }
    if (!made) cli_no_memory();
    return made;
}

// ---------------------------------------------------------------------------------------------------
// Running
// ---------------------------------------------------------------------------------------------------

static double route_cost(const lf_route *route, lf_cost cost) {
    const double diagonal = cost == LF_COST_OCTILE ? 1.4142135623730951 : 1;
    return (double)route->straight_cost + (double)route->diagonal_cost * diagonal;
}

/// Answers one query with one strategy; false after saying why it was refused.
static bool answer(bench_run *run, lf_search *search, int64_t id, lf_strategy strategy, lf_route *route) {
    const lf_map *map = run->chart.map;
    const lf_file_query *asked = &run->queries.items[id];
    const lf_source source = {lf_map_tile(map, asked->from.x, asked->from.y), 0};
    const lf_tile target = lf_map_tile(map, asked->to.x, asked->to.y);
    lf_expert_options experts;
    lf_query query = {.sources = &source,
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .strategy = strategy,
                      .weights = run->weights,
                      .options = guide_query_options(&run->options->guide, &experts)};
    query.options.cost = run->options->query.cost;
    const lf_status status = lf_search_find(search, &query, run->tiles, lf_map_open_count(map), route);
    if (status < 0) cli_say("%s: %s", lf_strategy_name(strategy), cli_status_text(status));
    return status >= 0;
}

static void row_note(bench_row *row, int64_t id, int64_t time_ns, const lf_route *route, double ratio) {
    row->times_ns[id] = time_ns;
    row->expanded[id] = route->stats.expanded;
    row->total_ns += (double)time_ns;
    if (!route->found) return;
    row->found++;
    row->ratio_sum += ratio;
    if (ratio > row->ratio_worst) row->ratio_worst = ratio;
}

static bool bench_query(bench_run *run, int64_t id) {
    const int32_t repeat = run->options->repeat;
    const lf_cost cost = run->options->query.cost;
    lf_route best, routes[MAX_STRATEGIES] = {{0}};
    if (!answer(run, run->search, id, LF_STRATEGY_AUTO, &best)) return false;
    for (int32_t turn = 0; turn < repeat; turn++) {
        for (int i = 0; i < run->row_count; i++) {
            const bench_row *row = &run->rows[i];
            if (!answer(run, row_search(run, row), id, row->strategy, &routes[i])) return false;
            run->turns_ns[i * repeat + turn] = routes[i].stats.total_ns;
        }
    }
    const double shortest = route_cost(&best, cost);
    for (int i = 0; i < run->row_count; i++) {
        row_note(&run->rows[i], id, times_median(run->turns_ns + i * repeat, repeat), &routes[i],
                 shortest > 0 ? route_cost(&routes[i], cost) / shortest : 1);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------
// The table
// ---------------------------------------------------------------------------------------------------

/// A row in numbers.
typedef struct bench_figures {
    double median_us, p99_us, mean_us, ratio_mean, ratio_worst, build_ms, faster;
    int64_t found, expanded, bytes;
} bench_figures;

static bench_figures row_figures(const bench_run *run, const bench_row *row) {
    const int64_t count = run->queries.count;
    const double median_us = times_percentile_us(row->times_ns, count, 50),
                 first_us = times_percentile_us(run->rows[0].times_ns, count, 50);
    const bool indexed = row->strategy == LF_STRATEGY_HEADLAND;
    const size_t bytes = lf_search_bytes(row_search(run, row)) + lf_coarse_bytes(row_coarse(run, row)) +
                         (indexed ? lf_index_bytes(run->chart.index) : 0);
    const int64_t build_ns = has_own_search(run, row) ? run->chart.spine_build_ns
                             : row->guided            ? run->chart.build_ns
                             : indexed                ? run->chart.index_ns
                                                      : 0;
    return (bench_figures){.median_us = median_us,
                           .p99_us = times_percentile_us(row->times_ns, count, 99),
                           .mean_us = count > 0 ? row->total_ns / 1e3 / (double)count : 0,
                           .ratio_mean = row->found > 0 ? row->ratio_sum / (double)row->found : 1,
                           .ratio_worst = row->ratio_worst,
                           .build_ms = (double)build_ns / 1e6,
                           .faster = median_us > 0 ? first_us / median_us : 1,
                           .found = row->found,
                           .expanded = times_percentile(row->expanded, count, 50),
                           .bytes = (int64_t)bytes};
}

static void print_text(const bench_run *run) {
    printf("%d x %d tiles, moves %s, cost %s%s, %" PRId64 " quer%s, each %d time%s\n\n",
           lf_map_width(run->chart.map), lf_map_height(run->chart.map),
           moves_name((int)run->options->query.moves), cost_name((int)run->options->query.cost),
           run->weights != NULL ? " with weights" : "", run->queries.count,
           run->queries.count == 1 ? "y" : "ies", run->options->repeat, run->options->repeat == 1 ? "" : "s");
    printf("%-16s %7s %11s %11s %11s %10s %8s %8s %12s %9s %8s\n", "strategy", "found", "median us", "p99 us",
           "mean us", "expanded", "ratio", "worst", "memory", "build ms", "faster");
    for (int i = 0; i < run->row_count; i++) {
        const bench_figures f = row_figures(run, &run->rows[i]);
        char memory[UNITS_TEXT];
        printf("%-16s %7" PRId64 " %11.1f %11.1f %11.1f %10" PRId64 " %8.4f %8.4f %12s %9.1f %8.2f\n",
               lf_strategy_name(run->rows[i].strategy), f.found, f.median_us, f.p99_us, f.mean_us, f.expanded,
               f.ratio_mean, f.ratio_worst, units_bytes((double)f.bytes, memory), f.build_ms, f.faster);
    }
}

static void print_csv(const bench_run *run) {
    puts("strategy,queries,found,median_us,p99_us,mean_us,expanded,ratio,worst_ratio,bytes,build_ms,faster");
    for (int i = 0; i < run->row_count; i++) {
        const bench_figures f = row_figures(run, &run->rows[i]);
        printf("%s,%" PRId64 ",%" PRId64 ",%.3f,%.3f,%.3f,%" PRId64 ",%.6f,%.6f,%" PRId64 ",%.3f,%.3f\n",
               lf_strategy_name(run->rows[i].strategy), run->queries.count, f.found, f.median_us, f.p99_us,
               f.mean_us, f.expanded, f.ratio_mean, f.ratio_worst, f.bytes, f.build_ms, f.faster);
    }
}

static json_t *json_row(const bench_run *run, const bench_row *row) {
    const bench_figures f = row_figures(run, row);
    return json_pack("{s:s,s:I,s:f,s:f,s:f,s:I,s:f,s:f,s:I,s:f,s:f}", "strategy",
                     lf_strategy_name(row->strategy), "found", (json_int_t)f.found, "median_us", f.median_us,
                     "p99_us", f.p99_us, "mean_us", f.mean_us, "expanded", (json_int_t)f.expanded, "ratio",
                     f.ratio_mean, "worst_ratio", f.ratio_worst, "search_bytes", (json_int_t)f.bytes,
                     "build_us", f.build_ms * 1e3, "speedup", f.faster);
}

/// Prints the JSON; false if there is no memory.
static bool print_json(const bench_run *run) {
    json_t *list = json_array();
    int bad = 0;
    for (int i = 0; i < run->row_count; i++) bad |= json_array_append_new(list, json_row(run, &run->rows[i]));
    json_t *object =
        json_pack("{s:i,s:i,s:s,s:s,s:I,s:i,s:o}", "width", lf_map_width(run->chart.map), "height",
                  lf_map_height(run->chart.map), "moves", moves_name((int)run->options->query.moves), "cost",
                  cost_name((int)run->options->query.cost), "queries", (json_int_t)run->queries.count,
                  "repeat", run->options->repeat, "strategies", list);
    if (run->weights != NULL) bad |= json_object_set_new(object, "weighted", json_true());
    char *text = bad == 0 && object != NULL
                     ? json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9))
                     : NULL;
    json_decref(object);
    if (text == NULL) return false;
    puts(text);
    free(text);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// The verb
// ---------------------------------------------------------------------------------------------------

static bool bench_has_all_routes(const bench_run *run) {
    for (int i = 0; i < run->row_count; i++) {
        if (run->rows[i].found != run->queries.count) return false;
    }
    return true;
}

static bool bench_answer_all(bench_run *run) {
    progress bar;
    bool answered = true;
    progress_begin(&bar, "bench", "queries", run->queries.count);
    for (int64_t id = 0; answered && id < run->queries.count; id++) {
        answered = bench_query(run, id);
        progress_to(&bar, id + 1);
    }
    progress_end(&bar);
    return answered;
}

static int bench_run_all(bench_run *run, const char *path) {
    if (!rows_choose(run) || !bench_load(run, path) || !bench_make_searches(run)) return CLI_BAD;
    if (!bench_answer_all(run)) return CLI_BAD;
    for (int i = 0; i < run->row_count; i++) {
        times_sort(run->rows[i].times_ns, run->queries.count);
        times_sort(run->rows[i].expanded, run->queries.count);
    }
    if (run->options->json) {
        if (!print_json(run)) return cli_no_memory();
    } else if (run->options->csv) {
        print_csv(run);
    } else {
        print_text(run);
    }
    return bench_has_all_routes(run) ? CLI_OK : CLI_NO;
}

static bool bench_options_fit(const bench_options *options) {
    if (options->json && options->csv) {
        cli_say("--json and --csv: only one of them can be printed");
        return false;
    }
    if (options->queries != NULL && (options->random != 0 || options->seed_given))
        cli_note("--random and --seed say nothing about the queries of a file");
    return true;
}

int cmd_bench(int argc, char **argv) {
    bench_options options = {.repeat = DEFAULT_REPEAT, .seed = DEFAULT_SEED};
    const args_group groups[] = {ARGS_GROUP(bench_option_table, &options),
                                 MOVES_OPTION(&options.query),
                                 COST_OPTION(&options.query),
                                 INDEX_OPTIONS(&options.index),
                                 GUIDE_OPTIONS(&options.guide),
                                 SPINE_OPTIONS(&options.guide),
                                 WEIGHING_OPTIONS(&options.weighing),
                                 DEEP_FROM_OPTION(&options.deep),
                                 MAP_OPTIONS(&options.map)};
    const char *operands[ARGS_MAX_OPERANDS];
    int code;
    if (!args_parse(&spec, groups, argc, argv, operands, &code)) return code;
    if (!bench_options_fit(&options)) return args_misuse(&spec);
    if (!weighing_begin(&options.weighing, operands[0], &options.map)) return CLI_BAD;
    if (options.random == 0) options.random = DEFAULT_RANDOM;
    options.deep.needed = options.weighing.has_coast;
    bench_run run = {.options = &options};
    code = bench_run_all(&run, operands[0]);
    bench_run_free(&run);
    return code;
}
