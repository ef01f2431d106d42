// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// landfall matrix: the length of the way from each of many sources to each of many targets, or to the nearest of
// them, with the route to the nearest.
#include "args.h"
#include "chart.h"
#include "chart_index.h"
#include "cli.h"
#include "costs.h"
#include "files.h"
#include "input.h"
#include "matrix_fill.h"
#include "output.h"
#include "ranks.h"
#include "rows.h"
#include "shard.h"
#include "tile_list.h"
#include "units.h"
#include "weighing.h"
#include "workers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct matrix_options {
    map_options map;
    query_options query;
    deep_options deep;
    weighing_options weighing;
    const char *from, *to, *index, *out;
    int32_t nearest; ///< 0 = all lengths
    int threads;     ///< 0 = one per processor
    bool skip_bad_ends, json, tiles;
    shard of;
    args_given given;
} matrix_options;

static bool read_nearest(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 1, INT32_MAX, field);
}

static const args_option matrix_option_table[] = {
    {"from", 'f', "FILE", args_read_string, offsetof(matrix_options, from),
     "the sources: X,Y pairs with blanks or line ends between them, or a\nJSON array of [x,y] pairs; - is "
     "stdin",
     NULL},
    {"to", 't', "FILE", args_read_string, offsetof(matrix_options, to), "the targets, likewise", NULL},
    {"nearest", 0, "K", read_nearest, offsetof(matrix_options, nearest),
     "only the K nearest targets of each source, nearest first; of equally\nnear ones the earlier in the "
     "file",
     NULL},
    {"tiles", 0, NULL, args_read_flag, offsetof(matrix_options, tiles),
     "with --nearest 1 and --json: also the tiles of each source's route to\nits nearest target", NULL},
    {"skip-bad-ends", 0, NULL, args_read_flag, offsetof(matrix_options, skip_bad_ends),
     "sources and targets that are blocked or outside the map have no\nways, instead of being refused", NULL},
    {"index", 0, "FILE", args_read_string, offsetof(matrix_options, index),
     "the map's index, made by 'landfall index'; its hierarchy gives the\nlengths", NULL},
    {"shard", 0, "I/N", shard_read, offsetof(matrix_options, of),
     "the I-th of N parts of the sources, for 'landfall merge': one to each\nin turn; CSV alone", NULL},
    {"out", 'o', "FILE", args_read_string, offsetof(matrix_options, out),
     "where to write; default stdout. FILE appears whole or not at all", NULL},
    {"threads", 'j', "N", workers_read_threads, offsetof(matrix_options, threads),
     "how many threads work; default: one per core, at most 64. The answers\ndo not depend on it; --nearest "
     "1 "
     "has one, as one pass serves all sources",
     NULL},
    {"json", 0, NULL, args_read_flag, offsetof(matrix_options, json), "write one JSON object instead of CSV",
     NULL},
};

static const args_spec spec = {
    .verb = "matrix",
    .usage = "MAP --from FILE --to FILE [OPTION]...",
    .about =
        "Finds the length of the shortest way from each source to each target. All lengths are exact.\n"
        "CSV out: from,to,length, with --cost octile also cost; from and to count the tiles of the two "
        "files\n"
        "from 0, and length is empty if there is no way. With --nearest a source that reaches fewer than K\n"
        "targets has fewer lines, and one that reaches none has a line with its number alone. Without "
        "--index\n"
        "one is built where that takes less time than it saves. Under weights the columns are from,to,cost: "
        "what\n"
        "the tiles entered on the cheapest way cost.\n"
        "Exit code: 0 all have a way, 1 some have none, 2 misuse or bad input.",
    .examples = "  landfall matrix world --from ships.txt --to ports.txt --out lengths.csv\n"
                "  landfall matrix world --from ships.txt --to ports.txt --nearest 1 --index world.lfindex\n"
                "  landfall matrix world --from ports.txt --to ships.txt --nearest 3 --json\n"
                "  landfall matrix world --from ships.txt --to ports.txt --nearest 1 --json --tiles",
    .operands = {"MAP"},
};

