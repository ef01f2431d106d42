// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Obstacles of one query, on maps made of bytes: every strategy answers as flood does on a map made with them,
// whole or in slices, and the next query knows nothing of them. swarm_bytes.h has the layout: size, moves, cost,
// strategy and hierarchy, then a byte each for the slice, for whether legs are kept, and for the number of
// obstacles, five bytes for each of them (x, y, width, height, open), ends, and a bit a tile.

#include "swarm_bytes.h"

static const char *const names[] = {"moves", "cost", "strategy", "hierarchy"};

enum { OBSTACLES_MOST = 7, OBSTACLES_ROOM = 1000 };

typedef struct obstacle_bytes {
    int slice;
    bool keep_legs;
    lf_obstacle list[OBSTACLES_MOST];
    lf_obstacles obstacles;
} obstacle_bytes;

static void obstacles_read(fuzz_reader *in, obstacle_bytes *out) {
    out->slice = fuzz_byte(in);
    out->keep_legs = fuzz_byte(in) % 2 == 0;
    out->obstacles = (lf_obstacles){.list = out->list, .count = fuzz_byte(in) % (OBSTACLES_MOST + 1)};
    for (int64_t i = 0; i < out->obstacles.count; i++) {
        lf_obstacle *o = &out->list[i];
        o->x = fuzz_byte(in) % (FUZZ_CASE_SIDE + 8) - 4;
        o->y = fuzz_byte(in) % (FUZZ_CASE_SIDE + 8) - 4;
        o->width = 1 + fuzz_byte(in) % 12;
        o->height = 1 + fuzz_byte(in) % 12;
        o->open = fuzz_byte(in) % 3 == 0;
    }
}

static lf_map *map_of(const swarm_case *c, const uint8_t *open) {
    lf_map *map = NULL;
    const lf_map_desc desc = {.width = c->width,
                              .height = c->height,
                              .tiles = open,
                              .tiles_size = (size_t)(c->width * c->height),
                              .moves = (lf_moves)c->moves};
    FUZZ_CHECK(lf_map_create(&desc, &map) == LF_OK);
    return map;
}

/// The map made with the obstacles.
static lf_map *map_with(const swarm_case *c, const obstacle_bytes *asked) {
    static uint8_t open[SWARM_TILES];
    memcpy(open, c->open, (size_t)(c->width * c->height));
    for (int64_t i = 0; i < asked->obstacles.count; i++) {
        const lf_obstacle *o = &asked->list[i];
        for (int y = o->y < 0 ? 0 : o->y; y < o->y + o->height && y < c->height; y++) {
            for (int x = o->x < 0 ? 0 : o->x; x < o->x + o->width && x < c->width; x++)
                open[y * c->width + x] = o->open;
        }
    }
    return map_of(c, open);
}

/// What answers: the strategy, or auto where it does not take the query.
static lf_strategy strategy_of(const swarm_case *c) {
    const bool octile = c->cost == LF_COST_OCTILE && c->moves != LF_MOVES_ORTHOGONAL;
    const lf_strategy strategy = (lf_strategy)c->strategy;
    if (strategy == LF_STRATEGY_STRIP) return LF_STRATEGY_AUTO;
    const bool guided = strategy >= LF_STRATEGY_CORRIDOR && strategy <= LF_STRATEGY_SPINE;
    return octile && guided ? LF_STRATEGY_AUTO : strategy;
}

static lf_status ask(lf_search *search, const lf_query *query, int slice, lf_tile *tiles, lf_route *route) {
    if (slice == 0) return lf_search_find(search, query, tiles, SWARM_TILES, route);
    lf_status status = lf_search_begin(search, query);
    while (status == LF_PAUSED) status = lf_search_step(search, slice);
    return status < 0 ? status : lf_search_finish(search, tiles, SWARM_TILES, route);
}

static void check(lf_search *search, const lf_map *made, lf_query query, const obstacle_bytes *asked) {
    static lf_tile tiles[SWARM_TILES], plain[SWARM_TILES], again[SWARM_TILES];
    lf_search *judge;
    lf_route route, truth, before, after;
    FUZZ_CHECK(lf_search_create(made, &(lf_search_desc){.cost = query.options.cost}, &judge) == LF_OK);
    FUZZ_CHECK(lf_search_find(search, &query, plain, SWARM_TILES, &before) >= 0);
    query.obstacles = &asked->obstacles;
    const lf_status status = ask(search, &query, asked->slice, tiles, &route);
    query.obstacles = NULL;
    FUZZ_CHECK(lf_search_find(search, &query, again, SWARM_TILES, &after) >= 0);
    FUZZ_CHECK(before.tile_count == after.tile_count);
    FUZZ_CHECK(memcmp(plain, again, (size_t)before.tile_count * sizeof *plain) == 0);
    query.strategy = LF_STRATEGY_FLOOD;
    FUZZ_CHECK(lf_search_find(judge, &query, NULL, 0, &truth) == status);
    lf_search_destroy(judge);
    if (status != LF_OK) return;
    FUZZ_CHECK(lf_route_check(made, tiles, route.tile_count, NULL, NULL) == LF_OK);
    FUZZ_CHECK(route.length >= truth.length || query.options.cost == LF_COST_OCTILE);
    if (!route.exact) return;
    FUZZ_CHECK(route.length == truth.length);
    FUZZ_CHECK(query.options.cost != LF_COST_OCTILE || route.diagonal == truth.diagonal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static swarm_case c;
    static obstacle_bytes asked;
    lf_source sources[FUZZ_CASE_ENDS];
    lf_index *index;
    lf_coarse *coarse;
    lf_search *search;
    fuzz_reader in = {data, size};
    c = (swarm_case){0};
    fuzz_size(&in, &c);
    fuzz_fields(&in, &c, names, sizeof names / sizeof *names);
    obstacles_read(&in, &asked);
    fuzz_ends(&in, &c);
    fuzz_tiles(&in, &c, false);
    lf_map *map = map_of(&c, c.open), *made = map_with(&c, &asked);
    const lf_index_desc desc = {
        .cost = (lf_cost)c.cost, .hierarchy = (lf_hierarchy)c.hierarchy, .keep_legs = asked.keep_legs};
    FUZZ_CHECK(lf_index_create(map, &desc, &index) == LF_OK);
    FUZZ_CHECK(lf_coarse_create(map, NULL, &coarse) == LF_OK);
    const lf_search_desc whole = {
        .index = index, .coarse = coarse, .cost = (lf_cost)c.cost, .obstacle_room = OBSTACLES_ROOM};
    FUZZ_CHECK(lf_search_create(map, &whole, &search) == LF_OK);
    for (int i = 0; i < c.source_count; i++) sources[i] = (lf_source){.tile = c.sources[i]};
    const lf_query query = {.sources = sources,
                            .source_count = c.source_count,
                            .targets = c.targets,
                            .target_count = c.target_count,
                            .strategy = strategy_of(&c),
                            .options = {.cost = (lf_cost)c.cost}};
    check(search, made, query, &asked);
    lf_search_destroy(search);
    lf_coarse_destroy(coarse);
    lf_index_destroy(index);
    lf_map_destroy(made);
    lf_map_destroy(map);
    return 0;
}
