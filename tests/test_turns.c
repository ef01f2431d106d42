// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Turns that no shortest route makes: the table against a search over the nine tiles around a turn, for every set of
// open ones; the legs of random maps against the oracle; and `headland` against `flood` in corridors, where equal
// routes abound and legs can often be walked in one shape only.
#include "test.h"

#include "ends.h"
#include "index/index.h"
#include "oracle.h"
#include "slow.h"

#ifdef TEST_IS_SLOW
enum { LEG_MAPS = 120, CORRIDORS = 40 };
#else
enum { LEG_MAPS = 1500, CORRIDORS = 700 };
#endif
enum { QUERIES = 120, CORRIDOR_SIDE = 300, FAR = 1 << 20 };

/// One move in each direction: 0 east, 2 south, and so on by eighths.
static const int step_x[8] = {1, 1, 0, -1, -1, -1, 0, 1}, step_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

// ---- The table ------------------------------------------------------------------------------------

static int move_length(int d, lf_cost cost) {
    return cost == LF_COST_OCTILE ? (d % 2 == 0 ? 1000 : 1414) : 1;
}

/// The length of the shortest way between two of nine tiles, as long as it is no longer than four moves.
static int nine_distance(const oracle_map *nine, int from, int to, lf_cost cost) {
    int distance[9];
    for (int i = 0; i < 9; i++) distance[i] = i == from ? 0 : FAR;
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 9; i++) {
            for (int d = 0; d < 8; d++) {
                const int x = i % 3 + step_x[d], y = i / 3 + step_y[d];
                if (x < 0 || y < 0 || x > 2 || y > 2) continue;
                if (!oracle_move_legal(nine, i % 3, i / 3, step_x[d], step_y[d])) continue;
                const int length = distance[i] + move_length(d, cost);
                if (length < distance[3 * y + x]) distance[3 * y + x] = length;
            }
        }
    }
    return distance[to];
}

/// Whether the two moves of a turn in the middle are legal; if so, whether no way is shorter.
static bool nine_turn(const oracle_map *nine, int last, int next, lf_cost cost, bool *shortest) {
    const int a = 4 - step_x[last] - 3 * step_y[last], c = 4 + step_x[next] + 3 * step_y[next];
    if (!nine->open[4] || !nine->open[a]) return false;
    if (!oracle_move_legal(nine, a % 3, a / 3, step_x[last], step_y[last]) ||
        !oracle_move_legal(nine, 1, 1, step_x[next], step_y[next]))
        return false;
    *shortest = nine_distance(nine, a, c, cost) == move_length(last, cost) + move_length(next, cost);
    return true;
}

static lf_tile middle_of(const lf_map *map) {
    return lf_map_tile(map, 1, 1);
}

/// Two moves may follow each other exactly if no way between their ends is shorter.
static void moves_that_are_shortest_may_follow(void) {
    int64_t turns_seen = 0, ruled_out = 0;
    for (int kind = 0; kind < 6; kind++) {
        const lf_moves moves = (lf_moves)(kind % 3);
        const lf_cost cost = (lf_cost)(kind / 3);
        const lfi_turns turns = lfi_turns_make(moves, cost);
        for (int set = 0; set < 512; set++) {
            unsigned char open[9];
            for (int i = 0; i < 9; i++) open[i] = (unsigned char)(set >> i & 1);
            const oracle_map nine = {3, 3, moves, open};
            lf_map *map = oracle_to_map(&nine);
            const uint32_t beside = lfi_turns_beside(&turns, map, lfi_map_point(map, middle_of(map)));
            for (int pair = 0; pair < 64; pair++) {
                const int last = pair / 8, next = pair % 8;
                bool shortest;
                if (!nine_turn(&nine, last, next, cost, &shortest)) continue;
                turns_seen++;
                ruled_out += !shortest;
                CHECK_EQ(lfi_heading_in(turns.may[beside][2 * last], (uint32_t)(2 * next)), shortest);
            }
            lf_map_destroy(map);
        }
    }
    CHECK(turns_seen > 10000 && ruled_out > 3000);
}

/// The directions of the moves of a leg over dx, dy tiles, found by walking it.
static unsigned leg_directions(int dx, int dy, bool orthogonal) {
    unsigned directions = 0;
    for (int d = 0; d < 8; d++) {
        const bool along = step_x[d] * dx >= 0 && step_y[d] * dy >= 0;
        if (orthogonal) {
            if (d % 2 == 0 && along && step_x[d] * dx + step_y[d] * dy > 0) directions |= 1U << d;
            continue;
        }
        const bool diagonal = step_x[d] * dx > 0 && step_y[d] * dy > 0;
        const bool wide = abs(dx) > abs(dy) && step_y[d] == 0 && step_x[d] * dx > 0;
        const bool high = abs(dy) > abs(dx) && step_x[d] == 0 && step_y[d] * dy > 0;
        if (diagonal || wide || high) directions |= 1U << d;
    }
    return directions;
}