/// Everything that one run of the verb holds. `{0}` holds nothing.
typedef struct matrix_run {
    place_list from, to;
    chart loaded;
    lf_weights *weights;
    lf_map *judge;              ///< NULL, or the map without tiles of weight 0
    lf_tile *sources, *targets; ///< `sources`: those of the shard
    int64_t source_count;       ///< of these
    int64_t first;              ///< ranks: how many of these are before `sources`
    identity made_from;         ///< for the head of a shard
    lf_matrix *matrix;          ///< for one nearest target; all else has one per thread
    lf_length *lengths;         ///< of all pairs; NULL for the nearest
    lf_nearest *nearest;
    lf_nearest_route *routes; ///< with --tiles
    lf_tile *tiles;
    int64_t missing; ///< pairs, or sources, without a way
    uint64_t ns;
} matrix_run;

static void run_free(matrix_run *run) {
    lf_matrix_destroy(run->matrix);
    lf_weights_destroy(run->weights);
    lf_map_destroy(run->judge);
    chart_free(&run->loaded);
    places_free(&run->from);
    places_free(&run->to);
    free(run->sources);
    free(run->targets);
    free(run->lengths);
    free(run->nearest);
    free(run->routes);
    free(run->tiles);
}

// ---------------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------------

static bool list_read(const char *path, place_list *list) {
    if (!tile_list_read(path, list)) return false;
    if (list->count == 0) cli_say("%s: no tile in it, expected X,Y, such as 12,40", input_name(path));
    return list->count > 0;
}

/// The tiles of a list; LF_NO_TILE for those outside the map. NULL if there is no memory.
static lf_tile *list_tiles(const place_list *list, const lf_map *map) {
    lf_tile *tiles = malloc((size_t)list->count * sizeof *tiles);
    for (int64_t i = 0; tiles != NULL && i < list->count; i++)
        tiles[i] = lf_map_tile(map, list->items[i].at.x, list->items[i].at.y);
    if (tiles == NULL) cli_no_memory();
    return tiles;
}

/// Leaves the sources of a shard.
static void sources_select(matrix_run *run, shard of) {
    for (int64_t i = 0; i < run->from.count; i++)
        if (shard_has(of, i)) run->sources[run->source_count++] = run->sources[i];
}

/// What a shard, or a file of ranks, is made from.
static bool shard_identify(matrix_run *run, const matrix_options *options) {
    identity *of = &run->made_from;
    if (options->of.count == 0 && !ranks_are_used()) return true;
    of->map = identity_of_chart(&run->loaded);
    of->queries = identity_add(0, run->sources, (size_t)run->from.count * sizeof *run->sources);
    of->queries = identity_add(of->queries, run->targets, (size_t)run->to.count * sizeof *run->targets);
    return identity_of_files(&options->index, options->index != NULL, &of->index) &&
           identity_of_options(&options->given, &of->options);
}

/// Whether building an index with its hierarchy takes less time than it saves: as much as some 50 fields, or 20
/// under octile costs, which take longer.
static bool index_pays(const matrix_run *run, const matrix_options *options) {
    const int64_t least = options->query.cost == LF_COST_OCTILE ? 20 : 50;
    const int64_t fields = run->from.count < run->to.count ? run->from.count : run->to.count;
    return options->nearest != 1 && fields >= least && lf_map_open_count(run->loaded.map) >= 10000;
}

