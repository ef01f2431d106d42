// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A second lower bound, for searches that go on for long: tours with a short memory (the ng-relaxation of vehicle
// routing, with prices by Lagrange).
//
// An errand is a set of kinds of which every route must take at least one: a needed kind by itself, or several kinds of
// which any will do (a ring that has two doors). Errands share no kind. So a route runs its errands one after the
// other, each at one of its keys, in an order that keeps what must come before what. The trees of bound.c see neither
// the order nor which copy of a key is taken. Tours see both, as far as their memory goes:
//
//  - A tour is a walk over the keys of errands with as many stops as there are errands, the last one followed by the
//    way to the target. It may run an errand twice, unless it remembers.
//  - Going backwards from its end, a tour remembers the later errands that are near where it is (at most `memory` of
//    them). It may not stop at an errand that it remembers, nor at one that must come after a remembered one. What is
//    not near is forgotten on the way.
//  - A price per errand is given for each stop there and taken back once per errand, so a route, which runs each
//    errand once, costs the same, and a tour that repeats errands may not. Any prices are valid; subgradient steps
//    find good ones. Then memories grow where the best tour still repeats itself.
//  - A leg leads to the first key of an errand that is taken. On the way there no kind is held that cannot be had
//    without this errand, so their doors are shut.
//
// The table has the least cost for each key, number of errands left and memory. The least over all memories that leave
// out what a state has run is one entry, so the bound of a state is one look-up, or one per key of an errand that can
// be next.
//
// Time: O(keys^2 * errands * 2^memory) per set of prices; a few hundred million steps in all. Memory: 4 bytes per key,
// errand and memory, some megabytes.
#include "keys.h"

#include <string.h>

enum {
    TOURS_SCALE = 32,               // prices are in 1/32 of a move
    TOURS_FAR = INT32_MAX / 2,      // no tour; with any legs and prices added,
    TOURS_NONE = INT32_MAX / 4 * 3, // this stays above it
    TOURS_GROUP = 6,                // the most kinds of an errand
    TOURS_TRIES = 20,               // orders in which kinds are taken out of an errand
    TOURS_PAIR_KINDS = 48,          // with more kinds, pairs are not tried one by one
    TOURS_PRICES = 120,             // steps for prices with the first memory
    TOURS_ROUNDS = 16,              // times that memories grow
    TOURS_ROUND_PRICES = 6,         // steps for prices after that
    TOURS_LOOK_BACK = 4,            // rounds in which the bound must rise
    TOURS_LEAST_GAIN = 256,         // by one part of so many
    TOURS_STALLS = 4,               // rounds of smaller steps where memories do not grow
    TOURS_STALL_PRICES = 10,        // steps of each
    TOURS_ALPHA = 1024,             // the first step for prices, of 1024
    TOURS_FIRST_MEMORY = 4
};
#define TOURS_FIRST_WORK UINT64_C(8000000)   // steps that a run with the first memory may take
#define TOURS_LAST_WORK  UINT64_C(40000000)  // the same with the last
#define TOURS_FIRST_ALL  UINT64_C(40000000)  // all runs with the first memory
#define TOURS_LAST_ALL   UINT64_C(100000000) // all runs while memories grow

static uint32_t *tours_nodes(const lfi_tours *tours) {
    return LFI_ITEMS(uint32_t, tours->nodes);
}

static uint32_t tours_errand(const lfi_tours *tours, uint32_t node) {
    return LFI_ITEMS(uint8_t, tours->errands)[node];
}

/// The place of a key, or of the start, in a row of distances.
static uint32_t tours_place(const lf_keys_search *search, uint32_t point) {
    return point == LFI_START ? 0 : 1 + point - search->points.first_key;
}

/// The distances to a key of an errand, from the start and from all keys.
static uint32_t *tours_row(const lf_keys_search *search, uint32_t node) {
    return LFI_ITEMS(uint32_t, search->tours.far) +
           (uint64_t)node * (1 + (uint64_t)search->fixtures->key_count);
}

static uint64_t errand_bit(uint32_t errand) {
    return UINT64_C(1) << errand;
}

// ---------------------------------------------------------------------------------------------------
// Errands
// ---------------------------------------------------------------------------------------------------

/// Whether the goal is out of reach if keys of these kinds are left lying.
static bool errands_need(lf_keys_search *search, uint64_t kinds, bool *needed) {
    bool met;
    if (!lfi_reach_goal(search, kinds, &met)) return false;
    *needed = !met;
    return true;
}

