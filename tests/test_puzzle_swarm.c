// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// A swarm of small puzzles over all devices, goals, move rules and numbers of heroes, against the judge
// (puzzle_judge.h): lengths, routes, bounds at limits, slices, and the verdicts of lf_puzzle_check on broken
// routes.
//
// Which devices a puzzle has, and how many, is drawn for each puzzle, so that some have nothing but switches,
// some all of them at once. LF_SEED=N LF_CASES=1 repeats the case with seed N; LF_CASES=N tries N a move
// rule.
#include "test.h"

#include "puzzle_judge.h"
#include "slow.h"

#ifdef TEST_IS_SLOW
enum { SWARM_CASES = 300 };
#else
enum { SWARM_CASES = 3000 };
#endif
enum { SWARM_ROOM = 1 << 16 };

static uint32_t draw(uint64_t *random, uint32_t below) {
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*random >> 33) % below);
}

static bool chance(uint64_t *random, uint32_t percent) {
    return draw(random, 100) < percent;
}

// ---------------------------------------------------------------------------------------------------
// The generator
// ---------------------------------------------------------------------------------------------------

typedef struct weights {
    uint32_t walls, types, headings, once, need, kinds, devices;
} weights;

static weights weights_draw(uint64_t *random) {
    static const uint32_t walls[] = {0, 15, 30, 45}, shares[] = {0, 0, 0, 20, 60};
    weights w = {.walls = walls[draw(random, 4)],
                 .types = chance(random, 30) ? 0x7F : draw(random, 0x80) | 1u << draw(random, 7),
                 .headings = shares[draw(random, 5)],
                 .once = shares[draw(random, 5)],
                 .need = shares[draw(random, 5)],
                 .kinds = 1 + draw(random, 3),
                 .devices = 1 + draw(random, 14)};
    return w;
}

/// A device of one of the types that the puzzle has.
static lf_device device_draw(uint64_t *random, const weights *w, lf_tile tile) {
    uint32_t type = draw(random, 7);
    while ((w->types >> type & 1) == 0) type = (type + 1) % 7;
    lf_device d = {.tile = tile, .type = (lf_device_type)type, .kind = (uint8_t)draw(random, w->kinds)};
    if (chance(random, w->headings) || (type == LF_DEVICE_FLOOR && chance(random, 60)))
        d.heading = (lf_heading)(1 + draw(random, 8));
    if (type == LF_DEVICE_TELEPORTER) d.heading = LF_HEADING_ANY;
    d.once = chance(random, w->once) || (type == LF_DEVICE_FLOOR && chance(random, 50));
    d.open = chance(random, 50);
    if (chance(random, w->need)) d.need = (uint8_t)draw(random, 4);
    return d;
}

/// An open tile that nothing shut lies on.
static lf_tile source_draw(riddle *r, uint64_t *random) {
    riddle_state s;
    memset(&s, 0, sizeof s);
    lf_tile tile = 0;
    for (int tries = 0; tries < 60; tries++) {
        tile = draw(random, (uint32_t)(r->width * r->height));
        if (riddle_is_open(r, &s, (int)tile % r->width, (int)tile / r->width)) return tile;
    }
    const int device = riddle_device(r, (int)tile);
    if (device >= 0) r->devices[device].type = LF_DEVICE_FLOOR;
    r->open[tile] = 1;
    return tile;
}

static void ends_draw(riddle *r, uint64_t *random, const weights *w) {
    r->together = chance(random, 35);
    r->source_count = chance(random, 50) ? 1 : 1 + (int)draw(random, r->together ? 3 : 2);
    for (int i = 0; i < r->source_count; i++)
        r->sources[i] = (lf_source){source_draw(r, random), 50 + (uint64_t)i};
    r->target_count = 1 + (int)draw(random, 2);
    for (int i = 0; i < r->target_count; i++) {
        r->targets[i] = draw(random, (uint32_t)(r->width * r->height));
        r->open[r->targets[i]] = 1;
    }
    r->goal = (lf_goal)draw(random, 3);
    for (uint32_t k = 0; k < w->kinds; k++) {
        if (chance(random, 10)) r->held[k] = (uint8_t)(1 + draw(random, 2));
        if (chance(random, 15)) r->needed[k] = (uint8_t)(1 + draw(random, 3));
    }
}

