// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Several strategies on the same queries in one run: what each query cost under each of them, checked, and
// the numbers that a table shows of it.
#ifndef LANDFALL_BENCH_STRATEGIES_H
#define LANDFALL_BENCH_STRATEGIES_H

#include "bench.h"

/// As a level: the one that suits spine.
#define BENCH_SPINE_LEVEL (-1)

enum { BENCH_REPEATS = 3, BENCH_SLOW_US = 20000, BENCH_MAX_GUIDES = 8, BENCH_MAX_VARIANTS = 32 };

/// A search to make: with which coarse map, or with none.
typedef struct bench_guide {
    const char *name; ///< "honest", "cells"; "none" for a search without a coarse map
    bool has_coarse;
    lf_coarse_kind kind;
    int32_t level;      ///< 0 = default, BENCH_SPINE_LEVEL = lf_spine_level of the map
    bool alone;         ///< a search for spine alone
    int64_t route_room; ///< of such a search; 0 = default
} bench_guide;

/// One way to answer a query.
typedef struct bench_variant {
    const char *name;
    int guide; ///< which of the guides
    lf_strategy strategy;
    lf_options options;
} bench_variant;

/// What is compared. Nothing is copied. The first variant must be exact: the others are held against it.
typedef struct bench_plan {
    const bench_guide *guides;
    int guide_count;
    const bench_variant *variants;
    int variant_count;
    bool once; ///< whether counts and lengths are wanted, and one run will do
} bench_plan;

/// One query under one variant. Times are medians of the repeats, or the one slow run.
typedef struct bench_sample {
    double us, plan_us;
    int64_t expanded, length, phases, planned;
    bool guardrail;
} bench_sample;

/// What the coarse map of a guide and its search took.
typedef struct bench_coarse {
    int32_t level;
    double build_ms, mb; ///< median of the repeats; 1 MB = 10^6 bytes
    double search_mb;    ///< of the search with it
} bench_coarse;

/// All samples of one map.
typedef struct bench_result {
    char name[64];
    const bench_plan *plan;
    int64_t query_count;
    bench_sample *samples; ///< query by query, a sample a variant
    bench_coarse coarse[BENCH_MAX_GUIDES];
} bench_result;

/// One variant over all queries.
typedef struct bench_summary {
    double median_us, mean_us, p99_us, plan_us;
    double tiles;                                 ///< mean expanded
    double length_mean, length_p99, length_worst; ///< over the first variant's
    double widened_share, guardrail_share, phases_mean;
} bench_summary;

/// Runs every query BENCH_REPEATS times (once, if the plan says so or that took longer than BENCH_SLOW_US)
/// under every variant, the variants in a new random order in each repeat, so that noise and warm caches
/// favour none. Checks every route, and that none is shorter than the first variant's.
/// @return false with a line on stderr if a check fails or there is no memory; `out` is then all-zero.
bool bench_compare(const bench_map *map, const bench_plan *plan, bench_result *out);

void bench_result_free(bench_result *result);

const bench_sample *bench_sample_at(const bench_result *result, int64_t query, int variant);

/// The numbers of one variant; all 0 if there are no queries.
bench_summary bench_summarize(const bench_result *result, int variant);

#endif // LANDFALL_BENCH_STRATEGIES_H
