// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// An answer for each: 1,000 x 1,000 lengths with an index beside as many single queries as there are sources, and 200
// ships to 8 ports, with their routes and without, beside 200 queries with the same index, beside one flood from the
// ports to the farthest ship, and without an index. The two times of a row are taken by turns.
#include "questions.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    VOYAGES = 20000,
    MANY = 1000,
    SHIPS = 200,
    PORTS = 8,
    NEAR = 3,
    ROUNDS = 9,
    DEAR_ROUNDS = 3,
    TILE_ROOM = 1 << 20
};

typedef struct fleet {
    const bench_map *map;
    lf_cost cost;
    lf_index *index;
    lf_matrix *climbs, *floods; ///< with the index, and without
    lf_search *search;          ///< with the index
    lf_lengths *kept;           ///< with the index
    lf_tile sources[MANY], targets[MANY];
    lf_tile farthest; ///< of the first 200 sources from the first 8 targets
    lf_length *lengths;
    lf_nearest nearest[SHIPS > NEAR *PORTS ? SHIPS : NEAR *PORTS];
    lf_nearest_route routes[SHIPS];
    lf_tile *tiles; ///< of the routes
} fleet;

static bool fleet_fails(const fleet *f, lf_status status) {
    if (status != LF_OK) fprintf(stderr, "%s: matrix: %s\n", f->map->name, lf_status_text(status));
    return status != LF_OK;
}

static bool fleet_make(fleet *f, const bench_map *map, lf_cost cost) {
    lf_random random = {5};
    *f = (fleet){.map = map,
                 .cost = cost,
                 .lengths = malloc(sizeof(lf_length) * MANY * MANY),
                 .tiles = malloc(sizeof(lf_tile) * TILE_ROOM)};
    for (int i = 0; i < MANY; i++) {
        const lf_file_query q = bench_random_query(map->map, &random);
        f->sources[i] = lf_map_tile(map->map, q.from.x, q.from.y);
        f->targets[i] = lf_map_tile(map->map, q.to.x, q.to.y);
    }
    lf_status status = f->lengths == NULL || f->tiles == NULL ? LF_E_NOMEM : LF_OK;
    const lf_index_desc index = {.cost = cost, .hierarchy = LF_HIERARCHY_YES};
    if (status == LF_OK) status = lf_index_create(map->map, &index, &f->index);
    const lf_matrix_desc with = {.index = f->index, .cost = cost}, without = {.cost = cost};
    if (status == LF_OK) status = lf_matrix_create(map->map, &with, &f->climbs);
    if (status == LF_OK) status = lf_matrix_create(map->map, &without, &f->floods);
    const lf_search_desc search = {.index = f->index, .cost = cost};
    if (status == LF_OK) status = lf_search_create(map->map, &search, &f->search);
    const lf_lengths_desc pairs = {.index = f->index, .cost = cost};
    if (status == LF_OK) status = lf_lengths_create(map->map, &pairs, &f->kept);
    return !fleet_fails(f, status);
}

static void fleet_free(fleet *f) {
    lf_search_destroy(f->search);
    lf_lengths_destroy(f->kept);
    lf_matrix_destroy(f->climbs);
    lf_matrix_destroy(f->floods);
    lf_index_destroy(f->index);
    free(f->lengths);
    free(f->tiles);
}

/// `count` single queries, each from one source to any of some targets; `room` for the tiles of a route.
static lf_status fleet_ask_each(fleet *f, int count, int targets, int64_t room) {
    for (int i = 0; i < count; i++) {
        const lf_source source = {.tile = f->sources[i]};
        const lf_query query = {.sources = &source,
                                .source_count = 1,
                                .targets = targets == 1 ? &f->targets[i] : f->targets,
                                .target_count = targets,
                                .options = {.cost = f->cost}};
        const lf_status status = lf_search_find(f->search, &query, f->tiles, room, NULL);
        if (status < LF_OK && status != LF_E_BUFFER_TOO_SMALL) return status;
    }
    return LF_OK;
}

/// One flood from the ports as far as the farthest ship.
static lf_status fleet_flood(fleet *f) {
    lf_source ports[PORTS];
    for (int i = 0; i < PORTS; i++) ports[i] = (lf_source){.tile = f->targets[i]};
    const lf_query query = {.sources = ports,
                            .source_count = PORTS,
                            .targets = &f->farthest,
                            .target_count = 1,
                            .strategy = LF_STRATEGY_FLOOD,
                            .options = {.cost = f->cost}};
    return lf_search_find(f->search, &query, NULL, 0, NULL);
}

static lf_status fleet_nearest(fleet *f, lf_matrix *matrix) {
    const lf_matrix_query query = {f->sources, SHIPS, f->targets, PORTS, false};
    const lf_status status = lf_matrix_nearest(matrix, &query, 1, f->nearest, SHIPS);
    int far = 0;
    for (int i = 1; i < SHIPS; i++)
        if (lf_length_compare(f->nearest[i].length, f->nearest[far].length) > 0) far = i;
    f->farthest = f->sources[far];
    return status;
}

// ---- What is measured -------------------------------------------------------------------------------

static lf_status do_matrix(fleet *f) {
    const lf_matrix_query query = {f->sources, MANY, f->targets, MANY, false};
    return lf_matrix_fill(f->climbs, &query, f->lengths, MANY * MANY);
}

