// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Puzzles: each device by a drawing whose answer can be counted by hand, statuses, limits, slices, memory.
#include "test.h"

#include "meter.h"
#include "puzzle/puzzle.h"
#include "puzzle_judge.h"

static riddle_answer answer;

// ---------------------------------------------------------------------------------------------------
// Drawings
// ---------------------------------------------------------------------------------------------------

/// A puzzle from rows, '/' ends a row. '#' wall, '.' floor, 'S' start, 'E' exit; letters a to d keys, A to D
/// doors; 'x' 'X' switch and shut barrier, 'y' 'Y' switch and open barrier, both of kind 4 and 5; 'o'
/// teleporters; '1' to '4' places; '<' '>' '^' 'v' floor with a heading; '_' floor that is for once.
static riddle riddle_drawn(const char *text, lf_moves moves) {
    static const struct {
        char sign;
        lf_device device;
    } signs[] = {
        {'x', {.type = LF_DEVICE_SWITCH, .kind = 4}},
        {'X', {.type = LF_DEVICE_BARRIER, .kind = 4}},
        {'y', {.type = LF_DEVICE_SWITCH, .kind = 5}},
        {'Y', {.type = LF_DEVICE_BARRIER, .kind = 5, .open = true}},
        {'o', {.type = LF_DEVICE_TELEPORTER}},
        {'_', {.once = true}},
        {'<', {.heading = LF_HEADING_WEST}},
        {'>', {.heading = LF_HEADING_EAST}},
        {'^', {.heading = LF_HEADING_NORTH}},
        {'v', {.heading = LF_HEADING_SOUTH}},
        {'1', {.type = LF_DEVICE_PLACE, .kind = 1}},
        {'2', {.type = LF_DEVICE_PLACE, .kind = 2}},
        {'3', {.type = LF_DEVICE_PLACE, .kind = 3}},
        {'4', {.type = LF_DEVICE_PLACE, .kind = 7}},
    };
    riddle r;
    memset(&r, 0, sizeof r);
    r.moves = moves;
    r.width = (int)strcspn(text, "/");
    int tile = 0;
    for (; *text != '\0'; text++) {
        if (*text == '/') continue;
        lf_device device = {.tile = (lf_tile)tile};
        bool is_device = false;
        if (*text >= 'a' && *text <= 'd') {
            is_device = true;
            device.type = LF_DEVICE_KEY;
            device.kind = (uint8_t)(*text - 'a');
        }
        if (*text >= 'A' && *text <= 'D') {
            is_device = true;
            device.type = LF_DEVICE_DOOR;
            device.kind = (uint8_t)(*text - 'A');
        }
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
            if (signs[i].sign != *text) continue;
            device = signs[i].device;
            device.tile = (lf_tile)tile;
            is_device = true;
        }
        if (is_device) r.devices[r.device_count++] = device;
        if (*text == 'S') r.sources[r.source_count++] = (lf_source){(lf_tile)tile, 9};
        if (*text == 'E') r.targets[r.target_count++] = (lf_tile)tile;
        r.open[tile++] = *text != '#';
    }
    r.height = tile / r.width;
    return r;
}

/// Asks, judges, and gives the length; -1 if there is no route.
static int64_t riddle_ask(const riddle *r) {
    lf_map *map;
    lf_puzzle *puzzle;
    lf_puzzle_search *search = NULL;
    uint64_t taken;
    const lf_puzzle_query query = riddle_query(r);
    if (!CHECK(riddle_build(r, NULL, &map, &puzzle))) return -3;
    CHECK_EQ(lf_puzzle_search_create(puzzle, NULL, &search), LF_OK);
    answer.status = lf_puzzle_search_find(search, &query, answer.steps, RIDDLE_STEPS, &answer.route);
    const int64_t length = riddle_length(r, 1 << 18, &taken);
    if (length != RIDDLE_GAVE_UP) {
        const char *fault = riddle_check_proven(r, puzzle, &answer, length, taken);
        if (!CHECK(fault == NULL)) printf("  %s\n", fault);
    }
    lf_puzzle_search_destroy(search);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
    return answer.route.found ? answer.route.length : -1;
}

static int64_t drawn_ask(const char *text) {
    const riddle r = riddle_drawn(text, LF_MOVES_ORTHOGONAL);
    return riddle_ask(&r);
}

// ---------------------------------------------------------------------------------------------------
// Devices
// ---------------------------------------------------------------------------------------------------

/// One key, two doors of its kind: kept it opens both, used up only one of them.
static void keys_that_are_used_up(void) {
    riddle r = riddle_drawn("SaA.A.E", LF_MOVES_ORTHOGONAL);
    CHECK_EQ(riddle_ask(&r), 6);
    r.used_up = 1;
    CHECK_EQ(riddle_ask(&r), -1);
    CHECK_EQ(answer.route.reached, 1);
    CHECK(!answer.route.walled);
    r.held[0] = 1;
    CHECK_EQ(riddle_ask(&r), 6);
    r = riddle_drawn("SaAaA.E", LF_MOVES_ORTHOGONAL);
    r.used_up = 1;
    CHECK_EQ(riddle_ask(&r), 6);
    // The door nearer by hides nothing: whoever spends the key there is lost.
    r = riddle_drawn("A.S.a/"
                     ".##.#/"
                     "###A#/"
                     "###E#",
                     LF_MOVES_ORTHOGONAL);
    r.used_up = 1;
    CHECK_EQ(riddle_ask(&r), 6);
}