static void riddle_make(riddle *r, uint64_t seed, lf_moves moves) {
    uint64_t random = seed * 2862933555777941757u + 3037000493u;
    for (int i = 0; i < 4; i++) draw(&random, 2);
    memset(r, 0, sizeof *r);
    r->moves = moves;
    r->width = 2 + (int)draw(&random, 7);
    r->height = 1 + (int)draw(&random, 5);
    const weights w = weights_draw(&random);
    r->used_up = draw(&random, 8);
    for (int i = 0; i < r->width * r->height; i++) r->open[i] = !chance(&random, w.walls);
    for (uint32_t i = 0; i < w.devices; i++) {
        const int tile = (int)draw(&random, (uint32_t)(r->width * r->height));
        if (riddle_device(r, tile) >= 0) continue;
        r->open[tile] = 1;
        r->devices[r->device_count++] = device_draw(&random, &w, (lf_tile)tile);
    }
    ends_draw(r, &random, &w);
}

// ---------------------------------------------------------------------------------------------------
// One case
// ---------------------------------------------------------------------------------------------------

static riddle_answer answer, sliced;

/// NULL, or what is wrong with an answer in slices, which may be ended early.
static const char *ask_sliced(const riddle *r, const lf_puzzle *puzzle, lf_puzzle_search *search,
                              int64_t slices, int64_t length, uint64_t taken) {
    const lf_puzzle_query query = riddle_query(r);
    lf_status status = lf_puzzle_search_begin(search, &query);
    for (int64_t i = 0; i < slices && status == LF_PAUSED; i++) status = lf_puzzle_search_step(search, 1);
    sliced.status = lf_puzzle_search_finish(search, sliced.steps, RIDDLE_STEPS, &sliced.route);
    if (slices < INT64_MAX) return riddle_check_limited(r, puzzle, &sliced, length, taken);
    if (sliced.status != answer.status || sliced.route.length != answer.route.length ||
        sliced.route.stats.states != answer.route.stats.states ||
        sliced.route.step_count != answer.route.step_count ||
        memcmp(sliced.steps, answer.steps, (size_t)answer.route.step_count * sizeof *answer.steps) != 0)
        return "slices give another answer";
    return NULL;
}

/// NULL, or what is wrong with an answer under a limit.
static const char *ask_limited(const riddle *r, const lf_puzzle *puzzle, const lf_puzzle_search_desc *desc,
                               int64_t length, uint64_t taken) {
    const lf_puzzle_query query = riddle_query(r);
    lf_puzzle_search *search;
    if (lf_puzzle_search_create(puzzle, desc, &search) != LF_OK) return "the search cannot be made";
    sliced.status = lf_puzzle_search_find(search, &query, sliced.steps, RIDDLE_STEPS, &sliced.route);
    const char *fault = sliced.status == LF_E_MEMORY_LIMIT && desc->max_bytes > 0
                            ? NULL
                            : riddle_check_limited(r, puzzle, &sliced, length, taken);
    lf_puzzle_search_destroy(search);
    return fault;
}

/// NULL, or how the verdict on a walk that was changed in one step differs from the judge's.
static const char *check_broken(const riddle *r, const lf_puzzle *puzzle, uint64_t *random) {
    const lf_puzzle_query query = riddle_query(r);
    const int64_t count = answer.route.step_count;
    for (int tries = 0; answer.route.found && tries < 4; tries++) {
        memcpy(sliced.steps, answer.steps, (size_t)count * sizeof *answer.steps);
        lf_puzzle_step *step = &sliced.steps[draw(random, (uint32_t)count)];
        const uint32_t tiles = (uint32_t)(r->width * r->height);
        step->tile = draw(random, tiles + 1);
        if (chance(random, 20)) step->hero = (int32_t)draw(random, 4) - 1;
        bool done;
        lf_puzzle_walk walk;
        const int64_t legal = riddle_walk(r, sliced.steps, count, &done);
        const lf_status status = lf_puzzle_check(puzzle, &query, sliced.steps, count, NULL, 0, &walk);
        if (status != (legal == count ? LF_OK : LF_BROKEN)) return "a broken route is judged otherwise";
        if (walk.at != (legal == count ? -1 : legal)) return "a route is told to break elsewhere";
        if (walk.done != (legal == count && done)) return "the goal of a walk is judged otherwise";
    }
    return NULL;
}

typedef struct tally {
    uint64_t found, none, unknown, limited;
} tally;

