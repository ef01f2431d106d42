// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Unit tests of the search: the ladder of calls, refusals, statistics, memory, stamps, slices, threads.
#include "test.h"

#include "flood/flood.h"
#include "living.h"
#include "starve.h"

#include <pthread.h>

/// A map, a search, and room for a route, made from text of '.' and '#'.
typedef struct fixture {
    lf_map *map;
    lf_search *search;
    lf_tile tiles[256];
    lf_route route;
} fixture;

static fixture fixture_make(int32_t width, int32_t height, const char *text, lf_moves moves) {
    fixture f = {0};
    uint8_t bytes[256];
    for (int32_t i = 0; i < width * height; i++) bytes[i] = text[i] == '.';
    const lf_map_desc desc = {.width = width,
                              .height = height,
                              .tiles = bytes,
                              .tiles_size = (size_t)(width * height),
                              .moves = moves};
    CHECK_EQ(lf_map_create(&desc, &f.map), LF_OK);
    CHECK_EQ(lf_search_create(f.map, NULL, &f.search), LF_OK);
    return f;
}

static void fixture_free(fixture *f) {
    lf_search_destroy(f->search);
    lf_map_destroy(f->map);
}

static lf_status fixture_find(fixture *f, lf_tile from, lf_tile to) {
    const lf_source source = {.tile = from, .origin = 99};
    const lf_query query = {.sources = &source, .source_count = 1, .targets = &to, .target_count = 1};
    return lf_search_find(f->search, &query, f->tiles, 256, &f->route);
}

static void around_a_wall(void) {
    static const char text[] = "....."
                               ".###."
                               ".....";
    static const int64_t lengths[3] = {6, 4, 6}; // king, king-cut, orthogonal, from (0,1) to (4,1)
    for (int rules = 0; rules < 3; rules++) {
        fixture f = fixture_make(5, 3, text, (lf_moves)rules);
        CHECK_EQ(fixture_find(&f, 5, 9), LF_OK);
        CHECK(f.route.found && f.route.exact);
        CHECK_EQ(f.route.length, lengths[rules]);
        CHECK_EQ(f.route.tile_count, lengths[rules] + 1);
        CHECK_EQ(f.route.source, 5);
        CHECK_EQ(f.route.target, 9);
        CHECK_EQ(f.route.origin, 99);
        CHECK_EQ(f.route.source_index, 0);
        CHECK_EQ(f.route.target_index, 0);
        CHECK_EQ(f.route.strategy, LF_STRATEGY_FLOOD);
        CHECK_EQ(f.tiles[0], 5);
        CHECK_EQ(f.tiles[lengths[rules]], 9);
        CHECK_EQ(lf_route_check(f.map, f.tiles, f.route.tile_count, NULL, NULL), LF_OK);
        fixture_free(&f);
    }
}

static void source_is_target(void) {
    fixture f = fixture_make(3, 1, "...", LF_MOVES_KING);
    CHECK_EQ(fixture_find(&f, 1, 1), LF_OK);
    CHECK_EQ(f.route.length, 0);
    CHECK_EQ(f.route.tile_count, 1);
    CHECK_EQ(f.tiles[0], 1);
    CHECK_EQ(f.route.stats.expanded, 1);
    CHECK_EQ(f.route.stats.enqueued, 1);
    CHECK_EQ(f.route.stats.phases, 1);
    fixture_free(&f);
}

static void different_bodies_need_no_search(void) {
    fixture f = fixture_make(3, 1, ".#.", LF_MOVES_KING);
    CHECK_EQ(fixture_find(&f, 0, 2), LF_NO_ROUTE);
    CHECK(!f.route.found && f.route.exact);
    CHECK_EQ(f.route.source, LF_NO_TILE);
    CHECK_EQ(f.route.target, LF_NO_TILE);
    CHECK_EQ(f.route.source_index, -1);
    CHECK_EQ(f.route.tile_count, 0);
    CHECK_EQ(f.route.stats.enqueued, 0);
    CHECK_EQ(f.route.stats.phases, 0);
    fixture_free(&f);
}

