// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The almanac: lengths from a tile to all others against a plain flood, on random maps, on seas with islands, and on a
// winding river so long that distances from landmarks are rounded; its labels against the same, and its lists against
// their definition; that threads make no difference; what is refused, and memory. LF_CASES maps from LF_SEED on.
#include "lengths/lengths.h"
#include "meter.h"
#include "oracle.h"
#include "slow.h"
#include "test.h"

#include <string.h>

#ifdef TEST_IS_SLOW
enum { MAPS = 60 };
#else
enum { MAPS = 600 };
#endif
enum { MOST_SIDE = 72, SEA_WIDE = 230, SEA_HIGH = 150, SOURCES = 5 };

// ---- Maps -------------------------------------------------------------------------------------------

/// A sea with some islands: most tiles see far.
static oracle_map sea_make(uint64_t seed) {
    uint64_t random = seed * 31 + 7;
    oracle_map map = {.width = SEA_WIDE, .height = SEA_HIGH, .open = malloc((size_t)SEA_WIDE * SEA_HIGH)};
    memset(map.open, 1, (size_t)SEA_WIDE * SEA_HIGH);
    const int islands = 1 + oracle_below(&random, 60), size = 2 + oracle_below(&random, 50);
    for (int i = 0; i < islands; i++) {
        const int wide = 1 + oracle_below(&random, size), high = 1 + oracle_below(&random, size),
                  x0 = oracle_below(&random, SEA_WIDE), y0 = oracle_below(&random, SEA_HIGH);
        const bool ragged = oracle_below(&random, 2) == 0;
        for (int y = y0; y < y0 + high && y < SEA_HIGH; y++) {
            for (int x = x0; x < x0 + wide && x < SEA_WIDE; x++)
                map.open[y * SEA_WIDE + x] = ragged && oracle_below(&random, 4) == 0;
        }
    }
    return map;
}

/// A river that winds from the top to the bottom, of width 2.
static oracle_map river_make(int side) {
    oracle_map map = {.width = side, .height = side, .open = malloc((size_t)side * (size_t)side)};
    for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) {
            const bool bank = y % 3 == 2, bend = y / 3 % 2 == 0 ? x >= side - 2 : x < 2;
            map.open[y * side + x] = !bank || bend;
        }
    }
    return map;
}

/// Distances from a tile to all others by a plain flood; -1 = unreachable. `queue` has room for all tiles.
static void flood(const oracle_map *map, int from, int *queue, int *distances) {
    int head = 0, tail = 0;
    for (int i = 0; i < map->width * map->height; i++) distances[i] = -1;
    distances[from] = 0;
    queue[tail++] = from;
    while (head < tail) {
        const int at = queue[head++], x = at % map->width, y = at / map->width;
        for (int k = 0; k < 9; k++) {
            const int dx = k % 3 - 1, dy = k / 3 - 1, next = at + dy * map->width + dx;
            if (k == 4 || !oracle_move_legal(map, x, y, dx, dy) || distances[next] >= 0) continue;
            distances[next] = distances[at] + 1;
            queue[tail++] = next;
        }
    }
}

// ---- What is under test -----------------------------------------------------------------------------

/// A map with its almanac, and what a test needs beside it.
typedef struct subject {
    oracle_map plan;
    lf_map *map;
    lf_index *index;
    lf_almanac *almanac;
    lfi_bearings bearings;
    meter m;
    int *queue, *distances;
} subject;

static bool subject_make(subject *s, oracle_map plan) {
    *s = (subject){.plan = plan, .map = oracle_to_map(&plan)};
    const size_t tiles = (size_t)plan.width * (size_t)plan.height;
    s->queue = malloc(tiles * sizeof *s->queue);
    s->distances = malloc(tiles * sizeof *s->distances);
    if (!CHECK_EQ(lf_index_create(s->map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_YES}, &s->index), LF_OK))
        return false;
    const lf_almanac_desc desc = {.allocator = meter_allocator(&s->m)};
    if (!CHECK_EQ(lf_almanac_create(s->index, &desc, &s->almanac), LF_OK)) return false;
    CHECK_EQ(lf_almanac_bytes(s->almanac), s->m.live);
    s->bearings.almanac = s->almanac;
    lfi_bearings_arrays(&(lfi_arrays){.allocator = &desc.allocator, .mode = LFI_ARRAYS_MAKE}, &s->bearings);
    lfi_bearings_ready(&s->bearings);
    return true;
}

