// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Obstacles of one query, with an index, each beside the same query without them. Obstacles lie at random tiles
// of the sea, or on the route itself, so that the index's route never holds.
#include "questions.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 10000 };

typedef struct obstacles_row {
    const char *what;
    int count;
    int32_t side; ///< each is a square
    bool on_route, open, flood;
} obstacles_row;

static const obstacles_row rows[] = {
    {"1 tile", 1, 1, false, false, false},
    {"100 tiles", 100, 1, false, false, false},
    {"10,000 tiles", 10000, 1, false, false, false},
    {"a square of 100 x 100", 1, 100, false, false, false},
    {"1 tile on the route", 1, 1, true, false, false},
    {"100 tiles on the route", 100, 1, true, false, false},
    {"1 tile opened", 1, 1, false, true, false},
    {"100 tiles, flood", 100, 1, false, false, true},
};

/// What the queries of a map are asked with.
typedef struct obstacles_run {
    const bench_map *map;
    lf_search *search;
    lf_tile *tiles; ///< of the route without obstacles
    lf_route route;
    lf_random random;
    lf_obstacle list[MOST];
} obstacles_run;

static lf_point place_random(obstacles_run *run, const obstacles_row *row) {
    const lf_map *map = run->map->map;
    if (row->on_route && run->route.tile_count > 2) {
        const uint32_t at = 1 + lf_random_below(&run->random, (uint32_t)run->route.tile_count - 2);
        return lf_map_point(map, run->tiles[at]);
    }
    for (;;) {
        const lf_tile tile =
            lf_random_below(&run->random, (uint32_t)lf_map_width(map) * (uint32_t)lf_map_height(map));
        if (lf_map_is_open(map, tile) != row->open) return lf_map_point(map, tile);
    }
}

/// The obstacles of a query, apart from its ends.
static lf_obstacles obstacles_make(obstacles_run *run, const obstacles_row *row) {
    const lf_point from = lf_map_point(run->map->map, run->route.source),
                   to = lf_map_point(run->map->map, run->route.target);
    for (int i = 0; i < row->count;) {
        const lf_point at = place_random(run, row);
        const lf_obstacle o = {at.x - row->side / 2, at.y - row->side / 2, row->side, row->side, row->open};
        const bool on_from =
            from.x >= o.x && from.x < o.x + o.width && from.y >= o.y && from.y < o.y + o.height;
        const bool on_to = to.x >= o.x && to.x < o.x + o.width && to.y >= o.y && to.y < o.y + o.height;
        if (!on_from && !on_to) run->list[i++] = o;
    }
    return (lf_obstacles){.list = run->list, .count = row->count};
}

static lf_status query_run(obstacles_run *run, const obstacles_row *row, const lf_file_query *asked,
                           question_times *with, question_times *without) {
    const lf_map *map = run->map->map;
    const int64_t capacity = lf_map_open_count(map);
    const lf_source source = {.tile = lf_map_tile(map, asked->from.x, asked->from.y)};
    const lf_tile target = lf_map_tile(map, asked->to.x, asked->to.y);
    lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    query.strategy = row->flood ? LF_STRATEGY_FLOOD : LF_STRATEGY_HEADLAND;
    // Once before, so that neither of the two finds the memory of the query cold.
    lf_status status = lf_search_find(run->search, &query, run->tiles, capacity, &run->route);
    const uint64_t begin = bench_now(NULL);
    if (status == LF_OK) status = lf_search_find(run->search, &query, run->tiles, capacity, &run->route);
    question_time(without, bench_now(NULL) - begin);
    if (status != LF_OK || run->route.length < 2) return status;
    const lf_obstacles obstacles = obstacles_make(run, row);
    query.obstacles = &obstacles;
    const uint64_t middle = bench_now(NULL);
    status = lf_search_find(run->search, &query, run->tiles, capacity, &run->route);
    question_time(with, bench_now(NULL) - middle);
    return status;
}

static lf_status row_ask(obstacles_run *run, const obstacles_row *row) {
    static question_times with, without;
    with.count = without.count = 0;
    run->random = lf_random_make(4711);
    for (int64_t i = 0; i < run->map->query_count; i++) {
        const lf_status status = query_run(run, row, &run->map->queries[i], &with, &without);
        if (status < 0) return status;
    }
    question_row("obstacles", run->map, row->what, &with, "the same without", &without);
    return LF_OK;
}

bool question_obstacles(const bench_map *map) {
    static obstacles_run run;
    lf_index *index = NULL;
    run.map = map;
    run.search = NULL;
    run.tiles = malloc((size_t)lf_map_open_count(map->map) * sizeof *run.tiles);
    lf_status status = run.tiles == NULL ? LF_E_NOMEM : LF_OK;
    if (status == LF_OK) status = lf_index_create(map->map, &(lf_index_desc){.keep_legs = true}, &index);
    const lf_search_desc desc = {.index = index, .obstacle_room = MOST};
    if (status == LF_OK) status = lf_search_create(map->map, &desc, &run.search);
    for (size_t i = 0; status == LF_OK && i < sizeof rows / sizeof *rows; i++)
        status = row_ask(&run, &rows[i]);
    if (status != LF_OK) fprintf(stderr, "%s: obstacles: %s\n", map->name, lf_status_text(status));
    lf_search_destroy(run.search);
    lf_index_destroy(index);
    free(run.tiles);
    return status == LF_OK;
}