/// A door that asks for three gems; a goal that asks for them.
static void items_in_a_number(void) {
    riddle r = riddle_drawn("aSaDa", LF_MOVES_ORTHOGONAL);
    r.targets[r.target_count++] = 4;
    r.devices[2].kind = 0;
    r.devices[2].need = 2;
    CHECK_EQ(riddle_ask(&r), 1 + 2 + 2);
    r.devices[2].need = 3;
    CHECK_EQ(riddle_ask(&r), -1);
    r = riddle_drawn("a.S.a/"
                     "..E../"
                     "a...a",
                     LF_MOVES_ORTHOGONAL);
    CHECK_EQ(riddle_ask(&r), 1);
    r.needed[0] = 3;
    CHECK_EQ(riddle_ask(&r), 2 + 4 + 2 + 3);
    r.needed[0] = 5;
    CHECK_EQ(riddle_ask(&r), -1);
    CHECK(answer.route.walled);
    r.goal = LF_GOAL_ALL_KEYS;
    r.needed[0] = 0;
    CHECK_EQ(riddle_ask(&r), 2);
}

/// A switch must be turned twice: it opens one barrier and shuts the other.
static void switches(void) {
    CHECK_EQ(drawn_ask("S.xXE"), 4);
    CHECK_EQ(drawn_ask("S.yYE"), 2 + 2 + 2); // on the switch, off it and on it again
    CHECK_EQ(drawn_ask("S.yY.E/"
                       "....##"),
             2 + 2 + 3); // the same, or around the switch
    CHECK_EQ(drawn_ask("SXE"), -1);
    CHECK_EQ(drawn_ask("SYE"), 2);
}

static void switch_off_and_on_again(void) {
    // The key lies behind a barrier that is open at first; the way to the exit is shut until the switch is
    // turned.
    riddle r = riddle_drawn("aY.x.XE/"
                            "###S###",
                            LF_MOVES_ORTHOGONAL);
    for (int i = 0; i < r.device_count; i++)
        if (r.devices[i].type != LF_DEVICE_KEY) r.devices[i].kind = 4;
    r.goal = LF_GOAL_ALL_KEYS_EXIT;
    // On the switch, off it and on it again, to the key, back over the switch and out.
    CHECK_EQ(riddle_ask(&r), 1 + 2 + 3 + 6);
}

static void teleporters(void) {
    CHECK_EQ(drawn_ask("So##oE"), 3);
    CHECK_EQ(drawn_ask("So##.E"), -1);
    CHECK_EQ(drawn_ask("So.o.o.E"), 4);
    CHECK_EQ(drawn_ask("o.S.o/"
                       "####./"
                       "E...."),
             2 + 2 + 4);
}

static void one_way_tiles(void) {
    CHECK_EQ(drawn_ask("S>E"), 2);
    CHECK_EQ(drawn_ask("S<E"), -1);
    CHECK(answer.route.walled);
    CHECK_EQ(drawn_ask("S^E/"
                       "..."),
             4);
    // Not entered against its heading, even to end there.
    riddle r = riddle_drawn("S.<", LF_MOVES_ORTHOGONAL);
    r.targets[r.target_count++] = 2;
    CHECK_EQ(riddle_ask(&r), -1);
    r.devices[0].heading = LF_HEADING_NORTH;
    CHECK_EQ(riddle_ask(&r), 2);
}

static void doors_that_open_one_way(void) {
    riddle r = riddle_drawn("SaAE", LF_MOVES_ORTHOGONAL);
    r.devices[1].heading = LF_HEADING_EAST;
    CHECK_EQ(riddle_ask(&r), 3);
    r.devices[1].heading = LF_HEADING_WEST;
    CHECK_EQ(riddle_ask(&r), -1);
}

/// There and back over a bridge that breaks: no way back, except over another one.
static void doors_that_shut_behind(void) {
    CHECK_EQ(drawn_ask("ES_a"), 1);
    riddle r = riddle_drawn("ES_a", LF_MOVES_ORTHOGONAL);
    r.goal = LF_GOAL_ALL_KEYS_EXIT;
    CHECK_EQ(riddle_ask(&r), -1);
    r = riddle_drawn("ES_a/"
                     "....",
                     LF_MOVES_ORTHOGONAL);
    r.goal = LF_GOAL_ALL_KEYS_EXIT;
    CHECK_EQ(riddle_ask(&r), 2 + 5);
    // A door that takes a key and shuts behind the hero.
    r = riddle_drawn("SaA.aE", LF_MOVES_ORTHOGONAL);
    r.devices[1].once = true;
    r.used_up = 1;
    CHECK_EQ(riddle_ask(&r), 5);
}

static void places_in_their_order(void) {
    CHECK_EQ(drawn_ask("2S1.E"), 1 + 2 + 4);
    CHECK_EQ(drawn_ask("1S2.E"), 1 + 4);
    CHECK_EQ(drawn_ask("4.S1E"), 1 + 3 + 4); // numbers need not follow each other
    CHECK_EQ(drawn_ask("1S2E1"), 1 + 3);     // the nearest of several
    riddle r = riddle_drawn("1.2S3", LF_MOVES_ORTHOGONAL);
    r.goal = LF_GOAL_ALL_KEYS;
    CHECK_EQ(riddle_ask(&r), 3 + 2 + 2);
}

