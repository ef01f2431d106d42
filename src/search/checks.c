// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The list of strategies, and whether one of them takes a query. Each strategy's own row (query/context.h)
// says what it needs, takes and refuses; this file has the rules for all of them.
#include "search.h"

#include "../weights/weights.h"

#include <string.h>

// ---- The table ------------------------------------------------------------------------------------

#define STRATEGY_NAMED(NAME, name) extern const lfi_strategy lfi_##name##_strategy;
LFI_STRATEGIES(STRATEGY_NAMED)
LFI_MORE_STRATEGIES(STRATEGY_NAMED)
// In the order of lf_strategy. Auto has no entry of its own: it becomes one of the others.
#define STRATEGY_ROW(NAME, name) &lfi_##name##_strategy,
static const lfi_strategy *const strategies[] = {NULL, LFI_STRATEGIES(STRATEGY_ROW)
                                                           LFI_MORE_STRATEGIES(STRATEGY_ROW)};
enum { STRATEGY_COUNT = sizeof strategies / sizeof *strategies };

#define STRATEGY_WEIGHED_NAMED(NAME, name) extern const lfi_strategy lfi_##name##_weighed_strategy;
LFI_WEIGHED_STRATEGIES(STRATEGY_WEIGHED_NAMED)
#define STRATEGY_WEIGHED_ROW(NAME, name) [LF_STRATEGY_##NAME] = &lfi_##name##_weighed_strategy,
static const lfi_strategy *const weighed_strategies[STRATEGY_COUNT] = {
    NULL, LFI_WEIGHED_STRATEGIES(STRATEGY_WEIGHED_ROW)};

#define STRATEGY_NUMBER(NAME, name) NUMBER_##NAME,
enum { NUMBER_AUTO, LFI_STRATEGIES(STRATEGY_NUMBER) };
#define STRATEGY_MATCHES(NAME, name)                                                              \
    _Static_assert((int)NUMBER_##NAME == (int)LF_STRATEGY_##NAME, "the table is in the order of " \
                                                                  "lf_strategy");
LFI_STRATEGIES(STRATEGY_MATCHES)

const lfi_strategy *lfi_strategy_at(lf_strategy strategy) {
    return (int)strategy >= 0 && (int)strategy < STRATEGY_COUNT ? strategies[strategy] : NULL;
}

const lfi_strategy *lfi_strategy_of(lf_strategy strategy, const lf_query *query) {
    const bool other = query->weights != NULL && weighed_strategies[strategy] != NULL;
    return other ? weighed_strategies[strategy] : strategies[strategy];
}

const char *lf_strategy_name(lf_strategy strategy) {
    if (strategy == LF_STRATEGY_AUTO) return "auto";
    return lfi_strategy_at(strategy) != NULL ? lfi_strategy_at(strategy)->name : NULL;
}

lf_status lf_strategy_parse(const char *name, lf_strategy *out) {
    if (out != NULL) *out = LF_STRATEGY_AUTO;
    if (name == NULL || out == NULL) return LF_E_NULL;
    for (int i = 0; i < STRATEGY_COUNT; i++) {
        if (strcmp(name, lf_strategy_name((lf_strategy)i)) != 0) continue;
        *out = (lf_strategy)i;
        return LF_OK;
    }
    return LF_E_STRATEGY;
}

// ---- Queries --------------------------------------------------------------------------------------

/// Ends with a rule are looked at when their berths are found.
lf_status lfi_query_check_tiles(const lf_search *search, const lf_query *query) {
    const lf_map *map = search->now;
    const int64_t sources = lfi_rule_asked(&query->source_rule) ? 0 : query->source_count;
    const int64_t targets = lfi_rule_asked(&query->target_rule) ? 0 : query->target_count;
    for (int64_t i = 0; i < sources; i++) {
        const lf_tile tile = query->sources[i].tile;
        if (tile >= map->tile_count) return LF_E_SOURCE_OUTSIDE;
        if (!lfi_bit(map->open, lfi_map_spot(map, tile))) return LF_E_SOURCE_BLOCKED;
    }
    for (int64_t i = 0; i < targets; i++) {
        const lf_tile tile = query->targets[i];
        if (tile >= map->tile_count) return LF_E_TARGET_OUTSIDE;
        if (!lfi_bit(map->open, lfi_map_spot(map, tile))) return LF_E_TARGET_BLOCKED;
    }
    return LF_OK;
}

static lf_status strategy_check_cost(const lf_search *search, const lfi_strategy *strategy, lf_cost cost) {
    if (lf_cost_name(cost) == NULL) return LF_E_COST;
    // Under orthogonal moves both costs are the same, and every strategy takes both.
    if (cost == LF_COST_UNIFORM || search->map->moves == LF_MOVES_ORTHOGONAL) return LF_OK;
    return strategy->octile ? LF_OK : LF_E_COST_STRATEGY;
}

static lf_status strategy_check_gate(const lf_search *search, const lfi_strategy *strategy,
                                     const lf_query *query) {
    // A search for one strategy promises enough room for the ungated map only.
    const bool taken = strategy->gated && search->only == NULL;
    if (!taken && lfi_depth_gate_asked(query)) return LF_E_DEPTH_STRATEGY;
    return lfi_depth_gate_check(search, query);
}