static bool matrix_load(matrix_run *run, const char *path, const matrix_options *options) {
    const lf_end_rule rule = {.skip_bad = options->skip_bad_ends};
    const lf_index_desc index = {.cost = options->query.cost};
    if (!list_read(options->from, &run->from) || !list_read(options->to, &run->to) ||
        !chart_load(&run->loaded, path, &options->map, options->query.moves, &(guide_options){0},
                    CHART_NO_COARSE, &options->deep) ||
        !weighing_make(&options->weighing, &run->loaded, &run->weights) ||
        !weighing_judge(run->weights, run->loaded.map, &run->judge))
        return false;
    const lf_map *map = run->judge != NULL ? run->judge : run->loaded.map;
    const bool good_sources = places_check(&run->from, map, "source", &rule);
    if (!places_check(&run->to, map, "target", &rule) || !good_sources) return false;
    run->sources = list_tiles(&run->from, map);
    run->targets = run->sources == NULL ? NULL : list_tiles(&run->to, map);
    if (run->targets == NULL || !shard_identify(run, options)) return false;
    sources_select(run, options->of);
    if (run->weights != NULL) return true; // they take no index
    if (options->index != NULL) {
        const index_options given = {.paths = {options->index}, .count = 1};
        const index_use use = {.cost = options->query.cost};
        return chart_index_prepare(&run->loaded, &given, LF_STRATEGY_AUTO, &use);
    }
    return !index_pays(run, options) ||
           chart_index_build(&run->loaded, &index, workers_count(options->threads));
}

// ---------------------------------------------------------------------------------------------------
// Finding
// ---------------------------------------------------------------------------------------------------

/// Memory for `count` things for each source; NULL after saying that there is none.
static void *answers_make(const matrix_run *run, int64_t count, size_t size) {
    const uint64_t sources = run->source_count > 0 ? (uint64_t)run->source_count : 1; // a shard may have none
    void *answers = NULL;
    if (count > 0 && (uint64_t)count <= SIZE_MAX / size / sources)
        answers = malloc((size_t)sources * (size_t)count * size);
    if (answers == NULL) cli_no_memory();
    return answers;
}

static void count_missing(matrix_run *run, const matrix_options *options) {
    const int64_t pairs = run->source_count * run->to.count;
    for (int64_t i = 0; run->lengths != NULL && i < pairs; i++)
        run->missing += run->lengths[i].straight == LF_NO_LENGTH;
    for (int64_t i = 0; run->nearest != NULL && i < run->source_count; i++)
        run->missing += run->nearest[i * options->nearest].target < 0;
}

/// The routes, with room for as many tiles as routes of a usual length have; if they are longer, once more.
static lf_status routes_ask(matrix_run *run, const lf_matrix_query *query) {
    const lf_map *map = run->loaded.map;
    int64_t room = run->source_count * ((int64_t)lf_map_width(map) + lf_map_height(map));
    for (;;) {
        free(run->tiles);
        run->tiles = (uint64_t)room <= SIZE_MAX / sizeof *run->tiles
                         ? malloc((size_t)room * sizeof *run->tiles)
                         : NULL;
        if (run->tiles == NULL) return LF_E_NOMEM;
        const lf_status status =
            lf_matrix_routes(run->matrix, query, run->routes, run->source_count, run->tiles, room, &room);
        if (status != LF_E_BUFFER_TOO_SMALL) return status;
    }
}

/// One nearest target of each source, with the route there if it is wanted.
static lf_status nearest_ask(matrix_run *run, const matrix_options *options, const lf_matrix_query *query,
                             const lf_matrix_desc *desc) {
    lf_status status = lf_matrix_create(run->loaded.map, desc, &run->matrix);
    if (status != LF_OK) return status;
    if (!options->tiles) return lf_matrix_nearest(run->matrix, query, 1, run->nearest, run->source_count);
    status = routes_ask(run, query);
    for (int64_t i = 0; i < run->source_count; i++) run->nearest[i] = run->routes[i].nearest;
    return status;
}

