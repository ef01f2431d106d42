// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The guided strategies against the oracle: a route exactly when there is one, legal, no longer than the
// corridor asks for; list and region alike; slices; the guardrail and the proven "no route"; stamps, memory,
// refusals.
#include "test.h"

#include "ends.h"
#include "flood/flood.h"
#include "guided/guide.h"
#include "guided/tiles.h"
#include "meter.h"
#include "starve.h"

#include <scenes.h>

enum { MAPS = 6000 };

/// What the random runs have seen, so that a test that never gets there fails.
typedef struct seen {
    int64_t found, guardrails, widened, proven, late_sources, straightened, exact_lists;
    int64_t near, near_missed, near_proven; ///< what the near flood has answered, left to a plan, or proven
    int64_t corridor_expanded, expand_expanded;
} seen;

/// Random options: any radius and number of widenings from none on.
/// @param experts  receives what the options point at.
static lf_options options_pick(uint64_t *random, lf_expert_options *experts) {
    static const int32_t radii[] = {LF_NONE, LF_NONE, 0, 1, 2, 3}, widenings[] = {LF_NONE, 0, 1, 2, 5, 40};
    lf_options options = {.experts = experts};
    options.radius = radii[oracle_below(random, 6)];
    options.widenings = widenings[oracle_below(random, 6)];
    *experts = (lf_expert_options){.straighten = oracle_below(random, 4) == 0};
    return options;
}

static int widenings_of(lf_options options) {
    return options.widenings == LF_NONE ? 0 : options.widenings == 0 ? 5 : options.widenings;
}

/// The tiles of the corridor as it stands at the end, read back through the accessor.
static void corridor_read(const oracle_map *small, const lf_search *search, const lf_coarse *coarse,
                          unsigned char *inside) {
    const int level = lf_coarse_level(coarse);
    for (int i = 0; i < small->width * small->height; i++) {
        inside[i] =
            lf_search_cell_phase(search, (i % small->width) >> level, (i / small->width) >> level) > 0;
    }
}

/// Whether the near flood has answered a query: no plan was needed.
static bool is_near(const lf_route *route) {
    return route->stats.phases == 0 && route->stats.planned == 0 && !route->stats.guardrail;
}

static bool has_choice(const lf_query *query) {
    return query->source_count > 1 || query->target_count > 1;
}

/// One strategy on one query: everything that can be said about its answer.
static lf_route check_strategy(const oracle_map *small, const lf_coarse *coarse, lf_search *search,
                               const lf_query *query, int optimum, lf_tile *tiles, seen *s) {
    static unsigned char inside[MAX_TILES];
    lf_route route;
    const lf_status status = lf_search_find(search, query, tiles, MAX_TILES, &route);
    CHECK_EQ(status, optimum >= 0 ? LF_OK : LF_NO_ROUTE);
    CHECK_EQ(route.strategy, query->strategy);
    CHECK(route.stats.phases <= widenings_of(query->options) + 1);
    if (lf_coarse_kind_of(coarse) == LF_COARSE_HONEST) {
        CHECK(!route.stats.guardrail);
        CHECK(route.stats.phases <= 1);
    }
    s->guardrails += route.stats.guardrail;
    s->widened += route.stats.phases > 1;
    if (status == LF_NO_ROUTE) {
        CHECK(route.exact);
        s->proven += !route.stats.guardrail && route.stats.phases > 0;
        s->near_proven += is_near(&route) && route.stats.expanded > 0;
    }
    if (status != LF_OK) return route;
    s->found++;
    check_route(lf_search_map(search), query, &route, tiles);
    CHECK(route.length >= optimum);
    CHECK_EQ(route.exact, route.stats.guardrail || is_near(&route) || route.length == 0);
    s->near += is_near(&route);
    s->near_missed += !is_near(&route) && route.stats.expanded > 0 && has_choice(query);
    CHECK(has_choice(query) || !is_near(&route));
    corridor_read(small, search, coarse, inside);
    for (int64_t i = 0; i < query->source_count && !is_near(&route); i++)
        s->late_sources += inside[query->sources[i].tile] == 0;
    if (route.stats.guardrail || is_near(&route)) {
        CHECK_EQ(route.length, optimum);
    } else {
        for (int64_t i = 0; i <= route.length; i++) CHECK(inside[tiles[i]] != 0);
        if (query->strategy != LF_STRATEGY_EXPAND)
            CHECK_EQ(route.length, oracle_length(small, inside, query));
    }
    return route;
}

