// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A fourth lower bound, for searches that go on for some time: a smaller dungeon, solved for all its states.
//
// Trees (bound.c) do not see what it costs that some keys come before others. So take some kinds as they are, and hold
// all others from the beginning: the pattern. Every route of the dungeon is legal in the pattern, where it leaves out
// the keys of other kinds, so what is left to do in the pattern is never more than what is left to do. A pattern of 15
// kinds has few states, and what is left to do is found for all of them at once, backwards from the goal (subset dynamic
// programming, as of Held and Karp; in planning such tables are called pattern databases).
//
// Which kinds? The best route so far takes kinds in some order. Left out of this order, some kinds save a long detour
// and others next to nothing. The pattern grows by the kind that is worth most per state that it costs. What must come
// before a kind is in the pattern as well, so only those sets of keys occur that keep the order: with x added to the
// pattern they are the sets as before, and those of them that have all that comes before x, with x.
//
// Keys are gone to by hops (hops.c), as in the search itself; if there are none, there is no pattern.
//
// Time: O(sets * keys * kinds), bounded. Memory: 4 bytes per set and key, 24 bytes per set.
#include "keys.h"

#define PATTERNS_UNKNOWN \
    (UINT32_MAX - 1) // a cost that nobody has asked for yet; LFI_FAR: the goal is out of reach

static uint64_t *patterns_sets(const lfi_patterns *patterns) {
    return LFI_ITEMS(uint64_t, patterns->sets);
}

static uint64_t column_bit(const lf_keys_search *search, uint32_t column) {
    if (column == search->hops.key_count) return 0; // the target
    const uint32_t point = LFI_ITEMS(uint32_t, search->hops.keys)[column];
    return lfi_kind_bit(LFI_ITEMS(lfi_poi, search->points.items)[point].kind);
}

// ---------------------------------------------------------------------------------------------------
// Kinds
// ---------------------------------------------------------------------------------------------------

/// What the best route costs if it takes no other kinds than these, all doors being open.
static uint64_t order_cost(const lf_keys_search *search, uint64_t kinds) {
    const lfi_patterns *patterns = &search->patterns;
    uint64_t cost = 0;
    uint32_t row = 0;
    for (uint32_t i = 0; i < patterns->order_count; i++) {
        const uint32_t column = patterns->order[i];
        if (column < search->hops.key_count && (column_bit(search, column) & kinds) == 0) continue;
        const lfi_hop *hop = lfi_hops_find(search, row, column, UINT64_MAX);
        if (hop != NULL) cost += hop->cost;
        row = column + 1;
    }
    return cost;
}

/// The kinds that a kind brings along.
static uint64_t kind_closure(const lf_keys_search *search, uint64_t bit) {
    return (search->relevance.before[lfi_lowest_bit(bit)] | bit) & ~search->patterns.kinds;
}

/// How many sets can have a kind as well.
static uint64_t kind_sets(const lf_keys_search *search, uint64_t bit) {
    const lfi_patterns *patterns = &search->patterns;
    const uint64_t before = search->relevance.before[lfi_lowest_bit(bit)] & patterns->kinds;
    uint64_t count = 0;
    for (uint32_t i = 0; i < patterns->count; i++) count += (before & ~patterns_sets(patterns)[i]) == 0;
    return count;
}

/// The kind that is worth most; 0 if none is left.
static uint64_t kind_choose(const lf_keys_search *search) {
    const lfi_patterns *patterns = &search->patterns;
    const uint64_t now = order_cost(search, patterns->kinds);
    uint64_t best = 0, best_worth = 0;
    for (uint64_t left = patterns->left; left != 0; left &= left - 1) {
        const uint64_t bit = left & (0 - left), closure = kind_closure(search, bit);
        const uint64_t then = order_cost(search, patterns->kinds | closure);
        const uint64_t worth = 1 + (then > now ? then - now : 0) * patterns->count / kind_sets(search, bit);
        if (worth <= best_worth) continue;
        best = bit;
        best_worth = worth;
    }
    return best;
}

