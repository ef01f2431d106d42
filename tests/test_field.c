// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// Fields and clearance: small ones drawn by hand, the ends of their numbers, what is refused, memory, and what is
// left of an earlier fill. test_field_swarm.c compares many random ones with the oracle.
#include "field/field.h"
#include "field_judge.h"
#include "meter.h"
#include "price_judge.h"
#include "slow.h"

#include <string.h>

// ---- Maps as text -----------------------------------------------------------------------------------

/// A map of lines, '#' blocked; its targets are the digits, in their order.
typedef struct drawing {
    oracle_map plan;
    lf_map *map;
    lf_tile targets[10];
    int target_count;
} drawing;

static drawing drawing_make(const char *text, lf_moves moves) {
    drawing d = {.plan = {.moves = moves, .width = (int)strcspn(text, "\n")}};
    d.plan.height = (int)strlen(text) / (d.plan.width + 1);
    d.plan.open = malloc((size_t)(d.plan.width * d.plan.height));
    for (int i = 0; i < d.plan.width * d.plan.height; i++) {
        const char c = text[i / d.plan.width * (d.plan.width + 1) + i % d.plan.width];
        d.plan.open[i] = c != '#';
        if (c < '0' || c > '9') continue;
        d.targets[c - '0'] = (lf_tile)i;
        d.target_count++;
    }
    d.map = oracle_to_map(&d.plan);
    return d;
}

static void drawing_free(drawing *d) {
    lf_map_destroy(d->map);
    free(d->plan.open);
}

/// The planes of a filled field as text: one character per tile.
static void planes_write(const drawing *d, const lf_field_planes *planes, char which, char *out) {
    static const char keys[8] = {'7', '8', '9', '4', '6', '1', '2', '3'};
    for (int y = 0; y < d->plan.height; y++) {
        for (int x = 0; x < d->plan.width; x++) {
            const int i = y * d->plan.width + x;
            const uint8_t direction = planes->directions[i];
            char c = '#';
            if (planes->distances[i] != LF_NO_DISTANCE) {
                if (which == 'd') c = (char)('0' + planes->distances[i]);
                if (which == 'o') c = (char)('0' + planes->owners[i]);
                if (which == 'w') c = direction == LF_DIRECTION_HERE ? '5' : keys[direction];
            }
            *out++ = c;
        }
        *out++ = '\n';
    }
    *out = '\0';
}

/// Fills a field of a drawing and compares its planes, drawn, with what is expected.
static void drawing_check(const char *text, lf_moves moves, int64_t limit, const char *distances,
                          const char *directions, const char *owners) {
    drawing d = drawing_make(text, moves);
    lf_field *field;
    lf_field_planes planes;
    char drawn[1000];
    CHECK_EQ(lf_field_create(d.map, &(lf_field_desc){.owners = true}, &field), LF_OK);
    const lf_field_query query = {.targets = d.targets, .target_count = d.target_count, .limit = limit};
    if (CHECK_EQ(lf_field_fill(field, &query, &planes), LF_OK)) {
        planes_write(&d, &planes, 'd', drawn);
        CHECK_STR(drawn, distances);
        planes_write(&d, &planes, 'w', drawn);
        CHECK_STR(drawn, directions);
        planes_write(&d, &planes, 'o', drawn);
        CHECK_STR(drawn, owners);
    }
    lf_field_destroy(field);
    drawing_free(&d);
}

// Directions are drawn as the keys of a number pad: 8 is up, 4 left, 6 right, 2 down, 5 a target.

static void straight_moves_come_first(void) {
    // No corner is cut: beside the wall the king goes straight down.
    drawing_check("0....\n"
                  ".....\n"
                  "###..\n"
                  ".....\n"
                  ".....\n",
                  LF_MOVES_KING, 0,
                  "01234\n"
                  "11234\n"
                  "###44\n"
                  "87655\n"
                  "87666\n",
                  "54444\n"
                  "87444\n"
                  "###87\n"
                  "66688\n"
                  "66988\n",
                  "00000\n"
                  "00000\n"
                  "###00\n"
                  "00000\n"
                  "00000\n");
}

static void corners_may_be_cut(void) {
    drawing_check("0....\n"
                  ".....\n"
                  "###..\n"
                  ".....\n"
                  ".....\n",
                  LF_MOVES_KING_CUT, 0,
                  "01234\n"
                  "11234\n"
                  "###34\n"
                  "65444\n"
                  "65555\n",
                  "54444\n"
                  "87444\n"
                  "###74\n"
                  "66987\n"
                  "69888\n",
                  "00000\n"
                  "00000\n"
                  "###00\n"
                  "00000\n"
                  "00000\n");
}

static void four_directions(void) {
    drawing_check("0....\n"
                  "###..\n"
                  ".....\n",
                  LF_MOVES_ORTHOGONAL, 0,
                  "01234\n"
                  "###45\n"
                  "87656\n",
                  "54444\n"
                  "###88\n"
                  "66688\n",
                  "00000\n"
                  "###00\n"
                  "00000\n");
}

static void owners_are_where_directions_end(void) {
    // The tile in the middle is as near to both targets; it goes left before it goes right.
    drawing_check("1...0\n", LF_MOVES_KING, 0, "01210\n", "54465\n", "11100\n");
    // Two bodies, one without a target.
    drawing_check("0.#..\n"
                  "..#..\n",
                  LF_MOVES_KING, 0, "01###\n11###\n", "54###\n87###\n", "00###\n00###\n");
}

static void a_limit_ends_the_field(void) {
    drawing_check("0.....1\n", LF_MOVES_KING, 2, "012#210\n", "544#665\n", "000#111\n");
    drawing_check("0.....1\n", LF_MOVES_KING, 1, "01###10\n", "54###65\n", "00###11\n");
    drawing_check("0.....1\n", LF_MOVES_KING, 99, "0123210\n", "5444665\n", "0000111\n");
}

static void directions_have_steps(void) {
    static const lf_point steps[] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    for (int i = 0; i < 256; i++) {
        const lf_point step = lf_direction_step((uint8_t)i), expected = i < 8 ? steps[i] : (lf_point){0, 0};
        CHECK(step.x == expected.x && step.y == expected.y);
    }
}

// ---- Against the oracle -----------------------------------------------------------------------------

static void run_backwards(int64_t count, void (*part)(int64_t index, void *job), void *job, void *user) {
    ++*(int *)user;
    for (int64_t i = count; i-- > 0;) part(i, job);
}

static void case_check(const judge_case *c, lf_field *field) {
    const lf_field_query query = {.targets = c->targets, .target_count = c->target_count, .limit = c->limit};
    if (CHECK_EQ(lf_field_fill(field, &query, NULL), LF_OK)) judge_field(c, field);
}

