// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Keys and doors: `keys` against `keys-plain` on more than 20,000 seeded small dungeons under all goals and
// move rules, both against a third search on a sample, every route walked; adversarial dungeons; limits;
// every allocation failed in turn; misuse.
#include "test.h"

#include "dungeons.h"
#include "keys/keys.h"
#include "meter.h"

enum { DUNGEONS_PER_RULE = 7000, LARGE_PER_RULE = 400, THIRD_EVERY = 9, MAX_ROUTE = 12000 };

static const lf_goal goals[] = {LF_GOAL_EXIT, LF_GOAL_ALL_KEYS, LF_GOAL_ALL_KEYS_EXIT};

typedef struct answer {
    lf_status status;
    lf_keys_route route;
    lf_tile tiles[MAX_ROUTE];
} answer;

static bool tile_is_target(const dungeon *d, lf_tile tile) {
    for (int i = 0; i < d->target_count; i++)
        if (d->targets[i] == tile) return true;
    return false;
}

/// Walks a route and checks everything that is said about it.
static void check_route(const dungeon *d, const lf_fixtures *fixtures, lf_keys_search *search, lf_goal goal,
                        const answer *a) {
    const lf_keys_route *route = &a->route;
    lf_keys_walk walk;
    CHECK_EQ(lf_keys_check(fixtures, a->tiles, route->tile_count, d->held, &walk), LF_OK);
    CHECK_EQ(walk.at, -1);
    CHECK_EQ(route->length, route->tile_count - 1);
    if (a->status == LF_OK) CHECK_EQ(route->lower_bound, route->length);
    CHECK(a->status == LF_OK || (a->status == LF_LIMIT && route->lower_bound < route->length));
    CHECK(route->held == walk.held);
    CHECK_EQ(route->event_count, walk.keys_taken + walk.doors_passed);
    CHECK_EQ(route->source, a->tiles[0]);
    CHECK_EQ(route->target, a->tiles[route->tile_count - 1]);
    CHECK(route->source_index >= 0 && d->sources[route->source_index].tile == route->source);
    CHECK(route->origin == d->sources[route->source_index].origin);
    if (goal != LF_GOAL_EXIT) CHECK((dungeon_keys(d) & ~walk.held) == 0);
    if (goal != LF_GOAL_ALL_KEYS) CHECK(tile_is_target(d, route->target));
    if (goal != LF_GOAL_ALL_KEYS) CHECK_EQ(d->targets[route->target_index], route->target);
    lf_keys_event events[MAX_ROUTE];
    CHECK_EQ(lf_keys_search_events(search, events, MAX_ROUTE), route->event_count);
    for (int64_t i = 0; i < route->event_count; i++) {
        CHECK(events[i].at >= (i == 0 ? 0 : events[i - 1].at + 1) && events[i].at < route->tile_count);
        CHECK_EQ(events[i].fixture.tile, a->tiles[events[i].at]);
    }
}

static void check_why(const dungeon *d, lf_keys_search *search) {
    lf_keys_why why;
    lf_fixture locks[DUNGEON_MAX];
    CHECK_EQ(lf_keys_search_explain(search, &why, locks, DUNGEON_MAX), LF_OK);
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

static void ask(lf_keys_search *search, const dungeon *d, lf_goal goal, lf_keys_strategy strategy,
                answer *a) {
    const lf_keys_query query = dungeon_query(d, goal, strategy);
    a->status = lf_keys_search_find(search, &query, a->tiles, MAX_ROUTE, &a->route);
}

/// `keys` is to show what it can: no help from the plain search, and ways found in both of their ways.
static void force_points(lf_keys_search *search, bool by_tiles) {
    search->plain_below = 0;
    search->dense_above = by_tiles ? DUNGEON_MAX : 0;
}

typedef bool dungeon_maker(dungeon *d, uint64_t seed, lf_moves moves);

static void compare_dungeon(dungeon_maker *make, uint64_t seed, lf_moves moves, int64_t *found) {
    static answer fast, plain;
    dungeon d;
    if (!make(&d, seed, moves)) return;
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    if (!CHECK(dungeon_build(&d, NULL, &map, &fixtures))) return;
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    force_points(search, seed % 2 == 0);
    search->sharp_above = (int64_t)(seed / 2 % 8); // from the first states on, or a little later
    for (int g = 0; g < 3; g++) {
        ask(search, &d, goals[g], LF_KEYS_PLAIN, &plain);
        CHECK(plain.status == LF_OK || plain.status == LF_NO_ROUTE);
        if (plain.status == LF_OK) check_route(&d, fixtures, search, goals[g], &plain);
        ask(search, &d, goals[g], LF_KEYS, &fast);
        CHECK_EQ(fast.status, plain.status);
        CHECK_EQ(fast.route.length, plain.route.length);
        if (fast.status == LF_OK) check_route(&d, fixtures, search, goals[g], &fast);
        if (fast.status == LF_NO_ROUTE) check_why(&d, search);
        if (seed % THIRD_EVERY == 0)
            CHECK_EQ(dungeon_length(&d, goals[g]), plain.status == LF_OK ? plain.route.length : -1);
        *found += fast.status == LF_OK;
    }
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

static void print_dungeon(dungeon_maker *make, uint64_t seed, lf_moves moves) {
    dungeon d;
    make(&d, seed, moves);
    printf("  moves %d, held %x, sources", (int)moves, (unsigned)d.held);
    for (int i = 0; i < d.source_count; i++) printf(" %u", (unsigned)d.sources[i].tile);
    printf(", targets");
    for (int i = 0; i < d.target_count; i++) printf(" %u", (unsigned)d.targets[i]);
    putchar('\n');
    for (int y = 0; y < d.height; y++) printf("  %.*s\n", d.width, d.tiles + y * d.width);
}

static void compare_under(dungeon_maker *make, int count, lf_moves moves) {
    const uint64_t seed = test_seed();
    int64_t found = 0;
    for (uint64_t i = 0; i < (uint64_t)count; i++) {
        const int64_t before = test_failures;
        compare_dungeon(make, seed + i, moves, &found);
        if (test_failures != before) {
            printf("  first failing dungeon: %" PRIu64 "\n", i);
            print_dungeon(make, seed + i, moves);
            return;
        }
    }
    printf("  %d dungeons, %" PRId64 " routes\n", count, found);
    CHECK(found > count);
}

static void keys_equals_plain_king(void) {
    compare_under(dungeon_make, DUNGEONS_PER_RULE, LF_MOVES_KING);
}
static void keys_equals_plain_king_cut(void) {
    compare_under(dungeon_make, DUNGEONS_PER_RULE, LF_MOVES_KING_CUT);
}
static void keys_equals_plain_orthogonal(void) {
    compare_under(dungeon_make, DUNGEONS_PER_RULE, LF_MOVES_ORTHOGONAL);
}
static void keys_equals_plain_in_rooms(void) {
    compare_under(dungeon_make_large, LARGE_PER_RULE, LF_MOVES_KING);
    compare_under(dungeon_make_large, LARGE_PER_RULE, LF_MOVES_KING_CUT);
    compare_under(dungeon_make_large, LARGE_PER_RULE, LF_MOVES_ORTHOGONAL);
}

// ---------------------------------------------------------------------------------------------------
// Dungeons by hand
// ---------------------------------------------------------------------------------------------------

/// The length under a goal, by both strategies, which must agree; -1 if there is no route.
static int64_t solve(const dungeon *d, lf_goal goal) {
    static answer fast, plain;
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    CHECK(dungeon_build(d, NULL, &map, &fixtures));
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    force_points(search, false);
    ask(search, d, goal, LF_KEYS, &fast);
    if (fast.status == LF_OK) check_route(d, fixtures, search, goal, &fast);
    ask(search, d, goal, LF_KEYS_PLAIN, &plain);
    CHECK_EQ(fast.status, plain.status);
    CHECK_EQ(fast.route.length, plain.route.length);
    lf_keys_search_destroy(search);
    CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.max_states = 1}, &search), LF_OK);
    force_points(search, false);
    ask(search, d, goal, LF_KEYS, &fast); // what is known at the very first limit
    if (fast.route.found) check_route(d, fixtures, search, goal, &fast);
    CHECK_EQ(fast.route.found, plain.route.found);
    CHECK(fast.route.length >= plain.route.length && fast.route.lower_bound <= plain.route.length);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    return plain.status == LF_OK ? plain.route.length : -1;
}

static int64_t solve_text(const char *text, lf_moves moves, lf_goal goal) {
    const dungeon d = dungeon_drawn(text, moves);
    return solve(&d, goal);
}

static void traps(void) {
    // Two doors are a short cut back into the region that the start and the exit share.
    const char *shortcut = "Sa......../"
                           "A########./"
                           ".########./"
                           "A########./"
                           "E.........";
    CHECK_EQ(solve_text(shortcut, LF_MOVES_ORTHOGONAL, LF_GOAL_EXIT), 6);
    // A door whose two sides are one region.
    CHECK_EQ(solve_text("SaAE/.##./.##./....", LF_MOVES_ORTHOGONAL, LF_GOAL_EXIT), 3);
    // A locked door is a wall for the corner rule, and floor with its key: the diagonal past it saves a move.
    CHECK_EQ(solve_text("SA/.E", LF_MOVES_KING, LF_GOAL_EXIT), 2);
    CHECK_EQ(solve_text("SA/.E", LF_MOVES_KING_CUT, LF_GOAL_EXIT), 1);
    CHECK_EQ(solve_text("Sa.A/####/####/####", LF_MOVES_KING, LF_GOAL_ALL_KEYS), 1);
    dungeon held = dungeon_drawn("SA/.E", LF_MOVES_KING);
    held.held = 1;
    CHECK_EQ(solve(&held, LF_GOAL_EXIT), 1);
    // The key under the hero's feet counts before the next move.
    CHECK_EQ(solve_text("SaA/##E", LF_MOVES_KING, LF_GOAL_EXIT), 3);
    // A diagonal between two doors needs both keys.
    CHECK_EQ(solve_text("SabA#/####B/###E#", LF_MOVES_KING_CUT, LF_GOAL_EXIT), 5);
    // A key without a door is floor for the exit, but a target for all keys. Length is moves, not tiles.
    CHECK_EQ(solve_text("b.S.E", LF_MOVES_KING, LF_GOAL_EXIT), 2);
    CHECK_EQ(solve_text("b.S.E", LF_MOVES_KING, LF_GOAL_ALL_KEYS), 2);
    CHECK_EQ(solve_text("b.S.E", LF_MOVES_KING, LF_GOAL_ALL_KEYS_EXIT), 6);
    // Nothing to collect: one tile, no move.
    CHECK_EQ(solve_text("S.E", LF_MOVES_KING, LF_GOAL_ALL_KEYS), 0);
    // Copies: the nearer one is enough, and only one of them is needed.
    CHECK_EQ(solve_text("a..S.aAE", LF_MOVES_KING, LF_GOAL_EXIT), 4);
    CHECK_EQ(solve_text("a..S.aAE", LF_MOVES_KING, LF_GOAL_ALL_KEYS), 2);
    // A door without a key stays a wall.
    CHECK_EQ(solve_text("S.B.E", LF_MOVES_KING, LF_GOAL_EXIT), -1);
    // One of two sources is shut in with a key that the other one needs, and with one that it does not get.
    CHECK_EQ(solve_text("Sab#S..a/#####.../E.A...Bb", LF_MOVES_ORTHOGONAL, LF_GOAL_EXIT), 12);
    CHECK_EQ(solve_text("Sab#S..a/#####.../E.A...Bb", LF_MOVES_ORTHOGONAL, LF_GOAL_ALL_KEYS), 2);
    CHECK_EQ(solve_text("Sab#S..a/#####.../E.A...Bb", LF_MOVES_ORTHOGONAL, LF_GOAL_ALL_KEYS_EXIT), 12);
    // What one source could fetch does not help the other.
    CHECK_EQ(solve_text("Sa#S/####/EAS#", LF_MOVES_ORTHOGONAL, LF_GOAL_EXIT), -1);
}

