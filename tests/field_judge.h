// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A field against the oracle: every tile of every plane, by the words of landfall/field.h.
#ifndef LANDFALL_FIELD_JUDGE_H
#define LANDFALL_FIELD_JUDGE_H

#include "oracle.h"
#include "test.h"

/// A field's question, as the oracle and the library see it.
typedef struct judge_case {
    const oracle_map *plan;
    const lf_tile *targets;
    int target_count;
    int64_t limit; ///< 0 = none
    lf_field_desc desc;
} judge_case;

static inline bool judge_is_octile(const judge_case *c) {
    return c->desc.cost == LF_COST_OCTILE && c->plan->moves != LF_MOVES_ORTHOGONAL;
}

/// The greatest whole number whose square is at most `square`, by trying bits.
static inline uint64_t judge_root(uint64_t square) {
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit != 0; bit >>= 1) {
        if ((root | bit) * (root | bit) <= square) root |= bit;
    }
    return root;
}

/// The number that a plane has for a way.
static inline int64_t judge_number(const judge_case *c, oracle_way way) {
    if (!judge_is_octile(c)) return way.straight;
    const uint64_t scaled = (uint64_t)way.diagonal * 1024;
    return (int64_t)way.straight * 1024 + (int64_t)judge_root(2 * scaled * scaled);
}

/// straight + diagonal * sqrt 2 <= limit, by squares.
static inline bool judge_within(const judge_case *c, oracle_way way) {
    if (way.straight < 0) return false;
    if (c->limit == 0) return true;
    const int64_t left = c->limit - way.straight;
    return left >= 0 && left * left >= 2 * (int64_t)way.diagonal * way.diagonal;
}

/// The oracle's ways, without those beyond the limit. The caller frees them.
static inline oracle_way *judge_ways(const judge_case *c) {
    const int size = c->plan->width * c->plan->height;
    oracle_way *ways = malloc(sizeof *ways * (size_t)size);
    lf_source *sources = malloc(sizeof *sources * (size_t)c->target_count);
    for (int i = 0; i < c->target_count; i++) sources[i] = (lf_source){.tile = c->targets[i]};
    const lf_query query = {.sources = sources, .source_count = c->target_count};
    oracle_field(c->plan, &query, judge_is_octile(c), ways);
    free(sources);
    for (int i = 0; i < size; i++) {
        if (!judge_within(c, ways[i])) ways[i] = (oracle_way){-1, 0, LF_NO_TILE};
    }
    return ways;
}

/// The first target on the tile where the ways from a tile end.
static inline uint32_t judge_owner(const judge_case *c, const oracle_way *ways, lf_tile tile) {
    if (ways[tile].straight < 0) return LF_NO_OWNER;
    while (ways[tile].next != tile) tile = ways[tile].next;
    for (int i = 0; i < c->target_count; i++) {
        if (c->targets[i] == tile) return (uint32_t)i;
    }
    return LF_NO_OWNER;
}

/// The byte of a direction, from the picture in the header.
static inline uint8_t judge_direction(const judge_case *c, const oracle_way *ways, lf_tile tile) {
    static const uint8_t around[3][3] = {{0, 1, 2}, {3, 8, 4}, {5, 6, 7}};
    if (ways[tile].straight < 0) return LF_NO_DIRECTION;
    const int width = c->plan->width, next = (int)ways[tile].next, here = (int)tile;
    return around[next / width - here / width + 1][next % width - here % width + 1];
}

static inline bool judge_distance(const judge_case *c, const lf_field *field, const lf_field_planes *planes,
                                  const oracle_way *ways, lf_tile tile) {
    const int64_t number = ways[tile].straight < 0 ? -1 : judge_number(c, ways[tile]);
    int64_t straight = -7, diagonal = -7;
    const lf_status status = lf_field_cost(field, tile, &straight, &diagonal);
    if (c->desc.distances == LF_DISTANCES_NONE) {
        if (!CHECK(lf_field_distance(field, tile) == -1)) return false;
        if (!judge_is_octile(c)) return CHECK_EQ(status, LF_E_PLANE);
    } else if (c->desc.distances == LF_DISTANCES_16) {
        if (!CHECK_EQ(planes->distances16[tile], number < 0 ? LF_NO_DISTANCE_16 : number)) return false;
    } else if (!CHECK_EQ(planes->distances[tile], number < 0 ? LF_NO_DISTANCE : number)) {
        return false;
    }
    if (c->desc.distances != LF_DISTANCES_NONE && !CHECK_EQ(lf_field_distance(field, tile), number))
        return false;
    if (ways[tile].straight < 0) return CHECK(status == LF_NO_ROUTE && straight == 0 && diagonal == 0);
    return CHECK_EQ(status, LF_OK) && CHECK_EQ(straight, ways[tile].straight) &&
           CHECK_EQ(diagonal, ways[tile].diagonal);
}