/// One long bend: rows of walls with a gap at one end, by turns. Neighbouring tiles of a block are met more than
/// 64 waves apart.
static drawing bends_make(int width, int height, lf_moves moves) {
    drawing d = {.plan = {.width = width, .height = height, .moves = moves}, .target_count = 1};
    d.plan.open = malloc((size_t)(width * height));
    for (int i = 0; i < width * height; i++) {
        const int x = i % width, y = i / width;
        d.plan.open[i] = y % 2 == 0 || x == (y % 4 == 1 ? width - 1 : 0);
    }
    d.map = oracle_to_map(&d.plan);
    return d;
}

static void bends_within_blocks(void) {
    for (int i = 0; i < 12; i++) {
        drawing d = bends_make(20 + 13 * (i / 6), 13 + i, (lf_moves)(i % 3));
        d.targets[0] = i % 2 == 0 ? 0 : (lf_tile)(d.plan.width * 4 + 3);
        judge_case c = {.plan = &d.plan, .targets = d.targets, .target_count = 1};
        c.desc = (lf_field_desc){.distances = i < 6 ? LF_DISTANCES_32 : LF_DISTANCES_16, .owners = true};
        lf_field *field;
        CHECK_EQ(lf_field_create(d.map, &c.desc, &field), LF_OK);
        case_check(&c, field);
        c.limit = 70; // a limit behind which late tiles of an earlier fill lie
        case_check(&c, field);
        lf_field_destroy(field);
        drawing_free(&d);
    }
}

static void nothing_is_left_of_an_earlier_fill(void) {
    for (int i = 0; i < 6; i++) {
        drawing d = {.plan = oracle_random_map((uint64_t)i + 40, 70, (lf_moves)(i % 3))};
        uint64_t random = (uint64_t)i + 1;
        const lf_tile near = oracle_random_open(&d.plan, &random), far = oracle_random_open(&d.plan, &random);
        d.map = oracle_to_map(&d.plan);
        lf_field *field;
        judge_case c = {.plan = &d.plan, .target_count = near == LF_NO_TILE ? 0 : 1};
        c.desc = (lf_field_desc){.cost = (lf_cost)(i / 3), .owners = true};
        CHECK_EQ(lf_field_create(d.map, &c.desc, &field), LF_OK);
        for (int k = 0; c.target_count > 0 && k < 6; k++) {
            c.targets = k % 2 == 0 ? &near : &far;
            c.limit = k % 3 == 0 ? 0 : k;
            if (k == 4)
                field->waves.stamp = field->octile.stamp = UINT32_MAX; // the next fill has stamp 1 again
            case_check(&c, field);
        }
        lf_field_destroy(field);
        drawing_free(&d);
    }
}

/// A long corridor. A whole fill with a small limit finds nothing in its right half, one that is given up has been
/// there, and the next whole one again finds nothing there.
static void nothing_is_left_of_a_fill_given_up(void) {
    enum { LONG = 400, STEPS = 3 };
    static uint8_t tiles[LONG];
    memset(tiles, 1, sizeof tiles);
    lf_map *map;
    const lf_map_desc line = {.width = LONG, .height = 1, .tiles = tiles, .tiles_size = sizeof tiles};
    CHECK_EQ(lf_map_create(&line, &map), LF_OK);
    for (int cost = 0; cost < 2; cost++) {
        lf_field *field;
        const lf_tile left = 0, right = LONG - 1;
        const lf_field_query near = {.targets = &left, .target_count = 1, .limit = 20},
                             far = {.targets = &right, .target_count = 1};
        CHECK_EQ(lf_field_create(map, &(lf_field_desc){.cost = (lf_cost)cost, .directions = true}, &field),
                 LF_OK);
        CHECK_EQ(lf_field_fill(field, &near, NULL), LF_OK);
        CHECK_EQ(lf_field_begin(field, &far), LF_PAUSED);
        for (int i = 0; i < STEPS; i++) CHECK_EQ(lf_field_step(field, 40), LF_PAUSED);
        CHECK_EQ(lf_field_fill(field, &near, NULL), LF_OK);
        for (lf_tile tile = 21; tile < LONG; tile++) {
            int64_t straight, diagonal;
            if (!CHECK_EQ(lf_field_distance(field, tile), -1) ||
                !CHECK_EQ(lf_field_next(field, tile), LF_NO_TILE) ||
                !CHECK_EQ(lf_field_cost(field, tile, &straight, &diagonal), LF_NO_ROUTE))
                break;
        }
        lf_field_destroy(field);
    }
    lf_map_destroy(map);
}

static void workers_run_the_parts(void) {
    int calls = 0;
    drawing d = {.plan = {.width = 150, .height = 140},
                 .target_count = 1}; // 18 rows of 11 blocks: four parts
    d.plan.open = malloc(150 * 140);
    memset(d.plan.open, 1, 150 * 140);
    d.map = oracle_to_map(&d.plan);
    for (int i = 0; i < 2; i++) {
        judge_case c = {.plan = &d.plan, .targets = d.targets, .target_count = 1};
        c.desc = (lf_field_desc){
            .cost = (lf_cost)i, .directions = true, .workers = {.run = run_backwards, .user = &calls}};
        lf_field *field;
        calls = 0;
        CHECK_EQ(lf_field_create(d.map, &c.desc, &field), LF_OK);
        case_check(&c, field);
        CHECK_EQ(calls, i == 0 ? 1 : 2); // octile costs have a stage more
        const lf_field_query query = {.targets = d.targets, .target_count = 1};
        calls = 0;
        CHECK_EQ(lf_field_begin(field, &query), LF_PAUSED);
        while (lf_field_step(field, 8192) == LF_PAUSED) {
        }
        CHECK_EQ(calls, i == 0 ? 4 : 8); // a part a slice
        judge_field(&c, field);
        lf_field_destroy(field);
    }
    drawing_free(&d);
}

/// Slices of every size, down to a tile, also through the walks of owners; and fields without distances.
static void slices_change_nothing(void) {
    static const int64_t budgets[] = {1, 2, 3, 10, 100, 5000};
    for (int i = 0; i < 36; i++) {
        drawing d = {.plan = oracle_random_map((uint64_t)i + 900, 24, (lf_moves)(i % 3))};
        if (i % 4 == 0) {
            free(d.plan.open);
            d = bends_make(37, 21, (lf_moves)(i % 3));
        } else {
            d.map = oracle_to_map(&d.plan);
        }
        uint64_t random = (uint64_t)i + 1;
        d.targets[0] = oracle_random_open(&d.plan, &random);
        d.targets[1] = oracle_random_open(&d.plan, &random);
        judge_case c = {.plan = &d.plan, .targets = d.targets, .target_count = 2};
        c.desc = (lf_field_desc){.cost = (lf_cost)(i / 3 % 2), .owners = true};
        if (i % 5 == 0) c.desc.distances = LF_DISTANCES_NONE;
        lf_field *field;
        CHECK_EQ(lf_field_create(d.map, &c.desc, &field), LF_OK);
        const lf_field_query query = {.targets = d.targets,
                                      .target_count = d.targets[0] == LF_NO_TILE ? 0 : 2};
        lf_status status = lf_field_begin(field, &query);
        int64_t steps = 0;
        for (; status == LF_PAUSED; steps++) status = lf_field_step(field, budgets[i / 6]);
        if (query.target_count > 0 && CHECK_EQ(status, LF_OK)) judge_field(&c, field);
        // An open tile is met, and every tile is asked for its owner.
        if (status == LF_OK && i < 6) CHECK(steps > d.plan.width * d.plan.height);
        lf_field_destroy(field);
        drawing_free(&d);
    }
}

