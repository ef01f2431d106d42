// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall batch: a file of queries in, a line an answer out.
#include "args.h"
#include "batch.h"
#include "chart.h"
#include "cli.h"
#include "input.h"
#include "output.h"
#include "places.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

enum batch_format { FORMAT_CSV, FORMAT_JSONL };

typedef struct batch_options {
    map_options map;
    query_options query;
    guide_options guide;
    deep_options deep;
    int threads;
    enum batch_format format;
    const char *out;
    bool quiet;
} batch_options;

enum { MAX_THREADS = 1024 };

static bool read_threads(const args_option *option, const char *value, void *field) {
    int64_t number;
    if (args_parse_int(value, 1, MAX_THREADS, &number)) {
        *(int *)field = (int)number;
        return true;
    }
    cli_say("--%s: '%s' is not a number of threads, expected a whole number from 1 to %d", option->name,
            value, MAX_THREADS);
    return false;
}

static const char *batch_format_name(int i) {
    static const char *const names[] = {[FORMAT_CSV] = "csv", [FORMAT_JSONL] = "jsonl"};
    return i < (int)(sizeof names / sizeof *names) ? names[i] : NULL;
}

static const args_option batch_option_table[] = {
    {"threads", 'j', "N", read_threads, offsetof(batch_options, threads),
     "how many threads search; default 1. The answers and their\norder do not depend on it", NULL},
    {"format", 0, "NAME", args_read_choice, offsetof(batch_options, format), "what to write; default csv",
     batch_format_name},
    {"out", 'o', "FILE", args_read_string, offsetof(batch_options, out),
     "where to write; default stdout. FILE appears whole or not at all", NULL},
    {"quiet", 'q', NULL, args_read_flag, offsetof(batch_options, quiet),
     "no progress bar and no summary on stderr", NULL},
};

static const args_spec spec = {
    .verb = "batch",
    .usage = "MAP QUERIES [OPTION]...",
    .about =
        "Answers all queries of a file on one map. QUERIES is a MovingAI scenario (.scen), or a CSV whose\n"
        "first line names the columns from_x, from_y, to_x and to_y; - is a CSV on stdin. All queries are\n"
        "checked before the first one is answered. CSV out: id,found,length,expanded,guardrail,us; JSON\n"
        "lines: the object of 'landfall route --json' with the id in front. id counts the queries from 0;\n"
        "us is the time of the search and of writing the route into memory, in microseconds. Exit code: 0\n"
        "all found, 1 some query has no route, 2 misuse or bad input.",
    .examples = "  landfall batch world queries.csv\n"
                "  landfall batch maze.map maze.map.scen --threads 8 --format jsonl -o routes.jsonl",
    .operands = {"MAP", "QUERIES"},
};

// ---------------------------------------------------------------------------------------------------
// Queries
// ---------------------------------------------------------------------------------------------------

static bool load_queries(const char *path, lf_query_list *out) {
    lf_io_error error = {0};
    if (lf_queries_load(path, out, &error) == LF_IO_OK) return true;
    cli_say("%s", error.message);
    return false;
}

static bool check_place(const char *path, int64_t line, const char *role, lf_point at, const lf_map *map) {
    const place_fault fault = place_find_fault(map, at);
    if (fault == PLACE_BLOCKED) cli_say("%s:%" PRId64 ": %s %d,%d is blocked", path, line, role, at.x, at.y);
    if (fault == PLACE_OUTSIDE)
        cli_say("%s:%" PRId64 ": %s %d,%d is outside the map (width %d, height %d)", path, line, role, at.x,
                at.y, lf_map_width(map), lf_map_height(map));
    return fault == PLACE_FINE;
}

/// Checks all queries and says what is wrong with the first few bad ones: the rest is mostly the same
/// mistake.
static bool check_queries(const char *path, const lf_query_list *queries, const lf_map *map) {
    enum { SHOWN = 10 };
    int64_t bad = 0;
    for (int64_t i = 0; i < queries->count && bad < SHOWN; i++) {
        const lf_file_query *query = &queries->items[i];
        bad += !check_place(path, query->line, "source", query->from, map);
        bad += !check_place(path, query->line, "target", query->to, map);
    }
    if (bad >= SHOWN) cli_say("%s: there may be more; is it for this map?", path);
    return bad == 0;
}