/// A leg may follow another one exactly if each of its moves may follow each of the other's.
static void legs_follow_if_all_their_moves_do(void) {
    for (int kind = 0; kind < 6; kind++) {
        const lf_moves moves = (lf_moves)(kind % 3);
        const lfi_turns turns = lfi_turns_make(moves, (lf_cost)(kind / 3));
        const bool orthogonal = moves == LF_MOVES_ORTHOGONAL;
        for (int i = 0; i < 49 * 49; i++) {
            const lf_point a = {i % 7 - 3, i / 7 % 7 - 3}, b = {i / 49 % 7 - 3, i / 343 - 3}, here = {0, 0};
            if ((a.x == 0 && a.y == 0) || (b.x == 0 && b.y == 0)) continue;
            const uint32_t first = lfi_heading(here, a), second = lfi_heading(here, b);
            const unsigned lasts = leg_directions(a.x, a.y, orthogonal),
                           nexts = leg_directions(b.x, b.y, orthogonal);
            CHECK_EQ(lfi_heading(a, here), first ^ LFI_HEADING_BACK);
            for (uint32_t beside = 0; beside < 16; beside++) {
                bool all = true;
                for (uint32_t pair = 0; pair < 64; pair++) {
                    if ((lasts >> pair / 8 & 1) != 0 && (nexts >> pair % 8 & 1) != 0)
                        all = all && lfi_heading_in(turns.may[beside][2 * (pair / 8)], 2 * (pair % 8));
                }
                CHECK_EQ(lfi_heading_in(turns.may[beside][first], second), all);
                CHECK(lfi_heading_in(turns.may[beside][LFI_HEADING_ANY], second));
            }
        }
    }
}

/// A leg that is walked keel first ends with its ray, if it has one.
static void walked_legs_end_with_their_rays(void) {
    for (int kind = 0; kind < 3; kind++) {
        const bool orthogonal = (lf_moves)kind == LF_MOVES_ORTHOGONAL;
        const lfi_turns turns = lfi_turns_make((lf_moves)kind, LF_COST_UNIFORM);
        for (int i = 0; i < 49; i++) {
            const lf_point to = {i % 7 - 3, i / 7 - 3};
            if (to.x == 0 && to.y == 0) continue;
            const int keel = abs(to.x) < abs(to.y) ? abs(to.x) : abs(to.y);
            const lf_point from = {orthogonal ? to.x : keel * ((to.x > 0) - (to.x < 0)),
                                   orthogonal ? 0 : keel * ((to.y > 0) - (to.y < 0))};
            const bool ray = from.x != to.x || from.y != to.y;
            CHECK_EQ(turns.walked[lfi_heading((lf_point){0, 0}, to)],
                     lfi_heading(ray ? from : (lf_point){0, 0}, to));
        }
    }
}

// ---- Legs -----------------------------------------------------------------------------------------

/// The length of a way in the oracle's terms: moves, or under octile costs straight and diagonal ones.
static uint64_t way_length(const lfi_metric *metric, const oracle_way *way) {
    return (uint64_t)way->straight * metric->straight + (uint64_t)way->diagonal * metric->diagonal;
}

/// No two legs in a row that a turn speaks against are a shortest way between their ends.
static void check_turns_of(const oracle_map *plan, const lf_index *index, uint32_t a, int64_t *ruled_out) {
    static oracle_way ways[64 * 64];
    const lfi_metric metric = lfi_metric_make(index->map->moves, index->cost);
    const lf_source source = {.tile = lfi_map_tile(index->map, index->points[a])};
    const lf_query query = {.sources = &source, .source_count = 1};
    oracle_field(plan, &query, index->cost == LF_COST_OCTILE, ways);
    for (uint32_t leg = index->first[a]; leg < index->first[a + 1]; leg++) {
        const uint32_t b = index->legs[leg];
        const lf_point here = index->points[b];
        const uint32_t may =
            index->turns
                .may[lfi_turns_beside(&index->turns, index->map, here)][lfi_heading(index->points[a], here)];
        const uint64_t length = lfi_metric_between(&metric, index->points[a], here);
        for (uint32_t next = index->first[b]; next < index->first[b + 1]; next++) {
            const lf_point there = index->points[index->legs[next]];
            if (lfi_heading_in(may, lfi_heading(here, there))) continue;
            ++*ruled_out;
            CHECK(way_length(&metric, &ways[lfi_map_tile(index->map, there)]) <
                  length + lfi_metric_between(&metric, here, there));
        }
    }
}

static void ruled_out_turns_are_never_shortest(void) {
    const uint64_t seed = test_seed();
    int64_t ruled_out[6] = {0};
    for (uint64_t i = 0; i < LEG_MAPS; i++) {
        const int64_t before = test_failures;
        const int kind = (int)(i % 6);
        const oracle_map plan = oracle_random_map(seed + i, 40, (lf_moves)(kind % 3));
        lf_map *map = oracle_to_map(&plan);
        lf_index *index;
        const lf_index_desc desc = {.cost = (lf_cost)(kind / 3), .hierarchy = LF_HIERARCHY_NO};
        CHECK_EQ(lf_index_create(map, &desc, &index), LF_OK);
        const uint32_t step = index->count / 12 + 1;
        for (uint32_t a = 0; a < index->count; a += step) check_turns_of(&plan, index, a, &ruled_out[kind]);
        lf_index_destroy(index);
        lf_map_destroy(map);
        free(plan.open);
        if (test_failed_on(before, seed, i)) return;
    }
    for (int kind = 0; kind < 6; kind++) CHECK(ruled_out[kind] > LEG_MAPS);
}