static void no_route_without_bodies(void) {
    const uint8_t tiles[3] = {1, 0, 1};
    lf_map *map;
    lf_search *search;
    const lf_map_desc desc = {.width = 3, .height = 1, .tiles = tiles, .tiles_size = 3, .skip_bodies = true};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
    CHECK_EQ(lf_map_find_bodies(map), LF_OK); // too late for this search, and harmless
    const lf_tile target = 2;
    const lf_query query = {
        .sources = &(lf_source){0}, .source_count = 1, .targets = &target, .target_count = 1};
    lf_route route;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_NO_ROUTE);
    CHECK(route.exact);
    CHECK_EQ(route.stats.expanded, 1);
    lf_search_destroy(search);
    lf_map_destroy(map);
}

static void sources_in_dead_waters_are_left_out(void) {
    fixture f = fixture_make(7, 1, "...#...", LF_MOVES_KING);
    const lf_source sources[2] = {{.tile = 0, .origin = 1}, {.tile = 4, .origin = 2}};
    const lf_tile target = 6;
    const lf_query query = {.sources = sources, .source_count = 2, .targets = &target, .target_count = 1};
    CHECK_EQ(lf_search_find(f.search, &query, f.tiles, 256, &f.route), LF_OK);
    CHECK_EQ(f.route.origin, 2);
    CHECK_EQ(f.route.source_index, 1);
    CHECK_EQ(f.route.stats.enqueued, 3); // the left body was not searched
    fixture_free(&f);
}

static void ties_follow_the_written_rule(void) {
    fixture f = fixture_make(5, 3, "...............", LF_MOVES_KING);
    // Two targets equally near: the first of the list, whatever its place on the map.
    const lf_source source = {.tile = 7};
    const lf_tile targets[3] = {9, 5, 5};
    lf_query query = {.sources = &source, .source_count = 1, .targets = targets, .target_count = 3};
    CHECK_EQ(lf_search_find(f.search, &query, f.tiles, 256, &f.route), LF_OK);
    CHECK_EQ(f.route.target, 9);
    query.targets = targets + 1, query.target_count = 2;
    CHECK_EQ(lf_search_find(f.search, &query, f.tiles, 256, &f.route), LF_OK);
    CHECK_EQ(f.route.target, 5);
    CHECK_EQ(f.route.target_index, 0);
    // From (0,0) to (3,1): straight from the target back, the diagonal at the source.
    CHECK_EQ(fixture_find(&f, 0, 8), LF_OK);
    CHECK_EQ(f.route.length, 3);
    CHECK_EQ(f.tiles[1], 6);
    CHECK_EQ(f.tiles[2], 7);
    // Duplicate sources: the first one given wins, with its origin.
    const lf_source twice[3] = {
        {.tile = 14, .origin = 5}, {.tile = 0, .origin = 6}, {.tile = 0, .origin = 7}};
    const lf_tile near = 1;
    query = (lf_query){.sources = twice, .source_count = 3, .targets = &near, .target_count = 1};
    CHECK_EQ(lf_search_find(f.search, &query, f.tiles, 256, &f.route), LF_OK);
    CHECK_EQ(f.route.origin, 6);
    CHECK_EQ(f.route.source_index, 1);
    fixture_free(&f);
}

