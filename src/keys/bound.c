// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A lower bound of the distance to the goal that sees all keys still needed: a minimum spanning tree with
// prices (the bound of Held and Karp for the travelling salesman problem).
//
// Relax the game: all doors stand open. The rest of a route then visits the needed keys one after the other
// and ends at the target: it is a path through all of them. Such a path is a tree over the keys, one edge
// from where we stand, and one edge to the end. So the cheapest tree, the cheapest first edge and the
// cheapest last edge together are a lower bound. Three things make it sharp:
//
//  - Order. Some kinds cannot be taken before another kind (relevance.before). Such a kind is never the first
//    one while the other is missing, nor right after a kind that must come two places earlier. A kind that
//    opens others is never the last one. The tree leaves out edges that no order allows.
//  - Prices. Every path passes each key exactly once. So charging a price for each edge end at a key, and
//    giving twice the price back, changes the cost of no path. It does change trees, which now avoid keys
//    where they fork and visit keys where they end. Good prices are found once, for the start: they rise
//    where the cheapest tree has more than two edges at a key and fall where it has fewer (Held and Karp,
//    1970). The bound holds with any prices.
//  - The tree depends only on which keys are missing. It is computed once for each set and shared by all
//    points where this set is missing.
//
// The tree may end near its last key and forget how far the target is. So a search that goes on for long is
// given a second bound, and the greater of the two counts: every route leads to the target, and over some key
// of each needed kind that is missing. With all doors open it is at least as long as the way to the target, and
// as the shortest way to the target over any key of that kind. Short searches do without, because the second
// bound takes a flood over the points per key.
//
// Time: O(needed^2) per set, O(needed) per state; 200 trees for the prices. Memory: 24 bytes per set, 8 bytes per
// key and needed kind.
#include "keys.h"

enum { PRICE_ROUNDS = 200, BOUND_FAR = 1 << 29 };

typedef struct bound_tree {
    int64_t cost; ///< of the tree and the last edge, prices given back
    int32_t degree[LF_MAX_KINDS];
} bound_tree;

static uint32_t *bound_row(const lf_keys_search *search, uint32_t point) {
    const uint32_t row = point == LFI_START ? 0 : 1 + point - search->points.first_key;
    return LFI_ITEMS(uint32_t, search->bound.far) + (uint64_t)row * (uint64_t)(search->bound.count + 1);
}

// ---------------------------------------------------------------------------------------------------
// Distances of the relaxed problem
// ---------------------------------------------------------------------------------------------------

static void bound_fill_row(lf_keys_search *search, uint32_t point) {
    const lfi_bound *bound = &search->bound;
    uint32_t *row = bound_row(search, point);
    const uint64_t held = search->query.held | search->relevance.kinds;
    lfi_points_flood(search, point, held, 0, LFI_NONE);
    for (int32_t i = 0; i <= bound->count; i++) row[i] = LFI_FAR;
    row[bound->count] = lfi_points_cost(search, LFI_TARGET);
    for (uint32_t p = search->points.first_key; p < search->points.first_side; p++) {
        const uint8_t kind = LFI_ITEMS(lfi_poi, search->points.items)[p].kind;
        const uint32_t cost = lfi_points_cost(search, p);
        for (int32_t i = 0; i < bound->count; i++)
            if (bound->kinds[i] == kind && cost < row[i]) row[i] = cost;
    }
}

/// Whether a state may be at this key. With kept ways, keys that do not matter are live.
static bool bound_wants_row(const lf_keys_search *search, uint32_t point) {
    const lfi_poi *item = &LFI_ITEMS(lfi_poi, search->points.items)[point];
    return item->live && (search->relevance.kinds >> item->kind & 1) != 0;
}

static uint64_t bound_rows(const lf_keys_search *search) {
    return 1 + (uint64_t)search->fixtures->key_count;
}

static uint64_t bound_pack(const lfi_bound *bound, uint64_t kinds) {
    uint64_t set = 0;
    for (int32_t i = 0; i < bound->count; i++) set |= (kinds >> bound->kinds[i] & 1) << i;
    return set;
}

/// Whether some needed kind must be taken between two others, whichever of the two comes first.
static bool bound_has_between(const lfi_bound *bound, int32_t a, int32_t b) {
    for (int32_t c = 0; c < bound->count; c++) {
        const bool a_c = (bound->before[c] >> a & 1) != 0, b_c = (bound->before[c] >> b & 1) != 0;
        if ((a_c && (bound->before[b] >> c & 1) != 0) || (b_c && (bound->before[a] >> c & 1) != 0))
            return true;
    }
    return false;
}

