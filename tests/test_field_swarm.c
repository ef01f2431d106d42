// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Fields of random maps against the oracle, under every move rule and both costs, without and with weights, on the
// library as users have it: without its inner assertions. LF_CASES maps from LF_SEED on.
#include "field_judge.h"
#include "meter.h"
#include "price_judge.h"
#include "slow.h"

#include <pthread.h>
#include <string.h>

#ifdef TEST_IS_SLOW
enum { MAPS = 1500, WEIGHTED_MAPS = 1000 };
#else
enum { MAPS = 20000, WEIGHTED_MAPS = 50000 };
#endif
enum { MOST_TARGETS = 12 };

/// Runs the parts from the last to the first.
static void run_backwards(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    (void)user;
    for (int64_t i = count; i-- > 0;) part(i, job);
}

/// Random targets, some of them twice; 0 if the map has no open tile.
static int targets_make(const oracle_map *plan, uint64_t *random, lf_tile *targets) {
    const int count = 1 + oracle_below(random, MOST_TARGETS);
    for (int i = 0; i < count; i++) {
        targets[i] = i > 0 && oracle_below(random, 6) == 0 ? targets[oracle_below(random, i)]
                                                           : oracle_random_open(plan, random);
        if (targets[i] == LF_NO_TILE) return 0;
    }
    return count;
}

static lf_field_desc desc_make(lf_cost cost, lf_moves moves, uint64_t *random) {
    lf_field_desc desc = {.cost = cost, .distances = (lf_distances)oracle_below(random, 3)};
    desc.directions = oracle_below(random, 3) != 0;
    desc.owners = oracle_below(random, 2) != 0;
    if (oracle_below(random, 2) != 0) desc.workers.run = run_backwards;
    if (desc.distances == LF_DISTANCES_16 && cost == LF_COST_OCTILE && moves != LF_MOVES_ORTHOGONAL)
        desc.distances = LF_DISTANCES_32;
    return desc;
}

/// Fills in one call or in slices; sometimes after another fill, whole or given up.
static bool field_fill(lf_field *field, const lf_field_query *asked, uint64_t *random) {
    const lf_field_query query = *asked;
    const lf_field_query other = {.targets = query.targets, .target_count = 1};
    const int before = oracle_below(random, 4), slice = oracle_below(random, 3);
    if (before == 0) CHECK_EQ(lf_field_fill(field, &other, NULL), LF_OK);
    if (before == 1 && CHECK_EQ(lf_field_begin(field, &other), LF_PAUSED))
        lf_field_step(field, 1 + oracle_below(random, 500));
    if (slice == 0) return CHECK_EQ(lf_field_fill(field, &query, NULL), LF_OK);
    lf_status status = lf_field_begin(field, &query);
    while (status == LF_PAUSED) status = lf_field_step(field, 1 + oracle_below(random, slice == 1 ? 8 : 900));
    return CHECK_EQ(status, LF_OK);
}

static bool case_check(const oracle_map *plan, const lf_map *map, lf_cost cost, uint64_t *random) {
    lf_tile targets[MOST_TARGETS];
    judge_case c = {.plan = plan, .targets = targets, .target_count = targets_make(plan, random, targets)};
    if (c.target_count == 0) return true;
    c.limit = oracle_below(random, 3) == 0 ? 1 + oracle_below(random, 20) : 0;
    c.desc = desc_make(cost, plan->moves, random);
    meter m = {0};
    c.desc.allocator = meter_allocator(&m);
    lf_field *field;
    if (!CHECK_EQ(lf_field_create(map, &c.desc, &field), LF_OK)) return false;
    const int64_t calls = m.calls;
    const lf_field_query query = {.targets = targets, .target_count = c.target_count, .limit = c.limit};
    bool good = CHECK_EQ(lf_field_bytes(field), m.live) && field_fill(field, &query, random) &&
                CHECK_EQ(m.calls, calls) && judge_field(&c, field);
    lf_field_destroy(field);
    return CHECK_EQ(m.live, 0) && CHECK_EQ(m.blocks, 0) && good;
}

