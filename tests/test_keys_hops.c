// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Hops against floods over points, state by state: a step by a hop costs what the flood says, and a step that the flood
// has and hops have not leads over a new key at no detour. And local search over the order of keys: what it makes of a
// route is a route, no longer than before, and of the length that it says. And patterns, state by state: what is left to
// do is never more than the plain search says, and exactly that if all kinds are in the pattern.
#include "test.h"

#include "dungeons.h"
#include "keys/keys.h"

#include <stdlib.h>

enum { DUNGEONS = 2400, STATES = 60 };

/// How much was compared.
typedef struct tally {
    int64_t pauses, steps, over_keys, polished, shorter, patterns, bounds, exact;
} tally;

/// A dungeon and a question about it.
typedef struct trial {
    dungeon d;
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    lf_keys_query query;
} trial;

static lf_goal goal_of(uint64_t i) {
    static const lf_goal goals[] = {LF_GOAL_EXIT, LF_GOAL_ALL_KEYS, LF_GOAL_ALL_KEYS_EXIT};
    return goals[i % 3];
}

/// False if the seed gives no dungeon; then there is nothing to end.
static bool trial_begin(trial *on, uint64_t seed, lf_moves moves, lf_goal goal) {
    if (!dungeon_make_large(&on->d, seed, moves)) return false;
    CHECK(dungeon_build(&on->d, NULL, &on->map, &on->fixtures));
    CHECK_EQ(lf_keys_search_create(on->fixtures, NULL, &on->search), LF_OK);
    on->query = dungeon_query(&on->d, goal, LF_KEYS);
    return true;
}

static void trial_end(trial *on) {
    lf_keys_search_destroy(on->search);
    lf_fixtures_destroy(on->fixtures);
    lf_map_destroy(on->map);
}

/// What a step to a point costs, in the list of steps found last; LFI_FAR if there is none.
static uint32_t step_cost(const lf_keys_search *search, uint32_t point) {
    for (uint32_t i = 0; i < search->step_count; i++) {
        const lfi_step step = LFI_ITEMS(lfi_step, search->steps)[i];
        if (step.point == point) return step.cost;
    }
    return LFI_FAR;
}

static uint64_t point_bit(const lf_keys_search *search, uint32_t point) {
    return lfi_kind_bit(LFI_ITEMS(lfi_poi, search->points.items)[point].kind);
}

/// The least cost of a walk to a point that passes at least one new key, over whichever is the first.
static uint32_t over_a_key(lf_keys_search *search, uint32_t from, uint64_t set, uint32_t to) {
    static lfi_step first[256];
    uint32_t best = LFI_FAR, count = 0;
    CHECK(lfi_steps_find(search, from, set));
    for (uint32_t i = 0; i < search->step_count; i++) first[count++] = LFI_ITEMS(lfi_step, search->steps)[i];
    for (uint32_t i = 0; i < count; i++) {
        if (first[i].point == LFI_TARGET || first[i].point == to) continue;
        const uint64_t next = set | point_bit(search, first[i].point);
        lfi_points_flood(search, first[i].point, search->query.held | next, 0, LFI_NONE);
        const uint32_t on = lfi_points_cost(search, to);
        if (on != LFI_FAR && first[i].cost + on < best) best = first[i].cost + on;
    }
    return best;
}

