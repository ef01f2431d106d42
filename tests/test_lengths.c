// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Lengths of single pairs: those of random maps against the oracle, under every move rule and both costs, with and
// without an index, with room for many ends and for next to none, so that lists are overwritten and moorings are given
// up; how often ends are kept; what is refused, and memory. LF_CASES maps from LF_SEED on.
#include "lengths/lengths.h"
#include "meter.h"
#include "oracle.h"
#include "slow.h"
#include "test.h"

#ifdef TEST_IS_SLOW
enum { MAPS = 150 };
#else
enum { MAPS = 1000 };
#endif
enum { MOST_ENDS = 14, MOST_SIDE = 36, MOST_TILES = MOST_SIDE * MOST_SIDE, PAIRS = 120 };

// ---- The truth --------------------------------------------------------------------------------------

/// A map, some of its open tiles, and the right lengths between them.
typedef struct question {
    oracle_map plan;
    lf_map *map;
    lf_cost cost;
    int end_count;
    lf_tile ends[MOST_ENDS];
    lf_length truth[MOST_ENDS][MOST_ENDS];
} question;

static void truth_of(question *q, int from) {
    static oracle_way ways[MOST_TILES];
    const lf_source source = {.tile = q->ends[from]};
    oracle_field(&q->plan, &(lf_query){.sources = &source, .source_count = 1}, q->cost == LF_COST_OCTILE,
                 ways);
    for (int to = 0; to < q->end_count; to++) {
        const oracle_way way = ways[q->ends[to]];
        q->truth[from][to] = way.straight < 0 ? (lf_length){LF_NO_LENGTH, LF_NO_LENGTH}
                                              : (lf_length){(uint32_t)way.straight, (uint32_t)way.diagonal};
    }
}

static void question_make(question *q, uint64_t seed, int combination) {
    uint64_t random = seed * 6 + (uint64_t)combination + 1;
    *q = (question){.plan = oracle_random_map(seed, MOST_SIDE, (lf_moves)(combination % 3)),
                    .cost = (lf_cost)(combination / 3)};
    q->map = oracle_to_map(&q->plan);
    q->end_count = 1 + oracle_below(&random, MOST_ENDS);
    for (int i = 0; i < q->end_count; i++) {
        q->ends[i] = oracle_random_open(&q->plan, &random);
        if (q->ends[i] == LF_NO_TILE) q->end_count = 0;
    }
    for (int i = 0; i < q->end_count; i++) truth_of(q, i);
}

static void question_free(question *q) {
    lf_map_destroy(q->map);
    free(q->plan.open);
}

// ---- Against the oracle -----------------------------------------------------------------------------

/// Asks pairs of the ends in a random order; all lengths must be right, and nothing may be allocated.
static bool pairs_are_right(lf_lengths *lengths, const question *q, uint64_t *random) {
    for (int i = 0; i < PAIRS; i++) {
        const int from = oracle_below(random, q->end_count), to = oracle_below(random, q->end_count);
        const lf_length right = q->truth[from][to];
        lf_length length = {7, 7};
        const lf_status status = lf_lengths_between(lengths, q->ends[from], q->ends[to], &length);
        if (!CHECK_EQ(status, right.straight == LF_NO_LENGTH ? LF_NO_ROUTE : LF_OK) ||
            !CHECK_EQ(length.straight, right.straight) || !CHECK_EQ(length.diagonal, right.diagonal))
            return false;
    }
    return CHECK_EQ(lf_lengths_report(lengths).asked, PAIRS);
}