/// The needed kinds that must come before some other kind.
static uint64_t bound_openers(const lfi_bound *bound) {
    uint64_t opens = 0;
    for (int32_t i = 0; i < bound->count; i++) opens |= bound->before[i];
    return opens;
}

/// Sets all distances to "out of reach". If the goal has no target, the end is where the last key is.
static void between_clear(lfi_bound *bound, uint64_t opens) {
    for (int32_t i = 0; i < bound->count; i++) {
        bound->end[i] = bound->to_target || (opens >> i & 1) != 0 ? LFI_FAR : 0;
        for (int32_t k = 0; k < bound->count; k++) bound->between[i][k] = LFI_FAR;
    }
}

/// Learns from the row of a key of the i-th needed kind.
static void between_learn(lfi_bound *bound, int32_t i, const uint32_t *row, bool may_end) {
    if (may_end && row[bound->count] < bound->end[i]) bound->end[i] = row[bound->count];
    for (int32_t k = 0; k < bound->count; k++)
        if (row[k] < bound->between[i][k] && !bound_has_between(bound, i, k))
            bound->between[i][k] = bound->between[k][i] = row[k];
}

static void bound_fill_between(lf_keys_search *search) {
    lfi_bound *bound = &search->bound;
    const uint64_t opens = bound_openers(bound);
    between_clear(bound, opens);
    for (uint32_t p = search->points.first_key; p < search->points.first_side; p++) {
        const lfi_poi *point = &LFI_ITEMS(lfi_poi, search->points.items)[p];
        for (int32_t i = 0; point->live && i < bound->count; i++)
            if (bound->kinds[i] == point->kind)
                between_learn(bound, i, bound_row(search, p), bound->to_target && (opens >> i & 1) == 0);
    }
}

// ---------------------------------------------------------------------------------------------------
// Trees
// ---------------------------------------------------------------------------------------------------

static int64_t bound_weight(const lfi_bound *bound, int32_t a, int32_t b) {
    const uint32_t cost = bound->between[a][b];
    if (cost == LFI_FAR) return INT64_MAX;
    return (int64_t)cost * LFI_BOUND_SCALE + bound->price[a] + bound->price[b];
}

/// The cheapest tree over the missing kinds (Prim's algorithm), with prices; false if no tree connects them.
static bool tree_grow(const lfi_bound *bound, uint64_t missing, bound_tree *tree) {
    int64_t best[LF_MAX_KINDS];
    int32_t joins[LF_MAX_KINDS];
    int32_t last = lfi_lowest_bit(missing);
    uint64_t open = missing & (missing - 1);
    for (uint64_t rest = missing; rest != 0; rest &= rest - 1) {
        const int32_t i = lfi_lowest_bit(rest);
        best[i] = INT64_MAX;
        joins[i] = -1;
        tree->degree[i] = 0;
    }
    tree->cost = 0;
    while (open != 0) {
        int32_t nearest = -1;
        for (uint64_t rest = open; rest != 0; rest &= rest - 1) {
            const int32_t i = lfi_lowest_bit(rest);
            const int64_t weight = bound_weight(bound, last, i);
            if (weight < best[i]) {
                best[i] = weight;
                joins[i] = last;
            }
            if (best[i] != INT64_MAX && (nearest < 0 || best[i] < best[nearest])) nearest = i;
        }
        if (nearest < 0) return false;
        tree->cost += best[nearest];
        tree->degree[nearest]++;
        tree->degree[joins[nearest]]++;
        open &= ~(UINT64_C(1) << nearest);
        last = nearest;
    }
    return true;
}

/// Adds the cheapest last edge; false if no missing kind may be the last.
static bool tree_add_end(const lfi_bound *bound, uint64_t missing, bound_tree *tree) {
    int64_t best = INT64_MAX;
    int32_t at = -1;
    for (uint64_t rest = missing; rest != 0; rest &= rest - 1) {
        const int32_t i = lfi_lowest_bit(rest);
        if (bound->end[i] == LFI_FAR) continue;
        const int64_t weight = (int64_t)bound->end[i] * LFI_BOUND_SCALE + bound->price[i];
        if (weight >= best) continue;
        best = weight;
        at = i;
    }
    if (at < 0) return false;
    tree->cost += best;
    tree->degree[at]++;
    return true;
}

