// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The guided strategies beside flood: same queries, same run, every route checked and held against flood's.
// Real maps, generated ones, and maps made to fool the coarse map: a wall one tile thick through the middle
// of its cells leaves open tiles on both sides, so the optimistic coarse map (cells) sees no wall at all.
//
//       cells of 4 x 4      . . | . . . . | . # . . | . .       every cell has open tiles,
//       with a wall         . . | . . . . | . # . . | . .       so the plan goes straight through
//
// Five tables: all strategies; only the queries where widening happened; single queries where expand
// looked at more tiles than corridor; open sea; and the options.
#include "strategies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REAL_QUERIES = 200, MADE_QUERIES = 100, OPTION_QUERIES = 50, MAX_RESULTS = 16 };

// ---- What is compared -----------------------------------------------------------------------------

enum { NONE, HONEST, CELLS, GUIDES };
enum { CORRIDOR, LIST, REGION, OPTIMAL, GUIDED }; // variants of one guide
enum { VARIANTS = 1 + 2 * GUIDED };

static const bench_guide strategy_guides[GUIDES] = {
    [NONE] = {.name = "none"},
    [HONEST] = {.name = "honest", .has_coarse = true, .kind = LF_COARSE_HONEST},
    [CELLS] = {.name = "cells", .has_coarse = true, .kind = LF_COARSE_CELLS},
};

static const lf_expert_options by_list = {.frontier = LF_FRONTIER_LIST}, straightened = {.straighten = true};

#define GUIDED_VARIANTS(guide)                                             \
    {"corridor", guide, LF_STRATEGY_CORRIDOR, {0}},                        \
        {"expand-list", guide, LF_STRATEGY_EXPAND, {.experts = &by_list}}, \
        {"expand-region", guide, LF_STRATEGY_EXPAND, {0}}, {               \
        "expand-optimal", guide, LF_STRATEGY_EXPAND_OPTIMAL, {             \
            0                                                              \
        }                                                                  \
    }

static const bench_variant strategy_variants[VARIANTS] = {
    {"flood", NONE, LF_STRATEGY_FLOOD, {0}}, GUIDED_VARIANTS(HONEST), GUIDED_VARIANTS(CELLS)};

static const bench_plan strategy_plan = {.guides = strategy_guides,
                                         .guide_count = GUIDES,
                                         .variants = strategy_variants,
                                         .variant_count = VARIANTS};

/// The place of a guided variant among all.
static int variant_of(int guide, int guided) {
    return 1 + (guide - HONEST) * GUIDED + guided;
}

// ---- Maps that fool the coarse map ----------------------------------------------------------------

enum { WALL_CELL = 4, WALL_GAP = 2 }; // tiles a side of a cell at the default level; tiles a gap

typedef struct wall_scene {
    const char *name;
    int32_t side, walls, length;
    uint32_t gap_every; ///< mean distance from gap to gap, in tiles
    bool crossing;      ///< every other wall lies across
} wall_scene;

/// One wall with its gaps, never on the rim of a cell.
static void wall_draw(const wall_scene *scene, bool across, lf_random *random, uint8_t *open) {
    const uint32_t side = (uint32_t)scene->side, length = (uint32_t)scene->length;
    const uint32_t at =
        lf_random_below(random, side / WALL_CELL) * WALL_CELL + 1 + lf_random_below(random, 2);
    const uint32_t begin = lf_random_below(random, side - length + 1);
    uint32_t gap = begin + lf_random_below(random, scene->gap_every);
    for (uint32_t i = begin; i < begin + length; i++) {
        if (i >= gap + WALL_GAP) gap += scene->gap_every / 2 + lf_random_below(random, scene->gap_every);
        if (i >= gap && i < gap + WALL_GAP) continue;
        open[across ? (size_t)at * side + i : (size_t)i * side + at] = 0;
    }
}

/// Whether the straight line between the ends of a query meets a blocked tile.
static bool query_crosses_wall(const lf_map *map, const lf_file_query *query) {
    const int32_t dx = query->to.x - query->from.x, dy = query->to.y - query->from.y;
    const int32_t steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    for (int32_t i = 1; i < steps; i++) {
        const int64_t x = query->from.x + (int64_t)dx * i / steps,
                      y = query->from.y + (int64_t)dy * i / steps;
        if (!lf_map_is_open(map, lf_map_tile(map, (int32_t)x, (int32_t)y))) return true;
    }
    return false;
}