static void subject_free(subject *s) {
    const lf_allocator allocator = meter_allocator(&s->m);
    if (s->bearings.almanac != NULL)
        lfi_bearings_arrays(&(lfi_arrays){.allocator = &allocator, .mode = LFI_ARRAYS_FREE}, &s->bearings);
    lf_almanac_destroy(s->almanac);
    CHECK_EQ(s->m.live, 0);
    CHECK_EQ(s->m.blocks, 0);
    lf_index_destroy(s->index);
    lf_map_destroy(s->map);
    free(s->plan.open);
    free(s->queue);
    free(s->distances);
}

static lf_point point_of(const subject *s, int tile) {
    return (lf_point){tile % s->plan.width, tile / s->plan.width};
}

// ---- Lengths ----------------------------------------------------------------------------------------

/// Whether the lengths from a tile to all others, or to every `step`-th, are right, both ways.
static bool lengths_are_right(subject *s, int from, int step) {
    flood(&s->plan, from, s->queue, s->distances);
    for (int to = 0; to < s->plan.width * s->plan.height; to += step) {
        if (!s->plan.open[to]) continue;
        const uint32_t right = s->distances[to] < 0 ? LFI_FAR : (uint32_t)s->distances[to];
        const lf_point a = point_of(s, from), b = point_of(s, to);
        if (CHECK_EQ(lfi_bearings_between(&s->bearings, a, b), right) &&
            CHECK_EQ(lfi_bearings_between(&s->bearings, b, a), right))
            continue;
        printf("  from %d,%d to %d,%d\n", a.x, a.y, b.x, b.y);
        return false;
    }
    return true;
}

static bool subject_is_right(subject *s, uint64_t seed, int step) {
    uint64_t random = seed + 3;
    for (int i = 0; i < SOURCES; i++) {
        const lf_tile from = oracle_random_open(&s->plan, &random);
        if (from == LF_NO_TILE) return true;
        if (!lengths_are_right(s, (int)from, step)) return false;
    }
    return true;
}

static void every_length_is_the_floods(void) {
    const uint64_t seed = test_seed(), count = test_case_count(MAPS);
    for (uint64_t i = 0; i < count; i++) {
        subject s;
        const bool sea = i % 4 == 3;
        bool good = subject_make(&s, sea ? sea_make(seed + i)
                                         : oracle_random_map(seed + i, MOST_SIDE, LF_MOVES_KING));
        good = good && subject_is_right(&s, seed + i, sea ? 7 : 1);
        subject_free(&s);
        if (good) continue;
        printf("  map %" PRIu64 "; with LF_SEED=%" PRIu64 " LF_CASES=%" PRIu64 "\n", i, seed, i + 1);
        return;
    }
}

/// Distances from landmarks that do not fit into 16 bits are kept in larger units.
static void rounded_distances_are_enough(void) {
    subject s;
    if (subject_make(&s, river_make(640))) {
        CHECK(s.index->unit > 1);
        CHECK(subject_is_right(&s, 1, 1009));
    }
    subject_free(&s);
}

// ---- Labels and lists -------------------------------------------------------------------------------

static uint32_t labels_between(const lf_almanac *almanac, uint32_t a, uint32_t b) {
    const lfi_notice *one = &almanac->notices[a], *other = &almanac->notices[b];
    uint32_t best = LFI_FAR;
    for (uint32_t i = 0; i < one->count; i++) {
        for (uint32_t k = 0; k < other->count; k++) {
            const lfi_reach x = almanac->labels[one->first + i], y = almanac->labels[other->first + k];
            if (x.rung == y.rung && x.length + y.length < best) best = x.length + y.length;
        }
    }
    return best;
}

/// Whether the labels of a headland and of all others give their distances.
static bool labels_are_right(subject *s, uint32_t number) {
    const lf_point from = s->almanac->notices[number].point;
    flood(&s->plan, from.y * s->plan.width + from.x, s->queue, s->distances);
    for (uint32_t i = 0; i < s->index->count; i++) {
        const lf_point to = s->almanac->notices[i].point;
        const int right = s->distances[to.y * s->plan.width + to.x];
        if (!CHECK_EQ(labels_between(s->almanac, number, i), right < 0 ? LFI_FAR : (uint32_t)right))
            return false;
    }
    return true;
}

