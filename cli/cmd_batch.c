// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall batch: a file of queries in, a line an answer out.
#include "args.h"
#include "batch.h"
#include "chart.h"
#include "chart_index.h"
#include "cli.h"
#include "costs.h"
#include "files.h"
#include "input.h"
#include "output.h"
#include "queries.h"
#include "times.h"
#include "units.h"
#include "weighing.h"
#include "workers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum batch_format { FORMAT_CSV, FORMAT_JSONL };

typedef struct batch_options {
    map_options map;
    query_options query;
    guide_options guide;
    index_options index;
    deep_options deep;
    memory_options memory;
    rule_options rules;
    obstacle_options obstacles;
    weighing_options weighing;
    int threads;
    enum batch_format format;
    const char *out;
} batch_options;

static const char *batch_format_name(int i) {
    static const char *const names[] = {[FORMAT_CSV] = "csv", [FORMAT_JSONL] = "jsonl"};
    return i < (int)(sizeof names / sizeof *names) ? names[i] : NULL;
}

static const args_option batch_option_table[] = {
    {"threads", 'j', "N", workers_read_threads, offsetof(batch_options, threads),
     "how many threads search; default: one per core, at most 64, and no\nmore than --max-memory has room "
     "for. The answers and their order do\nnot depend on it",
     NULL},
    {"format", 0, "NAME", args_read_choice, offsetof(batch_options, format), "what to write; default csv",
     batch_format_name},
    {"out", 'o', "FILE", args_read_string, offsetof(batch_options, out),
     "where to write; default stdout. FILE appears whole or not at all", NULL},
};

static const args_spec spec = {
    .verb = "batch",
    .usage = "MAP QUERIES [OPTION]...",
    .about =
        "Answers all queries of a file on one map. QUERIES is a MovingAI scenario (.scen), or a CSV whose\n"
        "first line names the columns from_x, from_y, to_x and to_y; - is a CSV on stdin. All queries are\n"
        "checked before the first one is answered. CSV out: id,found,length,expanded,guardrail,us, with\n"
        "--cost octile or weights also cost after length, with --partial then partial and\n"
        "target_distance; JSON lines: the object of 'landfall route --json' with the id in front. id counts\n"
        "the queries from 0; us is the time of the search and of writing the route into memory, in\n"
        "microseconds. Exit code: 0 all found, 1 some query has no route or only a partial one, 2 misuse or\n"
        "bad input.",
    .examples = "  landfall batch world queries.csv\n"
                "  landfall batch maze.map maze.map.scen --threads 8 --format jsonl -o routes.jsonl",
    .operands = {"MAP", "QUERIES"},
};

// ---------------------------------------------------------------------------------------------------
// The verb
// ---------------------------------------------------------------------------------------------------

/// What is to be said of some of the queries without a route: " (2 partial, 1 with a bad end)". Returns out.
static const char *summary_some(const batch_result *result, char out[96]) {
    const bool both = result->partial > 0 && result->skipped > 0;
    char partial[32] = "", skipped[48] = "";
    if (result->partial > 0) snprintf(partial, sizeof partial, "%" PRId64 " partial", result->partial);
    if (result->skipped > 0) snprintf(skipped, sizeof skipped, "%" PRId64 " with a bad end", result->skipped);
    out[0] = '\0';
    if (partial[0] != '\0' || skipped[0] != '\0')
        snprintf(out, 96, " (%s%s%s)", partial, both ? ", " : "", skipped);
    return out;
}

