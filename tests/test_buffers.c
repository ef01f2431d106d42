// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The one rule for buffers (landfall.h): every public function that takes a capacity, with every capacity
// from 0 to one more than it needs, and with capacities that are mistakes. repository.sh compares the
// functions in here with the headers.
#include "test.h"

#include <landfall.h>
#include <string.h>

enum { WIDTH = 40, HEIGHT = 24, MOST = 4096 };

/// A sea with a wall across it and everything that the functions need.
typedef struct rig {
    lf_map *map, *row;
    lf_coarse *coarse;
    lf_index *index;
    lf_search *search; ///< its last query was by spine
    lf_world *world;   ///< of the same sea
    lf_fixtures *fixtures;
    lf_keys_search *open, *shut; ///< searches with a route over a key and a door, and without a route
    lf_puzzle *puzzle;           ///< of the same row
    lf_puzzle_search *quest;     ///< with a route over a key and a door
    lf_tile tiles[MOST], waypoints[MOST];
    int64_t tile_count, waypoint_count, portal;
} rig;

static lf_map *map_make(int32_t width, int32_t height, const uint8_t *tiles) {
    lf_map *map;
    const lf_map_desc desc = {
        .width = width, .height = height, .tiles = tiles, .tiles_size = (size_t)(width * height)};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    return map;
}

static void sea_fill(uint8_t *tiles) {
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        tiles[i] = i / WIDTH != 12 || i % WIDTH > 34; // a wall that leaves a gap on the right
    tiles[5 * WIDTH + 20] = 0;                        // a rock, whose four headlands see each other
}

static lf_map *sea_make(void) {
    uint8_t tiles[WIDTH * HEIGHT];
    sea_fill(tiles);
    return map_make(WIDTH, HEIGHT, tiles);
}

static lf_world *sea_make_world(void) {
    uint8_t tiles[WIDTH * HEIGHT];
    lf_world *world;
    sea_fill(tiles);
    const lf_map_desc map = {.width = WIDTH, .height = HEIGHT, .tiles = tiles, .tiles_size = sizeof tiles};
    CHECK_EQ(lf_world_create(&(lf_world_desc){.map = map}, &world), LF_OK);
    return world;
}

// ---- Searches that have their answer --------------------------------------------------------------

static const lf_source sea_from = {.tile = 18 * WIDTH + 2};
static const lf_tile sea_to = 3 * WIDTH + 5;

static lf_query sea_query(lf_strategy strategy) {
    return (lf_query){.sources = &sea_from,
                      .source_count = 1,
                      .targets = &sea_to,
                      .target_count = 1,
                      .strategy = strategy,
                      .options.spacing = 2};
}

/// The cell of the spine whose portal has several tiles.
static int64_t portal_find(const rig *r) {
    for (int64_t i = 0; i < lf_search_spine(r->search, NULL, 0); i++) {
        if (lf_search_portal(r->search, i, NULL, 0) > 1) return i;
    }
    return -1;
}

//     tile   0 1 2 3 4 5 6 7 8
//            B . @ a A . > C >      the key of A is there, those of B and C are not
static const lf_source keys_from = {.tile = 2};

static lf_keys_query keys_query(const lf_tile *target) {
    return (lf_keys_query){.sources = &keys_from, .source_count = 1, .targets = target, .target_count = 1};
}

static lf_keys_search *keys_make(const rig *r, lf_tile target, lf_status expected) {
    lf_keys_search *search;
    const lf_keys_query query = keys_query(&target);
    CHECK_EQ(lf_keys_search_create(r->fixtures, NULL, &search), LF_OK);
    CHECK_EQ(lf_keys_search_find(search, &query, NULL, 0, NULL), expected);
    return search;
}

