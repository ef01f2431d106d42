// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The size of a search before it is made, against an allocator that counts, for every combination of what a
// search can be made with.
#include "test.h"

#include "meter.h"
#include "oracle.h"

enum { COARSE_KINDS = 4, INDEX_KINDS = 4 };

/// Everything that a search can be given on one map. NULL stands for none.
typedef struct parts {
    lf_map *map;
    lf_coarse *coarse[COARSE_KINDS]; ///< none, honest, optimistic, honest at another level
    lf_index *index[INDEX_KINDS];    ///< none, uniform without and with a hierarchy, octile
    lf_depth *depth[2];
} parts;

/// Makes the parts of a map; coarse maps that its size does not allow stay NULL.
static parts parts_make(const oracle_map *small, bool bodies) {
    parts p = {0};
    const lf_map_desc desc = {.width = small->width,
                              .height = small->height,
                              .tiles = small->open,
                              .tiles_size = (size_t)small->width * (size_t)small->height,
                              .moves = small->moves,
                              .skip_bodies = !bodies};
    CHECK_EQ(lf_map_create(&desc, &p.map), LF_OK);
    lf_coarse_create(p.map, NULL, &p.coarse[1]);
    lf_coarse_create(p.map, &(lf_coarse_desc){.kind = LF_COARSE_CELLS}, &p.coarse[2]);
    lf_coarse_create(p.map, &(lf_coarse_desc){.level = 3}, &p.coarse[3]);
    for (int i = 1; i < INDEX_KINDS; i++) {
        const lf_index_desc index = {.cost = i == 3 ? LF_COST_OCTILE : LF_COST_UNIFORM,
                                     .hierarchy = i == 2 ? LF_HIERARCHY_YES : LF_HIERARCHY_NO};
        CHECK_EQ(lf_index_create(p.map, &index, &p.index[i]), LF_OK);
    }
    CHECK_EQ(lf_depth_create(p.map, NULL, &p.depth[1]), LF_OK);
    return p;
}

static void parts_free(parts *p) {
    for (int i = 0; i < COARSE_KINDS; i++) lf_coarse_destroy(p->coarse[i]);
    for (int i = 0; i < INDEX_KINDS; i++) lf_index_destroy(p->index[i]);
    lf_depth_destroy(p->depth[1]);
    lf_map_destroy(p->map);
}

/// A search that cannot be made: both functions say the same, and no size.
static void check_refusal(const lf_map *map, lf_search_desc desc, lf_status expected) {
    meter m = {0};
    int64_t bytes = 77;
    lf_search *search;
    desc.allocator = meter_allocator(&m);
    CHECK_EQ(lf_search_size(map, &desc, &bytes), expected);
    CHECK_EQ(bytes, 0);
    CHECK_EQ(lf_search_create(map, &desc, &search), expected);
    CHECK_EQ(m.calls, 0);
}

/// One description: the size is what the allocator sees, at the end and at the most, and a limit holds to the
/// byte.
static void check_size(const lf_map *map, lf_search_desc desc) {
    meter m = {0};
    int64_t bytes = 0, again = 0;
    lf_search *search;
    desc.allocator = meter_allocator(&m);
    CHECK_EQ(lf_search_size(map, &desc, &bytes), LF_OK);
    CHECK_EQ(m.calls, 0);
    CHECK_EQ(lf_search_create(map, &desc, &search), LF_OK);
    CHECK_EQ(m.live, bytes);
    CHECK_EQ(m.most, bytes);
    CHECK_EQ((int64_t)lf_search_bytes(search), bytes);
    lf_search_destroy(search);
    CHECK_EQ(m.live, 0);
    const int64_t calls = m.calls;
    desc.max_bytes = bytes - 1;
    CHECK_EQ(lf_search_size(map, &desc, &again), LF_E_MEMORY_LIMIT);
    CHECK_EQ(again, bytes);
    CHECK_EQ(lf_search_create(map, &desc, &search), LF_E_MEMORY_LIMIT);
    CHECK(search == NULL);
    CHECK_EQ(m.calls, calls);
    desc.max_bytes = bytes;
    CHECK_EQ(lf_search_create(map, &desc, &search), LF_OK);
    lf_search_destroy(search);
}