/// Whether so many sets are not too many with one kind more.
static bool patterns_fit(const lf_keys_search *search, uint64_t count) {
    const uint64_t kinds = 1 + (uint64_t)lfi_count_bits(search->patterns.kinds);
    return count * (search->hops.key_count + 1) * kinds <= search->patterns.most;
}

/// Adds the sets that have one kind more. *done becomes false if there are too many.
static bool sets_add_kind(lf_keys_search *search, uint64_t bit, bool *done) {
    lfi_patterns *patterns = &search->patterns;
    const uint64_t before = search->relevance.before[lfi_lowest_bit(bit)], more = kind_sets(search, bit);
    *done = patterns_fit(search, patterns->count + more);
    if (!*done) return true;
    if (!lfi_pool_reserve(&search->store, &patterns->sets, patterns->count + more, sizeof(uint64_t)))
        return false;
    uint64_t *sets = patterns_sets(patterns), *next = sets + patterns->count;
    for (uint32_t i = 0; i < patterns->count; i++)
        if ((before & ~sets[i]) == 0) *next++ = sets[i] | bit;
    patterns->count += (uint32_t)more;
    patterns->kinds |= bit;
    search->work += patterns->count;
    return true;
}

/// Adds a kind with all that comes before it, or leaves it out for good if there would be too many sets.
static bool patterns_add(lf_keys_search *search, uint64_t chosen) {
    lfi_patterns *patterns = &search->patterns;
    const uint64_t kinds = patterns->kinds, closure = kind_closure(search, chosen);
    const uint32_t count = patterns->count;
    bool done = true;
    for (uint64_t left = closure; done && left != 0;) {
        uint64_t rest = left; // one whose order is kept
        while ((search->relevance.before[lfi_lowest_bit(rest)] & left) != 0) rest &= rest - 1;
        if (!sets_add_kind(search, rest & (0 - rest), &done)) return false;
        left &= ~(rest & (0 - rest));
    }
    patterns->left &= done ? ~closure : ~chosen;
    if (done) return true;
    patterns->kinds = kinds;
    patterns->count = count;
    return true;
}

/// Lists the keys of the best route in their order, and the target if it leads there.
static bool pattern_order_list(lf_keys_search *search) {
    lfi_patterns *patterns = &search->patterns;
    const lfi_anytime *any = &search->anytime;
    patterns->order_count = 0;
    patterns->left = 0;
    if (any->best_cost == UINT64_MAX || any->best_count > LF_MAX_KINDS + 2) return false;
    for (uint64_t i = any->best_count - 1; i-- > 0;) {
        const uint32_t point = LFI_ITEMS(uint32_t, any->best)[i];
        uint32_t column = search->hops.key_count;
        if (point != LFI_TARGET)
            column = LFI_ITEMS(uint32_t, search->hops.row_at)[1 + point - search->points.first_key] - 1;
        patterns->order[patterns->order_count++] = column;
        patterns->left |= column_bit(search, column);
    }
    return patterns->left != 0;
}

// ---------------------------------------------------------------------------------------------------
// Costs
// ---------------------------------------------------------------------------------------------------

/// The place of a set; LFI_CHAIN_END if it is not there.
static uint32_t patterns_find(const lfi_patterns *patterns, uint64_t set) {
    uint32_t i = lfi_chains_first(&patterns->chains, lfi_set_hash(set));
    while (i != LFI_CHAIN_END && patterns_sets(patterns)[i] != set) i = lfi_chains_next(&patterns->chains, i);
    return i;
}

static uint32_t *patterns_costs(const lfi_patterns *patterns, uint32_t at) {
    return LFI_ITEMS(uint32_t, patterns->costs) + (uint64_t)at * patterns->rows;
}