static lf_status matrix_ask(matrix_run *run, const matrix_options *options) {
    const lf_matrix_desc desc = {
        .index = run->loaded.index, .cost = options->query.cost, .weights = run->weights};
    const lf_matrix_query query = {run->sources, run->source_count, run->targets, run->to.count,
                                   options->skip_bad_ends};
    if (options->nearest == 1) return nearest_ask(run, options, &query, &desc);
    return matrix_fill(&(matrix_fill_job){.map = run->loaded.map,
                                          .desc = desc,
                                          .query = query,
                                          .lengths = run->lengths,
                                          .nearest = run->nearest,
                                          .nearest_count = options->nearest,
                                          .threads = workers_count(options->threads)});
}

/// Memory for the answers; false after saying that there is none.
static bool answers_prepare(matrix_run *run, const matrix_options *options) {
    if (options->nearest == 0) {
        run->lengths = answers_make(run, run->to.count, sizeof *run->lengths);
        return run->lengths != NULL;
    }
    run->nearest = answers_make(run, options->nearest, sizeof *run->nearest);
    if (run->nearest == NULL || !options->tiles) return run->nearest != NULL;
    run->routes = answers_make(run, 1, sizeof *run->routes);
    return run->routes != NULL;
}

static bool matrix_find(matrix_run *run, matrix_options *options) {
    if (options->nearest > run->to.count) options->nearest = (int32_t)run->to.count; // there are no more
    if (!answers_prepare(run, options)) return false;
    const uint64_t begin = cli_now_ns(NULL);
    const lf_status status = matrix_ask(run, options);
    run->ns = cli_now_ns(NULL) - begin;
    if (status == LF_E_WEIGHTS_RANGE && options->query.cost == LF_COST_UNIFORM)
        cli_say("the weights of all open tiles add up to 4294967295 or more; give smaller ones");
    else if (status != LF_OK)
        cli_say("%s", cli_status_text(status));
    count_missing(run, options);
    return status == LF_OK;
}

// ---------------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------------

enum { FIELDS_SIZE = 2 * COST_TEXT_SIZE };

/// Whether lengths are costs, by weights.
static bool lengths_are_costs(const matrix_options *options) {
    return weighing_asked(&options->weighing);
}

/// The number of moves and, under octile costs, the cost, with `between` between them; under weights the cost alone.
static void length_write(lf_length length, const matrix_options *options, const char *between,
                         char out[FIELDS_SIZE]) {
    char cost[COST_TEXT_SIZE];
    const int64_t moves = (int64_t)length.straight + length.diagonal;
    const bool octile = options->query.cost == LF_COST_OCTILE;
    if (lengths_are_costs(options) && octile) {
        cost_write(length.straight, length.diagonal, cost);
        snprintf(out, FIELDS_SIZE, "%s", cost);
        return;
    }
    const int used = snprintf(out, FIELDS_SIZE, "%" PRId64, moves);
    if (!octile) return;
    cost_write(length.straight, length.diagonal, cost);
    snprintf(out + used, (size_t)(FIELDS_SIZE - used), "%s%s", between, cost);
}

/// A line of CSV; `to` is -1 if the source reaches nothing.
static void csv_line(rows *out, const matrix_options *options, int64_t from, int64_t to, lf_length length) {
    const bool octile = options->query.cost == LF_COST_OCTILE;
    rows_int(out, from);
    rows_text(out, ",");
    if (to >= 0) rows_int(out, to);
    rows_text(out, ",");
    if (length.straight == LF_NO_LENGTH) {
        rows_text(out, octile && !lengths_are_costs(options) ? ",\n" : "\n");
        return;
    }
    if (octile) {
        char fields[FIELDS_SIZE];
        length_write(length, options, ",", fields);
        rows_text(out, fields);
    } else {
        rows_int(out, (int64_t)length.straight + length.diagonal);
    }
    rows_text(out, "\n");
}

