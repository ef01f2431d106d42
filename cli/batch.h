// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file batch.h
/// Many queries on several threads, with the answers in the order of the queries.
#ifndef LANDFALL_CLI_BATCH_H
#define LANDFALL_CLI_BATCH_H

#include "chart.h"
#include "memory.h"
#include "output.h"
#include "report.h"
#include "rules.h"

#include <landfall_io.h>

/// What to do.
typedef struct batch_job {
    const chart *chart;           ///< one for all threads
    const lf_query_list *queries; ///< all of them valid on the map
    lf_strategy strategy;
    lf_options options;
    lf_depth_gate gate;
    const rule_options *rules;
    const obstructed *obstructed;                     ///< NULL, or the obstacles of all queries
    const lf_weights *weights;                        ///< NULL, or their weights
    char *(*write)(const report *answer, int64_t id); ///< makes the line of an answer, to be freed
    output *to;
    int threads; ///< 0 = one per processor, as far as there is memory
    const memory_options *memory;
} batch_job;

/// What came of it.
typedef struct batch_result {
    int64_t found, partial; ///< routes to a target, and partial routes
    int64_t skipped;        ///< queries with no source or no target left
    int64_t *times_ns;      ///< for each query; to be freed
    int threads;            ///< how many ran
    int64_t total_ns;       ///< from the first query to the last line, without the making of the searches
} batch_result;

/// Answers all queries. False after saying why: no memory, or not so much. What `to` does not take is left to
/// output_commit.
bool batch_run(const batch_job *job, batch_result *out);

#endif // LANDFALL_CLI_BATCH_H
