// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Queries with keys in slices: the same answer however the work is sliced; an answer at every pause, whose route is
// legal and whose bound holds; every allocation failed in turn, stopped or not; misuse.
#include "test.h"

#include "dungeon_judge.h"
#include "keys/keys.h"
#include "meter.h"

enum { SLICED = 500, STOPPED = 400, MAX_ROUTE = 12000, MOST_PAUSES = 100000 };

static const lf_goal goals[] = {LF_GOAL_EXIT, LF_GOAL_ALL_KEYS, LF_GOAL_ALL_KEYS_EXIT};

typedef struct answer {
    lf_status status;
    lf_keys_route route;
    lf_tile tiles[MAX_ROUTE];
} answer;

/// What there is to be sliced.
typedef struct setup {
    const char *name;
    bool ways, rival, small;
    lf_keys_strategy strategy;
    int64_t max_states;
} setup;

static const setup setups[] = {{.name = "points"},
                               {.name = "ways made once", .ways = true},
                               {.name = "both by turns", .rival = true},
                               {.name = "tiny", .small = true},
                               {.name = "plain", .strategy = LF_KEYS_PLAIN},
                               {.name = "a limit", .max_states = 4},
                               {.name = "a limit with a rival", .rival = true, .max_states = 9}};
enum { SETUPS = sizeof setups / sizeof *setups };

/// A dungeon with a search for a setup.
typedef struct stage {
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_ways *ways;
    lf_keys_search *search;
} stage;

static void search_force(lf_keys_search *search, const setup *s) {
    if (!s->small) search->plain_below = s->rival ? 1 : 0;
    search->rival_above = 0;
    search->sharp_above = 2;
    search->advance_above = 3;
}

static stage stage_make(const dungeon *d, const setup *s) {
    stage at = {0};
    CHECK(dungeon_build(d, NULL, &at.map, &at.fixtures));
    if (s->ways) CHECK_EQ(lf_keys_ways_create(at.fixtures, NULL, &at.ways), LF_OK);
    const lf_keys_search_desc desc = {.ways = at.ways, .max_states = s->max_states};
    CHECK_EQ(lf_keys_search_create(at.fixtures, &desc, &at.search), LF_OK);
    search_force(at.search, s);
    return at;
}

static void stage_free(stage *at) {
    lf_keys_search_destroy(at->search);
    lf_keys_ways_destroy(at->ways);
    lf_fixtures_destroy(at->fixtures);
    lf_map_destroy(at->map);
}

/// Runs a query in slices. Returns how often it was paused.
static int64_t ask_sliced(lf_keys_search *search, const lf_keys_query *query, int64_t budget, answer *a) {
    int64_t pauses = 0;
    lf_status status = lf_keys_search_begin(search, query);
    for (; status == LF_PAUSED && pauses < MOST_PAUSES; pauses++)
        status = lf_keys_search_step(search, budget);
    CHECK(pauses < MOST_PAUSES);
    CHECK_EQ(lf_keys_search_step(search, budget), status); // after the end, the same again
    a->status = lf_keys_search_finish(search, a->tiles, MAX_ROUTE, &a->route);
    CHECK_EQ(a->status, status);
    return pauses;
}

/// Answers are the same, apart from times.
static void compare_answers(const answer *a, const answer *b) {
    CHECK_EQ(a->status, b->status);
    CHECK_EQ(a->route.found, b->route.found);
    CHECK_EQ(a->route.length, b->route.length);
    CHECK_EQ(a->route.lower_bound, b->route.lower_bound);
    CHECK_EQ(a->route.strategy, b->route.strategy);
    CHECK_EQ(a->route.stats.states, b->route.stats.states);
    CHECK_EQ(a->route.stats.generated, b->route.stats.generated);
    CHECK_EQ(a->route.stats.points, b->route.stats.points);
    CHECK_EQ(a->route.tile_count, b->route.tile_count);
    CHECK_EQ(a->route.event_count, b->route.event_count);
    if (a->route.found && b->route.tile_count == a->route.tile_count)
        CHECK(memcmp(a->tiles, b->tiles, (size_t)a->route.tile_count * sizeof *a->tiles) == 0);
}

