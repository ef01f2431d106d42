// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The promise of every strategy, on maps and queries made of bytes: a route exactly when flood finds one,
// legal, not shorter, and the same in slices; under octile costs the same cost forwards and backwards.
// Layout: width, height, rules, level and kind, radius, widenings, options, slice, then four bytes for two
// sources and two targets, then a bit a tile.

#include "fuzz.h"

enum { HEADER = 12, MOST_TILES = 200 * 200 };

typedef struct fuzz_case {
    lf_map *map;
    lf_coarse *coarse;
    lf_index *index;
    lf_search *search;
    lf_source sources[2];
    lf_tile targets[2];
    lf_query query;
    int64_t slice;
} fuzz_case;

static lf_map *map_from(const uint8_t *data, size_t size) {
    const int32_t width = 1 + data[0] % 200, height = 1 + data[1] % 200;
    const size_t row = (size_t)(width + 7) / 8;
    uint8_t *bits = calloc(row, (size_t)height);
    if (bits == NULL) return NULL;
    const size_t need = row * (size_t)height;
    for (size_t i = 0; i < need && size > 0; i++) bits[i] = data[HEADER + i % size];
    lf_map *map = NULL;
    const lf_map_desc desc = {.width = width,
                              .height = height,
                              .tiles = bits,
                              .tiles_size = need,
                              .format = LF_TILES_BITS,
                              .moves = (lf_moves)(data[2] % 3),
                              .bodies = (data[2] & 64) != 0 ? LF_BODIES_ON_REQUEST : LF_BODIES_AT_CREATION};
    FUZZ_CHECK(lf_map_create(&desc, &map) == LF_OK);
    free(bits);
    return map;
}

/// The first open tile from a place on, or LF_NO_TILE.
static lf_tile open_from(const lf_map *map, uint32_t place) {
    const uint32_t count = (uint32_t)lf_map_width(map) * (uint32_t)lf_map_height(map);
    for (uint32_t i = 0; i < count; i++) {
        const lf_tile tile = (place * 157 + i) % count;
        if (lf_map_is_open(map, tile)) return tile;
    }
    return LF_NO_TILE;
}

static bool case_make(fuzz_case *c, const uint8_t *data, size_t size) {
    *c = (fuzz_case){.map = map_from(data, size - HEADER), .slice = 1 + data[7]};
    if (c->map == NULL) return false;
    const lf_coarse_desc coarse = {.level = data[3] % 10, .kind = (lf_coarse_kind)(data[3] >> 7)};
    if (lf_coarse_create(c->map, &coarse, &c->coarse) != LF_OK) return false; // a level that is too high
    FUZZ_CHECK(lf_index_create(c->map, NULL, &c->index) == LF_OK);
    const lf_search_desc desc = {.coarse = c->coarse, .index = c->index, .octile = true};
    FUZZ_CHECK(lf_search_create(c->map, &desc, &c->search) == LF_OK);
    for (int i = 0; i < 2; i++) {
        c->sources[i].tile = open_from(c->map, data[8 + i]);
        c->targets[i] = open_from(c->map, data[10 + i]);
    }
    if (c->targets[0] == LF_NO_TILE) return false; // all blocked
    c->query = (lf_query){.sources = c->sources, .source_count = 2, .targets = c->targets, .target_count = 2};
    c->query.options = (lf_options){.radius = (int32_t)(data[4] % 6) - 1,
                                    .widenings = (int32_t)(data[5] % 12) - 1,
                                    .frontier = (lf_frontier)(data[6] & 1),
                                    .straighten = (data[6] & 2) != 0,
                                    .spacing = (int32_t)(data[6] >> 5) - 1,
                                    .portal_cap = data[5] >> 6,
                                    .entry = (lf_entry)(data[6] >> 2 & 1),
                                    .keep_joints = (data[6] & 8) != 0};
    return true;
}

static lf_status find_in_slices(const fuzz_case *c, lf_tile *tiles, lf_route *route) {
    lf_status status = lf_search_begin(c->search, &c->query);
    while (status == LF_PAUSED) status = lf_search_step(c->search, c->slice);
    return lf_search_finish(c->search, tiles, MOST_TILES, route);
}

static void case_check(fuzz_case *c) {
    static lf_tile tiles[MOST_TILES], again[MOST_TILES];
    int64_t optimum = -1;
    for (int strategy = LF_STRATEGY_FLOOD; lf_strategy_name((lf_strategy)strategy) != NULL; strategy++) {
        lf_route route, sliced;
        c->query.strategy = (lf_strategy)strategy;
        const lf_status status = lf_search_find(c->search, &c->query, tiles, MOST_TILES, &route);
        if (status == LF_E_STRIP) continue; // only for orthogonal moves with bodies
        FUZZ_CHECK(status == LF_OK || status == LF_NO_ROUTE);
        if (strategy == LF_STRATEGY_FLOOD) optimum = route.found ? route.length : -1;
        FUZZ_CHECK(route.found == (optimum >= 0));
        FUZZ_CHECK(!route.exact || !route.found || route.length == optimum);
        FUZZ_CHECK(!route.found || route.length >= optimum);
        FUZZ_CHECK(!route.found || lf_route_check(c->map, tiles, route.tile_count, NULL, NULL) == LF_OK);
        FUZZ_CHECK(find_in_slices(c, again, &sliced) == status);
        FUZZ_CHECK(sliced.tile_count == route.tile_count);
        FUZZ_CHECK(memcmp(tiles, again, sizeof *tiles * (size_t)route.tile_count) == 0);
    }
}

/// Octile costs: legal, never fewer moves than the shortest route, and, because every move can be taken back,
/// exactly as cheap from the targets to the sources.
static void case_check_octile(fuzz_case *c) {
    static lf_tile tiles[MOST_TILES], again[MOST_TILES];
    lf_route shortest, route, sliced, back;
    c->query.strategy = LF_STRATEGY_FLOOD;
    const lf_status status = lf_search_find(c->search, &c->query, tiles, MOST_TILES, &shortest);
    c->query.options.cost = LF_COST_OCTILE;
    FUZZ_CHECK(lf_search_find(c->search, &c->query, tiles, MOST_TILES, &route) == status);
    FUZZ_CHECK(find_in_slices(c, again, &sliced) == status);
    FUZZ_CHECK(route.exact && route.length >= shortest.length && sliced.length == route.length);
    FUZZ_CHECK(memcmp(tiles, again, sizeof *tiles * (size_t)route.tile_count) == 0);
    FUZZ_CHECK(!route.found || lf_route_check(c->map, tiles, route.tile_count, NULL, NULL) == LF_OK);
    for (int i = 0; i < 2; i++) {
        const lf_tile source = c->sources[i].tile;
        c->sources[i].tile = c->targets[i];
        c->targets[i] = source;
    }
    FUZZ_CHECK(lf_search_find(c->search, &c->query, tiles, MOST_TILES, &back) == status);
    FUZZ_CHECK(back.straight == route.straight && back.diagonal == route.diagonal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEADER) return 0;
    fuzz_case c;
    if (case_make(&c, data, size)) {
        case_check(&c);
        case_check_octile(&c);
    }
    lf_search_destroy(c.search);
    lf_index_destroy(c.index);
    lf_coarse_destroy(c.coarse);
    lf_map_destroy(c.map);
    return 0;
}