/// Compares the steps of one state both ways. Goes on to one of them, for the next state.
static void state_compare(lf_keys_search *search, uint32_t *at, uint64_t *set, uint64_t *random, tally *t) {
    uint32_t costs[256], next = LFI_NONE;
    CHECK(search->points.first_side - search->points.first_key < 255);
    search->hops.ready = false;
    CHECK(lfi_steps_find(search, *at, *set));
    for (uint32_t p = search->points.first_key; p <= search->points.first_side; p++) {
        const uint32_t point = p == search->points.first_side ? LFI_TARGET : p;
        costs[p - search->points.first_key] = step_cost(search, point);
    }
    for (uint32_t p = search->points.first_key; p <= search->points.first_side; p++) {
        const uint32_t point = p == search->points.first_side ? LFI_TARGET : p;
        const uint32_t cost = costs[p - search->points.first_key];
        search->hops.ready = true;
        CHECK(lfi_steps_find(search, *at, *set));
        const uint32_t hop = step_cost(search, point);
        search->hops.ready = false;
        t->steps += hop != LFI_FAR;
        if (hop != LFI_FAR) CHECK_EQ(hop, cost);
        if (hop == LFI_FAR && cost != LFI_FAR) {
            CHECK(over_a_key(search, *at, *set, point) <= cost);
            t->over_keys++;
        }
        if (hop != LFI_FAR && point != LFI_TARGET && (next == LFI_NONE || dungeon_random(random, 2) == 0))
            next = point;
    }
    search->hops.ready = true;
    *set = next == LFI_NONE ? 0 : *set | point_bit(search, next);
    *at = next == LFI_NONE ? LFI_START : next;
}

static void states_compare(lf_keys_search *search, uint64_t random, tally *t) {
    uint32_t at = LFI_START;
    uint64_t set = 0;
    for (int i = 0; i < STATES; i++) state_compare(search, &at, &set, &random, t);
}

/// Begins a query and goes on by the smallest pieces until hops are there. False if it ends before.
static bool run_to_hops(lf_keys_search *search, const lf_keys_query *query) {
    search->plain_below = 0;
    search->hop_above = -1;
    search->sharp_above = 0;
    lf_status status = lf_keys_search_begin(search, query);
    while (status == LF_PAUSED && !search->hops.ready) status = lfi_hunt_step(search);
    return status == LF_PAUSED;
}

/// Finds the hops once more, with so little work at a time that rows wait half done. Says how often they waited.
static int hops_piecemeal(lf_keys_search *search) {
    const uint32_t count = search->hops.count;
    int pauses = 0;
    CHECK(lfi_hops_begin(search));
    for (uint64_t most = 100; !search->hops.ready; most += 1 + most / 8) {
        bool done = false;
        while (!done) CHECK(lfi_hops_step(search, most, &done));
        pauses += search->hops.begun;
    }
    CHECK_EQ(search->hops.count, count);
    return pauses;
}

static void hops_are_floods(void) {
    tally t = {0};
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < DUNGEONS; i++) {
        trial on;
        if (!trial_begin(&on, seed + i, i % 2 == 0 ? LF_MOVES_KING : LF_MOVES_ORTHOGONAL, goal_of(i)))
            continue;
        if (run_to_hops(on.search, &on.query)) {
            if (i % 2 == 0) t.pauses += hops_piecemeal(on.search);
            states_compare(on.search, seed + i, &t);
        }
        trial_end(&on);
    }
    printf("  %d steps, %d more over keys; %d pauses\n", (int)t.steps, (int)t.over_keys, (int)t.pauses);
    CHECK(t.steps > 10000 && t.over_keys > 100 && t.pauses > 1000);
}

/// Local search from the route that a search has: shorter at times, never longer, and what it says is walked.
static void polish_check(trial *on, tally *t) {
    lf_keys_search *search = on->search;
    const uint64_t before = search->anytime.best_cost;
    if (!lfi_polish_begin(search, 3000)) return;
    while (lfi_polish_step(search)) continue;
    CHECK(lfi_polish_end(search));
    CHECK(search->anytime.best_cost <= before);
    CHECK(lfi_beams_trace(search));
    CHECK_EQ((uint64_t)search->route.tile_count - 1, search->anytime.best_cost);
    lf_keys_walk walk;
    CHECK_EQ(lf_keys_check(on->fixtures, LFI_ITEMS(lf_tile, search->tiles), search->route.tile_count,
                           on->query.held, &walk),
             LF_OK);
    t->polished++;
    t->shorter += search->anytime.best_cost < before;
}

