// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// One golden hash of everything: tiles, counts, bytes of indexes, depths, keys and curves, over all scenes,
// move rules, costs and strategies. It is the same with every compiler, on every processor, with 32 and 64
// bits, with either order of bytes, and as WebAssembly.
#include "world.h"

/// Change it only together with answers that are meant to change, and say so in the changelog. The test
/// prints what it got, part by part, so that two targets can be compared.
static const uint64_t EXPECTED = UINT64_C(0x1042bd5a4e29c576);
/// The same for rules of ends, and for partial routes.
static const uint64_t EXPECTED_ENDS = UINT64_C(0xc0f30d05df2aa811);

enum { WORLDS = 84, QUESTIONS = 3 };

static void hash_index(uint64_t *hash, const lf_index *index) {
    const size_t size = lf_index_save_size(index);
    uint8_t *bytes = malloc(size);
    CHECK_EQ(lf_index_save(index, bytes, size), LF_OK);
    hash_bytes(hash, bytes, size);
    free(bytes);
}

static void hash_depths(uint64_t *hash, const world *w) {
    const lf_tile count = (lf_tile)(w->plan.width * w->plan.height);
    for (lf_tile tile = 0; tile < count; tile++) {
        hash_add(hash, (uint64_t)(int64_t)lf_depth_at(w->depth, tile));
        hash_add(hash, (uint64_t)(int64_t)lf_depth_between(w->depth, tile, count - 1 - tile));
    }
}

static void hash_map(uint64_t *hash, const world *w) {
    hash_bytes(hash, w->plan.open, (size_t)(w->plan.width * w->plan.height));
    hash_add(hash, lf_map_body_count(w->map));
    hash_add(hash, (uint64_t)lf_coarse_node_count(w->coarse));
    hash_add(hash, (uint64_t)lf_coarse_edge_count(w->coarse));
}

static void the_same_everywhere(void) {
    uint64_t maps = UINT64_C(14695981039346656037), indexes = maps, depths = maps, all = maps;
    answers a = answers_none();
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world w = world_make(seed);
        voyage v = voyage_make(&w);
        hash_map(&maps, &w);
        hash_index(&indexes, w.index);
        hash_depths(&depths, &w);
        for (uint64_t number = 0; number < QUESTIONS; number++) world_ask(&v, seed * 1000 + number, &a);
        voyage_free(&v);
        world_free(&w);
    }
    const uint64_t parts[] = {maps, indexes, depths, a.tiles, a.counts, a.keys, a.shapes};
    static const char *const names[] = {"maps", "indexes", "depths", "tiles", "counts", "keys", "shapes"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        printf("  %-8s %016" PRIx64 "\n", names[i], parts[i]);
        hash_add(&all, parts[i]);
    }
    printf("  all      %016" PRIx64 " of %" PRId64 " routes; expected %016" PRIx64 "\n", all, a.found,
           EXPECTED);
    CHECK(a.found > 2000);
    CHECK(all == EXPECTED);
}

static void ends_and_partial_routes(void) {
    answers a = answers_none();
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world w = world_make_of(seed, true);
        voyage v = voyage_make(&w);
        for (uint64_t number = 0; number < QUESTIONS; number++) world_ask_ends(&v, seed * 1000 + number, &a);
        voyage_free(&v);
        world_free(&w);
    }
    const uint64_t all = answers_hash(&a);
    printf("  ends     %016" PRIx64 " with %" PRId64 " partial routes; expected %016" PRIx64 "\n", all,
           a.found, EXPECTED_ENDS);
    CHECK(a.found > 200);
    CHECK(all == EXPECTED_ENDS);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(the_same_everywhere), TEST(ends_and_partial_routes)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
