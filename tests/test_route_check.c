// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Unit tests of lf_route_check: each fault, where it is, under each move rule; and against the oracle's
// moves.
#include "test.h"

#include "oracle.h"

static lf_map *small_map(lf_moves moves) {
    // . . #
    // . # .
    // . . .
    static unsigned char open[9] = {1, 1, 0, 1, 0, 1, 1, 1, 1};
    const oracle_map map = {.width = 3, .height = 3, .moves = moves, .open = open};
    return oracle_to_map(&map);
}

static void expect(lf_map *map, const lf_tile *tiles, int64_t count, int64_t at, lf_fault fault) {
    int64_t where = 77;
    lf_fault what = (lf_fault)77;
    CHECK_EQ(lf_route_check(map, tiles, count, &where, &what), fault == LF_FAULT_NONE ? LF_OK : LF_BROKEN);
    CHECK_EQ(where, at);
    CHECK_EQ(what, fault);
}

static void each_fault(void) {
    lf_map *map = small_map(LF_MOVES_KING);
    expect(map, (lf_tile[]){0, 3, 6, 7, 8, 5}, 6, -1, LF_FAULT_NONE);
    expect(map, (lf_tile[]){0}, 1, -1, LF_FAULT_NONE);
    expect(map, NULL, 0, 0, LF_FAULT_EMPTY);
    expect(map, (lf_tile[]){9}, 1, 0, LF_FAULT_OUTSIDE);
    expect(map, (lf_tile[]){0, LF_NO_TILE}, 2, 1, LF_FAULT_OUTSIDE);
    expect(map, (lf_tile[]){0, 1, 2}, 3, 2, LF_FAULT_BLOCKED);
    expect(map, (lf_tile[]){0, 6}, 2, 1, LF_FAULT_JUMP);
    expect(map, (lf_tile[]){0, 0}, 2, 1, LF_FAULT_JUMP);
    expect(map, (lf_tile[]){5, 6}, 2, 1, LF_FAULT_JUMP); // end of a row to the begin of the next is no move
    expect(map, (lf_tile[]){3, 7}, 2, 1, LF_FAULT_CORNER);
    expect(map, (lf_tile[]){6, 3, 1}, 3, 2, LF_FAULT_CORNER);
    lf_map_destroy(map);
}

static void rules_differ(void) {
    lf_map *cut = small_map(LF_MOVES_KING_CUT), *orthogonal = small_map(LF_MOVES_ORTHOGONAL);
    expect(cut, (lf_tile[]){3, 7, 5, 1}, 4, -1, LF_FAULT_NONE);
    expect(orthogonal, (lf_tile[]){3, 7}, 2, 1, LF_FAULT_JUMP);
    expect(orthogonal, (lf_tile[]){1, 0, 3, 6}, 4, -1, LF_FAULT_NONE);
    lf_map_destroy(cut), lf_map_destroy(orthogonal);
}

static void bad_arguments(void) {
    lf_map *map = small_map(LF_MOVES_KING);
    const lf_tile tile = 0;
    CHECK_EQ(lf_route_check(NULL, &tile, 1, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_route_check(map, NULL, 1, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_route_check(map, &tile, -1, NULL, NULL), LF_E_COUNT);
    CHECK_EQ(lf_route_check(map, &tile, 1, NULL, NULL), LF_OK);
    lf_map_destroy(map);
}

static void texts(void) {
    for (int fault = LF_FAULT_NONE; fault <= LF_FAULT_CORNER; fault++) {
        CHECK(strcmp(lf_fault_text((lf_fault)fault), "unknown fault") != 0);
    }
    CHECK_STR(lf_fault_text((lf_fault)50), "unknown fault");
}

/// Every pair of tiles of random maps: legal as a route of two exactly if the oracle calls it a move.
static void pairs_match_the_oracle(void) {
    const uint64_t seed = test_seed();
    for (uint64_t round = 0; round < 300; round++) {
        const oracle_map small = oracle_random_map(seed + round, 9, (lf_moves)(round % 3));
        lf_map *map = oracle_to_map(&small);
        const int size = small.width * small.height;
        for (int a = 0; a < size; a++) {
            for (int b = 0; b < size; b++) {
                const int dx = b % small.width - a % small.width, dy = b / small.width - a / small.width;
                const bool near = dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
                const bool legal =
                    near && oracle_move_legal(&small, a % small.width, a / small.width, dx, dy);
                const lf_tile pair[2] = {(lf_tile)a, (lf_tile)b};
                CHECK_EQ(lf_route_check(map, pair, 2, NULL, NULL) == LF_OK, legal);
            }
        }
        lf_map_destroy(map);
        free(small.open);
    }
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(each_fault), TEST(rules_differ), TEST(bad_arguments), TEST(texts), TEST(pairs_match_the_oracle),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