/// Adds an errand, and finds which kinds cannot be had without it.
static bool errand_add(lf_keys_search *search, uint64_t kinds) {
    lfi_tours *tours = &search->tours;
    bool met;
    if (tours->count == LF_MAX_KINDS) return true;
    if (!lfi_reach_goal(search, kinds, &met)) return false;
    tours->kinds[tours->count] = kinds;
    tours->shut[tours->count++] = (search->relevance.kinds & ~search->reach.any_held) | kinds;
    tours->used |= kinds;
    return true;
}

static bool errands_singles(lf_keys_search *search) {
    for (uint64_t kinds = search->relevance.needed; kinds != 0; kinds &= kinds - 1)
        if (!errand_add(search, kinds & (0 - kinds))) return false;
    return true;
}

static bool errands_pairs(lf_keys_search *search) {
    const uint64_t kinds = search->relevance.kinds & ~search->tours.used;
    if (lfi_count_bits(kinds) > TOURS_PAIR_KINDS) return true;
    for (uint64_t a = kinds; a != 0; a &= a - 1) {
        for (uint64_t b = a & (a - 1); b != 0; b &= b - 1) {
            const uint64_t pair = (a & (0 - a)) | (b & (0 - b));
            bool needed;
            if ((pair & search->tours.used) != 0) continue;
            if (!errands_need(search, pair, &needed) || (needed && !errand_add(search, pair))) return false;
        }
    }
    return true;
}

/// Takes kinds out of a set that every route needs one of, in some order, while that stays true.
static bool errand_shrink(lf_keys_search *search, uint64_t *set, uint64_t random) {
    for (uint64_t left = *set; left != 0;) {
        int place = (int)(random % (uint64_t)lfi_count_bits(left));
        random = lfi_set_hash(random + 1);
        uint64_t rest = left;
        while (place-- > 0) rest &= rest - 1;
        const uint64_t bit = rest & (0 - rest);
        bool needed;
        left &= ~bit;
        if (!errands_need(search, *set & ~bit, &needed)) return false;
        if (needed) *set &= ~bit;
    }
    return true;
}

/// Larger sets, as small as can be found, while there are any.
static bool errands_groups(lf_keys_search *search) {
    for (;;) {
        const uint64_t all = search->relevance.kinds & ~search->tours.used;
        uint64_t best = all;
        bool needed = false;
        if (all != 0 && !errands_need(search, all, &needed)) return false;
        if (!needed) return true;
        for (uint64_t i = 0; i < TOURS_TRIES; i++) {
            uint64_t set = all;
            if (!errand_shrink(search, &set, lfi_set_hash(i + 1))) return false;
            if (lfi_count_bits(set) < lfi_count_bits(best)) best = set;
        }
        if (lfi_count_bits(best) > TOURS_GROUP || search->tours.count == LF_MAX_KINDS) return true;
        if (!errand_add(search, best)) return false;
    }
}

/// Which errands come before which: d after c if no kind of d can be had without c.
static void errands_order(lfi_tours *tours) {
    for (uint32_t d = 0; d < tours->count; d++) tours->before[d] = tours->after[d] = 0;
    for (uint32_t c = 0; c < tours->count; c++)
        for (uint32_t d = 0; d < tours->count; d++)
            if (c != d && (tours->kinds[d] & ~tours->shut[c]) == 0) {
                tours->before[d] |= errand_bit(c);
                tours->after[c] |= errand_bit(d);
            }
}