static void rig_make_keys(rig *r) {
    static const uint8_t open[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    static const lf_fixture fixtures[] = {
        {0, 1, LF_FIXTURE_DOOR}, {3, 0, LF_FIXTURE_KEY}, {4, 0, LF_FIXTURE_DOOR}, {7, 2, LF_FIXTURE_DOOR}};
    r->row = map_make(9, 1, open);
    CHECK_EQ(lf_fixtures_create(r->row, &(lf_fixtures_desc){.fixtures = fixtures, .fixture_count = 4},
                                &r->fixtures),
             LF_OK);
    r->open = keys_make(r, 6, LF_OK);
    r->shut = keys_make(r, 8, LF_NO_ROUTE);
}

static lf_puzzle_query puzzle_query(const lf_tile *target) {
    return (lf_puzzle_query){.sources = &keys_from, .source_count = 1, .targets = target, .target_count = 1};
}

static void rig_make_puzzle(rig *r) {
    static const lf_device devices[] = {{.tile = 3, .type = LF_DEVICE_KEY},
                                        {.tile = 4, .type = LF_DEVICE_DOOR}};
    const lf_tile target = 6;
    const lf_puzzle_query query = puzzle_query(&target);
    CHECK_EQ(lf_puzzle_create(r->row, &(lf_puzzle_desc){.devices = devices, .device_count = 2, .used_up = 1},
                              &r->puzzle),
             LF_OK);
    CHECK_EQ(lf_puzzle_search_create(r->puzzle, NULL, &r->quest), LF_OK);
    CHECK_EQ(lf_puzzle_search_find(r->quest, &query, NULL, 0, NULL), LF_OK);
}

static rig rig_make(void) {
    rig r = {.map = sea_make(), .world = sea_make_world()};
    CHECK_EQ(lf_coarse_create(r.map, &(lf_coarse_desc){.level = 1}, &r.coarse), LF_OK);
    CHECK_EQ(lf_index_create(r.map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_YES}, &r.index), LF_OK);
    CHECK_EQ(lf_search_create(r.map, &(lf_search_desc){.coarse = r.coarse, .index = r.index}, &r.search),
             LF_OK);
    lf_route route;
    const lf_query query = sea_query(LF_STRATEGY_SPINE);
    CHECK_EQ(lf_search_find(r.search, &query, r.tiles, MOST, &route), LF_OK);
    r.tile_count = route.tile_count;
    r.portal = portal_find(&r);
    CHECK_EQ(lf_route_waypoints(r.map, NULL, r.tiles, r.tile_count, r.waypoints, MOST, &r.waypoint_count),
             LF_OK);
    rig_make_keys(&r);
    rig_make_puzzle(&r);
    return r;
}

static void rig_free(rig *r) {
    lf_puzzle_search_destroy(r->quest);
    lf_puzzle_destroy(r->puzzle);
    lf_keys_search_destroy(r->open);
    lf_keys_search_destroy(r->shut);
    lf_fixtures_destroy(r->fixtures);
    lf_search_destroy(r->search);
    lf_world_destroy(r->world);
    lf_index_destroy(r->index);
    lf_coarse_destroy(r->coarse);
    lf_map_destroy(r->map);
    lf_map_destroy(r->row);
}

// ---- One call for each function -------------------------------------------------------------------

/// Fills `buffer`; the full number goes to `count`. Returns what the function returns.
typedef int64_t fill(rig *r, void *buffer, int64_t capacity, int64_t *count);

static int64_t number(int64_t returned, int64_t *count) {
    *count = returned < 0 ? 0 : returned;
    return returned;
}

static int64_t fill_find(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    lf_route route;
    const lf_query query = sea_query(LF_STRATEGY_SPINE);
    const lf_status status = lf_search_find(r->search, &query, buffer, capacity, &route);
    *count = route.tile_count;
    return status;
}

static int64_t fill_finish(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    lf_route route;
    const lf_status status = lf_search_finish(r->search, buffer, capacity, &route);
    *count = route.tile_count;
    return status;
}

/// Under `headland`, where turning points need no room for tiles.
static int64_t fill_search_turns(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    const lf_query query = sea_query(LF_STRATEGY_HEADLAND);
    const lf_status status = lf_search_find(r->search, &query, NULL, 0, NULL);
    return status != LF_OK ? status : lf_search_turns(r->search, buffer, capacity, count);
}

static int64_t fill_between(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_search_between(r->search, sea_from.tile, sea_to, buffer, capacity), count);
}