/// Doors side by side: a door that comes into view by a sidestep whose other keys are lacking must open all
/// the same when the flood stands at one of its ports. The first two once were "no route" and a crash.
static void doors_side_by_side(void) {
    CHECK_EQ(solve_text("#########/#ScCCb.##/####DB###/#####E###", LF_MOVES_KING, LF_GOAL_EXIT), 6);
    dungeon crowd = dungeon_drawn("FbaBAcAA/A..BDADE", LF_MOVES_KING);
    crowd.sources[crowd.source_count++] = (lf_source){1, 0}; // on key b
    CHECK_EQ(solve(&crowd, LF_GOAL_EXIT), 7);
    CHECK_EQ(solve_text("#AA.#/#.DA#/aS#E.", LF_MOVES_KING, LF_GOAL_EXIT), 8);
    CHECK_EQ(solve_text("a.S/#A#/bA#/BD#/.E#", LF_MOVES_KING, LF_GOAL_EXIT), 9);
}

/// The explanation of a dungeon without a way to the exit; the doors in `locks`.
static lf_keys_why explain_text(const char *text, lf_moves moves, lf_fixture *locks, int64_t room) {
    static answer a;
    const dungeon d = dungeon_drawn(text, moves);
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    lf_keys_why why;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    ask(search, &d, LF_GOAL_EXIT, LF_KEYS, &a);
    CHECK_EQ(a.status, LF_NO_ROUTE);
    CHECK_EQ(lf_keys_search_explain(search, &why, locks, room), LF_OK);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    return why;
}

static void locks_are_told_truly(void) {
    lf_fixture locks[4];
    // Door B needs the corners at both doors D: its key is held, so it is not what stays shut.
    lf_keys_why why = explain_text("#SbD#/##DB#/###E#", LF_MOVES_KING, locks, 4);
    CHECK_EQ(why.lock_count, 2);
    CHECK(locks[0].tile == 3 && locks[0].kind == 3 && locks[1].tile == 7 && locks[1].kind == 3);
    CHECK(why.missing == 1 << 3 && why.unreachable == 0 && why.reached == 1 << 1 && !why.walled);
    // From door A, which opens, door B stays shut.
    why = explain_text("SaABE", LF_MOVES_KING, locks, 4);
    CHECK(why.lock_count == 1 && locks[0].tile == 3 && why.missing == 1 << 1);
    // One start has the key, the other the door: within reach, but not of the start that needs it.
    why = explain_text("aS#SAE", LF_MOVES_KING, locks, 4);
    CHECK(why.lock_count == 1 && locks[0].tile == 4 && why.reached == 1 && why.unreachable == 0);
}