/// What is told to be met is what was counted: in one run all of it, in a resumed one over all phases.
static void check_met(const lf_search *search, const lf_map *map, const lf_query *query,
                      const lf_route *route, const lf_tile *tiles) {
    if (route->stats.guardrail || (route->strategy != LF_STRATEGY_EXPAND && route->stats.phases > 1)) return;
    int64_t met = 0;
    for (lf_tile tile = 0; tile < map->tile_count; tile++) {
        met += lf_search_has_met(search, tile);
        CHECK(lf_map_is_open(map, tile) || !lf_search_has_met(search, tile));
    }
    if (!has_choice(query)) CHECK_EQ(met, route->stats.enqueued);
    // The near flood has met tiles too, those of each horizon anew.
    CHECK(met <= route->stats.enqueued);
    if (route->stats.phases > 0) CHECK_EQ(met, lfi_tiles_of(search)->tail);
    if (route->stats.phases == 0 && !is_near(route)) CHECK_EQ(met, 0);
    for (int64_t i = 0; i < route->tile_count; i++) CHECK(lf_search_has_met(search, tiles[i]));
}

/// A buffer that is too short gets the beginning, and nothing is written behind it.
static void check_short_buffers(lf_search *search, const lf_route *route, const lf_tile *tiles) {
    static lf_tile part[MAX_TILES + 1];
    const int64_t rooms[] = {0, 1, route->tile_count / 2, route->tile_count - 1, route->tile_count};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        const int64_t room = rooms[i];
        if (room < 0) continue;
        for (int64_t k = 0; k <= route->tile_count; k++) part[k] = LF_NO_TILE;
        const bool fits = room >= route->tile_count;
        CHECK_EQ(lf_search_finish(search, part, room, NULL), fits ? LF_OK : LF_E_BUFFER_TOO_SMALL);
        CHECK_EQ(memcmp(part, tiles, sizeof *tiles * (size_t)room), 0);
        for (int64_t k = room; k <= route->tile_count; k++) CHECK(part[k] == LF_NO_TILE);
    }
}

/// One expansion a step; then as much as there is, at once.
static void check_budgets(lf_search *search, const lf_query *query, const lf_route *route) {
    int64_t steps = 0;
    lf_status status = lf_search_begin(search, query);
    for (; status == LF_PAUSED; steps++) status = lf_search_step(search, 1);
    CHECK_EQ(status, route->found ? LF_OK : LF_NO_ROUTE);
    if (!route->stats.guardrail) { // the near flood moves up to 64 tiles at once
        const int64_t work = route->stats.expanded + route->stats.planned;
        CHECK(steps >= (has_choice(query) ? work / 64 : work));
    }
    status = lf_search_begin(search, query);
    for (int i = 0; i < 5 && status == LF_PAUSED; i++) status = lf_search_step(search, i < 4 ? 3 : INT64_MAX);
    CHECK_EQ(status, route->found ? LF_OK : LF_NO_ROUTE);
}

static void check_slices(lf_search *search, const lf_query *query, const lf_route *route,
                         const lf_tile *tiles, uint64_t *random) {
    static lf_tile again[MAX_TILES];
    lf_route sliced;
    CHECK_EQ(find_sliced(search, query, again, &sliced, random), route->found ? LF_OK : LF_NO_ROUTE);
    CHECK_EQ(sliced.tile_count, route->tile_count);
    CHECK_EQ(sliced.stats.expanded, route->stats.expanded);
    CHECK_EQ(sliced.stats.enqueued, route->stats.enqueued);
    CHECK_EQ(sliced.stats.planned, route->stats.planned);
    CHECK_EQ(sliced.stats.phases, route->stats.phases);
    CHECK_EQ(memcmp(tiles, again, sizeof *tiles * (size_t)route->tile_count), 0);
    check_met(search, lf_search_map(search), query, route, tiles);
    if (route->found) check_short_buffers(search, route, tiles);
    check_budgets(search, query, route);
}