// ---- Corridors ------------------------------------------------------------------------------------

static void corridors_wall(const oracle_map *map, int x, int y, int dx, int dy, int count) {
    for (; count > 0; count--, x += dx, y += dy) {
        if (x < map->width && y < map->height) map->open[y * map->width + x] = 0;
    }
}

/// A grid of squares between walls one tile thick. Most walls have a gap as wide as the corridor, some are shut, some
/// have a door; and there are rocks here and there.
static oracle_map corridors_make(uint64_t seed, lf_moves moves) {
    uint64_t random = seed * 977 + 3;
    const int pitch = 12 + oracle_below(&random, 24), shut = 20 + oracle_below(&random, 50),
              rocks = oracle_below(&random, 3) == 0 ? oracle_below(&random, 60) : 0;
    oracle_map map = {.width = 160 + oracle_below(&random, CORRIDOR_SIDE - 160),
                      .height = 160 + oracle_below(&random, CORRIDOR_SIDE - 160),
                      .moves = moves};
    map.open = malloc((size_t)map.width * (size_t)map.height);
    memset(map.open, 1, (size_t)map.width * (size_t)map.height);
    for (int y = pitch; y < map.height; y += pitch) {
        for (int x = pitch; x < map.width; x += pitch) {
            map.open[y * map.width + x] = 0;
            for (int across = 0; across < 2; across++) {
                const int kind = oracle_below(&random, 100), half = oracle_below(&random, pitch);
                if (kind < shut) corridors_wall(&map, x, y, across, !across, pitch);
                if (kind >= shut && kind < shut + 10) corridors_wall(&map, x, y, across, !across, half);
            }
        }
    }
    for (int i = 0; i < rocks; i++) map.open[oracle_below(&random, map.width * map.height)] = 0;
    return map;
}

typedef struct corridors {
    oracle_map plan;
    lf_map *map;
    lf_index *index;
    lf_search *search;
} corridors;

static corridors corridors_begin(uint64_t seed) {
    corridors c = {.plan = corridors_make(seed, (lf_moves)(seed % 3))};
    // Uniform costs three times of four: equal routes abound there.
    const lf_index_desc desc = {.cost = seed / 3 % 4 == 3 ? LF_COST_OCTILE : LF_COST_UNIFORM,
                                .hierarchy = seed / 12 % 4 == 3 ? LF_HIERARCHY_NO : LF_HIERARCHY_YES};
    c.map = oracle_to_map(&c.plan);
    CHECK_EQ(lf_index_create(c.map, &desc, &c.index), LF_OK);
    CHECK_EQ(lf_search_create(c.map, &(lf_search_desc){.index = c.index, .cost = desc.cost}, &c.search),
             LF_OK);
    return c;
}

static void corridors_end(corridors *c) {
    lf_search_destroy(c->search);
    lf_index_destroy(c->index);
    lf_map_destroy(c->map);
    free(c->plan.open);
}

/// `headland` finds a route exactly if `flood` does, of the same length.
static bool corridors_agree(const corridors *c, lf_query *query) {
    lf_route route, flood;
    query->options.cost = c->index->cost;
    query->strategy = LF_STRATEGY_FLOOD;
    const lf_status expected = lf_search_find(c->search, query, NULL, 0, &flood);
    query->strategy = LF_STRATEGY_HEADLAND;
    CHECK_EQ(lf_search_find(c->search, query, NULL, 0, &route), expected);
    CHECK_EQ(route.length, flood.length);
    if (c->index->cost == LF_COST_OCTILE) CHECK_EQ(route.diagonal, flood.diagonal);
    return flood.found;
}

static void corridors_agree_with_flood(void) {
    const uint64_t seed = test_seed(), maps = test_case_count(CORRIDORS);
    uint64_t found = 0;
    for (uint64_t i = 0; i < maps; i++) {
        const int64_t before = test_failures;
        corridors c = corridors_begin(seed + i);
        uint64_t random = seed + i;
        ends e;
        for (int n = 0; n < QUERIES && ends_pick(&c.plan, &random, &e); n++) {
            if (n % 4 != 3) e.query.source_count = e.query.target_count = 1;
            found += corridors_agree(&c, &e.query);
        }
        corridors_end(&c);
        if (test_failed_on(before, seed, i)) return;
    }
    CHECK(found > 4 * maps);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(moves_that_are_shortest_may_follow), TEST(legs_follow_if_all_their_moves_do),
        TEST(walked_legs_end_with_their_rays), TEST(ruled_out_turns_are_never_shortest),
        TEST(corridors_agree_with_flood)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
