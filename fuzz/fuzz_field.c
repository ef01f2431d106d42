// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The promises of fields, on maps made of bytes: every distance, direction and owner is the oracle's, whole or in
// slices; clearance is never more than the oracle of depths allows; and so are the lengths of matrices. swarm_bytes.h has the layout: size, moves,
// cost, then a byte each for the limit, the slice and the kind of distances, ends, and a bit a tile. The targets
// of the field are those of the case.

#include "swarm_bytes.h"

static const char *const names[] = {"moves", "cost"};

/// What the bytes ask for beside the case.
typedef struct field_bytes {
    int limit, slice, distances;
} field_bytes;

static lf_map *map_of(const swarm_case *c) {
    lf_map *map = NULL;
    const lf_map_desc desc = {.width = c->width,
                              .height = c->height,
                              .tiles = c->open,
                              .tiles_size = (size_t)(c->width * c->height),
                              .moves = (lf_moves)c->moves};
    FUZZ_CHECK(lf_map_create(&desc, &map) == LF_OK);
    return map;
}

static bool is_octile(const swarm_case *c) {
    return c->cost == LF_COST_OCTILE && c->moves != LF_MOVES_ORTHOGONAL;
}

static void fill(lf_field *field, const swarm_case *c, const field_bytes *asked) {
    const lf_field_query query = {
        .targets = c->targets, .target_count = c->target_count, .limit = asked->limit};
    if (asked->slice == 0) {
        FUZZ_CHECK(lf_field_fill(field, &query, NULL) == LF_OK);
        return;
    }
    lf_status status = lf_field_begin(field, &query);
    while (status == LF_PAUSED) status = lf_field_step(field, asked->slice);
    FUZZ_CHECK(status == LF_OK);
}

/// Whether a way is within the limit: straight + diagonal * sqrt 2 <= limit, by squares.
static bool is_within(const oracle_way *way, int64_t limit) {
    const int64_t left = limit - way->straight;
    if (way->straight < 0 || limit == 0) return way->straight >= 0;
    return left >= 0 && left * left >= 2 * (int64_t)way->diagonal * way->diagonal;
}

static void check_tile(const lf_field *field, const lf_field_planes *planes, const swarm_case *c,
                       const oracle_way *ways, lf_tile tile, bool within) {
    static lf_tile tiles[SWARM_TILES];
    int64_t straight = 0, diagonal = 0;
    lf_route route;
    const lf_status expected = within ? LF_OK : LF_NO_ROUTE;
    if (is_octile(c) || lf_field_distance(field, tile) >= 0) {
        FUZZ_CHECK(lf_field_cost(field, tile, &straight, &diagonal) == expected);
        FUZZ_CHECK(!within || (straight == ways[tile].straight && diagonal == ways[tile].diagonal));
    }
    FUZZ_CHECK(lf_field_next(field, tile) == (within ? ways[tile].next : LF_NO_TILE));
    FUZZ_CHECK(lf_field_route(field, tile, tiles, SWARM_TILES, &route) == expected);
    FUZZ_CHECK((planes->owners[tile] == LF_NO_OWNER) == !within);
    if (!within) return;
    FUZZ_CHECK(route.length == (int64_t)ways[tile].straight + ways[tile].diagonal);
    FUZZ_CHECK(c->targets[planes->owners[tile]] == route.target);
    const lf_point step = lf_direction_step(planes->directions[tile]);
    FUZZ_CHECK((lf_tile)((int64_t)tile + step.y * (int64_t)c->width + step.x) == ways[tile].next);
}

static void check_field(const lf_field *field, const swarm_case *c, const field_bytes *asked) {
    static oracle_way ways[SWARM_TILES];
    static uint8_t open[SWARM_TILES];
    lf_source sources[SWARM_ENDS];
    lf_field_planes planes;
    int64_t reached = 0;
    memcpy(open, c->open, sizeof open);
    const oracle_map plan = {c->width, c->height, (lf_moves)c->moves, open};
    for (int i = 0; i < c->target_count; i++) sources[i] = (lf_source){.tile = c->targets[i]};
    oracle_field(&plan, &(lf_query){.sources = sources, .source_count = c->target_count}, is_octile(c), ways);
    FUZZ_CHECK(lf_field_finish(field, &planes) == LF_OK);
    for (lf_tile tile = 0; tile < (lf_tile)(c->width * c->height); tile++) {
        const bool within = is_within(&ways[tile], asked->limit);
        check_tile(field, &planes, c, ways, tile, within);
        reached += within;
    }
    FUZZ_CHECK(planes.reached == reached);
}

