// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A swarm of small dungeons crowded with doors, against the judge (dungeon_judge.h): every answer of `keys`
// and `keys-plain` under all goals and move rules, every route and every explanation.
//
// Swarm: the weights of the features are drawn for each dungeon, so that some have doors side by side and
// hardly a wall, some have a kind without a key, some have nothing but copies of one key. Averaged weights
// never make such extremes; the first generator (dungeon_make) had them, and missed a fault that one in 1,700
// of these shows.
//
// Cases run in a child process, a batch at a time, so that a case that crashes is found and shrunk like one
// that is wrong: rows, columns, fixtures and ends are taken away as long as it still fails. What is left is
// printed as text. LF_SEED=N LF_SWARM=1 runs the one case with seed N; LF_SWARM=N runs N a move rule.
#define _POSIX_C_SOURCE 200809L // fork

#include "test.h"

#include "dungeon_judge.h"
#include "keys/keys.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SWARM_CASES = 10000, SWARM_BATCH = 500 };

// ---------------------------------------------------------------------------------------------------
// The generator
// ---------------------------------------------------------------------------------------------------

/// What is drawn once for each dungeon.
typedef struct swarm_weights {
    int kinds;
    uint32_t walls, clustered, keyless, copies, ends_on_fixtures, doors;
} swarm_weights;

/// Each weight is drawn from a few values, extremes among them; half of the dungeons have all the doors they
/// can. With these, one dungeon in 1,700 under king moves showed the fault that the swarm was made for.
static swarm_weights swarm_draw(uint64_t *random) {
    static const uint32_t walls[] = {0, 20, 40, 60, 60}, doors[] = {1, 6, 6, 6, 6};
    static const uint32_t keyless[] = {0, 0, 0, 0, 30}, copies[] = {1, 2, 3, 3, 3};
    static const uint32_t shares[] = {0, 50, 100};
    return (swarm_weights){.kinds = 3 + (int)dungeon_random(random, 4),
                           .walls = walls[dungeon_random(random, 5)],
                           .clustered = shares[dungeon_random(random, 3)],
                           .keyless = keyless[dungeon_random(random, 5)],
                           .copies = copies[dungeon_random(random, 5)],
                           .ends_on_fixtures = shares[dungeon_random(random, 3)],
                           .doors = doors[dungeon_random(random, 5)]};
}

/// A tile for a fixture: anywhere, or beside a door. Walls are built over, so that doors come to stand in them.
static int swarm_place(const dungeon *d, uint64_t *random, bool beside_door) {
    const int tiles = d->width * d->height;
    int tile = (int)dungeon_random(random, (uint32_t)tiles);
    for (int tries = 0; beside_door && tries < 20; tries++) {
        const int at = (int)dungeon_random(random, (uint32_t)tiles);
        const int x = at % d->width + (int)dungeon_random(random, 3) - 1;
        const int y = at / d->width + (int)dungeon_random(random, 3) - 1;
        if (!dungeon_is_door(d->tiles[at]) || x < 0 || y < 0 || x >= d->width || y >= d->height) continue;
        tile = y * d->width + x;
        break;
    }
    return tile;
}

static void swarm_put(dungeon *d, uint64_t *random, bool beside_door, char fixture) {
    const int tile = swarm_place(d, random, beside_door);
    if (d->tiles[tile] == '#' || d->tiles[tile] == '.') d->tiles[tile] = fixture;
}

static void swarm_put_fixtures(dungeon *d, uint64_t *random, const swarm_weights *w) {
    for (int k = 0; k < w->kinds; k++) {
        const uint32_t doors = 1 + dungeon_random(random, w->doors);
        for (uint32_t i = 0; i < doors; i++)
            swarm_put(d, random, dungeon_random(random, 100) < w->clustered, (char)('A' + k));
        if (dungeon_random(random, 100) < w->keyless) continue;
        const uint32_t search = 1 + dungeon_random(random, w->copies);
        for (uint32_t i = 0; i < search; i++) swarm_put(d, random, false, (char)('a' + k));
    }
}