/// All strategies on one query under the same options.
static void check_query(const oracle_map *small, const lf_coarse *coarse, lf_search *search, lf_query query,
                        uint64_t *random, seen *s) {
    static lf_tile tiles[MAX_TILES], other[MAX_TILES];
    const int optimum = oracle_length(small, NULL, &query);
    lf_expert_options experts;
    query.options = options_pick(random, &experts);
    s->straightened += experts.straighten;

    query.strategy = LF_STRATEGY_CORRIDOR;
    const lf_route corridor = check_strategy(small, coarse, search, &query, optimum, tiles, s);
    check_slices(search, &query, &corridor, tiles, random);
    query.strategy = LF_STRATEGY_EXPAND_OPTIMAL;
    const lf_route optimal = check_strategy(small, coarse, search, &query, optimum, tiles, s);
    check_slices(search, &query, &optimal, tiles, random);
    query.strategy = LF_STRATEGY_EXPAND;
    const lf_route region = check_strategy(small, coarse, search, &query, optimum, tiles, s);
    check_slices(search, &query, &region, tiles, random);
    experts.frontier = LF_FRONTIER_LIST;
    const lf_route list = check_strategy(small, coarse, search, &query, optimum, other, s);
    // One list or a list a cell: the same tiles, not only the same length.
    CHECK_EQ(list.tile_count, region.tile_count);
    CHECK_EQ(list.stats.expanded, region.stats.expanded);
    CHECK_EQ(list.stats.opened_cells, region.stats.opened_cells);
    CHECK_EQ(memcmp(tiles, other, sizeof *tiles * (size_t)list.tile_count), 0);
    s->exact_lists += list.stats.phases > 2;
    s->corridor_expanded += corridor.stats.expanded;
    s->expand_expanded += region.stats.expanded;
}

static void check_map(uint64_t seed, seen *s) {
    uint64_t random = seed ^ UINT64_C(0x2545F4914F6CDD1D);
    const oracle_map small = oracle_random_map(seed, 70, (lf_moves)(seed % 3));
    lf_map *map = map_make(&small, oracle_below(&random, 2) == 0);
    const lf_coarse_desc desc = {.level = 1 + oracle_below(&random, 4),
                                 .kind = (lf_coarse_kind)oracle_below(&random, 2)};
    lf_coarse *coarse = NULL;
    lf_search *search = NULL;
    if (lf_coarse_create(map, &desc, &coarse) != LF_OK) CHECK_EQ(lf_coarse_create(map, NULL, &coarse), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.coarse = coarse}, &search), LF_OK);
    ends e;
    for (int i = 0; i < 2 && ends_pick(&small, &random, &e); i++)
        check_query(&small, coarse, search, e.query, &random, s);
    lf_search_destroy(search);
    lf_coarse_destroy(coarse);
    lf_map_destroy(map);
    free(small.open);
}

static void strategies_match_the_oracle(void) {
    const uint64_t seed = test_seed();
    seen s = {0};
    for (uint64_t i = 0; i < MAPS; i++) {
        const int64_t before = test_failures;
        check_map(seed + i, &s);
        if (test_failed_on(before, seed, i)) return;
    }
    printf("  %d maps, %" PRId64 " routes, %" PRId64 " guardrails, %" PRId64 " widened, %" PRId64
           " proven without, %" PRId64 " sources outside the corridor, expanded %" PRId64
           " (corridor) and %" PRId64 " (expand)\n",
           MAPS, s.found, s.guardrails, s.widened, s.proven, s.late_sources, s.corridor_expanded,
           s.expand_expanded);
    CHECK(s.found > 20000 && s.guardrails > 500 && s.widened > 500 && s.proven > 100 && s.late_sources > 500);
    CHECK(s.straightened > 1000 && s.exact_lists > 100);
    printf("  near floods: %" PRId64 " routes, %" PRId64 " left to a plan, %" PRId64 " proofs\n", s.near,
           s.near_missed, s.near_proven);
    CHECK(s.near > 1000 && s.near_missed > 1000 && s.near_proven > 10);
    CHECK(s.expand_expanded <= s.corridor_expanded);
}