static void every_tile_of_every_map(void) {
    const uint64_t seed = test_seed(), count = test_case_count(MAPS);
    int64_t fields = 0;
    for (uint64_t i = 0; i < count; i++) {
        for (int combination = 0; combination < 6; combination++) {
            uint64_t random = (seed + i) * 6 + (uint64_t)combination + 1;
            oracle_map plan = oracle_random_map(seed + i, 70, (lf_moves)(combination % 3));
            lf_map *map = oracle_to_map(&plan);
            const bool good = case_check(&plan, map, (lf_cost)(combination / 3), &random);
            lf_map_destroy(map);
            free(plan.open);
            fields++;
            if (good) continue;
            printf("  again with: LF_SEED=%" PRIu64 " LF_CASES=1\n", seed + i);
            return;
        }
    }
    printf("  %" PRId64 " fields of %" PRIu64 " maps\n", fields, count);
}

// ---- Weights ----------------------------------------------------------------------------------------

enum { KINDS_OF_WEIGHTS = 6 };

/// Bytes of one kind: all alike, few values, many, a wall that costs much, tiles that cannot be entered.
static uint8_t random_byte(int kind, uint64_t *random) {
    switch (kind) {
    case 0: return 1;
    case 1: return (uint8_t)(1 + 3 * oracle_below(random, 2));
    case 2: return (uint8_t)(1 + oracle_below(random, 9));
    case 3: return (uint8_t)(1 + oracle_below(random, 255));
    case 4: return oracle_below(random, 10) == 0 ? 1 : 255;
    default: return (uint8_t)(oracle_below(random, 8) == 0 ? 0 : 1 + oracle_below(random, 5));
    }
}

/// Weights as the library and the judge have them. Tiles of weight 0 are closed in the plan.
static lf_weights *random_weights(oracle_map *plan, const lf_map *map, int kind, uint32_t times,
                                  uint64_t *random, int *weight) {
    const size_t count = (size_t)plan->width * (size_t)plan->height;
    uint8_t *bytes = malloc(count);
    uint32_t table[256];
    lf_weights *weights;
    for (uint32_t i = 0; i < 256; i++) table[i] = i * times;
    for (size_t i = 0; i < count; i++) {
        bytes[i] = random_byte(kind, random);
        weight[i] = (int)table[bytes[i]];
        if (weight[i] == 0) plan->open[i] = 0;
    }
    const lf_weights_desc desc = {.plane = bytes, .plane_size = count, .table = table};
    CHECK_EQ(lf_weights_create(map, &desc, &weights), LF_OK);
    free(bytes);
    return weights;
}

/// What a field says a tile costs is what `flood` finds from there.
static bool tile_is_flooded(const price_case *c, const lf_map *map, const lf_field *field, lf_tile tile) {
    lf_search *search;
    lf_route route;
    int64_t straight, diagonal;
    const lf_source source = {.tile = tile};
    const lf_query query = {.sources = &source,
                            .source_count = 1,
                            .targets = c->targets,
                            .target_count = c->target_count,
                            .options = {.cost = c->desc.cost},
                            .weights = c->desc.weights};
    const lf_status status = lf_field_cost(field, tile, &straight, &diagonal);
    if (status == LF_NO_ROUTE && c->limit != 0) return true;
    CHECK_EQ(lf_search_create(map, &(lf_search_desc){.weighted = true, .cost = c->desc.cost}, &search),
             LF_OK);
    const lf_status found = lf_search_find(search, &query, NULL, 0, &route);
    lf_search_destroy(search);
    if (!CHECK_EQ(found, status)) return false;
    if (price_is_octile(c)) return CHECK(route.straight_cost == straight && route.diagonal_cost == diagonal);
    return CHECK_EQ(route.straight_cost + route.diagonal_cost, straight);
}