static void print_summary(const batch_result *result, int64_t count) {
    if (count == 0) {
        cli_say("0 queries: the file has none");
        return;
    }
    char total[UNITS_TEXT], median[UNITS_TEXT], p99[UNITS_TEXT], most[UNITS_TEXT];
    times_sort(result->times_ns, count);
    char some[96];
    cli_say("%" PRId64 " quer%s, %" PRId64 " found, %" PRId64
            " without a route%s; %s on %d thread%s; per query median %s, p99 %s, max %s",
            count, count == 1 ? "y" : "ies", result->found, count - result->found, summary_some(result, some),
            units_time((double)result->total_ns, total), result->threads, result->threads == 1 ? "" : "s",
            units_time(1e3 * times_percentile_us(result->times_ns, count, 50), median),
            units_time(1e3 * times_percentile_us(result->times_ns, count, 99), p99),
            units_time(1e3 * times_percentile_us(result->times_ns, count, 100), most));
}

/// No query's time has the making of the coarse map, so it is told apart.
static void print_coarse(const chart *loaded) {
    char time[UNITS_TEXT];
    if (loaded->coarse == NULL) return;
    cli_say("coarse map %s, level %d, %" PRId64 " nodes, built in %s", chart_source_name(loaded),
            lf_coarse_level(loaded->coarse), lf_coarse_node_count(loaded->coarse),
            units_time((double)loaded->build_ns, time));
}

/// Whether building an index takes less time than it saves. It takes about as long as a hundred floods of the
/// map, or a dozen under octile costs; orthogonal moves have strip, which needs none.
static bool index_pays(const chart *loaded, const lf_query_list *queries, const query_options *query,
                       const index_use *use) {
    if (!chart_index_can_serve(use) || chart_index_for(loaded, use->gate.min_depth) != NULL) return false;
    if (query->strategy != LF_STRATEGY_AUTO) return false;
    if (lf_map_moves(loaded->map) == LF_MOVES_ORTHOGONAL) return false;
    const int64_t least = query->cost == LF_COST_OCTILE ? 12 : 100;
    return queries->count >= least && lf_map_open_count(loaded->map) >= 10000;
}

/// From how many queries on a hierarchy is worth its time. It has saved what it cost after 40 to 60 queries
/// in mazes, hundreds in noise, 1,000 to 3,000 in rooms and caves, 3,000 to 9,000 on sea maps and
/// archipelagos, and up to 20,000 in cities (bench/README.md, `hierarchy`): at worst half of its time is
/// lost.
enum { HIERARCHY_QUERIES = 5000 };

/// Gives the chart an index if one is asked for, needed, or worth while.
static bool prepare_index(chart *loaded, const lf_query_list *queries, const batch_options *options) {
    const lf_hierarchy hierarchy = queries->count >= HIERARCHY_QUERIES ? LF_HIERARCHY_AUTO : LF_HIERARCHY_NO;
    const index_use use = {.cost = options->query.cost,
                           .hierarchy = hierarchy,
                           .threads = workers_count(options->threads),
                           .gate = deep_gate(&options->deep),
                           .keep_legs = options->index.keep_legs};
    if (!chart_index_prepare(loaded, &options->index, options->query.strategy, &use)) return false;
    if (weighing_asked(&options->weighing)) return true; // they take none
    return !index_pays(loaded, queries, &options->query, &use) || chart_index_build_for(loaded, &use);
}

/// No query's time has the index either.
static void print_index(const chart *loaded) {
    char text[CHART_INDEX_TEXT];
    if (loaded->index != NULL) cli_say("index: %s", chart_index_text(loaded, loaded->index, text));
    for (int i = 0; i < loaded->gate_count; i++)
        cli_say("index: %s", chart_index_text(loaded, loaded->gates[i], text));
}