static void any_slices_give_the_same_answer(void) {
    static answer whole, sliced;
    static const int64_t budgets[] = {1, 3, 50, 1000000};
    const uint64_t seed = test_seed();
    int64_t pauses = 0;
    for (uint64_t i = 0; i < SLICED; i++) {
        dungeon d;
        const lf_moves moves = (lf_moves)(i % 3);
        if (!(i % 5 == 0 ? dungeon_make_large(&d, seed + i, moves) : dungeon_make(&d, seed + i, moves)))
            continue;
        const setup *s = &setups[i % SETUPS];
        stage at = stage_make(&d, s);
        for (int g = 0; g < 3; g++) {
            const lf_keys_query query = dungeon_query(&d, goals[g], s->strategy);
            whole.status = lf_keys_search_find(at.search, &query, whole.tiles, MAX_ROUTE, &whole.route);
            pauses += ask_sliced(at.search, &query, budgets[i % 4], &sliced);
            compare_answers(&sliced, &whole);
            compare_answers(&whole, &sliced);
        }
        stage_free(&at);
    }
    CHECK(pauses > 2 * SLICED);
}

// ---------------------------------------------------------------------------------------------------
// Stopping
// ---------------------------------------------------------------------------------------------------

static void every_stop_has_a_route_and_a_bound(void) {
    const uint64_t seed = test_seed();
    int64_t stops = 0;
    for (uint64_t i = 0; i < STOPPED; i++) {
        dungeon d;
        if (!dungeon_make(&d, seed + i, (lf_moves)(i % 3)) || d.width * d.height > JUDGE_TILES) continue;
        const setup *s = &setups[i % SETUPS];
        stage at = stage_make(&d, s);
        for (int g = 0; g < 3; g++) {
            bool ended = false;
            for (int64_t pauses = 0; !ended; pauses++, stops++) {
                const char *fault =
                    judge_ask_stopped(&d, at.fixtures, at.search, goals[g], s->strategy, pauses, &ended);
                if (fault == NULL) continue;
                printf("  dungeon %d, %s, goal %d, after %d pauses: %s\n", (int)i, s->name, g, (int)pauses,
                       fault);
                CHECK(fault == NULL);
                break;
            }
        }
        stage_free(&at);
    }
    printf("  %d stops\n", (int)stops);
    CHECK(stops > 5 * STOPPED);
}

enum { FIELDS = 12, FIELD_WIDTH = 60, FIELD_HEIGHT = 40, FIELD_KEYS = 11, FIELD_SETS = 1 << FIELD_KEYS };

/// An open field with a key of each of some kinds.
typedef struct field {
    lf_map *map;
    lf_fixtures *fixtures;
    lf_tile at[FIELD_KEYS + 1]; ///< of the keys; then the start
} field;

static field field_make(uint64_t seed) {
    static uint8_t tiles[FIELD_WIDTH * FIELD_HEIGHT];
    lf_fixture keys[FIELD_KEYS];
    field f = {0};
    uint64_t random = seed;
    memset(tiles, 1, sizeof tiles);
    for (int i = 0; i <= FIELD_KEYS; i++) { // a band for each, so that no two are on one tile
        const uint32_t y = (uint32_t)i * 3 + dungeon_random(&random, 3);
        f.at[i] = y * FIELD_WIDTH + dungeon_random(&random, FIELD_WIDTH);
        if (i < FIELD_KEYS) keys[i] = (lf_fixture){f.at[i], (uint8_t)i, LF_FIXTURE_KEY};
    }
    const lf_map_desc map = {
        .width = FIELD_WIDTH, .height = FIELD_HEIGHT, .tiles = tiles, .tiles_size = sizeof tiles};
    CHECK_EQ(lf_map_create(&map, &f.map), LF_OK);
    CHECK_EQ(lf_fixtures_create(f.map, &(lf_fixtures_desc){.fixtures = keys, .fixture_count = FIELD_KEYS},
                                &f.fixtures),
             LF_OK);
    return f;
}