/// The routes to the nearest targets, in slices: legal, as long as their lengths say, one after the other.
static void check_routes(const lf_map *map, lf_matrix *matrix, const lf_matrix_query *query,
                         const lf_nearest *nearest, int slice) {
    static lf_nearest_route routes[SWARM_ENDS];
    static lf_tile tiles[SWARM_ENDS * SWARM_TILES];
    int64_t count, place = 0;
    lf_status status =
        lf_matrix_begin_routes(matrix, query, routes, SWARM_ENDS, tiles, SWARM_ENDS * SWARM_TILES, &count);
    while (status == LF_PAUSED) status = lf_matrix_step(matrix, 1 + slice);
    FUZZ_CHECK(status == LF_OK);
    for (int64_t i = 0; i < query->source_count; i++) {
        const lf_nearest_route *route = &routes[i];
        FUZZ_CHECK(route->nearest.target == nearest[i].target && route->first == place);
        place += route->tile_count;
        if (nearest[i].target < 0) continue;
        const lf_length length = nearest[i].length;
        FUZZ_CHECK(route->tile_count == (int64_t)length.straight + length.diagonal + 1);
        FUZZ_CHECK(lf_route_check(map, tiles + route->first, route->tile_count, NULL, NULL) == LF_OK);
        FUZZ_CHECK(tiles[route->first] == query->sources[i]);
        FUZZ_CHECK(tiles[place - 1] == query->targets[nearest[i].target]);
    }
    FUZZ_CHECK(count == place);
    FUZZ_CHECK(lf_matrix_routes(matrix, query, routes, SWARM_ENDS, NULL, 0, &count) == LF_OK &&
               count == place);
}

/// The lengths of single pairs are those of the matrix, before and after their ends are kept.
static void check_lengths(const lf_map *map, const swarm_case *c, const lf_index *index,
                          const lf_length *expected) {
    lf_lengths *lengths;
    lf_almanac *almanac = NULL;
    if (c->source_count % 2 == 0 && lf_almanac_serves(index))
        FUZZ_CHECK(lf_almanac_create(index, NULL, &almanac) == LF_OK && lf_almanac_bytes(almanac) > 0);
    const lf_lengths_desc desc = {
        .index = index, .almanac = almanac, .cost = (lf_cost)c->cost, .end_room = 2};
    FUZZ_CHECK(lf_lengths_create(map, &desc, &lengths) == LF_OK);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < c->source_count * c->target_count; i++) {
            lf_length length;
            const lf_status status = lf_lengths_between(lengths, c->sources[i / c->target_count],
                                                        c->targets[i % c->target_count], &length);
            FUZZ_CHECK(lf_length_compare(length, expected[i]) == 0);
            FUZZ_CHECK(status == (length.straight == LF_NO_LENGTH ? LF_NO_ROUTE : LF_OK));
        }
    }
    const lf_lengths_stats stats = lf_lengths_report(lengths);
    FUZZ_CHECK(stats.asked == 4 * c->source_count * c->target_count &&
               (almanac == NULL || stats.searched == 0));
    lf_lengths_destroy(lengths);
    lf_almanac_destroy(almanac);
}

