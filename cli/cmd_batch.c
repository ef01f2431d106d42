// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall batch: queries in, from a file or a pipe; a row for each out.
#include "args.h"
#include "batch.h"
#include "chart.h"
#include "chart_index.h"
#include "cli.h"
#include "costs.h"
#include "files.h"
#include "identity.h"
#include "input.h"
#include "kept.h"
#include "output.h"
#include "query_source.h"
#include "ranks.h"
#include "shard.h"
#include "units.h"
#include "weighing.h"
#include "workers.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
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
    lf_query_format query_format;
    int32_t repeat;
    bool verify, resume, no_times, lengths;
    const char *almanac;
    shard of;
    const char *out;
    args_given given;
} batch_options;

static const char *batch_format_name(int i) {
    static const char *const names[] = {[FORMAT_CSV] = "csv", [FORMAT_JSONL] = "jsonl"};
    return i < (int)(sizeof names / sizeof *names) ? names[i] : NULL;
}

static const char *batch_query_format_name(int i) {
    return lf_query_format_name((lf_query_format)i);
}

static bool read_batch_repeat(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 1, 1000, field);
}

static const args_option batch_option_table[] = {
    {"threads", 'j', "N", workers_read_threads, offsetof(batch_options, threads),
     "how many threads search; default: one per core, at most 64, and no\nmore than --max-memory has room "
     "for. The answers and their order do\nnot depend on it",
     NULL},
    {"format", 0, "NAME", args_read_choice, offsetof(batch_options, format), "what to write; default csv",
     batch_format_name},
    {"out", 'o', "FILE", args_read_string, offsetof(batch_options, out),
     "where to write; default stdout. FILE appears when it is whole; until\nthen its rows are in "
     "FILE.HASH.part, which stays if the run ends early",
     NULL},
    {"resume", 0, NULL, args_read_flag, offsetof(batch_options, resume),
     "go on behind the last whole row that an earlier run has left in\nFILE.HASH.part; begin if there is "
     "none",
     NULL},
    {"shard", 0, "I/N", shard_read, offsetof(batch_options, of),
     "answer the I-th of N parts of the queries, for 'landfall merge':\n256 queries to each in turn", NULL},
    {"query-format", 0, "NAME", args_read_choice, offsetof(batch_options, query_format),
     "what QUERIES has; default auto: by its name", batch_query_format_name},
    {"verify", 0, NULL, args_read_flag, offsetof(batch_options, verify),
     "compare each length with the column length of the queries (octile or\nweights: the cost), empty for no "
     "route; the column agrees says 1 or 0",
     NULL},
    {"repeat", 0, "N", read_batch_repeat, offsetof(batch_options, repeat),
     "ask each query so often; us is the shortest time; default 1", NULL},
    {"no-times", 0, NULL, args_read_flag, offsetof(batch_options, no_times),
     "leave out what a clock says: then the output is the same on every run", NULL},
    {"lengths", 0, NULL, args_read_flag, offsetof(batch_options, lengths),
     "write lengths alone: id,found,length and, as above, cost, partial and\nagrees. With an index, pairs of "
     "ends that come again take a microsecond",
     NULL},
    {"almanac", 0, "FILE", args_read_string, offsetof(batch_options, almanac),
     "with --lengths and --index: the almanac of this index, made by\n'landfall index --almanac'. Without "
     "one it "
     "is made when it pays",
     NULL},
};