/// The route of a field is the route of flood from the targets, walked backwards.
static void routes_are_those_of_flood(void) {
    enum { SIDE = 180, PORTS = 6, ASKED = 60 };
    static lf_tile mine[SIDE * SIDE], theirs[SIDE * SIDE];
    uint64_t random = 3;
    for (int i = 0; i < 6; i++) {
        oracle_map plan = {.width = SIDE, .height = SIDE, .moves = (lf_moves)(i % 3)};
        plan.open = malloc(SIDE * SIDE);
        for (int k = 0; k < SIDE * SIDE; k++) plan.open[k] = oracle_below(&random, 100) >= 20;
        lf_map *map = oracle_to_map(&plan);
        const lf_cost cost = (lf_cost)(i / 3);
        lf_source sources[PORTS];
        lf_tile targets[PORTS];
        for (int k = 0; k < PORTS; k++)
            sources[k] = (lf_source){.tile = targets[k] = oracle_random_open(&plan, &random)};
        lf_field *field;
        lf_search *search;
        CHECK_EQ(lf_field_create(map, &(lf_field_desc){.cost = cost, .owners = true}, &field), LF_OK);
        CHECK_EQ(lf_search_create(map, &(lf_search_desc){.cost = cost}, &search), LF_OK);
        const lf_field_query query = {.targets = targets, .target_count = PORTS};
        CHECK_EQ(lf_field_fill(field, &query, NULL), LF_OK);
        for (int k = 0; k < ASKED; k++) {
            const lf_tile from = oracle_random_open(&plan, &random);
            const lf_query asked = {.sources = sources,
                                    .source_count = PORTS,
                                    .targets = &from,
                                    .target_count = 1,
                                    .strategy = LF_STRATEGY_FLOOD,
                                    .options = {.cost = cost}};
            lf_route route, expected;
            const lf_status status = lf_search_find(search, &asked, theirs, SIDE * SIDE, &expected);
            CHECK_EQ(lf_field_route(field, from, mine, SIDE * SIDE, &route), status);
            CHECK_EQ(route.tile_count, expected.tile_count);
            CHECK_EQ(route.target_index, expected.source_index);
            CHECK_EQ(route.diagonal, expected.diagonal);
            for (int64_t t = 0; t < route.tile_count; t++)
                CHECK_EQ(mine[t], theirs[expected.tile_count - 1 - t]);
        }
        lf_search_destroy(search);
        lf_field_destroy(field);
        lf_map_destroy(map);
        free(plan.open);
    }
}

static void a_route_fits_its_buffer(void) {
    drawing d = drawing_make("0....\n", LF_MOVES_KING);
    lf_field *field;
    lf_tile tiles[5] = {99, 99, 99, 99, 99};
    lf_route route;
    CHECK_EQ(lf_field_create(d.map, &(lf_field_desc){.directions = true}, &field), LF_OK);
    const lf_field_query query = {.targets = d.targets, .target_count = 1};
    CHECK_EQ(lf_field_fill(field, &query, NULL), LF_OK);
    CHECK_EQ(lf_field_route(field, 4, tiles, 3, &route), LF_E_BUFFER_TOO_SMALL);
    CHECK(tiles[0] == 4 && tiles[1] == 3 && tiles[2] == 2 && tiles[3] == 99);
    CHECK_EQ(route.tile_count, 5);
    CHECK_EQ(lf_field_route(field, 4, NULL, 0, &route), LF_OK);
    CHECK(route.found && route.exact && route.source == 4 && route.target == 0 && route.length == 4);
    CHECK(route.source_index == 0 && route.target_index == -1 && route.gate_depth == -1);
    CHECK_EQ(route.strategy, LF_STRATEGY_FLOOD);
    CHECK_EQ(lf_field_route(field, 4, tiles, 5, NULL), LF_OK);
    CHECK_EQ(tiles[4], 0);
    lf_field_destroy(field);
    drawing_free(&d);
}

// ---- The ends of numbers ----------------------------------------------------------------------------

static lf_map *long_map(int32_t width, int32_t height, lf_moves moves, const uint8_t *tiles) {
    lf_map *map;
    const lf_map_desc desc = {.width = width,
                              .height = height,
                              .tiles = tiles,
                              .tiles_size = (size_t)width * (size_t)height,
                              .moves = moves};
    CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
    return map;
}

/// Fills a field of a corridor of so many tiles from its left end, and expects a status.
static void corridor_check(int32_t length, const lf_field_desc *desc, int64_t limit, lf_status expected) {
    uint8_t *tiles = malloc((size_t)length);
    const lf_tile target = 0, last = (lf_tile)length - 1;
    memset(tiles, 1, (size_t)length);
    lf_map *map = long_map(length, 1, LF_MOVES_KING, tiles);
    lf_field *field;
    lf_field_planes planes;
    CHECK_EQ(lf_field_create(map, desc, &field), LF_OK);
    const lf_field_query query = {.targets = &target, .target_count = 1, .limit = limit};
    CHECK_EQ(lf_field_fill(field, &query, &planes), expected);
    CHECK_EQ(lf_field_finish(field, &planes), expected);
    CHECK_EQ(lf_field_step(field, 1), expected);
    const int64_t unit = desc->cost == LF_COST_OCTILE ? 1024 : 1;
    if (expected == LF_OK) {
        const bool within = limit == 0 || limit >= length - 1;
        CHECK_EQ(lf_field_distance(field, last), within ? (length - 1) * unit : -1);
        CHECK_EQ(planes.reached, within ? length : limit + 1);
    } else {
        int64_t straight, diagonal;
        lf_route route;
        CHECK(planes.distances == NULL && planes.distances16 == NULL && planes.reached == 0);
        CHECK_EQ(lf_field_distance(field, 1), -1);
        CHECK_EQ(lf_field_next(field, 1), LF_NO_TILE);
        CHECK_EQ(lf_field_cost(field, 1, &straight, &diagonal), expected);
        CHECK_EQ(lf_field_route(field, 1, NULL, 0, &route), expected);
        const lf_field_query near = {.targets = &target, .target_count = 1, .limit = 9};
        CHECK_EQ(lf_field_fill(field, &near, &planes), LF_OK); // and it may be filled again
        CHECK_EQ(planes.reached, 10);
        CHECK_EQ(lf_field_distance(field, 9), 9 * unit);
        CHECK_EQ(lf_field_distance(field, 10), -1);
    }
    lf_field_destroy(field);
    lf_map_destroy(map);
    free(tiles);
}