static bool weighted_check(oracle_map *plan, const lf_map *map, lf_cost cost, uint64_t *random) {
    static int weight[70 * 70];
    lf_tile targets[MOST_TARGETS];
    price_case c = {.plan = plan, .weight = weight, .targets = targets};
    c.desc = desc_make(cost, plan->moves, random);
    // Distances have to have a number: of 16 bits, or of 32 in 1/1024.
    const bool small = c.desc.distances == LF_DISTANCES_16;
    const int kind = small ? oracle_below(random, 3) : oracle_below(random, KINDS_OF_WEIGHTS);
    const bool large = !price_is_octile(&c) || c.desc.distances == LF_DISTANCES_NONE;
    const uint32_t times = !small && large && oracle_below(random, 3) == 0 ? 257 : 1;
    lf_weights *weights = random_weights(plan, map, kind, times, random, weight);
    c.target_count = targets_make(plan, random, targets);
    c.limit = oracle_below(random, 3) == 0 ? 1 + oracle_below(random, 60) * (int64_t)times : 0;
    c.desc.weights = weights;
    meter m = {0};
    c.desc.allocator = meter_allocator(&m);
    lf_field *field = NULL;
    bool good = c.target_count == 0 || CHECK_EQ(lf_field_create(map, &c.desc, &field), LF_OK);
    if (good && field != NULL) {
        const int64_t calls = m.calls;
        const lf_field_query query = {.targets = targets, .target_count = c.target_count, .limit = c.limit};
        good = CHECK_EQ(lf_field_bytes(field), m.live) && field_fill(field, &query, random) &&
               CHECK_EQ(m.calls, calls) && price_judge(&c, field) &&
               tile_is_flooded(&c, map, field, oracle_random_open(plan, random));
    }
    lf_field_destroy(field);
    lf_weights_destroy(weights);
    return CHECK_EQ(m.live, 0) && CHECK_EQ(m.blocks, 0) && good;
}

static void every_tile_under_weights(void) {
    const uint64_t seed = test_seed(), count = test_case_count(WEIGHTED_MAPS);
    for (uint64_t i = 0; i < count; i++) {
        const int combination = (int)((seed + i) % 6);
        uint64_t random = (seed + i) * 6 + 5;
        oracle_map plan = oracle_random_map(seed + i, 70, (lf_moves)(combination % 3));
        lf_map *map = oracle_to_map(&plan);
        const bool good = weighted_check(&plan, map, (lf_cost)(combination / 3), &random);
        lf_map_destroy(map);
        free(plan.open);
        if (good) continue;
        printf("  again with: LF_SEED=%" PRIu64 " LF_CASES=1\n", seed + i);
        return;
    }
    printf("  %" PRIu64 " fields\n", count);
}

// ---- Threads ----------------------------------------------------------------------------------------

typedef struct crew {
    int threads;
    int64_t count, next;
    void (*part)(int64_t index, void *job);
    void *job;
    pthread_mutex_t lock;
} crew;

static void *crew_work(void *user) {
    crew *c = user;
    for (;;) {
        pthread_mutex_lock(&c->lock);
        const int64_t index = c->next++;
        pthread_mutex_unlock(&c->lock);
        if (index >= c->count) return NULL;
        c->part(index, c->job);
    }
}

static void crew_run(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    crew c = {.threads = *(int *)user, .count = count, .part = part, .job = job};
    pthread_t threads[4];
    pthread_mutex_init(&c.lock, NULL);
    for (int i = 0; i < c.threads; i++) CHECK_EQ(pthread_create(&threads[i], NULL, crew_work, &c), 0);
    for (int i = 0; i < c.threads; i++) pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&c.lock);
}

/// A large map of noise, with rows that end inside a block.
static lf_map *large_map(lf_moves moves, uint64_t seed, int width, int height) {
    uint8_t *tiles = malloc((size_t)(width * height));
    uint64_t random = seed;
    for (int i = 0; i < width * height; i++) tiles[i] = oracle_below(&random, 100) >= 25;
    tiles[0] = 1;
    lf_map *map;
    const lf_map_desc desc = {.width = width,
                              .height = height,
                              .tiles = tiles,
                              .tiles_size = (size_t)(width * height),
                              .moves = moves};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    free(tiles);
    return map;
}

