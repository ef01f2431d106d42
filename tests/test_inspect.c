// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What a query and an index show of themselves: phases, marks, plan and deferred tiles while a query is under
// way, by their definitions; legs, landmarks, buoys and the order of an index.
#include "test.h"

#include <landfall.h>

#include "headland/mileage.h"
#include "scenes.h"

enum { WIDTH = 290, HEIGHT = 210, TILES = WIDTH * HEIGHT };

typedef struct rig {
    lf_map *map;
    lf_coarse *coarse;
    lf_index *index;
    lf_search *search;
    lf_source from;
    lf_tile to;
} rig;

static uint8_t tiles[TILES];

/// An open tile of the largest body, at or after a place.
static lf_tile open_from(const lf_map *map, lf_tile place) {
    uint32_t ocean = 0;
    for (uint32_t i = 0; i < (uint32_t)lf_map_body_count(map); i++) {
        if (lf_map_body_size(map, i) > lf_map_body_size(map, ocean)) ocean = i;
    }
    while (lf_map_body(map, place) != ocean) place = (place + 1) % TILES;
    return place;
}

static rig rig_make(lf_coarse_kind kind, uint64_t seed) {
    rig r;
    CHECK(lf_scene_make(LF_SCENE_ARCHIPELAGO, WIDTH, HEIGHT, seed, tiles));
    const lf_map_desc map = {.width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = sizeof tiles};
    CHECK_EQ(lf_map_create(&map, &r.map), LF_OK);
    CHECK_EQ(lf_coarse_create(r.map, &(lf_coarse_desc){.level = 2, .kind = kind}, &r.coarse), LF_OK);
    CHECK_EQ(lf_index_create(r.map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_YES}, &r.index), LF_OK);
    CHECK_EQ(lf_search_create(r.map, &(lf_search_desc){.coarse = r.coarse, .index = r.index}, &r.search),
             LF_OK);
    r.from = (lf_source){.tile = open_from(r.map, 5)};
    r.to = open_from(r.map, TILES - WIDTH - 9);
    return r;
}

static void rig_free(rig *r) {
    lf_search_destroy(r->search);
    lf_index_destroy(r->index);
    lf_coarse_destroy(r->coarse);
    lf_map_destroy(r->map);
}

static lf_query query_of(const rig *r, lf_strategy strategy) {
    return (lf_query){.sources = &r->from,
                      .source_count = 1,
                      .targets = &r->to,
                      .target_count = 1,
                      .strategy = strategy,
                      .options.radius = LF_NONE};
}

// ---- Queries --------------------------------------------------------------------------------------

/// What the phases of a query have seen, so that a test that never gets there fails.
typedef struct tally {
    int64_t widened, segments, deferred, guardrails, looked_up;
} tally;

static void check_marks(const rig *r) {
    static uint8_t marks[(WIDTH + 4) * (HEIGHT + 4)];
    const int32_t across = WIDTH + 4, down = HEIGHT + 4;
    CHECK_EQ(lf_search_marks(r->search, (lf_point){-2, -2}, across, down, marks, across * down),
             across * down);
    for (int32_t i = 0; i < across * down; i++) {
        const int32_t x = i % across - 2, y = i / across - 2;
        const bool inside = x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT;
        if (marks[i] != (inside && lf_search_has_met(r->search, lf_map_tile(r->map, x, y)))) {
            CHECK(false);
            return;
        }
    }
}

/// Deferred tiles are open, wait outside the corridor, have not been met, and are there once.
static int64_t check_deferred(const rig *r) {
    static lf_tile waiting[TILES];
    static uint8_t on[TILES];
    memset(on, 0, sizeof on);
    const int64_t count = lf_search_deferred(r->search, waiting, TILES);
    CHECK(count >= 0 && count <= TILES);
    for (int64_t i = 0; i < count; i++) {
        const lf_point at = lf_map_point(r->map, waiting[i]);
        CHECK_EQ(on[waiting[i]]++, 0);
        CHECK(lf_map_is_open(r->map, waiting[i]) && !lf_search_has_met(r->search, waiting[i]));
        CHECK_EQ(lf_search_cell_phase(r->search, at.x >> 2, at.y >> 2), 0);
    }
    return count;
}

/// A plan leads from the target's cell to the source's, cell by neighbouring cell, inside the corridor.
static void check_plan(const rig *r, bool guided) {
    static lf_point cells[TILES];
    const int64_t count = lf_search_plan(r->search, cells, TILES);
    const lf_point from = lf_map_point(r->map, r->from.tile), to = lf_map_point(r->map, r->to);
    CHECK(count > 0);
    if (count <= 0) return;
    CHECK(cells[0].x == to.x >> 2 && cells[0].y == to.y >> 2);
    CHECK(cells[count - 1].x == from.x >> 2 && cells[count - 1].y == from.y >> 2);
    for (int64_t i = 1; i < count; i++) {
        CHECK(abs(cells[i].x - cells[i - 1].x) <= 1 && abs(cells[i].y - cells[i - 1].y) <= 1);
        if (guided) CHECK_EQ(lf_search_cell_phase(r->search, cells[i].x, cells[i].y), 1);
    }
}

