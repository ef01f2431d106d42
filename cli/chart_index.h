// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file chart_index.h
/// The index of a chart: loaded from a file, or built.
#ifndef LANDFALL_CLI_CHART_INDEX_H
#define LANDFALL_CLI_CHART_INDEX_H

#include "chart.h"

/// `{0}` means that no index was given.
typedef struct index_options {
    const char *path;
    bool keep_legs; ///< no option: set by verbs whose queries have obstacles
} index_options;

/// The option of index_options: --index.
extern const args_option index_option_table[1];
#define INDEX_OPTIONS(struct_pointer) ARGS_GROUP(index_option_table, struct_pointer)

/// Gives a chart the index of a file. False after saying why; an index for the other cost is refused too.
bool chart_index_load(chart *of, const char *path, lf_cost cost);

/// Builds the index of a chart, with workers of its own. False after saying why.
bool chart_index_build(chart *of, const lf_index_desc *what, int threads);

/// Gives a chart the index that --index names or that the strategy `headland` needs; none otherwise. False
/// after saying why.
bool chart_index_prepare(chart *of, const index_options *options, const query_options *query,
                         lf_hierarchy hierarchy, int threads);

/// "39073 headlands, 209536 legs, built in 521.3 ms" (or "loaded"), with "hierarchy, " before
/// "built" if there is one. Returns `out`.
enum { CHART_INDEX_TEXT = 120 };
const char *chart_index_text(const chart *of, char out[CHART_INDEX_TEXT]);

#endif // LANDFALL_CLI_CHART_INDEX_H
