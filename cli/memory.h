// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file memory.h
/// What searches take, known and said before they are made.
#ifndef LANDFALL_CLI_MEMORY_H
#define LANDFALL_CLI_MEMORY_H

#include "args.h"

#include <landfall.h>

/// The option --max-memory MIB; 0 = not given.
typedef struct memory_options {
    uint64_t max_mib;
} memory_options;

extern const args_option memory_option_table[1];
#define MEMORY_OPTIONS(options) ARGS_GROUP(memory_option_table, options)

/// What each of the searches is.
typedef struct memory_need {
    const lf_map *map;
    const lf_search_desc *desc;
    bool no_tiles;                  ///< it has no buffer for its route
    const lf_lengths_desc *lengths; ///< NULL, or it is not a search, but this
} memory_need;

/// How many of so many searches keep to --max-memory; at least 1.
int memory_searches(const memory_options *options, const memory_need *need, int wanted);

/// Checks that so many searches, each with its buffer, keep to --max-memory, before any is made.
/// @param tell  whether to say what they take, if it is much.
/// @return false after saying why.
bool memory_fits(const memory_options *options, const memory_need *need, int searches, bool tell);

/// What --max-memory leaves for something else.
typedef struct memory_budget {
    uint64_t bytes; ///< that may still be taken
} memory_budget;

/// What so many searches leave.
memory_budget memory_left(const memory_options *options, const memory_need *need, int searches);

/// An allocator that keeps to a budget, for one thread at a time. The budget must outlive what it gives.
lf_allocator memory_allocator(memory_budget *budget);

#endif // LANDFALL_CLI_MEMORY_H