/// From a key, or from the start: what it costs to go to each key and to the target.
static uint32_t *patterns_plain(const lfi_patterns *patterns, uint32_t row) {
    return LFI_ITEMS(uint32_t, patterns->plain) + (uint64_t)row * patterns->rows;
}

/// Most hops neither need nor pass a kind of the pattern. What they cost is read off without looking at kinds.
static bool plain_fill(lf_keys_search *search) {
    lfi_patterns *patterns = &search->patterns;
    const uint64_t all = (uint64_t)patterns->rows * patterns->rows;
    if (!lfi_pool_reserve(&search->store, &patterns->plain, all, sizeof(uint32_t))) return false;
    for (uint32_t row = 0; row < patterns->rows; row++)
        for (uint32_t c = 0; c < patterns->rows; c++) {
            const lfi_hop *hop = lfi_hops_find(search, row, c, UINT64_MAX);
            const bool plain = hop != NULL && ((hop->need | hop->pass) & patterns->kinds) == 0;
            patterns_plain(patterns, row)[c] = plain ? hop->cost : PATTERNS_UNKNOWN;
        }
    return true;
}

/// What can be taken next with a set of keys: columns, each with what is left after it.
static void next_list(lf_keys_search *search, uint32_t at) {
    lfi_patterns *patterns = &search->patterns;
    const uint64_t set = patterns_sets(patterns)[at];
    uint32_t places[LF_MAX_KINDS];
    for (uint64_t left = patterns->kinds & ~set; left != 0; left &= left - 1) {
        const int kind = lfi_lowest_bit(left);
        places[kind] = (search->relevance.before[kind] & ~set) == 0
                           ? patterns_find(patterns, set | (left & (0 - left)))
                           : LFI_CHAIN_END;
    }
    lfi_patterns_next *next = LFI_ITEMS(lfi_patterns_next, patterns->next_keys);
    for (uint32_t c = 0; c < search->hops.key_count; c++) {
        const uint64_t bit = column_bit(search, c);
        if ((bit & patterns->kinds & ~set) == 0) continue;
        const uint32_t place = places[lfi_lowest_bit(bit)];
        if (place == LFI_CHAIN_END) continue;
        const uint32_t rest = patterns_costs(patterns, place)[c + 1];
        if (rest != LFI_FAR) *next++ = (lfi_patterns_next){c, rest};
    }
    const bool has_all = (lfi_keys_asked(search) & patterns->kinds & ~set) == 0;
    if (has_all && lfi_keys_goal_has_target(search)) *next++ = (lfi_patterns_next){search->hops.key_count, 0};
    patterns->next_count = (uint32_t)(next - LFI_ITEMS(lfi_patterns_next, patterns->next_keys));
    patterns->next_ends = has_all && !lfi_keys_goal_has_target(search);
    patterns->next_at = at;
    search->work += LFI_WORK_SET;
}

/// What is left to do from a key, or from the start, with the set of next_list.
static uint32_t next_least(lf_keys_search *search, uint32_t row) {
    const lfi_patterns *patterns = &search->patterns;
    const uint64_t set = patterns_sets(patterns)[patterns->next_at], fresh = patterns->kinds & ~set;
    const lfi_patterns_next *next = LFI_ITEMS(lfi_patterns_next, patterns->next_keys);
    uint64_t best = LFI_FAR;
    if (patterns->next_ends) return 0;
    const uint32_t *plain = patterns_plain(patterns, row);
    for (uint32_t i = 0; i < patterns->next_count; i++) {
        uint64_t cost = plain[next[i].column];
        if (cost == PATTERNS_UNKNOWN) {
            const lfi_hop *hop = lfi_hops_find(search, row, next[i].column, ~fresh);
            if (hop == NULL || (hop->pass & fresh) != 0) continue;
            cost = hop->cost;
        }
        if (cost + next[i].rest < best) best = cost + next[i].rest;
    }
    search->work += (uint64_t)patterns->next_count * LFI_WORK_LOOK;
    return (uint32_t)best;
}

