// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Keys and doors: `keys` against `keys-plain` on more than 20,000 seeded small dungeons under all goals and
// move rules, both against a third search on a sample, every route walked; adversarial dungeons; limits;
// every allocation failed in turn; misuse.
#include "test.h"

#include "dungeons.h"
#include "keys.h"
#include "meter.h"

enum { DUNGEONS_PER_RULE = 7000, THIRD_EVERY = 9, MAX_ROUTE = 4000 };

static const lf_goal goals[] = {LF_GOAL_EXIT, LF_GOAL_ALL_KEYS, LF_GOAL_ALL_KEYS_EXIT};

typedef struct answer {
    lf_status status;
    lf_keys_route route;
    lf_tile tiles[MAX_ROUTE];
} answer;

static lf_keys_query query_of(const dungeon *d, lf_goal goal, lf_keys_strategy strategy) {
    return (lf_keys_query){.sources = d->sources,
                           .source_count = d->source_count,
                           .targets = d->targets,
                           .target_count = d->target_count,
                           .goal = goal,
                           .strategy = strategy,
                           .keys = d->held};
}

static bool tile_is_target(const dungeon *d, lf_tile tile) {
    for (int i = 0; i < d->target_count; i++)
        if (d->targets[i] == tile) return true;
    return false;
}

/// Walks a route and checks everything that is said about it.
static void check_route(const dungeon *d, const lf_gates *gates, lf_keys *keys, lf_goal goal,
                        const answer *a) {
    const lf_keys_route *route = &a->route;
    lf_keys_walk walk;
    CHECK_EQ(lf_keys_check(gates, a->tiles, route->tile_count, d->held, &walk), LF_OK);
    CHECK_EQ(walk.at, -1);
    CHECK_EQ(route->length, route->tile_count - 1);
    CHECK_EQ(route->lower_bound, route->length);
    CHECK(route->keys == walk.keys);
    CHECK_EQ(route->event_count, walk.keys_taken + walk.doors_passed);
    CHECK_EQ(route->source, a->tiles[0]);
    CHECK_EQ(route->target, a->tiles[route->tile_count - 1]);
    CHECK(route->source_index >= 0 && d->sources[route->source_index].tile == route->source);
    CHECK(route->origin == d->sources[route->source_index].origin);
    if (goal != LF_GOAL_EXIT) CHECK((dungeon_keys(d) & ~walk.keys) == 0);
    if (goal != LF_GOAL_ALL_KEYS) CHECK(tile_is_target(d, route->target));
    if (goal != LF_GOAL_ALL_KEYS) CHECK_EQ(d->targets[route->target_index], route->target);
    lf_keys_event events[MAX_ROUTE];
    CHECK_EQ(lf_keys_events(keys, events, MAX_ROUTE), route->event_count);
    for (int64_t i = 0; i < route->event_count; i++) {
        CHECK(events[i].at >= (i == 0 ? 0 : events[i - 1].at + 1) && events[i].at < route->tile_count);
        CHECK_EQ(events[i].gate.tile, a->tiles[events[i].at]);
    }
}

static void check_why(const dungeon *d, lf_keys *keys) {
    lf_keys_why why;
    lf_gate locks[DUNGEON_MAX];
    CHECK_EQ(lf_keys_explain(keys, &why, locks, DUNGEON_MAX), LF_OK);
    CHECK((why.unreachable & ~dungeon_keys(d)) == 0);
    CHECK((why.unreachable & why.reached) == 0);
    for (int64_t i = 0; i < why.lock_count; i++) {
        CHECK(dungeon_is_door(d->tiles[locks[i].tile]));
        if (d->source_count > 1) continue; // another source may have the key, but not the way to the door
        CHECK((why.reached >> locks[i].kind & 1) == 0);
        CHECK((why.unreachable >> locks[i].kind & 1) != 0 || (why.missing >> locks[i].kind & 1) != 0);
    }
    // Something is always to blame: a wall, or a door that can be seen.
    CHECK(why.walled || why.lock_count > 0);
}