static void numbers_of_16_bits_end(void) {
    const lf_field_desc small = {.distances = LF_DISTANCES_16, .directions = true},
                        large = {.directions = true};
    corridor_check(65535, &small, 0, LF_OK);
    corridor_check(65536, &small, 0, LF_E_DISTANCE_RANGE);
    corridor_check(65537, &small, 0, LF_E_DISTANCE_RANGE);
    corridor_check(90000, &small, 0, LF_E_DISTANCE_RANGE);
    corridor_check(90000, &small, 65534, LF_OK);
    corridor_check(90000, &small, 65535, LF_E_DISTANCE_RANGE);
    corridor_check(90000, &small, 70000, LF_E_DISTANCE_RANGE);
    corridor_check(90000, &large, 0, LF_OK);
}

static void numbers_of_octile_costs_end(void) {
    const lf_field_desc octile = {.cost = LF_COST_OCTILE};
    corridor_check(4194303, &octile, 0, LF_OK);
    corridor_check(4194304, &octile, 0, LF_E_DISTANCE_RANGE);
    corridor_check(4194310, &octile, 4194302, LF_OK);
    corridor_check(4194310, &octile, 4194303, LF_E_DISTANCE_RANGE);
    // Without distances there is nothing that could be too large.
    const lf_field_desc bare = {.cost = LF_COST_OCTILE, .distances = LF_DISTANCES_NONE};
    uint8_t *tiles = memset(malloc(4194310), 1, 4194310);
    lf_map *map = long_map(4194310, 1, LF_MOVES_KING, tiles);
    const lf_tile target = 0;
    lf_field *field;
    int64_t straight, diagonal;
    CHECK_EQ(lf_field_create(map, &bare, &field), LF_OK);
    CHECK_EQ(lf_field_fill(field, &(lf_field_query){.targets = &target, .target_count = 1}, NULL), LF_OK);
    CHECK_EQ(lf_field_cost(field, 4194309, &straight, &diagonal), LF_OK);
    CHECK(straight == 4194309 && diagonal == 0);
    lf_field_destroy(field);
    lf_map_destroy(map);
    free(tiles);
}

/// A corridor of nothing but diagonals, as long as its numbers allow: every root is rounded down.
static void roots_are_exact(void) {
    enum { LENGTH = 2965819 }; // 2965818 * sqrt 2 < 4194303
    uint8_t *tiles = calloc(2, LENGTH);
    for (int64_t x = 0; x < LENGTH; x++) tiles[x % 2 * LENGTH + x] = 1;
    lf_map *map = long_map(LENGTH, 2, LF_MOVES_KING_CUT, tiles);
    const lf_tile target = 0;
    lf_field *field;
    lf_field_planes planes;
    int64_t wrong = 0;
    CHECK_EQ(lf_field_create(map, &(lf_field_desc){.cost = LF_COST_OCTILE}, &field), LF_OK);
    const lf_field_query query = {.targets = &target, .target_count = 1};
    if (CHECK_EQ(lf_field_fill(field, &query, &planes), LF_OK)) {
        for (int64_t x = 0; x < LENGTH; x++) {
            const uint64_t scaled = (uint64_t)x * 1024;
            wrong += planes.distances[x % 2 * LENGTH + x] != judge_root(2 * scaled * scaled);
        }
    }
    CHECK_EQ(wrong, 0);
    lf_field_destroy(field);
    lf_map_destroy(map);
    free(tiles);
}

// ---- What is refused --------------------------------------------------------------------------------

static void bad_fields_are_refused(void) {
    drawing d = drawing_make("0.#\n...\n", LF_MOVES_KING),
            flat = drawing_make("0.#\n...\n", LF_MOVES_ORTHOGONAL);
    lf_field *field = (lf_field *)&d;
    CHECK_EQ(lf_field_create(NULL, NULL, &field), LF_E_NULL);
    CHECK(field == NULL);
    CHECK_EQ(lf_field_create(d.map, NULL, NULL), LF_E_NULL);
    CHECK_EQ(lf_field_create(d.map, &(lf_field_desc){.cost = (lf_cost)2}, &field), LF_E_COST);
    CHECK_EQ(lf_field_create(d.map, &(lf_field_desc){.distances = (lf_distances)3}, &field), LF_E_DISTANCES);
    const lf_field_desc small = {.distances = LF_DISTANCES_16, .cost = LF_COST_OCTILE};
    CHECK_EQ(lf_field_create(d.map, &small, &field), LF_E_DISTANCES);
    CHECK_EQ(lf_field_create(flat.map, &small, &field), LF_OK); // both costs are the same there
    lf_field_destroy(field);
    meter m = {0};
    lf_allocator half = meter_allocator(&m);
    half.free = NULL;
    CHECK_EQ(lf_field_create(d.map, &(lf_field_desc){.allocator = half}, &field), LF_E_ALLOCATOR);
    CHECK(field == NULL);
    lf_field_destroy(NULL);
    CHECK_EQ(lf_field_bytes(NULL), 0);
    drawing_free(&d);
    drawing_free(&flat);
}

static void bad_queries_are_refused(void) {
    drawing d = drawing_make("0.#\n...\n", LF_MOVES_KING);
    lf_field *field;
    const lf_tile outside = 6, blocked = 2;
    CHECK_EQ(lf_field_create(d.map, &(lf_field_desc){.directions = true}, &field), LF_OK);
    const lf_field_query good = {.targets = d.targets, .target_count = 1};
    lf_field_query query = good;
    CHECK_EQ(lf_field_begin(NULL, &query), LF_E_NULL);
    CHECK_EQ(lf_field_begin(field, NULL), LF_E_NULL);
    CHECK_EQ(lf_field_fill(field, &good, NULL), LF_OK);
    query.target_count = 0;
    CHECK_EQ(lf_field_begin(field, &query), LF_E_NO_TARGETS);
    query.target_count = -1;
    CHECK_EQ(lf_field_begin(field, &query), LF_E_COUNT);
    query.target_count = UINT32_MAX;
    CHECK_EQ(lf_field_begin(field, &query), LF_E_TOO_MANY_TILES);
    query = (lf_field_query){.target_count = 1};
    CHECK_EQ(lf_field_begin(field, &query), LF_E_NULL);
    query.targets = &outside;
    CHECK_EQ(lf_field_begin(field, &query), LF_E_TARGET_OUTSIDE);
    query.targets = &blocked;
    CHECK_EQ(lf_field_begin(field, &query), LF_E_TARGET_BLOCKED);
    query = good;
    query.limit = -1;
    CHECK_EQ(lf_field_begin(field, &query), LF_E_LIMIT);
    CHECK_EQ(lf_field_distance(field, 4), 1); // all of them left the field as it was
    lf_field_destroy(field);
    drawing_free(&d);
}

