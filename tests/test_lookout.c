// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The lookout against the words of its header, tile by tile, on maps with stops added to their headlands:
// which legs it sees, with every leg and without, and that what it leaves out is never missed.
#include "test.h"

#include "oracle.h"
#include "sight/lookout.h"

enum { MAPS = 600, SIDE_MOST = 90, TILES_MOST = SIDE_MOST * SIDE_MOST };

static uint64_t draw(uint64_t *random, uint64_t below) {
    return oracle_random(random) % below;
}

typedef struct ground {
    lf_map *map;
    lfi_stops stops;
    uint32_t count;  ///< headlands, added ones included
    lf_point *heads; ///< where they are
    uint8_t *seen;   ///< for each: how often it was reported
} ground;

static lf_map *map_draw(uint64_t *random, lf_moves moves) {
    uint8_t tiles[TILES_MOST];
    const int32_t width = 1 + (int32_t)draw(random, SIDE_MOST), height = 1 + (int32_t)draw(random, SIDE_MOST);
    const uint64_t walls = (uint64_t[]){0, 2, 8, 30}[draw(random, 4)];
    for (int32_t i = 0; i < width * height; i++) tiles[i] = draw(random, 100) >= walls;
    tiles[0] = 1;
    lf_map *map = NULL;
    lf_map_create(&(lf_map_desc){.width = width,
                                 .height = height,
                                 .tiles = tiles,
                                 .tiles_size = (size_t)width * (size_t)height,
                                 .moves = moves},
                  &map);
    return map;
}

/// Stops as keys make them: those of the map, and some open tiles more.
static void ground_make(ground *g, uint64_t *random, lf_moves moves) {
    lf_allocator allocator = {0};
    lfi_allocator_resolve(&allocator);
    *g = (ground){.map = map_draw(random, moves)};
    lf_map *map = g->map;
    CHECK(lfi_stops_create(map, &allocator, &g->stops) == LF_OK);
    for (int64_t band = 0; band < lfi_stops_bands(map); band++) lfi_stops_fill_rows(map, &g->stops, band);
    for (uint64_t i = draw(random, 12); i-- > 0;) {
        const lf_tile tile = (lf_tile)draw(random, map->tile_count);
        if (lf_map_is_open(map, tile)) lfi_stops_add(&g->stops, lfi_map_spot(map, tile));
    }
    g->count = (uint32_t)lfi_stops_count(map, &g->stops);
    for (int64_t band = 0; band < lfi_stops_bands(map); band++) lfi_stops_fill_columns(map, &g->stops, band);
    lfi_stops_fill_patches(map, &g->stops);
    g->heads = calloc((size_t)g->count + 1, sizeof *g->heads);
    g->seen = calloc((size_t)g->count + 1, 1);
    for (lf_tile tile = 0, number = 0; tile < map->tile_count; tile++)
        if (lfi_stops_is_headland(&g->stops, lfi_map_spot(map, tile)))
            g->heads[number++] = lf_map_point(map, tile);
}

static void ground_free(ground *g) {
    lf_allocator allocator = {0};
    lfi_allocator_resolve(&allocator);
    lfi_stops_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, g->map, &g->stops);
    free(g->heads);
    free(g->seen);
    lf_map_destroy(g->map);
}

static void ground_sees(void *user, uint32_t number) {
    ground *g = user;
    if (number < g->count && g->seen[number] < UINT8_MAX) g->seen[number]++;
}

static void ground_look(ground *g, lf_point from, bool every) {
    memset(g->seen, 0, (size_t)g->count + 1);
    const lfi_lookout lookout = {.map = g->map,
                                 .stops = &g->stops,
                                 .limit = UINT32_MAX,
                                 .every = every,
                                 .user = g,
                                 .headland = ground_sees};
    lfi_lookout_scan(&lookout, from.x, from.y);
}

static bool is_head(const ground *g, lf_point at) {
    return lfi_stops_is_headland(&g->stops, lfi_map_spot(g->map, lfi_map_tile(g->map, at)));
}

/// One move, by the rules' words; whether it is legal.
static bool step(const lf_map *map, lf_point *at, int dx, int dy) {
    const lf_tile tiles[2] = {lfi_map_tile(map, *at), lf_map_tile(map, at->x + dx, at->y + dy)};
    if (tiles[1] == LF_NO_TILE || lf_route_check(map, tiles, 2, NULL, NULL) != LF_OK) return false;
    *at = (lf_point){at->x + dx, at->y + dy};
    return true;
}