/// An open tile for an end, mostly bare floor or mostly not, by the dungeon's weight.
static lf_tile swarm_end(dungeon *d, uint64_t *random, const swarm_weights *w) {
    const bool on_fixture = dungeon_random(random, 100) < w->ends_on_fixtures;
    lf_tile tile = 0;
    for (int tries = 0; tries < 30; tries++) {
        tile = dungeon_random(random, (uint32_t)(d->width * d->height));
        if (d->tiles[tile] != '#' && (d->tiles[tile] != '.') == on_fixture) break;
    }
    if (d->tiles[tile] == '#') d->tiles[tile] = '.';
    return tile;
}

static void swarm_put_ends(dungeon *d, uint64_t *random, const swarm_weights *w) {
    if (dungeon_random(random, 5) == 0) d->held = UINT64_C(1) << dungeon_random(random, (uint32_t)w->kinds);
    d->source_count = 1 + (int)(dungeon_random(random, 4) == 0) * (1 + (int)dungeon_random(random, 2));
    d->target_count = 1 + (int)(dungeon_random(random, 4) == 0);
    for (int i = 0; i < d->source_count; i++) {
        const lf_tile tile = swarm_end(d, random, w);
        const char c = d->tiles[tile];
        if (dungeon_is_door(c) && (d->held >> (c - 'A') & 1) == 0) d->tiles[tile] = '.';
        d->sources[i] = (lf_source){tile, (uint64_t)i};
    }
    for (int i = 0; i < d->target_count; i++) d->targets[i] = swarm_end(d, random, w);
}

static void swarm_make(dungeon *d, uint64_t seed, lf_moves moves) {
    uint64_t random = seed * 2862933555777941757u + 3037000493u;
    for (int i = 0; i < 4; i++) dungeon_random(&random, 2);
    *d = (dungeon){.moves = moves};
    d->width = 3 + (int)dungeon_random(&random, 7);
    d->height = 2 + (int)dungeon_random(&random, 5);
    const swarm_weights weights = swarm_draw(&random);
    for (int i = 0; i < d->width * d->height; i++)
        d->tiles[i] = dungeon_random(&random, 100) < weights.walls ? '#' : '.';
    swarm_put_fixtures(d, &random, &weights);
    swarm_put_ends(d, &random, &weights);
}

// ---------------------------------------------------------------------------------------------------
// One case
// ---------------------------------------------------------------------------------------------------

/// NULL, or what is wrong with any answer: each goal, by points over bends and over tiles, plain, and both by
/// turns. One object answers all of them, as a program would use it.
static const char *swarm_judge(const dungeon *d, lf_goal *goal) {
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_search *search = NULL;
    const char *fault = NULL;
    if (!dungeon_build(d, NULL, &map, &fixtures) || lf_keys_search_create(fixtures, NULL, &search) != LF_OK)
        return "the dungeon cannot be made";
    search->plain_below = 0;               // `keys` is not to leave small maps to the plain search
    search->sharp_above = d->width % 4;    // the bound is sharpened from the first states on
    search->advance_above = d->height % 3; // and so beams and tours help, once or twice,
    search->hop_above = d->width % 3 - 1;  // hops and patterns as well
    search->rival_above = 0;               // by turns, from the first door on, with an aim or without
    search->aim_above = d->height % 2 == 0 ? 0 : UINT64_MAX;
    if (d->width % 2 == 0) search->cuts_below = 0; // else tours are mostly not tried
    for (int i = 0; fault == NULL && i < 12; i++) {
        *goal = (lf_goal)(i / 4);
        search->plain_below = i % 4 == 3 ? 1 : 0; // small maps are not left to the plain search, or by turns
        search->dense_above = i % 4 == 0 ? 0 : DUNGEON_MAX;
        fault = judge_ask(d, fixtures, search, *goal, i % 4 == 2 ? LF_KEYS_PLAIN : LF_KEYS);
    }
    lf_keys_search_destroy(search);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    return fault;
}