static void bad_queries_each_get_their_status(void) {
    fixture f = fixture_make(3, 2,
                             "..#"
                             "...",
                             LF_MOVES_KING);
    fixture other = fixture_make(1, 1, ".", LF_MOVES_KING);
    const lf_source source = {.tile = 0}, outside = {.tile = 6}, blocked = {.tile = 2};
    const lf_tile target = 5, far_away = LF_NO_TILE, wall = 2;
    const lf_query good = {
        .sources = &source, .source_count = 1, .targets = &target, .target_count = 1, .map = f.map};
    lf_query q = good;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_PAUSED);
    q.sources = NULL;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_NULL);
    CHECK_EQ(lf_search_step(f.search, 1), LF_E_NOT_BEGUN); // the refused query ended the one under way
    q = good, q.targets = NULL;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_NULL);
    q = good, q.source_count = 0;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_NO_SOURCES);
    q = good, q.target_count = 0;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_NO_TARGETS);
    q = good, q.source_count = -1;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_COUNT);
    q = good, q.target_count = -1;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_COUNT);
    q = good, q.sources = &outside;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_SOURCE_OUTSIDE);
    q = good, q.sources = &blocked;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_SOURCE_BLOCKED);
    q = good, q.targets = &far_away;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_TARGET_OUTSIDE);
    q = good, q.targets = &wall;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_TARGET_BLOCKED);
    q = good, q.strategy = (lf_strategy)1000;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_STRATEGY);
    q = good, q.strategy = (lf_strategy)-1;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_STRATEGY);
    q = good, q.map = other.map;
    CHECK_EQ(lf_search_begin(f.search, &q), LF_E_FOREIGN_MAP);
    CHECK_EQ(lf_search_begin(NULL, &good), LF_E_NULL);
    CHECK_EQ(lf_search_begin(f.search, NULL), LF_E_NULL);
    CHECK_EQ(lf_search_find(f.search, &good, NULL, 3, NULL), LF_E_NULL);
    CHECK_EQ(lf_search_find(f.search, &good, f.tiles, -1, NULL), LF_E_COUNT);
    CHECK_EQ(lf_search_find(NULL, &good, NULL, 0, NULL), LF_E_NULL);
    CHECK_EQ(lf_search_find(f.search, &good, NULL, 0, NULL), LF_OK);
    fixture_free(&f);
    fixture_free(&other);
}

static void calls_out_of_order(void) {
    fixture f = fixture_make(3, 1, "...", LF_MOVES_KING);
    CHECK_EQ(lf_search_step(f.search, 1), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_search_finish(f.search, NULL, 0, &f.route), LF_E_NOT_BEGUN);
    CHECK_EQ(f.route.target, LF_NO_TILE);
    const lf_tile target = 2;
    const lf_query query = {
        .sources = &(lf_source){0}, .source_count = 1, .targets = &target, .target_count = 1};
    CHECK_EQ(lf_search_begin(f.search, &query), LF_PAUSED);
    CHECK_EQ(lf_search_step(f.search, 0), LF_E_BUDGET);
    CHECK_EQ(lf_search_step(f.search, -5), LF_E_BUDGET);
    CHECK_EQ(lf_search_step(f.search, 1), LF_PAUSED);
    CHECK_EQ(lf_search_finish(f.search, NULL, 0, &f.route), LF_E_NOT_ENDED);
    CHECK_EQ(lf_search_step(f.search, INT64_MAX), LF_OK);
    CHECK_EQ(lf_search_step(f.search, 1), LF_OK); // the answer again
    CHECK_EQ(lf_search_finish(f.search, NULL, 0, NULL), LF_OK);
    CHECK_EQ(lf_search_finish(f.search, NULL, 1, NULL), LF_E_NULL);
    CHECK_EQ(lf_search_finish(f.search, f.tiles, -1, NULL), LF_E_COUNT);
    CHECK_EQ(lf_search_finish(NULL, NULL, 0, NULL), LF_E_NULL);
    CHECK_EQ(lf_search_step(NULL, 1), LF_E_NULL);
    fixture_free(&f);
}