/// A given coarse map may call the ends' cells closed, or all cells: then the guardrail answers.
static void given_coarse_maps_may_lie(void) {
    const uint64_t seed = test_seed();
    int64_t guardrails = 0, without = 0;
    static lf_tile tiles[MAX_TILES];
    for (uint64_t i = 0; i < 1500; i++) {
        uint64_t random = seed + i;
        const oracle_map small = oracle_random_map(seed + i, 40, (lf_moves)(i % 3));
        lf_map *map = map_make(&small, true);
        const int32_t width = (small.width + 1) / 2, height = (small.height + 1) / 2;
        uint8_t *cells = malloc((size_t)(width * height));
        const int closed = oracle_below(&random, 100);
        for (int k = 0; k < width * height; k++) cells[k] = oracle_below(&random, 100) >= closed;
        const lf_coarse_desc desc = {
            .level = 1, .kind = LF_COARSE_CELLS, .cells = cells, .width = width, .height = height};
        lf_coarse *coarse;
        lf_search *search;
        CHECK_EQ(lf_coarse_create(map, &desc, &coarse), LF_OK);
        free(cells);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.coarse = coarse}, &search), LF_OK);
        ends e;
        if (ends_pick(&small, &random, &e)) {
            const int optimum = oracle_length(&small, NULL, &e.query);
            for (int strategy = LF_STRATEGY_CORRIDOR; strategy <= LF_STRATEGY_EXPAND_OPTIMAL; strategy++) {
                seen s = {0};
                e.query.strategy = (lf_strategy)strategy;
                const lf_route route = check_strategy(&small, coarse, search, &e.query, optimum, tiles, &s);
                guardrails += route.stats.guardrail;
                without += route.found && !route.stats.guardrail;
            }
        }
        lf_search_destroy(search);
        lf_coarse_destroy(coarse);
        lf_map_destroy(map);
        free(small.open);
    }
    printf("  %" PRId64 " guardrails, %" PRId64 " routes without\n", guardrails, without);
    CHECK(guardrails > 200 && without > 200);
}

/// A wall one tile thick runs through the middle of cells, with a gap far away: the optimistic coarse map
/// lies.
typedef struct lying {
    oracle_map small;
    lf_map *map;
    lf_coarse *coarse;
    lf_search *search;
} lying;

static lying lying_make(lf_coarse_kind kind) {
    enum { SIDE = 64 };
    lying f = {.small = {.width = SIDE, .height = SIDE, .open = malloc(SIDE * SIDE)}};
    for (int i = 0; i < SIDE * SIDE; i++) f.small.open[i] = i % SIDE != 33 || i / SIDE == SIDE - 1;
    f.map = map_make(&f.small, true);
    CHECK_EQ(lf_coarse_create(f.map, &(lf_coarse_desc){.level = 2, .kind = kind}, &f.coarse), LF_OK);
    CHECK_EQ(lf_search_create(f.map, &(lf_search_desc){.coarse = f.coarse}, &f.search), LF_OK);
    return f;
}

static void lying_free(lying *f) {
    lf_search_destroy(f->search);
    lf_coarse_destroy(f->coarse);
    lf_map_destroy(f->map);
    free(f->small.open);
}

static lf_route lying_find(lying *f, lf_strategy strategy, lf_options options) {
    static lf_tile tiles[MAX_TILES];
    const lf_source source = {.tile = 30 * 64 + 20};
    const lf_tile target = 30 * 64 + 50;
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = strategy,
                            .options = options};
    lf_route route;
    CHECK_EQ(lf_search_find(f->search, &query, tiles, MAX_TILES, &route), LF_OK);
    CHECK_EQ(lf_route_check(f->map, tiles, route.tile_count, NULL, NULL), LF_OK);
    return route;
}

static void a_lying_map_is_repaired(void) {
    lying f = lying_make(LF_COARSE_CELLS);
    const lf_options patient = {.radius = 1, .widenings = 40}, hasty = {.radius = 1, .widenings = 2};
    const lf_route flood = lying_find(&f, LF_STRATEGY_FLOOD, patient);
    const lf_route corridor = lying_find(&f, LF_STRATEGY_CORRIDOR, patient);
    const lf_route expand = lying_find(&f, LF_STRATEGY_EXPAND, patient);
    const lf_route optimal = lying_find(&f, LF_STRATEGY_EXPAND_OPTIMAL, patient);
    CHECK(corridor.stats.phases > 3 && !corridor.stats.guardrail);
    CHECK_EQ(expand.stats.phases, corridor.stats.phases);
    CHECK(expand.stats.expanded * 2 < corridor.stats.expanded); // resuming does not walk it all again
    CHECK(optimal.length <= expand.length);
    CHECK_EQ(corridor.length, optimal.length);
    CHECK(flood.length <= optimal.length);
    CHECK(expand.stats.opened_cells > 0 && expand.stats.deferred > 0 && expand.stats.first_cells > 0);
    const lf_route given_up = lying_find(&f, LF_STRATEGY_EXPAND, hasty);
    CHECK(given_up.stats.guardrail && given_up.exact);
    CHECK_EQ(given_up.stats.phases, 3);
    CHECK_EQ(given_up.length, flood.length);
    CHECK(lf_search_cell_phase(f.search, 5, 7) == 1);
    CHECK(lf_search_cell_phase(f.search, 0, 0) == 0);
    CHECK(lf_search_cell_phase(f.search, -1, 0) == 0 && lf_search_cell_phase(f.search, 0, 16) == 0);
    CHECK(lf_search_cell_phase(NULL, 0, 0) == 0);
    lying_free(&f);
    f = lying_make(LF_COARSE_HONEST);
    const lf_route honest = lying_find(&f, LF_STRATEGY_EXPAND, hasty);
    CHECK_EQ(honest.stats.phases, 1);
    CHECK_EQ(honest.length, flood.length);
    lying_free(&f);
}

