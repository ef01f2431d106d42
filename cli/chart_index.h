// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file chart_index.h
/// The indexes of a chart: loaded from files, or built.
#ifndef LANDFALL_CLI_CHART_INDEX_H
#define LANDFALL_CLI_CHART_INDEX_H

#include "chart.h"
#include "files.h"

/// One index for queries without a gate, and those for depth gates.
enum { INDEX_FILES = 1 + LF_GATE_INDEXES_MAX };

/// `{0}` means that no index was given.
typedef struct index_options {
    const char *paths[INDEX_FILES];
    int count;
    bool keep_legs; ///< no option: set by verbs whose queries have obstacles
} index_options;

/// The option of index_options: --index, which may be given several times.
extern const args_option index_option_table[1];
#define INDEX_OPTIONS(struct_pointer) ARGS_GROUP(index_option_table, struct_pointer)

/// Adds the files to what a run reads, from the first free input on.
void index_add_files(const index_options *options, verb_files *files);

/// What the indexes of a chart are for.
typedef struct index_use {
    lf_cost cost;
    lf_hierarchy hierarchy; ///< of one that is built
    int threads;            ///< that build it, or check one that is loaded
    lf_depth_gate gate;     ///< of the queries
    bool keep_legs;         ///< whether queries have obstacles
} index_use;

/// Builds an index of a chart, with workers of its own: for queries without a gate, or for desc->min_depth.
/// False after saying why.
bool chart_index_build(chart *of, const lf_index_desc *what, int threads);

/// Builds the index for the queries of a use. There is none for `deepest`, whose depth is not known yet.
bool chart_index_build_for(chart *of, const index_use *use);
bool chart_index_can_serve(const index_use *use);

/// Gives a chart the indexes that --index names, or the one that the strategy `headland` needs; none otherwise.
/// False after saying why; an index for the other cost is refused too.
bool chart_index_prepare(chart *of, const index_options *options, lf_strategy strategy, const index_use *use);

/// The index that answers queries under a gate depth (0 or less: under none); NULL if there is none.
const lf_index *chart_index_for(const chart *of, int32_t gate_depth);

/// "39073 headlands, 209536 legs, built in 521.3 ms" (or "loaded"), with "hierarchy, " before "built" if there
/// is one, and "gate 3, " in front if it is for a depth gate. Returns `out`.
enum { CHART_INDEX_TEXT = 140 };
const char *chart_index_text(const chart *of, const lf_index *index, char out[CHART_INDEX_TEXT]);

#endif // LANDFALL_CLI_CHART_INDEX_H