static void small_buffers_get_the_beginning(void) {
    fixture f = fixture_make(5, 1, ".....", LF_MOVES_KING);
    const lf_tile target = 4;
    const lf_query query = {
        .sources = &(lf_source){0}, .source_count = 1, .targets = &target, .target_count = 1};
    lf_tile tiles[6] = {77, 77, 77, 77, 77, 77};
    CHECK_EQ(lf_search_find(f.search, &query, tiles, 2, &f.route), LF_E_BUFFER_TOO_SMALL);
    CHECK(f.route.found);
    CHECK_EQ(f.route.tile_count, 5);
    CHECK(tiles[0] == 0 && tiles[1] == 1 && tiles[2] == 77);
    CHECK_EQ(lf_search_finish(f.search, tiles, 0, NULL), LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(lf_search_finish(f.search, tiles, 5, &f.route), LF_OK);
    for (lf_tile i = 0; i < 5; i++) CHECK_EQ(tiles[i], i);
    CHECK_EQ(tiles[5], 77);
    CHECK_EQ(lf_search_find(f.search, &query, NULL, 0, &f.route), LF_OK);
    CHECK_EQ(f.route.tile_count, 5);
    fixture_free(&f);
}

/// From tile to tile: the number of tiles, whether or not they fit; 0 without a route; an error is an error.
static void between_two_tiles(void) {
    fixture f = fixture_make(5, 1, "...#.", LF_MOVES_KING);
    lf_tile tiles[3] = {77, 77, 77};
    CHECK_EQ(lf_search_between(f.search, 0, 2, NULL, 0), 3);
    CHECK_EQ(lf_search_between(f.search, 2, 0, tiles, 2), 3);
    CHECK(tiles[0] == 2 && tiles[1] == 1 && tiles[2] == 77);
    CHECK_EQ(lf_search_between(f.search, 2, 0, tiles, 3), 3);
    CHECK_EQ(tiles[2], 0);
    CHECK_EQ(lf_search_between(f.search, 1, 1, tiles, 3), 1);
    CHECK_EQ(lf_search_between(f.search, 0, 4, tiles, 3), 0);
    CHECK_EQ(lf_search_between(f.search, 3, 0, tiles, 3), LF_E_SOURCE_BLOCKED);
    CHECK_EQ(lf_search_between(NULL, 0, 2, tiles, 3), LF_E_NULL);
    fixture_free(&f);
}

static void strategies_are_known_by_name(void) {
    lf_strategy strategy = LF_STRATEGY_STRIP;
    CHECK_EQ(lf_strategy_parse("flood", &strategy), LF_OK);
    CHECK_EQ(strategy, LF_STRATEGY_FLOOD);
    CHECK_EQ(lf_strategy_parse("Flood", &strategy), LF_E_STRATEGY);
    CHECK_EQ(strategy, LF_STRATEGY_AUTO);
    CHECK_EQ(lf_strategy_parse(NULL, &strategy), LF_E_NULL);
    CHECK_EQ(lf_strategy_parse("flood", NULL), LF_E_NULL);
    CHECK_STR(lf_strategy_name(LF_STRATEGY_FLOOD), "flood");
    CHECK(lf_strategy_name((lf_strategy)-1) == NULL);
}

/// A strategy that takes no depth gate says so, before anybody asks for depths; auto picks one that does.
static void gates_are_not_for_every_strategy(void) {
    fixture f = fixture_make(5, 1, ".....", LF_MOVES_ORTHOGONAL);
    const lf_tile target = 4;
    lf_query query = {.sources = &(lf_source){0},
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .strategy = LF_STRATEGY_STRIP};
    CHECK_EQ(lf_search_find(f.search, &query, NULL, 0, NULL), LF_OK);
    query.gate.min_depth = 1;
    CHECK_EQ(lf_search_find(f.search, &query, NULL, 0, NULL), LF_E_DEPTH_STRATEGY);
    query.strategy = LF_STRATEGY_AUTO;
    CHECK_EQ(lf_search_find(f.search, &query, NULL, 0, NULL), LF_E_NO_DEPTH);
    fixture_free(&f);
}

/// What a search will take is known before it is made, and a limit holds to the byte.
static void sizes_are_told_beforehand(void) {
    fixture f = fixture_make(5, 1, ".....", LF_MOVES_KING);
    lf_search *search;
    int64_t bytes = 0, again = 77;
    CHECK_EQ(lf_search_size(f.map, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_search_size(NULL, NULL, &again), LF_E_NULL);
    CHECK_EQ(again, 0);
    CHECK_EQ(lf_search_size(f.map, NULL, &bytes), LF_OK);
    CHECK_EQ(bytes, lf_search_bytes(f.search));
    CHECK_EQ(lf_search_create(f.map, &(lf_search_desc){.max_bytes = bytes - 1}, &search), LF_E_MEMORY_LIMIT);
    CHECK_EQ(lf_search_size(f.map, &(lf_search_desc){.max_bytes = bytes - 1}, &again), LF_E_MEMORY_LIMIT);
    CHECK_EQ(again, bytes);
    CHECK_EQ(lf_search_create(f.map, &(lf_search_desc){.max_bytes = bytes}, &search), LF_OK);
    lf_search_destroy(search);
    fixture_free(&f);
}

static void met_tiles_are_told(void) {
    fixture f = fixture_make(5, 1, ".....", LF_MOVES_KING);
    CHECK(!lf_search_has_met(f.search, 0));
    CHECK_EQ(fixture_find(&f, 0, 2), LF_OK);
    CHECK(lf_search_has_met(f.search, 0) && lf_search_has_met(f.search, 2) &&
          !lf_search_has_met(f.search, 4));
    CHECK(!lf_search_has_met(f.search, 5) && !lf_search_has_met(NULL, 0));
    CHECK_EQ(fixture_find(&f, 4, 4), LF_OK);
    CHECK(lf_search_has_met(f.search, 4) && !lf_search_has_met(f.search, 0));
    fixture_free(&f);
}

static uint64_t counting_clock(void *user) {
    uint64_t *now = user;
    return *now += 1000;
}

/// A query that ends before it looks at any tile shows none, not those of the query before; one that begins
/// at its target shows that one tile.
static void met_tiles_of_guided_queries(void) {
    static const uint8_t open[16] = {1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0, 1};
    lf_map *map;
    lf_coarse *coarse;
    lf_search *search;
    const lf_map_desc desc = {.width = 8, .height = 2, .tiles = open, .tiles_size = 16};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(lf_coarse_create(map, NULL, &coarse), LF_OK);
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.coarse = coarse}, &search), LF_OK);
    for (int s = LF_STRATEGY_CORRIDOR; s <= LF_STRATEGY_EXPAND_OPTIMAL; s++) {
        const lf_source source = {.tile = 0};
        const lf_tile near = 5, apart = 7, same = 0;
        lf_query query = {.sources = &source,
                          .source_count = 1,
                          .targets = &near,
                          .target_count = 1,
                          .strategy = (lf_strategy)s};
        CHECK_EQ(lf_search_find(search, &query, NULL, 0, NULL), LF_OK);
        CHECK(lf_search_has_met(search, 0) && lf_search_has_met(search, 5));
        query.targets = &apart;
        CHECK_EQ(lf_search_find(search, &query, NULL, 0, NULL), LF_NO_ROUTE);
        for (lf_tile tile = 0; tile < 16; tile++) CHECK(!lf_search_has_met(search, tile));
        query.targets = &same;
        CHECK_EQ(lf_search_find(search, &query, NULL, 0, NULL), LF_OK);
        CHECK(lf_search_has_met(search, 0) && !lf_search_has_met(search, 5));
    }
    lf_search_destroy(search);
    lf_coarse_destroy(coarse);
    lf_map_destroy(map);
}