static void tree_give_back(const lfi_bound *bound, uint64_t missing, bound_tree *tree) {
    for (uint64_t rest = missing; rest != 0; rest &= rest - 1)
        tree->cost -= 2 * (int64_t)bound->price[lfi_lowest_bit(rest)];
}

/// The tree and the last edge for a set of missing kinds; false if there are none.
static bool tree_make(const lfi_bound *bound, uint64_t missing, bound_tree *tree) {
    if (!tree_grow(bound, missing, tree) || !tree_add_end(bound, missing, tree)) return false;
    tree_give_back(bound, missing, tree);
    return true;
}

/// The cheapest first edge from a point; INT64_MAX if no missing kind may be the first.
static int64_t tree_first(const lfi_bound *bound, const uint32_t *row, uint64_t missing, int32_t *at) {
    int64_t best = INT64_MAX;
    for (uint64_t rest = missing; rest != 0; rest &= rest - 1) {
        const int32_t i = lfi_lowest_bit(rest);
        if ((bound->before[i] & missing) != 0 || row[i] == LFI_FAR) continue;
        const int64_t weight = (int64_t)row[i] * LFI_BOUND_SCALE + bound->price[i];
        if (weight >= best) continue;
        best = weight;
        *at = i;
    }
    return best;
}

// ---------------------------------------------------------------------------------------------------
// Prices
// ---------------------------------------------------------------------------------------------------

/// Whether every kind is passed once: then no other prices give a better bound.
static bool tree_is_path(const lfi_bound *bound, const bound_tree *tree) {
    for (int32_t i = 0; i < bound->count; i++)
        if (tree->degree[i] != 2) return false;
    return true;
}

/// What a round takes.
static uint64_t prices_round_work(int32_t needed) {
    return (uint64_t)needed * ((uint64_t)needed + 2);
}

/// Looks for the prices that give the best bound at the start (subgradient ascent). Price changes shrink from
/// a fair share of the whole cost to a fraction of a move.
static void prices_find(lf_keys_search *search, uint64_t missing) {
    lfi_bound *bound = &search->bound;
    const uint32_t *row = bound_row(search, LFI_START);
    int32_t best_price[LF_MAX_KINDS];
    int64_t best = -1, step = 0;
    for (int32_t i = 0; i < bound->count; i++) bound->price[i] = best_price[i] = 0;
    for (int round = 0; round < PRICE_ROUNDS; round++) {
        bound_tree tree;
        int32_t first = -1;
        search->work += prices_round_work(bound->count);
        if (!tree_make(bound, missing, &tree)) break;
        const int64_t edge = tree_first(bound, row, missing, &first);
        if (first < 0) break;
        tree.degree[first]++;
        const int64_t cost = tree.cost + edge;
        if (round == 0) step = cost / (4 * (int64_t)bound->count) + 1;
        if (cost > best) {
            best = cost;
            for (int32_t i = 0; i < bound->count; i++) best_price[i] = bound->price[i];
        }
        if (tree_is_path(bound, &tree)) break;
        const int64_t now = step * (PRICE_ROUNDS - round) / PRICE_ROUNDS + 1;
        for (int32_t i = 0; i < bound->count; i++) {
            const int64_t price = bound->price[i] + now * (tree.degree[i] - 2);
            bound->price[i] = (int32_t)(price > BOUND_FAR    ? BOUND_FAR
                                        : price < -BOUND_FAR ? -BOUND_FAR
                                                             : price);
        }
    }
    for (int32_t i = 0; i < bound->count; i++) bound->price[i] = best_price[i];
}

// ---------------------------------------------------------------------------------------------------
// Sets
// ---------------------------------------------------------------------------------------------------

static uint32_t set_find(const lfi_bound *bound, uint64_t set) {
    uint32_t i = lfi_chains_first(&bound->chains, lfi_set_hash(set));
    while (i != LFI_CHAIN_END && LFI_ITEMS(lfi_bound_set, bound->sets)[i].set != set)
        i = lfi_chains_next(&bound->chains, i);
    return i;
}

