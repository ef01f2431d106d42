// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The oracle: distances by relaxing every move of every tile until a whole round changes nothing. No queue,
// no bits, no table, no early end; slow, and short enough to be believed.
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>

static bool oracle_open(const oracle_map *map, int x, int y) {
    return x >= 0 && y >= 0 && x < map->width && y < map->height && map->open[y * map->width + x] != 0;
}

bool oracle_move_legal(const oracle_map *map, int x, int y, int dx, int dy) {
    if (dx == 0 && dy == 0) return false;
    if (!oracle_open(map, x, y) || !oracle_open(map, x + dx, y + dy)) return false;
    const bool diagonal = dx != 0 && dy != 0;
    if (!diagonal || map->moves == LF_MOVES_KING_CUT) return true;
    if (map->moves == LF_MOVES_ORTHOGONAL) return false;
    return oracle_open(map, x + dx, y) && oracle_open(map, x, y + dy);
}

/// The least distance of the neighbours that one move leads here from, or -1.
static int oracle_nearest_neighbour(const oracle_map *map, const int *distances, int x, int y) {
    int best = -1;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (!oracle_move_legal(map, x, y, dx, dy)) continue;
            const int there = distances[(y + dy) * map->width + x + dx];
            if (there >= 0 && (best < 0 || there < best)) best = there;
        }
    }
    return best;
}

/// The tiles in rounds that go down the map and up again by turns, so that distances travel both ways.
static int oracle_turn(int i, int size, bool down) {
    return down ? i : size - 1 - i;
}

void oracle_distances(const oracle_map *map, const unsigned char *inside, const lf_source *sources,
                      int64_t source_count, int *distances) {
    for (int i = 0; i < map->width * map->height; i++) distances[i] = -1;
    for (int64_t i = 0; i < source_count; i++) {
        if (inside == NULL || inside[sources[i].tile] != 0) distances[sources[i].tile] = 0;
    }
    const int size = map->width * map->height;
    for (bool changed = true, down = true; changed; down = !down) {
        changed = false;
        for (int i = 0; i < size; i++) {
            const int tile = oracle_turn(i, size, down);
            if (inside != NULL && inside[tile] == 0) continue;
            const int near = oracle_nearest_neighbour(map, distances, tile % map->width, tile / map->width);
            if (near < 0 || (distances[tile] >= 0 && distances[tile] <= near + 1)) continue;
            distances[tile] = near + 1;
            changed = true;
        }
    }
}

/// The written rule: the first neighbour that is one nearer, in the order up, left, right, down, then the
/// diagonals.
static lf_tile oracle_step_back(const oracle_map *map, const int *distances, lf_tile tile) {
    static const int order[8][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
    const int x = (int)tile % map->width, y = (int)tile / map->width;
    for (int i = 0; i < 8; i++) {
        const int dx = order[i][0], dy = order[i][1];
        if (!oracle_move_legal(map, x, y, dx, dy)) continue;
        const int next = (y + dy) * map->width + x + dx;
        if (distances[next] == distances[tile] - 1) return (lf_tile)next;
    }
    return LF_NO_TILE;
}

int oracle_route(const oracle_map *map, const lf_query *query, lf_tile *tiles) {
    int *distances = malloc(sizeof *distances * (size_t)(map->width * map->height));
    oracle_distances(map, NULL, query->sources, query->source_count, distances);
    lf_tile target = LF_NO_TILE;
    for (int64_t i = 0; i < query->target_count; i++) {
        const lf_tile tile = query->targets[i];
        if (distances[tile] < 0) continue;
        if (target == LF_NO_TILE || distances[tile] < distances[target]) target = tile;
    }
    int count = 0;
    if (target != LF_NO_TILE) {
        count = distances[target] + 1;
        for (int i = count - 1; i >= 0; i--) {
            tiles[i] = target;
            if (i > 0) target = oracle_step_back(map, distances, target);
        }
    }
    free(distances);
    return count;
}

// ---- Octile costs: pairs of numbers, compared as floating point. On maps of a few thousand tiles two
// different costs differ by more than 1e-5, so that a tolerance of 1e-6 tells them apart.
// -------------------------------------

typedef struct oracle_cost {
    int straight, diagonal; ///< straight < 0: unreachable
} oracle_cost;

static double oracle_value(oracle_cost cost) {
    return cost.straight + cost.diagonal * 1.4142135623730951;
}

static bool oracle_cheaper(oracle_cost a, oracle_cost b) {
    return b.straight < 0 || oracle_value(a) < oracle_value(b) - 1e-6;
}

static oracle_cost oracle_cost_after(oracle_cost cost, int dx, int dy) {
    return dx != 0 && dy != 0 ? (oracle_cost){cost.straight, cost.diagonal + 1}
                              : (oracle_cost){cost.straight + 1, cost.diagonal};
}

static bool oracle_relax_tile(const oracle_map *map, oracle_cost *costs, int x, int y) {
    bool changed = false;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (!oracle_move_legal(map, x, y, dx, dy)) continue;
            const oracle_cost there = costs[(y + dy) * map->width + x + dx];
            if (there.straight < 0) continue;
            const oracle_cost here = oracle_cost_after(there, dx, dy);
            if (!oracle_cheaper(here, costs[y * map->width + x])) continue;
            costs[y * map->width + x] = here;
            changed = true;
        }
    }
    return changed;
}