static bool walls_make(const wall_scene *scene, int64_t query_count, bench_map *out) {
    const size_t count = (size_t)scene->side * (size_t)scene->side;
    const lf_plane tiles = {scene->side, scene->side, malloc(count)};
    if (tiles.open == NULL) return false;
    memset(tiles.open, 1, count);
    lf_random random = lf_random_make(3);
    for (int32_t i = 0; i < scene->walls; i++)
        wall_draw(scene, scene->crossing && i % 2 == 1, &random, tiles.open);
    if (!bench_adopt(scene->name, tiles, query_count, out)) return false;
    for (int64_t i = 0; i < query_count; i++) {
        do out->queries[i] = bench_random_query(out->map, &random);
        while (!query_crosses_wall(out->map, &out->queries[i]));
    }
    return true;
}

// ---- Tables ---------------------------------------------------------------------------------------

static double ratio_of(double a, double b) {
    return b > 0 ? a / b : 0;
}

static void strategies_header(void) {
    printf("map\tcoarse\tstrategy\tqueries\tmedian_us\tmean_us\tp99_us\ttiles\ttiles_ratio\ttimes_faster\t"
           "length_mean\tlength_worst\twidened_share\tguardrail_share\tphases_mean\tplan_us\tbuild_ms\t"
           "coarse_mb\tp99_over_median\n");
}

static void strategies_rows(const bench_result *result) {
    const bench_summary flood = bench_summarize(result, 0);
    for (int i = 0; i < VARIANTS; i++) {
        const bench_variant *variant = &strategy_variants[i];
        const bench_coarse *coarse = &result->coarse[variant->guide];
        const bench_summary s = bench_summarize(result, i);
        printf("%s\t%s\t%s\t%" PRId64 "\t%.1f\t%.1f\t%.1f\t%.0f\t%.2f\t%.2f\t", result->name,
               strategy_guides[variant->guide].name, variant->name, result->query_count, s.median_us,
               s.mean_us, s.p99_us, s.tiles, ratio_of(flood.tiles, s.tiles),
               ratio_of(flood.median_us, s.median_us));
        printf("%.4f\t%.3f\t%.3f\t%.3f\t%.2f\t%.1f\t%.1f\t%.2f\t%.1f\n", s.length_mean, s.length_worst,
               s.widened_share, s.guardrail_share, s.phases_mean, s.plan_us, coarse->build_ms, coarse->mb,
               ratio_of(s.p99_us, s.median_us));
    }
    fflush(stdout);
}

/// Whether expand had to widen with the optimistic coarse map, and got there without the guardrail.
static bool query_was_widened(const bench_result *result, int64_t query) {
    const bench_sample *sample = bench_sample_at(result, query, variant_of(CELLS, REGION));
    return sample->phases > 1 && !sample->guardrail;
}

/// The widened queries alone, as a result that borrows nothing; false if there is no memory.
static bool result_keep_widened(const bench_result *result, bench_result *out) {
    *out = *result;
    out->samples = malloc((size_t)result->query_count * VARIANTS * sizeof *out->samples + 1);
    out->query_count = 0;
    for (int64_t i = 0; out->samples != NULL && i < result->query_count; i++) {
        if (!query_was_widened(result, i)) continue;
        memcpy(out->samples + out->query_count++ * VARIANTS, bench_sample_at(result, i, 0),
               VARIANTS * sizeof *out->samples);
    }
    return out->samples != NULL;
}

static void widened_row(const bench_result *result) {
    bench_result kept;
    if (!result_keep_widened(result, &kept) || kept.query_count == 0) {
        bench_result_free(&kept);
        return;
    }
    bench_summary s[GUIDED];
    for (int i = 0; i < GUIDED; i++) s[i] = bench_summarize(&kept, variant_of(CELLS, i));
    printf("%s\tcells\t%" PRId64 "\t%.1f\t%.1f\t%.1f\t%.1f\t%.2f\t%.2f\t%.2f\t%.2f\n", result->name,
           kept.query_count, s[CORRIDOR].median_us, s[LIST].median_us, s[REGION].median_us,
           s[OPTIMAL].median_us, ratio_of(s[CORRIDOR].median_us, s[REGION].median_us),
           ratio_of(s[LIST].median_us, s[REGION].median_us), ratio_of(s[CORRIDOR].tiles, s[REGION].tiles),
           s[REGION].phases_mean);
    bench_result_free(&kept);
}