static int64_t fill_world_find(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    lf_route route;
    const lf_query query = sea_query(LF_STRATEGY_AUTO);
    const lf_status status = lf_world_find(r->world, &query, buffer, capacity, &route);
    *count = route.tile_count;
    return status;
}

static int64_t fill_world_between(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_world_between(r->world, sea_from.tile, sea_to, buffer, capacity), count);
}

static int64_t fill_spine(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_search_spine(r->search, buffer, capacity), count);
}

static int64_t fill_portal(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_search_portal(r->search, r->portal, buffer, capacity), count);
}

static int64_t fill_marks(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_search_marks(r->search, (lf_point){-2, 3}, 9, 7, buffer, capacity), count);
}

static int64_t fill_plan(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_search_plan(r->search, buffer, capacity), count);
}

/// A query by expand that has come to its first widening: its corridor is one cell wide.
static int64_t fill_deferred(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    lf_query query = sea_query(LF_STRATEGY_EXPAND);
    query.options.radius = LF_NONE;
    CHECK_EQ(lf_search_begin(r->search, &query), LF_PAUSED);
    CHECK_EQ(lf_search_step_phase(r->search, INT64_MAX), LF_PAUSED);
    CHECK_EQ(lf_search_step(r->search, 20), LF_PAUSED);
    return number(lf_search_deferred(r->search, buffer, capacity), count);
}

static int64_t fill_field_route(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    lf_route route;
    lf_field *field;
    const lf_field_query query = {.targets = &sea_to, .target_count = 1};
    CHECK_EQ(lf_field_create(r->map, &(lf_field_desc){.directions = true}, &field), LF_OK);
    CHECK_EQ(lf_field_fill(field, &query, NULL), LF_OK);
    const lf_status status = lf_field_route(field, sea_from.tile, buffer, capacity, &route);
    *count = route.tile_count;
    lf_field_destroy(field);
    return status;
}

static int64_t fill_headlands(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_index_headlands(r->index, buffer, capacity), count);
}

static int64_t fill_legs(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    int64_t headland = 0;
    while (lf_index_legs(r->index, headland, NULL, 0) < 2 && headland < 100) headland++;
    return number(lf_index_legs(r->index, headland, buffer, capacity), count);
}

static int64_t fill_landmarks(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_index_landmarks(r->index, buffer, capacity), count);
}

static int64_t fill_buoys(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_index_buoys(r->index, buffer, capacity), count);
}

static int64_t fill_order(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_index_order(r->index, buffer, capacity), count);
}

static int64_t fill_line(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_line_tiles(r->map, 0, 9 * WIDTH + 31, buffer, capacity), count);
}

static int64_t fill_turns(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return lf_route_turns(r->map, r->tiles, r->tile_count, buffer, capacity, count);
}

static int64_t fill_waypoints(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return lf_route_waypoints(r->map, NULL, r->tiles, r->tile_count, buffer, capacity, count);
}

static int64_t fill_curve(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return lf_route_curve(r->map, NULL, r->waypoints, r->waypoint_count, buffer, capacity, count);
}

static int64_t fill_keys_find(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    lf_keys_route route;
    const lf_tile target = 6;
    const lf_keys_query query = keys_query(&target);
    const lf_status status = lf_keys_search_find(r->open, &query, buffer, capacity, &route);
    *count = route.tile_count;
    return status;
}

static int64_t fill_keys_finish(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    lf_keys_route route;
    const lf_tile target = 6;
    const lf_keys_query query = keys_query(&target);
    CHECK_EQ(lf_keys_search_begin(r->open, &query), LF_PAUSED);
    CHECK_EQ(lf_keys_search_step(r->open, INT64_MAX), LF_OK);
    const lf_status status = lf_keys_search_finish(r->open, buffer, capacity, &route);
    *count = route.tile_count;
    return status;
}

static int64_t fill_keys_tiles(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_keys_search_tiles(r->open, buffer, capacity), count);
}

static int64_t fill_keys_events(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_keys_search_events(r->open, buffer, capacity), count);
}

