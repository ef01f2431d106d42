// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Maps with their coarse maps, and the options of the guided strategies.
#include "chart.h"

#include "cli.h"
#include "ranks.h"

#include <stdlib.h>

// ---------------------------------------------------------------------------------------------------
// Options
// ---------------------------------------------------------------------------------------------------

enum { MOST_CELLS = 1000 }; // of a radius and of widenings: beyond that the guardrail is the better way

static bool read_level(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 0, LF_MAX_LEVEL, field);
}

/// A number whose 0 means none, while the library's 0 means its default.
static bool read_count(const args_option *option, const char *value, void *field) {
    return args_read_range_or_none(option, value, MOST_CELLS, field);
}

static const char *source_name(int i) {
    return i == CHART_GIVEN - 1 ? "given" : lf_coarse_kind_name((lf_coarse_kind)i);
}

const char *frontier_name(int i) {
    return lf_frontier_name((lf_frontier)i);
}

const args_option guide_shape_option_table[] = {
    {"level", 0, "N", read_level, offsetof(guide_options, level),
     "guided strategies: the coarse map has cells of 2^N x 2^N tiles,\n"
     "1 to 8; default 0: 2 (spine: 3 or more), or less on a tiny map",
     NULL},
    {"coarse", 0, "KIND", args_read_choice_or_none, offsetof(guide_options, source),
     "honest (default) knows every passage, cells only where open\n"
     "tiles are, given is the file's own plane (OpenFront, level 1 or 2)",
     source_name},
    {"radius", 0, "N", read_count, offsetof(guide_options, radius),
     "cells around the plan that the corridor or a window takes in; 0 =\nthe plan's cells only; default 1",
     NULL},
    {"widenings", 0, "N", read_count, offsetof(guide_options, widenings),
     "how often the corridor (spine: a window) is widened before the\nguardrail searches everywhere; 0 = "
     "never; default 5 (spine: 3)",
     NULL},
    {"straighten", 0, NULL, args_read_flag, offsetof(guide_options, straighten),
     "straighten the plan by line of sight first", NULL},
};

const args_option frontier_option_table[] = {
    {"frontier", 0, "KIND", args_read_choice_or_none, offsetof(guide_options, frontier),
     "expand: how tiles outside the corridor are kept; default region", frontier_name},
};

static const char *entry_name(int i) {
    return lf_entry_name((lf_entry)i);
}

static bool read_cap(const args_option *option, const char *value, void *field) {
    return args_read_range(option, value, 0, MOST_CELLS, field);
}

const args_option spine_option_table[] = {
    {"spacing", 0, "N", read_count, offsetof(guide_options, spacing),
     "spine: a knot at least every N cells; 0 = only at turns; default 8", NULL},
    {"portal-cap", 0, "N", read_cap, offsetof(guide_options, portal_cap),
     "spine: most tiles of a portal that are used; default 0: all", NULL},
    {"entry", 0, "KIND", args_read_choice_or_none, offsetof(guide_options, entry),
     "spine: a segment begins at the tile reached (default), or anywhere\nin its portal", entry_name},
    {"keep-joints", 0, NULL, args_read_flag, offsetof(guide_options, keep_joints),
     "spine: leave the kinks where segments meet", NULL},
};

lf_options guide_query_options(const guide_options *options, lf_expert_options *experts) {
    *experts = (lf_expert_options){
        .frontier = options->frontier == 0 ? LF_FRONTIER_REGION : (lf_frontier)(options->frontier - 1),
        .straighten = options->straighten,
        .portal_cap = options->portal_cap,
        .entry = options->entry == 0 ? LF_ENTRY_REACHED : (lf_entry)(options->entry - 1)};
    return (lf_options){.radius = options->radius,
                        .widenings = options->widenings,
                        .spacing = options->spacing,
                        .keep_joints = options->keep_joints,
                        .experts = experts};
}

