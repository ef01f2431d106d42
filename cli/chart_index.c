// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Indexes of charts.
#include "chart_index.h"

#include "cli.h"
#include "costs.h"
#include "progress.h"
#include "units.h"
#include "workers.h"

#include <inttypes.h>
#include <stdio.h>

static bool read_index_file(const args_option *option, const char *value, void *field) {
    index_options *options = field;
    if (options->count == INDEX_FILES) {
        cli_say("--%s: expected at most %d files", option->name, INDEX_FILES);
        return false;
    }
    if (!args_read_string(option, value, &options->paths[options->count])) return false;
    options->count++;
    return true;
}

const args_option index_option_table[] = {
    {"index", 0, "FILE", read_index_file, 0,
     "the map's index, made by 'landfall index': auto then uses the\nstrategy headland; once more for each "
     "depth gate",
     NULL},
};

void index_add_files(const index_options *options, verb_files *files) {
    int at = 0;
    for (int i = 0; i < options->count; i++) {
        while (files->inputs[at].path != NULL) at++;
        files->inputs[at] = (file_role){"--index", options->paths[i]};
    }
}

/// Whether an index serves queries of a cost: under orthogonal moves both costs are the same.
static bool index_serves(const lf_index *index, lf_cost cost) {
    return lf_index_cost(index) == cost || lf_map_moves(lf_index_map(index)) == LF_MOVES_ORTHOGONAL;
}

/// Gives a chart an index that it does not have yet.
static bool chart_take(chart *of, lf_index *index) {
    const int32_t gate = lf_index_min_depth(index);
    if (chart_index_for(of, gate) != NULL) return false;
    if (gate == 0)
        of->index = index;
    else
        of->gates[of->gate_count++] = index;
    return true;
}

static bool index_load(chart *of, const char *path, const index_use *use) {
    lf_io_error error = {0};
    lf_index *index;
    const lf_cost cost = use->cost;
    const lf_index_desc desc = {
        .depth = of->depth, .believe_mark = true, .workers = workers_make(&use->threads)};
    const uint64_t begin = cli_now_ns(NULL);
    if (lf_index_load_file(path, of->map, &desc, &index, &error) != LF_IO_OK) {
        cli_say("%s", error.message);
        return false;
    }
    of->index_ns = (int64_t)(cli_now_ns(NULL) - begin);
    of->index_loaded = true;
    const bool serves = index_serves(index, cost), taken = serves && chart_take(of, index);
    if (!serves)
        cli_say("%s: is for --cost %s, and this is about --cost %s", path,
                cost_name((int)lf_index_cost(index)), cost_name((int)cost));
    else if (!taken)
        cli_say("%s: is a second index for the same queries, expected one for each depth gate", path);
    if (!taken) lf_index_destroy(index);
    return taken;
}

bool chart_index_build(chart *of, const lf_index_desc *what, int threads) {
    const uint64_t begin = cli_now_ns(NULL);
    lf_index_desc desc = *what;
    lf_index *index;
    progress bar;
    progress_begin(&bar, "index", NULL, 0);
    desc.workers = workers_make(&threads);
    desc.progress = progress_of_call(&bar);
    const lf_status status = lf_index_create(of->map, &desc, &index);
    progress_end(&bar);
    of->index_ns = (int64_t)(cli_now_ns(NULL) - begin);
    if (status != LF_OK) cli_say("index: %s", cli_status_text(status));
    return status == LF_OK && chart_take(of, index);
}

bool chart_index_can_serve(const index_use *use) {
    return !use->gate.deepest;
}

bool chart_index_build_for(chart *of, const index_use *use) {
    const lf_index_desc desc = {.cost = use->cost,
                                .hierarchy = use->hierarchy,
                                .keep_legs = use->keep_legs || use->gate.harbour != 0,
                                .depth = of->depth,
                                .min_depth = use->gate.min_depth};
    return chart_index_build(of, &desc, use->threads);
}

/// Whether one of the indexes that were given serves `headland`; says what is missing. Under `deepest` the depth
/// is not known yet.
static bool headland_is_served(const chart *of, const index_use *use) {
    const int32_t depth = use->gate.min_depth;
    if (use->gate.deepest || chart_index_for(of, depth) != NULL) return true;
    if (depth == 0)
        cli_say("the strategy headland needs an index without a gate, and --index gives only those for depth "
                "gates: add the one that 'landfall index MAP' makes, or ask with their --min-depth");
    else
        cli_say("the strategy headland needs an index for --min-depth %d: make it with 'landfall index MAP "
                "--min-depth %d' and give it with --index; the strategy auto does without",
                (int)depth, (int)depth);
    return false;
}

bool chart_index_prepare(chart *of, const index_options *options, lf_strategy strategy,
                         const index_use *use) {
    for (int i = 0; i < options->count; i++) {
        if (!index_load(of, options->paths[i], use)) return false;
    }
    if (strategy != LF_STRATEGY_HEADLAND) return true;
    if (options->count > 0) return headland_is_served(of, use);
    // Where none can serve, one for queries without a gate lets the search say what it needs.
    if (chart_index_can_serve(use)) return chart_index_build_for(of, use);
    return chart_index_build(of, &(lf_index_desc){.cost = use->cost, .hierarchy = use->hierarchy},
                             use->threads);
}

const lf_index *chart_index_for(const chart *of, int32_t gate_depth) {
    if (gate_depth <= 0) return of->index;
    for (int i = 0; i < of->gate_count; i++) {
        if (lf_index_min_depth(of->gates[i]) == gate_depth) return of->gates[i];
    }
    return NULL;
}

const char *chart_index_text(const chart *of, const lf_index *index, char out[CHART_INDEX_TEXT]) {
    const int64_t headlands = lf_index_headland_count(index), legs = lf_index_leg_count(index);
    char time[UNITS_TEXT], gate[32] = "";
    if (lf_index_min_depth(index) > 0)
        snprintf(gate, sizeof gate, "gate %d, ", (int)lf_index_min_depth(index));
    snprintf(out, CHART_INDEX_TEXT, "%s%" PRId64 " headland%s, %" PRId64 " leg%s, %s%s in %s", gate,
             headlands, headlands == 1 ? "" : "s", legs, legs == 1 ? "" : "s",
             lf_index_has_hierarchy(index) ? "hierarchy, " : "", of->index_loaded ? "loaded" : "built",
             units_time((double)of->index_ns, time));
    return out;
}
