// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// What `headland` does with an answer of the base that does not hold: it leads the route around what was blocked, or
// searches for so long as it has patience, or hands over to waves within a fence. Every answer is compared with a flood
// over a map made anew, whatever the patience. What waves find is the route of the written rule, tile by tile; the bounds
// that the fence is made of are compared with true distances, in every block of the map.
#include "test.h"

#include "headland/relax.h"
#include "living.h"
#include "slow.h"

#ifdef TEST_IS_SLOW
enum { WORLDS = 60 };
#else
enum { WORLDS = 600 };
#endif
enum { SIDE = 160, EDITS = 6, ASKED = 8, TILES = SIDE * SIDE };

/// How often each thing came about.
typedef struct tally {
    int64_t asked, led, kept, waves, open, settled, searched, flooded, bounds, tight;
} tally;

/// A sea with some islands; or one of the oracle's maps, in which ways are narrow.
static oracle_map sea_map(uint64_t seed, lf_moves moves) {
    uint64_t random = seed * 6151 + 3;
    if (oracle_below(&random, 4) == 0) return oracle_random_map(seed, SIDE / 2, moves);
    oracle_map map = {.width = 40 + oracle_below(&random, SIDE - 40),
                      .height = 40 + oracle_below(&random, SIDE - 40),
                      .moves = moves};
    map.open = malloc((size_t)(map.width * map.height));
    memset(map.open, 1, (size_t)(map.width * map.height));
    for (int island = oracle_below(&random, 12); island > 0; island--) {
        const int x = oracle_below(&random, map.width), y = oracle_below(&random, map.height);
        const int wide = 1 + oracle_below(&random, 30), high = 1 + oracle_below(&random, 30);
        for (int i = 0; i < wide * high; i++) {
            const int across = x + i % wide, along = y + i / wide;
            if (across < map.width && along < map.height) map.open[along * map.width + across] = 0;
        }
    }
    return map;
}

/// Whether the settled route was led over a tile that is no headland.
static bool route_was_led(const lf_search *search) {
    const lfi_headland *headland = lfi_headland_of(search);
    for (uint32_t i = 0; i < headland->hop_count; i++) {
        const lfi_spot spot = lfi_map_spot(search->base, lfi_map_tile(search->base, headland->hops[i]));
        if (!lfi_stops_is_headland(&search->index->stops, spot)) return true;
    }
    return false;
}

/// The bounds of all blocks, for tiles that a route within the limit may pass.
static void bounds_check(lf_search *search, const lf_map *fresh, lf_tile from, lf_tile to, tally *t) {
    lf_field *near, *far;
    lf_field_planes planes;
    CHECK_EQ(lf_field_create(fresh, NULL, &near), LF_OK);
    CHECK_EQ(lf_field_create(fresh, NULL, &far), LF_OK);
    CHECK_EQ(lf_field_fill(near, &(lf_field_query){.targets = &from, .target_count = 1}, &planes), LF_OK);
    CHECK_EQ(lf_field_fill(far, &(lf_field_query){.targets = &to, .target_count = 1}, &planes), LF_OK);
    const lf_map *map = search->map;
    for (uint32_t block = 0; block < map->blocks.count; block++) {
        const lfi_box box = lfi_box_grow(lfi_blocks_box(&map->blocks, block), 0, map->width, map->height);
        if (box.x0 > box.x1 || box.y0 > box.y1) continue; // the end of a row of blocks
        const uint64_t bound = lfi_now_box_bound(search, box);
        int64_t least = INT64_MAX;
        for (int32_t y = box.y0; y <= box.y1; y++) {
            for (int32_t x = box.x0; x <= box.x1; x++) {
                const lf_tile tile = lf_map_tile(fresh, x, y);
                const int64_t there = lf_field_distance(near, tile), on = lf_field_distance(far, tile);
                if (there < 0 || on < 0 || there + on > (int64_t)search->fence.limit) continue;
                least = on < least ? on : least;
            }
        }
        CHECK(least == INT64_MAX || bound <= (uint64_t)least);
        t->bounds += least != INT64_MAX;
        t->tight += bound == (uint64_t)least;
    }
    lf_field_destroy(near);
    lf_field_destroy(far);
}

/// How much a search may do before it hands over.
typedef struct limits {
    int64_t patience, detour;
} limits;

/// Asks within limits, at once or in slices, and compares.
static void ask(lf_search *search, lf_search *plain, const lf_query *query, limits most, uint64_t *random,
                tally *t) {
    static lf_tile tiles[TILES], expected[TILES];
    lf_route route, true_route;
    lf_query flood = *query;
    flood.strategy = LF_STRATEGY_FLOOD;
    const lf_status status = lf_search_find(plain, &flood, expected, TILES, &true_route);
    lfi_headland *headland = lfi_headland_of(search);
    headland->patience_most = most.patience;
    headland->detour_most = headland->detour.tiles = most.detour;
    CHECK_EQ(lf_search_begin(search, query), LF_PAUSED);
    const int64_t slice = oracle_below(random, 2) == 0 ? INT64_MAX : 1 + oracle_below(random, 300);
    while (lf_search_step(search, slice) == LF_PAUSED) continue;
    CHECK_EQ(lf_search_finish(search, tiles, TILES, &route), status);
    CHECK_EQ(route.length, true_route.length);
    if (!route.found) return;
    CHECK_EQ(lf_route_check(search->base, tiles, route.tile_count, NULL, NULL), LF_OK);
    CHECK_EQ(tiles[0], query->sources[0].tile);
    CHECK_EQ(tiles[route.length], query->targets[0]);
    int64_t diagonal = 0;
    for (int64_t i = 1; i < route.tile_count; i++) {
        const lf_point a = lfi_map_point(search->base, tiles[i - 1]),
                       b = lfi_map_point(search->base, tiles[i]);
        diagonal += a.x != b.x && a.y != b.y;
    }
    CHECK_EQ(route.diagonal, diagonal);
    const bool waves = search->runner == search->guardrail;
    if (waves) CHECK_EQ(memcmp(tiles, expected, (size_t)route.tile_count * sizeof *tiles), 0);
    t->asked++;
    t->flooded += headland->detour.tiles < most.detour && headland->from_base && !waves;
    t->waves += waves;
    t->settled += route.stats.guardrail && !waves;
    t->open += waves && search->fence.rest == NULL;
    t->led += !waves && headland->from_base && route_was_led(search);
    t->kept += !route.stats.guardrail && headland->now && headland->best == headland->kept;
    t->searched += !route.stats.guardrail && headland->now;
    if (waves && search->fence.rest != NULL)
        bounds_check(search, lf_search_map(plain), query->sources[0].tile, query->targets[0], t);
}