static void widened_table(const bench_result *results, int count) {
    printf("\n# where widening happened\n"
           "map\tcoarse\tqueries\tcorridor_us\tlist_us\tregion_us\toptimal_us\tcorridor_over_region\t"
           "list_over_region\ttiles_corridor_over_region\tphases_mean\n");
    for (int i = 0; i < count; i++) widened_row(&results[i]);
}

static void larger_rows(const bench_result *result, int guide) {
    for (int64_t i = 0; i < result->query_count; i++) {
        const bench_sample *expand = bench_sample_at(result, i, variant_of(guide, REGION));
        const bench_sample *corridor = bench_sample_at(result, i, variant_of(guide, CORRIDOR));
        if (expand->expanded <= corridor->expanded) continue;
        printf("%s\t%s\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\n", result->name,
               strategy_guides[guide].name, i, expand->expanded, corridor->expanded, expand->phases,
               corridor->phases);
    }
}

static void larger_table(const bench_result *results, int count) {
    printf("\n# single queries where expand expanded more tiles than corridor\n"
           "map\tcoarse\tquery\texpand_tiles\tcorridor_tiles\texpand_phases\tcorridor_phases\n");
    for (int i = 0; i < count; i++) {
        larger_rows(&results[i], HONEST);
        larger_rows(&results[i], CELLS);
    }
}

static double worst_share(const bench_result *result, int variant) {
    double worst = 0;
    for (int64_t i = 0; i < result->query_count; i++) {
        const double share = ratio_of((double)bench_sample_at(result, i, variant)->expanded,
                                      (double)bench_sample_at(result, i, 0)->expanded);
        if (share > worst) worst = share;
    }
    return worst;
}

static void sea_row(const bench_result *result, int guide) {
    const int variant = variant_of(guide, REGION);
    const double tiles = bench_summarize(result, variant).tiles, flood = bench_summarize(result, 0).tiles;
    printf("%s\t%s\t%.0f\t%.0f\t%.4f\t%.4f\n", result->name, strategy_guides[guide].name, tiles, flood,
           ratio_of(tiles, flood), worst_share(result, variant));
}

static void sea_table(const bench_result *results, int count) {
    printf("\n# open sea\nmap\tcoarse\texpand_tiles\tflood_tiles\tshare\tworst_share\n");
    for (int i = 0; i < count; i++) {
        if (strncmp(results[i].name, "open-", 5) != 0 && strcmp(results[i].name, "achiran") != 0) continue;
        sea_row(&results[i], HONEST);
        sea_row(&results[i], CELLS);
    }
}

// ---- Options --------------------------------------------------------------------------------------

enum { OPTION_LEVELS = 5, OPTION_RADII = 4, OPTION_WIDENINGS = 5 };
enum { OPTION_HONEST = OPTION_LEVELS + 1, OPTION_CELLS, OPTION_GUIDES }; // default level; 0 is none
enum { OPTION_VARIANTS = 1 + OPTION_LEVELS * OPTION_RADII + 2 + OPTION_WIDENINGS };

static const int32_t option_radii[OPTION_RADII] = {LF_NONE, 1, 2, 4};
static const int32_t option_widenings[OPTION_WIDENINGS] = {LF_NONE, 1, 3, 5, 10};

static void option_guides_fill(bench_guide *guides) {
    guides[0] = strategy_guides[NONE];
    for (int level = 1; level <= OPTION_LEVELS; level++) {
        guides[level] = strategy_guides[HONEST];
        guides[level].level = level;
    }
    guides[OPTION_HONEST] = strategy_guides[HONEST];
    guides[OPTION_CELLS] = strategy_guides[CELLS];
}

static void option_variants_fill(bench_variant *variants) {
    *variants++ = strategy_variants[0];
    for (int i = 0; i < OPTION_LEVELS * OPTION_RADII; i++) {
        *variants++ = (bench_variant){"level-radius",
                                      1 + i / OPTION_RADII,
                                      LF_STRATEGY_EXPAND,
                                      {.radius = option_radii[i % OPTION_RADII]}};
    }
    for (int i = 0; i < 2; i++) {
        *variants++ = (bench_variant){
            "straighten", OPTION_HONEST, LF_STRATEGY_EXPAND, {.experts = i == 1 ? &straightened : NULL}};
    }
    for (int i = 0; i < OPTION_WIDENINGS; i++) {
        *variants++ = (bench_variant){
            "widenings", OPTION_CELLS, LF_STRATEGY_EXPAND, {.widenings = option_widenings[i]}};
    }
}

