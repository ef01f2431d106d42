// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// spine beside flood and expand: same queries, same run, every route checked and held against flood's.
//
// Three tables. Growth: one route from the spring of a river to the far corner of an ocean, the map twice as
// wide each time; tiles expanded as a power of the route's length. Maps: real and generated ones. Options:
// what each of them does on two real maps.
#include "strategies.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { REAL_QUERIES = 200, MADE_QUERIES = 100, OPTION_QUERIES = 100 };

enum { NONE, CORRIDOR, SPINE, SPINE_CELLS, GUIDES };

static const bench_guide guides[GUIDES] = {
    [NONE] = {.name = "none"},
    [CORRIDOR] = {.name = "honest", .has_coarse = true},
    [SPINE] = {.name = "honest",
               .has_coarse = true,
               .level = BENCH_SPINE_LEVEL,
               .alone = true,
               .route_room = 1 << 18}, // a maze has longer routes than the default allows for
    [SPINE_CELLS] = {.name = "cells",
                     .has_coarse = true,
                     .kind = LF_COARSE_CELLS,
                     .level = BENCH_SPINE_LEVEL},
};

static double ratio_of(double a, double b) {
    return b > 0 ? a / b : 0;
}

// ---- Growth ---------------------------------------------------------------------------------------

enum { GROWTH_VARIANTS = 3, GROWTH_LEAST = 512, GROWTH_MOST = 16384, GROWTH_STEPS = 6 };

static const bench_variant growth_variants[GROWTH_VARIANTS] = {
    {"flood", NONE, LF_STRATEGY_FLOOD, {0}},
    {"expand", CORRIDOR, LF_STRATEGY_EXPAND, {0}},
    {"spine", SPINE, LF_STRATEGY_SPINE, {0}},
};

/// The exponent of a power law through points: the slope of the line through their logarithms.
static double exponent_fit(const double *x, const double *y, int count) {
    double mean_x = 0, mean_y = 0, over = 0, under = 0;
    for (int i = 0; i < count; i++) {
        mean_x += log(x[i]) / count;
        mean_y += log(y[i]) / count;
    }
    for (int i = 0; i < count; i++) {
        over += (log(x[i]) - mean_x) * (log(y[i]) - mean_y);
        under += (log(x[i]) - mean_x) * (log(x[i]) - mean_x);
    }
    return ratio_of(over, under);
}

static bool growth_table(void) {
    const bench_plan plan = {.guides = guides,
                             .guide_count = SPINE + 1,
                             .variants = growth_variants,
                             .variant_count = GROWTH_VARIANTS};
    double length[GROWTH_STEPS], tiles[GROWTH_VARIANTS][GROWTH_STEPS];
    int steps = 0;
    printf("# growth: river into ocean, one route from the spring to the far corner\n"
           "side\tstrategy\tlevel\tlength\texpanded\tshare_of_flood\tplanned\tus\tlength_ratio\tsearch_mb\n");
    for (int32_t side = GROWTH_LEAST; side <= GROWTH_MOST; side *= 2, steps++) {
        bench_map map;
        bench_result result;
        if (!bench_generate_river(side, 1, &map)) return false;
        const bool ok = bench_compare(&map, &plan, &result);
        bench_free(&map);
        if (!ok) return false;
        const bench_sample *flood = bench_sample_at(&result, 0, 0);
        length[steps] = (double)flood->length;
        for (int i = 0; i < GROWTH_VARIANTS; i++) {
            const bench_sample *sample = bench_sample_at(&result, 0, i);
            const bench_coarse *coarse = &result.coarse[growth_variants[i].guide];
            tiles[i][steps] = (double)sample->expanded;
            printf("%" PRId32 "\t%s\t%" PRId32 "\t%" PRId64 "\t%" PRId64 "\t%.5f\t%" PRId64
                   "\t%.1f\t%.4f\t%.2f\n",
                   side, growth_variants[i].name, coarse->level, sample->length, sample->expanded,
                   ratio_of((double)sample->expanded, (double)flood->expanded), sample->planned, sample->us,
                   ratio_of((double)sample->length, (double)flood->length), coarse->search_mb);
        }
        fflush(stdout);
        bench_result_free(&result);
    }
    printf("\n# growth: expanded tiles as a power of the route's length\nstrategy\texponent\n");
    for (int i = 0; i < GROWTH_VARIANTS; i++)
        printf("%s\t%.2f\n", growth_variants[i].name, exponent_fit(length, tiles[i], steps));
    return true;
}