static int64_t field_distance(lf_tile a, lf_tile b) {
    const int64_t x = llabs((int64_t)(a % FIELD_WIDTH) - (int64_t)(b % FIELD_WIDTH)),
                  y = llabs((int64_t)(a / FIELD_WIDTH) - (int64_t)(b / FIELD_WIDTH));
    return x > y ? x : y;
}

/// The length of a shortest way over all keys, by all sets of them: no doors, no walls, so no search is needed.
static int64_t field_length(const field *f) {
    static int64_t least[FIELD_SETS][FIELD_KEYS];
    for (unsigned set = 1; set < FIELD_SETS; set++) {
        for (int last = 0; last < FIELD_KEYS; last++) {
            const unsigned before = set & ~(1u << last);
            least[set][last] = before == 0 ? field_distance(f->at[FIELD_KEYS], f->at[last]) : INT32_MAX;
            for (int i = 0; i < FIELD_KEYS && set != before; i++) {
                if ((before >> i & 1) == 0) continue;
                const int64_t length = least[before][i] + field_distance(f->at[i], f->at[last]);
                if (length < least[set][last]) least[set][last] = length;
            }
        }
    }
    int64_t length = INT32_MAX;
    for (int i = 0; i < FIELD_KEYS; i++)
        if (least[FIELD_SETS - 1][i] < length) length = least[FIELD_SETS - 1][i];
    return length;
}

/// What is proven at a stop is so, and where it is not, there is a gap around the shortest length. Both occur: before
/// ways and bounds are there nothing can be proven; after that the first route soon often is.
static void stops_prove_or_leave_a_gap(void) {
    const uint64_t seed = test_seed();
    int64_t gaps = 0, longer = 0, proven = 0;
    for (uint64_t i = 0; i < FIELDS; i++) {
        field f = field_make(seed + i);
        lf_keys_search *search;
        CHECK_EQ(lf_keys_search_create(f.fixtures, NULL, &search), LF_OK);
        const lf_source source = {.tile = f.at[FIELD_KEYS]};
        const lf_keys_query query = {.sources = &source, .source_count = 1, .goal = LF_GOAL_ALL_KEYS};
        const int64_t length = field_length(&f);
        lf_status status = LF_PAUSED;
        for (int64_t slices = 1; status == LF_PAUSED; slices++) {
            lf_keys_route route;
            status = lf_keys_search_begin(search, &query);
            for (int64_t k = 0; k < slices && status == LF_PAUSED; k++)
                status = lf_keys_search_step(search, 1);
            const lf_status end = lf_keys_search_finish(search, NULL, 0, &route);
            CHECK(end == LF_OK || (end == LF_LIMIT && status == LF_PAUSED));
            CHECK(route.lower_bound <= length && length <= route.length);
            CHECK_EQ(end == LF_OK, route.lower_bound == route.length);
            gaps += end == LF_LIMIT && route.lower_bound < length;
            longer += end == LF_LIMIT && route.length > length;
            proven += end == LF_OK && status == LF_PAUSED;
        }
        lf_keys_search_destroy(search);
        lf_fixtures_destroy(f.fixtures);
        lf_map_destroy(f.map);
    }
    printf("  %d gaps, %d with a longer route; %d proven before the end\n", (int)gaps, (int)longer,
           (int)proven);
    CHECK(gaps >= FIELDS && longer >= FIELDS && proven >= FIELDS);
}