/// If the flood over regions and the search disagree, which no input can bring about, that is told, and no
/// memory is read that is not there. Here the region of a port is forged.
static void disagreement_is_told(void) {
    static answer a;
    dungeon d = dungeon_drawn("SA#E", LF_MOVES_KING);
    d.held = 1;
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    CHECK_EQ(fixtures->port_count, 1);
    fixtures->ports[0].region = lf_map_body(&fixtures->shut, 3);
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    for (int by_tiles = 0; by_tiles < 2; by_tiles++) {
        force_points(search, by_tiles == 1);
        ask(search, &d, LF_GOAL_EXIT, LF_KEYS, &a);
        CHECK_EQ(a.status, LF_E_INTERNAL);
        CHECK(!a.route.found && a.route.tile_count == 0);
    }
    ask(search, &d, LF_GOAL_EXIT, LF_KEYS_PLAIN, &a);
    CHECK_EQ(a.status, LF_NO_ROUTE);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

static void no_route_says_why(void) {
    static answer a;
    const dungeon d = dungeon_drawn("Sa.A.bB.#.E/####C######", LF_MOVES_KING);
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    for (int strategy = 0; strategy < 2; strategy++) {
        force_points(search, false);
        ask(search, &d, LF_GOAL_EXIT, (lf_keys_strategy)strategy, &a);
        CHECK_EQ(a.status, LF_NO_ROUTE);
        CHECK(!a.route.found);
        CHECK_EQ(a.route.source, LF_NO_TILE);
        CHECK_EQ(a.route.target_index, -1);
        lf_keys_why why;
        lf_fixture lock;
        CHECK_EQ(lf_keys_search_explain(search, &why, &lock, 1), LF_OK);
        CHECK(why.walled); // there is a wall before the exit, whatever is open
        CHECK_EQ(why.reached, 3);
        CHECK_EQ(why.unreachable, 0);
        CHECK_EQ(why.missing, 1 << 2);
        CHECK_EQ(why.lock_count, 1);
        CHECK_EQ(lock.tile, 15);
        CHECK_EQ(lock.kind, 2);
    }
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

// ---------------------------------------------------------------------------------------------------
// Adversarial dungeons
// ---------------------------------------------------------------------------------------------------

/// A map of any size with fixtures of all 64 kinds.
enum { ARENA_FIXTURES = 4600 };

typedef struct arena {
    int width, height;
    uint8_t *open;
    lf_fixture fixtures[ARENA_FIXTURES];
    int64_t fixture_count;
    lf_source start;
    lf_tile exit;
} arena;

static arena arena_make(int width, int height) {
    arena a = {.width = width, .height = height, .open = calloc((size_t)(width * height), 1)};
    return a;
}

static lf_tile arena_open(arena *a, int x, int y) {
    a->open[y * a->width + x] = 1;
    return (lf_tile)(y * a->width + x);
}

static void arena_fixture(arena *a, int x, int y, int kind, lf_fixture_type type) {
    a->fixtures[a->fixture_count++] = (lf_fixture){arena_open(a, x, y), (uint8_t)kind, type};
}

/// How an arena is solved. `{0}`: by points alone, with the default limits.
typedef struct arena_way {
    lf_goal goal;
    lf_keys_strategy strategy;
    lf_moves moves; ///< 0 = king
    int64_t max_states, max_bytes;
    bool blunt;           ///< the bound is never sharpened, by no means
    bool alone;           ///< nothing helps long searches
    bool rival;           ///< the plain search may help
    uint64_t rival_above; ///< from which work on
    int64_t fail_at;      ///< the allocation of the query that fails, from 1; 0 = none
    int64_t stop_at;      ///< the report of progress that ends it, from 1; 0 = none
} arena_way;

/// Ends a query at its `stop_at`-th report.
static bool arena_report(int64_t done, int64_t total, void *user) {
    (void)done, (void)total;
    int64_t *left = user;
    return --*left != 0;
}

/// What came of it, and what it took.
typedef struct arena_answer {
    lf_status status;
    lf_keys_route route;
    lfi_rival rival;
    uint64_t floods; ///< the work of an aim
    uint64_t work;
} arena_answer;

/// The map and the fixtures of an arena.
static void arena_build(const arena *a, lf_moves moves, lf_allocator allocator, lf_map **map,
                        lf_fixtures **fixtures) {
    const lf_map_desc desc = {.width = a->width,
                              .height = a->height,
                              .tiles = a->open,
                              .tiles_size = (size_t)(a->width * a->height),
                              .moves = moves,
                              .allocator = allocator};
    const lf_fixtures_desc fixtures_desc = {
        .fixtures = a->fixtures, .fixture_count = a->fixture_count, .allocator = allocator};
    CHECK_EQ(lf_map_create(&desc, map), LF_OK);
    CHECK_EQ(lf_fixtures_create(*map, &fixtures_desc, fixtures), LF_OK);
}

/// Solves it on memory that is watched: with ten kinds and more, pools are as large as was asked for.
static arena_answer arena_try(const arena *a, arena_way way) {
    arena_answer got;
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    meter m = {0};
    const lf_allocator allocator = meter_allocator(&m);
    const lf_keys_search_desc keys_desc = {
        .max_states = way.max_states, .max_bytes = way.max_bytes, .allocator = allocator};
    arena_build(a, way.moves, allocator, &map, &fixtures);
    CHECK_EQ(lf_keys_search_create(fixtures, &keys_desc, &search), LF_OK);
    search->plain_below = way.rival ? 1 : 0;
    search->rival_above = way.rival_above;
    if (way.blunt) search->sharp_above = INT64_MAX;
    if (way.blunt || way.alone) search->hop_above = search->advance_above = INT64_MAX;
    if (way.fail_at > 0) m.fail_at = m.calls + way.fail_at;
    const lf_keys_query query = {.sources = &a->start,
                                 .source_count = 1,
                                 .targets = &a->exit,
                                 .target_count = 1,
                                 .goal = way.goal,
                                 .strategy = way.strategy,
                                 .progress = {arena_report, &way.stop_at}};
    got.status = lf_keys_search_find(search, &query, NULL, 0, &got.route);
    if (got.route.found) {
        const int64_t count = got.route.tile_count;
        lf_tile *tiles = malloc((size_t)count * sizeof *tiles);
        CHECK_EQ(lf_keys_search_tiles(search, tiles, count), count);
        lf_keys_walk walk;
        CHECK_EQ(lf_keys_check(fixtures, tiles, count, 0, &walk), LF_OK);
        CHECK(walk.held == got.route.held);
        CHECK(tiles[0] == a->start.tile && (way.goal == LF_GOAL_ALL_KEYS || tiles[count - 1] == a->exit));
        CHECK(way.goal == LF_GOAL_EXIT || (lf_fixtures_key_kinds(fixtures) & ~walk.held) == 0);
        free(tiles);
    }
    got.rival = search->rival;
    got.floods = lfi_aimed_work(search);
    got.work = search->work;
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    CHECK_EQ(m.live, 0);
    return got;
}

static lf_status arena_solve(const arena *a, lf_goal goal, lf_keys_strategy strategy, int64_t max_states,
                             lf_keys_route *route) {
    const arena_answer got = arena_try(
        a, (arena_way){
               .goal = goal, .strategy = strategy, .moves = LF_MOVES_ORTHOGONAL, .max_states = max_states});
    *route = got.route;
    return got.status;
}

/// A corridor with all 64 kinds one behind the other: key, door, key, door. One order, the longest there is.
static void long_chain(void) {
    arena a = arena_make(200, 1);
    for (int x = 0; x < 200; x++) arena_open(&a, x, 0);
    for (int k = 0; k < 64; k++) {
        arena_fixture(&a, 1 + 3 * k, 0, 63 - k, LF_FIXTURE_KEY);
        arena_fixture(&a, 2 + 3 * k, 0, 63 - k, LF_FIXTURE_DOOR);
    }
    a.exit = 199;
    lf_keys_route route;
    CHECK_EQ(arena_solve(&a, LF_GOAL_EXIT, LF_KEYS, 0, &route), LF_OK);
    CHECK_EQ(route.length, 199);
    CHECK(route.held == UINT64_MAX);
    CHECK_EQ(arena_solve(&a, LF_GOAL_ALL_KEYS, LF_KEYS, 0, &route), LF_OK);
    CHECK_EQ(route.length, 190);
    CHECK_EQ(arena_solve(&a, LF_GOAL_EXIT, LF_KEYS_PLAIN, 0, &route), LF_E_MEMORY_LIMIT);
    free(a.open);
}

/// What the plain search would take: a byte per state and eight per state on an open tile; more than can be
/// counted from 30 kinds on.
static void plain_tells_its_bytes(void) {
    enum { KINDS = 64 };
    lf_fixture keys[KINDS];
    for (int k = 0; k < KINDS; k++) keys[k] = (lf_fixture){(lf_tile)k, (uint8_t)k, LF_FIXTURE_KEY};
    uint8_t open[KINDS + 1];
    memset(open, 1, sizeof open);
    open[KINDS] = 0;
    lf_map *map;
    lf_fixtures *fixtures;
    const lf_map_desc desc = {
        .width = KINDS + 1, .height = 1, .tiles = open, .tiles_size = sizeof open, .moves = LF_MOVES_KING};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(
        lf_fixtures_create(map, &(lf_fixtures_desc){.fixtures = keys, .fixture_count = KINDS}, &fixtures),
        LF_OK);
    const int64_t once = KINDS + 1 + 8 * KINDS;
    CHECK_EQ(lf_keys_plain_bytes(fixtures, UINT64_MAX), once);
    CHECK_EQ(lf_keys_plain_bytes(fixtures, UINT64_MAX << 29), once << 29);
    CHECK_EQ(lf_keys_plain_bytes(fixtures, UINT64_MAX << 30), INT64_MAX);
    CHECK_EQ(lf_keys_plain_bytes(fixtures, 0), INT64_MAX);
    CHECK_EQ(lf_keys_plain_bytes(NULL, 0), 0);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

/// More doors than are asked one by one whether they matter: then all count, also the one of the dead end.
static void thousands_of_doors(void) {
    enum { DOORS = 4500, LENGTH = DOORS + 3 }; // start, key, doors, exit
    arena a = arena_make(LENGTH, 2);
    for (int x = 0; x < LENGTH; x++) arena_open(&a, x, 0);
    arena_fixture(&a, 1, 0, 5, LF_FIXTURE_KEY);
    for (int i = 0; i < DOORS; i++) arena_fixture(&a, 2 + i, 0, 5, LF_FIXTURE_DOOR);
    arena_fixture(&a, 0, 1, 6, LF_FIXTURE_DOOR);
    a.exit = LENGTH - 1;
    lf_keys_route route;
    CHECK_EQ(arena_solve(&a, LF_GOAL_EXIT, LF_KEYS, 0, &route), LF_OK);
    CHECK_EQ(route.length, LENGTH - 1);
    CHECK(route.held == UINT64_C(1) << 5);
    a.fixtures[DOORS / 2].kind = 6; // whose key is nowhere
    CHECK_EQ(arena_solve(&a, LF_GOAL_EXIT, LF_KEYS, 0, &route), LF_NO_ROUTE);
    free(a.open);
}

/// A chain whose next key always lies at the other end: key k is behind door k - 1, on alternating sides.
static void to_and_fro(void) {
    enum { KINDS = 20, MIDDLE = 100 };
    arena a = arena_make(2 * MIDDLE + 1, 1);
    for (int x = 0; x <= 2 * MIDDLE; x++) arena_open(&a, x, 0);
    a.start = (lf_source){MIDDLE, 0};
    int64_t expected = 0;
    int at = MIDDLE;
    for (int k = 0; k < KINDS; k++) {
        const int side = k % 2 == 0 ? 1 : -1, reach = 4 * (k / 2) + 4;
        if (k > 0) arena_fixture(&a, MIDDLE + side * (reach - 2), 0, k - 1, LF_FIXTURE_DOOR);
        arena_fixture(&a, MIDDLE + side * reach, 0, k, LF_FIXTURE_KEY);
        expected += abs(MIDDLE + side * reach - at);
        at = MIDDLE + side * reach;
    }
    lf_keys_route route;
    CHECK_EQ(arena_solve(&a, LF_GOAL_ALL_KEYS, LF_KEYS, 0, &route), LF_OK);
    CHECK_EQ(route.length, expected);
    // There is one order, and the bound knows it: the first one is the length, though keys of one side lie close.
    // So the route that is found at the limit is proven.
    CHECK_EQ(arena_solve(&a, LF_GOAL_ALL_KEYS, LF_KEYS, 1, &route), LF_OK);
    CHECK_EQ(route.stats.generated, 1);
    CHECK_EQ(route.lower_bound, expected);
    CHECK_EQ(route.length, expected);
    free(a.open);
}

/// A chain of rooms with a door between each two. The key of a door lies twice, somewhere in the rooms before it:
/// any of the 2^rooms choices of copies is legal, and most cost a detour.
static arena chain_of_copies(int rooms) {
    enum { STEP = 6, HEIGHT = 5, BACK = 17 };
    uint64_t random = 5;
    arena a = arena_make(rooms * STEP, HEIGHT);
    for (int x = 0; x + 1 < rooms * STEP; x++)
        for (int y = 0; y < HEIGHT; y++)
            if (x % STEP != STEP - 1) arena_open(&a, x, y);
    for (int k = 0; k + 1 < rooms; k++) {
        arena_fixture(&a, k * STEP + STEP - 1, HEIGHT / 2, k, LF_FIXTURE_DOOR);
        for (int copy = 0; copy < 2;) {
            const int room = k - (int)dungeon_random(&random, (uint32_t)(k < BACK ? k : BACK) + 1);
            const int x = room * STEP + (int)dungeon_random(&random, STEP - 1);
            const int y = (int)dungeon_random(&random, HEIGHT);
            bool taken = y == HEIGHT / 2;
            for (int64_t i = 0; i < a.fixture_count; i++)
                taken = taken || a.fixtures[i].tile == (lf_tile)(y * a.width + x);
            if (taken) continue;
            arena_fixture(&a, x, y, k, LF_FIXTURE_KEY);
            copy++;
        }
    }
    a.start = (lf_source){(lf_tile)(HEIGHT / 2 * a.width), 0};
    a.exit = (lf_tile)(HEIGHT / 2 * a.width + rooms * STEP - 2);
    return a;
}

/// While a key is missing, the bound looks at the way to the exit as well. Counts of states, not times: without
/// it 20 rooms take 11,026 states, and 30 rooms 425,808.
static void exit_distance_saves_states(void) {
    enum { BLUNT_STATES = 50000 };
    for (int rooms = 20; rooms <= 30; rooms += 10) {
        arena a = chain_of_copies(rooms);
        lf_keys_route sharp;
        const arena_answer got = arena_try(
            &a, (arena_way){.moves = LF_MOVES_ORTHOGONAL, .max_states = BLUNT_STATES, .blunt = true});
        const lf_keys_route blunt = got.route;
        const lf_status status = got.status;
        CHECK_EQ(status, rooms == 20 ? LF_OK : LF_LIMIT);
        CHECK_EQ(arena_solve(&a, LF_GOAL_EXIT, LF_KEYS, 0, &sharp), LF_OK);
        printf("  %d rooms: %" PRId64 " states%s, %" PRId64 " with the way to the exit; %" PRId64 " moves\n",
               rooms, blunt.stats.states, status == LF_LIMIT ? " and no end" : "", sharp.stats.states,
               sharp.length);
        CHECK(sharp.stats.states <= (rooms == 20 ? 2757 : 9024));
        CHECK_EQ(sharp.length, rooms == 20 ? 150 : 222);
        if (status == LF_OK) CHECK_EQ(sharp.length, blunt.length);
        // A limit that is hit when the bound knows the exit already.
        const int64_t shortest = sharp.length;
        const arena_answer limited =
            arena_try(&a, (arena_way){.moves = LF_MOVES_ORTHOGONAL, .max_states = 2000, .alone = true});
        sharp = limited.route;
        CHECK_EQ(limited.status, LF_LIMIT);
        CHECK(sharp.found && sharp.length >= shortest && sharp.lower_bound <= shortest);
        free(a.open);
    }
}

/// Noise: walls, doors and keys of some kinds anywhere, by shares out of a thousand.
static arena noise_of(uint32_t kinds, int width, int height, uint64_t seed, uint32_t walls, uint32_t doors,
                      uint32_t keys) {
    arena a = arena_make(width, height);
    uint64_t random = seed * 77 + 5;
    for (int i = 0; i < 8; i++) dungeon_random(&random, 2);
    for (int i = 0; i < width * height; i++) {
        const uint32_t roll = dungeon_random(&random, 1000), kind = dungeon_random(&random, kinds);
        const bool end = i % width + i / width < 3 || width + height - 2 - i % width - i / width < 3;
        if (end || roll >= walls + doors + keys) arena_open(&a, i % width, i / width);
        if (end || roll < walls || roll >= walls + doors + keys || a.fixture_count == ARENA_FIXTURES)
            continue;
        arena_fixture(&a, i % width, i / width, (int)kind,
                      roll < walls + doors ? LF_FIXTURE_DOOR : LF_FIXTURE_KEY);
    }
    a.exit = (lf_tile)(width * height - 1);
    return a;
}

static arena noise(int width, int height, uint64_t seed, uint32_t walls, uint32_t doors, uint32_t keys) {
    return noise_of(6, width, height, seed, walls, doors, keys);
}

enum { RIVAL_ABOVE = 300000 }; // what a search has by itself

/// A map full of doors is answered by the search over tiles, before the search over points has listed its points. By
/// points alone it takes many times the work.
static void full_of_doors_goes_to_plain(void) {
    int64_t solved = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        arena a = noise(60, 60, seed, 200, 60, 60);
        const arena_answer both = arena_try(&a, (arena_way){.rival = true, .rival_above = RIVAL_ABOVE});
        const arena_answer plain = arena_try(&a, (arena_way){.strategy = LF_KEYS_PLAIN});
        CHECK_EQ(both.status, plain.status);
        CHECK_EQ(both.route.length, plain.route.length);
        if (both.status == LF_OK) {
            CHECK_EQ(both.route.strategy, LF_KEYS_PLAIN);
            CHECK_EQ(both.route.stats.points, 0);
            CHECK(both.route.stats.states < plain.route.stats.states / 20); // it has an aim
            const arena_answer points = arena_try(&a, (arena_way){0});
            CHECK(both.work + both.rival.work < points.work / 100);
            solved++;
        }
        free(a.open);
    }
    CHECK(solved >= 3);
}

/// Few doors in noise: the first ways say what the others will take, and the plain search is done before they are
/// found. Each without the other, both answers are the same.
static void long_ways_go_to_plain(void) {
    int64_t solved = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        arena a = noise(60, 60, seed, 250, 12, 6);
        const arena_answer both = arena_try(&a, (arena_way){.rival = true, .rival_above = RIVAL_ABOVE});
        const arena_answer points = arena_try(&a, (arena_way){0});
        CHECK_EQ(both.status, points.status);
        CHECK_EQ(both.route.length, points.route.length);
        if (both.status == LF_OK && both.route.strategy == LF_KEYS_PLAIN) {
            CHECK(both.work + both.rival.work < points.work);
            solved++;
        }
        free(a.open);
    }
    printf("  %" PRId64 " of 6\n", solved);
    CHECK(solved >= 3);
}

/// Both searches by turns: together they work at most twice as much as the one that ends first would alone. Work
/// is counted, not timed.
static void two_searches_take_at_most_twice(void) {
    int64_t by_points = 0, by_tiles = 0;
    for (uint64_t seed = 1; seed <= 80; seed++) {
        const uint32_t doors = seed > 60 ? 2 : 20 + (uint32_t)(seed % 3) * 20; // of a thousand
        arena a = noise(14 + (int)(seed * 7 % 20), 20, seed, 200, doors, seed > 60 ? 10 : 20);
        const lf_goal goal = goals[seed % 3];
        const lf_moves moves = (lf_moves)(seed / 3 % 3);
        const arena_answer points = arena_try(&a, (arena_way){.goal = goal, .moves = moves});
        const arena_answer plain =
            arena_try(&a, (arena_way){.goal = goal, .moves = moves, .strategy = LF_KEYS_PLAIN});
        const arena_answer both = arena_try(&a, (arena_way){.goal = goal, .moves = moves, .rival = true});
        CHECK_EQ(both.status, points.status);
        CHECK_EQ(both.route.length, points.route.length);
        const uint64_t states = (uint64_t)plain.route.stats.states * LFI_WORK_STATE,
                       tiles = both.rival.start + states + (states > both.rival.most ? both.floods : 0);
        const uint64_t least = points.work < tiles ? points.work : tiles;
        const uint64_t slack = 256 * LFI_WORK_STATE + least / 4; // what is done between two turns
        if (both.status == LF_OK && both.work + both.rival.work > 2 * least + slack)
            printf("  seed %" PRIu64 ": %" PRIu64 " + %" PRIu64 ", alone %" PRIu64 " and %" PRIu64 "\n", seed,
                   both.work, both.rival.work, points.work, tiles);
        if (both.status == LF_OK) CHECK(both.work + both.rival.work <= 2 * least + slack);
        by_points += both.status == LF_OK && both.route.strategy == LF_KEYS;
        by_tiles += both.status == LF_OK && both.route.strategy == LF_KEYS_PLAIN;
        free(a.open);
    }
    printf("  %" PRId64 " by points, %" PRId64 " by tiles\n", by_points, by_tiles);
    CHECK(by_points >= 5 && by_tiles >= 5);
}

/// The search over points has no memory left, or no states: the plain search goes on, if it fits.
static void limits_fall_back_to_plain(void) {
    arena a = noise(40, 40, 2, 200, 60, 60);
    const arena_answer plain = arena_try(&a, (arena_way){.strategy = LF_KEYS_PLAIN});
    CHECK_EQ(plain.status, LF_OK);
    const int64_t bytes = INT64_C(40) * 40 * 9 << 6; // more than the plain search needs
    arena_answer late = arena_try(&a, (arena_way){.max_bytes = bytes, .moves = LF_MOVES_KING});
    CHECK_EQ(late.status, LF_LIMIT);
    late = arena_try(&a, (arena_way){.max_bytes = bytes, .rival = true, .rival_above = UINT64_MAX / 2});
    CHECK_EQ(late.status, LF_OK);
    CHECK_EQ(late.route.strategy, LF_KEYS_PLAIN);
    CHECK_EQ(late.route.length, plain.route.length);
    // It may be ended, or get no memory.
    arena_way way = {.max_bytes = bytes, .rival = true, .rival_above = UINT64_MAX / 2};
    int64_t stops = 0, fails = 0;
    for (way.stop_at = 1; arena_try(&a, way).status == LF_E_CANCELLED; way.stop_at++) stops++;
    way.stop_at = 0;
    for (way.fail_at = 1; arena_try(&a, way).status == LF_E_NOMEM; way.fail_at++) fails++;
    CHECK(stops > 3 && fails > 3);
    // It is bound by the limit on states as well.
    late = arena_try(
        &a, (arena_way){.max_bytes = bytes, .max_states = 100, .rival = true, .rival_above = UINT64_MAX / 2});
    CHECK_EQ(late.status, LF_LIMIT);
    free(a.open);
}

/// Limits that are hit before, while and after the plain search begins: it goes on alone, or begins anew, and whatever
/// ends first is right.
static void limits_at_any_turn(void) {
    int64_t by_points = 0, by_tiles = 0, limits = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        const int kinds = seed == 2 ? 3 : 5, side = 28 + 6 * (int)seed % 12;
        arena a = noise_of((uint32_t)kinds, side, side, seed, 200, seed == 1 ? 40 : 150, 40);
        const arena_answer plain = arena_try(&a, (arena_way){.strategy = LF_KEYS_PLAIN});
        const int64_t bytes = INT64_C(9) * side * side << kinds;
        for (int64_t eighths = 4; plain.status == LF_OK && eighths <= 160; eighths += eighths / 4) {
            for (uint64_t above = 1 << 10; above <= 1 << 24; above *= 4) {
                const arena_answer got = arena_try(
                    &a, (arena_way){.max_bytes = bytes * eighths / 8, .rival = true, .rival_above = above});
                CHECK(got.status == LF_OK || got.status == LF_LIMIT);
                if (got.status == LF_OK) CHECK_EQ(got.route.length, plain.route.length);
                CHECK(got.route.lower_bound <= plain.route.length);
                CHECK(!got.route.found || got.route.length >= plain.route.length);
                by_points += got.status == LF_OK && got.route.strategy == LF_KEYS;
                by_tiles += got.status == LF_OK && got.route.strategy == LF_KEYS_PLAIN;
                limits += got.status == LF_LIMIT;
            }
        }
        free(a.open);
    }
    printf("  %" PRId64 " by points, %" PRId64 " by tiles, %" PRId64 " limits\n", by_points, by_tiles,
           limits);
    CHECK(by_points > 10 && by_tiles > 10 && limits > 10);
}