static int64_t fill_keys_explain(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    lf_keys_why why;
    const lf_status status = lf_keys_search_explain(r->shut, &why, buffer, capacity);
    *count = why.lock_count;
    return status;
}

static int64_t fill_puzzle_find(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    lf_puzzle_route route;
    const lf_tile target = 6;
    const lf_puzzle_query query = puzzle_query(&target);
    const lf_status status = lf_puzzle_search_find(r->quest, &query, buffer, capacity, &route);
    *count = route.step_count;
    return status;
}

static int64_t fill_puzzle_finish(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    lf_puzzle_route route;
    const lf_tile target = 6;
    const lf_puzzle_query query = puzzle_query(&target);
    CHECK_EQ(lf_puzzle_search_begin(r->quest, &query), LF_PAUSED);
    CHECK_EQ(lf_puzzle_search_step(r->quest, INT64_MAX), LF_OK);
    const lf_status status = lf_puzzle_search_finish(r->quest, buffer, capacity, &route);
    *count = route.step_count;
    return status;
}

static int64_t fill_puzzle_steps(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_puzzle_search_steps(r->quest, buffer, capacity), count);
}

static int64_t fill_puzzle_events(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return number(lf_puzzle_search_events(r->quest, buffer, capacity), count);
}

static int64_t fill_puzzle_check(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    static const lf_puzzle_step steps[] = {{0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}};
    lf_puzzle_walk walk;
    const lf_tile target = 6;
    const lf_puzzle_query query = puzzle_query(&target);
    const lf_status status = lf_puzzle_check(r->puzzle, &query, steps, 5, buffer, capacity, &walk);
    *count = walk.event_count;
    return status;
}

static int64_t fill_bodies_beside(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    static const uint8_t strait[3] = {1, 0, 1};
    (void)r;
    lf_map *map = map_make(3, 1, strait);
    const int64_t bodies = lf_map_bodies_beside(map, 1, buffer, capacity);
    lf_map_destroy(map);
    return number(bodies, count);
}

static int64_t fill_tasks(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    lf_tasks *tasks;
    lf_ticket ticket;
    lf_task_answer answer;
    const lf_query query = sea_query(LF_STRATEGY_FLOOD);
    CHECK_EQ(lf_tasks_create(&(lf_tasks_desc){.searches = &r->search, .search_count = 1}, &tasks), LF_OK);
    CHECK_EQ(lf_tasks_add(tasks, &query, 0, &ticket), LF_OK);
    CHECK_EQ(lf_tasks_tick(tasks, INT64_MAX), LF_OK);
    const lf_status status = lf_tasks_next(tasks, buffer, capacity, &answer);
    *count = answer.route.tile_count;
    lf_tasks_destroy(tasks);
    return status == LF_OK ? answer.status : status;
}

static int64_t fill_matrix_routes(rig *r, void *buffer, int64_t capacity, int64_t *count,
                                  const lf_index *index) {
    const lf_tile ends[3] = {sea_from.tile, sea_to, sea_from.tile + 1};
    const lf_matrix_query query = {ends, 2, ends + 2, 1, false};
    lf_nearest_route routes[2];
    lf_matrix *matrix;
    CHECK_EQ(lf_matrix_create(r->map, &(lf_matrix_desc){.index = index}, &matrix), LF_OK);
    const lf_status status = lf_matrix_routes(matrix, &query, routes, 2, buffer, capacity, count);
    lf_matrix_destroy(matrix);
    return status;
}

static int64_t fill_routes_by_fields(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return fill_matrix_routes(r, buffer, capacity, count, NULL);
}

static int64_t fill_routes_by_index(rig *r, void *buffer, int64_t capacity, int64_t *count) {
    return fill_matrix_routes(r, buffer, capacity, count, r->index);
}

// ---- The table ------------------------------------------------------------------------------------

