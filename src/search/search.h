// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Room `search`: the only room that runs over all strategies. It creates searches, checks queries, hands them
// to a strategy, measures the time and returns the answer.
#ifndef LANDFALL_SEARCH_H
#define LANDFALL_SEARCH_H

#include "../query/context.h"

/// Makes a search for a chart. The search of a world holds `held` and keeps room for edits; for a plain map
/// `held` is NULL.
lf_status lfi_search_make(const lfi_chart *chart, const lf_search_desc *desc, lfi_holders *held,
                          lf_search **out);

/// Turns the search of a world to another chart of the same size and move rules, and abandons a query under
/// way. On success the search holds `held` instead of the state that it held before. Returns LF_OK, or
/// LF_E_NOMEM or LF_E_MEMORY_LIMIT (the search is as it was).
lf_status lfi_search_turn(lf_search *search, const lfi_chart *chart, lfi_holders *held);

/// The strategy with a number; NULL for auto and for numbers without a strategy.
const lfi_strategy *lfi_strategy_at(lf_strategy strategy);

/// Checks everything about a query, and says which strategy will answer it.
lf_status lfi_query_check(const lf_search *search, const lf_query *query, lf_strategy *out);

#endif // LANDFALL_SEARCH_H
