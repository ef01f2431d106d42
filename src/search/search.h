// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Room `search`: the only one that runs over all strategies. It creates searches, checks queries, hands them
// to a strategy, keeps the time and hands out the answer.
#ifndef LANDFALL_SEARCH_H
#define LANDFALL_SEARCH_H

#include "../query/context.h"

/// The strategy of a number; NULL for auto and for numbers that are none's.
const lfi_strategy *lfi_strategy_at(lf_strategy strategy);

/// Checks everything about a query, and says which strategy is to answer it.
lf_status lfi_query_check(const lf_search *search, const lf_query *query, lf_strategy *out);

#endif // LANDFALL_SEARCH_H