static const struct row {
    const char *name;
    fill *fill;
    size_t size;  ///< of an element
    bool numbers; ///< whether the function returns a number, not a status
} rows[] = {
    // Those that look at the last query, by spine, come before those that ask another one.
    {"lf_search_finish", fill_finish, sizeof(lf_tile), false},
    {"lf_search_spine", fill_spine, sizeof(lf_spine_cell), true},
    {"lf_search_portal", fill_portal, sizeof(lf_tile), true},
    {"lf_search_plan", fill_plan, sizeof(lf_point), true},
    {"lf_search_marks", fill_marks, sizeof(uint8_t), true},
    {"lf_search_deferred", fill_deferred, sizeof(lf_tile), true},
    {"lf_search_find", fill_find, sizeof(lf_tile), false},
    {"lf_search_turns", fill_search_turns, sizeof(lf_tile), false},
    {"lf_search_between", fill_between, sizeof(lf_tile), true},
    {"lf_tasks_next", fill_tasks, sizeof(lf_tile), false},
    {"lf_map_bodies_beside", fill_bodies_beside, sizeof(uint32_t), true},
    {"lf_world_find", fill_world_find, sizeof(lf_tile), false},
    {"lf_world_between", fill_world_between, sizeof(lf_tile), true},
    {"lf_field_route", fill_field_route, sizeof(lf_tile), false},
    {"lf_matrix_routes", fill_routes_by_fields, sizeof(lf_tile), false},
    {"lf_matrix_routes, index", fill_routes_by_index, sizeof(lf_tile), false},
    {"lf_index_headlands", fill_headlands, sizeof(lf_tile), true},
    {"lf_index_legs", fill_legs, sizeof(lf_tile), true},
    {"lf_index_landmarks", fill_landmarks, sizeof(lf_tile), true},
    {"lf_index_buoys", fill_buoys, sizeof(lf_tile), true},
    {"lf_index_order", fill_order, sizeof(lf_tile), true},
    {"lf_line_tiles", fill_line, sizeof(lf_tile), true},
    {"lf_route_turns", fill_turns, sizeof(lf_tile), false},
    {"lf_route_waypoints", fill_waypoints, sizeof(lf_tile), false},
    {"lf_route_curve", fill_curve, sizeof(lf_curve_point), false},
    {"lf_keys_search_tiles", fill_keys_tiles, sizeof(lf_tile), true},
    {"lf_keys_search_events", fill_keys_events, sizeof(lf_keys_event), true},
    {"lf_keys_search_find", fill_keys_find, sizeof(lf_tile), false},
    {"lf_keys_search_finish", fill_keys_finish, sizeof(lf_tile), false},
    {"lf_keys_search_explain", fill_keys_explain, sizeof(lf_fixture), false},
    {"lf_puzzle_search_steps", fill_puzzle_steps, sizeof(lf_puzzle_step), true},
    {"lf_puzzle_search_events", fill_puzzle_events, sizeof(lf_puzzle_event), true},
    {"lf_puzzle_search_find", fill_puzzle_find, sizeof(lf_puzzle_step), false},
    {"lf_puzzle_search_finish", fill_puzzle_finish, sizeof(lf_puzzle_step), false},
    {"lf_puzzle_check", fill_puzzle_check, sizeof(lf_puzzle_event), false},
};

enum { ROOM = MOST * sizeof(lf_curve_point) };
static uint8_t whole[ROOM], part[ROOM];

static bool untouched(const uint8_t *bytes, size_t from, size_t to) {
    for (size_t i = from; i < to; i++) {
        if (bytes[i] != 0xA5) return false;
    }
    return true;
}

/// What the function has to return if `capacity` of `count` elements fit.
static int64_t answer_of(const struct row *row, int64_t capacity, int64_t count) {
    if (row->numbers) return count;
    return capacity < count ? LF_E_BUFFER_TOO_SMALL : LF_OK;
}

static void row_check_capacity(rig *r, const struct row *row, int64_t capacity, int64_t count) {
    int64_t told = -7;
    const size_t fits = (size_t)(capacity < count ? capacity : count) * row->size;
    memset(part, 0xA5, sizeof part);
    CHECK_EQ(row->fill(r, part, capacity, &told), answer_of(row, capacity, count));
    CHECK_EQ(told, count);
    CHECK_EQ(memcmp(part, whole, fits), 0);
    CHECK(untouched(part, fits, fits + 2 * row->size));
}