/// Whether headlands that all tiles of a square are said to see are seen, and come first.
static bool list_is_right(const subject *s, uint64_t square) {
    const lf_almanac *almanac = s->almanac;
    const int x0 = (int)(square % (uint64_t)almanac->wide) * LFI_SQUARE,
              y0 = (int)(square / (uint64_t)almanac->wide) * LFI_SQUARE;
    for (uint64_t i = almanac->first[square]; i < almanac->first[square + 1]; i++) {
        const lf_point there = almanac->notices[almanac->seen[i] >> 1].point;
        if (i > almanac->first[square] && !CHECK((almanac->seen[i - 1] & 1) >= (almanac->seen[i] & 1)))
            return false;
        int open = 0, seeing = 0;
        for (int y = y0; y < y0 + LFI_SQUARE && y < s->plan.height; y++) {
            for (int x = x0; x < x0 + LFI_SQUARE && x < s->plan.width; x++) {
                open += s->plan.open[y * s->plan.width + x];
                seeing += s->plan.open[y * s->plan.width + x] &&
                          lfi_leg_walkable(s->map, &s->index->stops, (lf_point){x, y}, there);
            }
        }
        if (!CHECK(seeing > 0) || !CHECK((almanac->seen[i] & 1) == 0 || seeing == open)) return false;
    }
    return true;
}

static void labels_and_lists_are_right(void) {
    const uint64_t seed = test_seed(), count = test_case_count(MAPS) / 10 + 1;
    bool good = true;
    for (uint64_t i = 0; i < count && good; i++) {
        subject s;
        good = subject_make(&s, i % 2 == 0 ? sea_make(seed + i)
                                           : oracle_random_map(seed + i, MOST_SIDE, LF_MOVES_KING));
        for (uint32_t k = 0; good && k < s.index->count; k += 1 + s.index->count / 8)
            good = labels_are_right(&s, k);
        for (uint64_t k = 0; good && k < lfi_almanac_squares(s.almanac); k++) good = list_is_right(&s, k);
        subject_free(&s);
    }
}

// ---- Threads ----------------------------------------------------------------------------------------

/// Runs the parts from the last to the first.
static void run_backwards(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    for (int64_t i = count; i-- > 0;) part(i, job);
    ++*(int *)user;
}

static void workers_make_no_difference(void) {
    subject s;
    int runs = 0;
    lf_almanac *other = NULL;
    const lf_almanac_desc desc = {.workers = {run_backwards, &runs}};
    if (subject_make(&s, sea_make(test_seed())) &&
        CHECK_EQ(lf_almanac_create(s.index, &desc, &other), LF_OK)) {
        const uint64_t squares = lfi_almanac_squares(other);
        CHECK(runs >= 2);
        CHECK_EQ(lf_almanac_bytes(other), lf_almanac_bytes(s.almanac));
        CHECK(memcmp(other->first, s.almanac->first, (squares + 1) * sizeof *other->first) == 0);
        CHECK(memcmp(other->seen, s.almanac->seen, other->first[squares] * sizeof *other->seen) == 0);
        CHECK(memcmp(other->labels, s.almanac->labels, other->label_room * sizeof *other->labels) == 0);
    }
    lf_almanac_destroy(other);
    subject_free(&s);
}

// ---- Lengths with an almanac ------------------------------------------------------------------------

/// Ends that come again are kept, all others are looked up, and none is searched.
static void lengths_use_it(void) {
    subject s;
    lf_lengths *lengths = NULL;
    lf_length length;
    if (!subject_make(&s, sea_make(test_seed() + 1))) return;
    meter m = {0};
    const lf_lengths_desc desc = {.index = s.index, .almanac = s.almanac, .allocator = meter_allocator(&m)};
    int64_t bytes;
    uint64_t random = test_seed();
    CHECK_EQ(lf_lengths_size(s.map, &desc, &bytes), LF_OK);
    CHECK_EQ(lf_lengths_create(s.map, &desc, &lengths), LF_OK);
    CHECK_EQ(bytes, m.live);
    for (int i = 0; i < 300; i++) {
        const lf_tile from = oracle_random_open(&s.plan, &random),
                      to = i % 2 == 0 ? from : oracle_random_open(&s.plan, &random);
        flood(&s.plan, (int)from, s.queue, s.distances);
        const lf_status status = lf_lengths_between(lengths, from, to, &length);
        const int right = s.distances[to];
        CHECK_EQ(status, right < 0 ? LF_NO_ROUTE : LF_OK);
        CHECK_EQ(length.straight, right < 0 ? LF_NO_LENGTH : (uint32_t)right);
        CHECK_EQ(length.diagonal, right < 0 ? LF_NO_LENGTH : 0);
    }
    CHECK_EQ(lf_lengths_report(lengths).searched, 0);
    CHECK(lf_lengths_report(lengths).looked_up > 250);
    lf_lengths_destroy(lengths);
    CHECK_EQ(m.live, 0);
    subject_free(&s);
}