/// NULL, or what is wrong with any answer by ways made once: each goal, without a limit and with one on states.
static const char *swarm_judge_ways(const dungeon *d, lf_goal *goal) {
    lf_map *map;
    lf_fixtures *fixtures;
    lf_keys_ways *ways;
    const char *fault = NULL;
    if (!dungeon_build(d, NULL, &map, &fixtures) || lf_keys_ways_create(fixtures, NULL, &ways) != LF_OK)
        return "the ways cannot be made";
    for (int i = 0; fault == NULL && i < 6; i++) {
        const lf_keys_search_desc desc = {.ways = ways,
                                          .max_states = i >= 3 ? 1 + (d->width + d->height) % 6 : 0};
        lf_keys_search *search;
        *goal = (lf_goal)(i % 3);
        if (lf_keys_search_create(fixtures, &desc, &search) != LF_OK) return "the search cannot be made";
        search->plain_below = 0;
        search->sharp_above = d->height % 4;
        search->advance_above = d->width % 3;
        search->hop_above = d->height % 3 - 1;
        fault = i < 3 ? judge_ask(d, fixtures, search, *goal, LF_KEYS)
                      : judge_ask_limited(d, fixtures, search, *goal, true);
        lf_keys_search_destroy(search);
    }
    lf_keys_ways_destroy(ways);
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    return fault;
}

/// NULL, or what is wrong with any answer at a limit: on states, where there is always a route, or on memory.
static const char *swarm_judge_limits(const dungeon *d, lf_goal *goal) {
    lf_map *map;
    lf_fixtures *fixtures;
    const char *fault = NULL;
    if (!dungeon_build(d, NULL, &map, &fixtures)) return "the dungeon cannot be made";
    for (int i = 0; fault == NULL && i < 9; i++) {
        const lf_keys_search_desc desc = {.max_states = i % 3 == 0 ? 1 + (d->width + d->height) % 6 : 0,
                                          .max_bytes = i % 3 == 0   ? 0
                                                       : i % 3 == 1 ? 4000 + 97 * d->width
                                                                    : 7000 + 1000 * d->width};
        lf_keys_search *search;
        *goal = (lf_goal)(i / 3);
        if (lf_keys_search_create(fixtures, &desc, &search) != LF_OK) return "the search cannot be made";
        search->plain_below = 0;
        search->dense_above = d->height % 2 == 0 ? 0 : DUNGEON_MAX;
        search->advance_above = d->width % 4;
        search->hop_above = d->height % 4;
        fault = judge_ask_limited(d, fixtures, search, *goal, i % 3 == 0);
        bool ended;
        if (fault == NULL && i % 3 == 0) // in slices, stopped somewhere
            fault = judge_ask_stopped(d, fixtures, search, *goal, LF_KEYS, (d->width * 7 + d->height) % 24,
                                      &ended);
        lf_keys_search_destroy(search);
    }
    lf_fixtures_destroy(fixtures);
    lf_map_destroy(map);
    return fault;
}

static const char *swarm_judge_all(const dungeon *d, lf_goal *goal) {
    const char *fault = swarm_judge(d, goal);
    if (fault == NULL) fault = swarm_judge_ways(d, goal);
    return fault != NULL ? fault : swarm_judge_limits(d, goal);
}

/// Whether a child process that judges these dungeons ends badly; it says nothing.
static bool swarm_fails(const dungeon *d, uint64_t seed, uint64_t count, lf_moves moves) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0 && dup2(nowhere, 1) >= 0) dup2(nowhere, 2);
        lf_goal goal;
        bool fine = d == NULL || swarm_judge_all(d, &goal) == NULL;
        for (uint64_t i = 0; fine && i < count; i++) {
            dungeon made;
            swarm_make(&made, seed + i, moves);
            fine = swarm_judge_all(&made, &goal) == NULL;
        }
        _exit(fine ? 0 : 1);
    }
    int status = -1;
    if (!CHECK(child > 0 && waitpid(child, &status, 0) == child)) return false;
    return status != 0;
}