/// What stands before the first line.
static void csv_head(const matrix_run *run, const matrix_options *options, rows *out) {
    shard_head_write(&(shard_head){.verb = "matrix", .of = options->of, .from = run->made_from}, out);
    rows_text(out, lengths_are_costs(options)              ? "from,to,cost\n"
                   : options->query.cost == LF_COST_OCTILE ? "from,to,length,cost\n"
                                                           : "from,to,length\n");
}

/// All lines of a source.
static void csv_source(const matrix_run *run, const matrix_options *options, int64_t i, rows *out) {
    const int64_t number = shard_row(options->of, run->first + i);
    for (int64_t k = 0; options->nearest == 0 && k < run->to.count; k++)
        csv_line(out, options, number, k, run->lengths[i * run->to.count + k]);
    for (int64_t k = 0; k < options->nearest; k++) {
        const lf_nearest entry = run->nearest[i * options->nearest + k];
        if (k == 0 || entry.target >= 0) csv_line(out, options, number, entry.target, entry.length);
    }
}

/// Writes the CSV, source by source; false after saying that there is no memory.
static bool csv_write(output *out, const matrix_run *run, const matrix_options *options) {
    enum { AT_A_TIME = 1 << 18 };
    rows text = {0};
    csv_head(run, options, &text);
    for (int64_t i = 0; i < run->source_count && !text.failed; i++) {
        csv_source(run, options, i, &text);
        if (text.size < AT_A_TIME) continue;
        output_put(out, text.bytes, text.size); // output_commit knows whether it worked
        rows_clear(&text);
    }
    shard_end_write(options->of, run->source_count, run->from.count, &text);
    const bool made = !text.failed;
    if (made)
        output_put(out, text.bytes, text.size);
    else
        cli_no_memory();
    rows_free(&text);
    return made;
}

static void put_text(output *out, const char *text) {
    output_put(out, text, strlen(text));
}

/// An array of all lengths of a source, by moves or by costs; null for none.
static void json_row(output *out, const matrix_run *run, int64_t i, bool costs) {
    char text[COST_TEXT_SIZE];
    for (int64_t k = 0; k < run->to.count; k++) {
        const lf_length length = run->lengths[i * run->to.count + k];
        put_text(out, k == 0 ? "[" : ",");
        if (length.straight == LF_NO_LENGTH)
            snprintf(text, sizeof text, "null");
        else if (costs)
            cost_write(length.straight, length.diagonal, text);
        else
            snprintf(text, sizeof text, "%" PRId64, (int64_t)length.straight + length.diagonal);
        put_text(out, text);
    }
    put_text(out, "]");
}

static void json_rows(output *out, const matrix_run *run, const char *name, bool costs) {
    put_text(out, name);
    for (int64_t i = 0; i < run->source_count; i++) {
        put_text(out, i == 0 ? "[" : ",");
        json_row(out, run, i, costs);
    }
    put_text(out, "]");
}

/// The tiles of a route, as the last name of an object.
static void json_tiles(output *out, const matrix_run *run, const lf_nearest_route *route) {
    put_text(out, ",\"tiles\":");
    for (int64_t i = 0; i < route->tile_count; i++) {
        const lf_point at = lf_map_point(run->loaded.map, run->tiles[route->first + i]);
        char text[40];
        snprintf(text, sizeof text, "%s[%" PRId32 ",%" PRId32 "]", i == 0 ? "[" : ",", at.x, at.y);
        put_text(out, text);
    }
    put_text(out, "]");
}

/// The nearest targets of all sources: an array of objects for each.
static void json_nearest(output *out, const matrix_run *run, const matrix_options *options) {
    put_text(out, ",\"nearest\":");
    for (int64_t i = 0; i < run->source_count; i++) {
        put_text(out, i == 0 ? "[[" : ",[");
        for (int64_t k = 0; k < options->nearest && run->nearest[i * options->nearest + k].target >= 0; k++) {
            const lf_nearest entry = run->nearest[i * options->nearest + k];
            char fields[FIELDS_SIZE], object[FIELDS_SIZE + 64];
            length_write(entry.length, options, ",\"cost\":", fields);
            snprintf(object, sizeof object, "%s{\"to\":%" PRId64 ",\"%s\":%s", k == 0 ? "" : ",",
                     entry.target, lengths_are_costs(options) ? "cost" : "length", fields);
            put_text(out, object);
            if (options->tiles) json_tiles(out, run, &run->routes[i]);
            put_text(out, "}");
        }
        put_text(out, "]");
    }
    put_text(out, "]");
}