static void calls_have_an_order(void) {
    drawing d = drawing_make("0.#\n...\n", LF_MOVES_KING);
    lf_field *field;
    lf_field_planes planes = {.reached = 9};
    int64_t straight = 9, diagonal = 9;
    lf_route route = {.found = true};
    CHECK_EQ(lf_field_create(d.map, NULL, &field), LF_OK);
    CHECK_EQ(lf_field_step(NULL, 1), LF_E_NULL);
    CHECK_EQ(lf_field_step(field, 0), LF_E_BUDGET);
    CHECK_EQ(lf_field_step(field, 1), LF_E_NOT_BEGUN);
    CHECK_EQ(lf_field_finish(NULL, &planes), LF_E_NULL);
    CHECK_EQ(lf_field_finish(field, &planes), LF_E_NOT_BEGUN);
    CHECK_EQ(planes.reached, 0);
    CHECK_EQ(lf_field_distance(field, 0), -1);
    CHECK_EQ(lf_field_cost(field, 0, &straight, &diagonal), LF_E_NOT_BEGUN);
    CHECK(straight == 0 && diagonal == 0);
    const lf_field_query query = {.targets = d.targets, .target_count = 1};
    CHECK_EQ(lf_field_begin(field, &query), LF_PAUSED);
    CHECK_EQ(lf_field_finish(field, &planes), LF_E_NOT_ENDED);
    CHECK_EQ(lf_field_distance(field, 0), -1);
    CHECK_EQ(lf_field_route(field, 0, NULL, 0, &route), LF_E_NOT_ENDED);
    CHECK(!route.found);
    CHECK_EQ(lf_field_step(field, INT64_MAX), LF_OK);
    CHECK_EQ(lf_field_step(field, 1), LF_OK);
    CHECK_EQ(lf_field_finish(field, NULL), LF_OK);
    CHECK(lf_field_distance(field, 0) == 0 && lf_field_distance(field, 6) == -1);
    CHECK_EQ(lf_field_distance(NULL, 0), -1);
    CHECK_EQ(lf_field_next(field, 0), LF_NO_TILE); // it has no directions
    CHECK_EQ(lf_field_next(NULL, 0), LF_NO_TILE);
    CHECK_EQ(lf_field_route(field, 0, NULL, 0, &route), LF_E_PLANE);
    CHECK_EQ(lf_field_route(NULL, 0, NULL, 0, &route), LF_E_NULL);
    CHECK_EQ(lf_field_route(field, 0, NULL, 1, &route), LF_E_NULL);
    CHECK_EQ(lf_field_route(field, 0, NULL, -1, &route), LF_E_COUNT);
    CHECK_EQ(lf_field_cost(field, 6, &straight, &diagonal), LF_E_TILE_OUTSIDE);
    CHECK_EQ(lf_field_cost(field, 0, NULL, &diagonal), LF_E_NULL);
    CHECK_EQ(lf_field_cost(field, 0, &straight, NULL), LF_E_NULL);
    CHECK_EQ(lf_field_cost(NULL, 0, &straight, &diagonal), LF_E_NULL);
    lf_field_destroy(field);
    CHECK_EQ(lf_field_create(d.map, &(lf_field_desc){.directions = true}, &field), LF_OK);
    CHECK_EQ(lf_field_fill(field, &query, NULL), LF_OK);
    CHECK_EQ(lf_field_route(field, 6, NULL, 0, &route), LF_E_SOURCE_OUTSIDE);
    CHECK_EQ(lf_field_route(field, 2, NULL, 0, &route), LF_NO_ROUTE);
    CHECK_EQ(lf_field_route(field, 2, NULL, 0, NULL), LF_NO_ROUTE);
    CHECK_EQ(lf_field_next(field, 6), LF_NO_TILE);
    CHECK_EQ(lf_field_next(field, 2), LF_NO_TILE);
    lf_field_destroy(field);
    drawing_free(&d);
}

static void another_map_of_the_same_size(void) {
    drawing d = drawing_make("0...\n....\n", LF_MOVES_KING),
            edited = drawing_make("0#..\n....\n", LF_MOVES_KING);
    drawing other[] = {drawing_make("0..\n...\n", LF_MOVES_KING),
                       drawing_make("0...\n....\n....\n", LF_MOVES_KING),
                       drawing_make("0...\n....\n", LF_MOVES_KING_CUT)};
    lf_field *field;
    judge_case c = {.plan = &edited.plan, .targets = d.targets, .target_count = 1};
    c.desc = (lf_field_desc){.owners = true};
    for (int i = 0; i < 2; i++) {
        c.desc.cost = (lf_cost)i;
        CHECK_EQ(lf_field_create(d.map, &c.desc, &field), LF_OK);
        lf_field_query query = {.targets = d.targets, .target_count = 1, .map = edited.map};
        CHECK_EQ(lf_field_fill(field, &query, NULL), LF_OK);
        judge_field(&c, field);
        for (int k = 0; k < 3; k++) {
            query.map = other[k].map;
            CHECK_EQ(lf_field_begin(field, &query), LF_E_FOREIGN_MAP);
        }
        const lf_tile closed = 1; // on the edited map
        query = (lf_field_query){.targets = &closed, .target_count = 1, .map = edited.map};
        CHECK_EQ(lf_field_begin(field, &query), LF_E_TARGET_BLOCKED);
        query.map = NULL;
        CHECK_EQ(lf_field_fill(field, &query, NULL), LF_OK);
        lf_field_destroy(field);
    }
    for (int k = 0; k < 3; k++) drawing_free(&other[k]);
    drawing_free(&d);
    drawing_free(&edited);
}

// ---- Weights ----------------------------------------------------------------------------------------

/// Weights of a map, from one digit per tile; times `times`.
static lf_weights *digits_weigh(const drawing *d, const char *digits, uint32_t times) {
    uint8_t bytes[64];
    uint32_t table[256];
    lf_weights *weights;
    size_t count = 0;
    for (const char *c = digits; *c != '\0'; c++) bytes[count++] = (uint8_t)(*c - '0');
    for (uint32_t i = 0; i < 256; i++) table[i] = i * times <= LF_WEIGHT_MAX ? i * times : 0;
    const lf_weights_desc desc = {.plane = bytes, .plane_size = count, .table = table};
    CHECK_EQ(lf_weights_create(d->map, &desc, &weights), LF_OK);
    return weights;
}