/// The cost of the tree over the missing kinds and of the last edge; INT64_MAX if there are none.
static bool bound_rest(lf_keys_search *search, uint64_t missing, int64_t *rest) {
    lfi_bound *bound = &search->bound;
    const uint32_t known = set_find(bound, missing), number = bound->chains.count;
    if (known != LFI_CHAIN_END) {
        *rest = LFI_ITEMS(lfi_bound_set, bound->sets)[known].rest;
        return true;
    }
    bound_tree tree;
    const uint64_t keys = (uint64_t)lfi_count_bits(missing);
    search->work += keys * keys;
    *rest = tree_make(bound, missing, &tree) ? tree.cost : INT64_MAX;
    if (!lfi_pool_reserve(&search->store, &bound->sets, (uint64_t)number + 1, sizeof(lfi_bound_set)))
        return false;
    LFI_ITEMS(lfi_bound_set, bound->sets)[number] = (lfi_bound_set){missing, *rest};
    return lfi_chains_add(&search->store, &bound->chains, lfi_set_hash(missing));
}

bool lfi_bound_begin(lf_keys_search *search) {
    lfi_bound *bound = &search->bound;
    bound->count = 0;
    bound->sharp = bound->weak = false;
    bound->to_target = lfi_keys_goal_has_target(search);
    for (int32_t k = 0; k < LF_MAX_KINDS; k++) {
        const bool needed = (search->relevance.needed >> k & 1) != 0;
        bound->place[k] = needed ? bound->count : -1;
        if (needed) bound->kinds[bound->count++] = (uint8_t)k;
    }
    for (int32_t i = 0; i < bound->count; i++)
        bound->before[i] = bound_pack(bound, search->relevance.before[bound->kinds[i]]);
    const uint64_t columns = (uint64_t)bound->count + 1;
    if (!lfi_chains_clear(&search->store, &bound->chains) ||
        !lfi_pool_reserve(&search->store, &bound->far, bound_rows(search) * columns, sizeof(uint32_t)))
        return false;
    bound_fill_row(search, LFI_START);
    bound->next = search->points.first_key;
    return true;
}