/// The plain search would fit, but there is no room for it: an earlier query left none, or all of its states fit and
/// not its targets.
static void no_room_for_the_plain_search(void) {
    arena a = noise_of(3, 34, 34, 2, 200, 150, 40);
    const lf_keys_query query = {
        .sources = &a.start, .source_count = 1, .targets = &a.exit, .target_count = 1};
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    lf_keys_route whole, again;
    arena_build(&a, LF_MOVES_KING, (lf_allocator){0}, &map, &fixtures);
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    force_points(search, false);
    CHECK_EQ(lf_keys_search_find(search, &query, NULL, 0, &whole), LF_OK);
    const int64_t plain = lf_keys_plain_bytes(fixtures, 0);
    CHECK(search->store.bytes > 8 * (uint64_t)plain);
    search->store.max_bytes = search->store.bytes + 100;
    search->plain_below = 1;
    search->rival_above = 0;
    CHECK_EQ(lf_keys_search_find(search, &query, NULL, 0, &again), LF_OK);
    CHECK(again.strategy == LF_KEYS && again.length == whole.length);
    CHECK(search->rival.fits && !search->rival.begun);
    lf_keys_search_destroy(search);
    CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.max_bytes = plain}, &search), LF_OK);
    search->plain_below = 1;
    CHECK_EQ(lf_keys_search_find(search, &query, NULL, 0, &again), LF_LIMIT);
    CHECK(search->rival.fits && !search->rival.begun);
    CHECK(again.found && again.length >= whole.length && again.lower_bound <= whole.length);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    free(a.open);
}