// ---------------------------------------------------------------------------------------------------
// Shrinking
// ---------------------------------------------------------------------------------------------------

static bool end_is_cut(lf_tile tile, const dungeon *d, int x, int y) {
    return (int)tile % d->width == x || (int)tile / d->width == y;
}

static lf_tile end_moved(lf_tile tile, const dungeon *d, int x, int y) {
    const int at_x = (int)tile % d->width, at_y = (int)tile / d->width;
    const int width = d->width - (x >= 0);
    return (lf_tile)((at_y - (y >= 0 && at_y > y)) * width + at_x - (x >= 0 && at_x > x));
}

/// The dungeon without column x or row y (-1: none); false if no source or no target would be left.
static bool shrink_cut(const dungeon *d, int x, int y, dungeon *out) {
    *out = (dungeon){.moves = d->moves, .held = d->held};
    out->width = d->width - (x >= 0);
    out->height = d->height - (y >= 0);
    if (out->width < 1 || out->height < 1) return false;
    int count = 0;
    for (int i = 0; i < d->width * d->height; i++)
        if (!end_is_cut((lf_tile)i, d, x, y)) out->tiles[count++] = d->tiles[i];
    for (int i = 0; i < d->source_count; i++)
        if (!end_is_cut(d->sources[i].tile, d, x, y))
            out->sources[out->source_count++] = (lf_source){end_moved(d->sources[i].tile, d, x, y), 0};
    for (int i = 0; i < d->target_count; i++)
        if (!end_is_cut(d->targets[i], d, x, y))
            out->targets[out->target_count++] = end_moved(d->targets[i], d, x, y);
    return out->source_count > 0 && out->target_count > 0;
}

static bool tile_is_end(const dungeon *d, int tile) {
    for (int i = 0; i < d->source_count; i++)
        if ((int)d->sources[i].tile == tile) return true;
    for (int i = 0; i < d->target_count; i++)
        if ((int)d->targets[i] == tile) return true;
    return false;
}

/// The next smaller dungeon to try, by number: rows and columns, ends, keys in hand, then single tiles.
static bool shrink_try(const dungeon *d, int number, dungeon *out, bool *more) {
    const int tiles = d->width * d->height;
    *more = true;
    *out = *d;
    if (number < d->width) return shrink_cut(d, number, -1, out);
    if ((number -= d->width) < d->height) return shrink_cut(d, -1, number, out);
    if ((number -= d->height) == 0) {
        out->held = 0;
        return d->held != 0;
    }
    if ((number -= 1) < d->source_count) {
        out->sources[number] = out->sources[--out->source_count];
        return d->source_count > 1;
    }
    if ((number -= d->source_count) < d->target_count) {
        out->targets[number] = out->targets[--out->target_count];
        return d->target_count > 1;
    }
    number -= d->target_count;
    *more = number < 2 * tiles;
    if (!*more) return false;
    const char now = d->tiles[number / 2], then = number % 2 == 0 ? '#' : '.';
    out->tiles[number / 2] = then;
    return now != then && now != '#' && !(then == '#' && tile_is_end(d, number / 2));
}

static void shrink(dungeon *d) {
    bool more = true;
    for (int number = 0; more; number++) {
        dungeon smaller;
        if (!shrink_try(d, number, &smaller, &more) || !swarm_fails(&smaller, 0, 0, d->moves)) continue;
        *d = smaller;
        number = -1;
    }
}

