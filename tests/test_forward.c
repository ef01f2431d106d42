// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Ways on which every move gains: found if and only if there is one, which moves tile by tile tell; and each move back is
// legal, along all borders between words and squares.
#include "test.h"

#include "headland/forward.h"
#include "oracle.h"

enum { MAPS = 300, PAIRS = 60, MOST = 330 };

typedef struct tally {
    int64_t found, none, missed;
} tally;

/// Open tiles with some blocked boxes, so that there are ways of hundreds of moves.
static oracle_map thin_map(uint64_t *random, lf_moves moves) {
    oracle_map map = {
        .width = 1 + oracle_below(random, MOST), .height = 1 + oracle_below(random, MOST), .moves = moves};
    map.open = malloc((size_t)(map.width * map.height));
    memset(map.open, 1, (size_t)(map.width * map.height));
    for (int left = oracle_below(random, 60); left > 0; left--) {
        const int x = oracle_below(random, map.width), y = oracle_below(random, map.height);
        const int side = 1 + oracle_below(random, oracle_below(random, 2) == 0 ? 3 : 40);
        for (int i = 0; i < side * side; i++) {
            if (x + i % side < map.width && y + i / side < map.height)
                map.open[(y + i / side) * map.width + x + i % side] = 0;
        }
    }
    return map;
}

/// Whether there is such a way: which tiles of each line are reached, one by one.
static bool way_exists(const oracle_map *map, lf_point from, lf_point to, bool rows) {
    static bool reached[2][MOST];
    const int step = rows ? (to.y > from.y ? 1 : -1) : to.x > from.x ? 1 : -1;
    const int count = abs(rows ? to.y - from.y : to.x - from.x), wide = rows ? map->width : map->height;
    memset(reached, 0, sizeof reached);
    reached[0][rows ? from.x : from.y] = true;
    for (int line = 0; line < count; line++) {
        memset(reached[(line + 1) % 2], 0, sizeof reached[0]);
        for (int i = 0; i < wide; i++) {
            for (int aside = -1; reached[line % 2][i] && aside <= 1; aside++) {
                const int x = rows ? i : from.x + step * line, y = rows ? from.y + step * line : i;
                if (oracle_move_legal(map, x, y, rows ? aside : step, rows ? step : aside))
                    reached[(line + 1) % 2][i + aside] = true;
            }
        }
    }
    return reached[count % 2][rows ? to.x : to.y];
}

static void pair_try(lfi_forward *forward, const oracle_map *plain, const lf_map *map, uint64_t *random,
                     tally *t) {
    const lf_tile a = oracle_random_open(plain, random), b = oracle_random_open(plain, random);
    if (a == LF_NO_TILE) return;
    const lf_point from = lfi_map_point(map, a), to = lfi_map_point(map, b);
    const bool rows = lfi_gap(from.y, to.y) > lfi_gap(from.x, to.x);
    const uint64_t room = forward->room;
    const bool short_of_room = oracle_below(random, 3) == 0; // then ways may be missed, but none is made up
    if (short_of_room) forward->room = (uint64_t)oracle_below(random, (int32_t)room + 1);
    const bool found = lfi_forward_find(forward, map, from, to, rows),
               exists = way_exists(plain, from, to, rows);
    forward->room = room;
    CHECK(found == exists || (short_of_room && exists));
    t->missed += found != exists;
    t->found += found;
    t->none += !found;
    if (!found) return;
    lf_point at = to;
    int aside = 0;
    for (int32_t line = forward->count; line > 0; line--) {
        const lf_point before = lfi_forward_back(forward, at, line, &aside);
        CHECK(oracle_move_legal(plain, before.x, before.y, at.x - before.x, at.y - before.y));
        CHECK(rows ? at.y - before.y == forward->step : at.x - before.x == forward->step);
        at = before;
    }
    CHECK(at.x == from.x && at.y == from.y);
}

static void a_way_is_found_if_there_is_one(void) {
    uint64_t random = test_seed();
    tally t = {0};
    for (int i = 0; i < MAPS; i++) {
        const oracle_map plain = thin_map(&random, i % 2 == 0 ? LF_MOVES_KING : LF_MOVES_KING_CUT);
        lf_map *map = oracle_to_map(&plain);
        lfi_forward forward = {0};
        lf_allocator allocator = {0};
        CHECK_EQ(lfi_allocator_resolve(&allocator), LF_OK);
        lfi_arrays run = {.allocator = &allocator, .mode = LFI_ARRAYS_MAKE};
        lfi_forward_arrays(&run, &forward, map);
        CHECK(!run.failed);
        for (int k = 0; k < PAIRS; k++) pair_try(&forward, &plain, map, &random, &t);
        run.mode = LFI_ARRAYS_FREE;
        lfi_forward_arrays(&run, &forward, map);
        lf_map_destroy(map);
        free(plain.open);
    }
    printf("  %" PRId64 " ways found, %" PRId64 " times there is none, or (%" PRId64 ") no room to find it\n",
           t.found, t.none, t.missed);
    CHECK(t.found > MAPS && t.none > MAPS && t.missed > MAPS / 4);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(a_way_is_found_if_there_is_one)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