/// Steps from phase to phase, in slices, and compares with the whole query at once.
static void check_phases(rig *r, lf_strategy strategy, int64_t slice, tally *seen) {
    const lf_query query = query_of(r, strategy);
    static lf_tile whole[TILES], stepped[TILES];
    lf_route expected, route;
    lf_moment now, before = {0};
    const lf_status answer = lf_search_find(r->search, &query, whole, TILES, &expected);
    const bool guided = strategy != LF_STRATEGY_FLOOD && strategy != LF_STRATEGY_HEADLAND;
    CHECK_EQ(lf_search_begin(r->search, &query), LF_PAUSED);
    CHECK_EQ(lf_search_moment(r->search, &now), LF_OK);
    CHECK(now.running && !now.guardrail);
    // With so few headlands `headland` has looked its route up already (src/headland/mileage.h).
    const bool looked_up =
        strategy == LF_STRATEGY_HEADLAND && lf_index_headlands(r->index, NULL, 0) <= LFI_MILEAGE_MOST;
    seen->looked_up += looked_up;
    CHECK_EQ(now.planning, strategy != LF_STRATEGY_FLOOD && !looked_up);
    CHECK_EQ(lf_search_plan(r->search, NULL, 0), 0); // not yet
    lf_status status = LF_PAUSED;
    while (status == LF_PAUSED) {
        before = now;
        status = lf_search_step_phase(r->search, slice);
        CHECK_EQ(lf_search_moment(r->search, &now), LF_OK);
        CHECK(now.stats.phases - before.stats.phases <= 1 && now.stats.segments - before.stats.segments <= 1);
        CHECK_EQ(now.running, status == LF_PAUSED);
        if (guided && !now.planning) check_plan(r, strategy != LF_STRATEGY_SPINE);
        const int64_t deferred = check_deferred(r);
        CHECK(deferred == 0 || strategy == LF_STRATEGY_EXPAND || strategy == LF_STRATEGY_EXPAND_OPTIMAL);
        seen->deferred += deferred;
    }
    check_marks(r);
    CHECK_EQ(status, answer);
    CHECK_EQ(lf_search_finish(r->search, stepped, TILES, &route), answer);
    CHECK_EQ(route.tile_count, expected.tile_count);
    CHECK_EQ(route.stats.expanded, expected.stats.expanded);
    CHECK_EQ(route.stats.phases, expected.stats.phases);
    CHECK(memcmp(whole, stepped, (size_t)route.tile_count * sizeof *whole) == 0);
    seen->widened += route.stats.phases > 1;
    seen->segments += route.stats.segments;
    seen->guardrails += route.stats.guardrail;
}

static void phases_add_up_to_the_query(void) {
    static const lf_strategy strategies[] = {LF_STRATEGY_FLOOD,  LF_STRATEGY_CORRIDOR,
                                             LF_STRATEGY_EXPAND, LF_STRATEGY_EXPAND_OPTIMAL,
                                             LF_STRATEGY_SPINE,  LF_STRATEGY_HEADLAND};
    tally seen = {0};
    for (uint64_t seed = 1; seed <= 6; seed++) {
        rig r = rig_make(seed % 2 == 0 ? LF_COARSE_HONEST : LF_COARSE_CELLS, seed);
        for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++) {
            check_phases(&r, strategies[i], INT64_MAX, &seen);
            check_phases(&r, strategies[i], 7, &seen);
        }
        rig_free(&r);
    }
    CHECK(seen.widened > 0 && seen.segments > 0 && seen.deferred > 0);
    CHECK(seen.looked_up > 0 && seen.looked_up < 2 * 6);
    printf("  %" PRId64 " widened, %" PRId64 " segments, %" PRId64 " deferred, %" PRId64 " guardrails\n",
           seen.widened, seen.segments, seen.deferred, seen.guardrails);
}