static void option_number(int32_t number) {
    if (number == 0)
        printf("default\t");
    else if (number == LF_NONE)
        printf("none\t");
    else
        printf("%" PRId32 "\t", number);
}

static void options_rows(const bench_result *result) {
    for (int i = 1; i < OPTION_VARIANTS; i++) { // 0 is flood, which has no options
        const bench_variant *variant = &result->plan->variants[i];
        const bench_summary s = bench_summarize(result, i);
        printf("%s\t%s\t%s\t%" PRId32 "\t", result->name, variant->name,
               result->plan->guides[variant->guide].name, result->coarse[variant->guide].level);
        option_number(variant->options.radius);
        option_number(variant->options.widenings);
        printf("%s\t%" PRId64 "\t%.1f\t%.0f\t%.4f\t%.3f\t%.3f\n",
               variant->options.experts == &straightened ? "on" : "off", result->query_count, s.median_us,
               s.tiles, s.length_mean, s.length_worst, s.guardrail_share);
    }
    fflush(stdout);
}

/// Rows are to be compared within one option only. In two runs the same options took 1 to 23 % longer as
/// "straighten" than as "level-radius", on a search of their own: probably because a search with two variants
/// comes around less often than one with four, and finds colder caches.
static bool options_table(void) {
    static const char *const names[] = {"giantworldmap", "world"};
    bench_guide guides[OPTION_GUIDES];
    bench_variant variants[OPTION_VARIANTS];
    option_guides_fill(guides);
    option_variants_fill(variants);
    const bench_plan plan = {.guides = guides,
                             .guide_count = OPTION_GUIDES,
                             .variants = variants,
                             .variant_count = OPTION_VARIANTS};
    printf(
        "\n# options\nmap\toption\tcoarse\tlevel\tradius\twidenings\tstraighten\tqueries\tmedian_us\ttiles\t"
        "length_mean\tlength_worst\tguardrail_share\n");
    bool ok = true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_map map;
        bench_result result;
        if (!bench_load(names[i], "queries.csv", OPTION_QUERIES, &map)) continue;
        if (bench_compare(&map, &plan, &result)) {
            options_rows(&result);
            bench_result_free(&result);
        } else {
            ok = false;
        }
        bench_free(&map);
    }
    return ok;
}

// ---- Run ------------------------------------------------------------------------------------------

typedef struct results {
    bench_result items[MAX_RESULTS];
    int count;
    bool ok;
} results;

/// Runs all strategies on a map, prints their rows, and frees the map. `made`: whether there is a map.
static void results_add(results *all, bool made, bench_map *map) {
    if (!made) return;
    bench_result *result = &all->items[all->count];
    if (bench_compare(map, &strategy_plan, result)) {
        strategies_rows(result);
        all->count++;
    } else {
        all->ok = false;
    }
    bench_free(map);
}

static void add_real(results *all) {
    static const char *const names[] = {"giantworldmap",   "world",       "northwestpassage",
                                        "straitofmalacca", "amazonriver", "achiran"};
    bench_map map;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        results_add(all, bench_load(names[i], "queries.csv", REAL_QUERIES, &map), &map);
}

static void add_made(results *all) {
    static const wall_scene walls[] = {
        {"walls-near", 2048, 6, 2048, 40, false},
        {"walls-far", 2048, 16, 2048, 400, false},
        {"walls-loose", 2048, 120, 96, 48, true},
    };
    bench_map map;
    results_add(all, bench_generate(LF_SCENE_OPEN, 2048, 2048, MADE_QUERIES, &map), &map);
    results_add(all, bench_generate(LF_SCENE_ARCHIPELAGO, 4096, 2048, MADE_QUERIES, &map), &map);
    results_add(all, bench_generate_river(4096, MADE_QUERIES, &map), &map);
    for (size_t i = 0; i < sizeof walls / sizeof *walls; i++)
        results_add(all, walls_make(&walls[i], MADE_QUERIES, &map), &map);
}

int main(void) {
    results all = {.ok = true};
    strategies_header();
    add_real(&all);
    add_made(&all);
    widened_table(all.items, all.count);
    larger_table(all.items, all.count);
    sea_table(all.items, all.count);
    const bool ok = options_table() && all.ok;
    for (int i = 0; i < all.count; i++) bench_result_free(&all.items[i]);
    return ok ? 0 : 1;
}
