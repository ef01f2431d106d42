// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

/// @file costs.h
/// Costs of moves as the program takes and shows them: the option --cost, and octile costs as decimals.
#ifndef LANDFALL_CLI_COSTS_H
#define LANDFALL_CLI_COSTS_H

#include "input.h"

#include <landfall.h>

args_names cost_name; ///< names of lf_cost

enum { COST_TEXT_SIZE = 32 };

/// Writes straight + diagonal * sqrt 2 with six decimals, rounded exactly; neither is negative or 2^32 or
/// more.
void cost_write(int64_t straight, int64_t diagonal, char out[COST_TEXT_SIZE]);

/// Whether the strategy takes the cost under those moves.
bool cost_is_taken(const query_options *options);

/// Whether the strategy takes the moves and the cost; says so, and which ones do, if not.
bool cost_check_strategy(const query_options *options);

#endif // LANDFALL_CLI_COSTS_H