static void row_check_mistakes(rig *r, const struct row *row) {
    int64_t told = -7;
    memset(part, 0xA5, sizeof part);
    CHECK_EQ(row->fill(r, NULL, 1, &told), LF_E_NULL);
    CHECK_EQ(told, 0);
    CHECK_EQ(row->fill(r, part, -1, &told), LF_E_COUNT);
    CHECK_EQ(told, 0);
    CHECK_EQ(row->fill(r, NULL, INT64_MIN, &told), LF_E_COUNT);
    CHECK_EQ(told, 0);
    CHECK(untouched(part, 0, 2 * row->size));
}

static void every_function_keeps_the_rule(void) {
    rig r = rig_make();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        const int64_t before = test_failures;
        int64_t count = -7, again = -7;
        memset(whole, 0xA5, sizeof whole); // the padding of elements too
        const int64_t asked = row->fill(&r, NULL, 0, &count);
        CHECK_EQ(asked, answer_of(row, count, count));
        CHECK_EQ(row->fill(&r, whole, MOST, &again), answer_of(row, MOST, count));
        CHECK(count > 1 && count < MOST && again == count);
        for (int64_t capacity = 0; capacity <= count + 1; capacity++)
            row_check_capacity(&r, row, capacity, count);
        row_check_mistakes(&r, row);
        if (test_failures != before) printf("  %s\n", row->name);
    }
    rig_free(&r);
}

/// An image is written whole or not at all.
static void images(void) {
    rig r = rig_make();
    static uint64_t memory[MOST];
    const size_t size = lf_map_image_size(r.map);
    CHECK(size + 16 < sizeof memory);
    void *image = (char *)memory + (16 - (uintptr_t)memory % 16);
    memset(memory, 7, sizeof memory);
    for (size_t capacity = 0; capacity < size; capacity += capacity < 100 ? 1 : 61)
        CHECK_EQ(lf_map_image(r.map, image, capacity), LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(lf_map_image(r.map, image, size - 1), LF_E_BUFFER_TOO_SMALL);
    for (size_t i = 0; i < size; i++) CHECK_EQ(((uint8_t *)image)[i], 7); // nothing was written
    CHECK_EQ(lf_map_image(r.map, image, size), LF_OK);
    CHECK_EQ(((uint8_t *)image)[size], 7);
    CHECK_EQ(lf_map_image(r.map, image, size + 1), LF_OK);
    CHECK_EQ(lf_map_image(r.map, NULL, 0), LF_E_NULL);
    rig_free(&r);
}

/// The exceptions: half an index, half a plane and half a matrix are of no use.
static void an_index_is_saved_whole_or_not_at_all(void) {
    rig r = rig_make();
    const size_t size = lf_index_save_size(r.index);
    CHECK(size + 2 < sizeof part);
    const size_t small[] = {0, 1, 60, size / 2, size - 1};
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        memset(part, 0xA5, sizeof part);
        CHECK_EQ(lf_index_save(r.index, part, small[i]), LF_E_BUFFER_TOO_SMALL);
        CHECK(untouched(part, 0, size + 2));
    }
    memset(part, 0xA5, sizeof part);
    CHECK_EQ(lf_index_save(r.index, part, size), LF_OK);
    CHECK(untouched(part, size, size + 2));
    CHECK_EQ(lf_index_save(r.index, NULL, 0), LF_E_NULL);
    rig_free(&r);
}

static void an_almanac_is_saved_whole_or_not_at_all(void) {
    rig r = rig_make();
    lf_index *index;
    lf_almanac *almanac;
    CHECK_EQ(lf_index_create(r.map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_YES}, &index), LF_OK);
    CHECK_EQ(lf_almanac_create(index, NULL, &almanac), LF_OK);
    const size_t size = lf_almanac_save_size(almanac);
    CHECK(size + 2 < sizeof part);
    const size_t small[] = {0, 1, 60, size / 2, size - 1};
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        memset(part, 0xA5, sizeof part);
        CHECK_EQ(lf_almanac_save(almanac, part, small[i]), LF_E_BUFFER_TOO_SMALL);
        CHECK(untouched(part, 0, size + 2));
    }
    memset(part, 0xA5, sizeof part);
    CHECK_EQ(lf_almanac_save(almanac, part, size), LF_OK);
    CHECK(untouched(part, size, size + 2));
    lf_almanac_destroy(almanac);
    lf_index_destroy(index);
    rig_free(&r);
}