/// What a watch has seen.
typedef struct watcher {
    lf_keys_state first, last;
    int64_t count, by_points, nowhere;
    bool falls; ///< whether some state had fewer moves than the one before
} watcher;

static void watcher_sees(const lf_keys_state *state, void *user) {
    watcher *w = user;
    if (w->count == 0) w->first = *state;
    w->falls = w->falls || (w->count > 0 && state->length < w->last.length);
    w->by_points += state->strategy == LF_KEYS;
    w->nowhere += state->tile == LF_NO_TILE;
    w->last = *state;
    w->count++;
}

/// A watch sees each state that is counted, from the source to the goal, with the keys that are held there.
static void watches_see_every_state(void) {
    arena a = chain_of_copies(6);
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    arena_build(&a, LF_MOVES_KING, (lf_allocator){0}, &map, &fixtures);
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    const lf_source sources[2] = {a.start, a.start};
    const lf_tile targets[2] = {a.exit, a.exit};
    for (int k = 0; k < 4; k++) {
        watcher w = {0};
        lf_keys_route route;
        const bool points = k < 2;
        force_points(search, false);
        const lf_keys_query query = {.sources = sources,
                                     .source_count = 1 + k % 2,
                                     .targets = targets,
                                     .target_count = 1 + k % 2,
                                     .held = 1,
                                     .strategy = points ? LF_KEYS : LF_KEYS_PLAIN,
                                     .watch = {watcher_sees, &w}};
        CHECK_EQ(lf_keys_search_find(search, &query, NULL, 0, &route), LF_OK);
        CHECK(w.count > 2 && w.count == route.stats.states);
        CHECK_EQ(w.by_points, points ? w.count : 0);
        CHECK_EQ(w.nowhere, points && k == 1 ? 2 : 0); // start and target stand for several tiles
        CHECK(w.first.length == 0 && w.first.held == 1);
        CHECK_EQ(w.last.length, route.length);
        if (!points) CHECK(!w.falls && w.last.held == route.held);
        CHECK_EQ(w.first.tile, points && k == 1 ? LF_NO_TILE : a.start.tile);
        CHECK_EQ(w.last.tile, points && k == 1 ? LF_NO_TILE : a.exit);
    }
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    free(a.open);
}

/// A comb: a corridor with teeth of different lengths, a key at the tip of each: every order is possible.
static arena comb(int teeth, int gap) {
    arena a = arena_make(teeth * gap + 1, 12);
    for (int x = 0; x < a.width; x++) arena_open(&a, x, 0);
    for (int k = 0; k < teeth; k++) {
        const int depth = 1 + k * 7 % 11;
        for (int y = 1; y <= depth; y++) arena_open(&a, k * gap, y);
        arena_fixture(&a, k * gap, depth, k, LF_FIXTURE_KEY);
    }
    a.start = (lf_source){(lf_tile)(a.width / 2), 0};
    a.exit = (lf_tile)(a.width - 1);
    return a;
}

/// What all keys of a comb cost: every tooth is walked twice but the last, and one end of the corridor twice.
static int64_t comb_length(int teeth, int gap, const arena *a) {
    const int left = a->width / 2, right = (teeth - 1) * gap - a->width / 2;
    int64_t all = left + right, best = INT64_MAX;
    for (int k = 0; k < teeth; k++) all += 2 * (1 + k * 7 % 11);
    for (int k = 0; k < teeth; k++) { // the tooth to end in, and the side to go to first
        const int x = k * gap, depth = 1 + k * 7 % 11;
        const int64_t left_first = all + left - depth - ((teeth - 1) * gap - x) + (left + right - x) * 2;
        const int64_t right_first = all + right - depth - x + 2 * x;
        if (left_first < best) best = left_first;
        if (right_first < best) best = right_first;
    }
    return best;
}

static void comb_in_any_order(void) {
    arena a = comb(10, 3);
    lf_keys_route fast, plain;
    CHECK_EQ(arena_solve(&a, LF_GOAL_ALL_KEYS, LF_KEYS_PLAIN, 0, &plain), LF_OK);
    CHECK_EQ(arena_solve(&a, LF_GOAL_ALL_KEYS, LF_KEYS, 0, &fast), LF_OK);
    CHECK_EQ(fast.length, plain.length);
    CHECK_EQ(arena_solve(&a, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS_PLAIN, 0, &plain), LF_OK);
    CHECK_EQ(arena_solve(&a, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS, 0, &fast), LF_OK);
    CHECK_EQ(fast.length, plain.length);
    CHECK_EQ(arena_solve(&a, LF_GOAL_EXIT, LF_KEYS, 0, &fast), LF_OK);
    CHECK_EQ(fast.length, (int64_t)a.exit - a.width / 2);
    free(a.open);
}

/// 50 keys in any order: out of reach for any search over sets. At the limit there are a route and a bound, and
/// what is known to be possible lies between them or above both.
static void limit_is_honest(void) {
    arena a = comb(50, 3);
    const int64_t most = comb_length(50, 3, &a); // a route that is known
    lf_keys_route route;
    const lf_status status = arena_solve(&a, LF_GOAL_ALL_KEYS, LF_KEYS, 3000, &route);
    CHECK(status == LF_LIMIT || status == LF_OK);
    CHECK(route.lower_bound > most / 2);
    CHECK(route.lower_bound <= most);
    CHECK_EQ(status, LF_LIMIT);
    CHECK(route.found && route.length > route.lower_bound && route.length <= most + most / 4);
    CHECK_EQ(route.tile_count, route.length + 1);
    CHECK(route.stats.generated <= 3000);
    free(a.open);
}

/// With more states the gap never grows: routes get shorter, bounds greater, and in the end they meet.
static void gap_closes_with_states(void) {
    arena a = comb(16, 3);
    int64_t length = INT64_MAX, bound = 0;
    lf_status status = LF_LIMIT;
    for (int64_t states = 16; status == LF_LIMIT; states *= 16) {
        lf_keys_route route;
        status = arena_solve(&a, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS, states, &route);
        CHECK(status == LF_LIMIT || status == LF_OK);
        CHECK(route.found && route.length <= length && route.lower_bound >= bound);
        CHECK((route.length == route.lower_bound) == (status == LF_OK));
        length = route.length;
        bound = route.lower_bound;
    }
    free(a.open);
}

/// Points do not fit into memory, and neither does the plain search: a walk from key to key is left, and a bound
/// that is at least the distance with every door open.
static void walk_without_points(void) {
    for (uint64_t seed = 1; seed <= 8; seed++) {
        arena a = noise(40, 40, seed, 200, 60, 60);
        for (int g = 0; g < 3; g++) {
            const arena_answer full = arena_try(&a, (arena_way){.goal = goals[g], .strategy = LF_KEYS_PLAIN});
            const arena_answer poor =
                arena_try(&a, (arena_way){.goal = goals[g], .max_bytes = 60000, .rival = seed % 2 == 0});
            CHECK_EQ(poor.status, full.status == LF_OK ? LF_LIMIT : LF_NO_ROUTE);
            CHECK_EQ(poor.route.found, full.status == LF_OK);
            if (full.status != LF_OK) continue;
            CHECK(poor.route.length >= full.route.length && poor.route.lower_bound <= full.route.length);
            if (goals[g] != LF_GOAL_ALL_KEYS) CHECK(poor.route.lower_bound >= 39); // from corner to corner
        }
        free(a.open);
    }
}

/// With any memory limit, and with any allocation that fails, there is an answer at the limit or none, and what there
/// is holds.
static void limits_with_little_memory(void) {
    arena a = comb(9, 2);
    arena_fixture(&a, 4, 1, 9, LF_FIXTURE_DOOR); // a sidestep or two
    arena_fixture(&a, 9, 0, 9, LF_FIXTURE_KEY);
    int64_t found = 0, none = 0;
    for (int g = 0; g < 3; g++) {
        const arena_way whole = {.goal = goals[g], .strategy = LF_KEYS_PLAIN};
        const int64_t best = arena_try(&a, whole).route.length;
        for (int64_t bytes = 500; bytes < 40000; bytes += 40) {
            const arena_answer got = arena_try(
                &a, (arena_way){.goal = goals[g], .max_bytes = bytes, .max_states = 1 + bytes / 40 % 5});
            CHECK(got.status == LF_OK || got.status == LF_LIMIT);
            CHECK(got.route.lower_bound <= best && (!got.route.found || got.route.length >= best));
            found += got.status == LF_LIMIT && got.route.found;
            none += !got.route.found;
        }
        for (int64_t fail_at = 1; fail_at < 90; fail_at++) {
            const arena_answer got =
                arena_try(&a, (arena_way){.goal = goals[g], .max_states = 3, .fail_at = fail_at});
            CHECK(got.status == LF_OK || got.status == LF_LIMIT || got.status == LF_E_NOMEM);
            CHECK(got.route.lower_bound <= best && (!got.route.found || got.route.length >= best));
        }
    }
    printf("  %" PRId64 " routes at a limit, %" PRId64 " without\n", found, none);
    CHECK(found > 50 && none > 50);
    free(a.open);
}

/// Prices are a matter of taste for answers, but not for work: what the first bounds of combs come to is
/// counted, together with what beams prove at the limit, and a change of them shows here.
static void bounds_are_as_good_as_they_were(void) {
    uint64_t hash = UINT64_C(14695981039346656037);
    int64_t bounds = 0;
    for (int teeth = 12; teeth <= 60; teeth += 3) {
        for (int gap = 1; gap <= 9; gap += 2) {
            arena a = comb(teeth, gap);
            lf_keys_route route;
            arena_solve(&a, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS, 40, &route);
            hash = (hash ^ (uint64_t)route.lower_bound) * UINT64_C(1099511628211);
            bounds += route.lower_bound;
            free(a.open);
        }
    }
    printf("  bounds %" PRId64 ", hash %" PRIu64 "\n", bounds, hash);
    CHECK_EQ(bounds, 54404);
    CHECK(hash == UINT64_C(17775551979727513195));
}

