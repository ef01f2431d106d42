// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file weighing.h
/// Weights on the command line: a file with a byte per tile, or the map's own bytes, a table for them, and what the
/// coast costs.
#ifndef LANDFALL_CLI_WEIGHING_H
#define LANDFALL_CLI_WEIGHING_H

#include "args.h"
#include "chart.h"

enum { WEIGHING_VALUES = 256 };

/// `{0}` means that no option was given.
typedef struct weighing_options {
    const char *file;                   ///< --weights
    bool has_pairs;                     ///< --weight-table
    bool has_letters;                   ///< --terrain-table
    int preset;                         ///< --weight-preset: its number and 1; 0 = not given
    bool is_named[WEIGHING_VALUES];     ///< whether a table has the byte
    uint32_t named[WEIGHING_VALUES];    ///< and its weight there
    bool has_coast;                     ///< --coast-cost
    uint32_t by_depth[WEIGHING_VALUES]; ///< for each depth what is added
    bool own;                           ///< weighing_begin: whether bytes are those of MAP
    uint32_t table[WEIGHING_VALUES];    ///< weighing_begin: for each byte its weight
} weighing_options;

/// The options of weighing_options: --weights, --weight-table, --weight-preset, --terrain-table, --coast-cost.
extern const args_option weighing_option_table[5];
#define WEIGHING_OPTIONS(struct_pointer) ARGS_GROUP(weighing_option_table, struct_pointer)

/// Completes options that were read: the table, and where bytes come from. A map whose own bytes weigh is to be read
/// with its terrain, which goes into `map`. To be called before the map is loaded. False after saying what does not
/// go together.
bool weighing_begin(weighing_options *options, const char *path, map_options *map);

/// Whether queries are to have weights.
bool weighing_asked(const weighing_options *options);

/// Whether a strategy takes weights.
bool weighing_takes(lf_strategy strategy);

/// Whether the options go together with the strategy. False after saying why. An index that is of no use is noted.
bool weighing_fits(const weighing_options *options, lf_strategy strategy, bool has_index);

/// Makes the weights of a chart, whose depths are there if the coast costs; NULL if none are asked for. False
/// after saying why.
bool weighing_make(const weighing_options *options, const chart *of, lf_weights **out);

/// What weights are made of. `{0}` holds nothing.
typedef struct weighing_stuff {
    uint8_t *plane; ///< NULL, or the bytes of --weights
    uint32_t table[WEIGHING_VALUES], by_depth[WEIGHING_VALUES];
    lf_weights_desc desc; ///< points to these; without depths
} weighing_stuff;

/// Prepares a description of weights for a map. False after saying why. Free it in either case, and leave it where it
/// is meanwhile.
/// @param terrain  the bytes of the map's file, if they weigh.
bool weighing_prepare(const weighing_options *options, const lf_map *map, const uint8_t *terrain,
                      weighing_stuff *out);
void weighing_stuff_free(weighing_stuff *of);

/// Says why no weights, or no world with weights, could be made.
void weighing_say(lf_status status);

/// The map that ends are judged on: `map` without open tiles of weight 0. NULL if there are none, or no weights.
/// False after saying that there is no memory.
bool weighing_judge(const lf_weights *weights, const lf_map *map, lf_map **out);

#endif // LANDFALL_CLI_WEIGHING_H