static void costs_are_those_of_the_tiles_entered(void) {
    drawing d = drawing_make("0....\n.....\n", LF_MOVES_KING);
    lf_weights *weights =
        digits_weigh(&d, "3915041221", 1); // a 9 on the straight way, a 0 that closes a tile
    static const uint32_t expected[2][10] = {
        {0, 3, 4, 5, LF_NO_DISTANCE, 3, 3, 4, 5, 7},
        {0, 3 * 1024, 5792, 6816, LF_NO_DISTANCE, 3 * 1024, 4344, 5368, 7240, 9288}};
    for (int i = 0; i < 2; i++) {
        const lf_field_desc desc = {.cost = (lf_cost)i, .owners = true, .weights = weights};
        lf_field *field;
        lf_field_planes planes;
        lf_route route;
        lf_tile tiles[10];
        int64_t straight, diagonal;
        CHECK_EQ(lf_field_create(d.map, &desc, &field), LF_OK);
        CHECK_EQ(lf_field_fill(field, &(lf_field_query){.targets = d.targets, .target_count = 1}, &planes),
                 LF_OK);
        for (int t = 0; t < 10; t++) CHECK_EQ(planes.distances[t], expected[i][t]);
        CHECK_EQ(planes.reached, 9);
        CHECK(planes.directions[4] == LF_NO_DIRECTION && planes.owners[4] == LF_NO_OWNER);
        CHECK_EQ(lf_field_route(field, 9, tiles, 10, &route), LF_OK);
        CHECK(route.length == 4 && tiles[0] == 9 && tiles[1] == 8 && tiles[4] == 0);
        CHECK(route.straight_cost == 2 && route.diagonal_cost == 5);
        CHECK_EQ(lf_field_cost(field, 9, &straight, &diagonal), LF_OK);
        CHECK(i == 0 ? straight == 7 && diagonal == 0 : straight == 2 && diagonal == 5);
        CHECK_EQ(lf_field_cost(field, 4, &straight, &diagonal), LF_NO_ROUTE);
        lf_field_destroy(field);
    }
    lf_weights_destroy(weights);
    drawing_free(&d);
}

/// Random maps, weights, limits and slices against the judge, with the inner assertions on; test_field_swarm has many
/// more.
static void costs_are_those_of_the_judge(void) {
    enum { CASES = 240, SIDE = 20 };
    static int weight[SIDE * SIDE];
    static uint8_t bytes[SIDE * SIDE];
    uint64_t random = 11;
    for (int i = 0; i < CASES; i++) {
        oracle_map plan = oracle_random_map((uint64_t)i + 1, SIDE, (lf_moves)(i % 3));
        lf_map *map = oracle_to_map(&plan);
        const int count = plan.width * plan.height,
                  most = 1 + oracle_below(&random, 2) * oracle_below(&random, 60);
        lf_weights *weights;
        lf_field *field;
        for (int k = 0; k < count; k++) {
            bytes[k] = (uint8_t)(oracle_below(&random, 9) == 0 ? 0 : 1 + oracle_below(&random, most));
            weight[k] = bytes[k];
            if (bytes[k] == 0) plan.open[k] = 0;
        }
        CHECK_EQ(
            lf_weights_create(map, &(lf_weights_desc){.plane = bytes, .plane_size = (size_t)count}, &weights),
            LF_OK);
        const lf_tile targets[2] = {oracle_random_open(&plan, &random), oracle_random_open(&plan, &random)};
        price_case c = {.plan = &plan, .weight = weight, .targets = targets, .target_count = 1 + i % 2};
        c.limit = i % 4 == 3 ? 1 + oracle_below(&random, 3 * most) : 0;
        c.desc = (lf_field_desc){.cost = (lf_cost)(i / 3 % 2), .owners = i % 5 != 0, .weights = weights};
        const lf_field_query query = {.targets = targets, .target_count = c.target_count, .limit = c.limit};
        CHECK_EQ(lf_field_create(map, &c.desc, &field), LF_OK);
        for (int round = 0; targets[0] != LF_NO_TILE && round < 2;
             round++) { // whole, then in slices in the same memory
            lf_status status =
                round == 0 ? lf_field_fill(field, &query, NULL) : lf_field_begin(field, &query);
            while (status == LF_PAUSED) status = lf_field_step(field, 1 + oracle_below(&random, 40));
            if (!CHECK_EQ(status, LF_OK) || !price_judge(&c, field))
                printf("  case %d, round %d\n", i, round);
        }
        lf_field_destroy(field);
        lf_weights_destroy(weights);
        lf_map_destroy(map);
        free(plan.open);
    }
}

static void a_route_without_weights_has_costs_too(void) {
    drawing d = drawing_make("0..\n...\n...\n", LF_MOVES_KING);
    lf_field *field;
    lf_route route;
    CHECK_EQ(lf_field_create(d.map, &(lf_field_desc){.directions = true}, &field), LF_OK);
    CHECK_EQ(lf_field_fill(field, &(lf_field_query){.targets = d.targets, .target_count = 1}, NULL), LF_OK);
    CHECK_EQ(lf_field_route(field, 7, NULL, 0, &route), LF_OK);
    CHECK(route.straight_cost == route.straight && route.diagonal_cost == route.diagonal);
    CHECK(route.straight_cost == 1 && route.diagonal_cost == 1);
    lf_field_destroy(field);
    drawing_free(&d);
}

/// The last number that a plane has, and the first that it has not: a corridor of three tiles.
static void numbers_of_costs_end(void) {
    static const struct {
        lf_cost cost;
        lf_distances distances;
        uint32_t fits, over; ///< weights
    } edges[] = {{LF_COST_UNIFORM, LF_DISTANCES_16, 32767, 32768},
                 {LF_COST_UNIFORM, LF_DISTANCES_NONE, 65535, 0}};
    drawing d = drawing_make("0..\n", LF_MOVES_KING);
    for (int i = 0; i < 4; i++) {
        const uint32_t weight = i % 2 == 0 ? edges[i / 2].fits : edges[i / 2].over;
        if (weight == 0) continue;
        lf_weights *weights = digits_weigh(&d, "111", weight);
        const lf_field_desc desc = {
            .cost = edges[i / 2].cost, .distances = edges[i / 2].distances, .weights = weights};
        const lf_field_query query = {.targets = d.targets, .target_count = 1};
        lf_field *field;
        int64_t straight, diagonal;
        CHECK_EQ(lf_field_create(d.map, &desc, &field), LF_OK);
        CHECK_EQ(lf_field_fill(field, &query, NULL), i % 2 == 0 ? LF_OK : LF_E_DISTANCE_RANGE);
        if (i % 2 == 0)
            CHECK(lf_field_cost(field, 2, &straight, &diagonal) == LF_OK && straight == 2 * (int64_t)weight);
        // A limit leaves out what has no number.
        const lf_field_query near = {.targets = d.targets, .target_count = 1, .limit = weight};
        CHECK_EQ(lf_field_fill(field, &near, NULL), LF_OK);
        CHECK(lf_field_cost(field, 1, &straight, &diagonal) == LF_OK && straight == (int64_t)weight);
        CHECK_EQ(lf_field_cost(field, 2, &straight, &diagonal), LF_NO_ROUTE);
        lf_field_destroy(field);
        lf_weights_destroy(weights);
    }
    drawing_free(&d);
}