/// A scenario says how large its map is; on a map of another size its queries mean nothing.
static bool check_size(const char *path, const lf_query_list *queries, const lf_map *map) {
    const int32_t width = queries->map_width, height = queries->map_height;
    if (width == 0 || (width == lf_map_width(map) && height == lf_map_height(map))) return true;
    cli_say("%s: is for a map of %d x %d tiles, but this one has %d x %d", path, width, height,
            lf_map_width(map), lf_map_height(map));
    return false;
}

// ---------------------------------------------------------------------------------------------------
// The verb
// ---------------------------------------------------------------------------------------------------

static int compare_times(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/// The smallest time that so many percent of the times do not exceed, in microseconds. The times are sorted.
static double percentile_us(const int64_t *times_ns, int64_t count, int percent) {
    if (count == 0) return 0;
    const int64_t rank = (count / 100) * percent + ((count % 100) * percent + 99) / 100;
    return (double)times_ns[rank - 1] / 1000.0;
}

static void print_summary(const batch_result *result, int64_t count) {
    qsort(result->times_ns, (size_t)count, sizeof *result->times_ns, compare_times);
    cli_say("%" PRId64 " quer%s, %" PRId64 " found, %" PRId64
            " without a route; %.3f s on %d thread%s; per query median %.1f us, p99 %.1f us, max %.1f us",
            count, count == 1 ? "y" : "ies", result->found, count - result->found,
            (double)result->total_ns / 1e9, result->threads, result->threads == 1 ? "" : "s",
            percentile_us(result->times_ns, count, 50), percentile_us(result->times_ns, count, 99),
            percentile_us(result->times_ns, count, 100));
}

/// No query's time has the making of the coarse map, so it is told apart.
static void print_coarse(const chart *loaded) {
    if (loaded->coarse == NULL) return;
    cli_say("coarse map %s, level %d, %" PRId64 " nodes, built in %.1f ms", chart_source_name(loaded),
            lf_coarse_level(loaded->coarse), lf_coarse_node_count(loaded->coarse),
            (double)loaded->build_ns / 1e6);
}

/// Answers valid queries and writes the answers.
static int answer_queries(const chart *loaded, const lf_query_list *queries, const batch_options *options) {
    output out;
    if (!output_open(&out, options->out)) return CLI_BAD;
    const batch_job job = {.chart = loaded,
                           .queries = queries,
                           .strategy = options->query.strategy,
                           .options = guide_query_options(&options->guide),
                           .gate = deep_gate(&options->deep),
                           .write = options->format == FORMAT_JSONL ? report_json : report_csv,
                           .to = out.stream,
                           .threads = options->threads,
                           .progress = !options->quiet && isatty(STDERR_FILENO)};
    if (options->format == FORMAT_CSV) fputs(report_csv_header, out.stream);
    batch_result result;
    const bool ran = batch_run(&job, &result);
    if (!ran) output_discard(&out);
    const bool written = ran && output_commit(&out);
    if (written && !options->quiet) {
        print_coarse(loaded);
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
    int code = CLI_BAD;
    const char *name = input_name(path);
    if (load_queries(path, &queries) &&
        chart_load(&loaded, map_path, &options->map, options->query.moves, &options->guide, need,
                   &options->deep) &&
        check_size(name, &queries, loaded.map) && check_queries(name, &queries, loaded.map))
        code = answer_queries(&loaded, &queries, options);
    chart_free(&loaded);
    lf_queries_free(&queries);
    return code;
}

int cmd_batch(int argc, char **argv) {
    batch_options options = {.threads = 1};
    const args_group groups[] = {ARGS_GROUP(batch_option_table, &options),
                                 QUERY_OPTIONS(&options.query),
                                 GUIDE_OPTIONS(&options.guide),
                                 SPINE_OPTIONS(&options.guide),
                                 DEEP_OPTIONS(&options.deep),
                                 MAP_OPTIONS(&options.map)};
    const char *operands[ARGS_MAX_OPERANDS];
    int code;
    if (!args_parse(&spec, groups, 6, argc, argv, operands, &code)) return code;
    if (input_both_stdin(operands[0], operands[1])) return CLI_BAD;
    guide_note_unused(&options.guide, options.query.strategy);
    deep_note_unused(&options.deep);
    return load_and_answer(operands[0], operands[1], &options);
}