static bool errands_find(lf_keys_search *search) {
    search->tours.count = 0;
    search->tours.used = 0;
    if (!errands_singles(search) || !errands_pairs(search) || !errands_groups(search)) return false;
    errands_order(&search->tours);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Keys and legs
// ---------------------------------------------------------------------------------------------------

/// Lists the keys of errands.
static bool tours_list_nodes(lf_keys_search *search) {
    lfi_tours *tours = &search->tours;
    const uint64_t keys = (uint64_t)search->fixtures->key_count;
    tours->node_count = 0;
    if (!lfi_pool_reserve(&search->store, &tours->nodes, keys, sizeof(uint32_t)) ||
        !lfi_pool_reserve(&search->store, &tours->errands, keys, 1) ||
        !lfi_pool_reserve(&search->store, &tours->node_at, keys + 1, sizeof(uint32_t)))
        return false;
    memset(tours->node_at.items, 0xff, (size_t)(keys + 1) * sizeof(uint32_t)); // LFI_NONE
    for (uint32_t p = search->points.first_key; p < search->points.first_side; p++) {
        const lfi_poi *item = &LFI_ITEMS(lfi_poi, search->points.items)[p];
        for (uint32_t c = 0; item->live && c < tours->count; c++) {
            if ((tours->kinds[c] >> item->kind & 1) == 0) continue;
            LFI_ITEMS(uint32_t, tours->node_at)[tours_place(search, p)] = tours->node_count;
            LFI_ITEMS(uint8_t, tours->errands)[tours->node_count] = (uint8_t)c;
            tours_nodes(tours)[tours->node_count++] = p;
        }
    }
    return true;
}

/// The kinds that may be held on the way to an errand.
static uint64_t tours_held(const lf_keys_search *search, uint32_t errand) {
    return search->query.held | (search->relevance.kinds & ~search->tours.shut[errand]);
}

/// Fills the row of one key: ways between keys are as long in both directions.
static void tours_fill_row(lf_keys_search *search, uint32_t node) {
    lfi_tours *tours = &search->tours;
    uint32_t *row = tours_row(search, node);
    lfi_points_flood(search, tours_nodes(tours)[node], tours_held(search, tours_errand(tours, node)), 0,
                     LFI_NONE);
    for (uint32_t p = search->points.first_key; p < search->points.first_side; p++)
        row[tours_place(search, p)] = lfi_points_cost(search, p);
}

/// Ways from the start lead one way alone: one flood per errand.
static void tours_fill_start(lf_keys_search *search, uint32_t errand) {
    lfi_tours *tours = &search->tours;
    lfi_points_flood(search, LFI_START, tours_held(search, errand), 0, LFI_NONE);
    for (uint32_t n = 0; n < tours->node_count; n++)
        if (tours_errand(tours, n) == errand)
            tours_row(search, n)[0] = lfi_points_cost(search, tours_nodes(tours)[n]);
}

static bool tours_fill_rows(lf_keys_search *search) {
    lfi_tours *tours = &search->tours;
    const uint64_t columns = 1 + (uint64_t)search->fixtures->key_count;
    if (!lfi_pool_reserve(&search->store, &tours->far, tours->node_count * columns, sizeof(uint32_t)))
        return false;
    for (uint32_t n = 0; n < tours->node_count; n++) tours_fill_row(search, n);
    for (uint32_t c = 0; c < tours->count; c++) tours_fill_start(search, c);
    return true;
}

/// The distance from a key to the end of a route.
static uint32_t tours_end(const lf_keys_search *search, uint32_t point) {
    return search->bound.to_target ? lfi_bound_exit(search, point) : 0;
}

// ---------------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------------

/// The errands of a set that an errand's keys remember, as bits of its memory.
static uint32_t memory_pack(const lfi_tours *tours, uint32_t errand, uint64_t set) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < tours->near_count[errand]; i++)
        bits |= (uint32_t)(set >> tours->near[errand][i] & 1) << i;
    return bits;
}

/// The least distance between two errands.
static uint32_t errands_between(const lf_keys_search *search, uint32_t a, uint32_t b) {
    const lfi_tours *tours = &search->tours;
    uint32_t best = LFI_FAR;
    for (uint32_t n = 0; n < tours->node_count; n++) {
        if (tours_errand(tours, n) != a) continue;
        const uint32_t *row = tours_row(search, n);
        for (uint32_t k = 0; k < tours->node_count; k++)
            if (tours_errand(tours, k) == b) {
                const uint32_t cost = row[tours_place(search, tours_nodes(tours)[k])];
                if (cost < best) best = cost;
            }
    }
    return best;
}

/// Lets every errand remember its nearest ones.
static void memory_nearest(lf_keys_search *search, uint32_t size) {
    lfi_tours *tours = &search->tours;
    for (uint32_t a = 0; a < tours->count; a++) {
        uint64_t left = 0;
        for (uint32_t b = 0; b < tours->count; b++) left |= b == a ? 0 : errand_bit(b);
        tours->near_count[a] = 0;
        while (left != 0 && tours->near_count[a] < size) {
            uint32_t best = LFI_NONE, at = 0;
            for (uint64_t rest = left; rest != 0; rest &= rest - 1) {
                const uint32_t b = (uint32_t)lfi_lowest_bit(rest), cost = errands_between(search, a, b);
                if (at == 0 || cost < best) {
                    best = cost;
                    at = b + 1;
                }
            }
            tours->near[a][tours->near_count[a]++] = (uint8_t)(at - 1);
            left &= ~errand_bit(at - 1);
        }
    }
}

/// The greatest memory with which a run takes at most so many steps.
static uint32_t memory_within(const lfi_tours *tours, uint64_t work) {
    const uint64_t each = (uint64_t)tours->node_count * tours->node_count * tours->count;
    uint32_t size = 0;
    while (size < LFI_TOURS_MEMORY && size + 1 < tours->count && each << (size + 1) <= work) size++;
    return size;
}