/// Whether a leg leads from one tile to another with no headland before its end, walked move by move.
static bool leg_is_clear(const ground *g, lf_point at, lf_point to) {
    const bool orthogonal = g->map->moves == LF_MOVES_ORTHOGONAL;
    for (;;) {
        const int dx = (to.x > at.x) - (to.x < at.x), dy = (to.y > at.y) - (to.y < at.y);
        if (!step(g->map, &at, dx, orthogonal && dx != 0 ? 0 : dy)) return false;
        if (at.x == to.x && at.y == to.y) return true;
        if (is_head(g, at)) return false;
    }
}

static lf_tile open_tile(const ground *g, uint64_t *random) {
    for (int tries = 0; tries < 50; tries++) {
        const lf_tile tile = (lf_tile)draw(random, g->map->tile_count);
        if (lf_map_is_open(g->map, tile)) return tile;
    }
    return 0;
}

// ---- Every leg ------------------------------------------------------------------------------------

/// Every leg is seen, once, and nothing else.
static int64_t every_leg_faults(ground *g, lf_point from) {
    int64_t faults = 0;
    ground_look(g, from, true);
    for (uint32_t i = 0; i < g->count; i++) {
        const bool itself = g->heads[i].x == from.x && g->heads[i].y == from.y;
        faults += g->seen[i] != (!itself && leg_is_clear(g, from, g->heads[i]));
    }
    return faults;
}

static void every_leg_is_seen(void) {
    uint64_t random = test_seed();
    for (lf_moves moves = LF_MOVES_KING; moves <= LF_MOVES_ORTHOGONAL; moves++) {
        int64_t faults = 0, seen = 0;
        for (int i = 0; i < MAPS; i++) {
            ground g;
            ground_make(&g, &random, moves);
            faults += every_leg_faults(&g, lf_map_point(g.map, open_tile(&g, &random)));
            if (g.count > 0) faults += every_leg_faults(&g, g.heads[draw(&random, g.count)]);
            for (uint32_t k = 0; k < g.count; k++) seen += g.seen[k];
            ground_free(&g);
        }
        CHECK(faults == 0);
        CHECK(seen > 1000); // the maps are no desert
    }
}

// ---- Legs that others replace ---------------------------------------------------------------------

static int64_t apart(const lf_map *map, lf_point a, lf_point b) {
    const int64_t x = lfi_gap(a.x, b.x), y = lfi_gap(a.y, b.y);
    return map->moves == LF_MOVES_ORTHOGONAL ? x + y : x > y ? x : y;
}

/// Whether a headland that was seen lies between the ends of a leg at no loss.
static bool leg_has_stop(const ground *g, const uint8_t *seen, lf_point from, lf_point to) {
    for (uint32_t i = 0; i < g->count; i++)
        if (seen[i] &&
            apart(g->map, from, g->heads[i]) + apart(g->map, g->heads[i], to) == apart(g->map, from, to))
            return true;
    return false;
}

/// Without `every`, what is seen is part of it, and each leg that is left out has a stop on the way that is not.
static int64_t fewer_legs_faults(ground *g, lf_point from, int64_t *left_out) {
    int64_t faults = 0;
    uint8_t *all = calloc((size_t)g->count + 1, 1);
    ground_look(g, from, true);
    memcpy(all, g->seen, g->count);
    ground_look(g, from, false);
    for (uint32_t i = 0; i < g->count; i++) {
        faults += g->seen[i] > all[i];
        if (g->seen[i] == all[i]) continue;
        ++*left_out;
        faults += !leg_has_stop(g, g->seen, from, g->heads[i]);
    }
    free(all);
    return faults;
}

static void legs_left_out_have_a_stop(void) {
    uint64_t random = test_seed();
    for (lf_moves moves = LF_MOVES_KING; moves <= LF_MOVES_ORTHOGONAL; moves++) {
        int64_t faults = 0, left_out = 0;
        for (int i = 0; i < MAPS; i++) {
            ground g;
            ground_make(&g, &random, moves);
            faults += fewer_legs_faults(&g, lf_map_point(g.map, open_tile(&g, &random)), &left_out);
            ground_free(&g);
        }
        CHECK(faults == 0);
        CHECK(left_out > 100);
    }
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(every_leg_is_seen), TEST(legs_left_out_have_a_stop)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
