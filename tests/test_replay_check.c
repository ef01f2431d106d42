// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Landfall authors

// The second opinion of 'landfall replay --check'. The program's own answers are right, so that its tests
// never see the check refuse one; here answers are bent by hand, in every way that the check knows.
#include "edits.h"
#include "replay_check.h"
#include "scenes.h"
#include "test.h"

/// A corridor of one tile around a wall: the only routes are along it.
static uint8_t bend_tiles[] = {1, 1, 1, 1, 1, /**/ 1, 0, 0, 0, 1, /**/ 1, 1, 1, 1, 1};
static const lf_plane bend = {5, 3, bend_tiles};

/// A check with an answer to bend, from one corner of the bend to the opposite one.
typedef struct bench {
    replay_check check;
    lf_source sources[2];
    lf_tile targets[2];
    lf_query query;
    lf_route answer, flood;
    lf_tile tiles[16];
} bench;

static void bench_make(bench *b, lf_cost cost) {
    *b = (bench){.sources = {{7, 0}, {0, 9}}, .targets = {7, 14}};
    b->query = (lf_query){.sources = b->sources + 1,
                          .source_count = 1,
                          .targets = b->targets + 1,
                          .target_count = 1,
                          .options.cost = cost};
    CHECK(replay_check_begin(&b->check, &bend, LF_MOVES_KING, cost));
    CHECK_EQ(replay_check_flood(&b->check, &b->query, &b->flood), LF_OK);
    // Not for longer: the map is made anew after an edit.
    lf_search *search;
    CHECK_EQ(lf_search_create(b->check.map, &(lf_search_desc){.cost = cost}, &search), LF_OK);
    CHECK_EQ(lf_search_find(search, &b->query, b->tiles, 16, &b->answer), LF_OK);
    lf_search_destroy(search);
    CHECK_EQ(b->answer.length, 6);
}

static void bench_free(bench *b) {
    replay_check_free(&b->check);
}

static const char *bench_verdict(const bench *b) {
    return replay_check_answer(&b->check, &b->query, &b->answer, b->tiles, &b->flood);
}

static void right_answers_pass(void) {
    for (int cost = LF_COST_UNIFORM; cost <= LF_COST_OCTILE; cost++) {
        bench b;
        bench_make(&b, (lf_cost)cost);
        CHECK(bench_verdict(&b) == NULL);
        b.answer.exact = false;
        CHECK(bench_verdict(&b) == NULL);
        b.answer.found = b.flood.found = false;
        CHECK(bench_verdict(&b) == NULL);
        bench_free(&b);
    }
}

static void other_findings_are_wrong(void) {
    bench b;
    bench_make(&b, LF_COST_UNIFORM);
    b.flood.found = false;
    CHECK_STR(bench_verdict(&b), "there is no route");
    b.flood.found = true;
    b.answer.found = false;
    CHECK_STR(bench_verdict(&b), "there is a route");
    bench_free(&b);
}

static void other_lengths_are_wrong(void) {
    bench b;
    bench_make(&b, LF_COST_UNIFORM);
    b.flood.length = 5;
    CHECK_STR(bench_verdict(&b), "a shortest route has another length");
    b.answer.exact = false; // longer than the shortest, which it may be
    CHECK(bench_verdict(&b) == NULL);
    b.flood.length = 7;
    CHECK_STR(bench_verdict(&b), "no route is so short");
    b.answer.exact = true;
    CHECK_STR(bench_verdict(&b), "a shortest route has another length");
    bench_free(&b);
}

/// As many moves, but one of them diagonal: the same length, and another cost.
static void other_costs_are_wrong(void) {
    bench b;
    bench_make(&b, LF_COST_OCTILE);
    b.answer.straight--;
    b.answer.diagonal++;
    CHECK_STR(bench_verdict(&b), "a shortest route has another length");
    bench_free(&b);
    bench_make(&b, LF_COST_UNIFORM); // where a move is a move
    b.answer.straight--;
    b.answer.diagonal++;
    CHECK(bench_verdict(&b) == NULL);
    bench_free(&b);
}

static void other_tiles_are_wrong(void) {
    bench b;
    bench_make(&b, LF_COST_UNIFORM);
    const lf_tile middle = b.tiles[3];
    b.tiles[3] = 7; // the wall
    CHECK_STR(bench_verdict(&b), "its tiles are not a legal route");
    b.tiles[3] = b.tiles[0]; // a leap
    CHECK_STR(bench_verdict(&b), "its tiles are not a legal route");
    b.tiles[3] = middle;
    b.answer.tile_count = 6; // it ends before the target
    CHECK_STR(bench_verdict(&b), "it has another length than tiles");
    b.answer.tile_count = 7;
    CHECK(bench_verdict(&b) == NULL);
    bench_free(&b);
}

static void other_ends_are_wrong(void) {
    bench b;
    bench_make(&b, LF_COST_UNIFORM);
    b.query.sources = b.sources;
    CHECK_STR(bench_verdict(&b), "it does not begin at its source");
    b.query.sources = b.sources + 1;
    b.query.targets = b.targets;
    CHECK_STR(bench_verdict(&b), "it does not end at its target");
    bench_free(&b);
}