/// A hero who waits on a place must come again if its turn comes later.
static void places_of_two_heroes(void) {
    riddle r = riddle_drawn("2.#.1", LF_MOVES_ORTHOGONAL);
    r.goal = LF_GOAL_ALL_KEYS;
    r.together = true;
    r.sources[0] = (lf_source){0, 0};
    r.sources[1] = (lf_source){3, 0};
    r.source_count = 2;
    CHECK_EQ(riddle_ask(&r), 1 + 2);
}

// ---------------------------------------------------------------------------------------------------
// Heroes
// ---------------------------------------------------------------------------------------------------

/// Four heroes in four rooms, each with the key of another's door.
static void four_heroes(void) {
    riddle r = riddle_drawn("#########/"
                            "#b.A#B.c#/"
                            "#.S.#.S.#/"
                            "#########/"
                            "#.S.#.S.#/"
                            "#d.C#D.a#/"
                            "#########",
                            LF_MOVES_ORTHOGONAL);
    r.goal = LF_GOAL_ALL_KEYS;
    r.together = true;
    CHECK_EQ(riddle_ask(&r), 2 + 2 + 2 + 2);
    CHECK_EQ(answer.route.step_count, 8 + 4);
    CHECK_EQ(answer.route.source_index, -1);
}

/// A key in one room opens a door in another: heroes must wait for each other.
static void heroes_share_keys(void) {
    riddle r = riddle_drawn("SAb#SBa#S..", LF_MOVES_ORTHOGONAL);
    r.goal = LF_GOAL_ALL_KEYS;
    r.together = true;
    CHECK_EQ(riddle_ask(&r), -1);
    r.held[0] = 1;
    CHECK_EQ(riddle_ask(&r), 2);
    CHECK_EQ(answer.steps[3].hero, 0); // key a is held: b is all that is left
    r.held[0] = 0;
    r.needed[0] = 1;
    r.devices[3].tile = 9; // key a lies in the third room
    CHECK_EQ(riddle_ask(&r), 1 + 2);
    CHECK_EQ(answer.steps[3].hero, 2);
}

/// All of them must get out.
static void every_hero_leaves(void) {
    riddle r = riddle_drawn("S..E/"
                            "####/"
                            "SE..",
                            LF_MOVES_ORTHOGONAL);
    CHECK_EQ(riddle_ask(&r), 1); // one hero, who begins anywhere
    CHECK_EQ(answer.route.source_index, 1);
    CHECK_EQ(answer.route.origin, 9);
    r.together = true;
    CHECK_EQ(riddle_ask(&r), 3 + 1);
}

/// One hero holds a barrier open for the other, by standing nowhere: a switch stays turned. Then he must come
/// through.
static void heroes_and_barriers(void) {
    riddle r = riddle_drawn("S.xXE/"
                            "#####/"
                            "S.XE.",
                            LF_MOVES_ORTHOGONAL);
    r.together = true;
    CHECK_EQ(riddle_ask(&r), 4 + 3);
}

// ---------------------------------------------------------------------------------------------------
// Corners
// ---------------------------------------------------------------------------------------------------

/// A diagonal past what is shut is not allowed; past what is open, it is. A locked door does not open for a
/// corner.
static void corners(void) {
    riddle r = riddle_drawn("SaA/"
                            "##E",
                            LF_MOVES_KING);
    CHECK_EQ(riddle_ask(&r), 3);
    r = riddle_drawn("Sa./"
                     "..A/"
                     "##E",
                     LF_MOVES_KING);
    CHECK_EQ(riddle_ask(&r), 1 + 1 + 1);
    r = riddle_drawn("S.xX/"
                     "#..E",
                     LF_MOVES_KING);
    CHECK_EQ(riddle_ask(&r), 3);
    r = riddle_drawn("SaA/"
                     "#.E",
                     LF_MOVES_KING);
    r.used_up = 1;
    CHECK_EQ(riddle_ask(&r), 3);
    r.used_up = 0;
    CHECK_EQ(riddle_ask(&r), 2);
    r.moves = LF_MOVES_KING_CUT;
    r.used_up = 1;
    CHECK_EQ(riddle_ask(&r), 2);
}

// ---------------------------------------------------------------------------------------------------
// Events and the check
// ---------------------------------------------------------------------------------------------------