static lf_weights *large_weights(const lf_map *map, uint64_t seed) {
    const size_t count = (size_t)lf_map_width(map) * (size_t)lf_map_height(map);
    uint8_t *bytes = malloc(count);
    uint64_t random = seed;
    for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)(1 + oracle_below(&random, 9));
    lf_weights *weights;
    CHECK_EQ(lf_weights_create(map, &(lf_weights_desc){.plane = bytes, .plane_size = count}, &weights),
             LF_OK);
    free(bytes);
    return weights;
}

static void planes_compare(const lf_field_planes *a, const lf_field_planes *b) {
    const size_t count = (size_t)a->tile_count;
    CHECK_EQ(a->reached, b->reached);
    CHECK(memcmp(a->distances, b->distances, count * sizeof *a->distances) == 0);
    CHECK(memcmp(a->directions, b->directions, count) == 0);
    CHECK(memcmp(a->owners, b->owners, count * sizeof *a->owners) == 0);
}

/// The same planes with 1 to 4 threads, whole and in slices, as without any.
static void threads_compare(const lf_map *map, lf_cost cost, const lf_weights *weights,
                            const lf_field_query *query) {
    lf_field_desc desc = {.cost = cost, .owners = true, .weights = weights};
    lf_field *alone, *field;
    lf_field_planes expected, planes;
    CHECK_EQ(lf_field_create(map, &desc, &alone), LF_OK);
    CHECK_EQ(lf_field_fill(alone, query, &expected), LF_OK);
    for (int threads = 1; threads <= 4; threads++) {
        desc.workers = (lf_workers){.run = crew_run, .user = &threads};
        CHECK_EQ(lf_field_create(map, &desc, &field), LF_OK);
        CHECK_EQ(lf_field_fill(field, query, &planes), LF_OK);
        planes_compare(&planes, &expected);
        CHECK_EQ(lf_field_begin(field, query), LF_PAUSED);
        while (lf_field_step(field, 20000) == LF_PAUSED) {
        }
        CHECK_EQ(lf_field_finish(field, &planes), LF_OK);
        planes_compare(&planes, &expected);
        lf_field_destroy(field);
    }
    lf_field_destroy(alone);
}

static void threads_change_no_byte(void) {
    for (int i = 0; i < 6; i++) {
        lf_map *map = large_map((lf_moves)(i % 3), (uint64_t)i + 1, 333 + 16 * i, 401);
        const lf_tile targets[] = {0, 0};
        const lf_field_query query = {.targets = targets, .target_count = 2, .limit = i == 4 ? 200 : 0};
        threads_compare(map, (lf_cost)(i / 3), NULL, &query);
        lf_weights *weights = large_weights(map, (uint64_t)i);
        threads_compare(map, (lf_cost)(i / 3), weights, &query);
        lf_weights_destroy(weights);
        lf_map_destroy(map);
    }
}

static void threads_change_no_clearance(void) {
    enum { WIDTH = 2500, HEIGHT = 70 };
    lf_map *map = large_map(LF_MOVES_KING, 5, WIDTH, HEIGHT);
    uint32_t *alone = malloc(WIDTH * HEIGHT * sizeof *alone),
             *shared = malloc(WIDTH * HEIGHT * sizeof *shared);
    CHECK_EQ(lf_map_clearance(map, NULL, alone, WIDTH * HEIGHT), LF_OK);
    for (int threads = 1; threads <= 4; threads++) {
        const lf_clearance_desc desc = {.workers = {.run = crew_run, .user = &threads}};
        memset(shared, 0, WIDTH * HEIGHT * sizeof *shared);
        CHECK_EQ(lf_map_clearance(map, &desc, shared, WIDTH * HEIGHT), LF_OK);
        CHECK(memcmp(alone, shared, WIDTH * HEIGHT * sizeof *alone) == 0);
    }
    free(alone);
    free(shared);
    lf_map_destroy(map);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(every_tile_of_every_map), TEST(every_tile_under_weights),
                                      TEST(threads_change_no_byte), TEST(threads_change_no_clearance)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
