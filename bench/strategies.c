// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The runner for comparing strategies. All searches of a plan live at once, so that the variants can take
// turns within each repeat: a burst of noise then hits all of them. The turns are shuffled, because a variant
// that always came after another one on the same search would always find its tiles in the cache. A run
// that took longer than BENCH_SLOW_US is not repeated: repeating every flood took nine minutes instead of
// four, and noise is small beside such a run. The first queries are run once beforehand, because fresh memory
// pages cost.
#include "strategies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ORDER_SEED = 11, WARM_UP_QUERIES = 3 };

typedef struct contest {
    const bench_map *map;
    const bench_plan *plan;
    lf_coarse *coarse[BENCH_MAX_GUIDES];
    lf_search *searches[BENCH_MAX_GUIDES];
    lf_tile *tiles;
    int64_t capacity;
    lf_random random;
    int runs[BENCH_MAX_VARIANTS]; ///< of the current query, and their times
    double us[BENCH_MAX_VARIANTS][BENCH_REPEATS], plan_us[BENCH_MAX_VARIANTS][BENCH_REPEATS];
} contest;

// ---- Coarse maps and searches ---------------------------------------------------------------------

static bool coarse_build(const lf_map *map, const bench_guide *guide, lf_coarse **coarse, bench_coarse *out) {
    double ms[BENCH_REPEATS];
    for (int k = 0; k < BENCH_REPEATS; k++) {
        lf_coarse_destroy(*coarse);
        const uint64_t start = bench_now(NULL);
        const int32_t level = guide->level == BENCH_SPINE_LEVEL ? lf_spine_level(map) : guide->level;
        const lf_coarse_desc desc = {.level = level, .kind = guide->kind};
        if (lf_coarse_create(map, &desc, coarse) != LF_OK) return false;
        ms[k] = (double)(bench_now(NULL) - start) / 1e6;
    }
    *out = (bench_coarse){.level = lf_coarse_level(*coarse),
                          .build_ms = bench_quantile(ms, BENCH_REPEATS, 0.5),
                          .mb = (double)lf_coarse_bytes(*coarse) / 1e6};
    return true;
}

static bool contest_create(const bench_map *map, const bench_plan *plan, contest *out, bench_result *result) {
    *out = (contest){.map = map, .plan = plan, .random = lf_random_make(ORDER_SEED)};
    out->capacity = lf_map_open_count(map->map);
    out->tiles = malloc((size_t)out->capacity * sizeof *out->tiles);
    if (out->tiles == NULL) return false;
    for (int i = 0; i < plan->guide_count; i++) {
        if (plan->guides[i].has_coarse &&
            !coarse_build(map->map, &plan->guides[i], &out->coarse[i], &result->coarse[i]))
            return false;
        const lf_search_desc desc = {.coarse = out->coarse[i],
                                     .clock = {.now_ns = bench_now},
                                     .only = plan->guides[i].alone ? LF_STRATEGY_SPINE : LF_STRATEGY_AUTO,
                                     .route_room = plan->guides[i].route_room};
        if (lf_search_create(map->map, &desc, &out->searches[i]) != LF_OK) return false;
        result->coarse[i].search_mb = (double)lf_search_bytes(out->searches[i]) / 1e6;
    }
    return true;
}

static void contest_destroy(contest *run) {
    for (int i = 0; i < BENCH_MAX_GUIDES; i++) {
        lf_search_destroy(run->searches[i]);
        lf_coarse_destroy(run->coarse[i]);
    }
    free(run->tiles);
}

// ---- Queries --------------------------------------------------------------------------------------

static bool complain(const contest *run, int64_t query, int variant, const char *what) {
    fprintf(stderr, "%s, query %" PRId64 ", %s (%s): %s\n", run->map->name, query,
            run->plan->variants[variant].name, run->plan->guides[run->plan->variants[variant].guide].name,
            what);
    return false;
}

/// Runs one query once and checks the route.
static bool query_run(contest *run, int64_t query, int variant, bench_sample *out) {
    const bench_variant *how = &run->plan->variants[variant];
    const lf_file_query *ends = &run->map->queries[query];
    const lf_map *map = run->map->map;
    const lf_source source = {.tile = lf_map_tile(map, ends->from.x, ends->from.y)};
    const lf_tile target = lf_map_tile(map, ends->to.x, ends->to.y);
    const lf_query q = {.sources = &source,
                        .source_count = 1,
                        .targets = &target,
                        .target_count = 1,
                        .strategy = how->strategy,
                        .options = how->options};
    const int repeat = run->runs[variant]++;
    lf_route route;
    const uint64_t start = bench_now(NULL);
    const lf_status status = lf_search_find(run->searches[how->guide], &q, run->tiles, run->capacity, &route);
    run->us[variant][repeat] = (double)(bench_now(NULL) - start) / 1e3;
    run->plan_us[variant][repeat] = (double)route.stats.plan_ns / 1e3;
    *out = (bench_sample){.expanded = route.stats.expanded,
                          .length = route.length,
                          .phases = route.stats.phases,
                          .planned = route.stats.planned,
                          .guardrail = route.stats.guardrail};
    if (status != LF_OK) return complain(run, query, variant, lf_status_text(status));
    lf_fault fault;
    if (lf_route_check(map, run->tiles, route.tile_count, NULL, &fault) != LF_OK)
        return complain(run, query, variant, lf_fault_text(fault));
    if (run->tiles[0] != source.tile || run->tiles[route.length] != target ||
        route.tile_count != route.length + 1)
        return complain(run, query, variant, "the route does not lead from the source to the target");
    return true;
}