static void events(void) {
    riddle r = riddle_drawn("SaAxX1o#o_E", LF_MOVES_ORTHOGONAL);
    r.used_up = 1;
    static const lf_puzzle_event_type expected[] = {LF_PUZZLE_TOOK,   LF_PUZZLE_UNLOCKED, LF_PUZZLE_PRESSED,
                                                    LF_PUZZLE_PASSED, LF_PUZZLE_VISITED,  LF_PUZZLE_JUMPED,
                                                    LF_PUZZLE_SHUT};
    static const int64_t at[] = {1, 2, 3, 4, 5, 7, 9};
    enum { COUNT = sizeof at / sizeof *at };
    lf_map *map;
    lf_puzzle *puzzle;
    lf_puzzle_search *search;
    lf_puzzle_event list[COUNT + 2];
    lf_puzzle_route route;
    const lf_puzzle_query query = riddle_query(&r);
    CHECK(riddle_build(&r, NULL, &map, &puzzle));
    CHECK_EQ(lf_puzzle_search_create(puzzle, NULL, &search), LF_OK);
    CHECK_EQ(lf_puzzle_search_find(search, &query, NULL, 0, &route), LF_OK);
    CHECK_EQ(route.event_count, COUNT);
    CHECK_EQ(lf_puzzle_search_events(search, list, COUNT + 2), COUNT);
    for (int i = 0; i < COUNT; i++) {
        CHECK_EQ(list[i].type, expected[i]);
        CHECK_EQ(list[i].at, at[i]);
    }
    CHECK_EQ(list[0].device.tile, 1);
    CHECK_EQ(list[0].device.type, LF_DEVICE_KEY);
    CHECK_EQ(lf_puzzle_search_events(search, list, 1), COUNT);
    CHECK_EQ(lf_puzzle_search_events(search, NULL, 0), COUNT);
    CHECK_EQ(lf_puzzle_search_events(search, NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_puzzle_search_events(search, list, -1), LF_E_COUNT);
    CHECK_EQ(lf_puzzle_search_events(NULL, list, 1), 0);
    CHECK_EQ(lf_puzzle_search_steps(search, NULL, 0), 10);
    CHECK_EQ(lf_puzzle_search_steps(search, NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_puzzle_search_steps(NULL, NULL, 0), 0);
    CHECK_EQ(lf_puzzle_search_find(search, &query, answer.steps, 3, &route), LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(route.step_count, 10);
    lf_puzzle_search_destroy(search);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
}

static void broken_walks(void) {
    riddle r = riddle_drawn("SA>#o.oE", LF_MOVES_ORTHOGONAL);
    lf_map *map;
    lf_puzzle *puzzle;
    CHECK(riddle_build(&r, NULL, &map, &puzzle));
    const lf_puzzle_query query = riddle_query(&r);
    static const struct {
        lf_puzzle_step steps[3];
        int64_t count, at;
        lf_fault fault;
    } walks[] = {
        {{{0, 0}}, 0, 0, LF_FAULT_EMPTY},
        {{{0, 8}}, 1, 0, LF_FAULT_OUTSIDE},
        {{{0, 3}}, 1, 0, LF_FAULT_BLOCKED},
        {{{0, 1}}, 1, 0, LF_FAULT_LOCKED},
        {{{0, 0}, {0, 1}}, 2, 1, LF_FAULT_LOCKED},
        {{{0, 0}, {0, 2}}, 2, 1, LF_FAULT_JUMP},
        {{{1, 0}}, 1, 0, LF_FAULT_JUMP},
        {{{0, 0}, {-1, 0}}, 2, 1, LF_FAULT_JUMP},
        {{{0, 4}, {0, 6}, {0, 6}}, 3, 2, LF_FAULT_JUMP},
        {{{0, 4}, {0, 6}, {0, 7}}, 3, -1, LF_FAULT_NONE},
        {{{0, 2}, {0, 1}}, 2, 1, LF_FAULT_LOCKED},
    };
    for (size_t i = 0; i < sizeof walks / sizeof *walks; i++) {
        lf_puzzle_walk walk;
        CHECK_EQ(lf_puzzle_check(puzzle, &query, walks[i].steps, walks[i].count, NULL, 0, &walk),
                 walks[i].at < 0 ? LF_OK : LF_BROKEN);
        CHECK_EQ(walk.at, walks[i].at);
        CHECK_EQ(walk.fault, walks[i].fault);
        CHECK_EQ(walk.done, walks[i].at < 0);
    }
    const lf_puzzle_step step = {0, 0};
    lf_puzzle_query bad = query;
    CHECK_EQ(lf_puzzle_check(NULL, &query, &step, 1, NULL, 0, NULL), LF_E_NULL);
    CHECK_EQ(lf_puzzle_check(puzzle, NULL, &step, 1, NULL, 0, NULL), LF_E_NULL);
    CHECK_EQ(lf_puzzle_check(puzzle, &query, NULL, 1, NULL, 0, NULL), LF_E_NULL);
    CHECK_EQ(lf_puzzle_check(puzzle, &query, &step, 1, NULL, 1, NULL), LF_E_NULL);
    CHECK_EQ(lf_puzzle_check(puzzle, &query, &step, -1, NULL, 0, NULL), LF_E_COUNT);
    CHECK_EQ(lf_puzzle_check(puzzle, &query, &step, 1, NULL, 0, NULL), LF_OK);
    bad.target_count = -1;
    CHECK_EQ(lf_puzzle_check(puzzle, &bad, &step, 1, NULL, 0, NULL), LF_E_COUNT);
    bad = query;
    bad.targets = NULL;
    CHECK_EQ(lf_puzzle_check(puzzle, &bad, &step, 1, NULL, 0, NULL), LF_E_NULL);
    bad = query;
    bad.together = true;
    bad.source_count = LF_MAX_HEROES + 1;
    CHECK_EQ(lf_puzzle_check(puzzle, &bad, &step, 1, NULL, 0, NULL), LF_E_HEROES);
    bad.source_count = 0;
    CHECK_EQ(lf_puzzle_check(puzzle, &bad, &step, 1, NULL, 0, NULL), LF_E_HEROES);
    bad.source_count = -1;
    CHECK_EQ(lf_puzzle_check(puzzle, &bad, &step, 1, NULL, 0, NULL), LF_E_COUNT);
    bad = (lf_puzzle_query){.goal = LF_GOAL_ALL_KEYS};
    lf_puzzle_walk walk;
    CHECK_EQ(lf_puzzle_check(puzzle, &bad, NULL, 0, NULL, 0, &walk), LF_BROKEN);
    CHECK_EQ(walk.fault, LF_FAULT_EMPTY);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
}

// ---------------------------------------------------------------------------------------------------
// Statuses
// ---------------------------------------------------------------------------------------------------

static lf_status device_try(const lf_map *map, const lf_device *devices, int64_t count) {
    lf_puzzle *puzzle;
    const lf_status status =
        lf_puzzle_create(map, &(lf_puzzle_desc){.devices = devices, .device_count = count}, &puzzle);
    CHECK((puzzle != NULL) == (status == LF_OK));
    lf_puzzle_destroy(puzzle);
    return status;
}

static void bad_devices(void) {
    const riddle r = riddle_drawn("..#.", LF_MOVES_KING);
    lf_map *map;
    lf_puzzle *puzzle;
    CHECK(riddle_build(&r, NULL, &map, &puzzle));
    const lf_device good = {.tile = 1, .type = LF_DEVICE_KEY, .kind = 63};
    lf_device d = good;
    CHECK_EQ(device_try(map, &d, 1), LF_OK);
    d.kind = 64;
    CHECK_EQ(device_try(map, &d, 1), LF_E_KIND);
    d = good;
    d.tile = 4;
    CHECK_EQ(device_try(map, &d, 1), LF_E_FIXTURE_OUTSIDE);
    d.tile = 2;
    CHECK_EQ(device_try(map, &d, 1), LF_E_FIXTURE_BLOCKED);
    d = (lf_device){.type = LF_DEVICE_TELEPORTER, .heading = LF_HEADING_EAST};
    CHECK_EQ(device_try(map, &d, 1), LF_E_DEVICE);
    const lf_device twice[] = {good, {.tile = 0}, good};
    CHECK_EQ(device_try(map, twice, 3), LF_E_FIXTURE_TWICE);
    CHECK_EQ(device_try(map, twice, 2), LF_OK);
    CHECK_EQ(device_try(map, NULL, 1), LF_E_NULL);
    CHECK_EQ(device_try(map, NULL, 0), LF_OK);
    CHECK_EQ(device_try(map, &good, -1), LF_E_COUNT);
    CHECK_EQ(device_try(map, &good, (int64_t)LF_MAX_FIXTURES + 1), LF_E_TOO_MANY_FIXTURES);
    CHECK_EQ(device_try(NULL, &good, 1), LF_E_NULL);
    CHECK_EQ(lf_puzzle_create(map, NULL, NULL), LF_E_NULL);
    CHECK(lf_puzzle_map(puzzle) == map && lf_puzzle_map(NULL) == NULL);
    CHECK(!lf_puzzle_at(puzzle, 0, &d) && !lf_puzzle_at(NULL, 0, &d) && !lf_puzzle_at(puzzle, 99, NULL));
    lf_puzzle_destroy(puzzle);
    lf_puzzle_destroy(NULL);
    lf_allocator half = {.alloc = meter_alloc};
    CHECK_EQ(lf_puzzle_create(map, &(lf_puzzle_desc){.allocator = half}, &puzzle), LF_E_ALLOCATOR);
    CHECK_EQ(lf_puzzle_create(map, &(lf_puzzle_desc){.devices = &good, .device_count = 1}, &puzzle), LF_OK);
    CHECK(lf_puzzle_at(puzzle, 1, &d) && d.kind == 63 && lf_puzzle_at(puzzle, 1, NULL));
    lf_puzzle_search *search;
    CHECK_EQ(lf_puzzle_search_create(NULL, NULL, &search), LF_E_NULL);
    CHECK_EQ(lf_puzzle_search_create(puzzle, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_puzzle_search_create(puzzle, &(lf_puzzle_search_desc){.max_states = -1}, &search),
             LF_E_LIMIT);
    CHECK_EQ(lf_puzzle_search_create(puzzle, &(lf_puzzle_search_desc){.max_bytes = -1}, &search), LF_E_LIMIT);
    CHECK_EQ(lf_puzzle_search_create(puzzle, &(lf_puzzle_search_desc){.allocator = half}, &search),
             LF_E_ALLOCATOR);
    lf_puzzle_search_destroy(NULL);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
}

static void bad_queries(void) {
    const riddle r = riddle_drawn("SA#.E", LF_MOVES_KING);
    lf_map *map;
    lf_puzzle *puzzle;
    lf_puzzle_search *search;
    CHECK(riddle_build(&r, NULL, &map, &puzzle));
    CHECK_EQ(lf_puzzle_search_create(puzzle, &(lf_puzzle_search_desc){.max_states = INT64_MAX}, &search),
             LF_OK);
    const lf_puzzle_query good = riddle_query(&r);
    static const lf_source outside = {5, 0}, blocked = {2, 0}, locked = {1, 0};
    static const lf_tile far = 5, wall = 2;
    lf_source many[LF_MAX_HEROES + 1] = {{0, 0}};
#define REFUSED(field, value, status)                                                    \
    do {                                                                                 \
        lf_puzzle_query bad = good;                                                      \
        bad.field = (value);                                                             \
        CHECK_EQ(lf_puzzle_search_find(search, &bad, NULL, 0, &answer.route), (status)); \
        CHECK(!answer.route.found && answer.route.source_index == -1);                   \
        CHECK_EQ(lf_puzzle_search_finish(search, NULL, 0, NULL), LF_E_NOT_BEGUN);        \
    } while (0)
    REFUSED(source_count, 0, LF_E_NO_SOURCES);
    REFUSED(source_count, -1, LF_E_COUNT);
    REFUSED(target_count, 0, LF_E_NO_TARGETS);
    REFUSED(target_count, -1, LF_E_COUNT);
    REFUSED(sources, NULL, LF_E_NULL);
    REFUSED(targets, NULL, LF_E_NULL);
    REFUSED(sources, &outside, LF_E_SOURCE_OUTSIDE);
    REFUSED(sources, &blocked, LF_E_SOURCE_BLOCKED);
    REFUSED(sources, &locked, LF_E_SOURCE_LOCKED);
    REFUSED(targets, &far, LF_E_TARGET_OUTSIDE);
    REFUSED(targets, &wall, LF_E_TARGET_BLOCKED);
#undef REFUSED
    lf_puzzle_query bad = good;
    bad.sources = many;
    bad.source_count = LF_MAX_HEROES + 1;
    bad.together = true;
    CHECK_EQ(lf_puzzle_search_find(search, &bad, NULL, 0, NULL), LF_E_HEROES);
    bad.source_count = LF_MAX_HEROES;
    CHECK_EQ(lf_puzzle_search_find(search, &bad, NULL, 0, NULL), LF_NO_ROUTE);
    CHECK_EQ(lf_puzzle_search_find(NULL, &good, NULL, 0, NULL), LF_E_NULL);
    CHECK_EQ(lf_puzzle_search_find(search, NULL, NULL, 0, NULL), LF_E_NULL);
    CHECK_EQ(lf_puzzle_search_find(search, &good, NULL, 1, NULL), LF_E_NULL);
    CHECK_EQ(lf_puzzle_search_find(search, &good, NULL, -1, NULL), LF_E_COUNT);
    CHECK_EQ(lf_puzzle_search_begin(NULL, &good), LF_E_NULL);
    CHECK_EQ(lf_puzzle_search_begin(search, NULL), LF_E_NULL);
    CHECK_EQ(lf_puzzle_search_step(search, 1), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_puzzle_search_step(search, 0), LF_E_BUDGET);
    CHECK_EQ(lf_puzzle_search_step(NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_puzzle_search_finish(NULL, NULL, 0, NULL), LF_E_NULL);
    CHECK_EQ(lf_puzzle_search_finish(search, NULL, -1, NULL), LF_E_COUNT);
    CHECK_EQ(lf_puzzle_search_begin(search, &good), LF_PAUSED);
    CHECK_EQ(lf_puzzle_search_finish(search, NULL, 0, &answer.route), LF_LIMIT); // before anything was done
    CHECK(!answer.route.found && answer.route.lower_bound == 0);
    CHECK_EQ(lf_puzzle_search_step(search, 1), LF_LIMIT);
    lf_puzzle_search_destroy(search);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
}

/// A row of tiles that are for once: 256 bits are fine, one more is not.
static void too_many_bits(void) {
    enum { WIDTH = LF_MAX_PUZZLE_BITS + 3 };
    static uint8_t open[WIDTH];
    static lf_device devices[WIDTH];
    memset(open, 1, sizeof open);
    for (int i = 0; i < WIDTH; i++) devices[i] = (lf_device){.tile = (lf_tile)i, .once = true};
    const lf_map_desc map_desc = {.width = WIDTH, .height = 1, .tiles = open, .tiles_size = WIDTH};
    const lf_source from = {0, 0};
    const lf_tile to = WIDTH - 1;
    const lf_puzzle_query query = {.sources = &from, .source_count = 1, .targets = &to, .target_count = 1};
    lf_map *map;
    CHECK_EQ(lf_map_create(&map_desc, &map), LF_OK);
    for (int more = 0; more < 2; more++) {
        lf_puzzle *puzzle;
        lf_puzzle_search *search;
        const lf_puzzle_desc desc = {.devices = devices, .device_count = LF_MAX_PUZZLE_BITS + more};
        CHECK_EQ(lf_puzzle_create(map, &desc, &puzzle), LF_OK);
        CHECK_EQ(lf_puzzle_search_create(puzzle, NULL, &search), LF_OK);
        CHECK_EQ(lf_puzzle_search_find(search, &query, NULL, 0, &answer.route),
                 more == 0 ? LF_OK : LF_E_PUZZLE_BITS);
        if (more == 0) CHECK_EQ(answer.route.length, WIDTH - 1);
        if (more == 0) CHECK_EQ(answer.route.stats.bits, LF_MAX_PUZZLE_BITS);
        lf_puzzle_search_destroy(search);
        lf_puzzle_destroy(puzzle);
    }
    lf_map_destroy(map);
}

// ---------------------------------------------------------------------------------------------------
// Limits, slices, memory
// ---------------------------------------------------------------------------------------------------

/// Something of everything.
static riddle riddle_busy(void) {
    riddle r = riddle_drawn("Sa.x..o#b./"
                            "..A.Y._.1./"
                            ".a#..#>.##/"
                            "x..X.A.c.o/"
                            "b_.B.2..CE",
                            LF_MOVES_KING);
    r.used_up = 3;
    r.goal = LF_GOAL_ALL_KEYS_EXIT;
    return r;
}

/// A field of gems, which can be taken in any order.
static riddle riddle_field(void) {
    riddle r = riddle_drawn("S...a...../"
                            ".a....a.../"
                            "...a.....a/"
                            "a....a..../"
                            "..a..a..aE",
                            LF_MOVES_KING);
    r.needed[0] = 10;
    return r;
}

/// A meter fails each allocation in turn: the same answer or LF_E_NOMEM, nothing is lost, and it works again.
static void each_allocation_fails(void) {
    const riddle r = riddle_busy();
    const lf_puzzle_query query = riddle_query(&r);
    CHECK(riddle_ask(&r) > 0);
    const int64_t length = answer.route.length;
    lf_map *map;
    lf_puzzle *plain;
    CHECK(riddle_build(&r, NULL, &map, &plain));
    const lf_puzzle_desc desc = {.devices = r.devices, .device_count = r.device_count, .used_up = r.used_up};
    int64_t failures = 0;
    bool done = false;
    for (int64_t at = 1; !done && at < 1000; at++) {
        meter m = {.fail_at = at};
        lf_puzzle *puzzle = NULL;
        lf_puzzle_search *search = NULL;
        lf_puzzle_desc with = desc;
        with.allocator = meter_allocator(&m);
        lf_status status = lf_puzzle_create(map, &with, &puzzle);
        const lf_puzzle_search_desc search_desc = {.allocator = meter_allocator(&m)};
        if (status == LF_OK) status = lf_puzzle_search_create(puzzle, &search_desc, &search);
        if (status == LF_OK)
            status = lf_puzzle_search_find(search, &query, answer.steps, RIDDLE_STEPS, &answer.route);
        if (status == LF_OK)
            status = lf_puzzle_check(puzzle, &query, answer.steps, answer.route.step_count, NULL, 0, NULL);
        CHECK(status == LF_OK || status == LF_E_NOMEM);
        done = m.calls < at;
        CHECK_EQ(status, done ? LF_OK : LF_E_NOMEM);
        failures += status == LF_E_NOMEM;
        if (search != NULL) {
            CHECK_EQ(lf_puzzle_search_find(search, &query, NULL, 0, &answer.route), LF_OK); // it works again
            CHECK_EQ(answer.route.length, length);
        }
        lf_puzzle_search_destroy(search);
        lf_puzzle_destroy(puzzle);
        CHECK(m.live == 0 && m.blocks == 0);
    }
    CHECK(done && failures > 20);
    lf_puzzle_destroy(plain);
    lf_map_destroy(map);
}

/// The same at a limit, where there is a route: LF_LIMIT or LF_E_NOMEM.
static void each_allocation_fails_at_a_limit(void) {
    const riddle r = riddle_field();
    const lf_puzzle_query query = riddle_query(&r);
    lf_map *map;
    lf_puzzle *puzzle;
    CHECK(riddle_build(&r, NULL, &map, &puzzle));
    int64_t failures = 0;
    bool done = false;
    for (int64_t at = 1; !done && at < 1000; at++) {
        meter m = {.fail_at = at};
        lf_puzzle_search *search = NULL;
        const lf_puzzle_search_desc desc = {.allocator = meter_allocator(&m), .max_states = 330};
        lf_status status = lf_puzzle_search_create(puzzle, &desc, &search);
        if (status == LF_OK) status = lf_puzzle_search_find(search, &query, NULL, 0, &answer.route);
        done = m.calls < at;
        CHECK_EQ(status, done ? LF_LIMIT : LF_E_NOMEM);
        CHECK_EQ(search != NULL && answer.route.found, done);
        failures += status == LF_E_NOMEM;
        lf_puzzle_search_destroy(search);
        CHECK(m.live == 0 && m.blocks == 0);
    }
    CHECK(done && failures > 20);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
}

static uint64_t ticks(void *user) {
    uint64_t *now = user;
    return *now += 1000;
}

/// 300 keys of one kind, or 300 places with one number, are more than the bound looks at: it goes without them.
static void more_than_the_bound_looks_at(void) {
    enum { WIDTH = 320 };
    static uint8_t open[WIDTH];
    static lf_device devices[300];
    memset(open, 1, sizeof open);
    const lf_map_desc map_desc = {.width = WIDTH, .height = 1, .tiles = open, .tiles_size = WIDTH};
    const lf_source from = {5, 0};
    const lf_puzzle_query query = {.sources = &from, .source_count = 1, .goal = LF_GOAL_ALL_KEYS};
    lf_map *map;
    CHECK_EQ(lf_map_create(&map_desc, &map), LF_OK);
    for (int places = 0; places < 2; places++) {
        lf_puzzle *puzzle;
        lf_puzzle_search *search;
        uint64_t now = 0;
        for (int i = 0; i < 300; i++)
            devices[i] =
                (lf_device){.tile = (lf_tile)(20 + i), .type = places ? LF_DEVICE_PLACE : LF_DEVICE_KEY};
        CHECK_EQ(lf_puzzle_create(map, &(lf_puzzle_desc){.devices = devices, .device_count = 300}, &puzzle),
                 LF_OK);
        CHECK_EQ(lf_puzzle_search_create(puzzle, &(lf_puzzle_search_desc){.clock = {ticks, &now}}, &search),
                 LF_OK);
        CHECK_EQ(lf_puzzle_search_find(search, &query, NULL, 0, &answer.route), LF_OK);
        CHECK_EQ(answer.route.length, 15);
        CHECK_EQ(answer.route.event_count, 1);
        CHECK(answer.route.stats.total_ns >= 1000);
        lf_puzzle_search_destroy(search);
        lf_puzzle_destroy(puzzle);
    }
    lf_map_destroy(map);
}

/// The same query again allocates nothing, and the memory that is told is the memory that is held.
static void memory_is_kept(void) {
    const riddle r = riddle_busy();
    const lf_puzzle_query query = riddle_query(&r);
    lf_map *map;
    lf_puzzle *puzzle;
    lf_puzzle_search *search;
    meter m = {0};
    CHECK(riddle_build(&r, NULL, &map, &puzzle));
    const lf_puzzle_search_desc desc = {.allocator = meter_allocator(&m), .max_bytes = 1 << 20};
    CHECK_EQ(lf_puzzle_search_create(puzzle, &desc, &search), LF_OK);
    CHECK_EQ(lf_puzzle_search_find(search, &query, NULL, 0, &answer.route), LF_OK);
    CHECK_EQ(answer.route.stats.bytes, m.live);
    CHECK(m.most < (1 << 20) + 4096);
    const int64_t calls = m.calls;
    CHECK_EQ(lf_puzzle_search_find(search, &query, NULL, 0, &answer.route), LF_OK);
    CHECK_EQ(m.calls, calls);
    lf_puzzle_search_destroy(search);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
    CHECK_EQ(m.live, 0);
}

/// Every limit on states up to what the answer takes: all bounds and routes are true, and mostly there is a
/// route.
static void limits(void) {
    const riddle r = riddle_field();
    const lf_puzzle_query query = riddle_query(&r);
    lf_map *map;
    lf_puzzle *puzzle;
    uint64_t taken;
    const int64_t length = riddle_length(&r, 1 << 17, &taken);
    CHECK(length > 0 && riddle_build(&r, NULL, &map, &puzzle));
    int64_t proven = 0, with_route = 0, without = 0;
    for (int64_t most = 1; most < 100000 && proven == 0; most += 1 + most / 16) {
        lf_puzzle_search *search;
        CHECK_EQ(lf_puzzle_search_create(puzzle, &(lf_puzzle_search_desc){.max_states = most}, &search),
                 LF_OK);
        answer.status = lf_puzzle_search_find(search, &query, answer.steps, RIDDLE_STEPS, &answer.route);
        const char *fault = riddle_check_limited(&r, puzzle, &answer, length, taken);
        if (!CHECK(fault == NULL)) printf("  %s\n", fault);
        CHECK(answer.route.stats.generated <= most);
        proven += answer.status == LF_OK;
        with_route += answer.status == LF_LIMIT && answer.route.found;
        without += answer.status == LF_LIMIT && !answer.route.found;
        lf_puzzle_search_destroy(search);
    }
    printf("  %" PRId64 " limits with a route, %" PRId64 " without\n", with_route, without);
    CHECK(proven == 1 && with_route > 0 && without > 0);
    for (int64_t bytes = 1; bytes < 1 << 18; bytes += 1 + bytes / 8) {
        lf_puzzle_search *search;
        CHECK_EQ(lf_puzzle_search_create(puzzle, &(lf_puzzle_search_desc){.max_bytes = bytes}, &search),
                 LF_OK);
        answer.status = lf_puzzle_search_find(search, &query, answer.steps, RIDDLE_STEPS, &answer.route);
        const char *fault = answer.status == LF_E_MEMORY_LIMIT
                                ? NULL
                                : riddle_check_limited(&r, puzzle, &answer, length, taken);
        if (!CHECK(fault == NULL)) printf("  %s\n", fault);
        CHECK(bytes > 300 || answer.status == LF_E_MEMORY_LIMIT);
        lf_puzzle_search_destroy(search);
    }
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
}

typedef struct watcher {
    int64_t calls, last, stop_at;
} watcher;

static bool watch(int64_t done, int64_t total, void *user) {
    watcher *w = user;
    CHECK(done >= w->last && done <= total);
    w->last = done;
    return ++w->calls != w->stop_at;
}

static void progress_and_cancelling(void) {
    const riddle r = riddle_busy();
    lf_map *map;
    lf_puzzle *puzzle;
    lf_puzzle_search *search;
    CHECK(riddle_build(&r, NULL, &map, &puzzle));
    CHECK_EQ(lf_puzzle_search_create(puzzle, NULL, &search), LF_OK);
    lf_puzzle_query query = riddle_query(&r);
    watcher w = {0};
    query.progress = (lf_progress){.report = watch, .user = &w};
    CHECK_EQ(lf_puzzle_search_find(search, &query, NULL, 0, NULL), LF_OK);
    const int64_t calls = w.calls;
    CHECK(calls > 3);
    for (int64_t stop = 1; stop <= calls; stop++) {
        w = (watcher){.stop_at = stop};
        CHECK_EQ(lf_puzzle_search_find(search, &query, NULL, 0, &answer.route), LF_E_CANCELLED);
        CHECK(!answer.route.found && answer.route.step_count == 0);
    }
    query.progress = (lf_progress){0};
    CHECK_EQ(lf_puzzle_search_find(search, &query, NULL, 0, NULL), LF_OK);
    lf_puzzle_search_destroy(search);
    lf_puzzle_destroy(puzzle);
    lf_map_destroy(map);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {TEST(keys_that_are_used_up),
                                      TEST(items_in_a_number),
                                      TEST(switches),
                                      TEST(switch_off_and_on_again),
                                      TEST(teleporters),
                                      TEST(one_way_tiles),
                                      TEST(doors_that_open_one_way),
                                      TEST(doors_that_shut_behind),
                                      TEST(places_in_their_order),
                                      TEST(places_of_two_heroes),
                                      TEST(four_heroes),
                                      TEST(heroes_share_keys),
                                      TEST(every_hero_leaves),
                                      TEST(heroes_and_barriers),
                                      TEST(corners),
                                      TEST(events),
                                      TEST(broken_walks),
                                      TEST(bad_devices),
                                      TEST(bad_queries),
                                      TEST(too_many_bits),
                                      TEST(each_allocation_fails),
                                      TEST(each_allocation_fails_at_a_limit),
                                      TEST(more_than_the_bound_looks_at),
                                      TEST(memory_is_kept),
                                      TEST(limits),
                                      TEST(progress_and_cancelling)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
