// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A game developer's list: 200 ships on 2000 x 1000 tiles, several ports, a budget per frame, threads, units
// of size 3, cancel, partial routes, a flow field, obstacles that move.
#include "test.h"
#include <landfall.h>
#include <pthread.h>
#include <scenes.h>

enum { WIDTH = 2000, HEIGHT = 1000, TILES = WIDTH * HEIGHT, SHIPS = 200, PORTS = 8, THREADS = 4 };
enum { BUDGET = 4000, ROOM = 20000, SUNK = 17, SIZE_3 = 2 }; // 3 x 3 tiles need depth 2 under the middle

static lf_world *world;
static const lf_snapshot *state;
static const lf_map *map;
static lf_source ships[SHIPS];
static lf_tile ports[PORTS], tiles[ROOM];
static lf_field *field; // the way to the nearest port, for every tile
static lf_search *search;
static lf_route route;

static lf_query query_of(int ship) {
    return (lf_query){&ships[ship], 1, ports, PORTS, .partial = true};
}

/// A world with index and depths; all ships and ports in one sea, with room for large ships.
static void setting_sail(void) {
    static uint8_t bytes[TILES];
    CHECK(lf_scene_make(LF_SCENE_ARCHIPELAGO, WIDTH, HEIGHT, 5, bytes));
    const lf_map_desc sea = {.width = WIDTH, .height = HEIGHT, .tiles = bytes, .tiles_size = TILES};
    const lf_world_desc desc = {.map = sea, .index = &(lf_index_desc){0}, .depth = &(lf_depth_desc){0}};
    const lf_search_desc room = {.obstacle_room = SHIPS + 1};
    if (lf_world_create(&desc, &world) != LF_OK || lf_world_search(world, &room, &search) != LF_OK) exit(1);
    state = lf_world_acquire(world);
    map = lf_snapshot_map(state);
    lf_random random = lf_random_make(1);
    for (int i = 0; i < PORTS + SHIPS;) {
        const lf_tile tile = lf_random_below(&random, TILES);
        if (lf_depth_between(lf_snapshot_depth(state), tile, i == 0 ? tile : ports[0]) < SIZE_3) continue;
        if (i < PORTS) ports[i] = tile;
        if (i++ >= PORTS) ships[i - 1 - PORTS] = (lf_source){tile, (uint64_t)(i - 1 - PORTS)};
    }
}

/// One field for a horde: wherever a unit stands, a step is a lookup, and every step leads nearer.
static void a_flow_field(void) {
    const lf_field_query query = {.targets = ports, .target_count = PORTS};
    CHECK_EQ(lf_field_create(map, &(lf_field_desc){.directions = true}, &field), LF_OK);
    CHECK_EQ(lf_field_fill(field, &query, NULL), LF_OK);
    for (int i = 0; i < SHIPS; i++) {
        lf_tile at = ships[i].tile;
        int64_t left = lf_field_distance(field, at);
        while (left-- > 0) CHECK_EQ(lf_field_distance(field, at = lf_field_next(field, at)), left);
    }
}

/// Each ship to its nearest port, so many expansions per frame, in order of arrival; one ship sinks.
static void a_budget_per_frame(void) {
    lf_tasks *tasks;
    lf_task_answer answer;
    lf_ticket tickets[SHIPS];
    int answers = 0, frames = 0;
    CHECK_EQ(lf_tasks_create(&(lf_tasks_desc){.searches = &search, .search_count = 1}, &tasks), LF_OK);
    for (int i = 0; i < SHIPS; i++) {
        const lf_query query = query_of(i);
        CHECK_EQ(lf_tasks_add(tasks, &query, 0, &tickets[i]), LF_OK);
    }
    CHECK_EQ(lf_tasks_cancel(tasks, tickets[SUNK]), LF_OK);
    for (; lf_tasks_count(tasks) > 0; frames++) {
        CHECK_EQ(lf_tasks_tick(tasks, BUDGET), LF_OK);
        for (; lf_tasks_next(tasks, tiles, ROOM, &answer) == LF_OK; answers++) {
            CHECK(answer.status == LF_OK && answer.route.origin != SUNK);
            CHECK_EQ(answer.route.length, lf_field_distance(field, answer.route.source));
            CHECK_EQ(lf_route_check(map, tiles, answer.route.tile_count, NULL, NULL), LF_OK);
        }
    }
    CHECK(answers == SHIPS - 1 && frames > 1);
    lf_tasks_destroy(tasks);
}