static void json_write(output *out, const matrix_run *run, const matrix_options *options) {
    char text[200];
    snprintf(text, sizeof text,
             "{\"sources\":%" PRId64 ",\"targets\":%" PRId64
             ",\"moves\":\"%s\",\"cost\":\"%s\"%s,\"missing\":%" PRId64,
             run->source_count, run->to.count, lf_moves_name(lf_map_moves(run->loaded.map)),
             lf_cost_name(options->query.cost), lengths_are_costs(options) ? ",\"weighted\":true" : "",
             run->missing);
    put_text(out, text);
    if (options->nearest > 0) {
        json_nearest(out, run, options);
    } else if (lengths_are_costs(options)) {
        json_rows(out, run, ",\"costs\":", options->query.cost == LF_COST_OCTILE);
    } else {
        json_rows(out, run, ",\"lengths\":", false);
        if (options->query.cost == LF_COST_OCTILE) json_rows(out, run, ",\"costs\":", true);
    }
    put_text(out, "}\n");
}

/// Whether lengths come from the hierarchy of an index.
static bool lengths_are_indexed(const matrix_run *run) {
    return run->weights == NULL && run->loaded.index != NULL && lf_index_has_hierarchy(run->loaded.index);
}

/// What it was, and how long it took; to stderr.
static void print_summary(const matrix_run *run, const matrix_options *options) {
    char time[UNITS_TEXT], text[CHART_INDEX_TEXT];
    if (run->loaded.index != NULL)
        cli_say("index: %s", chart_index_text(&run->loaded, run->loaded.index, text));
    cli_say("%" PRId64 " source%s, %" PRId64 " target%s, %" PRId64 " %s without a way; %s by %s",
            run->from.count, run->from.count == 1 ? "" : "s", run->to.count, run->to.count == 1 ? "" : "s",
            run->missing,
            options->nearest == 0 ? (run->missing == 1 ? "pair" : "pairs")
                                  : (run->missing == 1 ? "source" : "sources"),
            units_time((double)run->ns, time),
            lengths_are_indexed(run) ? "the hierarchy of the index" : "fields");
}

/// What can be refused before any work.
static bool check_files(const char *path, const matrix_options *options) {
    const verb_files files = {.map = {"MAP", path},
                              .map_format = options->map.load.format,
                              .inputs = {{"--from", options->from},
                                         {"--to", options->to},
                                         {"--index", options->index},
                                         {"--weights", options->weighing.file},
                                         {"--depth", deep_file(&options->deep)}},
                              .outputs = {{"--out", options->out}}};
    return !input_both_stdin(path, options->from) && !input_both_stdin(path, options->to) &&
           !input_both_stdin(options->from, options->to) && files_are_apart(&files);
}

// ---------------------------------------------------------------------------------------------------
// Ranks
// ---------------------------------------------------------------------------------------------------

/// Sources of a piece: few enough for all ranks to have some at the end, as many as can be otherwise, because each piece
/// goes through all targets. One pass serves all sources for the nearest target.
static int64_t piece_sources(const matrix_run *run, const matrix_options *options) {
    enum { MOST = 1024 };
    const int64_t pieces = (int64_t)2 * ranks_count();
    const int64_t size = (run->source_count + pieces - 1) / pieces;
    if (options->nearest == 1) return run->source_count > 0 ? run->source_count : 1;
    return size < 1 ? 1 : size > MOST ? MOST : size;
}