/// Lengths with or without an index: right, in the memory that was stated. Adds up what they did.
static bool kind_is_right(const question *q, const lf_index *index, int64_t end_room, uint64_t *random,
                          lf_lengths_stats *all) {
    meter m = {0};
    lf_lengths *lengths;
    int64_t bytes;
    const lf_lengths_desc desc = {
        .index = index, .cost = q->cost, .end_room = end_room, .allocator = meter_allocator(&m)};
    if (!CHECK_EQ(lf_lengths_size(q->map, &desc, &bytes), LF_OK) || !CHECK_EQ(m.calls, 0) ||
        !CHECK_EQ(lf_lengths_create(q->map, &desc, &lengths), LF_OK))
        return false;
    const int64_t calls = m.calls;
    bool good = CHECK_EQ(lf_lengths_bytes(lengths), m.live) && CHECK_EQ(bytes, m.live);
    good = good && pairs_are_right(lengths, q, random) && CHECK_EQ(m.calls, calls);
    const lf_lengths_stats stats = lf_lengths_report(lengths);
    if (index == NULL || !lf_index_has_hierarchy(index))
        good = CHECK_EQ(stats.searched, stats.asked) && CHECK_EQ(stats.kept, 0) && good;
    all->asked += stats.asked;
    all->searched += stats.searched;
    all->kept += stats.kept;
    lf_lengths_destroy(lengths);
    return CHECK_EQ(m.live, 0) && CHECK_EQ(m.blocks, 0) && good;
}

/// Without an index, with one that has no hierarchy, with a hierarchy and much room, and with next to none.
static bool question_is_answered(const question *q, uint64_t seed, lf_lengths_stats all[2]) {
    uint64_t random = seed + 1;
    lf_lengths_stats none = {0};
    bool good = kind_is_right(q, NULL, 0, &random, &none);
    for (int kind = 0; good && kind < 3; kind++) {
        lf_index *index;
        const lf_index_desc desc = {.cost = q->cost,
                                    .hierarchy = kind < 2 ? LF_HIERARCHY_YES : LF_HIERARCHY_NO};
        if (!CHECK_EQ(lf_index_create(q->map, &desc, &index), LF_OK)) return false;
        good = kind_is_right(q, index, kind == 0 ? 64 : 1 + oracle_below(&random, 3), &random,
                             kind < 2 ? &all[kind] : &none);
        lf_index_destroy(index);
    }
    return good;
}

static void every_length_is_the_oracles(void) {
    const uint64_t seed = test_seed(), count = test_case_count(MAPS);
    lf_lengths_stats all[2] = {{0}};
    for (uint64_t i = 0; i < count; i++) {
        for (int combination = 0; combination < 6; combination++) {
            static question q;
            question_make(&q, seed + i, combination);
            const bool good = q.end_count == 0 || question_is_answered(&q, seed + i, all);
            question_free(&q);
            if (good) continue;
            printf("  again with: LF_SEED=%" PRIu64 " LF_CASES=1\n", seed + i);
            return;
        }
    }
    printf("  %" PRIu64 " maps; of %" PRId64 " pairs %" PRId64 " searched, with little room %" PRId64
           "; ends kept %" PRId64 ", with little room %" PRId64 "\n",
           count, all[0].asked, all[0].searched, all[1].searched, all[0].kept, all[1].kept);
    if (count < MAPS) return;
    // Both ways were taken often; and where there was little room, ends crowded each other out.
    CHECK(all[0].searched * 50 > all[0].asked && all[0].searched * 5 < all[0].asked);
    CHECK(all[1].searched > 2 * all[0].searched);
}

// ---- Lists in a circle ------------------------------------------------------------------------------

/// The length of the metric that the oracle found.
static uint64_t truth_number(const lfi_metric *metric, lf_length right) {
    if (right.straight == LF_NO_LENGTH) return UINT64_MAX;
    return right.straight * metric->straight + right.diagonal * metric->diagonal;
}