static void polished_routes_are_routes(void) {
    tally t = {0};
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < DUNGEONS; i++) {
        trial on;
        if (!trial_begin(&on, seed + i, LF_MOVES_KING, goal_of(i))) continue;
        if (run_to_hops(on.search, &on.query) && lfi_beams_begin(on.search, 1)) {
            while (lfi_beams_step(on.search)) continue;
            polish_check(&on, &t);
        }
        trial_end(&on);
    }
    printf("  %d routes, %d shorter\n", (int)t.polished, (int)t.shorter);
    CHECK(t.polished > 50 && t.shorter > 5);
}

// ---------------------------------------------------------------------------------------------------
// Patterns
// ---------------------------------------------------------------------------------------------------

/// What is left to do from a state, by the plain search; -1 if the goal is out of reach.
static int64_t left_to_do(lf_keys_search *plain, const lf_keys_query *query, lf_tile tile, uint64_t set) {
    const lf_source source = {tile, 0};
    lf_keys_query rest = *query;
    lf_keys_route route;
    rest.strategy = LF_KEYS_PLAIN;
    rest.sources = &source;
    rest.source_count = 1;
    rest.held |= set;
    const lf_status status = lf_keys_search_find(plain, &rest, NULL, 0, &route);
    CHECK(status == LF_OK || status == LF_NO_ROUTE);
    return status == LF_OK ? route.length : -1;
}

/// Goes to a random key, again and again, and compares the bound of each state.
static void pattern_compare(lf_keys_search *search, lf_keys_search *plain, const lf_keys_query *query,
                            uint64_t random, tally *t) {
    const bool whole = search->patterns.kinds == search->relevance.kinds;
    for (int walk = 0; walk < 4; walk++) {
        uint64_t set = 0;
        uint32_t at = LFI_START;
        while (lfi_steps_find(search, at, set) && search->step_count > 0) {
            const uint32_t pick = dungeon_random(&random, search->step_count);
            at = LFI_ITEMS(lfi_step, search->steps)[pick].point;
            if (at == LFI_TARGET) break;
            set |= point_bit(search, at);
            const lf_tile tile = LFI_ITEMS(lfi_poi, search->points.items)[at].tile;
            const uint32_t bound = lfi_patterns_of(search, at, set);
            const int64_t left = left_to_do(plain, query, tile, set);
            CHECK(left < 0 || bound <= left);
            if (whole && left >= 0) CHECK_EQ(bound, left);
            t->bounds++;
            t->exact += whole && left >= 0;
        }
    }
}

static bool pattern_make(lf_keys_search *search, uint64_t most) {
    bool done = false;
    if (!lfi_beams_begin(search, 64)) return false;
    while (lfi_beams_step(search)) continue;
    CHECK(lfi_patterns_begin(search, most));
    while (!done) CHECK(lfi_patterns_step(search, &done));
    return search->patterns.ready;
}

static void patterns_are_bounds(void) {
    tally t = {0};
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < DUNGEONS; i++) {
        trial on;
        lf_keys_search *plain;
        if (!trial_begin(&on, seed + i, i % 2 == 0 ? LF_MOVES_KING : LF_MOVES_ORTHOGONAL, goal_of(i / 2)))
            continue;
        CHECK_EQ(lf_keys_search_create(on.fixtures, NULL, &plain), LF_OK);
        if (run_to_hops(on.search, &on.query) && pattern_make(on.search, i % 3 == 0 ? 200 : UINT64_MAX)) {
            t.patterns++;
            pattern_compare(on.search, plain, &on.query, seed + i, &t);
        }
        lf_keys_search_destroy(plain);
        trial_end(&on);
    }
    printf("  %d patterns, %d bounds, %d of them exact\n", (int)t.patterns, (int)t.bounds, (int)t.exact);
    CHECK(t.patterns > 100 && t.bounds > 1000 && t.exact > 300);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(hops_are_floods), TEST(polished_routes_are_routes),
                                      TEST(patterns_are_bounds)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