/// Answers valid queries and writes the answers.
static int answer_queries(const chart *loaded, const lf_query_list *queries, const obstructed *obstacles,
                          const lf_weights *weights, const batch_options *options) {
    output out;
    if (!output_open(&out, options->out)) return CLI_BAD;
    lf_expert_options experts;
    lf_options query = guide_query_options(&options->guide, &experts);
    query.cost = options->query.cost;
    const batch_job job = {.chart = loaded,
                           .queries = queries,
                           .strategy = options->query.strategy,
                           .options = query,
                           .gate = deep_gate(&options->deep),
                           .rules = &options->rules,
                           .obstructed = obstacles->map != NULL ? obstacles : NULL,
                           .weights = weights,
                           .write = options->format == FORMAT_JSONL ? report_json : report_csv,
                           .to = &out,
                           .threads = options->threads,
                           .memory = &options->memory};
    const char *header = options->format == FORMAT_CSV
                             ? report_csv_header(options->query.cost, weights != NULL, options->rules.partial)
                             : "";
    output_put(&out, header, strlen(header));
    batch_result result;
    const bool ran = batch_run(&job, &result);
    if (!ran) output_discard(&out);
    const bool written = ran && output_commit(&out);
    if (written && !cli_quiet) {
        print_coarse(loaded);
        print_index(loaded);
        print_summary(&result, queries->count);
    }
    free(result.times_ns);
    if (!written) return CLI_BAD;
    return result.found == queries->count ? CLI_OK : CLI_NO;
}

static int load_and_answer(const char *map_path, const char *path, const batch_options *options) {
    const chart_need need = chart_need_of(options->query.strategy);
    chart loaded = {0};
    lf_query_list queries = {0};
    obstructed obstacles = {0};
    lf_weights *weights = NULL;
    lf_map *judge = NULL;
    int code = CLI_BAD;
    if (queries_load(path, &queries) &&
        chart_load(&loaded, map_path, &options->map, options->query.moves, &options->guide, need,
                   &options->deep) &&
        weighing_make(&options->weighing, &loaded, &weights) &&
        obstructed_make(&obstacles, &options->obstacles, loaded.map) &&
        weighing_judge(weights, obstacles.map != NULL ? obstacles.map : loaded.map, &judge) &&
        queries_check(path, &queries,
                      judge != NULL           ? judge
                      : obstacles.map != NULL ? obstacles.map
                                              : loaded.map,
                      &options->rules.rule) &&
        prepare_index(&loaded, &queries, options))
        code = answer_queries(&loaded, &queries, &obstacles, weights, options);
    obstructed_free(&obstacles);
    lf_weights_destroy(weights);
    lf_map_destroy(judge);
    chart_free(&loaded);
    lf_queries_free(&queries);
    return code;
}

static bool batch_check_files(const char *map_path, const char *path, const batch_options *options) {
    verb_files files = {.map = {"MAP", map_path},
                        .map_format = options->map.load.format,
                        .inputs = {{"QUERIES", path},
                                   {"--depth", deep_file(&options->deep)},
                                   {"--block", options->obstacles.block_file},
                                   {"--open", options->obstacles.open_file},
                                   {"--weights", options->weighing.file}},
                        .outputs = {{"--out", options->out}}};
    index_add_files(&options->index, &files);
    return files_are_apart(&files);
}

static int batch_run_all(const char *map_path, const char *path, const batch_options *options) {
    if (input_both_stdin(map_path, path) || !batch_check_files(map_path, path, options)) return CLI_BAD;
    guide_note_unused(&options->guide, options->query.strategy);
    if (!cost_check_strategy(&options->query)) return CLI_BAD;
    if (!weighing_fits(&options->weighing, options->query.strategy, options->index.count > 0)) return CLI_BAD;
    deep_note_unused(&options->deep);
    return load_and_answer(map_path, path, options);
}

int cmd_batch(int argc, char **argv) {
    batch_options options = {0};
    const args_group groups[] = {ARGS_GROUP(batch_option_table, &options),
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
        options.index.keep_legs = options.obstacles.count > 0;
        options.deep.needed = options.weighing.has_coast;
        code = weighing_begin(&options.weighing, operands[0], &options.map)
                   ? batch_run_all(operands[0], operands[1], &options)
                   : CLI_BAD;
    }
    obstacle_options_free(&options.obstacles);
    return code;
}