/// Asks pairs of ends whose lists overwrite each other all the time. Returns how many were answered; -1 if one was
/// wrong.
static int circle_ask(lfi_moorings *moorings, const question *q, uint64_t *random) {
    int answered = 0;
    for (int i = 0; i < PAIRS; i++) {
        const int from = oracle_below(random, q->end_count), to = oracle_below(random, q->end_count);
        uint64_t length = 7;
        if (!lfi_moorings_between(moorings, q->ends[from], q->ends[to], &length)) continue;
        if (!CHECK_EQ(length, truth_number(&moorings->metric, q->truth[from][to]))) return -1;
        answered++;
    }
    return answered;
}

/// Room for one list of the longest kind, and many moorings. Adds how often ends were kept.
static int circle_try(const question *q, uint64_t *random, int64_t *kept) {
    lf_index *index;
    lfi_moorings moorings;
    const lfi_metric metric = lfi_metric_make(q->plan.moves, q->cost);
    const lf_index_desc with = {.cost = q->cost, .hierarchy = LF_HIERARCHY_YES};
    if (!CHECK_EQ(lf_index_create(q->map, &with, &index), LF_OK)) return -1;
    lfi_moorings_init(&moorings, index, &metric, MOST_ENDS);
    moorings.way_room = (uint64_t)lf_index_headland_count(index) + 1;
    meter m = {0};
    const lf_allocator allocator = meter_allocator(&m);
    lfi_moorings_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_MAKE}, &moorings);
    lfi_moorings_ready(&moorings);
    const int answered = circle_ask(&moorings, q, random);
    *kept += moorings.kept;
    lfi_moorings_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, &moorings);
    lf_index_destroy(index);
    CHECK_EQ(m.live, 0);
    return answered;
}

static void lists_overwrite_each_other(void) {
    const uint64_t seed = test_seed(), count = test_case_count(MAPS) / 4 + 1;
    int64_t answered = 0, kept = 0, asked = 0;
    for (uint64_t i = 0; i < count; i++) {
        static question q;
        uint64_t random = seed + i;
        question_make(&q, seed + i, (int)(i % 6));
        const int here = q.end_count > 0 ? circle_try(&q, &random, &kept) : 0;
        question_free(&q);
        if (here < 0) return;
        answered += here;
        asked += PAIRS;
    }
    printf("  of %" PRId64 " pairs %" PRId64 " answered, ends kept %" PRId64 "\n", asked, answered, kept);
    if (test_case_count(MAPS) < MAPS) return;
    CHECK(answered * 4 > asked);
    CHECK(kept > (int64_t)count * MOST_ENDS); // each end more than once
}

// ---- Whom it keeps ----------------------------------------------------------------------------------

enum { LAKE = 40 };

/// A lake of this side with rocks in it.
static lf_map *lake_make(void) {
    static uint8_t tiles[LAKE * LAKE];
    lf_map *map;
    for (int i = 0; i < LAKE * LAKE; i++) tiles[i] = i % 7 != 3 || i / LAKE % 4 != 1;
    const lf_map_desc desc = {.width = LAKE, .height = LAKE, .tiles = tiles, .tiles_size = sizeof tiles};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    return map;
}

/// What was done after a pair was asked once more.
static lf_lengths_stats stats_after(lf_lengths *lengths, lf_tile from, lf_tile to) {
    lf_length length;
    CHECK_EQ(lf_lengths_between(lengths, from, to, &length), LF_OK);
    return lf_lengths_report(lengths);
}