static void oracle_costs(const oracle_map *map, const lf_query *query, oracle_cost *costs) {
    for (int i = 0; i < map->width * map->height; i++) costs[i] = (oracle_cost){-1, 0};
    for (int64_t i = 0; i < query->source_count; i++) costs[query->sources[i].tile] = (oracle_cost){0, 0};
    const int size = map->width * map->height;
    for (bool changed = true, down = true; changed; down = !down) {
        changed = false;
        for (int i = 0; i < size; i++) {
            const int tile = oracle_turn(i, size, down);
            changed = oracle_relax_tile(map, costs, tile % map->width, tile / map->width) || changed;
        }
    }
}

static lf_tile oracle_octile_back(const oracle_map *map, const oracle_cost *costs, lf_tile tile) {
    static const int order[8][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
    const int x = (int)tile % map->width, y = (int)tile / map->width;
    for (int i = 0; i < 8; i++) {
        const int dx = order[i][0], dy = order[i][1], next = (y + dy) * map->width + x + dx;
        if (!oracle_move_legal(map, x, y, dx, dy) || costs[next].straight < 0) continue;
        const oracle_cost here = oracle_cost_after(costs[next], dx, dy);
        if (here.straight == costs[tile].straight && here.diagonal == costs[tile].diagonal)
            return (lf_tile)next;
    }
    return LF_NO_TILE;
}

int oracle_octile_route(const oracle_map *map, const lf_query *query, lf_tile *tiles, int *diagonal) {
    oracle_cost *costs = malloc(sizeof *costs * (size_t)(map->width * map->height));
    oracle_costs(map, query, costs);
    lf_tile target = LF_NO_TILE;
    for (int64_t i = 0; i < query->target_count; i++) {
        const lf_tile tile = query->targets[i];
        if (costs[tile].straight < 0) continue;
        if (target == LF_NO_TILE || oracle_cheaper(costs[tile], costs[target])) target = tile;
    }
    int count = 0;
    *diagonal = 0;
    if (target != LF_NO_TILE) {
        *diagonal = costs[target].diagonal;
        count = costs[target].straight + costs[target].diagonal + 1;
        for (int i = count - 1; i >= 0; i--) {
            tiles[i] = target;
            if (i > 0) target = oracle_octile_back(map, costs, target);
        }
    }
    free(costs);
    return count;
}

static void oracle_field_uniform(const oracle_map *map, const lf_query *query, oracle_way *ways) {
    const int size = map->width * map->height;
    int *distances = malloc(sizeof *distances * (size_t)size);
    oracle_distances(map, NULL, query->sources, query->source_count, distances);
    for (int i = 0; i < size; i++) {
        ways[i] = (oracle_way){distances[i], 0, distances[i] < 0 ? LF_NO_TILE : (lf_tile)i};
        if (distances[i] > 0) ways[i].next = oracle_step_back(map, distances, (lf_tile)i);
    }
    free(distances);
}

static void oracle_field_octile(const oracle_map *map, const lf_query *query, oracle_way *ways) {
    const int size = map->width * map->height;
    oracle_cost *costs = malloc(sizeof *costs * (size_t)size);
    oracle_costs(map, query, costs);
    for (int i = 0; i < size; i++) {
        ways[i] = (oracle_way){costs[i].straight, costs[i].diagonal, LF_NO_TILE};
        if (costs[i].straight < 0) continue;
        const bool source = costs[i].straight + costs[i].diagonal == 0;
        ways[i].next = source ? (lf_tile)i : oracle_octile_back(map, costs, (lf_tile)i);
    }
    free(costs);
}

void oracle_field(const oracle_map *map, const lf_query *query, bool octile, oracle_way *ways) {
    if (octile)
        oracle_field_octile(map, query, ways);
    else
        oracle_field_uniform(map, query, ways);
}

int oracle_length(const oracle_map *map, const unsigned char *inside, const lf_query *query) {
    int *distances = malloc(sizeof *distances * (size_t)(map->width * map->height));
    oracle_distances(map, inside, query->sources, query->source_count, distances);
    int best = -1;
    for (int64_t i = 0; i < query->target_count; i++) {
        const int distance = distances[query->targets[i]];
        if (distance >= 0 && (best < 0 || distance < best)) best = distance;
    }
    free(distances);
    return best;
}

uint64_t oracle_random(uint64_t *state) {
    // xorshift64*: any state but 0
    uint64_t x = *state != 0 ? *state : 1;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return x * UINT64_C(2685821657736338717);
}

int oracle_below(uint64_t *state, int bound) {
    return (int)((oracle_random(state) >> 33) % (uint64_t)bound);
}

/// Sides cross the width of a word now and then, because that is where bit searches break.
static int oracle_random_side(uint64_t *state, int max_side) {
    const int kind = oracle_below(state, 8);
    if (kind == 0) return 1;
    if (kind == 1 && max_side >= 66) return 62 + oracle_below(state, 5);
    return 1 + oracle_below(state, max_side < 24 ? max_side : 24);
}

/// Noise, or walls with gaps, or a coast: blobs carved by a drunken walk.
static void oracle_fill(oracle_map *map, uint64_t *state) {
    const int size = map->width * map->height, style = oracle_below(state, 3);
    const int percent = (int[]){0, 15, 30, 40, 50, 65, 80, 100}[oracle_below(state, 8)];
    for (int i = 0; i < size; i++) map->open[i] = style == 2 ? 0 : oracle_below(state, 100) >= percent;
    if (style == 1) {
        for (int i = 0; i < size; i++) {
            const int x = i % map->width, y = i / map->width;
            map->open[i] = (x % 5 != 3 && y % 4 != 2) || oracle_below(state, 100) < 20;
        }
    }
    if (style != 2) return;
    int x = oracle_below(state, map->width), y = oracle_below(state, map->height);
    for (int i = 0; i < 2 * size; i++) {
        map->open[y * map->width + x] = 1;
        x += oracle_below(state, 3) - 1;
        y += oracle_below(state, 3) - 1;
        if (x < 0 || y < 0 || x >= map->width || y >= map->height || oracle_below(state, 60) == 0) {
            x = oracle_below(state, map->width);
            y = oracle_below(state, map->height);
        }
    }
}

oracle_map oracle_random_map(uint64_t seed, int max_side, lf_moves moves) {
    uint64_t state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    oracle_map map = {.moves = moves};
    map.width = oracle_random_side(&state, max_side);
    map.height = oracle_random_side(&state, max_side);
    map.open = malloc((size_t)(map.width * map.height));
    oracle_fill(&map, &state);
    return map;
}

lf_tile oracle_random_open(const oracle_map *map, uint64_t *random) {
    const int size = map->width * map->height;
    const int start = oracle_below(random, size);
    for (int i = 0; i < size; i++) {
        const int tile = (start + i) % size;
        if (map->open[tile] != 0) return (lf_tile)tile;
    }
    return LF_NO_TILE;
}

lf_map *oracle_to_map(const oracle_map *map) {
    lf_map *out;
    const lf_map_desc desc = {.width = map->width,
                              .height = map->height,
                              .tiles = map->open,
                              .tiles_size = (size_t)(map->width * map->height),
                              .moves = map->moves};
    const lf_status status = lf_map_create(&desc, &out);
    if (status != LF_OK) printf("lf_map_create: %s\n", lf_status_text(status));
    return out;
}