/// 65,535 is the number of none; and a tile beyond the limit is no way, even where its weight is the cost and 1.
static void numbers_of_none_are_no_costs(void) {
    drawing d = drawing_make("0.\n", LF_MOVES_KING), e = drawing_make("..\n0.\n", LF_MOVES_ORTHOGONAL);
    lf_weights *heavy = digits_weigh(&d, "11", 65535), *some = digits_weigh(&e, "1541", 1);
    lf_field *field;
    lf_field_planes planes;
    const lf_field_desc small = {.distances = LF_DISTANCES_16, .weights = heavy};
    CHECK_EQ(lf_field_create(d.map, &small, &field), LF_OK);
    CHECK_EQ(lf_field_fill(field, &(lf_field_query){.targets = d.targets, .target_count = 1}, NULL),
             LF_E_DISTANCE_RANGE);
    lf_field_destroy(field);
    CHECK_EQ(lf_field_create(e.map, &(lf_field_desc){.directions = true, .weights = some}, &field), LF_OK);
    const lf_field_query near = {.targets = e.targets, .target_count = 1, .limit = 4};
    CHECK_EQ(lf_field_fill(field, &near, &planes), LF_OK);
    CHECK(planes.distances[3] == 4 && planes.distances[1] == LF_NO_DISTANCE && planes.directions[3] == 3);
    lf_field_destroy(field);
    lf_weights_destroy(heavy);
    lf_weights_destroy(some);
    drawing_free(&d);
    drawing_free(&e);
}

/// 65,537 tiles of weight 65,535 cost 2^32 - 1, the number of none.
static void numbers_of_32_bits_end(void) {
    enum { LAST = 65537 };
    static uint8_t open[LAST + 1];
    static uint32_t table[256];
    memset(open, 1, sizeof open);
    table[1] = LF_WEIGHT_MAX;
    for (int32_t width = LAST; width <= LAST + 1; width++) {
        const size_t count = (size_t)width;
        lf_map *map = long_map(width, 1, LF_MOVES_KING, open);
        lf_weights *weights;
        lf_field *field;
        const lf_weights_desc weigh = {.plane = open, .plane_size = count, .table = table};
        const lf_tile target = 0;
        CHECK_EQ(lf_weights_create(map, &weigh, &weights), LF_OK);
        CHECK_EQ(lf_field_create(map, &(lf_field_desc){.weights = weights}, &field), LF_OK);
        CHECK_EQ(lf_field_fill(field, &(lf_field_query){.targets = &target, .target_count = 1}, NULL),
                 width == LAST ? LF_OK : LF_E_DISTANCE_RANGE);
        CHECK_EQ(lf_field_distance(field, LAST - 1), width == LAST ? INT64_C(65536) * LF_WEIGHT_MAX : -1);
        lf_field_destroy(field);
        lf_weights_destroy(weights);
        lf_map_destroy(map);
    }
}

/// A long corridor of the greatest weight: octile costs have numbers below 4,194,303, and are exact below Q.
static void octile_numbers_of_costs_end(void) {
    enum { LONGEST = 20018 }; // 20016 * 65535 = 1311748560 is more than Q
    static uint8_t bytes[LONGEST];
    static uint32_t table[256];
    memset(bytes, 1, sizeof bytes);
    table[1] = LF_WEIGHT_MAX;
    for (int32_t length = 64; length <= LONGEST; length += length == 64 ? 2 : LONGEST - 66) {
        lf_map *map;
        lf_weights *weights;
        lf_field *field;
        const size_t count = (size_t)length;
        const lf_map_desc desc = {.width = length, .height = 1, .tiles = bytes, .tiles_size = count};
        CHECK_EQ(lf_map_create(&desc, &map), LF_OK);
        CHECK_EQ(lf_weights_create(
                     map, &(lf_weights_desc){.plane = bytes, .plane_size = count, .table = table}, &weights),
                 LF_OK);
        const lf_field_desc of = {.cost = LF_COST_OCTILE, .weights = weights};
        CHECK_EQ(lf_field_create(map, &of, &field), LF_OK);
        const lf_tile target = 0;
        // 63 moves cost 4,128,705; 65 cost 4,259,775.
        CHECK_EQ(lf_field_fill(field, &(lf_field_query){.targets = &target, .target_count = 1}, NULL),
                 length == 64        ? LF_OK
                 : length == LONGEST ? LF_E_WEIGHTS_RANGE
                                     : LF_E_DISTANCE_RANGE);
        if (length == 64) CHECK_EQ(lf_field_distance(field, 63), INT64_C(63) * LF_WEIGHT_MAX * 1024);
        lf_field_destroy(field);
        lf_weights_destroy(weights);
        lf_map_destroy(map);
    }
}

static void bad_weights_are_refused(void) {
    drawing d = drawing_make("0..\n...\n", LF_MOVES_KING), other = drawing_make("0..\n...\n", LF_MOVES_KING);
    lf_weights *weights = digits_weigh(&d, "111101", 1);
    lf_field *field;
    CHECK_EQ(lf_field_create(other.map, &(lf_field_desc){.weights = weights}, &field), LF_E_FOREIGN_WEIGHTS);
    CHECK(field == NULL);
    CHECK_EQ(lf_field_create(d.map, &(lf_field_desc){.weights = weights}, &field), LF_OK);
    lf_field_query query = {.targets = d.targets, .target_count = 1, .map = other.map};
    CHECK_EQ(lf_field_begin(field, &query), LF_E_FOREIGN_WEIGHTS);
    query.map = d.map;
    CHECK_EQ(lf_field_fill(field, &query, NULL), LF_OK);
    const lf_tile closed = 4;
    query.targets = &closed;
    CHECK_EQ(lf_field_begin(field, &query), LF_E_TARGET_BLOCKED);
    lf_field_destroy(field);
    lf_weights_destroy(weights);
    drawing_free(&d);
    drawing_free(&other);
}

// ---- Memory -----------------------------------------------------------------------------------------

static void every_allocation_fails_in_turn(void) {
    drawing d = drawing_make("0..\n...\n", LF_MOVES_KING);
    lf_weights *weights = digits_weigh(&d, "121212", 1);
    for (int i = 0; i < 24; i++) {
        lf_field_desc desc = {.cost = (lf_cost)(i % 2),
                              .distances = i % 4 == 2 ? LF_DISTANCES_16 : LF_DISTANCES_32,
                              .weights = i < 12 ? NULL : weights};
        desc.directions = i % 3 == 1;
        desc.owners = i % 3 == 2;
        lf_field *field;
        meter m = {0};
        desc.allocator = meter_allocator(&m);
        CHECK_EQ(lf_field_create(d.map, &desc, &field), LF_OK);
        CHECK_EQ(lf_field_bytes(field), m.live);
        lf_field_destroy(field);
        CHECK_EQ(m.live, 0);
        for (int64_t k = 1; k <= m.calls; k++) {
            meter failing = {.fail_at = k};
            desc.allocator = meter_allocator(&failing);
            CHECK_EQ(lf_field_create(d.map, &desc, &field), LF_E_NOMEM);
            CHECK(field == NULL && failing.live == 0 && failing.blocks == 0);
        }
        CHECK(m.calls >= 5);
    }
    lf_weights_destroy(weights);
    drawing_free(&d);
}

