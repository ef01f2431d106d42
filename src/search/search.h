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
/// The row of a strategy that there is, for a query: some have another one under weights.
const lfi_strategy *lfi_strategy_of(lf_strategy strategy, const lf_query *query);

/// Checks everything about a query except its ends, and says which strategy will answer it.
lf_status lfi_query_check(const lf_search *search, const lf_query *query, lf_strategy *out);
/// Checks ends without a rule. The obstacles of the query must be in place.
lf_status lfi_query_check_tiles(const lf_search *search, const lf_query *query);

/// Looks at the strategy of the search's query again, once the gate is in force: under `deepest` its depth was
/// not known before, nor whether there is room for its harbours. Returns LF_OK or LF_E_NO_GATE_INDEX.
lf_status lfi_query_review(const lf_search *search, lf_strategy *strategy);

/// Empties an answer, all but its strategy and what it has cost.
void lfi_route_forget(lf_route *route);
/// Begins a new number for marks: all marks of earlier queries become stale.
void lfi_search_new_stamp(lf_search *search);
/// Marks the bodies of the query's targets.
void lfi_search_mark_bodies(lf_search *search);

// berths.c

/// The memory of berths.
void lfi_berths_arrays(lf_search *search, lfi_arrays *run);
/// Whether a rule asks for anything but the ends as given.
static inline bool lfi_rule_asked(const lf_end_rule *rule) {
    return rule->kind != LF_END_GIVEN || rule->skip_bad;
}
/// Replaces the ends of the search's query by berths, where rules ask for it.
lf_status lfi_berths_find(lf_search *search);

// partial.c

/// Keeps what a partial route needs of the query.
void lfi_partial_begin(lf_search *search);
/// Goes on when the query, or one that was asked for a partial route, has its answer. Returns LF_PAUSED if
/// another one was begun, else the answer: LF_OK, LF_PARTIAL with the route's ends and lengths set,
/// LF_NO_ROUTE, or LF_E_INTERNAL.
lf_status lfi_partial_go_on(lf_search *search, lf_status answer);
/// Completes a partial route: which target it is near to, and how far from it.
void lfi_partial_settle(const lf_search *search, lf_route *route);
/// The best route so far of a query that is paused; false if its strategy cannot tell.
bool lfi_partial_so_far(const lf_search *search, lf_route *route);

#endif // LANDFALL_SEARCH_H