static void ends_that_come_again_are_kept(void) {
    lf_map *map = lake_make();
    lf_index *index;
    lf_lengths *lengths;
    CHECK_EQ(lf_index_create(map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_YES}, &index), LF_OK);
    CHECK_EQ(lf_lengths_create(map, &(lf_lengths_desc){.index = index}, &lengths), LF_OK);
    for (int64_t i = 1; i <= 2; i++) CHECK_EQ(stats_after(lengths, 0, LAKE * LAKE - 1).searched, i);
    for (int64_t i = 3; i <= 5; i++) {
        const lf_lengths_stats stats = stats_after(lengths, 0, LAKE * LAKE - 1);
        CHECK_EQ(stats.asked, i);
        CHECK_EQ(stats.searched, 2);
        CHECK_EQ(stats.kept, 2);
    }
    // The other way round it is the same pair; with an end that is new, it is searched.
    CHECK_EQ(stats_after(lengths, LAKE * LAKE - 1, 0).searched, 2);
    CHECK_EQ(stats_after(lengths, 5, 0).searched, 3);
    CHECK_EQ(stats_after(lengths, 5, 0).searched, 4);
    CHECK_EQ(stats_after(lengths, 5, 0).searched, 4);
    CHECK_EQ(lf_lengths_report(lengths).kept, 3);
    // An end that comes again and again, and never with another one that does, is not kept.
    for (lf_tile to = 0; to < LAKE; to++) CHECK_EQ(stats_after(lengths, 8, 20 * LAKE + to).kept, 3);
    lf_lengths_destroy(lengths);
    lf_index_destroy(index);
    lf_map_destroy(map);
}

// ---- What is refused --------------------------------------------------------------------------------