static void note_unused(bool given, const char *option, lf_strategy strategy) {
    if (given) cli_note("--%s says nothing about the strategy %s", option, lf_strategy_name(strategy));
}

void guide_note_unused(const guide_options *options, lf_strategy strategy) {
    const bool guided = strategy_is_guided(strategy);
    note_unused(!guided && options->level != 0, "level", strategy);
    note_unused(!guided && options->source != CHART_NOT_SAID, "coarse", strategy);
    note_unused(!guided && options->radius != 0, "radius", strategy);
    note_unused(!guided && options->widenings != 0, "widenings", strategy);
    const bool spine = strategy == LF_STRATEGY_SPINE;
    note_unused((!guided || spine) && options->straighten, "straighten", strategy);
    note_unused(strategy != LF_STRATEGY_EXPAND && options->frontier != 0, "frontier", strategy);
    note_unused(!spine && options->spacing != 0, "spacing", strategy);
    note_unused(!spine && options->portal_cap != 0, "portal-cap", strategy);
    note_unused(!spine && options->entry != 0, "entry", strategy);
    note_unused(!spine && options->keep_joints, "keep-joints", strategy);
}

/// Asks the library on a map of one tile: a guided strategy is refused for want of a coarse map. So a new
/// strategy need not be listed here.
bool strategy_is_guided(lf_strategy strategy) {
    const uint8_t tile = 1;
    const lf_source source = {0, 0};
    const lf_tile target = 0;
    const lf_query query = {
        .sources = &source, .source_count = 1, .targets = &target, .target_count = 1, .strategy = strategy};
    lf_map *map;
    lf_search *search = NULL;
    lf_status status =
        lf_map_create(&(lf_map_desc){.width = 1, .height = 1, .tiles = &tile, .tiles_size = 1}, &map);
    if (status == LF_OK) status = lf_search_create(map, NULL, &search);
    if (status == LF_OK) status = lf_search_begin(search, &query);
    lf_search_destroy(search);
    lf_map_destroy(map);
    return status == LF_E_NO_COARSE;
}

// ---------------------------------------------------------------------------------------------------
// Charts
// ---------------------------------------------------------------------------------------------------

const char *chart_source_name(const chart *of) {
    return source_name((int)of->source - 1);
}

static bool source_is_given(const guide_options *guide) {
    return guide->source == CHART_GIVEN;
}

/// What is wrong with the options can be said before anything is loaded.
static bool check_given_level(const guide_options *guide) {
    if (!source_is_given(guide) || guide->level <= LF_GRID_MAX_COARSE) return true;
    cli_say("--coarse given: a file's own planes are of level 1 or 2, not %d", guide->level);
    return false;
}

static bool take_given_plane(const char *path, const lf_grid *grid, lf_coarse_desc *desc) {
    if (desc->level == 0) desc->level = LF_GRID_MAX_COARSE;
    if (desc->level > grid->coarse_count) {
        cli_say("%s: has no coarse plane of level %d for --coarse given; OpenFront folders bring them",
                input_name(path), desc->level);
        return false;
    }
    const lf_plane *plane = &grid->coarse[desc->level - 1];
    desc->cells = plane->open;
    desc->width = plane->width;
    desc->height = plane->height;
    return true;
}

/// Says which level would have been the highest. Only a small map refuses a level, so asking costs little.
static void say_highest_level(const lf_map *map, int32_t level) {
    lf_coarse *coarse = NULL;
    int32_t highest = level;
    while (--highest > 1 &&
           lf_coarse_create(map, &(lf_coarse_desc){.level = highest}, &coarse) == LF_E_LEVEL) {
    }
    lf_coarse_destroy(coarse);
    cli_say("--level: %d is too high for a map of %d x %d tiles, the highest is %d", level, lf_map_width(map),
            lf_map_height(map), highest);
}

