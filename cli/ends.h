// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file ends.h
/// Where routes begin and end, as the verbs with one query take it: --from and --to.
#ifndef LANDFALL_CLI_ENDS_H
#define LANDFALL_CLI_ENDS_H

#include "places.h"
#include "rules.h"

typedef struct ends_options {
    place_list from, to;
} ends_options;

/// The options of ends_options.
extern const args_option ends_option_table[2];
#define ENDS_OPTIONS(struct_pointer) ARGS_GROUP(ends_option_table, struct_pointer)

/// Whether both options were given; says which one `verb` needs otherwise.
bool ends_are_complete(const ends_options *options, const char *verb);

void ends_options_free(ends_options *options);

/// Sources and targets of a query. `{0}` holds nothing.
typedef struct ends {
    lf_source *sources;
    lf_tile *targets;
} ends;

/// Makes a query from places, all of which must be good under the rules; its strategy and options are left at
/// their defaults. False after saying why. Free the ends in either case.
bool ends_make(ends *out, const ends_options *options, const rule_options *rules, const lf_map *map,
               lf_query *query);

void ends_free(ends *of);

#endif // LANDFALL_CLI_ENDS_H
