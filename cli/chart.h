// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file chart.h
/// A map together with the coarse map that guided strategies plan on, and the options that shape both. Verbs
/// that search load a chart; the others load a map.
#ifndef LANDFALL_CLI_CHART_H
#define LANDFALL_CLI_CHART_H

#include "deep.h"
#include "input.h"

/// Where the coarse map comes from. 0 is "not said", which is honest: so a note can tell an option that was
/// given from one that was not.
typedef enum chart_source { CHART_NOT_SAID, CHART_HONEST, CHART_CELLS, CHART_GIVEN } chart_source;

/// Options of the guided strategies. `{0}` means that none was given.
typedef struct guide_options {
    int32_t level;       ///< 0 = default
    chart_source source; ///< of the coarse map
    int32_t radius;      ///< as in lf_options: 0 = default, LF_NONE = none
    int32_t widenings;   ///< the same
    bool straighten;
    int frontier;       ///< 0 = default, otherwise lf_frontier + 1
    int32_t spacing;    ///< as in lf_options
    int32_t portal_cap; ///< 0 = all
    int entry;          ///< 0 = default, otherwise lf_entry + 1
    bool keep_joints;
} guide_options;

/// The options of guide_options: --level, --coarse, --radius, --widenings, --straighten.
extern const args_option guide_shape_option_table[5];
#define GUIDE_SHAPE_OPTIONS(struct_pointer) ARGS_GROUP(guide_shape_option_table, struct_pointer)
/// These and --frontier, which verbs that run every frontier do not take.
extern const args_option frontier_option_table[1];
#define GUIDE_OPTIONS(struct_pointer) \
    GUIDE_SHAPE_OPTIONS(struct_pointer), ARGS_GROUP(frontier_option_table, struct_pointer)

/// Those of spine alone: --spacing, --portal-cap, --entry, --keep-joints.
extern const args_option spine_option_table[4];
#define SPINE_OPTIONS(struct_pointer) ARGS_GROUP(spine_option_table, struct_pointer)

/// The options as a query takes them.
/// @param experts  receives what the result points at, so it has to stay where it is while queries begin.
lf_options guide_query_options(const guide_options *options, lf_expert_options *experts);

/// Notes on stderr the options that a strategy does not look at.
void guide_note_unused(const guide_options *options, lf_strategy strategy);

args_names frontier_name; ///< names of lf_frontier

/// Whether a strategy plans on a coarse map.
bool strategy_is_guided(lf_strategy strategy);

/// What coarse maps are needed. Where --level is not given, spine has its own.
typedef enum chart_need { CHART_NO_COARSE, CHART_CORRIDOR, CHART_SPINE, CHART_BOTH } chart_need;

/// What a strategy needs.
chart_need chart_need_of(lf_strategy strategy);

/// What a verb searches on. `{0}` holds nothing.
typedef struct chart {
    lf_map *map;
    lf_coarse *coarse;                          ///< NULL if it was not asked for
    lf_coarse *spine_coarse;                    ///< NULL, or another one for spine
    chart_source source;                        ///< of the coarse maps; never CHART_NOT_SAID
    int64_t build_ns, spine_build_ns;           ///< how long they took; no query's time has it
    lf_index *index;                            ///< NULL if it was not asked for (chart_index.h)
    const lf_index *gates[LF_GATE_INDEXES_MAX]; ///< indexes for depth gates
    int gate_count;
    int64_t index_ns; ///< how long building or loading the last index took
    bool index_loaded;
    lf_depth *depth;  ///< NULL if it was not asked for
    uint8_t *terrain; ///< NULL, or the bytes of the map's file, if options.load.terrain asks for them
} chart;

/// Loads a map, and builds the coarse maps and the depths that are needed. False after saying why. Free the
/// chart in either case.
/// @param deep  NULL if the verb knows no depths.
bool chart_load(chart *out, const char *path, const map_options *map, lf_moves moves,
                const guide_options *guide, chart_need need, const deep_options *deep);

void chart_free(chart *of);

/// The name of the coarse map's source as --coarse takes it.
const char *chart_source_name(const chart *of);

#endif // LANDFALL_CLI_CHART_H