/// With any limit, the answer is right or it is the limit with a bound that holds.
static void limits_never_lie(void) {
    static answer full, limited;
    const uint64_t seed = test_seed();
    int64_t hits = 0, routes = 0;
    for (uint64_t i = 0; i < 600; i++) {
        dungeon d;
        if (!dungeon_make(&d, seed + i, LF_MOVES_KING)) continue;
        lf_map *map;
        lf_fixtures *fixtures;
        lf_keys_search *search, *small;
        CHECK(dungeon_build(&d, NULL, &map, &fixtures));
        const lf_keys_search_desc desc = {.max_states = 1 + (int64_t)(i % 7),
                                          .max_bytes = i % 3 == 0 ? 2000 + (int64_t)(i * 37 % 60000) : 0};
        CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
        CHECK_EQ(lf_keys_search_create(fixtures, &desc, &small), LF_OK);
        force_points(search, false);
        force_points(small, i % 2 == 0);
        for (int g = 0; g < 3; g++) {
            ask(search, &d, goals[g], LF_KEYS, &full);
            ask(small, &d, goals[g], LF_KEYS, &limited);
            hits += limited.status == LF_LIMIT;
            CHECK(limited.status == full.status || limited.status == LF_LIMIT);
            if (limited.status == LF_OK) CHECK_EQ(limited.route.length, full.route.length);
            if (limited.route.found) check_route(&d, fixtures, small, goals[g], &limited);
            if (limited.status == LF_LIMIT && full.status == LF_OK)
                CHECK(limited.route.lower_bound <= full.route.length);
            if (limited.status == LF_LIMIT && limited.route.found) {
                CHECK(full.status == LF_OK && full.route.length <= limited.route.length);
                routes++;
            }
            if (desc.max_bytes == 0) CHECK_EQ(limited.route.found, full.route.found);
            CHECK(desc.max_bytes == 0 ||
                  limited.route.stats.bytes <= desc.max_bytes + (int64_t)sizeof *small);
        }
        lf_keys_search_destroy(small);
        lf_keys_search_destroy(search);
        lf_fixtures_destroy(fixtures);
        lf_map_destroy(map);
    }
    printf("  %" PRId64 " limits, %" PRId64 " with a route\n", hits, routes);
    CHECK(hits > 100 && routes > 50);
}

static void plain_is_refused_before_it_starts(void) {
    static answer a;
    const dungeon d = dungeon_drawn("Sab.cdE", LF_MOVES_KING);
    lf_map *map;
    lf_fixtures *fixtures;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    CHECK_EQ(lf_keys_plain_bytes(fixtures, 0), 7 * 16 * 9);
    CHECK_EQ(lf_keys_plain_bytes(fixtures, 3), 7 * 4 * 9);
    CHECK_EQ(lf_keys_plain_bytes(NULL, 0), 0);
    meter m = {0};
    lf_keys_search *search;
    lf_keys_search_desc desc = {.max_bytes = 7 * 16 * 9 - 1, .allocator = meter_allocator(&m)};
    CHECK_EQ(lf_keys_search_create(fixtures, &desc, &search), LF_OK);
    const int64_t calls = m.calls;
    ask(search, &d, LF_GOAL_EXIT, LF_KEYS_PLAIN, &a);
    CHECK_EQ(a.status, LF_E_MEMORY_LIMIT);
    CHECK_EQ(m.calls, calls);
    lf_keys_search_destroy(search);
    CHECK_EQ(m.live, 0);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

/// As many kinds as fit: their bytes are counted; with one more there are too many.
static void plain_bytes_have_a_limit(void) {
    enum { KINDS = 30 };
    unsigned char open[KINDS + 1];
    memset(open, 1, sizeof open);
    lf_fixture all[KINDS];
    for (int k = 0; k < KINDS; k++) all[k] = (lf_fixture){(lf_tile)k, (uint8_t)(2 * k), LF_FIXTURE_KEY};
    lf_map *map;
    const lf_map_desc desc = {.width = KINDS + 1, .height = 1, .tiles = open, .tiles_size = sizeof open};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    for (int kinds = KINDS - 1; kinds <= KINDS; kinds++) {
        lf_fixtures *fixtures;
        const lf_fixtures_desc fixtures_desc = {.fixtures = all, .fixture_count = kinds};
        CHECK_EQ(lf_fixtures_create(map, &fixtures_desc, &fixtures), LF_OK);
        CHECK_EQ(lf_keys_plain_bytes(fixtures, 0),
                 kinds == KINDS ? INT64_MAX : INT64_C(9) * (KINDS + 1) << kinds);
        lf_fixtures_destroy(fixtures);
    }
    lf_map_destroy(map);
}

static void tiny_maps_go_to_plain(void) {
    static answer a;
    const dungeon d = dungeon_drawn("Sa.A.E", LF_MOVES_KING);
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    ask(search, &d, LF_GOAL_EXIT, LF_KEYS, &a);
    CHECK_EQ(a.status, LF_OK);
    CHECK_EQ(a.route.strategy, LF_KEYS_PLAIN);
    force_points(search, false);
    ask(search, &d, LF_GOAL_EXIT, LF_KEYS, &a);
    CHECK_EQ(a.route.strategy, LF_KEYS);
    CHECK_EQ(a.route.length, 5);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

// ---------------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------------

/// Asks one question with every allocation failing in turn, then without; each failure must be told and leave
/// an object that works.
static void fail_allocations(const dungeon *d, lf_keys_strategy strategy, bool by_tiles, bool rival) {
    static answer a;
    lf_map *map;
    lf_fixtures *fixtures;
    CHECK(dungeon_build(d, NULL, &map, &fixtures));
    int64_t failures = 0;
    for (int64_t k = 1;; k++) {
        meter m = {.fail_at = k};
        const lf_keys_search_desc desc = {.allocator = meter_allocator(&m)};
        lf_keys_search *search;
        const lf_status made = lf_keys_search_create(fixtures, &desc, &search);
        CHECK_EQ(made, k == 1 ? LF_E_NOMEM : LF_OK);
        if (made != LF_OK) {
            CHECK_EQ(m.blocks, 0);
            continue;
        }
        force_points(search, by_tiles);
        search->sharp_above = 0;
        search->advance_above = 0;
        search->rival_above = 0;
        search->plain_below = rival ? 1 : 0;
        ask(search, d, LF_GOAL_ALL_KEYS_EXIT, strategy, &a);
        const bool failed = m.calls >= k;
        CHECK(a.status == (failed ? LF_E_NOMEM : LF_OK) || a.status == LF_NO_ROUTE);
        if (failed) {
            failures++;
            CHECK(!a.route.found);
            ask(search, d, LF_GOAL_ALL_KEYS_EXIT, strategy, &a); // now there is memory
        }
        const int64_t length = a.route.length, calls = m.calls;
        CHECK(a.status == LF_OK || a.status == LF_NO_ROUTE);
        ask(search, d, LF_GOAL_ALL_KEYS_EXIT, strategy, &a); // and now it has all it needs
        CHECK_EQ(m.calls, calls);
        CHECK_EQ(a.route.length, length);
        lf_keys_search_destroy(search);
        CHECK_EQ(m.live, 0);
        CHECK_EQ(m.blocks, 0);
        if (!failed) break;
    }
    CHECK(failures > 3);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

static void each_allocation_may_fail(void) {
    const dungeon d = dungeon_busy();
    fail_allocations(&d, LF_KEYS, false, false);
    fail_allocations(&d, LF_KEYS, true, false);
    fail_allocations(&d, LF_KEYS, false, true);
    fail_allocations(&d, LF_KEYS_PLAIN, false, false);
    dungeon stuck = d;
    stuck.tiles[stuck.targets[0] - 1] = 'H';
    stuck.tiles[stuck.targets[0] - 8] = 'G';
    stuck.tiles[stuck.targets[0] - 9] = '#';
    fail_allocations(&stuck, LF_KEYS, false, false);
    fail_allocations(&stuck, LF_KEYS_PLAIN, false, false);
}

/// Under a limit a tiny map is left to the plain search only while that has room.
static void tiny_maps_under_a_limit(void) {
    static answer a;
    const dungeon d = dungeon_busy();
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    const int64_t plain = lf_keys_plain_bytes(fixtures, 0);
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    force_points(search, false);
    ask(search, &d, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS, &a);
    const int64_t length = a.route.length, used = a.route.stats.bytes - (int64_t)sizeof *search;
    CHECK(plain < used / 2);
    lf_keys_search_destroy(search);

    // Twice what it takes: not enough to begin with it. Points do not fit, and then it is asked after all.
    CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.max_bytes = 2 * plain}, &search), LF_OK);
    ask(search, &d, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS, &a);
    CHECK(a.status == LF_OK && a.route.strategy == LF_KEYS_PLAIN && !search->rival.tiny);
    CHECK_EQ(a.route.length, length);
    lf_keys_search_destroy(search);
    CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.max_bytes = 2 * plain + 2}, &search),
             LF_OK);
    ask(search, &d, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS, &a);
    CHECK(a.status == LF_OK && a.route.strategy == LF_KEYS_PLAIN && search->rival.tiny);
    CHECK_EQ(a.route.length, length);
    lf_keys_search_destroy(search);

    // Enough, but queries before hold it: the answer is found all the same.
    CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.max_bytes = used + plain / 2}, &search),
             LF_OK);
    const int64_t below = search->plain_below;
    force_points(search, false);
    ask(search, &d, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS, &a);
    CHECK_EQ(a.status, LF_OK);
    search->plain_below = below;
    ask(search, &d, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS, &a);
    CHECK_EQ(a.status, LF_OK);
    CHECK_EQ(a.route.strategy, LF_KEYS);
    CHECK_EQ(a.route.length, length);
    ask(search, &d, LF_GOAL_ALL_KEYS_EXIT, LF_KEYS_PLAIN, &a); // who asks for it by name is told
    CHECK_EQ(a.status, LF_E_MEMORY_LIMIT);
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