/// NULL, or what is wrong with any answer.
static const char *riddle_judge(const riddle *r, uint64_t seed, tally *t) {
    uint64_t taken, random = seed * 77 + 5;
    const int64_t length = riddle_length(r, SWARM_ROOM, &taken);
    if (length == RIDDLE_GAVE_UP) {
        t->unknown++;
        return NULL;
    }
    lf_map *map;
    lf_puzzle *puzzle;
    lf_puzzle_search *search = NULL;
    const lf_puzzle_query query = riddle_query(r);
    if (!riddle_build(r, NULL, &map, &puzzle) || lf_puzzle_search_create(puzzle, NULL, &search) != LF_OK)
        return "the puzzle cannot be made";
    answer.status = lf_puzzle_search_find(search, &query, answer.steps, RIDDLE_STEPS, &answer.route);
    const char *fault = riddle_check_proven(r, puzzle, &answer, length, taken);
    if (fault == NULL) fault = check_broken(r, puzzle, &random);
    if (fault == NULL) fault = ask_sliced(r, puzzle, search, INT64_MAX, length, taken);
    if (fault == NULL) fault = ask_sliced(r, puzzle, search, draw(&random, 30), length, taken);
    const lf_puzzle_search_desc few = {.max_states = 1 + (int64_t)draw(&random, 40)};
    if (fault == NULL) fault = ask_limited(r, puzzle, &few, length, taken);
    t->limited += sliced.status == LF_LIMIT;
    const lf_puzzle_search_desc small = {.max_bytes = 2000 + (int64_t)draw(&random, 30000)};
    if (fault == NULL) fault = ask_limited(r, puzzle, &small, length, taken);
    t->found += length >= 0;
    t->none += length < 0;
    lf_puzzle_search_destroy(search);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
    return fault;
}

// ---------------------------------------------------------------------------------------------------
// Failures
// ---------------------------------------------------------------------------------------------------

/// Takes devices and ends away as long as the case still fails.
static void riddle_shrink(riddle *r, uint64_t seed) {
    tally ignored = {0};
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (int i = 0; i < r->device_count; i++) {
            riddle less = *r;
            less.devices[i] = less.devices[--less.device_count];
            if (riddle_judge(&less, seed, &ignored) == NULL) continue;
            *r = less;
            smaller = true;
        }
        for (int k = 0; k < RIDDLE_KINDS; k++) {
            riddle less = *r;
            less.held[k] = less.needed[k] = 0;
            if ((r->held[k] | r->needed[k]) == 0 || riddle_judge(&less, seed, &ignored) == NULL) continue;
            *r = less;
            smaller = true;
        }
    }
}

static void riddle_print(const riddle *r) {
    printf("  %s moves, goal %s, used up %x, %s\n", lf_moves_name(r->moves), lf_goal_name(r->goal),
           (unsigned)r->used_up, r->together ? "together" : "one hero");
    for (int y = 0; y < r->height; y++) {
        printf("  ");
        for (int x = 0; x < r->width; x++) putchar(r->open[y * r->width + x] ? '.' : '#');
        putchar('\n');
    }
    for (int i = 0; i < r->source_count; i++) printf("  from tile %u\n", r->sources[i].tile);
    for (int i = 0; i < r->target_count; i++) printf("  to tile %u\n", r->targets[i]);
    for (int k = 0; k < RIDDLE_KINDS; k++)
        if ((r->held[k] | r->needed[k]) != 0)
            printf("  kind %d: held %d, needed %d\n", k, r->held[k], r->needed[k]);
    for (int i = 0; i < r->device_count; i++) {
        const lf_device *d = &r->devices[i];
        printf("  tile %u: %s %d, %s, need %d%s%s\n", d->tile, lf_device_type_name(d->type), d->kind,
               lf_heading_name(d->heading), d->need, d->open ? ", open" : "", d->once ? ", once" : "");
    }
}

static void swarm(lf_moves moves) {
    const uint64_t seed = test_seed(), cases = test_case_count(SWARM_CASES);
    tally t = {0};
    for (uint64_t i = 0; i < cases; i++) {
        riddle r;
        riddle_make(&r, seed + i, moves);
        if (riddle_judge(&r, seed + i, &t) == NULL) continue;
        riddle_shrink(&r, seed + i);
        printf("  LF_SEED=%" PRIu64 " LF_CASES=1: %s\n", seed + i, riddle_judge(&r, seed + i, &t));
        riddle_print(&r);
        CHECK(false);
        return;
    }
    printf("  %" PRIu64 " with a route, %" PRIu64 " without, %" PRIu64 " too large to judge, %" PRIu64
           " ended at a limit on states\n",
           t.found, t.none, t.unknown, t.limited);
    CHECK(cases < 100 || (t.found > cases / 4 && t.none > cases / 20 && t.limited > cases / 20));
    CHECK(t.unknown <= cases / 10 + 1);
}

static void king_moves(void) {
    swarm(LF_MOVES_KING);
}

static void king_moves_that_cut_corners(void) {
    swarm(LF_MOVES_KING_CUT);
}

static void orthogonal_moves(void) {
    swarm(LF_MOVES_ORTHOGONAL);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(king_moves), TEST(king_moves_that_cut_corners),
                                      TEST(orthogonal_moves)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