// ---- Clearance --------------------------------------------------------------------------------------

/// The square of the distance to the nearest blocked tile, by looking at all of them.
static uint32_t clearance_of(const oracle_map *plan, bool edge, int x, int y) {
    int64_t best = LF_NO_CLEARANCE;
    for (int v = -1; v <= plan->height; v++) {
        for (int u = -1; u <= plan->width; u++) {
            const bool outside = u < 0 || v < 0 || u == plan->width || v == plan->height;
            if (outside ? !edge : plan->open[v * plan->width + u] != 0) continue;
            const int64_t square = (int64_t)(u - x) * (u - x) + (int64_t)(v - y) * (v - y);
            if (square < best) best = square;
        }
    }
    return (uint32_t)best;
}

static void clearance_is_that_of_brute_force(void) {
#ifdef TEST_IS_SLOW
    enum { MAPS = 200 };
#else
    enum { MAPS = 3000 };
#endif
    static uint32_t squares[70 * 70 + 1];
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < MAPS; i++) {
        oracle_map plan = oracle_random_map(seed + i, 70, LF_MOVES_KING);
        lf_map *map = oracle_to_map(&plan);
        const int64_t before = test_failures, size = plan.width * plan.height;
        int calls = 0;
        lf_clearance_desc desc = {.edge_blocked = i % 2 != 0};
        if (i % 3 == 0) desc.workers = (lf_workers){.run = run_backwards, .user = &calls};
        squares[size] = 77;
        CHECK_EQ(lf_map_clearance(map, i % 4 == 0 ? NULL : &desc, squares, size), LF_OK);
        CHECK_EQ(squares[size], 77);
        for (int k = 0; k < size; k++)
            CHECK_EQ(squares[k],
                     clearance_of(&plan, i % 4 != 0 && i % 2 != 0, k % plan.width, k / plan.width));
        lf_map_destroy(map);
        free(plan.open);
        if (test_failed_on(before, seed, i)) return;
    }
}

static void clearance_has_32_bits(void) {
    enum { LENGTH = 70000 };
    uint8_t *tiles = malloc(LENGTH);
    uint32_t *squares = malloc(LENGTH * sizeof *squares);
    memset(tiles, 1, LENGTH);
    for (int i = 0; i < 3; i++) {
        if (i > 0) tiles[0] = 0;
        lf_map *map =
            i < 2 ? long_map(LENGTH, 1, LF_MOVES_KING, tiles) : long_map(1, LENGTH, LF_MOVES_KING, tiles);
        CHECK_EQ(lf_map_clearance(map, NULL, squares, LENGTH), LF_OK);
        for (uint32_t x = 0; x < LENGTH; x++)
            CHECK_EQ(squares[x], i == 0 || x >= 65536 ? LF_NO_CLEARANCE : x * x);
        lf_map_destroy(map);
    }
    free(tiles);
    free(squares);
}

static void bad_clearances_are_refused(void) {
    drawing d = drawing_make("...\n.#.\n", LF_MOVES_KING);
    uint32_t squares[6] = {9, 9, 9, 9, 9, 9};
    meter m = {.fail_at = 1};
    lf_clearance_desc desc = {.allocator = meter_allocator(&m)};
    CHECK_EQ(lf_map_clearance(NULL, NULL, squares, 6), LF_E_NULL);
    CHECK_EQ(lf_map_clearance(d.map, NULL, NULL, 6), LF_E_NULL);
    CHECK_EQ(lf_map_clearance(d.map, NULL, squares, -1), LF_E_COUNT);
    CHECK_EQ(lf_map_clearance(d.map, NULL, squares, 5), LF_E_BUFFER_TOO_SMALL);
    CHECK_EQ(lf_map_clearance(d.map, &desc, squares, 6), LF_E_NOMEM);
    desc.allocator.free = NULL;
    CHECK_EQ(lf_map_clearance(d.map, &desc, squares, 6), LF_E_ALLOCATOR);
    for (int i = 0; i < 6; i++) CHECK_EQ(squares[i], 9);
    m = (meter){0};
    desc.allocator = meter_allocator(&m);
    CHECK_EQ(lf_map_clearance(d.map, &desc, squares, 6), LF_OK);
    CHECK(squares[0] == 2 && squares[1] == 1 && squares[3] == 1 && squares[4] == 0);
    CHECK(m.calls == 1 && m.live == 0);
    drawing_free(&d);
}

static void clearance_is_a_depth(void) {
    for (uint32_t square = 0; square < 70000; square++) {
        const uint32_t depth = lf_clearance_depth(square);
        for (uint32_t r = 0; r < 255; r++) {
            if ((depth > r) == (square > r * r)) continue;
            CHECK_EQ(square, depth);
            return;
        }
    }
    CHECK_EQ(lf_clearance_depth(LF_NO_CLEARANCE), 255);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(straight_moves_come_first),
        TEST(corners_may_be_cut),
        TEST(four_directions),
        TEST(owners_are_where_directions_end),
        TEST(a_limit_ends_the_field),
        TEST(directions_have_steps),
        TEST(bends_within_blocks),
        TEST(nothing_is_left_of_an_earlier_fill),
        TEST(nothing_is_left_of_a_fill_given_up),
        TEST(workers_run_the_parts),
        TEST(slices_change_nothing),
        TEST(routes_are_those_of_flood),
        TEST(a_route_fits_its_buffer),
        TEST(numbers_of_16_bits_end),
        TEST(numbers_of_octile_costs_end),
        TEST(roots_are_exact),
        TEST(bad_fields_are_refused),
        TEST(bad_queries_are_refused),
        TEST(calls_have_an_order),
        TEST(another_map_of_the_same_size),
        TEST(costs_are_those_of_the_tiles_entered),
        TEST(costs_are_those_of_the_judge),
        TEST(a_route_without_weights_has_costs_too),
        TEST(numbers_of_costs_end),
        TEST(numbers_of_none_are_no_costs),
        TEST(numbers_of_32_bits_end),
        TEST(octile_numbers_of_costs_end),
        TEST(bad_weights_are_refused),
        TEST(every_allocation_fails_in_turn),
        TEST(clearance_is_that_of_brute_force),
        TEST(clearance_has_32_bits),
        TEST(bad_clearances_are_refused),
        TEST(clearance_is_a_depth),
    };
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