/// Who wants all keys and no exit need not name one.
static void all_keys_need_no_target(void) {
    static answer a;
    const dungeon d = dungeon_drawn("Sa.Ab", LF_MOVES_KING);
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    for (int s = LF_KEYS; s <= LF_KEYS_PLAIN; s++) {
        lf_keys_query query = dungeon_query(&d, LF_GOAL_ALL_KEYS, (lf_keys_strategy)s);
        force_points(search, false);
        query.targets = NULL, query.target_count = 0;
        CHECK_EQ(lf_keys_search_find(search, &query, a.tiles, MAX_ROUTE, &a.route), LF_OK);
        CHECK_EQ(a.route.length, 4);
        CHECK_EQ(a.route.target_index, -1);
        query.target_count = 1;
        CHECK_EQ(lf_keys_search_find(search, &query, a.tiles, MAX_ROUTE, &a.route), LF_E_NULL);
    }
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

static void fixtures_survive_missing_memory(void) {
    const dungeon d = dungeon_busy();
    for (int64_t k = 1;; k++) {
        meter m = {.fail_at = k};
        const lf_allocator allocator = meter_allocator(&m);
        lf_map *map;
        lf_fixtures *fixtures;
        const bool built = dungeon_build(&d, &allocator, &map, &fixtures);
        CHECK_EQ(built, m.calls < k);
        CHECK(built || fixtures == NULL);
        if (built) {
            lf_fixtures_destroy(fixtures);
            lf_map_destroy(map);
            CHECK_EQ(m.live, 0);
            break;
        }
        lf_map_destroy(map);
        CHECK_EQ(m.live, 0);
    }
}

// ---------------------------------------------------------------------------------------------------
// Walking, misuse, golden hash
// ---------------------------------------------------------------------------------------------------

/// On open floor, every step between two tiles that is not a move of the rules is a jump.
static void walking_finds_every_jump(void) {
    for (int moves = 0; moves < 3; moves++) {
        const dungeon d = dungeon_drawn("S..../...../...../...../....E", (lf_moves)moves);
        lf_map *map;
        lf_fixtures *fixtures;
        CHECK(dungeon_build(&d, NULL, &map, &fixtures));
        for (lf_tile step = 0; step < 25 * 25; step++) {
            const lf_tile tiles[2] = {step / 25, step % 25};
            const int dx = abs((int)(tiles[0] % 5) - (int)(tiles[1] % 5)),
                      dy = abs((int)(tiles[0] / 5) - (int)(tiles[1] / 5));
            const bool legal = moves == LF_MOVES_ORTHOGONAL ? dx + dy == 1 : dx < 2 && dy < 2 && dx + dy > 0;
            lf_keys_walk walk;
            CHECK_EQ(lf_keys_check(fixtures, tiles, 2, 0, &walk), legal ? LF_OK : LF_BROKEN);
            CHECK_EQ(walk.fault, legal ? LF_FAULT_NONE : LF_FAULT_JUMP);
        }
        lf_fixtures_destroy(fixtures);
        lf_map_destroy(map);
    }
}

static void walking_finds_every_fault(void) {
    const dungeon d = dungeon_drawn("SaA.#/...../#B#..", LF_MOVES_KING);
    lf_map *map;
    lf_fixtures *fixtures;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    const struct {
        lf_tile tiles[6];
        int64_t count, at;
        lf_fault fault;
        uint64_t held;
    } walks[] = {
        {{0, 1, 2, 3}, 4, -1, LF_FAULT_NONE, 0},  // takes the key, opens the door
        {{0, 6, 2}, 3, 2, LF_FAULT_LOCKED, 0},    // the door without the key
        {{0, 6, 2}, 3, -1, LF_FAULT_NONE, 1},     // with it, diagonally past nothing that is shut
        {{5, 6, 7, 3}, 4, 3, LF_FAULT_CORNER, 0}, // past the shut door
        {{5, 6, 7, 3}, 4, -1, LF_FAULT_NONE, 1},  // past the open door
        {{0, 1, 7}, 3, -1, LF_FAULT_NONE, 0},     // the key taken on the tile before opens the corner
        {{0, 2}, 2, 1, LF_FAULT_LOCKED, 0},       // a jump onto a shut door: the door is named first
        {{0, 7}, 2, 1, LF_FAULT_JUMP, 0},         //
        {{4}, 1, 0, LF_FAULT_BLOCKED, 0},         //
        {{0, 99}, 2, 1, LF_FAULT_OUTSIDE, 0},     //
        {{0, 0}, 2, 1, LF_FAULT_JUMP, 0},         // standing still is no move
        {{11}, 1, 0, LF_FAULT_LOCKED, 1},         // starting on a door of another kind
        {{0}, 0, 0, LF_FAULT_EMPTY, 0},           //
    };
    for (size_t i = 0; i < sizeof walks / sizeof *walks; i++) {
        lf_keys_walk walk;
        CHECK_EQ(lf_keys_check(fixtures, walks[i].tiles, walks[i].count, walks[i].held, &walk),
                 walks[i].fault == LF_FAULT_NONE ? LF_OK : LF_BROKEN);
        CHECK_EQ(walk.fault, walks[i].fault);
        CHECK_EQ(walk.at, walks[i].at);
    }
    lf_keys_walk walk;
    CHECK_EQ(lf_keys_check(fixtures, (lf_tile[]){0, 1, 0, 1, 2, 3}, 6, 0, &walk), LF_OK);
    CHECK_EQ(walk.keys_taken, 1);
    CHECK_EQ(walk.doors_passed, 1);
    CHECK_EQ(walk.held, 1);
    CHECK_EQ(lf_keys_check(fixtures, NULL, 1, 0, &walk), LF_E_NULL);
    CHECK_EQ(lf_keys_check(NULL, walks[0].tiles, 1, 0, NULL), LF_E_NULL);
    CHECK_EQ(lf_keys_check(fixtures, walks[0].tiles, -1, 0, NULL), LF_E_COUNT);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

static void fixtures_refuse_nonsense(void) {
    const dungeon d = dungeon_drawn("S.#", LF_MOVES_KING);
    lf_map *map;
    lf_fixtures *fixtures;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    CHECK_EQ(lf_fixtures_key_count(fixtures) + lf_fixtures_door_count(fixtures), 0);
    CHECK(lf_fixtures_map(fixtures) == map);
    CHECK(!lf_fixtures_at(fixtures, 0, NULL));
    lf_fixtures_destroy(fixtures);
    const struct {
        lf_fixture items[2];
        int64_t count;
        lf_status status;
    } tries[] = {
        {{{0, 0, LF_FIXTURE_KEY}, {1, 63, LF_FIXTURE_DOOR}}, 2, LF_OK},
        {{{0, 64, LF_FIXTURE_KEY}}, 1, LF_E_KIND},
        {{{0, 0, (lf_fixture_type)3}}, 1, LF_E_FIXTURE_TYPE},
        {{{.tile = 0}}, 1, LF_E_FIXTURE_TYPE}, // not said what it is
        {{{3, 0, LF_FIXTURE_KEY}}, 1, LF_E_FIXTURE_OUTSIDE},
        {{{LF_NO_TILE, 0, LF_FIXTURE_KEY}}, 1, LF_E_FIXTURE_OUTSIDE},
        {{{2, 0, LF_FIXTURE_KEY}}, 1, LF_E_FIXTURE_BLOCKED},
        {{{1, 0, LF_FIXTURE_KEY}, {1, 1, LF_FIXTURE_DOOR}}, 2, LF_E_FIXTURE_TWICE},
        {{{0, 0, LF_FIXTURE_KEY}}, -1, LF_E_COUNT},
        {{{0, 0, LF_FIXTURE_KEY}}, 4, LF_E_FIXTURE_TWICE}, // more fixtures than tiles, nothing is read
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        const lf_fixtures_desc desc = {.fixtures = tries[i].items, .fixture_count = tries[i].count};
        CHECK_EQ(lf_fixtures_create(map, &desc, &fixtures), tries[i].status);
        CHECK_EQ(fixtures != NULL, tries[i].status == LF_OK);
        if (fixtures != NULL) {
            lf_fixture fixture;
            CHECK(lf_fixtures_at(fixtures, 1, &fixture));
            CHECK_EQ(fixture.kind, 63);
            CHECK(lf_fixtures_key_kinds(fixtures) == 1 && lf_fixtures_door_kinds(fixtures) == UINT64_C(1)
                                                                                                  << 63);
            CHECK(lf_fixtures_bytes(fixtures) > sizeof *fixtures);
        }
        lf_fixtures_destroy(fixtures);
    }
    CHECK_EQ(lf_fixtures_create(NULL, NULL, &fixtures), LF_E_NULL);
    CHECK_EQ(lf_fixtures_create(map, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_fixtures_create(map, &(lf_fixtures_desc){.fixture_count = 1}, &fixtures), LF_E_NULL);
    CHECK_EQ(lf_fixtures_create(map, &(lf_fixtures_desc){.allocator = {.alloc = meter_alloc}}, &fixtures),
             LF_E_ALLOCATOR);
    CHECK(lf_fixtures_map(NULL) == NULL && lf_fixtures_bytes(NULL) == 0 && lf_fixtures_key_kinds(NULL) == 0);
    CHECK(!lf_fixtures_at(NULL, 0, NULL));
    lf_map_destroy(map);
}

static void queries_refuse_nonsense(void) {
    const dungeon d = dungeon_drawn("S.A#E", LF_MOVES_KING);
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search;
    CHECK(dungeon_build(&d, NULL, &map, &fixtures));
    CHECK_EQ(lf_keys_search_create(NULL, NULL, &search), LF_E_NULL);
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.max_states = -1}, &search), LF_E_LIMIT);
    CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.max_bytes = -1}, &search), LF_E_LIMIT);
    CHECK_EQ(
        lf_keys_search_create(fixtures, &(lf_keys_search_desc){.allocator = {.alloc = meter_alloc}}, &search),
        LF_E_ALLOCATOR);
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
    const lf_source blocked = {.tile = 3}, outside = {.tile = 5}, locked = {.tile = 2};
    const lf_tile wall = 3, beyond = 99;
    lf_tile tiles[8];
    lf_keys_route route;
    lf_keys_query query = dungeon_query(&d, LF_GOAL_EXIT, LF_KEYS);
#define TRY(field, value, expected)                                                \
    do {                                                                           \
        lf_keys_query bad = query;                                                 \
        bad.field = (value);                                                       \
        CHECK_EQ(lf_keys_search_find(search, &bad, tiles, 8, &route), (expected)); \
        CHECK(!route.found && route.source == LF_NO_TILE && route.length == 0);    \
    } while (0)
    TRY(goal, (lf_goal)3, LF_E_GOAL);
    TRY(strategy, (lf_keys_strategy)2, LF_E_STRATEGY);
    TRY(source_count, 0, LF_E_NO_SOURCES);
    TRY(source_count, -1, LF_E_COUNT);
    TRY(target_count, 0, LF_E_NO_TARGETS);
    TRY(target_count, -1, LF_E_COUNT);
    TRY(sources, NULL, LF_E_NULL);
    TRY(targets, NULL, LF_E_NULL);
    TRY(sources, &blocked, LF_E_SOURCE_BLOCKED);
    TRY(sources, &outside, LF_E_SOURCE_OUTSIDE);
    TRY(sources, &locked, LF_E_SOURCE_LOCKED);
    TRY(targets, &wall, LF_E_TARGET_BLOCKED);
    TRY(targets, &beyond, LF_E_TARGET_OUTSIDE);