/// Lengths from each source to each target, and who is nearest, are the ways of the oracle, which end at a target.
static void check_matrix(const lf_map *map, const swarm_case *c, const lf_index *index,
                         const field_bytes *asked) {
    static oracle_way ways[SWARM_TILES];
    static uint8_t open[SWARM_TILES];
    static lf_length lengths[SWARM_ENDS * SWARM_ENDS];
    static lf_nearest nearest[SWARM_ENDS];
    lf_matrix *matrix;
    const lf_matrix_query query = {c->sources, c->source_count, c->targets, c->target_count, false};
    memcpy(open, c->open, sizeof open);
    const oracle_map plan = {c->width, c->height, (lf_moves)c->moves, open};
    FUZZ_CHECK(lf_matrix_create(map, &(lf_matrix_desc){.index = index, .cost = (lf_cost)c->cost}, &matrix) ==
               LF_OK);
    FUZZ_CHECK(lf_matrix_bytes(matrix) > 0);
    lf_status status = lf_matrix_begin(matrix, &query, lengths, SWARM_ENDS * SWARM_ENDS);
    while (status == LF_PAUSED) status = lf_matrix_step(matrix, 1 + asked->slice);
    FUZZ_CHECK(status == LF_OK && lf_matrix_nearest(matrix, &query, 1, nearest, SWARM_ENDS) == LF_OK);
    for (int k = 0; k < c->target_count; k++) {
        const lf_source target = {.tile = c->targets[k]};
        oracle_field(&plan, &(lf_query){.sources = &target, .source_count = 1}, is_octile(c), ways);
        for (int i = 0; i < c->source_count; i++) {
            const oracle_way way = ways[c->sources[i]];
            const lf_length length = lengths[i * c->target_count + k];
            FUZZ_CHECK(length.straight == (way.straight < 0 ? LF_NO_LENGTH : (uint32_t)way.straight));
            FUZZ_CHECK(way.straight < 0 || length.diagonal == (uint32_t)way.diagonal);
            FUZZ_CHECK(lf_length_compare(nearest[i].length, length) <= 0);
            FUZZ_CHECK(nearest[i].target != k || lf_length_compare(nearest[i].length, length) == 0);
        }
    }
    check_routes(map, matrix, &query, nearest, asked->slice);
    lf_matrix_destroy(matrix);
    check_lengths(map, c, index, lengths);
}

static void check_matrices(const lf_map *map, const swarm_case *c, const field_bytes *asked) {
    lf_index *index;
    const lf_index_desc desc = {.cost = (lf_cost)c->cost, .hierarchy = LF_HIERARCHY_YES};
    FUZZ_CHECK(lf_index_create(map, &desc, &index) == LF_OK);
    check_matrix(map, c, NULL, asked);
    check_matrix(map, c, index, asked);
    lf_index_destroy(index);
}

/// A round unit needs no more room than a square one, and no less than one of 0.7 times its side.
static void check_clearance(const lf_map *map, const swarm_case *c) {
    static uint32_t squares[SWARM_TILES];
    lf_depth *depth;
    FUZZ_CHECK(lf_map_clearance(map, NULL, squares, c->width * c->height) == LF_OK);
    FUZZ_CHECK(lf_depth_create(map, NULL, &depth) == LF_OK);
    for (lf_tile tile = 0; tile < (lf_tile)(c->width * c->height); tile++) {
        const int32_t deep = lf_depth_at(depth, tile), least = deep < 0 ? 0 : deep;
        if (squares[tile] == LF_NO_CLEARANCE) continue; // then nothing is blocked, and all depths are 255
        FUZZ_CHECK((int64_t)squares[tile] >= (int64_t)least * least);
        FUZZ_CHECK((int64_t)squares[tile] <= 2 * (int64_t)least * least);
        FUZZ_CHECK(lf_clearance_depth(squares[tile]) >= least);
    }
    lf_depth_destroy(depth);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static swarm_case c;
    fuzz_reader in = {data, size};
    c = (swarm_case){0};
    fuzz_size(&in, &c);
    fuzz_fields(&in, &c, names, sizeof names / sizeof *names);
    const field_bytes asked = {fuzz_byte(&in) % 40, fuzz_byte(&in), fuzz_byte(&in) % 3};
    fuzz_ends(&in, &c);
    fuzz_tiles(&in, &c, false);
    lf_map *map = map_of(&c);
    lf_field_desc desc = {
        .cost = (lf_cost)c.cost, .distances = (lf_distances)asked.distances, .owners = true};
    if (is_octile(&c) && desc.distances == LF_DISTANCES_16) desc.distances = LF_DISTANCES_32;
    lf_field *field;
    FUZZ_CHECK(lf_field_create(map, &desc, &field) == LF_OK);
    FUZZ_CHECK(lf_field_bytes(field) > 0);
    fill(field, &c, &asked);
    check_field(field, &c, &asked);
    check_clearance(map, &c);
    check_matrices(map, &c, &asked);
    lf_field_destroy(field);
    lf_map_destroy(map);
    return 0;
}