/// Every move of the route of a tile is legal and the cost adds up to that of the tile.
static inline bool judge_route(const judge_case *c, const lf_field *field, const oracle_way *ways,
                               lf_tile tile, lf_tile *tiles) {
    const int width = c->plan->width, room = width * c->plan->height;
    lf_route route;
    const lf_status status = lf_field_route(field, tile, tiles, room, &route);
    if (ways[tile].straight < 0)
        return CHECK(status == LF_NO_ROUTE && !route.found && route.target == LF_NO_TILE &&
                     route.target_index == -1 && route.tile_count == 0);
    if (!CHECK_EQ(status, LF_OK) || !CHECK(route.found && tiles[0] == tile)) return false;
    int straight = 0, diagonal = 0;
    for (int64_t i = 1; i < route.tile_count; i++) {
        const int x = (int)tiles[i - 1] % width, y = (int)tiles[i - 1] / width;
        const int dx = (int)tiles[i] % width - x, dy = (int)tiles[i] / width - y;
        if (!CHECK(dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1) ||
            !CHECK(oracle_move_legal(c->plan, x, y, dx, dy)))
            return false;
        *(dx != 0 && dy != 0 ? &diagonal : &straight) += 1;
    }
    const bool octile = judge_is_octile(c);
    return CHECK_EQ(route.straight, straight) && CHECK_EQ(route.diagonal, diagonal) &&
           CHECK_EQ(octile ? straight : straight + diagonal, ways[tile].straight) &&
           CHECK_EQ(octile ? diagonal : 0, ways[tile].diagonal) &&
           CHECK_EQ(route.target, tiles[route.tile_count - 1]) &&
           CHECK_EQ(route.length, route.tile_count - 1) &&
           CHECK_EQ(route.target_index, c->desc.owners ? (int64_t)judge_owner(c, ways, tile) : INT64_C(-1));
}

static inline bool judge_tile(const judge_case *c, const lf_field *field, const lf_field_planes *planes,
                              const oracle_way *ways, lf_tile tile, lf_tile *tiles) {
    if (!judge_distance(c, field, planes, ways, tile)) return false;
    if (c->desc.owners && !CHECK_EQ(planes->owners[tile], judge_owner(c, ways, tile))) return false;
    if (planes->directions == NULL) return CHECK(lf_field_next(field, tile) == LF_NO_TILE);
    return CHECK_EQ(planes->directions[tile], judge_direction(c, ways, tile)) &&
           CHECK_EQ(lf_field_next(field, tile), ways[tile].next) && judge_route(c, field, ways, tile, tiles);
}

/// Compares a filled field with the oracle; false after saying what is wrong.
static inline bool judge_field(const judge_case *c, const lf_field *field) {
    const int size = c->plan->width * c->plan->height;
    oracle_way *ways = judge_ways(c);
    lf_tile *tiles = malloc(sizeof *tiles * (size_t)size);
    lf_field_planes planes;
    bool good = CHECK_EQ(lf_field_finish(field, &planes), LF_OK) && CHECK_EQ(planes.tile_count, size) &&
                CHECK_EQ(planes.directions != NULL, c->desc.directions || c->desc.owners) &&
                CHECK_EQ(planes.owners != NULL, c->desc.owners) &&
                CHECK_EQ(planes.distances != NULL, c->desc.distances == LF_DISTANCES_32) &&
                CHECK_EQ(planes.distances16 != NULL, c->desc.distances == LF_DISTANCES_16);
    int64_t reached = 0;
    for (int i = 0; good && i < size; i++) {
        reached += ways[i].straight >= 0;
        good = judge_tile(c, field, &planes, ways, (lf_tile)i, tiles);
    }
    good = good && CHECK_EQ(planes.reached, reached);
    free(tiles);
    free(ways);
    return good;
}

#endif // LANDFALL_FIELD_JUDGE_H