static void order_shuffle(lf_random *random, int *order, int count) {
    for (int i = 0; i < count; i++) order[i] = i;
    for (int i = count - 1; i > 0; i--) {
        const uint32_t j = lf_random_below(random, (uint32_t)i + 1);
        const int kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

/// Whether a variant has had its first run of the query and that was slow.
static bool is_slow(const contest *run, int variant) {
    return run->runs[variant] > 0 && run->us[variant][0] > BENCH_SLOW_US;
}

/// Every variant once, in random order.
static bool query_repeat(contest *run, int64_t query, bench_sample *samples) {
    int order[BENCH_MAX_VARIANTS];
    order_shuffle(&run->random, order, run->plan->variant_count);
    for (int i = 0; i < run->plan->variant_count; i++) {
        const int variant = order[i];
        if (!is_slow(run, variant) && !query_run(run, query, variant, &samples[variant])) return false;
    }
    return true;
}

/// All variants and repeats of one query.
static bool query_compare(contest *run, int64_t query, int repeats, bench_sample *samples) {
    memset(run->runs, 0, sizeof run->runs);
    for (int k = 0; k < repeats; k++) {
        if (!query_repeat(run, query, samples)) return false;
    }
    for (int i = 0; i < run->plan->variant_count; i++) {
        samples[i].us = bench_quantile(run->us[i], run->runs[i], 0.5);
        samples[i].plan_us = bench_quantile(run->plan_us[i], run->runs[i], 0.5);
        if (samples[i].length < samples[0].length)
            return complain(run, query, i, "shorter than the shortest route");
    }
    return true;
}

static bool queries_compare(contest *run, int64_t count, int repeats, bench_sample *samples) {
    for (int64_t i = 0; i < count; i++) {
        if (!query_compare(run, i, repeats, samples + i * run->plan->variant_count)) return false;
    }
    return true;
}

bool bench_compare(const bench_map *map, const bench_plan *plan, bench_result *out) {
    *out = (bench_result){.plan = plan, .query_count = map->query_count};
    snprintf(out->name, sizeof out->name, "%s", map->name);
    out->samples = calloc((size_t)map->query_count * (size_t)plan->variant_count + 1, sizeof *out->samples);
    contest run;
    bool ok = contest_create(map, plan, &run, out) && out->samples != NULL;
    if (!ok) fprintf(stderr, "%s: no memory, or a coarse map that cannot be made\n", map->name);
    const int64_t count = map->query_count;
    ok = ok && queries_compare(&run, count < WARM_UP_QUERIES ? count : WARM_UP_QUERIES, 1, out->samples) &&
         queries_compare(&run, count, plan->once ? 1 : BENCH_REPEATS, out->samples);
    contest_destroy(&run);
    if (!ok) bench_result_free(out);
    return ok;
}

void bench_result_free(bench_result *result) {
    free(result->samples);
    *result = (bench_result){0};
}

// ---- Numbers --------------------------------------------------------------------------------------

const bench_sample *bench_sample_at(const bench_result *result, int64_t query, int variant) {
    return &result->samples[query * result->plan->variant_count + variant];
}

static double length_ratio(const bench_sample *sample, const bench_sample *best) {
    return best->length > 0 ? (double)sample->length / (double)best->length : 1;
}

static void summary_add(bench_summary *sum, const bench_sample *sample, const bench_sample *best) {
    const double ratio = length_ratio(sample, best);
    sum->mean_us += sample->us;
    sum->plan_us += sample->plan_us;
    sum->tiles += (double)sample->expanded;
    sum->length_mean += ratio;
    if (ratio > sum->length_worst) sum->length_worst = ratio;
    sum->widened_share += sample->phases > 1;
    sum->guardrail_share += sample->guardrail;
    sum->phases_mean += (double)sample->phases;
}

bench_summary bench_summarize(const bench_result *result, int variant) {
    bench_summary sum = {0};
    const int64_t count = result->query_count;
    double *times = malloc(2 * (size_t)count * sizeof *times + 1), *ratios = times + count;
    if (times == NULL || count == 0) {
        free(times);
        return sum;
    }
    for (int64_t i = 0; i < count; i++) {
        const bench_sample *sample = bench_sample_at(result, i, variant);
        times[i] = sample->us;
        ratios[i] = length_ratio(sample, bench_sample_at(result, i, 0));
        summary_add(&sum, sample, bench_sample_at(result, i, 0));
    }
    sum.median_us = bench_quantile(times, count, 0.5);
    sum.p99_us = bench_quantile(times, count, 0.99);
    sum.length_p99 = bench_quantile(ratios, count, 0.99);
    free(times);
    double *const means[] = {&sum.mean_us,       &sum.plan_us,         &sum.tiles,      &sum.length_mean,
                             &sum.widened_share, &sum.guardrail_share, &sum.phases_mean};
    for (size_t i = 0; i < sizeof means / sizeof *means; i++) *means[i] /= (double)count;
    return sum;
}
