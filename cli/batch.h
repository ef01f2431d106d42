// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file batch.h
/// Many queries on several threads, with the answers in the order of the queries, in constant memory.
#ifndef LANDFALL_CLI_BATCH_H
#define LANDFALL_CLI_BATCH_H

#include "chart.h"
#include "memory.h"
#include "output.h"
#include "query_source.h"
#include "report.h"
#include "rules.h"
#include "shard.h"
#include "times.h"

/// What to do.
typedef struct batch_job {
    const chart *chart;    ///< one for all threads
    query_source *queries; ///< all of them valid on the map
    lf_strategy strategy;
    lf_options options;
    lf_depth_gate gate;
    const rule_options *rules;
    const obstructed *obstructed; ///< NULL, or the obstacles of all queries
    const lf_weights *weights;    ///< NULL, or their weights
    bool json;                    ///< a JSON object per row, otherwise CSV
    bool no_times;                ///< rows without what a clock says
    bool lengths;                 ///< rows with lengths alone
    const lf_almanac *almanac;    ///< NULL, or that of the chart's index, for lengths
    bool verify;                  ///< compare with the known lengths
    int32_t repeat;               ///< how often each query is asked; at least 1
    shard of;                     ///< which rows
    int64_t skip;                 ///< rows of these that are there already; ranks: rank 0 knows
    const char *path;             ///< ranks: the file of the rows, which rank 0 knows
    int64_t offset;               ///< ranks: where the next row begins in it, likewise
    output *to;                   ///< not used by ranks
    int threads;                  ///< 0 = one per processor, as far as there is memory
    const memory_options *memory;
} batch_job;

/// What came of it.
typedef struct batch_result {
    int64_t asked;          ///< queries of the whole, whoever answers them
    int64_t count;          ///< rows that were written
    int64_t found, partial; ///< routes to a target, and partial routes
    int64_t skipped;        ///< queries with no source or no target left
    int64_t wrong;          ///< lengths that are not the known ones
    times_tally times;
    int threads;                       ///< how many ran
    int64_t almanac_bytes, almanac_ns; ///< of an almanac that was made, and how long that took; 0 = none was
    int64_t end;                       ///< ranks: where the last row ends
    int64_t total_ns; ///< from the first query to the last row, without the making of the searches
    bool ended_early; ///< why was said, unless `to` took no more: that is left to output_commit
} batch_result;

/// Answers all queries, or all up to one that is bad. False after saying why: no memory, or not so much. With ranks also if
/// anything was not written, and the result is that of all of them for rank 0.
bool batch_run(const batch_job *job, batch_result *out);

/// The columns of its CSV.
report_columns batch_columns(const batch_job *job);

#endif // LANDFALL_CLI_BATCH_H