/// Where errand v comes right after errand u: the memory at u for each memory at v.
static uint16_t *memory_turn(const lfi_tours *tours, uint32_t v, uint32_t u) {
    return LFI_ITEMS(uint16_t, tours->turns) + (((uint64_t)v * tours->count + u) << tours->memory);
}

static bool errands_may_follow(const lfi_tours *tours, uint32_t v, uint32_t u) {
    return u != v && (tours->before[u] >> v & 1) == 0 && (tours->after[u] & tours->before[v]) == 0;
}

static void memory_fill_turn(lfi_tours *tours, uint32_t v, uint32_t u) {
    uint16_t *turn = memory_turn(tours, v, u), bits[LFI_TOURS_MEMORY];
    const uint32_t size = tours->near_count[v];
    turn[0] = (uint16_t)memory_pack(tours, u, errand_bit(v));
    for (uint32_t i = 0; i < size; i++)
        bits[i] = (uint16_t)memory_pack(tours, u, errand_bit(tours->near[v][i]));
    for (uint32_t m = 1; m < UINT32_C(1) << size; m++) turn[m] = turn[m & (m - 1)] | bits[lfi_lowest_bit(m)];
}

// ---------------------------------------------------------------------------------------------------
// A run
// ---------------------------------------------------------------------------------------------------

static uint64_t table_at(const lfi_tours *tours, uint32_t node, uint32_t left, uint32_t memory) {
    return (((uint64_t)node * tours->count + left) << tours->memory) + memory;
}

/// The keys from which a tour may come to this one.
static lfi_tours_leg *run_legs(const lfi_tours *tours, uint32_t v) {
    return LFI_ITEMS(lfi_tours_leg, tours->legs) + (uint64_t)v * tours->node_count;
}

/// Lists them, errand by errand: legs from the keys of one errand have the same turn.
static void run_list_legs(lf_keys_search *search, uint32_t v) {
    const lfi_tours *tours = &search->tours;
    const uint32_t *row = tours_row(search, v), errand = tours_errand(tours, v);
    lfi_tours_leg *legs = run_legs(tours, v);
    uint32_t count = 0;
    for (uint32_t from = 0; from < tours->count; from++) {
        if (!errands_may_follow(tours, errand, from)) continue;
        const lfi_tours_leg leg = {.turn = memory_turn(tours, errand, from),
                                   .forbidden =
                                       memory_pack(tours, errand, tours->before[from] | errand_bit(from)),
                                   .least = (uint32_t)lfi_count_bits(tours->after[from]),
                                   .most = tours->count - 1 - (uint32_t)lfi_count_bits(tours->before[from])};
        for (uint32_t u = 0; u < tours->node_count; u++) {
            const uint32_t cost = row[tours_place(search, tours_nodes(tours)[u])];
            if (tours_errand(tours, u) != from || cost == LFI_FAR) continue;
            legs[count] = leg;
            legs[count].node = u;
            legs[count++].cost = (int32_t)cost * TOURS_SCALE;
        }
    }
    LFI_ITEMS(uint32_t, tours->leg_counts)[v] = count;
}

/// Makes room for tables with the memory as it is, and the turns.
static bool memory_begin(lf_keys_search *search) {
    lfi_tours *tours = &search->tours;
    const uint64_t entries = ((uint64_t)tours->node_count * tours->count) << tours->memory;
    if (!lfi_pool_reserve(&search->store, &tours->costs, entries, sizeof(int32_t)) ||
        !lfi_pool_reserve(&search->store, &tours->turns,
                          ((uint64_t)tours->count * tours->count) << tours->memory, sizeof(uint16_t)) ||
        !lfi_pool_reserve(&search->store, &tours->leg_counts, tours->node_count, sizeof(uint32_t)) ||
        !lfi_pool_reserve(&search->store, &tours->legs, (uint64_t)tours->node_count * tours->node_count,
                          sizeof(lfi_tours_leg)))
        return false;
    for (uint32_t v = 0; v < tours->count; v++)
        for (uint32_t u = 0; u < tours->count; u++)
            if (errands_may_follow(tours, v, u)) memory_fill_turn(tours, v, u);
    for (uint32_t v = 0; v < tours->node_count; v++) run_list_legs(search, v);
    return true;
}