static void bad_options_each_get_their_status(void) {
    lying f = lying_make(LF_COARSE_CELLS), other = lying_make(LF_COARSE_HONEST);
    const lf_source source = {.tile = 0};
    const lf_tile target = 1;
    const lf_query good = {.sources = &source,
                           .source_count = 1,
                           .targets = &target,
                           .target_count = 1,
                           .strategy = LF_STRATEGY_EXPAND};
    lf_query q = good;
    q.options.radius = -2;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_RADIUS);
    q.strategy = LF_STRATEGY_FLOOD;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_PAUSED); // not an option of flood
    q = good, q.options.widenings = -7;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_WIDENINGS);
    q = good, q.options.experts = &(lf_expert_options){.frontier = (lf_frontier)2};
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_FRONTIER);
    q = good, q.options.radius = INT32_MAX, q.options.widenings = INT32_MAX;
    CHECK_EQ(lf_search_find(f.search, &q, NULL, 0, NULL), LF_OK);
    lf_search *search;
    CHECK_EQ(lf_search_create(f.map, &(lf_search_desc){.coarse = other.coarse}, &search),
             LF_E_FOREIGN_COARSE);
    CHECK(search == NULL);
    CHECK_EQ(lf_search_create(f.map, NULL, &search), LF_OK);
    CHECK_EQ(lf_search_begin(search, &good), LF_E_NO_COARSE);
    CHECK_EQ(lf_search_cell_phase(search, 0, 0), 0);
    lf_search_destroy(search);
    lying_free(&f), lying_free(&other);
}

static void every_allocation_failed_and_queries_make_none(void) {
    lying f = lying_make(LF_COARSE_HONEST);
    CHECK(f.coarse->above != NULL); // so that both tiers of the planner are allocated
    meter all = {0};
    lf_search_desc desc = {.coarse = f.coarse, .allocator = meter_allocator(&all)};
    lf_search_destroy(f.search);
    CHECK_EQ(lf_search_create(f.map, &desc, &f.search), LF_OK);
    CHECK_EQ(all.live, lf_search_bytes(f.search));
    const int64_t calls = all.calls;
    const lf_expert_options straight = {.straighten = true};
    for (int strategy = LF_STRATEGY_FLOOD; strategy <= LF_STRATEGY_EXPAND_OPTIMAL; strategy++) {
        lying_find(&f, (lf_strategy)strategy, (lf_options){0});
        lying_find(&f, (lf_strategy)strategy, (lf_options){.radius = LF_NONE, .experts = &straight});
    }
    CHECK_EQ(all.calls, calls);
    lf_search_destroy(f.search);
    f.search = NULL;
    CHECK_EQ(all.live, 0);
    search_starve(f.map, desc, calls);
    lying_free(&f);
}