static void times_come_from_the_clock(void) {
    fixture f = fixture_make(3, 1, "...", LF_MOVES_KING);
    lf_search_destroy(f.search);
    uint64_t now = 0;
    const lf_search_desc desc = {.clock = {.now_ns = counting_clock, .user = &now}};
    CHECK_EQ(lf_search_create(f.map, &desc, &f.search), LF_OK);
    CHECK_EQ(fixture_find(&f, 0, 2), LF_OK);
    CHECK_EQ(f.route.stats.plan_ns, 1000);
    CHECK_EQ(f.route.stats.refine_ns, 1000);
    CHECK_EQ(f.route.stats.total_ns, 3000);
    CHECK_EQ(f.route.stats.guardrail_ns, 0);
    fixture_free(&f);
}

static void create_refuses_and_null_is_harmless(void) {
    fixture f = fixture_make(1, 1, ".", LF_MOVES_KING);
    lf_search *search = f.search;
    CHECK_EQ(lf_search_create(NULL, NULL, &search), LF_E_NULL);
    CHECK(search == NULL);
    CHECK_EQ(lf_search_create(f.map, NULL, NULL), LF_E_NULL);
    const lf_search_desc half = {.allocator = {.alloc = meter_alloc}};
    CHECK_EQ(lf_search_create(f.map, &half, &search), LF_E_ALLOCATOR);
    lf_search_destroy(NULL);
    CHECK(lf_search_map(NULL) == NULL);
    CHECK(lf_search_map(f.search) == f.map);
    CHECK_EQ(lf_search_bytes(NULL), 0);
    fixture_free(&f);
}