// ---- What is refused --------------------------------------------------------------------------------

static lf_status almanac_status(lf_moves moves, lf_index_desc with, lf_almanac_desc desc) {
    const uint8_t tiles[9] = {1, 1, 1, 1, 1, 1, 1, 1, 0};
    lf_map *map;
    lf_index *index;
    lf_almanac *almanac = (lf_almanac *)&desc; // anything but NULL
    CHECK_EQ(
        lf_map_create(
            &(lf_map_desc){.width = 3, .height = 3, .tiles = tiles, .tiles_size = 9, .moves = moves}, &map),
        LF_OK);
    CHECK_EQ(lf_index_create(map, &with, &index), LF_OK);
    const lf_status status = lf_almanac_create(index, &desc, &almanac);
    CHECK_EQ(lf_almanac_serves(index), status != LF_E_ALMANAC);
    CHECK_EQ(almanac == NULL, status != LF_OK);
    lf_almanac_destroy(almanac);
    lf_index_destroy(index);
    lf_map_destroy(map);
    return status;
}

static void what_it_cannot_serve_is_refused(void) {
    const lf_index_desc with = {.hierarchy = LF_HIERARCHY_YES}, without = {.hierarchy = LF_HIERARCHY_NO},
                        octile = {.hierarchy = LF_HIERARCHY_YES, .cost = LF_COST_OCTILE};
    const lf_almanac_desc plain = {0}, half = {.allocator = {.alloc = meter_alloc}};
    lf_almanac *almanac;
    CHECK_EQ(almanac_status(LF_MOVES_KING, with, plain), LF_OK);
    CHECK_EQ(almanac_status(LF_MOVES_KING, without, plain), LF_E_ALMANAC);
    CHECK_EQ(almanac_status(LF_MOVES_KING, octile, plain), LF_E_ALMANAC);
    CHECK_EQ(almanac_status(LF_MOVES_KING_CUT, with, plain), LF_E_ALMANAC);
    CHECK_EQ(almanac_status(LF_MOVES_ORTHOGONAL, with, plain), LF_E_ALMANAC);
    CHECK_EQ(almanac_status(LF_MOVES_KING, with, half), LF_E_ALLOCATOR);
    CHECK_EQ(lf_almanac_create(NULL, NULL, &almanac), LF_E_NULL);
    CHECK(almanac == NULL);
    CHECK(!lf_almanac_serves(NULL));
    CHECK_EQ(lf_almanac_bytes(NULL), 0);
    lf_almanac_destroy(NULL);
}

static void foreign_almanacs_are_refused(void) {
    subject s;
    lf_index *other;
    lf_lengths *lengths;
    if (!subject_make(&s, sea_make(test_seed()))) return;
    CHECK_EQ(lf_almanac_create(s.index, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_index_create(s.map, &(lf_index_desc){.hierarchy = LF_HIERARCHY_YES}, &other), LF_OK);
    const lf_lengths_desc desc = {.index = other, .almanac = s.almanac};
    CHECK_EQ(lf_lengths_create(s.map, &desc, &lengths), LF_E_FOREIGN_INDEX);
    lf_index_destroy(other);
    subject_free(&s);
}

static void every_allocation_may_fail(void) {
    subject s;
    if (!subject_make(&s, sea_make(test_seed() + 2))) return;
    lf_status status = LF_E_NOMEM;
    int64_t fail_at = 0;
    while (status == LF_E_NOMEM) {
        meter m = {.fail_at = ++fail_at};
        lf_almanac *almanac;
        status = lf_almanac_create(s.index, &(lf_almanac_desc){.allocator = meter_allocator(&m)}, &almanac);
        CHECK_EQ(almanac == NULL, status != LF_OK);
        lf_almanac_destroy(almanac);
        CHECK_EQ(m.live, 0);
        CHECK_EQ(m.blocks, 0);
    }
    CHECK_EQ(status, LF_OK);
    CHECK(fail_at > 50);
    subject_free(&s);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(what_it_cannot_serve_is_refused),
                                      TEST(foreign_almanacs_are_refused),
                                      TEST(every_allocation_may_fail),
                                      TEST(workers_make_no_difference),
                                      TEST(lengths_use_it),
                                      TEST(labels_and_lists_are_right),
                                      TEST(rounded_distances_are_enough),
                                      TEST(every_length_is_the_floods)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