/// Every stamp at its end: the answers before, at and after the wrap-around are the same.
static void stamps_wrap_around(void) {
    for (int kind = 0; kind < 2; kind++) {
        for (int strategy = LF_STRATEGY_CORRIDOR; strategy <= LF_STRATEGY_EXPAND_OPTIMAL; strategy++) {
            lying f = lying_make((lf_coarse_kind)kind);
            const lf_options options = {.widenings = 40};
            const lf_route first = lying_find(&f, (lf_strategy)strategy, options);
            // Straight to the wrap-around: the marks of the first query bear the same stamps as those of the
            // next one.
            f.search->stamp = lfi_tiles_of(f.search)->stamp = lfi_flood_of(f.search)->stamp =
                lfi_guide_of(f.search)->visit = UINT32_MAX;
            const lf_route second = lying_find(&f, (lf_strategy)strategy, options);
            CHECK_EQ(f.search->stamp, 1);
            CHECK_EQ(second.stats.expanded, first.stats.expanded);
            CHECK_EQ(second.stats.planned, first.stats.planned);
            CHECK_EQ(second.stats.opened_cells, first.stats.opened_cells);
            f.search->stamp = UINT32_MAX - 2;
            lfi_tiles_of(f.search)->stamp = UINT32_MAX - 5;
            lfi_guide_of(f.search)->visit = UINT32_MAX - 9;
            for (int i = 0; i < 5; i++) {
                const lf_route route = lying_find(&f, (lf_strategy)strategy, options);
                CHECK_EQ(route.length, first.length);
                CHECK_EQ(route.stats.expanded, first.stats.expanded);
                CHECK_EQ(route.stats.planned, first.stats.planned);
                CHECK_EQ(route.stats.opened_cells, first.stats.opened_cells);
                CHECK_EQ(route.stats.deferred, first.stats.deferred);
            }
            CHECK(f.search->stamp < 10);
            lying_free(&f);
        }
    }
}

/// A corridor as wide as the map shuts nothing out: the same tiles as `flood`, by the same written rule, and
/// the same for all three.
static void an_endless_corridor_is_flood(void) {
    static lf_tile tiles[MAX_TILES], expected[MAX_TILES];
    const uint64_t seed = test_seed();
    int64_t compared = 0;
    for (uint64_t i = 0; i < 600; i++) {
        const oracle_map small = oracle_random_map(seed + i, 70, (lf_moves)(i % 3));
        lf_map *map = oracle_to_map(&small);
        lf_coarse *coarse;
        lf_search *search;
        CHECK_EQ(lf_coarse_create(map, NULL, &coarse), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.coarse = coarse}, &search), LF_OK);
        uint64_t random = seed ^ i;
        ends e;
        if (ends_pick(&small, &random, &e)) {
            lf_route flood, corridor, expand;
            e.query.options.radius = 70;
            lf_search_find(search, &e.query, expected, MAX_TILES, &flood);
            e.query.strategy = LF_STRATEGY_CORRIDOR;
            lf_search_find(search, &e.query, tiles, MAX_TILES, &corridor);
            CHECK_EQ(corridor.tile_count, flood.tile_count);
            if (!is_near(&corridor)) {
                CHECK_EQ(corridor.target_index, flood.target_index);
                CHECK_EQ(memcmp(tiles, expected, sizeof *tiles * (size_t)flood.tile_count), 0);
                if (flood.found) CHECK(corridor.stats.expanded >= flood.stats.expanded);
            }
            CHECK(corridor.stats.enqueued >= corridor.stats.expanded);
            CHECK_EQ(corridor.stats.deferred, 0);
            e.query.strategy = LF_STRATEGY_EXPAND;
            lf_search_find(search, &e.query, tiles, MAX_TILES, &expand);
            CHECK_EQ(expand.length, flood.length);
            CHECK_EQ(expand.stats.expanded, corridor.stats.expanded);
            compared += flood.found && !is_near(&corridor);
        }
        lf_search_destroy(search);
        lf_coarse_destroy(coarse);
        lf_map_destroy(map);
        free(small.open);
    }
    CHECK(compared > 300);
}