static void every_allocation_failed_and_queries_make_none(void) {
    fixture f = fixture_make(3, 1, ".#.", LF_MOVES_KING);
    meter all = {0};
    lf_search_desc desc = {.allocator = meter_allocator(&all)};
    lf_search *search;
    CHECK_EQ(lf_search_create(f.map, &desc, &search), LF_OK);
    CHECK_EQ(all.live, lf_search_bytes(search));
    const int64_t calls = all.calls;
    const lf_tile targets[2] = {2, 0};
    lf_query query = {.sources = &(lf_source){0}, .source_count = 1, .targets = targets, .target_count = 1};
    CHECK_EQ(lf_search_find(search, &query, f.tiles, 256, NULL), LF_NO_ROUTE);
    query.target_count = 2;
    CHECK_EQ(lf_search_find(search, &query, f.tiles, 256, NULL), LF_OK);
    CHECK_EQ(all.calls, calls); // a query allocates nothing
    lf_search_destroy(search);
    CHECK_EQ(all.live, 0);
    CHECK_EQ(calls, 11); // itself, bodies, five lists for berths, flood with its blocks and two lists
    search_starve(f.map, desc, calls);
    fixture_free(&f);
}

/// Fills the marks by real queries just before the stamp wraps, so that a missing clear would show stale
/// marks.
static void stamps_wrap_around(void) {
    fixture f = fixture_make(5, 3,
                             "....."
                             ".###."
                             ".....",
                             LF_MOVES_KING);
    CHECK_EQ(fixture_find(&f, 0, 14), LF_OK); // query 1 marks nearly everything with stamp 1
    const lf_route first = f.route;
    // Straight to the wrap-around: the next query has stamp 1 again, and must not take those marks for its
    // own.
    f.search->stamp = lfi_flood_of(f.search)->stamp = UINT32_MAX;
    CHECK_EQ(fixture_find(&f, 0, 14), LF_OK);
    CHECK_EQ(f.search->stamp, 1);
    CHECK_EQ(lfi_flood_of(f.search)->stamp, 1);
    CHECK_EQ(f.route.stats.expanded, first.stats.expanded);
    f.search->stamp = lfi_flood_of(f.search)->stamp = UINT32_MAX - 2;
    for (int i = 0; i < 5; i++) {
        CHECK_EQ(fixture_find(&f, 0, 14), LF_OK); // stamps MAX - 1, MAX, then 1 again
        CHECK_EQ(f.route.length, first.length);
        CHECK_EQ(f.route.stats.expanded, first.stats.expanded);
        CHECK_EQ(f.route.stats.enqueued, first.stats.enqueued);
    }
    CHECK_EQ(f.search->stamp, 3);
    CHECK_EQ(lfi_flood_of(f.search)->stamp, 3);
    // Right at the wrap with other ends: tiles marked by query 1 must not count as met.
    f.search->stamp = lfi_flood_of(f.search)->stamp = UINT32_MAX;
    CHECK_EQ(fixture_find(&f, 4, 4), LF_OK);
    CHECK_EQ(lfi_flood_of(f.search)->stamp, 1);
    CHECK(lf_search_has_met(f.search, 4) && !lf_search_has_met(f.search, 0) &&
          !lf_search_has_met(f.search, 14));
    fixture_free(&f);
    // And for bodies: a stale body mark would let a search begin that cannot succeed.
    f = fixture_make(3, 1, ".#.", LF_MOVES_KING);
    CHECK_EQ(fixture_find(&f, 0, 0), LF_OK); // body 0 gets stamp 1
    f.search->stamp = UINT32_MAX;
    CHECK_EQ(fixture_find(&f, 0, 2), LF_NO_ROUTE);
    CHECK_EQ(f.route.stats.enqueued, 0);
    fixture_free(&f);
}