static void world_live(uint64_t seed, tally *t) {
    uint64_t random = seed * 104729 + 11;
    const lf_moves moves = (lf_moves)oracle_below(&random, 3);
    living l = living_make(sea_map(seed, moves), &(living_desc){.index = true});
    lf_search *search;
    CHECK_EQ(lf_world_search(l.world, NULL, &search), LF_OK);
    for (int edit = 0; edit < EDITS; edit++) {
        const lf_point place = {oracle_below(&random, l.now.width), oracle_below(&random, l.now.height)};
        living_disc(&l, place, 1 + oracle_below(&random, 12), oracle_below(&random, 3) == 0);
        living_commit(&l);
        CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
        lf_map *fresh = oracle_to_map(&l.now);
        lf_search *plain;
        CHECK_EQ(lf_search_create(fresh, NULL, &plain), LF_OK);
        for (int i = 0; i < ASKED; i++) {
            const lf_source source = {.tile = oracle_random_open(&l.now, &random)};
            const lf_tile target = oracle_random_open(&l.now, &random);
            if (target == LF_NO_TILE) continue;
            const lf_query query = {.sources = &source,
                                    .source_count = 1,
                                    .targets = &target,
                                    .target_count = 1,
                                    .strategy = LF_STRATEGY_HEADLAND};
            if (search->index == NULL) continue; // it was given up
            const limits most = {(int64_t[]){0, 1, 5, INT64_MAX}[oracle_below(&random, 4)],
                                 (int64_t[]){0, 300, 3000, INT64_MAX}[oracle_below(&random, 4)]};
            ask(search, plain, &query, most, &random, t);
        }
        lf_search_destroy(plain);
        lf_map_destroy(fresh);
    }
    lf_search_destroy(search);
    living_free(&l);
}

static void every_way_to_an_answer_is_exact(void) {
    tally t = {0};
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < WORLDS; i++) world_live(seed + i, &t);
    printf("  %" PRId64 " routes: led around %" PRId64 ", such a route not beaten %" PRId64
           ", searched %" PRId64 ", by waves %" PRId64 ", without a fence %" PRId64
           ", nothing shorter within it %" PRId64 "; led by waves %" PRId64 "\n",
           t.asked, t.led, t.kept, t.searched, t.waves, t.open, t.settled, t.flooded);
    printf("  %" PRId64 " bounds, %" PRId64 " of them tight\n", t.bounds, t.tight);
    const int64_t enough = WORLDS / 20;
    CHECK(t.led >= enough && t.kept >= enough && t.searched >= enough && t.waves >= enough &&
          t.open >= enough && t.settled >= enough && t.flooded >= enough);
    CHECK(t.tight >= enough);
}

/// A sea with a barrier of 251 tiles in it, and blocks far away, so that there are headlands that see nothing of the rest.
static oracle_map barrier_map(void) {
    enum { WIDE = 4000, HIGH = 1020, BLOCKS = 20 };
    oracle_map map = {
        .width = WIDE, .height = HIGH, .moves = LF_MOVES_ORTHOGONAL, .open = malloc(WIDE * HIGH)};
    memset(map.open, 1, WIDE * HIGH);
    memset(map.open + 505 * WIDE + 1875, 0, 251);
    for (int i = 0; i < BLOCKS * BLOCKS; i++)
        map.open[(700 + 9 * (i / BLOCKS)) * WIDE + 100 + 9 * (i % BLOCKS)] = 0;
    return map;
}

// Both ends see each other on the base, and a wall is put between them. The way around it that is found near the wall
// begins over the barrier, so it is longer than one that turns off before: it may not be taken for the answer.
static void a_detour_of_a_leg_between_the_ends_is_not_proven_by_it(void) {
    living l = living_make(barrier_map(), &(living_desc){.index = true});
    lf_search *search;
    CHECK_EQ(lf_world_search(l.world, NULL, &search), LF_OK);
    living_rect(&l, (lf_point){2000, 0}, 1, 509, false);
    living_commit(&l);
    CHECK_EQ(lf_search_turn(search, NULL), LF_OK);
    CHECK(search->index != NULL);
    const lf_source source = {.tile = lf_map_tile(search->base, 1600, 500)};
    const lf_tile target = lf_map_tile(search->base, 2400, 500);
    lf_route route;
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = &target,
                            .target_count = 1,
                            .strategy = LF_STRATEGY_HEADLAND};
    CHECK_EQ(lf_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.length, 818);
    const lfi_headland *headland = lfi_headland_of(search);
    CHECK(headland->straight && headland->holds && headland->kept > 818 && headland->kept < UINT64_MAX);
    lf_search_destroy(search);
    living_free(&l);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(every_way_to_an_answer_is_exact),
                                      TEST(a_detour_of_a_leg_between_the_ends_is_not_proven_by_it)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