#undef TRY
    CHECK_EQ(lf_keys_search_find(NULL, &query, NULL, 0, &route), LF_E_NULL);
    CHECK_EQ(lf_keys_search_find(search, NULL, NULL, 0, &route), LF_E_NULL);
    CHECK_EQ(lf_keys_search_find(search, &query, NULL, 1, &route), LF_E_NULL);
    CHECK_EQ(lf_keys_search_find(search, &query, tiles, -1, &route), LF_E_COUNT);
    CHECK_EQ(lf_keys_search_tiles(search, tiles, 8), 0);
    CHECK_EQ(lf_keys_search_tiles(NULL, tiles, 8) + lf_keys_search_events(NULL, NULL, 0), 0);
    lf_keys_why why;
    CHECK_EQ(lf_keys_search_explain(NULL, &why, NULL, 0), LF_E_NULL);
    CHECK_EQ(lf_keys_search_explain(search, NULL, NULL, 0), LF_E_NULL);
    CHECK_EQ(lf_keys_search_explain(search, &why, NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_keys_search_explain(search, &why, NULL, -1), LF_E_COUNT);
    // A buffer that is too small gets what fits, and the rest on request.
    const lf_tile door = 2;
    query.targets = &door;
    query.held = 1;
    CHECK_EQ(lf_keys_search_find(search, &query, tiles, 2, &route), LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(route.tile_count, 3);
    CHECK_EQ(lf_keys_search_tiles(search, tiles, 8), 3);
    CHECK_EQ(tiles[2], 2);
    CHECK_EQ(lf_keys_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(lf_goal_name((lf_goal)3) == NULL && lf_keys_strategy_name((lf_keys_strategy)2) == NULL, true);
    lf_keys_search_destroy(search);
    lf_keys_search_destroy(NULL);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

/// A ring of two doors: from one side key `first` comes before `second`, from the other side it is the other
/// way round. One search answers both by turns, and remembers nothing.
static void order_is_found_anew(int first, int second) {
    enum { WIDTH = 5, LEFT = 0, RIGHT = 4 };
    static const unsigned char open[3 * WIDTH] = {1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1};
    const lf_fixture all[] = {{1, (uint8_t)first, LF_FIXTURE_KEY},
                              {2, (uint8_t)first, LF_FIXTURE_DOOR},
                              {3, (uint8_t)second, LF_FIXTURE_KEY},
                              {2 * WIDTH + 2, (uint8_t)second, LF_FIXTURE_DOOR}};
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *keys;
    const lf_map_desc desc = {
        .width = WIDTH, .height = 3, .tiles = open, .tiles_size = sizeof open, .moves = LF_MOVES_ORTHOGONAL};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(lf_fixtures_create(map, &(lf_fixtures_desc){.fixtures = all, .fixture_count = 4}, &fixtures),
             LF_OK);
    CHECK_EQ(lf_keys_search_create(fixtures, NULL, &keys), LF_OK);
    force_points(keys, false);
    for (int i = 0; i < 4; i++) {
        lf_keys_route route;
        const lf_source source = {.tile = i % 2 == 0 ? LEFT : RIGHT};
        const lf_keys_query query = {.sources = &source, .source_count = 1, .goal = LF_GOAL_ALL_KEYS};
        CHECK_EQ(lf_keys_search_find(keys, &query, NULL, 0, &route), LF_OK);
        CHECK_EQ(route.length, i % 2 == 0 ? 3 : 11); // from the right: a, round by its door, b
    }
    lf_keys_search_destroy(keys);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

static void searches_remember_no_order(void) {
    order_is_found_anew(0, 1);
    order_is_found_anew(1, 0);
    order_is_found_anew(62, 63);
    order_is_found_anew(63, 0);
}

/// Stamps of floods at their end: the answers before, at and after the wrap-around are the same.
static void stamps_wrap_around(void) {
    static answer first, again;
    for (uint64_t seed = 0; seed < 40; seed++) {
        dungeon d;
        if (!dungeon_make_large(&d, seed, (lf_moves)(seed % 3))) continue;
        lf_map *map;
        lf_fixtures *fixtures;
        lf_keys_search *keys;
        CHECK(dungeon_build(&d, NULL, &map, &fixtures));
        CHECK_EQ(lf_keys_search_create(fixtures, NULL, &keys), LF_OK);
        force_points(keys, false);
        ask(keys, &d, LF_GOAL_EXIT, LF_KEYS, &first);
        for (uint32_t before = 0; before < 4; before++) {
            keys->reach.stamp = UINT32_MAX - before;
            ask(keys, &d, LF_GOAL_EXIT, LF_KEYS, &again);
            CHECK_EQ(again.status, first.status);
            CHECK_EQ(again.route.length, first.route.length);
            CHECK_EQ(again.route.stats.generated, first.route.stats.generated);
        }
        lf_keys_search_destroy(keys);
        lf_fixtures_destroy(fixtures);
        lf_map_destroy(map);
    }
}

/// 1,500 routes and what they took, hashed: the same on every compiler, optimisation level, sanitizer and
/// platform.
static void golden_hash(void) {
    static answer a;
    uint64_t hash = UINT64_C(14695981039346656037), work = hash;
    for (uint64_t i = 0; i < 500; i++) {
        dungeon d;
        if (!dungeon_make_large(&d, i, (lf_moves)(i % 3))) continue;
        lf_map *map;
        lf_fixtures *fixtures;
        lf_keys_search *search;
        CHECK(dungeon_build(&d, NULL, &map, &fixtures));
        CHECK_EQ(lf_keys_search_create(fixtures, NULL, &search), LF_OK);
        force_points(search, i % 4 == 0);
        for (int g = 0; g < 3; g++) {
            ask(search, &d, goals[g], LF_KEYS, &a);
            for (int64_t k = 0; k < a.route.tile_count; k++)
                hash = (hash ^ a.tiles[k]) * UINT64_C(1099511628211);
            hash = (hash ^ (uint64_t)a.route.stats.states) * UINT64_C(1099511628211);
            work = (work ^ (uint64_t)a.route.stats.generated) * UINT64_C(1099511628211);
            work = (work ^ (uint64_t)a.route.stats.points) * UINT64_C(1099511628211);
            work = (work ^ (uint64_t)a.route.stats.bends) * UINT64_C(1099511628211);
        }
        lf_keys_search_destroy(search);
        lf_fixtures_destroy(fixtures);
        lf_map_destroy(map);
    }
    printf("  hash %" PRIu64 ", of the work %" PRIu64 "\n", hash, work);
    CHECK(hash == UINT64_C(6011553183726578968));
    CHECK(work == UINT64_C(12910081691782996149));
}

/// A limit that is hit before the plain search has had a turn: it takes over the memory of the points, so the
/// best so far must come without them.
static void limit_before_the_plain_search_begins(void) {
    enum { WIDTH = 60, HEIGHT = 40, KEYS = 9 };
    static const lf_tile tiles[KEYS] = {600, 1523, 368, 89, 103, 689, 701, 1290, 792};
    static uint8_t open[WIDTH * HEIGHT];
    memset(open, 1, sizeof open);
    lf_fixture keys[KEYS];
    for (int i = 0; i < KEYS; i++) keys[i] = (lf_fixture){tiles[i], (uint8_t)i, LF_FIXTURE_KEY};
    lf_map *map;
    lf_fixtures *fixtures;
    const lf_map_desc desc = {.width = WIDTH, .height = HEIGHT, .tiles = open, .tiles_size = sizeof open};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    CHECK_EQ(lf_fixtures_create(map, &(lf_fixtures_desc){.fixtures = keys, .fixture_count = KEYS}, &fixtures),
             LF_OK);
    const lf_source source = {.tile = 20 * WIDTH + 30};
    const lf_keys_query query = {.sources = &source, .source_count = 1, .goal = LF_GOAL_ALL_KEYS};
    for (int64_t most = 3; most <= 30; most *= 10) {
        lf_keys_search *search;
        lf_keys_route route;
        CHECK_EQ(lf_keys_search_create(fixtures, &(lf_keys_search_desc){.max_states = most}, &search), LF_OK);
        CHECK_EQ(lf_keys_search_find(search, &query, NULL, 0, &route), LF_LIMIT);
        CHECK(route.found && route.length >= 87 && route.lower_bound <= 87); // 87 is the shortest
        CHECK(route.lower_bound > 0);
        lf_keys_search_destroy(search);
    }
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(keys_equals_plain_king),
        TEST(keys_equals_plain_king_cut),
        TEST(keys_equals_plain_orthogonal),
        TEST(keys_equals_plain_in_rooms),
        TEST(traps),
        TEST(doors_side_by_side),
        TEST(locks_are_told_truly),
        TEST(disagreement_is_told),
        TEST(no_route_says_why),
        TEST(long_chain),
        TEST(plain_tells_its_bytes),
        TEST(thousands_of_doors),
        TEST(to_and_fro),
        TEST(exit_distance_saves_states),
        TEST(full_of_doors_goes_to_plain),
        TEST(long_ways_go_to_plain),
        TEST(two_searches_take_at_most_twice),
        TEST(watches_see_every_state),
        TEST(limits_fall_back_to_plain),
        TEST(limits_at_any_turn),
        TEST(no_room_for_the_plain_search),
        TEST(limit_before_the_plain_search_begins),
        TEST(comb_in_any_order),
        TEST(limit_is_honest),
        TEST(gap_closes_with_states),
        TEST(walk_without_points),
        TEST(limits_with_little_memory),
        TEST(bounds_are_as_good_as_they_were),
        TEST(limits_never_lie),
        TEST(plain_is_refused_before_it_starts),
        TEST(plain_bytes_have_a_limit),
        TEST(tiny_maps_go_to_plain),
        TEST(each_allocation_may_fail),
        TEST(tiny_maps_under_a_limit),
        TEST(all_keys_need_no_target),
        TEST(fixtures_survive_missing_memory),
        TEST(walking_finds_every_jump),
        TEST(walking_finds_every_fault),
        TEST(fixtures_refuse_nonsense),
        TEST(queries_refuse_nonsense),
        TEST(searches_remember_no_order),
        TEST(stamps_wrap_around),
        TEST(golden_hash),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