// ---- Maps -----------------------------------------------------------------------------------------

static const lf_expert_options any_entry = {.entry = LF_ENTRY_PORTAL};
static const bench_variant map_variants[] = {
    {"flood", NONE, LF_STRATEGY_FLOOD, {0}},
    {"expand", CORRIDOR, LF_STRATEGY_EXPAND, {0}},
    {"spine", SPINE, LF_STRATEGY_SPINE, {0}},
    {"spine-radius-none", SPINE, LF_STRATEGY_SPINE, {.radius = LF_NONE}},
    {"spine-keep-joints", SPINE, LF_STRATEGY_SPINE, {.keep_joints = true}},
    {"spine-entry-portal", SPINE, LF_STRATEGY_SPINE, {.experts = &any_entry}},
    {"spine", SPINE_CELLS, LF_STRATEGY_SPINE, {0}},
};
enum { MAP_VARIANTS = sizeof map_variants / sizeof *map_variants };

static const bench_plan map_plan = {
    .guides = guides, .guide_count = GUIDES, .variants = map_variants, .variant_count = MAP_VARIANTS};

/// Whether a map is there, and if so, its rows; frees it.
static bool map_rows(bool made, bench_map *map) {
    bench_result result;
    if (!made) return true; // a shared map that is absent was named
    const bool ok = bench_compare(map, &map_plan, &result);
    bench_free(map);
    if (!ok) return false;
    const bench_summary flood = bench_summarize(&result, 0);
    for (int i = 0; i < MAP_VARIANTS; i++) {
        const bench_coarse *coarse = &result.coarse[map_variants[i].guide];
        const bench_summary s = bench_summarize(&result, i);
        printf("%s\t%s\t%" PRId32 "\t%s\t%" PRId64 "\t%.1f\t%.1f\t%.1f\t%.2f\t%.0f\t%.1f\t", result.name,
               guides[map_variants[i].guide].name, coarse->level, map_variants[i].name, result.query_count,
               s.median_us, s.mean_us, s.p99_us, ratio_of(flood.median_us, s.median_us), s.tiles,
               ratio_of(flood.tiles, s.tiles));
        printf("%.4f\t%.3f\t%.3f\t%.3f\t%.1f\t%.1f\t%.2f\t%.2f\n", s.length_mean, s.length_p99,
               s.length_worst, s.guardrail_share, s.plan_us, coarse->build_ms, coarse->mb, coarse->search_mb);
    }
    fflush(stdout);
    bench_result_free(&result);
    return true;
}

static bool maps_table(void) {
    static const char *const names[] = {"giantworldmap",   "world",       "northwestpassage",
                                        "straitofmalacca", "amazonriver", "achiran"};
    static const struct {
        lf_scene scene;
        int32_t width, height;
    } made[] = {{LF_SCENE_OPEN, 2048, 2048},
                {LF_SCENE_ARCHIPELAGO, 4096, 2048},
                {LF_SCENE_NOISE, 1024, 1024},
                {LF_SCENE_ROOMS, 1024, 1024},
                {LF_SCENE_MAZE, 513, 513}};
    bench_map map;
    bool ok = true;
    printf(
        "\n# maps\nmap\tcoarse\tlevel\tstrategy\tqueries\tmedian_us\tmean_us\tp99_us\ttimes_faster\ttiles\t"
        "tiles_ratio\tlength_mean\tlength_p99\tlength_worst\tguardrail_share\tplan_us\tbuild_ms\tcoarse_mb\t"
        "search_mb\n");
    ok = bench_generate_sea(REAL_QUERIES, &map) && map_rows(true, &map);
    for (size_t i = 0; ok && i < sizeof names / sizeof *names; i++)
        ok = map_rows(bench_load(names[i], "queries.csv", REAL_QUERIES, &map), &map);
    for (size_t i = 0; ok && i < sizeof made / sizeof *made; i++)
        ok = map_rows(bench_generate(made[i].scene, made[i].width, made[i].height, MADE_QUERIES, &map), &map);
    return ok;
}

// ---- Options --------------------------------------------------------------------------------------