/// Fills in the costs of a set: from its own keys, because others need them. The rest waits until it is asked for.
static void patterns_fill(lf_keys_search *search, uint32_t at) {
    lfi_patterns *patterns = &search->patterns;
    const uint64_t set = patterns_sets(patterns)[at];
    uint32_t *costs = patterns_costs(patterns, at);
    next_list(search, at);
    costs[0] = PATTERNS_UNKNOWN;
    for (uint32_t c = 0; c < search->hops.key_count; c++)
        costs[c + 1] = (column_bit(search, c) & set) != 0 ? next_least(search, c + 1) : PATTERNS_UNKNOWN;
}

/// All kinds are chosen: makes room for the costs.
static bool patterns_begin_costs(lf_keys_search *search) {
    lfi_patterns *patterns = &search->patterns;
    patterns->rows = search->hops.key_count + 1;
    patterns->unfilled = patterns->count;
    if (!lfi_pool_reserve(&search->store, &patterns->next_keys, patterns->rows, sizeof(lfi_patterns_next)) ||
        !lfi_pool_reserve(&search->store, &patterns->costs, (uint64_t)patterns->count * patterns->rows,
                          sizeof(uint32_t)) ||
        !lfi_chains_clear(&search->store, &patterns->chains) || !plain_fill(search))
        return false;
    for (uint32_t i = 0; i < patterns->count; i++)
        if (!lfi_chains_add(&search->store, &patterns->chains, lfi_set_hash(patterns_sets(patterns)[i])))
            return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------
// The bound
// ---------------------------------------------------------------------------------------------------

bool lfi_patterns_begin(lf_keys_search *search, uint64_t most) {
    lfi_patterns *patterns = &search->patterns;
    patterns->ready = false;
    patterns->kinds = 0;
    patterns->count = 0;
    patterns->unfilled = 0;
    patterns->most = most;
    patterns->stage = LFI_PATTERNS_ENDED;
    if (!search->hops.ready || !pattern_order_list(search)) return true;
    if (!lfi_pool_reserve(&search->store, &patterns->sets, 1, sizeof(uint64_t))) return false;
    patterns_sets(patterns)[patterns->count++] = 0;
    patterns->stage = LFI_PATTERNS_KINDS;
    return true;
}

bool lfi_patterns_step(lf_keys_search *search, bool *done) {
    lfi_patterns *patterns = &search->patterns;
    *done = patterns->stage == LFI_PATTERNS_ENDED;
    if (*done) return true;
    if (patterns->stage == LFI_PATTERNS_KINDS) {
        const uint64_t chosen = kind_choose(search);
        if (chosen != 0) return patterns_add(search, chosen);
        patterns->stage = patterns->count > 1 ? LFI_PATTERNS_COSTS : LFI_PATTERNS_ENDED;
        return patterns->count == 1 || patterns_begin_costs(search);
    }
    patterns_fill(search, --patterns->unfilled);
    if (patterns->unfilled > 0) return true;
    patterns->stage = LFI_PATTERNS_ENDED;
    patterns->ready = true;
    patterns->root = lfi_patterns_of(search, LFI_START, 0);
    return true;
}

uint32_t lfi_patterns_of(lf_keys_search *search, uint32_t point, uint64_t set) {
    lfi_patterns *patterns = &search->patterns;
    const uint32_t row = LFI_ITEMS(
        uint32_t, search->hops.row_at)[point == LFI_START ? 0 : 1 + point - search->points.first_key];
    const uint32_t at = patterns_find(patterns, set & patterns->kinds);
    search->work += LFI_WORK_BOUND;
    if (at == LFI_CHAIN_END) return 0;
    uint32_t *cost = &patterns_costs(patterns, at)[row];
    if (*cost == PATTERNS_UNKNOWN) {
        if (patterns->next_at != at) next_list(search, at);
        *cost = next_least(search, row);
    }
    return *cost;
}
