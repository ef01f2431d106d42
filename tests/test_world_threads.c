// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// One thread edits a world, one works, four read: each reader compares what a search says with an independent
// search of the state that it holds. Made for ThreadSanitizer, which sees a race even where answers are right.
#include "living.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { READERS = 4 };
#ifdef TEST_IS_SLOW
enum { EDITS = 60, LEAST_ANSWERS = 150 };
#else
enum { EDITS = 300, LEAST_ANSWERS = 1000 };
#endif

typedef struct scene {
    living l;
    atomic_bool done;
    atomic_int answers; ///< of all readers
    atomic_int indexes; ///< states with an index that readers have met
} scene;

typedef struct reader {
    scene *scene;
    uint64_t random;
    int64_t wrong, asked, versions;
} reader;

static bool route_is_right(const lf_map *map, const lf_query *query, int length, lf_status status,
                           const lf_route *route, const lf_tile *tiles) {
    if (length < 0) return status == LF_NO_ROUTE;
    return status == LF_OK && route->length == length && tiles[0] == query->sources[0].tile &&
           tiles[length] == query->targets[0] &&
           lf_route_check(map, tiles, route->tile_count, NULL, NULL) == LF_OK;
}

/// Asks a few questions on one state. All that is compared with is read off the state's own map.
static void reader_ask(reader *r, lf_search *search, oracle_map *now) {
    static _Thread_local lf_tile tiles[MAX_TILES];
    const lf_map *map = lf_search_map(search);
    for (lf_tile i = 0; i < (lf_tile)(now->width * now->height); i++) now->open[i] = lf_map_is_open(map, i);
    for (int i = 0; i < 3; i++) {
        const lf_source source = {.tile = oracle_random_open(now, &r->random)};
        const lf_tile target = oracle_random_open(now, &r->random);
        if (source.tile == LF_NO_TILE) return;
        const lf_query query = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
        lf_route route;
        const int length = oracle_length(now, NULL, &query);
        const lf_status status = lf_search_find(search, &query, tiles, MAX_TILES, &route);
        r->wrong += !route_is_right(map, &query, length, status, &route, tiles);
        lf_voyage voyage = {.tiles = tiles, .count = route.tile_count};
        if (status == LF_OK) r->wrong += lf_route_still(search, &voyage, 1) != LF_OK;
        if (status == LF_OK) r->wrong += voyage.still == LF_STILL_BROKEN;
        r->asked++;
        atomic_fetch_add(&r->scene->answers, 1);
    }
}

