// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall index: builds the index of a map and saves it.
#include "args.h"
#include "chart_index.h"
#include "cli.h"
#include "costs.h"
#include "files.h"
#include "units.h"
#include "workers.h"

#include <stdio.h>

typedef struct index_verb_options {
    map_options map;
    query_options query;
    const char *out;
    const char *verified;
    const char *almanac;
    bool verify;
    int threads;
    lf_cost cost;
    lf_hierarchy hierarchy;
    deep_options deep;
} index_verb_options;

static const char *hierarchy_name(int i) {
    return lf_hierarchy_name((lf_hierarchy)i);
}

static const args_option index_verb_table[] = {
    {"out", 'o', "FILE", args_read_string, offsetof(index_verb_options, out),
     "the file to write. It appears whole or not at all", NULL},
    {"verify", 0, NULL, args_read_flag, offsetof(index_verb_options, verify),
     "check the file in full, walking along every leg, and mark it as\nchecked: it is then loaded without "
     "this check",
     NULL},
    {"index", 0, "FILE", args_read_string, offsetof(index_verb_options, verified),
     "with --verify, instead of --out: check and mark this file of an\nindex that is there already", NULL},
    {"almanac", 0, "FILE", args_read_string, offsetof(index_verb_options, almanac),
     "also write its almanac, with which 'landfall batch --lengths' looks\nlengths up from the first pair "
     "on; "
     "uniform costs and a hierarchy",
     NULL},
    {"cost", 0, "NAME", args_read_choice, offsetof(index_verb_options, cost),
     "of the queries that it is for; default uniform", cost_name},
    {"hierarchy", 0, "WHEN", args_read_choice, offsetof(index_verb_options, hierarchy),
     "whether it gets a contraction hierarchy, which takes longer\nand makes queries faster; default auto: "
     "unless it takes\nfar longer than the rest",
     hierarchy_name},
    {"threads", 'j', "N", workers_read_threads, offsetof(index_verb_options, threads),
     "how many threads build; default: one per core, at most 64. The\nfile does not depend on it", NULL},
};

static const args_spec spec = {
    .verb = "index",
    .usage = "MAP (-o FILE | --index FILE --verify) [OPTION]...",
    .about =
        "Builds the index that the strategy headland searches: the corners of the map, the legs between "
        "them, and\n"
        "their distances from landmarks. Give it to route, batch or compare with --index FILE, together "
        "with\n"
        "the same map and --moves. It is refused for any other map, and when it was altered. With "
        "--min-depth D\n"
        "it is for queries with the same --min-depth and --depth: it knows the tiles that are deep enough.\n"
        "A file is mapped and used where it is. --verify marks it as checked, so that loading takes\n"
        "milliseconds; the mark is a promise of whoever wrote the file, so verify files of others yourself.",
    .examples = "  landfall index world -o world.lfindex --verify\n"
                "  landfall index world -o world.lfindex --verify --almanac world.lfalmanac\n"
                "  landfall index world --index downloaded.lfindex --verify\n"
                "  landfall route world --index world.lfindex --from 600,300 --to 1500,500\n"
                "  landfall index world --depth compute --min-depth 3 -o world3.lfindex\n"
                "  landfall route world --index world3.lfindex --depth compute --min-depth 3 \\\n"
                "      --from 600,300 --to 1500,500",
    .operands = {"MAP"},
};

static bool save(const lf_index *index, const char *path) {
    lf_io_error error = {0};
    if (lf_index_save_file(path, index, &error) == LF_IO_OK) return true;
    cli_say("%s", error.message);
    return false;
}

/// Checks a file in full and marks it.
static bool verify(const chart *of, const char *path) {
    lf_io_error error = {0};
    const lf_index_desc desc = {.depth = of->depth};
    if (lf_index_verify_file(path, of->map, &desc, &error) == LF_IO_OK) {
        printf("%s: checked and marked\n", path);
        return true;
    }
    cli_say("%s", error.message);
    return false;
}