/// The costs at a key by the memories, `there` of them, that they become at an errand before it.
static void run_turn(const int32_t *costs, uint32_t size, const lfi_tours_leg *leg, uint32_t there,
                     int32_t *turned) {
    for (uint32_t m = 0; m < there; m++) turned[m] = TOURS_NONE;
    for (uint32_t m = 0; m < size; m++) {
        int32_t *at = &turned[leg->turn[m]];
        if ((m & leg->forbidden) == 0 && costs[m] < *at) *at = costs[m];
    }
}

/// Lowers costs to others plus a leg.
static void run_lower(int32_t *restrict costs, const int32_t *restrict others, int32_t leg, uint32_t size) {
    for (uint32_t m = 0; m < size; m++) {
        const int32_t cost = others[m] + leg;
        costs[m] = cost < costs[m] ? cost : costs[m];
    }
}

/// Goes one stop back from a key, with so many errands left behind it.
static void run_back(lfi_tours *tours, uint32_t v, uint32_t left) {
    int32_t *costs = LFI_ITEMS(int32_t, tours->costs), turned[1 << LFI_TOURS_MEMORY];
    const lfi_tours_leg *legs = run_legs(tours, v), *end = legs + LFI_ITEMS(uint32_t, tours->leg_counts)[v];
    const uint32_t errand = tours_errand(tours, v), size = UINT32_C(1) << tours->near_count[errand];
    while (legs < end) {
        const lfi_tours_leg *group = legs;
        const bool may = left + 1 >= group->least && left + 1 <= group->most;
        const uint32_t there = UINT32_C(1) << tours->near_count[tours_errand(tours, group->node)];
        if (may) run_turn(costs + table_at(tours, v, left, 0), size, group, there, turned);
        for (; legs < end && legs->turn == group->turn; legs++)
            if (may)
                run_lower(costs + table_at(tours, legs->node, left + 1, 0), turned,
                          legs->cost - tours->price[errand], there);
        tours->work += may ? size + (uint64_t)(legs - group) * (there / 4) : 1;
    }
}

/// Finds the stop after one, by what it costs there: *node and *memory become those of the stop, with one errand less.
static void trace_step(const lfi_tours *tours, uint32_t *node, uint32_t left, uint32_t *memory) {
    const int32_t *costs = LFI_ITEMS(int32_t, tours->costs),
                  cost = costs[table_at(tours, *node, left, *memory)];
    for (uint32_t v = 0; v < tours->node_count; v++) {
        const uint32_t errand = tours_errand(tours, v), size = UINT32_C(1) << tours->near_count[errand];
        const lfi_tours_leg *leg = run_legs(tours, v), *end = leg + LFI_ITEMS(uint32_t, tours->leg_counts)[v];
        while (leg < end && leg->node != *node) leg++;
        for (uint32_t m = 0; leg < end && m < size; m++) {
            if ((m & leg->forbidden) != 0 || leg->turn[m] != *memory ||
                costs[table_at(tours, v, left - 1, m)] + leg->cost - tours->price[errand] != cost)
                continue;
            *node = v;
            *memory = m;
            return;
        }
    }
}

/// Counts how often the best tour runs each errand, and lists its stops in tours->stops.
static void run_trace(lfi_tours *tours, uint32_t node, uint32_t memory) {
    for (uint32_t c = 0; c < tours->count; c++) tours->visits[c] = 0;
    tours->stop_count = 0;
    for (uint32_t left = tours->count - 1;; left--) {
        const uint32_t errand = tours_errand(tours, node);
        tours->visits[errand]++;
        tours->stops[tours->stop_count++] = (uint8_t)errand;
        if (left == 0) return;
        trace_step(tours, &node, left, &memory);
    }
}

