// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Fields: all planes, from one target and from eight, beside a bare flood from the same targets to the tile that
// is farthest from them. So the flood meets every tile that the field has. Clearance stands beside computed
// depths.
#include "questions.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 15, OCTILE_ROUNDS = 5, PORTS = 8, FOLLOWERS = 10000 };

typedef struct field_row {
    const char *what;
    int ports;
    lf_field_desc desc;
    int64_t limit;
} field_row;

static const field_row rows[] = {
    {"distances", 1, {0}, 0},
    {"distances and directions", 1, {.directions = true}, 0},
    {"distances of 16 bits and directions", 1, {.distances = LF_DISTANCES_16, .directions = true}, 0},
    {"directions alone", 1, {.distances = LF_DISTANCES_NONE, .directions = true}, 0},
    {"distances, directions, owners", 1, {.owners = true}, 0},
    {"8 ports: distances and directions", PORTS, {.directions = true}, 0},
    {"8 ports: distances, directions, owners", PORTS, {.owners = true}, 0},
    {"8 ports, octile: distances and directions", PORTS, {.cost = LF_COST_OCTILE, .directions = true}, 0},
    {"8 ports, octile: all with owners", PORTS, {.cost = LF_COST_OCTILE, .owners = true}, 0},
    {"within 100 moves: distances and directions", 1, {.directions = true}, 100},
};

static bool field_failed(const bench_map *map, const char *what, lf_status status) {
    fprintf(stderr, "%s: %s: %s\n", map->name, what, lf_status_text(status));
    return false;
}

/// The tile with the greatest distance of a field of 32 bits.
static lf_tile farthest(const lf_field_planes *planes) {
    lf_tile best = 0;
    uint32_t most = 0;
    for (int64_t i = 0; i < planes->tile_count; i++) {
        if (planes->distances[i] == LF_NO_DISTANCE || planes->distances[i] < most) continue;
        most = planes->distances[i];
        best = (lf_tile)i;
    }
    return best;
}

/// What a row asks: targets, and the query of the flood that goes as far.
typedef struct field_question {
    const bench_map *map;
    lf_tile targets[PORTS];
    lf_source sources[PORTS];
    lf_tile far;
    lf_field_query query;
    lf_query flood;
} field_question;

static bool question_make(field_question *q, const bench_map *map, const field_row *row) {
    lf_field *field;
    lf_field_planes planes;
    q->map = map;
    for (int i = 0; i < row->ports; i++) {
        const lf_point point = map->queries[i * map->query_count / PORTS].from;
        q->targets[i] = lf_map_tile(map->map, point.x, point.y);
        q->sources[i] = (lf_source){.tile = q->targets[i]};
    }
    q->query = (lf_field_query){.targets = q->targets, .target_count = row->ports, .limit = row->limit};
    lf_status status = lf_field_create(map->map, &(lf_field_desc){.cost = row->desc.cost}, &field);
    if (status == LF_OK) status = lf_field_fill(field, &q->query, &planes);
    if (status != LF_OK) return field_failed(map, row->what, status);
    q->far = farthest(&planes);
    lf_field_destroy(field);
    q->flood = (lf_query){.sources = q->sources,
                          .source_count = row->ports,
                          .targets = &q->far,
                          .target_count = 1,
                          .strategy = LF_STRATEGY_FLOOD,
                          .options = {.cost = row->desc.cost}};
    return true;
}

static bool row_run(const bench_map *map, const field_row *row) {
    static question_times fills, floods;
    static field_question q;
    lf_field *field = NULL;
    lf_search *search = NULL;
    fills.count = floods.count = 0;
    if (!question_make(&q, map, row)) return false;
    lf_status status = lf_field_create(map->map, &row->desc, &field);
    if (status == LF_OK)
        status = lf_search_create(map->map, &(lf_search_desc){.cost = row->desc.cost}, &search);
    for (int i = 0; status == LF_OK && i < (row->desc.cost == LF_COST_OCTILE ? OCTILE_ROUNDS : ROUNDS); i++) {
        const uint64_t begin = bench_busy();
        status = lf_search_find(search, &q.flood, NULL, 0, NULL);
        const uint64_t middle = bench_busy();
        if (status == LF_OK) status = lf_field_fill(field, &q.query, NULL);
        question_time(&floods, middle - begin);
        question_time(&fills, bench_busy() - middle);
    }
    if (status == LF_OK) question_row("field", map, row->what, &fills, "a bare flood", &floods);
    lf_search_destroy(search);
    lf_field_destroy(field);
    return status == LF_OK || field_failed(map, row->what, status);
}

/// A horde: a step of each unit along the directions, against nothing.
static bool horde_run(const bench_map *map) {
    static question_times steps;
    static field_question q;
    static lf_tile units[FOLLOWERS];
    lf_field *field;
    lf_random random = {7};
    steps.count = 0;
    if (!question_make(&q, map, &rows[0])) return false;
    lf_status status = lf_field_create(
        map->map, &(lf_field_desc){.distances = LF_DISTANCES_NONE, .directions = true}, &field);
    if (status == LF_OK) status = lf_field_fill(field, &q.query, NULL);
    if (status != LF_OK) return field_failed(map, "horde", status);
    const int64_t tiles = (int64_t)lf_map_width(map->map) * lf_map_height(map->map);
    for (int i = 0; i < FOLLOWERS; i++) {
        do units[i] = lf_random_below(&random, (uint32_t)tiles);
        while (lf_field_next(field, units[i]) == LF_NO_TILE);
    }
    for (int round = 0; round < 500; round++) {
        const uint64_t begin = bench_busy();
        for (int i = 0; i < FOLLOWERS; i++) units[i] = lf_field_next(field, units[i]);
        question_time(&steps, bench_busy() - begin);
    }
    question_row("field", map, "10,000 units take a step", &steps, NULL, NULL);
    lf_field_destroy(field);
    return true;
}

static bool clearance_run(const bench_map *map) {
    static question_times clear, depths;
    const int64_t tiles = (int64_t)lf_map_width(map->map) * lf_map_height(map->map);
    uint32_t *squares = malloc((size_t)tiles * sizeof *squares);
    clear.count = depths.count = 0;
    lf_status status = squares == NULL ? LF_E_NOMEM : LF_OK;
    for (int i = 0; status == LF_OK && i < ROUNDS; i++) {
        lf_depth *depth;
        const uint64_t begin = bench_busy();
        status = lf_depth_create(map->map, NULL, &depth);
        const uint64_t middle = bench_busy();
        if (status == LF_OK) status = lf_map_clearance(map->map, NULL, squares, tiles);
        question_time(&depths, middle - begin);
        question_time(&clear, bench_busy() - middle);
        lf_depth_destroy(depth);
    }
    free(squares);
    if (status != LF_OK) return field_failed(map, "clearance", status);
    question_row("field", map, "clearance for round units", &clear, "computed depths with their tree",
                 &depths);
    return true;
}

bool question_field(const bench_map *map) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!row_run(map, &rows[i])) return false;
    }
    return horde_run(map) && clearance_run(map);
}
