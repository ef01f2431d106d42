// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file rules.h
/// Rules for ends and partial routes on the command line.
#ifndef LANDFALL_CLI_RULES_H
#define LANDFALL_CLI_RULES_H

#include "args.h"

#include <landfall.h>

/// `{0}` means that no option was given.
typedef struct rule_options {
    lf_end_rule rule; ///< for sources and targets
    bool partial;
} rule_options;

/// The options of rule_options: --ends, --skip-bad-ends, --partial.
extern const args_option rule_option_table[3];
#define RULE_OPTIONS(struct_pointer) ARGS_GROUP(rule_option_table, struct_pointer)

/// Whether the ends of a query may stand for other tiles than themselves.
bool rules_berth(const rule_options *options);

/// Gives a query the rules.
void rules_apply(const rule_options *options, lf_query *query);

/// The room that a search needs for queries with so many sources or targets, as in lf_search_desc.
int64_t rules_end_room(const rule_options *options, int64_t ends);

#endif // LANDFALL_CLI_RULES_H
