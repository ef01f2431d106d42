// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Twelve threads share map, coarse map, index, depths, fixtures and ways; each has its own search. All get the answers
// that one thread got before. Made for ThreadSanitizer, which sees a race even where the answers are right.
#include "world.h"

#include "dungeon.h"

#include <pthread.h>

enum { THREADS = 12, QUESTIONS = 6 };

typedef struct sailor {
    const world *world;
    const uint64_t *expected;
    int number;
    int wrong, asked;
} sailor;

static uint64_t answer_hash(voyage *v, uint64_t number) {
    answers a = answers_none();
    world_ask(v, number, &a);
    return answers_hash(&a);
}

/// Each thread asks the questions in an order of its own.
static void *sailor_run(void *user) {
    sailor *s = user;
    voyage v = voyage_make(s->world);
    for (int i = 0; i < QUESTIONS; i++) {
        const int number = (i * 5 + s->number) % QUESTIONS;
        s->wrong += answer_hash(&v, (uint64_t)number) != s->expected[number];
        s->asked++;
    }
    voyage_free(&v);
    return NULL;
}

static void share_world(uint64_t seed) {
    world w = world_make(seed);
    uint64_t expected[QUESTIONS];
    voyage v = voyage_make(&w);
    for (uint64_t i = 0; i < QUESTIONS; i++) expected[i] = answer_hash(&v, i);
    voyage_free(&v);
    pthread_t threads[THREADS];
    sailor sailors[THREADS];
    for (int i = 0; i < THREADS; i++) {
        sailors[i] = (sailor){.world = &w, .expected = expected, .number = i};
        CHECK_EQ(pthread_create(&threads[i], NULL, sailor_run, &sailors[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        CHECK_EQ(sailors[i].asked, QUESTIONS);
        CHECK_EQ(sailors[i].wrong, 0);
    }
    world_free(&w);
}

/// All scenes and move rules, both costs, with and without a hierarchy.
static void twelve_threads_share_everything(void) {
    for (uint64_t seed = 1; seed <= 9; seed++) share_world(seed);
}

// ---- Building an index by threads -----------------------------------------------------------------

typedef struct crew {
    pthread_mutex_t lock;
    int64_t next, count;
    void (*part)(int64_t index, void *job);
    void *job;
} crew;

static void *crew_run(void *user) {
    crew *c = user;
    for (;;) {
        pthread_mutex_lock(&c->lock);
        const int64_t i = c->next++;
        pthread_mutex_unlock(&c->lock);
        if (i >= c->count) return NULL;
        c->part(i, c->job);
    }
}

static void run_threads(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    (void)user;
    crew c = {.lock = PTHREAD_MUTEX_INITIALIZER, .count = count, .part = part, .job = job};
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) CHECK_EQ(pthread_create(&threads[i], NULL, crew_run, &c), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

static uint8_t *index_bytes(const lf_index *index, size_t *size) {
    *size = lf_index_save_size(index);
    uint8_t *bytes = malloc(*size);
    CHECK_EQ(lf_index_save(index, bytes, *size), LF_OK);
    return bytes;
}

static void threads_build_the_same_index(void) {
    for (uint64_t seed = 1; seed <= 9; seed++) {
        world w = world_make(seed);
        const lf_index_desc desc = {
            .cost = w.cost, .hierarchy = (lf_hierarchy)(seed / 6 % 3), .workers.run = run_threads};
        lf_index *index;
        CHECK_EQ(lf_index_create(w.map, &desc, &index), LF_OK);
        size_t size, again;
        uint8_t *a = index_bytes(w.index, &size), *b = index_bytes(index, &again);
        CHECK(size == again && memcmp(a, b, size) == 0);
        free(a);
        free(b);
        lf_index_destroy(index);
        world_free(&w);
    }
}

// ---- Filling a field by threads -------------------------------------------------------------------

static void threads_fill_the_same_field(void) {
    for (uint64_t seed = 1; seed <= 6; seed++) {
        world w = world_make(seed);
        uint64_t random = seed;
        const lf_tile target = oracle_random_open(&w.plan, &random);
        const lf_field_query query = {.targets = &target, .target_count = 1};
        lf_field_desc desc = {.cost = (lf_cost)(seed % 2), .owners = true};
        lf_field *alone, *shared;
        lf_field_planes a, b;
        CHECK_EQ(lf_field_create(w.map, &desc, &alone), LF_OK);
        desc.workers.run = run_threads;
        CHECK_EQ(lf_field_create(w.map, &desc, &shared), LF_OK);
        CHECK_EQ(lf_field_fill(alone, &query, &a), LF_OK);
        CHECK_EQ(lf_field_fill(shared, &query, &b), LF_OK);
        const size_t count = (size_t)a.tile_count;
        CHECK(memcmp(a.distances, b.distances, count * sizeof *a.distances) == 0);
        CHECK(memcmp(a.directions, b.directions, count) == 0);
        CHECK(memcmp(a.owners, b.owners, count * sizeof *a.owners) == 0);
        lf_field_destroy(alone);
        lf_field_destroy(shared);
        world_free(&w);
    }
}

// ---- Ways made once -------------------------------------------------------------------------------

enum { HALL_SIDE = 128, HALL_TILES = HALL_SIDE * HALL_SIDE, HALL_QUERIES = 8 };

typedef struct hero {
    const lf_fixtures *fixtures;
    const lf_keys_ways *ways;
    const lf_tile *floor;
    int64_t lengths[HALL_QUERIES];
    int number;
} hero;

/// Asks from eight tiles to one, in an order of its own.
static void *hero_run(void *user) {
    hero *h = user;
    lf_keys_search *search = NULL;
    CHECK_EQ(lf_keys_search_create(h->fixtures, &(lf_keys_search_desc){.ways = h->ways}, &search), LF_OK);
    for (int i = 0; i < HALL_QUERIES; i++) {
        const int at = (i * 3 + h->number) % HALL_QUERIES;
        const lf_source source = {h->floor[at + 1], 0};
        const lf_keys_query query = {
            .sources = &source, .source_count = 1, .targets = h->floor, .target_count = 1};
        lf_keys_route route;
        h->lengths[at] = lf_keys_search_find(search, &query, NULL, 0, &route) == LF_OK ? route.length : -1;
    }
    lf_keys_search_destroy(search);
    return NULL;
}

/// Makes a dungeon of the generator; gives eight tiles and an exit.
static bool hall_make(uint64_t seed, lf_map **map, lf_fixtures **fixtures, lf_tile floor[HALL_QUERIES + 1]) {
    static uint8_t tiles[HALL_TILES];
    static lf_fixture items[HALL_TILES];
    const lf_dungeon_desc desc = {
        .width = HALL_SIDE, .height = HALL_SIDE, .rooms = 60, .keys = 8, .doors = 12, .seed = seed};
    int64_t count = 0;
    int found = 1;
    if (lf_dungeon_make(&desc, tiles) != NULL) return false;
    for (int i = 0; i < HALL_TILES; i++) {
        const uint8_t tile = tiles[i];
        if (tile == LF_DUNGEON_EXIT) floor[0] = (lf_tile)i;
        if (tile == LF_DUNGEON_FLOOR && i % 977 == 0 && found <= HALL_QUERIES) floor[found++] = (lf_tile)i;
        if (tile >= LF_DUNGEON_KEY)
            items[count++] = (lf_fixture){(lf_tile)i, (uint8_t)(tile & 63),
                                          tile >= LF_DUNGEON_DOOR ? LF_FIXTURE_DOOR : LF_FIXTURE_KEY};
    }
    for (; found <= HALL_QUERIES; found++) floor[found] = floor[0];
    const lf_map_desc map_desc = {
        .width = HALL_SIDE, .height = HALL_SIDE, .tiles = tiles, .tiles_size = sizeof tiles};
    return lf_map_create(&map_desc, map) == LF_OK &&
           lf_fixtures_create(*map, &(lf_fixtures_desc){items, count, {0}}, fixtures) == LF_OK;
}

static void threads_share_ways(void) {
    for (uint64_t seed = 1; seed <= 3; seed++) {
        lf_map *map;
        lf_fixtures *fixtures;
        lf_keys_ways *ways;
        lf_tile floor[HALL_QUERIES + 1];
        if (!CHECK(hall_make(seed, &map, &fixtures, floor))) return;
        CHECK_EQ(lf_keys_ways_create(fixtures, NULL, &ways), LF_OK);
        hero alone = {.fixtures = fixtures, .floor = floor}, heroes[THREADS];
        hero_run(&alone);
        pthread_t threads[THREADS];
        for (int i = 0; i < THREADS; i++) {
            heroes[i] = (hero){.fixtures = fixtures, .ways = ways, .floor = floor, .number = i};
            CHECK_EQ(pthread_create(&threads[i], NULL, hero_run, &heroes[i]), 0);
        }
        for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
        for (int i = 0; i < THREADS * HALL_QUERIES; i++)
            CHECK_EQ(heroes[i / HALL_QUERIES].lengths[i % HALL_QUERIES], alone.lengths[i % HALL_QUERIES]);
        lf_keys_ways_destroy(ways);
        lf_fixtures_destroy(fixtures);
        lf_map_destroy(map);
    }
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(twelve_threads_share_everything),
                                      TEST(threads_build_the_same_index), TEST(threads_fill_the_same_field),
                                      TEST(threads_share_ways)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