/// Fills the table for the prices as they are. *value is the bound at the start, scaled; false if there is no tour.
static bool tours_run(lf_keys_search *search, int64_t *value) {
    lfi_tours *tours = &search->tours;
    const uint64_t entries = ((uint64_t)tours->node_count * tours->count) << tours->memory;
    int32_t *costs = LFI_ITEMS(int32_t, tours->costs);
    for (uint64_t i = 0; i < entries; i++) costs[i] = TOURS_NONE;
    for (uint32_t n = 0; n < tours->node_count; n++) {
        const uint32_t end = tours_end(search, tours_nodes(tours)[n]);
        if (tours->after[tours_errand(tours, n)] == 0 && end != LFI_FAR)
            costs[table_at(tours, n, 0, 0)] = (int32_t)end * TOURS_SCALE;
    }
    for (uint32_t left = 0; left + 1 < tours->count; left++)
        for (uint32_t v = 0; v < tours->node_count; v++) run_back(tours, v, left);
    int64_t best = TOURS_FAR;
    uint32_t at = LFI_NONE, memory = 0;
    for (uint32_t v = 0; v < tours->node_count; v++) {
        const uint32_t errand = tours_errand(tours, v), far = tours_row(search, v)[0];
        if (tours->before[errand] != 0 || far == LFI_FAR) continue;
        for (uint32_t m = 0; m < UINT32_C(1) << tours->near_count[errand]; m++) {
            const int32_t cost = costs[table_at(tours, v, tours->count - 1, m)];
            const int64_t whole = (int64_t)cost - tours->price[errand] + (int64_t)far * TOURS_SCALE;
            if (cost >= TOURS_FAR || whole >= best) continue;
            best = whole;
            at = v;
            memory = m;
        }
    }
    search->work += (tours->work - tours->told) * LFI_WORK_TOUR;
    tours->told = tours->work;
    if (at == LFI_NONE) return false;
    *value = best;
    for (uint32_t c = 0; c < tours->count; c++) *value += tours->price[c];
    run_trace(tours, at, memory);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// Prices, and memories that grow
// ---------------------------------------------------------------------------------------------------

/// Whether lengths are so small that no sum in the table can get out of hand.
static bool tours_fit(const lf_keys_search *search) {
    const lfi_tours *tours = &search->tours;
    const uint32_t most = (uint32_t)(TOURS_FAR / 4 / TOURS_SCALE) / (tours->count + 1);
    const uint64_t columns = 1 + (uint64_t)search->fixtures->key_count;
    for (uint64_t i = 0; i < tours->node_count * columns; i++) {
        const uint32_t far = LFI_ITEMS(uint32_t, tours->far)[i];
        if (far != LFI_FAR && far > most) return false;
    }
    for (uint32_t n = 0; n < tours->node_count; n++) {
        const uint32_t end = tours_end(search, tours_nodes(tours)[n]);
        if (end != LFI_FAR && end > most) return false;
    }
    return true;
}

/// Begins to look for prices anew, from the best ones so far.
static void prices_begin(lfi_tours *tours, int32_t steps, int32_t alpha) {
    tours->best = -1;
    tours->steps_left = steps;
    tours->alpha = alpha;
    tours->idle = 0;
    for (uint32_t c = 0; c < tours->count; c++) tours->price[c] = tours->best_price[c];
}

static void prices_move(lfi_tours *tours, int64_t value, int64_t aim) {
    int64_t wrong = 0;
    for (uint32_t c = 0; c < tours->count; c++)
        wrong += (int64_t)(1 - tours->visits[c]) * (1 - tours->visits[c]);
    const int64_t gap = aim - value > TOURS_SCALE ? aim - value : TOURS_SCALE;
    const int32_t most = TOURS_FAR / 8 / (int32_t)(tours->count + 1);
    for (uint32_t c = 0; wrong > 0 && c < tours->count; c++) {
        const int64_t price = tours->price[c] + tours->alpha * gap * (1 - tours->visits[c]) / (1024 * wrong);
        tours->price[c] = (int32_t)(price > most ? most : price < -most ? -most : price);
    }
    if (wrong == 0) tours->steps_left = 0; // a tour without a fault: no price does better
}

/// One step: a run, and new prices by what its tour does wrong. Errands that it runs too often become dearer.
static void prices_step(lf_keys_search *search) {
    lfi_tours *tours = &search->tours;
    const uint64_t known = search->anytime.best_cost;
    int64_t value;
    tours->steps_left--;
    if (!tours_run(search, &value)) {
        tours->steps_left = 0;
        return;
    }
    if (value > tours->best) {
        tours->best = value;
        tours->idle = 0;
        for (uint32_t c = 0; c < tours->count; c++) tours->best_price[c] = tours->price[c];
    } else if (++tours->idle > 8) {
        tours->alpha = tours->alpha * 7 / 10;
        tours->idle = 0;
        for (uint32_t c = 0; c < tours->count; c++) tours->price[c] = tours->best_price[c];
    }
    const int64_t aim = known < LFI_FAR ? (int64_t)known * TOURS_SCALE : tours->best * 21 / 20;
    if (tours->alpha < 32 || tours->best > aim - TOURS_SCALE || tours->work > tours->most)
        tours->steps_left = 0;
    prices_move(tours, value, aim);
}

/// Lets errands remember what the best tour forgets: on the way from a stop to a later one that must not come after it.
static bool memory_grow(lfi_tours *tours) {
    bool grown = false;
    for (uint32_t i = 0; i < tours->stop_count; i++) {
        for (uint32_t k = i + 1; k < tours->stop_count; k++) {
            const uint32_t a = tours->stops[i], b = tours->stops[k];
            if (a != b && (tours->before[a] >> b & 1) == 0) continue;
            for (uint32_t x = i + 1; x < k; x++) {
                const uint32_t c = tours->stops[x];
                if (c == b || tours->near_count[c] == tours->memory ||
                    memory_pack(tours, c, errand_bit(b)) != 0)
                    continue;
                tours->near[c][tours->near_count[c]++] = (uint8_t)b;
                grown = true;
            }
            break;
        }
    }
    return grown;
}

/// The least cost over all memories that are part of one, for each of them.
static void tours_spread(lfi_tours *tours) {
    const uint64_t tables = (uint64_t)tours->node_count * tours->count;
    int32_t *costs = LFI_ITEMS(int32_t, tours->costs);
    for (uint64_t t = 0; t < tables; t++, costs += UINT64_C(1) << tours->memory)
        for (uint32_t b = 0; b < tours->memory; b++)
            for (uint32_t m = 0; m < UINT32_C(1) << tours->memory; m++)
                if ((m >> b & 1) != 0 && costs[m ^ UINT32_C(1) << b] < costs[m])
                    costs[m] = costs[m ^ UINT32_C(1) << b];
}

/// The set asked for last becomes that without keys.
static void tours_clear_set(lfi_tours *tours) {
    tours->set = tours->missing = 0;
    tours->prices = 0;
    for (uint32_t c = 0; c < tours->count; c++) {
        tours->missing |= errand_bit(c);
        tours->prices += tours->price[c];
        for (uint64_t kinds = tours->kinds[c]; kinds != 0; kinds &= kinds - 1)
            tours->errand_of[lfi_lowest_bit(kinds)] = (uint8_t)c;
    }
}

/// The last run, with the best prices; from now on the bound is of use.
static void tours_end_prices(lf_keys_search *search) {
    lfi_tours *tours = &search->tours;
    int64_t value;
    for (uint32_t c = 0; c < tours->count; c++) tours->price[c] = tours->best_price[c];
    tours->stage = LFI_TOURS_ENDED;
    tours->ready = tours_run(search, &value);
    if (!tours->ready) return;
    tours->root = (uint32_t)((value + TOURS_SCALE - 1) / TOURS_SCALE);
    tours_spread(tours);
    tours_clear_set(tours);
}

bool lfi_tours_grow(lf_keys_search *search) {
    lfi_tours *tours = &search->tours;
    const uint32_t size = memory_within(tours, TOURS_LAST_WORK), first = tours->memory;
    tours->stage = LFI_TOURS_ENDED;
    if (!tours->ready || size <= first) return true;
    tours->ready = false; // the table is made anew
    tours->memory = size;
    tours->rounds = TOURS_ROUNDS;
    tours->stalled = 0;
    tours->looked_at = 0;
    tours->most = tours->work + TOURS_LAST_ALL;
    memory_nearest(search, size / 2 > first ? size / 2 : first);
    if (!memory_begin(search)) return false;
    prices_begin(tours, TOURS_ROUND_PRICES, TOURS_ALPHA / 2);
    tours->stage = LFI_TOURS_GROW;
    return true;
}

/// Whether larger memories have raised the bound by little for some rounds.
static bool growth_is_idle(lfi_tours *tours) {
    if (tours->rounds % TOURS_LOOK_BACK != 0) return false;
    const int64_t gain = tours->best - tours->looked_at;
    tours->looked_at = tours->best;
    return gain * TOURS_LEAST_GAIN < tours->best;
}

/// The best tour has no fault that a memory could see, or memories are full: smaller steps for prices.
static bool tours_refine(lf_keys_search *search) {
    lfi_tours *tours = &search->tours;
    if (tours->stalled++ == TOURS_STALLS) {
        tours_end_prices(search);
        return true;
    }
    for (uint32_t c = 0; c < tours->count; c++) tours->price[c] = tours->best_price[c];
    tours->steps_left = TOURS_STALL_PRICES;
    tours->alpha = TOURS_ALPHA / 4 >> tours->stalled;
    return true;
}

static bool tours_grow(lf_keys_search *search) {
    lfi_tours *tours = &search->tours;
    if (tours->steps_left > 0) {
        prices_step(search);
        return true;
    }
    if (--tours->rounds <= 0 || tours->work > tours->most || growth_is_idle(tours)) {
        tours_end_prices(search);
        return true;
    }
    if (!memory_grow(tours)) return tours_refine(search);
    if (!memory_begin(search)) return false;
    prices_begin(tours, TOURS_ROUND_PRICES, TOURS_ALPHA / 2);
    return true;
}

// ---------------------------------------------------------------------------------------------------
// The bound
// ---------------------------------------------------------------------------------------------------

bool lfi_tours_begin(lf_keys_search *search) {
    lfi_tours *tours = &search->tours;
    tours->ready = false;
    tours->work = tours->told = 0;
    tours->most = TOURS_FIRST_ALL;
    tours->stage = LFI_TOURS_ENDED;
    if (!errands_find(search)) return false;
    if (tours->count < 3) return true;
    if (!tours_list_nodes(search) || !tours_fill_rows(search)) return false;
    tours->memory = memory_within(tours, TOURS_FIRST_WORK);
    if (tours->memory > TOURS_FIRST_MEMORY) tours->memory = TOURS_FIRST_MEMORY;
    const uint64_t each = (uint64_t)tours->node_count * tours->node_count * tours->count;
    if (tours->node_count > UINT16_MAX || each > TOURS_LAST_WORK || !tours_fit(search)) return true;
    memory_nearest(search, tours->memory);
    if (!memory_begin(search)) return false;
    for (uint32_t c = 0; c < tours->count; c++) tours->best_price[c] = 0;
    prices_begin(tours, TOURS_PRICES, TOURS_ALPHA);
    tours->stage = LFI_TOURS_PRICES;
    return true;
}

bool lfi_tours_step(lf_keys_search *search, bool *done) {
    lfi_tours *tours = &search->tours;
    *done = tours->stage == LFI_TOURS_ENDED;
    if (*done) return true;
    if (tours->stage == LFI_TOURS_GROW) return tours_grow(search);
    if (tours->steps_left == 0)
        tours_end_prices(search);
    else
        prices_step(search);
    return true;
}

/// The least cost from a key that was just taken, with so many errands left; those in `run` are not run again.
static int32_t tours_look(const lfi_tours *tours, uint32_t node, uint32_t left, uint64_t run) {
    const uint32_t all = (UINT32_C(1) << tours->memory) - 1;
    const uint32_t forbidden = memory_pack(tours, tours_errand(tours, node), run);
    return LFI_ITEMS(int32_t, tours->costs)[table_at(tours, node, left, all & ~forbidden)];
}

/// The least over all keys that may be next.
static int64_t tours_next(const lf_keys_search *search, uint32_t point, uint32_t left, uint64_t missing) {
    const lfi_tours *tours = &search->tours;
    int64_t best = TOURS_FAR;
    for (uint32_t n = 0; n < tours->node_count; n++) {
        const uint32_t errand = tours_errand(tours, n),
                       far = tours_row(search, n)[tours_place(search, point)];
        if ((missing >> errand & 1) == 0 || (tours->before[errand] & missing) != 0 || far == LFI_FAR)
            continue;
        const int32_t cost = tours_look(tours, n, left - 1, ~missing);
        const int64_t whole = (int64_t)cost - tours->price[errand] + (int64_t)far * TOURS_SCALE;
        if (cost < TOURS_FAR && whole < best) best = whole;
    }
    return best;
}

/// Brings what is known of the set asked for last up to date for another one: few kinds differ as a rule.
static void tours_turn_to(lfi_tours *tours, uint64_t set) {
    for (uint64_t changed = (set ^ tours->set) & tours->used; changed != 0; changed &= changed - 1) {
        const uint32_t errand = tours->errand_of[lfi_lowest_bit(changed)];
        const bool was = (tours->missing >> errand & 1) != 0, is = (tours->kinds[errand] & set) == 0;
        tours->missing ^= (uint64_t)(was != is) << errand;
        tours->prices += tours->price[errand] * (is - was);
    }
    tours->set = set;
}

uint32_t lfi_tours_of(lf_keys_search *search, uint32_t point, uint64_t set) {
    lfi_tours *tours = &search->tours;
    tours_turn_to(tours, set);
    const uint64_t missing = tours->missing;
    if (missing == 0) return 0;
    const uint32_t left = (uint32_t)lfi_count_bits(missing),
                   node = LFI_ITEMS(uint32_t, tours->node_at)[tours_place(search, point)];
    const bool just_run = node != LFI_NONE && left < tours->count &&
                          (set & tours->kinds[tours_errand(tours, node)]) ==
                              lfi_kind_bit(LFI_ITEMS(lfi_poi, search->points.items)[point].kind);
    int64_t cost =
        just_run ? tours_look(tours, node, left, ~missing) : tours_next(search, point, left, missing);
    if (cost >= TOURS_FAR) return LFI_FAR;
    cost += tours->prices;
    return cost <= 0 ? 0 : (uint32_t)((cost + TOURS_SCALE - 1) / TOURS_SCALE);
}
