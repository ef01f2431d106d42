// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Indexes that are built slice by slice: the same bytes however they are sliced, and nothing is left behind when
// building ends early, at any moment or allocation.
#include "meter.h"
#include "oracle.h"
#include "test.h"
#include "watch.h"

/// The bytes of an index, to compare two.
typedef struct saved {
    unsigned char *bytes;
    size_t size;
} saved;

static saved index_bytes(const lf_index *index) {
    saved s = {.size = lf_index_save_size(index)};
    s.bytes = malloc(s.size);
    CHECK_EQ(lf_index_save(index, s.bytes, s.size), LF_OK);
    return s;
}

static bool saved_equal(const saved *a, const saved *b) {
    return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

/// Builds with budgets up to `most`; the number of slices goes to *slices.
static lf_index *build_sliced(const lf_map *map, const lf_index_desc *desc, int most, uint64_t *random,
                              int64_t *slices) {
    lf_index_builder *builder;
    lf_index *index = NULL;
    CHECK_EQ(lf_index_begin(map, desc, &builder), LF_OK);
    lf_status status = LF_PAUSED;
    for (*slices = 0; status == LF_PAUSED; ++*slices) {
        CHECK_EQ(lf_index_finish(builder, &index), LF_E_NOT_ENDED);
        status = lf_index_step(builder, 1 + oracle_below(random, most));
    }
    CHECK_EQ(status, LF_OK);
    CHECK_EQ(lf_index_step(builder, 1), LF_OK); // once more: the same
    CHECK_EQ(lf_index_finish(builder, &index), LF_OK);
    return index;
}

/// Runs parts backwards, as threads might.
static void run_backwards(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    ++*(int64_t *)user;
    while (count > 0) part(--count, job);
}

static void slices_change_nothing(void) {
    uint64_t random = test_seed();
    int64_t slices = 0, most_slices = 0, batches = 0;
    for (int i = 0; i < 400; i++) {
        const oracle_map small = oracle_random_map(oracle_random(&random), 60, (lf_moves)(i % 3));
        lf_map *map = oracle_to_map(&small);
        lf_index_desc desc = {.cost = (lf_cost)(i / 3 % 2), .hierarchy = (lf_hierarchy)(i / 6 % 3)};
        lf_index *whole;
        CHECK_EQ(lf_index_create(map, &desc, &whole), LF_OK);
        saved expected = index_bytes(whole);
        if (i % 2 == 0) desc.workers = (lf_workers){run_backwards, &batches};
        lf_index *index = build_sliced(map, &desc, i % 5 == 0 ? 1 : 300, &random, &slices);
        saved sliced = index_bytes(index);
        CHECK(saved_equal(&expected, &sliced));
        CHECK_EQ(lf_index_bytes(index), lf_index_bytes(whole));
        if (slices > most_slices) most_slices = slices;
        free(expected.bytes);
        free(sliced.bytes);
        lf_index_destroy(index);
        lf_index_destroy(whole);
        lf_map_destroy(map);
        free(small.open);
    }
    printf("  up to %" PRId64 " slices\n", most_slices);
    CHECK(most_slices > 20 && batches > 100);
}

/// A map with enough headlands for every step to have several parts.
static lf_map *map_of_noise(void) {
    enum { SIDE = 120 };
    static unsigned char tiles[SIDE * SIDE];
    uint64_t random = 5;
    for (int i = 0; i < SIDE * SIDE; i++) tiles[i] = oracle_below(&random, 5) != 0;
    lf_map *map = NULL;
    const lf_map_desc desc = {.width = SIDE, .height = SIDE, .tiles = tiles, .tiles_size = sizeof tiles};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    return map;
}

static void building_may_end_at_any_slice(void) {
    lf_map *map = map_of_noise();
    for (int64_t stop = 0;; stop += 1 + stop / 8) {
        meter m = {0};
        lf_index_builder *builder;
        const lf_index_desc desc = {.allocator = meter_allocator(&m), .hierarchy = LF_HIERARCHY_YES};
        CHECK_EQ(lf_index_begin(map, &desc, &builder), LF_OK);
        lf_status status = LF_PAUSED;
        for (int64_t i = 0; i < stop && status == LF_PAUSED; i++) status = lf_index_step(builder, 200);
        lf_index_cancel(builder);
        CHECK(m.live == 0 && m.blocks == 0);
        if (status == LF_OK) break;
    }
    lf_map_destroy(map);
}

/// Each allocation fails in turn.
static void building_survives_without_memory(void) {
    lf_map *map = map_of_noise();
    lf_status status = LF_E_NOMEM;
    for (int64_t fail = 1; status != LF_OK; fail += 1 + fail / 16) {
        meter m = {.fail_at = fail};
        lf_index_builder *builder = NULL;
        const lf_index_desc desc = {.allocator = meter_allocator(&m)};
        status = lf_index_begin(map, &desc, &builder);
        if (status == LF_OK) status = LF_PAUSED;
        while (status == LF_PAUSED) status = lf_index_step(builder, 500);
        CHECK(status == LF_OK || status == LF_E_NOMEM);
        if (status == LF_E_NOMEM && builder != NULL) {
            lf_index *index;
            CHECK_EQ(lf_index_step(builder, 1), LF_E_NOMEM);
            CHECK_EQ(lf_index_finish(builder, &index), LF_E_NOMEM);
            CHECK(index == NULL);
        }
        lf_index_cancel(builder);
        CHECK(m.live == 0 && m.blocks == 0);
    }
    lf_map_destroy(map);
}

/// The same for an index that is built at once, its hierarchy and landmarks by two workers.
static void workers_survive_without_memory(void) {
    const oracle_map small = oracle_random_map(8, 60, LF_MOVES_KING);
    lf_map *map = oracle_to_map(&small);
    lf_status status = LF_E_NOMEM;
    int64_t fail = 0, batches = 0;
    while (status != LF_OK && fail < 10000) {
        meter m = {.fail_at = ++fail};
        lf_index *index;
        const lf_index_desc desc = {.allocator = meter_allocator(&m),
                                    .hierarchy = LF_HIERARCHY_YES,
                                    .workers = {run_backwards, &batches}};
        status = lf_index_create(map, &desc, &index);
        CHECK_EQ(status, m.calls < fail ? LF_OK : LF_E_NOMEM); // no failure goes unnoticed
        CHECK_EQ(index != NULL, status == LF_OK);
        lf_index_destroy(index);
        CHECK(m.live == 0 && m.blocks == 0);
    }
    CHECK(fail > 30 && batches > 100);
    lf_map_destroy(map);
    free(small.open);
}

/// Reports come in slices too, go to the end, and may end the building.
static void slices_report_progress(void) {
    lf_map *map = map_of_noise();
    watch_log log = {0};
    lf_index_builder *builder;
    lf_index *index;
    lf_index_desc desc = {.progress = watch_of(&log)};
    CHECK_EQ(lf_index_begin(map, &desc, &builder), LF_OK);
    lf_status status = LF_PAUSED;
    while (status == LF_PAUSED) status = lf_index_step(builder, 300);
    CHECK_EQ(lf_index_finish(builder, &index), LF_OK);
    lf_index_destroy(index);
    CHECK(watch_ended_well(&log));
    CHECK(log.calls > 40);
    for (int64_t stop = 1; stop <= log.calls; stop += 1 + stop / 8) {
        watch_log cut = {.stop_at = stop};
        desc.progress = watch_of(&cut);
        CHECK_EQ(lf_index_begin(map, &desc, &builder), LF_OK);
        for (status = LF_PAUSED; status == LF_PAUSED;) status = lf_index_step(builder, 300);
        CHECK_EQ(status, LF_E_CANCELLED);
        CHECK_EQ(lf_index_step(builder, 300), LF_E_CANCELLED);
        CHECK_EQ(cut.calls, stop);
        lf_index_cancel(builder);
    }
    lf_map_destroy(map);
}

static void wrong_calls_are_refused(void) {
    lf_map *map = map_of_noise();
    lf_index_builder *builder = NULL;
    lf_index *index;
    CHECK_EQ(lf_index_begin(NULL, NULL, &builder), LF_E_NULL);
    CHECK_EQ(lf_index_begin(map, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_index_begin(map, &(lf_index_desc){.cost = (lf_cost)9}, &builder), LF_E_COST);
    CHECK_EQ(lf_index_begin(map, &(lf_index_desc){.hierarchy = (lf_hierarchy)9}, &builder), LF_E_HIERARCHY);
    CHECK(builder == NULL);
    CHECK_EQ(lf_index_step(NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_index_finish(NULL, &index), LF_E_NULL);
    lf_index_cancel(NULL);
    CHECK_EQ(lf_index_begin(map, NULL, &builder), LF_OK);
    CHECK_EQ(lf_index_step(builder, 0), LF_E_BUDGET);
    CHECK_EQ(lf_index_step(builder, -1), LF_E_BUDGET);
    CHECK_EQ(lf_index_finish(builder, NULL), LF_E_NULL);
    lf_index_cancel(builder);
    lf_map_destroy(map);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(slices_change_nothing),
                                      TEST(building_may_end_at_any_slice),
                                      TEST(building_survives_without_memory),
                                      TEST(workers_survive_without_memory),
                                      TEST(slices_report_progress),
                                      TEST(wrong_calls_are_refused)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