bool lfi_bound_step(lf_keys_search *search, bool *done) {
    lfi_bound *bound = &search->bound;
    const uint32_t first = search->points.first_key, end = search->points.first_side;
    while (bound->next < end && !bound_wants_row(search, bound->next)) bound->next++;
    *done = bound->next == end;
    if (!*done) {
        const uint32_t point = bound->next++;
        if (!lfi_keys_turn(search, point - first, bound_rows(search))) return false;
        bound_fill_row(search, point);
        return true;
    }
    if (!lfi_rival_catch_up(search, 0)) return false;
    bound_fill_between(search);
    if (bound->count > 1) {
        prices_find(search, bound_pack(bound, UINT64_MAX));
    } else {
        bound->price[0] = 0;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------
// The way to the target
// ---------------------------------------------------------------------------------------------------

static uint32_t *bound_over(const lf_keys_search *search, uint32_t point) {
    const uint32_t row = point == LFI_START ? 0 : 1 + point - search->points.first_key;
    return LFI_ITEMS(uint32_t, search->bound.over) + (uint64_t)row * (uint64_t)search->bound.count;
}

/// For each needed kind, the shortest way from a point to the target over a key of this kind.
static void over_fill(lf_keys_search *search, uint32_t point) {
    const lfi_bound *bound = &search->bound;
    uint32_t *over = bound_over(search, point);
    lfi_points_flood(search, point, search->query.held | search->relevance.kinds, 0, LFI_NONE);
    for (int32_t i = 0; i < bound->count; i++) over[i] = LFI_FAR;
    for (uint32_t p = search->points.first_key; p < search->points.first_side; p++) {
        const uint32_t to = lfi_points_cost(search, p);
        if (to == LFI_FAR) continue;
        const uint64_t way = (uint64_t)to + bound_row(search, p)[bound->count];
        for (int32_t i = 0; i < bound->count; i++)
            if (bound->kinds[i] == LFI_ITEMS(lfi_poi, search->points.items)[p].kind && way < over[i])
                over[i] = (uint32_t)way;
    }
}

bool lfi_bound_sharpen(lf_keys_search *search) {
    lfi_bound *bound = &search->bound;
    if (!bound->to_target || bound->count == 0) return true; // the bound knows the way to the target already
    if (!lfi_pool_reserve(&search->store, &bound->over, bound_rows(search) * (uint64_t)bound->count,
                          sizeof(uint32_t)))
        return false;
    over_fill(search, LFI_START);
    for (uint32_t p = search->points.first_key; p < search->points.first_side; p++)
        if (bound_wants_row(search, p)) over_fill(search, p);
    bound->sharp = true;
    return true;
}

/// The greater of a bound and of what the way to the target comes to.
static uint32_t bound_with_target(const lf_keys_search *search, uint32_t point, uint64_t missing,
                                  uint32_t least) {
    const uint32_t *over = bound_over(search, point), way = bound_row(search, point)[search->bound.count];
    if (way > least) least = way;
    for (; missing != 0; missing &= missing - 1) {
        const uint32_t over_key = over[lfi_lowest_bit(missing)];
        if (over_key > least) least = over_key;
    }
    return least;
}

/// Raises a bound to those of tours and cuts, if there are any. False if there is no memory.
static bool bound_raise(lf_keys_search *search, uint32_t point, uint64_t set, uint32_t *least) {
    if (search->tours.ready) {
        const uint32_t tours = lfi_tours_of(search, point, set);
        if (tours > *least) *least = tours;
    }
    if (LFI_HAS_PATTERNS && search->patterns.ready) {
        const uint32_t pattern = lfi_patterns_of(search, point, set);
        if (pattern > *least) *least = pattern;
    }
    uint32_t cuts = 0;
    if (search->cuts.ready && !lfi_cuts_of(search, point, set, &cuts)) return false;
    if (cuts > *least) *least = cuts;
    return true;
}

uint32_t lfi_bound_exit(const lf_keys_search *search, uint32_t point) {
    return bound_row(search, point)[search->bound.count];
}

bool lfi_bound_is_hopeless(lf_keys_search *search, uint32_t point, uint64_t set, uint64_t cost) {
    const uint64_t best = search->anytime.best_cost;
    return (search->tours.ready && cost + lfi_tours_of(search, point, set) >= best) ||
           (LFI_HAS_PATTERNS && search->patterns.ready && cost + lfi_patterns_of(search, point, set) >= best);
}

bool lfi_bound_leave(lf_keys_search *search, uint64_t set) {
    lfi_bound *bound = &search->bound;
    const uint64_t missing = bound_pack(bound, ~set);
    bound->leaves = missing != 0 && !bound->weak && search->anytime.best_cost != UINT64_MAX;
    return !bound->leaves || bound_rest(search, missing, &bound->rest);
}

bool lfi_bound_is_detour(const lf_keys_search *search, uint32_t point, uint64_t cost) {
    const lfi_bound *bound = &search->bound;
    if (!bound->leaves || bound->rest == INT64_MAX || point == LFI_TARGET) return false;
    const int32_t i = bound->place[LFI_ITEMS(lfi_poi, search->points.items)[point].kind];
    if (i < 0) return false;
    const int64_t least = bound->rest + bound->price[i];
    return least > 0 &&
           cost + (uint64_t)(least + LFI_BOUND_SCALE - 1) / LFI_BOUND_SCALE >= search->anytime.best_cost;
}

bool lfi_bound_of(lf_keys_search *search, uint32_t point, uint64_t set, uint32_t *out) {
    const lfi_bound *bound = &search->bound;
    const uint32_t *row = bound_row(search, point);
    const uint64_t missing = bound_pack(bound, ~set);
    search->work += LFI_WORK_BOUND;
    *out = missing == 0 ? (bound->to_target ? row[bound->count] : 0) : LFI_FAR;
    if (missing == 0) return bound_raise(search, point, set, out);
    if (!bound->weak) {
        int64_t rest;
        int32_t first;
        if (!bound_rest(search, missing, &rest)) return false;
        const int64_t edge = tree_first(bound, row, missing, &first);
        if (rest == INT64_MAX || edge == INT64_MAX) return true;
        const int64_t cost = rest + edge;
        *out = cost <= 0 ? 0 : (uint32_t)((cost + LFI_BOUND_SCALE - 1) / LFI_BOUND_SCALE);
    } else {
        *out = 0;
    }
    for (uint64_t all = missing; all != 0; all &= all - 1) { // at least the distance to the farthest key
        const uint32_t far = row[lfi_lowest_bit(all)];
        if (far != LFI_FAR && far > *out) *out = far;
    }
    if (bound->sharp) *out = bound_with_target(search, point, missing, *out);
    return bound_raise(search, point, set, out);
}