enum { OPTION_LEVELS = 4, OPTION_RADII = 3, OPTION_SPACINGS = 5, OPTION_CAPS = 3, OPTION_WIDENINGS = 3 };
enum { OPTION_FIRST_LEVEL = 2, OPTION_CELLS = OPTION_LEVELS + 1, OPTION_GUIDES };
enum {
    OPTION_VARIANTS = 1 + OPTION_LEVELS * OPTION_RADII + OPTION_SPACINGS + OPTION_CAPS + OPTION_WIDENINGS
};

static int option_guide(int32_t level) {
    return 1 + level - OPTION_FIRST_LEVEL;
}

static void option_guides_fill(bench_guide *out) {
    out[NONE] = guides[NONE];
    for (int32_t i = 0; i < OPTION_LEVELS; i++)
        out[1 + i] = (bench_guide){.name = "honest", .has_coarse = true, .level = OPTION_FIRST_LEVEL + i};
    out[OPTION_CELLS] = guides[SPINE_CELLS];
}

static void option_variants_fill(bench_variant *out) {
    static const int32_t radii[] = {LF_NONE, 1, 2}, spacings[] = {2, 4, 8, 16, LF_NONE},
                         widenings[] = {LF_NONE, 3, 10};
    static const lf_expert_options caps[] = {{.portal_cap = 1}, {.portal_cap = 3}, {0}};
    *out++ = map_variants[0];
    for (int i = 0; i < OPTION_LEVELS * OPTION_RADII; i++)
        *out++ = (bench_variant){
            "level-radius", 1 + i / OPTION_RADII, LF_STRATEGY_SPINE, {.radius = radii[i % OPTION_RADII]}};
    for (int i = 0; i < OPTION_SPACINGS; i++)
        *out++ = (bench_variant){"spacing", option_guide(3), LF_STRATEGY_SPINE, {.spacing = spacings[i]}};
    for (int i = 0; i < OPTION_CAPS; i++)
        *out++ = (bench_variant){"portal-cap", option_guide(3), LF_STRATEGY_SPINE, {.experts = &caps[i]}};
    for (int i = 0; i < OPTION_WIDENINGS; i++)
        *out++ = (bench_variant){"widenings", OPTION_CELLS, LF_STRATEGY_SPINE, {.widenings = widenings[i]}};
}

/// An option of which 0 is the default and LF_NONE none.
static void option_print(int32_t number) {
    if (number == LF_NONE)
        printf("none\t");
    else if (number == 0)
        printf("default\t");
    else
        printf("%" PRId32 "\t", number);
}

static bool options_table(void) {
    static const char *const names[] = {"giantworldmap", "world"};
    bench_guide option_guides[OPTION_GUIDES];
    bench_variant variants[OPTION_VARIANTS];
    option_guides_fill(option_guides);
    option_variants_fill(variants);
    const bench_plan plan = {.guides = option_guides,
                             .guide_count = OPTION_GUIDES,
                             .variants = variants,
                             .variant_count = OPTION_VARIANTS};
    printf("\n# options\nmap\toption\tcoarse\tlevel\tradius\tspacing\tportal_cap\twidenings\tmedian_us\t"
           "tiles\tlength_mean\tlength_p99\tlength_worst\tguardrail_share\n");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_map map;
        bench_result result;
        if (!bench_load(names[i], "queries.csv", OPTION_QUERIES, &map)) continue;
        const bool ok = bench_compare(&map, &plan, &result);
        bench_free(&map);
        if (!ok) return false;
        for (int v = 1; v < OPTION_VARIANTS; v++) {
            const lf_options *options = &variants[v].options;
            const bench_summary s = bench_summarize(&result, v);
            printf("%s\t%s\t%s\t%" PRId32 "\t", result.name, variants[v].name,
                   option_guides[variants[v].guide].name, result.coarse[variants[v].guide].level);
            option_print(options->radius);
            option_print(options->spacing);
            option_print(options->experts != NULL ? options->experts->portal_cap : 0);
            option_print(options->widenings);
            printf("%.1f\t%.0f\t%.4f\t%.3f\t%.3f\t%.3f\n", s.median_us, s.tiles, s.length_mean, s.length_p99,
                   s.length_worst, s.guardrail_share);
        }
        bench_result_free(&result);
    }
    return true;
}

int main(void) {
    return growth_table() && maps_table() && options_table() ? 0 : 1;
}