static const args_spec spec = {
    .verb = "batch",
    .usage = "MAP QUERIES [OPTION]...",
    .about =
        "Answers all queries of a file or a pipe, of any size, on one map. QUERIES is a MovingAI scenario\n"
        "(.scen), JSON lines {\"from\":[x,y],\"to\":[x,y]} (.jsonl), the binary form (.lfq), or a CSV whose\n"
        "first line names the columns from_x, from_y, to_x and to_y; - is a CSV on stdin. All queries of a\n"
        "file are checked before the first one is answered, those of a pipe as they come. CSV out:\n"
        "id,found,length,expanded,guardrail,us, with --cost octile or weights also cost after length, with\n"
        "--partial then partial and target_distance; JSON lines: the object of 'landfall route --json' with\n"
        "the id in front. id counts the queries from 0; us is the time of the search and of writing the\n"
        "route into memory, in microseconds. Exit code: 0 all found, 1 some query has no route or only a\n"
        "partial one, 2 misuse, bad input, or an output that ended early, 3 --verify found another length.",
    .examples = "  landfall batch world queries.csv\n"
                "  landfall batch maze.map maze.map.scen --threads 8 --format jsonl -o routes.jsonl\n"
                "  landfall batch maze.map maze.map.scen --cost octile --verify\n"
                "  zcat queries.csv.gz | landfall batch world - --lengths --out lengths.csv --resume",
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

static void print_summary(const batch_result *result, int64_t kept) {
    if (result->asked == 0) {
        cli_say("0 queries: the file has none");
        return;
    }
    char total[UNITS_TEXT], median[UNITS_TEXT], p99[UNITS_TEXT], most[UNITS_TEXT], some[96];
    const int64_t count = result->count;
    if (result->almanac_bytes > 0)
        cli_say("almanac: %s, made in %s", units_bytes((double)result->almanac_bytes, total),
                units_time((double)result->almanac_ns, median));
    if (kept > 0) cli_say("%" PRId64 " row%s there already", kept, kept == 1 ? " was" : "s were");
    cli_say("%" PRId64 " quer%s, %" PRId64 " found, %" PRId64
            " without a route%s; %s on %d thread%s; per query median %s, p99 %s, max %s",
            count, count == 1 ? "y" : "ies", result->found, count - result->found, summary_some(result, some),
            units_time((double)result->total_ns, total), result->threads, result->threads == 1 ? "" : "s",
            units_time((double)times_tally_percentile(&result->times, 50), median),
            units_time((double)times_tally_percentile(&result->times, 99), p99),
            units_time((double)result->times.most, most));
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
static bool index_pays(const chart *loaded, int64_t queries, const query_options *query,
                       const index_use *use) {
    if (!chart_index_can_serve(use) || chart_index_for(loaded, use->gate.min_depth) != NULL) return false;
    if (query->strategy != LF_STRATEGY_AUTO) return false;
    if (lf_map_moves(loaded->map) == LF_MOVES_ORTHOGONAL) return false;
    const int64_t least = query->cost == LF_COST_OCTILE ? 12 : 100;
    return queries >= least && lf_map_open_count(loaded->map) >= 10000;
}

/// From how many queries on a hierarchy is worth its time. It has saved what it cost after 40 to 60 queries
/// in mazes, hundreds in noise, 1,000 to 3,000 in rooms and caves, 3,000 to 9,000 on sea maps and
/// archipelagos, and up to 20,000 in cities (bench/README.md, `hierarchy`): at worst half of its time is
/// lost. A pipe has at least so many as are looked at beforehand.
enum { HIERARCHY_QUERIES = SOURCE_AHEAD };

/// Gives the chart an index if one is asked for, needed, or worth while.
static bool prepare_index(chart *loaded, int64_t queries, const batch_options *options) {
    const lf_hierarchy hierarchy = queries >= HIERARCHY_QUERIES ? LF_HIERARCHY_AUTO : LF_HIERARCHY_NO;
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

/// All that one run of the verb holds. `{0}` holds nothing.
typedef struct batch_data {
    chart loaded;
    query_source queries;
    obstructed obstacles;
    lf_weights *weights;
    lf_map *judge;       ///< NULL, or the map without tiles of weight 0
    lf_almanac *almanac; ///< NULL, or that of the index
} batch_data;

static void data_free(batch_data *of) {
    obstructed_free(&of->obstacles);
    lf_weights_destroy(of->weights);
    lf_map_destroy(of->judge);
    lf_almanac_destroy(of->almanac);
    chart_free(&of->loaded);
    query_source_close(&of->queries);
}

/// What stands before the first row.
static void head_make(const batch_job *job, const identity *from, rows *to) {
    const report_columns columns = batch_columns(job);
    shard_head_write(&(shard_head){.verb = "batch", .of = job->of, .from = *from}, to);
    if (!job->json) report_csv_header(&columns, to);
}

/// Rows that an earlier run has left behind the head; none unless they are asked for. False after saying why they cannot
/// be read. What is not whole is cut off.
static bool rows_resume(const batch_job *job, bool resume, const rows *head, kept_rows *kept) {
    *kept = (kept_rows){0};
    if (job->to->kept == NULL) return true;
    const kept_form form = {.head = head, .json = job->json, .agrees = job->verify, .of = job->of};
    FILE *file = resume ? fopen(job->to->kept, "rb") : NULL;
    const bool read = !resume || (file != NULL && kept_read(file, &form, kept));
    free(kept->end);
    kept->end = NULL;
    if (!read) cli_say("%s: cannot be read: %s", job->to->kept, strerror(errno));
    if (file != NULL) fclose(file);
    return read && output_cut(job->to, kept->size);
}

/// Ends an output early, and says how to go on.
static void end_early(output *out, int64_t count) {
    if (out->kept == NULL) {
        if (out->file == NULL && output_commit(out))
            cli_say("%" PRId64 " row%s written; with --out FILE they would stay, and --resume would go on",
                    count, count == 1 ? " was" : "s were");
        output_discard(out);
        return;
    }
    char *name = strdup(out->kept);
    output_keep(out);
    if (count > 0)
        cli_say("%" PRId64 " row%s in %s; the same command with --resume goes on behind the last one", count,
                count == 1 ? " is" : "s are", name != NULL ? name : "a file");
    free(name);
}

static int result_code(const batch_result *result, const kept_rows *kept) {
    if (result->wrong + kept->wrong > 0) {
        const int64_t wrong = result->wrong + kept->wrong;
        cli_say("%" PRId64 " length%s not the known one%s", wrong, wrong == 1 ? " is" : "s are",
                wrong == 1 ? "" : "s");
        return CLI_WRONG;
    }
    return result->found + kept->found == result->count + kept->count ? CLI_OK : CLI_NO;
}

/// Whether a shard has been written already, by an earlier run that was asked for the same. A whole has no head that
/// would tell.
static bool shard_is_complete(const batch_job *job, const batch_options *options, const rows *head,
                              int *code) {
    if (!options->resume || job->of.count == 0) return false;
    const kept_form form = {.head = head, .json = job->json, .agrees = job->verify, .of = job->of};
    kept_rows kept = {0};
    int64_t count = -1, whole;
    FILE *file = fopen(options->out, "rb");
    if (file == NULL) return false;
    const bool complete = kept_read(file, &form, &kept) && kept.end != NULL &&
                          shard_end_read(kept.end, &count, &whole) && count == kept.count;
    free(kept.end);
    fclose(file);
    if (!complete) return false;
    cli_note("%s is complete already", options->out);
    *code = result_code(&(batch_result){0}, &kept);
    return true;
}

/// The last line of a shard.
static void end_put(const batch_job *job, int64_t count, int64_t whole) {
    rows end = {0};
    shard_end_write(job->of, count, whole, &end);
    output_put(job->to, end.bytes, end.size); // output_commit knows whether it worked
    rows_free(&end);
}

/// Answers the queries with other ranks, all of which write into the file of the rows. False after saying why not all were
/// written; then those are left before the first one that is missing.
static bool rows_share(batch_job *job, const batch_options *options, const rows *head, const char *tag,
                       batch_result *result) {
    char *path = strdup(job->to->kept);
    job->path = path;
    output_lend(job->to);
    const bool ran = path != NULL && batch_run(job, result);
    free(path);
    if (!output_open_kept(job->to, options->out, tag)) return false;
    if (ran) return output_cut(job->to, result->end); // what it has; and what follows is put behind it
    kept_rows whole;
    result->count = 0;
    if (rows_resume(job, true, head, &whole)) result->count = whole.count - job->skip;
    return false;
}

/// Writes the rows that are not there yet, behind those that are.
static int rows_write(batch_job *job, const batch_options *options, const rows *head, const char *tag) {
    kept_rows kept;
    batch_result result = {0};
    if (!rows_resume(job, options->resume, head, &kept)) {
        output_keep(job->to);
        return CLI_BAD;
    }
    job->skip = kept.count;
    const bool begun = kept.size > 0 || output_put(job->to, head->bytes, head->size);
    job->offset = kept.size > 0 ? kept.size : (int64_t)head->size;
    const bool ran =
        begun && (ranks_are_used() ? rows_share(job, options, head, tag, &result) : batch_run(job, &result));
    const int64_t count = kept.count + result.count;
    if (begun && (!ran || job->queries->failed)) {
        end_early(job->to, count);
        return CLI_BAD;
    }
    char *name = job->to->kept != NULL ? strdup(job->to->kept) : NULL;
    if (begun && !result.ended_early) end_put(job, count, result.asked);
    const bool written = output_commit(job->to);
    if (!written && name != NULL && count == 0) remove(name); // a head alone
    if (!written && name != NULL && count > 0)
        cli_say("whole rows are in %s; the same command with --resume goes on behind the last one", name);
    if (!written && name == NULL && result.ended_early)
        cli_say("with --out FILE the rows so far would stay, and --resume would go on");
    free(name);
    if (written && !cli_quiet) {
        print_coarse(job->chart);
        print_index(job->chart);
        print_summary(&result, kept.count);
    }
    return written ? result_code(&result, &kept) : CLI_BAD;
}

/// What the rows are made from. A whole that goes to a pipe has no need to know.
static bool rows_identify(const batch_data *data, const batch_options *options, identity *out) {
    *out = (identity){0};
    if (options->of.count == 0 && (options->out == NULL || lf_path_is_stream(options->out))) return true;
    out->map = identity_of_chart(&data->loaded);
    out->queries = data->queries.hash;
    return identity_of_files(options->index.paths, options->index.count, &out->index) &&
           identity_of_options(&options->given, &out->options);
}

/// Answers valid queries and writes the answers.
static int answer_queries(batch_data *data, const batch_options *options) {
    output out;
    lf_expert_options experts;
    lf_options query = guide_query_options(&options->guide, &experts);
    query.cost = options->query.cost;
    batch_job job = {.chart = &data->loaded,
                     .queries = &data->queries,
                     .strategy = options->query.strategy,
                     .options = query,
                     .gate = deep_gate(&options->deep),
                     .rules = &options->rules,
                     .obstructed = data->obstacles.map != NULL ? &data->obstacles : NULL,
                     .weights = data->weights,
                     .json = options->format == FORMAT_JSONL,
                     .no_times = options->no_times || options->lengths,
                     .lengths = options->lengths,
                     .almanac = data->almanac,
                     .verify = options->verify,
                     .repeat = options->repeat,
                     .of = {options->of.number, options->of.count, SHARD_BLOCK},
                     .to = &out,
                     .threads = options->threads,
                     .memory = &options->memory};
    char tag[IDENTITY_TEXT];
    identity from;
    rows head = {0};
    batch_result part;
    int code = CLI_BAD;
    if (!ranks_lead()) return batch_run(&job, &part) ? CLI_OK : CLI_BAD;
    if (!rows_identify(data, options, &from)) return CLI_BAD;
    head_make(&job, &from, &head);
    if (head.failed)
        cli_no_memory();
    else if (!shard_is_complete(&job, options, &head, &code) &&
             output_open_kept(&out, options->out, identity_text(&from, tag)))
        code = rows_write(&job, options, &head, tag);
    rows_free(&head);
    return code;
}

/// Loads the almanac, if there is a file.
static bool load_almanac(batch_data *data, const batch_options *options) {
    const lf_almanac_desc desc = {.believe = true};
    const lf_index *index = data->loaded.index;
    lf_io_error error = {0};
    if (options->almanac == NULL) return true;
    if (index == NULL) {
        cli_say("--almanac is for an index without a gate, and --index gives none");
        return false;
    }
    if (lf_almanac_load_file(options->almanac, index, &desc, &data->almanac, &error) == LF_IO_OK) return true;
    cli_say("%s", error.message);
    return false;
}

/// Loads everything, and looks through the queries.
static bool data_load(batch_data *data, const char *map_path, const char *path,
                      const batch_options *options) {
    const chart_need need = chart_need_of(options->query.strategy);
    const lf_query_options form = {.format = options->query_format, .lengths = options->verify};
    if (!query_source_open(&data->queries, path, &form) ||
        !chart_load(&data->loaded, map_path, &options->map, options->query.moves, &options->guide, need,
                    &options->deep) ||
        !weighing_make(&options->weighing, &data->loaded, &data->weights) ||
        !obstructed_make(&data->obstacles, &options->obstacles, data->loaded.map))
        return false;
    const lf_map *map = data->obstacles.map != NULL ? data->obstacles.map : data->loaded.map;
    if (!weighing_judge(data->weights, map, &data->judge)) return false;
    return query_source_survey(&data->queries, data->judge != NULL ? data->judge : map,
                               &options->rules.rule) &&
           prepare_index(&data->loaded, data->queries.surveyed, options) && load_almanac(data, options);
}

static int load_and_answer(const char *map_path, const char *path, const batch_options *options) {
    batch_data data = {0};
    const int code = data_load(&data, map_path, path, options) ? answer_queries(&data, options) : CLI_BAD;
    data_free(&data);
    return code;
}

static bool batch_check_files(const char *map_path, const char *path, const batch_options *options) {
    verb_files files = {.map = {"MAP", map_path},
                        .map_format = options->map.load.format,
                        .inputs = {{"QUERIES", path},
                                   {"--depth", deep_file(&options->deep)},
                                   {"--block", options->obstacles.block_file},
                                   {"--open", options->obstacles.open_file},
                                   {"--weights", options->weighing.file},
                                   {"--almanac", options->almanac}},
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
    if (options->lengths && options->format == FORMAT_JSONL) {
        cli_say("--lengths writes CSV, which --format jsonl is not");
        return CLI_BAD;
    }
    if (options->almanac != NULL && (!options->lengths || options->index.count == 0)) {
        cli_say("--almanac is for --lengths, with the --index that it was made of");
        return CLI_BAD;
    }
    if (options->resume && (options->out == NULL || lf_path_is_stream(options->out))) {
        cli_say("--resume needs --out FILE: rows that went to a pipe or a device are not there any more");
        return CLI_BAD;
    }
    if (ranks_are_used() && (options->out == NULL || lf_path_is_stream(options->out))) {
        cli_say("ranks need --out FILE: they write it together");
        return CLI_BAD;
    }
    signal(SIGPIPE, SIG_IGN); // a reader that goes away is an error of the write, which says how to go on
    return load_and_answer(map_path, path, options);
}

int cmd_batch(int argc, char **argv) {
    batch_options options = {.repeat = 1};
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
    if (args_parse_given(&spec, groups, (int)(sizeof groups / sizeof *groups), argc, argv, operands, &code,
                         &options.given)) {
        options.index.keep_legs = options.obstacles.count > 0;
        options.deep.needed = options.weighing.has_coast;
        code = weighing_begin(&options.weighing, operands[0], &options.map)
                   ? batch_run_all(operands[0], operands[1], &options)
                   : CLI_BAD;
    }
    obstacle_options_free(&options.obstacles);
    return code;
}