static lf_status do_single_queries(fleet *f) {
    return fleet_ask_each(f, MANY, 1, 0);
}

static lf_status do_row(fleet *f) {
    const lf_matrix_query query = {f->sources, 1, f->targets, MANY, false};
    return lf_matrix_fill(f->climbs, &query, f->lengths, MANY);
}

static lf_status do_field_row(fleet *f) {
    const lf_matrix_query query = {f->sources, 1, f->targets, MANY, false};
    return lf_matrix_fill(f->floods, &query, f->lengths, MANY);
}

static lf_status do_nearest(fleet *f) {
    return fleet_nearest(f, f->climbs);
}

static lf_status do_nearest_by_fields(fleet *f) {
    return fleet_nearest(f, f->floods);
}

static lf_status do_ship_queries(fleet *f) {
    return fleet_ask_each(f, SHIPS, PORTS, 0);
}

static lf_status do_ship_routes(fleet *f) {
    return fleet_ask_each(f, SHIPS, PORTS, TILE_ROOM);
}

static lf_status do_routes_by(fleet *f, lf_matrix *matrix) {
    const lf_matrix_query query = {f->sources, SHIPS, f->targets, PORTS, false};
    return lf_matrix_routes(matrix, &query, f->routes, SHIPS, f->tiles, TILE_ROOM, NULL);
}

static lf_status do_routes(fleet *f) {
    return do_routes_by(f, f->climbs);
}

static lf_status do_routes_by_fields(fleet *f) {
    return do_routes_by(f, f->floods);
}

static lf_status do_small_matrix(fleet *f) {
    const lf_matrix_query query = {f->sources, SHIPS, f->targets, PORTS, false};
    return lf_matrix_fill(f->climbs, &query, f->lengths, SHIPS * PORTS);
}

static lf_status do_guests(fleet *f) {
    const lf_matrix_query query = {f->targets, PORTS, f->sources, SHIPS, false};
    return lf_matrix_nearest(f->climbs, &query, NEAR, f->nearest, PORTS * NEAR);
}

/// 20,000 pairs out of 200 x 200, in no order. From the second round on all ends are kept.
static lf_status do_voyages(fleet *f) {
    lf_random random = {9};
    for (int i = 0; i < VOYAGES; i++) {
        const lf_tile from = f->sources[lf_random_below(&random, SHIPS)],
                      to = f->targets[lf_random_below(&random, SHIPS)];
        const lf_status status = lf_lengths_between(f->kept, from, to, f->lengths);
        if (status < LF_OK) return status;
    }
    return LF_OK;
}

typedef struct fleet_row {
    const char *what;
    lf_status (*run)(fleet *f);
    const char *against;
    lf_status (*other)(fleet *f);
    bool dear; ///< fewer rounds
} fleet_row;

static const fleet_row fleet_rows[] = {
    {"1,000 x 1,000 lengths, index", do_matrix, "1,000 queries, index", do_single_queries, true},
    {"1 x 1,000 lengths, index", do_row, "the same by a field", do_field_row, true},
    {"200 ships, nearest of 8 ports, index", do_nearest, "200 queries, index", do_ship_queries, false},
    {"200 ships, nearest of 8 ports, index", do_nearest, "a flood from the ports", fleet_flood, false},
    {"200 ships, nearest of 8 ports, no index", do_nearest_by_fields, "a flood from the ports", fleet_flood,
     true},
    {"200 ships, nearest of 8 ports, routes, index", do_routes, "200 queries with routes, index",
     do_ship_routes, false},
    {"200 ships, nearest of 8 ports, routes, index", do_routes, "a flood from the ports", fleet_flood, false},
    {"200 ships, nearest of 8 ports, routes, no index", do_routes_by_fields, "a flood from the ports",
     fleet_flood, true},
    {"200 ships x 8 ports, index", do_small_matrix, "200 queries, index", do_ship_queries, false},
    {"20,000 lengths of pairs of 400 ends, index", do_voyages, "1,000 queries, index", do_single_queries,
     false},
    {"8 ports, nearest 3 of 200 ships, index", do_guests, "200 queries, index", do_ship_queries, false},
};

static bool fleet_run(fleet *f, const fleet_row *row) {
    static question_times times, others;
    char what[80];
    times.count = others.count = 0;
    lf_status status = LF_OK;
    for (int i = 0; status == LF_OK && i < (row->dear ? DEAR_ROUNDS : ROUNDS); i++) {
        const uint64_t begin = bench_busy();
        status = row->run(f);
        const uint64_t middle = bench_busy();
        if (status == LF_OK) status = row->other(f);
        question_time(&times, middle - begin);
        question_time(&others, bench_busy() - middle);
    }
    if (fleet_fails(f, status)) return false;
    snprintf(what, sizeof what, "%s%s", row->what, f->cost == LF_COST_OCTILE ? ", octile" : "");
    question_row("matrix", f->map, what, &times, row->against, &others);
    return true;
}

bool question_matrix(const bench_map *map) {
    bool fine = true;
    for (int cost = 0; fine && cost < 2; cost++) {
        static fleet f;
        fine = fleet_make(&f, map, (lf_cost)cost);
        for (size_t i = 0; fine && i < sizeof fleet_rows / sizeof *fleet_rows; i++)
            fine = fleet_run(&f, &fleet_rows[i]);
        fleet_free(&f);
    }
    return fine;
}
