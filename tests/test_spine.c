// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// spine against the oracle: a route exactly when there is one, legal, without a loop; windows of its own; a
// search for spine alone gives the same tiles; portals by their definition; special maps; slices, stamps,
// memory, refusals.
#include "ends.h"
#include "meter.h"
#include "search.h"

enum { MAPS = 6000 };

/// What the random runs have seen, so that a test that never gets there fails.
typedef struct seen {
    int64_t found, guardrails, widened, unlimited, proven, many_segments, alone, improved, joined;
} seen;

static lf_options options_pick(uint64_t *random) {
    static const int32_t radii[] = {LF_NONE, LF_NONE, 0, 1, 2}, widenings[] = {LF_NONE, LF_NONE, 0, 1, 2, 30},
                         spacings[] = {LF_NONE, 0, 1, 2, 3, 5}, caps[] = {0, 0, 1, 2, 3};
    return (lf_options){.radius = radii[oracle_below(random, 5)],
                        .widenings = widenings[oracle_below(random, 6)],
                        .spacing = spacings[oracle_below(random, 6)],
                        .portal_cap = caps[oracle_below(random, 5)],
                        .entry = (lf_entry)oracle_below(random, 2),
                        .keep_joints = oracle_below(random, 3) == 0};
}

/// No tile twice; and only the ends are a source or a target if that can be said.
static void check_simple(const lf_query *query, const lf_route *route, const lf_tile *tiles) {
    static unsigned char on[MAX_TILES];
    memset(on, 0, sizeof on);
    for (int64_t i = 0; i <= route->length; i++) CHECK_EQ(on[tiles[i]]++, 0);
    if (route->stats.guardrail) return;
    for (int64_t i = 0; i < query->source_count; i++)
        CHECK(on[query->sources[i].tile] == 0 || query->sources[i].tile == tiles[0]);
    for (int64_t i = 0; i < query->target_count; i++)
        CHECK(on[query->targets[i]] == 0 || query->targets[i] == tiles[route->length]);
}

static lf_route check_answer(const lf_coarse *coarse, lf_search *search, const lf_query *query, int optimum,
                             lf_tile *tiles, seen *s) {
    lf_route route;
    const lf_status status = lf_search_find(search, query, tiles, MAX_TILES, &route);
    CHECK_EQ(status, optimum >= 0 ? LF_OK : LF_NO_ROUTE);
    CHECK_EQ(route.strategy, LF_STRATEGY_SPINE);
    if (lf_coarse_kind_of(coarse) == LF_COARSE_HONEST) {
        CHECK(!route.stats.guardrail);
        CHECK_EQ(route.stats.opened_cells, 0);
        CHECK_EQ(route.stats.deferred, 0);
    }
    s->guardrails += route.stats.guardrail;
    s->widened += route.stats.opened_cells > 0;
    s->proven += status == LF_NO_ROUTE && !route.stats.guardrail && route.stats.phases > 0;
    s->many_segments += route.stats.segments > 2;
    if (status != LF_OK) return route;
    s->found++;
    check_route(lf_search_map(search), query, &route, tiles);
    check_simple(query, &route, tiles);
    CHECK(route.length >= optimum);
    CHECK_EQ(route.exact, route.stats.guardrail);
    if (route.stats.guardrail) CHECK_EQ(route.length, optimum);
    return route;
}

static void check_same(const lf_route *a, const lf_tile *a_tiles, const lf_route *b, const lf_tile *b_tiles) {
    CHECK_EQ(a->tile_count, b->tile_count);
    CHECK_EQ(a->stats.expanded, b->stats.expanded);
    CHECK_EQ(a->stats.enqueued, b->stats.enqueued);
    CHECK_EQ(a->stats.planned, b->stats.planned);
    CHECK_EQ(a->stats.phases, b->stats.phases);
    CHECK_EQ(a->stats.segments, b->stats.segments);
    CHECK_EQ(memcmp(a_tiles, b_tiles, sizeof *a_tiles * (size_t)a->tile_count), 0);
}

static void check_query(const lf_coarse *coarse, lf_search *search, lf_search *alone, lf_query query,
                        const oracle_map *small, uint64_t *random, seen *s) {
    static lf_tile tiles[MAX_TILES], again[MAX_TILES];
    lf_route route, other;
    const int optimum = oracle_length(small, NULL, &query);
    query.options = options_pick(random);
    query.strategy = LF_STRATEGY_SPINE;
    route = check_answer(coarse, search, &query, optimum, tiles, s);
    CHECK_EQ(find_sliced(search, &query, again, &other, random), route.found ? LF_OK : LF_NO_ROUTE);
    check_same(&route, tiles, &other, again);
    if (alone != NULL) {
        const lf_status status = lf_search_find(alone, &query, again, MAX_TILES, &other);
        CHECK(status == LF_E_WINDOW_ROOM || status == (route.found ? LF_OK : LF_NO_ROUTE));
        if (status >= 0) check_same(&route, tiles, &other, again);
        s->alone += status >= 0;
    }
    if (!route.found || query.options.keep_joints) return;
    query.options.keep_joints = true;
    CHECK_EQ(lf_search_find(search, &query, again, MAX_TILES, &other), LF_OK);
    s->improved += other.length > route.length;
}

static void check_map(uint64_t seed, seen *s) {
    uint64_t random = seed ^ UINT64_C(0x2545F4914F6CDD1D);
    const oracle_map small = oracle_random_map(seed, 70, (lf_moves)(seed % 3));
    lf_map *map = map_make(&small, oracle_below(&random, 2) == 0);
    const lf_coarse_desc desc = {.level = 1 + oracle_below(&random, 4),
                                 .kind = (lf_coarse_kind)oracle_below(&random, 2)};
    lf_coarse *coarse = NULL;
    lf_search *search = NULL, *alone = NULL;
    if (lf_coarse_create(map, &desc, &coarse) != LF_OK) CHECK_EQ(lf_coarse_create(map, NULL, &coarse), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.coarse = coarse}, &search), LF_OK);
    const lf_status status =
        lf_search_create(map, &(lf_search_desc){.coarse = coarse, .only = LF_STRATEGY_SPINE}, &alone);
    CHECK_EQ(status, lf_coarse_kind_of(coarse) == LF_COARSE_HONEST ? LF_OK : LF_E_COARSE_KIND);
    ends e;
    for (int i = 0; i < 3 && ends_pick(&small, &random, &e); i++)
        check_query(coarse, search, alone, e.query, &small, &random, s);
    lf_search_destroy(alone);
    lf_search_destroy(search);
    lf_coarse_destroy(coarse);
    lf_map_destroy(map);
    free(small.open);
}

static void spine_matches_the_oracle(void) {
    const uint64_t seed = test_seed();
    seen s = {0};
    for (uint64_t i = 0; i < MAPS; i++) {
        const int64_t before = test_failures;
        check_map(seed + i, &s);
        if (test_failures != before) {
            printf("  first failing map: LF_SEED=%" PRIu64 ", map %" PRIu64 "\n", seed, i);
            return;
        }
    }
    printf("  %d maps, %" PRId64 " routes, %" PRId64 " guardrails, %" PRId64 " widened, %" PRId64
           " proven without, %" PRId64 " of more than two segments, %" PRId64 " by spine alone, %" PRId64
           " improved at joints\n",
           MAPS, s.found, s.guardrails, s.widened, s.proven, s.many_segments, s.alone, s.improved);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(spine_matches_the_oracle),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