/// The map is made anew after an edit, and its flood is another one.
static void floods_follow_edits(void) {
    bench b;
    bench_make(&b, LF_COST_UNIFORM);
    replay_check_edit(&b.check,
                      &(edit_shape){.form = EDIT_RECT, .value = 1, .at = {1, 1}, .width = 3, .height = 1});
    CHECK_EQ(replay_check_flood(&b.check, &b.query, &b.flood), LF_OK);
    CHECK_EQ(b.flood.length, 4);
    CHECK_EQ(replay_check_map(&b.check, b.check.map), LF_NO_TILE);
    CHECK_STR(bench_verdict(&b), "a shortest route has another length");
    bench_free(&b);
}

static void other_maps_are_wrong(void) {
    bench b;
    bench_make(&b, LF_COST_UNIFORM);
    CHECK_EQ(replay_check_map(&b.check, b.check.map), LF_NO_TILE);
    b.check.plane.open[14] = 0;
    CHECK_EQ(replay_check_map(&b.check, b.check.map), 14);
    b.check.plane.open[6] = 1;
    CHECK_EQ(replay_check_map(&b.check, b.check.map), 6);
    bench_free(&b);
}

// ---------------------------------------------------------------------------------------------------
// Shapes
// ---------------------------------------------------------------------------------------------------

enum { WIDE = 67, HIGH = 41 };

static int32_t any_number(lf_random *random) {
    static const int32_t odd[] = {INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX - 1, INT32_MAX};
    const uint32_t choice = lf_random_below(random, 20);
    return choice < 7 ? odd[choice] : (int32_t)lf_random_below(random, 100) - 15;
}

static int32_t any_size(lf_random *random) {
    const int32_t number = any_number(random);
    return number < 0 ? 3 : number;
}

static edit_shape any_shape(lf_random *random, lf_tile *tiles) {
    edit_shape shape = {.form = (edit_form)lf_random_below(random, 3),
                        .value = lf_random_below(random, 2) == 0,
                        .at = {any_number(random), any_number(random)},
                        .radius = any_size(random),
                        .width = any_size(random),
                        .height = any_size(random),
                        .tiles = tiles,
                        .tile_count = 5};
    for (int i = 0; i < 5; i++) tiles[i] = lf_random_below(random, WIDE * HIGH);
    return shape;
}

static lf_status shape_commit(lf_world *world, const edit_shape *shape) {
    const lf_status status =
        shape->form == EDIT_DISC ? lf_world_set_disc(world, shape->at, shape->radius, shape->value != 0)
        : shape->form == EDIT_RECT
            ? lf_world_set_rect(world, shape->at, shape->width, shape->height, shape->value != 0)
            : lf_world_set_tiles(world, shape->tiles, shape->tile_count, shape->value != 0);
    return status == LF_OK ? lf_world_commit(world, NULL) : status;
}

/// The plain shapes and those of a world are the same, at the ends of the numbers too.
static void shapes_are_those_of_worlds(void) {
    lf_random random = lf_random_make(test_seed());
    uint8_t tiles[WIDE * HIGH];
    CHECK(lf_scene_make(LF_SCENE_NOISE, WIDE, HIGH, 3, tiles));
    lf_world *world;
    replay_check check;
    CHECK_EQ(lf_world_create(
                 &(lf_world_desc){
                     .map = {.width = WIDE, .height = HIGH, .tiles = tiles, .tiles_size = sizeof tiles}},
                 &world),
             LF_OK);
    CHECK(replay_check_begin(&check, &(lf_plane){WIDE, HIGH, tiles}, LF_MOVES_KING, LF_COST_UNIFORM));
    for (int i = 0; i < 2000; i++) {
        lf_tile list[5];
        const edit_shape shape = any_shape(&random, list);
        replay_check_edit(&check, &shape);
        CHECK_EQ(shape_commit(world, &shape), LF_OK);
        const lf_snapshot *snapshot = lf_world_acquire(world);
        const bool same = CHECK_EQ(replay_check_map(&check, lf_snapshot_map(snapshot)), LF_NO_TILE);
        lf_snapshot_release(snapshot);
        if (same) continue;
        printf("  shape %d: form %d at %d,%d radius %d, %d x %d\n", i, (int)shape.form, shape.at.x,
               shape.at.y, shape.radius, shape.width, shape.height);
        break;
    }
    replay_check_free(&check);
    lf_world_destroy(world);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {
        TEST(right_answers_pass),    TEST(other_findings_are_wrong), TEST(other_lengths_are_wrong),
        TEST(other_costs_are_wrong), TEST(other_tiles_are_wrong),    TEST(other_ends_are_wrong),
        TEST(floods_follow_edits),   TEST(other_maps_are_wrong),     TEST(shapes_are_those_of_worlds)};
    return test_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