/// A search of a world is turned to a state with so many more bodies and runs that it needs memory; one
/// allocation fails. It then stays with the state that it had, and answers there. Whether it was turned.
static bool turn_failing(int64_t fail) {
    enum { SIDE = 24 };
    oracle_map sea = {.width = SIDE, .height = SIDE, .moves = LF_MOVES_ORTHOGONAL};
    sea.open = malloc(SIDE * SIDE);
    memset(sea.open, 1, SIDE * SIDE);
    living l = living_make(sea, &(living_desc){.depth = true, .index = true});
    meter m = {0};
    lf_search *search;
    CHECK_EQ(lf_world_search(l.world, &(lf_search_desc){.allocator = meter_allocator(&m)}, &search), LF_OK);
    const lf_map *before = lf_search_map(search);
    for (int i = 0; i < SIDE * SIDE; i++) {
        if (i % SIDE % 2 + i / SIDE % 2 > 0) living_rect(&l, (lf_point){i % SIDE, i / SIDE}, 1, 1, false);
    }
    living_commit(&l);
    const int64_t live = m.live;
    m.fail_at = m.calls + fail;
    const lf_status status = lf_search_turn(search, NULL);
    const bool turned = m.calls < m.fail_at;
    CHECK_EQ(status, turned ? LF_OK : LF_E_NOMEM);
    CHECK(turned ? m.live > live : m.live == live);
    CHECK_EQ(lf_search_map(search) != before, turned);
    CHECK_EQ(lf_search_bytes(search), m.live);
    const lf_tile to = 22 * SIDE + 22;
    const lf_query query = {.sources = &(lf_source){0}, .source_count = 1, .targets = &to, .target_count = 1};
    lf_route route;
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), turned ? LF_NO_ROUTE : LF_OK);
    CHECK_EQ(route.length, turned ? 0 : 44);
    lf_search_destroy(search);
    CHECK_EQ(m.live, 0);
    living_free(&l);
    return turned;
}

static void turning_without_memory(void) {
    int64_t fail = 1;
    while (!turn_failing(fail) && fail < 1000) fail++;
    printf("  %" PRId64 " allocations failed in turn\n", fail - 1);
    CHECK(fail > 3 && fail < 1000);
}

typedef struct worker {
    const lf_map *map;
    const oracle_map *small;
    uint64_t hash;
} worker;

/// 200 queries on a shared map; the hash of all tiles tells whether the threads agree.
static void *worker_run(void *user) {
    worker *w = user;
    lf_search *search;
    if (lf_search_create(w->map, NULL, &search) != LF_OK) return NULL;
    uint64_t random = 5, hash = 14695981039346656037u;
    lf_tile tiles[4096];
    for (int i = 0; i < 200; i++) {
        const lf_source source = {.tile = oracle_random_open(w->small, &random)};
        const lf_tile target = oracle_random_open(w->small, &random);
        const lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
        lf_route route;
        lf_search_find(search, &query, tiles, 4096, &route);
        for (int64_t k = 0; k < route.tile_count; k++) hash = (hash ^ tiles[k]) * 1099511628211u;
    }
    lf_search_destroy(search);
    w->hash = hash;
    return NULL;
}

static void threads_share_a_map(void) {
    oracle_map small = oracle_random_map(4711, 64, LF_MOVES_KING);
    free(small.open);
    small = (oracle_map){.width = 64, .height = 64, .open = malloc(64 * 64)};
    uint64_t random = 11;
    for (int i = 0; i < 64 * 64; i++) small.open[i] = oracle_below(&random, 100) < 75;
    lf_map *map = oracle_to_map(&small);
    enum { THREADS = 4 };
    worker workers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){.map = map, .small = &small};
        CHECK_EQ(pthread_create(&threads[i], NULL, worker_run, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    CHECK(workers[0].hash != 0);
    for (int i = 1; i < THREADS; i++) CHECK(workers[i].hash == workers[0].hash);
    lf_map_destroy(map);
    free(small.open);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(around_a_wall),
        TEST(source_is_target),
        TEST(different_bodies_need_no_search),
        TEST(no_route_without_bodies),
        TEST(sources_in_dead_waters_are_left_out),
        TEST(ties_follow_the_written_rule),
        TEST(bad_queries_each_get_their_status),
        TEST(calls_out_of_order),
        TEST(small_buffers_get_the_beginning),
        TEST(between_two_tiles),
        TEST(strategies_are_known_by_name),
        TEST(gates_are_not_for_every_strategy),
        TEST(sizes_are_told_beforehand),
        TEST(met_tiles_are_told),
        TEST(met_tiles_of_guided_queries),
        TEST(times_come_from_the_clock),
        TEST(create_refuses_and_null_is_harmless),
        TEST(every_allocation_failed_and_queries_make_none),
        TEST(stamps_wrap_around),
        TEST(turning_without_memory),
        TEST(threads_share_a_map),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