/// A search that has answered many queries gives the tiles and counts of a new one: no mark of an earlier
/// query is taken for one of this query. On maps of several words a row, where what lies beside a word was
/// marked in other queries.
static void a_search_remembers_nothing(void) {
    enum { WIDTH = 200, HEIGHT = 40, QUERIES = 12 };
    static lf_tile tiles[WIDTH * HEIGHT], expected[WIDTH * HEIGHT];
    uint64_t random = test_seed();
    for (int round = 0; round < 60; round++) {
        oracle_map plan = {
            .width = WIDTH, .height = HEIGHT, .moves = (lf_moves)(round % 3), .open = malloc(WIDTH * HEIGHT)};
        const int percent = 60 + oracle_below(&random, 40);
        for (int i = 0; i < WIDTH * HEIGHT; i++) plan.open[i] = oracle_below(&random, 100) < percent;
        lf_map *map = oracle_to_map(&plan);
        lf_coarse *coarse;
        lf_search *old;
        const lf_coarse_desc desc = {.level = 1 + round % 4, .kind = (lf_coarse_kind)(round / 3 % 2)};
        CHECK_EQ(lf_coarse_create(map, &desc, &coarse), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.coarse = coarse}, &old), LF_OK);
        ends e;
        for (int i = 0; i < QUERIES && ends_pick(&plan, &random, &e); i++) {
            lf_search *fresh;
            lf_route a, b;
            e.query.strategy = (lf_strategy)(LF_STRATEGY_CORRIDOR + oracle_below(&random, 3));
            lf_expert_options experts;
            e.query.options = options_pick(&random, &experts);
            CHECK_EQ(lf_search_create(map, &(lf_search_desc){.coarse = coarse}, &fresh), LF_OK);
            CHECK_EQ(lf_search_find(old, &e.query, tiles, WIDTH * HEIGHT, &a),
                     lf_search_find(fresh, &e.query, expected, WIDTH * HEIGHT, &b));
            CHECK_EQ(a.tile_count, b.tile_count);
            CHECK_EQ(memcmp(tiles, expected, sizeof *tiles * (size_t)b.tile_count), 0);
            CHECK_EQ(a.stats.expanded, b.stats.expanded);
            CHECK_EQ(a.stats.enqueued, b.stats.enqueued);
            CHECK_EQ(a.stats.deferred, b.stats.deferred);
            CHECK_EQ(a.stats.opened_cells, b.stats.opened_cells);
            CHECK_EQ(a.stats.phases, b.stats.phases);
            lf_search_destroy(fresh);
        }
        lf_search_destroy(old);
        lf_coarse_destroy(coarse);
        lf_map_destroy(map);
        free(plan.open);
    }
}

enum { FIELD_SIDE = 640, FIELD_ENDS = 700 };

/// A map with many ends, and searches for it.
typedef struct field {
    lf_map *map;
    lf_coarse *coarse[2];   ///< honest and optimistic
    lf_search *searches[3]; ///< with each of them, and for spine alone
    lf_source sources[FIELD_ENDS];
    lf_tile targets[FIELD_ENDS];
    lf_tile tiles[FIELD_SIDE * FIELD_SIDE];
} field;

static void field_make(lf_scene scene, lf_moves moves, field *f) {
    static uint8_t open[FIELD_SIDE * FIELD_SIDE];
    CHECK(lf_scene_make(scene, FIELD_SIDE, FIELD_SIDE, 5, open));
    const lf_map_desc desc = {
        .width = FIELD_SIDE, .height = FIELD_SIDE, .tiles = open, .tiles_size = sizeof open, .moves = moves};
    CHECK_EQ(lf_map_create(&desc, &f->map), LF_OK);
    for (int i = 0; i < 2; i++) {
        const lf_coarse_desc coarse = {.kind = i == 0 ? LF_COARSE_HONEST : LF_COARSE_CELLS};
        CHECK_EQ(lf_coarse_create(f->map, &coarse, &f->coarse[i]), LF_OK);
        CHECK_EQ(lf_search_create(f->map, &(lf_search_desc){.coarse = f->coarse[i]}, &f->searches[i]), LF_OK);
    }
    const lf_search_desc alone = {.coarse = f->coarse[0], .only = LF_STRATEGY_SPINE};
    CHECK_EQ(lf_search_create(f->map, &alone, &f->searches[2]), LF_OK);
}

static void field_free(field *f) {
    for (int i = 0; i < 3; i++) lf_search_destroy(f->searches[i]);
    for (int i = 0; i < 2; i++) lf_coarse_destroy(f->coarse[i]);
    lf_map_destroy(f->map);
}

static lf_query field_ends(field *f, int count, uint64_t *random) {
    for (int i = 0; i < 2 * count; i++) {
        lf_tile tile;
        do {
            tile = (lf_tile)oracle_below(random, FIELD_SIDE * FIELD_SIDE);
        } while (!lf_map_is_open(f->map, tile));
        if (i < count)
            f->sources[i] = (lf_source){.tile = tile};
        else
            f->targets[i - count] = tile;
    }
    return (lf_query){
        .sources = f->sources, .source_count = count, .targets = f->targets, .target_count = count};
}