/// Nothing is written into an array that is too small, and nothing behind one that is large enough.
static void matrices_are_filled_whole_or_not_at_all(void) {
    rig r = rig_make();
    const lf_tile ends[3] = {sea_from.tile, sea_to, sea_from.tile};
    const lf_matrix_query query = {ends, 3, ends, 2, false};
    lf_matrix *matrix;
    CHECK_EQ(lf_matrix_create(r.map, NULL, &matrix), LF_OK);
    for (int64_t capacity = 0; capacity <= 7; capacity++) {
        lf_length lengths[8];
        lf_nearest nearest[8];
        const lf_status status = capacity < 6 ? LF_E_BUFFER_TOO_SMALL : LF_OK;
        memset(lengths, 0xA5, sizeof lengths);
        memset(nearest, 0xA5, sizeof nearest);
        CHECK_EQ(lf_matrix_fill(matrix, &query, lengths, capacity), status);
        CHECK_EQ(lf_matrix_nearest(matrix, &query, 2, nearest, capacity), status);
        CHECK_EQ(lf_matrix_begin(matrix, &query, lengths, capacity), capacity < 6 ? status : LF_PAUSED);
        CHECK_EQ(lf_matrix_begin_nearest(matrix, &query, 2, nearest, capacity),
                 capacity < 6 ? status : LF_PAUSED);
        lf_nearest_route routes[4];
        const lf_status too_few = capacity < 3 ? LF_E_BUFFER_TOO_SMALL : LF_PAUSED;
        memset(routes, 0xA5, sizeof routes);
        CHECK_EQ(lf_matrix_begin_routes(matrix, &query, routes, capacity, NULL, 0, NULL), too_few);
        CHECK(untouched((const uint8_t *)routes, capacity < 3 ? 0 : 3 * sizeof *routes, sizeof routes));
        const size_t kept = capacity < 6 ? 0 : 6;
        CHECK(untouched((const uint8_t *)lengths, kept * sizeof *lengths, sizeof lengths));
        CHECK(untouched((const uint8_t *)nearest, kept * sizeof *nearest, sizeof nearest));
    }
    CHECK_EQ(lf_matrix_fill(matrix, &query, NULL, 0), LF_E_BUFFER_TOO_SMALL);
    lf_matrix_destroy(matrix);
    rig_free(&r);
}

static void clearance_is_found_whole_or_not_at_all(void) {
    static uint32_t squares[WIDTH * HEIGHT + 1];
    rig r = rig_make();
    for (int64_t capacity = 0; capacity <= WIDTH * HEIGHT + 1;
         capacity += capacity < 2 ? 1 : WIDTH * HEIGHT / 4) {
        memset(squares, 0xA5, sizeof squares);
        const bool fits = capacity >= WIDTH * HEIGHT;
        CHECK_EQ(lf_map_clearance(r.map, NULL, squares, capacity), fits ? LF_OK : LF_E_BUFFER_TOO_SMALL);
        CHECK(untouched((uint8_t *)squares, fits ? sizeof squares - 4 : 0, sizeof squares));
    }
    CHECK_EQ(lf_map_clearance(r.map, NULL, squares, WIDTH * HEIGHT), LF_OK);
    CHECK_EQ(squares[0], 12 * 12);
    CHECK_EQ(lf_map_clearance(r.map, NULL, NULL, 0), LF_E_NULL);
    rig_free(&r);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(every_function_keeps_the_rule),           TEST(clearance_is_found_whole_or_not_at_all),
        TEST(matrices_are_filled_whole_or_not_at_all), TEST(images),
        TEST(an_index_is_saved_whole_or_not_at_all),   TEST(an_almanac_is_saved_whole_or_not_at_all)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