static lf_map *small_map(lf_moves moves) {
    static const uint8_t tiles[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    lf_map *map;
    const lf_map_desc desc = {
        .width = 4, .height = 3, .tiles = tiles, .tiles_size = sizeof tiles, .moves = moves};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    return map;
}

static lf_status create_status(const lf_map *map, lf_lengths_desc desc) {
    lf_lengths *lengths = (lf_lengths *)&desc; // anything but NULL
    int64_t bytes = -1;
    const lf_status status = lf_lengths_create(map, &desc, &lengths),
                    size = lf_lengths_size(map, &desc, &bytes);
    CHECK_EQ(status, size);
    CHECK_EQ(lengths == NULL, status != LF_OK);
    CHECK_EQ(bytes > 0, status == LF_OK || status == LF_E_MEMORY_LIMIT);
    lf_lengths_destroy(lengths);
    return status;
}

static void bad_descriptions_are_refused(void) {
    lf_map *map = small_map(LF_MOVES_KING), *other = small_map(LF_MOVES_KING),
           *four = small_map(LF_MOVES_ORTHOGONAL);
    lf_index *index, *four_index;
    int64_t bytes;
    lf_lengths *lengths;
    CHECK_EQ(lf_index_create(map, NULL, &index), LF_OK);
    CHECK_EQ(lf_index_create(four, NULL, &four_index), LF_OK);
    CHECK_EQ(lf_lengths_create(NULL, NULL, &lengths), LF_E_NULL);
    CHECK_EQ(lf_lengths_create(map, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_lengths_size(NULL, NULL, &bytes), LF_E_NULL);
    CHECK_EQ(lf_lengths_size(map, NULL, NULL), LF_E_NULL);
    CHECK_EQ(create_status(map, (lf_lengths_desc){.cost = (lf_cost)2}), LF_E_COST);
    CHECK_EQ(create_status(other, (lf_lengths_desc){.index = index}), LF_E_FOREIGN_INDEX);
    CHECK_EQ(create_status(map, (lf_lengths_desc){.index = index, .cost = LF_COST_OCTILE}), LF_E_INDEX_COST);
    CHECK_EQ(create_status(four, (lf_lengths_desc){.index = four_index, .cost = LF_COST_OCTILE}), LF_OK);
    CHECK_EQ(create_status(map, (lf_lengths_desc){.end_room = -1}), LF_E_COUNT);
    CHECK_EQ(create_status(map, (lf_lengths_desc){.end_room = (1 << 20) + 1}), LF_E_END_COUNT);
    CHECK_EQ(create_status(map, (lf_lengths_desc){.max_bytes = -1}), LF_E_LIMIT);
    CHECK_EQ(create_status(map, (lf_lengths_desc){.max_bytes = 1}), LF_E_MEMORY_LIMIT);
    CHECK_EQ(create_status(map, (lf_lengths_desc){.allocator = {.alloc = meter_alloc}}), LF_E_ALLOCATOR);
    CHECK_EQ(lf_lengths_size(map, NULL, &bytes), LF_OK);
    CHECK_EQ(create_status(map, (lf_lengths_desc){.max_bytes = bytes}), LF_OK);
    CHECK_EQ(create_status(map, (lf_lengths_desc){.max_bytes = bytes - 1}), LF_E_MEMORY_LIMIT);
    CHECK_EQ(lf_lengths_bytes(NULL), 0);
    CHECK_EQ(lf_lengths_report(NULL).asked, 0);
    lf_lengths_destroy(NULL);
    lf_index_destroy(index);
    lf_index_destroy(four_index);
    lf_map_destroy(map);
    lf_map_destroy(other);
    lf_map_destroy(four);
}

static void bad_pairs_are_refused(void) {
    lf_map *map = small_map(LF_MOVES_KING);
    lf_lengths *lengths;
    lf_length length;
    CHECK_EQ(lf_lengths_create(map, NULL, &lengths), LF_OK);
    CHECK_EQ(lf_lengths_between(NULL, 0, 1, &length), LF_E_NULL);
    CHECK_EQ(lf_lengths_between(lengths, 0, 1, NULL), LF_E_NULL);
    CHECK_EQ(lf_lengths_between(lengths, 12, 1, &length), LF_E_SOURCE_OUTSIDE);
    CHECK_EQ(lf_lengths_between(lengths, 11, 1, &length), LF_E_SOURCE_BLOCKED);
    CHECK_EQ(lf_lengths_between(lengths, 0, 12, &length), LF_E_TARGET_OUTSIDE);
    CHECK_EQ(lf_lengths_between(lengths, 0, LF_NO_TILE, &length), LF_E_TARGET_OUTSIDE);
    CHECK_EQ(lf_lengths_between(lengths, 0, 11, &length), LF_E_TARGET_BLOCKED);
    CHECK_EQ(length.straight, LF_NO_LENGTH);
    CHECK_EQ(length.diagonal, LF_NO_LENGTH);
    CHECK_EQ(lf_lengths_report(lengths).asked, 0);
    CHECK_EQ(lf_lengths_between(lengths, 0, 10, &length), LF_OK);
    CHECK_EQ(length.straight, 2);
    lf_lengths_destroy(lengths);
    lf_map_destroy(map);
}

static void every_allocation_may_fail(void) {
    for (int kind = 0; kind < 4; kind++) {
        lf_map *map = small_map(LF_MOVES_KING);
        lf_index *index;
        const lf_cost cost = (lf_cost)(kind / 2);
        const lf_index_desc with = {.cost = cost, .hierarchy = LF_HIERARCHY_YES};
        CHECK_EQ(lf_index_create(map, &with, &index), LF_OK);
        lf_status status = LF_E_NOMEM;
        for (int64_t fail_at = 1; status == LF_E_NOMEM; fail_at++) {
            meter m = {.fail_at = fail_at};
            lf_lengths *lengths;
            const lf_lengths_desc desc = {
                .index = kind % 2 == 0 ? NULL : index, .cost = cost, .allocator = meter_allocator(&m)};
            status = lf_lengths_create(map, &desc, &lengths);
            if (status == LF_OK) CHECK(fail_at > 5);
            CHECK_EQ(lengths == NULL, status != LF_OK);
            lf_lengths_destroy(lengths);
            CHECK_EQ(m.live, 0);
            CHECK_EQ(m.blocks, 0);
        }
        CHECK_EQ(status, LF_OK);
        lf_index_destroy(index);
        lf_map_destroy(map);
    }
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(bad_descriptions_are_refused), TEST(bad_pairs_are_refused),
                                      TEST(every_allocation_may_fail),    TEST(ends_that_come_again_are_kept),
                                      TEST(every_length_is_the_oracles),  TEST(lists_overwrite_each_other)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