/// What tiles weigh by depth. No map here is deeper than this.
static const uint32_t soft[256] = {1, 7, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

/// Asks for a cheapest route by the weights of the world, and by weights made anew for the map of the state.
static void reader_weigh(reader *r, lf_search *search, const oracle_map *now) {
    const lf_map *map = lf_search_map(search);
    const lf_source source = {.tile = oracle_random_open(now, &r->random)};
    const lf_tile target = oracle_random_open(now, &r->random);
    if (source.tile == LF_NO_TILE) return;
    lf_depth *depth;
    lf_weights *anew;
    r->wrong += lf_depth_create(map, NULL, &depth) != LF_OK;
    r->wrong +=
        lf_weights_create(map, &(lf_weights_desc){.depth = depth, .depth_table = soft}, &anew) != LF_OK;
    lf_query query = {.sources = &source,
                      .source_count = 1,
                      .targets = &target,
                      .target_count = 1,
                      .weights = lf_world_weights(r->scene->l.world, 0)};
    lf_route routes[2];
    const lf_status status = lf_search_find(search, &query, NULL, 0, &routes[0]);
    query.weights = anew;
    query.strategy = LF_STRATEGY_FLOOD;
    r->wrong += lf_search_find(search, &query, NULL, 0, &routes[1]) != status;
    r->wrong += routes[0].straight_cost + routes[0].diagonal_cost !=
                routes[1].straight_cost + routes[1].diagonal_cost;
    lf_weights_destroy(anew);
    lf_depth_destroy(depth);
}

static void *reader_run(void *user) {
    reader *r = user;
    scene *s = r->scene;
    oracle_map now = s->l.now; // its size and rules: its tiles are the editing thread's
    now.open = malloc((size_t)now.width * (size_t)now.height);
    lf_search *search;
    r->wrong += lf_world_search(s->l.world, &(lf_search_desc){.weighted = s->l.has_depth}, &search) != LF_OK;
    uint64_t version = 0;
    while (!atomic_load(&s->done)) {
        const lf_snapshot *snapshot = lf_world_acquire(s->l.world);
        r->wrong += lf_snapshot_version(snapshot) < version;
        r->versions += lf_snapshot_version(snapshot) > version;
        version = lf_snapshot_version(snapshot);
        if (lf_snapshot_index(snapshot) != NULL) atomic_fetch_add(&s->indexes, 1);
        r->wrong += lf_search_turn(search, snapshot) != LF_OK;
        lf_snapshot_release(snapshot);
        reader_ask(r, search, &now);
        if (s->l.has_depth) reader_weigh(r, search, &now);
        lf_world_has_work(s->l.world);
        lf_world_bytes(s->l.world);
    }
    lf_search_destroy(search);
    free(now.open);
    return NULL;
}

static void *worker_run(void *user) {
    scene *s = user;
    while (!atomic_load(&s->done)) {
        const lf_status status = lf_world_work(s->l.world, 100, NULL);
        if (status < 0) return user;
    }
    return NULL;
}

/// Whether enough was answered and worked, however threads were scheduled.
static bool scene_is_played(scene *s) {
    return atomic_load(&s->answers) >= LEAST_ANSWERS && atomic_load(&s->indexes) > 0;
}

/// Edits until enough was edited, and enough was answered and worked meanwhile.
static void editor_run(scene *s, uint64_t seed) {
    uint64_t random = seed;
    for (int i = 0; i < EDITS || !scene_is_played(s); i++) {
        living_draw(&s->l, &random);
        living_commit(&s->l);
        if (i % 8 != 0) continue;
        // A pause in which an index can be finished: it is for the state that it began with.
        const int met = atomic_load(&s->indexes);
        while (lf_world_has_work(s->l.world) && atomic_load(&s->indexes) == met) sched_yield();
    }
}

static void share_living_world(uint64_t seed) {
    const living_desc desc = {.index = true,
                              .index_later = seed % 2 == 0,
                              .coarse = seed % 3 == 0,
                              .depth = seed % 3 == 1,
                              .soft = seed % 3 == 1 ? soft : NULL,
                              .hierarchy = LF_HIERARCHY_YES};
    scene s = {.l = living_make(oracle_random_map(seed, 34, (lf_moves)(seed % 3)), &desc)};
    pthread_t worker, threads[READERS];
    reader readers[READERS];
    CHECK_EQ(pthread_create(&worker, NULL, worker_run, &s), 0);
    for (int i = 0; i < READERS; i++) {
        readers[i] = (reader){.scene = &s, .random = seed + (uint64_t)i};
        CHECK_EQ(pthread_create(&threads[i], NULL, reader_run, &readers[i]), 0);
    }
    editor_run(&s, seed);
    atomic_store(&s.done, true);
    void *failed;
    pthread_join(worker, &failed);
    CHECK(failed == NULL);
    for (int i = 0; i < READERS; i++) {
        pthread_join(threads[i], NULL);
        CHECK_EQ(readers[i].wrong, 0);
        CHECK(readers[i].asked > 0 && readers[i].versions > 0);
    }
    CHECK(atomic_load(&s.indexes) > 0);
    const lf_snapshot *snapshot = lf_world_acquire(s.l.world);
    uint64_t random = seed;
    check_parts(&s.l, snapshot, &random);
    lf_snapshot_release(snapshot);
    living_free(&s.l);
}

static void one_edits_one_works_four_read(void) {
    for (uint64_t seed = 1; seed <= 6; seed++) share_living_world(seed);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(one_edits_one_works_four_read)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
