// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Room `search`: the only one that runs over all strategies. It creates searches, checks queries, hands them
// to a strategy, keeps the time and hands out the answer.
#ifndef LANDFALL_SEARCH_H
#define LANDFALL_SEARCH_H

#include "../query/context.h"

/// A search for a chart. One for a world holds `held`, and keeps room for edits; NULL for a plain map.
lf_status lfi_search_make(const lfi_chart *chart, const lf_search_desc *desc, lfi_holders *held,
                          lf_search **out);

/// Turns the search of a world to another chart of the same size and move rules; a query under way is given up.
/// On success the search holds `held` instead of what it held before. LF_OK, LF_E_NOMEM or LF_E_MEMORY_LIMIT
/// (the search is as it was).
lf_status lfi_search_turn(lf_search *search, const lfi_chart *chart, lfi_holders *held);

/// The strategy of a number; NULL for auto and for numbers that are none's.
const lfi_strategy *lfi_strategy_at(lf_strategy strategy);

/// Checks everything about a query, and says which strategy is to answer it.
lf_status lfi_query_check(const lf_search *search, const lf_query *query, lf_strategy *out);

#endif // LANDFALL_SEARCH_H