static void ask(lf_keys *keys, const dungeon *d, lf_goal goal, lf_keys_strategy strategy, answer *a) {
    const lf_keys_query query = query_of(d, goal, strategy);
    a->status = lf_keys_find(keys, &query, a->tiles, MAX_ROUTE, &a->route);
}

/// `keys` is to show what it can: no help from the plain search, and ways found in both of their ways.
static void force_points(lf_keys *keys, bool by_tiles) {
    keys->plain_below = 0;
    keys->dense_above = by_tiles ? DUNGEON_MAX : 0;
}

static void compare_dungeon(uint64_t seed, lf_moves moves, int64_t *found) {
    static answer fast, plain;
    dungeon d;
    if (!dungeon_make(&d, seed, moves)) return;
    lf_map *map;
    lf_gates *gates;
    lf_keys *keys;
    if (!CHECK(dungeon_build(&d, NULL, &map, &gates))) return;
    CHECK_EQ(lf_keys_create(gates, NULL, &keys), LF_OK);
    force_points(keys, seed % 2 == 0);
    for (int g = 0; g < 3; g++) {
        ask(keys, &d, goals[g], LF_KEYS_PLAIN, &plain);
        CHECK(plain.status == LF_OK || plain.status == LF_NO_ROUTE);
        if (plain.status == LF_OK) check_route(&d, gates, keys, goals[g], &plain);
        ask(keys, &d, goals[g], LF_KEYS, &fast);
        CHECK_EQ(fast.status, plain.status);
        CHECK_EQ(fast.route.length, plain.route.length);
        if (fast.status == LF_OK) check_route(&d, gates, keys, goals[g], &fast);
        if (fast.status == LF_NO_ROUTE) check_why(&d, keys);
        if (seed % THIRD_EVERY == 0)
            CHECK_EQ(dungeon_length(&d, goals[g]), plain.status == LF_OK ? plain.route.length : -1);
        *found += fast.status == LF_OK;
    }
    lf_keys_destroy(keys);
    lf_gates_destroy(gates);
    lf_map_destroy(map);
}

static void print_dungeon(uint64_t seed, lf_moves moves) {
    dungeon d;
    dungeon_make(&d, seed, moves);
    printf("  moves %d, held %x, sources", (int)moves, (unsigned)d.held);
    for (int i = 0; i < d.source_count; i++) printf(" %u", (unsigned)d.sources[i].tile);
    printf(", targets");
    for (int i = 0; i < d.target_count; i++) printf(" %u", (unsigned)d.targets[i]);
    putchar('\n');
    for (int y = 0; y < d.height; y++) printf("  %.*s\n", d.width, d.tiles + y * d.width);
}

static void compare_under(lf_moves moves) {
    const uint64_t seed = test_seed();
    int64_t found = 0;
    for (uint64_t i = 0; i < DUNGEONS_PER_RULE; i++) {
        const int64_t before = test_failures;
        compare_dungeon(seed + i, moves, &found);
        if (test_failures != before) {
            printf("  first failing dungeon: %" PRIu64 "\n", i);
            print_dungeon(seed + i, moves);
            return;
        }
    }
    printf("  %d dungeons, %" PRId64 " routes\n", DUNGEONS_PER_RULE, found);
    CHECK(found > DUNGEONS_PER_RULE);
}

static void keys_equals_plain_king(void) {
    compare_under(LF_MOVES_KING);
}
static void keys_equals_plain_king_cut(void) {
    compare_under(LF_MOVES_KING_CUT);
}
static void keys_equals_plain_orthogonal(void) {
    compare_under(LF_MOVES_ORTHOGONAL);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(keys_equals_plain_king),
        TEST(keys_equals_plain_king_cut),
        TEST(keys_equals_plain_orthogonal),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