static void swarm_print(const dungeon *d) {
    static const char *const rules[] = {"king", "king-cut", "orthogonal"};
    printf("  %s moves, held %x, from", rules[d->moves], (unsigned)d->held);
    for (int i = 0; i < d->source_count; i++)
        printf(" %d,%d", (int)d->sources[i].tile % d->width, (int)d->sources[i].tile / d->width);
    printf(", to");
    for (int i = 0; i < d->target_count; i++)
        printf(" %d,%d", (int)d->targets[i] % d->width, (int)d->targets[i] / d->width);
    putchar('\n');
    for (int y = 0; y < d->height; y++) printf("    %.*s\n", d->width, d->tiles + y * d->width);
}

static void swarm_report(uint64_t seed, lf_moves moves) {
    dungeon d;
    swarm_make(&d, seed, moves);
    printf("  fails: LF_SEED=%" PRIu64 " LF_SWARM=1\n", seed);
    swarm_print(&d);
    shrink(&d);
    printf("  smallest that still fails:\n");
    swarm_print(&d);
    fflush(stdout);
    lf_goal goal;
    const char *fault = swarm_judge_all(&d, &goal); // if it crashes, it crashes here
    printf("  goal %s: %s\n", lf_goal_name(goal),
           fault != NULL ? fault : "crashed, or failed in a child only");
    CHECK(fault == NULL);
}

// ---------------------------------------------------------------------------------------------------
// Tests
// ---------------------------------------------------------------------------------------------------

static uint64_t swarm_cases(void) {
    const char *text = getenv("LF_SWARM");
    return text != NULL ? strtoull(text, NULL, 10) : SWARM_CASES;
}

/// Every failing case counts; the first is shrunk and shown.
static void swarm_under(lf_moves moves) {
    const uint64_t seed = test_seed(), cases = swarm_cases();
    uint64_t wrong = 0, first = 0;
    for (uint64_t i = 0; i < cases; i += SWARM_BATCH) {
        const uint64_t count = cases - i < SWARM_BATCH ? cases - i : SWARM_BATCH;
        if (!swarm_fails(NULL, seed + i, count, moves)) continue;
        for (uint64_t k = i; k < i + count; k++)
            if (swarm_fails(NULL, seed + k, 1, moves) && wrong++ == 0) first = seed + k;
    }
    printf("  %" PRIu64 " dungeons, %" PRIu64 " wrong\n", cases, wrong);
    CHECK_EQ(wrong, 0);
    if (wrong > 0) swarm_report(first, moves);
}

static void swarm_king(void) {
    swarm_under(LF_MOVES_KING);
}
static void swarm_king_cut(void) {
    swarm_under(LF_MOVES_KING_CUT);
}
static void swarm_orthogonal(void) {
    swarm_under(LF_MOVES_ORTHOGONAL);
}

/// The generator makes what it is for: routes and none, doors side by side, several starts, explanations that
/// name another start.
static void swarm_is_varied(void) {
    int found = 0, crowded = 0, another_start = 0;
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < 2000; i++) {
        dungeon d;
        judge_walk w;
        judge_why why;
        swarm_make(&d, seed + i, LF_MOVES_KING);
        judge_run(&w, &d, 0, d.source_count, (unsigned)d.held, LF_GOAL_EXIT);
        found += w.length >= 0;
        judge_explain(&d, LF_GOAL_EXIT, &why);
        bool beside = false, other = false;
        for (int t = 0; t + 1 < d.width * d.height; t++) {
            beside = beside || (dungeon_is_door(d.tiles[t]) && dungeon_is_door(d.tiles[t + 1]));
            other = other || (why.locked[t] && (why.reached >> (d.tiles[t] - 'A') & 1) != 0);
        }
        crowded += beside;
        another_start += other && w.length < 0;
    }
    printf("  of 2000: %d routes, %d with doors side by side, %d where another start has the key\n", found,
           crowded, another_start);
    CHECK(found > 400 && found < 1800 && crowded > 1000 && another_start > 5);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(swarm_king), TEST(swarm_king_cut), TEST(swarm_orthogonal),
                                      TEST(swarm_is_varied)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