/// Threads share the world; each has a search of its own.
static void *captain_run(void *user) {
    lf_route way;
    lf_search *own = NULL;
    int *wrong = user;
    *wrong = lf_world_search(world, NULL, &own) != LF_OK;
    for (int i = 0; i < SHIPS; i++) {
        const lf_query query = query_of(i);
        *wrong += lf_search_find(own, &query, NULL, 0, &way) != LF_OK ||
                  way.length != lf_field_distance(field, ships[i].tile);
    }
    lf_search_destroy(own);
    return NULL;
}

static void threads(void) {
    pthread_t all[THREADS];
    int wrong[THREADS] = {0};
    for (int i = 0; i < THREADS; i++) CHECK_EQ(pthread_create(&all[i], NULL, captain_run, &wrong[i]), 0);
    for (int i = 0; i < THREADS; i++) CHECK(pthread_join(all[i], NULL) == 0 && wrong[i] == 0);
}

/// Ships of 3 x 3 tiles: their middle never comes beside land.
static void units_of_size_3(void) {
    for (int i = 0; i < SHIPS; i += 10) {
        lf_query query = query_of(i);
        query.gate.min_depth = SIZE_3;
        CHECK_EQ(lf_search_find(search, &query, tiles, ROOM, &route), LF_OK);
        CHECK(lf_route_least_depth(lf_snapshot_depth(state), search, tiles, route.tile_count) >= SIZE_3);
    }
}

/// The other ships are in the way of each; itself it is not: the last entry of the list counts.
static void obstacles_that_move(void) {
    lf_obstacle list[SHIPS + 1];
    for (int i = 0; i < SHIPS; i++)
        list[i] =
            (lf_obstacle){(int32_t)(ships[i].tile % WIDTH), (int32_t)(ships[i].tile / WIDTH), 1, 1, false};
    for (int i = 0; i < SHIPS; i += 4) {
        const lf_obstacles obstacles = {.list = list, .count = SHIPS + 1};
        lf_query query = query_of(i);
        list[SHIPS] = (lf_obstacle){list[i].x, list[i].y, 1, 1, true};
        query.obstacles = &obstacles;
        CHECK_EQ(lf_search_find(search, &query, tiles, ROOM, &route), LF_OK);
        for (int64_t k = 1; k < route.tile_count; k++)
            for (int other = 0; other < SHIPS; other++) CHECK(tiles[k] != ships[other].tile);
        const int64_t length = route.length;
        query.strategy = LF_STRATEGY_FLOOD;
        CHECK(lf_search_find(search, &query, NULL, 0, &route) == LF_OK && route.length == length);
    }
}

/// To a lake that no ship reaches: as near as it can.
static void a_partial_route(void) {
    lf_tile lake = 0;
    while (!lf_map_is_open(map, lake) || lf_field_distance(field, lake) >= 0) lake++;
    const lf_query query = {&ships[0], 1, &lake, 1, .partial = true};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_PARTIAL);
    CHECK(route.target_distance > 0 && lf_field_distance(field, route.target) >= 0);
    lf_field_destroy(field), lf_search_destroy(search), lf_snapshot_release(state), lf_world_destroy(world);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(setting_sail),   TEST(a_flow_field),    TEST(a_budget_per_frame),
                                      TEST(threads),        TEST(units_of_size_3), TEST(obstacles_that_move),
                                      TEST(a_partial_route)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
