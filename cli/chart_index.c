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

const args_option index_option_table[] = {
    {"index", 0, "FILE", args_read_string, offsetof(index_options, path),
     "the map's index, made by 'landfall index': auto then uses the\nstrategy headland", NULL},
};

/// Whether the index serves queries of a cost: under orthogonal moves both costs are the same.
static bool index_serves(const chart *of, lf_cost cost) {
    return lf_index_cost(of->index) == cost || lf_map_moves(of->map) == LF_MOVES_ORTHOGONAL;
}

bool chart_index_load(chart *of, const char *path, lf_cost cost) {
    lf_io_error error = {0};
    const uint64_t begin = cli_now_ns(NULL);
    if (lf_index_load_file(path, of->map, NULL, &of->index, &error) != LF_IO_OK) {
        cli_say("%s", error.message);
        return false;
    }
    of->index_ns = (int64_t)(cli_now_ns(NULL) - begin);
    of->index_loaded = true;
    if (index_serves(of, cost)) return true;
    cli_say("%s: is for --cost %s, and this is about --cost %s", path,
            cost_name((int)lf_index_cost(of->index)), cost_name((int)cost));
    return false;
}

bool chart_index_build(chart *of, const lf_index_desc *what, int threads) {
    const uint64_t begin = cli_now_ns(NULL);
    lf_index_desc desc = *what;
    progress bar;
    progress_begin(&bar, "index", NULL, 0);
    desc.workers = workers_make(&threads);
    desc.progress = progress_of_call(&bar);
    const lf_status status = lf_index_create(of->map, &desc, &of->index);
    progress_end(&bar);
    of->index_ns = (int64_t)(cli_now_ns(NULL) - begin);
    if (status != LF_OK) cli_say("index: %s", lf_status_text(status));
    return status == LF_OK;
}

bool chart_index_prepare(chart *of, const index_options *options, const query_options *query,
                         lf_hierarchy hierarchy, int threads) {
    if (options->path != NULL) return chart_index_load(of, options->path, query->cost);
    const lf_index_desc desc = {.cost = query->cost, .hierarchy = hierarchy, .keep_legs = options->keep_legs};
    return query->strategy != LF_STRATEGY_HEADLAND || chart_index_build(of, &desc, threads);
}

const char *chart_index_text(const chart *of, char out[CHART_INDEX_TEXT]) {
    const int64_t headlands = lf_index_headland_count(of->index), legs = lf_index_leg_count(of->index);
    char time[UNITS_TEXT];
    snprintf(out, CHART_INDEX_TEXT, "%" PRId64 " headland%s, %" PRId64 " leg%s, %s%s in %s", headlands,
             headlands == 1 ? "" : "s", legs, legs == 1 ? "" : "s",
             lf_index_has_hierarchy(of->index) ? "hierarchy, " : "", of->index_loaded ? "loaded" : "built",
             units_time((double)of->index_ns, time));
    return out;
}