/// Makes the almanac of an index, and saves it.
static bool almanac_save(const lf_index *index, const index_verb_options *options) {
    const int threads = workers_count(options->threads);
    const lf_almanac_desc desc = {.workers = workers_make(&threads)};
    const uint64_t begin = cli_now_ns(NULL);
    lf_almanac *almanac;
    lf_io_error error = {0};
    const lf_status status = lf_almanac_create(index, &desc, &almanac);
    if (status != LF_OK) {
        cli_say("--almanac: %s", cli_status_text(status));
        return false;
    }
    char time[UNITS_TEXT], file[UNITS_TEXT];
    const double took = (double)(cli_now_ns(NULL) - begin);
    const bool saved = lf_almanac_save_file(options->almanac, almanac, &error) == LF_IO_OK;
    if (saved)
        printf("%s: almanac, made in %s, file %s\n", options->almanac, units_time(took, time),
               units_bytes((double)lf_almanac_save_size(almanac), file));
    else
        cli_say("%s", error.message);
    lf_almanac_destroy(almanac);
    return saved;
}

static int build_and_save(chart *of, const index_verb_options *options) {
    char text[CHART_INDEX_TEXT];
    const index_use use = {.cost = options->cost,
                           .hierarchy = options->hierarchy,
                           .threads = workers_count(options->threads),
                           .gate = deep_gate(&options->deep)};
    if (!chart_index_build_for(of, &use)) return CLI_BAD;
    const lf_index *index = chart_index_for(of, options->deep.min_depth);
    if (options->almanac != NULL && !lf_almanac_serves(index)) {
        cli_say("--almanac: %s", cli_status_text(LF_E_ALMANAC));
        return CLI_BAD;
    }
    if (!save(index, options->out)) return CLI_BAD;
    printf("%s: %s\n", options->out, chart_index_text(of, index, text));
    char memory[UNITS_TEXT], file[UNITS_TEXT];
    printf("memory %s, file %s\n", units_bytes((double)lf_index_bytes(index), memory),
           units_bytes((double)lf_index_save_size(index), file));
    if (options->verify && !verify(of, options->out)) return CLI_BAD;
    return options->almanac == NULL || almanac_save(index, options) ? CLI_OK : CLI_BAD;
}

/// Whether the options name one file; says what is wrong.
static bool options_name_file(const index_verb_options *options) {
    if (options->out == NULL && options->verified == NULL)
        cli_say("index needs -o FILE, or --index FILE --verify");
    else if (options->out != NULL && options->verified != NULL)
        cli_say("index takes -o FILE or --index FILE, not both");
    else if (options->verified != NULL && !options->verify)
        cli_say("--index FILE is for --verify");
    else if (options->almanac != NULL && options->out == NULL)
        cli_say("--almanac is for -o FILE: it is made of an index that is built");
    else
        return true;
    return false;
}

int cmd_index(int argc, char **argv) {
    index_verb_options options = {0};
    const args_group groups[] = {ARGS_GROUP(index_verb_table, &options), MOVES_OPTION(&options.query),
                                 DEEP_INDEX_OPTIONS(&options.deep), MAP_OPTIONS(&options.map)};
    const char *operands[ARGS_MAX_OPERANDS];
    int code;
    if (!args_parse(&spec, groups, argc, argv, operands, &code)) return code;
    if (!options_name_file(&options)) return args_misuse(&spec);
    if (options.out != NULL && options.deep.min_depth == 0 &&
        (options.deep.from != NULL || options.deep.edge_blocked))
        cli_note("--depth and --edge-blocked say nothing without --min-depth");
    const verb_files files = {.map = {"MAP", operands[0]},
                              .map_format = options.map.load.format,
                              .inputs = {{"--depth", deep_file(&options.deep)}},
                              .outputs = {{"--out", options.out}, {"--almanac", options.almanac}},
                              .answers = true};
    if (!files_are_apart(&files)) return CLI_BAD;
    chart loaded;
    const guide_options none = {0};
    code = CLI_BAD;
    if (chart_load(&loaded, operands[0], &options.map, options.query.moves, &none, CHART_NO_COARSE,
                   &options.deep))
        code = options.out != NULL                 ? build_and_save(&loaded, &options)
               : verify(&loaded, options.verified) ? CLI_OK
                                                   : CLI_BAD;
    chart_free(&loaded);
    return code;
}