/// What a search for spine alone is refused with; LF_OK if it can be made.
static lf_status alone_status(const parts *p, const lf_search_desc *desc) {
    if (desc->only == LF_STRATEGY_AUTO) return LF_OK;
    if (desc->coarse == NULL) return LF_E_NO_COARSE;
    if (desc->cost == LF_COST_OCTILE) return LF_E_COST_STRATEGY;
    return desc->coarse == p->coarse[2] ? LF_E_COARSE_KIND : LF_OK;
}

/// Every combination; returns how many searches there were.
static int64_t check_all(const parts *p) {
    enum { FLAGS = 8 }; // octile, depth, spine alone
    int64_t tried = 0;
    for (int i = 0; i < COARSE_KINDS * INDEX_KINDS * FLAGS; i++) {
        const int flags = i % FLAGS, coarse = i / FLAGS % COARSE_KINDS;
        if (coarse != 0 && p->coarse[coarse] == NULL) continue;
        const lf_search_desc desc = {.coarse = p->coarse[coarse],
                                     .index = p->index[i / FLAGS / COARSE_KINDS],
                                     .cost = (flags & 1) != 0 ? LF_COST_OCTILE : LF_COST_UNIFORM,
                                     .depth = p->depth[flags >> 1 & 1],
                                     .only = (flags & 4) != 0 ? LF_STRATEGY_SPINE : LF_STRATEGY_AUTO,
                                     .route_room = (flags & 4) != 0 && i % 3 == 0 ? 1 + i : 0};
        const lf_status expected = alone_status(p, &desc);
        if (expected != LF_OK)
            check_refusal(p->map, desc, expected);
        else
            check_size(p->map, desc);
        tried += expected == LF_OK;
    }
    return tried;
}

static void sizes_are_what_the_allocator_sees(void) {
    const uint64_t seed = test_seed();
    int64_t tried = 0;
    for (uint64_t i = 0; i < 90 && test_failures < 20; i++) {
        const oracle_map small = oracle_random_map(seed + i, i % 5 == 0 ? 70 : 20, (lf_moves)(i % 3));
        parts p = parts_make(&small, i % 2 == 0);
        tried += check_all(&p);
        parts_free(&p);
        free(small.open);
    }
    printf("  %" PRId64 " searches\n", tried);
    CHECK(tried > 4000);
}

/// A map so large that an honest coarse map has another one above it.
static void a_coarse_map_above_counts(void) {
    enum { SIDE = 1100 };
    oracle_map wide = {SIDE, SIDE, LF_MOVES_KING, malloc(SIDE * SIDE)};
    for (int i = 0; i < SIDE * SIDE; i++) wide.open[i] = (i / 7 + i / SIDE) % 5 != 0;
    lf_map *map = oracle_to_map(&wide);
    lf_coarse *coarse;
    CHECK_EQ(lf_coarse_create(map, NULL, &coarse), LF_OK);
    check_size(map, (lf_search_desc){.coarse = coarse});
    check_size(map, (lf_search_desc){.coarse = coarse, .only = LF_STRATEGY_SPINE});
    lf_coarse_destroy(coarse);
    lf_map_destroy(map);
    free(wide.open);
}

static void misuse_has_its_status(void) {
    unsigned char open[4] = {1, 1, 1, 1};
    const oracle_map small = {2, 2, LF_MOVES_KING, open};
    lf_map *map = oracle_to_map(&small);
    int64_t bytes = 77;
    lf_search *search;
    CHECK_EQ(lf_search_size(map, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_search_size(NULL, NULL, &bytes), LF_E_NULL);
    CHECK_EQ(bytes, 0);
    CHECK_EQ(lf_search_size(map, NULL, &bytes), LF_OK);
    CHECK_EQ(lf_search_create(map, NULL, &search), LF_OK);
    CHECK_EQ((int64_t)lf_search_bytes(search), bytes);
    lf_search_destroy(search);
    check_refusal(map, (lf_search_desc){.max_bytes = -1}, LF_E_LIMIT);
    check_refusal(map, (lf_search_desc){.route_room = -1}, LF_E_COUNT);
    const lf_search_desc half = {.allocator = {.alloc = meter_alloc}};
    CHECK_EQ(lf_search_size(map, &half, &bytes), LF_E_ALLOCATOR);
    CHECK_EQ(bytes, 0);
    lf_map_destroy(map);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(sizes_are_what_the_allocator_sees),
        TEST(a_coarse_map_above_counts),
        TEST(misuse_has_its_status),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