/// Every allocation fails in turn while a query runs for some slices and is stopped. What is said is true: there may be
/// no route for want of memory, but the next query works.
static void allocations_fail_at_a_stop(void) {
    const dungeon d = dungeon_busy();
    static answer a;
    lf_map *map;
    lf_fixtures *fixtures;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    const lf_keys_query query = dungeon_query(&d, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS);
    int64_t failures = 0;
    for (int64_t pauses = 0; pauses < 40; pauses += 3) {
        for (int64_t k = 2;; k++, failures++) {
            meter m = {.fail_at = k};
            lf_keys_search *search;
            const lf_keys_search_desc desc = {.allocator = meter_allocator(&m)};
            CHECK_EQ(lf_keys_search_create(fixtures, &desc, &search), LF_OK);
            search_force(search, &setups[0]);
            lf_status status = lf_keys_search_begin(search, &query);
            for (int64_t i = 0; i < pauses && status == LF_PAUSED; i++)
                status = lf_keys_search_step(search, 1);
            status = lf_keys_search_finish(search, a.tiles, MAX_ROUTE, &a.route);
            const bool failed = m.calls >= k;
            CHECK(status == LF_OK || status == LF_LIMIT || (failed && status == LF_E_NOMEM));
            CHECK(failed || a.route.found);
            lf_keys_walk walk;
            if (a.route.found)
                CHECK_EQ(lf_keys_check(fixtures, a.tiles, a.route.tile_count, 0, &walk), LF_OK);
            m.fail_at = 0;
            CHECK_EQ(lf_keys_search_find(search, &query, NULL, 0, &a.route), LF_OK);
            lf_keys_search_destroy(search);
            CHECK_EQ(m.live, 0);
            if (!failed) break;
        }
    }
    CHECK(failures > 100);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

// ---------------------------------------------------------------------------------------------------
// Misuse
// ---------------------------------------------------------------------------------------------------

static bool never(int64_t done, int64_t total, void *user) {
    (void)done;
    (void)total;
    (void)user;
    return false;
}

static void slices_refuse_nonsense(void) {
    const dungeon d = dungeon_busy();
    stage at = stage_make(&d, &setups[0]);
    lf_keys_query query = dungeon_query(&d, LF_GOAL_EXIT, LF_KEYS);
    lf_keys_route route;
    lf_tile tile;
    CHECK_EQ(lf_keys_search_step(at.search, 1), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_keys_search_finish(at.search, NULL, 0, &route), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_keys_search_begin(NULL, &query), LF_E_NULL);
    CHECK_EQ(lf_keys_search_begin(at.search, &query), LF_PAUSED);
    CHECK_EQ(lf_keys_search_begin(at.search, NULL), LF_E_NULL);
    CHECK_EQ(lf_keys_search_step(at.search, 1), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_keys_search_begin(at.search, &query), LF_PAUSED);
    CHECK_EQ(lf_keys_search_step(NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_keys_search_step(at.search, 0), LF_E_BUDGET);
    CHECK_EQ(lf_keys_search_step(at.search, -1), LF_E_BUDGET);
    CHECK_EQ(lf_keys_search_finish(NULL, NULL, 0, &route), LF_E_NULL);
    CHECK_EQ(lf_keys_search_finish(at.search, NULL, 1, &route), LF_E_NULL);
    CHECK_EQ(lf_keys_search_finish(at.search, &tile, -1, &route), LF_E_COUNT);
    CHECK(!route.found);
    CHECK_EQ(lf_keys_search_step(at.search, INT64_MAX), LF_OK); // none of that has stopped it
    CHECK_EQ(lf_keys_search_finish(at.search, &tile, 1, &route), LF_E_BUFFER_TOO_SMALL);
    CHECK(route.found && route.source == tile);
    CHECK_EQ(lf_keys_search_finish(at.search, NULL, 0, NULL), LF_OK);
    query.goal = (lf_goal)9;
    CHECK_EQ(lf_keys_search_begin(at.search, &query), LF_E_GOAL);
    CHECK_EQ(lf_keys_search_step(at.search, 1), LF_E_NOT_BEGUN);
    query.goal = LF_GOAL_EXIT;
    query.progress.report = never;
    CHECK_EQ(lf_keys_search_begin(at.search, &query), LF_PAUSED);
    CHECK_EQ(lf_keys_search_step(at.search, INT64_MAX), LF_E_CANCELLED);
    CHECK_EQ(lf_keys_search_finish(at.search, NULL, 0, &route), LF_E_CANCELLED);
    query.strategy = LF_KEYS_PLAIN;
    CHECK_EQ(lf_keys_search_begin(at.search, &query), LF_E_CANCELLED);
    CHECK_EQ(lf_keys_search_step(at.search, 1), LF_E_CANCELLED);
    stage_free(&at);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(any_slices_give_the_same_answer), TEST(every_stop_has_a_route_and_a_bound),
        TEST(stops_prove_or_leave_a_gap), TEST(allocations_fail_at_a_stop), TEST(slices_refuse_nonsense)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