/// All guided strategies on one query with many ends, against the length of `flood`. The horizons of 4 and 8 moves
/// cost at most 81 and 289 tiles a source. If the near flood may expand so many, it finds what lies within them.
static void field_ask(field *f, lf_query query, int64_t shortest) {
    static const lf_strategy strategies[] = {LF_STRATEGY_CORRIDOR, LF_STRATEGY_EXPAND,
                                             LF_STRATEGY_EXPAND_OPTIMAL, LF_STRATEGY_SPINE};
    const int64_t most = lf_map_open_count(f->map) / 16 < 16384 ? lf_map_open_count(f->map) / 16 : 16384;
    const int64_t sure = query.source_count * (81 + 289) <= most ? 8
                         : query.source_count * 81 <= most       ? 4
                                                                 : 0;
    for (int i = 0; i < 9; i++) {
        lf_route route;
        query.strategy = strategies[i < 8 ? i % 4 : 3];
        CHECK_EQ(lf_search_find(f->searches[i / 4], &query, f->tiles, FIELD_SIDE * FIELD_SIDE, &route),
                 LF_OK);
        check_route(f->map, &query, &route, f->tiles);
        CHECK(route.length >= shortest);
        if (route.exact) CHECK_EQ(route.length, shortest);
        if (i < 8 && shortest <= sure) CHECK(route.exact);
    }
}

static void many_ends_take_the_nearest_pair(void) {
    static const lf_scene scenes[] = {LF_SCENE_OPEN, LF_SCENE_ARCHIPELAGO, LF_SCENE_ROOMS, LF_SCENE_NOISE};
    static const int counts[] = {10, 40, 250, FIELD_ENDS}; // the last two: more than spine alone has room for
    static field f;
    uint64_t random = test_seed();
    int64_t near = 0;
    for (int i = 0; i < 4; i++) {
        field_make(scenes[i], (lf_moves)(i % 3), &f);
        for (int k = 0; k < 12; k++) {
            lf_query query = field_ends(&f, counts[k % 4], &random);
            lf_route flood;
            query.strategy = LF_STRATEGY_FLOOD;
            CHECK_EQ(lf_search_find(f.searches[0], &query, NULL, 0, &flood), LF_OK);
            near += flood.length <= 8 && query.source_count == 40;
            field_ask(&f, query, flood.length);
        }
        field_free(&f);
    }
    CHECK(near > 3);
}

static uint64_t counting_clock(void *user) {
    uint64_t *now = user;
    return *now += 1000;
}

static void times_are_booked_by_stage(void) {
    lying f = lying_make(LF_COARSE_CELLS);
    uint64_t now = 0;
    lf_search_destroy(f.search);
    const lf_search_desc desc = {.coarse = f.coarse, .clock = {.now_ns = counting_clock, .user = &now}};
    CHECK_EQ(lf_search_create(f.map, &desc, &f.search), LF_OK);
    const lf_route route = lying_find(&f, LF_STRATEGY_EXPAND, (lf_options){.widenings = LF_NONE});
    CHECK(route.stats.guardrail);
    CHECK(route.stats.plan_ns > 0 && route.stats.refine_ns > 0 && route.stats.guardrail_ns > 0);
    // Begin is booked as planning, writing the tiles (one reading of the clock) to the total alone.
    CHECK_EQ(route.stats.total_ns,
             route.stats.plan_ns + route.stats.refine_ns + route.stats.guardrail_ns + 1000);
    lying_free(&f);
}

static void golden_ask(uint64_t seed, lf_query *query) {
    query->strategy = (lf_strategy)(LF_STRATEGY_CORRIDOR + seed % 3);
}

static void golden_hash(void) {
    const golden found = golden_make(golden_ask);
    const int64_t work = found.expanded + found.planned;
    printf("  hash %016" PRIx64 ", expanded and planned %" PRId64 ", enqueued %" PRId64 "\n", found.hash,
           work, found.enqueued);
    // Change only with the strategies, and say so in the changelog.
    CHECK(found.hash == UINT64_C(0x73097b88ffbd1d39));
    CHECK_EQ(work, 34239);
    CHECK_EQ(found.enqueued, 38096);
    CHECK_EQ(found.slices, 10572);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(strategies_match_the_oracle),
        TEST(an_endless_corridor_is_flood),
        TEST(a_search_remembers_nothing),
        TEST(many_ends_take_the_nearest_pair),
        TEST(given_coarse_maps_may_lie),
        TEST(a_lying_map_is_repaired),
        TEST(bad_options_each_get_their_status),
        TEST(every_allocation_failed_and_queries_make_none),
        TEST(stamps_wrap_around),
        TEST(times_are_booked_by_stage),
        TEST(golden_hash),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