static void say_coarse_error(const char *path, const lf_map *map, const lf_coarse_desc *desc,
                             lf_status status) {
    if (status == LF_E_LEVEL)
        say_highest_level(map, desc->level);
    else if (status == LF_E_COARSE_SIZE)
        cli_say("%s: its coarse plane of level %d has %d x %d cells, which does not fit %d x %d tiles",
                input_name(path), desc->level, desc->width, desc->height, lf_map_width(map),
                lf_map_height(map));
    else
        cli_say("%s: %s", input_name(path), cli_status_text(status));
}

chart_need chart_need_of(lf_strategy strategy) {
    if (!strategy_is_guided(strategy)) return CHART_NO_COARSE;
    return strategy == LF_STRATEGY_SPINE ? CHART_SPINE : CHART_CORRIDOR;
}

/// Makes a coarse map of a level, 0 for the default; the time it took goes to *build_ns.
static bool make_coarse(const chart *of, const char *path, const lf_grid *grid, const guide_options *guide,
                        int32_t level, lf_coarse **out, int64_t *build_ns) {
    lf_coarse_desc desc = {.level = level,
                           .kind = of->source == CHART_HONEST ? LF_COARSE_HONEST : LF_COARSE_CELLS};
    if (source_is_given(guide) && !take_given_plane(path, grid, &desc)) return false;
    const uint64_t begin = cli_now_ns(NULL);
    const lf_status status = lf_coarse_create(of->map, &desc, out);
    *build_ns = (int64_t)(cli_now_ns(NULL) - begin);
    if (status != LF_OK) say_coarse_error(path, of->map, &desc, status);
    return status == LF_OK;
}

static bool make_needed(chart *of, const char *path, const lf_grid *grid, const guide_options *guide,
                        chart_need need) {
    of->source = guide->source == CHART_NOT_SAID ? CHART_HONEST : guide->source;
    // A level that was asked for, or a plane that the file brings, serves all strategies.
    const bool own = guide->level == 0 && !source_is_given(guide);
    const int32_t spine_level = own ? lf_spine_level(of->map) : guide->level;
    const int32_t level = need == CHART_SPINE ? spine_level : guide->level;
    if (!make_coarse(of, path, grid, guide, level, &of->coarse, &of->build_ns)) return false;
    if (need != CHART_BOTH || !own || lf_coarse_level(of->coarse) == spine_level) return true;
    return make_coarse(of, path, grid, guide, spine_level, &of->spine_coarse, &of->spine_build_ns);
}

bool chart_load(chart *out, const char *path, const map_options *map, lf_moves moves,
                const guide_options *guide, chart_need need, const deep_options *deep) {
    *out = (chart){0};
    lf_grid grid = {0};
    if (need != CHART_NO_COARSE && !check_given_level(guide)) return false;
    if (ranks_lead() && !input_load_grid(path, map, &grid)) return false;
    if (!ranks_share_grid(&grid)) return false;
    bool made = !ranks_lead() || deep == NULL || deep_load_plane(deep, &grid);
    if (made && ranks_lead()) made = input_make_map(path, &grid, moves, &out->map);
    if (made) made = ranks_share_map(&out->map);
    if (made && deep != NULL) made = deep_make(deep, out->map, path, &out->depth);
    if (made && need != CHART_NO_COARSE) made = make_needed(out, path, &grid, guide, need);
    out->terrain = grid.terrain;
    grid.terrain = NULL;
    lf_grid_free(&grid);
    return made;
}

void chart_free(chart *of) {
    lf_index_destroy(of->index);
    for (int i = 0; i < of->gate_count; i++)
        lf_index_destroy((lf_index *)(uintptr_t)of->gates[i]); // the chart's own
    lf_coarse_destroy(of->coarse);
    lf_coarse_destroy(of->spine_coarse);
    lf_depth_destroy(of->depth);
    free(of->terrain);
    lf_map_destroy(of->map);
    *of = (chart){0};
}