/// Answers a piece, whose sources `part` has, and hands in its lines.
static bool piece_write(matrix_run *part, matrix_options *options, int64_t piece) {
    rows text = {0};
    const bool found = matrix_find(part, options);
    for (int64_t i = 0; found && i < part->source_count && !text.failed; i++)
        csv_source(part, options, i, &text);
    if (text.failed) cli_no_memory();
    const bool made = found && !text.failed;
    if (!made) ranks_fail();
    const bool put = made && ranks_put(piece, text.bytes, text.size);
    rows_free(&text);
    return put;
}

/// Answers pieces until there are none. Adds to what `run` counts.
static void pieces_write(matrix_run *run, matrix_options *options, int64_t size) {
    bool fine = true;
    for (int64_t piece; fine && (piece = ranks_take()) >= 0;) {
        matrix_run part = {
            .loaded = run->loaded, .weights = run->weights, .to = run->to, .targets = run->targets};
        const int64_t left = run->source_count - piece * size;
        part.first = piece * size;
        part.sources = run->sources + part.first;
        part.source_count = left < size ? left : size;
        fine = piece_write(&part, options, piece);
        run->missing += part.missing;
        run->ns += part.ns;
        lf_matrix_destroy(part.matrix);
        free(part.lengths);
        free(part.nearest);
    }
}

/// All that ranks do together. False after saying why, or if a rank has failed.
/// @param path   the file, which rank 0 knows
/// @param begin  where the first line begins in it, likewise
/// @param end    receives where the last line ends
static bool matrix_share(matrix_run *run, matrix_options *options, const char *path, int64_t begin,
                         int64_t *end) {
    const int64_t size = piece_sources(run, options);
    if (!ranks_begin(&(ranks_work){.path = path,
                                   .offset = begin,
                                   .count = (run->source_count + size - 1) / size,
                                   .units = run->source_count,
                                   .what = "matrix",
                                   .unit = "sources"}))
        return false;
    pieces_write(run, options, size);
    const bool written = ranks_end(end);
    const int count = ranks_lead() ? ranks_count() : 0;
    int64_t *all = count > 0 ? calloc((size_t)count, sizeof *all) : NULL;
    ranks_gather(&run->missing, sizeof run->missing, all);
    for (int i = 1; i < count; i++) run->missing += all[i];
    free(all);
    return written;
}

/// Lets the ranks write behind the head of a file that is open, and has it again.
static bool matrix_fill_file(matrix_run *run, matrix_options *options, output *out, const rows *head,
                             const rows *tail, const char *tag) {
    int64_t end = 0;
    char *path = strdup(out->kept);
    bool fine = path != NULL && output_cut(out, 0) && output_put(out, head->bytes, head->size);
    output_lend(out);
    fine = fine && matrix_share(run, options, path, (int64_t)head->size, &end);
    free(path);
    const bool opened = output_open_kept(out, options->out, tag);
    fine = fine && opened && output_cut(out, end) && output_put(out, tail->bytes, tail->size);
    if (opened && !fine) output_discard(out);
    return fine;
}

/// What rank 0 does: it makes the file and, when it is whole, gives it its name.
static bool matrix_lead(matrix_run *run, matrix_options *options) {
    output out;
    rows head = {0}, tail = {0};
    char tag[IDENTITY_TEXT];
    csv_head(run, options, &head);
    shard_end_write(options->of, run->source_count, run->from.count, &tail);
    identity_text(&run->made_from, tag);
    const bool made = !head.failed && !tail.failed;
    if (!made) cli_no_memory();
    const bool fine = made && output_open_kept(&out, options->out, tag) &&
                      matrix_fill_file(run, options, &out, &head, &tail, tag) && output_commit(&out);
    rows_free(&head);
    rows_free(&tail);
    return fine;
}

