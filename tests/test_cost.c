// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Costs: exact comparison of pairs, and the contract of octile costs.
#include "test.h"

#include "base/cost.h"
#include "oracle.h"

static int sign_of(double number) {
    return (number > 0) - (number < 0);
}

/// The best fractions for sqrt 2 are p / q with p * p - 2 * q * q = -1 and +1 by turns: no other pairs of
/// that size are harder to tell apart.
static void the_closest_pairs_are_told_apart(void) {
    int64_t p = 1, q = 1;
    int turn = -1, tried = 0;
    for (; p <= UINT32_MAX; turn = -turn, tried++) {
        CHECK_EQ(lfi_cost_sign(p, -q), turn);
        CHECK_EQ(lfi_cost_sign(-p, q), -turn);
        if (p < UINT32_MAX) CHECK_EQ(lfi_cost_sign(p + 1, -q), 1);
        CHECK_EQ(lfi_cost_sign(p - 1, -q), -1);
        const int64_t next = p + 2 * q;
        q += p;
        p = next;
    }
    CHECK_EQ(tried, 25);
}

static void the_ends_of_the_range(void) {
    const int64_t most = UINT32_MAX;
    CHECK_EQ(lfi_cost_sign(0, 0), 0);
    CHECK_EQ(lfi_cost_sign(most, most), 1);
    CHECK_EQ(lfi_cost_sign(-most, -most), -1);
    CHECK_EQ(lfi_cost_sign(most, -most), -1);
    CHECK_EQ(lfi_cost_sign(-most, most), 1);
    CHECK_EQ(lfi_cost_sign(0, -1), -1);
    CHECK_EQ(lfi_cost_sign(-1, 0), -1);
    CHECK_EQ(lfi_cost_sign(1, 0), 1);
    // Where 2 * b * b leaves 64 bits: 2^32 - 1 lies between 3037000499 sqrt 2 and 3037000500 sqrt 2.
    CHECK_EQ(lfi_cost_sign(most, -INT64_C(3037000499)), 1);
    CHECK_EQ(lfi_cost_sign(most, -INT64_C(3037000500)), -1);
    CHECK_EQ(lfi_cost_sign(-most, INT64_C(3037000499)), -1);
    CHECK_EQ(lfi_cost_sign(-most, INT64_C(3037000500)), 1);
}

/// Below 2^20 two different costs differ by more than 2^-23, which a double tells apart.
static void small_pairs_agree_with_floating_point(void) {
    uint64_t random = test_seed();
    for (int i = 0; i < 200000; i++) {
        const int bound = 1 << (1 + i % 20);
        const int64_t a = oracle_below(&random, 2 * bound) - bound,
                      b = oracle_below(&random, 2 * bound) - bound;
        const int expected = a == 0 && b == 0 ? 0 : sign_of((double)a + (double)b * 1.41421356237309505);
        if (lfi_cost_sign(a, b) != expected) CHECK_EQ(a, b);
    }
}

/// What a query with octile costs is told by each strategy, on a map of 4 x 3 open tiles.
static void octile_is_taken_or_refused(void) {
    for (int rules = 0; rules < 3; rules++) {
        unsigned char open[12];
        memset(open, 1, sizeof open);
        lf_map *map =
            oracle_to_map(&(oracle_map){.width = 4, .height = 3, .moves = (lf_moves)rules, .open = open});
        lf_coarse *coarse;
        lf_search *search;
        CHECK_EQ(lf_coarse_create(map, NULL, &coarse), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.coarse = coarse}, &search), LF_OK);
        const lf_tile target = 11;
        lf_query query = {
            .sources = &(lf_source){0}, .source_count = 1, .targets = &target, .target_count = 1};
        const bool straight_only = rules == LF_MOVES_ORTHOGONAL;
        static const lf_strategy guided[] = {LF_STRATEGY_CORRIDOR, LF_STRATEGY_EXPAND,
                                             LF_STRATEGY_EXPAND_OPTIMAL};
        for (int i = 0; i < 3; i++) {
            lf_route route;
            query.strategy = guided[i];
            query.options.cost = LF_COST_UNIFORM;
            CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
            CHECK_EQ(route.diagonal, straight_only ? 0 : 2);
            CHECK_EQ(route.straight, straight_only ? 5 : 1);
            query.options.cost = LF_COST_OCTILE;
            CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route),
                     straight_only ? LF_OK : LF_E_COST_STRATEGY);
            query.options.cost = (lf_cost)2;
            CHECK_EQ(lf_search_begin(search, &query), LF_E_COST);
        }
        query.strategy = LF_STRATEGY_FLOOD;
        query.options.cost = (lf_cost)-1;
        CHECK_EQ(lf_search_begin(search, &query), LF_E_COST);
        lf_search_destroy(search);
        lf_coarse_destroy(coarse);
        lf_map_destroy(map);
    }
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(the_closest_pairs_are_told_apart),
        TEST(the_ends_of_the_range),
        TEST(small_pairs_agree_with_floating_point),
        TEST(octile_is_taken_or_refused),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