static lf_status strategy_check_weights(const lf_search *search, const lfi_strategy *strategy,
                                        const lf_query *query) {
    if (query->weights == NULL) return LF_OK;
    if (query->weights->given != search->base) return LF_E_FOREIGN_WEIGHTS;
    return strategy->weighted && search->only == NULL ? LF_OK : LF_E_WEIGHTS_STRATEGY;
}

/// The guardrail may have to take over, so it must be able to.
static lf_status strategy_check_obstacles(const lf_search *search, const lfi_strategy *strategy,
                                          const lf_query *query) {
    if (!lfi_obstacles_asked(query)) return LF_OK;
    if (search->only != NULL || !strategy->gated) return LF_E_OBSTACLE_STRATEGY;
    return search->guardrail->check(search, query);
}

static bool strategy_has_parts(const lf_search *search, const lfi_strategy *strategy) {
    for (int i = 0; i < LFI_PART_COUNT; i++) {
        if ((strategy->parts >> i & 1) != 0 && search->parts[i] == NULL) return false;
    }
    return true;
}

/// Whether a strategy takes a query, whatever its sources and targets are.
static lf_status strategy_check(const lf_search *search, const lfi_strategy *strategy,
                                const lf_query *query) {
    lf_status status = strategy_check_cost(search, strategy, query->options.cost);
    if (status == LF_OK) status = strategy_check_weights(search, strategy, query);
    if (status == LF_OK && !strategy_has_parts(search, strategy)) status = strategy->missing;
    if (status == LF_OK && strategy->check != NULL) status = strategy->check(search, query);
    if (status == LF_OK) status = strategy_check_obstacles(search, strategy, query);
    return status != LF_OK ? status : strategy_check_gate(search, strategy, query);
}

/// Up to this many open tiles, flooding the map costs less than looking out from headlands.
enum { AUTO_SMALL = 1024 };

/// The strategy that `auto` stands for: the fastest exact one for this map and query.
static lf_strategy strategy_resolve(const lf_search *search, const lf_query *query) {
    if (query->strategy != LF_STRATEGY_AUTO) return query->strategy;
    lf_strategy best = LF_STRATEGY_FLOOD;
    const bool small = search->base->open_count <= AUTO_SMALL;
    if (small && strategy_check(search, strategies[best], query) == LF_OK) return best;
    for (int i = 1; i < STRATEGY_COUNT; i++) {
        if (strategies[i]->preference > strategies[best]->preference &&
            strategy_check(search, strategies[i], query) == LF_OK &&
            (strategies[i]->suits == NULL || strategies[i]->suits(search, query)))
            best = (lf_strategy)i;
    }
    return best;
}

lf_status lfi_query_review(const lf_search *search, lf_strategy *strategy) {
    const lf_query *query = &search->query;
    if (!lfi_depth_gate_on(search) || (!query->gate.deepest && query->gate.harbour == 0)) return LF_OK;
    const bool indexed = lfi_gate_index_on(search);
    if (*strategy == LF_STRATEGY_HEADLAND && !indexed) return LF_E_NO_GATE_INDEX;
    if (query->strategy == LF_STRATEGY_AUTO && indexed && search->base->open_count > AUTO_SMALL)
        *strategy = LF_STRATEGY_HEADLAND;
    return LF_OK;
}

/// A value outside its enum is a mistake in any query, whether or not the strategy looks at it.
static lf_status experts_check_enums(const lf_query *query) {
    const lf_expert_options experts = lfi_query_experts(query);
    if (lf_frontier_name(experts.frontier) == NULL) return LF_E_FRONTIER;
    return lf_entry_name(experts.entry) == NULL ? LF_E_ENTRY : LF_OK;
}

static lf_status ends_check_counts(const lf_query *query) {
    if (query->source_count < 0 || query->target_count < 0) return LF_E_COUNT;
    if (query->source_count == 0) return LF_E_NO_SOURCES;
    if (query->target_count == 0) return LF_E_NO_TARGETS;
    return query->sources == NULL || query->targets == NULL ? LF_E_NULL : LF_OK;
}

static lf_status rule_check(const lf_end_rule *rule) {
    if (lf_end_kind_name(rule->kind) == NULL) return LF_E_END_RULE;
    return rule->kind == LF_END_NEAR && rule->radius < 1 ? LF_E_END_RULE : LF_OK;
}

/// The rules for ends, and whether a partial route can be found.
static lf_status ends_check_rules(const lf_search *search, const lf_query *query) {
    if (rule_check(&query->source_rule) != LF_OK || rule_check(&query->target_rule) != LF_OK)
        return LF_E_END_RULE;
    // Without bodies it takes a flood to tell which tiles can be reached.
    return query->partial && search->only != NULL && search->body_stamp == NULL ? LF_E_PARTIAL : LF_OK;
}

lf_status lfi_query_check(const lf_search *search, const lf_query *query, lf_strategy *out) {
    if (query->map != NULL && query->map != search->base) return LF_E_FOREIGN_MAP;
    if (query->strategy != LF_STRATEGY_AUTO && lfi_strategy_at(query->strategy) == NULL) return LF_E_STRATEGY;
    if (search->only != NULL && strategies[query->strategy] != search->only) return LF_E_ONLY_SPINE;
    *out = strategy_resolve(search, query);
    lf_status status = experts_check_enums(query);
    if (status == LF_OK) status = strategy_check(search, lfi_strategy_of(*out, query), query);
    if (status == LF_OK) status = ends_check_counts(query);
    if (status == LF_OK) status = ends_check_rules(search, query);
    return status == LF_OK ? lfi_obstacles_check(search, query) : status;
}