/// What ranks cannot do.
static bool ranks_fit(const matrix_options *options) {
    const bool file = options->out != NULL && !lf_path_is_stream(options->out);
    const bool lists = !lf_path_is_stream(options->from) && !lf_path_is_stream(options->to);
    if (!file) cli_say("ranks need --out FILE: they write it together");
    if (!lists) cli_say("ranks read --from and --to by themselves, expected files and no pipes");
    if (options->json) cli_say("--json does not go with ranks: they put lines of CSV together");
    return file && lists && !options->json;
}

static int matrix_run_ranks(matrix_run *run, const char *path, matrix_options *options) {
    int64_t end;
    if (!ranks_fit(options) || !check_files(path, options) || !matrix_load(run, path, options))
        return CLI_BAD;
    if (!ranks_lead()) return matrix_share(run, options, NULL, 0, &end) ? CLI_OK : CLI_BAD;
    if (!matrix_lead(run, options)) return CLI_BAD;
    if (!cli_quiet) print_summary(run, options);
    return run->missing == 0 ? CLI_OK : CLI_NO;
}

// ---------------------------------------------------------------------------------------------------
// The verb
// ---------------------------------------------------------------------------------------------------

static int matrix_run_all(matrix_run *run, const char *path, matrix_options *options) {
    output out;
    if (ranks_are_used()) return matrix_run_ranks(run, path, options);
    if (!check_files(path, options) || !matrix_load(run, path, options) || !matrix_find(run, options) ||
        !output_open(&out, options->out))
        return CLI_BAD;
    if (options->json) {
        json_write(&out, run, options);
    } else if (!csv_write(&out, run, options)) {
        output_discard(&out);
        return CLI_BAD;
    }
    if (!output_commit(&out)) return CLI_BAD; // which says what was not taken
    if (!cli_quiet) print_summary(run, options);
    return run->missing == 0 ? CLI_OK : CLI_NO;
}

static bool options_are_complete(const matrix_options *options) {
    const bool complete = options->from != NULL && options->to != NULL;
    const bool tiles_fit = !options->tiles || (options->nearest == 1 && options->json);
    if (!complete) cli_say("matrix needs --from FILE and --to FILE: lists of tiles, such as 12,40 80,3");
    if (!tiles_fit)
        cli_say("--tiles is about the routes to the nearest targets: it needs --nearest 1 and --json");
    const bool shard_fits = options->of.count == 0 || !options->json;
    if (!shard_fits) cli_say("--shard does not go with --json: shards are put together line by line");
    const bool weights_fit = !options->tiles || !weighing_asked(&options->weighing);
    if (!weights_fit) cli_say("--tiles does not go with weights: 'landfall batch' gives such routes");
    if (options->index != NULL && weighing_asked(&options->weighing))
        cli_note("--index says nothing about queries with weights");
    return complete && tiles_fit && shard_fits && weights_fit;
}

int cmd_matrix(int argc, char **argv) {
    matrix_options options = {0};
    const args_group groups[] = {ARGS_GROUP(matrix_option_table, &options),
                                 MOVES_OPTION(&options.query),
                                 COST_OPTION(&options.query),
                                 WEIGHING_OPTIONS(&options.weighing),
                                 DEEP_FROM_OPTION(&options.deep),
                                 MAP_OPTIONS(&options.map)};
    const char *operands[ARGS_MAX_OPERANDS];
    int code;
    if (!args_parse_given(&spec, groups, (int)(sizeof groups / sizeof *groups), argc, argv, operands, &code,
                          &options.given))
        return code;
    options.of.block = 1;
    matrix_run run = {0};
    options.deep.needed = options.weighing.has_coast;
    if (!weighing_begin(&options.weighing, operands[0], &options.map)) return CLI_BAD;
    code = options_are_complete(&options) ? matrix_run_all(&run, operands[0], &options) : args_misuse(&spec);
    run_free(&run);
    return code;
}