static void nothing_is_shown_where_nothing_was_asked(void) {
    rig r = rig_make(LF_COARSE_HONEST, 3);
    lf_moment now = {.running = true};
    uint8_t mark = 7;
    CHECK_EQ(lf_search_moment(r.search, &now), LF_OK);
    CHECK(!now.running && !now.planning && now.stats.expanded == 0);
    CHECK_EQ(lf_search_moment(NULL, &now), LF_E_NULL);
    CHECK_EQ(lf_search_moment(r.search, NULL), LF_E_NULL);
    CHECK_EQ(lf_search_step_phase(NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_search_step_phase(r.search, 0), LF_E_BUDGET);
    CHECK_EQ(lf_search_step_phase(r.search, 1), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_search_plan(NULL, NULL, 0), 0);
    CHECK_EQ(lf_search_plan(r.search, NULL, 0), 0);
    CHECK_EQ(lf_search_deferred(NULL, NULL, 0), 0);
    CHECK_EQ(lf_search_marks(NULL, (lf_point){0, 0}, 1, 1, &mark, 1), LF_E_NULL);
    CHECK_EQ(lf_search_marks(r.search, (lf_point){0, 0}, 0, 1, &mark, 1), LF_E_SIZE);
    CHECK_EQ(lf_search_marks(r.search, (lf_point){0, 0}, 1, -1, &mark, 1), LF_E_SIZE);
    CHECK_EQ(lf_search_marks(r.search, (lf_point){INT32_MAX, INT32_MAX}, INT32_MAX, 1, &mark, 1), INT32_MAX);
    CHECK_EQ(mark, 0);
    // A strategy without a plan shows none, even after one that had a plan.
    const lf_query guided = query_of(&r, LF_STRATEGY_EXPAND), plain = query_of(&r, LF_STRATEGY_FLOOD);
    CHECK_EQ(lf_search_find(r.search, &guided, NULL, 0, NULL), LF_OK);
    CHECK(lf_search_plan(r.search, NULL, 0) > 0);
    CHECK_EQ(lf_search_find(r.search, &plain, NULL, 0, NULL), LF_OK);
    CHECK_EQ(lf_search_plan(r.search, NULL, 0), 0);
    CHECK_EQ(lf_search_deferred(r.search, NULL, 0), 0);
    rig_free(&r);
}

// ---- Indexes --------------------------------------------------------------------------------------

static int64_t place_of(const lf_tile *list, int64_t count, lf_tile tile) {
    for (int64_t i = 0; i < count; i++) {
        if (list[i] == tile) return i;
    }
    return -1;
}

static void an_index_shows_what_it_holds(void) {
    static lf_tile headlands[TILES], legs[TILES], back[TILES], some[TILES];
    rig r = rig_make(LF_COARSE_HONEST, 5);
    const int64_t count = lf_index_headlands(r.index, headlands, TILES);
    int64_t leg_ends = 0;
    CHECK(count > 20);
    for (int64_t i = 0; i < count; i++) {
        const int64_t leg_count = lf_index_legs(r.index, i, legs, TILES);
        leg_ends += leg_count;
        for (int64_t j = 0; j < leg_count; j++) {
            const int64_t other = place_of(headlands, count, legs[j]);
            CHECK(other >= 0 && other != i);
            CHECK(place_of(back, lf_index_legs(r.index, other, back, TILES), headlands[i]) >= 0);
        }
    }
    CHECK_EQ(leg_ends, 2 * lf_index_leg_count(r.index));
    const int64_t landmarks = lf_index_landmarks(r.index, some, TILES);
    CHECK(landmarks > 0 && landmarks < count);
    for (int64_t i = 0; i < landmarks; i++) CHECK(place_of(headlands, count, some[i]) >= 0);
    const int64_t buoys = lf_index_buoys(r.index, some, TILES);
    CHECK(buoys > 0);
    for (int64_t i = 0; i < buoys; i++) CHECK(lf_map_is_open(r.map, some[i]));
    CHECK(lf_index_has_hierarchy(r.index));
    CHECK_EQ(lf_index_order(r.index, some, TILES), count);
    for (int64_t i = 0; i < count; i++) CHECK(place_of(some, count, headlands[i]) >= 0);
    CHECK_EQ(lf_index_legs(r.index, -1, NULL, 0), 0);
    CHECK_EQ(lf_index_legs(r.index, count, NULL, 0), 0);
    rig_free(&r);
}

static void no_index_shows_nothing(void) {
    CHECK_EQ(lf_index_legs(NULL, 0, NULL, 0), 0);
    CHECK_EQ(lf_index_landmarks(NULL, NULL, 0), 0);
    CHECK_EQ(lf_index_buoys(NULL, NULL, 0), 0);
    CHECK_EQ(lf_index_order(NULL, NULL, 0), 0);
    rig r = rig_make(LF_COARSE_HONEST, 5);
    lf_index *flat;
    CHECK_EQ(lf_index_create(r.map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_NO}, &flat), LF_OK);
    CHECK_EQ(lf_index_order(flat, NULL, 0), 0);
    lf_index_destroy(flat);
    rig_free(&r);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(phases_add_up_to_the_query),
                                      TEST(nothing_is_shown_where_nothing_was_asked),
                                      TEST(an_index_shows_what_it_holds), TEST(no_index_shows_nothing)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
